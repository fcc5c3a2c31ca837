//! Polynomials over terms, modulo two to the power of the width.
//!
//! A circuit of `(x + 1) * y` and one of `x * y + y` have little in common, and a SAT solver does not find out that they say the same. Written
//! as a sum of products of terms, with each product once, both are one. The ring is that of the integers modulo `2^w`, so that nothing is said
//! of an overflow: the arithmetic of words is the ring's.

use crate::bv::{BitVec, CoreOp, Predicate, Term, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A product of terms, in ascending order; that of none is 1.
pub type Monomial = Vec<TermId>;

/// A sum of products with coefficients, none of them zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Polynomial {
    width: u32,
    terms: BTreeMap<Monomial, BitVec>,
}

/// How large a polynomial that is computed becomes, at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// How many products it has.
    pub monomials: usize,
    /// How many factors each of them has.
    pub degree: usize,
}

impl Polynomial {
    /// The polynomial that is zero.
    pub fn zero(width: u32) -> Polynomial {
        Polynomial { width, terms: BTreeMap::new() }
    }

    /// The polynomial that is one.
    pub fn one(width: u32) -> Polynomial {
        Polynomial::monomial(width, Monomial::new())
    }

    /// One product, once.
    pub fn monomial(width: u32, monomial: Monomial) -> Polynomial {
        Polynomial { width, terms: BTreeMap::from([(monomial, BitVec::one(width))]) }
    }

    /// What a term is as a polynomial of those below it that are no sum, difference, product or complement; `None` if that is larger than
    /// asked for.
    pub fn of(pool: &mut TermPool, term: TermId, size: Size) -> Option<Polynomial> {
        let width = pool.width(term);
        let mut known: FxHashMap<TermId, Polynomial> = FxHashMap::default();
        let mut open = vec![term];
        while let Some(&id) = open.last() {
            if known.contains_key(&id) {
                open.pop();
                continue;
            }
            let operation = Operation::of(pool, id);
            let operands: Vec<TermId> = operation.operands().collect();
            let unknown: Vec<TermId> = operands.iter().copied().filter(|id| !known.contains_key(id)).collect();
            if !unknown.is_empty() {
                open.extend(unknown);
                continue;
            }
            open.pop();
            let polynomial = match operation {
                Operation::None => Polynomial::atom(pool, id),
                _ => operation.polynomial(width, |place| &known[&operands[place]], size)?,
            };
            if polynomial.terms.len() > size.monomials {
                return None;
            }
            known.insert(id, polynomial);
        }
        known.remove(&term)
    }

    /// A term that is not looked into: a constant, or a variable of polynomials.
    pub(super) fn atom(pool: &TermPool, term: TermId) -> Polynomial {
        match pool.as_constant(term) {
            Some(value) => Polynomial::constant(value),
            None => Polynomial::monomial(pool.width(term), vec![term]),
        }
    }

    /// A number.
    pub(super) fn constant(value: BitVec) -> Polynomial {
        Polynomial::one(value.width()).scaled(value)
    }

