//! What each operation does to values: the reference that term evaluation, circuits and clauses are tested against.
//!
//! Every function is total on operands of the widths that [`op`](crate::bv::op) asks for. Arithmetic is the host's
//! 128-bit arithmetic, wrapped or checked and then cut to the width, so that nothing here follows a circuit.

use crate::bv::{BinaryOp, BitVec, OverflowOp, Predicate, TernaryOp, UnaryOp};

/// The shift distance as a number of bits, or `None` if it is the width or more.
fn distance(by: BitVec) -> Option<u32> {
    (by.unsigned() < by.width() as u128).then(|| by.unsigned() as u32)
}

fn assert_same_width(a: BitVec, b: BitVec) {
    assert_eq!(a.width(), b.width(), "operands of different widths");
}

/// Whether `exact`, `None` if not even 128 bits hold it, is outside the unsigned numbers of `width` bits.
fn outside_unsigned(exact: Option<u128>, width: u32) -> bool {
    exact.is_none_or(|exact| exact > BitVec::ones(width).unsigned())
}

/// Whether `exact`, `None` if not even 128 bits hold it, is outside the signed numbers of `width` bits.
fn outside_signed(exact: Option<i128>, width: u32) -> bool {
    exact.is_none_or(|exact| BitVec::new(width, exact as u128).signed() != exact)
}

impl UnaryOp {
    /// The operation applied to `a`; the result has the same width.
    ///
    /// # Panics
    /// If [`UnaryOp::ByteSwap`] is applied to a width that is not a multiple of 8.
    pub fn apply(self, a: BitVec) -> BitVec {
        let width = a.width();
        let bits = match self {
            UnaryOp::Not => !a.unsigned(),
            UnaryOp::Neg => a.unsigned().wrapping_neg(),
            UnaryOp::PopCount => a.unsigned().count_ones() as u128,
            UnaryOp::LeadingZeros => (a.unsigned().leading_zeros() - (BitVec::MAX_WIDTH - width)) as u128,
            UnaryOp::TrailingZeros => a.unsigned().trailing_zeros().min(width) as u128,
            UnaryOp::ByteSwap => {
                assert_eq!(width % 8, 0, "a byte swap of {width} bits");
                a.unsigned().swap_bytes() >> (BitVec::MAX_WIDTH - width)
            }
            UnaryOp::BitReverse => a.unsigned().reverse_bits() >> (BitVec::MAX_WIDTH - width),
            UnaryOp::Abs => a.signed().wrapping_abs() as u128,
        };
        BitVec::new(width, bits)
    }
}

impl BinaryOp {
    /// The operation applied to `a` and `b`; the result has their width.
    ///
    /// # Panics
    /// If the widths differ.
    pub fn apply(self, a: BitVec, b: BitVec) -> BitVec {
        assert_same_width(a, b);
        let (unsigned_a, unsigned_b) = (a.unsigned(), b.unsigned());
        let bits = match self {
            BinaryOp::Add => unsigned_a.wrapping_add(unsigned_b),
            BinaryOp::Sub => unsigned_a.wrapping_sub(unsigned_b),
            BinaryOp::Mul => unsigned_a.wrapping_mul(unsigned_b),
            BinaryOp::UDiv => unsigned_a.checked_div(unsigned_b).unwrap_or(u128::MAX),
            BinaryOp::URem => unsigned_a.checked_rem(unsigned_b).unwrap_or(unsigned_a),
            BinaryOp::SDiv => match (a.signed(), b.signed()) {
                // `udiv` by zero gives −1; with a negative dividend the quotient is negated.
                (a, 0) if a < 0 => 1,
                (_, 0) => u128::MAX,
                (a, b) => a.wrapping_div(b) as u128,
            },
            BinaryOp::SRem => match (a.signed(), b.signed()) {
                (a, 0) => a as u128,
                (a, b) => a.wrapping_rem(b) as u128,
            },
            BinaryOp::And => unsigned_a & unsigned_b,
            BinaryOp::Or => unsigned_a | unsigned_b,
            BinaryOp::Xor => unsigned_a ^ unsigned_b,
            BinaryOp::Shl => distance(b).map_or(0, |by| unsigned_a << by),
            BinaryOp::LShr => distance(b).map_or(0, |by| unsigned_a >> by),
            BinaryOp::AShr => (a.signed() >> distance(b).unwrap_or(BitVec::MAX_WIDTH - 1)) as u128,
            BinaryOp::UMin => unsigned_a.min(unsigned_b),
            BinaryOp::UMax => unsigned_a.max(unsigned_b),
            BinaryOp::SMin => a.signed().min(b.signed()) as u128,
            BinaryOp::SMax => a.signed().max(b.signed()) as u128,
            BinaryOp::UAddSat
            | BinaryOp::SAddSat
            | BinaryOp::USubSat
            | BinaryOp::SSubSat
            | BinaryOp::UShlSat
            | BinaryOp::SShlSat => return self.apply_saturating(a, b),
        };
        BitVec::new(a.width(), bits)
    }

