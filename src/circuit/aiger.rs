//! Reads AIGER files, text and binary: versions 1.0 (outputs are bad states) and 1.9.
//!
//! After Biere, Heljanko, Wieringa: *AIGER 1.9 and beyond* (FMV report 11/2, 2011). The crate `flussab-aiger` 0.1.1 is not used: it
//! refuses files with more bad states, constraints and outputs than gates, and reserves memory for whatever a header announces.

use super::{number, Circuit, CircuitError, Format, Input, State, MOST_COMMENTS};
use crate::blast::{Aig, AigLit};
use bitreach_formula::printable;
use rustc_hash::FxHashMap;

/// The most variables that a file may have: edges of graphs have numbers of 32 bits, and headers are not believed beyond this.
const MOST: usize = 1 << 28;
/// The most inputs of a binary file, in which they take no bytes; each takes half a kilobyte of memory.
const MOST_INPUTS: usize = 1 << 20;

/// Whether a file begins as AIGER files do.
pub fn is_aiger(start: &[u8]) -> bool {
    start.starts_with(b"aag ") || start.starts_with(b"aig ")
}

/// What the header says.
struct Header {
    is_text: bool,
    /// The greatest variable, then how many inputs, latches, outputs, gates, bad states, constraints, justice and fairness properties.
    counts: [usize; 9],
}

/// Reads a file.
///
/// # Errors
/// If it is no AIGER file, or asks for more than that bad states are not reached.
pub fn read(bytes: &[u8]) -> Result<Circuit, CircuitError> {
    let mut reader = Reader { bytes, line: 0 };
    let Header { is_text, counts } = reader.header()?;
    let [greatest, inputs, latches, outputs, gates, bad, constraints, ..] = counts;
    let mut nodes = Nodes { greatest, ..Nodes::default() };
    let mut aig = Aig::new();
    let mut numbers = Vec::new();
    for index in 0..inputs {
        let literal = if is_text { reader.definition()? } else { 2 * (index + 1) };
        numbers.push(literal as u64);
        nodes.define(literal, Definition::Leaf(aig.input())).map_err(|message| reader.fault(message))?;
    }
    let leaves = nodes.leaves.len();
    let mut rows = Vec::new();
    for index in 0..latches {
        let row = reader.numbers()?;
        let literal = match (is_text, row.first()) {
            (true, Some(&literal)) => literal,
            _ => 2 * (inputs + index + 1),
        };
        let rest = if is_text { row.get(1..).unwrap_or(&[]) } else { &row[..] };
        let (next, reset) = match *rest {
            [next] => (next, 0),
            [next, reset] => (next, reset),
            _ => return Err(reader.fault("a latch is its next literal and perhaps its first value".to_owned())),
        };
        if reset > 1 && reset != literal {
            return Err(reader.fault(format!("the first value of a latch is 0, 1 or the latch itself, not {reset}")));
        }
        nodes.define(literal, Definition::Leaf(aig.input())).map_err(|message| reader.fault(message))?;
        rows.push((literal, nodes.in_range(next).map_err(|message| reader.fault(message))?, reset));
    }
    let mut literals = |count: usize, nodes: &Nodes| -> Result<Vec<usize>, CircuitError> {
        let literal = |reader: &mut Reader| match reader.numbers()?[..] {
            [literal] => nodes.in_range(literal).map_err(|message| reader.fault(message)),
            _ => Err(reader.fault("one literal belongs here".to_owned())),
        };
        (0..count).map(|_| literal(&mut reader)).collect()
    };
    let (outputs, bad, constraints) =
        (literals(outputs, &nodes)?, literals(bad, &nodes)?, literals(constraints, &nodes)?);
    for index in 0..gates {
        let (literal, operands) = if is_text {
            match reader.numbers()?[..] {
                [literal, left, right] => (literal, [left, right]),
                _ => return Err(reader.fault("a gate is three literals".to_owned())),
            }
        } else {
            let literal = 2 * (inputs + latches + index + 1);
            let less = |from: usize, delta: usize| from.checked_sub(delta);
            let left = less(literal, reader.delta()?).filter(|left| *left < literal);
            let right = match left {
                Some(left) => less(left, reader.delta()?).map(|right| [left, right]),
                None => None,
            };
            let message = || format!("the operands of gate {literal} are not before it");
            (literal, right.ok_or_else(|| reader.fault(message()))?)
        };
        let range = |operand| nodes.in_range(operand).map_err(|message| reader.fault(message));
        let [left, right] = operands;
        let gate = Definition::Gate(range(left)?, range(right)?);
        nodes.define(literal, gate).map_err(|message| reader.fault(message))?;
    }
    let names = reader.names(&counts)?;
    let name = |letter: char, index: usize, kind: &str| {
        names.get(&(letter, index)).cloned().unwrap_or_else(|| format!("{kind} {index}"))
    };
    let mut edge = |literal: usize| nodes.edge(&mut aig, literal);
    let mut states = Vec::with_capacity(rows.len());
    for (index, &(literal, next, reset)) in rows.iter().enumerate() {
        let constant = (reset <= 1).then(|| vec![AigLit::constant(reset == 1)]);
        let next = Some(vec![edge(next)?]);
        let (name, number) = (name('l', index, "latch"), literal as u64);
        states.push(State { name, number, bits: vec![edge(literal)?], initial: constant, next });
    }
    let bad = if bad.is_empty() { outputs } else { bad };
    if bad.is_empty() {
        let message = "has neither bad states nor outputs: there is nothing to decide".to_owned();
        return Err(CircuitError { at: String::new(), message });
    }
    let mut edges = |literals: Vec<usize>| literals.into_iter().map(&mut edge).collect::<Result<Vec<_>, _>>();
    let (bad, constraints) = (edges(bad)?, edges(constraints)?);
    let bits = nodes.leaves.iter().take(leaves).zip(numbers).enumerate();
    let input = |(index, (&bit, number))| Input { name: name('i', index, "input"), number, bits: vec![bit] };
    let inputs = bits.map(input).collect();
    let lines = Vec::new();
    let comments = reader.comments();
    Ok(Circuit { format: Format::Aiger, aig, inputs, states, bad, constraints, lines, comments })
}

