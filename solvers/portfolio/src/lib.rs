//! Engines side by side: each member on a thread of its own, the first answer whose evidence passes its check wins, and all
//! others are stopped.
//!
//! Members are data ([`Member`]). With one core they take turns by the system's scheduler. The portfolio checks evidence
//! itself, on the member's thread and while the others go on, so that an answer that does not check costs nothing but that
//! member; such a member is a fault, and its fault is reported if no other one answers.

use bitreach_dimspec::DimSpec;
use bitreach_engine::check::{check_verdict, CertificateFault, Checked, EvidenceFault};
use bitreach_engine::{Context, Engine, EngineError, Event, Observer, Progress, Reason, Verdict};
use bitreach_sat::{SolverFactory, StopFlag};
use std::sync::mpsc::{channel, Sender};
use std::sync::Arc;
use std::time::Duration;

/// An engine of a portfolio.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// Its name in messages.
    pub name: &'static str,
    /// Makes it. An engine never leaves the thread that it is made on.
    pub make: fn() -> Box<dyn Engine>,
}

/// Runs members side by side.
pub struct Portfolio {
    members: Vec<Member>,
    /// What checks certificates; it should be another back end than the one that members run on.
    checker: Arc<dyn SolverFactory>,
}

/// The portfolio's name.
const NAME: &str = "portfolio";

/// What a member tells the caller's thread.
enum Message {
    Event(Duration, Event),
    End(Result<CheckedVerdict, EngineError>),
}

/// A verdict and what the check of its evidence found.
pub type CheckedVerdict = (Verdict, Checked);

impl Portfolio {
    /// A portfolio of the given members, whose certificates `checker` checks.
    pub fn new(members: Vec<Member>, checker: Arc<dyn SolverFactory>) -> Portfolio {
        Portfolio { members, checker }
    }

    /// Decides the problem; an answer comes with what the check of its evidence found.
    ///
    /// # Errors
    /// If no member answers and one is at fault, or gave evidence that does not hold.
    pub fn decide(&mut self, problem: &DimSpec, context: &mut Context) -> Result<CheckedVerdict, EngineError> {
        let stop = context.stop.child();
        let (sender, receiver) = channel();
        let mut best = None;
        std::thread::scope(|scope| {
            for member in &self.members {
                let (sender, stop, solvers) = (sender.clone(), stop.clone(), context.solvers.clone());
                let (budget, started, checker) = (context.budget, context.started, &*self.checker);
                scope.spawn(move || {
                    let mut forward = Forward(sender.clone());
                    let mut own = Context::new(solvers, &mut forward);
                    (own.budget, own.started, own.stop) = (budget, started, stop.clone());
                    let verdict = (member.make)().run(problem, &mut own);
                    let verdict = verdict.and_then(|verdict| {
                        let in_time = stop.clone().until(budget.deadline);
                        checked(problem, verdict, checker, &in_time, member.name)
                    });
                    if matches!(verdict, Ok((Verdict::Safe(_) | Verdict::Unsafe(_), _))) {
                        stop.raise();
                    }
                    // The receiver lives until all threads have ended.
                    let _ = sender.send(Message::End(verdict));
                });
            }
            drop(sender);
            for message in receiver {
                match message {
                    Message::Event(at, event) => context.observer.hear(at, &event),
                    Message::End(end) => best = Some(better(best.take(), end)),
                }
            }
        });
        let nothing = Verdict::Unknown(Reason::Interrupted, Progress::default());
        match best.unwrap_or(Ok((nothing, Checked::Nothing)))? {
            // A member that was stopped because of the budget says so by the same flag.
            (Verdict::Unknown(reason, progress), _) => {
                Ok((Verdict::Unknown(context.exhausted().unwrap_or(reason), progress), Checked::Nothing))
            }
            answer => Ok(answer),
        }
    }
}

impl Engine for Portfolio {
    fn name(&self) -> &'static str {
        NAME
    }

    fn run(&mut self, problem: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
        Ok(self.decide(problem, context)?.0)
    }
}

/// The verdict, if its evidence holds. A check that was stopped leaves nothing known.
fn checked(
    problem: &DimSpec,
    verdict: Verdict,
    checker: &dyn SolverFactory,
    stop: &StopFlag,
    name: &str,
) -> Result<CheckedVerdict, EngineError> {
    match check_verdict(problem, &verdict, checker, stop) {
        Ok(report) => Ok((verdict, report)),
        Err(EvidenceFault::Certificate(CertificateFault::Unfinished)) => {
            Ok((Verdict::Unknown(Reason::Interrupted, Progress::default()), Checked::Nothing))
        }
        Err(fault) => Err(EngineError::Internal { engine: NAME, message: format!("{name}: {fault}") }),
    }
}

