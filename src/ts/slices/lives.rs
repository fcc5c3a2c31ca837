//! Which instances are alive: those behind a pointer.
//!
//! The bit that says whether an instance is alive is a followed cell like others, with an index `p`. Where a loop frees a list whose pointers
//! lead to instances with smaller numbers, all that is not beyond the loop's pointer `h` is alive, `p ≤ h → alive[p]`; where they lead to
//! greater numbers, all from there on that has been given out, `h ≤ p < given → alive[p]`. Both are of use only where `h` leads to the
//! pool: a condition on the number of its object.
//!
//! That memory is not lost needs the other direction, too: what is alive is on the same side of `h`, `alive[p] → p ≤ h` or
//! `alive[p] → h ≤ p`; where `h` leads elsewhere, nothing is alive. A list that grows has been given out up to `h`, `h + 1 = given`.

use super::{leaves, Literal, Meetings, Mining, Passing};
use crate::bv::{BitVec, CoreOp, Predicate, SymbolId, Term, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many bits, words that lead to instances, and objects of one, are looked at, at most.
const MOST_LIVES: usize = 4;
const MOST_COUNTERS: usize = 8;
const MOST_OBJECTS: usize = 4;
/// How many clauses there are at most.
const MOST: usize = 400;

/// Clauses about the bits that change only where an access meets their cell, the likeliest of each word first: engines try them in this
/// order. The word that says which instance is given out next is one that has no object beside it: what leads to the pool is below it.
pub(super) fn clauses(mining: &mut Mining, passings: &[Passing], meetings: &Meetings) -> Vec<Vec<Literal>> {
    // Of words without an object beside them, of words that lead to a certain object, and of words that may lead to any.
    let (mut plain, mut led, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for (&index, meetings) in meetings {
        let own: Vec<&Passing> =
            passings.iter().filter(|passing| passing.index == index && passing.times == 1).collect();
        let lives = mining.lives(meetings);
        if lives.is_empty() {
            continue;
        }
        let counters = mining.counters_of(&own);
        let pool = &mut mining.system.pool;
        let width = pool.symbol_width(index);
        let index = pool.symbol(index);
        let mut sides: Vec<(Vec<Option<Literal>>, TermId, TermId, TermId)> = Vec::new();
        for word in counters {
            let objects = mining.objects_of(word);
            let pool = &mut mining.system.pool;
            let width = width.max(pool.symbol_width(word));
            let (word, index) = (pool.symbol(word), pool.zero_extend(index, width));
            let word = pool.zero_extend(word, width);
            let (below, beyond) =
                (pool.compare(Predicate::Ult, index, word), pool.compare(Predicate::Ult, word, index));
            sides.push((objects, word, below, beyond));
        }
        for (objects, word, below, beyond) in &sides {
            for &object in objects {
                let into = match object {
                    _ if objects.len() == 1 => &mut plain,
                    Some(_) => &mut led,
                    None => &mut open,
                };
                let mut clauses: Vec<Vec<Literal>> = Vec::new();
                let zero = mining.system.pool.constant(BitVec::zero(mining.system.pool.width(*word)));
                let is_zero = mining.system.pool.compare(Predicate::Eq, *word, zero);
                let unless = |rest: &[Literal]| object.into_iter().chain(rest.iter().copied()).collect();
                for &alive in lives.iter().take(MOST_LIVES) {
                    clauses.push(unless(&[(*beyond, true), (alive, true)]));
                    clauses.push(unless(&[(*below, false), (alive, true)]));
                    clauses.push(unless(&[(*beyond, false), (alive, false)]));
                    clauses.push(unless(&[(*below, false), (alive, false)]));
                    clauses.push(unless(&[(*below, true), (alive, false)]));
                    if let Some((is_pool, _)) = object {
                        clauses.push(vec![(is_pool, true), (alive, false)]);
                    }
                }
                for (others, other, below_other, _) in &sides {
                    if other == word || others.len() > 1 {
                        continue;
                    }
                    let pool = &mut mining.system.pool;
                    let width = pool.width(*word).max(pool.width(*other));
                    let (word, other) = (pool.zero_extend(*word, width), pool.zero_extend(*other, width));
                    let is_given = pool.compare(Predicate::Ult, word, other);
                    clauses.push(unless(&[(is_given, true)]));
                    let one = pool.constant(BitVec::one(width));
                    let behind = pool.core(CoreOp::Add, word, one);
                    let is_last = pool.compare(Predicate::Eq, behind, other);
                    clauses.push(unless(&[(is_last, true)]));
                    if let Some((is_pool, _)) = object {
                        let zero = pool.constant(BitVec::zero(width));
                        clauses.push(vec![(is_pool, true), (pool.compare(Predicate::Eq, other, zero), true)]);
                    }
                    for &alive in lives.iter().take(MOST_LIVES) {
                        clauses.push(unless(&[(*below, true), (*below_other, false), (alive, true)]));
                        clauses.push(unless(&[(*beyond, false), (*below_other, false), (alive, true)]));
                    }
                }
                if let Some((is_pool, _)) = object {
                    clauses.push(vec![(is_pool, false), (is_zero, true)]);
                }
                into.push(clauses);
            }
        }
    }
    let mut clauses: Vec<Vec<Literal>> = [plain, led, open].into_iter().flat_map(in_turns).collect();
    clauses.truncate(MOST);
    clauses
}

/// The first of each, then the second of each, and so on.
fn in_turns<T>(rows: Vec<Vec<T>>) -> impl Iterator<Item = T> {
    let mut rows: Vec<_> = rows.into_iter().map(Vec::into_iter).collect();
    let longest = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    (0..longest).flat_map(move |_| rows.iter_mut().filter_map(Iterator::next).collect::<Vec<T>>())
}

impl Mining<'_> {
    /// The bits that change only where an access meets the cell.
    fn lives(&mut self, meetings: &FxHashSet<TermId>) -> Vec<TermId> {
        let pool = &mut self.system.pool;
        let no = pool.constant(BitVec::bit(false));
        let apart: FxHashMap<TermId, TermId> = meetings.iter().map(|&equation| (equation, no)).collect();
        let mut changes = vec![false; self.states.len()];
        let mut is_content: Vec<bool> = self.states.iter().map(|&state| pool.symbol_width(state) == 1).collect();
        for (_, region) in &self.regions {
            let new = pool.replaced(&region.next, &apart);
            for (at, (&before, after)) in region.next.iter().zip(new).enumerate() {
                let stays = Term::Symbol(self.states[at]);
                changes[at] |= pool.term(before) != stays;
                is_content[at] &= pool.term(after) == stays;
            }
        }
        let both = changes.into_iter().zip(is_content).map(|(changes, is_content)| changes && is_content);
        let found = self.states.iter().zip(both).filter(|(_, is_content)| *is_content);
        found.map(|(&state, _)| pool.symbol(state)).collect()
    }

    /// The words that a cell's index is compared with, and those that these become.
    fn counters_of(&self, passings: &[&Passing]) -> Vec<SymbolId> {
        let mut found: Vec<SymbolId> = Vec::new();
        for passing in passings {
            let [(&word, _)] = passing.counter.words.iter().collect::<Vec<_>>()[..] else { continue };
            let places = [word].into_iter().chain(self.sources(word));
            for word in places {
                if found.len() < MOST_COUNTERS && !found.contains(&word) {
                    found.push(word);
                }
            }
        }
        found
    }

    /// What else may be, for a lemma about where a word leads: that it does not lead to a certain object, or nothing else. The number of the
    /// object is a word beside it, which bears its name.
    fn objects_of(&mut self, word: SymbolId) -> Vec<Option<Literal>> {
        let name =
            |symbol: SymbolId| self.system.states.iter().find(|state| state.symbol == symbol).map(|state| &state.name);
        let beside =
            self.states.iter().position(|&other| other != word && name(other).is_some() && name(other) == name(word));
        let mut found = vec![None];
        let Some(at) = beside else { return found };
        let object = self.states[at];
        let pool = &self.system.pool;
        let mut constants: FxHashSet<TermId> = FxHashSet::default();
        for (_, region) in &self.regions {
            for id in region.cone(pool) {
                if let Term::Binary(CoreOp::Eq, a, b) = pool.term(id) {
                    for (side, other) in [(a, b), (b, a)] {
                        if pool.term(side) == Term::Symbol(object) && pool.as_constant(other).is_some() {
                            constants.insert(other);
                        }
                    }
                }
            }
            constants
                .extend(leaves(pool, region.next[at]).into_iter().filter(|&leaf| pool.as_constant(leaf).is_some()));
        }
        let number = |constant: &TermId| self.system.pool.as_constant(*constant).map_or(0, |number| number.unsigned());
        // Objects 0 and 1 are null and nowhere.
        let mut constants: Vec<TermId> = constants.into_iter().filter(|constant| number(constant) > 1).collect();
        constants.sort_by_key(number);
        let pool = &mut self.system.pool;
        let word = pool.symbol(object);
        for constant in constants.into_iter().take(MOST_OBJECTS) {
            let equal = pool.compare(Predicate::Eq, word, constant);
            found.push(Some((equal, false)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::mine;
    use super::*;
    use crate::bv::TermPool;
    use crate::ts::{Fact, State, StateBit, TransitionSystem};

    /// `h = given; while (h && !(h == p && !alive)) { if (h == p) alive = 0; h--; }`, with a bit that something else sets. Location 0 is the
    /// entry, 1 the loop, 2 the end.
    fn freeing() -> TransitionSystem {
        let mut pool = TermPool::new();
        let words = [("location", 2), ("p", 16), ("alive", 1), ("h", 16), ("breach", 1)];
        let symbols = words.map(|(name, width)| pool.new_symbol(name, width));
        let [location, p, life, h, breach] = symbols;
        let [at, index, alive, head, breached] = symbols.map(|symbol| pool.symbol(symbol));
        let number = |pool: &mut TermPool, width, number| pool.constant(BitVec::new(width, number));
        let [entry, loops, end] = [0, 1, 2].map(|code| number(&mut pool, 2, code));
        let [one, many] = [1, 500].map(|word| number(&mut pool, 16, word));
        let [yes, no] = [1, 0].map(|bit| number(&mut pool, 1, bit));
        let [in_entry, in_loop] = [entry, loops].map(|code| pool.compare(Predicate::Eq, at, code));
        let is_last = pool.compare(Predicate::Eq, head, one);
        let meets = pool.compare(Predicate::Eq, head, index);
        let is_gone = pool.not(alive);
        let again = pool.and(meets, is_gone);
        let ends = pool.or(is_last, again);
        let goes_on = pool.ite(ends, end, loops);
        let otherwise = pool.ite(in_loop, goes_on, at);
        let next_location = pool.ite(in_entry, loops, otherwise);
        let freed = pool.ite(meets, no, alive);
        let in_loop_alive = pool.ite(in_loop, freed, alive);
        let next_alive = pool.ite(in_entry, yes, in_loop_alive);
        let less = pool.core(CoreOp::Sub, head, one);
        let counted = pool.ite(in_loop, less, head);
        let next_head = pool.ite(in_entry, many, counted);
        let next_breach = pool.or(breached, is_last);
        let error = pool.compare(Predicate::Eq, at, end);
        let state =
            |name: &str, symbol, width, initial, next| State { name: name.to_owned(), symbol, width, initial, next };
        TransitionSystem {
            states: vec![
                state("location", location, 2, Some(BitVec::zero(2)), next_location),
                state("p", p, 16, None, index),
                state("alive", life, 1, None, next_alive),
                state("h", h, 16, None, next_head),
                state("breach", breach, 1, Some(BitVec::FALSE), next_breach),
            ],
            pool,
            locations: vec![location],
            inputs: vec![],
            universal: vec![],
            predicates: vec![],
            later: vec![],
            candidates: vec![],
            error,
            error_or_unmodelled: error,
        }
    }

    #[test]
    fn that_what_is_not_freed_yet_is_alive_is_a_candidate() {
        let mut system = freeing();
        mine(&mut system);
        let [location, index, alive, head] = [0, 1, 2, 3].map(|at: usize| system.states[at].symbol);
        let (p, h) = (system.pool.symbol(index), system.pool.symbol(head));
        let beyond = system.pool.compare(Predicate::Ult, h, p);
        let beyond = system.predicates.iter().position(|&(_, term)| term == beyond).expect("it is a predicate");
        let bit = |symbol, bit, value| Fact::Bit(StateBit { symbol, bit, value });
        let expected =
            vec![bit(location, 0, false), bit(location, 1, true), Fact::Predicate(beyond, true), bit(alive, 0, true)];
        assert!(system.candidates.contains(&expected), "{:?}", system.candidates);
    }

    #[test]
    fn that_a_bit_is_never_set_is_a_candidate() {
        let mut system = freeing();
        mine(&mut system);
        let [alive, breach] = [2, 4].map(|at: usize| system.states[at].symbol);
        let never = |symbol| vec![Fact::Bit(StateBit { symbol, bit: 0, value: false })];
        assert!(system.candidates.contains(&never(breach)));
        // What is not zero at first is none.
        assert!(!system.candidates.contains(&never(alive)));
    }
}
