//! One program against the model checker: asked whether the native checksum can be reached, and whether any other can.

use crate::common;
use crate::program::Program;
use serde_json::Value;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// The signal at the end of processor time (SIGXCPU).
const OUT_OF_TIME: i32 = 24;

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
    /// Whether the error is the checksum that the native run has, which is reached, or any other one, which is not.
    pub reached: bool,
}

impl Asked {
    /// The two ways to ask about a program, of which each encoding has one; engines and options take turns.
    pub fn both(seed: u64, model: &'static str) -> [Asked; 2] {
        let turn = |things: &[&'static str], divisor: u64| things[(seed / divisor % things.len() as u64) as usize];
        let ask = |encoding, engine, reached| Asked {
            model,
            encoding,
            engine,
            predicates: turn(&["mined", "off"], 3),
            simplify: turn(&["on", "on", "off"], 5),
            reached,
        };
        // The unroller alone is quickest on one execution; so the others can have fewer turns.
        let refuting = turn(&["unroll", "portfolio", "unroll", "concrete", "unroll", "ic3", "kinduction"], 1);
        let proving = turn(&["portfolio", "unroll", "unroll", "unroll", "ic3", "unroll", "portfolio", "kinduction"], 1);
        let (one, other) = if seed / 2 % 2 == 0 { ("small", "large") } else { ("large", "small") };
        [ask(one, refuting, true), ask(other, proving, false)]
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

/// Asks one question, for so many seconds of processor time at most: on a busy machine, others say nothing.
pub fn ask(program: &Program, checksum: u32, asked: &Asked, seconds: u64, folder: &Path) -> Outcome {
    let file = folder.join("program.c");
    let comparison = if asked.reached { "==" } else { "!=" };
    fs::write(&file, program.question(comparison, checksum)).unwrap();
    let binary = std::env::var("BITREACH_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_bitreach").to_owned());
    let limit = seconds.to_string();
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
        .args(["--timeout", &(seconds * 20).to_string(), "--memory", "3G"])
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
    match (verdict, asked.reached) {
        ("VERDICT: UNSAFE(unreach-call)", true) => Outcome::Right(replay),
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
