//! What is followed of large objects in a partial program: which cells stay, which loads choose an index, and which cells are followed at
//! an index that a load of another object chose.
//!
//! A lemma about several arrays speaks of one index. So a load that happens whenever another one does, at the same index, does not choose
//! one of its own: its cell of that index is a *companion*, which has no flag. And what is written to a watched object often comes from
//! the cell of the same index in another object, as in `c[i] = a[i] + b[i]`: there that cell is a companion as well. Where the index is not
//! the same, but one follows from the other, as in `c[i] = a[n - 1 - i]`, the companion is at the index that follows ([`super::steps`]).
//! A path is ended by flags alone, so companions take no path away, wherever they are.
//!
//! Where the entry chooses an index and the program keeps it, as that of an instance that is asked about, the cell is followed at just that
//! index: nothing has to be chosen, and all such accesses, wherever they are, share it.

use super::build::{Builder, CONTENT, FLAG, TRUE};
use super::large::StoreSite;
use super::samples::sources;
use super::steps::Step;
use crate::bv::{BinaryOp, BitVec};
use crate::program::{
    Access, BlockId, Cell, Instruction, Object, ObjectId, Operand, Operation, Pattern, Store, Terminator, ValueId,
};
use rustc_hash::FxHashSet;

/// How many companions a group of watches has at most.
const MOST_COMPANIONS: usize = 4;

/// How many blocks lie at most between loads that share an index.
const NEXT: usize = 16;

/// How deep two offsets are compared.
const SAME: usize = 8;

/// An access that chooses an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Site {
    /// That of the cell that this load reads last.
    Load(ValueId),
    /// That of the cell that this store writes last.
    Store(StoreSite),
}

/// A cell that is followed at the index that an access goes to last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    /// The access that chose it; `None` for a companion.
    pub site: Option<Site>,
    pub access: Access,
    /// Watches of one number share their index.
    pub group: usize,
    /// Which cell, counted in strides of the access: a value that the entry defines.
    pub index: Operand,
    /// How its own index follows from that.
    pub step: Step,
    /// Whether that is the index of a cell: what is not is never met.
    pub is_cell: Operand,
    /// Its own object.
    pub words: ObjectId,
}

