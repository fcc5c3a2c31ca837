//! The formula of a run from an initial step, written down step by step and simplified by unit propagation on the way.
//!
//! Most bounded programs start from constants, and then most of every step is constant: a run of 148 steps of one of
//! SV-COMP's (`eureka_01-2`, `T` with 12 373 clauses) has 1.9 million clauses, which a solver that checks its own proof
//! takes most of its time to read. What propagation leaves of them is what the run depends on.
//!
//! Stage `j` are the clauses that step `j` brings along:
//!
//! ```text
//!   stage 0:  I(s_0) ∧ U(s_0)            stage j:  T(s_{j-1}, s_j) ∧ U(s_j)
//! ```
//!
//! A literal that a stage finds to be true follows from the stages up to it. So it may be used in this stage and in
//! later ones, and in whatever else is said only of runs that have this step; clauses of earlier stages, which may speak of shorter
//! runs, stay as they were.

use bitreach_dimspec::DimSpec;
use bitreach_formula::{Cnf, Lit};

/// Clauses and where their literals occur.
struct Block {
    clauses: Cnf,
    /// By literal code: clauses that contain the literal.
    occurrences: Vec<Vec<u32>>,
}

impl Block {
    fn new(clauses: Cnf, variables: usize) -> Block {
        let mut occurrences = vec![Vec::new(); 2 * variables];
        for (index, clause) in clauses.iter().enumerate() {
            clause.iter().for_each(|lit| occurrences[lit.code()].push(index as u32));
        }
        Block { clauses, occurrences }
    }
}

/// What is left of a clause where some literals are known.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Rest {
    /// It is true.
    Satisfied,
    /// One of these literals is true. None of them: the clause is false.
    OneOf(Vec<Lit>),
}

/// The stages so far, and what is known after them.
pub(super) struct Prefix {
    /// Variables of a step.
    n: usize,
    first: Block,
    later: Block,
    /// How many stages there have been.
    stages: usize,
    /// By literal code, of all steps so far: whether the literal is known to be true.
    is_true: Vec<bool>,
    /// Literals that the present stage found to be true.
    found: Vec<Lit>,
}

impl Prefix {
    /// Before stage 0.
    pub fn new(problem: &DimSpec) -> Prefix {
        let n = problem.variables;
        let first: Cnf = problem.initial.iter().chain(problem.universal.iter()).collect();
        let mut later: Cnf = problem.transition.iter().collect();
        for clause in problem.universal.iter() {
            later.add(&clause.iter().map(|lit| lit.shifted(n)).collect::<Vec<_>>());
        }
        let (first, later) = (Block::new(first, n), Block::new(later, 2 * n));
        Prefix { n, first, later, stages: 0, is_true: Vec::new(), found: Vec::new() }
    }

    /// What is left of the next stage: its clauses without those that are true and without the literals that are false, and as
    /// clauses of their own those literals that are found to be true of the step *before*, which earlier stages speak of.
    /// Those of its own step nothing speaks of any more but what the caller [simplifies](Self::rest). An empty clause says that no
    /// run has this step.
    pub fn stage(&mut self) -> Vec<Vec<Lit>> {
        let shift = self.stages.saturating_sub(1) * self.n;
        let own_step = self.stages * self.n;
        self.stages += 1;
        self.is_true.resize(2 * self.stages * self.n, false);
        if !self.propagate(shift) {
            return vec![Vec::new()];
        }
        let before = self.found.iter().filter(|lit| lit.var().index() < own_step).map(|&lit| vec![lit]);
        let mut left: Vec<Vec<Lit>> = before.collect();
        for clause in self.block(self.stages == 1).clauses.iter() {
            if let Rest::OneOf(lits) = self.rest(clause, shift) {
                left.push(lits);
            }
        }
        left
    }

    fn block(&self, first: bool) -> &Block {
        if first {
            &self.first
        } else {
            &self.later
        }
    }

    /// What is left of a clause whose variables are moved by `shift`, for runs that have all steps so far.
    pub fn rest(&self, clause: &[Lit], shift: usize) -> Rest {
        let mut left = Vec::new();
        for lit in clause.iter().map(|lit| lit.shifted(shift)) {
            if self.is_true(lit) {
                return Rest::Satisfied;
            }
            if !self.is_true(!lit) && !left.contains(&lit) {
                left.push(lit);
            }
        }
        Rest::OneOf(left)
    }

    /// Whether the literal is known to be true in all runs that have all steps so far.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.is_true.get(lit.code()).is_some_and(|&known| known)
    }

    /// Propagates the clauses of the present stage. False: they contradict each other.
    fn propagate(&mut self, shift: usize) -> bool {
        self.found.clear();
        let first = self.stages == 1;
        for index in 0..self.block(first).clauses.len() {
            if !self.visit(first, index, shift) {
                return false;
            }
        }
        let mut next = 0;
        while let Some(&lit) = self.found.get(next) {
            next += 1;
            let falsified = (!lit).code() - 2 * shift;
            for at in 0..self.block(first).occurrences[falsified].len() {
                let index = self.block(first).occurrences[falsified][at] as usize;
                if !self.visit(first, index, shift) {
                    return false;
                }
            }
        }
        true
    }

    /// Makes the last literal of a clause true if all others are false. False: all are.
    fn visit(&mut self, first: bool, index: usize, shift: usize) -> bool {
        let mut last = None;
        for lit in self.block(first).clauses.clause(index).iter().map(|lit| lit.shifted(shift)) {
            if self.is_true[lit.code()] || last.is_some_and(|last| last != lit) && !self.is_true[(!lit).code()] {
                return true;
            }
            if !self.is_true[(!lit).code()] {
                last = Some(lit);
            }
        }
        let Some(lit) = last else { return false };
        self.is_true[lit.code()] = true;
        self.found.push(lit);
        true
    }
}
