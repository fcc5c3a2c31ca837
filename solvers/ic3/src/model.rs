//! The problem prepared for queries: which variables make up a state, what is known about `I`, `G` and `U` without a
//! solver, and how states may be lifted.
//!
//! Variables of the queries: `0..n` is the current step, `n..2n` the next one, what lies above activates clauses. In
//! `U' = U` shifted by `n`, the variables that `T` does not mention primed are fresh by themselves.
//!
//! **State.** A state is an assignment of the state variables; everything else is existential within its step. A run is
//! joined from steps that agree on the state, so two formulas about the same step may share an existential only where one
//! query holds both. `U ∧ T` and `U ∧ G` are always together; `I` is not: a run needs one and the same existential in
//! `I(s_0)` and in `U(s_0) ∧ T(s_0, s_1)`. Hence every other variable of `I` that occurs in `U`, `T` or `G` as well is
//! *promoted* to a state variable, whose next value nothing constrains. What is left in `I` is private to it.
//!
//! **Predicates.** A gate that the symbols call a predicate is a state variable too, whose value `U` gives in the current step
//! and `U'` in the next one: so a cube can say `x <= y` in one literal. Any variable can be promoted: a run has one value
//! for it in each step. That `U` defines it by the state, and can always be satisfied by its choice, guides the search only.

use bitreach_dimspec::{DimSpec, SymbolKind};
use bitreach_formula::{Cnf, Cube, Lit, Polarity, Var};
use fastrand::Rng;
use rustc_hash::FxHashMap;

/// A DimSpec problem and what the queries need to know about it.
pub(crate) struct Model<'p> {
    /// The problem.
    pub problem: &'p DimSpec,
    /// State variables, promoted ones included, ascending.
    pub state: Vec<Var>,
    /// The predicates among the state variables, ascending.
    pub predicates: Vec<Var>,
    /// For each variable of a step, whether it is a predicate.
    is_predicate: Vec<bool>,
    /// For each variable of a step, whether the symbols say that it tells where control is.
    is_location: Vec<bool>,
    /// For each variable of a step, its place in `state`.
    place: Vec<Option<u32>>,
    /// The variables that lifting by core assumes besides the state: free inputs, as the symbols tell.
    pub inputs: Vec<Var>,
    /// Whether the symbols say that state and inputs determine the next state.
    pub functional: bool,
    /// Literals over the state that `I` has as unit clauses: a cube with a negation of one of them has no initial state.
    initial_units: Vec<Option<Polarity>>,
    /// For each variable of a step, whether it occurs in `I` alone.
    pub private_to_initial: Vec<Var>,
}

fn mark(cnf: &Cnf, marks: &mut [bool]) {
    for lit in cnf.lits() {
        if let Some(mark) = marks.get_mut(lit.var().index()) {
            *mark = true;
        }
    }
}

impl<'p> Model<'p> {
    /// Prepares a problem.
    pub fn new(problem: &'p DimSpec) -> Model<'p> {
        let n = problem.variables;
        let (mut in_initial, mut elsewhere) = (vec![false; n], vec![false; n]);
        mark(&problem.initial, &mut in_initial);
        [&problem.universal, &problem.goal, &problem.transition].into_iter().for_each(|cnf| mark(cnf, &mut elsewhere));

        let mut is_state = vec![false; n];
        problem.state_variables().into_iter().for_each(|var| is_state[var.index()] = true);
        let private = |index: &usize| in_initial[*index] && !elsewhere[*index] && !is_state[*index];
        let private_to_initial = (0..n).filter(private).map(Var::new).collect();
        (0..n).for_each(|index| is_state[index] |= in_initial[index] && elsewhere[index]);

        let predicates: Vec<Var> =
            problem.symbols.of_kind(SymbolKind::Predicate).filter(|var| !is_state[var.index()]).collect();
        let mut is_predicate = vec![false; n];
        for var in &predicates {
            is_state[var.index()] = true;
            is_predicate[var.index()] = true;
        }

        let state: Vec<Var> = (0..n).filter(|&index| is_state[index]).map(Var::new).collect();
        let mut place = vec![None; n];
        state.iter().enumerate().for_each(|(at, var)| place[var.index()] = Some(at as u32));
        let inputs = problem.symbols.of_kind(SymbolKind::Input).filter(|var| !is_state[var.index()]).collect();

        let mut is_location = vec![false; n];
        problem.symbols.of_kind(SymbolKind::Location).for_each(|var| is_location[var.index()] = true);

        let mut model = Model {
            problem,
            initial_units: vec![None; state.len()],
            state,
            predicates,
            is_predicate,
            is_location,
            place,
            inputs,
            functional: problem.symbols.functional,
            private_to_initial,
        };
        for clause in problem.initial.iter() {
            if let [lit] = clause {
                if let Some(place) = model.place_of(lit.var()) {
                    model.initial_units[place] = Some(lit.polarity());
                }
            }
        }
        model
    }

    /// If a goal is a cube over the state, and `U` speaks of the state alone or defines predicates: that cube, whose states are
    /// all bad.
    pub fn cube_of(&self, goal: &Cnf) -> Option<Cube> {
        let units = goal.iter().map(|clause| if let [lit] = clause { Some(*lit) } else { None });
        let units: Option<Vec<Lit>> = units.collect();
        let universal = &self.problem.universal;
        units
            .filter(|goal| self.over_state(goal))
            .filter(|_| self.has_definitions() || universal.iter().all(|clause| self.over_words(clause)))
            .map(Cube::new)
    }

    /// The place of a variable among the state variables, if it is one.
    pub fn place_of(&self, var: Var) -> Option<usize> {
        self.place.get(var.index()).copied().flatten().map(|place| place as usize)
    }

    /// Whether all literals are over state variables of the current step.
    pub fn over_state(&self, lits: &[Lit]) -> bool {
        lits.iter().all(|lit| self.place_of(lit.var()).is_some())
    }

    /// Whether all literals are over state variables of the current step that are no predicates.
    pub fn over_words(&self, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| self.place_of(lit.var()).is_some() && !self.is_predicate(lit))
    }

