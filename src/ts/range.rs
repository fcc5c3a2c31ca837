//! What can be known of a word without knowing it: bits that are fixed, and an unsigned and a signed interval.
//!
//! The three are a reduced product (Cousot, Cousot: *Systematic design of program analysis frameworks*, POPL 1979): known bits as in
//! Miné: *Abstract domains for bit-level machine integer and floating-point operations* (WING 2012), intervals with and
//! without sign as in Gange, Navas, Schachte, Søndergaard, Stuckey: *Interval analysis and machine arithmetic* (TOPLAS 2015).
//! Each operation gives a range that has all results for operands in the given ranges; a test holds this for every
//! operation and all ranges of some small widths.

use crate::bv::{BitVec, CoreOp};

/// A set of words of one width, never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    width: u32,
    /// Bits that are one in all of them.
    ones: u128,
    /// Bits that are zero in all of them.
    zeros: u128,
    low: u128,
    high: u128,
    signed_low: i128,
    signed_high: i128,
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The number that the bits are as a signed word.
fn signed(width: u32, bits: u128) -> i128 {
    BitVec::new(width, bits).signed()
}

/// Extreme signed words.
fn extremes(width: u32) -> (i128, i128) {
    (BitVec::signed_min(width).signed(), BitVec::signed_max(width).signed())
}

impl Range {
    /// All words of a width.
    pub fn full(width: u32) -> Range {
        let (signed_low, signed_high) = extremes(width);
        Range { width, ones: 0, zeros: 0, low: 0, high: mask(width), signed_low, signed_high }
    }

    /// One word.
    pub fn constant(word: BitVec) -> Range {
        let (width, bits) = (word.width(), word.unsigned());
        let number = word.signed();
        Range {
            width,
            ones: bits,
            zeros: !bits & mask(width),
            low: bits,
            high: bits,
            signed_low: number,
            signed_high: number,
        }
    }

    /// One bit.
    pub fn bit(value: bool) -> Range {
        Range::constant(BitVec::bit(value))
    }

    /// The words from `low` to `high`, unsigned; `None` if there are none.
    pub fn unsigned(width: u32, low: u128, high: u128) -> Option<Range> {
        Range { low, high: high.min(mask(width)), ..Range::full(width) }.reduced()
    }

    /// The words from `low` to `high`, signed; `None` if there are none.
    pub fn signed(width: u32, low: i128, high: i128) -> Option<Range> {
        let all = Range::full(width);
        let (signed_low, signed_high) = (low.max(all.signed_low), high.min(all.signed_high));
        Range { signed_low, signed_high, ..all }.reduced()
    }

    /// The words in which the given bits are one and zero; `None` if there are none.
    pub fn bits(width: u32, ones: u128, zeros: u128) -> Option<Range> {
        let mask = mask(width);
        Range { ones: ones & mask, zeros: zeros & mask, ..Range::full(width) }.reduced()
    }

    /// How wide the words are.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Bits that are one, and bits that are zero, in all of the words.
    pub fn known(&self) -> (u128, u128) {
        (self.ones, self.zeros)
    }

    /// The least and the greatest word, unsigned.
    pub fn bounds(&self) -> (u128, u128) {
        (self.low, self.high)
    }

    /// The least and the greatest word, signed.
    pub fn signed_bounds(&self) -> (i128, i128) {
        (self.signed_low, self.signed_high)
    }

    /// The word, if there is one alone.
    pub fn as_constant(&self) -> Option<BitVec> {
        (self.low == self.high).then(|| BitVec::new(self.width, self.low))
    }

    /// Whether a word is in the range.
    pub fn contains(&self, word: BitVec) -> bool {
        let (bits, number) = (word.unsigned(), word.signed());
        word.width() == self.width
            && bits & self.zeros == 0
            && !bits & self.ones == 0
            && (self.low..=self.high).contains(&bits)
            && (self.signed_low..=self.signed_high).contains(&number)
    }

