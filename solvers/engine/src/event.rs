//! What engines tell while they run.

use crate::Progress;
use std::time::Duration;

/// Something that happened in an engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The engine got further: a new depth, a new frame.
    Progress {
        /// The engine's name.
        engine: &'static str,
        /// How far it is.
        progress: Progress,
    },
    /// The engine failed, but others that run beside it go on.
    Failed {
        /// The engine's name.
        engine: &'static str,
        /// What is wrong.
        message: String,
    },
    /// A row of figures, told before the engine ends: one for each frame, each step, or whatever the name says.
    Series {
        /// The engine's name.
        engine: &'static str,
        /// What is counted, in `snake_case`.
        name: &'static str,
        /// The figures, in order.
        values: Vec<f64>,
    },
    /// The evidence of the engine's answer has passed its check.
    Checked {
        /// The engine's name.
        engine: &'static str,
        /// How long the check took.
        time: Duration,
    },
    /// The engine has ended; these are its figures.
    Finished {
        /// The engine's name.
        engine: &'static str,
        /// Counters and times.
        statistics: Statistics,
    },
}

/// Counters and seconds of a run, in the order in which they are to be shown: a name in `snake_case` and a value. Names of
/// times end in `_seconds`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statistics(pub Vec<(&'static str, f64)>);

/// Someone who listens to engines.
pub trait Observer: Send {
    /// Hears an event, `at` after the run began.
    fn hear(&mut self, at: Duration, event: &Event);
}

/// An observer that listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn hear(&mut self, _at: Duration, _event: &Event) {}
}
