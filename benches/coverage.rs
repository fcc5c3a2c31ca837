//! Ways to cover the functions of `bitreach inconsistent`, beside each other.
//!
//! ```text
//! cargo bench --bench coverage -- [--limit SECONDS] [--least SECONDS] [--project FOLDER] FILE.c …
//! ```
//!
//! * What short paths leave open is decided by IC3, once with a new engine for each question and once with one engine for all.
//! * Functions without loops are covered from the beginning all paths at once (`ic3`) and path by path (`conflict`).
//!
//! Seconds are processor time, in steps of 10 ms. A line for each function for which some way takes `--least` or more, `-` where
//! it did not come to an end, then sums, over the functions that both ways of a pair decided. Without files, generated functions are
//! taken: a row of branches on results of calls, and one of branches on sums that earlier branches change. The exit code is 1 if two
//! ways contradict each other.

use bitreach::frontend::prepare_functions;
use bitreach::inconsistency::cover::cover;
use bitreach::inconsistency::effort::Effort;
use bitreach::inconsistency::graph::Graph;
use bitreach::inconsistency::query::{Ending, Found, Query};
use bitreach::inconsistency::{abstraction, conflict, Coverage, Method, Status};
use bitreach::pipeline::processor_seconds;
use bitreach::program::BlockId;
use bitreach::read::function::{self, Body};
use bitreach::solve::Limits;
use bitreach::source::clang::Unit;
use bitreach::source::project;
use bitreach::source::property::DataModel;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// What was typed.
struct Options {
    limit: Duration,
    least: f64,
    units: Vec<Unit>,
    /// Holds generated files.
    _folder: tempfile::TempDir,
}

/// What is known about each location, if all is, and the seconds it took.
type Decided = (Option<Vec<Status>>, f64);

