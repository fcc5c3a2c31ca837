//! The program to be decided: one function with no calls left, as blocks of operations on bit-vectors, and where each
//! part comes from in the source.
//!
//! | module | what |
//! |---|---|
//! | [`cfg`] | [`Program`], [`Block`], [`Terminator`], [`Exit`] |
//! | [`instruction`] | [`Instruction`], [`Operation`], [`Operand`] |
//! | [`origin`] | [`SourceMap`]: origins, C variables, inputs, checks |

pub mod cfg;
pub mod instruction;
pub mod origin;

pub use cfg::{Block, BlockId, Exit, Phi, Program, Terminator};
pub use instruction::{Assignment, Instruction, Operand, Operation, ValueId};
pub use origin::{
    CheckKind, InputId, InputKind, InputSite, Origin, OriginId, Site, SiteId, SourceMap, Unmodelled, UnmodelledId,
    Variable, VariableId,
};
