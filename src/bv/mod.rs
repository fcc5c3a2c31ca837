//! Bit-vectors: values, operations, terms.
//!
//! | module | what |
//! |---|---|
//! | [`op`] | the operations, by name |
//! | [`value`] | [`BitVec`], a value of 1 to 128 bits |
//! | [`semantics`] | what each operation does to values: the reference for everything else |

pub mod op;
pub mod semantics;
pub mod value;

pub use op::{BinaryOp, OverflowOp, Predicate, TernaryOp, UnaryOp};
pub use value::BitVec;
