//! Bits of states and gates that are constant, or equal or opposite to another one, in every reachable step.
//!
//! Candidates come from simulated runs; induction over one step, all candidates assumed together, leaves those that hold (van
//! Eijk: *Sequential equivalence checking based on structural similarities*, TCAD 2000). For bits of states alone that is ABC's
//! `lcorr` ([`of_states`]), with the gates its `scorr` ([`of_gates`]). A step in which a candidate fails satisfies all of them one
//! step earlier, so whatever differs there is no candidate any more ([`Classes::split`]).

use super::signals::Signals;
use crate::blast::AigLit;
use crate::dimspec::Graph;
use bitreach_dimspec::DimSpec;
use bitreach_formula::{Clause, Cnf, Lit, Var};
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

/// What can be replaced by something else.
#[derive(Clone, Debug, Default)]
pub struct Merges {
    /// For each bit of the states, by what in every reachable state.
    pub states: Vec<Option<Replacement>>,
    /// For gates, by node: edges to earlier ones that are the same in every reachable step that has a successor.
    pub gates: FxHashMap<usize, AigLit>,
    /// What the gates' replacements say, as clauses over the variables of a step.
    pub moves: Vec<Clause>,
}

/// A partition of nodes of the graph, the constant false (node 0) among them, each up to its phase.
struct Classes {
    /// Those with at least two members. The first member of each can replace the others.
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

    /// The pairs of a member that can be replaced and the first of its class, and whether they are opposite.
    fn pairs<'a>(&'a self, signals: &'a Signals) -> impl Iterator<Item = Pair> + 'a {
        let of = move |class: &'a Vec<usize>| {
            let first = class[0];
            let members = class[1..].iter().filter(|&&member| signals.can_be_replaced(member));
            members.map(move |&member| Pair { member, first, opposite: self.phases[member] != self.phases[first] })
        };
        self.classes.iter().flat_map(of)
    }

    /// How many classes and members there are.
    fn size(&self) -> (usize, usize) {
        (self.classes.len(), self.classes.iter().map(Vec::len).sum())
    }

    fn merges(&self, graph: &Graph, signals: &Signals) -> Merges {
        let mut merges = Merges { states: vec![None; graph.next.len()], ..Merges::default() };
        for Pair { member, first, opposite } in self.pairs(signals) {
            match (signals.state(member), signals.state(first)) {
                (Some(bit), _) if first == 0 => merges.states[bit] = Some(Replacement::Constant(opposite)),
                (Some(bit), Some(other)) => {
                    let other = Var::new(other);
                    let lit = if opposite { other.negative() } else { other.positive() };
                    merges.states[bit] = Some(Replacement::Bit(lit));
                }
                (Some(_), None) => {}
                (None, _) => {
                    merges.gates.insert(member, graph.aig.edge(first).complemented(opposite));
                    merges.moves.extend(signals.same(member, first, opposite));
                }
            }
        }
        merges
    }
}

/// Two nodes that may be the same in every reachable step, up to their phases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Pair {
    member: usize,
    first: usize,
    opposite: bool,
}

