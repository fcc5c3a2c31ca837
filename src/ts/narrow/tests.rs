use super::*;
use crate::bv::testing::{RandomBits, RandomTerms};
use crate::bv::Evaluator;
use bitreach_formula::testing::{for_all, Random};

/// States over random terms: each next state is chosen from the state itself, constants, other states and terms.
fn random_states(random: &mut Random) -> (TermPool, Vec<State>, Vec<TermId>) {
    let RandomTerms { mut pool, terms, .. } = RandomTerms::any(random, &[3, 8, 32], 30);
    let symbols: Vec<SymbolId> = pool.symbols().collect();
    let words = &symbols[..4];
    let fitting = |pool: &mut TermPool, term: TermId, width: u32, signed: bool| match pool.width(term) {
        wide if wide > width => pool.truncate(term, width),
        narrow if narrow == width => term,
        _ if signed => pool.sign_extend(term, width),
        _ => pool.zero_extend(term, width),
    };
    let mut states = Vec::new();
    for &symbol in words {
        let width = pool.symbol_width(symbol);
        let small = |random: &mut Random| {
            let value = BitVec::new(width, (random.number() as u128 % 4) & (u128::MAX >> (128 - width)));
            if random.below(3) == 0 {
                crate::bv::UnaryOp::Neg.apply(value)
            } else {
                value
            }
        };
        let mut next = pool.symbol(symbol);
        for _ in 0..random.below(5) {
            let condition = terms[random.below(terms.len())].0;
            let condition = pool.truncate(condition, 1);
            let chosen = match random.below(8) {
                0 => fitting(&mut pool, terms[random.below(terms.len())].0, width, random.below(2) == 0),
                1 | 2 => {
                    let other = pool.symbol(words[random.below(words.len())]);
                    fitting(&mut pool, other, width, random.below(2) == 0)
                }
                _ => pool.constant(small(random)),
            };
            next = pool.ite(condition, chosen, next);
        }
        let initial = (random.below(2) == 0).then(|| small(random));
        let name = pool.symbol_name(symbol).to_owned();
        states.push(State { name, symbol, width, initial, next });
    }
    let roots = (0..3).map(|_| terms[random.below(terms.len())].0).collect();
    (pool, states, roots)
}

/// Whatever values narrow words have: what they are extended to leads to what their next values are extended to, and all else that
/// speaks of them has the same value. First values are the same.
#[test]
fn narrow_words_step_as_wide_ones() {
    let (mut narrower, mut signed, mut kept) = (0, 0, 0);
    for_all(
        600,
        |random: &mut Random| random.number(),
        |seed| {
            let random = &mut Random::new(seed);
            let (mut pool, old, roots) = random_states(random);
            let needed = needed(&mut pool, &old);
            let (mut new, mut new_roots) = (old.clone(), roots.clone());
            narrow(&mut pool, &mut new, &mut new_roots.iter_mut().collect::<Vec<_>>());
            let extended = |state: &State, narrow: &State, value: BitVec| match needed.get(&state.symbol) {
                _ if state.width == narrow.width => value,
                Some(bits) if bits.least().1 => value.sign_extend(state.width),
                _ => value.zero_extend(state.width),
            };
            for (state, narrow) in old.iter().zip(&new) {
                narrower += usize::from(narrow.width < state.width);
                signed += usize::from(narrow.width < state.width && needed[&state.symbol].least().1);
                kept += usize::from(narrow.width == state.width);
                assert_eq!(narrow.initial.map(|value| extended(state, narrow, value)), state.initial);
            }
            for _ in 0..20 {
                let mut values: FxHashMap<SymbolId, BitVec> = FxHashMap::default();
                for symbol in pool.symbols() {
                    values.insert(symbol, random.corner(pool.symbol_width(symbol)));
                }
                for (state, narrow) in old.iter().zip(&new) {
                    values.insert(state.symbol, extended(state, narrow, values[&narrow.symbol]));
                }
                let mut evaluator = Evaluator::new(&pool, |symbol| values[&symbol]);
                for (state, narrow) in old.iter().zip(&new) {
                    let next = evaluator.value(narrow.next);
                    assert_eq!(evaluator.value(state.next), extended(state, narrow, next), "{state:?}");
                }
                for (old, new) in roots.iter().zip(&new_roots) {
                    assert_eq!(evaluator.value(*old), evaluator.value(*new));
                }
            }
        },
    );
    assert!(narrower > 200 && signed > 30 && kept > 200, "{narrower} {signed} {kept}");
}

