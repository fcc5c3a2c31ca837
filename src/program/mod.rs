//! The program to be decided: one function with no calls left, as blocks of operations on bit-vectors, and where each
//! part comes from in the source.
//!
//! | module | what |
//! |---|---|
//! | [`mod@cfg`] | [`Program`], [`Block`], [`Terminator`], [`Exit`] |
//! | [`instruction`] | [`Instruction`], [`Operation`], [`Operand`] |
//! | [`memory`] | [`Object`], [`Access`], [`Store`]: memory as cells |
//! | [`origin`] | [`SourceMap`]: origins, C variables, inputs, checks |
//! | [`validate`] | [`Program::validate`]: the invariants |
//! | [`dominators`] | which block dominates which |
//! | [`liveness`] | which values are still read |
//! | [`mod@postorder`] | orders of blocks |
//! | [`simplify`] | fewer blocks that do the same |
//! | `unroll` | programs whose loops are bounded, without loops |
//! | `counters` | of counters that go up together one is kept |
//! | `lone_stores` | what is read of a cell that is written once is what was written |
//! | [`interpret`] | [`Interpreter`]: runs a program |
//! | [`mod@print`] | a program as text |

pub mod cfg;
mod counters;
pub mod dominators;
pub mod instruction;
pub mod interpret;
pub mod liveness;
mod lone_stores;
pub mod memory;
pub mod origin;
pub mod postorder;
pub mod print;
pub mod simplify;
#[cfg(test)]
pub mod testing;
mod unroll;
pub mod validate;

pub use cfg::{Block, BlockId, Exit, Phi, Program, Terminator};
pub use dominators::Dominators;
pub use instruction::{Assignment, Instruction, Operand, Operands, Operation, ValueId};
pub use interpret::{Directed, Event, Execution, InputRequest, Inputs, Interpreter, OnlyWay, Outcome};
pub use memory::{Access, Cell, Chain, Instances, Object, ObjectId, Pattern, Store, Tail};
pub use origin::{
    CheckKind, Declared, InputId, InputKind, InputSite, NamedObject, Origin, OriginId, Reading, Role, Site, SiteId,
    SourceMap, Unmodelled, UnmodelledId, Variable, VariableId,
};
pub use validate::Fault;
