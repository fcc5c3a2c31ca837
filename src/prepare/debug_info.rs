//! What debug information says of variables and types: where its nodes have what.

use crate::bv::Format;
use crate::llvm::ir::{Metadata, Module};
use crate::program::Reading;
use rustc_hash::{FxHashMap, FxHashSet};

/// Which operand of a variable's node the scope is that it stands in.
pub const VARIABLE_SCOPE: usize = 0;
/// Which operand of a variable's node its name is.
pub const VARIABLE_NAME: usize = 1;
/// Which operand of a variable's node its file is.
pub const VARIABLE_FILE: usize = 2;
/// Which operand of a variable's node its type is.
pub const VARIABLE_TYPE: usize = 3;
/// Which operand of a derived type the type is that it is made of, of an array that of its elements, of a member its own.
pub const BASE_TYPE: usize = 3;

/// Which operand of a subprogram its name is.
pub const SUBPROGRAM_NAME: usize = 2;
/// Which operand of a subprogram its type is.
pub const SUBPROGRAM_TYPE: usize = 4;
/// Which operand of a function's type the list of types is: its result's, then its parameters'.
pub const TYPES: usize = 3;

/// Which operand of a type's node its name is.
pub const TYPE_NAME: usize = 2;
/// Where a composite type has its members, or the lengths of its dimensions.
pub const ELEMENTS: usize = 4;

/// Tags of types, as DWARF numbers them.
pub mod tag {
    pub const ARRAY: u16 = 0x01;
    pub const POINTER: u16 = 0x0f;
    pub const STRUCTURE: u16 = 0x13;
    pub const UNION: u16 = 0x17;
    pub const ENUMERATION: u16 = 0x04;
    pub const MEMBER: u16 = 0x0d;
}

/// The names of global variables that several files have.
pub fn shared_names(module: &Module) -> FxHashSet<String> {
    let kind = module.metadata_kind("dbg");
    let mut files: FxHashMap<String, FxHashSet<String>> = FxHashMap::default();
    for global in module.globals() {
        let node = global.global_debug(module, kind).and_then(|node| node.wrapped()?.operand(0));
        let Some(node) = node else { continue };
        if let (Some(name), Some(file)) = (node.text_operand(VARIABLE_NAME), node.operand(VARIABLE_FILE)) {
            files.entry(name).or_default().insert(file.file());
        }
    }
    files.into_iter().filter(|(_, files)| files.len() > 1).map(|(name, _)| name).collect()
}

/// The name of a C type, and how its values are read: as those of the basic type below all names and qualifiers.
pub fn describe(ty: Option<Metadata>) -> (String, Reading) {
    let mut name = String::new();
    let mut current = ty;
    // Types nest; a broken module could nest them in a circle.
    for _ in 0..100 {
        let Some(ty) = current else { break };
        let own = ty.type_name();
        if name.is_empty() {
            name.clone_from(&own);
        }
        if ty.is_basic_type() {
            let unsigned = own.contains("unsigned") || own == "_Bool" || own == "bool";
            return (name, float(&own).map_or(Reading::integer(!unsigned), Reading::Float));
        }
        current = if ty.is_derived_type() { ty.operand(BASE_TYPE) } else { None };
    }
    (name, Reading::Signed)
}

/// The format of a floating-point type.
fn float(name: &str) -> Option<Format> {
    match name {
        "_Float16" => Some(Format::Half),
        "__bf16" => Some(Format::Brain),
        "float" | "_Float32" => Some(Format::Single),
        "double" | "_Float64" | "_Float32x" => Some(Format::Double),
        "long double" | "_Float64x" => Some(Format::Extended),
        "_Float128" | "__float128" => Some(Format::Quad),
        _ => None,
    }
}
