//! What operands are, as bit-vectors and as pointers: constants, registers, the addresses of objects.

use super::bases::{is_undefined, Object};
use super::havoc::Havoc;
use crate::program::Operand;
use crate::read::blocks::Reader;
use crate::read::memory::points_to::is_its_argument;
use crate::read::operators::callee;
use crate::read::values::{zero, Value};
use llvm_ir::{Constant, Instruction, Name};
use rustc_hash::FxHashSet;

/// So many choices between pointers are looked through.
const MOST_CHOICES: usize = 16;

/// What is known about where a pointer points.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// Into a local or global object.
    Object(Object),
    /// Into a block of memory that an allocation of this many bytes has given, which begins where this value points, if it is not
    /// null.
    Block(Operand, u64),
    /// Into an object, if this value is not null.
    Nullable(Operand, Object),
    /// Wherever this value points, plus some offset.
    Value(Operand),
}

impl Root {
    /// The value that an access must not find null.
    pub(super) fn nullable(self) -> Option<Operand> {
        match self {
            Root::Object(_) => None,
            Root::Block(pointer, _) | Root::Nullable(pointer, _) | Root::Value(pointer) => Some(pointer),
        }
    }
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
                    None => self.chosen_root(name, operand),
                }
            }
            llvm_ir::Operand::ConstantOperand(constant) => self.constant_root(constant),
            llvm_ir::Operand::MetadataOperand => None,
        }
    }

    /// Where a pointer points that may be null, or is chosen between null and what an allocation has given.
    fn chosen_root(&mut self, name: &Name, operand: &llvm_ir::Operand) -> Option<Root> {
        let pointer = self.operand(operand)?;
        let targets = self.policy.points_to.of_value(name);
        if let Some(object) = self.only_or_null(&targets) {
            return Some(Root::Nullable(pointer, self.object_at(object)));
        }
        Some(self.chosen_block(name).map_or(Root::Value(pointer), |size| Root::Block(pointer, size)))
    }

    /// The size of the block that a pointer points to the beginning of, if it is not null, and chosen between nothing but allocations of
    /// that size.
    fn chosen_block(&mut self, name: &Name) -> Option<u64> {
        let (mut open, mut seen, mut size) = (vec![name], FxHashSet::default(), None);
        while let Some(name) = open.pop().filter(|_| seen.len() < MOST_CHOICES) {
            if !seen.insert(name) {
                continue;
            }
            let arms: Vec<&'m llvm_ir::Operand> = match self.policy.points_to.definitions().instruction(name)? {
                undefined if is_undefined(undefined) => continue,
                Instruction::Phi(phi) => phi.incoming_values.iter().map(|(arm, _)| arm).collect(),
                Instruction::Select(select) => vec![&select.true_value, &select.false_value],
                Instruction::Call(call) if callee(call).is_some_and(is_its_argument) => {
                    call.arguments.iter().map(|(argument, _)| argument).take(1).collect()
                }
                Instruction::Call(call) => {
                    let callee = callee(call).filter(|callee| self.module.get_func_by_name(callee).is_none())?;
                    let own = self.allocated(callee, call)?;
                    if size.replace(own).is_some_and(|other| other != own) {
                        return None;
                    }
                    continue;
                }
                _ => return None,
            };
            for arm in arms {
                match arm {
                    llvm_ir::Operand::LocalOperand { name, .. } => open.push(name),
                    arm if matches!(arm.as_constant(), Some(Constant::Null(_))) => {}
                    _ => return None,
                }
            }
        }
        size.filter(|_| open.is_empty() && seen.len() > 1)
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
