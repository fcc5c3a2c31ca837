//! What is asked, how it is searched, and in which form it is written down: the options of the commands as values.

use super::failing::Failing;
use crate::circuit::write::Aiger;
use crate::dimspec::text::Text;
use crate::frontend::{Assumed, Recursion};
use crate::harness::Called;
use crate::program::Program;
use crate::read::bounds::Bounds;
use crate::solve::{EngineName, SatName, Team};
use crate::source::clang::Unit;
use crate::source::property::{DataModel, Property};
use crate::ts::{self, Encoding, Goal};
use bitreach_dimspec::DimSpec;
use bitreach_formula::printable;
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
    /// Whether recursion is followed to any depth instead, with what calls remember in memory that is read lazily.
    pub frames: bool,
    /// How much memory is followed.
    pub bounds: Bounds,
    /// What is assumed of functions that the program does not define.
    pub assumed: Assumed,
    /// Where alone the property can be violated; `None` for anywhere.
    pub only: Option<Only>,
    /// Checks that are known to fail: executions are taken to end there.
    pub known: Vec<Failing>,
    /// The function that alone is asked about, where that is not the program's `main`.
    pub function: Option<AskedFunction>,
}

/// A function that is asked about. The files of the question are those of a program that calls it ([`crate::harness`]).
#[derive(Clone, Debug)]
pub struct AskedFunction {
    /// The program that calls it.
    pub called: Called,
    /// The files that it stands in, as they were named.
    pub files: Vec<Unit>,
}

impl Question {
    /// How recursion is followed.
    pub fn followed_recursion(&self) -> Recursion {
        match self.frames {
            true => Recursion::Frames,
            false => Recursion::Levels(self.recursion),
        }
    }

    /// The files as they were named.
    pub fn named_files(&self) -> &[Unit] {
        self.function.as_ref().map_or(&self.files, |function| &function.files)
    }
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
    /// Whether loops are unrolled first where their turns are bounded.
    pub loops: Loops,
    /// Who searches.
    pub team: Team,
    /// On which SAT solver.
    pub sat: SatName,
    /// How many cells an object has at most that is encoded as a whole although it is accessed at computed offsets; larger ones are followed
    /// in part ([`crate::refinement`]). Ascending; each number has its turn.
    pub whole_cells: Vec<usize>,
    /// Whether programs are also run natively.
    pub concrete: Concrete,
    /// How executions that were found are replayed.
    pub replay: Replay,
}

/// What becomes of loops whose turns are bounded by constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loops {
    /// They stay loops.
    Kept,
    /// The program without loops is searched first, in a part of the time.
    Unrolled,
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

/// How many cells an object has at most that is encoded as a whole, first and then, unless told otherwise.
pub const WHOLE_CELLS: [usize; 2] = [8, 1000];

impl Choice {
    /// A search without the concrete engine and without predicates, of the program with its loops.
    pub fn new(encoding: EncodingName, engine: EngineName, sat: SatName) -> Choice {
        let (team, predicates) = (Team::new(engine, sat), Predicates::Off);
        let (simplification, concrete, replay) = (Simplification::On, Concrete::Off, Replay::Native);
        let (loops, whole_cells) = (Loops::Kept, WHOLE_CELLS.to_vec());
        Choice { encoding, predicates, simplification, loops, team, sat, whole_cells, concrete, replay }
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

/// The encodings by the names that the command line has for them.
const ENCODINGS: [(EncodingName, &str); 3] = [
    (EncodingName::SmallBlock, "small"),
    (EncodingName::LargeBlock, "large"),
    (EncodingName::LargeBlockOneHot, "large-one-hot"),
];
const PREDICATES: [(Predicates, &str); 2] = [(Predicates::Off, "off"), (Predicates::Mined, "mined")];
const SIMPLIFICATIONS: [(Simplification, &str); 2] = [(Simplification::Off, "off"), (Simplification::On, "on")];
const GOALS: [(Goal, &str); 2] = [(Goal::Error, "error"), (Goal::ErrorOrUnmodelled, "error-or-unmodelled")];

/// How the comment of [`Form::comment`] begins.
const ENCODED: &str = "encoded with ";

/// How the comment begins that says what a problem leaves out.
const LEFT_OUT: &str = "left out, and runs that pass it end there: ";

impl Form {
    /// The options of the command line that ask for this form.
    pub fn words(self) -> String {
        fn name<T: PartialEq>(table: &[(T, &'static str)], value: T) -> &'static str {
            table.iter().find(|(known, _)| *known == value).map_or("", |(_, name)| name)
        }
        format!(
            "--encoding {} --predicates {} --simplify {} --goal {}",
            name(&ENCODINGS, self.encoding),
            name(&PREDICATES, self.predicates),
            name(&SIMPLIFICATIONS, self.simplification),
            name(&GOALS, self.goal)
        )
    }

    /// The comment by which a written problem says its form.
    pub fn comment(self) -> String {
        format!("{ENCODED}{}", self.words())
    }

    /// The comment that says what a written problem leaves out: runs that pass it end there.
    pub fn left_out(construct: &str) -> String {
        format!("{LEFT_OUT}{construct}")
    }

    /// What comments of a problem say that it leaves out, as assumptions of an answer about it.
    pub fn left_out_by(comments: &[String]) -> Vec<String> {
        let left_out = comments.iter().filter_map(|line| line.strip_prefix(LEFT_OUT));
        left_out
            .map(|construct| format!("no run passes what the problem leaves out: {}", printable(construct)))
            .collect()
    }

    /// The form that comments of a DimSpec problem say.
    pub fn of_comments(comments: &[String]) -> Option<Form> {
        fn value<T: Copy>(words: &[&str], option: &str, table: &[(T, &str)]) -> Option<T> {
            let at = words.iter().position(|word| *word == option)?;
            table.iter().find(|(_, name)| words.get(at + 1) == Some(name)).map(|(value, _)| *value)
        }
        let words: Vec<&str> = comments.iter().find_map(|line| line.strip_prefix(ENCODED))?.split(' ').collect();
        Some(Form {
            encoding: value(&words, "--encoding", &ENCODINGS)?,
            predicates: value(&words, "--predicates", &PREDICATES)?,
            simplification: value(&words, "--simplify", &SIMPLIFICATIONS)?,
            goal: value(&words, "--goal", &GOALS)?,
            format: Format::DimSpec,
        })
    }
}

/// In which format a question is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// As a DimSpec problem.
    DimSpec,
    /// As an AIGER graph, version 1.9.
    Aiger,
    /// As an AIGER graph for tools that know version 1.0 only.
    Aiger1,
    /// As a BTOR2 system.
    Btor2,
    /// As constrained Horn clauses.
    Horn,
}

/// A question in one of the formats.
#[derive(Debug)]
pub enum Written {
    /// A DimSpec problem.
    DimSpec(DimSpec),
    /// An AIGER graph.
    Aiger(Aiger),
    /// A BTOR2 system, or constrained Horn clauses.
    Text(Text),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_they_are_written() {
        for (encoding, _) in ENCODINGS {
            for (predicates, _) in PREDICATES {
                for (simplification, _) in SIMPLIFICATIONS {
                    for (goal, _) in GOALS {
                        let form = Form { encoding, predicates, simplification, goal, format: Format::DimSpec };
                        assert_eq!(Form::of_comments(&["other".to_owned(), form.comment()]), Some(form));
                    }
                }
            }
        }
        for comments in [&[][..], &["encoded with --encoding small".to_owned()]] {
            assert_eq!(Form::of_comments(comments), None);
        }
    }
}
