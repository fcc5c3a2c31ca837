//! The ways through a step, as far as an equation depends on them, and what the equation is on each.

use super::ideal::zero_by;
use super::{difference, Budget, Equation, MOST_REASONS, SIZE};
use crate::bv::polynomial::{operands, Polynomial};
use crate::bv::{BitVec, CoreOp, OverflowOp, Term, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// How many ways an equation is followed on, at most.
const MOST_WAYS: usize = 256;
/// Masks with more bits than this say nothing.
const MOST_BITS: usize = 4;
/// By how many equations one holds on a way, at most: of more, some contradict each other.
const MOST_NEEDED: usize = 3;

/// What equations are after a step.
pub(super) struct Cases<'a> {
    equations: &'a [Equation],
    budget: &'a mut Budget,
    /// How many ways of the equation at hand may still be opened.
    ways: usize,
}

/// Where the sides of an equation have more than one form.
enum Choice {
    /// A condition decides.
    Condition(TermId),
    /// A sum that is extended may wrap before: unless it does so, that is a sum of what is extended.
    Wraps { wraps: TermId, extended: TermId, sum: TermId },
}

/// What is known on a way.
#[derive(Clone, Default)]
struct Path {
    /// The values of terms of width 1.
    known: FxHashMap<TermId, TermId>,
    /// Polynomials that are zero.
    zero: Vec<Polynomial>,
}

impl<'a> Cases<'a> {
    pub fn new(equations: &'a [Equation], budget: &'a mut Budget) -> Cases<'a> {
        Cases { equations, budget, ways: 0 }
    }

    /// Where an equation holds after a step in which words become terms, as far as the ring tells: a term of width 1 over states and inputs.
    pub fn later(&mut self, pool: &mut TermPool, equation: &Equation, becomes: &FxHashMap<TermId, TermId>) -> TermId {
        let sides = replaced(pool, equation.sides, becomes);
        self.here(pool, Some(equation), sides)
    }

    /// Where terms are equal, as far as the ring tells by the equations: a term of width 1. One equation may be the first to be tried.
    pub fn here(&mut self, pool: &mut TermPool, own: Option<&Equation>, sides: [TermId; 2]) -> TermId {
        self.ways = MOST_WAYS;
        self.way(pool, own, sides, &Path::default())
    }

    /// Where the sides of an equation are equal on a way.
    fn way(&mut self, pool: &mut TermPool, own: Option<&Equation>, sides: [TermId; 2], path: &Path) -> TermId {
        let size = pool.cone(sides, |_| false).len();
        let (Some(ways), Some(terms)) = (self.ways.checked_sub(1), self.budget.terms.checked_sub(size)) else {
            return pool.constant(BitVec::FALSE);
        };
        (self.ways, self.budget.terms) = (ways, terms);
        match choice(pool, sides).or_else(|| odd_or_even(pool, sides, path)) {
            None => self.end(pool, own, sides, path),
            Some(Choice::Condition(condition)) => {
                let ways = [true, false].map(|holds| {
                    let path = path.assuming(pool, condition, holds);
                    let sides = replaced(pool, sides, &path.known);
                    self.way(pool, own, sides, &path)
                });
                pool.ite(condition, ways[0], ways[1])
            }
            Some(Choice::Wraps { wraps, extended, sum }) => {
                let sides = replaced(pool, sides, &FxHashMap::from_iter([(extended, sum)]));
                let holds = self.way(pool, own, sides, path);
                // Of the way on which it wraps nothing is said: what is told are reasons, and need not be all.
                let fits = pool.not(wraps);
                pool.and(fits, holds)
            }
        }
    }

    /// Where sides that are polynomials are equal at the end of a way.
    fn end(&mut self, pool: &mut TermPool, own: Option<&Equation>, sides: [TermId; 2], path: &Path) -> TermId {
        let mut zero = path.zero.clone();
        zero.extend(halves(pool, sides).into_iter().filter_map(|half| half.split(pool, path)));
        let Some(polynomial) = difference(pool, sides) else { return pool.constant(BitVec::FALSE) };
        if polynomial.is_zero() {
            return pool.constant(BitVec::TRUE);
        }
        let (always, never) = (pool.constant(BitVec::TRUE), pool.constant(BitVec::FALSE));
        self.reasons(own, &polynomial, &zero).into_iter().fold(never, |holds, numbers| {
            let by = self.equations.iter().filter(|equation| numbers.contains(&equation.number));
            let all = by.fold(always, |all, equation| pool.and(all, equation.term));
            pool.or(holds, all)
        })
    }

    /// By which equations a polynomial is zero on a way: sets of their numbers. The equation itself, if that is enough; any others of which each is
    /// enough, as one of them may be known where the others are not; several, where none is.
    fn reasons(
        &mut self,
        own: Option<&Equation>,
        polynomial: &Polynomial,
        zero: &[Polynomial],
    ) -> Vec<BTreeSet<usize>> {
        let all = self.equations.iter().filter(|equation| equation.width() == polynomial.width()).collect::<Vec<_>>();
        let own: Vec<&Equation> = own.into_iter().collect();
        if let Some(numbers) = self.zero_by_these(&own, false, polynomial, zero) {
            return vec![numbers];
        }
        for with_terms in [false, true] {
            let alone = |one: &&Equation| self.zero_by_these(&[one], with_terms, polynomial, zero);
            let found: Vec<BTreeSet<usize>> = all.iter().filter_map(alone).take(MOST_REASONS).collect();
            if !found.is_empty() {
                return found;
            }
        }
        for with_terms in [false, true] {
            if let Some(mut numbers) = self.zero_by_these(&all, with_terms, polynomial, zero) {
                // Some may not be needed.
                for number in numbers.clone() {
                    let fewer = |other: &&&Equation| other.number != number && numbers.contains(&other.number);
                    let fewer: Vec<&Equation> = all.iter().filter(fewer).copied().collect();
                    numbers = self.zero_by_these(&fewer, with_terms, polynomial, zero).unwrap_or(numbers);
                }
                return Vec::from_iter((numbers.len() <= MOST_NEEDED).then_some(numbers));
            }
        }
        Vec::new()
    }

    fn zero_by_these(
        &mut self,
        equations: &[&Equation],
        with_terms: bool,
        polynomial: &Polynomial,
        zero: &[Polynomial],
    ) -> Option<BTreeSet<usize>> {
        let given = zero.iter().filter(|zero| zero.width() == polynomial.width()).map(|zero| (usize::MAX, zero));
        let given = given.chain(equations.iter().map(|equation| (equation.number, &equation.polynomial)));
        let mut numbers = zero_by(polynomial, &given.collect::<Vec<_>>(), with_terms, &mut self.budget.rows)?;
        numbers.remove(&usize::MAX);
        Some(numbers)
    }
}

