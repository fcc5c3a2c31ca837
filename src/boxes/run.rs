//! Runs a program on a box of inputs: each value is a set that holds what it is on any inputs of the box. Control goes on as long as
//! all inputs of the box go the same way.

use super::partition::{Order, Side, Sides, MOST_INPUTS};
use super::value::Value;
use super::words::Words;
use crate::bv::{BinaryOp, BitVec, FloatOp, OverflowOp, Predicate, TernaryOp, UnaryOp};
use crate::program::{BlockId, Cell, Exit, Instruction, Object, Operand, Operation, Phi, Program, Terminator, ValueId};

/// An index into the array of values and constants.
pub type Slot = usize;

/// Some inputs, by their places in the order of reading.
pub type Inputs = u128;

/// How a value is computed, with slots for operands.
#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// One operand.
    Unary(UnaryOp, Slot),
    /// Two operands.
    Binary(BinaryOp, Slot, Slot),
    /// Three operands.
    Ternary(TernaryOp, [Slot; 3]),
    /// A comparison.
    Compare(Predicate, Slot, Slot),
    /// Whether an exact result would not fit.
    Overflow(OverflowOp, Slot, Slot),
    /// An operation on floating-point numbers.
    Float(FloatOp, [Slot; 3]),
    /// The second operand or the third.
    Select(Slot, Slot, Slot),
    /// Wider by zeros.
    ZeroExtend(Slot, u32),
    /// Wider by the sign.
    SignExtend(Slot, u32),
    /// The low bits.
    Truncate(Slot, u32),
    /// The operand.
    Copy(Slot),
    /// What cells of an object hold.
    Load {
        /// The object.
        object: usize,
        /// Where, in bytes.
        offset: Slot,
        /// The width of the cells.
        width: u32,
    },
    /// Writes a cell.
    Store {
        /// The object.
        object: usize,
        /// Where, in bytes.
        offset: Slot,
        /// What.
        value: Slot,
        /// Whether.
        condition: Slot,
    },
    /// An input.
    Input(Order),
}

struct Step {
    action: Action,
    result: Slot,
}

struct Edge {
    target: usize,
    moves: Vec<(Slot, Slot)>,
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
}

/// A program made ready.
pub struct Compiled {
    blocks: Vec<Code>,
    initial: Vec<Value>,
    /// How each value is computed; `None` for φs and constants.
    definitions: Vec<Option<Action>>,
    objects: Vec<Object>,
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All inputs of the box leave the program here.
    Exit(Exit),
    /// They may part where this value is looked at.
    Parts(Slot),
    /// The run is too long.
    Limit,
}

/// The state of a run, kept from one to the next.
pub struct Run<'c> {
    compiled: &'c Compiled,
    slots: Vec<Value>,
    /// On which inputs each value depends.
    depends: Vec<Inputs>,
    memory: Vec<Vec<(Value, Inputs)>>,
    buffer: Vec<(Value, Inputs)>,
    /// The sides of the box, one for each input that was read.
    pub sides: Sides,
    /// The order of each of these.
    pub orders: Vec<Order>,
    /// Which value each of these defines.
    pub read: Vec<Slot>,
    /// Whether inputs that the box says nothing about are zero, and not any.
    pub zeros: bool,
    /// How many instructions and blocks have been executed in all.
    pub work: u64,
}

impl Compiled {
    /// Makes a valid program ready.
    pub fn new(program: &Program) -> Compiled {
        let initial = program.widths.iter().map(|&width| Value::Words(Words::all(width))).collect();
        let mut compiler = Compiler { program, slots: initial, definitions: vec![None; program.widths.len()] };
        let blocks = (0..program.blocks.len()).map(|index| compiler.block(BlockId(index))).collect();
        let Compiler { slots: initial, mut definitions, .. } = compiler;
        definitions.resize(initial.len(), None);
        Compiled { blocks, initial, definitions, objects: program.objects.clone() }
    }

    /// How a value is computed.
    pub fn definition(&self, slot: Slot) -> Option<Action> {
        self.definitions[slot]
    }
}

