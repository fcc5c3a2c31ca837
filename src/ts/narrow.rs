//! Words that need fewer bits than they have.
//!
//! Variables that are given constants alone, as in a state machine whose modes are numbers, are words of 32 bits of which a few ever
//! change. Such a word is remembered in as many bits as its values need, and extended where it is read: the transition relation of
//! an event-condition-action system of 150 rules over eight such words gets from 96 000 clauses to 12 000.
//!
//! How many bits a word needs is a fixpoint over what the next states are chosen from: constants, other words, and what masks,
//! extensions, shifts and remainders leave of terms. It is a matter of the terms alone, and knows nothing of conditions.
//! (Stephenson, Babb, Amarasinghe: *Bitwidth analysis with application to silicon compilation*, PLDI 2000, forwards only.)

use crate::bv::{BitVec, CoreOp, SymbolId, Term, TermId, TermPool};
use crate::ts::State;
use rustc_hash::{FxHashMap, FxHashSet};

/// After so many rounds words that still grow keep their widths, and with them all that are given their values.
const ROUNDS: usize = 16;

/// How many bits hold a number, read without and with sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bits {
    unsigned: u32,
    signed: u32,
}

impl Bits {
    fn all(width: u32) -> Bits {
        Bits { unsigned: width, signed: width }
    }

    /// Of numbers that need so many without sign, in words of this width.
    fn of_unsigned(unsigned: u32, width: u32) -> Bits {
        let unsigned = unsigned.min(width);
        Bits { unsigned, signed: (unsigned + 1).min(width) }
    }

    fn of_constant(value: BitVec) -> Bits {
        let (width, bits) = (value.width(), value.unsigned());
        let unsigned = 128 - bits.leading_zeros();
        // All bits above the sign are equal to it.
        let sign = if value.is_negative() { !bits & (u128::MAX >> (128 - width)) } else { bits };
        Bits { unsigned, signed: (129 - sign.leading_zeros()).min(width) }
    }

    fn or(self, other: Bits) -> Bits {
        Bits { unsigned: self.unsigned.max(other.unsigned), signed: self.signed.max(other.signed) }
    }

    /// The lesser number, and whether numbers have a sign.
    fn least(self) -> (u32, bool) {
        let is_signed = self.signed < self.unsigned;
        (if is_signed { self.signed } else { self.unsigned }.max(1), is_signed)
    }

    /// Of all that fits into the lesser number of bits, which is what a state of so many bits can hold.
    fn of_all_that_fit(self, width: u32) -> Bits {
        match self.least() {
            (unsigned, false) => Bits::of_unsigned(unsigned, width),
            (signed, true) => Bits { unsigned: width, signed },
        }
    }
}

/// Remembers words in as few bits as they need, and rewrites `roots`, which are whatever else speaks of them.
///
/// Requires that what a state without an initial value holds in the first step is read by nobody before it is given another,
/// unless it is never given one.
pub(super) fn narrow(pool: &mut TermPool, states: &mut [State], roots: &mut [&mut TermId]) {
    let needed = needed(pool, states);
    let mut by: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut narrower = Vec::new();
    for (at, state) in states.iter().enumerate() {
        let Some((width, is_signed)) = needed.get(&state.symbol).map(|bits| bits.least()) else { continue };
        if width >= state.width {
            continue;
        }
        let symbol = pool.new_symbol(&state.name, width);
        let (old, new) = (pool.symbol(state.symbol), pool.symbol(symbol));
        let extended = if is_signed { pool.sign_extend(new, state.width) } else { pool.zero_extend(new, state.width) };
        by.insert(old, extended);
        narrower.push((at, symbol, width));
    }
    if by.is_empty() {
        return;
    }
    let mut terms: Vec<TermId> = states.iter().map(|state| state.next).collect();
    terms.extend(roots.iter().map(|root| **root));
    let terms = pool.replaced(&terms, &by);
    states.iter_mut().zip(&terms).for_each(|(state, &next)| state.next = next);
    roots.iter_mut().zip(&terms[states.len()..]).for_each(|(root, &term)| **root = term);
    for (at, symbol, width) in narrower {
        let state = &mut states[at];
        state.next = pool.truncate(state.next, width);
        state.initial = state.initial.map(|value| value.truncate(width));
        (state.symbol, state.width) = (symbol, width);
    }
}

