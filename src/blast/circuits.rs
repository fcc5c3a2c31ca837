//! Circuits of the core operators. Words are rows of edges, least significant bit first.

use super::aig::{Aig, AigLit};

/// A word of edges, least significant bit first.
pub type Word = Vec<AigLit>;

/// A full adder: sum and carry.
fn full_adder(aig: &mut Aig, a: AigLit, b: AigLit, carry: AigLit) -> (AigLit, AigLit) {
    let half = aig.xor(a, b);
    let sum = aig.xor(half, carry);
    let (generated, propagated) = (aig.and(a, b), aig.and(half, carry));
    (sum, aig.or(generated, propagated))
}

/// `a + b + carry`: the sum and the carry out. A ripple-carry adder.
fn add_with_carry(aig: &mut Aig, a: &[AigLit], b: &[AigLit], carry: AigLit) -> (Word, AigLit) {
    let mut carry = carry;
    let sum = a.iter().zip(b).map(|(&a, &b)| {
        let (sum, out) = full_adder(aig, a, b, carry);
        carry = out;
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

/// Unsigned less than: `a + ¬b + 1` has no carry out; without the sums, which nobody reads.
pub fn ult(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> AigLit {
    let mut less = AigLit::FALSE;
    for (&a, &b) in a.iter().zip(b) {
        let (below, differ) = (aig.and(!a, b), aig.xor(a, b));
        less = aig.ite(differ, below, less);
    }
    less
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

/// Quotient and remainder of unsigned numbers: a restoring divider. By zero: all ones and the dividend.
pub fn divide(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> (Word, Word) {
    let width = a.len();
    // One bit more than the operands: a remainder shifted by one can be as large.
    let wide = |word: &[AigLit]| -> Word { word.iter().copied().chain([AigLit::FALSE]).collect() };
    let divisor = wide(b);
    let mut remainder: Word = vec![AigLit::FALSE; width + 1];
    let mut quotient = vec![AigLit::FALSE; width];
    for index in (0..width).rev() {
        remainder.pop();
        remainder.insert(0, a[index]);
        let (difference, fits) = add_with_carry(aig, &remainder, &not(&divisor), AigLit::TRUE);
        remainder = ite(aig, fits, &difference, &remainder);
        quotient[index] = fits;
    }
    remainder.truncate(width);
    (quotient, remainder)
}

/// Where a shift's distance is the width or more: bits above those that name a distance, or a number among them that is
/// too large.
fn out_of_range(aig: &mut Aig, distance: &[AigLit], width: usize) -> AigLit {
    let limit: Word = (0..distance.len()).map(|bit| AigLit::constant(bit < 64 && width >> bit & 1 == 1)).collect();
    // A width that needs more bits than the distance has is out of reach.
    if distance.len() < 64 && width >> distance.len() != 0 {
        return AigLit::FALSE;
    }
    !ult(aig, distance, &limit)
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
    let out = out_of_range(aig, distance, width);
    ite(aig, out, &vec![fill; width], &word)
}

/// Whether an unsigned product does not fit: it is computed at twice the width.
pub fn umul_overflows(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> AigLit {
    let width = a.len();
    let wide =
        |word: &[AigLit]| -> Word { word.iter().copied().chain(std::iter::repeat_n(AigLit::FALSE, width)).collect() };
    let product = mul(aig, &wide(a), &wide(b));
    any(aig, &product[width..])
}

/// Whether a signed product does not fit: at twice the width, not all upper bits are the lower half's sign.
pub fn smul_overflows(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> AigLit {
    let width = a.len();
    let wide =
        |word: &[AigLit]| -> Word { word.iter().copied().chain(std::iter::repeat_n(word[width - 1], width)).collect() };
    let product = mul(aig, &wide(a), &wide(b));
    let sign = product[width - 1];
    let differ: Word = product[width..].iter().map(|&bit| aig.xor(bit, sign)).collect();
    any(aig, &differ)
}
