//! Rules for sum, difference, product, quotient, remainder, shifts.

use super::{are_complements, with_constant, with_low_constant};
use crate::bv::{BinaryOp, BitVec, CoreOp, Term, TermId, TermPool, UnaryOp};

/// Neutral constants, sums of constants, complementary operands, what a difference has taken away.
pub(super) fn add(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    if pool.width(a) == 1 {
        return Some(pool.core(CoreOp::Xor, a, b));
    }
    if let Some(value) = pool.as_constant(b) {
        if value.unsigned() == 0 {
            return Some(a);
        }
        if let Some((inner, other)) = with_constant(pool, CoreOp::Add, a) {
            let sum = pool.constant(CoreOp::Add.apply(value, other));
            return Some(pool.core(CoreOp::Add, inner, sum));
        }
        if let Some((high, low)) = with_low_constant(pool, a) {
            return Some(add_above(pool, high, low, value));
        }
    }
    if are_complements(pool, a, b) {
        let ones = BitVec::ones(pool.width(a));
        return Some(pool.constant(ones));
    }
    match (pool.term(a), pool.term(b)) {
        (Term::Binary(CoreOp::Sub, c, d), _) if d == b => Some(c),
        (_, Term::Binary(CoreOp::Sub, c, d)) if d == a => Some(c),
        _ => None,
    }
}

/// The sum of a constant and a term whose last bits are a constant: what is above them takes the carry.
fn add_above(pool: &mut TermPool, high: TermId, low: BitVec, value: BitVec) -> TermId {
    let boundary = low.width();
    let added = value.truncate(boundary);
    let sum = CoreOp::Add.apply(low, added);
    let carry = BitVec::new(value.width() - boundary, u128::from(sum.unsigned() < added.unsigned()));
    let above = CoreOp::Add.apply(value.extract(value.width() - 1, boundary), carry);
    let above = pool.constant(above);
    let high = pool.core(CoreOp::Add, high, above);
    let sum = pool.constant(sum);
    pool.concat(high, sum)
}

/// Equal operands, constants taken away, what a sum has added.
pub(super) fn sub(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    if pool.width(a) == 1 {
        return Some(pool.core(CoreOp::Xor, a, b));
    }
    if a == b {
        let zero = BitVec::zero(pool.width(a));
        return Some(pool.constant(zero));
    }
    if let Some(value) = pool.as_constant(b) {
        let negated = pool.constant(UnaryOp::Neg.apply(value));
        return Some(pool.core(CoreOp::Add, a, negated));
    }
    match (pool.term(a), pool.term(b)) {
        (Term::Binary(CoreOp::Add, c, d), _) if c == b => Some(d),
        (Term::Binary(CoreOp::Add, c, d), _) if d == b => Some(c),
        // a − (a − d)
        (_, Term::Binary(CoreOp::Sub, c, d)) if c == a => Some(d),
        _ => None,
    }
}

/// Products with 0, 1, −1 and powers of two, products of constants.
pub(super) fn mul(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    if pool.width(a) == 1 {
        return Some(pool.core(CoreOp::And, a, b));
    }
    let value = pool.as_constant(b)?;
    if value.unsigned() == 0 {
        return Some(b);
    }
    if let Some(exponent) = power_of_two(value) {
        return Some(shift_left(pool, a, exponent));
    }
    if value == BitVec::ones(value.width()) {
        return Some(pool.unary(UnaryOp::Neg, a));
    }
    let (inner, other) = with_constant(pool, CoreOp::Mul, a)?;
    let product = pool.constant(CoreOp::Mul.apply(value, other));
    Some(pool.core(CoreOp::Mul, inner, product))
}

