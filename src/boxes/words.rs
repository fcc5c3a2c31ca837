//! Sets of bit-vectors as intervals, read without sign and with it: what both evaluators of boxes (`run` and
//! [`mod@super::check`]) know of values that are no floating-point numbers. Each operation gives a set that holds its result on
//! all members of the operands' sets; where the bounds do not tell, that is all values.

use crate::bv::{BinaryOp, BitVec, OverflowOp, Predicate, UnaryOp};

/// The bit-vectors of a width that lie between two bounds without sign, and between two bounds with sign. It is never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    width: u32,
    unsigned: (u128, u128),
    signed: (i128, i128),
}

impl Words {
    /// All values of a width.
    pub fn all(width: u32) -> Words {
        let unsigned = (0, BitVec::ones(width).unsigned());
        let signed = (BitVec::signed_min(width).signed(), BitVec::signed_max(width).signed());
        Words { width, unsigned, signed }
    }

    /// One value.
    pub fn point(bits: BitVec) -> Words {
        let (unsigned, signed) = (bits.unsigned(), bits.signed());
        Words { width: bits.width(), unsigned: (unsigned, unsigned), signed: (signed, signed) }
    }

    /// The values between two, both among them, read without sign.
    pub fn between(low: BitVec, high: BitVec) -> Words {
        Words { unsigned: (low.unsigned(), high.unsigned()), ..Words::all(low.width()) }.reduced()
    }

    /// The values between two, both among them, read with sign.
    pub fn between_signed(low: BitVec, high: BitVec) -> Words {
        Words { signed: (low.signed(), high.signed()), ..Words::all(low.width()) }.reduced()
    }

    /// A bit that is known, or is not.
    pub fn bit(value: Option<bool>) -> Words {
        value.map_or(Words::all(1), |value| Words::point(BitVec::bit(value)))
    }

    /// The width in bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// The bounds without sign.
    pub fn unsigned(self) -> (u128, u128) {
        self.unsigned
    }

    /// The bounds with sign.
    pub fn signed(self) -> (i128, i128) {
        self.signed
    }

    /// The only member, if there is one.
    pub fn only(self) -> Option<BitVec> {
        let (low, high) = self.unsigned;
        (low == high).then(|| BitVec::new(self.width, low))
    }

    /// Of a bit: whether it is one, if that is known.
    pub fn truth(self) -> Option<bool> {
        self.only().map(BitVec::is_nonzero)
    }

    /// Whether a value is a member.
    pub fn contains(self, bits: BitVec) -> bool {
        let (unsigned, signed) = (bits.unsigned(), bits.signed());
        self.unsigned.0 <= unsigned && unsigned <= self.unsigned.1 && self.signed.0 <= signed && signed <= self.signed.1
    }

