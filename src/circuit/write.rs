//! Writes AIGER files, both forms, in version 1.9 or 1.0.
//!
//! After Biere, Heljanko, Wieringa: *AIGER 1.9 and beyond* (FMV report 11/2, 2011), and Biere: *The AIGER And-Inverter Graph (AIG) Format*
//! (2007) for version 1.0, in which a file has outputs in place of bad states, every latch is 0 at first, and there are no constraints.

use crate::blast::aig::Node;
use crate::blast::{Aig, AigLit};
use std::io::{self, Write};
use std::path::Path;

/// The two forms of an AIGER file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Text (`.aag`).
    Ascii,
    /// The compact form that most tools read (`.aig`).
    Binary,
}

impl Form {
    /// The form that a file's name says: text if it ends in `.aag` or `.aag.gz`.
    pub fn by_name(path: &Path) -> Form {
        let name = path.to_string_lossy();
        match name.strip_suffix(".gz").unwrap_or(&name).ends_with(".aag") {
            true => Form::Ascii,
            false => Form::Binary,
        }
    }
}

/// What a file may say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Version {
    /// The bad state is the one output.
    One,
    /// The bad state is one; latches may have any first value, and there may be constraints.
    OneNine,
}

/// A latch: one bit of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Latch {
    name: String,
    /// `None` for any value.
    reset: Option<bool>,
    next: u32,
}

/// A latch of a graph that is to be written.
#[derive(Clone, Debug)]
pub struct LatchOf {
    /// Its name.
    pub name: String,
    /// Its value in the graph: one of the graph's inputs.
    pub now: AigLit,
    /// Its value one step later.
    pub next: AigLit,
    /// Its value at first; `None` for any.
    pub reset: Option<bool>,
}

/// A sequential and-inverter graph with one bad-state property. Literals are AIGER's: twice the variable, plus one if it is
/// negated. Variable 0 is the constant false; then come the inputs, the latches, and the gates after what they read.
#[derive(Clone, Debug)]
pub struct Aiger {
    version: Version,
    inputs: Vec<String>,
    latches: Vec<Latch>,
    /// The operands of each gate, the greater first.
    gates: Vec<(u32, u32)>,
    bad: u32,
    bad_name: String,
    constraints: Vec<u32>,
    /// Lines for the comment section; those of the caller.
    pub comments: Vec<String>,
}

impl Aiger {
    /// A graph's inputs, each with its name, its latches, the bad state with its name, and constraints.
    pub fn new(
        aig: &Aig,
        inputs: Vec<(String, AigLit)>,
        latches: Vec<LatchOf>,
        (bad, bad_name): (AigLit, &str),
        constraints: &[AigLit],
    ) -> Aiger {
        let leaves = inputs.iter().map(|(_, input)| *input).chain(latches.iter().map(|latch| latch.now));
        let leaves: Vec<AigLit> = leaves.collect();
        let roots: Vec<AigLit> =
            latches.iter().map(|latch| latch.next).chain([bad]).chain(constraints.iter().copied()).collect();
        let (literals, gates) = numbered(aig, &leaves, &roots);
        let (next, rest) = literals.split_at(latches.len());
        let latch = |(latch, &next): (LatchOf, &u32)| Latch { name: latch.name, reset: latch.reset, next };
        Aiger {
            version: Version::OneNine,
            inputs: inputs.into_iter().map(|(name, _)| name).collect(),
            latches: latches.into_iter().zip(next).map(latch).collect(),
            gates,
            bad: rest[0],
            bad_name: bad_name.to_owned(),
            constraints: rest[1..].to_vec(),
            comments: Vec::new(),
        }
    }

