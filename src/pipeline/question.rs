//! What is asked, how it is searched, and in which form it is written down: the options of the commands as values.

use crate::dimspec::aiger::Aiger;
use crate::dimspec::btor2::Btor2;
use crate::frontend::Assumed;
use crate::program::Program;
use crate::read::bounds::Bounds;
use crate::solve::{EngineName, SatName, Team};
use crate::source::clang::Unit;
use crate::source::property::{DataModel, Property};
use crate::ts::{self, Encoding, Goal};
use bitreach_dimspec::DimSpec;
use bitreach_limits::Limits;
use std::sync::Arc;

/// What is asked about a program.
#[derive(Clone, Debug)]
pub struct Question {
    /// The files of the program, and how they are compiled.
    pub files: Vec<Unit>,
    /// What must not happen.
    pub property: Property,
    /// Why it is this property: "as asked for", "the task's".
    pub why: String,
    /// The widths of `long` and pointers.
    pub data_model: DataModel,
    /// How many levels of recursion are inlined below the first call; what goes deeper is unmodelled.
    pub recursion: usize,
    /// How much memory is followed.
    pub bounds: Bounds,
    /// What is assumed of functions that the program does not define.
    pub assumed: Assumed,
    /// Where alone the property can be violated; `None` for anywhere.
    pub only: Option<Only>,
}

/// Some lines of a file, as the compiler calls them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Only {
    /// The file, without its folder.
    pub file: String,
    /// The first and the last line.
    pub lines: (u32, u32),
}

/// A question, how to search, and the limits of the run.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What is asked.
    pub question: Question,
    /// How to search.
    pub choice: Choice,
    /// How long, and with how much memory.
    pub limits: Limits,
}

/// The encodings by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodingName {
    /// One step is one basic block.
    SmallBlock,
    /// One step is one loop-free region.
    LargeBlock,
    /// The same, with a bit for each location.
    LargeBlockOneHot,
}

impl EncodingName {
    pub(super) fn encode(self, program: &Program) -> Encoding {
        match self {
            EncodingName::SmallBlock => ts::small_block::encode(program),
            EncodingName::LargeBlock => ts::large_block::encode(program),
            EncodingName::LargeBlockOneHot => ts::large_block::encode_with(program, ts::Coding::OneHot),
        }
    }
}

/// Whether the problem names predicates for engines to speak of ([`ts::predicates`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predicates {
    /// It has the words' bits alone.
    Off,
    /// It has those that are found in the transition system.
    Mined,
}

/// Whether a transition system is made smaller before it is searched ([`crate::simplify`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simplification {
    /// It is searched as it is.
    Off,
    /// Constant and equal bits, and all that nothing depends on, are left out.
    On,
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Choice {
    /// In which encoding; DimSpec problems have theirs already.
    pub encoding: EncodingName,
    /// Whether predicates are mined.
    pub predicates: Predicates,
    /// Whether the transition system is made smaller first; DimSpec problems are searched as they are.
    pub simplification: Simplification,
    /// Who searches.
    pub team: Team,
    /// On which SAT solver.
    pub sat: SatName,
    /// How many cells an object has at most that is encoded as a whole although it is accessed at computed offsets; larger ones are followed
    /// in part ([`crate::refinement`]).
    pub whole_cells: usize,
    /// Whether programs are also run natively.
    pub concrete: Concrete,
    /// How executions that were found are replayed.
    pub replay: Replay,
}

/// Whether the concrete engine runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concrete {
    /// Not at all.
    Off,
    /// For a while on a thread of its own, beside the search.
    Beside,
    /// For a while in turn with the engines of the search: for one job.
    InTurn,
    /// Instead of a search.
    Alone,
}

/// Whether executions are replayed natively.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replay {
    /// By the interpreter, and natively where that is possible.
    Native,
    /// By the interpreter alone.
    Interpreter,
}

/// How many cells an object has at most that is encoded as a whole, unless told otherwise.
pub const WHOLE_CELLS: usize = 1000;

impl Choice {
    /// A search without the concrete engine and without predicates.
    pub fn new(encoding: EncodingName, engine: EngineName, sat: SatName) -> Choice {
        let (team, predicates) = (Team::new(engine, sat), Predicates::Off);
        let (simplification, concrete, replay) = (Simplification::On, Concrete::Off, Replay::Native);
        Choice { encoding, predicates, simplification, team, sat, whole_cells: WHOLE_CELLS, concrete, replay }
    }
}

/// A written question.
#[derive(Debug)]
pub struct Encoded {
    /// The program that is encoded.
    pub program: Arc<Program>,
    /// The question itself.
    pub written: Written,
    /// Sizes, by name.
    pub sizes: Vec<(String, usize)>,
    /// What is not represented exactly.
    pub unmodelled: Vec<String>,
}

/// How a question is encoded and written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// In which encoding.
    pub encoding: EncodingName,
    /// Whether predicates are mined.
    pub predicates: Predicates,
    /// Whether the transition system is made smaller.
    pub simplification: Simplification,
    /// What is asked for.
    pub goal: Goal,
    /// In which format.
    pub format: Format,
}

/// In which format a question is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// As a DimSpec problem.
    DimSpec,
    /// As an AIGER graph.
    Aiger,
    /// As a BTOR2 system.
    Btor2,
}

/// A question in one of the formats.
#[derive(Debug)]
pub enum Written {
    /// A DimSpec problem.
    DimSpec(DimSpec),
    /// An AIGER graph.
    Aiger(Aiger),
    /// A BTOR2 system.
    Btor2(Btor2),
}
