//! From a chain of cubes to a run: one query a step, from an initial state through the cubes into the goal.
//!
//! Lifted cubes promise that each of their states has a step into the next cube. Nothing is taken on trust here: a state is
//! chosen, then a step of this very state, and so on, with values for all variables. If there is no such step, lifting
//! by core was misled about `T`, and there is no trace from this chain.

use crate::engine::Search;
use crate::obligation::Chain;
use crate::Halt;
use bitreach_engine::Trace;
use bitreach_formula::{Assignment, Lit};
use std::rc::Rc;

impl Search<'_, '_> {
    /// A run along the chain, if there is one.
    pub fn concretize(&mut self, chain: &Rc<Chain>) -> Result<Option<Trace>, Halt> {
        if !self.queries.initial_state(&chain.cube)? {
            return Ok(None);
        }
        let first = self.queries.state_values();
        let mut state: Vec<Lit> = self.queries.state();
        let mut steps: Vec<Assignment> = Vec::with_capacity(chain.depth + 1);
        let mut here = chain;
        while let Some(next) = &here.next {
            if !self.queries.step_into(&state, &next.cube)? {
                return Ok(None);
            }
            steps.push(current(&self.queries.step_values(), self.model.problem.variables));
            state = self.queries.successor();
            here = next;
        }
        if !self.queries.goal_at(&state)? {
            return Ok(None);
        }
        steps.push(self.queries.state_values());
        for &var in &self.model.private_to_initial {
            steps[0].set(var, first.value(var));
        }
        Ok(Some(Trace { steps }))
    }
}

/// The part of an assignment of two steps that concerns the first.
fn current(values: &Assignment, variables: usize) -> Assignment {
    Assignment::new((0..variables).map(|index| values.value(bitreach_formula::Var::new(index))).collect())
}