    /// The saturating operations: the wrapping result where it is exact, otherwise the bound on the exact result's side.
    fn apply_saturating(self, a: BitVec, b: BitVec) -> BitVec {
        let width = a.width();
        let toward = |negative| if negative { BitVec::signed_min(width) } else { BitVec::signed_max(width) };
        // A shift is exact if shifting back undoes it. By the width or more, back comes 0: then only 0 is exact.
        let (wrapping, inexact, bound) = match self {
            BinaryOp::UAddSat => (BinaryOp::Add, OverflowOp::UAdd.apply(a, b), BitVec::ones(width)),
            BinaryOp::SAddSat => (BinaryOp::Add, OverflowOp::SAdd.apply(a, b), toward(a.is_negative())),
            BinaryOp::USubSat => (BinaryOp::Sub, OverflowOp::USub.apply(a, b), BitVec::zero(width)),
            BinaryOp::SSubSat => (BinaryOp::Sub, OverflowOp::SSub.apply(a, b), toward(a.is_negative())),
            BinaryOp::UShlSat => {
                let back = BinaryOp::LShr.apply(BinaryOp::Shl.apply(a, b), b);
                (BinaryOp::Shl, back != a, BitVec::ones(width))
            }
            BinaryOp::SShlSat => {
                let back = BinaryOp::AShr.apply(BinaryOp::Shl.apply(a, b), b);
                (BinaryOp::Shl, back != a, toward(a.is_negative()))
            }
            _ => unreachable!("{self:?} does not saturate"),
        };
        if inexact {
            bound
        } else {
            wrapping.apply(a, b)
        }
    }
}

impl OverflowOp {
    /// Whether the exact result on `a` and `b` is outside the type.
    ///
    /// # Panics
    /// If the widths differ.
    pub fn apply(self, a: BitVec, b: BitVec) -> bool {
        assert_same_width(a, b);
        let width = a.width();
        match self {
            OverflowOp::UAdd => outside_unsigned(a.unsigned().checked_add(b.unsigned()), width),
            OverflowOp::SAdd => outside_signed(a.signed().checked_add(b.signed()), width),
            OverflowOp::USub => a.unsigned() < b.unsigned(),
            OverflowOp::SSub => outside_signed(a.signed().checked_sub(b.signed()), width),
            OverflowOp::UMul => outside_unsigned(a.unsigned().checked_mul(b.unsigned()), width),
            OverflowOp::SMul => outside_signed(a.signed().checked_mul(b.signed()), width),
            OverflowOp::SDiv => a == BitVec::signed_min(width) && b == BitVec::ones(width),
        }
    }
}

impl Predicate {
    /// Whether the comparison of `a` with `b` holds.
    ///
    /// # Panics
    /// If the widths differ.
    pub fn apply(self, a: BitVec, b: BitVec) -> bool {
        assert_same_width(a, b);
        match self {
            Predicate::Eq => a == b,
            Predicate::Ne => a != b,
            Predicate::Ult => a.unsigned() < b.unsigned(),
            Predicate::Ule => a.unsigned() <= b.unsigned(),
            Predicate::Slt => a.signed() < b.signed(),
            Predicate::Sle => a.signed() <= b.signed(),
        }
    }
}

