//! Reads BTOR2 files without arrays.
//!
//! After Niemetz, Preiner, Wolf, Biere: *Btor2, BtorMC and Boolector 3.0* (CAV 2018); a negative operand is the complement, as in
//! `btor2tools`. The crates are not used: `flussab-btor2` 0.1.0 refuses negative operands, `btor2rs` 0.1.0 drops symbols, by which a
//! run is told, and neither checks sorts. Words become bits at once, so that they may have any width.

use super::words::{self, Shape};
use super::{number, Circuit, CircuitError, Format, Input, State, MOST_COMMENTS};
use crate::blast::circuits::{ite, Word};
use crate::blast::{Aig, AigLit};
use rustc_hash::FxHashMap;

/// The widest word. Headers of sorts cost nothing, words do.
const WIDEST: usize = 1 << 16;

/// Whether a file begins as BTOR2 files do: with a comment, or a number and a word.
pub fn is_btor2(start: &[u8]) -> bool {
    let start = start.trim_ascii_start();
    let digits = start.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let keyword = start.get(digits..).map(<[u8]>::trim_ascii_start).unwrap_or_default();
    start.starts_with(b";") || digits > 0 && keyword.first().is_some_and(u8::is_ascii_lowercase)
}

/// Reads a file.
///
/// # Errors
/// If it is no BTOR2 file, has arrays, or asks for more than that bad states are not reached.
pub fn read(bytes: &[u8]) -> Result<Circuit, CircuitError> {
    let mut reader = Reader::default();
    let mut comments = Vec::new();
    let mut lines = bytes.split(|&byte| byte == b'\n').enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        let text = String::from_utf8_lossy(line);
        let fault = |message| CircuitError { at: format!("line {}", index + 1), message };
        // Of a file that was cut off within a number, nothing else would tell. A comment may be cut.
        let text = text.strip_suffix('\r').unwrap_or(&text);
        let (words, is_commented) = without_comment(text);
        if let Some(comment) = text.strip_prefix(';').filter(|_| comments.len() < MOST_COMMENTS) {
            comments.push(comment.trim().to_owned());
        }
        if lines.peek().is_none() && !is_commented && !text.trim().is_empty() {
            return Err(fault("the file ends within a line; is it cut off?".to_owned()));
        }
        // For other readers a line may end there.
        if text.contains('\r') {
            return Err(fault("a carriage return stands within the line".to_owned()));
        }
        reader.line(words).map_err(fault)?;
    }
    let Reader { aig, inputs, states, bad, constraints, lines, .. } = reader;
    if bad.is_empty() {
        let message = "has no `bad` line: there is nothing to decide; is the file cut off?".to_owned();
        return Err(CircuitError { at: String::new(), message });
    }
    Ok(Circuit { format: Format::Btor2, aig, inputs, states, bad, constraints, lines, comments })
}

/// A line up to its comment, and whether it has one. Within a word, a semicolon begins none.
fn without_comment(line: &str) -> (&str, bool) {
    let begins = |&at: &usize| line[..at].chars().next_back().is_none_or(is_space);
    let comment = line.match_indices(';').map(|(at, _)| at).find(begins);
    comment.map_or((line, false), |at| (&line[..at], true))
}

fn is_space(letter: char) -> bool {
    letter == ' ' || letter == '\t'
}

/// What a number names.
#[derive(Clone, Debug)]
enum Item {
    Sort(usize),
    Word(Word),
    /// A state, by its index.
    State(usize),
    /// A line that nothing can refer to.
    Nothing,
}

#[derive(Default)]
struct Reader {
    aig: Aig,
    items: FxHashMap<u64, Item>,
    last: u64,
    inputs: Vec<Input>,
    states: Vec<State>,
    bad: Vec<AigLit>,
    constraints: Vec<AigLit>,
    lines: Vec<String>,
}

impl Reader {
    /// Reads a line without its comment.
    fn line(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
        let [number, kind, ref rest @ ..] = words[..] else {
            return if words.is_empty() {
                Ok(())
            } else {
                Err("a line is a number, an operator and its operands".to_owned())
            };
        };
        let number: u64 = super::number(number).ok_or_else(|| format!("`{}` is no number of a line", shown(number)))?;
        if number <= self.last {
            return Err(format!("the number {number} does not come behind {}", self.last));
        }
        self.last = number;
        if let Some(more) = operands(kind).and_then(|count| rest.get(count + 1)) {
            return Err(format!("`{}` stands behind the operands of `{kind}` and a name", shown(more)));
        }
        let item = self.item(number, kind, rest)?;
        self.items.insert(number, item);
        self.lines.push(words.join(" "));
        Ok(())
    }

