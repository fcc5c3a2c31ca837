//! The option table: one row a technique, with its default, its range, what it does and the paper it comes from.
//!
//! Every technique can be switched off alone; none of them bears on the correctness of an answer. [`Options::set`] and
//! [`TABLE`] serve command lines and configuration files, so that nobody else has to list the options again.

use std::fmt;

/// How predecessor states are generalised before they become obligations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lifting {
    /// Not at all: obligations are single states.
    Off,
    /// By implicant: keep the state literals that satisfy the clauses which inputs, gates and successor leave open.
    Implicant,
    /// By unsat core where the problem's symbols say that `T` is functional, by implicant otherwise.
    Core,
}

/// What generalisation does with literals that say where control is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// They are like any other.
    Plain,
    /// They are dropped after all others, and kept rather than others in unsat cores.
    Last,
    /// Besides, no attempt is made to drop them: a lemma loses them by unsat cores alone.
    Kept,
}

/// One row of the option table.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// The name, in `snake_case`.
    pub name: &'static str,
    /// The value that [`Options::default`] has. Switches are 0 and 1.
    pub default: usize,
    /// The least value.
    pub least: usize,
    /// The greatest value.
    pub greatest: usize,
    /// What the option does.
    pub meaning: &'static str,
    /// Where the technique comes from.
    pub source: &'static str,
}

