//! Which values are still used behind a place: classic liveness, for what can hold a pointer. A use that is missed makes a value
//! dead that is not, which the one who asks has to stand.

use llvm_ir::instruction::Call;
use llvm_ir::{BasicBlock, Function, Instruction, Name, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::read::operators::{binary, successors};

/// What is used in a block or behind it, by block.
pub struct Live<'m> {
    blocks: FxHashMap<&'m Name, &'m BasicBlock>,
    /// What is used in a block or behind it, and not defined there.
    before: FxHashMap<&'m Name, FxHashSet<&'m Name>>,
    /// The values that are asked about.
    asked: FxHashSet<&'m Name>,
}

impl<'m> Live<'m> {
    /// Analyses a function: which of these values are used.
    pub fn of_values(function: &'m Function, asked: FxHashSet<&'m Name>) -> Live<'m> {
        let blocks: FxHashMap<&Name, &BasicBlock> = function.basic_blocks.iter().map(|b| (&b.name, b)).collect();
        let mut live = Live { blocks, before: FxHashMap::default(), asked };
        let mut changed = true;
        while changed {
            changed = false;
            for block in function.basic_blocks.iter().rev() {
                let before = live.within(block, 0);
                let known = live.before.entry(&block.name).or_default();
                changed |= known.len() != before.len();
                *known = before;
            }
        }
        live
    }

    /// What is used from an instruction of a block on.
    fn within(&self, block: &'m BasicBlock, from: usize) -> FxHashSet<&'m Name> {
        let mut live = self.behind(block);
        for instruction in block.instrs[from..].iter().rev() {
            instruction.try_get_result().into_iter().for_each(|result| {
                live.remove(result);
            });
            if !matches!(instruction, Instruction::Phi(_)) {
                live.extend(operands(instruction).into_iter().filter_map(|operand| self.local(operand)));
            }
        }
        live
    }

    /// What is used behind a block, by its successors' φs too.
    fn behind(&self, block: &'m BasicBlock) -> FxHashSet<&'m Name> {
        let mut live = FxHashSet::default();
        for next in successors(&block.term).unwrap_or_default() {
            live.extend(self.before.get(next).into_iter().flatten().copied());
            for instruction in self.blocks.get(next).iter().flat_map(|next| &next.instrs) {
                let Instruction::Phi(phi) = instruction else { continue };
                let incoming = phi.incoming_values.iter().filter(|(_, from)| *from == block.name);
                live.extend(incoming.filter_map(|(operand, _)| self.local(operand)));
            }
        }
        live
    }

    /// What is used behind a call, but for its result.
    pub fn behind_call(&self, block: &'m BasicBlock, call: &'m Call) -> FxHashSet<&'m Name> {
        let is_call = |instruction: &Instruction| matches!(instruction, Instruction::Call(c) if std::ptr::eq(c, call));
        let behind = block.instrs.iter().position(is_call).map_or(0, |index| index + 1);
        let mut live = self.within(block, behind);
        call.dest.iter().for_each(|result| {
            live.remove(result);
        });
        live
    }

    /// The value that an operand is, if it is asked about.
    fn local<'o>(&self, operand: &'o Operand) -> Option<&'o Name> {
        match operand {
            Operand::LocalOperand { name, .. } => Some(name).filter(|name| self.asked.contains(name)),
            _ => None,
        }
    }
}

/// The operands of instructions that handle pointers, and numbers that pointers are: what others give is not followed.
fn operands(instruction: &Instruction) -> Vec<&Operand> {
    use Instruction as I;
    match instruction {
        I::Load(load) => vec![&load.address],
        I::Store(store) => vec![&store.address, &store.value],
        I::Select(select) => vec![&select.condition, &select.true_value, &select.false_value],
        I::Freeze(freeze) => vec![&freeze.operand],
        I::BitCast(cast) => vec![&cast.operand],
        I::PtrToInt(cast) => vec![&cast.operand],
        I::IntToPtr(cast) => vec![&cast.operand],
        I::ICmp(compare) => vec![&compare.operand0, &compare.operand1],
        I::Trunc(cast) => vec![&cast.operand],
        I::ZExt(cast) => vec![&cast.operand],
        I::SExt(cast) => vec![&cast.operand],
        I::ExtractValue(extract) => vec![&extract.aggregate],
        I::InsertValue(insert) => vec![&insert.aggregate, &insert.element],
        I::Call(call) => call.arguments.iter().map(|(operand, _)| operand).collect(),
        _ => binary(instruction).map_or_else(Vec::new, |(_, a, b, _)| vec![a, b]),
    }
}
