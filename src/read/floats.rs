//! Instructions and intrinsics on floating-point numbers, which are bit-vectors in programs. What nothing is known of (pairs of
//! `double` as PowerPC has them, remainders) stays opaque: who makes a bit-vector of it is cut.

use super::blocks::{Cut, Reader};
use super::operators::callee;
use super::policy::Policy;
use super::values::{readable, Value};
use crate::bv::{BinaryOp, BitVec, FloatOp, Format, Predicate, Rounding, UnaryOp};
use crate::program::{Operand, Operation};
use llvm_ir::instruction::{Call, FCmp};
use llvm_ir::types::FPType;
use llvm_ir::{Constant, FPPredicate, Instruction, Name, Type, TypeRef};

/// The format of a type; `None` if operations on it are not modelled.
pub(super) fn format(kind: FPType) -> Option<Format> {
    match kind {
        FPType::Half => Some(Format::Half),
        FPType::BFloat => Some(Format::Brain),
        FPType::Single => Some(Format::Single),
        FPType::Double => Some(Format::Double),
        FPType::X86_FP80 => Some(Format::Extended),
        FPType::FP128 => Some(Format::Quad),
        FPType::PPC_FP128 => None,
    }
}

/// The bits of a constant, where the library that reads modules shows them.
pub(super) fn constant(number: &llvm_ir::constant::Float) -> Option<BitVec> {
    use llvm_ir::constant::Float as F;
    match number {
        F::Single(number) if number.is_nan() => Some(Format::Single.nan()),
        F::Double(number) if number.is_nan() => Some(Format::Double.nan()),
        F::Single(number) => Some(BitVec::new(32, number.to_bits().into())),
        F::Double(number) => Some(BitVec::new(64, number.to_bits().into())),
        _ => None,
    }
}

