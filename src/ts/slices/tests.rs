//! Which candidates about slices there are, of small systems written by hand.

use super::words::in_other_words;
use super::*;
use crate::bv::testing::RandomBits;
use crate::bv::{BinaryOp, Evaluator};
use crate::ts::{Input, State};
use bitreach_formula::testing::{for_all, Random};

/// `for (i = 0; i != 1000; i++) if (i == p) v = 7;`, then an error if `v` is not 7. Location 0 is the entry, 1 the loop, 2 the error, 3
/// the end.
fn filling() -> TransitionSystem {
    writing(|pool, _| pool.constant(BitVec::new(32, 7)))
}

/// The same with what is written in place of 7, computed from `p`, `v` and `i`.
fn writing(written: impl FnOnce(&mut TermPool, [TermId; 3]) -> TermId) -> TransitionSystem {
    let mut pool = TermPool::new();
    let [location, p, v, i] =
        [("location", 2), ("p", 32), ("v", 32), ("i", 32)].map(|(name, width)| pool.new_symbol(name, width));
    let [at, index, cell, counter] = [location, p, v, i].map(|symbol| pool.symbol(symbol));
    let number = |pool: &mut TermPool, width, number| pool.constant(BitVec::new(width, number));
    let [entry, loops, error, end] = [0, 1, 2, 3].map(|code| number(&mut pool, 2, code));
    let [zero, one, seven, many] = [0, 1, 7, 1000].map(|word| number(&mut pool, 32, word));
    let [in_entry, in_loop] = [entry, loops].map(|code| pool.compare(Predicate::Eq, at, code));
    let ends = pool.compare(Predicate::Eq, counter, many);
    let is_right = pool.compare(Predicate::Eq, cell, seven);
    let behind = pool.ite(is_right, end, error);
    let in_loop_next = pool.ite(ends, behind, loops);
    let otherwise = pool.ite(in_loop, in_loop_next, at);
    let next_location = pool.ite(in_entry, loops, otherwise);
    let meets = pool.compare(Predicate::Eq, counter, index);
    let written = written(&mut pool, [index, cell, counter]);
    let written = pool.ite(meets, written, cell);
    let next_cell = pool.ite(in_loop, written, cell);
    let more = pool.core(CoreOp::Add, counter, one);
    let counted = pool.ite(in_loop, more, counter);
    let next_counter = pool.ite(in_entry, zero, counted);
    let is_error = pool.compare(Predicate::Eq, at, error);
    let state =
        |name: &str, symbol, width, initial, next| State { name: name.to_owned(), symbol, width, initial, next };
    TransitionSystem {
        pool,
        states: vec![
            state("location", location, 2, Some(BitVec::zero(2)), next_location),
            state("p", p, 32, None, index),
            state("v", v, 32, None, next_cell),
            state("i", i, 32, None, next_counter),
        ],
        locations: vec![location],
        inputs: vec![],
        universal: vec![],
        predicates: vec![],
        later: vec![],
        candidates: vec![],
        error: is_error,
        error_or_unmodelled: is_error,
    }
}

#[test]
fn what_is_written_below_a_counter_is_a_candidate() {
    let mut system = filling();
    mine(&mut system);
    let [_, index, cell, counter] = [0, 1, 2, 3].map(|at: usize| system.states[at].symbol);
    let pool = &mut system.pool;
    let [index, cell, counter] = [index, cell, counter].map(|symbol| pool.symbol(symbol));
    let seven = pool.constant(BitVec::new(32, 7));
    let passed = pool.compare(Predicate::Ult, index, counter);
    let written = pool.compare(Predicate::Eq, cell, seven);
    let number =
        |term| system.predicates.iter().position(|&(_, predicate)| predicate == term).expect("it is a predicate");
    let lemma = [Fact::Predicate(number(passed), false), Fact::Predicate(number(written), true)];
    // The loop's code is 1: the clause says that control is elsewhere, or the lemma.
    let elsewhere = |bit, value| Fact::Bit(StateBit { symbol: system.locations[0], bit, value });
    let expected: Vec<Fact> = [elsewhere(0, false), elsewhere(1, true)].into_iter().chain(lemma).collect();
    assert!(system.candidates.contains(&expected), "{:?}", system.candidates);
    assert!(system.candidates.len() <= MOST && system.predicates.len() <= MOST_PREDICATES);
}

