//! Linear forms of terms.

use crate::bv::{BitVec, CoreOp, SymbolId, Term, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A sum of more words has no form here.
const MOST_WORDS: usize = 4;

/// A sum of words times numbers, as integers: what it is modulo two to some width is not looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Linear {
    pub words: BTreeMap<SymbolId, i128>,
    pub constant: i128,
}

impl Linear {
    /// A word alone.
    pub fn of_word(word: SymbolId) -> Linear {
        Linear { words: BTreeMap::from([(word, 1)]), constant: 0 }
    }

    /// The sum with so many times another one; `None` for numbers that are too large.
    pub fn add(mut self, other: &Linear, times: i128) -> Option<Linear> {
        for (&word, &factor) in &other.words {
            let sum = self.words.entry(word).or_insert(0);
            *sum = sum.checked_add(factor.checked_mul(times)?)?;
        }
        self.words.retain(|_, factor| *factor != 0);
        self.constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        Some(self)
    }

    /// Whether its numbers can be negated and divided without care.
    pub fn is_small(&self) -> bool {
        self.words.values().chain([&self.constant]).all(|&number| i64::try_from(number).is_ok())
    }

    /// The forms of the terms that have one, operands first. Each term is looked at once, however often others share it.
    pub fn forms(pool: &TermPool, terms: &[TermId]) -> FxHashMap<TermId, Linear> {
        let mut forms = FxHashMap::default();
        for &term in terms {
            if let Some(form) = Linear::of(pool, term, &forms).filter(|form| form.words.len() <= MOST_WORDS) {
                forms.insert(term, form);
            }
        }
        forms
    }

    /// The form of a term by those of its operands.
    fn of(pool: &TermPool, term: TermId, forms: &FxHashMap<TermId, Linear>) -> Option<Linear> {
        let number = |term| pool.as_constant(term).map(BitVec::signed);
        let nothing = Linear::default();
        match pool.term(term) {
            Term::Constant(constant) => Some(Linear { constant: constant.signed(), ..nothing }),
            Term::Symbol(symbol) => Some(Linear::of_word(symbol)),
            Term::Not(a) => Linear { constant: -1, ..nothing }.add(forms.get(&a)?, -1),
            Term::Binary(CoreOp::Add, a, b) => forms.get(&a)?.clone().add(forms.get(&b)?, 1),
            Term::Binary(CoreOp::Sub, a, b) => forms.get(&a)?.clone().add(forms.get(&b)?, -1),
            Term::Binary(CoreOp::Mul, a, b) => match (number(a), number(b)) {
                (Some(times), _) => nothing.add(forms.get(&b)?, times),
                (_, Some(times)) => nothing.add(forms.get(&a)?, times),
                _ => None,
            },
            Term::Binary(CoreOp::Shl, a, b) => {
                nothing.add(forms.get(&a)?, 1i128.checked_shl(u32::try_from(number(b)?).ok()?)?)
            }
            Term::Concat(high, low) => match (pool.as_constant(high), pool.as_constant(low)) {
                (Some(zero), _) if !zero.is_nonzero() => forms.get(&low).cloned(),
                (_, Some(low)) => Linear { constant: i128::try_from(low.unsigned()).ok()?, ..nothing }
                    .add(forms.get(&high)?, 1i128.checked_shl(low.width())?),
                _ => None,
            },
            Term::SignExtend { of, .. } | Term::Extract { of, low: 0, .. } => forms.get(&of).cloned(),
            _ => None,
        }
    }

    /// The term of this width. Narrower words are extended by their signs, but for those that are `unsigned`.
    pub fn build(&self, pool: &mut TermPool, width: u32, unsigned: &FxHashSet<SymbolId>) -> TermId {
        let modulo = |number: i128| BitVec::new(width, number as u128 & (u128::MAX >> (128 - width)));
        let mut sum = pool.constant(modulo(self.constant));
        for (&symbol, &factor) in &self.words {
            let word = pool.symbol(symbol);
            let word = match pool.width(word) {
                narrow if narrow < width && unsigned.contains(&symbol) => pool.zero_extend(word, width),
                narrow if narrow < width => pool.sign_extend(word, width),
                wide if wide > width => pool.truncate(word, width),
                _ => word,
            };
            let factor = pool.constant(modulo(factor));
            let product = pool.core(CoreOp::Mul, word, factor);
            sum = pool.core(CoreOp::Add, sum, product);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Evaluator;

    fn form(pool: &TermPool, term: TermId) -> Option<Linear> {
        Linear::forms(pool, &pool.cone([term], |_| false)).remove(&term)
    }

    #[test]
    fn linear_forms_are_what_terms_compute() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.new_symbol("x", 32), pool.new_symbol("y", 32));
        let (a, b) = (pool.symbol(x), pool.symbol(y));
        let wide = pool.sign_extend(a, 64);
        let four = pool.constant(BitVec::new(64, 4));
        let offset = pool.core(CoreOp::Mul, wide, four);
        let position = pool.truncate(offset, 20);
        let two = pool.constant(BitVec::new(32, 2));
        let twice = pool.core(CoreOp::Mul, b, two);
        let one = pool.constant(BitVec::one(32));
        let odd = pool.core(CoreOp::Add, twice, one);
        let difference = pool.core(CoreOp::Sub, a, odd);
        for (term, expected) in [(position, [4, 0, 0]), (odd, [0, 2, 1]), (difference, [1, -2, -1])] {
            let linear = form(&pool, term).expect("it is a sum");
            let factor = |word| linear.words.get(&word).copied().unwrap_or(0);
            assert_eq!([factor(x), factor(y), linear.constant], expected);
            let width = pool.width(term);
            let built = linear.build(&mut pool, width, &FxHashSet::default());
            for (first, second) in [(0, 0), (1, 2), (300, 7), (65_535, 4)] {
                let value = |symbol| BitVec::new(32, if symbol == x { first } else { second });
                assert_eq!(Evaluator::new(&pool, value).value(built), Evaluator::new(&pool, value).value(term));
            }
        }
        let product = pool.core(CoreOp::Mul, a, b);
        assert_eq!(form(&pool, product), None);
        // Two to the sixtieth times `x`, by sums of sums.
        let many = (0..60).fold(a, |sum, _| pool.core(CoreOp::Add, sum, sum));
        assert!(form(&pool, many).is_none_or(|form| form.words.get(&x) == Some(&(1 << 60))));
    }
}
