//! Seeding: lemmas that are guessed before the search begins, and proved inductive together.
//!
//! Random runs are simulated, along gates or by propagation, as `T` is functional. What held of the state in all of them at one
//! *signature*, the values of those state variables that `I` fixes (in programs the location and more), or without `history` the
//! location alone, is a candidate: a bit that is known there, the upper bits of a counter that stays small, a predicate. The
//! largest part of the candidates that is inductive
//! goes to the infinity frame: the others are dropped one by one (Flanagan, Leino: *Houdini, an annotation assistant for
//! ESC/Java*, FME 2001; candidates from simulation as van Eijk: *Sequential equivalence checking based on structural
//! similarities*, 2000). The same is done, before, with the clauses that the problem's symbols name as candidates, such as the
//! intervals that a program analysis gives. Guesses cost queries; what is wrong with them costs no more. A guess whose proof is hard
//! is dropped after so many conflicts, as in signal correspondence (Mishchenko, Case, Brayton, Jang: *Scalable and
//! scalably-verifiable sequential synthesis*, ICCAD 2008).

use crate::engine::Search;
use crate::{statistics::Phase, Halt};
use bitreach_formula::{Clause, Cube, Lit, Polarity};
use fastrand::Rng;
use std::collections::BTreeMap;

/// How many runs are simulated, and how many steps each.
const RUNS: usize = 16;
const STEPS: usize = 32;
/// A signature that was seen less often says nothing.
const SEEN: usize = 6;
/// How many candidates are tried at most.
const CANDIDATES: usize = 600;

/// The clauses that the symbols name come in an order, and the first mostly are enough. So many of them are tried once so many queries of the
/// search have been asked, or it has come to the frame [`DEEP`]: those at the beginning, more, and all.
const ROUNDS: [(usize, usize); 3] = [(400, 0), (900, 1000), (usize::MAX, 4000)];
const DEEP: usize = 12;
/// Where not all are tried, each has one part of so many of the conflicts that it may have.
const PART: u64 = 6;

/// What all states of a signature have had in common.
struct Seen {
    times: usize,
    /// Whether some step from here changes the state: where none does, such as at the end of a program, nothing is asked
    /// any more.
    is_left: bool,
    common: Vec<Lit>,
}

impl Search<'_, '_> {
    /// Fills the infinity frame with what the symbols name as likely, and with what simulated runs suggest.
    pub fn seed(&mut self) -> Result<(), Halt> {
        if self.no_initial_state {
            return Ok(());
        }
        let since = self.statistics.start();
        if self.options.candidates {
            let named = self.model.problem.symbols.candidates.iter().map(Clause::negated);
            self.named = named.filter(|cube| self.model.over_state(cube)).collect();
            self.seed_further()?;
        }
        if self.options.seeding && self.model.functional && !self.is_proved() {
            let cubes = self.simulated()?;
            self.keep_inductive(cubes, self.options.guess_conflicts as u64)?;
        }
        self.searching_since = self.queries.counts.consecution;
        self.statistics.stop(Phase::Seeding, since);
        Ok(())
    }

    /// Tries more of what the symbols name as likely, once the search has gone on for so long without that.
    pub fn seed_later(&mut self) -> Result<(), Halt> {
        let asked = self.queries.counts.consecution - self.searching_since;
        let is_time = |&(_, after): &(usize, usize)| asked >= after || self.frames.frontier() >= DEEP;
        if !self.named.is_empty() && ROUNDS.get(self.seeded).is_some_and(is_time) {
            let since = self.statistics.start();
            self.seed_further()?;
            self.statistics.stop(Phase::Seeding, since);
        }
        Ok(())
    }

    /// The next round of what the symbols name. Where a round is enough for a proof, nothing else is tried.
    fn seed_further(&mut self) -> Result<(), Halt> {
        let limit = self.options.guess_conflicts as u64;
        let (count, limit) = match ROUNDS[self.seeded] {
            (count, _) if count < self.named.len() && limit > 0 => (count, (limit / PART).max(1)),
            _ => (self.named.len(), limit),
        };
        self.seeded += 1;
        let cubes = match count == self.named.len() {
            true => std::mem::take(&mut self.named),
            false => self.named[..count].to_vec(),
        };
        if !cubes.is_empty() {
            let goal = self.queries.goal_cube.clone();
            self.keep_inductive(cubes.into_iter().chain(goal).collect(), limit)?;
        }
        if self.is_proved() {
            self.named.clear();
        }
        Ok(())
    }

