//! The concrete engine as one more member of the portfolio, for one job: it takes turns with the others. What it does in a turn
//! is counted and not timed, so that it finds the same in every run.
//!
//! A run of the program cannot be interrupted by anything that is counted. So the engine pays for a turn afterwards: it lets as many
//! turns of the others go by as its own was long.

use super::confirm::ConcreteRuns;
use crate::concrete::{ConcreteError, End, Search, Settings, Step};
use crate::pipeline::error::PipelineError;
use crate::pipeline::front_end::Programs;
use crate::pipeline::question::Asked;
use crate::solve::{Member, Team};
use bitreach_dimspec::DimSpec;
use bitreach_engine::{Context, Engine, EngineError, Progress, Reason, Verdict};
use bitreach_limits::StopFlag;
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

/// Adds the engine to the members. It raises the stop flag that is asked for, once it has found an error.
pub fn join(team: &mut Team, asked: Asked, programs: Arc<Programs>) -> Arc<Shared> {
    let shared = Arc::new(Shared { asked, programs, work: Mutex::default() });
    let its_shared = shared.clone();
    let make = move || -> Box<dyn Engine> { Box::new(InTurn(its_shared.clone())) };
    team.members.push(Member { turn: 1, ..Member::new("concrete", make) });
    shared
}

/// What is kept from one problem to the next: all problems are of one program.
pub struct Shared {
    asked: Asked,
    programs: Arc<Programs>,
    work: Mutex<Work>,
}

impl Shared {
    /// What the engine did.
    ///
    /// # Errors
    /// The engine's fault.
    pub fn end(&self) -> Result<ConcreteRuns, PipelineError> {
        let Work { runs, fault, .. } = std::mem::take(&mut *self.work());
        fault.map_or(Ok(runs), Err)
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        // Where a thread panicked, what it found is not there; the rest is whole.
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was done, and what is left of it.
#[derive(Debug, Default)]
struct Work {
    /// How many turns of the others went by.
    waited: u64,
    /// What was done in all.
    done: u64,
    search: Option<Search>,
    /// Nothing more is to come.
    over: bool,
    runs: ConcreteRuns,
    fault: Option<PipelineError>,
}

/// The engine as a member.
struct InTurn(Arc<Shared>);

impl Engine for InTurn {
    fn name(&self) -> &'static str {
        "concrete"
    }

    /// Never has an answer about the problem. What it finds about the program ends the search.
    fn run(&mut self, _: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
        let mut owed = 1;
        while !self.0.work().over {
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
        let mut work = self.0.work();
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
        work.runs.seconds += begun.elapsed().as_secs_f64();
        work.done += done;
        if work.done > MOST {
            (work.over, work.search) = (true, None);
        }
        done.div_ceil(TURN).max(1)
    }

    /// Goes on, or begins. `None` if `stop` was raised before.
    fn step(&self, work: &mut Work, stop: &StopFlag) -> Result<Option<Step>, ConcreteError> {
        let Shared { asked, programs, .. } = &*self.0;
        if work.search.is_none() {
            let size: usize = programs.optimised.blocks.iter().map(|block| block.instructions.len()).sum();
            if size > LARGEST {
                return Ok(Some(Step::Ended(End::Stopped)));
            }
            let settings = Settings { seed: asked.choice.team.seed, time: Duration::ZERO, pause: TURN };
            work.search = Search::begin(&programs.optimised, settings, stop)?;
        }
        let Work { search, runs, .. } = work;
        let step = search.as_mut().map(|search| search.go_on(stop, |figures| runs.figures = figures));
        step.transpose()
    }

    /// Notes how it ended, unless it was only stopped; an error that was found ends the search.
    fn end(&self, work: &mut Work, end: Result<End, ConcreteError>, stop: &StopFlag) -> u64 {
        let Shared { asked, programs, .. } = &*self.0;
        (work.over, work.search) = (true, None);
        match work.runs.note(end, asked, programs, stop) {
            // That ends all engines.
            Ok(()) if work.runs.path.is_some() => asked.limits.stop.raise(),
            Ok(()) => {}
            Err(fault) => work.fault = Some(fault),
        }
        0
    }
}