    fn item(&mut self, number: u64, kind: &str, rest: &[&str]) -> Result<Item, String> {
        let operand = |at: usize| rest.get(at).copied().ok_or_else(|| format!("`{}` lacks an operand", shown(kind)));
        match kind {
            "sort" => return self.sort(rest),
            "bad" => {
                let bit = self.bit(operand(0)?)?;
                self.bad.push(bit);
            }
            "constraint" => {
                let bit = self.bit(operand(0)?)?;
                self.constraints.push(bit);
            }
            "output" => drop(self.word(operand(0)?)?),
            "init" | "next" => self.assigned(kind, [operand(0)?, operand(1)?, operand(2)?])?,
            "fair" | "justice" => {
                return Err(format!("`{kind}` is about infinite runs; bitreach decides bad states only (no liveness)"))
            }
            "input" | "state" => {
                let width = self.width(operand(0)?)?;
                let bits: Word = (0..width).map(|_| self.aig.input()).collect();
                let name =
                    |count: usize| rest.get(1).map_or_else(|| format!("{kind} {count}"), |&name| name.to_owned());
                if kind == "input" {
                    self.inputs.push(Input { name: name(self.inputs.len()), number, bits: bits.clone() });
                    return Ok(Item::Word(bits));
                }
                self.states.push(State { name: name(self.states.len()), number, bits, initial: None, next: None });
                return Ok(Item::State(self.states.len() - 1));
            }
            _ => {
                let width = self.width(operand(0)?)?;
                let word = self.value(kind, width, &rest[1..])?;
                if word.len() != width {
                    return Err(format!("`{kind}` gives {} bits here, its sort has {width}", word.len()));
                }
                return Ok(Item::Word(word));
            }
        }
        Ok(Item::Nothing)
    }

    fn sort(&self, rest: &[&str]) -> Result<Item, String> {
        match rest {
            ["bitvec", width, ..] => {
                let width = number(width).filter(|width| (1..=WIDEST).contains(width));
                width.map(Item::Sort).ok_or_else(|| format!("words have 1 to {WIDEST} bits"))
            }
            ["array", ..] => Err("arrays are not supported; only words are".to_owned()),
            _ => Err("a sort is `bitvec` and a width".to_owned()),
        }
    }

    /// The width of a sort.
    fn width(&self, text: &str) -> Result<usize, String> {
        match number(text).and_then(|number: u64| self.items.get(&number)) {
            Some(Item::Sort(width)) => Ok(*width),
            _ => Err(format!("`{}` is no sort", shown(text))),
        }
    }

