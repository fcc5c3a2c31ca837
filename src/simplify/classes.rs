//! Bits of states that are constant, or equal or opposite to another one, in every reachable state.
//!
//! Candidates come from simulated runs; induction over one step, all candidates assumed together, leaves those that hold (van
//! Eijk: *Sequential equivalence checking based on structural similarities*, TCAD 2000; ABC's `lcorr`). A step in which a candidate
//! fails satisfies all of them one step earlier, so whatever differs there is no candidate any more ([`Classes::split`]).

use crate::blast::AigLit;
use crate::dimspec::Graph;
use bitreach_dimspec::DimSpec;
use bitreach_formula::{Lit, Var};
use bitreach_limits::{StopFlag, Ticks};
use bitreach_sat::{Answer, IncrementalSolver, SolverFactory};
use fastrand::Rng;
use rustc_hash::{FxHashMap, FxHashSet};

/// Simulated runs go on for so many steps, 64 of them side by side.
const STEPS: usize = 64;
/// How many times they start anew.
const STARTS: usize = 8;
/// After so many passes in which a candidate failed, none is believed.
const ROUNDS: usize = 500;
/// After so many clauses the time is looked at.
const CLAUSES: u32 = 10_000;
/// So many candidates are tried by one query: single ones take many queries, all of them a search.
const TOGETHER: usize = 32;

/// What a bit of a state can be replaced by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// A constant.
    Constant(bool),
    /// Another bit of a state, which itself is not replaced.
    Bit(Lit),
}

/// For each bit of the states, what it can be replaced by in every reachable state.
pub type Merges = Vec<Option<Replacement>>;

/// A partition of bits of states and the constant false, each up to its phase.
struct Classes {
    /// Those with at least two members, as nodes of the graph. The first member of each can replace the others.
    classes: Vec<Vec<usize>>,
    /// The values that nodes are compared with: equal to that of the constant false in the first simulated step.
    phases: Vec<bool>,
}

impl Classes {
    /// All members in one class; `values` are those of all nodes in 64 steps, of which the first decides about phases.
    fn new(members: Vec<usize>, values: &[u64]) -> Classes {
        Classes { classes: vec![members], phases: values.iter().map(|value| value & 1 == 1).collect() }
    }

    /// Tells apart what has different values, up to phases, in one of 64 steps.
    fn split(&mut self, values: &[u64]) {
        let value = |node: usize| if self.phases[node] { !values[node] } else { values[node] };
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

    /// The pairs of a member and the first of its class, and whether they are opposite.
    fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        let of = move |class: &'_ Vec<usize>| {
            let first = class[0];
            let pair = move |&member: &usize| {
                let opposite = self.phases[member] != self.phases[first];
                Pair { member, first, opposite }
            };
            class[1..].iter().map(pair).collect::<Vec<_>>()
        };
        self.classes.iter().flat_map(of)
    }

    /// How many classes and members there are.
    fn size(&self) -> (usize, usize) {
        (self.classes.len(), self.classes.iter().map(Vec::len).sum())
    }

    fn merges(&self, graph: &Graph) -> Merges {
        let variables = variables(graph);
        let mut merges = vec![None; graph.next.len()];
        for Pair { member, first, opposite } in self.pairs() {
            let replacement = match variables.get(&first) {
                None => Replacement::Constant(opposite),
                Some(&other) => Replacement::Bit(if opposite { other.negative() } else { other.positive() }),
            };
            merges[variables[&member].index()] = Some(replacement);
        }
        merges
    }
}

/// The variables of the bits of states, by their nodes.
fn variables(graph: &Graph) -> FxHashMap<usize, Var> {
    (0..graph.next.len()).map(|bit| (graph.edges[bit].node(), Var::new(bit))).collect()
}

/// Two nodes that may be the same in every reachable state, up to their phases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Pair {
    member: usize,
    first: usize,
    opposite: bool,
}

