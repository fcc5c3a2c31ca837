//! Which values are still used behind a place: classic liveness, for what can hold a pointer. A use that is missed makes a value
//! dead that is not, which the one who asks has to stand.

use llvm_ir::instruction::Call;
use llvm_ir::{BasicBlock, Function, Instruction, Name, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::llvm::marker::Marker;
use crate::read::operators::{binary, successors};

/// What is used in a block or behind it, by block.
pub struct Live<'m> {
    blocks: FxHashMap<&'m Name, &'m BasicBlock>,
    predecessors: FxHashMap<&'m Name, Vec<&'m Name>>,
    /// What is used in a block or behind it, and not defined there.
    before: FxHashMap<&'m Name, FxHashSet<&'m Name>>,
    /// The values that are asked about; `None` for pointers.
    asked: Option<FxHashSet<&'m Name>>,
}

/// How many blocks without an effect are looked through.
const FARTHEST: usize = 4;

impl<'m> Live<'m> {
    /// Analyses a function: which pointers are used. Numbers that were made of pointers are left out.
    pub fn new(function: &'m Function) -> Live<'m> {
        Live::of(function, None)
    }

    /// Analyses a function: which of these values are used.
    pub fn of_values(function: &'m Function, asked: FxHashSet<&'m Name>) -> Live<'m> {
        Live::of(function, Some(asked))
    }

    fn of(function: &'m Function, asked: Option<FxHashSet<&'m Name>>) -> Live<'m> {
        let blocks: FxHashMap<&Name, &BasicBlock> = function.basic_blocks.iter().map(|b| (&b.name, b)).collect();
        let mut predecessors: FxHashMap<&Name, Vec<&Name>> = FxHashMap::default();
        for block in &function.basic_blocks {
            for next in successors(&block.term).unwrap_or_default() {
                predecessors.entry(next).or_default().push(&block.name);
            }
        }
        let mut live = Live { blocks, predecessors, before: FxHashMap::default(), asked };
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

    /// What is used behind a call, or was when control came to its block: where nothing has happened in between, that makes no
    /// difference to memory.
    pub fn at(&self, block: &Name, call: &Call) -> FxHashSet<&'m Name> {
        let Some(&block) = self.blocks.get(block) else { return FxHashSet::default() };
        let is_call = |instruction: &Instruction| matches!(instruction, Instruction::Call(c) if std::ptr::eq(c, call));
        let index = block.instrs.iter().position(is_call).unwrap_or(0);
        let mut live = self.within(block, index);
        if block.instrs[..index].iter().all(is_without_effect) {
            live.extend(self.on_all_ways(&block.name, FARTHEST));
        }
        live
    }

    /// The value that an operand is, if it is asked about.
    fn local<'o>(&self, operand: &'o Operand) -> Option<&'o Name> {
        match (operand, &self.asked) {
            (Operand::LocalOperand { name, .. }, Some(asked)) => Some(name).filter(|name| asked.contains(name)),
            (Operand::LocalOperand { name, ty }, None) => Some(name).filter(|_| super::is_pointer(ty)),
            _ => None,
        }
    }

    /// What is used behind each of the blocks that lead to one.
    fn on_all_ways(&self, block: &Name, farthest: usize) -> FxHashSet<&'m Name> {
        let mut common: Option<FxHashSet<&'m Name>> = None;
        for before in self.predecessors.get(block).into_iter().flatten() {
            let Some(&before) = self.blocks.get(before) else { continue };
            let mut live = self.behind(before);
            if farthest > 0 && before.instrs.iter().all(is_without_effect) {
                live.extend(self.on_all_ways(&before.name, farthest - 1));
            }
            common = Some(match common {
                None => live,
                Some(common) => common.intersection(&live).copied().collect(),
            });
        }
        common.unwrap_or_default()
    }
}

/// Whether an instruction leaves memory as it is.
fn is_without_effect(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Store(_) => false,
        Instruction::Call(call) => {
            matches!(super::marker(call), Some(Marker::Assign | Marker::Nondet | Marker::Address | Marker::Constant))
        }
        _ => true,
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
