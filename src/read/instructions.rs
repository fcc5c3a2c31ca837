//! Instructions other than calls. Flags such as `nsw` are not read: they have been turned into checks before, and those
//! that an optimiser inferred say nothing new.

use llvm_ir::instruction::{ICmp, Select};
use llvm_ir::{Instruction, Name, Type};

use super::blocks::{Cut, Flow, Reader};
use super::operators::{binary, compared};
use super::policy::Policy;
use super::values::{readable, Shape, Value};
use crate::bv::BinaryOp;
use crate::program::{Operand, Operation};

impl<'m, P: Policy<'m>> Reader<'m, P> {
    /// Reads an instruction into the current block.
    ///
    /// # Errors
    /// If it cannot be represented.
    pub(super) fn instruction(&mut self, instruction: &'m Instruction) -> Result<Flow, Cut> {
        match instruction {
            Instruction::Call(call) => return P::call(self, call),
            Instruction::Phi(phi) => {
                self.open_phi(phi);
                return Ok(Flow::Continues);
            }
            _ => {}
        }
        if let Some(flow) = P::effect(self, instruction)? {
            return Ok(flow);
        }
        let Some(name) = instruction.try_get_result() else {
            return Err(Cut::new(format!("instruction `{instruction}`")));
        };
        let shape = self.shape(&self.module.type_of(instruction));
        let value = self.result(instruction, name, &shape);
        let value = P::settled(self, name, &shape, value)?;
        self.bind(name, value);
        Ok(Flow::Continues)
    }

    /// What an instruction gives.
    ///
    /// # Errors
    /// If it cannot be represented.
    pub(super) fn result(&mut self, instruction: &'m Instruction, name: &'m Name, shape: &Shape) -> Result<Value, Cut> {
        use Instruction as I;
        let traps = matches!(instruction, I::UDiv(_) | I::SDiv(_) | I::URem(_) | I::SRem(_));
        if *shape == Shape::Opaque && !traps {
            // It has no effect but its result; whoever makes a bit-vector of that is cut.
            return Ok(Value::Opaque);
        }
        if let Some(value) = self.float(instruction, name)? {
            return Ok(value);
        }
        if let Some(value) = P::computed(self, instruction, name, shape)? {
            return Ok(value);
        }
        let part_of_large = || Cut::new("struct or array that is too large to be followed");
        Ok(match instruction {
            I::ICmp(compare) => Value::Bits(self.words_compared(compare)?),
            I::Select(select) => self.select(select, shape)?,
            I::Freeze(freeze) => {
                let value = self.value(&freeze.operand);
                self.frozen(value)
            }
            I::ExtractValue(extract) => {
                let part = self.value(&extract.aggregate).part(&extract.indices).cloned();
                part.ok_or_else(part_of_large)?
            }
            I::InsertValue(insert) => {
                let (aggregate, new) = (self.value(&insert.aggregate), self.value(&insert.element));
                aggregate.with_part(&insert.indices, new).ok_or_else(part_of_large)?
            }
            _ => Value::Bits(self.arithmetic(instruction, name, shape)?),
        })
    }

    /// Operations on one or two bit-vectors.
    fn arithmetic(&mut self, instruction: &'m Instruction, name: &Name, shape: &Shape) -> Result<Operand, Cut> {
        use Instruction as I;
        if let Some((op, a, b, what)) = binary(instruction) {
            let (a, b) = (self.bits(a, what)?, self.bits(b, what)?);
            // Division by zero is undefined behaviour.
            match op {
                BinaryOp::UDiv | BinaryOp::URem => P::divide(self, a, b, false),
                BinaryOp::SDiv | BinaryOp::SRem => P::divide(self, a, b, true),
                _ => {}
            }
            return Ok(self.binary(op, a, b, readable(name)));
        }
        let (operand, what, operation): (_, _, fn(Operand) -> Operation) = match instruction {
            I::Trunc(i) => (&i.operand, "trunc", Operation::Truncate),
            I::ZExt(i) => (&i.operand, "zext", Operation::ZeroExtend),
            I::SExt(i) => (&i.operand, "sext", Operation::SignExtend),
            I::BitCast(cast) => return self.bit_cast(cast, shape),
            I::ExtractElement(i) => return Err(self.not_bits(&i.vector, "extractelement")),
            _ => return Err(Cut::new(format!("instruction `{instruction}`"))),
        };
        let a = self.bits(operand, what)?;
        let &Shape::Bits(width) = shape else { return Err(Cut::new(format!("`{what}` to a struct or array"))) };
        Ok(self.define(width, readable(name), operation(a)))
    }

    fn bit_cast(&mut self, cast: &llvm_ir::instruction::BitCast, shape: &Shape) -> Result<Operand, Cut> {
        let bits = self.bits(&cast.operand, "bitcast")?;
        match shape {
            Shape::Bits(width) if *width == self.width(bits) => {}
            _ => return Err(Cut::new("`bitcast` to a struct or array")),
        }
        match cast.to_type.as_ref() {
            Type::FPType(_) => Ok(bits),
            _ => Ok(self.seen_bits(&cast.operand, bits)),
        }
    }

    /// A comparison of two words.
    fn words_compared(&mut self, compare: &ICmp) -> Result<Operand, Cut> {
        let (a, b) = (self.bits(&compare.operand0, "icmp")?, self.bits(&compare.operand1, "icmp")?);
        let (predicate, a, b) = compared(compare.predicate, a, b);
        Ok(self.define(1, readable(&compare.dest), Operation::Compare(predicate, a, b)))
    }

    fn select(&mut self, select: &'m Select, shape: &Shape) -> Result<Value, Cut> {
        let condition = self.decisive(&select.condition, "select", 1)?;
        self.select_part(condition, select, shape, &mut Vec::new())
    }

    fn select_part(
        &mut self,
        condition: Operand,
        select: &'m Select,
        shape: &Shape,
        path: &mut Vec<u32>,
    ) -> Result<Value, Cut> {
        match shape {
            Shape::Bits(width) => {
                let then = self.passed(&select.true_value, path, *width)?;
                let otherwise = self.passed(&select.false_value, path, *width)?;
                Ok(Value::Bits(P::chosen(self, select, condition, [then, otherwise], *width)))
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
            Shape::Pointer => P::chosen_pointer(self, select, condition, path),
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
