//! The concrete engine as one more member of the portfolio, for one job: it takes turns with the others. What it does in a turn
//! is counted and not timed, so that it finds the same in every run.
//!
//! A run of the program cannot be interrupted by anything that is counted. So the engine pays for a turn afterwards: it lets as many
//! turns of the others go by as its own was long.

use super::confirm::ConcreteRuns;
use super::only;
use crate::concrete::{self, ConcreteError, End, Optimisation, Search, Settings, Step};
use crate::pipeline::error::PipelineError;
use crate::pipeline::front_end::Programs;
use crate::pipeline::question::Asked;
use crate::program::OnlyWay;
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

/// A problem with so many clauses in its transition relation takes as long for a query as others do for several: the engine's turns are as
/// many times longer, and so many times fewer turns of the others come before the first one; but no more than so many times.
const CLAUSES: usize = 50_000;
const MOST_TIMES: usize = 20;

/// A program with so many cells in its objects is long in encoding: the engine does so much work before that.
const MANY_CELLS: usize = 80;
const FIRST: u64 = 1 << 25;

/// Programs of more instructions ([`concrete::instructions`]) are not compiled: the others would wait for that.
const LARGEST: usize = 20_000;

/// So much work is done in all: what made-up inputs find, they mostly find soon.
const MOST: u64 = 1 << 33;

/// A program's only way goes so far before the others begin, in turns of loops: some seconds.
const AHEAD: u64 = 1 << 31;

/// And it takes at most one part of so many of the time that is left, and no more than that.
const PART: u32 = 4;
const LONGEST: Duration = Duration::from_secs(60);

/// Adds the engine to the members. It raises the stop flag that is asked for, once it has found an error.
pub fn join(team: &mut Team, asked: Asked, programs: Arc<Programs>, beginning: OnlyWay) -> Arc<Shared> {
    let shared = Arc::new(Shared { asked, programs, beginning, work: Mutex::default() });
    let its_shared = shared.clone();
    let make = move || -> Box<dyn Engine> { Box::new(InTurn(its_shared.clone())) };
    team.members.push(Member { turn: 1, ..Member::new("concrete", make) });
    shared
}

/// What is kept from one problem to the next: all problems are of one program.
pub struct Shared {
    asked: Asked,
    programs: Arc<Programs>,
    /// How the only way begins.
    beginning: OnlyWay,
    work: Mutex<Work>,
}

impl Shared {
    /// Whether it has something to do before the problem is even written.
    pub fn goes_ahead(&self) -> bool {
        self.comes_first() || self.is_long_to_write()
    }

    /// Takes the only way for a part of the time, or tries inputs, if the problem is long to write.
    pub fn go_ahead(&self) {
        if self.comes_first() {
            self.work_until(AHEAD, |work| matches!(work.way, Way::Only));
        } else {
            self.try_inputs(FIRST);
        }
    }

    /// Tries inputs, as many as take so much work.
    pub fn try_inputs(&self, work: u64) {
        let end = self.work().done + work;
        self.work_until(end, |_| true);
    }

    fn comes_first(&self) -> bool {
        only::comes_first(&self.beginning, &self.programs.optimised)
    }

    fn is_long_to_write(&self) -> bool {
        let objects = &self.programs.optimised.objects;
        objects.iter().map(|object| object.cells.len()).sum::<usize>() > MANY_CELLS
    }

    /// Works as long as this holds, until so much is done in all, for a part of the time.
    fn work_until(&self, end: u64, goes_on: impl Fn(&Work) -> bool) {
        let limits = &self.asked.limits;
        let its = limits.part((limits.left() / PART).min(LONGEST));
        let stop = its.stop.clone().until(its.budget.deadline).quiet();
        let mut work = self.work();
        while !work.over && work.done < end && !stop.is_raised() && goes_on(&work) {
            self.go_on(&mut work, &stop);
        }
    }

    /// What the engine did.
    ///
    /// # Errors
    /// The engine's fault.
    pub fn end(&self) -> Result<ConcreteRuns, PipelineError> {
        let Work { runs, fault, .. } = std::mem::take(&mut *self.work());
        fault.map_or(Ok(runs), Err)
    }

