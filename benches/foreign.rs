//! Our IC3 beside other model checkers, on the same transition systems, one core each.
//!
//! ```text
//! cargo bench --bench foreign -- [--timeout SECONDS] [--jobs N] [--csv FILE] [--known FILE] [--column NAME=COMMAND]…
//!                                [--only NAME,NAME…] FOLDER|TASK.yml|CIRCUIT …
//! ```
//!
//! Each question is written as DimSpec problems, plain, with predicates, and simplified, and as an AIGER graph; what is timed is only what
//! reads these files. Seconds are processor seconds, and so is the limit, so that a busy machine does not matter much. Columns:
//!
//! * `ic3`, `ic3+p`, `ic3+ps`: `bitreach solve --engine ic3`, the second with mined predicates, the third also with the
//!   system simplified first, as `bitreach check` does it (what that takes is counted);
//! * `pdr`, `simp+pdr`: ABC's, the second after `lcorr; scorr; dc2`. ABC's plain `read` turns uninitialised latches into 0,
//!   so the graph goes through `&r; &put; fold`;
//! * `--column NAME=COMMAND`: a command for the shell that finds the files' names in `$AIG` and `$DIMSPEC`, and says
//!   `safe` or `unsafe` on a line of its own.
//!
//! Circuits are asked about as they are, such as the files of the hardware model checking competition: `.aig` in all columns, where the
//! first three are the same question (`--only ic3,pdr,simp+pdr`); `.aag`, and `.btor` and `.btor2` without arrays, only in those that do not
//! name `$AIG`. `$CIRCUIT` is the file itself. A folder with circuits stands for all that are in it and below.
//!
//! `--only` leaves the other columns out. `--known FILE` takes answers (not time-outs) over from the CSV of a run with a lower limit, seconds included. Printed is a line for each
//! question, then for each column the number of answers and PAR-2 (seconds, twice the limit without an answer), and who
//! answers what another does not. The exit code is 1 if two columns contradict each other, or one contradicts the task.

use bitreach::bench::questions::{collect, Question};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// What was typed.
struct Options {
    timeout: u64,
    jobs: usize,
    csv: Option<PathBuf>,
    known: HashMap<(String, String), Run>,
    columns: Vec<Column>,
    paths: Vec<PathBuf>,
}

/// A column: its name, and its command for the shell.
struct Column {
    name: String,
    command: String,
}

/// Whether the goal cannot be reached, if there was an answer, and processor seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Run {
    safe: Option<bool>,
    seconds: f64,
}

/// What is asked about: a task's question, or a circuit.
enum Subject {
    Question(Box<Question>),
    Circuit(PathBuf),
}

/// The endings of circuits, and whether they are binary AIGER graphs, which ABC reads.
const CIRCUITS: [(&str, bool); 4] = [("aig", true), ("aag", false), ("btor", false), ("btor2", false)];

/// Whether a file is a circuit, and then whether ABC reads it.
fn circuit(path: &Path) -> Option<bool> {
    let ending = path.extension()?.to_str()?;
    CIRCUITS.iter().find(|(own, _)| *own == ending).map(|(_, is_graph)| *is_graph)
}

/// All that some paths name: circuits, those of folders, and tasks.
fn subjects(paths: &[PathBuf]) -> Result<Vec<Subject>, String> {
    let (mut circuits, mut tasks) = (Vec::new(), Vec::new());
    for path in paths {
        let inside = if path.is_dir() { circuits_below(path)? } else { Vec::new() };
        match (path.is_dir(), circuit(path)) {
            (true, _) if !inside.is_empty() => circuits.extend(inside),
            (false, Some(_)) => circuits.push(path.clone()),
            _ => tasks.push(path.clone()),
        }
    }
    circuits.sort();
    let questions = match tasks.is_empty() {
        true => Vec::new(),
        false => collect(&tasks, &[]).map_err(|error| error.to_string())?.all,
    };
    let circuits = circuits.into_iter().map(Subject::Circuit);
    Ok(questions.into_iter().map(|question| Subject::Question(Box::new(question))).chain(circuits).collect())
}

/// The circuits of a folder, and of the folders in it.
fn circuits_below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        match path.is_dir() {
            true => found.extend(circuits_below(&path)?),
            false if circuit(&path).is_some() => found.push(path),
            false => {}
        }
    }
    Ok(found)
}

