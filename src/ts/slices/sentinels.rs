//! What ends a loop: a cell with a certain content, as the zero behind a string.
//!
//! A loop that walks along an array until it meets such a cell, a *sentinel*, does not pass it. Of a followed cell with index `p` and
//! content `v` two things are known by a *flag*, the bit that says whether an access of a certain place has last gone to that cell: that it is
//! the sentinel (`flag → q(v)`, where `q` is what the loop asks), and that no counter is beyond it (`q(v) → ¬(p < i)`, with the flag or
//! without). If two followed cells are one, they hold the same (`p = p' → v = v'`).

use super::linear::Linear;
use super::{Literal, Meetings, Mining, Passing};
use crate::bv::{BitVec, Predicate, SymbolId, Term, TermId, TermPool};
use crate::ts::predicates::words_of;
use crate::ts::regions::leaves;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// How many indices, contents and flags of one, facts asked of a content, and counters are looked at, at most.
const MOST_INDICES: usize = 8;
const MOST_CONTENTS: usize = 2;
const MOST_FLAGS: usize = 4;
const MOST_ASKED: usize = 6;
const MOST_COUNTERS: usize = 8;

/// A cell that is followed.
struct Followed {
    index: SymbolId,
    content: SymbolId,
    flags: Vec<TermId>,
    /// What the system asks of the content.
    asked: Vec<TermId>,
    /// That the index is below a counter.
    passed: Vec<TermId>,
}

/// Clauses about sentinels; `facts` are what is written to cells and asked of them.
pub(super) fn clauses(
    mining: &mut Mining,
    passings: &[Passing],
    meetings: &Meetings,
    facts: &[Literal],
) -> Vec<Vec<Literal>> {
    let mut followed = Vec::new();
    for (&index, own) in meetings.iter().take(MOST_INDICES) {
        let contents = mining.contents_of(own);
        let flags = mining.flags_of(index, meetings);
        for &content in contents.iter().take(MOST_CONTENTS) {
            let asked = asked(&mut mining.system.pool, content, facts);
            let passed = mining.passed(index, passings);
            followed.push(Followed { index, content, flags: flags.clone(), asked, passed });
        }
    }
    let mut clauses = alike(&mut mining.system.pool, &followed);
    // That a cell is zero and ends a string is the likeliest guess, for each cell.
    for cell in &followed {
        clauses.extend(cell.asked.iter().take(1).flat_map(|&zero| cell.is_sentinel((zero, true))));
    }
    for cell in &followed {
        let others = cell.asked.iter().skip(1).flat_map(|&fact| [(fact, true), (fact, false)]);
        clauses.extend(others.flat_map(|fact| cell.is_sentinel(fact)));
    }
    clauses
}

impl Followed {
    /// That this holds of the content where the flag is set, and that no counter is beyond a cell of which it holds.
    fn is_sentinel(&self, (fact, value): Literal) -> Vec<Vec<Literal>> {
        let holds = self.flags.iter().map(|&flag| vec![(flag, false), (fact, value)]);
        let stops = self.passed.iter().flat_map(|&passed| {
            let stops = [(fact, !value), (passed, false)];
            let by_flag = self.flags.iter().map(move |&flag| [(flag, false)].into_iter().chain(stops).collect());
            std::iter::once(stops.to_vec()).chain(by_flag)
        });
        holds.chain(stops).collect()
    }
}

/// What the system asks of a content: that it is zero, as the end of a string is, whatever the way in which the system asks (a table of kinds of
/// characters does not compare with zero); then other comparisons with constants, then the rest.
fn asked(pool: &mut TermPool, content: SymbolId, facts: &[Literal]) -> Vec<TermId> {
    let word = pool.symbol(content);
    let zero = pool.constant(BitVec::zero(pool.symbol_width(content)));
    let mut asked = vec![pool.compare(Predicate::Eq, word, zero)];
    let of_content = facts.iter().map(|&(fact, _)| fact).filter(|&fact| words_of(pool, fact) == [content]);
    let (plain, rest): (Vec<TermId>, Vec<TermId>) = of_content.partition(|&fact| match pool.term(fact) {
        Term::Binary(_, a, b) => [a, b].contains(&word),
        _ => false,
    });
    for fact in plain.into_iter().chain(rest) {
        if asked.len() < MOST_ASKED && !asked.contains(&fact) {
            asked.push(fact);
        }
    }
    asked
}

