//! Known bits and intervals that hold at each location: a forward abstract interpretation of the transition system.
//!
//! For each value of the location words that the analysis comes to, every other state has a [`Range`]. A step is evaluated
//! with the location fixed, once for each way in which the next location can be chosen ([`Analysis::possible`]); what that choice says about
//! words narrows their ranges first ([`path::Path::assume`]: comparisons, taken backwards through sums and extensions as in
//! HC4: Benhamou, Goualard, Granvilliers, Puget, ICLP 1999). Words that are chosen in the step are told apart by the
//! choice, as far as there are few (trace partitioning: Rival, Mauborgne, TOPLAS 2007): `if (n == 80) n = 0; n++` stays
//! in its bounds only so. Where a loop comes to its head again and again, bounds grow to the next number that the system
//! itself mentions (widening with thresholds: Blanchet et al., PLDI 2003); afterwards, steps that only narrow take back
//! what that was too much. A loop is finished before what is behind it is begun ([`order`]).
//!
//! What comes out are *candidates*: clauses over state bits, handed on as hints. An engine believes none of them before it has
//! proved it, so no answer rests on this module being right.

mod cases;
mod differences;
mod order;
mod path;

use super::range::Range;
use crate::bv::{BitVec, CoreOp, SymbolId, Term, TermId, TermPool};
use crate::ts::live::live;
use crate::ts::regions::{elsewhere, locations, Region};
use crate::ts::{Fact, StateBit, TransitionSystem};
use cases::Cases;
use differences::{Differences, Order};
use order::Part;
use path::{Path, Row};
use petgraph::graphmap::DiGraphMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// How many terms are evaluated at most: a large system is left without candidates rather than waited for.
const WORK: usize = 6_000_000;
/// With more ways than this out of a location, they are not told apart.
const WAYS: usize = 48;
/// Words are told apart by choices as long as less than this of the work is done.
const WORK_WITH_CASES: usize = WORK * 2 / 3;
/// So many terms are evaluated at most to find out which ways can be taken.
const PROBING: usize = 2_000_000;
/// After so many visits bounds grow by thresholds alone, and after so many more to the extremes.
const PATIENCE: usize = 3;
const WIDENINGS: usize = 8;
/// How many times all steps narrow what widening gave.
const NARROWINGS: usize = 2;
/// How many candidates are given at most.
const MOST: usize = 12_000;
/// So many numbers at most are those of a related word, too.
const SHARED: usize = 24;
/// So many terms are looked at for the words that a comparison is about.
const CHOSEN: usize = 16;
/// How many orders of two words become predicates at most.
const MOST_ORDERS: usize = 24;

/// Clauses over the states' bits that hold in every reachable state, if the analysis is right. Empty if the system has no
/// locations or is too large.
pub fn candidates(system: &TransitionSystem) -> Vec<Vec<StateBit>> {
    Analysis::new(system).and_then(Analysis::run).map(|found| found.clauses).unwrap_or_default()
}

/// Gives the system the [candidates], and with them orders of words as predicates, of which candidates speak as well.
pub fn mine(system: &mut TransitionSystem) {
    let Some(found) = Analysis::new(system).and_then(Analysis::run) else { return };
    let bits = found.clauses.into_iter().map(|clause| clause.into_iter().map(Fact::Bit).collect());
    system.candidates.extend(bits);
    // Those that hold at most locations come first.
    let mut times: FxHashMap<([SymbolId; 2], Order), usize> = FxHashMap::default();
    found.orders.iter().for_each(|found| *times.entry((found.words, found.order)).or_default() += 1);
    let mut orders = found.orders;
    orders.sort_by_key(|found| std::cmp::Reverse(times[&(found.words, found.order)]));
    for Ordered { elsewhere, words: [first, second], order: (op, turned, holds) } in orders {
        let [x, y] = [first, second].map(|word| system.pool.symbol(word));
        let (left, right) = if turned { (y, x) } else { (x, y) };
        let term = system.pool.core(op, left, right);
        let Some((number, value)) = system.predicate(term, MOST_ORDERS) else { continue };
        let elsewhere = elsewhere.into_iter().map(Fact::Bit);
        system.candidates.push(elsewhere.chain([Fact::Predicate(number, holds == value)]).collect());
    }
}

