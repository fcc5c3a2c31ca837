//! The DimSpec data type and the roles that its variables play.

use crate::Symbols;
use bitreach_formula::{Cnf, Lit, Var};
use std::fmt;

/// One of the four formulas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Section {
    /// `I`: holds in the first step.
    Initial,
    /// `U`: holds in every step.
    Universal,
    /// `G`: holds in the last step of a run that reaches the goal.
    Goal,
    /// `T`: holds between each step and the next; variable `v + n` is `v` one step later.
    Transition,
}

impl Section {
    /// All sections, in the order in which they are written.
    pub const ALL: [Section; 4] = [Section::Initial, Section::Universal, Section::Goal, Section::Transition];

    /// The letter in the section's header line: `i`, `u`, `g` or `t`.
    pub fn letter(self) -> char {
        match self {
            Section::Initial => 'i',
            Section::Universal => 'u',
            Section::Goal => 'g',
            Section::Transition => 't',
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A DimSpec problem. See the crate's page for its meaning.
///
/// Invariant, held by the reader and expected of everyone who builds one: literals of `initial`, `universal` and `goal`
/// are over `0..variables`, those of `transition` over `0..2 * variables`. [`DimSpec::out_of_range`] checks it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DimSpec {
    /// `n`: how many variables there are in a step.
    pub variables: usize,
    /// `I`.
    pub initial: Cnf,
    /// `U`.
    pub universal: Cnf,
    /// `G`.
    pub goal: Cnf,
    /// `T`, over `2n` variables.
    pub transition: Cnf,
    /// What the variables are, where that is known. Nothing that an engine answers may rest on it: symbols guide a
    /// search (which variables are free inputs), the evidence is checked without them.
    pub symbols: Symbols,
}

impl DimSpec {
    /// The formula of a section.
    pub fn section(&self, section: Section) -> &Cnf {
        match section {
            Section::Initial => &self.initial,
            Section::Universal => &self.universal,
            Section::Goal => &self.goal,
            Section::Transition => &self.transition,
        }
    }

    /// The formula of a section, to change it.
    pub fn section_mut(&mut self, section: Section) -> &mut Cnf {
        match section {
            Section::Initial => &mut self.initial,
            Section::Universal => &mut self.universal,
            Section::Goal => &mut self.goal,
            Section::Transition => &mut self.transition,
        }
    }

    /// The literal of the same polarity one step later.
    pub fn primed(&self, lit: Lit) -> Lit {
        lit.shifted(self.variables)
    }

    /// The state variables: those `v` for which `v + n` occurs in `T`, in ascending order. All others are existential
    /// within a step, such as inputs and Tseitin gates: two runs may be joined where their state variables agree.
    pub fn state_variables(&self) -> Vec<Var> {
        let mut is_state = vec![false; self.variables];
        for lit in self.transition.lits() {
            if let Some(index) = lit.var().index().checked_sub(self.variables) {
                is_state[index] = true;
            }
        }
        (0..self.variables).filter(|&index| is_state[index]).map(Var::new).collect()
    }

    /// The first literal whose variable is out of its section's range, if there is one.
    pub fn out_of_range(&self) -> Option<(Section, Lit)> {
        Section::ALL.into_iter().find_map(|section| {
            let limit = if section == Section::Transition { 2 * self.variables } else { self.variables };
            let lit = self.section(section).lits().iter().find(|lit| lit.var().index() >= limit)?;
            Some((section, *lit))
        })
    }
}
