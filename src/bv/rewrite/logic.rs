//! Rules for complement, and, exclusive or, if-then-else.

use super::{are_complements, with_constant, with_low_constant};
use crate::bv::{BitVec, CoreOp, Term, TermId, TermPool, UnaryOp};

/// Constants, double complement.
pub(in crate::bv) fn not(pool: &mut TermPool, a: TermId) -> Option<TermId> {
    match pool.term(a) {
        Term::Constant(value) => Some(pool.constant(UnaryOp::Not.apply(value))),
        Term::Not(inner) => Some(inner),
        _ => None,
    }
}

/// Neutral and absorbing constants, equal and complementary operands, absorption.
pub(super) fn and(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(value) = pool.as_constant(b) {
        if value.unsigned() == 0 {
            return Some(b);
        }
        if UnaryOp::Not.apply(value).unsigned() == 0 {
            return Some(a);
        }
        if let Some((inner, other)) = with_constant(pool, CoreOp::And, a) {
            let both = pool.constant(CoreOp::And.apply(value, other));
            return Some(pool.core(CoreOp::And, inner, both));
        }
        return None;
    }
    if a == b {
        return Some(a);
    }
    let found = absorbed(pool, a, b).or_else(|| absorbed(pool, b, a));
    found.or_else(|| side_by_side(pool, a, b)).or_else(|| side_by_side(pool, b, a))
}

/// `!a & !b`, the complement of `a | b`, where `b` is no wider than the zeros that `a` ends in: the two stand side by side, as the number of an
/// object and an offset do in a pointer.
fn side_by_side(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    let (Term::Not(a), Term::Not(b)) = (pool.term(a), pool.term(b)) else { return None };
    let (high, zeros) = with_low_constant(pool, a).filter(|(_, low)| !low.is_nonzero())?;
    let low = pool.zero_extended(b).filter(|&low| pool.width(low) <= zeros.width())?;
    let low = pool.zero_extend(low, zeros.width());
    let joined = pool.concat(high, low);
    Some(pool.not(joined))
}

/// `a & b` where `b` says everything, or contradicts: `a` and its complement, `a & (a & c)`, `a & (!a & c)`,
/// `a & !(a & c)`, `a & !(!a & c)`.
fn absorbed(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    if are_complements(pool, a, b) {
        let zero = BitVec::zero(pool.width(a));
        return Some(pool.constant(zero));
    }
    match pool.term(b) {
        Term::Binary(CoreOp::And, c, d) => {
            if c == a || d == a {
                Some(b)
            } else if are_complements(pool, a, c) || are_complements(pool, a, d) {
                let zero = BitVec::zero(pool.width(a));
                Some(pool.constant(zero))
            } else {
                None
            }
        }
        Term::Not(inner) => match pool.term(inner) {
            Term::Binary(CoreOp::And, c, d) => {
                if are_complements(pool, a, c) || are_complements(pool, a, d) {
                    return Some(a);
                }
                let other = if c == a {
                    d
                } else if d == a {
                    c
                } else {
                    return None;
                };
                let other = pool.not(other);
                Some(pool.core(CoreOp::And, a, other))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Neutral constants, equal and complementary operands; complements move out.
pub(super) fn xor(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(value) = pool.as_constant(b) {
        if value.unsigned() == 0 {
            return Some(a);
        }
        if UnaryOp::Not.apply(value).unsigned() == 0 {
            return Some(pool.not(a));
        }
    }
    if a == b {
        let zero = BitVec::zero(pool.width(a));
        return Some(pool.constant(zero));
    }
    match (pool.term(a), pool.term(b)) {
        (Term::Not(inner), _) => {
            let same = pool.core(CoreOp::Xor, inner, b);
            Some(pool.not(same))
        }
        (_, Term::Not(inner)) => {
            let same = pool.core(CoreOp::Xor, a, inner);
            Some(pool.not(same))
        }
        _ => None,
    }
}

/// Constant conditions, equal arms, complemented conditions, arms that the condition decides, Boolean arms.
pub(in crate::bv) fn ite(pool: &mut TermPool, condition: TermId, then: TermId, otherwise: TermId) -> Option<TermId> {
    if let Some(value) = pool.as_constant(condition) {
        return Some(if value.is_nonzero() { then } else { otherwise });
    }
    if then == otherwise {
        return Some(then);
    }
    if let Term::Not(inner) = pool.term(condition) {
        return Some(pool.ite(inner, otherwise, then));
    }
    if pool.width(then) == 1 {
        if let Some(result) = boolean_ite(pool, condition, then, otherwise) {
            return Some(result);
        }
    }
    nested_ite(pool, condition, then, otherwise)
}

/// If-then-else of width 1 where an arm is constant, is the condition, or is the other arm's complement.
fn boolean_ite(pool: &mut TermPool, condition: TermId, then: TermId, otherwise: TermId) -> Option<TermId> {
    let known = |id| pool.as_constant(id).map(|value| value.is_nonzero());
    let (then_value, otherwise_value) = (known(then), known(otherwise));
    if then_value == Some(true) || then == condition {
        return Some(pool.or(condition, otherwise));
    }
    if then_value == Some(false) || are_complements(pool, then, condition) {
        let not_condition = pool.not(condition);
        return Some(pool.and(not_condition, otherwise));
    }
    if otherwise_value == Some(true) || are_complements(pool, otherwise, condition) {
        return Some(pool.implies(condition, then));
    }
    if otherwise_value == Some(false) || otherwise == condition {
        return Some(pool.and(condition, then));
    }
    are_complements(pool, then, otherwise).then(|| pool.core(CoreOp::Xor, condition, otherwise))
}

/// If-then-else in an arm, by the same condition or with an arm in common.
fn nested_ite(pool: &mut TermPool, condition: TermId, then: TermId, otherwise: TermId) -> Option<TermId> {
    if let Term::Ite(inner, a, b) = pool.term(then) {
        if inner == condition {
            return Some(pool.ite(condition, a, otherwise));
        }
        if b == otherwise {
            let both = pool.and(condition, inner);
            return Some(pool.ite(both, a, otherwise));
        }
        if a == otherwise {
            let not_inner = pool.not(inner);
            let both = pool.and(condition, not_inner);
            return Some(pool.ite(both, b, otherwise));
        }
    }
    if let Term::Ite(inner, a, b) = pool.term(otherwise) {
        if inner == condition {
            return Some(pool.ite(condition, then, b));
        }
        if a == then {
            let either = pool.or(condition, inner);
            return Some(pool.ite(either, then, b));
        }
        if b == then {
            let either = pool.implies(inner, condition);
            return Some(pool.ite(either, then, a));
        }
    }
    None
}
