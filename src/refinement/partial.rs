//! Partial programs.

use super::large::StoreSite;
use crate::bv::BitVec;
use crate::program::{Access, ObjectId, Program, ValueId, VariableId};
use std::sync::Arc;

/// A program that follows some cells of large objects, and does at least what the original does. Blocks and values have the
/// numbers that they have there; new ones come behind.
#[derive(Clone, Debug)]
pub struct Partial {
    /// The program. After each access to a large object it assigns to variables of its own what was accessed, for
    /// [`Partial::feasibility`].
    pub program: Arc<Program>,
    pub(super) marks: Vec<Mark>,
    /// The first of the variables for marks, see [`build`](super::build).
    pub(super) first: VariableId,
}

/// An access to a large object.
#[derive(Clone, Debug)]
pub(super) enum Mark {
    /// A load that defines this value.
    Load(ValueId, Access),
    Store(StoreSite, Access),
    /// Many cells are written at once, at offsets that are known: by constants, or by inputs that nothing else reads.
    Fill(ObjectId, Vec<Filled>),
}

/// A cell that is written together with many others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filled {
    pub offset: u64,
    pub width: u32,
    pub value: Filling,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Filling {
    Constant(BitVec),
    /// An input, by the value that it defines.
    Input(ValueId),
}
