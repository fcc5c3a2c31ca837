//! Runs of DimSpec problems by the names of their symbols.

use super::values::named;
use crate::bv::BitVec;
use crate::program::Reading;
use crate::report::{NamedRun, NamedStep, NamedValue};
use bitreach_dimspec::{DimSpec, Symbol, SymbolKind};
use bitreach_engine::Trace;
use bitreach_formula::{printable, Assignment, Var};

/// A run by the names of words; `None` where the problem names none. What a step chooses matters where it leads on, or where `U` or `G`
/// speak of it: else the last step is told without its inputs.
pub fn named_run(problem: &DimSpec, trace: &Trace) -> Option<NamedRun> {
    let words = words(&problem.symbols.table);
    if words.is_empty() {
        return None;
    }
    let mut spoken_of = vec![false; problem.variables];
    for lit in problem.universal.lits().iter().chain(problem.goal.lits()) {
        spoken_of[lit.var().index()] = true;
    }
    let last = trace.length();
    let is_told = |step: usize, word: &Word| match word.is_input {
        true => step < last || word.bits.iter().any(|var| spoken_of[var.index()]),
        false => {
            let before = step.checked_sub(1).and_then(|before| trace.steps.get(before));
            let differs = |var: &Var| before.is_none_or(|before| before.value(*var) != trace.steps[step].value(*var));
            word.bits.iter().any(differs)
        }
    };
    let step = |index: usize| {
        let told = |is_input: bool| {
            let words = words.iter().filter(|word| word.is_input == is_input && is_told(index, word));
            words.map(|word| word.value(&trace.steps[index])).collect()
        };
        NamedStep { inputs: told(true), states: told(false) }
    };
    Some(NamedRun { steps: (0..trace.steps.len()).map(step).collect() })
}

/// A word that the symbols name.
struct Word<'p> {
    name: &'p str,
    is_input: bool,
    /// Its variables, from the least significant.
    bits: Vec<Var>,
}

/// The words of states and inputs. Two words may have one name: bit 0 begins another one.
fn words(table: &[Symbol]) -> Vec<Word<'_>> {
    let mut words: Vec<Word> = Vec::new();
    for symbol in table.iter().filter(|symbol| symbol.kind.is_state() || symbol.kind == SymbolKind::Input) {
        let is_input = symbol.kind == SymbolKind::Input;
        match words.last_mut() {
            Some(word) if (word.name, word.is_input, word.bits.len()) == (&symbol.name, is_input, symbol.bit) => {
                word.bits.push(symbol.var);
            }
            _ => words.push(Word { name: &symbol.name, is_input, bits: vec![symbol.var] }),
        }
    }
    words
}

impl Word<'_> {
    fn value(&self, step: &Assignment) -> NamedValue {
        let width = self.bits.len() as u32;
        let name = printable(self.name);
        if width <= BitVec::MAX_WIDTH {
            let bits = self.bits.iter().rev().fold(0, |bits, var| bits << 1 | u128::from(step.value(*var)));
            return named(name, BitVec::new(width, bits), Reading::Unsigned);
        }
        let digit = |bits: &[Var]| bits.iter().rev().fold(0, |digit, var| digit << 1 | u32::from(step.value(*var)));
        let digits: String = self.bits.chunks(4).rev().filter_map(|bits| char::from_digit(digit(bits), 16)).collect();
        NamedValue { name, shown: Some(format!("0x{digits}")), width, ..NamedValue::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(problem: &str, run: &[&[bool]]) -> Option<Vec<(Vec<String>, Vec<String>)>> {
        let problem = bitreach_dimspec::read::read(problem.as_bytes()).expect("it is a problem");
        let trace = Trace { steps: run.iter().map(|step| Assignment::new(step.to_vec())).collect() };
        let text = |values: Vec<NamedValue>| -> Vec<String> {
            let shown = |value: &NamedValue| value.shown.clone().unwrap_or_else(|| value.decimal.clone());
            values.into_iter().map(|value| format!("{}={}", value.name, shown(&value))).collect()
        };
        let steps = named_run(&problem, &trace)?.steps.into_iter();
        Some(steps.map(|step| (text(step.inputs), text(step.states))).collect())
    }

    #[test]
    fn words_are_told_where_they_change_and_inputs_where_they_matter() {
        let head = "c var 1 state 0 n\nc var 2 state 1 n\nc var 3 input 0 go\n";
        let body = "i cnf 3 0\nu cnf 3 0\nt cnf 6 1\n4 0\n";
        let run: &[&[bool]] = &[&[false, false, true], &[true, false, false], &[true, false, true]];
        let steps = told(&format!("{head}{body}g cnf 3 1\n1 0\n"), run).expect("it has names");
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        assert_eq!(steps[0], (owned(&["go=1"]), owned(&["n=0"])));
        assert_eq!(steps[1], (owned(&["go=0"]), owned(&["n=1"])));
        assert_eq!(steps[2], (owned(&[]), owned(&[])));
        let steps = told(&format!("{head}{body}g cnf 3 1\n3 0\n"), run).expect("it has names");
        assert_eq!(steps[2], (owned(&["go=1"]), owned(&[])));
        assert_eq!(told(&format!("{body}g cnf 3 1\n3 0\n"), run), None);
    }

    #[test]
    fn wide_words_are_told_in_hexadecimal() {
        let head: String = (0..130).map(|bit| format!("c var {} state {bit} w\n", bit + 1)).collect();
        let problem = format!("{head}i cnf 130 0\nu cnf 130 0\ng cnf 130 0\nt cnf 260 0\n");
        let mut bits = vec![false; 130];
        (bits[129], bits[3]) = (true, true);
        let steps = told(&problem, &[&bits]).expect("it has names");
        assert_eq!(steps[0].1, [format!("w=0x2{}8", "0".repeat(31))]);
    }
}
