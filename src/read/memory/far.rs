//! Offsets whose computation may leave the address space. Of an index whose product with the size of an element wraps around, front ends make
//! a place that is inside of no object (`src/prepare/address.rs`): a choice between a constant and the product. Where an access is known
//! to be inside its object, its offset is the product; and as a product of a wider word, it is one that no index makes wrap. That is how
//! offsets of 64 bits are computed from indices of 32 bits, and provers need not find out what they have in common.

use llvm_ir::Operand as LlvmOperand;

use super::points_to::ObjectNumber;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{Operand, Operation, ValueId};
use crate::read::blocks::Reader;
use crate::read::exact::Exact;

/// An offset that is computed as a choice between a constant and something else.
pub(super) struct Chosen {
    /// Where it is the constant.
    leaves: Operand,
    /// What it is elsewhere.
    near: Operand,
    /// The same in as many bits as it takes not to wrap, for all indices, if it is a multiple of the one that decides.
    unwrapped: Option<Operand>,
}

impl<'m> Reader<'m, Exact<'m>> {
    /// An offset as such a choice, if it is computed as one. No access of so many bytes at its constant may be inside one of these objects, unless
    /// it is known what the index says there.
    pub(super) fn chosen(&mut self, offset: Operand, bytes: Operand, objects: &[ObjectNumber]) -> Option<Chosen> {
        let (Operand::Value(value), Operand::Constant(bytes)) = (offset, bytes) else { return None };
        let (choice, by) = match self.operations[value.0] {
            Some(Operation::Binary(BinaryOp::Add, Operand::Value(choice), Operand::Constant(by)))
            | Some(Operation::Binary(BinaryOp::Add, Operand::Constant(by), Operand::Value(choice))) => (choice, by),
            _ => (value, BitVec::zero(self.policy.memory.pointer_width)),
        };
        let Some(Operation::Select(leaves, Operand::Constant(far), otherwise)) = self.operations[choice.0] else {
            return None;
        };
        let is_pool = |object: &ObjectNumber| self.policy.memory.pool(*object).is_some();
        if !bytes.is_nonzero() || objects.iter().any(is_pool) {
            return None;
        }
        let end = BinaryOp::Add.apply(far, by).unsigned() + bytes.unsigned();
        let is_outside = objects.iter().all(|&object| end > self.policy.memory.largest(object).into());
        let unwrapped = self.unwrapped(leaves, otherwise, by);
        if !is_outside && unwrapped.is_none() {
            return None;
        }
        let near = self.sum(otherwise, Operand::Constant(by), "offset");
        Some(Chosen { leaves, near, unwrapped })
    }

    /// The offset of an access that is inside an object: where it is a choice, it is not the constant.
    pub(super) fn near(&mut self, address: &LlvmOperand, offset: Operand, bytes: Operand) -> Operand {
        let objects = self.objects_at(address);
        self.chosen(offset, bytes, &objects).map_or(offset, |choice| choice.near)
    }

    /// The same as a word that does not wrap, where it is a multiple of an index that might make it wrap.
    pub(super) fn wide(&mut self, address: &LlvmOperand, bytes: Operand) -> Option<Operand> {
        let (offset, objects) = (self.pointer(address)?.offset, self.objects_at(address));
        self.chosen(offset, bytes, &objects)?.unwrapped
    }

    /// The objects that an address may lead into.
    fn objects_at(&self, address: &LlvmOperand) -> Vec<ObjectNumber> {
        self.policy.memory.points_to.targets(address).objects.into_keys().collect()
    }

    /// Whether so many bytes from a chosen offset on are inside an object of a size.
    pub(super) fn chosen_fits(&mut self, choice: &Chosen, bytes: Operand, size: Operand) -> Operand {
        if let Some(offset) = choice.unwrapped {
            let width = self.width(offset);
            let [bytes, size] = [bytes, size].map(|operand| self.wider(operand, width));
            return self.fits(offset, bytes, size);
        }
        let fits = self.fits(choice.near, bytes, size);
        let stays = self.negation(choice.leaves);
        self.both(stays, fits)
    }

    /// An offset and a number, in as many bits as it takes. `None` where the offset is no multiple of the index that decides.
    fn unwrapped(&mut self, leaves: Operand, offset: Operand, by: BitVec) -> Option<Operand> {
        let pointer = self.policy.memory.pointer_width;
        let (word, times, plus) = self.multiple(offset)?;
        let (asked, from, count) = self.asked(leaves)?;
        // The index is the word and a number: it leaves the address space where `index - most - 1` is below `-(2 * most + 1)`.
        let most = count.negated().unsigned() / 2;
        let moved = BinaryOp::Add.apply(from, BitVec::new(pointer, most + 1));
        let is_asked = asked == word && count.negated().unsigned() == 2 * most + 1;
        // So much is inside the address space, and one more is inside of no object.
        let largest = BitVec::signed_max(pointer).unsigned();
        let product = |count: u128| count.checked_mul(u128::try_from(times).ok()?);
        let is_bound = product(most)? <= largest && product(most + 1)? > largest;
        if !is_asked || times < 2 || !is_bound {
            return None;
        }
        let plus = plus.wrapping_add(by.signed()).wrapping_sub(times.wrapping_mul(moved.signed()));
        let plus = BitVec::new(pointer, plus as u128).signed();
        let bits = (i128::BITS - times.leading_zeros()).max(i128::BITS - plus.unsigned_abs().leading_zeros());
        let width = pointer + bits + 2;
        if width > BitVec::MAX_WIDTH {
            return None;
        }
        let wide = |number: i128| Operand::Constant(BitVec::new(width, number as u128));
        let index = self.sum(Operand::Value(word), Operand::Constant(moved), "index");
        // Unless something is added to the product, an index below 0 leads nowhere, as does one that is too large.
        let extended = if plus > 0 { Operation::SignExtend(index) } else { Operation::ZeroExtend(index) };
        let index = self.define(width, "index", extended);
        let product = self.define(width, "offset", Operation::Binary(BinaryOp::Mul, index, wide(times)));
        Some(self.sum(product, wide(plus), "offset"))
    }

    /// An operand as a multiple of a value, and a number, as words of a pointer's width wrap.
    fn multiple(&self, operand: Operand) -> Option<(ValueId, i128, i128)> {
        let Operand::Value(mut value) = operand else { return None };
        let (mut times, mut plus) = (1_i128, 0_i128);
        loop {
            match self.operations[value.0] {
                Some(Operation::Binary(BinaryOp::Add, Operand::Value(of), Operand::Constant(by)))
                | Some(Operation::Binary(BinaryOp::Add, Operand::Constant(by), Operand::Value(of))) => {
                    plus = times.wrapping_mul(by.signed()).wrapping_add(plus);
                    value = of;
                }
                Some(Operation::Binary(BinaryOp::Mul, Operand::Value(of), Operand::Constant(by))) => {
                    times = times.checked_mul(by.signed())?;
                    value = of;
                }
                Some(Operation::Binary(BinaryOp::Shl, Operand::Value(of), Operand::Constant(by)))
                    if by.unsigned() < 64 =>
                {
                    times = times.checked_mul(1 << by.unsigned())?;
                    value = of;
                }
                _ => return Some((value, times, plus)),
            }
        }
    }

    /// The value that is compared, after something is added to it, with a number that is more.
    fn asked(&self, condition: Operand) -> Option<(ValueId, BitVec, BitVec)> {
        let operation = |operand: Operand| match operand {
            Operand::Value(value) => self.operations[value.0],
            Operand::Constant(_) => None,
        };
        let Operation::Compare(Predicate::Ult, moved, Operand::Constant(count)) = operation(condition)? else {
            return None;
        };
        match operation(moved)? {
            Operation::Binary(BinaryOp::Add, Operand::Value(word), Operand::Constant(from)) => {
                Some((word, from, count))
            }
            _ => None,
        }
    }

    /// A number without sign in a wider word.
    fn wider(&mut self, operand: Operand, width: u32) -> Operand {
        match operand {
            Operand::Constant(number) => Operand::Constant(BitVec::new(width, number.unsigned())),
            Operand::Value(_) => self.define(width, "wide", Operation::ZeroExtend(operand)),
        }
    }
}
