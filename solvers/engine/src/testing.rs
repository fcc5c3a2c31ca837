//! Problems whose answer is known, to test engines with; behind feature `testing`.
//!
//! [`random_problem`] makes a small problem and its answer, found by [`brute_force`]: breadth-first search over the
//! assignments of a step, straight from the definition of a run. The kinds of problems:
//!
//! * tables: for each state and choice of inputs a row that fixes the next state, or part of it, or forbids to go on;
//! * gates: each next-state bit is a small function of the state and the inputs, by way of a gate variable;
//! * clauses: random `I`, `U`, `G` and `T`.
//!
//! Tables and gates that are functional say so in their symbols. Variables are numbered at random, so that state variables do
//! not come first. Two things are to be had here that programs do not show, but problems of others may: `T` that cannot
//! be continued, and `I` over variables that are existential within a step. The latter are remembered by no later step, but
//! they do restrict the first step's transition: an engine that joins runs where they agree on state variables has to
//! count the variables of `I` among them.

use crate::{Event, Observer};
use bitreach_dimspec::{DimSpec, Symbol, SymbolKind};
use bitreach_formula::testing::Random;
use bitreach_formula::{Assignment, Cnf, Lit, Polarity, Var};
use std::time::Duration;

/// The answer that an engine has to give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// No run reaches the goal.
    Safe,
    /// A run reaches the goal.
    Unsafe {
        /// How many transitions the shortest one has.
        depth: usize,
    },
}

/// The assignment whose value of variable `i` is bit `i` of `bits`.
fn assignment(bits: usize, variables: usize) -> Assignment {
    Assignment::new((0..variables).map(|var| bits >> var & 1 == 1).collect())
}

/// Decides a problem by breadth-first search over the `2^n` assignments of a step.
///
/// # Panics
/// If there are more than 12 variables in a step.
pub fn brute_force(problem: &DimSpec) -> Expected {
    let n = problem.variables;
    assert!(n <= 12, "{n} variables are too many to try all assignments");
    let steps: Vec<Assignment> = (0..1 << n).map(|bits| assignment(bits, n)).collect();
    let holds = |cnf: &Cnf, step: &Assignment| step.falsified(cnf).is_none();
    let mut reached: Vec<bool> =
        steps.iter().map(|step| holds(&problem.initial, step) && holds(&problem.universal, step)).collect();
    let mut fringe: Vec<usize> = (0..steps.len()).filter(|&step| reached[step]).collect();
    let mut depth = 0;
    while !fringe.is_empty() {
        if fringe.iter().any(|&step| holds(&problem.goal, &steps[step])) {
            return Expected::Unsafe { depth };
        }
        let mut next_fringe = Vec::new();
        for step in fringe {
            let rest = transition_from(problem, &steps[step]);
            for (next, found) in reached.iter_mut().enumerate() {
                if !*found && holds(&rest, &steps[next]) && holds(&problem.universal, &steps[next]) {
                    *found = true;
                    next_fringe.push(next);
                }
            }
        }
        fringe = next_fringe;
        depth += 1;
    }
    Expected::Safe
}

/// What `T` asks of the next step once this one is fixed, as a formula over the variables of one step.
fn transition_from(problem: &DimSpec, step: &Assignment) -> Cnf {
    let n = problem.variables;
    let mut rest = Cnf::new();
    for clause in problem.transition.iter() {
        let (next, now): (Vec<Lit>, Vec<Lit>) = clause.iter().partition(|lit| lit.var().index() >= n);
        if !now.iter().any(|&lit| step.satisfies(lit)) {
            let next: Vec<Lit> = next.iter().map(|lit| Var::new(lit.var().index() - n).lit(lit.polarity())).collect();
            rest.add(&next);
        }
    }
    rest
}

/// Keeps the figures that an engine tells at the end of its run.
#[derive(Default, Debug)]
pub struct Figures(pub Vec<(&'static str, f64)>);

impl Figures {
    /// The figure of this name, or 0.
    pub fn get(&self, name: &str) -> f64 {
        self.0.iter().find(|(key, _)| *key == name).map_or(0.0, |(_, value)| *value)
    }
}

impl Observer for Figures {
    fn hear(&mut self, _at: Duration, event: &Event) {
        if let Event::Finished { statistics, .. } = event {
            self.0.clone_from(&statistics.0);
        }
    }
}

/// A small problem, the same for the same seed, and its answer. Two to six state variables and at most three others.
pub fn random_problem(seed: u64) -> (DimSpec, Expected) {
    any_problem(&mut Random::new(seed))
}

/// The same, made from the numbers of a generator: for properties ([`bitreach_formula::testing::for_all`]).
pub fn any_problem(random: &mut Random) -> (DimSpec, Expected) {
    let kind = random.below(4);
    let mut maker = Maker::new(random);
    match kind {
        0 => maker.table(Rows::Functional),
        1 => maker.table(Rows::Partial),
        2 => maker.gates(),
        _ => maker.clauses(),
    }
    let problem = maker.problem;
    let expected = brute_force(&problem);
    (problem, expected)
}

/// Which rows a table may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// Each fixes the next state.
    Functional,
    /// Some leave bits of it open, or forbid to go on.
    Partial,
}

struct Maker<'a> {
    random: &'a mut Random,
    problem: DimSpec,
    states: Vec<Var>,
    others: Vec<Var>,
}

