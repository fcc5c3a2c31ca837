//! Clauses that define gates (Tseitin 1968), with the smaller ones for exclusive ors, multiplexers, majorities
//! and wide conjunctions.
//!
//! Every gate is defined in both directions. One direction (Plaisted and Greenbaum 1986) would do where a gate is read in one
//! polarity only, but next states are read in both, and an engine that fixes the inputs and states of a step must find
//! every gate determined by them.

use super::aig::{Aig, AigLit, Node};
use bitreach_formula::{Cnf, Lit, Polarity, Var};

/// Gives variables to nodes and collects the clauses that define them.
#[derive(Debug)]
pub struct CnfBuilder<'a> {
    aig: &'a Aig,
    /// The variable of each node that has one.
    vars: Vec<Option<Var>>,
    /// How often each gate is read, by gates that may be needed: a conjunction that only one other conjunction reads is
    /// made part of it.
    reads: Vec<u32>,
    next: usize,
    /// The clauses so far.
    pub cnf: Cnf,
}

/// What a gate computes, seen through the gates that only it reads.
enum Shape {
    Xor(AigLit, AigLit),
    Ite(AigLit, AigLit, AigLit),
    Majority(AigLit, AigLit, AigLit),
    And(Vec<AigLit>),
}

/// How many operands a conjunction may be given.
const WIDEST: usize = 32;

