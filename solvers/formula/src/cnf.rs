//! Formulas in conjunctive normal form, stored flat: all literals in one row, clause ends in another.

use crate::{Clause, Lit};

/// A conjunction of clauses. How many variables there are is its owner's business.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    lits: Vec<Lit>,
    /// `ends[i]` is where clause `i` ends in `lits`; it starts where the one before ends.
    ends: Vec<usize>,
}

impl Cnf {
    /// The empty conjunction, which is true.
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// Adds a clause as given: order and duplicates are kept.
    pub fn add(&mut self, clause: &[Lit]) {
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }

    /// How many clauses there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause at `index`, counted from 0.
    #[inline]
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.lits[start..self.ends[index]]
    }

    /// The clauses in order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Lit]> + '_ {
        (0..self.len()).map(|index| self.clause(index))
    }

    /// All literals of all clauses.
    #[inline]
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }
}

impl<'a> FromIterator<&'a [Lit]> for Cnf {
    fn from_iter<I: IntoIterator<Item = &'a [Lit]>>(clauses: I) -> Cnf {
        let mut cnf = Cnf::new();
        clauses.into_iter().for_each(|clause| cnf.add(clause));
        cnf
    }
}

impl<'a> FromIterator<&'a Clause> for Cnf {
    fn from_iter<I: IntoIterator<Item = &'a Clause>>(clauses: I) -> Cnf {
        clauses.into_iter().map(|clause| &clause[..]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;

    #[test]
    fn clauses_come_back_as_they_went_in() {
        let (a, b) = (Var::new(0).positive(), Var::new(1).negative());
        let mut cnf = Cnf::new();
        assert!(cnf.is_empty());
        for clause in [&[a, b, a][..], &[], &[b]] {
            cnf.add(clause);
        }
        assert_eq!(cnf.iter().collect::<Vec<_>>(), [&[a, b, a][..], &[], &[b]]);
        assert_eq!((cnf.len(), cnf.lits().len()), (3, 4));
    }
}
