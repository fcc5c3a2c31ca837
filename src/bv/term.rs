//! Hash-consed bit-vector terms.
//!
//! A [`TermPool`] owns its terms and never changes or frees one; a [`TermId`] names one. Two things hold for every pool
//! and are used everywhere:
//!
//! * Terms of equal shape are one term, so that equality of ids is equality of shape.
//! * A term's operands have smaller ids. Sorting ids is a topological order, so that nothing here needs recursion over
//!   the depth of terms, which may be some hundred thousand.
//!
//! The core operators below are few, and each has a circuit. The other operations of [`op`](crate::bv::op) are built
//! from them in [`derived`](crate::bv::derived). Construction applies the rules of [`rewrite`].

use crate::bv::{rewrite, BinaryOp, BitVec, OverflowOp, Predicate};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// A term of one pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(u32);

impl TermId {
    /// A dense index: the first term of a pool has index 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A free word of one pool: a state or an input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(u32);

impl SymbolId {
    /// A dense index: the first symbol of a pool has index 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a term is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A constant.
    Constant(BitVec),
    /// A free word.
    Symbol(SymbolId),
    /// The bitwise complement.
    Not(TermId),
    /// A core operator on two operands of one width.
    Binary(CoreOp, TermId, TermId),
    /// The second where the first, of width 1, is 1; else the third.
    Ite(TermId, TermId, TermId),
    /// The bits of the first above those of the second.
    Concat(TermId, TermId),
    /// Bits `low` to `high` of a term, both included. Zero extension is [`Term::Concat`] with a constant.
    Extract {
        /// The term.
        of: TermId,
        /// The highest bit.
        high: u32,
        /// The lowest bit.
        low: u32,
    },
    /// The signed number of a term at a greater width.
    SignExtend {
        /// The term.
        of: TermId,
        /// The width of the result.
        width: u32,
    },
}

/// The operators on two operands that terms are made of, by the names of [`BinaryOp`], [`Predicate`] and
/// [`OverflowOp`]. There is no `Or`: it is the complement of an [`And`](CoreOp::And) of complements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CoreOp {
    And,
    Xor,
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    Shl,
    LShr,
    AShr,
    Eq,
    Ult,
    Slt,
    UMulOverflow,
    SMulOverflow,
}

impl CoreOp {
    /// All of them.
    pub const ALL: [CoreOp; 15] = [
        CoreOp::And,
        CoreOp::Xor,
        CoreOp::Add,
        CoreOp::Sub,
        CoreOp::Mul,
        CoreOp::UDiv,
        CoreOp::URem,
        CoreOp::Shl,
        CoreOp::LShr,
        CoreOp::AShr,
        CoreOp::Eq,
        CoreOp::Ult,
        CoreOp::Slt,
        CoreOp::UMulOverflow,
        CoreOp::SMulOverflow,
    ];

    /// Whether the result has width 1 instead of the operands' width.
    pub fn is_predicate(self) -> bool {
        use CoreOp::*;
        matches!(self, Eq | Ult | Slt | UMulOverflow | SMulOverflow)
    }

    /// Whether the operands can be swapped.
    pub fn is_commutative(self) -> bool {
        use CoreOp::*;
        matches!(self, And | Xor | Add | Mul | Eq | UMulOverflow | SMulOverflow)
    }

    /// The operator applied to values.
    ///
    /// # Panics
    /// If the widths differ.
    pub fn apply(self, a: BitVec, b: BitVec) -> BitVec {
        match self {
            CoreOp::And => BinaryOp::And.apply(a, b),
            CoreOp::Xor => BinaryOp::Xor.apply(a, b),
            CoreOp::Add => BinaryOp::Add.apply(a, b),
            CoreOp::Sub => BinaryOp::Sub.apply(a, b),
            CoreOp::Mul => BinaryOp::Mul.apply(a, b),
            CoreOp::UDiv => BinaryOp::UDiv.apply(a, b),
            CoreOp::URem => BinaryOp::URem.apply(a, b),
            CoreOp::Shl => BinaryOp::Shl.apply(a, b),
            CoreOp::LShr => BinaryOp::LShr.apply(a, b),
            CoreOp::AShr => BinaryOp::AShr.apply(a, b),
            CoreOp::Eq => BitVec::bit(Predicate::Eq.apply(a, b)),
            CoreOp::Ult => BitVec::bit(Predicate::Ult.apply(a, b)),
            CoreOp::Slt => BitVec::bit(Predicate::Slt.apply(a, b)),
            CoreOp::UMulOverflow => BitVec::bit(OverflowOp::UMul.apply(a, b)),
            CoreOp::SMulOverflow => BitVec::bit(OverflowOp::SMul.apply(a, b)),
        }
    }
}

