//! Control-flow facts that encodings rest on: an order of the blocks, cut points, and which values live across what.

use crate::program::{BlockId, Instruction, Operand, Program, ValueId};

/// The blocks that can be reached, such that every edge that does not lead to a cut point goes forward, and the cut points.
#[derive(Clone, Debug)]
pub struct Order {
    /// Reverse post-order of a depth-first search from the entry.
    pub blocks: Vec<BlockId>,
    /// For each block, by index, whether it is a cut point: the entry, or the target of an edge to a block that the
    /// search had not finished. Every cycle passes one, in irreducible graphs too.
    pub is_cut: Vec<bool>,
}

impl Order {
    /// The order of a program's blocks.
    pub fn new(program: &Program) -> Order {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; program.blocks.len()];
        let mut is_cut = vec![false; program.blocks.len()];
        let mut finished = Vec::new();
        let successors = |block: usize| program.blocks[block].terminator.successors();
        // An explicit stack: programs can be deeper than the thread's.
        let mut stack = vec![(0, successors(0).into_iter())];
        marks[0] = Mark::Open;
        is_cut[0] = true;
        while let Some((block, rest)) = stack.last_mut() {
            match rest.next() {
                Some(BlockId(next)) if marks[next] == Mark::New => {
                    marks[next] = Mark::Open;
                    stack.push((next, successors(next).into_iter()));
                }
                Some(BlockId(next)) => is_cut[next] |= marks[next] == Mark::Open,
                None => {
                    marks[*block] = Mark::Done;
                    finished.push(BlockId(*block));
                    stack.pop();
                }
            }
        }
        finished.reverse();
        Order { blocks: finished, is_cut }
    }
}

/// For each value, by [`ValueId`], whether it is live across a block boundary: read in a block other than the one that
/// defines it, or read by a φ, which happens at the start of a later step even where the φ stands in the defining block.
pub fn live_across_blocks(program: &Program) -> Vec<bool> {
    let mut home = vec![None; program.widths.len()];
    for (index, block) in program.blocks.iter().enumerate() {
        definitions(block).for_each(|value| home[value.0] = Some(index));
    }
    let mut live = vec![false; program.widths.len()];
    for (index, block) in program.blocks.iter().enumerate() {
        for operand in block.phis.iter().flat_map(|phi| phi.incoming.iter().map(|(_, operand)| operand)) {
            mark(operand, &mut live);
        }
        reads(block, |operand| {
            if matches!(operand, Operand::Value(value) if home[value.0] != Some(index)) {
                mark(operand, &mut live);
            }
        });
    }
    live
}

/// For each value, by [`ValueId`], whether it is live at the start of a cut point: a φ of one, or defined before and
/// read after it. The usual backward data flow; a φ reads at the end of the block that control comes from.
pub fn live_at_cuts(program: &Program, order: &Order) -> Vec<bool> {
    let count = program.widths.len();
    let mut live_in: Vec<BitSet> = vec![BitSet::new(count); program.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &BlockId(index) in order.blocks.iter().rev() {
            let block = &program.blocks[index];
            let mut live = BitSet::new(count);
            for BlockId(next) in block.terminator.successors() {
                live.unite(&live_in[next]);
                for phi in &program.blocks[next].phis {
                    let from_here = phi.incoming.iter().filter(|(from, _)| from.0 == index);
                    from_here.for_each(|(_, operand)| live.insert_operand(operand));
                }
            }
            definitions(block).for_each(|value| live.remove(value));
            // A value that is defined and then read here is not live on entry: its definition comes first.
            let mut defined = BitSet::new(count);
            definitions(block).for_each(|value| defined.insert(value));
            reads(block, |operand| {
                if matches!(operand, Operand::Value(value) if !defined.contains(*value)) {
                    live.insert_operand(operand);
                }
            });
            if live != live_in[index] {
                live_in[index] = live;
                changed = true;
            }
        }
    }
    let mut live = vec![false; count];
    for &BlockId(index) in order.blocks.iter().filter(|block| order.is_cut[block.0]) {
        program.blocks[index].phis.iter().for_each(|phi| live[phi.result.0] = true);
        (0..count).filter(|&value| live_in[index].contains(ValueId(value))).for_each(|value| live[value] = true);
    }
    live
}

fn mark(operand: &Operand, live: &mut [bool]) {
    if let Operand::Value(value) = operand {
        live[value.0] = true;
    }
}

/// The values that a block defines.
fn definitions(block: &crate::program::Block) -> impl Iterator<Item = ValueId> + '_ {
    let instructions = block.instructions.iter().filter_map(Instruction::result);
    block.phis.iter().map(|phi| phi.result).chain(instructions)
}

/// What a block reads, apart from its φs. Assignments to C variables mean nothing to encodings.
fn reads(block: &crate::program::Block, mut visit: impl FnMut(&Operand)) {
    for instruction in &block.instructions {
        if !matches!(instruction, Instruction::Assign(_)) {
            instruction.operands().iter().for_each(&mut visit);
        }
    }
    block.terminator.operands().iter().for_each(&mut visit);
}

/// A set of values.
#[derive(Clone, PartialEq, Eq)]
struct BitSet(Vec<u64>);

impl BitSet {
    fn new(count: usize) -> BitSet {
        BitSet(vec![0; count.div_ceil(64)])
    }

    fn contains(&self, value: ValueId) -> bool {
        self.0[value.0 / 64] >> (value.0 % 64) & 1 == 1
    }

    fn insert(&mut self, value: ValueId) {
        self.0[value.0 / 64] |= 1 << (value.0 % 64);
    }

    fn insert_operand(&mut self, operand: &Operand) {
        if let Operand::Value(value) = operand {
            self.insert(*value);
        }
    }

    fn remove(&mut self, value: ValueId) {
        self.0[value.0 / 64] &= !(1 << (value.0 % 64));
    }

    fn unite(&mut self, other: &BitSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }
}