/// A product with a constant fits iff the other factor is between two bounds: no multiplier is needed.
pub(super) fn mul_overflow(pool: &mut TermPool, op: CoreOp, a: TermId, b: TermId) -> Option<TermId> {
    let value = pool.as_constant(b)?;
    let width = value.width();
    if value.unsigned() == 0 {
        return Some(pool.constant(BitVec::bit(false)));
    }
    if op == CoreOp::UMulOverflow {
        let greatest = pool.constant(BinaryOp::UDiv.apply(BitVec::ones(width), value));
        return Some(pool.core(CoreOp::Ult, greatest, a));
    }
    let (least, greatest) = (BitVec::signed_min(width), BitVec::signed_max(width));
    if value == BitVec::ones(width) {
        let least = pool.constant(least);
        return Some(pool.core(CoreOp::Eq, a, least));
    }
    // Quotients go towards zero, which is inwards for both bounds. A negative factor swaps them.
    let (low, high) = (BinaryOp::SDiv.apply(least, value), BinaryOp::SDiv.apply(greatest, value));
    let (low, high) = if value.is_negative() { (high, low) } else { (low, high) };
    let (low, high) = (pool.constant(low), pool.constant(high));
    let below = pool.core(CoreOp::Slt, a, low);
    let above = pool.core(CoreOp::Slt, high, a);
    Some(pool.or(below, above))
}

/// Quotients by 0 and powers of two.
pub(super) fn udiv(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    let value = pool.as_constant(b)?;
    if value.unsigned() == 0 {
        let ones = BitVec::ones(value.width());
        return Some(pool.constant(ones));
    }
    power_of_two(value).map(|exponent| shift_right(pool, a, exponent))
}

/// Remainders by the term itself, 0 and powers of two.
pub(super) fn urem(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    if a == b {
        // Also for 0, since the remainder by 0 is the dividend.
        let zero = BitVec::zero(pool.width(a));
        return Some(pool.constant(zero));
    }
    let value = pool.as_constant(b)?;
    if value.unsigned() == 0 {
        return Some(a);
    }
    match power_of_two(value)? {
        0 => Some(pool.constant(BitVec::zero(value.width()))),
        exponent => {
            let low = pool.extract(a, exponent - 1, 0);
            Some(pool.zero_extend(low, value.width()))
        }
    }
}

/// Shifts by constants, and shifts of what shifting does not change.
pub(super) fn shift(pool: &mut TermPool, op: CoreOp, a: TermId, b: TermId) -> Option<TermId> {
    let width = pool.width(a);
    if let Some(value) = pool.as_constant(a) {
        let unchanged = value.unsigned() == 0 || (op == CoreOp::AShr && value == BitVec::ones(width));
        return unchanged.then_some(a);
    }
    let by = pool.as_constant(b)?.unsigned();
    let by = if by < width as u128 { by as u32 } else { width };
    Some(match op {
        CoreOp::Shl => shift_left(pool, a, by),
        CoreOp::LShr => shift_right(pool, a, by),
        _ => {
            let rest = pool.extract(a, width - 1, by.min(width - 1));
            pool.sign_extend(rest, width)
        }
    })
}

/// The exponent, if the value is a power of two.
fn power_of_two(value: BitVec) -> Option<u32> {
    value.unsigned().is_power_of_two().then(|| value.unsigned().trailing_zeros())
}

/// `a` shifted to the left by at most its width, as a concatenation.
fn shift_left(pool: &mut TermPool, a: TermId, by: u32) -> TermId {
    let width = pool.width(a);
    if by == 0 {
        return a;
    }
    let zeros = pool.constant(BitVec::zero(by));
    if by == width {
        return zeros;
    }
    let rest = pool.extract(a, width - 1 - by, 0);
    pool.concat(rest, zeros)
}

/// `a` shifted to the right by at most its width, as a zero extension.
fn shift_right(pool: &mut TermPool, a: TermId, by: u32) -> TermId {
    let width = pool.width(a);
    if by == width {
        return pool.constant(BitVec::zero(width));
    }
    let rest = pool.extract(a, width - 1, by);
    pool.zero_extend(rest, width)
}
