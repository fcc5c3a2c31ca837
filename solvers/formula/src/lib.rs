//! Variables, literals, clauses, cubes and CNF formulas: the data types that every solver crate shares.
//!
//! | module | what |
//! |---|---|
//! | [`lit`] | [`Var`], [`Lit`], [`Polarity`] |
//! | [`clause`] | [`Clause`] (a disjunction) and [`Cube`] (a conjunction), negations of each other |
//! | [`cnf`] | [`Cnf`]: many clauses, stored flat |
//! | [`assignment`] | [`Assignment`]: a value for each of `n` variables |
//! | [`mod@counted`] | numbers of things, in words |
//! | [`mod@printable`] | text of others, shown so that it does nothing to a terminal |
//! | `testing` | random inputs for tests, behind the feature of that name |

pub mod assignment;
pub mod clause;
pub mod cnf;
pub mod counted;
pub mod lit;
pub mod printable;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use assignment::Assignment;
pub use clause::{Clause, Cube};
pub use cnf::Cnf;
pub use counted::counted;
pub use lit::{Lit, Polarity, Var};
pub use printable::printable;