#[test]
fn constants_need_the_bits_that_they_have() {
    let bits = |width, value: i128| Bits::of_constant(BitVec::new(width, value as u128 & (u128::MAX >> (128 - width))));
    assert_eq!(bits(8, 0), Bits { unsigned: 0, signed: 1 });
    assert_eq!(bits(8, 5), Bits { unsigned: 3, signed: 4 });
    assert_eq!(bits(8, -1), Bits { unsigned: 8, signed: 1 });
    assert_eq!(bits(8, -5), Bits { unsigned: 8, signed: 4 });
    assert_eq!(bits(128, -5), Bits { unsigned: 128, signed: 4 });
    assert_eq!(bits(128, i128::MIN), Bits::all(128));
}

/// A word that nobody gives a value, such as an argument, may hold any for ever; one that counts needs all its bits.
#[test]
fn free_words_and_counters_stay_as_they_are() {
    let mut pool = TermPool::new();
    let state = |pool: &mut TermPool, name: &str, initial: Option<u128>| {
        let symbol = pool.new_symbol(name, 32);
        let next = pool.symbol(symbol);
        State { name: name.to_owned(), symbol, width: 32, initial: initial.map(|value| BitVec::new(32, value)), next }
    };
    let free = state(&mut pool, "argument", None);
    let constant = state(&mut pool, "constant", Some(3));
    let mut counter = state(&mut pool, "counter", Some(0));
    let one = pool.constant(BitVec::new(32, 1));
    counter.next = pool.core(CoreOp::Add, counter.next, one);
    let mut states = vec![free, constant, counter];
    narrow(&mut pool, &mut states, &mut []);
    assert_eq!(states.iter().map(|state| state.width).collect::<Vec<_>>(), [32, 2, 32]);
}

/// A constant comes one word further in each round: words at the end of a long row of copies keep their widths, others do not.
#[test]
fn what_grows_for_long_takes_along_what_is_given_its_values() {
    let mut pool = TermPool::new();
    let (go, constant) = (pool.new_symbol("go", 1), pool.constant(BitVec::new(32, 5)));
    let go = pool.symbol(go);
    let mut states: Vec<State> = Vec::new();
    for at in 0..40 {
        let name = format!("x{at}");
        let symbol = pool.new_symbol(&name, 32);
        let given = states.last().map_or(constant, |before| pool.symbol(before.symbol));
        let own = pool.symbol(symbol);
        let next = pool.ite(go, given, own);
        states.push(State { name, symbol, width: 32, initial: Some(BitVec::zero(32)), next });
    }
    // A mode that the last word of the row decides, and is not given.
    let (last, zero, two) = (pool.symbol(states[39].symbol), BitVec::zero(32), pool.constant(BitVec::new(32, 2)));
    let nothing = pool.constant(zero);
    let is_zero = pool.core(CoreOp::Eq, last, nothing);
    let (symbol, next) = (pool.new_symbol("mode", 32), pool.ite(is_zero, two, nothing));
    states.push(State { name: "mode".to_owned(), symbol, width: 32, initial: Some(zero), next });
    narrow(&mut pool, &mut states, &mut []);
    assert_eq!([0, 39, 40].map(|at: usize| states[at].width), [3, 32, 2]);
}
