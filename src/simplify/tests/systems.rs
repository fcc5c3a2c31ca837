//! Small transition systems made at random, not from programs, whose answer is known by reaching all their states.

use crate::bv::eval::evaluate;
use crate::bv::testing::RandomBits;
use crate::bv::{BitVec, SymbolId, TermId, TermPool};
use crate::program::testing::Random;
use crate::ts::simulate::{step, Valuation};
use crate::ts::{Input, State, TransitionSystem};
use std::collections::BTreeSet;

/// What a system is made to be, beside random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nothing else.
    Plain,
    /// Nothing is chosen in a step.
    NoInputs,
    /// What always holds is false in every state, so that there is neither a first state nor a step.
    NothingHolds,
    /// What always holds is false in every first state.
    NoFirstState,
    /// What always holds restricts what can be reached, so that runs may get stuck.
    Restricted,
    /// The goal holds everywhere.
    GoalTrue,
    /// The goal holds nowhere.
    GoalFalse,
    /// Some bits are always equal or opposite to others, or constant.
    Related,
}

/// All kinds.
pub const KINDS: [Kind; 8] = [
    Kind::Plain,
    Kind::NoInputs,
    Kind::NothingHolds,
    Kind::NoFirstState,
    Kind::Restricted,
    Kind::GoalTrue,
    Kind::GoalFalse,
    Kind::Related,
];

/// A system of at most 9 bits of states and 2 of inputs. The states are words of 1 to 3 bits.
pub fn any_system(random: &mut Random, kind: Kind) -> TransitionSystem {
    Maker { random, pool: TermPool::new(), states: Vec::new(), leaves: Vec::new() }.system(kind)
}

struct Maker<'a> {
    random: &'a mut Random,
    pool: TermPool,
    states: Vec<State>,
    /// Bits of states, then of inputs.
    leaves: Vec<TermId>,
}

impl Maker<'_> {
    fn system(mut self, kind: Kind) -> TransitionSystem {
        let words = 1 + self.random.below(3);
        for word in 0..words {
            let width = 1 + self.random.below(3) as u32;
            let symbol = self.pool.new_symbol(&format!("word {word}"), width);
            let initial =
                Some(BitVec::new(width, self.random.bits(width).unsigned())).filter(|_| self.random.below(4) > 0);
            let next = self.pool.symbol(symbol);
            self.states.push(State { name: format!("word {word}"), symbol, width, initial, next });
            (0..width).for_each(|bit| self.leaves.push(self.pool.extract(next, bit, bit)));
        }
        let bits = self.leaves.len();
        let inputs = if kind == Kind::NoInputs { Vec::new() } else { self.inputs() };
        for word in 0..words {
            let next: Vec<TermId> = (0..self.states[word].width).map(|_| self.function(3)).collect();
            self.states[word].next = next.into_iter().reduce(|low, high| self.pool.concat(high, low)).expect("a bit");
        }
        let universal = self.universal(kind, bits);
        let error = match kind {
            Kind::GoalTrue => self.pool.constant(BitVec::bit(true)),
            Kind::GoalFalse => self.pool.constant(BitVec::bit(false)),
            _ => self.goal(bits),
        };
        let mut predicates = Vec::new();
        for number in 0..self.random.below(3) {
            let leaves = self.leaves.split_off(bits);
            predicates.push((format!("predicate {number}"), self.function(2)));
            self.leaves.extend(leaves);
        }
        if kind == Kind::Related {
            (0..1 + self.random.below(3)).for_each(|number| self.related(number));
        }
        TransitionSystem {
            pool: self.pool,
            states: self.states,
            locations: Vec::new(),
            inputs,
            universal,
            predicates,
            later: Vec::new(),
            candidates: Vec::new(),
            error,
            error_or_unmodelled: error,
        }
    }

    fn inputs(&mut self) -> Vec<Input> {
        let width = 1 + self.random.below(2) as u32;
        let symbol = self.pool.new_symbol("input", width);
        let input = self.pool.symbol(symbol);
        (0..width).for_each(|bit| self.leaves.push(self.pool.extract(input, bit, bit)));
        vec![Input { name: "input".to_owned(), symbol, width }]
    }

    fn literal(&mut self, of: usize) -> TermId {
        let leaf = self.leaves[self.random.below(of)];
        match self.random.below(2) {
            0 => leaf,
            _ => self.pool.not(leaf),
        }
    }

    /// A function of the leaves.
    fn function(&mut self, depth: usize) -> TermId {
        if depth == 0 || self.random.below(4) == 0 {
            return self.literal(self.leaves.len());
        }
        let (one, other) = (self.function(depth - 1), self.function(depth - 1));
        match self.random.below(3) {
            0 => self.pool.and(one, other),
            1 => self.pool.or(one, other),
            _ => {
                let negated = self.pool.not(other);
                self.pool.ite(one, negated, other)
            }
        }
    }

    /// A disjunction of literals of states.
    fn clause(&mut self, bits: usize, length: usize) -> TermId {
        let literals: Vec<TermId> = (0..length).map(|_| self.literal(bits)).collect();
        self.pool.any(literals)
    }

    fn universal(&mut self, kind: Kind, bits: usize) -> Vec<TermId> {
        match kind {
            Kind::NothingHolds => vec![self.pool.constant(BitVec::bit(false))],
            Kind::NoFirstState => {
                let state = &mut self.states[0];
                let first = state.initial.unwrap_or(BitVec::zero(state.width));
                state.initial = Some(first);
                let bit = self.leaves[0];
                vec![if first.get(0) { self.pool.not(bit) } else { bit }]
            }
            Kind::Restricted => (0..1 + self.random.below(2)).map(|_| self.clause(bits, 2)).collect(),
            _ => Vec::new(),
        }
    }

    /// A conjunction of clauses over bits of states: a cube mostly.
    fn goal(&mut self, bits: usize) -> TermId {
        let clauses: Vec<TermId> = (0..1 + self.random.below(bits.min(4)))
            .map(|_| {
                let length = if self.random.below(4) == 0 { 2 } else { 1 };
                self.clause(bits, length)
            })
            .collect();
        self.pool.all(clauses)
    }

    /// Another word of one bit, which follows a bit of the first word, or its opposite, or stays where it is.
    fn related(&mut self, number: usize) {
        let name = format!("related {number}");
        let symbol = self.pool.new_symbol(&name, 1);
        let own = self.pool.symbol(symbol);
        let first = self.states[0].clone();
        let value = first.initial.unwrap_or(BitVec::zero(first.width)).get(0);
        let next = self.pool.extract(first.next, 0, 0);
        // Opposites of each other are equal to the same again.
        let (value, next) = match self.random.below(3) {
            0 => (value, next),
            1 => (!value, self.pool.not(next)),
            _ => (value, own),
        };
        self.states[0].initial = Some(first.initial.unwrap_or(BitVec::zero(first.width)));
        self.states.push(State { name, symbol, width: 1, initial: Some(BitVec::bit(value)), next });
        // What the others do may depend on it from here on.
        let word = self.random.below(self.states.len() - 1).max(1);
        if let Some(state) = self.states.get_mut(word).filter(|state| state.symbol != symbol && state.width == 1) {
            state.next = self.pool.ite(own, state.next, own);
        }
    }
}

