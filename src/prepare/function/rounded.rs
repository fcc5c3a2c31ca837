//! Floating-point numbers that are rounded are any number, another one each time: how they are rounded, a caller may have set, and on some
//! machines they are kept with more bits than they have. Passes would compute them as they are rounded at first, and take two of them
//! for one. Integers that numbers are converted to are any: what does not fit is undefined.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::declare;

/// Intrinsics whose result is the same however numbers are rounded, by the beginnings of their names.
const EXACT: [&str; 10] = [
    "llvm.fabs.",
    "llvm.copysign.",
    "llvm.floor.",
    "llvm.ceil.",
    "llvm.trunc.",
    "llvm.round.",
    "llvm.minnum.",
    "llvm.maxnum.",
    "llvm.is.fpclass.",
    "llvm.is.constant.",
];

/// Opens what is rounded in a function.
pub fn open(module: &Module, function: Value) {
    for instruction in function.instructions().into_iter().filter(|&instruction| is_rounded(instruction)) {
        if let Some(any) = declare::any(module, instruction.ty()) {
            instruction.replace_uses(module.before(instruction).call(any, &[]));
            instruction.erase();
        }
    }
}

fn is_rounded(instruction: Value) -> bool {
    use LLVMOpcode as O;
    match instruction.opcode() {
        Some(O::LLVMFAdd | O::LLVMFSub | O::LLVMFMul | O::LLVMFDiv | O::LLVMFRem | O::LLVMFPTrunc) => true,
        Some(O::LLVMFPToSI | O::LLVMFPToUI) => true,
        // The significands of `float` and `double` have 24 and 53 bits, sign included where there is one.
        Some(O::LLVMSIToFP | O::LLVMUIToFP) => {
            let bits = match instruction.ty().float_width() {
                Some(32) => 24,
                Some(64) => 53,
                _ => 8,
            };
            instruction.operands()[0].ty().int_width().is_none_or(|width| width > bits)
        }
        Some(O::LLVMCall) => {
            let name = instruction.callee_name();
            let takes_numbers = || instruction.arguments().iter().any(|argument| argument.ty().is_float());
            name.starts_with("llvm.") && takes_numbers() && !EXACT.iter().any(|exact| name.starts_with(exact))
        }
        _ => false,
    }
}
