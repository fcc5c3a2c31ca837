//! `bitreach encode`: writes the question as a DimSpec problem or an AIGER graph and prints its sizes.

use super::args::{EncodeArgs, FormatArg, PredicatesArg, ProgressArg, SearchArgs};
use super::{limits, question::question, written, Failure};
use crate::dimspec::aiger::Form;
use crate::pipeline::{self, Format, Written};
use crate::ts::Goal;
use std::io::{self, Write};
use std::path::Path;

/// Carries the command out.
pub fn run(args: &EncodeArgs) -> Result<u8, Failure> {
    let format = if args.format == FormatArg::Dimspec { Format::DimSpec } else { Format::Aiger };
    if format == Format::Aiger && args.predicates == PredicatesArg::Mined {
        return Err(Failure::Usage("AIGER has no place for predicates; leave --predicates out".to_owned()));
    }
    let limits = limits::watch(&SearchArgs::of_limits(None, None, ProgressArg::Never));
    let question = question(&args.program, &limits.stop)?;
    let goal = args.goal.goal();
    let (encoding, predicates, simplification) = (args.encoding.name(), args.predicates.name(), args.simplify.name());
    let how = pipeline::Form { encoding, predicates, simplification, goal, format };
    let encoded = pipeline::encode(&question, how, &limits)?;
    let to_stdout = args.output == Path::new("-");
    // What is printed must not mix with the problem.
    let mut out: Box<dyn Write> = if to_stdout { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    if args.print_program {
        written(write!(out, "{}", encoded.program))?;
    }
    if to_stdout {
        written(save(&encoded.written, form(args), &mut io::stdout().lock()))?;
    } else {
        let saved = bitreach_dimspec::write::write_whole(&args.output, |out| save(&encoded.written, form(args), out));
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

/// Which of its two forms an AIGER graph is to be written in.
fn form(args: &EncodeArgs) -> Form {
    let name = args.output.to_string_lossy();
    let text = args.format == FormatArg::Aag || name.ends_with(".aag") || name.ends_with(".aag.gz");
    if text {
        Form::Ascii
    } else {
        Form::Binary
    }
}

/// Writes a question in its format.
fn save(question: &Written, form: Form, mut out: &mut dyn Write) -> io::Result<()> {
    match question {
        Written::DimSpec(problem) => bitreach_dimspec::write::write(problem, &mut out),
        Written::Aiger(aiger) => aiger.write(form, &mut out),
    }
}
