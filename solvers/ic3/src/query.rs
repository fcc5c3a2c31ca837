//! The queries of IC3. Above each stands the formula that it decides.
//!
//! Three solvers share the work:
//!
//! | solver | holds | answers |
//! |---|---|---|
//! | `induction` | `U ∧ T ∧ U'`, lemmas; `I` and lemmas guarded | relative induction, steps of a trace |
//! | `step` | `U`, lemmas; `I`, `G` and lemmas guarded | goal states, initial states: no successor may be asked for there |
//! | `lifting` | `U ∧ T`, the definitions of `U'` | lifting by core; without lemmas, which not all lifted states need satisfy |
//!
//! Where `U ∧ T` implies those clauses of `U'` that are over the state, which one query at the start finds out, the induction
//! solver goes without them: they would make every query depend on all that the state variables of `U` depend on.
//!
//! The frames share one solver: frame `i` has an activation literal `a_i`, a lemma of frame `i` is guarded by it, and
//! `a_i → a_{i+1}`, so that assuming `a_i` alone gives `F_i`; `a_0` activates `I` too. The alternative, a solver a frame,
//! holds as many copies of `T` as there are frames, and programs with long loops need hundreds of frames.

mod inductive;
mod load;
mod small;

use crate::model::Model;
use crate::recording::ModelKind;
use crate::simulate::Simulator;
use crate::solver::QuerySolver;
use crate::statistics::Counts;
use crate::Halt;
use bitreach_formula::{Assignment, Cnf, Cube, Lit, Var};
use bitreach_limits::StopFlag;
use bitreach_sat::SolverFactory;
use load::{Base, Framed};
use std::sync::Arc;

/// Gates are looked for if so many steps may be simulated.
const WORTH_GATES: usize = 50;

/// So many steps may be wrong about guesses before that counts.
const WRONG: usize = 10;

/// What relative induction found.
#[derive(Debug)]
pub(crate) enum Consecution {
    /// Not a step leads into the cube; a part of it, also without initial states, that suffices for this.
    Inductive(Cube),
    /// A step leads into the cube: the model of the query tells which.
    Reached,
}

/// The solvers and the queries that they answer.
pub(crate) struct Queries<'p> {
    model: &'p Model<'p>,
    factory: Arc<dyn SolverFactory>,
    stop: StopFlag,
    /// Option `core`.
    core: usize,
    /// Whether the engine's own solvers check what they learn.
    check_learnt: bool,
    rebuild_after: usize,
    /// How many steps may still be simulated to take out guesses.
    walking: usize,
    /// Whether queries about steps may leave variables without a value that they do not depend on.
    partial: bool,
    /// `U ∧ T`, and as much of `U'` as it does not imply.
    induction_base: Base,
    induction: Framed,
    step: Framed,
    /// `G`, with what it got narrower by.
    pub goal: Cnf,
    /// What [`Model::cube_of`] makes of it.
    pub goal_cube: Option<Cube>,
    /// Switches `G` on.
    goal_switch: Lit,
    /// `U ∧ T`, and what of `U'` defines predicates.
    lifting_base: Base,
    lifting: QuerySolver,
    /// The gates of `lifting_base`: `None` before they are looked for, `Some(None)` if they do not give the next state.
    simulator: Option<Option<Simulator>>,
    /// How many steps the gates have been asked for, and how many of them only propagation gave.
    simulated: (usize, usize),
    /// Literals of the lifting solver each of which says that the next state violates `U`.
    leaves_universal: Vec<Lit>,
    /// Figures.
    pub counts: Counts,
    assumptions: Vec<Lit>,
    temporary: Vec<Lit>,
}

impl<'p> Queries<'p> {
    /// From here on queries about steps give values to all variables, or only to those that they depend on.
    pub fn allow_partial(&mut self, partial: bool) {
        self.partial = partial;
    }

    fn values(&self) -> ModelKind {
        if self.partial {
            ModelKind::Partial
        } else {
            ModelKind::Full
        }
    }

    /// Whether the frame has a goal state.
    ///
    /// ```text
    ///   F_frame ∧ U ∧ G
    /// ```
    pub fn goal_state(&mut self, frame: usize) -> Result<bool, Halt> {
        self.counts.step += 1;
        self.step.solver.solve(None, &[self.step.frames[frame], self.goal_switch], ModelKind::Full)
    }

    /// Whether the cube has an initial state.
    ///
    /// ```text
    ///   I ∧ U ∧ cube
    /// ```
    pub fn initial_state(&mut self, cube: &[Lit]) -> Result<bool, Halt> {
        if self.model.plainly_not_initial(cube) {
            return Ok(false);
        }
        self.initial_query(cube)
    }

