//! A CDCL solver for the queries of IC3: very many, very similar, mostly decided by propagation.
//!
//! What it does differently from a general solver (Su, Yang, Ci, Huang: The rIC3 hardware model checker and GipSAT, CAV
//! 2025), and where:
//!
//! * **decisions and propagation stay in the domain** of the query, the variables that its assumptions depend on
//!   ([`domain`]); the rest of a model exists and is not computed;
//! * **temporary clauses** are deleted after their query, and so is what was learnt from them: it contains the negated
//!   activation literal. One activation literal can serve all queries;
//! * no preprocessing, no inprocessing, variables in buckets by activity, and only once a decision is needed.
//!
//! The rest is MiniSat (Een, Sorensson: An extensible SAT-solver, SAT 2003):
//!
//! | module | what |
//! |---|---|
//! | [`domain`] | which variables a query needs |
//! | [`clauses`] | the clause arena |
//! | [`buckets`] | variables by activity |
//! | [`search`] | propagation, decisions, restarts |
//! | [`analyze`] | learnt clauses and cores |
//! | [`check`] | each learnt clause and core checked, on request |
//!
//! Invariant of watches: each clause of two or more literals is watched by its first two; if one of them is false, then the
//! other is true, or it is undefined and out of the query's domain, or the clause waits in the propagation queue. At level
//! 0 everything is propagated, so nothing that outlasts a query depends on its domain.

mod analyze;
mod buckets;
mod check;
mod clauses;
mod domain;
mod search;
pub(crate) use search::luby;

pub(crate) use check::Unfounded;
pub(crate) use domain::Dependencies;

use bitreach_formula::{Lit, Var};
use bitreach_limits::StopFlag;
use bitreach_sat::{Answer, IncrementalSolver, SolverError, SolverFactory};
use buckets::Buckets;
use check::Checker;
use clauses::{Arena, ClauseRef};
use domain::Domain;
use std::rc::Rc;

/// A clause in the list of a literal that watches it.
#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseRef,
    /// Another literal of the clause: if it is true, the clause need not be looked at.
    blocker: Lit,
}

/// The solver.
pub(crate) struct Core {
    /// False once the clauses are known to be contradictory.
    consistent: bool,
    arena: Arena,
    learnt: Vec<ClauseRef>,
    /// How many learnt clauses may stay.
    learnt_limit: usize,
    /// By literal code: the clauses that the literal watches.
    watches: Vec<Vec<Watch>>,
    /// By literal code: whether the literal is true.
    is_true: Vec<bool>,
    /// By variable.
    levels: Vec<u32>,
    reasons: Vec<Option<ClauseRef>>,
    phases: Vec<bool>,
    activity: Vec<f64>,
    bump: f64,
    trail: Vec<Lit>,
    /// Where each decision level begins on the trail.
    level_starts: Vec<usize>,
    propagated: usize,
    /// Undecided variables of the domain, once a decision has been needed in this query.
    undecided: Buckets,
    deciding: bool,
    domain: Domain,
    /// The activation literal of the temporary clause, the clause, and what was learnt from it.
    activation: Option<Lit>,
    temporary: Option<ClauseRef>,
    temporary_learnt: Vec<ClauseRef>,
    /// Assumptions that are in the core of the last unsatisfiable query.
    core: Vec<Lit>,
    /// By variable: marks of conflict analysis.
    seen: Vec<bool>,
    clause: Vec<Lit>,
    stop: StopFlag,
    /// How many watches have been visited since the flag was asked.
    visits: u64,
    /// A query gives up after so many conflicts, and then says so.
    limit: Option<u64>,
    gave_up: bool,
    /// Checks what is derived, if that was asked for.
    checker: Option<Box<Checker>>,
    /// Damages learnt clauses, to show that the checker notices.
    #[cfg(test)]
    damage: Option<fn(&mut Vec<Lit>)>,
}

/// How much more active than what a conflict is about a literal is that a query shall decide first.
const PREFERRED: f64 = 256.0;

impl Core {
    /// A solver without clauses that decides all variables.
    pub fn new() -> Core {
        Core {
            consistent: true,
            arena: Arena::default(),
            learnt: Vec::new(),
            learnt_limit: 4000,
            watches: Vec::new(),
            is_true: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            phases: Vec::new(),
            activity: Vec::new(),
            bump: 1.0,
            trail: Vec::new(),
            level_starts: Vec::new(),
            propagated: 0,
            undecided: Buckets::default(),
            deciding: false,
            domain: Domain::default(),
            activation: None,
            temporary: None,
            temporary_learnt: Vec::new(),
            core: Vec::new(),
            seen: Vec::new(),
            clause: Vec::new(),
            stop: StopFlag::new(),
            visits: 0,
            limit: None,
            gave_up: false,
            checker: None,
            #[cfg(test)]
            damage: None,
        }
    }

    /// A solver without clauses that checks each clause that it learns, and each core; see [`check`].
    pub fn checking() -> Core {
        Core { checker: Some(Box::default()), ..Core::new() }
    }

