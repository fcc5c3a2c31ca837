//! One program against the model checker: asked whether the native checksum can be reached, whether any other can, and whether
//! a property holds.

use super::native::Native;
use super::program::Program;
use crate::common;
use serde_json::Value;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// The signal at the end of processor time (SIGXCPU).
const OUT_OF_TIME: i32 = 24;

/// What is asked about the execution with the chosen inputs, and so which answer is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Whether it has the checksum of the native run: it has.
    Checksum,
    /// Whether it has another checksum: it has not.
    Other,
    /// Whether it keeps a property: it does not.
    Violated(&'static str),
    /// The same, and it does.
    Kept(&'static str),
}

impl Aim {
    /// Whether there is an error that can be reached.
    pub fn reached(self) -> bool {
        matches!(self, Aim::Checksum | Aim::Violated(_))
    }

    /// The text to ask about, if a program with this outcome can be asked so.
    pub fn question(self, program: &Program, native: &Native) -> Option<String> {
        Some(program.question(match (self, native) {
            (Aim::Checksum, Native::Ended(checksum)) => Some(("==", *checksum)),
            (Aim::Other, Native::Ended(checksum)) => Some(("!=", *checksum)),
            (Aim::Kept(_), Native::Ended(_)) => None,
            (Aim::Violated(property), Native::Violated(kind)) if properties(kind).contains(&property) => None,
            _ => return None,
        }))
    }
}

/// The properties that a kind of violation is one of.
pub fn properties(kind: &str) -> &'static [&'static str] {
    match kind {
        "deref" => &["valid-deref", "valid-memsafety"],
        "overflow" => &["no-overflow"],
        "shift" => &["no-bad-shift"],
        "division" => &["no-division-by-zero"],
        "reach" => &["unreach-call"],
        _ => panic!("no property forbids `{kind}`"),
    }
}

/// How a program is asked about.
#[derive(Clone, Debug)]
pub struct Asked {
    /// `--data-model`.
    pub model: &'static str,
    /// `--encoding`.
    pub encoding: &'static str,
    /// `--engine`.
    pub engine: &'static str,
    /// `--predicates`.
    pub predicates: &'static str,
    /// `--simplify`.
    pub simplify: &'static str,
    pub aim: Aim,
    /// The limit, in seconds of processor time: on a busy machine, others say nothing.
    pub seconds: u64,
}

impl Asked {
    /// The way to ask about a program; engines and options take turns, and the two questions about a checksum have one encoding
    /// each.
    pub fn new(seed: u64, model: &'static str, aim: Aim, seconds: u64) -> Asked {
        let turn = |things: &[&'static str], divisor: u64| {
            things[((seed / divisor + seed / 4) % things.len() as u64) as usize]
        };
        // The unroller alone is quickest on one execution; so the others can have fewer turns.
        let engine = match aim {
            Aim::Checksum => turn(&["unroll", "portfolio", "unroll", "concrete", "unroll", "ic3", "kinduction"], 1),
            Aim::Other => {
                turn(&["portfolio", "unroll", "unroll", "unroll", "ic3", "unroll", "portfolio", "kinduction"], 1)
            }
            // What is wrong with properties is mostly wrong ahead of all engines.
            _ => turn(&["portfolio", "portfolio", "ic3", "portfolio", "unroll", "portfolio", "kinduction"], 1),
        };
        let encoding = if (seed / 8 % 2 == 0) == (aim == Aim::Checksum) { "small" } else { "large" };
        let (predicates, simplify) = (turn(&["mined", "off"], 3), turn(&["on", "on", "off"], 5));
        Asked { model, encoding, engine, predicates, simplify, aim, seconds }
    }

    /// The options, for the command line.
    pub fn arguments(&self) -> Vec<&str> {
        let mut arguments =
            vec!["--data-model", self.model, "--engine", self.engine, "--jobs", "1", "--recursion", "6"];
        // The concrete engine has no encoding.
        if self.engine != "concrete" {
            let options = ["--encoding", self.encoding, "--predicates", self.predicates, "--simplify", self.simplify];
            arguments.extend(options);
        }
        if let Aim::Violated(property) | Aim::Kept(property) = self.aim {
            arguments.extend(["--property", property]);
        }
        arguments
    }
}

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The answer is that of the native run. For errors: how the native replay of the trace ended.
    Right(String),
    /// Not decided because of a construct.
    Unmodelled(String),
    /// Not decided, for another reason.
    Unknown(String),
    /// A wrong answer, or none: an internal error, or input that is not understood.
    Wrong(String),
}

/// Asks one question about a text.
pub fn ask(text: &str, asked: &Asked, folder: &Path) -> Outcome {
    let file = folder.join("program.c");
    fs::write(&file, text).unwrap();
    let binary = std::env::var("BITREACH_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_bitreach").to_owned());
    let limit = asked.seconds.to_string();
    let output = Command::new("sh")
        .args([
            "-c",
            "ulimit -S -t \"$0\" && exec \"$@\"",
            &limit,
            &binary,
            "check",
            common::text(&file),
            "--json",
            "-",
        ])
        .args(["--timeout", &(asked.seconds * 20).to_string(), "--memory", "3G"])
        .args(asked.arguments())
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts");
    if output.status.signal() == Some(OUT_OF_TIME) {
        return Outcome::Unknown("processor time".to_owned());
    }
    let text = common::stdout(&output);
    let (json, verdict) = text.trim_end().rsplit_once('\n').unwrap_or(("", ""));
    let report: Value = serde_json::from_str(json).unwrap_or(Value::Null);
    let replay = report["native_replay"]["outcome"].as_str().unwrap_or("none").to_owned();
    match (verdict, asked.aim.reached()) {
        _ if asked.aim.reached() && verdict.starts_with("VERDICT: UNSAFE(") => Outcome::Right(replay),
        ("VERDICT: SAFE", false) => Outcome::Right(replay),
        ("VERDICT: UNKNOWN(unmodelled)", _) => Outcome::Unmodelled(reasons(&report)),
        _ if verdict.starts_with("VERDICT: UNKNOWN(") => {
            Outcome::Unknown(verdict["VERDICT: UNKNOWN(".len()..].trim_end_matches(')').to_owned())
        }
        _ => {
            let errors = String::from_utf8_lossy(&output.stderr);
            // The limit holds for the concrete engine's process too.
            if errors.contains("SIGXCPU") {
                return Outcome::Unknown("processor time".to_owned());
            }
            Outcome::Wrong(format!("{} {verdict} {}", output.status, errors.lines().take(3).collect::<String>()))
        }
    }
}

/// What an answer that is not there is said to be due to, without places.
fn reasons(report: &Value) -> String {
    let summary = report["summary"].as_str().unwrap_or("");
    let constructs = report["unmodelled"].as_array().cloned().unwrap_or_default();
    let known = constructs.iter().filter_map(|construct| construct["reason"].as_str());
    let mut named: Vec<&str> = known.filter(|reason| summary.contains(reason)).collect();
    named.sort_unstable();
    named.dedup();
    if named.is_empty() {
        summary.to_owned()
    } else {
        named.join("; ")
    }
}
