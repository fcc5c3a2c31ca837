//! What need not be stored: parameters that are known from what the callee was passed, and what is computed anew.
//!
//! A parameter of a function is *kept* if each of its calls of itself passes it a constant more or less, and no other call comes back to the
//! function. Then its argument's place always holds the parameter of the frame that control is in: a call changes it, and
//! the place behind the call changes it back.

use super::sites::{Site, Sites};
use crate::llvm::ir::{Block, Builder, LLVMOpcode, Module, Value};
use crate::prepare::address::Address;
use rustc_hash::FxHashSet;

/// What a call passes for a parameter of its own caller.
#[derive(Clone, Copy, Debug)]
enum Passed {
    Same,
    /// So much more.
    More(Value),
    /// So much less.
    Less(Value),
    /// An address so many bytes further.
    Further(i64),
}

impl Passed {
    /// What an argument is, in terms of a parameter.
    fn of(module: &Module, argument: Value, parameter: Value) -> Option<Passed> {
        if argument == parameter {
            return Some(Passed::Same);
        }
        if argument.ty().is_pointer() {
            let address = Address::of(module, argument);
            let is_further = address.base == parameter && address.indices.is_empty();
            return is_further.then_some(Passed::Further(address.constant));
        }
        // The sum of a checked addition.
        let is_checked = argument.is(LLVMOpcode::LLVMExtractValue) && argument.ty() == parameter.ty();
        let sum = if is_checked { *argument.operands().first()? } else { argument };
        let name = sum.callee_name();
        let is_one_of =
            |names: [&str; 2]| names.iter().any(|of| name.starts_with(&format!("llvm.{of}.with.overflow.")));
        let operands = sum.operands();
        let [a, b, ..] = operands[..] else { return None };
        if sum.is(LLVMOpcode::LLVMAdd) || is_one_of(["sadd", "uadd"]) {
            let other = if a == parameter { b } else { a };
            return ((a == parameter || b == parameter) && other.is_int_constant()).then_some(Passed::More(other));
        }
        let is_less = sum.is(LLVMOpcode::LLVMSub) || is_one_of(["ssub", "usub"]);
        (is_less && a == parameter && b.is_int_constant()).then_some(Passed::Less(b))
    }

    /// The parameter, from what was passed.
    fn back(self, module: &Module, builder: &Builder, passed: Value) -> Value {
        match self {
            Passed::Same => passed,
            Passed::More(number) => builder.sub(passed, number),
            Passed::Less(number) => builder.add(passed, number),
            Passed::Further(bytes) => {
                let back = module.pointer_int().constant(bytes.wrapping_neg() as u64);
                builder.part(module.int(8), passed, &[back])
            }
        }
    }
}

/// Restores the parameters that are kept behind each call, and computes what is computed from them where it is used.
pub fn restore(module: &Module, main: Value, sites: &Sites) {
    let mut slots = FxHashSet::default();
    for (number, function) in sites.functions.iter().enumerate() {
        for (index, (&slot, &parameter)) in function.parameters.iter().zip(&function.passed).enumerate() {
            let own: Vec<&Site> = sites.sites.iter().filter(|site| site.caller == Some(number)).collect();
            let is_other = |site: &&Site| site.callee != number;
            if own.iter().copied().filter(is_other).any(|site| sites.reaches(site.callee, number)) {
                continue;
            }
            let own = own.into_iter().filter(|site| site.callee == number);
            let passed = |site: &Site| Passed::of(module, *site.call.arguments().get(index)?, parameter);
            let Some(passed) = own.map(|site| Some((site, passed(site)?))).collect::<Option<Vec<_>>>() else {
                continue;
            };
            for user in parameter.users() {
                user.replace_operands(|operand, place| (operand == parameter).then(|| module.before(place).read(slot)));
            }
            for (site, passed) in passed {
                let Some(first) = site.behind().and_then(|block| block.instructions().first().copied()) else {
                    continue;
                };
                if matches!(passed, Passed::Same) {
                    continue;
                }
                let builder = module.before(first).without_place();
                builder.write(slot, passed.back(module, &builder, builder.read(slot)));
            }
            slots.insert(slot.address());
        }
    }
    Anew { module, slots, entry: main.blocks().first().copied() }.all(main, sites);
}

/// Computes again.
struct Anew<'m> {
    module: &'m Module,
    /// The places of parameters that are kept.
    slots: FxHashSet<Value>,
    entry: Option<Block>,
}

/// Expressions that are nested deeper are not computed again.
const DEEPEST: usize = 6;

impl Anew<'_> {
    /// Computes what is used in another block than it is computed in once more there, where that is possible, and addresses.
    fn all(&self, main: Value, sites: &Sites) {
        for value in main.instructions() {
            let Some(block) = value.block().filter(|block| sites.function_of.contains_key(block)) else { continue };
            if !value.is(LLVMOpcode::LLVMGetElementPtr) && !self.is_computable(value, 0) || self.slots.contains(&value)
            {
                continue;
            }
            for user in value.users() {
                user.replace_operands(|operand, place| {
                    (operand == value && place.block() != Some(block)).then(|| self.copy(value, place, 0))
                });
            }
        }
    }

    fn is_kept(&self, load: Value) -> bool {
        load.is(LLVMOpcode::LLVMLoad) && load.operands().first().is_some_and(|address| self.slots.contains(address))
    }

    /// Whether a value is computed from constants, addresses of objects and parameters that are kept.
    fn is_computable(&self, value: Value, depth: usize) -> bool {
        use LLVMOpcode::*;
        let kinds = [
            LLVMGetElementPtr,
            LLVMAdd,
            LLVMSub,
            LLVMMul,
            LLVMAnd,
            LLVMOr,
            LLVMXor,
            LLVMSExt,
            LLVMZExt,
            LLVMTrunc,
            LLVMICmp,
        ];
        match value.opcode() {
            None => value.is_constant(),
            Some(LLVMAlloca) => value.block() == self.entry,
            Some(LLVMLoad) => self.is_kept(value),
            Some(kind) if kinds.contains(&kind) && depth < DEEPEST => {
                value.operands().into_iter().all(|operand| self.is_computable(operand, depth + 1))
            }
            Some(_) => false,
        }
    }

    /// A copy of a value, with copies of what it is computed from as far as that can be computed again.
    fn copy(&self, value: Value, place: Value, depth: usize) -> Value {
        let copy = self.module.before(place).copy_of(value);
        for (index, operand) in value.operands().into_iter().enumerate() {
            let is_instruction = operand.opcode().is_some() && !operand.is(LLVMOpcode::LLVMAlloca);
            let is_address = operand.is(LLVMOpcode::LLVMGetElementPtr);
            if is_instruction && depth < DEEPEST && (is_address || self.is_computable(operand, 0)) {
                copy.set_operand(index, self.copy(operand, copy, depth + 1));
            }
        }
        copy
    }
}
