//! Checks certificates by queries to a SAT solver, against the problem as it was given.
//!
//! The invariant's clauses are checked one after the other on one incremental solver, each negated as assumptions. All of them
//! at once, as a disjunction of selectors, would be a single query, but one that makes the solver search: for 5310
//! clauses against a `T` of 5371 (rings of tokens beside a multiplier), Varisat with its proof check took 0.03 s clause by
//! clause and 40 s for the disjunction, CaDiCaL 0.04 s and 0.26 s. 21 240 clauses take Varisat 0.15 s.
//!
//! Clauses may be over any of the `n` variables of a step. That is sound, because the three conditions are about full
//! assignments; and it is necessary for problems whose `I` is over variables that are existential within a step, where
//! the states of two different first steps may be equal and only one of them initial.

use super::exhausted::check_exhausted;
use super::induction::check_k_induction;
use crate::plain::plain;
use crate::{Certificate, Relative};
use bitreach_dimspec::DimSpec;
use bitreach_formula::{Clause, Cnf, Lit};
use bitreach_limits::StopFlag;
use bitreach_sat::{Answer, IncrementalSolver, SolverError, SolverFactory};

/// What a certificate that passed consists of, and what passed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateReport {
    /// How many clauses the invariant has.
    pub clauses: usize,
    /// How many literals these have together.
    pub literals: usize,
    /// How many clauses there are besides about steps that have a successor.
    pub moves: usize,
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
    #[error("the clause {clause:?} is not over the problem's variables")]
    OutOfRange {
        /// The clause.
        clause: Clause,
    },
    /// An initial step violates a clause.
    #[error("an initial step violates the clause {clause:?}")]
    Initiation {
        /// The clause.
        clause: Clause,
    },
    /// A transition leads from the invariant to a step that violates a clause.
    #[error("the invariant does not imply the clause {clause:?} one step later")]
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
    /// A run changes something in each of its transitions.
    #[error("a run of {depth} transitions does not stutter: each of them changes something")]
    StutterFree {
        /// Its transitions.
        depth: usize,
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

/// A solver with the count of the queries asked so far.
pub(super) struct Checker<'a> {
    solvers: &'a dyn SolverFactory,
    stop: &'a StopFlag,
    pub(super) solver: Box<dyn IncrementalSolver>,
    pub(super) queries: usize,
}

impl<'a> Checker<'a> {
    pub(super) fn new(solvers: &'a dyn SolverFactory, stop: &'a StopFlag) -> Checker<'a> {
        Checker { solvers, stop, solver: solvers.create(), queries: 0 }
    }

    /// Starts from no clauses again.
    pub(super) fn restart(&mut self) {
        self.solver = self.solvers.create();
        self.solver.set_stop(self.stop.clone());
    }

    fn add<'c>(&mut self, clauses: impl IntoIterator<Item = &'c [Lit]>) {
        clauses.into_iter().for_each(|clause| self.solver.add_clause(clause));
    }

    /// Whether the clauses contradict the assumptions.
    pub(super) fn contradicts(&mut self, assumptions: &[Lit]) -> Result<bool, CertificateFault> {
        self.queries += 1;
        match self.solver.solve(assumptions)? {
            Answer::Unsat => Ok(true),
            Answer::Sat => Ok(false),
            Answer::Stopped => Err(CertificateFault::Unfinished),
        }
    }

    /// The first clause that the solver's clauses do not imply with its variables moved by `shift`, if there is one.
    fn not_implied(&mut self, clauses: &[Clause], shift: usize) -> Result<Option<Clause>, CertificateFault> {
        for clause in clauses {
            let negated: Vec<Lit> = clause.iter().map(|&lit| !lit.shifted(shift)).collect();
            if !self.contradicts(&negated)? {
                return Ok(Some(clause.clone()));
            }
        }
        Ok(None)
    }
}

/// The clauses with their variables moved by `count`.
pub(super) fn shifted(cnf: &Cnf, count: usize) -> Cnf {
    let mut moved = Cnf::new();
    for clause in cnf.iter() {
        moved.add(&clause.iter().map(|lit| lit.shifted(count)).collect::<Vec<_>>());
    }
    moved
}

