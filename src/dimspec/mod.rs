//! From a transition system to a DimSpec problem, and from assignments of its variables back to words.
//!
//! Variables of a step, in this order: the bits of the states, the bits of the inputs, gates. `I` and `G` are unit clauses,
//! `U` clauses over state bits; gates are defined in `T`, over the current step, which also ties the next step's state
//! bits to them. Predicates, if there are any, and the gates that they are made of are defined in `U` instead, so that
//! they have their values in every step; `T` uses them where it computes the same. So `T` is functional and total: every choice of the inputs gives exactly one next state.

pub mod aiger;
pub mod btor2;
pub mod horn;
#[cfg(test)]
mod testing;
pub mod text;

use crate::blast::aig::Node;
use crate::blast::{Aig, AigLit, Blaster, CnfBuilder};
use crate::bv::{BitVec, SymbolId, TermId};
use crate::program::ValueId;
use crate::ts::{Encoding, Fact, Goal, Later, Run, RunStep, TransitionSystem};
use bitreach_dimspec::{DimSpec, Symbol, SymbolKind, Symbols};
use bitreach_engine::Trace;
use bitreach_formula::{Assignment, Clause, Cnf, Lit, Polarity, Var};
use bitreach_limits::{StopFlag, Ticks};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// After so many bits of next states the time is looked at.
const ROOTS: u32 = 16;

/// A problem and which variables hold which word.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// The problem.
    pub problem: DimSpec,
    /// What the variables are in the graph that the clauses were made from.
    pub graph: Graph,
    /// Which variables hold which word.
    pub words: WordVariables,
}

/// The variables of each state and input word, least significant bit first.
#[derive(Clone, Debug)]
pub struct WordVariables(FxHashMap<SymbolId, Vec<Var>>);

/// The graph that a problem was made from. The first variables are the bits of states, then those of inputs, in the order in
/// which the system has them, and in the order in which the graph's inputs were made.
#[derive(Clone, Debug)]
pub struct Graph {
    /// And-gates.
    pub aig: Aig,
    /// What each variable is: an edge to a node that no other variable is, not complemented; or, where nothing is, constant.
    pub edges: Vec<AigLit>,
    /// The next value of each bit of a state.
    pub next: Vec<AigLit>,
    /// How many bits inputs have.
    pub inputs: usize,
    /// What always holds, without the definitions of predicates: clauses over bits of states.
    pub universal: Cnf,
    /// What each predicate of the system is.
    pub predicates: Vec<AigLit>,
    /// What is known of them in the next step.
    pub later: Vec<Later<AigLit>>,
}

impl Graph {
    /// The values of all variables under those of states and inputs, and the states one step later.
    pub fn step(&self, leaves: &[bool]) -> (Assignment, Vec<bool>) {
        let values = self.aig.simulate(leaves);
        let value = |edge: &AigLit| values[edge.node()] != edge.is_complemented();
        (Assignment::new(self.edges.iter().map(value).collect()), self.next.iter().map(value).collect())
    }
}

impl Emitted {
    /// A trace in blocks and values; `None` if it visits a location that does not exist.
    pub fn run(&self, encoding: &Encoding, trace: &Trace) -> Option<Run> {
        self.words.run(encoding, trace)
    }

    /// The variables of a word, least significant bit first; `None` for a word without variables.
    pub fn variables(&self, word: SymbolId) -> Option<&[Var]> {
        self.words.variables(word)
    }
}

impl WordVariables {
    /// The variables of a word, least significant bit first; `None` for a word without variables.
    pub fn variables(&self, word: SymbolId) -> Option<&[Var]> {
        self.0.get(&word).map(Vec::as_slice)
    }

    /// A trace in blocks and values; `None` if it visits a location that does not exist.
    pub fn run(&self, encoding: &Encoding, trace: &Trace) -> Option<Run> {
        let mut run = encoding.empty_run();
        for step in &trace.steps {
            let location = self.word(encoding.location, step)?;
            let place = encoding.codes.place(location.unsigned())?;
            let input = |(value, symbol): (&ValueId, &SymbolId)| Some((*value, self.word(*symbol, step)?));
            run.steps.push(RunStep { place, inputs: encoding.inputs.iter().filter_map(input).collect() });
        }
        Some(run)
    }

    /// The value of a word in a step; `None` for a word without variables.
    fn word(&self, symbol: SymbolId, step: &Assignment) -> Option<BitVec> {
        let vars = self.0.get(&symbol)?;
        let bits = vars.iter().rev().fold(0, |bits, var| bits << 1 | step.value(*var) as u128);
        Some(BitVec::new(vars.len() as u32, bits))
    }
}

/// Writes a system with one of its goals as a DimSpec problem.
pub fn emit(system: &TransitionSystem, goal: Goal) -> Emitted {
    emit_until(system, goal, &StopFlag::new()).expect("nobody raises the flag")
}

