//! Which bytes of objects are looked at as integers: there, the bits of a floating-point number can be seen. What is copied can be seen
//! where the copy can.

use super::points_to::ObjectNumber;
use super::ranges::Ranges;
use super::{callee_name, constant_length, is_copy, is_pointer, stored_bytes, Model};
use crate::program::Pattern;
use llvm_ir::{Function, Instruction, Module, Operand, Type, TypeRef};

/// Bytes of objects, from the first to behind the last.
type Bytes = Vec<(ObjectNumber, (u64, u64))>;

/// The bytes that are looked at as integers, by object.
#[derive(Debug, Default)]
pub(super) struct Seen(Vec<Ranges>);

impl Seen {
    /// Looks at the loads and copies of a function.
    pub(super) fn new(module: &Module, function: &Function, model: &Model) -> Seen {
        let instructions = || function.basic_blocks.iter().flat_map(|block| &block.instrs);
        let mut seen: Bytes = Vec::new();
        let mut copies: Vec<(Bytes, Bytes)> = Vec::new();
        for instruction in instructions() {
            match instruction {
                Instruction::Load(load) if !is_float(&load.loaded_ty) && !is_pointer(&load.loaded_ty) => {
                    seen.extend(model.bytes_at(&load.address, stored_bytes(module, &load.loaded_ty)));
                }
                Instruction::Call(call) if is_copy(callee_name(call)) => {
                    if let [(to, _), (from, _), ..] = &call.arguments[..] {
                        let length = constant_length(call);
                        copies.push((model.bytes_at(to, length), model.bytes_at(from, length)));
                    }
                }
                _ => {}
            }
        }
        loop {
            let ranges = by_object(&seen, model.sizes.len());
            let meets = |(object, (begin, end)): &(ObjectNumber, (u64, u64))| ranges[*object].meet(*begin, *end);
            let (shown, others): (Vec<_>, Vec<_>) = copies.into_iter().partition(|(to, _)| to.iter().any(meets));
            if shown.is_empty() {
                return Seen(ranges);
            }
            seen.extend(shown.into_iter().flat_map(|(_, from)| from));
            copies = others;
        }
    }

    /// Whether some of the bytes at a place are.
    pub(super) fn meets(&self, object: ObjectNumber, bytes: (u64, u64)) -> bool {
        self.0.get(object).is_some_and(|ranges| ranges.meet(bytes.0, bytes.1))
    }
}

impl Model<'_> {
    /// The bytes that an access through an address may meet; to the end of its objects if the length is not known.
    fn bytes_at(&self, address: &Operand, length: Option<u64>) -> Bytes {
        let places = self.places(address, length.unwrap_or(0));
        places.into_iter().map(|(object, pattern)| (object, self.range(object, pattern, length))).collect()
    }

    /// The bytes of an access of some length at a pattern of offsets, and those between them.
    pub(super) fn range(&self, object: ObjectNumber, pattern: Pattern, length: Option<u64>) -> (u64, u64) {
        match length.filter(|_| pattern.modulus == 0) {
            Some(length) => (pattern.residue, pattern.residue + length),
            None => (pattern.residue, self.sizes[object]),
        }
    }
}

fn by_object(bytes: &Bytes, objects: usize) -> Vec<Ranges> {
    let mut of_each: Vec<Vec<(u64, u64)>> = vec![Vec::new(); objects];
    bytes.iter().for_each(|&(object, range)| of_each[object].push(range));
    of_each.into_iter().map(|ranges| Ranges::new(ranges.into_iter())).collect()
}

fn is_float(ty: &TypeRef) -> bool {
    matches!(ty.as_ref(), Type::FPType(_))
}
