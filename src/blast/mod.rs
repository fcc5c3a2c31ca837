//! From words to bits: terms become an and-inverter graph, the graph becomes clauses.
//!
//! | module | what |
//! |---|---|
//! | [`aig`] | [`Aig`]: hash-consed and-gates with complemented edges |
//! | [`circuits`] | adders, multipliers, dividers, shifters, comparators |
//! | [`words`] | [`Blaster`]: the bits of each term |
//! | [`tseitin`] | [`CnfBuilder`]: the clauses that define gates |

pub mod aig;
pub mod circuits;
#[cfg(test)]
mod tests;
pub mod tseitin;
pub mod words;

pub use aig::{Aig, AigLit};
pub use tseitin::CnfBuilder;
pub use words::Blaster;
