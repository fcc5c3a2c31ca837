//! The formula of a run, grown by one step at a time in one incremental solver.
//!
//! A variable of a step gets a literal of the solver when a clause needs one: none where its value is known, the same one
//! where it is equal to one that is there (`fold`). State variables are shared between `T` and the step that it leads
//! to, and existential ones are new in every step. A step costs at most the problem's clauses and variables, and a word
//! for each variable that says what stands for it; memory is linear in the number of steps.

use crate::fold::{instantiate, truth, Images, Names};
use bitreach_dimspec::DimSpec;
use bitreach_engine::{TimeStep, Trace};
use bitreach_formula::{Assignment, Clause, Cnf, Lit, Var};
use bitreach_limits::StopFlag;
use bitreach_sat::{Answer, IncrementalSolver, SolverError};

/// Where the runs of an [`Unrolling`] begin, and with it what may be said about their steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// In initial steps.
    Initial,
    /// Anywhere.
    Anywhere,
}

/// Row of steps in a solver: `⋀_{j≤k} U(s_j) ∧ ⋀_{j<k} T(s_j, s_{j+1})`, `I(s_0)` if runs start there, and what the owner
/// has added.
pub struct Unrolling<'a> {
    problem: &'a DimSpec,
    start: Start,
    solver: Box<dyn IncrementalSolver>,
    names: Names,
    /// For each step, what stands for its variables.
    steps: Vec<Images>,
    /// What holds in the first step.
    first: Cnf,
    /// What holds between a step and the next, and in the next.
    further: Cnf,
    clauses: usize,
    /// Whether there is no run of this length at all.
    contradictory: bool,
    /// A clause on its way into the solver.
    buffer: Vec<Lit>,
}

/// The clauses of `cnf` with variables moved by `shift`, after those of `to`.
fn append(to: &mut Cnf, cnf: &Cnf, shift: usize) {
    let mut moved = Vec::new();
    for clause in cnf.iter() {
        moved.clear();
        moved.extend(clause.iter().map(|lit| lit.shifted(shift)));
        to.add(&moved);
    }
}

