//! A SAT solver with *temporary* clauses, which hold for one query alone.
//!
//! The engine's own [core](crate::core) has them. In other solvers a temporary clause is added with the negation of a fresh
//! activation literal, which the query assumes and the next call refutes for good. Retired clauses and literals pile up there,
//! so the owner builds the solver anew from time to time, as ABC and IC3ref do (Een, Mishchenko, Brayton: FMCAD 2011).

use crate::core::{Core, Dependencies};
use crate::recording::{self, ModelKind, Reel, Role};
use crate::Halt;
use bitreach_engine::Reason;
use bitreach_formula::{Lit, Var};
use bitreach_sat::{Answer, IncrementalSolver, SolverError};
use std::rc::Rc;

/// Who answers the queries.
enum BackEnd {
    /// The engine's own core, which may leave variables out of the query's domain without a value.
    Own(Box<Core>),
    /// Any other solver.
    Other(Box<dyn IncrementalSolver>),
}

/// A solver and its activation literals.
pub(crate) struct QuerySolver {
    back_end: BackEnd,
    /// The next variable that nobody uses yet.
    fresh: usize,
    /// Activates the temporary clause of the last query.
    active: Option<Lit>,
    /// How many temporary clauses have been retired.
    pub retired: usize,
    assumptions: Vec<Lit>,
    clause: Vec<Lit>,
    /// Where calls are recorded, if they are.
    reel: Option<Reel>,
}

impl QuerySolver {
    /// A solver in which variables below `reserved` have a meaning already.
    pub fn other(solver: Box<dyn IncrementalSolver>, reserved: usize) -> QuerySolver {
        QuerySolver::new(BackEnd::Other(solver), reserved)
    }

    /// The engine's own solver, in which variables below `reserved` have a meaning already.
    pub fn own(core: Core, reserved: usize) -> QuerySolver {
        QuerySolver::new(BackEnd::Own(Box::new(core)), reserved)
    }

    fn new(back_end: BackEnd, reserved: usize) -> QuerySolver {
        QuerySolver {
            back_end,
            fresh: reserved,
            active: None,
            retired: 0,
            assumptions: Vec::new(),
            clause: Vec::new(),
            reel: None,
        }
    }

    /// The same solver, which has had no call yet, on tape if this thread is [recording](recording::record).
    pub fn on_tape(self, role: Role) -> QuerySolver {
        QuerySolver { reel: recording::open(role), ..self }
    }

    /// Tells the engine's own solver on what the variables of the clauses added so far depend.
    pub fn restrict(&mut self, dependencies: &Rc<Dependencies>) {
        self.restrict_from(dependencies, self.fresh);
    }

    /// Tells the same; variables from `guards` on are activation literals.
    pub(crate) fn restrict_from(&mut self, dependencies: &Rc<Dependencies>, guards: usize) {
        if let Some(reel) = &self.reel {
            reel.borrow_mut().restrict(dependencies, guards);
        }
        if let BackEnd::Own(core) = &mut self.back_end {
            core.restrict(dependencies.clone(), guards);
        }
    }

    /// A literal that nobody uses yet.
    pub fn fresh(&mut self) -> Lit {
        self.fresh += 1;
        Var::new(self.fresh - 1).positive()
    }

    /// Adds a clause for good.
    pub fn add(&mut self, clause: &[Lit]) {
        if let Some(reel) = &self.reel {
            reel.borrow_mut().add(clause);
        }
        self.pass(clause);
    }

    fn pass(&mut self, clause: &[Lit]) {
        match &mut self.back_end {
            BackEnd::Own(core) => core.add(clause),
            BackEnd::Other(solver) => solver.add_clause(clause),
        }
    }

    /// Refutes the activation literal of the last temporary clause in a solver that has no temporary clauses.
    fn retire(&mut self) {
        if let BackEnd::Other(solver) = &mut self.back_end {
            if let Some(active) = self.active.take() {
                solver.add_clause(&[!active]);
                self.retired += 1;
            }
        }
    }

    /// Adds a clause that holds where `guard` is assumed.
    pub fn add_guarded(&mut self, guard: Lit, clause: impl IntoIterator<Item = Lit>) {
        let lits = self.guarded(guard, clause);
        self.add(&lits);
        self.clause = lits;
    }

    /// A guarded clause, in a buffer to be given back.
    fn guarded(&mut self, guard: Lit, clause: impl IntoIterator<Item = Lit>) -> Vec<Lit> {
        let mut lits = std::mem::take(&mut self.clause);
        lits.clear();
        lits.push(!guard);
        lits.extend(clause);
        lits
    }

