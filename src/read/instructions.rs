//! Instructions other than calls. Flags such as `nsw` are not read: they have been turned into checks before, and those
//! that an optimiser inferred say nothing new.

use llvm_ir::instruction::{ICmp, Select};
use llvm_ir::{Instruction, Name, Type};

use super::blocks::{Cut, Flow, Reader};
use super::operators::{binary, compared};
use super::values::{readable, zero, Shape, Value};
use crate::bv::{BinaryOp, OverflowOp, Predicate};
use crate::program::{Operand, Operation};

impl<'m> Reader<'m> {
    /// Reads an instruction into the current block.
    ///
    /// # Errors
    /// If it cannot be represented.
    pub(super) fn instruction(&mut self, instruction: &'m Instruction) -> Result<Flow, Cut> {
        use Instruction as I;
        if let I::Call(call) = instruction {
            return self.call(call);
        }
        match instruction {
            I::Load(load) => return self.load(load),
            I::Store(store) => return self.store(store),
            _ => {}
        }
        if let Some(reason) = memory_or_exception(instruction) {
            return Err(Cut::new(reason));
        }
        let Some(name) = instruction.try_get_result() else {
            return Err(Cut::new(format!("instruction `{instruction}`")));
        };
        let traps = matches!(instruction, I::UDiv(_) | I::SDiv(_) | I::URem(_) | I::SRem(_));
        let shape = self.shape(&self.module.type_of(instruction));
        if shape == Shape::Opaque && !traps {
            // It has no effect but its result; whoever makes a bit-vector of that is cut.
            self.bind(name, Value::Opaque);
            return Ok(Flow::Continues);
        }
        if let Some(value) = self.float(instruction, name)? {
            self.bind(name, value);
            return Ok(Flow::Continues);
        }
        let value = match instruction {
            I::Phi(phi) => {
                self.open_phi(phi);
                return Ok(Flow::Continues);
            }
            I::ICmp(compare) => Value::Bits(self.compare(compare)?),
            I::Alloca(_) => match name {
                Name::Name(name) => self.address_of(true, name).map_or(Value::Opaque, Value::Pointer),
                Name::Number(_) => Value::Opaque,
            },
            I::PtrToInt(cast) => self.cast_pointer(&cast.operand, &shape),
            I::IntToPtr(cast) => self.cast_pointer(&cast.operand, &shape),
            I::BitCast(_) | I::GetElementPtr(_) if shape == Shape::Pointer => Value::Opaque,
            I::AddrSpaceCast(_) if shape == Shape::Pointer => Value::Opaque,
            I::Add(add) if self.is_address(&add.operand0) || self.is_address(&add.operand1) => {
                self.add_address(&add.operand0, &add.operand1, name)?
            }
            I::Sub(sub) if self.is_address(&sub.operand0) || self.is_address(&sub.operand1) => {
                self.subtract_address(&sub.operand0, &sub.operand1, name)?
            }
            I::Select(select) => self.select(select, &shape)?,
            I::Freeze(freeze) => self.frozen(self.value(&freeze.operand)),
            I::ExtractValue(extract) => {
                let part = self.value(&extract.aggregate).part(&extract.indices).cloned();
                part.ok_or_else(|| Cut::new("struct or array that is too large to be followed"))?
            }
            I::InsertValue(insert) => {
                let (aggregate, new) = (self.value(&insert.aggregate), self.value(&insert.element));
                let whole = aggregate.with_part(&insert.indices, new);
                whole.ok_or_else(|| Cut::new("struct or array that is too large to be followed"))?
            }
            _ => Value::Bits(self.arithmetic(instruction, name, &shape)?),
        };
        self.bind(name, value);
        Ok(Flow::Continues)
    }

    /// Operations on one or two bit-vectors.
    fn arithmetic(&mut self, instruction: &'m Instruction, name: &Name, shape: &Shape) -> Result<Operand, Cut> {
        use Instruction as I;
        if let Some((op, a, b, what)) = binary(instruction) {
            let (a, b) = (self.bits(a, what)?, self.bits(b, what)?);
            return Ok(self.binary(op, a, b, readable(name)));
        }
        let (operand, what) = match instruction {
            I::Trunc(i) => (&i.operand, "trunc"),
            I::ZExt(i) => (&i.operand, "zext"),
            I::SExt(i) => (&i.operand, "sext"),
            I::BitCast(i) => (&i.operand, "bitcast"),
            I::ExtractElement(i) => (&i.vector, "extractelement"),
            _ => return Err(Cut::new(format!("instruction `{instruction}`"))),
        };
        if let I::BitCast(cast) = instruction {
            if *shape != self.shape(&cast.to_type) || !matches!(cast.to_type.as_ref(), Type::FPType(_)) {
                self.bits_are_seen(operand);
            }
        }
        let a = self.bits(operand, what)?;
        let &Shape::Bits(width) = shape else { return Err(Cut::new(format!("`{what}` to a struct or array"))) };
        let operation = match instruction {
            I::Trunc(_) => Operation::Truncate(a),
            I::ZExt(_) => Operation::ZeroExtend(a),
            I::SExt(_) => Operation::SignExtend(a),
            I::BitCast(_) => return Ok(a),
            _ => return Err(Cut::new(format!("instruction `{instruction}`"))),
        };
        Ok(self.define(width, readable(name), operation))
    }

