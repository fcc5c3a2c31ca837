//! Short runs to goals that shrink: one unrolling serves all questions, so what the SAT solver has learnt stays.

use crate::solve::{Limits, SatName};
use bitreach_dimspec::DimSpec;
use bitreach_engine::check::{check_certificate, CertificateFault};
use bitreach_engine::{Certificate, EngineError, Exhausted, TimeStep, Trace};
use bitreach_formula::Lit;
use bitreach_limits::StopFlag;
use bitreach_sat::{Answer, PlainCadicalFactory, SolverFactory};
use bitreach_unroll::{Start, Unrolling};

/// What the next run is.
#[derive(Clone, Debug)]
pub enum Next {
    /// This one.
    Run(Trace),
    /// There is none so short.
    None,
    /// Time is up.
    Stopped,
}

/// What suffices for that there is no run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Core {
    /// These assumptions.
    Of(Vec<Lit>),
    /// All of them do not: there is a run.
    None,
    /// Time is up.
    Stopped,
}

/// A search for runs. Its questions have to get narrower: what has been wanted no more is not wanted again.
pub struct Paths<'a> {
    unrolling: Unrolling<'a>,
    step: TimeStep,
    stop: StopFlag,
}

/// To add so many clauses takes as long as the solver works between two questions whether to stop (measured: 0.6 µs, and 35 µs).
const CLAUSES_PER_QUESTION: usize = 50;
/// Over so many clauses of several steps there is once more as much work between two questions (measured: 0.4 ms over 200 000).
const CLAUSES_PER_WEIGHT: usize = 20_000;
/// So many steps cost nothing.
const FREE_STEPS: usize = 3;

impl<'a> Paths<'a> {
    /// A search in a problem, whatever its goal is.
    pub fn new(problem: &'a DimSpec, limits: &Limits) -> Paths<'a> {
        // Most questions are easy, and there are many: to simplify in between costs more than it gains.
        let mut solver = PlainCadicalFactory.create();
        let stop = limits.stop.clone().until(limits.budget.deadline);
        solver.set_stop(stop.clone());
        let mut unrolling = Unrolling::new(problem, Start::Initial, solver);
        let step = unrolling.add_step();
        Paths { unrolling, step, stop }
    }

    /// Adds a step, which counts as work behind the first few: without these nothing is found at all.
    fn add_step(&mut self) {
        let clauses = self.unrolling.clauses();
        self.step = self.unrolling.add_step();
        if self.step.0 <= FREE_STEPS {
            return;
        }
        let all = self.unrolling.clauses();
        self.stop.spend(((all - clauses) / CLAUSES_PER_QUESTION) as u64);
        self.unrolling.set_stop(self.stop.clone().weighing((all / CLAUSES_PER_WEIGHT) as u64));
    }

    /// Which of `assumed`, literals of the first step, suffice for that no run of one step ends with all of `end` and one of
    /// `wanted` true.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn core(&mut self, end: &[Lit], wanted: &[Lit], assumed: &[Lit]) -> Result<Core, EngineError> {
        if self.step.0 == 0 {
            self.add_step();
        }
        let some = wanted.iter().map(|&lit| self.unrolling.at(self.step, lit)).collect();
        let mut assumptions: Vec<Lit> = end.iter().map(|&lit| self.unrolling.at(self.step, lit)).collect();
        assumptions.push(self.unrolling.any(some));
        let first: Vec<Lit> = assumed.iter().map(|&lit| self.unrolling.at(TimeStep(0), lit)).collect();
        assumptions.extend(&first);
        Ok(match self.unrolling.solve(&assumptions)? {
            Answer::Sat => Core::None,
            Answer::Stopped => Core::Stopped,
            Answer::Unsat => {
                let failed = |(lit, at): (&Lit, &Lit)| self.unrolling.failed(*at).then_some(*lit);
                Core::Of(assumed.iter().zip(&first).filter_map(failed).collect())
            }
        })
    }

    /// A shortest run of at most `most` steps that ends with all of `end` and one of `wanted` true.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn next(&mut self, end: &[Lit], wanted: &[Lit], most: usize) -> Result<Next, EngineError> {
        loop {
            let some = wanted.iter().map(|&lit| self.unrolling.at(self.step, lit)).collect();
            let mut assumptions: Vec<Lit> = end.iter().map(|&lit| self.unrolling.at(self.step, lit)).collect();
            assumptions.push(self.unrolling.any(some));
            match self.unrolling.solve(&assumptions)? {
                Answer::Sat => return Ok(Next::Run(self.unrolling.trace())),
                Answer::Stopped => return Ok(Next::Stopped),
                Answer::Unsat if self.step.0 >= most => return Ok(Next::None),
                Answer::Unsat if !self.unrolling.has_room() => return Ok(Next::Stopped),
                Answer::Unsat => self.add_step(),
            }
        }
    }
}

/// Whether another solver than that of [`Paths`] has the time to prove that no run reaches the goal of a problem whose runs
/// stay where they are after one step.
///
/// # Errors
/// If it finds something else.
pub fn none_in_one_step(problem: &DimSpec, limits: &Limits) -> Result<bool, EngineError> {
    // What has been found is proved, however much work that is.
    let in_time = limits.stop.clone().quiet().until(limits.budget.deadline);
    let checker = SatName::Cadical.checker().factory();
    let stays = Certificate::Exhausted(Exhausted { depth: 2, may_stay: true, ..Exhausted::default() });
    match check_certificate(problem, &stays, &*checker, &in_time) {
        Ok(_) => Ok(true),
        Err(CertificateFault::Unfinished) => Ok(false),
        Err(fault) => Err(EngineError::Internal { engine: "paths", message: fault.to_string() }),
    }
}
