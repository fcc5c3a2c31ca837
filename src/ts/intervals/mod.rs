//! Known bits and intervals that hold at each location: a forward abstract interpretation of the transition system.
//!
//! For each value of the location words that the analysis comes to, every other state has a [`Range`]. A step is evaluated
//! with the location fixed, once for each way in which the next location is chosen; what that choice says about words
//! narrows their ranges first ([`Path::assume`]: comparisons, taken backwards through sums and extensions as in HC4: Benhamou,
//! Goualard, Granvilliers, Puget, ICLP 1999). Words that are chosen in the step are told apart by the choice, as far as there are few
//! (trace partitioning: Rival, Mauborgne, TOPLAS 2007): `if (n == 80) n = 0; n++` stays in its bounds only so. Where a loop comes to its head again and again, bounds grow to the next number
//! that the system itself mentions (widening with thresholds: Blanchet et al., PLDI 2003); afterwards, steps that only
//! narrow take back what that was too much. A loop is finished before what is behind it is begun ([`order`]).
//!
//! What comes out are *candidates*: clauses over state bits, handed on as hints. An engine believes none of them before it has
//! proved it, so no answer rests on this module being right.

mod order;
mod path;

use super::range::Range;
use crate::bv::{BitVec, CoreOp, SymbolId, Term, TermId, TermPool};
use crate::ts::regions::{elsewhere, locations, Region};
use crate::ts::{StateBit, TransitionSystem};
use order::Part;
use path::Path;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// How many terms are evaluated at most: a large system is left without candidates rather than waited for.
const WORK: usize = 3_000_000;
/// With more ways than this out of a location, they are not told apart.
const WAYS: usize = 48;
/// A way is taken apart into at most so many by choices of words, as long as less than this of the work is done.
const PARTS: usize = 8;
const WORK_IN_PARTS: usize = WORK / 3;
/// After so many visits bounds grow by thresholds alone, and after so many more to the extremes.
const PATIENCE: usize = 3;
const WIDENINGS: usize = 8;
/// How many times all steps narrow what widening gave.
const NARROWINGS: usize = 2;
/// How many candidates are given at most.
const MOST: usize = 4000;

/// Clauses over the states' bits that hold in every reachable state, if the analysis is right. Empty if the system has no
/// locations or is too large.
pub fn candidates(system: &TransitionSystem) -> Vec<Vec<StateBit>> {
    Analysis::new(system).and_then(Analysis::run).unwrap_or_default()
}

/// The ranges of all states but the location, in the order of the system's states.
type Ranges = Vec<Range>;

/// A region with what the analysis asks of it.
struct Fixed {
    region: Region,
    /// All terms that it depends on, operands first.
    cone: Vec<TermId>,
    /// The conditions of choices that the next states, not the next location, depend on.
    choices: Vec<TermId>,
}

struct Analysis<'a> {
    system: &'a TransitionSystem,
    /// A copy, as regions have terms of their own.
    pool: TermPool,
    /// The word that says where control is.
    location: SymbolId,
    /// The other states.
    states: Vec<SymbolId>,
    /// For each of them, numbers that the system mentions, and their neighbours: those that it is compared with itself, and what lies
    /// beyond these.
    steps: Vec<Vec<u128>>,
    regions: BTreeMap<u128, Fixed>,
    work: usize,
}

