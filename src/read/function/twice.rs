//! Calls that come back twice, as those of `setjmp` do: what control does behind them, it may do with other values a second time.

use super::branches::NOT_FOLLOWED;
use super::havoc::Havoc;
use super::operands::Root;
use crate::program::{BlockId, Operand, Terminator};
use crate::read::blocks::Reader;
use crate::read::operators;
use crate::read::values::Value;
use llvm_ir::{BasicBlock, Name};
use rustc_hash::{FxHashMap, FxHashSet};

impl<'m> Reader<'m, Havoc<'m>> {
    /// The blocks that control may come to behind a call that comes back twice.
    pub(super) fn behind_twice(&self) -> Result<FxHashSet<&'m Name>, String> {
        let blocks: FxHashMap<&Name, &'m BasicBlock> =
            self.function.basic_blocks.iter().map(|block| (&block.name, block)).collect();
        let calls = |block: &&BasicBlock| block.instrs.iter().any(|instruction| self.is_twice(instruction));
        let (mut behind, mut open) = (FxHashSet::default(), Vec::new());
        for block in self.function.basic_blocks.iter().filter(calls) {
            open.extend(operators::successors(&block.term).ok_or(NOT_FOLLOWED)?);
        }
        while let Some(name) = open.pop() {
            if let Some(block) = blocks.get(name).filter(|_| behind.insert(name)) {
                open.extend(operators::successors(&block.term).ok_or(NOT_FOLLOWED)?);
            }
        }
        Ok(behind)
    }

    /// What is called here, or a signal that comes, may take control back to where a call comes back a second time. What
    /// registers hold there then is not known, as it is not known at the first time ([`Reader::forget`]), and memory is not followed:
    /// so whatever can follow then can follow the first time too. It is left to say that the function may return.
    pub(super) fn goes_back(&mut self) {
        self.origin = None;
        let (exit, goes) = (self.return_block(), self.anything(1));
        let (current, rest) = (self.current, self.add_part("rest"));
        self.policy.early.insert(current);
        self.end(Terminator::Branch { condition: goes, then: exit, otherwise: rest });
        self.current = rest;
    }

    /// Where control could only return by going back, as from a call of `abort`, nobody asks whether it can come there: without a call that comes
    /// back twice nobody would.
    pub(super) fn leave_dead_ends(&mut self) {
        let Some(exit) = self.policy.return_block.filter(|_| !self.policy.early.is_empty()) else { return };
        let blocks = &self.program.blocks;
        let mut from: Vec<Vec<BlockId>> = vec![Vec::new(); blocks.len()];
        for (index, block) in blocks.iter().enumerate() {
            let goes_back = |target: &BlockId| *target == exit && self.policy.early.contains(&BlockId(index));
            let targets = block.terminator.successors().into_iter().filter(|target| !goes_back(target));
            targets.for_each(|target| from[target.0].push(BlockId(index)));
        }
        let (mut returns, mut open) = (vec![false; blocks.len()], vec![exit]);
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut returns[block.0], true) {
                open.extend(&from[block.0]);
            }
        }
        self.policy.locations.retain(|location| returns[location.block.0]);
    }

    /// Whether an instruction is a call that comes back twice.
    fn is_twice(&self, instruction: &llvm_ir::Instruction) -> bool {
        let llvm_ir::Instruction::Call(call) = instruction else { return false };
        operators::callee(call).is_some_and(|name| self.policy.callees.twice.contains(name))
    }

    /// Forgets what registers hold: a call here comes back again later, when they may hold something else.
    pub(super) fn forget(&mut self) {
        let is_address = |value: &Operand| self.policy.objects.values().any(|object| object.address == *value);
        let stays = |value: &Value| match value {
            Value::Bits(bits) => matches!(bits, Operand::Constant(_)) || is_address(bits),
            _ => false,
        };
        self.values.retain(|_, value| stays(value));
        self.policy.roots.retain(|_, root| matches!(root, Root::Object(..)));
        self.policy.inequalities.clear();
        self.policy.checked.clear();
    }
}