/// Whether there is a candidate that says these literals, each of a predicate, wherever control is.
fn says(system: &TransitionSystem, literals: &[Literal]) -> bool {
    let number = |term| system.predicates.iter().position(|&(_, predicate)| predicate == term);
    let facts = literals.iter().map(|&(term, value)| number(term).map(|number| Fact::Predicate(number, value)));
    facts.collect::<Option<Vec<Fact>>>().is_some_and(|facts| {
        system.candidates.iter().any(|clause| clause.ends_with(&facts) && clause.len() == facts.len() + 2)
    })
}

/// What is known of a cell may hold until the loop overwrites it.
#[test]
fn what_is_known_of_a_cell_before_the_counter_comes_is_a_candidate() {
    let mut system = filling();
    mine(&mut system);
    let [index, cell, counter] = [1, 2, 3].map(|at: usize| system.states[at].symbol);
    let pool = &mut system.pool;
    let [index, cell, counter] = [index, cell, counter].map(|symbol| pool.symbol(symbol));
    let seven = pool.constant(BitVec::new(32, 7));
    let (passed, known) = (pool.compare(Predicate::Ult, index, counter), pool.compare(Predicate::Eq, cell, seven));
    assert!(says(&system, &[(passed, true), (known, true)]), "{:?}", system.candidates);
}

/// `if (i == 2 * p) v = 7;`: twice the index is what the counter passes.
#[test]
fn an_index_is_passed_by_a_counter_that_meets_it_doubled() {
    let mut system = filling();
    let [index, cell, counter] = [1, 2, 3].map(|at: usize| system.states[at].symbol);
    let pool = &mut system.pool;
    let [index, cell, counter] = [index, cell, counter].map(|symbol| pool.symbol(symbol));
    let (seven, two) = (pool.constant(BitVec::new(32, 7)), pool.constant(BitVec::new(32, 2)));
    let doubled = pool.core(CoreOp::Mul, index, two);
    let [meets, meets_doubled] = [index, doubled].map(|index| pool.compare(Predicate::Eq, counter, index));
    let next: Vec<TermId> = system.states.iter().map(|state| state.next).collect();
    let next = pool.replaced(&next, &FxHashMap::from_iter([(meets, meets_doubled)]));
    system.states.iter_mut().zip(next).for_each(|(state, next)| state.next = next);
    mine(&mut system);
    let pool = &mut system.pool;
    let (passed, written) = (pool.compare(Predicate::Ult, doubled, counter), pool.compare(Predicate::Eq, cell, seven));
    assert!(says(&system, &[(passed, false), (written, true)]), "{:?}", system.candidates);
}

/// The same of a bit in place of what the cell holds: `if (i == p) shown = 1;`.
#[test]
fn what_is_shown_of_a_cell_is_a_candidate() {
    let mut system = filling();
    let [location, p, _, i] = [0, 1, 2, 3].map(|at: usize| system.states[at].symbol);
    let pool = &mut system.pool;
    let shown = pool.new_symbol("shown", 1);
    let [at, index, counter, bit] = [location, p, i, shown].map(|symbol| pool.symbol(symbol));
    let (loops, yes) = (pool.constant(BitVec::new(2, 1)), pool.constant(BitVec::bit(true)));
    let (in_loop, meets) = (pool.compare(Predicate::Eq, at, loops), pool.compare(Predicate::Eq, counter, index));
    let written = pool.ite(meets, yes, bit);
    let next = pool.ite(in_loop, written, bit);
    let passed = pool.compare(Predicate::Ult, index, counter);
    let name = "shown".to_owned();
    system.states.push(State { name, symbol: shown, width: 1, initial: Some(BitVec::bit(false)), next });
    mine(&mut system);
    let number = system.predicates.iter().position(|&(_, term)| term == passed).expect("it is a predicate");
    let is_shown = Fact::Bit(StateBit { symbol: shown, bit: 0, value: true });
    let has = |lemma: &[Fact]| {
        let ends = |clause: &Vec<Fact>| clause.ends_with(lemma) && clause.len() == lemma.len() + 2;
        system.candidates.iter().any(ends)
    };
    // Behind the counter, and before it.
    assert!([false, true].iter().all(|&is| has(&[Fact::Predicate(number, is), is_shown])), "{:?}", system.candidates);
}

