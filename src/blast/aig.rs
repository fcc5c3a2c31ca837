//! And-inverter graphs: inputs, and-gates, complemented edges; structurally hashed, with local rewriting.
//!
//! The rewrites of [`Aig::and`] are the one- and two-level rules of Brummayer and Biere: *Local two-level and-inverter graph
//! minimization without blowup* (MEMICS 2006) that never add a gate.

use rustc_hash::FxHashMap;
use std::ops::Not;

/// An edge: a node or its complement. Node 0 is the constant false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AigLit(u32);

impl AigLit {
    /// The constant false.
    pub const FALSE: AigLit = AigLit(0);
    /// The constant true.
    pub const TRUE: AigLit = AigLit(1);

    /// The constant of a value.
    pub fn constant(value: bool) -> AigLit {
        AigLit(value as u32)
    }

    /// The index of the node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the edge is complemented.
    pub fn is_complemented(self) -> bool {
        self.0 & 1 == 1
    }

    /// The complement, where that is asked.
    pub fn complemented(self, complement: bool) -> AigLit {
        AigLit(self.0 ^ u32::from(complement))
    }

    /// Whether this is a constant.
    pub fn is_constant(self) -> bool {
        self.0 < 2
    }
}

impl Not for AigLit {
    type Output = AigLit;
    fn not(self) -> AigLit {
        AigLit(self.0 ^ 1)
    }
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// The constant false: node 0 alone.
    False,
    /// A free bit.
    Input,
    /// The conjunction of two edges to earlier nodes.
    And(AigLit, AigLit),
}

/// An and-inverter graph. Gates come after what they read.
#[derive(Clone, Debug)]
pub struct Aig {
    nodes: Vec<Node>,
    gates: FxHashMap<(AigLit, AigLit), AigLit>,
}

impl Default for Aig {
    fn default() -> Aig {
        Aig::new()
    }
}

impl Aig {
    /// A graph without inputs and gates.
    pub fn new() -> Aig {
        Aig { nodes: vec![Node::False], gates: FxHashMap::default() }
    }

    /// How many nodes there are, the constant among them.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the constant.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// How many gates there are.
    pub fn gates(&self) -> usize {
        self.gates.len()
    }

    /// What a node is.
    pub fn node(&self, index: usize) -> Node {
        self.nodes[index]
    }

