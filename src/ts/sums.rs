//! What a loop adds up: in so many rounds, at most so much.
//!
//! A loop that adds a narrower word in each round, as `sum += numbers[i]` adds an `int` to a `long`, never comes near the ends of the sum:
//! after `i` rounds it is at most `i` times 2^31, and at least as much below zero. Bounds of the two words do not say so, nor do their
//! differences: it is an inequality with a factor, the step of the counter being known (linear invariants: Cousot, Halbwachs, POPL 1978). Here
//! it is guessed from the form of the step alone, as a predicate and as a [candidate](TransitionSystem::candidates) at the location where
//! both words are counted. Where what is added is compared with constants on its way, as what a load is expected to read is, the factors are
//! those.

use crate::bv::{BitVec, CoreOp, Predicate, SymbolId, Term, TermId, TermPool};
use crate::ts::regions::{elsewhere, leaves, locations, Region};
use crate::ts::{Fact, Later, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// How many sums are looked at, at most, each with one counter.
const MOST: usize = 8;
/// How many words of a location are looked at, at most.
const MOST_WORDS: usize = 16;
/// How many predicates the system has at most, those found before included.
const MOST_PREDICATES: usize = 48;
/// A word's step of more terms is not looked at for constants.
const MOST_TERMS: usize = 5_000;
/// A counter that may become more than so many things is not looked at for what it is times a factor.
const MOST_CHOICES: usize = 300;
/// Larger systems are left as they are: locations times terms.
const WORK: usize = 2_000_000;

/// A word to which a step adds something, and the limits of that in each round.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sum {
    word: SymbolId,
    limits: Vec<Limit>,
}

/// A limit of what is added in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Limit {
    /// It is at most 2 to the power of this.
    MostBits(u32),
    /// It is at least 2 to the power of this below zero.
    LeastBits(u32),
    /// It is at most this.
    Most(i128),
    /// It is at least this.
    Least(i128),
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
        for Sum { word, limits } in sums {
            let width = system.pool.symbol_width(word);
            let fits = |counter: &&SymbolId| system.pool.symbol_width(**counter) <= width;
            for &counter in counters.iter().filter(fits).take(left).collect::<Vec<_>>() {
                left -= 1;
                for &limit in &limits {
                    let exceeds = exceeds(&mut system.pool, word, limit, counter);
                    let Some((number, value)) = system.predicate(exceeds, MOST_PREDICATES) else { continue };
                    add_later(system, (number, value), (word, limit, counter));
                    let elsewhere = elsewhere.iter().copied().map(Fact::Bit);
                    system.candidates.push(elsewhere.chain([Fact::Predicate(number, !value)]).collect());
                }
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
    for of_word in added.chunk_by(|(one, ..), (other, ..)| one == other).take(MOST_WORDS) {
        let ((word, next, _), terms) = (of_word[0], of_word.iter().map(|&(.., by)| by).collect::<Vec<_>>());
        let mut limits = Vec::new();
        if let Some(bits) = terms.iter().filter_map(|&by| magnitude(pool, by)).max() {
            limits.extend([Limit::MostBits(bits), Limit::LeastBits(bits)]);
        }
        let bounds = compared(pool, next, &counters, &terms);
        let (least, most) = (bounds.iter().map(|[least, _]| *least).min(), bounds.iter().map(|[_, most]| *most).max());
        if let (Some(least), Some(most)) = (least, most) {
            for factor in [least, 0].into_iter().filter(|&factor| factor <= most) {
                add(&mut limits, Limit::Least(factor));
            }
            limits.push(Limit::Most(most));
        }
        if !limits.is_empty() {
            sums.push(Sum { word, limits });
        }
    }
    (counters, sums)
}

/// What is compared in a step with constants of what is added, extended or not, or of what that is computed from, counters left out. Each
/// comparison gives the least where the word is large and the most where it is small: `word < 11` gives 11 and 10.
fn compared(pool: &TermPool, next: TermId, counters: &[SymbolId], added: &[TermId]) -> Vec<[i128; 2]> {
    let step = pool.cone([next], |_| false);
    if step.len() > MOST_TERMS {
        return Vec::new();
    }
    let inner = |&added: &TermId| match pool.term(added) {
        Term::SignExtend { of, .. } | Term::Concat(_, of) => of,
        _ => added,
    };
    let inner: Vec<TermId> = added.iter().map(inner).collect();
    let widths: FxHashSet<u32> = inner.iter().map(|&id| pool.width(id)).collect();
    let mut parts: FxHashSet<TermId> = pool.cone(inner, |_| false).into_iter().collect();
    parts.retain(|&id| widths.contains(&pool.width(id)));
    // Operands come first.
    let mut counting = FxHashSet::default();
    for &id in &step {
        let term = pool.term(id);
        let counts = matches!(term, Term::Symbol(symbol) if counters.contains(&symbol));
        if counts || term.operands().any(|operand| counting.contains(&operand)) {
            counting.insert(id);
        }
    }
    let is_part = |id: &TermId| parts.contains(id) && !counting.contains(id);
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
        _ => pool.zero_extended(term).map(|of| pool.width(of)),
    }
}

