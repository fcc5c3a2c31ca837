//! Intervals of floating-point numbers by `rustc_apfloat`, for the checker: slow, of every format, and without the machine's
//! arithmetic. An interval is one of keys ([`Order`]). What an operation gives at the corners is what the
//! reference semantics says ([`FloatOp::apply`]).
//!
//! Why corners are enough: an operation rounds its exact result, and rounding is monotone. A sum is monotone in each operand, as are
//! roots, conversions and roundings to integers; a product is monotone, or falls, in one operand for each value of the other; so is a
//! quotient, in the divisor for divisors of one sign. Zeros have signs in all of these as if -0 were a little less than +0.

use super::partition::{infinities, Order, Side};
use super::words::Words;
use crate::bv::{BitVec, FloatOp, Format};
use crate::program::Reading;

/// A set of numbers of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The format.
    pub format: Format,
    /// The keys of the least and the largest number, if there are numbers.
    pub keys: Option<(u128, u128)>,
    /// Whether there may be what is no number (NaN).
    pub nan: bool,
}

impl Interval {
    /// All that a format has.
    pub fn all(format: Format) -> Interval {
        Interval { format, keys: Some(infinities(format)), nan: true }
    }

    fn none(format: Format) -> Interval {
        Interval { format, keys: None, nan: false }
    }

    fn order(self) -> Order {
        order(self.format)
    }

    /// What has these keys.
    pub fn of_side(format: Format, side: Side) -> Interval {
        let (first, last) = infinities(format);
        let keys = (side.first.max(first), side.last.min(last));
        let nan = side.first < first || side.last > last;
        Interval { format, keys: (keys.0 <= keys.1).then_some(keys), nan }
    }

    /// What has these bits.
    pub fn of_bits(format: Format, bits: BitVec) -> Interval {
        let key = order(format).key(bits);
        Interval::of_side(format, Side { first: key, last: key })
    }

    /// What has one of these patterns.
    pub fn of_words(format: Format, words: Words) -> Interval {
        let width = format.width();
        let (low, high) = words.unsigned();
        let (low, high) = (BitVec::new(width, low), BitVec::new(width, high));
        let key = |bits| order(format).key(bits);
        match (low.is_negative(), high.is_negative()) {
            (false, false) => Interval::of_side(format, Side { first: key(low), last: key(high) }),
            (true, true) => Interval::of_side(format, Side { first: key(high), last: key(low) }),
            _ => Interval::all(format),
        }
    }

    /// Their patterns. What is no number has any.
    pub fn words(self) -> Words {
        let Some((low, high)) = self.keys.filter(|_| !self.nan) else { return Words::all(self.format.width()) };
        let (low, high) = (self.order().value(low), self.order().value(high));
        match (low.is_negative(), high.is_negative()) {
            (false, false) => Words::between(low, high),
            (true, true) => Words::between(high, low),
            _ => Words::all(self.format.width()),
        }
    }

    /// Whether a number, or what is none, is a member.
    pub fn contains(self, bits: BitVec) -> bool {
        let key = self.order().key(bits);
        let (first, last) = infinities(self.format);
        match (first..=last).contains(&key) {
            true => self.keys.is_some_and(|(low, high)| low <= key && key <= high),
            false => self.nan,
        }
    }

    /// What is in one of both.
    pub fn joined(self, other: Interval) -> Interval {
        let keys = match (self.keys, other.keys) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        Interval { format: self.format, keys, nan: self.nan || other.nan }
    }

    /// All of them with the other sign.
    pub fn negated(self) -> Interval {
        let last = self.order().last();
        Interval { keys: self.keys.map(|(low, high)| (last - high, last - low)), ..self }
    }

    /// All of them without sign.
    pub fn magnitude(self) -> Interval {
        let zero = self.order().key(BitVec::zero(self.format.width()));
        let Some((low, high)) = self.keys else { return self };
        let last = self.order().last();
        let keys = match (low >= zero, high < zero) {
            (true, _) => (low, high),
            (_, true) => (last - high, last - low),
            _ => (zero, high.max(last - low)),
        };
        Interval { keys: Some(keys), ..self }
    }

    fn add(&mut self, bits: BitVec) {
        let result = Interval::of_bits(self.format, bits);
        *self = self.joined(result);
    }

