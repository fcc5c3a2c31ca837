//! The operations as terms of the core operators, in the manner of Brain, Schanda, Sun: *Building Better Bit-Blasting for Floating-Point
//! Problems* (TACAS 2019): take apart, compute exactly or with a bit that stands for what is lost, round once.
//!
//! * `sum`: the operand of smaller magnitude is shifted behind the other one; three more bits decide the rounding.
//! * `quotient`, `root`: digit by digit, each digit one comparison and one difference.
//! * `integral`: on the magnitude as it is stored, where a carry goes into the exponent by itself.

use super::unpacked::{Magnitude, Unpacked};
use super::{FloatOp, Format, Rounding};
use crate::bv::{BitVec, CoreOp, Predicate, TermId, TermPool};

/// What an operation gives in the cases in which no digit is computed. The first that holds counts.
#[derive(Clone, Copy)]
pub(super) struct Special {
    pub(super) is_nan: TermId,
    pub(super) is_infinite: TermId,
    pub(super) is_zero: TermId,
    /// The sign of an infinity.
    pub(super) sign: TermId,
    /// The sign of a zero.
    pub(super) sign_of_zero: TermId,
}

impl TermPool {
    /// An operation on floating-point numbers. Operands behind the last one are not looked at.
    ///
    /// # Panics
    /// If there are too few operands, or they have another width than [`FloatOp::operand_width`].
    pub fn float(&mut self, op: FloatOp, operands: &[TermId]) -> TermId {
        let a = operands[0];
        assert_eq!(self.width(a), op.operand_width(), "an operand of another width than {op:?} has");
        match op {
            FloatOp::Add(format) => self.sum(format, a, operands[1]),
            FloatOp::Sub(format) => {
                let negative = self.negative(operands[1]);
                self.sum(format, a, negative)
            }
            FloatOp::Mul(format) => self.product_in(format, a, operands[1], !format.has_narrow_products()),
            FloatOp::Div(format) => self.quotient(format, a, operands[1]),
            FloatOp::Sqrt(format) => self.root(format, a),
            FloatOp::MulAdd(format) => {
                self.product_and_sum_in(format, [a, operands[1], operands[2]], !format.has_narrow_fused())
            }
            FloatOp::Integral(format, rounding) => self.integral(format, rounding, a),
            FloatOp::Equal(format) => self.equal_numbers(format, a, operands[1]),
            FloatOp::Less(format) => self.less(format, a, operands[1]),
            FloatOp::LessOrEqual(format) => {
                let (less, equal) = (self.less(format, a, operands[1]), self.equal_numbers(format, a, operands[1]));
                self.or(less, equal)
            }
            FloatOp::FromInteger { signed, to, .. } => self.number_of(a, signed, to),
            FloatOp::ToInteger { from, width, signed } => self.integer_of(from, a, width, signed),
            FloatOp::Convert { from, to } => self.converted(from, to, a),
        }
    }

    /// A number with the other sign.
    fn negative(&mut self, number: TermId) -> TermId {
        let width = self.width(number);
        let sign = self.constant(BitVec::signed_min(width));
        self.core(CoreOp::Xor, number, sign)
    }

