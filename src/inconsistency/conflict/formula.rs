//! The path formula (Schwartz-Narbonne et al., section 3): what the statements on one path say. The formulas of all edges
//! stand in one set of clauses, each guarded by a literal of its edge; a path is feasible if the clauses can be satisfied
//! under the assumption of its edges. So nothing of what other paths say takes part, and what the solver learns stays.
//!
//! Values need no guard: what a block computes is a function of what it reads, and a φ is free but for what the edge says over
//! which control comes. An execution along a path satisfies the clauses of its edges, whatever values off the path are.

use crate::blast::{AigLit, Blaster, CnfBuilder};
use crate::bv::{BitVec, Predicate, SymbolId, TermId, TermPool};
use crate::inconsistency::conflict::ways::Net;
use crate::program::{BlockId, Instruction, Operand, Operation, Program, Terminator, ValueId};
use crate::solve::IncrementalSolver;
use bitreach_formula::{Cnf, Lit, Var};
use rustc_hash::FxHashMap;

/// The formulas of all edges of a function. Variable `e` is the guard of edge `e`.
pub struct Formula {
    /// The clauses.
    pub cnf: Cnf,
    /// For each edge, whether it says anything.
    pub speaks: Vec<bool>,
    /// The variables of the bits of each input, least significant first.
    inputs: Vec<(ValueId, Vec<Var>)>,
}

/// The guard of an edge.
pub fn guard(edge: usize) -> Lit {
    Var::new(edge).positive()
}

/// What control must satisfy to go over an edge.
struct Demand {
    edge: usize,
    /// The condition of the branch; `None` where there is none.
    condition: Option<TermId>,
    /// The φs behind the edge and what they take.
    moves: Vec<(TermId, TermId)>,
}

impl Formula {
    /// The path formulas of a program without loops and memory.
    pub fn new(program: &Program, net: &Net) -> Formula {
        let mut terms =
            Terms { program, net, pool: TermPool::new(), of: vec![None; program.widths.len()], inputs: Vec::new() };
        net.blocks.iter().for_each(|&block| terms.block(block));
        let demands: Vec<Demand> = (0..net.edges.len()).map(|edge| terms.demand(edge)).collect();
        clauses(&terms, &demands, net.edges.len())
    }

    /// The values of the inputs in the solver's model.
    pub fn inputs(&self, solver: &dyn IncrementalSolver) -> FxHashMap<ValueId, BitVec> {
        let word = |bits: &[Var]| {
            let bits = bits.iter().map(|var| solver.value(var.positive()));
            bits.rev().fold(0, |word: u128, bit| word << 1 | u128::from(bit))
        };
        self.inputs.iter().map(|(value, bits)| (*value, BitVec::new(bits.len() as u32, word(bits)))).collect()
    }
}

/// The values of a program as terms.
struct Terms<'p> {
    program: &'p Program,
    net: &'p Net,
    pool: TermPool,
    of: Vec<Option<TermId>>,
    inputs: Vec<(ValueId, SymbolId)>,
}

