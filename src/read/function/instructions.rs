//! What instructions compute and check. What has no exact value here is anything.

use super::bases::Object;
use super::havoc::Havoc;
use super::operands::Root;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{CheckKind, Operand, Operation, Origin, OriginId};
use crate::read::blocks::{Cut, Reader};
use crate::read::memory::stored_bytes;
use crate::read::operators::compared;
use crate::read::values::readable;
use llvm_ir::instruction::{Alloca, Call, ICmp, Select};
use llvm_ir::{Instruction, Name, Type};

/// Marks of [`Havoc::checked`].
const NOT_NULL: u8 = 0;

impl<'m> Reader<'m, Havoc<'m>> {
    /// What an instruction does to memory, and what is checked before.
    pub(super) fn effect(&mut self, instruction: &'m Instruction) {
        use Instruction as I;
        match instruction {
            I::Load(load) => self.access(&load.address, &load.loaded_ty, true),
            I::Store(store) => {
                let ty = self.module.type_of(&store.value);
                self.access(&store.address, &ty, false);
                self.stored(store);
            }
            I::AtomicRMW(update) => self.access(&update.address, &Type::IntegerType { bits: 8 }, false),
            I::CmpXchg(update) => self.access(&update.address, &Type::IntegerType { bits: 8 }, false),
            _ => {}
        }
    }

    /// The value of an instruction that loads, or computes with addresses; `None` for others.
    ///
    /// # Errors
    /// If it is not known.
    pub(super) fn computed(
        &mut self,
        instruction: &'m Instruction,
        dest: &'m Name,
        width: u32,
    ) -> Result<Option<Operand>, Cut> {
        use Instruction as I;
        let name = readable(dest);
        let value = match instruction {
            I::Sub(i) => return Ok(self.pointer_difference([&i.operand0, &i.operand1], width, &name)),
            I::ICmp(compare) => self.integers_compared(compare),
            I::Load(load) => self.loaded(load, width, &name),
            I::PtrToInt(i) => {
                self.policy.numbers.insert(&i.dest, &i.operand);
                // What number a constant address is, is not known.
                let a = self.operand(&i.operand).filter(|_| self.is_number(&i.operand));
                a.map(|a| self.resized(a, width, &name))
            }
            I::IntToPtr(i) => self.operand(&i.operand).map(|a| self.resized(a, width, &name)),
            I::Alloca(alloca) => Some(self.object(alloca)),
            _ => return Ok(None),
        };
        value.map(Some).ok_or_else(|| Cut::new("a number that depends on where an object lies"))
    }

    fn resized(&mut self, a: Operand, width: u32, name: &str) -> Operand {
        match self.width(a) {
            own if own == width => a,
            own if own > width => self.define(width, name, Operation::Truncate(a)),
            _ => self.define(width, name, Operation::ZeroExtend(a)),
        }
    }

    fn integers_compared(&mut self, compare: &'m ICmp) -> Option<Operand> {
        self.policy.compared.insert(&compare.dest, self.origin);
        let (a, b) = (self.operand(&compare.operand0)?, self.operand(&compare.operand1)?);
        let (predicate, a, b) = compared(compare.predicate, a, b);
        // How different objects lie in memory is not known.
        let roots = (self.root(&compare.operand0), self.root(&compare.operand1));
        if let (Some(Root::Object(first)), Some(Root::Object(second))) = roots {
            if first.address != second.address {
                let sides = [(a, first), (b, second)];
                return match predicate {
                    Predicate::Eq => Some(self.equal_apart(sides)),
                    Predicate::Ne => {
                        let equal = self.equal_apart(sides);
                        Some(self.negation(equal))
                    }
                    _ => None,
                };
            }
        }
        if !self.can_be_compared(compare) {
            return None;
        }
        let is_equality = matches!(predicate, Predicate::Eq | Predicate::Ne);
        let object = self.common_object(compare).filter(|_| !is_equality);
        let is_null = |side: Operand| matches!(side, Operand::Constant(constant) if !constant.is_nonzero());
        let is_address = |side: Operand| self.policy.objects.values().any(|object| object.address == side);
        if is_null(a) && is_address(b) || is_null(b) && is_address(a) {
            match predicate {
                Predicate::Eq => return Some(Operand::Constant(BitVec::bit(false))),
                Predicate::Ne => return Some(Operand::Constant(BitVec::bit(true))),
                _ => {}
            }
        }
        if !is_equality && matches!((a, b), (Operand::Value(_), _) | (_, Operand::Value(_))) {
            let may_be_equal = matches!(predicate, Predicate::Ule | Predicate::Sle);
            self.policy.inequalities.insert(&compare.dest, (may_be_equal, a, b));
        }
        let holds = self.compare(predicate, a, b);
        Some(object.map_or(holds, |object| self.unless_outside(object, [a, b], holds)))
    }

    /// What an inequality of two addresses in one object says, unless one of them is outside of it: where the addresses wrap is not known.
    fn unless_outside(&mut self, object: Object, sides: [Operand; 2], holds: Operand) -> Operand {
        let half = u64::MAX >> (64 - self.policy.pointer_width.min(64) + 1);
        let mut known = holds;
        for side in sides {
            let offset = self.distance(object.address, side);
            let outside = self.beyond(offset, object.size.unwrap_or(half));
            known = match outside {
                Operand::Constant(no) if !no.is_nonzero() => known,
                outside => {
                    let any = self.anything(1);
                    self.define(1, "inside", Operation::Select(outside, any, known))
                }
            };
        }
        known
    }

    /// A local that is memory. Each time that control passes it elsewhere than in the entry, it is another one.
    fn object(&mut self, alloca: &'m Alloca) -> Operand {
        let number = self.policy.locals[&alloca.dest];
        let object = match self.only(&self.policy.points_to.of_value(&alloca.dest)) {
            Some(_) => self.object_at(number),
            None => self.free(number),
        };
        self.policy.roots.insert(&alloca.dest, Root::Object(object));
        object.address
    }

    /// How many bytes a local has, where that is known.
    pub(super) fn size_of_local(&self, alloca: &Alloca) -> Option<u64> {
        match &alloca.dest {
            Name::Name(name) => self.policy.local_sizes?.get(name.as_str()).copied(),
            Name::Number(_) => None,
        }
    }

    /// An address that is so many bytes behind another one.
    pub(super) fn step(&mut self, call: &'m Call, dest: &'m Name) -> Option<Operand> {
        let [(base, _), (offset, _)] = &call.arguments[..] else { return None };
        // A number that is added to null is an address.
        let is_number = offset.as_constant().is_none() && self.is_null(&self.bases(base));
        if let Some(root) = self.root(base).filter(|_| !is_number) {
            self.policy.roots.insert(dest, root);
        }
        self.set_with(dest, base);
        let (address, offset) = (self.operand(base)?, self.operand(offset)?);
        Some(self.sum(address, offset, "address"))
    }

    /// An access to memory: what it goes through is not null, and it stays inside an object whose size is known.
    pub(super) fn access(&mut self, address: &llvm_ir::Operand, ty: &Type, reads: bool) {
        self.used(address);
        match stored_bytes(self.module, ty) {
            Some(length) => self.access_bytes(address, length, reads),
            None => self.access_somewhere(address),
        }
    }

    /// An access to so many bytes, or to none.
    pub(super) fn access_block(&mut self, address: &llvm_ir::Operand, length: Operand, reads: bool) {
        if let Operand::Constant(length) = length {
            return match u64::try_from(length.unsigned()) {
                Ok(0) | Err(_) => {}
                Ok(length) => self.access_bytes(address, length, reads),
            };
        }
        let none = Operand::Constant(BitVec::new(self.width(length), 0));
        let some = self.compare(Predicate::Ne, length, none);
        if let Some(pointer) = self.root(address).and_then(Root::nullable) {
            let null = Operand::Constant(BitVec::new(self.width(pointer), 0));
            let bad = match self.compare(Predicate::Eq, pointer, null) {
                Operand::Constant(no) if !no.is_nonzero() => return,
                null => self.define(1, "null", Operation::Binary(BinaryOp::And, null, some)),
            };
            self.check(bad, CheckKind::NullDereference);
        }
        self.stays_inside(address, length, reads);
    }

    /// So many bytes from an address on are inside of an object whose size is known, or are none.
    pub(super) fn stays_inside(&mut self, address: &llvm_ir::Operand, length: Operand, reads: bool) {
        if let Some(bad) = self.block_leaves(address, length) {
            self.out_of_bounds(address, bad, reads);
        }
    }

    /// Whether so many bytes from an address on leave an object whose size is known.
    pub(super) fn block_leaves(&mut self, address: &llvm_ir::Operand, length: Operand) -> Option<Operand> {
        let (start, size) = self.known_size(address)?;
        let address = self.operand(address)?;
        if self.width(length) != self.width(address) {
            return None;
        }
        let none = Operand::Constant(BitVec::new(self.width(length), 0));
        let some = self.compare(Predicate::Ne, length, none);
        // From the start on there are `offset` bytes, and `size - offset` bytes are left where that is no less.
        let (width, offset) = (self.width(address), self.distance(start, address));
        let outside = self.beyond(offset, size);
        let size = Operand::Constant(BitVec::new(width, u128::from(size)));
        let left = self.define(width, "left", Operation::Binary(BinaryOp::Sub, size, offset));
        let longer = self.compare(Predicate::Ult, left, length);
        let bad = self.define(1, "leaves", Operation::Binary(BinaryOp::Or, outside, longer));
        Some(self.define(1, "leaves", Operation::Binary(BinaryOp::And, bad, some)))
    }

    fn access_bytes(&mut self, address: &llvm_ir::Operand, length: u64, reads: bool) {
        self.access_somewhere(address);
        let (Some(known), Some(place)) = (self.known_size(address), self.operand(address)) else { return };
        let bad = self.leaves(known, place, length);
        self.out_of_bounds(address, bad, reads);
    }

    /// An access, wherever it goes from an address: that is not null.
    pub(super) fn access_somewhere(&mut self, address: &llvm_ir::Operand) {
        if let Some(pointer) = self.root(address).and_then(Root::nullable) {
            self.not_null(pointer);
        }
    }

    /// Where the object begins that an address is in, and its size, where that is known.
    pub(super) fn known_size(&mut self, address: &llvm_ir::Operand) -> Option<(Operand, u64)> {
        match self.root(address)? {
            Root::Block(start, size) => Some((start, size)),
            Root::Object(object) | Root::Nullable(_, object) => Some((object.address, object.size?)),
            Root::Value(_) => None,
        }
    }

    /// Whether so many bytes from an address on leave an object.
    pub(super) fn leaves(&mut self, (start, size): (Operand, u64), address: Operand, length: u64) -> Operand {
        let offset = self.distance(start, address);
        match size.checked_sub(length) {
            Some(last) => self.beyond(offset, last),
            None => Operand::Constant(BitVec::bit(true)),
        }
    }

    fn out_of_bounds(&mut self, address: &llvm_ir::Operand, bad: Operand, reads: bool) {
        let site = self.check_always(bad, CheckKind::OutOfBounds);
        if let Some(site) = site {
            self.program.map.sites[site.0].detail = self.told_object(address);
        }
        self.policy.reads.extend(site.filter(|_| reads));
    }

    /// The pointer is not null.
    pub(super) fn not_null(&mut self, pointer: Operand) {
        if self.policy.checked.insert((pointer, NOT_NULL)) {
            let null = Operand::Constant(BitVec::new(self.width(pointer), 0));
            let bad = self.compare(Predicate::Eq, pointer, null);
            self.check(bad, CheckKind::NullDereference);
        }
    }

    /// How many bytes an address is behind another one, modulo the width.
    pub(super) fn distance(&mut self, start: Operand, address: Operand) -> Operand {
        self.difference(address, start, "offset")
    }

    /// Whether an offset is greater than `last`.
    pub(super) fn beyond(&mut self, offset: Operand, last: u64) -> Operand {
        let last = BitVec::new(self.width(offset), u128::from(last));
        self.compare(Predicate::Ult, Operand::Constant(last), offset)
    }

    /// Whether two addresses in different objects are equal: not if both are of bytes of their object; else, as one behind the
    /// end of its object may be where the other object begins, anything.
    fn equal_apart(&mut self, sides: [(Operand, Object); 2]) -> Operand {
        let mut open = Operand::Constant(BitVec::bit(sides.iter().any(|(_, object)| object.is_shared)));
        for (address, object) in sides {
            let offset = self.distance(object.address, address);
            // An object whose size is not known may have no byte, as one between the ends of a linker's section.
            let beyond = match object.size.and_then(|size| size.checked_sub(1)) {
                Some(last) => self.beyond(offset, last),
                None => Operand::Constant(BitVec::bit(true)),
            };
            open = match (open, beyond) {
                (Operand::Constant(no), beyond) if !no.is_nonzero() => beyond,
                (open, Operand::Constant(no)) if !no.is_nonzero() => open,
                (Operand::Constant(_), _) | (_, Operand::Constant(_)) => Operand::Constant(BitVec::bit(true)),
                (open, beyond) => self.define(1, "open", Operation::Binary(BinaryOp::Or, open, beyond)),
            };
        }
        match open {
            Operand::Constant(no) if !no.is_nonzero() => open,
            Operand::Constant(_) => self.anything(1),
            open => {
                let any = self.anything(1);
                self.define(1, "equal", Operation::Binary(BinaryOp::And, open, any))
            }
        }
    }

    /// A choice between two values, with both ways as branches: a condition that the source has, which clang made a `select` as both
    /// values are constants.
    pub(super) fn choose(
        &mut self,
        select: &'m Select,
        condition: Operand,
        [a, b]: [Operand; 2],
        width: u32,
    ) -> Operand {
        let name = readable(&select.dest);
        let constants = [&select.true_value, &select.false_value].map(|arm| arm.as_constant().is_some());
        match condition {
            Operand::Constant(constant) if constant.is_nonzero() => a,
            Operand::Constant(_) => b,
            // Built-in functions, such as those that look for bits, choose between what they computed.
            Operand::Value(_) if constants != [true, true] => {
                self.define(width, name, Operation::Select(condition, a, b))
            }
            Operand::Value(_) => {
                let place = match &select.condition {
                    llvm_ir::Operand::LocalOperand { name, .. } => self.policy.compared.get(name).copied().flatten(),
                    _ => None,
                };
                // A comparison that has been joined with an equal one stands where that one does, on another line or before.
                let origin = |row: OriginId| &self.program.map.origins[row.0];
                let is_own = |own: &Origin, place: &Origin| {
                    (&own.file, own.line) == (&place.file, place.line) && own.column <= place.column
                };
                let place = place.filter(|&place| self.origin.is_some_and(|own| is_own(origin(own), origin(place))));
                self.fork(condition, (a, b), place, &name, width)
            }
        }
    }
}
