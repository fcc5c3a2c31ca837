//! Which locals are read behind a call before they are written: those are its caller's frame.

use super::sites::{ways, Sites};
use crate::llvm::ir::{Block, LLVMOpcode, Slot, Value};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is live at the beginning of each block, as if calls came back at once.
pub struct Live {
    /// The locals of one value.
    locals: Vec<Slot>,
    at: FxHashMap<Block, FixedBitSet>,
}

impl Live {
    /// Of the locals of `main` that passes can put into registers, but for these.
    pub fn of(main: Value, sites: &Sites, others: &FxHashSet<Value>) -> Live {
        let entry = main.blocks().first().map(|block| block.instructions()).unwrap_or_default();
        let is_meant = |slot: &Slot| !others.contains(&slot.address()) && slot.is_plain();
        let locals: Vec<Slot> = entry.into_iter().filter_map(Slot::of).filter(is_meant).collect();
        let index: FxHashMap<Value, usize> =
            locals.iter().enumerate().map(|(index, slot)| (slot.address(), index)).collect();
        let (blocks, ends) = (main.blocks(), sites.ends());
        let of_blocks: Vec<(Block, Vec<Block>, FixedBitSet, FixedBitSet)> = blocks
            .into_iter()
            .rev()
            .map(|block| {
                let (read, written) = accessed(block, &index);
                (block, ways(block, &ends), read, written)
            })
            .collect();
        let mut at: FxHashMap<Block, FixedBitSet> = FxHashMap::default();
        let mut changes = true;
        while changes {
            changes = false;
            for (block, next, read, written) in &of_blocks {
                let mut live = FixedBitSet::with_capacity(locals.len());
                next.iter().filter_map(|next| at.get(next)).for_each(|next| live.union_with(next));
                live.difference_with(written);
                live.union_with(read);
                if at.get(block) != Some(&live) {
                    at.insert(*block, live);
                    changes = true;
                }
            }
        }
        Live { locals, at }
    }

    /// The locals that are live at the beginning of a block, in their order.
    pub fn before(&self, block: Block) -> Vec<Slot> {
        self.at.get(&block).into_iter().flat_map(|live| live.ones().map(|index| self.locals[index])).collect()
    }
}

/// Which locals a block reads before it writes them, and which it writes.
fn accessed(block: Block, index: &FxHashMap<Value, usize>) -> (FixedBitSet, FixedBitSet) {
    let [mut read, mut written] = [(); 2].map(|()| FixedBitSet::with_capacity(index.len()));
    for instruction in block.instructions() {
        match (instruction.opcode(), &instruction.operands()[..]) {
            (Some(LLVMOpcode::LLVMLoad), [address]) => {
                let local = index.get(address).filter(|&&local| !written.contains(local));
                local.into_iter().for_each(|&local| read.insert(local));
            }
            (Some(LLVMOpcode::LLVMStore), [_, address]) => {
                index.get(address).into_iter().for_each(|&local| written.insert(local))
            }
            _ => {}
        }
    }
    (read, written)
}