impl Term {
    /// The operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = TermId> {
        let operands = match *self {
            Term::Constant(_) | Term::Symbol(_) => [None, None, None],
            Term::Not(a) | Term::Extract { of: a, .. } | Term::SignExtend { of: a, .. } => [Some(a), None, None],
            Term::Binary(_, a, b) | Term::Concat(a, b) => [Some(a), Some(b), None],
            Term::Ite(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        operands.into_iter().flatten()
    }
}

/// A name and a width: what a pool knows of a free word.
#[derive(Clone, Debug)]
struct Symbol {
    name: String,
    width: u32,
}

/// Terms of one system, all of widths 1 to [`BitVec::MAX_WIDTH`].
///
/// The functions that build terms panic on operands of widths that do not fit each other, as the operations on values do:
/// whoever reads a program has checked its types.
#[derive(Clone, Debug, Default)]
pub struct TermPool {
    terms: Vec<Term>,
    widths: Vec<u32>,
    symbols: Vec<Symbol>,
    ids: FxHashMap<Term, TermId>,
}

impl TermPool {
    /// A pool without terms.
    pub fn new() -> TermPool {
        TermPool::default()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// What a term is made of.
    pub fn term(&self, id: TermId) -> Term {
        self.terms[id.index()]
    }

    /// A term's width in bits.
    pub fn width(&self, id: TermId) -> u32 {
        self.widths[id.index()]
    }

    /// The value of a constant term.
    pub fn as_constant(&self, id: TermId) -> Option<BitVec> {
        match self.term(id) {
            Term::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// What a term extends by zeros, if it does that.
    pub fn zero_extended(&self, id: TermId) -> Option<TermId> {
        match self.term(id) {
            Term::Concat(high, low) if !self.as_constant(high)?.is_nonzero() => Some(low),
            _ => None,
        }
    }

    /// A new free word. Words of the same name are different words.
    ///
    /// # Panics
    /// If the width is 0 or above [`BitVec::MAX_WIDTH`].
    pub fn new_symbol(&mut self, name: &str, width: u32) -> SymbolId {
        assert!((1..=BitVec::MAX_WIDTH).contains(&width), "a symbol of {width} bits");
        self.symbols.push(Symbol { name: name.to_owned(), width });
        SymbolId(index_u32(self.symbols.len() - 1))
    }

    /// The symbols in the order in which they were made.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = SymbolId> {
        (0..index_u32(self.symbols.len())).map(SymbolId)
    }

    /// The name that a symbol was given.
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// A symbol's width in bits.
    pub fn symbol_width(&self, symbol: SymbolId) -> u32 {
        self.symbols[symbol.index()].width
    }

    /// The term that is a free word.
    pub fn symbol(&mut self, symbol: SymbolId) -> TermId {
        self.intern(Term::Symbol(symbol))
    }

    /// The term that is a constant.
    pub fn constant(&mut self, value: BitVec) -> TermId {
        self.intern(Term::Constant(value))
    }

    /// Bitwise complement; for width 1, negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        rewrite::not(self, a).unwrap_or_else(|| self.intern(Term::Not(a)))
    }

    /// A core operator on two operands of one width.
    pub fn core(&mut self, op: CoreOp, a: TermId, b: TermId) -> TermId {
        self.assert_same_width(a, b);
        let (a, b) = if op.is_commutative() { self.ordered(a, b) } else { (a, b) };
        rewrite::binary(self, op, a, b).unwrap_or_else(|| self.intern(Term::Binary(op, a, b)))
    }

    /// `then` where `condition`, of width 1, is 1, else `otherwise`.
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        assert_eq!(self.width(condition), 1, "the width of a condition");
        self.assert_same_width(then, otherwise);
        rewrite::ite(self, condition, then, otherwise)
            .unwrap_or_else(|| self.intern(Term::Ite(condition, then, otherwise)))
    }

