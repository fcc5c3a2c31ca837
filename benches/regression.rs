//! Names the questions that have become slower, by a table of what they took.
//!
//! ```text
//! cargo bench --bench regression -- [--table FILE] [--write [--least SECONDS] SET…]
//! ```
//!
//! A row of the table is a question, its verdict and its processor time in *units*: the processor time that clang takes for a
//! generated program, measured in the same run, so that machines and their moods compare as far as they can. Questions are
//! asked one after the other with `--jobs 1`, which does the same work in every run. What is more than 1.5 times and a
//! second above its row is asked again, and the lesser time counts. The exit code is 1 if something is slower then, or has another
//! verdict.
//!
//! `--write` asks the questions of sets of tasks and writes the table of those that take a second or more.

#[path = "measure/generate.rs"]
#[allow(dead_code, reason = "`measure` generates other programs, too")]
mod generate;
#[path = "measure/process.rs"]
#[allow(dead_code, reason = "some of it is only for `measure`")]
mod process;

use bitreach::bench::child::{Asker, Outcome};
use bitreach::bench::group::Watcher;
use bitreach::bench::questions::{collect, Question};
use process::processor_seconds;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// How much slower is too slow.
const TOLERATED: f64 = 1.5;
/// Seconds more that are no matter, whatever the ratio.
const NOISE: f64 = 1.0;
/// Lines of the program that clang compiles, and how often it does.
const LINES: usize = 3000;
const ROUNDS: usize = 5;
/// A question gets so long, and so much memory.
const TIMEOUT: Duration = Duration::from_secs(60);
const MEMORY: u64 = 8 << 30;

/// A row of the table.
#[derive(Serialize, Deserialize)]
struct Row {
    task: PathBuf,
    property: String,
    verdict: String,
    /// Processor time in units.
    units: f64,
}

/// What was typed.
struct Options {
    table: PathBuf,
    write: bool,
    least: f64,
    sets: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let Some(options) = parse(std::env::args().skip(1)) else {
        eprintln!("usage: regression [--table FILE] [--write [--least SECONDS] SET…]");
        return ExitCode::from(2);
    };
    match if options.write { write(&options) } else { check(&options) } {
        Ok(code) => code,
        Err(error) => {
            eprintln!("regression: {error}");
            ExitCode::from(2)
        }
    }
}

fn parse(args: impl Iterator<Item = String>) -> Option<Options> {
    let table = PathBuf::from("benches/regression.csv");
    let mut options = Options { table, write: false, least: 1.0, sets: Vec::new() };
    let mut args = args.filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--table" => options.table = args.next()?.into(),
            "--write" => options.write = true,
            "--least" => options.least = args.next()?.parse().ok()?,
            _ if arg.starts_with("--") => return None,
            _ => options.sets.push(arg.into()),
        }
    }
    (options.write != options.sets.is_empty()).then_some(options)
}

/// Asks questions, and measures the unit between them.
struct Clock {
    asker: Asker,
    watcher: Watcher,
    unit: f64,
}

impl Clock {
    fn start() -> Result<Clock, Box<dyn Error>> {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_bitreach"));
        let options = Vec::new();
        let asker = Asker { program, options, timeout: TIMEOUT, memory: MEMORY, cores: 1 };
        Ok(Clock { asker, watcher: Watcher::start()?, unit: unit()? })
    }

    /// The verdict and the processor seconds.
    fn ask(&self, task: &Path, property: &str) -> Result<(String, f64), Box<dyn Error>> {
        let (task, property) = (task.to_owned(), property.to_owned());
        let question = Question { task, property, expected: None, subproperty: None };
        let Some(Outcome { verdict, processor, .. }) = self.asker.ask(&question, &self.watcher)? else {
            return Err("interrupted".into());
        };
        let verdict = verdict.map_or_else(|| "none".to_owned(), |verdict| verdict.to_string());
        Ok((verdict, processor.ok_or("the processor time of a question is not known")?))
    }
}

/// The least processor seconds that clang takes for the generated program.
fn unit() -> Result<f64, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("unit.c");
    std::fs::write(&source, generate::functions(LINES))?;
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let before = processor_seconds();
        let status = Command::new("clang-19").args(["-O2", "-c", "-o", "/dev/null"]).arg(&source).status()?;
        if !status.success() {
            return Err("clang-19 does not compile the program that is the unit".into());
        }
        least = least.min(processor_seconds() - before);
    }
    Ok(least)
}

/// Writes the table anew.
fn write(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let clock = Clock::start()?;
    let mut rows = Vec::new();
    for Question { task, property, .. } in collect(&options.sets, &[])?.all {
        let (verdict, seconds) = clock.ask(&task, &property)?;
        println!("{seconds:7.2} s  {verdict}  {} {property}", task.display());
        // An unknown may come at any time: it says nothing about speed.
        if seconds >= options.least && !verdict.contains("UNKNOWN") {
            rows.push(Row { task, property, verdict, units: seconds / clock.unit });
        }
    }
    let mut table = csv::Writer::from_path(&options.table)?;
    rows.iter().try_for_each(|row| table.serialize(row))?;
    table.flush()?;
    println!("{} questions in {}; a unit took {:.3} s", rows.len(), options.table.display(), clock.unit);
    Ok(ExitCode::SUCCESS)
}

/// Holds questions against their rows.
fn check(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let rows: Vec<Row> = csv::Reader::from_path(&options.table)?.deserialize().collect::<Result<_, _>>()?;
    let clock = Clock::start()?;
    let (mut ratios, mut slower, mut other) = (Vec::new(), Vec::new(), Vec::new());
    for Row { task, property, verdict, units } in &rows {
        let expected = units * clock.unit;
        let is_slow = |seconds: f64| seconds > TOLERATED * expected && seconds > expected + NOISE;
        let (mut answer, mut seconds) = clock.ask(task, property)?;
        if is_slow(seconds) {
            let again = clock.ask(task, property)?;
            (answer, seconds) = if again.1 < seconds { again } else { (answer, seconds) };
        }
        let ratio = seconds / expected;
        let line = format!("{seconds:7.2} s  {ratio:5.2} times  {answer}  {} {property}", task.display());
        println!("{line}");
        ratios.push(ratio);
        if answer != *verdict {
            other.push(format!("{line}, where the table has {verdict}"));
        } else if is_slow(seconds) {
            slower.push(line);
        }
    }
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp();
    println!(
        "\n{} questions, {mean:.2} times as long as in the table (geometric mean); a unit took {:.3} s",
        rows.len(),
        clock.unit
    );
    for (what, lines) in [("slower than 1.5 times", &slower), ("with another verdict", &other)] {
        println!("{what}: {}", lines.len());
        lines.iter().for_each(|line| println!("  {line}"));
    }
    Ok(ExitCode::from(u8::from(!slower.is_empty() || !other.is_empty())))
}
