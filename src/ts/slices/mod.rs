//! Facts about slices of arrays: what holds of a followed cell once a counter has passed its index.
//!
//! A property of all cells that a loop has filled is a property of one cell whose index `p` is chosen freely and never changes
//! (Monniaux, Gonnord: *Cell morphing*, SAS 2016). Its proof is a lemma with an order as its condition: `p < i → v = f(p)`, where `v` is what
//! the cell holds and `i` the loop's counter. In words about arrays: the slice below `i` is filled (Halbwachs, Péron: *Discovering
//! properties about arrays in simple programs*, PLDI 2008). An IC3 engine rarely finds the condition, as the states that it blocks have one
//! value of `i` each. So likely lemmas are built here, as [candidates](TransitionSystem::candidates), and engines keep those that are
//! inductive together.
//!
//! * [`Passing`]: where the system compares a word `p` that never changes with an expression `e` of words that do. Control then is
//!   at the access that meets the cell;
//! * [`Mining::facts`]: what is written there, and what is asked there, in terms of `p`: the expression is solved for the counter;
//! * [`Mining::conditions`]: `p` was passed, upwards or downwards; [`Mining::open`] and [`Mining::overwritten`]: it was not;
//! * [`flags`]: what the loop notes of the cells that it has passed, and does not forget;
//! * [`sentinels`]: what ends a loop is in the cell, and no counter has passed it;
//! * [`lives`]: the instances behind a pointer are alive;
//! * [`bits`]: bits that are zero at first stay so;
//! * [`bounds`]: what counters are compared with;
//! * [`products`]: what is multiplied where a counter meets an index;
//! * [`words`]: values in terms of what is known of others.
//!
//! Linear forms ([`linear`]) are computed as if words did not wrap: a candidate is a guess.

mod bits;
mod bounds;
mod flags;
mod linear;
mod lives;
mod products;
mod sentinels;
mod words;

use crate::bv::{BitVec, CoreOp, Predicate, SymbolId, Term, TermId, TermPool};
use crate::ts::live::live;
use crate::ts::predicates::words_of;
use crate::ts::regions::{self, leaves, Region};
use crate::ts::{Fact, StateBit, TransitionSystem};
use bounds::{below_bounds, Bounds};
use linear::Linear;
use num_integer::Integer;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// How many predicates are added at most.
const MOST_PREDICATES: usize = 48;
/// How many candidates are added at most.
const MOST: usize = 1500;
/// How many comparisons with a counter are looked at, at most.
const MOST_PASSINGS: usize = 64;
/// How often the index is in such a comparison, at most.
const MOST_TIMES: i128 = 64;
/// How many facts about one index are known at most, and how many comparisons of words that never change.
const MOST_FACTS: usize = 48;
const MOST_FROZEN: usize = 8;
/// Larger systems are left as they are: locations times terms.
const WORK: usize = 1_000_000;
/// Cones of more terms than this are no facts.
const LARGEST: usize = 48;

/// Adds candidates about slices, and the predicates that they speak of.
pub fn mine(system: &mut TransitionSystem) {
    bits::mine(system);
    products::say_with_indices(system);
    let Some(mut mining) = Mining::new(system) else { return };
    let passings = mining.passings();
    if passings.is_empty() {
        return;
    }
    let meetings = mining.meetings(&passings);
    let bounds = mining.bounds();
    mining.find_contents(&passings, &meetings);
    let mut clauses: Vec<Vec<Literal>> = Vec::new();
    let (mut all, mut overwritten): (Vec<Literal>, Vec<Vec<Literal>>) = (Vec::new(), Vec::new());
    for &index in meetings.keys() {
        let mine: Vec<&Passing> = passings.iter().filter(|passing| passing.index == index).collect();
        let (mut facts, mut frozen) = (mining.shown(), Vec::new());
        for open in mining.open(&mine, &bounds) {
            clauses.extend(facts.iter().map(|&fact| open.iter().copied().chain([fact]).collect()));
        }
        for passing in &mine {
            mining.facts(passing, &mine, &mut facts, &mut frozen);
        }
        mining.substitute(&mut facts);
        overwritten.extend(mining.overwritten(&mine, &bounds, &facts));
        let conditions = mining.conditions(&mine, &bounds, &frozen);
        let flags = mining.flags(&mine);
        let atoms = frozen.iter().flat_map(|&atom| [(atom, true), (atom, false)]);
        let besides: Vec<Literal> = atoms.chain(flags).collect();
        clauses.extend(combined(&conditions, &besides, &facts).take(MOST));
        all.extend(facts);
    }
    let about_sentinels = sentinels::clauses(&mut mining, &passings, &meetings, &all);
    let about_lives = lives::clauses(&mut mining, &passings, &meetings);
    let within = mining.within_bounds(&passings, &bounds);
    // Engines look at the first ones alone at first: what holds of lives mostly is all that is needed of a list.
    mining.add(about_lives);
    mining.add(within);
    mining.add(clauses);
    mining.add(overwritten);
    mining.add(about_sentinels);
    products::tell_later(&mut mining);
}