/// Gives the system what a predicate is in the next step, if it has a product: the solver does not see that one more round is one more time the
/// factor. `value` is that of the predicate where the sum exceeds the limit.
fn add_later(
    system: &mut TransitionSystem,
    (number, value): (usize, bool),
    (word, limit, counter): (SymbolId, Limit, SymbolId),
) {
    let (Limit::Most(factor) | Limit::Least(factor)) = limit else { return };
    let next = |symbol: SymbolId| system.states.iter().find(|state| state.symbol == symbol).map(|state| state.next);
    let (Some(sum), Some(rounds)) = (next(word), next(counter)) else { return };
    if factor.unsigned_abs().count_ones() < 2 || system.later.iter().any(|known| known.predicate == number) {
        return;
    }
    let pool = &mut system.pool;
    let factor = pool.constant(BitVec::new(pool.symbol_width(word), factor as u128));
    let Some(bound) = times(pool, rounds, counter, factor) else { return };
    let exceeds = match limit {
        Limit::Most(_) => pool.core(CoreOp::Slt, bound, sum),
        _ => pool.core(CoreOp::Slt, sum, bound),
    };
    let holds = if value { exceeds } else { pool.not(exceeds) };
    system.later.push(Later { predicate: number, holds, exact: true });
}

/// A word that a counter becomes, as wide as the factor, times the factor: where the counter has been counted up, that is the factor more than
/// before. `None` if there are too many ways.
fn times(pool: &mut TermPool, next: TermId, counter: SymbolId, factor: TermId) -> Option<TermId> {
    let (mut choices, mut open) = (BTreeSet::new(), vec![next]);
    while let Some(id) = open.pop() {
        if choices.len() > MOST_CHOICES {
            return None;
        }
        match pool.term(id) {
            _ if !choices.insert(id) => {}
            Term::Ite(_, then, otherwise) => open.extend([then, otherwise]),
            _ => {}
        }
    }
    let (own, width) = (pool.symbol(counter), pool.width(factor));
    let (wide, one) = (pool.zero_extend(own, width), pool.constant(BitVec::one(pool.width(own))));
    let (before, counted) = (pool.core(CoreOp::Mul, wide, factor), pool.core(CoreOp::Add, own, one));
    let mut products: FxHashMap<TermId, TermId> = FxHashMap::default();
    // Operands come first.
    for id in choices {
        let product = match pool.term(id) {
            Term::Ite(condition, then, otherwise) => pool.ite(condition, products[&then], products[&otherwise]),
            _ if id == counted => {
                let more = pool.core(CoreOp::Add, before, factor);
                // The last number that a narrower counter has is followed by zero.
                let last = pool.constant(BitVec::ones(pool.width(own)));
                let (wraps, zero) = (pool.compare(Predicate::Eq, own, last), pool.constant(BitVec::zero(width)));
                if width == pool.width(own) {
                    more
                } else {
                    pool.ite(wraps, zero, more)
                }
            }
            _ => {
                let wide = pool.zero_extend(id, width);
                pool.core(CoreOp::Mul, wide, factor)
            }
        };
        products.insert(id, product);
    }
    products.get(&next).copied()
}

