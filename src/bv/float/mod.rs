//! Floating-point numbers as bit-vectors: formats and operations of IEEE 754, rounded to nearest, ties to even.
//!
//! A number that is none (NaN) is one bit pattern here wherever an operation gives one, [`Format::nan`]: which of them a machine
//! gives, IEEE 754 leaves open. Whoever reads programs sees to it that nothing depends on it.
//!
//! | module | what |
//! |---|---|
//! | `semantics` | what the operations do to values: the reference, computed by `rustc_apfloat` |
//! | `circuits` | the operations as terms |
//! | `rounding` | the exact result of an operation becomes a number of a format |
//! | `unpacked` | the parts of a number |
//! | `wide` | exact results with more bits than a term has |
//! | `text` | numbers as C writes them |

mod circuits;
mod rounding;
mod semantics;
#[cfg(test)]
mod tests;
mod text;
mod unpacked;
mod wide;

use crate::bv::BitVec;

/// A binary format. Its numbers are a sign, an exponent and a significand, from the highest bit to the lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// 8 bits, for tests: so few that all pairs can be tried (IEEE-like E5M2).
    #[cfg(test)]
    Tiny,
    /// C's `_Float16`.
    Half,
    /// C's `__bf16`.
    Brain,
    /// C's `float`.
    Single,
    /// C's `double`.
    Double,
    /// The 80 bits of x87 processors: C's `long double`. The highest bit of the significand is stored.
    Extended,
    /// The 128 bits of IEEE 754's binary128: C's `_Float128` and `__float128`.
    Quad,
}

impl Format {
    /// Bits of a number.
    pub fn width(self) -> u32 {
        1 + self.exponent_bits() + self.precision() - u32::from(self != Format::Extended)
    }

    /// Bits of the exponent.
    pub fn exponent_bits(self) -> u32 {
        match self {
            #[cfg(test)]
            Format::Tiny => 5,
            Format::Half => 5,
            Format::Brain | Format::Single => 8,
            Format::Double => 11,
            Format::Extended | Format::Quad => 15,
        }
    }

    /// Bits of the significand, the highest one, which most formats do not store, included.
    pub fn precision(self) -> u32 {
        match self {
            #[cfg(test)]
            Format::Tiny => 3,
            Format::Half => 11,
            Format::Brain => 8,
            Format::Single => 24,
            Format::Double => 53,
            Format::Extended => 64,
            Format::Quad => 113,
        }
    }

    /// What is added to an exponent where it is stored; the largest exponent.
    pub fn bias(self) -> i128 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The number that stands for all that are none.
    pub fn nan(self) -> BitVec {
        let quiet = self.precision() - 2;
        BitVec::new(self.width(), self.infinity().unsigned() | 1 << quiet)
    }

    /// Positive infinity.
    pub fn infinity(self) -> BitVec {
        let stored = if self == Format::Extended { self.precision() } else { self.precision() - 1 };
        let exponent = BitVec::ones(self.exponent_bits()).unsigned() << stored;
        let highest = if self == Format::Extended { 1 << (self.precision() - 1) } else { 0 };
        BitVec::new(self.width(), exponent | highest)
    }
}

/// To which integer a number is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// To the nearest; of two, to the even one: `rint`, as long as nobody changes the rounding mode.
    NearestEven,
    /// To the nearest; of two, to the one farther from zero: `round`.
    NearestAway,
    /// To the next one above: `ceil`.
    Up,
    /// To the next one below: `floor`.
    Down,
    /// To the next one towards zero: `trunc`.
    Zero,
}

/// An operation on floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatOp {
    /// Sum.
    Add(Format),
    /// Difference.
    Sub(Format),
    /// Product.
    Mul(Format),
    /// Quotient.
    Div(Format),
    /// Square root.
    Sqrt(Format),
    /// The product of the first two plus the third, rounded once.
    MulAdd(Format),
    /// The integer next to a number, as a number of the format.
    Integral(Format, Rounding),
    /// Whether two numbers are equal: zeros of both signs are, and what is no number is equal to nothing.
    Equal(Format),
    /// Whether a number is less than another one.
    Less(Format),
    /// Whether a number is less than another one, or equal.
    LessOrEqual(Format),
    /// An integer as a number.
    FromInteger {
        /// Its width in bits.
        width: u32,
        /// Whether it is read as two's complement.
        signed: bool,
        /// The format.
        to: Format,
    },
    /// A number as an integer, rounded towards zero. Where that does not fit, the integer that is next to it; 0 for what is no number.
    ToInteger {
        /// The format.
        from: Format,
        /// The width of the integer in bits, at most 64.
        width: u32,
        /// Whether it is two's complement.
        signed: bool,
    },
    /// A number in another format.
    Convert {
        /// The format that it has.
        from: Format,
        /// The format that it gets.
        to: Format,
    },
}

impl FloatOp {
    /// How many operands there are.
    pub fn arity(self) -> usize {
        match self {
            FloatOp::MulAdd(_) => 3,
            FloatOp::Sqrt(_) | FloatOp::Integral(..) => 1,
            FloatOp::FromInteger { .. } | FloatOp::ToInteger { .. } | FloatOp::Convert { .. } => 1,
            _ => 2,
        }
    }

    /// The width of the operands in bits.
    pub fn operand_width(self) -> u32 {
        match self {
            FloatOp::FromInteger { width, .. } => width,
            _ => self.format().width(),
        }
    }

    /// The width of the result in bits.
    pub fn result_width(self) -> u32 {
        match self {
            FloatOp::Equal(_) | FloatOp::Less(_) | FloatOp::LessOrEqual(_) => 1,
            FloatOp::FromInteger { to, .. } | FloatOp::Convert { to, .. } => to.width(),
            FloatOp::ToInteger { width, .. } => width,
            _ => self.format().width(),
        }
    }

    /// The format of the operands; of the result, where these are integers.
    pub fn format(self) -> Format {
        match self {
            FloatOp::Add(format) | FloatOp::Sub(format) | FloatOp::Mul(format) | FloatOp::Div(format) => format,
            FloatOp::Sqrt(format) | FloatOp::MulAdd(format) | FloatOp::Integral(format, _) => format,
            FloatOp::Equal(format) | FloatOp::Less(format) | FloatOp::LessOrEqual(format) => format,
            FloatOp::ToInteger { from, .. } | FloatOp::Convert { from, .. } => from,
            FloatOp::FromInteger { to, .. } => to,
        }
    }
}
