//! Linear equations modulo two to the width that hold in simulated runs: candidates for predicates.
//!
//! For each control state, the equations `c_0 + c_1 x_1 + … + c_k x_k = 0` that all states seen there satisfy form a module over
//! the integers modulo `2^w`. It is computed state by state, as in Mueller-Olm, Seidl: *Analysis of Modular Arithmetic* (ESOP
//! 2005), but of samples instead of abstract states: nothing is proved here, a solver will tell which equations hold. An
//! equation with even coefficients says something about low bits alone, such as that a word is even.

use crate::bv::eval::Evaluator;
use crate::bv::{BitVec, CoreOp, Predicate, SymbolId, TermId};
use crate::ts::polynomials::inverse;
use crate::ts::{simulate, State, TransitionSystem};
use fastrand::Rng;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// How many runs are simulated, and how many steps each.
const RUNS: usize = 40;
const STEPS: usize = 40;
/// How many terms are evaluated at most, so that large systems are not simulated for long.
const WORK: usize = 4_000_000;
/// With more words of one width than this, there are too many equations to be of use.
const WORDS: usize = 8;
/// A control state with fewer different states than this many times the number of words says nothing.
const SEEN: usize = 2;

/// The equations, as terms of width 1, that hold of the words at some control state in all simulated runs.
pub fn equations(system: &mut TransitionSystem, words: &[SymbolId]) -> Vec<TermId> {
    let mut widths: Vec<u32> = words.iter().map(|&word| system.pool.symbol_width(word)).filter(|&w| w > 1).collect();
    widths.sort_unstable();
    widths.dedup();
    let samples = samples(system);
    let mut terms = Vec::new();
    for width in widths {
        let mut group: Vec<SymbolId> =
            words.iter().copied().filter(|&word| system.pool.symbol_width(word) == width).collect();
        if group.len() > WORDS {
            // Sizes and cells go first: counters and sums have no first value.
            let has_none = |state: &State, word| state.symbol == word && state.initial.is_none();
            group.retain(|&word| system.states.iter().any(|state| has_none(state, word)));
        }
        if group.len() > WORDS {
            continue;
        }
        for states in samples.values() {
            let row = |state: &simulate::Valuation| group.iter().map(|word| state[word].unsigned()).collect();
            let rows: BTreeSet<Vec<u128>> = states.iter().map(row).collect();
            if rows.len() <= SEEN * (group.len() + 1) {
                continue;
            }
            for equation in relations(rows.into_iter(), group.len(), width) {
                terms.push(term(system, &group, &equation, width));
            }
        }
    }
    terms
}

/// States of simulated runs by control state.
pub(super) fn samples(system: &TransitionSystem) -> BTreeMap<Vec<u128>, Vec<simulate::Valuation>> {
    let mut samples: BTreeMap<Vec<u128>, Vec<simulate::Valuation>> = BTreeMap::new();
    let mut random = Rng::with_seed(0);
    let words: FxHashSet<SymbolId> = system.words().into_iter().collect();
    let control: Vec<SymbolId> =
        system.states.iter().map(|state| state.symbol).filter(|symbol| !words.contains(symbol)).collect();
    let roots = system.states.iter().map(|state| state.next);
    let cone = system.pool.cone(roots, |_| false).len().max(1);
    let mut steps = WORK / cone;
    for _ in 0..RUNS {
        let mut states: simulate::Valuation = FxHashMap::default();
        for state in &system.states {
            states.insert(state.symbol, state.initial.unwrap_or_else(|| word(&mut random, state.width)));
        }
        for step in 0..STEPS {
            if steps == 0 {
                return samples;
            }
            steps -= 1;
            let inputs = system
                .inputs
                .iter()
                .map(|input| (input.symbol, word(&mut random, input.width)))
                .collect::<FxHashMap<_, _>>();
            let next = simulate::step(system, &states, &inputs);
            if next == states {
                break;
            }
            states = next;
            let control = control.iter().map(|symbol| states[symbol].unsigned()).collect();
            let ended = step > 0 && Evaluator::new(&system.pool, |symbol| states[&symbol]).value(system.error).get(0);
            samples.entry(control).or_default().push(states.clone());
            if ended {
                break;
            }
        }
    }
    samples
}

