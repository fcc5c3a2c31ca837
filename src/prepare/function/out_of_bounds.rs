//! Accesses at constant places outside of locals: passes that move locals to registers delete them, so each gets a check before.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::known;
use crate::llvm::marker::{declare, Marker};
use crate::prepare::address::Address;
use crate::prepare::declared::{self, Declaration};

/// An access to memory.
pub struct Access {
    /// Where.
    pub address: Value,
    /// How many bytes at least: 0 where that is computed.
    pub bytes: u64,
    /// Whether it reads.
    pub reads: bool,
}

/// Adds checks that always fail to a function whose locals are in memory. Each has its row of `left`: which local, and its size.
pub fn mark(module: &Module, function: Value, left: &mut Vec<(Option<Declaration>, u64)>) {
    let declared = declared::locals(function);
    for instruction in function.instructions() {
        for access in accessed(module, instruction) {
            let Some((local, size)) = outside(module, &access) else { continue };
            let row = module.int(32).constant(left.len() as u64);
            left.push((declared.get(&local).cloned(), size));
            let marker = if access.reads { Marker::ReadsOutsideIf } else { Marker::WritesOutsideIf };
            module.before(instruction).call(declare::leaves_if(module, marker), &[module.int(1).constant(1), row]);
        }
    }
}

/// What an instruction reads or writes, functions of the C library included.
pub fn accessed(module: &Module, instruction: Value) -> Vec<Access> {
    let operands = instruction.operands();
    let access = |address: Value, bytes: u64, reads: bool| vec![Access { address, bytes, reads }];
    match (instruction.opcode(), &operands[..]) {
        (Some(LLVMOpcode::LLVMLoad), &[address, ..]) => access(address, module.stored_size(instruction.ty()), true),
        (Some(LLVMOpcode::LLVMStore), &[value, address, ..]) => access(address, module.stored_size(value.ty()), false),
        (Some(LLVMOpcode::LLVMCall), _) => {
            let Some(known) = known::called(instruction) else { return Vec::new() };
            let arguments = instruction.arguments();
            let length = known.length().and_then(|length| arguments.get(length)?.as_int()).unwrap_or_default();
            let accesses = arguments.iter().enumerate().filter_map(|(index, &address)| {
                let argument = known.argument(index);
                // What the library has is as large as it is.
                let bytes = match argument {
                    argument if argument.is_own() => 0,
                    argument if argument.is_whole() => length,
                    _ => 1,
                };
                Some(Access { address, bytes, reads: argument.accesses()? })
            });
            accesses.collect()
        }
        _ => Vec::new(),
    }
}

/// The local that some of the bytes are outside of, which they are reached from by constants, and its size.
fn outside(module: &Module, access: &Access) -> Option<(Value, u64)> {
    let place = Address::of(module, access.address);
    let size = module.object_size(place.base).filter(|_| place.base.is(LLVMOpcode::LLVMAlloca));
    let size = size.filter(|_| place.indices.is_empty() && access.bytes > 0)?;
    let begin = u64::try_from(place.constant).ok();
    let is_outside = begin.and_then(|begin| begin.checked_add(access.bytes)).is_none_or(|end| end > size);
    is_outside.then_some((place.base, size))
}
