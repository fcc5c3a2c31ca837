//! Large objects, and what of them is followed.

use crate::program::{Access, BlockId, Instruction, ObjectId, Operand, Operation, Program, ValueId};
use std::collections::BTreeSet;

/// So many loads are watched from the beginning.
const FEW_LOADS: usize = 6;

/// An object that nothing writes is a circuit, not state; so large it may be and still be followed as a whole.
const TABLE: usize = 16384;

/// A program with large objects.
#[derive(Clone, Debug)]
pub struct LargeObjects<'p> {
    pub(super) program: &'p Program,
    /// Whether an object is large, by its number.
    pub(super) is_large: Vec<bool>,
    /// How often each value is used.
    pub(super) uses: Vec<u32>,
}

/// What of large objects is followed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Precision {
    /// Cells, by object and offset.
    pub cells: BTreeSet<(ObjectId, u64)>,
    /// Loads, by the value that they define, that have a watch.
    pub loads: BTreeSet<ValueId>,
    /// Stores that have a watch.
    pub stores: BTreeSet<StoreSite>,
}

/// A store: its block, and its place among the instructions there.
pub type StoreSite = (BlockId, usize);

impl<'p> LargeObjects<'p> {
    /// The program with its objects of more than so many cells that are accessed at computed offsets, and those that have a
    /// [tail](crate::program::Tail); `None` if it has none.
    pub fn new(program: &'p Program, cells: usize) -> Option<LargeObjects<'p>> {
        let mut is_large = vec![false; program.objects.len()];
        let mut is_written = vec![false; program.objects.len()];
        let mut uses = vec![0; program.widths.len()];
        for block in &program.blocks {
            let mut count = |operand: &Operand| {
                if let Operand::Value(value) = operand {
                    uses[value.0] += 1;
                }
            };
            block.phis.iter().flat_map(|phi| &phi.incoming).for_each(|(_, operand)| count(operand));
            block.terminator.operands().iter().for_each(&mut count);
            for instruction in &block.instructions {
                instruction.operands().iter().for_each(&mut count);
                let (Instruction::Define { operation: Operation::Load(access, _), .. }
                | Instruction::Store(crate::program::Store { access, .. })) = instruction
                else {
                    continue;
                };
                is_written[access.object.0] |= matches!(instruction, Instruction::Store(_));
                let is_computed = access.pattern.modulus != 0;
                is_large[access.object.0] |= is_computed && program.objects[access.object.0].cells.len() > cells;
            }
        }
        for (object, is_large) in is_large.iter_mut().enumerate() {
            *is_large &= is_written[object] || program.objects[object].cells.len() > TABLE.max(cells);
            *is_large |= program.objects[object].tail.is_some();
        }
        is_large.iter().any(|&large| large).then_some(LargeObjects { program, is_large, uses })
    }

    /// The large objects.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        (0..self.is_large.len()).filter(|&object| self.is_large[object]).map(ObjectId)
    }

    /// What to follow first: all loads that can be watched and whose values do not only go into large objects, where they are few. A
    /// path that shows that one has to be watched may be a long one, behind a loop that fills an array. What is copied from one large
    /// object to another is followed with the load that reads it there.
    pub fn first_precision(&self) -> Precision {
        let decides = self.deciding();
        let instructions = self.program.blocks.iter().flat_map(|block| &block.instructions);
        let watched = |instruction: &Instruction| match instruction {
            Instruction::Define { result, operation: Operation::Load(access, _), .. }
                if self.can_watch(*access) && decides[result.0] =>
            {
                Some(*result)
            }
            _ => None,
        };
        let loads: BTreeSet<ValueId> = instructions.filter_map(watched).collect();
        match loads.len() <= FEW_LOADS {
            true => Precision { loads, ..Precision::default() },
            false => Precision::default(),
        }
    }

    /// For each value, whether something depends on it but what is written to large objects.
    fn deciding(&self) -> Vec<bool> {
        let mut decides = vec![false; self.program.widths.len()];
        let mut open: Vec<Operand> = Vec::new();
        let mut operations = vec![None; self.program.widths.len()];
        for block in &self.program.blocks {
            open.extend(block.phis.iter().flat_map(|phi| &phi.incoming).map(|(_, operand)| *operand));
            open.extend(block.terminator.operands());
            for instruction in &block.instructions {
                match instruction {
                    Instruction::Define { result, operation, .. } => operations[result.0] = Some(operation),
                    Instruction::Store(store) => {
                        open.extend([store.offset, store.condition]);
                        if !self.is_large[store.access.object.0] {
                            open.push(store.value);
                        }
                    }
                    Instruction::Assign(_) => {}
                }
            }
        }
        // Whether an access is one of its object is asked of each offset.
        let accesses = operations.iter().flatten();
        open.extend(
            accesses
                .filter_map(|operation| if let Operation::Load(_, offset) = operation { Some(*offset) } else { None }),
        );
        while let Some(operand) = open.pop() {
            let Operand::Value(value) = operand else { continue };
            if !std::mem::replace(&mut decides[value.0], true) {
                open.extend(operations[value.0].into_iter().flat_map(|operation| operation.operands()));
            }
        }
        decides
    }

    /// Whether an access can be watched: it goes to a large object, at offsets of which there are several.
    pub(super) fn can_watch(&self, access: Access) -> bool {
        let stride = access.pattern.modulus;
        self.is_large[access.object.0] && stride != 0 && stride < self.program.objects[access.object.0].size
    }

    /// Whether an object has a cell of this width there.
    pub(super) fn has_cell(&self, object: ObjectId, offset: u64, width: u32) -> bool {
        self.program.objects[object.0].has_cell(offset, width)
    }

    /// What cells that are not listed hold at first, where the object has such: nothing that is known, if it is not zero.
    pub(super) fn is_open(&self, object: ObjectId) -> bool {
        self.program.objects[object.0].tail.is_some_and(|tail| !tail.is_zero)
    }
}
