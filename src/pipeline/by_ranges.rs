//! Values that IEEE 754 does not fix, such as those of `sin`, are unmodelled. Before a program is searched that has some, a proof is tried
//! with any values of their ranges: these are more executions than there are, so that what is safe there is safe, and an error there
//! is no answer.

use super::check::decided;
use super::clock::Clock;
use super::error::{in_time, PipelineError};
use super::finished::Finished;
use super::question::{Asked, Replay};
use super::turns::LONG;
use crate::prepare::program::is_not_fixed;
use crate::program::{Exit, Program};
use crate::report::Answer;
use bitreach_engine::Observer;

/// The proof that a program is safe whatever such functions give, where it calls some and that is proved in half of the time.
///
/// # Errors
/// As [`super::check::check`].
pub fn proved(
    asked: &Asked,
    program: &Program,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Option<Finished>, PipelineError> {
    let leaves_open = |exit: Exit| match exit {
        Exit::Unmodelled(row) => program.map.unmodelled.get(row.0).is_some_and(|row| is_not_fixed(&row.reason)),
        _ => false,
    };
    if !program.exits().any(leaves_open) {
        return Ok(None);
    }
    let mut asked = asked.clone();
    asked.question.assumed.ranges = true;
    asked.limits = asked.limits.part(asked.limits.left().min(LONG) / 2);
    // What is found is no execution of the program.
    asked.choice.replay = Replay::Interpreter;
    let finished = in_time(decided(&asked, observer, clock))?;
    Ok(finished.filter(|finished| finished.report.verdict == Answer::Safe))
}
