//! Abstraction and refinement of large objects: a program that follows only some of their cells, and does everything that the program does.
//!
//! An object of 100 000 cells that is accessed at computed offsets would be 100 000 words of state. [`LargeObjects::partial`] makes a
//! program in which a large object has only
//!
//! * some **cells**, each at an offset of its own, and
//! * for some of the loads a **watch**: the cell that this load reads for the last time before the path ends. Which cell that is is
//!   chosen freely when the program starts, and never changes; where the path comes to an error or to something unmodelled and the
//!   load has last read another one, the path ends without error: the choice was wrong, and another choice goes on. This
//!   is what Mann, Irfan, Griggio, Padon and Barrett call a prophecy (*Counterexample-Guided Prophecy for Model Checking Modulo
//!   the Theory of Arrays*, TACAS 2021). One word and its index stand for all elements of an array that a loop checks one by one.
//!
//! Loads of any other cell give any value. So for each path of the program to an error, or to something unmodelled, there is one of the
//! partial program to the same exit: that of the values that were read, and of the cells that were read last. If the partial program is
//! safe, so is the program. A path of the partial program need not be one of the program: [`Partial::feasibility`] follows it beside what the
//! cells really hold, and says either how the program is to be run, for the interpreter to confirm, or what to follow
//! from then on ([`Precision`]): a load that read something wrong gets a watch; where it has one, the cell that it read is followed.
//! With each such step there are fewer cells that are not followed, so this ends.
//!
//! | module | what |
//! |---|---|
//! | `build` | makes the partial program |
//! | `feasibility` | decides whether a path of it is one of the program |

mod build;
mod feasibility;

pub use feasibility::Feasibility;

use crate::bv::BitVec;
use crate::program::{Access, Instruction, ObjectId, Operand, Operation, Program, ValueId, VariableId};
use bitreach_limits::StopFlag;
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many loads are watched from the beginning.
const FEW_LOADS: usize = 6;

/// An object that nothing writes is a circuit, not state; so large it may be and still be followed as a whole.
const TABLE: usize = 16384;

/// A program with large objects.
#[derive(Clone, Debug)]
pub struct LargeObjects<'p> {
    program: &'p Program,
    /// Whether an object is large, by its number.
    is_large: Vec<bool>,
    /// How often each value is used.
    uses: Vec<u32>,
}

/// What of large objects is followed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Precision {
    /// Cells, by object and offset.
    pub cells: BTreeSet<(ObjectId, u64)>,
    /// Loads, by the value that they define, that have a watch.
    pub loads: BTreeSet<ValueId>,
}

/// A program that follows some cells of large objects, and does at least what the original does. Blocks and values have the
/// numbers that they have there; new ones come behind.
#[derive(Clone, Debug)]
pub struct Partial {
    /// The program. After each access to a large object it assigns to variables of its own what was accessed, for
    /// [`Partial::feasibility`].
    pub program: Arc<Program>,
    marks: Vec<Mark>,
    /// The first of the variables for marks, see [`build`].
    first: VariableId,
}

/// An access to a large object.
#[derive(Clone, Debug)]
enum Mark {
    /// A load that defines this value.
    Load(ValueId, Access),
    Store(Access),
    /// Many cells are written at once, at offsets that are known: by constants, or by inputs that nothing else reads.
    Fill(ObjectId, Vec<Filled>),
}

/// A cell that is written together with many others.
#[derive(Clone, Copy, Debug)]
struct Filled {
    offset: u64,
    width: u32,
    value: Filling,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Filling {
    Constant(BitVec),
    /// An input, by the value that it defines.
    Input(ValueId),
}

impl<'p> LargeObjects<'p> {
    /// The program with its objects of more than so many cells that are accessed at computed offsets; `None` if it has none.
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
        }
        is_large.iter().any(|&large| large).then_some(LargeObjects { program, is_large, uses })
    }

    /// The large objects.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        (0..self.is_large.len()).filter(|&object| self.is_large[object]).map(ObjectId)
    }

    /// What to follow first: all loads that can be watched, where they are few. A path that shows that one has to be watched may be a
    /// long one, behind a loop that fills an array.
    pub fn first_precision(&self) -> Precision {
        let instructions = self.program.blocks.iter().flat_map(|block| &block.instructions);
        let watched = |instruction: &Instruction| match instruction {
            Instruction::Define { result, operation: Operation::Load(access, _), .. } if self.can_watch(*access) => {
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

    /// The program that follows so much; `None` if `stop` is raised before it is made.
    pub fn partial(&self, precision: &Precision, stop: &StopFlag) -> Option<Partial> {
        build::partial(self, precision, stop)
    }

    /// Whether a load can be watched: it reads a large object at offsets of which there are several.
    fn can_watch(&self, access: Access) -> bool {
        let stride = access.pattern.modulus;
        self.is_large[access.object.0] && stride != 0 && stride < self.program.objects[access.object.0].size
    }

    /// Whether an object has a cell of this width there.
    fn has_cell(&self, object: ObjectId, offset: u64, width: u32) -> bool {
        let object = &self.program.objects[object.0];
        object.cell_at(offset).is_some_and(|cell| object.cells[cell].initial.width() == width)
    }
}
