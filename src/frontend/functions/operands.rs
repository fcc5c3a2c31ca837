//! What operands are, as bit-vectors and as pointers: constants, registers, the addresses of objects.

use super::layout::fp_bits;
use super::reader::Reader;
use crate::bv::BitVec;
use crate::program::Operand;
use llvm_ir::{Constant, Name, Type};

/// What is known about where a pointer points.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// Into a local or global object, which begins at this address; its size in bytes where that is known.
    Object(BitVec, Option<u64>),
    /// Into a block of memory that an allocation of this many bytes has given, which begins where this value points, if it is not
    /// null.
    Block(Operand, u64),
    /// Wherever this value points, plus some offset.
    Value(Operand),
}

/// Where objects begin: far from zero and from each other.
pub(super) const FIRST_ADDRESS: u128 = 0x1000_0000;
const SPACING: u128 = 0x10_0000;

impl Reader<'_> {
    /// Bits of a value that can be a bit-vector.
    pub(super) fn width_of(&self, ty: &Type) -> Option<u32> {
        match ty {
            Type::IntegerType { bits } => Some(*bits).filter(|bits| *bits <= BitVec::MAX_WIDTH),
            Type::PointerType { .. } => Some(self.layout.pointer_width()),
            Type::FPType(kind) => Some(fp_bits(*kind)),
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
            Constant::Null(_) => Some(Operand::Constant(BitVec::new(self.layout.pointer_width(), 0))),
            Constant::AggregateZero(ty) => Some(Operand::Constant(BitVec::new(self.width_of(ty)?, 0))),
            Constant::GlobalReference { name, .. } => self.global(name).map(|(address, _)| Operand::Constant(address)),
            _ => None,
        }
    }

    /// Where a pointer operand points.
    pub(super) fn root(&mut self, operand: &llvm_ir::Operand) -> Option<Root> {
        match operand {
            llvm_ir::Operand::LocalOperand { name, .. } => {
                self.roots.get(name).copied().or_else(|| self.values.get(name).copied().map(Root::Value))
            }
            llvm_ir::Operand::ConstantOperand(constant) => self.constant_root(constant),
            llvm_ir::Operand::MetadataOperand => None,
        }
    }

    fn constant_root(&mut self, constant: &Constant) -> Option<Root> {
        match constant {
            Constant::GlobalReference { name, .. } => self.global(name).map(|(at, size)| Root::Object(at, size)),
            Constant::GetElementPtr(step) => match self.constant_root(&step.address)? {
                Root::Object(at, _) => Some(Root::Object(at, None)),
                root => Some(root),
            },
            Constant::Null(_) => self.constant(constant).map(Root::Value),
            _ => None,
        }
    }

    /// The address and the size of a global; `None` if it may be missing.
    fn global(&mut self, name: &Name) -> Option<(BitVec, Option<u64>)> {
        use llvm_ir::module::Linkage;
        if let Some(object) = self.objects.get(name) {
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
        // The initialiser has the variable's own type.
        let initial =
            variable.filter(|_| linkage != Linkage::Common).and_then(|variable| variable.initializer.as_ref());
        let ty = initial.map(|initial| self.module.type_of(initial));
        let size = ty.and_then(|ty| self.size_of_object(&ty));
        let object = self.new_object(size);
        self.objects.insert(name.clone(), object);
        Some(object)
    }

    /// The size of an object, where it bounds accesses.
    pub(super) fn size_of_object(&self, ty: &Type) -> Option<u64> {
        self.layout.extent(ty).map(|extent| extent.size).filter(|_| !self.layout.is_open_ended(ty))
    }

    /// An address for a new object.
    pub(super) fn new_object(&mut self, size: Option<u64>) -> (BitVec, Option<u64>) {
        let address = BitVec::new(self.layout.pointer_width(), self.next_address);
        self.next_address += SPACING + u128::from(size.unwrap_or(0)).next_multiple_of(SPACING);
        (address, size)
    }
}
