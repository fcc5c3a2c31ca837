//! Objects that C reads as a whole and throws away: `*p;`, `(void)*p`. Clang emits nothing for them but the pointer, which is used by nothing
//! else then. The source says whether it is dereferenced, where it names the variable there; debug information what it points to. Anything
//! else that gives an address for nothing may be such a read: members, elements, what macros hide.

use super::parts::size_below_names;
use crate::llvm::ir::{LLVMOpcode, Metadata, Module, Value};
use crate::llvm::marker::declare::Markers;
use crate::prepare::address::Address;
use crate::prepare::debug_info::VARIABLE_NAME;
use crate::prepare::debug_info::{tag, BASE_TYPE, VARIABLE_TYPE};
use crate::prepare::program::access;
use crate::prepare::program::undefined::{always, bodies};
use crate::prepare::program::Files;
use crate::prepare::tables::Tables;
use crate::source::lines::{base_name, Position};
use crate::source::property::Property;
use crate::source::text::SourceText;
use rustc_hash::FxHashMap;

/// The metadata of what was used by a call that is no longer there.
pub const USED: &str = "bitreach.used";

/// Puts a check where each of them is read.
pub fn become_accesses(module: &Module, markers: &Markers, tables: &mut Tables, property: Property, files: &Files) {
    let (types, used, none) = (types(module), module.metadata_kind(USED), SourceText::default());
    let texts = bodies(module).filter(|&function| !files.is_foreign(function));
    let texts = texts.map(|function| (function, files.source(function).map_or(&none, |source| &source.text)));
    for (pointer, source) in texts.flat_map(|(function, text)| pairs(function, text)) {
        let is_left = pointer.ty() == module.pointer() && !pointer.has_uses() && pointer.location().is_some();
        // A result is written to its place, which has no name in the source.
        let is_result = || Address::of(module, pointer).base.object_by("sret").is_some();
        if !is_left || pointer.has_metadata(used) || access::is_plainly_inside(module, pointer) || is_result() {
            continue;
        }
        let Some(next) = next_place(pointer) else { continue };
        let variable = pointer.operands().first().copied().filter(|_| pointer.is(LLVMOpcode::LLVMLoad));
        let known = variable.and_then(|variable| types.get(&variable));
        let is_named = known.is_some_and(|(name, _)| word(pointer, source) == name.as_bytes());
        if (is_named || pointer.is(LLVMOpcode::LLVMCall)) && !is_dereferenced(pointer, source) {
            continue;
        }
        match known.filter(|_| is_named).map(|&(_, ty)| pointee(ty)) {
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

/// The instructions of a function, each with the function's text.
fn pairs(function: Value, text: &SourceText) -> impl Iterator<Item = (Value, &SourceText)> {
    function.instructions().into_iter().map(move |instruction| (instruction, text))
}

/// The instruction behind another one, and behind all φs.
fn next_place(value: Value) -> Option<Value> {
    std::iter::successors(value.next(), |next| next.next()).find(|next| !next.is(LLVMOpcode::LLVMPHI))
}

/// Whether the source has a `*` in front of what gives a pointer.
fn is_dereferenced(pointer: Value, source: &SourceText) -> bool {
    place(pointer).is_some_and(|(file, place)| source.is_dereferenced(&file, place))
}

/// The word that the source has where something gives a pointer.
fn word(pointer: Value, source: &SourceText) -> &[u8] {
    place(pointer).map_or(&[], |(file, place)| source.word(&file, place))
}

/// The file, without its folder, and the place that an instruction stands for.
pub fn place(value: Value) -> Option<(String, Position)> {
    let location = value.location()?;
    let file = location.scope().map(|scope| scope.file()).unwrap_or_default();
    Some((base_name(&file).to_owned(), location.position()))
}

/// The names and types of variables.
fn types(module: &Module) -> FxHashMap<Value, (String, Metadata)> {
    let mut types = FxHashMap::default();
    for call in bodies(module).flat_map(|function| function.instructions()) {
        if call.callee_name() == "llvm.dbg.declare" {
            let arguments = call.arguments();
            let local = arguments.first().and_then(|address| address.described());
            let node = arguments.get(1).and_then(|node| node.wrapped());
            types.extend(local.zip(node.and_then(named)));
        }
    }
    let kind = module.metadata_kind("dbg");
    for global in module.globals() {
        let expression = global.global_debug(module, kind).and_then(|node| node.wrapped());
        let variable = expression.and_then(|expression| expression.operand(0)).and_then(named);
        types.extend(variable.map(|variable| (global, variable)));
    }
    types
}

/// The name and type of a variable.
fn named(variable: Metadata) -> Option<(String, Metadata)> {
    Some((variable.text_operand(VARIABLE_NAME)?, variable.operand(VARIABLE_TYPE)?))
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
