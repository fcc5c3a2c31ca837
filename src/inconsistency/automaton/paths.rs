//! The paths of a finding, and their formulas: those from the entry through the finding's location to the return, cut at
//! points. Between two points lies a region without loops; what it does is a formula.
//!
//! * [`Product`]: each block is there twice, before and after the location has been passed (the program automaton of the
//!   paper, whose accepting runs are the paths that the finding says do not exist).
//! * [`Product::region`]: from the entry or a point on, along all edges, until points or the end are met.

use crate::bv::{TermId, TermPool};
use crate::inconsistency::graph::{reached, skeleton};
use crate::program::{BlockId, Exit, Instruction, Operand, Operation, Program, Terminator, ValueId};
use crate::ts::control::Order;
use rustc_hash::{FxHashMap, FxHashSet};

/// A block, and whether the location has been passed before it: by index, twice the block's, one more after it.
pub type Node = usize;

/// The paths through a location to the return.
#[derive(Debug)]
pub struct Product<'p> {
    /// The program.
    pub program: &'p Program,
    location: BlockId,
    /// The nodes that lie on such a path as far as branches say, such that edges that lead to no head go forward.
    pub order: Vec<Node>,
    /// For each node, whether an edge leads back to it.
    pub is_head: Vec<bool>,
    /// For each node, the nodes that control goes to.
    pub successors: Vec<Vec<Node>>,
    useful: Vec<bool>,
    /// How the values are computed that instructions define.
    operations: FxHashMap<ValueId, Operation>,
}

/// A place on the paths: in front of an instruction, or of the terminator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The block.
    pub node: Node,
    /// How many instructions come before it; φs always do.
    pub index: usize,
}

/// What values are at a place, where they are not what they were at the region's start.
pub type Changes = FxHashMap<ValueId, TermId>;

/// Where paths from a region's start come to.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The point, or the end.
    pub at: Option<Point>,
    /// Whether they come there.
    pub reached: TermId,
    /// What values are there.
    pub changes: Changes,
}

/// What lies between a point, or the entry, and the next points.
#[derive(Debug)]
pub struct Region<'p> {
    product: &'p Product<'p>,
    /// The terms.
    pub pool: TermPool,
    /// What values are where the region starts.
    start: Changes,
    /// The values that are anything there, although they could be computed from others.
    held: FxHashSet<ValueId>,
    /// Where its paths lead to.
    pub arrivals: Vec<Arrival>,
}

impl<'p> Product<'p> {
    /// The paths of a program through a block.
    pub fn new(program: &'p Program, location: BlockId) -> Product<'p> {
        let count = 2 * program.blocks.len();
        let target = |node: Node, block: BlockId| 2 * block.0 + usize::from(node % 2 == 1 || node / 2 == location.0);
        let all = |node: Node| -> Vec<Node> {
            program.blocks[node / 2].terminator.successors().into_iter().map(|block| target(node, block)).collect()
        };
        let mut successors: Vec<Vec<Node>> = (0..count).map(all).collect();
        let mut predecessors = vec![Vec::new(); count];
        for (node, targets) in successors.iter().enumerate() {
            targets.iter().for_each(|&target| predecessors[target].push(node));
        }
        let ends: Vec<Node> = (0..count).filter(|&node| is_end(program, location, node)).collect();
        let (forward, backward) = (reached(&successors, &[0]), reached(&predecessors, &ends));
        let useful: Vec<bool> =
            forward.iter().zip(&backward).map(|(forward, backward)| *forward && *backward).collect();
        successors.iter_mut().for_each(|targets| targets.retain(|&target| useful[target]));
        let order = Order::new(&skeleton(&successors));
        let nodes = order.blocks.into_iter().map(|block| block.0).filter(|&node| useful[node]).collect();
        let mut is_head = order.is_cut;
        // The entry is a cut point of encodings, but nothing leads back to it.
        is_head[0] = false;
        let mut operations = FxHashMap::default();
        for instruction in program.blocks.iter().flat_map(|block| &block.instructions) {
            if let Instruction::Define { result, operation, .. } = instruction {
                operations.insert(*result, *operation);
            }
        }
        Product { program, location, order: nodes, is_head, successors, useful, operations }
    }

    /// The block of a node.
    pub fn block(&self, node: Node) -> &'p crate::program::Block {
        &self.program.blocks[node / 2]
    }

