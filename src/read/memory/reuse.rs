//! Which allocations can give out one object again and again.
//!
//! An object that is given out again must not be meant by an address that was made before: that one would be taken for valid.
//! None is left if the address of the object never gets into memory, and no value that may be the address is still used behind the
//! allocation. That is plain where every such value is computed behind the allocation: its definition is dominated by it. For then, if a use of such a value comes after an allocation, so
//! does the value's definition: a way from the allocation to the use that avoids the definition, behind the first way from
//! the entry to the allocation, would be a way around the definition. An allocation to which control does not come
//! back needs one object in any case.

use llvm_ir::instruction::Call;
use llvm_ir::{BasicBlock, Function, Instruction, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::ops::Range;

use crate::read::operators::successors;

use super::liveness::Live;
use super::points_to::{ObjectNumber, PointsTo};

/// How many objects are enough for an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Supply {
    /// One, which is given out once.
    Once,
    /// One, which is given out again and again.
    Again,
    /// One for each time.
    Several,
    /// One for all times, and for all calls of the same group ([`pools`](super::pools)).
    Pool {
        /// Whether something may free an instance.
        is_freed: bool,
        /// The number by which the group is known.
        group: ObjectNumber,
    },
}

/// The control flow of a function, as far as allocations need it.
pub struct Flow<'m> {
    blocks: FxHashMap<&'m Name, &'m BasicBlock>,
    entry: Option<&'m BasicBlock>,
    function: &'m Function,
    /// Which values that may be addresses of allocated objects are used where, once that is asked.
    live: OnceCell<Live<'m>>,
}

impl<'m> Flow<'m> {
    /// Of a function.
    pub fn new(function: &'m Function) -> Flow<'m> {
        let blocks = function.basic_blocks.iter().map(|block| (&block.name, block)).collect();
        Flow { blocks, entry: function.basic_blocks.first(), function, live: OnceCell::new() }
    }

    /// How many objects are enough for an allocation in a block, which gives out `object`; all that calls give out are in `given`.
    pub fn supply(
        &self,
        block: &'m BasicBlock,
        call: &'m Call,
        object: ObjectNumber,
        given: Range<ObjectNumber>,
        points_to: &PointsTo,
    ) -> Supply {
        if !self.comes_back(block) {
            return Supply::Once;
        }
        let is_left = || self.is_used_behind(block, call, object, given, points_to);
        let is_lost = !points_to.is_in_memory(object) && (self.is_fresh(block, call, object, points_to) || !is_left());
        match is_lost {
            true => Supply::Again,
            false => Supply::Several,
        }
    }

    /// Whether a value that may be the address of the object is used behind its allocation, and was computed before.
    fn is_used_behind(
        &self,
        block: &'m BasicBlock,
        call: &'m Call,
        object: ObjectNumber,
        given: Range<ObjectNumber>,
        points_to: &PointsTo,
    ) -> bool {
        let live = self.live.get_or_init(|| {
            let instructions = self.function.basic_blocks.iter().flat_map(|block| &block.instrs);
            let names = instructions.filter_map(Instruction::try_get_result);
            let may_be_given = |name: &&Name| points_to.of_value(name).objects.range(given.clone()).next().is_some();
            Live::of_values(self.function, names.filter(may_be_given).collect())
        });
        let used = live.behind_call(block, call);
        used.into_iter().any(|name| points_to.of_value(name).objects.contains_key(&object))
    }

    fn comes_back(&self, block: &'m BasicBlock) -> bool {
        self.reached(successors(&block.term).unwrap_or_default(), None).contains(&block.name)
    }

    /// Whether every value that may be the address of the object is computed behind its allocation.
    fn is_fresh(&self, block: &'m BasicBlock, call: &Call, object: ObjectNumber, points_to: &PointsTo) -> bool {
        let around = self.reached(self.entry.iter().map(|entry| &entry.name).collect(), Some(&block.name));
        let may_be = |instruction: &Instruction| {
            let name = instruction.try_get_result();
            name.is_some_and(|name| points_to.of_value(name).objects.contains_key(&object))
        };
        let others = self.blocks.values().filter(|other| other.name != block.name && around.contains(&other.name));
        let is_allocation =
            |instruction: &&Instruction| matches!(instruction, Instruction::Call(other) if other == call);
        let before = block.instrs.iter().take_while(|instruction| !is_allocation(instruction));
        !before.chain(others.flat_map(|other| &other.instrs)).any(may_be)
    }

    /// The blocks that control comes to from some, without passing one.
    fn reached(&self, mut waiting: Vec<&'m Name>, without: Option<&Name>) -> FxHashSet<&'m Name> {
        let mut reached = FxHashSet::default();
        while let Some(name) = waiting.pop() {
            if without != Some(name) && reached.insert(name) {
                waiting.extend(self.blocks.get(name).and_then(|block| successors(&block.term)).into_iter().flatten());
            }
        }
        reached
    }
}
