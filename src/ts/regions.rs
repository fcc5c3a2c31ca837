//! What a system does at one location: its terms with the location fixed.

use crate::bv::{BitVec, SymbolId, Term, TermId, TermPool};
use crate::ts::{StateBit, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The system with the location fixed.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The next location.
    pub target: TermId,
    /// The next states, the location's own left out, in the order of the system's states.
    pub next: Vec<TermId>,
}

impl Region {
    /// The region of a location. `pool` is the system's, or a copy of it.
    pub fn new(pool: &mut TermPool, system: &TransitionSystem, location: SymbolId, code: u128) -> Region {
        let word = pool.symbol(location);
        let code = pool.constant(BitVec::new(pool.symbol_width(location), code));
        let roots: Vec<TermId> = system.states.iter().map(|state| state.next).collect();
        let mut next = pool.replaced(&roots, &FxHashMap::from_iter([(word, code)]));
        let own = system.states.iter().position(|state| state.symbol == location);
        let target = next.remove(own.expect("locations are states, as their definition says"));
        Region { target, next }
    }

    /// All terms that the region depends on, operands first.
    pub fn cone(&self, pool: &TermPool) -> Vec<TermId> {
        pool.cone(self.next.iter().copied().chain([self.target]), |_| false)
    }

    /// Whether nothing ever changes at the location, whose code and whose other states these are.
    pub fn stays(&self, pool: &TermPool, code: u128, states: &[SymbolId]) -> bool {
        let same = |(&term, &symbol): (&TermId, &SymbolId)| pool.term(term) == Term::Symbol(symbol);
        pool.as_constant(self.target).is_some_and(|target| target.unsigned() == code)
            && self.next.iter().zip(states).all(same)
    }
}

/// The locations that a system speaks of.
pub(super) fn locations(system: &TransitionSystem, location: SymbolId) -> BTreeSet<u128> {
    let pool = &system.pool;
    let width = pool.symbol_width(location);
    let next = system.states.iter().filter(|state| state.symbol == location).map(|state| state.next);
    let cone = pool.cone(next.chain([system.error_or_unmodelled]), |_| false);
    let constants = cone.into_iter().filter_map(|id| pool.as_constant(id)).filter(|word| word.width() == width);
    constants.map(|word| word.unsigned()).collect()
}

/// That control is not at a location, as a clause. With a bit for each location, that bit alone tells.
pub(super) fn elsewhere(pool: &TermPool, location: SymbolId, code: u128, one_hot: bool) -> Vec<StateBit> {
    let tells = |bit: &u32| !one_hot || code >> bit & 1 == 1;
    let bits = (0..pool.symbol_width(location)).filter(tells);
    bits.map(|bit| StateBit { symbol: location, bit, value: code >> bit & 1 == 0 }).collect()
}

/// What a term that chooses among others chooses from.
pub(super) fn leaves(pool: &TermPool, term: TermId) -> Vec<TermId> {
    let (mut found, mut open, mut seen) = (Vec::new(), vec![term], FxHashSet::default());
    while let Some(term) = open.pop() {
        match pool.term(term) {
            _ if !seen.insert(term) => {}
            Term::Ite(_, then, otherwise) => open.extend([then, otherwise]),
            _ => found.push(term),
        }
    }
    found
}
