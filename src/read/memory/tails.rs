//! Objects of computed size that have no bound, and objects of many bytes: their cells repeat.
//!
//! An array `int a[n]` is accessed by element: whatever `n` is, its cells are like those of its first elements, and so are those of an array
//! of a million elements. So the layout is made for a
//! *window* of the object, of a beginning, in which all accesses at single offsets are, and some periods, which all strides divide. Behind
//! the beginning the cells of one period stand for all that follow ([`Tail`]). That every access meets the same row of cells at each of its
//! offsets, as the layout promises, is looked at once more here; where it does not, the object stays bounded.
//!
//! The arrays of frames of recursive functions ([`crate::prepare::program`]) repeat as well, and have as many cells as there can be frames.
//!
//! Bounded as well are objects that hold addresses, those that a copy or fill of computed length goes to, those that a call
//! gives out again and again, and those that hold at first what is not zero.

use super::layout::{Extent, Slot};
use super::points_to::{ObjectNumber, FIRST};
use super::{callee_name, constant_length, is_block, marker, Model};
use crate::llvm::marker::Marker;
use crate::prepare::objects::{Initial, ObjectKind};
use crate::prepare::program::is_array;
use crate::program::Tail;
use llvm_ir::{Function, Instruction, Module, Operand};
use std::ops::Range;

/// Neither the beginning nor a period has more bytes.
const MOST_BYTES: u64 = 1 << 14;

/// The objects of one call, or a variable, which have a tail.
#[derive(Clone, Debug)]
pub(super) struct Tailed {
    /// The objects.
    pub objects: Range<ObjectNumber>,
    /// How many bytes they have; `None` where that is computed.
    pub bytes: Option<u64>,
    /// The cells that repeat.
    pub tail: Tail,
}

/// Objects that may have a tail.
pub(super) struct Repeating {
    /// The objects.
    pub objects: Range<ObjectNumber>,
    /// How many bytes they have; `None` where that is computed.
    pub bytes: Option<u64>,
    /// Whether they are zero at first. Else they may hold anything.
    pub is_zero: bool,
}

/// What is known of the accesses to such objects.
struct Shape {
    repeating: Repeating,
    /// What all strides divide; `None` where it is too large, or the objects cannot have a tail.
    period: Option<u64>,
    /// Where the last access at a single offset ends, and the first of each other.
    end: u64,
}

impl Shape {
    /// Takes in an access of so many bytes from an offset on, in strides of `modulus` bytes.
    fn add(&mut self, residue: u64, modulus: u64, bytes: u64) {
        self.end = self.end.max(residue.saturating_add(bytes));
        let stride = modulus.max(1);
        self.period = self.period.and_then(|period| (period / gcd(period, stride)).checked_mul(stride));
        if self.end > MOST_BYTES {
            self.period = None;
        }
    }

    fn tail(&self) -> Option<Tail> {
        let period = self.period.filter(|&period| period <= MOST_BYTES)?;
        Some(Tail { begin: self.end.max(1).next_multiple_of(period), period, is_zero: self.repeating.is_zero })
    }
}

/// When an object is given any contents: before all else, and never again, or later as well.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opened {
    First,
    Later,
}

fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

impl<'m> Model<'m> {
    /// How many bytes an object can have at most: so many as a difference of pointers can be, and as machines of 64 bits have
    /// addresses for (47 bits on x86-64).
    pub(super) fn most_bytes(&self) -> u64 {
        (1u64 << (self.pointer_width - 1).min(47)) - 1
    }

    /// The tail of an object, if it has one.
    pub(super) fn tail(&self, object: ObjectNumber) -> Option<Tail> {
        let tailed = self.tails.iter().find(|tailed| tailed.objects.contains(&object)).map(|tailed| tailed.tail);
        tailed.or_else(|| Some(self.pool(object)?.tail()))
    }

    /// How many bytes an object has at most.
    pub(super) fn largest(&self, object: ObjectNumber) -> u64 {
        let tailed = self.tails.iter().find(|tailed| tailed.objects.contains(&object));
        match (tailed, self.pool(object)) {
            (Some(Tailed { bytes: Some(bytes), .. }), _) => *bytes,
            (Some(_), _) | (None, Some(_)) => self.most_bytes(),
            (None, None) => self.sizes[object],
        }
    }

