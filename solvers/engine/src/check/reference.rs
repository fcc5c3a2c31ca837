//! The steps of a small problem and which leads to which, by enumeration: what the checkers of proofs are held against.

use bitreach_dimspec::DimSpec;
use bitreach_formula::{Assignment, Clause, Cnf, Var};

/// The assignments that satisfy `U`.
pub struct Steps {
    /// What they are.
    pub all: Vec<Assignment>,
    /// By number, the numbers of those that `T` leads to.
    pub next: Vec<Vec<usize>>,
}

impl Steps {
    /// All steps of a problem, of which `2^n` assignments and their pairs are tried.
    pub fn new(problem: &DimSpec) -> Steps {
        let n = problem.variables;
        let step = |bits: usize| Assignment::new((0..n).map(|var| bits >> var & 1 == 1).collect());
        let lasting = |step: &Assignment| step.falsified(&problem.universal).is_none();
        let all: Vec<Assignment> = (0..1 << n).map(step).filter(lasting).collect();
        let leads = |one: &Assignment, other: &Assignment| {
            let value = |v: usize| if v < n { one.value(Var::new(v)) } else { other.value(Var::new(v - n)) };
            Assignment::new((0..2 * n).map(value).collect()).falsified(&problem.transition).is_none()
        };
        let next = all.iter().map(|one| (0..all.len()).filter(|&other| leads(one, &all[other])).collect()).collect();
        Steps { all, next }
    }

    /// By number, whether a step satisfies the clauses.
    pub fn marks(&self, cnf: &Cnf) -> Vec<bool> {
        self.all.iter().map(|step| step.falsified(cnf).is_none()).collect()
    }

    /// Whether the clauses hold at first, those of `moves` in steps that go on, and steps that satisfy both lead to such steps.
    pub fn inductive(&self, problem: &DimSpec, clauses: &[Clause], moves: &[Clause]) -> bool {
        let first = self.marks(&problem.initial);
        let (clauses, moves) = (self.marks(&clauses.iter().collect()), self.marks(&moves.iter().collect()));
        let as_claimed = |step: usize| clauses[step] && (moves[step] || self.next[step].is_empty());
        (0..self.all.len()).all(|step| {
            let begins = !first[step] || as_claimed(step);
            let lasts = !(clauses[step] && moves[step]) || self.next[step].iter().all(|&next| as_claimed(next));
            begins && lasts
        })
    }
}
