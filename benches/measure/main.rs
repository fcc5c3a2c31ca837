//! Measures speed and memory of the tool as its users see it: processes, wall-clock seconds, peak resident memory.
//!
//! ```text
//! cargo bench --bench measure [-- --rounds N]
//! ```
//!
//! What is measured, on what, and the limits that hold, stands in benches/README.md. The raw results are printed, and
//! written to `benches/results/DATE.txt`. The exit code is 1 if a limit is exceeded.

mod generate;
mod process;

use process::{output_of, processor_seconds, run, Measured};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The raw results, and whether all limits held.
struct Results {
    text: String,
    within_limits: bool,
}

impl Results {
    fn line(&mut self, line: &str) {
        println!("{line}");
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A measured value with its limit.
    fn limit(&mut self, what: &str, value: f64, limit: f64, unit: &str) {
        let held = value <= limit;
        self.within_limits &= held;
        let verdict = if held { "held" } else { "EXCEEDED" };
        self.line(&format!("limit {verdict}: {what}: {value:.2} of {limit} {unit}"));
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let rounds = match args.as_slice() {
        [] => 15,
        [option, number] if option == "--rounds" && number.parse::<usize>().is_ok_and(|number| number > 0) => {
            number.parse().expect("it was just parsed")
        }
        _ => {
            eprintln!("usage: measure [--rounds N]");
            return ExitCode::from(2);
        }
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut results = Results { text: String::new(), within_limits: true };
    machine(&mut results);
    front_end(folder.path(), rounds, &mut results);
    long_programs(folder.path(), &mut results);
    depth(&mut results);
    write(&results);
    ExitCode::from(!results.within_limits as u8)
}

/// What the numbers were measured on.
fn machine(results: &mut Results) {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown processor");
    let cores = std::thread::available_parallelism().map_or(0, |cores| cores.get());
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    results.line(&format!("date      {}", output_of("date", &["+%F %H:%M"])));
    results.line(&format!("commit    {}", output_of("git", &["describe", "--always", "--dirty"])));
    results.line(&format!("tool      {}", output_of(env!("CARGO_BIN_EXE_bitreach"), &["--version"])));
    results.line(&format!("clang     {}", output_of("clang-19", &["--version"]).lines().next().unwrap_or("none")));
    results.line(&format!("machine   {}, {cores} cores", model.trim_matches([' ', '\t', ':'])));
    results.line(&format!("load      {}", load.split(' ').next().unwrap_or("unknown")));
}

fn bitreach(args: &[&str]) -> Measured {
    run(Command::new(env!("CARGO_BIN_EXE_bitreach")).args(args))
}

fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("the temporary folder can be written to");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary paths are UTF-8")
}

/// Encodes a program into a folder; anything but success ends the measurement.
fn encode(program: &Path, encoding: &str, folder: &Path) -> Measured {
    let output = folder.join("out.dimspec");
    let measured = bitreach(&["encode", text(program), "-o", text(&output), "--encoding", encoding]);
    assert_eq!(measured.code, Some(0), "{}: {}", program.display(), measured.errors);
    measured
}

/// Front end and encoding against clang alone, turn by turn, so that whatever else the machine does hits both alike. The
/// fastest turns are compared: they are those that were disturbed least.
fn front_end(folder: &Path, rounds: usize, results: &mut Results) {
    let generated = file(folder, "machine600.c", &generate::machine(600));
    let handshake = Path::new(env!("CARGO_MANIFEST_DIR")).join("sv-benchmarks/state-machines/handshake.c");
    for program in [generated, handshake] {
        let source = fs::read_to_string(&program).expect("the program is there");
        let (mut clang, mut stages, mut process) = (Vec::new(), Vec::new(), Vec::new());
        let (mut clang_work, mut our_work) = (0.0, 0.0);
        for _ in 0..rounds {
            let object = folder.join("clang.bc");
            let args = ["-O0", "-g", "-w", "-emit-llvm", "-c", text(&program), "-o", text(&object)];
            stages.push(until_encoded(&program, folder));
            let start = processor_seconds();
            clang.push(run(Command::new("clang-19").args(args)).seconds);
            let middle = processor_seconds();
            process.push(encode(&program, "small", folder).seconds);
            clang_work += middle - start;
            our_work += processor_seconds() - middle;
        }
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        results.line(&format!("\n{name}, {} lines: seconds of {rounds} turns", source.lines().count()));
        results.line(&format!("clang -O0 -g -c                {}", list(&clang)));
        results.line(&format!("front end, encode and blast    {}", list(&stages)));
        results.line(&format!("bitreach encode, whole process {}", list(&process)));
        let times = |values: &[f64]| least(values) / least(&clang);
        results.line(&format!("{name}: whole process to clang: {:.2} times", times(&process)));
        results.line(&format!("{name}: processor time of all turns: clang {clang_work:.2} s, encode {our_work:.2} s"));
        results.limit(&format!("{name}: front end, encode and blast to clang"), times(&stages), 3.0, "times");
    }
}

/// The seconds that `check` takes, by its own clock, until the question is a DimSpec problem.
fn until_encoded(program: &Path, folder: &Path) -> f64 {
    let report = folder.join("report.json");
    let options = ["--engine", "unroll", "--encoding", "small", "--steps", "0", "--property", "unreach-call", "--json"];
    let measured = bitreach(&[&["check", text(program)][..], &options, &[text(&report)]].concat());
    assert_eq!(measured.code, Some(20), "{}: {}", program.display(), measured.errors);
    let json = fs::read_to_string(&report).expect("the report was just written");
    let report: serde_json::Value = serde_json::from_str(&json).expect("reports are JSON");
    let stages = report["stages"].as_array().expect("reports have stages");
    let counts =
        |stage: &&serde_json::Value| ["front_end", "encode", "blast"].iter().any(|name| stage["name"] == *name);
    stages.iter().filter(counts).filter_map(|stage| stage["value"].as_f64()).sum()
}

/// Programs of 10 000 lines.
fn long_programs(folder: &Path, results: &mut Results) {
    for (name, source) in
        [("machine10000.c", generate::machine(10_000)), ("functions10000.c", generate::functions(10_000))]
    {
        let program = file(folder, name, &source);
        for encoding in ["small", "large"] {
            let measured = encode(&program, encoding, folder);
            results.line(&format!("\n{name}, {} lines, {encoding}-block", source.lines().count()));
            results.line(measured.output.trim_end());
            results.line(&measured.figures());
            results.limit(&format!("{name}, {encoding}: seconds"), measured.seconds, 10.0, "s");
            results.limit(&format!("{name}, {encoding}: memory"), measured.peak_mib, 2048.0, "MiB");
        }
    }
}

/// Tasks with one loop, and the encodings in which the unroller is measured on them: two that are safe, so that it goes
/// as deep as it is told, and one whose error is 1000 turns away.
const LOOPS: [(&str, &str); 4] =
    [("sum-of-two-even", "small"), ("sum-of-two-even", "large"), ("residue-four", "large"), ("counter-1000", "large")];

/// The unroller's time and memory at growing depths.
fn depth(results: &mut Results) {
    for (name, encoding) in LOOPS {
        results.line(&format!("\nunroller, {name}, {encoding}-block"));
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("sv-benchmarks/loops/{name}.c"));
        let mut peaks = Vec::new();
        for steps in [1, 250, 500, 1000] {
            let number = steps.to_string();
            let options = ["--property", "unreach-call", "--engine", "unroll", "--encoding", encoding];
            let measured = bitreach(&[&["check", text(&program), "--steps", &number][..], &options].concat());
            let verdict = measured.output.lines().last().unwrap_or("").to_owned();
            assert!(matches!(measured.code, Some(10 | 20)), "{}{}", measured.output, measured.errors);
            results.line(&format!("{steps:>5} steps: {}, {verdict}", measured.figures()));
            peaks.push(measured.peak_mib);
            if steps == 1000 {
                results.limit(&format!("{name}, {encoding}: 1000 steps"), measured.seconds, 10.0, "s");
            }
        }
        let a_step = |index: usize, steps: f64| 1024.0 * (peaks[index] - peaks[0]) / steps;
        let (near, far) = (a_step(1, 250.0), a_step(3, 1000.0));
        results.line(&format!("memory a step: {near:.0} KiB over 250 steps, {far:.0} KiB over 1000"));
        // Vectors double, so that linear growth comes in jumps; quadratic growth gives 4 here.
        results.limit(&format!("{name}, {encoding}: growth of memory a step"), far / near.max(1.0), 1.5, "times");
    }
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn list(values: &[f64]) -> String {
    let mut line = format!("least {:.3}:", least(values));
    for value in values {
        write!(line, " {value:.3}").expect("writing to a string");
    }
    line
}

/// Writes the raw results where no earlier ones are.
fn write(results: &Results) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/results");
    let date = output_of("date", &["+%F"]);
    let names = std::iter::once(format!("{date}.txt")).chain((2..).map(|number| format!("{date}-{number}.txt")));
    let path = names.map(|name| folder.join(name)).find(|path| !path.exists()).expect("numbers do not end");
    match fs::create_dir_all(&folder).and_then(|()| fs::write(&path, &results.text)) {
        Ok(()) => println!("\nwritten to {}", path.display()),
        Err(error) => eprintln!("cannot write {}: {error}", path.display()),
    }
}
