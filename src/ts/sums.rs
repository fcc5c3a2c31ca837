//! What a loop adds up: in so many rounds, at most so much.
//!
//! A loop that adds a narrower word in each round, as `sum += numbers[i]` adds an `int` to a `long`, never comes near the ends of the sum:
//! after `i` rounds it is at most `i` times 2^31, and at least as much below zero. Bounds of the two words do not say so, nor do their
//! differences: it is an inequality with a factor, the step of the counter being known (linear invariants: Cousot, Halbwachs, POPL 1978). Here
//! it is guessed from the form of the step alone, as a predicate and as a [candidate](TransitionSystem::candidates) at the location where
//! both words are counted. Where what is added is compared with constants on its way, as what a load is expected to read is, the factors are
//! those.

use crate::bv::{BitVec, CoreOp, SymbolId, Term, TermId, TermPool};
use crate::ts::regions::{elsewhere, leaves, locations, Region};
use crate::ts::{Fact, TransitionSystem};
use rustc_hash::FxHashSet;

/// How many sums are looked at, at most, each with one counter.
const MOST: usize = 16;
/// How many predicates the system has at most, those found before included.
const MOST_PREDICATES: usize = 48;
/// A word's step of more terms is not looked at for constants.
const MOST_TERMS: usize = 5_000;
/// Larger systems are left as they are: locations times terms.
const WORK: usize = 2_000_000;

/// A word to which a step adds something, and what that is at most or at least in each round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sum {
    word: SymbolId,
    limit: Limit,
}

/// A limit of what is added in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Limit {
    /// It is at most 2 to the power of this.
    AtMostBits(u32),
    /// It is at least 2 to the power of this below zero.
    AtLeastBits(u32),
    /// It is at most this.
    AtMost(i128),
    /// It is at least this.
    AtLeast(i128),
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
                let exceeds = exceeds(&mut system.pool, sum, counter);
                let Some((number, value)) = system.predicate(exceeds, MOST_PREDICATES) else { continue };
                let elsewhere = elsewhere.iter().copied().map(Fact::Bit);
                system.candidates.push(elsewhere.chain([Fact::Predicate(number, !value)]).collect());
            }
        }
    }
}

/// The words to which a step adds one, and those to which it adds something with limits; each once, on however many ways.
fn counted(pool: &mut TermPool, words: &[SymbolId], next: &[TermId]) -> (Vec<SymbolId>, Vec<Sum>) {
    let (mut counters, mut added) = (Vec::new(), Vec::new());
    for (&word, &next) in words.iter().zip(next) {
        let own = pool.symbol(word);
        for leaf in leaves(pool, next) {
            let by = match pool.term(leaf) {
                Term::Binary(CoreOp::Add, a, b) if a == own => b,
                Term::Binary(CoreOp::Add, a, b) if b == own => a,
                _ => continue,
            };
            match pool.as_constant(by) == Some(BitVec::one(pool.width(by))) {
                true => add(&mut counters, word),
                false => added.push((word, next, by)),
            }
        }
    }
    let mut sums = Vec::new();
    for of_word in added.chunk_by(|(one, ..), (other, ..)| one == other) {
        let (word, next, _) = of_word[0];
        let step = pool.cone([next], |_| false);
        let bits = of_word.iter().filter_map(|&(_, _, by)| magnitude(pool, by)).max();
        let bounds: Vec<[i128; 2]> =
            of_word.iter().take(MOST).flat_map(|&(_, _, by)| compared(pool, &step, &counters, by)).collect();
        let mut limits = Vec::new();
        if let Some(bits) = bits {
            limits.extend([Limit::AtMostBits(bits), Limit::AtLeastBits(bits)]);
        }
        let (least, most) = (bounds.iter().map(|[least, _]| *least).min(), bounds.iter().map(|[_, most]| *most).max());
        if let (Some(least), Some(most)) = (least, most) {
            for factor in [least, 0].into_iter().filter(|&factor| factor <= most) {
                add(&mut limits, Limit::AtLeast(factor));
            }
            limits.push(Limit::AtMost(most));
        }
        sums.extend(limits.into_iter().map(|limit| Sum { word, limit }));
    }
    (counters, sums)
}