impl TernaryOp {
    /// The operation applied to `a`, `b` and `c`; the result has their width.
    ///
    /// # Panics
    /// If the widths differ.
    pub fn apply(self, a: BitVec, b: BitVec, c: BitVec) -> BitVec {
        assert_same_width(a, b);
        assert_same_width(a, c);
        let width = a.width();
        let by = (c.unsigned() % width as u128) as u32;
        // A distance of 0 keeps one operand; otherwise both contribute, and both distances are below the width.
        let bits = match (self, by) {
            (TernaryOp::FunnelLeft, 0) => a.unsigned(),
            (TernaryOp::FunnelRight, 0) => b.unsigned(),
            (TernaryOp::FunnelLeft, by) => a.unsigned() << by | b.unsigned() >> (width - by),
            (TernaryOp::FunnelRight, by) => a.unsigned() << (width - by) | b.unsigned() >> by,
        };
        BitVec::new(width, bits)
    }
}

/// Operations that change the width.
impl BitVec {
    /// The same unsigned number at a width that is at least this one's.
    ///
    /// # Panics
    /// If `width` is less than this value's width or above [`BitVec::MAX_WIDTH`].
    pub fn zero_extend(self, width: u32) -> BitVec {
        assert!(width >= self.width(), "an extension of {self:?} to {width} bits");
        BitVec::new(width, self.unsigned())
    }

    /// The same signed number at a width that is at least this one's.
    ///
    /// # Panics
    /// If `width` is less than this value's width or above [`BitVec::MAX_WIDTH`].
    pub fn sign_extend(self, width: u32) -> BitVec {
        assert!(width >= self.width(), "an extension of {self:?} to {width} bits");
        BitVec::new(width, self.signed() as u128)
    }

    /// The low `width` bits.
    ///
    /// # Panics
    /// If `width` is 0 or above this value's width.
    pub fn truncate(self, width: u32) -> BitVec {
        assert!(width <= self.width(), "a truncation of {self:?} to {width} bits");
        BitVec::new(width, self.unsigned())
    }

    /// Bits `low` to `high`, both included, counted from the least significant.
    ///
    /// # Panics
    /// If `low` is above `high` or `high` is not below the width.
    pub fn extract(self, high: u32, low: u32) -> BitVec {
        assert!(low <= high && high < self.width(), "bits {high} to {low} of {self:?}");
        BitVec::new(high - low + 1, self.unsigned() >> low)
    }

