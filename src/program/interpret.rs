//! Runs a program, value by value. It is what encodings and traces are held against, so it shares nothing with them but
//! the meaning of the operations in [`bv`](crate::bv).
//!
//! A program is compiled once ([`Interpreter::new`]): constants are laid out behind the values, so that each operand is
//! an index into one array, and each edge has the list of moves that its φs make.
//!
//! | module | what |
//! |---|---|
//! | [`directed`] | an execution on the values that the program asks for |
//! | [`only`] | the way that all executions of a program take, whatever they read |

mod directed;
mod only;

pub use directed::Directed;
pub use only::OnlyWay;

use crate::bv::{BinaryOp, BitVec, FloatOp, OverflowOp, Predicate, TernaryOp, UnaryOp};
use crate::program::{
    BlockId, Cell, Exit, InputId, Instruction, Object, ObjectId, Operand, Operation, OriginId, Program, Terminator,
    ValueId, VariableId,
};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Where the values of inputs come from.
pub trait Inputs {
    /// The next value, of the width that is asked for.
    fn next(&mut self, request: InputRequest) -> BitVec;

    /// What a cell of a tail holds that may hold anything and that nothing has written yet, of this width, from then on. Zero, if this says
    /// nothing.
    fn unwritten(&mut self, _width: u32) -> Option<BitVec> {
        None
    }
}

/// Which input is read, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputRequest {
    /// The row of the input.
    pub input: InputId,
    /// The value that it defines.
    pub value: ValueId,
    /// Its width in bits.
    pub width: u32,
    /// The block being executed.
    pub block: BlockId,
    /// How many blocks have been left before: the step of the small-block encoding.
    pub step: u64,
}

impl<F: FnMut(InputRequest) -> BitVec> Inputs for F {
    fn next(&mut self, request: InputRequest) -> BitVec {
        self(request)
    }
}

/// Something that happens in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A block is entered.
    Block(BlockId),
    /// An instruction or terminator that comes from this place is about to be executed.
    Line(OriginId),
    /// An input has been read.
    Input {
        /// Its row.
        input: InputId,
        /// The value that it defines.
        value: ValueId,
        /// What was read.
        bits: BitVec,
        /// Where it is read.
        origin: Option<OriginId>,
    },
    /// A C variable, or the part of one that a cell holds, now holds a value.
    Assign {
        /// The variable.
        variable: VariableId,
        /// What it holds.
        bits: BitVec,
        /// Where the assignment stands.
        origin: Option<OriginId>,
    },
    /// A part of an object that a call has allocated now holds a value.
    Write {
        /// The object.
        object: ObjectId,
        /// Where, in bytes.
        offset: u64,
        /// What it holds.
        bits: BitVec,
        /// Where the assignment stands.
        origin: Option<OriginId>,
    },
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The program is left.
    Exit(Exit),
    /// As many blocks as allowed have been executed.
    StepLimit,
}

/// A whole run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How it ended.
    pub outcome: Outcome,
}

/// An index into the array of values and constants.
type Slot = usize;

#[derive(Clone, Copy)]
enum Action {
    Unary(UnaryOp, Slot),
    Binary(BinaryOp, Slot, Slot),
    Ternary(TernaryOp, Slot, Slot, Slot),
    Compare(Predicate, Slot, Slot),
    Overflow(OverflowOp, Slot, Slot),
    Float(FloatOp, [Slot; 3]),
    Select(Slot, Slot, Slot),
    ZeroExtend(Slot, u32),
    SignExtend(Slot, u32),
    Truncate(Slot, u32),
    Copy(Slot),
    Load(ObjectId, Slot, u32),
    Store { object: ObjectId, offset: Slot, value: Slot, condition: Slot },
    Input(InputId, u32),
    Assign(VariableId, Slot),
}

struct Step {
    action: Action,
    /// The slot that is written; meaningless for an assignment.
    result: Slot,
    origin: Option<OriginId>,
}

/// An edge: where it goes, and what its φs copy.
struct Edge {
    target: usize,
    moves: Vec<(Slot, Slot)>,
    /// Whether a φ reads what another one writes, so that all must be read first.
    overlaps: bool,
}

