//! The concrete engine as one more member of the portfolio, for one job: it takes turns with the others. What it does in a turn
//! is counted and not timed, so that it finds the same in every run.
//!
//! A run of the program cannot be interrupted by anything that is counted. So the engine pays for a turn afterwards: it lets as many
//! turns of the others go by as its own was long.

use super::{At, Spare};
use crate::concrete::{ConcreteError, End, Search, Settings, Step};
use crate::pipeline::{Choice, PipelineError, Programs, Question};
use crate::solve::{Limits, Member};
use bitreach_dimspec::DimSpec;
use bitreach_engine::{Context, Engine, EngineError, Progress, Reason, Verdict};
use bitreach_sat::StopFlag;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So many turns of all others come before the first one: most programs are decided by then, and compiling would only cost.
const DELAY: u64 = 5;

/// How much work a turn is, in turns of loops: some hundredths of a second.
const TURN: u64 = 1 << 23;

/// Programs of more instructions are not compiled: the others would wait for that.
const LARGEST: usize = 20_000;

/// So much work is done in all: what made-up inputs find, they mostly find soon.
const MOST: u64 = 1 << 33;

/// Searches with the engine among the members.
pub(super) fn beside<T>(
    question: &Question,
    programs: &Arc<Programs>,
    choice: &Choice,
    limits: &Limits,
    search: impl FnOnce(&Choice, &Limits) -> T,
) -> (T, Result<Spare, PipelineError>) {
    let work = Arc::new(Mutex::new(Work::default()));
    let shared = Arc::new((question.clone(), programs.clone(), choice.clone(), limits.stop.clone()));
    let its_work = work.clone();
    let make = move || -> Box<dyn Engine> { Box::new(InTurn { work: its_work.clone(), shared: shared.clone() }) };
    let mut among = choice.clone();
    among.team.members.push(Member { turn: 1, ..Member::new("concrete", make) });
    let result = search(&among, limits);
    let Work { spare, fault, .. } = std::mem::take(&mut *lock(&work));
    (result, fault.map_or(Ok(spare), Err))
}

/// What is kept from one problem to the next: all are of one program.
#[derive(Debug, Default)]
struct Work {
    /// How many turns of the others went by.
    waited: u64,
    /// What was done in all.
    done: u64,
    search: Option<Search>,
    /// Nothing more is to come.
    over: bool,
    spare: Spare,
    fault: Option<PipelineError>,
}

fn lock(work: &Mutex<Work>) -> MutexGuard<'_, Work> {
    // Where a thread panicked, what it found is not there; the rest is whole.
    work.lock().unwrap_or_else(PoisonError::into_inner)
}

struct InTurn {
    work: Arc<Mutex<Work>>,
    /// The stop flag is that of all engines: whoever finds an error raises it.
    shared: Arc<(Question, Arc<Programs>, Choice, StopFlag)>,
}

impl Engine for InTurn {
    fn name(&self) -> &'static str {
        "concrete"
    }

    /// Never has an answer about the problem. What it finds about the program ends the search.
    fn run(&mut self, _: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
        let mut owed = 1;
        while !lock(&self.work).over {
            // The others' turn comes when this is asked for the second time.
            for _ in 0..2 * owed {
                if let Some(reason) = context.exhausted() {
                    return Ok(Verdict::Unknown(reason, Progress::default()));
                }
            }
            owed = self.turn(&context.stop.clone().until(context.budget.deadline).quiet());
        }
        Ok(Verdict::Unknown(Reason::Steps, Progress::default()))
    }
}

impl InTurn {
    /// Does some work; gives how many turns that was.
    fn turn(&self, stop: &StopFlag) -> u64 {
        let mut work = lock(&self.work);
        work.waited += 1;
        if work.waited <= DELAY {
            return 1;
        }
        let begun = Instant::now();
        let done = match self.step(&mut work, stop) {
            Ok(Some(Step::Paused(done))) => done,
            Ok(Some(Step::Ended(end))) => self.end(&mut work, Ok(end), stop),
            Ok(None) => 0,
            Err(error) => self.end(&mut work, Err(error), stop),
        };
        work.spare.seconds += begun.elapsed().as_secs_f64();
        work.done += done;
        if work.done > MOST {
            (work.over, work.search) = (true, None);
        }
        done.div_ceil(TURN).max(1)
    }

    /// Goes on, or begins. `None` if `stop` was raised before.
    fn step(&self, work: &mut Work, stop: &StopFlag) -> Result<Option<Step>, ConcreteError> {
        let (_, programs, choice, _) = &*self.shared;
        if work.search.is_none() {
            let size: usize = programs.optimised.blocks.iter().map(|block| block.instructions.len()).sum();
            if size > LARGEST {
                return Ok(Some(Step::Ended(End::Stopped)));
            }
            let settings = Settings { seed: choice.team.seed, time: Duration::ZERO, pause: TURN };
            work.search = Search::begin(&programs.optimised, settings, stop)?;
        }
        let Work { search, spare, .. } = work;
        let step = search.as_mut().map(|search| search.go_on(stop, |figures| spare.figures = figures));
        step.transpose()
    }

    /// Notes how it ended, unless it was only stopped; an error that was found ends the search.
    fn end(&self, work: &mut Work, end: Result<End, ConcreteError>, stop: &StopFlag) -> u64 {
        let (question, programs, choice, all) = &*self.shared;
        (work.over, work.search) = (true, None);
        let at = At { question, programs, choice, stop };
        match at.ended(&mut work.spare, end) {
            Ok(()) if work.spare.path.is_some() => all.raise(),
            Ok(()) => {}
            Err(fault) => work.fault = Some(fault),
        }
        0
    }
}
