//! The report: one value that says everything about a finished run, and its forms.
//!
//! | module | what |
//! |---|---|
//! | [`inconsistent`] | the same for findings of inconsistent code |
//! | [`sarif`], [`html`] | these findings, and what was found out about a program, for code scanning services and as a page |
//! | [`functions`] | reports about several functions by themselves |
//! | [`several`] | reports about several properties of one program |
//! | [`text`] | what a person wants to read |
//! | [`json`] | the same for programs, with a schema version |
//! | `events` | what happens at a line, in words |
//! | `bytes`, `rows` | bytes in a row as strings, and elements of arrays in a row |
//! | `told` | which lines of long paths are told |
//!
//! This module is a leaf: it knows words and numbers, nothing of terms, engines or LLVM.

mod bytes;
mod events;
pub mod functions;
pub mod html;
pub mod inconsistent;
pub mod json;
mod rows;
pub mod sarif;
#[cfg(test)]
mod schemas;
pub mod several;
pub mod text;
mod told;

pub use told::Told;

use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the JSON form. It grows by one when a field changes its meaning or goes; new fields do not change it.
pub const SCHEMA_VERSION: u32 = 2;

/// Everything about a finished run.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Report {
    /// The version of this form; it grows by one when a field changes its meaning or goes.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA_VERSION)))]
    pub schema_version: u32,
    /// `bitreach` and its version.
    pub tool: String,
    /// The file that was asked about; of several their names in one line.
    pub file: String,
    /// The files of the program, or the problem.
    pub files: Vec<String>,
    /// The function that alone is asked about, where that is not the program's `main`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The property and why it was chosen; `None` for a DimSpec problem.
    pub property: Option<String>,
    /// `ILP32` or `LP64`; `None` for a DimSpec problem.
    #[cfg_attr(test, schemars(extend("enum" = ["ILP32", "LP64", null])))]
    pub data_model: Option<String>,
    /// The answer.
    pub verdict: Answer,
    /// One sentence that says what the answer means here.
    pub summary: String,
    /// Why a safe verdict says little: the program has nothing that could violate the property.
    pub nothing_checked: Option<String>,
    /// For an unsafe program: how the error is reached.
    pub path: Option<Path>,
    /// The control flow of the functions that the path may go through, for pages.
    #[serde(skip)]
    pub flow: Vec<Flow>,
    /// For an unsafe problem whose symbols name words: the run to the goal.
    pub run: Option<NamedRun>,
    /// For a safe program, where a page or a witness was asked for: what was proved at loop heads in terms of C variables.
    pub invariants: Vec<Invariant>,
    /// What the answer's evidence is and what checked it, a sentence each.
    pub evidence: Vec<String>,
    /// For an unsafe program: what replaying the execution natively came to.
    pub native_replay: Option<NativeReplay>,
    /// The assumptions that the verdict rests on, a sentence each.
    pub assumptions: Vec<String>,
    /// Those of them that not every question about C has; the text report tells these where an answer hardly rests on the others.
    #[serde(skip)]
    pub own_assumptions: Vec<String>,
    /// Constructs that are not represented exactly and where they stand.
    pub unmodelled: Vec<Construct>,
    /// Sizes of the problem, in the order in which they are shown.
    #[cfg_attr(test, schemars(transform = schemas::counts))]
    pub sizes: Vec<Measure>,
    /// Seconds of each stage, in the order of the stages.
    pub stages: Vec<Measure>,
    /// Figures of the engines.
    pub engines: Vec<EngineFigures>,
}

/// The answer, as the last line of the output shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "answer", content = "reason", rename_all = "lowercase")]
#[cfg_attr(test, schemars(transform = schemas::verdict))]
pub enum Answer {
    /// The error cannot be reached.
    Safe,
    /// It can; the violated property.
    Unsafe(String),
    /// Not decided; why.
    Unknown(String),
}

/// Nothing is known yet.
impl Default for Answer {
    fn default() -> Answer {
        Answer::Unknown(String::new())
    }
}

impl Answer {
    /// What a last line says; `None` if it is no verdict.
    pub fn of_line(line: &str) -> Option<Answer> {
        let verdict = line.strip_prefix("VERDICT: ")?;
        let inside = |name: &str| Some(verdict.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?.to_owned());
        match verdict {
            "SAFE" => Some(Answer::Safe),
            _ => inside("UNSAFE").map(Answer::Unsafe).or_else(|| inside("UNKNOWN").map(Answer::Unknown)),
        }
    }