    fn sum(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.unpack(format, a), self.unpack(format, b));
        let differ = self.core(CoreOp::Xor, a.sign, b.sign);
        let special = self.special_sum(&a, &b, differ);
        let width = format.exponent_bits() + 2;
        let [a, b] = [a, b].map(|number| {
            let exponent = self.exponent(&number, width);
            (number.sign, number.order, Magnitude { exponent, significand: number.significand })
        });
        self.sum_of(format, a, b, differ, special)
    }

    /// What a sum is that no digits are needed for.
    fn special_sum(&mut self, a: &Unpacked, b: &Unpacked, differ: TermId) -> Special {
        let both_infinite = self.and(a.is_infinite, b.is_infinite);
        let opposite = self.and(both_infinite, differ);
        let is_nan = self.any([a.is_nan, b.is_nan, opposite]);
        let is_infinite = self.or(a.is_infinite, b.is_infinite);
        let sign = self.ite(a.is_infinite, a.sign, b.sign);
        let sign_of_zero = self.and(a.sign, b.sign);
        let is_zero = self.constant(BitVec::bit(false));
        Special { is_nan, is_infinite, is_zero, sign, sign_of_zero }
    }

    /// The sum of two magnitudes with signs, beside each something that orders it. The one of greater exponent has its highest bit
    /// set, or both exponents are the same.
    fn sum_of(
        &mut self,
        format: Format,
        a: (TermId, TermId, Magnitude),
        b: (TermId, TermId, Magnitude),
        differ: TermId,
        special: Special,
    ) -> TermId {
        let swaps = self.core(CoreOp::Ult, a.1, b.1);
        let mut pick = |a: TermId, b: TermId| (self.ite(swaps, b, a), self.ite(swaps, a, b));
        let (sign, _) = pick(a.0, b.0);
        let (exponent, smaller) = pick(a.2.exponent, b.2.exponent);
        let (large, small) = pick(a.2.significand, b.2.significand);
        let digits = self.width(large);
        let (large, small) = (self.widened_right(large, 3), self.widened_right(small, 3));
        let distance = self.core(CoreOp::Sub, exponent, smaller);
        let distance = self.at_most(distance, u128::from(digits) + 3);
        let small = self.shifted_right(small, distance);
        let (large, small) = (self.zero_extend(large, digits + 4), self.zero_extend(small, digits + 4));
        let sum = self.core(CoreOp::Add, large, small);
        let difference = self.core(CoreOp::Sub, large, small);
        let significand = self.ite(differ, difference, sum);
        let is_zero = self.is_constant(significand, 0);
        let wide = self.width(exponent) + 1;
        let exponent = self.signed(exponent, wide);
        let one = self.constant(BitVec::one(wide));
        let exponent = self.core(CoreOp::Add, exponent, one);
        let exact = self.with_highest_bit(Magnitude { exponent, significand });
        let number = self.rounded(format, sign, exact);
        let is_zero = self.or(special.is_zero, is_zero);
        self.unless(format, Special { is_zero, ..special }, number)
    }

    /// A number, but where a special case holds.
    pub(super) fn unless(&mut self, format: Format, special: Special, number: TermId) -> TermId {
        let (nan, infinity) = (self.constant(format.nan()), self.constant(format.infinity()));
        let zero = self.constant(BitVec::zero(format.width()));
        let zero = self.signed_as(special.sign_of_zero, zero);
        let infinity = self.signed_as(special.sign, infinity);
        let number = self.ite(special.is_zero, zero, number);
        let number = self.ite(special.is_infinite, infinity, number);
        self.ite(special.is_nan, nan, number)
    }

    /// A number with a sign in the place of its own.
    fn signed_as(&mut self, sign: TermId, number: TermId) -> TermId {
        let magnitude = self.extract(number, self.width(number) - 2, 0);
        self.concat(sign, magnitude)
    }

    /// A product; `is_wide` says whether the exact one takes two words.
    pub(super) fn product_in(&mut self, format: Format, a: TermId, b: TermId, is_wide: bool) -> TermId {
        let (a, b) = (self.unpack(format, a), self.unpack(format, b));
        let sign = self.core(CoreOp::Xor, a.sign, b.sign);
        let special = self.special_product(&a, &b, sign);
        let width = format.exponent_bits() + 3;
        let [a, b] = [a, b].map(|number| {
            let exponent = self.exponent(&number, width);
            Magnitude { exponent, significand: number.significand }
        });
        let exact = match is_wide {
            true => {
                let exact = self.wide_product_of(a, b);
                self.narrowed(format, exact)
            }
            false => {
                let exact = self.product_of(a, b);
                self.with_highest_bit(exact)
            }
        };
        let number = self.rounded(format, sign, exact);
        self.unless(format, special, number)
    }

    /// The exact product, of twice the digits.
    fn product_of(&mut self, a: Magnitude, b: Magnitude) -> Magnitude {
        let width = 2 * self.width(a.significand);
        let (x, y) = (self.zero_extend(a.significand, width), self.zero_extend(b.significand, width));
        let significand = self.core(CoreOp::Mul, x, y);
        let exponent = self.core(CoreOp::Add, a.exponent, b.exponent);
        let one = self.constant(BitVec::one(self.width(exponent)));
        Magnitude { exponent: self.core(CoreOp::Add, exponent, one), significand }
    }

    /// What a product is that no digits are needed for.
    fn special_product(&mut self, a: &Unpacked, b: &Unpacked, sign: TermId) -> Special {
        let (left, right) = (self.and(a.is_infinite, b.is_zero), self.and(a.is_zero, b.is_infinite));
        let is_nan = self.any([a.is_nan, b.is_nan, left, right]);
        let is_infinite = self.or(a.is_infinite, b.is_infinite);
        let is_zero = self.or(a.is_zero, b.is_zero);
        Special { is_nan, is_infinite, is_zero, sign, sign_of_zero: sign }
    }

    /// A product and a sum, rounded once; `is_wide` as in [`TermPool::product_in`].
    pub(super) fn product_and_sum_in(&mut self, format: Format, operands: [TermId; 3], is_wide: bool) -> TermId {
        let [a, b, c] = operands.map(|operand| self.unpack(format, operand));
        let sign = self.core(CoreOp::Xor, a.sign, b.sign);
        let product = self.special_product(&a, &b, sign);
        let differ = self.core(CoreOp::Xor, sign, c.sign);
        let (both, either) =
            (self.and(product.is_infinite, c.is_infinite), self.or(product.is_infinite, c.is_infinite));
        let opposite = self.and(both, differ);
        let special = Special {
            is_nan: self.any([product.is_nan, c.is_nan, opposite]),
            is_infinite: either,
            is_zero: self.constant(BitVec::bit(false)),
            sign: self.ite(product.is_infinite, sign, c.sign),
            sign_of_zero: self.and(sign, c.sign),
        };
        // Products of subnormal numbers lie far below all others: all three get their highest digits.
        let width = format.exponent_bits() + 3;
        let [x, y, z] = [a, b, c].map(|number| self.normalised(&number, width));
        if is_wide {
            let signs = [sign, c.sign];
            return self.wide_product_and_sum(format, signs, [x, y, z], [product.is_zero, c.is_zero], special);
        }
        let exact = self.product_of(x, y);
        let exact = self.with_highest_bit(exact);
        let addend = Magnitude { significand: self.widened_right(z.significand, format.precision()), ..z };
        // Zeros have no highest digit: they get the smallest exponent that there is.
        let [exact, addend] = [(product.is_zero, exact), (c.is_zero, addend)].map(|(is_zero, magnitude)| {
            let least = self.constant(BitVec::signed_min(width));
            let exponent = self.ite(is_zero, least, magnitude.exponent);
            Magnitude { exponent, ..magnitude }
        });
        let [of_product, of_addend] = [exact, addend].map(|magnitude| {
            // Two's complement in the order of unsigned numbers.
            let sign = self.constant(BitVec::signed_min(width));
            let exponent = self.core(CoreOp::Xor, magnitude.exponent, sign);
            self.concat(exponent, magnitude.significand)
        });
        self.sum_of(format, (sign, of_product, exact), (c.sign, of_addend, addend), differ, special)
    }

    fn quotient(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.unpack(format, a), self.unpack(format, b));
        let sign = self.core(CoreOp::Xor, a.sign, b.sign);
        let (zeros, infinities) = (self.and(a.is_zero, b.is_zero), self.and(a.is_infinite, b.is_infinite));
        let special = Special {
            is_nan: self.any([a.is_nan, b.is_nan, zeros, infinities]),
            is_infinite: self.or(a.is_infinite, b.is_zero),
            is_zero: self.or(a.is_zero, b.is_infinite),
            sign,
            sign_of_zero: sign,
        };
        let width = format.exponent_bits() + 3;
        let (x, y) = (self.normalised(&a, width), self.normalised(&b, width));
        let exponent = self.core(CoreOp::Sub, x.exponent, y.exponent);
        // The first digit is worth 1. It may be 0, then the second one is not; two behind the last, for rounding.
        let precision = format.precision();
        let (mut rest, divisor) =
            (self.zero_extend(x.significand, precision + 1), self.zero_extend(y.significand, precision + 1));
        let mut digits: Option<TermId> = None;
        for _ in 0..precision + 2 {
            let (digit, left) = self.digit(rest, divisor);
            digits = Some(digits.map_or(digit, |digits| self.concat(digits, digit)));
            rest = self.shifted_left(left, 1);
        }
        let significand = self.with_rest(digits, rest);
        let exact = self.with_highest_bit(Magnitude { exponent, significand });
        let number = self.rounded(format, sign, exact);
        self.unless(format, special, number)
    }

    /// Whether a number goes into another one, and what is left of that.
    fn digit(&mut self, rest: TermId, number: TermId) -> (TermId, TermId) {
        let digit = self.compare(Predicate::Ule, number, rest);
        let less = self.core(CoreOp::Sub, rest, number);
        (digit, self.ite(digit, less, rest))
    }

    /// Digits, and a last one that stands for what is left.
    fn with_rest(&mut self, digits: Option<TermId>, rest: TermId) -> TermId {
        let is_exact = self.is_constant(rest, 0);
        let more = self.not(is_exact);
        digits.map_or(more, |digits| self.concat(digits, more))
    }

    fn root(&mut self, format: Format, a: TermId) -> TermId {
        let a = self.unpack(format, a);
        let not_zero = self.not(a.is_zero);
        let is_negative = self.and(a.sign, not_zero);
        let special = Special {
            is_nan: self.or(a.is_nan, is_negative),
            is_infinite: a.is_infinite,
            is_zero: a.is_zero,
            sign: a.sign,
            sign_of_zero: a.sign,
        };
        let (precision, width) = (format.precision(), format.exponent_bits() + 2);
        let x = self.normalised(&a, width);
        // An even exponent is halved; of an odd one, the significand gets a factor of 2.
        let is_odd = self.extract(x.exponent, 0, 0);
        let significand = self.zero_extend(x.significand, precision + 1);
        let double = self.shifted_left(significand, 1);
        let radicand = self.ite(is_odd, double, significand);
        let exponent = self.extract(x.exponent, width - 1, 1);
        let exponent = self.signed(exponent, width);
        let wide = precision + 4;
        let (mut rest, mut found) = (self.constant(BitVec::zero(wide)), self.constant(BitVec::zero(wide)));
        let mut digits: Option<TermId> = None;
        for place in (0..=precision).rev() {
            // The radicand's digits, two at a time; behind the last one stand zeros.
            let next = match (2 * place + 1).checked_sub(precision + 1) {
                None => self.constant(BitVec::zero(2)),
                Some(0) => {
                    let lowest = self.extract(radicand, 0, 0);
                    self.widened_right(lowest, 1)
                }
                Some(highest) => self.extract(radicand, highest, highest - 1),
            };
            let high = self.extract(rest, wide - 3, 0);
            rest = self.concat(high, next);
            // With the digits r so far, one more is set if (2r + 1)² is not above: 4r + 1 of what is left.
            let one = self.constant(BitVec::one(wide));
            let trial = self.shifted_left(found, 2);
            let trial = self.or(trial, one);
            let (digit, left) = self.digit(rest, trial);
            rest = left;
            found = self.shifted_left(found, 1);
            let last = self.zero_extend(digit, wide);
            found = self.or(found, last);
            digits = Some(digits.map_or(digit, |digits| self.concat(digits, digit)));
        }
        let significand = self.with_rest(digits, rest);
        let sign = self.constant(BitVec::bit(false));
        let number = self.rounded(format, sign, Magnitude { exponent, significand });
        self.unless(format, special, number)
    }

    fn integral(&mut self, format: Format, rounding: Rounding, number: TermId) -> TermId {
        let a = self.unpack(format, number);
        let (precision, bits) = (format.precision(), format.exponent_bits());
        let fraction = self.extract(a.significand, precision - 2, 0);
        let exponent = self.extract(number, format.width() - 2, format.width() - 1 - bits);
        let magnitude = self.concat(exponent, fraction);
        let width = self.width(magnitude);
        let bias = self.number(bits, format.bias());
        let is_below_one = self.core(CoreOp::Ult, exponent, bias);

        // So many digits stand behind the point.
        let last = self.number(bits, format.bias() + i128::from(precision) - 1);
        let is_integer = self.compare(Predicate::Ule, last, exponent);
        let behind = self.core(CoreOp::Sub, last, exponent);
        let none = self.constant(BitVec::zero(bits));
        let behind = self.ite(is_integer, none, behind);
        let behind = self.at_most(behind, u128::from(precision));
        let behind = self.fitted(behind, width);
        let whole = self.core(CoreOp::LShr, magnitude, behind);
        let low = self.core(CoreOp::Shl, whole, behind);
        let is_whole = self.compare(Predicate::Eq, low, magnitude);
        let inexact = self.not(is_whole);
        let one = self.constant(BitVec::one(width));
        let before = self.core(CoreOp::Sub, behind, one);
        let down_to_half = self.core(CoreOp::LShr, magnitude, before);
        let half = self.extract(down_to_half, 0, 0);
        let up_to_half = self.core(CoreOp::Shl, down_to_half, before);
        let is_middle = self.compare(Predicate::Eq, up_to_half, magnitude);
        let not_middle = self.not(is_middle);
        // The last digit before the point is the highest one where there is no other.
        let last_digit = self.extract(whole, 0, 0);
        let only_highest = self.compare(Predicate::Eq, exponent, bias);
        let odd = self.or(last_digit, only_highest);
        let up = match rounding {
            Rounding::NearestEven => {
                let more = self.or(not_middle, odd);
                self.and(half, more)
            }
            Rounding::NearestAway => half,
            Rounding::Up => {
                let positive = self.not(a.sign);
                self.and(positive, inexact)
            }
            Rounding::Down => self.and(a.sign, inexact),
            Rounding::Zero => self.constant(BitVec::bit(false)),
        };
        let not_integer = self.not(is_integer);
        let up = self.and(up, not_integer);
        let up = self.zero_extend(up, width);
        let by = self.core(CoreOp::Shl, up, behind);
        let rounded = self.core(CoreOp::Add, low, by);

        // Below 1 it is 0 or 1.
        let half_of_one = self.number(bits, format.bias() - 1);
        let at_least_half = self.compare(Predicate::Ule, half_of_one, exponent);
        let is_power = self.is_constant(fraction, 0);
        let above_half = self.not(is_power);
        let above_half = self.and(at_least_half, above_half);
        let not_zero = self.not(a.is_zero);
        let becomes_one = match rounding {
            Rounding::NearestEven => above_half,
            Rounding::NearestAway => at_least_half,
            Rounding::Up => {
                let positive = self.not(a.sign);
                self.and(positive, not_zero)
            }
            Rounding::Down => self.and(a.sign, not_zero),
            Rounding::Zero => self.constant(BitVec::bit(false)),
        };
        let (zero, unit) = (self.constant(BitVec::zero(width)), self.widened_right(bias, precision - 1));
        let small = self.ite(becomes_one, unit, zero);
        let magnitude = self.ite(is_below_one, small, rounded);
        let result = self.packed(format, a.sign, magnitude);
        let result = self.ite(is_integer, number, result);
        let nan = self.constant(format.nan());
        self.ite(a.is_nan, nan, result)
    }

    fn equal_numbers(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.unpack(format, a), self.unpack(format, b));
        let both_zero = self.and(a.is_zero, b.is_zero);
        let (a_is, b_is) = (self.not(a.is_nan), self.not(b.is_nan));
        let (same_sign, same_order) =
            (self.compare(Predicate::Eq, a.sign, b.sign), self.compare(Predicate::Eq, a.order, b.order));
        let same = self.and(same_sign, same_order);
        let equal = self.or(same, both_zero);
        self.all([equal, a_is, b_is])
    }

    fn less(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.unpack(format, a), self.unpack(format, b));
        let (below, above) = (self.core(CoreOp::Ult, a.order, b.order), self.core(CoreOp::Ult, b.order, a.order));
        let by_magnitude = self.ite(a.sign, above, below);
        let differ = self.core(CoreOp::Xor, a.sign, b.sign);
        let both_zero = self.and(a.is_zero, b.is_zero);
        let not_zero = self.not(both_zero);
        let by_sign = self.and(a.sign, not_zero);
        let less = self.ite(differ, by_sign, by_magnitude);
        let (a_is, b_is) = (self.not(a.is_nan), self.not(b.is_nan));
        self.all([less, a_is, b_is])
    }

    fn number_of(&mut self, integer: TermId, signed: bool, to: Format) -> TermId {
        let width = self.width(integer);
        let sign = match signed {
            true => self.extract(integer, width - 1, width - 1),
            false => self.constant(BitVec::bit(false)),
        };
        let significand = self.negative_if(sign, integer);
        let is_zero = self.is_constant(integer, 0);
        let bits = to.exponent_bits().max(8) + 2;
        let exponent = self.number(bits, i128::from(width) - 1);
        let exact = self.with_highest_bit(Magnitude { exponent, significand });
        let number = self.rounded(to, sign, exact);
        let zero = self.constant(BitVec::zero(to.width()));
        self.ite(is_zero, zero, number)
    }

    fn integer_of(&mut self, from: Format, number: TermId, width: u32, signed: bool) -> TermId {
        let a = self.unpack(from, number);
        let (precision, bits) = (from.precision(), from.exponent_bits().max(8) + 2);
        let exponent = self.exponent(&a, bits);
        // From 2 to the power of `width` on nothing fits, and less has no more bits.
        let wide = precision.max(width);
        let significand = self.zero_extend(a.significand, wide);
        let point = self.number(bits, i128::from(precision) - 1);
        let is_left = self.compare(Predicate::Slt, point, exponent);
        let (left, right) = (self.core(CoreOp::Sub, exponent, point), self.core(CoreOp::Sub, point, exponent));
        let left = self.at_most(left, u128::from(width));
        let right = self.at_most(right, u128::from(precision));
        let (left, right) = (self.fitted(left, wide), self.fitted(right, wide));
        let up = self.core(CoreOp::Shl, significand, left);
        let down = self.core(CoreOp::LShr, significand, right);
        let magnitude = self.ite(is_left, up, down);
        let limit = self.number(bits, i128::from(width));
        let is_large = self.compare(Predicate::Sle, limit, exponent);
        let is_large = self.or(is_large, a.is_infinite);
        let greatest = self.constant(BitVec::new(wide, BitVec::ones(width).unsigned()));
        let magnitude = self.ite(is_large, greatest, magnitude);

        let (least, most) = match signed {
            true => (BitVec::signed_min(width), BitVec::signed_max(width)),
            false => (BitVec::zero(width), BitVec::ones(width)),
        };
        let allowed = |bound: BitVec| bound.signed().unsigned_abs();
        let most_magnitude = self.constant(BitVec::new(wide, most.unsigned()));
        let least_magnitude =
            self.constant(BitVec::new(wide, allowed(if signed { least } else { BitVec::zero(width) })));
        let bound = self.ite(a.sign, least_magnitude, most_magnitude);
        let fits = self.compare(Predicate::Ule, magnitude, bound);
        let low = self.truncate(magnitude, width);
        let integer = self.negative_if(a.sign, low);
        let (least, most) = (self.constant(least), self.constant(most));
        let next = self.ite(a.sign, least, most);
        let integer = self.ite(fits, integer, next);
        let zero = self.constant(BitVec::zero(width));
        self.ite(a.is_nan, zero, integer)
    }

    fn converted(&mut self, from: Format, to: Format, number: TermId) -> TermId {
        let a = self.unpack(from, number);
        let width = from.exponent_bits().max(to.exponent_bits()) + 2;
        let exact = self.normalised(&a, width);
        let result = self.rounded(to, a.sign, exact);
        let special = Special {
            is_nan: a.is_nan,
            is_infinite: a.is_infinite,
            is_zero: a.is_zero,
            sign: a.sign,
            sign_of_zero: a.sign,
        };
        self.unless(to, special, result)
    }

    /// A word at another width that holds its value.
    pub(super) fn fitted(&mut self, word: TermId, width: u32) -> TermId {
        match self.width(word) < width {
            true => self.zero_extend(word, width),
            false => self.truncate(word, width),
        }
    }
}
