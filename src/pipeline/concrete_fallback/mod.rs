//! The concrete engine at work: alone, on a thread beside the search, or in turn with the search's engines ([`in_turn`]).
//!
//! | module | what |
//! |---|---|
//! | [`confirm`] | what native runs came to, and the check of what they found |
//! | [`in_turn`] | the engine as a member of the portfolio |
//! | [`only`] | programs that take the same way whatever they read |

mod confirm;
mod in_turn;
mod only;

pub use confirm::{ConcreteRuns, INTERPRETED_BLOCKS, LONGEST_PLAYBACK};
pub use only::{beginning, Confirmed, Length, Only};

use super::all_lengths::Own;
use super::clock::Clock;
use super::error::PipelineError;
use super::front_end::Programs;
use super::question::{Asked, Choice, Concrete};
use crate::concrete::{self, End, Settings};
use crate::program::{Exit, OnlyWay};
use crate::report::Answer;
use bitreach_engine::Reason;
use bitreach_limits::Limits;
use bitreach_limits::StopFlag;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The thread beside the search waits this long: most programs are decided by then, and compiling would only cost.
const DELAY: Duration = Duration::from_millis(700);

/// How long the engine runs beside the search; its priority sinks meanwhile. What made-up inputs find, they mostly find soon.
const BESIDE: Duration = Duration::from_secs(60);

/// How much work the engine that takes turns does between two searches, in turns of loops: about a second.
const BETWEEN: u64 = 1 << 27;

/// How long the engine runs alone where no time limit is given.
const ALONE: Duration = Duration::from_secs(60);

/// The concrete engine beside the search. Whoever has an answer first stops the other one.
pub struct Beside {
    /// How to search beside it: the engine may be among the members.
    pub choice: Choice,
    /// The limits of the search: the engine can raise this stop flag.
    pub limits: Limits,
    /// What it runs.
    own: Own,
    at_work: AtWork,
}

/// Where the engine runs.
enum AtWork {
    /// It does not.
    Nowhere,
    OnThread(Worker),
    InTurn(Arc<in_turn::Shared>),
}

impl Beside {
    /// Starts the engine, where that is asked for and the program has an error to look for.
    pub fn start(own: &Own, limits: &Limits) -> Beside {
        let Own { asked, programs } = own;
        let can_err = || programs.optimised.exits().any(|exit| matches!(exit, Exit::Error(_)));
        let is_beside = matches!(asked.choice.concrete, Concrete::Beside | Concrete::InTurn) && can_err();
        if !is_beside {
            let (choice, limits, own) = (asked.choice.clone(), limits.clone(), own.clone());
            return Beside { choice, limits, own, at_work: AtWork::Nowhere };
        }
        let mut asked = Asked { limits: limits.clone(), ..asked.clone() };
        asked.limits.stop = asked.limits.stop.child();
        let Asked { mut choice, limits, .. } = asked.clone();
        let beginning = only::beginning(&programs.optimised);
        let at_work = match choice.concrete {
            Concrete::InTurn => AtWork::InTurn(in_turn::join(&mut choice.team, asked, programs.clone(), beginning)),
            // Where the system has no memory for a thread, the others go on alone.
            _ => Worker::start(asked, programs.clone(), beginning).map_or(AtWork::Nowhere, AtWork::OnThread),
        };
        Beside { choice, limits, own: own.clone(), at_work }
    }

    /// Whether the engine stopped the search, as it has the answer.
    pub fn has_answer(&self) -> bool {
        !matches!(self.at_work, AtWork::Nowhere) && self.limits.stop.is_itself_raised()
    }

    /// Where the engine takes turns, it may come first.
    pub fn go_ahead(&self, clock: &Clock) {
        match &self.at_work {
            AtWork::InTurn(shared) if shared.goes_ahead() => clock.stage("solve", || shared.go_ahead()),
            _ => {}
        }
    }

    /// Where the engine takes turns, it tries some more inputs now.
    pub fn try_inputs(&self, clock: &Clock) {
        if let AtWork::InTurn(shared) = &self.at_work {
            clock.stage("solve", || shared.try_inputs(BETWEEN));
        }
    }

    /// Stops the engine; what it ran, and what it did, if it was started.
    pub fn end(self) -> (Own, Option<Result<ConcreteRuns, PipelineError>>) {
        let runs = match self.at_work {
            AtWork::Nowhere => return (self.own, None),
            AtWork::OnThread(worker) => worker.end(),
            AtWork::InTurn(shared) => shared.end(),
        };
        // A terminal's Ctrl-C reaches clang as well, whose end is no fault then.
        let interrupted = runs.is_err() && self.limits.cause.get() == Some(&Reason::Interrupted);
        (self.own, (!interrupted).then_some(runs))
    }
}

