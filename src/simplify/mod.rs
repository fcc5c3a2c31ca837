//! Transition systems are made smaller before they are searched, and what is found comes back.
//!
//! | step | file | way back of an invariant | way back of a run |
//! |---|---|---|---|
//! | bits of states that are constant, or equal or opposite to another one, are replaced | [`classes`] | clauses that say so, which are inductive by themselves | the run is made again |
//! | bits that neither the goal nor what always holds depends on are left out (cone of influence) | here | nothing: it does not speak of them | the same, with such inputs 0 |
//! | gates that compute the same thereby become one | the graph's own rewriting | nothing | the same |
//! | gates are replaced by resolvents where that takes no more clauses | [`eliminate`](mod@eliminate) | nothing: it does not speak of them | the same |
//!
//! Gates that are equal in every reachable step, but not in every step (ABC's `scorr`), stay: where they were replaced, steps from states
//! that nothing reaches led elsewhere, and a lemma of one literal, such as a bound of a counter, was no longer kept by each step. Proofs of
//! bounds were lost by that, and the others took longer.
//!
//! What always holds (`U`) has to follow from the first states and the steps, as it does in systems of programs: replacements may rest
//! on a step that `U` forbids, which the simpler system would take.
//!
//! Of the clauses that so come to an invariant, [`trimmed`] leaves those that its proof needs. Evidence is checked on the system as it
//! was, so no answer rests on this module: a mistake here costs the answer.

pub mod back;
pub mod classes;
pub mod eliminate;
mod trim;

pub use back::Back;
pub use trim::trimmed;

use crate::blast::aig::Node;
use crate::blast::AigLit;
use crate::bv::{BitVec, SymbolId, TermId, TermPool};
use crate::dimspec::{emit_until, Emitted, Graph};
use crate::ts::{Fact, Goal, Input, Later, State, StateBit, TransitionSystem};
use bitreach_formula::{Lit, Polarity};
use bitreach_limits::{Poll, StopFlag};
use bitreach_sat::SolverFactory;
use classes::{of_states, Merges, Replacement};
use eliminate::eliminate;
use rustc_hash::FxHashMap;
use rustix::time::{clock_gettime, ClockId};
use std::collections::btree_map::Entry;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::Duration;

/// How long finding equal bits of states may take, in work that is counted, so that it does not depend on a clock. Solvers ask at
/// each decision here, far more often than in queries of engines: this is about half a second.
const STATES: Duration = Duration::from_secs(100);
/// Where queries are hard, questions are rare, and counting them bounds nothing. So it ends after this time of its thread's processor,
/// too: a busy machine is no reason to find less.
const LONGEST: Duration = Duration::from_secs(1);
/// The processor's time is looked at every so many questions, for that costs more than counting.
const LOOKS: u64 = 16;

/// A simpler problem.
#[derive(Debug)]
pub struct Simplified {
    /// The system: each word is one bit.
    pub system: TransitionSystem,
    /// The problem, with all that engines know about one.
    pub emitted: Emitted,
    /// What is found on it, in terms of the problem as it was.
    pub back: Back,
}

