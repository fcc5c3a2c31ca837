//! Volatile objects: someone else may have written them, so each read of a number gives any value.
//!
//! The accesses of the program's own objects stay, as plain ones: what is written is seen by reads that are not volatile, and whether the
//! object is there is checked like for any other. What lies elsewhere, a register at an address that is a number or an
//! object of another module, is none of the program's objects: writes there change nothing that the program can see. Where the property
//! is about memory, nobody knows whether such an access is allowed, so it stays volatile, which is unmodelled; so do
//! accesses of what is no number.

use super::access::Place;
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
    for instruction in bodies(module).flat_map(Value::instructions).filter(|instruction| instruction.is_volatile()) {
        let is_load = instruction.is(LLVMOpcode::LLVMLoad);
        let operands = instruction.operands();
        let Some(&address) = operands.last() else { continue };
        let value = if is_load { instruction } else { operands[0] };
        let Some(width) = value.ty().int_width().filter(|&width| width <= WIDEST) else { continue };
        let elsewhere = elsewhere(module, address);
        if elsewhere.is_some() && property.is_about_memory() {
            continue;
        }
        if is_load {
            let name = elsewhere.clone().unwrap_or_else(|| named(module, address));
            let origin = tables.origin_of(instruction);
            let row = tables.input(InputKind::Volatile(name.into()), width, true, origin);
            let marker = markers::nondet(module, instruction.ty());
            let input = module.before(instruction).call(marker, &[module.int(32).constant(row.0 as u64)]);
            instruction.replace_uses(input);
        }
        match elsewhere {
            Some(_) => instruction.erase(),
            None => instruction.clear_volatile(),
        }
    }
}

/// What an address that is of no object of this module leads to: the register's number, or the name of another module's object.
fn elsewhere(module: &Module, address: Value) -> Option<String> {
    let place = Place::of(module, address);
    if let Some(number) = place.base.as_numbered_address().filter(|_| place.indices.is_empty()) {
        return Some(format!("{:#x}", number.wrapping_add(place.constant as u64)));
    }
    place.base.is_external_object().then(|| place.base.name())
}

/// The name of the object that an address leads to, as far as the address itself says it.
fn named(module: &Module, address: Value) -> String {
    let name = Place::of(module, address).base.name();
    if name.is_empty() {
        "object".to_owned()
    } else {
        name
    }
}
