//! BTOR2's operators on words of bits, from the circuits of the operations that all terms are made of. A word has any width.

use crate::blast::circuits::{
    add, all, any, divide, eq, ite, mul, not, shift_right, shl, slt, smul_overflows, sub, ult, umul_overflows, Word,
};
use crate::blast::{Aig, AigLit};

/// A word of one bit.
pub fn bit(value: AigLit) -> Word {
    vec![value]
}

/// The number of a width.
pub fn number(width: usize, value: usize) -> Word {
    (0..width).map(|bit| AigLit::constant(bit < usize::BITS as usize && value >> bit & 1 == 1)).collect()
}

fn sign(a: &[AigLit]) -> AigLit {
    a.last().copied().unwrap_or(AigLit::FALSE)
}

fn negated(aig: &mut Aig, a: &[AigLit]) -> Word {
    sub(aig, &number(a.len(), 0), a)
}

/// The magnitude of a signed number.
fn magnitude(aig: &mut Aig, a: &[AigLit]) -> Word {
    let negated = negated(aig, a);
    ite(aig, sign(a), &negated, a)
}

/// An operator with one operand; `None` if there is none of that name.
pub fn unary(aig: &mut Aig, name: &str, a: &[AigLit]) -> Option<Word> {
    Some(match name {
        "not" => not(a),
        "inc" => add(aig, a, &number(a.len(), 1)),
        "dec" => sub(aig, a, &number(a.len(), 1)),
        "neg" => negated(aig, a),
        "redand" => bit(all(aig, a)),
        "redor" => bit(any(aig, a)),
        "redxor" => bit(a.iter().fold(AigLit::FALSE, |odd, &bit| aig.xor(odd, bit))),
        _ => return None,
    })
}

/// What the operands of an operator with two of them have to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Both of one width, which the result has, too.
    Same,
    /// Both of one width; the result has one bit.
    Predicate,
    /// All have one bit.
    Boolean,
    /// Of any widths; the result has both.
    Concat,
}

/// What the operands of an operator have to be; `None` if there is none of that name.
pub fn shape(name: &str) -> Option<Shape> {
    Some(match name {
        "iff" | "implies" => Shape::Boolean,
        "eq" | "neq" | "ugt" | "sgt" | "ugte" | "sgte" | "ult" | "slt" | "ulte" | "slte" | "uaddo" | "saddo"
        | "sdivo" | "umulo" | "smulo" | "usubo" | "ssubo" => Shape::Predicate,
        "and" | "nand" | "nor" | "or" | "xnor" | "xor" | "rol" | "ror" | "sll" | "sra" | "srl" | "add" | "mul"
        | "udiv" | "sdiv" | "smod" | "urem" | "srem" | "sub" => Shape::Same,
        "concat" => Shape::Concat,
        _ => return None,
    })
}

