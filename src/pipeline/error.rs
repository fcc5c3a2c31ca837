//! What ends a command without a report.

use super::inconsistent::state::StateError;

/// What ends a run without a report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PipelineError {
    /// The program cannot be read or compiled.
    #[error("{0}")]
    Input(String),
    /// The limits ended the run before there was anything to search.
    #[error("stopped before the program was read and encoded")]
    Stopped,
    /// A fault of bitreach itself: an engine failed, evidence did not hold, a trace could not be replayed.
    #[error("{0}")]
    Internal(String),
    /// The state of a run cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
}

/// The result of some stages; `None` where the limits stopped them.
///
/// # Errors
/// All errors but [`PipelineError::Stopped`].
pub fn in_time<T>(result: Result<T, PipelineError>) -> Result<Option<T>, PipelineError> {
    match result {
        Err(PipelineError::Stopped) => Ok(None),
        result => result.map(Some),
    }
}
