//! Conditions, those of constants computed at once: what is plain stays plain.

use super::draft::Draft;
use crate::bv::{BinaryOp, BitVec, Predicate, UnaryOp};
use crate::program::{Operand, Operation};

impl Draft<'_> {
    /// A comparison of two words.
    pub(super) fn compare(&mut self, predicate: Predicate, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Constant(a), Operand::Constant(b)) => Operand::Constant(BitVec::bit(predicate.apply(a, b))),
            _ => self.define(1, "compare", Operation::Compare(predicate, a, b)),
        }
    }

    /// Whether two words are equal; plain where they are one.
    pub(super) fn equal(&mut self, a: Operand, b: Operand) -> Operand {
        match a == b {
            true => Operand::Constant(BitVec::bit(true)),
            false => self.compare(Predicate::Eq, a, b),
        }
    }

    /// The conjunction of two conditions.
    pub(super) fn both(&mut self, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Constant(a), other) | (other, Operand::Constant(a)) => match a.is_nonzero() {
                true => other,
                false => Operand::Constant(a),
            },
            _ => self.define(1, "both", Operation::Binary(BinaryOp::And, a, b)),
        }
    }

    /// The disjunction of two conditions.
    pub(super) fn either(&mut self, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Constant(a), other) | (other, Operand::Constant(a)) => match a.is_nonzero() {
                true => Operand::Constant(a),
                false => other,
            },
            _ => self.define(1, "either", Operation::Binary(BinaryOp::Or, a, b)),
        }
    }

    /// The negation of a condition.
    pub(super) fn negation(&mut self, a: Operand) -> Operand {
        match a {
            Operand::Constant(a) => Operand::Constant(BitVec::bit(!a.is_nonzero())),
            a => self.define(1, "not", Operation::Unary(UnaryOp::Not, a)),
        }
    }

    /// The sum of two words.
    pub(super) fn sum(&mut self, a: Operand, b: Operand, name: &str) -> Operand {
        match (a, b) {
            (Operand::Constant(a), Operand::Constant(b)) => Operand::Constant(BinaryOp::Add.apply(a, b)),
            (Operand::Constant(zero), other) | (other, Operand::Constant(zero)) if !zero.is_nonzero() => other,
            _ => self.define(self.width(a), name, Operation::Binary(BinaryOp::Add, a, b)),
        }
    }

    /// The difference of two words; plain where they are one.
    pub(super) fn difference(&mut self, a: Operand, b: Operand, name: &str) -> Operand {
        match (a, b) {
            (Operand::Constant(a), Operand::Constant(b)) => Operand::Constant(BinaryOp::Sub.apply(a, b)),
            (a, b) if a == b => Operand::Constant(BitVec::zero(self.width(a))),
            _ => self.define(self.width(a), name, Operation::Binary(BinaryOp::Sub, a, b)),
        }
    }
}

/// Whether a condition is plainly this.
pub(super) fn is_plainly(condition: Operand, value: bool) -> bool {
    condition == Operand::Constant(BitVec::bit(value))
}
