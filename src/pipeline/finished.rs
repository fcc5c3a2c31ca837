//! What a command gives back.

use super::clock::Clock;
use super::failing::Failing;
use super::front_end::Programs;
use super::reporting::{self, Subject};
use crate::boxes::RecordedPartition;
use crate::dimspec::WordVariables;
use crate::program::{Program, SourceMap};
use crate::report::Report;
use crate::ts::Encoding;
use crate::verdict::{ErrorPath, RecordedInputs};
use bitreach_dimspec::DimSpec;
use bitreach_engine::file::Evidence;
use bitreach_engine::{Certificate, Reason};
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
    /// Where the program is safe in each box of a partition of its inputs: that.
    pub boxes: Option<RecordedPartition>,
    /// The problem that the evidence is about, where it is not what was given.
    pub problem: Option<Arc<DimSpec>>,
    /// What an answer about a program rests on, in terms of the program.
    pub basis: Option<Arc<Basis>>,
}

impl Finished {
    /// A report without evidence.
    pub(super) fn of(report: Report) -> Finished {
        Finished { report, evidence: None, inputs: None, boxes: None, problem: None, basis: None }
    }

    /// The check that fails, where the answer is a path to one.
    pub fn failing(&self) -> Option<Failing> {
        match self.basis.as_deref() {
            Some(Basis::Path(path, map)) => Some(Failing::of(map, path)),
            _ => None,
        }
    }

    /// A run that the limits ended in the last stage that there is.
    pub(super) fn ended(subject: Subject, reason: Reason, clock: &Clock) -> Finished {
        Finished::of(reporting::ended(subject, reason, clock))
    }
}

/// What an answer about a program rests on.
#[derive(Debug)]
pub enum Basis {
    /// How the property is violated, and the map that the path refers to.
    Path(Box<ErrorPath>, Box<SourceMap>),
    /// Why it is not.
    Proof(Box<Proof>),
    /// It is not, on the only way that there is.
    OnlyWay,
    /// It is not, in any box of a partition of all inputs.
    Boxes,
}

/// A proof that a program is safe.
#[derive(Debug)]
pub struct Proof {
    /// The program in its forms.
    pub programs: Arc<Programs>,
    /// The one that was encoded.
    pub program: Arc<Program>,
    /// How.
    pub encoding: Encoding,
    /// Which variables hold which word.
    pub words: WordVariables,
    /// The problem.
    pub problem: Arc<DimSpec>,
    /// What was checked.
    pub certificate: Certificate,
}
