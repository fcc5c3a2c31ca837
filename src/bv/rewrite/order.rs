//! Rules for equality and order.

use super::{are_complements, with_constant, zero_extended};
use crate::bv::{BitVec, CoreOp, Predicate, Term, TermId, TermPool, UnaryOp};

/// Equal and complementary operands, Booleans, and equality with a constant seen through the operator that a term has.
pub(super) fn eq(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    if a == b {
        return Some(pool.constant(BitVec::bit(true)));
    }
    if are_complements(pool, a, b) {
        return Some(pool.constant(BitVec::bit(false)));
    }
    if pool.width(a) == 1 {
        let differ = pool.core(CoreOp::Xor, a, b);
        return Some(pool.not(differ));
    }
    if let Some(value) = pool.as_constant(b) {
        return eq_constant(pool, a, value);
    }
    match (pool.term(a), pool.term(b)) {
        (Term::Not(a), Term::Not(b)) => Some(pool.core(CoreOp::Eq, a, b)),
        (Term::Concat(high_a, low_a), Term::Concat(high_b, low_b)) if pool.width(low_a) == pool.width(low_b) => {
            let high = pool.core(CoreOp::Eq, high_a, high_b);
            let low = pool.core(CoreOp::Eq, low_a, low_b);
            Some(pool.and(high, low))
        }
        (Term::SignExtend { of: a, .. }, Term::SignExtend { of: b, .. }) if pool.width(a) == pool.width(b) => {
            Some(pool.core(CoreOp::Eq, a, b))
        }
        _ => None,
    }
}

/// Equality with a constant: the operator that `a` has is undone on the constant.
fn eq_constant(pool: &mut TermPool, a: TermId, value: BitVec) -> Option<TermId> {
    if let Some((inner, added)) = with_constant(pool, CoreOp::Add, a) {
        let rest = pool.constant(CoreOp::Sub.apply(value, added));
        return Some(pool.core(CoreOp::Eq, inner, rest));
    }
    if let Some((inner, mask)) = with_constant(pool, CoreOp::Xor, a) {
        let rest = pool.constant(CoreOp::Xor.apply(value, mask));
        return Some(pool.core(CoreOp::Eq, inner, rest));
    }
    match pool.term(a) {
        Term::Not(inner) => {
            let complement = pool.constant(UnaryOp::Not.apply(value));
            Some(pool.core(CoreOp::Eq, inner, complement))
        }
        Term::Binary(CoreOp::Xor | CoreOp::Sub, c, d) if value.unsigned() == 0 => Some(pool.core(CoreOp::Eq, c, d)),
        Term::Concat(high, low) => {
            let boundary = pool.width(low);
            let high_value = pool.constant(value.extract(value.width() - 1, boundary));
            let low_value = pool.constant(value.truncate(boundary));
            let high = pool.core(CoreOp::Eq, high, high_value);
            let low = pool.core(CoreOp::Eq, low, low_value);
            Some(pool.and(high, low))
        }
        Term::SignExtend { of, .. } => {
            let narrow = value.truncate(pool.width(of));
            if narrow.sign_extend(value.width()) != value {
                return Some(pool.constant(BitVec::bit(false)));
            }
            let narrow = pool.constant(narrow);
            Some(pool.core(CoreOp::Eq, of, narrow))
        }
        Term::Ite(condition, then, otherwise) => {
            let (then, otherwise) = (pool.as_constant(then)?, pool.as_constant(otherwise)?);
            let (then, otherwise) =
                (pool.constant(BitVec::bit(then == value)), pool.constant(BitVec::bit(otherwise == value)));
            Some(pool.ite(condition, then, otherwise))
        }
        _ => None,
    }
}

