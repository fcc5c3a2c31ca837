//! Verdicts whose evidence has been checked, and the problem that they are about.

use bitreach_dimspec::DimSpec;
use bitreach_engine::check::Checked;
use bitreach_engine::{EngineError, Verdict};
use std::sync::Arc;

/// The problem that the one to decide was made from. Evidence comes back to it, and is checked there.
#[derive(Clone)]
pub struct Original {
    /// The problem as it was.
    pub problem: Arc<DimSpec>,
    /// A verdict about the problem as it was from one about the problem to decide; `None` if its evidence has no way back.
    pub back: Arc<dyn Fn(Verdict) -> Option<Verdict> + Send + Sync>,
}

/// The portfolio's name.
pub(crate) const NAME: &str = "portfolio";

/// A verdict and what the check of its evidence found.
pub type CheckedVerdict = (Verdict, Checked);

/// A member's fault as the portfolio's.
pub(crate) fn fault(member: &str, message: &str) -> EngineError {
    EngineError::Internal { engine: NAME, message: format!("{member}: {message}") }
}
