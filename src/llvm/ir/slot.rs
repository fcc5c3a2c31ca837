//! Slots: locals that passes put into registers, so that a fact or an address can be remembered across blocks.

use super::builder::UNNAMED;
use super::*;

/// A local of one word.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    address: Value,
    ty: Type,
}

impl Slot {
    /// Where it is.
    pub fn address(self) -> Value {
        self.address
    }

    /// What it holds.
    pub fn ty(self) -> Type {
        self.ty
    }

    /// The local of one value that an `alloca` makes, as a slot.
    pub fn of(local: Value) -> Option<Slot> {
        let count = local.operands().first().and_then(|count| count.as_int());
        let ty = local.allocated().filter(|_| local.is(LLVMOpcode::LLVMAlloca) && count == Some(1))?;
        Some(Slot { address: local, ty })
    }

    /// Whether it is only read and written as what it is, and passes can put it into a register.
    pub fn is_plain(self) -> bool {
        self.address.users().into_iter().all(|user| match (user.opcode(), &user.operands()[..]) {
            (Some(LLVMOpcode::LLVMLoad), _) => user.ty() == self.ty && !user.is_volatile(),
            (Some(LLVMOpcode::LLVMStore), [value, address]) => {
                *address == self.address && value.ty() == self.ty && *value != self.address && !user.is_volatile()
            }
            _ => false,
        })
    }
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
