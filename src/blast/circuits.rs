//! Circuits of the core operators. Words are rows of edges, least significant bit first.
//!
//! Which circuit is which technique:
//!
//! * [`add`], [`sub`], [`ult`]: ripple-carry chains. All carries have one shape (`carry_out`), so that a sum and its overflow,
//!   or a difference and the comparison of its operands, are one chain.
//! * [`mul`]: shift and add; by a constant, over its non-adjacent form (Reitwieser 1960), the signed digits of which fewest
//!   are not zero.
//! * [`divide`]: a restoring divider, each of whose steps is no wider than its remainder can be.
//! * [`umul_overflows`], [`smul_overflows`]: Gok, Schulte, Arnold: *Integer multipliers with overflow detection* (IEEE
//!   Transactions on Computers 2006): a product one bit wider than the operands, and a test of their leading ones for
//!   everything that is beyond it.
//! * [`shl`], [`shift_right`]: barrel shifters.

use super::aig::{Aig, AigLit};

/// A word of edges, least significant bit first.
pub type Word = Vec<AigLit>;

/// The carry out of `a + b + carry`, the majority of the three: where `a` and `b` differ it is the carry, else either of
/// them. Which one is chosen by node, so that the carries of `(a, b)` and of their complements are one gate.
fn carry_out(aig: &mut Aig, a: AigLit, b: AigLit, carry: AigLit) -> AigLit {
    let differ = aig.xor(a, b);
    let either = if a.node() < b.node() { a } else { b };
    aig.ite(differ, carry, either)
}

/// `a + b + carry`: the sum and the carry out. A ripple-carry adder.
fn add_with_carry(aig: &mut Aig, a: &[AigLit], b: &[AigLit], carry: AigLit) -> (Word, AigLit) {
    let mut carry = carry;
    let sum = a.iter().zip(b).map(|(&a, &b)| {
        let differ = aig.xor(a, b);
        let sum = aig.xor(differ, carry);
        carry = carry_out(aig, a, b, carry);
        sum
    });
    (sum.collect(), carry)
}