/// The engine on a thread of its own.
struct Worker {
    stop: StopFlag,
    thread: Option<JoinHandle<Result<ConcreteRuns, PipelineError>>>,
}

impl Worker {
    fn start(asked: Asked, programs: Arc<Programs>, beginning: OnlyWay) -> Option<Worker> {
        let stop = asked.limits.stop.child();
        let its_stop = stop.clone();
        let work = move || {
            if !only::comes_first(&beginning, &programs.optimised) {
                wait(DELAY, &its_stop);
            }
            let runs = run(&asked, &programs, &beginning, BESIDE, &its_stop);
            if runs.as_ref().is_ok_and(ConcreteRuns::are_answer) {
                asked.limits.stop.raise();
            }
            runs
        };
        let thread = thread::Builder::new().name("concrete".to_owned()).spawn(work).ok()?;
        Some(Worker { stop, thread: Some(thread) })
    }

    fn end(mut self) -> Result<ConcreteRuns, PipelineError> {
        let panicked = || PipelineError::Internal("the concrete engine's thread panicked".to_owned());
        self.joined().and_then(Result::ok).ok_or_else(panicked)?
    }

    fn joined(&mut self) -> Option<thread::Result<Result<ConcreteRuns, PipelineError>>> {
        self.stop.raise();
        self.thread.take().map(JoinHandle::join)
    }
}

/// Where the search panics, the engine ends too, and leaves nothing behind.
impl Drop for Worker {
    fn drop(&mut self) {
        self.joined();
    }
}

/// What the engine has to say beside the search's answer, if the search has one. The engine's own faults only matter where there is no
/// answer.
///
/// # Errors
/// If native runs and the answer contradict each other; or the engine's fault, where there is no answer.
pub fn reconciled(
    runs: Option<Result<ConcreteRuns, PipelineError>>,
    answer: Option<&Answer>,
) -> Result<Option<ConcreteRuns>, PipelineError> {
    match (answer, runs) {
        (Some(Answer::Safe), Some(Ok(ConcreteRuns { path: Some(_), .. }))) => {
            let message = "an execution reaches an error that was proved to be unreachable";
            Err(PipelineError::Internal(message.to_owned()))
        }
        (Some(Answer::Unsafe(_)), Some(Ok(ConcreteRuns { only: Some(Only::Safe { .. }), .. }))) => {
            let message = "the only way through the program comes to no error, but an error was found";
            Err(PipelineError::Internal(message.to_owned()))
        }
        (None | Some(Answer::Unknown(_)), Some(Err(fault @ PipelineError::Internal(_)))) => Err(fault),
        // There is no clang, which a module in LLVM's form does not need; or there is an answer already.
        (_, Some(Err(_))) => Ok(None),
        (_, Some(Ok(runs))) => Ok(Some(runs)),
        (_, None) => Ok(None),
    }
}

/// Runs the concrete engine alone.
///
/// # Errors
/// If there is no clang, or on internal faults.
pub fn alone(asked: &Asked, programs: &Programs) -> Result<ConcreteRuns, PipelineError> {
    let Asked { limits, .. } = asked;
    let stop = limits.stop.clone().until(limits.budget.deadline);
    // Where there is a deadline, that ends the run, and not the engine's own time.
    let rest = |deadline: Instant| deadline.saturating_duration_since(Instant::now()) + Duration::from_secs(1);
    let rest = limits.budget.deadline.map_or(ALONE, rest);
    run(asked, programs, &only::beginning(&programs.optimised), rest, &stop)
}

/// Waits, but not after `stop` is raised.
fn wait(time: Duration, stop: &StopFlag) {
    let end = Instant::now() + time;
    while Instant::now() < end && !stop.is_raised() {
        thread::sleep(Duration::from_millis(5));
    }
}

fn run(
    asked: &Asked,
    programs: &Programs,
    beginning: &OnlyWay,
    time: Duration,
    stop: &StopFlag,
) -> Result<ConcreteRuns, PipelineError> {
    let begun = Instant::now();
    let mut runs = ConcreteRuns::default();
    if stop.is_raised() {
        return Ok(runs);
    }
    let mut end = only::take(&programs.optimised, beginning, stop, |figures| runs.figures = figures);
    if matches!(end, Ok(End::Depends)) {
        let settings = Settings { seed: asked.choice.team.seed, time, pause: 0 };
        end = concrete::search(&programs.optimised, settings, stop, |figures| runs.figures = figures);
    }
    runs.seconds = begun.elapsed().as_secs_f64();
    runs.note(end, beginning, asked, programs, stop)?;
    runs.seconds = begun.elapsed().as_secs_f64();
    Ok(runs)
}
