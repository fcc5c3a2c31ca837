//! The parts of a number, and its significand with an exponent, as terms.

use super::Format;
use crate::bv::{BitVec, CoreOp, Predicate, TermId, TermPool, UnaryOp};

/// A number taken apart.
#[derive(Clone, Copy)]
pub(super) struct Unpacked {
    pub(super) format: Format,
    /// One bit.
    pub(super) sign: TermId,
    /// The stored exponent, where that of subnormal numbers, 0, has become 1.
    pub(super) stored: TermId,
    /// As many bits as the format's precision.
    pub(super) significand: TermId,
    /// A word in the order of the magnitudes.
    pub(super) order: TermId,
    /// Of each kind one bit.
    pub(super) is_nan: TermId,
    pub(super) is_infinite: TermId,
    pub(super) is_zero: TermId,
}

/// A magnitude: a significand, the highest bit of which is worth 2 to the power of the exponent.
#[derive(Clone, Copy)]
pub(super) struct Magnitude {
    /// Two's complement.
    pub(super) exponent: TermId,
    pub(super) significand: TermId,
}

impl TermPool {
    /// Takes a number apart.
    pub(super) fn unpack(&mut self, format: Format, number: TermId) -> Unpacked {
        let (precision, width) = (format.precision(), format.width());
        let fraction = self.extract(number, precision - 2, 0);
        let sign = self.extract(number, width - 1, width - 1);
        let exponent = self.extract(number, width - 2, width - 1 - format.exponent_bits());
        let is_subnormal = self.is_constant(exponent, 0);
        let has_exponent = self.not(is_subnormal);
        let is_special = self.is_constant(exponent, u128::MAX);
        let is_whole = self.is_constant(fraction, 0);
        let has_fraction = self.not(is_whole);
        let mut is_nan = self.and(is_special, has_fraction);
        let mut highest = has_exponent;
        if format == Format::Extended {
            highest = self.extract(number, precision - 1, precision - 1);
            // What has an exponent and no highest bit, x87 processors refuse since the 80387.
            let no_highest = self.not(highest);
            let refused = self.and(has_exponent, no_highest);
            is_nan = self.or(is_nan, refused);
        }
        let not_nan = self.not(is_nan);
        let is_infinite = self.and(is_special, not_nan);
        let no_highest = self.not(highest);
        let no_digits = self.and(is_whole, no_highest);
        let is_zero = self.and(is_subnormal, no_digits);
        let one = self.constant(BitVec::one(format.exponent_bits()));
        let stored = self.ite(is_subnormal, one, exponent);
        let significand = self.concat(highest, fraction);
        // x87 processors take two patterns for one number: with the highest bit set, an exponent of 0 is as good as 1.
        let order = match format {
            Format::Extended => self.concat(stored, significand),
            _ => self.extract(number, width - 2, 0),
        };
        Unpacked { format, sign, stored, significand, order, is_nan, is_infinite, is_zero }
    }

    /// The magnitude of a number, with the highest bit of its significand set where it is not zero. The exponent has `width` bits.
    pub(super) fn normalised(&mut self, number: &Unpacked, width: u32) -> Magnitude {
        let exponent = self.exponent(number, width);
        self.with_highest_bit(Magnitude { exponent, significand: number.significand })
    }

    /// The exponent of a number's highest bit.
    pub(super) fn exponent(&mut self, number: &Unpacked, width: u32) -> TermId {
        let stored = self.zero_extend(number.stored, width);
        let bias = self.constant(BitVec::new(width, number.format.bias() as u128));
        self.core(CoreOp::Sub, stored, bias)
    }

    /// The same magnitude, shifted to the left until the highest bit of the significand is set; by any number of bits where it is zero.
    pub(super) fn with_highest_bit(&mut self, magnitude: Magnitude) -> Magnitude {
        let Magnitude { exponent, mut significand } = magnitude;
        let width = self.width(significand);
        let steps = u32::BITS - (width - 1).leading_zeros();
        let mut count: Option<TermId> = None;
        // The largest distance first: what is left is shorter than it.
        for step in (0..steps).rev() {
            let by = 1 << step;
            let high = self.extract(significand, width - 1, width - by);
            let is_empty = self.is_constant(high, 0);
            let shifted = self.shifted_left(significand, by);
            significand = self.ite(is_empty, shifted, significand);
            count = Some(count.map_or(is_empty, |count| self.concat(count, is_empty)));
        }
        let Some(count) = count else { return magnitude };
        let count = self.zero_extend(count, self.width(exponent));
        Magnitude { exponent: self.core(CoreOp::Sub, exponent, count), significand }
    }

    /// Shifted to the right by an unsigned number of bits; the lowest bit of the result is set if a bit that is set gets lost.
    pub(super) fn shifted_right(&mut self, word: TermId, by: TermId) -> TermId {
        let (mut word, width) = (word, self.width(word));
        let mut lost = self.constant(BitVec::bit(false));
        for step in 0..self.width(by) {
            let is_set = self.extract(by, step, step);
            let distance = 1u32.checked_shl(step).filter(|&distance| distance < width);
            let (shifted, rest) = match distance {
                Some(distance) => {
                    let high = self.extract(word, width - 1, distance);
                    (self.zero_extend(high, width), self.extract(word, distance - 1, 0))
                }
                None => (self.constant(BitVec::zero(width)), word),
            };
            let is_exact = self.is_constant(rest, 0);
            let is_lost = self.not(is_exact);
            let is_lost = self.and(is_set, is_lost);
            lost = self.or(lost, is_lost);
            word = self.ite(is_set, shifted, word);
        }
        let lost = self.zero_extend(lost, width);
        self.or(word, lost)
    }

    /// Shifted to the left by a number of bits below the width.
    pub(super) fn shifted_left(&mut self, word: TermId, by: u32) -> TermId {
        let low = self.extract(word, self.width(word) - 1 - by, 0);
        self.widened_right(low, by)
    }

    /// With so many zeros behind its lowest bit.
    pub(super) fn widened_right(&mut self, word: TermId, by: u32) -> TermId {
        if by == 0 {
            return word;
        }
        let zeros = self.constant(BitVec::zero(by));
        self.concat(word, zeros)
    }

    /// The signed number of a word at a width that is not smaller.
    pub(super) fn signed(&mut self, word: TermId, width: u32) -> TermId {
        if self.width(word) == width {
            return word;
        }
        self.sign_extend(word, width)
    }

    /// Whether a word is a constant.
    pub(super) fn is_constant(&mut self, word: TermId, value: u128) -> TermId {
        let value = self.constant(BitVec::new(self.width(word), value));
        self.compare(Predicate::Eq, word, value)
    }

    /// A word of this width.
    pub(super) fn number(&mut self, width: u32, value: i128) -> TermId {
        self.constant(BitVec::new(width, value as u128))
    }

    /// The complement of a word where a bit is set, plus one: its negative.
    pub(super) fn negative_if(&mut self, condition: TermId, word: TermId) -> TermId {
        let negative = self.unary(UnaryOp::Neg, word);
        self.ite(condition, negative, word)
    }
}
