//! What operands are, as bit-vectors and as pointers: constants, registers, the addresses of objects.

use super::bases::Object;
use super::reader::Reader;
use crate::bv::BitVec;
use crate::program::Operand;
use crate::read::operators::float_bits;
use llvm_ir::{Constant, Name, Type};

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

impl Reader<'_> {
    /// Bits of a value that can be a bit-vector.
    pub(super) fn width_of(&self, ty: &Type) -> Option<u32> {
        match ty {
            Type::IntegerType { bits } => Some(*bits).filter(|bits| *bits <= BitVec::MAX_WIDTH),
            Type::PointerType { .. } => Some(self.pointer_width),
            Type::FPType(kind) => Some(float_bits(*kind)),
            _ => None,
        }
    }

    /// The operand as a bit-vector; `None` if it is none, or any value.
    pub(super) fn operand(&mut self, operand: &llvm_ir::Operand) -> Option<Operand> {
        match operand {
            llvm_ir::Operand::LocalOperand { name, .. } => self.values.get(name).copied(),
            llvm_ir::Operand::ConstantOperand(constant) => self.constant(constant),
            llvm_ir::Operand::MetadataOperand => None,
        }
    }

    fn constant(&mut self, constant: &Constant) -> Option<Operand> {
        match constant {
            Constant::Int { bits, value } if *bits <= 64 => {
                Some(Operand::Constant(BitVec::new(*bits, u128::from(*value))))
            }
            Constant::Null(_) => Some(Operand::Constant(BitVec::new(self.pointer_width, 0))),
            Constant::AggregateZero(ty) => Some(Operand::Constant(BitVec::new(self.width_of(ty)?, 0))),
            Constant::GlobalReference { name, .. } => self.global(name).map(|object| object.address),
            _ => None,
        }
    }

    /// Where a pointer operand points.
    pub(super) fn root(&mut self, operand: &llvm_ir::Operand) -> Option<Root> {
        match operand {
            llvm_ir::Operand::LocalOperand { name, .. } => {
                if let Some(root) = self.roots.get(name) {
                    return Some(*root);
                }
                match self.only(&self.points_to.of_value(name)) {
                    Some(object) => Some(Root::Object(self.object_at(object))),
                    None => self.values.get(name).copied().map(Root::Value),
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
            Constant::Null(_) => self.constant(constant).map(Root::Value),
            _ => None,
        }
    }

    /// A global; `None` if it may be missing.
    fn global(&mut self, name: &Name) -> Option<Object> {
        let Name::Name(name) = name else { return None };
        self.points_to.number(false, name).map(|number| self.object_at(number))
    }
}
