//! Sizes of objects, also those that variables say which are constant: of `int a[n]`, and of `malloc(n * sizeof(int))`, where `n` is a
//! number.

use crate::llvm::ir::{LLVMOpcode, Module, Type, Value};
use crate::llvm::known;
use crate::llvm::marker::{declare, Marker};
use rustc_hash::FxHashMap;

/// So deep expressions are looked into.
const DEPTH: usize = 16;

/// Makes constants of the sizes of a function's objects that are computed from nothing else. Variables must be in registers.
pub fn spell_out(function: Value) {
    for object in function.instructions() {
        let sizes = match object.is(LLVMOpcode::LLVMAlloca) {
            true => 0..1,
            false => match known::called(object).map(|known| known.name) {
                Some("malloc") => 0..1,
                Some("calloc") => 0..2,
                Some("realloc") => 1..2,
                _ => continue,
            },
        };
        for index in sizes {
            let size = object.operands()[index];
            if let Some(number) = number(size, DEPTH).filter(|_| size.as_int().is_none()) {
                object.set_operand(index, size.ty().constant(number as u64));
            }
        }
    }
}

/// The number that an integer always is, with its sign.
fn number(value: Value, depth: usize) -> Option<i64> {
    use LLVMOpcode as O;
    if value.as_int().is_some() {
        return value.as_signed_int();
    }
    let (operands, depth) = (value.operands(), depth.checked_sub(1)?);
    let of = |index: usize| number(operands[index], depth);
    let width = value.ty().int_width()?;
    let fits = |number: &i64| width >= 64 || (-(1 << (width - 1))..1 << (width - 1)).contains(number);
    let result = match value.opcode()? {
        O::LLVMSExt => of(0),
        O::LLVMZExt | O::LLVMTrunc => of(0).filter(|number| *number >= 0),
        O::LLVMAdd => of(0)?.checked_add(of(1)?),
        O::LLVMSub => of(0)?.checked_sub(of(1)?),
        O::LLVMMul => of(0)?.checked_mul(of(1)?),
        O::LLVMCall if declare::called(value) == Some(Marker::Value) => number(value.arguments()[0], depth),
        _ => None,
    };
    result.filter(fits)
}

/// How many bytes each of these objects has, where that bounds accesses, by name. They get names.
pub fn bounding(module: &Module, objects: impl IntoIterator<Item = Value>) -> FxHashMap<String, u64> {
    let size = |object: Value| {
        let ty = object.allocated()?;
        // A table of one entry is what `#ifdef`s have left of a longer one, and loops over it look as those over the longer one do.
        let is_table =
            !object.is(LLVMOpcode::LLVMAlloca) && ty.is_array() && ty.parts().is_some_and(|(_, count)| count == 1);
        let size = module.object_size(object).filter(|_| !is_table && !is_open_ended(ty))?;
        if object.name().is_empty() {
            object.set_name("object");
        }
        Some((object.name(), size))
    };
    objects.into_iter().filter_map(size).collect()
}

/// Whether a type ends in an array that is meant to be longer than it is written.
fn is_open_ended(ty: Type) -> bool {
    let Some((parts, count)) = ty.parts() else { return false };
    match ty.is_array() {
        true => count == 0,
        false => parts.last().is_some_and(|&last| last.is_array() || is_open_ended(last)),
    }
}