    /// The word of an operand.
    fn word(&self, text: &str) -> Result<Word, String> {
        let (digits, is_negated) = match text.strip_prefix('-') {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        let word = match number(digits).and_then(|number: u64| self.items.get(&number)) {
            Some(Item::Word(word)) => word,
            Some(Item::State(state)) => &self.states[*state].bits,
            _ => return Err(format!("`{}` is no value that an earlier line gives", shown(text))),
        };
        Ok(word.iter().map(|bit| bit.complemented(is_negated)).collect())
    }

    /// The bit of an operand of one bit.
    fn bit(&self, text: &str) -> Result<AigLit, String> {
        match self.word(text)?[..] {
            [bit] => Ok(bit),
            ref word => Err(format!("`{}` has {} bits, and should have one", shown(text), word.len())),
        }
    }

    /// The first or the next value of a state.
    fn assigned(&mut self, kind: &str, [sort, state, value]: [&str; 3]) -> Result<(), String> {
        let (width, word) = (self.width(sort)?, self.word(value)?);
        let index = match number(state).and_then(|number: u64| self.items.get(&number)) {
            Some(Item::State(index)) => *index,
            _ => return Err(format!("`{}` is no state", shown(state))),
        };
        let state = &mut self.states[index];
        if state.bits.len() != width || word.len() != width {
            return Err(format!(
                "the state has {} bits, its value {}, and the sort {width}",
                state.bits.len(),
                word.len()
            ));
        }
        let slot = if kind == "init" { &mut state.initial } else { &mut state.next };
        match slot.replace(word) {
            Some(_) => Err(format!("the state has a second `{kind}`")),
            None => Ok(()),
        }
    }

    /// A constant, or what an operator gives. `rest` are the operands behind the sort.
    fn value(&mut self, kind: &str, width: usize, rest: &[&str]) -> Result<Word, String> {
        let operand = |at: usize| rest.get(at).copied().ok_or_else(|| format!("`{kind}` lacks an operand"));
        let index = |at: usize| -> Result<usize, String> {
            let text = operand(at)?;
            let bits = number(text).filter(|&bits| bits <= WIDEST);
            bits.ok_or_else(|| format!("`{}` is no number of bits", shown(text)))
        };
        match kind {
            "zero" => return Ok(words::number(width, 0)),
            "one" => return Ok(words::number(width, 1)),
            "ones" => return Ok(vec![AigLit::TRUE; width]),
            "const" => return constant(operand(0)?, 2, width),
            "constd" => return constant(operand(0)?, 10, width),
            "consth" => return constant(operand(0)?, 16, width),
            _ => {}
        }
        if !["uext", "sext", "slice", "ite"].contains(&kind)
            && words::shape(kind).is_none()
            && !["not", "inc", "dec", "neg", "redand", "redor", "redxor"].contains(&kind)
        {
            let what = if ["read", "write"].contains(&kind) {
                "is about arrays, which are not supported"
            } else {
                "is no operator of BTOR2"
            };
            return Err(format!("`{}` {what}", shown(kind)));
        }
        let a = self.word(operand(0)?)?;
        match kind {
            "uext" | "sext" => {
                let fill = if kind == "sext" { a.last().copied().unwrap_or(AigLit::FALSE) } else { AigLit::FALSE };
                let more = index(1)?;
                Ok(a.into_iter().chain(std::iter::repeat_n(fill, more)).collect())
            }
            "slice" => {
                let (high, low) = (index(1)?, index(2)?);
                let bits = (low <= high).then(|| a.get(low..=high)).flatten();
                bits.map(<[AigLit]>::to_vec)
                    .ok_or_else(|| format!("there are no bits {low} to {high} in {} bits", a.len()))
            }
            "ite" => {
                let (then, otherwise) = (self.word(operand(1)?)?, self.word(operand(2)?)?);
                match a[..] {
                    [condition] if then.len() == otherwise.len() => {
                        Ok(ite(&mut self.aig, condition, &then, &otherwise))
                    }
                    _ => Err("`ite` is a bit and two words of one width".to_owned()),
                }
            }
            _ => {
                let unknown = || format!("`{kind}` is no operator of BTOR2");
                let Some(shape) = words::shape(kind) else {
                    return words::unary(&mut self.aig, kind, &a).ok_or_else(unknown);
                };
                let b = self.word(operand(1)?)?;
                let fits = match shape {
                    Shape::Same | Shape::Predicate => a.len() == b.len(),
                    Shape::Boolean => a.len() == 1 && b.len() == 1,
                    Shape::Concat => a.len() + b.len() <= WIDEST,
                };
                match fits {
                    true => words::binary(&mut self.aig, kind, &a, &b).ok_or_else(unknown),
                    false => Err(format!("`{kind}` has operands of {} and {} bits", a.len(), b.len())),
                }
            }
        }
    }
}

/// How many words belong to a line of this kind, behind which a name may stand; `None` for what is read no further.
fn operands(kind: &str) -> Option<usize> {
    Some(match kind {
        "bad" | "constraint" | "output" | "input" | "state" | "zero" | "one" | "ones" => 1,
        "sort" | "const" | "constd" | "consth" => 2,
        "not" | "inc" | "dec" | "neg" | "redand" | "redor" | "redxor" => 2,
        "init" | "next" | "uext" | "sext" => 3,
        "slice" | "ite" => 4,
        _ => words::shape(kind).map(|_| 3)?,
    })
}

fn shown(word: &str) -> String {
    word.chars().take(40).collect()
}

/// A constant of a width in digits to a base; decimal ones may be negative.
fn constant(text: &str, base: u32, width: usize) -> Result<Word, String> {
    let fault = |what: &str| format!("`{}` {what}", shown(text));
    let (digits, is_negative) = match text.strip_prefix('-') {
        Some(digits) if base == 10 => (digits, true),
        _ => (text, false),
    };
    if digits.is_empty() || digits.len() > WIDEST || base == 2 && digits.len() != width {
        return Err(fault(&format!("is no constant of {width} bits")));
    }
    // The bits so far times the base, plus the digit, until all have come; what leaves the width is remembered.
    let (mut bits, mut is_too_large) = (vec![false; width], false);
    for digit in digits.chars() {
        let mut carry = digit.to_digit(base).ok_or_else(|| fault("has other digits"))?;
        for bit in &mut bits {
            let sum = u32::from(*bit) * base + carry;
            (*bit, carry) = (sum & 1 == 1, sum >> 1);
        }
        is_too_large |= carry > 0;
    }
    if is_negative {
        // The least number of so many bits is minus a power of two: the magnitude's greatest bit stands alone.
        let is_least = bits.last() == Some(&true) && !bits[..width - 1].contains(&true);
        is_too_large |= bits.last() == Some(&true) && !is_least;
        let mut carry = true;
        for bit in &mut bits {
            let flipped = !*bit;
            (*bit, carry) = (flipped != carry, flipped && carry);
        }
    }
    match is_too_large {
        true => Err(fault(&format!("does not fit into {width} bits"))),
        false => Ok(bits.into_iter().map(AigLit::constant).collect()),
    }
}

#[cfg(test)]
mod tests;
