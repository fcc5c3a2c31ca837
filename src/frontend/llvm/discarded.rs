//! Objects that C reads as a whole and throws away: `*p;`, `(void)*p`. Clang emits nothing for them but the pointer, which is used by nothing
//! else then. The source says that it is dereferenced, debug information what it points to.

use super::access;
use super::ir::{LLVMOpcode, Metadata, Module, Value};
use super::markers::Markers;
use super::parts::{size_below_names, tag, BASE_TYPE, VARIABLE_TYPE};
use super::tables::Tables;
use super::undefined::{always, bodies};
use crate::frontend::property::Property;
use crate::frontend::source_text::SourceText;
use rustc_hash::FxHashMap;

/// Puts a check where each of them is read.
pub fn become_accesses(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    property: Property,
    source: &SourceText,
) {
    let types = types(module);
    for pointer in bodies(module).flat_map(|function| function.instructions()) {
        let is_left = pointer.ty() == module.pointer() && !pointer.has_uses();
        if !is_left || !is_dereferenced(pointer, source) {
            continue;
        }
        let Some(next) = pointer.next() else { continue };
        let variable = pointer.operands().first().copied().filter(|_| pointer.is(LLVMOpcode::LLVMLoad));
        match variable.and_then(|variable| types.get(&variable)).map(|&ty| pointee(ty)) {
            Some(Some(ty)) if [tag::STRUCTURE, tag::UNION].contains(&ty.tag()) => {
                let bytes = module.pointer_int().constant(size_below_names(ty) / 8);
                access::insert_check(module, markers, tables, property, next, (pointer, bytes));
            }
            // Arrays and functions are not read by that.
            Some(_) => {}
            None => always(module, markers, tables, next, "what is read, if anything, where a value is thrown away"),
        }
    }
}

/// Whether the source has a `*` in front of what gives a pointer.
fn is_dereferenced(pointer: Value, source: &SourceText) -> bool {
    pointer.location().is_some_and(|location| {
        let file = location.scope().map(|scope| scope.file()).unwrap_or_default();
        let name = file.rsplit('/').next().unwrap_or_default();
        source.is_dereferenced(name, (location.line(), location.column()))
    })
}

/// The types of variables.
fn types(module: &Module) -> FxHashMap<Value, Metadata> {
    let mut types = FxHashMap::default();
    for call in bodies(module).flat_map(|function| function.instructions()) {
        if call.callee_name() == "llvm.dbg.declare" {
            let arguments = call.arguments();
            let local = arguments.first().and_then(|address| address.described());
            let node = arguments.get(1).and_then(|node| node.wrapped());
            types.extend(local.zip(node.and_then(|node| node.operand(VARIABLE_TYPE))));
        }
    }
    let kind = module.metadata_kind("dbg");
    for global in module.globals() {
        let expression = global.global_debug(module, kind).and_then(|node| node.wrapped());
        let ty = expression.and_then(|expression| expression.operand(0)).and_then(|node| node.operand(VARIABLE_TYPE));
        types.extend(ty.map(|ty| (global, ty)));
    }
    types
}

/// What a pointer of a type points to, names and qualifiers left out.
fn pointee(pointer: Metadata) -> Option<Metadata> {
    below_names(below_names(pointer)?.operand(BASE_TYPE)?)
}

fn below_names(ty: Metadata) -> Option<Metadata> {
    let mut current = ty;
    for _ in 0..100 {
        match current.tag() {
            tag::POINTER => return Some(current),
            _ if current.is_derived_type() => current = current.operand(BASE_TYPE)?,
            _ => return Some(current),
        }
    }
    None
}
