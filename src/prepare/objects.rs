//! What preparing a module says about its objects, for reading it: sizes, first contents, and how C names their parts. The
//! library that reads modules shows none of this for globals.

use crate::bv::BitVec;
use crate::program::VariableId;

/// A local, global or function of a module that a pointer can point to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectSource {
    /// Its name in the module. A local can have the name of a global.
    pub name: String,
    /// What it is.
    pub kind: ObjectKind,
    /// Its size in bytes; 0 for a function.
    pub size: u64,
    /// What it holds at first, by offset in bytes; what is not listed is zero. Locals hold what their function stores.
    pub initial: Vec<(u64, Initial)>,
    /// The parts that C has names for, by offset in bytes.
    pub parts: Vec<(u64, VariableId)>,
}

/// What kind of object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// In `main`'s frame.
    Local,
    /// A global variable or constant.
    Global,
    /// On the heap: one of those that a call allocates.
    Heap,
    /// A function: it has an address and no contents.
    Function,
}

/// What a part of an object holds at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Initial {
    /// A number.
    Bits(BitVec),
    /// So many bytes behind the start of the object of this name.
    Address {
        /// The name in the module.
        object: String,
        /// The offset in bytes.
        offset: i64,
    },
    /// Anything, for so many bytes.
    Unknown(u64),
}

/// Whether an object of this name, as clang gives it, is a literal: compilers may keep one of them in the place of another.
pub fn is_literal(name: &str) -> bool {
    name.starts_with(".str") || name.starts_with(".compoundliteral")
}