    /// The bits of `high` above those of `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.width(high) + self.width(low);
        assert!(width <= BitVec::MAX_WIDTH, "a term of {width} bits");
        rewrite::concat(self, high, low).unwrap_or_else(|| self.intern(Term::Concat(high, low)))
    }

    /// Bits `low` to `high` of a term, both included.
    pub fn extract(&mut self, of: TermId, high: u32, low: u32) -> TermId {
        assert!(low <= high && high < self.width(of), "bits {high} to {low} of {}", self.width(of));
        rewrite::extract(self, of, high, low).unwrap_or_else(|| self.intern(Term::Extract { of, high, low }))
    }

    /// The same signed number at a width that is at least the term's.
    pub fn sign_extend(&mut self, of: TermId, width: u32) -> TermId {
        assert!((self.width(of)..=BitVec::MAX_WIDTH).contains(&width), "an extension to {width} bits");
        rewrite::sign_extend(self, of, width).unwrap_or_else(|| self.intern(Term::SignExtend { of, width }))
    }

    /// All terms that the roots depend on, roots included, operands before those who use them. Terms for which `known`
    /// holds are left out, and so is what only they depend on.
    pub fn cone(&self, roots: impl IntoIterator<Item = TermId>, known: impl Fn(TermId) -> bool) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut open: Vec<TermId> = roots.into_iter().collect();
        while let Some(id) = open.pop() {
            if !known(id) && seen.insert(id) {
                open.extend(self.term(id).operands());
            }
        }
        let mut cone: Vec<TermId> = seen.into_iter().collect();
        cone.sort_unstable();
        cone
    }

    /// The term of this shape, as it is.
    fn intern(&mut self, term: Term) -> TermId {
        let width = self.width_of(&term);
        match self.ids.entry(term) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let id = TermId(index_u32(self.terms.len()));
                self.terms.push(term);
                self.widths.push(width);
                *entry.insert(id)
            }
        }
    }

    fn width_of(&self, term: &Term) -> u32 {
        match *term {
            Term::Constant(value) => value.width(),
            Term::Symbol(symbol) => self.symbol_width(symbol),
            Term::Not(a) | Term::Ite(_, a, _) => self.width(a),
            Term::Binary(op, a, _) => {
                if op.is_predicate() {
                    1
                } else {
                    self.width(a)
                }
            }
            Term::Concat(high, low) => self.width(high) + self.width(low),
            Term::Extract { high, low, .. } => high - low + 1,
            Term::SignExtend { width, .. } => width,
        }
    }

    /// The operands of a commutative operator in the order in which terms have them: a constant last, otherwise by id.
    fn ordered(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        let rank = |id: TermId| (self.as_constant(id).is_some(), id);
        if rank(a) <= rank(b) {
            (a, b)
        } else {
            (b, a)
        }
    }

    fn assert_same_width(&self, a: TermId, b: TermId) {
        assert_eq!(self.width(a), self.width(b), "operands of different widths");
    }
}

/// Pools end at 2³² terms, which no machine's memory holds.
fn index_u32(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 terms")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_shapes_are_one_term() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.new_symbol("x", 8), pool.new_symbol("x", 8));
        let (x, y) = (pool.symbol(x), pool.symbol(y));
        assert_ne!(x, y, "words of the same name are different words");
        assert_eq!(pool.core(CoreOp::Add, x, y), pool.core(CoreOp::Add, y, x));
        assert_ne!(pool.core(CoreOp::Sub, x, y), pool.core(CoreOp::Sub, y, x));
        let less = pool.core(CoreOp::Ult, x, y);
        assert_eq!(pool.width(less), 1);
    }

    #[test]
    fn cones_are_in_topological_order_and_stop_at_what_is_known() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.new_symbol("x", 8), pool.new_symbol("y", 8));
        let (x, y) = (pool.symbol(x), pool.symbol(y));
        let sum = pool.core(CoreOp::Add, x, y);
        let product = pool.core(CoreOp::Mul, sum, x);
        assert_eq!(pool.cone([product], |_| false), [x, y, sum, product]);
        assert_eq!(pool.cone([product], |id| id == sum), [x, product]);
    }
}
