//! Control flow: blocks, how they end, and the function as a whole.

use crate::program::{
    Instances, Instruction, Object, Operand, Operands, Operation, OriginId, SiteId, SourceMap, UnmodelledId, ValueId,
};
use smallvec::smallvec;

/// A block, by its index in [`Program::blocks`]. The entry is block 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BlockId(pub usize);

/// One function without calls, in SSA form.
///
/// Invariants (checked by [`Program::validate`]): every value is defined exactly once, by a φ or an instruction, and its
/// definition dominates its uses; operand widths are as the operation asks; each φ has exactly one operand for each
/// predecessor block; the entry has no predecessors; conditions have width 1; the cells of an object
/// do not overlap.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// The width in bits of each value, by [`ValueId`].
    pub widths: Vec<u32>,
    /// A readable name for each value, by [`ValueId`]: that of the C variable it holds, where one is known, else that of
    /// the LLVM value.
    pub names: Vec<String>,
    /// Its memory.
    pub objects: Vec<Object>,
    /// Which objects are rows of instances.
    pub instances: Vec<Instances>,
    /// Where everything comes from.
    pub map: SourceMap,
}

/// A basic block: φs, then instructions, then one terminator.
#[derive(Clone, Debug)]
pub struct Block {
    /// The block's name in the LLVM module, for readers of encodings.
    pub name: String,
    /// The φs; all read their operands at once, on entry.
    pub phis: Vec<Phi>,
    /// The instructions, in order.
    pub instructions: Vec<Instruction>,
    /// How the block ends.
    pub terminator: Terminator,
    /// Where the terminator comes from.
    pub origin: Option<OriginId>,
}

/// A value that depends on the block that control came from.
#[derive(Clone, Debug)]
pub struct Phi {
    /// The value that this φ defines.
    pub result: ValueId,
    /// One operand for each predecessor block.
    pub incoming: Vec<(BlockId, Operand)>,
}

/// How a block ends.
#[derive(Clone, Debug)]
pub enum Terminator {
    /// To a block.
    Jump(BlockId),
    /// By a condition of width 1.
    Branch {
        /// The condition.
        condition: Operand,
        /// Where control goes when it is 1.
        then: BlockId,
        /// Where control goes when it is 0.
        otherwise: BlockId,
    },
    /// By value.
    Switch {
        /// What is compared.
        value: Operand,
        /// Distinct constants of the value's width, and where control goes for each.
        cases: Vec<(crate::bv::BitVec, BlockId)>,
        /// Where control goes for all other values.
        default: BlockId,
    },
    /// Out of the program.
    Exit(Exit),
}

impl Terminator {
    /// Makes every edge to `from` go to `to`.
    pub fn redirect(&mut self, from: BlockId, to: BlockId) {
        self.for_each_target(|target| {
            if *target == from {
                *target = to;
            }
        });
    }

    /// Calls `change` on each target, in the order of the terminator.
    pub fn for_each_target(&mut self, mut change: impl FnMut(&mut BlockId)) {
        match self {
            Terminator::Jump(target) => change(target),
            Terminator::Branch { then, otherwise, .. } => {
                change(then);
                change(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, target)| change(target));
                change(default);
            }
            Terminator::Exit(_) => {}
        }
    }

    /// The blocks that control may go to, in the order of the terminator; a block may come twice.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Jump(target) => vec![*target],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|&(_, target)| target).chain([*default]).collect()
            }
            Terminator::Exit(_) => Vec::new(),
        }
    }

    /// What the terminator reads.
    pub fn operands(&self) -> Operands {
        match self {
            Terminator::Branch { condition: operand, .. } | Terminator::Switch { value: operand, .. } => {
                smallvec![*operand]
            }
            Terminator::Jump(_) | Terminator::Exit(_) => Operands::new(),
        }
    }
}

/// How a path leaves the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exit {
    /// `main` returns, the program exits or aborts, or an assumption fails: the path ends without error.
    Ok,
    /// The property is violated at this site.
    Error(SiteId),
    /// Something that cannot be represented exactly; what lies behind it is not known.
    Unmodelled(UnmodelledId),
}

impl Program {
    /// Where paths leave the program.
    pub fn exits(&self) -> impl Iterator<Item = Exit> + '_ {
        self.blocks.iter().filter_map(|block| match block.terminator {
            Terminator::Exit(exit) => Some(exit),
            _ => None,
        })
    }

    /// Names inputs after what gives them and where, as in `__VERIFIER_nondet_int@file.c:15`: so they are known again in other
    /// tools' runs.
    pub fn name_inputs(&mut self) {
        let instructions = self.blocks.iter().flat_map(|block| &block.instructions);
        for instruction in instructions {
            let Instruction::Define { result, operation: Operation::Input(id), .. } = instruction else { continue };
            if let (Some(name), Some(given)) = (self.names.get_mut(result.0), self.map.input_name(*id)) {
                *name = given;
            }
        }
    }

    /// Whether a path can leave what is represented exactly.
    pub fn has_unmodelled(&self) -> bool {
        self.exits().any(|exit| matches!(exit, Exit::Unmodelled(_)))
    }

    /// The width of an operand in bits.
    ///
    /// # Panics
    /// If it is a value that the program does not have.
    pub fn operand_width(&self, operand: Operand) -> u32 {
        match operand {
            Operand::Value(value) => self.widths[value.0],
            Operand::Constant(constant) => constant.width(),
        }
    }

    /// The blocks that control may come from, for each block, ascending and without duplicates.
    pub fn predecessors(&self) -> Vec<Vec<BlockId>> {
        let mut predecessors = vec![Vec::new(); self.blocks.len()];
        for (index, block) in self.blocks.iter().enumerate() {
            for successor in block.terminator.successors() {
                if predecessors[successor.0].last() != Some(&BlockId(index)) {
                    predecessors[successor.0].push(BlockId(index));
                }
            }
        }
        predecessors
    }
}
