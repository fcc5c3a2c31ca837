//! An execution on the values that a program itself asks for, as one with the waypoints of a witness does: `x = input(); if (x != 5) stop();`.
//!
//! What an input reads is left *open*. An open value may be copied, stored and widened. The first comparison with another value for
//! equality settles it: it is equal. Where it is used in any other way before that, it is zero; where it decides by itself where control goes, it
//! is what does not end the program at once. Nothing is tried a second time.

use super::only::reads;
use super::{compute, Action, Edge, Interpreter, Leave, Memory, Place, Slot, Step};
use crate::bv::{BitVec, FloatOp, Predicate};
use crate::program::{Exit, InputId, ObjectId, SiteId};
use rustc_hash::FxHashMap;

/// An execution that reads more is given up: what it has read is kept.
const MOST_READ: usize = 1 << 17;

/// An execution that ends in an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directed {
    /// The error.
    pub site: SiteId,
    /// What is read, in order.
    pub inputs: Vec<(InputId, BitVec)>,
    /// Of how many blocks it is.
    pub blocks: u64,
}

/// A value that is what an input has read, which is not known yet.
#[derive(Clone, Copy)]
struct Open {
    /// The input, by when it is read.
    read: usize,
    /// What becomes of it.
    form: Form,
}

#[derive(Clone, Copy)]
enum Form {
    Whole,
    ZeroExtended(u32),
    SignExtended(u32),
    Truncated(u32),
}

impl Form {
    /// The value of this form.
    fn of(self, bits: BitVec) -> BitVec {
        match self {
            Form::Whole => bits,
            Form::ZeroExtended(width) => bits.zero_extend(width),
            Form::SignExtended(width) => bits.sign_extend(width),
            Form::Truncated(width) => bits.truncate(width),
        }
    }

    /// A value of so many bits that has this form, if there is one.
    fn back(self, bits: BitVec, width: u32) -> BitVec {
        match self {
            Form::Whole => bits,
            Form::ZeroExtended(_) | Form::SignExtended(_) => bits.truncate(width),
            Form::Truncated(_) => bits.zero_extend(width),
        }
    }
}

/// Where an execution is.
struct Run<'i> {
    slots: Vec<BitVec>,
    /// Which of them are open.
    open: Vec<Option<Open>>,
    memory: Memory<'i>,
    /// Cells that hold open values: listed ones by index, those of tails by offset.
    listed: FxHashMap<(ObjectId, usize), Open>,
    tail: FxHashMap<(ObjectId, u64), Open>,
    /// What has been read; none where that is open.
    inputs: Vec<(InputId, u32, Option<BitVec>)>,
}

