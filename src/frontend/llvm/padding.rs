//! Bytes of locals that belong to no member: C gives them no value, so each is an input.
//!
//! * A local of structure type has gaps between its members: they become inputs where the function begins.
//! * In constant initialisers clang sets gaps between members to zero, as other compilers do, and so they stay. But it fills
//!   what a shorter member of a union or a bit-field leaves with the byte of its pattern for locals without a first value. In the constants these stand as arrays of bytes of their own. Where the local
//!   has no member, such bytes become inputs again behind the copy. Where it has one, they may be what the program
//!   says, or the rest of a union or of a bit-field: then the initialisation is unmodelled.

use super::ir::{LLVMOpcode, Module, Type, Value};
use super::markers::{self, Markers};
use super::tables::Tables;
use super::undefined::{always, bodies};
use crate::program::InputKind;
use std::ops::Range;

/// Objects with more bytes of padding than this are not represented where these bytes would be set one by one.
const MOST_BYTES: u64 = 64;
/// Objects of more bytes than this are not looked into: they are given their contents as a whole.
const LARGEST: u64 = 1024;

const REASON: &str = "an initialiser that may leave part of a union or of a structure open";

/// Gives the gaps of all locals their inputs.
pub fn become_inputs(module: &Module, markers: &Markers, tables: &mut Tables) {
    // Clang's pattern, which depends on the width of addresses.
    let pattern = if module.pointer_int().int_width() == Some(32) { 0xff } else { 0xaa };
    let mut pass = Pass { module, markers, tables, pattern, ambiguous: None };
    for function in bodies(module).collect::<Vec<_>>() {
        for instruction in function.instructions() {
            match instruction.opcode() {
                Some(LLVMOpcode::LLVMAlloca) => pass.local(instruction),
                Some(LLVMOpcode::LLVMCall) => pass.copy(instruction),
                Some(LLVMOpcode::LLVMStore) => pass.byte(instruction),
                _ => {}
            }
        }
    }
}

struct Pass<'a> {
    module: &'a Module,
    markers: &'a Markers,
    tables: &'a mut Tables,
    pattern: u64,
    /// Whether there are unions or bit-fields anywhere, once somebody has asked.
    ambiguous: Option<bool>,
}