    /// The same question for tools that know AIGER 1.0 only. A latch that is 1 at first holds the complement of what it held. One that has
    /// any value at first is read from a new input in the first step, which a latch that becomes 1 behind it tells. A latch
    /// remembers that a constraint has failed: from there on no state is bad.
    #[must_use]
    pub fn version_1(&self) -> Aiger {
        let free: Vec<usize> = (0..self.latches.len()).filter(|&at| self.latches[at].reset.is_none()).collect();
        let (has_free, is_constrained) = (!free.is_empty(), !self.constraints.is_empty());
        let inputs = self.inputs.len() + free.len();
        let extra = usize::from(has_free) + usize::from(is_constrained);
        let literal = |variable: usize| 2 * variable as u32;
        let latch_at = |at: usize| literal(inputs + 1 + at);
        let (started, failed) = (latch_at(self.latches.len()), latch_at(self.latches.len() + extra - extra.min(1)));
        let mut gates = Gates { first: inputs + self.latches.len() + extra + 1, gates: Vec::new() };
        // What each variable becomes.
        let mut of: Vec<u32> = (0..=self.inputs.len()).map(literal).collect();
        let mut at_first = self.inputs.len()..;
        for (at, latch) in self.latches.iter().enumerate() {
            let now = latch_at(at);
            of.push(match latch.reset {
                Some(reset) => now ^ u32::from(reset),
                None => {
                    let input = at_first.next().map_or(0, |input| literal(input + 1));
                    let (later, first) = (gates.and(started, now), gates.and(started ^ 1, input));
                    gates.and(later ^ 1, first ^ 1) ^ 1
                }
            });
        }
        for &(left, right) in &self.gates {
            let now = |lit: u32| of[(lit >> 1) as usize] ^ (lit & 1);
            let gate = gates.and(now(left), now(right));
            of.push(gate);
        }
        let now = |lit: u32| of[(lit >> 1) as usize] ^ (lit & 1);
        let becomes = |latch: &Latch| match latch.reset {
            Some(true) => (format!("not {}", latch.name), now(latch.next) ^ 1),
            _ => (latch.name.clone(), now(latch.next)),
        };
        let latch = |(name, next): (String, u32)| Latch { name, reset: Some(false), next };
        let mut latches: Vec<Latch> = self.latches.iter().map(|old| latch(becomes(old))).collect();
        if has_free {
            latches.push(latch(("a step has been made".to_owned(), 1)));
        }
        let mut bad = now(self.bad);
        if is_constrained {
            let holds = self.constraints.iter().fold(1, |all, &one| gates.and(all, now(one)));
            let held = gates.and(holds, failed ^ 1);
            latches.push(latch(("a constraint has failed".to_owned(), held ^ 1)));
            bad = gates.and(bad, held);
        }
        let names = free.iter().map(|&at| format!("{} at first", self.latches[at].name));
        Aiger {
            version: Version::One,
            inputs: self.inputs.iter().cloned().chain(names).collect(),
            latches,
            gates: gates.gates,
            bad,
            bad_name: self.bad_name.clone(),
            constraints: Vec::new(),
            comments: self.comments.clone(),
        }
    }

    /// How many inputs, latches and gates there are, by name.
    pub fn sizes(&self) -> [(&'static str, usize); 3] {
        [("inputs", self.inputs.len()), ("latches", self.latches.len()), ("gates", self.gates.len())]
    }

    /// Writes the graph.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, form: Form, out: &mut impl Write) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(1 << 16, out);
        let (inputs, latches, gates) = (self.inputs.len(), self.latches.len(), self.gates.len());
        let magic = if form == Form::Ascii { "aag" } else { "aig" };
        let properties = match (self.version, self.constraints.len()) {
            (Version::One, _) => format!("1 {gates}"),
            (Version::OneNine, 0) => format!("0 {gates} 1"),
            (Version::OneNine, constraints) => format!("0 {gates} 1 {constraints}"),
        };
        writeln!(out, "{magic} {} {inputs} {latches} {properties}", inputs + latches + gates)?;
        if form == Form::Ascii {
            (1..=inputs).try_for_each(|var| writeln!(out, "{}", 2 * var))?;
        }
        for (index, latch) in self.latches.iter().enumerate() {
            let lit = 2 * (inputs + 1 + index);
            if form == Form::Ascii {
                write!(out, "{lit} ")?;
            }
            match latch.reset {
                Some(false) => writeln!(out, "{}", latch.next)?,
                Some(true) => writeln!(out, "{} 1", latch.next)?,
                None => writeln!(out, "{} {lit}", latch.next)?,
            }
        }
        writeln!(out, "{}", self.bad)?;
        self.constraints.iter().try_for_each(|constraint| writeln!(out, "{constraint}"))?;
        for (index, &(left, right)) in self.gates.iter().enumerate() {
            let lit = 2 * (inputs + latches + 1 + index) as u32;
            match form {
                Form::Ascii => writeln!(out, "{lit} {left} {right}")?,
                Form::Binary => [lit - left, left - right].into_iter().try_for_each(|delta| number(delta, &mut out))?,
            }
        }
        self.write_symbols(&mut out)?;
        out.flush()
    }

