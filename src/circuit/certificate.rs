//! Proofs that a circuit is safe, as witness circuits: what Certifaiger checks in AIGER and Cerbtora in BTOR2, as in the hardware model
//! checking competition.
//!
//! After Yu, Biere, Heljanko: *Progress in Certifying Hardware Model Checking Results* (CAV 2021), and Froleyks, Yu, Preiner, Biere,
//! Heljanko: *Introducing Certificates to the Hardware Model Checking Competition* (CAV 2025). A witness circuit simulates the model, and
//! its property is inductive. Here it is the model itself, whose bad state is also where what the proof says does not hold; so the two
//! have all inputs and latches in common, which the symbols `= LITERAL` say. Where the proof is about several steps, latches remember
//! the last ones.

use super::extended::Extended;
use super::write::{Aiger, Form, LatchOf};
use super::{Circuit, Format};
use crate::blast::aig::Node;
use crate::blast::{Aig, AigLit};
use bitreach_engine::{Certificate, Exhausted, KInduction};
use bitreach_formula::Clause;
use std::io::{self, Write};

/// A witness circuit, in the format of the circuit that it is about.
#[derive(Clone, Debug)]
pub enum WitnessCircuit {
    /// Binary or as text.
    Aiger(Aiger),
    /// The circuit itself, and what is added to it.
    Btor2(Extended),
}

impl WitnessCircuit {
    /// Adds a line that says something to people.
    pub fn comment(&mut self, line: String) {
        match self {
            WitnessCircuit::Aiger(graph) => graph.comments.push(line),
            WitnessCircuit::Btor2(extended) => extended.comment(&line),
        }
    }

    /// Writes the circuit; `form` is for AIGER.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, form: Form, out: &mut impl Write) -> io::Result<()> {
        match self {
            WitnessCircuit::Aiger(graph) => graph.write(form, out),
            WitnessCircuit::Btor2(extended) => extended.write(out),
        }
    }
}

impl Circuit {
    /// A witness circuit for a proof about [`Circuit::problem`] of this circuit.
    ///
    /// # Errors
    /// A sentence that says why there is none of this proof.
    pub fn certificate(&self, certificate: &Certificate) -> Result<WitnessCircuit, String> {
        let proof = Proof::of(certificate)?;
        let mut encoded = self.encoded().map_err(|error| error.to_string())?;
        let (aig, edges) = (&mut encoded.aig, &encoded.edges);
        let clause = |aig: &mut Aig, clause: &Clause| {
            let edges: Vec<AigLit> =
                clause.iter().map(|lit| edges[lit.var().index()].complemented(lit.is_negative())).collect();
            disjunction(aig, &edges)
        };
        let mut all_of = |clauses: &[Clause]| {
            let clauses: Vec<AigLit> = clauses.iter().map(|one| clause(aig, one)).collect();
            conjunction(aig, &clauses)
        };
        let (lemmas, alive) = (all_of(proof.lemmas), all_of(proof.alive));
        // What has no next value is chosen in each step, as inputs are.
        let (mut inputs, mut latches, mut next) = (Vec::new(), Vec::new(), Vec::new());
        inputs.extend(self.inputs.iter().flat_map(|input| &input.bits));
        for state in &self.states {
            match &state.next {
                Some(value) => {
                    latches.extend(&state.bits);
                    next.extend(value);
                }
                None => inputs.extend(&state.bits),
            }
        }
        let firsts = self.states.iter().flat_map(|state| state.bits.iter().zip(state.initial.iter().flatten()));
        let firsts: Vec<AigLit> = firsts.map(|(&bit, &first)| !aig.xor(bit, first)).collect();
        let first = conjunction(aig, &firsts);
        let holds: Vec<AigLit> = self.constraints.iter().copied().chain([!encoded.bad]).collect();
        let holds = conjunction(aig, &holds);
        let step = Step { inputs, latches, next, first, lemmas, alive, holds };
        // In BTOR2 the circuit's own lines say which states are bad.
        let good = match self.format {
            Format::Aiger => !encoded.bad,
            Format::Btor2 => AigLit::TRUE,
        };
        let is_inductive = proof.steps <= 1 && !proof.is_moving && !proof.is_exhausted;
        let (extra, property) = match is_inductive {
            true => (Vec::new(), conjunction(aig, &[good, lemmas])),
            false => history(aig, &step, &proof, good),
        };
        match self.format {
            Format::Aiger => Ok(WitnessCircuit::Aiger(self.with_bad(aig, extra, !property))),
            Format::Btor2 => Extended::of(self, aig, &extra, !property).map(WitnessCircuit::Btor2),
        }
    }

