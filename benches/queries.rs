//! Small queries: what one costs, asked by real IC3 runs, on the engine's own SAT core and on other solvers.
//!
//! ```text
//! cargo bench --bench queries -- [--seconds S] [--queries N] [--recorded-by core|cadical] [--csv FILE] FOLDER|TASK.yml …
//! ```
//!
//! Each question is encoded (large blocks, mined predicates), and IC3 searches for S seconds (2) while each of its solvers is on tape, up to N
//! queries (3000) each. Then every back end plays every tape, one after the other in one thread: it gets the same clauses and
//! queries, temporary clauses included, answers, and gives cores. An answer that is not the recorded one fails the run. Columns:
//!
//! * `domain`, `core`: the engine's own core, deciding what the query depends on (the default), or all variables;
//! * `cadical`: CaDiCaL as the engines use it, with activation literals, built anew after 1000 of them;
//! * `varisat`: the same for Varisat without its proof check, which the back end of the engines always makes.
//!
//! Printed are microseconds of processor time a query for each kind of query, reading cores and building anew included,
//! loading the first clauses not; then what the cores have for literals; then by how much slower than `domain` each back end is on the
//! tasks, as a geometric mean. The exit code is 1 if answers differ.

#[allow(dead_code, reason = "whether a property holds is of no interest here")]
use bitreach::bench::questions::{collect, Question};
use bitreach_dimspec::DimSpec;
use bitreach_engine::{Context, Engine, EngineError, Silent};
use bitreach_formula::Lit;
use bitreach_ic3::tape::{record, Played, Player, Role};
use bitreach_ic3::{Ic3, Options};
use bitreach_limits::StopFlag;
use bitreach_sat::{Answer, CadicalFactory, IncrementalSolver, SolverError, SolverFactory};
use rustix::time::{clock_gettime, ClockId};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use varisat::ExtendFormula;

/// What was typed.
struct Arguments {
    seconds: f64,
    queries: usize,
    recorded_by: usize,
    csv: Option<PathBuf>,
    paths: Vec<PathBuf>,
}

const USAGE: &str =
    "usage: queries [--seconds S] [--queries N] [--recorded-by core|cadical] [--csv FILE] FOLDER|TASK.yml …";

const ROLES: [(Role, &str); 3] =
    [(Role::Induction, "relative induction"), (Role::Step, "initial and goal states"), (Role::Lifting, "lifting")];

const COLUMNS: [&str; 4] = ["domain", "core", "cadical", "varisat"];

/// What all tapes of one kind of query took, by column.
type Row = [Played; 4];

