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
            let is_known = instruction.callee().is_some_and(Value::is_declaration);
            let (name, bytes) = (instruction.callee_name(), bytes.as_int().unwrap_or_default());
            match name.strip_prefix("llvm.").unwrap_or(&name).split('.').next() {
                Some("memset") if is_known => vec![(to, bytes)],
                Some("memcpy" | "memmove") if is_known => vec![(to, bytes), (from, bytes)],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
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
