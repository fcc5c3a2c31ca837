//! What readers do with what they do not know. All else is one for both.
//!
//! | policy | what is not known | pointers | control flow |
//! |---|---|---|---|
//! | [`Exact`](super::exact::Exact) | cuts its block, as *unmodelled* | an object and an offset | what the entry leads to |
//! | [`Havoc`](super::function) | is any value | their addresses | all blocks; each way out of a branch is a place |

use super::blocks::{Cut, Flow, Reader};
use super::memory::Narrow;
use super::values::{Shape, Value};
use crate::prepare::choices::Taken;
use crate::program::{BlockId, Operand};
use llvm_ir::instruction::{Call, Phi, Select};
use llvm_ir::{BasicBlock, Constant, Instruction, Name, Terminator};

/// What readers do with what they do not know, and what they know of memory.
pub(super) trait Policy<'m>: Sized {
    /// Whether a pass has put guards where the bits of floating-point numbers can be seen, but for memory.
    const HAS_GUARDS: bool;

    /// Names the blocks to be read, and does what comes before the first instruction.
    fn begin(reader: &mut Reader<'m, Self>);

    /// Reads a block.
    fn block(reader: &mut Reader<'m, Self>, block: &'m BasicBlock);

    /// The function returns, or control has come to where it cannot come.
    fn leave(reader: &mut Reader<'m, Self>, returns: bool);

    /// The blocks that control goes to next, for each of the ways out of the current block. Where a constant decides, it is known which way is
    /// taken.
    fn ways(
        reader: &mut Reader<'m, Self>,
        terminator: &'m Terminator,
        ways: &[(Taken, &'m Name)],
        taken: Option<usize>,
    ) -> Vec<BlockId>;

    /// What stands for a bit-vector that is not known.
    ///
    /// # Errors
    /// If that is to cut.
    fn unknown(reader: &mut Reader<'m, Self>, width: u32, cut: Cut) -> Result<Operand, Cut>;

    /// What an instruction's name is bound to, where `result` is what could be read of it.
    ///
    /// # Errors
    /// If it is not known, and that is to cut.
    fn settled(
        reader: &mut Reader<'m, Self>,
        name: &Name,
        shape: &Shape,
        result: Result<Value, Cut>,
    ) -> Result<Value, Cut>;

    /// Reads what an instruction does to memory, and makes its own checks; `None` if there is a value to be read.
    ///
    /// # Errors
    /// If it cannot be represented.
    fn effect(reader: &mut Reader<'m, Self>, instruction: &'m Instruction) -> Result<Option<Flow>, Cut>;

    /// Reads a call.
    ///
    /// # Errors
    /// If it cannot be represented.
    fn call(reader: &mut Reader<'m, Self>, call: &'m Call) -> Result<Flow, Cut>;

    /// What an instruction gives that computes with addresses, or loads; `None` for others.
    ///
    /// # Errors
    /// If it cannot be represented.
    fn computed(
        reader: &mut Reader<'m, Self>,
        instruction: &'m Instruction,
        name: &'m Name,
        shape: &Shape,
    ) -> Result<Option<Value>, Cut>;

    /// Excludes what is undefined in a division.
    fn divide(reader: &mut Reader<'m, Self>, a: Operand, b: Operand, signed: bool);

    /// One of two bit-vectors.
    fn chosen(
        reader: &mut Reader<'m, Self>,
        select: &'m Select,
        condition: Operand,
        values: [Operand; 2],
        width: u32,
    ) -> Operand;

    /// The bits of a floating-point number where the program looks at them: C and IEEE 754 leave them open where it `is_none`.
    fn seen(reader: &mut Reader<'m, Self>, bits: Operand, is_none: Operand) -> Operand;

    /// What pointers are.
    fn pointers(&self) -> Shape;

    /// A constant pointer.
    fn pointer(reader: &mut Reader<'m, Self>, constant: &Constant) -> Value;

    /// One of two pointers, where they are no bit-vectors.
    ///
    /// # Errors
    /// If one of them is not known.
    fn chosen_pointer(
        reader: &mut Reader<'m, Self>,
        select: &'m Select,
        condition: Operand,
        path: &[u32],
    ) -> Result<Value, Cut>;

    /// A φ, or a part of one, that is a pointer, where they are no bit-vectors.
    fn open_pointer(reader: &mut Reader<'m, Self>, phi: &'m Phi, path: &[u32]) -> Value;

    /// What such a φ takes from an edge for the object or the offset of the pointer, and the condition under which it cannot.
    ///
    /// # Errors
    /// If it is not known.
    fn half(
        reader: &mut Reader<'m, Self>,
        value: &'m llvm_ir::Operand,
        path: &[u32],
        half: Half,
    ) -> Result<(Operand, Option<Operand>), Cut>;
}

/// A half of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Half {
    /// The object.
    Object,
    /// The offset, held like this.
    Offset(Narrow),
}
