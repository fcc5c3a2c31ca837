//! The concrete engine at work: alone, on a spare worker beside the search, or in turn with the search's engines
//! ([`in_turn`]); and the check of what it finds.

mod in_turn;

use super::clock::Clock;
use super::native::{self, Execution, NativeReplay, Replay};
use super::{Choice, PipelineError, Programs, Question};
use crate::concrete::{self, Candidate, ConcreteError, End, Figures, Settings};
use crate::native::Played;
use crate::program::Exit;
use crate::solve::Limits;
use crate::source::clang::ClangError;
use crate::verdict::replay::{told, Recording};
use crate::verdict::{ErrorPath, RecordedInputs};
use bitreach_engine::Reason;
use bitreach_sat::StopFlag;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Whether the concrete engine runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concrete {
    /// Not at all.
    Off,
    /// For a while on a spare worker, beside the search.
    Beside,
    /// For a while in turn with the engines of the search: for one job.
    InTurn,
    /// Instead of a search.
    Alone,
}

/// The spare worker waits this long: most programs are decided by then, and compiling would only cost.
const DELAY: Duration = Duration::from_millis(700);

/// How long the spare worker runs; its priority sinks meanwhile. What made-up inputs find, they mostly find soon.
const BESIDE: Duration = Duration::from_secs(60);

/// How long the engine runs alone where no time limit is given.
const ALONE: Duration = Duration::from_secs(60);

/// An execution of more blocks than this is not replayed by the interpreter: that would take longer than finding it.
pub const INTERPRETED_BLOCKS: u64 = 100_000_000;

/// How long the program as clang compiled it may run to confirm an execution: it is slower than the optimised one, but not by
/// much.
pub const LONGEST_PLAYBACK: Duration = Duration::from_secs(120);

/// What the concrete engine found, after something else has checked it.
#[derive(Debug, Default)]
pub struct Spare {
    /// The execution that violates the property.
    pub path: Option<ErrorPath>,
    /// What native replay came to.
    pub native: Option<NativeReplay>,
    /// The execution's inputs as the optimised program reads them.
    pub candidate: Option<Candidate>,
    /// Why an error that the engine found is no answer.
    pub unconfirmed: Option<String>,
    /// Whether the program has no input, so that its only execution was run to its end.
    pub complete: bool,
    /// What was counted.
    pub figures: Figures,
    /// How long it ran.
    pub seconds: f64,
}

impl Spare {
    /// The inputs of the execution that was found.
    pub fn recorded(&self, question: &Question) -> Option<RecordedInputs> {
        let candidate = self.candidate.as_ref().filter(|_| self.path.is_some())?;
        Some(RecordedInputs {
            property: question.property.to_string(),
            data_model: question.data_model.to_string(),
            site: candidate.site,
            options: question.options(),
            inputs: candidate.inputs.clone(),
        })
    }

    /// Replays what was found natively, unless it was checked that way already.
    ///
    /// # Errors
    /// As [`native::replay`].
    pub fn replay_natively(
        &mut self,
        question: &Question,
        programs: &Programs,
        choice: &Choice,
        limits: &Limits,
        clock: &mut Clock,
    ) -> Result<(), PipelineError> {
        if let (Some(path), None) = (&self.path, &self.native) {
            let replay = || native::replay(question, programs, path, choice.replay, limits);
            self.native = Some(clock.stage("native replay", replay)?);
        }
        Ok(())
    }
}

/// Runs `search` with the concrete engine beside it or in turn with its engines, where that is asked for. Whoever has an answer first
/// stops the other one.
pub fn beside<T>(
    question: &Question,
    programs: &Arc<Programs>,
    choice: &Choice,
    limits: &Limits,
    search: impl FnOnce(&Choice, &Limits) -> T,
) -> (T, Option<Result<Spare, PipelineError>>) {
    if !matches!(choice.concrete, Concrete::Beside | Concrete::InTurn) || !can_err(programs) {
        return (search(choice, limits), None);
    }
    let limits = Limits { stop: limits.stop.child(), ..limits.clone() };
    let (result, spare) = match choice.concrete {
        Concrete::InTurn => in_turn::beside(question, programs, choice, &limits, search),
        _ => on_a_thread(question, programs, choice, &limits, search),
    };
    // A terminal's Ctrl-C reaches clang as well, whose end is no fault then.
    let interrupted = spare.is_err() && limits.cause.get() == Some(&Reason::Interrupted);
    (result, (!interrupted).then_some(spare))
}

fn on_a_thread<T>(
    question: &Question,
    programs: &Programs,
    choice: &Choice,
    limits: &Limits,
    search: impl FnOnce(&Choice, &Limits) -> T,
) -> (T, Result<Spare, PipelineError>) {
    let stop = limits.stop.child();
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            wait(DELAY, &stop);
            let spare = run(question, programs, choice, BESIDE, &stop);
            if matches!(&spare, Ok(Spare { path: Some(_), .. })) {
                limits.stop.raise();
            }
            spare
        });
        let result = search(choice, limits);
        stop.raise();
        let panicked = |_| Err(PipelineError::Internal("the concrete engine's thread panicked".to_owned()));
        (result, worker.join().unwrap_or_else(panicked))
    })
}