/// What is found.
struct Found {
    clauses: Vec<Vec<StateBit>>,
    orders: Vec<Ordered>,
}

/// How two words compare at a location.
struct Ordered {
    /// That control is not there.
    elsewhere: Vec<StateBit>,
    words: [SymbolId; 2],
    order: Order,
}

/// The ranges of all states but the location, in the order of the system's states, and behind them those of differences.
type Ranges = Vec<Range>;

/// A region with what the analysis asks of it.
struct Fixed {
    region: Region,
    /// The ways out of it; `None` if the next location is computed in another way than by choices.
    ways: Option<Vec<Way>>,
    /// All terms that it depends on, operands first.
    cone: Vec<TermId>,
}

struct Analysis<'a> {
    system: &'a TransitionSystem,
    /// A copy, as regions have terms of their own.
    pool: TermPool,
    /// The word that says where control is.
    location: SymbolId,
    /// The other states.
    states: Vec<SymbolId>,
    differences: Differences,
    /// For each of the states, numbers that the system mentions, and their neighbours: those that it is compared with itself, and what lies
    /// beyond these. Behind them those of differences.
    steps: Vec<Vec<u128>>,
    regions: BTreeMap<u128, Fixed>,
    /// Room for the places of a step's terms.
    places: Vec<u32>,
    work: usize,
    /// How many terms were evaluated to find out which ways can be taken.
    probing: usize,
}