impl<'a> Maker<'a> {
    fn new(random: &'a mut Random) -> Maker<'a> {
        let (states, others) = (2 + random.below(5), random.below(4));
        let mut vars: Vec<Var> = (0..states + others).map(Var::new).collect();
        for index in 1..vars.len() {
            vars.swap(index, random.below(index + 1));
        }
        let others = vars.split_off(states);
        let problem = DimSpec { variables: states + others.len(), ..DimSpec::default() };
        Maker { random, problem, states: vars, others }
    }

    /// The literals by which the variables spell `bits`.
    fn spell(vars: &[Var], bits: usize) -> impl Iterator<Item = Lit> + '_ {
        vars.iter().enumerate().map(move |(index, var)| var.lit(Polarity::of_value(bits >> index & 1 == 1)))
    }

    /// One initial state, or several; one goal state, or several; now and then a universal clause.
    fn corners(&mut self) {
        let (first, last) = (self.random.below(1 << self.states.len()), self.random.below(1 << self.states.len()));
        for (cnf, bits) in [(&mut self.problem.initial, first), (&mut self.problem.goal, last)] {
            let keep = if self.random.chance(80) { 100 } else { 60 };
            Maker::spell(&self.states, bits).filter(|_| self.random.chance(keep)).for_each(|lit| cnf.add(&[lit]));
        }
        if self.random.chance(30) {
            let clause: Vec<Lit> =
                (0..2 + self.random.below(2)).map(|_| self.random.lit(self.problem.variables)).collect();
            self.problem.universal.add(&clause);
        }
        if !self.others.is_empty() && self.random.chance(20) {
            let var = self.others[self.random.below(self.others.len())];
            self.problem.initial.add(&[var.positive()]);
        }
    }

    fn name_variables(&mut self, functional: bool, kind_of_others: SymbolKind) {
        let states = self.states.iter().map(|&var| (var, SymbolKind::State));
        let others = self.others.iter().map(|&var| (var, kind_of_others));
        let symbol = |(var, kind): (Var, SymbolKind)| Symbol { var, kind, bit: 0, name: format!("v{var}") };
        self.problem.symbols.table = states.chain(others).map(symbol).collect();
        self.problem.symbols.table.sort_by_key(|symbol| symbol.var);
        self.problem.symbols.functional = functional;
    }

    /// Each row sends a state and a choice of inputs to the next number, or anywhere.
    fn table(&mut self, rows: Rows) {
        self.corners();
        self.name_variables(rows == Rows::Functional, SymbolKind::Input);
        let size = 1 << self.states.len();
        let anywhere = 5 + self.random.below(20);
        for choice in 0..1 << self.others.len() {
            for state in 0..size {
                let next = if self.random.chance(anywhere) { self.random.below(size) } else { (state + 1) % size };
                let row: Vec<Lit> = Maker::spell(&self.states, state)
                    .chain(Maker::spell(&self.others, choice))
                    .map(|lit| !lit)
                    .collect();
                if rows == Rows::Partial && self.random.chance(10) {
                    self.problem.transition.add(&row);
                    continue;
                }
                for lit in Maker::spell(&self.states, next) {
                    if rows == Rows::Functional || self.random.chance(90) {
                        let mut clause = row.clone();
                        clause.push(self.problem.primed(lit));
                        self.problem.transition.add(&clause);
                    }
                }
            }
        }
    }

    /// Next-state bits are exclusive ors, conjunctions or copies of two literals; the others are half inputs, half gates.
    fn gates(&mut self) {
        self.corners();
        self.name_variables(true, SymbolKind::Input);
        let gates = self.others.split_off(self.others.len() / 2);
        let mut sources: Vec<Var> = self.states.iter().chain(&self.others).copied().collect();
        for &gate in &gates {
            self.define(gate.positive(), &sources);
            sources.push(gate);
        }
        for symbol in self.problem.symbols.table.iter_mut().filter(|symbol| gates.contains(&symbol.var)) {
            symbol.kind = SymbolKind::Gate;
        }
        for state in self.states.clone() {
            let next = self.problem.primed(state.positive());
            self.define(next, &sources);
        }
    }

