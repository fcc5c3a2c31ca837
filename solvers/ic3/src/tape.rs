//! Tapes: what a search asks its solvers, recorded, to be played again on other solvers and timed there.
//!
//! A tape holds the calls of one solver at the level of `QuerySolver`, above temporary clauses and domains, so that each back end
//! plays it in its own way: the engine's own core deletes temporary clauses, others retire activation literals and are
//! built anew from time to time. Which queries follow depends on the models and cores that the recording solver gave; all back ends
//! that play the tape hear the same ones, and must answer the same.

use crate::core::Core;
use crate::recording::Call;
pub use crate::recording::{record, Role, Tape};
use crate::solver::QuerySolver;
use crate::{Halt, Options};
use bitreach_engine::{EngineError, Reason};
use bitreach_formula::Lit;
use bitreach_sat::SolverFactory;
use std::time::Duration;

/// Who plays a tape.
#[derive(Clone, Copy)]
pub enum Player<'f> {
    /// The engine's own core, which decides only what the query depends on.
    OwnInDomain,
    /// The engine's own core, which decides all variables.
    Own,
    /// Another solver, with activation literals for temporary clauses.
    Other(&'f dyn SolverFactory),
}

/// What playing a tape took.
#[derive(Clone, Copy, Default, Debug)]
pub struct Played {
    /// Until the first query: adding the clauses that the solver starts with.
    pub loading: Duration,
    /// From then on: queries, reading cores, clauses in between, building anew.
    pub querying: Duration,
    /// How many queries there were.
    pub queries: usize,
    /// How many of them were unsatisfiable.
    pub unsatisfiable: usize,
    /// How many assumptions the cores of these have, all together.
    pub core_literals: usize,
    /// How many answers were not those of the tape.
    pub contradictions: usize,
}

impl Tape {
    /// Plays the tape on a new solver, by a clock that says how much time has passed.
    ///
    /// # Errors
    /// If the back end fails.
    pub fn play(&self, player: Player, clock: impl Fn() -> Duration) -> Result<Played, EngineError> {
        let mut played = Played::default();
        let start = clock();
        let mut begun = None;
        let mut solver = self.solver(player);
        for (index, call) in self.calls.iter().enumerate() {
            match call {
                Call::Add(clause) => solver.add(clause),
                Call::Restrict(dependencies, guards) => {
                    if let Player::OwnInDomain = player {
                        solver.restrict_from(dependencies, *guards);
                    }
                }
                Call::Solve { temporary, assumptions, model, satisfiable } => {
                    begun.get_or_insert_with(&clock);
                    let answer = solver.solve(temporary.as_deref(), assumptions, *model).map_err(fault)?;
                    played.queries += 1;
                    played.contradictions += usize::from(answer != *satisfiable);
                    if !answer {
                        played.unsatisfiable += 1;
                        played.core_literals += assumptions.iter().filter(|&&lit| solver.failed(lit)).count();
                    }
                    if solver.retired > Options::default().rebuild_after {
                        solver = self.solver(player);
                        for call in &self.calls[..index] {
                            if let Call::Add(clause) = call {
                                solver.add(clause);
                            }
                        }
                    }
                }
            }
        }
        let end = clock();
        let begun = begun.unwrap_or(end);
        played.loading = begun - start;
        played.querying = end - begun;
        Ok(played)
    }

    /// A solver whose own activation literals lie above all that the tape has.
    fn solver(&self, player: Player) -> QuerySolver {
        let highest = |lits: &[Lit]| lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        let above = |call: &Call| match call {
            Call::Add(clause) => highest(clause),
            Call::Restrict(_, guards) => *guards,
            Call::Solve { temporary, assumptions, .. } => {
                highest(assumptions).max(temporary.as_deref().map_or(0, highest))
            }
        };
        let reserved = self.calls.iter().map(above).max().unwrap_or(0);
        match player {
            Player::OwnInDomain | Player::Own => QuerySolver::own(Core::new(), reserved),
            Player::Other(factory) => QuerySolver::other(factory.create(), reserved),
        }
    }
}

fn fault(halt: Halt) -> EngineError {
    match halt {
        Halt::Fault(error) => error,
        Halt::Exhausted(Reason::Interrupted) => internal("a query was stopped, which nobody asked for"),
        Halt::Exhausted(_) | Halt::Restart => internal("a query came to no end"),
    }
}

fn internal(message: &str) -> EngineError {
    EngineError::Internal { engine: crate::engine::NAME, message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::open;
    use crate::Ic3;
    use bitreach_engine::testing::{any_problem, counter};
    use bitreach_engine::{Context, Engine, Silent};
    use bitreach_formula::testing::for_all;
    use bitreach_sat::CadicalFactory;
    use std::cell::Cell;
    use std::sync::Arc;

    fn tapes(problem: &bitreach_dimspec::DimSpec, core: usize, most: usize) -> Vec<Tape> {
        let mut engine = Ic3 { options: Options { core, ..Options::default() } };
        let (verdict, tapes) = record(most, || {
            let mut observer = Silent;
            engine.run(problem, &mut Context::new(Arc::new(CadicalFactory), &mut observer))
        });
        verdict.expect("the engine works");
        tapes
    }

    /// Every back end gives the answers that were recorded, whoever recorded them.
    #[test]
    fn all_players_answer_as_recorded() {
        let mut queries = 0;
        for_all(40, any_problem, |(problem, _)| {
            for tape in [0, 2].into_iter().flat_map(|core| tapes(&problem, core, 1000)) {
                for player in [Player::Own, Player::OwnInDomain, Player::Other(&CadicalFactory)] {
                    let played = tape.play(player, || Duration::ZERO).expect("the back end works");
                    assert_eq!(played.contradictions, 0, "{:?}", tape.role());
                    assert_eq!(played.queries, tape.queries);
                    queries += played.queries;
                }
            }
        });
        assert!(queries > 1000, "{queries}");
    }

    /// A tape ends where it is full, a wrong answer is noticed, and what comes before the first query counts as loading.
    #[test]
    fn tapes_are_cut_compared_and_timed() {
        let mut tapes = tapes(&counter(6), 2, 5);
        let tape = tapes.iter_mut().find(|tape| tape.role == Role::Induction).expect("IC3 asks for relative induction");
        let now = Cell::new(Duration::ZERO);
        let ticks = || now.replace(now.get() + Duration::from_secs(1));
        let played = tape.play(Player::OwnInDomain, ticks).expect("the core works");
        assert_eq!((played.queries, played.contradictions), (5, 0));
        assert_eq!((played.loading.as_secs(), played.querying.as_secs()), (1, 1));
        for call in &mut tape.calls {
            if let Call::Solve { satisfiable, .. } = call {
                *satisfiable = !*satisfiable;
            }
        }
        assert_eq!(tape.play(Player::Own, || Duration::ZERO).map(|played| played.contradictions).ok(), Some(5));
    }

    #[test]
    fn nothing_is_recorded_unless_asked_for() {
        assert!(open(Role::Step).is_none());
        assert!(record(1, || open(Role::Step).is_some()).0);
        assert!(open(Role::Step).is_none());
    }
}