fn main() -> ExitCode {
    let Some(arguments) = parse(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let mut tasks: Vec<(String, [Row; 3])> = Vec::new();
    for question in collect(&arguments.paths, &[]).expect("sets of tasks").all {
        let name = name(&question);
        let Some(problem) = encode(&question) else {
            println!("{name}: not encoded");
            continue;
        };
        match measure(&problem, &arguments) {
            Ok(rows) => {
                print!("{}", lines(&name, &rows));
                tasks.push((name, rows));
            }
            Err(error) => {
                println!("{name}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    print!("{}", summary(&tasks));
    if let Some(path) = &arguments.csv {
        if let Err(error) = fs::write(path, table(&tasks)) {
            eprintln!("cannot write {}: {error}", path.display());
        }
    }
    let contradictions = tasks.iter().flat_map(|(_, rows)| rows).flatten().any(|played| played.contradictions > 0);
    ExitCode::from(u8::from(contradictions))
}

fn parse(args: impl Iterator<Item = String>) -> Option<Arguments> {
    let mut arguments = Arguments { seconds: 2.0, queries: 3000, recorded_by: 2, csv: None, paths: Vec::new() };
    let mut args = args.filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seconds" => arguments.seconds = args.next()?.parse().ok()?,
            "--queries" => arguments.queries = args.next()?.parse().ok()?,
            "--recorded-by" => {
                arguments.recorded_by = match args.next()?.as_str() {
                    "core" => 2,
                    "cadical" => 0,
                    _ => return None,
                }
            }
            "--csv" => arguments.csv = Some(args.next()?.into()),
            _ if arg.starts_with("--") => return None,
            _ => arguments.paths.push(arg.into()),
        }
    }
    (!arguments.paths.is_empty()).then_some(arguments)
}

fn name(question: &Question) -> String {
    let folder = question.task.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let stem = question.task.file_stem().unwrap_or_default().to_string_lossy();
    format!("{folder}/{stem}:{}", question.property)
}

fn encode(question: &Question) -> Option<DimSpec> {
    let folder = tempfile::tempdir().ok()?;
    let path = folder.path().join("problem.dimspec");
    let output = Command::new(env!("CARGO_BIN_EXE_bitreach"))
        .args(["encode", "--encoding", "large", "--predicates", "mined", "--property", &question.property])
        .arg(&question.task)
        .arg("--output")
        .arg(&path)
        .stdin(Stdio::null())
        .output();
    output.is_ok_and(|output| output.status.success()).then(|| bitreach_dimspec::read::read_file(&path).ok()).flatten()
}

/// Records a search and plays its tapes on all back ends.
fn measure(problem: &DimSpec, arguments: &Arguments) -> Result<[Row; 3], EngineError> {
    let mut engine = Ic3 { options: Options { core: arguments.recorded_by, ..Options::default() } };
    let (_, tapes) = record(arguments.queries, || {
        let mut observer = Silent;
        let mut context = Context::new(Arc::new(CadicalFactory), &mut observer);
        context.budget.deadline = Some(Instant::now() + Duration::from_secs_f64(arguments.seconds));
        engine.run(problem, &mut context)
    });
    let players = [Player::OwnInDomain, Player::Own, Player::Other(&CadicalFactory), Player::Other(&PlainVarisat)];
    let mut rows = [Row::default(); 3];
    for tape in &tapes {
        let role = ROLES.iter().position(|(role, _)| *role == tape.role()).unwrap_or_default();
        for (sum, &player) in rows[role].iter_mut().zip(&players) {
            add(sum, &tape.play(player, processor_time)?);
        }
    }
    Ok(rows)
}

fn add(sum: &mut Played, played: &Played) {
    sum.loading += played.loading;
    sum.querying += played.querying;
    sum.queries += played.queries;
    sum.unsatisfiable += played.unsatisfiable;
    sum.core_literals += played.core_literals;
    sum.contradictions += played.contradictions;
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

fn micros(played: &Played) -> f64 {
    played.querying.as_secs_f64() * 1e6 / played.queries.max(1) as f64
}

/// A line for each kind of query that the task has.
fn lines(name: &str, rows: &[Row; 3]) -> String {
    let mut text = String::new();
    for ((_, kind), row) in ROLES.iter().zip(rows).filter(|(_, row)| row[0].queries > 0) {
        let cells: Vec<String> = row.iter().map(|played| format!("{:>9.1}", micros(played))).collect();
        let note = if row.iter().any(|played| played.contradictions > 0) { "  CONTRADICTION" } else { "" };
        _ = writeln!(text, "{} µs  {:>6} × {kind:<24} {name}{note}", cells.join(" "), row[0].queries);
    }
    text
}

fn summary(tasks: &[(String, [Row; 3])]) -> String {
    let mut text = String::new();
    for (index, (_, kind)) in ROLES.iter().enumerate() {
        let mut sums = Row::default();
        for (_, rows) in tasks {
            sums.iter_mut().zip(&rows[index]).for_each(|(sum, played)| add(sum, played));
        }
        _ = writeln!(
            text,
            "{kind}: {} queries on {} tasks, {} unsatisfiable",
            sums[0].queries,
            tasks.len(),
            sums[0].unsatisfiable
        );
        for (column, sum) in sums.iter().enumerate() {
            let ratios = tasks.iter().filter(|(_, rows)| rows[index][0].querying > Duration::ZERO);
            let logs: Vec<f64> =
                ratios.map(|(_, rows)| (micros(&rows[index][column]) / micros(&rows[index][0])).ln()).collect();
            let ratio = (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp();
            _ = writeln!(
                text,
                "{:>10}: {:>8.1} µs a query, {:>5.2} times domain on a task, {:>6.2} assumptions a core, {:>6.2} s to load",
                COLUMNS[column],
                micros(sum),
                ratio,
                sum.core_literals as f64 / sum.unsatisfiable.max(1) as f64,
                sum.loading.as_secs_f64(),
            );
        }
    }
    let contradictions: usize =
        tasks.iter().flat_map(|(_, rows)| rows).flatten().map(|played| played.contradictions).sum();
    _ = writeln!(text, "{contradictions} answers that are not the recorded ones");
    text
}

fn table(tasks: &[(String, [Row; 3])]) -> String {
    let mut text = format!("question,kind,queries,unsatisfiable,{}\n", COLUMNS.join(","));
    for (name, rows) in tasks {
        for ((_, kind), row) in ROLES.iter().zip(rows).filter(|(_, row)| row[0].queries > 0) {
            let cells: Vec<String> = row.iter().map(|played| format!("{:.1}", micros(played))).collect();
            _ = writeln!(text, "{name},{kind},{},{},{}", row[0].queries, row[0].unsatisfiable, cells.join(","));
        }
    }
    text
}

/// Varisat without its proof check, which the back end of `bitreach_sat` always makes.
struct PlainVarisat;

impl SolverFactory for PlainVarisat {
    fn name(&self) -> String {
        "varisat".to_owned()
    }

    fn create(&self) -> Box<dyn IncrementalSolver> {
        Box::new(Plain { solver: varisat::Solver::new(), model: Vec::new(), core: Vec::new() })
    }
}

struct Plain {
    solver: varisat::Solver<'static>,
    /// After a satisfiable query: the literals that are true.
    model: Vec<varisat::Lit>,
    core: Vec<varisat::Lit>,
}

fn theirs(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.var().index(), lit.is_positive())
}

impl IncrementalSolver for Plain {
    fn name(&self) -> String {
        "varisat".to_owned()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let clause: Vec<varisat::Lit> = clause.iter().copied().map(theirs).collect();
        self.solver.add_clause(&clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        let assumptions: Vec<varisat::Lit> = assumptions.iter().copied().map(theirs).collect();
        self.solver.assume(&assumptions);
        match self.solver.solve() {
            Ok(true) => {
                self.model = self.solver.model().unwrap_or_default();
                Ok(Answer::Sat)
            }
            Ok(false) => {
                self.core = self.solver.failed_core().unwrap_or_default().to_vec();
                self.core.sort_unstable();
                Ok(Answer::Unsat)
            }
            Err(error) => Err(SolverError::Internal { solver: self.name(), message: error.to_string() }),
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.model.get(lit.var().index()) == Some(&theirs(lit))
    }

    fn failed(&self, lit: Lit) -> bool {
        self.core.binary_search(&theirs(lit)).is_ok()
    }

    fn set_stop(&mut self, _stop: StopFlag) {}
}
