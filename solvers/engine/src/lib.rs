//! What every engine takes and gives.
//!
//! | module | what |
//! |---|---|
//! | [`engine`] | [`Engine`], [`Context`] (budget, stop, observer, solvers), [`EngineError`] |
//! | [`verdict`] | [`Verdict`], [`Trace`], [`Certificate`], [`KInduction`] |
//! | [`board`] | [`Board`]: what engines that run side by side tell each other |
//! | [`event`] | [`Event`] and [`Observer`]: what engines tell while they run; they print nothing |
//! | [`mod@file`] | evidence as text |
//! | [`answer`] | what other solvers print |
//! | [`mod@complete`] | runs of which only some literals are known |
//! | [`check`] | the checkers of traces and certificates, which share nothing with the engines |
//! | [`plain`] | problems without predicates, for engines that make no use of them |
//! | `testing` | problems whose answer is known, to test engines with; with feature `testing` |

pub mod answer;
pub mod board;
pub mod check;
pub mod complete;
pub mod engine;
pub mod event;
pub mod file;
pub mod plain;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod verdict;

pub use bitreach_limits::{Budget, Reason};
pub use board::Board;
pub use engine::{Context, Engine, EngineError};
pub use event::{Event, Observer, Silent, Statistics};
pub use verdict::{changing_variables, Certificate, Exhausted, KInduction, Progress, TimeStep, Trace, Verdict};
