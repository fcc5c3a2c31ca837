//! A small language to state problems in: words of bits, and constraints given by what they allow.

use bitreach_dimspec::{DimSpec, Section, Symbol, SymbolKind};
use bitreach_formula::{Lit, Polarity, Var};

/// What is known about an example.
pub enum Answer {
    /// No run reaches the goal.
    Safe,
    /// The shortest run to the goal takes `depth` steps.
    Unsafe { depth: usize },
}

/// A problem with its answer.
pub struct Example {
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    pub answer: Answer,
    pub problem: DimSpec,
}

/// A problem under construction. All words have to be declared before the first transition is stated: where a variable
/// stands one step later depends on how many there are.
#[derive(Default)]
pub struct Model {
    problem: DimSpec,
}

impl Model {
    pub fn new() -> Model {
        Model::default()
    }

    /// A new word, lowest bit first.
    fn word(&mut self, name: &str, kind: SymbolKind, bits: usize) -> Vec<Lit> {
        assert!(self.problem.transition.is_empty(), "words come before transitions");
        let first = self.problem.variables;
        self.problem.variables += bits;
        let vars = (first..first + bits).map(Var::new);
        for (bit, var) in vars.clone().enumerate() {
            self.problem.symbols.table.push(Symbol { var, kind, bit, name: name.to_owned() });
        }
        vars.map(Var::positive).collect()
    }

    pub fn state(&mut self, name: &str, bits: usize) -> Vec<Lit> {
        self.word(name, SymbolKind::State, bits)
    }

    pub fn bit(&mut self, name: &str) -> Lit {
        self.state(name, 1)[0]
    }

    pub fn input(&mut self, name: &str, bits: usize) -> Vec<Lit> {
        self.word(name, SymbolKind::Input, bits)
    }

    pub fn gate(&mut self, name: &str) -> Lit {
        self.word(name, SymbolKind::Gate, 1)[0]
    }

    /// The literal one step later.
    pub fn next(&self, lit: Lit) -> Lit {
        self.problem.primed(lit)
    }

    pub fn nexts(&self, word: &[Lit]) -> Vec<Lit> {
        word.iter().map(|&lit| self.next(lit)).collect()
    }

    pub fn clause(&mut self, section: Section, clause: &[Lit]) {
        self.problem.section_mut(section).add(clause);
    }

    /// In this section the word has this value.
    pub fn fix(&mut self, section: Section, word: &[Lit], value: usize) {
        for (bit, &lit) in word.iter().enumerate() {
            self.clause(section, &[if value >> bit & 1 == 1 { lit } else { !lit }]);
        }
    }

    /// The values of the words have to be allowed: a clause for each row of the truth table that is not.
    pub fn require<const N: usize>(
        &mut self,
        section: Section,
        words: [&[Lit]; N],
        allowed: impl Fn([usize; N]) -> bool,
    ) {
        let lits = words.concat();
        for row in 0..1usize << lits.len() {
            let mut rest = row;
            let values = words.map(|word| {
                let value = rest & ((1 << word.len()) - 1);
                rest >>= word.len();
                value
            });
            if !allowed(values) {
                let falsified = |(bit, lit): (usize, &Lit)| {
                    // A literal of the clause is false where its variable has the row's value.
                    lit.var().lit(Polarity::of_value((row >> bit & 1 == 1) != lit.is_positive()))
                };
                let clause: Vec<Lit> = lits.iter().enumerate().map(falsified).collect();
                self.clause(section, &clause);
            }
        }
    }

    /// `T` is a function of states and inputs.
    pub fn functional(mut self) -> Model {
        self.problem.symbols.functional = true;
        self
    }

    pub fn example(self, name: &'static str, answer: Answer, about: &'static str) -> Example {
        Example { name, about, answer, problem: self.problem }
    }
}