/// A question with its runs, one for each column.
struct Row {
    name: String,
    runs: Vec<Run>,
    wrong: bool,
}

const USAGE: &str =
    "usage: foreign [--timeout SECONDS] [--jobs N] [--csv FILE] [--known FILE] [--column NAME=COMMAND]… \
                     [--only NAME,NAME…] FOLDER|TASK.yml|CIRCUIT …";

fn main() -> ExitCode {
    let options = match parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    if let Err(error) = Command::new("berkeley-abc").args(["-q", "version"]).output() {
        eprintln!("berkeley-abc does not start ({error}); it is in Debian's package of that name");
        return ExitCode::from(2);
    }
    let subjects = match subjects(&options.paths) {
        Ok(subjects) => subjects,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let rows = compare(&subjects, &options);
    let summary = summary(&rows, &options);
    print!("{summary}");
    if let Some(path) = &options.csv {
        let mut text = format!("question,{}\n", heads(&options.columns));
        for row in &rows {
            let cells: Vec<String> =
                row.runs.iter().map(|run| format!("{},{:.2}", word(run.safe), run.seconds)).collect();
            _ = writeln!(text, "{},{}", row.name, cells.join(","));
        }
        if let Err(error) = fs::write(path, text) {
            eprintln!("cannot write {}: {error}", path.display());
        }
    }
    ExitCode::from(u8::from(rows.iter().any(|row| row.wrong)))
}

fn heads(columns: &[Column]) -> String {
    let heads: Vec<String> = columns.iter().map(|column| format!("{0},{0} seconds", column.name)).collect();
    heads.join(",")
}

fn parse(args: impl Iterator<Item = String>) -> Result<Options, String> {
    let ours = env!("CARGO_BIN_EXE_bitreach");
    let solve = |file: &str| format!("'{ours}' solve \"{file}\" --engine ic3");
    let abc = |before: &str| format!("berkeley-abc -q \"&r $AIG; &put; fold; {before}pdr\"");
    let built_in = [
        ("ic3", solve("$DIMSPEC")),
        ("ic3+p", solve("$PREDICATES")),
        ("ic3+ps", solve("$SIMPLIFIED")),
        ("pdr", abc("")),
        ("simp+pdr", abc("lcorr; scorr; dc2; ")),
    ];
    let columns = built_in.map(|(name, command)| Column { name: name.to_owned(), command }).into();
    let mut options = Options { timeout: 60, jobs: 1, csv: None, known: HashMap::new(), columns, paths: Vec::new() };
    let (mut known, mut only) = (None, None);
    let mut args = args.filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(USAGE);
        match arg.as_str() {
            "--timeout" => options.timeout = value()?.parse().map_err(|_| USAGE)?,
            "--jobs" => options.jobs = value()?.parse().map_err(|_| USAGE)?,
            "--csv" => options.csv = Some(value()?.into()),
            "--known" => known = Some(value()?),
            "--only" => only = Some(value()?),
            "--column" => {
                let value = value()?;
                let (name, command) = value.split_once('=').ok_or(USAGE)?;
                options.columns.push(Column { name: name.to_owned(), command: command.to_owned() });
            }
            _ if arg.starts_with("--") => return Err(USAGE.to_owned()),
            _ => options.paths.push(arg.into()),
        }
    }
    if let Some(names) = only {
        let names: Vec<&str> = names.split(',').collect();
        options.columns.retain(|column| names.contains(&column.name.as_str()));
        if options.columns.len() != names.len() {
            return Err(format!("--only {}: there are not all of these columns", names.join(",")));
        }
    }
    if let Some(path) = known {
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        options.known = answers(&text).ok_or_else(|| format!("{path}: this is no table of this program"))?;
    }
    match options.paths.is_empty() {
        true => Err(USAGE.to_owned()),
        false => Ok(options),
    }
}

