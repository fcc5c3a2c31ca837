//! DimSpec problems: four CNFs that say where a transition system starts, what always holds, where it should get to and
//! how it steps.
//!
//! With `n` variables a step, `I`, `U` and `G` are over variables `0..n`, and `T` is over `0..2n`, where variable
//! `v + n` is `v` one step later. A run of length `k` is a row of `k + 1` assignments `s_0 … s_k` with
//! `I(s_0) ∧ ⋀_{j≤k} U(s_j) ∧ ⋀_{j<k} T(s_j, s_{j+1}) ∧ G(s_k)`. The problem is *unsafe* if there is a run of any
//! length, *safe* if there is none. (Format: Suda's DimSpec page; the readers and writers compared in the project notes.)
//!
//! | module | what |
//! |---|---|
//! | [`problem`] | [`DimSpec`], [`Section`] and the roles of variables |
//! | [`symbols`] | [`Symbols`]: what each variable is, as comments carry it |
//! | [`mod@read`] | the reader: any section order, comments anywhere, gzip |
//! | [`mod@write`] | the writer: i, u, g, t, exact counts, comments on top |

pub mod problem;
pub mod read;
pub mod symbols;
pub mod write;

pub use problem::{DimSpec, Section};
pub use symbols::{Symbol, SymbolKind, Symbols};
