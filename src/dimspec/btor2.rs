//! Transition systems as BTOR2 files, for word-level model checkers.
//!
//! After Niemetz, Preiner, Wolf, Biere: *Btor2, BtorMC and Boolector 3.0* (CAV 2018). Words are states and inputs under their names,
//! terms the lines of the file; each core operator is one of BTOR2's, which also makes divisions by zero and shifts by too much total
//! in the same way. The goal is the one bad state. What becomes of the four formulas is as in [`aiger`](super::aiger): a state without an
//! initial value has no `init`, and `U` is left out.

use super::text::Text;
use crate::bv::{BitVec, SymbolId, TermId};
use crate::bv::{CoreOp, Term};
use crate::ts::{Goal, TransitionSystem};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A system with one of its goals.
pub fn text(system: &TransitionSystem, goal: Goal) -> Text {
    let mut writer = Writer::default();
    // Initial values stand before the states that have them.
    let initial: Vec<Option<usize>> =
        system.states.iter().map(|state| state.initial.map(|value| writer.constant(value))).collect();
    for input in &system.inputs {
        let line = writer.word("input", &input.name, input.width);
        writer.symbols.insert(input.symbol, line);
    }
    for state in &system.states {
        let line = writer.word("state", &state.name, state.width);
        writer.symbols.insert(state.symbol, line);
    }
    for (state, value) in system.states.iter().zip(initial) {
        if let Some(value) = value {
            let (sort, line) = (writer.sort(state.width), writer.symbols[&state.symbol]);
            writer.line(&format!("init {sort} {line} {value}"));
        }
    }
    let goal_term = system.goal(goal);
    let roots = system.states.iter().map(|state| state.next).chain([goal_term]);
    for term in system.pool.cone(roots, |_| false) {
        writer.term(system, term);
    }
    for state in &system.states {
        let (sort, line, next) = (writer.sort(state.width), writer.symbols[&state.symbol], writer.terms[&state.next]);
        writer.line(&format!("next {sort} {line} {next}"));
    }
    let name = match goal {
        Goal::Error => "error",
        Goal::ErrorOrUnmodelled => "error-or-unmodelled",
    };
    writer.line(&format!("bad {} {name}", writer.terms[&goal_term]));
    let sizes = [("inputs", system.inputs.len()), ("states", system.states.len()), ("lines", writer.lines.len())];
    Text { lines: writer.lines, sizes, comments: Vec::new() }
}

/// Lines so far, numbered from 1.
#[derive(Default)]
struct Writer {
    lines: Vec<String>,
    sorts: BTreeMap<u32, usize>,
    constants: FxHashMap<BitVec, usize>,
    symbols: FxHashMap<SymbolId, usize>,
    terms: FxHashMap<TermId, usize>,
}

impl Writer {
    /// Adds a line, and gives its number.
    fn line(&mut self, text: &str) -> usize {
        let number = self.lines.len() + 1;
        self.lines.push(format!("{number} {text}"));
        number
    }

    /// The sort of words of a width.
    fn sort(&mut self, width: u32) -> usize {
        match self.sorts.get(&width) {
            Some(line) => *line,
            None => {
                let line = self.line(&format!("sort bitvec {width}"));
                self.sorts.insert(width, line);
                line
            }
        }
    }

    fn constant(&mut self, value: BitVec) -> usize {
        if let Some(line) = self.constants.get(&value) {
            return *line;
        }
        let (sort, width) = (self.sort(value.width()), value.width() as usize);
        let line = self.line(&format!("const {sort} {:0width$b}", value.unsigned()));
        self.constants.insert(value, line);
        line
    }

    /// A state or an input. What separates words and begins comments is no part of a name.
    fn word(&mut self, kind: &str, name: &str, width: u32) -> usize {
        let sort = self.sort(width);
        let name: String =
            name.chars().map(|letter| if letter.is_whitespace() || letter == ';' { '_' } else { letter }).collect();
        self.line(&format!("{kind} {sort} {name}"))
    }

    /// A term whose operands have their lines.
    fn term(&mut self, system: &TransitionSystem, id: TermId) {
        let width = system.pool.width(id);
        let line = match system.pool.term(id) {
            Term::Constant(value) => self.constant(value),
            Term::Symbol(symbol) => self.symbols[&symbol],
            term => {
                let sort = self.sort(width);
                let of = |id: TermId| self.terms[&id];
                let text = match term {
                    Term::Not(a) => format!("not {sort} {}", of(a)),
                    Term::Binary(op, a, b) => format!("{} {sort} {} {}", operator(op), of(a), of(b)),
                    Term::Ite(condition, then, otherwise) => {
                        format!("ite {sort} {} {} {}", of(condition), of(then), of(otherwise))
                    }
                    Term::Concat(high, low) => format!("concat {sort} {} {}", of(high), of(low)),
                    Term::Extract { of: whole, high, low } => format!("slice {sort} {} {high} {low}", of(whole)),
                    Term::SignExtend { of: part, width } => {
                        format!("sext {sort} {} {}", of(part), width - system.pool.width(part))
                    }
                    Term::Constant(_) | Term::Symbol(_) => unreachable!("these have lines already"),
                };
                self.line(&text)
            }
        };
        self.terms.insert(id, line);
    }
}

