//! How each value of a program is computed. An array that begins with anything has an input and a store for each cell, so that a program has
//! hundreds of thousands of values; this is looked up once and for all.

use crate::program::{Instruction, Operation, Program, ValueId};

/// The operation that defines each value, by its number.
#[derive(Clone, Debug)]
pub(super) struct Definitions<'p>(Vec<Option<&'p Operation>>);

impl<'p> Definitions<'p> {
    pub fn new(program: &'p Program) -> Definitions<'p> {
        let mut operations = vec![None; program.widths.len()];
        for instruction in program.blocks.iter().flat_map(|block| &block.instructions) {
            if let Instruction::Define { result, operation, .. } = instruction {
                operations[result.0] = Some(operation);
            }
        }
        Definitions(operations)
    }

    /// How a value is computed. `None` for φs, and for values that the program does not have.
    pub fn get(&self, value: ValueId) -> Option<&'p Operation> {
        self.0.get(value.0).copied().flatten()
    }

    /// All operations that define a value.
    pub fn all(&self) -> impl Iterator<Item = &'p Operation> + '_ {
        self.0.iter().copied().flatten()
    }
}
