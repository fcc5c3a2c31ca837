//! φs: opened where they stand, and filled in once all blocks have been read.

use super::blocks::{Cut, Reader};
use super::policy::{Half, Policy};
use super::values::{readable, Shape, Value};
use crate::program::{BlockId, Exit, Operand, Phi, Terminator, ValueId};
use llvm_ir::instruction::Phi as LlvmPhi;

/// Why a pointer cannot be held.
pub(super) const TOO_FAR: &str = "a pointer that is far outside of its object";

/// A φ whose operands are still to be filled in.
pub(super) struct OpenPhi<'m> {
    block: BlockId,
    result: ValueId,
    /// The part of the aggregate; empty for a single value.
    path: Vec<u32>,
    /// Of a pointer, the half.
    half: Option<Half>,
    source: &'m LlvmPhi,
}

impl<'m, P: Policy<'m>> Reader<'m, P> {
    /// Defines a φ of LLVM, part by part; the operands follow in [`Reader::fill_phis`].
    pub(super) fn open_phi(&mut self, phi: &'m LlvmPhi) {
        let shape = self.shape(&phi.to_type);
        let value = self.open_part(phi, &shape, &mut Vec::new());
        self.bind(&phi.dest, value);
    }

    fn open_part(&mut self, source: &'m LlvmPhi, shape: &Shape, path: &mut Vec<u32>) -> Value {
        match shape {
            Shape::Bits(width) => Value::Bits(self.open_word(source, *width, path, None)),
            Shape::Aggregate(shapes) => {
                let mut parts = Vec::new();
                for (index, shape) in (0..).zip(shapes) {
                    path.push(index);
                    parts.push(self.open_part(source, shape, path));
                    path.pop();
                }
                Value::Aggregate(parts)
            }
            Shape::Pointer => P::open_pointer(self, source, path),
            Shape::Opaque => Value::Opaque,
        }
    }

    /// Defines a φ of a word.
    pub(super) fn open_word(&mut self, source: &'m LlvmPhi, width: u32, path: &[u32], half: Option<Half>) -> Operand {
        let parts = path.iter().filter(|_| half.is_none()).map(|index| format!(".{index}"));
        let name = std::iter::once(readable(&source.dest)).chain(parts).collect();
        let result = self.add_value(width, name, None);
        self.phis.push(OpenPhi { block: self.draft.current, result, path: path.to_vec(), half, source });
        Operand::Value(result)
    }

    /// Gives each φ its operands, edge by edge, for those predecessors that have been read. Where an operand cannot be
    /// represented, control leaves on the edge, through a block put there.
    pub(super) fn fill_phis(&mut self) {
        let mut groups: Vec<Vec<OpenPhi<'m>>> = Vec::new();
        for phi in std::mem::take(&mut self.phis) {
            match groups.last_mut() {
                Some(group) if group[0].block == phi.block => group.push(phi),
                _ => groups.push(vec![phi]),
            }
        }
        let predecessors = self.program.predecessors();
        for group in groups {
            let block = group[0].block;
            let mut incoming: Vec<Vec<(BlockId, Operand)>> = vec![Vec::new(); group.len()];
            for &from in &predecessors[block.0] {
                self.current = from;
                self.origin = self.program.blocks[from.0].origin;
                match self.edge_operands(from, &group) {
                    Ok((operands, too_far)) => {
                        let from = too_far.map_or(from, |bad| self.guard_edge(from, block, bad));
                        incoming.iter_mut().zip(operands).for_each(|(edges, operand)| edges.push((from, operand)));
                    }
                    Err(cut) => self.cut_edge(from, block, cut),
                }
            }
            for (phi, incoming) in group.into_iter().zip(incoming) {
                self.program.blocks[block.0].phis.push(Phi { result: phi.result, incoming });
            }
        }
    }

    /// The operands of the φs of a block where control comes from `from`, and the condition under which a pointer among
    /// them is too far outside of its object to be remembered.
    fn edge_operands(&mut self, from: BlockId, phis: &[OpenPhi<'m>]) -> Result<(Vec<Operand>, Option<Operand>), Cut> {
        let (mut operands, mut too_far) = (Vec::new(), None);
        for phi in phis {
            let width = self.program.widths[phi.result.0];
            let Some(value) = self.incoming(phi.source, from) else {
                operands.push(P::unknown(self, width, Cut::new("φ without operand"))?);
                continue;
            };
            let Some(half) = phi.half else {
                operands.push(self.passed(value, &phi.path, width)?);
                continue;
            };
            let (operand, bad) = P::half(self, value, &phi.path, half)?;
            operands.push(operand);
            too_far = match (too_far, bad) {
                (Some(one), Some(other)) => Some(self.either(one, other)),
                (one, other) => one.or(other),
            };
        }
        Ok((operands, too_far))
    }

    /// Puts a block on an edge, from which control leaves where `bad` is 1. The new block is the one that control comes from.
    fn guard_edge(&mut self, from: BlockId, to: BlockId, bad: Operand) -> BlockId {
        let row = self.add_unmodelled(TOO_FAR.to_owned());
        let (guard, exit) = (self.add_part("guard"), self.add_part("cut"));
        self.program.blocks[from.0].terminator.redirect(to, guard);
        self.end_of(guard, Terminator::Branch { condition: bad, then: exit, otherwise: to });
        self.end_of(exit, Terminator::Exit(Exit::Unmodelled(row)));
        guard
    }

    /// Makes the edge leave the program.
    fn cut_edge(&mut self, from: BlockId, to: BlockId, cut: Cut) {
        let row = self.add_unmodelled(cut.reason);
        let exit = self.add_part("cut");
        self.end_of(exit, Terminator::Exit(Exit::Unmodelled(row)));
        self.program.blocks[from.0].terminator.redirect(to, exit);
    }
}
