//! Transition systems over bit-vector terms.

use crate::bv::{BitVec, SymbolId, Term, TermId, TermPool};

/// So many words with a first value are few.
const FEW_SET: usize = 8;

/// A transition system: states and inputs are symbols of one pool, everything else is terms over them.
///
/// It is functional and total: for each valuation of states and inputs there is exactly one next state.
#[derive(Debug)]
pub struct TransitionSystem {
    /// The terms.
    pub pool: TermPool,
    /// What is remembered from step to step.
    pub states: Vec<State>,
    /// Those of the states that say where control is, and not what the program computes.
    pub locations: Vec<SymbolId>,
    /// What is chosen freely in each step.
    pub inputs: Vec<Input>,
    /// Terms of width 1 over the states that hold in every reachable state.
    pub universal: Vec<TermId>,
    /// Terms of width 1 over the states that a proof may want to speak of, by name: none unless
    /// [mined](crate::ts::predicates).
    pub predicates: Vec<(String, TermId)>,
    /// What is known of predicates in the next step. Their own terms over the next states say the same; a proof may not find out by itself that
    /// they do, as with `3 * (i + 1)` and `3 * i + 3`.
    pub later: Vec<Later<TermId>>,
    /// Clauses over bits of states and predicates that are likely to hold in every reachable state, for engines to prove: none
    /// unless looked for ([intervals](crate::ts::intervals), [slices](crate::ts::slices)).
    pub candidates: Vec<Vec<Fact>>,
    /// A term of width 1 over the states: the error is reached.
    pub error: TermId,
    /// A term of width 1 over the states: the error or something unmodelled is reached.
    pub error_or_unmodelled: TermId,
}

/// Which states a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Those in which the property is violated.
    Error,
    /// Those, and those in which the path has left what the encoding represents exactly.
    ErrorOrUnmodelled,
}

impl TransitionSystem {
    /// The term of width 1 that says that a goal is reached.
    pub fn goal(&self, goal: Goal) -> TermId {
        match goal {
            Goal::Error => self.error,
            Goal::ErrorOrUnmodelled => self.error_or_unmodelled,
        }
    }

    /// The number of a predicate, and the value that it has where the term holds: a term and its complement are one predicate. A new one is
    /// given to the system as long as it has fewer than `most`.
    pub fn predicate(&mut self, term: TermId, most: usize) -> Option<(usize, bool)> {
        let (term, holds) = match self.pool.term(term) {
            Term::Not(inner) => (inner, false),
            _ => (term, true),
        };
        let known = self.predicates.iter().position(|&(_, predicate)| predicate == term);
        let number = known.or_else(|| (self.predicates.len() < most).then_some(self.predicates.len()))?;
        if known.is_none() {
            self.predicates.push((format!("predicate {number}"), term));
        }
        Some((number, holds))
    }

    /// Makes what computes the same in next states one ([`TermPool::unified`]).
    pub fn unify(&mut self) {
        let next: Vec<TermId> = self.states.iter().map(|state| state.next).collect();
        let unified = self.pool.unified(&next);
        self.states.iter_mut().zip(unified).for_each(|(state, next)| state.next = next);
    }

    /// The words that a program computes: the states without those that say where control is. Of those that have a first value, as sizes of
    /// objects and cells that are followed have, only words, and only if they are few: an array of which each cell is a state has more than
    /// are looked at.
    pub fn words(&self) -> Vec<SymbolId> {
        let is_word = |state: &&State| state.initial.is_none() || state.width > 1;
        let words = self.states.iter().filter(|state| !self.locations.contains(&state.symbol)).filter(is_word);
        let words: Vec<&State> = words.collect();
        let are_few = words.iter().filter(|state| state.initial.is_some()).count() <= FEW_SET;
        words.into_iter().filter(|state| are_few || state.initial.is_none()).map(|state| state.symbol).collect()
    }

    /// How many bits the states have together.
    pub fn state_bits(&self) -> usize {
        self.states.iter().map(|state| state.width as usize).sum()
    }

    /// How many bits the inputs have together.
    pub fn input_bits(&self) -> usize {
        self.inputs.iter().map(|input| input.width as usize).sum()
    }
}

/// What is known of a predicate in the next step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Later<T> {
    /// Its number in [`TransitionSystem::predicates`].
    pub predicate: usize,
    /// Where this is true in a step, the predicate holds in the next one: a term of width 1 over states and inputs, or what stands for one.
    pub holds: T,
    /// Whether it holds nowhere else.
    pub exact: bool,
}

/// A literal of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// A bit of a state has a value.
    Bit(StateBit),
    /// A predicate, by its number in [`TransitionSystem::predicates`], has a value.
    Predicate(usize, bool),
}

/// That a bit of a state has a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateBit {
    /// The state.
    pub symbol: SymbolId,
    /// Which bit, from the least significant.
    pub bit: u32,
    /// The value.
    pub value: bool,
}

/// A word that is remembered from step to step.
#[derive(Clone, Debug)]
pub struct State {
    /// The name that symbol tables show.
    pub name: String,
    /// The word in the current step.
    pub symbol: SymbolId,
    /// Its width in bits.
    pub width: u32,
    /// Its value in the first step; `None` for any.
    pub initial: Option<BitVec>,
    /// Its value in the next step, over states and inputs.
    pub next: TermId,
}

/// A word that is chosen freely in each step.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name that symbol tables show.
    pub name: String,
    /// The word.
    pub symbol: SymbolId,
    /// Its width in bits.
    pub width: u32,
}