    /// What is in one of both.
    pub fn joined(self, other: Words) -> Words {
        Words {
            width: self.width,
            unsigned: (self.unsigned.0.min(other.unsigned.0), self.unsigned.1.max(other.unsigned.1)),
            signed: (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1)),
        }
    }

    /// Each pair of bounds says what the other one implies. Both hold of all members, of which there are some.
    fn reduced(mut self) -> Words {
        let largest = BitVec::signed_max(self.width).unsigned();
        let signed = |bits: u128| BitVec::new(self.width, bits).signed();
        let unsigned = |number: i128| BitVec::new(self.width, number as u128).unsigned();
        // All of one sign: both readings have the same order.
        if self.unsigned.1 <= largest || self.unsigned.0 > largest {
            let (low, high) = (signed(self.unsigned.0), signed(self.unsigned.1));
            self.signed = (self.signed.0.max(low), self.signed.1.min(high));
        }
        if self.signed.0 >= 0 || self.signed.1 < 0 {
            let (low, high) = (unsigned(self.signed.0), unsigned(self.signed.1));
            self.unsigned = (self.unsigned.0.max(low), self.unsigned.1.min(high));
        }
        self
    }

    /// Those between bounds of which `None` says that the reading does not bound them.
    fn bounded(width: u32, unsigned: Option<(u128, u128)>, signed: Option<(i128, i128)>) -> Words {
        let all = Words::all(width);
        let unsigned = unsigned.filter(|(_, high)| *high <= all.unsigned.1).unwrap_or(all.unsigned);
        let fits = |(low, high): &(i128, i128)| all.signed.0 <= *low && *high <= all.signed.1;
        let signed = signed.filter(fits).unwrap_or(all.signed);
        Words { width, unsigned, signed }.reduced()
    }

    /// The operation on all members.
    pub fn unary(self, op: UnaryOp) -> Words {
        let width = self.width;
        if let Some(bits) = self.only() {
            return Words::point(op.apply(bits));
        }
        let apply = |bits: BitVec| op.apply(bits);
        let (low, high) = (BitVec::new(width, self.unsigned.0), BitVec::new(width, self.unsigned.1));
        let (least, most) = self.signed;
        match op {
            UnaryOp::Not => Words::bounded(
                width,
                Some((apply(high).unsigned(), apply(low).unsigned())),
                Some((-1 - most, -1 - least)),
            ),
            UnaryOp::Neg => {
                let unsigned = (low.unsigned() > 0).then(|| (apply(high).unsigned(), apply(low).unsigned()));
                let signed = least.checked_neg().map(|high| (-most, high));
                Words::bounded(width, unsigned, signed)
            }
            UnaryOp::Abs if least >= 0 => self,
            UnaryOp::Abs => {
                let most_of = least.checked_neg().map(|negated| negated.max(most));
                let least_of = if most < 0 { -most } else { 0 };
                Words::bounded(width, None, most_of.map(|high| (least_of, high)))
            }
            UnaryOp::PopCount | UnaryOp::LeadingZeros | UnaryOp::TrailingZeros => {
                Words::bounded(width, Some((0, u128::from(width))), None)
            }
            UnaryOp::ByteSwap | UnaryOp::BitReverse => Words::all(width),
        }
    }

    /// The operation on all pairs of members.
    pub fn binary(self, op: BinaryOp, other: Words) -> Words {
        let width = self.width;
        if let (Some(a), Some(b)) = (self.only(), other.only()) {
            return Words::point(op.apply(a, b));
        }
        let (a, b, c, d) = (self.unsigned, other.unsigned, self.signed, other.signed);
        let both = |low: Option<u128>, high: Option<u128>| low.zip(high);
        match op {
            BinaryOp::Add => Words::bounded(
                width,
                both(a.0.checked_add(b.0), a.1.checked_add(b.1)),
                c.0.checked_add(d.0).zip(c.1.checked_add(d.1)),
            ),
            BinaryOp::Sub => Words::bounded(
                width,
                both(a.0.checked_sub(b.1), a.1.checked_sub(b.0)),
                c.0.checked_sub(d.1).zip(c.1.checked_sub(d.0)),
            ),
            BinaryOp::Mul => {
                let corners = [(c.0, d.0), (c.0, d.1), (c.1, d.0), (c.1, d.1)].map(|(x, y)| x.checked_mul(y));
                let signed = corners.into_iter().collect::<Option<Vec<i128>>>();
                let signed = signed.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)));
                Words::bounded(width, both(a.0.checked_mul(b.0), a.1.checked_mul(b.1)), signed)
            }
            BinaryOp::UDiv if b.0 > 0 => Words::bounded(width, Some((a.0 / b.1, a.1 / b.0)), None),
            BinaryOp::URem if b.0 > 0 && a.1 < b.0 => self,
            BinaryOp::URem if b.0 > 0 => Words::bounded(width, Some((0, a.1.min(b.1 - 1))), None),
            BinaryOp::SDiv if d.0 > 0 => {
                let corners = [c.0 / d.0, c.0 / d.1, c.1 / d.0, c.1 / d.1];
                let least = corners.into_iter().min().unwrap_or(c.0);
                let most = corners.into_iter().max().unwrap_or(c.1);
                Words::bounded(width, None, Some((least, most)))
            }
            BinaryOp::SRem if d.0 > 0 => {
                let most = d.1 - 1;
                let (low, high) = (if c.0 < 0 { c.0.max(-most) } else { 0 }, if c.1 > 0 { c.1.min(most) } else { 0 });
                Words::bounded(width, None, Some((low, high)))
            }
            BinaryOp::And => Words::bounded(width, Some((0, a.1.min(b.1))), None),
            BinaryOp::Or => {
                let ones = ones_up_to(a.1 | b.1);
                Words::bounded(width, Some((a.0.max(b.0), ones)), None)
            }
            BinaryOp::Xor => Words::bounded(width, Some((0, ones_up_to(a.1 | b.1))), None),
            BinaryOp::LShr => match other.only() {
                Some(by) => {
                    Words::between(op.apply(BitVec::new(width, a.0), by), op.apply(BitVec::new(width, a.1), by))
                }
                None => Words::bounded(width, Some((0, a.1)), None),
            },
            BinaryOp::AShr => match other.only() {
                Some(by) => {
                    let at = |number: i128| op.apply(BitVec::new(width, number as u128), by);
                    Words::between_signed(at(c.0), at(c.1))
                }
                None => Words::all(width),
            },
            BinaryOp::Shl => match other.only().map(BitVec::unsigned) {
                Some(by) if by < u128::from(width) && a.1 <= BitVec::ones(width).unsigned() >> by => {
                    Words::bounded(width, Some((a.0 << by, a.1 << by)), None)
                }
                _ => Words::all(width),
            },
            BinaryOp::UMin => Words::bounded(width, Some((a.0.min(b.0), a.1.min(b.1))), None),
            BinaryOp::UMax => Words::bounded(width, Some((a.0.max(b.0), a.1.max(b.1))), None),
            BinaryOp::SMin => Words::bounded(width, None, Some((c.0.min(d.0), c.1.min(d.1)))),
            BinaryOp::SMax => Words::bounded(width, None, Some((c.0.max(d.0), c.1.max(d.1)))),
            _ => Words::all(width),
        }
    }

    /// The comparison of all pairs of members, if it is the same for all.
    pub fn compared(self, predicate: Predicate, other: Words) -> Option<bool> {
        let (a, b, c, d) = (self.unsigned, other.unsigned, self.signed, other.signed);
        let order = |is_always: bool, is_never: bool| match (is_always, is_never) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        let is_equal = || {
            let same = self.only().is_some_and(|bits| other.only() == Some(bits));
            order(same, a.1 < b.0 || b.1 < a.0 || c.1 < d.0 || d.1 < c.0)
        };
        match predicate {
            Predicate::Eq => is_equal(),
            Predicate::Ne => is_equal().map(|equal| !equal),
            Predicate::Ult => order(a.1 < b.0, a.0 >= b.1),
            Predicate::Ule => order(a.1 <= b.0, a.0 > b.1),
            Predicate::Slt => order(c.1 < d.0, c.0 >= d.1),
            Predicate::Sle => order(c.1 <= d.0, c.0 > d.1),
        }
    }

    /// Whether the exact result is outside of the type, if that is the same for all pairs of members.
    pub fn overflows(self, op: OverflowOp, other: Words) -> Option<bool> {
        if let (Some(a), Some(b)) = (self.only(), other.only()) {
            return Some(op.apply(a, b));
        }
        let all = Words::all(self.width);
        let (a, b, c, d) = (self.unsigned, other.unsigned, self.signed, other.signed);
        let fits = |high: Option<u128>| high.filter(|high| *high <= all.unsigned.1).map(|_| false);
        let within = |low: Option<i128>, high: Option<i128>| {
            let (low, high) = low.zip(high)?;
            (all.signed.0 <= low && high <= all.signed.1).then_some(false)
        };
        match op {
            OverflowOp::UAdd => fits(a.1.checked_add(b.1)),
            OverflowOp::UMul => fits(a.1.checked_mul(b.1)),
            OverflowOp::USub => self.compared(Predicate::Ult, other),
            OverflowOp::SAdd => within(c.0.checked_add(d.0), c.1.checked_add(d.1)),
            OverflowOp::SSub => within(c.0.checked_sub(d.1), c.1.checked_sub(d.0)),
            OverflowOp::SMul => {
                let corners = [(c.0, d.0), (c.0, d.1), (c.1, d.0), (c.1, d.1)].map(|(x, y)| x.checked_mul(y));
                let all_corners = corners.into_iter().collect::<Option<Vec<i128>>>()?;
                within(all_corners.iter().min().copied(), all_corners.iter().max().copied())
            }
            OverflowOp::SDiv => (c.0 > all.signed.0 || d.0 > -1 || d.1 < -1).then_some(false),
        }
    }

    /// All members, wider by zeros.
    pub fn zero_extended(self, width: u32) -> Words {
        Words::bounded(width, Some(self.unsigned), None)
    }

    /// All members, wider by copies of the sign.
    pub fn sign_extended(self, width: u32) -> Words {
        Words::bounded(width, None, Some(self.signed))
    }

    /// The low bits of all members.
    pub fn truncated(self, width: u32) -> Words {
        Words::bounded(width, Some(self.unsigned), Some(self.signed))
    }
}