    /// Whether the literal is one of a predicate.
    pub fn is_predicate(&self, lit: Lit) -> bool {
        self.is_predicate.get(lit.var().index()).copied().unwrap_or(false)
    }

    /// Whether the literal says where control is.
    pub fn is_location(&self, lit: Lit) -> bool {
        self.is_location.get(lit.var().index()).copied().unwrap_or(false)
    }

    /// Whether what `U` says about other variables than the state's is that it defines predicates.
    pub fn has_definitions(&self) -> bool {
        self.functional && !self.predicates.is_empty()
    }

    /// Whether the unit clauses of `I` alone say that the cube has no initial state. `false` says nothing.
    pub fn plainly_not_initial(&self, cube: &[Lit]) -> bool {
        cube.iter().any(|&lit| self.contradicts_initial(lit))
    }

    /// Whether `I` fixes the variable of the literal by a unit clause.
    pub fn is_initial_unit(&self, lit: Lit) -> bool {
        self.place_of(lit.var()).is_some_and(|place| self.initial_units[place].is_some())
    }

    /// Whether the symbols say which variables tell where control is.
    pub fn has_locations(&self) -> bool {
        self.problem.symbols.of_kind(SymbolKind::Location).next().is_some()
    }

    /// Whether `I` has the negation of the literal as a unit clause.
    pub fn contradicts_initial(&self, lit: Lit) -> bool {
        let unit = self.place_of(lit.var()).and_then(|place| self.initial_units[place]);
        unit.is_some_and(|polarity| polarity != lit.polarity())
    }

    /// The literal one step later.
    pub fn primed(&self, lit: Lit) -> Lit {
        self.problem.primed(lit)
    }

    /// Values for the inputs: words are small numbers of both signs more often than others.
    pub fn random_inputs(&self, random: &mut Rng) -> Vec<Lit> {
        let (mut kind, mut bits) = (0, 0);
        let mut last: Option<(&String, usize)> = None;
        let symbols = self.problem.symbols.table.iter().filter(|symbol| symbol.kind == SymbolKind::Input);
        let values: FxHashMap<_, bool> = symbols
            .map(|symbol| {
                // Bits of a word may have been left out, its lowest one too.
                if !last.is_some_and(|(name, bit)| *name == symbol.name && bit < symbol.bit) {
                    (kind, bits) = (random.u8(..8), random.u64(..));
                }
                last = Some((&symbol.name, symbol.bit));
                let value = match kind {
                    0 => random.bool(),
                    _ if symbol.bit < 5 => bits >> symbol.bit & 1 == 1,
                    _ => kind == 1,
                };
                (symbol.var, value)
            })
            .collect();
        let value = |var| values.get(var).copied().unwrap_or(false);
        self.inputs.iter().map(|var| var.lit(Polarity::of_value(value(var)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_formula::testing::cnf;

    #[test]
    fn variables_shared_by_initial_and_transition_are_promoted() {
        // 1 is state; 2 is shared by I and T; 3 is private to I; 4 is an input of T alone.
        let problem = DimSpec {
            variables: 4,
            initial: cnf(&[&[-1], &[2, 3]]),
            goal: cnf(&[&[1]]),
            transition: cnf(&[&[-5, 2], &[-5, 4]]),
            ..DimSpec::default()
        };
        let model = Model::new(&problem);
        assert_eq!(model.state, [Var::new(0), Var::new(1)]);
        assert_eq!(model.private_to_initial, [Var::new(2)]);
        assert!(model.plainly_not_initial(&[Var::new(0).positive()]));
        assert!(!model.plainly_not_initial(&[Var::new(0).negative(), Var::new(1).negative()]));
        assert_eq!(model.cube_of(&problem.goal), Some(Cube::new([Var::new(0).positive()])));
    }
}