    /// The variables of more bytes than are listed.
    fn large_variables(&self, function: &Function) -> Vec<Repeating> {
        let mut repeating = Vec::new();
        for (object, source) in (FIRST..).zip(&self.objects) {
            let is_variable = matches!(source.kind, ObjectKind::Local | ObjectKind::Global) && !source.is_constant;
            let is_large = (self.bounds.listed_bytes.saturating_add(1)..=self.most_bytes()).contains(&source.size);
            if !is_variable || !is_large || self.is_frames(object) {
                continue;
            }
            let is_zero = |(_, initial): &(u64, Initial)| matches!(initial, Initial::Bits(bits) if !bits.is_nonzero());
            let opened = self.opened(function, object);
            if source.initial.iter().all(is_zero) && opened != Some(Opened::Later) {
                let (objects, bytes) = (object..object + 1, Some(source.size));
                repeating.push(Repeating { objects, bytes, is_zero: opened.is_none() });
            }
        }
        repeating
    }

    /// Whether an object is given any contents, and when.
    fn opened(&self, function: &Function, object: ObjectNumber) -> Option<Opened> {
        let may_be = |address: &Operand| {
            let targets = self.points_to.targets(address);
            targets.unknown || targets.objects.contains_key(&object)
        };
        let (mut opened, mut is_used) = (None, false);
        for (number, block) in function.basic_blocks.iter().enumerate() {
            for instruction in &block.instrs {
                let (addresses, opens) = match instruction {
                    Instruction::Load(load) => (vec![&load.address], false),
                    Instruction::Store(store) => (vec![&store.address, &store.value], false),
                    Instruction::Call(call) => {
                        let arguments = call.arguments.iter().map(|(argument, _)| argument);
                        (arguments.collect(), marker(call) == Some(Marker::Havoc))
                    }
                    _ => continue,
                };
                let meets = addresses.into_iter().any(may_be);
                if meets && opens {
                    let is_first = number == 0 && !is_used && opened != Some(Opened::Later);
                    opened = Some(if is_first { Opened::First } else { Opened::Later });
                }
                is_used |= meets && !opens;
            }
        }
        opened
    }

    /// Finds the objects that may have a tail, and gives them the size of a window.
    pub(super) fn find_tails(&mut self, module: &Module, function: &'m Function) {
        let mut repeating = self.large_variables(function);
        repeating.extend(self.heap.with_tails(self.bounds, &self.sizes));
        repeating.extend(self.frames());
        repeating.retain(|repeating| self.may_repeat(repeating));
        let new = |repeating| Shape { repeating, period: Some(1), end: 0 };
        let mut shapes: Vec<Shape> = repeating.into_iter().map(new).collect();
        for instruction in function.basic_blocks.iter().flat_map(|block| &block.instrs) {
            let (addresses, bytes) = match (self.accessed(module, instruction), instruction) {
                (Some((addresses, bytes, _)), _) => (addresses, Some(bytes)),
                (None, Instruction::Call(call)) if is_block(callee_name(call)) && constant_length(call).is_none() => {
                    (call.arguments.iter().take(2).map(|(operand, _)| operand).collect(), None)
                }
                _ => continue,
            };
            for (object, offsets) in addresses.into_iter().flat_map(|address| self.points_to.targets(address).objects) {
                let Some(shape) = shapes.iter_mut().find(|shape| shape.repeating.objects.contains(&object)) else {
                    continue;
                };
                match bytes {
                    None => shape.period = None,
                    Some(bytes) => {
                        let most = shape.repeating.bytes.unwrap_or(self.most_bytes());
                        if let Some(pattern) = offsets.within(most, bytes) {
                            shape.add(pattern.residue, pattern.modulus, bytes);
                        }
                    }
                }
            }
        }
        for shape in shapes {
            let Some(tail) = shape.tail() else { continue };
            let window = tail.begin + 2 * tail.period + shape.end.next_multiple_of(tail.period);
            let Repeating { objects, bytes, .. } = shape.repeating;
            if bytes.is_none_or(|bytes| window < bytes) {
                self.resize(&objects, window);
                self.tails.push(Tailed { objects, bytes, tail });
            }
        }
    }

