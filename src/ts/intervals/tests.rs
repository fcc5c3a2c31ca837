//! Tests of the analysis: on systems of a few locations, and on random programs against simulated runs.

use super::*;
use crate::bv::testing::RandomBits;
use crate::bv::CoreOp;
use crate::program::testing::program_of;
use crate::ts::{large_block, simulate, small_block, Coding, Encoding};
use bitreach_formula::testing::{for_all, with_seed, Random};

fn holds(clause: &[StateBit], states: &simulate::Valuation) -> bool {
    clause.iter().any(|bit| states[&bit.symbol].get(bit.bit) == bit.value)
}

/// Runs an encoding for a while; all candidates hold in every state on the way. How many candidates there are.
fn check(encoding: &Encoding, seed: u64) -> usize {
    let system = &encoding.system;
    let candidates = candidates(system);
    let mut random = Random::new(seed);
    for _ in 0..6 {
        let mut states: simulate::Valuation = Default::default();
        for state in &system.states {
            states.insert(state.symbol, state.initial.unwrap_or_else(|| random.bits(state.width)));
        }
        for step in 0..20 {
            for clause in &candidates {
                assert!(holds(clause, &states), "step {step}: {clause:?} in {states:?}");
            }
            let inputs = system.inputs.iter().map(|input| (input.symbol, random.bits(input.width))).collect();
            states = simulate::step(system, &states, &inputs);
        }
    }
    candidates.len()
}

#[test]
fn candidates_hold_in_simulated_runs() {
    let mut count = 0;
    for_all(60, with_seed(program_of(6)), |(program, seed)| {
        count += check(&large_block::encode(&program), seed) + check(&small_block::encode(&program), seed);
        count += check(&large_block::encode_with(&program, Coding::OneHot), seed);
    });
    assert!(count > 500, "{count} candidates");
}

/// A counter grows to the number that ends its loop, whatever else the system mentions.
#[test]
fn bounds_grow_to_what_the_word_is_compared_with() {
    let mut pool = TermPool::new();
    let (counter, other) = (pool.new_symbol("counter", 8), pool.new_symbol("other", 8));
    let number = |pool: &mut TermPool, bits| pool.constant(BitVec::new(8, bits));
    let [word, beside] = [counter, other].map(|symbol| pool.symbol(symbol));
    let end = number(&mut pool, 31);
    let mut roots = vec![pool.compare(crate::bv::Predicate::Eq, word, end)];
    for bits in [3, 10, 20, 60] {
        let entry = number(&mut pool, bits);
        roots.push(pool.compare(crate::bv::Predicate::Eq, beside, entry));
    }
    let cone = pool.cone(roots, |_| false);
    let steps = thresholds(&pool, &cone, &[counter, other], &[]);
    let mut own = steps[0].clone();
    own.sort_unstable();
    assert_eq!(own, [30, 31, 32, 59, 60, 61]);
    assert!([2, 3, 4, 9, 10, 11, 19, 20, 21, 59, 60, 61].iter().all(|step| steps[1].contains(step)));
}

/// The clauses of a range hold of exactly the words in it.
#[test]
fn clauses_say_what_the_range_says() {
    let mut pool = TermPool::new();
    let symbol = pool.new_symbol("x", 4);
    let mut ranges = Vec::new();
    for (low, high) in (0..16).flat_map(|low| (low..16).map(move |high| (low, high))) {
        ranges.extend(Range::unsigned(4, low, high));
        ranges.extend(Range::signed(4, low as i128 - 8, high as i128 - 8));
        ranges.extend(Range::bits(4, low & high, !high & !low & 5));
    }
    for range in ranges {
        let clauses = clauses_of(symbol, &range);
        for word in (0..16).map(|bits| BitVec::new(4, bits)) {
            let said = clauses.iter().all(|clause| clause.iter().any(|bit| word.get(bit.bit) == bit.value));
            assert_eq!(said, range.contains(word), "{word:?} in {range:?}: {clauses:?}");
        }
    }
}

