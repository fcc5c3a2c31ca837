//! Blocks of memory that must not overlap, as those that `memcpy` copies.

use llvm_ir::instruction::Call;
use llvm_ir::Operand as LlvmOperand;

use super::super::points_to::{ObjectNumber, Targets, NOWHERE, NULL};
use super::Pointer;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{Operand, Operation};
use crate::read::blocks::{Cut, Flow, Reader};
use crate::read::exact::Exact;

const OVERLAP: &str = "undefined behaviour: what is copied overlaps with the place that it is copied to";

/// A block: where it begins, and how many bytes it has.
struct Block {
    start: Pointer,
    bytes: Operand,
}

impl<'m> Reader<'m, Exact<'m>> {
    /// The marker of two blocks: where they overlap, control leaves. The last argument says whether they may be one and the same.
    /// Pointers that are not represented, the accesses themselves do not let pass.
    ///
    /// # Errors
    /// If the numbers of bytes cannot be represented.
    pub(in crate::read) fn apart(&mut self, call: &'m Call) -> Result<Flow, Cut> {
        let [(a, _), (a_bytes, _), (b, _), (b_bytes, _), (may_be_one, _)] = &call.arguments[..] else {
            return Err(Cut::new("a marker with other arguments than it has: Apart"));
        };
        let (Some(of_a), Some(of_b)) = (self.pointer(a), self.pointer(b)) else { return Ok(Flow::Continues) };
        let a = Block { start: of_a, bytes: self.bits(a_bytes, "call")? };
        let b_block = Block { start: of_b, bytes: self.bits(b_bytes, "call")? };
        let may_be_one = self.bits(may_be_one, "call")?;
        let shared = self.shared((of_a, &call.arguments[0].0), (of_b, b));
        if shared.iter().all(|(a_offset, b_offset)| are_apart((*a_offset, &a), (*b_offset, &b_block), may_be_one)) {
            return Ok(Flow::Continues);
        }
        let overlap = self.overlap(&a, &b_block, may_be_one);
        self.cut_unless_false(overlap, OVERLAP);
        Ok(Flow::Continues)
    }

    /// The objects that both pointers can be to, each with both offsets where these are known.
    fn shared(
        &self,
        (a, of_a): (Pointer, &LlvmOperand),
        (b, of_b): (Pointer, &LlvmOperand),
    ) -> Vec<(Option<i64>, Option<i64>)> {
        let targets = |pointer: Pointer, operand: &LlvmOperand| -> Targets { self.meant(pointer, operand) };
        let (of_a, of_b) = (targets(a, of_a), targets(b, of_b));
        let is_object = |&(&object, _): &(&ObjectNumber, _)| object != NULL && object != NOWHERE;
        // An instance of a pool is none of the others.
        let only = |object: ObjectNumber, offsets: super::super::offsets::Offsets| {
            offsets.only().filter(|_| self.policy.memory.pool(object).is_none())
        };
        let common = of_a.objects.iter().filter(is_object).filter_map(|(&object, &at)| {
            of_b.objects.get(&object).map(|&other| (only(object, at), only(object, other)))
        });
        common.collect()
    }

    /// The condition under which two blocks overlap.
    fn overlap(&mut self, a: &Block, b: &Block, may_be_one: Operand) -> Operand {
        let width = self.width(a.start.offset);
        let zero = Operand::Constant(BitVec::zero(width));
        let distance = |reader: &mut Self, from: Operand, to: Operand| match (from, to) {
            (Operand::Constant(from), Operand::Constant(to)) => Operand::Constant(BinaryOp::Sub.apply(to, from)),
            _ => reader.define(width, "distance", Operation::Binary(BinaryOp::Sub, to, from)),
        };
        let ahead = distance(self, a.start.offset, b.start.offset);
        let behind = distance(self, b.start.offset, a.start.offset);
        let b_begins_in_a = self.compare(Predicate::Ult, ahead, a.bytes);
        let a_begins_in_b = self.compare(Predicate::Ult, behind, b.bytes);
        let mut sides = Vec::new();
        for (begins, other) in [(b_begins_in_a, b.bytes), (a_begins_in_b, a.bytes)] {
            let has_none = self.equal(other, zero);
            let has_some = self.negation(has_none);
            sides.push(self.both(begins, has_some));
        }
        let meets = self.either(sides[0], sides[1]);
        let same_object = self.equal(a.start.object, b.start.object);
        let meets = self.both(same_object, meets);
        let is_one = self.equal(ahead, zero);
        let is_fine = self.both(may_be_one, is_one);
        let is_bad = self.negation(is_fine);
        self.both(meets, is_bad)
    }
}

/// Whether two blocks in one object do not overlap, as far as that is plain.
fn are_apart((a_offset, a): (Option<i64>, &Block), (b_offset, b): (Option<i64>, &Block), may_be_one: Operand) -> bool {
    let (Some(a_offset), Some(b_offset)) = (a_offset, b_offset) else { return false };
    let ends_before = |start: i64, bytes: Operand, other: i64| {
        let Operand::Constant(bytes) = bytes else { return false };
        other >= start && u128::from(other.abs_diff(start)) >= bytes.unsigned()
    };
    let is_one = a_offset == b_offset && may_be_one == Operand::Constant(BitVec::bit(true));
    is_one || ends_before(a_offset, a.bytes, b_offset) || ends_before(b_offset, b.bytes, a_offset)
}