    /// What the parts tell each other; `None` if they contradict.
    fn reduced(mut self) -> Option<Range> {
        if self.width == 1 {
            return self.reduced_bit();
        }
        let mask = mask(self.width);
        loop {
            let before = self;
            if self.ones & self.zeros != 0 {
                return None;
            }
            self.low = self.low.max(self.ones);
            self.high = self.high.min(mask & !self.zeros);
            if self.low > self.high || self.signed_low > self.signed_high {
                return None;
            }
            // Bits above the first in which the bounds differ are fixed.
            let differ = 128 - (self.low ^ self.high).leading_zeros();
            let fixed = if differ == 128 { 0 } else { mask & (u128::MAX << differ) };
            self.ones |= self.low & fixed;
            self.zeros |= !self.low & fixed;
            // Where all words have one sign, both orders are the same.
            let (low, high) = (signed(self.width, self.low), signed(self.width, self.high));
            if low <= high {
                self.signed_low = self.signed_low.max(low);
                self.signed_high = self.signed_high.min(high);
            }
            let (low, high) = (self.signed_low as u128 & mask, self.signed_high as u128 & mask);
            if low <= high && (self.signed_low < 0) == (self.signed_high < 0) {
                self.low = self.low.max(low);
                self.high = self.high.min(high);
            }
            self.leave_gaps();
            if self == before {
                return Some(self);
            }
        }
    }

    /// The same of a single bit: most terms are conditions.
    fn reduced_bit(self) -> Option<Range> {
        let may_be = |word| self.contains(BitVec::bit(word));
        match (may_be(false), may_be(true)) {
            (true, true) => Some(Range::full(1)),
            (false, false) => None,
            (_, value) => Some(Range::bit(value)),
        }
    }

    /// Where there are words of both signs, bounds of one order do not lie where the other order has no words: between the greatest
    /// positive word and the least negative one, or, signed, between the greatest negative word and the least positive one.
    fn leave_gaps(&mut self) {
        let mask = mask(self.width);
        if self.signed_low < 0 && self.signed_high >= 0 {
            let (below, above) = (self.signed_high as u128, self.signed_low as u128 & mask);
            let in_gap = |bound: u128| below < bound && bound < above;
            self.low = if in_gap(self.low) { above } else { self.low };
            self.high = if in_gap(self.high) { below } else { self.high };
        }
        let (low, high) = (signed(self.width, self.low), signed(self.width, self.high));
        if low >= 0 && high < 0 {
            let in_gap = |bound: i128| high < bound && bound < low;
            self.signed_low = if in_gap(self.signed_low) { low } else { self.signed_low };
            self.signed_high = if in_gap(self.signed_high) { high } else { self.signed_high };
        }
    }

    /// The words in both ranges; `None` if there are none.
    pub fn meet(&self, other: &Range) -> Option<Range> {
        if self == other {
            return Some(*self);
        }
        Range {
            width: self.width,
            ones: self.ones | other.ones,
            zeros: self.zeros | other.zeros,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            signed_low: self.signed_low.max(other.signed_low),
            signed_high: self.signed_high.min(other.signed_high),
        }
        .reduced()
    }

    /// A range with the words of both.
    pub fn join(&self, other: &Range) -> Range {
        if self == other {
            return *self;
        }
        let joined = Range {
            width: self.width,
            ones: self.ones & other.ones,
            zeros: self.zeros & other.zeros,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            signed_low: self.signed_low.min(other.signed_low),
            signed_high: self.signed_high.max(other.signed_high),
        };
        joined.or_full()
    }