/// As [`emit`]; `None` if `stop` is raised before the end.
pub fn emit_until(system: &TransitionSystem, goal: Goal, stop: &StopFlag) -> Option<Emitted> {
    let mut blaster = Blaster::new();
    let mut words = Words::default();
    for state in &system.states {
        let bits = blaster.symbol_bits(&system.pool, state.symbol);
        let is_location = system.locations.contains(&state.symbol);
        let kind = if is_location { SymbolKind::Location } else { SymbolKind::State };
        words.add(state.symbol, &state.name, kind, &bits);
    }
    for input in &system.inputs {
        let bits = blaster.symbol_bits(&system.pool, input.symbol);
        words.add(input.symbol, &input.name, SymbolKind::Input, &bits);
    }
    let next = system.states.iter().map(|state| blaster.blast_until(&system.pool, state.next, stop));
    let next = next.collect::<Option<Vec<Vec<AigLit>>>>()?;
    let mut universal = Cnf::new();
    for &term in &system.universal {
        let edge = blaster.blast(&system.pool, term)[0];
        words.clauses(&blaster, edge, &mut universal);
    }
    let mut goal_clauses = Cnf::new();
    let edge = blaster.blast(&system.pool, system.goal(goal))[0];
    words.clauses(&blaster, edge, &mut goal_clauses);

    let clauses = universal.clone();
    let predicates: Vec<AigLit> =
        system.predicates.iter().map(|(_, term)| blaster.blast(&system.pool, *term)[0]).collect();
    let blast = |&Later { predicate, holds, exact }: &Later<TermId>| {
        let holds = blaster.blast_until(&system.pool, holds, stop)?[0];
        Some(Later { predicate, holds, exact })
    };
    let later = system.later.iter().map(blast).collect::<Option<Vec<Later<AigLit>>>>()?;
    let steps = Steps::new(system, &blaster, &words, (&predicates, &later), &next, stop)?;
    steps.definitions.iter().for_each(|clause| universal.add(clause));
    let (transition, variables) = (steps.transition, steps.variables);
    let next: Vec<AigLit> = next.into_iter().flatten().collect();
    let inputs = words.of_edge.len() - next.len();
    let (edges, aig) = (steps.edges, blaster.aig);
    let graph = Graph { aig, edges, next, inputs, universal: clauses, predicates, later };
    words.table.extend(steps.predicates);
    let candidates = candidates(system, &words.vars, &steps.literals);
    let symbols = Symbols { comments: Vec::new(), table: words.table, functional: true, candidates };
    let initial = initial(system, &words.vars);
    let problem = DimSpec { variables, initial, universal, goal: goal_clauses, transition, symbols };
    Some(Emitted { problem, graph, words: WordVariables(words.vars) })
}

/// Variables of words, given in the order in which words are added.
#[derive(Default)]
struct Words {
    vars: FxHashMap<SymbolId, Vec<Var>>,
    table: Vec<Symbol>,
    of_edge: Vec<(AigLit, Var)>,
    by_node: FxHashMap<usize, Var>,
}

impl Words {
    fn add(&mut self, symbol: SymbolId, name: &str, kind: SymbolKind, bits: &[AigLit]) {
        let mut vars = Vec::with_capacity(bits.len());
        for (bit, &edge) in bits.iter().enumerate() {
            let var = Var::new(self.of_edge.len());
            self.of_edge.push((edge, var));
            self.by_node.insert(edge.node(), var);
            self.table.push(Symbol { var, kind, bit, name: name.to_owned() });
            vars.push(var);
        }
        self.vars.insert(symbol, vars);
    }

    /// The clauses of a conjunction of clauses over bits of words, without any gate: what always holds and the goals are
    /// of this form by construction.
    ///
    /// # Panics
    /// If the edge is of another form.
    fn clauses(&self, blaster: &Blaster, edge: AigLit, cnf: &mut Cnf) {
        if edge == AigLit::TRUE {
            return;
        }
        let mut open = vec![edge];
        while let Some(edge) = open.pop() {
            match blaster.aig.node(edge.node()) {
                Node::And(a, b) if !edge.is_complemented() => open.extend([b, a]),
                _ => cnf.add(&self.clause(blaster, edge)),
            }
        }
    }

    /// The disjunction of bits that an edge is.
    fn clause(&self, blaster: &Blaster, edge: AigLit) -> Vec<Lit> {
        let mut clause = Vec::new();
        let mut open = vec![edge];
        while let Some(edge) = open.pop() {
            match blaster.aig.node(edge.node()) {
                Node::False => assert_eq!(edge, AigLit::FALSE, "a clause that is true is left out before"),
                Node::Input => {
                    let polarity = if edge.is_complemented() { Polarity::Negative } else { Polarity::Positive };
                    clause.push(self.by_node[&edge.node()].lit(polarity));
                }
                Node::And(a, b) => {
                    assert!(edge.is_complemented(), "a conjunction inside a clause");
                    open.extend([!b, !a]);
                }
            }
        }
        clause
    }
}

/// Unit clauses for the states that have an initial value.
fn initial(system: &TransitionSystem, words: &FxHashMap<SymbolId, Vec<Var>>) -> Cnf {
    let mut cnf = Cnf::new();
    for state in &system.states {
        if let Some(value) = state.initial {
            for (bit, var) in words[&state.symbol].iter().enumerate() {
                cnf.add(&[var.lit(Polarity::of_value(value.get(bit as u32)))]);
            }
        }
    }
    cnf
}

