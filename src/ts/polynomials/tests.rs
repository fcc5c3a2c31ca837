use super::*;
use crate::bv::eval::Evaluator;
use crate::ts::{Input, State};
use fastrand::Rng;

/// A loop over words `x`, `y`, `z`, `w` of one width, with an input `a` of that width and one of a bit: before it, at location 1, the words become
/// what `first` says; in it, at location 3, what `next` says, and control comes to the error where `holds` does not hold.
fn looping(
    width: u32,
    first: impl FnOnce(&mut TermPool, [TermId; 6]) -> [TermId; 4],
    next: impl FnOnce(&mut TermPool, [TermId; 6]) -> [TermId; 4],
    holds: impl FnOnce(&mut TermPool, [TermId; 4]) -> TermId,
) -> TransitionSystem {
    let mut pool = TermPool::new();
    let names = [("location", 2), ("x", width), ("y", width), ("z", width), ("w", width), ("a", width), ("bit", 1)];
    let symbols = names.map(|(name, width)| pool.new_symbol(name, width));
    let [place, x, y, z, w, a, bit] = symbols.map(|symbol| pool.symbol(symbol));
    let words = [x, y, z, w, a, bit];
    let (first, then) = (first(&mut pool, words), next(&mut pool, words));
    let holds = holds(&mut pool, [x, y, z, w]);
    let [error, enters, loops] = [0, 1, 3].map(|code| pool.constant(BitVec::new(2, code)));
    let in_loop = pool.compare(Predicate::Eq, place, loops);
    let goes_on = pool.and(in_loop, holds);
    let is_before = pool.compare(Predicate::Eq, place, enters);
    let to = pool.ite(holds, loops, error);
    let next_place = pool.ite(in_loop, to, place);
    let next_place = pool.ite(is_before, loops, next_place);
    let mut then_of = |(&word, (first, then))| {
        let then = pool.ite(goes_on, then, word);
        pool.ite(is_before, first, then)
    };
    let then: Vec<TermId> = [x, y, z, w].iter().zip(first.into_iter().zip(then)).map(&mut then_of).collect();
    let error = pool.compare(Predicate::Eq, place, error);
    let state = |at: usize, next| State {
        name: names[at].0.to_owned(),
        symbol: symbols[at],
        width: names[at].1,
        initial: (at == 0).then(|| BitVec::new(2, 1)),
        next,
    };
    let states = std::iter::once(next_place).chain(then).enumerate().map(|(at, next)| state(at, next)).collect();
    let input = |at: usize| Input { name: names[at].0.to_owned(), symbol: symbols[at], width: names[at].1 };
    TransitionSystem {
        pool,
        states,
        locations: vec![symbols[0]],
        inputs: vec![input(5), input(6)],
        universal: vec![],
        predicates: vec![],
        later: vec![],
        candidates: vec![],
        error,
        error_or_unmodelled: error,
    }
}

/// The words as they are.
fn as_they_are(_: &mut TermPool, [x, y, z, w, ..]: [TermId; 6]) -> [TermId; 4] {
    [x, y, z, w]
}

fn constant(pool: &mut TermPool, like: TermId, number: i128) -> TermId {
    let width = pool.width(like);
    pool.constant(BitVec::new(width, number as u128))
}

/// A word that is something else now and then, so that what is said of it holds in some cases only.
fn disturbed(pool: &mut TermPool, random: &mut Rng, [word, other, condition]: [TermId; 3]) -> TermId {
    let number = random.i128(-2..3);
    match random.u8(..12) {
        0 => pool.core(CoreOp::Add, word, other),
        1 => pool.ite(condition, word, other),
        2 => {
            let number = constant(pool, word, number);
            pool.core(CoreOp::Add, word, number)
        }
        3 => {
            // Some bits of another word are a number, which may have bits that the mask has not.
            let masks = [random.i128(0..16), random.i128(0..16)].map(|mask| constant(pool, word, mask));
            let (mask, number) = (pool.ite(condition, masks[0], masks[1]), constant(pool, word, random.i128(0..16)));
            let masked = pool.core(CoreOp::And, other, mask);
            let is_number = pool.compare(Predicate::Eq, masked, number);
            pool.ite(is_number, word, other)
        }
        4 => {
            // A sum of fewer bits, extended.
            let (width, half) = (pool.width(word), pool.width(word).div_ceil(2));
            let [low, added] = [word, other].map(|id| pool.extract(id, half - 1, 0));
            let op = if random.bool() { CoreOp::Add } else { CoreOp::Sub };
            let sum = pool.core(op, low, added);
            let wide = if random.bool() { pool.sign_extend(sum, width) } else { pool.zero_extend(sum, width) };
            pool.ite(condition, word, wide)
        }
        _ => word,
    }
}

