//! Transition systems as AIGER files, for hardware model checkers.
//!
//! After Biere, Heljanko, Wieringa: *AIGER 1.9 and beyond* (FMV report 11/2, 2011). Bits of input words are inputs, bits of
//! state words latches, both under their names; the goal is the one bad-state property. What becomes of the four formulas:
//!
//! * `I`: a state has one initial value, or any. These are exactly AIGER's resets: a constant, or the latch itself.
//! * `T`: functional and total, so it is the latches' next-state functions, all read from one graph.
//! * `G`: the bad state.
//! * `U`: left out. It says that location words are in range, and the first location is, and so is each next one: a
//!   constraint would only repeat what `I` and `T` imply. Predicates are left out too: they are names, not restrictions.

use crate::blast::aig::Node;
use crate::blast::{Aig, AigLit, Blaster};
use crate::ts::{Goal, TransitionSystem};
use std::io::{self, Write};

/// The two forms of an AIGER file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Text (`.aag`).
    Ascii,
    /// The compact form that most tools read (`.aig`).
    Binary,
}

/// A latch: one bit of a state.
#[derive(Clone, Debug)]
struct Latch {
    name: String,
    /// `None` for any value.
    reset: Option<bool>,
    next: u32,
}

/// A sequential and-inverter graph with one bad-state property. Literals are AIGER's: twice the variable, plus one if it is
/// negated. Variable 0 is the constant false; then come the inputs, the latches, and the gates after what they read.
#[derive(Clone, Debug)]
pub struct Aiger {
    inputs: Vec<String>,
    latches: Vec<Latch>,
    /// The operands of each gate, the greater first.
    gates: Vec<(u32, u32)>,
    bad: u32,
    bad_name: &'static str,
    /// Lines for the comment section; those of the caller.
    pub comments: Vec<String>,
}

impl Aiger {
    /// A system with one of its goals.
    pub fn new(system: &TransitionSystem, goal: Goal) -> Aiger {
        let mut blaster = Blaster::new();
        let (mut inputs, mut latches) = (Vec::new(), Vec::new());
        let (mut leaves, mut states) = (Vec::new(), Vec::new());
        for input in &system.inputs {
            let bits = blaster.symbol_bits(&system.pool, input.symbol);
            inputs.extend((0..bits.len()).map(|bit| bit_name(&input.name, bit)));
            leaves.extend(bits);
        }
        for state in &system.states {
            let bits = blaster.symbol_bits(&system.pool, state.symbol);
            let reset = |bit: usize| state.initial.map(|value| value.get(bit as u32));
            let latch = |bit| Latch { name: bit_name(&state.name, bit), reset: reset(bit), next: 0 };
            latches.extend((0..bits.len()).map(latch));
            states.extend(bits);
        }
        if inputs.is_empty() {
            // ABC's `scorr` aborts on a graph without inputs. Nothing reads this one.
            inputs.push("unused".to_owned());
            leaves.push(blaster.aig.input());
        }
        leaves.extend(states);
        let mut roots: Vec<AigLit> = Vec::with_capacity(latches.len() + 1);
        system.states.iter().for_each(|state| roots.extend(blaster.blast(&system.pool, state.next)));
        roots.push(blaster.blast(&system.pool, system.goal(goal))[0]);
        let (literals, gates) = numbered(&blaster.aig, &leaves, &roots);
        latches.iter_mut().zip(&literals).for_each(|(latch, &next)| latch.next = next);
        let bad = literals[latches.len()];
        let bad_name = match goal {
            Goal::Error => "error",
            Goal::ErrorOrUnmodelled => "error or unmodelled",
        };
        Aiger { inputs, latches, gates, bad, bad_name, comments: Vec::new() }
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
        writeln!(out, "{magic} {} {inputs} {latches} 0 {gates} 1", inputs + latches + gates)?;
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
        writeln!(out, "b0 {}\nc", self.bad_name)?;
        self.comments.iter().try_for_each(|comment| writeln!(out, "{}", line(comment)))
    }
}

