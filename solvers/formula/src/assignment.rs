//! Total assignments: a truth value for each of `n` variables.

use crate::{Cnf, Cube, Lit, Var};

/// A truth value for each of the variables 0 to `n - 1`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Assignment(Vec<bool>);

impl Assignment {
    /// The assignment with these values, variable 0 first.
    pub fn new(values: Vec<bool>) -> Assignment {
        Assignment(values)
    }

    /// How many variables have a value.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no variable has a value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a variable.
    ///
    /// # Panics
    /// If the variable is not one of the assignment's.
    #[inline]
    pub fn value(&self, var: Var) -> bool {
        self.0[var.index()]
    }

    /// Sets the value of a variable.
    ///
    /// # Panics
    /// If the variable is not one of the assignment's.
    #[inline]
    pub fn set(&mut self, var: Var, value: bool) {
        self.0[var.index()] = value;
    }

    /// Whether the literal is true.
    pub fn satisfies(&self, lit: Lit) -> bool {
        self.value(lit.var()) == lit.is_positive()
    }

    /// The first clause that is false, if there is one.
    pub fn falsified<'a>(&self, cnf: &'a Cnf) -> Option<&'a [Lit]> {
        cnf.iter().find(|clause| !clause.iter().any(|&lit| self.satisfies(lit)))
    }

    /// The cube of the literals that are true, over the given variables.
    pub fn cube(&self, vars: impl IntoIterator<Item = Var>) -> Cube {
        Cube::new(vars.into_iter().map(|var| var.lit(crate::Polarity::of_value(self.value(var)))))
    }
}
