//! Differences of two words that hold at each location: zones (Miné: *A new numerical abstract domain based on difference-bound
//! matrices*, PADO 2001), though with a [`Range`] for each difference, modulo two to the words' width, in place of one bound. So a step in
//! which words wrap around changes no difference that it should not.
//!
//! `to <= from` is what tells that `values[to]` lies where `values[from]` does. No bounds of the two words alone say so.

use super::path::Path;
use crate::bv::{BitVec, CoreOp, SymbolId, Term, TermId, TermPool};
use crate::ts::range::Range;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// So many words that are counted are related with each other.
const COUNTERS: usize = 12;
/// So many pairs are looked at.
const PAIRS: usize = 120;
/// So many terms are looked at for what a word becomes.
const LEAVES: usize = 400;
/// Wider words are not related: the difference of two such words as a number needs a bit more.
const WIDEST: u32 = 64;

/// Two words of one width, by their positions among the states and as terms.
struct Pair {
    at: [usize; 2],
    terms: [TermId; 2],
    /// The comparisons of the two, and whether the second word is on the left.
    comparisons: Vec<(TermId, CoreOp, bool)>,
}

/// The pairs of words whose differences are looked at.
#[derive(Default)]
pub(super) struct Differences {
    pairs: Vec<Pair>,
    /// The number of a pair, by its terms.
    numbers: FxHashMap<[TermId; 2], usize>,
    related: Vec<[usize; 2]>,
}

/// A constant, and a term with it.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    pub term: Option<TermId>,
    pub constant: BitVec,
}