impl<'a> Unrolling<'a> {
    /// The unrolling without any step, in a solver without clauses.
    pub fn new(problem: &'a DimSpec, start: Start, mut solver: Box<dyn IncrementalSolver>) -> Unrolling<'a> {
        let mut first = if start == Start::Initial { problem.initial.clone() } else { Cnf::new() };
        append(&mut first, &problem.universal, 0);
        let mut further = problem.transition.clone();
        append(&mut further, &problem.universal, problem.variables);
        solver.add_clause(&[truth()]);
        let (names, steps, buffer) = (Names::new(), Vec::new(), Vec::new());
        Unrolling { problem, start, solver, names, steps, first, further, clauses: 1, contradictory: false, buffer }
    }

    /// Where runs begin.
    pub fn start(&self) -> Start {
        self.start
    }

    /// Demands that each step but the last misses the goal, if the goal is a cube. (What is known of the steps then
    /// comes out better than from clauses that are added to the solver.)
    pub fn goal_only_last(&mut self) {
        let units: Option<Vec<Lit>> =
            self.problem.goal.iter().map(|clause| (clause.len() == 1).then(|| !clause[0])).collect();
        if let Some(excluded) = units {
            self.further.add(&excluded);
        }
    }

    /// Demands the clause, over the variables of a step, of the steps from `from` on, those that are there and those to come.
    pub fn strengthen(&mut self, clause: &Clause, from: TimeStep) {
        self.first.add(clause);
        let primed: Vec<Lit> = clause.iter().map(|&lit| self.problem.primed(lit)).collect();
        self.further.add(&primed);
        for step in from.0..self.steps() {
            let lits: Vec<Lit> = clause.iter().map(|&lit| self.at(TimeStep(step), lit)).collect();
            self.add_clause(&lits);
        }
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// How many solver variables are in use.
    pub fn variables(&self) -> usize {
        self.names.variables()
    }

    /// How many clauses have been added.
    pub fn clauses(&self) -> usize {
        self.clauses
    }

    /// Whether the solver can number the variables of one more step, its goal, and its difference from the others.
    pub fn has_room(&self) -> bool {
        let (n, steps) = (self.problem.variables, self.steps() + 1);
        let needed = n.checked_add(2).and_then(|each| each.checked_mul(steps.min(2) + 1));
        let needed = needed.and_then(|needed| needed.checked_add(self.variables() + 2 + self.problem.goal.len()));
        needed.is_some_and(|needed| needed <= Var::MAX_INDEX)
    }

    /// Adds a step: `I` and `U` for the first, `T` and `U` for every other. Needs [`Unrolling::has_room`].
    pub fn add_step(&mut self) -> TimeStep {
        self.add_step_if(None)
    }

    /// A literal that nothing is known about.
    pub fn fresh(&mut self) -> Lit {
        self.names.fresh().positive()
    }

    /// Adds a step that is a part of the run only if the literal given is true: runs may end before it. Until that
    /// literal is added as a clause, what is [known](Unrolling::known) holds of runs that get this far; so later steps have
    /// to be added with literals that imply it, and what is asked besides must be about runs that do.
    pub fn add_optional_step(&mut self, before: Option<Lit>) -> (TimeStep, Lit) {
        let alive = self.names.fresh().positive();
        if let Some(before) = before {
            self.add_clause(&[!alive, before]);
        }
        (self.add_step_if(Some(alive)), alive)
    }

    fn add_step_if(&mut self, alive: Option<Lit>) -> TimeStep {
        let n = self.problem.variables;
        let Unrolling { solver, names, steps, clauses, contradictory, buffer, .. } = self;
        let mut emit = |clause: &[Lit]| {
            buffer.clear();
            buffer.extend_from_slice(clause);
            buffer.extend(alive.map(|alive| !alive));
            solver.add_clause(buffer);
            *clauses += 1;
            *contradictory |= buffer.is_empty();
        };
        match steps.last_mut() {
            None => {
                let mut images = vec![None; n];
                instantiate(&self.first, &mut images, names, &mut emit);
                steps.push(images);
            }
            Some(last) => {
                let mut window = std::mem::take(last);
                window.resize(2 * n, None);
                instantiate(&self.further, &mut window, names, &mut emit);
                let next = window.split_off(n);
                *last = window;
                last.shrink_to_fit();
                steps.push(next);
            }
        }
        TimeStep(self.steps() - 1)
    }

    /// The solver's literal for a literal of the problem at a step that has been added.
    pub fn at(&mut self, step: TimeStep, lit: Lit) -> Lit {
        let (names, images) = (&mut self.names, &mut self.steps[step.0]);
        let positive = *images[lit.var().index()].get_or_insert_with(|| names.fresh().positive());
        if lit.is_positive() {
            positive
        } else {
            !positive
        }
    }

    /// Adds a clause over solver literals.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.buffer.clear();
        self.buffer.extend_from_slice(clause);
        if self.names.reduce(&mut self.buffer) {
            match self.buffer[..] {
                [] => self.contradictory = true,
                [unit] => self.names.fix(unit),
                _ => {}
            }
            self.solver.add_clause(&self.buffer);
            self.clauses += 1;
        }
    }

    /// The value of a solver literal in all runs, where it is known without a query.
    pub fn known(&self, lit: Lit) -> Option<bool> {
        self.names.value(lit)
    }

    /// Whether it is known without a query that there is no run of this length.
    pub fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    /// A solver literal `g` with `g ↔ G(s)` for the given step, by Tseitin's transformation: assumed, it asks for the
    /// goal; negated and added, it excludes the goal at that step.
    pub fn goal(&mut self, step: TimeStep) -> Lit {
        // The literals that have to be true together: those of unit clauses, and a new one c_i ↔ clause for the others.
        let mut parts = Vec::with_capacity(self.problem.goal.len());
        for clause in self.problem.goal.iter() {
            let lits: Vec<Lit> = clause.iter().map(|&lit| self.at(step, lit)).collect();
            parts.push(self.any(lits));
        }
        parts.iter_mut().for_each(|part| *part = !*part);
        !self.any(parts)
    }

    /// A literal that is equivalent to the disjunction, a new one where there is none yet.
    pub fn any(&mut self, mut lits: Vec<Lit>) -> Lit {
        if !self.names.reduce(&mut lits) {
            return truth();
        }
        match lits[..] {
            [] => !truth(),
            [lit] => lit,
            _ => {
                let any = self.names.fresh().positive();
                lits.iter().for_each(|&lit| self.add_clause(&[any, !lit]));
                lits.push(!any);
                self.add_clause(&lits);
                any
            }
        }
    }

    /// A literal that, assumed, makes two steps differ in one of the `changing` variables.
    pub fn differ(&mut self, one: TimeStep, two: TimeStep, changing: &[Var]) -> Lit {
        let mut pairs = Vec::new();
        let mut some = Vec::new();
        for var in changing {
            let (one, two) = (self.at(one, var.positive()), self.at(two, var.positive()));
            match (self.known(one), self.known(two)) {
                _ if one == two => {}
                (Some(one), Some(two)) if one == two => {}
                (Some(_), Some(_)) => return truth(),
                (Some(one), None) => some.push(if one { !two } else { two }),
                (None, Some(two)) => some.push(if two { !one } else { one }),
                (None, None) if one == !two => return truth(),
                (None, None) => pairs.push((one, two)),
            }
        }
        for (one, two) in pairs {
            let here = self.names.fresh().positive();
            self.add_clause(&[!here, one, two]);
            self.add_clause(&[!here, !one, !two]);
            some.push(here);
        }
        let differ = self.names.fresh().positive();
        some.push(!differ);
        self.add_clause(&some);
        differ
    }

    /// Lets `stop` end the queries from now on.
    pub fn set_stop(&mut self, stop: StopFlag) {
        self.solver.set_stop(stop);
    }

    /// Is there a run, up to the last step added, under these assumptions over solver literals?
    ///
    /// # Errors
    /// If the solver fails.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.solver.solve(assumptions)
    }

