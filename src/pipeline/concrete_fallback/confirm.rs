//! What native runs came to, and the check of the error that they ended in.

use super::only::{self, Length, Only};
use crate::concrete::{Candidate, ConcreteError, End, Figures};
use crate::native::Played;
use crate::pipeline::error::PipelineError;
use crate::pipeline::evidence::told;
use crate::pipeline::front_end::Programs;
use crate::pipeline::native_replay::{Execution, NativeReplay};
use crate::pipeline::question::{Asked, Question, Replay};
use crate::program::OnlyWay;
use crate::source::clang::ClangError;
use crate::verdict::replay::Recording;
use crate::verdict::{ErrorPath, RecordedInputs};
use bitreach_limits::StopFlag;
use std::time::Duration;

/// An execution of more blocks than this is not replayed by the interpreter: that would take longer than finding it.
pub const INTERPRETED_BLOCKS: u64 = 100_000_000;

/// How long the program as clang compiled it may run to confirm an execution: it is slower than the optimised one, but not by
/// much.
pub const LONGEST_PLAYBACK: Duration = Duration::from_secs(120);

/// What the concrete engine found, after something else has checked it.
#[derive(Debug, Default)]
pub struct ConcreteRuns {
    /// The execution that violates the property.
    pub path: Option<ErrorPath>,
    /// What native replay came to.
    pub native: Option<NativeReplay>,
    /// The execution's inputs as the optimised program reads them.
    pub candidate: Option<Candidate>,
    /// Why an error that the engine found is no answer.
    pub unconfirmed: Option<String>,
    /// What became of the program's only way, if it has but one.
    pub only: Option<Only>,
    /// What was counted.
    pub figures: Figures,
    /// How long it ran.
    pub seconds: f64,
}

impl ConcreteRuns {
    /// The inputs of the execution that was found.
    pub fn recorded(&self, question: &Question) -> Option<RecordedInputs> {
        let candidate = self.candidate.as_ref().filter(|_| self.path.is_some())?;
        Some(question.recorded(candidate.site, candidate.inputs.clone()))
    }

    /// Whether they say what the answer is.
    pub fn are_answer(&self) -> bool {
        self.path.is_some() || self.only.is_some()
    }

    /// Notes how a search ended, and checks what it found. `beginning` is how the only way begins.
    ///
    /// # Errors
    /// If the engine failed, or what it found is no execution of the program.
    pub fn note(
        &mut self,
        end: Result<End, ConcreteError>,
        beginning: &OnlyWay,
        asked: &Asked,
        programs: &Programs,
        stop: &StopFlag,
    ) -> Result<(), PipelineError> {
        let mut ends = |length: Length| {
            let took = Duration::from_secs_f64(self.seconds);
            match only::confirmed(length, beginning, asked, programs, took, stop)? {
                Ok(confirmed) => self.only = Some(Only::Safe { length, confirmed }),
                Err(why) => {
                    let message = format!("the program takes one way whatever it reads, without error, but {why}");
                    self.unconfirmed = Some(message);
                }
            }
            Ok(())
        };
        match end {
            Ok(End::Stopped | End::Depends) | Err(ConcreteError::Unsupported) => {}
            Ok(End::Ends(turns)) => return ends(Length::Turns(turns)),
            Ok(End::Repeats(repeats)) => return ends(Length::Endless(repeats)),
            Ok(End::Unmodelled(row)) if only::is_bound(&programs.optimised, row) => {}
            Ok(End::Unmodelled(row)) => self.only = Some(Only::Unmodelled(row)),
            Ok(End::Differs) => {
                return Err(PipelineError::Internal("concrete: an answer that nobody asked for".to_owned()))
            }
            Ok(End::Error(candidate)) => {
                match confirmed(&candidate, asked, programs, stop)? {
                    Ok((path, native)) => (self.path, self.native) = (Some(path), native),
                    Err(why) => {
                        let turns = candidate.turns;
                        let message = format!("a native run of {turns} turns of loops ended in an error, but {why}");
                        self.unconfirmed = Some(message);
                    }
                }
                self.candidate = Some(candidate);
            }
            // The machine's fault, and not that of the program or of bitreach.
            Err(ConcreteError::Clang(
                error @ (ClangError::Missing { .. } | ClangError::Version { .. } | ClangError::Temporary(_)),
            )) => return Err(PipelineError::Input(error.to_string())),
            Err(error) => return Err(PipelineError::Internal(format!("concrete: {error}"))),
        }
        Ok(())
    }
}

/// A checked execution, or why it could not be checked.
type Confirmed = Result<(ErrorPath, Option<NativeReplay>), String>;

/// What the interpreter says to an error that the engine found; or, where it would take too long, the program as clang compiled it.
fn confirmed(
    candidate: &Candidate,
    asked: &Asked,
    programs: &Programs,
    stop: &StopFlag,
) -> Result<Confirmed, PipelineError> {
    let differs = |message: String| PipelineError::Internal(format!("concrete: the run cannot be replayed: {message}"));
    let (inputs, site) = (&candidate.inputs[..], candidate.site);
    let recording = Recording { site, inputs };
    // A turn is a block at least.
    if candidate.turns <= INTERPRETED_BLOCKS {
        let path = recording.replay(&programs.optimised, INTERPRETED_BLOCKS).map_err(differs)?;
        if let Some(path) = path {
            return Ok(Ok((told(programs, path), None)));
        }
    }
    if asked.choice.replay == Replay::Interpreter {
        return Ok(Err("it is too long for the interpreter, and native replay is off".to_owned()));
    }
    let (map, time) = (&programs.optimised.map, LONGEST_PLAYBACK);
    let execution = Execution { inputs, map, site: Some(site), time, optimised: true };
    match execution.played(&asked.question, programs, stop) {
        Played::Reproduced => {
            let path = recording.beginning(&programs.optimised, candidate.turns).map_err(differs)?;
            Ok(Ok((told(programs, path), Some(NativeReplay::Reproduced))))
        }
        Played::Differs(what) | Played::Impossible(what) => {
            Ok(Err(format!("it is too long for the interpreter, and native replay did not confirm it: {what}")))
        }
    }
}
