//! Loads, stores, block operations and checks.
//!
//! An access can mean several objects, and several offsets in each. Which cells it meets at one of them, the layout says; it
//! is the same row of cells everywhere. So a load reads, for each object, cell by cell, and chooses by the object's number;
//! a store writes each cell under the condition that its object is meant. Before that, control leaves where the access is
//! not inside an object, unless a check before it has seen to that.

use llvm_ir::instruction::Call;
use llvm_ir::{Operand as LlvmOperand, TypeRef};

use super::holes::MIXED;
use super::layout::{Kind, Slot};
use super::points_to::ObjectNumber;
use super::pools::Narrow;
use super::{is_pointer, kind_of, Pointer};
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{
    Access, Exit, InputId, InputSite, Instruction, ObjectId, Operand, Operation, Pattern, SiteId, Store, UnmodelledId,
};
use crate::read::blocks::{Cut, Flow, Reader};
use crate::read::exact::Exact;
use crate::read::values::{readable, zero, Shape, Value};

pub(super) const INVALID: &str = "undefined behaviour: an access leaves its object, or goes through a pointer to none";
pub(super) const UNKNOWN: &str = "access to memory through a pointer of unknown origin";

pub(super) const TOO_MANY: &str = "too many bytes are copied or filled at once";

/// Where an access can go.
pub(super) struct Places {
    pub(super) pointer: Pointer,
    /// Its offset as a wider word that does not wrap, where it is a product that might.
    unwrapped: Option<Operand>,
    /// Objects and offsets.
    pub(super) choices: Vec<(ObjectNumber, Pattern)>,
    /// How many bytes there are.
    pub(super) bytes: u64,
    /// What they are accessed as.
    kind: Kind,
    /// The cells, with offsets from where the access begins.
    pub(super) slots: Vec<Slot>,
}

/// What a cell holds.
#[derive(Clone, Copy)]
pub(super) enum Content {
    Bits(Operand),
    Pointer(Pointer),
}