    /// The least and the largest number.
    fn ends(self) -> Vec<BitVec> {
        let (low, high) = match self.keys {
            Some(keys) => keys,
            None => return Vec::new(),
        };
        if low == high {
            return vec![self.order().value(low)];
        }
        vec![self.order().value(low), self.order().value(high)]
    }

    fn has_zero(self) -> bool {
        let zero = BitVec::zero(self.format.width());
        self.contains(zero) || self.contains(negative(zero))
    }

    fn has_infinity(self, of_sign: Option<bool>) -> bool {
        let infinity = self.format.infinity();
        let is = |is_negative: bool| match is_negative {
            true => self.contains(negative(infinity)),
            false => self.contains(infinity),
        };
        match of_sign {
            Some(is_negative) => is(is_negative),
            None => is(false) || is(true),
        }
    }
}

fn order(format: Format) -> Order {
    Order::new(format.width(), Reading::Float(format))
}

fn negative(bits: BitVec) -> BitVec {
    BitVec::new(bits.width(), bits.unsigned() | BitVec::signed_min(bits.width()).unsigned())
}

/// The results, within a format, of an operation on all members; `is_same` says that both operands are one value. `None` for operations
/// with another kind of result.
pub fn applied(op: FloatOp, operands: &[Interval], is_same: bool) -> Option<Interval> {
    let to = match op {
        FloatOp::Convert { to, .. } => to,
        _ => op.format(),
    };
    let nan = operands.iter().any(|operand| operand.nan);
    let none = Interval { nan, ..Interval::none(to) };
    if operands.iter().any(|operand| operand.keys.is_none()) {
        return Some(none);
    }
    match (op, operands) {
        (FloatOp::Add(_) | FloatOp::Sub(_) | FloatOp::MulAdd(_), operands) => {
            let mut result = at_corners(op, operands, none);
            // Infinities of opposite signs, or zero times infinity, may meet behind any corner.
            if operands.iter().any(|operand| operand.has_infinity(None)) {
                result = Interval { nan: nan || may_cancel(op, operands), ..result };
                let is_at_corner = at_corners(op, operands, Interval::none(to)).nan;
                if is_at_corner || matches!(op, FloatOp::MulAdd(_)) {
                    result = Interval::all(to);
                }
            }
            Some(result)
        }
        (FloatOp::Mul(_), &[a, _]) if is_same => {
            let magnitude = a.magnitude();
            let squares = magnitude.ends().into_iter().map(|end| op.apply([end; 3]));
            Some(squares.fold(none, |mut all, square| {
                all.add(square);
                all
            }))
        }
        (FloatOp::Mul(_), &[a, b]) => {
            let meets = |a: Interval, b: Interval| a.has_zero() && b.has_infinity(None);
            let mut result = at_corners_with_limits(op, a, b, none);
            result.nan |= meets(a, b) || meets(b, a);
            Some(result)
        }
        (FloatOp::Div(_), &[a, b]) => {
            let meets = a.has_zero() && b.has_zero() || a.has_infinity(None) && b.has_infinity(None);
            let parts = by_sign(b).into_iter().flatten();
            let mut result = parts.fold(none, |all, part| at_corners_with_limits(op, a, part, all));
            result.nan |= meets;
            Some(result)
        }
        (FloatOp::Sqrt(_), &[a]) => {
            let zero = a.order().key(negative(BitVec::zero(a.format.width())));
            let (low, high) = a.keys?;
            let mut result = Interval { nan: nan || low < zero, ..none };
            if high >= zero {
                let kept = Interval { keys: Some((low.max(zero), high)), ..a };
                kept.ends().into_iter().for_each(|end| result.add(op.apply([end; 3])));
            }
            Some(result)
        }
        (FloatOp::Integral(..) | FloatOp::Convert { .. }, operands) => Some(at_corners(op, operands, none)),
        _ => None,
    }
}

/// Whether infinities of a sum may cancel.
fn may_cancel(op: FloatOp, operands: &[Interval]) -> bool {
    let (first, second) = match (op, operands) {
        (FloatOp::Add(_), &[a, b]) => ((a, false, b, true), (a, true, b, false)),
        (FloatOp::Sub(_), &[a, b]) => ((a, false, b, false), (a, true, b, true)),
        _ => return true,
    };
    [first, second].into_iter().any(|(a, x, b, y)| a.has_infinity(Some(x)) && b.has_infinity(Some(y)))
}

