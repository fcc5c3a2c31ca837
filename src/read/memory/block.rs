//! Copying and filling: cells of one side become those of the other.
//!
//! Where the length is computed, it is a multiple of some number of bytes, a *grain*: that of `n * sizeof(int)` has four. Both
//! sides are cut alike grain by grain as far as objects go, and each grain is written under the condition that the
//! length reaches behind it. All are read before any is written, so that source and target may overlap.

use llvm_ir::instruction::Call;
use llvm_ir::Operand as LlvmOperand;

use super::access::{Content, Places, TOO_MANY};
use super::layout::{Extent, Kind};
use super::points_to::ObjectNumber;
use super::{is_copy, Model};
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{Operand, Operation, Pattern};
use crate::read::blocks::{Cut, Flow, Reader};
use crate::read::exact::Exact;

/// A row of grains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Grains {
    /// How many bytes a grain has.
    bytes: u64,
    /// How many there can be at most.
    most: u64,
    /// Whether every length that is computed so is a multiple, even where products wrap.
    is_certain: bool,
}

impl Model<'_> {
    /// The grains of a block operation whose length is computed; `None` if there are too many.
    fn grains(&self, call: &Call) -> Option<Grains> {
        let (bytes, is_certain) = self.points_to.offsets(&call.arguments.get(2)?.0).divisor();
        let sides = if is_copy(super::callee_name(call)) { 2 } else { 1 };
        let room = |address: &LlvmOperand| {
            let objects = self.points_to.targets(address).objects;
            let room = |(object, offsets): (ObjectNumber, super::offsets::Offsets)| {
                Some(self.sizes[object] - offsets.within(self.sizes[object], 0)?.residue)
            };
            objects.into_iter().filter_map(room).max().unwrap_or(0)
        };
        let most = call.arguments.iter().take(sides).map(|(address, _)| room(address)).min()? / bytes;
        (most <= self.bounds.object_cells as u64).then_some(Grains { bytes, most, is_certain })
    }

    /// What a block operation of computed length accesses.
    pub(super) fn grain_extents(&self, call: &Call) -> Vec<Extent> {
        let sides = if is_copy(super::callee_name(call)) { 2 } else { 1 };
        let Some(grains) = self.grains(call) else { return Vec::new() };
        let extent = |index: u64| {
            let sides = call.arguments.iter().take(sides);
            let places = sides.flat_map(|(address, _)| self.places_behind(address, index * grains.bytes, grains.bytes));
            let is_small = |&(object, _): &(ObjectNumber, Pattern)| self.sizes[object] <= self.bounds.object_bytes;
            Extent { places: places.filter(is_small).collect(), bytes: grains.bytes, kind: self.kind_of_grains(grains) }
        };
        let mut extents: Vec<Extent> =
            (0..grains.most).map(extent).filter(|extent| !extent.places.is_empty()).collect();
        extents.dedup();
        extents
    }

    /// A grain that is no whole address cannot be part of one.
    fn kind_of_grains(&self, grains: Grains) -> Kind {
        if grains.bytes < u64::from(self.pointer_width / 8) {
            Kind::Part
        } else {
            Kind::Block
        }
    }

    /// The objects and offsets at which an access so many bytes behind an address can stay inside an object.
    fn places_behind(&self, address: &LlvmOperand, by: u64, bytes: u64) -> Vec<(ObjectNumber, Pattern)> {
        let targets = self.points_to.targets(address).objects;
        let inside = |(object, offsets): (ObjectNumber, super::offsets::Offsets)| {
            Some((object, offsets.plus(super::offsets::Offsets::exactly(by as i64)).within(self.sizes[object], bytes)?))
        };
        targets.into_iter().filter_map(inside).collect()
    }
}

