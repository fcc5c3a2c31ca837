//! Propagation, decisions and restarts (Een, Sorensson: SAT 2003).

use super::clauses::ClauseRef;
use super::{Core, Unfounded, Watch};
use bitreach_formula::{Lit, Polarity};
use bitreach_sat::Answer;

/// How many watches are visited between two questions whether to stop: about a tenth of a millisecond's work.
const VISITS: u64 = 10_000;

/// Conflicts before the first restart; those after follow the Luby sequence.
const RESTART: u64 = 100;

impl Core {
    /// Makes a literal true.
    pub(super) fn assign(&mut self, lit: Lit, reason: Option<ClauseRef>) {
        let var = lit.var().index();
        self.is_true[lit.code()] = true;
        self.levels[var] = self.level();
        self.reasons[var] = reason;
        self.trail.push(lit);
    }

    /// Takes back all levels above `level`.
    pub(super) fn backtrack(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let start = self.level_starts[level as usize];
        for index in (start..self.trail.len()).rev() {
            let lit = self.trail[index];
            self.is_true[lit.code()] = false;
            self.phases[lit.var().index()] = lit.is_positive();
            if self.deciding && self.domain.decides(lit.var()) {
                self.undecided.insert(lit.var(), self.activity[lit.var().index()], self.bump);
            }
        }
        self.trail.truncate(start);
        self.level_starts.truncate(level as usize);
        self.propagated = start;
    }