impl Builder<'_> {
    /// Takes away the cells that are not followed, and adds the watches.
    pub fn objects(&mut self) {
        for object in self.large.objects() {
            let (of_partial, whole) = (&mut self.program.objects[object.0], &self.large.program.objects[object.0]);
            of_partial.cells.retain(|cell| self.precision.cells.contains(&(object, cell.offset)));
            let Some(tail) = of_partial.tail.take() else { continue };
            let followed = self.precision.cells.range((object, 0)..=(object, u64::MAX)).map(|&(_, offset)| offset);
            for offset in followed.filter(|&offset| !tail.is_listed(offset)) {
                let Some(like) = whole.cell_at(tail.listed(offset)) else { continue };
                let initial = BitVec::zero(whole.cells[like].initial.width());
                let name = format!("{}+{offset}", whole.name);
                of_partial.cells.push(Cell { offset, initial, name, variable: None });
            }
        }
        let mut groups: Vec<(BlockId, Access, Operand, bool)> = self.instances();
        let of_instances = groups.len();
        let mut chosen: Vec<(usize, ValueId)> = Vec::new();
        for (index, block) in self.large.program.blocks.iter().enumerate() {
            let block_id = BlockId(index);
            for (place, instruction) in block.instructions.iter().enumerate() {
                let (site, access, offset) = match *instruction {
                    Instruction::Define { result, operation: Operation::Load(access, offset), .. }
                        if self.precision.loads.contains(&result) && !self.precision.is_alone(result) =>
                    {
                        (Site::Load(result), access, offset)
                    }
                    Instruction::Store(Store { access, offset, .. })
                        if self.precision.stores.contains(&(block_id, place)) =>
                    {
                        (Site::Store((block_id, place)), access, offset)
                    }
                    _ => continue,
                };
                if !self.large.can_watch(access) {
                    continue;
                }
                let Site::Load(result) = site else {
                    // Where it has a condition it does not happen whenever control comes to it: nothing shares its index.
                    let name = format!("{}[store {}.{place}]", self.object_name(access), index);
                    let index = self.index_of(access, offset);
                    let group = groups.len();
                    self.watch(&name, (Some(site), access), (group, index, Step::default()));
                    groups.push((block_id, access, offset, false));
                    continue;
                };
                if let Some((value, by)) = self.chosen_at_entry(access, offset) {
                    let known = chosen.iter().find(|(_, other)| *other == value).map(|(group, _)| *group);
                    let group = known.unwrap_or_else(|| {
                        chosen.push((groups.len(), value));
                        groups.push((block_id, access, offset, false));
                        groups.len() - 1
                    });
                    let step = Step { is_reversed: false, by };
                    let is_it = |watch: &Watch| watch.group == group && watch.access == access && watch.step == step;
                    if !self.watches.iter().any(is_it) {
                        let name = format!("{}[{}]", self.object_name(access), self.program.names[value.0]);
                        self.watch(&name, (None, access), (group, Operand::Value(value), step));
                    }
                    continue;
                }
                let shared = groups.iter().enumerate().find_map(|(group, &(block, leader, at, is_shared))| {
                    let is_next = is_shared && self.comes_next(block, BlockId(index)) && !self.leads_on(at, result);
                    Some((group, self.step((leader, at), (access, offset)).filter(|_| is_next)?))
                });
                let (group, step) = shared.unwrap_or((groups.len(), Step::default()));
                let name = format!("{}[{}]", self.object_name(access), self.program.names[result.0]);
                let (_, leader, at, _) = *groups.get(group).unwrap_or(&(BlockId(index), access, offset, true));
                let site = shared.is_none().then_some(site);
                let index = self.index_of(leader, at);
                self.watch(&name, (site, access), (group, index, step));
                if shared.is_none() {
                    groups.push((block_id, access, offset, true));
                }
            }
        }
        for (group, &(_, leader, offset, _)) in groups.iter().enumerate().skip(of_instances) {
            for (access, step) in self.companions(group) {
                let name = format!("{}[companion {group}]", self.object_name(access));
                let index = match chosen.iter().find(|(of, _)| *of == group) {
                    Some(&(_, value)) => Operand::Value(value),
                    None => self.index_of(leader, offset),
                };
                self.watch(&name, (None, access), (group, index, step));
            }
        }
    }

    /// Follows one instance of each row that is to be followed so: all its members, and whether it is alive, as one group, whose index is any. An
    /// access to another instance gives anything that is known of all ([`super::members`]).
    fn instances(&mut self) -> Vec<(BlockId, Access, Operand, bool)> {
        let mut groups = Vec::new();
        let rows = &self.large.program.instances;
        for row in rows.iter().filter(|row| self.precision.instances.contains(&row.object)) {
            let objects = &self.large.program.objects;
            let index = Operand::Constant(BitVec::zero(objects[row.given.0].cells[0].initial.width()));
            let group = groups.len();
            for object in [row.alive, Some(row.object)].into_iter().flatten() {
                let Object { cells, tail: Some(tail), name, .. } = &objects[object.0] else { continue };
                for cell in cells {
                    let pattern = Pattern { residue: cell.offset, modulus: tail.period };
                    let access = Access { object, pattern, width: cell.initial.width() };
                    self.watch(
                        &format!("{name}[any]+{}", cell.offset),
                        (None, access),
                        (group, index, Step::default()),
                    );
                }
            }
            let access = Access { object: row.object, pattern: Pattern { residue: 0, modulus: 0 }, width: 1 };
            groups.push((BlockId(0), access, index, false));
        }
        groups
    }

    fn object_name(&self, access: Access) -> &str {
        &self.large.program.objects[access.object.0].name
    }

    /// Where an index will stand, once it is chosen.
    fn index_of(&self, access: Access, offset: Operand) -> Operand {
        Operand::Constant(BitVec::zero(self.index_width(access, offset)))
    }

    /// Adds a watch, with the object that belongs to it.
    fn watch(
        &mut self,
        name: &str,
        (site, access): (Option<Site>, Access),
        (group, index, step): (usize, Operand, Step),
    ) {
        let words = ObjectId(self.program.objects.len());
        let cell = |offset: u64, initial: BitVec, what: &str| Cell {
            offset,
            initial,
            name: format!("{name}{what}"),
            variable: None,
        };
        let mut cells = vec![cell(CONTENT, self.usual(access), "")];
        if site.is_some() {
            cells.push(cell(FLAG, BitVec::bit(true), ".is_last"));
        }
        self.program.objects.push(Object { name: name.to_owned(), size: FLAG + 1, cells, tail: None });
        self.watches.push(Watch { site, access, group, index, step, is_cell: TRUE, words });
    }

    /// Whether control that is in the first block comes to the second, unless the path ends between.
    fn comes_next(&self, first: BlockId, second: BlockId) -> bool {
        let blocks = &self.large.program.blocks;
        let mut at = first;
        for _ in 0..NEXT {
            if at == second {
                return true;
            }
            let goes_on = |next: &BlockId| !matches!(blocks[next.0].terminator, Terminator::Exit(_));
            let mut next: Vec<BlockId> = blocks[at.0].terminator.successors().into_iter().filter(goes_on).collect();
            next.dedup();
            let [only] = next[..] else { return false };
            at = only;
        }
        false
    }

    /// Whether an offset is computed from what a load reads, perhaps a round before, as where a loop follows pointers: what the load has
    /// read last is not at the index of the round then that has begun.
    fn leads_on(&self, offset: Operand, load: ValueId) -> bool {
        let phis = || self.large.program.blocks.iter().flat_map(|block| &block.phis);
        let (mut open, mut seen) = (vec![offset], FxHashSet::default());
        while let Some(operand) = open.pop() {
            let Operand::Value(value) = operand else { continue };
            if value == load {
                return true;
            }
            if !seen.insert(value) {
                continue;
            }
            match self.large.definitions.get(value) {
                Some(Operation::Load(..)) => {}
                Some(operation) => open.extend(operation.operands()),
                None => {
                    let phi = phis().filter(|phi| phi.result == value);
                    open.extend(phi.flat_map(|phi| phi.incoming.iter().map(|(_, operand)| *operand)));
                }
            }
        }
        false
    }

    /// Whether two accesses of one stride go to cells of one index, such as two members of a structure.
    pub fn is_same_index(&self, (first, at): (Access, Operand), (second, offset): (Access, Operand)) -> bool {
        let [(a, from_a), (b, from_b)] = [(first, at), (second, offset)].map(|(access, offset)| {
            let residue = u128::from(access.pattern.residue);
            let moved = match offset {
                Operand::Value(value) => self.large.definitions.get(value),
                Operand::Constant(_) => None,
            };
            match moved {
                Some(&Operation::Binary(BinaryOp::Add, word, Operand::Constant(by))) if by.unsigned() == residue => {
                    (word, 0)
                }
                _ => (offset, residue),
            }
        });
        from_a == from_b && self.is_same(a, b, SAME)
    }

    /// Whether two words are computed alike, as far as a look of this depth tells.
    fn is_same(&self, a: Operand, b: Operand, depth: usize) -> bool {
        let (Operand::Value(left), Operand::Value(right)) = (a, b) else { return a == b };
        if left == right {
            return true;
        }
        let (Some(left), Some(right)) = (self.large.definitions.get(left), self.large.definitions.get(right)) else {
            return false;
        };
        let same = |a: &Operand, b: &Operand| self.is_same(*a, *b, depth - 1);
        depth > 0
            && self.program.operand_width(a) == self.program.operand_width(b)
            && match (left, right) {
                (Operation::ZeroExtend(a), Operation::ZeroExtend(b))
                | (Operation::SignExtend(a), Operation::SignExtend(b))
                | (Operation::Truncate(a), Operation::Truncate(b))
                | (Operation::Copy(a), Operation::Copy(b)) => same(a, b),
                (Operation::Binary(op, a, b), Operation::Binary(other, c, d)) => {
                    op == other && same(a, c) && same(b, d)
                }
                _ => false,
            }
    }

    /// Accesses to objects from which what a group watches is computed, in stores to those objects, or to objects that these are
    /// computed from; each with the step from the group's index.
    fn companions(&self, group: usize) -> Vec<(Access, Step)> {
        let watched = self.watches.iter().filter(|watch| watch.group == group).map(|watch| (watch.access, watch.step));
        let mut all: Vec<(Access, Step)> = watched.collect();
        let chosen = all.len();
        let mut next = 0;
        while next < all.len() {
            let (known, step) = all[next];
            next += 1;
            for instruction in self.large.program.blocks.iter().flat_map(|block| &block.instructions) {
                let Instruction::Store(store) = instruction else { continue };
                if store.access.object != known.object {
                    continue;
                }
                for source in self.sources(store.value) {
                    let is_new = !all.iter().any(|(other, _)| other.object == source.0.object);
                    if is_new && self.large.can_watch(source.0) && all.len() < chosen + MOST_COMPANIONS {
                        let further = self.step((store.access, store.offset), source).unwrap_or_default();
                        // Else a position that wraps could be that of a cell of another member.
                        let can_step = source.0.pattern.modulus.is_power_of_two();
                        all.push((source.0, if can_step { step.then(further) } else { Step::default() }));
                    }
                }
            }
        }
        all.split_off(chosen)
    }

    /// The loads that a value is computed from, each with its offset.
    fn sources(&self, value: Operand) -> Vec<(Access, Operand)> {
        let access = |load: ValueId| match self.large.definitions.get(load) {
            Some(Operation::Load(access, offset)) => Some((*access, *offset)),
            _ => None,
        };
        sources(&self.large.definitions, value).into_iter().filter_map(access).collect()
    }
}
