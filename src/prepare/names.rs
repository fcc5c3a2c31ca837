//! Values are named after the variables that hold them.

use crate::llvm::ir::{LLVMOpcode, Value};

/// Values that `llvm.dbg.value` says a variable holds get its name. Then the debug calls go.
pub fn name_values(function: Value) {
    for call in function.instructions() {
        let callee = call.callee_name();
        if !callee.starts_with("llvm.dbg.") {
            continue;
        }
        let arguments = call.arguments();
        if let (true, Some(value), Some(node)) = (
            callee == "llvm.dbg.value",
            arguments.first().and_then(|value| value.described()).filter(|value| is_computed(*value)),
            arguments.get(1).and_then(|node| node.wrapped()),
        ) {
            let name = node.text_operand(1).unwrap_or_default();
            if !name.is_empty() && !value.name().starts_with(&name) {
                value.set_name(&name);
            }
        }
        call.erase();
    }
}

/// Whether a value is an instruction's, but no object's address: objects are named after themselves.
fn is_computed(value: Value) -> bool {
    value.opcode().is_some() && !value.is(LLVMOpcode::LLVMAlloca)
}