/// Two cells of one kind that are the same cell hold the same.
fn alike(pool: &mut TermPool, followed: &[Followed]) -> Vec<Vec<Literal>> {
    let mut clauses = Vec::new();
    for (at, one) in followed.iter().enumerate() {
        for other in &followed[at + 1..] {
            let width = |symbol| pool.symbol_width(symbol);
            let is_alike = width(one.index) == width(other.index) && width(one.content) == width(other.content);
            if one.index == other.index || !is_alike {
                continue;
            }
            let mut equal = |a, b| {
                let (a, b) = (pool.symbol(a), pool.symbol(b));
                pool.compare(Predicate::Eq, a, b)
            };
            clauses.push(vec![(equal(one.index, other.index), false), (equal(one.content, other.content), true)]);
        }
    }
    clauses
}

impl Mining<'_> {
    /// The words that change only where an access meets the cell, or where its object begins to live and anything is in it.
    fn contents_of(&mut self, meetings: &FxHashSet<TermId>) -> Vec<SymbolId> {
        let pool = &mut self.system.pool;
        let no = pool.constant(BitVec::bit(false));
        let apart: FxHashMap<TermId, TermId> = meetings.iter().map(|&equation| (equation, no)).collect();
        let mut is_met = vec![false; self.states.len()];
        let mut is_content: Vec<bool> = self.states.iter().map(|&state| pool.symbol_width(state) > 1).collect();
        for (_, region) in &self.regions {
            let new = pool.replaced(&region.next, &apart);
            for (at, (before, after)) in region.next.iter().zip(new).enumerate() {
                is_met[at] |= *before != after;
                let stays_or_begins = |leaf| match pool.term(leaf) {
                    Term::Symbol(word) => word == self.states[at] || !self.states.contains(&word),
                    term => matches!(term, Term::Constant(_)),
                };
                is_content[at] = is_content[at] && leaves(pool, after).into_iter().all(stays_or_begins);
            }
        }
        let both = is_met.into_iter().zip(is_content).map(|(is_met, is_content)| is_met && is_content);
        self.states.iter().zip(both).filter(|(_, is_content)| *is_content).map(|(&state, _)| state).collect()
    }

    /// The bits that depend on whether an access meets the cell: those first that say so themselves, as others may only depend on what is
    /// read there; then those that depend on the fewest other cells.
    fn flags_of(&mut self, index: SymbolId, meetings: &Meetings) -> Vec<TermId> {
        let pool = &mut self.system.pool;
        let mut depends: BTreeMap<usize, BTreeSet<SymbolId>> = BTreeMap::new();
        let mut says: BTreeSet<usize> = BTreeSet::new();
        for (_, region) in &self.regions {
            for (at, &next) in region.next.iter().enumerate() {
                let state = self.states[at];
                if pool.symbol_width(state) != 1
                    || self.derived.contains(&state)
                    || pool.term(next) == Term::Symbol(state)
                {
                    continue;
                }
                let cone = pool.cone([next], |_| false);
                let met = meetings.iter().filter(|(_, equations)| cone.iter().any(|id| equations.contains(id)));
                depends.entry(at).or_default().extend(met.map(|(&index, _)| index));
                if leaves(pool, next).iter().any(|leaf| meetings[&index].contains(leaf)) {
                    says.insert(at);
                }
            }
        }
        let own = depends.into_iter().filter(|(_, indices)| indices.contains(&index));
        let mut own: Vec<(bool, usize, usize)> =
            own.map(|(at, indices)| (!says.contains(&at), indices.len(), at)).collect();
        own.sort_unstable();
        own.truncate(MOST_FLAGS);
        own.into_iter().map(|(.., at)| pool.symbol(self.states[at])).collect()
    }

    /// That the index is below each of the counters that it is compared with, as numbers without sign, and below each word that such a counter
    /// becomes: a pointer that a loop leaves behind, where another loop goes on from it.
    fn passed(&mut self, index: SymbolId, passings: &[Passing]) -> Vec<TermId> {
        let own = || {
            passings
                .iter()
                .filter(|passing| passing.index == index && passing.times == 1)
                .map(|passing| &passing.counter)
        };
        let mut counters: Vec<Linear> = own().cloned().collect();
        for counter in own() {
            let words = counter.words.keys().filter(|word| !self.frozen.contains(word));
            let [word] = words.copied().collect::<Vec<_>>()[..] else { continue };
            counters.extend(self.sources(word).into_iter().map(|source| {
                let mut counter = counter.clone();
                let factor = counter.words.remove(&word).unwrap_or(0);
                counter.words.insert(source, factor);
                counter
            }));
        }
        let pool = &mut self.system.pool;
        let mut passed = Vec::new();
        for counter in counters {
            let words = counter.words.keys().chain([&index]);
            let width = words.map(|&word| pool.symbol_width(word)).max().unwrap_or(1);
            let counter = counter.build(pool, width, &self.unsigned);
            let index = pool.symbol(index);
            let index = pool.zero_extend(index, width);
            let below = pool.compare(Predicate::Ult, index, counter);
            if pool.as_constant(below).is_none() && passed.len() < MOST_COUNTERS && !passed.contains(&below) {
                passed.push(below);
            }
        }
        passed
    }
    /// The words that a step lets this one become, and those that they come from.
    pub(super) fn sources(&self, word: SymbolId) -> Vec<SymbolId> {
        let mut sources = vec![word];
        let mut at = 0;
        while at < sources.len() {
            let Some(place) = self.states.iter().position(|&state| state == sources[at]) else { break };
            for (_, region) in &self.regions {
                for leaf in leaves(&self.system.pool, region.next[place]) {
                    match self.system.pool.term(leaf) {
                        Term::Symbol(source) if self.states.contains(&source) && !sources.contains(&source) => {
                            sources.push(source);
                        }
                        _ => {}
                    }
                }
            }
            at += 1;
        }
        sources.split_off(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::CoreOp;
    use crate::ts::{State, TransitionSystem};

    #[test]
    fn the_end_of_a_string_is_asked_for_first() {
        let mut pool = TermPool::new();
        let (content, other) = (pool.new_symbol("content", 8), pool.new_symbol("other", 8));
        let (word, by) = (pool.symbol(content), pool.symbol(other));
        let bit = pool.extract(word, 3, 3);
        let dash = pool.constant(BitVec::new(8, 45));
        let is_dash = pool.compare(Predicate::Eq, word, dash);
        let foreign = pool.compare(Predicate::Eq, word, by);
        let facts = [(bit, true), (foreign, true), (is_dash, true), (bit, false)];
        let zero = pool.constant(BitVec::zero(8));
        let is_zero = pool.compare(Predicate::Eq, word, zero);
        assert_eq!(asked(&mut pool, content, &facts), [is_zero, is_dash, bit]);
    }

    /// `while (i != p || any) { if (i == p && any) four bits change; met = i == p; i++; }`: all five bits depend on whether the access at `i`
    /// meets the cell at `p`, and the last one says so.
    #[test]
    fn the_bit_that_says_that_a_cell_is_met_comes_first() {
        let mut pool = TermPool::new();
        let mut state = |name: &str, width| (pool.new_symbol(name, width), name.to_owned(), width);
        let [location, p, i] = [("location", 1), ("p", 8), ("i", 8)].map(|(name, width)| state(name, width));
        let bits = ["a", "b", "c", "d", "met"].map(|name| state(name, 1));
        let input = pool.new_symbol("input", 1);
        let [at, index, counter, any] = [location.0, p.0, i.0, input].map(|symbol| pool.symbol(symbol));
        let [entry, one] = [(1, 0), (8, 1)].map(|(width, number)| pool.constant(BitVec::new(width, number)));
        let yes = pool.constant(BitVec::bit(true));
        let starts = pool.compare(Predicate::Eq, at, entry);
        let meets = pool.compare(Predicate::Eq, counter, index);
        let changes = pool.and(meets, any);
        let more = pool.core(CoreOp::Add, counter, one);
        let next = |pool: &mut TermPool, name: &str, symbol| {
            let stays = pool.symbol(symbol);
            let turned = pool.not(stays);
            let then = if name == "met" { meets } else { pool.ite(changes, turned, stays) };
            pool.ite(starts, stays, then)
        };
        let mut nexts = vec![yes, index, more];
        nexts.extend(bits.iter().map(|(symbol, name, _)| next(&mut pool, name, *symbol)));
        let (met, place) = (pool.symbol(bits[4].0), location.0);
        let words = [location, p, i].into_iter().chain(bits).zip(nexts);
        let states = words.map(|((symbol, name, width), next)| {
            let initial = (name == "location").then(|| BitVec::zero(1));
            State { name, symbol, width, initial, next }
        });
        let mut system = TransitionSystem {
            states: states.collect(),
            pool,
            locations: vec![place],
            inputs: vec![],
            universal: vec![],
            predicates: vec![],
            later: vec![],
            candidates: vec![],
            error: meets,
            error_or_unmodelled: meets,
        };
        let index = system.states[1].symbol;
        let mut mining = Mining::new(&mut system).expect("there is a loop");
        let passings = mining.passings();
        let meetings = mining.meetings(&passings);
        mining.find_contents(&passings, &meetings);
        let flags = mining.flags_of(index, &meetings);
        assert_eq!((flags.len(), flags[0]), (MOST_FLAGS, met));
    }
}
