//! Between which numbers words are: `i < n` is not decided by what `i` is in a turn alone, but it is where `n` is known to be 10 at most.

use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::Operation;

/// A word is between two numbers, read without a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    width: u32,
    least: u128,
    greatest: u128,
}

impl Range {
    /// Any word of this width.
    pub fn any(width: u32) -> Range {
        Range { width, least: 0, greatest: BitVec::ones(width).unsigned() }
    }

    /// One word.
    pub fn only(value: BitVec) -> Range {
        Range { width: value.width(), least: value.unsigned(), greatest: value.unsigned() }
    }

    /// The one word that it is, if it is one.
    pub fn value(self) -> Option<BitVec> {
        (self.least == self.greatest).then(|| BitVec::new(self.width, self.least))
    }

    /// A word of one of both.
    pub fn or(self, other: Range) -> Range {
        let (least, greatest) = (self.least.min(other.least), self.greatest.max(other.greatest));
        Range { least, greatest, ..self }
    }

    /// A word of both; `None` if there is none.
    pub fn and(self, other: Range) -> Option<Range> {
        let (least, greatest) = (self.least.max(other.least), self.greatest.min(other.greatest));
        (least <= greatest).then_some(Range { least, greatest, ..self })
    }

    fn between(width: u32, least: Option<u128>, greatest: Option<u128>) -> Option<Range> {
        Range { width, least: least?, greatest: greatest? }.and(Range::any(width))
    }

    fn greatest_positive(self) -> u128 {
        BitVec::signed_max(self.width).unsigned()
    }

    /// Whether no word of it is negative.
    fn is_positive(self) -> bool {
        self.greatest <= self.greatest_positive()
    }

    /// Whether each word of it is negative.
    fn is_negative(self) -> bool {
        self.least > self.greatest_positive()
    }

    /// What an operation gives on words of these.
    pub fn of(operation: &Operation, operands: &[Range], width: u32) -> Range {
        let moved = match operation {
            Operation::Copy(_) | Operation::ZeroExtend(_) => Some(Range { width, ..operands[0] }),
            Operation::SignExtend(_) if operands[0].is_positive() => Some(Range { width, ..operands[0] }),
            Operation::Truncate(_) => Some(Range { width, ..operands[0] }).filter(|range| range.greatest >> width == 0),
            Operation::Binary(BinaryOp::Add, ..) => operands[0].moved(operands[1].value()),
            Operation::Select(..) => Some(operands[1].or(operands[2])),
            _ => None,
        };
        moved.unwrap_or_else(|| Range::any(width))
    }

    /// The sum with a number, where all of it or none wraps.
    pub fn moved(self, by: Option<BitVec>) -> Option<Range> {
        let [least, greatest] = [self.least, self.greatest]
            .map(|end| Some(BinaryOp::Add.apply(BitVec::new(self.width, end), by?).unsigned()));
        Range::between(self.width, least, greatest)
            .filter(|range| range.greatest - range.least == self.greatest - self.least)
    }

    /// The words whose zero extension is in it.
    pub fn low(self, width: u32) -> Option<Range> {
        let any = Range::any(width);
        Range::between(width, Some(self.least), Some(self.greatest.min(any.greatest)))
    }

    /// What a comparison of words of these gives, if it gives the same for all.
    pub fn compare(predicate: Predicate, a: Range, b: Range) -> Option<bool> {
        let holds = Range::where_it_holds(predicate, a, b).is_some();
        let fails = {
            let (predicate, a, b) = Range::failing(predicate, a, b);
            Range::where_it_holds(predicate, a, b).is_some()
        };
        (holds != fails).then_some(holds)
    }

    /// The comparison that holds where this one does not.
    fn failing(predicate: Predicate, a: Range, b: Range) -> (Predicate, Range, Range) {
        match predicate {
            Predicate::Eq => (Predicate::Ne, a, b),
            Predicate::Ne => (Predicate::Eq, a, b),
            Predicate::Ult => (Predicate::Ule, b, a),
            Predicate::Ule => (Predicate::Ult, b, a),
            Predicate::Slt => (Predicate::Sle, b, a),
            Predicate::Sle => (Predicate::Slt, b, a),
        }
    }

    /// The words of these for which a comparison holds, or does not.
    pub fn where_it_is(predicate: Predicate, holds: bool, a: Range, b: Range) -> Option<(Range, Range)> {
        if holds {
            return Range::where_it_holds(predicate, a, b);
        }
        let (opposite, first, second) = Range::failing(predicate, a, b);
        let (first, second) = Range::where_it_holds(opposite, first, second)?;
        Some(if matches!(predicate, Predicate::Eq | Predicate::Ne) { (first, second) } else { (second, first) })
    }