/// How many bits the states need that are given values; a state that is not told needs all.
fn needed(pool: &mut TermPool, states: &[State]) -> FxHashMap<SymbolId, Bits> {
    let mut needed: FxHashMap<SymbolId, Bits> = FxHashMap::default();
    let mut still_growing = Vec::new();
    for state in states {
        let kept = pool.symbol(state.symbol) == state.next;
        if state.width > 1 && !(kept && state.initial.is_none()) {
            let first = Bits::of_constant(state.initial.unwrap_or(BitVec::zero(state.width)));
            needed.insert(state.symbol, first.of_all_that_fit(state.width));
        }
    }
    let cone = pool.cone(states.iter().map(|state| state.next), |_| false);
    let mut bits = vec![Bits::all(1); pool.len()];
    for _ in 0..ROUNDS {
        for &term in &cone {
            bits[term.index()] = bits_of(pool, term, &bits, &needed);
        }
        let mut grown = Vec::new();
        for state in states {
            let Some(before) = needed.get_mut(&state.symbol) else { continue };
            let after = before.or(bits[state.next.index()]).of_all_that_fit(state.width);
            if after != *before {
                *before = after;
                grown.push(state.symbol);
            }
        }
        if grown.is_empty() {
            return needed;
        }
        still_growing = grown;
    }
    for symbol in given_values_of(pool, states, &cone, still_growing) {
        needed.remove(&symbol);
    }
    needed
}

/// The states that are given values of some states, of those that are given theirs, and so on; with the states themselves.
fn given_values_of(pool: &mut TermPool, states: &[State], cone: &[TermId], from: Vec<SymbolId>) -> Vec<SymbolId> {
    let mut users: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
    for &term in cone {
        match pool.term(term) {
            // The condition is no part of the value.
            Term::Ite(_, then, otherwise) => {
                [then, otherwise].iter().for_each(|&part| users.entry(part).or_default().push(term))
            }
            other => other.operands().for_each(|part| users.entry(part).or_default().push(term)),
        }
    }
    let mut given: FxHashMap<TermId, Vec<SymbolId>> = FxHashMap::default();
    states.iter().for_each(|state| given.entry(state.next).or_default().push(state.symbol));
    let mut found: FxHashSet<SymbolId> = from.iter().copied().collect();
    let mut open: Vec<TermId> = from.into_iter().map(|symbol| pool.symbol(symbol)).collect();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        open.extend(users.get(&term).into_iter().flatten());
        for &symbol in given.get(&term).into_iter().flatten() {
            if found.insert(symbol) {
                open.push(pool.symbol(symbol));
            }
        }
    }
    found.into_iter().collect()
}

/// The bits of a term by those of its operands.
fn bits_of(pool: &TermPool, term: TermId, bits: &[Bits], states: &FxHashMap<SymbolId, Bits>) -> Bits {
    let width = pool.width(term);
    let of = |term: TermId| bits[term.index()];
    let number = |term: TermId| pool.as_constant(term).map(BitVec::unsigned);
    match pool.term(term) {
        Term::Constant(value) => Bits::of_constant(value),
        Term::Symbol(symbol) => states.get(&symbol).copied().unwrap_or(Bits::all(width)),
        Term::Ite(_, a, b) => of(a).or(of(b)),
        // Zero extension.
        Term::Concat(high, low) if number(high) == Some(0) => Bits::of_unsigned(of(low).unsigned, width),
        Term::SignExtend { of: inner, .. } => Bits { unsigned: width, signed: of(inner).signed },
        Term::Extract { of: inner, low: 0, .. } => {
            let Bits { unsigned, signed } = of(inner);
            Bits { unsigned: unsigned.min(width), signed: signed.min(width) }
        }
        Term::Not(a) => Bits { unsigned: width, signed: of(a).signed },
        Term::Binary(CoreOp::And, a, b) => {
            let signed = of(a).or(of(b)).signed;
            let unsigned = Bits::of_unsigned(of(a).unsigned.min(of(b).unsigned), width);
            Bits { signed: signed.min(unsigned.signed), ..unsigned }
        }
        Term::Binary(CoreOp::Xor, a, b) => of(a).or(of(b)),
        Term::Binary(CoreOp::LShr, a, by) => match number(by).and_then(|by| u32::try_from(by).ok()) {
            Some(by) => Bits::of_unsigned(of(a).unsigned.saturating_sub(by), width),
            None => Bits::of_unsigned(of(a).unsigned, width),
        },
        Term::Binary(CoreOp::URem, a, by) => match number(by) {
            Some(by) if by > 0 => Bits::of_unsigned(of(a).unsigned.min(128 - (by - 1).leading_zeros()), width),
            _ => Bits::of_unsigned(of(a).unsigned, width),
        },
        _ => Bits::all(width),
    }
}

#[cfg(test)]
mod tests;
