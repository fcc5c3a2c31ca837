//! CaDiCaL as a back end: the solver for long runs and large formulas, which is what the unroller asks for.
//!
//! (Biere, Fazekas, Fleury, Heisinger: CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling entering the SAT
//! Competition 2020; the `cadical` crate bundles version 1.9.5.) The crate reports failed assumptions as they were passed,
//! which is what [`IncrementalSolver::failed`] wants.

use crate::{Answer, IncrementalSolver, SolverError, SolverFactory};
use bitreach_formula::Lit;
use bitreach_limits::StopFlag;

/// Asks the stop flag from within a query.
struct Heed(StopFlag);

impl cadical::Callbacks for Heed {
    fn terminate(&mut self) -> bool {
        self.0.is_raised()
    }
}

/// CaDiCaL behind [`IncrementalSolver`]. It can be stopped within a query.
pub struct Cadical {
    solver: cadical::Solver<Heed>,
    stop: StopFlag,
}

impl Cadical {
    /// A solver without clauses, in CaDiCaL's default configuration.
    pub fn new() -> Cadical {
        Cadical::with(cadical::Solver::new())
    }

    /// A solver without clauses that does not simplify them between queries or within: for many queries of which most are
    /// easy.
    pub fn plain() -> Cadical {
        // Every version knows this configuration; one that does not is as right with its own.
        Cadical::with(cadical::Solver::with_config("plain").unwrap_or_default())
    }

    fn with(solver: cadical::Solver<Heed>) -> Cadical {
        let mut cadical = Cadical { solver, stop: StopFlag::new() };
        cadical.set_stop(StopFlag::new());
        cadical
    }
}

impl Default for Cadical {
    fn default() -> Cadical {
        Cadical::new()
    }
}

impl IncrementalSolver for Cadical {
    fn name(&self) -> String {
        self.solver.signature().to_string()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().map(|lit| lit.dimacs()));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        // Before the assumptions go in: CaDiCaL keeps them until a query has used them.
        if self.stop.is_raised() {
            return Ok(Answer::Stopped);
        }
        match self.solver.solve_with(assumptions.iter().map(|lit| lit.dimacs())) {
            Some(true) => Ok(Answer::Sat),
            Some(false) => Ok(Answer::Unsat),
            None if self.stop.is_raised() => Ok(Answer::Stopped),
            None => {
                let message = "gave up although nobody asked it to stop".to_string();
                Err(SolverError::Internal { solver: self.name(), message })
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        // Asked for the variable, so that one it never met counts as false, not as don't care.
        (self.solver.value(lit.var().dimacs()) == Some(true)) == lit.is_positive()
    }

    fn failed(&self, lit: Lit) -> bool {
        self.solver.failed(lit.dimacs())
    }

    fn set_stop(&mut self, stop: StopFlag) {
        self.solver.set_callbacks(Some(Heed(stop.clone())));
        self.stop = stop;
    }
}

/// Makes [`Cadical`] solvers.
#[derive(Clone, Copy, Debug, Default)]
pub struct CadicalFactory;

impl SolverFactory for CadicalFactory {
    fn name(&self) -> String {
        "cadical".to_string()
    }

    fn create(&self) -> Box<dyn IncrementalSolver> {
        Box::new(Cadical::new())
    }
}

/// Makes [`Cadical`] solvers that do not simplify.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainCadicalFactory;

impl SolverFactory for PlainCadicalFactory {
    fn name(&self) -> String {
        "cadical plain".to_string()
    }

    fn create(&self) -> Box<dyn IncrementalSolver> {
        Box::new(Cadical::plain())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn conforms() {
        conformance::check_all(&CadicalFactory);
        conformance::check_all(&PlainCadicalFactory);
    }

    #[test]
    fn says_its_version() {
        assert!(Cadical::new().name().starts_with("cadical-1."));
    }
}
