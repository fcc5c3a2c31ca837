//! The formula of a run, grown by one step at a time in one incremental solver.
//!
//! Each step has solver variables of its own for all `n` variables of the problem, in a row, so that the formula of a step
//! is the problem's formula with its variables moved. `T` between two steps is over the variables of both: what it calls
//! `v + n` is variable `v` of the later step. Hence state variables are shared between `T` and the step that it leads
//! to, and existential ones are new in every step. Memory is linear in the number of steps.

use bitreach_dimspec::DimSpec;
use bitreach_engine::{TimeStep, Trace};
use bitreach_formula::{Assignment, Cnf, Lit, Var};
use bitreach_sat::{Answer, IncrementalSolver, SolverError, StopFlag};

/// The runs of a problem up to some step, as clauses in a solver:
/// `I(s_0) ∧ ⋀_{j≤k} U(s_j) ∧ ⋀_{j<k} T(s_j, s_{j+1})`, and what the owner has added.
pub struct Unrolling<'a> {
    problem: &'a DimSpec,
    solver: Box<dyn IncrementalSolver>,
    /// For each step, the index of the solver variable that stands for variable 0.
    bases: Vec<usize>,
    /// The index of the first solver variable that is not in use.
    next_variable: usize,
    clauses: usize,
    /// A clause on its way into the solver.
    buffer: Vec<Lit>,
}

impl<'a> Unrolling<'a> {
    /// The unrolling without any step, in a solver without clauses.
    pub fn new(problem: &'a DimSpec, solver: Box<dyn IncrementalSolver>) -> Unrolling<'a> {
        Unrolling { problem, solver, bases: Vec::new(), next_variable: 0, clauses: 0, buffer: Vec::new() }
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.bases.len()
    }

    /// How many solver variables are in use.
    pub fn variables(&self) -> usize {
        self.next_variable
    }

    /// How many clauses have been added.
    pub fn clauses(&self) -> usize {
        self.clauses
    }

    /// Whether the solver can number the variables of one more step and of its goal.
    pub fn has_room(&self) -> bool {
        self.next_variable + 2 * self.problem.variables + 2 + self.problem.goal.len() <= Var::MAX_INDEX
    }

    /// Adds a step: `I` and `U` for the first, `T` and `U` for every other. Needs [`Unrolling::has_room`].
    pub fn add_step(&mut self) -> TimeStep {
        let problem = self.problem;
        let (base, step) = (self.next_variable, TimeStep(self.steps()));
        self.next_variable += problem.variables;
        let before = self.bases.last().copied();
        self.bases.push(base);
        match before {
            None => self.add_moved(&problem.initial, base, base),
            Some(before) => self.add_moved(&problem.transition, before, base),
        }
        self.add_moved(&problem.universal, base, base);
        step
    }

    /// Adds the clauses with variables below `n` moved to start at `now`, and those from `n` on to start at `next`.
    fn add_moved(&mut self, cnf: &Cnf, now: usize, next: usize) {
        let n = self.problem.variables;
        for clause in cnf.iter() {
            self.buffer.clear();
            self.buffer.extend(clause.iter().map(|lit| match lit.var().index().checked_sub(n) {
                Some(index) => Var::new(next + index).lit(lit.polarity()),
                None => lit.shifted(now),
            }));
            self.solver.add_clause(&self.buffer);
        }
        self.clauses += cnf.len();
    }

    /// The solver's literal for a literal of the problem at a step that has been added.
    pub fn at(&self, step: TimeStep, lit: Lit) -> Lit {
        lit.shifted(self.bases[step.0])
    }

    /// Adds a clause over solver literals.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
        self.clauses += 1;
    }

    /// A new solver literal `g` with `g ↔ G(s)` for the given step, by Tseitin's transformation: assumed, it asks for the
    /// goal; negated and added, it excludes the goal at that step.
    pub fn goal(&mut self, step: TimeStep) -> Lit {
        let goal = self.new_variable().positive();
        // The literals that have to be true together: those of unit clauses, and a new one c_i ↔ clause for the others.
        let mut parts = Vec::with_capacity(self.problem.goal.len());
        for clause in self.problem.goal.iter() {
            let mut lits: Vec<Lit> = clause.iter().map(|&lit| self.at(step, lit)).collect();
            if let [lit] = lits[..] {
                parts.push(lit);
                continue;
            }
            let part = self.new_variable().positive();
            lits.iter().for_each(|&lit| self.add_clause(&[part, !lit]));
            lits.push(!part);
            self.add_clause(&lits);
            parts.push(part);
        }
        parts.iter().for_each(|&part| self.add_clause(&[!goal, part]));
        parts.iter_mut().for_each(|part| *part = !*part);
        parts.push(goal);
        self.add_clause(&parts);
        goal
    }