    fn write_symbols(&self, out: &mut impl Write) -> io::Result<()> {
        let line = |text: &str| text.replace(['\n', '\r'], " ");
        for (index, name) in self.inputs.iter().enumerate() {
            writeln!(out, "i{index} {}", line(name))?;
        }
        for (index, latch) in self.latches.iter().enumerate() {
            writeln!(out, "l{index} {}", line(&latch.name))?;
        }
        let letter = if self.version == Version::One { 'o' } else { 'b' };
        writeln!(out, "{letter}0 {}\nc", line(&self.bad_name))?;
        self.comments.iter().try_for_each(|comment| writeln!(out, "{}", line(comment)))
    }
}

/// Gates that come into being one after the other.
struct Gates {
    /// The variable of the first.
    first: usize,
    gates: Vec<(u32, u32)>,
}

impl Gates {
    fn and(&mut self, a: u32, b: u32) -> u32 {
        let (least, most) = (a.min(b), a.max(b));
        match least {
            0 => 0,
            1 => most,
            _ if least == most => least,
            _ if least ^ 1 == most => 0,
            _ => {
                self.gates.push((most, least));
                2 * (self.first + self.gates.len() - 1) as u32
            }
        }
    }
}

/// A number of the binary form: seven bits a byte, the lowest first; the top bit says that more follow.
fn number(mut value: u32, out: &mut impl Write) -> io::Result<()> {
    while value >= 0x80 {
        out.write_all(&[value as u8 | 0x80])?;
        value >>= 7;
    }
    out.write_all(&[value as u8])
}

/// The literals of the roots, and the gates that they need: `leaves` are variables 1, 2, …, gates follow in the graph's
/// order, in which they come after what they read.
fn numbered(aig: &Aig, leaves: &[AigLit], roots: &[AigLit]) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut needed = vec![false; aig.len()];
    roots.iter().for_each(|root| needed[root.node()] = true);
    for index in (0..aig.len()).rev().filter(|&index| matches!(aig.node(index), Node::And(..))) {
        if let (true, Node::And(a, b)) = (needed[index], aig.node(index)) {
            (needed[a.node()], needed[b.node()]) = (true, true);
        }
    }
    let mut variables = vec![0; aig.len()];
    leaves.iter().zip(1..).for_each(|(leaf, variable)| variables[leaf.node()] = variable);
    let literal = |variables: &[u32], edge: AigLit| 2 * variables[edge.node()] + u32::from(edge.is_complemented());
    let mut gates = Vec::new();
    for index in 0..aig.len() {
        if let (true, Node::And(a, b)) = (needed[index], aig.node(index)) {
            let (a, b) = (literal(&variables, a), literal(&variables, b));
            gates.push((a.max(b), a.min(b)));
            variables[index] = (leaves.len() + gates.len()) as u32;
        }
    }
    (roots.iter().map(|&root| literal(&variables, root)).collect(), gates)
}

#[cfg(test)]
mod tests;