/// What comparisons with constants in a step leave at least and at most, on one side or the other, of what is added, extended or not, or of what
/// it is computed from, unless that is a counter.
fn compared(pool: &TermPool, step: &[TermId], counters: &[SymbolId], added: TermId) -> Vec<[i128; 2]> {
    let inner = match pool.term(added) {
        Term::SignExtend { of, .. } | Term::Concat(_, of) => of,
        _ => added,
    };
    if step.len() > MOST_TERMS {
        return Vec::new();
    }
    let is_of_width = |&id: &TermId| pool.width(id) == pool.width(inner);
    let parts: FxHashSet<TermId> = pool.cone([inner], |_| false).into_iter().filter(is_of_width).collect();
    let counts = |&id: &TermId| matches!(pool.term(id), Term::Symbol(symbol) if counters.contains(&symbol));
    let is_part = |id: &TermId| parts.contains(id) && !pool.cone([*id], |_| false).iter().any(counts);
    let bounds = |&id: &TermId| {
        let Term::Binary(op @ (CoreOp::Eq | CoreOp::Ult | CoreOp::Slt), a, b) = pool.term(id) else { return None };
        let number = |id: TermId| pool.as_constant(id).map(BitVec::signed);
        match (op, number(a), number(b)) {
            (CoreOp::Eq, None, Some(number)) if is_part(&a) => Some([number; 2]),
            (CoreOp::Eq, Some(number), None) if is_part(&b) => Some([number; 2]),
            (_, None, Some(number)) if is_part(&a) => Some([number, number.saturating_sub(1)]),
            (_, Some(number), None) if is_part(&b) => Some([number.saturating_add(1), number]),
            _ => None,
        }
    };
    step.iter().filter_map(bounds).collect()
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

/// That a sum is more than so many rounds allow, or less.
fn exceeds(pool: &mut TermPool, sum: Sum, counter: SymbolId) -> TermId {
    let width = pool.symbol_width(sum.word);
    let (word, rounds) = (pool.symbol(sum.word), pool.symbol(counter));
    let rounds = pool.zero_extend(rounds, width);
    let by = |pool: &mut TermPool, op, number: i128| {
        let number = pool.constant(BitVec::new(width, number as u128));
        pool.core(op, rounds, number)
    };
    match sum.limit {
        Limit::AtMostBits(bits) => {
            let bound = by(pool, CoreOp::Shl, bits.into());
            pool.core(CoreOp::Slt, bound, word)
        }
        Limit::AtLeastBits(bits) => {
            let (bound, zero) = (by(pool, CoreOp::Shl, bits.into()), pool.constant(BitVec::zero(width)));
            let below = pool.core(CoreOp::Sub, zero, bound);
            pool.core(CoreOp::Slt, word, below)
        }
        Limit::AtMost(factor) => {
            let bound = by(pool, CoreOp::Mul, factor);
            pool.core(CoreOp::Slt, bound, word)
        }
        Limit::AtLeast(factor) => {
            let bound = by(pool, CoreOp::Mul, factor);
            pool.core(CoreOp::Slt, word, bound)
        }
    }
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
        assert_eq!(
            counted(&mut pool, &[sum], &[next]),
            (
                vec![],
                vec![Sum { word: sum, limit: Limit::AtMostBits(3) }, Sum { word: sum, limit: Limit::AtLeastBits(3) }]
            )
        );
    }

    /// What is added is compared with constants, and not with the counter's.
    #[test]
    fn factors_are_constants_of_the_program() {
        let mut pool = TermPool::new();
        let symbols = [("s", 16), ("t", 16), ("i", 16), ("x", 16)].map(|(name, width)| pool.new_symbol(name, width));
        let [s, t, i, x] = symbols.map(|symbol| pool.symbol(symbol));
        let [one, three, eleven, hundred] = [1, 3, 11, 100].map(|number| pool.constant(BitVec::new(16, number)));
        let (is_small, is_early) = (pool.compare(Predicate::Ult, x, eleven), pool.compare(Predicate::Ult, i, hundred));
        let zero = pool.constant(BitVec::zero(16));
        let added = pool.ite(is_small, x, zero);
        let more = pool.core(CoreOp::Add, s, added);
        let [by_one, by_three, rounds] =
            [(t, one), (t, three), (i, one)].map(|(own, by)| pool.core(CoreOp::Add, own, by));
        let next = [pool.ite(is_early, more, s), pool.ite(is_small, by_one, by_three), rounds];
        let (counters, sums) = counted(&mut pool, &symbols[..3], &next);
        assert_eq!(counters, symbols[1..3]);
        let of = |word: SymbolId| sums.iter().filter(|sum| sum.word == word).map(|sum| sum.limit).collect::<Vec<_>>();
        use Limit::{AtLeast, AtMost};
        assert_eq!(of(symbols[0]), [AtLeast(0), AtMost(10)]);
        assert_eq!(of(symbols[1]), []);
        assert_eq!(of(symbols[2]), []);
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
