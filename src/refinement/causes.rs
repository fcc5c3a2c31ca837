//! Where a path comes to an error, or to something unmodelled, by what a load of an instance has read: the instance that is followed is that one.
//!
//! Of a row of instances, one is followed ([`super::watches`]). Whichever that is, each path of the program to an exit is one of the partial
//! program, as loads of others give anything. So on the last edge to the exit, one instance may be asked for: that from which the condition of
//! the edge was read. Another one than the followed ends the path. The path is not lost: the entry may choose that instance just as well.
//!
//! Where the load is in a block that control has come through, its offset is known at the edge, and no bit of the state is spent. What a φ
//! has brought was read on one of several ways: then a φ beside it brings whether the load there was of the instance that is followed.

use super::build::{Builder, TRUE};
use super::watches::Watch;
use crate::program::{Access, Block, BlockId, Exit, Instances, Operand, Operation, Phi, Terminator, ValueId};
use rustc_hash::FxHashSet;

impl Builder<'_> {
    /// Asks for the instance on the last edges to errors and to what is not modelled.
    pub fn causes(&mut self) {
        let rows = &self.large.program.instances;
        let rows: Vec<Instances> =
            rows.iter().filter(|row| self.precision.instances.contains(&row.object)).cloned().collect();
        if rows.is_empty() {
            return;
        }
        let bad = self.bad();
        let mut end = None;
        for index in 0..self.large.program.blocks.len() {
            let from = &self.large.program.blocks[index].terminator;
            let (Terminator::Branch { condition, .. } | Terminator::Switch { value: condition, .. }) = from else {
                continue;
            };
            for to in from.successors() {
                let is_left = self.program.blocks[index].terminator.successors().contains(&to);
                if !is_left || !bad.contains(&to) || !self.large.program.blocks[to.0].phis.is_empty() {
                    continue;
                }
                let is_it = rows.iter().filter_map(|row| self.is_followed(row, *condition)).collect::<Vec<_>>();
                let Some(condition) = is_it.into_iter().reduce(|all, is_it| self.both(all, is_it)) else { continue };
                let otherwise = *end.get_or_insert_with(|| {
                    self.program.blocks.push(block("another instance", Terminator::Exit(Exit::Ok)));
                    BlockId(self.program.blocks.len() - 1)
                });
                let edge = BlockId(self.program.blocks.len());
                let asks = block("the instance", Terminator::Branch { condition, then: to, otherwise });
                self.program.blocks.push(Block { instructions: std::mem::take(&mut self.out), ..asks });
                self.program.blocks[index].terminator.redirect(to, edge);
            }
        }
    }

    /// The blocks from which control comes to an error, or to something unmodelled, whatever happens.
    fn bad(&self) -> FxHashSet<BlockId> {
        let blocks = &self.large.program.blocks;
        let mut bad: FxHashSet<BlockId> = FxHashSet::default();
        loop {
            let is_bad = |block: &BlockId| match blocks[block.0].terminator {
                Terminator::Exit(exit) => matches!(exit, Exit::Error(_) | Exit::Unmodelled(_)),
                Terminator::Jump(to) => bad.contains(&to),
                _ => false,
            };
            let more: Vec<BlockId> =
                (0..blocks.len()).map(BlockId).filter(|block| !bad.contains(block) && is_bad(block)).collect();
            if more.is_empty() {
                return bad;
            }
            bad.extend(more);
        }
    }

    /// Whether the instance of a row from which this was computed is the one that is followed, or none. `None` if it is computed from none.
    fn is_followed(&mut self, row: &Instances, condition: Operand) -> Option<Operand> {
        match self.read_from(row, condition) {
            (Some((access, offset)), _) => self.is_followed_at(access, offset),
            (None, phis) => phis.into_iter().find_map(|phi| self.is_followed_on_some_way(row, phi)),
        }
    }

    /// The same, of a φ: of what came to it on the way that control has taken, as a φ beside it.
    fn is_followed_on_some_way(&mut self, row: &Instances, phi: ValueId) -> Option<Operand> {
        let blocks = &self.large.program.blocks;
        let (block, incoming) = blocks.iter().enumerate().find_map(|(block, of_block)| {
            let phi = of_block.phis.iter().find(|other| other.result == phi)?;
            Some((block, phi.incoming.clone()))
        })?;
        let read = incoming.iter().map(|&(_, value)| self.read_from(row, value).0).collect::<Vec<_>>();
        read.iter().flatten().next()?;
        let edge = std::mem::take(&mut self.out);
        let mut bits = Vec::with_capacity(read.len());
        for (&(from, _), read) in incoming.iter().zip(read) {
            let bit = read.and_then(|(access, offset)| self.is_followed_at(access, offset));
            self.program.blocks[from.0].instructions.append(&mut self.out);
            bits.push((from, bit.unwrap_or(TRUE)));
        }
        self.out = edge;
        let result = self.new_value(1);
        self.program.blocks[block].phis.push(Phi { result, incoming: bits });
        Some(Operand::Value(result))
    }

    /// Whether the instance that an access goes to is the one that is followed, or none.
    fn is_followed_at(&mut self, access: Access, offset: Operand) -> Option<Operand> {
        let of_access = |watch: &&Watch| {
            watch.site.is_none()
                && watch.access.object == access.object
                && watch.access.width == access.width
                && watch.access.pattern == access.pattern
        };
        let watch = self.watches.iter().find(of_access).copied()?;
        let meets = self.meets(watch, access, offset);
        let is_cell = self.meets_a_cell(watch, offset);
        let is_none = self.negation(is_cell);
        Some(self.either(meets, is_none))
    }

    /// The last load of an instance of a row that a value was computed from, in its own block or in one before that control has come through;
    /// and the φs that it was computed from.
    fn read_from(&self, row: &Instances, value: Operand) -> (Option<(Access, Operand)>, Vec<ValueId>) {
        let mut phis = Vec::new();
        let (mut open, mut seen): (Vec<Operand>, FxHashSet<ValueId>) = (vec![value], FxHashSet::default());
        let mut last: Option<(ValueId, Access, Operand)> = None;
        while let Some(operand) = open.pop() {
            let Operand::Value(value) = operand else { continue };
            if !seen.insert(value) {
                continue;
            }
            match self.large.definitions.get(value) {
                Some(&Operation::Load(access, offset)) => {
                    let is_of_row = access.object == row.object || Some(access.object) == row.alive;
                    if is_of_row && self.large.can_watch(access) && last.is_none_or(|(other, ..)| other < value) {
                        last = Some((value, access, offset));
                    }
                }
                Some(operation) => open.extend(operation.operands()),
                None => phis.push(value),
            }
        }
        (last.map(|(_, access, offset)| (access, offset)), phis)
    }
}

fn block(name: &str, terminator: Terminator) -> Block {
    Block { name: name.to_owned(), phis: Vec::new(), instructions: Vec::new(), terminator, origin: None }
}
