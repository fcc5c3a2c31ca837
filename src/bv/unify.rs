//! Terms that compute the same are made one term, where a normal form shows that they do.
//!
//! A circuit of `(a + b) + c` and one of `(c + a) + b` have little in common, and what a SAT solver needs to see that they agree grows with
//! the number of summands and bits. Two normal forms are compared:
//!
//! * sums of products ([`Polynomial`]), into which choices between sums that differ little are drawn, `r + 1` or `r - 1` being `r - 1` and a choice
//!   of 2 or 0; the low bits of a sum are the sum of the low bits;
//! * the greatest, or the least, of a set of terms, which none of the set exceeds.
//!
//! Terms keep their shapes: of those with one normal form the first stands for all.

use super::polynomial::{Operation, Polynomial, Size};
use super::{BitVec, CoreOp, Term, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Polynomials that are compared have so many products at most.
const SIZE: Size = Size { monomials: 512, degree: 12 };

/// All polynomials together have so many products at most; after these, terms are variables.
const MOST_PRODUCTS: usize = 1 << 19;

/// Sets of which the greatest is taken have so many members at most.
const MOST_MEMBERS: usize = 256;

/// Normal forms of terms that are no parts of what is unified lead to each other over so many steps at most.
const DEEPEST: usize = 20;

impl TermPool {
    /// The terms with parts that are found to compute the same made one.
    pub fn unified(&mut self, roots: &[TermId]) -> Vec<TermId> {
        let mut forms = Forms::default();
        self.rebuilt(roots, |pool, _, built| forms.first(pool, built))
    }
}

/// The greatest or the least of a set of terms.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Extreme {
    /// By which order.
    order: CoreOp,
    is_greatest: bool,
    /// Of what, ascending.
    members: Vec<TermId>,
}

#[derive(Default)]
struct Forms {
    /// How many products the polynomials have together.
    products: usize,
    polynomials: FxHashMap<TermId, Rc<Polynomial>>,
    /// The first term of each polynomial.
    of_polynomial: FxHashMap<Rc<Polynomial>, TermId>,
    extremes: FxHashMap<TermId, Rc<Extreme>>,
    /// The first term of each of them.
    of_extreme: FxHashMap<Rc<Extreme>, TermId>,
}

impl Forms {
    /// The first term that computes the same.
    fn first(&mut self, pool: &mut TermPool, id: TermId) -> TermId {
        if pool.width(id) == 1 {
            let is_never = self.is_never(pool, id);
            return if is_never { pool.constant(BitVec::bit(false)) } else { id };
        }
        let polynomial = self.polynomial(pool, id, 0);
        if let Some(only) = polynomial.only_term(pool) {
            if only != id {
                return only;
            }
        }
        let first = *self.of_polynomial.entry(polynomial).or_insert(id);
        match Self::extreme(pool, first, &self.extremes) {
            Some(extreme) => {
                let extreme = Rc::new(extreme);
                self.extremes.insert(first, extreme.clone());
                *self.of_extreme.entry(extreme).or_insert(first)
            }
            None => first,
        }
    }

    /// Whether a term says that the greatest of a set is less than one of the set, or the least more.
    fn is_never(&self, pool: &TermPool, id: TermId) -> bool {
        let Term::Binary(order @ (CoreOp::Slt | CoreOp::Ult), less, more) = pool.term(id) else { return false };
        let is_among = |extreme: TermId, is_greatest: bool, member: TermId| {
            let extreme = self.extremes.get(&extreme).filter(|it| it.order == order && it.is_greatest == is_greatest);
            extreme.is_some_and(|extreme| extreme.members.binary_search(&member).is_ok())
        };
        is_among(less, true, more) || is_among(more, false, less)
    }

    /// A term as a polynomial: as [`Polynomial::of`], and into low bits and choices. What would be too large is a variable.
    fn polynomial(&mut self, pool: &mut TermPool, id: TermId, depth: usize) -> Rc<Polynomial> {
        if let Some(known) = self.polynomials.get(&id) {
            return known.clone();
        }
        let is_looked_into = depth < DEEPEST && self.products < MOST_PRODUCTS;
        let found = if is_looked_into { self.found(pool, id, depth + 1) } else { None };
        let polynomial = found.filter(|found| found.len() <= SIZE.monomials);
        let polynomial = Rc::new(polynomial.unwrap_or_else(|| Polynomial::atom(pool, id)));
        self.products += polynomial.len();
        self.polynomials.insert(id, polynomial.clone());
        polynomial
    }