/// `n = any up to 1000; for (i = 0; i != n; i++); for (j = 0; j != n; j++);`: in the second loop n has its bound still, though it does not
/// change there.
#[test]
fn bounds_reach_the_loops_behind() {
    let mut pool = TermPool::new();
    let location = pool.new_symbol("location", 2);
    let [n, i, j, input] = ["n", "i", "j", "input"].map(|name| pool.new_symbol(name, 32));
    let [place, bound, first, second, given] = [location, n, i, j, input].map(|symbol| pool.symbol(symbol));
    let [end, entry, one_loop, other] = [0, 1, 2, 3].map(|code| pool.constant(BitVec::new(2, code)));
    let [zero, one, most] = [0, 1, 1000].map(|number| pool.constant(BitVec::new(32, number)));
    let [at_entry, at_one, at_other] = [entry, one_loop, other].map(|code| pool.core(CoreOp::Eq, place, code));
    let above = pool.core(CoreOp::Ult, most, given);
    let [done, all_done] = [first, second].map(|counter| pool.core(CoreOp::Eq, counter, bound));
    let from_entry = pool.ite(above, end, one_loop);
    let (from_one, from_other) = (pool.ite(done, other, one_loop), pool.ite(all_done, end, other));
    let behind = pool.ite(at_other, from_other, place);
    let inside = pool.ite(at_one, from_one, behind);
    let next_place = pool.ite(at_entry, from_entry, inside);
    let next_bound = pool.ite(at_entry, given, bound);
    let [more, still_more] = [first, second].map(|counter| pool.core(CoreOp::Add, counter, one));
    let (counted, counted_again) = (pool.ite(at_one, more, first), pool.ite(at_other, still_more, zero));
    let next_first = pool.ite(at_entry, zero, counted);
    let next_second = pool.ite(at_one, zero, counted_again);
    let bad = pool.core(CoreOp::Eq, place, end);
    let states = [("n", n, next_bound), ("i", i, next_first), ("j", j, next_second)];
    let states = states.map(|(name, symbol, next)| state(name, symbol, 32, 0, next));
    let system = TransitionSystem {
        inputs: vec![crate::ts::Input { name: "input".to_owned(), symbol: input, width: 32 }],
        ..with_locations(pool, [state("location", location, 2, 1, next_place)].into_iter().chain(states).collect(), bad)
    };
    let candidates = candidates(&system);
    for place in [2, 3] {
        for (value, expected) in [(0, true), (1000, true), (1001, false), (u128::from(u32::MAX), false)] {
            let word = |number| BitVec::new(32, number);
            let states = [(location, BitVec::new(2, place)), (n, word(value)), (i, word(0)), (j, word(0))];
            let states = states.into_iter().collect();
            assert_eq!(candidates.iter().all(|clause| holds(clause, &states)), expected, "{place} {value}");
        }
    }
}

