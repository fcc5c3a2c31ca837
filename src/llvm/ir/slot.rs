//! Slots: locals that passes put into registers, so that a fact or an address can be remembered across blocks.

use super::builder::UNNAMED;
use super::*;

/// A local of one word.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    address: Value,
    ty: Type,
}

impl Builder {
    /// A new slot for values of a type. The builder stands in the entry block.
    pub fn slot(&self, ty: Type) -> Slot {
        // SAFETY: The type is one of values.
        Slot { address: Value(unsafe { LLVMBuildAlloca(self.0, ty.0, UNNAMED) }), ty }
    }

    /// What a slot holds.
    pub fn read(&self, slot: Slot) -> Value {
        // SAFETY: A slot is the address of a value of its type.
        Value(unsafe { LLVMBuildLoad2(self.0, slot.ty.0, slot.address.0, UNNAMED) })
    }

    /// Lets a slot hold something.
    pub fn write(&self, slot: Slot, value: Value) {
        self.store(value, slot.address);
    }
}
