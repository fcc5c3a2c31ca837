//! Programs that take the same way whatever they read: one run decides them, and a second one confirms it.

use super::confirm::LONGEST_PLAYBACK;
use crate::concrete::{self, Candidate, ConcreteError, End, Figures, Optimisation, Repeats};
use crate::native::Played;
use crate::pipeline::error::PipelineError;
use crate::pipeline::front_end::Programs;
use crate::pipeline::native_replay::Execution;
use crate::pipeline::question::{Asked, Replay};
use crate::prepare::program::is_too_deep;
use crate::program::{Exit, Interpreter, OnlyWay, Program, UnmodelledId};
use crate::read;
use bitreach_limits::StopFlag;
use std::time::Duration;

/// So many instructions and blocks of the way are looked at by the interpreter: some hundredths of a second.
const BEGINNING: u64 = 1 << 20;

/// Ways of so few blocks through programs of so few instructions are left to the search at first, whose proofs say more.
const FEW_BLOCKS: u64 = 100;
const FEW_INSTRUCTIONS: usize = 1000;

/// Longer programs are not compiled before the search: that would take many seconds.
const MOST_INSTRUCTIONS: usize = 8000;

/// What becomes of a program's only way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Only {
    /// It ends without error, or never.
    Safe {
        /// How often control goes back in a loop until it ends; or which state comes again.
        length: Length,
        /// What confirmed it.
        confirmed: Confirmed,
    },
    /// It comes to something unmodelled.
    Unmodelled(UnmodelledId),
}

/// How long the only way is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// It ends after so many turns of loops.
    Turns(u64),
    /// It never ends.
    Endless(Repeats),
}

/// By what it was confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmed {
    /// The interpreter came to the same end after so many blocks.
    Interpreter(u64),
    /// The program as clang compiled it, before any pass, ends without error.
    Unoptimised,
    /// A second build of the optimised program does the same.
    SecondBuild(Optimisation),
}

/// The only way of the program as far as the interpreter looks.
pub fn beginning(program: &Program) -> OnlyWay {
    Interpreter::new(program).only_way(BEGINNING)
}

/// Whether the way is to be taken before anything else.
pub fn comes_first(beginning: &OnlyWay, program: &Program) -> bool {
    match beginning {
        OnlyWay::Depends => false,
        OnlyWay::Longer => concrete::instructions(program) <= MOST_INSTRUCTIONS,
        // Whatever its size, what the interpreter knows need not be compiled unless it ends well.
        OnlyWay::Ends { exit: Exit::Ok, blocks, .. } => {
            (*blocks > FEW_BLOCKS || concrete::instructions(program) > FEW_INSTRUCTIONS)
                && concrete::instructions(program) <= MOST_INSTRUCTIONS
        }
        OnlyWay::Ends { blocks, .. } => *blocks > FEW_BLOCKS || concrete::instructions(program) > FEW_INSTRUCTIONS,
    }
}

/// How the way ends where the interpreter has come to an end that need not be confirmed.
pub fn known(beginning: &OnlyWay) -> Option<End> {
    match beginning {
        // What is found is replayed like all that the engine finds. A block is a turn at most.
        OnlyWay::Ends { exit: Exit::Error(site), blocks, inputs } => {
            Some(End::Error(Candidate { site: *site, inputs: inputs.clone(), turns: *blocks }))
        }
        OnlyWay::Ends { exit: Exit::Unmodelled(row), .. } => Some(End::Unmodelled(*row)),
        OnlyWay::Depends => Some(End::Depends),
        OnlyWay::Ends { exit: Exit::Ok, .. } | OnlyWay::Longer => None,
    }
}

/// Takes the way to its end.
///
/// # Errors
/// If the program cannot be compiled or run.
pub fn take(
    program: &Program,
    beginning: &OnlyWay,
    stop: &StopFlag,
    hear: impl FnMut(Figures),
) -> Result<End, ConcreteError> {
    match known(beginning) {
        Some(end) => Ok(end),
        None => concrete::take_only_way(program, Optimisation::Much, None, stop, hear),
    }
}

/// Whether code that is not modelled is only so because of bounds that can be taken away: without them there may be an answer.
pub fn is_bound(program: &Program, row: UnmodelledId) -> bool {
    program.map.unmodelled.get(row.0).is_none_or(|row| read::is_bound(&row.reason) || is_too_deep(&row.reason))
}

/// Confirms a way that comes to no error, in another way than it was found: by the interpreter where it is short; else by the program
/// as clang compiled it, or by a second build. `took` is how long finding it took. Else why it could not be confirmed.
///
/// # Errors
/// If that comes to something else.
pub fn confirmed(
    length: Length,
    beginning: &OnlyWay,
    asked: &Asked,
    programs: &Programs,
    took: Duration,
    stop: &StopFlag,
) -> Result<Result<Confirmed, String>, PipelineError> {
    let differs = |what: String| PipelineError::Internal(format!("concrete: the only way is not confirmed: {what}"));
    match (length, beginning) {
        (Length::Turns(_), OnlyWay::Ends { exit: Exit::Ok, blocks, .. }) => {
            return Ok(Ok(Confirmed::Interpreter(*blocks)))
        }
        (_, OnlyWay::Longer) => {}
        (_, other) => return Err(differs(format!("the interpreter says {other:?}"))),
    }
    let is_playable = asked.choice.replay == Replay::Native && !asked.question.property.is_about_memory();
    if matches!(length, Length::Turns(_)) && is_playable {
        let time = LONGEST_PLAYBACK.min(took * 8 + Duration::from_secs(2));
        let execution = Execution { inputs: &[], map: &programs.optimised.map, site: None, time, optimised: true };
        match execution.played(&asked.question, programs, stop) {
            Played::Reproduced => return Ok(Ok(Confirmed::Unoptimised)),
            Played::Differs(what) => return Ok(Err(format!("as clang compiled it, {what}"))),
            Played::Impossible(_) => {}
        }
    }
    let asked_state = match length {
        Length::Turns(_) => None,
        Length::Endless(repeats) => Some(repeats),
    };
    let again = concrete::take_only_way(&programs.optimised, Optimisation::Little, asked_state, stop, |_| {});
    match (length, again) {
        (Length::Turns(turns), Ok(End::Ends(again))) if turns == again => {}
        (Length::Endless(repeats), Ok(End::Repeats(again))) if repeats == again => {}
        (_, Ok(End::Stopped)) => return Ok(Err("there was no time to confirm that".to_owned())),
        (_, Ok(end)) => return Err(differs(format!("a second build ends in {end:?}"))),
        (_, Err(error)) => return Ok(Err(error.to_string())),
    }
    Ok(Ok(Confirmed::SecondBuild(Optimisation::Little)))
}
