//! Conflict analysis: first unique implication points, clause minimisation, cores of assumptions (Een, Sorensson: SAT
//! 2003; Sorensson, Biere: Minimizing learned clauses, SAT 2009, the local variant).

use super::clauses::ClauseRef;
use super::{Core, Unfounded};
use bitreach_formula::{Lit, Var};

impl Core {
    /// Learns a clause from one that is false at the present level, which is not 0, and jumps back to where it is unit.
    pub(super) fn learn(&mut self, conflict: ClauseRef) -> Result<(), Unfounded> {
        let mut clause = self.first_uip(conflict);
        self.minimize(&mut clause);
        #[cfg(test)]
        self.damage.iter().for_each(|damage| damage(&mut clause));
        self.derived(&clause)?;
        self.fade();
        let Some(highest) = (1..clause.len()).max_by_key(|&index| self.levels[clause[index].var().index()]) else {
            self.backtrack(0);
            self.assign(clause[0], None);
            return Ok(());
        };
        clause.swap(1, highest);
        let mut levels: Vec<u32> = clause.iter().map(|lit| self.levels[lit.var().index()]).collect();
        self.backtrack(self.levels[clause[1].var().index()]);
        let learnt = self.attach(&clause, true);
        levels.sort_unstable();
        levels.dedup();
        self.arena.set_glue(learnt, levels.len() as u32);
        // What follows from the temporary clause contains the negated activation literal.
        if self.activation.is_some_and(|activation| clause.contains(&!activation)) {
            self.temporary_learnt.push(learnt);
        } else {
            self.learnt.push(learnt);
        }
        self.assign(clause[0], Some(learnt));
        Ok(())
    }

    /// The clause of the first unique implication point, that point's negation first.
    fn first_uip(&mut self, conflict: ClauseRef) -> Vec<Lit> {
        let mut clause = vec![Var::new(0).positive()];
        let (mut open, mut index) = (0, self.trail.len());
        let mut reason = Some(conflict);
        let mut resolved: Option<Lit> = None;
        loop {
            // A literal without a reason that is reached here would be the level's decision, the last open one.
            let count = reason.map_or(0, |reason| self.arena.lits(reason).len());
            for at in 0..count {
                let Some(lit) = reason.map(|reason| self.arena.lits(reason)[at]) else { continue };
                let var = lit.var().index();
                if resolved == Some(lit) || self.seen[var] || self.levels[var] == 0 {
                    continue;
                }
                self.seen[var] = true;
                self.bump(lit.var());
                if self.levels[var] == self.level() {
                    open += 1;
                } else {
                    clause.push(lit);
                }
            }
            let lit = loop {
                index -= 1;
                if self.seen[self.trail[index].var().index()] {
                    break self.trail[index];
                }
            };
            open -= 1;
            self.seen[lit.var().index()] = false;
            if open == 0 {
                clause[0] = !lit;
                return clause;
            }
            resolved = Some(lit);
            reason = self.reasons[lit.var().index()];
        }
    }

    /// Leaves out literals whose reasons consist of others; clears the marks of all but the first.
    fn minimize(&mut self, clause: &mut Vec<Lit>) {
        let marked = clause[1..].to_vec();
        let redundant = |lit: &Lit| {
            self.reasons[lit.var().index()].is_some_and(|reason| {
                self.arena.lits(reason).iter().all(|other| {
                    let var = other.var().index();
                    *other == !*lit || self.seen[var] || self.levels[var] == 0
                })
            })
        };
        let mut kept = vec![clause[0]];
        kept.extend(marked.iter().copied().filter(|lit| !redundant(lit)));
        *clause = kept;
        marked.iter().for_each(|lit| self.seen[lit.var().index()] = false);
    }

    /// The core of a query whose assumption `lit` is false under the assumptions before it.
    pub(super) fn final_core(&mut self, lit: Lit) -> Result<(), Unfounded> {
        self.core.push(lit);
        if self.levels[lit.var().index()] > 0 {
            self.seen[lit.var().index()] = true;
            let start = self.level_starts[0];
            for index in (start..self.trail.len()).rev() {
                let implied = self.trail[index];
                let var = implied.var().index();
                if !std::mem::replace(&mut self.seen[var], false) {
                    continue;
                }
                match self.reasons[var] {
                    // A decision: at this point there are only assumptions.
                    None => self.core.push(implied),
                    Some(reason) => {
                        for at in 0..self.arena.lits(reason).len() {
                            let other = self.arena.lits(reason)[at].var().index();
                            if other != var && self.levels[other] > 0 {
                                self.seen[other] = true;
                            }
                        }
                    }
                }
            }
        }
        if self.checker.is_some() {
            let one_is_false: Vec<Lit> = self.core.iter().map(|&lit| !lit).collect();
            self.answered(&one_is_false)?;
        }
        self.core.retain(|&lit| Some(lit) != self.activation);
        Ok(())
    }

    fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var.index()];
        *activity += self.bump;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.bump *= 1e-100;
        }
        self.undecided.bumped(var, self.activity[var.index()], self.bump);
    }

    fn fade(&mut self) {
        self.bump /= 0.95;
    }
}
