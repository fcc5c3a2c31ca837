//! Sizes and places of types in memory, as the module's data layout says.

use crate::read::operators::float_bits;
use llvm_ir::types::NamedStructDef;
use llvm_ir::{Module, Type, TypeRef};

/// How deep types are looked into; a broken module could nest them in a circle.
const DEEPEST: usize = 64;

/// The layout of a module.
#[derive(Clone, Copy)]
pub struct Layout<'m> {
    module: &'m Module,
}

/// Bytes that a type takes, and what its address is a multiple of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Bytes from one element of an array to the next.
    pub size: u64,
    /// Bytes.
    pub alignment: u64,
}

impl<'m> Layout<'m> {
    /// The layout of a module.
    pub fn new(module: &'m Module) -> Layout<'m> {
        Layout { module }
    }

    /// Bits of a pointer.
    pub fn pointer_width(self) -> u32 {
        self.module.data_layout.alignments.ptr_alignment(0).size
    }

    /// The extent of a type; `None` if it has no size.
    pub fn extent(self, ty: &Type) -> Option<Extent> {
        self.nested(ty, DEEPEST)
    }

    /// How many bytes an access of a type reads or writes: what follows up to its alignment is not touched.
    pub fn accessed(self, ty: &Type) -> Option<u64> {
        match ty {
            Type::IntegerType { bits } => Some(u64::from(bits.div_ceil(8))),
            Type::FPType(kind) => Some(u64::from(float_bits(*kind).div_ceil(8))),
            _ => self.extent(ty).map(|extent| extent.size),
        }
    }

    fn nested(self, ty: &Type, depth: usize) -> Option<Extent> {
        let depth = depth.checked_sub(1)?;
        let bits = |bits: u32| {
            let bytes = u64::from(bits.div_ceil(8));
            let alignment = u64::from(self.module.data_layout.alignments.type_alignment(ty).abi / 8).max(1);
            Some(Extent { size: bytes.next_multiple_of(alignment), alignment })
        };
        match ty {
            Type::IntegerType { bits: width } => bits(*width),
            Type::PointerType { addr_space } => {
                bits(self.module.data_layout.alignments.ptr_alignment(*addr_space).size)
            }
            Type::FPType(kind) => bits(float_bits(*kind)),
            Type::ArrayType { element_type, num_elements } => {
                let element = self.nested(element_type, depth)?;
                let size = element.size.checked_mul(*num_elements as u64)?;
                Some(Extent { size, alignment: element.alignment })
            }
            Type::StructType { element_types, is_packed } => {
                let mut place = 0u64;
                let mut alignment = 1;
                for ty in element_types {
                    let part = self.nested(ty, depth)?;
                    let own = if *is_packed { 1 } else { part.alignment };
                    alignment = alignment.max(own);
                    place = place.checked_next_multiple_of(own)?.checked_add(part.size)?;
                }
                Some(Extent { size: place.checked_next_multiple_of(alignment)?, alignment })
            }
            Type::NamedStructType { name } => self.nested(self.named(name)?.as_ref(), depth),
            _ => None,
        }
    }

    fn named(self, name: &str) -> Option<TypeRef> {
        match self.module.types.named_struct_def(name) {
            Some(NamedStructDef::Defined(ty)) => Some(ty.clone()),
            _ => None,
        }
    }

    /// Where member `index` of a structure begins, in bytes, and its type.
    pub fn member(self, ty: &Type, index: usize) -> Option<(u64, TypeRef)> {
        let (elements, packed) = match ty {
            Type::NamedStructType { name } => return self.member(self.named(name)?.as_ref(), index),
            Type::StructType { element_types, is_packed } => (element_types, *is_packed),
            _ => return None,
        };
        let mut place = 0u64;
        for (number, ty) in elements.iter().enumerate() {
            let part = self.extent(ty)?;
            place = place.checked_next_multiple_of(if packed { 1 } else { part.alignment })?;
            if number == index {
                return Some((place, ty.clone()));
            }
            place = place.checked_add(part.size)?;
        }
        None
    }

    /// Whether a type ends in an array that is meant to be longer than it is written: then its size bounds nothing.
    pub fn is_open_ended(self, ty: &Type) -> bool {
        match ty {
            Type::NamedStructType { name } => self.named(name).is_none_or(|ty| self.is_open_ended(&ty)),
            Type::StructType { element_types, .. } => {
                let last = element_types.last().map(|ty| ty.as_ref());
                last.is_some_and(|ty| matches!(ty, Type::ArrayType { .. }) || self.is_open_ended(ty))
            }
            Type::ArrayType { num_elements, .. } => *num_elements == 0,
            _ => false,
        }
    }
}
