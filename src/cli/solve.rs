//! `bitreach solve`: decides a DimSpec problem.

use super::args::{EncodingArg, EngineArg, SolveArgs};
use super::check::{check_outputs, publish};
use super::{limits, progress::ProgressLine, Failure};
use crate::pipeline;
use bitreach_dimspec::DimSpec;
use std::io;
use std::path::Path;

/// Carries the command out.
pub fn run(args: &SolveArgs) -> Result<u8, Failure> {
    check_outputs([&args.report.json, &args.report.evidence])?;
    if args.search.engine == EngineArg::Concrete {
        let message = "the concrete engine runs programs; give it one with `bitreach check --engine concrete`";
        return Err(Failure::Usage(message.to_owned()));
    }
    let choice = args.search.choice(EncodingArg::Small)?;
    let limits = limits::watch(&args.search);
    let problem = read_problem(&args.file)?;
    let mut progress = ProgressLine::new(args.search.progress);
    let name = args.file.display().to_string();
    let finished = pipeline::solve(&name, problem, &choice, &limits, &mut progress);
    progress.clear();
    publish(finished?, &args.report)
}

/// Reads a problem from a file, or from standard input for `-`.
pub fn read_problem(path: &Path) -> Result<DimSpec, Failure> {
    let problem = if path == Path::new("-") {
        bitreach_dimspec::read::read(io::stdin().lock())
    } else {
        bitreach_dimspec::read::read_file(path)
    };
    problem.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}