/// Division by subtraction, multiplication by halving, geometric series and Euclid's algorithm, with mistakes: an equation that they keep,
/// and what the words become.
fn algorithm(width: u32, random: &mut Rng) -> TransitionSystem {
    let (kind, mut other) = (random.u8(..4), random.fork());
    let next = |pool: &mut TermPool, [x, y, z, w, a, bit]: [TermId; 6]| {
        let one = constant(pool, x, 1);
        let less = pool.core(CoreOp::Ult, x, y);
        let then = match kind {
            // x * y + z == w
            0 => {
                let (more, rest) = (pool.core(CoreOp::Add, x, one), pool.core(CoreOp::Sub, z, y));
                let [more, rest] = [(more, x), (rest, z)].map(|(then, word)| pool.ite(bit, then, word));
                [more, y, rest, w]
            }
            // The same with y halved.
            1 => {
                let odd = pool.extract(y, 0, 0);
                let (even, sum) = (pool.core(CoreOp::Sub, y, one), pool.core(CoreOp::Add, z, x));
                let [even, sum] = [(even, y), (sum, z)].map(|(then, word)| pool.ite(odd, then, word));
                let op = if other.bool() { CoreOp::LShr } else { CoreOp::AShr };
                [pool.core(CoreOp::Add, x, x), pool.core(op, even, one), sum, w]
            }
            // x * z - x - y + w == 0
            2 => {
                let product = pool.core(CoreOp::Mul, x, z);
                [pool.core(CoreOp::Add, product, w), pool.core(CoreOp::Mul, y, z), z, w]
            }
            // x * w + y * z is kept.
            _ => {
                let (first, second) = (pool.core(CoreOp::Sub, x, y), pool.core(CoreOp::Add, z, w));
                let (third, fourth) = (pool.core(CoreOp::Sub, y, x), pool.core(CoreOp::Add, w, z));
                let ways = [(x, first), (third, y), (second, z), (w, fourth)];
                ways.map(|(one, another)| pool.ite(less, one, another))
            }
        };
        then.map(|word| {
            let by = if other.bool() { a } else { x };
            disturbed(pool, &mut other, [word, by, bit])
        })
    };
    let holds = |pool: &mut TermPool, [x, y, z, w]: [TermId; 4]| {
        let product = |pool: &mut TermPool, a, b| pool.core(CoreOp::Mul, a, b);
        let (one, another) = match kind {
            // And where z is zero, x * y == w.
            0 | 1 => {
                let (product, zero) = (product(pool, x, y), constant(pool, z, 0));
                let sum = pool.core(CoreOp::Add, product, z);
                let [whole, is_zero, rest] =
                    [(sum, w), (z, zero), (product, w)].map(|(a, b)| pool.compare(Predicate::Eq, a, b));
                let is_more = pool.not(is_zero);
                let rest = pool.or(is_more, rest);
                return pool.and(whole, rest);
            }
            2 => {
                let (product, sum) = (product(pool, x, z), pool.core(CoreOp::Add, x, y));
                (pool.core(CoreOp::Add, product, w), sum)
            }
            _ => {
                let (one, another) = (product(pool, x, w), product(pool, y, z));
                let three = constant(pool, x, 3);
                (pool.core(CoreOp::Add, one, another), three)
            }
        };
        pool.compare(Predicate::Eq, one, another)
    };
    looping(width, as_they_are, next, holds)
}