impl Run<'_> {
    /// The value of a slot; what is open becomes zero.
    fn value(&mut self, slot: Slot) -> BitVec {
        if let Some(open) = self.open[slot].take() {
            let (_, width, bits) = &mut self.inputs[open.read];
            self.slots[slot] = open.form.of(*bits.get_or_insert(BitVec::zero(*width)));
        }
        self.slots[slot]
    }

    /// How a slot is open, if its input has not been settled since.
    fn is_open(&mut self, slot: Slot) -> Option<Open> {
        let open = self.open[slot]?;
        if self.inputs[open.read].2.is_some() {
            self.value(slot);
        }
        self.open[slot]
    }

    /// Settles an open value so that it is this, as far as it can be.
    fn settle(&mut self, Open { read, form }: Open, bits: BitVec) {
        let (_, width, settled) = &mut self.inputs[read];
        *settled = Some(form.back(bits, *width));
    }

    /// Before two values are compared for equality: an open one is made equal to the other.
    fn equate(&mut self, a: Slot, b: Slot) {
        for (open, other) in [(a, b), (b, a)] {
            if let Some(open) = self.is_open(open) {
                if self.is_open(other).is_none_or(|other| other.read != open.read) {
                    let bits = self.value(other);
                    self.settle(open, bits);
                }
                return;
            }
        }
    }

    /// Copies a value, open or not.
    fn copy(&mut self, to: Slot, from: Slot) {
        (self.open[to], self.slots[to]) = (self.is_open(from), self.slots[from]);
    }

    /// Gives an open value another form, if it has none yet.
    fn convert(&mut self, action: Action, from: Slot, form: Form, to: Slot) {
        match self.is_open(from) {
            Some(Open { read, form: Form::Whole }) => self.open[to] = Some(Open { read, form }),
            _ => self.compute(action, to),
        }
    }

    /// What needs all of its operands.
    fn compute(&mut self, action: Action, to: Slot) {
        for slot in reads(action).into_iter().flatten() {
            self.value(slot);
        }
        (self.slots[to], self.open[to]) = (compute(action, &self.slots), None);
    }

    fn execute(&mut self, &Step { action, result, .. }: &Step) {
        match action {
            Action::Input(input, width) => {
                self.open[result] = Some(Open { read: self.inputs.len(), form: Form::Whole });
                self.inputs.push((input, width, None));
            }
            Action::Assign(..) => {}
            Action::Copy(from) => self.copy(result, from),
            Action::ZeroExtend(a, width) => self.convert(action, a, Form::ZeroExtended(width), result),
            Action::SignExtend(a, width) => self.convert(action, a, Form::SignExtended(width), result),
            Action::Truncate(a, width) => self.convert(action, a, Form::Truncated(width), result),
            Action::Select(condition, a, b) => {
                let chosen = if self.value(condition).is_nonzero() { a } else { b };
                self.copy(result, chosen);
            }
            Action::Load(object, offset, width) => {
                let offset = self.value(offset);
                let place = self.memory.cell(object, offset, width);
                (self.slots[result], self.open[result]) = match place {
                    Some(Place::Listed(cell)) => {
                        (self.memory.contents[object.0][cell], self.listed.get(&(object, cell)).copied())
                    }
                    Some(Place::Tail(at)) => {
                        let held = self.memory.tails.get(&(object, at)).copied();
                        (held.unwrap_or(BitVec::zero(width)), self.tail.get(&(object, at)).copied())
                    }
                    None => (BitVec::zero(width), None),
                };
            }
            Action::Store { object, offset, value, condition } => {
                if self.value(condition).is_nonzero() {
                    let offset = self.value(offset);
                    self.store(object, offset, value);
                }
            }
            Action::Compare(Predicate::Eq | Predicate::Ne, a, b) => {
                self.equate(a, b);
                self.compute(action, result);
            }
            Action::Float(FloatOp::Equal(_), [a, b, _]) => {
                self.equate(a, b);
                self.compute(action, result);
            }
            action => self.compute(action, result),
        }
    }

    fn store(&mut self, object: ObjectId, offset: BitVec, value: Slot) {
        let open = self.is_open(value);
        let bits = self.slots[value];
        match self.memory.cell(object, offset, bits.width()) {
            Some(Place::Listed(cell)) => {
                self.memory.contents[object.0][cell] = bits;
                match open {
                    Some(open) => self.listed.insert((object, cell), open),
                    None => self.listed.remove(&(object, cell)),
                };
            }
            Some(Place::Tail(at)) => {
                self.memory.tails.insert((object, at), bits);
                match open {
                    Some(open) => self.tail.insert((object, at), open),
                    None => self.tail.remove(&(object, at)),
                };
            }
            None => {}
        }
    }

    /// Lets the φs of the edge's target take their values, all at once.
    fn follow(&mut self, edge: &Edge, buffer: &mut Vec<(BitVec, Option<Open>)>) {
        buffer.clear();
        for &(_, from) in &edge.moves {
            let open = self.is_open(from);
            buffer.push((self.slots[from], open));
        }
        for (&(to, _), &taken) in edge.moves.iter().zip(buffer.iter()) {
            (self.slots[to], self.open[to]) = taken;
        }
    }
}

impl Interpreter {
    /// Runs the program on the values that it asks for, for so many instructions and blocks; an execution, if that ends in an error.
    pub fn directed(&self, limit: u64) -> Option<Directed> {
        let mut run = Run {
            slots: self.initial.clone(),
            open: vec![None; self.initial.len()],
            memory: Memory::new(&self.objects),
            listed: FxHashMap::default(),
            tail: FxHashMap::default(),
            inputs: Vec::new(),
        };
        let mut buffer = Vec::new();
        let (mut block, mut blocks, mut work) = (0, 0, 0);
        while work < limit && run.inputs.len() < MOST_READ {
            let code = &self.blocks[block];
            (blocks, work) = (blocks + 1, work + 1 + code.steps.len() as u64);
            code.steps.iter().for_each(|step| run.execute(step));
            let edge = match &code.leave {
                Leave::Jump(edge) => edge,
                Leave::Branch(condition, then, otherwise) => {
                    if let Some(open) = run.is_open(*condition) {
                        run.settle(open, BitVec::bit(!self.ends(then)));
                    }
                    match run.value(*condition).is_nonzero() {
                        true => then,
                        false => otherwise,
                    }
                }
                Leave::Switch(value, cases, default) => {
                    let value = run.value(*value);
                    cases.iter().find(|(case, _)| *case == value).map_or(default, |(_, edge)| edge)
                }
                Leave::Exit(Exit::Error(site)) => {
                    let bits = |(input, width, bits): (InputId, u32, Option<BitVec>)| {
                        (input, bits.unwrap_or(BitVec::zero(width)))
                    };
                    let inputs = run.inputs.into_iter().map(bits).collect();
                    return Some(Directed { site: *site, inputs, blocks });
                }
                Leave::Exit(_) => return None,
            };
            run.follow(edge, &mut buffer);
            block = edge.target;
        }
        None
    }

