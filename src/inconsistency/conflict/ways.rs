//! Paths through the control-flow graph from a SAT solver, whatever the statements on them say (`FindPath` of
//! Schwartz-Narbonne et al., section 4.3). They use a theory of control flow; here clauses say the same:
//!
//! * a block on the path has exactly one edge out of it on the path, unless it is the end;
//! * a block on the path that is not the entry has an edge into it on the path;
//! * an edge on the path has both its blocks on it.
//!
//! As the graph has no cycles, what is on the path is one path: the earliest block apart from it would have an edge from an
//! earlier one, which is part of it and goes elsewhere.

use crate::inconsistency::graph::reached;
use crate::program::{Exit, Program, Terminator};
use crate::solve::{Answer, IncrementalSolver};
use crate::ts::control::Order;
use bitreach_engine::EngineError;
use bitreach_formula::{Cnf, Lit, Var};

/// The part of a control-flow graph without cycles that lies between the entry and the return.
pub struct Net {
    /// The blocks, each after its predecessors.
    pub blocks: Vec<usize>,
    /// The edges: where from and where to. Between two blocks there is one at most.
    pub edges: Vec<(usize, usize)>,
    /// The edges into each block.
    pub into: Vec<Vec<usize>>,
    /// The edges out of each block.
    pub out_of: Vec<Vec<usize>>,
}

impl Net {
    /// The paths of a program from its entry to its return.
    pub fn new(program: &Program) -> Net {
        let count = program.blocks.len();
        let successors = |block: usize| program.blocks[block].terminator.successors().into_iter().map(|next| next.0);
        let forward: Vec<Vec<usize>> = (0..count).map(|block| successors(block).collect()).collect();
        let mut backward = vec![Vec::new(); count];
        for (block, targets) in forward.iter().enumerate() {
            targets.iter().for_each(|&target| backward[target].push(block));
        }
        let ends = (0..count).filter(|&block| matches!(program.blocks[block].terminator, Terminator::Exit(Exit::Ok)));
        let returns = reached(&backward, &ends.collect::<Vec<_>>());
        let blocks: Vec<usize> =
            Order::new(program).blocks.iter().map(|block| block.0).filter(|&block| returns[block]).collect();
        let mut net = Net { blocks, edges: Vec::new(), into: vec![Vec::new(); count], out_of: vec![Vec::new(); count] };
        for &from in &net.blocks {
            let mut targets: Vec<usize> = successors(from).filter(|&to| returns[to]).collect();
            targets.sort_unstable();
            targets.dedup();
            for to in targets {
                net.out_of[from].push(net.edges.len());
                net.into[to].push(net.edges.len());
                net.edges.push((from, to));
            }
        }
        net
    }
}

/// An answer about paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// A path, as its edges in order.
    Path(Vec<usize>),
    /// There is none; some of what has been learnt, by number, suffices for that.
    None(Vec<usize>),
    /// The solver was stopped.
    Stopped,
}

/// The search for paths.
pub struct Ways<'n> {
    net: &'n Net,
    /// What is said of paths before anything is learnt.
    pub cnf: Cnf,
    /// The sets of edges of which no path has all, each with the literal that switches its clause on.
    pub learnt: Vec<(Lit, Vec<usize>)>,
    solver: Box<dyn IncrementalSolver>,
    next: usize,
}

/// Whether a block is on the path. A net has fewer blocks than the program, but the numbers are the program's.
pub fn on_path(block: usize) -> Lit {
    Var::new(block).positive()
}

impl<'n> Ways<'n> {
    /// A search that knows nothing yet.
    pub fn new(net: &'n Net, mut solver: Box<dyn IncrementalSolver>) -> Ways<'n> {
        let (cnf, next) = paths(net);
        cnf.iter().for_each(|clause| solver.add_clause(clause));
        Ways { net, cnf, learnt: Vec::new(), solver, next }
    }

    /// A path through a block that has not all edges of any set that was learnt.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn through(&mut self, block: usize) -> Result<Way, EngineError> {
        let mut assumptions: Vec<Lit> = self.learnt.iter().map(|(switch, _)| *switch).collect();
        assumptions.push(on_path(block));
        Ok(match self.solver.solve(&assumptions)? {
            Answer::Sat => Way::Path(self.path()),
            Answer::Unsat => {
                let used = |index: &usize| self.solver.failed(self.learnt[*index].0);
                Way::None((0..self.learnt.len()).filter(used).collect())
            }
            Answer::Stopped => Way::Stopped,
        })
    }

    /// From here on no path has all these edges.
    pub fn learn(&mut self, core: Vec<usize>) {
        let switch = Var::new(self.next).positive();
        self.next += 1;
        let mut clause = without_all(self.net, &core);
        clause.push(!switch);
        self.solver.add_clause(&clause);
        self.learnt.push((switch, core));
    }

    /// The path of the solver's model.
    fn path(&self) -> Vec<usize> {
        let (mut block, mut path) = (0, Vec::new());
        let taken = |edge: &&usize| self.solver.value(on_edge(self.net, **edge));
        while let Some(&edge) = self.net.out_of[block].iter().find(taken) {
            path.push(edge);
            block = self.net.edges[edge].1;
        }
        path
    }
}

/// Whether an edge is on the path.
fn on_edge(net: &Net, edge: usize) -> Lit {
    Var::new(net.into.len() + edge).positive()
}

/// The clause that says that not all these edges are on the path.
pub fn without_all(net: &Net, edges: &[usize]) -> Vec<Lit> {
    edges.iter().map(|&edge| !on_edge(net, edge)).collect()
}

/// What a path is, and the first variable that is free.
fn paths(net: &Net) -> (Cnf, usize) {
    let mut cnf = Cnf::new();
    let mut next = net.into.len() + net.edges.len();
    cnf.add(&[on_path(0)]);
    for &block in &net.blocks {
        let edges = |edges: &[usize]| edges.iter().map(|&edge| on_edge(net, edge)).collect::<Vec<Lit>>();
        let (into, out) = (edges(&net.into[block]), edges(&net.out_of[block]));
        for (edges, needed) in [(&into, block != 0), (&out, !out.is_empty())] {
            edges.iter().for_each(|&edge| cnf.add(&[!edge, on_path(block)]));
            if needed {
                let some: Vec<Lit> = edges.iter().copied().chain([!on_path(block)]).collect();
                cnf.add(&some);
            }
        }
        at_most_one(&out, &mut cnf, &mut next);
    }
    (cnf, next)
}

/// At most one of the literals holds: by pairs, or for many by a chain of variables that say whether one of the first so many
/// does (Sinz: *Towards an optimal CNF encoding of Boolean cardinality constraints*, CP 2005).
fn at_most_one(lits: &[Lit], cnf: &mut Cnf, next: &mut usize) {
    if lits.len() <= 6 {
        for (index, &one) in lits.iter().enumerate() {
            lits[..index].iter().for_each(|&other| cnf.add(&[!one, !other]));
        }
        return;
    }
    let mut before: Option<Lit> = None;
    for &lit in lits {
        let so_far = Var::new(*next).positive();
        *next += 1;
        cnf.add(&[!lit, so_far]);
        if let Some(before) = before {
            cnf.add(&[!before, so_far]);
            cnf.add(&[!before, !lit]);
        }
        before = Some(so_far);
    }
}
