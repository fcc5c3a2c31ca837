//! Bits of states that are constant, or equal or opposite to another bit, in every reachable state.
//!
//! Candidates come from simulated runs; induction over one step, all candidates assumed together, leaves those that hold (van
//! Eijk: *Sequential equivalence checking based on structural similarities*, TCAD 2000; for bits of states alone, as ABC's
//! `lcorr`). A step in which a candidate fails is a state that satisfies all of them, so whatever differs one step after it, for
//! any inputs, is no candidate any more ([`Classes::split`]).

use crate::dimspec::Graph;
use bitreach_dimspec::DimSpec;
use bitreach_formula::{Lit, Var};
use bitreach_sat::{Answer, IncrementalSolver, SolverFactory, StopFlag};
use rustc_hash::FxHashMap;

/// Simulated runs go on for so many steps, 64 of them side by side.
const STEPS: usize = 64;
/// How many times they start anew.
const STARTS: usize = 8;
/// After so many steps in which a candidate failed, none is believed.
const ROUNDS: usize = 2000;

/// What a bit of a state can be replaced by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// A constant.
    Constant(bool),
    /// Another bit of a state, which itself is not replaced.
    Bit(Lit),
}

/// A partition of the constant false (number 0) and the bits of the states (from 1), each up to its phase.
struct Classes {
    /// Those with at least two members, ascending.
    classes: Vec<Vec<usize>>,
    /// The values that members are compared with: equal to that of the constant false in the first simulated step.
    phases: Vec<bool>,
}

impl Classes {
    /// All bits whose first value is known are in one class; the others can be equal to nothing.
    fn new(initial: &[Option<bool>]) -> Classes {
        let members = std::iter::once(0).chain((1..=initial.len()).filter(|&bit| initial[bit - 1].is_some()));
        let phases = std::iter::once(false).chain(initial.iter().map(|value| value.unwrap_or(false))).collect();
        Classes { classes: vec![members.collect()], phases }
    }

    /// Tells apart what has different values, up to phases, in one of 64 states.
    fn split(&mut self, values: &[u64]) {
        let value = |member: usize| {
            let plain = if member == 0 { 0 } else { values[member - 1] };
            if self.phases[member] {
                !plain
            } else {
                plain
            }
        };
        let mut finer = Vec::with_capacity(self.classes.len());
        for class in &self.classes {
            let mut groups: Vec<(u64, Vec<usize>)> = Vec::new();
            let mut place: FxHashMap<u64, usize> = FxHashMap::default();
            for &member in class {
                let value = value(member);
                let group = *place.entry(value).or_insert_with(|| {
                    groups.push((value, Vec::new()));
                    groups.len() - 1
                });
                groups[group].1.push(member);
            }
            finer.extend(groups.into_iter().map(|(_, group)| group).filter(|group| group.len() > 1));
        }
        self.classes = finer;
    }

    /// The pairs of a member and the first of its class.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.classes.iter().flat_map(|class| class[1..].iter().map(|&member| (member, class[0])))
    }

    fn replacements(&self, bits: usize) -> Vec<Option<Replacement>> {
        let mut replacements = vec![None; bits];
        for (member, first) in self.pairs() {
            let opposite = self.phases[member] != self.phases[first];
            replacements[member - 1] = Some(match first {
                0 => Replacement::Constant(opposite),
                first if opposite => Replacement::Bit(Var::new(first - 1).negative()),
                first => Replacement::Bit(Var::new(first - 1).positive()),
            });
        }
        replacements
    }
}