    /// A range with the words of both, whose bounds, where they grow, grow to the next of the `steps`, and to the extremes
    /// behind the last of them: so it cannot grow for ever.
    pub fn widen(&self, other: &Range, steps: &[u128]) -> Range {
        let (width, joined) = (self.width, self.join(other));
        let mask = mask(width);
        let steps = || steps.iter().map(|&step| step & mask);
        let number = |step: u128| signed(width, step);
        let (least, most) = extremes(width);
        let below = |bound: u128| steps().filter(|&step| step <= bound).max().unwrap_or(0);
        let above = |bound: u128| steps().filter(|&step| step >= bound).min().unwrap_or(mask);
        let signed_below = |bound: i128| steps().map(number).filter(|&step| step <= bound).max().unwrap_or(least);
        let signed_above = |bound: i128| steps().map(number).filter(|&step| step >= bound).min().unwrap_or(most);
        // Bits above the highest unknown one follow from bounds, and would keep those from growing but bit by bit.
        let unknown = mask & !(joined.ones | joined.zeros);
        let kept = u128::MAX.checked_shr(unknown.leading_zeros()).unwrap_or(u128::MAX);
        let widened = Range {
            ones: joined.ones & kept,
            zeros: joined.zeros & kept,
            low: if joined.low < self.low { below(joined.low) } else { joined.low },
            high: if joined.high > self.high { above(joined.high) } else { joined.high },
            signed_low: if joined.signed_low < self.signed_low {
                signed_below(joined.signed_low)
            } else {
                joined.signed_low
            },
            signed_high: if joined.signed_high > self.signed_high {
                signed_above(joined.signed_high)
            } else {
                joined.signed_high
            },
            ..joined
        };
        widened.or_full()
    }

    /// The parts of a set that is known not to be empty.
    fn or_full(self) -> Range {
        self.reduced().unwrap_or_else(|| Range::full(self.width))
    }

    /// The complements.
    pub fn not(&self) -> Range {
        let mask = mask(self.width);
        Range {
            width: self.width,
            ones: self.zeros,
            zeros: self.ones,
            low: mask - self.high,
            high: mask - self.low,
            signed_low: !self.signed_high,
            signed_high: !self.signed_low,
        }
    }

    /// Words of `self` above words of `low`.
    pub fn concat(&self, low: &Range) -> Range {
        let (width, by) = (self.width + low.width, low.width);
        Range {
            ones: self.ones << by | low.ones,
            zeros: self.zeros << by | low.zeros,
            low: self.low << by | low.low,
            high: self.high << by | low.high,
            ..Range::full(width)
        }
        .or_full()
    }

    /// Bits `low` to `high` of the words.
    pub fn extract(&self, high: u32, low: u32) -> Range {
        let width = high - low + 1;
        let mask = mask(width);
        let mut range = Range { ones: self.ones >> low & mask, zeros: self.zeros >> low & mask, ..Range::full(width) };
        if self.high >> low <= mask {
            (range.low, range.high) = (self.low >> low, self.high >> low);
        }
        let (least, most) = extremes(width);
        if low == 0 && least <= self.signed_low && self.signed_high <= most {
            (range.signed_low, range.signed_high) = (self.signed_low, self.signed_high);
        }
        range.or_full()
    }

    /// The same signed numbers in wider words.
    pub fn sign_extend(&self, width: u32) -> Range {
        let low = mask(self.width) >> 1;
        let (signed_low, signed_high) = (self.signed_low, self.signed_high);
        // All bits but the sign stay where they are; the new ones follow from the bounds.
        Range { ones: self.ones & low, zeros: self.zeros & low, signed_low, signed_high, ..Range::full(width) }
            .or_full()
    }

