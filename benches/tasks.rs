//! Runs `bitreach check` over folders of SV-COMP tasks and compares verdicts with the expected ones.
//!
//! ```text
//! cargo bench --bench tasks -- [--timeout SECONDS] [--jobs N] [--csv FILE] FOLDER|TASK.yml …
//! ```
//!
//! Each task is a process of its own. One line a task: what was expected, what was answered, seconds, file; then a summary.
//! The exit code is 1 if any verdict is wrong, 0 otherwise: an Unknown is not wrong.

mod questions;

use questions::{collect, Question};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What was typed.
struct Options {
    timeout: u64,
    jobs: usize,
    csv: Option<PathBuf>,
    extra: Vec<String>,
    paths: Vec<PathBuf>,
}

/// How a question was answered.
struct Answered {
    line: String,
    seconds: f64,
    outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Right,
    Wrong,
    Unknown,
    Failed,
}

fn main() -> ExitCode {
    let Some(options) = parse(std::env::args().skip(1)) else {
        eprintln!("usage: tasks [--timeout SECONDS] [--jobs N] [--csv FILE] [--with OPTION]… FOLDER|TASK.yml …");
        return ExitCode::from(2);
    };
    let questions = collect(&options.paths);
    let answers = answer_all(&questions, &options);
    summarise(&questions, &answers, &options)
}

fn parse(args: impl Iterator<Item = String>) -> Option<Options> {
    let mut options = Options { timeout: 60, jobs: 1, csv: None, extra: Vec::new(), paths: Vec::new() };
    let mut args = args.filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--timeout" => options.timeout = args.next()?.parse().ok()?,
            "--jobs" => options.jobs = args.next()?.parse().ok()?,
            "--csv" => options.csv = Some(args.next()?.into()),
            "--with" => options.extra.push(args.next()?),
            _ if arg.starts_with("--") => return None,
            _ => options.paths.push(arg.into()),
        }
    }
    (!options.paths.is_empty()).then_some(options)
}

fn answer_all(questions: &[Question], options: &Options) -> Vec<Answered> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(question) = questions.get(index) else { break };
                let answered = answer(question, options);
                let expected = question.expected.map_or("?".to_owned(), |expected| expected.to_string());
                println!(
                    "{} expected {expected:<5} {:<34} {:>7.2} s  {} {}",
                    mark(answered.outcome),
                    answered.line,
                    answered.seconds,
                    question.property,
                    question.task.display()
                );
                answers.lock().expect("no thread panics with the lock").push((index, answered));
            });
        }
    });
    let mut answers = answers.into_inner().expect("no thread panics with the lock");
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answered)| answered).collect()
}

fn mark(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Right => "right  ",
        Outcome::Wrong => "WRONG  ",
        Outcome::Unknown => "unknown",
        Outcome::Failed => "FAILED ",
    }
}

/// Runs one process; its last line on standard output is the verdict.
fn answer(question: &Question, options: &Options) -> Answered {
    let start = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_bitreach"))
        .args(["check", "--timeout", &options.timeout.to_string(), "--memory", "4G", "--property", &question.property])
        .args(&options.extra)
        .arg(&question.task)
        .stdin(Stdio::null())
        .output();
    let seconds = start.elapsed().as_secs_f64();
    let (line, late) = match &output {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            let last = text.lines().last().unwrap_or("").to_owned();
            let message = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("").to_owned();
            let grace = Duration::from_secs(options.timeout + 5);
            (if last.starts_with("VERDICT") { last } else { message }, start.elapsed() > grace)
        }
        Err(error) => (error.to_string(), false),
    };
    let outcome = match (line.strip_prefix("VERDICT: "), question.expected) {
        _ if late => Outcome::Failed,
        (Some(verdict), _) if verdict.starts_with("UNKNOWN") => Outcome::Unknown,
        (Some("SAFE"), Some(false)) => Outcome::Wrong,
        (Some(verdict), Some(true)) if verdict.starts_with("UNSAFE") => Outcome::Wrong,
        (Some(_), _) => Outcome::Right,
        (None, _) => Outcome::Failed,
    };
    Answered { line, seconds, outcome }
}

fn summarise(questions: &[Question], answers: &[Answered], options: &Options) -> ExitCode {
    let count = |outcome| answers.iter().filter(|answered| answered.outcome == outcome).count();
    let (right, wrong) = (count(Outcome::Right), count(Outcome::Wrong));
    let (unknown, failed) = (count(Outcome::Unknown), count(Outcome::Failed));
    let seconds: f64 = answers.iter().map(|answered| answered.seconds).sum();
    println!("{right} right, {wrong} wrong, {unknown} unknown, {failed} failed of {}; {seconds:.1} s", answers.len());
    if let Some(csv) = &options.csv {
        let mut text = String::from("task,property,expected,outcome,seconds\n");
        for (question, answered) in questions.iter().zip(answers) {
            let expected = question.expected.map_or(String::new(), |expected| expected.to_string());
            let name = question.task.file_name().unwrap_or_default().to_string_lossy();
            text += &format!("{name},{},{expected},{},{:.2}\n", question.property, answered.line, answered.seconds);
        }
        if let Err(error) = fs::File::create(csv).and_then(|mut file| file.write_all(text.as_bytes())) {
            eprintln!("cannot write {}: {error}", csv.display());
        }
    }
    ExitCode::from((wrong > 0 || failed > 0) as u8)
}
