//! `bitreach encode`: writes the question as a DimSpec problem, an AIGER graph, a BTOR2 system or Horn clauses and prints its sizes.

use super::args::{EncodeArgs, FormatArg, PredicatesArg, SearchArgs, SimplifyArg};
use super::progress::{self, while_reading, ProgressLine};
use super::{limits, question::question, written, Failure};
use crate::circuit::write::Form;
use crate::frontend::Overflow;
use crate::pipeline::{self, Format, Written};
use crate::ts::Goal;
use std::io::{self, Write};
use std::path::Path;

/// Carries the command out.
pub fn run(args: &EncodeArgs) -> Result<u8, Failure> {
    let (format, form) = format(args);
    if format != Format::DimSpec && args.predicates == PredicatesArg::Mined {
        return Err(Failure::Usage("only DimSpec has a place for predicates; leave --predicates out".to_owned()));
    }
    if format == Format::Horn && args.simplify == SimplifyArg::On {
        let message =
            "Horn clauses have a predicate for each location, which --simplify on does not keep; leave it out";
        return Err(Failure::Usage(message.to_owned()));
    }
    let limits = limits::watch(&SearchArgs::of_limits(args.timeout, args.memory, args.progress));
    let mut question = while_reading(args.progress, || question(&args.program, &limits.stop))?;
    question.assumed.overflow = Overflow::Wraps;
    let goal = args.goal.goal();
    let (encoding, predicates, simplification) = (args.encoding.name(), args.predicates.name(), args.simplify.name());
    let how = pipeline::Form { encoding, predicates, simplification, goal, format };
    let clock = progress::clock();
    let line = ProgressLine::new(args.progress, &clock);
    let encoded = pipeline::encode(&question, how, &limits, &clock);
    drop(line);
    let encoded = encoded?;
    let to_stdout = args.output == Path::new("-");
    if format == Format::DimSpec && args.format.is_none() && !is_dimspec(&args.output) {
        let name = args.output.display();
        let _ =
            writeln!(io::stderr(), "bitreach: {name} is written as DimSpec, as all whose ending is of no other format");
    }
    // What is printed must not mix with the problem.
    let mut out: Box<dyn Write> = if to_stdout { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    if args.print_program {
        written(write!(out, "{}", encoded.program))?;
    }
    if to_stdout {
        written(save(&encoded.written, form, &mut io::stdout().lock()))?;
    } else {
        let saved = bitreach_dimspec::write::write_whole(&args.output, |out| save(&encoded.written, form, out));
        saved.map_err(|error| Failure::Usage(format!("cannot write {}: {error}", args.output.display())))?;
    }
    written(writeln!(out, "{:<28} {}", "format", name(format, form)))?;
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

/// The format that is asked for, else that of the file's ending; and which of its two forms an AIGER graph has.
fn format(args: &EncodeArgs) -> (Format, Form) {
    let name = args.output.to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    let by_ending = || match () {
        () if ends(&[".aig", ".aag", ".aiger"]) => FormatArg::Aiger,
        () if ends(&[".btor2", ".btor"]) => FormatArg::Btor2,
        () if ends(&[".smt2"]) => FormatArg::Horn,
        () => FormatArg::Dimspec,
    };
    let by_name = Form::by_name(&args.output);
    match args.format.unwrap_or_else(by_ending) {
        FormatArg::Dimspec => (Format::DimSpec, Form::Ascii),
        FormatArg::Btor2 => (Format::Btor2, Form::Ascii),
        FormatArg::Horn => (Format::Horn, Form::Ascii),
        FormatArg::Aag => (Format::Aiger, Form::Ascii),
        FormatArg::Aag1 => (Format::Aiger1, Form::Ascii),
        FormatArg::Aiger => (Format::Aiger, by_name),
        FormatArg::Aiger1 => (Format::Aiger1, by_name),
    }
}

/// Whether a file's name says that it is DimSpec, or nothing.
fn is_dimspec(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    let name = Path::new(name.strip_suffix(".gz").unwrap_or(&name));
    name.extension().is_none_or(|ending| ending == "dimspec")
}

/// What a format is called. The ending of a file may not have said it.
fn name(format: Format, form: Form) -> &'static str {
    match (format, form) {
        (Format::DimSpec, _) => "DimSpec",
        (Format::Aiger, Form::Ascii) => "AIGER 1.9, ascii",
        (Format::Aiger, Form::Binary) => "AIGER 1.9, binary",
        (Format::Aiger1, Form::Ascii) => "AIGER 1.0, ascii",
        (Format::Aiger1, Form::Binary) => "AIGER 1.0, binary",
        (Format::Btor2, _) => "BTOR2",
        (Format::Horn, _) => "Horn clauses (SMT-LIB)",
    }
}

/// Writes a question in its format.
fn save(question: &Written, form: Form, mut out: &mut dyn Write) -> io::Result<()> {
    match question {
        Written::DimSpec(problem) => bitreach_dimspec::write::write(problem, &mut out),
        Written::Aiger(aiger) => aiger.write(form, &mut out),
        Written::Text(text) => text.write(&mut out),
    }
}