impl Differences {
    /// The pairs of a system's words that may have to do with each other: those that it compares, of which one becomes the other one, less or
    /// more a constant, that become the same word, or that both are counted in one step. `steps` are, for each location, the words after a
    /// step from there, and `cone` all terms that the system depends on.
    pub fn new<'s>(
        pool: &mut TermPool,
        cone: &[TermId],
        words: &[SymbolId],
        steps: impl Iterator<Item = &'s [TermId]>,
    ) -> Differences {
        let terms: Vec<TermId> = words.iter().map(|&word| pool.symbol(word)).collect();
        let places: FxHashMap<TermId, usize> = terms.iter().enumerate().map(|(at, &term)| (term, at)).collect();
        let mut compared: FxHashMap<[usize; 2], Vec<(TermId, CoreOp)>> = FxHashMap::default();
        for &id in cone {
            if let Term::Binary(op @ (CoreOp::Eq | CoreOp::Ult | CoreOp::Slt), a, b) = pool.term(id) {
                if let (Some(&first), Some(&second)) = (places.get(&a), places.get(&b)) {
                    compared.entry([first, second]).or_default().push((id, op));
                }
            }
        }
        let (mut becomes, mut counted): (BTreeSet<[usize; 2]>, BTreeSet<[usize; 2]>) = Default::default();
        for step in steps {
            let mut counters = Vec::new();
            for (at, &next) in step.iter().enumerate() {
                for (leaf, is_same) in leaves(pool, next) {
                    match places.get(&leaf) {
                        Some(&other) if other != at => drop(becomes.insert([at, other])),
                        Some(_) if !is_same && counters.last() != Some(&at) => counters.push(at),
                        _ => {}
                    }
                }
            }
            counters.truncate(COUNTERS);
            for (nth, &first) in counters.iter().enumerate() {
                counted.extend(counters[nth + 1..].iter().map(|&second| [first, second]));
            }
        }
        let mut alike = BTreeSet::new();
        for &[first, source] in &becomes {
            let others = becomes.iter().filter(|[second, other]| *other == source && *second > first);
            alike.extend(others.map(|&[second, _]| [first, second]));
        }
        let related: BTreeSet<[usize; 2]> = compared.keys().chain(&becomes).copied().collect();
        let related: Vec<[usize; 2]> = related.into_iter().collect();
        let is_wide = |at: usize| (2..=WIDEST).contains(&pool.symbol_width(words[at]));
        let same_width =
            |&[a, b]: &[usize; 2]| is_wide(a) && pool.symbol_width(words[a]) == pool.symbol_width(words[b]);
        let mut seen = FxHashSet::default();
        let chosen = related.iter().copied().chain(counted).chain(alike).filter(same_width);
        let chosen = chosen.map(|[a, b]| [a.min(b), a.max(b)]).filter(|&pair| seen.insert(pair)).take(PAIRS);
        let chosen: Vec<[usize; 2]> = chosen.collect();
        let mut differences = Differences { pairs: Vec::new(), numbers: FxHashMap::default(), related };
        for [first, second] in chosen {
            let of = |pair: [usize; 2], turned| {
                let found = compared.get(&pair).into_iter().flatten();
                found.map(move |&(id, op)| (id, op, turned))
            };
            let comparisons = of([first, second], false).chain(of([second, first], true)).collect();
            let pair = [terms[first], terms[second]];
            differences.numbers.insert(pair, differences.pairs.len());
            differences.pairs.push(Pair { at: [first, second], terms: pair, comparisons });
        }
        differences
    }

    /// The words that are compared or of which one becomes the other, by their positions among the states.
    pub fn related(&self) -> &[[usize; 2]] {
        &self.related
    }

    /// The words that each pair is about, by their positions among the states.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.pairs.iter().map(|pair| pair.at)
    }

    /// What the words' own ranges say about their differences.
    pub fn of_words(&self, ranges: &[Range]) -> Vec<Range> {
        self.pairs.iter().map(|pair| Range::binary(CoreOp::Sub, &ranges[pair.at[1]], &ranges[pair.at[0]])).collect()
    }

    /// The numbers where the bounds of a difference stop: none, one, and those where words change their sign.
    pub fn steps(&self, pool: &TermPool) -> impl Iterator<Item = Vec<u128>> + '_ {
        let widths: Vec<u32> = self.pairs.iter().map(|pair| pool.width(pair.terms[0])).collect();
        widths.into_iter().map(|width| {
            let (least, most) = (BitVec::signed_min(width), BitVec::signed_max(width));
            vec![0, 1, BitVec::ones(width).unsigned(), least.unsigned(), most.unsigned()]
        })
    }

    /// Lets words, their differences and what is known of comparisons tell each other; false if they contradict.
    pub fn relate(&self, path: &mut Path, known: &mut [Range]) -> bool {
        for (pair, difference) in self.pairs.iter().zip(known) {
            let [first, second] = pair.terms;
            let (x, y) = (path.get(first), path.get(second));
            let Some(mut met) = difference.meet(&Range::binary(CoreOp::Sub, &y, &x)) else { return false };
            for &(comparison, op, turned) in &pair.comparisons {
                let holds = path.get(comparison).as_constant().map(BitVec::is_nonzero);
                let said = match holds {
                    Some(holds) => compared(op, turned, holds, &x, &y, &met),
                    None => {
                        let decided = decided(op, turned, &x, &y, &met);
                        if decided.is_some_and(|holds| !path.assume(comparison, Range::bit(holds))) {
                            return false;
                        }
                        Some(met)
                    }
                };
                match said {
                    Some(said) => met = said,
                    None => return false,
                }
            }
            let apart = [Range::binary(CoreOp::Sub, &y, &met), Range::binary(CoreOp::Add, &x, &met)];
            if !path.assume(first, apart[0]) || !path.assume(second, apart[1]) {
                return false;
            }
            *difference = met;
        }
        true
    }

    /// The second term less the first one, if they are two words of a pair.
    pub fn of(&self, known: &[Range], [first, second]: [Option<TermId>; 2]) -> Option<Range> {
        let (first, second) = (first?, second?);
        let number = |pair: [TermId; 2]| self.numbers.get(&pair).map(|&number| known[number]);
        number([first, second]).or_else(|| {
            let turned = number([second, first])?;
            Some(Range::binary(CoreOp::Sub, &Range::constant(BitVec::zero(turned.width())), &turned))
        })
    }
}

/// What a term becomes by its choices, less or more constants, and whether there are none.
fn leaves(pool: &TermPool, term: TermId) -> Vec<(TermId, bool)> {
    let (mut leaves, mut open, mut seen) = (Vec::new(), vec![(term, true)], FxHashSet::default());
    while let Some((term, is_same)) = open.pop().filter(|_| seen.len() < LEAVES) {
        if !seen.insert((term, is_same)) {
            continue;
        }
        match pool.term(term) {
            Term::Ite(_, then, otherwise) => open.extend([(then, is_same), (otherwise, is_same)]),
            Term::Binary(CoreOp::Add | CoreOp::Sub, a, b) if pool.as_constant(b).is_some() => open.push((a, false)),
            Term::Binary(CoreOp::Add, a, b) if pool.as_constant(a).is_some() => open.push((b, false)),
            Term::Symbol(_) => leaves.push((term, is_same)),
            _ => {}
        }
    }
    leaves
}