    /// What paths do from the entry, or from a point on at which values are anything, until they come to one of `points`.
    /// There has to be one at each head. At a point, values that `held` names are anything, and so are others that
    /// are not computed from these.
    pub fn region(&'p self, points: &FxHashSet<Point>, start: Option<Point>, held: FxHashSet<ValueId>) -> Region<'p> {
        let region =
            Region { product: self, pool: TermPool::new(), start: Changes::default(), held, arrivals: Vec::new() };
        let mut walk = Walk { region, points, edges: FxHashMap::default() };
        let start = start.unwrap_or(Point { node: 0, index: 0 });
        let always = walk.region.pool.constant(crate::bv::BitVec::bit(true));
        walk.node(start.node, start.index, always, Changes::default(), true);
        let first = self.order.iter().position(|&node| node == start.node).unwrap_or(0);
        for &node in &self.order[first..] {
            if let Some(edges) = walk.edges.remove(&node) {
                let (reached, changes) = walk.region.merge(edges);
                walk.node(node, 0, reached, changes, false);
            }
        }
        // What is left has come to a head.
        let mut left: Vec<(Node, Vec<Edge>)> = walk.edges.drain().collect();
        left.sort_unstable_by_key(|(node, _)| *node);
        for (node, edges) in left {
            let (reached, changes) = walk.region.merge(edges);
            walk.region.arrivals.push(Arrival { at: Some(Point { node, index: 0 }), reached, changes });
        }
        walk.region
    }
}

/// Whether a path ends in a node as the finding says that none does.
fn is_end(program: &Program, location: BlockId, node: Node) -> bool {
    let returns = matches!(program.blocks[node / 2].terminator, Terminator::Exit(Exit::Ok));
    returns && (node % 2 == 1 || node / 2 == location.0)
}

/// A way into a node: under which condition, and what values are there.
type Edge = (TermId, Changes);

/// The walk through a region.
struct Walk<'a, 'p> {
    region: Region<'p>,
    points: &'a FxHashSet<Point>,
    edges: FxHashMap<Node, Vec<Edge>>,
}

impl Walk<'_, '_> {
    /// A node from an instruction on, until a point is met.
    fn node(&mut self, node: Node, from: usize, reached: TermId, mut changes: Changes, is_start: bool) {
        let (product, block) = (self.region.product, self.region.product.block(node));
        for index in from..=block.instructions.len() {
            let point = Point { node, index };
            if self.points.contains(&point) && !(is_start && index == from) {
                self.region.arrivals.push(Arrival { at: Some(point), reached, changes });
                return;
            }
            if let Some(Instruction::Define { result, operation, .. }) = block.instructions.get(index) {
                let term = match operation {
                    Operation::Input(_) | Operation::Load(..) => self.region.anything(*result),
                    operation => {
                        let operands: Vec<TermId> = operation
                            .operands()
                            .iter()
                            .map(|&operand| self.region.operand(operand, &changes))
                            .collect();
                        let width = product.program.widths[result.0];
                        operation.term(&mut self.region.pool, &operands, width)
                    }
                };
                changes.insert(*result, term);
            }
        }
        if is_end(product.program, product.location, node) {
            self.region.arrivals.push(Arrival { at: None, reached, changes });
            return;
        }
        for (target, condition) in self.ways(&block.terminator, &changes) {
            let to = 2 * target.0 + usize::from(node % 2 == 1 || BlockId(node / 2) == product.location);
            if product.useful[to] {
                let condition = self.region.pool.and(reached, condition);
                let changes = self.entered(BlockId(node / 2), target, changes.clone());
                self.edges.entry(to).or_default().push((condition, changes));
            }
        }
    }

