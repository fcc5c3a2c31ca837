//! Exact results with more bits than a term has: a product of two significands of binary128, and what a fused operation adds to one of
//! x87 numbers. They are two words side by side, which become one once nothing but the rounding is left to be decided.

use super::circuits::Special;
use super::unpacked::Magnitude;
use super::Format;
use crate::bv::{BitVec, CoreOp, Predicate, TermId, TermPool};

/// A word in two parts.
#[derive(Clone, Copy)]
pub(super) struct Wide {
    high: TermId,
    low: TermId,
}

/// A [`Magnitude`] with such a significand.
#[derive(Clone, Copy)]
pub(super) struct WideMagnitude {
    exponent: TermId,
    significand: Wide,
}

impl Format {
    /// Whether a word has room for the exact product of two significands.
    pub(super) fn has_narrow_products(self) -> bool {
        2 * self.precision() <= BitVec::MAX_WIDTH
    }

    /// Whether a word has room for such a product and what decides how its sum with a number is rounded.
    pub(super) fn has_narrow_fused(self) -> bool {
        2 * self.precision() + 4 <= BitVec::MAX_WIDTH
    }
}

impl TermPool {
    /// The exact product of two significands, of twice the digits.
    pub(super) fn wide_product_of(&mut self, a: Magnitude, b: Magnitude) -> WideMagnitude {
        let exponent = self.core(CoreOp::Add, a.exponent, b.exponent);
        let one = self.constant(BitVec::one(self.width(exponent)));
        let exponent = self.core(CoreOp::Add, exponent, one);
        WideMagnitude { exponent, significand: self.wide_product(a.significand, b.significand) }
    }

    /// The exact product of two words of one width: two words of that width, put together from the products of halves.
    fn wide_product(&mut self, a: TermId, b: TermId) -> Wide {
        let width = self.width(a);
        let half = width.div_ceil(2);
        let wide = 2 * half + 2;
        let mut parts = |word| {
            let (high, low) = (self.extract(word, width - 1, half), self.extract(word, half - 1, 0));
            (self.zero_extend(high, wide), self.zero_extend(low, wide))
        };
        let ((a, b), (c, d)) = (parts(a), parts(b));
        let [lowest, first, second, highest] =
            [(b, d), (a, d), (b, c), (a, c)].map(|(x, y)| self.core(CoreOp::Mul, x, y));
        let digits = self.extract(lowest, half - 1, 0);
        let carry = self.extract(lowest, wide - 1, half);
        let carry = self.zero_extend(carry, wide);
        let middle = self.core(CoreOp::Add, first, second);
        let middle = self.core(CoreOp::Add, middle, carry);
        let carry = self.extract(middle, wide - 1, half);
        let carry = self.zero_extend(carry, wide);
        let middle = self.extract(middle, half - 1, 0);
        let highest = self.core(CoreOp::Add, highest, carry);
        let product = Wide { high: highest, low: self.concat(middle, digits) };
        Wide { high: self.wide_bits(product, width, width), low: self.wide_bits(product, 0, width) }
    }