    /// The edge to a node that is not complemented.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn edge(&self, index: usize) -> AigLit {
        assert!(index < self.nodes.len(), "there is no such node");
        AigLit((index as u32) << 1)
    }

    /// A new free bit.
    pub fn input(&mut self) -> AigLit {
        self.push(Node::Input)
    }

    fn push(&mut self, node: Node) -> AigLit {
        // Edges have 31 bits for the node. A wrapped number would be another node, and a wrong circuit.
        let index = u32::try_from(self.nodes.len()).ok().filter(|&index| index < 1 << 31);
        self.nodes.push(node);
        AigLit(index.expect("fewer than 2^31 nodes") << 1)
    }

    /// The operands of an edge to a gate that is not complemented.
    fn conjuncts(&self, lit: AigLit) -> Option<(AigLit, AigLit)> {
        match self.nodes[lit.node()] {
            Node::And(a, b) if !lit.is_complemented() => Some((a, b)),
            _ => None,
        }
    }

    /// The operands of the gate behind a complemented edge: the edge is true where one of them is false.
    fn negated_conjuncts(&self, lit: AigLit) -> Option<(AigLit, AigLit)> {
        if lit.is_complemented() {
            self.conjuncts(!lit)
        } else {
            None
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: AigLit, b: AigLit) -> AigLit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        // Neutrality, boundedness, idempotence, contradiction.
        if a == AigLit::FALSE || a == !b {
            return AigLit::FALSE;
        }
        if a == AigLit::TRUE || a == b {
            return b;
        }
        if let Some(simpler) = self.two_levels(a, b).or_else(|| self.two_levels(b, a)) {
            return simpler;
        }
        if let Some(&gate) = self.gates.get(&(a, b)) {
            return gate;
        }
        let gate = self.push(Node::And(a, b));
        self.gates.insert((a, b), gate);
        gate
    }

    /// Rules that look into the operands of `a`, and, where `b` is a conjunction too, of both.
    fn two_levels(&mut self, a: AigLit, b: AigLit) -> Option<AigLit> {
        if let Some((x, y)) = self.conjuncts(a) {
            if x == !b || y == !b {
                return Some(AigLit::FALSE); // contradiction: (x ∧ y) ∧ ¬x
            }
            if x == b || y == b {
                return Some(a); // idempotence: (x ∧ y) ∧ x
            }
            if let Some((u, v)) = self.conjuncts(b) {
                if x == !u || x == !v || y == !u || y == !v {
                    return Some(AigLit::FALSE); // contradiction of two conjunctions
                }
            }
        }
        if let Some((x, y)) = self.negated_conjuncts(a) {
            if x == !b || y == !b {
                return Some(b); // subsumption: ¬(x ∧ y) ∧ ¬x
            }
            if x == b {
                return Some(self.and(b, !y)); // substitution: ¬(x ∧ y) ∧ x
            }
            if y == b {
                return Some(self.and(b, !x));
            }
            if let Some((u, v)) = self.conjuncts(b) {
                if x == !u || x == !v || y == !u || y == !v {
                    return Some(b); // subsumption: ¬(x ∧ y) ∧ (¬x ∧ v)
                }
            }
            if let Some((u, v)) = self.negated_conjuncts(b) {
                // resolution: ¬(x ∧ y) ∧ ¬(x ∧ ¬y)
                if (x == u && y == !v) || (x == v && y == !u) {
                    return Some(!x);
                }
                if (y == v && x == !u) || (y == u && x == !v) {
                    return Some(!y);
                }
            }
        }
        None
    }

    /// Disjunction.
    pub fn or(&mut self, a: AigLit, b: AigLit) -> AigLit {
        !self.and(!a, !b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: AigLit, b: AigLit) -> AigLit {
        if a.is_constant() || b.is_constant() || a.node() == b.node() {
            let (constant, other) = if a.is_constant() { (a, b) } else { (b, a) };
            return match constant {
                AigLit::FALSE => other,
                AigLit::TRUE => !other,
                _ => AigLit::constant(a != b),
            };
        }
        // One gate for all four polarities.
        let complemented = a.is_complemented() != b.is_complemented();
        let (a, b) = (AigLit(a.0 & !1), AigLit(b.0 & !1));
        let (neither, both) = (self.and(!a, !b), self.and(a, b));
        let gate = self.and(!neither, !both);
        if complemented {
            !gate
        } else {
            gate
        }
    }

    /// `then` where `condition` holds, else `otherwise`.
    pub fn ite(&mut self, condition: AigLit, then: AigLit, otherwise: AigLit) -> AigLit {
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        // One gate for all polarities of the condition, and for complemented arms.
        let (condition, then, otherwise) =
            if condition.is_complemented() { (!condition, otherwise, then) } else { (condition, then, otherwise) };
        let complemented = then.is_complemented() && !then.is_constant();
        let (then, otherwise) = if complemented { (!then, !otherwise) } else { (then, otherwise) };
        let (chosen, other) = (self.and(condition, then), self.and(!condition, otherwise));
        let gate = self.or(chosen, other);
        if complemented {
            !gate
        } else {
            gate
        }
    }

    /// The values of all nodes in 64 runs side by side, as in [`Aig::simulate`].
    pub fn simulate_words(&self, inputs: &[u64]) -> Vec<u64> {
        let mut inputs = inputs.iter();
        let mut values: Vec<u64> = Vec::with_capacity(self.nodes.len());
        let value = |values: &[u64], edge: AigLit| match edge.is_complemented() {
            true => !values[edge.node()],
            false => values[edge.node()],
        };
        for node in &self.nodes {
            let next = match *node {
                Node::False => 0,
                Node::Input => *inputs.next().unwrap_or(&0),
                Node::And(a, b) => value(&values, a) & value(&values, b),
            };
            values.push(next);
        }
        values
    }

    /// The values of all nodes, by index, where the inputs have the given values in the order in which they were made.
    pub fn simulate(&self, inputs: &[bool]) -> Vec<bool> {
        let mut inputs = inputs.iter();
        let mut values: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let value = match *node {
                Node::False => false,
                Node::Input => *inputs.next().unwrap_or(&false),
                Node::And(a, b) => {
                    (values[a.node()] != a.is_complemented()) && (values[b.node()] != b.is_complemented())
                }
            };
            values.push(value);
        }
        values
    }
}
