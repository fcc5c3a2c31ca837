//! Blocks of memory that are copied must not overlap (C17, 6.5.16.1 and the functions with `restrict`): what follows such a copy is
//! unmodelled.
//!
//! A marker stands before each copy whose blocks are not plainly apart, and in the models of functions that copy strings. It vanishes
//! between passes where both objects are known; the reader of the module decides the others. `memcpy` may not be given one block twice,
//! but an assignment of a structure to itself is none of these: what clang makes of assignments is no call of that name.

use super::compare::leaves;
use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::declare;
use crate::llvm::marker::Marker;
use crate::prepare::address::Address;
use crate::prepare::program::undefined::bodies;

/// The metadata of a copy that the program calls by the name of `memcpy`.
pub const CALLED: &str = "bitreach.called";

/// Puts markers before copies of blocks.
pub fn mark(module: &Module) {
    let (apart, called) = (declare::apart(module), module.metadata_kind(CALLED));
    for copy in bodies(module).flat_map(Value::instructions).collect::<Vec<_>>() {
        if !copy.is(LLVMOpcode::LLVMCall) || !copy.callee_name().starts_with("llvm.memcpy.") {
            continue;
        }
        let [to, from, length, ..] = copy.arguments()[..] else { continue };
        let may_be_one = !copy.has_metadata(called);
        if !(are_plainly_apart(module, to, from) || may_be_one && to == from) {
            let builder = module.before(copy);
            let length = builder.resized(length, module.pointer_int());
            let may_be_one = module.int(1).constant(u64::from(may_be_one));
            builder.call(apart, &[to, length, from, length, may_be_one]);
        }
    }
}

/// Removes a marker whose blocks are in different objects.
pub fn resolve(module: &Module, marker: Value) {
    if let [a, _, b, ..] = marker.arguments()[..] {
        if are_plainly_apart(module, a, b) {
            marker.erase();
        }
    }
}

/// Whether two addresses are in different objects.
fn are_plainly_apart(module: &Module, a: Value, b: Value) -> bool {
    let [of_a, of_b] = [a, b].map(|address| objects(module, address));
    matches!((of_a, of_b), (Some(of_a), Some(of_b)) if !of_a.iter().any(|object| of_b.contains(object)))
}

/// The objects that an address can be in, if all are locals, globals, or what one call allocates.
fn objects(module: &Module, address: Value) -> Option<Vec<Value>> {
    let base = Address::of(module, address).base;
    if declare::called(base).is_some_and(Marker::allocates) {
        return Some(vec![base]);
    }
    Some(leaves(module, address)?.into_iter().map(|(base, _)| base).filter(|base| !base.is_null()).collect())
}
