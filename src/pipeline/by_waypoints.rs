//! A program with the waypoints of a violation witness in it mostly says itself what it reads. An execution on that is tried before any search:
//! it may be thousands of blocks long.

use super::all_lengths::{read_for, Own};
use super::clock::Clock;
use super::concrete_fallback::ConcreteRuns;
use super::error::PipelineError;
use super::front_end::Programs;
use super::question::{Asked, Concrete};
use crate::concrete::{Candidate, End, Figures};
use crate::prepare::program::Prepared;
use crate::program::{Directed, Interpreter, OnlyWay};
use std::sync::Arc;

/// So many instructions and blocks are executed at most: some tenths of a second.
const LONGEST: u64 = 1 << 24;

/// The execution on the values that the program asks for, where the question is that of a witness and it ends in the error; and which question
/// about which programs that answers.
///
/// # Errors
/// If it cannot be replayed.
pub fn directed(
    asked: &Asked,
    programs: &Arc<Programs>,
    prepared: &Arc<Prepared>,
    clock: &Clock,
) -> Result<Option<(Own, ConcreteRuns)>, PipelineError> {
    // Only a witness asks about some lines alone.
    if asked.question.only.is_none() || asked.choice.concrete == Concrete::Off {
        return Ok(None);
    }
    let own = Own { asked: asked.clone(), programs: programs.clone() };
    let Some(runs) = executed(&own, clock)? else { return Ok(None) };
    let is_told = |runs: &ConcreteRuns| runs.path.as_ref().is_some_and(|path| path.on_plain);
    if is_told(&runs) {
        return Ok(Some((own, runs)));
    }
    // Which waypoints are passed, the program with all its lines says. Where that one computes a size that the optimised one knows, it is left
    // at a bound on objects.
    let mut asked = asked.clone();
    asked.question.bounds.endless = true;
    // The answer is known: what goes wrong from here on takes nothing away.
    let programs = clock.stage("front end", || read_for(&asked.question, prepared, &asked.limits));
    let endless = programs.ok().map(|programs| Own { asked, programs });
    let again = endless.and_then(|endless| {
        let runs = executed(&endless, clock).ok().flatten().filter(is_told)?;
        Some((endless, runs))
    });
    Ok(Some(again.unwrap_or((own, runs))))
}

/// The execution, if it ends in the error.
fn executed(Own { asked, programs }: &Own, clock: &Clock) -> Result<Option<ConcreteRuns>, PipelineError> {
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