    /// The width of the words that it computes.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The terms that it is a polynomial of, some of them more than once.
    pub fn variables(&self) -> impl Iterator<Item = TermId> + '_ {
        self.terms.keys().flatten().copied()
    }

    /// Whether it is zero whatever its terms are.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// That it is zero, as a term of width 1: what has positive coefficients equals what has negative ones.
    pub fn is_zero_term(&self, pool: &mut TermPool) -> TermId {
        let zero = pool.constant(BitVec::zero(self.width));
        let mut sides = [zero; 2];
        for (monomial, coefficient) in self.iter() {
            let negative = self.width > 1 && coefficient.is_negative();
            let size = if negative { coefficient.negated() } else { coefficient };
            let summand = summand(pool, monomial, size);
            let side = &mut sides[usize::from(negative)];
            *side = pool.core(CoreOp::Add, *side, summand);
        }
        pool.compare(Predicate::Eq, sides[0], sides[1])
    }

    /// How many factors a product has at most.
    pub fn degree(&self) -> usize {
        self.terms.keys().map(Vec::len).max().unwrap_or(0)
    }

    /// The products, with their coefficients, in the order of the products.
    pub fn iter(&self) -> impl Iterator<Item = (&Monomial, BitVec)> {
        self.terms.iter().map(|(monomial, &coefficient)| (monomial, coefficient))
    }

    /// How many products there are.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The term that it is, where it is a constant, or one term once.
    pub fn only_term(&self, pool: &mut TermPool) -> Option<TermId> {
        let mut terms = self.iter();
        match (terms.next(), terms.next()) {
            (None, _) => Some(pool.constant(BitVec::zero(self.width))),
            (Some((monomial, number)), None) => match monomial[..] {
                [] => Some(pool.constant(number)),
                [only] if number == BitVec::one(self.width) => Some(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// A term that computes it.
    pub fn term(&self, pool: &mut TermPool) -> TermId {
        let zero = pool.constant(BitVec::zero(self.width));
        self.iter().fold(zero, |sum, (monomial, coefficient)| {
            let summand = summand(pool, monomial, coefficient);
            pool.core(CoreOp::Add, sum, summand)
        })
    }

    /// What stands before a product.
    pub fn coefficient(&self, monomial: &Monomial) -> BitVec {
        self.terms.get(monomial).copied().unwrap_or(BitVec::zero(self.width))
    }

    /// The sum with so many times another.
    pub fn plus(mut self, other: &Polynomial, times: BitVec) -> Polynomial {
        for (monomial, coefficient) in other.iter() {
            self.add(monomial.clone(), CoreOp::Mul.apply(coefficient, times));
        }
        self
    }

    /// The sum with another.
    pub(super) fn plus_one(self, other: &Polynomial) -> Polynomial {
        let one = BitVec::one(self.width);
        self.plus(other, one)
    }

    /// The difference.
    pub(super) fn minus(self, other: &Polynomial) -> Polynomial {
        let minus_one = BitVec::ones(self.width);
        self.plus(other, minus_one)
    }

    /// So many times the polynomial.
    pub fn scaled(&self, times: BitVec) -> Polynomial {
        Polynomial::zero(self.width).plus(self, times)
    }

    /// The polynomial that makes zero with it.
    pub fn negated(&self) -> Polynomial {
        self.scaled(BitVec::ones(self.width))
    }

    /// The product; `None` if it is larger than asked for.
    pub fn times(&self, other: &Polynomial, size: Size) -> Option<Polynomial> {
        if self.degree() + other.degree() > size.degree || self.terms.len() * other.terms.len() > size.monomials.pow(2)
        {
            return None;
        }
        let mut product = Polynomial::zero(self.width);
        for (one, by) in self.iter() {
            for (another, times) in other.iter() {
                let mut monomial: Monomial = one.iter().chain(another).copied().collect();
                monomial.sort_unstable();
                product.add(monomial, CoreOp::Mul.apply(by, times));
            }
        }
        (product.terms.len() <= size.monomials).then_some(product)
    }

    fn add(&mut self, monomial: Monomial, coefficient: BitVec) {
        let sum = self.terms.get(&monomial).map_or(coefficient, |&known| CoreOp::Add.apply(known, coefficient));
        match sum.is_nonzero() {
            true => self.terms.insert(monomial, sum),
            false => self.terms.remove(&monomial),
        };
    }
}

/// A product, so many times.
fn summand(pool: &mut TermPool, monomial: &Monomial, times: BitVec) -> TermId {
    let factors = monomial.iter().copied().reduce(|product, factor| pool.core(CoreOp::Mul, product, factor));
    let times = pool.constant(times);
    factors.map_or(times, |factors| pool.core(CoreOp::Mul, factors, times))
}

/// What a term computes in the ring of its own width.
pub(super) enum Operation {
    /// Nothing that the ring knows.
    None,
    Sum(TermId, TermId),
    Difference(TermId, TermId),
    Product(TermId, TermId),
    Complement(TermId),
    /// A term to the left by a constant, and a constant below.
    Shifted {
        of: TermId,
        by: u32,
        more: BitVec,
    },
}

impl Operation {
    /// What a term is made by.
    pub(super) fn of(pool: &mut TermPool, id: TermId) -> Operation {
        let width = pool.width(id);
        match pool.term(id) {
            Term::Binary(CoreOp::Add, a, b) => Operation::Sum(a, b),
            Term::Binary(CoreOp::Sub, a, b) => Operation::Difference(a, b),
            Term::Binary(CoreOp::Mul, a, b) => Operation::Product(a, b),
            // The low bits taken away.
            Term::Binary(CoreOp::And, a, mask) => match pool.as_constant(mask).and_then(zeros_below_ones) {
                Some(by) => {
                    let high = pool.extract(a, width - 1, by);
                    Operation::Shifted { of: widened(pool, high, width), by, more: BitVec::zero(width) }
                }
                None => Operation::None,
            },
            Term::Not(a) => Operation::Complement(a),
            // How a shift by a constant is built: the low bits of a term, which may have been rewritten, above zeros.
            Term::Concat(high, low) => match pool.as_constant(low) {
                Some(more) => {
                    let of = widened(pool, high, width);
                    Operation::Shifted { of, by: more.width(), more: BitVec::new(width, more.unsigned()) }
                }
                None => Operation::None,
            },
            _ => Operation::None,
        }
    }

    /// The polynomial of the result, from those of the operands by their places; `None` if that is none, or larger than asked for.
    pub(super) fn polynomial<'a>(
        &self,
        width: u32,
        of: impl Fn(usize) -> &'a Polynomial,
        size: Size,
    ) -> Option<Polynomial> {
        Some(match *self {
            Operation::None => return None,
            Operation::Sum(..) if of(0).len() < of(1).len() => of(1).clone().plus_one(of(0)),
            Operation::Sum(..) => of(0).clone().plus_one(of(1)),
            Operation::Difference(..) => of(0).clone().minus(of(1)),
            Operation::Product(..) => of(0).times(of(1), size)?,
            Operation::Shifted { by, more, .. } => Polynomial::constant(more).plus(of(0), BitVec::new(width, 1 << by)),
            // ~a = -1 - a
            Operation::Complement(_) => Polynomial::constant(BitVec::ones(width)).minus(of(0)),
        })
    }

    pub(super) fn operands(&self) -> impl Iterator<Item = TermId> {
        let operands = match *self {
            Operation::None => [None; 2],
            Operation::Sum(a, b) | Operation::Difference(a, b) | Operation::Product(a, b) => [Some(a), Some(b)],
            Operation::Shifted { of, .. } | Operation::Complement(of) => [Some(of), None],
        };
        operands.into_iter().flatten()
    }
}

/// What the ring looks into below a term, one level down.
pub fn operands(pool: &mut TermPool, term: TermId) -> impl Iterator<Item = TermId> {
    Operation::of(pool, term).operands()
}

/// How many zeros a number has below ones only, if it has both.
fn zeros_below_ones(number: BitVec) -> Option<u32> {
    let zeros = number.unsigned().trailing_zeros();
    let is_mask = (1..number.width()).contains(&zeros)
        && number == CoreOp::Shl.apply(BitVec::ones(number.width()), BitVec::new(number.width(), zeros.into()));
    is_mask.then_some(zeros)
}

/// A term of a greater width with the same low bits: one that the term may have been made from.
fn widened(pool: &mut TermPool, term: TermId, width: u32) -> TermId {
    match pool.term(term) {
        Term::Extract { of, low: 0, .. } if pool.width(of) == width => of,
        Term::SignExtend { of, .. } => pool.sign_extend(of, width),
        Term::Not(inner) => {
            let inner = widened(pool, inner, width);
            pool.not(inner)
        }
        _ => pool.zero_extend(term, width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::eval::Evaluator;

    const SIZE: Size = Size { monomials: 100, degree: 6 };

    /// What a polynomial is where its terms have values.
    fn value(polynomial: &Polynomial, of: &mut impl FnMut(TermId) -> BitVec) -> BitVec {
        let mut sum = BitVec::zero(polynomial.width);
        for (monomial, coefficient) in polynomial.iter() {
            let product = monomial.iter().fold(coefficient, |product, &term| CoreOp::Mul.apply(product, of(term)));
            sum = CoreOp::Add.apply(sum, product);
        }
        sum
    }

    /// A random term of three words, with operations of the ring and others.
    fn random(pool: &mut TermPool, words: &[TermId], depth: usize, random: &mut fastrand::Rng) -> TermId {
        let width = pool.width(words[0]);
        if depth == 0 {
            return match random.u8(..4) {
                0 => pool.constant(BitVec::new(width, random.u128(..))),
                _ => words[random.usize(..words.len())],
            };
        }
        let [a, b] = [0; 2].map(|_| self::random(pool, words, depth - 1, random));
        match random.u8(..9) {
            0 => pool.not(a),
            7 => {
                let mask = pool.constant(BitVec::new(width, u128::MAX << random.u32(..4)));
                pool.core(CoreOp::And, a, mask)
            }
            8 => {
                // Low bits, extended, above a number.
                let by = 1 + random.u32(..width - 1);
                let (high, low) = (pool.extract(a, width - 1 - by, 0), BitVec::new(by, random.u128(..)));
                let low = pool.constant(low);
                pool.concat(high, low)
            }
            1 => pool.core(CoreOp::Mul, a, b),
            2 => pool.core(CoreOp::Sub, a, b),
            3 => {
                let by = pool.constant(BitVec::new(width, random.u128(..4)));
                pool.core(CoreOp::Shl, a, by)
            }
            4 => pool.core(CoreOp::Xor, a, b),
            _ => pool.core(CoreOp::Add, a, b),
        }
    }

    /// A term and its polynomial have the same value, for all widths up to 128.
    #[test]
    fn a_polynomial_has_the_value_of_its_term() {
        let (mut seen, mut rng) = (0, fastrand::Rng::with_seed(5));
        for round in 0..400 {
            let (mut pool, width) = (TermPool::new(), 2 + round % 127);
            let symbols = ["x", "y", "z"].map(|name| pool.new_symbol(name, width));
            let words = symbols.map(|symbol| pool.symbol(symbol));
            let term = random(&mut pool, &words, 4, &mut rng);
            let Some(polynomial) = Polynomial::of(&mut pool, term, SIZE) else { continue };
            seen += 1;
            let values = [0; 3].map(|_| BitVec::new(width, rng.u128(..)));
            let of = |symbol| values[symbols.iter().position(|&known| known == symbol).expect("one of three")];
            let mut evaluator = Evaluator::new(&pool, of);
            let expected = evaluator.value(term);
            assert_eq!(value(&polynomial, &mut |id| evaluator.value(id)), expected);
        }
        assert!(seen > 200, "{seen}");
    }

    /// `(x + 1) * (x - 1) - x * x` is -1, and `x * (y + 2) - y * x` is `2 * x`.
    #[test]
    fn what_is_the_same_is_one_polynomial() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.new_symbol(name, 64)).map(|symbol| pool.symbol(symbol));
        let [one, two] = [1, 2].map(|number| pool.constant(BitVec::new(64, number)));
        let (above, below) = (pool.core(CoreOp::Add, x, one), pool.core(CoreOp::Sub, x, one));
        let (product, square) = (pool.core(CoreOp::Mul, above, below), pool.core(CoreOp::Mul, x, x));
        let term = pool.core(CoreOp::Sub, product, square);
        assert_eq!(Polynomial::of(&mut pool, term, SIZE), Some(Polynomial::constant(BitVec::ones(64))));
        let more = pool.core(CoreOp::Add, y, two);
        let (product, other) = (pool.core(CoreOp::Mul, x, more), pool.core(CoreOp::Mul, y, x));
        let term = pool.core(CoreOp::Sub, product, other);
        let twice = pool.core(CoreOp::Add, x, x);
        assert_eq!(Polynomial::of(&mut pool, term, SIZE), Polynomial::of(&mut pool, twice, SIZE));
        let shifted = pool.core(CoreOp::Shl, x, one);
        assert_eq!(Polynomial::of(&mut pool, shifted, SIZE), Polynomial::of(&mut pool, twice, SIZE));
    }

    #[test]
    fn a_polynomial_is_not_larger_than_asked_for() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.new_symbol(name, 32)).map(|symbol| pool.symbol(symbol));
        let sum = pool.core(CoreOp::Add, x, y);
        let square = pool.core(CoreOp::Mul, sum, sum);
        let mut size = |monomials, degree| Polynomial::of(&mut pool, square, Size { monomials, degree });
        assert!(size(3, 2).is_some() && size(2, 2).is_none() && size(3, 1).is_none());
    }
}
