//! The right operands of `&&` and `||` where their value is wanted, as in `return a && b;` or as the condition of a loop. Clang
//! branches on the left operand, and takes the right one as it is. A choice between two numbers in its stead makes places of its two
//! ways, as of those of `b ? 1 : 0`.

use crate::llvm::ir::{LLVMOpcode, Module, Value};

/// Puts these choices into a function.
pub fn choose(module: &Module, function: Value) {
    let byte = module.int(8);
    for phi in function.instructions().into_iter().filter(|phi| phi.ty().int_width() == Some(1)) {
        let Some((index, operand, end)) = right_operand(phi) else { continue };
        // As a number: a choice between two bits would be the condition again.
        let choice = module.before(end).select(operand, byte.constant(1), byte.constant(0));
        choice.set_location_of(operand);
        phi.set_operand(index, module.before(end).resized(choice, phi.ty()));
    }
}

/// The operand of a φ that is the right one of `&&` or `||`, its index, and the jump behind it: on the other ways the result is one
/// constant.
fn right_operand(phi: Value) -> Option<(usize, Value, Value)> {
    let incoming = phi.incoming();
    let (constants, others): (Vec<_>, Vec<_>) =
        incoming.iter().enumerate().partition(|(_, (value, _))| value.as_int().is_some());
    let [(index, (operand, from))] = others[..] else { return None };
    let is_one = constants.windows(2).all(|pair| pair[0].1 .0.as_int() == pair[1].1 .0.as_int());
    let end = from.terminator().filter(|end| end.is(LLVMOpcode::LLVMBr) && end.operands().len() == 1)?;
    (is_one && !constants.is_empty() && operand.location().is_some()).then_some((index, *operand, end))
}