/// What defines a variable.
#[derive(Clone, Copy, Debug)]
enum Definition {
    /// An input or a latch.
    Leaf(AigLit),
    /// A conjunction of two literals.
    Gate(usize, usize),
}

/// The variables that are defined so far.
#[derive(Default)]
struct Nodes {
    greatest: usize,
    definitions: FxHashMap<usize, Definition>,
    edges: FxHashMap<usize, AigLit>,
    leaves: Vec<AigLit>,
}

impl Nodes {
    fn in_range(&self, literal: usize) -> Result<usize, String> {
        match literal / 2 <= self.greatest {
            true => Ok(literal),
            false => Err(format!("literal {literal} is greater than the header allows, {}", 2 * self.greatest + 1)),
        }
    }

    fn define(&mut self, literal: usize, definition: Definition) -> Result<(), String> {
        self.in_range(literal)?;
        if literal < 2 || literal % 2 == 1 {
            return Err(format!("{literal} is defined, and is no variable"));
        }
        if self.definitions.insert(literal / 2, definition).is_some() {
            return Err(format!("{literal} is defined twice"));
        }
        if let Definition::Leaf(edge) = definition {
            self.edges.insert(literal / 2, edge);
            self.leaves.push(edge);
        }
        Ok(())
    }

    /// The edge of a literal; gates that it depends on are made. In text they come in any order.
    fn edge(&mut self, aig: &mut Aig, literal: usize) -> Result<AigLit, CircuitError> {
        let mut open = vec![literal / 2];
        // The gates whose operands are being made: one that is met again is its own operand.
        let mut entered = FxHashMap::default();
        let fault = |variable: usize, what: &str| CircuitError {
            at: format!("literal {}", 2 * variable),
            message: what.to_owned(),
        };
        while let Some(&variable) = open.last() {
            if variable == 0 || self.edges.contains_key(&variable) {
                open.pop();
                continue;
            }
            let Some(&Definition::Gate(left, right)) = self.definitions.get(&variable) else {
                return Err(fault(variable, "is used, and nothing defines it"));
            };
            match (self.known(left), self.known(right)) {
                (Some(left), Some(right)) => {
                    let gate = aig.and(left, right);
                    self.edges.insert(variable, gate);
                    open.pop();
                }
                _ if entered.insert(variable, ()).is_some() => {
                    return Err(fault(variable, "depends on itself without a latch between"));
                }
                _ => open.extend([right / 2, left / 2]),
            }
        }
        self.known(literal).ok_or_else(|| fault(literal / 2, "is used, and nothing defines it"))
    }

    fn known(&self, literal: usize) -> Option<AigLit> {
        let edge = if literal < 2 { AigLit::FALSE } else { *self.edges.get(&(literal / 2))? };
        Some(edge.complemented(literal % 2 == 1))
    }
}

/// The bytes that are still to be read.
struct Reader<'b> {
    bytes: &'b [u8],
    line: usize,
}

impl<'b> Reader<'b> {
    fn fault(&self, message: String) -> CircuitError {
        CircuitError { at: format!("line {}", self.line), message }
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// If it has no end: of a file that was cut off within a number, nothing else would tell.
    fn next_line(&mut self) -> Result<Option<&'b [u8]>, CircuitError> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        let end = self.bytes.iter().position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| self.fault("the file ends within a line; is it cut off?".to_owned()))?;
        let line = &self.bytes[..end];
        self.bytes = &self.bytes[end + 1..];
        Ok(Some(line.strip_suffix(b"\r").unwrap_or(line)))
    }

