//! Divisions and shifts: passes delete those by zero or too far, and those whose result nothing needs, so each gets a check before. The
//! check is given the operand itself: of a comparison with zero, passes would conclude that it is false, as the division comes behind it.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::{declare, Marker};

/// Adds a check before each division and shift of a function, but for those by numbers that are right. Those of vectors have none.
pub fn mark(module: &Module, function: Value) {
    use LLVMOpcode as O;
    for instruction in function.instructions() {
        let marker = match instruction.opcode() {
            Some(O::LLVMUDiv | O::LLVMSDiv | O::LLVMURem | O::LLVMSRem) => Marker::Divisor,
            Some(O::LLVMShl | O::LLVMLShr | O::LLVMAShr) => Marker::ShiftAmount,
            _ => continue,
        };
        let operand = instruction.operands()[1];
        let Some(width) = operand.ty().int_width() else { continue };
        let is_right = |number: u64| match marker {
            Marker::Divisor => number != 0,
            _ => number < u64::from(width),
        };
        if !operand.as_int().is_some_and(is_right) {
            module.before(instruction).call(declare::operand(module, marker, operand.ty()), &[operand]);
        }
    }
}
