//! Evaluation of terms by the reference semantics.

use crate::bv::{BitVec, SymbolId, Term, TermId, TermPool, UnaryOp};
use rustc_hash::FxHashMap;

/// The value of a term where each symbol has the value that `environment` gives it.
///
/// # Panics
/// If the environment answers with a value of another width than the symbol's.
pub fn evaluate(pool: &TermPool, term: TermId, environment: impl Fn(SymbolId) -> BitVec) -> BitVec {
    Evaluator::new(pool, environment).value(term)
}

/// Evaluates many terms under one environment, each subterm once.
pub struct Evaluator<'a, E> {
    pool: &'a TermPool,
    environment: E,
    values: FxHashMap<TermId, BitVec>,
}

impl<'a, E: Fn(SymbolId) -> BitVec> Evaluator<'a, E> {
    /// An evaluator that knows no values yet.
    pub fn new(pool: &'a TermPool, environment: E) -> Evaluator<'a, E> {
        Evaluator { pool, environment, values: FxHashMap::default() }
    }

    /// The value of a term.
    ///
    /// # Panics
    /// If the environment answers with a value of another width than the symbol's.
    pub fn value(&mut self, term: TermId) -> BitVec {
        for id in self.pool.cone([term], |id| self.values.contains_key(&id)) {
            let value = self.value_from_operands(id);
            assert_eq!(value.width(), self.pool.width(id), "a value of a width other than its term's");
            self.values.insert(id, value);
        }
        self.values[&term]
    }

    /// The value of a term whose operands have values.
    fn value_from_operands(&self, id: TermId) -> BitVec {
        let value = |id: TermId| self.values[&id];
        match self.pool.term(id) {
            Term::Constant(constant) => constant,
            Term::Symbol(symbol) => (self.environment)(symbol),
            Term::Not(a) => UnaryOp::Not.apply(value(a)),
            Term::Binary(op, a, b) => op.apply(value(a), value(b)),
            Term::Ite(condition, then, otherwise) => {
                if value(condition).is_nonzero() {
                    value(then)
                } else {
                    value(otherwise)
                }
            }
            Term::Concat(high, low) => value(high).concat(value(low)),
            Term::Extract { of, high, low } => value(of).extract(high, low),
            Term::SignExtend { of, width } => value(of).sign_extend(width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::{BinaryOp, CoreOp};

    #[test]
    fn deep_terms_need_no_deep_stack() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.new_symbol("x", 32), pool.new_symbol("y", 32));
        let (x_term, y_term) = (pool.symbol(x), pool.symbol(y));
        let mut term = x_term;
        for step in 0..200_000 {
            let op = if step % 2 == 0 { CoreOp::Mul } else { CoreOp::Add };
            term = pool.core(op, term, y_term);
        }
        let value = std::thread::Builder::new()
            .stack_size(64 * 1024)
            .spawn(move || evaluate(&pool, term, |symbol| BitVec::new(32, if symbol == x { 7 } else { 3 })))
            .unwrap()
            .join()
            .unwrap();
        let three = BitVec::new(32, 3);
        let expected = (0..200_000).fold(BitVec::new(32, 7), |value, step| {
            (if step % 2 == 0 { BinaryOp::Mul } else { BinaryOp::Add }).apply(value, three)
        });
        assert_eq!(value, expected);
    }
}
