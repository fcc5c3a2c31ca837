//! A SAT solver with *temporary* clauses, which hold for one query alone.
//!
//! A temporary clause is added with the negation of a fresh activation literal, which the query assumes and the next call
//! refutes for good. Retired clauses and literals pile up, so the owner builds the solver anew from time to time, as ABC
//! and IC3ref do (Een, Mishchenko, Brayton: FMCAD 2011).

use crate::Halt;
use bitreach_engine::Reason;
use bitreach_formula::{Lit, Var};
use bitreach_sat::{Answer, IncrementalSolver};

/// A solver and its activation literals.
pub(crate) struct QuerySolver {
    solver: Box<dyn IncrementalSolver>,
    /// The next variable that nobody uses yet.
    fresh: usize,
    /// Activates the temporary clause of the last query.
    active: Option<Lit>,
    /// How many temporary clauses have been retired.
    pub retired: usize,
    assumptions: Vec<Lit>,
    clause: Vec<Lit>,
}

impl QuerySolver {
    /// A solver in which variables below `reserved` have a meaning already.
    pub fn new(solver: Box<dyn IncrementalSolver>, reserved: usize) -> QuerySolver {
        QuerySolver { solver, fresh: reserved, active: None, retired: 0, assumptions: Vec::new(), clause: Vec::new() }
    }

    /// A literal that nobody uses yet.
    pub fn fresh(&mut self) -> Lit {
        self.fresh += 1;
        Var::new(self.fresh - 1).positive()
    }

    /// Adds a clause for good.
    pub fn add(&mut self, clause: &[Lit]) {
        self.retire();
        self.solver.add_clause(clause);
    }

    /// Adds a clause that holds where `guard` is assumed.
    pub fn add_guarded(&mut self, guard: Lit, clause: impl IntoIterator<Item = Lit>) {
        self.retire();
        self.clause.clear();
        self.clause.push(!guard);
        self.clause.extend(clause);
        self.solver.add_clause(&self.clause);
    }

    /// Decides the clauses under the assumptions and, for this query alone, `temporary`. True is satisfiable: then
    /// [`value`](Self::value) tells; otherwise [`failed`](Self::failed) does.
    pub fn solve(&mut self, temporary: Option<&[Lit]>, assumptions: &[Lit]) -> Result<bool, Halt> {
        self.retire();
        self.assumptions.clear();
        if let Some(clause) = temporary {
            let active = self.fresh();
            self.add_guarded(active, clause.iter().copied());
            self.active = Some(active);
            self.assumptions.push(active);
        }
        self.assumptions.extend_from_slice(assumptions);
        match self.solver.solve(&self.assumptions)? {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Stopped => Err(Halt::Exhausted(Reason::Interrupted)),
        }
    }

    /// After a satisfiable query: whether the literal is true.
    pub fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    /// After a satisfiable query: the literal of the variable that is true.
    pub fn literal(&self, var: Var) -> Lit {
        let positive = var.positive();
        if self.value(positive) {
            positive
        } else {
            !positive
        }
    }

    /// After an unsatisfiable query: whether the assumption is in the core.
    pub fn failed(&self, lit: Lit) -> bool {
        self.solver.failed(lit)
    }

    fn retire(&mut self) {
        if let Some(active) = self.active.take() {
            self.solver.add_clause(&[!active]);
            self.retired += 1;
        }
    }
}
