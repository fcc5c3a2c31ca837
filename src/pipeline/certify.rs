//! Recorded executions, checked again.

use super::native::Execution;
use super::spare::{INTERPRETED_BLOCKS, LONGEST_PLAYBACK};
use super::{front_end, PipelineError, Question};
use crate::frontend::aside;
use crate::native::Played;
use crate::read::bounds::LARGEST_OBJECT;
use crate::solve::{exhausted, EvidenceOutcome, Limits};
use crate::verdict::replay::Recording;
use crate::verdict::RecordedInputs;

/// The names of options of [`Question`] in recorded inputs: those of the command line.
mod name {
    pub const RECURSION: &str = "recursion";
    pub const HEAP_OBJECTS: &str = "heap-objects";
    pub const COMPUTED_SIZE: &str = "computed-size";
    pub const OBJECT_SIZE: &str = "object-size";
    pub const OBJECT_CELLS: &str = "object-cells";
    pub const MALLOC_MAY_FAIL: &str = "malloc-may-fail";
}

impl Question {
    /// How much of the program is followed. It decides which rows and sites the front end makes.
    pub fn options(&self) -> Vec<(String, u64)> {
        let options = [
            (name::RECURSION, self.recursion as u64),
            (name::HEAP_OBJECTS, self.bounds.instances as u64),
            (name::COMPUTED_SIZE, self.bounds.capacity),
            (name::OBJECT_SIZE, self.bounds.object_bytes),
            (name::OBJECT_CELLS, self.bounds.object_cells as u64),
            (name::MALLOC_MAY_FAIL, self.malloc_may_fail.into()),
        ];
        options.map(|(name, number)| (name.to_owned(), number)).into()
    }

    /// Asks with options that were recorded; those that are not among them stay.
    ///
    /// # Errors
    /// The first option that there is not, or that cannot be so.
    pub fn set_options(&mut self, options: &[(String, u64)]) -> Result<(), String> {
        for (name, number) in options {
            let count = usize::try_from(*number).unwrap_or(usize::MAX);
            match (name.as_str(), *number) {
                (name::RECURSION, _) => self.recursion = count,
                (name::HEAP_OBJECTS, 1..=255) => self.bounds.instances = count,
                (name::COMPUTED_SIZE, 1..=LARGEST_OBJECT) => self.bounds.capacity = *number,
                (name::OBJECT_SIZE, 1..=LARGEST_OBJECT) => {
                    (self.bounds.object_bytes, self.bounds.copied_bytes) = (*number, *number);
                }
                (name::OBJECT_CELLS, _) => self.bounds.object_cells = count,
                (name::MALLOC_MAY_FAIL, 0 | 1) => self.malloc_may_fail = *number == 1,
                _ => return Err(format!("was recorded with the option {name}={number}, which there is not here")),
            }
        }
        Ok(())
    }
}

/// Checks that a program, on recorded inputs, ends in the recorded error: by the interpreter, or, where that would take too
/// long, by a native run of the program as clang compiled it.
///
/// # Errors
/// If the program cannot be compiled.
pub fn certify(
    question: &Question,
    recorded: &RecordedInputs,
    limits: &Limits,
) -> Result<EvidenceOutcome, PipelineError> {
    let own = (question.clone(), recorded.clone(), limits.clone());
    let work = move || checked(&own.0, &own.1, &own.2);
    aside::run(&limits.end, work).unwrap_or_else(|| Ok(EvidenceOutcome::Stopped(exhausted(limits))))
}

/// Checks it, stage by stage.
fn checked(question: &Question, recorded: &RecordedInputs, limits: &Limits) -> Result<EvidenceOutcome, PipelineError> {
    let programs = match front_end(question, question.bounds.widened(), limits) {
        Err(PipelineError::Stopped) => return Ok(EvidenceOutcome::Stopped(exhausted(limits))),
        programs => programs?,
    };
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
    let stop = limits.stop.clone().until(limits.budget.deadline);
    let execution = Execution { inputs, map: &programs.optimised.map, site, time: LONGEST_PLAYBACK, optimised: true };
    Ok(match execution.played(question, &programs, &stop) {
        Played::Reproduced => EvidenceOutcome::Holds(
            "the program as clang compiled it, before any pass, ran on the recorded inputs and ended in the error"
                .to_owned(),
        ),
        _ if stop.is_raised() => EvidenceOutcome::Stopped(exhausted(limits)),
        Played::Differs(what) | Played::Impossible(what) => EvidenceOutcome::Fails(what),
    })
}