/// The loop of [`filling`] goes to `n`, a word, and no constant: behind it, all below `n` is seven, whatever becomes of the counter.
#[test]
fn what_is_written_below_the_bound_of_a_counter_is_a_candidate() {
    let mut system = filling();
    let n = system.pool.new_symbol("n", 32);
    let (bound, many) = (system.pool.symbol(n), system.pool.constant(BitVec::new(32, 1000)));
    let others: Vec<TermId> = system.states.iter().map(|state| state.next).collect();
    let counter = system.pool.symbol(system.states[3].symbol);
    let [ends, goes_on] = [many, bound].map(|end| system.pool.compare(Predicate::Eq, counter, end));
    let next = system.pool.replaced(&others, &FxHashMap::from_iter([(ends, goes_on)]));
    system.states.iter_mut().zip(next).for_each(|(state, next)| state.next = next);
    system.states.push(State { name: "n".to_owned(), symbol: n, width: 32, initial: None, next: bound });
    mine(&mut system);
    let index = system.pool.symbol(system.states[1].symbol);
    let below = system.pool.compare(Predicate::Ult, index, bound);
    let below = system.predicates.iter().position(|&(_, predicate)| predicate == below).expect("it is a predicate");
    let is_condition = |clause: &Vec<Fact>| clause.contains(&Fact::Predicate(below, false));
    assert!(system.candidates.iter().any(is_condition), "{:?}", system.candidates);
}

/// `do { if (n == p) { v = 0; } f = n == p; n++; } while (any); for (m = 0; m != p || v != 0; m++);`, and no more. Location 0 is the
/// entry, 1 the first loop, 2 the second, 3 the end. What the array holds `begins` in the first round of the first loop, or is there before.
fn walking(begins: bool) -> TransitionSystem {
    let mut pool = TermPool::new();
    let words = [("location", 2), ("p", 32), ("v", 8), ("f", 1), ("n", 32), ("m", 32), ("any", 1), ("fresh", 8)];
    let symbols = words.map(|(name, width)| pool.new_symbol(name, width));
    let [location, p, v, f, n, m, any, fresh] = symbols;
    let [at, index, cell, flag, written, walked, goes_on, anything] = symbols.map(|symbol| pool.symbol(symbol));
    let number = |pool: &mut TermPool, width, number| pool.constant(BitVec::new(width, number));
    let [entry, fills, walks, end] = [0, 1, 2, 3].map(|code| number(&mut pool, 2, code));
    let (zero, one, nothing) = (number(&mut pool, 32, 0), number(&mut pool, 32, 1), number(&mut pool, 8, 0));
    let [in_entry, in_fill, in_walk] = [entry, fills, walks].map(|code| pool.compare(Predicate::Eq, at, code));
    let [is_written, is_walked] = [written, walked].map(|counter| pool.compare(Predicate::Eq, counter, index));
    let [more_written, more_walked] = [written, walked].map(|counter| pool.core(CoreOp::Add, counter, one));
    let is_nothing = pool.compare(Predicate::Eq, cell, nothing);
    let is_first = pool.compare(Predicate::Eq, written, zero);
    let begun = if begins { pool.ite(is_first, anything, cell) } else { cell };
    let filled = pool.ite(is_written, nothing, begun);
    let ends = pool.and(is_walked, is_nothing);
    let fills_on = pool.ite(goes_on, fills, walks);
    let walks_on = pool.ite(ends, end, walks);
    let mut choose = |cases: &[(TermId, TermId)], otherwise| {
        cases.iter().rev().fold(otherwise, |rest, &(condition, then)| pool.ite(condition, then, rest))
    };
    let next_location = choose(&[(in_entry, fills), (in_fill, fills_on), (in_walk, walks_on)], at);
    let next_cell = choose(&[(in_fill, filled)], cell);
    let next_flag = choose(&[(in_fill, is_written)], flag);
    let next_written = choose(&[(in_entry, zero), (in_fill, more_written)], written);
    let next_walked = choose(&[(in_entry, zero), (in_walk, more_walked)], walked);
    let state =
        |name: &str, symbol, width, initial, next| State { name: name.to_owned(), symbol, width, initial, next };
    let states = vec![
        state("location", location, 2, Some(BitVec::zero(2)), next_location),
        state("p", p, 32, None, index),
        state("v", v, 8, None, next_cell),
        state("f", f, 1, None, next_flag),
        state("n", n, 32, None, next_written),
        state("m", m, 32, None, next_walked),
    ];
    let input = |name: &str, symbol, width| Input { name: name.to_owned(), symbol, width };
    TransitionSystem {
        pool,
        states,
        locations: vec![location],
        inputs: vec![input("any", any, 1), input("fresh", fresh, 8)],
        error: in_entry,
        error_or_unmodelled: in_entry,
        ..filling()
    }
}

