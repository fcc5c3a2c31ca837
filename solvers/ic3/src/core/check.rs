//! Each learnt clause is checked by reverse unit propagation (RUP: Goldberg, Novikov: Verification of proofs of
//! unsatisfiability for CNF formulas, DATE 2003): where all its literals are false, propagation alone finds a conflict.
//!
//! The checker shares nothing with the solver that it checks. It has its own copy of the clauses **as they were passed**, no
//! watches, no levels, no domain, and begins each check with nothing assigned. What it accepts follows from the clauses, so a
//! fault in conflict analysis, in watches, in what is kept of temporary clauses or in garbage collection cannot end in a
//! wrong *unsatisfiable*: a core of assumptions is checked like a learnt clause, as the clause that one of them is false.

use bitreach_formula::Lit;
use rustc_hash::FxHashMap;

/// Something that was derived and does not follow by unit propagation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unfounded(pub Vec<Lit>);

/// The clauses, and a propagator that is as simple as can be.
#[derive(Default)]
pub(super) struct Checker {
    /// Clauses by number; those that were deleted are `None`.
    clauses: Vec<Option<Box<[Lit]>>>,
    /// By literal code: clauses that contain the literal, and some that did.
    occurrences: Vec<Vec<usize>>,
    /// Clauses of at most one literal, which no assignment wakes.
    short: Vec<usize>,
    /// Clauses that go with the present query.
    temporary: Vec<usize>,
    /// Learnt clauses, by their sorted literals.
    learnt: FxHashMap<Vec<Lit>, Vec<usize>>,
    /// By literal code: whether the literal is true.
    is_true: Vec<bool>,
    trail: Vec<Lit>,
    /// How many clauses were found to follow.
    pub(super) confirmed: usize,
}

impl Checker {
    fn insert(&mut self, clause: &[Lit]) -> usize {
        let number = self.clauses.len();
        let mut lits = sorted(clause);
        // A clause that says the same thing twice must count as short.
        lits.dedup();
        if lits.len() <= 1 {
            self.short.push(number);
        }
        for &lit in &lits {
            self.require(lit);
            self.occurrences[lit.code()].push(number);
        }
        self.clauses.push(Some(lits.into()));
        number
    }

    fn require(&mut self, lit: Lit) {
        let codes = lit.code().max((!lit).code()) + 1;
        if codes > self.is_true.len() {
            self.is_true.resize(codes, false);
            self.occurrences.resize_with(codes, Vec::new);
        }
    }

    /// Hears of a clause that somebody passed for good.
    pub fn add(&mut self, clause: &[Lit]) {
        self.insert(clause);
    }

    /// Hears of a clause that somebody passed for one query, with its negated activation literal.
    pub fn add_temporary(&mut self, clause: &[Lit]) {
        let number = self.insert(clause);
        self.temporary.push(number);
    }

    /// Checks a learnt clause, and from here on has it, until it is [deleted](Self::delete).
    pub fn learn(&mut self, clause: &[Lit]) -> Result<(), Unfounded> {
        self.confirm(clause)?;
        let number = self.insert(clause);
        self.learnt.entry(sorted(clause)).or_default().push(number);
        Ok(())
    }

    /// Checks that a clause follows.
    pub fn confirm(&mut self, clause: &[Lit]) -> Result<(), Unfounded> {
        let follows = self.contradicts_negation_of(clause);
        self.trail.drain(..).for_each(|lit| self.is_true[lit.code()] = false);
        self.confirmed += usize::from(follows);
        if follows {
            Ok(())
        } else {
            Err(Unfounded(clause.to_vec()))
        }
    }

    /// Deletes a learnt clause.
    pub fn delete(&mut self, clause: &[Lit]) {
        let number = self.learnt.get_mut(&sorted(clause)).and_then(Vec::pop);
        if let Some(number) = number {
            self.clauses[number] = None;
        }
    }

