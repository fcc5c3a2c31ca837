//! What the operations do to values, by `rustc_apfloat`, the Rust project's port of LLVM's own arithmetic. It has no square roots: these
//! are the machine's.

use super::{FloatOp, Format, Rounding};
use crate::bv::BitVec;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

/// Evaluates an expression with a name for the type that `rustc_apfloat` has for a format.
macro_rules! with_format {
    ($format:expr, $name:ident => $result:expr) => {
        match $format {
            #[cfg(test)]
            Format::Tiny => {
                type $name = rustc_apfloat::ieee::Float8E5M2;
                $result
            }
            Format::Half => {
                type $name = Half;
                $result
            }
            Format::Brain => {
                type $name = BFloat;
                $result
            }
            Format::Single => {
                type $name = Single;
                $result
            }
            Format::Double => {
                type $name = Double;
                $result
            }
            Format::Extended => {
                type $name = X87DoubleExtended;
                $result
            }
            Format::Quad => {
                type $name = Quad;
                $result
            }
        }
    };
}

impl FloatOp {
    /// The operation applied to operands of [`FloatOp::operand_width`] bits each; operands behind the last one are not looked at.
    pub fn apply(self, operands: [BitVec; 3]) -> BitVec {
        let [a, b, c] = operands.map(BitVec::unsigned);
        match self {
            FloatOp::FromInteger { signed, to, .. } => with_format!(to, F => bits(to, match signed {
                true => F::from_i128(operands[0].signed()).value,
                false => F::from_u128(a).value,
            })),
            FloatOp::ToInteger { from, width, signed } => with_format!(from, F => {
                let number = F::from_bits(a);
                let mut is_exact = false;
                let integer = match signed {
                    _ if number.is_nan() => 0,
                    true => number.to_i128_r(width as usize, Round::TowardZero, &mut is_exact).value as u128,
                    false => number.to_u128_r(width as usize, Round::TowardZero, &mut is_exact).value,
                };
                BitVec::new(width, integer)
            }),
            FloatOp::Convert { from, to } => with_format!(from, F => with_format!(to, T => {
                let mut loses_info = false;
                let number: T = FloatConvert::convert(F::from_bits(a), &mut loses_info).value;
                bits(to, number)
            })),
            FloatOp::Sqrt(format) => with_format!(format, F => root::<F>(format, F::from_bits(a))),
            _ => with_format!(self.format(), F => self.apply_within(F::from_bits(a), F::from_bits(b), F::from_bits(c))),
        }
    }

    /// The operations within one format.
    fn apply_within<F: Float>(self, a: F, b: F, c: F) -> BitVec {
        let format = self.format();
        match self {
            FloatOp::Add(_) => bits(format, (a + b).value),
            FloatOp::Sub(_) => bits(format, (a - b).value),
            FloatOp::Mul(_) => bits(format, (a * b).value),
            FloatOp::Div(_) => bits(format, (a / b).value),
            FloatOp::MulAdd(_) => bits(format, a.mul_add(b, c).value),
            FloatOp::Integral(_, rounding) => bits(format, a.round_to_integral(rounding.round()).value),
            FloatOp::Equal(_) => BitVec::bit(a == b),
            FloatOp::Less(_) => BitVec::bit(a < b),
            FloatOp::LessOrEqual(_) => BitVec::bit(a <= b),
            _ => unreachable!("{self:?} is not within a format"),
        }
    }
}

impl Rounding {
    fn round(self) -> Round {
        match self {
            Rounding::NearestEven => Round::NearestTiesToEven,
            Rounding::NearestAway => Round::NearestTiesToAway,
            Rounding::Up => Round::TowardPositive,
            Rounding::Down => Round::TowardNegative,
            Rounding::Zero => Round::TowardZero,
        }
    }
}

/// The bits of a number.
fn bits<F: Float>(format: Format, number: F) -> BitVec {
    match number.is_nan() {
        true => format.nan(),
        false => BitVec::new(format.width(), number.to_bits()),
    }
}

/// The square root. That of a `double` is the machine's, which is rounded as IEEE 754 says, and has so many more bits than those of the
/// smaller formats that rounding it once more to one of these gives what rounding once would have given (Figueroa, *When is double rounding
/// innocuous?*, 1995).
fn root<F: Float + FloatConvert<Double>>(format: Format, a: F) -> BitVec
where
    Double: FloatConvert<F>,
{
    if format.precision() > Format::Double.precision() {
        return bits(format, root_by_digits(format, a));
    }
    let mut loses_info = false;
    let double: Double = a.convert(&mut loses_info).value;
    let root = f64::from_bits(double.to_bits() as u64).sqrt();
    let root: F = Double::from_bits(u128::from(root.to_bits())).convert(&mut loses_info).value;
    bits(format, root)
}

/// The square root of a number of any format: of its significand as an integer digit by digit, with two digits more than the format has
/// and one that says whether anything is left. Rounding that integer rounds the root.
fn root_by_digits<F: Float>(format: Format, a: F) -> F {
    if a.is_nan() || a.is_zero() || a.is_pos_infinity() {
        return a;
    }
    if a.is_negative() {
        return F::NAN;
    }
    let precision = format.precision() as i32;
    // The number is `significand` · 2^`exponent`; the exponent has to be even.
    let exponent = a.ilogb() - (precision - 1);
    let (significand, odd) = (a.scalbn(-exponent).to_u128(128).value, exponent.rem_euclid(2));
    let (significand, exponent) = (significand << odd, exponent - odd);
    // With two zeros behind it for each digit of the root that is still missing.
    let digits = (u128::BITS - significand.leading_zeros()).div_ceil(2);
    let missing = precision as u32 + 2 - digits;
    let (mut rest, mut root) = (0u128, 0u128);
    for place in (0..digits + missing).rev() {
        let next = if place >= missing { significand >> (2 * (place - missing)) & 3 } else { 0 };
        rest = rest << 2 | next;
        let trial = root << 2 | 1;
        root <<= 1;
        if trial <= rest {
            rest -= trial;
            root |= 1;
        }
    }
    let integer = F::from_u128(root << 1 | u128::from(rest != 0)).value;
    integer.scalbn(exponent / 2 - missing as i32 - 1)
}