/// The name of one bit of a word.
fn bit_name(word: &str, bit: usize) -> String {
    format!("{word}[{bit}]")
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
mod tests {
    use super::*;
    use crate::bv::eval::evaluate;
    use crate::bv::testing::RandomBits;
    use crate::bv::{BitVec, SymbolId};
    use crate::dimspec::testing::programs_agree;
    use crate::ts::simulate::{step, Valuation};
    use crate::ts::{Encoding, State};
    use bitreach_formula::testing::Random;

    /// What a file says, read by what the format's description says and not by the writer's data.
    #[derive(PartialEq, Eq, Debug)]
    struct Parsed {
        inputs: usize,
        /// Next state and reset.
        latches: Vec<(u32, u32)>,
        bad: u32,
        gates: Vec<(u32, u32, u32)>,
        tail: String,
    }

    fn line<'a>(bytes: &mut &'a [u8]) -> Vec<&'a str> {
        let end = bytes.iter().position(|&byte| byte == b'\n').expect("a whole line");
        let (line, rest) = bytes.split_at(end);
        *bytes = &rest[1..];
        std::str::from_utf8(line).expect("text").split(' ').collect()
    }

    fn numbers(bytes: &mut &[u8]) -> Vec<u32> {
        line(bytes).iter().map(|word| word.parse().expect("a number")).collect()
    }

    fn delta(bytes: &mut &[u8]) -> u32 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = bytes[0];
            *bytes = &bytes[1..];
            value |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return value;
            }
        }
    }

    fn parse(mut bytes: &[u8]) -> Parsed {
        let header = line(&mut bytes);
        let ascii = header[0] == "aag";
        assert!(ascii || header[0] == "aig");
        let sizes: Vec<usize> = header[1..].iter().map(|word| word.parse().expect("a size")).collect();
        let &[max, inputs, latches, outputs, gates, bads] = &sizes[..] else { panic!("{header:?}") };
        assert_eq!((max, outputs, bads), (inputs + latches + gates, 0, 1));
        for var in 1..=if ascii { inputs } else { 0 } {
            assert_eq!(numbers(&mut bytes), [2 * var as u32]);
        }
        let latch = |index: usize| {
            let lit = 2 * (inputs + 1 + index) as u32;
            let mut numbers = numbers(&mut bytes);
            if ascii {
                assert_eq!(numbers.remove(0), lit);
            }
            let reset = numbers.get(1).copied().unwrap_or(0);
            assert!(reset < 2 || reset == lit, "a reset is a constant or the latch");
            (numbers[0], reset)
        };
        let latches: Vec<_> = (0..latches).map(latch).collect();
        let bad = numbers(&mut bytes)[0];
        let gate = |index: usize| {
            let lit = 2 * (inputs + latches.len() + 1 + index) as u32;
            let (left, right) = if ascii {
                let numbers = numbers(&mut bytes);
                assert_eq!(numbers[0], lit);
                (numbers[1], numbers[2])
            } else {
                let left = lit - delta(&mut bytes);
                (left, left - delta(&mut bytes))
            };
            assert!(lit > left && left >= right, "gates come after what they read");
            (lit, left, right)
        };
        let gates = (0..gates).map(gate).collect();
        let tail = String::from_utf8(bytes.to_vec()).expect("symbols are text");
        Parsed { inputs, latches, bad, gates, tail }
    }

    impl Parsed {
        /// The values of all variables under those of inputs and latches.
        fn values(&self, leaves: impl Iterator<Item = bool>) -> Vec<bool> {
            let mut values: Vec<bool> = std::iter::once(false).chain(leaves).collect();
            for &(_, left, right) in &self.gates {
                let value = literal(&values, left) && literal(&values, right);
                values.push(value);
            }
            values
        }
    }

    fn literal(values: &[bool], lit: u32) -> bool {
        values[(lit >> 1) as usize] != (lit & 1 == 1)
    }

    fn written(aiger: &Aiger, form: Form) -> Vec<u8> {
        let mut bytes = Vec::new();
        aiger.write(form, &mut bytes).expect("memory can be written");
        bytes
    }

    fn bits(value: BitVec) -> impl Iterator<Item = bool> {
        (0..value.width()).map(move |bit| value.get(bit))
    }

    /// Runs the file and the system side by side; gives how many steps were bad.
    fn agrees(encoding: &Encoding, goal: Goal, random: &mut Random) -> usize {
        let system = &encoding.system;
        let aiger = Aiger::new(system, goal);
        let file = parse(&written(&aiger, Form::Ascii));
        assert_eq!(file, parse(&written(&aiger, Form::Binary)), "both forms say the same");
        let mut states: Valuation = Valuation::default();
        let mut resets = file.latches.iter().enumerate();
        for state in &system.states {
            let value = state.initial.unwrap_or_else(|| random.bits(state.width));
            for (bit, (index, &(_, reset))) in resets.by_ref().take(state.width as usize).enumerate() {
                let own = 2 * (file.inputs + 1 + index) as u32;
                assert_eq!(reset, state.initial.map_or(own, |value| u32::from(value.get(bit as u32))));
            }
            states.insert(state.symbol, value);
        }
        let mut latches: Vec<bool> = words(&system.states, &states);
        let mut bad = 0;
        for _ in 0..20 {
            let inputs: Valuation = system.inputs.iter().map(|word| (word.symbol, random.bits(word.width))).collect();
            let input_bits = system.inputs.iter().flat_map(|word| bits(inputs[&word.symbol]));
            let input_bits = input_bits.chain(std::iter::once(random.bits(1).get(0))).take(file.inputs);
            let values = file.values(input_bits.chain(latches.iter().copied()));
            let holds = |term| evaluate(&system.pool, term, |symbol: SymbolId| states[&symbol]).unsigned() == 1;
            assert!(system.universal.iter().all(|&term| holds(term)), "U is implied, or leaving it out is wrong");
            assert_eq!(literal(&values, file.bad), holds(system.goal(goal)));
            bad += usize::from(literal(&values, file.bad));
            latches = file.latches.iter().map(|&(next, _)| literal(&values, next)).collect();
            states = step(system, &states, &inputs);
            assert_eq!(latches, words(&system.states, &states));
        }
        bad
    }

    fn words(order: &[State], states: &Valuation) -> Vec<bool> {
        order.iter().flat_map(|state| bits(states[&state.symbol])).collect()
    }

    #[test]
    fn files_do_what_the_system_does() {
        programs_agree(|encoding, goal, random| agrees(encoding, goal, random) > 0);
    }

    #[test]
    fn numbers_take_seven_bits_a_byte() {
        for value in [0, 1, 127, 128, 16_383, 16_384, u32::MAX] {
            let mut bytes = Vec::new();
            number(value, &mut bytes).expect("memory can be written");
            assert_eq!(bytes.len(), (32 - value.leading_zeros()).div_ceil(7).max(1) as usize);
            assert_eq!(delta(&mut &bytes[..]), value);
        }
    }
}
