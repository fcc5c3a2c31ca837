//! What is a constant although it is not written as one: a global that only this file sees and nothing writes, and what a function
//! gives that always gives the same number, or null.

use crate::llvm::ir::{LLVMOpcode, Module, Value};

/// Makes such globals constant.
pub fn globals(module: &Module) {
    // Assembler, and what collects a section, may know a global by its name.
    let is_assembly = |call: Value| call.is(LLVMOpcode::LLVMCall) && call.is_assembly();
    if module.has_assembly() || module.functions().into_iter().flat_map(Value::instructions).any(is_assembly) {
        return;
    }
    for global in module.globals().into_iter().filter(|global| global.is_local_global() && !global.is_declaration()) {
        if global.section().is_empty() && !global.is_global_constant() && is_only_read(global) {
            global.make_constant();
        }
    }
}

/// Puts such results in the place of calls.
pub fn results(module: &Module) {
    let given: Vec<(Value, Value)> =
        module.functions().into_iter().filter_map(|function| Some((function, always_given(function)?))).collect();
    for (function, number) in given {
        let is_call = |call: &Value| call.is(LLVMOpcode::LLVMCall) && call.callee() == Some(function);
        for call in function.users().into_iter().filter(is_call).filter(|call| call.ty() == number.ty()) {
            call.replace_uses(number);
        }
    }
}

/// Whether nothing is done with a global, or a part of it, but to read it.
fn is_only_read(address: Value) -> bool {
    address.users().into_iter().all(|user| match user.opcode().or(user.constant_opcode()) {
        Some(LLVMOpcode::LLVMLoad) => !user.is_volatile() && !user.is_atomic(),
        Some(LLVMOpcode::LLVMGetElementPtr) => is_only_read(user),
        _ => false,
    })
}

/// The number that a function gives, where that is the same in each of its returns, and no other function can be in its place.
pub fn always_given(function: Value) -> Option<Value> {
    if !function.is_defined_for_good() {
        return None;
    }
    let returned = |end: &Value| end.operands().first().copied();
    let mut ends = function.instructions().into_iter().filter(|instruction| instruction.is(LLVMOpcode::LLVMRet));
    let number = ends.next().as_ref().and_then(returned).and_then(number_of)?;
    ends.all(|end| returned(&end).and_then(number_of) == Some(number)).then_some(number)
}

/// What is stored last in a local before it is read, in the same block.
fn stored_before(load: Value, local: Value) -> Option<Value> {
    let before = std::iter::successors(load.previous(), |instruction| instruction.previous());
    let mut stores = before.filter(|store| store.is(LLVMOpcode::LLVMStore) && store.operands()[1] == local);
    stores.next().map(|store| store.operands()[0])
}

/// The number that a returned value is: written there, or what is stored last, or all that is ever stored,
/// in the local that it is read from.
fn number_of(value: Value) -> Option<Value> {
    if value.is_int_constant() || value.is_null() {
        return Some(value);
    }
    let local = *value
        .operands()
        .first()
        .filter(|address| value.is(LLVMOpcode::LLVMLoad) && address.is(LLVMOpcode::LLVMAlloca))?;
    let (mut stored, mut others) = (Vec::new(), local.users().into_iter());
    let is_plain = others.all(|user| match (user.opcode(), &user.operands()[..]) {
        _ if user.is_volatile() || user.is_atomic() => false,
        (Some(LLVMOpcode::LLVMLoad), _) => true,
        (Some(LLVMOpcode::LLVMStore), &[number, address]) if address == local => {
            stored.push(number);
            true
        }
        _ => false,
    });
    let is_number = |number: &Value| number.is_int_constant() || number.is_null();
    if !is_plain {
        return None;
    }
    // Whatever it held before, as a parameter does.
    let last = stored_before(value, local);
    let first = stored.first().copied().filter(|first| stored.iter().all(|other| other == first));
    last.or(first).filter(is_number)
}