impl<'c> Run<'c> {
    /// A run that has not begun.
    pub fn new(compiled: &'c Compiled) -> Run<'c> {
        let (slots, count) = (compiled.initial.clone(), compiled.initial.len());
        let (memory, buffer) = (vec![Vec::new(); compiled.objects.len()], Vec::new());
        let (sides, orders, read) = (Sides::new(), Vec::new(), Vec::new());
        Run { compiled, slots, depends: vec![0; count], memory, buffer, sides, orders, read, zeros: false, work: 0 }
    }

    /// What is known of a value.
    pub fn value(&self, slot: Slot) -> Value {
        self.slots[slot]
    }

    /// The inputs that a value depends on.
    pub fn inputs(&self, slot: Slot) -> Inputs {
        self.depends[slot]
    }

    /// Runs the program on a box, through at most `limit` instructions and blocks.
    pub fn run(&mut self, sides: &Sides, limit: u64) -> End {
        self.sides.clone_from(sides);
        self.orders.clear();
        self.read.clear();
        for (cells, object) in self.memory.iter_mut().zip(&self.compiled.objects) {
            self.work += object.cells.len() as u64;
            cells.clear();
            cells.extend(object.cells.iter().map(|cell| (Value::point(cell.initial), 0)));
        }
        let (mut block, end) = (0, self.work + limit);
        loop {
            let code = &self.compiled.blocks[block];
            self.work += 1 + code.steps.len() as u64;
            if self.work > end {
                return End::Limit;
            }
            for step in &code.steps {
                self.step(step);
            }
            let edge = match &code.leave {
                Leave::Exit(exit) => return End::Exit(*exit),
                Leave::Jump(edge) => edge,
                Leave::Branch(condition, then, otherwise) => match self.slots[*condition].words().truth() {
                    Some(true) => then,
                    Some(false) => otherwise,
                    None => return End::Parts(*condition),
                },
                Leave::Switch(value, cases, default) => {
                    let words = self.slots[*value].words();
                    let equals = |case: BitVec| words.compared(Predicate::Eq, Words::point(case));
                    let mut taken = default;
                    for (case, edge) in cases {
                        match equals(*case) {
                            Some(false) => {}
                            Some(true) => {
                                taken = edge;
                                break;
                            }
                            None => return End::Parts(*value),
                        }
                    }
                    taken
                }
            };
            self.buffer.clear();
            self.buffer.extend(edge.moves.iter().map(|&(_, from)| (self.slots[from], self.depends[from])));
            for (&(to, _), &(value, depends)) in edge.moves.iter().zip(&self.buffer) {
                (self.slots[to], self.depends[to]) = (value, depends);
            }
            block = edge.target;
        }
    }

    /// Executes an instruction.
    fn step(&mut self, step: &Step) {
        let (value, depends) = match step.action {
            Action::Input(order) => self.input(order, step.result),
            Action::Load { object, offset, width } => self.load(object, offset, width),
            Action::Store { object, offset, value, condition } => {
                return self.store(object, offset, value, condition);
            }
            action => {
                let depends = operands(action).into_iter().flatten().fold(0, |all, slot| all | self.depends[slot]);
                (computed(action, |slot| self.slots[slot]), depends)
            }
        };
        (self.slots[step.result], self.depends[step.result]) = (value, depends);
    }

    /// The next input. Those behind the last place that is kept have any value in each box, and nothing depends on them that could be cut.
    fn input(&mut self, order: Order, slot: Slot) -> (Value, Inputs) {
        let place = self.orders.len();
        let zero = order.key(BitVec::zero(order.width()));
        let whole = if self.zeros { Side { first: zero, last: zero } } else { Side { first: 0, last: order.last() } };
        if place == MOST_INPUTS {
            return (Value::of_side(order, whole), 0);
        }
        let side = match self.sides.get(place) {
            Some(side) => Side { last: side.last.min(order.last()), ..*side },
            None => whole,
        };
        self.sides.resize(self.sides.len().max(place + 1), side);
        self.sides[place] = side;
        self.orders.push(order);
        self.read.push(slot);
        (Value::of_side(order, side), 1 << place)
    }

    /// The cells of an object, by index, at offsets that a value may have.
    fn cells(&self, object: usize, offset: Slot, width: u32) -> Vec<usize> {
        let words = self.slots[offset].words();
        let cells = &self.compiled.objects[object].cells;
        let (low, high) = words.unsigned();
        let from = cells.partition_point(|cell| u128::from(cell.offset) < low);
        let cells = cells.iter().enumerate().skip(from).take_while(|(_, cell)| u128::from(cell.offset) <= high);
        let meant = |cell: &Cell| {
            let offset = u128::from(cell.offset);
            cell.initial.width() == width && offset <= BitVec::ones(words.width()).unsigned()
        };
        cells.filter(|(_, cell)| meant(cell)).map(|(index, _)| index).collect()
    }

    fn load(&self, object: usize, offset: Slot, width: u32) -> (Value, Inputs) {
        let cells = self.cells(object, offset, width);
        let is_known = cells.len() == 1 && self.slots[offset].only().is_some();
        let (mut value, mut depends) = match (is_known, &cells[..]) {
            (true, &[cell]) => self.memory[object][cell],
            // Where there is no cell, it gives 0.
            _ => (Value::point(BitVec::zero(width)), 0),
        };
        if !is_known {
            for cell in cells {
                let held = self.memory[object][cell];
                (value, depends) = (value.joined(held.0), depends | held.1);
            }
        }
        (value, depends | self.depends[offset])
    }

    fn store(&mut self, object: usize, offset: Slot, value: Slot, condition: Slot) {
        let happens = self.slots[condition].words().truth();
        if happens == Some(false) {
            return;
        }
        let written = self.slots[value];
        let cells = self.cells(object, offset, written.words().width());
        let is_known = happens == Some(true) && self.slots[offset].only().is_some();
        let depends = self.depends[offset] | self.depends[condition] | self.depends[value];
        for cell in cells {
            let held = &mut self.memory[object][cell];
            *held = match is_known {
                true => (written, depends),
                false => (held.0.joined(written), held.1 | depends),
            };
        }
    }
}

/// The result of an action that only reads values.
pub fn computed(action: Action, value: impl Fn(Slot) -> Value) -> Value {
    match action {
        Action::Unary(op, a) => match value(a).only() {
            Some(bits) => Value::point(op.apply(bits)),
            None => Value::Words(value(a).words().unary(op)),
        },
        Action::Binary(op, a, b) => value(a).binary(op, value(b)),
        Action::Ternary(op, slots) => match slots.map(|slot| value(slot).only()) {
            [Some(a), Some(b), Some(c)] => Value::point(op.apply(a, b, c)),
            _ => Value::Words(Words::all(value(slots[0]).words().width())),
        },
        Action::Compare(op, a, b) => Value::Words(Words::bit(value(a).words().compared(op, value(b).words()))),
        Action::Overflow(op, a, b) => Value::Words(Words::bit(value(a).words().overflows(op, value(b).words()))),
        Action::Float(op, slots) => Value::float(op, slots.map(&value), slots[0] == slots[1]),
        Action::Select(condition, a, b) => match value(condition).words().truth() {
            Some(true) => value(a),
            Some(false) => value(b),
            None => value(a).joined(value(b)),
        },
        Action::ZeroExtend(a, width) => Value::Words(value(a).words().zero_extended(width)),
        Action::SignExtend(a, width) => Value::Words(value(a).words().sign_extended(width)),
        Action::Truncate(a, width) => Value::Words(value(a).words().truncated(width)),
        Action::Copy(a) => value(a),
        Action::Load { width, .. } => Value::Words(Words::all(width)),
        Action::Input(order) => Value::Words(Words::all(order.width())),
        Action::Store { .. } => Value::Words(Words::all(1)),
    }
}

/// What an action reads of values.
pub fn operands(action: Action) -> [Option<Slot>; 3] {
    match action {
        Action::Ternary(_, slots) => slots.map(Some),
        Action::Select(a, b, c) => [Some(a), Some(b), Some(c)],
        Action::Binary(_, a, b) | Action::Compare(_, a, b) | Action::Overflow(_, a, b) => [Some(a), Some(b), None],
        Action::Float(op, slots) => std::array::from_fn(|at| (at < op.arity()).then_some(slots[at])),
        Action::Unary(_, a) | Action::ZeroExtend(a, _) | Action::SignExtend(a, _) | Action::Truncate(a, _) => {
            [Some(a), None, None]
        }
        Action::Copy(a) => [Some(a), None, None],
        Action::Load { .. } | Action::Store { .. } | Action::Input(_) => [None; 3],
    }
}

struct Compiler<'p> {
    program: &'p Program,
    slots: Vec<Value>,
    definitions: Vec<Option<Action>>,
}

