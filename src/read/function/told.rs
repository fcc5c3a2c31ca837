//! Which object an access leaves, in words: its name or what allocated it, its size, and where it comes from.

use super::havoc::Havoc;
use super::operands::Root;
use crate::llvm::known;
use crate::llvm::marker::Marker;
use crate::prepare::declared::{size, words, Declaration};
use crate::program::Operand;
use crate::read::blocks::Reader;
use crate::read::memory::marker;
use crate::read::memory::points_to::ObjectNumber;
use crate::read::operators::callee;
use crate::read::values::readable;
use llvm_ir::instruction::Call;
use llvm_ir::{Instruction, Name};

impl<'m> Reader<'m, Havoc<'m>> {
    /// The object that an address leads into; empty where it is not known how large that is.
    pub(super) fn told_object(&mut self, address: &llvm_ir::Operand) -> String {
        match self.root(address) {
            Some(Root::Block(start, size)) => self.told_block(start, size),
            Some(Root::Object(object) | Root::Nullable(_, object)) => match object.size {
                Some(size) => {
                    let declared = self.declared(object.number);
                    words(declared, size, &self.file_here())
                }
                None => String::new(),
            },
            Some(Root::Value(_)) | None => String::new(),
        }
    }

    /// The same of the object that an instruction accesses, or is the first to access of those that a call is given.
    pub(super) fn told_accessed(&mut self, instruction: &'m Instruction) -> String {
        match instruction {
            Instruction::Load(load) => self.told_object(&load.address),
            Instruction::Store(store) => self.told_object(&store.address),
            Instruction::Call(call) => match self.told_left(call) {
                Some(told) => told,
                None => {
                    let blocks = call.arguments.iter().enumerate().filter(|(index, _)| is_whole(call, *index));
                    let told: Vec<String> = blocks.map(|(_, (block, _))| self.told_object(block)).collect();
                    // Which of two it is, is not known.
                    let mut known = told.into_iter().filter(|told| !told.is_empty());
                    known.next().filter(|_| known.next().is_none()).unwrap_or_default()
                }
            },
            _ => String::new(),
        }
    }

    /// The local that a marker of a check is about, which is in registers now.
    pub(super) fn told_left(&mut self, call: &'m Call) -> Option<String> {
        let (Some(Marker::ReadsOutsideIf | Marker::WritesOutsideIf), Some((row, _))) =
            (marker(call), call.arguments.get(1))
        else {
            return None;
        };
        let Operand::Constant(row) = self.operand(row)? else { return None };
        let prepared = self.policy.prepared;
        let (declared, size) = prepared.left.get(usize::try_from(row.unsigned()).ok()?)?;
        Some(words(declared.as_ref(), *size, &self.file_here()))
    }

    fn told_block(&self, start: Operand, bytes: u64) -> String {
        let size = size(bytes);
        let Some((callee, origin)) = self.policy.allocations.get(&start) else {
            return format!("what was allocated has {size}");
        };
        let line = origin.and_then(|row| self.program.map.origins.get(row.0)).map_or(0, |origin| origin.line);
        let place = if line > 0 { format!(" in line {line}") } else { String::new() };
        format!("`{callee}` gave {size}{place}")
    }

    /// Where a local or global is declared.
    fn declared(&self, number: ObjectNumber) -> Option<&'m Declaration> {
        let prepared = self.policy.prepared;
        let is_it = |(name, own): (&&'m Name, &ObjectNumber)| (*own == number).then(|| readable(name));
        if let Some(name) = self.policy.locals.iter().find_map(is_it) {
            return prepared.declared_locals.get(&self.function.name)?.get(&name);
        }
        prepared.declared_globals.get(self.policy.globals.name(number)?)
    }

    /// The file of the instruction that is read.
    fn file_here(&self) -> String {
        let origin = self.origin.and_then(|row| self.program.map.origins.get(row.0));
        origin.map(|origin| origin.file.to_string()).unwrap_or_default()
    }
}

/// Whether a function that is called accesses all of what an argument leads to.
fn is_whole(call: &Call, index: usize) -> bool {
    match marker(call) {
        Some(Marker::Reads | Marker::Writes) => index == 0,
        _ => callee(call).and_then(known::known).is_some_and(|known| known.argument(index).is_whole()),
    }
}
