//! What counters are compared with: where a loop ends, its counter has come to one of these.

use super::linear::Linear;
use super::{Literal, Mining, Passing};
use crate::bv::{CoreOp, Predicate, SymbolId, Term, TermPool};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// How many bounds of a counter are looked at, at most.
const MOST_BOUNDS: usize = 3;

/// What each word is compared with: where a loop ends, its counter has come to one of them.
pub(super) type Bounds = BTreeMap<SymbolId, BTreeSet<Bound>>;

/// What a counter comes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Bound {
    /// A word.
    Word(SymbolId),
    /// A number, of a loop that may end before the end of the array.
    Number(i128),
}

impl Mining<'_> {
    /// The words that each word is compared with, or of which it differs by a number in a comparison, as `i + 1 < n` is one of `i` and `n`.
    pub(super) fn bounds(&self) -> Bounds {
        let pool = &self.system.pool;
        let mut bounds = Bounds::new();
        for (_, region) in &self.regions {
            let cone = region.cone(pool);
            let forms = Linear::forms(pool, &cone);
            for id in cone {
                let Term::Binary(CoreOp::Eq | CoreOp::Ult | CoreOp::Slt, a, b) = pool.term(id) else { continue };
                let difference = forms.get(&a).zip(forms.get(&b)).and_then(|(a, b)| a.clone().add(b, -1));
                let Some(Linear { words, constant }) = difference else { continue };
                let words = Vec::from_iter(words);
                if !words.iter().all(|(word, _)| self.states.contains(word)) {
                    continue;
                }
                match words[..] {
                    [(first, 1), (second, -1)] | [(first, -1), (second, 1)] => {
                        bounds.entry(first).or_default().insert(Bound::Word(second));
                        bounds.entry(second).or_default().insert(Bound::Word(first));
                    }
                    // The comparison may be with the last number before the end, or with the end.
                    [(word, factor @ (1 | -1))] if pool.symbol_width(word) > 1 && !self.frozen.contains(&word) => {
                        let number = constant.saturating_mul(-factor);
                        let numbers = [number, number.saturating_add(1)];
                        bounds.entry(word).or_default().extend(numbers.map(Bound::Number));
                    }
                    _ => {}
                }
            }
        }
        bounds
    }

    /// That no counter is beyond what it is compared with, where that has another width: of words of one width, their difference tells.
    pub(super) fn within_bounds(&mut self, passings: &[Passing], bounds: &Bounds) -> Vec<Vec<Literal>> {
        let (pool, mut found) = (&mut self.system.pool, BTreeSet::new());
        let counters: BTreeSet<SymbolId> = passings.iter().filter_map(Passing::only_counter).collect();
        for counter in counters {
            let width = pool.symbol_width(counter);
            for bound in bounds.get(&counter).into_iter().flatten() {
                let Bound::Word(word) = *bound else { continue };
                if pool.symbol_width(word) < width && self.frozen.contains(&word) {
                    let bound = Linear::of_word(word).build(pool, width, &self.unsigned);
                    let counter = pool.symbol(counter);
                    found.insert(pool.compare(Predicate::Ult, bound, counter));
                }
            }
        }
        found.into_iter().map(|beyond| vec![(beyond, false)]).collect()
    }
}

/// That the index is below what the counter comes to.
pub(super) fn below_bounds(
    pool: &mut TermPool,
    unsigned: &FxHashSet<SymbolId>,
    passing: &Passing,
    bounds: &Bounds,
) -> Vec<Literal> {
    let index = passing.passed(pool, unsigned);
    let mut below = Vec::new();
    for (counter, &factor) in &passing.counter.words {
        let of = bounds.get(counter).into_iter().flatten().filter(|&&bound| bound != Bound::Word(passing.index));
        for &bound in of.take(MOST_BOUNDS) {
            let mut at_bound = passing.counter.clone();
            at_bound.words.remove(counter);
            let bound = match bound {
                Bound::Word(word) => Linear { words: BTreeMap::from([(word, factor)]), constant: 0 },
                Bound::Number(number) => Linear { words: BTreeMap::new(), constant: number.saturating_mul(factor) },
            };
            let Some(at_bound) = at_bound.add(&bound, 1) else { continue };
            let at_bound = at_bound.build(pool, pool.width(index), unsigned);
            below.push((pool.compare(Predicate::Ult, index, at_bound), true));
        }
    }
    below
}
