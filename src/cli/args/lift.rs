//! `bitreach lift`.

use super::values::{parse_size, parse_time};
use super::{EncodingArg, GoalArg, PredicatesArg, ProgramArgs, ProgressArg, ReplayArg, ReportArgs, SimplifyArg};
use clap::Args as Group;
use std::path::PathBuf;
use std::time::Duration;

/// `bitreach lift`.
#[derive(Group, Debug)]
#[command(after_help = "\
The report is the one of `check`. An answer that is wrong is VERDICT: UNKNOWN(rejected) (exit code 4), one without a run or a proof
VERDICT: UNKNOWN(unproved) (20). A problem that is not what the program is encoded as ends the command (2).

Example:
  bitreach encode program.c -o x.dimspec; incplan x.dimspec > answer.txt; bitreach lift --from answer.txt x.dimspec program.c")]
pub struct LiftArgs {
    /// What the solver printed: a run as IncPlan and minireachIC3 print it, lines of a model, or evidence as `--evidence` writes it.
    #[arg(long, value_name = "ANSWER")]
    pub from: PathBuf,

    /// The DimSpec problem that was solved, as `encode` wrote it.
    pub problem: PathBuf,

    /// The program and the question, as they were given to `encode`.
    #[command(flatten)]
    pub program: ProgramArgs,

    /// As it was given to `encode`; by default what the problem says itself. So are the next three.
    #[arg(long, value_enum)]
    pub encoding: Option<EncodingArg>,

    /// Whether the problem defines predicates.
    #[arg(long, value_enum)]
    pub predicates: Option<PredicatesArg>,

    /// Whether the transition system was made smaller.
    #[arg(long, value_enum)]
    pub simplify: Option<SimplifyArg>,

    /// Which states are the goal.
    #[arg(long, value_enum)]
    pub goal: Option<GoalArg>,

    /// How an execution that violates the property is replayed.
    #[arg(long, value_enum, default_value_t = ReplayArg::Native)]
    pub replay: ReplayArg,

    /// Give up after this time: seconds, or with a unit as in 90s, 15m, 2h.
    #[arg(short, long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,

    /// Give up when the process holds this much memory: bytes, or with a unit as in 500M, 4G. Three quarters of what is free if nothing
    /// is said.
    #[arg(short, long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// Show progress on standard error: one line, by default only on a terminal.
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto)]
    pub progress: ProgressArg,

    /// The report.
    #[command(flatten)]
    pub report: ReportArgs,
}
