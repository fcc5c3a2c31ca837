//! A function that is safe because what is assumed of its arguments and of the globals excludes every call: asked once more, with an error
//! in the place of the call.

use super::check::decided;
use super::clock::Clock;
use super::error::{in_time, PipelineError};
use super::finished::Finished;
use super::question::{Asked, Concrete, Replay};
use crate::harness::text::BEGINS;
use crate::report::Answer;
use crate::source::property::Property;
use bitreach_engine::Observer;
use std::time::Duration;

/// The question is short: where it takes longer, nothing is said.
const SHORT: Duration = Duration::from_secs(5);

/// Says in the report of a function that is safe whether nothing satisfies what is assumed.
///
/// # Errors
/// As [`super::check::check`].
pub fn tell(
    finished: &mut Finished,
    asked: &Asked,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<(), PipelineError> {
    let has_assumptions = asked.question.function.as_ref().is_some_and(|function| function.called.is_restricted);
    if finished.report.verdict != Answer::Safe || !has_assumptions || asked.limits.are_up() {
        return Ok(());
    }
    let mut asked = asked.clone();
    asked.question.property = Property::UnreachCall;
    asked.question.files.iter_mut().for_each(|unit| unit.arguments.push(format!("-D{BEGINS}")));
    asked.limits = asked.limits.part(asked.limits.left().min(SHORT) / 2);
    (asked.choice.replay, asked.choice.concrete) = (Replay::Interpreter, Concrete::Off);
    let begins = in_time(decided(&asked, observer, clock))?;
    if begins.is_some_and(|begins| begins.report.verdict == Answer::Safe) {
        let sentence = "Nothing was checked: no arguments and globals satisfy all that --assume says.";
        finished.report.nothing_checked = Some(sentence.to_owned());
    }
    Ok(())
}
