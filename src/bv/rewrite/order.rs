//! Rules for equality and order.

use super::{are_complements, with_constant, with_low_constants};
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
        _ => {
            let ((high_a, low_a), (high_b, low_b)) = with_low_constants(pool, a, b)?;
            match low_a == low_b {
                true => Some(pool.core(CoreOp::Eq, high_a, high_b)),
                false => Some(pool.constant(BitVec::bit(false))),
            }
        }
    }
}

/// An order where the last bits of both operands are constants: what is above them decides, and where that is equal, they do.
fn above_low_constants(pool: &mut TermPool, op: CoreOp, a: TermId, b: TermId) -> Option<TermId> {
    let ((high_a, low_a), (high_b, low_b)) = with_low_constants(pool, a, b)?;
    if low_a.unsigned() >= low_b.unsigned() {
        return Some(pool.core(op, high_a, high_b));
    }
    let greater = pool.core(op, high_b, high_a);
    Some(pool.not(greater))
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
    if with_constant(pool, CoreOp::And, a).is_some_and(|(_, mask)| CoreOp::And.apply(value, mask) != value) {
        return Some(pool.constant(BitVec::bit(false)));
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
        Term::Ite(..) => chosen(pool, a, |pool, side| {
            let value = pool.constant(value);
            pool.core(CoreOp::Eq, side, value)
        }),
        _ => None,
    }
}

/// A comparison with a constant of a choice between a constant and something else: of the constant the answer is known. Something else is
/// no choice, so that this ends here.
fn chosen(pool: &mut TermPool, choice: TermId, compare: impl Fn(&mut TermPool, TermId) -> TermId) -> Option<TermId> {
    let Term::Ite(condition, then, otherwise) = pool.term(choice) else { return None };
    if !super::is_narrow_choice(pool, then, otherwise) {
        return None;
    }
    let (then, otherwise) = (compare(pool, then), compare(pool, otherwise));
    Some(pool.ite(condition, then, otherwise))
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
    if pool.as_constant(b).is_some() {
        if let Some(chosen) = chosen(pool, a, |pool, side| pool.core(CoreOp::Ult, side, b)) {
            return Some(chosen);
        }
    }
    if let Some(bound) = pool.as_constant(a) {
        if let Some(index) = far_or_index(pool, bound, b) {
            return Some(index);
        }
        if let Some(chosen) = chosen(pool, b, |pool, side| pool.core(CoreOp::Ult, a, side)) {
            return Some(chosen);
        }
    }
    ult_extended(pool, a, b).or_else(|| above_low_constants(pool, CoreOp::Ult, a, b))
}

/// A bound on the offset of an element in an array, as front ends make it of an index: `index · 2ᵏ` if that does not wrap, and else a number
/// that is larger than the bound. It is a bound on the index itself.
///
/// With `m = 2^(w−1−k) − 1`, products of `index` in `−m … m` do not wrap, and `b = ite(2m < index + m, far, index · 2ᵏ)`. If `bound < far`
/// and `bound < 2^(w−1)`, then `bound < b` says `bound / 2ᵏ < index`, all without sign.
fn far_or_index(pool: &mut TermPool, bound: BitVec, b: TermId) -> Option<TermId> {
    let Term::Ite(leaves, far, offset) = pool.term(b) else { return None };
    let Term::Binary(CoreOp::Ult, most, moved) = pool.term(leaves) else { return None };
    let (far, most) = (pool.as_constant(far)?, pool.as_constant(most)?);
    let (index, half) = with_constant(pool, CoreOp::Add, moved)?;
    let width = pool.width(b);
    let shift = (width - 1).checked_sub((half.unsigned() + 1).checked_ilog2()?)?;
    let is_range = half.unsigned() + 1 == 1 << (width - 1 - shift) && most.unsigned() == 2 * half.unsigned();
    if pool.width(index) != width || !is_range || bound.unsigned() >= far.unsigned() || bound.is_negative() {
        return None;
    }
    let by = pool.constant(BitVec::new(width, u128::from(shift)));
    if pool.core(CoreOp::Shl, index, by) != offset {
        return None;
    }
    let bound = pool.constant(BitVec::new(width, bound.unsigned() >> shift));
    Some(pool.core(CoreOp::Ult, bound, index))
}