    /// Words of these among which are all those for which a comparison holds; `None` if there are none.
    fn where_it_holds(predicate: Predicate, a: Range, b: Range) -> Option<(Range, Range)> {
        let width = a.width;
        match predicate {
            Predicate::Eq => a.and(b).map(|both| (both, both)),
            Predicate::Ne => Some((a.without(b.value())?, b.without(a.value())?)),
            Predicate::Ult => {
                let below = Range::between(width, Some(0), b.greatest.checked_sub(1))?;
                let above = Range::between(width, a.least.checked_add(1), Some(u128::MAX >> (128 - width)))?;
                Some((a.and(below)?, b.and(above)?))
            }
            Predicate::Ule => {
                let (below, above) = (Range { least: 0, ..b }, Range { greatest: Range::any(width).greatest, ..a });
                Some((a.and(below)?, b.and(above)?))
            }
            Predicate::Slt | Predicate::Sle => {
                let positive = Range { width, least: 0, greatest: a.greatest_positive() };
                let negative = Range { width, least: a.greatest_positive() + 1, greatest: Range::any(width).greatest };
                let unsigned = if predicate == Predicate::Slt { Predicate::Ult } else { Predicate::Ule };
                match () {
                    // What is greater than a positive number is positive, and what is less than a negative one negative.
                    () if a.is_positive() => Range::where_it_holds(unsigned, a, b.and(positive)?),
                    () if b.is_negative() => Range::where_it_holds(unsigned, a.and(negative)?, b),
                    () => Some((a, b)),
                }
            }
        }
    }

    /// Without a word at one of its ends.
    fn without(self, value: Option<BitVec>) -> Option<Range> {
        let Some(value) = value.map(BitVec::unsigned) else { return Some(self) };
        match (self.least == value, self.greatest == value) {
            (true, true) => None,
            (true, false) => Some(Range { least: value + 1, ..self }),
            (false, true) => Some(Range { greatest: value - 1, ..self }),
            (false, false) => Some(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 3;

    fn words(range: Range) -> impl Iterator<Item = BitVec> + Clone {
        (range.least..=range.greatest).map(|bits| BitVec::new(WIDTH, bits))
    }

    fn all() -> Vec<Range> {
        let pairs = (0..8).flat_map(|least| (least..8).map(move |greatest| (least, greatest)));
        pairs.map(|(least, greatest)| Range { width: WIDTH, least, greatest }).collect()
    }

    /// All comparisons on all ranges of words of three bits.
    #[test]
    fn comparisons_are_decided_and_learnt_from_soundly() {
        use Predicate::*;
        let (mut decided, mut learnt) = (0, 0);
        for (predicate, a, b) in [Eq, Ne, Ult, Ule, Slt, Sle]
            .into_iter()
            .flat_map(|predicate| all().into_iter().map(move |a| (predicate, a)))
            .flat_map(|(predicate, a)| all().into_iter().map(move |b| (predicate, a, b)))
        {
            let pairs = words(a).flat_map(|x| words(b).map(move |y| (x, y)));
            let found = Range::compare(predicate, a, b);
            decided += usize::from(found.is_some());
            assert!(
                pairs.clone().all(|(x, y)| found.is_none_or(|found| predicate.apply(x, y) == found)),
                "{a:?} {b:?}"
            );
            for holds in [true, false] {
                let inside = Range::where_it_is(predicate, holds, a, b);
                learnt += usize::from(inside.is_some_and(|inside| inside != (a, b)));
                let is_kept = |x: BitVec, y: BitVec| {
                    let is_in = |range: Range, word: BitVec| range.and(Range::only(word)).is_some();
                    inside.is_some_and(|(first, second)| is_in(first, x) && is_in(second, y))
                };
                let mut those = pairs.clone().filter(|&(x, y)| predicate.apply(x, y) == holds);
                assert!(those.all(|(x, y)| is_kept(x, y)), "{predicate:?} {holds} {a:?} {b:?} {inside:?}");
            }
        }
        assert!(decided > 2000 && learnt > 2000, "{decided} {learnt}");
    }

    #[test]
    fn sums_are_where_they_are_said_to_be() {
        for range in all() {
            for by in (0..8).map(|by| BitVec::new(WIDTH, by)) {
                if let Some(moved) = range.moved(Some(by)) {
                    let sums = words(range).map(|word| BinaryOp::Add.apply(word, by));
                    assert_eq!(sums.collect::<Vec<_>>(), words(moved).collect::<Vec<_>>());
                }
            }
        }
    }
}
