//! What can be asked about a program, and for which machine.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

/// SV-COMP's error functions: a call of one is what `unreach-call` is about, unless a property file names another.
pub const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// The name of a function in C. Names live as long as the process: there are as many as property files name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionName(&'static str);

impl FunctionName {
    /// The name, if functions can have it.
    pub fn new(name: &str) -> Option<FunctionName> {
        static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let is_letter = |letter: char| letter == '_' || letter.is_ascii_alphabetic();
        let is_name = name.starts_with(is_letter) && name.chars().all(|one| is_letter(one) || one.is_ascii_digit());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.get(name).copied();
        is_name.then(|| {
            FunctionName(found.unwrap_or_else(|| {
                let name: &'static str = Box::leak(name.into());
                known.insert(name);
                name
            }))
        })
    }

    /// The name.
    pub fn text(self) -> &'static str {
        self.0
    }
}

/// What must not happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Property {
    /// A call of `reach_error` or `__VERIFIER_error` (SV-COMP's `unreach-call`).
    UnreachCall,
    /// A call of a function that is an error function because a property file says so; SV-COMP's are functions like others then.
    UnreachFunction(FunctionName),
    /// Signed arithmetic whose exact result is outside its type (SV-COMP's `no-overflow`).
    NoOverflow,
    /// A failing `assert`.
    Assert,
    /// An access outside of every object that is alive (SV-COMP's `valid-deref`).
    ValidDeref,
    /// `free` of something that is not the start of an allocated object (SV-COMP's `valid-free`).
    ValidFree,
    /// Allocated memory that no pointer leads to any more (SV-COMP's `valid-memtrack`).
    ValidMemtrack,
    /// Memory that is still allocated when the program ends, by the return of `main` or by `exit` (SV-COMP's
    /// `valid-memcleanup`); `abort` is no end at which anything is given back.
    ValidMemcleanup,
    /// `valid-deref`, `valid-free` and `valid-memtrack` together (SV-COMP's `valid-memsafety`).
    ValidMemsafety,
    /// A division or remainder of integers by zero.
    NoDivisionByZero,
    /// A shift by a negative number of bits, or by the width of the type or more.
    NoBadShift,
    /// An index that is outside of the array that it is written for; pointers are for `valid-deref`.
    NoIndexOutOfBounds,
    /// All errors that keep an execution from its normal end, as the search for inconsistent code asks of whole programs:
    /// nobody asks for it by name.
    NormalEnd {
        /// Whether signed overflow is one.
        overflow: bool,
    },
}

impl Property {
    /// All properties that have names of their own.
    pub const ALL: [Property; 11] = [
        Property::UnreachCall,
        Property::NoOverflow,
        Property::Assert,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::ValidMemsafety,
        Property::NoDivisionByZero,
        Property::NoBadShift,
        Property::NoIndexOutOfBounds,
    ];

    /// All of them, without those that `valid-memsafety` has already.
    pub const TOGETHER: [Property; 8] = [
        Property::UnreachCall,
        Property::Assert,
        Property::ValidMemsafety,
        Property::ValidMemcleanup,
        Property::NoOverflow,
        Property::NoDivisionByZero,
        Property::NoBadShift,
        Property::NoIndexOutOfBounds,
    ];

    /// Whether it is about memory.
    pub fn is_about_memory(self) -> bool {
        use Property::{ValidDeref, ValidFree, ValidMemcleanup, ValidMemsafety, ValidMemtrack};
        matches!(self, ValidDeref | ValidFree | ValidMemtrack | ValidMemcleanup | ValidMemsafety)
    }

    /// Whether an invalid access violates it.
    pub fn asks_for_accesses(self) -> bool {
        matches!(self, Property::ValidDeref | Property::ValidMemsafety | Property::NormalEnd { .. })
    }

    /// Whether an invalid call of `free` violates it.
    pub fn asks_for_frees(self) -> bool {
        matches!(self, Property::ValidFree | Property::ValidMemsafety | Property::NormalEnd { .. })
    }

    /// Whether what is undefined about constants matters at all.
    pub fn asks_for_constants(self) -> bool {
        self != Property::NormalEnd { overflow: false }
    }

