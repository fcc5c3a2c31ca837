//! `bitreach encode`: writes the question as a DimSpec problem and prints its sizes.

use super::args::EncodeArgs;
use super::{check::question, written, Failure};
use crate::pipeline;
use crate::ts::Goal;
use std::io::{self, Write};
use std::path::Path;

/// Carries the command out.
pub fn run(args: &EncodeArgs) -> Result<u8, Failure> {
    let question = question(&args.program)?;
    let goal = args.goal.goal();
    let encoded = pipeline::encode(&question, args.encoding.name(), args.predicates.name(), goal)?;
    let to_stdout = args.output == Path::new("-");
    // What is printed must not mix with the problem.
    let mut out: Box<dyn Write> = if to_stdout { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    if args.print_program {
        written(write!(out, "{}", encoded.program))?;
    }
    if to_stdout {
        written(bitreach_dimspec::write::write(&encoded.problem, &mut io::stdout().lock()))?;
    } else {
        let saved = bitreach_dimspec::write::write_file(&encoded.problem, &args.output);
        saved.map_err(|error| Failure::Usage(format!("cannot write {}: {error}", args.output.display())))?;
    }
    for (name, value) in &encoded.sizes {
        written(writeln!(out, "{name:<28} {value}"))?;
    }
    if !encoded.unmodelled.is_empty() {
        let what = match goal {
            Goal::Error => {
                "Not modelled exactly: runs that pass here end in a sink. No run to the goal does not yet mean safe"
            }
            Goal::ErrorOrUnmodelled => "Not modelled exactly, and part of the goal",
        };
        written(writeln!(out, "\n{what}:"))?;
        encoded.unmodelled.iter().try_for_each(|line| written(writeln!(out, "  {line}")))?;
    }
    Ok(0)
}
