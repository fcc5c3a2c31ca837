//! Clauses and cubes, kept apart by type: a [`Cube`] describes a set of states, its negation is a [`Clause`].
//!
//! Both are sorted and free of duplicates, so that equality is equality of sets, and inclusion takes a merge or a few binary searches.

use crate::{Lit, Var};
use std::fmt;
use std::ops::Deref;

/// A disjunction of literals, sorted, without duplicates. The empty clause is false.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Clause(Vec<Lit>);

/// A conjunction of literals, sorted, without duplicates. The empty cube is true: all states.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cube(Vec<Lit>);

fn sorted(lits: impl IntoIterator<Item = Lit>) -> Vec<Lit> {
    let mut lits: Vec<Lit> = lits.into_iter().collect();
    lits.sort_unstable();
    lits.dedup();
    lits
}

/// Whether every element of `small` is in `large`; both sorted.
fn is_subset(small: &[Lit], large: &[Lit]) -> bool {
    // A lemma has a few literals and a state has thousands, so merging the two would read the state for nothing.
    if 16 * small.len() < large.len() {
        return small.iter().all(|lit| large.binary_search(lit).is_ok());
    }
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|lit| rest.find(|&other| other >= lit) == Some(lit))
}

/// Prints as DIMACS has it, without the 0.
impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, lit) in self.0.iter().enumerate() {
            write!(f, "{}{lit}", if at == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl Clause {
    /// The clause of these literals, in any order.
    pub fn new(lits: impl IntoIterator<Item = Lit>) -> Clause {
        Clause(sorted(lits))
    }

    /// The cube of the negated literals: exactly the assignments that falsify the clause.
    pub fn negated(&self) -> Cube {
        Cube::new(self.0.iter().map(|&lit| !lit))
    }

    /// Whether this clause implies `other` because its literals are among the other's.
    pub fn subsumes(&self, other: &Clause) -> bool {
        is_subset(&self.0, &other.0)
    }
}

impl Cube {
    /// The cube of these literals, in any order.
    pub fn new(lits: impl IntoIterator<Item = Lit>) -> Cube {
        Cube(sorted(lits))
    }

    /// The clause of the negated literals: it holds exactly outside the cube.
    pub fn negated(&self) -> Clause {
        Clause::new(self.0.iter().map(|&lit| !lit))
    }

    /// Whether every state of `other` is one of this cube, because this cube's literals are among the other's.
    pub fn subsumes(&self, other: &Cube) -> bool {
        is_subset(&self.0, &other.0)
    }

    /// Whether the literal is in the cube.
    pub fn contains_lit(&self, lit: Lit) -> bool {
        self.0.binary_search(&lit).is_ok()
    }

    /// The cube without the literal of variable `var`.
    pub fn without(&self, var: Var) -> Cube {
        Cube(self.0.iter().copied().filter(|lit| lit.var() != var).collect())
    }
}

impl Deref for Clause {
    type Target = [Lit];
    #[inline]
    fn deref(&self) -> &[Lit] {
        &self.0
    }
}

impl Deref for Cube {
    type Target = [Lit];
    #[inline]
    fn deref(&self) -> &[Lit] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::lits;

    #[test]
    fn subsumption_is_set_inclusion() {
        let small = Cube::new(lits(&[3, -1]));
        let large = Cube::new(lits(&[-1, 2, 3, 3]));
        assert_eq!(large.len(), 3);
        assert!(small.subsumes(&large));
        assert!(!large.subsumes(&small));
        assert!(small.subsumes(&small));
        assert!(!Cube::new(lits(&[1])).subsumes(&large));
        assert!(Cube::default().subsumes(&small));
    }

    #[test]
    fn subsumption_is_the_same_for_cubes_of_all_sizes() {
        let bits =
            |bits: usize| Cube::new((0..7).filter(|at| bits >> at & 1 == 1).map(|at| Var::new(9 * at).positive()));
        let long = |bits: usize| {
            let others = (0..200).filter(|index| index % 9 != 0).map(|index| Var::new(index).negative());
            let own = (0..7).filter(|at| bits >> at & 1 == 1).map(|at| Var::new(9 * at).positive());
            Cube::new(own.chain(others))
        };
        for small in 0..128 {
            for large in 0..128 {
                assert_eq!(bits(small).subsumes(&bits(large)), small & !large == 0, "{small:b} {large:b}");
                assert_eq!(bits(small).subsumes(&long(large)), small & !large == 0, "{small:b} {large:b}");
            }
        }
    }

    #[test]
    fn negation_goes_there_and_back() {
        let cube = Cube::new(lits(&[4, -2]));
        assert_eq!(cube.negated(), Clause::new(lits(&[2, -4])));
        assert_eq!(cube.negated().negated(), cube);
        assert_eq!(cube.without(Var::new(1)), Cube::new(lits(&[4])));
    }
}