impl<'a> Analysis<'a> {
    fn new(system: &'a TransitionSystem) -> Option<Analysis<'a>> {
        let location = *system.locations.first()?;
        let states: Vec<SymbolId> =
            system.states.iter().map(|state| state.symbol).filter(|&symbol| symbol != location).collect();
        let cone = system.pool.cone(system.states.iter().map(|state| state.next), |_| false);
        let steps = thresholds(&system.pool, &cone, &states);
        let (pool, regions) = (system.pool.clone(), BTreeMap::new());
        let analysis = Analysis { system, pool, location, states, steps, regions, work: 0 };
        // Fixing a location goes through all terms once.
        let locations = locations(system, location).len();
        (cone.len().saturating_mul(locations) <= WORK).then_some(analysis)
    }

    /// The candidates; `None` if there is too much to do.
    fn run(mut self) -> Option<Vec<Vec<StateBit>>> {
        let entry = self.system.states.iter().find(|state| state.symbol == self.location)?.initial?.unsigned();
        let others = self.system.states.iter().filter(|state| state.symbol != self.location);
        let initial: Ranges =
            others.map(|state| state.initial.map_or(Range::full(state.width), Range::constant)).collect();
        let parts = order::order(&self.flow(entry), entry);
        let mut reached = Reached {
            heads: order::heads(&parts),
            found: BTreeMap::from([(entry, initial.clone())]),
            visits: FxHashMap::default(),
            open: BTreeSet::from([entry]),
        };
        while !reached.open.is_empty() {
            self.visit(&parts, &mut reached)?;
        }
        let mut found = reached.found;
        for _ in 0..NARROWINGS {
            found = self.narrowed(entry, &initial, &found)?;
        }
        Some(self.clauses(&found))
    }

    /// Which location a step from which one may lead to, whatever the other states are.
    fn flow(&mut self, entry: u128) -> DiGraphMap<u128, ()> {
        let mut flow = DiGraphMap::new();
        let mut open = vec![entry];
        while let Some(location) = open.pop() {
            let region = self.fixed(location).region.target;
            for (_, target) in ways(&self.pool, region).unwrap_or_default() {
                if !flow.contains_node(target) && target != entry {
                    open.push(target);
                }
                flow.add_edge(location, target, ());
            }
        }
        flow
    }

    /// Steps from the open locations of these parts, from those of loops until none is open.
    fn visit(&mut self, parts: &[Part], reached: &mut Reached) -> Option<()> {
        for part in parts {
            match part {
                Part::Location(location) => {
                    if reached.open.remove(location) {
                        let start = reached.found[location].clone();
                        let targets = self.step(*location, &start)?;
                        for (target, ranges) in targets {
                            reached.join((*location, target), ranges, &self.steps);
                        }
                    }
                }
                Part::Loop(inside) => {
                    while inside.iter().any(|part| reached.is_open(part)) {
                        self.visit(inside, reached)?;
                    }
                }
            }
        }
        Some(())
    }

    /// What one step from everywhere gives, the initial states included; never more than before.
    fn narrowed(
        &mut self,
        entry: u128,
        initial: &Ranges,
        found: &BTreeMap<u128, Ranges>,
    ) -> Option<BTreeMap<u128, Ranges>> {
        let mut next = BTreeMap::from([(entry, initial.clone())]);
        for (&location, start) in found {
            for (target, ranges) in self.step(location, start)? {
                join_into(&mut next, target, ranges);
            }
        }
        let narrow = |(location, ranges): (u128, Ranges)| {
            let meet = |(new, old): (&Range, &Range)| new.meet(old).unwrap_or(*old);
            let met = found.get(&location).map(|old| ranges.iter().zip(old).map(meet).collect());
            (location, met.unwrap_or(ranges))
        };
        Some(next.into_iter().map(narrow).collect())
    }

    /// Where steps from a location lead, and with what ranges.
    fn step(&mut self, location: u128, start: &Ranges) -> Option<BTreeMap<u128, Ranges>> {
        self.fixed(location);
        let Fixed { region, cone, choices } = &self.regions[&location];
        let ways = ways(&self.pool, region.target)?;
        let environment: FxHashMap<SymbolId, Range> = self.states.iter().copied().zip(start.iter().copied()).collect();
        let mut base = Path::new(&self.pool, &environment);
        base.evaluate(cone, &mut self.work);
        let mut targets = BTreeMap::new();
        let together = ways.len() > WAYS;
        for (conditions, target) in ways {
            if self.work > WORK {
                return None;
            }
            if together && targets.contains_key(&target) {
                continue;
            }
            let mut path = base.clone();
            if !together {
                if !conditions.iter().all(|&(condition, value)| path.assume(condition, Range::bit(value))) {
                    continue;
                }
                if !path.again(cone, &mut self.work) {
                    continue;
                }
            }
            let (mut open, mut parts) = (vec![path], 1);
            while let Some(path) = open.pop() {
                let may_split = parts < PARTS && self.work < WORK_IN_PARTS;
                match choices.iter().find(|&&choice| may_split && path.get(choice).as_constant().is_none()) {
                    Some(&choice) => {
                        parts += 1;
                        for value in [false, true] {
                            self.work += cone.len();
                            let mut part = path.clone();
                            if part.assume(choice, Range::bit(value)) && part.again(cone, &mut self.work) {
                                open.push(part);
                            }
                        }
                    }
                    None => {
                        let ranges = region.next.iter().map(|&next| path.get(next)).collect();
                        join_into(&mut targets, target, ranges);
                    }
                }
            }
        }
        Some(targets)
    }

    /// The system's terms with the location fixed, made once.
    fn fixed(&mut self, location: u128) -> &Fixed {
        if !self.regions.contains_key(&location) {
            let fixed = self.fix(location);
            self.regions.insert(location, fixed);
        }
        &self.regions[&location]
    }

    /// The system's terms with the location fixed.
    fn fix(&mut self, location: u128) -> Fixed {
        let region = Region::new(&mut self.pool, self.system, self.location, location);
        let cone = region.cone(&self.pool);
        let mut seen = FxHashSet::default();
        let condition = |id| if let Term::Ite(condition, ..) = self.pool.term(id) { Some(condition) } else { None };
        let choices = self.pool.cone(region.next.iter().copied(), |_| false).into_iter().filter_map(condition);
        let choices = choices.filter(|&condition| seen.insert(condition)).collect();
        Fixed { region, cone, choices }
    }

    /// What was found as clauses.
    fn clauses(&self, found: &BTreeMap<u128, Ranges>) -> Vec<Vec<StateBit>> {
        let live = self.live(found);
        let locations = locations(self.system, self.location);
        let one_hot = locations.iter().all(|location| location.is_power_of_two());
        let elsewhere = |location: u128| elsewhere(&self.system.pool, self.location, location, one_hot);
        let mut clauses: Vec<Vec<StateBit>> = Vec::new();
        for location in locations {
            let Some(ranges) = found.get(&location) else {
                clauses.push(elsewhere(location));
                continue;
            };
            if self.stays(location) {
                continue;
            }
            let read = |symbol: &SymbolId| {
                live.as_ref().is_none_or(|live| live.get(&location).is_some_and(|live| live.contains(symbol)))
            };
            for (&symbol, range) in self.states.iter().zip(ranges).filter(|(symbol, _)| read(symbol)) {
                for bits in clauses_of(symbol, range) {
                    clauses.push(elsewhere(location).into_iter().chain(bits).collect());
                }
            }
        }
        // Short ones say most.
        clauses.sort_by_key(Vec::len);
        clauses.truncate(MOST);
        clauses
    }

    /// The states that matter at each location: those that decide where steps lead, and those that the states which matter
    /// later are computed from. What is known of others would only be a burden to an engine. `None` if there is too much to do.
    fn live(&self, found: &BTreeMap<u128, Ranges>) -> Option<BTreeMap<u128, FxHashSet<SymbolId>>> {
        let work = std::cell::Cell::new(0);
        let symbols = |term: TermId| -> Vec<SymbolId> {
            let symbol = |id| if let Term::Symbol(symbol) = self.pool.term(id) { Some(symbol) } else { None };
            let cone = self.pool.cone([term], |_| false);
            work.set(work.get() + cone.len());
            cone.into_iter().filter_map(symbol).collect()
        };
        let mut targets: BTreeMap<u128, Vec<u128>> = BTreeMap::new();
        let mut read: BTreeMap<u128, Vec<Vec<SymbolId>>> = BTreeMap::new();
        let mut live: BTreeMap<u128, FxHashSet<SymbolId>> = BTreeMap::new();
        for (&location, Fixed { region, .. }) in self.regions.iter().filter(|(at, _)| found.contains_key(at)) {
            let ways = ways(&self.pool, region.target).unwrap_or_default();
            targets.insert(location, ways.into_iter().map(|(_, target)| target).collect());
            read.insert(location, region.next.iter().map(|&next| symbols(next)).collect());
            live.insert(location, symbols(region.target).into_iter().collect());
            if work.get() > WORK {
                return None;
            }
        }
        loop {
            let mut changed = false;
            for (location, targets) in &targets {
                for next in targets.iter().filter_map(|target| live.get(target)).cloned().collect::<Vec<_>>() {
                    let needed = self.states.iter().zip(&read[location]).filter(|(state, _)| next.contains(state));
                    let needed: Vec<SymbolId> = needed.flat_map(|(_, read)| read.iter().copied()).collect();
                    let live = live.entry(*location).or_default();
                    needed.into_iter().for_each(|symbol| changed |= live.insert(symbol));
                }
            }
            if !changed {
                return Some(live);
            }
        }
    }

    /// Whether nothing ever changes at a location.
    fn stays(&self, location: u128) -> bool {
        let stays = |fixed: &Fixed| fixed.region.stays(&self.pool, location, &self.states);
        self.regions.get(&location).is_some_and(stays)
    }
}

/// How far the analysis has come.
struct Reached {
    /// The heads of loops, each with the locations of its loop.
    heads: FxHashMap<u128, FxHashSet<u128>>,
    found: BTreeMap<u128, Ranges>,
    /// How many times the ranges of a head have grown by its own loop.
    visits: FxHashMap<u128, usize>,
    /// Locations whose ranges have changed since a step was made from them.
    open: BTreeSet<u128>,
}

impl Reached {
    /// Grows the ranges of the location where a step leads, by those that it leads there with; `steps` are the thresholds of each. Bounds
    /// only go on to them where a loop makes its own head's grow: those that grow from outside were widened there, where needed.
    fn join(&mut self, (from, target): (u128, u128), ranges: Ranges, steps: &[Vec<u128>]) {
        let Some(old) = self.found.get(&target) else {
            self.found.insert(target, ranges);
            self.open.insert(target);
            return;
        };
        let goes_back = self.heads.get(&target).is_some_and(|inside| inside.contains(&from));
        let visits = self.visits.entry(target).or_default();
        let grow = |((old, new), steps): ((&Range, &Range), &Vec<u128>)| match *visits {
            times if !goes_back || times < PATIENCE => old.join(new),
            times if times < PATIENCE + WIDENINGS => old.widen(new, steps),
            _ => old.widen(new, &[]),
        };
        let grown: Ranges = old.iter().zip(&ranges).zip(steps).map(grow).collect();
        if grown != *old {
            *visits += usize::from(goes_back);
            self.found.insert(target, grown);
            self.open.insert(target);
        }
    }

