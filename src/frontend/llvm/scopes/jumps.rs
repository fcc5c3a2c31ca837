//! Locals whose declarations control can jump over, by `goto` or into a `switch`: what they hold then is not what a declaration
//! has put there.

use super::super::ir::{Block, LLVMOpcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Those of some locals of a function of which control can come to a use without passing a declaration.
pub fn over(function: Value, locals: &[Value]) -> Vec<Value> {
    let jumps = |instruction: &Value| {
        let opcode = instruction.opcode();
        matches!(opcode, Some(LLVMOpcode::LLVMSwitch | LLVMOpcode::LLVMIndirectBr))
            || instruction.callee_name() == "llvm.dbg.label"
    };
    if !function.instructions().iter().any(jumps) {
        return Vec::new();
    }
    let flow = Flow::of(function);
    locals.iter().copied().filter(|&local| flow.can_be_jumped_over(local)).collect()
}

/// The blocks of a function, by number.
struct Flow {
    successors: Vec<Vec<usize>>,
    /// The block of each instruction and its place there.
    places: FxHashMap<Value, (usize, usize)>,
    /// Where each local is declared.
    declarations: FxHashMap<Value, (usize, usize)>,
}

impl Flow {
    fn of(function: Value) -> Flow {
        let blocks = function.blocks();
        let index: FxHashMap<Block, usize> = blocks.iter().enumerate().map(|(index, block)| (*block, index)).collect();
        let mut flow =
            Flow { successors: Vec::new(), places: FxHashMap::default(), declarations: FxHashMap::default() };
        for (number, block) in blocks.iter().enumerate() {
            for (at, instruction) in block.instructions().into_iter().enumerate() {
                flow.places.insert(instruction, (number, at));
                if instruction.callee_name() == "llvm.dbg.declare" {
                    let local = instruction.arguments().first().and_then(|address| address.described());
                    flow.declarations.extend(local.map(|local| (local, (number, at))));
                }
            }
            let next = block.terminator().map(|end| end.successors()).unwrap_or_default();
            flow.successors.push(next.iter().map(|next| index[next]).collect());
        }
        flow
    }

    fn can_be_jumped_over(&self, local: Value) -> bool {
        // What has no place in the source is ours.
        let users = local.users().into_iter().filter(|user| user.location().is_some());
        let uses: Vec<(usize, usize)> = users.filter_map(|user| self.places.get(&user).copied()).collect();
        let Some(&(block, at)) = self.declarations.get(&local) else { return !uses.is_empty() };
        let around = self.reached_without(block);
        let is_before = |&(other, place): &(usize, usize)| match other == block {
            true => place < at,
            false => around.contains(&other),
        };
        uses.iter().any(is_before)
    }

    /// The blocks that control comes to from the function's beginning without passing one.
    fn reached_without(&self, block: usize) -> FxHashSet<usize> {
        let mut reached = FxHashSet::default();
        let mut waiting = vec![0];
        while let Some(next) = waiting.pop() {
            if next != block && reached.insert(next) {
                waiting.extend(self.successors[next].iter().copied());
            }
        }
        reached
    }
}
