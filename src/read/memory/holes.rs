//! Control leaves before an access goes into one of its holes ([`Claims`](super::claims::Claims)).

use super::layout::Kind;
use super::points_to::ObjectNumber;
use super::Pointer;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{Operand, Operation, Pattern};
use crate::read::blocks::{Cut, Reader};
use crate::read::exact::Exact;

/// What an access meets in a hole.
pub(super) const MIXED: &str = "an index that may lead to an address among numbers, or to a number among addresses";

/// More comparisons than these are not made for the holes of one access to an object.
const MOST_HOLES: usize = 64;

impl<'m> Reader<'m, Exact<'m>> {
    /// Control leaves where the access, of so many bytes of a kind, is made and would meet an address among numbers or a number among
    /// addresses.
    pub(super) fn exclude_holes(
        &mut self,
        pointer: Pointer,
        choices: &[(ObjectNumber, Pattern)],
        (bytes, kind): (u64, Kind),
        is_made: Operand,
    ) -> Result<(), Cut> {
        for &(object, pattern) in choices {
            let holes =
                self.policy.memory.claims.holes(kind, (object, pattern), self.policy.memory.sizes[object], bytes);
            if holes.is_empty() {
                continue;
            }
            let meant = self.means(pointer, object);
            let hit = self.hits(pointer, object, &holes)?;
            let bad = self.both(meant, hit);
            let bad = self.both(bad, is_made);
            self.cut_unless_false(bad, MIXED);
        }
        Ok(())
    }

    /// Whether an offset into an object is in one of these ranges, of which the last is the highest.
    fn hits(&mut self, pointer: Pointer, object: ObjectNumber, holes: &[(u64, u64)]) -> Result<Operand, Cut> {
        let (width, low) = self.low_offset(pointer, object);
        if let Operand::Constant(offset) = low {
            let is_in =
                |&(first, last): &(u64, u64)| (u128::from(first)..=u128::from(last)).contains(&offset.unsigned());
            return Ok(Operand::Constant(BitVec::bit(holes.iter().any(is_in))));
        }
        let word = |number: u64| Operand::Constant(BitVec::new(width, u128::from(number)));
        // Elements of an array have their holes at one distance.
        let stride = holes.get(1).map_or(0, |second| second.0 - holes[0].0);
        let alike = |pair: &[(u64, u64)]| pair[1].0 - pair[0].0 == stride && pair[1].1 - pair[0].1 == stride;
        if let (3.., true) = (holes.len(), holes.windows(2).all(alike)) {
            let (first, last) = (holes[0], holes[holes.len() - 1]);
            let from = self.define(width, "hole", Operation::Binary(BinaryOp::Sub, low, word(first.0)));
            let rest = self.define(width, "hole", Operation::Binary(BinaryOp::URem, from, word(stride)));
            let within = self.compare(Predicate::Ule, from, word(last.1 - first.0));
            let hit = self.compare(Predicate::Ule, rest, word(first.1 - first.0));
            return Ok(self.both(within, hit));
        }
        if holes.len() > MOST_HOLES {
            return Err(Cut::new(MIXED));
        }
        let mut hit = Operand::Constant(BitVec::bit(false));
        for &(first, last) in holes {
            let from = self.define(width, "hole", Operation::Binary(BinaryOp::Sub, low, word(first)));
            let here = self.compare(Predicate::Ule, from, word(last - first));
            hit = self.either(hit, here);
        }
        Ok(hit)
    }
}