    /// `output ↔ f(a, b)` for a random `f` and random literals `a`, `b`.
    fn define(&mut self, output: Lit, sources: &[Var]) {
        let mut pick = || {
            let polarity = Polarity::of_value(self.random.chance(50));
            sources[self.random.below(sources.len())].lit(polarity)
        };
        let (a, b) = (pick(), pick());
        let clauses: &[&[Lit]] = match self.random.below(4) {
            0 => &[&[!output, a], &[output, !a]],
            1 => &[&[!output, a], &[!output, b], &[output, !a, !b]],
            _ => &[&[!output, a, b], &[!output, !a, !b], &[output, !a, b], &[output, a, !b]],
        };
        clauses.iter().for_each(|clause| self.problem.transition.add(clause));
    }

    /// All four formulas at random. The others never occur primed.
    fn clauses(&mut self) {
        let n = self.problem.variables;
        let counts = [1 + self.random.below(n + 1), self.random.below(3), 1 + self.random.below(n)];
        for (section, count) in bitreach_dimspec::Section::ALL.into_iter().zip(counts) {
            for _ in 0..count {
                let clause: Vec<Lit> = (0..1 + self.random.below(3)).map(|_| self.random.lit(n)).collect();
                self.problem.section_mut(section).add(&clause);
            }
        }
        for _ in 0..2 * n + self.random.below(3 * n) {
            let mut clause: Vec<Lit> = (0..1 + self.random.below(3)).map(|_| self.random.lit(n)).collect();
            let polarity = Polarity::of_value(self.random.chance(50));
            let next = self.states[self.random.below(self.states.len())].lit(polarity);
            clause.push(self.problem.primed(next));
            self.problem.transition.add(&clause);
        }
    }
}

/// A counter of `bits` bits that starts at 0 and, while its input allows, counts up; the goal is its greatest number. The
/// shortest run has `2^bits - 1` transitions.
pub fn counter(bits: usize) -> DimSpec {
    // Variables: the counter, then the input, then carries, carry 0 being the input.
    let mut problem = DimSpec { variables: 2 * bits + 1, ..DimSpec::default() };
    for bit in 0..bits {
        let (now, carry, carry_out) =
            (Var::new(bit).positive(), Var::new(bits + bit).positive(), Var::new(bits + bit + 1).positive());
        let next = problem.primed(now);
        problem.initial.add(&[!now]);
        problem.goal.add(&[now]);
        let transition = &mut problem.transition;
        // next ↔ now ⊕ carry, carry_out ↔ now ∧ carry.
        for clause in [[!next, now, carry], [!next, !now, !carry], [next, !now, carry], [next, now, !carry]] {
            transition.add(&clause);
        }
        transition.add(&[!carry_out, now]);
        transition.add(&[!carry_out, carry]);
        transition.add(&[carry_out, !now, !carry]);
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_formula::testing::for_all;

    #[test]
    fn a_counter_takes_as_long_as_it_counts() {
        for bits in 1..=4 {
            assert_eq!(brute_force(&counter(bits)), Expected::Unsafe { depth: (1 << bits) - 1 });
        }
    }

    /// A test kit of problems that are all alike would test little.
    #[test]
    fn problems_are_varied_and_well_formed() {
        let (mut safe, mut deep, mut functional, mut stuck) = (0, 0, 0, 0);
        for_all(400, any_problem, |(problem, expected)| {
            assert_eq!(problem.out_of_range(), None);
            assert!(problem.state_variables().len() <= 6 && problem.variables <= 9);
            safe += usize::from(expected == Expected::Safe);
            deep += usize::from(matches!(expected, Expected::Unsafe { depth } if depth >= 3));
            functional += usize::from(problem.symbols.functional);
            stuck += usize::from(
                !problem.symbols.functional
                    && problem
                        .transition
                        .iter()
                        .any(|clause| clause.iter().all(|lit| lit.var().index() < problem.variables)),
            );
        });
        assert!(safe >= 80 && deep >= 60 && functional >= 100 && stuck >= 20, "{safe} {deep} {functional} {stuck}");
    }

    /// What says that it is functional is so: one next state for each state and choice of inputs.
    #[test]
    fn functional_problems_are_functional() {
        for (problem, seed) in (0..200).map(|seed| (random_problem(seed).0, seed)) {
            if !problem.symbols.functional {
                continue;
            }
            let states = problem.state_variables();
            let n = problem.variables;
            let mut next_states = std::collections::BTreeMap::new();
            for bits in 0..1 << n {
                let now = assignment(bits, n);
                let rest = transition_from(&problem, &now);
                let free = problem.symbols.of_kind(SymbolKind::State).chain(problem.symbols.of_kind(SymbolKind::Input));
                let found = next_states.entry(now.cube(free)).or_insert_with(std::collections::BTreeSet::new);
                for next in (0..1 << n).map(|bits| assignment(bits, n)) {
                    if next.falsified(&rest).is_none() {
                        found.insert(next.cube(states.iter().copied()));
                    }
                }
            }
            assert!(next_states.values().all(|found| found.len() == 1), "seed {seed}");
        }
    }
}