/// The more telling of two ends: an answer, else a fault, else both Unknowns together.
fn better(
    one: Option<Result<CheckedVerdict, EngineError>>,
    two: Result<CheckedVerdict, EngineError>,
) -> Result<CheckedVerdict, EngineError> {
    use Verdict::{Safe, Unknown, Unsafe};
    match (one, two) {
        (None, two) => two,
        (Some(answer @ Ok((Safe(_) | Unsafe(_), _))), _) => answer,
        (_, answer @ Ok((Safe(_) | Unsafe(_), _))) => answer,
        (Some(Err(fault)), _) | (_, Err(fault)) => Err(fault),
        (Some(Ok((Unknown(reason, one), _))), Ok((Unknown(_, two), _))) => {
            let progress = Progress {
                depth: one.depth.max(two.depth),
                frame: one.frame.max(two.frame),
                lemmas: one.lemmas.max(two.lemmas),
            };
            Ok((Unknown(reason, progress), Checked::Nothing))
        }
    }
}

/// Sends events to the caller's thread.
struct Forward(Sender<Message>);

impl Observer for Forward {
    fn hear(&mut self, at: Duration, event: &Event) {
        // The receiver lives until all threads have ended.
        let _ = self.0.send(Message::Event(at, event.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_engine::testing::{random_problem, Expected};
    use bitreach_engine::{Certificate, Silent, Trace};
    use bitreach_sat::{CadicalFactory, VarisatFactory};
    use std::time::Instant;

    const IC3: Member = Member { name: "ic3", make: || Box::new(bitreach_ic3::Ic3::default()) };
    const UNROLL: Member = Member { name: "unroll", make: || Box::new(bitreach_unroll::Unroll) };

    /// A member that claims what it cannot know.
    struct Liar(fn() -> Verdict);
    impl Engine for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }
        fn run(&mut self, _: &DimSpec, _: &mut Context) -> Result<Verdict, EngineError> {
            Ok((self.0)())
        }
    }

    /// A member that only ends when it is stopped.
    struct Sleeper;
    impl Engine for Sleeper {
        fn name(&self) -> &'static str {
            "sleeper"
        }
        fn run(&mut self, _: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
            while context.exhausted().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(Verdict::Unknown(Reason::Interrupted, Progress { depth: Some(7), ..Progress::default() }))
        }
    }
    const SLEEPER: Member = Member { name: "sleeper", make: || Box::new(Sleeper) };

    fn run(members: Vec<Member>, seed: u64, seconds: f64) -> (Result<Verdict, EngineError>, Expected) {
        let (problem, expected) = random_problem(seed);
        let mut silent = Silent;
        let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
        context.budget.deadline = Some(Instant::now() + Duration::from_secs_f64(seconds));
        (Portfolio::new(members, Arc::new(VarisatFactory)).run(&problem, &mut context), expected)
    }

    #[test]
    fn answers_are_right_and_sleepers_are_stopped() {
        for seed in 0..60 {
            let (verdict, expected) = run(vec![SLEEPER, IC3, UNROLL], seed, 60.0);
            match (verdict.unwrap(), expected) {
                (Verdict::Safe(_), Expected::Safe) | (Verdict::Unsafe(_), Expected::Unsafe { .. }) => {}
                (verdict, expected) => panic!("seed {seed}: {verdict:?} instead of {expected:?}"),
            }
        }
    }

    #[test]
    fn lies_are_found_out() {
        let empty_trace = Member { name: "liar", make: || Box::new(Liar(|| Verdict::Unsafe(Trace { steps: vec![] }))) };
        let weak_proof =
            Member { name: "liar", make: || Box::new(Liar(|| Verdict::Safe(Certificate::Invariant(vec![])))) };
        let unsafe_seed = (0..).find(|&seed| matches!(random_problem(seed).1, Expected::Unsafe { .. })).unwrap();
        for liar in [empty_trace, weak_proof] {
            let (alone, _) = run(vec![liar], unsafe_seed, 60.0);
            assert!(alone.unwrap_err().to_string().contains("liar"));
            // Others still answer.
            let (verdict, _) = run(vec![liar, UNROLL], unsafe_seed, 60.0);
            assert!(matches!(verdict, Ok(Verdict::Unsafe(_))));
        }
    }

    #[test]
    fn a_deadline_ends_all_and_says_how_far_they_got() {
        let (verdict, _) = run(vec![SLEEPER, SLEEPER], 1, 0.05);
        let Ok(Verdict::Unknown(Reason::Timeout, progress)) = verdict else { panic!("{verdict:?}") };
        assert_eq!(progress.depth, Some(7));
    }
}
