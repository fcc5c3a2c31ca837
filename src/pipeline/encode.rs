//! `encode`: writes the question as a DimSpec problem, an AIGER graph or a BTOR2 system.

use super::error::PipelineError;
use super::front_end::{prepare, read_programs};
use super::question::{Encoded, Form, Format, Question, Simplification, Written};
use super::reporting;
use super::stages;
use crate::abandonable;
use crate::dimspec::aiger::Aiger;
use crate::dimspec::btor2::Btor2;
use crate::dimspec::emit;
use bitreach_limits::Limits;

/// Writes the question as a DimSpec problem, an AIGER graph or a BTOR2 system; the last two have no place for predicates.
///
/// # Errors
/// If the program cannot be compiled, or the limits end the run.
pub fn encode(question: &Question, form: Form, limits: &Limits) -> Result<Encoded, PipelineError> {
    let own = (question.clone(), limits.clone());
    abandonable::run(&limits.end, move || encoded(&own.0, form, &own.1)).unwrap_or(Err(PipelineError::Stopped))
}

/// Encodes it: prepare, read, encode, blast, simplify, write.
fn encoded(question: &Question, form: Form, limits: &Limits) -> Result<Encoded, PipelineError> {
    let Form { encoding, predicates, simplification, goal, format } = form;
    let prepared = prepare(question, limits)?;
    let program = read_programs(prepared, question.bounds, limits)?.optimised;
    let mut encoding = stages::encode(program.clone(), encoding, predicates, limits)?;
    let mut problem = None;
    if simplification == Simplification::On {
        let emitted = stages::blast(&encoding.system, goal, limits)?;
        if let Some(simplified) = stages::simplify(&encoding.system, goal, &emitted, limits) {
            encoding.system = simplified.system;
            problem = Some(simplified.emitted.problem);
        }
    }
    let header = reporting::header(question, &encoding);
    let (written, sizes) = match format {
        Format::DimSpec => {
            let mut problem = problem.unwrap_or_else(|| emit(&encoding.system, goal).problem);
            problem.symbols.comments.extend(header);
            let sizes = reporting::sizes(&encoding, &problem);
            (Written::DimSpec(problem), sizes)
        }
        Format::Aiger => {
            let mut aiger = Aiger::new(&encoding.system, goal);
            aiger.comments.extend(header);
            let sizes = reporting::named_sizes(&encoding, aiger.sizes());
            (Written::Aiger(aiger), sizes)
        }
        Format::Btor2 => {
            let mut btor2 = Btor2::new(&encoding.system, goal);
            btor2.comments.extend(header);
            let sizes = reporting::named_sizes(&encoding, btor2.sizes());
            (Written::Btor2(btor2), sizes)
        }
    };
    let unmodelled = reporting::constructs(&program).iter().map(reporting::construct_line).collect();
    if limits.are_up() {
        return Err(PipelineError::Stopped);
    }
    Ok(Encoded { program, written, sizes, unmodelled })
}
