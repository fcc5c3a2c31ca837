//! Reads of volatile objects: someone else may have written them, so each gives any value.
//!
//! That holds for numbers in objects that have a name, and at addresses that are numbers. Writes to such objects are plain: what they write
//! is only seen by reads that are not volatile. Everything else that is volatile stays as it is, which is unmodelled; so does all of it
//! where the property is about memory, for a read that is an input is no access any more.

use super::ir::{LLVMOpcode, Module, Value};
use super::markers;
use super::tables::Tables;
use super::undefined::bodies;
use crate::frontend::property::Property;
use crate::program::InputKind;

/// The widest number that is an input.
const WIDEST: u32 = 64;

/// Volatile reads become inputs.
pub fn reads_become_inputs(module: &Module, tables: &mut Tables, property: Property) {
    if property.is_about_memory() {
        return;
    }
    for instruction in bodies(module).flat_map(Value::instructions).filter(|instruction| instruction.is_volatile()) {
        let is_load = instruction.is(LLVMOpcode::LLVMLoad);
        let operands = instruction.operands();
        let Some(&address) = operands.last() else { continue };
        let is_named = address.is(LLVMOpcode::LLVMAlloca) || address.is_constant() && !address.is_null();
        let value = if is_load { instruction } else { operands[0] };
        let width = value.ty().int_width().filter(|&width| width <= WIDEST);
        let (true, Some(width)) = (is_named, width) else { continue };
        if !is_load {
            instruction.clear_volatile();
            continue;
        }
        let name = if address.name().is_empty() { "object".to_owned() } else { address.name() };
        let origin = tables.origin_of(instruction);
        let row = tables.input(InputKind::Volatile(name.into()), width, true, origin);
        let marker = markers::nondet(module, instruction.ty());
        let input = module.before(instruction).call(marker, &[module.int(32).constant(row.0 as u64)]);
        instruction.replace_uses(input);
        instruction.erase();
    }
}