impl<'m> Reader<'m, Exact<'m>> {
    /// A copy of memory.
    ///
    /// # Errors
    /// If what is copied cannot be represented.
    pub(in crate::read) fn copy(&mut self, call: &'m Call) -> Result<Flow, Cut> {
        if super::is_volatile(call) {
            return Err(Cut::new("volatile access to memory"));
        }
        let Some(bytes) = super::constant_length(call) else { return self.copy_grains(call) };
        if bytes > self.policy.memory.bounds.copied_bytes {
            return Err(Cut::new(TOO_MANY));
        }
        if bytes > 0 {
            let from = self.places(&call.arguments[1].0, bytes, Kind::Block)?;
            let to = self.places(&call.arguments[0].0, bytes, Kind::Block)?;
            let contents = self.contents(&from)?;
            self.write(&to, &contents, Operand::Constant(BitVec::bit(true)));
        }
        Ok(Flow::Continues)
    }

    /// Memory is filled with a byte.
    ///
    /// # Errors
    /// If what is filled holds pointers and the byte is not zero.
    pub(in crate::read) fn fill(&mut self, call: &'m Call) -> Result<Flow, Cut> {
        let byte = self.bits(&call.arguments[1].0, "memset")?;
        let always = Operand::Constant(BitVec::bit(true));
        match super::constant_length(call) {
            Some(0) => {}
            Some(bytes) => {
                let to = self.places(&call.arguments[0].0, bytes, Kind::Block)?;
                let contents = self.filling(byte, &to)?;
                self.write(&to, &contents, always);
            }
            None => {
                let (grains, length) = self.grains_of(call)?;
                for (index, to) in self.grain_places(&call.arguments[0].0, length, grains)?.into_iter().enumerate() {
                    let contents = self.filling(byte, &to)?;
                    let reaches = self.reaches(length, (index as u64 + 1) * grains.bytes);
                    self.write(&to, &contents, reaches);
                }
            }
        }
        Ok(Flow::Continues)
    }

    fn copy_grains(&mut self, call: &'m Call) -> Result<Flow, Cut> {
        let (grains, length) = self.grains_of(call)?;
        let from = self.grain_places(&call.arguments[1].0, length, grains)?;
        let to = self.grain_places(&call.arguments[0].0, length, grains)?;
        let mut contents = Vec::new();
        for (from, _) in from.iter().zip(&to) {
            contents.push(self.contents(from)?);
        }
        for (index, (to, contents)) in to.iter().zip(contents).enumerate() {
            let reaches = self.reaches(length, (index as u64 + 1) * grains.bytes);
            self.write(to, &contents, reaches);
        }
        Ok(Flow::Continues)
    }

    /// The grains of a block operation and its length. Where the length is no multiple, because a product has wrapped,
    /// control leaves.
    fn grains_of(&mut self, call: &'m Call) -> Result<(Grains, Operand), Cut> {
        let grains = self.policy.memory.grains(call);
        let grains =
            grains.ok_or_else(|| Cut::new("memory is copied or filled in a computed length that may be large"))?;
        let length = self.bits(&call.arguments[2].0, "call")?;
        if !grains.is_certain {
            let width = self.policy.memory.pointer_width;
            let bytes = Operand::Constant(BitVec::new(width, u128::from(grains.bytes)));
            let rest = self.define(width, "rest", Operation::Binary(BinaryOp::URem, length, bytes));
            let whole = self.equal(rest, Operand::Constant(BitVec::zero(width)));
            let misfits = self.negation(whole);
            self.cut_unless_false(misfits, "a length that wraps around");
        }
        Ok((grains, length))
    }

    /// Where each grain is, as far as there is room for it.
    fn grain_places(&mut self, address: &LlvmOperand, length: Operand, grains: Grains) -> Result<Vec<Places>, Cut> {
        let pointer = self.inside(address, length)?;
        let choices = |model: &Model, index: u64| {
            let mut choices = model.places_behind(address, index * grains.bytes, grains.bytes);
            if let Operand::Constant(object) = pointer.object {
                choices.retain(|&(choice, _)| choice as u128 == object.unsigned());
            }
            choices
        };
        let kind = self.policy.memory.kind_of_grains(grains);
        let first = choices(&self.policy.memory, 0);
        self.exclude_misfits(address, pointer, &first)?;
        let mut places = Vec::new();
        let mut work = 0;
        for index in 0..grains.most {
            let by = Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(index * grains.bytes)));
            let choices = choices(&self.policy.memory, index);
            let cells = |&(object, pattern): &(ObjectNumber, Pattern)| match pattern.modulus {
                0 => 1,
                _ => self.policy.memory.slots[object].len(),
            };
            work += choices.iter().map(cells).sum::<usize>();
            if work > MOST_WORK {
                return Err(Cut::new("memory is copied or filled in a computed length that may be large"));
            }
            let at = self.moved(pointer, by, "grain");
            let reaches = self.reaches(length, (index + 1) * grains.bytes);
            // A length that reaches behind the last place, or a hole, has left.
            let Some(place) = self.cells_of(at, choices, (grains.bytes, kind), reaches)? else { break };
            places.push(place);
        }
        Ok(places)
    }

    /// Whether a length is at least so many bytes.
    fn reaches(&mut self, length: Operand, bytes: u64) -> Operand {
        let bytes = Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(bytes)));
        self.define(1, "reaches", Operation::Compare(Predicate::Ule, bytes, length))
    }

    /// A byte in each cell of a place.
    fn filling(&mut self, byte: Operand, to: &Places) -> Result<Vec<Content>, Cut> {
        let is_zero = byte == Operand::Constant(BitVec::zero(8));
        let mut contents = Vec::new();
        for slot in &to.slots {
            contents.push(match slot.is_pointer {
                true if is_zero => Content::Pointer(self.null()),
                true => return Err(Cut::new("a pointer is filled with bytes")),
                false => Content::Bits(self.repeated(byte, slot.bytes)),
            });
        }
        Ok(contents)
    }

    /// A byte, so many times.
    fn repeated(&mut self, byte: Operand, bytes: u64) -> Operand {
        let width = bytes as u32 * 8;
        let ones = (0..bytes).fold(0u128, |ones, index| ones | 1 << (8 * index));
        match byte {
            byte if bytes == 1 => byte,
            Operand::Constant(byte) => Operand::Constant(BitVec::new(width, ones * byte.unsigned())),
            byte => {
                let wide = self.define(width, "byte", Operation::ZeroExtend(byte));
                let ones = Operand::Constant(BitVec::new(width, ones));
                self.define(width, "bytes", Operation::Binary(BinaryOp::Mul, wide, ones))
            }
        }
    }
}

/// How many cells the grains of one side may meet, over all grains: more would be a circuit beyond measure.
const MOST_WORK: usize = 1 << 16;
