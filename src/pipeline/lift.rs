//! `lift`: the answer of a solver that ran elsewhere, about a problem that `encode` wrote, becomes what `check` says about the program.
//! The program is encoded again, so that bits become values; the two problems have to be the same, clause by clause.

use super::check::{answered, decided_by_search, Found};
use super::clock::Clock;
use super::error::{in_time, PipelineError};
use super::finished::Finished;
use super::foreign::unbelieved;
use super::front_end::{prepare, read_programs};
use super::question::{Asked, Form, Simplification};
use super::reporting::{problem_sizes, Subject};
use super::stages;
use crate::abandonable;
use crate::dimspec::Emitted;
use crate::program::{Exit, Program};
use crate::solve::{check_evidence, judge, EvidenceOutcome, Solved};
use crate::ts::{Goal, Place};
use crate::verdict::replay;
use bitreach_dimspec::{DimSpec, Section};
use bitreach_engine::answer::{Answer, AnswerError};
use bitreach_engine::file::Evidence;
use bitreach_engine::{Progress, Verdict};
use bitreach_limits::{exhausted, Reason};
use std::sync::Arc;

/// An answer about a problem.
#[derive(Clone, Debug)]
pub struct Given {
    /// The name of the problem's file.
    pub name: String,
    /// The problem.
    pub problem: DimSpec,
    /// How it was encoded.
    pub form: Form,
    /// Where the answer is from.
    pub from: String,
    /// What it is, or why what is there is no whole one.
    pub answer: Arc<Result<Answer, AnswerError>>,
}

/// What an answer about a problem means for the program that the problem was made from.
///
/// # Errors
/// If the program cannot be compiled, if the problem is another one, or on internal faults.
pub fn lift(asked: &Asked, given: Given, clock: &Clock) -> Result<Finished, PipelineError> {
    let (own, its_clock) = (asked.clone(), clock.clone());
    let limits = &asked.limits;
    let work = move || lifted(&own, given, &its_clock);
    let finished = in_time(abandonable::run(&limits.end, work).unwrap_or(Err(PipelineError::Stopped)))?;
    Ok(finished.unwrap_or_else(|| Finished::ended(Subject::Program(&asked.question), exhausted(limits), clock)))
}

/// Lifts it: prepare, read, encode, blast, simplify, compare, check the answer; then as `check` does.
fn lifted(asked: &Asked, given: Given, clock: &Clock) -> Result<Finished, PipelineError> {
    let Asked { question, choice, limits } = asked;
    let Form { encoding, predicates, simplification, goal, .. } = given.form;
    let prepared = clock.stage("front end", || prepare(question, limits, clock))?;
    let programs = Arc::new(clock.stage("front end", || read_programs(&prepared, question.bounds, limits))?);
    let program = programs.optimised.clone();
    let encoding = clock.stage("encode", || stages::encode(program.clone(), encoding, predicates, limits))?;
    let emitted = clock.stage("blast", || stages::blast(&encoding.system, goal, limits))?;
    let simplified = match simplification {
        Simplification::On => clock.stage("simplify", || stages::simplify(&encoding.system, goal, &emitted, limits)),
        Simplification::Off => None,
    };
    if limits.are_up() {
        return Err(PipelineError::Stopped);
    }
    let Emitted { problem, words, .. } = emitted;
    let own = simplified.as_ref().map_or(&problem, |simplified| &simplified.emitted.problem);
    if let Some(difference) = difference(own, &given.problem) {
        return Err(PipelineError::Input(format!(
            "{} is not what this program is encoded as ({}): {difference}. Give the program, the property and the options \
             that `bitreach encode` was called with",
            given.name,
            given.form.words()
        )));
    }
    let internal = |error: &dyn std::fmt::Display| PipelineError::Internal(error.to_string());
    let sat = choice.sat.checker();
    let judged = clock.stage("check", || judge(own, &given.answer, sat, limits)).map_err(|error| internal(&error))?;
    let (evidence, sentence) = match judged {
        Ok(believed) => believed,
        Err(why) => return Ok(Finished::of(unbelieved(Subject::Program(question), &given.from, &why, "", clock))),
    };
    let mut verdict = match evidence {
        Evidence::Certificate(certificate) => Verdict::Safe(certificate),
        Evidence::Trace(trace) => Verdict::Unsafe(trace),
    };
    let mut checked = vec![format!("{} has the answer; {sentence}", given.from)];
    if let Some(simplified) = simplified {
        let back = simplified.back.verdict(verdict).ok_or_else(|| {
            let message = "the certificate speaks of gates, which have no counterpart in the problem as it was before --simplify on";
            PipelineError::Input(format!("{}: {message}", given.from))
        })?;
        let evidence = super::evidence::evidence(back.clone()).ok_or(PipelineError::Stopped)?;
        match check_evidence(&problem, &evidence, sat, limits).map_err(|error| internal(&error))? {
            EvidenceOutcome::Holds(sentence) => checked.push(sentence),
            EvidenceOutcome::Stopped(_) => return Err(PipelineError::Stopped),
            EvidenceOutcome::Fails(fault) => return Err(internal(&fault)),
        }
        verdict = back;
    }
    let (mut run, mut behind) = (None, None);
    match &verdict {
        Verdict::Unsafe(trace) => {
            let found = words.run(&encoding, trace);
            let found = found.ok_or_else(|| internal(&"a trace visits a location that does not exist"))?;
            match found.sink() {
                Some(Place::Unmodelled) => {
                    behind = replay::last_exit(&program, &found);
                    // Nothing is known of the error itself.
                    verdict = Verdict::Unknown(Reason::Interrupted, Progress::default());
                }
                _ => run = Some(found),
            }
        }
        Verdict::Safe(_) if goal == Goal::Error => behind = unmodelled(&program),
        _ => {}
    }
    let solved = Solved { verdict, evidence: checked, engines: Vec::new() };
    let (problem, searches, followed) = (Arc::new(problem), 1, None);
    let simplified = Vec::new();
    let (ended, is_unrecorded) = (None, false);
    let found = Found {
        program,
        encoding,
        problem,
        words,
        solved,
        simplified,
        run,
        behind,
        ended,
        is_unrecorded,
        searches,
        followed,
    };
    let answered = answered(asked, &programs, found, clock)?;
    decided_by_search(asked, &programs, answered, (None, None), clock)
}

/// Something that is not modelled: that no run comes to the error says nothing about what lies behind it.
fn unmodelled(program: &Program) -> Option<Exit> {
    program.exits().find(|exit| matches!(exit, Exit::Unmodelled(_)))
}

/// In what two problems differ, if they do.
fn difference(own: &DimSpec, given: &DimSpec) -> Option<String> {
    let sizes = problem_sizes(own).into_iter().zip(problem_sizes(given));
    for ((name, own), (_, given)) in sizes {
        if own != given {
            return Some(format!("it has {given} {name}, the program's has {own}"));
        }
    }
    let section = Section::ALL.into_iter().find(|section| own.section(*section) != given.section(*section));
    section.map(|section| format!("another clause stands in section {section}"))
}