    /// Whether a location of this part is open.
    fn is_open(&self, part: &Part) -> bool {
        match part {
            Part::Location(location) => self.open.contains(location),
            Part::Loop(parts) => parts.iter().any(|part| self.is_open(part)),
        }
    }
}

/// For each state, the numbers that its bounds grow to: those that the state itself is compared with, and their neighbours, and of all
/// numbers that the system mentions those beyond them. A table with a hundred entries mentions a hundred numbers, and a counter that had to
/// stop at each of them would never come to its own bound.
fn thresholds(pool: &TermPool, cone: &[TermId], states: &[SymbolId]) -> Vec<Vec<u128>> {
    let near = |bits: u128| [bits.wrapping_sub(1), bits, bits.wrapping_add(1)];
    let mut mentioned: Vec<u128> =
        cone.iter().filter_map(|&id| pool.as_constant(id)).flat_map(|constant| near(constant.unsigned())).collect();
    mentioned.sort_unstable();
    mentioned.dedup();
    let mut own: FxHashMap<SymbolId, Vec<u128>> = FxHashMap::default();
    for &id in cone {
        let Term::Binary(CoreOp::Eq | CoreOp::Ult | CoreOp::Slt, a, b) = pool.term(id) else { continue };
        for (word, bound) in [(a, b), (b, a)] {
            if let (Some(word), Some(bound)) = (word_in(pool, word), pool.as_constant(bound)) {
                own.entry(word).or_default().extend(near(bound.unsigned()));
            }
        }
    }
    let mut of = |state: &SymbolId| {
        let width = pool.symbol_width(*state);
        let mut steps = own.remove(state).unwrap_or_default();
        let is_negative = |step: u128| step >> (width - 1) & 1 == 1;
        let last = steps.iter().copied().filter(|&step| !is_negative(step)).max();
        steps.extend(mentioned.iter().filter(|&&step| last.is_none_or(|last| step > last)));
        steps
    };
    states.iter().map(&mut of).collect()
}

/// The word that a term is, extended or as a part of a row of bits.
fn word_in(pool: &TermPool, term: TermId) -> Option<SymbolId> {
    match pool.term(term) {
        Term::Symbol(symbol) => Some(symbol),
        Term::SignExtend { of, .. } | Term::Extract { of, .. } => word_in(pool, of),
        Term::Concat(high, low) if pool.as_constant(high).is_some() => word_in(pool, low),
        _ => None,
    }
}

fn join_into(targets: &mut BTreeMap<u128, Ranges>, target: u128, ranges: Ranges) {
    match targets.get_mut(&target) {
        Some(old) => old.iter_mut().zip(&ranges).for_each(|(old, new)| *old = old.join(new)),
        None => drop(targets.insert(target, ranges)),
    }
}

/// A way to a next location: the conditions on it, and the location.
type Way = (Vec<(TermId, bool)>, u128);

/// The ways through the choices of a next location; `None` if it is computed in another way.
fn ways(pool: &TermPool, target: TermId) -> Option<Vec<Way>> {
    let mut ways = Vec::new();
    let mut open = vec![(target, Vec::new())];
    while let Some((term, conditions)) = open.pop() {
        match pool.term(term) {
            Term::Constant(code) => ways.push((conditions, code.unsigned())),
            Term::Ite(condition, then, otherwise) if open.len() + ways.len() < 64 * WAYS => {
                for (branch, value) in [(otherwise, false), (then, true)] {
                    let mut conditions = conditions.clone();
                    conditions.push((condition, value));
                    open.push((branch, conditions));
                }
            }
            _ => return None,
        }
    }
    Some(ways)
}

/// The clauses over a word's bits that together say that it is in a range.
fn clauses_of(symbol: SymbolId, range: &Range) -> Vec<Vec<StateBit>> {
    let width = range.width();
    let (ones, zeros) = range.known();
    let bit = |bit: u32, value: bool| StateBit { symbol, bit, value };
    let known = (0..width).filter(|&at| (ones | zeros) >> at & 1 == 1);
    let mut clauses: Vec<Vec<StateBit>> = known.map(|at| vec![bit(at, ones >> at & 1 == 1)]).collect();
    let open = !(ones | zeros);
    let (low, high) = range.bounds();
    let sign = 1 << (width - 1);
    let mut bounds = vec![(low, high, 0)];
    if open & sign != 0 {
        // With the sign turned round, signed numbers are in the order of unsigned ones.
        let (least, most) = range.signed_bounds();
        let turned = |number: i128| BitVec::new(width, number as u128 & (u128::MAX >> (128 - width))).unsigned() ^ sign;
        bounds.push((turned(least), turned(most), sign));
    }
    for (low, high, turned) in bounds {
        for (bound, is_high) in [(low, false), (high, true)] {
            // Above a bound is who, at some bit where it is zero, is one, and nowhere above that bit less.
            for at in (0..width).filter(|at| open >> at & 1 == 1 && (bound >> at & 1 == 0) == is_high) {
                let equal: Vec<u32> = (at + 1..width).filter(|bit| (bound >> bit & 1 == 1) == is_high).collect();
                let known = if is_high { ones } else { zeros };
                if equal.iter().all(|bit| (open | known) >> bit & 1 == 1) {
                    let unknown = equal.into_iter().filter(|bit| open >> bit & 1 == 1);
                    let value = |at: u32| bit(at, is_high == (turned >> at & 1 == 1));
                    clauses.push([at].into_iter().chain(unknown).map(value).collect());
                }
            }
        }
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::testing::RandomBits;
    use crate::bv::CoreOp;
    use crate::program::testing::program_of;
    use crate::ts::{large_block, simulate, small_block, Coding, Encoding};
    use bitreach_formula::testing::{for_all, with_seed, Random};

    fn holds(clause: &[StateBit], states: &simulate::Valuation) -> bool {
        clause.iter().any(|bit| states[&bit.symbol].get(bit.bit) == bit.value)
    }

    /// Runs an encoding for a while; all candidates hold in every state on the way. How many candidates there are.
    fn check(encoding: &Encoding, seed: u64) -> usize {
        let system = &encoding.system;
        let candidates = candidates(system);
        let mut random = Random::new(seed);
        for _ in 0..6 {
            let mut states: simulate::Valuation = Default::default();
            for state in &system.states {
                states.insert(state.symbol, state.initial.unwrap_or_else(|| random.bits(state.width)));
            }
            for step in 0..20 {
                for clause in &candidates {
                    assert!(holds(clause, &states), "step {step}: {clause:?} in {states:?}");
                }
                let inputs = system.inputs.iter().map(|input| (input.symbol, random.bits(input.width))).collect();
                states = simulate::step(system, &states, &inputs);
            }
        }
        candidates.len()
    }

    #[test]
    fn candidates_hold_in_simulated_runs() {
        let mut count = 0;
        for_all(60, with_seed(program_of(6)), |(program, seed)| {
            count += check(&large_block::encode(&program), seed) + check(&small_block::encode(&program), seed);
            count += check(&large_block::encode_with(&program, Coding::OneHot), seed);
        });
        assert!(count > 500, "{count} candidates");
    }

    /// A counter grows to the number that ends its loop, whatever else the system mentions.
    #[test]
    fn bounds_grow_to_what_the_word_is_compared_with() {
        let mut pool = TermPool::new();
        let (counter, other) = (pool.new_symbol("counter", 8), pool.new_symbol("other", 8));
        let number = |pool: &mut TermPool, bits| pool.constant(BitVec::new(8, bits));
        let [word, beside] = [counter, other].map(|symbol| pool.symbol(symbol));
        let end = number(&mut pool, 31);
        let mut roots = vec![pool.compare(crate::bv::Predicate::Eq, word, end)];
        for bits in [3, 10, 20, 60] {
            let entry = number(&mut pool, bits);
            roots.push(pool.compare(crate::bv::Predicate::Eq, beside, entry));
        }
        let cone = pool.cone(roots, |_| false);
        let steps = thresholds(&pool, &cone, &[counter, other]);
        let mut own = steps[0].clone();
        own.sort_unstable();
        assert_eq!(own, [30, 31, 32, 59, 60, 61]);
        assert!([2, 3, 4, 9, 10, 11, 19, 20, 21, 59, 60, 61].iter().all(|step| steps[1].contains(step)));
    }

    /// The clauses of a range hold of exactly the words in it.
    #[test]
    fn clauses_say_what_the_range_says() {
        let mut pool = TermPool::new();
        let symbol = pool.new_symbol("x", 4);
        let mut ranges = Vec::new();
        for (low, high) in (0..16).flat_map(|low| (low..16).map(move |high| (low, high))) {
            ranges.extend(Range::unsigned(4, low, high));
            ranges.extend(Range::signed(4, low as i128 - 8, high as i128 - 8));
            ranges.extend(Range::bits(4, low & high, !high & !low & 5));
        }
        for range in ranges {
            let clauses = clauses_of(symbol, &range);
            for word in (0..16).map(|bits| BitVec::new(4, bits)) {
                let said = clauses.iter().all(|clause| clause.iter().any(|bit| word.get(bit.bit) == bit.value));
                assert_eq!(said, range.contains(word), "{word:?} in {range:?}: {clauses:?}");
            }
        }
    }

    /// `n = any up to 1000; for (i = 0; i != n; i++); for (j = 0; j != n; j++);`: in the second loop n has its bound still, though it does not
    /// change there.
    #[test]
    fn bounds_reach_the_loops_behind() {
        let mut pool = TermPool::new();
        let location = pool.new_symbol("location", 2);
        let [n, i, j, input] = ["n", "i", "j", "input"].map(|name| pool.new_symbol(name, 32));
        let [place, bound, first, second, given] = [location, n, i, j, input].map(|symbol| pool.symbol(symbol));
        let [end, entry, one_loop, other] = [0, 1, 2, 3].map(|code| pool.constant(BitVec::new(2, code)));
        let [zero, one, most] = [0, 1, 1000].map(|number| pool.constant(BitVec::new(32, number)));
        let [at_entry, at_one, at_other] = [entry, one_loop, other].map(|code| pool.core(CoreOp::Eq, place, code));
        let above = pool.core(CoreOp::Ult, most, given);
        let [done, all_done] = [first, second].map(|counter| pool.core(CoreOp::Eq, counter, bound));
        let from_entry = pool.ite(above, end, one_loop);
        let (from_one, from_other) = (pool.ite(done, other, one_loop), pool.ite(all_done, end, other));
        let behind = pool.ite(at_other, from_other, place);
        let inside = pool.ite(at_one, from_one, behind);
        let next_place = pool.ite(at_entry, from_entry, inside);
        let next_bound = pool.ite(at_entry, given, bound);
        let [more, still_more] = [first, second].map(|counter| pool.core(CoreOp::Add, counter, one));
        let (counted, counted_again) = (pool.ite(at_one, more, first), pool.ite(at_other, still_more, zero));
        let next_first = pool.ite(at_entry, zero, counted);
        let next_second = pool.ite(at_one, zero, counted_again);
        let bad = pool.core(CoreOp::Eq, place, end);
        let states = [("n", n, next_bound), ("i", i, next_first), ("j", j, next_second)];
        let states = states.map(|(name, symbol, next)| state(name, symbol, 32, 0, next));
        let system = TransitionSystem {
            inputs: vec![crate::ts::Input { name: "input".to_owned(), symbol: input, width: 32 }],
            ..with_locations(
                pool,
                [state("location", location, 2, 1, next_place)].into_iter().chain(states).collect(),
                bad,
            )
        };
        let candidates = candidates(&system);
        for place in [2, 3] {
            for (value, expected) in [(0, true), (1000, true), (1001, false), (u128::from(u32::MAX), false)] {
                let word = |number| BitVec::new(32, number);
                let states = [(location, BitVec::new(2, place)), (n, word(value)), (i, word(0)), (j, word(0))];
                let states = states.into_iter().collect();
                assert_eq!(candidates.iter().all(|clause| holds(clause, &states)), expected, "{place} {value}");
            }
        }
    }

    /// `n = any up to 1000; for (i = 1; i < n; i++) for (p = i; p != 0 && any; p--) if (p == 1000) n = any;`: it never is. What grows at the
    /// inner loop's head comes from the outer one, and has bounds there.
    #[test]
    fn bounds_that_grow_outside_of_a_loop_are_not_widened_inside() {
        let mut pool = TermPool::new();
        let location = pool.new_symbol("location", 2);
        let [n, i, p, input] = ["n", "i", "p", "input"].map(|name| pool.new_symbol(name, 32));
        let [place, bound, outer, inner, given] = [location, n, i, p, input].map(|symbol| pool.symbol(symbol));
        let [end, entry, outside, inside] = [0, 1, 2, 3].map(|code| pool.constant(BitVec::new(2, code)));
        let [zero, one, most] = [0, 1, 1000].map(|number| pool.constant(BitVec::new(32, number)));
        let [at_entry, at_outside, at_inside] = [entry, outside, inside].map(|code| pool.core(CoreOp::Eq, place, code));
        let above = pool.core(CoreOp::Ult, most, given);
        let less = pool.core(CoreOp::Ult, outer, bound);
        let [is_zero, stops, is_most] =
            [(inner, zero), (given, zero), (inner, most)].map(|(a, b)| pool.core(CoreOp::Eq, a, b));
        let is_over = pool.or(is_zero, stops);
        let (from_entry, from_outside) = (pool.ite(above, end, outside), pool.ite(less, inside, end));
        let from_inside = pool.ite(is_over, outside, inside);
        let behind = pool.ite(at_inside, from_inside, place);
        let behind = pool.ite(at_outside, from_outside, behind);
        let next_place = pool.ite(at_entry, from_entry, behind);
        let is_lost = pool.and(at_inside, is_most);
        let reads = pool.or(at_entry, is_lost);
        let next_bound = pool.ite(reads, given, bound);
        let [more, less] = [pool.core(CoreOp::Add, outer, one), pool.core(CoreOp::Sub, inner, one)];
        let ends_round = pool.and(at_inside, is_over);
        let counted = pool.ite(ends_round, more, outer);
        let next_outer = pool.ite(at_entry, one, counted);
        let next_inner = pool.ite(at_outside, outer, less);
        let bad = pool.core(CoreOp::Eq, place, end);
        let states = [("n", n, next_bound), ("i", i, next_outer), ("p", p, next_inner)];
        let states = states.map(|(name, symbol, next)| state(name, symbol, 32, 0, next));
        let system = TransitionSystem {
            inputs: vec![crate::ts::Input { name: "input".to_owned(), symbol: input, width: 32 }],
            ..with_locations(
                pool,
                [state("location", location, 2, 1, next_place)].into_iter().chain(states).collect(),
                bad,
            )
        };
        let candidates = candidates(&system);
        for (value, expected) in [(1000, true), (1001, false), (u128::from(u32::MAX), false)] {
            let word = |number| BitVec::new(32, number);
            let states = [(location, BitVec::new(2, 2)), (n, word(value)), (i, word(1)), (p, word(0))];
            let states = states.into_iter().collect();
            assert_eq!(candidates.iter().all(|clause| holds(clause, &states)), expected, "{value}");
        }
    }

    fn state(name: &str, symbol: SymbolId, width: u32, initial: u128, next: TermId) -> crate::ts::State {
        let initial = Some(BitVec::new(width, initial));
        crate::ts::State { name: name.to_owned(), symbol, width, initial, next }
    }

    /// A system without inputs whose first state is the location.
    fn with_locations(pool: TermPool, states: Vec<crate::ts::State>, bad: TermId) -> TransitionSystem {
        TransitionSystem {
            pool,
            locations: vec![states[0].symbol],
            states,
            inputs: vec![],
            universal: vec![],
            predicates: vec![],
            candidates: vec![],
            error: bad,
            error_or_unmodelled: bad,
        }
    }

    /// `n = 70; for (;;) { if (n == 80) n = 70; n++; }`: never below 70, never above 80.
    #[test]
    fn a_counter_that_starts_again_stays_in_its_bounds() {
        let mut pool = TermPool::new();
        let (location, n) = (pool.new_symbol("location", 2), pool.new_symbol("n", 32));
        let counter = pool.symbol(n);
        let [least, most, one] = [70, 80, 1].map(|bits| pool.constant(BitVec::new(32, bits)));
        let is_most = pool.core(CoreOp::Eq, counter, most);
        let from = pool.ite(is_most, least, counter);
        let next = pool.core(CoreOp::Add, from, one);
        let [error, head] = [0, 1].map(|bits| pool.constant(BitVec::new(2, bits)));
        let below = pool.core(CoreOp::Ult, counter, least);
        let next_place = pool.ite(below, error, head);
        let place = pool.symbol(location);
        let bad = pool.core(CoreOp::Eq, place, error);
        let candidates = candidates(&with_locations(
            pool,
            vec![state("location", location, 2, 1, next_place), state("n", n, 32, 70, next)],
            bad,
        ));
        let in_all = |value: u128| {
            let states = [(location, BitVec::new(2, 1)), (n, BitVec::new(32, value))].into_iter().collect();
            candidates.iter().all(|clause| holds(clause, &states))
        };
        let inside: Vec<u128> = (0..200).filter(|&value| in_all(value)).collect();
        assert_eq!(inside, (70..=80).collect::<Vec<_>>());
    }

    /// `i = 0; while (i < 1000) i += 3; if (i > 1002) error;` in three locations: the bound is found, and the error is not
    /// come to.
    #[test]
    fn a_counter_stays_below_its_bound() {
        let mut pool = TermPool::new();
        let (location, i) = (pool.new_symbol("location", 2), pool.new_symbol("i", 32));
        let word = |pool: &mut TermPool, bits| pool.constant(BitVec::new(32, bits));
        let (place, counter) = (pool.symbol(location), pool.symbol(i));
        // 0 error, 1 loop, 2 after it.
        let code = |pool: &mut TermPool, bits| pool.constant(BitVec::new(2, bits));
        let [error, head, after] = [0, 1, 2].map(|bits| code(&mut pool, bits));
        let [limit, three, bound] = [1000, 3, 1002].map(|bits| word(&mut pool, bits));
        let inside = pool.core(CoreOp::Ult, counter, limit);
        let above = pool.core(CoreOp::Ult, bound, counter);
        let at_head = pool.core(CoreOp::Eq, place, head);
        let (from_head, from_after) = (pool.ite(inside, head, after), pool.ite(above, error, after));
        let next_place = pool.ite(at_head, from_head, from_after);
        let more = pool.core(CoreOp::Add, counter, three);
        let going = pool.and(at_head, inside);
        let next_counter = pool.ite(going, more, counter);
        let bad = pool.core(CoreOp::Eq, place, error);
        let candidates = candidates(&with_locations(
            pool,
            vec![state("location", location, 2, 1, next_place), state("i", i, 32, 0, next_counter)],
            bad,
        ));
        let in_all = |place: u128, value: u128| {
            let states = [(location, BitVec::new(2, place)), (i, BitVec::new(32, value))].into_iter().collect();
            candidates.iter().all(|clause| holds(clause, &states))
        };
        assert!(!in_all(0, 0) && !in_all(0, 1003), "the error is not come to");
        assert!(in_all(1, 0) && in_all(1, 999) && in_all(1, 1002) && !in_all(1, 1003));
        assert!(in_all(2, 1000) && in_all(2, 1002) && !in_all(2, 999) && !in_all(2, 1003));
    }
}
