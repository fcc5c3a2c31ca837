//! Accesses at constant places outside of locals: passes that move locals to registers delete them, so each gets a check before.

use super::access::Place;
use super::functions::observer;
use super::ir::{LLVMOpcode, Module, Value};

/// `void (i1 bad)`: an access outside of an object, where `bad` is 1.
pub const OUTSIDE: &str = "__bitreach_outside_if";

/// Adds checks that always fail to a function whose locals are in memory.
pub fn mark(module: &Module, function: Value) {
    let marker = || observer(module, OUTSIDE, module.void(), &[module.int(1)]);
    for access in function.instructions() {
        if accessed(module, access).into_iter().any(|(address, bytes)| is_outside(module, address, bytes)) {
            module.before(access).call(marker(), &[module.int(1).constant(1)]);
        }
    }
}

/// The addresses that an instruction reads or writes, each with a number of bytes: 0 where that is computed.
pub fn accessed(module: &Module, instruction: Value) -> Vec<(Value, u64)> {
    let operands = instruction.operands();
    match (instruction.opcode(), &operands[..]) {
        (Some(LLVMOpcode::LLVMLoad), &[address, ..]) => vec![(address, module.stored_size(instruction.ty()))],
        (Some(LLVMOpcode::LLVMStore), &[value, address, ..]) => vec![(address, module.stored_size(value.ty()))],
        (Some(LLVMOpcode::LLVMCall), &[to, from, bytes, ..]) => {
            let bytes = bytes.as_int().unwrap_or_default();
            match block_operation(instruction) {
                Some(BlockOperation::Fill) => vec![(to, bytes)],
                Some(BlockOperation::Copy) => vec![(to, bytes), (from, bytes)],
                None => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// What a call does with a block of memory: its arguments are the block's place, what it is filled with or a copy of, and the
/// number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockOperation {
    /// As `memset`.
    Fill,
    /// As `memcpy` and `memmove`.
    Copy,
}

/// What a call of LLVM's or the C library's function does with a block of memory, if that is all it does.
pub fn block_operation(call: Value) -> Option<BlockOperation> {
    if !call.callee().is_some_and(Value::is_declaration) || call.arguments().len() < 3 {
        return None;
    }
    let name = call.callee_name();
    match name.strip_prefix("llvm.").unwrap_or(&name).split('.').next()? {
        "memset" => Some(BlockOperation::Fill),
        "memcpy" | "memmove" => Some(BlockOperation::Copy),
        _ => None,
    }
}

/// Whether some of so many bytes are outside of the local that they are reached from by constants.
fn is_outside(module: &Module, address: Value, bytes: u64) -> bool {
    let place = Place::of(module, address);
    let size = module.object_size(place.base).filter(|_| place.base.is(LLVMOpcode::LLVMAlloca));
    let Some(size) = size.filter(|_| place.indices.is_empty() && bytes > 0) else { return false };
    let begin = u64::try_from(place.constant).ok();
    begin.and_then(|begin| begin.checked_add(bytes)).is_none_or(|end| end > size)
}
