//! What an LLVM value is to the reader, and how operands become [`Operand`]s.

use llvm_ir::types::NamedStructDef;
use llvm_ir::{Constant, Name, Type, TypeRef};

use super::blocks::{Cut, Reader};
use super::floats;
use super::memory::Pointer;
use super::policy::Policy;
use crate::bv::BitVec;
use crate::program::Operand;

/// How many parts an aggregate value may have to be kept apart.
const MAX_PARTS: usize = 256;

/// What a value's type lets us say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A bit-vector of this width.
    Bits(u32),
    /// A struct or array.
    Aggregate(Vec<Shape>),
    /// A pointer.
    Pointer,
    /// Anything else.
    Opaque,
}

/// An LLVM value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A bit-vector.
    Bits(Operand),
    /// A struct or array.
    Aggregate(Vec<Value>),
    /// Any bit-vector of this width: `undef` or `poison`.
    Undefined(u32),
    /// A pointer, or a number that is one.
    Pointer(Pointer),
    /// Nothing that is represented: a vector, a pointer to something unknown.
    Opaque,
}

impl Value {
    /// The part at the end of a path of indices.
    pub(super) fn part(&self, path: &[u32]) -> Option<&Value> {
        match (path, self) {
            ([], value) => Some(value),
            ([first, rest @ ..], Value::Aggregate(parts)) => parts.get(*first as usize)?.part(rest),
            _ => None,
        }
    }

    /// Replaces the part at the end of a path of indices; `None` if there is none.
    pub(super) fn with_part(mut self, path: &[u32], new: Value) -> Option<Value> {
        match (path, &mut self) {
            ([], _) => return Some(new),
            ([first, rest @ ..], Value::Aggregate(parts)) => {
                let part = parts.get_mut(*first as usize)?;
                *part = part.clone().with_part(rest, new)?;
            }
            _ => return None,
        }
        Some(self)
    }
}