    /// Decides the clauses under the assumptions and, for this query alone, `temporary`. True is satisfiable: then
    /// [`literal`](Self::literal) tells; otherwise [`failed`](Self::failed) does.
    pub fn solve(&mut self, temporary: Option<&[Lit]>, assumptions: &[Lit], model: ModelKind) -> Result<bool, Halt> {
        self.retire();
        let active = temporary.map(|_| self.activation());
        let answer = match &mut self.back_end {
            BackEnd::Own(core) => {
                let temporary = active.zip(temporary);
                match model {
                    ModelKind::Full => core.solve_fully(temporary, assumptions),
                    ModelKind::Partial => core.solve_in_domain(temporary, assumptions),
                }
                .map_err(SolverError::from)?
            }
            BackEnd::Other(_) => {
                if let Some((active, clause)) = active.zip(temporary) {
                    let lits = self.guarded(active, clause.iter().copied());
                    self.pass(&lits);
                    self.clause = lits;
                    self.active = Some(active);
                }
                self.solve_other(assumptions)?
            }
        };
        let satisfiable = match answer {
            Answer::Sat => true,
            Answer::Unsat => false,
            Answer::Stopped => return Err(Halt::Exhausted(Reason::Interrupted)),
        };
        if let Some(reel) = &self.reel {
            reel.borrow_mut().solve(temporary, assumptions, model, satisfiable);
        }
        Ok(satisfiable)
    }

    /// Decides the same, but gives up after so many conflicts, which only the engine's own solver counts: `None` then.
    pub fn solve_within(
        &mut self,
        limit: u64,
        temporary: Option<&[Lit]>,
        assumptions: &[Lit],
        model: ModelKind,
    ) -> Result<Option<bool>, Halt> {
        self.limit_conflicts(Some(limit));
        let answer = self.solve(temporary, assumptions, model);
        self.limit_conflicts(None);
        match (&self.back_end, answer) {
            (BackEnd::Own(core), Err(Halt::Exhausted(_))) if core.gave_up() => Ok(None),
            (_, answer) => answer.map(Some),
        }
    }

    /// Lets the next query decide these literals first, and so that they are true, if the engine's own solver answers it.
    pub fn prefer(&mut self, lits: &[Lit]) {
        if let BackEnd::Own(core) = &mut self.back_end {
            core.prefer(lits);
        }
    }

    fn limit_conflicts(&mut self, limit: Option<u64>) {
        if let BackEnd::Own(core) = &mut self.back_end {
            core.limit_conflicts(limit);
        }
    }

    fn solve_other(&mut self, assumptions: &[Lit]) -> Result<Answer, Halt> {
        let BackEnd::Other(solver) = &mut self.back_end else { return Ok(Answer::Stopped) };
        self.assumptions.clear();
        self.assumptions.extend(self.active);
        self.assumptions.extend_from_slice(assumptions);
        Ok(solver.solve(&self.assumptions)?)
    }

    /// The activation literal of the next temporary clause: the core's own can be used again unless it has become false.
    fn activation(&mut self) -> Lit {
        let again = match &self.back_end {
            BackEnd::Own(core) => self.active.filter(|&active| !core.is_refuted(active)),
            BackEnd::Other(_) => None,
        };
        let active = again.unwrap_or_else(|| self.fresh());
        if let BackEnd::Own(_) = self.back_end {
            self.active = Some(active);
        }
        active
    }

    /// The literals of `vars` that follow from the assumptions by propagation alone. Only the engine's own solver can tell.
    pub fn implied(&mut self, assumptions: &[Lit], vars: &[Var]) -> Vec<Lit> {
        match &mut self.back_end {
            BackEnd::Own(core) => core.implied(assumptions, vars),
            BackEnd::Other(_) => Vec::new(),
        }
    }

    /// After a satisfiable query: the literal of the variable that is true, `None` if the variable has no value.
    pub fn literal(&self, var: Var) -> Option<Lit> {
        let lit = var.positive();
        match &self.back_end {
            BackEnd::Own(core) => [lit, !lit].into_iter().find(|&lit| core.is_true(lit)),
            BackEnd::Other(solver) => Some(if solver.value(lit) { lit } else { !lit }),
        }
    }

    /// After a satisfiable query: whether the literal is true; not so if it has no value.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.literal(lit.var()) == Some(lit)
    }

    /// After an unsatisfiable query: whether the assumption is in the core.
    pub fn failed(&self, lit: Lit) -> bool {
        match &self.back_end {
            BackEnd::Own(core) => core.failed(lit),
            BackEnd::Other(solver) => solver.failed(lit),
        }
    }
}