/// A term as a sum, where choices that the path decides are taken.
pub(super) fn sum(pool: &TermPool, path: &Path, term: TermId) -> Sum {
    Sum { term: Some(term), constant: BitVec::zero(pool.width(term)) }.under(pool, path)
}

impl Sum {
    /// The same sum with more of it known.
    pub fn under(mut self, pool: &TermPool, path: &Path) -> Sum {
        let zero = BitVec::zero(self.constant.width());
        while let Some(term) = self.term {
            let (next, by) = match pool.term(term) {
                Term::Constant(value) => (None, value),
                Term::Ite(condition, then, otherwise) => match path.get(condition).as_constant() {
                    Some(value) => (Some(if value.is_nonzero() { then } else { otherwise }), zero),
                    None => break,
                },
                Term::Binary(CoreOp::Add, a, b) => match (pool.as_constant(a), pool.as_constant(b)) {
                    (Some(value), _) => (Some(b), value),
                    (_, Some(value)) => (Some(a), value),
                    _ => break,
                },
                Term::Binary(CoreOp::Sub, a, b) => match pool.as_constant(b) {
                    Some(value) => (Some(a), CoreOp::Sub.apply(zero, value)),
                    None => break,
                },
                _ => break,
            };
            self = Sum { term: next, constant: CoreOp::Add.apply(self.constant, by) };
        }
        self
    }
}

/// The least and the greatest value of `y - x` as numbers, for words in the order that a comparison is about, where the ranges leave one
/// value for each difference modulo the words' size.
fn as_numbers(op: CoreOp, x: &Range, y: &Range, difference: &Range) -> Option<(i128, i128)> {
    let bounds = |range: &Range| match op {
        CoreOp::Slt => range.signed_bounds(),
        _ => (range.bounds().0 as i128, range.bounds().1 as i128),
    };
    let ((x_low, x_high), (y_low, y_high)) = (bounds(x), bounds(y));
    let (low, high) = (y_low - x_high, y_high - x_low);
    let (least, most) = difference.signed_bounds();
    let size = 1i128 << difference.width();
    (high < least + size && low > most - size).then_some((low.max(least), high.min(most)))
}

/// What a comparison of the first word with the second, or `turned` of the second with the first, says about their difference; `None` if
/// that cannot be.
fn compared(op: CoreOp, turned: bool, holds: bool, x: &Range, y: &Range, difference: &Range) -> Option<Range> {
    let zero = BitVec::zero(difference.width());
    match (op, holds) {
        (CoreOp::Eq, true) => return difference.meet(&Range::constant(zero)),
        (CoreOp::Eq, false) => return super::path::without(difference, &Range::constant(zero)),
        _ => {}
    }
    let bounds = |range: &Range| match op {
        CoreOp::Slt => range.signed_bounds(),
        _ => (range.bounds().0 as i128, range.bounds().1 as i128),
    };
    let ((x_low, x_high), (y_low, y_high)) = (bounds(x), bounds(y));
    let (low, high) = (y_low - x_high, y_high - x_low);
    // x < y, or y < x, or one of the two does not hold.
    let (low, high) = match (turned, holds) {
        (false, true) => (low.max(1), high),
        (false, false) => (low, high.min(0)),
        (true, true) => (low, high.min(-1)),
        (true, false) => (low.max(0), high),
    };
    let half = 1i128 << (difference.width() - 1);
    let said = match () {
        _ if low > high => None,
        _ if low >= -half && high < half => Range::signed(difference.width(), low, high),
        _ if low >= 0 => Range::unsigned(difference.width(), low as u128, high as u128),
        _ => Some(*difference),
    };
    said.and_then(|said| difference.meet(&said))
}

/// Whether a comparison holds, if the difference tells.
fn decided(op: CoreOp, turned: bool, x: &Range, y: &Range, difference: &Range) -> Option<bool> {
    let zero = BitVec::zero(difference.width());
    if op == CoreOp::Eq {
        return match difference.as_constant() {
            Some(constant) => Some(constant == zero),
            None => (!difference.contains(zero)).then_some(false),
        };
    }
    let (low, high) = as_numbers(op, x, y, difference)?;
    match turned {
        false if low > 0 => Some(true),
        false if high <= 0 => Some(false),
        true if high < 0 => Some(true),
        true if low >= 0 => Some(false),
        _ => None,
    }
}

