//! What operands are, as bit-vectors and as pointers: constants, registers, the addresses of objects.

use super::bases::Object;
use super::havoc::Havoc;
use crate::program::Operand;
use crate::read::blocks::Reader;
use crate::read::values::{zero, Value};
use llvm_ir::{Constant, Name};

/// What is known about where a pointer points.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// Into a local or global object.
    Object(Object),
    /// Into a block of memory that an allocation of this many bytes has given, which begins where this value points, if it is not
    /// null.
    Block(Operand, u64),
    /// Wherever this value points, plus some offset.
    Value(Operand),
}

impl<'m> Reader<'m, Havoc<'m>> {
    /// The operand as a bit-vector; `None` if it is none, or any value.
    pub(super) fn operand(&mut self, operand: &llvm_ir::Operand) -> Option<Operand> {
        match self.value(operand) {
            Value::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// Where a pointer operand points.
    pub(super) fn root(&mut self, operand: &llvm_ir::Operand) -> Option<Root> {
        match operand {
            llvm_ir::Operand::LocalOperand { name, .. } => {
                if let Some(root) = self.policy.roots.get(name) {
                    return Some(*root);
                }
                match self.only(&self.policy.points_to.of_value(name)) {
                    Some(object) => Some(Root::Object(self.object_at(object))),
                    None => self.operand(operand).map(Root::Value),
                }
            }
            llvm_ir::Operand::ConstantOperand(constant) => self.constant_root(constant),
            llvm_ir::Operand::MetadataOperand => None,
        }
    }

    fn constant_root(&mut self, constant: &Constant) -> Option<Root> {
        match constant {
            Constant::GlobalReference { name, .. } => self.global(name).map(Root::Object),
            Constant::GetElementPtr(step) => match self.constant_root(&step.address)? {
                Root::Object(object) => Some(Root::Object(Object { size: None, ..object })),
                root => Some(root),
            },
            Constant::Null(_) => Some(Root::Value(zero(self.policy.pointer_width))),
            _ => None,
        }
    }

    /// A global; `None` if it may be missing.
    pub(super) fn global(&mut self, name: &Name) -> Option<Object> {
        let Name::Name(name) = name else { return None };
        self.policy.points_to.number(false, name).map(|number| self.object_at(number))
    }
}