    /// The exact product of the first two magnitudes plus the third, rounded once, as `product_and_sum_in` does it. The highest bit of each is
    /// set where it is not zero.
    pub(super) fn wide_product_and_sum(
        &mut self,
        format: Format,
        [sign_of_product, sign_of_addend]: [TermId; 2],
        [x, y, addend]: [Magnitude; 3],
        are_zero: [TermId; 2],
        special: Special,
    ) -> TermId {
        let precision = format.precision();
        let product = self.wide_product_of(x, y);
        let highest = self.extract(product.significand.high, precision - 1, precision - 1);
        let doubled = self.wide_shifted_left(product.significand, 1);
        let shift = self.not(highest);
        let shift = self.zero_extend(shift, self.width(product.exponent));
        let product = WideMagnitude {
            exponent: self.core(CoreOp::Sub, product.exponent, shift),
            significand: self.wide_ite(highest, product.significand, doubled),
        };
        let zeros = self.constant(BitVec::zero(precision));
        let addend =
            WideMagnitude { exponent: addend.exponent, significand: Wide { high: addend.significand, low: zeros } };
        let [a, b] = [(product, are_zero[0]), (addend, are_zero[1])].map(|(magnitude, is_zero)| {
            // Zeros have no highest digit: they get the smallest exponent that there is. Three more bits decide the rounding.
            let least = self.constant(BitVec::signed_min(self.width(magnitude.exponent)));
            let Wide { high, low } = magnitude.significand;
            WideMagnitude {
                exponent: self.ite(is_zero, least, magnitude.exponent),
                significand: Wide { high, low: self.widened_right(low, 3) },
            }
        });

        let lower = self.compare(Predicate::Slt, a.exponent, b.exponent);
        let same = self.compare(Predicate::Eq, a.exponent, b.exponent);
        let less = self.wide_less(a.significand, b.significand);
        let less = self.and(same, less);
        let swaps = self.or(lower, less);
        let sign = self.ite(swaps, sign_of_addend, sign_of_product);
        let exponent = self.ite(swaps, b.exponent, a.exponent);
        let smaller = self.ite(swaps, a.exponent, b.exponent);
        let large = self.wide_ite(swaps, b.significand, a.significand);
        let small = self.wide_ite(swaps, a.significand, b.significand);
        let distance = self.core(CoreOp::Sub, exponent, smaller);
        let distance = self.at_most(distance, u128::from(2 * precision) + 3);
        let small = self.wide_shifted_right(small, distance);
        let (sum, difference) = (self.wide_sum(large, small), self.wide_difference(large, small));
        let differ = self.core(CoreOp::Xor, sign_of_product, sign_of_addend);
        let significand = self.wide_ite(differ, difference, sum);
        let bits = self.width(significand.high) + self.width(significand.low);
        let has_digits = self.wide_has_below(significand, bits);
        let is_zero = self.not(has_digits);
        let wide = self.width(exponent) + 1;
        let exponent = self.signed(exponent, wide);
        let one = self.constant(BitVec::one(wide));
        let exponent = self.core(CoreOp::Add, exponent, one);
        let exact = self.narrowed(format, WideMagnitude { exponent, significand });
        let number = self.rounded(format, sign, exact);
        let is_zero = self.or(special.is_zero, is_zero);
        self.unless(format, Special { is_zero, ..special }, number)
    }

    /// Of two words the one or the other.
    fn wide_ite(&mut self, condition: TermId, then: Wide, otherwise: Wide) -> Wide {
        Wide { high: self.ite(condition, then.high, otherwise.high), low: self.ite(condition, then.low, otherwise.low) }
    }

    /// Whether an unsigned word is less than another one.
    fn wide_less(&mut self, a: Wide, b: Wide) -> TermId {
        let (less, low_less) = (self.core(CoreOp::Ult, a.high, b.high), self.core(CoreOp::Ult, a.low, b.low));
        let equal = self.compare(Predicate::Eq, a.high, b.high);
        let by_low = self.and(equal, low_less);
        self.or(less, by_low)
    }

    /// Sum of two words, in one bit more.
    fn wide_sum(&mut self, a: Wide, b: Wide) -> Wide {
        let (high_width, low_width) = (self.width(a.high), self.width(a.low));
        let [x, y] = [a.low, b.low].map(|low| self.zero_extend(low, low_width + 1));
        let low = self.core(CoreOp::Add, x, y);
        let carry = self.extract(low, low_width, low_width);
        let carry = self.zero_extend(carry, high_width + 1);
        let [x, y] = [a.high, b.high].map(|high| self.zero_extend(high, high_width + 1));
        let high = self.core(CoreOp::Add, x, y);
        Wide { high: self.core(CoreOp::Add, high, carry), low: self.extract(low, low_width - 1, 0) }
    }

    /// Difference of two words of which the first is not the smaller one, in one bit more.
    fn wide_difference(&mut self, a: Wide, b: Wide) -> Wide {
        let width = self.width(a.high) + 1;
        let borrow = self.core(CoreOp::Ult, a.low, b.low);
        let borrow = self.zero_extend(borrow, width);
        let [x, y] = [a.high, b.high].map(|high| self.zero_extend(high, width));
        let high = self.core(CoreOp::Sub, x, y);
        Wide { high: self.core(CoreOp::Sub, high, borrow), low: self.core(CoreOp::Sub, a.low, b.low) }
    }

