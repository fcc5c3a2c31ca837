//! Variables and literals.
//!
//! A polarity is never a bare `bool`: with one, the reader of a call can never tell whether `true` means "negated" or
//! "positive" (after imctk's `Pol`).

use std::fmt;
use std::ops::Not;

/// Whether a literal is the variable itself or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Polarity {
    /// The variable itself: true where the variable is true.
    Positive,
    /// The negated variable.
    Negative,
}

impl Polarity {
    /// The polarity of the literal that a variable of truth value `value` makes true.
    #[inline]
    pub fn of_value(value: bool) -> Polarity {
        if value {
            Polarity::Positive
        } else {
            Polarity::Negative
        }
    }
}

/// A propositional variable, counted from 0. DIMACS counts from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The largest index that a variable can have: its DIMACS number still fits an `i32`.
    pub const MAX_INDEX: usize = (i32::MAX - 1) as usize;

    /// The variable with the given index, counted from 0.
    ///
    /// # Panics
    /// If `index` is greater than [`Var::MAX_INDEX`].
    #[inline]
    pub fn new(index: usize) -> Var {
        assert!(index <= Var::MAX_INDEX, "variable index {index} is too large");
        Var(index as u32)
    }

    /// The index, counted from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The number in DIMACS files, counted from 1.
    #[inline]
    pub fn dimacs(self) -> i32 {
        self.0 as i32 + 1
    }

    /// The literal of this variable with the given polarity.
    #[inline]
    pub fn lit(self, polarity: Polarity) -> Lit {
        Lit(self.0 << 1 | (polarity == Polarity::Negative) as u32)
    }

    /// The literal that is true where the variable is true.
    #[inline]
    pub fn positive(self) -> Lit {
        self.lit(Polarity::Positive)
    }

    /// The literal that is true where the variable is false.
    #[inline]
    pub fn negative(self) -> Lit {
        self.lit(Polarity::Negative)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}

/// A literal: a variable or its negation. Prints as its DIMACS number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal of a DIMACS number, or `None` for 0, which ends clauses there, and for `i32::MIN`.
    #[inline]
    pub fn from_dimacs(number: i32) -> Option<Lit> {
        match number {
            0 | i32::MIN => None,
            _ => Some(Var(number.unsigned_abs() - 1).lit(Polarity::of_value(number > 0))),
        }
    }

    /// The literal's variable.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// The literal's polarity.
    #[inline]
    pub fn polarity(self) -> Polarity {
        if self.is_negative() {
            Polarity::Negative
        } else {
            Polarity::Positive
        }
    }

    /// Whether this is the variable itself.
    #[inline]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Whether this is a negated variable.
    #[inline]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The DIMACS number: the variable's, negative for a negated variable.
    #[inline]
    pub fn dimacs(self) -> i32 {
        match self.polarity() {
            Polarity::Positive => self.var().dimacs(),
            Polarity::Negative => -self.var().dimacs(),
        }
    }

    /// An index for arrays with two places a variable: `2 * variable`, plus 1 for the negated one.
    #[inline]
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// The literal with the given [`code`](Lit::code).
    #[inline]
    pub fn from_code(code: usize) -> Lit {
        Var::new(code >> 1).lit(Polarity::of_value(code & 1 == 0))
    }

    /// The literal of the same polarity whose variable is `count` further on: how a formula over one step is moved to
    /// a later one.
    #[inline]
    pub fn shifted(self, count: usize) -> Lit {
        Var::new(self.var().index() + count).lit(self.polarity())
    }
}

impl Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_numbers_round_trip() {
        for number in [1, -1, 2, -2, 77, -77, i32::MAX, -i32::MAX] {
            assert_eq!(Lit::from_dimacs(number).map(Lit::dimacs), Some(number));
        }
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
    }

    #[test]
    fn negation_and_codes() {
        let lit = Var::new(5).positive();
        assert_eq!(!lit, Var::new(5).negative());
        assert_eq!(!!lit, lit);
        assert_eq!(Lit::from_code((!lit).code()), !lit);
        assert_eq!((!lit).shifted(3), Var::new(8).negative());
    }
}
