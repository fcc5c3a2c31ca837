//! Numbers that are made of the addresses of globals, where LLVM keeps them as constants: in `p - buffer` the subtrahend is
//! `ptrtoint (ptr @buffer to i64)`, and in `int length = p - buffer` it is cut off to 32 bits. The reader of the module follows
//! instructions alone, and addresses in full width. So such constants become instructions, and sums and differences with them
//! are computed as wide as addresses and cut off afterwards, which gives the same bits.

use crate::llvm::ir::{Builder, LLVMOpcode, Module, Value};
use crate::llvm::marker::declare;
use crate::prepare::address::Address;

/// How deep sums are looked into.
const DEEPEST: u32 = 8;

/// A constant as a sum of a number, modulo its width, and of at most one address, which is added or subtracted.
#[derive(Clone, Copy, Default)]
struct Sum {
    number: u64,
    added: Option<Value>,
    subtracted: Option<Value>,
}

/// Makes instructions of these constants in a function.
pub fn lower(module: &Module, function: Value) {
    for instruction in function.instructions() {
        if !rewrite(module, instruction) {
            instruction.replace_operands(|operand, place| {
                let part = *operand.operands().first()?;
                match operand.constant_opcode()? {
                    LLVMOpcode::LLVMPtrToInt if is_wide(module, operand) => {
                        Some(number_of(module, &module.before(place), part))
                    }
                    // A number that was made of an address is one again: `(int *)((unsigned long)table + 16)`.
                    LLVMOpcode::LLVMIntToPtr if is_wide(module, part) => match sum(part, DEEPEST)? {
                        Sum { number, added: Some(address), subtracted: None } => {
                            Some(moved(module, &module.before(place), address, number))
                        }
                        _ => None,
                    },
                    _ => None,
                }
            });
        }
    }
    // What the sums were computed of before, such as addresses that are cut off, the reader could not follow.
    for instruction in function.instructions().into_iter().rev() {
        if is_arithmetic(instruction) && !instruction.has_uses() {
            instruction.erase();
        }
    }
}

fn is_arithmetic(instruction: Value) -> bool {
    use LLVMOpcode::{LLVMAdd, LLVMPtrToInt, LLVMSub, LLVMTrunc};
    matches!(instruction.opcode(), Some(LLVMAdd | LLVMSub | LLVMTrunc | LLVMPtrToInt))
}

/// A sum or difference with such a constant is computed in full width.
fn rewrite(module: &Module, instruction: Value) -> bool {
    let (operands, is_difference) = (instruction.operands(), instruction.is(LLVMOpcode::LLVMSub));
    let fits = instruction.ty().int_width().is_some_and(|width| Some(width) <= module.pointer_int().int_width());
    let (true, [a, b]) = (fits && (is_difference || instruction.is(LLVMOpcode::LLVMAdd)), &operands[..]) else {
        return false;
    };
    let builder = module.before(instruction);
    let full = match (sum(*a, DEEPEST), sum(*b, DEEPEST)) {
        (None, Some(known)) => {
            let known = if is_difference { known.negated() } else { known };
            let other = widened(module, &builder, *a, DEEPEST);
            known.added_to(module, &builder, other)
        }
        (Some(known), None) if !is_difference => {
            let other = widened(module, &builder, *b, DEEPEST);
            known.added_to(module, &builder, other)
        }
        // A distance of two globals, less something, stays what it is: unmodelled.
        (Some(Sum { number, added: Some(address), subtracted: None }), None) => {
            let start = number_of(module, &builder, address);
            let start = builder.add(start, module.pointer_int().constant(number));
            builder.sub(start, widened(module, &builder, *b, DEEPEST))
        }
        _ => return false,
    };
    let narrow = builder.resized(full, instruction.ty());
    let name = instruction.name();
    instruction.replace_uses(narrow);
    instruction.erase();
    narrow.set_name(&name);
    true
}

impl Sum {
    fn negated(self) -> Sum {
        Sum { number: self.number.wrapping_neg(), added: self.subtracted, subtracted: self.added }
    }

    fn plus(self, other: Sum) -> Option<Sum> {
        if self.added.is_some() && other.added.is_some() || self.subtracted.is_some() && other.subtracted.is_some() {
            return None;
        }
        Some(Sum {
            number: self.number.wrapping_add(other.number),
            added: self.added.or(other.added),
            subtracted: self.subtracted.or(other.subtracted),
        })
    }

    /// The sum with a computed number. What is subtracted comes first: the rest of a difference of addresses is no address.
    fn added_to(self, module: &Module, builder: &Builder, other: Value) -> Value {
        let mut all = other;
        if let Some(address) = self.subtracted {
            all = builder.sub(all, number_of(module, builder, address));
        }
        if let Some(address) = self.added {
            all = builder.add(all, number_of(module, builder, address));
        }
        match self.number {
            0 => all,
            number => builder.add(all, module.pointer_int().constant(number)),
        }
    }
}

/// A constant that an address is part of, as a sum.
fn sum(constant: Value, depth: u32) -> Option<Sum> {
    let found = parts(constant, depth)?;
    (found.added.is_some() || found.subtracted.is_some()).then_some(found)
}

fn parts(constant: Value, depth: u32) -> Option<Sum> {
    if let Some(number) = constant.as_signed_int() {
        return Some(Sum { number: number as u64, ..Sum::default() });
    }
    let operands = constant.operands();
    let part = |index: usize| parts(*operands.get(index)?, depth.checked_sub(1)?);
    match constant.constant_opcode()? {
        LLVMOpcode::LLVMPtrToInt => Some(Sum { added: operands.first().copied(), ..Sum::default() }),
        LLVMOpcode::LLVMTrunc => part(0),
        LLVMOpcode::LLVMAdd => part(0)?.plus(part(1)?),
        LLVMOpcode::LLVMSub => part(0)?.plus(part(1)?.negated()),
        _ => None,
    }
}

/// A number as wide as addresses, whose low bits are those of the one given; which the others are does not matter.
fn widened(module: &Module, builder: &Builder, number: Value, depth: u32) -> Value {
    if is_wide(module, number) {
        return number;
    }
    let operands = number.operands();
    match (number.opcode(), &operands[..]) {
        (Some(LLVMOpcode::LLVMTrunc), [whole]) if is_wide(module, *whole) => *whole,
        (Some(LLVMOpcode::LLVMPtrToInt), [address]) => builder.number(*address, module.pointer_int()),
        (Some(LLVMOpcode::LLVMAdd), [a, b]) if depth > 0 => {
            let a = widened(module, builder, *a, depth - 1);
            builder.add(a, widened(module, builder, *b, depth - 1))
        }
        (Some(LLVMOpcode::LLVMSub), [a, b]) if depth > 0 => {
            let a = widened(module, builder, *a, depth - 1);
            builder.sub(a, widened(module, builder, *b, depth - 1))
        }
        _ => builder.resized(number, module.pointer_int()),
    }
}

fn is_wide(module: &Module, number: Value) -> bool {
    number.ty() == module.pointer_int()
}

/// The number that a constant address is, by an instruction.
fn number_of(module: &Module, builder: &Builder, address: Value) -> Value {
    builder.number(moved(module, builder, address, 0), module.pointer_int())
}

/// So many bytes behind a constant address. As a call, it is no constant any more, of which the builder would make one again.
fn moved(module: &Module, builder: &Builder, address: Value, by: u64) -> Value {
    let mut place = Address::of(module, address);
    place.constant = place.constant.wrapping_add(by as i64);
    let offset = place.offset(module, builder);
    builder.call(declare::address(module), &[place.base, offset])
}
