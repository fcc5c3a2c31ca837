//! Recorded executions and partitions of inputs, checked again.

use super::clock::Clock;
use super::concrete_fallback::{INTERPRETED_BLOCKS, LONGEST_PLAYBACK};
use super::error::{in_time, PipelineError};
use super::front_end::{prepare, read_programs, Programs};
use super::native_replay::Execution;
use super::question::Question;
use crate::abandonable;
use crate::boxes::{check, RecordedPartition, Unproved};
use crate::native::Played;
use crate::solve::EvidenceOutcome;
use crate::verdict::replay::Recording;
use crate::verdict::RecordedInputs;
use bitreach_formula::counted;
use bitreach_limits::{exhausted, Limits};

/// Checks that a program, on recorded inputs, ends in the recorded error: by the interpreter, or, where that would take too
/// long, by a native run of the program as clang compiled it.
///
/// # Errors
/// If the program cannot be compiled.
pub fn certify(
    question: &Question,
    recorded: &RecordedInputs,
    limits: &Limits,
    clock: &Clock,
) -> Result<EvidenceOutcome, PipelineError> {
    let own = (question.clone(), recorded.clone(), limits.clone(), clock.clone());
    let work = move || checked(&own.0, &own.1, &own.2, &own.3);
    let outcome = in_time(abandonable::run(&limits.end, work).unwrap_or(Err(PipelineError::Stopped)))?;
    Ok(outcome.unwrap_or_else(|| EvidenceOutcome::Stopped(exhausted(limits))))
}

/// Checks that no execution of a program, in any box of a recorded partition, ends in an error.
///
/// # Errors
/// If the program cannot be compiled.
pub fn certify_boxes(
    question: &Question,
    recorded: &RecordedPartition,
    limits: &Limits,
    clock: &Clock,
) -> Result<EvidenceOutcome, PipelineError> {
    let own = (question.clone(), recorded.clone(), limits.clone(), clock.clone());
    let work = move || boxes(&own.0, &own.1, &own.2, &own.3);
    let outcome = in_time(abandonable::run(&limits.end, work).unwrap_or(Err(PipelineError::Stopped)))?;
    Ok(outcome.unwrap_or_else(|| EvidenceOutcome::Stopped(exhausted(limits))))
}

/// Checks them: prepare, read, run each box.
fn boxes(
    question: &Question,
    recorded: &RecordedPartition,
    limits: &Limits,
    clock: &Clock,
) -> Result<EvidenceOutcome, PipelineError> {
    let programs = programs(question, limits, clock)?;
    let stop = limits.stop.clone().until(limits.budget.deadline);
    Ok(match clock.stage("check", || check(&programs.optimised, &recorded.partition, &stop)) {
        Ok(count) => EvidenceOutcome::Holds(format!(
            "in each of the {count} parts of the partition of all inputs, all executions take one way, which ends without error"
        )),
        Err(Unproved::Stopped) => EvidenceOutcome::Stopped(exhausted(limits)),
        Err(why) => EvidenceOutcome::Fails(why.to_string()),
    })
}

/// The program that is asked about.
fn programs(question: &Question, limits: &Limits, clock: &Clock) -> Result<Programs, PipelineError> {
    clock.stage("front end", || read_programs(&prepare(question, limits, clock)?, question.bounds.widened(), limits))
}

/// Checks it: prepare, read, replay.
fn checked(
    question: &Question,
    recorded: &RecordedInputs,
    limits: &Limits,
    clock: &Clock,
) -> Result<EvidenceOutcome, PipelineError> {
    let programs = programs(question, limits, clock)?;
    let recording = Recording { site: recorded.site, inputs: &recorded.inputs };
    match clock.stage("replay", || recording.replay(&programs.optimised, INTERPRETED_BLOCKS)) {
        Ok(Some(path)) => {
            let inputs = counted(path.inputs.len(), "input");
            let message = format!("the interpreter replayed the execution on its {inputs}: it ends in the error");
            return Ok(EvidenceOutcome::Holds(message));
        }
        Ok(None) => {}
        Err(fault) => return Ok(EvidenceOutcome::Fails(fault)),
    }
    let (inputs, site) = (&recorded.inputs[..], recorded.site);
    let stop = limits.stop.clone().until(limits.budget.deadline);
    let (map, time) = (&programs.optimised.map, LONGEST_PLAYBACK);
    let execution = Execution { inputs, map, site: Some(site), time, optimised: true };
    Ok(match clock.stage("native replay", || execution.played(question, &programs, &stop)) {
        Played::Reproduced => EvidenceOutcome::Holds(
            "the program as clang compiled it, before any pass, ran on the recorded inputs and ended in the error"
                .to_owned(),
        ),
        _ if stop.is_raised() => EvidenceOutcome::Stopped(exhausted(limits)),
        Played::Differs(what) | Played::Impossible(what) => EvidenceOutcome::Fails(what),
    })
}
