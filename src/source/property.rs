//! What can be asked about a program, and for which machine.

use std::fmt;
use std::str::FromStr;

/// What must not happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Property {
    /// A call of `reach_error` or `__VERIFIER_error` (SV-COMP's `unreach-call`).
    UnreachCall,
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
    /// All properties that have names.
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

    /// Whether a call of SV-COMP's error functions is an error.
    pub fn asks_for_error_functions(self) -> bool {
        matches!(self, Property::UnreachCall | Property::NormalEnd { .. })
    }

    /// Whether it matters how the program ends: then only its return and `exit` are no error.
    pub fn asks_for_ends(self) -> bool {
        matches!(self, Property::NormalEnd { .. })
    }

    /// Whether memory that is lost violates it.
    pub fn asks_for_tracking(self) -> bool {
        matches!(self, Property::ValidMemtrack | Property::ValidMemsafety)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Property::UnreachCall => "unreach-call",
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
        Property::ALL.into_iter().find(|property| property.to_string() == name).ok_or(())
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