/// The smallest number of ones alone that has no fewer bits.
fn ones_up_to(bits: u128) -> u128 {
    match bits {
        0 => 0,
        _ => u128::MAX >> bits.leading_zeros(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All intervals of a width, in both readings.
    fn intervals(width: u32) -> Vec<Words> {
        let bits = |number: u128| BitVec::new(width, number);
        let pairs = (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (bits(a), bits(b))));
        pairs
            .flat_map(|(a, b)| {
                let unsigned = (a.unsigned() <= b.unsigned()).then(|| Words::between(a, b));
                let signed = (a.signed() <= b.signed()).then(|| Words::between_signed(a, b));
                unsigned.into_iter().chain(signed)
            })
            .collect()
    }

    fn members(words: Words) -> Vec<BitVec> {
        let all = (0..1 << words.width()).map(|bits| BitVec::new(words.width(), bits));
        all.filter(|&bits| words.contains(bits)).collect()
    }

    #[test]
    fn sets_hold_the_results_of_all_members() {
        use BinaryOp as B;
        let binary = [
            B::Add,
            B::Sub,
            B::Mul,
            B::UDiv,
            B::URem,
            B::SDiv,
            B::SRem,
            B::And,
            B::Or,
            B::Xor,
            B::Shl,
            B::LShr,
            B::AShr,
            B::UMin,
            B::UMax,
            B::SMin,
            B::SMax,
            B::UAddSat,
            B::SAddSat,
        ];
        let overflow = [
            OverflowOp::UAdd,
            OverflowOp::SAdd,
            OverflowOp::USub,
            OverflowOp::SSub,
            OverflowOp::UMul,
            OverflowOp::SMul,
            OverflowOp::SDiv,
        ];
        let predicates = [Predicate::Eq, Predicate::Ne, Predicate::Ult, Predicate::Ule, Predicate::Slt, Predicate::Sle];
        let (mut decided, mut tight) = (0, 0);
        for (a, b) in intervals(3).into_iter().flat_map(|a| intervals(3).into_iter().map(move |b| (a, b))) {
            let pairs: Vec<_> =
                members(a).into_iter().flat_map(|x| members(b).into_iter().map(move |y| (x, y))).collect();
            for op in binary {
                let found = a.binary(op, b);
                tight += usize::from(found != Words::all(3));
                assert!(
                    pairs.iter().all(|&(x, y)| found.contains(op.apply(x, y))),
                    "{op:?} of {a:?} and {b:?}: {found:?}"
                );
            }
            for predicate in predicates {
                let Some(found) = a.compared(predicate, b) else { continue };
                decided += 1;
                assert!(pairs.iter().all(|&(x, y)| predicate.apply(x, y) == found), "{predicate:?} of {a:?} and {b:?}");
            }
            for op in overflow {
                let Some(found) = a.overflows(op, b) else { continue };
                assert!(pairs.iter().all(|&(x, y)| op.apply(x, y) == found), "{op:?} of {a:?} and {b:?}");
            }
            let joined = a.joined(b);
            assert!(members(a).into_iter().chain(members(b)).all(|bits| joined.contains(bits)));
        }
        assert!(decided > 10_000 && tight > 10_000, "{decided} {tight}");
    }

    #[test]
    fn sets_hold_the_results_of_one_operand() {
        use UnaryOp as U;
        for a in intervals(4) {
            for op in [U::Not, U::Neg, U::Abs, U::PopCount, U::LeadingZeros, U::TrailingZeros, U::BitReverse] {
                let found = a.unary(op);
                assert!(members(a).into_iter().all(|x| found.contains(op.apply(x))), "{op:?} of {a:?}: {found:?}");
            }
            for x in members(a) {
                assert!(a.zero_extended(6).contains(x.zero_extend(6)), "{a:?}");
                assert!(a.sign_extended(6).contains(x.sign_extend(6)), "{a:?}");
                assert!(a.truncated(3).contains(x.truncate(3)), "{a:?}");
            }
        }
    }

    #[test]
    fn bounds_are_those_that_one_expects() {
        let byte =
            |low: i128, high: i128| Words::between_signed(BitVec::new(8, low as u128), BitVec::new(8, high as u128));
        assert_eq!(byte(-3, 5).binary(BinaryOp::Mul, byte(2, 4)).signed(), (-12, 20));
        assert_eq!(byte(10, 20).binary(BinaryOp::Sub, byte(1, 2)).unsigned(), (8, 19));
        assert_eq!(byte(100, 120).binary(BinaryOp::Add, byte(100, 100)).signed(), (-56, -36));
        assert_eq!(byte(-100, 20).binary(BinaryOp::Sub, byte(100, 100)).signed(), (-128, 127));
        assert_eq!(byte(100, 120).binary(BinaryOp::Add, byte(100, 100)).unsigned(), (200, 220));
        assert_eq!(byte(1, 3).compared(Predicate::Slt, byte(4, 9)), Some(true));
        assert_eq!(byte(1, 4).compared(Predicate::Slt, byte(4, 9)), None);
    }
}
