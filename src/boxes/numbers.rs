//! Intervals of `float` and `double` numbers, computed by the machine. Each operation rounds the exact result to nearest, and so
//! does the machine's; rounding is monotone, and what is rounded is monotone in each operand or in each operand of one sign. So the
//! least and the largest result are results at corners, and the interval of an operation's results is exact: no outward rounding.
//! Here -0 is less than +0, in which order all of this holds for zeros as well.
//!
//! That floating-point arithmetic rounds to nearest, without flushing small numbers to zero, is what Rust guarantees.

use crate::bv::{FloatOp, Format, Rounding};

/// Numbers between two bounds, and whether what is no number (NaN) is among them.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Whether they are `float`, and not `double`.
    pub is_single: bool,
    /// The least; above `high` where there are none.
    pub low: f64,
    /// The largest.
    pub high: f64,
    /// Whether there may be what is no number.
    pub nan: bool,
}

impl Numbers {
    /// The formats that the machine computes in.
    pub fn is_known(format: Format) -> bool {
        matches!(format, Format::Single | Format::Double)
    }

    /// No numbers.
    pub fn none(is_single: bool) -> Numbers {
        Numbers { is_single, low: f64::INFINITY, high: f64::NEG_INFINITY, nan: false }
    }

    /// All numbers, and what is none.
    pub fn all(is_single: bool) -> Numbers {
        Numbers { is_single, low: f64::NEG_INFINITY, high: f64::INFINITY, nan: true }
    }

    /// The number with these bits.
    pub fn of_bits(is_single: bool, bits: u128) -> Numbers {
        let number = match is_single {
            true => f64::from(f32::from_bits(bits as u32)),
            false => f64::from_bits(bits as u64),
        };
        match number.is_nan() {
            true => Numbers { nan: true, ..Numbers::none(is_single) },
            false => Numbers { is_single, low: number, high: number, nan: false },
        }
    }

    /// The bits of a number of the format.
    pub fn bits(self, number: f64) -> u128 {
        match self.is_single {
            true => u128::from((number as f32).to_bits()),
            false => u128::from(number.to_bits()),
        }
    }

    /// Whether there is no number.
    pub fn is_empty(self) -> bool {
        self.low.total_cmp(&self.high).is_gt()
    }

    /// Whether there is one number and nothing else.
    pub fn is_point(self) -> bool {
        !self.nan && self.low.to_bits() == self.high.to_bits()
    }

    /// What is in one of both.
    pub fn joined(self, other: Numbers) -> Numbers {
        Numbers {
            low: least(self.low, other.low),
            high: most(self.high, other.high),
            nan: self.nan || other.nan,
            ..self
        }
    }

    /// All of them with the other sign.
    pub fn negated(self) -> Numbers {
        Numbers { low: -self.high, high: -self.low, ..self }
    }

    /// All of them without sign.
    pub fn magnitude(self) -> Numbers {
        match (self.is_empty(), self.low.is_sign_negative(), self.high.is_sign_negative()) {
            (true, ..) | (_, false, _) => self,
            (_, _, true) => self.negated(),
            _ => Numbers { low: 0.0, high: most(-self.low, self.high), ..self },
        }
    }

    fn has_zero(self) -> bool {
        self.low <= 0.0 && self.high >= 0.0
    }

    fn has_infinity(self) -> bool {
        self.low == f64::NEG_INFINITY || self.high == f64::INFINITY
    }

    /// Adds a result to what there is.
    fn add(&mut self, number: f64) {
        (self.low, self.high) = (least(self.low, number), most(self.high, number));
    }

    /// The operation within a format on all members; `is_same` says that both operands are one value. `None` for operations that
    /// give something else, or that the machine has not.
    pub fn applied(op: FloatOp, [a, b, c]: [Numbers; 3], is_same: bool) -> Option<Numbers> {
        Some(match op {
            FloatOp::Add(_) => a.summed(b),
            FloatOp::Sub(_) => a.summed(b.negated()),
            FloatOp::Mul(_) if is_same => a.squared(),
            FloatOp::Mul(_) => a.multiplied(b),
            FloatOp::Div(_) => a.divided(b),
            FloatOp::Sqrt(_) => a.root(),
            FloatOp::MulAdd(_) => a.multiplied_and_added(b, c),
            FloatOp::Integral(_, rounding) => a.integral(rounding),
            FloatOp::Convert { to, .. } => a.converted(to == Format::Single),
            _ => return None,
        })
    }

    /// `x - y` is `x + (-y)`, zeros among them.
    fn summed(self, other: Numbers) -> Numbers {
        let infinity = f64::INFINITY;
        let is_opposed = |a: Numbers, b: Numbers| a.high == infinity && b.low == -infinity;
        let nan = self.nan || other.nan || is_opposed(self, other) || is_opposed(other, self);
        if self.is_empty() || other.is_empty() {
            return Numbers { nan: self.nan || other.nan, ..Numbers::none(self.is_single) };
        }
        let sum = |a: f64, b: f64, otherwise: f64| {
            let sum = if self.is_single { f64::from(a as f32 + b as f32) } else { a + b };
            if sum.is_nan() {
                otherwise
            } else {
                sum
            }
        };
        Numbers { low: sum(self.low, other.low, -infinity), high: sum(self.high, other.high, infinity), nan, ..self }
    }

    fn multiplied(self, other: Numbers) -> Numbers {
        let is_open = |a: Numbers, b: Numbers| a.has_zero() && b.has_infinity();
        let nan = is_open(self, other) || is_open(other, self);
        let single = self.is_single;
        self.at_corners(other, nan, |a, b| if single { f64::from(a as f32 * b as f32) } else { a * b })
    }

