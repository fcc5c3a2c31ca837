//! The sign and the other bits of a number that is none (NaN), which C and IEEE 754 leave open: one machine gives `0.0 / 0.0` a
//! sign, another one or a compiler that folds it does not. Where these bits can be seen, as an integer, in memory, or by
//! `copysign`, what follows is unmodelled. Between such places they mean nothing, so that passes may fold what they like.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::declare::Markers;
use crate::llvm::marker::PREFIX;
use crate::prepare::program::undefined::{bodies, guard};
use crate::prepare::tables::Tables;
use rustc_hash::FxHashSet;

const REASON: &str = "bits of a floating-point number that is none (NaN)";

/// Puts guards where the bits of floating-point numbers can be seen.
pub fn bits_become_unmodelled(module: &Module, markers: &Markers, tables: &mut Tables) {
    for function in bodies(module) {
        let instructions = function.instructions();
        let seen = seen(&instructions);
        for instruction in instructions {
            let operands = instruction.operands();
            let number = match instruction.opcode() {
                Some(LLVMOpcode::LLVMBitCast) if !instruction.ty().is_float() => operands[0],
                Some(LLVMOpcode::LLVMCall) if instruction.callee_name().starts_with("llvm.copysign.") => operands[1],
                // A local that is only read and written as a number of its type shows no bits.
                Some(LLVMOpcode::LLVMStore) if !is_float_local(operands[1]) || seen.contains(&operands[1]) => {
                    operands[0]
                }
                _ => continue,
            };
            if number.ty().is_float() && !is_input(number) {
                let is_none = module.before(instruction).is_no_number(number);
                guard(module, markers, tables, instruction, is_none, REASON);
            }
        }
    }
}

fn is_float_local(value: Value) -> bool {
    value.is(LLVMOpcode::LLVMAlloca) && value.allocated().is_some_and(|ty| ty.is_float())
}

/// What nothing is known of: no pass folds it, and its bits are not modelled in any case.
fn is_input(number: Value) -> bool {
    number.callee_name().starts_with(PREFIX)
        || number.callee().is_some_and(|callee| callee.is_declaration()) && !number.callee_name().starts_with("llvm.")
}

/// The floating-point locals that something else is done with than to read and write them as what they are.
fn seen(instructions: &[Value]) -> FxHashSet<Value> {
    let mut seen = FxHashSet::default();
    for &instruction in instructions {
        for (index, &local) in instruction.operands().iter().enumerate().filter(|(_, local)| is_float_local(**local)) {
            let name = instruction.callee_name();
            let is_plain = match instruction.opcode() {
                Some(LLVMOpcode::LLVMLoad) => Some(instruction.ty()) == local.allocated(),
                Some(LLVMOpcode::LLVMStore) => {
                    index == 1 && instruction.operands().first().map(|value| value.ty()) == local.allocated()
                }
                _ => name.starts_with("llvm.dbg.") || name.starts_with("llvm.lifetime."),
            };
            if !is_plain {
                seen.insert(local);
            }
        }
    }
    seen
}