/// A divisor's negative and positive part.
fn by_sign(interval: Interval) -> [Option<Interval>; 2] {
    let zero = interval.order().key(BitVec::zero(interval.format.width()));
    let Some((low, high)) = interval.keys else { return [None; 2] };
    let part = |low: u128, high: u128| (low <= high).then_some(Interval { keys: Some((low, high)), ..interval });
    [part(low, high.min(zero - 1)), part(low.max(zero), high)]
}

/// What the operation gives at all corners, with what there is.
fn at_corners(op: FloatOp, operands: &[Interval], mut all: Interval) -> Interval {
    let ends: Vec<Vec<BitVec>> = operands.iter().map(|operand| operand.ends()).collect();
    let at = |list: usize, index: usize| ends.get(list).and_then(|ends| ends.get(index)).copied();
    let last = |list: usize| ends.get(list).map_or(1, Vec::len);
    for first in 0..last(0) {
        for second in 0..last(1) {
            for third in 0..last(2) {
                let a = at(0, first).unwrap_or(BitVec::FALSE);
                all.add(op.apply([a, at(1, second).unwrap_or(a), at(2, third).unwrap_or(a)]));
            }
        }
    }
    all
}

/// The same for a product or a quotient. Where it has no value, as of zero times infinity, it is next to that as small or as large as can
/// be, with the product of the signs.
fn at_corners_with_limits(op: FloatOp, a: Interval, b: Interval, mut all: Interval) -> Interval {
    let format = a.format;
    for x in a.ends() {
        for y in b.ends() {
            let result = op.apply([x, y, x]);
            if result != format.nan() {
                all.add(result);
                continue;
            }
            let is_negative = x.is_negative() != y.is_negative();
            for limit in [BitVec::zero(format.width()), format.infinity()] {
                all.add(if is_negative { negative(limit) } else { limit });
            }
        }
    }
    all
}

/// The comparison of all pairs, if it is the same for all. `is_same` says that both operands are one value.
pub fn compared(op: FloatOp, a: Interval, b: Interval, is_same: bool) -> Option<bool> {
    let (Some(_), Some(_)) = (a.keys, b.keys) else { return Some(false) };
    let ends = |interval: Interval| {
        let ends = interval.ends();
        (ends[0], ends[ends.len() - 1])
    };
    let ((low, high), (least, most)) = (ends(a), ends(b));
    let format = a.format;
    let less = |x: BitVec, y: BitVec| FloatOp::Less(format).apply([x, y, x]).is_nonzero();
    let not_above = |x: BitVec, y: BitVec| FloatOp::LessOrEqual(format).apply([x, y, x]).is_nonzero();
    let (is_always, is_never) = match op {
        FloatOp::Less(_) => (less(high, least), is_same || not_above(most, low)),
        FloatOp::LessOrEqual(_) => (is_same || not_above(high, least), less(most, low)),
        FloatOp::Equal(_) => {
            let are_one = not_above(high, least) && not_above(most, low) && not_above(high, low);
            (is_same || are_one, less(high, least) || less(most, low))
        }
        _ => return None,
    };
    match (is_always && !a.nan && !b.nan, is_never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Numbers as integers.
pub fn integers(op: FloatOp, interval: Interval) -> Words {
    let FloatOp::ToInteger { width, signed, .. } = op else { return Words::all(op.result_width()) };
    let mut ends = interval.ends();
    if interval.nan || ends.is_empty() {
        ends.push(interval.format.nan());
    }
    let results: Vec<BitVec> = ends.into_iter().map(|end| op.apply([end; 3])).collect();
    match signed {
        true => {
            let key = |bits: &&BitVec| bits.signed();
            let ends = results.iter().min_by_key(key).zip(results.iter().max_by_key(key));
            ends.map_or(Words::all(width), |(low, high)| Words::between_signed(*low, *high))
        }
        false => {
            let ends = results.iter().min().zip(results.iter().max());
            ends.map_or(Words::all(width), |(low, high)| Words::between(*low, *high))
        }
    }
}

/// Integers as numbers.
pub fn from_integers(op: FloatOp, words: Words) -> Interval {
    let FloatOp::FromInteger { width, signed, to } = op else { return Interval::all(op.format()) };
    let ends = match signed {
        true => [words.signed().0 as u128, words.signed().1 as u128],
        false => [words.unsigned().0, words.unsigned().1],
    };
    ends.into_iter().fold(Interval::none(to), |mut all, end| {
        all.add(op.apply([BitVec::new(width, end); 3]));
        all
    })
}