/// What each bit of the states can be replaced by in every reachable state; `None` where nothing is known, or where finding
/// out takes longer than `stop` allows. `initial` are the bits' first values.
pub fn replacements(
    graph: &Graph,
    problem: &DimSpec,
    initial: &[Option<bool>],
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Vec<Option<Replacement>> {
    let mut classes = Classes::new(initial);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..STARTS {
        let fresh = |value: &Option<bool>, random: &mut Random| match value {
            Some(true) => u64::MAX,
            Some(false) => 0,
            None => random.next(),
        };
        let mut states: Vec<u64> = initial.iter().map(|value| fresh(value, &mut random)).collect();
        for _ in 0..STEPS {
            classes.split(&states);
            if stop.is_raised() {
                return vec![None; initial.len()];
            }
            states = successors(graph, states, &mut random);
        }
    }
    match Induction::new(problem, solvers, stop).prove(&mut classes, graph, &mut random) {
        true => classes.replacements(initial.len()),
        false => vec![None; initial.len()],
    }
}

/// The states one step later, under random inputs.
fn successors(graph: &Graph, states: Vec<u64>, random: &mut Random) -> Vec<u64> {
    let mut leaves = states;
    leaves.extend((0..graph.inputs).map(|_| random.next()));
    next(graph, &leaves)
}

fn next(graph: &Graph, leaves: &[u64]) -> Vec<u64> {
    let values = graph.aig.simulate_words(leaves);
    let value = |edge: &crate::blast::AigLit| match edge.is_complemented() {
        true => !values[edge.node()],
        false => values[edge.node()],
    };
    graph.next.iter().map(value).collect()
}

/// The step of the induction, on one solver.
struct Induction {
    solver: Box<dyn IncrementalSolver>,
    /// How many variables a step has.
    variables: usize,
    /// The next variable that nobody has.
    fresh: usize,
    /// For a pair, and whether it is opposite: a literal that makes it hold now, and one that makes it fail one step later.
    pairs: FxHashMap<(usize, usize), (Lit, Lit)>,
}

impl Induction {
    fn new(problem: &DimSpec, solvers: &dyn SolverFactory, stop: &StopFlag) -> Induction {
        let mut solver = solvers.create();
        solver.set_stop(stop.clone());
        let shift = problem.variables;
        for clause in problem.universal.iter() {
            solver.add_clause(clause);
            let primed: Vec<Lit> = clause.iter().map(|lit| lit.shifted(shift)).collect();
            solver.add_clause(&primed);
        }
        problem.transition.iter().for_each(|clause| solver.add_clause(clause));
        Induction { solver, variables: shift, fresh: 2 * shift, pairs: FxHashMap::default() }
    }

    fn fresh(&mut self) -> Lit {
        self.fresh += 1;
        Var::new(self.fresh - 1).positive()
    }

    /// The literals of a pair, see [`Induction::pairs`].
    fn pair(&mut self, classes: &Classes, member: usize, first: usize) -> (Lit, Lit) {
        if let Some(&lits) = self.pairs.get(&(member, first)) {
            return lits;
        }
        let (holds, fails) = (self.fresh(), self.fresh());
        let one = Var::new(member - 1).positive();
        let opposite = classes.phases[member] != classes.phases[first];
        if first == 0 {
            let value = if opposite { one } else { !one };
            self.solver.add_clause(&[!holds, value]);
            self.solver.add_clause(&[!fails, !value.shifted(self.variables)]);
        } else {
            let other = Var::new(first - 1).positive();
            let other = if opposite { !other } else { other };
            let (next, next_other) = (one.shifted(self.variables), other.shifted(self.variables));
            self.solver.add_clause(&[!holds, !one, other]);
            self.solver.add_clause(&[!holds, one, !other]);
            self.solver.add_clause(&[!fails, next, next_other]);
            self.solver.add_clause(&[!fails, !next, !next_other]);
        }
        self.pairs.insert((member, first), (holds, fails));
        (holds, fails)
    }

    /// Splits classes until the rest is inductive. `false` if that is not known in time.
    fn prove(&mut self, classes: &mut Classes, graph: &Graph, random: &mut Random) -> bool {
        for _ in 0..ROUNDS {
            let pairs: Vec<(usize, usize)> = classes.pairs().collect();
            if pairs.is_empty() {
                return true;
            }
            let lits: Vec<(Lit, Lit)> =
                pairs.into_iter().map(|(member, first)| self.pair(classes, member, first)).collect();
            let round = self.fresh();
            let some_fails: Vec<Lit> = std::iter::once(!round).chain(lits.iter().map(|&(_, fails)| fails)).collect();
            self.solver.add_clause(&some_fails);
            let assumptions: Vec<Lit> = lits.iter().map(|&(holds, _)| holds).chain([round]).collect();
            match self.solver.solve(&assumptions) {
                Ok(Answer::Unsat) => return true,
                Ok(Answer::Stopped) | Err(_) => return false,
                Ok(Answer::Sat) => {}
            }
            // The model's own inputs in the first of 64 successors, random ones in the others.
            let states = graph.next.len();
            let model = |var: usize| self.solver.value(Var::new(var).positive());
            let state = (0..states).map(|var| if model(var) { u64::MAX } else { 0 });
            let inputs = (states..states + graph.inputs).map(|var| random.next() & !1 | u64::from(model(var)));
            let leaves: Vec<u64> = state.chain(inputs).collect();
            let before = classes.classes.len();
            let members: usize = classes.classes.iter().map(Vec::len).sum();
            classes.split(&next(graph, &leaves));
            let after: usize = classes.classes.iter().map(Vec::len).sum();
            if (before, members) == (classes.classes.len(), after) {
                // The solver and the graph disagree about a step: then nothing here is to be trusted.
                return false;
            }
            self.solver.add_clause(&[!round]);
        }
        false
    }
}

/// Marsaglia's xorshift: the same numbers every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