    /// This value's bits above those of `low`.
    ///
    /// # Panics
    /// If the widths together are above [`BitVec::MAX_WIDTH`].
    pub fn concat(self, low: BitVec) -> BitVec {
        // Both widths are at least 1, so that the shift is below 128 wherever the sum of the widths is allowed.
        let width = self.width() + low.width();
        assert!(width <= BitVec::MAX_WIDTH, "a bit-vector of {width} bits");
        BitVec::new(width, self.unsigned() << low.width() | low.unsigned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(width: u32, value: i128) -> BitVec {
        BitVec::new(width, value as u128)
    }

    /// All values of a width.
    fn all(width: u32) -> impl Iterator<Item = BitVec> {
        (0..1u128 << width).map(move |bits| BitVec::new(width, bits))
    }

    /// Clamps an exact result into the unsigned numbers of a width.
    fn clamp_unsigned(exact: i128, width: u32) -> BitVec {
        s(width, exact.clamp(0, (1 << width) - 1))
    }

    /// Clamps an exact result into the signed numbers of a width.
    fn clamp_signed(exact: i128, width: u32) -> BitVec {
        s(width, exact.clamp(-1 << (width - 1), (1 << (width - 1)) - 1))
    }

    #[test]
    fn arithmetic_is_exact_up_to_its_documented_end() {
        for width in 1..=6 {
            for a in all(width) {
                for b in all(width) {
                    let (ua, ub) = (a.unsigned() as i128, b.unsigned() as i128);
                    let (sa, sb) = (a.signed(), b.signed());
                    let (umax, smin, smax) = ((1 << width) - 1, -1i128 << (width - 1), (1i128 << (width - 1)) - 1);
                    assert_eq!(BinaryOp::Add.apply(a, b), s(width, ua + ub));
                    assert_eq!(BinaryOp::Sub.apply(a, b), s(width, ua - ub));
                    assert_eq!(BinaryOp::Mul.apply(a, b), s(width, ua * ub));
                    assert_eq!(OverflowOp::UAdd.apply(a, b), ua + ub > umax);
                    assert_eq!(OverflowOp::USub.apply(a, b), ua - ub < 0);
                    assert_eq!(OverflowOp::UMul.apply(a, b), ua * ub > umax);
                    assert_eq!(OverflowOp::SAdd.apply(a, b), !(smin..=smax).contains(&(sa + sb)));
                    assert_eq!(OverflowOp::SSub.apply(a, b), !(smin..=smax).contains(&(sa - sb)));
                    assert_eq!(OverflowOp::SMul.apply(a, b), !(smin..=smax).contains(&(sa * sb)));
                    assert_eq!(OverflowOp::SDiv.apply(a, b), sb != 0 && !(smin..=smax).contains(&(sa / sb)));
                    assert_eq!(BinaryOp::UAddSat.apply(a, b), clamp_unsigned(ua + ub, width));
                    assert_eq!(BinaryOp::USubSat.apply(a, b), clamp_unsigned(ua - ub, width));
                    assert_eq!(BinaryOp::SAddSat.apply(a, b), clamp_signed(sa + sb, width));
                    assert_eq!(BinaryOp::SSubSat.apply(a, b), clamp_signed(sa - sb, width));
                    assert_eq!(BinaryOp::UShlSat.apply(a, b), clamp_unsigned(ua << ub, width));
                    assert_eq!(BinaryOp::SShlSat.apply(a, b), clamp_signed(sa << ub, width), "{a:?} << {b:?}");
                    assert_eq!(BinaryOp::Shl.apply(a, b), s(width, ua << ub));
                    assert_eq!(BinaryOp::LShr.apply(a, b), s(width, ua >> ub));
                    assert_eq!(BinaryOp::AShr.apply(a, b), s(width, sa >> ub));
                }
            }
        }
    }

    #[test]
    fn division_follows_smt_lib() {
        // SMT-LIB defines bvsdiv and bvsrem by cases over the signs, with bvudiv and bvurem inside.
        for width in 1..=6 {
            for a in all(width) {
                for b in all(width) {
                    let negate = |x| UnaryOp::Neg.apply(x);
                    let magnitude = |x: BitVec| if x.is_negative() { negate(x) } else { x };
                    let (udiv, urem) = if b.unsigned() == 0 {
                        (BitVec::ones(width), a)
                    } else {
                        let (ua, ub) = (a.unsigned(), b.unsigned());
                        (BitVec::new(width, ua / ub), BitVec::new(width, ua % ub))
                    };
                    assert_eq!(BinaryOp::UDiv.apply(a, b), udiv);
                    assert_eq!(BinaryOp::URem.apply(a, b), urem);
                    let quotient = BinaryOp::UDiv.apply(magnitude(a), magnitude(b));
                    let remainder = BinaryOp::URem.apply(magnitude(a), magnitude(b));
                    let expected = if a.is_negative() == b.is_negative() { quotient } else { negate(quotient) };
                    assert_eq!(BinaryOp::SDiv.apply(a, b), expected, "{a:?} sdiv {b:?}");
                    let expected = if a.is_negative() { negate(remainder) } else { remainder };
                    assert_eq!(BinaryOp::SRem.apply(a, b), expected, "{a:?} srem {b:?}");
                }
            }
        }
    }

    #[test]
    fn bit_counts_and_orders() {
        for width in 1..=8 {
            for a in all(width) {
                let bit = |i| a.get(i) as u128;
                assert_eq!(UnaryOp::PopCount.apply(a), BitVec::new(width, (0..width).map(bit).sum()));
                let leading = (0..width).rev().take_while(|&i| !a.get(i)).count();
                assert_eq!(UnaryOp::LeadingZeros.apply(a), BitVec::new(width, leading as u128));
                let trailing = (0..width).take_while(|&i| !a.get(i)).count();
                assert_eq!(UnaryOp::TrailingZeros.apply(a), BitVec::new(width, trailing as u128));
                let reversed = (0..width).map(|i| bit(i) << (width - 1 - i)).sum();
                assert_eq!(UnaryOp::BitReverse.apply(a), BitVec::new(width, reversed));
                assert_eq!(UnaryOp::Abs.apply(a), s(width, a.signed().abs()));
                assert_eq!(UnaryOp::Neg.apply(a), s(width, -a.signed()));
            }
        }
        assert_eq!(UnaryOp::ByteSwap.apply(BitVec::new(32, 0x12345678)), BitVec::new(32, 0x78563412));
        assert_eq!(UnaryOp::ByteSwap.apply(BitVec::new(24, 0x123456)), BitVec::new(24, 0x563412));
    }

    #[test]
    fn funnel_shifts_cut_a_concatenation() {
        for width in 1..=4 {
            for (a, b) in all(width).flat_map(|a| all(width).map(move |b| (a, b))) {
                for c in all(width) {
                    let (both, by) = (a.concat(b), (c.unsigned() % width as u128) as u32);
                    let left = BitVec::new(width, (both.unsigned() << by) >> width);
                    assert_eq!(TernaryOp::FunnelLeft.apply(a, b, c), left);
                    let right = BitVec::new(width, both.unsigned() >> by);
                    assert_eq!(TernaryOp::FunnelRight.apply(a, b, c), right);
                }
            }
        }
    }

    #[test]
    fn the_largest_width_wraps_like_any_other() {
        let (min, max, ones) = (s(128, i128::MIN), s(128, i128::MAX), s(128, -1));
        assert_eq!(BinaryOp::SDiv.apply(min, ones), min);
        assert_eq!(BinaryOp::SRem.apply(min, ones), s(128, 0));
        assert_eq!(UnaryOp::Abs.apply(min), min);
        assert!(OverflowOp::SDiv.apply(min, ones));
        assert!(OverflowOp::SMul.apply(min, ones));
        assert!(OverflowOp::SSub.apply(s(128, 0), min));
        assert!(!OverflowOp::SMul.apply(max, ones));
        assert!(OverflowOp::UMul.apply(s(128, 1 << 64), s(128, 1 << 64)));
        assert!(!OverflowOp::UMul.apply(s(128, 1 << 64), s(128, (1 << 64) - 1)));
        assert!(OverflowOp::UAdd.apply(ones, s(128, 1)));
        assert_eq!(BinaryOp::SAddSat.apply(max, s(128, 1)), max);
        assert_eq!(BinaryOp::AShr.apply(min, s(128, 128)), ones);
        assert_eq!(BinaryOp::Shl.apply(ones, s(128, 127)), min);
        assert_eq!(UnaryOp::PopCount.apply(ones), s(128, 128));
        assert_eq!(TernaryOp::FunnelLeft.apply(min, min, s(128, 129)), s(128, 1));
    }

    #[test]
    fn widths_change_as_named() {
        let a = BitVec::new(4, 0b1010);
        assert_eq!(a.zero_extend(6), BitVec::new(6, 0b001010));
        assert_eq!(a.sign_extend(6), BitVec::new(6, 0b111010));
        assert_eq!(a.sign_extend(128).signed(), -6);
        assert_eq!(a.truncate(3), BitVec::new(3, 0b010));
        assert_eq!(a.extract(3, 2), BitVec::new(2, 0b10));
        assert_eq!(a.concat(BitVec::new(2, 0b01)), BitVec::new(6, 0b101001));
        assert_eq!(BitVec::new(1, 1).concat(BitVec::zero(127)).signed(), i128::MIN);
    }
}
