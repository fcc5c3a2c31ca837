//! What objects hold that the function alone can change: cells, as those of a whole program's memory.
//!
//! A [marker](crate::llvm::marker::Marker::Private) stands where such an object begins; all pointers into it are computed from
//! the one that the marker names, and lead into no other object. What cannot be told apart cell by cell is anything: an object whose
//! accesses overlap in different ways, a load outside of its object.

use super::havoc::Havoc;
use crate::bv::BitVec;
use crate::llvm::known::{Argument, Known, Writes};
use crate::llvm::marker::{Marker, PREFIX};
use crate::prepare::objects::ObjectSource;
use crate::program::{Access, Cell, CheckKind, Instruction, Object, ObjectId, Operand, Operation, Pattern, Store};
use crate::read::blocks::Reader;
use crate::read::memory::claims::Claims;
use crate::read::memory::layout::{layout, Extent, Kind, Slot};
use crate::read::memory::offsets::Offsets;
use crate::read::memory::{is_big_endian, is_pointer, marker, stored_bytes};
use crate::read::operators::callee;
use llvm_ir::instruction::{Call, Load};
use llvm_ir::{Constant, Name};
use rustc_hash::{FxHashMap, FxHashSet};

/// An object with more cells is not followed.
const MOST_CELLS: usize = 256;

/// An object whose contents are followed.
#[derive(Debug)]
pub(super) struct Followed<'m> {
    /// The pointer to where it begins.
    pointer: &'m Name,
    size: u64,
    /// Its address, once control passes where it begins.
    address: Option<Operand>,
    /// Its cells; none if its accesses overlap in different ways.
    slots: Vec<Slot>,
    /// The object with a bit for each of them, which says whether it has been set, if pointers are read there.
    set: Option<ObjectId>,
}

/// The objects of a function whose contents are followed.
#[derive(Debug, Default)]
pub(super) struct Contents<'m> {
    objects: Vec<Followed<'m>>,
    /// For the pointers that have been read from them, and those computed from these, whether they had been set.
    set: FxHashMap<&'m Name, Operand>,
}

impl<'m> Contents<'m> {
    /// The pointers to where they begin.
    pub(super) fn pointers(&self) -> impl Iterator<Item = &'m Name> + '_ {
        self.objects.iter().map(|object| object.pointer)
    }
}

/// A cell that is accessed.
struct Place {
    object: usize,
    access: Access,
    offset: Operand,
    /// Whether it is in the object.
    inside: Operand,
}