    /// From here on, a query that meets so many conflicts is `Stopped`, or none is for that reason.
    pub fn limit_conflicts(&mut self, limit: Option<u64>) {
        self.limit = limit;
    }

    /// Whether the last query was `Stopped` because it met too many conflicts.
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// From here on, clauses are known whose variables stand in these dependencies; a query that
    /// [stays in its domain](Self::solve_in_domain) decides only what it needs. Variables from `guards` on are activation
    /// literals: they occur negated, or as `¬a ∨ b` among themselves, and need no decision.
    pub fn restrict(&mut self, dependencies: Rc<Dependencies>, guards: usize) {
        self.domain.restrict(dependencies, guards);
    }

    /// Lets the next query decide these literals first, and so that they are true.
    pub fn prefer(&mut self, lits: &[Lit]) {
        for lit in lits {
            self.require(lit.var());
            self.phases[lit.var().index()] = lit.is_positive();
            self.activity[lit.var().index()] = self.bump * PREFERRED;
        }
    }

    fn require(&mut self, var: Var) {
        let count = var.index() + 1;
        if count > self.levels.len() {
            self.watches.resize_with(2 * count, Vec::new);
            self.is_true.resize(2 * count, false);
            self.levels.resize(count, 0);
            self.reasons.resize(count, None);
            self.phases.resize(count, true);
            self.activity.resize(count, 0.0);
            self.seen.resize(count, false);
            self.domain.require(count);
        }
    }