/// Disjunctions: unless the condition, or a condition and what is known besides, a fact.
fn combined<'a>(
    conditions: &'a [Option<Literal>],
    besides: &'a [Literal],
    facts: &'a [Literal],
) -> impl Iterator<Item = Vec<Literal>> + 'a {
    let besides = std::iter::once(None).chain(besides.iter().copied().map(Some));
    let unless = besides.flat_map(|beside| conditions.iter().map(move |&condition| (beside, condition)));
    let clauses = unless.flat_map(|(beside, condition)| {
        let unless = condition.map(|(term, value)| (term, !value));
        facts.iter().map(move |&fact| unless.into_iter().chain(beside).chain([fact]).collect::<Vec<Literal>>())
    });
    clauses.filter(|clause| {
        let terms: FxHashSet<TermId> = clause.iter().map(|(term, _)| *term).collect();
        terms.len() == clause.len()
    })
}

/// A term of width 1, and which value it has.
type Literal = (TermId, bool);

/// A comparison of a word that never changes with an expression of words that do.
#[derive(Clone, Debug)]
struct Passing {
    /// The region of the step that compares.
    region: usize,
    /// The comparison.
    equation: TermId,
    /// The word that never changes.
    index: SymbolId,
    /// How many times that is compared with the expression: `a[2 * p]` is met by `a[i]` where `i` is `2 * p`.
    times: i128,
    /// The expression.
    counter: Linear,
}

impl Passing {
    /// What the expression is compared with.
    fn passed(&self, pool: &mut TermPool, unsigned: &FxHashSet<SymbolId>) -> TermId {
        let width = pool.symbol_width(self.index);
        Linear { words: BTreeMap::from([(self.index, self.times)]), constant: 0 }.build(pool, width, unsigned)
    }

    /// That the counter has passed the index, upwards and downwards.
    fn ways(&self, pool: &mut TermPool, unsigned: &FxHashSet<SymbolId>) -> [Literal; 2] {
        let index = self.passed(pool, unsigned);
        let width = pool.width(index);
        let counter = self.counter.build(pool, width, unsigned);
        let one = pool.constant(BitVec::one(width));
        let next = pool.core(CoreOp::Add, counter, one);
        [(pool.compare(Predicate::Ult, index, counter), true), (pool.compare(Predicate::Ult, index, next), false)]
    }
}

/// For each index, the comparisons in which an access may meet its cell.
type Meetings = BTreeMap<SymbolId, FxHashSet<TermId>>;

struct Mining<'a> {
    system: &'a mut TransitionSystem,
    /// The word that says where control is.
    location: SymbolId,
    /// The regions behind the first, by location.
    regions: Vec<(u128, Region)>,
    /// The words that are states.
    states: Vec<SymbolId>,
    /// Those that no step from behind the first region changes.
    frozen: FxHashSet<SymbolId>,
    /// Those that some step changes only where a counter meets an index: what cells hold.
    contents: FxHashSet<SymbolId>,
    /// Bits that are computed from those.
    derived: FxHashSet<SymbolId>,
    /// Words that the system extends by zeros.
    unsigned: FxHashSet<SymbolId>,
}