    /// This circuit in AIGER with more latches and another bad state.
    fn with_bad(&self, aig: &Aig, extra: Vec<LatchOf>, bad: AigLit) -> Aiger {
        let name = |number: u64| format!("= {number}");
        let inputs = self.inputs.iter().map(|input| (name(input.number), input.bits[0])).collect();
        let latches = self.states.iter().map(|state| LatchOf {
            name: name(state.number),
            now: state.bits[0],
            next: state.next.as_ref().map_or(state.bits[0], |next| next[0]),
            reset: state.initial.as_ref().map(|initial| initial[0] == AigLit::TRUE),
        });
        let latches = latches.chain(extra).collect();
        Aiger::new(aig, inputs, latches, (bad, "the invariant does not hold"), &self.constraints)
    }
}

/// What a certificate says, with a view to steps.
struct Proof<'a> {
    /// What holds in every step.
    lemmas: &'a [Clause],
    /// What does not hold behind so many steps from the beginning, if any is given.
    alive: &'a [Clause],
    /// So many steps behind each other decide: 0 where the lemmas exclude bad states.
    steps: usize,
    /// Only steps that change a latch count.
    is_moving: bool,
    /// Behind so many steps from the beginning no run goes on that is alive.
    is_exhausted: bool,
}

impl Proof<'_> {
    fn of(certificate: &Certificate) -> Result<Proof<'_>, String> {
        let proof = |lemmas, steps| Proof { lemmas, alive: &[], steps, is_moving: false, is_exhausted: false };
        match certificate {
            Certificate::Invariant(clauses) => Ok(proof(clauses, 0)),
            Certificate::KInduction(KInduction { k, lemmas, distinct }) => {
                // Of steps further from each other no latch remembers whether they differ when a run comes back to one of them.
                if distinct.iter().any(|(one, two)| two.0 != one.0 + 1) {
                    let message =
                        "the proof is a k-induction over steps that all differ, of which there is no certificate";
                    return Err(format!("{message}: try `--engine ic3`"));
                }
                Ok(Proof { is_moving: !distinct.is_empty(), ..proof(lemmas, *k) })
            }
            Certificate::Exhausted(Exhausted { depth, alive, may_stay, lemmas }) => {
                Ok(Proof { alive, is_moving: *may_stay, is_exhausted: true, ..proof(lemmas, *depth) })
            }
        }
    }
}

/// A step of a run, in the graph.
#[derive(Clone)]
struct Step {
    inputs: Vec<AigLit>,
    latches: Vec<AigLit>,
    next: Vec<AigLit>,
    /// That a run begins here.
    first: AigLit,
    lemmas: AigLit,
    alive: AigLit,
    /// The constraints, and that no state is bad.
    holds: AigLit,
}