/// What bits of states can be replaced by; nothing where finding out takes longer than `stop` allows. `initial` are their first
/// values: bits whose first value is free can be equal to nothing.
pub fn of_states(
    graph: &Graph,
    problem: &DimSpec,
    initial: &[Option<bool>],
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Merges {
    proved(graph, problem, initial, solvers, stop).unwrap_or_else(|| vec![None; initial.len()])
}

/// The merges that simulated runs leave and that hold one step after all of them; `None` where that takes too long.
fn proved(
    graph: &Graph,
    problem: &DimSpec,
    initial: &[Option<bool>],
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Option<Merges> {
    let known = initial.iter().enumerate().filter(|(_, value)| value.is_some());
    let members: Vec<usize> = [0].into_iter().chain(known.map(|(bit, _)| graph.edges[bit].node())).collect();
    let mut random = Rng::with_seed(0);
    let mut classes: Option<Classes> = None;
    for _ in 0..STARTS {
        let fresh = |value: &Option<bool>, random: &mut Rng| match value {
            Some(true) => u64::MAX,
            Some(false) => 0,
            None => random.u64(..),
        };
        let mut leaves: Vec<u64> = initial.iter().map(|value| fresh(value, &mut random)).collect();
        for _ in 0..STEPS {
            leaves.extend((0..graph.inputs).map(|_| random.u64(..)));
            let values = graph.aig.simulate_words(&leaves);
            classes.get_or_insert_with(|| Classes::new(members.clone(), &values)).split(&values);
            if stop.is_raised() {
                return None;
            }
            leaves = next(graph, &values);
        }
    }
    let mut classes = classes?;
    Induction::new(graph, problem, solvers, stop)?.prove(&mut classes, &mut random)?;
    Some(classes.merges(graph))
}

/// The states one step later, by the values of nodes.
fn next(graph: &Graph, values: &[u64]) -> Vec<u64> {
    let value = |edge: &AigLit| match edge.is_complemented() {
        true => !values[edge.node()],
        false => values[edge.node()],
    };
    graph.next.iter().map(value).collect()
}

/// Queries whether candidates fail one step after all hold, on one solver.
struct Induction<'a> {
    solver: Box<dyn IncrementalSolver>,
    stop: StopFlag,
    graph: &'a Graph,
    /// The variables of nodes.
    variables: FxHashMap<usize, Var>,
    /// How many variables a step has.
    step: usize,
    /// The next variable that nobody has.
    fresh: usize,
    /// For a pair: a literal that makes it hold now, and one that makes it fail one step later.
    pairs: FxHashMap<Pair, (Lit, Lit)>,
}

impl<'a> Induction<'a> {
    /// `None` where the time is over before all clauses are there.
    fn new(graph: &'a Graph, problem: &DimSpec, solvers: &dyn SolverFactory, stop: &StopFlag) -> Option<Induction<'a>> {
        let mut solver = solvers.create();
        solver.set_stop(stop.clone());
        let step = problem.variables;
        let mut ticks = Ticks::new(stop, CLAUSES);
        for (cnf, shift) in [(&problem.universal, 0), (&problem.transition, 0), (&problem.universal, step)] {
            for clause in cnf.iter() {
                ticks.go_on()?;
                solver.add_clause(&clause.iter().map(|lit| lit.shifted(shift)).collect::<Vec<_>>());
            }
        }
        let (variables, pairs) = (variables(graph), FxHashMap::default());
        Some(Induction { solver, stop: stop.clone(), graph, variables, step, fresh: 2 * step, pairs })
    }

    fn fresh(&mut self) -> Lit {
        self.fresh += 1;
        Var::new(self.fresh - 1).positive()
    }

    /// The literals of a pair, see [`Induction::pairs`].
    fn pair(&mut self, pair: Pair) -> (Lit, Lit) {
        if let Some(&lits) = self.pairs.get(&pair) {
            return lits;
        }
        let (holds, fails) = (self.fresh(), self.fresh());
        let Pair { member, first, opposite } = pair;
        let one = self.variables[&member].positive();
        let next = one.shifted(self.step);
        match self.variables.get(&first) {
            None => {
                let (one, next) = if opposite { (one, next) } else { (!one, !next) };
                self.solver.add_clause(&[!holds, one]);
                self.solver.add_clause(&[!fails, !next]);
            }
            Some(other) => {
                let other = if opposite { other.negative() } else { other.positive() };
                let next_other = other.shifted(self.step);
                self.solver.add_clause(&[!holds, !one, other]);
                self.solver.add_clause(&[!holds, one, !other]);
                self.solver.add_clause(&[!fails, next, next_other]);
                self.solver.add_clause(&[!fails, !next, !next_other]);
            }
        }
        self.pairs.insert(pair, (holds, fails));
        (holds, fails)
    }

    /// Splits classes until none fails any more. `None` if that is not known in time.
    fn prove(&mut self, classes: &mut Classes, random: &mut Rng) -> Option<()> {
        for _ in 0..ROUNDS {
            let pairs: Vec<Pair> = classes.pairs().collect();
            if self.pass(&pairs, classes, random)? {
                return Some(());
            }
        }
        None
    }

    /// Whether no pair fails where all of them hold; classes are split where one does. `None` if that is not known in time.
    fn pass(&mut self, pairs: &[Pair], classes: &mut Classes, random: &mut Rng) -> Option<bool> {
        let stop = self.stop.clone();
        let mut ticks = Ticks::new(&stop, CLAUSES);
        let lits = pairs.iter().map(|&pair| ticks.go_on().map(|()| self.pair(pair))).collect::<Option<Vec<_>>>()?;
        let all = self.fresh();
        // Clauses, and not as many assumptions, which each restart of the solver would decide one by one.
        lits.iter().for_each(|&(holds, _)| self.solver.add_clause(&[!all, holds]));
        let mut holds = true;
        let mut still: FxHashSet<Pair> = pairs.iter().copied().collect();
        for (pairs, lits) in pairs.chunks(TOGETHER).zip(lits.chunks(TOGETHER)) {
            loop {
                let open = pairs.iter().zip(lits).filter(|(pair, _)| still.contains(pair));
                let fails: Vec<Lit> = open.map(|(_, &(_, fails))| fails).collect();
                if fails.is_empty() {
                    break;
                }
                let some = self.fresh();
                self.solver.add_clause(&fails.into_iter().chain([!some]).collect::<Vec<_>>());
                let answer = self.solver.solve(&[all, some]);
                match answer {
                    Ok(Answer::Unsat) => break,
                    Ok(Answer::Stopped) | Err(_) => return None,
                    Ok(Answer::Sat) => {}
                }
                holds = false;
                let before = classes.size();
                classes.split(&self.failing(random));
                if classes.size() == before {
                    // The solver and the graph disagree about a step: then nothing here is to be trusted.
                    return None;
                }
                still = classes.pairs().collect();
                self.solver.add_clause(&[!some]);
            }
        }
        self.solver.add_clause(&[!all]);
        Some(holds)
    }

    /// The values of all nodes one step after the model's, where a candidate fails, and in 63 others after the same states under other
    /// inputs.
    fn failing(&self, random: &mut Rng) -> Vec<u64> {
        let (states, inputs) = (self.graph.next.len(), self.graph.inputs);
        let model = |var: usize| self.solver.value(Var::new(var).positive());
        let mut leaves: Vec<u64> = (0..states).map(|var| if model(var) { u64::MAX } else { 0 }).collect();
        leaves.extend((states..states + inputs).map(|var| random.u64(..) & !1 | u64::from(model(var))));
        leaves = next(self.graph, &self.graph.aig.simulate_words(&leaves));
        leaves.resize(states + inputs, 0);
        self.graph.aig.simulate_words(&leaves)
    }
}
