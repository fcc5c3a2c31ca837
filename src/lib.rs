//! `bitreach` decides, bit for bit and with no bound on loops, whether a C program can reach an error.
//!
//! | module | what | uses |
//! |---|---|---|
//! | [`bv`] | bit-vector values, operations, terms, rewriting, evaluation | nothing |
//! | [`frontend`] | C source and LLVM modules become programs | `program` |
//! | [`program`] | one function without calls: blocks, values, where they come from, and an interpreter | `bv` |

pub mod blast;
pub mod bv;
pub mod dimspec;
pub mod frontend;
pub mod program;
pub mod ts;
pub mod verdict;
