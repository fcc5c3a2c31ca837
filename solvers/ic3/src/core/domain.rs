//! Which variables a query has to decide.
//!
//! **Dependencies.** Take a variable `v` away, with all clauses that it occurs in, where every resolvent of two of them on
//! `v` is a tautology: then whatever values the other variables have, some value of `v` satisfies those clauses. The
//! outputs of Tseitin gates are such variables, and next-state bits, once nothing else mentions them. Take away in turn what can be, until
//! nothing is left but a kernel; `v` *depends on* the other variables of the clauses that went with it.
//!
//! **Domain.** A set of variables that holds the kernel and, with each variable, what it depends on. Values for a domain that satisfy
//! all clauses within it can be extended to a model: give values to the others in the reverse of the order in which they
//! were taken away. So a query is satisfiable as soon as its domain is. No knowledge about circuits is needed, and a relational
//! `T` is no danger: it has a large kernel.
//!
//! (The idea of deciding within a cone only is GipSAT's, which is told the circuit: Su, Yang, Ci, Huang, CAV 2025. Elimination
//! without resolvents is Een, Biere: SAT 2005, and the sequence of blocked sets of Jarvisalo, Biere, Heule: TACAS 2010.)

use bitreach_formula::{Cnf, Lit, Var};
use std::rc::Rc;

/// On what each variable of a formula depends.
#[derive(Debug, Default)]
pub(crate) struct Dependencies {
    /// Variables that every domain holds.
    kernel: Vec<Var>,
    /// By variable: where its row of dependencies ends; it starts where the one before ends.
    ends: Vec<usize>,
    rows: Vec<Var>,
}

/// How many pairs of clauses are tried before a variable counts as not removable.
const MOST_PAIRS: usize = 400;

impl Dependencies {
    /// The dependencies in a formula over `variables` variables.
    pub fn new(formula: &Cnf, variables: usize) -> Dependencies {
        let mut occurrences: Vec<Vec<u32>> = vec![Vec::new(); 2 * variables];
        for (index, clause) in formula.iter().enumerate() {
            clause.iter().for_each(|lit| occurrences[lit.code()].push(index as u32));
        }
        let mut alive = vec![true; formula.len()];
        let mut rows: Vec<Option<Vec<Var>>> = vec![None; variables];
        let mut marks = vec![false; 2 * variables];
        let mut waiting: Vec<Var> = (0..variables).map(Var::new).collect();
        let mut is_waiting = vec![true; variables];
        while let Some(var) = waiting.pop() {
            is_waiting[var.index()] = false;
            if rows[var.index()].is_some() {
                continue;
            }
            for lit in [var.positive(), var.negative()] {
                occurrences[lit.code()].retain(|&clause| alive[clause as usize]);
            }
            let (with, against) = (&occurrences[var.positive().code()], &occurrences[var.negative().code()]);
            if with.len() * against.len() > MOST_PAIRS || !only_tautologies(formula, var, with, against, &mut marks) {
                continue;
            }
            let mut row = Vec::new();
            for &clause in with.iter().chain(against) {
                alive[clause as usize] = false;
                row.extend(formula.clause(clause as usize).iter().map(|lit| lit.var()).filter(|&other| other != var));
            }
            row.sort_unstable();
            row.dedup();
            for &other in row.iter().filter(|other| rows[other.index()].is_none()) {
                if !std::mem::replace(&mut is_waiting[other.index()], true) {
                    waiting.push(other);
                }
            }
            rows[var.index()] = Some(row);
        }
        let kernel = (0..variables).filter(|&index| rows[index].is_none()).map(Var::new).collect();
        let mut dependencies = Dependencies { kernel, ..Dependencies::default() };
        for row in rows {
            dependencies.rows.extend(row.unwrap_or_default());
            dependencies.ends.push(dependencies.rows.len());
        }
        dependencies
    }

    fn of(&self, var: Var) -> &[Var] {
        let index = var.index();
        if index >= self.ends.len() {
            return &[];
        }
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.rows[start..self.ends[index]]
    }