    /// A literal that, assumed, makes the step after `step` differ from it in one of the `changing` variables.
    pub fn moves(&mut self, step: TimeStep, changing: &[Var]) -> Lit {
        let moves = self.new_variable().positive();
        let mut some = vec![!moves];
        for var in changing {
            let (now, next) = (self.at(step, var.positive()), self.at(TimeStep(step.0 + 1), var.positive()));
            let differs = self.new_variable().positive();
            self.add_clause(&[!differs, now, next]);
            self.add_clause(&[!differs, !now, !next]);
            some.push(differs);
        }
        self.add_clause(&some);
        moves
    }

    fn new_variable(&mut self) -> Var {
        self.next_variable += 1;
        Var::new(self.next_variable - 1)
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

    /// After `Unsat`: whether this assumption is among those to blame.
    pub fn failed(&self, assumption: Lit) -> bool {
        self.solver.failed(assumption)
    }

    /// After `Sat`: the run that the solver found, up to the last step.
    pub fn trace(&self) -> Trace {
        let step = |&base: &usize| {
            let vars = base..base + self.problem.variables;
            Assignment::new(vars.map(|index| self.solver.value(Var::new(index).positive())).collect())
        };
        Trace { steps: self.bases.iter().map(step).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_engine::check::{check_trace, TraceFault};
    use bitreach_engine::testing::{counter, random_problem};
    use bitreach_sat::{CadicalFactory, SolverFactory};

    #[test]
    fn variables_and_clauses_grow_linearly() {
        let problem = counter(5);
        let mut unrolling = Unrolling::new(&problem, CadicalFactory.create());
        let mut before = None;
        for _ in 0..20 {
            let start = (unrolling.variables(), unrolling.clauses());
            assert!(unrolling.has_room());
            unrolling.add_step();
            let growth = (unrolling.variables() - start.0, unrolling.clauses() - start.1);
            if unrolling.steps() > 1 {
                assert_eq!(*before.get_or_insert(growth), growth);
            }
        }
        assert_eq!(before, Some((problem.variables, problem.transition.len())));
    }

    /// Without the goal, a trace of the unrolling is a run: only the goal may be missed.
    #[test]
    fn traces_are_runs() {
        let mut found = 0;
        for seed in 0..100 {
            let (problem, _) = random_problem(seed);
            let mut unrolling = Unrolling::new(&problem, CadicalFactory.create());
            for _ in 0..4 {
                unrolling.add_step();
            }
            if unrolling.solve(&[]).ok() == Some(Answer::Sat) {
                found += 1;
                let section = match check_trace(&problem, &unrolling.trace()) {
                    Ok(()) => continue,
                    Err(TraceFault::Violated { section, .. }) => section,
                    Err(fault) => panic!("seed {seed}: {fault}"),
                };
                assert_eq!(section, bitreach_dimspec::Section::Goal, "seed {seed}");
            }
        }
        assert!(found > 50, "{found}");
    }

    /// The goal literal is equivalent to the goal: with either polarity the model says so.
    #[test]
    fn the_goal_literal_is_the_goal() {
        let mut both = 0;
        for seed in 0..100 {
            let (problem, _) = random_problem(seed);
            let mut unrolling = Unrolling::new(&problem, CadicalFactory.create());
            let step = unrolling.add_step();
            let goal = unrolling.goal(step);
            let answers = [goal, !goal].map(|assumed| {
                let answer = unrolling.solve(&[assumed]).expect("the solver works");
                if answer == Answer::Sat {
                    let first = &unrolling.trace().steps[0];
                    assert_eq!(first.falsified(&problem.goal).is_none(), assumed == goal, "seed {seed}");
                }
                answer
            });
            both += usize::from(answers == [Answer::Sat; 2]);
        }
        assert!(both > 10, "{both}");
    }
}
