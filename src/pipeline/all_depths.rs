//! Recursion is inlined to a depth. Where that is in the way of an answer, the program is prepared and searched once more with recursion to
//! any depth: what calls have to remember is in memory then, which is read lazily.

use super::all_lengths::{read_for, search_all_lengths, with_enough_objects, Own};
use super::check::{answered, Answered, Course};
use super::clock::Clock;
use super::concrete_fallback::{self as concrete, Beside, ConcreteRuns};
use super::error::{in_time, PipelineError};
use super::front_end::{prepare, Programs};
use super::question::Asked;
use super::turns::{search_in_turns, LONG};
use crate::prepare::program::{is_too_deep, Prepared};
use crate::program::{Exit, Object, OnlyWay, Program, Tail};
use crate::read::bounds::Bounds;
use crate::report::Answer;
use bitreach_engine::Observer;
use bitreach_limits::Limits;
use std::sync::Arc;
use std::time::Duration;

/// What searches and native runs of a program came to.
pub struct Attempt {
    /// Which question was asked about which programs.
    pub own: Own,
    /// What the search found, if it came to an end.
    pub answered: Option<Answered>,
    /// What native runs of the programs came to.
    pub runs: Option<ConcreteRuns>,
    /// The programs that were run.
    pub run: Own,
}

impl Attempt {
    /// Whether there is an answer, which for programs that take one way whatever they read may be *unmodelled*.
    fn is_answer(&self) -> bool {
        let of_search = self.answered.as_ref().is_some_and(|found| !matches!(found.answer(), Answer::Unknown(_)));
        of_search || self.runs.as_ref().is_some_and(ConcreteRuns::are_answer)
    }

    /// The exit by which recursion goes deeper than it is inlined, if that can be reached.
    fn too_deep(&self) -> Option<Exit> {
        let exit = self.answered.as_ref()?.behind()?;
        leaves_off(&self.own.programs.optimised, exit).then_some(exit)
    }
}

/// Whether an exit is there because recursion goes deeper than it is inlined.
pub fn leaves_off(program: &Program, exit: Exit) -> bool {
    match exit {
        Exit::Unmodelled(row) => program.map.unmodelled.get(row.0).is_some_and(|row| is_too_deep(&row.reason)),
        _ => false,
    }
}

