//! What is known about functions that are done, kept in a file from which an interrupted run goes on: a line of JSON about the
//! options, then one for each function, written as soon as it is done. A line that a killed run left unfinished does not
//! count.

use crate::pipeline::error::StateError;
use crate::report::inconsistent::{Finding, Withheld};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A function that is done, or one that could not be read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Done {
    /// The file that was compiled.
    pub file: String,
    /// The function.
    pub function: String,
    /// A number for the file as it was compiled: what is known is about this code alone.
    pub code: String,
    /// Wall-clock time.
    pub seconds: f64,
    /// Processor time.
    pub processor: f64,
    /// What was found and is reported.
    pub findings: Vec<Finding>,
    /// What was found and is withheld.
    pub withheld: Vec<Withheld>,
    /// Of a whole program: what it does that is not modelled, and where.
    pub unmodelled: Vec<Construct>,
    /// Why it was not analysed, or not to the end.
    pub gap: Option<Shortfall>,
}

/// Something that is not modelled.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Construct {
    /// The file that it stands in.
    pub file: String,
    /// The function.
    pub function: String,
    /// What it is.
    pub reason: String,
}

/// Why a function was not analysed, or not to the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Shortfall {
    /// How far the analysis came.
    pub kind: Kind,
    /// Why it came no further.
    pub reason: String,
}

/// How far the analysis of a function came that was not done to the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It was not begun.
    NotAnalysed,
    /// Time was up; loops were abstracted then.
    Abstracted,
    /// Time was up, or another limit was reached.
    GivenUp,
}

impl Kind {
    /// The name in the summary.
    pub fn name(self) -> &'static str {
        match self {
            Kind::NotAnalysed => "not analysed",
            Kind::Abstracted => "timed out and abstracted",
            Kind::GivenUp => "timed out",
        }
    }
}

/// The file, and what stood in it.
#[derive(Debug)]
pub struct State {
    path: PathBuf,
    file: Mutex<File>,
    known: FxHashMap<(String, String), Done>,
}

impl State {
    /// Opens the state of a run with these options, or begins one.
    ///
    /// # Errors
    /// If the file cannot be read or written, or belongs to another run.
    pub fn open(path: &Path, options: &str) -> Result<State, StateError> {
        let unusable = |error| StateError::Unusable { file: path.to_owned(), error };
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(unusable)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(unusable)?;
        // What stands behind the last end of a line was being written when the run was killed.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut known = FxHashMap::default();
        let mut lines = text[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        match lines.next() {
            None if options.as_bytes().starts_with(&text) => {}
            Some(line) if line == options.as_bytes() => {
                for line in lines {
                    let done: Done = serde_json::from_slice(line).map_err(|_| StateError::Other(path.to_owned()))?;
                    known.insert((done.code.clone(), done.function.clone()), done);
                }
            }
            _ => return Err(StateError::Other(path.to_owned())),
        }
        file.set_len(whole as u64).map_err(unusable)?;
        file.seek(SeekFrom::End(0)).map_err(unusable)?;
        if whole == 0 {
            file.write_all(format!("{options}\n").as_bytes()).map_err(unusable)?;
        }
        Ok(State { path: path.to_owned(), file: Mutex::new(file), known })
    }

    /// What an earlier run found out about a function.
    pub fn known(&self, code: &str, function: &str) -> Option<&Done> {
        self.known.get(&(code.to_owned(), function.to_owned()))
    }

    /// Keeps what is known about a function.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self, done: &Done) -> Result<(), StateError> {
        let unusable = |error| StateError::Unusable { file: self.path.clone(), error };
        let line = serde_json::to_string(done).map_err(|error| unusable(error.into()))? + "\n";
        let mut file = self.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // One call for the whole line: nobody else writes in between.
        file.write_all(line.as_bytes()).map_err(unusable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::inconsistent::Place;
    use std::fs;

    fn done(function: &str) -> Done {
        let finding = Finding {
            file: "a.c".into(),
            line: 7,
            column: 2,
            function: function.into(),
            class: "must-fail".into(),
            message: "it fails".into(),
            cwe: vec![476],
            lines: Vec::new(),
            unexplained: None,
            fingerprint: "0".into(),
            abstracted: false,
            extent: (5, 9),
        };
        Done {
            file: "a.c".into(),
            function: function.into(),
            code: "1".into(),
            seconds: 0.5,
            processor: 0.5,
            findings: vec![finding],
            withheld: vec![Withheld {
                place: Place { file: "a.c".into(), line: 5, column: 1 },
                rule: "macro".into(),
                function: function.into(),
                message: "it fails".into(),
                why: "it is one".into(),
            }],
            unmodelled: Vec::new(),
            gap: Some(Shortfall { kind: Kind::Abstracted, reason: "time".into() }),
        }
    }

    #[test]
    fn what_was_kept_is_known_later() {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let path = folder.path().join("state");
        let state = State::open(&path, "{}").expect("it can be begun");
        state.keep(&done("f")).expect("it can be written");
        state.keep(&done("g")).expect("it can be written");
        drop(state);
        // Killed while it wrote about `g`.
        let text = fs::read_to_string(&path).expect("it can be read");
        fs::write(&path, &text[..text.len() - 10]).expect("it can be written");
        let state = State::open(&path, "{}").expect("it can be opened again");
        assert_eq!(state.known("1", "f"), Some(&done("f")));
        assert_eq!((state.known("1", "g"), state.known("2", "f")), (None, None));
        state.keep(&done("g")).expect("it can be written");
        drop(state);
        let state = State::open(&path, "{}").expect("it can be opened again");
        assert_eq!(state.known("1", "g"), Some(&done("g")));
    }

    #[test]
    fn the_state_of_another_run_is_not_touched() {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let path = folder.path().join("state");
        for text in ["{\"jobs\":1}\n", "int x;", "{}\nint x;\n"] {
            fs::write(&path, text).expect("it can be written");
            assert!(matches!(State::open(&path, "{}"), Err(StateError::Other(_))), "{text}");
            assert_eq!(fs::read_to_string(&path).expect("it can be read"), text);
        }
        assert!(matches!(State::open(folder.path(), "{}"), Err(StateError::Unusable { .. })));
    }
}
