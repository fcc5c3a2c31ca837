//! Running the members: threads, one verdict out of many, memory, and what happens to members that fail.

use crate::member::Member;
use crate::turns::{turns, Turn};
use bitreach_dimspec::DimSpec;
use bitreach_engine::check::{check_verdict, CertificateFault, Checked, EvidenceFault};
use bitreach_engine::memory::resident_memory;
use bitreach_engine::{Board, Budget, Context, Engine, EngineError, Event, Observer, Progress, Reason, Verdict};
use bitreach_sat::{Poll, SolverFactory, StopFlag};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Runs members side by side.
pub struct Portfolio {
    members: Vec<Member>,
    /// What checks certificates; it should be another back end than the one that members run on.
    checker: Arc<dyn SolverFactory>,
    /// How many members run at the same time.
    jobs: usize,
}

/// The portfolio's name.
const NAME: &str = "portfolio";

/// How often memory is looked at and whether members have to be waited for.
const LOOK: Duration = Duration::from_millis(50);

/// How long members that are to stop are waited for. A back end that cannot be stopped within a query may take longer; then it
/// is left to itself.
const GRACE: Duration = Duration::from_secs(1);

/// How long a member that gave up for lack of memory may take to give it back before the next one has to.
const RELIEF: Duration = Duration::from_millis(500);

/// A verdict and what the check of its evidence found.
pub type CheckedVerdict = (Verdict, Checked);

type Ended = Result<CheckedVerdict, EngineError>;

/// What a member tells the caller's thread.
enum Message {
    Event(Duration, Event),
    End(Ended),
}

impl Portfolio {
    /// A portfolio of the given members, whose certificates `checker` checks. All members run at the same time.
    pub fn new(members: Vec<Member>, checker: Arc<dyn SolverFactory>) -> Portfolio {
        Portfolio { jobs: members.len(), members, checker }
    }

    /// At most so many members run at the same time: all but the last of the cores have a member for themselves, and the
    /// members that are left take turns on the last. With one job nothing depends on a clock or on how threads are scheduled.
    pub fn with_jobs(mut self, jobs: usize) -> Portfolio {
        self.jobs = jobs.max(1);
        self
    }

