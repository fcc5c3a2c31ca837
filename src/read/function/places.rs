//! Where instructions come from in the source.

use super::havoc::Havoc;
use crate::program::{Origin, OriginId};
use crate::read::blocks::Reader;
use crate::source::lines::openable;
use llvm_ir::HasDebugLoc;
use std::sync::Arc;

impl<'m> Reader<'m, Havoc<'m>> {
    /// The row of an instruction's place.
    pub(super) fn origin_of(&mut self, instruction: &impl HasDebugLoc) -> Option<OriginId> {
        let location = instruction.get_debug_loc().as_ref().filter(|location| location.line > 0)?;
        let key = (location.directory.clone(), location.filename.clone());
        let file = self
            .policy
            .files
            .entry(key)
            .or_insert_with_key(|(folder, name)| openable(folder.as_deref(), name).into())
            .clone();
        let function: Arc<str> = self.function.name.as_str().into();
        let origin =
            Origin { file, line: location.line, column: location.col.unwrap_or(0), function, inlined_at: None };
        Some(self.row(origin))
    }

    pub(super) fn row(&mut self, origin: Origin) -> OriginId {
        let rows = &mut self.draft.program.map.origins;
        *self.policy.origin_rows.entry(origin).or_insert_with_key(|origin| {
            rows.push(origin.clone());
            OriginId(rows.len() - 1)
        })
    }

    /// The row of a place in the same file as the instruction being read.
    pub(super) fn beside(&mut self, (line, column): (u32, u32)) -> Option<OriginId> {
        let beside = self.program.map.origins.get(self.origin?.0)?.clone();
        Some(self.row(Origin { line, column, ..beside })).filter(|_| line > 0)
    }
}
