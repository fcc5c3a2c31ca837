//! Bytes of locals that belong to no member: C gives them no value, so each is an input.
//!
//! * A local of structure type has gaps between its members: they become inputs where the function begins.
//! * In constant initialisers clang sets gaps between members to zero. Other compilers store member by member, so these gaps
//!   become inputs behind the copy. Where most of a local is zero they stay zero (the README says so): gcc clears it as a whole, too. And clang fills
//!   what a shorter member of a union or a bit-field leaves with the byte of its pattern for locals without a first value. In
//!   the constants these stand as arrays of bytes of their own, or as one byte. Which bytes these can be the C type tells
//!   ([`declared`]): they become inputs behind the copy. Where they may as well be what the program says of a member of a
//!   union, the initialisation is unmodelled.

use crate::llvm::ir::{LLVMOpcode, Metadata, Module, Type, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::prepare::debug_info::VARIABLE_TYPE;
use crate::prepare::program::declared::{self, Byte};
use crate::prepare::program::undefined::{always, bodies};
use crate::prepare::tables::Tables;
use crate::program::{InputKind, Reading};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;

/// Objects with more bytes of padding than this are not represented where these bytes would be set one by one.
const MOST_BYTES: u64 = 1024;
/// Objects of more bytes than this are not looked into.
const LARGEST: u64 = 4096;

const REASON: &str = "an initialiser that may leave part of a union or of a structure open";

/// Gives the gaps of all locals their inputs.
pub fn become_inputs(module: &Module, markers: &Markers, tables: &mut Tables) {
    // Clang's pattern, which depends on the width of addresses.
    let pattern = if module.pointer_int().int_width() == Some(32) { 0xff } else { 0xaa };
    let mut pass = Pass { module, markers, tables, pattern, ambiguous: None, types: FxHashMap::default() };
    for function in bodies(module).collect::<Vec<_>>() {
        pass.types = types(function);
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
    /// The C types of the function's named locals.
    types: FxHashMap<Value, Metadata>,
}

/// The C types of the locals of a function that have names, by where they are.
fn types(function: Value) -> FxHashMap<Value, Metadata> {
    let declarations = function.instructions().into_iter().filter(|call| call.callee_name() == "llvm.dbg.declare");
    let of = |call: Value| {
        let [place, variable, expression] = call.arguments()[..] else { return None };
        // Where the place is not the variable itself, an expression says what it is.
        let is_plain = expression.text().ends_with("!DIExpression()");
        let ty = variable.wrapped()?.operand(VARIABLE_TYPE)?;
        Some((place.described().filter(|_| is_plain)?, ty))
    };
    declarations.filter_map(of).collect()
}

impl Pass<'_> {
    /// The gaps of a local, from the beginning of its function: in structures, and behind the 80 bits of a `long double`.
    fn local(&mut self, alloca: Value) {
        let Some(ty) = alloca.allocated().filter(|_| alloca.is_static_object()) else { return };
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
        let Some(constant) = source.initializer().filter(|_| source.name().starts_with("__const.")) else { return };
        let mut filled = Vec::new();
        self.filled(constant, 0, &mut filled);
        let size = self.module.size_of(constant.ty());
        let said = self.said(local, size);
        let gaps = self.gaps(constant.ty(), &said);
        if filled.is_empty() && gaps.is_empty() {
            return;
        }
        let said = |byte: &u64| said.get(*byte as usize).copied().unwrap_or(Byte::Either);
        let mut bytes: Vec<u64> = filled.into_iter().flatten().filter(|byte| said(byte) != Byte::Own).collect();
        bytes.extend(&gaps);
        bytes.sort_unstable();
        bytes.dedup();
        let is_open = |byte: &u64| matches!(said(byte), Byte::Gap | Byte::Rest) || gaps.contains(byte);
        if bytes.len() as u64 > MOST_BYTES || !bytes.iter().all(is_open) {
            return always(self.module, self.markers, self.tables, call, REASON);
        }
        let Some(next) = call.next() else { return };
        bytes.into_iter().for_each(|byte| self.open(local, byte, next));
    }

    /// The bytes of a constant that belong to no member, as C or the constant's own type says.
    fn gaps(&self, ty: Type, said: &[Byte]) -> BTreeSet<u64> {
        if said.len() as u64 > LARGEST {
            return BTreeSet::new();
        }
        let mut is_covered = vec![false; said.len()];
        for (range, _) in self.members(ty) {
            let range = range.start as usize..(range.end as usize).min(is_covered.len());
            is_covered[range].fill(true);
        }
        let is_gap = said.iter().zip(is_covered).map(|(&said, is_covered)| said == Byte::Gap || !is_covered);
        (0..).zip(is_gap).filter(|(_, is_gap)| *is_gap).map(|(byte, _)| byte).collect()
    }

    /// Clang sets most of a large local to zero and stores what is not: bytes of the pattern too.
    fn byte(&mut self, store: Value) {
        let operands = store.operands();
        let [value, address] = operands[..] else { return };
        if value.ty().int_width() != Some(8) || value.as_int() != Some(self.pattern) {
            return;
        }
        let place = crate::prepare::address::Address::of(self.module, address);
        let Ok(offset) = u64::try_from(place.constant) else { return };
        if !place.indices.is_empty() || !is_initialisation(store, place.base) {
            return;
        }
        let said = if offset < LARGEST { self.said(place.base, offset + 1).pop() } else { None };
        match said.unwrap_or(Byte::Either) {
            Byte::Own => {}
            Byte::Gap | Byte::Rest => {
                let input = self.input(store);
                store.set_operand(0, input);
            }
            Byte::Either | Byte::Wide => always(self.module, self.markers, self.tables, store, REASON),
        }
    }

    /// What C says of the first bytes of a local.
    fn said(&mut self, local: Value, size: u64) -> Vec<Byte> {
        if size > LARGEST {
            return vec![Byte::Either; size as usize];
        }
        if let Some(&ty) = self.types.get(&local) {
            return declared::bytes(ty, size);
        }
        let Some(ty) = local.allocated().filter(|_| local.is(LLVMOpcode::LLVMAlloca)) else {
            return vec![Byte::Either; size as usize];
        };
        // Without a name there is no C type.
        let members = self.members(ty);
        let narrow = if self.is_ambiguous() { Byte::Either } else { Byte::Own };
        let of = |byte: u64| match members.iter().find(|(range, _)| range.contains(&byte)) {
            None => Byte::Gap,
            Some((_, 8)) => narrow,
            Some(_) => Byte::Either,
        };
        (0..size).map(of).collect()
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

    /// The arrays of bytes in a constant that hold nothing but the pattern, and the bytes in structures that do.
    fn filled(&self, constant: Value, offset: u64, found: &mut Vec<Range<u64>>) {
        let ty = constant.ty();
        let Some((parts, count)) = ty.parts().filter(|_| !constant.is_zero()) else {
            if ty.int_width() == Some(8) && constant.as_int() == Some(self.pattern) {
                found.push(offset..offset + 1);
            }
            return;
        };
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
        let row = self.tables.input(InputKind::Undefined, 8, Reading::Unsigned, origin);
        let marker = declare::nondet(self.module, self.module.int(8));
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