/// Equal operands, Booleans, bounds that nothing or only one value passes, operands with equal high parts.
pub(super) fn ult(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    let width = pool.width(a);
    if a == b {
        return Some(pool.constant(BitVec::bit(false)));
    }
    if width == 1 {
        let not_a = pool.not(a);
        return Some(pool.and(not_a, b));
    }
    let (ones, zero) = (BitVec::ones(width), BitVec::zero(width));
    if let Some(bound) = pool.as_constant(b) {
        match bound.unsigned() {
            0 => return Some(pool.constant(BitVec::bit(false))),
            1 => {
                let zero = pool.constant(zero);
                return Some(pool.core(CoreOp::Eq, a, zero));
            }
            _ if bound == ones => return Some(pool.compare(Predicate::Ne, a, b)),
            _ => {}
        }
    }
    if let Some(bound) = pool.as_constant(a) {
        if bound == zero {
            return Some(pool.compare(Predicate::Ne, a, b));
        }
        if bound == ones {
            return Some(pool.constant(BitVec::bit(false)));
        }
        if bound.unsigned() == ones.unsigned() - 1 {
            let ones = pool.constant(ones);
            return Some(pool.core(CoreOp::Eq, b, ones));
        }
    }
    if let (Term::Not(a), Term::Not(b)) = (pool.term(a), pool.term(b)) {
        return Some(pool.core(CoreOp::Ult, b, a));
    }
    ult_extended(pool, a, b)
}

/// Unsigned order where at least one operand is a zero extension and the other one or a constant.
fn ult_extended(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    match (zero_extended(pool, a), zero_extended(pool, b)) {
        (Some(a), Some(b)) => {
            let width = pool.width(a).max(pool.width(b));
            let (a, b) = (pool.zero_extend(a, width), pool.zero_extend(b, width));
            Some(pool.core(CoreOp::Ult, a, b))
        }
        (Some(a), None) => {
            let bound = pool.as_constant(b)?;
            let narrow = bound.truncate(pool.width(a));
            if narrow.unsigned() != bound.unsigned() {
                return Some(pool.constant(BitVec::bit(true)));
            }
            let bound = pool.constant(narrow);
            Some(pool.core(CoreOp::Ult, a, bound))
        }
        (None, Some(b)) => {
            let bound = pool.as_constant(a)?;
            let narrow = bound.truncate(pool.width(b));
            if narrow.unsigned() != bound.unsigned() {
                return Some(pool.constant(BitVec::bit(false)));
            }
            let bound = pool.constant(narrow);
            Some(pool.core(CoreOp::Ult, bound, b))
        }
        (None, None) => None,
    }
}

/// Equal operands, bounds that nothing passes, comparison with zero, operands that are not negative or sign-extended.
pub(super) fn slt(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    let width = pool.width(a);
    let (value_a, value_b) = (pool.as_constant(a), pool.as_constant(b));
    if a == b || value_b == Some(BitVec::signed_min(width)) || value_a == Some(BitVec::signed_max(width)) {
        return Some(pool.constant(BitVec::bit(false)));
    }
    if value_b == Some(BitVec::zero(width)) {
        return Some(pool.extract(a, width - 1, width - 1));
    }
    if value_a == Some(BitVec::ones(width)) {
        let negative = pool.extract(b, width - 1, width - 1);
        return Some(pool.not(negative));
    }
    if value_a == Some(BitVec::signed_min(width)) || value_b == Some(BitVec::signed_max(width)) {
        return Some(pool.compare(Predicate::Ne, a, b));
    }
    if let (Term::Not(a), Term::Not(b)) = (pool.term(a), pool.term(b)) {
        return Some(pool.core(CoreOp::Slt, b, a));
    }
    let not_negative =
        |id| zero_extended(pool, id).is_some() || pool.as_constant(id).is_some_and(|value| !value.is_negative());
    if not_negative(a) && not_negative(b) {
        return Some(pool.core(CoreOp::Ult, a, b));
    }
    match (pool.term(a), pool.term(b)) {
        (Term::SignExtend { of: a, .. }, Term::SignExtend { of: b, .. }) if pool.width(a) == pool.width(b) => {
            Some(pool.core(CoreOp::Slt, a, b))
        }
        _ => None,
    }
}
