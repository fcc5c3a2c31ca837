//! The check of a partition: that no execution ends in an error. Each execution lies in a box of the partition
//! ([`Partition::each`]); each box is run once, from the program as it is, and has to come to an end without error, with every
//! branch the same way for all its executions.
//!
//! Nothing of the search is used. Numbers are those of [`exact`]; words are [`Words`] and inputs have an [`Order`], as in the search.

use super::exact::{self, Interval};
use super::partition::{NoPartition, Order, Partition, Side, Sides};
use super::words::Words;
use crate::bv::{BinaryOp, BitVec, FloatOp, Format, Predicate};
use crate::program::{
    BlockId, Cell, Exit, Instruction, Object, Operand, Operation, Program, Reading, Store, Terminator,
};
use bitreach_limits::StopFlag;

/// A box is run through so many blocks at most.
const MOST_BLOCKS: u64 = 1 << 20;

/// The stop flag is asked after so many boxes.
const BOXES: u64 = 8;

/// Why a partition proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproved {
    /// Nodes are no partition.
    #[error(transparent)]
    Partition(#[from] NoPartition),
    /// The executions of a box may part.
    #[error("executions of box {number} may part in block {block}")]
    Parts {
        /// The number of the box, from 1 on.
        number: u64,
        /// Where.
        block: usize,
    },
    /// The executions of a box end otherwise.
    #[error("executions of box {number} end in {exit:?}")]
    Ends {
        /// The number of the box, from 1 on.
        number: u64,
        /// How.
        exit: Exit,
    },
    /// A box runs too long.
    #[error("executions of box {number} are too long")]
    Long {
        /// The number of the box, from 1 on.
        number: u64,
    },
    /// The check was stopped.
    #[error("the check was stopped")]
    Stopped,
}

/// Checks that no execution of a valid program, whatever it reads, ends in an error or comes to something unmodelled. Gives the number
/// of boxes.
///
/// # Errors
/// Why the partition does not prove that.
pub fn check(program: &Program, partition: &Partition, stop: &StopFlag) -> Result<u64, Unproved> {
    let mut number = 0;
    let mut walk = Walk::new(program);
    partition.each(|sides| {
        number += 1;
        if number % BOXES == 0 && stop.is_raised() {
            return Err(Unproved::Stopped);
        }
        match walk.end(sides) {
            Ok(Exit::Ok) => Ok(()),
            Ok(exit) => Err(Unproved::Ends { number, exit }),
            Err(Some(BlockId(block))) => Err(Unproved::Parts { number, block }),
            Err(None) => Err(Unproved::Long { number }),
        }
    })?;
    Ok(number)
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// It is a number.
    Number(Interval),
    /// It is a word.
    Word(Words),
}

impl Known {
    fn words(self) -> Words {
        match self {
            Known::Number(interval) => interval.words(),
            Known::Word(words) => words,
        }
    }

    fn interval(self, format: Format) -> Interval {
        match self {
            Known::Number(interval) if interval.format == format => interval,
            Known::Number(_) => Interval::all(format),
            Known::Word(words) => Interval::of_words(format, words),
        }
    }

    fn only(self) -> Option<BitVec> {
        self.words().only()
    }

    fn joined(self, other: Known) -> Known {
        match (self, other) {
            (Known::Number(a), Known::Number(b)) if a.format == b.format => Known::Number(a.joined(b)),
            (Known::Number(a), b) | (b, Known::Number(a)) if b.only().is_some() => {
                Known::Number(a.joined(b.interval(a.format)))
            }
            (a, b) => Known::Word(a.words().joined(b.words())),
        }
    }
}

/// Runs of a program on boxes.
pub struct Walk<'p> {
    program: &'p Program,
    values: Vec<Known>,
    memory: Vec<Vec<Known>>,
    read: usize,
}

