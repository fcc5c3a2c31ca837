//! Objects of computed size have a bound, as has the number of objects that a call gives out. Where that is in the way of an answer, the
//! program is read and searched with more objects, and then without these bounds.

use super::all_depths::leaves_off;
use super::by_unrolling::search_unrolled;
use super::check::{Course, Found};
use super::clock::Clock;
use super::concrete_fallback::{self as concrete, Beside};
use super::error::{in_time, PipelineError};
use super::front_end::{read_programs, Programs};
use super::question::{Asked, Question};
use super::turns::{search_in_turns, LONG};
use crate::prepare::program::intercept::MORE_ALLOCATIONS;
use crate::prepare::program::Prepared;
use crate::program::{Exit, OnlyWay, Program};
use crate::read;
use bitreach_engine::{Observer, Reason, Verdict};
use bitreach_limits::{exhausted, Limits};
use std::sync::Arc;
use std::time::Duration;

/// Which question was answered about which programs: those with bounds on objects, or those without.
#[derive(Clone)]
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
    programs.end_at(&question.known);
    Ok(Arc::new(programs))
}

/// Searches the program in which objects have bounds. Where larger or more ones can be allocated, the errors within the bounds are
/// searched for in a part of the time. If there is none, and more objects than that can be allocated, programs with more objects are
/// searched, and then the program without bounds, which is read lazily. If that comes to no answer, the search for errors within the
/// bounds goes on.
///
/// Where the concrete engine finds an error of a program with more objects, that engine is the one beside.
///
/// # Errors
/// As [`search_in_turns`]; or that the search is stopped, where the concrete engine has the answer.
pub fn search_all_lengths(
    Own { asked, programs }: &Own,
    prepared: &Arc<Prepared>,
    beside: &mut Beside,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<(Own, Found), PipelineError> {
    let (choice, limits) = (&beside.choice.clone(), &beside.limits.clone());
    let own = Own { asked: asked.clone(), programs: programs.clone() };
    let (own, found) = match search_unrolled(&own, choice, limits, observer, clock)? {
        Some(unrolled) => unrolled,
        None => {
            let errors = |program: &Program, exit: Exit| {
                let is_bounded = is_bound(program, exit) || leaves_off(program, exit);
                is_bounded.then(|| limits.part((limits.left() / 10).min(SHORT)))
            };
            let course = Course { known: None, errors: &errors };
            (own, search_in_turns(&programs.optimised, course, choice, limits, observer, clock)?)
        }
    };
    let is_bounded = found.behind.is_some_and(|exit| is_bound(&programs.optimised, exit));
    if !is_bounded || found.run.is_some() {
        return Ok((own, found));
    }
    // What follows is a program of other objects, and may take its time before a search begins.
    if !limits.are_up() {
        beside.try_inputs(clock);
    }
    if limits.are_up() {
        return Ok(ended_by((own, found), exhausted(limits)));
    }
    // Where the errors within the bounds have been searched for to the end, nothing is left for later.
    let is_over = matches!(found.solved.verdict, Verdict::Safe(_));
    let needs_more = found.behind.is_some_and(|exit| is_short(&programs.optimised, exit));
    let its = if is_over { limits.clone() } else { limits.part(limits.left().min(LONG) / 2) };
    let mut open = None;
    if needs_more {
        match search_with_more_objects(asked, MORE, (prepared, beside), &its, observer, clock)? {
            More::Answered(own, found) => return Ok((own, *found)),
            More::Open(own) => open = Some(own),
            More::Short => {}
        }
    }
    let (ended, is_unrecorded) = match search_without_bound(asked, prepared, &its, observer, clock)? {
        Unbounded::Answered(answer) => return Ok(*answer),
        Unbounded::Ended(limit) => (Some(limit), false),
        Unbounded::Unmodelled { is_unrecorded } => (None, is_unrecorded),
    };
    if needs_more && open.is_none() && !limits.are_up() {
        match search_with_more_objects(asked, MANY, (prepared, beside), limits, observer, clock)? {
            More::Answered(own, found) => return Ok((own, *found)),
            More::Open(own) => open = Some(own),
            More::Short => {}
        }
    }
    let mut last = if let Some(larger) = open.filter(|_| !limits.are_up()) {
        let more = search_beside(&larger, beside, limits, observer, clock)?;
        more.map_or((own, found), |found| (larger, found))
    } else if is_over || limits.are_up() {
        (own, found)
    } else {
        let course = Course { known: found.behind, ..Course::PLAIN };
        let more = in_time(search_in_turns(&programs.optimised, course, choice, limits, observer, clock))?;
        (own, more.unwrap_or(found))
    };
    last.1.is_unrecorded |= is_unrecorded;
    match ended {
        _ if is_answer(&last.1) => Ok(last),
        None => Ok(last),
        Some(limit) if is_over || limits.are_up() => Ok(ended_by(last, limit)),
        // It had a part of the time, and some is left.
        Some(_) => match search_without_bound(asked, prepared, limits, observer, clock)? {
            Unbounded::Answered(answer) => Ok(*answer),
            Unbounded::Ended(limit) => Ok(ended_by(last, limit)),
            Unbounded::Unmodelled { is_unrecorded } => {
                last.1.is_unrecorded |= is_unrecorded;
                Ok(last)
            }
        },
    }
}

/// What a search within bounds found, where it is a limit that ended the search without them.
fn ended_by((own, mut found): (Own, Found), limit: Reason) -> (Own, Found) {
    found.ended = found.behind.filter(|exit| is_bound(&own.programs.optimised, *exit)).map(|_| limit);
    (own, found)
}

/// Whether an exit is there for such a reason.
fn is_for(program: &Program, exit: Exit, is_reason: impl Fn(&str) -> bool) -> bool {
    match exit {
        Exit::Unmodelled(row) => program.map.unmodelled.get(row.0).is_some_and(|row| is_reason(&row.reason)),
        _ => false,
    }
}

/// Whether an exit is there because of a bound.
pub fn is_bound(program: &Program, exit: Exit) -> bool {
    is_for(program, exit, read::is_bound)
}

/// Whether an exit is there because a call gives out more objects than there are.
fn is_short(program: &Program, exit: Exit) -> bool {
    is_for(program, exit, |reason| reason.starts_with(MORE_ALLOCATIONS))
}

/// The programs in which a call gives out so many objects.
fn with_objects(
    asked: &Asked,
    prepared: &Arc<Prepared>,
    instances: usize,
    limits: &Limits,
    clock: &Clock,
) -> Result<Own, PipelineError> {
    let mut asked = asked.clone();
    asked.question.bounds.instances = instances;
    let programs = clock.stage("front end", || read_for(&asked.question, prepared, limits))?;
    Ok(Own { asked, programs })
}

/// Where the program takes one way whatever it reads, and that allocates more objects than there are, the programs with more of them, as
/// long as that helps.
///
/// # Errors
/// As [`read_for`].
pub fn with_enough_objects(
    mut own: Own,
    prepared: &Arc<Prepared>,
    limits: &Limits,
    clock: &Clock,
) -> Result<Own, PipelineError> {
    for instances in [16, 64, 255] {
        let program = &own.programs.optimised;
        let has_bound = program.exits().any(|exit| is_short(program, exit));
        if !has_bound || !ends_short(program) {
            break;
        }
        if instances > own.asked.question.bounds.instances {
            own = with_objects(&own.asked, prepared, instances, limits, clock)?;
        }
    }
    Ok(own)
}

/// Whether all executions take one way, and that needs more objects than there are.
fn ends_short(program: &Program) -> bool {
    matches!(concrete::beginning(program), OnlyWay::Ends { exit, .. } if is_short(program, exit))
}

/// What the search of a program with more objects came to.
enum More {
    /// An answer.
    Answered(Own, Box<Found>),
    /// It is not known whether this program has enough objects.
    Open(Own),
    /// There are executions with more objects than it has.
    Short,
}

/// So many objects of a call are tried before the program without that bound is read, and so many afterwards: where there are executions with
/// more than a few, there mostly are some with any number.
const MORE: usize = 16;
const MANY: usize = 64;

/// Reads the program with so many objects, and searches it.
fn search_with_more_objects(
    asked: &Asked,
    instances: usize,
    (prepared, beside): (&Arc<Prepared>, &mut Beside),
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<More, PipelineError> {
    if instances > asked.question.bounds.instances {
        let its = limits.part((limits.left() / 8).min(TRIED));
        let own = in_time(with_objects(asked, prepared, instances, &its, clock))?;
        let Some(own) = own else { return Ok(More::Short) };
        match search_beside(&own, beside, &its, observer, clock)? {
            Some(found) if is_answer(&found) => return Ok(More::Answered(own, Box::new(found))),
            Some(found) if found.behind.is_some_and(|exit| is_short(&own.programs.optimised, exit)) => {}
            _ => return Ok(More::Open(own)),
        }
    }
    Ok(More::Short)
}

/// Searches a program with a concrete engine of its own beside, which is kept where there is an answer. `None` if the limits end it.
fn search_beside(
    own: &Own,
    beside: &mut Beside,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Option<Found>, PipelineError> {
    let other = Beside::start(own, limits);
    other.go_ahead(clock);
    let errors = |program: &Program, exit: Exit| {
        is_short(program, exit).then(|| other.limits.part((limits.left() / 10).min(SHORT)))
    };
    let course = Course { known: None, errors: &errors };
    let found = search_in_turns(&own.programs.optimised, course, &other.choice, &other.limits, observer, clock);
    let found = in_time(found)?;
    let is_answered = found.as_ref().is_some_and(is_answer);
    if is_answered || other.has_answer() {
        *beside = other;
        return found.filter(|_| is_answered).ok_or(PipelineError::Stopped).map(Some);
    }
    // What is wrong with the engine is said, where it has no answer.
    concrete::reconciled(other.end().1, None)?;
    Ok(found)
}

/// Whether a search came to an answer about the whole program.
pub fn is_answer(found: &Found) -> bool {
    match found.solved.verdict {
        Verdict::Safe(_) => found.behind.is_none(),
        _ => found.run.is_some(),
    }
}

/// What the search of the program without bounds came to.
enum Unbounded {
    /// An answer.
    Answered(Box<(Own, Found)>),
    /// A limit ended it.
    Ended(Reason),
    /// Nothing in it is without a bound, or something else in it is unmodelled, or it rests on what memory held at first that is not recorded.
    Unmodelled { is_unrecorded: bool },
}

/// Reads the program without the bound, and searches it lazily.
fn search_without_bound(
    asked: &Asked,
    prepared: &Arc<Prepared>,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Unbounded, PipelineError> {
    let mut asked = asked.clone();
    asked.question.bounds.endless = true;
    let ended = || Ok(Unbounded::Ended(exhausted(limits)));
    let programs = in_time(clock.stage("front end", || read_for(&asked.question, prepared, limits)))?;
    let Some(programs) = programs else { return ended() };
    if programs.optimised.objects.iter().all(|object| object.tail.is_none()) {
        return Ok(Unbounded::Unmodelled { is_unrecorded: false });
    }
    // Where something is unmodelled all the same there is no proof, and errors are rather found where objects are small.
    let errors = |_: &Program, _: Exit| Some(limits.part((limits.left() / 10).min(SHORT)));
    let course = Course { known: None, errors: &errors };
    // The concrete engine is no member here: it runs the other program.
    let found = in_time(search_in_turns(&programs.optimised, course, &asked.choice, limits, observer, clock))?;
    let Some(found) = found else { return ended() };
    match found.solved.verdict {
        _ if is_answer(&found) => Ok(Unbounded::Answered(Box::new((Own { asked, programs }, found)))),
        Verdict::Unknown(_, _) if found.behind.is_none() && limits.are_up() => ended(),
        Verdict::Unknown(reason @ Reason::Memory, _) if found.behind.is_none() => Ok(Unbounded::Ended(reason)),
        _ => Ok(Unbounded::Unmodelled { is_unrecorded: found.is_unrecorded }),
    }
}

/// Programs with more objects are tried for so long: what that decides, it mostly decides soon, and the one that is left open is searched again at
/// last.
const TRIED: Duration = Duration::from_secs(2);

/// Errors that are found soon are found in this time.
const SHORT: Duration = Duration::from_secs(1);
