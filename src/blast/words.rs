//! The bits of terms.

use super::aig::{Aig, AigLit};
use super::circuits::{self, Word};
use crate::bv::{CoreOp, SymbolId, Term, TermId, TermPool};
use bitreach_limits::{StopFlag, Ticks};
use rustc_hash::FxHashMap;

/// After so many terms the time is looked at: dividers are large.
const TERMS: u32 = 16;

/// Turns terms of one pool into edges of one graph, each term once.
#[derive(Clone, Debug, Default)]
pub struct Blaster {
    /// The graph.
    pub aig: Aig,
    words: FxHashMap<TermId, Word>,
    symbols: FxHashMap<SymbolId, Word>,
    /// Quotients and remainders of pairs of terms: one divider serves both.
    divisions: FxHashMap<(TermId, TermId), (Word, Word)>,
}

impl Blaster {
    /// A blaster with an empty graph.
    pub fn new() -> Blaster {
        Blaster::default()
    }

    /// The bits of a symbol, least significant first: inputs of the graph, made when they are first asked for.
    pub fn symbol_bits(&mut self, pool: &TermPool, symbol: SymbolId) -> Word {
        let aig = &mut self.aig;
        let make = || (0..pool.symbol_width(symbol)).map(|_| aig.input()).collect();
        self.symbols.entry(symbol).or_insert_with(make).clone()
    }

    /// The bits of a term, least significant first.
    pub fn blast(&mut self, pool: &TermPool, term: TermId) -> Word {
        self.blast_until(pool, term, &StopFlag::new()).expect("nobody raises the flag")
    }

    /// As [`Blaster::blast`]; `None` if `stop` is raised before the end.
    pub fn blast_until(&mut self, pool: &TermPool, term: TermId, stop: &StopFlag) -> Option<Word> {
        let mut ticks = Ticks::new(stop, TERMS);
        for id in pool.cone([term], |id| self.words.contains_key(&id)) {
            ticks.go_on()?;
            let word = self.word(pool, id);
            debug_assert_eq!(word.len(), pool.width(id) as usize);
            self.words.insert(id, word);
        }
        self.words.get(&term).cloned()
    }

    /// The bits of a term whose operands have theirs.
    fn word(&mut self, pool: &TermPool, id: TermId) -> Word {
        match pool.term(id) {
            Term::Constant(value) => (0..value.width()).map(|bit| AigLit::constant(value.get(bit))).collect(),
            Term::Symbol(symbol) => self.symbol_bits(pool, symbol),
            Term::Not(a) => circuits::not(&self.words[&a]),
            Term::Binary(op, a, b) => self.binary(op, a, b),
            Term::Ite(condition, then, otherwise) => {
                circuits::ite(&mut self.aig, self.words[&condition][0], &self.words[&then], &self.words[&otherwise])
            }
            Term::Concat(high, low) => self.words[&low].iter().chain(&self.words[&high]).copied().collect(),
            Term::Extract { of, high, low } => self.words[&of][low as usize..=high as usize].to_vec(),
            Term::SignExtend { of, width } => {
                let word = &self.words[&of];
                let sign = word[word.len() - 1];
                word.iter().copied().chain(std::iter::repeat_n(sign, width as usize - word.len())).collect()
            }
        }
    }

    fn binary(&mut self, op: CoreOp, left: TermId, right: TermId) -> Word {
        let (a, b, aig) = (&self.words[&left], &self.words[&right], &mut self.aig);
        match op {
            CoreOp::And => a.iter().zip(b).map(|(&a, &b)| aig.and(a, b)).collect(),
            CoreOp::Xor => a.iter().zip(b).map(|(&a, &b)| aig.xor(a, b)).collect(),
            CoreOp::Add => circuits::add(aig, a, b),
            CoreOp::Sub => circuits::sub(aig, a, b),
            CoreOp::Mul => circuits::mul(aig, a, b),
            CoreOp::Shl => circuits::shl(aig, a, b),
            CoreOp::LShr => circuits::shift_right(aig, a, b, AigLit::FALSE),
            CoreOp::AShr => circuits::shift_right(aig, a, b, a[a.len() - 1]),
            CoreOp::Eq => vec![circuits::eq(aig, a, b)],
            CoreOp::Ult => vec![circuits::ult(aig, a, b)],
            CoreOp::Slt => vec![circuits::slt(aig, a, b)],
            CoreOp::UMulOverflow => vec![circuits::umul_overflows(aig, a, b)],
            CoreOp::SMulOverflow => vec![circuits::smul_overflows(aig, a, b)],
            CoreOp::UDiv | CoreOp::URem => {
                let (quotient, remainder) =
                    self.divisions.entry((left, right)).or_insert_with(|| circuits::divide(aig, a, b));
                if op == CoreOp::UDiv { quotient } else { remainder }.clone()
            }
        }
    }
}
