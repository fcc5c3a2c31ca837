//! Comparisons of addresses, marked before a pass can answer them by what compilers may choose.
//!
//! One past the end of an object another may begin, and where memory has been given back, other memory may be: C leaves open
//! whether such addresses are equal, and compilers and runs answer both. LLVM's passes choose an answer where it is theirs to
//! choose, as for locals whose addresses go nowhere else. So before each comparison for equality stands a marker
//! that names both addresses, and one with null before each address that becomes a number, as numbers are compared too.
//! Markers of which it is plain that C says the answer vanish between passes ([`resolve`]); the reader of the module
//! decides the others, see [`read`](crate::read).

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::declare;
use crate::prepare::address::Address;
use crate::prepare::objects;
use crate::prepare::program::undefined::bodies;
use rustc_hash::FxHashMap;

/// Puts markers before comparisons of addresses, and before addresses that become numbers.
pub fn mark(module: &Module) {
    for function in bodies(module) {
        for instruction in function.instructions() {
            let operands = instruction.operands();
            let compared = match instruction.opcode() {
                Some(LLVMOpcode::LLVMICmp) if instruction.is_equality() && operands[0].ty().is_pointer() => {
                    (operands[0], operands[1])
                }
                Some(LLVMOpcode::LLVMPtrToInt) if operands[0].ty().is_pointer() => {
                    (operands[0], module.pointer().zero())
                }
                _ => continue,
            };
            let is_number = instruction.is(LLVMOpcode::LLVMPtrToInt);
            if is_number || !compared.0.is_null() && !compared.1.is_null() {
                module.before(instruction).call(declare::compared(module), &[compared.0, compared.1]);
            }
        }
    }
}

/// Removes the markers of comparisons that C answers whatever the compiler does.
pub fn resolve(module: &Module, markers: &[Value]) {
    for &call in markers {
        let arguments = call.arguments();
        let [a, b] = arguments[..] else { continue };
        let is_answered = match b.is_null() {
            true => leaves(module, a).is_some_and(|leaves| !leaves.iter().any(has_no_number)),
            false => a.is_null() || is_same(module, a, b) || is_answered(module, a, b),
        };
        if is_answered {
            call.erase();
        }
    }
}

/// Whether it depends on lives which number the address of an object is.
fn has_no_number(leaf: &Leaf) -> bool {
    leaf.0.is(LLVMOpcode::LLVMAlloca) || objects::is_of_files(&leaf.0.name())
}

/// Whether both addresses are computed from one, without φs: then they are addresses of the same object. Files are several objects in one.
fn is_same(module: &Module, a: Value, b: Value) -> bool {
    let base = Address::of(module, a).base;
    base == Address::of(module, b).base && !objects::is_of_files(&base.name())
}

/// Whether both are addresses of locals, globals or functions, and those of different ones are inside of them.
fn is_answered(module: &Module, a: Value, b: Value) -> bool {
    let (Some(a), Some(b)) = (leaves(module, a), leaves(module, b)) else { return false };
    let is_inside = |&(base, offset): &Leaf| {
        let size = module.object_size(base);
        let within = || offset.zip(size).is_some_and(|(offset, size)| u64::try_from(offset).is_ok_and(|at| at < size));
        base.is_function() || within()
    };
    let is_of_files = |leaf: &Leaf| objects::is_of_files(&leaf.0.name());
    let is_literal = |leaf: &Leaf| objects::is_literal(&leaf.0.name());
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| (a.0 != b.0 || is_of_files(a)) && !a.0.is_null() && !b.0.is_null()).all(|(a, b)| {
        let is_open = is_of_files(a) || is_of_files(b) || is_literal(a) && is_literal(b);
        is_inside(a) && is_inside(b) && !is_open
    })
}

/// An object with the offset of an address in it, if that is known.
pub type Leaf = (Value, Option<i64>);

/// How many values are looked at.
const MOST: usize = 64;

/// The objects that an address can be in, through φs and `select`s, if all are locals, globals, functions or null.
pub fn leaves(module: &Module, address: Value) -> Option<Vec<Leaf>> {
    let mut seen: FxHashMap<Value, Option<i64>> = FxHashMap::default();
    let mut waiting = vec![(address, Some(0))];
    let mut leaves = Vec::new();
    while let Some((value, moved)) = waiting.pop() {
        let place = Address::of(module, value);
        let offset =
            moved.filter(|_| place.indices.is_empty()).and_then(|moved: i64| moved.checked_add(place.constant));
        let known = seen.get(&place.base).copied();
        // One that is come to with different offsets, as in a loop, has any.
        let offset = if known.is_some_and(|known| known != offset) { None } else { offset };
        if known == Some(offset) {
            continue;
        }
        if seen.insert(place.base, offset).is_none() && seen.len() > MOST {
            return None;
        }
        let base = place.base;
        match base.opcode() {
            Some(LLVMOpcode::LLVMPHI) => waiting.extend(base.incoming().into_iter().map(|(value, _)| (value, offset))),
            Some(LLVMOpcode::LLVMSelect) => waiting.extend(base.operands().into_iter().skip(1).map(|v| (v, offset))),
            _ if base.is_static_object() || base.is_function() || base.is_null() => leaves.push((base, offset)),
            _ => return None,
        }
    }
    Some(leaves)
}
