//! The IC3 engine on DimSpec, one file a phase.
//!
//! IC3 (Bradley: SAT-based model checking without unrolling, VMCAI 2011), also known as property-directed reachability
//! (Een, Mishchenko, Brayton: Efficient implementation of property directed reachability, FMCAD 2011), keeps a row of
//! *frames*, each of which holds all states that can be reached in so many steps and, as they get stronger, fewer and fewer
//! others. States that lead to the goal become *obligations*; each is excluded by a *lemma* that is inductive
//! relative to the frame before, or leads to a predecessor, in the end perhaps to an initial state. When two neighbouring frames are
//! equal, they are an inductive invariant.
//!
//! | module | phase | technique and source |
//! |---|---|---|
//! | [`engine`] | the main loop | Bradley 2011 |
//! | [`options`] | the option table | a row a technique |
//! | `model` | what is state, what existential | relational, non-total `T`; any CNF as `I`, `U`, `G` |
//! | `core` | the engine's own SAT solver | GipSAT: Su, Yang, Ci, Huang 2025; MiniSat: Een, Sorensson 2003 |
//! | `solver` | temporary clauses | activation literals, rebuilt as in ABC |
//! | `query` | relative induction and the other queries | Bradley 2011; one solver, frames by activation literals |
//! | `frames` | lemmas | delta encoding: Een, Mishchenko, Brayton 2011; triggers: Suda 2013 |
//! | `obligation` | the queue | Een, Mishchenko, Brayton 2011 |
//! | `block` | blocking obligations | Bradley 2011; Een, Mishchenko, Brayton 2011 |
//! | `generalize` | smaller cubes | MIC: Bradley 2011; CTG: Hassan, Bradley, Somenzi 2013; parent lemmas: Xia et al. 2023; locations last: Lange et al. 2015 |
//! | `lift` | larger predecessors | core: Chockler et al. 2011; implicant for relations |
//! | `propagate` | pushing, fixpoint, infinity frame | Bradley 2011; Suda 2013; Hoder, Bjorner 2012 |
//! | `seed` | lemmas guessed from simulation, or named by the problem's symbols | Houdini: Flanagan, Leino 2001 |
//! | `simulate` | the next state, without a search | gates of a CNF: Eén, Biere 2005 |
//! | `restart` | the search begins again, in another order | Luby, Sinclair, Zuckerman 1993 |
//! | `query::small` | what of an invariant its proof needs | Ivrii, Gurfinkel, Belov 2014 |
//! | `trace` | from a chain of cubes to a run | a query a step |
//! | `statistics` | figures | |
//! | `recording` | queries recorded | |
//! | [`tape`] | recorded queries, played on other solvers | |
//!
//! **What an answer rests on.** A lemma is added only after its relative induction query; so *safe* rests on queries about
//! the problem's own clauses, and its certificate says so to anyone who checks. *Unsafe* rests on a run that is built step by
//! step. What the problem's symbols say (which variables are inputs, whether `T` is functional) guides the search only.
//!
//! **Deviations.** `¬goal` is no extra hypothesis: a frame below the frontier excludes the goal by its lemmas anyway, and no query
//! asks for successors of the frontier before it does. Init may have many states: a literal is dropped only if a query
//! (or the unit clauses of `I`) says that no initial state comes in.

mod block;
mod core;
pub mod engine;
mod frames;
mod generalize;
mod lift;
mod model;
mod obligation;
pub mod options;
mod propagate;
mod query;
mod recording;
mod restart;
mod seed;
mod simulate;
mod solver;
mod statistics;
pub mod tape;
mod trace;

pub use core::CoreFactory;
pub use engine::{Ic3, Narrow};
pub use options::{Lifting, Location, OptionError, OptionRow, Options, TABLE};

use bitreach_engine::{EngineError, Reason};
use bitreach_sat::SolverError;

/// Why a search ends without a verdict.
#[derive(Debug)]
pub(crate) enum Halt {
    /// Something is broken.
    Fault(EngineError),
    /// Time is up, or someone asked to stop.
    Exhausted(Reason),
    /// The frames have had their share of the work: the search begins again.
    Restart,
}

impl Halt {
    /// The engine's own state makes no sense.
    fn inconsistent(message: &str) -> Halt {
        Halt::Fault(EngineError::Internal { engine: engine::NAME, message: message.to_owned() })
    }
}

impl From<SolverError> for Halt {
    fn from(error: SolverError) -> Halt {
        Halt::Fault(error.into())
    }
}
