//! Incremental SAT solving behind one small trait.
//!
//! | module | what |
//! |---|---|
//! | [`solver`] | [`IncrementalSolver`], its states, [`Answer`], [`StopFlag`], [`SolverFactory`] |
//! | [`cadical`] | CaDiCaL, by the `cadical` crate |
//! | [`varisat`] | Varisat, with its own proof check |
//! | [`conformance`] | the test suite that every back end passes |

pub mod solver;

pub use solver::{Answer, IncrementalSolver, SolverError, SolverFactory, StopFlag};
