//! What a loop adds up: in so many rounds, at most so much.
//!
//! A loop that adds a narrower word in each round, as `sum += numbers[i]` adds an `int` to a `long`, never comes near the ends of the sum:
//! after `i` rounds it is at most `i` times 2^31, and at least as much below zero. Bounds of the two words do not say so, nor do their
//! differences: it is an inequality with a factor, the step of the counter being known (linear invariants: Cousot, Halbwachs, POPL 1978). Here
//! it is guessed from the form of the step alone, as a predicate and as a [candidate](TransitionSystem::candidates) at the location where
//! both words are counted.

use crate::bv::{BitVec, CoreOp, SymbolId, Term, TermId, TermPool};
use crate::ts::regions::{elsewhere, leaves, locations, Region};
use crate::ts::{Fact, TransitionSystem};

/// How many sums are looked at, at most, each with one counter.
const MOST: usize = 8;
/// How many predicates the system has at most, those found before included.
const MOST_PREDICATES: usize = 48;
/// Larger systems are left as they are: locations times terms.
const WORK: usize = 2_000_000;

/// A word to which a step adds a word of fewer bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sum {
    word: SymbolId,
    /// What is added is below 2 to the power of this, with or without sign.
    bits: u32,
}

/// Gives the system what sums are at most and at least, as predicates and as candidates.
pub fn mine(system: &mut TransitionSystem) {
    let [location] = system.locations[..] else { return };
    let codes = locations(system, location);
    let size = system.pool.cone(system.states.iter().map(|state| state.next), |_| false).len();
    if size.saturating_mul(codes.len()) > WORK {
        return;
    }
    let one_hot = codes.iter().all(|code| code.is_power_of_two());
    let words: Vec<SymbolId> =
        system.states.iter().map(|state| state.symbol).filter(|&word| word != location).collect();
    let mut left = MOST;
    for code in codes {
        let mut pool = std::mem::take(&mut system.pool);
        let region = Region::new(&mut pool, system, location, code);
        let (counters, sums) = counted(&mut pool, &words, &region.next);
        system.pool = pool;
        let elsewhere = elsewhere(&system.pool, location, code, one_hot);
        for sum in sums {
            let width = system.pool.symbol_width(sum.word);
            let fits = |counter: &&SymbolId| system.pool.symbol_width(**counter) <= width;
            for &counter in counters.iter().filter(fits).take(left).collect::<Vec<_>>() {
                left -= 1;
                for exceeds in exceeds(&mut system.pool, &sum, counter) {
                    let Some((number, value)) = system.predicate(exceeds, MOST_PREDICATES) else { continue };
                    let elsewhere = elsewhere.iter().copied().map(Fact::Bit);
                    system.candidates.push(elsewhere.chain([Fact::Predicate(number, !value)]).collect());
                }
            }
        }
    }
}

/// The words to which a step adds one, and those to which it adds a word of fewer bits; each once, on however many ways.
fn counted(pool: &mut TermPool, words: &[SymbolId], next: &[TermId]) -> (Vec<SymbolId>, Vec<Sum>) {
    let (mut counters, mut sums) = (Vec::new(), Vec::new());
    for (&word, &next) in words.iter().zip(next) {
        let own = pool.symbol(word);
        for leaf in leaves(pool, next) {
            let by = match pool.term(leaf) {
                Term::Binary(CoreOp::Add, a, b) if a == own => b,
                Term::Binary(CoreOp::Add, a, b) if b == own => a,
                _ => continue,
            };
            if pool.as_constant(by) == Some(BitVec::one(pool.width(by))) {
                add(&mut counters, word);
            } else if let Some(bits) = magnitude(pool, by) {
                add(&mut sums, Sum { word, bits });
            }
        }
    }
    (counters, sums)
}

fn add<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// How many bits the number that a term is has at most, whatever its operands are; `None` if it is as wide as the term.
fn magnitude(pool: &TermPool, term: TermId) -> Option<u32> {
    match pool.term(term) {
        Term::SignExtend { of, .. } => Some(pool.width(of) - 1),
        Term::Concat(high, low) => pool.as_constant(high).filter(|high| !high.is_nonzero()).map(|_| pool.width(low)),
        _ => None,
    }
}

