//! Drops whatever lets passes assume that something does not happen: after this, undefined behaviour is what the checks say.
//!
//! And nothing is assumed of names: a program may have an `isdigit` or `strlen` of its own, which does something else than
//! the C library's.

use crate::llvm::ir::{LLVMOpcode, Module};
use crate::llvm::marker::PREFIX;

/// Metadata that makes promises, or that would keep passes from doing what they could.
const KINDS: [&str; 16] = [
    "range",
    "nonnull",
    "noundef",
    "tbaa",
    "tbaa.struct",
    "llvm.loop",
    "prof",
    "annotation",
    "nosanitize",
    "align",
    "invariant.load",
    "dereferenceable",
    "dereferenceable_or_null",
    "noalias",
    "alias.scope",
    "llvm.access.group",
];

/// Drops flags, metadata, and the attributes of functions and calls. Attributes of markers stay.
pub fn drop_assumptions(module: &Module) {
    let kinds = KINDS.map(|kind| module.metadata_kind(kind));
    for function in module.functions() {
        let name = function.name();
        if !name.starts_with(PREFIX) && !name.starts_with("llvm.") {
            function.clear_attributes(function.parameters().len() as u32);
            module.forbid_builtins(function);
        }
        for instruction in function.instructions() {
            instruction.drop_flags();
            kinds.iter().for_each(|&kind| instruction.remove_metadata(kind));
            if instruction.is(LLVMOpcode::LLVMCall) && !instruction.callee_name().starts_with("llvm.") {
                instruction.clear_attributes(instruction.arguments().len() as u32);
                module.add_call_attribute(instruction, "nobuiltin");
            }
        }
    }
}
