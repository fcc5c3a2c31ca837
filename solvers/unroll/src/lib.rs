//! The incremental-SAT unroller: bounded search, step by step (Biere, Cimatti, Clarke, Zhu: Symbolic model checking without
//! BDDs, TACAS 1999; Eén, Sörensson: Temporal induction by incremental SAT solving, BMC 2003).
//!
//! It finds shortest runs to the goal and proves next to nothing: its part is to find errors. On the same unrolling stands
//! k-induction, which proves.
//!
//! | module | what |
//! |---|---|
//! | [`unrolling`] | [`Unrolling`]: the formula of a run, grown by one step at a time in one solver |
//! | `fold` | constants and equalities, by which a step costs the solver less |
//! | `dead` | states that stay and are no goal: runs that lead on do not pass them |
//! | [`search`] | [`Unroll`], the engine: asks for the goal at every step |
//! | `spent` | time that is spent on a part of a search |
//! | [`kinduction`] | [`KInductive`], the engine: base and step, lemmas of others, different steps on demand |

mod dead;
mod fold;
pub mod kinduction;
pub mod search;
mod spent;
pub mod unrolling;

pub use kinduction::KInductive;
pub use search::Unroll;
pub use unrolling::{Start, Unrolling};
