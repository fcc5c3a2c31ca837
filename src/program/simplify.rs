//! Makes a program smaller without changing what it does: fewer blocks are fewer locations, and fewer steps, in the
//! encoding.
//!
//! * [`Program::remove_unreachable`] removes blocks that no path from the entry leads to.
//! * [`Program::simplify`] also decides branches on constants, replaces φs that have one operand, keeps one of counters that go up
//!   together ([`super::counters`]), takes what is read of cells that are written once from where they are written
//!   ([`super::lone_stores`]), and joins a block with its successor where there is no other way into that.

use crate::program::postorder::{places, reverse_postorder};
use crate::program::{Block, BlockId, Exit, Instruction, Operand, Operation, Phi, Program, Terminator};

impl Program {
    /// Removes blocks that no path from the entry leads to, with the φ operands that stand for them, and numbers the
    /// others in reverse postorder, which puts dominators first. Values keep their numbers.
    pub fn remove_unreachable(&mut self) {
        let order = self.reverse_postorder();
        let new: Vec<Option<BlockId>> =
            places(&order, self.blocks.len()).into_iter().map(|place| place.map(BlockId)).collect();
        let predecessors = self.predecessors();
        let mut old: Vec<Option<Block>> = std::mem::take(&mut self.blocks).into_iter().map(Some).collect();
        for id in order {
            let Some(mut block) = old[id.0].take() else { continue };
            for phi in &mut block.phis {
                phi.incoming.retain(|(from, _)| predecessors[id.0].contains(from));
                phi.incoming = phi.incoming.iter().filter_map(|&(from, value)| Some((new[from.0]?, value))).collect();
            }
            block.terminator.for_each_target(|target| *target = new[target.0].unwrap_or(*target));
            self.blocks.push(block);
        }
    }

    /// The blocks that the entry leads to, each before those it leads to, except along the edges that close loops.
    pub fn reverse_postorder(&self) -> Vec<BlockId> {
        // Last successors first: numbers of blocks, and with them encodings, rest on it.
        reverse_postorder(self.blocks.len(), |block| {
            let mut successors = self.blocks[block.0].terminator.successors();
            successors.reverse();
            successors
        })
    }

    /// Removes what costs steps and means nothing: see the head of this file. Values keep their numbers; some are then
    /// no longer defined, and no longer used.
    pub fn simplify(&mut self) {
        loop {
            self.decide_branches();
            self.remove_unreachable();
            let replaced = self.replace_phis();
            let counted = self.join_counters();
            let forwarded = self.forward_lone_stores();
            let joined = self.join_blocks();
            if !replaced && !counted && !forwarded && !joined {
                return;
            }
        }
    }

    /// Turns branches on constants, and branches to one and the same block, into jumps.
    fn decide_branches(&mut self) {
        for block in &mut self.blocks {
            let target = match &block.terminator {
                Terminator::Branch { condition: Operand::Constant(condition), then, otherwise } => {
                    if condition.is_nonzero() {
                        *then
                    } else {
                        *otherwise
                    }
                }
                Terminator::Branch { then, otherwise, .. } if then == otherwise => *then,
                Terminator::Switch { value: Operand::Constant(value), cases, default } => {
                    cases.iter().find(|(case, _)| case == value).map_or(*default, |case| case.1)
                }
                Terminator::Switch { cases, default, .. } if cases.iter().all(|case| case.1 == *default) => *default,
                _ => continue,
            };
            block.terminator = Terminator::Jump(target);
        }
    }

    /// Replaces each φ whose operands are all the same, itself aside, by that operand. True if there was one.
    fn replace_phis(&mut self) -> bool {
        let mut replacement: Vec<Option<Operand>> = vec![None; self.widths.len()];
        for block in &mut self.blocks {
            block.phis.retain(|phi| {
                let sole = sole_operand(phi);
                replacement[phi.result.0] = sole;
                sole.is_none()
            });
        }
        let any = replacement.iter().any(Option::is_some);
        if any {
            // A chain of replacements ends, because dominance orders the φs in it; bound it all the same.
            self.for_each_operand(|operand| {
                for _ in 0..replacement.len() {
                    match operand {
                        Operand::Value(value) => match replacement[value.0] {
                            Some(new) => *operand = new,
                            None => break,
                        },
                        Operand::Constant(_) => break,
                    }
                }
            });
        }
        any
    }

    /// Joins each block that jumps to a block with no other predecessor with that one. True if there was one.
    fn join_blocks(&mut self) -> bool {
        let predecessors = self.predecessors();
        let mut any = false;
        for index in 0..self.blocks.len() {
            while let Terminator::Jump(next) = self.blocks[index].terminator {
                let alone = predecessors[next.0].len() == 1 && self.blocks[next.0].phis.is_empty();
                if !alone || next.0 == index || next.0 == 0 {
                    break;
                }
                let exit = Terminator::Exit(Exit::Ok);
                let joined = &mut self.blocks[next.0];
                let terminator = std::mem::replace(&mut joined.terminator, exit);
                let (origin, instructions) = (joined.origin, std::mem::take(&mut joined.instructions));
                for successor in terminator.successors() {
                    for phi in &mut self.blocks[successor.0].phis {
                        phi.incoming
                            .iter_mut()
                            .filter(|(from, _)| *from == next)
                            .for_each(|edge| edge.0 = BlockId(index));
                    }
                }
                let block = &mut self.blocks[index];
                block.instructions.extend(instructions);
                block.terminator = terminator;
                block.origin = origin;
                any = true;
            }
        }
        if any {
            self.remove_unreachable();
        }
        any
    }

    /// Calls `change` on each operand of the program.
    fn for_each_operand(&mut self, mut change: impl FnMut(&mut Operand)) {
        for block in &mut self.blocks {
            block.phis.iter_mut().flat_map(|phi| &mut phi.incoming).for_each(|(_, operand)| change(operand));
            for instruction in &mut block.instructions {
                match instruction {
                    Instruction::Define { operation, .. } => operation.for_each_operand(&mut change),
                    Instruction::Store(store) => {
                        change(&mut store.offset);
                        change(&mut store.value);
                        change(&mut store.condition);
                    }
                    Instruction::Assign(assignment) => change(&mut assignment.value),
                }
            }
            match &mut block.terminator {
                Terminator::Branch { condition: operand, .. } | Terminator::Switch { value: operand, .. } => {
                    change(operand);
                }
                Terminator::Jump(_) | Terminator::Exit(_) => {}
            }
        }
    }
}

impl Operation {
    /// Calls `change` on each operand, in order.
    pub fn for_each_operand(&mut self, mut change: impl FnMut(&mut Operand)) {
        match self {
            Operation::Unary(_, a)
            | Operation::ZeroExtend(a)
            | Operation::SignExtend(a)
            | Operation::Truncate(a)
            | Operation::Copy(a)
            | Operation::Load(_, a) => change(a),
            Operation::Binary(_, a, b) | Operation::Compare(_, a, b) | Operation::Overflow(_, a, b) => {
                change(a);
                change(b);
            }
            Operation::Ternary(_, a, b, c) | Operation::Select(a, b, c) => {
                change(a);
                change(b);
                change(c);
            }
            Operation::Float(op, operands) => operands[..op.arity()].iter_mut().for_each(change),
            Operation::Input(_) => {}
        }
    }
}

/// The one operand that a φ has beside itself, if there is only one.
fn sole_operand(phi: &Phi) -> Option<Operand> {
    let mut others = phi.incoming.iter().map(|&(_, operand)| operand).filter(|&o| o != Operand::Value(phi.result));
    let first = others.next()?;
    others.all(|other| other == first).then_some(first)
}
