//! Which objects on the heap have been alive at the same time: their addresses are different for good, also when one of them or
//! both are gone, as in `free(x); if (current == x)`. Where one was gone before the other was allocated, this may have come to
//! lie in its place, and C leaves open whether they are equal ([`compare`](super::pointer)).
//!
//! A bit for each two objects that a comparison can mean says so. It is set when the later one is allocated: to whether the other is alive
//! then. For an object that a call gives out again and again, the bit is about the last time, as are all pointers to it that are
//! left ([`reuse`](super::reuse)).

use llvm_ir::instruction::Call;
use llvm_ir::{Function, Instruction, IntPredicate, Operand as LlvmOperand};
use std::collections::BTreeSet;

use super::heap::Heap;
use super::points_to::{ObjectNumber, PointsTo};
use crate::bv::BitVec;
use crate::llvm::marker::Marker;
use crate::program::Operand;
use crate::read::blocks::Reader;
use crate::read::exact::Exact;

use super::Pointer;

/// How many bits there are at most: where there would be more, none is followed.
const MOST: usize = 256;

/// Two objects, the one with the lower number first.
pub type Pair = (ObjectNumber, ObjectNumber);

fn pair(a: ObjectNumber, b: ObjectNumber) -> Pair {
    (a.min(b), a.max(b))
}

/// The objects on the heap that a function compares for equality, two and two, if it frees any.
pub fn pairs(function: &Function, heap: &Heap, points_to: &PointsTo) -> BTreeSet<Pair> {
    let instructions = || function.basic_blocks.iter().flat_map(|block| &block.instrs);
    let is_free = |call: &Call| matches!(super::marker(call), Some(Marker::Free | Marker::FreeError));
    let frees = |i: &Instruction| matches!(i, Instruction::Call(call) if is_free(call));
    let mut pairs = BTreeSet::new();
    if !instructions().any(frees) {
        return pairs;
    }
    // Of a pool nothing is followed.
    let is_single = |object: &ObjectNumber| heap.pools.iter().all(|pool| pool.object != *object);
    let on_heap: BTreeSet<ObjectNumber> = heap.on_heap().filter(is_single).collect();
    for (a, b) in instructions().filter_map(compared) {
        let [a, b] = [a, b].map(|operand| points_to.targets(operand).objects.into_keys());
        let [a, b] = [a, b].map(|objects| objects.filter(|object| on_heap.contains(object)).collect::<Vec<_>>());
        for &x in &a {
            pairs.extend(b.iter().filter(|&&y| x != y).map(|&y| pair(x, y)));
            if pairs.len() > MOST {
                return BTreeSet::new();
            }
        }
    }
    pairs
}

/// What an instruction compares for equality.
fn compared(instruction: &Instruction) -> Option<(&LlvmOperand, &LlvmOperand)> {
    match instruction {
        Instruction::ICmp(compare) if matches!(compare.predicate, IntPredicate::EQ | IntPredicate::NE) => {
            Some((&compare.operand0, &compare.operand1))
        }
        Instruction::Call(call) if super::marker(call) == Some(Marker::Compared) => match &call.arguments[..] {
            [(a, _), (b, _)] => Some((a, b)),
            _ => None,
        },
        _ => None,
    }
}

impl<'m> Reader<'m, Exact<'m>> {
    /// An object is allocated, where a condition holds: those that are alive now, it meets.
    pub(super) fn meets(&mut self, object: ObjectNumber, condition: Operand) {
        for (word, other) in self.policy.memory.heap.meetings_of(object) {
            let alive = self.alive(other);
            self.write_word(word, alive, condition);
        }
    }

    /// An object is about to get another place, which can be the one that it has: `realloc` allocates the new object while the old one is
    /// alive, but what it stands for need not. Nothing more is known of the old one's address.
    pub(super) fn forget_meetings(&mut self, object: ObjectNumber, condition: Operand) {
        for (word, _) in self.policy.memory.heap.meetings_of(object) {
            self.write_word(word, Operand::Constant(BitVec::bit(false)), condition);
        }
    }

    /// The condition under which a pointer is to an object that has been alive together with another, as far as is followed.
    pub(super) fn has_met(&mut self, object: ObjectNumber, pointer: Pointer, others: &[ObjectNumber]) -> Operand {
        let mut met = Operand::Constant(BitVec::bit(false));
        for (word, other) in self.policy.memory.heap.meetings_of(object) {
            if others.contains(&other) {
                let meant = self.means(pointer, other);
                if meant != Operand::Constant(BitVec::bit(false)) {
                    let bit = self.read_word(word);
                    let here = self.both(meant, bit);
                    met = self.either(met, here);
                }
            }
        }
        met
    }
}
