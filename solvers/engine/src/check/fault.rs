//! What the check of a certificate comes to.

use bitreach_formula::Clause;
use bitreach_sat::SolverError;

/// What a certificate that passed consists of, and what passed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateReport {
    /// How many clauses the invariant has.
    pub clauses: usize,
    /// How many literals these have together.
    pub literals: usize,
    /// How many queries it took.
    pub queries: usize,
    /// The name and version of the solver that answered them.
    pub solver: String,
    /// For how many steps the goal is missed before the induction's step; `None` if the proof is no k-induction.
    pub induction: Option<usize>,
}

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateFault {
    /// A clause is over variables that a step does not have.
    #[error("the clause `{clause}` is not over the problem's variables")]
    OutOfRange {
        /// The clause.
        clause: Clause,
    },
    /// An initial step violates a clause.
    #[error("an initial step violates the clause `{clause}`")]
    Initiation {
        /// The clause.
        clause: Clause,
    },
    /// A transition leads from the invariant to a step that violates a clause.
    #[error("the invariant does not imply the clause `{clause}` one step later")]
    Consecution {
        /// The clause.
        clause: Clause,
    },
    /// The invariant does not exclude the goal.
    #[error("the invariant holds in a goal step")]
    Safety,
    /// A depth of runs that is no depth, or that no solver could number the variables of.
    #[error("runs of {depth} transitions cannot be exhausted")]
    Depth {
        /// The depth.
        depth: usize,
    },
    /// A run reaches the goal before the depth.
    #[error("a run of fewer than {depth} transitions reaches the goal")]
    Goal {
        /// The depth.
        depth: usize,
    },
    /// A run has not come to its end.
    #[error("a run of {depth} transitions has not come to its end")]
    GoesOn {
        /// Its transitions.
        depth: usize,
    },
    /// A clause that is false not only in dead states.
    #[error("a step that violates the clause `{clause}` is a goal, or not all that follow are dead as well")]
    Lives {
        /// The clause.
        clause: Clause,
    },
    /// A pair that does not consist of an earlier and a later step of the induction.
    #[error("the steps {one} and {two} are no pair of steps of the induction")]
    Pair {
        /// The step that should come first.
        one: usize,
        /// The other one.
        two: usize,
    },
    /// Steps that miss the goal can lead to it.
    #[error("{depth} steps that miss the goal do not imply that the next one does")]
    Step {
        /// How many.
        depth: usize,
    },
    /// The check was stopped. It says nothing about the certificate.
    #[error("the check was stopped before its end")]
    Unfinished,
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
}
