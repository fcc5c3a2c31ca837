//! The engine interface and the context that an engine runs in.

use crate::{Board, Event, Observer, Verdict};
use bitreach_dimspec::DimSpec;
use bitreach_limits::memory::MemoryGauge;
use bitreach_limits::{Budget, Reason, StopFlag};
use bitreach_sat::{IncrementalSolver, SolverError, SolverFactory};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Decides DimSpec problems.
pub trait Engine {
    /// The engine's name as options and reports show it, such as `ic3`.
    fn name(&self) -> &'static str;

    /// Decides the problem, or says why not.
    ///
    /// An interrupt or an exhausted budget is `Verdict::Unknown`. The caller checks the evidence
    /// ([`crate::check`]); an engine need not.
    ///
    /// # Errors
    /// Only for faults: a solver that failed, an inconsistency in the engine's own state.
    fn run(&mut self, problem: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError>;
}

/// A fault inside an engine. None of these is an answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The SAT solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The engine found its own state inconsistent.
    #[error("{engine}: internal error: {message}")]
    Internal {
        /// The engine's name.
        engine: &'static str,
        /// What is wrong.
        message: String,
    },
}

/// What an engine runs in: the budget, the flag that stops it, solvers, and someone who listens.
pub struct Context<'a> {
    /// Time, memory, steps.
    pub budget: Budget,
    /// Raised from outside to end the run.
    pub stop: StopFlag,
    /// Makes the solvers.
    pub solvers: Arc<dyn SolverFactory>,
    /// Hears events.
    pub observer: &'a mut dyn Observer,
    /// When the run began; event times count from here.
    pub started: Instant,
    /// What engines that run beside this one know, and should know.
    pub board: Board,
    /// What random choices depend on: the same seed, the same choices.
    pub seed: u64,
    /// How much memory the process held when last looked at.
    memory: MemoryGauge,
}

impl<'a> Context<'a> {
    /// A context without limits.
    pub fn new(solvers: Arc<dyn SolverFactory>, observer: &'a mut dyn Observer) -> Context<'a> {
        Context {
            budget: Budget::default(),
            stop: StopFlag::new(),
            solvers,
            observer,
            started: Instant::now(),
            board: Board::new(),
            seed: 0,
            memory: MemoryGauge::default(),
        }
    }

    /// A new solver that heeds the stop flag and the deadline.
    pub fn new_solver(&self) -> Box<dyn IncrementalSolver> {
        let mut solver = self.solvers.create();
        solver.set_stop(self.stop.clone().until(self.budget.deadline));
        solver
    }

    /// Why the engine has to end now, if it has to. Cheap enough to ask before every query.
    pub fn exhausted(&self) -> Option<Reason> {
        if self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Reason::Timeout)
        } else if self.stop.is_raised() {
            Some(if self.stop.is_worn_out() { Reason::Effort } else { Reason::Interrupted })
        } else if self.budget.memory.is_some_and(|limit| self.memory.bytes() > limit) {
            Some(Reason::Memory)
        } else {
            None
        }
    }

    /// Tells the observer.
    pub fn tell(&mut self, event: Event) {
        self.observer.hear(self.started.elapsed(), &event);
    }

    /// How long the run has lasted, for decisions of the engine that depend on time. Where engines take turns it is counted
    /// by work, so that the decisions are the same in every run, and do not count the time of others.
    pub fn effort(&self) -> Duration {
        self.stop.work().unwrap_or_else(|| self.started.elapsed())
    }

    /// How long the run has lasted.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;
    use bitreach_formula::Var;
    use bitreach_sat::{Answer, CadicalFactory};

    #[test]
    fn each_limit_has_its_reason() {
        let mut silent = Silent;
        let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
        assert_eq!(context.exhausted(), None);
        context.budget.memory = Some(1 << 50);
        assert_eq!(context.exhausted(), None);
        context.budget.memory = Some(1);
        assert_eq!(context.exhausted(), Some(Reason::Memory));
        context.stop.raise();
        assert_eq!(context.exhausted(), Some(Reason::Interrupted));
        context.budget.deadline = Some(Instant::now());
        assert_eq!(context.exhausted(), Some(Reason::Timeout));
    }

    #[test]
    fn solvers_heed_the_deadline() {
        let mut silent = Silent;
        let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
        assert_eq!(context.new_solver().solve(&[Var::new(0).positive()]).ok(), Some(Answer::Sat));
        context.budget.deadline = Some(Instant::now());
        assert_eq!(context.new_solver().solve(&[Var::new(0).positive()]).ok(), Some(Answer::Stopped));
    }
}
