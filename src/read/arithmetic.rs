//! What LLVM's operators and intrinsics on bit-vectors compute, for all readers. Where a result is undefined it is an input.

use super::draft::Draft;
use super::operators::{is_shift, Exception, Intrinsic};
use super::values::zero;
use crate::bv::{BinaryOp, BitVec, Predicate, UnaryOp};
use crate::program::{InputKind, InputSite, Operand, Operation, Reading};

impl Draft<'_> {
    /// A new input for a value that LLVM leaves open, defined at the end of the current block.
    pub(super) fn undefined(&mut self, width: u32) -> Operand {
        let site = InputSite { kind: InputKind::Undefined, width, reading: Reading::Unsigned, origin: self.origin };
        let input = self.add_input(site);
        self.define(width, "undefined", Operation::Input(input))
    }

    /// A binary operation. A shift by too much is undefined; a division by zero has been excluded before.
    pub(super) fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand, name: String) -> Operand {
        let width = self.width(a);
        if !is_shift(op) || self.is_below(b, u128::from(width)) {
            return self.define(width, name, Operation::Binary(op, a, b));
        }
        let shifted = self.define(width, format!("{name}.shifted"), Operation::Binary(op, a, b));
        let limit = Operand::Constant(BitVec::new(width, u128::from(width)));
        let inside = self.define(1, format!("{name}.inside"), Operation::Compare(Predicate::Ult, b, limit));
        self.unless_undefined(inside, shifted, name)
    }

    /// Whether the operand is plainly below `limit`, as masked shift amounts are.
    fn is_below(&self, operand: Operand, limit: u128) -> bool {
        let value = match operand {
            Operand::Constant(constant) => return constant.unsigned() < limit,
            Operand::Value(value) => value,
        };
        match self.operations[value.0] {
            Some(Operation::Binary(BinaryOp::And, a, b)) => self.is_below(a, limit) || self.is_below(b, limit),
            Some(Operation::Binary(BinaryOp::URem, _, Operand::Constant(b))) => b.is_nonzero() && b.unsigned() <= limit,
            Some(Operation::Select(_, a, b)) => self.is_below(a, limit) && self.is_below(b, limit),
            Some(Operation::ZeroExtend(a)) => {
                let width = self.width(a);
                (width < 64 && 1u128 << width <= limit) || self.is_below(a, limit)
            }
            _ => false,
        }
    }

    /// `value` where `defined` is 1, else any value.
    fn unless_undefined(&mut self, defined: Operand, value: Operand, name: String) -> Operand {
        let width = self.width(value);
        let any = self.undefined(width);
        self.define(width, name, Operation::Select(defined, value, any))
    }

    /// The parts of what an intrinsic gives whose result has so many bits, or parts; `None` if it takes other arguments.
    pub(super) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        arguments: &[Operand],
        width: Option<u32>,
        name: String,
    ) -> Option<Vec<Operand>> {
        let one = match (intrinsic, arguments) {
            (Intrinsic::Unary(op), &[a]) => self.define(self.width(a), name, Operation::Unary(op, a)),
            (Intrinsic::UnaryUnless(op, exception), &[a, flag]) => self.unary_unless(op, exception, a, flag, name),
            (Intrinsic::Binary(op), &[a, b]) => self.binary(op, a, b, name),
            (Intrinsic::Ternary(op), &[a, b, c]) => self.define(self.width(a), name, Operation::Ternary(op, a, b, c)),
            (Intrinsic::WithOverflow(op, overflow), &[a, b]) => {
                let overflows = format!("{name}.overflow");
                let result = self.define(self.width(a), name, Operation::Binary(op, a, b));
                return Some(vec![result, self.define(1, overflows, Operation::Overflow(overflow, a, b))]);
            }
            (Intrinsic::ThreeWay(less), &[a, b]) => self.three_way(less, a, b, width?, name),
            _ => return None,
        };
        Some(vec![one])
    }

    fn unary_unless(&mut self, op: UnaryOp, exception: Exception, a: Operand, flag: Operand, name: String) -> Operand {
        let width = self.width(a);
        let result = self.define(width, name.clone(), Operation::Unary(op, a));
        if flag == Operand::Constant(BitVec::bit(false)) {
            return result;
        }
        let excluded = match exception {
            Exception::Zero => zero(width),
            Exception::Smallest => Operand::Constant(BitVec::new(width, 1 << (width - 1))),
        };
        let defined = self.define(1, format!("{name}.defined"), Operation::Compare(Predicate::Ne, a, excluded));
        self.unless_undefined(defined, result, name)
    }

    fn three_way(&mut self, less: Predicate, a: Operand, b: Operand, width: u32, name: String) -> Operand {
        let (minus_one, one) = (BitVec::new(width, u128::MAX), BitVec::new(width, 1));
        let below = self.define(1, format!("{name}.less"), Operation::Compare(less, a, b));
        let above = self.define(1, format!("{name}.greater"), Operation::Compare(less, b, a));
        let positive = Operation::Select(above, Operand::Constant(one), zero(width));
        let positive = self.define(width, format!("{name}.positive"), positive);
        self.define(width, name, Operation::Select(below, Operand::Constant(minus_one), positive))
    }
}