    /// The results of an operator.
    pub fn binary(op: CoreOp, a: &Range, b: &Range) -> Range {
        let width = a.width;
        if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
            return Range::constant(op.apply(a, b));
        }
        let ranges = match op {
            CoreOp::And => vec![
                Range::bits(width, a.ones & b.ones, a.zeros | b.zeros),
                Range::unsigned(width, 0, a.high.min(b.high)),
            ],
            CoreOp::Xor => {
                vec![Range::bits(width, a.ones & b.zeros | a.zeros & b.ones, a.ones & b.ones | a.zeros & b.zeros)]
            }
            CoreOp::Add => add(a, b),
            CoreOp::Sub => sub(a, b),
            CoreOp::Mul => mul(a, b),
            CoreOp::UDiv if b.low > 0 => vec![Range::unsigned(width, a.low / b.high, a.high / b.low)],
            CoreOp::UDiv => vec![],
            CoreOp::URem if b.low > a.high => vec![Some(*a)],
            CoreOp::URem if b.low > 0 => vec![Range::unsigned(width, 0, a.high.min(b.high - 1))],
            CoreOp::URem => vec![Range::unsigned(width, 0, a.high)],
            CoreOp::Shl | CoreOp::LShr | CoreOp::AShr => shift(op, a, b),
            CoreOp::Eq if a.meet(b).is_none() => vec![Some(Range::bit(false))],
            CoreOp::Ult if a.high < b.low => vec![Some(Range::bit(true))],
            CoreOp::Ult if a.low >= b.high => vec![Some(Range::bit(false))],
            CoreOp::Slt if a.signed_high < b.signed_low => vec![Some(Range::bit(true))],
            CoreOp::Slt if a.signed_low >= b.signed_high => vec![Some(Range::bit(false))],
            CoreOp::UMulOverflow if fits(a.high.checked_mul(b.high), width) => vec![Some(Range::bit(false))],
            CoreOp::SMulOverflow if products(a, b).is_some() => vec![Some(Range::bit(false))],
            CoreOp::Eq | CoreOp::Ult | CoreOp::Slt | CoreOp::UMulOverflow | CoreOp::SMulOverflow => vec![],
        };
        let met = ranges.into_iter().flatten().reduce(|range, one| range.meet(&one).unwrap_or(range));
        met.unwrap_or_else(|| Range::full(if op.is_predicate() { 1 } else { width }))
    }
}

fn fits(number: Option<u128>, width: u32) -> bool {
    number.is_some_and(|number| number <= mask(width))
}

/// The signed numbers from `low` to `high`, if they are numbers of the width.
fn if_signed(width: u32, low: Option<i128>, high: Option<i128>) -> Option<Range> {
    let (least, most) = extremes(width);
    let (low, high) = low.zip(high)?;
    if least <= low && high <= most {
        Range::signed(width, low, high)
    } else {
        None
    }
}

/// How many low bits are known of both.
fn known_low(a: &Range, b: &Range) -> u32 {
    ((a.ones | a.zeros) & (b.ones | b.zeros)).trailing_ones()
}

/// The low `count` bits of a word, the others unknown.
fn low_bits(width: u32, bits: u128, count: u32) -> Option<Range> {
    let low = if count == 0 { 0 } else { mask(count.min(width)) };
    Range::bits(width, bits & low, !bits & low)
}

fn add(a: &Range, b: &Range) -> Vec<Option<Range>> {
    let (width, mask) = (a.width, mask(a.width));
    let (low, high) = (a.low.checked_add(b.low), a.high.checked_add(b.high));
    let unsigned = if fits(high, width) {
        Range::unsigned(width, low.unwrap_or(0), high.unwrap_or(mask))
    } else if !fits(low, width) {
        // Every sum wraps.
        Range::unsigned(width, a.low.wrapping_add(b.low) & mask, a.high.wrapping_add(b.high) & mask)
    } else {
        None
    };
    let signed = if_signed(width, a.signed_low.checked_add(b.signed_low), a.signed_high.checked_add(b.signed_high));
    vec![unsigned, signed, low_bits(width, a.ones.wrapping_add(b.ones), known_low(a, b))]
}

fn sub(a: &Range, b: &Range) -> Vec<Option<Range>> {
    let (width, mask) = (a.width, mask(a.width));
    let unsigned = if a.low >= b.high || a.high < b.low {
        // No difference wraps, or every one does.
        Range::unsigned(width, a.low.wrapping_sub(b.high) & mask, a.high.wrapping_sub(b.low) & mask)
    } else {
        None
    };
    let signed = if_signed(width, a.signed_low.checked_sub(b.signed_high), a.signed_high.checked_sub(b.signed_low));
    vec![unsigned, signed, low_bits(width, a.ones.wrapping_sub(b.ones), known_low(a, b))]
}

