//! What the portfolio answers, and what it does with members that fail, lie, or do not stop.

use crate::{Member, Portfolio};
use bitreach_dimspec::DimSpec;
use bitreach_engine::testing::{any_problem, counter, random_problem, Expected};
use bitreach_engine::{Budget, Context, Engine, EngineError, Event, Observer, Progress, Reason, Verdict};
use bitreach_engine::{Certificate, Statistics, Trace};
use bitreach_formula::testing::for_all;
use bitreach_formula::Lit;
use bitreach_limits::memory::resident_memory;
use bitreach_sat::{CadicalFactory, VarisatFactory};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn ic3() -> Member {
    Member::new("ic3", || Box::new(bitreach_ic3::Ic3::default()))
}

fn unroll() -> Member {
    Member::new("unroll", || Box::<bitreach_unroll::Unroll>::default())
}

fn kinduction() -> Member {
    Member::new("kinduction", || Box::new(bitreach_unroll::KInductive))
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
    for_all(60, any_problem, |(problem, expected)| {
        for jobs in 1..=3 {
            let (verdict, _) = Run::new(vec![sleeper(), ic3(), unroll()]).jobs(jobs).on(&problem);
            match (verdict.unwrap(), expected) {
                (Verdict::Safe(_), Expected::Safe) | (Verdict::Unsafe(_), Expected::Unsafe { .. }) => {}
                (verdict, expected) => panic!("{jobs} jobs: {verdict:?} instead of {expected:?}"),
            }
        }
    });
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
        for members in [vec![ic3(), unroll()], vec![ic3()], vec![unroll()], vec![kinduction()]] {
            for (index, problem) in [&no_initial, &no_transition, &no_step, &no_goal].into_iter().enumerate() {
                let (verdict, _) = Run::new(members.clone()).jobs(jobs).on(problem);
                assert!(matches!(verdict, Ok(Verdict::Safe(_))), "{index}, {members:?}: {verdict:?}");
            }
            let (verdict, _) = Run::new(members.clone()).jobs(jobs).on(&always);
            assert!(matches!(&verdict, Ok(Verdict::Unsafe(trace)) if trace.length() == 0), "{verdict:?}");
        }
    }
}

/// A goal 16 383 steps away, with as many frames on the way: whoever does not get there says how far it got, in time and with no
/// more memory than it may have.
#[test]
fn more_than_ten_thousand_frames() {
    let (time, problem) = (Duration::from_secs(3), counter(14));
    for members in [vec![ic3()], vec![unroll()], vec![kinduction()], vec![ic3(), unroll(), kinduction()]] {
        for jobs in [1, members.len()] {
            let begun = Instant::now();
            let mut run = Run::new(members.clone()).jobs(jobs).seconds(time.as_secs_f64());
            run.budget.memory = resident_memory().map(|used| used + (1 << 30));
            let (verdict, _) = run.on(&problem);
            assert!(begun.elapsed() < time + Duration::from_secs(3), "{members:?}: {:?}", begun.elapsed());
            match verdict {
                Ok(Verdict::Unsafe(trace)) => assert_eq!(trace.length(), (1 << 14) - 1),
                Ok(Verdict::Unknown(Reason::Timeout, progress)) => {
                    assert!(progress.depth.is_some_and(|depth| (1..1 << 14).contains(&depth)), "{progress:?}");
                }
                other => panic!("{members:?}: {other:?}"),
            }
        }
    }
}

/// No memory at all: each engine alone says that this is why.
#[test]
#[cfg(target_os = "linux")]
fn an_engine_without_memory_says_so() {
    for member in [ic3(), unroll(), kinduction()] {
        let mut run = Run::new(vec![member.clone()]);
        run.budget.memory = Some(1);
        let (verdict, _) = run.on(&counter(12));
        assert!(matches!(verdict, Ok(Verdict::Unknown(Reason::Memory, _))), "{member:?}: {verdict:?}");
    }
}
