//! Rows of fresh cells: an array without first values is given any value cell by cell, by an input and a store for each. A compiler takes
//! minutes for a hundred thousand of them, so that each row becomes one call.

use crate::program::{Block, InputId, Instruction, ObjectId, Operand, Operation, Program, Store};
use std::collections::BTreeMap;

/// Shorter rows stay as they are.
const SHORTEST: usize = 16;

/// Cells one behind the other, each of which is given any value, and nothing else reads that value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreshCells {
    /// The input that gives the values.
    pub input: InputId,
    /// The bits of a cell: those of whole bytes, and at most 64.
    pub width: u32,
    /// The object that the cells are in.
    pub object: ObjectId,
    /// The offset of the first cell, in bytes.
    pub first: u64,
    /// How many cells there are. Each is two instructions.
    pub count: usize,
}

impl FreshCells {
    /// The offset behind the last cell, in bytes.
    pub fn end(&self) -> u64 {
        self.first + self.count as u64 * u64::from(self.width / 8)
    }
}

/// The rows of each block, by the index of their first instruction.
pub fn rows(program: &Program) -> Vec<BTreeMap<usize, FreshCells>> {
    let uses = uses(program);
    let in_block = |instructions: &[Instruction]| {
        let (mut rows, mut at) = (BTreeMap::new(), 0);
        while at < instructions.len() {
            let row = row(&instructions[at..], &uses);
            at += row.map_or(1, |row| 2 * row.count);
            let long = row.filter(|row| row.count >= SHORTEST);
            rows.extend(long.map(|row| (at - 2 * row.count, row)));
        }
        rows
    };
    program.blocks.iter().map(|block| in_block(&block.instructions)).collect()
}

/// How many instructions a compiler sees: each row is one.
pub fn instructions(program: &Program) -> usize {
    let written = |(block, rows): (&Block, BTreeMap<usize, FreshCells>)| {
        block.instructions.len() - rows.values().map(|row| 2 * row.count - 1).sum::<usize>()
    };
    program.blocks.iter().zip(rows(program)).map(written).sum()
}

/// How often each value is read.
fn uses(program: &Program) -> Vec<u32> {
    let mut uses = vec![0; program.widths.len()];
    for block in &program.blocks {
        let phis = block.phis.iter().flat_map(|phi| &phi.incoming).map(|&(_, operand)| operand);
        let instructions = block.instructions.iter().flat_map(Instruction::operands);
        for operand in phis.chain(instructions).chain(block.terminator.operands()) {
            if let Operand::Value(value) = operand {
                uses[value.0] += 1;
            }
        }
    }
    uses
}

/// The row that begins with these instructions.
fn row(instructions: &[Instruction], uses: &[u32]) -> Option<FreshCells> {
    let mut cells = instructions.chunks_exact(2).map_while(|pair| cell(pair, uses));
    let first = cells.next()?;
    let is_next = |index: usize, cell: &FreshCells| {
        let offset = first.first + index as u64 * u64::from(first.width / 8);
        *cell == FreshCells { first: offset, ..first }
    };
    let more = cells.zip(1..).take_while(|(cell, index)| is_next(*index, cell)).count();
    Some(FreshCells { count: 1 + more, ..first })
}

/// The one cell that two instructions give any value.
fn cell(pair: &[Instruction], uses: &[u32]) -> Option<FreshCells> {
    let [Instruction::Define { result, operation: Operation::Input(input), .. }, Instruction::Store(store)] = pair
    else {
        return None;
    };
    let Store { access, offset: Operand::Constant(offset), value, condition: Operand::Constant(condition), .. } =
        *store
    else {
        return None;
    };
    let is_only = value == Operand::Value(*result) && uses[result.0] == 1 && condition.is_nonzero();
    let is_whole = access.width % 8 == 0 && access.width <= 64;
    let first = u64::try_from(offset.unsigned()).ok()?;
    let row = FreshCells { input: *input, width: access.width, object: access.object, first, count: 1 };
    (is_only && is_whole).then_some(row)
}
