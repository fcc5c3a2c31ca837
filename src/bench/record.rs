//! Answers to questions about tasks, as they are kept in files ([`journal`]).

use super::child::Outcome;
use super::journal::{self, now};
use super::questions::Question;
use crate::report::Answer;
use serde::{Deserialize, Serialize};

/// The version of the form of the lines.
pub const SCHEMA_VERSION: u32 = 1;

/// How a run asks, and what: runs of which one of these differs cannot be put together, but for `left_out` and `asks`, which are of one
/// file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Setup {
    /// The version of the form of the lines; it grows by one when a field changes its meaning or goes.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA_VERSION)))]
    pub schema_version: u32,
    /// `bitreach` and its version.
    pub tool: String,
    /// A number for the executable.
    pub executable: String,
    /// Options of `check`.
    pub options: Vec<String>,
    /// Seconds for a question.
    pub timeout: f64,
    /// Bytes for a question.
    pub memory: u64,
    /// Cores for a question.
    pub cores: u16,
    /// A number for the questions.
    pub questions: String,
    /// How many these are.
    pub number: usize,
    /// What was left out because it cannot be asked, with the reason.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// The questions that this file is to have answers to.
    #[serde(default)]
    pub asks: Vec<Question>,
}

impl journal::Setup for Setup {
    const COMMAND: &'static str = "bitreach bench";
    const VERSION: u32 = SCHEMA_VERSION;
}

/// The first line of a file of answers.
pub type Header = journal::Header<Setup>;

/// A file of answers.
pub type Part = journal::Part<Setup, Record>;

impl Setup {
    /// The first thing in which another setup differs, in words.
    pub fn difference(&self, other: &Setup) -> Option<String> {
        let rows = [
            ("version of the files", self.schema_version.to_string(), other.schema_version.to_string()),
            ("tool", self.tool.clone(), other.tool.clone()),
            ("executable", self.executable.clone(), other.executable.clone()),
            ("options", self.options.join(" "), other.options.join(" ")),
            ("timeout", format!("{} s", self.timeout), format!("{} s", other.timeout)),
            ("memory", format!("{} bytes", self.memory), format!("{} bytes", other.memory)),
            ("cores", self.cores.to_string(), other.cores.to_string()),
            ("questions", self.asked(), other.asked()),
        ];
        let different = rows.into_iter().find(|(_, one, other)| one != other);
        different.map(|(what, one, other)| format!("{what}: `{one}` and `{other}`"))
    }

    fn asked(&self) -> String {
        format!("{} (number {})", self.number, self.questions)
    }
}

/// An answer: one line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Record {
    /// The question.
    #[serde(flatten)]
    pub question: Question,
    /// A number for the task's text.
    pub text: String,
    /// The verdict, if there is one.
    pub verdict: Option<Answer>,
    /// Why it is unknown, or why there is no verdict.
    pub detail: Option<String>,
    /// Time by the clock.
    pub seconds: f64,
    /// Processor time.
    pub processor: Option<f64>,
    /// The most memory that was seen, in bytes.
    pub memory: Option<u64>,
    /// The machine.
    pub host: String,
    /// When it was there, in seconds since 1970.
    pub finished: u64,
}

impl Record {
    /// An answer that is there now.
    pub fn new(question: Question, text: String, outcome: Outcome, host: &str) -> Record {
        let Outcome { verdict, detail, seconds, processor, memory } = outcome;
        let (host, finished) = (host.to_owned(), now());
        Record { question, text, verdict, detail, seconds, processor, memory, host, finished }
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::super::shard::Shard;
    use super::*;

    /// A header of a run about so many questions.
    pub fn header(number: usize) -> Header {
        let setup = Setup {
            schema_version: SCHEMA_VERSION,
            tool: "bitreach 0".into(),
            executable: "e".into(),
            options: vec!["--engine".into(), "ic3".into()],
            timeout: 5.0,
            memory: 1 << 30,
            cores: 1,
            questions: "q".into(),
            number,
            left_out: Vec::new(),
            asks: Vec::new(),
        };
        Header { setup, shard: Shard::WHOLE, host: "here".into(), begun: 7 }
    }

    /// An answer about `no-overflow` in this task, expected to be safe.
    pub fn record(task: &str, verdict: Option<Answer>, seconds: f64) -> Record {
        let question =
            Question { task: task.into(), property: "no-overflow".into(), expected: Some(true), subproperty: None };
        let outcome = Outcome { verdict, detail: None, seconds, processor: Some(seconds), memory: Some(1 << 20) };
        Record::new(question, "t".into(), outcome, "here")
    }
}

#[cfg(test)]
mod tests {
    use super::testing::header;
    use super::*;

    #[test]
    fn differences_are_named() {
        let one = header(1).setup;
        assert_eq!(one.difference(&one), None);
        let other = Setup { timeout: 9.0, ..one.clone() };
        assert_eq!(one.difference(&other).unwrap(), "timeout: `5 s` and `9 s`");
        assert!(one.difference(&header(2).setup).unwrap().starts_with("questions: "));
        assert_eq!(one.difference(&Setup { left_out: vec!["a".into()], ..one.clone() }), None);
    }
}