/// `n = any up to 1000; for (i = 1; i < n; i++) for (p = i; p != 0 && any; p--) if (p == 1000) n = any;`: it never is. What grows at the
/// inner loop's head comes from the outer one, and has bounds there.
#[test]
fn bounds_that_grow_outside_of_a_loop_are_not_widened_inside() {
    let mut pool = TermPool::new();
    let location = pool.new_symbol("location", 2);
    let [n, i, p, input] = ["n", "i", "p", "input"].map(|name| pool.new_symbol(name, 32));
    let [place, bound, outer, inner, given] = [location, n, i, p, input].map(|symbol| pool.symbol(symbol));
    let [end, entry, outside, inside] = [0, 1, 2, 3].map(|code| pool.constant(BitVec::new(2, code)));
    let [zero, one, most] = [0, 1, 1000].map(|number| pool.constant(BitVec::new(32, number)));
    let [at_entry, at_outside, at_inside] = [entry, outside, inside].map(|code| pool.core(CoreOp::Eq, place, code));
    let above = pool.core(CoreOp::Ult, most, given);
    let less = pool.core(CoreOp::Ult, outer, bound);
    let [is_zero, stops, is_most] =
        [(inner, zero), (given, zero), (inner, most)].map(|(a, b)| pool.core(CoreOp::Eq, a, b));
    let is_over = pool.or(is_zero, stops);
    let (from_entry, from_outside) = (pool.ite(above, end, outside), pool.ite(less, inside, end));
    let from_inside = pool.ite(is_over, outside, inside);
    let behind = pool.ite(at_inside, from_inside, place);
    let behind = pool.ite(at_outside, from_outside, behind);
    let next_place = pool.ite(at_entry, from_entry, behind);
    let is_lost = pool.and(at_inside, is_most);
    let reads = pool.or(at_entry, is_lost);
    let next_bound = pool.ite(reads, given, bound);
    let [more, less] = [pool.core(CoreOp::Add, outer, one), pool.core(CoreOp::Sub, inner, one)];
    let ends_round = pool.and(at_inside, is_over);
    let counted = pool.ite(ends_round, more, outer);
    let next_outer = pool.ite(at_entry, one, counted);
    let next_inner = pool.ite(at_outside, outer, less);
    let bad = pool.core(CoreOp::Eq, place, end);
    let states = [("n", n, next_bound), ("i", i, next_outer), ("p", p, next_inner)];
    let states = states.map(|(name, symbol, next)| state(name, symbol, 32, 0, next));
    let system = TransitionSystem {
        inputs: vec![crate::ts::Input { name: "input".to_owned(), symbol: input, width: 32 }],
        ..with_locations(pool, [state("location", location, 2, 1, next_place)].into_iter().chain(states).collect(), bad)
    };
    let candidates = candidates(&system);
    for (value, expected) in [(1000, true), (1001, false), (u128::from(u32::MAX), false)] {
        let word = |number| BitVec::new(32, number);
        let states = [(location, BitVec::new(2, 2)), (n, word(value)), (i, word(1)), (p, word(0))];
        let states = states.into_iter().collect();
        assert_eq!(candidates.iter().all(|clause| holds(clause, &states)), expected, "{value}");
    }
}

/// `n = any up to 10; from = to = 0; while (from < n) { if (any) to++; from++; if (to == 10) n = any; }`, as where `n` stands behind an array of
/// ten: no bounds of `to` alone say that `n` stays. That `to` is at most `from` does, and it becomes a predicate.
#[test]
fn a_word_stays_behind_another_one() {
    let mut pool = TermPool::new();
    let location = pool.new_symbol("location", 2);
    let [n, from, to, input] = ["n", "from", "to", "input"].map(|name| pool.new_symbol(name, 32));
    let choice = pool.new_symbol("choice", 1);
    let [place, bound, first, second, given] = [location, n, from, to, input].map(|symbol| pool.symbol(symbol));
    let (end, entry, head) = (0, 1, 2);
    let [end, entry, head] = [end, entry, head].map(|code| pool.constant(BitVec::new(2, code)));
    let [zero, one, most] = [0, 1, 10].map(|number| pool.constant(BitVec::new(32, number)));
    let [at_entry, at_head] = [entry, head].map(|code| pool.core(CoreOp::Eq, place, code));
    let above = pool.core(CoreOp::Ult, most, given);
    let goes_on = pool.core(CoreOp::Slt, first, bound);
    let (from_entry, from_head) = (pool.ite(above, end, head), pool.ite(goes_on, head, end));
    let behind = pool.ite(at_head, from_head, place);
    let next_place = pool.ite(at_entry, from_entry, behind);
    let inside = pool.and(at_head, goes_on);
    let [more, further] = [first, second].map(|word| pool.core(CoreOp::Add, word, one));
    let counted = pool.ite(inside, more, first);
    let next_from = pool.ite(at_entry, zero, counted);
    let chosen = pool.symbol(choice);
    let moves = pool.and(inside, chosen);
    let moved = pool.ite(moves, further, second);
    let next_to = pool.ite(at_entry, zero, moved);
    let is_behind = pool.core(CoreOp::Eq, second, most);
    let is_written = pool.and(inside, is_behind);
    let written = pool.ite(is_written, given, bound);
    let next_bound = pool.ite(at_entry, given, written);
    let bad = pool.core(CoreOp::Eq, place, end);
    let states = [("n", n, next_bound), ("from", from, next_from), ("to", to, next_to)];
    let states = states.map(|(name, symbol, next)| state(name, symbol, 32, 0, next));
    let inputs = [("input", input, 32), ("choice", choice, 1)];
    let mut system = TransitionSystem {
        inputs: inputs.map(|(name, symbol, width)| crate::ts::Input { name: name.to_owned(), symbol, width }).into(),
        ..with_locations(pool, [state("location", location, 2, 1, next_place)].into_iter().chain(states).collect(), bad)
    };
    mine(&mut system);
    for (value, expected) in [(10, true), (11, false), (u128::from(u32::MAX), false)] {
        let word = |number| BitVec::new(32, number);
        let states = [(location, BitVec::new(2, 2)), (n, word(value)), (from, word(1)), (to, word(0))];
        let states: simulate::Valuation = states.into_iter().collect();
        let bits = |clause: &[Fact]| {
            let bit = |fact: &Fact| if let Fact::Bit(bit) = fact { Some(*bit) } else { None };
            clause.iter().map(bit).collect::<Option<Vec<StateBit>>>()
        };
        let clauses: Vec<Vec<StateBit>> = system.candidates.iter().filter_map(|clause| bits(clause)).collect();
        assert_eq!(clauses.iter().all(|clause| holds(clause, &states)), expected, "{value}");
    }
    let order = system.pool.core(CoreOp::Slt, first, second);
    let number = system.predicates.iter().position(|(_, predicate)| *predicate == order).expect("it is a predicate");
    assert!(system.candidates.iter().any(|clause| clause.contains(&Fact::Predicate(number, false))));
}