    /// A binary operation as LLVM has it: division by zero is undefined behaviour, and a shift by too much is undefined.
    fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand, name: String) -> Operand {
        match op {
            BinaryOp::UDiv | BinaryOp::URem => self.guard_division(a, b, false),
            BinaryOp::SDiv | BinaryOp::SRem => self.guard_division(a, b, true),
            _ => {}
        }
        self.draft.binary(op, a, b, name)
    }

    /// Splits the block where a divisor is zero, or where a signed quotient does not fit.
    fn guard_division(&mut self, a: Operand, b: Operand, signed: bool) {
        if let Operand::Constant(divisor) = b {
            if divisor.is_nonzero() && !(signed && divisor.signed() == -1) {
                return;
            }
        }
        let is_zero = Operation::Compare(Predicate::Eq, b, zero(self.width(b)));
        let mut condition = self.define(1, "division by zero".into(), is_zero);
        if signed {
            let overflows = Operation::Overflow(OverflowOp::SDiv, a, b);
            let overflows = self.define(1, "division overflows".into(), overflows);
            let either = Operation::Binary(BinaryOp::Or, condition, overflows);
            condition = self.define(1, "division undefined".into(), either);
        }
        let reason = match signed {
            true => "undefined behaviour: division by zero, or of the smallest value by -1",
            false => "undefined behaviour: division by zero",
        };
        self.cut_where(condition, reason);
    }

    fn compare(&mut self, compare: &ICmp) -> Result<Operand, Cut> {
        let operands = (&compare.operand0, &compare.operand1);
        let is_pointer = |operand| matches!(self.module.type_of(operand).as_ref(), llvm_ir::Type::PointerType { .. });
        if is_pointer(operands.0) || self.is_address(operands.0) || self.is_address(operands.1) {
            return self.compare_pointers(compare.predicate, operands, readable(&compare.dest));
        }
        let (a, b) = (self.bits(&compare.operand0, "icmp")?, self.bits(&compare.operand1, "icmp")?);
        let (predicate, a, b) = compared(compare.predicate, a, b);
        Ok(self.define(1, readable(&compare.dest), Operation::Compare(predicate, a, b)))
    }

    fn select(&mut self, select: &Select, shape: &Shape) -> Result<Value, Cut> {
        let condition = self.bits(&select.condition, "select")?;
        self.select_part(condition, select, shape, &mut Vec::new())
    }

    fn select_part(
        &mut self,
        condition: Operand,
        select: &Select,
        shape: &Shape,
        path: &mut Vec<u32>,
    ) -> Result<Value, Cut> {
        match shape {
            Shape::Bits(width) => {
                let then = self.passed(&select.true_value, path)?;
                let otherwise = self.passed(&select.false_value, path)?;
                let operation = Operation::Select(condition, then, otherwise);
                Ok(Value::Bits(self.define(*width, readable(&select.dest), operation)))
            }
            Shape::Aggregate(shapes) => {
                let mut parts = Vec::new();
                for (index, shape) in (0..).zip(shapes) {
                    path.push(index);
                    parts.push(self.select_part(condition, select, shape, path)?);
                    path.pop();
                }
                Ok(Value::Aggregate(parts))
            }
            Shape::Pointer if self.memory.is_unknown(&select.dest) => Ok(Value::Opaque),
            Shape::Pointer => {
                let then = self.passed_pointer(&select.true_value, path)?;
                let otherwise = self.passed_pointer(&select.false_value, path)?;
                Ok(Value::Pointer(self.select_pointer(condition, then, otherwise, readable(&select.dest))))
            }
            Shape::Opaque => Ok(Value::Opaque),
        }
    }

    /// The value with an input for each undefined part.
    fn frozen(&mut self, value: Value) -> Value {
        match value {
            Value::Undefined(width) => Value::Bits(self.undefined(width)),
            Value::Aggregate(parts) => Value::Aggregate(parts.into_iter().map(|part| self.frozen(part)).collect()),
            value => value,
        }
    }
}

/// Why an instruction that reads or writes memory, or belongs to exception handling, cannot be represented.
fn memory_or_exception(instruction: &Instruction) -> Option<&'static str> {
    use Instruction as I;
    match instruction {
        I::Fence(_) | I::CmpXchg(_) | I::AtomicRMW(_) => Some("atomic access to memory"),
        I::VAArg(_) => Some("variable arguments"),
        I::LandingPad(_) | I::CatchPad(_) | I::CleanupPad(_) => Some("exception handling"),
        _ => None,
    }
}
