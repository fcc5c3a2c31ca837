//! Short runs to goals that shrink: one unrolling serves all questions, so what the SAT solver has learnt stays.

use crate::solve::Limits;
use bitreach_dimspec::DimSpec;
use bitreach_engine::{EngineError, TimeStep, Trace};
use bitreach_formula::Lit;
use bitreach_sat::{Answer, PlainCadicalFactory, SolverFactory};
use bitreach_unroll::{Start, Unrolling};

/// A search for runs. Its questions have to get narrower: what has been wanted no more is not wanted again.
pub struct Paths<'a> {
    unrolling: Unrolling<'a>,
    step: TimeStep,
}

impl<'a> Paths<'a> {
    /// A search in a problem, whatever its goal is.
    pub fn new(problem: &'a DimSpec, limits: &Limits) -> Paths<'a> {
        // Most questions are easy, and there are many: to simplify in between costs more than it gains.
        let mut solver = PlainCadicalFactory.create();
        solver.set_stop(limits.stop.clone().until(limits.budget.deadline));
        let mut unrolling = Unrolling::new(problem, Start::Initial, solver);
        let step = unrolling.add_step();
        Paths { unrolling, step }
    }

    /// A shortest run of at most `most` steps that ends with all of `end` and one of `wanted` true; `None` if there is none,
    /// or time is up.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn next(&mut self, end: &[Lit], wanted: &[Lit], most: usize) -> Result<Option<Trace>, EngineError> {
        loop {
            let some = wanted.iter().map(|&lit| self.unrolling.at(self.step, lit)).collect();
            let mut assumptions: Vec<Lit> = end.iter().map(|&lit| self.unrolling.at(self.step, lit)).collect();
            assumptions.push(self.unrolling.any(some));
            match self.unrolling.solve(&assumptions)? {
                Answer::Sat => return Ok(Some(self.unrolling.trace())),
                Answer::Stopped => return Ok(None),
                Answer::Unsat if self.step.0 >= most || !self.unrolling.has_room() => return Ok(None),
                Answer::Unsat => {
                    self.step = self.unrolling.add_step();
                }
            }
        }
    }
}
