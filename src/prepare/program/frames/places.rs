//! Locals of recursive functions that stay in memory, and whose addresses only serve to access them: each frame has its own.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use rustc_hash::FxHashSet;

/// The size of such a local, if this is one that has at most so many bytes.
pub fn size(module: &Module, local: Value, most: u64) -> Option<u64> {
    let size = module.object_size(local).filter(|size| (1..=most).contains(size))?;
    let (mut seen, mut waiting) = (FxHashSet::default(), vec![local]);
    while let Some(address) = waiting.pop() {
        for user in address.users() {
            match user.opcode() {
                Some(LLVMOpcode::LLVMGetElementPtr) if seen.insert(user) => waiting.push(user),
                Some(LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMLoad) => {}
                Some(LLVMOpcode::LLVMStore) if user.operands().first() != Some(&address) => {}
                Some(LLVMOpcode::LLVMCall) if is_block_of_known_length(user) => {}
                _ => return None,
            }
        }
    }
    Some(size)
}

/// Whether a call copies or fills so many bytes as are known.
fn is_block_of_known_length(call: Value) -> bool {
    let is_block = call.callee_name().starts_with("llvm.mem");
    is_block && call.arguments().get(2).is_some_and(|length| length.as_int().is_some())
}
