//! Sequential circuits as hardware model checkers have them, from files of other tools; as DimSpec problems; and runs of them as witnesses.
//!
//! | module | what |
//! |---|---|
//! | [`aiger`] | reads AIGER 1.9, both forms |
//! | [`mod@certificate`] | writes proofs as witness circuits, as Certifaiger and Cerbtora check them; `extended` has those in BTOR2 |
//! | [`btor2`] | reads BTOR2 without arrays; `words` has its operators |
//! | [`mod@write`] | writes AIGER, versions 1.9 and 1.0 |
//! | [`witness`] | writes runs in the witness formats of both |
//!
//! What becomes of a circuit: bits of states come first, then those of inputs, then gates. `I` says what states are at first, `T` how they
//! go on; constraints are part of `U`, and `G` is that one of the bad-state properties holds. Those may depend on inputs: gates that
//! constraints, bad states and first values need are defined in `U`, in every step; all others in `T`.

pub mod aiger;
pub mod btor2;
pub mod certificate;
mod extended;
pub mod witness;
mod words;
pub mod write;

use crate::blast::{Aig, AigLit, CnfBuilder};
use bitreach_dimspec::{DimSpec, Symbol, SymbolKind, Symbols};
use bitreach_engine::Trace;
use bitreach_formula::{Cnf, Lit, Var};
use rustc_hash::FxHashSet;
use std::fmt;
use std::str::FromStr;

/// Which format a circuit is from: a witness is in that one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// AIGER.
    Aiger,
    /// BTOR2.
    Btor2,
}

/// A word that is chosen freely in each step.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name, if the file has one, else one by its number.
    pub name: String,
    /// What it is in the file: its literal in AIGER, its line's number in BTOR2.
    pub number: u64,
    /// Its bits, from the least significant: inputs of the graph.
    pub bits: Vec<AigLit>,
}

/// A word that is remembered.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name, if the file has one, else one by its number.
    pub name: String,
    /// What it is in the file: its literal in AIGER, its line's number in BTOR2.
    pub number: u64,
    /// Its bits, from the least significant: inputs of the graph.
    pub bits: Vec<AigLit>,
    /// Its value at first, over other states and inputs; `None` for any.
    pub initial: Option<Vec<AigLit>>,
    /// Its value one step later; `None` for any.
    pub next: Option<Vec<AigLit>>,
}

/// A sequential circuit with bad states.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// Where it is from.
    pub format: Format,
    /// The gates.
    pub aig: Aig,
    /// The inputs, in the order of the file.
    pub inputs: Vec<Input>,
    /// The states, in the order of the file.
    pub states: Vec<State>,
    /// The bad-state properties, in the order of the file.
    pub bad: Vec<AigLit>,
    /// What holds in every step of a run.
    pub constraints: Vec<AigLit>,
    /// The lines of a file in BTOR2, without comments: certificates repeat them.
    pub lines: Vec<String>,
    /// The first comments, of at most [`MOST_COMMENTS`] lines.
    pub comments: Vec<String>,
}

/// So many lines of comments are kept: what our own files say stands there.
pub const MOST_COMMENTS: usize = 1000;

/// The word that a latch or an input is a bit of, and which one: `x[0]`, `x[1]` and so on, in this order. `None` where it is a word of its own.
fn bit_of_word<'n>(name: &'n str, kind: SymbolKind, before: Option<&Symbol>) -> Option<(&'n str, usize)> {
    let bit = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
    let bit = bit.and_then(|(word, bit)| Some((word, number::<usize>(bit)?))).filter(|(word, _)| !word.is_empty());
    let next = before.filter(|before| before.kind == kind).map(|before| (&*before.name, before.bit + 1));
    bit.filter(|bit| bit.1 == 0 || next == Some(*bit))
}

/// Why a file is not a circuit that can be decided.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct CircuitError {
    /// Where, in words: a line, or the gate.
    pub at: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for CircuitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at.is_empty() {
            true => f.write_str(&self.message),
            false => write!(f, "{}: {}", self.at, self.message),
        }
    }
}

/// A circuit's problem, and the graph that it was made from.
struct Encoded {
    problem: DimSpec,
    aig: Aig,
    /// What each variable of a step is.
    edges: Vec<AigLit>,
    /// That one of the bad-state properties holds.
    bad: AigLit,
}

/// The greatest number of variables of a step: twice as many must have DIMACS numbers.
const MOST_VARIABLES: usize = (i32::MAX / 2) as usize;

impl Circuit {
    /// The circuit as a DimSpec problem.
    ///
    /// # Errors
    /// If it has more bits and gates than DimSpec has numbers.
    pub fn problem(&self) -> Result<DimSpec, CircuitError> {
        self.encoded().map(|encoded| encoded.problem)
    }

