//! Loading: what each solver starts with, and keeping it up to date with the frames.

use super::Queries;
use crate::core::{Core, Dependencies};
use crate::frames::Frames;
use crate::model::Model;
use crate::recording::{ModelKind, Role};
use crate::solver::QuerySolver;
use crate::statistics::Counts;
use crate::{Halt, Options};
use bitreach_engine::Context;
use bitreach_formula::{Cnf, Cube, Lit, Var};
use bitreach_sat::IncrementalSolver;
use std::rc::Rc;

/// A formula that a solver starts with, and what depends on what in it.
#[derive(Default)]
pub(super) struct Base {
    pub(super) formula: Cnf,
    dependencies: Rc<Dependencies>,
}

/// A solver with frames.
pub(super) struct Framed {
    pub(super) solver: QuerySolver,
    /// `a_0`, `a_1`, …
    pub(super) frames: Vec<Lit>,
}

impl Framed {
    /// Opens the next frame.
    fn extend(&mut self) {
        let next = self.solver.fresh();
        if let Some(&last) = self.frames.last() {
            self.solver.add_guarded(last, [next]);
        }
        self.frames.push(next);
    }

    fn add_lemma(&mut self, cube: &Cube, frame: Option<usize>) {
        let clause = cube.iter().map(|&lit| !lit);
        match frame {
            Some(frame) => self.solver.add_guarded(self.frames[frame], clause),
            None => self.solver.add(&clause.collect::<Vec<_>>()),
        }
    }
}

