//! The interface of an incremental SAT solver, shaped like IPASIR (Balyo, Biere, Iser, Sinz: SAT Race 2015), and usable
//! as `dyn`.
//!
//! States and what may be called in them:
//!
//! ```text
//!   INPUT ── solve ──▶ SAT    value                  add_clause leads from any state back to INPUT
//!                  └─▶ UNSAT  failed
//!                  └─▶ INPUT  (Answer::Stopped)
//! ```

use bitreach_formula::Lit;
use bitreach_limits::StopFlag;

/// The answer to one query. `Sat` and `Unsat` are words for queries; verdicts have other names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none under the assumptions.
    Unsat,
    /// The solver was stopped before it knew.
    Stopped,
}

/// What can go wrong in a solver, apart from being stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The back end reported a failure of its own.
    #[error("{solver}: {message}")]
    Internal {
        /// The back end's name.
        solver: String,
        /// What it said.
        message: String,
    },
    /// A proof that the back end wrote did not pass its check.
    #[error("{solver}: the proof of unsatisfiability does not check: {message}")]
    Proof {
        /// The back end's name.
        solver: String,
        /// What the proof checker said.
        message: String,
    },
    /// A back end that checks what it derives met a clause that does not follow.
    #[error("{solver}: the clause [{clause}] was derived and does not follow by unit propagation")]
    Unfounded {
        /// The back end's name.
        solver: String,
        /// The clause in DIMACS numbers.
        clause: String,
    },
}

/// An incremental SAT solver. Variables come into being by being used.
pub trait IncrementalSolver {
    /// The back end's name and version, as reports show it.
    fn name(&self) -> String;

    /// Adds a clause for good. The empty clause makes every later query `Unsat`.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Decides the clauses together with `assumptions`, which hold for this query alone.
    ///
    /// # Errors
    /// If the back end fails or its proof does not check. Being stopped is no error but [`Answer::Stopped`].
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError>;

    /// After `Sat`: whether the literal is true in the model. Variables that the solver never met are false.
    fn value(&self, lit: Lit) -> bool;

    /// After `Unsat`: whether the assumption `lit`, **as it was passed**, is in the core, the set of assumptions that
    /// suffices for unsatisfiability.
    fn failed(&self, lit: Lit) -> bool;

    /// Lets `stop` end a query early. Back ends that cannot be stopped within a query look at it between queries.
    fn set_stop(&mut self, stop: StopFlag);

    /// Bytes in use, if the back end can tell.
    fn memory(&self) -> Option<usize> {
        None
    }
}

/// Makes solvers: an engine needs several, and some back ends cannot cross threads once made.
pub trait SolverFactory: Send + Sync {
    /// The back end's name.
    fn name(&self) -> String;

    /// A new solver without clauses.
    fn create(&self) -> Box<dyn IncrementalSolver>;
}