    /// The polynomial of a term that is no variable.
    fn found(&mut self, pool: &mut TermPool, id: TermId, depth: usize) -> Option<Polynomial> {
        match pool.term(id) {
            Term::Extract { of, high, low: 0 } => {
                let wide = self.polynomial(pool, of, depth);
                if wide.only_term(pool) == Some(of) {
                    return None;
                }
                let mut sum = Polynomial::zero(high + 1);
                for (monomial, coefficient) in wide.iter() {
                    let mut product = Polynomial::constant(coefficient.truncate(high + 1));
                    for &factor in monomial {
                        let factor = pool.extract(factor, high, 0);
                        product = product.times(&self.polynomial(pool, factor, depth), SIZE)?;
                    }
                    sum = sum.plus_one(&product);
                }
                Some(sum)
            }
            Term::Ite(condition, then, otherwise) => {
                let [a, b] = [then, otherwise].map(|side| self.polynomial(pool, side, depth));
                let difference = (*a).clone().minus(&b);
                if difference.len() >= a.len() + b.len() {
                    return None;
                }
                let (difference, zero) = (difference.term(pool), Polynomial::zero(difference.width()).term(pool));
                let choice = pool.ite(condition, difference, zero);
                let choice = if choice == id { None } else { Some(self.polynomial(pool, choice, depth)) };
                Some((*b).clone().plus_one(&*choice?))
            }
            _ => {
                let operation = Operation::of(pool, id);
                let operands: Vec<Rc<Polynomial>> =
                    operation.operands().map(|operand| self.polynomial(pool, operand, depth)).collect();
                operation.polynomial(pool.width(id), |place| &operands[place], SIZE)
            }
        }
    }

