//! Bits that may never be set, such as that a fact about all instances has been breached (`src/refinement/members.rs`): that a bit which is
//! zero at first stays zero is a candidate.

use crate::bv::{BitVec, SymbolId};
use crate::ts::{Fact, StateBit, TransitionSystem};

/// How many bits are looked at, at most.
const MOST: usize = 64;

/// Adds that each of these bits is zero, as a candidate.
pub(super) fn mine(system: &mut TransitionSystem) {
    let is_zero = |initial: Option<BitVec>| initial.is_some_and(|initial| !initial.is_nonzero());
    let bits = system.states.iter().filter(|state| state.width == 1 && is_zero(state.initial));
    let bits: Vec<SymbolId> = bits.map(|state| state.symbol).filter(|bit| !system.locations.contains(bit)).collect();
    for symbol in bits.into_iter().take(MOST) {
        system.candidates.push(vec![Fact::Bit(StateBit { symbol, bit: 0, value: false })]);
    }
}
