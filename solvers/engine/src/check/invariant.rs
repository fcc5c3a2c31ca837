//! Checks inductive invariants.
//!
//! The invariant's clauses are checked one after the other on one incremental solver, each negated as assumptions. All of them
//! at once, as a disjunction of selectors, would be a single query, but one that makes the solver search: for 5310
//! clauses against a `T` of 5371 (rings of tokens beside a multiplier), Varisat with its proof check took 0.03 s clause by
//! clause and 40 s for the disjunction, CaDiCaL 0.04 s and 0.26 s. 21 240 clauses take Varisat 0.15 s.
//!
//! Clauses may be over any of the `n` variables of a step. That is sound, because the three conditions are about full
//! assignments; and it is necessary for problems whose `I` is over variables that are existential within a step, where
//! the states of two different first steps may be equal and only one of them initial.

use super::fault::{CertificateFault, CertificateReport};
use super::prover::{shifted, Prover};
use bitreach_dimspec::DimSpec;
use bitreach_formula::Clause;
use bitreach_limits::StopFlag;
use bitreach_sat::SolverFactory;

/// By induction over the steps of a run, every assignment of it satisfies `Inv`, and none that satisfies `Inv` satisfies
/// `U ∧ G`.
pub(super) fn check_invariant(
    problem: &DimSpec,
    invariant: &[Clause],
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<CertificateReport, CertificateFault> {
    in_range(problem, invariant)?;
    let mut prover = Prover::new(solvers, stop);

    // Safety: Inv ∧ U ∧ G is unsatisfiable.
    prover.restart();
    prover.add(invariant.iter().map(|clause| &clause[..]));
    prover.add(problem.universal.iter());
    prover.add(problem.goal.iter());
    if !prover.contradicts(&[])? {
        return Err(CertificateFault::Safety);
    }
    check_clauses(problem, invariant, &mut prover)?;
    Ok(CertificateReport {
        clauses: invariant.len(),
        literals: invariant.iter().map(|clause| clause.len()).sum(),
        queries: prover.queries,
        solver: prover.solver.name(),
        induction: None,
    })
}

pub(super) fn in_range(problem: &DimSpec, clauses: &[Clause]) -> Result<(), CertificateFault> {
    let outside = |clause: &&Clause| clause.iter().any(|lit| lit.var().index() >= problem.variables);
    match clauses.iter().find(outside) {
        Some(clause) => Err(CertificateFault::OutOfRange { clause: clause.clone() }),
        None => Ok(()),
    }
}

/// Checks that the clauses hold in every step of every run.
pub(super) fn check_clauses(
    problem: &DimSpec,
    invariant: &[Clause],
    prover: &mut Prover,
) -> Result<(), CertificateFault> {
    in_range(problem, invariant)?;
    let n = problem.variables;

    // Initiation: I ∧ U ⇒ c for each clause c of Inv.
    prover.restart();
    prover.add(problem.initial.iter());
    prover.add(problem.universal.iter());
    let violated = prover.not_implied(invariant, 0)?;
    violated.map_or(Ok(()), |clause| Err(CertificateFault::Initiation { clause }))?;

    // Consecution: Inv ∧ U ∧ T ∧ U' ⇒ c' for each clause c of Inv. Varisat's own check of its proof does not get on with clauses
    // that are added after a query, so each kind of query has a solver of its own.
    prover.restart();
    prover.add(invariant.iter().map(|clause| &clause[..]));
    prover.add(problem.universal.iter());
    prover.add(problem.transition.iter());
    prover.add(shifted(&problem.universal, n).iter());
    let violated = prover.not_implied(invariant, n)?;
    violated.map_or(Ok(()), |clause| Err(CertificateFault::Consecution { clause }))
}