    /// The same, with what the variables are.
    fn encoded(&self) -> Result<Encoded, CircuitError> {
        let leaves = || self.states.iter().map(|state| &state.bits).chain(self.inputs.iter().map(|input| &input.bits));
        let words = leaves().map(Vec::len).sum::<usize>();
        if words.saturating_add(self.aig.gates()) > MOST_VARIABLES {
            let message = format!("has more than {MOST_VARIABLES} bits and gates");
            return Err(CircuitError { at: String::new(), message });
        }
        let mut aig = self.aig.clone();
        let bad = self.bad.iter().fold(AigLit::FALSE, |any, &bad| aig.or(any, bad));
        let firsts = self.states.iter().flat_map(|state| state.initial.iter().flatten().copied());
        let always: Vec<AigLit> = self.constraints.iter().copied().chain([bad]).chain(firsts).collect();
        let next = self.states.iter().flat_map(|state| state.next.iter().flatten().copied());
        let roots: Vec<AigLit> = always.iter().copied().chain(next).collect();
        let mut builder = CnfBuilder::new(&aig, &roots, words);
        leaves().flatten().enumerate().for_each(|(index, &bit)| builder.set_input(bit, Var::new(index)));
        // What is defined first becomes part of `U`.
        for &edge in &always {
            let _ = builder.lit(edge);
        }
        let mut universal = std::mem::take(&mut builder.cnf);
        self.constraints.iter().for_each(|&edge| unit(&mut builder, edge, &mut universal));
        let (mut initial, mut goal) = (Cnf::new(), Cnf::new());
        unit(&mut builder, bad, &mut goal);
        let mut ties = Vec::new();
        for (state, first) in self.states.iter().zip(self.first_variables()) {
            for (bit, &edge) in state.initial.iter().flatten().enumerate() {
                same(&mut builder, Var::new(first + bit).positive(), edge, &mut initial);
            }
            for (bit, &edge) in state.next.iter().flatten().enumerate() {
                // The primed variables come after the whole step: how large that is is known in the end.
                let lit = builder.lit(edge).ok_or(edge == AigLit::TRUE);
                ties.push((Var::new(first + bit).positive(), lit));
            }
        }
        let (variables, edges) = (builder.variables(), builder.edges());
        let mut transition = std::mem::take(&mut builder.cnf);
        for (now, lit) in ties {
            tie(now.shifted(variables), lit, &mut transition);
        }
        let problem = DimSpec { variables, initial, universal, goal, transition, symbols: self.symbols() };
        Ok(Encoded { problem, aig, edges, bad })
    }

    /// The first variable of each state.
    fn first_variables(&self) -> impl Iterator<Item = usize> + '_ {
        self.states.iter().scan(0, |first, state| {
            let own = *first;
            *first += state.bits.len();
            Some(own)
        })
    }

    /// Names for the bits. What has no next value is chosen in each step, like an input. Where nothing constrains the choice, there is
    /// exactly one next state for each.
    fn symbols(&self) -> Symbols {
        let states = self.states.iter().map(|state| {
            let kind = if state.next.is_some() { SymbolKind::State } else { SymbolKind::Input };
            (&state.name, kind, state.bits.len())
        });
        let inputs = self.inputs.iter().map(|input| (&input.name, SymbolKind::Input, input.bits.len()));
        let names = self.states.iter().map(|state| &*state.name).chain(self.inputs.iter().map(|input| &*input.name));
        let names: FxHashSet<&str> = names.collect();
        let mut table: Vec<Symbol> = Vec::new();
        for (name, kind, width) in states.chain(inputs) {
            let word = match self.format {
                Format::Aiger => bit_of_word(name, kind, table.last()).filter(|(word, _)| !names.contains(word)),
                Format::Btor2 => None,
            };
            let (name, first) = word.unwrap_or((name, 0));
            for bit in 0..width {
                table.push(Symbol { var: Var::new(table.len()), kind, bit: first + bit, name: name.to_owned() });
            }
        }
        let comments = self.comments.clone();
        Symbols { table, functional: self.constraints.is_empty(), comments, ..Symbols::default() }
    }

    /// Which bad-state property holds in the last step of a run; `None` if none does.
    pub fn violated(&self, trace: &Trace) -> Option<usize> {
        let last = trace.steps.last()?;
        let mut leaves = vec![None; self.aig.len()];
        let bits = self.states.iter().map(|state| &state.bits).chain(self.inputs.iter().map(|input| &input.bits));
        for (index, bit) in bits.flatten().enumerate() {
            leaves[bit.node()] = (index < last.len()).then(|| last.value(Var::new(index)));
        }
        // The graph's inputs in the order in which they were made, which is the order of their nodes.
        let leaves: Vec<bool> = leaves.into_iter().flatten().collect();
        let values = self.aig.simulate(&leaves);
        self.bad.iter().position(|bad| values[bad.node()] != bad.is_complemented())
    }
}

/// A clause that says that an edge is true.
fn unit(builder: &mut CnfBuilder, edge: AigLit, cnf: &mut Cnf) {
    match builder.lit(edge) {
        Some(lit) => cnf.add(&[lit]),
        None if edge == AigLit::FALSE => cnf.add(&[]),
        None => {}
    }
}

/// A number, in digits alone.
fn number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Clauses that say that a literal is an edge's.
fn same(builder: &mut CnfBuilder, lit: Lit, edge: AigLit, cnf: &mut Cnf) {
    let other = builder.lit(edge).ok_or(edge == AigLit::TRUE);
    // A state that is its own first value has any.
    if other != Ok(lit) {
        tie(lit, other, cnf);
    }
}

/// Clauses that say that two literals are equal, or that one is constant.
fn tie(lit: Lit, other: Result<Lit, bool>, cnf: &mut Cnf) {
    match other {
        Ok(other) => {
            cnf.add(&[!lit, other]);
            cnf.add(&[lit, !other]);
        }
        Err(true) => cnf.add(&[lit]),
        Err(false) => cnf.add(&[!lit]),
    }
}
