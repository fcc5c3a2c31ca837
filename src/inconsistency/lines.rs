//! Programs in which only some lines mean what they say. What other lines compute is anything, their branches go either way, and
//! their checks pass. Which lines these are is decided for good ([`with_lines`]), or by inputs that are switches ([`Switched`]).

use crate::bv::BitVec;
use crate::inconsistency::abstraction;
use crate::inconsistency::finding::Line;
use crate::program::{
    BlockId, Exit, Instruction, Operand, Operation, OriginId, Program, SiteId, Store, Terminator, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The line of a place.
pub fn line(program: &Program, origin: Option<OriginId>) -> Option<Line> {
    let origin = program.map.origins.get(origin?.0)?;
    Some((origin.file.clone(), origin.line))
}

/// The program in which only these lines mean what they say. What has no line, and the branches that end the blocks `fixed`, stay as
/// they are.
pub fn with_lines(program: &Program, lines: &FxHashSet<Line>, fixed: &[BlockId]) -> Program {
    let mut rewriting = Rewriting { program: program.clone(), by: By::Choice(lines), instructions: Vec::new() };
    rewriting.rewrite(program, fixed);
    rewriting.program
}

/// A program in which each of some lines has switches.
pub struct Switched {
    /// The program.
    pub program: Program,
    /// For each line the inputs that have to be one for what the line says to hold, one for each block that it takes part in.
    pub rows: Vec<Vec<ValueId>>,
}

impl Switched {
    /// Gives lines switches; other lines, and the branches that end the blocks `fixed`, stay as they are.
    pub fn new(program: &Program, lines: &[Line], fixed: &[BlockId]) -> Switched {
        let row_of = lines.iter().enumerate().map(|(row, line)| (line, row)).collect();
        let switches = Switches { row_of, rows: vec![Vec::new(); lines.len()], here: FxHashMap::default() };
        let by = By::Switches(switches);
        let mut rewriting = Rewriting { program: program.clone(), by, instructions: Vec::new() };
        rewriting.rewrite(program, fixed);
        let rows = match rewriting.by {
            By::Switches(switches) => switches.rows,
            By::Choice(_) => Vec::new(),
        };
        Switched { program: rewriting.program, rows }
    }
}

/// The check that fails in a block.
pub fn check(program: &Program, block: BlockId) -> Option<SiteId> {
    match program.blocks[block.0].terminator {
        Terminator::Exit(Exit::Error(site)) => Some(site),
        _ => None,
    }
}

/// A program whose blocks are written anew, one after the other.
struct Rewriting<'a> {
    program: Program,
    by: By<'a>,
    /// Those of the block that is being written.
    instructions: Vec<Instruction>,
}

/// What decides whether a line means what it says.
enum By<'a> {
    /// The lines that do.
    Choice(&'a FxHashSet<Line>),
    /// Inputs.
    Switches(Switches<'a>),
}

/// The switches of lines.
struct Switches<'a> {
    row_of: FxHashMap<&'a Line, usize>,
    rows: Vec<Vec<ValueId>>,
    /// For each line of the block that is being written, its switch.
    here: FxHashMap<usize, ValueId>,
}

/// Whether something means what it says.
#[derive(Clone, Copy)]
enum Guard {
    Holds,
    /// It may be anything.
    Free,
    /// It does where this bit is one.
    If(Operand),
}