impl<'m> Reader<'m, Havoc<'m>> {
    /// Lists the objects that markers name.
    pub(super) fn list_followed(&mut self) {
        if is_big_endian(self.module) {
            return;
        }
        let calls = self.function.basic_blocks.iter().flat_map(|block| &block.instrs).filter_map(|i| match i {
            llvm_ir::Instruction::Call(call) => Some(call),
            _ => None,
        });
        for call in calls.filter(|call| marker(call) == Some(Marker::Private)) {
            let [(llvm_ir::Operand::LocalOperand { name, .. }, _), (size, _)] = &call.arguments[..] else { continue };
            if let Some(&Constant::Int { value: size, .. }) = size.as_constant() {
                let (address, slots, set) = (None, Vec::new(), None);
                self.policy.contents.objects.push(Followed { pointer: name, size, address, slots, set });
            }
        }
    }

    /// Cuts the objects into cells, as wide as they are accessed. What pointers lead to must be known.
    pub(super) fn cut_followed(&mut self) {
        let mut extents: Vec<Extent> = Vec::new();
        for instruction in self.function.basic_blocks.iter().flat_map(|block| &block.instrs) {
            let (address, ty) = match instruction {
                llvm_ir::Instruction::Load(load) => (&load.address, load.loaded_ty.clone()),
                llvm_ir::Instruction::Store(store) => (&store.address, self.module.type_of(&store.value)),
                _ => continue,
            };
            let Some(bytes) = stored_bytes(self.module, &ty) else { continue };
            let place = |(row, offsets): (usize, Offsets)| {
                Some((row, offsets.within(self.policy.contents.objects[row].size, bytes)?))
            };
            let places: Vec<(usize, Pattern)> = self.followed(address).into_iter().filter_map(place).collect();
            extents.extend((!places.is_empty()).then_some(Extent { places, bytes, kind: Kind::Number }));
        }
        // Those that nothing reads have none.
        let met = |object: usize| extents.iter().any(|extent| extent.places.iter().any(|place| place.0 == object));
        let sizes = self.policy.contents.objects.iter().enumerate();
        let sizes: Vec<u64> = sizes.map(|(object, followed)| if met(object) { followed.size } else { 0 }).collect();
        let mut cells = layout(&sizes, &extents, &Claims::default(), u64::from(self.policy.pointer_width / 8));
        for extent in &extents {
            for &(object, pattern) in &extent.places {
                let is_one =
                    cells[object].iter().any(|slot| (slot.offset, slot.bytes) == (pattern.residue, extent.bytes));
                if !is_one {
                    cells[object].clear();
                }
            }
        }
        let (with_pointers, mut sets) = (self.with_pointers(), Vec::new());
        for (row, (followed, mut slots)) in self.policy.contents.objects.iter_mut().zip(cells).enumerate() {
            if slots.len() > MOST_CELLS {
                slots.clear();
            }
            let object = |name: String, width: fn(&Slot) -> u32| {
                let cell = |slot: &Slot| Cell {
                    offset: slot.offset,
                    initial: BitVec::zero(width(slot)),
                    name: format!("{name}+{}", slot.offset),
                    variable: None,
                };
                Object { cells: slots.iter().map(cell).collect(), name, size: followed.size, tail: None }
            };
            self.draft.program.objects.push(object(format!("memory{row}"), |slot| slot.bytes as u32 * 8));
            if with_pointers.contains(&row) && !slots.is_empty() {
                sets.push((row, object(format!("set{row}"), |_| 1)));
            }
            followed.slots = slots;
        }
        for (row, object) in sets {
            self.policy.contents.objects[row].set = Some(ObjectId(self.program.objects.len()));
            self.program.objects.push(object);
        }
    }

    /// The objects that pointers are read from.
    fn with_pointers(&mut self) -> FxHashSet<usize> {
        let mut rows = FxHashSet::default();
        for instruction in self.function.basic_blocks.iter().flat_map(|block| &block.instrs) {
            match instruction {
                llvm_ir::Instruction::Load(load) if is_pointer(&load.loaded_ty) => {
                    rows.extend(self.followed(&load.address).into_iter().map(|(row, _)| row));
                }
                _ => {}
            }
        }
        rows
    }

    /// An object begins here, which holds anything, or zeros.
    pub(super) fn begins(&mut self, pointer: &llvm_ir::Operand) {
        let llvm_ir::Operand::LocalOperand { name, .. } = pointer else { return };
        let row = self.policy.contents.pointers().position(|pointer| pointer == name);
        let (Some(row), Some(address)) = (row, self.operand(pointer)) else { return };
        self.policy.contents.objects[row].address = Some(address);
        let is_zero = match self.policy.points_to.definitions().instruction(name) {
            Some(llvm_ir::Instruction::Call(call)) => callee(call) == Some("calloc"),
            _ => false,
        };
        let filling = if is_zero { Filling::Each(0) } else { Filling::Unset };
        self.fill(row, (0, self.policy.contents.objects[row].size), filling);
    }

    /// The one cell that an access of so many bytes means, if that is known.
    fn place(&mut self, address: &llvm_ir::Operand, bytes: u64) -> Option<Place> {
        let [(object, offsets)] = self.followed(address)[..] else { return None };
        let followed = &self.policy.contents.objects[object];
        let pattern = offsets.within(followed.size, bytes)?;
        let last = followed.size - bytes;
        let has_cells = !followed.slots.is_empty();
        let start = followed.address.filter(|_| has_cells)?;
        let pointer = self.operand(address)?;
        // Also behind a check: who takes that away finds anything outside.
        let offset = self.distance(start, pointer);
        let outside = self.beyond(offset, last);
        let inside = self.negation(outside);
        let access = Access { object: ObjectId(object), pattern, width: bytes as u32 * 8 };
        Some(Place { object, access, offset, inside })
    }

    /// What a load reads, if that is followed.
    pub(super) fn loaded(&mut self, load: &'m Load, width: u32, name: &str) -> Option<Operand> {
        let bytes = stored_bytes(self.module, &load.loaded_ty)?;
        if load.volatile || load.atomicity.is_some() || u64::from(width) != bytes * 8 {
            return None;
        }
        let place = self.place(&load.address, bytes)?;
        if place.inside == Operand::Constant(BitVec::bit(false)) {
            return None;
        }
        let read = self.define(width, name, Operation::Load(place.access, place.offset));
        if let Some(set) = self.policy.contents.objects[place.object].set.filter(|_| is_pointer(&load.loaded_ty)) {
            let access = Access { object: set, width: 1, ..place.access };
            let set = self.define(1, "set", Operation::Load(access, place.offset));
            let outside = self.negation(place.inside);
            let set = self.either(set, outside);
            self.policy.contents.set.insert(&load.dest, set);
        }
        Some(match place.inside {
            Operand::Constant(_) => read,
            inside => {
                let any = self.anything(width);
                self.define(width, name, Operation::Select(inside, read, any))
            }
        })
    }

    /// What is stored is held from here on.
    pub(super) fn stored(&mut self, store: &'m llvm_ir::instruction::Store) {
        let ty = self.module.type_of(&store.value);
        let Some(bytes) = stored_bytes(self.module, &ty) else { return self.forget_contents(&store.address) };
        let Some(place) = self.place(&store.address, bytes) else { return self.forget_contents(&store.address) };
        if place.inside == Operand::Constant(BitVec::bit(false)) {
            return;
        }
        let width = place.access.width;
        // What number a constant address is, is not known.
        let is_known = !is_pointer(&ty) || self.is_number(&store.value);
        let value = self.operand(&store.value).filter(|value| is_known && self.width(*value) == width);
        let value = value.unwrap_or_else(|| self.anything(width));
        let Place { object, access, offset, inside: condition } = place;
        self.add_store(object, Store { access, offset, value, condition, origin: self.origin }, true);
    }

    /// Adds a store into the cells of an object, which are set then or not.
    fn add_store(&mut self, row: usize, store: Store, is_set: bool) {
        let set = self.policy.contents.objects[row].set.map(|object| Store {
            access: Access { object, width: 1, ..store.access },
            value: Operand::Constant(BitVec::bit(is_set)),
            ..store
        });
        let stores = [store].into_iter().chain(set).map(Instruction::Store);
        stores.for_each(|store| self.add(store));
    }

    /// Where a pointer is used that has been read from memory which was never set, the use fails.
    pub(super) fn used(&mut self, pointer: &llvm_ir::Operand) {
        let llvm_ir::Operand::LocalOperand { name, .. } = pointer else { return };
        if let Some(&set) = self.policy.contents.set.get(name) {
            let unset = self.negation(set);
            self.check_always(unset, CheckKind::InvalidAccess);
        }
    }

    /// A pointer is computed from another one, and has been set where that has.
    pub(super) fn set_with(&mut self, pointer: &'m Name, other: &llvm_ir::Operand) {
        let llvm_ir::Operand::LocalOperand { name, .. } = other else { return };
        if let Some(&set) = self.policy.contents.set.get(name) {
            self.policy.contents.set.insert(pointer, set);
        }
    }

    /// What an object holds that a pointer leads into is not known any more.
    fn forget_contents(&mut self, address: &llvm_ir::Operand) {
        for (row, _) in self.followed(address) {
            self.fill(row, (0, self.policy.contents.objects[row].size), Filling::Anything);
        }
    }

    /// What a function of the C library writes.
    pub(super) fn written(&mut self, known: &Known, call: &'m Call) {
        for (index, (pointer, _)) in call.arguments.iter().enumerate() {
            use Argument::{Maybe, Own, Plain, Written, WrittenAll};
            let is_written = matches!(known.argument(index), Written | WrittenAll | Maybe | Plain | Own);
            if !is_written && known.writes != Writes::Anything {
                continue;
            }
            let whole =
                (known.argument(index) == Argument::WrittenAll).then(|| self.filled(pointer, known, call)).flatten();
            match whole {
                Some((row, bytes, filling)) => self.fill(row, bytes, filling),
                None => self.forget_contents(pointer),
            }
        }
    }

    /// The bytes that a block operation fills, from the first to the one behind the last, and what with.
    fn filled(
        &mut self,
        pointer: &llvm_ir::Operand,
        known: &Known,
        call: &'m Call,
    ) -> Option<(usize, (u64, u64), Filling<'m>)> {
        let (row, begin) = self.exactly(pointer)?;
        let length =
            known.length().and_then(|length| call.arguments.get(length)).and_then(|(length, _)| self.operand(length));
        let Operand::Constant(length) = length? else { return None };
        let length = u64::try_from(length.unsigned()).ok()?;
        let end = begin.checked_add(length).filter(|end| *end <= self.policy.contents.objects[row].size)?;
        let from = &call.arguments.get(1)?.0;
        let filling = match known.name {
            "memset" => match self.operand(from) {
                Some(Operand::Constant(byte)) => Filling::Each(byte.unsigned() as u8),
                _ => Filling::Anything,
            },
            "memcpy" if global(from).is_some_and(|name| name.starts_with(&anything())) => Filling::Unset,
            "memcpy" | "memmove" => {
                let initial = self
                    .policy
                    .initial
                    .iter()
                    .find(|source| global(from) == Some(&source.name) && source.size >= length);
                initial.map_or(Filling::Anything, |source| Filling::Initial(source, begin))
            }
            _ => Filling::Anything,
        };
        Some((row, (begin, end), filling))
    }

    /// The object that a pointer leads into, and the constant place there.
    fn exactly(&mut self, pointer: &llvm_ir::Operand) -> Option<(usize, u64)> {
        let [(row, offsets)] = self.followed(pointer)[..] else { return None };
        Some((row, offsets.within(self.policy.contents.objects[row].size, 0).filter(|at| at.modulus == 0)?.residue))
    }

    /// Fills bytes of an object; cells of which only a part is filled hold anything.
    fn fill(&mut self, row: usize, (begin, end): (u64, u64), filling: Filling) {
        let slots = self.policy.contents.objects[row].slots.clone();
        let is_set = !matches!(filling, Filling::Unset);
        let constants: Option<Vec<u8>> = match filling {
            Filling::Unset | Filling::Anything => None,
            Filling::Each(byte) => Some(vec![byte; end as usize]),
            Filling::Initial(source, begin) => {
                Some(vec![0; begin as usize].into_iter().chain(source.bytes(source.size)).collect())
            }
        };
        for slot in slots.iter().filter(|slot| slot.offset < end && slot.offset + slot.bytes > begin) {
            let is_whole = slot.offset >= begin && slot.offset + slot.bytes <= end;
            let width = slot.bytes as u32 * 8;
            let value = match constants.as_ref().filter(|_| is_whole) {
                Some(bytes) => Operand::Constant(slot.number(bytes)),
                None => self.anything(width),
            };
            let pattern = Pattern { residue: slot.offset, modulus: 0 };
            let access = Access { object: ObjectId(row), pattern, width };
            let offset = Operand::Constant(BitVec::new(self.policy.pointer_width, u128::from(slot.offset)));
            let condition = Operand::Constant(BitVec::bit(true));
            self.add_store(row, Store { access, offset, value, condition, origin: self.origin }, is_set);
        }
    }
}

/// What bytes are filled with.
enum Filling<'m> {
    /// With anything, as long as nothing is written there.
    Unset,
    /// With anything.
    Anything,
    /// Each with the same.
    Each(u8),
    /// With what a local is initialised with, from a byte on.
    Initial(&'m ObjectSource, u64),
}

/// What the names begin with of what locals without initial values are filled from.
fn anything() -> String {
    format!("{PREFIX}anything")
}

/// The name of the global that a pointer leads to the beginning of.
fn global(pointer: &llvm_ir::Operand) -> Option<&str> {
    match pointer.as_constant()? {
        Constant::GlobalReference { name: Name::Name(name), .. } => Some(name.as_str()),
        _ => None,
    }
}
