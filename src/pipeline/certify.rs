//! Recorded executions, checked again.

use super::native::Execution;
use super::spare::{INTERPRETED_BLOCKS, LONGEST_PLAYBACK};
use super::{front_end, PipelineError, Question};
use crate::native::Played;
use crate::solve::{EvidenceOutcome, Limits};
use crate::verdict::replay::Recording;
use crate::verdict::RecordedInputs;

/// Checks that a program, on recorded inputs, ends in the recorded error: by the interpreter, or, where that would take too
/// long, by a native run of the program as clang compiled it.
///
/// # Errors
/// If the program cannot be compiled.
pub fn certify(question: &Question, recorded: &RecordedInputs) -> Result<EvidenceOutcome, PipelineError> {
    let limits = Limits::default();
    let programs = front_end(question, question.bounds.widened(), &limits)?;
    let recording = Recording { site: recorded.site, inputs: &recorded.inputs };
    match recording.replay(&programs.optimised, INTERPRETED_BLOCKS) {
        Ok(Some(path)) => {
            let inputs = path.inputs.len();
            let message =
                format!("the interpreter replayed the execution on its {inputs} inputs: it ends in the error");
            return Ok(EvidenceOutcome::Holds(message));
        }
        Ok(None) => {}
        Err(fault) => return Ok(EvidenceOutcome::Fails(fault)),
    }
    let (inputs, site) = (&recorded.inputs[..], recorded.site);
    let execution = Execution { inputs, site, time: LONGEST_PLAYBACK, optimised: true };
    Ok(match execution.played(question, &programs, &limits.stop) {
        Played::Reproduced => EvidenceOutcome::Holds(
            "the program as clang compiled it, before any pass, ran on the recorded inputs and ended in the error"
                .to_owned(),
        ),
        Played::Differs(what) | Played::Impossible(what) => EvidenceOutcome::Fails(what),
    })
}