impl<'p> Queries<'p> {
    /// The solver about single steps, with frames 0 and 1. [`prepare`](Self::prepare) makes the others.
    pub fn new(model: &'p Model<'p>, context: &Context, options: &Options) -> Queries<'p> {
        let empty = || QuerySolver::own(Core::new(), 0);
        let mut queries = Queries {
            model,
            core: options.core,
            check_learnt: options.check_learnt,
            rebuild_after: options.rebuild_after,
            walking: options.seeding_work / model.problem.transition.len().max(1),
            partial: false,
            induction_base: Base::default(),
            induction: Framed { solver: empty(), frames: Vec::new() },
            step: Framed { solver: empty(), frames: Vec::new() },
            goal: model.problem.goal.clone(),
            goal_cube: model.cube_of(&model.problem.goal),
            goal_switch: Var::new(0).positive(),
            lifting_base: Base::default(),
            lifting: empty(),
            simulator: None,
            simulated: (0, 0),
            leaves_universal: Vec::new(),
            counts: Counts::default(),
            assumptions: Vec::new(),
            temporary: Vec::new(),
            factory: context.solvers.clone(),
            stop: context.stop.clone().until(context.budget.deadline),
        };
        queries.build_step(&Frames::new(false));
        queries
    }

    /// Makes the solvers about transitions.
    ///
    /// Finds out whether a step can leave those clauses of `U` that are over the state:
    ///
    /// ```text
    ///   U ∧ T ∧ ⋁_C ¬C'
    /// ```
    pub fn prepare(&mut self) -> Result<(), Halt> {
        let problem = self.model.problem;
        let primed = |clause: &[Lit]| clause.iter().map(|&lit| problem.primed(lit)).collect::<Vec<_>>();
        let mut formula: Cnf = problem.universal.iter().chain(problem.transition.iter()).collect();
        let over_words: Vec<bool> = problem.universal.iter().map(|clause| self.model.over_words(clause)).collect();
        let defines = |over_words: bool| self.model.has_definitions() && !over_words;
        for (clause, _) in problem.universal.iter().zip(&over_words).filter(|(_, &over_words)| defines(over_words)) {
            formula.add(&primed(clause));
        }
        self.lifting_base = self.base(formula.clone());
        self.simulator = None;
        self.simulated = (0, 0);
        self.build_lifting(true);
        let kept = self.leaves_universal.is_empty()
            || !self.lifting.solve(Some(&self.leaves_universal), &[], ModelKind::Full)?;
        self.build_lifting(!kept);

        let mut with_next = formula;
        for (clause, &over_words) in problem.universal.iter().zip(&over_words) {
            if !(defines(over_words) || kept && over_words) {
                with_next.add(&primed(clause));
            }
        }
        self.induction_base = if with_next.len() == self.lifting_base.formula.len() {
            Base { formula: with_next, dependencies: self.lifting_base.dependencies.clone() }
        } else {
            self.base(with_next)
        };
        self.build_induction(&Frames::new(false));
        Ok(())
    }

    fn base(&self, formula: Cnf) -> Base {
        let restricted = self.core == 2;
        let variables = 2 * self.model.problem.variables;
        let dependencies = if restricted { Dependencies::new(&formula, variables) } else { Dependencies::default() };
        Base { dependencies: Rc::new(dependencies), formula }
    }

    fn new_solver(&self, role: Role) -> QuerySolver {
        let reserved = 2 * self.model.problem.variables;
        let solver = if self.core == 0 {
            let mut solver = self.factory.create();
            solver.set_stop(self.stop.clone());
            QuerySolver::other(solver, reserved)
        } else {
            let mut core = if self.check_learnt { Core::checking() } else { Core::new() };
            core.set_stop(self.stop.clone());
            QuerySolver::own(core, reserved)
        };
        solver.on_tape(role)
    }

    fn solver_of(&self, base: &Base, role: Role) -> QuerySolver {
        let mut solver = self.new_solver(role);
        base.formula.iter().for_each(|clause| solver.add(clause));
        if self.core == 2 {
            solver.restrict(&base.dependencies);
        }
        solver
    }

    /// `U ∧ T ∧ U'`; `a_0 → I`; the lemmas.
    pub(super) fn build_induction(&mut self, frames: &Frames) {
        self.induction = self.framed(self.solver_of(&self.induction_base, Role::Induction), frames);
    }

    /// `U`; `a_0 → I`; `goal → G`; the lemmas.
    pub(super) fn build_step(&mut self, frames: &Frames) {
        let problem = self.model.problem;
        let mut solver = self.new_solver(Role::Step);
        problem.universal.iter().for_each(|clause| solver.add(clause));
        self.goal_switch = solver.fresh();
        self.goal.iter().for_each(|clause| solver.add_guarded(self.goal_switch, clause.iter().copied()));
        self.step = self.framed(solver, frames);
    }

    fn framed(&self, solver: QuerySolver, frames: &Frames) -> Framed {
        let mut framed = Framed { solver, frames: Vec::new() };
        (0..=frames.frontier()).for_each(|_| framed.extend());
        for clause in self.model.problem.initial.iter() {
            framed.solver.add_guarded(framed.frames[0], clause.iter().copied());
        }
        for frame in 1..=frames.frontier() {
            frames.at(frame).iter().for_each(|lemma| framed.add_lemma(&lemma.cube, Some(frame)));
        }
        frames.infinity().iter().for_each(|lemma| framed.add_lemma(&lemma.cube, None));
        framed
    }

    /// `U ∧ T`, the definitions of `U'`, and for each other clause `C` of `U` over the state, if asked for, a literal that
    /// implies `¬C'`.
    fn build_lifting(&mut self, watch_universal: bool) {
        let problem = self.model.problem;
        let mut solver = self.solver_of(&self.lifting_base, Role::Lifting);
        self.leaves_universal.clear();
        if watch_universal {
            for clause in problem.universal.iter().filter(|clause| self.model.over_words(clause)) {
                let leaves = solver.fresh();
                clause.iter().for_each(|&lit| solver.add_guarded(leaves, [!problem.primed(lit)]));
                self.leaves_universal.push(leaves);
            }
        }
        self.lifting = solver;
    }

    /// Builds solvers anew that hold too many retired clauses.
    pub fn refresh(&mut self, frames: &Frames) {
        if self.induction.solver.retired > self.rebuild_after {
            self.rebuild(frames);
            self.counts.rebuilds += 1;
        }
        if self.lifting.retired > self.rebuild_after {
            self.build_lifting(!self.leaves_universal.is_empty());
            self.counts.rebuilds += 1;
        }
    }

    /// Builds the solvers that hold lemmas anew, for other frames than before.
    pub fn rebuild(&mut self, frames: &Frames) {
        self.build_induction(frames);
        self.build_step(frames);
    }

    /// From here on the goal has this clause, too. What it implies goes.
    pub fn narrow_goal(&mut self, clause: &[Lit]) {
        let implied = |other: &&[Lit]| clause.iter().all(|lit| other.contains(lit));
        self.goal = self.goal.iter().filter(|other| !implied(other)).chain([clause]).collect();
        self.goal_cube = self.model.cube_of(&self.goal);
        self.step.solver.add_guarded(self.goal_switch, clause.iter().copied());
    }

    /// Opens the next frame.
    pub fn extend(&mut self) {
        self.induction.extend();
        self.step.extend();
    }

    /// Adds the lemma of a blocked cube to a frame, or for good (`None`).
    pub fn add_lemma(&mut self, cube: &Cube, frame: Option<usize>) {
        self.induction.add_lemma(cube, frame);
        self.step.add_lemma(cube, frame);
    }
}