impl<'a> CnfBuilder<'a> {
    /// A builder for the gates below `roots`; new variables start at `first_free`.
    pub fn new(aig: &'a Aig, roots: &[AigLit], first_free: usize) -> CnfBuilder<'a> {
        let mut reads = vec![0; aig.len()];
        // A root is read from outside: it needs a variable of its own.
        roots.iter().for_each(|root| reads[root.node()] += 2);
        for index in (0..aig.len()).rev() {
            if let (Node::And(a, b), true) = (aig.node(index), reads[index] > 0) {
                reads[a.node()] += 1;
                reads[b.node()] += 1;
            }
        }
        CnfBuilder { aig, vars: vec![None; aig.len()], reads, next: first_free, cnf: Cnf::new() }
    }

    /// Gives an input of the graph a variable.
    pub fn set_input(&mut self, input: AigLit, var: Var) {
        self.vars[input.node()] = Some(var);
    }

    /// How many variables there are now: one more than the greatest that is used.
    pub fn variables(&self) -> usize {
        self.next
    }

    /// What each variable below [`CnfBuilder::variables`] is. Variables that no node has are the constant false.
    pub fn edges(&self) -> Vec<AigLit> {
        let mut edges = vec![AigLit::FALSE; self.next];
        for (node, var) in self.vars.iter().enumerate() {
            if let Some(var) = var {
                edges[var.index()] = self.aig.edge(node);
            }
        }
        edges
    }

    /// The literal of an edge; `None` for a constant. Gates that it depends on get variables and defining clauses.
    ///
    /// # Panics
    /// If the edge depends on an input without a variable.
    pub fn lit(&mut self, edge: AigLit) -> Option<Lit> {
        if edge.is_constant() {
            return None;
        }
        // An explicit stack: graphs can be deeper than the thread's.
        let mut open = vec![edge.node()];
        while let Some(&node) = open.last() {
            if self.vars[node].is_some() {
                open.pop();
                continue;
            }
            assert!(matches!(self.aig.node(node), Node::And(..)), "an input without a variable");
            let shape = self.shape(node);
            let missing: Vec<usize> =
                shape.operands().map(AigLit::node).filter(|&operand| self.vars[operand].is_none()).collect();
            if missing.is_empty() {
                self.define(node, &shape);
                open.pop();
            } else {
                open.extend(missing);
            }
        }
        self.known(edge)
    }

    /// The literal of an edge whose node has a variable.
    fn known(&self, edge: AigLit) -> Option<Lit> {
        let polarity = if edge.is_complemented() { Polarity::Negative } else { Polarity::Positive };
        Some(self.vars[edge.node()]?.lit(polarity))
    }

    fn gate(&self, edge: AigLit) -> Option<(AigLit, AigLit)> {
        match self.aig.node(edge.node()) {
            Node::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    fn shape(&self, node: usize) -> Shape {
        let Node::And(left, right) = self.aig.node(node) else { return Shape::And(Vec::new()) };
        if let Some(shape) = self.two_operand_shape(left, right) {
            return match shape {
                Shape::Ite(condition, then, otherwise) => self.majority(condition, then, otherwise).unwrap_or(shape),
                _ => shape,
            };
        }
        let mut operands = Vec::new();
        let mut open = vec![right, left];
        while let Some(edge) = open.pop() {
            let inner = self.gate(edge).filter(|_| !edge.is_complemented() && self.reads[edge.node()] == 1);
            match inner {
                Some((a, b)) if operands.len() + open.len() < WIDEST && self.vars[edge.node()].is_none() => {
                    open.extend([b, a]);
                }
                _ => operands.push(edge),
            }
        }
        // What is flattened can meet an operand again.
        operands.sort_unstable();
        operands.dedup();
        Shape::And(operands)
    }

    /// What `left ∧ right` is if it is an exclusive or or an if-then-else.
    fn two_operand_shape(&self, left: AigLit, right: AigLit) -> Option<Shape> {
        if left.is_complemented() && right.is_complemented() {
            if let (Some((a, b)), Some((c, d))) = (self.gate(left), self.gate(right)) {
                // ¬(a ∧ b) ∧ ¬(c ∧ d)
                if a == !c && b == !d || a == !d && b == !c {
                    // ¬(a ∧ b) ∧ ¬(¬a ∧ ¬b): exactly one of the two.
                    return Some(Shape::Xor(a, b));
                }
                for (condition, then, other, otherwise) in [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)] {
                    if condition == !other {
                        return Some(Shape::Ite(condition, !then, !otherwise));
                    }
                }
            }
        }
        None
    }

    /// The carry of a full adder: `then` where two edges differ, else either of them.
    fn majority(&self, condition: AigLit, then: AigLit, otherwise: AigLit) -> Option<Shape> {
        let Node::And(left, right) = self.aig.node(condition.node()) else { return None };
        let Some(Shape::Xor(a, b)) = self.two_operand_shape(left, right) else { return None };
        let (differ, same) = if condition.is_complemented() { (otherwise, then) } else { (then, otherwise) };
        if differ.node() == a.node() || differ.node() == b.node() {
            // Not three edges: clauses would repeat a literal or be tautologies.
            return None;
        }
        if same == a || same == b {
            Some(Shape::Majority(a, b, differ))
        } else if same == !a || same == !b {
            Some(Shape::Majority(!a, !b, differ))
        } else {
            None
        }
    }

    /// Gives a node a variable and the clauses that define it.
    fn define(&mut self, node: usize, shape: &Shape) {
        let var = Var::new(self.next);
        self.next += 1;
        self.vars[node] = Some(var);
        let gate = var.positive();
        let lits: Vec<Lit> = shape.operands().filter_map(|edge| self.known(edge)).collect();
        match (shape, &lits[..]) {
            (Shape::Xor(..), &[a, b]) => {
                for clause in [[!gate, a, b], [!gate, !a, !b], [gate, !a, b], [gate, a, !b]] {
                    self.cnf.add(&clause);
                }
            }
            (Shape::Ite(..), &[condition, then, otherwise]) => {
                for clause in [
                    [!condition, !then, gate],
                    [!condition, then, !gate],
                    [condition, !otherwise, gate],
                    [condition, otherwise, !gate],
                    // Implied, but it lets propagation see that both arms agree.
                    [!then, !otherwise, gate],
                    [then, otherwise, !gate],
                ] {
                    self.cnf.add(&clause);
                }
            }
            (Shape::Majority(..), &[a, b, c]) => {
                for (one, two) in [(a, b), (a, c), (b, c)] {
                    self.cnf.add(&[!one, !two, gate]);
                    self.cnf.add(&[one, two, !gate]);
                }
            }
            _ => {
                lits.iter().for_each(|&lit| self.cnf.add(&[!gate, lit]));
                // With an operand and its complement, which stand side by side, the gate is false by the clauses above.
                if lits.windows(2).all(|pair| pair[0] != !pair[1]) {
                    let all: Vec<Lit> = lits.iter().map(|&lit| !lit).chain([gate]).collect();
                    self.cnf.add(&all);
                }
            }
        }
    }
}

impl Shape {
    fn operands(&self) -> impl Iterator<Item = AigLit> + '_ {
        let (few, many): ([Option<AigLit>; 3], &[AigLit]) = match self {
            Shape::Xor(a, b) => ([Some(*a), Some(*b), None], &[]),
            Shape::Ite(a, b, c) | Shape::Majority(a, b, c) => ([Some(*a), Some(*b), Some(*c)], &[]),
            Shape::And(operands) => ([None; 3], operands),
        };
        few.into_iter().flatten().chain(many.iter().copied())
    }
}
