//! The sign and the other bits of a number that is none (NaN), which C and IEEE 754 leave open: one machine gives `0.0 / 0.0` a
//! sign, another one or a compiler that folds it does not. Where these bits can be seen, as an integer or by `copysign`, what follows is
//! unmodelled. What goes to memory, where it may be seen, passes do not see: the reader of the module knows who looks there. Between
//! such places the bits mean nothing, so that passes may fold what they like.

use crate::llvm::ir::{LLVMOpcode, Module, Type, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::prepare::program::undefined::{bodies, guard};
use crate::prepare::tables::Tables;
use rustc_hash::FxHashSet;

/// Why control leaves there.
pub const BITS_OF_NAN: &str = "bits of a floating-point number that is none (NaN)";

/// Puts guards where the bits of floating-point numbers can be seen.
pub fn bits_become_unmodelled(module: &Module, markers: &Markers, tables: &mut Tables, main: Value) {
    hide_initial(module, main);
    for function in bodies(module) {
        let instructions = function.instructions();
        let seen = seen(&instructions);
        for instruction in instructions {
            let operands = instruction.operands();
            let number = match instruction.opcode() {
                Some(LLVMOpcode::LLVMBitCast) if !instruction.ty().is_float() => operands[0],
                Some(LLVMOpcode::LLVMCall) if instruction.callee_name().starts_with("llvm.copysign.") => operands[1],
                Some(LLVMOpcode::LLVMCall) if tells_kinds_of_nan(instruction) => operands[0],
                // A local that is only read and written as a number of its type shows no bits.
                Some(LLVMOpcode::LLVMStore) if !is_float_local(operands[1]) || seen.contains(&operands[1]) => {
                    hide(module, instruction, &seen);
                    continue;
                }
                _ => continue,
            };
            if number.ty().is_float() && !is_known(module, number, &seen, DEEPEST) {
                let builder = module.before(instruction);
                let is_none = builder.is_no_number(number);
                let is_none = chosen_if(instruction).map_or(is_none, |chosen| builder.and(chosen, is_none));
                guard(module, markers, tables, instruction, is_none, BITS_OF_NAN);
            }
        }
    }
}

/// The condition under which alone anybody looks at bits that are compared: what is made of the comparison is chosen or not, as `isinf` does,
/// which looks at the sign of what is infinite. It is known before the bits are.
fn chosen_if(bits: Value) -> Option<Value> {
    let only_user = |value: Value| match value.users()[..] {
        [user] => Some(user),
        _ => None,
    };
    let compared = only_user(bits).filter(|user| user.is(LLVMOpcode::LLVMICmp))?;
    let made = only_user(compared).filter(|user| user.is(LLVMOpcode::LLVMSelect))?;
    let choice = only_user(made).filter(|user| user.is(LLVMOpcode::LLVMSelect))?;
    let [condition, chosen, _] = choice.operands()[..] else { return None };
    let mut before = std::iter::successors(bits.previous(), |instruction| instruction.previous());
    (chosen == made && condition != made && before.any(|earlier| earlier == condition)).then_some(condition)
}

/// Whether a call asks for one kind of what is no number and not for the other: a bit tells them apart.
fn tells_kinds_of_nan(call: Value) -> bool {
    let kinds = call.operands().get(1).and_then(|kinds| kinds.as_int()).unwrap_or_default();
    call.callee_name().starts_with("llvm.is.fpclass.") && matches!(kinds & 3, 1 | 2)
}

/// What is no number among the initial values of globals is stored where the program begins, so that passes do not see it.
fn hide_initial(module: &Module, main: Value) {
    let Some(first) = main.instructions().into_iter().find(|instruction| !instruction.is(LLVMOpcode::LLVMAlloca))
    else {
        return;
    };
    for global in module.globals() {
        let (Some(constant), Some(ty)) = (global.initializer(), global.allocated()) else { continue };
        let mut found = Vec::new();
        if has_floats(ty) {
            list(module, constant, ty, 0, &mut found);
        }
        for (offset, number) in found {
            global.make_variable();
            let builder = module.before(first);
            let hidden = builder.call(declare::value(module, number.ty()), &[number]);
            let place = builder.part(module.int(8), global, &[module.pointer_int().constant(offset)]);
            builder.store(hidden, place);
        }
    }
}

fn has_floats(ty: Type) -> bool {
    ty.is_float() || ty.parts().is_some_and(|(parts, _)| parts.into_iter().any(has_floats))
}

/// Lists what is no number in a constant, by offset in bytes.
fn list(module: &Module, constant: Value, ty: Type, offset: u64, found: &mut Vec<(u64, Value)>) {
    if constant.is_no_number() {
        found.push((offset, constant));
    }
    if constant.is_zero() || constant.is_undefined() {
        return;
    }
    for index in 0..ty.parts().map_or(0, |(_, count)| count) {
        if let (Some((at, part)), Some(element)) = (module.element(ty, index), constant.aggregate_element(index)) {
            list(module, element, part, offset + at, found);
        }
    }
}

fn is_float_local(value: Value) -> bool {
    value.is(LLVMOpcode::LLVMAlloca) && value.allocated().is_some_and(|ty| ty.is_float())
}

/// A number that is stored becomes one that passes do not see, unless it is a constant that is one.
fn hide(module: &Module, store: Value, seen: &FxHashSet<Value>) {
    let number = store.operands()[0];
    let is_plain = number.as_float_bits(module).is_some() && !number.is_no_number();
    if number.ty().is_float() && !is_plain && !is_known(module, number, seen, DEEPEST) {
        let marker = declare::value(module, number.ty());
        store.set_operand(0, module.before(store).call(marker, &[number]));
    }
}

/// From so many locals a number is followed back.
const DEEPEST: usize = 8;

/// Whether it is certain which bits a number has: what was made of an integer has the integer's, also where it comes from a local in which
/// nothing else is stored.
fn is_known(module: &Module, number: Value, seen: &FxHashSet<Value>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match number.opcode() {
        Some(LLVMOpcode::LLVMBitCast) => !number.operands()[0].ty().is_float(),
        Some(LLVMOpcode::LLVMLoad) => {
            let local = number.operands()[0];
            let is_plain = is_float_local(local) && !seen.contains(&local);
            is_plain
                && local.users().into_iter().filter(|user| user.is(LLVMOpcode::LLVMStore)).all(|store| {
                    let stored = store.operands()[0];
                    is_known(module, stored, seen, depth)
                        || stored.as_float_bits(module).is_some() && !stored.is_no_number()
                })
        }
        _ => false,
    }
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
