//! The program as far as a reader has written it: blocks, values, and which blocks of LLVM they come from.

use super::values::readable;
use crate::program::{
    Block, BlockId, Exit, InputId, InputSite, Instruction, Operand, Operation, OriginId, Phi, Program, Terminator,
    Unmodelled, UnmodelledId, ValueId,
};
use llvm_ir::Name;
use rustc_hash::FxHashMap;

/// A program that is being written, block by block. What is added goes to the end of the current block.
pub(super) struct Draft<'m> {
    pub(super) program: Program,
    /// How each value of the program is computed; `None` for φs.
    pub(super) operations: Vec<Option<Operation>>,
    /// The block that instructions are added to.
    pub(super) current: BlockId,
    /// Where the instruction being read comes from.
    pub(super) origin: Option<OriginId>,
    /// The LLVM block that each block begins or continues.
    source: Vec<&'m Name>,
    /// The block that each LLVM block begins with.
    pub(super) heads: FxHashMap<&'m Name, BlockId>,
    /// The rows of what is not modelled.
    unmodelled: FxHashMap<Unmodelled, UnmodelledId>,
}

impl<'m> Draft<'m> {
    /// What adds to a program that has no blocks yet.
    pub(super) fn new(program: Program) -> Draft<'m> {
        let (operations, source, heads, unmodelled) = Default::default();
        Draft { program, operations, current: BlockId(0), origin: None, source, heads, unmodelled }
    }

    /// A new block, with which an LLVM block begins.
    pub(super) fn add_head(&mut self, name: &'m Name) -> BlockId {
        let head = self.add_block(readable(name), name);
        self.heads.insert(name, head);
        head
    }

    /// A new block that belongs to LLVM block `source`; until it is ended, it exits.
    fn add_block(&mut self, name: String, source: &'m Name) -> BlockId {
        let (phis, instructions, terminator) = (Vec::new(), Vec::new(), Terminator::Exit(Exit::Ok));
        self.program.blocks.push(Block { name, phis, instructions, terminator, origin: None });
        self.source.push(source);
        BlockId(self.program.blocks.len() - 1)
    }

    /// A new block that belongs to the same LLVM block as the current one.
    pub(super) fn add_part(&mut self, role: &str) -> BlockId {
        let source = self.source[self.current.0];
        let name = format!("{}.{role}{}", readable(source), self.program.blocks.len());
        self.add_block(name, source)
    }

    /// The LLVM block that is being read.
    pub(super) fn llvm_block(&self) -> &'m Name {
        self.source[self.current.0]
    }

    /// The operand of a φ of LLVM where control comes from a block.
    pub(super) fn incoming(&self, phi: &'m llvm_ir::instruction::Phi, from: BlockId) -> Option<&'m llvm_ir::Operand> {
        let source = self.source[from.0];
        phi.incoming_values.iter().find(|(_, block)| block == source).map(|(value, _)| value)
    }

    /// Ends the current block.
    pub(super) fn end(&mut self, terminator: Terminator) {
        self.end_of(self.current, terminator);
    }

    /// Ends a block where the current instruction stands.
    pub(super) fn end_of(&mut self, block: BlockId, terminator: Terminator) {
        let block = &mut self.program.blocks[block.0];
        block.terminator = terminator;
        block.origin = self.origin;
    }

    /// Splits the current block: where `condition` is 1, the path ends.
    pub(super) fn leave(&mut self, condition: Operand, exit: Exit) {
        let (end, rest) = (self.add_part("end"), self.add_part("rest"));
        self.end(match condition {
            Operand::Constant(bit) => Terminator::Jump(if bit.is_nonzero() { end } else { rest }),
            Operand::Value(_) => Terminator::Branch { condition, then: end, otherwise: rest },
        });
        self.end_of(end, Terminator::Exit(exit));
        self.current = rest;
    }

    /// Splits the current block: where `condition` is 1, what follows is not modelled.
    pub(super) fn cut_where(&mut self, condition: Operand, reason: &str) {
        let row = self.add_unmodelled(reason.into());
        self.leave(condition, Exit::Unmodelled(row));
    }

    /// The row of something that is not modelled where the current instruction stands.
    pub(super) fn add_unmodelled(&mut self, reason: String) -> UnmodelledId {
        let rows = &mut self.program.map.unmodelled;
        *self.unmodelled.entry(Unmodelled { reason, origin: self.origin }).or_insert_with_key(|row| {
            rows.push(row.clone());
            UnmodelledId(rows.len() - 1)
        })
    }

    /// A new row of an input.
    pub(super) fn add_input(&mut self, site: InputSite) -> InputId {
        self.program.map.inputs.push(site);
        InputId(self.program.map.inputs.len() - 1)
    }

    /// Bits of an operand.
    pub(super) fn width(&self, operand: Operand) -> u32 {
        self.program.operand_width(operand)
    }

    /// A new value, whose definition follows.
    pub(super) fn add_value(&mut self, width: u32, name: String, operation: Option<Operation>) -> ValueId {
        self.operations.push(operation);
        self.program.widths.push(width);
        self.program.names.push(name);
        ValueId(self.program.widths.len() - 1)
    }

    /// Adds an instruction that defines a new value.
    pub(super) fn define(&mut self, width: u32, name: impl Into<String>, operation: Operation) -> Operand {
        let result = self.add_value(width, name.into(), Some(operation));
        self.add(Instruction::Define { result, operation, origin: self.origin });
        Operand::Value(result)
    }

    pub(super) fn add(&mut self, instruction: Instruction) {
        self.program.blocks[self.current.0].instructions.push(instruction);
    }

    /// Adds a φ that is filled in here and now.
    pub(super) fn add_phi(&mut self, width: u32, name: String, incoming: Vec<(BlockId, Operand)>) -> Operand {
        let result = self.add_value(width, name, None);
        self.program.blocks[self.current.0].phis.push(Phi { result, incoming });
        Operand::Value(result)
    }
}
