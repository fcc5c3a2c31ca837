//! Scaling: processor seconds against the number of state bits and of locations, on two families of generated programs.
//!
//! ```text
//! cargo bench --bench scaling -- [--timeout SECONDS] [--bits N,N,…] [--locations N,N,…] [--keep FOLDER]
//! ```
//!
//! * **bits**: a pipeline of N/32 words in one loop. What enters has no two neighbouring ones, and so has what leaves: IC3 needs 31
//!   lemmas a word, and as many frames as there are words. No analysis of single bits or intervals finds them.
//! * **locations**: N loops that jump to each other. Two words have the same lowest bit in some and different ones in the
//!   others, as a pseudo-random table says: IC3 needs two lemmas a location.
//!
//! All programs are safe. For each: `bitreach encode` (large blocks) as a process, clang included; IC3 with the
//! default options; the unroller for 20 steps. Behind each time stands the exponent by which it grew since the line before: 1 is linear. Then
//! what IC3 spent its time on. An empty list leaves a family out. With `--keep` the programs and problems stay, to be profiled with `bitreach solve`.

use bitreach_dimspec::read::read_file;
use bitreach_dimspec::DimSpec;
use bitreach_engine::testing::Figures;
use bitreach_engine::{Context, Engine, Verdict};
use bitreach_ic3::Ic3;
use bitreach_sat::CadicalFactory;
use bitreach_unroll::Unroll;
use rustix::time::{clock_gettime, ClockId};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What was typed.
struct Arguments {
    timeout: Duration,
    bits: Vec<usize>,
    locations: Vec<usize>,
    keep: Option<PathBuf>,
}

/// A family of programs.
struct Family {
    name: &'static str,
    sizes: Vec<usize>,
    program: fn(usize) -> String,
}

/// One engine's run.
struct Run {
    /// Processor seconds.
    seconds: f64,
    /// Seconds by the clock, as phases count them.
    clock: f64,
    /// Whether it ended before its time was up.
    ended: bool,
    figures: Figures,
}

