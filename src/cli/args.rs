//! The arguments as they are typed. Nothing is resolved here.

use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Decides, bit for bit and with no bound on loops, whether a C program can reach an error.
///
/// The last line on standard output is the verdict, in one of three forms:
///   VERDICT: SAFE
///   VERDICT: UNSAFE(property)
///   VERDICT: UNKNOWN(reason)
///
/// Exit codes: 0 safe, 10 unsafe, 20 unknown, 1 usage, 2 input that cannot be read or compiled, 3 internal error.
#[derive(Parser, Debug)]
#[command(name = "bitreach", version, max_term_width = 100, verbatim_doc_comment)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Decide whether a C program or LLVM module can reach an error.
    Check(CheckArgs),
    /// Write the question as a DimSpec problem, for any solver.
    Encode(EncodeArgs),
    /// Decide a DimSpec problem, ours or foreign.
    Solve(SolveArgs),
    /// Check evidence that `check` or `solve` wrote, against a DimSpec problem.
    Certify(CertifyArgs),
    /// Find code that takes part in no execution that comes to its function's return.
    Inconsistent(InconsistentArgs),
    /// Print a completion script for a shell.
    #[command(after_help = "Example: bitreach completions bash > ~/.local/share/bash-completion/completions/bitreach")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    #[command(after_help = "Example: bitreach man | man -l -")]
    Man,
}

/// What program, and what is asked about it.
#[derive(Group, Debug)]
pub struct ProgramArgs {
    /// The program: C (.c), preprocessed C (.i), LLVM 19 (.ll, .bc), or an SV-COMP task (.yml).
    pub file: PathBuf,

    /// What must not happen: unreach-call, no-overflow, assert, valid-deref, valid-free, valid-memcleanup, valid-memsafety, or
    /// the path of a .prp file.
    ///
    /// unreach-call: no call of reach_error or __VERIFIER_error. no-overflow: no signed arithmetic leaves its type.
    /// assert: no assert() fails. Without this option a task's only property is taken; for other input it is unreach-call
    /// if the program calls an error function, else assert.
    #[arg(short, long, value_name = "PROPERTY")]
    pub property: Option<String>,

    /// Widths of long and pointers: ILP32 (32 bits each) or LP64 (64 bits each). Default: what the task says, else LP64.
    #[arg(short, long, value_name = "MODEL", ignore_case = true)]
    pub data_model: Option<DataModelArg>,
}

/// `ILP32` or `LP64`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModelArg {
    /// int, long and pointers have 32 bits.
    #[value(name = "ILP32")]
    Ilp32,
    /// int has 32 bits, long and pointers have 64.
    #[value(name = "LP64")]
    Lp64,
}

/// How to search, and for how long.
#[derive(Group, Debug)]
pub struct SearchArgs {
    /// Which engine decides.
    #[arg(short, long, value_enum, default_value_t = EngineArg::Portfolio)]
    pub engine: EngineArg,

    /// Which SAT solver the engines run on: cadical, varisat, or ipasir: and the path of a shared library that has the
    /// IPASIR interface, as in ipasir:/path/libsolver.so.
    ///
    /// IC3 has a solver of its own and runs on another one only if that is a library. Safe verdicts are checked by
    /// varisat; those that varisat found, by cadical.
    #[arg(long, value_name = "SOLVER", default_value = "cadical", value_parser = parse_sat)]
    pub sat: SatArg,

    /// How many members of the portfolio run at the same time, by default one a core.
    ///
    /// With fewer jobs than members, those at the end of the table take turns on the last one. With one job all take turns, by
    /// counted work: the same verdict and the same figures in every run.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,

    /// A table of members to run instead of the built-in one: a name, an engine and its options a line, the most important
    /// first, as in `mine ic3 ctg=0`.
    #[arg(long, value_name = "FILE")]
    pub members: Option<PathBuf>,

    /// What random choices depend on.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Give up after this time: seconds, or with a unit as in 90s, 15m, 2h.
    #[arg(short, long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,

