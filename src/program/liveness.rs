//! Which values are still read: the usual backward data flow.

use crate::program::{Block, BlockId, Instruction, Operand, Program, ValueId};
use fixedbitset::FixedBitSet;

/// For each block, the values that are defined before its start and read after it. A φ reads at the end of the block that control
/// comes from. `order` is a reverse postorder of the blocks that can be reached; nothing is live in others.
pub fn live_in(program: &Program, order: &[BlockId]) -> Vec<FixedBitSet> {
    let count = program.widths.len();
    let mut live_in: Vec<FixedBitSet> = vec![FixedBitSet::with_capacity(count); program.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &BlockId(index) in order.iter().rev() {
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
    live_in
}

fn insert(operand: &Operand, set: &mut FixedBitSet) {
    if let Operand::Value(value) = operand {
        set.insert(value.0);
    }
}

/// The values that a block defines.
pub fn definitions(block: &Block) -> impl Iterator<Item = ValueId> + '_ {
    let instructions = block.instructions.iter().filter_map(Instruction::result);
    block.phis.iter().map(|phi| phi.result).chain(instructions)
}

/// What a block reads, apart from its φs. Assignments to C variables mean nothing to encodings.
pub fn reads(block: &Block, mut visit: impl FnMut(&Operand)) {
    for instruction in &block.instructions {
        if !matches!(instruction, Instruction::Assign(_)) {
            instruction.operands().iter().for_each(&mut visit);
        }
    }
    block.terminator.operands().iter().for_each(&mut visit);
}
