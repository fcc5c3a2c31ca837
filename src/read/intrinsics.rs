//! What intrinsics give.

use super::blocks::{Cut, Reader};
use super::operators::{intrinsic, Intrinsic};
use super::policy::Policy;
use super::values::{readable, Shape, Value};
use crate::program::Operand;
use llvm_ir::instruction::Call;
use llvm_ir::Name;

impl<'m, P: Policy<'m>> Reader<'m, P> {
    /// What an intrinsic on numbers gives.
    ///
    /// # Errors
    /// If it is none, or an operand is not known.
    pub(super) fn intrinsic_result(&mut self, callee: &str, call: &'m Call, dest: &Name) -> Result<Value, Cut> {
        if let Some(value) = self.float_intrinsic(call, dest) {
            return Ok(value);
        }
        let unknown = || Cut::new(format!("intrinsic `{callee}`"));
        let known = intrinsic(callee).ok_or_else(unknown)?;
        let mut arguments = call.arguments.iter().map(|(argument, _)| argument);
        if known == Intrinsic::First {
            return arguments.next().map(|first| self.value(first)).ok_or_else(unknown);
        }
        let operands = arguments.map(|argument| self.bits(argument, callee)).collect::<Result<Vec<Operand>, Cut>>()?;
        let width = match self.shape(&self.module.type_of(call)) {
            Shape::Bits(width) => Some(width),
            _ => None,
        };
        let parts = self.draft.intrinsic(known, &operands, width, readable(dest)).ok_or_else(unknown)?;
        Ok(match parts[..] {
            [part] => Value::Bits(part),
            _ => Value::Aggregate(parts.into_iter().map(Value::Bits).collect()),
        })
    }
}