    /// Propagates the trail; `Some` clause is false.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        while self.propagated < self.trail.len() {
            let falsified = !self.trail[self.propagated];
            self.propagated += 1;
            let mut watches = std::mem::take(&mut self.watches[falsified.code()]);
            self.visits += watches.len() as u64;
            let conflict = self.visit(falsified, &mut watches);
            // Clauses never come to be watched by a false literal, so nothing was pushed meanwhile.
            self.watches[falsified.code()] = watches;
            if conflict.is_some() {
                self.propagated = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Visits the clauses that a literal watches which is now false; keeps in `watches` those that it goes on to watch.
    fn visit(&mut self, falsified: Lit, watches: &mut Vec<Watch>) -> Option<ClauseRef> {
        let (mut read, mut write) = (0, 0);
        let mut conflict = None;
        while read < watches.len() {
            let Watch { clause, blocker } = watches[read];
            read += 1;
            if self.is_true[blocker.code()] {
                watches[write] = Watch { clause, blocker };
                write += 1;
                continue;
            }
            if self.arena.is_deleted(clause) {
                continue;
            }
            let unit = if clause.is_binary() { Some(blocker) } else { self.rewatch(clause, falsified) };
            let Some(unit) = unit else { continue };
            watches[write] = Watch { clause, blocker: unit };
            write += 1;
            if self.is_true[(!unit).code()] {
                conflict = Some(clause);
                break;
            }
            let wanted = self.level_starts.is_empty() || self.domain.propagates(unit.var());
            if wanted && !self.is_true[unit.code()] {
                self.assign(unit, Some(clause));
            }
        }
        while read < watches.len() {
            watches[write] = watches[read];
            (read, write) = (read + 1, write + 1);
        }
        watches.truncate(write);
        conflict
    }

    /// Lets another literal than the falsified one watch the clause. `Some` other watch, if there is none or that watch is
    /// true.
    fn rewatch(&mut self, clause: ClauseRef, falsified: Lit) -> Option<Lit> {
        let is_true = &self.is_true;
        let lits = self.arena.lits_mut(clause);
        if lits[0] == falsified {
            lits.swap(0, 1);
        }
        let first = lits[0];
        if is_true[first.code()] {
            return Some(first);
        }
        let Some(other) = (2..lits.len()).find(|&index| !is_true[(!lits[index]).code()]) else { return Some(first) };
        lits.swap(1, other);
        let watch = lits[1];
        self.watches[watch.code()].push(Watch { clause, blocker: first });
        None
    }

    /// Searches for values of the domain, with the activation literal (if there is a temporary clause) and the assumptions as
    /// the first decisions.
    pub(super) fn search(&mut self, assumptions: &[Lit]) -> Result<Answer, Unfounded> {
        self.core.clear();
        self.gave_up = false;
        if !self.consistent {
            self.answered(&[])?;
            return Ok(Answer::Unsat);
        }
        if self.stop.is_raised() {
            return Ok(Answer::Stopped);
        }
        let activation = self.activation;
        let (mut restarts, mut conflicts, mut all_conflicts) = (0, 0, 0);
        self.deciding = false;
        loop {
            if !self.may_go_on() {
                return Ok(Answer::Stopped);
            }
            if let Some(conflict) = self.propagate() {
                if self.level() == 0 {
                    self.consistent = false;
                    self.answered(&[])?;
                    return Ok(Answer::Unsat);
                }
                conflicts += 1;
                all_conflicts += 1;
                self.learn(conflict)?;
            } else if self.limit.is_some_and(|limit| all_conflicts >= limit) {
                // Not before what was learnt has been propagated: the next query begins with what is known for good.
                self.gave_up = true;
                return Ok(Answer::Stopped);
            } else if conflicts >= RESTART * luby(restarts) {
                (restarts, conflicts) = (restarts + 1, 0);
                self.backtrack(0);
                self.reduce();
            } else {
                let level = self.level() as usize;
                let assumption = match activation {
                    Some(activation) if level == 0 => Some(activation),
                    Some(_) => assumptions.get(level - 1).copied(),
                    None => assumptions.get(level).copied(),
                };
                let decision = match assumption {
                    Some(lit) if self.is_true(!lit) => {
                        self.final_core(lit)?;
                        return Ok(Answer::Unsat);
                    }
                    Some(lit) => Some(lit),
                    None => self.decide(),
                };
                let Some(lit) = decision else { return Ok(Answer::Sat) };
                self.level_starts.push(self.trail.len());
                // An assumption that is true already gets a level of its own without a decision.
                if self.is_undefined(lit) {
                    self.assign(lit, None);
                }
            }
        }
    }

    /// Asks the stop flag, as often as there has been work for. Conflicts would be no measure: in circuits of multiplications one
    /// may take a hundred times as long as elsewhere.
    fn may_go_on(&mut self) -> bool {
        if self.visits < VISITS {
            return true;
        }
        self.stop.spend(self.visits / VISITS - 1);
        self.visits %= VISITS;
        !self.stop.is_raised()
    }

    /// The most active variable of the domain without a value, with the value that it had last.
    fn decide(&mut self) -> Option<Lit> {
        if !self.deciding {
            self.deciding = true;
            self.undecided.clear(self.activity.len());
            for var in self.domain.decisions() {
                let lit = var.positive();
                if !self.is_true[lit.code()] && !self.is_true[(!lit).code()] {
                    self.undecided.insert(var, self.activity[var.index()], self.bump);
                }
            }
        }
        while let Some(var) = self.undecided.pop() {
            if self.is_undefined(var.positive()) {
                return Some(var.lit(Polarity::of_value(self.phases[var.index()])));
            }
        }
        None
    }

    /// At level 0: forgets the worse half of the learnt clauses if there are too many.
    fn reduce(&mut self) {
        if self.learnt.len() < self.learnt_limit {
            return;
        }
        let (arena, learnt) = (&mut self.arena, &mut self.learnt);
        learnt.retain(|&clause| !arena.is_deleted(clause));
        learnt.sort_by_key(|&clause| arena.glue(clause));
        // Reasons of level 0 are never asked for, so every clause may go.
        for clause in learnt.split_off(learnt.len() / 2) {
            if arena.glue(clause) > 2 {
                if let Some(checker) = &mut self.checker {
                    checker.delete(arena.lits(clause));
                }
                arena.delete(clause);
            } else {
                learnt.push(clause);
            }
        }
        self.learnt_limit += 200;
    }
}

/// The Luby sequence, 1 1 2 1 1 2 4 …, counted from 0.
pub(crate) fn luby(mut index: u64) -> u64 {
    let mut size = 1;
    while size < index + 1 {
        size = 2 * size + 1;
    }
    while size - 1 != index {
        size = (size - 1) / 2;
        index %= size;
    }
    size.div_ceil(2)
}

#[cfg(test)]
#[test]
fn luby_sequence() {
    assert_eq!((0..15).map(luby).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
