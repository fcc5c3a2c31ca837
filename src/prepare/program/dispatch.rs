//! Calls through pointers: each goes by way of a function of its own that compares the pointer with the functions that it can be, and calls
//! the one that it is.
//!
//! Where a property asks about accesses, a pointer to no function is an error, which a marker before the call sees to.
//!
//! It can be a function with a body whose address is taken, of the type that is called. Any other value is unmodelled: a function without a
//! body, or of another type (undefined behaviour), or no function at all. Which functions a pointer can be is not looked at here: what is
//! known of it folds the comparisons away once everything is inlined.

use crate::llvm::ir::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, Module, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::llvm::marker::PREFIX;
use crate::prepare::tables::Tables;
use crate::program::CheckKind;
use crate::source::property::Property;

/// With more candidates than this a call stays as it is: it is cut off when the program is read.
const MOST_CANDIDATES: usize = 1024;

/// Lets all calls through pointers go to one of the functions that they can be.
pub fn calls(module: &Module, markers: &Markers, tables: &mut Tables, property: Property) {
    let bodies: Vec<Value> = module.functions().into_iter().filter(|function| !function.is_declaration()).collect();
    let has_address = |function: &Value| !function.name().starts_with(PREFIX) && function.has_address_taken();
    let targets: Vec<Value> = bodies.iter().copied().filter(has_address).collect();
    let mut number = 0;
    for call in bodies.into_iter().flat_map(Value::instructions) {
        if !call.is(LLVMOpcode::LLVMCall) || call.callee().is_some() || call.bundles() > 0 || call.is_assembly() {
            continue;
        }
        if let (true, Some(&callee)) = (property.asks_for_accesses(), call.operands().last()) {
            let origin = tables.origin_of(call);
            let row = module.int(32).constant(tables.sites(&CheckKind::OF_ACCESS, origin).0 as u64);
            module.before(call).call(declare::callee_check(module), &[callee, row]);
        }
        let candidates: Vec<Value> = targets.iter().copied().filter(|&target| call.calls_type_of(target)).collect();
        if !(1..=MOST_CANDIDATES).contains(&candidates.len()) {
            continue;
        }
        let reason = "call through a pointer to none of the functions of its type that have bodies".to_owned();
        let origin = tables.origin_of(call);
        let row = tables.unmodelled(reason, origin);
        let mut arguments = call.arguments();
        arguments.extend(call.operands().last());
        let types: Vec<_> = arguments.iter().map(|argument| argument.ty()).collect();
        // No name of C has dots.
        let dispatcher = module.declare(&format!("bitreach.call.{number}"), call.ty(), &types);
        number += 1;
        build(module, markers, dispatcher, &candidates, row.0 as u64);
        let replacement = module.before(call).call(dispatcher, &arguments);
        if call.has_uses() {
            call.replace_uses(replacement);
        }
        call.erase();
    }
}

/// The body: a comparison for each candidate.
fn build(module: &Module, markers: &Markers, dispatcher: Value, candidates: &[Value], row: u64) {
    let parameters = dispatcher.parameters();
    let Some((&pointer, arguments)) = parameters.split_last() else { return };
    let mut test = module.append_block(dispatcher, "test");
    for &candidate in candidates {
        let (found, next) = (module.append_block(dispatcher, "found"), module.append_block(dispatcher, "test"));
        let builder = module.at_end(test);
        let is_candidate = builder.compare(LLVMIntPredicate::LLVMIntEQ, pointer, candidate);
        builder.branch(is_candidate, found, next);
        let builder = module.at_end(found);
        let result = builder.call(candidate, arguments);
        match result.ty().kind() {
            LLVMTypeKind::LLVMVoidTypeKind => builder.return_void(),
            _ => builder.return_value(result),
        };
        test = next;
    }
    let builder = module.at_end(test);
    builder.call(markers.unmodelled, &[module.int(32).constant(row)]);
    builder.unreachable();
}
