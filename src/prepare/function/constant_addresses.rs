//! Addresses inside globals at constant places, `&numbers[10]`, become instructions: LLVM keeps them as constants, of which the reader
//! is not told the type that their indices count in.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::declare;
use crate::prepare::address::Address;

/// Spells these addresses out in a function. What is chosen between without a branch stays: as constants the reader knows it by that.
pub fn spell_out(module: &Module, function: Value) {
    for instruction in function.instructions().into_iter().filter(|value| !value.is(LLVMOpcode::LLVMSelect)) {
        instruction.replace_operands(|operand, before| {
            let is_step = operand.constant_opcode() == Some(LLVMOpcode::LLVMGetElementPtr);
            let place = is_step.then(|| Address::of(module, operand))?;
            let is_plain = place.base.is_static_object() || place.base.is_external_object();
            if !is_plain || !place.indices.is_empty() {
                return None;
            }
            let builder = module.before(before);
            let base = builder.call(declare::global(module), &[place.base]);
            Some(builder.part(module.int(8), base, &[module.pointer_int().constant(place.constant as u64)]))
        });
    }
}