fn state(name: &str, symbol: SymbolId, width: u32, initial: u128, next: TermId) -> crate::ts::State {
    let initial = Some(BitVec::new(width, initial));
    crate::ts::State { name: name.to_owned(), symbol, width, initial, next }
}

/// A system without inputs whose first state is the location.
fn with_locations(pool: TermPool, states: Vec<crate::ts::State>, bad: TermId) -> TransitionSystem {
    TransitionSystem {
        pool,
        locations: vec![states[0].symbol],
        states,
        inputs: vec![],
        universal: vec![],
        predicates: vec![],
        later: vec![],
        candidates: vec![],
        error: bad,
        error_or_unmodelled: bad,
    }
}

/// `n = 70; for (;;) { if (n == 80) n = 70; n++; }`: never below 70, never above 80.
#[test]
fn a_counter_that_starts_again_stays_in_its_bounds() {
    let mut pool = TermPool::new();
    let (location, n) = (pool.new_symbol("location", 2), pool.new_symbol("n", 32));
    let counter = pool.symbol(n);
    let [least, most, one] = [70, 80, 1].map(|bits| pool.constant(BitVec::new(32, bits)));
    let is_most = pool.core(CoreOp::Eq, counter, most);
    let from = pool.ite(is_most, least, counter);
    let next = pool.core(CoreOp::Add, from, one);
    let [error, head] = [0, 1].map(|bits| pool.constant(BitVec::new(2, bits)));
    let below = pool.core(CoreOp::Ult, counter, least);
    let next_place = pool.ite(below, error, head);
    let place = pool.symbol(location);
    let bad = pool.core(CoreOp::Eq, place, error);
    let candidates = candidates(&with_locations(
        pool,
        vec![state("location", location, 2, 1, next_place), state("n", n, 32, 70, next)],
        bad,
    ));
    let in_all = |value: u128| {
        let states = [(location, BitVec::new(2, 1)), (n, BitVec::new(32, value))].into_iter().collect();
        candidates.iter().all(|clause| holds(clause, &states))
    };
    let inside: Vec<u128> = (0..200).filter(|&value| in_all(value)).collect();
    assert_eq!(inside, (70..=80).collect::<Vec<_>>());
}