/// Runs the concrete engine alone.
///
/// # Errors
/// If there is no clang, or on internal faults.
pub fn alone(
    question: &Question,
    programs: &Programs,
    choice: &Choice,
    limits: &Limits,
) -> Result<Spare, PipelineError> {
    let stop = limits.stop.clone().until(limits.budget.deadline);
    // Where there is a deadline, that ends the run, and not the engine's own time.
    let rest = |deadline: Instant| deadline.saturating_duration_since(Instant::now()) + Duration::from_secs(1);
    let rest = limits.budget.deadline.map_or(ALONE, rest);
    run(question, programs, choice, rest, &stop)
}

/// Whether any path of the program ends in an error: otherwise there is nothing to look for.
fn can_err(programs: &Programs) -> bool {
    programs
        .optimised
        .blocks
        .iter()
        .any(|block| matches!(block.terminator, crate::program::Terminator::Exit(Exit::Error(_))))
}

/// Waits, but not after `stop` is raised.
fn wait(time: Duration, stop: &StopFlag) {
    let end = Instant::now() + time;
    while Instant::now() < end && !stop.is_raised() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn run(
    question: &Question,
    programs: &Programs,
    choice: &Choice,
    time: Duration,
    stop: &StopFlag,
) -> Result<Spare, PipelineError> {
    let begun = Instant::now();
    let mut spare = Spare::default();
    if stop.is_raised() {
        return Ok(spare);
    }
    let settings = Settings { seed: choice.team.seed, time, pause: 0 };
    let end = concrete::search(&programs.optimised, settings, stop, |figures| spare.figures = figures);
    let at_work = At { question, programs, choice, stop };
    at_work.ended(&mut spare, end)?;
    spare.seconds = begun.elapsed().as_secs_f64();
    Ok(spare)
}

/// What the engine works on.
struct At<'a> {
    question: &'a Question,
    programs: &'a Programs,
    choice: &'a Choice,
    stop: &'a StopFlag,
}

impl At<'_> {
    /// Notes how a search ended, and checks what it found.
    fn ended(&self, spare: &mut Spare, end: Result<End, ConcreteError>) -> Result<(), PipelineError> {
        let &At { question, programs, choice, stop } = self;
        match end {
            Ok(End::Stopped) => {}
            Ok(End::Complete) => spare.complete = true,
            Ok(End::Error(candidate)) => {
                let found = Found { question, programs, candidate: &candidate, replay: choice.replay, stop };
                match found.confirmed()? {
                    Ok((path, native)) => (spare.path, spare.native) = (Some(path), native),
                    Err(why) => {
                        let turns = candidate.turns;
                        let message = format!("a native run of {turns} turns of loops ended in an error, but {why}");
                        spare.unconfirmed = Some(message);
                    }
                }
                spare.candidate = Some(candidate);
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

/// An error that the engine found, to be checked by something else.
struct Found<'a> {
    question: &'a Question,
    programs: &'a Programs,
    candidate: &'a Candidate,
    replay: Replay,
    stop: &'a StopFlag,
}

/// A checked execution, or why it could not be checked.
type Confirmed = Result<(ErrorPath, Option<NativeReplay>), String>;

impl Found<'_> {
    /// What the interpreter says to it; or, where it would take too long, the program as clang compiled it.
    fn confirmed(&self) -> Result<Confirmed, PipelineError> {
        let (programs, candidate) = (self.programs, self.candidate);
        let differs =
            |message: String| PipelineError::Internal(format!("concrete: the run cannot be replayed: {message}"));
        let recording = Recording { site: candidate.site, inputs: &candidate.inputs };
        // A turn is a block at least.
        if candidate.turns <= INTERPRETED_BLOCKS {
            let path = recording.replay(&programs.optimised, INTERPRETED_BLOCKS).map_err(differs)?;
            if let Some(path) = path {
                let whole = path.gap.is_none().then(|| told(&programs.plain, &path)).flatten();
                return Ok(Ok((whole.unwrap_or(path), None)));
            }
        }
        if self.replay == Replay::Interpreter {
            return Ok(Err("it is too long for the interpreter, and native replay is off".to_owned()));
        }
        let (inputs, site) = (&candidate.inputs[..], candidate.site);
        match (Execution { inputs, map: &programs.optimised.map, site, time: LONGEST_PLAYBACK, optimised: true })
            .played(self.question, programs, self.stop)
        {
            Played::Reproduced => {
                let path = recording.beginning(&programs.optimised, candidate.turns).map_err(differs)?;
                Ok(Ok((path, Some(NativeReplay::Reproduced))))
            }
            Played::Differs(what) | Played::Impossible(what) => {
                Ok(Err(format!("it is too long for the interpreter, and native replay did not confirm it: {what}")))
            }
        }
    }
}
