//! Verdicts in terms of the source: error paths, and the replay that they come from.
//!
//! | module | what |
//! |---|---|
//! | [`path`] | [`ErrorPath`]: the executed places with inputs and changed variables |
//! | [`recorded`] | executions known by their inputs, and files of them |
//! | [`replay`] | runs of the encoding, replayed on programs by the interpreter |

pub mod path;
pub mod recorded;
pub mod replay;

pub use path::{Changed, ErrorPath, Gap, Length, PathStep};
pub use recorded::RecordedInputs;
