//! One formula that is asked about under assumptions: short questions about paths, which need no engine.

use crate::solve::{self, Limits, SatName};
use bitreach_engine::EngineError;
use bitreach_formula::{Cnf, Lit, Var};
use bitreach_sat::{Answer, IncrementalSolver};

/// A formula in a solver.
pub struct Formula {
    solver: Box<dyn IncrementalSolver>,
    variables: usize,
}

impl Formula {
    /// A formula over so many variables, in a solver of this kind.
    pub fn new(sat: SatName, cnf: &Cnf, variables: usize, limits: &Limits) -> Formula {
        let mut solver = solve::solver(sat, limits);
        cnf.iter().for_each(|clause| solver.add_clause(clause));
        Formula { solver, variables }
    }

    /// Whether the formula and the assumptions hold together; `None` if time is up.
    ///
    /// # Errors
    /// If the solver fails, or its proof does not check.
    pub fn is_satisfiable(&mut self, assumptions: &[Lit]) -> Result<Option<bool>, EngineError> {
        Ok(match self.solver.solve(assumptions)? {
            Answer::Sat => Some(true),
            Answer::Unsat => Some(false),
            Answer::Stopped => None,
        })
    }

    /// After a satisfiable question: whether a literal is true.
    pub fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    /// A new literal that implies that one of these is true.
    pub fn any(&mut self, lits: &[Lit]) -> Lit {
        let any = Var::new(self.variables);
        self.variables += 1;
        let clause: Vec<Lit> = lits.iter().copied().chain([any.negative()]).collect();
        self.solver.add_clause(&clause);
        any.positive()
    }
}