impl Pass<'_> {
    /// The gaps of a local, from the beginning of its function.
    fn local(&mut self, alloca: Value) {
        let Some(ty) = alloca.allocated().filter(|ty| !ty.is_scalar() && alloca.is_static_object()) else { return };
        let size = self.module.size_of(ty);
        if size > LARGEST {
            return;
        }
        let members = self.members(ty);
        let gaps: Vec<u64> = (0..size).filter(|byte| !members.iter().any(|(range, _)| range.contains(byte))).collect();
        let Some(place) = alloca.next().filter(|_| !gaps.is_empty() && gaps.len() as u64 <= MOST_BYTES) else { return };
        gaps.into_iter().for_each(|byte| self.open(alloca, byte, place));
    }

    /// A copy of a constant initialiser to a local.
    fn copy(&mut self, call: Value) {
        if !call.callee_name().starts_with("llvm.memcpy.") {
            return;
        }
        let arguments = call.arguments();
        let [local, source, ..] = arguments[..] else { return };
        let (Some(ty), Some(constant)) = (local.allocated(), source.initializer()) else { return };
        if !local.is(LLVMOpcode::LLVMAlloca)
            || !source.name().starts_with("__const.")
            || ty == constant.ty() && ty.is_array() && ty.parts().is_some_and(|(parts, _)| parts[0].is_scalar())
        {
            return;
        }
        let mut filled = Vec::new();
        self.filled(constant, 0, &mut filled);
        if filled.is_empty() {
            return;
        }
        let members = self.members(ty);
        let overlaps =
            |range: &Range<u64>| members.iter().any(|(member, _)| member.start < range.end && range.start < member.end);
        let bytes: u64 = filled.iter().map(|range| range.end - range.start).sum();
        let is_open =
            filled.iter().any(|range| overlaps(range) && (!covers_bytes(&members, range) || self.is_ambiguous()));
        if is_open || bytes > MOST_BYTES {
            return always(self.module, self.markers, self.tables, call, REASON);
        }
        let Some(next) = call.next() else { return };
        for range in filled.into_iter().filter(|range| !overlaps(range)) {
            range.for_each(|byte| self.open(local, byte, next));
        }
    }

    /// Clang sets most of a large local to zero and stores what is not: bytes of the pattern too.
    fn byte(&mut self, store: Value) {
        let operands = store.operands();
        let [value, address] = operands[..] else { return };
        if value.ty().int_width() != Some(8) || value.as_int() != Some(self.pattern) {
            return;
        }
        let place = super::access::Place::of(self.module, address);
        let Some(ty) = place.base.allocated().filter(|ty| place.base.is(LLVMOpcode::LLVMAlloca) && !ty.is_scalar())
        else {
            return;
        };
        let Ok(offset) = u64::try_from(place.constant) else { return };
        if !is_initialisation(store, place.base) {
            return;
        }
        let members = self.members(ty);
        match members.iter().find(|(range, _)| range.contains(&offset)) {
            Some((_, 8)) if !self.is_ambiguous() => {}
            None => {
                let input = self.input(store);
                store.set_operand(0, input);
            }
            _ => always(self.module, self.markers, self.tables, store, REASON),
        }
    }

    /// Where the scalars of a type lie, and how wide integers are.
    fn members(&self, ty: Type) -> Vec<(Range<u64>, u32)> {
        let mut members = Vec::new();
        self.collect(ty, 0, &mut members);
        members
    }

    fn collect(&self, ty: Type, offset: u64, members: &mut Vec<(Range<u64>, u32)>) {
        let Some((_, count)) = ty.parts() else {
            members.push((offset..offset + self.module.stored_size(ty), ty.int_width().unwrap_or(0)));
            return;
        };
        for index in 0..count.min(LARGEST) {
            if let Some((start, part)) = self.module.element(ty, index) {
                self.collect(part, offset + start, members);
            }
        }
    }

    /// The arrays of bytes in a constant that hold nothing but the pattern.
    fn filled(&self, constant: Value, offset: u64, found: &mut Vec<Range<u64>>) {
        let ty = constant.ty();
        let Some((parts, count)) = ty.parts().filter(|_| !constant.is_zero()) else { return };
        if ty.is_array() && parts.first().and_then(|part| part.int_width()) == Some(8) {
            let is_pattern =
                |index| constant.aggregate_element(index).and_then(|byte| byte.as_int()) == Some(self.pattern);
            if count > 0 && (0..count).all(is_pattern) {
                found.push(offset..offset + count);
            }
            return;
        }
        for index in 0..count {
            if let (Some((start, _)), Some(part)) = (self.module.element(ty, index), constant.aggregate_element(index))
            {
                self.filled(part, offset + start, found);
            }
        }
    }

    fn is_ambiguous(&mut self) -> bool {
        *self.ambiguous.get_or_insert_with(|| {
            let text = self.module.text();
            // Without debug information nothing is known.
            ["DW_TAG_union_type", "DIFlagBitField"].iter().any(|name| text.contains(name))
                || !text.contains("!DICompileUnit")
        })
    }

    /// Before `place`, a byte of a local is an input.
    fn open(&mut self, local: Value, byte: u64, place: Value) {
        let input = self.input(place);
        let address = self.module.before(place).part(self.module.int(8), local, &[self.module.int(32).constant(byte)]);
        self.module.before(place).store(input, address);
    }

    fn input(&mut self, place: Value) -> Value {
        let origin = self.tables.origin_of(place);
        let row = self.tables.input(InputKind::Undefined, 8, false, origin);
        let marker = markers::nondet(self.module, self.module.int(8));
        self.module.before(place).call(marker, &[self.module.int(32).constant(row.0 as u64)])
    }
}

/// Whether only stores stand between a store and the `memset` that sets the local to zero.
fn is_initialisation(store: Value, local: Value) -> bool {
    let is_part = |value: &Value| value.is(LLVMOpcode::LLVMStore) || value.is(LLVMOpcode::LLVMGetElementPtr);
    let before = std::iter::successors(store.previous(), |value| value.previous()).find(|value| !is_part(value));
    before
        .is_some_and(|call| call.callee_name().starts_with("llvm.memset.") && call.arguments().first() == Some(&local))
}

/// Whether a range consists of members of one byte each.
fn covers_bytes(members: &[(Range<u64>, u32)], range: &Range<u64>) -> bool {
    range.clone().all(|byte| members.iter().any(|(member, width)| *width == 8 && *member == (byte..byte + 1)))
}