/// The answers of an earlier run, by question and column.
fn answers(text: &str) -> Option<HashMap<(String, String), Run>> {
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next()?.strip_prefix("question,")?.split(',').step_by(2).collect();
    let mut known = HashMap::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        for (column, pair) in columns.iter().zip(cells.get(1..)?.chunks(2)) {
            let [answer, seconds] = pair else { return None };
            let safe = match *answer {
                "safe" => true,
                "unsafe" => false,
                _ => continue,
            };
            let run = Run { safe: Some(safe), seconds: seconds.parse().ok()? };
            known.insert((cells[0].to_owned(), (*column).to_owned()), run);
        }
    }
    Some(known)
}

fn word(safe: Option<bool>) -> &'static str {
    match safe {
        Some(true) => "safe",
        Some(false) => "unsafe",
        None => "-",
    }
}

fn compare(subjects: &[Subject], options: &Options) -> Vec<Row> {
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    let names: Vec<String> = options.columns.iter().map(|column| format!("{:>16}", column.name)).collect();
    println!("{}  question", names.join(" "));
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let row = match subjects.get(index) {
                    Some(Subject::Question(question)) => answer(question, options),
                    Some(Subject::Circuit(file)) => Some(answer_circuit(file, options)),
                    None => break,
                };
                let Some(row) = row else { continue };
                let cells: Vec<String> =
                    row.runs.iter().map(|run| format!("{:>6} {:>9.2}", word(run.safe), run.seconds)).collect();
                let note = if row.wrong { "  CONTRADICTION" } else { "" };
                println!("{}  {}{note}", cells.join(" "), row.name);
                rows.lock().expect("no thread panics with the lock").push((index, row));
            });
        }
    });
    let mut rows = rows.into_inner().expect("no thread panics with the lock");
    rows.sort_by_key(|(index, _)| *index);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Writes the system of a question down and asks every column. `None` where it cannot be encoded.
fn answer(question: &Question, options: &Options) -> Option<Row> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let task = std::path::absolute(&question.task).expect("there is a working directory");
    let encode = |name: &str, more: &str| {
        let (ours, task) = (env!("CARGO_BIN_EXE_bitreach"), task.display());
        let property = &question.property;
        let (_, seconds) = timed(
            &format!("'{ours}' encode --encoding large --property {property} {more} '{task}' --output {name}"),
            &Files { folder: folder.path(), names: Vec::new() },
        );
        folder.path().join(name).is_file().then_some(seconds)
    };
    let written = encode("plain.dimspec", "").zip(encode("graph.aig", "--format aiger"));
    let predicates = encode("predicates.dimspec", "--predicates mined");
    let simplified = encode("simplified.dimspec", "--predicates mined --simplify on");
    let parents = question.task.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let stem = question.task.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{parents}/{stem}:{}", question.property);
    let (Some(_), Some(predicates), Some(simplified)) = (written, predicates, simplified) else {
        println!("{:>1$}  {name}", "not encoded", 17 * options.columns.len() - 1);
        return None;
    };
    let simplification = (simplified - predicates).max(0.0);
    let files = Files::of_question(folder.path());
    let ask = |column: &Column| match options.known.get(&(name.clone(), column.name.clone())) {
        Some(run) => *run,
        None if column.command.contains("$SIMPLIFIED") => run(column, &files, options.timeout, simplification),
        None => run(column, &files, options.timeout, 0.0),
    };
    let runs: Vec<Run> = options.columns.iter().map(ask).collect();
    // The goal of these systems is the error alone: a program that leaves what is modelled can be safe here and not in truth.
    let answers: Vec<bool> = runs.iter().filter_map(|run| run.safe).collect();
    let wrong = answers.windows(2).any(|pair| pair[0] != pair[1])
        || (question.expected == Some(true) && answers.contains(&false));
    Some(Row { name, runs, wrong })
}

/// Asks every column about a circuit.
fn answer_circuit(file: &Path, options: &Options) -> Row {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = std::path::absolute(file).expect("there is a working directory");
    let parents = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let name = format!("{parents}/{}", file.file_name().unwrap_or_default().to_string_lossy());
    let is_graph = circuit(&file) == Some(true);
    let files = Files::of_circuit(folder.path(), &file);
    let ask = |column: &Column| match options.known.get(&(name.clone(), column.name.clone())) {
        Some(run) => *run,
        None if column.command.contains("$AIG") && !is_graph => Run { safe: None, seconds: 0.0 },
        None => run(column, &files, options.timeout, 0.0),
    };
    let runs: Vec<Run> = options.columns.iter().map(ask).collect();
    let answers: Vec<bool> = runs.iter().filter_map(|run| run.safe).collect();
    let wrong = answers.windows(2).any(|pair| pair[0] != pair[1]);
    Row { name, runs, wrong }
}

