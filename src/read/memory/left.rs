//! Which object an access leaves, in words, for reports about whole programs: its name or the line that allocates it, and its size.

use llvm_ir::Operand as LlvmOperand;

use super::points_to::{ObjectNumber, FIRST};
use crate::prepare::declared::{size, words, Declaration};
use crate::program::SiteId;
use crate::read::blocks::Reader;
use crate::read::exact::Exact;

impl<'m> Reader<'m, Exact<'m>> {
    /// Notes which object the access of a check leaves. Copies of it may leave different ones: then nothing is said.
    pub(super) fn tell_left(&mut self, site: SiteId, address: &LlvmOperand) {
        let told = self.told_left(address).unwrap_or_default();
        let known = self.policy.left.entry(site).or_insert_with(|| told.clone());
        if *known != told {
            known.clear();
        }
    }

    /// The object that an address leads into; `None` if there are several, or its size is computed.
    fn told_left(&self, address: &LlvmOperand) -> Option<String> {
        let targets = self.policy.memory.points_to.targets(address);
        let mut objects = targets.objects.into_keys().filter(|&object| object >= FIRST);
        let first = objects.next().filter(|_| !targets.unknown)?;
        // All that a call gives is told alike.
        let row = self.policy.memory.heap.row(first);
        if !objects.all(|other| row.is_some() && self.policy.memory.heap.row(other) == row) {
            return None;
        }
        let bytes = self.policy.memory.heap.fixed_size(first, self.policy.memory.sizes[first])?;
        match row {
            Some(row) => Some(self.told_allocation(row, bytes)),
            None if self.policy.memory.pool(first).is_some() => None,
            None => self.told_variable(first, bytes),
        }
    }

    fn told_allocation(&self, row: usize, bytes: u64) -> String {
        let map = &self.program.map;
        let origin = map.unmodelled.get(row).and_then(|row| map.origins.get(row.origin?.0));
        match origin.map(|origin| origin.line).filter(|&line| line > 0) {
            Some(line) => format!("what line {line} allocates has {}", size(bytes)),
            None => format!("what is allocated has {}", size(bytes)),
        }
    }

    fn told_variable(&self, object: ObjectNumber, bytes: u64) -> Option<String> {
        let map = &self.program.map;
        let place = map.places.get(object).filter(|_| bytes > 0)?;
        let part = place.parts.first().and_then(|(_, part)| map.variables.get(part.0));
        let (file, line) = part.map_or(("", 0), |part| (&*part.declared.file, part.declared.line));
        let declared = Declaration { name: place.name.to_string(), file: file.to_owned(), line };
        let here = self.origin.and_then(|origin| map.origins.get(origin.0)).map_or("", |origin| &*origin.file);
        Some(words(Some(&declared), bytes, here))
    }
}
