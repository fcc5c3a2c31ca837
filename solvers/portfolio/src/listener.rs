//! The caller's thread while members work: what they tell is passed on, memory is shared out among them, and in the end there is
//! one verdict out of all.

use crate::checked::{fault, CheckedVerdict};
use crate::worker::{Ended, Message};
use bitreach_engine::check::Checked;
use bitreach_engine::{Context, Event, Progress, Reason, Verdict};
use bitreach_limits::memory::resident_memory;
use bitreach_limits::StopFlag;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often memory is looked at and whether members have to be waited for.
const LOOK: Duration = Duration::from_millis(50);

/// How long members that are to stop are waited for. A back end that cannot be stopped within a query may take longer; then it
/// is left to itself.
const GRACE: Duration = Duration::from_millis(500);

/// How long a member that gave up for lack of memory may take to give it back before the next one has to.
const RELIEF: Duration = Duration::from_millis(500);

/// What the caller's thread knows of a member.
#[derive(Default)]
pub(crate) struct Running {
    pub name: &'static str,
    pub stop: StopFlag,
    pub progress: Progress,
    /// Told once all have ended, in the order of the members.
    pub figures: Vec<(Duration, Event)>,
    /// It was stopped to give its memory to others.
    pub shed: bool,
    pub end: Option<Ended>,
}

/// The caller's thread while members work.
pub(crate) struct Listener {
    pub running: Vec<Running>,
    /// Ends all members.
    pub stop: StopFlag,
    /// When a member last had to give up its memory.
    pub relieved: Instant,
    /// When all had to stop.
    pub stopped: Option<Instant>,
}

impl Listener {
    /// One verdict out of all, once all members have ended or those that do not stop are left to themselves.
    pub fn verdict(mut self, receiver: Receiver<(usize, Message)>, context: &mut Context) -> Ended {
        while self.running.iter().any(|member| member.end.is_none()) {
            match receiver.recv_timeout(LOOK) {
                Ok((index, message)) => self.hear(index, message, context),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.shed(context.budget.memory);
            if self.stop.is_raised() || context.exhausted().is_some() {
                self.stop.raise();
                if self.stopped.get_or_insert_with(Instant::now).elapsed() > GRACE {
                    break;
                }
            }
        }
        for member in &mut self.running {
            member.figures.drain(..).for_each(|(at, event)| context.observer.hear(at, &event));
        }
        self.together(context)
    }

    fn hear(&mut self, index: usize, message: Message, context: &mut Context) {
        let member = &mut self.running[index];
        match message {
            Message::Event(at, event @ Event::Progress { .. }) => {
                if let Event::Progress { progress, .. } = &event {
                    member.progress = *progress;
                }
                context.observer.hear(at, &event);
            }
            Message::Event(at, event) => member.figures.push((at, event)),
            Message::End(end) => {
                if let Err(error) = &end {
                    context.tell(Event::Failed { engine: member.name, message: error.to_string() });
                }
                member.end = Some(end);
            }
        }
    }

    /// When memory runs short, the least important member that still runs gives up, and the others go on with what it
    /// held; the last one may use all there is.
    fn shed(&mut self, limit: Option<u64>) {
        let short = |limit: u64| resident_memory().is_some_and(|used| used > limit - limit / 8);
        if self.relieved.elapsed() < RELIEF || !limit.is_some_and(short) {
            return;
        }
        let mut left: Vec<&mut Running> =
            self.running.iter_mut().filter(|run| run.end.is_none() && !run.shed).collect();
        if left.len() >= 2 {
            if let Some(last) = left.pop() {
                last.shed = true;
                last.stop.raise();
                self.relieved = Instant::now();
            }
        }
    }

    /// One end out of all: an answer, else a fault, else all Unknowns together.
    fn together(self, context: &Context) -> Ended {
        let mut answer: Option<CheckedVerdict> = None;
        let (mut first_fault, mut reason, mut progress) = (None, None, Progress::default());
        for member in self.running {
            progress = furthest(progress, member.progress);
            match member.end {
                Some(Ok((Verdict::Unknown(why, how_far), _))) => {
                    progress = furthest(progress, how_far);
                    reason = reason.or(Some(if member.shed { Reason::Memory } else { why }));
                }
                Some(Ok(found)) if answer.as_ref().is_some_and(|(verdict, _)| contradict(verdict, &found.0)) => {
                    return Err(fault(member.name, "a checked answer contradicts that of another member"));
                }
                Some(Ok(found)) => answer = answer.or(Some(found)),
                Some(Err(error)) => first_fault = first_fault.or(Some(error)),
                // It was left to itself.
                None => {}
            }
        }
        match (answer, first_fault) {
            (Some(answer), _) => Ok(answer),
            (None, Some(fault)) => Err(fault),
            (None, None) => {
                // A member that was stopped because of the budget says so by the same flag.
                let reason = context.exhausted().or(reason).unwrap_or(Reason::Interrupted);
                Ok((Verdict::Unknown(reason, progress), Checked::Nothing))
            }
        }
    }
}

fn contradict(one: &Verdict, two: &Verdict) -> bool {
    matches!((one, two), (Verdict::Safe(_), Verdict::Unsafe(_)) | (Verdict::Unsafe(_), Verdict::Safe(_)))
}

fn furthest(one: Progress, two: Progress) -> Progress {
    Progress { depth: one.depth.max(two.depth), frame: one.frame.max(two.frame), lemmas: one.lemmas.max(two.lemmas) }
}