impl<'a> Mining<'a> {
    /// `None` if there are no loops, or too much to do.
    fn new(system: &'a mut TransitionSystem) -> Option<Mining<'a>> {
        let [location] = system.locations[..] else { return None };
        let entry = system.states.iter().find(|state| state.symbol == location)?.initial?.unsigned();
        let locations = regions::locations(system, location);
        let size = system.pool.cone(system.states.iter().map(|state| state.next), |_| false).len();
        if size.saturating_mul(locations.len()) > WORK {
            return None;
        }
        let mut pool = std::mem::take(&mut system.pool);
        let behind = locations.into_iter().filter(|&code| code != entry);
        let regions: Vec<(u128, Region)> =
            behind.map(|code| (code, Region::new(&mut pool, system, location, code))).collect();
        system.pool = pool;
        let words = || system.states.iter().filter(|state| state.symbol != location).enumerate();
        let states: Vec<SymbolId> = words().map(|(_, state)| state.symbol).collect();
        let regions: Vec<(u128, Region)> =
            regions.into_iter().filter(|(code, region)| !region.stays(&system.pool, *code, &states)).collect();
        let stays = |at: usize, symbol: SymbolId| {
            regions.iter().all(|(_, region)| system.pool.term(region.next[at]) == Term::Symbol(symbol))
        };
        let frozen: FxHashSet<SymbolId> = words()
            .filter(|&(at, state)| state.width > 1 && stays(at, state.symbol))
            .map(|(_, state)| state.symbol)
            .collect();
        let unsigned = extended_by_zeros(&system.pool, &regions);
        (!frozen.is_empty() && !regions.is_empty()).then_some(Mining {
            system,
            location,
            regions,
            states,
            frozen,
            contents: FxHashSet::default(),
            derived: FxHashSet::default(),
            unsigned,
        })
    }

    /// The comparisons of words that never change with words that do.
    fn passings(&self) -> Vec<Passing> {
        let pool = &self.system.pool;
        let mut passings = Vec::new();
        for (number, (_, region)) in self.regions.iter().enumerate() {
            let cone = region.cone(pool);
            let forms = Linear::forms(pool, &cone);
            for id in cone {
                let Term::Binary(CoreOp::Eq, a, b) = pool.term(id) else { continue };
                let (Some(a), Some(b)) = (forms.get(&a), forms.get(&b)) else { continue };
                let Some(difference) = a.clone().add(b, -1).filter(Linear::is_small) else { continue };
                let is_state = |word: &SymbolId| self.states.contains(word);
                let changes = |word: &SymbolId| !self.frozen.contains(word);
                if !difference.words.keys().all(is_state) || !difference.words.keys().any(changes) {
                    continue;
                }
                for (&index, &factor) in difference.words.iter().filter(|(word, _)| self.frozen.contains(word)) {
                    // `factor * index + rest = 0`
                    let rest = difference.words.iter().filter(|(word, _)| **word != index);
                    let numbers = rest.clone().map(|(_, other)| other).chain([&difference.constant]);
                    let common = numbers.fold(factor, |common, number| common.gcd(number)) * factor.signum();
                    let times = factor / common;
                    if times <= MOST_TIMES && passings.len() < MOST_PASSINGS {
                        let words = rest.map(|(&word, other)| (word, -other / common)).collect();
                        let counter = Linear { words, constant: -difference.constant / common };
                        passings.push(Passing { region: number, equation: id, index, times, counter });
                    }
                }
            }
        }
        passings
    }

    /// The comparisons in which an access may meet the cell of each index: one side is the index alone, or a sum with counters.
    fn meetings(&self, passings: &[Passing]) -> Meetings {
        let pool = &self.system.pool;
        let mut meetings = Meetings::new();
        for passing in passings {
            meetings.entry(passing.index).or_default().insert(passing.equation);
        }
        for (_, region) in &self.regions {
            let cone = region.cone(pool);
            let forms = Linear::forms(pool, &cone);
            let index =
                |side: &TermId| forms.get(side).filter(|form| form.words.len() == 1)?.words.keys().next().copied();
            for id in cone {
                let Term::Binary(CoreOp::Eq, a, b) = pool.term(id) else { continue };
                for index in [index(&a), index(&b)].into_iter().flatten() {
                    meetings.entry(index).and_modify(|own| own.extend([id]));
                }
            }
        }
        meetings
    }

    /// Finds what cells hold: what does not change where no counter meets the index.
    fn find_contents(&mut self, passings: &[Passing], meetings: &Meetings) {
        let no = self.system.pool.constant(BitVec::bit(false));
        for (number, (_, region)) in self.regions.iter().enumerate() {
            let here = passings.iter().filter(|passing| passing.region == number);
            let apart: FxHashMap<TermId, TermId> = here.map(|passing| (passing.equation, no)).collect();
            if apart.is_empty() {
                continue;
            }
            let new = self.system.pool.replaced(&region.next, &apart);
            for ((&state, before), after) in self.states.iter().zip(&region.next).zip(new) {
                if *before == after {
                    continue;
                }
                let pool = &self.system.pool;
                let counts = passings.iter().any(|passing| passing.counter.words.contains_key(&state));
                let may_stay = match pool.symbol_width(state) {
                    // Of bits only those that say something of a cell whatever it holds: whether an access has met one is another matter.
                    1 => pool.term(after) == Term::Symbol(state),
                    _ => leaves(pool, after).iter().any(|&leaf| pool.term(leaf) == Term::Symbol(state)),
                };
                if may_stay && !counts {
                    self.contents.insert(state);
                }
            }
        }
        self.find_derived(meetings);
    }

    /// Finds the bits that are computed from what cells hold, and not from whether an access meets one.
    fn find_derived(&mut self, meetings: &Meetings) {
        let pool = &self.system.pool;
        let equations: FxHashSet<TermId> = meetings.values().flatten().copied().collect();
        for (_, region) in &self.regions {
            // For each term, whether it depends on a content, and whether on a meeting.
            let mut depends: FxHashMap<TermId, [bool; 2]> = FxHashMap::default();
            for id in region.cone(pool) {
                let own = [
                    matches!(pool.term(id), Term::Symbol(word) if self.contents.contains(&word)),
                    equations.contains(&id),
                ];
                let either = |[a, b]: [bool; 2], operand| [a | depends[&operand][0], b | depends[&operand][1]];
                let all = pool.term(id).operands().fold(own, either);
                depends.insert(id, all);
            }
            for (&state, next) in self.states.iter().zip(&region.next) {
                if pool.symbol_width(state) == 1 && depends[next] == [true, false] {
                    self.derived.insert(state);
                }
            }
        }
    }

    /// The bits that say something of a cell, such as that it holds what is [expected](crate::refinement) of it.
    fn shown(&mut self) -> Vec<Literal> {
        let pool = &mut self.system.pool;
        let bits: Vec<SymbolId> = self.states.iter().copied().filter(|state| self.contents.contains(state)).collect();
        let bits = bits.into_iter().filter(|&state| pool.symbol_width(state) == 1).collect::<Vec<_>>();
        bits.into_iter().take(MOST_FACTS / 4).map(|bit| (pool.symbol(bit), true)).collect()
    }

    /// What is written and what is asked at the access that meets the cell, in terms of its index. What is asked of words that never change
    /// goes to `frozen`.
    fn facts(&mut self, passing: &Passing, all: &[&Passing], facts: &mut Vec<Literal>, frozen: &mut Vec<TermId>) {
        let mut replaced: FxHashMap<TermId, TermId> = FxHashMap::default();
        let (yes, no) = (BitVec::bit(true), BitVec::bit(false));
        let counters = passing.counter.words.iter().filter(|(word, _)| !self.frozen.contains(word));
        // The counter is the word with the smallest factor.
        let Some((&counter, &factor)) = counters.min_by_key(|(_, factor)| factor.abs()) else { return };
        for other in all.iter().filter(|other| other.region == passing.region) {
            let meets = self.system.pool.constant(if other.counter == passing.counter { yes } else { no });
            replaced.insert(other.equation, meets);
        }
        let solved = self.solved(passing, counter, factor);
        let pool = &mut self.system.pool;
        let word = pool.symbol(counter);
        replaced.insert(word, solved);
        let (_, region) = &self.regions[passing.region];
        let roots: Vec<TermId> = region.next.iter().copied().chain([region.target]).collect();
        let new = pool.replaced(&roots, &replaced);
        let contents = &self.contents;
        // What is read from outside is what a cell holds from then on: by that name it is known later.
        let mut kept: FxHashMap<TermId, TermId> = FxHashMap::default();
        for (at, &state) in self.states.iter().enumerate().filter(|(_, state)| contents.contains(state)) {
            let inputs = leaves(pool, new[at]).into_iter();
            let inputs =
                inputs.filter(|&leaf| matches!(pool.term(leaf), Term::Symbol(word) if !self.states.contains(&word)));
            for input in inputs.collect::<Vec<_>>() {
                let state = pool.symbol(state);
                kept.entry(input).or_insert(state);
            }
        }
        let before = facts.clone();
        let mut push = |pool: &TermPool, term: TermId| {
            let term = match pool.term(term) {
                Term::Not(inner) => inner,
                _ => term,
            };
            let cone = pool.cone([term], |_| false);
            let symbols = words_of(pool, term);
            let known = symbols.iter().all(|symbol| self.states.contains(symbol));
            if symbols.is_empty() || !known || cone.len() > LARGEST || pool.width(term) != 1 {
                return;
            }
            let speaks =
                symbols.iter().any(|symbol| contents.contains(symbol)) || matches!(pool.term(term), Term::Symbol(_));
            if !speaks && !symbols.iter().all(|symbol| self.frozen.contains(symbol)) {
                return;
            }
            if symbols.iter().all(|symbol| self.frozen.contains(symbol)) {
                if frozen.len() < MOST_FROZEN && is_simple(pool, term) && !frozen.contains(&term) {
                    frozen.push(term);
                }
                return;
            }
            // That words differ says little of what they are.
            let equates = matches!(pool.term(term), Term::Binary(CoreOp::Eq, ..));
            for value in [true, false] {
                if (value || !equates) && facts.len() < MOST_FACTS && !facts.contains(&(term, value)) {
                    facts.push((term, value));
                }
            }
        };
        for (at, &state) in self.states.iter().enumerate() {
            if !self.contents.contains(&state) || pool.symbol_width(state) == 1 {
                continue;
            }
            let written = leaves(pool, new[at]);
            let (word, written) = (pool.symbol(state), pool.replaced(&written, &kept));
            for value in written.into_iter().filter(|&value| value != word) {
                for value in words::in_other_words(pool, word, value, (&before, contents)) {
                    let value = products::normal(pool, value);
                    let written = pool.compare(Predicate::Eq, word, value);
                    push(pool, written);
                }
            }
        }
        for id in pool.cone(new.iter().copied(), |_| false) {
            let compares = match pool.term(id) {
                Term::Symbol(symbol) => pool.width(id) == 1 && self.derived.contains(&symbol),
                Term::Binary(op, ..) => op.is_predicate(),
                Term::Extract { .. } => pool.width(id) == 1,
                _ => false,
            };
            if compares {
                push(pool, id);
            }
        }
    }

    /// What is asked of a cell, asked of what is written to it: `c = a + b` and `c > 0` give `a + b > 0`, for the loop before.
    fn substitute(&mut self, facts: &mut Vec<Literal>) {
        let pool = &mut self.system.pool;
        let known = facts.clone();
        for &(equation, _) in known.iter().filter(|(_, value)| *value) {
            let Term::Binary(CoreOp::Eq, a, b) = pool.term(equation) else { continue };
            for (word, other) in [(a, b), (b, a)] {
                let Term::Symbol(symbol) = pool.term(word) else { continue };
                if !self.contents.contains(&symbol) || words_of(pool, other).contains(&symbol) {
                    continue;
                }
                for &(fact, value) in known.iter().filter(|(fact, _)| *fact != equation) {
                    let [new] = pool.replaced(&[fact], &FxHashMap::from_iter([(word, other)]))[..] else { continue };
                    let is_new = new != fact && pool.as_constant(new).is_none() && !facts.contains(&(new, value));
                    if is_new && facts.len() < MOST_FACTS {
                        facts.push((new, value));
                    }
                }
            }
        }
    }

    /// The counter's value where the expression is the index.
    fn solved(&mut self, passing: &Passing, counter: SymbolId, factor: i128) -> TermId {
        let pool = &mut self.system.pool;
        let width = pool.symbol_width(counter);
        let mut rest = passing.counter.clone();
        rest.words.remove(&counter);
        let sign = factor.signum();
        let index = Linear { words: BTreeMap::from([(passing.index, sign * passing.times)]), constant: 0 };
        let difference = index.add(&rest, -sign).map(|difference| difference.build(pool, width, &self.unsigned));
        let difference = difference.unwrap_or_else(|| pool.symbol(counter));
        match factor.unsigned_abs() {
            1 => difference,
            by => {
                let by = pool.constant(BitVec::new(width, by & (u128::MAX >> (128 - width))));
                pool.core(CoreOp::UDiv, difference, by)
            }
        }
    }

    /// That the counter has passed the index upwards or downwards; that it does where it comes to its bound, which is what is left of the
    /// counter behind its loop; that the index is below what it is compared with; nothing at all.
    fn conditions(&mut self, passings: &[&Passing], bounds: &Bounds, frozen: &[TermId]) -> Vec<Option<Literal>> {
        let pool = &mut self.system.pool;
        let mut conditions = vec![None];
        for passing in passings {
            conditions.extend(passing.ways(pool, &self.unsigned).map(Some));
        }
        for passing in passings {
            conditions.extend(below_bounds(pool, &self.unsigned, passing, bounds).into_iter().map(Some));
        }
        for &atom in frozen {
            let Term::Binary(op, a, b) = pool.term(atom) else { continue };
            match (op, pool.width(a)) {
                (CoreOp::Ult | CoreOp::Slt, _) => conditions.extend([Some((atom, true)), Some((atom, false))]),
                (CoreOp::Eq, width) if width > 1 => {
                    let index = pool.symbol(passings[0].index);
                    let bound = if a == index { b } else { a };
                    if pool.width(bound) == pool.width(index) {
                        let below = pool.compare(Predicate::Ult, index, bound);
                        conditions.push(Some((below, true)));
                    }
                }
                _ => {}
            }
        }
        let mut seen = FxHashSet::default();
        conditions.retain(|condition| {
            let constant = condition.is_some_and(|(term, _)| pool.as_constant(term).is_some());
            !constant && seen.insert(*condition)
        });
        conditions
    }

    /// That the counter has not passed the index yet, though the index is one that it comes to: what the last loop has said of the cell still
    /// holds. As disjunctions: unless it has.
    fn open(&mut self, passings: &[&Passing], bounds: &Bounds) -> Vec<Vec<Literal>> {
        let (pool, mut found) = (&mut self.system.pool, Vec::new());
        for passing in passings {
            let [is_passed, is_passed_downwards] = passing.ways(pool, &self.unsigned);
            found.extend([vec![is_passed], vec![is_passed_downwards]]);
            let below = below_bounds(pool, &self.unsigned, passing, bounds);
            found.extend(below.into_iter().map(|(below, _)| vec![is_passed, (below, false)]));
        }
        found.retain(|clause| clause.iter().all(|(term, _)| pool.as_constant(*term).is_none()));
        found
    }

    /// Where a loop overwrites a cell: what was known of it before, unless the counter has passed its index, upwards or downwards, or does not
    /// come to it.
    fn overwritten(&mut self, passings: &[&Passing], bounds: &Bounds, facts: &[Literal]) -> Vec<Vec<Literal>> {
        let (pool, mut found): (_, Vec<Vec<Literal>>) = (&mut self.system.pool, Vec::new());
        for passing in passings {
            let next = &self.regions[passing.region].1.next;
            let is_written = |(state, next): &(&SymbolId, &TermId)| {
                self.contents.contains(state) && pool.term(**next) != Term::Symbol(**state)
            };
            let written: FxHashSet<SymbolId> =
                self.states.iter().zip(next).filter(is_written).map(|(state, _)| *state).collect();
            let concerned = |&&(fact, _): &&Literal| words_of(pool, fact).iter().any(|word| written.contains(word));
            let facts: Vec<Literal> = facts.iter().filter(concerned).copied().collect();
            if facts.is_empty() {
                continue;
            }
            let passed = passing.ways(pool, &self.unsigned);
            let below = below_bounds(pool, &self.unsigned, passing, bounds);
            let beyond = below.into_iter().map(|(below, _)| Some((below, false)));
            for beyond in std::iter::once(None).chain(beyond) {
                let unless = passed.into_iter().map(|passed| [passed].into_iter().chain(beyond));
                found.extend(
                    unless.flat_map(|unless| facts.iter().map(move |&fact| unless.clone().chain([fact]).collect())),
                );
            }
        }
        found.retain(|clause| clause.iter().all(|(term, _)| pool.as_constant(*term).is_none()));
        found
    }

    /// Adds the clauses at each location as candidates.
    fn add(&mut self, clauses: Vec<Vec<Literal>>) {
        let mut numbers: FxHashMap<TermId, usize> =
            self.system.predicates.iter().enumerate().map(|(number, &(_, term))| (term, number)).collect();
        let room = self.system.predicates.len() + MOST_PREDICATES;
        let one_hot = regions::locations(self.system, self.location).iter().all(|code| code.is_power_of_two());
        let codes: Vec<u128> = self.regions.iter().map(|&(code, _)| code).collect();
        let regions = self.regions.iter().map(|(code, region)| (*code, region));
        let live = live(&self.system.pool, &self.states, regions);
        let mut left = MOST;
        for clause in clauses {
            // Bits are told of where nothing asks for them, too: that a cell was met last tells what is in it.
            let words = clause.iter().flat_map(|&(term, _)| words_of(&self.system.pool, term));
            let words: Vec<SymbolId> = words.filter(|&word| self.system.pool.symbol_width(word) > 1).collect();
            let mut facts = Vec::new();
            for (term, value) in clause {
                let (term, value) = match self.system.pool.term(term) {
                    Term::Not(inner) => (inner, !value),
                    _ => (term, value),
                };
                // A bit says as much as a predicate that is this bit.
                if let Term::Symbol(symbol) = self.system.pool.term(term) {
                    facts.push(Some(Fact::Bit(StateBit { symbol, bit: 0, value })));
                    continue;
                }
                let number = match numbers.get(&term) {
                    Some(&number) => Some(number),
                    None if self.system.predicates.len() < room => {
                        let number = self.system.predicates.len();
                        self.system.predicates.push((format!("predicate {number}"), term));
                        numbers.insert(term, number);
                        Some(number)
                    }
                    None => None,
                };
                facts.push(number.map(|number| Fact::Predicate(number, value)));
            }
            let Some(facts) = facts.into_iter().collect::<Option<Vec<Fact>>>() else { continue };
            let matters = |code: &&u128| live.get(code).is_none_or(|live| words.iter().all(|word| live.contains(word)));
            for &code in codes.iter().filter(matters) {
                if left == 0 {
                    return;
                }
                left -= 1;
                let elsewhere = regions::elsewhere(&self.system.pool, self.location, code, one_hot);
                let elsewhere = elsewhere.into_iter().map(Fact::Bit);
                self.system.candidates.push(elsewhere.chain(facts.iter().copied()).collect());
            }
        }
    }
}

/// The words that the regions extend by zeros.
fn extended_by_zeros(pool: &TermPool, regions: &[(u128, Region)]) -> FxHashSet<SymbolId> {
    let roots = regions.iter().flat_map(|(_, region)| region.next.iter().copied().chain([region.target]));
    let extended = |id: TermId| match pool.term(id) {
        Term::Concat(high, low) => match (pool.as_constant(high), pool.term(low)) {
            (Some(zero), Term::Symbol(word)) if !zero.is_nonzero() => Some(word),
            _ => None,
        },
        _ => None,
    };
    pool.cone(roots, |_| false).into_iter().filter_map(extended).collect()
}

/// Whether an atom compares words, or a word and a number.
fn is_simple(pool: &TermPool, atom: TermId) -> bool {
    let simple = |id: TermId| matches!(pool.term(id), Term::Symbol(_) | Term::Constant(_));
    matches!(pool.term(atom), Term::Binary(_, a, b) if simple(a) && simple(b))
}

#[cfg(test)]
mod tests;
