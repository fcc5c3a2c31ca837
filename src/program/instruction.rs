//! Instructions: operations on bit-vectors that define values.

use crate::bv::{BinaryOp, BitVec, FloatOp, OverflowOp, Predicate, TermId, TermPool, TernaryOp, UnaryOp};
use crate::program::{Access, InputId, OriginId, Store, VariableId};
use smallvec::{smallvec, SmallVec};

/// A value, by its index in [`Program::widths`](crate::program::Program::widths).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueId(pub usize);

/// The operands of an instruction or of a terminator, three at most: programs with large arrays have hundreds of thousands of instructions.
pub type Operands = SmallVec<[Operand; 3]>;

/// What an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// The value of a φ or an instruction.
    Value(ValueId),
    /// A constant.
    Constant(BitVec),
}

/// Something done in a block.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// Defines a value.
    Define {
        /// The value.
        result: ValueId,
        /// How it is computed.
        operation: Operation,
        /// Where it comes from.
        origin: Option<OriginId>,
    },
    /// Writes memory.
    Store(Store),
    /// Tells that a C variable now holds a value. It means nothing to the encoding; traces are told by it.
    Assign(Assignment),
}

/// That a C variable now holds a value.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The variable.
    pub variable: VariableId,
    /// What it holds, of any width.
    pub value: Operand,
    /// Where the assignment stands.
    pub origin: Option<OriginId>,
}

/// How a value is computed.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// One operand.
    Unary(UnaryOp, Operand),
    /// Two operands of the result's width.
    Binary(BinaryOp, Operand, Operand),
    /// Three operands of the result's width.
    Ternary(TernaryOp, Operand, Operand, Operand),
    /// A comparison; the result has width 1.
    Compare(Predicate, Operand, Operand),
    /// Whether an exact result would not fit; the result has width 1.
    Overflow(OverflowOp, Operand, Operand),
    /// An operation on floating-point numbers, and as many operands as it has; what stands behind them is not looked at.
    Float(FloatOp, [Operand; 3]),
    /// The second operand where the first, of width 1, is 1; else the third.
    Select(Operand, Operand, Operand),
    /// Wider by zeros.
    ZeroExtend(Operand),
    /// Wider by copies of the sign.
    SignExtend(Operand),
    /// The low bits.
    Truncate(Operand),
    /// The operand itself: `freeze`, `bitcast` between types of one width.
    Copy(Operand),
    /// What a cell holds; the operand is the offset in bytes, of any width.
    Load(Access, Operand),
    /// Any value: a nondeterministic input, a new one each time.
    Input(InputId),
}

impl Operation {
    /// The operands, in order.
    pub fn operands(&self) -> Operands {
        match *self {
            Operation::Unary(_, a)
            | Operation::ZeroExtend(a)
            | Operation::SignExtend(a)
            | Operation::Truncate(a)
            | Operation::Copy(a)
            | Operation::Load(_, a) => smallvec![a],
            Operation::Binary(_, a, b) | Operation::Compare(_, a, b) | Operation::Overflow(_, a, b) => smallvec![a, b],
            Operation::Ternary(_, a, b, c) | Operation::Select(a, b, c) => smallvec![a, b, c],
            Operation::Float(op, operands) => Operands::from_slice(&operands[..op.arity()]),
            Operation::Input(_) => Operands::new(),
        }
    }

    /// The term of an operation that neither is an input nor reads memory, from those of its operands; `width` is the result's.
    pub fn term(&self, pool: &mut TermPool, operands: &[TermId], width: u32) -> TermId {
        match *self {
            Operation::Unary(op, _) => pool.unary(op, operands[0]),
            Operation::Binary(op, ..) => pool.binary(op, operands[0], operands[1]),
            Operation::Ternary(op, ..) => pool.ternary(op, operands[0], operands[1], operands[2]),
            Operation::Compare(predicate, ..) => pool.compare(predicate, operands[0], operands[1]),
            Operation::Overflow(op, ..) => pool.overflow(op, operands[0], operands[1]),
            Operation::Float(op, _) => pool.float(op, operands),
            Operation::Select(..) => pool.ite(operands[0], operands[1], operands[2]),
            Operation::ZeroExtend(_) => pool.zero_extend(operands[0], width),
            Operation::SignExtend(_) => pool.sign_extend(operands[0], width),
            Operation::Truncate(_) => pool.truncate(operands[0], width),
            Operation::Copy(_) => operands[0],
            Operation::Load(..) | Operation::Input(_) => unreachable!("memory and inputs are the caller's"),
        }
    }
}

impl Instruction {
    /// What the instruction reads.
    pub fn operands(&self) -> Operands {
        match self {
            Instruction::Define { operation, .. } => operation.operands(),
            Instruction::Store(store) => smallvec![store.offset, store.value, store.condition],
            Instruction::Assign(assignment) => smallvec![assignment.value],
        }
    }

    /// Where it comes from.
    pub fn origin(&self) -> Option<OriginId> {
        match self {
            Instruction::Define { origin, .. } => *origin,
            Instruction::Store(store) => store.origin,
            Instruction::Assign(assignment) => assignment.origin,
        }
    }

    /// The value that the instruction defines.
    pub fn result(&self) -> Option<ValueId> {
        match self {
            Instruction::Define { result, .. } => Some(*result),
            Instruction::Store(_) | Instruction::Assign(_) => None,
        }
    }
}