/// What reaching all states found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The number of transitions of a shortest run to the goal, if there is one.
    pub depth: Option<usize>,
    /// All states that satisfy what always holds and can be reached, as numbers: the first state's lowest bit is bit 0.
    pub states: BTreeSet<u128>,
}

/// Reaches all states of a system, straight from the definition of a run. It goes on after the goal.
pub fn reach(system: &TransitionSystem) -> Reached {
    let words: Vec<(SymbolId, u32)> = system.states.iter().map(|state| (state.symbol, state.width)).collect();
    let inputs: Vec<(SymbolId, u32)> = system.inputs.iter().map(|input| (input.symbol, input.width)).collect();
    let holds = |state: u128, term: TermId| {
        let valuation = valuation(&words, state);
        evaluate(&system.pool, term, |symbol| valuation[&symbol]).is_nonzero()
    };
    let lasts = |&state: &u128| system.universal.iter().all(|&term| holds(state, term));
    let begins = |&state: &u128| {
        let valuation = valuation(&words, state);
        system.states.iter().all(|word| word.initial.is_none_or(|initial| valuation[&word.symbol] == initial))
    };
    let mut fringe: Vec<u128> = (0..1 << system.state_bits()).filter(begins).filter(lasts).collect();
    let mut states: BTreeSet<u128> = fringe.iter().copied().collect();
    let (mut depth, mut steps) = (None, 0);
    while !fringe.is_empty() {
        if depth.is_none() && fringe.iter().any(|&state| holds(state, system.error)) {
            depth = Some(steps);
        }
        let mut next = Vec::new();
        for state in fringe {
            for choice in 0..1 << system.input_bits() {
                let after = step(system, &valuation(&words, state), &valuation(&inputs, choice));
                let after =
                    words.iter().rev().fold(0, |bits, (symbol, width)| bits << width | after[symbol].unsigned());
                if lasts(&after) && states.insert(after) {
                    next.push(after);
                }
            }
        }
        fringe = next;
        steps += 1;
    }
    Reached { depth, states }
}

/// The words that a number spells.
fn valuation(words: &[(SymbolId, u32)], mut bits: u128) -> Valuation {
    let word = |&(symbol, width): &(SymbolId, u32)| {
        let value = BitVec::new(width, bits);
        bits >>= width;
        (symbol, value)
    };
    words.iter().map(word).collect()
}
