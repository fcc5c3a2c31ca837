//! What ends a command without a report.

use crate::bench::journal::RecordError;
use crate::external::ExternalError;
use std::path::PathBuf;

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
    /// Another solver cannot be run.
    #[error(transparent)]
    External(#[from] ExternalError),
    /// The state of a run cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
}

/// Why the state of a run cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The file cannot be read or written.
    #[error("{file}: cannot be used for the state of the run: {error}")]
    Unusable {
        /// The file.
        file: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// It is another run's.
    #[error("{0}: holds the state of a run with other options or of another version, or something else; remove it to begin anew")]
    Other(PathBuf),
    /// It cannot be written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A source was changed after a part of the run had looked at it.
    #[error("{0} or a file that it includes has changed since a part of the run looked at it; name another folder with --output")]
    Changed(PathBuf),
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
