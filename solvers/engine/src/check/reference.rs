//! The steps of a small problem and which leads to which, by enumeration: what the checkers of proofs are held against.

use crate::testing::{brute_force, Expected};
use bitreach_dimspec::DimSpec;
use bitreach_formula::{Assignment, Clause, Cnf, Var};
use std::collections::BTreeSet;

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

    /// Whether the clauses hold at first, and steps that satisfy them lead to such steps.
    pub fn inductive(&self, problem: &DimSpec, clauses: &[Clause]) -> bool {
        let (first, holds) = (self.marks(&problem.initial), self.marks(&clauses.iter().collect()));
        (0..self.all.len()).all(|step| {
            let begins = !first[step] || holds[step];
            let lasts = !holds[step] || self.next[step].iter().all(|&next| holds[next]);
            begins && lasts
        })
    }
}

/// The clauses that exclude exactly the assignments that no run reaches: the strongest invariant.
pub fn strongest(problem: &DimSpec) -> Vec<Clause> {
    let n = problem.variables;
    let vars = || (0..n).map(Var::new);
    let all = (0..1 << n).map(|bits: usize| Assignment::new((0..n).map(|var| bits >> var & 1 == 1).collect()));
    let unreachable = |step: &Assignment| {
        let mut only = problem.clone();
        only.goal = Cnf::new();
        step.cube(vars()).iter().for_each(|&lit| only.goal.add(&[lit]));
        brute_force(&only) == Expected::Safe
    };
    let unreachable: BTreeSet<Clause> = all.filter(unreachable).map(|step| step.cube(vars()).negated()).collect();
    unreachable.into_iter().collect()
}