impl<'a> Analysis<'a> {
    fn new(system: &'a TransitionSystem) -> Option<Analysis<'a>> {
        let location = *system.locations.first()?;
        let states: Vec<SymbolId> =
            system.states.iter().map(|state| state.symbol).filter(|&symbol| symbol != location).collect();
        let cone = system.pool.cone(system.states.iter().map(|state| state.next), |_| false);
        // Fixing a location goes through all terms once.
        let locations = locations(system, location);
        if cone.len().saturating_mul(locations.len()) > WORK {
            return None;
        }
        let mut analysis = Analysis {
            system,
            pool: system.pool.clone(),
            location,
            states,
            differences: Differences::default(),
            steps: Vec::new(),
            regions: BTreeMap::new(),
            places: Vec::new(),
            work: 0,
            probing: 0,
        };
        for location in locations {
            analysis.fixed(location);
        }
        let Analysis { pool, states, regions, differences, steps, .. } = &mut analysis;
        let after = regions.values().map(|fixed| &fixed.region.next[..]);
        *differences = Differences::new(pool, &cone, states, after);
        *steps = thresholds(pool, &cone, states, differences.related());
        steps.extend(differences.steps(pool));
        Some(analysis)
    }

    /// The candidates; `None` if there is too much to do.
    fn run(mut self) -> Option<Found> {
        let entry = self.system.states.iter().find(|state| state.symbol == self.location)?.initial?.unsigned();
        let parts = order::order(&self.flow(entry), entry);
        let others = self.system.states.iter().filter(|state| state.symbol != self.location);
        let mut initial: Ranges =
            others.map(|state| state.initial.map_or(Range::full(state.width), Range::constant)).collect();
        initial.extend(self.differences.of_words(&initial));
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
        Some(self.said(&found))
    }

    /// Which location a step from which one may lead to, whatever the other states are.
    fn flow(&mut self, entry: u128) -> DiGraphMap<u128, ()> {
        let mut flow = DiGraphMap::new();
        let mut open = vec![entry];
        while let Some(location) = open.pop() {
            let targets: Vec<u128> = self.fixed(location).ways.iter().flatten().map(|&(_, target)| target).collect();
            for target in targets {
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
        let Fixed { region, ways, cone } = &self.regions[&location];
        let ways = ways.as_ref()?;
        let environment: FxHashMap<SymbolId, Range> = self.states.iter().copied().zip(start.iter().copied()).collect();
        let mut places = std::mem::take(&mut self.places);
        let row = Row::new(&self.pool, cone, &mut places);
        let mut cases = Cases::new(&row, &self.differences);
        let mut targets = BTreeMap::new();
        let first = cases.first(&environment, &start[self.states.len()..]);
        let together = ways.len() > WAYS;
        for (conditions, target) in ways {
            if self.work + cases.work > WORK {
                return None;
            }
            if together && targets.contains_key(target) {
                continue;
            }
            let case = first.as_ref().and_then(|first| match together {
                true => Some(first.clone()),
                false => cases.under(first, conditions),
            });
            if let Some(case) = case {
                let may_split = self.work + cases.work < WORK_WITH_CASES;
                let ranges = cases.after(&case, &region.next, may_split);
                join_into(&mut targets, *target, ranges);
            }
        }
        self.work += cases.work;
        drop(cases);
        self.places = places;
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
        let ways = ways(&self.pool, region.target).map(|ways| self.possible(ways, &cone));
        Fixed { region, ways, cone }
    }

    /// The ways that can be taken, each with what follows from its conditions whatever the words are: of a row of choices the last way is
    /// where all others are not taken, and a term that leads to a contradiction there does not hold (failed literals: Freeman, *Improvements
    /// to propositional satisfiability search algorithms*, 1995).
    fn possible(&mut self, ways: Vec<Way>, cone: &[TermId]) -> Vec<Way> {
        if ways.len() > WAYS {
            return ways;
        }
        let row = Row::new(&self.pool, cone, &mut self.places);
        let start = Path::new(&row, &FxHashMap::default());
        let mut possible = Vec::new();
        for (mut conditions, target) in ways {
            let mut path = start.clone();
            let mut holds = conditions.iter().all(|&(term, value)| path.assume(term, Range::bit(value)));
            holds = holds && path.again(&mut self.probing);
            let asked = self.pool.cone(conditions.iter().map(|&(term, _)| term), |_| false);
            let asked: Vec<TermId> = asked.into_iter().filter(|&term| self.pool.width(term) == 1).collect();
            let mut is_new = true;
            while holds && std::mem::take(&mut is_new) {
                for (&term, value) in asked.iter().rev().flat_map(|term| [(term, true), (term, false)]) {
                    if self.probing > PROBING || path.get(term).as_constant().is_some() {
                        continue;
                    }
                    self.probing += path.len();
                    let mut probe = path.clone();
                    if probe.assume(term, Range::bit(value)) && probe.again(&mut self.probing) {
                        continue;
                    }
                    conditions.push((term, !value));
                    holds = path.assume(term, Range::bit(!value)) && path.again(&mut self.probing);
                    is_new = true;
                }
            }
            if holds {
                possible.push((conditions, target));
            }
        }
        possible
    }

    /// What was found, as clauses and as orders of words.
    fn said(&self, found: &BTreeMap<u128, Ranges>) -> Found {
        let live = live(&self.pool, &self.states, self.regions.iter().map(|(&code, fixed)| (code, &fixed.region)));
        let locations = locations(self.system, self.location);
        let one_hot = locations.iter().all(|location| location.is_power_of_two());
        let elsewhere = |location: u128| elsewhere(&self.system.pool, self.location, location, one_hot);
        let mut clauses: Vec<Vec<StateBit>> = Vec::new();
        let mut orders = Vec::new();
        for location in locations {
            let Some(ranges) = found.get(&location) else {
                clauses.push(elsewhere(location));
                continue;
            };
            if self.stays(location) {
                continue;
            }
            let read = |symbol: &SymbolId| live.get(&location).is_none_or(|live| live.contains(symbol));
            for (&symbol, range) in self.states.iter().zip(ranges).filter(|(symbol, _)| read(symbol)) {
                for bits in clauses_of(symbol, range) {
                    clauses.push(elsewhere(location).into_iter().chain(bits).collect());
                }
            }
            for (at, apart) in self.differences.pairs().zip(&ranges[self.states.len()..]) {
                let words = at.map(|at| self.states[at]);
                if words.iter().all(read) {
                    let found = differences::orders(&ranges[at[0]], &ranges[at[1]], apart).into_iter();
                    orders.extend(found.map(|order| Ordered { elsewhere: elsewhere(location), words, order }));
                }
            }
        }
        // Short ones say most.
        clauses.sort_by_key(Vec::len);
        clauses.truncate(MOST);
        Found { clauses, orders }
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

/// For each state, the numbers that its bounds grow to: those that the state itself, or one that is `related`, is compared
/// with, and their neighbours, and of all numbers that the system mentions those beyond them. A table with a hundred
/// entries mentions a hundred numbers, and a counter that had to stop at each of them would never come to its own bound.
fn thresholds(pool: &TermPool, cone: &[TermId], states: &[SymbolId], related: &[[usize; 2]]) -> Vec<Vec<u128>> {
    let near = |bits: u128| [bits.wrapping_sub(1), bits, bits.wrapping_add(1)];
    let mut mentioned: Vec<u128> =
        cone.iter().filter_map(|&id| pool.as_constant(id)).flat_map(|constant| near(constant.unsigned())).collect();
    mentioned.sort_unstable();
    mentioned.dedup();
    let mut own: FxHashMap<SymbolId, BTreeSet<u128>> = FxHashMap::default();
    for &id in cone {
        let Term::Binary(CoreOp::Eq | CoreOp::Ult | CoreOp::Slt, a, b) = pool.term(id) else { continue };
        for (word, bound) in [(a, b), (b, a)] {
            if let Some(bound) = pool.as_constant(bound) {
                for word in words_in(pool, word) {
                    own.entry(word).or_default().extend(near(bound.unsigned()));
                }
            }
        }
    }
    // What a word becomes stops where the word does.
    for _ in 0..2 {
        let before = own.clone();
        for [first, second] in related.iter().map(|pair| pair.map(|at| states[at])) {
            for (from, to) in [(first, second), (second, first)] {
                let steps = before.get(&from).into_iter().flatten().copied();
                own.entry(to).or_default().extend(steps.take(SHARED));
            }
        }
    }
    let mut of = |state: &SymbolId| {
        let width = pool.symbol_width(*state);
        let mut steps: Vec<u128> = own.remove(state).unwrap_or_default().into_iter().collect();
        let is_negative = |step: u128| step >> (width - 1) & 1 == 1;
        let last = steps.iter().copied().filter(|&step| !is_negative(step)).max();
        steps.extend(mentioned.iter().filter(|&&step| last.is_none_or(|last| step > last)));
        steps
    };
    states.iter().map(&mut of).collect()
}

/// The words that a term is, extended, as a part of a row of bits, or by a choice among few.
fn words_in(pool: &TermPool, term: TermId) -> Vec<SymbolId> {
    let (mut words, mut open) = (Vec::new(), vec![term]);
    for _ in 0..CHOSEN {
        match open.pop().map(|term| pool.term(term)) {
            Some(Term::Symbol(symbol)) => words.push(symbol),
            Some(Term::SignExtend { of, .. } | Term::Extract { of, .. }) => open.push(of),
            Some(Term::Concat(high, low)) if pool.as_constant(high).is_some() => open.push(low),
            Some(Term::Ite(_, then, otherwise)) => open.extend([then, otherwise]),
            Some(_) => {}
            None => break,
        }
    }
    words
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
mod tests;