/// BTOR2's name of an operator.
fn operator(op: CoreOp) -> &'static str {
    match op {
        CoreOp::And => "and",
        CoreOp::Xor => "xor",
        CoreOp::Add => "add",
        CoreOp::Sub => "sub",
        CoreOp::Mul => "mul",
        CoreOp::UDiv => "udiv",
        CoreOp::URem => "urem",
        CoreOp::Shl => "sll",
        CoreOp::LShr => "srl",
        CoreOp::AShr => "sra",
        CoreOp::Eq => "eq",
        CoreOp::Ult => "ult",
        CoreOp::Slt => "slt",
        CoreOp::UMulOverflow => "umulo",
        CoreOp::SMulOverflow => "smulo",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::testing::RandomBits;
    use crate::dimspec::testing::programs_agree;
    use crate::ts::simulate::{step, Valuation};
    use crate::ts::Encoding;
    use bitreach_formula::testing::Random;

    /// A file as read by what the format's description says, and not by the writer's data.
    struct Parsed {
        /// The words of each line behind its number.
        lines: BTreeMap<usize, Vec<String>>,
    }

    impl Parsed {
        fn new(text: &str) -> Parsed {
            let mut lines = BTreeMap::new();
            for line in text.lines().filter(|line| !line.starts_with(';')) {
                let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
                let number = words[0].parse().expect("each line has a number");
                assert!(lines.keys().last().is_none_or(|last| *last < number), "numbers rise: {line}");
                lines.insert(number, words[1..].to_vec());
            }
            Parsed { lines }
        }

        fn of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = (usize, &'a Vec<String>)> {
            self.lines.iter().filter(move |(_, words)| words[0] == kind).map(|(number, words)| (*number, words))
        }

        fn width(&self, sort: &str) -> u32 {
            let words = &self.lines[&sort.parse::<usize>().expect("a number")];
            assert_eq!(words[..2], ["sort", "bitvec"]);
            words[2].parse().expect("a width")
        }

        /// The values of all lines under those of states and inputs.
        fn values(&self, leaves: &BTreeMap<usize, BitVec>) -> BTreeMap<usize, BitVec> {
            let mut values = leaves.clone();
            for (number, words) in &self.lines {
                let number = *number;
                let line = |index: usize| words[index].parse::<usize>().expect("a number");
                let get = |index: usize| values[&line(index)];
                let result = match words[0].as_str() {
                    "sort" | "state" | "input" | "init" | "next" | "bad" => continue,
                    "const" => BitVec::new(self.width(&words[1]), u128::from_str_radix(&words[2], 2).expect("bits")),
                    "not" => BitVec::new(get(2).width(), !get(2).unsigned()),
                    "ite" => {
                        assert_eq!(get(2).width(), 1);
                        if get(2).unsigned() == 1 {
                            get(3)
                        } else {
                            get(4)
                        }
                    }
                    "concat" => {
                        let (high, low) = (get(2), get(3));
                        BitVec::new(high.width() + low.width(), high.unsigned() << low.width() | low.unsigned())
                    }
                    "slice" => {
                        let (high, low) = (line(3) as u32, line(4) as u32);
                        BitVec::new(high - low + 1, get(2).unsigned() >> low)
                    }
                    "sext" => BitVec::new(get(2).width() + line(3) as u32, get(2).signed() as u128),
                    name => {
                        let op = CoreOp::ALL.into_iter().find(|op| operator(*op) == name).expect(name);
                        op.apply(get(2), get(3))
                    }
                };
                assert_eq!(result.width(), self.width(&words[1]), "{words:?}");
                values.insert(number, result);
            }
            values
        }
    }

    /// Runs the file and the system side by side; gives whether a step was bad.
    fn agrees(encoding: &Encoding, goal: Goal, random: &mut Random) -> bool {
        let system = &encoding.system;
        let mut written = Vec::new();
        text(system, goal).write(&mut written).expect("memory can be written");
        let file = Parsed::new(std::str::from_utf8(&written).expect("it is text"));
        let lines = |kind| file.of(kind).map(|(number, _)| number).collect::<Vec<_>>();
        let (states, inputs) = (lines("state"), lines("input"));
        let inits: BTreeMap<usize, usize> = file
            .of("init")
            .map(|(_, words)| (words[2].parse().expect("a state"), words[3].parse().expect("a value")))
            .collect();
        let constants = file.values(
            &states
                .iter()
                .chain(&inputs)
                .map(|line| {
                    let width = file.width(&file.lines[line][1]);
                    (*line, BitVec::zero(width))
                })
                .collect(),
        );
        let mut valuation = Valuation::default();
        for (state, line) in system.states.iter().zip(&states) {
            let value = state.initial.unwrap_or_else(|| random.bits(state.width));
            assert_eq!(inits.get(line).map(|init| constants[init]), state.initial);
            assert!(inits.get(line).is_none_or(|init| init < line), "a value stands before its state");
            valuation.insert(state.symbol, value);
        }
        let mut bad = false;
        for _ in 0..15 {
            let chosen: Valuation = system.inputs.iter().map(|word| (word.symbol, random.bits(word.width))).collect();
            let mut leaves: BTreeMap<usize, BitVec> =
                system.states.iter().zip(&states).map(|(state, line)| (*line, valuation[&state.symbol])).collect();
            leaves.extend(system.inputs.iter().zip(&inputs).map(|(input, line)| (*line, chosen[&input.symbol])));
            let values = file.values(&leaves);
            let (_, words) = file.of("bad").next().expect("there is a bad state");
            let is_bad = values[&words[1].parse().expect("a number")].unsigned() == 1;
            let goal = crate::bv::eval::evaluate(&system.pool, system.goal(goal), |symbol| valuation[&symbol]);
            assert_eq!(is_bad, goal.unsigned() == 1);
            bad |= is_bad;
            valuation = step(system, &valuation, &chosen);
            for ((_, words), state) in file.of("next").zip(&system.states) {
                assert_eq!(values[&words[3].parse().expect("a number")], valuation[&state.symbol]);
            }
        }
        bad
    }

    #[test]
    fn files_do_what_the_system_does() {
        programs_agree(agrees);
    }
}
