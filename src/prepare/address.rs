//! Addresses as what they are computed from: a base, constant offsets, indices. Readers are given them in bytes.

use crate::llvm::ir::{Builder, LLVMIntPredicate, LLVMOpcode, Module, Type, Value};
use crate::llvm::marker::declare;

/// An address as what it is computed from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Address {
    /// The pointer below all `getelementptr`s.
    pub base: Value,
    /// The sum of all constant offsets, in bytes.
    pub constant: i64,
    /// The other indices, each with the bytes that it counts in.
    pub indices: Vec<(Value, u64)>,
}

impl Address {
    /// Follows an address to its base.
    pub fn of(module: &Module, address: Value) -> Address {
        let mut followed = Address { base: address, constant: 0, indices: Vec::new() };
        // Addresses are nested as deep as expressions are; a broken module could nest them in a circle.
        for _ in 0..10_000 {
            let Some(steps) = module.steps(followed.base) else { break };
            followed.add(steps);
            followed.base = followed.base.operands()[0];
        }
        followed
    }

    /// One step towards the base.
    pub fn step(module: &Module, address: Value) -> Address {
        let mut followed = Address { base: address, constant: 0, indices: Vec::new() };
        if let Some(steps) = module.steps(address) {
            followed.add(steps);
            followed.base = address.operands()[0];
        }
        followed
    }

    fn add(&mut self, steps: Vec<(Option<Value>, u64)>) {
        for (index, stride) in steps {
            match index.map(|index| (index, index.as_signed_int())) {
                None => self.constant = self.constant.wrapping_add(stride as i64),
                Some((_, Some(index))) => {
                    self.constant = self.constant.wrapping_add(index.wrapping_mul(stride as i64));
                }
                Some((index, None)) => self.indices.push((index, stride)),
            }
        }
    }

    /// The size of the object that the base is, if it is one that has its place and size from the beginning.
    pub fn size(&self, module: &Module) -> Option<u64> {
        module.object_size(self.base)
    }

    /// The offset from the base, computed where the builder stands, as addresses are: it wraps.
    pub fn offset(&self, module: &Module, builder: &Builder) -> Value {
        self.sum(module, module.pointer_int(), builder)
    }

    /// The same as wide as it takes not to wrap.
    pub fn exact_offset(&self, module: &Module, builder: &Builder) -> Value {
        let ty = module.pointer_int();
        let width = ty.int_width().unwrap_or(64);
        match self.indices.iter().all(|&(index, stride)| fits(index, stride, width - self.indices.len() as u32)) {
            true => self.sum(module, ty, builder),
            false => self.sum(module, module.int(2 * width), builder),
        }
    }

    fn sum(&self, module: &Module, ty: Type, builder: &Builder) -> Value {
        let mut sum = builder.resized(module.int(64).constant(self.constant as u64), ty);
        for &(index, stride) in &self.indices {
            let index = builder.resized(index, ty);
            sum = builder.add(builder.mul(index, ty.constant(stride)), sum);
        }
        sum
    }

    /// An offset that is outside of every object where the product of an index and the size of what it counts leaves the address
    /// space, and the [offset](Address::offset) elsewhere.
    pub fn offset_or_far(&self, module: &Module, builder: &Builder) -> Value {
        let (ty, mut near) = (module.pointer_int(), self.clone());
        let mut far = Vec::new();
        for (index, stride) in &mut near.indices {
            if let Some(most) = most(module, *index, *stride) {
                let leaves = match inside_or_far(*index, most) {
                    Some((leaves, inside)) => {
                        *index = inside;
                        leaves
                    }
                    None => leaves(builder, *index, most),
                };
                // A multiple: where nothing else is added, it is of the same residue class.
                far.push((leaves, ty.constant(most * *stride)));
            }
        }
        let offset = near.offset(module, builder);
        far.into_iter().fold(offset, |result, (leaves, far)| builder.select(leaves, far, result))
    }
}

