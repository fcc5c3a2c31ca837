//! How each value of a program is computed. An array that begins with anything has an input and a store for each cell, so that a program has
//! hundreds of thousands of values; this is looked up once and for all.

use crate::program::postorder::{places, reverse_postorder};
use crate::program::{BlockId, Instruction, Operand, Operation, Phi, Program, ValueId};
use rustc_hash::FxHashMap;

/// How each value is computed.
#[derive(Clone, Debug)]
pub(super) struct Definitions<'p> {
    /// The operation that defines a value, by its number.
    operations: Vec<Option<&'p Operation>>,
    /// The φs, and whether each is one in which ways of one round meet: none of its edges leads back to the head of a loop.
    phis: FxHashMap<ValueId, (&'p Phi, bool)>,
}

impl<'p> Definitions<'p> {
    pub fn new(program: &'p Program) -> Definitions<'p> {
        let mut operations = vec![None; program.widths.len()];
        for instruction in program.blocks.iter().flat_map(|block| &block.instructions) {
            if let Instruction::Define { result, operation, .. } = instruction {
                operations[result.0] = Some(operation);
            }
        }
        let successors = |block: BlockId| program.blocks[block.0].terminator.successors();
        let order = places(&reverse_postorder(program.blocks.len(), successors), program.blocks.len());
        let mut phis = FxHashMap::default();
        for (number, block) in program.blocks.iter().enumerate() {
            for phi in &block.phis {
                let meets = phi.incoming.iter().all(|(from, _)| order[from.0] < order[number]);
                phis.insert(phi.result, (phi, meets));
            }
        }
        Definitions { operations, phis }
    }

    /// How a value is computed. `None` for φs, and for values that the program does not have.
    pub fn get(&self, value: ValueId) -> Option<&'p Operation> {
        self.operations.get(value.0).copied().flatten()
    }

    /// The φ that a value is.
    pub fn phi(&self, value: ValueId) -> Option<&'p Phi> {
        self.phis.get(&value).map(|(phi, _)| *phi)
    }

    /// What a value is computed from, in any round of a loop.
    pub fn operands(&self, value: ValueId) -> Vec<Operand> {
        match self.phi(value) {
            Some(phi) => phi.incoming.iter().map(|(_, operand)| *operand).collect(),
            None => self.get(value).into_iter().flat_map(Operation::operands).collect(),
        }
    }

    /// What a φ may be, where ways of one round meet in it.
    pub fn joined(&self, value: ValueId) -> Option<Vec<Operand>> {
        let (phi, _) = self.phis.get(&value).filter(|(_, meets)| *meets)?;
        Some(phi.incoming.iter().map(|(_, operand)| *operand).collect())
    }

    /// All operations that define a value.
    pub fn all(&self) -> impl Iterator<Item = &'p Operation> + '_ {
        self.operations.iter().copied().flatten()
    }
}
