//! The nodes of a graph that [`classes`](super::classes) compares, and what they are in the clauses of a problem.
//!
//! Not each gate of the graph is a variable of a step: those inside an exclusive or, a multiplexer or a wide conjunction are not. As
//! far as they are conjunctions of literals of variables, they can be spoken of in clauses all the same.

use crate::blast::aig::Node;
use crate::blast::AigLit;
use crate::dimspec::Graph;
use bitreach_formula::{Clause, Lit, Var};

/// Longer conjunctions are not spoken of: clauses about two of them are as many as the product of their lengths.
const LONGEST: usize = 6;

/// Which nodes are compared.
pub(super) struct Signals {
    /// The nodes: the constant, bits of states, inputs, then gates, each after what it is made of.
    members: Vec<usize>,
    /// By node, the literals whose conjunction it is; none for nodes that are not compared, and for the constant.
    cubes: Vec<Vec<Lit>>,
    /// By node, whether it can be replaced.
    free: Vec<bool>,
    /// By node, which bit of a state it is.
    states: Vec<Option<usize>>,
    /// Whether gates are compared.
    pub(super) gates: bool,
}

impl Signals {
    /// Bits of states whose first value is known. The others can be equal to nothing.
    pub(super) fn of_states(graph: &Graph, initial: &[Option<bool>]) -> Signals {
        let nodes = graph.aig.len();
        let mut signals = Signals {
            members: vec![0],
            cubes: vec![Vec::new(); nodes],
            free: vec![false; nodes],
            states: vec![None; nodes],
            gates: false,
        };
        for (bit, value) in initial.iter().enumerate() {
            let node = graph.edges[bit].node();
            signals.cubes[node] = vec![Var::new(bit).positive()];
            signals.states[node] = Some(bit);
            signals.free[node] = value.is_some();
            signals.members.extend(value.is_some().then_some(node));
        }
        signals
    }

    /// The same and gates, which can be equal to inputs, and to bits of states whose first value is unknown, too. Gates that
    /// predicates are made of stay what they are: `U` says that also of a step without successor.
    pub(super) fn of_gates(graph: &Graph, initial: &[Option<bool>]) -> Signals {
        let mut signals = Signals::of_states(graph, initial);
        let leaves = graph.next.len() + graph.inputs;
        signals.members.extend((0..leaves).map(|var| graph.edges[var].node()));
        signals.members.sort_by_key(|&node| (node > 0 && signals.states[node].is_none(), node));
        signals.members.dedup();
        // Variables are nodes, each another one, and never their complements; those that no node has are the constant.
        for (var, edge) in graph.edges.iter().enumerate().skip(graph.next.len()).filter(|(_, edge)| !edge.is_constant())
        {
            debug_assert!(!edge.is_complemented() && signals.cubes[edge.node()].is_empty());
            signals.cubes[edge.node()] = vec![Var::new(var).positive()];
        }
        signals.gates = true;
        let stays = made_of(graph);
        for (node, stays) in stays.into_iter().enumerate() {
            let Node::And(a, b) = graph.aig.node(node) else { continue };
            if signals.cubes[node].is_empty() {
                signals.cubes[node] = signals.conjunction(a, b).unwrap_or_default();
            }
            if !signals.cubes[node].is_empty() {
                signals.free[node] = !stays;
                signals.members.push(node);
            }
        }
        signals
    }

    /// The literals of a conjunction of two edges.
    fn conjunction(&self, a: AigLit, b: AigLit) -> Option<Vec<Lit>> {
        let mut cube = Vec::new();
        for edge in [a, b] {
            match (&self.cubes[edge.node()][..], edge.is_complemented()) {
                (&[lit], complemented) => cube.push(if complemented { !lit } else { lit }),
                (&[], _) | (_, true) => return None,
                (lits, false) => cube.extend(lits),
            }
        }
        Some(cube).filter(|cube| cube.len() <= LONGEST)
    }

    /// What is compared, in an order in which earlier nodes can replace later ones.
    pub(super) fn members(&self) -> Vec<usize> {
        self.members.clone()
    }

    /// Whether a node may be replaced by another one.
    pub(super) fn can_be_replaced(&self, node: usize) -> bool {
        self.free[node]
    }

    /// Which bit of a state a node is.
    pub(super) fn state(&self, node: usize) -> Option<usize> {
        self.states[node]
    }

    /// The literals whose conjunction a node is.
    pub(super) fn cube(&self, node: usize) -> &[Lit] {
        &self.cubes[node]
    }

    /// Clauses that say that two nodes are the same, or opposite; the second one may be the constant false.
    pub(super) fn same(&self, member: usize, first: usize, opposite: bool) -> Vec<Clause> {
        let one = self.cube(member);
        if first == 0 {
            return match opposite {
                true => one.iter().map(|&lit| Clause::new([lit])).collect(),
                false => vec![Clause::new(one.iter().map(|&lit| !lit))],
            };
        }
        let other = self.cube(first);
        let implies = |from: &[Lit], to: Lit| Clause::new(from.iter().map(|&lit| !lit).chain([to]));
        if opposite {
            let either = one.iter().flat_map(|&lit| other.iter().map(move |&to| Clause::new([lit, to])));
            return either.chain([Clause::new(one.iter().chain(other).map(|&lit| !lit))]).collect();
        }
        let forward = other.iter().map(|&lit| implies(one, lit));
        forward.chain(one.iter().map(|&lit| implies(other, lit))).collect()
    }
}

/// By node, whether a predicate is made of it.
fn made_of(graph: &Graph) -> Vec<bool> {
    let mut marks = vec![false; graph.aig.len()];
    let mut open: Vec<usize> = graph.predicates.iter().map(|edge| edge.node()).collect();
    while let Some(node) = open.pop() {
        if let (false, Node::And(a, b)) = (marks[node], graph.aig.node(node)) {
            open.extend([a.node(), b.node()]);
        }
        marks[node] = true;
    }
    marks
}
