//! Lifting: from one predecessor state to a cube of predecessors.
//!
//! * by **unsat core** where `T` is a function of state and inputs (Chockler, Ivrii, Matsliah, Moran, Nevo: FMCAD 2011;
//!   `stateOf` of IC3ref): under the inputs of the model, which state literals force the step into the target? The premise
//!   is the problem's word alone. Nothing that is proved rests on it, as obligations only guide the search; a
//!   counterexample is built step by step ([`crate::trace`]), and if that fails, the word was wrong and lifting by
//!   core is given up.
//! * by **implicant** in general: inputs, gates and successor stay fixed to the model, and state literals are kept until
//!   they satisfy the clauses of `U ∧ T` that those leave open. Every state of the cube then has this very step.
//!
//! In both, a cube stands for its states that satisfy the clauses of `U` over the state variables, as those hold in every
//! state of a run anyway.

use crate::engine::Search;
use crate::model::Model;
use crate::options::{Lifting, Location};
use crate::{statistics::Phase, Halt};
use bitreach_formula::{Assignment, Cnf, Cube, Lit};

/// How predecessors are lifted from here on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Not at all.
    Off,
    /// By implicant.
    Implicant,
    /// By unsat core.
    Core,
}

impl Mode {
    /// The mode for a model.
    pub fn choose(lifting: Lifting, model: &Model) -> Mode {
        match lifting {
            Lifting::Off => Mode::Off,
            Lifting::Core if model.functional => Mode::Core,
            Lifting::Core | Lifting::Implicant => Mode::Implicant,
        }
    }
}

/// A cube of more literals than this names nearly each bit of a large system, and is lifted in another way.
const LARGE: usize = 1000;

impl Search<'_, '_> {
    /// Lifts in this mode from here on. Cores need no values that the query does not depend on; implicants need all.
    pub fn set_lifting(&mut self, mode: Mode) {
        self.lifting = mode;
        self.queries.allow_partial(mode == Mode::Core);
    }

    /// After a consecution query that reached `target`: the predecessor of its model, lifted.
    pub fn lifted_predecessor(&mut self, target: &Cube) -> Result<Cube, Halt> {
        let since = self.statistics.start();
        let cube = self.lift_predecessor(target)?;
        self.statistics.stop(Phase::Lifting, since);
        Ok(cube)
    }

    /// After a consecution query that reached its target: the predecessor of its model, with the predicates that it implies.
    pub fn predecessor(&mut self) -> Vec<Lit> {
        let mut state = self.queries.predecessor();
        let implied = self.queries.implied_predicates(&state);
        state.extend(implied);
        state
    }

    /// Moves to the front what should rather stay, as far as the options say so: first the location, without which a lemma
    /// speaks of several places at once, then the predicates, as a word's bits should stay only where no predicate serves.
    pub fn worthy_first(&self, lits: &mut [Lit]) {
        if self.options.predicates_first && !self.model.predicates.is_empty() {
            lits.sort_by_key(|&lit| !self.model.is_predicate(lit));
        }
        if self.options.location != Location::Plain {
            lits.sort_by_key(|&lit| !self.model.is_location(lit));
        }
    }

    fn lift_predecessor(&mut self, target: &Cube) -> Result<Cube, Halt> {
        let mut state = self.predecessor();
        if self.lifting == Mode::Core {
            if let Some(cube) = self.lift_by_core(&mut state, target)? {
                return Ok(cube);
            }
            if !self.queries.step_into(&state, target)? {
                return Err(Halt::inconsistent("a predecessor has no step"));
            }
            self.statistics.failed_lifts += 1;
        }
        if self.lifting == Mode::Off {
            return Ok(Cube::new(state));
        }
        let values = self.queries.step_values();
        let problem = self.model.problem;
        let implicant = implicant(self.model, &values, [&problem.universal, &problem.transition]);
        if self.lifting == Mode::Core && implicant.len() > LARGE {
            // The model was of the variables that the query depends on, and an input that feeds one gate alone is none: the gate may have any
            // value, whatever its other inputs are. This one is of all variables.
            let mut state = self.predecessor();
            return Ok(self.lift_by_core(&mut state, target)?.unwrap_or(implicant));
        }
        Ok(implicant)
    }

    /// Lifts the state of a model by core, under the model's inputs; `None` if these do not force the step. Leaves the state in the order of
    /// the query.
    fn lift_by_core(&mut self, state: &mut [Lit], target: &Cube) -> Result<Option<Cube>, Halt> {
        let inputs = self.queries.inputs();
        // Assumptions that come late are rarely in the core, so let what is rare in lemmas come late.
        self.activity.sort_descending(state);
        self.worthy_first(state);
        let Some(mut cube) = self.queries.lift(state, &inputs, target)? else { return Ok(None) };
        // The other way round, other literals are missed: again, as long as it helps.
        for _ in 1..self.options.lift_rounds {
            let mut again = cube.to_vec();
            self.activity.sort_descending(&mut again);
            again.reverse();
            self.worthy_first(&mut again);
            let before = cube.len();
            cube = self.queries.lift(&again, &inputs, target)?.unwrap_or(cube);
            if cube.len() == before {
                break;
            }
        }
        Ok(Some(cube))
    }

    /// After a query that found a goal state: the state, lifted.
    pub fn lifted_goal_state(&mut self) -> Cube {
        if self.lifting == Mode::Off {
            return Cube::new(self.queries.state());
        }
        match &self.queries.goal_cube {
            Some(cube) if self.lifting == Mode::Core || !self.model.has_definitions() => cube.clone(),
            _ => {
                let problem = self.model.problem;
                implicant(self.model, &self.queries.state_values(), [&problem.universal, &self.queries.goal])
            }
        }
    }
}

/// State literals, true under `values`, that together with the values of all other variables satisfy the formulas; those
/// clauses are left out that speak of the current state alone and belong to the first formula, `U`.
fn implicant(model: &Model, values: &Assignment, [universal, other]: [&Cnf; 2]) -> Cube {
    let mut kept = vec![false; model.state.len()];
    let mut open: Vec<&[Lit]> = Vec::new();
    let clauses = universal.iter().filter(|clause| !model.over_state(clause)).chain(other.iter());
    for clause in clauses {
        let mut places = clause.iter().filter(|&&lit| values.satisfies(lit)).map(|lit| model.place_of(lit.var()));
        match (places.next(), places.next()) {
            // Two or more literals are true: if none of them is outside the state, one has to be chosen later.
            (Some(Some(_)), Some(Some(_))) if places.all(|place| place.is_some()) => open.push(clause),
            (Some(Some(place)), None) => kept[place] = true,
            _ => {}
        }
    }
    for clause in open {
        let mut places =
            clause.iter().filter(|&&lit| values.satisfies(lit)).filter_map(|lit| model.place_of(lit.var()));
        if let Some(first) = places.clone().next() {
            if !places.any(|place| kept[place]) {
                kept[first] = true;
            }
        }
    }
    let state = model.state.iter().zip(kept).filter(|(_, kept)| *kept).map(|(&var, _)| var);
    values.cube(state)
}