impl Terms<'_> {
    /// Defines what a block computes. Its predecessors come before.
    fn block(&mut self, block: usize) {
        let block_of = &self.program.blocks[block];
        for phi in &block_of.phis {
            // Operands are defined already: they are so at the end of a predecessor.
            let incoming: Vec<Operand> =
                self.net.into[block].iter().filter_map(|&edge| taken(&phi.incoming, self.net.edges[edge].0)).collect();
            let mut operands: Vec<TermId> = incoming.iter().map(|operand| self.operand(operand)).collect();
            operands.dedup();
            self.of[phi.result.0] = Some(match operands[..] {
                [only] => only,
                _ => self.symbol(phi.result).1,
            });
        }
        for instruction in &block_of.instructions {
            let Instruction::Define { result, operation, .. } = instruction else { continue };
            let term = if let Operation::Input(_) = operation {
                let (symbol, term) = self.symbol(*result);
                self.inputs.push((*result, symbol));
                term
            } else {
                let operands: Vec<TermId> = operation.operands().iter().map(|operand| self.operand(operand)).collect();
                operation.term(&mut self.pool, &operands, self.program.widths[result.0])
            };
            self.of[result.0] = Some(term);
        }
    }

    fn symbol(&mut self, value: ValueId) -> (SymbolId, TermId) {
        let symbol = self.pool.new_symbol(&self.program.names[value.0], self.program.widths[value.0]);
        (symbol, self.pool.symbol(symbol))
    }

    fn operand(&mut self, operand: &Operand) -> TermId {
        match *operand {
            Operand::Constant(constant) => self.pool.constant(constant),
            Operand::Value(value) => self.of[value.0].expect("the definition of a value dominates its uses"),
        }
    }

    /// What an edge says.
    fn demand(&mut self, edge: usize) -> Demand {
        let (from, to) = self.net.edges[edge];
        let mut moves = Vec::new();
        for phi in &self.program.blocks[to].phis {
            let result = self.operand(&Operand::Value(phi.result));
            if let Some(operand) = taken(&phi.incoming, from) {
                let operand = self.operand(&operand);
                if operand != result {
                    moves.push((result, operand));
                }
            }
        }
        Demand { edge, condition: self.condition(from, BlockId(to)), moves }
    }

    /// The condition under which control goes from a block to another.
    fn condition(&mut self, from: usize, to: BlockId) -> Option<TermId> {
        let program = self.program;
        match &program.blocks[from].terminator {
            Terminator::Branch { then, otherwise, .. } if then == otherwise => None,
            Terminator::Branch { condition, then, .. } => {
                let condition = self.operand(condition);
                Some(if *then == to { condition } else { self.pool.not(condition) })
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(value);
                // The default is what no case leads elsewhere.
                let is_default = *default == to;
                let matching = cases.iter().filter(|(_, target)| (*target == to) != is_default);
                let constants: Vec<BitVec> = matching.map(|(constant, _)| *constant).collect();
                let mut equal = Vec::with_capacity(constants.len());
                for constant in constants {
                    let constant = self.pool.constant(constant);
                    equal.push(self.pool.compare(Predicate::Eq, value, constant));
                }
                let any = self.pool.any(equal);
                Some(if is_default { self.pool.not(any) } else { any })
            }
            Terminator::Jump(_) | Terminator::Exit(_) => None,
        }
    }
}

/// What a φ takes from a block.
fn taken(incoming: &[(BlockId, Operand)], from: usize) -> Option<Operand> {
    incoming.iter().find(|(block, _)| block.0 == from).map(|(_, operand)| *operand)
}

/// The demands of all edges as clauses.
fn clauses(terms: &Terms, demands: &[Demand], edges: usize) -> Formula {
    let (pool, mut blaster) = (&terms.pool, Blaster::new());
    let conditions: Vec<Option<AigLit>> =
        demands.iter().map(|demand| demand.condition.map(|term| blaster.blast(pool, term)[0])).collect();
    let moves: Vec<Vec<(AigLit, AigLit)>> = demands
        .iter()
        .map(|demand| {
            let bits = demand.moves.iter().map(|&(to, from)| (blaster.blast(pool, to), blaster.blast(pool, from)));
            bits.flat_map(|(to, from)| to.into_iter().zip(from)).collect()
        })
        .collect();
    let symbols: Vec<(SymbolId, Vec<AigLit>)> =
        pool.symbols().map(|symbol| (symbol, blaster.symbol_bits(pool, symbol))).collect();
    let mut next = edges;
    let mut vars: FxHashMap<SymbolId, Vec<Var>> = FxHashMap::default();
    for (symbol, bits) in &symbols {
        vars.insert(*symbol, (next..next + bits.len()).map(Var::new).collect());
        next += bits.len();
    }
    let moved = moves.iter().flatten().flat_map(|&(to, from)| [to, from]);
    let roots: Vec<AigLit> = conditions.iter().flatten().copied().chain(moved).collect();
    let mut builder = CnfBuilder::new(&blaster.aig, &roots, next);
    for (symbol, bits) in &symbols {
        bits.iter().zip(&vars[symbol]).for_each(|(&bit, &var)| builder.set_input(bit, var));
    }
    let mut speaks = vec![false; edges];
    for ((demand, condition), moves) in demands.iter().zip(conditions).zip(moves) {
        let before = builder.cnf.len();
        let not_taken = !guard(demand.edge);
        if let Some(condition) = condition {
            imply(&mut builder, not_taken, &[condition]);
        }
        for (to, from) in moves {
            imply(&mut builder, not_taken, &[to, !from]);
            imply(&mut builder, not_taken, &[!to, from]);
        }
        speaks[demand.edge] = builder.cnf.len() > before;
    }
    let inputs = terms.inputs.iter().map(|(value, symbol)| (*value, vars[symbol].clone())).collect();
    Formula { cnf: builder.cnf, speaks, inputs }
}

/// Adds that one of the bits holds, or `unless`.
fn imply(builder: &mut CnfBuilder, unless: Lit, bits: &[AigLit]) {
    if bits.contains(&AigLit::TRUE) {
        return;
    }
    let mut clause = vec![unless];
    clause.extend(bits.iter().filter_map(|&bit| builder.lit(bit)));
    builder.cnf.add(&clause);
}