impl<'m> Reader<'m, Exact<'m>> {
    /// Reads a load.
    ///
    /// # Errors
    /// If the address or what is there cannot be represented.
    pub(in crate::read) fn load(&mut self, load: &'m llvm_ir::instruction::Load) -> Result<Flow, Cut> {
        plain(load.volatile, load.atomicity.is_some())?;
        let ty = &load.loaded_ty;
        let bytes = super::stored_bytes(self.module, ty).ok_or_else(whole)?;
        let places = self.places(&load.address, bytes, kind_of(ty))?;
        let value = match self.shape(ty) {
            Shape::Opaque => Value::Opaque,
            Shape::Aggregate(_) => return Err(whole()),
            shape => {
                let contents = self.contents(&places)?;
                if let [Content::Pointer(pointer)] = contents[..] {
                    self.exclude_others(&places, pointer);
                }
                self.value_of(&contents, &places.slots, &shape, readable(&load.dest))?
            }
        };
        self.bind(&load.dest, value);
        Ok(Flow::Continues)
    }

    /// Reads a store.
    ///
    /// # Errors
    /// If the address or the value cannot be represented.
    pub(in crate::read) fn store(&mut self, store: &'m llvm_ir::instruction::Store) -> Result<Flow, Cut> {
        plain(store.volatile, store.atomicity.is_some())?;
        let ty = self.module.type_of(&store.value);
        let bytes = super::stored_bytes(self.module, &ty).ok_or_else(whole)?;
        let places = self.places(&store.address, bytes, self.policy.memory.kind_of_stored(&store.value, &ty))?;
        let can_be_seen = |&(object, pattern): &(ObjectNumber, Pattern)| {
            self.policy.memory.seen.meets(object, self.policy.memory.range(object, pattern, Some(bytes)))
        };
        if places.choices.iter().any(can_be_seen) {
            if let Value::Bits(bits) = self.value(&store.value) {
                self.seen_bits(&store.value, bits);
            }
        }
        let contents = self.contents_of(&store.value, &ty, &places.slots)?;
        self.write(&places, &contents, Operand::Constant(BitVec::bit(true)));
        Ok(Flow::Continues)
    }

    /// An object gets any contents: each cell an input of the row.
    ///
    /// # Errors
    /// If it is too large.
    pub(in crate::read) fn havoc(&mut self, address: &LlvmOperand, row: &LlvmOperand) -> Result<Flow, Cut> {
        let (Some(pointer), Operand::Constant(row)) = (self.pointer(address), self.bits(row, "call")?) else {
            return Err(Cut::new(UNKNOWN));
        };
        let Some(site) = self.program.map.inputs.get(row.unsigned() as usize).cloned() else {
            return Err(Cut::new(UNKNOWN));
        };
        let objects: Vec<usize> = match pointer.object {
            Operand::Constant(object) => vec![object.unsigned() as usize],
            // One of the lives of a local: all are alike.
            _ => self.policy.memory.points_to.targets(address).objects.into_keys().collect(),
        };
        let Some(&object) = objects.first() else { return Err(Cut::new(UNKNOWN)) };
        let slots = self.policy.memory.slots[object].clone();
        if objects.iter().any(|&other| self.policy.memory.slots[other] != slots) {
            return Err(Cut::new(UNKNOWN));
        }
        if slots.len() > self.policy.memory.bounds.object_cells
            || objects.iter().any(|&object| self.policy.memory.is_too_large(object, Pattern { residue: 0, modulus: 0 }))
        {
            return Err(Cut::new("a local variable is too large to be given every initial value"));
        }
        let meant: Vec<Operand> = match objects.len() {
            1 => vec![Operand::Constant(BitVec::bit(true))],
            _ => objects.iter().map(|&object| self.means(pointer, object)).collect(),
        };
        let mut rows: Vec<(u32, InputId)> = Vec::new();
        for slot in slots {
            let value = match slot.is_pointer {
                true => {
                    let nowhere = self.nowhere();
                    self.pack(nowhere)
                }
                false => {
                    let width = slot.bytes as u32 * 8;
                    let row = rows.iter().find(|row| row.0 == width).map(|row| row.1);
                    let row = row.unwrap_or_else(|| {
                        let row = self.add_input(InputSite { width, ..site.clone() });
                        rows.push((width, row));
                        row
                    });
                    let name = self.policy.memory.name(object, slot, &self.program);
                    self.define(width, name, Operation::Input(row))
                }
            };
            for (&object, &meant) in objects.iter().zip(&meant) {
                let access = self.access(object, Pattern { residue: slot.offset, modulus: 0 }, slot);
                let offset = Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(slot.offset)));
                self.add_store(access, offset, value, meant);
            }
        }
        Ok(Flow::Continues)
    }

    /// The marker before an access: where that is not inside an object, control leaves.
    ///
    /// # Errors
    /// If the address cannot be represented.
    pub(in crate::read) fn check(&mut self, call: &'m Call, is_error: bool) -> Result<Flow, Cut> {
        let [(address, _), (bytes, _), (row, _)] = call.arguments.as_slice() else {
            return Err(Cut::new("marker of an access without its arguments"));
        };
        let pointer = self.pointer(address).ok_or_else(|| Cut::new(UNKNOWN))?;
        if self.policy.memory.points_to.targets(address).unknown {
            return Err(Cut::new(UNKNOWN));
        }
        let bytes = self.bits(bytes, "call")?;
        let Operand::Constant(row) = self.bits(row, "call")? else { return Err(Cut::new(INVALID)) };
        self.exclude_unborn(address, pointer);
        let invalid = self.invalid(address, pointer, bytes);
        if invalid != Operand::Constant(BitVec::bit(false)) {
            match is_error {
                true => self.leave_by_access(invalid, address, pointer, row.unsigned() as usize),
                false => self.leave_where(invalid, failure(row, false)),
            }
        }
        self.policy.checked.push((pointer, bytes));
        self.lives_on(address, pointer, bytes);
        Ok(Flow::Continues)
    }

    /// The marker before a write: where that is to a constant, control leaves. Pointers that are not represented, the write itself does not
    /// let pass.
    pub(in crate::read) fn written(&mut self, address: &LlvmOperand, row: &LlvmOperand) -> Flow {
        let (Some(pointer), Value::Bits(Operand::Constant(row))) = (self.pointer(address), self.value(row)) else {
            return Flow::Continues;
        };
        for object in self.policy.memory.points_to.targets(address).objects.into_keys() {
            if self.policy.memory.is_constant(object) {
                let meant = self.means(pointer, object);
                if meant != Operand::Constant(BitVec::bit(false)) {
                    self.leave_where(meant, failure(row, false));
                }
            }
        }
        Flow::Continues
    }

    /// The condition under which so many bytes at a pointer are not inside an object.
    fn invalid(&mut self, address: &LlvmOperand, pointer: Pointer, bytes: Operand) -> Operand {
        let mut inside = Operand::Constant(BitVec::bit(false));
        let none = zero(self.policy.memory.pointer_width);
        let no_bytes = self.equal(bytes, none);
        let objects: Vec<ObjectNumber> = self.policy.memory.points_to.targets(address).objects.into_keys().collect();
        for object in objects {
            let meant = self.means(pointer, object);
            if meant == Operand::Constant(BitVec::bit(false)) {
                continue;
            }
            let size = self.size(object);
            let offset = self.offset_in(object, pointer, address);
            let fits = match self.chosen(offset, bytes, &[object]) {
                Some(choice) => self.chosen_fits(&choice, bytes, size),
                None => self.fits(offset, bytes, size),
            };
            let alive = self.is_alive(object, pointer);
            let here = self.both(meant, fits);
            let here = self.both(here, alive);
            inside = self.either(inside, here);
        }
        let valid = self.either(inside, no_bytes);
        self.negation(valid)
    }

    /// Where in an object, or in an instance of a pool, a pointer to it is.
    pub(super) fn offset_in(&self, object: ObjectNumber, pointer: Pointer, address: &LlvmOperand) -> Operand {
        match self.policy.memory.pool(object) {
            Some(pool) => self.place_in_instance(pool, &self.policy.memory.points_to.targets(address)),
            None => pointer.offset,
        }
    }

    /// Whether so many bytes from an offset on are inside an object of a size.
    pub(super) fn fits(&mut self, offset: Operand, bytes: Operand, size: Operand) -> Operand {
        let width = self.width(offset);
        let (Operand::Constant(count), Operand::Constant(known)) = (bytes, size) else {
            let begins = self.compare(Predicate::Ule, offset, size);
            let rest = self.define(width, "rest", Operation::Binary(BinaryOp::Sub, size, offset));
            let ends = self.compare(Predicate::Ule, bytes, rest);
            return self.both(begins, ends);
        };
        match known.unsigned().checked_sub(count.unsigned()) {
            Some(last) => self.compare(Predicate::Ule, offset, Operand::Constant(BitVec::new(width, last))),
            None => Operand::Constant(BitVec::bit(false)),
        }
    }

    /// Where an access of so many bytes goes. Control leaves where it goes nowhere.
    pub(super) fn places(&mut self, address: &LlvmOperand, bytes: u64, kind: Kind) -> Result<Places, Cut> {
        let length = Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(bytes)));
        let pointer = self.inside(address, length)?;
        let mut choices = self.policy.memory.places(address, bytes);
        if let Operand::Constant(object) = pointer.object {
            choices.retain(|&(choice, _)| choice as u128 == object.unsigned());
        }
        self.exclude_misfits(address, pointer, &choices)?;
        if bytes > self.policy.memory.bounds.object_bytes {
            return Err(Cut::new(TOO_MANY));
        }
        if choices.is_empty() {
            return Err(Cut::new(INVALID));
        }
        let always = Operand::Constant(BitVec::bit(true));
        let mut places = self.cells_of(pointer, choices, (bytes, kind), always)?.ok_or_else(|| Cut::new(MIXED))?;
        places.unwrapped = self.wide(address, length);
        Ok(places)
    }

    /// The pointer of an access of so many bytes. Control leaves where it is not inside an object.
    pub(super) fn inside(&mut self, address: &LlvmOperand, length: Operand) -> Result<Pointer, Cut> {
        let pointer = self.pointer(address).ok_or_else(|| Cut::new(UNKNOWN))?;
        if self.policy.memory.points_to.targets(address).unknown || self.policy.memory.is_big_endian {
            return Err(Cut::new(UNKNOWN));
        }
        let objects = self.policy.memory.points_to.targets(address).objects;
        // Depths are looked at before frames are written.
        if !objects.is_empty() && objects.keys().all(|&object| self.policy.memory.is_frames(object)) {
            return Ok(pointer);
        }
        if !self.policy.checked.contains(&(pointer, length)) {
            self.exclude_unborn(address, pointer);
            let invalid = self.invalid(address, pointer, length);
            if invalid == Operand::Constant(BitVec::bit(true)) {
                return Err(Cut::new(INVALID));
            }
            self.cut_unless_false(invalid, INVALID);
            self.lives_on(address, pointer, length);
        }
        Ok(Pointer { offset: self.near(address, pointer.offset, length), ..pointer })
    }

    /// Control leaves where a product that wraps has led elsewhere than where the access can go.
    pub(super) fn exclude_misfits(
        &mut self,
        address: &LlvmOperand,
        pointer: Pointer,
        choices: &[(ObjectNumber, Pattern)],
    ) -> Result<(), Cut> {
        let targets = self.policy.memory.points_to.targets(address).objects;
        for (&object, offsets) in targets.iter() {
            // Not even a product that wraps may lead into an object that is not among the choices.
            if !offsets.is_certain() && choices.iter().all(|choice| choice.0 != object) {
                let meant = self.means(pointer, object);
                self.cut_unless_false(meant, "an index that wraps around");
            }
        }
        if choices.iter().any(|&(object, pattern)| self.policy.memory.is_too_large(object, pattern)) {
            return Err(Cut::new("access to an object that is too large"));
        }
        for &(object, pattern) in choices {
            let is_certain = targets.get(&object).is_some_and(|offsets| offsets.is_certain());
            if !is_certain && !matches!(pointer.offset, Operand::Constant(_)) {
                self.cut_misfits(pointer, object, pattern);
            }
        }
        Ok(())
    }

    /// The cells of so many bytes that are accessed as a kind, if there is any place for them. Control leaves where the access is made and
    /// goes into a hole: so choices that are nothing but holes are none, and the one that is left is meant.
    pub(super) fn cells_of(
        &mut self,
        pointer: Pointer,
        choices: Vec<(ObjectNumber, Pattern)>,
        (bytes, kind): (u64, Kind),
        is_made: Operand,
    ) -> Result<Option<Places>, Cut> {
        self.exclude_holes(pointer, &choices, (bytes, kind), is_made)?;
        let open = |&(object, pattern): &(ObjectNumber, Pattern)| {
            let mut open =
                self.policy.memory.claims.open(kind, (object, pattern), self.policy.memory.sizes[object], bytes);
            Some((object, open.next()?))
        };
        let choices: Vec<_> = choices.into_iter().filter(|choice| open(choice).is_some()).collect();
        let Some((object, begin)) = choices.first().and_then(open) else { return Ok(None) };
        let relative = |slot: &Slot| Slot { offset: slot.offset - begin, ..*slot };
        let slots = self.policy.memory.slots_in(object, begin, bytes).iter().map(relative).collect();
        Ok(Some(Places { pointer, unwrapped: None, choices, bytes, kind, slots }))
    }

    /// Where an offset into an object is none of its pattern, because a product has wrapped, control leaves.
    fn cut_misfits(&mut self, pointer: Pointer, object: ObjectNumber, pattern: Pattern) {
        let (width, low) = self.low_offset(pointer, object);
        let word = |number: u64| Operand::Constant(BitVec::new(width, u128::from(number)));
        let from = self.define(width, "index", Operation::Binary(BinaryOp::Sub, low, word(pattern.residue)));
        let rest = Operation::Binary(BinaryOp::URem, from, word(pattern.modulus));
        let rest = self.define(width, "index", rest);
        let meant = self.means(pointer, object);
        let misfits = self.define(1, "misfits", Operation::Compare(Predicate::Ne, rest, word(0)));
        // What is before the first offset of the pattern wraps, and may be a multiple then.
        let is_before = self.define(1, "misfits", Operation::Compare(Predicate::Ult, low, word(pattern.residue)));
        let misfits = self.either(misfits, is_before);
        let bad = self.both(meant, misfits);
        self.cut_unless_false(bad, "an index that wraps around");
    }

    /// The width and the bits of an offset inside of an object, of which the low ones are all, if there are enough of them.
    pub(super) fn low_offset(&mut self, pointer: Pointer, object: ObjectNumber) -> (u32, Operand) {
        let narrow = Narrow { width: self.policy.memory.narrow_width, scale: 0 };
        let size = self.policy.memory.tail(object).map_or(self.policy.memory.sizes[object], |_| u64::MAX);
        match size.checked_shr(narrow.width) {
            Some(1..) => (self.policy.memory.pointer_width, pointer.offset),
            _ => (narrow.width, self.narrowed(pointer.offset, narrow).0),
        }
    }

    pub(super) fn access(&self, object: ObjectNumber, pattern: Pattern, slot: Slot) -> Access {
        let width = if slot.is_pointer { self.policy.memory.packed_width() } else { slot.bytes as u32 * 8 };
        Access { object: ObjectId(object), pattern, width }
    }

    /// The accesses to one cell of all places, each with its offset and the condition that its object is meant.
    fn accesses(&mut self, places: &Places, slot: Slot) -> Vec<(Access, Operand, Operand)> {
        let offset = places.unwrapped.unwrap_or(places.pointer.offset);
        let by = Operand::Constant(BitVec::new(self.width(offset), u128::from(slot.offset)));
        let offset = self.sum(offset, by, "offset");
        let mut accesses = Vec::new();
        for &(object, pattern) in &places.choices {
            let residue = match pattern.modulus {
                0 => pattern.residue + slot.offset,
                modulus => (pattern.residue + slot.offset) % modulus,
            };
            let meant = match places.choices.len() {
                1 => Operand::Constant(BitVec::bit(true)),
                _ => self.means(places.pointer, object),
            };
            accesses.push((self.access(object, Pattern { residue, ..pattern }, slot), offset, meant));
        }
        accesses
    }

    /// What the cells hold.
    pub(super) fn contents(&mut self, places: &Places) -> Result<Vec<Content>, Cut> {
        let mut contents = Vec::new();
        for &slot in &places.slots {
            for &(object, pattern) in &places.choices {
                let size = self.policy.memory.sizes[object];
                let mut starts = self.policy.memory.claims.open(places.kind, (object, pattern), size, places.bytes);
                let absolute = |at: u64| Slot { offset: at + slot.offset, ..slot };
                if starts.any(|at| self.policy.memory.starts_unknown(object, absolute(at))) {
                    return Err(Cut::new("contents that are no integer, such as a floating-point number"));
                }
            }
            let mut word = None;
            for (access, offset, meant) in self.accesses(places, slot) {
                let read = self.define(access.width, "cell", Operation::Load(access, offset));
                word = Some(match word {
                    None => read,
                    Some(other) => self.define(access.width, "cell", Operation::Select(meant, read, other)),
                });
            }
            let word = word.ok_or_else(|| Cut::new(INVALID))?;
            contents.push(match slot.is_pointer {
                true => Content::Pointer(self.unpack(word)),
                false => Content::Bits(word),
            });
        }
        Ok(contents)
    }

    /// The cells as a value of a type.
    fn value_of(&mut self, contents: &[Content], slots: &[Slot], shape: &Shape, name: String) -> Result<Value, Cut> {
        let pieces = || Cut::new("an address that is read in pieces, or as a number");
        match (shape, contents) {
            (_, [Content::Pointer(pointer)]) => Ok(Value::Pointer(*pointer)),
            (Shape::Bits(width), contents) => {
                let full = slots.iter().map(|slot| slot.bytes as u32 * 8).sum::<u32>();
                let mut whole: Option<Operand> = None;
                for (content, slot) in contents.iter().zip(slots) {
                    let Content::Bits(part) = *content else { return Err(pieces()) };
                    let part = self.shifted(part, full, slot.offset as u32 * 8);
                    whole = Some(match whole {
                        None => part,
                        Some(low) => self.define(full, "part", Operation::Binary(BinaryOp::Or, low, part)),
                    });
                }
                let whole = whole.ok_or_else(pieces)?;
                Ok(Value::Bits(match full == *width {
                    true => whole,
                    false => self.define(*width, name, Operation::Truncate(whole)),
                }))
            }
            _ => Err(pieces()),
        }
    }

    /// A word in a wider one, so many bits up.
    fn shifted(&mut self, part: Operand, width: u32, by: u32) -> Operand {
        let wide = match self.width(part) == width {
            true => part,
            false => self.define(width, "part", Operation::ZeroExtend(part)),
        };
        let by_word = Operand::Constant(BitVec::new(width, u128::from(by)));
        match by {
            0 => wide,
            _ => self.define(width, "part", Operation::Binary(BinaryOp::Shl, wide, by_word)),
        }
    }

    /// A value of a type, cell by cell.
    fn contents_of(&mut self, value: &LlvmOperand, ty: &TypeRef, slots: &[Slot]) -> Result<Vec<Content>, Cut> {
        if let Some(pointer) = self.pointer(value) {
            if let [Slot { is_pointer: true, .. }] = slots {
                return Ok(vec![Content::Pointer(pointer)]);
            }
        }
        if is_pointer(ty) || matches!(self.value(value), Value::Pointer(_)) {
            return Err(Cut::new(
                "an address is written in pieces, or where numbers are read, or is of unknown origin",
            ));
        }
        if slots.iter().any(|slot| slot.is_pointer) {
            return Err(Cut::new("a number is written where a pointer is read"));
        }
        let Shape::Bits(width) = self.shape(ty) else { return Err(Cut::new("a value that is no integer is written")) };
        let value = self.passed(value, &[], width)?;
        let full = slots.iter().map(|slot| slot.bytes as u32 * 8).sum::<u32>();
        let value = self.shifted(value, full, 0);
        let mut contents = Vec::new();
        for slot in slots {
            let (width, by) = (slot.bytes as u32 * 8, slot.offset as u32 * 8);
            let by_word = Operand::Constant(BitVec::new(full, u128::from(by)));
            let high = match by {
                0 => value,
                _ => self.define(full, "part", Operation::Binary(BinaryOp::LShr, value, by_word)),
            };
            contents.push(Content::Bits(match width == full {
                true => high,
                false => self.define(width, "part", Operation::Truncate(high)),
            }));
        }
        Ok(contents)
    }

    /// Writes cells where a condition holds.
    pub(super) fn write(&mut self, places: &Places, contents: &[Content], condition: Operand) {
        for (&slot, &content) in places.slots.iter().zip(contents) {
            let value = match content {
                Content::Bits(bits) => bits,
                Content::Pointer(pointer) => self.pack(pointer),
            };
            for (access, offset, meant) in self.accesses(places, slot) {
                let condition = self.both(meant, condition);
                self.add_store(access, offset, value, condition);
            }
        }
    }

    pub(super) fn add_store(&mut self, access: Access, offset: Operand, value: Operand, condition: Operand) {
        let origin = self.origin;
        self.add(Instruction::Store(Store { access, offset, value, condition, origin }));
    }
}

/// Where control goes when a check fails.
pub(super) fn failure(row: BitVec, is_error: bool) -> Exit {
    match (is_error, row.unsigned() as usize) {
        (true, row) => Exit::Error(SiteId(row)),
        (false, row) => Exit::Unmodelled(UnmodelledId(row)),
    }
}

/// That an access is neither volatile nor atomic.
fn plain(is_volatile: bool, is_atomic: bool) -> Result<(), Cut> {
    match (is_volatile, is_atomic) {
        (_, true) => Err(Cut::new("atomic access to memory")),
        (true, _) => Err(Cut::new("volatile access to memory")),
        _ => Ok(()),
    }
}

fn whole() -> Cut {
    Cut::new("access to memory of a whole struct or array")
}
