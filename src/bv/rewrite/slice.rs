//! Rules for concatenation, extraction, sign extension. A concatenation leans to the right: its first operand is none.

use crate::bv::{Term, TermId, TermPool};

/// Constants side by side, adjacent parts of one term, concatenations that lean to the left.
pub(in crate::bv) fn concat(pool: &mut TermPool, high: TermId, low: TermId) -> Option<TermId> {
    if let Term::Concat(first, second) = pool.term(high) {
        let low = pool.concat(second, low);
        return Some(pool.concat(first, low));
    }
    if let Term::Concat(second, third) = pool.term(low) {
        let joined = joined(pool, high, second)?;
        return Some(pool.concat(joined, third));
    }
    joined(pool, high, low)
}

/// `high` and `low` as one term that is not a concatenation.
fn joined(pool: &mut TermPool, high: TermId, low: TermId) -> Option<TermId> {
    match (pool.term(high), pool.term(low)) {
        (Term::Constant(high), Term::Constant(low)) => Some(pool.constant(high.concat(low))),
        (Term::Extract { of, high, low: middle }, Term::Extract { of: same, high: below, low })
            if of == same && middle == below + 1 =>
        {
            Some(pool.extract(of, high, low))
        }
        _ => None,
    }
}

/// Everything, constants, parts of parts, of concatenations, of sign extensions, of complements, of constant arms.
pub(in crate::bv) fn extract(pool: &mut TermPool, of: TermId, high: u32, low: u32) -> Option<TermId> {
    if low == 0 && high == pool.width(of) - 1 {
        return Some(of);
    }
    match pool.term(of) {
        Term::Constant(value) => Some(pool.constant(value.extract(high, low))),
        Term::Extract { of, low: offset, .. } => Some(pool.extract(of, high + offset, low + offset)),
        Term::Not(inner) => {
            let part = pool.extract(inner, high, low);
            Some(pool.not(part))
        }
        Term::Concat(above, below) => {
            let boundary = pool.width(below);
            if high < boundary {
                Some(pool.extract(below, high, low))
            } else if low >= boundary {
                Some(pool.extract(above, high - boundary, low - boundary))
            } else {
                let above = pool.extract(above, high - boundary, 0);
                let below = pool.extract(below, boundary - 1, low);
                Some(pool.concat(above, below))
            }
        }
        Term::SignExtend { of, .. } => {
            let top = pool.width(of) - 1;
            let part = pool.extract(of, high.min(top), low.min(top));
            Some(pool.sign_extend(part, high - low + 1))
        }
        Term::Ite(condition, then, otherwise) => {
            if !super::is_narrow_choice(pool, then, otherwise) {
                return None;
            }
            let (then, otherwise) = (pool.extract(then, high, low), pool.extract(otherwise, high, low));
            Some(pool.ite(condition, then, otherwise))
        }
        _ => None,
    }
}

/// No extension, constants, extensions of extensions by signs or zeros.
pub(in crate::bv) fn sign_extend(pool: &mut TermPool, of: TermId, width: u32) -> Option<TermId> {
    if width == pool.width(of) {
        return Some(of);
    }
    match pool.term(of) {
        Term::Constant(value) => Some(pool.constant(value.sign_extend(width))),
        Term::SignExtend { of, .. } => Some(pool.sign_extend(of, width)),
        Term::Concat(high, low) => {
            // The sign is in the constant, so that the constant is extended.
            let high = pool.as_constant(high)?;
            let high = pool.constant(high.sign_extend(width - pool.width(low)));
            Some(pool.concat(high, low))
        }
        _ => None,
    }
}
