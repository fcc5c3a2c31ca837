//! Incremental SAT solving behind one small trait.
//!
//! | module | what |
//! |---|---|
//! | [`solver`] | [`IncrementalSolver`], its states, [`Answer`], [`SolverFactory`] |
//! | [`cadical`] | CaDiCaL, by the `cadical` crate |
//! | [`varisat`] | Varisat, with its own proof check |
//! | [`ipasir`] | any solver with the IPASIR interface, from a library that is loaded at run time or linked in |
//! | `conformance` | the test suite that every back end passes; with feature `testing` |

pub mod cadical;
#[cfg(any(test, feature = "testing"))]
pub mod conformance;
pub mod ipasir;
pub mod solver;
pub mod varisat;

pub use cadical::{CadicalFactory, PlainCadicalFactory};
pub use ipasir::{IpasirError, IpasirFactory};
pub use solver::{Answer, IncrementalSolver, SolverError, SolverFactory};
pub use varisat::VarisatFactory;
