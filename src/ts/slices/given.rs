//! What a program is given, such as its arguments: words that the first step sets and that no later one changes.
//!
//! Such words often have few values, and where one has a certain value, others have one: with so many arguments, that is the array
//! with their addresses. An IC3 engine finds this bit by bit. Here the first step is simulated: where one value of a word has always come
//! with one value of another, that is a candidate.

use super::{Literal, Mining};
use crate::bv::eval::Evaluator;
use crate::bv::{BitVec, Predicate, SymbolId, TermId};
use crate::ts::affine;
use crate::ts::regions::Region;
use fastrand::Rng;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// How many first steps are simulated, and how many terms are evaluated for them, at most.
const SAMPLES: usize = 2000;
const WORK: usize = 4_000_000;
/// A word with more values than this says nothing about others, nor one with a value that was seen less often than that.
const MOST_VALUES: usize = 6;
const SUPPORT: usize = 4;
/// How many clauses there are at most.
const MOST: usize = 96;

/// Clauses about words that the first step sets: unless one has a value, the upper part of another has a value.
pub(super) fn clauses(mining: &mut Mining) -> Vec<Vec<Literal>> {
    let words: Vec<usize> = (0..mining.states.len()).filter(|&at| mining.frozen.contains(&mining.states[at])).collect();
    let rows = mining.first_steps(&words);
    let mut clauses = Vec::new();
    for key in 0..words.len() {
        let mut seen: BTreeMap<u128, Vec<&Vec<BitVec>>> = BTreeMap::new();
        rows.iter().for_each(|row| seen.entry(row[key].unsigned()).or_default().push(row));
        if seen.len() > MOST_VALUES || seen.values().any(|rows| rows.len() < SUPPORT) {
            continue;
        }
        for other in (0..words.len()).filter(|&other| other != key) {
            let uppers: Vec<Upper> =
                seen.values().map(|rows| Upper::new(rows.iter().map(|row| row[other].unsigned()))).collect();
            // Else it is one value at most that tells something.
            if uppers.iter().any(|one| uppers.iter().any(|two| one.differs(two))) {
                for (rows, upper) in seen.values().zip(&uppers) {
                    let is_key = mining.is(words[key], rows[0][key], 0);
                    let is_other = mining.is(words[other], rows[0][other], upper.low);
                    clauses.extend(is_key.zip(is_other).map(|(key, other)| vec![(key, false), (other, true)]));
                }
            }
        }
    }
    clauses.truncate(MOST);
    clauses
}

/// The bits of some numbers from one bit on, which are the same in all of them.
#[derive(Clone, Copy)]
struct Upper {
    low: u32,
    bits: u128,
}

impl Upper {
    fn new(numbers: impl Iterator<Item = u128>) -> Upper {
        let upper = |all: Upper, number: u128| {
            let low = all.low.max(u128::BITS - (all.bits ^ number).leading_zeros());
            Upper { low, ..all }
        };
        let mut numbers = numbers;
        let bits = numbers.next().unwrap_or(0);
        numbers.fold(Upper { low: 0, bits }, upper)
    }

    fn differs(&self, other: &Upper) -> bool {
        let low = self.low.max(other.low);
        low < u128::BITS && self.bits >> low != other.bits >> low
    }
}

impl Mining<'_> {
    /// What some words are after the first step of simulated runs, where these go on from there.
    fn first_steps(&mut self, words: &[usize]) -> Vec<Vec<BitVec>> {
        let entry = self.system.states.iter().find(|state| state.symbol == self.location);
        let Some(entry) = entry.and_then(|state| state.initial) else { return Vec::new() };
        let mut pool = std::mem::take(&mut self.system.pool);
        let region = Region::new(&mut pool, self.system, self.location, entry.unsigned());
        self.system.pool = pool;
        let next: Vec<TermId> = words.iter().map(|&at| region.next[at]).collect();
        let pool = &self.system.pool;
        let size = pool.cone(next.iter().copied().chain([region.target]), |_| false).len();
        let initial: FxHashMap<SymbolId, BitVec> =
            self.system.states.iter().filter_map(|state| Some((state.symbol, state.initial?))).collect();
        let random = RefCell::new(Rng::with_seed(0));
        let choose = |symbol: SymbolId| {
            let chosen = || affine::word(&mut random.borrow_mut(), pool.symbol_width(symbol));
            initial.get(&symbol).copied().unwrap_or_else(chosen)
        };
        let sample = |_| {
            let mut evaluator = Evaluator::new(pool, choose);
            let target = evaluator.value(region.target).unsigned();
            let goes_on = self.regions.iter().any(|&(code, _)| code == target);
            goes_on.then(|| next.iter().map(|&term| evaluator.value(term)).collect())
        };
        (0..SAMPLES.min(WORK / size.max(1))).filter_map(sample).collect()
    }

    /// That the bits of a word from `low` on are those of a value, if there are any.
    fn is(&mut self, at: usize, value: BitVec, low: u32) -> Option<TermId> {
        let pool = &mut self.system.pool;
        let (word, high) = (pool.symbol(self.states[at]), value.width().checked_sub(1)?);
        if low > high {
            return None;
        }
        let (part, value) = (pool.extract(word, high, low), pool.constant(value.extract(high, low)));
        Some(pool.compare(Predicate::Eq, part, value))
    }
}

