//! `encode`: writes the question as a DimSpec problem, an AIGER graph, a BTOR2 system or Horn clauses.

use super::clock::Clock;
use super::error::PipelineError;
use super::front_end::{prepare, read_programs};
use super::question::{Encoded, Form, Format, Question, Simplification, Written};
use super::reporting;
use super::stages;
use crate::abandonable;
use crate::dimspec::{aiger, btor2, emit, horn};
use crate::ts::Goal;
use bitreach_limits::Limits;

/// So many constructs are named that a problem leaves out.
const MOST_LEFT_OUT: usize = 100;

/// Writes the question as a DimSpec problem, an AIGER graph, a BTOR2 system or Horn clauses; only the first has a place for
/// predicates. The clock says meanwhile which stage runs.
/// Horn clauses are about the system with its locations, which is not simplified.
///
/// # Errors
/// If the program cannot be compiled, or the limits end the run.
pub fn encode(question: &Question, form: Form, limits: &Limits, clock: &Clock) -> Result<Encoded, PipelineError> {
    let own = (question.clone(), limits.clone(), clock.clone());
    abandonable::run(&limits.end, move || encoded(&own.0, form, &own.1, &own.2)).unwrap_or(Err(PipelineError::Stopped))
}

/// Encodes it: prepare, read, encode, blast, simplify, write.
fn encoded(question: &Question, form: Form, limits: &Limits, clock: &Clock) -> Result<Encoded, PipelineError> {
    let Form { encoding, predicates, simplification, goal, format } = form;
    let prepared = clock.stage("front end", || prepare(question, limits, clock))?;
    let program = clock.stage("front end", || read_programs(&prepared, question.bounds, limits))?.optimised;
    let encode = || stages::encode(program.clone(), encoding, predicates, limits);
    let mut encoding = clock.stage("encode", encode)?;
    let mut problem = None;
    if simplification == Simplification::On {
        let emitted = clock.stage("blast", || stages::blast(&encoding.system, goal, limits))?;
        let simplify = || stages::simplify(&encoding.system, goal, &emitted, limits);
        if let Some(simplified) = clock.stage("simplify", simplify) {
            encoding.system = simplified.system;
            problem = Some(simplified.emitted.problem);
        }
    }
    let unmodelled: Vec<String> =
        reporting::constructs(&program, question.bounds).iter().map(reporting::construct_line).collect();
    let mut header = reporting::header(question, &encoding, form);
    if goal == Goal::Error {
        header.extend(unmodelled.iter().take(MOST_LEFT_OUT).map(|construct| Form::left_out(construct)));
    }
    let (written, sizes) = clock.stage("blast", || match format {
        Format::DimSpec => {
            let mut problem = problem.unwrap_or_else(|| emit(&encoding.system, goal).problem);
            problem.symbols.comments.extend(header);
            let sizes = reporting::sizes(&encoding, &problem);
            (Written::DimSpec(problem), sizes)
        }
        Format::Aiger | Format::Aiger1 => {
            let graph = aiger::graph(&encoding.system, goal);
            let mut graph = if format == Format::Aiger1 { graph.version_1() } else { graph };
            graph.comments.extend(header);
            let sizes = reporting::named_sizes(&encoding, graph.sizes());
            (Written::Aiger(graph), sizes)
        }
        Format::Btor2 | Format::Horn => {
            let mut text = match format {
                Format::Horn => horn::text(&encoding, goal),
                _ => btor2::text(&encoding.system, goal),
            };
            text.comments.extend(header);
            let sizes = reporting::named_sizes(&encoding, text.sizes);
            (Written::Text(text), sizes)
        }
    });
    if limits.are_up() {
        return Err(PipelineError::Stopped);
    }
    Ok(Encoded { program, written, sizes, unmodelled })
}
