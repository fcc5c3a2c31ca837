//! Which pointers, if they are null, are null itself and not an address so many bytes behind it.
//!
//! Null is an object like others, of which pointers are moved as well: `&p->next` is eight bytes behind null where `p` is null. Whether a
//! pointer is null is asked of its object alone where it cannot be such an address. Else a proof about a list would have to say of
//! each pointer in memory that its offset is zero where it is null, bit by bit.

use super::points_to::{is_its_argument, PointsTo};
use super::{callee_name, is_pointer, marker};
use crate::llvm::marker::Marker;
use llvm_ir::{Constant, Function, Instruction, Module, Name, Operand};
use rustc_hash::FxHashSet;

/// The pointers that can be addresses behind null.
#[derive(Debug, Default)]
pub(super) struct BehindNull<'m> {
    values: FxHashSet<&'m Name>,
    in_memory: bool,
}

impl<'m> BehindNull<'m> {
    /// Looks at a function. All that is not known to be passed on is moved.
    pub(super) fn new(module: &Module, function: &'m Function, points_to: &PointsTo) -> BehindNull<'m> {
        let mut found = BehindNull::default();
        found.values.extend(function.parameters.iter().map(|parameter| &parameter.name));
        let instructions: Vec<&'m Instruction> = function.basic_blocks.iter().flat_map(|block| &block.instrs).collect();
        loop {
            let before = (found.values.len(), found.in_memory);
            for &instruction in &instructions {
                if let Instruction::Store(store) = instruction {
                    let is_address = is_pointer(&module.type_of(&store.value))
                        || !points_to.targets(&store.value).objects.is_empty();
                    found.in_memory |= is_address && found.may_be(&store.value);
                } else if let Some(name) = instruction.try_get_result().filter(|_| found.is_moved(instruction)) {
                    found.values.insert(name);
                }
            }
            if before == (found.values.len(), found.in_memory) {
                return found;
            }
        }
    }

    /// Whether an operand can be such an address.
    pub(super) fn may_be(&self, operand: &Operand) -> bool {
        match operand {
            Operand::LocalOperand { name, .. } => self.values.contains(name),
            Operand::ConstantOperand(constant) => !matches!(
                constant.as_ref(),
                Constant::Null(_) | Constant::GlobalReference { .. } | Constant::Int { value: 0, .. }
            ),
            Operand::MetadataOperand => true,
        }
    }

    fn is_moved(&self, instruction: &Instruction) -> bool {
        use Instruction as I;
        match instruction {
            I::Alloca(_) => false,
            I::Load(_) => self.in_memory,
            I::Phi(phi) => phi.incoming_values.iter().any(|(operand, _)| self.may_be(operand)),
            I::Select(select) => self.may_be(&select.true_value) || self.may_be(&select.false_value),
            I::Freeze(freeze) => self.may_be(&freeze.operand),
            I::BitCast(cast) => self.may_be(&cast.operand),
            I::Call(call) => match call.arguments.as_slice() {
                _ if marker(call).is_some_and(Marker::allocates) => false,
                [(operand, _), ..] if is_its_argument(callee_name(call)) => self.may_be(operand),
                _ => true,
            },
            _ => true,
        }
    }
}
