//! Control-flow facts that encodings rest on: an order of the blocks, cut points, and which values live across what.

use crate::program::postorder::{places, reverse_postorder};
use crate::program::{BlockId, Instruction, Operand, Program, ValueId};
use fixedbitset::FixedBitSet;

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
        let count = program.blocks.len();
        let successors = |block: BlockId| program.blocks[block.0].terminator.successors();
        let blocks = reverse_postorder(count, successors);
        let places = places(&blocks, count);
        let mut is_cut = vec![false; count];
        is_cut[0] = true;
        for &block in &blocks {
            // What the search has not finished comes before the block, or is the block.
            successors(block).iter().for_each(|next| is_cut[next.0] |= places[next.0] <= places[block.0]);
        }
        Order { blocks, is_cut }
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
    let mut live_in: Vec<FixedBitSet> = vec![FixedBitSet::with_capacity(count); program.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &BlockId(index) in order.blocks.iter().rev() {
            let block = &program.blocks[index];
            let mut live = FixedBitSet::with_capacity(count);
            for BlockId(next) in block.terminator.successors() {
                live.union_with(&live_in[next]);
                for phi in &program.blocks[next].phis {
                    let from_here = phi.incoming.iter().filter(|(from, _)| from.0 == index);
                    from_here.for_each(|(_, operand)| insert(operand, &mut live));
                }
            }
            definitions(block).for_each(|value| live.remove(value.0));
            // A value that is defined and then read here is not live on entry: its definition comes first.
            let mut defined = FixedBitSet::with_capacity(count);
            definitions(block).for_each(|value| defined.insert(value.0));
            reads(block, |operand| {
                if matches!(operand, Operand::Value(value) if !defined.contains(value.0)) {
                    insert(operand, &mut live);
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
        live_in[index].ones().for_each(|value| live[value] = true);
    }
    live
}

fn mark(operand: &Operand, live: &mut [bool]) {
    if let Operand::Value(value) = operand {
        live[value.0] = true;
    }
}

fn insert(operand: &Operand, set: &mut FixedBitSet) {
    if let Operand::Value(value) = operand {
        set.insert(value.0);
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
