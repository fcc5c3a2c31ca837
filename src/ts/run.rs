//! Runs: traces told in blocks and values instead of bits.

use crate::bv::BitVec;
use crate::program::{BlockId, ValueId};
use crate::ts::Place;
use rustc_hash::FxHashMap;

/// A run of the encoded program, from the entry to a sink.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The steps in order.
    pub steps: Vec<RunStep>,
    /// For each block, by index, whether a step begins where control enters it.
    pub is_location: Vec<bool>,
}

/// One step: where control is when it begins, and the values of the inputs that it may read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunStep {
    /// Where control is.
    pub place: Place,
    /// The value of each nondeterministic input, by the value that it defines. A step reads each at most once.
    pub inputs: FxHashMap<ValueId, BitVec>,
}

impl Run {
    /// Where the run ends.
    pub fn sink(&self) -> Option<Place> {
        self.steps.last().map(|step| step.place)
    }

    /// Whether a step begins where control enters the block.
    pub fn is_location(&self, block: BlockId) -> bool {
        self.is_location.get(block.0).copied().unwrap_or(false)
    }
}