#[test]
fn what_ends_a_loop_is_a_candidate() {
    says_what_ends_the_loop(walking(false));
}

#[test]
fn what_ends_a_loop_is_a_candidate_where_the_array_is_a_local_of_a_loop() {
    says_what_ends_the_loop(walking(true));
}

fn says_what_ends_the_loop(mut system: TransitionSystem) {
    mine(&mut system);
    let location = system.states[0].symbol;
    let [index, cell, flag, walked] = [1, 2, 3, 5].map(|at: usize| system.states[at].symbol);
    let pool = &mut system.pool;
    let [index, content, counter] = [index, cell, walked].map(|symbol| pool.symbol(symbol));
    let nothing = pool.constant(BitVec::zero(8));
    let (is_sentinel, passed) =
        (pool.compare(Predicate::Eq, content, nothing), pool.compare(Predicate::Ult, index, counter));
    let number =
        |term| system.predicates.iter().position(|&(_, predicate)| predicate == term).expect("it is a predicate");
    let (is_sentinel, passed) = (number(is_sentinel), number(passed));
    let elsewhere = [(0, true), (1, false)].map(|(bit, value)| Fact::Bit(StateBit { symbol: location, bit, value }));
    let flag = Fact::Bit(StateBit { symbol: flag, bit: 0, value: false });
    let has = |lemma: &[Fact]| {
        let expected: Vec<Fact> = elsewhere.iter().chain(lemma).copied().collect();
        system.candidates.contains(&expected)
    };
    assert!(has(&[flag, Fact::Predicate(is_sentinel, true)]), "{:?}", system.candidates);
    assert!(has(&[Fact::Predicate(is_sentinel, false), Fact::Predicate(passed, false)]), "{:?}", system.candidates);
}

#[test]
fn nothing_is_mined_where_no_word_stays() {
    let mut system = filling();
    let counter = system.states[3].next;
    system.states[1].next = counter;
    mine(&mut system);
    assert!(system.candidates.is_empty() && system.predicates.is_empty());
}

/// `cell + p` where the cell held `4 * p` is `5 * p`, and nothing where nothing is known of it; other values are as they are.
#[test]
fn what_is_written_is_told_in_terms_of_what_was_there() {
    let mut pool = TermPool::new();
    let [cell, index] = ["cell", "p"].map(|name| pool.new_symbol(name, 8));
    let [cell, index] = [cell, index].map(|symbol| pool.symbol(symbol));
    let four = pool.constant(BitVec::new(8, 4));
    let (before, more) = (pool.core(CoreOp::Mul, index, four), pool.core(CoreOp::Add, cell, index));
    let (known, none) = (pool.compare(Predicate::Eq, cell, before), FxHashSet::default());
    let after = pool.core(CoreOp::Add, before, index);
    assert_eq!(in_other_words(&mut pool, cell, more, (&[(known, true), (known, false)], &none)), [after]);
    assert_eq!(in_other_words(&mut pool, cell, more, (&[(known, false)], &none)), []);
    assert_eq!(in_other_words(&mut pool, cell, index, (&[(known, true)], &none)), [index]);
    let own = pool.compare(Predicate::Eq, cell, more);
    assert_eq!(in_other_words(&mut pool, cell, more, (&[(own, true)], &none)), []);
}

/// `p * other + 1`, where another cell is known to hold `p`, is that, and `p * p + 1`.
#[test]
fn what_is_written_is_told_in_terms_of_other_cells() {
    let mut pool = TermPool::new();
    let [cell, other, index] = ["cell", "other", "p"].map(|name| pool.new_symbol(name, 8));
    let contents = FxHashSet::from_iter([cell, other]);
    let [cell, other, index] = [cell, other, index].map(|symbol| pool.symbol(symbol));
    let known = pool.compare(Predicate::Eq, other, index);
    let of_cell = pool.compare(Predicate::Eq, other, cell);
    let mut of = |factor| {
        let (product, one) = (pool.core(CoreOp::Mul, index, factor), pool.constant(BitVec::one(8)));
        pool.core(CoreOp::Add, product, one)
    };
    let (value, said) = (of(other), of(index));
    assert_eq!(in_other_words(&mut pool, cell, value, (&[(known, true), (of_cell, true)], &contents)), [value, said]);
}

