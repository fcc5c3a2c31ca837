//! The stages between a program and a verdict: encode, blast, simplify, search. Each is one function, which knows nothing of the others.

use super::clock::Clock;
use super::error::PipelineError;
use super::question::{Choice, EncodingName, Predicates};
use crate::abandonable;
use crate::dimspec::{emit_until, Emitted};
use crate::program::Program;
use crate::simplify::{simplify as smaller, trimmed, Simplified};
use crate::solve::{self, Original, SatName, Solved};
use crate::ts::{self, Encoding, Goal, TransitionSystem};
use bitreach_dimspec::DimSpec;
use bitreach_engine::Observer;
use bitreach_limits::Limits;
use std::sync::Arc;

/// The SAT solver that simplifies, whichever solver the engines use: the others are not to be stopped in time.
const SIMPLIFIER: SatName = SatName::Cadical;

/// Encodes a program, with predicates if they are asked for. That can take more time and memory than the limits allow: then it is left
/// behind.
///
/// # Errors
/// If the limits end the stage.
pub fn encode(
    program: Arc<Program>,
    encoding: EncodingName,
    predicates: Predicates,
    limits: &Limits,
) -> Result<Encoding, PipelineError> {
    let work = move || {
        let mut encoding = encoding.encode(&program);
        let is_without_loops = encoding.codes.locations().count() == 1;
        let system = &mut encoding.system;
        if is_without_loops {
            // Nothing is to be proved by induction.
            system.unify();
            return encoding;
        }
        match predicates {
            Predicates::Mined => {
                ts::intervals::mine(system);
                ts::sums::mine(system);
                ts::predicates::mine(system);
                ts::slices::mine(system);
                ts::polynomials::mine(system);
            }
            Predicates::Off => {
                let bits = ts::intervals::candidates(system).into_iter();
                system.candidates = bits.map(|clause| clause.into_iter().map(ts::Fact::Bit).collect()).collect();
            }
        }
        encoding
    };
    abandonable::run(&limits.stop, work).ok_or(PipelineError::Stopped)
}

/// Writes a system with one of its goals as clauses.
///
/// # Errors
/// If the limits end the stage.
pub fn blast(system: &TransitionSystem, goal: Goal, limits: &Limits) -> Result<Emitted, PipelineError> {
    emit_until(system, goal, &limits.stop).ok_or(PipelineError::Stopped)
}

/// Makes a system and its problem smaller; `None` if they stay as they are, or if there is no time for that before the search.
pub fn simplify(system: &TransitionSystem, goal: Goal, emitted: &Emitted, limits: &Limits) -> Option<Simplified> {
    smaller(system, goal, emitted, &*SIMPLIFIER.factory(), &limits.before_search())
}

/// Searches the simplified problem in place of the one that it was made from, if there is one. Where the evidence that is found does not
/// hold for the problem as it was, that problem is searched itself. Also gives the sizes of the simplified problem, if that has the
/// verdict.
///
/// # Errors
/// If an engine fails, or its evidence does not hold.
pub fn search_problem(
    problem: &Arc<DimSpec>,
    simplified: Option<Simplified>,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<(Solved, Vec<(String, usize)>), PipelineError> {
    if let Some(Simplified { system, emitted, back }) = simplified {
        let sizes =
            [("state bits searched", system.state_bits()), ("t clauses searched", emitted.problem.transition.len())];
        let (whole, stop) = (problem.clone(), limits.stop.clone().until(limits.budget.deadline));
        let back = move |verdict| Some(trimmed(&whole, back.verdict(verdict)?, &*SIMPLIFIER.factory(), &stop));
        let original = Original { problem: problem.clone(), back: Arc::new(back) };
        let simpler = Arc::new(emitted.problem);
        if let Ok(solved) = search_one(&simpler, Some(original), choice, limits, observer, clock) {
            return Ok((solved, sizes.map(|(name, size)| (name.to_owned(), size)).into()));
        }
    }
    Ok((search_one(problem, None, choice, limits, observer, clock)?, Vec::new()))
}

/// Searches one problem. The engine's own thread checks the evidence as the last part of the search, while other engines go on: this part
/// is the stage *check*.
///
/// # Errors
/// If an engine fails, or its evidence does not hold.
pub fn search_one(
    problem: &Arc<DimSpec>,
    original: Option<Original>,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Solved, PipelineError> {
    let solved = clock.stage_and_last_part(["solve", "check"], || {
        let solved = solve::solve(problem, original, &choice.team, choice.sat, limits, observer);
        let check = solved.iter().flat_map(|solved| &solved.engines).find_map(|engine| engine.check);
        (solved, check)
    });
    solved.map_err(|error| PipelineError::Internal(error.to_string()))
}
