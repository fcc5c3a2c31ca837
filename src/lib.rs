//! `bitreach` decides, bit for bit and with no bound on loops, whether a C program can reach an error.
//!
//! | module | what | uses |
//! |---|---|---|
//! | [`bv`] | bit-vector values, operations, terms, rewriting, evaluation | nothing |
//! | [`program`] | one function without calls: blocks, values, where they come from, and an interpreter | `bv` |

pub mod bv;
pub mod program;