    fn initial_query(&mut self, cube: &[Lit]) -> Result<bool, Halt> {
        self.counts.step += 1;
        self.assumptions.clear();
        self.assumptions.push(self.step.frames[0]);
        self.assumptions.extend_from_slice(cube);
        self.step.solver.solve(None, &self.assumptions, ModelKind::Full)
    }

    /// Whether the state, a full cube, is a goal state.
    ///
    /// ```text
    ///   U ∧ G ∧ state
    /// ```
    pub fn goal_at(&mut self, state: &[Lit]) -> Result<bool, Halt> {
        self.counts.step += 1;
        self.assumptions.clear();
        self.assumptions.push(self.goal_switch);
        self.assumptions.extend_from_slice(state);
        self.step.solver.solve(None, &self.assumptions, ModelKind::Full)
    }

    /// Whether the cube is inductive relative to the frame before `frame`: *consecution*.
    ///
    /// ```text
    ///   F_{frame-1} ∧ ¬cube ∧ U ∧ T ∧ U' ∧ cube'
    /// ```
    ///
    /// Requires that the cube has no initial state. `order` is the cube's literals, those first that should rather stay.
    pub fn consecution(&mut self, cube: &Cube, order: &[Lit], frame: usize) -> Result<Consecution, Halt> {
        self.temporary.clear();
        self.temporary.extend(cube.iter().map(|&lit| !lit));
        self.consecution_query(cube, order, frame, true)
    }

    /// Whether a step leads from `F_frame`, which excludes the cube, into the cube.
    ///
    /// ```text
    ///   F_frame ∧ U ∧ T ∧ U' ∧ cube'
    /// ```
    pub fn push(&mut self, cube: &Cube, order: &[Lit], frame: usize) -> Result<Consecution, Halt> {
        self.consecution_query(cube, order, frame + 1, false)
    }

    fn consecution_query(
        &mut self,
        cube: &Cube,
        order: &[Lit],
        frame: usize,
        strengthened: bool,
    ) -> Result<Consecution, Halt> {
        self.counts.consecution += 1;
        self.assumptions.clear();
        self.assumptions.push(self.induction.frames[frame - 1]);
        self.assumptions.extend(order.iter().map(|&lit| self.model.primed(lit)));
        let temporary = strengthened.then_some(&self.temporary[..]);
        let values = self.values();
        if self.induction.solver.solve(temporary, &self.assumptions, values)? {
            return Ok(Consecution::Reached);
        }
        let core: Vec<Lit> =
            order.iter().copied().filter(|&lit| self.induction.solver.failed(self.model.primed(lit))).collect();
        self.without_initial_states(core, cube, order).map(Consecution::Inductive)
    }

    /// The core, and as many literals of the cube as keep it without initial states, as the cube is.
    fn without_initial_states(&mut self, mut core: Vec<Lit>, cube: &Cube, order: &[Lit]) -> Result<Cube, Halt> {
        if self.initial_state(&core)? {
            match order.iter().find(|&&lit| self.model.contradicts_initial(lit)) {
                Some(&lit) => core.push(lit),
                // The cube has no initial state: I ∧ U ∧ cube has an unsatisfiable core.
                None if self.initial_query(cube)? => {
                    return Err(Halt::inconsistent("a cube with initial states was to be blocked"))
                }
                None => core.extend(cube.iter().copied().filter(|&lit| self.step.solver.failed(lit))),
            }
        }
        Ok(Cube::new(core))
    }

    /// After `Reached`: the state from which the step leads, or a cube of such.
    pub fn predecessor(&self) -> Vec<Lit> {
        self.model.state.iter().filter_map(|&var| self.induction.solver.literal(var)).collect()
    }

    /// The predicates that the state literals imply, those left out that the state has already.
    pub fn implied_predicates(&mut self, state: &[Lit]) -> Vec<Lit> {
        if self.model.predicates.is_empty() {
            return Vec::new();
        }
        let mut implied = self.lifting.implied(state, &self.model.predicates);
        implied.retain(|lit| !state.contains(lit));
        implied
    }

    /// The next state, predicates included, in the order of the state variables, as far as gates or propagation give it: `None` if
    /// not all of it. The state and the inputs are one literal of each of their variables.
    pub fn simulated_step(&mut self, state: &[Lit], inputs: &[Lit]) -> Option<Vec<Lit>> {
        let primed: Vec<Var> = self.model.state.iter().map(|&var| self.model.primed(var.positive()).var()).collect();
        let n = self.model.problem.variables;
        let step = match self.step_along_gates(state, inputs, &primed) {
            Some(step) => step,
            None => {
                self.assumptions.clear();
                self.assumptions.extend(state.iter().chain(inputs));
                let next = self.lifting.implied(&self.assumptions, &primed);
                let next = (next.len() == primed.len()).then_some(next);
                self.simulated.1 += usize::from(next.is_some());
                next
            }
        };
        Some(step?.iter().map(|lit| Var::new(lit.var().index() - n).lit(lit.polarity())).collect())
    }