/// Why an option could not be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no option of this name.
    Unknown(String),
    /// The value is outside the option's range.
    OutOfRange {
        /// The option.
        name: &'static str,
        /// What was asked for.
        value: usize,
        /// The least value.
        least: usize,
        /// The greatest value.
        greatest: usize,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => write!(f, "ic3 has no option `{name}`"),
            OptionError::OutOfRange { name, value, least, greatest } => {
                write!(f, "ic3 option `{name}` is from {least} to {greatest}, not {value}")
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// A value that stands in the table as a number.
trait Tabled: Sized {
    fn from_number(number: usize) -> Self;
    fn number(&self) -> usize;
}

impl Tabled for usize {
    fn from_number(number: usize) -> usize {
        number
    }
    fn number(&self) -> usize {
        *self
    }
}

impl Tabled for bool {
    fn from_number(number: usize) -> bool {
        number != 0
    }
    fn number(&self) -> usize {
        *self as usize
    }
}

impl Tabled for Lifting {
    fn from_number(number: usize) -> Lifting {
        [Lifting::Off, Lifting::Implicant, Lifting::Core][number.min(2)]
    }
    fn number(&self) -> usize {
        *self as usize
    }
}

impl Tabled for Location {
    fn from_number(number: usize) -> Location {
        [Location::Plain, Location::Last, Location::Kept][number.min(2)]
    }
    fn number(&self) -> usize {
        *self as usize
    }
}

macro_rules! options {
    ($($name:ident: $kind:ty = $default:literal in $least:literal..=$greatest:literal,
       $meaning:literal, $source:literal;)*) => {
        /// The options of the engine; each is explained in [`TABLE`].
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Options {
            $(#[doc = $meaning] #[doc = concat!("(", $source, ")")] pub $name: $kind,)*
        }

        /// All options.
        pub const TABLE: &[OptionRow] = &[$(OptionRow {
            name: stringify!($name), default: $default, least: $least, greatest: $greatest,
            meaning: $meaning, source: $source,
        },)*];

        impl Default for Options {
            fn default() -> Options {
                Options { $($name: <$kind>::from_number($default),)* }
            }
        }

        impl Options {
            /// Sets an option by its name in the table; switches are 0 and 1.
            ///
            /// # Errors
            /// If there is no such option or the value is out of its range.
            pub fn set(&mut self, name: &str, value: usize) -> Result<(), OptionError> {
                match name {
                    $(stringify!($name) => {
                        if !($least..=$greatest).contains(&value) {
                            return Err(OptionError::OutOfRange {
                                name: stringify!($name), value, least: $least, greatest: $greatest,
                            });
                        }
                        self.$name = <$kind>::from_number(value);
                    })*
                    _ => return Err(OptionError::Unknown(name.to_owned())),
                }
                Ok(())
            }

            /// The value of an option by its name in the table, if there is one of that name.
            pub fn get(&self, name: &str) -> Option<usize> {
                match name {
                    $(stringify!($name) => Some(self.$name.number()),)*
                    _ => None,
                }
            }
        }
    };
}

options! {
    lifting: Lifting = 2 in 0..=2, "How predecessors are generalised: 0 not, 1 by implicant, 2 by unsat core where T is functional.",
        "Chockler, Ivrii, Matsliah, Moran, Nevo: FMCAD 2011; Een, Mishchenko, Brayton: FMCAD 2011";
    lift_rounds: usize = 4 in 1..=8, "How often a predecessor is lifted by core, as long as it gets smaller.",
        "Su, Yang, Ci, Huang: rIC3, CAV 2025";
    mic: bool = 1 in 0..=1, "Drop literals from a blocked cube one by one, beyond the unsat core.",
        "Bradley: VMCAI 2011";
    ctg: bool = 0 in 0..=1, "Block the states that stand in the way of a generalisation.",
        "Hassan, Bradley, Somenzi: FMCAD 2013";
    ctg_max: usize = 3 in 1..=64, "How many such states are blocked for one candidate before it is weakened instead.",
        "Hassan, Bradley, Somenzi: FMCAD 2013";
    ctg_depth: usize = 1 in 1..=8, "How deep blocking them may call for blocking others.",
        "Hassan, Bradley, Somenzi: FMCAD 2013";
    activity_order: bool = 1 in 0..=1, "Try to drop the literals first that are rare in recent lemmas.",
        "Bradley: IC3ref, 2013; Su, Yang, Ci: rIC3, CAV 2025";
    predicates: bool = 1 in 0..=1, "Let cubes speak of predicates, where the problem has predicates.",
        "Cimatti, Griggio, Mover, Tonetta: TACAS 2014";
    predicates_first: bool = 1 in 0..=1, "Keep predicates rather than bits of words, where the problem has predicates.",
        "Cimatti, Griggio, Mover, Tonetta: TACAS 2014";
    location: Location = 2 in 0..=2, "Literals of the location: 0 as any other, 1 dropped last, 2 never dropped but by unsat cores.",
        "Lange, Neuhaeusser, Noll: IC3CFA, FMCAD 2015";
    parent_lemmas: bool = 1 in 0..=1, "Drop literals of a lemma last if the frame before has a lemma of them.",
        "Xia, Becchi, Cimatti, Griggio, Li, Pu: CAV 2023";
    push_lemmas: bool = 1 in 0..=1, "Push a new lemma at once as far as it holds.",
        "Bradley: VMCAI 2011; IC3ref";
    requeue: bool = 1 in 0..=1, "Keep a blocked obligation for the next frame.",
        "Een, Mishchenko, Brayton: FMCAD 2011";
    triggered: bool = 1 in 0..=1, "Try to push a lemma again only if what stopped it last time has been excluded.",
        "Suda: Triggered clause pushing for IC3, 2013";
    infinity: bool = 1 in 0..=1, "Move lemmas that are inductive together into the infinity frame.",
        "Hoder, Bjorner: SAT 2012";
    seeding: bool = 1 in 0..=1, "Before the search, prove what simulated runs suggest, where T is functional.",
        "Flanagan, Leino: FME 2001; van Eijk: 2000";
    history: bool = 1 in 0..=1, "Tell simulated states apart by all that I fixes, such as flags that say what has happened; off, by the location alone.",
        "Flanagan, Leino: FME 2001";
    seeding_work: usize = 20000000 in 0..=1000000000, "Through how many clauses simulated runs go at most, so that large problems are not simulated for long.",
        "Flanagan, Leino: FME 2001";
    candidates: bool = 1 in 0..=1, "Before the search, prove what the problem's symbols name as likely, such as intervals of words.",
        "Flanagan, Leino: FME 2001; Cousot, Cousot: POPL 1979";
    guess_conflicts: usize = 3000 in 0..=1000000, "After how many conflicts of the engine's own solver a guess that has not been proved before the search is dropped; 0 is never.",
        "Mishchenko, Case, Brayton, Jang: Scalable and scalably-verifiable sequential synthesis, ICCAD 2008";
    subsumption: bool = 1 in 0..=1, "Remove lemmas that a new lemma implies, and answer for cubes that a lemma blocks without a query.",
        "Een, Mishchenko, Brayton: FMCAD 2011";
    small_invariant: bool = 1 in 0..=1, "Leave out of an invariant what its proof does not need.",
        "Ivrii, Gurfinkel, Belov: FMCAD 2014";
    restarts: usize = 5000 in 0..=1000000000, "Begin again after so many queries of relative induction, times a number of Luby's sequence; 0 is never.",
        "Luby, Sinclair, Zuckerman: IPL 1993";
    core: usize = 2 in 0..=2, "Which solver answers the queries: 0 the context's, 1 the engine's own, 2 its own within the query's domain.",
        "Su, Yang, Ci, Huang: CAV 2025";
    check_learnt: bool = 0 in 0..=1, "Check each clause that the engine's own solver learns, and each core, by unit propagation: for faults of ours.",
        "Goldberg, Novikov: DATE 2003";
    rebuild_after: usize = 1000 in 1..=1000000, "After how many retired temporary clauses a solver is built anew.",
        "Een, Mishchenko, Brayton: FMCAD 2011";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_and_struct_agree() {
        let mut options = Options::default();
        for row in TABLE {
            assert_eq!(options.get(row.name), Some(row.default), "{}", row.name);
            assert!(row.least <= row.default && row.default <= row.greatest, "{}", row.name);
            for value in [row.least, row.greatest] {
                assert_eq!(options.set(row.name, value), Ok(()));
                assert_eq!(options.get(row.name), Some(value), "{}", row.name);
            }
            assert!(options.set(row.name, row.greatest + 1).is_err());
        }
        assert_eq!(options.set("no_such", 1), Err(OptionError::Unknown("no_such".to_owned())));
        assert_eq!(options.get("no_such"), None);
    }
}