impl Path {
    /// The way on which a condition holds, or does not.
    fn assuming(&self, pool: &mut TermPool, condition: TermId, holds: bool) -> Path {
        let mut path = self.clone();
        let mut open = vec![(condition, holds)];
        while let Some((id, holds)) = open.pop() {
            let value = pool.constant(BitVec::bit(holds));
            if pool.as_constant(id).is_some() || path.known.insert(id, value).is_some() {
                continue;
            }
            match pool.term(id) {
                Term::Not(inner) => open.push((inner, !holds)),
                Term::Binary(CoreOp::And, a, b) if holds => open.extend([(a, true), (b, true)]),
                Term::Binary(CoreOp::Eq, a, b) if pool.width(a) > 1 => {
                    open.extend(bits_told(pool, a, b, holds));
                    let zero = difference(pool, [a, b]).filter(|_| holds);
                    path.zero.extend(zero);
                }
                _ => {}
            }
        }
        path
    }
}

/// Which bits of a word are what where some of them, that a mask has, are a number or are not.
fn bits_told(pool: &mut TermPool, masked: TermId, number: TermId, holds: bool) -> Vec<(TermId, bool)> {
    let (Term::Binary(CoreOp::And, word, mask), Some(number)) = (pool.term(masked), pool.as_constant(number)) else {
        return Vec::new();
    };
    let Some(mask) = pool.as_constant(mask) else { return Vec::new() };
    let bits: Vec<u32> = (0..mask.width()).filter(|&bit| mask.get(bit)).collect();
    // A number with other bits is never what is left of a word: that it is not says nothing.
    let is_possible = CoreOp::And.apply(number, mask) == number;
    if !is_possible || bits.len() > MOST_BITS || (!holds && bits.len() > 1) {
        return Vec::new();
    }
    bits.into_iter().map(|bit| (pool.extract(word, bit, bit), number.get(bit) == holds)).collect()
}

/// A word without its lowest bit, which is half of it.
struct Half {
    half: TermId,
    of: TermId,
}

impl Half {
    /// The lowest bit of the word, as a term of width 1; `None` if that is not said in a few words.
    fn lowest(&self, pool: &mut TermPool, path: &Path) -> Option<TermId> {
        let polynomial = Polynomial::of(pool, self.of, SIZE)?;
        let mut lowest = pool.constant(BitVec::FALSE);
        for (monomial, _) in polynomial.iter().filter(|(_, coefficient)| coefficient.get(0)) {
            let mut product = pool.constant(BitVec::TRUE);
            for &factor in monomial {
                let bit = pool.extract(factor, 0, 0);
                let bit = path.known.get(&bit).copied().unwrap_or(bit);
                product = pool.and(product, bit);
            }
            lowest = pool.core(CoreOp::Xor, lowest, product);
        }
        Some(path.known.get(&lowest).copied().unwrap_or(lowest))
    }

    /// What is zero: the word less its half, twice, less its lowest bit, where that is known.
    fn split(&self, pool: &mut TermPool, path: &Path) -> Option<Polynomial> {
        let width = pool.width(self.half);
        let lowest = self.lowest(pool, path).and_then(|lowest| pool.as_constant(lowest))?;
        let [of, half] = [self.of, self.half].map(|id| Polynomial::of(pool, id, SIZE));
        let less = of?.plus(&half?, BitVec::new(width, 2).negated());
        Some(less.plus(&Polynomial::one(width), BitVec::new(width, lowest.unsigned()).negated()))
    }
}

