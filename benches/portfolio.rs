//! What the portfolio gains: each member alone, and all of them on two cores, on the same tasks.
//!
//! ```text
//! cargo bench --bench portfolio -- [--timeout SECONDS] [--jobs N] TASK.yml …
//! ```
//!
//! Each run is a process of its own, one after the other. The concrete engine, which runs beside the portfolio by default, does so
//! here. A line for each task with the seconds of each column, `-` where there is no answer; then the
//! number of answers and PAR-2 (seconds, twice the limit for a task without an answer) of each column. The exit code is 1
//! if two columns contradict each other.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// A column: its name and what it adds to the command line.
struct Column {
    name: String,
    arguments: Vec<String>,
}

/// An answer, if there was one, and the seconds.
struct Run {
    answer: Option<String>,
    seconds: f64,
}

fn main() -> ExitCode {
    let (mut timeout, mut jobs, mut tasks) = (10_u64, 2_u64, Vec::new());
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|value| value.parse().ok());
        match arg.as_str() {
            "--timeout" => timeout = number().unwrap_or(timeout),
            "--jobs" => jobs = number().unwrap_or(jobs),
            _ => tasks.push(arg),
        }
    }
    if tasks.is_empty() {
        eprintln!("usage: portfolio [--timeout SECONDS] [--jobs N] TASK.yml …");
        return ExitCode::from(2);
    }
    let folder = tempfile::tempdir().expect("a folder for tables");
    let columns = columns(folder.path(), jobs);
    let head: Vec<String> = columns.iter().map(|column| format!("{:>10}", column.name)).collect();
    println!("{} task", head.join(" "));
    let mut table: Vec<Vec<Run>> = Vec::new();
    let mut contradictions = 0;
    for task in &tasks {
        let runs: Vec<Run> = columns.iter().map(|column| run(task, column, timeout)).collect();
        let mut answers: Vec<&String> = runs.iter().filter_map(|run| run.answer.as_ref()).collect();
        answers.sort();
        answers.dedup();
        contradictions += usize::from(answers.len() > 1);
        let cells: Vec<String> = runs.iter().map(cell).collect();
        let name = Path::new(task).file_stem().unwrap_or_default().to_string_lossy();
        println!("{} {name} {}", cells.join(" "), answers.first().map_or("", |answer| answer.as_str()));
        table.push(runs);
    }
    summarise(&columns, &table, timeout);
    ExitCode::from(u8::from(contradictions > 0))
}

/// Each member of the built-in table alone, then all of them.
fn columns(folder: &Path, jobs: u64) -> Vec<Column> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("solvers/portfolio/members.txt");
    let table = fs::read_to_string(&path).expect("the built-in table");
    let rows = table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let mut columns: Vec<Column> = rows
        .map(|row| {
            let name = row.split_whitespace().next().unwrap_or_default().to_owned();
            let file = folder.join(&name);
            fs::write(&file, row).expect("a table can be written");
            let arguments = ["--jobs", "1", "--members"].map(str::to_owned).into_iter();
            Column { arguments: arguments.chain([file.display().to_string()]).collect(), name }
        })
        .collect();
    let arguments = vec!["--jobs".to_owned(), jobs.to_string()];
    columns.push(Column { name: format!("{jobs} jobs"), arguments });
    columns
}

fn run(task: &str, column: &Column, timeout: u64) -> Run {
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_bitreach"))
        .args(["check", task, "--property", "unreach-call", "--replay", "interpreter"])
        .args(["--timeout", &timeout.to_string(), "--memory", "4G"])
        .args(&column.arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts");
    let seconds = begun.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().last().and_then(|line| line.strip_prefix("VERDICT: ")).unwrap_or("UNKNOWN");
    Run { answer: (!last.starts_with("UNKNOWN")).then(|| last.to_owned()), seconds }
}

fn cell(run: &Run) -> String {
    match run.answer {
        Some(_) => format!("{:>10.2}", run.seconds),
        None => format!("{:>10}", "-"),
    }
}

fn summarise(columns: &[Column], table: &[Vec<Run>], timeout: u64) {
    let score = |run: &Run| if run.answer.is_some() { run.seconds } else { 2.0 * timeout as f64 };
    for (index, column) in columns.iter().enumerate() {
        let runs = || table.iter().map(|row| &row[index]);
        let answers = runs().filter(|run| run.answer.is_some()).count();
        println!(
            "{:>10}: {answers} of {} answered, PAR-2 {:.1} s",
            column.name,
            table.len(),
            runs().map(score).sum::<f64>()
        );
    }
    // What an oracle would get that knows the right member for each task.
    let members = columns.len() - 1;
    let best = |row: &Vec<Run>| row[..members].iter().map(score).fold(f64::INFINITY, f64::min);
    let answered = table.iter().filter(|row| row[..members].iter().any(|run| run.answer.is_some())).count();
    println!("best alone: {answered} of {} answered, PAR-2 {:.1} s", table.len(), table.iter().map(best).sum::<f64>());
}
