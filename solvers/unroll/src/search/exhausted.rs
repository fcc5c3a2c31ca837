//! Looks for the end of all runs: whether each of them has come to a dead state or, where it may, stays where it is.

use super::Search;
use crate::spent::Spent;
use bitreach_engine::{Certificate, Context, EngineError, Exhausted, TimeStep};
use bitreach_formula::Lit;
use bitreach_sat::{Answer, SolverError};
use std::time::Duration;

/// Looking whether runs are exhausted may always take this long; beyond, its share of the time is bounded: it costs as
/// much as a step, and for most problems it is in vain.
const LOOK: Duration = Duration::from_millis(500);

impl Search<'_> {
    /// Is `I(s_0) ∧ ⋀ U(s_j) ∧ ⋀ T(s_j, s_{j+1})` unsatisfiable, where dead states are left out? Then every run has come to
    /// one, and all that are shorter than this have been looked at.
    pub(super) fn ended(&mut self, context: &Context) -> Result<bool, EngineError> {
        if self.alive.is_empty() || !self.may_look(self.ended) {
            return Ok(false);
        }
        let started = Spent::now(context);
        let none = self.has_no_run(&[], context)?;
        self.ended.add(started, context);
        Ok(none)
    }

    /// Is `I(s_0) ∧ ⋀ U(s_j) ∧ ⋀ T(s_j, s_{j+1}) ∧ ⋀ s_j ≠ s_{j+1}` unsatisfiable? Then every run can be made shorter than
    /// this, and all shorter ones have been looked at. Harder than whether they have [ended](Search::ended), and asked less.
    pub(super) fn at_rest(&mut self, depth: TimeStep, context: &Context) -> Result<bool, EngineError> {
        if !self.may_look(self.looking) {
            return Ok(false);
        }
        let started = Spent::now(context);
        for step in self.moves.len()..depth.0 {
            let moves = self.unrolling.differ(TimeStep(step), TimeStep(step + 1), &self.changing);
            self.moves.push(moves);
        }
        let moves = std::mem::take(&mut self.moves);
        let none = self.has_no_run(&moves, context);
        self.moves = moves;
        self.looking.add(started, context);
        Ok(none?)
    }

    /// Whether looks of a kind have not taken their share of the time yet.
    fn may_look(&self, spent: Spent) -> bool {
        spent.counted <= self.solving.counted / 4 + LOOK
    }

    /// Whether the solver shows that there is no run of the unrolling's length of which the literals hold. A look that takes long is given
    /// up; a later one may be quicker.
    fn has_no_run(&mut self, assumed: &[Lit], context: &Context) -> Result<bool, SolverError> {
        let limit = self.solving.counted / 2 + LOOK;
        self.unrolling.set_stop(context.stop.clone().until(context.budget.deadline).within(limit));
        let answer = self.unrolling.solve(assumed)?;
        self.unrolling.set_stop(context.stop.clone().until(context.budget.deadline));
        self.queries += 1;
        Ok(answer == Answer::Unsat)
    }

    /// The certificate that every run of `depth` transitions has come to a dead state or, if it may, stays somewhere.
    pub(super) fn end(&self, depth: usize, may_stay: bool) -> Certificate {
        let (depth, alive) = (depth.max(1), self.alive.clone());
        Certificate::Exhausted(Exhausted { depth, alive, may_stay, ..Exhausted::default() })
    }
}