    /// How many variables every domain holds.
    #[cfg(test)]
    pub fn kernel(&self) -> usize {
        self.kernel.len()
    }
}

/// Whether each clause of `with` and each of `against` clash in another variable than `var`.
fn only_tautologies(formula: &Cnf, var: Var, with: &[u32], against: &[u32], marks: &mut [bool]) -> bool {
    with.iter().all(|&first| {
        let first = formula.clause(first as usize);
        first.iter().for_each(|lit| marks[(!*lit).code()] = true);
        let clashes = |second: &u32| {
            let clause = formula.clause(*second as usize);
            clause.iter().any(|lit| lit.var() != var && marks[lit.code()])
        };
        let all = against.iter().all(clashes);
        first.iter().for_each(|lit| marks[(!*lit).code()] = false);
        all
    })
}

/// The domain of the query at hand.
#[derive(Default)]
pub(crate) struct Domain {
    dependencies: Rc<Dependencies>,
    /// Variables from here on are activation literals: propagated always, decided only if the query mentions them. `None`:
    /// no restriction at all.
    guards: Option<usize>,
    /// Variables of clauses outside the dependencies.
    kept: Vec<Var>,
    is_kept: Vec<bool>,
    /// By variable: the query whose domain holds it.
    stamps: Vec<u32>,
    stamp: u32,
    members: Vec<Var>,
    all: bool,
}

impl Domain {
    /// See [`Core::restrict`](super::Core::restrict).
    pub fn restrict(&mut self, dependencies: Rc<Dependencies>, guards: usize) {
        self.kept = dependencies.kernel.clone();
        self.dependencies = dependencies;
        self.guards = Some(guards);
    }

    /// Makes room for so many variables.
    pub fn require(&mut self, variables: usize) {
        self.stamps.resize(variables, 0);
        self.is_kept.resize(variables, false);
    }

    /// The variables of a clause added after [`restrict`](Self::restrict) are in every domain, guards apart.
    pub fn keep(&mut self, clause: &[Lit]) {
        let Some(guards) = self.guards else { return };
        for var in clause.iter().map(|lit| lit.var()).filter(|var| var.index() < guards) {
            if !std::mem::replace(&mut self.is_kept[var.index()], true) {
                self.kept.push(var);
            }
        }
    }

    /// The next query decides all variables.
    pub fn everything(&mut self) {
        self.all = true;
    }

    /// The next query has these variables, besides those that are always there.
    pub fn of_query(&mut self, vars: impl Iterator<Item = Var>) {
        self.all = self.guards.is_none();
        if self.all {
            return;
        }
        self.stamp += 1;
        self.members.clear();
        let kept = std::mem::take(&mut self.kept);
        vars.chain(kept.iter().copied()).for_each(|var| self.enter(var));
        self.kept = kept;
        let mut next = 0;
        let dependencies = self.dependencies.clone();
        while let Some(&var) = self.members.get(next) {
            next += 1;
            dependencies.of(var).iter().for_each(|&var| self.enter(var));
        }
    }

    fn enter(&mut self, var: Var) {
        if self.stamps[var.index()] != self.stamp {
            self.stamps[var.index()] = self.stamp;
            self.members.push(var);
        }
    }

    /// The variables to be decided.
    pub fn decisions(&self) -> impl Iterator<Item = Var> + '_ {
        let all = if self.all { self.stamps.len() } else { 0 };
        let members = if self.all { &[][..] } else { &self.members };
        members.iter().copied().chain((0..all).map(Var::new))
    }

    /// Whether the variable is to be decided.
    pub fn decides(&self, var: Var) -> bool {
        self.all || self.stamps[var.index()] == self.stamp
    }

    /// Whether the variable is worth a value.
    pub fn propagates(&self, var: Var) -> bool {
        self.all || self.stamps[var.index()] == self.stamp || self.guards.is_some_and(|guards| var.index() >= guards)
    }
}
