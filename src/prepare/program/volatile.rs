//! Volatile objects: someone else may have written them, so each read of a number, with a fraction or without one, gives any value.
//!
//! The accesses of the program's own objects stay, as plain ones: what is written is seen by reads that are not volatile, and whether the
//! object is there is checked like for any other. What lies elsewhere, a register at an address that is a number or an
//! object of another module, is none of the program's objects: writes there change nothing that the program can see. Where the property
//! is about memory, nobody knows whether such an access is allowed, so it stays volatile, which is unmodelled; so do
//! accesses of what is no number.

use crate::bv::Format;
use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::declare;
use crate::prepare::address::Address;
use crate::prepare::program::undefined::bodies;
use crate::prepare::tables::Tables;
use crate::program::{InputKind, Reading};
use crate::source::property::Property;

/// The widest number that is an input.
const WIDEST: u32 = 64;

/// Volatile reads become inputs.
pub fn reads_become_inputs(module: &Module, tables: &mut Tables, property: Property) {
    for instruction in bodies(module).flat_map(Value::instructions).filter(|instruction| instruction.is_volatile()) {
        let is_load = instruction.is(LLVMOpcode::LLVMLoad);
        let operands = instruction.operands();
        let Some(&address) = operands.last() else { continue };
        let value = if is_load { instruction } else { operands[0] };
        let reading = match (value.ty().int_width(), value.ty().float_width()) {
            (Some(_), _) => Reading::Signed,
            (_, Some(32)) => Reading::Float(Format::Single),
            (_, Some(64)) => Reading::Float(Format::Double),
            _ => continue,
        };
        let width = value.ty().int_width().or(value.ty().float_width()).unwrap_or(1);
        if width > WIDEST {
            continue;
        }
        let elsewhere = elsewhere(module, address);
        if elsewhere.is_some() && property.is_about_memory() {
            continue;
        }
        if is_load && (elsewhere.is_some() || !keeps_neighbours(instruction, address)) {
            let name = elsewhere.clone().unwrap_or_else(|| named(module, address));
            let origin = tables.origin_of(instruction);
            let row = tables.input(InputKind::Volatile(name.into()), width, reading, origin);
            let (builder, word) = (module.before(instruction), module.int(width));
            let input = builder.call(declare::nondet(module, word), &[module.int(32).constant(row.0 as u64)]);
            instruction.replace_uses(if instruction.ty() == word {
                input
            } else {
                builder.bitcast(input, instruction.ty())
            });
        }
        match elsewhere {
            Some(_) => {
                tables.map.has_registers = true;
                instruction.erase();
            }
            None => instruction.clear_volatile(),
        }
    }
}

/// Whether a read only serves to keep the neighbours of a bit-field that is written at this address, as `old & mask | new`. They are
/// what they were, even if they are not volatile themselves.
fn keeps_neighbours(load: Value, address: Value) -> bool {
    let only_user = |value: Value| match value.users()[..] {
        [user] => Some(user),
        _ => None,
    };
    let cleared = only_user(load).filter(|value| value.is(LLVMOpcode::LLVMAnd));
    let set = cleared.and_then(only_user).filter(|value| value.is(LLVMOpcode::LLVMOr));
    set.and_then(only_user)
        .is_some_and(|store| store.is(LLVMOpcode::LLVMStore) && store.operands().last() == Some(&address))
}

/// What an address that is of no object of this module leads to: the register's number, or the name of another module's object.
fn elsewhere(module: &Module, address: Value) -> Option<String> {
    let place = Address::of(module, address);
    if let Some(number) = place.base.as_numbered_address().filter(|_| place.indices.is_empty()) {
        return Some(format!("{:#x}", number.wrapping_add(place.constant as u64)));
    }
    place.base.is_external_object().then(|| place.base.name())
}

/// The name of the object that an address leads to, as far as the address itself says it.
fn named(module: &Module, address: Value) -> String {
    let name = Address::of(module, address).base.name();
    if name.is_empty() {
        "object".to_owned()
    } else {
        name
    }
}