    /// The product of each with itself.
    fn squared(self) -> Numbers {
        let magnitude = self.magnitude();
        if magnitude.is_empty() {
            return magnitude;
        }
        let square = |a: f64| if self.is_single { f64::from(a as f32 * a as f32) } else { a * a };
        Numbers { low: square(magnitude.low), high: square(magnitude.high), ..self }
    }

    fn divided(self, other: Numbers) -> Numbers {
        if other.is_empty() || !other.low.is_sign_negative() || other.high.is_sign_negative() {
            return self.divided_by_one_sign(other);
        }
        let negative = Numbers { high: -0.0, ..other };
        let positive = Numbers { low: 0.0, ..other };
        self.divided_by_one_sign(negative).joined(self.divided_by_one_sign(positive))
    }

    fn divided_by_one_sign(self, other: Numbers) -> Numbers {
        let nan = self.has_zero() && other.has_zero() || self.has_infinity() && other.has_infinity();
        let single = self.is_single;
        self.at_corners(other, nan, |a, b| if single { f64::from(a as f32 / b as f32) } else { a / b })
    }

    /// A product or quotient by its values at the corners. Where zero meets infinity it has none there, and next to the corner it is
    /// as small or as large as can be.
    fn at_corners(self, other: Numbers, nan: bool, op: impl Fn(f64, f64) -> f64) -> Numbers {
        let mut result = Numbers { nan: self.nan || other.nan, ..Numbers::none(self.is_single) };
        if self.is_empty() || other.is_empty() {
            return result;
        }
        result.nan |= nan;
        for a in [self.low, self.high] {
            for b in [other.low, other.high] {
                let value = op(a, b);
                if !value.is_nan() {
                    result.add(value);
                } else if a.is_sign_negative() != b.is_sign_negative() {
                    result.add(-0.0);
                    result.add(f64::NEG_INFINITY);
                } else {
                    result.add(0.0);
                    result.add(f64::INFINITY);
                }
            }
        }
        result
    }

    fn root(self) -> Numbers {
        let mut result = Numbers { nan: self.nan, ..Numbers::none(self.is_single) };
        if self.is_empty() {
            return result;
        }
        let root = |a: f64| if self.is_single { f64::from((a as f32).sqrt()) } else { a.sqrt() };
        result.nan |= self.low < 0.0;
        if self.high >= 0.0 {
            let low = if self.low < 0.0 { -0.0 } else { self.low };
            result.add(root(low));
            result.add(root(self.high));
        }
        result
    }

    fn multiplied_and_added(self, b: Numbers, c: Numbers) -> Numbers {
        let operands = [self, b, c];
        let nan = operands.iter().any(|operand| operand.nan);
        let mut result = Numbers { nan, ..Numbers::none(self.is_single) };
        if operands.iter().any(|operand| operand.is_empty()) {
            return result;
        }
        if operands.iter().any(|operand| operand.has_infinity()) {
            return Numbers::all(self.is_single);
        }
        for x in [self.low, self.high] {
            for y in [b.low, b.high] {
                for z in [c.low, c.high] {
                    result.add(match self.is_single {
                        true => f64::from((x as f32).mul_add(y as f32, z as f32)),
                        false => x.mul_add(y, z),
                    });
                }
            }
        }
        result
    }

    fn integral(self, rounding: Rounding) -> Numbers {
        let integral = |a: f64| match rounding {
            Rounding::NearestEven => a.round_ties_even(),
            Rounding::NearestAway => a.round(),
            Rounding::Up => a.ceil(),
            Rounding::Down => a.floor(),
            Rounding::Zero => a.trunc(),
        };
        match self.is_empty() {
            true => self,
            false => Numbers { low: integral(self.low), high: integral(self.high), ..self },
        }
    }

    fn converted(self, is_single: bool) -> Numbers {
        let round = |a: f64| if is_single { f64::from(a as f32) } else { a };
        match self.is_empty() {
            true => Numbers { is_single, ..self },
            false => Numbers { is_single, low: round(self.low), high: round(self.high), nan: self.nan },
        }
    }

    /// The comparison of all pairs, if it is the same for all. `is_same` says that both operands are one value.
    pub fn compared(op: FloatOp, a: Numbers, b: Numbers, is_same: bool) -> Option<bool> {
        if a.is_empty() || b.is_empty() {
            return Some(false);
        }
        let (is_always, is_never) = match op {
            FloatOp::Less(_) => (a.high < b.low, is_same || a.low >= b.high),
            FloatOp::LessOrEqual(_) => (is_same || a.high <= b.low, a.low > b.high),
            FloatOp::Equal(_) => {
                (is_same || a.low == b.high && a.high == b.low && a.low == a.high, a.high < b.low || b.high < a.low)
            }
            _ => return None,
        };
        match (is_always && !a.nan && !b.nan, is_never) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// The bounds of the numbers as integers of a type, rounded towards zero; the nearest integer of the type where that does not
    /// fit, and 0 for what is no number.
    pub fn integers(self, least: i128, most: i128) -> (i128, i128) {
        let integer = |a: f64| (a as i128).clamp(least, most);
        match (self.is_empty(), self.nan) {
            (true, _) => (0, 0),
            (false, true) => (integer(self.low).min(0), integer(self.high).max(0)),
            (false, false) => (integer(self.low), integer(self.high)),
        }
    }
}

/// The lesser one; of zeros, the negative one.
fn least(a: f64, b: f64) -> f64 {
    if a.total_cmp(&b).is_le() {
        a
    } else {
        b
    }
}

/// The larger one; of zeros, the positive one.
fn most(a: f64, b: f64) -> f64 {
    if a.total_cmp(&b).is_ge() {
        a
    } else {
        b
    }
}
