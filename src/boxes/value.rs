//! What the engine knows of a value: an interval of numbers, or a set of words.

use super::numbers::Numbers;
use super::partition::{Order, Side};
use super::words::Words;
use crate::bv::{BinaryOp, BitVec, FloatOp, Format};
use crate::program::Reading;

/// A set of bit-vectors of one width.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// Floating-point numbers.
    Numbers(Numbers),
    /// Anything else.
    Words(Words),
}

impl Value {
    /// One value.
    pub fn point(bits: BitVec) -> Value {
        Value::Words(Words::point(bits))
    }

    /// The values of an input that have these keys.
    pub fn of_side(order: Order, side: Side) -> Value {
        let value = |key: u128| order.value(key);
        match order.reading() {
            Reading::Float(format) if Numbers::is_known(format) => {
                let is_single = format == Format::Single;
                let (first, last) = super::partition::infinities(format);
                let nan = side.first < first || side.last > last;
                let (low, high) = (side.first.max(first), side.last.min(last));
                let number = |key: u128| Numbers::of_bits(is_single, value(key).unsigned());
                Value::Numbers(match low <= high {
                    true => Numbers { nan, ..number(low).joined(number(high)) },
                    false => Numbers { nan: true, ..Numbers::none(is_single) },
                })
            }
            Reading::Signed => Value::Words(Words::between_signed(value(side.first), value(side.last))),
            Reading::Unsigned => Value::Words(Words::between(value(side.first), value(side.last))),
            Reading::Float(_) => {
                let (a, b) = (value(side.first), value(side.last));
                Value::Words(match (a.is_negative(), b.is_negative()) {
                    (false, false) => Words::between(a, b),
                    (true, true) => Words::between(b, a),
                    _ => Words::all(order.width()),
                })
            }
        }
    }

    /// The only member, if there is one.
    pub fn only(self) -> Option<BitVec> {
        match self {
            Value::Numbers(numbers) if numbers.is_point() => {
                Some(BitVec::new(if numbers.is_single { 32 } else { 64 }, numbers.bits(numbers.low)))
            }
            Value::Numbers(_) => None,
            Value::Words(words) => words.only(),
        }
    }

    /// The same as words. What is no number has any of its patterns.
    pub fn words(self) -> Words {
        let numbers = match self {
            Value::Words(words) => return words,
            Value::Numbers(numbers) => numbers,
        };
        let width = if numbers.is_single { 32 } else { 64 };
        let bits = |number: f64| BitVec::new(width, numbers.bits(number));
        match (numbers.nan || numbers.is_empty(), numbers.low.is_sign_negative(), numbers.high.is_sign_negative()) {
            (false, false, false) => Words::between(bits(numbers.low), bits(numbers.high)),
            (false, true, true) => Words::between(bits(numbers.high), bits(numbers.low)),
            _ => Words::all(width),
        }
    }

    /// The same as numbers of a format.
    pub fn numbers(self, format: Format) -> Numbers {
        let is_single = format == Format::Single;
        let words = match self {
            Value::Numbers(numbers) if numbers.is_single == is_single => return numbers,
            Value::Numbers(_) => return Numbers::all(is_single),
            Value::Words(words) => words,
        };
        if let Some(bits) = words.only() {
            return Numbers::of_bits(is_single, bits.unsigned());
        }
        let (low, high) = words.unsigned();
        let (sign, infinity) = (BitVec::signed_min(format.width()).unsigned(), format.infinity().unsigned());
        let at = |bits: u128| Numbers::of_bits(is_single, bits);
        match high <= infinity || low >= sign && high <= sign | infinity {
            true => at(low).joined(at(high)),
            false => Numbers::all(is_single),
        }
    }

