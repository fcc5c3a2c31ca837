//! Where it is asked whether memory is lost, for `valid-memtrack`: at the return of `main`, where that is an error; and before
//! calls that end the program and in loops, where locals may still hold what cannot be reached otherwise.
//!
//! The markers name all globals in which there is room for a pointer: so their contents stay, and the reader knows where to
//! begin.

use crate::llvm::ir::{Block, LLVMOpcode, Module, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::llvm::marker::Marker;
use crate::prepare::flow::back_edges;
use crate::prepare::program::undefined::bodies;
use crate::prepare::tables::Tables;
use crate::program::CheckKind;
use crate::source::property::Property;

const REASON: &str = "memory may be lost here: no global, and no local that is known to hold a pointer, leads to it";

/// Puts the markers into a program that allocates memory.
pub fn mark(module: &Module, markers: &Markers, tables: &mut Tables, property: Property, main: Value) {
    let allocates = |marker: Marker| module.function(&marker.name()).is_some_and(Value::has_uses);
    if !property.asks_for_tracking() || !(allocates(Marker::Allocate) || allocates(Marker::AllocateZeroed)) {
        return;
    }
    let holds_pointer = |global: &Value| {
        let room = global.allocated().map_or(0, |ty| module.size_of(ty));
        !global.is_declaration()
            && !global.is_global_constant()
            && room >= module.size_of(module.pointer())
            && !global.name().starts_with("llvm.")
    };
    let roots: Vec<Value> = module.globals().into_iter().filter(holds_pointer).collect();
    let mut put = |place: Value, is_error: bool| {
        let origin = tables.origin_of(place);
        let row = match is_error {
            true => tables.site(CheckKind::Lost, String::new(), origin).0,
            false => tables.unmodelled(REASON.to_owned(), origin).0,
        };
        let arguments: Vec<Value> =
            [module.int(32).constant(row as u64)].into_iter().chain(roots.iter().copied()).collect();
        module.before(place).call(declare::track(module, is_error, roots.len()), &arguments);
    };
    for function in bodies(module) {
        for instruction in function.instructions() {
            if function == main && instruction.is(LLVMOpcode::LLVMRet) {
                put(instruction, true);
            } else if instruction.is(LLVMOpcode::LLVMCall) && instruction.callee() == Some(markers.stop) {
                put(instruction, false);
            }
        }
        // A function that calls itself last becomes a loop.
        let calls_itself = |call: &Value| call.is(LLVMOpcode::LLVMCall) && call.callee() == Some(function);
        let again = function.instructions().into_iter().any(|call| calls_itself(&call));
        let entry = function.blocks().into_iter().next().filter(|_| again);
        for block in loop_heads(function).into_iter().chain(entry) {
            let first = block
                .instructions()
                .into_iter()
                .find(|i| ![LLVMOpcode::LLVMPHI, LLVMOpcode::LLVMAlloca].iter().any(|&opcode| i.is(opcode)));
            first.into_iter().for_each(|place| put(place, false));
        }
    }
}

/// The blocks that a walk from the entry comes back to: each cycle has one.
fn loop_heads(function: Value) -> Vec<Block> {
    let mut heads = Vec::new();
    back_edges(function).into_iter().for_each(|(_, head)| {
        if !heads.contains(&head) {
            heads.push(head);
        }
    });
    heads
}
