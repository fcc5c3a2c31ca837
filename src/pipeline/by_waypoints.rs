//! A program with the waypoints of a violation witness in it mostly says itself what it reads. An execution on that is tried before any search:
//! it may be thousands of blocks long.

use super::clock::Clock;
use super::concrete_fallback::ConcreteRuns;
use super::error::PipelineError;
use super::front_end::Programs;
use super::question::{Asked, Concrete};
use crate::concrete::{Candidate, End, Figures};
use crate::program::{Directed, Interpreter, OnlyWay};

/// So many instructions and blocks are executed at most: some tenths of a second.
const LONGEST: u64 = 1 << 24;

/// The execution on the values that the program asks for, where the question is that of a witness and it ends in the error.
///
/// # Errors
/// If it cannot be replayed.
pub fn directed(asked: &Asked, programs: &Programs, clock: &Clock) -> Result<Option<ConcreteRuns>, PipelineError> {
    // Only a witness asks about some lines alone.
    if asked.question.only.is_none() || asked.choice.concrete == Concrete::Off {
        return Ok(None);
    }
    let found = clock.stage("waypoints", || Interpreter::new(&programs.optimised).directed(LONGEST));
    let Some(Directed { site, inputs, blocks }) = found else { return Ok(None) };
    let figures = Figures { runs: 1, turns: blocks, ..Figures::default() };
    let mut runs = ConcreteRuns { figures, ..ConcreteRuns::default() };
    let candidate = Candidate { site, inputs, turns: blocks };
    // It is checked as what native runs find.
    let replay = || runs.note(Ok(End::Error(candidate)), &OnlyWay::Depends, asked, programs, &asked.limits.stop);
    clock.stage("replay", replay)?;
    Ok(runs.are_answer().then_some(runs))
}
