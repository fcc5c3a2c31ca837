//! Lemmas that are inductive together: the largest such part of some candidates (Flanagan, Leino: *Houdini, an annotation assistant for
//! ESC/Java*, FME 2001).
//!
//! * [`sift`](Queries::sift): one query asks for a step that violates any of them. Each answer takes out all that the step violates, so
//!   hundreds of wrong guesses cost a few queries. Each location is asked for by itself, and each half where that is too hard. Random runs from where that step
//!   leads take out more, without a query ([`walk`](Queries::walk)).
//! * [`mutually_inductive`](Queries::mutually_inductive): a query for each, where they are few, and where each has to be decided.

use super::Queries;
use crate::recording::ModelKind;
use crate::Halt;
use bitreach_formula::{Cube, Lit, Var};
use fastrand::Rng;
use std::collections::VecDeque;
use std::ops::Range;

/// A query about all candidates may have so many times the conflicts of one about a single candidate.
const ALL: u64 = 20;

/// So many runs, of so many steps each, go on from one state at most, as long as they take something out.
const WALKS: usize = 16;
const STEPS: usize = 8;

/// So many guesses are a block at most.
const BLOCK: usize = 512;

/// So few are asked for one by one. The search goes on with what the solver has learnt from that: without it, the proofs about a loop with a
/// division take three times as long (`tests/inconsistent/counter-division.c`, median of eight seeds).
const FEW: usize = 256;

/// Guesses that one literal stands for.
struct Block {
    guesses: Range<usize>,
    /// The literal; `None` once one of the guesses has gone out.
    stands: Option<Lit>,
}