enum Leave {
    Jump(Edge),
    Branch(Slot, Edge, Edge),
    Switch(Slot, Vec<(BitVec, Edge)>, Edge),
    Exit(Exit),
}

struct Code {
    steps: Vec<Step>,
    leave: Leave,
    origin: Option<OriginId>,
}

/// A program ready to be run.
pub struct Interpreter {
    blocks: Vec<Code>,
    /// Values, then constants, as they are when a run begins.
    initial: Vec<BitVec>,
    objects: Vec<Object>,
    /// Whether calls allocate it, by object.
    is_allocated: Vec<bool>,
}

impl Interpreter {
    /// Compiles a valid program.
    ///
    /// # Panics
    /// If the program breaks its invariants, see [`Program::validate`].
    pub fn new(program: &Program) -> Interpreter {
        let initial = program.widths.iter().map(|&width| BitVec::new(width, 0)).collect();
        let mut compiler = Compiler { program, slots: initial };
        let blocks = (0..program.blocks.len()).map(|index| compiler.block(BlockId(index))).collect();
        let place = |index: usize| program.map.places.get(index);
        let is_allocated = (0..program.objects.len()).map(|index| place(index).is_some_and(|place| place.is_allocated));
        let is_allocated = is_allocated.collect();
        Interpreter { blocks, initial: compiler.slots, objects: program.objects.clone(), is_allocated }
    }

    /// Runs the program from its entry, through at most `limit` blocks, and calls `observe` on each event.
    pub fn run(&self, inputs: &mut impl Inputs, limit: u64, observe: impl FnMut(Event)) -> Outcome {
        let mut left = limit;
        let goes_on = |_| {
            let is_left = left > 0;
            left = left.saturating_sub(1);
            is_left
        };
        self.run_while(inputs, goes_on, observe)
    }

    /// Runs the program from its entry, as long as the next block, whose index is given, may be entered; and calls `observe` on each event.
    pub(crate) fn run_while(
        &self,
        inputs: &mut impl Inputs,
        mut goes_on: impl FnMut(usize) -> bool,
        mut observe: impl FnMut(Event),
    ) -> Outcome {
        let mut slots = self.initial.clone();
        let mut memory = Memory::new(&self.objects);
        let mut buffer = Vec::new();
        let (mut block, mut step) = (0, 0);
        while goes_on(block) {
            observe(Event::Block(BlockId(block)));
            let code = &self.blocks[block];
            for instruction in &code.steps {
                if let Some(origin) = instruction.origin {
                    observe(Event::Line(origin));
                }
                let Step { action, result, origin } = *instruction;
                match action {
                    Action::Input(input, width) => {
                        let value = ValueId(result);
                        let bits = inputs.next(InputRequest { input, value, width, block: BlockId(block), step });
                        assert_eq!(bits.width(), width, "an input of another width than asked for");
                        slots[result] = bits;
                        observe(Event::Input { input, value, bits, origin });
                    }
                    Action::Assign(variable, slot) => observe(Event::Assign { variable, bits: slots[slot], origin }),
                    Action::Load(object, offset, width) => {
                        slots[result] = match memory.cell(object, slots[offset], width) {
                            Some(Place::Listed(cell)) => memory.contents[object.0][cell],
                            Some(Place::Tail(at)) => memory.of_tail(object, at, width, || inputs.unwritten(width)),
                            None => BitVec::zero(width),
                        };
                    }
                    Action::Store { object, offset, value, condition } => {
                        let bits = slots[value];
                        let cell = memory.cell(object, slots[offset], bits.width());
                        if let Some(cell) = cell.filter(|_| slots[condition].is_nonzero()) {
                            let (variable, offset) = match cell {
                                Place::Listed(cell) => {
                                    memory.contents[object.0][cell] = bits;
                                    let &Cell { variable, offset, .. } = &self.objects[object.0].cells[cell];
                                    (variable, offset)
                                }
                                Place::Tail(at) => {
                                    memory.tails.insert((object, at), bits);
                                    (None, at)
                                }
                            };
                            if let Some(variable) = variable {
                                observe(Event::Assign { variable, bits, origin });
                            } else if self.is_allocated[object.0] {
                                observe(Event::Write { object, offset, bits, origin });
                            }
                        }
                    }
                    action => slots[result] = compute(action, &slots),
                }
            }
            if let Some(origin) = code.origin {
                observe(Event::Line(origin));
            }
            let edge = match &code.leave {
                Leave::Jump(edge) => edge,
                Leave::Branch(condition, then, otherwise) => match slots[*condition].is_nonzero() {
                    true => then,
                    false => otherwise,
                },
                Leave::Switch(value, cases, default) => {
                    let value = slots[*value];
                    cases.iter().find(|(case, _)| *case == value).map_or(default, |(_, edge)| edge)
                }
                Leave::Exit(exit) => return Outcome::Exit(*exit),
            };
            follow(edge, &mut slots, &mut buffer);
            (block, step) = (edge.target, step + 1);
        }
        Outcome::StepLimit
    }

