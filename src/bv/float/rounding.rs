//! The exact result of an operation becomes a number of a format: rounded to nearest, of two to the even one.

use super::unpacked::Magnitude;
use super::Format;
use crate::bv::{BitVec, CoreOp, Predicate, TermId, TermPool};

impl TermPool {
    /// The number of a format that is next to a magnitude, with a sign. The highest bit of the significand is set, or it is zero
    /// and the result means nothing; its lowest bit may stand for lower ones that are not all zero, if there are more than two bits
    /// more than the format's precision. The exponent has more bits than the format's.
    pub(super) fn rounded(&mut self, format: Format, sign: TermId, exact: Magnitude) -> TermId {
        let precision = format.precision();
        let missing = (precision + 2).saturating_sub(self.width(exact.significand));
        let significand = self.widened_right(exact.significand, missing);
        let width = self.width(significand);
        let smallest = 1 - format.bias();

        // Below the smallest exponent, the significand has leading zeros.
        let wide = self.width(exact.exponent) + 1;
        let exponent = self.signed(exact.exponent, wide);
        let smallest = self.number(wide, smallest);
        let is_below = self.compare(Predicate::Slt, exponent, smallest);
        let above = self.core(CoreOp::Sub, exponent, smallest);
        let below = self.core(CoreOp::Sub, smallest, exponent);
        let zero = self.constant(BitVec::zero(wide));
        let base = self.ite(is_below, zero, above);
        let distance = self.ite(is_below, below, zero);
        let distance = self.at_most(distance, u128::from(precision) + 2);
        let significand = self.shifted_right(significand, distance);

        // Half a unit or more behind the last digit: to the next number, but from the middle only if that is even.
        let kept = self.extract(significand, width - 1, width - precision);
        let half = self.extract(significand, width - precision - 1, width - precision - 1);
        let rest = self.extract(significand, width - precision - 2, 0);
        let is_half = self.is_constant(rest, 0);
        let more = self.not(is_half);
        let last = self.extract(kept, 0, 0);
        let up = self.or(more, last);
        let up = self.and(half, up);

        // The highest digit is worth as much as one in the exponent: so is a carry.
        let exponent_bits = format.exponent_bits();
        let stored = self.extract(base, exponent_bits - 1, 0);
        let stored = self.widened_right(stored, precision - 1);
        let (kept, up) = (
            self.zero_extend(kept, precision - 1 + exponent_bits),
            self.zero_extend(up, precision - 1 + exponent_bits),
        );
        let magnitude = self.core(CoreOp::Add, stored, kept);
        let magnitude = self.core(CoreOp::Add, magnitude, up);
        let largest = self.number(wide, format.bias());
        let is_above = self.compare(Predicate::Slt, largest, exponent);
        let infinity = self.widened_right_ones(exponent_bits, precision - 1);
        let magnitude = self.ite(is_above, infinity, magnitude);
        self.packed(format, sign, magnitude)
    }

    /// A number with this sign, and the stored exponent and fraction side by side.
    pub(super) fn packed(&mut self, format: Format, sign: TermId, magnitude: TermId) -> TermId {
        if format != Format::Extended {
            return self.concat(sign, magnitude);
        }
        let precision = format.precision();
        let exponent = self.extract(magnitude, self.width(magnitude) - 1, precision - 1);
        let fraction = self.extract(magnitude, precision - 2, 0);
        let is_subnormal = self.is_constant(exponent, 0);
        let highest = self.not(is_subnormal);
        let significand = self.concat(highest, fraction);
        let magnitude = self.concat(exponent, significand);
        self.concat(sign, magnitude)
    }

    /// The smaller of a word and a constant, in no more bits than the constant needs.
    pub(super) fn at_most(&mut self, word: TermId, most: u128) -> TermId {
        let needed = u128::BITS - most.leading_zeros();
        if self.width(word) <= needed {
            return word;
        }
        let limit = self.constant(BitVec::new(self.width(word), most));
        let is_above = self.compare(Predicate::Ult, limit, word);
        let (low, limit) = (self.extract(word, needed - 1, 0), self.constant(BitVec::new(needed, most)));
        self.ite(is_above, limit, low)
    }

    /// So many ones, and so many zeros below them.
    fn widened_right_ones(&mut self, ones: u32, zeros: u32) -> TermId {
        let ones = self.constant(BitVec::ones(ones));
        self.widened_right(ones, zeros)
    }
}