/// Unsigned order where at least one operand is a zero extension and the other one or a constant.
fn ult_extended(pool: &mut TermPool, a: TermId, b: TermId) -> Option<TermId> {
    match (pool.zero_extended(a), pool.zero_extended(b)) {
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
        |id| pool.zero_extended(id).is_some() || pool.as_constant(id).is_some_and(|value| !value.is_negative());
    if not_negative(a) && not_negative(b) {
        return Some(pool.core(CoreOp::Ult, a, b));
    }
    match (pool.term(a), pool.term(b)) {
        (Term::SignExtend { of: a, .. }, Term::SignExtend { of: b, .. }) if pool.width(a) == pool.width(b) => {
            Some(pool.core(CoreOp::Slt, a, b))
        }
        _ => above_low_constants(pool, CoreOp::Slt, a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Evaluator;

    const WIDTH: u32 = 8;

    /// Of all bytes, sizes of elements and bounds: what bounds the offset of an element bounds its index, if nothing wraps; where the number that
    /// stands for *outside* is not above the bound, the offset itself is asked about.
    #[test]
    fn bounds_on_offsets_are_bounds_on_indices() {
        for (shift, bound) in (1..=6).flat_map(|shift| (2..=127).map(move |bound| (shift, bound))) {
            let most = (1u128 << (WIDTH - 1 - shift)) - 1;
            for far in [most << shift, bound.min(most << shift)] {
                let mut pool = TermPool::new();
                let symbol = pool.new_symbol("index", WIDTH);
                let index = pool.symbol(symbol);
                let mut number = |value: u128| pool.constant(BitVec::new(WIDTH, value));
                let [half, range, by, outside, limit] =
                    [most, 2 * most, u128::from(shift), far, bound].map(&mut number);
                let moved = pool.core(CoreOp::Add, index, half);
                let leaves = pool.core(CoreOp::Ult, range, moved);
                let product = pool.core(CoreOp::Shl, index, by);
                let offset = pool.ite(leaves, outside, product);
                let beyond = pool.core(CoreOp::Ult, limit, offset);
                if bound < far {
                    let plain = pool.constant(BitVec::new(WIDTH, bound >> shift));
                    assert_eq!(beyond, pool.core(CoreOp::Ult, plain, index), "{shift} {bound}");
                }
                for value in 0..1 << WIDTH {
                    let value = BitVec::new(WIDTH, value);
                    let in_range = (-(most as i128)..=most as i128).contains(&value.signed());
                    let expected = if in_range { (value.unsigned() << shift) & 0xff } else { far };
                    let mut evaluator = Evaluator::new(&pool, |_| value);
                    assert_eq!(
                        evaluator.value(beyond),
                        BitVec::bit(bound < expected),
                        "{shift} {bound} {far} {value:?}"
                    );
                }
            }
        }
    }

    /// Words of 2 bits above each constant of 2 bits, perhaps with a zero above, and all constants of that width: sums, orders, equalities, and what
    /// stands side by side.
    #[test]
    fn constants_in_the_last_bits_are_looked_through() {
        let wide = |bits: u128| BitVec::new(5, bits);
        for (low, other) in (0..4).flat_map(|low| (0..32).map(move |other| (low, other))) {
            let mut pool = TermPool::new();
            let symbols = [pool.new_symbol("x", 2), pool.new_symbol("y", 3)];
            let [x, y] = symbols.map(|symbol| pool.symbol(symbol));
            let low_bits = pool.constant(BitVec::new(2, low));
            let other_bits = pool.constant(BitVec::new(2, other & 3));
            let (a, b) = (pool.concat(x, low_bits), pool.concat(y, other_bits));
            let (a, constant) = (pool.zero_extend(a, 5), pool.constant(wide(other)));
            let narrow = pool.zero_extend(x, 5);
            let both = pool.or(b, narrow);
            let mut terms =
                vec![(both, 0), (pool.core(CoreOp::Add, a, constant), 1), (pool.core(CoreOp::Add, b, constant), 2)];
            for op in [CoreOp::Eq, CoreOp::Ult, CoreOp::Slt] {
                let operands = [(a, b), (b, a), (a, constant), (constant, a), (b, constant), (constant, b)];
                terms.extend(
                    operands
                        .into_iter()
                        .enumerate()
                        .map(|(number, (first, second))| (pool.core(op, first, second), 3 + number)),
                );
            }
            for (value_x, value_y) in (0..4).flat_map(|x| (0..8).map(move |y| (x, y))) {
                let of = |symbol| if symbol == symbols[0] { BitVec::new(2, value_x) } else { BitVec::new(3, value_y) };
                let (a, b, c) = (wide(value_x << 2 | low), wide(value_y << 2 | (other & 3)), wide(other));
                let pairs = [(a, b), (b, a), (a, c), (c, a), (b, c), (c, b)];
                let mut evaluator = Evaluator::new(&pool, of);
                for (place, &(term, number)) in terms.iter().enumerate() {
                    let op = [CoreOp::Eq, CoreOp::Ult, CoreOp::Slt][place.saturating_sub(3) / pairs.len()];
                    let expected = match number {
                        0 => wide(b.unsigned() | value_x),
                        1 => CoreOp::Add.apply(a, c),
                        2 => CoreOp::Add.apply(b, c),
                        pair => op.apply(pairs[pair - 3].0, pairs[pair - 3].1),
                    };
                    assert_eq!(evaluator.value(term), expected, "{low} {other} {value_x} {value_y} {place}");
                }
            }
        }
    }

    /// What a sum adds, and what an order asks, is not about the last bits any more.
    #[test]
    fn constants_in_the_last_bits_are_left_below() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.new_symbol(name, 8)).map(|symbol| pool.symbol(symbol));
        let [four, three, one] =
            [(11, 4), (3, 4), (8, 1)].map(|(width, number)| pool.constant(BitVec::new(width, number)));
        let zeros = pool.constant(BitVec::zero(3));
        let [a, b] = [x, y].map(|word| pool.concat(word, zeros));
        let moved = pool.core(CoreOp::Add, a, four);
        assert_eq!(moved, pool.concat(x, three));
        assert_eq!(pool.core(CoreOp::Eq, moved, b), pool.constant(BitVec::FALSE));
        assert_eq!(pool.core(CoreOp::Ult, a, b), pool.core(CoreOp::Ult, x, y));
        assert_eq!(pool.core(CoreOp::Slt, b, a), pool.core(CoreOp::Slt, y, x));
        let twelve = pool.constant(BitVec::new(11, 12));
        let further = pool.core(CoreOp::Add, a, twelve);
        let next = pool.core(CoreOp::Add, x, one);
        assert_eq!(further, pool.concat(next, three));
    }

    /// Comparisons with a constant, of choices between another constant and a word.
    #[test]
    fn choices_are_compared_one_by_one() {
        for (held, compared) in (0..16).flat_map(|held| (0..16).map(move |compared| (held, compared))) {
            let mut pool = TermPool::new();
            let (word, condition) = (pool.new_symbol("word", 4), pool.new_symbol("condition", 1));
            let (a, chosen) = (pool.symbol(word), pool.symbol(condition));
            let [b, with] = [held, compared].map(|value| pool.constant(BitVec::new(4, value)));
            let choice = pool.ite(chosen, b, a);
            let terms = [
                pool.core(CoreOp::Eq, choice, with),
                pool.core(CoreOp::Ult, choice, with),
                pool.core(CoreOp::Ult, with, choice),
            ];
            for (value, takes) in (0..16).flat_map(|value| [(value, false), (value, true)]) {
                let is = if takes { held } else { value };
                let of = |symbol| if symbol == word { BitVec::new(4, value) } else { BitVec::bit(takes) };
                let mut evaluator = Evaluator::new(&pool, of);
                let found = terms.map(|term| evaluator.value(term));
                assert_eq!(found, [is == compared, is < compared, compared < is].map(BitVec::bit));
            }
        }
    }
}