/// That a sum is more than so many rounds allow, or less.
fn exceeds(pool: &mut TermPool, word: SymbolId, limit: Limit, counter: SymbolId) -> TermId {
    let width = pool.symbol_width(word);
    let (word, rounds) = (pool.symbol(word), pool.symbol(counter));
    let rounds = pool.zero_extend(rounds, width);
    let by = |pool: &mut TermPool, op, number: i128| {
        let number = pool.constant(BitVec::new(width, number as u128));
        pool.core(op, rounds, number)
    };
    match limit {
        Limit::MostBits(bits) => {
            let bound = by(pool, CoreOp::Shl, bits.into());
            pool.core(CoreOp::Slt, bound, word)
        }
        Limit::LeastBits(bits) => {
            let (bound, zero) = (by(pool, CoreOp::Shl, bits.into()), pool.constant(BitVec::zero(width)));
            let below = pool.core(CoreOp::Sub, zero, bound);
            pool.core(CoreOp::Slt, word, below)
        }
        Limit::Most(factor) => {
            let bound = by(pool, CoreOp::Mul, factor);
            pool.core(CoreOp::Slt, bound, word)
        }
        Limit::Least(factor) => {
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
        adding_up_to(signed, 8, None)
    }

    /// The same with a counter of this width, where `x` is not added if it is not below `limit`.
    fn adding_up_to(signed: bool, counter_width: u32, limit: Option<u128>) -> TransitionSystem {
        let (mut pool, is_limited) = (TermPool::new(), limit.is_some());
        let words = [("location", 2), ("s", 16), ("i", counter_width), ("x", 4), ("any", 1)];
        let symbols = words.map(|(name, width)| pool.new_symbol(name, width));
        let [place, sum, counter, added, ends] = symbols.map(|symbol| pool.symbol(symbol));
        let (limit, zero) = (pool.constant(BitVec::new(4, limit.unwrap_or(0))), pool.constant(BitVec::zero(4)));
        let is_small = pool.compare(Predicate::Ult, added, limit);
        let added = if is_limited { pool.ite(is_small, added, zero) } else { added };
        let wide = if signed { pool.sign_extend(added, 16) } else { pool.zero_extend(added, 16) };
        let one = pool.constant(BitVec::one(counter_width));
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
                state("i", i, counter_width, next_counter),
            ],
            pool,
            locations: vec![location],
            inputs: vec![input("x", x, 4), input("any", any, 1)],
            universal: vec![],
            predicates: vec![],
            later: vec![],
            candidates: vec![],
            error,
            error_or_unmodelled: error,
        }
    }

    /// A predicate's value in the next step is that of its term over the next states.
    #[test]
    fn what_a_predicate_is_later_is_what_it_is_in_the_next_step() {
        let mut random = fastrand::Rng::with_seed(3);
        for (counter_width, limit) in [(8, 4), (8, 6), (16, 6), (16, 8)] {
            let mut system = adding_up_to(false, counter_width, Some(limit));
            mine(&mut system);
            assert_eq!(system.later.len(), 1, "{:?}", system.predicates);
            for _ in 0..1000 {
                let mut value = |symbol| {
                    let width = system.pool.symbol_width(symbol);
                    let mask = if random.bool() { u128::MAX } else { 0xf };
                    BitVec::new(width, if random.u8(..8) == 0 { u128::MAX } else { random.u128(..) & mask })
                };
                let symbols = system
                    .states
                    .iter()
                    .map(|state| state.symbol)
                    .chain(system.inputs.iter().map(|input| input.symbol));
                let now: FxHashMap<SymbolId, BitVec> = symbols.map(|symbol| (symbol, value(symbol))).collect();
                let mut here = Evaluator::new(&system.pool, |symbol| now[&symbol]);
                let then: FxHashMap<SymbolId, BitVec> =
                    system.states.iter().map(|state| (state.symbol, here.value(state.next))).collect();
                let mut there = Evaluator::new(&system.pool, |symbol| then[&symbol]);
                for &Later { predicate, holds, .. } in &system.later {
                    assert_eq!(here.value(holds), there.value(system.predicates[predicate].1), "{now:?}");
                }
            }
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
        let limits = vec![Limit::MostBits(3), Limit::LeastBits(3)];
        assert_eq!(counted(&mut pool, &[sum], &[next]), (vec![], vec![Sum { word: sum, limits }]));
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
        let limits = vec![Limit::Least(0), Limit::Most(10)];
        assert_eq!(sums, [Sum { word: symbols[0], limits }]);
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