/// That a sum is more than so many rounds allow, and that it is less.
fn exceeds(pool: &mut TermPool, sum: &Sum, counter: SymbolId) -> [TermId; 2] {
    let width = pool.symbol_width(sum.word);
    let (word, rounds) = (pool.symbol(sum.word), pool.symbol(counter));
    let rounds = pool.zero_extend(rounds, width);
    let by = pool.constant(BitVec::new(width, sum.bits.into()));
    let bound = pool.core(CoreOp::Shl, rounds, by);
    let zero = pool.constant(BitVec::zero(width));
    let below = pool.core(CoreOp::Sub, zero, bound);
    [pool.core(CoreOp::Slt, bound, word), pool.core(CoreOp::Slt, word, below)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::eval::Evaluator;
    use crate::bv::Predicate;
    use crate::ts::{Input, State};

    /// `s = i = 0; for (;;) { if (any) break; s += x; i++; }`, where `x` is a narrower word, extended by its sign or by zeros. Location 1 is
    /// the loop, 2 the end.
    fn adding(signed: bool) -> TransitionSystem {
        let mut pool = TermPool::new();
        let words = [("location", 2), ("s", 16), ("i", 8), ("x", 4), ("any", 1)];
        let symbols = words.map(|(name, width)| pool.new_symbol(name, width));
        let [place, sum, counter, added, ends] = symbols.map(|symbol| pool.symbol(symbol));
        let wide = if signed { pool.sign_extend(added, 16) } else { pool.zero_extend(added, 16) };
        let one = pool.constant(BitVec::one(8));
        let [loops, end] = [1, 2].map(|code| pool.constant(BitVec::new(2, code)));
        let (more, next) = (pool.core(CoreOp::Add, sum, wide), pool.core(CoreOp::Add, counter, one));
        let in_loop = pool.compare(Predicate::Eq, place, loops);
        let is_behind = pool.not(in_loop);
        let stops = pool.or(is_behind, ends);
        let next_place = pool.ite(stops, end, loops);
        let error = pool.compare(Predicate::Eq, place, end);
        let [next_sum, next_counter] = [(sum, more), (counter, next)].map(|(old, new)| pool.ite(stops, old, new));
        let [location, s, i, x, any] = symbols;
        let state = |name: &str, symbol, width, next| State {
            name: name.to_owned(),
            symbol,
            width,
            initial: Some(BitVec::new(width, if symbol == location { 1 } else { 0 })),
            next,
        };
        let input = |name: &str, symbol, width| Input { name: name.to_owned(), symbol, width };
        TransitionSystem {
            states: vec![
                state("location", location, 2, next_place),
                state("s", s, 16, next_sum),
                state("i", i, 8, next_counter),
            ],
            pool,
            locations: vec![location],
            inputs: vec![input("x", x, 4), input("any", any, 1)],
            universal: vec![],
            predicates: vec![],
            candidates: vec![],
            error,
            error_or_unmodelled: error,
        }
    }

    /// Two ways through a loop add other words of the same width: that is one sum.
    #[test]
    fn a_sum_is_counted_once() {
        let mut pool = TermPool::new();
        let [sum, one, other, which] =
            [("s", 16), ("x", 4), ("y", 4), ("any", 1)].map(|(name, width)| pool.new_symbol(name, width));
        let [own, one, other, which] = [sum, one, other, which].map(|symbol| pool.symbol(symbol));
        let [one, other] = [one, other].map(|word| pool.sign_extend(word, 16));
        let [one, other] = [one, other].map(|word| pool.core(CoreOp::Add, own, word));
        let next = pool.ite(which, one, other);
        assert_eq!(counted(&mut pool, &[sum], &[next]), (vec![], vec![Sum { word: sum, bits: 3 }]));
    }

    /// The sum is as far from zero as can be where the same word is added in each round; what is said of it holds then, and not of a number
    /// that is one further from zero than the largest of them allow in two rounds.
    #[test]
    fn what_is_said_of_a_sum_holds_of_the_largest() {
        for (signed, words) in [(true, [-8i128, 7]), (false, [0, 15])] {
            let mut system = adding(signed);
            mine(&mut system);
            assert_eq!(system.candidates.len(), 2, "{signed}: {:?}", system.candidates);
            let s = system.states[1].symbol;
            let holds = |sum: i128, rounds: u128| {
                let sum = BitVec::new(16, sum as u128 & 0xffff);
                let value = |symbol| if symbol == s { sum } else { BitVec::new(8, rounds) };
                let mut evaluator = Evaluator::new(&system.pool, value);
                system.candidates.iter().all(|clause| {
                    clause.iter().any(|fact| match *fact {
                        Fact::Predicate(number, value) => {
                            evaluator.value(system.predicates[number].1).is_nonzero() == value
                        }
                        Fact::Bit(_) => false,
                    })
                })
            };
            for rounds in 0..100u128 {
                assert!(words.iter().all(|word| holds(word * rounds as i128, rounds)), "{signed} {rounds}");
            }
            assert!(!holds(33, 2) && !holds(-33, 2), "{signed}");
        }
    }
}
