//! Memory as the reader of the module sees it: objects are listed, and addresses are computed in bytes.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::PREFIX;
use crate::prepare::address;
use crate::prepare::objects::{contents, ObjectKind, ObjectSource};
use crate::program::VariableId;
use crate::source::library::KEPT;
use rustc_hash::FxHashMap;

/// The locals of `main` and the globals and functions of the module, with names for all; `parts` knows C's names.
pub fn objects(module: &Module, main: Value, mut parts: FxHashMap<Value, Vec<(u64, VariableId)>>) -> Vec<ObjectSource> {
    let mut objects = Vec::new();
    // Elsewhere a local is a new object each time that control comes there.
    let entry = main.blocks().first().map(|block| block.instructions()).unwrap_or_default();
    let locals = entry.into_iter().filter(|value| value.is(LLVMOpcode::LLVMAlloca));
    for object in locals.chain(module.globals()).filter(|object| object.is_static_object()) {
        if object.name().is_empty() {
            object.set_name("object");
        }
        let Some(ty) = object.allocated() else { continue };
        let initial = object.initializer().map(|constant| contents(module, constant, ty)).unwrap_or_default();
        let parts = parts.remove(&object).unwrap_or_default();
        let kind = if object.is(LLVMOpcode::LLVMAlloca) { ObjectKind::Local } else { ObjectKind::Global };
        let size = module.object_size(object).unwrap_or(0);
        let is_constant = is_kept_from_writes(object);
        objects.push(ObjectSource { name: object.name(), kind, size, is_constant, initial, parts });
    }
    for function in module.functions().into_iter().filter(|function| !function.name().starts_with(PREFIX)) {
        objects.push(ObjectSource {
            name: function.name(),
            kind: ObjectKind::Function,
            size: 0,
            is_constant: true,
            initial: Vec::new(),
            parts: Vec::new(),
        });
    }
    objects
}

/// Whether a program must not write an object: a constant, or what the C library shows it.
pub fn is_kept_from_writes(object: Value) -> bool {
    object.is_global_constant() || object.section() == KEPT
}

/// Replaces each computation of an address, instruction or constant, by a marker with the offset in bytes.
pub fn lower_addresses(module: &Module, main: Value) {
    address::lower(module, main, |_, _| true, |place, builder| place.offset_or_far(module, builder));
}