    /// What is in one of both.
    pub fn joined(self, other: Value) -> Value {
        match (self, other) {
            (Value::Numbers(a), Value::Numbers(b)) if a.is_single == b.is_single => Value::Numbers(a.joined(b)),
            (Value::Numbers(a), b) | (b, Value::Numbers(a)) if b.only().is_some() => {
                let format = if a.is_single { Format::Single } else { Format::Double };
                Value::Numbers(a.joined(b.numbers(format)))
            }
            (a, b) => Value::Words(a.words().joined(b.words())),
        }
    }

    /// An operation on words. That of the sign of a number is kept one of numbers.
    pub fn binary(self, op: BinaryOp, other: Value) -> Value {
        if let (Some(a), Some(b)) = (self.only(), other.only()) {
            return Value::point(op.apply(a, b));
        }
        if let (Value::Numbers(numbers), Some(mask)) = (self, other.only()) {
            let sign = BitVec::signed_min(mask.width());
            match op {
                BinaryOp::Xor if mask == sign => return Value::Numbers(numbers.negated()),
                BinaryOp::And if mask == BitVec::signed_max(mask.width()) => {
                    return Value::Numbers(numbers.magnitude())
                }
                _ => {}
            }
        }
        Value::Words(self.words().binary(op, other.words()))
    }

    /// An operation on numbers; `is_same` says that the first two operands are one value.
    pub fn float(op: FloatOp, operands: [Value; 3], is_same: bool) -> Value {
        let width = op.result_width();
        let points = operands[..op.arity()].iter().map(|operand| operand.only());
        let formats = match op {
            FloatOp::Convert { from, to } => [from, to],
            FloatOp::FromInteger { to, .. } => [to; 2],
            _ => [op.format(); 2],
        };
        if !formats.into_iter().all(Numbers::is_known) {
            let points: Option<Vec<BitVec>> = points.collect();
            let point = points.map(|points| op.apply(std::array::from_fn(|at| points[at.min(points.len() - 1)])));
            return point.map_or(Value::Words(Words::all(width)), Value::point);
        }
        match op {
            FloatOp::FromInteger { signed, to, .. } => Value::Numbers(from_integer(operands[0].words(), signed, to)),
            // Not all of these are numbers of the type that bounds are computed in.
            FloatOp::ToInteger { width: 128.., signed: false, .. } => Value::Words(Words::all(width)),
            FloatOp::ToInteger { from, width, signed } => {
                let numbers = operands[0].numbers(from);
                let (least, most) = match signed {
                    true => (BitVec::signed_min(width).signed(), BitVec::signed_max(width).signed()),
                    false => (0, BitVec::ones(width).unsigned() as i128),
                };
                let (low, high) = numbers.integers(least, most);
                let [low, high] = [low, high].map(|bound| BitVec::new(width, bound as u128));
                Value::Words(if signed { Words::between_signed(low, high) } else { Words::between(low, high) })
            }
            FloatOp::Equal(format) | FloatOp::Less(format) | FloatOp::LessOrEqual(format) => {
                let [a, b] = [operands[0], operands[1]].map(|operand| operand.numbers(format));
                Value::Words(Words::bit(Numbers::compared(op, a, b, is_same)))
            }
            _ => {
                let number = |at: usize| operands[if at < op.arity() { at } else { 0 }].numbers(op.format());
                let operands = [number(0), number(1), number(2)];
                Numbers::applied(op, operands, is_same).map_or(Value::Words(Words::all(width)), Value::Numbers)
            }
        }
    }
}

/// Integers as numbers.
fn from_integer(words: Words, signed: bool, to: Format) -> Numbers {
    let is_single = to == Format::Single;
    let numbers = |low: f64, high: f64| Numbers { is_single, low, high, nan: false };
    let ((low, high), (least, most)) = (words.unsigned(), words.signed());
    match (signed, is_single) {
        (true, true) => numbers(f64::from(least as f32), f64::from(most as f32)),
        (true, false) => numbers(least as f64, most as f64),
        (false, true) => numbers(f64::from(low as f32), f64::from(high as f32)),
        (false, false) => numbers(low as f64, high as f64),
    }
}
