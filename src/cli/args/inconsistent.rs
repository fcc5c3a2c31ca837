//! The arguments of `bitreach inconsistent`.

use super::values::{parse_size, parse_time};
use super::{ColorArgs, DataModelArg, ProgressArg};
use crate::bench::shard::{Shard, MOST};
use clap::{Args as Group, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// `bitreach inconsistent`.
#[derive(Group, Debug)]
#[command(after_help = "\
Exit codes: 0 nothing found, 10 something found, 20 nothing found but not all was analysed to the end, 1 usage, 2 a file
cannot be read or compiled (the others are analysed), 3 internal error. Where several are the case: 3, 1, 2, 10, 20.
With --collect the same, as one run would have had it; 20 also where parts are missing, which are named.

A comment `/* bitreach: inconsistent-ok */` on a line that a report shows, or above the line that it is about, silences it.

Example:
  bitreach inconsistent --jobs 2 --clang=-Iinclude src/*.c
  bitreach inconsistent --project build/
  bitreach inconsistent --whole-program main.c parser.c
  bitreach inconsistent --project build/ --output results --shard 3/8     one of eight machines; then:
  bitreach inconsistent --collect results --sarif report.sarif")]
pub struct InconsistentArgs {
    /// The files: C (.c), preprocessed C (.i), LLVM 19 (.ll, .bc).
    #[arg(required_unless_present_any = ["project", "collect"])]
    pub files: Vec<PathBuf>,

    /// Analyse the project of this compile_commands.json, or of the folder that it is in, or whose build/ it is in; with files, only these of
    /// it, by their paths or the ends of these.
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

    /// Also look at inequalities where both sides are equal: `i <= n` at `i == n`. Finds accesses one element too far. Not
    /// for whole programs.
    #[arg(short, long, conflicts_with = "whole_program")]
    pub boundary: bool,

    /// Also report code that is dead because of constants or of the platform's types.
    #[arg(short, long)]
    pub all: bool,

    /// List what was found and is not reported, with the rule that says so, in the text and in JSON.
    #[arg(long)]
    pub withheld: bool,

    /// Turn a rule by which findings are withheld off, or on again behind --all; may be given several times. --withheld names
    /// the rules, docs/inconsistent.md lists them.
    #[arg(long, value_name = "NAME=on|off")]
    pub rule: Vec<String>,

    /// Take the files for one program and analyse it from its `main`, with all functions inlined: report what no execution of
    /// the program passes that ends by the return of `main` or by `exit`.
    #[arg(short, long)]
    pub whole_program: bool,

    /// Time for each function, by default 10s, or for the whole program, by default 60s; then loops are abstracted, which can
    /// lose reports.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub function_timeout: Option<Duration>,

    /// Do not give up on a function before --function-timeout is over. Else that is done where much work has found nothing new about
    /// it, mostly within a second.
    #[arg(long)]
    pub thorough: bool,

    /// How the places of a function are covered.
    #[arg(long, value_enum, default_value_t = CoverageArg::Auto)]
    pub coverage: CoverageArg,

    /// How many functions are analysed at the same time.
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,

    /// End after this time, with what has been found so far.
    #[arg(short, long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,

    /// End when the process holds this much memory: bytes, or with a unit as in 500M, 4G. Three quarters of what is free if nothing
    /// is said.
    #[arg(short, long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// Keep what is known about each function in this file, as soon as it is done. A run that was interrupted goes on from
    /// there when it is started again.
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// Keep what is known about each function in this folder, in a file of this process. Runs on other machines may write into the same
    /// folder; what is known there is not looked for again.
    #[arg(short, long, value_name = "DIR", conflicts_with_all = ["state", "whole_program"])]
    pub output: Option<PathBuf>,

    /// Look only at part K of N of the functions: the same part on every machine, and all parts together are all functions.
    #[arg(long, value_name = "K/N", requires = "output")]
    pub shard: Option<Shard>,

    /// Balance the parts by the times of an earlier run, whose --output is this folder. It has to be the same for all parts.
    #[arg(long, value_name = "DIR", requires = "output")]
    pub times: Option<PathBuf>,

    /// Put the parts that are in these folders of --output together into one report, without looking at any function.
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["files", "project", "clang", "data_model", "overflow",
          "boundary", "all", "rule", "whole_program", "function_timeout", "thorough", "coverage", "jobs", "timeout", "memory",
          "state", "output", "shard", "times", "slurm", "sbatch"])]
    pub collect: Vec<PathBuf>,

    /// Submit a job array of N elements to Slurm (sbatch), one for each part, and end.
    #[arg(long, value_name = "N", requires = "output", value_parser = clap::value_parser!(u32).range(1..=MOST as i64),
          conflicts_with_all = ["shard", "json", "sarif", "html", "baseline", "write_baseline"])]
    pub slurm: Option<u32>,

    /// An option for sbatch, such as --partition=short or --time=4:00:00; may be given several times.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true, requires = "slurm")]
    pub sbatch: Vec<String>,

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

    /// When the text report has colours.
    #[command(flatten)]
    pub color: ColorArgs,
}

/// How places are covered; both ways find the same.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoverageArg {
    /// Path by path for functions without loops that have many branches, else all paths at once.
    Auto,
    /// All paths at once, by IC3.
    Ic3,
    /// Path by path, learning from conflicts, for functions without loops.
    Conflict,
}