    /// Whether the infinity frame excludes the goal.
    fn is_proved(&self) -> bool {
        self.queries.goal_cube.as_ref().is_some_and(|goal| self.frames.blocked_for_good(goal))
    }

    /// What held in all simulated runs at one signature, as cubes that none of them came to.
    fn simulated(&mut self) -> Result<Vec<Cube>, Halt> {
        let mut candidates = Vec::new();
        for (signature, seen) in self.simulate()? {
            if seen.times < SEEN || !seen.is_left {
                continue;
            }
            for &lit in seen.common.iter().filter(|lit| !signature.contains(lit)) {
                candidates.push((self.model.is_predicate(lit), Cube::new(signature.iter().copied().chain([!lit]))));
            }
        }
        candidates.sort_by_key(|&(is_predicate, _)| !is_predicate);
        candidates.truncate(CANDIDATES);
        Ok(candidates.into_iter().map(|(_, cube)| cube).collect())
    }

    /// Moves the largest part of the lemmas of these cubes that is inductive, and not implied by a lemma already, to the
    /// infinity frame. One whose proof meets `limit` conflicts goes out, too, unless that is 0.
    pub fn keep_inductive(&mut self, candidates: Vec<Cube>, limit: u64) -> Result<(), Halt> {
        let mut cubes = Vec::with_capacity(candidates.len());
        for cube in candidates {
            self.check_budget()?;
            if !self.frames.blocked_for_good(&cube) && !self.queries.initial_state(&cube)? {
                cubes.push(cube);
            }
        }
        let inductive = match limit {
            0 => self.queries.mutually_inductive(cubes, None)?,
            limit => self.queries.inductive_guesses(cubes, limit, &mut Rng::with_seed(self.random_choices))?,
        };
        self.statistics.seeds += inductive.len();
        self.keep_for_good(inductive);
        Ok(())
    }

    /// What states of random runs have in common, by signature. Runs end where a step changes nothing.
    fn simulate(&mut self) -> Result<BTreeMap<Vec<Lit>, Seen>, Halt> {
        let mut seen: BTreeMap<Vec<Lit>, Seen> = BTreeMap::new();
        let mut random = Rng::with_seed(self.random_choices);
        let by_location = !self.options.history && self.model.has_locations();
        let is_of_signature = |&lit: &Lit| match by_location {
            true => self.model.is_location(lit),
            false => self.model.is_initial_unit(lit),
        };
        let signature_of = |state: &[Lit]| -> Vec<Lit> { state.iter().copied().filter(is_of_signature).collect() };
        let clauses = self.model.problem.transition.len().max(1);
        let mut work = self.options.seeding_work / clauses;
        for _ in 0..RUNS {
            if !self.queries.initial_state(&[])? {
                return Ok(seen);
            }
            let mut state = self.initial_like(self.queries.state(), &mut random)?;
            for _ in 0..STEPS.min(work) {
                work -= 1;
                self.check_budget()?;
                let inputs = self.model.random_inputs(&mut random);
                let Some(next) = self.queries.simulated_step(&state, &inputs) else { return Ok(BTreeMap::new()) };
                if next == state {
                    break;
                }
                let signature = signature_of(&next);
                if let Some(before) = seen.get_mut(&signature_of(&state)) {
                    before.is_left = true;
                }
                state = next;
                let entry =
                    seen.entry(signature).or_insert_with(|| Seen { times: 0, is_left: false, common: state.clone() });
                entry.times += 1;
                // Both are in the order of the state variables.
                entry.common.retain(|lit| {
                    state.binary_search_by_key(&lit.var(), |lit| lit.var()).is_ok_and(|at| state[at] == *lit)
                });
            }
        }
        Ok(seen)
    }

    /// An initial state that differs from the given one in what `I` leaves open, if there is one.
    fn initial_like(&mut self, state: Vec<Lit>, random: &mut Rng) -> Result<Vec<Lit>, Halt> {
        let change = |lit: Lit| match self.model.is_initial_unit(lit) || self.model.is_predicate(lit) {
            true => None,
            false => Some(lit.var().lit(Polarity::of_value(random.bool()))),
        };
        let changed: Vec<Lit> = state.iter().copied().filter_map(change).collect();
        Ok(if self.queries.initial_state(&changed)? { self.queries.state() } else { state })
    }
}
