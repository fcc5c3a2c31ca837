//! Bit-vectors: values, operations, terms.
//!
//! | module | what |
//! |---|---|
//! | [`op`] | the operations, by name |
//! | [`value`] | [`BitVec`], a value of 1 to 128 bits, and what each operation does: the reference semantics |

pub mod op;
pub mod value;

pub use op::{BinaryOp, OverflowOp, Predicate, TernaryOp, UnaryOp};
pub use value::BitVec;