#[cfg(test)]
mod tests {
    use super::super::mine;
    use super::*;
    use crate::bv::{CoreOp, TermPool};
    use crate::ts::{Fact, Input, State, TransitionSystem};

    #[test]
    fn the_upper_bits_are_what_all_numbers_have() {
        let upper = |numbers: &[u128]| Upper::new(numbers.iter().copied());
        assert_eq!(upper(&[12]).low, 0);
        assert_eq!(upper(&[12, 13, 15]).low, 2);
        assert!(upper(&[12, 13]).differs(&upper(&[8])));
        assert!(!upper(&[12, 13]).differs(&upper(&[13])));
        assert!(!upper(&[0, u128::MAX]).differs(&upper(&[1])));
    }

    /// `count = input; array = table[count]; while (i != count) i += array;` where inputs of 3 or more end. Location 0 is the entry, 1 the loop, 2 the end.
    fn given(table: [u128; 3]) -> TransitionSystem {
        let mut pool = TermPool::new();
        let words = [("location", 2), ("count", 8), ("array", 8), ("i", 8)];
        let symbols = words.map(|(name, width)| pool.new_symbol(name, width));
        let [location, count, array, i] = symbols;
        let input = pool.new_symbol("input", 8);
        let [at, old_count, old_array, counter] = symbols.map(|symbol| pool.symbol(symbol));
        let asked = pool.symbol(input);
        let number = |pool: &mut TermPool, width, number| pool.constant(BitVec::new(width, number));
        let [entry, loops, end] = [0, 1, 2].map(|code| number(&mut pool, 2, code));
        let [none, one, many] = [0, 1, 3].map(|count| number(&mut pool, 8, count));
        let [first, second, third] = table.map(|value| number(&mut pool, 8, value));
        let in_entry = pool.compare(Predicate::Eq, at, entry);
        let in_loop = pool.compare(Predicate::Eq, at, loops);
        let is_few = pool.compare(Predicate::Ult, asked, many);
        let target = pool.ite(is_few, loops, end);
        let next_count = pool.ite(in_entry, asked, old_count);
        let [is_none, is_one] = [none, one].map(|count| pool.compare(Predicate::Eq, asked, count));
        let rest = pool.ite(is_one, second, third);
        let chosen = pool.ite(is_none, first, rest);
        let next_array = pool.ite(in_entry, chosen, old_array);
        let more = pool.core(CoreOp::Add, counter, old_array);
        let next_counter = pool.ite(in_loop, more, counter);
        let error = pool.compare(Predicate::Eq, counter, old_count);
        let goes_on = pool.ite(error, end, loops);
        let otherwise = pool.ite(in_loop, goes_on, at);
        let next_location = pool.ite(in_entry, target, otherwise);
        let state = |name: &str, symbol, width, next| {
            let initial = (name == "location").then(|| BitVec::zero(2));
            State { name: name.to_owned(), symbol, width, initial, next }
        };
        TransitionSystem {
            states: vec![
                state("location", location, 2, next_location),
                state("count", count, 8, next_count),
                state("array", array, 8, next_array),
                state("i", i, 8, next_counter),
            ],
            pool,
            locations: vec![location],
            inputs: vec![Input { name: "input".to_owned(), symbol: input, width: 8 }],
            universal: vec![],
            predicates: vec![],
            candidates: vec![],
            error,
            error_or_unmodelled: error,
        }
    }

    /// Whether it is a candidate that the array is `array` where the count is `count`.
    fn is_guessed(system: &mut TransitionSystem, count: u128, array: u128) -> bool {
        let mut is = |at: usize, value| {
            let (word, value) = (system.states[at].symbol, system.pool.constant(BitVec::new(8, value)));
            let word = system.pool.symbol(word);
            let term = system.pool.compare(Predicate::Eq, word, value);
            system.predicates.iter().position(|&(_, predicate)| predicate == term)
        };
        let (Some(count), Some(array)) = (is(1, count), is(2, array)) else { return false };
        let wanted = [Fact::Predicate(count, false), Fact::Predicate(array, true)];
        system.candidates.iter().any(|candidate| wanted.iter().all(|fact| candidate.contains(fact)))
    }

    #[test]
    fn what_goes_together_is_a_candidate() {
        let mut system = given([5, 16, 7]);
        mine(&mut system);
        for (count, array) in [(0, 5), (1, 16), (2, 7)] {
            assert!(is_guessed(&mut system, count, array), "{count} {array}");
        }
        assert!(!is_guessed(&mut system, 0, 16));
        // One value for all tells nothing.
        let mut system = given([5, 5, 5]);
        mine(&mut system);
        assert!(!is_guessed(&mut system, 0, 5));
    }
}