/// The words of the sides that are halves of others, without sign or with it.
fn halves(pool: &mut TermPool, sides: [TermId; 2]) -> Vec<Half> {
    let polynomials = sides.map(|side| Polynomial::of(pool, side, SIZE));
    let words: BTreeSet<TermId> = polynomials.iter().flatten().flat_map(Polynomial::variables).collect();
    let half = |half: TermId| {
        let inner = match pool.term(half) {
            Term::SignExtend { of, .. } => of,
            _ => pool.zero_extended(half)?,
        };
        match pool.term(inner) {
            Term::Extract { of, high, low: 1 } if high + 1 == pool.width(of) && pool.width(of) == pool.width(half) => {
                Some(Half { half, of })
            }
            _ => None,
        }
    };
    words.into_iter().filter_map(half).collect()
}

/// Whether a word that is halved is odd, where that is not known.
fn odd_or_even(pool: &mut TermPool, sides: [TermId; 2], path: &Path) -> Option<Choice> {
    let halves = halves(pool, sides);
    let lowest = halves.into_iter().filter_map(|half| half.lowest(pool, path)).collect::<Vec<_>>();
    lowest.into_iter().find(|&lowest| pool.as_constant(lowest).is_none()).map(Choice::Condition)
}

fn replaced(pool: &mut TermPool, sides: [TermId; 2], by: &FxHashMap<TermId, TermId>) -> [TermId; 2] {
    pool.replaced(&sides, by).try_into().expect("as many as were given")
}

/// The first place where the sides have more than one form: conditions come before sums that may wrap.
fn choice(pool: &mut TermPool, sides: [TermId; 2]) -> Option<Choice> {
    let (mut seen, mut open, mut extended) = (FxHashSet::default(), sides.to_vec(), Vec::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match pool.term(id) {
            Term::Ite(condition, ..) => return Some(Choice::Condition(condition)),
            Term::SignExtend { of, .. } => {
                open.push(of);
                extended.push((id, of, true));
            }
            // What is halved.
            Term::Extract { of, low: 1, .. } => open.push(of),
            _ => match pool.zero_extended(id) {
                Some(of) => {
                    open.push(of);
                    extended.push((id, of, false));
                }
                None => open.extend(operands(pool, id)),
            },
        }
    }
    extended.into_iter().find_map(|(extended, of, signed)| wraps(pool, extended, of, signed))
}

/// The choice at a term that is extended, if it is a sum or a difference.
fn wraps(pool: &mut TermPool, extended: TermId, of: TermId, signed: bool) -> Option<Choice> {
    let (op, a, b) = match pool.term(of) {
        Term::Binary(op @ (CoreOp::Add | CoreOp::Sub), a, b) => (op, a, b),
        _ => return None,
    };
    // A word less a number is built as the sum with the number's complement, which wraps without sign wherever the difference does not.
    let less = pool.as_constant(b).filter(|by| !signed && op == CoreOp::Add && by.is_negative());
    let (op, b) = match less {
        Some(by) => (CoreOp::Sub, pool.constant(by.negated())),
        None => (op, b),
    };
    let overflow = match (op, signed) {
        (CoreOp::Add, true) => OverflowOp::SAdd,
        (CoreOp::Add, false) => OverflowOp::UAdd,
        (_, true) => OverflowOp::SSub,
        (_, false) => OverflowOp::USub,
    };
    let wraps = pool.overflow(overflow, a, b);
    let width = pool.width(extended);
    let [a, b] = [a, b].map(|id| if signed { pool.sign_extend(id, width) } else { pool.zero_extend(id, width) });
    Some(Choice::Wraps { wraps, extended, sum: pool.core(op, a, b) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::eval::Evaluator;

    /// For all words, masks and numbers of 4 bits: where the comparison is true, or is not, the bits are what is told.
    #[test]
    fn bits_of_a_mask_are_what_is_told_of_them() {
        let mut pool = TermPool::new();
        let symbol = pool.new_symbol("x", 4);
        let word = pool.symbol(symbol);
        let mut told = 0;
        for (mask, number, holds) in (0..16).flat_map(|m| (0..16).flat_map(move |n| [(m, n, true), (m, n, false)])) {
            let [mask_term, number_term] = [mask, number].map(|value| pool.constant(BitVec::new(4, value)));
            let masked = pool.core(CoreOp::And, word, mask_term);
            let bits = bits_told(&mut pool, masked, number_term, holds);
            for value in (0..16).filter(|value| (value & mask == number) == holds) {
                let mut evaluator = Evaluator::new(&pool, |_| BitVec::new(4, value));
                for &(bit, expected) in &bits {
                    told += 1;
                    assert_eq!(evaluator.value(bit), BitVec::bit(expected), "{value} & {mask} == {number}: {holds}");
                }
            }
        }
        assert!(told > 100, "{told}");
    }
}
