//! An error behind signed arithmetic that overflows. C leaves open what such an execution does, and a search takes it to wrap: so what is
//! safe is safe either way. An error counts where an execution without overflow comes to it. Where the one that was found does not come to its
//! error on the plain program, which ends at an overflow, it is replayed on the program that is searched, made to end there as well; and if
//! that says no, the question is asked once more about that program.

use super::all_lengths::read_for;
use super::check::decided;
use super::clock::Clock;
use super::error::{in_time, PipelineError};
use super::finished::{Basis, Finished};
use super::front_end::prepare;
use super::question::Asked;
use super::reporting::Subject;
use crate::prepare::program::Overflow;
use crate::report::Answer;
use crate::verdict::{replay, ErrorPath};
use bitreach_engine::Observer;
use bitreach_limits::exhausted;
use std::time::Duration;

/// The second answer may take this long, or so many times as long as the first.
const AT_LEAST: Duration = Duration::from_secs(20);
const TIMES: u32 = 3;

/// What is said where no execution without overflow was found.
const BEHIND: &str = " An execution comes to the error if signed arithmetic that overflows wraps. C leaves that undefined, and no \
                      execution without an overflow was found to come there. --signed-overflow wraps shows the first one.";

/// Gives what was found, if it holds in C; else what is found without executions that overflow.
///
/// # Errors
/// As [`super::check::check`].
pub fn settled(
    finished: Finished,
    asked: &Asked,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Finished, PipelineError> {
    let Some(Basis::Path(path, _)) = finished.basis.as_deref() else { return Ok(finished) };
    if !path.may_overflow || asked.question.assumed.overflow != Overflow::Noticed {
        return Ok(finished);
    }
    let mut own = asked.clone();
    own.question.assumed.overflow = Overflow::Undefined;
    own.limits = asked.limits.part(asked.limits.left().min(AT_LEAST.max(clock.elapsed() * TIMES)));
    if in_time(is_defined(&own, path, clock))? == Some(true) {
        return Ok(finished);
    }
    drop(finished);
    let again = in_time(decided(&own, observer, clock))?;
    let ended = || Finished::ended(Subject::Program(&own.question), exhausted(&own.limits), clock);
    let mut again = again.unwrap_or_else(ended);
    match again.report.verdict {
        Answer::Unsafe(_) => {}
        Answer::Unknown(_) => again.report.summary.push_str(BEHIND),
        Answer::Safe => {
            let message = "an execution that overflows comes to an error, and none comes to an overflow or an error";
            return Err(PipelineError::Internal(message.to_owned()));
        }
    }
    Ok(again)
}

/// Whether the inputs of a path lead to its error where what follows an overflow is unmodelled. If that cannot be said, they do not.
fn is_defined(asked: &Asked, path: &ErrorPath, clock: &Clock) -> Result<bool, PipelineError> {
    let Asked { question, limits, .. } = asked;
    let prepared = clock.stage("front end", || prepare(question, limits, clock))?;
    let programs = clock.stage("front end", || read_for(question, &prepared, limits))?;
    Ok(clock.stage("replay", || replay::reaches(&programs.optimised, path)))
}