/// The candidates as clauses, those left out that say nothing. Predicates that are constant have no literal.
fn candidates(
    system: &TransitionSystem,
    words: &FxHashMap<SymbolId, Vec<Var>>,
    predicates: &[Result<Lit, bool>],
) -> Vec<Clause> {
    let mut clauses = Vec::with_capacity(system.candidates.len());
    'candidates: for candidate in &system.candidates {
        let mut lits = Vec::with_capacity(candidate.len());
        for fact in candidate {
            match *fact {
                Fact::Bit(bit) => lits.push(words[&bit.symbol][bit.bit as usize].lit(Polarity::of_value(bit.value))),
                Fact::Predicate(index, value) => match predicates[index] {
                    Ok(lit) => lits.push(if value { lit } else { !lit }),
                    Err(constant) if constant == value => continue 'candidates,
                    Err(_) => {}
                },
            }
        }
        clauses.push(Clause::new(lits));
    }
    clauses
}

/// What the gates of a step are part of.
struct Steps {
    /// The definitions of predicates and of the gates that they are made of: part of `U`.
    definitions: Cnf,
    /// What the variables of predicates are, ascending.
    predicates: Vec<Symbol>,
    /// The literal of each predicate of the system, or its value if it is constant.
    literals: Vec<Result<Lit, bool>>,
    /// `T`.
    transition: Cnf,
    /// How many variables a step has.
    variables: usize,
    /// What each of them is.
    edges: Vec<AigLit>,
}

impl Steps {
    /// The definitions of all gates, and each next state bit, and each predicate whose later value is told, tied to what defines it. Gates come after the words in the
    /// numbering of a step, those of predicates first; the primed variables come after the whole step, so they are filled
    /// in when its size is known. `None` if `stop` is raised before the end.
    fn new(
        system: &TransitionSystem,
        blaster: &Blaster,
        words: &Words,
        (predicates, later): (&[AigLit], &[Later<AigLit>]),
        next: &[Vec<AigLit>],
        stop: &StopFlag,
    ) -> Option<Steps> {
        let of_later = later.iter().map(|later| &later.holds);
        let roots: Vec<AigLit> = next.iter().flatten().chain(of_later).copied().collect();
        let all: Vec<AigLit> = predicates.iter().chain(&roots).copied().collect();
        let mut builder = CnfBuilder::new(&blaster.aig, &all, words.of_edge.len());
        words.of_edge.iter().for_each(|&(edge, var)| builder.set_input(edge, var));
        let mut named: BTreeMap<Var, &str> = BTreeMap::new();
        for (&edge, (name, _)) in predicates.iter().zip(&system.predicates) {
            // Constants, bits of words, and what has a name already, need none.
            if let Some(var) = builder.lit(edge).map(Lit::var).filter(|var| var.index() >= words.of_edge.len()) {
                named.entry(var).or_insert(name);
            }
        }
        let literal = |edge: &AigLit| builder.lit(*edge).ok_or(*edge == AigLit::TRUE);
        let literals: Vec<Result<Lit, bool>> = predicates.iter().map(literal).collect();
        let symbol =
            |(var, name): (Var, &str)| Symbol { var, kind: SymbolKind::Predicate, bit: 0, name: name.to_owned() };
        let predicates = named.into_iter().map(symbol).collect();
        let definitions = std::mem::take(&mut builder.cnf);
        let mut ticks = Ticks::new(stop, ROOTS);
        let defined = roots.iter().map(|&edge| ticks.go_on().map(|()| builder.lit(edge)));
        let defined = defined.collect::<Option<Vec<Option<Lit>>>>()?;
        let (variables, edges) = (builder.variables(), builder.edges());
        let mut cnf = std::mem::take(&mut builder.cnf);
        let states = system
            .states
            .iter()
            .flat_map(|state| words.vars[&state.symbol].iter())
            .map(|var| (Ok(var.positive()), true));
        let later = later.iter().map(|later| (literals[later.predicate], later.exact));
        let named: Vec<(Result<Lit, bool>, bool)> = states.chain(later).collect();
        tie(&named, &roots, &defined, variables, &mut cnf);
        Some(Steps { definitions, predicates, literals, transition: cnf, variables, edges })
    }
}

/// Ties what has these literals, or is constant, to what defines it in the next step, or only to what it holds by.
fn tie(
    named: &[(Result<Lit, bool>, bool)],
    roots: &[AigLit],
    defined: &[Option<Lit>],
    variables: usize,
    cnf: &mut Cnf,
) {
    for (((lit, exact), edge), defined) in named.iter().zip(roots).zip(defined) {
        let Ok(lit) = lit else { continue };
        let primed = lit.shifted(variables);
        match defined {
            None if *edge == AigLit::TRUE => cnf.add(&[primed]),
            None if *exact => cnf.add(&[!primed]),
            None => {}
            Some(lit) => {
                if *exact {
                    cnf.add(&[!primed, *lit]);
                }
                cnf.add(&[primed, !*lit]);
            }
        }
    }
}