/// Checks that the certificate proves that no run reaches the goal, with solvers from `solvers`, until `stop` is raised.
///
/// # Errors
/// The first fault found; [`CertificateFault::Unfinished`] if stopped, which is no pass either.
pub fn check_certificate(
    problem: &DimSpec,
    certificate: &Certificate,
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<CertificateReport, CertificateFault> {
    if let Some(plain) = plain(problem) {
        // Most proofs make no use of predicates, whose definitions every query would pay for.
        match check_on(&plain, certificate, solvers, stop) {
            Ok(report) => return Ok(report),
            Err(CertificateFault::Unfinished) => return Err(CertificateFault::Unfinished),
            Err(_) => {}
        }
    }
    check_on(problem, certificate, solvers, stop)
}

fn check_on(
    problem: &DimSpec,
    certificate: &Certificate,
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<CertificateReport, CertificateFault> {
    match certificate {
        Certificate::Invariant(invariant) => check_invariant(problem, invariant, &[], solvers, stop),
        Certificate::Relative(Relative { clauses, moves }) => check_invariant(problem, clauses, moves, solvers, stop),
        Certificate::Exhausted { depth } => check_exhausted(problem, *depth, solvers, stop),
        Certificate::KInduction(proof) => check_k_induction(problem, proof, solvers, stop),
    }
}

/// By induction over the steps of a run, every assignment of it satisfies `Inv` (and every one that is not the last, `moves`),
/// and none that satisfies `Inv` satisfies `U ∧ G`.
fn check_invariant(
    problem: &DimSpec,
    invariant: &[Clause],
    moves: &[Clause],
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<CertificateReport, CertificateFault> {
    in_range(problem, invariant)?;
    let mut checker = Checker::new(solvers, stop);

    // Safety: Inv ∧ U ∧ G is unsatisfiable.
    checker.restart();
    checker.add(invariant.iter().map(|clause| &clause[..]));
    checker.add(problem.universal.iter());
    checker.add(problem.goal.iter());
    if !checker.contradicts(&[])? {
        return Err(CertificateFault::Safety);
    }
    check_clauses(problem, invariant, moves, &mut checker)?;
    Ok(CertificateReport {
        clauses: invariant.len(),
        literals: invariant.iter().map(|clause| clause.len()).sum(),
        moves: moves.len(),
        queries: checker.queries,
        solver: checker.solver.name(),
        induction: None,
    })
}

fn in_range(problem: &DimSpec, clauses: &[Clause]) -> Result<(), CertificateFault> {
    let outside = |clause: &&Clause| clause.iter().any(|lit| lit.var().index() >= problem.variables);
    match clauses.iter().find(outside) {
        Some(clause) => Err(CertificateFault::OutOfRange { clause: clause.clone() }),
        None => Ok(()),
    }
}

/// Checks that the clauses hold in every step of every run, and `moves` in every step that is not the last.
pub(super) fn check_clauses(
    problem: &DimSpec,
    invariant: &[Clause],
    moves: &[Clause],
    checker: &mut Checker,
) -> Result<(), CertificateFault> {
    in_range(problem, invariant)?;
    in_range(problem, moves)?;
    let n = problem.variables;
    let universal = shifted(&problem.universal, n);
    let initiation = |clause| CertificateFault::Initiation { clause };
    let consecution = |clause| CertificateFault::Consecution { clause };

    // Initiation: I ∧ U ⇒ c for each clause c of Inv.
    checker.restart();
    checker.add(problem.initial.iter());
    checker.add(problem.universal.iter());
    checker.not_implied(invariant, 0)?.map_or(Ok(()), |clause| Err(initiation(clause)))?;
    if !moves.is_empty() {
        // I ∧ U ∧ T ∧ U' ⇒ m for each clause m of Moves. Varisat's own check of its proof does not get on with clauses that are added
        // after a query, so each kind of query has a solver of its own.
        checker.restart();
        checker.add(problem.initial.iter());
        checker.add(problem.universal.iter());
        checker.add(problem.transition.iter());
        checker.add(universal.iter());
        checker.not_implied(moves, 0)?.map_or(Ok(()), |clause| Err(initiation(clause)))?;
    }

    // Consecution: Inv ∧ Moves ∧ U ∧ T ∧ U' ⇒ c' for each clause c of Inv.
    checker.restart();
    checker.add(invariant.iter().chain(moves).map(|clause| &clause[..]));
    checker.add(problem.universal.iter());
    checker.add(problem.transition.iter());
    checker.add(universal.iter());
    checker.not_implied(invariant, n)?.map_or(Ok(()), |clause| Err(consecution(clause)))?;
    if !moves.is_empty() {
        // Inv ∧ Moves ∧ U ∧ T ∧ Inv' ∧ U' ∧ T' ∧ U'' ⇒ m' for each clause m of Moves.
        checker.restart();
        checker.add(invariant.iter().chain(moves).map(|clause| &clause[..]));
        checker.add(problem.universal.iter());
        checker.add(problem.transition.iter());
        checker.add(universal.iter());
        checker.add(shifted(&invariant.iter().collect(), n).iter());
        checker.add(shifted(&problem.transition, n).iter());
        checker.add(shifted(&problem.universal, 2 * n).iter());
        checker.not_implied(moves, n)?.map_or(Ok(()), |clause| Err(consecution(clause)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