/// A word that programs are likely to accept: small numbers of both signs more often than others.
fn word(random: &mut Rng, width: u32) -> BitVec {
    let (kind, bits) = (random.u8(..8), random.u128(..));
    let small = bits & 0x1f;
    let value = match kind {
        0 => bits,
        1 => small.wrapping_neg(),
        _ => small,
    };
    BitVec::new(width, value & mask(width))
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// Generators of the equations `c_0 + c_1 x_1 + … + c_k x_k = 0` modulo `2^width` that all rows satisfy.
///
/// Beginning with all equations, each row takes away those that it violates: where `e` violates it by the least power of two,
/// multiples of `e` bring the others to zero, and `e` itself is multiplied until it is satisfied.
pub(super) fn relations(rows: impl Iterator<Item = Vec<u128>>, words: usize, width: u32) -> Vec<Vec<u128>> {
    let mask = mask(width);
    let mut basis: Vec<Vec<u128>> =
        (0..=words).map(|at| (0..=words).map(|other| (at == other) as u128).collect()).collect();
    for row in rows {
        let row: Vec<u128> = std::iter::once(1).chain(row).collect();
        let violated = |equation: &Vec<u128>| {
            let sum = |sum: u128, (c, x): (&u128, &u128)| sum.wrapping_add(c.wrapping_mul(*x));
            equation.iter().zip(&row).fold(0, sum) & mask
        };
        let by: Vec<u128> = basis.iter().map(violated).collect();
        let Some(pivot) = (0..basis.len()).filter(|&at| by[at] != 0).min_by_key(|&at| by[at].trailing_zeros()) else {
            continue;
        };
        let power = by[pivot].trailing_zeros();
        let inverse = inverse(by[pivot] >> power);
        let equation = basis[pivot].clone();
        for at in (0..basis.len()).filter(|&at| at != pivot && by[at] != 0) {
            let times = (by[at] >> power).wrapping_mul(inverse);
            basis[at].iter_mut().zip(&equation).for_each(|(c, d)| *c = c.wrapping_sub(d.wrapping_mul(times)) & mask);
        }
        basis[pivot].iter_mut().for_each(|c| *c = c.checked_shl(width - power).unwrap_or(0) & mask);
        basis.retain(|equation| equation.iter().any(|&c| c != 0));
    }
    basis
}

/// The equation as a term: what has positive coefficients on one side, what has negative ones on the other.
fn term(system: &mut TransitionSystem, words: &[SymbolId], equation: &[u128], width: u32) -> TermId {
    let pool = &mut system.pool;
    let zero = pool.constant(BitVec::new(width, 0));
    let mut sides = [zero, zero];
    for (at, &coefficient) in equation.iter().enumerate() {
        let negative = width > 1 && coefficient >> (width - 1) & 1 == 1;
        let size = if negative { coefficient.wrapping_neg() & mask(width) } else { coefficient };
        let size = pool.constant(BitVec::new(width, size));
        let summand = match at.checked_sub(1) {
            None => size,
            Some(word) => {
                let word = pool.symbol(words[word]);
                pool.core(CoreOp::Mul, size, word)
            }
        };
        let side = &mut sides[usize::from(negative)];
        *side = pool.core(CoreOp::Add, *side, summand);
    }
    pool.compare(Predicate::Eq, sides[0], sides[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::TermPool;
    use crate::ts::predicates::words_of;
    use crate::ts::Input;

    /// `i = s = 0; while (1) { i++; s += 2; }` beside seven cells that become anything: with them there are too many words.
    #[test]
    fn cells_do_not_keep_equations_of_counters_away() {
        let mut pool = TermPool::new();
        let [location, i, s] =
            [("location", 1), ("i", 32), ("s", 32)].map(|(name, width)| pool.new_symbol(name, width));
        let input = pool.new_symbol("input", 32);
        let begins = pool.symbol(location);
        let begins = pool.not(begins);
        let counted = |pool: &mut TermPool, word, by| {
            let [word, by, zero] =
                [pool.symbol(word), pool.constant(BitVec::new(32, by)), pool.constant(BitVec::zero(32))];
            let more = pool.core(CoreOp::Add, word, by);
            pool.ite(begins, zero, more)
        };
        let next = [pool.constant(BitVec::TRUE), counted(&mut pool, i, 1), counted(&mut pool, s, 2)];
        let state =
            |name: &str, symbol, width, initial, next| State { name: name.into(), symbol, width, initial, next };
        let mut states = vec![
            state("location", location, 1, Some(BitVec::FALSE), next[0]),
            state("i", i, 32, None, next[1]),
            state("s", s, 32, None, next[2]),
        ];
        for _ in 0..7 {
            let (cell, any) = (pool.new_symbol("cell", 32), pool.symbol(input));
            states.push(state("cell", cell, 32, Some(BitVec::zero(32)), any));
        }
        let never = pool.constant(BitVec::FALSE);
        let mut system = TransitionSystem {
            pool,
            states,
            locations: vec![location],
            inputs: vec![Input { name: "input".into(), symbol: input, width: 32 }],
            universal: vec![],
            predicates: vec![],
            later: vec![],
            candidates: vec![],
            error: never,
            error_or_unmodelled: never,
        };
        let words = system.words();
        let found = equations(&mut system, &words);
        assert!(found.iter().any(|&equation| words_of(&system.pool, equation) == [i, s]), "{found:?}");
    }

    #[test]
    fn relations_of_samples() {
        // s = 2i - 2, and n is anything: one equation, up to a unit.
        let rows = [(1, 0, 7), (2, 2, 9), (5, 8, 30), (6, 10, 3)].map(|(i, s, n)| vec![i, s, n]);
        let found = relations(rows.into_iter(), 3, 32);
        assert_eq!(found.len(), 1);
        let [c, i, s, n] = found[0][..] else { panic!("four coefficients") };
        let unit = inverse(s);
        assert_eq!([c, i, s, n].map(|x| x.wrapping_mul(unit) & mask(32)), [2, mask(32) - 1, 1, 0]);
        // x is even, and no more: an equation whose coefficients are multiples of the highest bit.
        let even = relations([0u128, 2, 6, 8, 20].map(|x| vec![x]).into_iter(), 1, 8);
        assert_eq!(even, [vec![0, 128]]);
        assert_eq!(relations([vec![3u128], vec![4], vec![9]].into_iter(), 1, 8), Vec::<Vec<u128>>::new());
    }
}