/// The files that commands read, as variables of the shell; and the folder in which they run.
struct Files<'a> {
    folder: &'a Path,
    names: Vec<(&'static str, PathBuf)>,
}

impl<'a> Files<'a> {
    fn of_question(folder: &'a Path) -> Files<'a> {
        let files = [
            ("DIMSPEC", "plain.dimspec"),
            ("PREDICATES", "predicates.dimspec"),
            ("SIMPLIFIED", "simplified.dimspec"),
            ("AIG", "graph.aig"),
            ("CIRCUIT", "graph.aig"),
        ];
        Files { folder, names: files.map(|(name, file)| (name, folder.join(file))).into() }
    }

    fn of_circuit(folder: &'a Path, file: &Path) -> Files<'a> {
        let names = ["DIMSPEC", "PREDICATES", "SIMPLIFIED", "AIG", "CIRCUIT"];
        Files { folder, names: names.map(|name| (name, file.to_owned())).into() }
    }
}

/// One run under a limit of processor seconds, of which some were used before.
fn run(column: &Column, files: &Files, timeout: u64, before: f64) -> Run {
    let limit = timeout.saturating_sub(before.ceil() as u64).max(1);
    let (text, seconds) = timed(&format!("ulimit -t {limit}; {}", column.command), files);
    let is = |phrases: &[&str], line: &str| {
        text.lines().any(|own| own == line || phrases.iter().any(|phrase| own.contains(phrase)))
    };
    let safe = match (
        is(&["VERDICT: SAFE", "Property proved", "Networks are equivalent"], "safe"),
        is(&["VERDICT: UNSAFE", "was asserted in frame"], "unsafe"),
    ) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    };
    Run { safe, seconds: before + seconds }
}

/// What a command for the shell prints, and the processor seconds that it took.
fn timed(command: &str, files: &Files) -> (String, f64) {
    // The shell prints its own times and its children's, a line each, as minutes and seconds.
    let script = format!("({command}) 2>&1; echo; times");
    let output = Command::new("bash")
        .args(["-c", &script])
        .envs(files.names.iter().map(|(name, file)| (name, file)))
        .current_dir(files.folder)
        .stdin(Stdio::null())
        .output()
        .expect("bash starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let seconds = text.lines().last().map_or(0.0, |times| times.split_whitespace().filter_map(seconds).sum());
    (text, seconds)
}

/// A time as in `1m2.345s`.
fn seconds(time: &str) -> Option<f64> {
    let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

fn summary(rows: &[Row], options: &Options) -> String {
    let mut text = String::new();
    _ = writeln!(text, "{} questions, {} s of processor time each", rows.len(), options.timeout);
    let score = |run: &Run| if run.safe.is_some() { run.seconds } else { 2.0 * options.timeout as f64 };
    for (index, column) in options.columns.iter().enumerate() {
        let runs = || rows.iter().map(|row| &row.runs[index]);
        let count = |safe| runs().filter(|run| run.safe == Some(safe)).count();
        let (safe, not) = (count(true), count(false));
        let par2: f64 = runs().map(score).sum();
        _ = writeln!(
            text,
            "{:>10}: {} answered ({safe} safe, {not} unsafe), PAR-2 {par2:.1} s, {:.2} s a question",
            column.name,
            safe + not,
            par2 / rows.len().max(1) as f64
        );
    }
    for (index, column) in options.columns.iter().enumerate() {
        for (other, foreign) in options.columns.iter().enumerate() {
            let only = rows.iter().filter(|row| row.runs[index].safe.is_some() && row.runs[other].safe.is_none());
            let names: Vec<&str> = only.map(|row| row.name.as_str()).collect();
            if !names.is_empty() {
                _ = writeln!(text, "{}, not {}: {}", column.name, foreign.name, names.join(" "));
            }
        }
    }
    let wrong = rows.iter().filter(|row| row.wrong).count();
    _ = writeln!(text, "{wrong} contradictions");
    text
}
