//! Accesses that leave their object become unmodelled, before a pass can take them for impossible and delete them.
//!
//! Memory is not represented yet: what stays a load or store after the passes is unmodelled where it stands. But LLVM puts
//! locals into registers, and there it drops accesses that are out of bounds. So these end paths first:
//!
//! * [`indices`]: an index into an array that is not below its length, and arithmetic on pointers, which could lead out of
//!   any object;
//! * [`accesses`]: an access to a local or global, at a known place, that is wider than what is left of the object. Through a
//!   pointer variable this can only be seen when the pointer is in a register, so this runs between passes too.

use super::ir::{LLVMIntPredicate, LLVMOpcode, Module, Value};
use super::markers::Markers;
use super::tables::Tables;
use super::undefined::{always, bodies, guard};

/// Checks the indices of every `getelementptr`.
pub fn indices(module: &Module, markers: &Markers, tables: &mut Tables) {
    for function in bodies(module) {
        for instruction in function.instructions() {
            if instruction.is(LLVMOpcode::LLVMGetElementPtr) {
                element(module, markers, tables, instruction);
            }
        }
    }
}

fn element(module: &Module, markers: &Markers, tables: &mut Tables, instruction: Value) {
    let operands = instruction.operands();
    let Some((&first, rest)) = operands.get(1..).and_then(|indices| indices.split_first()) else { return };
    if first.as_int() != Some(0) {
        return always(module, markers, tables, instruction, "arithmetic on a pointer");
    }
    let mut ty = instruction.stepped();
    for &index in rest {
        let Some((parts, count)) = ty.and_then(|ty| ty.parts()) else { return };
        let is_array = ty.is_some_and(|ty| ty.is_array());
        let reason = "undefined behaviour: an array index is out of bounds";
        match index.as_int() {
            Some(constant) if constant >= count => return always(module, markers, tables, instruction, reason),
            None if is_array && index.ty().int_width().is_some() => {
                let bad =
                    module.before(instruction).compare(LLVMIntPredicate::LLVMIntUGE, index, index.ty().constant(count));
                guard(module, markers, tables, instruction, bad, reason);
            }
            _ => {}
        }
        ty = if is_array { parts.first().copied() } else { parts.get(index.as_int().unwrap_or(0) as usize).copied() };
    }
}

/// Checks the accesses whose place in their object is known.
pub fn accesses(module: &Module, markers: &Markers, tables: &mut Tables) {
    for function in bodies(module) {
        for instruction in function.instructions() {
            if let Some((address, bytes)) = accessed(module, instruction) {
                if place(module, address).is_some_and(|(offset, size)| offset.saturating_add(bytes) > size) {
                    let reason = "undefined behaviour: an access leaves its object";
                    always(module, markers, tables, instruction, reason);
                }
            }
        }
    }
}

/// The address and the number of bytes that a load, a store or a block write accesses.
fn accessed(module: &Module, instruction: Value) -> Option<(Value, u64)> {
    let operands = instruction.operands();
    match instruction.opcode()? {
        LLVMOpcode::LLVMLoad => Some((operands[0], module.size_of(instruction.ty()))),
        LLVMOpcode::LLVMStore => Some((operands[1], module.size_of(operands[0].ty()))),
        LLVMOpcode::LLVMCall => {
            let name = instruction.callee_name();
            let writes =
                ["llvm.memset.", "llvm.memcpy.", "llvm.memmove."].iter().any(|prefix| name.starts_with(prefix));
            let length = operands.get(2).and_then(|length| length.as_int());
            writes.then_some((operands[0], length?))
        }
        _ => None,
    }
}

/// Where in its object a constant address points, and how large the object is, both in bytes.
fn place(module: &Module, address: Value) -> Option<(u64, u64)> {
    let mut offset = 0u64;
    let mut address = address;
    // Addresses are nested as deep as the types are.
    for _ in 0..100 {
        if let Some(ty) = address.allocated() {
            return Some((offset, module.size_of(ty)));
        }
        offset = offset.checked_add(module.constant_offset(address)?)?;
        address = *address.operands().first()?;
    }
    None
}

/// Before anything of the program runs, constructors do: they are not modelled.
pub fn constructors(module: &Module, markers: &Markers, tables: &mut Tables, main: Value) {
    let has_some = module.globals().iter().any(|global| global.name() == "llvm.global_ctors");
    if let (true, Some(&first)) = (has_some, main.instructions().first()) {
        always(module, markers, tables, first, "functions that run before `main` (constructors)");
    }
}