    /// So many bits from one on; zeros above the highest.
    fn wide_bits(&mut self, word: Wide, from: u32, count: u32) -> TermId {
        let low_width = self.width(word.low);
        let end = (from + count).min(low_width + self.width(word.high));
        let bits = match (from < low_width, end <= low_width) {
            _ if from >= end => return self.constant(BitVec::zero(count)),
            (true, true) => self.extract(word.low, end - 1, from),
            (false, _) => self.extract(word.high, end - low_width - 1, from - low_width),
            (true, false) => {
                let (high, low) =
                    (self.extract(word.high, end - low_width - 1, 0), self.extract(word.low, low_width - 1, from));
                self.concat(high, low)
            }
        };
        self.fitted(bits, count)
    }

    /// Whether one of the lowest bits is set, so many of them.
    fn wide_has_below(&mut self, word: Wide, end: u32) -> TermId {
        let low_width = self.width(word.low);
        let low = self.wide_bits(word, 0, end.min(low_width));
        let is_zero = self.is_constant(low, 0);
        let low = self.not(is_zero);
        if end <= low_width {
            return low;
        }
        let high = self.wide_bits(word, low_width, (end - low_width).min(self.width(word.high)));
        let is_zero = self.is_constant(high, 0);
        let high = self.not(is_zero);
        self.or(low, high)
    }

    /// Shifted to the right by an unsigned number of bits; the lowest bit of the result is set if a bit that is set gets lost.
    fn wide_shifted_right(&mut self, word: Wide, by: TermId) -> Wide {
        let (high_width, low_width) = (self.width(word.high), self.width(word.low));
        let (mut word, mut lost) = (word, self.constant(BitVec::bit(false)));
        for step in 0..self.width(by) {
            let is_set = self.extract(by, step, step);
            let distance = 1 << step;
            let shifted = Wide {
                high: self.wide_bits(word, low_width + distance, high_width),
                low: self.wide_bits(word, distance, low_width),
            };
            let is_lost = self.wide_has_below(word, distance);
            let is_lost = self.and(is_set, is_lost);
            lost = self.or(lost, is_lost);
            word = self.wide_ite(is_set, shifted, word);
        }
        let lost = self.zero_extend(lost, low_width);
        Wide { low: self.or(word.low, lost), ..word }
    }

    /// Shifted to the left by a number of bits below the width.
    fn wide_shifted_left(&mut self, word: Wide, by: u32) -> Wide {
        let (high_width, low_width) = (self.width(word.high), self.width(word.low));
        if by < low_width {
            let low = self.wide_bits(word, 0, low_width - by);
            return Wide { high: self.wide_bits(word, low_width - by, high_width), low: self.widened_right(low, by) };
        }
        let high = self.wide_bits(word, 0, high_width - (by - low_width));
        Wide { high: self.widened_right(high, by - low_width), low: self.constant(BitVec::zero(low_width)) }
    }

    /// The same magnitude with the highest bit of the significand set, or zero. It has as many bits as decide how it is rounded: the lowest
    /// one stands for those that are left out.
    pub(super) fn narrowed(&mut self, format: Format, magnitude: WideMagnitude) -> Magnitude {
        let mut word = magnitude.significand;
        let width = self.width(word.high) + self.width(word.low);
        let mut count: Option<TermId> = None;
        // The largest distance first: what is left is shorter than it.
        for step in (0..u32::BITS - (width - 1).leading_zeros()).rev() {
            let by = 1 << step;
            let highest = self.wide_bits(word, width - by, by);
            let is_empty = self.is_constant(highest, 0);
            let shifted = self.wide_shifted_left(word, by);
            word = self.wide_ite(is_empty, shifted, word);
            count = Some(count.map_or(is_empty, |count| self.concat(count, is_empty)));
        }
        let mut exponent = magnitude.exponent;
        if let Some(count) = count {
            let count = self.zero_extend(count, self.width(exponent));
            exponent = self.core(CoreOp::Sub, exponent, count);
        }
        let kept = format.precision() + 2;
        let digits = self.wide_bits(word, width - kept, kept);
        let rest = self.wide_has_below(word, width - kept);
        Magnitude { exponent, significand: self.concat(digits, rest) }
    }
}
