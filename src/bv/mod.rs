//! Bit-vectors: values, operations, terms.
//!
//! | module | what |
//! |---|---|
//! | [`op`] | the operations, by name |
//! | [`value`] | [`BitVec`], a value of 1 to 128 bits |
//! | [`semantics`] | what each operation does to values: the reference for everything else |
//! | [`term`] | [`TermPool`]: hash-consed terms of few core operators |
//! | [`derived`] | all operations as terms of the core operators |
//! | [`rewrite`] | local rewriting when a term is built |
//! | [`polynomial`] | terms as sums of products, in which what is the same is one |
//! | `replace` | terms built again, with parts replaced by others |
//! | `unify` | terms that compute the same are made one |
//! | [`eval`] | the value of a term |
//! | [`float`] | floating-point numbers: formats and operations |

pub mod derived;
pub mod eval;
pub mod float;
pub mod op;
pub mod polynomial;
mod replace;
pub mod rewrite;
pub mod semantics;
pub mod term;
mod unify;
pub mod value;

pub use eval::{evaluate, Evaluator};
pub use float::{FloatOp, Format, Rounding};
pub use op::{BinaryOp, OverflowOp, Predicate, TernaryOp, UnaryOp};
pub use term::{CoreOp, SymbolId, Term, TermId, TermPool};
pub use value::BitVec;

#[cfg(test)]
pub(crate) mod testing;
