//! The field test: `bitreach inconsistent` on whole projects.
//!
//! ```text
//! cargo bench --bench field -- [--jobs N] [--function-timeout TIME] [--csv FILE] [--reports FILE] PROJECT …
//! ```
//!
//! A project is a folder with a `compile_commands.json`; `scripts/field-sources` makes those of the four Debian packages that the
//! goals are about. Each project is one process. A line for each: how many functions there are and took under a second, seconds,
//! memory, what was not analysed and why, reports by class; then the slowest functions. `--csv` takes a line for each function,
//! `--reports` the reports as text. A function's seconds are processor time. The exit code is
//! 1 if bitreach crashed, or a goal of `benches/README.md` was missed.

#[path = "measure/process.rs"]
#[allow(dead_code, reason = "some of it is only for `measure`")]
mod process;

use process::{processor_seconds, run};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The share of all functions that take under a second.
const QUICK: f64 = 0.98;
/// Memory of a worker, in MiB.
const MEMORY: f64 = 2048.0;
/// How many of the slowest functions are shown.
const SLOWEST: usize = 12;

/// What was typed.
struct Options {
    jobs: usize,
    function_timeout: String,
    csv: Option<PathBuf>,
    reports: Option<PathBuf>,
    projects: Vec<PathBuf>,
}

/// A function that was analysed.
struct Function {
    project: String,
    name: String,
    file: String,
    seconds: f64,
    /// Why it was not analysed, or not to the end; empty if it was.
    gap: String,
}

/// What is known about a project.
#[derive(Default)]
struct Project {
    functions: Vec<Function>,
    /// Files that could not be read, and why.
    files: Vec<String>,
    /// Reports by class.
    classes: BTreeMap<String, usize>,
    kept_back: usize,
    wall: f64,
    processor: f64,
    peak: f64,
    crashed: bool,
    reports: String,
}

fn main() -> ExitCode {
    let Some(options) = parse(std::env::args().skip(1)) else {
        eprintln!("usage: field [--jobs N] [--function-timeout TIME] [--csv FILE] [--reports FILE] PROJECT …");
        return ExitCode::from(2);
    };
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("--jobs {}, {} a function; load before {}", options.jobs, options.function_timeout, load.trim());
    println!(
        "{:<12} {:>9} {:>10} {:>6} {:>8} {:>8} {:>9} {:>9} {:>11} {:>9} {:>13} {:>9}",
        "project",
        "functions",
        "under 1 s",
        "%",
        "wall s",
        "cpu s",
        "peak MiB",
        "given up",
        "abstracted",
        "must-fail",
        "contradiction",
        "kept back"
    );
    let mut projects = Vec::new();
    for path in &options.projects {
        let project = measure(path, &options);
        println!("{}", project.line(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy()));
        projects.push(project);
    }
    save(&options, &projects);
    summarise(&projects, options.jobs)
}

fn parse(args: impl Iterator<Item = String>) -> Option<Options> {
    let mut options =
        Options { jobs: 2, function_timeout: "10s".to_owned(), csv: None, reports: None, projects: Vec::new() };
    let mut args = args.filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--jobs" => options.jobs = args.next()?.parse().ok()?,
            "--function-timeout" => options.function_timeout = args.next()?,
            "--csv" => options.csv = Some(args.next()?.into()),
            "--reports" => options.reports = Some(args.next()?.into()),
            _ if arg.starts_with("--") => return None,
            _ => options.projects.push(arg.into()),
        }
    }
    (!options.projects.is_empty()).then_some(options)
}