/// The sums of a pair of ways.
#[derive(Default)]
struct Sums {
    seconds: [f64; 2],
    both: usize,
    alone: [usize; 2],
    contradictions: usize,
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("usage: coverage [--limit SECONDS] [--least SECONDS] [--project FOLDER] FILE.c …");
        return ExitCode::from(2);
    };
    let (mut proofs, mut paths) = (Sums::default(), Sums::default());
    println!("locations branches      anew       one       ic3  conflict  function");
    for unit in &options.units {
        let limits = Limits::default();
        let name = unit.file.display().to_string();
        let prepared = match prepare_functions(unit, false, DataModel::Lp64, &limits.stop) {
            Ok(prepared) => prepared,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        let functions = match function::read(&prepared.0, false) {
            Ok(functions) => functions,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        for function in &functions {
            if let Ok(body) = &function.body {
                compare(body, &format!("{name} {}", function.name), &options, &mut proofs, &mut paths);
            }
        }
    }
    proofs.print("one engine for each question", "one engine for all");
    paths.print("all paths at once", "path by path");
    match proofs.contradictions + paths.contradictions {
        0 => ExitCode::SUCCESS,
        count => {
            println!("{count} contradictions");
            ExitCode::FAILURE
        }
    }
}

/// Covers one function in all ways.
fn compare(body: &Body, name: &str, options: &Options, proofs: &mut Sums, paths: &mut Sums) {
    let body = &Body { program: abstraction::slice(&body.program), ..body.clone() };
    let graph = Graph::new(body);
    let mut short = Coverage::new(&graph);
    let steps = if abstraction::has_loops(&body.program) { 5 } else { 1 };
    if let Err(error) = short.short_paths(body, &graph, steps, &within(options.limit / 4), &mut |_, _| {}) {
        println!("{name}: {error}");
        return;
    }
    let mut line = Vec::new();
    if short.is_open() {
        let anew = timed(|| anew(&short, body, &graph, &within(options.limit)));
        let one = timed(|| {
            let mut coverage = short.clone();
            let decided = coverage.decide(body, &graph, &within(options.limit), &mut |_, _| {});
            decided.map(|()| decided_statuses(coverage)).unwrap_or_else(|error| panic!("{name}: {error}"))
        });
        proofs.add(name, &anew, &one);
        line.extend([Some(anew), Some(one)]);
    } else {
        line.extend([None, None]);
    }
    if conflict::applies(&body.program) {
        let by = |method| {
            timed(|| {
                let coverage = cover(body, &graph, method, &Effort::new(true), &within(options.limit));
                decided_statuses(coverage.unwrap_or_else(|error| panic!("{name}: {error}")))
            })
        };
        let (ic3, conflict) = (by(Method::Ic3), by(Method::Conflict));
        paths.add(name, &ic3, &conflict);
        line.extend([Some(ic3), Some(conflict)]);
    }
    if line.iter().flatten().any(|(_, seconds)| *seconds >= options.least) {
        let cell = |decided: &Option<Decided>| match decided {
            Some((Some(_), seconds)) => format!("{seconds:>9.2}"),
            Some((None, _)) => format!("{:>9}", "-"),
            None => " ".repeat(9),
        };
        let cells: Vec<String> = line.iter().chain([&None, &None]).take(4).map(cell).collect();
        let branches = conflict::branches(&body.program);
        println!("{:>9} {branches:>8} {}  {name}", body.locations.len(), cells.join(" "));
    }
}

/// The search as it was with a new engine for each question.
fn anew(short: &Coverage, body: &Body, graph: &Graph, limits: &Limits) -> Option<Vec<Status>> {
    let mut status = short.status.clone();
    let open = |status: &[Status]| (0..status.len()).filter(|&at| status[at] == Status::Open).collect::<Vec<_>>();
    while let Some(wanted) = Some(graph.minimal(&open(&status))).filter(|wanted| !wanted.is_empty()) {
        let block = |at: &usize| body.locations[*at].block;
        let mut query = Query::new(&body.program, &wanted.iter().map(block).collect::<Vec<_>>());
        let mut wanted = wanted;
        while !wanted.is_empty() {
            let blocks: Vec<BlockId> = wanted.iter().map(block).collect();
            match query.ask(Ending::Return, &blocks, limits) {
                Ok(Found::Path(passed)) => {
                    for (at, location) in body.locations.iter().enumerate() {
                        if passed.blocks[location.block.0] {
                            status[at] = Status::Covered;
                        }
                    }
                    wanted.retain(|&at| status[at] != Status::Covered);
                }
                Ok(Found::Impossible) => {
                    for at in open(&status) {
                        if graph.implied([at]).iter().any(|implied| wanted.contains(implied)) {
                            status[at] = Status::Inconsistent;
                        }
                    }
                    break;
                }
                Ok(Found::Undecided(_)) => return None,
                Err(error) => panic!("{error}"),
            }
        }
    }
    Some(status)
}

fn decided_statuses(coverage: Coverage) -> Option<Vec<Status>> {
    (!coverage.is_open()).then_some(coverage.status)
}

fn timed(work: impl FnOnce() -> Option<Vec<Status>>) -> Decided {
    let start = processor_seconds();
    let statuses = work();
    (statuses, processor_seconds() - start)
}

fn within(time: Duration) -> Limits {
    Limits::default().shortly(time)
}

impl Sums {
    fn add(&mut self, name: &str, one: &Decided, other: &Decided) {
        match (&one.0, &other.0) {
            (Some(first), Some(second)) => {
                self.both += 1;
                self.seconds[0] += one.1;
                self.seconds[1] += other.1;
                if first != second {
                    self.contradictions += 1;
                    println!("{name}: contradiction");
                }
            }
            (Some(_), None) => self.alone[0] += 1,
            (None, Some(_)) => self.alone[1] += 1,
            (None, None) => {}
        }
    }

    fn print(&self, one: &str, other: &str) {
        let [first, second] = self.seconds;
        let ratio = if first > 0.0 { second / first } else { 1.0 };
        println!(
            "{one}: {first:.2} s, {} functions alone; {other}: {second:.2} s, {} alone; both decided {}, ratio {ratio:.2}",
            self.alone[0], self.alone[1], self.both
        );
    }
}

fn options() -> Option<Options> {
    let folder = tempfile::tempdir().ok()?;
    let mut options = Options { limit: Duration::from_secs(10), least: 0.1, units: Vec::new(), _folder: folder };
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--limit" => options.limit = Duration::try_from_secs_f64(args.next()?.parse().ok()?).ok()?,
            "--least" => options.least = args.next()?.parse().ok()?,
            "--project" => {
                let project = project::read(Path::new(&args.next()?)).ok()?;
                options.units.extend(project.units.into_iter().filter(|unit| unit.refused.is_none()));
            }
            _ => options.units.push(Unit { file: PathBuf::from(arg), ..Unit::default() }),
        }
    }
    if options.units.is_empty() {
        for branches in [20, 40, 80, 160] {
            for (kind, text) in [("calls", calls(branches)), ("sums", sums(branches))] {
                let file = options._folder.path().join(format!("{kind}-{branches}.c"));
                std::fs::write(&file, text).ok()?;
                options.units.push(Unit { file, ..Unit::default() });
            }
        }
    }
    Some(options)
}

/// A function with about so many branches, most of them on what calls return. Now and then what a branch asks for is excluded by one
/// that lies before all the others.
fn calls(branches: usize) -> String {
    let mut text = "int g(int);\nint f(int *p, int x) {\n    int t = 0;\n    if (x < 10) return 0;\n".to_owned();
    for branch in 0..branches {
        text += &match branch % 10 {
            9 => format!("    if (x == {}) t += g(t);\n", branch % 8),
            4 => "    if (p) { t += *p; if (!p) t = g(t); }\n".to_owned(),
            _ => format!("    if (g({branch}) == {}) t += {branch}; else if (x > {branch}) t -= g(t);\n", branch % 7),
        };
    }
    text + "    return t;\n}\n"
}

/// A function with about so many branches on sums that depend on the branches before.
fn sums(branches: usize) -> String {
    let mut text = "int f(int x, int y, unsigned z) {\n    int t = 0, u = x, v = y;\n".to_owned();
    for branch in 0..branches {
        let name = |at: usize| ["x", "y", "u", "v", "t"][at % 5];
        let (a, b) = (name(branch * 7 + branch / 3), name(branch * 3 + 1 + branch / 5));
        text += &match branch % 10 {
            9 => format!("    if (z > {} && z < {branch}) t = g(t);\n", branch + 1).replace("g(t)", "v"),
            _ => format!("    if ({a} > {b} + {branch}) {{ u += {}; t ^= v; }} else v -= {a};\n", branch % 9),
        };
    }
    text + "    return t + u + v;\n}\n"
}
