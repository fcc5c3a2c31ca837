//! What every engine takes and gives.
//!
//! | module | what |
//! |---|---|
//! | [`engine`] | [`Engine`], [`Context`] (budget, stop, observer, solvers), [`EngineError`] |
//! | [`verdict`] | [`Verdict`], [`Reason`], [`Trace`], [`Certificate`] |
//! | [`event`] | [`Event`] and [`Observer`]: what engines tell while they run; they print nothing |
//! | [`check`] | the checkers of traces and certificates, which share nothing with the engines |

pub mod engine;
pub mod event;
pub mod verdict;

pub use engine::{Budget, Context, Engine, EngineError};
pub use event::{Event, Observer, Silent, Statistics};
pub use verdict::{Certificate, Progress, Reason, TimeStep, Trace, Verdict};