/// A comparison of two words: which one, whether the second word is on the left, and whether it holds.
pub(super) type Order = (CoreOp, bool, bool);

/// The comparisons of two words that their difference decides and their own ranges do not. Those with sign, as programs mostly compare, or
/// else those without.
pub(super) fn orders(x: &Range, y: &Range, difference: &Range) -> Vec<Order> {
    let by_words = Range::binary(CoreOp::Sub, y, x);
    let order = |op: CoreOp, turned: bool| {
        let holds = decided(op, turned, x, y, difference)?;
        (decided(op, turned, x, y, &by_words) != Some(holds)).then_some((op, turned, holds))
    };
    let both = |op| [false, true].into_iter().filter_map(|turned| order(op, turned)).collect::<Vec<_>>();
    let mut orders: Vec<Order> = order(CoreOp::Eq, false).filter(|&(.., holds)| holds).into_iter().collect();
    orders.extend(match both(CoreOp::Slt) {
        signed if signed.is_empty() => both(CoreOp::Ult),
        signed => signed,
    });
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All words of a width that are in a range.
    fn words(range: &Range) -> impl Iterator<Item = BitVec> + Clone + '_ {
        (0..1u128 << range.width()).map(|bits| BitVec::new(range.width(), bits)).filter(|&word| range.contains(word))
    }

    fn holds(op: CoreOp, turned: bool, x: BitVec, y: BitVec) -> bool {
        let (left, right) = if turned { (y, x) } else { (x, y) };
        op.apply(left, right).is_nonzero()
    }

    fn some_ranges() -> Vec<Range> {
        let numbers = [-4i128, -2, 0, 1, 3];
        let pairs = numbers.iter().flat_map(|&low| numbers.iter().map(move |&high| (low, high)));
        let mut ranges: Vec<Range> = pairs.clone().filter_map(|(low, high)| Range::signed(3, low, high)).collect();
        ranges.extend(pairs.filter_map(|(low, high)| Range::unsigned(3, low.unsigned_abs(), high.unsigned_abs() + 3)));
        ranges
    }

    /// With three bits: what a comparison says about a difference, what a difference says about a comparison, and which orders are told, holds
    /// of all words in the ranges.
    #[test]
    fn comparisons_and_differences_tell_each_other_the_truth() {
        let ranges = some_ranges();
        let mut said = [0; 3];
        for (x, y) in ranges.iter().flat_map(|x| ranges.iter().map(move |y| (x, y))) {
            for apart in &ranges {
                let both: Vec<(BitVec, BitVec)> = words(x)
                    .flat_map(|a| words(y).map(move |b| (a, b)))
                    .filter(|&(a, b)| apart.contains(CoreOp::Sub.apply(b, a)))
                    .collect();
                for (op, turned) in
                    [CoreOp::Eq, CoreOp::Ult, CoreOp::Slt].into_iter().flat_map(|op| [(op, false), (op, true)])
                {
                    if let Some(value) = decided(op, turned, x, y, apart) {
                        said[0] += 1;
                        assert!(
                            both.iter().all(|&(a, b)| holds(op, turned, a, b) == value),
                            "{op:?} {turned} {x:?} {y:?} {apart:?}"
                        );
                    }
                    for value in [false, true] {
                        let told = compared(op, turned, value, x, y, apart);
                        said[1] += usize::from(told != Some(*apart));
                        let mut meant = both.iter().filter(|&&(a, b)| holds(op, turned, a, b) == value);
                        let is_in = |&(a, b): &(BitVec, BitVec)| {
                            told.is_some_and(|told| told.contains(CoreOp::Sub.apply(b, a)))
                        };
                        assert!(meant.all(is_in), "{op:?} {turned} {value} {x:?} {y:?} {apart:?}: {told:?}");
                    }
                }
                for (op, turned, value) in orders(x, y, apart) {
                    said[2] += 1;
                    assert!(
                        both.iter().all(|&(a, b)| holds(op, turned, a, b) == value),
                        "{op:?} {turned} {x:?} {y:?} {apart:?}"
                    );
                }
            }
        }
        assert!(said.iter().all(|&times| times > 1000), "{said:?}");
    }
}