/// Latches that remember the last steps, and what always holds of them. Each step has a bit that says whether there was one; the
/// oldest that there was begins the run unless as many are remembered as decide. Steps that change no latch are not remembered where
/// they do not count: what comes behind them could have come in their place.
fn history(aig: &mut Aig, now: &Step, proof: &Proof, good: AigLit) -> (Vec<LatchOf>, AigLit) {
    let graph = aig.clone();
    let stays = match proof.is_moving {
        true => !differ(aig, &now.latches, &now.next),
        false => AigLit::FALSE,
    };
    let (mut latches, mut facts) = (Vec::new(), vec![good, now.lemmas]);
    let (mut later, mut there) = (now.clone(), AigLit::TRUE);
    for number in 1..=proof.steps {
        let mut remember = |aig: &mut Aig, what: String, value: AigLit, reset: Option<bool>| {
            let own = aig.input();
            let next = aig.ite(stays, own, value);
            latches.push(LatchOf { name: format!("{number} before: {what}"), now: own, next, reset });
            own
        };
        let was = remember(aig, "there was a step".to_owned(), there, Some(false));
        let (mut inputs, mut values) = (Vec::new(), Vec::new());
        for (what, bits, own) in [("input", &later.inputs, &mut inputs), ("latch", &later.latches, &mut values)] {
            own.extend(bits.iter().enumerate().map(|(at, &bit)| remember(aig, format!("{what} {at}"), bit, None)));
        }
        let step = now.copied(&graph, inputs, values, aig);
        let pairs: Vec<AigLit> =
            later.latches.iter().zip(&step.next).map(|(&latch, &next)| !aig.xor(latch, next)).collect();
        let mut said = vec![there, step.holds, step.lemmas, conjunction(aig, &pairs)];
        if proof.is_moving {
            said.push(differ(aig, &step.latches, &later.latches));
        }
        let said = conjunction(aig, &said);
        facts.push(aig.or(!was, said));
        // The first step of the run.
        let begins = disjunction(aig, &[!there, was, later.first]);
        facts.push(begins);
        (later, there) = (step, was);
    }
    if proof.is_exhausted {
        facts.push(!aig.and(there, now.alive));
    }
    (latches, conjunction(aig, &facts))
}

impl Step {
    /// The same over other inputs and latches. The graph is the one that this step was made in.
    fn copied(&self, graph: &Aig, inputs: Vec<AigLit>, latches: Vec<AigLit>, aig: &mut Aig) -> Step {
        let mut of = vec![AigLit::FALSE; graph.len()];
        let own = self.inputs.iter().chain(&self.latches);
        own.zip(inputs.iter().chain(&latches)).for_each(|(own, other)| of[own.node()] = *other);
        for index in 0..graph.len() {
            if let Node::And(a, b) = graph.node(index) {
                let other = |edge: AigLit| of[edge.node()].complemented(edge.is_complemented());
                of[index] = aig.and(other(a), other(b));
            }
        }
        let other = |edge: &AigLit| of[edge.node()].complemented(edge.is_complemented());
        Step {
            next: self.next.iter().map(other).collect(),
            first: other(&self.first),
            lemmas: other(&self.lemmas),
            alive: other(&self.alive),
            holds: other(&self.holds),
            inputs,
            latches,
        }
    }
}

/// Whether two words differ.
fn differ(aig: &mut Aig, one: &[AigLit], two: &[AigLit]) -> AigLit {
    let bits: Vec<AigLit> = one.iter().zip(two).map(|(&one, &two)| aig.xor(one, two)).collect();
    disjunction(aig, &bits)
}

fn conjunction(aig: &mut Aig, edges: &[AigLit]) -> AigLit {
    let complements: Vec<AigLit> = edges.iter().map(|&edge| !edge).collect();
    !disjunction(aig, &complements)
}

/// A balanced disjunction, so that graphs stay shallow.
fn disjunction(aig: &mut Aig, edges: &[AigLit]) -> AigLit {
    match edges {
        [] => AigLit::FALSE,
        [edge] => *edge,
        _ => {
            let (left, right) = edges.split_at(edges.len() / 2);
            let (left, right) = (disjunction(aig, left), disjunction(aig, right));
            aig.or(left, right)
        }
    }
}
