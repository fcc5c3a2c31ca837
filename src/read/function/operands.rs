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
            Constant::GlobalReference { name, .. } => self.global(name).map(|object| self.objects[object].address),
            _ => None,
        }
    }

    /// Where a pointer operand points.
    pub(super) fn root(&mut self, operand: &llvm_ir::Operand) -> Option<Root> {
        match operand {
            llvm_ir::Operand::LocalOperand { name, .. } => {
                let only = || self.bases.get(name)?.only().map(|object| Root::Object(self.objects[object]));
                let value = || self.values.get(name).copied().map(Root::Value);
                self.roots.get(name).copied().or_else(only).or_else(value)
            }
            llvm_ir::Operand::ConstantOperand(constant) => self.constant_root(constant),
            llvm_ir::Operand::MetadataOperand => None,
        }
    }

    fn constant_root(&mut self, constant: &Constant) -> Option<Root> {
        match constant {
            Constant::GlobalReference { name, .. } => {
                self.global(name).map(|object| Root::Object(self.objects[object]))
            }
            Constant::GetElementPtr(step) => match self.constant_root(&step.address)? {
                Root::Object(object) => Some(Root::Object(Object { size: None, ..object })),
                root => Some(root),
            },
            Constant::Null(_) => self.constant(constant).map(Root::Value),
            _ => None,
        }
    }

    /// The row of a global; `None` if it may be missing.
    pub(super) fn global(&mut self, name: &Name) -> Option<usize> {
        use llvm_ir::module::Linkage;
        if let Some(object) = self.globals.get(name) {
            return Some(*object);
        }
        let variable = self.module.get_global_var_by_name(name);
        let linkage = match (variable, name) {
            (Some(variable), _) => variable.linkage,
            (None, Name::Name(text)) => match self.module.get_func_by_name(text) {
                Some(function) => function.linkage,
                None => self.module.get_func_decl_by_name(text)?.linkage,
            },
            _ => return None,
        };
        if matches!(linkage, Linkage::ExternalWeak | Linkage::WeakAny | Linkage::LinkOnceAny) {
            return None;
        }
        // Those in a section that the program names may lie one behind the other, as an array.
        let is_one = variable.is_some_and(|v| v.section.is_none() && v.linkage != Linkage::Common);
        let size = match name {
            Name::Name(text) if is_one => self.sizes.get(text.as_str()).copied(),
            _ => None,
        };
        let is_shared = variable.is_some_and(|variable| variable.unnamed_addr.is_some());
        let object = self.new_object(size, is_shared);
        self.globals.insert(name.clone(), object);
        Some(object)
    }
}