    /// Whether signed overflow violates it.
    pub fn asks_for_overflow(self) -> bool {
        matches!(self, Property::NoOverflow | Property::NormalEnd { overflow: true })
    }

    /// Whether a division by zero violates it.
    pub fn asks_for_divisions(self) -> bool {
        matches!(self, Property::NoDivisionByZero | Property::NormalEnd { .. })
    }

    /// Whether a call of an error function is an error.
    pub fn asks_for_error_functions(self) -> bool {
        matches!(self, Property::UnreachCall | Property::UnreachFunction(_) | Property::NormalEnd { .. })
    }

    /// Whether a function of this name is an error function.
    pub fn is_error_function(self, name: &str) -> bool {
        match self {
            Property::UnreachFunction(own) => own.text() == name,
            _ => ERROR_FUNCTIONS.contains(&name),
        }
    }

    /// What verdicts call it: the same for all error functions.
    pub fn in_verdicts(self) -> String {
        match self {
            Property::UnreachFunction(_) => Property::UnreachCall.to_string(),
            _ => self.to_string(),
        }
    }

    /// Whether it matters how the program ends: then only its return and `exit` are no error.
    pub fn asks_for_ends(self) -> bool {
        matches!(self, Property::NormalEnd { .. })
    }

    /// Whether what violates another one violates it.
    pub fn includes(self, other: Property) -> bool {
        match other {
            Property::ValidDeref => self.asks_for_accesses(),
            Property::ValidFree => self.asks_for_frees(),
            _ => self == other,
        }
    }

    /// Whether memory that is lost violates it.
    pub fn asks_for_tracking(self) -> bool {
        matches!(self, Property::ValidMemtrack | Property::ValidMemsafety)
    }
}

/// The property that calls of a function violate.
pub fn of_function(name: FunctionName) -> Property {
    match ERROR_FUNCTIONS.contains(&name.text()) {
        true => Property::UnreachCall,
        false => Property::UnreachFunction(name),
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Property::UnreachCall => "unreach-call",
            Property::UnreachFunction(own) => return write!(f, "unreach-call({})", own.text()),
            Property::NoOverflow => "no-overflow",
            Property::Assert => "assert",
            Property::ValidDeref => "valid-deref",
            Property::ValidFree => "valid-free",
            Property::ValidMemtrack => "valid-memtrack",
            Property::ValidMemcleanup => "valid-memcleanup",
            Property::ValidMemsafety => "valid-memsafety",
            Property::NoDivisionByZero => "no-division-by-zero",
            Property::NoBadShift => "no-bad-shift",
            Property::NoIndexOutOfBounds => "no-index-out-of-bounds",
            Property::NormalEnd { .. } => "normal-end",
        })
    }
}

impl FromStr for Property {
    type Err = ();
    fn from_str(name: &str) -> Result<Property, ()> {
        let own = || name.strip_prefix("unreach-call(")?.strip_suffix(')').and_then(FunctionName::new);
        let own = || Some(of_function(own()?));
        Property::ALL.into_iter().find(|property| property.to_string() == name).or_else(own).ok_or(())
    }
}

/// The widths of C's types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataModel {
    /// int, long and pointers have 32 bits (`-m32`).
    Ilp32,
    /// int has 32 bits, long and pointers have 64 (`-m64`).
    Lp64,
}

impl fmt::Display for DataModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let own = Property::UnreachFunction(FunctionName::new("my_error").expect("it is a name"));
        for property in Property::ALL.into_iter().chain([own]) {
            assert_eq!(property.to_string().parse(), Ok(property));
        }
        assert_eq!((own.to_string(), own.in_verdicts()), ("unreach-call(my_error)".into(), "unreach-call".into()));
        assert_eq!("unreach-call(reach_error)".parse(), Ok(Property::UnreachCall));
        assert!(own.is_error_function("my_error") && !own.is_error_function("reach_error"));
        for name in ["", "1a", "a b", "a()", "é"] {
            assert!(FunctionName::new(name).is_none(), "{name}");
        }
    }
}
