//! Objects that could be encoded as wholes are read lazily in a first turn: proofs about one element of an array, or about the end of a
//! string, are short then. What depends on all elements together, such as their sum, is left to the turns behind.

use super::check::{search, Course, Found};
use super::clock::Clock;
use super::error::{in_time, PipelineError};
use super::question::Choice;
use super::refinement::Refinement;
use crate::program::Program;
use bitreach_engine::{Observer, Verdict};
use bitreach_limits::Limits;
use std::sync::Arc;
use std::time::Duration;

/// Where no time limit is given, searches that have others behind them take a part of this.
pub const LONG: Duration = Duration::from_secs(900);

/// Searches the program in turns, by how many cells an object has at most that is encoded as a whole. Each turn has half of the time that
/// is left, the last one all of it.
///
/// # Errors
/// As [`search`].
pub fn search_in_turns(
    program: &Arc<Program>,
    course: Course,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Found, PipelineError> {
    let mut known = course.known;
    let mut turns: Vec<Refinement> = choice.whole_cells.iter().map(|&cells| Refinement::new(program, cells)).collect();
    turns.dedup_by(|later, earlier| later.is_like(earlier));
    let last = turns.pop().unwrap_or_else(|| Refinement::new(program, 0));
    for turn in turns {
        let its = limits.part(limits.left().min(LONG) / 2);
        let course = Course { known, ..course };
        let Some(found) = in_time(search(turn, course, choice, &its, observer, clock))? else { continue };
        let is_answered = found.run.is_some() || matches!(found.solved.verdict, Verdict::Safe(_));
        // Where something unmodelled can be reached, whoever asks may have plans for the time.
        let is_over = known.is_none() && found.behind.is_some_and(|exit| (course.errors)(program, exit).is_some());
        if is_answered || is_over || limits.are_up() {
            return Ok(found);
        }
        known = found.behind;
    }
    search(last, Course { known, ..course }, choice, limits, observer, clock)
}
