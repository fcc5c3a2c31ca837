//! A member on its own thread: runs its engine, checks what that claims, and tells the caller's thread.

use crate::checked::{fault, CheckedVerdict, Original};
use crate::member::Member;
use crate::turns::Turn;
use bitreach_dimspec::DimSpec;
use bitreach_engine::check::{check_verdict, CertificateFault, Checked, EvidenceFault};
use bitreach_engine::{Board, Budget, Context, EngineError, Event, Observer, Progress, Reason, Verdict};
use bitreach_limits::{Poll, StopFlag};
use bitreach_sat::SolverFactory;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::Sender;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a member ended: an answer that was checked, or an `Unknown`; or a fault.
pub(crate) type Ended = Result<CheckedVerdict, EngineError>;

/// What a member tells the caller's thread.
pub(crate) enum Message {
    Event(Duration, Event),
    End(Ended),
}

/// A member at work, on its own thread.
pub(crate) struct Worker {
    pub member: Member,
    pub problem: Arc<DimSpec>,
    pub solvers: Arc<dyn SolverFactory>,
    pub checker: Arc<dyn SolverFactory>,
    pub original: Option<Original>,
    pub budget: Budget,
    pub started: Instant,
    pub board: Board,
    pub seed: u64,
    pub turn: Option<Arc<Turn>>,
    /// Ends all members.
    pub all: StopFlag,
    /// Ends this one.
    pub stop: StopFlag,
    pub sender: Channel,
}

impl Worker {
    /// Runs the member and checks what it claims; a panic is a fault like any other.
    pub fn work(self) {
        self.turn.iter().for_each(|turn| turn.begin());
        let end = catch_unwind(AssertUnwindSafe(|| self.answer())).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Err(fault(self.member.name, &format!("panicked: {text}")))
        });
        if matches!(end, Ok((Verdict::Safe(_) | Verdict::Unsafe(_), _))) {
            self.all.raise();
        }
        self.sender.send(Message::End(end));
        self.turn.iter().for_each(|turn| turn.end());
    }

    fn answer(&self) -> Ended {
        let mut forward = Forward { name: self.member.name, turn: self.turn.as_deref(), channel: &self.sender };
        let mut context = Context::new(self.solvers.clone(), &mut forward);
        (context.budget, context.started, context.seed) = (self.budget, self.started, self.seed);
        context.board = self.board.clone();
        context.stop = match &self.turn {
            Some(turn) => self.stop.clone().polling(turn.clone()),
            None => self.stop.clone(),
        };
        let verdict = (self.member.make)().run(&self.problem, &mut context)?;
        self.checked(verdict)
    }

    /// The verdict about the problem as it was, if its evidence holds there. The check does not pass the baton on: others may well wait for an answer. A check
    /// that was stopped leaves nothing known.
    fn checked(&self, verdict: Verdict) -> Ended {
        let in_time = self.stop.clone().until(self.budget.deadline);
        let begun = Instant::now();
        let (problem, verdict) = match &self.original {
            Some(Original { problem, back }) => {
                let lost = || fault(self.member.name, "its evidence does not come back to the problem as it was");
                (problem, back(verdict).ok_or_else(lost)?)
            }
            None => (&self.problem, verdict),
        };
        match check_verdict(problem, &verdict, &*self.checker, &in_time) {
            Ok(Checked::Nothing) => Ok((verdict, Checked::Nothing)),
            Ok(report) => {
                let event = Event::Checked { engine: self.member.name, time: begun.elapsed() };
                self.sender.send(Message::Event(self.started.elapsed(), event));
                Ok((verdict, report))
            }
            Err(EvidenceFault::Certificate(CertificateFault::Unfinished)) => {
                Ok((Verdict::Unknown(Reason::Interrupted, Progress::default()), Checked::Nothing))
            }
            Err(error) => Err(fault(self.member.name, &error.to_string())),
        }
    }
}
/// A member's way to the caller's thread.
pub(crate) struct Channel {
    pub index: usize,
    pub sender: Sender<(usize, Message)>,
}

impl Channel {
    fn send(&self, message: Message) {
        // Nobody listens any more to a member that was left to itself.
        let _ = self.sender.send((self.index, message));
    }
}

/// Sends an engine's events to the caller's thread, under the member's name and with what its turns were.
struct Forward<'a> {
    name: &'static str,
    turn: Option<&'a Turn>,
    channel: &'a Channel,
}

impl Observer for Forward<'_> {
    fn hear(&mut self, at: Duration, event: &Event) {
        let mut event = event.clone();
        if let (Event::Finished { statistics, .. }, Some(turn)) = (&mut event, self.turn) {
            statistics.0.push(("questions", turn.work() as f64));
            statistics.0.push(("waiting_seconds", turn.waited().as_secs_f64()));
        }
        match &mut event {
            Event::Progress { engine, .. }
            | Event::Failed { engine, .. }
            | Event::Series { engine, .. }
            | Event::Checked { engine, .. }
            | Event::Finished { engine, .. } => *engine = self.name,
            _ => {}
        }
        self.channel.send(Message::Event(at, event));
    }
}