/// A sum of products of these words, and of what is extended and cut off.
fn product(pool: &mut TermPool, random: &mut Random, words: &[TermId], depth: usize) -> TermId {
    if depth == 0 {
        let number = pool.constant(BitVec::new(32, random.below(9) as u128));
        return words.get(random.below(words.len() + 1)).copied().unwrap_or(number);
    }
    let [a, b] = [0; 2].map(|_| product(pool, random, words, depth - 1));
    match random.below(6) {
        0 => pool.core(CoreOp::Add, a, b),
        1 => pool.core(CoreOp::Sub, a, b),
        2 => {
            let [a, b] = [a, b].map(|word| pool.sign_extend(word, 64));
            let wide = pool.core(CoreOp::Mul, a, b);
            pool.extract(wide, 39, 8)
        }
        3 => pool.binary(BinaryOp::UDiv, a, b),
        _ => pool.core(CoreOp::Mul, a, b),
    }
}

/// Products that are said with the index compute what they did, and a predicate holds in the next step where it is told to.
#[test]
fn products_stay_what_they_are() {
    let (mut rewritten, mut told) = (0, 0);
    for_all(
        600,
        |random: &mut Random| random.number(),
        |seed| {
            let mut random = Random::new(seed);
            let mut system = writing(|pool, words| product(pool, &mut random, &words, 3));
            // The index is chosen in the first step.
            let [place, index, counter] = [0, 1, 3].map(|at| system.pool.symbol(system.states[at].symbol));
            let entry = system.pool.constant(BitVec::zero(2));
            let in_entry = system.pool.compare(Predicate::Eq, place, entry);
            system.states[1].next = system.pool.ite(in_entry, counter, index);
            let before: Vec<TermId> = system.states.iter().map(|state| state.next).collect();
            mine(&mut system);
            let after: Vec<TermId> = system.states.iter().map(|state| state.next).collect();
            rewritten += usize::from(before != after);
            let mut words = [0, 1, 2, 3].map(|_| BitVec::zero(32));
            for _ in 0..30 {
                // From where the last step led, or from anywhere.
                if random.below(3) == 0 {
                    words = words.map(|_| match random.below(2) {
                        0 => BitVec::new(32, random.below(4) as u128),
                        _ => random.bits(32),
                    });
                }
                if random.below(2) == 0 {
                    words[3] = words[1];
                }
                words[0] = BitVec::new(2, [1, 1, 1, 0, 2][random.below(5)]);
                let at = |symbol| system.states.iter().position(|state| state.symbol == symbol).expect("a state");
                let mut here = Evaluator::new(&system.pool, |symbol| words[at(symbol)]);
                for (&one, &other) in before.iter().zip(&after) {
                    assert_eq!(here.value(one), here.value(other), "seed {seed}");
                }
                let next: Vec<BitVec> = after.iter().map(|&next| here.value(next)).collect();
                let mut there = Evaluator::new(&system.pool, |symbol| next[at(symbol)]);
                for later in &system.later {
                    let holds = here.value(later.holds).is_nonzero();
                    told += usize::from(holds);
                    assert!(!holds || there.value(system.predicates[later.predicate].1).is_nonzero(), "seed {seed}");
                }
                words = next.try_into().expect("as many as there are states");
            }
        },
    );
    assert!(rewritten > 200 && told > 500, "{rewritten} {told}");
}

/// `(i - 1) * (i + 1)` at `p`, less `i * i` there, is -1: the product is a sum of products when it comes to that.
#[test]
fn products_at_an_index_are_sums_of_products() {
    let mut pool = TermPool::new();
    let index = pool.new_symbol("p", 32);
    let index = pool.symbol(index);
    let [one, minus_one] = [BitVec::one(32), BitVec::ones(32)].map(|number| pool.constant(number));
    let [less, more] = [minus_one, one].map(|number| pool.core(CoreOp::Add, index, number));
    let [first, square] = [(less, more), (index, index)].map(|(a, b)| pool.core(CoreOp::Mul, a, b));
    let expected = pool.core(CoreOp::Add, square, minus_one);
    assert_eq!(products::normal(&mut pool, first), expected);
    let rest = pool.core(CoreOp::Sub, first, square);
    assert_eq!(products::normal(&mut pool, rest), minus_one);
}