/// Runs bitreach on a project. What is known about functions is read from the state of the run, so that it is there even if
/// bitreach crashes.
fn measure(path: &Path, options: &Options) -> Project {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (state, report) = (folder.path().join("state"), folder.path().join("report"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_bitreach"));
    command.args(["inconsistent", "--progress", "never", "--function-timeout", &options.function_timeout, "--jobs"]);
    command.arg(options.jobs.to_string()).arg("--project").arg(path);
    command.arg("--state").arg(&state).arg("--json").arg(&report);
    let before = processor_seconds();
    let run = run(&mut command);
    let mut project = Project {
        wall: run.seconds,
        processor: processor_seconds() - before,
        peak: run.peak_mib,
        crashed: !matches!(run.code, Some(0 | 2 | 10 | 20)),
        reports: run.output,
        ..Project::default()
    };
    if project.crashed {
        println!("{}: exit code {:?}: {}", path.display(), run.code, run.errors.trim());
    }
    let lines = fs::read_to_string(&state).unwrap_or_default();
    for line in lines.lines().skip(1) {
        let Ok(done) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let gap = match &done["gap"] {
            serde_json::Value::Null => String::new(),
            gap => format!("{}: {}", text(&gap["kind"]), text(&gap["reason"])),
        };
        project.kept_back += done["withheld"].as_array().map_or(0, Vec::len);
        project.functions.push(Function {
            project: path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            name: text(&done["function"]),
            file: text(&done["file"]),
            seconds: done["processor"].as_f64().unwrap_or(0.0),
            gap,
        });
    }
    let report = fs::read_to_string(&report).unwrap_or_default();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap_or_default();
    let list = |name: &str| report[name].as_array().cloned().unwrap_or_default();
    for finding in list("findings") {
        *project.classes.entry(finding["class"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
    }
    let files = list("gaps").into_iter().filter(|gap| gap["function"].is_null());
    project.files = files.map(|gap| gap["reason"].as_str().unwrap_or_default().to_owned()).collect();
    project
}

impl Project {
    fn quick(&self) -> usize {
        self.functions.iter().filter(|function| function.seconds < 1.0).count()
    }

    fn with_gap(&self, kind: &str) -> usize {
        self.functions.iter().filter(|function| function.gap.starts_with(kind)).count()
    }

    fn line(&self, name: &str) -> String {
        let class = |name: &str| self.classes.get(name).copied().unwrap_or(0);
        format!(
            "{name:<12} {:>9} {:>10} {:>6.1} {:>8.1} {:>8.1} {:>9.0} {:>9} {:>11} {:>9} {:>13} {:>9}",
            self.functions.len(),
            self.quick(),
            100.0 * self.quick() as f64 / self.functions.len().max(1) as f64,
            self.wall,
            self.processor,
            self.peak,
            self.with_gap("given-up") + self.with_gap("abstracted"),
            self.with_gap("abstracted"),
            class("must-fail"),
            class("contradiction"),
            self.kept_back
        )
    }
}

fn save(options: &Options, projects: &[Project]) {
    if let Some(file) = &options.csv {
        let mut text = "project,file,function,seconds,gap\n".to_owned();
        for function in projects.iter().flat_map(|project| &project.functions) {
            let Function { project, file, name, seconds, gap } = function;
            // Writing to a string does not fail.
            let _ = writeln!(text, "{project},{file},{name},{seconds:.2},{}", gap.replace(',', ";"));
        }
        fs::write(file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
    if let Some(file) = &options.reports {
        let text: String = projects.iter().map(|project| project.reports.as_str()).collect();
        fs::write(file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}

fn summarise(projects: &[Project], jobs: usize) -> ExitCode {
    let mut functions: Vec<&Function> = projects.iter().flat_map(|project| &project.functions).collect();
    functions.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    println!("\nthe slowest:");
    for function in functions.iter().take(SLOWEST) {
        println!("  {:>6.2} s  {} {} {}", function.seconds, function.file, function.name, function.gap);
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let gaps = functions.iter().map(|function| function.gap.as_str()).filter(|gap| !gap.is_empty());
    gaps.for_each(|gap| *reasons.entry(gap).or_default() += 1);
    println!("\nnot analysed, or not to the end:");
    reasons.iter().for_each(|(reason, count)| println!("  {count:>4} {reason}"));
    projects.iter().flat_map(|project| &project.files).for_each(|reason| println!("     file {reason}"));
    let quick: usize = projects.iter().map(Project::quick).sum();
    let share = quick as f64 / functions.len().max(1) as f64;
    let peak = projects.iter().map(|project| project.peak).fold(0.0, f64::max);
    println!("\n{quick} of {} functions under 1 s: {:.1} %", functions.len(), 100.0 * share);
    let met = share >= QUICK && peak < MEMORY * jobs as f64 && projects.iter().all(|project| !project.crashed);
    ExitCode::from(u8::from(!met))
}
