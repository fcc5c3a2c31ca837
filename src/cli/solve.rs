//! `bitreach solve`: decides a DimSpec problem.

use super::args::{EncodingArg, EngineArg, SolveArgs};
use super::check::{check_outputs, publish, Saved};
use super::progress::{self, ProgressLine};
use super::{limits, Failure};
use crate::pipeline::{self, PipelineError};
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
    let (name, file) = (args.file.display().to_string(), args.file.clone());
    let read = move || read_problem(&file).map_err(PipelineError::Input);
    let finished = pipeline::solve(&name, read, &choice, &limits, ProgressLine::new(args.search.progress));
    progress::clear();
    publish(finished?, Saved(Ok(())), &args.report)
}

/// Reads a problem from a file, or from standard input for `-`.
pub fn read_problem(path: &Path) -> Result<DimSpec, String> {
    let problem = if path == Path::new("-") {
        bitreach_dimspec::read::read(io::stdin().lock())
    } else {
        bitreach_dimspec::read::read_file(path)
    };
    problem.map_err(|error| format!("{}: {error}", path.display()))
}
