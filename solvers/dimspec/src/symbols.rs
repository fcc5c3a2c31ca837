//! What each variable of a DimSpec is: one bit of a named word, with a kind.
//!
//! In files a symbol is a comment line `c var <number> <kind> <bit> <name>`, `<number>` being the DIMACS number, `<kind>`
//! one of `state`, `location`, `input`, `gate`, `predicate`, `<bit>` counted from the least significant, and the name running to the
//! line's end.

use bitreach_formula::{Clause, Var};
use std::fmt;
use std::str::FromStr;

/// What a variable is good for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    /// A bit of a state word: its value one step later is set by `T`.
    State,
    /// A bit of a state word that says where control is, such as the location of a program: an engine may treat it as a
    /// class of states rather than as part of what they hold.
    Location,
    /// A bit of a free input: nothing constrains it.
    Input,
    /// A gate: `T` or `U` define it by the others.
    Gate,
    /// A gate that `U` defines by state words alone and whose value is worth speaking of, such as a comparison of two
    /// words: an engine may use it like a state variable.
    Predicate,
}

impl SymbolKind {
    /// Whether it is a bit of a state word.
    pub fn is_state(self) -> bool {
        matches!(self, SymbolKind::State | SymbolKind::Location)
    }
}

impl fmt::Display for SymbolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SymbolKind::State => "state",
            SymbolKind::Location => "location",
            SymbolKind::Input => "input",
            SymbolKind::Gate => "gate",
            SymbolKind::Predicate => "predicate",
        })
    }
}

impl FromStr for SymbolKind {
    type Err = ();
    fn from_str(word: &str) -> Result<SymbolKind, ()> {
        match word {
            "state" => Ok(SymbolKind::State),
            "location" => Ok(SymbolKind::Location),
            "input" => Ok(SymbolKind::Input),
            "gate" => Ok(SymbolKind::Gate),
            "predicate" => Ok(SymbolKind::Predicate),
            _ => Err(()),
        }
    }
}

/// What one variable is: bit `bit` of the word `name`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symbol {
    /// The variable.
    pub var: Var,
    /// What it is good for.
    pub kind: SymbolKind,
    /// Which bit of the word, from the least significant.
    pub bit: usize,
    /// The word's name; no line breaks.
    pub name: String,
}

/// The symbols of a problem in ascending order of variables, and comments that concern the whole.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbols {
    /// Comment lines without the leading `c `, in order, those that are symbols left out.
    pub comments: Vec<String>,
    /// At most one symbol a variable. Gates need none: a variable without a symbol is of unknown kind.
    pub table: Vec<Symbol>,
    /// Whether every variable that is neither state, gate nor predicate has an input symbol, and `T` gives, for each state and
    /// each choice of the inputs, exactly one next state: then an IC3 engine may lift by unsat core. In files this is
    /// the comment `c functional`.
    pub functional: bool,
    /// Clauses over the variables of a step that are likely to hold in every step of every run: an engine that can prove
    /// them may use them. In files they are comments `c candidate <literal> ... 0`.
    pub candidates: Vec<Clause>,
}

impl Symbols {
    /// The variables of a kind, ascending.
    pub fn of_kind(&self, kind: SymbolKind) -> impl Iterator<Item = Var> + '_ {
        self.table.iter().filter(move |symbol| symbol.kind == kind).map(|symbol| symbol.var)
    }
}