/// Searches the program with recursion to a depth and, if that leaves something off and there is no answer, with recursion to any depth. If
/// that comes to no answer either, the search for errors within the depth goes on.
///
/// # Errors
/// As [`search_all_lengths`].
pub fn search_all_depths(
    asked: &Asked,
    (prepared, programs): (&Arc<Prepared>, &Arc<Programs>),
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Attempt, PipelineError> {
    let limits = &asked.limits;
    let program = &programs.optimised;
    if !program.exits().any(|exit| leaves_off(program, exit)) {
        return attempt(asked, limits, (prepared, programs), observer, clock);
    }
    let is_hopeless = matches!(concrete::beginning(program), OnlyWay::Ends { exit, .. } if leaves_off(program, exit));
    if is_hopeless {
        // All executions go this way.
        if let Some(attempt) = with_frames(asked, limits, observer, clock)? {
            return Ok(attempt);
        }
    }
    let its = limits.part(limits.left().min(LONG) / 2);
    let mut first = attempt(asked, &its, (prepared, programs), observer, clock)?;
    if first.is_answer() || limits.are_up() {
        return Ok(first);
    }
    let behind = first.too_deep();
    let its = match behind {
        // Errors within the depth are searched for once more.
        Some(_) => limits.part(limits.left().min(LONG) / 4 * 3),
        None => limits.clone(),
    };
    let Some(second) = with_frames(asked, &its, observer, clock)? else { return Ok(first) };
    if second.is_answer() || limits.are_up() || behind.is_none() {
        return Ok(second);
    }
    let course = Course { known: behind, ..Course::PLAIN };
    let searched = first.own.programs.clone();
    let found = search_in_turns(&searched.optimised, course, &asked.choice, limits, observer, clock);
    if let Some(found) = in_time(found)? {
        first.answered = Some(answered(&first.own.asked, &searched, found, clock)?);
    }
    Ok(if first.is_answer() { first } else { second })
}

/// Prepares the program with recursion to any depth, and searches it; `None` if the limits end the stages before the search.
fn with_frames(
    asked: &Asked,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Option<Attempt>, PipelineError> {
    let mut asked = asked.clone();
    asked.question.frames = true;
    let read = || {
        let prepared = prepare(&asked.question, limits, clock)?;
        let programs = read_for(&asked.question, &prepared, limits)?;
        Ok((prepared, programs))
    };
    let Some((prepared, programs)) = in_time(clock.stage("front end", read))? else { return Ok(None) };
    attempt(&asked, limits, (&prepared, &programs), observer, clock).map(Some)
}

/// Searches the program within these limits. What cells of large objects held at first is not recorded where it may be anything. If the answer
/// rests on that, or there is none in a third of the time, the program is read once more with all these cells, and searched again.
fn attempt(
    asked: &Asked,
    limits: &Limits,
    (prepared, programs): (&Arc<Prepared>, &Arc<Programs>),
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Attempt, PipelineError> {
    if !can_record(&programs.optimised, asked.question.bounds) {
        return attempt_once(asked, limits, (prepared, programs), observer, clock);
    }
    let its = limits.part((limits.left() / 3).min(UNRECORDED));
    let first = attempt_once(asked, &its, (prepared, programs), observer, clock)?;
    let is_unrecorded = first.answered.as_ref().is_some_and(Answered::is_unrecorded);
    if first.is_answer() || !(is_unrecorded || its.are_up()) || limits.are_up() {
        return Ok(first);
    }
    let mut asked = asked.clone();
    asked.question.bounds.records = true;
    let read = || read_for(&asked.question, prepared, limits);
    let Some(programs) = in_time(clock.stage("front end", read))? else { return Ok(first) };
    attempt_once(&asked, limits, (prepared, &programs), observer, clock)
}

/// Programs are searched for so long at most without what cells held at first: what that decides, it mostly decides in seconds.
const UNRECORDED: Duration = Duration::from_secs(20);

/// Whether the program has cells whose first contents are recorded only where it is read for that. Where there are too many to be listed, no
/// reading records them.
fn can_record(program: &Program, bounds: Bounds) -> bool {
    let Bounds { object_bytes, object_cells, records, .. } = bounds.widened();
    let fits = |object: &Object, tail: Tail| {
        let in_period = object.cells.iter().filter(|cell| cell.offset >= tail.begin).count() as u64;
        object.size <= object_bytes && object.size / tail.period * in_period <= object_cells as u64
    };
    let mut open =
        program.objects.iter().filter_map(|object| Some((object, object.tail.filter(|tail| !tail.is_zero)?)));
    !records && open.any(|(object, tail)| fits(object, tail))
}

/// Searches the program with the concrete engine beside, within these limits.
fn attempt_once(
    asked: &Asked,
    limits: &Limits,
    (prepared, programs): (&Arc<Prepared>, &Arc<Programs>),
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Attempt, PipelineError> {
    let own = Own { asked: asked.clone(), programs: programs.clone() };
    let own = in_time(with_enough_objects(own.clone(), prepared, limits, clock))?.unwrap_or(own);
    let mut beside = Beside::start(&own, limits);
    beside.go_ahead(clock);
    let found = search_all_lengths(&own, prepared, &mut beside, observer, clock);
    let (run, runs) = beside.end();
    let (own, answered) = match in_time(found)? {
        Some((own, found)) => {
            let answered = answered(&own.asked, &own.programs, found, clock)?;
            (own, Some(answered))
        }
        None => (own, None),
    };
    let runs = concrete::reconciled(runs, answered.as_ref().map(Answered::answer))?;
    Ok(Attempt { own, answered, runs, run })
}
