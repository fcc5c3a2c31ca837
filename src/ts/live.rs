//! Which words matter at which location: liveness, as compilers have it, of a system's states.

use crate::bv::{SymbolId, Term, TermId, TermPool};
use crate::ts::regions::{leaves, Region};
use rustc_hash::FxHashSet;
use std::cell::Cell;
use std::collections::BTreeMap;

/// With more terms than this to look at, nothing is found out.
const WORK: usize = 6_000_000;

/// The states that matter at each of the locations: those that decide where steps lead, and those that the states which matter later are
/// computed from. What is known of others would only be a burden to an engine. A location that is not in the result may need all.
pub(super) fn live<'r>(
    pool: &TermPool,
    states: &[SymbolId],
    regions: impl Iterator<Item = (u128, &'r Region)>,
) -> BTreeMap<u128, FxHashSet<SymbolId>> {
    let work = Cell::new(0);
    let symbols = |term: TermId| -> Vec<SymbolId> {
        let symbol = |id| if let Term::Symbol(symbol) = pool.term(id) { Some(symbol) } else { None };
        let cone = pool.cone([term], |_| false);
        work.set(work.get() + cone.len());
        cone.into_iter().filter_map(symbol).collect()
    };
    let mut targets: BTreeMap<u128, Vec<u128>> = BTreeMap::new();
    let mut read: BTreeMap<u128, Vec<Vec<SymbolId>>> = BTreeMap::new();
    let mut live: BTreeMap<u128, FxHashSet<SymbolId>> = BTreeMap::new();
    for (location, region) in regions {
        let codes = leaves(pool, region.target).into_iter().map(|leaf| pool.as_constant(leaf));
        let Some(codes) = codes.map(|code| Some(code?.unsigned())).collect() else { return BTreeMap::new() };
        targets.insert(location, codes);
        read.insert(location, region.next.iter().map(|&next| symbols(next)).collect());
        live.insert(location, symbols(region.target).into_iter().collect());
        if work.get() > WORK {
            return BTreeMap::new();
        }
    }
    loop {
        let mut changed = false;
        for (location, targets) in &targets {
            for next in targets.iter().filter_map(|target| live.get(target)).cloned().collect::<Vec<_>>() {
                let needed = states.iter().zip(&read[location]).filter(|(state, _)| next.contains(state));
                let needed: Vec<SymbolId> = needed.flat_map(|(_, read)| read.iter().copied()).collect();
                let live = live.entry(*location).or_default();
                needed.into_iter().for_each(|symbol| changed |= live.insert(symbol));
            }
        }
        if !changed {
            return live;
        }
    }
}