/// Where the system says that an equation holds later, it does, and with what is said each step is as before: on random states of random
/// systems, most of them in the loop and with the equations true.
#[test]
fn what_is_told_of_the_next_step_holds_there() {
    let (mut random, mut told, mut followed) = (Rng::with_seed(11), 0, 0);
    for round in 0..400 {
        let width = [2, 3, 4, 16][round % 4];
        let mut system = algorithm(width, &mut random);
        crate::ts::predicates::mine(&mut system);
        let before: Vec<TermId> = system.states.iter().map(|state| state.next).collect();
        mine(&mut system);
        followed += usize::from(system.states.iter().zip(&before).any(|(state, &before)| state.next != before));
        for _ in 0..400 {
            let mut value = |symbol| {
                let width = system.pool.symbol_width(symbol);
                let small = random.u8(..4) > 0;
                BitVec::new(width, random.u128(..) & if small { 3 } else { u128::MAX })
            };
            let states = system.states.iter().map(|state| state.symbol);
            let symbols = states.chain(system.inputs.iter().map(|input| input.symbol));
            let now: FxHashMap<SymbolId, BitVec> = symbols.map(|symbol| (symbol, value(symbol))).collect();
            let mut here = Evaluator::new(&system.pool, |symbol| now[&symbol]);
            for (state, &before) in system.states.iter().zip(&before) {
                assert_eq!(here.value(state.next), here.value(before), "{round}: {now:?}");
            }
            let then: FxHashMap<SymbolId, BitVec> =
                system.states.iter().map(|state| (state.symbol, here.value(state.next))).collect();
            let mut there = Evaluator::new(&system.pool, |symbol| then[&symbol]);
            for later in system.later.iter().filter(|later| here.value(later.holds).is_nonzero()) {
                told += 1;
                let (name, term) = &system.predicates[later.predicate];
                assert!(there.value(*term).is_nonzero(), "{round}: {name}, {now:?}, {then:?}");
            }
        }
    }
    assert!(told > 2000 && followed > 5, "{told} times, {followed} systems");
}

/// `q * d + r == x` is kept by `q++, r -= d`: the equation is told by itself, without a product in what is told.
#[test]
fn a_quotient_is_kept_where_the_divisor_is_taken_away() {
    let next = |pool: &mut TermPool, [q, d, r, x, _, bit]: [TermId; 6]| {
        let one = constant(pool, q, 1);
        let (more, rest) = (pool.core(CoreOp::Add, q, one), pool.core(CoreOp::Sub, r, d));
        [pool.ite(bit, more, q), d, pool.ite(bit, rest, r), x]
    };
    let holds = |pool: &mut TermPool, [q, d, r, x]: [TermId; 4]| {
        let product = pool.core(CoreOp::Mul, q, d);
        let sum = pool.core(CoreOp::Add, product, r);
        pool.compare(Predicate::Eq, sum, x)
    };
    let mut system = looping(64, as_they_are, next, holds);
    crate::ts::predicates::mine(&mut system);
    mine(&mut system);
    let step = step(&system);
    let asked = |later: &&Later<TermId>| step.contains(&system.predicates[later.predicate].1);
    let [later] = system.later.iter().filter(asked).collect::<Vec<_>>()[..] else { panic!("{:?}", system.later) };
    let equation = system.predicates[later.predicate].1;
    let pool = &mut system.pool;
    let [yes, no] = [true, false].map(|value| pool.constant(BitVec::bit(value)));
    let where_it_holds = pool.replaced(&[later.holds], &FxHashMap::from_iter([(equation, yes)]))[0];
    let where_not = pool.replaced(&[later.holds], &FxHashMap::from_iter([(equation, no)]))[0];
    let place = pool.symbol(system.locations[0]);
    let loops = pool.constant(BitVec::new(2, 3));
    let in_loop = pool.replaced(&[where_it_holds, where_not], &FxHashMap::from_iter([(place, loops)]));
    assert_eq!(in_loop, [yes, no]);
}

/// A loop that multiplies by halving, of which only the result is asked for: the equation between its words is guessed, and given as a
/// predicate and a candidate.
#[test]
fn an_equation_that_nobody_asks_for_is_guessed() {
    let first =
        |pool: &mut TermPool, [.., a, _]: [TermId; 6]| [a, a, constant(pool, a, 0), pool.core(CoreOp::Mul, a, a)];
    let next = |pool: &mut TermPool, [x, y, z, w, ..]: [TermId; 6]| {
        let (one, odd) = (constant(pool, x, 1), pool.extract(y, 0, 0));
        let (sum, half) = (pool.core(CoreOp::Add, z, x), pool.core(CoreOp::LShr, y, one));
        [pool.core(CoreOp::Add, x, x), half, pool.ite(odd, sum, z), w]
    };
    let holds = |pool: &mut TermPool, [_, y, z, w]: [TermId; 4]| {
        let zero = constant(pool, y, 0);
        let (is_done, is_right) = (pool.compare(Predicate::Eq, y, zero), pool.compare(Predicate::Eq, z, w));
        let goes_on = pool.not(is_done);
        pool.or(goes_on, is_right)
    };
    let mut system = looping(32, first, next, holds);
    crate::ts::predicates::mine(&mut system);
    mine(&mut system);
    let pool = &mut system.pool;
    let [x, y, z, w] = [1, 2, 3, 4].map(|at| pool.symbol(system.states[at].symbol));
    let product = pool.core(CoreOp::Mul, x, y);
    let sum = pool.core(CoreOp::Add, product, z);
    let wanted = difference(pool, [sum, w]).expect("a small polynomial");
    let is_it = |&(_, term): &(String, TermId)| {
        let found = equation(&mut system.pool, 0, Source::Predicate, term).map(|equation| equation.polynomial);
        found.is_some_and(|found| found == wanted || found.negated() == wanted)
    };
    let number = system.predicates.iter().position(is_it).expect("x * y + z == w");
    assert!(system.candidates.iter().any(|clause| clause.contains(&Fact::Predicate(number, true))));
}