/// An operator with two operands, whose widths are as [`shape`] says; nothing if there is none of that name.
pub fn binary(aig: &mut Aig, name: &str, a: &[AigLit], b: &[AigLit]) -> Option<Word> {
    let zip = |aig: &mut Aig, gate: fn(&mut Aig, AigLit, AigLit) -> AigLit| -> Word {
        a.iter().zip(b).map(|(&a, &b)| gate(aig, a, b)).collect()
    };
    Some(match name {
        "and" => zip(aig, Aig::and),
        "nand" => not(&zip(aig, Aig::and)),
        "or" => zip(aig, Aig::or),
        "nor" => not(&zip(aig, Aig::or)),
        "xor" => zip(aig, Aig::xor),
        "xnor" => not(&zip(aig, Aig::xor)),
        "iff" | "eq" => bit(eq(aig, a, b)),
        "neq" => bit(!eq(aig, a, b)),
        "implies" => bit(aig.or(!a[0], b[0])),
        "ult" => bit(ult(aig, a, b)),
        "ugt" => bit(ult(aig, b, a)),
        "ulte" => bit(!ult(aig, b, a)),
        "ugte" => bit(!ult(aig, a, b)),
        "slt" => bit(slt(aig, a, b)),
        "sgt" => bit(slt(aig, b, a)),
        "slte" => bit(!slt(aig, b, a)),
        "sgte" => bit(!slt(aig, a, b)),
        "add" => add(aig, a, b),
        "sub" => sub(aig, a, b),
        "mul" => mul(aig, a, b),
        "udiv" => divide(aig, a, b).0,
        "urem" => divide(aig, a, b).1,
        "sdiv" | "srem" | "smod" => signed_division(aig, name, a, b),
        "sll" => shl(aig, a, b),
        "srl" => shift_right(aig, a, b, AigLit::FALSE),
        "sra" => shift_right(aig, a, b, sign(a)),
        "rol" | "ror" => rotated(aig, name == "rol", a, b),
        "uaddo" | "saddo" | "usubo" | "ssubo" | "sdivo" | "umulo" | "smulo" => bit(overflow(aig, name, a, b)),
        "concat" => b.iter().chain(a).copied().collect(),
        _ => return None,
    })
}

/// Signed division as SMT-LIB has it, by the unsigned one of magnitudes: the sign of a remainder is the dividend's, that of `smod` the
/// divisor's.
fn signed_division(aig: &mut Aig, name: &str, a: &[AigLit], b: &[AigLit]) -> Word {
    let (large, small) = (magnitude(aig, a), magnitude(aig, b));
    let (quotient, remainder) = divide(aig, &large, &small);
    let differ = aig.xor(sign(a), sign(b));
    if name == "sdiv" {
        let negative = negated(aig, &quotient);
        return ite(aig, differ, &negative, &quotient);
    }
    let negative = negated(aig, &remainder);
    let remainder = ite(aig, sign(a), &negative, &remainder);
    if name == "srem" {
        return remainder;
    }
    // Where signs differ and something is left, the divisor is added.
    let left = any(aig, &remainder);
    let moved = aig.and(differ, left);
    let sum = add(aig, &remainder, b);
    ite(aig, moved, &sum, &remainder)
}

/// Rotation by a number modulo the width.
fn rotated(aig: &mut Aig, is_left: bool, a: &[AigLit], b: &[AigLit]) -> Word {
    // The width is a number of that width, unless that is 1: then there is nothing to rotate.
    if a.len() < 2 {
        return a.to_vec();
    }
    let width = number(a.len(), a.len());
    let by = divide(aig, b, &width).1;
    let rest = sub(aig, &width, &by);
    let (left, right) = if is_left { (by, rest) } else { (rest, by) };
    let (up, down) = (shl(aig, a, &left), shift_right(aig, a, &right, AigLit::FALSE));
    up.iter().zip(&down).map(|(&up, &down)| aig.or(up, down)).collect()
}

/// Whether the result leaves the width.
fn overflow(aig: &mut Aig, name: &str, a: &[AigLit], b: &[AigLit]) -> AigLit {
    match name {
        "umulo" => umul_overflows(aig, a, b),
        "smulo" => smul_overflows(aig, a, b),
        "usubo" => ult(aig, a, b),
        "uaddo" => {
            let sum = add(aig, a, b);
            ult(aig, &sum, a)
        }
        "sdivo" => {
            let minus_one = all(aig, b);
            let rest = any(aig, &a[..a.len() - 1]);
            let least = aig.and(sign(a), !rest);
            aig.and(minus_one, least)
        }
        _ => {
            let (result, other) = match name {
                "saddo" => (add(aig, a, b), sign(b)),
                _ => (sub(aig, a, b), !sign(b)),
            };
            // Of equal signs comes the other one.
            let same = !aig.xor(sign(a), other);
            let turned = aig.xor(sign(a), sign(&result));
            aig.and(same, turned)
        }
    }
}
