//! Slots: one-bit locals that passes put into registers, so that a fact can be remembered across blocks.

use super::*;

/// A one-bit local.
#[derive(Clone, Copy, Debug)]
pub struct Slot(Value);

impl Builder {
    /// A new slot. The builder stands in the entry block.
    pub fn slot(&self, module: &Module) -> Slot {
        // SAFETY: The type is the module's.
        Slot(Value(unsafe { LLVMBuildAlloca(self.0, module.int(1).0, c"".as_ptr()) }))
    }

    /// What a slot holds.
    pub fn read(&self, slot: Slot, module: &Module) -> Value {
        // SAFETY: A slot is the address of one bit.
        Value(unsafe { LLVMBuildLoad2(self.0, module.int(1).0, slot.0 .0, c"".as_ptr()) })
    }

    /// Lets a slot hold something.
    pub fn write(&self, slot: Slot, bit: Value) {
        self.store(bit, slot.0);
    }
}