/// What is read is `y`, the cell at index `x`, where `z` is that index, and anything elsewhere: `z * z` is asked for, and `y == x * x` is a
/// predicate. Where `z` is `x`, that says so.
#[test]
fn what_is_asked_of_a_choice_is_told_by_an_equation() {
    let square = |pool: &mut TermPool, word| pool.core(CoreOp::Mul, word, word);
    let mut asked = None;
    let next = |pool: &mut TermPool, [x, y, z, w, a, _]: [TermId; 6]| {
        let is_met = pool.compare(Predicate::Eq, x, z);
        let (read, of_index) = (pool.ite(is_met, y, a), square(pool, z));
        let equal = pool.compare(Predicate::Eq, read, of_index);
        asked = Some((equal, is_met));
        [x, y, z, pool.ite(equal, w, a)]
    };
    let mut system = looping(32, as_they_are, next, |pool, _| pool.constant(BitVec::TRUE));
    let [x, y] = [1, 2].map(|at| system.pool.symbol(system.states[at].symbol));
    let of_cell = square(&mut system.pool, x);
    let known = system.pool.compare(Predicate::Eq, y, of_cell);
    assert!(system.predicate(known, 1).is_some());
    mine(&mut system);
    let (asked, is_met) = asked.expect("a step asks for it");
    let wanted = system.pool.and(is_met, known);
    let wanted = system.pool.or(asked, wanted);
    let not_wanted = system.pool.not(wanted);
    let step = step(&system);
    let is_told = [wanted, not_wanted].iter().any(|term| step.contains(term));
    assert!(is_told, "it holds where it is asked for, or where the predicate tells");
}

/// `x = x * x` makes `x == y * y` of `x == y`, whatever else would make it.
#[test]
fn each_reason_that_is_enough_alone_is_told() {
    let next = |pool: &mut TermPool, [x, y, z, w, ..]: [TermId; 6]| [pool.core(CoreOp::Mul, x, x), y, z, w];
    let (mut asked, mut known) = (Vec::new(), Vec::new());
    let holds = |pool: &mut TermPool, [x, y, z, w]: [TermId; 4]| {
        let square = pool.core(CoreOp::Mul, y, y);
        let [is_square, is_own_square, is_same, goes_on] =
            [(x, square), (y, square), (x, y), (z, w)].map(|(a, b)| pool.compare(Predicate::Eq, a, b));
        asked.push(is_square);
        known.extend([is_square, is_own_square, is_same]);
        pool.or(is_square, goes_on)
    };
    let mut system = looping(32, as_they_are, next, holds);
    system.predicates = known.into_iter().map(|term| ("predicate".to_owned(), term)).collect();
    mine(&mut system);
    let later = system.later.iter().find(|later| system.predicates[later.predicate].1 == asked[0]);
    let later = later.expect("it is told");
    let place = system.locations[0];
    for (x, y, expected) in [(5, 5, true), (5, 6, false), (1, 1, true), (25, 5, false)] {
        let words = [3, x, y, 7, 7];
        let value = |symbol| {
            let at = system.states.iter().position(|state| state.symbol == symbol);
            let width = if symbol == place { 2 } else { system.pool.symbol_width(symbol) };
            BitVec::new(width, at.map_or(0, |at| words[at]))
        };
        assert_eq!(Evaluator::new(&system.pool, value).value(later.holds), BitVec::bit(expected), "{x} {y}");
    }
}