    /// Whether the literal is true in the model or at level 0. Literals out of the domain are neither true nor false.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.is_true.get(lit.code()).copied().unwrap_or(false)
    }

    /// Whether the literal is false at level 0.
    pub fn is_refuted(&self, lit: Lit) -> bool {
        self.is_true(!lit) && self.levels[lit.var().index()] == 0
    }

    fn is_undefined(&self, lit: Lit) -> bool {
        !self.is_true(lit) && !self.is_true(!lit)
    }

    fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    /// Adds a clause for good.
    pub fn add(&mut self, clause: &[Lit]) {
        self.forget_temporary();
        if let Some(checker) = &mut self.checker {
            checker.add(clause);
        }
        clause.iter().for_each(|lit| self.require(lit.var()));
        self.domain.keep(clause);
        let mut lits = std::mem::take(&mut self.clause);
        lits.clear();
        lits.extend_from_slice(clause);
        lits.sort_unstable();
        lits.dedup();
        let redundant = lits.windows(2).any(|pair| pair[0] == !pair[1]) || lits.iter().any(|&lit| self.is_true(lit));
        if !redundant {
            lits.retain(|&lit| !self.is_true(!lit));
            match lits[..] {
                [] => self.consistent = false,
                [unit] => {
                    self.assign(unit, None);
                    self.consistent &= self.propagate().is_none();
                }
                _ => {
                    self.attach(&lits, false);
                }
            }
        }
        self.clause = lits;
    }

    fn attach(&mut self, lits: &[Lit], learnt: bool) -> ClauseRef {
        let clause = self.arena.add(lits, learnt);
        self.watches[lits[0].code()].push(Watch { clause, blocker: lits[1] });
        self.watches[lits[1].code()].push(Watch { clause, blocker: lits[0] });
        clause
    }

    /// Decides the clauses, and `temporary` for this query alone, under the assumptions, all variables being decided. A
    /// temporary clause comes with its activation literal, a variable that no lasting clause has; one that got
    /// [refuted](Self::is_refuted) cannot be used again.
    ///
    /// # Errors
    /// If a [checking](Self::checking) solver derived what does not follow; it is of no use any more.
    pub fn solve_fully(&mut self, temporary: Option<(Lit, &[Lit])>, assumptions: &[Lit]) -> Result<Answer, Unfounded> {
        self.begin(temporary, assumptions)?;
        self.domain.everything();
        self.search(assumptions)
    }

    /// Decides the same, but `Sat` comes with values for the query's domain only: they can be extended to a model.
    ///
    /// # Errors
    /// As [`solve_fully`](Self::solve_fully).
    pub fn solve_in_domain(
        &mut self,
        temporary: Option<(Lit, &[Lit])>,
        assumptions: &[Lit],
    ) -> Result<Answer, Unfounded> {
        self.begin(temporary, assumptions)?;
        let clause = temporary.map_or(&[][..], |(_, clause)| clause);
        self.domain.of_query(clause.iter().chain(assumptions).map(|lit| lit.var()));
        self.search(assumptions)
    }

    /// The literals of `vars` that follow from the assumptions by propagation alone; none if they contradict each other.
    pub fn implied(&mut self, assumptions: &[Lit], vars: &[Var]) -> Vec<Lit> {
        self.forget_temporary();
        assumptions.iter().for_each(|lit| self.require(lit.var()));
        self.activation = None;
        vars.iter().for_each(|&var| self.require(var));
        self.domain.of_query(vars.iter().copied().chain(assumptions.iter().map(|lit| lit.var())));
        self.deciding = false;
        self.level_starts.push(self.trail.len());
        for &lit in assumptions {
            if self.is_true(!lit) {
                return Vec::new();
            }
            if self.is_undefined(lit) {
                self.assign(lit, None);
            }
        }
        if !self.consistent || self.propagate().is_some() {
            return Vec::new();
        }
        vars.iter().flat_map(|var| [var.positive(), var.negative()]).filter(|&lit| self.is_true(lit)).collect()
    }

    fn begin(&mut self, temporary: Option<(Lit, &[Lit])>, assumptions: &[Lit]) -> Result<(), Unfounded> {
        self.forget_temporary();
        assumptions.iter().for_each(|lit| self.require(lit.var()));
        self.activation = temporary.map(|(activation, _)| activation);
        let Some((activation, clause)) = temporary else { return Ok(()) };
        clause.iter().chain([&activation]).for_each(|lit| self.require(lit.var()));
        // Literals that are false at level 0 must not watch.
        let mut lits = std::mem::take(&mut self.clause);
        lits.clear();
        lits.push(!activation);
        if let Some(checker) = &mut self.checker {
            lits.extend(clause);
            checker.add_temporary(&lits);
            lits.truncate(1);
        }
        lits.extend(clause.iter().copied().filter(|&lit| !self.is_true(!lit)));
        match lits.len() {
            // The clause is false, and so is the activation literal from here on.
            1 if self.is_undefined(activation) => {
                self.derived(&lits)?;
                self.assign(!activation, None);
            }
            1 => {}
            _ => self.temporary = Some(self.attach(&lits, false)),
        }
        self.clause = lits;
        Ok(())
    }

    /// Checks a clause that the solver keeps, if it is to check.
    fn derived(&mut self, clause: &[Lit]) -> Result<(), Unfounded> {
        self.checker.as_mut().map_or(Ok(()), |checker| checker.learn(clause))
    }

    /// Checks a clause that an answer rests on, if the solver is to check.
    fn answered(&mut self, clause: &[Lit]) -> Result<(), Unfounded> {
        self.checker.as_mut().map_or(Ok(()), |checker| checker.confirm(clause))
    }

    /// Ends the last query: back to level 0, without the temporary clause and what was learnt from it.
    fn forget_temporary(&mut self) {
        self.backtrack(0);
        if let Some(clause) = self.temporary.take() {
            self.arena.delete(clause);
            for clause in self.temporary_learnt.drain(..) {
                if let Some(checker) = &mut self.checker {
                    checker.delete(self.arena.lits(clause));
                }
                self.arena.delete(clause);
            }
        }
        if let Some(checker) = &mut self.checker {
            checker.forget_temporary();
        }
        if self.arena.wasted() > 100_000 && 3 * self.arena.wasted() > self.arena.len() {
            self.collect_garbage();
        }
    }

    /// Moves the live clauses together and rebuilds the watches.
    fn collect_garbage(&mut self) {
        self.learnt.retain(|&clause| !self.arena.is_deleted(clause));
        let moved = self.arena.compact();
        self.learnt.iter_mut().for_each(|clause| *clause = moved[clause]);
        // At level 0 nobody asks for reasons.
        self.trail.iter().for_each(|lit| self.reasons[lit.var().index()] = None);
        self.watches.iter_mut().for_each(Vec::clear);
        for clause in self.arena.iter() {
            let (first, second) = (self.arena.lits(clause)[0], self.arena.lits(clause)[1]);
            self.watches[first.code()].push(Watch { clause, blocker: second });
            self.watches[second.code()].push(Watch { clause, blocker: first });
        }
    }
}

impl IncrementalSolver for Core {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.add(clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        Ok(self.solve_fully(None, assumptions)?)
    }

    fn value(&self, lit: Lit) -> bool {
        self.is_true(lit.var().positive()) == lit.is_positive()
    }

    fn failed(&self, lit: Lit) -> bool {
        self.core.contains(&lit)
    }

    fn set_stop(&mut self, stop: StopFlag) {
        self.stop = stop;
    }
}

/// The name of the engine's own solver.
const NAME: &str = "bitreach-ic3-core";

impl From<Unfounded> for SolverError {
    fn from(Unfounded(clause): Unfounded) -> SolverError {
        let clause: Vec<String> = clause.iter().map(Lit::to_string).collect();
        SolverError::Unfounded { solver: NAME.to_owned(), clause: clause.join(" ") }
    }
}

/// Makes solvers of the engine's own kind that decide all variables, as a back end like others.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoreFactory {
    /// Whether they check each clause that they learn, and each core.
    pub check_learnt: bool,
}

impl SolverFactory for CoreFactory {
    fn name(&self) -> String {
        "core".to_owned()
    }

    fn create(&self) -> Box<dyn IncrementalSolver> {
        Box::new(if self.check_learnt { Core::checking() } else { Core::new() })
    }
}

#[cfg(test)]
mod tests;