    /// Give up when the process holds this much memory: bytes, or with a unit as in 500M, 4G.
    #[arg(short, long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// The longest run that the unroller looks for, in steps of the transition system.
    #[arg(long, value_name = "N")]
    pub steps: Option<usize>,

    /// Show progress on standard error: one line, by default only on a terminal.
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto)]
    pub progress: ProgressArg,
}

/// The encodings by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodingArg {
    /// One step is one basic block: the reference.
    Small,
    /// One step is one loop-free region: fewer and larger steps.
    Large,
}

/// The engines by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineArg {
    /// Both engines side by side; the first checked answer wins.
    Portfolio,
    /// The IC3 engine: proves and refutes.
    Ic3,
    /// The incremental-SAT unroller: finds shortest runs, proves nothing.
    Unroll,
    /// k-induction on the unroller: proves what is nearly inductive, and finds shortest runs.
    Kinduction,
    /// Compiles the program and runs it on made-up inputs: finds very long runs, proves nothing. Only for programs.
    Concrete,
}

/// The SAT solvers by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SatArg {
    /// CaDiCaL.
    Cadical,
    /// Varisat.
    Varisat,
    /// The library at this path.
    Ipasir(PathBuf),
}

/// When to show progress.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgressArg {
    /// If standard error is a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Where reports go.
#[derive(Group, Debug)]
pub struct ReportArgs {
    /// Also write the report as JSON to this file; `-` writes it to standard output instead of the text report.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write the evidence (the trace or the invariant, over the variables of the DimSpec problem; for what the concrete
    /// engine found, the program's inputs) to this file, for `bitreach certify`.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,

    /// Show whole paths and all figures.
    #[arg(short, long)]
    pub verbose: bool,
}

/// `bitreach check`.
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  bitreach check program.c                             find a failing assert, or a call of reach_error
  bitreach check -p no-overflow -d ILP32 program.c     find signed overflow, with a 32-bit long
  bitreach check --timeout 60 --json out.json task.yml decide an SV-COMP task")]
pub struct CheckArgs {
    /// The program and the question.
    #[command(flatten)]
    pub program: ProgramArgs,

    /// What one step of the transition system is.
    #[arg(long, value_enum, default_value_t = EncodingArg::Large)]
    pub encoding: EncodingArg,

    /// Whether the problem defines predicates, such as `x <= y` for two words of the program, for engines to speak of.
    #[arg(long, value_enum, default_value_t = PredicatesArg::Mined)]
    pub predicates: PredicatesArg,

    /// How an execution that violates the property is replayed. `native` also compiles the program with what it read, without
    /// a C library, and runs it where it can do nothing but compute (seccomp).
    #[arg(long, value_enum, default_value_t = ReplayArg::Native)]
    pub replay: ReplayArg,

    /// The search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// The report.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Whether predicates are mined.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PredicatesArg {
    /// No: bits alone.
    Off,
    /// Yes: the program's comparisons, order of words, and equations that hold in simulated runs.
    Mined,
}

/// What replays executions.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayArg {
    /// The interpreter, and the machine where that is possible.
    Native,
    /// The interpreter alone.
    Interpreter,
}

/// `bitreach encode`.
#[derive(Group, Debug)]
#[command(after_help = "\
Example:
  bitreach encode program.c -o program.dimspec && bitreach solve program.dimspec")]
pub struct EncodeArgs {
    /// The program and the question.
    #[command(flatten)]
    pub program: ProgramArgs,

    /// The file to write; compressed if its name ends in .gz. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// The format. AIGER is for hardware model checkers: bits of states are latches, with names; the goal is the bad state.
    #[arg(long, value_enum, default_value_t = FormatArg::Dimspec)]
    pub format: FormatArg,

    /// What one step of the transition system is.
    #[arg(long, value_enum, default_value_t = EncodingArg::Small)]
    pub encoding: EncodingArg,