/// Sum.
pub fn add(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> Word {
    add_with_carry(aig, a, b, AigLit::FALSE).0
}

/// The complement of each bit.
pub fn not(a: &[AigLit]) -> Word {
    a.iter().map(|&bit| !bit).collect()
}

/// Difference: `a + ¬b + 1`.
pub fn sub(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> Word {
    add_with_carry(aig, a, &not(b), AigLit::TRUE).0
}

/// Unsigned less than: `a + ¬b + 1` has no carry out.
pub fn ult(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> AigLit {
    !a.iter().zip(b).fold(AigLit::TRUE, |carry, (&a, &b)| carry_out(aig, a, !b, carry))
}

/// Signed less than: unsigned with the signs swapped.
pub fn slt(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> AigLit {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    if let (Some(sign_a), Some(sign_b)) = (a.last_mut(), b.last_mut()) {
        std::mem::swap(sign_a, sign_b);
    }
    ult(aig, &a, &b)
}

/// Equality.
pub fn eq(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> AigLit {
    let same: Vec<AigLit> = a.iter().zip(b).map(|(&a, &b)| !aig.xor(a, b)).collect();
    all(aig, &same)
}

/// The conjunction of bits, as a balanced tree.
pub fn all(aig: &mut Aig, bits: &[AigLit]) -> AigLit {
    match bits {
        [] => AigLit::TRUE,
        [bit] => *bit,
        _ => {
            let (low, high) = bits.split_at(bits.len() / 2);
            let (low, high) = (all(aig, low), all(aig, high));
            aig.and(low, high)
        }
    }
}

/// The disjunction of bits, as a balanced tree.
pub fn any(aig: &mut Aig, bits: &[AigLit]) -> AigLit {
    !all(aig, &not(bits))
}

/// `then` where `condition` holds, else `otherwise`.
pub fn ite(aig: &mut Aig, condition: AigLit, then: &[AigLit], otherwise: &[AigLit]) -> Word {
    then.iter().zip(otherwise).map(|(&then, &otherwise)| aig.ite(condition, then, otherwise)).collect()
}

/// Product: a shift-and-add multiplier. Rows are those of the operand with fewer bits that are not zero.
pub fn mul(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> Word {
    let is_constant = |word: &[AigLit]| word.iter().all(|bit| bit.is_constant());
    if is_constant(b) {
        return mul_by_constant(aig, a, b);
    }
    if is_constant(a) {
        return mul_by_constant(aig, b, a);
    }
    let weight = |word: &[AigLit]| word.iter().filter(|&&bit| bit != AigLit::FALSE).count();
    let (a, b) = if weight(a) <= weight(b) { (a, b) } else { (b, a) };
    let width = a.len();
    let mut product = vec![AigLit::FALSE; width];
    for (shift, &row) in a.iter().enumerate().filter(|(_, &row)| row != AigLit::FALSE) {
        let addend: Word = b[..width - shift].iter().map(|&bit| aig.and(row, bit)).collect();
        let high = add(aig, &product[shift..], &addend);
        product[shift..].copy_from_slice(&high);
    }
    product
}

/// Product with a constant: one row for each digit of its non-adjacent form that is not zero, added or taken away.
fn mul_by_constant(aig: &mut Aig, a: &[AigLit], constant: &[AigLit]) -> Word {
    let width = a.len();
    let mut product = vec![AigLit::FALSE; width];
    // The digit at `shift` stands for what is left of the constant, modulo 2 to the width.
    let mut carry = false;
    for shift in 0..width {
        let bit = |index: usize| constant.get(index) == Some(&AigLit::TRUE);
        if bit(shift) == carry {
            // Zero, and one with a carry, are the digit 0 and keep the carry.
            continue;
        }
        // The digit is odd: −1 if a one follows, which the carry then completes to a longer row of ones.
        let negative = bit(shift + 1);
        let high = if negative {
            sub(aig, &product[shift..], &a[..width - shift])
        } else {
            add(aig, &product[shift..], &a[..width - shift])
        };
        product[shift..].copy_from_slice(&high);
        carry = negative;
    }
    product
}

/// Quotient and remainder of unsigned numbers: a restoring divider. By zero: all ones and the dividend.
///
/// After k steps the remainder has at most k bits, and at most as many as the divisor can have, so that each step
/// subtracts no more than that, and tests the divisor's upper bits for zero instead. Only a divisor of zero breaks the
/// second bound: then the remainder's upper bits are the dividend's, and what the steps compute below is right as it is.
pub fn divide(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> (Word, Word) {
    let width = a.len();
    let significant = b.iter().rposition(|&bit| bit != AigLit::FALSE).map_or(0, |top| top + 1);
    // Whether bits `from` and above of the divisor are zero.
    let mut zero_from = vec![AigLit::TRUE; width + 1];
    for from in (0..width).rev() {
        zero_from[from] = aig.and(zero_from[from + 1], !b[from]);
    }
    let mut remainder: Word = Vec::new();
    let mut quotient = vec![AigLit::FALSE; width];
    for index in (0..width).rev() {
        remainder.insert(0, a[index]);
        let bits = remainder.len();
        let divisor: Word = (0..bits).map(|bit| b.get(bit).copied().unwrap_or(AigLit::FALSE)).collect();
        let (difference, no_borrow) = add_with_carry(aig, &remainder, &not(&divisor), AigLit::TRUE);
        let fits = aig.and(no_borrow, zero_from[bits.min(width)]);
        remainder = ite(aig, fits, &difference, &remainder);
        remainder.truncate(significant);
        quotient[index] = fits;
    }
    let above = a[significant..].iter().map(|&bit| aig.and(zero_from[0], bit));
    remainder.extend(above);
    (quotient, remainder)
}

/// How many bits of a distance matter for a shift of `width` bits.
fn stages(width: usize) -> usize {
    (usize::BITS - (width - 1).leading_zeros()) as usize
}

/// Shift to the left by a barrel shifter; 0 for distances of the width or more.
pub fn shl(aig: &mut Aig, a: &[AigLit], distance: &[AigLit]) -> Word {
    let reversed: Word = a.iter().rev().copied().collect();
    let mut word = shift_right(aig, &reversed, distance, AigLit::FALSE);
    word.reverse();
    word
}

/// Shift to the right by a barrel shifter; `fill` comes in from above, everywhere for distances of the width or more.
pub fn shift_right(aig: &mut Aig, a: &[AigLit], distance: &[AigLit], fill: AigLit) -> Word {
    let width = a.len();
    let mut word = a.to_vec();
    for (stage, &select) in distance.iter().enumerate().take(stages(width)) {
        let by = 1 << stage;
        let shifted: Word = (0..width).map(|index| word.get(index + by).copied().unwrap_or(fill)).collect();
        word = ite(aig, select, &shifted, &word);
    }
    // Distances from the width up to what the stages reach have shifted everything out.
    let out = any(aig, &distance[stages(width).min(distance.len())..]);
    ite(aig, out, &vec![fill; width], &word)
}

/// Whether two bits that are both one have positions with a sum of at least `least`.
fn leading_ones_reach(aig: &mut Aig, a: &[AigLit], b: &[AigLit], least: usize) -> AigLit {
    // The disjunction of the bits of `b` from a position on, which goes down as the position in `a` goes up.
    let mut above = AigLit::FALSE;
    let mut reach = AigLit::FALSE;
    let mut from = b.len();
    for (position, &bit) in a.iter().enumerate() {
        while from > 0 && from - 1 + position >= least {
            from -= 1;
            above = aig.or(above, b[from]);
        }
        let both = aig.and(bit, above);
        reach = aig.or(reach, both);
    }
    reach
}

/// Whether an unsigned product does not fit.
///
/// With leading ones at positions i and j, the product is at least 2^(i+j) and less than 2^(i+j+2). If i + j is the width
/// or more, it does not fit; otherwise one bit more than the width holds it.
pub fn umul_overflows(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> AigLit {
    let width = a.len();
    let beyond = leading_ones_reach(aig, a, b, width);
    let wide = |word: &[AigLit]| -> Word { word.iter().copied().chain([AigLit::FALSE]).collect() };
    let product = mul(aig, &wide(a), &wide(b));
    aig.or(beyond, product[width])
}

/// Whether a signed product does not fit.
///
/// Let a' be `a`, or its complement if it is negative: the leading one of a' at position i says that |a| is from 2^i to
/// 2^(i+1), and above 2^i if `a` is negative. If i + j is the width less 1 or more, the product is too large, also if it
/// is negative, since then one factor is. Otherwise its magnitude is at most 2^width: one bit more than the width holds it,
/// except for 2^width itself, whose two uppermost bits there still differ.
pub fn smul_overflows(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> AigLit {
    let width = a.len();
    let mut magnitude = |word: &[AigLit]| -> Word { word.iter().map(|&bit| aig.xor(bit, word[width - 1])).collect() };
    let (magnitude_a, magnitude_b) = (magnitude(a), magnitude(b));
    let beyond = leading_ones_reach(aig, &magnitude_a, &magnitude_b, width - 1);
    let wide = |word: &[AigLit]| -> Word { word.iter().copied().chain([word[width - 1]]).collect() };
    let product = mul(aig, &wide(a), &wide(b));
    let differ = aig.xor(product[width], product[width - 1]);
    aig.or(beyond, differ)
}
