//! Lemmas that are inductive together: the largest such part of some candidates (Flanagan, Leino: *Houdini, an annotation assistant for
//! ESC/Java*, FME 2001).
//!
//! * [`sift`](Queries::sift): one query asks for a step that violates any of them. Each answer takes out all that the step violates, so
//!   hundreds of wrong guesses cost a few queries. Where that is too hard, each half is asked for by itself.
//! * [`mutually_inductive`](Queries::mutually_inductive): a query for each, where they are few, and where each has to be decided.

use super::Queries;
use crate::recording::ModelKind;
use crate::Halt;
use bitreach_formula::{Cube, Lit};
use std::collections::VecDeque;

/// A query about all candidates may have so many times the conflicts of one about a single candidate.
const ALL: u64 = 20;

/// So few are asked for one by one. The search goes on with what the solver has learnt from that: without it, the proofs about a loop with a
/// division take three times as long (`tests/inconsistent/counter-division.c`, median of eight seeds).
const FEW: usize = 256;

impl Queries<'_> {
    /// The largest part of guesses whose lemmas are inductive together with the infinity frame. One whose query meets `limit` conflicts goes
    /// out, too.
    pub fn inductive_guesses(&mut self, guesses: Vec<Cube>, limit: u64) -> Result<Vec<Cube>, Halt> {
        match guesses.len() {
            0..=FEW => self.mutually_inductive(guesses, Some(limit)),
            _ => self.sift(guesses, limit),
        }
    }

    /// Takes out what steps violate that the others allow, until, for each group of those that are left,
    ///
    /// ```text
    ///   F_∞ ∧ ⋀_i ¬cube_i ∧ U ∧ T ∧ U' ∧ ⋁_(i in the group) cube_i'
    /// ```
    ///
    /// is unsatisfiable. At first all are one group. A group whose query meets too many conflicts is cut into halves; in the order of literals,
    /// so that the cubes of a half have most in common, such as the location: a solver that knows where a step leads has less to look at.
    fn sift(&mut self, cubes: Vec<Cube>, limit: u64) -> Result<Vec<Cube>, Halt> {
        let solver = &mut self.induction.solver;
        let mut guards = Vec::with_capacity(cubes.len());
        for cube in &cubes {
            let (holds, violated) = (solver.fresh(), solver.fresh());
            solver.add_guarded(holds, cube.iter().map(|&lit| !lit));
            cube.iter().for_each(|&lit| solver.add_guarded(violated, [self.model.primed(lit)]));
            guards.push((holds, violated));
        }
        let mut left = vec![true; cubes.len()];
        let mut all: Vec<usize> = (0..cubes.len()).collect();
        all.sort_by(|&a, &b| cubes[a].cmp(&cubes[b]));
        let (mut open, mut proved) = (VecDeque::from([all]), Vec::new());
        // Thousands of assumptions would be as many decisions in each query: one stands for them, as long as none goes out.
        let mut together: Option<Lit> = None;
        while let Some(mut group) = open.pop_front() {
            group.retain(|&at| left[at]);
            if group.is_empty() {
                continue;
            }
            self.counts.consecution += 1;
            let round = *together.get_or_insert_with(|| {
                let round = solver.fresh();
                let held = guards.iter().zip(&left).filter(|(_, &left)| left);
                held.for_each(|(&(holds, _), _)| solver.add_guarded(round, [holds]));
                round
            });
            let any: Vec<Lit> = group.iter().map(|&at| guards[at].1).collect();
            let share = (limit.saturating_mul(ALL * group.len() as u64) / cubes.len() as u64).max(limit);
            let goes: Vec<usize> = match solver.solve_within(share, Some(&any), &[round], ModelKind::Full)? {
                Some(false) => {
                    proved.push(group);
                    continue;
                }
                Some(true) => {
                    let is_true = |lit: &Lit| solver.is_true(self.model.primed(*lit));
                    (0..cubes.len()).filter(|&at| left[at] && cubes[at].iter().all(is_true)).collect()
                }
                None if group.len() == 1 => group.clone(),
                None => {
                    let half = group.split_off(group.len() / 2);
                    open.push_front(half);
                    open.push_front(group);
                    continue;
                }
            };
            goes.into_iter().for_each(|at| left[at] = false);
            // What was proved may have needed what goes.
            open.push_front(group);
            open.extend(proved.drain(..));
            solver.add(&[!round]);
            solver.retired += 1;
            together = None;
        }
        for lit in guards.iter().flat_map(|&(holds, violated)| [holds, violated]).chain(together) {
            solver.add(&[!lit]);
            solver.retired += 1;
        }
        Ok(cubes.into_iter().zip(left).filter(|(_, left)| *left).map(|(cube, _)| cube).collect())
    }

    /// The largest part of `cubes` whose lemmas are inductive together with the infinity frame.
    ///
    /// Each lemma has a guard; those lemmas go out that a step can violate, until
    ///
    /// ```text
    ///   F_∞ ∧ ⋀_j (guard_j → ¬cube_j) ∧ ⋀_{j left} guard_j ∧ U ∧ T ∧ U' ∧ cube_i'
    /// ```
    ///
    /// is unsatisfiable for every `i` that is left. A lemma is asked for again only if one went out that its proof used. One
    /// whose query meets `limit` conflicts goes out, too; where there is no limit, none does.
    pub fn mutually_inductive(&mut self, cubes: Vec<Cube>, limit: Option<u64>) -> Result<Vec<Cube>, Halt> {
        let values = self.values();
        let solver = &mut self.induction.solver;
        let guards: Vec<Lit> = cubes
            .iter()
            .map(|cube| {
                let guard = solver.fresh();
                solver.add_guarded(guard, cube.iter().map(|&lit| !lit));
                guard
            })
            .collect();
        let mut left = vec![true; cubes.len()];
        let mut uses: Vec<Option<Vec<usize>>> = vec![None; cubes.len()];
        while let Some(index) = (0..cubes.len()).find(|&index| left[index] && uses[index].is_none()) {
            self.counts.consecution += 1;
            self.assumptions.clear();
            self.assumptions.extend(guards.iter().zip(&left).filter(|(_, &left)| left).map(|(&guard, _)| guard));
            self.assumptions.extend(cubes[index].iter().map(|&lit| self.model.primed(lit)));
            let violated = match limit {
                Some(limit) => solver.solve_within(limit, None, &self.assumptions, values)?,
                None => Some(solver.solve(None, &self.assumptions, values)?),
            };
            if violated == Some(false) {
                uses[index] = Some((0..cubes.len()).filter(|&at| left[at] && solver.failed(guards[at])).collect());
                continue;
            }
            let goes = |at: usize| match violated {
                None => at == index,
                _ => cubes[at].iter().all(|&lit| solver.is_true(self.model.primed(lit))),
            };
            for at in (0..cubes.len()).filter(|&at| left[at] && goes(at)).collect::<Vec<_>>() {
                left[at] = false;
                uses.iter_mut().filter(|used| used.as_ref().is_some_and(|used| used.contains(&at))).for_each(|used| {
                    *used = None;
                });
            }
        }
        guards.iter().for_each(|&guard| solver.add(&[!guard]));
        solver.retired += guards.len();
        Ok(cubes.into_iter().zip(left).filter(|(_, left)| *left).map(|(cube, _)| cube).collect())
    }
}
