//! The search for one encoding: the error or what is not modelled, then the error alone; each on the simplified problem and, where what is
//! found there does not come back, on the problem as it was.

use super::clock::Clock;
use super::question::{Choice, EncodingName, Predicates, Simplification};
use super::PipelineError;
use crate::dimspec::{emit_until, Emitted};
use crate::program::{Exit, Program, Terminator};
use crate::simplify::{simplify, trimmed, Simplified};
use crate::solve::{self, Limits, Original, SatName, Solved};
use crate::ts::{self, Encoding, Goal, Place, Run};
use crate::verdict::replay;
use bitreach_dimspec::DimSpec;
use bitreach_engine::{Observer, Reason, Verdict};
use std::sync::Arc;

/// A program in an encoding, with predicates if they are asked for.
pub(super) fn encoded(program: &Program, encoding: EncodingName, predicates: Predicates) -> Encoding {
    let mut encoding = encoding.encode(program);
    encoding.system.candidates = ts::intervals::candidates(&encoding.system);
    if predicates == Predicates::Mined {
        ts::predicates::mine(&mut encoding.system);
    }
    encoding
}

/// Whether a path can leave what is represented exactly.
pub(super) fn has_unmodelled(program: &Program) -> bool {
    program.blocks.iter().any(|block| matches!(block.terminator, Terminator::Exit(Exit::Unmodelled(_))))
}

/// What a search for one goal found.
pub(super) struct Found {
    /// The problem.
    pub(super) emitted: Emitted,
    /// The answer for this goal.
    pub(super) solved: Solved,
    /// Sizes of the simplified problem that was searched in its place.
    pub(super) searched: Vec<(String, usize)>,
    /// The trace in blocks and values, if there is one.
    pub(super) run: Option<Run>,
}

/// Searches for goals of one encoding.
pub(super) struct Search<'a> {
    pub(super) encoding: &'a Encoding,
    pub(super) choice: &'a Choice,
    pub(super) limits: &'a Limits,
    pub(super) observer: &'a mut dyn Observer,
}

impl Search<'_> {
    /// The error or what is not modelled; if the latter is found, then the error alone. Also gives the unmodelled exit.
    pub(super) fn goals(
        &mut self,
        program: &Program,
        clock: &mut Clock,
    ) -> Result<(Found, Option<Exit>), PipelineError> {
        let goal = if has_unmodelled(program) { Goal::ErrorOrUnmodelled } else { Goal::Error };
        let found = self.run(goal, clock)?;
        match &found.run {
            Some(run) if run.sink() == Some(Place::Unmodelled) => {
                let behind = clock.stage("replay", || replay::last_exit(program, run));
                Ok((self.run(Goal::Error, clock)?, behind))
            }
            _ => Ok((found, None)),
        }
    }

    pub(super) fn run(&mut self, goal: Goal, clock: &mut Clock) -> Result<Found, PipelineError> {
        let emitted = clock.stage("blast", || emit_until(&self.encoding.system, goal, &self.limits.stop));
        let emitted = emitted.ok_or(PipelineError::Stopped)?;
        let (solved, searched) = self.decide(goal, &emitted, clock)?;
        let run = match &solved.verdict {
            Verdict::Unsafe(trace) => {
                let run = emitted.run(self.encoding, trace);
                Some(
                    run.ok_or_else(|| PipelineError::Internal("a trace visits a location that does not exist".into()))?,
                )
            }
            _ => None,
        };
        Ok(Found { emitted, solved, searched, run })
    }

    /// Decides a smaller problem in place of the emitted one, if there is one. Should what was found there not hold for the
    /// emitted problem, that is decided itself.
    fn decide(
        &mut self,
        goal: Goal,
        emitted: &Emitted,
        clock: &mut Clock,
    ) -> Result<(Solved, Vec<(String, usize)>), PipelineError> {
        let stop = self.limits.stop.clone().until(self.limits.budget.deadline);
        // Whatever solver the engines use: the others are not to be stopped in time.
        let solvers = SatName::Cadical.factory();
        let simplified = match self.choice.simplification {
            Simplification::Off => None,
            Simplification::On => {
                let stop = self.limits.before_search();
                clock.stage("simplify", || simplify(&self.encoding.system, goal, emitted, &*solvers, &stop))
            }
        };
        if let Some(Simplified { system, emitted: simple, back }) = simplified {
            let searched =
                [("state bits searched", system.state_bits()), ("t clauses searched", simple.problem.transition.len())];
            let problem = Arc::new(emitted.problem.clone());
            let whole = problem.clone();
            let back = move |verdict| Some(trimmed(&whole, back.verdict(verdict)?, &*solvers, &stop));
            let original = Original { problem, back: Arc::new(back) };
            let (choice, limits) = (self.choice, self.limits);
            if let Ok(solved) = decide(&simple.problem, Some(original), choice, limits, self.observer, clock) {
                return Ok((solved, searched.map(|(name, size)| (name.to_owned(), size)).into()));
            }
        }
        Ok((decide(&emitted.problem, None, self.choice, self.limits, self.observer, clock)?, Vec::new()))
    }
}

/// Searches, as the stage *solve*; the check of the evidence is a stage of its own.
pub(super) fn decide(
    problem: &DimSpec,
    original: Option<Original>,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &mut Clock,
) -> Result<Solved, PipelineError> {
    let solved = clock.stage("solve", || solve::solve(problem, original, &choice.team, choice.sat, limits, observer));
    let solved = solved.map_err(|error| PipelineError::Internal(error.to_string()))?;
    if let Some(time) = solved.engines.iter().find_map(|engine| engine.check) {
        clock.add("solve", -time.as_secs_f64());
        clock.add("check", time.as_secs_f64());
    }
    Ok(solved)
}

/// Why a run ended early: an engine only sees that the flag is raised, who raised it knows why.
pub(super) fn cause(reason: Reason, limits: &Limits) -> Reason {
    match reason {
        Reason::Interrupted => limits.cause.get().copied().unwrap_or(reason),
        reason => reason,
    }
}