/// Simplifies a system with one of its goals, that is written as `emitted`. `None` if it stays as it is, or `stop` is raised before
/// the simpler one is there.
pub fn simplify(
    system: &TransitionSystem,
    goal: Goal,
    emitted: &Emitted,
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Option<Simplified> {
    let initial = initial_values(system);
    let stop_merging = bounded(stop, STATES);
    let merges = of_states(&emitted.graph, &emitted.problem, &initial, solvers, &stop_merging);
    replaced(system, goal, emitted, initial, &merges, stop)
}

/// A flag that is also raised after so much work of this thread, which is counted apart from all other, and after [`LONGEST`].
fn bounded(stop: &StopFlag, effort: Duration) -> StopFlag {
    stop.clone().polling(Arc::new(Work { questions: AtomicU64::new(0), begun: processor_time() })).within(effort)
}

/// How long this thread has run.
fn processor_time() -> Duration {
    // It has never run for less than nothing.
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

/// The system with these replacements made, and with what is needed then. `None` if that is everything, and no gate less.
fn replaced(
    system: &TransitionSystem,
    goal: Goal,
    emitted: &Emitted,
    initial: Vec<Option<bool>>,
    merges: &Merges,
    stop: &StopFlag,
) -> Option<Simplified> {
    let mut copier = Copier::new(emitted, merges);
    let goal_term = copier.conjunction(emitted.problem.goal.iter());
    let universal = emitted.graph.universal.iter().map(|clause| copier.clause(clause)).collect();
    copier.keep(system);
    let next = copier.close(stop)?;
    let states: Vec<State> = copier
        .states
        .iter()
        .map(|(&bit, &symbol)| State {
            name: name(emitted, bit),
            symbol,
            width: 1,
            initial: initial[bit].map(|value| BitVec::new(1, u128::from(value))),
            next: next[&bit],
        })
        .collect();
    let is_location = |bit: usize| system.locations.contains(&word_of(system, bit));
    let locations = copier.states.iter().filter(|(&bit, _)| is_location(bit)).map(|(_, &symbol)| symbol).collect();
    let inputs: Vec<Input> =
        copier.inputs.iter().map(|(&var, &symbol)| Input { name: name(emitted, var), symbol, width: 1 }).collect();
    let Predicates { predicates, originals, became } = copier.predicates(system);
    let later = copier.later(&became);
    let candidates = system.candidates.iter().filter_map(|clause| copier.candidate(emitted, &became, clause)).collect();
    let words: Vec<usize> = copier.states.keys().chain(copier.inputs.keys()).copied().collect();
    let pool = copier.pool;
    let (error, error_or_unmodelled) = (goal_term, goal_term);
    let simple = TransitionSystem {
        pool,
        states,
        locations,
        inputs,
        universal,
        predicates,
        later,
        candidates,
        error,
        error_or_unmodelled,
    };
    let mut problem = emit_until(&simple, goal, stop)?;
    name_bits(emitted, &mut problem, &words);
    let kept = eliminate(&mut problem.problem, stop);
    problem.graph.edges = kept.iter().map(|&var| problem.graph.edges[var]).collect();
    if problem.graph.edges.len() >= emitted.graph.edges.len() {
        return None;
    }
    let back = Back::new(emitted, &problem, &words, &originals, initial, merges);
    Some(Simplified { system: simple, emitted: problem, back })
}

/// The first value of each bit of the states.
fn initial_values(system: &TransitionSystem) -> Vec<Option<bool>> {
    let bits =
        |state: &State| (0..state.width).map(|bit| state.initial.map(|value| value.get(bit))).collect::<Vec<_>>();
    system.states.iter().flat_map(bits).collect()
}

/// The word that a bit of the states belongs to.
fn word_of(system: &TransitionSystem, mut bit: usize) -> SymbolId {
    let state = system.states.iter().find(|state| {
        let inside = bit < state.width as usize;
        bit = bit.wrapping_sub(if inside { 0 } else { state.width as usize });
        inside
    });
    state.expect("the bit of a state").symbol
}

fn name(emitted: &Emitted, var: usize) -> String {
    let symbol = &emitted.problem.symbols.table[var];
    format!("{}[{}]", symbol.name, symbol.bit)
}

/// Gives the variables the names of those that they were, so that engines still see which bits are a word: the unroller tries
/// values of words, and IC3 simulates inputs that are small numbers. `words` are the variables as they were.
fn name_bits(emitted: &Emitted, simple: &mut Emitted, words: &[usize]) {
    for (symbol, &old) in simple.problem.symbols.table.iter_mut().zip(words) {
        let before = &emitted.problem.symbols.table[old];
        (symbol.name, symbol.bit) = (before.name.clone(), before.bit);
    }
}

/// Counts how often it is asked by a thread, until that has run for too long.
struct Work {
    questions: AtomicU64,
    begun: Duration,
}

impl Poll for Work {
    fn poll(&self) {
        let before = self.questions.fetch_add(1, Ordering::Relaxed);
        if before % LOOKS == 0 && processor_time().saturating_sub(self.begun) > LONGEST {
            self.questions.store(u64::MAX / 2, Ordering::Relaxed);
        }
    }

    fn work(&self) -> u64 {
        self.questions.load(Ordering::Relaxed)
    }
}

/// Copies the part of a graph that is needed into terms, with bits of states replaced. What is copied decides what is kept.
struct Copier<'a> {
    graph: &'a Graph,
    merges: &'a Merges,
    pool: TermPool,
    /// The terms of the graph's nodes, as far as they have been asked for.
    terms: Vec<Option<TermId>>,
    /// Which variable an input node of the graph is.
    leaves: FxHashMap<usize, usize>,
    /// The bits of states that are kept, by variable.
    states: BTreeMap<usize, SymbolId>,
    /// The same for inputs.
    inputs: BTreeMap<usize, SymbolId>,
    /// States whose next value has not been copied yet.
    open: Vec<usize>,
    /// Nothing new is kept any more.
    closed: bool,
}

/// The predicates over bits that are kept.
struct Predicates {
    /// By name.
    predicates: Vec<(String, TermId)>,
    /// What each of them was.
    originals: Vec<AigLit>,
    /// For each predicate that the system had, its number now.
    became: Vec<Option<usize>>,
}

impl<'a> Copier<'a> {
    fn new(emitted: &'a Emitted, merges: &'a Merges) -> Copier<'a> {
        let graph = &emitted.graph;
        let count = graph.next.len() + graph.inputs;
        let leaves = graph.edges[..count].iter().enumerate().map(|(var, edge)| (edge.node(), var)).collect();
        Copier {
            graph,
            merges,
            pool: TermPool::new(),
            terms: vec![None; graph.aig.len()],
            leaves,
            states: BTreeMap::new(),
            inputs: BTreeMap::new(),
            open: Vec::new(),
            closed: false,
        }
    }

    fn constant(&mut self, value: bool) -> TermId {
        self.pool.constant(BitVec::new(1, u128::from(value)))
    }

    fn signed(&mut self, term: TermId, complemented: bool) -> TermId {
        match complemented {
            true => self.pool.not(term),
            false => term,
        }
    }

    /// A bit of a state or an input; `None` if it is not kept and nothing new is any more.
    fn leaf(&mut self, var: usize) -> Option<TermId> {
        let states = self.graph.next.len();
        match self.merges.get(var).copied().flatten() {
            Some(Replacement::Constant(value)) => return Some(self.constant(value)),
            Some(Replacement::Bit(lit)) => {
                let term = self.leaf(lit.var().index())?;
                return Some(self.signed(term, lit.is_negative()));
            }
            None => {}
        }
        let kept = if var < states { &mut self.states } else { &mut self.inputs };
        let symbol = match kept.entry(var) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(_) if self.closed => return None,
            Entry::Vacant(entry) => {
                let prefix = if var < states { 's' } else { 'i' };
                if var < states {
                    self.open.push(var);
                }
                *entry.insert(self.pool.new_symbol(&format!("{prefix}{var}"), 1))
            }
        };
        Some(self.pool.symbol(symbol))
    }

    /// The term of an edge. An explicit stack: graphs can be deeper than the thread's.
    fn edge(&mut self, edge: AigLit) -> Option<TermId> {
        let mut stack = vec![edge.node()];
        while let Some(&node) = stack.last() {
            if self.terms[node].is_some() {
                stack.pop();
                continue;
            }
            let term = match self.graph.aig.node(node) {
                Node::False => self.constant(false),
                Node::Input => self.leaf(self.leaves[&node])?,
                Node::And(a, b) => match (self.terms[a.node()], self.terms[b.node()]) {
                    (Some(one), Some(other)) => {
                        let one = self.signed(one, a.is_complemented());
                        let other = self.signed(other, b.is_complemented());
                        self.pool.and(one, other)
                    }
                    (one, other) => {
                        stack.extend(
                            [(one, a), (other, b)].iter().filter(|(term, _)| term.is_none()).map(|(_, e)| e.node()),
                        );
                        continue;
                    }
                },
            };
            self.terms[node] = Some(term);
            stack.pop();
        }
        let term = self.terms[edge.node()]?;
        Some(self.signed(term, edge.is_complemented()))
    }

    /// A clause over bits of states.
    fn clause(&mut self, clause: &[Lit]) -> TermId {
        let mut term = self.constant(false);
        for lit in clause {
            let bit = self.leaf(lit.var().index()).expect("bits are still kept");
            let bit = self.signed(bit, lit.is_negative());
            term = self.pool.or(term, bit);
        }
        term
    }

    fn conjunction<'c>(&mut self, clauses: impl Iterator<Item = &'c [Lit]>) -> TermId {
        let mut term = self.constant(true);
        for clause in clauses {
            let clause = self.clause(clause);
            term = self.pool.and(term, clause);
        }
        term
    }

    /// Keeps the bits of the predicates that candidates speak of, whether or not the goal depends on them: that an index was passed is
    /// said of whole words, where the steps compare some bits of them.
    fn keep(&mut self, system: &TransitionSystem) {
        for fact in system.candidates.iter().flatten() {
            if let Fact::Predicate(index, _) = *fact {
                let _ = self.edge(self.graph.predicates[index]);
            }
        }
    }

    /// The next values of all bits that are kept, and of those that are kept because of that; `None` if `stop` is raised before.
    fn close(&mut self, stop: &StopFlag) -> Option<BTreeMap<usize, TermId>> {
        let mut next = BTreeMap::new();
        while let Some(bit) = self.open.pop() {
            if stop.is_raised() {
                return None;
            }
            let term = self.edge(self.graph.next[bit]).expect("bits are still kept");
            next.insert(bit, term);
        }
        self.closed = true;
        Some(next)
    }

    /// The predicates over bits that are kept.
    fn predicates(&mut self, system: &TransitionSystem) -> Predicates {
        let (mut predicates, mut originals, mut became) = (Vec::new(), Vec::new(), Vec::new());
        for ((name, _), &edge) in system.predicates.iter().zip(&self.graph.predicates) {
            let term = self.edge(edge);
            became.push(term.map(|_| predicates.len()));
            if let Some(term) = term {
                predicates.push((name.clone(), term));
                originals.push(edge);
            }
        }
        Predicates { predicates, originals, became }
    }

    /// What predicates are in the next step, as far as that depends on what is kept, where `became` has their numbers.
    fn later(&mut self, became: &[Option<usize>]) -> Vec<Later<TermId>> {
        let graph = self.graph;
        let kept = |later: &Later<AigLit>| {
            Some(Later { predicate: became[later.predicate]?, holds: self.edge(later.holds)?, exact: later.exact })
        };
        graph.later.iter().filter_map(kept).collect()
    }

    /// A candidate over bits and predicates that are kept, where `became` has their numbers; `None` for one that says nothing about them.
    fn candidate(&self, emitted: &Emitted, became: &[Option<usize>], clause: &[Fact]) -> Option<Vec<Fact>> {
        let mut kept = Vec::new();
        for fact in clause {
            let bit = match *fact {
                Fact::Bit(bit) => bit,
                Fact::Predicate(index, value) => {
                    kept.push(Fact::Predicate(became[index]?, value));
                    continue;
                }
            };
            let mut lit = emitted.variables(bit.symbol)?.get(bit.bit as usize)?.lit(Polarity::of_value(bit.value));
            match self.merges[lit.var().index()] {
                Some(Replacement::Constant(value)) if value == lit.is_positive() => return None,
                Some(Replacement::Constant(_)) => continue,
                Some(Replacement::Bit(other)) => lit = if lit.is_negative() { !other } else { other },
                None => {}
            }
            let symbol = *self.states.get(&lit.var().index())?;
            kept.push(Fact::Bit(StateBit { symbol, bit: 0, value: lit.is_positive() }));
        }
        Some(kept).filter(|kept| !kept.is_empty())
    }
}

#[cfg(test)]
mod tests;
