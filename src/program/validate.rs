//! Checks the invariants of a [`Program`].

use crate::bv::{BitVec, UnaryOp};
use crate::program::dominators::Dominators;
use crate::program::{Access, BlockId, Exit, Instruction, ObjectId, Operand, Operation, Program, Terminator, ValueId};

/// A broken invariant. Blocks, values and rows are named by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// There is no entry.
    #[error("the program has no blocks")]
    Empty,
    /// There are not as many names as widths.
    #[error("{names} names for {values} values")]
    Names {
        /// How many names.
        names: usize,
        /// How many values.
        values: usize,
    },
    /// A width is 0 or too large.
    #[error("value {value:?} has width {width}")]
    Width {
        /// The value.
        value: ValueId,
        /// Its width.
        width: u32,
    },
    /// Cells of an object overlap, are not in order, or reach over its end.
    #[error("object {object:?} has cells that do not lie side by side in it")]
    Cells {
        /// The object.
        object: ObjectId,
    },
    /// Something in a block is wrong.
    #[error("block {block:?}: {what}")]
    Block {
        /// The block.
        block: BlockId,
        /// What is wrong.
        what: String,
    },
}

impl Program {
    /// Checks the invariants written at [`Program`]. What stands in blocks that the entry does not lead to is checked
    /// too, except that any definition dominates it.
    ///
    /// # Errors
    /// The first broken invariant.
    pub fn validate(&self) -> Result<(), Fault> {
        if self.blocks.is_empty() {
            return Err(Fault::Empty);
        }
        if self.names.len() != self.widths.len() {
            return Err(Fault::Names { names: self.names.len(), values: self.widths.len() });
        }
        for (index, &width) in self.widths.iter().enumerate() {
            if !(1..=BitVec::MAX_WIDTH).contains(&width) {
                return Err(Fault::Width { value: ValueId(index), width });
            }
        }
        for (index, object) in self.objects.iter().enumerate() {
            let mut end = 0;
            for cell in &object.cells {
                let begins_behind = cell.offset >= end;
                end = cell.offset + u64::from(cell.initial.width().div_ceil(8));
                if !begins_behind || end > object.size {
                    return Err(Fault::Cells { object: ObjectId(index) });
                }
            }
        }
        for (index, block) in self.blocks.iter().enumerate() {
            if let Some(target) = block.terminator.successors().iter().find(|target| target.0 >= self.blocks.len()) {
                return Err(fault(BlockId(index), format!("goes to block {}, which does not exist", target.0)));
            }
        }
        let checker = Checker { program: self, dominators: Dominators::new(self), definitions: self.definitions()? };
        let predecessors = self.predecessors();
        if !predecessors[0].is_empty() {
            return Err(fault(BlockId(0), "the entry has predecessors".into()));
        }
        for (index, predecessors) in predecessors.iter().enumerate() {
            let id = BlockId(index);
            checker.block(id, predecessors).map_err(|what| fault(id, what))?;
        }
        Ok(())
    }

    /// Where each value is defined: block, and position in it, with 0 for φs and i + 1 for instruction i.
    fn definitions(&self) -> Result<Vec<Option<(BlockId, usize)>>, Fault> {
        let mut definitions = vec![None; self.widths.len()];
        for (index, block) in self.blocks.iter().enumerate() {
            let id = BlockId(index);
            let phis = block.phis.iter().map(|phi| (phi.result, 0));
            let instructions = (1..)
                .zip(&block.instructions)
                .filter_map(|(position, instruction)| Some((instruction.result()?, position)));
            for (value, position) in phis.chain(instructions) {
                match definitions.get_mut(value.0) {
                    Some(definition @ None) => *definition = Some((id, position)),
                    Some(_) => return Err(fault(id, format!("value {} is defined twice", value.0))),
                    None => return Err(fault(id, format!("value {} has no width", value.0))),
                }
            }
        }
        Ok(definitions)
    }
}

fn fault(block: BlockId, what: String) -> Fault {
    Fault::Block { block, what }
}

struct Checker<'p> {
    program: &'p Program,
    dominators: Dominators,
    definitions: Vec<Option<(BlockId, usize)>>,
}

