//! What functions of the C library give, as far as C says it.
//!
//! * Of what a comparison of strings or blocks gives, only the sign is fixed. A model that compares leaves the number open by a function
//!   of its own; where the program looks at the sign alone, its calls vanish, and nothing is left open.
//! * Of what a call that writes output gives, as much is known as its name and a constant format tell.

use crate::llvm::ir::{LLVMIntPredicate, LLVMOpcode, Module, Value};
use crate::llvm::known;
use crate::prepare::program::undefined::bodies;
use crate::source::library::OF_SIGN;

/// The end of a file, as a number.
const END_OF_FILE: i32 = -1;

/// Leaves open only what the program looks at, of comparisons that have been linked.
pub fn keep_signs(module: &Module) {
    let is_left_open = |call: &Value| call.callee_name() == OF_SIGN;
    for function in bodies(module).collect::<Vec<_>>() {
        let calls: Vec<Value> = function.instructions().into_iter().filter(is_left_open).collect();
        let is_call = |user: &Value| user.is(LLVMOpcode::LLVMCall) && user.callee() == Some(function);
        if calls.is_empty() || !function.users().iter().all(|user| is_call(user) && is_sign_enough(*user, true)) {
            continue;
        }
        for call in calls {
            call.replace_uses(call.arguments()[0]);
            call.erase();
        }
    }
}

/// Whether a number is only compared with zero, itself or, if it may be kept, as the value of a local that is only compared so.
fn is_sign_enough(number: Value, may_be_kept: bool) -> bool {
    number.users().into_iter().all(|user| {
        let operands = user.operands();
        match user.opcode() {
            Some(LLVMOpcode::LLVMICmp) => operands.iter().any(|operand| operand.is_zero()),
            Some(LLVMOpcode::LLVMStore) if may_be_kept && operands[0] == number => {
                operands[1].is(LLVMOpcode::LLVMAlloca)
                    && operands[1].users().into_iter().all(|user| match user.opcode() {
                        Some(LLVMOpcode::LLVMStore) => user.operands()[0] != operands[1],
                        Some(LLVMOpcode::LLVMLoad) => user.ty() == number.ty() && is_sign_enough(user, false),
                        _ => false,
                    })
            }
            _ => false,
        }
    })
}

/// What a call gives that writes output, of which `any` is any number.
pub fn of_output(module: &Module, call: Value, name: &str, any: Value) -> Value {
    let arguments = call.arguments();
    let (int, builder) = (module.int(32), module.before(call));
    if call.ty() != int {
        return any;
    }
    let fails = || builder.compare(LLVMIntPredicate::LLVMIntSLT, any, int.zero());
    let end = int.constant(u64::from(END_OF_FILE as u32));
    let format = |index: usize| {
        let text = known::text_of(*arguments.get(index)?)?;
        (!text.contains('%')).then_some(text.len() as u64)
    };
    let length = match name {
        "putchar" | "putchar_unlocked" | "putc" | "fputc" | "putc_unlocked" | "fputc_unlocked" => {
            let Some(letter) = arguments.first().filter(|letter| letter.ty() == int) else { return any };
            return builder.select(fails(), end, builder.and(*letter, int.constant(0xff)));
        }
        "puts" | "fputs" | "fputs_unlocked" => return builder.select(fails(), end, any),
        "fflush" | "fflush_unlocked" => return builder.select(fails(), end, int.zero()),
        "printf" | "vprintf" => format(0),
        "fprintf" | "vfprintf" | "dprintf" => format(1),
        _ => None,
    };
    length.map_or(any, |length| builder.select(fails(), any, int.constant(length)))
}