impl Compiler<'_> {
    fn slot(&mut self, operand: Operand) -> Slot {
        match operand {
            Operand::Value(value) => value.0,
            Operand::Constant(constant) => {
                self.slots.push(Value::point(constant));
                self.slots.len() - 1
            }
        }
    }

    fn block(&mut self, id: BlockId) -> Code {
        let program = self.program;
        let block = &program.blocks[id.0];
        let steps = block.instructions.iter().filter_map(|instruction| self.step(instruction)).collect();
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
        Code { steps, leave }
    }

    fn edge(&mut self, from: BlockId, to: BlockId) -> Edge {
        let program = self.program;
        let mut taken = |phi: &Phi| {
            let (_, operand) = phi.incoming.iter().find(|edge| edge.0 == from)?;
            Some((phi.result.0, self.slot(*operand)))
        };
        Edge { target: to.0, moves: program.blocks[to.0].phis.iter().filter_map(&mut taken).collect() }
    }

    fn step(&mut self, instruction: &Instruction) -> Option<Step> {
        match instruction {
            Instruction::Assign(_) => None,
            Instruction::Store(store) => {
                let [offset, value, condition] = [store.offset, store.value, store.condition].map(|o| self.slot(o));
                let action = Action::Store { object: store.access.object.0, offset, value, condition };
                Some(Step { action, result: 0 })
            }
            Instruction::Define { result, operation, .. } => {
                let action = self.action(*result, operation);
                self.definitions[result.0] = Some(action);
                Some(Step { action, result: result.0 })
            }
        }
    }

    fn action(&mut self, result: ValueId, operation: &Operation) -> Action {
        let width = self.program.widths[result.0];
        match *operation {
            Operation::Unary(op, a) => Action::Unary(op, self.slot(a)),
            Operation::Binary(op, a, b) => Action::Binary(op, self.slot(a), self.slot(b)),
            Operation::Ternary(op, a, b, c) => Action::Ternary(op, [a, b, c].map(|operand| self.slot(operand))),
            Operation::Compare(op, a, b) => Action::Compare(op, self.slot(a), self.slot(b)),
            Operation::Overflow(op, a, b) => Action::Overflow(op, self.slot(a), self.slot(b)),
            Operation::Float(op, operands) => {
                // What stands behind the operands is not looked at, and may be anything.
                let arity = op.arity();
                let read = std::array::from_fn(|at| operands[if at < arity { at } else { 0 }]);
                Action::Float(op, read.map(|operand| self.slot(operand)))
            }
            Operation::Select(condition, a, b) => Action::Select(self.slot(condition), self.slot(a), self.slot(b)),
            Operation::ZeroExtend(a) => Action::ZeroExtend(self.slot(a), width),
            Operation::SignExtend(a) => Action::SignExtend(self.slot(a), width),
            Operation::Truncate(a) => Action::Truncate(self.slot(a), width),
            Operation::Copy(a) => Action::Copy(self.slot(a)),
            Operation::Load(access, offset) => {
                Action::Load { object: access.object.0, offset: self.slot(offset), width: access.width }
            }
            Operation::Input(input) => {
                let reading = self.program.map.inputs[input.0].reading;
                Action::Input(Order::new(width, reading))
            }
        }
    }
}
