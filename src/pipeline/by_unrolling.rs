//! Where constants say how often each loop turns, the program without loops is one formula: what is counted is constant in it, and sums of the
//! same numbers in another order are found to be the same. It is searched first, in a part of the time.

use super::all_lengths::{is_answer, is_bound, Own};
use super::check::{search, Course, Found};
use super::clock::Clock;
use super::error::{in_time, PipelineError};
use super::question::{Choice, Loops};
use super::refinement::Refinement;
use crate::abandonable;
use bitreach_engine::{Observer, Verdict};
use bitreach_limits::Limits;
use std::sync::Arc;
use std::time::Duration;

/// The program without loops is searched for so long at most: what that decides, it mostly decides in seconds.
const MOST: Duration = Duration::from_secs(20);

/// The member that asks for runs, by its name in the table of members.
const UNROLLER: &str = "unroll";

/// Searches the unrolled program, if there is one, and if that is asked for. Which program that is, and what was found: an answer, or
/// that there is no error within the bounds on objects.
///
/// # Errors
/// As [`search`].
pub fn search_unrolled(
    Own { asked, programs }: &Own,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Option<(Own, Found)>, PipelineError> {
    if choice.loops == Loops::Kept {
        return Ok(None);
    }
    let its = limits.part((limits.left() / 4).min(MOST));
    let program = programs.optimised.clone();
    let unroll = || abandonable::run(&its.stop, move || program.unrolled());
    let Some(unrolled) = clock.stage("encode", unroll).flatten() else { return Ok(None) };
    let malformed = |fault| PipelineError::Internal(format!("the program without loops is malformed: {fault}"));
    unrolled.validate().map_err(malformed)?;
    let programs = Arc::new(programs.with_optimised(unrolled));
    let choice = without_proofs(choice);
    let refinement = Refinement::new(&programs.optimised, choice.whole_cells.last().copied().unwrap_or(0));
    let found = in_time(search(refinement, Course::PLAIN, &choice, &its, observer, clock))?;
    // Where something else is reached than a bound, a bound may be reached too, and this search does not tell: then the program with its
    // loops is searched.
    let is_over = |found: &Found| {
        let is_at_bound = found.behind.is_some_and(|exit| is_bound(&programs.optimised, exit));
        is_answer(found) || is_at_bound && matches!(found.solved.verdict, Verdict::Safe(_))
    };
    let Some(mut found) = found.filter(is_over) else { return Ok(None) };
    if is_answer(&found) {
        found.solved.evidence.insert(0, "each loop is laid out as often as it turns: the problem has none".to_owned());
    }
    Ok(Some((Own { asked: asked.clone(), programs }, found)))
}

/// The same, by the unroller alone where it is one of several: a program without loops has one step, of which nothing is to be learnt by induction.
fn without_proofs(choice: &Choice) -> Choice {
    let mut choice = choice.clone();
    let members = &mut choice.team.members;
    if members.iter().any(|member| member.name == UNROLLER) {
        members.retain(|member| member.name == UNROLLER);
        choice.team.jobs = 1;
    }
    choice
}