impl Rewriting<'_> {
    fn rewrite(&mut self, program: &Program, fixed: &[BlockId]) {
        for (index, block) in program.blocks.iter().enumerate() {
            if let By::Switches(switches) = &mut self.by {
                switches.here.clear();
            }
            block.instructions.iter().for_each(|instruction| self.instruction(instruction));
            let is_fixed = fixed.contains(&BlockId(index));
            let terminator = if is_fixed { block.terminator.clone() } else { self.terminator(program, BlockId(index)) };
            self.program.blocks[index].terminator = terminator;
            self.program.blocks[index].instructions = std::mem::take(&mut self.instructions);
        }
    }

    /// Whether what stands at a place means what it says.
    fn guard(&mut self, origin: Option<OriginId>) -> Guard {
        let Some(line) = line(&self.program, origin) else { return Guard::Holds };
        let switches = match &mut self.by {
            By::Choice(lines) if lines.contains(&line) => return Guard::Holds,
            By::Choice(_) => return Guard::Free,
            By::Switches(switches) => switches,
        };
        let Some(&row) = switches.row_of.get(&line) else { return Guard::Holds };
        if let Some(&switch) = switches.here.get(&row) {
            return Guard::If(Operand::Value(switch));
        }
        let switch = self.any(1);
        if let By::Switches(switches) = &mut self.by {
            switches.here.insert(row, switch);
            switches.rows[row].push(switch);
        }
        Guard::If(Operand::Value(switch))
    }

    fn define(&mut self, width: u32, operation: Operation) -> ValueId {
        let result = abstraction::new_value(&mut self.program, width);
        self.instructions.push(Instruction::Define { result, operation, origin: None });
        result
    }

    /// A value that is anything.
    fn any(&mut self, width: u32) -> ValueId {
        let input = abstraction::any(&mut self.program, width);
        self.define(width, Operation::Input(input))
    }

    /// The operand where it means what it says, else anything.
    fn guarded(&mut self, guard: Guard, operand: Operand) -> Operand {
        if let Guard::Holds = guard {
            return operand;
        }
        let width = self.program.operand_width(operand);
        let any = Operand::Value(self.any(width));
        match guard {
            Guard::If(switch) => Operand::Value(self.define(width, Operation::Select(switch, operand, any))),
            Guard::Holds | Guard::Free => any,
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let rewritten = match *instruction {
            Instruction::Define { operation: Operation::Input(_), .. } | Instruction::Assign(_) => instruction.clone(),
            Instruction::Define { result, operation, origin } => {
                let operation = self.operation(result, operation, origin);
                Instruction::Define { result, operation, origin }
            }
            Instruction::Store(store) => {
                let guard = self.guard(store.origin);
                // A constant offset says which cell: another one would be of no access here.
                let offset = match store.offset {
                    Operand::Constant(_) => store.offset,
                    Operand::Value(_) => self.guarded(guard, store.offset),
                };
                let (value, condition) = (self.guarded(guard, store.value), self.guarded(guard, store.condition));
                Instruction::Store(Store { offset, value, condition, ..store })
            }
        };
        self.instructions.push(rewritten);
    }

    /// What a value is computed as.
    fn operation(&mut self, result: ValueId, operation: Operation, origin: Option<OriginId>) -> Operation {
        let width = self.program.widths[result.0];
        match self.guard(origin) {
            Guard::Holds => operation,
            Guard::Free => Operation::Input(abstraction::any(&mut self.program, width)),
            Guard::If(switch) => {
                let exact = Operand::Value(self.define(width, operation));
                Operation::Select(switch, exact, Operand::Value(self.any(width)))
            }
        }
    }

    fn terminator(&mut self, program: &Program, index: BlockId) -> Terminator {
        let block = &program.blocks[index.0];
        let mut terminator = block.terminator.clone();
        match &mut terminator {
            Terminator::Branch { condition, then, otherwise } => {
                let site = check(program, *then).and_then(|site| program.map.sites.get(site.0)?.origin);
                let passes = match self.guard(site) {
                    Guard::Free => return Terminator::Jump(*otherwise),
                    Guard::If(switch) => Some(switch),
                    Guard::Holds => None,
                };
                let guard = self.guard(block.origin);
                *condition = self.guarded(guard, *condition);
                if let Some(switch) = passes {
                    let off = Operand::Constant(BitVec::bit(false));
                    *condition = Operand::Value(self.define(1, Operation::Select(switch, *condition, off)));
                }
            }
            Terminator::Switch { value, .. } => {
                let guard = self.guard(block.origin);
                *value = self.guarded(guard, *value);
            }
            Terminator::Jump(_) | Terminator::Exit(_) => {}
        }
        terminator
    }
}
