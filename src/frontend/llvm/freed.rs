//! Memory that has been given back: for each pointer in a register that a function gives to `free`, a bit says whether it
//! has, and checks before each access through the pointer, and before each further `free`, look at it.

use super::contents::behind;
use super::functions::observer;
use super::ir::{LLVMIntPredicate, LLVMOpcode, Module, Slot, Value};
use super::outside::accessed;
use rustc_hash::FxHashMap;

/// `void (i1 bad)`: an access to memory that has been given back, where `bad` is 1.
pub const USED: &str = "__bitreach_used_if";
/// `void (i1 bad)`: memory is given back again, where `bad` is 1.
pub const FREED_AGAIN: &str = "__bitreach_freed_if";

/// Adds bits and checks to a function whose scalars are in registers. The bits are locals: a pass has to follow.
pub fn track(module: &Module, function: Value) {
    let calls: Vec<(Value, Value)> =
        function.instructions().into_iter().filter_map(|call| Some((call, given(call)?))).collect();
    let Some(&first) = function.instructions().first() else { return };
    let marker = |name: &str| observer(module, name, module.void(), &[module.int(1)]);
    let mut slots: FxHashMap<Value, Slot> = FxHashMap::default();
    for &(_, pointer) in &calls {
        slots.entry(pointer).or_insert_with(|| module.before(first).slot(module.int(1)));
    }
    for access in function.instructions() {
        for (address, _) in accessed(module, access) {
            let Some(&slot) = slots.get(&base(address)) else { continue };
            let builder = module.before(access);
            builder.call(marker(USED), &[builder.read(slot)]);
        }
    }
    for (call, pointer) in calls {
        let Some(&slot) = slots.get(&pointer) else { continue };
        let builder = module.before(call);
        builder.call(marker(FREED_AGAIN), &[builder.read(slot)]);
        builder.write(slot, builder.compare(LLVMIntPredicate::LLVMIntNE, pointer, pointer.ty().zero()));
    }
    // A pointer is new where it is computed: that may be in a loop.
    for (pointer, slot) in slots {
        let place = if pointer.opcode().is_some() { behind(pointer) } else { Some(first) };
        if let Some(place) = place {
            module.before(place).write(slot, module.int(1).constant(0));
        }
    }
}

/// The pointer that a call gives back. Constants and locals are left out.
fn given(call: Value) -> Option<Value> {
    if !call.is(LLVMOpcode::LLVMCall) || call.callee_name() != "free" {
        return None;
    }
    call.arguments().first().copied().filter(|pointer| !pointer.is_constant() && !pointer.is(LLVMOpcode::LLVMAlloca))
}

/// The pointer that an address was computed from.
fn base(mut address: Value) -> Value {
    while address.is(LLVMOpcode::LLVMGetElementPtr) {
        match address.operands().first() {
            Some(&next) => address = next,
            None => break,
        }
    }
    address
}
