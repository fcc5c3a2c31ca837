//! Circuits in BTOR2 to which bits are added: what certificates in that format are.

use super::write::LatchOf;
use super::Circuit;
use crate::blast::aig::Node;
use crate::blast::{Aig, AigLit};
use std::io::{self, Write};

/// The lines of a circuit, without its outputs; then more states, of one bit each, and gates; and one bad state in place of its own.
/// The symbols `=NUMBER` say which input or state of the circuit each is, by the number of its line.
#[derive(Clone, Debug)]
pub struct Extended {
    lines: Vec<String>,
    /// The number of the last line.
    last: u64,
    /// The number of the sort of single bits.
    bit: u64,
    /// What each node of the graph is here.
    of: Vec<Option<u64>>,
}

impl Extended {
    /// A circuit in BTOR2 with more states, which is bad where it was, or where an edge of the graph is true.
    ///
    /// # Errors
    /// A sentence, if the circuit has no sort of single bits.
    pub(super) fn of(circuit: &Circuit, aig: &Aig, latches: &[LatchOf], bad: AigLit) -> Result<Extended, String> {
        let mut extended = Extended { lines: Vec::new(), last: 0, bit: 0, of: vec![None; aig.len()] };
        let mut operands = Vec::new();
        for line in &circuit.lines {
            let words: Vec<&str> = line.split(' ').collect();
            extended.last = words[0].parse().unwrap_or(extended.last);
            match words[1..] {
                ["bad", operand, ..] => operands.push(operand.to_owned()),
                ["output", ..] => {}
                [kind @ ("input" | "state"), sort, ..] => {
                    extended.lines.push(format!("{0} {kind} {sort} ={0}", words[0]));
                }
                ["sort", "bitvec", "1", ..] if extended.bit == 0 => {
                    extended.bit = extended.last;
                    extended.lines.push(line.clone());
                }
                _ => extended.lines.push(line.clone()),
            }
        }
        if extended.bit == 0 {
            return Err("the circuit has no sort of single bits".to_owned());
        }
        extended.add_graph(circuit, aig, latches, bad);
        let mut all = operands;
        if bad != AigLit::FALSE {
            all.push(extended.edge(bad));
        }
        let any = all.into_iter().reduce(|so_far, one| extended.value(&format!("or {{}} {so_far} {one}")).to_string());
        let any = extended.positive(&any.unwrap_or_default());
        extended.line(&format!("bad {any}"));
        Ok(extended)
    }

    /// Adds the states, and the gates that they and the bad state need.
    fn add_graph(&mut self, circuit: &Circuit, aig: &Aig, latches: &[LatchOf], bad: AigLit) {
        let mut needed = vec![false; aig.len()];
        latches.iter().map(|latch| latch.next).chain([bad]).for_each(|root| needed[root.node()] = true);
        for index in (0..aig.len()).rev() {
            if let (true, Node::And(a, b)) = (needed[index], aig.node(index)) {
                (needed[a.node()], needed[b.node()]) = (true, true);
            }
        }
        // The constant comes before the states whose first value it is.
        let zero = self.value("zero {}");
        self.of[AigLit::FALSE.node()] = Some(zero);
        let states = circuit.states.iter().map(|state| (state.number, &state.bits));
        for (number, bits) in states.chain(circuit.inputs.iter().map(|input| (input.number, &input.bits))) {
            for (at, bit) in bits.iter().enumerate().filter(|(_, bit)| needed[bit.node()]) {
                self.of[bit.node()] = Some(match bits.len() {
                    1 => number,
                    _ => self.value(&format!("slice {{}} {number} {at} {at}")),
                });
            }
        }
        for latch in latches {
            let state = self.value(&format!("state {{}} {}", latch.name.replace(' ', "-")));
            self.of[latch.now.node()] = Some(state);
            if let Some(reset) = latch.reset {
                let value = self.positive(&self.edge(AigLit::constant(reset)));
                let sort = self.bit;
                self.line(&format!("init {sort} {state} {value}"));
            }
        }
        for index in (0..aig.len()).filter(|&index| needed[index]) {
            if let Node::And(a, b) = aig.node(index) {
                let gate = self.value(&format!("and {{}} {} {}", self.edge(a), self.edge(b)));
                self.of[index] = Some(gate);
            }
        }
        for latch in latches {
            let (sort, state) = (self.bit, self.edge(latch.now));
            let value = self.positive(&self.edge(latch.next));
            self.line(&format!("next {sort} {state} {value}"));
        }
    }

    /// An edge as an operand: a negative one is the complement.
    fn edge(&self, edge: AigLit) -> String {
        let number = self.of[edge.node()].unwrap_or_default();
        format!("{}{number}", if edge.is_complemented() { "-" } else { "" })
    }

    /// An operand that some readers want to be no complement.
    fn positive(&mut self, operand: &str) -> String {
        match operand.strip_prefix('-') {
            Some(number) => self.value(&format!("not {{}} {number}")).to_string(),
            None => operand.to_owned(),
        }
    }

    /// Adds a line that gives a bit; `{}` stands for the sort. Gives the line's number.
    fn value(&mut self, text: &str) -> u64 {
        let text = text.replacen("{}", &self.bit.to_string(), 1);
        self.line(&text)
    }

    fn line(&mut self, text: &str) -> u64 {
        self.last += 1;
        self.lines.push(format!("{} {text}", self.last));
        self.last
    }

    /// Adds a line that says something to people.
    pub fn comment(&mut self, text: &str) {
        self.lines.push(format!("; {}", text.replace(['\n', '\r'], " ")));
    }

    /// Writes the circuit.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(1 << 16, out);
        self.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        out.flush()
    }
}