    /// The ways out of a block, each with its condition.
    fn ways(&mut self, terminator: &Terminator, changes: &Changes) -> Vec<(BlockId, TermId)> {
        let always = self.region.pool.constant(crate::bv::BitVec::bit(true));
        match terminator {
            Terminator::Exit(_) => Vec::new(),
            Terminator::Jump(target) => vec![(*target, always)],
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.region.operand(*condition, changes);
                let not = self.region.pool.not(condition);
                vec![(*then, condition), (*otherwise, not)]
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.region.operand(*value, changes);
                let (mut ways, mut rest) = (Vec::new(), always);
                for (case, target) in cases {
                    let pool = &mut self.region.pool;
                    let case = pool.constant(*case);
                    let equal = pool.compare(crate::bv::Predicate::Eq, value, case);
                    ways.push((*target, equal));
                    let not = pool.not(equal);
                    rest = pool.and(rest, not);
                }
                ways.push((*default, rest));
                ways
            }
        }
    }

    /// What values are once control has gone from a block to another: its φs read their operands all at once.
    fn entered(&mut self, from: BlockId, to: BlockId, mut changes: Changes) -> Changes {
        let mut new = Vec::new();
        for phi in &self.region.product.program.blocks[to.0].phis {
            if let Some((_, operand)) = phi.incoming.iter().find(|(block, _)| *block == from) {
                new.push((phi.result, self.region.operand(*operand, &changes)));
            }
        }
        changes.extend(new);
        changes
    }
}

impl Region<'_> {
    /// What an operand is, given what has changed since the start.
    pub fn operand(&mut self, operand: Operand, changes: &Changes) -> TermId {
        match operand {
            Operand::Constant(constant) => self.pool.constant(constant),
            Operand::Value(value) => changes.get(&value).copied().unwrap_or_else(|| self.at_start(value)),
        }
    }

    /// What a value is where the region starts. A value that no variable holds is what its instruction computes from
    /// others, such as a part of an expression that is there twice: its operands have not changed since, for what they are
    /// defined by dominates it.
    fn at_start(&mut self, value: ValueId) -> TermId {
        if let Some(term) = self.start.get(&value) {
            return *term;
        }
        let operation = self.product.operations.get(&value).copied().filter(|_| !self.held.contains(&value));
        let term = match operation {
            None | Some(Operation::Input(_) | Operation::Load(..)) => self.anything(value),
            Some(operation) => {
                let operands: Vec<TermId> = operation
                    .operands()
                    .into_iter()
                    .map(|operand| match operand {
                        Operand::Constant(constant) => self.pool.constant(constant),
                        Operand::Value(value) => self.at_start(value),
                    })
                    .collect();
                operation.term(&mut self.pool, &operands, self.product.program.widths[value.0])
            }
        };
        self.start.insert(value, term);
        term
    }

    fn anything(&mut self, value: ValueId) -> TermId {
        let program = self.product.program;
        let symbol = self.pool.new_symbol(&program.names[value.0], program.widths[value.0]);
        self.pool.symbol(symbol)
    }

    /// Several ways into one place.
    fn merge(&mut self, edges: Vec<Edge>) -> Edge {
        let mut edges = edges.into_iter().rev();
        let (mut reached, mut merged) = edges.next().expect("an entry of the table holds an edge");
        for (condition, changes) in edges {
            let mut values: Vec<ValueId> = merged.keys().chain(changes.keys()).copied().collect();
            values.sort_unstable();
            values.dedup();
            for value in values {
                let [then, otherwise] = [&changes, &merged].map(|changes| self.operand(Operand::Value(value), changes));
                let term = if then == otherwise { then } else { self.pool.ite(condition, then, otherwise) };
                merged.insert(value, term);
            }
            reached = self.pool.or(reached, condition);
        }
        (reached, merged)
    }
}
