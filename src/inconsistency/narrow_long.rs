//! Conditions as they would be on a platform whose `long` and pointers have 32 bits. A guard against overflow there, such as
//! `(size_t)n + 1 != 0` for an `unsigned n`, cannot fail where the type of the cast is wider than what is cast; that is a
//! question of the platform, and no defect.

use crate::program::{BlockId, Instruction, Operand, Operation, Program, Terminator, ValueId};
use rustc_hash::FxHashMap;

/// The width that is narrowed.
const WIDE: u32 = 64;
/// What it is narrowed to.
const NARROW: u32 = 32;

/// The program in which the comparison that ends a block, and what it computes for it from values of 32 bits, is done with 32
/// bits instead of 64. `None` if the block does not end so, or nothing is widened for it. It says nothing about other values.
pub fn narrowed(program: &Program, block: BlockId) -> Option<Program> {
    let Terminator::Branch { condition: Operand::Value(condition), then, otherwise } =
        program.blocks[block.0].terminator
    else {
        return None;
    };
    let defined = definitions(program);
    let &Operation::Compare(predicate, a, b) = defined.get(&condition)? else { return None };
    if program.operand_width(a) != WIDE {
        return None;
    }
    let mut narrow =
        Narrow { program: program.clone(), defined: &defined, block, known: FxHashMap::default(), widened: 0 };
    let (a, b) = (narrow.operand(a), narrow.operand(b));
    if narrow.widened == 0 {
        return None;
    }
    let condition = narrow.define(1, Operation::Compare(predicate, a, b));
    narrow.program.blocks[block.0].terminator = Terminator::Branch { condition, then, otherwise };
    Some(narrow.program)
}

/// What each value is computed as.
fn definitions(program: &Program) -> FxHashMap<ValueId, Operation> {
    let instructions = program.blocks.iter().flat_map(|block| &block.instructions);
    let defines = instructions.filter_map(|instruction| match instruction {
        Instruction::Define { result, operation, .. } => Some((*result, *operation)),
        _ => None,
    });
    defines.collect()
}

/// A program at the end of one of whose blocks values are computed anew.
struct Narrow<'a> {
    program: Program,
    defined: &'a FxHashMap<ValueId, Operation>,
    block: BlockId,
    known: FxHashMap<ValueId, Operand>,
    /// How many values were wide only because something narrow was widened.
    widened: usize,
}

impl Narrow<'_> {
    /// An operand of 64 bits with 32.
    fn operand(&mut self, operand: Operand) -> Operand {
        let value = match operand {
            Operand::Constant(constant) => return Operand::Constant(constant.truncate(NARROW)),
            Operand::Value(value) => value,
        };
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        let narrow = match self.defined.get(&value) {
            Some(&(Operation::ZeroExtend(from) | Operation::SignExtend(from)))
                if self.program.operand_width(from) == NARROW =>
            {
                self.widened += 1;
                from
            }
            Some(&Operation::Copy(from)) => self.operand(from),
            Some(&Operation::Unary(op, a)) => {
                let a = self.operand(a);
                self.define(NARROW, Operation::Unary(op, a))
            }
            Some(&Operation::Binary(op, a, b)) => {
                let (a, b) = (self.operand(a), self.operand(b));
                self.define(NARROW, Operation::Binary(op, a, b))
            }
            // Narrower things that are widened, what memory holds and the like.
            _ => self.define(NARROW, Operation::Truncate(operand)),
        };
        self.known.insert(value, narrow);
        narrow
    }

    /// A new value at the end of the block.
    fn define(&mut self, width: u32, operation: Operation) -> Operand {
        let program = &mut self.program;
        program.widths.push(width);
        program.names.push("narrow".to_owned());
        let result = ValueId(program.widths.len() - 1);
        let origin = program.blocks[self.block.0].origin;
        program.blocks[self.block.0].instructions.push(Instruction::Define { result, operation, origin });
        Operand::Value(result)
    }
}
