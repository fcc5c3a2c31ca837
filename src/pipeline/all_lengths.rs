//! Objects of computed size have a bound, as has the number of objects that a call gives out. Where that is in the way of an answer, the
//! program is read and searched without these bounds.

use super::all_depths::leaves_off;
use super::check::{Course, Found};
use super::clock::Clock;
use super::concrete_fallback::Beside;
use super::error::{in_time, PipelineError};
use super::front_end::{read_programs, Programs};
use super::question::{Asked, Question};
use super::turns::{search_in_turns, LONG};
use crate::prepare::program::Prepared;
use crate::program::{Exit, Program};
use crate::read;
use bitreach_engine::{Observer, Verdict};
use bitreach_limits::Limits;
use std::sync::Arc;
use std::time::Duration;

/// Which question was answered about which programs: those with bounds on objects, or those without.
pub struct Own {
    /// The question.
    pub asked: Asked,
    /// The programs.
    pub programs: Arc<Programs>,
}

/// Reads the programs for a question.
///
/// # Errors
/// If a module cannot be read, or the limits end the stage.
pub fn read_for(
    question: &Question,
    prepared: &Arc<Prepared>,
    limits: &Limits,
) -> Result<Arc<Programs>, PipelineError> {
    let mut programs = read_programs(prepared, question.bounds.widened(), limits)?;
    question.only.iter().for_each(|lines| programs.keep_errors_at(lines));
    Ok(Arc::new(programs))
}

/// Searches the program in which objects have bounds. Where larger or more ones can be allocated, the errors within the bounds are
/// searched for in a part of the time. If there is none, the program without bounds is searched, which is read lazily. If that
/// comes to no answer, the search for errors within the bounds goes on.
///
/// # Errors
/// As [`search_in_turns`].
pub fn search_all_lengths(
    asked: &Asked,
    (prepared, programs): (&Arc<Prepared>, &Arc<Programs>),
    beside: &Beside,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<(Own, Found), PipelineError> {
    let (choice, limits) = (&beside.choice, &beside.limits);
    let is_bound = |program: &Program, exit: Exit| match exit {
        Exit::Unmodelled(row) => {
            program.map.unmodelled.get(row.0).is_some_and(|row| read::BOUNDED.contains(&&*row.reason))
        }
        _ => false,
    };
    let errors = |program: &Program, exit: Exit| {
        let is_short = is_bound(program, exit) || leaves_off(program, exit);
        is_short.then(|| limits.part((limits.left() / 10).min(SHORT)))
    };
    let course = Course { known: None, errors: &errors };
    let found = search_in_turns(&programs.optimised, course, choice, limits, observer, clock)?;
    let own = Own { asked: asked.clone(), programs: programs.clone() };
    let is_bounded = found.behind.is_some_and(|exit| is_bound(&programs.optimised, exit));
    if !is_bounded || found.run.is_some() || limits.are_up() {
        return Ok((own, found));
    }
    // Where the errors within the bounds have been searched for to the end, nothing is left for later.
    let is_over = matches!(found.solved.verdict, Verdict::Safe(_));
    let its = if is_over { limits.clone() } else { limits.part(limits.left().min(LONG) / 2) };
    if let Some(answer) = search_without_bound(asked, prepared, &its, observer, clock)? {
        return Ok(answer);
    }
    if is_over || limits.are_up() {
        return Ok((own, found));
    }
    let course = Course { known: found.behind, ..Course::PLAIN };
    let more = in_time(search_in_turns(&programs.optimised, course, choice, limits, observer, clock))?;
    Ok((own, more.unwrap_or(found)))
}

/// Reads the program without the bound, and searches it lazily; `None` if that comes to no answer, or nothing is without a bound.
fn search_without_bound(
    asked: &Asked,
    prepared: &Arc<Prepared>,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Option<(Own, Found)>, PipelineError> {
    let mut asked = asked.clone();
    asked.question.bounds.endless = true;
    let programs = in_time(clock.stage("front end", || read_for(&asked.question, prepared, limits)))?;
    let has_tails = |programs: &Arc<Programs>| programs.optimised.objects.iter().any(|object| object.tail.is_some());
    let Some(programs) = programs.filter(has_tails) else { return Ok(None) };
    // Where something is unmodelled all the same there is no proof, and errors are rather found where objects are small.
    let errors = |_: &Program, _: Exit| Some(limits.part((limits.left() / 10).min(SHORT)));
    let course = Course { known: None, errors: &errors };
    // The concrete engine is no member here: it runs the other program.
    let found = in_time(search_in_turns(&programs.optimised, course, &asked.choice, limits, observer, clock))?;
    let is_answer = |found: &Found| match found.solved.verdict {
        Verdict::Safe(_) => found.behind.is_none(),
        _ => found.run.is_some(),
    };
    Ok(found.filter(is_answer).map(|found| (Own { asked, programs }, found)))
}

/// Errors that are found soon are found in this time.
const SHORT: Duration = Duration::from_secs(1);