    /// Whether the problem defines predicates, such as `x <= y` for two words of the program, for engines to speak of.
    #[arg(long, value_enum, default_value_t = PredicatesArg::Off)]
    pub predicates: PredicatesArg,

    /// Which states are the goal.
    #[arg(long, value_enum, default_value_t = GoalArg::Error)]
    pub goal: GoalArg,

    /// Also print the program that is encoded, as blocks of operations.
    #[arg(long)]
    pub print_program: bool,
}

/// The format of a written problem.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatArg {
    /// Four formulas in clauses.
    Dimspec,
    /// AIGER 1.9, binary; as text if the file's name ends in .aag or .aag.gz.
    Aiger,
    /// AIGER 1.9 as text, whatever the file's name.
    Aag,
}

/// Which states are the goal of a written problem.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalArg {
    /// The error alone: a run to it is an execution that violates the property.
    Error,
    /// The error, or code that is not modelled exactly: if there is no run to it, the program is safe.
    ErrorOrUnmodelled,
}

/// `bitreach solve`.
#[derive(Group, Debug)]
#[command(after_help = "\
Example:
  bitreach solve --engine ic3 dimspec-examples/counter8.dimspec")]
pub struct SolveArgs {
    /// The DimSpec problem, plain or gzip; `-` is standard input.
    pub file: PathBuf,
    /// The search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// The report.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `bitreach certify`.
#[derive(Group, Debug)]
#[command(after_help = "\
Example:
  bitreach solve x.dimspec --evidence x.evidence; bitreach certify x.dimspec x.evidence")]
pub struct CertifyArgs {
    /// The DimSpec problem; or the program, for inputs that the concrete engine recorded.
    pub problem: PathBuf,
    /// The evidence that `--evidence` wrote.
    pub evidence: PathBuf,
    /// Which SAT solver checks a proof: cadical, varisat, or ipasir: and the path of a shared library.
    #[arg(long, value_name = "SOLVER", default_value = "varisat", value_parser = parse_sat)]
    pub sat: SatArg,
}

/// `bitreach inconsistent`.
#[derive(Group, Debug)]
#[command(after_help = "\
Exit codes: 0 nothing found, 10 something found, 20 nothing found but not all was analysed to the end, 1 usage, 2 a file
cannot be read or compiled (the others are analysed), 3 internal error.

A comment `/* bitreach: inconsistent-ok */` on the line of a report or the one above silences it.

Example:
  bitreach inconsistent --jobs 2 --clang=-Iinclude src/*.c
  bitreach inconsistent --project build/")]
pub struct InconsistentArgs {
    /// The files: C (.c), preprocessed C (.i), LLVM 19 (.ll, .bc).
    #[arg(required_unless_present = "project")]
    pub files: Vec<PathBuf>,

    /// Analyse the project of this compile_commands.json, or of the folder that it is in; with files, only these of it.
    #[arg(short, long, value_name = "PATH")]
    pub project: Option<PathBuf>,

    /// An argument for clang, such as -I… or -D…; may be given several times.
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub clang: Vec<String>,

    /// Widths of long and pointers: ILP32 (32 bits each) or LP64 (64 bits each). Default: LP64.
    #[arg(short, long, value_name = "MODEL", ignore_case = true)]
    pub data_model: Option<DataModelArg>,

    /// Signed overflow is an error, too.
    #[arg(long)]
    pub overflow: bool,

    /// Also look at inequalities where both sides are equal: `i <= n` at `i == n`. Finds accesses one element too far.
    #[arg(short, long)]
    pub boundary: bool,

    /// Also report code that is dead because of constants alone.
    #[arg(short, long)]
    pub all: bool,

    /// Time for each function, by default 10s; then its loops are abstracted, which can lose reports.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub function_timeout: Option<Duration>,

    /// How many functions are analysed at the same time.
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,

    /// End after this time, with what has been found so far.
    #[arg(short, long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,

    /// End when the process holds this much memory: bytes, or with a unit as in 500M, 4G.
    #[arg(short, long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// Show progress on standard error: one line, by default only on a terminal.
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto)]
    pub progress: ProgressArg,

    /// Also write the report as JSON to this file; `-` writes it to standard output instead of the text report.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Also write the report as SARIF 2.1.0 to this file, for code scanning services.
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,

    /// Also write the report as a page to this file.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Leave out reports whose fingerprints stand in this file.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Write the fingerprints of all reports to this file, for `--baseline`.
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,

    /// Show everything that was not analysed, and the assumptions.
    #[arg(short, long)]
    pub verbose: bool,
}

impl SearchArgs {
    /// Limits alone, all else as by default.
    pub fn of_limits(timeout: Option<Duration>, memory: Option<u64>, progress: ProgressArg) -> SearchArgs {
        SearchArgs {
            engine: EngineArg::Ic3,
            sat: SatArg::Cadical,
            jobs: None,
            members: None,
            seed: 0,
            timeout,
            memory,
            steps: None,
            progress,
        }
    }
}

/// `cadical`, `varisat`, or `ipasir:` and a path.
fn parse_sat(text: &str) -> Result<SatArg, String> {
    match text.split_once(':') {
        None if text.eq_ignore_ascii_case("cadical") => Ok(SatArg::Cadical),
        None if text.eq_ignore_ascii_case("varisat") => Ok(SatArg::Varisat),
        Some(("ipasir", path)) if !path.is_empty() => Ok(SatArg::Ipasir(PathBuf::from(path))),
        _ => Err("give cadical, varisat, or ipasir: and the path of a library, as in ipasir:./libsolver.so".to_owned()),
    }
}

/// A time such as `90`, `1.5`, `90s`, `15m`, `2h`.
fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, factor) = with_unit(text, &[("s", 1.0), ("m", 60.0), ("h", 3600.0)]);
    let seconds = number.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds * factor).ok())
        .ok_or_else(|| "give seconds, or a number with s, m or h, such as 90, 90s or 15m".to_owned())
}

/// A size in bytes such as `500000000`, `500M`, `4G`; units are powers of 1024.
fn parse_size(text: &str) -> Result<u64, String> {
    let units = [("K", 1024.0), ("M", 1048576.0), ("G", 1073741824.0), ("T", 1099511627776.0)];
    let text = text.trim_end_matches("iB").trim_end_matches('B');
    let (number, factor) = with_unit(text, &units);
    let size = number.parse::<f64>().ok().filter(|size| size.is_finite() && *size > 0.0);
    size.map(|size| (size * factor) as u64)
        .ok_or_else(|| "give bytes, or a number with K, M, G or T, such as 500M or 4G".to_owned())
}

/// Splits a unit off; factor 1 where there is none.
fn with_unit<'a>(text: &'a str, units: &[(&str, f64)]) -> (&'a str, f64) {
    let unit = units.iter().find_map(|(unit, factor)| {
        let split = text.len().checked_sub(unit.len())?;
        let (number, end) = text.is_char_boundary(split).then(|| text.split_at(split))?;
        end.eq_ignore_ascii_case(unit).then_some((number, *factor))
    });
    unit.unwrap_or((text, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes() {
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("2H"), Ok(Duration::from_secs(7200)));
        assert_eq!(parse_size("4G"), Ok(4 << 30));
        assert_eq!(parse_size("500MiB"), Ok(500 << 20));
        assert_eq!(parse_size("1024"), Ok(1024));
        for bad in ["", "x", "-1", "1y", "inf", "é", "1e999"] {
            assert!(parse_time(bad).is_err(), "{bad}");
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn solvers() {
        assert_eq!(parse_sat("cadical"), Ok(SatArg::Cadical));
        assert_eq!(parse_sat("Varisat"), Ok(SatArg::Varisat));
        assert_eq!(parse_sat("ipasir:a:b.so"), Ok(SatArg::Ipasir("a:b.so".into())));
        for bad in ["", "minisat", "ipasir", "ipasir:", "cadical:x", "/lib/x.so"] {
            assert!(parse_sat(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }
}