    /// After `Sat`: whether the literal is true in the model.
    pub fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    /// After `Unsat`: whether this assumption is among those to blame.
    pub fn failed(&self, assumption: Lit) -> bool {
        self.solver.failed(assumption)
    }

    /// After `Sat`: the run that the solver found, up to the last step. A variable that nothing was asked of is false.
    pub fn trace(&self) -> Trace {
        let value = |image: &Option<Lit>| image.is_some_and(|lit| self.solver.value(lit));
        let step = |images: &Images| Assignment::new(images.iter().map(value).collect());
        Trace { steps: self.steps.iter().map(step).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_engine::check::{check_trace, TraceFault};
    use bitreach_engine::testing::{any_problem, counter};
    use bitreach_formula::testing::for_all;
    use bitreach_sat::{CadicalFactory, SolverFactory};

    /// A counter that counts when an input says so, from anywhere: nothing is known, and each step costs the same.
    #[test]
    fn variables_and_clauses_grow_linearly() {
        let problem = counter(5);
        let mut unrolling = Unrolling::new(&problem, Start::Anywhere, CadicalFactory.create());
        let mut before = None;
        for _ in 0..20 {
            let start = (unrolling.variables(), unrolling.clauses());
            assert!(unrolling.has_room());
            unrolling.add_step();
            let growth = (unrolling.variables() - start.0, unrolling.clauses() - start.1);
            if unrolling.steps() > 2 {
                assert_eq!(*before.get_or_insert(growth), growth);
            }
        }
        assert!(before.is_some_and(|(_, clauses)| clauses > 0 && clauses <= problem.transition.len()), "{before:?}");
    }

    /// The same counter where the input always says so: every value is known, and the solver hears nothing.
    #[test]
    fn what_is_known_costs_nothing() {
        let mut problem = counter(5);
        problem.universal.add(&[Var::new(5).positive()]);
        let mut unrolling = Unrolling::new(&problem, Start::Initial, CadicalFactory.create());
        for number in 0..=31 {
            let step = unrolling.add_step();
            for bit in 0..5 {
                let lit = unrolling.at(step, Var::new(bit).positive());
                assert_eq!(unrolling.known(lit), Some(number >> bit & 1 == 1), "bit {bit} of {number}");
            }
            let goal = unrolling.goal(step);
            assert_eq!(unrolling.known(goal), Some(number == 31));
        }
        assert_eq!((unrolling.variables(), unrolling.clauses()), (1, 1));
    }

    /// Without the goal, a trace of the unrolling is a run: only the goal may be missed.
    #[test]
    fn traces_are_runs() {
        let mut found = 0;
        for_all(100, any_problem, |(problem, _)| {
            let mut unrolling = Unrolling::new(&problem, Start::Initial, CadicalFactory.create());
            for _ in 0..4 {
                unrolling.add_step();
            }
            if unrolling.solve(&[]).ok() == Some(Answer::Sat) {
                found += 1;
                let section = match check_trace(&problem, &unrolling.trace()) {
                    Ok(()) => return,
                    Err(TraceFault::Violated { section, .. }) => section,
                    Err(fault) => panic!("{fault}"),
                };
                assert_eq!(section, bitreach_dimspec::Section::Goal);
            }
        });
        assert!(found > 50, "{found}");
    }

    /// The goal literal is equivalent to the goal: with either polarity the model says so.
    #[test]
    fn the_goal_literal_is_the_goal() {
        let mut both = 0;
        for_all(100, any_problem, |(problem, _)| {
            let mut unrolling = Unrolling::new(&problem, Start::Initial, CadicalFactory.create());
            let step = unrolling.add_step();
            let goal = unrolling.goal(step);
            let answers = [goal, !goal].map(|assumed| {
                let answer = unrolling.solve(&[assumed]).expect("the solver works");
                if answer == Answer::Sat {
                    let first = &unrolling.trace().steps[0];
                    assert_eq!(first.falsified(&problem.goal).is_none(), assumed == goal);
                }
                answer
            });
            both += usize::from(answers == [Answer::Sat; 2]);
        });
        assert!(both > 10, "{both}");
    }
}
