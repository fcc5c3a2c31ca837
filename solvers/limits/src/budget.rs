//! How much a run may use, and what it ran out of.

use std::fmt;
use std::time::Instant;

/// How much an engine may use. `None` is no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// When to end.
    pub deadline: Option<Instant>,
    /// Bytes that the process may hold.
    pub memory: Option<u64>,
    /// The longest run to look for, in steps. Only bounded searches heed it.
    pub steps: Option<usize>,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The time is up.
    Timeout,
    /// The memory budget is used up.
    Memory,
    /// The bound on the number of steps is reached.
    Steps,
    /// So much work brought nothing new.
    Effort,
    /// Someone asked to stop.
    Interrupted,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Timeout => "timeout",
            Reason::Memory => "memory",
            Reason::Steps => "steps",
            Reason::Effort => "effort",
            Reason::Interrupted => "interrupted",
        })
    }
}