    /// Whether the program ends behind an edge, and not in an error.
    fn ends(&self, edge: &Edge) -> bool {
        match self.blocks[edge.target].leave {
            Leave::Exit(exit) => !matches!(exit, Exit::Error(_)),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::testing::random_program;
    use crate::program::{
        Block, BlockId, InputRequest, Instruction, Operand, Operation, Outcome, Program, Terminator, ValueId,
    };

    /// What is found is an execution of the program, whatever the program does.
    #[test]
    fn what_is_found_is_an_execution() {
        let (mut found, mut reading) = (0, 0);
        for seed in 1..2000 {
            let program = random_program(seed, 2 + seed as usize % 6);
            let interpreter = Interpreter::new(&program);
            let Some(Directed { site, inputs, blocks }) = interpreter.directed(5_000) else { continue };
            found += 1;
            reading += usize::from(!inputs.is_empty());
            let mut rest = inputs.iter();
            let mut next = |request: InputRequest| {
                let &(input, bits) = rest.next().expect("as many are read");
                assert_eq!(input, request.input);
                bits
            };
            let outcome = interpreter.run(&mut next, blocks, |_| {});
            assert_eq!(outcome, Outcome::Exit(Exit::Error(site)), "seed {seed}\n{program}");
            assert!(rest.next().is_none(), "seed {seed}\n{program}");
        }
        assert!(found > 100 && reading > 20, "{found} {reading}");
    }

    /// An input that is widened and compared, one that decides by itself, and one that is computed with first.
    #[test]
    fn inputs_are_what_they_are_compared_with() {
        let mut program = Program::default();
        let mut value = |width| {
            program.widths.push(width);
            program.names.push(format!("v{}", program.widths.len()));
            ValueId(program.widths.len() - 1)
        };
        let [number, wide, is_it, flag, other, sum, is_sum] = [8, 32, 1, 1, 8, 8, 1].map(&mut value);
        let constant = |bits, width| Operand::Constant(BitVec::new(width, bits));
        let define = |result, operation| Instruction::Define { result, operation, origin: None };
        let block = |instructions, terminator| Block {
            name: String::new(),
            phis: Vec::new(),
            instructions,
            terminator,
            origin: None,
        };
        let branch = |condition, then, otherwise| Terminator::Branch {
            condition: Operand::Value(condition),
            then: BlockId(then),
            otherwise: BlockId(otherwise),
        };
        program.blocks = vec![
            block(
                vec![
                    define(number, Operation::Input(InputId(0))),
                    define(wide, Operation::SignExtend(Operand::Value(number))),
                    define(
                        is_it,
                        Operation::Compare(Predicate::Ne, Operand::Value(wide), constant(-7i128 as u128, 32)),
                    ),
                ],
                branch(is_it, 3, 1),
            ),
            block(vec![define(flag, Operation::Input(InputId(1)))], branch(flag, 3, 2)),
            block(
                vec![
                    define(other, Operation::Input(InputId(2))),
                    define(sum, Operation::Binary(crate::bv::BinaryOp::Add, Operand::Value(other), constant(4, 8))),
                    define(is_sum, Operation::Compare(Predicate::Eq, Operand::Value(sum), constant(4, 8))),
                ],
                branch(is_sum, 4, 3),
            ),
            block(Vec::new(), Terminator::Exit(Exit::Ok)),
            block(Vec::new(), Terminator::Exit(Exit::Error(SiteId(0)))),
        ];
        let inputs =
            vec![(InputId(0), BitVec::new(8, 0xf9)), (InputId(1), BitVec::bit(false)), (InputId(2), BitVec::zero(8))];
        let expected = Directed { site: SiteId(0), inputs, blocks: 4 };
        assert_eq!(Interpreter::new(&program).directed(100), Some(expected));
        assert_eq!(Interpreter::new(&program).directed(3), None);
    }
}