    /// Whether objects may have a tail by their size. What a cell of a tail held at first that may hold anything is not recorded: where it has to
    /// be, such objects have one only where they are too large to be listed.
    fn may_repeat(&self, repeating: &Repeating) -> bool {
        let is_small = |bytes: u64| !repeating.is_zero && self.bounds.records && bytes <= self.bounds.object_bytes;
        repeating.bytes.is_none_or(|bytes| bytes <= self.most_bytes() && !is_small(bytes))
    }

    /// The arrays of frames. Nothing is read there that was not written.
    fn frames(&self) -> Vec<Repeating> {
        let numbers = (FIRST..FIRST + self.objects.len()).filter(|&number| self.is_frames(number));
        numbers.map(|number| Repeating { objects: number..number + 1, bytes: None, is_zero: true }).collect()
    }

    /// Whether an object is an array of frames.
    pub(super) fn is_frames(&self, object: ObjectNumber) -> bool {
        let source = object.checked_sub(FIRST).and_then(|index| self.objects.get(index));
        source.is_some_and(|source| source.kind == ObjectKind::Local && is_array(&source.name))
    }

    fn resize(&mut self, objects: &Range<ObjectNumber>, size: u64) {
        for object in objects.clone() {
            self.sizes[object] = size;
            self.objects[object - FIRST].size = size;
        }
    }

    /// Takes tails away whose cells do not repeat as they should, or hold addresses. True if there was one: then the layout
    /// is to be made again. If there was none, what repeats is not listed any more.
    pub(super) fn drop_tails(&mut self, extents: &[Extent]) -> bool {
        let (kept, dropped): (Vec<Tailed>, Vec<Tailed>) = std::mem::take(&mut self.tails)
            .into_iter()
            .partition(|tailed| tailed.objects.clone().all(|object| self.repeats(object, tailed.tail, extents)));
        for tailed in &dropped {
            // An array of frames has no other size: too large, accesses to it are not modelled.
            let is_array = tailed.objects.clone().any(|object| self.is_frames(object));
            let otherwise = if is_array { self.most_bytes() } else { self.bounds.capacity };
            self.resize(&tailed.objects, tailed.bytes.unwrap_or(otherwise));
        }
        self.tails = kept;
        if dropped.is_empty() {
            for Tailed { objects, tail, .. } in &self.tails {
                let end = tail.begin + tail.period;
                objects.clone().for_each(|object| self.slots[object].retain(|slot| slot.offset < end));
            }
        }
        !dropped.is_empty()
    }

    /// Whether each access meets the same row of numbers at each of its offsets, where one period stands for all that follow.
    fn repeats(&self, object: ObjectNumber, tail: Tail, extents: &[Extent]) -> bool {
        let end = tail.begin + tail.period;
        let slots = &self.slots[object];
        let straddles = |slot: &Slot, edge: u64| slot.offset < edge && edge < slot.offset + slot.bytes;
        let holds_addresses = slots.iter().any(|slot| slot.is_pointer) && !self.is_frames(object);
        if holds_addresses || slots.iter().any(|slot| straddles(slot, tail.begin) || straddles(slot, end)) {
            return false;
        }
        let slot_at = |offset: u64| {
            let slot = slots.binary_search_by_key(&tail.listed(offset), |slot| slot.offset).ok()?;
            Some(slots[slot].bytes)
        };
        let row = |at: u64, bytes: u64| {
            let mut row = Vec::new();
            while row.iter().sum::<u64>() < bytes {
                row.push(slot_at(at + row.iter().sum::<u64>())?);
            }
            (row.iter().sum::<u64>() == bytes).then_some(row)
        };
        let places = extents.iter().flat_map(|extent| extent.places.iter().map(move |place| (extent, place)));
        for (extent, &(_, pattern)) in places.filter(|(_, place)| place.0 == object) {
            let first = row(pattern.residue, extent.bytes);
            let is_whole =
                self.claims.holes(extent.kind, (object, pattern), self.sizes[object], extent.bytes).is_empty();
            let offsets = (pattern.residue..end + tail.period).step_by(pattern.modulus.max(1) as usize);
            let offsets = offsets.take(if pattern.modulus == 0 { 1 } else { usize::MAX });
            if first.is_none() || !is_whole || !offsets.into_iter().all(|at| row(at, extent.bytes) == first) {
                return false;
            }
        }
        true
    }
}
