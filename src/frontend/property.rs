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
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Property::UnreachCall => "unreach-call",
            Property::NoOverflow => "no-overflow",
            Property::Assert => "assert",
        })
    }
}

impl FromStr for Property {
    type Err = ();
    fn from_str(name: &str) -> Result<Property, ()> {
        match name {
            "unreach-call" => Ok(Property::UnreachCall),
            "no-overflow" => Ok(Property::NoOverflow),
            "assert" => Ok(Property::Assert),
            _ => Err(()),
        }
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