    /// The numbers of the next line.
    fn numbers(&mut self) -> Result<Vec<usize>, CircuitError> {
        let line = self.next_line()?.ok_or_else(|| {
            let message = "the file ends before everything has come that its header announces; is it cut off?";
            self.fault(message.to_owned())
        })?;
        let text = std::str::from_utf8(line).map_err(|_| self.fault("is no text".to_owned()))?;
        let literal = |word: &str| {
            let number = number::<u32>(word).map(|number| number as usize);
            number.ok_or_else(|| self.fault(format!("`{}` is no literal", word.chars().take(40).collect::<String>())))
        };
        text.split_ascii_whitespace().map(literal).collect()
    }

    /// The literal that a line defines.
    fn definition(&mut self) -> Result<usize, CircuitError> {
        match self.numbers()?[..] {
            [literal] => Ok(literal),
            _ => Err(self.fault("one literal belongs here".to_owned())),
        }
    }

    fn header(&mut self) -> Result<Header, CircuitError> {
        let message = "the header is `aag` or `aig`, then the greatest variable and the numbers of inputs, latches, outputs and gates";
        let line = self.next_line()?.unwrap_or(&[]);
        let wrong = || self.fault(message.to_owned());
        let text = std::str::from_utf8(line).map_err(|_| wrong())?;
        let mut words = text.split_ascii_whitespace();
        let is_text = match words.next() {
            Some("aag") => true,
            Some("aig") => false,
            _ => return Err(wrong()),
        };
        let numbers: Option<Vec<usize>> = words.map(number).collect();
        let numbers = numbers.filter(|numbers| (5..=9).contains(&numbers.len())).ok_or_else(wrong)?;
        let mut counts = [0; 9];
        counts[..numbers.len()].copy_from_slice(&numbers);
        let [greatest, inputs, latches, _, gates, _, _, justice, fairness] = counts;
        let defined = inputs.checked_add(latches).and_then(|sum| sum.checked_add(gates));
        if greatest > MOST || !is_text && inputs > MOST_INPUTS {
            return Err(self.fault(format!("files of at most {MOST} variables and {MOST_INPUTS} inputs are read")));
        }
        if defined.is_none_or(|defined| defined > greatest || !is_text && defined < greatest) {
            let message = "the numbers of inputs, latches and gates do not fit the greatest variable";
            return Err(self.fault(message.to_owned()));
        }
        for (count, what) in [(justice, "justice properties"), (fairness, "fairness constraints")] {
            if count > 0 {
                let message = format!("has {count} {what}; bitreach decides bad states only (no liveness)");
                return Err(CircuitError { at: String::new(), message });
            }
        }
        Ok(Header { is_text, counts })
    }

    /// A number of the binary form.
    fn delta(&mut self) -> Result<usize, CircuitError> {
        let (mut value, mut shift) = (0usize, 0);
        loop {
            let Some((&byte, rest)) = self.bytes.split_first() else {
                let message = "the file ends within its gates; is it cut off?".to_owned();
                return Err(CircuitError { at: String::new(), message });
            };
            self.bytes = rest;
            value |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            match byte & 0x80 {
                0 => return Ok(value),
                _ if shift > 35 => {
                    return Err(CircuitError {
                        at: String::new(),
                        message: "a gate has a number that is too long".to_owned(),
                    })
                }
                _ => {}
            }
        }
    }

    /// The symbols, up to the comment section. Names decide nothing, but what is none shows that the header and the file do not fit.
    fn names(&mut self, counts: &[usize; 9]) -> Result<FxHashMap<(char, usize), String>, CircuitError> {
        let [_, inputs, latches, outputs, _, bad, constraints, justice, fairness] = *counts;
        let count = |letter: char| match letter {
            'i' => inputs,
            'l' => latches,
            'o' => outputs,
            'b' => bad,
            'c' => constraints,
            'j' => justice,
            'f' => fairness,
            _ => 0,
        };
        let mut names = FxHashMap::default();
        // What stands behind that line is not looked at; it may be the last one.
        while !matches!(self.bytes, b"c" | b"c\r") {
            let Some(line) = self.next_line()?.filter(|line| *line != b"c") else { break };
            let line = String::from_utf8_lossy(line);
            let symbol = line.split_once(' ').and_then(|(key, name)| {
                let mut letters = key.chars();
                let (letter, index) = (letters.next()?, number::<usize>(letters.as_str())?);
                (index < count(letter)).then(|| ((letter, index), name.to_owned()))
            });
            match symbol {
                Some((key, name)) => drop(names.insert(key, name)),
                None if line.trim().is_empty() => {}
                None => {
                    let shown = printable(&line.chars().take(40).collect::<String>());
                    let message = "is no symbol of this file, as in `i0 name`, and no `c`, behind which comments stand";
                    return Err(self.fault(format!("`{shown}` {message}")));
                }
            }
        }
        Ok(names)
    }

    /// The first lines of the comment section, behind the symbols.
    fn comments(&self) -> Vec<String> {
        let lines = self.bytes.split(|&byte| byte == b'\n').take(MOST_COMMENTS);
        lines.map(|line| String::from_utf8_lossy(line).trim_end().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests;
