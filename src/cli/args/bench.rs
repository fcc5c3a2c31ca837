//! The arguments of `bitreach bench` and `bitreach collect`.

use super::values::{parse_size, parse_time};
use super::ProgressArg;
use crate::bench::shard::{Shard, MOST};
use clap::Args as Group;
use std::path::PathBuf;
use std::time::Duration;

/// `bitreach bench`.
#[derive(Group, Debug)]
#[command(after_help = "\
Exit codes: 0 all questions of the set, or of its shard, have an answer, and none is wrong; 5 a verdict is wrong, or two contradict
each other; 3 a process crashed or ended in an internal error; 20 interrupted: the same command goes on from there; 2 a task
cannot be read or compiled; 1 usage. Where several are the case, the first of these.

Score: as in SV-COMP, 2 for right true, 1 for right false, -32 for wrong true, -16 for wrong false, without the part of witnesses.

Example:
  bitreach bench sv-benchmarks/loops.set --timeout 60 --jobs 2 --output results
  bitreach bench c/*.set --output results --shard 3/8        one of eight machines; then: bitreach collect results
  bitreach bench c/*.set --output results --slurm 100        a job array of Slurm
  bitreach bench loops.set --output other --compare results --html page.html -- --engine ic3")]
pub struct BenchArgs {
    /// What to ask: SV-COMP tasks (.yml), lists of them (.set), folders.
    #[arg(required = true, value_name = "SET")]
    pub sets: Vec<PathBuf>,

    /// Where answers are kept, each as soon as it is there. What has a verdict there is not asked again. Without this option they
    /// are forgotten at the end.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Ask about these properties alone; with commas between them, or with the option given several times.
    #[arg(short, long, value_name = "PROPERTY", value_delimiter = ',')]
    pub property: Vec<String>,

    /// How many questions are asked at the same time.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: u16,

    /// Time for each question: seconds, or with a unit as in 90s, 15m, 2h. A process that does not end by itself is ended a tenth of
    /// this and a second later.
    #[arg(short, long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    pub timeout: Duration,

    /// Memory for each question: bytes, or with a unit as in 500M, 4G. A process that with all that it started has an eighth and 256 MiB
    /// more is ended.
    #[arg(short, long, value_name = "SIZE", default_value = "4G", value_parser = parse_size)]
    pub memory: u64,

    /// Cores for each question: how many engines run at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub cores: u16,

    /// Ask only part K of N: the same part on every machine, and all parts together are the whole set.
    #[arg(long, value_name = "K/N", requires = "output")]
    pub shard: Option<Shard>,

    /// Balance the parts by the times of an earlier run, which is in this folder. It has to be the same for all parts.
    #[arg(long, value_name = "DIR")]
    pub times: Option<PathBuf>,

    /// Submit a job array of N elements to Slurm (sbatch), one for each part, and end.
    #[arg(long, value_name = "N", requires = "output", conflicts_with_all = ["shard", "csv", "html", "compare"],
          value_parser = clap::value_parser!(u32).range(1..=MOST as i64))]
    pub slurm: Option<u32>,

    /// An option for sbatch, such as --partition=short or --time=4:00:00; may be given several times.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true, requires = "slurm")]
    pub sbatch: Vec<String>,

    /// What to write about the run.
    #[command(flatten)]
    pub written: WrittenArgs,

    /// Show progress on standard error: one line, by default only on a terminal.
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto)]
    pub progress: ProgressArg,

    /// Options of `bitreach check` for each question.
    #[arg(last = true, value_name = "OPTION OF CHECK", allow_hyphen_values = true)]
    pub options: Vec<String>,
}

/// `bitreach collect`.
#[derive(Group, Debug)]
#[command(after_help = "\
Exit codes: 0 all questions have an answer, and none is wrong; 5 a verdict is wrong, or two contradict each other; 3 a process
crashed or ended in an internal error; 20 some questions have no answer yet; 2 a task could not be compiled; 1 usage, or the
folders are of different runs. Where several are the case, the first of these.

Example:
  bitreach collect results --csv results.csv --html results.html")]
pub struct CollectArgs {
    /// The folders of `bitreach bench --output`; they are searched with the folders in them.
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// What to write about the run.
    #[command(flatten)]
    pub written: WrittenArgs,
}

/// What to write about a run.
#[derive(Group, Debug)]
pub struct WrittenArgs {
    /// Write a row for each answer to this file, as CSV.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Write a page about the run to this file: the table, a quantile plot, and with --compare a scatter plot and differences.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Compare with the run in this folder.
    #[arg(long, value_name = "DIR")]
    pub compare: Option<PathBuf>,
}