/// `i = 0; while (i < 1000) i += 3; if (i > 1002) error;` in three locations: the bound is found, and the error is not
/// come to.
#[test]
fn a_counter_stays_below_its_bound() {
    let mut pool = TermPool::new();
    let (location, i) = (pool.new_symbol("location", 2), pool.new_symbol("i", 32));
    let word = |pool: &mut TermPool, bits| pool.constant(BitVec::new(32, bits));
    let (place, counter) = (pool.symbol(location), pool.symbol(i));
    // 0 error, 1 loop, 2 after it.
    let code = |pool: &mut TermPool, bits| pool.constant(BitVec::new(2, bits));
    let [error, head, after] = [0, 1, 2].map(|bits| code(&mut pool, bits));
    let [limit, three, bound] = [1000, 3, 1002].map(|bits| word(&mut pool, bits));
    let inside = pool.core(CoreOp::Ult, counter, limit);
    let above = pool.core(CoreOp::Ult, bound, counter);
    let at_head = pool.core(CoreOp::Eq, place, head);
    let (from_head, from_after) = (pool.ite(inside, head, after), pool.ite(above, error, after));
    let next_place = pool.ite(at_head, from_head, from_after);
    let more = pool.core(CoreOp::Add, counter, three);
    let going = pool.and(at_head, inside);
    let next_counter = pool.ite(going, more, counter);
    let bad = pool.core(CoreOp::Eq, place, error);
    let candidates = candidates(&with_locations(
        pool,
        vec![state("location", location, 2, 1, next_place), state("i", i, 32, 0, next_counter)],
        bad,
    ));
    let in_all = |place: u128, value: u128| {
        let states = [(location, BitVec::new(2, place)), (i, BitVec::new(32, value))].into_iter().collect();
        candidates.iter().all(|clause| holds(clause, &states))
    };
    assert!(!in_all(0, 0) && !in_all(0, 1003), "the error is not come to");
    assert!(in_all(1, 0) && in_all(1, 999) && in_all(1, 1002) && !in_all(1, 1003));
    assert!(in_all(2, 1000) && in_all(2, 1002) && !in_all(2, 999) && !in_all(2, 1003));
}

/// `if (a && b) 1; else if (!a && b) 2; else if (a && !b) 1; else if (!a && !b) 2; else 3;`: one of the four is taken, though none of these
/// conditions alone says anything about `a` or `b` where it does not hold.
#[test]
fn a_way_where_no_other_is_taken_is_left_out_if_one_always_is() {
    let mut pool = TermPool::new();
    let words = [("location", 2), ("a", 1), ("b", 1)];
    let symbols = words.map(|(name, width)| pool.new_symbol(name, width));
    let [place, a, b] = symbols.map(|symbol| pool.symbol(symbol));
    let [no_a, no_b] = [a, b].map(|bit| pool.not(bit));
    let codes = [0, 1, 2, 3].map(|bits| pool.constant(BitVec::new(2, bits)));
    let pairs = [(a, b, codes[1]), (no_a, b, codes[2]), (a, no_b, codes[1]), (no_a, no_b, codes[2])];
    let target = pairs.into_iter().rev().fold(codes[3], |rest, (first, second, code)| {
        let both = pool.and(first, second);
        pool.ite(both, code, rest)
    });
    let is_entry = pool.core(CoreOp::Eq, place, codes[0]);
    let next_place = pool.ite(is_entry, target, place);
    let bad = pool.core(CoreOp::Eq, place, codes[3]);
    let [location, first, second] = symbols;
    let mut states = vec![state("location", location, 2, 0, next_place)];
    states.extend(
        [("a", first, a), ("b", second, b)]
            .map(|(name, symbol, next)| crate::ts::State { initial: None, ..state(name, symbol, 1, 0, next) }),
    );
    let system = with_locations(pool, states, bad);
    let mut analysis = Analysis::new(&system).expect("it has a location");
    let target = analysis.fixed(0).region.target;
    let all = ways(&analysis.pool, target).expect("it is chosen");
    assert!(all.iter().any(|&(_, target)| target == 3), "the pool must not know it");
    assert!(analysis.fixed(0).ways.iter().flatten().all(|&(_, target)| target != 3));
    let never = elsewhere(&system.pool, location, 3, false);
    assert!(candidates(&system).contains(&never));
}