    /// Evidence, or a witness, that is wrong.
    pub fn rejected() -> Answer {
        Answer::Unknown(REJECTED.to_owned())
    }

    /// An answer of another solver, without anything that could be checked.
    pub fn unproved() -> Answer {
        Answer::Unknown("unproved".to_owned())
    }

    /// The exit code: 0 safe, 10 unsafe, 20 unknown, 4 evidence that is wrong.
    pub fn exit_code(&self) -> u8 {
        match self {
            Answer::Safe => 0,
            Answer::Unsafe(_) => 10,
            Answer::Unknown(reason) if reason == REJECTED => 4,
            Answer::Unknown(_) => 20,
        }
    }
}

/// The frozen last line.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Safe => write!(f, "VERDICT: SAFE"),
            Answer::Unsafe(property) => write!(f, "VERDICT: UNSAFE({property})"),
            Answer::Unknown(reason) => write!(f, "VERDICT: UNKNOWN({reason})"),
        }
    }
}

/// The reason of [`Answer::rejected`].
const REJECTED: &str = "rejected";

/// A number with a name.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Measure {
    /// What is measured; in JSON, in snake case.
    #[serde(serialize_with = "json::name")]
    #[cfg_attr(test, schemars(extend("pattern" = "^[a-z][a-z0-9_]*$")))]
    pub name: String,
    /// How much: a count, or seconds.
    #[serde(serialize_with = "json::number")]
    pub value: f64,
}

impl Measure {
    /// A measure.
    pub fn new(name: impl Into<String>, value: f64) -> Measure {
        Measure { name: name.into(), value }
    }
}

/// What one engine counted.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EngineFigures {
    /// The engine's name.
    pub engine: String,
    /// Its figures: times in seconds, whose names end in `_seconds`, and counts.
    #[cfg_attr(test, schemars(transform = schemas::times_at_the_end))]
    pub figures: Vec<Measure>,
    /// Rows of figures, such as one for each frame.
    pub series: Vec<Series>,
    /// Why it failed, if it did while others went on.
    pub failure: Option<String>,
}

/// A row of figures.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Series {
    /// What is counted.
    pub name: String,
    /// The counts, in order.
    #[serde(serialize_with = "json::numbers")]
    #[cfg_attr(test, schemars(with = "Vec<u64>"))]
    pub values: Vec<f64>,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SourcePlace {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 where it is not known.
    pub line: u32,
    /// The C function.
    pub function: String,
    /// How deep the call is: 0 in `main`.
    pub depth: usize,
}

/// Something that holds each time that control is at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Invariant {
    /// The head of a loop.
    pub place: SourcePlace,
    /// What holds there, as an expression of C.
    pub expression: String,
}

/// Something that is not represented exactly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Construct {
    /// What, and why not.
    pub reason: String,
    /// Where, if that is known.
    pub place: Option<SourcePlace>,
}

/// How the error is reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Path {
    /// The lines that are executed, in order.
    pub lines: Vec<PathLine>,
    /// What is violated at the end, such as "signed addition overflows".
    pub violation: String,
    /// Which kind of violation that is, in a word that other programs can compare, such as `add-overflow`.
    pub kind: String,
    /// Where.
    pub place: Option<SourcePlace>,
    /// At which column of the line, counted from 1; 0 if that is not known.
    #[serde(skip)]
    pub column: u32,
    /// How long the execution is, in `unit`.
    pub steps: usize,
    /// What is counted: `steps` of the transition system, `basic blocks` of the optimised program, or `turns of loops`.
    #[cfg_attr(test, schemars(extend("enum" = ["steps", "basic blocks", "turns of loops"])))]
    pub unit: String,
    /// A part of a very long execution that `lines` leaves out.
    pub gap: Option<Gap>,
    /// What violations that are told alike have in common: the kind, the function, and the text of the line.
    #[cfg_attr(test, schemars(extend("pattern" = "^[0-9a-f]{16}$")))]
    pub fingerprint: String,
}

/// The control flow of a function, as far as the program that was checked has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flow {
    /// The file.
    pub file: String,
    /// The function.
    pub function: String,
    /// The lines of each block, in the order in which control passes them.
    pub blocks: Vec<Vec<u32>>,
    /// From which block control may go to which, by index.
    pub edges: Vec<(usize, usize)>,
}