    /// Runs the program and records all events.
    pub fn record(&self, inputs: &mut impl Inputs, limit: u64) -> Execution {
        let mut events = Vec::new();
        let outcome = self.run(inputs, limit, |event| events.push(event));
        Execution { events, outcome }
    }
}

/// What the cells hold.
struct Memory<'i> {
    objects: &'i [Object],
    contents: Vec<Vec<BitVec>>,
    /// What cells of tails hold that have been written, by offset.
    tails: FxHashMap<(ObjectId, u64), BitVec>,
}

/// Where a cell is.
enum Place {
    /// Among the listed ones, by index.
    Listed(usize),
    /// In the tail, by offset.
    Tail(u64),
}

impl<'i> Memory<'i> {
    fn new(objects: &'i [Object]) -> Memory<'i> {
        let contents = objects.iter().map(|object| object.cells.iter().map(|cell| cell.initial).collect()).collect();
        Memory { objects, contents, tails: FxHashMap::default() }
    }

    /// What a cell of a tail holds. Where nothing has written it and it may hold anything, `unwritten` says.
    fn of_tail(&mut self, object: ObjectId, at: u64, width: u32, unwritten: impl FnOnce() -> Option<BitVec>) -> BitVec {
        let is_open = self.objects[object.0].tail.is_some_and(|tail| !tail.is_zero);
        let first = || if is_open { unwritten() } else { None };
        match self.tails.entry((object, at)) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => first().map_or(BitVec::zero(width), |first| *entry.insert(first)),
        }
    }

    /// The cell at an offset, if there is one of this width.
    fn cell(&self, object: ObjectId, offset: BitVec, width: u32) -> Option<Place> {
        let (object, offset) = (&self.objects[object.0], u64::try_from(offset.unsigned()).ok()?);
        let is_listed = object.tail.is_none_or(|tail| tail.is_listed(offset));
        match is_listed {
            true => {
                object.cell_at(offset).filter(|&cell| object.cells[cell].initial.width() == width).map(Place::Listed)
            }
            false => object.has_cell(offset, width).then_some(Place::Tail(offset)),
        }
    }
}

/// Lets the φs of the edge's target take their values, all at once.
fn follow(edge: &Edge, slots: &mut [BitVec], buffer: &mut Vec<BitVec>) {
    if !edge.overlaps {
        for &(to, from) in &edge.moves {
            slots[to] = slots[from];
        }
        return;
    }
    buffer.clear();
    buffer.extend(edge.moves.iter().map(|&(_, from)| slots[from]));
    for (&(to, _), &bits) in edge.moves.iter().zip(buffer.iter()) {
        slots[to] = bits;
    }
}

/// The result of an action that only reads values.
fn compute(action: Action, slots: &[BitVec]) -> BitVec {
    match action {
        Action::Unary(op, a) => op.apply(slots[a]),
        Action::Binary(op, a, b) => op.apply(slots[a], slots[b]),
        Action::Ternary(op, a, b, c) => op.apply(slots[a], slots[b], slots[c]),
        Action::Compare(op, a, b) => BitVec::bit(op.apply(slots[a], slots[b])),
        Action::Overflow(op, a, b) => BitVec::bit(op.apply(slots[a], slots[b])),
        Action::Float(op, operands) => op.apply(operands.map(|slot| slots[slot])),
        Action::Select(condition, a, b) => slots[if slots[condition].is_nonzero() { a } else { b }],
        Action::ZeroExtend(a, width) => slots[a].zero_extend(width),
        Action::SignExtend(a, width) => slots[a].sign_extend(width),
        Action::Truncate(a, width) => slots[a].truncate(width),
        Action::Copy(a) | Action::Assign(_, a) => slots[a],
        Action::Input(_, width) => BitVec::new(width, 0),
        Action::Load(..) | Action::Store { .. } => BitVec::bit(false),
    }
}