impl Queries<'_> {
    /// The largest part of guesses whose lemmas are inductive together with the infinity frame. One whose query meets `limit` conflicts goes
    /// out, too.
    pub fn inductive_guesses(&mut self, guesses: Vec<Cube>, limit: u64, random: &mut Rng) -> Result<Vec<Cube>, Halt> {
        match guesses.len() {
            0..=FEW => self.mutually_inductive(guesses, Some(limit)),
            _ => self.sift(guesses, limit, random),
        }
    }

    /// Takes out what steps violate that the others allow, until, for each group of those that are left,
    ///
    /// ```text
    ///   F_∞ ∧ ⋀_i ¬cube_i ∧ U ∧ T ∧ U' ∧ ⋁_(i in the group) cube_i'
    /// ```
    ///
    /// is unsatisfiable. Guesses about one location are a [`Block`]: a solver that knows where a step leads has less to look at. One literal
    /// stands for all guesses of a block, as thousands of assumptions would be as many decisions in each query. It is replaced where one of them
    /// goes out, and then only those groups are asked for again whose proof used the block. At first a group is a block; one whose query meets
    /// too many conflicts is cut into halves.
    fn sift(&mut self, mut cubes: Vec<Cube>, limit: u64, random: &mut Rng) -> Result<Vec<Cube>, Halt> {
        if self.initial_state(&[])? {
            let (state, mut left) = (self.state(), vec![true; cubes.len()]);
            self.walk(state, &cubes, &mut left, random);
            let mut left = left.into_iter();
            cubes.retain(|_| left.next() == Some(true));
        }
        cubes.sort();
        let mut left = vec![true; cubes.len()];
        let solver = &mut self.induction.solver;
        let mut guards = Vec::with_capacity(cubes.len());
        for cube in &cubes {
            let (holds, violated) = (solver.fresh(), solver.fresh());
            solver.add_guarded(holds, cube.iter().map(|&lit| !lit));
            cube.iter().for_each(|&lit| solver.add_guarded(violated, [self.model.primed(lit)]));
            guards.push((holds, violated));
        }
        let mut blocks = self.blocks(&cubes);
        let mut open: VecDeque<Vec<usize>> = blocks.iter().map(|block| block.guesses.clone().collect()).collect();
        // Groups with the blocks that their proofs used.
        let mut proved: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        while let Some(mut group) = open.pop_front() {
            group.retain(|&at| left[at]);
            if group.is_empty() {
                continue;
            }
            self.counts.consecution += 1;
            let solver = &mut self.induction.solver;
            self.assumptions.clear();
            for block in &mut blocks {
                self.assumptions.push(*block.stands.get_or_insert_with(|| {
                    let stands = solver.fresh();
                    let held = block.guesses.clone().filter(|&at| left[at]);
                    held.for_each(|at| solver.add_guarded(stands, [guards[at].0]));
                    stands
                }));
            }
            let any: Vec<Lit> = group.iter().map(|&at| guards[at].1).collect();
            // What one step violates at once need not be asked for again.
            solver.prefer(&any);
            let share = (limit.saturating_mul(ALL * group.len() as u64) / cubes.len() as u64).max(limit);
            let before = left.clone();
            match solver.solve_within(share, Some(&any), &self.assumptions, ModelKind::Full)? {
                Some(false) => {
                    let used = (0..blocks.len()).filter(|&at| solver.failed(self.assumptions[at])).collect();
                    proved.push((group, used));
                    continue;
                }
                Some(true) => {
                    let next = |var: &Var| solver.literal(self.model.primed(var.positive()).var());
                    let next = self.model.state.iter().filter_map(|var| Some(var.lit(next(var)?.polarity())));
                    let next = next.collect();
                    self.walk(next, &cubes, &mut left, random);
                }
                None if group.len() == 1 => left[group[0]] = false,
                None => {
                    let half = group.split_off(group.len() / 2);
                    open.push_front(half);
                    open.push_front(group);
                    continue;
                }
            }
            open.push_front(group);
            let changed = |block: &Block| block.guesses.clone().any(|at| left[at] != before[at]);
            for (number, block) in blocks.iter_mut().enumerate().filter(|(_, block)| changed(block)) {
                if let Some(stands) = block.stands.take() {
                    self.induction.solver.add(&[!stands]);
                    self.induction.solver.retired += 1;
                }
                let (again, still) = proved.into_iter().partition(|(_, used)| used.contains(&number));
                proved = still;
                open.extend(Vec::into_iter(again).map(|(group, _)| group));
            }
        }
        let solver = &mut self.induction.solver;
        let stand = blocks.into_iter().filter_map(|block| block.stands);
        for lit in guards.iter().flat_map(|&(holds, violated)| [holds, violated]).chain(stand) {
            solver.add(&[!lit]);
            solver.retired += 1;
        }
        Ok(cubes.into_iter().zip(left).filter(|(_, left)| *left).map(|(cube, _)| cube).collect())
    }

    /// Guesses in their order, about one location each, and not too many.
    fn blocks(&self, cubes: &[Cube]) -> Vec<Block> {
        let place = |at: usize| cubes[at].iter().copied().filter(|&lit| self.model.is_location(lit));
        let mut blocks: Vec<Block> = Vec::new();
        for at in 0..cubes.len() {
            match blocks.last_mut() {
                Some(block) if block.guesses.len() < BLOCK && place(block.guesses.start).eq(place(at)) => {
                    block.guesses.end = at + 1;
                }
                _ => blocks.push(Block { guesses: at..at + 1, stands: None }),
            }
        }
        blocks
    }

    /// Takes out the guesses that a state violates, and those that random runs from there do. The state is an initial one, or one to which a
    /// step leads from a state that no guess excludes that is left: then all that are inductive together hold there, and so they do in all
    /// states of such runs. Large problems are walked through less (option `seeding_work`).
    fn walk(&mut self, from: Vec<Lit>, cubes: &[Cube], left: &mut [bool], random: &mut Rng) {
        let mut is_true = vec![false; 2 * self.model.problem.variables];
        let mut take_out = |state: &[Lit]| {
            state.iter().for_each(|lit| is_true[lit.code()] = true);
            let goes = |&at: &usize| left[at] && cubes[at].iter().all(|lit| is_true[lit.code()]);
            let goes: Vec<usize> = (0..cubes.len()).filter(goes).collect();
            goes.iter().for_each(|&at| left[at] = false);
            state.iter().for_each(|lit| is_true[lit.code()] = false);
            !goes.is_empty()
        };
        take_out(&from);
        // A next state is simulated also where that is none, for what `U` asks of it.
        if !self.model.functional || !self.leaves_universal.is_empty() {
            return;
        }
        for _ in 0..WALKS {
            let (mut state, mut is_of_use) = (from.clone(), false);
            for _ in 0..STEPS {
                if self.walking == 0 || self.stop.is_raised() {
                    return;
                }
                self.walking -= 1;
                let inputs = self.model.random_inputs(random);
                match self.simulated_step(&state, &inputs) {
                    Some(next) if next != state => state = next,
                    _ => break,
                }
                is_of_use |= take_out(&state);
            }
            if !is_of_use {
                break;
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::Options;
    use bitreach_engine::testing::any_problem;
    use bitreach_engine::{Context, Silent};
    use bitreach_formula::testing::{for_all, with_seed, Random};
    use bitreach_formula::Polarity;
    use bitreach_sat::CadicalFactory;
    use std::sync::Arc;

    /// What propagation gives, gates give; and what they give is a step.
    #[test]
    fn simulated_steps_are_steps() {
        let (mut along_gates, mut simulated) = (0, 0);
        for_all(300, with_seed(any_problem), |((problem, _), seed)| {
            let model = Model::new(&problem);
            let mut observer = Silent;
            let context = Context::new(Arc::new(CadicalFactory), &mut observer);
            let mut queries = Queries::new(&model, &context, &Options::default());
            queries.prepare().expect("nothing stops it");
            let (mut random, primed) = (Rng::with_seed(seed), |lit: &Lit| model.primed(*lit));
            for _ in 0..if model.functional { 20 } else { 0 } {
                let mut any = |vars: &[Var]| -> Vec<Lit> {
                    vars.iter().map(|var| var.lit(Polarity::of_value(random.bool()))).collect()
                };
                let (state, inputs) = (any(&model.state), any(&model.inputs));
                let from = [&state[..], &inputs[..]].concat();
                let wanted: Vec<Var> = model.state.iter().map(|var| model.primed(var.positive()).var()).collect();
                let by_propagation = queries.lifting.implied(&from, &wanted);
                let next = queries.simulated_step(&state, &inputs);
                along_gates += usize::from(queries.simulated.0 > 0);
                if by_propagation.len() == wanted.len() {
                    let next = next.iter().flatten().map(primed).collect::<Vec<_>>();
                    assert_eq!(next, by_propagation);
                }
                if let Some(next) = next {
                    simulated += 1;
                    let step: Vec<Lit> = from.iter().copied().chain(next.iter().map(primed)).collect();
                    let is_step = queries.lifting.solve(None, &step, ModelKind::Full).expect("nothing stops it");
                    assert!(is_step || by_propagation.len() == wanted.len());
                }
            }
        });
        assert!(along_gates >= 500 && simulated >= 500, "{along_gates}, {simulated}");
    }

    /// All at once and one by one keep the same guesses: the largest inductive part is one set.
    #[test]
    fn both_ways_keep_the_same() {
        let (mut kept, mut gone) = (0, 0);
        for_all(150, with_seed(any_problem), |((problem, _), seed)| {
            let model = Model::new(&problem);
            let mut random = Random::new(seed);
            let mut cube = || {
                let size = 1 + random.below(3);
                let lit =
                    |_| model.state[random.below(model.state.len())].lit(Polarity::of_value(random.below(2) == 0));
                Cube::new((0..size).map(lit).collect::<Vec<Lit>>())
            };
            let cubes: Vec<Cube> = (0..40).map(|_| cube()).collect();
            let mut observer = Silent;
            let context = Context::new(Arc::new(CadicalFactory), &mut observer);
            let mut found = [0, 1].map(|way| {
                let mut queries = Queries::new(&model, &context, &Options::default());
                queries.prepare().expect("nothing stops it");
                let excluded =
                    |cube: &Cube, queries: &mut Queries| !queries.initial_state(cube).expect("nothing stops it");
                let guesses: Vec<Cube> = cubes.iter().filter(|cube| excluded(cube, &mut queries)).cloned().collect();
                gone += guesses.len();
                match way {
                    0 => queries.mutually_inductive(guesses, None),
                    _ => queries.sift(guesses, 1_000_000, &mut Rng::with_seed(seed)),
                }
                .expect("nothing stops it")
            });
            found.iter_mut().for_each(|cubes| cubes.sort());
            assert_eq!(found[0], found[1]);
            kept += found[0].len();
        });
        assert!(kept >= 500 && gone >= 3 * kept, "{kept} kept of {gone}");
    }
}