impl Checker<'_> {
    fn block(&self, id: BlockId, predecessors: &[BlockId]) -> Result<(), String> {
        let block = &self.program.blocks[id.0];
        for phi in &block.phis {
            let mut from: Vec<BlockId> = phi.incoming.iter().map(|edge| edge.0).collect();
            from.sort();
            if from != predecessors {
                return Err(format!("φ {} has operands for {from:?}, predecessors are {predecessors:?}", phi.result.0));
            }
            for &(from, operand) in &phi.incoming {
                self.operand(operand, (from, usize::MAX))?;
                same_width(self.program.operand_width(operand), self.program.widths[phi.result.0])?;
            }
        }
        for (position, instruction) in (1..).zip(&block.instructions) {
            for operand in instruction.operands() {
                self.operand(operand, (id, position))?;
            }
            match instruction {
                Instruction::Define { result, operation, .. } => {
                    self.operation(operation, self.program.widths[result.0])
                        .map_err(|what| format!("value {}: {what}", result.0))?;
                }
                Instruction::Store(store) => {
                    self.access(store.access)?;
                    same_width(self.program.operand_width(store.value), store.access.width)?;
                    same_width(self.program.operand_width(store.condition), 1)?;
                }
                Instruction::Assign(assignment) => {
                    if assignment.variable.0 >= self.program.map.variables.len() {
                        return Err(format!("variable {} does not exist", assignment.variable.0));
                    }
                }
            }
        }
        self.terminator(&block.terminator, (id, usize::MAX))
    }

    /// That the operand exists, and its definition dominates the use.
    fn operand(&self, operand: Operand, at: (BlockId, usize)) -> Result<(), String> {
        let Operand::Value(value) = operand else { return Ok(()) };
        let Some(Some((block, position))) = self.definitions.get(value.0) else {
            return Err(format!("value {} is used and not defined", value.0));
        };
        let dominates = match *block == at.0 {
            true => *position < at.1,
            false => self.dominators.dominates(*block, at.0),
        };
        match dominates {
            true => Ok(()),
            false => Err(format!("value {} is used where its definition does not reach", value.0)),
        }
    }

    fn operation(&self, operation: &Operation, result: u32) -> Result<(), String> {
        let width = |operand: Operand| self.program.operand_width(operand);
        match *operation {
            Operation::Unary(op, a) => {
                same_width(width(a), result)?;
                match op == UnaryOp::ByteSwap && result % 16 != 0 {
                    true => Err(format!("bytes of {result} bits are swapped")),
                    false => Ok(()),
                }
            }
            Operation::Copy(a) => same_width(width(a), result),
            Operation::Binary(_, a, b) => same_width(width(a), result).and(same_width(width(b), result)),
            Operation::Ternary(_, a, b, c) => {
                same_width(width(a), result).and(same_width(width(b), result)).and(same_width(width(c), result))
            }
            Operation::Compare(_, a, b) | Operation::Overflow(_, a, b) => {
                same_width(width(a), width(b)).and(same_width(result, 1))
            }
            Operation::Float(op, _) => {
                let mut operands = operation.operands().into_iter();
                operands.try_for_each(|operand| same_width(width(operand), op.operand_width()))?;
                same_width(result, op.result_width())
            }
            Operation::Select(a, b, c) => {
                same_width(width(a), 1).and(same_width(width(b), result)).and(same_width(width(c), result))
            }
            Operation::ZeroExtend(a) | Operation::SignExtend(a) if width(a) < result => Ok(()),
            Operation::Truncate(a) if width(a) > result => Ok(()),
            Operation::ZeroExtend(a) | Operation::SignExtend(a) | Operation::Truncate(a) => {
                Err(format!("{operation:?} from width {} to {result}", width(a)))
            }
            Operation::Load(access, _) => self.access(access).and(same_width(access.width, result)),
            Operation::Input(input) => match self.program.map.inputs.get(input.0) {
                Some(site) => same_width(site.width, result),
                None => Err(format!("input {} does not exist", input.0)),
            },
        }
    }

    fn access(&self, access: Access) -> Result<(), String> {
        match self.program.objects.get(access.object.0) {
            Some(_) => Ok(()),
            None => Err(format!("object {} does not exist", access.object.0)),
        }
    }

    fn terminator(&self, terminator: &Terminator, at: (BlockId, usize)) -> Result<(), String> {
        let map = &self.program.map;
        match terminator {
            Terminator::Jump(_) | Terminator::Exit(Exit::Ok) => Ok(()),
            Terminator::Branch { condition, .. } => {
                self.operand(*condition, at)?;
                same_width(self.program.operand_width(*condition), 1)
            }
            Terminator::Switch { value, cases, .. } => {
                self.operand(*value, at)?;
                for (index, (case, _)) in cases.iter().enumerate() {
                    same_width(case.width(), self.program.operand_width(*value))?;
                    if cases[..index].iter().any(|(other, _)| other == case) {
                        return Err(format!("case {case:?} comes twice"));
                    }
                }
                Ok(())
            }
            Terminator::Exit(Exit::Error(site)) if site.0 < map.sites.len() => Ok(()),
            Terminator::Exit(Exit::Unmodelled(row)) if row.0 < map.unmodelled.len() => Ok(()),
            Terminator::Exit(exit) => Err(format!("{exit:?} does not exist")),
        }
    }
}

fn same_width(one: u32, other: u32) -> Result<(), String> {
    match one == other {
        true => Ok(()),
        false => Err(format!("width {one} where {other} is expected")),
    }
}
