//! What a command gives back.

use crate::report::Report;
use crate::verdict::RecordedInputs;
use bitreach_dimspec::DimSpec;
use bitreach_engine::file::Evidence;
use std::sync::Arc;

/// A finished run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What is to be said about it.
    pub report: Report,
    /// The evidence and the number of variables a step of the problem that it is about, where there is an answer.
    pub evidence: Option<(Evidence, usize)>,
    /// Where there is no such evidence: the inputs of the execution that the concrete engine found, or that was found with large
    /// objects followed in part.
    pub inputs: Option<RecordedInputs>,
    /// The problem that the evidence is about, where it is not what was given.
    pub problem: Option<Arc<DimSpec>>,
}