    /// Does some work, and notes what comes of it; gives how much that was.
    fn go_on(&self, work: &mut Work, stop: &StopFlag) -> u64 {
        let begun = Instant::now();
        let step = self.step(work, stop);
        work.runs.seconds += begun.elapsed().as_secs_f64();
        let done = match step {
            Ok(Some(Step::Paused(done))) => done,
            Ok(Some(Step::Ended(End::Depends))) => {
                (work.way, work.search) = (Way::MadeUp, None);
                0
            }
            Ok(Some(Step::Ended(End::Stopped))) if stop.is_raised() => 0,
            Ok(Some(Step::Ended(end))) => self.ended(work, Ok(end)),
            Ok(None) => 0,
            Err(error) => self.ended(work, Err(error)),
        };
        work.done += done;
        done
    }

    /// Goes on, or begins. `None` if `stop` was raised before.
    fn step(&self, work: &mut Work, stop: &StopFlag) -> Result<Option<Step>, ConcreteError> {
        let Shared { asked, programs, beginning, .. } = self;
        let program = &programs.optimised;
        if work.search.is_none() {
            let known = only::known(beginning).filter(|_| work.way == Way::Only);
            if let Some(end) = known {
                return Ok(Some(Step::Ended(end)));
            }
            if concrete::instructions(program) > LARGEST {
                work.over = true;
                return Ok(None);
            }
            work.search = match work.way {
                Way::Only => Search::only_way(program, Optimisation::Much, TURN, None, stop)?,
                Way::MadeUp => {
                    let settings = Settings { seed: asked.choice.team.seed, time: Duration::ZERO, pause: TURN };
                    Search::begin(program, settings, stop)?
                }
            };
        }
        let Work { search, runs, way, .. } = work;
        let step = search.as_mut().map(|search| search.go_on(stop, |figures| runs.figures = figures)).transpose()?;
        if let (Some(Step::Paused(turns)), Way::Only) = (&step, way) {
            (runs.figures.runs, runs.figures.turns) = (1, runs.figures.turns + turns);
        }
        Ok(step)
    }

    /// Notes how it ended; an answer ends the search.
    fn ended(&self, work: &mut Work, end: Result<End, ConcreteError>) -> u64 {
        let Shared { asked, programs, beginning, .. } = self;
        (work.over, work.search) = (true, None);
        let stop = asked.limits.stop.clone().until(asked.limits.budget.deadline).quiet();
        match work.runs.note(end, beginning, asked, programs, &stop) {
            // That ends all engines.
            Ok(()) if work.runs.are_answer() => asked.limits.stop.raise(),
            Ok(()) => {}
            Err(fault) => work.fault = Some(fault),
        }
        0
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
    way: Way,
    /// Nothing more is to come.
    over: bool,
    runs: ConcreteRuns,
    fault: Option<PipelineError>,
}

/// What is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Way {
    /// The only way, as long as it is that.
    #[default]
    Only,
    /// Runs on made-up inputs.
    MadeUp,
}

/// The engine as a member.
struct InTurn(Arc<Shared>);

impl Engine for InTurn {
    fn name(&self) -> &'static str {
        "concrete"
    }

    /// Never has an answer about the problem. What it finds about the program ends the search.
    fn run(&mut self, problem: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
        let times = (problem.transition.len() / CLAUSES).clamp(1, MOST_TIMES) as u64;
        let mut owed = 1;
        while !self.0.work().over {
            // The others' turn comes when this is asked for the second time.
            for _ in 0..2 * owed {
                if let Some(reason) = context.exhausted() {
                    return Ok(Verdict::Unknown(reason, Progress::default()));
                }
            }
            owed = self.turn(times, &context.stop.clone().until(context.budget.deadline).quiet());
        }
        Ok(Verdict::Unknown(Reason::Steps, Progress::default()))
    }
}

impl InTurn {
    /// Does some work, so many times more than for a small problem; gives how many turns of the others that was.
    fn turn(&self, times: u64, stop: &StopFlag) -> u64 {
        let mut work = self.0.work();
        work.waited += times;
        if work.waited <= DELAY {
            return 1;
        }
        let mut done = 0;
        while !work.over && !stop.is_raised() && done < times * TURN {
            done += self.0.go_on(&mut work, stop).max(1);
            if work.done > MOST && work.way == Way::MadeUp {
                (work.over, work.search) = (true, None);
            }
        }
        done.div_ceil(times * TURN).max(1)
    }
}