/// The least and the greatest signed product, if all of them are numbers of the width.
fn products(a: &Range, b: &Range) -> Option<(i128, i128)> {
    let corners = [(a.signed_low, b.signed_low), (a.signed_low, b.signed_high)];
    let others = [(a.signed_high, b.signed_low), (a.signed_high, b.signed_high)];
    let (least, most) = extremes(a.width);
    let mut bounds = (i128::MAX, i128::MIN);
    for (x, y) in corners.into_iter().chain(others) {
        let product = x.checked_mul(y).filter(|product| (least..=most).contains(product))?;
        bounds = (bounds.0.min(product), bounds.1.max(product));
    }
    Some(bounds)
}

fn mul(a: &Range, b: &Range) -> Vec<Option<Range>> {
    let width = a.width;
    let unsigned = match a.high.checked_mul(b.high) {
        Some(high) if high <= mask(width) => Range::unsigned(width, a.low * b.low, high),
        _ => None,
    };
    let signed = products(a, b).and_then(|(low, high)| Range::signed(width, low, high));
    // Zeros below the lowest one add up.
    let even = (a.zeros.trailing_ones() + b.zeros.trailing_ones()).min(width);
    vec![unsigned, signed, low_bits(width, a.ones.wrapping_mul(b.ones), known_low(a, b)), low_bits(width, 0, even)]
}