    /// Deletes the clauses of the last query. What was learnt from them the solver [deletes](Self::delete) itself.
    pub fn forget_temporary(&mut self) {
        for number in self.temporary.drain(..) {
            self.clauses[number] = None;
        }
    }

    /// Makes a literal true; tells whether it was false.
    fn assign(&mut self, lit: Lit) -> bool {
        self.require(lit);
        if self.is_true[(!lit).code()] {
            return true;
        }
        if !std::mem::replace(&mut self.is_true[lit.code()], true) {
            self.trail.push(lit);
        }
        false
    }

    /// Whether propagation finds a conflict where all literals of the clause are false.
    fn contradicts_negation_of(&mut self, clause: &[Lit]) -> bool {
        if clause.iter().any(|&lit| self.assign(!lit)) {
            return true;
        }
        for index in 0..self.short.len() {
            if self.visit(self.short[index]) {
                return true;
            }
        }
        let mut next = 0;
        while let Some(&lit) = self.trail.get(next) {
            next += 1;
            let mut clauses = std::mem::take(&mut self.occurrences[(!lit).code()]);
            clauses.retain(|&number| self.clauses[number].is_some());
            let conflict = clauses.iter().any(|&number| self.visit(number));
            self.occurrences[(!lit).code()] = clauses;
            if conflict {
                return true;
            }
        }
        false
    }

    /// Makes the last literal of a clause true if the others are false. Tells whether all are.
    fn visit(&mut self, number: usize) -> bool {
        let Some(clause) = &self.clauses[number] else { return false };
        let mut open = clause.iter().copied().filter(|&lit| !self.is_true[(!lit).code()]);
        match (open.next(), open.next()) {
            (None, _) => true,
            (Some(lit), None) => self.assign(lit),
            _ => false,
        }
    }
}

fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_formula::testing::lits;

    #[test]
    fn what_follows_by_propagation_is_confirmed_and_nothing_else() {
        let mut checker = Checker::default();
        for clause in [&[1, 2, 2][..], &[-1, 2, 3], &[-2, 4], &[7, 7], &[5, 6], &[5, -6], &[-5, 6]] {
            checker.add(&lits(clause));
        }
        assert_eq!(checker.confirm(&lits(&[2, 3])), Ok(()));
        assert_eq!(checker.confirm(&lits(&[1, 4])), Ok(()));
        assert_eq!(checker.confirm(&lits(&[9, -9])), Ok(()), "a tautology");
        assert_eq!(checker.confirm(&lits(&[7])), Ok(()), "a literal that stands twice");
        assert_eq!(checker.confirm(&lits(&[2])), Err(Unfounded(lits(&[2]))));
        // Two clauses with 5 say that it follows, and then 6 does.
        assert_eq!(checker.learn(&lits(&[5])), Ok(()));
        assert_eq!(checker.confirm(&lits(&[6, 40])), Ok(()));
        assert_eq!(checker.confirm(&[]), Err(Unfounded(Vec::new())));
        assert_eq!(checker.confirmed, 6);
    }

    #[test]
    fn deleted_and_temporary_clauses_confirm_nothing() {
        let mut checker = Checker::default();
        [&[1, 2][..], &[1, -2, 3], &[1, -2, -3]].iter().for_each(|clause| checker.add(&lits(clause)));
        assert_eq!(checker.learn(&lits(&[1, -2])), Ok(()));
        assert_eq!(checker.learn(&lits(&[1])), Ok(()));
        checker.delete(&lits(&[1]));
        checker.add_temporary(&lits(&[-7, -1]));
        assert_eq!(checker.confirm(&lits(&[-7])), Ok(()));
        checker.forget_temporary();
        assert_eq!(checker.confirm(&lits(&[-7])), Err(Unfounded(lits(&[-7]))));
        checker.delete(&lits(&[-2, 1]));
        checker.delete(&lits(&[8, 9]));
        assert_eq!(checker.confirm(&lits(&[1])), Ok(()), "the clauses passed are never deleted");
    }
}