struct Compiler<'p> {
    program: &'p Program,
    slots: Vec<BitVec>,
}

impl Compiler<'_> {
    fn slot(&mut self, operand: Operand) -> Slot {
        match operand {
            Operand::Value(value) => value.0,
            Operand::Constant(constant) => {
                self.slots.push(constant);
                self.slots.len() - 1
            }
        }
    }

    fn block(&mut self, id: BlockId) -> Code {
        let program = self.program;
        let block = &program.blocks[id.0];
        let steps = block.instructions.iter().map(|instruction| self.step(instruction)).collect();
        let leave = match &block.terminator {
            Terminator::Jump(target) => Leave::Jump(self.edge(id, *target)),
            Terminator::Branch { condition, then, otherwise } => {
                Leave::Branch(self.slot(*condition), self.edge(id, *then), self.edge(id, *otherwise))
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.slot(*value);
                let cases = cases.iter().map(|&(case, target)| (case, self.edge(id, target))).collect();
                Leave::Switch(value, cases, self.edge(id, *default))
            }
            Terminator::Exit(exit) => Leave::Exit(*exit),
        };
        Code { steps, leave, origin: block.origin }
    }

    fn edge(&mut self, from: BlockId, to: BlockId) -> Edge {
        let program = self.program;
        let mut moves: Vec<(Slot, Slot)> = Vec::new();
        for phi in &program.blocks[to.0].phis {
            for &(_, operand) in phi.incoming.iter().filter(|edge| edge.0 == from) {
                let read = self.slot(operand);
                moves.push((phi.result.0, read));
            }
        }
        let overlaps =
            (1..moves.len()).any(|later| moves[..later].iter().any(|&(written, _)| written == moves[later].1));
        Edge { target: to.0, moves, overlaps }
    }

    fn step(&mut self, instruction: &Instruction) -> Step {
        let (result, operation, origin) = match instruction {
            Instruction::Assign(assignment) => {
                let action = Action::Assign(assignment.variable, self.slot(assignment.value));
                return Step { action, result: 0, origin: assignment.origin };
            }
            Instruction::Store(store) => {
                let [offset, value, condition] = [store.offset, store.value, store.condition].map(|o| self.slot(o));
                let action = Action::Store { object: store.access.object, offset, value, condition };
                return Step { action, result: 0, origin: store.origin };
            }
            Instruction::Define { result, operation, origin } => (*result, *operation, *origin),
        };
        let width = self.program.widths[result.0];
        let action = match operation {
            Operation::Unary(op, a) => Action::Unary(op, self.slot(a)),
            Operation::Binary(op, a, b) => Action::Binary(op, self.slot(a), self.slot(b)),
            Operation::Ternary(op, a, b, c) => Action::Ternary(op, self.slot(a), self.slot(b), self.slot(c)),
            Operation::Compare(op, a, b) => Action::Compare(op, self.slot(a), self.slot(b)),
            Operation::Overflow(op, a, b) => Action::Overflow(op, self.slot(a), self.slot(b)),
            Operation::Float(op, operands) => Action::Float(op, operands.map(|operand| self.slot(operand))),
            Operation::Select(condition, a, b) => Action::Select(self.slot(condition), self.slot(a), self.slot(b)),
            Operation::ZeroExtend(a) => Action::ZeroExtend(self.slot(a), width),
            Operation::SignExtend(a) => Action::SignExtend(self.slot(a), width),
            Operation::Truncate(a) => Action::Truncate(self.slot(a), width),
            Operation::Copy(a) => Action::Copy(self.slot(a)),
            Operation::Load(access, offset) => Action::Load(access.object, self.slot(offset), width),
            Operation::Input(input) => Action::Input(input, width),
        };
        Step { action, result: result.0, origin }
    }
}