/// The largest number of elements of this size that leads from one place in the address space to another; `None` where each value of the
/// index does.
pub fn most(module: &Module, index: Value, stride: u64) -> Option<u64> {
    let (ty, width) = (module.pointer_int(), module.pointer_int().int_width().unwrap_or(64));
    let is_open = index.ty() == ty && stride > 1 && !fits(index, stride, width);
    is_open.then(|| (u64::MAX >> (65 - width)) / stride)
}

/// Whether an index is further from 0 than so much, in the form that LLVM gives to such a question: so it is known again when it is asked twice.
pub fn leaves(builder: &Builder, index: Value, most: u64) -> Value {
    let [from, count] = beyond(index.ty(), most);
    builder.compare(LLVMIntPredicate::LLVMIntULT, builder.add(index, from), count)
}

/// Of an index that is another one, or so much where that one [leaves] the address space, whether it does, and the other one.
fn inside_or_far(index: Value, most: u64) -> Option<(Value, Value)> {
    let choice = index.is(LLVMOpcode::LLVMSelect).then(|| index.operands())?;
    let [leaves, far, inside] = choice[..] else { return None };
    let asked = leaves.is(LLVMOpcode::LLVMICmp).then(|| leaves.operands())?;
    let moved = asked[0].is(LLVMOpcode::LLVMAdd).then(|| asked[0].operands())?;
    let [from, count] = beyond(index.ty(), most);
    let is_asked = leaves.predicate() == Some(LLVMIntPredicate::LLVMIntULT) && asked[1] == count;
    (far == index.ty().constant(most) && is_asked && moved == [inside, from]).then_some((leaves, inside))
}

/// What is added to an index, so that just those that are further from 0 than so much are below the second number.
fn beyond(ty: Type, most: u64) -> [Value; 2] {
    [ty.constant((most + 1).wrapping_neg()), ty.constant((2 * most + 1).wrapping_neg())]
}

/// Replaces the computations of addresses in a function by markers with the offset in bytes, which `offset` computes: instructions, and
/// those constants that `is_lowered` says are to be, given the instruction that uses one.
pub fn lower(
    module: &Module,
    function: Value,
    is_lowered: impl Fn(Value, &Address) -> bool,
    offset: impl Fn(&Address, &Builder) -> Value,
) {
    let lowered = |place: &Address, instruction: Value| {
        let builder = module.before(instruction);
        let offset = offset(place, &builder);
        builder.call(declare::address(module), &[place.base, offset])
    };
    let instructions = function.instructions();
    for &instruction in &instructions {
        instruction.replace_operands(|operand, before| {
            let is_constant = operand.stepped().is_some() && operand.opcode().is_none();
            let place =
                is_constant.then(|| Address::of(module, operand)).filter(|place| is_lowered(instruction, place));
            place.map(|place| lowered(&place, before))
        });
    }
    for address in instructions.into_iter().filter(|instruction| instruction.is(LLVMOpcode::LLVMGetElementPtr)) {
        // An address that others are computed from too keeps its own marker.
        let place = Address::step(module, address);
        if address.ty() == module.pointer() && place.base != address {
            let (lowered, name) = (lowered(&place, address), address.name());
            address.replace_uses(lowered);
            address.erase();
            lowered.set_name(&name);
        }
    }
}

/// Whether the product of a number and a constant has fewer bits than so many, as a signed number.
pub fn fits(index: Value, stride: u64, width: u32) -> bool {
    let extended = [LLVMOpcode::LLVMSExt, LLVMOpcode::LLVMZExt].iter().any(|&opcode| index.is(opcode));
    let source = if extended { index.operands()[0] } else { index };
    let bits = source.ty().int_width().map_or(64, |bits| bits + u32::from(index.is(LLVMOpcode::LLVMZExt)));
    bits + (64 - stride.leading_zeros()) < width
}
