//! Small invariants: of the lemmas that a search has learnt, those that the proof needs (Ivrii, Gurfinkel, Belov: *Small inductive
//! safe invariants*, FMCAD 2014, its first step). Most lemmas of a search serve no purpose in the end, and each costs whoever
//! checks the certificate a query.

use super::Queries;
use crate::frames::Frames;
use crate::recording::ModelKind;
use crate::solver::QuerySolver;
use crate::Halt;
use bitreach_formula::{Cube, Lit};
use std::collections::VecDeque;

/// With more lemmas than this, cores cost more than the check of them all.
const MOST: usize = 3000;

impl Queries<'_> {
    /// Some of the cubes, so that their lemmas exclude the goal and are inductive together: beginning with a core of
    ///
    /// ```text
    ///   ⋀_j (guard_j → ¬cube_j) ∧ ⋀_j guard_j ∧ U ∧ G
    /// ```
    ///
    /// for each lemma that is needed, those that are in a core of its own step are needed as well:
    ///
    /// ```text
    ///   ⋀_j (guard_j → ¬cube_j) ∧ ⋀_j guard_j ∧ U ∧ T ∧ U' ∧ cube_i'
    /// ```
    ///
    /// `None` if the lemmas are too many, or do not do it by themselves. The solvers know no lemma any more afterwards: the
    /// search is over.
    pub fn necessary(&mut self, cubes: &[Cube]) -> Result<Option<Vec<Cube>>, Halt> {
        if cubes.len() > MOST {
            return Ok(None);
        }
        let none = Frames::new(false);
        self.build_step(&none);
        self.build_induction(&none);
        let guards = |solver: &mut QuerySolver| -> Vec<Lit> {
            let guarded = |cube: &Cube| {
                let guard = solver.fresh();
                solver.add_guarded(guard, cube.iter().map(|&lit| !lit));
                guard
            };
            cubes.iter().map(guarded).collect()
        };
        let (in_step, in_induction) = (guards(&mut self.step.solver), guards(&mut self.induction.solver));

        self.counts.step += 1;
        let assumptions: Vec<Lit> = in_step.iter().copied().chain([self.goal_switch]).collect();
        if self.step.solver.solve(None, &assumptions, ModelKind::Full)? {
            return Ok(None);
        }
        let mut needed: Vec<bool> = in_step.iter().map(|&guard| self.step.solver.failed(guard)).collect();
        let mut open: VecDeque<usize> = (0..cubes.len()).filter(|&index| needed[index]).collect();
        while let Some(index) = open.pop_front() {
            self.counts.consecution += 1;
            // What comes first is rather in the core: so let what is needed anyway come first.
            let (first, rest): (Vec<usize>, Vec<usize>) = (0..cubes.len()).partition(|&index| needed[index]);
            self.assumptions.clear();
            self.assumptions.extend(first.into_iter().chain(rest).map(|index| in_induction[index]));
            self.assumptions.extend(cubes[index].iter().map(|&lit| self.model.primed(lit)));
            if self.induction.solver.solve(None, &self.assumptions, self.values())? {
                return Ok(None);
            }
            for (other, &guard) in in_induction.iter().enumerate() {
                if !needed[other] && self.induction.solver.failed(guard) {
                    needed[other] = true;
                    open.push_back(other);
                }
            }
        }
        Ok(Some(cubes.iter().zip(needed).filter(|(_, needed)| *needed).map(|(cube, _)| cube.clone()).collect()))
    }
}
