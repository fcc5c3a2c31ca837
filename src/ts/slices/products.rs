//! Products of counters, said with the index that the counter meets.
//!
//! Where `a[i] = i * i` meets the cell at `p`, it holds `p * p`: two circuits that multiply, of which a SAT solver does not find out that they
//! agree where `i == p`. So a product `f(i)` becomes `i == p ? f(p) : f(i)`, which computes the same, and what proofs speak of, `f(p)`, is one
//! circuit wherever it is said. What multiplies words that never change is written as a sum of products, with each product once:
//! `(p - 1) * (p + 1) - p * p` is `-1`.

use super::{Mining, Passing};
use crate::bv::polynomial::{Polynomial, Size};
use crate::bv::{BitVec, CoreOp, Predicate, SymbolId, Term, TermId, TermPool};
use crate::ts::predicates::words_of;
use crate::ts::{Later, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many indices are told apart for one counter, and so many products are said with indices.
const MOST_INDICES: usize = 3;
const MOST_PRODUCTS: usize = 48;
/// How large a sum of products is that is written so.
const SIZE: Size = Size { monomials: 12, degree: 6 };

/// On what a term depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Over {
    /// On words that never change, if on any.
    Frozen,
    /// On these and on one that changes.
    Counter(SymbolId),
    /// On more, or on choices.
    Other,
}

impl Over {
    fn and(self, other: Over) -> Over {
        match (self, other) {
            (Over::Frozen, other) | (other, Over::Frozen) => other,
            (Over::Counter(one), Over::Counter(another)) if one == another => self,
            _ => Over::Other,
        }
    }
}

/// What is known of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct About {
    over: Over,
    /// Whether something below it multiplies or divides words.
    multiplies: bool,
}

/// Says products of counters with the indices that these meet, in the steps of the system.
pub(super) fn say_with_indices(system: &mut TransitionSystem) {
    let Some(mut mining) = Mining::new(system) else { return };
    let mut passings = mining.passings();
    let counters = passings.iter().flat_map(|passing| passing.counter.words.keys().copied()).collect();
    let writes = passings.iter().filter(|passing| mining.writes_where_it_meets(passing, &counters));
    let indices: FxHashSet<SymbolId> = writes.map(|passing| passing.index).collect();
    passings.retain(|passing| indices.contains(&passing.index));
    let about = mining.about_products(&passings);
    let next: Vec<TermId> = mining.system.states.iter().map(|state| state.next).collect();
    let mut by: FxHashMap<TermId, TermId> = FxHashMap::default();
    for (id, counter) in outermost(&mining.system.pool, &next, &about).take(MOST_PRODUCTS).collect::<Vec<_>>() {
        let said = match counter {
            Some(counter) => mining.said_with_indices(id, counter, &passings),
            None => normal(&mut mining.system.pool, id),
        };
        by.insert(id, said);
    }
    if by.is_empty() {
        return;
    }
    let next = mining.system.pool.replaced(&next, &by);
    mining.system.states.iter_mut().zip(next).for_each(|(state, next)| state.next = next);
}

/// Tells what predicates are in the next step that speak of products of words that never change: the same products.
pub(super) fn tell_later(mining: &mut Mining) {
    let about = mining.about_products(&[]);
    let system = &mut *mining.system;
    let frozen = &mining.frozen;
    let becomes: FxHashMap<TermId, TermId> = (system.states.iter())
        .filter(|state| !frozen.contains(&state.symbol))
        .map(|state| (state.symbol, state.next))
        .map(|(symbol, next)| (system.pool.symbol(symbol), next))
        .collect();
    for (number, (_, term)) in system.predicates.clone().into_iter().enumerate() {
        let is_known = system.later.iter().any(|known| known.predicate == number);
        let speaks = |id: &TermId| matches!(about.get(id), Some(About { over: Over::Frozen, multiplies: true }));
        if is_known || !system.pool.cone([term], |_| false).iter().any(speaks) {
            continue;
        }
        let [mut holds] = system.pool.replaced(&[term], &becomes)[..] else { continue };
        for state in &system.states {
            if frozen.contains(&state.symbol) && words_of(&system.pool, term).contains(&state.symbol) {
                let stays = stays(&mut system.pool, state.next, state.symbol);
                holds = system.pool.and(holds, stays);
            }
        }
        if system.pool.as_constant(holds).is_none() {
            system.later.push(Later { predicate: number, holds, exact: false });
        }
    }
}

/// Where a word stays what it is, as its next value chooses.
fn stays(pool: &mut TermPool, next: TermId, word: SymbolId) -> TermId {
    let mut found: FxHashMap<TermId, TermId> = FxHashMap::default();
    // Operands come first.
    for id in pool.cone([next], |_| false) {
        let stays = match pool.term(id) {
            Term::Symbol(symbol) if symbol == word => pool.constant(BitVec::TRUE),
            Term::Ite(condition, then, otherwise) => pool.ite(condition, found[&then], found[&otherwise]),
            _ => pool.constant(BitVec::FALSE),
        };
        found.insert(id, stays);
    }
    found[&next]
}

