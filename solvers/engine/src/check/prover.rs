//! The solver that proves certificates again.

use super::fault::CertificateFault;
use bitreach_formula::{Clause, Cnf, Lit};
use bitreach_limits::StopFlag;
use bitreach_sat::{Answer, IncrementalSolver, SolverFactory};

/// A solver of the caller's choice, with the count of the queries asked so far.
pub(super) struct Prover<'a> {
    solvers: &'a dyn SolverFactory,
    stop: &'a StopFlag,
    pub(super) solver: Box<dyn IncrementalSolver>,
    pub(super) queries: usize,
}

impl<'a> Prover<'a> {
    pub(super) fn new(solvers: &'a dyn SolverFactory, stop: &'a StopFlag) -> Prover<'a> {
        Prover { solvers, stop, solver: solvers.create(), queries: 0 }
    }

    /// Starts from no clauses again.
    pub(super) fn restart(&mut self) {
        self.solver = self.solvers.create();
        self.solver.set_stop(self.stop.clone());
    }

    pub(super) fn add<'c>(&mut self, clauses: impl IntoIterator<Item = &'c [Lit]>) {
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
    pub(super) fn not_implied(&mut self, clauses: &[Clause], shift: usize) -> Result<Option<Clause>, CertificateFault> {
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
