//! How the indices of two accesses hang together, as far as sums show: `a[n - 1 - i]` is at an index that decreases as that of `b[i]`
//! increases.
//!
//! This only chooses what is followed. So numbers are taken for unbounded, whatever wraps.

use super::build::Builder;
use crate::bv::{BinaryOp, UnaryOp};
use crate::program::{Access, Operand, Operation, ValueId};
use std::collections::BTreeMap;

/// How deep sums are looked into.
const DEEPEST: usize = 12;

/// How one index follows from another: the same, or the other way round, and moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Whether it decreases as the other increases.
    pub is_reversed: bool,
    /// What is added.
    pub by: i64,
}

impl Step {
    /// The index that follows from what follows by this step.
    pub fn then(self, next: Step) -> Step {
        let moved = if next.is_reversed { self.by.wrapping_neg() } else { self.by };
        Step { is_reversed: self.is_reversed != next.is_reversed, by: moved.wrapping_add(next.by) }
    }
}

/// A sum of values, each so many times, and a number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sum {
    terms: BTreeMap<ValueId, i128>,
    number: i128,
}

impl Sum {
    fn plus(mut self, other: Sum) -> Option<Sum> {
        for (value, times) in other.terms {
            let known = self.terms.entry(value).or_default();
            *known = known.checked_add(times)?;
        }
        self.terms.retain(|_, times| *times != 0);
        self.number = self.number.checked_add(other.number)?;
        Some(self)
    }

    fn times(mut self, factor: i128) -> Option<Sum> {
        for times in self.terms.values_mut() {
            *times = times.checked_mul(factor)?;
        }
        self.terms.retain(|_, times| *times != 0);
        self.number = self.number.checked_mul(factor)?;
        Some(self)
    }

    /// The sum in parts of so much; `None` if it is no whole number of them. An access to one known place has no stride: that is no part.
    fn divided(mut self, divisor: i128) -> Option<Sum> {
        if divisor == 0 {
            return None;
        }
        let is_whole = self.terms.values().chain([&self.number]).all(|number| number % divisor == 0);
        self.terms.values_mut().for_each(|times| *times /= divisor);
        self.number /= divisor;
        is_whole.then_some(self)
    }
}

impl Builder<'_> {
    /// The step from the index of one access to that of another, counted in their strides, if there is one.
    pub fn step(&self, from: (Access, Operand), to: (Access, Operand)) -> Option<Step> {
        if from.0.pattern.modulus == to.0.pattern.modulus && self.is_same_index(from, to) {
            return Some(Step::default());
        }
        let can_wrap = [from.0, to.0].iter().all(|access| access.pattern.modulus.is_power_of_two());
        let (from, to) = (self.index(from)?, self.index(to)?);
        if from.terms.is_empty() {
            return None;
        }
        let reversed = from.clone().times(-1)?;
        let is_reversed = from.terms != to.terms;
        if is_reversed && reversed.terms != to.terms {
            return None;
        }
        let start = if is_reversed { reversed.number } else { from.number };
        let step = Step { is_reversed, by: i64::try_from(to.number.checked_sub(start)?).ok()? };
        // Where products wrap, a cell of a class modulo a power of two is still one of that class.
        (can_wrap || step == Step::default()).then_some(step)
    }

    /// Of an index that goes down as a value goes up, as `n - 1 - i`, the number that it is where the value is zero.
    pub fn counts_down_from(&self, access: Access, offset: Operand) -> Option<i64> {
        let Sum { terms, number } = self.index((access, offset))?;
        let is_reversed = matches!(terms.values().collect::<Vec<_>>()[..], [-1]);
        i64::try_from(number).ok().filter(|_| is_reversed)
    }

    /// The value that an index is, but for what is added to it, where the entry chooses that one ([`LargeObjects::chosen_at_entry`](super::LargeObjects)).
    pub fn chosen_at_entry(&self, access: Access, offset: Operand) -> Option<(ValueId, i64)> {
        if self.chosen.is_empty() || !access.pattern.modulus.is_power_of_two() {
            return None;
        }
        let Sum { terms, number } = self.index((access, offset))?;
        let [(&value, 1)] = terms.iter().collect::<Vec<_>>()[..] else { return None };
        self.chosen.contains(&value).then_some((value, i64::try_from(number).ok()?))
    }

    /// The index of an access, counted in its strides.
    fn index(&self, (access, offset): (Access, Operand)) -> Option<Sum> {
        let begin = Sum { number: -i128::from(access.pattern.residue), ..Sum::default() };
        self.sum(offset, DEEPEST)?.plus(begin)?.divided(i128::from(access.pattern.modulus))
    }

    fn sum(&self, operand: Operand, depth: usize) -> Option<Sum> {
        let value = match operand {
            Operand::Constant(number) => return Some(Sum { number: number.signed(), ..Sum::default() }),
            Operand::Value(value) => value,
        };
        let atom = || Some(Sum { terms: BTreeMap::from([(value, 1)]), number: 0 });
        let (Some(operation), Some(depth)) = (self.large.definitions.get(value), depth.checked_sub(1)) else {
            return atom();
        };
        let of = |operand: &Operand| self.sum(*operand, depth);
        match operation {
            Operation::Copy(a) | Operation::ZeroExtend(a) | Operation::SignExtend(a) | Operation::Truncate(a) => of(a),
            Operation::Unary(UnaryOp::Neg, a) => of(a)?.times(-1),
            Operation::Binary(BinaryOp::Add, a, b) => of(a)?.plus(of(b)?),
            Operation::Binary(BinaryOp::Sub, a, b) => of(a)?.plus(of(b)?.times(-1)?),
            Operation::Binary(BinaryOp::Mul, a, Operand::Constant(factor)) => of(a)?.times(factor.signed()),
            Operation::Binary(BinaryOp::Shl, a, Operand::Constant(by)) if by.unsigned() < 32 => {
                of(a)?.times(1 << by.unsigned())
            }
            // All bits flipped: `-1 - a`.
            Operation::Binary(BinaryOp::Xor, a, Operand::Constant(ones)) if ones.signed() == -1 => {
                of(a)?.times(-1)?.plus(Sum { number: -1, ..Sum::default() })
            }
            _ => atom(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_taken_one_after_the_other() {
        let (moved, reversed) = (Step { is_reversed: false, by: 3 }, Step { is_reversed: true, by: 9 });
        let at = |step: Step, index: i64| if step.is_reversed { step.by - index } else { step.by + index };
        for (first, second) in [(moved, reversed), (reversed, moved), (reversed, reversed), (moved, moved)] {
            for index in [0, 4, -2] {
                assert_eq!(at(first.then(second), index), at(second, at(first, index)));
            }
        }
    }

    #[test]
    fn a_sum_is_divided_where_all_of_it_is() {
        let sum = |times, number| Sum { terms: BTreeMap::from([(ValueId(1), times)]), number };
        assert_eq!(sum(6, -3).divided(3), Some(sum(2, -1)));
        assert_eq!(sum(6, 2).divided(3), None);
        assert_eq!(sum(6, 0).divided(0), None, "an access to one known place has no stride");
    }
}