impl<'m, P: Policy<'m>> Reader<'m, P> {
    /// What can be said of values of this type.
    pub(super) fn shape(&self, ty: &TypeRef) -> Shape {
        match ty.as_ref() {
            Type::IntegerType { bits } if *bits <= BitVec::MAX_WIDTH => Shape::Bits(*bits),
            Type::StructType { element_types, .. } if element_types.len() <= MAX_PARTS => {
                Shape::Aggregate(element_types.iter().map(|ty| self.shape(ty)).collect())
            }
            Type::ArrayType { element_type, num_elements } if *num_elements <= MAX_PARTS => {
                Shape::Aggregate(vec![self.shape(element_type); *num_elements])
            }
            Type::NamedStructType { name } => match self.module.types.named_struct_def(name) {
                Some(NamedStructDef::Defined(ty)) => self.shape(ty),
                _ => Shape::Opaque,
            },
            Type::PointerType { addr_space: 0 } => self.policy.pointers(),
            Type::FPType(kind) => floats::format(*kind).map_or(Shape::Opaque, |format| Shape::Bits(format.width())),
            _ => Shape::Opaque,
        }
    }

    /// The value of an operand.
    pub(super) fn value(&mut self, operand: &llvm_ir::Operand) -> Value {
        match operand {
            llvm_ir::Operand::LocalOperand { name, .. } => self.values.get(name).cloned().unwrap_or(Value::Opaque),
            llvm_ir::Operand::ConstantOperand(constant) => self.constant(constant),
            llvm_ir::Operand::MetadataOperand => Value::Opaque,
        }
    }

    /// The value of a constant. Integers wider than 64 bits are opaque: `llvm-ir` drops their upper bits silently.
    fn constant(&mut self, constant: &Constant) -> Value {
        match constant {
            Constant::Int { bits, value } if *bits <= 64 => {
                Value::Bits(Operand::Constant(BitVec::new(*bits, u128::from(*value))))
            }
            Constant::AggregateZero(ty) | Constant::Null(ty) => {
                let pointer = P::pointer(self, constant);
                fill(&self.shape(ty), &|width| Value::Bits(zero(width)), &pointer)
            }
            Constant::Undef(ty) | Constant::Poison(ty) => {
                let pointer = P::pointer(self, constant);
                fill(&self.shape(ty), &Value::Undefined, &pointer)
            }
            Constant::IntToPtr(_) | Constant::GlobalReference { .. } => P::pointer(self, constant),
            Constant::Float(number) => {
                floats::constant(number).map_or(Value::Opaque, |bits| Value::Bits(Operand::Constant(bits)))
            }
            Constant::Struct { values, .. } => {
                Value::Aggregate(values.iter().map(|part| self.constant(part)).collect())
            }
            Constant::Array { elements, .. } => {
                Value::Aggregate(elements.iter().map(|part| self.constant(part)).collect())
            }
            _ => Value::Opaque,
        }
    }

    /// The operand as a bit-vector.
    ///
    /// # Errors
    /// If it is none: then `what`, the instruction that reads it, is a reason to cut.
    pub(super) fn bits(&mut self, operand: &llvm_ir::Operand, what: &str) -> Result<Operand, Cut> {
        match self.value(operand) {
            Value::Bits(operand) => Ok(operand),
            Value::Undefined(_) => Err(Cut::new("computation with an undefined value")),
            Value::Aggregate(_) => Err(Cut::new(format!("`{what}` of a whole struct or array"))),
            Value::Pointer(_) | Value::Opaque => Err(self.not_bits(operand, what)),
        }
    }

    /// The reason to cut at an operand that is no bit-vector.
    pub(super) fn not_bits(&self, operand: &llvm_ir::Operand, what: &str) -> Cut {
        let ty = self.module.type_of(operand);
        Cut::new(match ty.as_ref() {
            Type::IntegerType { bits } if *bits > BitVec::MAX_WIDTH => {
                format!("integer of {bits} bits, where at most {} are supported", BitVec::MAX_WIDTH)
            }
            Type::IntegerType { bits } if *bits > 64 && matches!(operand.as_constant(), Some(Constant::Int { .. })) => {
                format!("integer constant of {bits} bits")
            }
            Type::IntegerType { .. } => "number that depends on the address of an object".into(),
            Type::FPType(_) => format!("floating-point operation `{what}`"),
            Type::VectorType { .. } => format!("vector operation `{what}`"),
            Type::PointerType { .. } => match what {
                "icmp" => "comparison of pointers".into(),
                "ptrtoint" => "conversion of a pointer to an integer".into(),
                _ => format!("`{what}` of a pointer"),
            },
            _ => format!("`{what}` of a value of type `{ty}`"),
        })
    }

    /// What control depends on, of so many bits.
    ///
    /// # Errors
    /// If it is not known, and that is to cut.
    pub(super) fn decisive(&mut self, operand: &llvm_ir::Operand, what: &str, width: u32) -> Result<Operand, Cut> {
        self.bits(operand, what).or_else(|cut| P::unknown(self, width, cut))
    }

    /// A part of an operand, where LLVM lets an undefined value pass on: then an input of its own stands for it, defined
    /// at the end of the current block so far.
    ///
    /// # Errors
    /// If it is no bit-vector, and that is to cut.
    pub(super) fn passed(&mut self, operand: &llvm_ir::Operand, path: &[u32], width: u32) -> Result<Operand, Cut> {
        match self.value(operand).part(path) {
            Some(Value::Bits(operand)) => Ok(*operand),
            Some(Value::Undefined(width)) => Ok(self.undefined(*width)),
            _ => {
                let cut = self.not_bits(operand, "phi");
                P::unknown(self, width, cut)
            }
        }
    }

    /// Binds an LLVM name to a value.
    pub(super) fn bind(&mut self, name: &'m Name, value: Value) {
        self.values.insert(name, value);
    }
}

/// The zero of this width.
pub(super) fn zero(width: u32) -> Operand {
    Operand::Constant(BitVec::new(width, 0))
}

/// A value of this shape, with the same thing in each bit-vector and in each pointer.
fn fill(shape: &Shape, leaf: &dyn Fn(u32) -> Value, pointer: &Value) -> Value {
    match shape {
        Shape::Bits(width) => leaf(*width),
        Shape::Aggregate(parts) => Value::Aggregate(parts.iter().map(|part| fill(part, leaf, pointer)).collect()),
        Shape::Pointer => pointer.clone(),
        Shape::Opaque => Value::Opaque,
    }
}

/// The name of a value or block as readers see it.
pub(super) fn readable(name: &Name) -> String {
    match name {
        Name::Name(name) => name.to_string(),
        Name::Number(number) => number.to_string(),
    }
}
