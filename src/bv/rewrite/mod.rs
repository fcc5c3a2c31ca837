//! Local rewriting: what a term under construction can be instead, always valid and cheap.
//!
//! Each rule looks at an operator, its operands, and at most two levels below, and answers with an existing or a smaller
//! term. Rules that go on into the term they make do so over fewer bits, or into what has been rewritten before: none
//! follows a chain of terms down, so that construction takes constant time for a bounded width.
//!
//! | module | what |
//! |---|---|
//! | `logic` | complement, and, exclusive or, if-then-else |
//! | `arithmetic` | sum, difference, product, quotient, remainder, shifts |
//! | `order` | equality and order |
//! | `slice` | concatenation, extraction, sign extension |

mod arithmetic;
mod logic;
mod order;
mod slice;

use crate::bv::{BitVec, CoreOp, Term, TermId, TermPool};

pub(super) use logic::{ite, not};
pub(super) use slice::{concat, extract, sign_extend};

/// What `op` on `a` and `b` is, if a rule applies. A constant operand of a commutative operator is `b`.
pub(super) fn binary(pool: &mut TermPool, op: CoreOp, a: TermId, b: TermId) -> Option<TermId> {
    if let (Some(a), Some(b)) = (pool.as_constant(a), pool.as_constant(b)) {
        return Some(pool.constant(op.apply(a, b)));
    }
    match op {
        CoreOp::And => logic::and(pool, a, b),
        CoreOp::Xor => logic::xor(pool, a, b),
        CoreOp::Add => arithmetic::add(pool, a, b),
        CoreOp::Sub => arithmetic::sub(pool, a, b),
        CoreOp::Mul => arithmetic::mul(pool, a, b),
        CoreOp::UDiv => arithmetic::udiv(pool, a, b),
        CoreOp::URem => arithmetic::urem(pool, a, b),
        CoreOp::Shl | CoreOp::LShr | CoreOp::AShr => arithmetic::shift(pool, op, a, b),
        CoreOp::Eq => order::eq(pool, a, b),
        CoreOp::Ult => order::ult(pool, a, b),
        CoreOp::Slt => order::slt(pool, a, b),
        CoreOp::UMulOverflow | CoreOp::SMulOverflow => arithmetic::mul_overflow(pool, op, a, b),
    }
}

/// Whether two terms are complements by their shape.
fn are_complements(pool: &TermPool, a: TermId, b: TermId) -> bool {
    pool.term(a) == Term::Not(b) || pool.term(b) == Term::Not(a)
}

/// The constant operand of a commutative operator `op`, and the other one, if the term has this shape.
fn with_constant(pool: &TermPool, op: CoreOp, id: TermId) -> Option<(TermId, BitVec)> {
    match pool.term(id) {
        Term::Binary(found, a, b) if found == op => Some((a, pool.as_constant(b)?)),
        _ => None,
    }
}

/// Whether a choice is between constants, or a constant and what is no choice: rules that go on into both end then.
fn is_narrow_choice(pool: &TermPool, then: TermId, otherwise: TermId) -> bool {
    let is_constant = |id| pool.as_constant(id).is_some();
    let is_choice = |id| matches!(pool.term(id), Term::Ite(..));
    (is_constant(then) && !is_choice(otherwise)) || (is_constant(otherwise) && !is_choice(then))
}

/// A term as the part above its last bits, where these are a constant, and those. A concatenation leans to the right.
fn with_low_constant(pool: &mut TermPool, id: TermId) -> Option<(TermId, BitVec)> {
    let Term::Concat(high, low) = pool.term(id) else { return None };
    if let Some(low) = pool.as_constant(low) {
        return Some((high, low));
    }
    let Term::Concat(middle, low) = pool.term(low) else { return None };
    let low = pool.as_constant(low)?;
    Some((pool.concat(high, middle), low))
}

/// Two terms as the parts above their last bits, where these are constants of one width, and those.
fn with_low_constants(pool: &mut TermPool, a: TermId, b: TermId) -> Option<((TermId, BitVec), (TermId, BitVec))> {
    let cut = |pool: &mut TermPool, value: BitVec, boundary: u32| {
        (pool.constant(value.extract(value.width() - 1, boundary)), value.truncate(boundary))
    };
    match (pool.as_constant(a), pool.as_constant(b)) {
        (None, None) => {
            let (first, second) = (with_low_constant(pool, a)?, with_low_constant(pool, b)?);
            (first.1.width() == second.1.width()).then_some((first, second))
        }
        (None, Some(value)) => {
            let first = with_low_constant(pool, a)?;
            Some((first, cut(pool, value, first.1.width())))
        }
        (Some(value), None) => {
            let second = with_low_constant(pool, b)?;
            Some((cut(pool, value, second.1.width()), second))
        }
        (Some(_), Some(_)) => None,
    }
}