/// A run of a DimSpec problem, by the names of its words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NamedRun {
    /// The steps, from the first to the goal.
    pub steps: Vec<NamedStep>,
}

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NamedStep {
    /// What is chosen in this step.
    pub inputs: Vec<NamedValue>,
    /// The states that differ from the step before; in the first step all.
    pub states: Vec<NamedValue>,
}

/// What replaying an execution natively came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NativeReplay {
    /// `reproduced`, `not possible` or `off`.
    #[cfg_attr(test, schemars(extend("enum" = ["reproduced", "not possible", "off"])))]
    pub outcome: String,
    /// Why it was not possible.
    pub reason: Option<String>,
}

/// A part of an execution that is not told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Gap {
    /// How many of the lines come before it.
    pub after: usize,
    /// How many basic blocks it is long, if they were counted.
    pub blocks: Option<u64>,
}

/// One line that is executed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PathLine {
    /// Where.
    pub place: SourcePlace,
    /// The line's text, without the white space around it; `None` where the file cannot be read.
    pub text: Option<String>,
    /// The nondeterministic values read there.
    pub inputs: Vec<NamedValue>,
    /// The call that is made there, before the assignments.
    pub call: Option<Call>,
    /// The variables that change there; where a function of the C library is called, what it changes of the program's.
    pub assignments: Vec<NamedValue>,
    /// What the function that the line is in returns there, under its name.
    pub returns: Option<NamedValue>,
}

impl PathLine {
    /// A line at which nothing happens so far.
    pub fn new(place: SourcePlace, text: Option<String>) -> PathLine {
        let (inputs, call, assignments, returns) = (Vec::new(), None, Vec::new(), None);
        PathLine { place, text, inputs, call, assignments, returns }
    }
}

/// A call of a function. Those of the program's own functions are told line by line; a function of the C library is one step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Call {
    /// The function.
    pub function: String,
    /// Whether it is one of the C library's, whose own lines are not told.
    pub is_library: bool,
    /// What it is passed, by the names of its parameters; `null` where that is not known.
    pub arguments: Option<Vec<NamedValue>>,
    /// What a function of the library gives back, under its name.
    pub result: Option<NamedValue>,
}

/// As C writes it, with the values. The parameters of the library's functions have no names that anybody knows.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let argument = |value: &NamedValue| match self.is_library {
            true => value.value().to_owned(),
            false => format!("{} = {}", value.name, value.value()),
        };
        let arguments = match &self.arguments {
            Some(arguments) => arguments.iter().map(argument).collect::<Vec<_>>().join(", "),
            None => "…".to_owned(),
        };
        write!(f, "{}({arguments})", self.function)?;
        self.result.as_ref().map_or(Ok(()), |result| write!(f, " = {}", result.value()))
    }
}

/// A value with a name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NamedValue {
    /// The C variable, or the function that returned the value.
    pub name: String,
    /// The value in decimal, signed where the C type is, with a point where that is a floating-point type; empty for pointers and strings.
    pub decimal: String,
    /// The bits in hexadecimal, of a floating-point number what `%a` prints; empty for pointers and strings.
    pub hexadecimal: String,
    /// A pointer or a string as C writes it, such as `&a[3]`.
    pub shown: Option<String>,
    /// The function that the variable is local to, where the line is in another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The line of the variable's declaration, where that hides another local of the same name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Whether a function of the C library reads it, and not the program itself.
    #[serde(skip)]
    pub by_library: bool,
    /// Of an element of an array, how many there are; 0 where that is not known.
    #[serde(skip)]
    pub elements: u64,
    /// The C type of a number in a variable.
    #[serde(skip)]
    pub type_name: String,
    /// Bits.
    pub width: u32,
}

impl NamedValue {
    /// The value as C writes it.
    pub fn value(&self) -> &str {
        self.shown.as_deref().unwrap_or(&self.decimal)
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;

    #[test]
    fn verdict_lines_are_read_as_they_are_written() {
        for answer in [Answer::Safe, Answer::Unsafe("a,b".into()), Answer::Unknown("a (b)".into())] {
            assert_eq!(Answer::of_line(&answer.to_string()), Some(answer));
        }
        for line in ["", "SAFE", "VERDICT: ", "VERDICT: UNSAFE", "VERDICT: UNKNOWN(", "VERDICT: SAFE "] {
            assert_eq!(Answer::of_line(line), None, "{line}");
        }
    }
}