fn shift(op: CoreOp, a: &Range, b: &Range) -> Vec<Option<Range>> {
    let (width, mask) = (a.width, mask(a.width));
    let Some(by) = b.as_constant().map(|by| by.unsigned()) else {
        return match op {
            CoreOp::LShr => vec![Range::unsigned(width, 0, a.high)],
            CoreOp::AShr => vec![Range::signed(width, a.signed_low.min(0), a.signed_high.max(-1))],
            _ => vec![],
        };
    };
    if by >= u128::from(width) {
        // Everything is shifted out: what is left is zero, or the sign.
        return match op {
            CoreOp::AShr => vec![Range::signed(width, a.signed_low >> 127, a.signed_high >> 127)],
            _ => vec![Range::unsigned(width, 0, 0)],
        };
    }
    let by = by as u32;
    match op {
        CoreOp::Shl => {
            let freed = if by == 0 { 0 } else { u128::MAX >> (128 - by) };
            let bounds = if a.high <= mask >> by { Range::unsigned(width, a.low << by, a.high << by) } else { None };
            vec![Range::bits(width, a.ones << by, a.zeros << by | freed), bounds]
        }
        CoreOp::LShr => {
            vec![Range::bits(width, a.ones >> by, a.zeros >> by), Range::unsigned(width, a.low >> by, a.high >> by)]
        }
        _ => vec![Range::signed(width, a.signed_low >> by, a.signed_high >> by)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranges of a width that between them have all kinds of bounds and known bits.
    fn ranges(width: u32) -> Vec<Range> {
        let all = mask(width);
        let mut ranges = Vec::new();
        for low in 0..=all {
            for high in low..=all {
                ranges.extend(Range::unsigned(width, low, high));
                ranges.extend(Range::signed(width, signed(width, high), signed(width, low)));
                ranges.extend(Range::bits(width, low & high, !low & !high));
            }
        }
        ranges.sort_by_key(|range| format!("{range:?}"));
        ranges.dedup();
        ranges
    }

    fn words(range: &Range) -> Vec<BitVec> {
        (0..=mask(range.width))
            .map(|bits| BitVec::new(range.width, bits))
            .filter(|&word| range.contains(word))
            .collect()
    }

    #[test]
    fn every_result_is_in_the_range_of_the_operation() {
        for width in 1..=3 {
            let ranges = ranges(width);
            for a in &ranges {
                for b in &ranges {
                    let (left, right) = (words(a), words(b));
                    for op in CoreOp::ALL {
                        let range = Range::binary(op, a, b);
                        for (&x, &y) in left.iter().flat_map(|x| right.iter().map(move |y| (x, y))) {
                            let result = op.apply(x, y);
                            assert!(
                                range.contains(result),
                                "{op:?} {x:?} {y:?} of {a:?} {b:?} is {result:?}: {range:?}"
                            );
                        }
                    }
                    let (both, met, pair) = (a.join(b), a.meet(b), a.concat(b));
                    assert!(left.iter().chain(&right).all(|&word| both.contains(word)), "{a:?} {b:?}: {both:?}");
                    let common: Vec<_> = left.iter().filter(|word| right.contains(word)).collect();
                    assert!(common.iter().all(|&&word| met.is_some_and(|met| met.contains(word))), "{a:?} {b:?}");
                    let widened = a.widen(b, &[1]);
                    assert!(left.iter().chain(&right).all(|&word| widened.contains(word)), "{a:?} {b:?}: {widened:?}");
                    for (&x, &y) in left.iter().flat_map(|x| right.iter().map(move |y| (x, y))) {
                        assert!(pair.contains(x.concat(y)), "{a:?} above {b:?}: {pair:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_result_is_in_the_range_of_operations_on_one_word() {
        for a in &ranges(4) {
            assert!(!words(a).is_empty(), "{a:?} is empty");
            for &word in &words(a) {
                assert!(a.not().contains(BitVec::new(4, !word.unsigned() & 15)), "{a:?}");
                assert!(a.sign_extend(7).contains(word.sign_extend(7)) && a.sign_extend(4).contains(word), "{a:?}");
                for (high, low) in (0..4).flat_map(|high| (0..=high).map(move |low| (high, low))) {
                    assert!(a.extract(high, low).contains(word.extract(high, low)), "{a:?} [{high}:{low}] {word:?}");
                }
            }
        }
    }

    #[test]
    fn bounds_and_bits_tell_each_other() {
        let small = Range::unsigned(32, 0, 1000).unwrap();
        assert_eq!((small.known(), small.signed_bounds()), ((0, 0xffff_fc00), (0, 1000)));
        let negative = Range::signed(8, -5, -3).unwrap();
        assert_eq!((negative.bounds(), negative.known().0), ((251, 253), 0xf8));
        assert_eq!(Range::unsigned(8, 3, 2), None);
        assert_eq!(small.meet(&Range::unsigned(32, 1001, 2000).unwrap()), None);
        // 2^7 as a signed byte is below all of these.
        let both_signs = Range::unsigned(8, 1, 128).unwrap().meet(&Range::signed(8, -100, 100).unwrap()).unwrap();
        assert_eq!((both_signs.bounds(), both_signs.signed_bounds()), ((1, 100), (1, 100)));
        // A counter below 1000 that is widened by one step of that size stays there.
        let counter = Range::unsigned(32, 0, 4).unwrap();
        assert_eq!(counter.widen(&Range::unsigned(32, 1, 5).unwrap(), &[1000]).bounds(), (0, 1000));
    }

    #[test]
    fn the_widest_words_do_not_overflow() {
        let (full, top) = (Range::full(128), Range::constant(BitVec::ones(128)));
        let big = Range::unsigned(128, u128::MAX - 5, u128::MAX - 1).unwrap();
        for op in CoreOp::ALL {
            for (a, b) in [(&full, &full), (&full, &big), (&big, &big), (&top, &big), (&big, &top)] {
                let (x, y) = (BitVec::new(128, a.bounds().1), BitVec::new(128, b.bounds().0));
                assert!(Range::binary(op, a, b).contains(op.apply(x, y)), "{op:?}");
            }
        }
    }
}