/// What bits of states can be replaced by; nothing where finding out takes longer than `stop` allows. `initial` are their first
/// values.
pub fn of_states(
    graph: &Graph,
    problem: &DimSpec,
    initial: &[Option<bool>],
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Merges {
    let signals = Signals::of_states(graph, initial);
    let merges = proved(graph, problem, initial, &signals, &[Asked::States], solvers, stop);
    merges.unwrap_or_else(|| Merges { states: vec![None; initial.len()], ..Merges::default() })
}

/// What bits of states and gates can be replaced by; `None` where finding out takes longer than `stop` allows.
pub fn of_gates(
    graph: &Graph,
    problem: &DimSpec,
    initial: &[Option<bool>],
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Option<Merges> {
    let signals = Signals::of_gates(graph, initial);
    proved(graph, problem, initial, &signals, &[Asked::First, Asked::Steps, Asked::States], solvers, stop)
}

/// The merges that simulated runs leave and that nothing `asked` for refutes.
fn proved(
    graph: &Graph,
    problem: &DimSpec,
    initial: &[Option<bool>],
    signals: &Signals,
    asked: &[Asked],
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Option<Merges> {
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
            classes.get_or_insert_with(|| Classes::new(signals.members(), &values)).split(&values);
            if stop.is_raised() {
                return None;
            }
            leaves = next(graph, &values);
        }
    }
    let mut classes = classes?;
    let new = |asked: &Asked| Induction::new(problem, signals, *asked, solvers, stop);
    let mut inductions = asked.iter().map(new).collect::<Option<Vec<Induction>>>()?;
    // What one of them splits the others assume no longer.
    let mut unchanged = 0;
    for turn in (0..inductions.len()).cycle() {
        let before = classes.size();
        inductions[turn].prove(&mut classes, graph, &mut random)?;
        unchanged = if classes.size() == before { unchanged + 1 } else { 1 };
        if unchanged == inductions.len() {
            break;
        }
    }
    Some(classes.merges(graph, signals))
}

/// The states one step later, by the values of nodes.
fn next(graph: &Graph, values: &[u64]) -> Vec<u64> {
    let value = |edge: &AigLit| match edge.is_complemented() {
        true => !values[edge.node()],
        false => values[edge.node()],
    };
    graph.next.iter().map(value).collect()
}

/// Where candidates are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// In states one step after all hold; only candidates for bits of states are tried.
    States,
    /// In first steps, as far as they have a successor.
    First,
    /// In steps that have a successor, one after all hold.
    Steps,
}

/// Queries whether candidates fail, on one solver.
struct Induction<'a> {
    solver: Box<dyn IncrementalSolver>,
    stop: StopFlag,
    signals: &'a Signals,
    asked: Asked,
    /// How many variables a step has.
    variables: usize,
    /// The next variable that nobody has.
    fresh: usize,
    /// The literals of nodes that are no variables of a step, now and where candidates are tried.
    defined: FxHashMap<(usize, usize), Lit>,
    /// For a pair: a literal that makes it hold now, and one that makes it fail where it is tried.
    pairs: FxHashMap<Pair, (Lit, Lit)>,
}