    /// The same by gates alone: `None` if they do not tell. They are looked for once there are steps enough to make up for the search, and
    /// given up if guesses about them are wrong too often.
    fn step_along_gates(&mut self, state: &[Lit], inputs: &[Lit], primed: &[Var]) -> Option<Option<Vec<Lit>>> {
        let (asked, wrong) = self.simulated;
        if state.len() != primed.len() || wrong > WRONG + asked / 2 {
            return None;
        }
        let formula = &self.lifting_base.formula;
        let simulator = self.simulator.get_or_insert_with(|| {
            let given: Vec<Var> = self.model.state.iter().chain(&self.model.inputs).copied().collect();
            // Without the engine's own solver guesses have no limit, so nothing is simulated.
            let is_worth_it = self.core > 0 && self.walking >= WORTH_GATES;
            is_worth_it
                .then(|| Simulator::new(formula, 2 * self.model.problem.variables, &given, primed, &self.stop))
                .flatten()
        });
        let simulator = simulator.as_mut()?;
        self.simulated.0 += 1;
        let next = simulator.step(formula, state.iter().chain(inputs).copied(), primed);
        (next.is_some() || simulator.guesses == 0).then_some(next)
    }

    /// After a query about steps that gave them: values of all variables of both steps.
    pub fn step_values(&self) -> Assignment {
        let values = (0..2 * self.model.problem.variables)
            .map(|index| self.induction.solver.is_true(Var::new(index).positive()));
        Assignment::new(values.collect())
    }

    /// After a satisfiable query about initial or goal states: the state.
    pub fn state(&self) -> Vec<Lit> {
        self.model.state.iter().filter_map(|&var| self.step.solver.literal(var)).collect()
    }

    /// After a satisfiable query about initial or goal states: values of all variables of the step.
    pub fn state_values(&self) -> Assignment {
        let values =
            (0..self.model.problem.variables).map(|index| self.step.solver.is_true(Var::new(index).positive()));
        Assignment::new(values.collect())
    }

    /// After `Reached`: the values of the inputs, as far as they matter.
    pub fn inputs(&self) -> Vec<Lit> {
        self.model.inputs.iter().filter_map(|&var| self.induction.solver.literal(var)).collect()
    }

    /// A part of `state` all of whose states step, under `inputs`, into the target: lifting by core, where `T` is
    /// functional. `None` if the state itself may step elsewhere, so that `T` is not.
    ///
    /// ```text
    ///   state ∧ inputs ∧ U ∧ T ∧ (¬target' ∨ ¬U')        unsatisfiable; its core gives the part
    /// ```
    pub fn lift(&mut self, state: &[Lit], inputs: &[Lit], target: &Cube) -> Result<Option<Cube>, Halt> {
        self.counts.lifting += 1;
        self.temporary.clear();
        self.temporary.extend(target.iter().map(|&lit| !self.model.primed(lit)));
        self.temporary.extend_from_slice(&self.leaves_universal);
        self.assumptions.clear();
        self.assumptions.extend_from_slice(inputs);
        self.assumptions.extend_from_slice(state);
        if self.lifting.solve(Some(&self.temporary), &self.assumptions, ModelKind::Partial)? {
            return Ok(None);
        }
        Ok(Some(Cube::new(state.iter().copied().filter(|&lit| self.lifting.failed(lit)))))
    }

    /// Whether a step leads from the state into the target; gives values to all variables.
    ///
    /// ```text
    ///   state ∧ U ∧ T ∧ U' ∧ target'
    /// ```
    pub fn step_into(&mut self, state: &[Lit], target: &Cube) -> Result<bool, Halt> {
        self.assumptions.clear();
        self.assumptions.extend_from_slice(state);
        self.assumptions.extend(target.iter().map(|&lit| self.model.primed(lit)));
        self.induction.solver.solve(None, &self.assumptions, ModelKind::Full)
    }

    /// After a satisfiable [`step_into`](Self::step_into): the state that is stepped into.
    pub fn successor(&self) -> Vec<Lit> {
        let literal = |&var: &Var| {
            let lit = var.positive();
            if self.induction.solver.is_true(self.model.primed(lit)) {
                lit
            } else {
                !lit
            }
        };
        self.model.state.iter().map(literal).collect()
    }
}
