//! Which polynomials are zero because others are.

use super::SIZE;
use crate::bv::polynomial::{Monomial, Polynomial};
use crate::bv::{BitVec, TermId};
use std::collections::BTreeSet;

/// Polynomials in echelon form: each row has a product, its pivot, that no later row has.
#[derive(Clone, Debug, Default)]
struct Rows(Vec<Row>);

#[derive(Clone, Debug)]
struct Row {
    polynomial: Polynomial,
    /// The product that this row takes away from others.
    pivot: Monomial,
    /// Of which polynomials that were given it is a sum of multiples: some of them may not be needed.
    from: BTreeSet<usize>,
}

impl Rows {
    /// One more polynomial that is zero, by its number; one that becomes too large is left out. `None` if that looks at more rows than are left.
    fn add(&mut self, number: usize, polynomial: &Polynomial, left: &mut usize) -> Option<()> {
        *left = left.checked_sub(1 + self.0.len())?;
        let (polynomial, mut from) = self.rest(polynomial.clone());
        from.insert(number);
        if polynomial.iter().count() > SIZE.monomials {
            return Some(());
        }
        // The fewer factors of two the coefficient has, the more it divides.
        let pivot = polynomial.iter().min_by_key(|(_, coefficient)| twos(*coefficient)).map(|(pivot, _)| pivot.clone());
        if let Some(pivot) = pivot {
            self.0.push(Row { polynomial, pivot, from });
        }
        Some(())
    }

    /// By the numbers of which polynomials this one is zero where those are; `None` if the rows do not say so.
    fn zero_by(&self, polynomial: Polynomial) -> Option<BTreeSet<usize>> {
        let (rest, from) = self.rest(polynomial);
        rest.is_zero().then_some(from)
    }

    /// What is left of a polynomial when the rows have taken away their pivots, and which of those given that took.
    fn rest(&self, mut polynomial: Polynomial) -> (Polynomial, BTreeSet<usize>) {
        let mut from = BTreeSet::new();
        for row in &self.0 {
            let there = polynomial.coefficient(&row.pivot);
            if let Some(times) = quotient(there, row.polynomial.coefficient(&row.pivot)).filter(|_| there.is_nonzero())
            {
                polynomial = polynomial.plus(&row.polynomial, times.negated());
                from.extend(&row.from);
            }
        }
        (polynomial, from)
    }
}

/// By the numbers of which of the given ones a polynomial is zero, by their products with terms too if that is asked for; `left` is how many
/// rows may be looked at for all.
pub(super) fn zero_by(
    polynomial: &Polynomial,
    given: &[(usize, &Polynomial)],
    with_terms: bool,
    left: &mut usize,
) -> Option<BTreeSet<usize>> {
    let terms = given.iter().flat_map(|(_, given)| given.variables()).chain(polynomial.variables());
    let terms: BTreeSet<TermId> = terms.filter(|_| with_terms).collect();
    let mut rows = Rows::default();
    for &(number, given) in given {
        rows.add(number, given, left)?;
        for &term in &terms {
            if let Some(multiple) = given.times(&Polynomial::monomial(given.width(), vec![term]), SIZE) {
                rows.add(number, &multiple, left)?;
            }
        }
    }
    rows.zero_by(polynomial.clone())
}

/// Whether a polynomial is zero where these are, and needs all of them for that.
pub(super) fn follows(polynomial: &Polynomial, from: &[&Polynomial], left: &mut usize) -> bool {
    let given: Vec<(usize, &Polynomial)> = from.iter().copied().enumerate().collect();
    [false, true].into_iter().any(|with_terms| {
        zero_by(polynomial, &given, with_terms, left).is_some_and(|numbers| numbers.len() == from.len())
    })
}

/// How often one is the other, as far as one pivot tells: `Some(q)` where `q * divisor` is `number` modulo two to the width.
fn quotient(number: BitVec, divisor: BitVec) -> Option<BitVec> {
    let by = twos(divisor);
    if twos(number) < by || !divisor.is_nonzero() {
        return None;
    }
    let width = number.width();
    let odd = inverse(divisor.unsigned() >> by);
    Some(BitVec::new(width, (number.unsigned() >> by).wrapping_mul(odd)))
}

/// How many factors of two a number has: zero has as many as there are bits.
fn twos(number: BitVec) -> u32 {
    number.unsigned().trailing_zeros().min(number.width())
}

/// The inverse of an odd number modulo `2^128`, by Newton's iteration.
pub(in crate::ts) fn inverse(odd: u128) -> u128 {
    (0..7).fold(odd, |inverse, _| inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::{CoreOp, TermPool};

    /// What follows from two equations is found with all that is needed, and no more; an equation with an even coefficient does not tell what
    /// half of it would.
    #[test]
    fn what_follows_needs_all_that_is_given() {
        let mut pool = TermPool::new();
        let [x, y, u] = ["x", "y", "u"].map(|name| pool.new_symbol(name, 16)).map(|symbol| pool.symbol(symbol));
        let mut of = |op, a, b| {
            let term = pool.core(op, a, b);
            (term, Polynomial::of(&mut pool, term, SIZE).expect("a small polynomial"))
        };
        let (_, equal) = of(CoreOp::Sub, x, y);
        let ((first, xu), (second, yu)) = (of(CoreOp::Mul, x, u), of(CoreOp::Mul, y, u));
        let (_, difference) = of(CoreOp::Sub, first, second);
        let (_, twice) = of(CoreOp::Add, x, x);
        let (_, only) = of(CoreOp::And, x, x);
        let mut left = 1000;
        let mut follows = |polynomial, from: &[&Polynomial]| follows(polynomial, from, &mut left);
        assert!(follows(&xu, &[&equal, &yu]) && follows(&difference, &[&equal]) && follows(&twice, &[&only]));
        assert!(!follows(&xu, &[&equal]) && !follows(&difference, &[&equal, &yu]) && !follows(&only, &[&twice]));
        assert!(!super::follows(&xu, &[&equal, &yu], &mut 0), "no more rows than allowed");
    }
}
