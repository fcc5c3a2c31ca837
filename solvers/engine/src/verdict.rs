//! Verdicts and the evidence that comes with them.

use bitreach_dimspec::DimSpec;
use bitreach_formula::{Assignment, Clause, Var};
use bitreach_limits::Reason;

/// A point in time of a run: 0 is the initial step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TimeStep(pub usize);

/// What an engine found out about a problem.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No run reaches the goal; the certificate proves it.
    Safe(Certificate),
    /// This run reaches the goal.
    Unsafe(Trace),
    /// Not decided.
    Unknown(Reason, Progress),
}

/// How far an engine got. What does not apply to an engine is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// No run of at most this many steps reaches the goal.
    pub depth: Option<usize>,
    /// The number of the frontier frame of IC3.
    pub frame: Option<usize>,
    /// How many lemmas IC3 holds.
    pub lemmas: Option<usize>,
}

/// A run that reaches the goal: one assignment of all `n` variables for each step, from the initial one to the goal.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// At least one.
    pub steps: Vec<Assignment>,
}

impl Trace {
    /// The number of transitions: one less than the number of assignments.
    pub fn length(&self) -> usize {
        self.steps.len().saturating_sub(1)
    }
}

/// A proof that no run reaches the goal.
#[derive(Clone, PartialEq, Debug)]
pub enum Certificate {
    /// Clauses over the variables of one step whose conjunction `Inv` is an inductive invariant:
    /// `I ∧ U ⇒ Inv`, `Inv ∧ U ∧ T ∧ U' ⇒ Inv'` and `Inv ∧ U ∧ G` is unsatisfiable. State variables suffice, unless `I`
    /// is over others too. No clauses at all means that the goal contradicts `U`; an empty clause, that `I` does.
    Invariant(Vec<Clause>),
    /// All runs have come to their end after so many transitions.
    Exhausted(Exhausted),
    /// A proof by k-induction.
    KInduction(KInduction),
}

/// No run of fewer than `depth` transitions reaches the goal, and every run of `depth` transitions has come to a *dead* state, from
/// which there is no way to the goal, or, if runs [may stay](Exhausted::may_stay), stays where it is in some step:
/// neighbouring steps agree on all variables that [`changing_variables`] names. Steps that stay can be left out of a run, and a run to
/// the goal passes no dead state, so whatever can be reached at all is reached in fewer transitions (the forward test of
/// Sheeran, Singh, Stålmarck: *Checking safety properties using induction and a SAT-solver*, FMCAD 2000, for neighbours only).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Exhausted {
    /// The number of transitions; at least 1.
    pub depth: usize,
    /// Clauses that are false in dead states alone: no step that falsifies one is a goal, and all that follow it falsify one.
    pub alive: Vec<Clause>,
    /// Whether a run that stays where it is in some step counts as one that has ended.
    pub may_stay: bool,
    /// Clauses that hold in every step of a run, as in [`KInduction`].
    pub lemmas: Vec<Clause>,
}

/// No run of fewer than `k` transitions reaches the goal, and no `k` steps that miss it, that satisfy the lemmas, and of which
/// the given pairs differ, are followed by one that reaches it and satisfies the lemmas (Sheeran, Singh, Stålmarck, FMCAD 2000;
/// pairs on demand: Eén, Sörensson, BMC 2003).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KInduction {
    /// How many steps come before; at least 1.
    pub k: usize,
    /// Clauses that hold in every step of a run: inductive as those of an [invariant](Certificate::Invariant), but they need not
    /// exclude the goal.
    pub lemmas: Vec<Clause>,
    /// Pairs among the `k + 1` steps, the earlier one first, that differ in one of the variables that
    /// [`changing_variables`] names. None are needed in a proof without simple paths.
    pub distinct: Vec<(TimeStep, TimeStep)>,
}

/// The variables in which a step must differ from the next for a run to have moved: those of the state, and those that
/// `I` mentions, for a first step may only be replaced by one that satisfies `I` as well.
pub fn changing_variables(problem: &DimSpec) -> Vec<Var> {
    let mut vars = problem.state_variables();
    let initial = problem.initial.lits().iter().map(|lit| lit.var());
    vars.extend(initial);
    vars.sort_unstable();
    vars.dedup();
    vars
}