impl<'m, P: Policy<'m>> Reader<'m, P> {
    /// What an instruction on floating-point numbers gives; `None` if it is none.
    ///
    /// # Errors
    /// If an operand is no bit-vector.
    pub(super) fn float(&mut self, instruction: &'m Instruction, name: &Name) -> Result<Option<Value>, Cut> {
        use Instruction as I;
        let (op, operands): (fn(Format) -> FloatOp, Vec<&llvm_ir::Operand>) = match instruction {
            I::FAdd(i) => (FloatOp::Add, vec![&i.operand0, &i.operand1]),
            I::FSub(i) => (FloatOp::Sub, vec![&i.operand0, &i.operand1]),
            I::FMul(i) => (FloatOp::Mul, vec![&i.operand0, &i.operand1]),
            I::FDiv(i) => (FloatOp::Div, vec![&i.operand0, &i.operand1]),
            I::FNeg(i) => {
                let Some(a) = self.number(&i.operand) else { return Ok(Some(Value::Opaque)) };
                let sign = Operand::Constant(BitVec::signed_min(self.width(a)));
                return Ok(Some(Value::Bits(self.word(BinaryOp::Xor, a, sign, readable(name)))));
            }
            I::FCmp(compare) => return self.float_compare(compare).map(Some),
            I::FPToSI(i) => return self.integer_of(&i.operand, &i.to_type, true, name).map(Some),
            I::FPToUI(i) => return self.integer_of(&i.operand, &i.to_type, false, name).map(Some),
            I::SIToFP(i) => return self.float_of(&i.operand, &i.to_type, true, name).map(Some),
            I::UIToFP(i) => return self.float_of(&i.operand, &i.to_type, false, name).map(Some),
            I::FPExt(i) => return Ok(Some(self.converted(&i.operand, &i.to_type, name))),
            I::FPTrunc(i) => return Ok(Some(self.converted(&i.operand, &i.to_type, name))),
            I::FRem(_) => return Ok(Some(Value::Opaque)),
            _ => return Ok(None),
        };
        Ok(Some(self.float_operation(op, &operands, readable(name))))
    }

    /// An operation within one format; opaque where an operand is.
    fn float_operation(&mut self, op: fn(Format) -> FloatOp, operands: &[&llvm_ir::Operand], name: String) -> Value {
        let Some(format) = operands.first().and_then(|operand| self.format_of(operand)) else { return Value::Opaque };
        let op = op(format);
        let numbers: Option<Vec<Operand>> = operands.iter().map(|operand| self.number(operand)).collect();
        match numbers.as_deref() {
            Some(&[a, ref rest @ ..]) => {
                let (b, c) = (rest.first().copied().unwrap_or(a), rest.get(1).copied().unwrap_or(a));
                self.float_value(op, [a, b, c], name)
            }
            _ => Value::Opaque,
        }
    }

    fn float_value(&mut self, op: FloatOp, operands: [Operand; 3], name: String) -> Value {
        Value::Bits(self.define(op.result_width(), name, Operation::Float(op, operands)))
    }

    /// The format of an operand's type.
    fn format_of(&self, operand: &llvm_ir::Operand) -> Option<Format> {
        format_of_type(&self.module.type_of(operand))
    }

    /// An operand's bits. An undefined number is any.
    fn number(&mut self, operand: &llvm_ir::Operand) -> Option<Operand> {
        self.format_of(operand)?;
        match self.value(operand) {
            Value::Bits(bits) => Some(bits),
            Value::Undefined(width) => Some(self.undefined(width)),
            _ => None,
        }
    }

    /// The bits of an operand where the program looks at them.
    pub(super) fn seen_bits(&mut self, operand: &llvm_ir::Operand, bits: Operand) -> Operand {
        let Some(format) = self.format_of(operand) else { return bits };
        let is_number = self.define(1, "number", Operation::Float(FloatOp::Equal(format), [bits; 3]));
        let is_none = self.define(1, "no number", Operation::Unary(UnaryOp::Not, is_number));
        P::seen(self, bits, is_none)
    }

    /// An operation on bit-vectors.
    fn word(&mut self, op: BinaryOp, a: Operand, b: Operand, name: String) -> Operand {
        self.define(self.width(a), name, Operation::Binary(op, a, b))
    }

    fn float_compare(&mut self, compare: &FCmp) -> Result<Value, Cut> {
        use FPPredicate as P;
        let operands = [&compare.operand0, &compare.operand1];
        let format = self.format_of(operands[0]);
        let (Some(format), Some(a), Some(b)) = (format, self.number(operands[0]), self.number(operands[1])) else {
            return Err(self.not_bits(operands[0], "fcmp"));
        };
        // What is no number is in no order: of each pair of predicates, one is the complement of the other.
        let (plain, is_complement) = match compare.predicate {
            P::OEQ => (P::OEQ, false),
            P::UNE => (P::OEQ, true),
            P::OLT => (P::OLT, false),
            P::UGE => (P::OLT, true),
            P::OLE => (P::OLE, false),
            P::UGT => (P::OLE, true),
            P::OGT => (P::OGT, false),
            P::ULE => (P::OGT, true),
            P::OGE => (P::OGE, false),
            P::ULT => (P::OGE, true),
            P::ONE => (P::ONE, false),
            P::UEQ => (P::ONE, true),
            P::ORD => (P::ORD, false),
            P::UNO => (P::ORD, true),
            P::True => return Ok(Value::Bits(Operand::Constant(BitVec::bit(true)))),
            P::False => return Ok(Value::Bits(Operand::Constant(BitVec::bit(false)))),
        };
        let name = readable(&compare.dest);
        let mut is = |op: FloatOp, a, b| self.define(1, name.clone(), Operation::Float(op, [a, b, a]));
        let (first, second) = match plain {
            P::OLT => (is(FloatOp::Less(format), a, b), None),
            P::OLE => (is(FloatOp::LessOrEqual(format), a, b), None),
            P::OGT => (is(FloatOp::Less(format), b, a), None),
            P::OGE => (is(FloatOp::LessOrEqual(format), b, a), None),
            P::ONE => (is(FloatOp::Less(format), a, b), Some((BinaryOp::Or, is(FloatOp::Less(format), b, a)))),
            // A number is equal to itself.
            P::ORD => (is(FloatOp::Equal(format), a, a), Some((BinaryOp::And, is(FloatOp::Equal(format), b, b)))),
            P::OEQ | P::UNE | P::ULT | P::ULE | P::UGT | P::UGE | P::UEQ | P::UNO | P::True | P::False => {
                (is(FloatOp::Equal(format), a, b), None)
            }
        };
        let result = match second {
            Some((op, second)) => self.word(op, first, second, name.clone()),
            None => first,
        };
        Ok(Value::Bits(match is_complement {
            true => self.define(1, name, Operation::Unary(UnaryOp::Not, result)),
            false => result,
        }))
    }

    /// A number as an integer. Where that does not fit, control has left before.
    fn integer_of(
        &mut self,
        operand: &llvm_ir::Operand,
        ty: &TypeRef,
        signed: bool,
        name: &Name,
    ) -> Result<Value, Cut> {
        let what = if signed { "fptosi" } else { "fptoui" };
        match (self.format_of(operand), ty.as_ref(), self.number(operand)) {
            (Some(from), Type::IntegerType { bits: width @ ..=128 }, Some(a)) => {
                Ok(self.float_value(FloatOp::ToInteger { from, width: *width, signed }, [a; 3], readable(name)))
            }
            (_, Type::VectorType { .. }, _) => Ok(Value::Opaque),
            _ => Err(Cut::new(format!("floating-point operation `{what}`"))),
        }
    }

    fn float_of(&mut self, operand: &llvm_ir::Operand, ty: &TypeRef, signed: bool, name: &Name) -> Result<Value, Cut> {
        let Some(to) = format_of_type(ty) else { return Ok(Value::Opaque) };
        let a = self.bits(operand, if signed { "sitofp" } else { "uitofp" })?;
        Ok(self.float_value(FloatOp::FromInteger { width: self.width(a), signed, to }, [a; 3], readable(name)))
    }

    fn converted(&mut self, operand: &llvm_ir::Operand, ty: &TypeRef, name: &Name) -> Value {
        match (self.format_of(operand), format_of_type(ty), self.number(operand)) {
            (Some(from), Some(to), Some(a)) => self.float_value(FloatOp::Convert { from, to }, [a; 3], readable(name)),
            _ => Value::Opaque,
        }
    }

    /// What an intrinsic on floating-point numbers gives; `None` if it is none.
    pub(super) fn float_intrinsic(&mut self, call: &'m Call, dest: &Name) -> Option<Value> {
        let name = callee(call)?.strip_prefix("llvm.")?;
        let (name, _) = name.rsplit_once('.')?;
        let name = *INTRINSICS.iter().find(|known| **known == name)?;
        let operands: Vec<&llvm_ir::Operand> = call.arguments.iter().map(|(operand, _)| operand).collect();
        let op: fn(Format) -> FloatOp = match name {
            "sqrt" => FloatOp::Sqrt,
            "fma" => FloatOp::MulAdd,
            "floor" => |format| FloatOp::Integral(format, Rounding::Down),
            "ceil" => |format| FloatOp::Integral(format, Rounding::Up),
            "trunc" => |format| FloatOp::Integral(format, Rounding::Zero),
            "round" => |format| FloatOp::Integral(format, Rounding::NearestAway),
            "rint" | "nearbyint" | "roundeven" => |format| FloatOp::Integral(format, Rounding::NearestEven),
            "fabs" | "copysign" => {
                let a = self.number(operands.first()?)?;
                let width = self.width(a);
                let magnitude = Operand::Constant(BitVec::signed_max(width));
                let magnitude = self.word(BinaryOp::And, a, magnitude, readable(dest));
                let Some(of) = operands.get(1) else { return Some(Value::Bits(magnitude)) };
                let mut of_bits = self.number(of)?;
                if !P::HAS_GUARDS {
                    of_bits = self.seen_bits(of, of_bits);
                }
                let sign = Operand::Constant(BitVec::signed_min(width));
                let sign = self.word(BinaryOp::And, of_bits, sign, "sign".into());
                return Some(Value::Bits(self.word(BinaryOp::Or, magnitude, sign, readable(dest))));
            }
            "is.fpclass" => return self.is_of_class(&operands, dest),
            _ => return None,
        };
        Some(self.float_operation(op, &operands, readable(dest)))
    }

    /// `llvm.is.fpclass`: whether a number is of one of the kinds that the bits of a constant stand for.
    fn is_of_class(&mut self, operands: &[&llvm_ir::Operand], dest: &Name) -> Option<Value> {
        let &[number, kinds] = operands else { return None };
        let Some(Constant::Int { value: kinds, .. }) = kinds.as_constant() else { return None };
        let (format, a) = (self.format_of(number)?, self.number(number)?);
        if format == Format::Extended {
            return None;
        }
        let width = format.width();
        let word = |bits: u128| Operand::Constant(BitVec::new(width, bits));
        let magnitude = self.word(BinaryOp::And, a, word(BitVec::signed_max(width).unsigned()), "magnitude".into());
        let infinity = format.infinity().unsigned();
        let (quiet, normal) = (infinity | 1 << (format.precision() - 2), 1 << (format.precision() - 1));
        // Magnitudes from a bound up to the next one, and the bits for negative and positive ones.
        let ranges = [
            (quiet, None, 1 << 1, 1 << 1),
            (infinity + 1, Some(quiet), 1 << 0, 1 << 0),
            (infinity, Some(infinity + 1), 1 << 2, 1 << 9),
            (normal, Some(infinity), 1 << 3, 1 << 8),
            (1, Some(normal), 1 << 4, 1 << 7),
            (0, Some(1), 1 << 5, 1 << 6),
        ];
        let sign = self.define(1, "negative", Operation::Compare(Predicate::Slt, a, word(0)));
        let not_sign = self.define(1, "positive", Operation::Unary(UnaryOp::Not, sign));
        let mut result = Operand::Constant(BitVec::bit(false));
        for (least, end, negative, positive) in ranges {
            let (negative, positive) = (kinds & negative != 0, kinds & positive != 0);
            if !negative && !positive {
                continue;
            }
            let mut inside = self.define(1, "kind", Operation::Compare(Predicate::Ule, word(least), magnitude));
            if let Some(end) = end {
                let below = self.define(1, "kind", Operation::Compare(Predicate::Ult, magnitude, word(end)));
                inside = self.word(BinaryOp::And, inside, below, "kind".into());
            }
            if negative != positive {
                let side = if negative { sign } else { not_sign };
                inside = self.word(BinaryOp::And, inside, side, "kind".into());
            }
            result = self.word(BinaryOp::Or, result, inside, readable(dest));
        }
        Some(Value::Bits(result))
    }
}

/// The intrinsics on floating-point numbers, without `llvm.` and their types.
pub const INTRINSICS: [&str; 12] = [
    "sqrt",
    "fma",
    "floor",
    "ceil",
    "trunc",
    "round",
    "rint",
    "nearbyint",
    "roundeven",
    "fabs",
    "copysign",
    "is.fpclass",
];

fn format_of_type(ty: &TypeRef) -> Option<Format> {
    match ty.as_ref() {
        Type::FPType(kind) => format(*kind),
        _ => None,
    }
}