    /// A term as the greatest or the least of a set.
    fn extreme(pool: &TermPool, id: TermId, known: &FxHashMap<TermId, Rc<Extreme>>) -> Option<Extreme> {
        let Term::Ite(condition, then, otherwise) = pool.term(id) else { return None };
        let Term::Binary(order @ (CoreOp::Slt | CoreOp::Ult), a, b) = pool.term(condition) else { return None };
        let is_greatest = match (then, otherwise) {
            _ if (then, otherwise) == (b, a) => true,
            _ if (then, otherwise) == (a, b) => false,
            _ => return None,
        };
        let of_kind = |extreme: &&Rc<Extreme>| extreme.order == order && extreme.is_greatest == is_greatest;
        let members = |side: TermId| match known.get(&side).filter(of_kind) {
            Some(extreme) => extreme.members.clone(),
            None => vec![side],
        };
        let mut members = [members(a), members(b)].concat();
        members.sort_unstable();
        members.dedup();
        (members.len() <= MOST_MEMBERS).then_some(Extreme { order, is_greatest, members })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::testing::RandomBits;
    use crate::bv::{BinaryOp, BitVec, Evaluator, Predicate, SymbolId};
    use bitreach_formula::testing::{for_all, Random};

    /// A pool with words of this width, and choices.
    struct Terms {
        pool: TermPool,
        symbols: Vec<SymbolId>,
        words: Vec<TermId>,
        choices: Vec<TermId>,
    }

    fn terms(width: u32, count: usize) -> Terms {
        let mut pool = TermPool::new();
        let words: Vec<SymbolId> = (0..count).map(|number| pool.new_symbol(&format!("x{number}"), width)).collect();
        let choices: Vec<SymbolId> = (0..count).map(|number| pool.new_symbol(&format!("c{number}"), 1)).collect();
        let symbols = [&words[..], &choices].concat();
        let [words, choices] = [words, choices].map(|symbols| symbols.iter().map(|&id| pool.symbol(id)).collect());
        Terms { pool, symbols, words, choices }
    }

    /// The terms, each combined with the next by an operation, in the order of these numbers.
    fn folded(
        terms: &mut Terms,
        order: &[usize],
        mut combine: impl FnMut(&mut Terms, TermId, usize) -> TermId,
    ) -> TermId {
        let first = terms.words[order[0]];
        order[1..].iter().fold(first, |result, &next| combine(terms, result, next))
    }

    fn are_one(terms: &mut Terms, a: TermId, b: TermId) -> bool {
        assert_ne!(a, b, "they are not alike");
        let unified = terms.pool.unified(&[a, b]);
        unified[0] == unified[1]
    }

    const ORDERS: [[usize; 5]; 2] = [[0, 1, 2, 3, 4], [3, 1, 4, 0, 2]];

    #[test]
    fn sums_in_another_order_are_one() {
        let mut terms = terms(64, 5);
        let [a, b] = ORDERS.map(|order| {
            folded(&mut terms, &order, |terms, sum, next| terms.pool.core(CoreOp::Add, sum, terms.words[next]))
        });
        assert!(are_one(&mut terms, a, b));
    }

    #[test]
    fn the_low_bits_of_a_sum_are_the_sum_of_low_bits() {
        let mut terms = terms(32, 5);
        let [a, b] = ORDERS.map(|order| {
            folded(&mut terms, &order, |terms, sum, next| {
                let wide = [sum, terms.words[next]].map(|word| terms.pool.sign_extend(word, 64));
                let sum = terms.pool.core(CoreOp::Add, wide[0], wide[1]);
                terms.pool.extract(sum, 31, 0)
            })
        });
        assert!(are_one(&mut terms, a, b));
    }

    #[test]
    fn numbers_of_choices_are_one() {
        let mut terms = terms(32, 5);
        let one = terms.pool.constant(BitVec::one(32));
        let [a, b] = ORDERS.map(|order| {
            folded(&mut terms, &order, |terms, sum, next| {
                let [more, less] = [CoreOp::Add, CoreOp::Sub].map(|op| terms.pool.core(op, sum, one));
                terms.pool.ite(terms.choices[next], more, less)
            })
        });
        // They begin with different words.
        let [a, b] = [(a, 0), (b, 3)].map(|(sum, first)| terms.pool.core(CoreOp::Sub, sum, terms.words[first]));
        assert!(!are_one(&mut terms, a, b), "the first choice is not among them");
        let [a, b] = [[1, 2, 3, 4], [4, 2, 1, 3]].map(|order| {
            let zero = terms.pool.constant(BitVec::zero(32));
            order.into_iter().fold(zero, |sum, next| {
                let more = terms.pool.core(CoreOp::Add, sum, terms.words[next]);
                terms.pool.ite(terms.choices[next], more, sum)
            })
        });
        assert!(are_one(&mut terms, a, b));
    }

    #[test]
    fn the_greatest_and_the_least_are_one_in_any_order() {
        for op in [BinaryOp::SMax, BinaryOp::SMin, BinaryOp::UMax, BinaryOp::UMin] {
            let mut terms = terms(16, 5);
            let [a, b] = ORDERS.map(|order| {
                folded(&mut terms, &order, |terms, sum, next| terms.pool.binary(op, sum, terms.words[next]))
            });
            assert!(are_one(&mut terms, a, b), "{op:?}");
        }
    }

    fn random_term(terms: &mut Terms, depth: usize, random: &mut Random) -> TermId {
        let width = terms.pool.width(terms.words[0]);
        if depth == 0 {
            return match random.below(4) {
                0 => {
                    let value = random.bits(width);
                    terms.pool.constant(value)
                }
                _ => terms.words[random.below(terms.words.len())],
            };
        }
        let [a, b] = [0; 2].map(|_| random_term(terms, depth - 1, random));
        let pool = &mut terms.pool;
        match random.below(10) {
            0 => pool.not(a),
            1 => pool.core(CoreOp::Mul, a, b),
            2 => pool.core(CoreOp::Sub, a, b),
            3 => pool.binary([BinaryOp::SMax, BinaryOp::UMin][random.below(2)], a, b),
            4 => pool.ite(terms.choices[random.below(terms.choices.len())], a, b),
            5 => {
                let less = pool.compare([Predicate::Slt, Predicate::Ult][random.below(2)], a, b);
                pool.ite(less, a, b)
            }
            6 => {
                // Up and down again.
                let wide = [pool.sign_extend(a, width + 3), pool.zero_extend(b, width + 3)];
                let sum = pool.core(CoreOp::Add, wide[0], wide[1]);
                pool.extract(sum, width - 1, 0)
            }
            7 => {
                let one = pool.constant(BitVec::one(width));
                let more = pool.core(CoreOp::Add, a, one);
                pool.ite(terms.choices[random.below(terms.choices.len())], more, a)
            }
            _ => pool.core(CoreOp::Add, a, b),
        }
    }

    #[test]
    fn what_is_unified_has_the_same_values() {
        let mut smaller = 0;
        for_all(
            1500,
            |random: &mut Random| random.number(),
            |seed| {
                let mut random = Random::new(seed);
                let width = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 64, 125][random.below(12)];
                let mut terms = terms(width, 3);
                let roots: Vec<TermId> = (0..3).map(|_| random_term(&mut terms, 5, &mut random)).collect();
                let unified = terms.pool.unified(&roots);
                let count = |roots: &[TermId]| terms.pool.cone(roots.iter().copied(), |_| false).len();
                smaller += usize::from(count(&unified) < count(&roots));
                for _ in 0..20 {
                    let values: Vec<BitVec> =
                        terms.symbols.iter().map(|&id| random.bits(terms.pool.symbol_width(id))).collect();
                    let of =
                        |symbol| values[terms.symbols.iter().position(|&known| known == symbol).expect("one of them")];
                    let mut evaluator = Evaluator::new(&terms.pool, of);
                    for (&root, &other) in roots.iter().zip(&unified) {
                        assert_eq!(evaluator.value(root), evaluator.value(other), "seed {seed}");
                    }
                }
            },
        );
        assert!(smaller > 300, "{smaller}");
    }
}