    /// Decides the problem; an answer comes with what the check of its evidence found.
    ///
    /// # Errors
    /// If no member answers and one is at fault, or gave evidence that does not hold.
    pub fn decide(&mut self, problem: &DimSpec, context: &mut Context) -> Result<CheckedVerdict, EngineError> {
        let stop = context.stop.child();
        let (sender, receiver) = channel();
        let alone = if self.jobs < self.members.len() { self.jobs - 1 } else { self.members.len() };
        let lengths = self.members[alone..].iter().map(|member| member.turn);
        let turns = (0..alone).map(|_| None).chain(turns(lengths, &stop).into_iter().map(Some));
        let problem = Arc::new(problem.clone());
        let mut running = Vec::new();
        for (index, (member, turn)) in self.members.iter().zip(turns).enumerate() {
            let own_stop = stop.child();
            let worker = Worker {
                member: member.clone(),
                problem: problem.clone(),
                solvers: context.solvers.clone(),
                checker: self.checker.clone(),
                budget: context.budget,
                started: context.started,
                board: context.board.clone(),
                seed: context.seed,
                turn: turn.clone(),
                all: stop.clone(),
                stop: own_stop.clone(),
                sender: Channel { index, sender: sender.clone() },
            };
            let spawned = std::thread::Builder::new().name(member.name.to_owned()).spawn(move || worker.work());
            running.push(Running { name: member.name, stop: own_stop, ..Running::default() });
            if let Err(error) = spawned {
                turn.iter().for_each(|turn| turn.end());
                running[index].end = Some(Err(fault(member.name, &format!("no thread: {error}"))));
            }
        }
        drop(sender);
        Listener { running, stop, relieved: context.started, stopped: None }.verdict(receiver, context)
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

fn fault(member: &str, message: &str) -> EngineError {
    EngineError::Internal { engine: NAME, message: format!("{member}: {message}") }
}

/// A member at work, on its own thread.
struct Worker {
    member: Member,
    problem: Arc<DimSpec>,
    solvers: Arc<dyn SolverFactory>,
    checker: Arc<dyn SolverFactory>,
    budget: Budget,
    started: Instant,
    board: Board,
    seed: u64,
    turn: Option<Arc<Turn>>,
    /// Ends all members.
    all: StopFlag,
    /// Ends this one.
    stop: StopFlag,
    sender: Channel,
}

impl Worker {
    /// Runs the member and checks what it claims; a panic is a fault like any other.
    fn work(self) {
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

    /// The verdict, if its evidence holds. The check does not pass the baton on: others may well wait for an answer. A check
    /// that was stopped leaves nothing known.
    fn checked(&self, verdict: Verdict) -> Ended {
        let in_time = self.stop.clone().until(self.budget.deadline);
        let begun = Instant::now();
        match check_verdict(&self.problem, &verdict, &*self.checker, &in_time) {
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

/// What the caller's thread knows of a member.
#[derive(Default)]
struct Running {
    name: &'static str,
    stop: StopFlag,
    progress: Progress,
    /// Told once all have ended, in the order of the members.
    figures: Vec<(Duration, Event)>,
    /// It was stopped to give its memory to others.
    shed: bool,
    end: Option<Ended>,
}

/// The caller's thread while members work.
struct Listener {
    running: Vec<Running>,
    /// Ends all members.
    stop: StopFlag,
    /// When a member last had to give up its memory.
    relieved: Instant,
    /// When all had to stop.
    stopped: Option<Instant>,
}

impl Listener {
    fn verdict(mut self, receiver: Receiver<(usize, Message)>, context: &mut Context) -> Ended {
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
        let (mut fault, mut reason, mut progress) = (None, None, Progress::default());
        for member in self.running {
            progress = furthest(progress, member.progress);
            match member.end {
                Some(Ok((Verdict::Unknown(why, how_far), _))) => {
                    progress = furthest(progress, how_far);
                    reason = reason.or(Some(if member.shed { Reason::Memory } else { why }));
                }
                Some(Ok(found)) if answer.as_ref().is_some_and(|(verdict, _)| contradict(verdict, &found.0)) => {
                    return Err(self::fault(member.name, "a checked answer contradicts that of another member"));
                }
                Some(Ok(found)) => answer = answer.or(Some(found)),
                Some(Err(error)) => fault = fault.or(Some(error)),
                // It was left to itself.
                None => {}
            }
        }
        match (answer, fault) {
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

/// A member's way to the caller's thread.
struct Channel {
    index: usize,
    sender: Sender<(usize, Message)>,
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
#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_engine::testing::{counter, random_problem, Expected};
    use bitreach_engine::{Certificate, Statistics, Trace};
    use bitreach_formula::Lit;
    use bitreach_sat::{CadicalFactory, VarisatFactory};

    fn ic3() -> Member {
        Member::new("ic3", || Box::new(bitreach_ic3::Ic3::default()))
    }

    fn unroll() -> Member {
        Member::new("unroll", || Box::<bitreach_unroll::Unroll>::default())
    }

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

    fn sleeper() -> Member {
        Member { turn: 5, ..Member::new("sleeper", || Box::new(Sleeper)) }
    }

    /// A member that is at fault.
    struct Panics;
    impl Engine for Panics {
        fn name(&self) -> &'static str {
            "panics"
        }
        fn run(&mut self, _: &DimSpec, _: &mut Context) -> Result<Verdict, EngineError> {
            panic!("on purpose")
        }
    }

    fn panics() -> Member {
        Member::new("panics", || Box::new(Panics))
    }

    /// A member that nothing stops: as a back end within a query.
    struct Deaf;
    impl Engine for Deaf {
        fn name(&self) -> &'static str {
            "deaf"
        }
        fn run(&mut self, _: &DimSpec, _: &mut Context) -> Result<Verdict, EngineError> {
            loop {
                std::thread::sleep(Duration::from_secs(1));
            }
        }
    }

    /// Hears failures and figures.
    #[derive(Default)]
    struct Heard {
        failed: Vec<String>,
        figures: Vec<(&'static str, Statistics)>,
    }
    impl Observer for Heard {
        fn hear(&mut self, _: Duration, event: &Event) {
            match event {
                Event::Failed { engine, message } => self.failed.push(format!("{engine}: {message}")),
                Event::Finished { engine, statistics } => self.figures.push((engine, statistics.clone())),
                _ => {}
            }
        }
    }

    struct Run {
        members: Vec<Member>,
        jobs: usize,
        budget: Budget,
    }

    impl Run {
        fn new(members: Vec<Member>) -> Run {
            let deadline = Some(Instant::now() + Duration::from_secs(120));
            Run { jobs: members.len(), members, budget: Budget { deadline, ..Budget::default() } }
        }

        fn jobs(self, jobs: usize) -> Run {
            Run { jobs, ..self }
        }

        fn seconds(mut self, seconds: f64) -> Run {
            self.budget.deadline = Some(Instant::now() + Duration::from_secs_f64(seconds));
            self
        }

        fn on(self, problem: &DimSpec) -> (Result<Verdict, EngineError>, Heard) {
            let mut heard = Heard::default();
            let mut context = Context::new(Arc::new(CadicalFactory), &mut heard);
            context.budget = self.budget;
            let mut portfolio = Portfolio::new(self.members, Arc::new(VarisatFactory)).with_jobs(self.jobs);
            (portfolio.run(problem, &mut context), heard)
        }
    }

    #[test]
    fn answers_are_right_and_sleepers_are_stopped() {
        for seed in 0..60 {
            let (problem, expected) = random_problem(seed);
            for jobs in 1..=3 {
                let (verdict, _) = Run::new(vec![sleeper(), ic3(), unroll()]).jobs(jobs).on(&problem);
                match (verdict.unwrap(), expected) {
                    (Verdict::Safe(_), Expected::Safe) | (Verdict::Unsafe(_), Expected::Unsafe { .. }) => {}
                    (verdict, expected) => panic!("seed {seed}, {jobs} jobs: {verdict:?} instead of {expected:?}"),
                }
            }
        }
    }

    /// The counters of all members are the same in every run on one core, and the verdict is.
    #[test]
    fn one_job_does_the_same_every_time() {
        let counters = |heard: Heard| {
            let count = |(name, _): &(&str, f64)| !name.ends_with("_seconds");
            let figures = heard.figures.into_iter();
            figures.map(|(name, all)| (name, all.0.into_iter().filter(count).collect())).collect::<Vec<(_, Vec<_>)>>()
        };
        let problem = counter(7);
        let run = || {
            let members = vec![ic3(), Member { turn: 37, ..unroll() }, Member { name: "other", turn: 101, ..ic3() }];
            let (verdict, heard) = Run::new(members).jobs(1).on(&problem);
            (format!("{:?}", verdict.unwrap()), counters(heard))
        };
        let first = run();
        assert_eq!(first.1.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["ic3", "unroll", "other"]);
        assert!(first.1.iter().all(|(_, figures)| figures.iter().any(|(_, count)| *count > 10.0)), "{first:?}");
        (0..5).for_each(|_| assert_eq!(run(), first));
    }

    #[test]
    fn lies_are_found_out() {
        let empty_trace = Member::new("liar", || Box::new(Liar(|| Verdict::Unsafe(Trace { steps: vec![] }))));
        let weak_proof = Member::new("liar", || Box::new(Liar(|| Verdict::Safe(Certificate::Invariant(vec![])))));
        let unsafe_seed = (0..).find(|&seed| matches!(random_problem(seed).1, Expected::Unsafe { .. })).unwrap();
        let (problem, _) = random_problem(unsafe_seed);
        for liar in [empty_trace, weak_proof] {
            let (alone, _) = Run::new(vec![liar.clone()]).on(&problem);
            assert!(alone.unwrap_err().to_string().contains("liar"));
            // Others still answer.
            let (verdict, heard) = Run::new(vec![liar, unroll()]).jobs(1).on(&problem);
            assert!(matches!(verdict, Ok(Verdict::Unsafe(_))));
            assert!(heard.failed[0].contains("liar"), "{:?}", heard.failed);
        }
    }

    #[test]
    fn a_panic_costs_nothing_but_its_member() {
        let (alone, heard) = Run::new(vec![panics()]).on(&counter(3));
        let message = alone.unwrap_err().to_string();
        assert!(message.contains("panics") && message.contains("on purpose"), "{message}");
        assert_eq!(heard.failed.len(), 1);
        for jobs in 1..=3 {
            let (verdict, heard) = Run::new(vec![panics(), unroll(), panics()]).jobs(jobs).on(&counter(3));
            assert!(matches!(verdict, Ok(Verdict::Unsafe(_))), "{jobs} jobs: {verdict:?}");
            assert!(!heard.failed.is_empty());
        }
    }

    #[test]
    fn a_deadline_ends_all_and_says_how_far_they_got() {
        for jobs in 1..=2 {
            let (verdict, _) = Run::new(vec![sleeper(), sleeper()]).jobs(jobs).seconds(0.05).on(&counter(3));
            let Ok(Verdict::Unknown(Reason::Timeout, progress)) = verdict else { panic!("{verdict:?}") };
            assert_eq!(progress.depth, Some(7));
        }
        let (verdict, _) = Run::new(vec![ic3(), unroll()]).seconds(0.0).on(&counter(3));
        assert!(matches!(verdict, Ok(Verdict::Unknown(Reason::Timeout, _))), "{verdict:?}");
    }

    /// All end within a second after an answer, or after time is up, even where a member does not.
    #[test]
    fn a_member_that_does_not_stop_is_left_to_itself() {
        let deaf = || Member::new("deaf", || Box::new(Deaf));
        let begun = Instant::now();
        let (verdict, _) = Run::new(vec![deaf(), unroll()]).on(&counter(3));
        assert!(matches!(verdict, Ok(Verdict::Unsafe(_))));
        let (verdict, _) = Run::new(vec![deaf(), sleeper()]).seconds(0.1).on(&counter(3));
        assert!(matches!(verdict, Ok(Verdict::Unknown(Reason::Timeout, _))));
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }

    /// Memory that is nearly used up costs the last member first; the one that is left goes on and answers.
    #[test]
    #[cfg(target_os = "linux")]
    fn the_least_important_member_gives_its_memory_up() {
        let mut run = Run::new(vec![unroll(), sleeper(), sleeper()]);
        // Below the limit, and within an eighth of it.
        run.budget.memory = resident_memory().map(|used| used + used / 16);
        // Long enough for two members to give up; the limit itself may be reached by other tests of this process.
        let (verdict, _) = run.on(&counter(8));
        match verdict {
            Ok(Verdict::Unsafe(_) | Verdict::Unknown(Reason::Memory, _)) => {}
            other => panic!("{other:?}"),
        }
        let mut run = Run::new(vec![sleeper(), sleeper()]);
        run.budget.memory = Some(1);
        assert!(matches!(run.on(&counter(8)).0, Ok(Verdict::Unknown(Reason::Memory, _))));
    }

    /// Problems at the edge of the language: every number of jobs has the right answer.
    #[test]
    fn formulas_that_are_constant() {
        let contradiction: &[Lit] = &[];
        let safe = |change: fn(&mut DimSpec, &[Lit])| {
            let mut problem = counter(3);
            change(&mut problem, contradiction);
            problem
        };
        let no_initial = safe(|problem, clause| problem.initial.add(clause));
        let no_transition = safe(|problem, clause| problem.transition.add(clause));
        let no_step = safe(|problem, clause| problem.universal.add(clause));
        let no_goal = safe(|problem, clause| problem.goal.add(clause));
        let mut always = counter(3);
        always.goal = Default::default();
        for jobs in 1..=2 {
            for members in [vec![ic3(), unroll()], vec![ic3()], vec![unroll()]] {
                for (index, problem) in [&no_initial, &no_transition, &no_step, &no_goal].into_iter().enumerate() {
                    let (verdict, _) = Run::new(members.clone()).jobs(jobs).on(problem);
                    assert!(matches!(verdict, Ok(Verdict::Safe(_))), "{index}, {members:?}: {verdict:?}");
                }
                let (verdict, _) = Run::new(members.clone()).jobs(jobs).on(&always);
                assert!(matches!(&verdict, Ok(Verdict::Unsafe(trace)) if trace.length() == 0), "{verdict:?}");
            }
        }
    }
}