impl<'p> Walk<'p> {
    /// No run yet.
    pub fn new(program: &'p Program) -> Walk<'p> {
        let values = program.widths.iter().map(|&width| Known::Word(Words::all(width))).collect();
        Walk { program, values, memory: Vec::new(), read: 0 }
    }

    /// What is known of a value after a run.
    pub fn value(&self, index: usize) -> Known {
        self.values[index]
    }

    /// How the executions of a box end, if all end alike.
    ///
    /// # Errors
    /// The block in which they may part; nothing if they are too long.
    pub fn end(&mut self, sides: &Sides) -> Result<Exit, Option<BlockId>> {
        let cells = |object: &Object| object.cells.iter().map(|cell| Known::Word(Words::point(cell.initial))).collect();
        self.memory = self.program.objects.iter().map(cells).collect();
        self.read = 0;
        if self.program.objects.iter().any(|object| object.tail.is_some()) {
            return Err(None);
        }
        let mut at = BlockId(0);
        for _ in 0..MOST_BLOCKS {
            let block = &self.program.blocks[at.0];
            for instruction in &block.instructions {
                self.instruction(instruction, sides);
            }
            let next = match &block.terminator {
                Terminator::Exit(exit) => return Ok(*exit),
                Terminator::Jump(target) => *target,
                Terminator::Branch { condition, then, otherwise } => {
                    match self.operand(*condition).words().truth().ok_or(Some(at))? {
                        true => *then,
                        false => *otherwise,
                    }
                }
                Terminator::Switch { value, cases, default } => {
                    let words = self.operand(*value).words();
                    let mut taken = *default;
                    for (case, target) in cases {
                        if words.compared(Predicate::Eq, Words::point(*case)).ok_or(Some(at))? {
                            taken = *target;
                            break;
                        }
                    }
                    taken
                }
            };
            let phis = &self.program.blocks[next.0].phis;
            let taken = phis.iter().filter_map(|phi| {
                let (_, operand) = phi.incoming.iter().find(|(from, _)| *from == at)?;
                Some((phi.result.0, self.operand(*operand)))
            });
            let taken: Vec<(usize, Known)> = taken.collect();
            taken.into_iter().for_each(|(result, known)| self.values[result] = known);
            at = next;
        }
        Err(None)
    }

    fn operand(&self, operand: Operand) -> Known {
        match operand {
            Operand::Value(value) => self.values[value.0],
            Operand::Constant(constant) => Known::Word(Words::point(constant)),
        }
    }

    fn instruction(&mut self, instruction: &Instruction, sides: &Sides) {
        match instruction {
            Instruction::Assign(_) => {}
            Instruction::Store(store) => self.store(store),
            Instruction::Define { result, operation, .. } => {
                let width = self.program.widths[result.0];
                let known = match *operation {
                    Operation::Input(input) => {
                        let order = Order::new(width, self.program.map.inputs[input.0].reading);
                        let side = sides.get(self.read).copied().unwrap_or(Side::ALL);
                        self.read += 1;
                        of_side(order, side)
                    }
                    Operation::Load(access, offset) => self.load(access.object.0, access.width, offset),
                    ref operation => self.computed(operation, width),
                };
                self.values[result.0] = known;
            }
        }
    }

    fn computed(&self, operation: &Operation, width: u32) -> Known {
        let known = |operand: Operand| self.operand(operand);
        let words = |operand: Operand| self.operand(operand).words();
        Known::Word(match *operation {
            Operation::Unary(op, a) => words(a).unary(op),
            Operation::Binary(op, a, b) => return binary(op, known(a), known(b)),
            Operation::Ternary(op, a, b, c) => match [a, b, c].map(|operand| words(operand).only()) {
                [Some(a), Some(b), Some(c)] => Words::point(op.apply(a, b, c)),
                _ => Words::all(width),
            },
            Operation::Compare(op, a, b) => Words::bit(words(a).compared(op, words(b))),
            Operation::Overflow(op, a, b) => Words::bit(words(a).overflows(op, words(b))),
            Operation::Float(op, operands) => {
                let read: Vec<Known> = operands[..op.arity()].iter().map(|&operand| known(operand)).collect();
                return float(op, &read, op.arity() > 1 && is_one_value(operands[0], operands[1]));
            }
            Operation::Select(condition, a, b) => match words(condition).truth() {
                Some(true) => return known(a),
                Some(false) => return known(b),
                None => return known(a).joined(known(b)),
            },
            Operation::ZeroExtend(a) => words(a).zero_extended(width),
            Operation::SignExtend(a) => words(a).sign_extended(width),
            Operation::Truncate(a) => words(a).truncated(width),
            Operation::Copy(a) => return known(a),
            Operation::Load(..) | Operation::Input(_) => Words::all(width),
        })
    }

    /// Each cell of an object that an access may meet.
    fn cells(&self, object: usize, width: u32, offset: Operand) -> Vec<usize> {
        let (low, high) = self.operand(offset).words().unsigned();
        let cells = self.program.objects[object].cells.iter().enumerate();
        let is_met = |cell: &Cell| cell.initial.width() == width && (low..=high).contains(&u128::from(cell.offset));
        cells.filter(|(_, cell)| is_met(cell)).map(|(index, _)| index).collect()
    }

    fn load(&self, object: usize, width: u32, offset: Operand) -> Known {
        let cells = self.cells(object, width, offset);
        if let (Some(_), &[cell]) = (self.operand(offset).only(), &cells[..]) {
            return self.memory[object][cell];
        }
        let zero = Known::Word(Words::point(BitVec::zero(width)));
        cells.into_iter().fold(zero, |all, cell| all.joined(self.memory[object][cell]))
    }

    fn store(&mut self, store: &Store) {
        let happens = self.operand(store.condition).words().truth();
        let written = self.operand(store.value);
        let object = store.access.object.0;
        let is_known = happens == Some(true) && self.operand(store.offset).only().is_some();
        for cell in self.cells(object, store.access.width, store.offset) {
            let held = self.memory[object][cell];
            self.memory[object][cell] = match (happens, is_known) {
                (Some(false), _) => held,
                (_, true) => written,
                (_, false) => held.joined(written),
            };
        }
    }
}

/// Whether both are the value of one instruction or φ.
fn is_one_value(a: Operand, b: Operand) -> bool {
    matches!((a, b), (Operand::Value(a), Operand::Value(b)) if a == b)
}

/// What an input of a box is. Where the box has no key of its order, no execution lies in it, and it may be anything.
fn of_side(order: Order, side: Side) -> Known {
    let last = side.last.min(order.last());
    let side = Side { first: side.first.min(last), last };
    let (low, high) = (order.value(side.first), order.value(side.last));
    match order.reading() {
        Reading::Float(format) => Known::Number(Interval::of_side(format, side)),
        Reading::Signed => Known::Word(Words::between_signed(low, high)),
        Reading::Unsigned => Known::Word(Words::between(low, high)),
    }
}

/// An operation on words; one of the sign alone leaves numbers numbers.
fn binary(op: BinaryOp, a: Known, b: Known) -> Known {
    if let (Known::Number(interval), None, Some(mask)) = (a, a.only(), b.only()) {
        if op == BinaryOp::Xor && mask == BitVec::signed_min(mask.width()) {
            return Known::Number(interval.negated());
        }
        if op == BinaryOp::And && mask == BitVec::signed_max(mask.width()) {
            return Known::Number(interval.magnitude());
        }
    }
    Known::Word(a.words().binary(op, b.words()))
}

/// An operation on numbers. Of those wider than a `double`, single ones alone are known: x87 processors have patterns that are neither
/// numbers nor none, and nobody cuts inputs of 128 bits.
fn float(op: FloatOp, operands: &[Known], is_same: bool) -> Known {
    let to = match op {
        FloatOp::Convert { to, .. } => to,
        _ => op.format(),
    };
    if [op.format(), to].iter().any(|format| [Format::Extended, Format::Quad].contains(format)) {
        let points: Option<Vec<BitVec>> = operands.iter().map(|operand| operand.only()).collect();
        let result = points.map(|points| op.apply(std::array::from_fn(|at| points[at.min(points.len() - 1)])));
        return Known::Word(result.map_or(Words::all(op.result_width()), Words::point));
    }
    let interval = |at: usize| operands[at].interval(op.format());
    match op {
        FloatOp::FromInteger { .. } => Known::Number(exact::from_integers(op, operands[0].words())),
        FloatOp::ToInteger { .. } => Known::Word(exact::integers(op, interval(0))),
        FloatOp::Equal(_) | FloatOp::Less(_) | FloatOp::LessOrEqual(_) => {
            Known::Word(Words::bit(exact::compared(op, interval(0), interval(1), is_same)))
        }
        _ => {
            let intervals: Vec<Interval> = (0..op.arity()).map(interval).collect();
            exact::applied(op, &intervals, is_same).map_or(Known::Word(Words::all(op.result_width())), Known::Number)
        }
    }
}