impl Mining<'_> {
    /// What is known of the terms of steps and predicates. A counter is a word that meets an index.
    fn about_products(&self, passings: &[Passing]) -> FxHashMap<TermId, About> {
        let pool = &self.system.pool;
        let counters: FxHashSet<SymbolId> = passings.iter().filter_map(Passing::only_counter).collect();
        let next = self.system.states.iter().map(|state| state.next);
        let predicates = self.system.predicates.iter().map(|(_, term)| *term);
        let mut about: FxHashMap<TermId, About> = FxHashMap::default();
        for id in pool.cone(next.chain(predicates), |_| false) {
            let term = pool.term(id);
            let is_number = |id: TermId| pool.as_constant(id).is_some();
            let own = match term {
                Term::Symbol(word) if self.frozen.contains(&word) => Over::Frozen,
                Term::Symbol(word) if counters.contains(&word) => Over::Counter(word),
                Term::Symbol(_) | Term::Ite(..) => Over::Other,
                _ => Over::Frozen,
            };
            let multiplies = match term {
                Term::Binary(CoreOp::Mul, a, b) => !is_number(a) && !is_number(b),
                Term::Binary(CoreOp::UDiv | CoreOp::URem, ..) => true,
                _ => false,
            };
            let all = term.operands().fold(About { over: own, multiplies }, |all, operand| {
                let About { over, multiplies } = about[&operand];
                About { over: all.over.and(over), multiplies: all.multiplies | multiplies }
            });
            about.insert(id, all);
        }
        about
    }

    /// Whether a step gives a word that is no counter a value where the counter meets the index, and leaves it as it is elsewhere: as the cell that is followed, and not
    /// as where a loop ends.
    fn writes_where_it_meets(&self, passing: &Passing, counters: &FxHashSet<SymbolId>) -> bool {
        let pool = &self.system.pool;
        let (_, region) = &self.regions[passing.region];
        let writes = |(&state, &next): (&SymbolId, &TermId)| {
            let own = pool.symbol_width(state) > 1 && !counters.contains(&state);
            let (mut open, mut seen) = (if own { vec![next] } else { Vec::new() }, FxHashSet::default());
            while let Some(id) = open.pop() {
                let Term::Ite(condition, then, otherwise) = pool.term(id) else { continue };
                if !seen.insert(id) {
                    continue;
                }
                let is_kept = pool.term(otherwise) == Term::Symbol(state);
                if is_kept && conjuncts(pool, condition).contains(&passing.equation) {
                    return true;
                }
                open.extend([then, otherwise]);
            }
            false
        };
        self.states.iter().zip(&region.next).any(writes)
    }

    /// A term over a counter, said with the indices that the counter meets where it does.
    fn said_with_indices(&mut self, id: TermId, counter: SymbolId, passings: &[Passing]) -> TermId {
        let mut indices: Vec<TermId> = Vec::new();
        for passing in passings.iter().filter(|passing| passing.only_counter() == Some(counter)) {
            let index = self.solved(passing, counter, passing.counter.words[&counter]);
            if !indices.contains(&index) && indices.len() < MOST_INDICES {
                indices.push(index);
            }
        }
        let pool = &mut self.system.pool;
        let word = pool.symbol(counter);
        indices.into_iter().fold(id, |otherwise, index| {
            let [there] = pool.replaced(&[id], &FxHashMap::from_iter([(word, index)]))[..] else { return otherwise };
            let (meets, there) = (pool.compare(Predicate::Eq, word, index), normal(pool, there));
            pool.ite(meets, there, otherwise)
        })
    }
}

impl Passing {
    /// The counter, if it is the only word that is compared with the index, once.
    pub(super) fn only_counter(&self) -> Option<SymbolId> {
        let mut words = self.counter.words.iter();
        match (words.next(), words.next()) {
            (Some((&counter, 1 | -1)), None) if self.times == 1 => Some(counter),
            _ => None,
        }
    }
}

/// The terms that multiply and depend on a counter, or on none, and that others use than such terms.
fn outermost<'a>(
    pool: &'a TermPool,
    roots: &[TermId],
    about: &'a FxHashMap<TermId, About>,
) -> impl Iterator<Item = (TermId, Option<SymbolId>)> + 'a {
    let cone = pool.cone(roots.iter().copied(), |_| false);
    let mut used: FxHashSet<TermId> = FxHashSet::default();
    for &id in &cone {
        let is_inner = |operand: &TermId| about[operand].over == about[&id].over && pool.width(id) > 1;
        used.extend(pool.term(id).operands().filter(|operand| !is_inner(operand)));
    }
    cone.into_iter().filter_map(move |id| match about[&id] {
        _ if pool.width(id) == 1 || !used.contains(&id) => None,
        About { over: Over::Counter(counter), multiplies: true } => Some((id, Some(counter))),
        About { over: Over::Frozen, multiplies: true } => Some((id, None)),
        _ => None,
    })
}

/// What has to hold for a condition to hold.
fn conjuncts(pool: &TermPool, condition: TermId) -> FxHashSet<TermId> {
    let (mut open, mut found) = (vec![condition], FxHashSet::default());
    while let Some(id) = open.pop() {
        if let (true, Term::Binary(CoreOp::And, a, b)) = (found.insert(id), pool.term(id)) {
            open.extend([a, b]);
        }
    }
    found
}

/// A term as a sum of products, if that is not large.
pub(super) fn normal(pool: &mut TermPool, id: TermId) -> TermId {
    match Polynomial::of(pool, id, SIZE) {
        Some(sum) if sum.degree() > 1 => sum.term(pool),
        Some(sum) => sum.only_term(pool).unwrap_or(id),
        None => id,
    }
}