impl<'a> Induction<'a> {
    /// `None` where the time is over before all clauses are there.
    fn new(
        problem: &DimSpec,
        signals: &'a Signals,
        asked: Asked,
        solvers: &dyn SolverFactory,
        stop: &StopFlag,
    ) -> Option<Induction<'a>> {
        let mut solver = solvers.create();
        solver.set_stop(stop.clone());
        let n = problem.variables;
        let (u, t) = (&problem.universal, &problem.transition);
        let more: &[(&Cnf, usize)] = match asked {
            Asked::States => &[],
            Asked::First => &[(&problem.initial, 0)],
            Asked::Steps => &[(t, n), (u, 2 * n)],
        };
        let mut ticks = Ticks::new(stop, CLAUSES);
        for &(cnf, shift) in [(u, 0), (t, 0), (u, n)].iter().chain(more) {
            for clause in cnf.iter() {
                ticks.go_on()?;
                solver.add_clause(&clause.iter().map(|lit| lit.shifted(shift)).collect::<Vec<_>>());
            }
        }
        let (defined, pairs) = (FxHashMap::default(), FxHashMap::default());
        Some(Induction { solver, stop: stop.clone(), signals, asked, variables: n, fresh: 3 * n, defined, pairs })
    }

    fn fresh(&mut self) -> Lit {
        self.fresh += 1;
        Var::new(self.fresh - 1).positive()
    }

    /// How many variables lie before those of the step in which candidates are tried.
    fn shift(&self) -> usize {
        match self.asked {
            Asked::First => 0,
            Asked::States | Asked::Steps => self.variables,
        }
    }

    /// A literal that is a node's value.
    fn literal(&mut self, node: usize, shift: usize) -> Lit {
        let cube: Vec<Lit> = self.signals.cube(node).iter().map(|lit| lit.shifted(shift)).collect();
        if let [lit] = cube[..] {
            return lit;
        }
        if let Some(&lit) = self.defined.get(&(node, shift)) {
            return lit;
        }
        let lit = self.fresh();
        cube.iter().for_each(|&conjunct| self.solver.add_clause(&[!lit, conjunct]));
        self.solver.add_clause(&cube.iter().map(|&conjunct| !conjunct).chain([lit]).collect::<Vec<_>>());
        self.defined.insert((node, shift), lit);
        lit
    }

    /// The literals of a pair, see [`Induction::pairs`].
    fn pair(&mut self, pair: Pair) -> (Lit, Lit) {
        if let Some(&lits) = self.pairs.get(&pair) {
            return lits;
        }
        let (holds, fails, shift) = (self.fresh(), self.fresh(), self.shift());
        let Pair { member, first, opposite } = pair;
        let mut literal = |node, shift| self.literal(node, shift);
        let (one, tried) = (literal(member, 0), literal(member, shift));
        if first == 0 {
            let (value, tried) = if opposite { (one, tried) } else { (!one, !tried) };
            self.solver.add_clause(&[!holds, value]);
            self.solver.add_clause(&[!fails, !tried]);
        } else {
            let (other, tried_other) = (literal(first, 0), literal(first, shift));
            let (other, tried_other) = if opposite { (!other, !tried_other) } else { (other, tried_other) };
            self.solver.add_clause(&[!holds, !one, other]);
            self.solver.add_clause(&[!holds, one, !other]);
            self.solver.add_clause(&[!fails, tried, tried_other]);
            self.solver.add_clause(&[!fails, !tried, !tried_other]);
        }
        self.pairs.insert(pair, (holds, fails));
        (holds, fails)
    }

    /// Splits classes until none fails any more. `None` if that is not known in time.
    fn prove(&mut self, classes: &mut Classes, graph: &Graph, random: &mut Rng) -> Option<()> {
        for _ in 0..ROUNDS {
            let pairs: Vec<Pair> = classes.pairs(self.signals).collect();
            if self.pass(&pairs, classes, graph, random)? {
                return Some(());
            }
        }
        None
    }

    /// Whether no pair fails where all of them hold; classes are split where one does. `None` if that is not known in time.
    fn pass(&mut self, pairs: &[Pair], classes: &mut Classes, graph: &Graph, random: &mut Rng) -> Option<bool> {
        let stop = self.stop.clone();
        let mut ticks = Ticks::new(&stop, CLAUSES);
        let lits = pairs.iter().map(|&pair| ticks.go_on().map(|()| self.pair(pair))).collect::<Option<Vec<_>>>()?;
        let all = self.fresh();
        if self.asked != Asked::First {
            // Clauses, and not as many assumptions, which each restart of the solver would decide one by one.
            lits.iter().for_each(|&(holds, _)| self.solver.add_clause(&[!all, holds]));
        }
        let mut holds = true;
        let mut still: FxHashSet<Pair> = pairs.iter().copied().collect();
        for (pairs, lits) in pairs.chunks(TOGETHER).zip(lits.chunks(TOGETHER)) {
            loop {
                let tried = |pair: &Pair| self.asked != Asked::States || self.signals.state(pair.member).is_some();
                let open = pairs.iter().zip(lits).filter(|(pair, _)| tried(pair) && still.contains(pair));
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
                classes.split(&self.failing(graph, random));
                if classes.size() == before {
                    // The solver and the graph disagree about a step: then nothing here is to be trusted.
                    return None;
                }
                still = classes.pairs(self.signals).collect();
                self.solver.add_clause(&[!some]);
            }
        }
        self.solver.add_clause(&[!all]);
        Some(holds)
    }

    /// The values of all nodes in the model's step in which a candidate fails, and in 63 others with other inputs.
    fn failing(&self, graph: &Graph, random: &mut Rng) -> Vec<u64> {
        let (states, all) = (graph.next.len(), graph.next.len() + graph.inputs);
        let model = |var: usize| self.solver.value(Var::new(var).positive());
        let same = |var: usize| if model(var) { u64::MAX } else { 0 };
        let mut varied = |var: usize| random.u64(..) & !1 | u64::from(model(var));
        let mut leaves: Vec<u64> = (0..states).map(same).collect();
        if self.asked != Asked::First {
            // Other inputs keep equalities of bits of states, but not those of gates.
            leaves.extend((states..all).map(|var| if self.signals.gates { same(var) } else { varied(var) }));
            leaves = next(graph, &graph.aig.simulate_words(&leaves));
        }
        leaves.extend((states..all).map(|var| varied(var + self.shift())));
        graph.aig.simulate_words(&leaves)
    }
}