fn main() -> ExitCode {
    let Some(arguments) = parse(std::env::args().skip(1)) else {
        eprintln!("usage: scaling [--timeout SECONDS] [--bits N,N,…] [--locations N,N,…] [--keep FOLDER]");
        return ExitCode::from(2);
    };
    let families = [
        Family { name: "bits", sizes: arguments.bits.clone(), program: pipeline },
        Family { name: "locations", sizes: arguments.locations.clone(), program: jumps },
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = arguments.keep.as_deref().unwrap_or(folder.path());
    for family in families.iter().filter(|family| !family.sizes.is_empty()) {
        if let Err(message) = measure(family, folder, arguments.timeout) {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn parse(args: impl Iterator<Item = String>) -> Option<Arguments> {
    let numbers = |text: String| {
        text.split(',')
            .filter(|number| !number.is_empty())
            .map(|number| number.parse().ok())
            .collect::<Option<Vec<usize>>>()
    };
    let mut arguments = Arguments {
        timeout: Duration::from_secs(60),
        bits: vec![64, 128, 256, 512, 1024, 2048, 4096],
        locations: vec![10, 30, 100, 300, 1000],
        keep: None,
    };
    let mut args = args.filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--timeout" => arguments.timeout = Duration::from_secs(args.next()?.parse().ok()?),
            "--bits" => arguments.bits = numbers(args.next()?)?,
            "--locations" => arguments.locations = numbers(args.next()?)?,
            "--keep" => arguments.keep = Some(args.next()?.into()),
            _ => return None,
        }
    }
    Some(arguments)
}

fn measure(family: &Family, folder: &Path, timeout: Duration) -> Result<(), String> {
    println!(
        "{:>9} {:>6} {:>8}  {:>14} {:>14} {:>14}  frames lemmas queries  phases of IC3",
        family.name, "state", "clauses", "encode", "ic3", "unroll"
    );
    let mut before: Option<(usize, [f64; 3])> = None;
    for &size in &family.sizes {
        let name = folder.join(format!("{}-{size}", family.name));
        let (encoding, problem) = encode(&(family.program)(size), &name)?;
        let ic3 = run(&mut Ic3::default(), &problem, timeout, None)?;
        let unroll = run(&mut Unroll::default(), &problem, timeout, Some(20))?;
        let seconds = [encoding, ic3.seconds, unroll.seconds];
        let cells: Vec<String> = (0..3)
            .map(|at| {
                let exponent = before.map_or(String::new(), |(smaller, earlier)| {
                    let growth = (seconds[at] / earlier[at]).ln() / (size as f64 / smaller as f64).ln();
                    format!("^{growth:.1}")
                });
                let mark = if [true, ic3.ended, unroll.ended][at] { "" } else { ">" };
                format!("{:>8} {exponent:<5}", format!("{mark}{:.2}", seconds[at]))
            })
            .collect();
        println!(
            "{size:>9} {:>6} {:>8}  {}  {:>6} {:>6} {:>7}  {}",
            problem.state_variables().len(),
            problem.transition.len() + problem.universal.len(),
            cells.join(" "),
            ic3.figures.get("frames"),
            ic3.figures.get("lemmas"),
            ic3.figures.get("consecution_queries")
                + ic3.figures.get("step_queries")
                + ic3.figures.get("lifting_queries"),
            phases(&ic3),
        );
        before = Some((size, seconds));
    }
    Ok(())
}

/// Per cent of the engine's time for each phase. They overlap: generalising and lifting are parts of blocking.
fn phases(run: &Run) -> String {
    let part = |(name, value): &(&'static str, f64)| {
        let phase = name.strip_suffix("_seconds")?;
        let percent = 100.0 * value / run.clock;
        (percent >= 1.0).then(|| format!("{phase} {percent:.0} %"))
    };
    run.figures.0.iter().filter_map(part).collect::<Vec<_>>().join(", ")
}

/// Writes the program and its problem down; processor seconds of `bitreach encode` and its children.
fn encode(program: &str, name: &Path) -> Result<(f64, DimSpec), String> {
    let (source, target) = (name.with_extension("c"), name.with_extension("dimspec"));
    fs::write(&source, program).map_err(|error| format!("{}: {error}", source.display()))?;
    let script = "\"$1\" encode --encoding large \"$2\" --output \"$3\" || exit 1; times";
    let output = Command::new("bash")
        .args(["-c", script, "bash", env!("CARGO_BIN_EXE_bitreach")])
        .args([&source, &target])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("bash does not start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("{}: {text}{}", source.display(), String::from_utf8_lossy(&output.stderr)));
    }
    let seconds = text.lines().last().map_or(0.0, |times| times.split_whitespace().filter_map(seconds).sum());
    let problem = read_file(&target).map_err(|error| error.to_string())?;
    Ok((seconds, problem))
}

/// A time as in `1m2.345s`.
fn seconds(time: &str) -> Option<f64> {
    let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

/// Runs an engine in this thread. All programs are safe: another answer is an error.
fn run(engine: &mut dyn Engine, problem: &DimSpec, timeout: Duration, steps: Option<usize>) -> Result<Run, String> {
    let mut figures = Figures::default();
    let mut context = Context::new(Arc::new(CadicalFactory), &mut figures);
    let began = Instant::now();
    context.budget.deadline = Some(began + timeout);
    context.budget.steps = steps;
    let start = processor_time();
    let verdict = engine.run(problem, &mut context);
    let (seconds, clock) = ((processor_time() - start).as_secs_f64(), began.elapsed().as_secs_f64());
    match verdict {
        Ok(Verdict::Unsafe(_)) => Err("a run to the goal of a program that is safe".to_owned()),
        Ok(Verdict::Safe(_)) => Ok(Run { seconds, clock, ended: true, figures }),
        Ok(Verdict::Unknown(_, progress)) => {
            let ended = steps.is_some_and(|steps| progress.depth.is_some_and(|depth| depth >= steps));
            Ok(Run { seconds, clock, ended, figures })
        }
        Err(error) => Err(error.to_string()),
    }
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

const HEAD: &str = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n";

/// The family `bits`.
fn pipeline(bits: usize) -> String {
    let words = bits.div_ceil(32).max(1);
    let mut text = format!("{HEAD}int main(void) {{\n");
    (0..words).for_each(|word| _ = writeln!(text, "  unsigned w{word} = 0;"));
    text +=
        "  while (__VERIFIER_nondet_uint()) {\n    unsigned in = __VERIFIER_nondet_uint();\n    in &= ~(in >> 1);\n";
    (1..words).rev().for_each(|word| _ = writeln!(text, "    w{word} = w{};", word - 1));
    _ = writeln!(text, "    w0 = in;\n  }}\n  if (w{0} & (w{0} >> 1)) reach_error();\n  return 0;\n}}", words - 1);
    text
}

/// The family `locations`.
fn jumps(locations: usize) -> String {
    // The SplitMix64 generator: the same programs at every run.
    let random = |seed: usize| {
        let mut word = (seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ (word >> 31)) as usize
    };
    let differ = |location: usize| location > 0 && random(location) % 2 == 1;
    let mut text = format!("{HEAD}int main(void) {{\n  unsigned x = 0, y = 0;\n");
    for from in 0..locations {
        _ = writeln!(
            text,
            "L{from}:\n  while (__VERIFIER_nondet_uint()) {{ x += 2; y += __VERIFIER_nondet_uint() * 2; }}"
        );
        if from == 0 {
            text += "  if ((x ^ y) & 1) reach_error();\n";
        }
        let jump = |to: usize| {
            let change = if differ(from) == differ(to) { "x += y; y += x; x -= y" } else { "y += 1" };
            let change = if from == to { "" } else { change };
            format!("{{ {change}; goto L{to}; }}")
        };
        let far = random(from + locations) % locations;
        _ = writeln!(text, "  if (__VERIFIER_nondet_uint()) {} else {}", jump(far), jump((from + 1) % locations));
    }
    text + "}\n"
}
