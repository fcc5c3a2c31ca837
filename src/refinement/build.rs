//! Builds partial programs.
//!
//! A watch is the index of a cell, a value that the entry defines, and an object of two cells: what that cell holds, and whether the access
//! has last gone to it (*flag*). An access to a large object becomes one access to each cell that is followed, where the offset is its own.
//!
//! Offsets are compared in as many bits as the object's size needs: where control comes to an access that happens, the offset is that of a
//! cell, and else it does not matter what is read. Only the flag has to know: a load that meets no cell does not change it, as no
//! index could be that of what was read last.
//!
//! Indices have the width of the word that the load's offset is computed from, so that predicates between the two are mined
//! ([`crate::ts::predicates`]): `index < i` is what proofs about loops speak of.

use super::expectations::Oracle;
use super::large::{LargeObjects, Precision, StoreSite};
use super::members::Fact;
use super::partial::{Filled, Filling, Mark, Partial};
use super::steps::Step;
use super::watches::{Site, Watch};
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{
    Access, Assignment, Block, BlockId, Declared, Exit, InputId, InputKind, InputSite, Instruction, Object, ObjectId,
    Operand, Operation, Pattern, Program, Reading, Role, Store, Terminator, ValueId, Variable, VariableId,
};
use bitreach_limits::StopFlag;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The cells of a watch, by offset.
pub(super) const CONTENT: u64 = 0;
pub(super) const FLAG: u64 = 16;

/// More stores than this in a row, at known offsets, are taken together.
const FEW: usize = 16;

/// Of an object whose cells begin alike but for a few, this is how many.
const MOST_EXCEPTIONS: usize = 64;
/// So many bits has a word that programs count with.
const INT: u32 = 32;
/// And so many, at most, the size of what it counts, mostly.
const STRIDE: u32 = 8;

/// The variables for marks, from the first: what is marked comes last.
pub(super) const OFFSET: usize = 0;
pub(super) const VALUE: usize = 1;
pub(super) const CONDITION: usize = 2;
pub(super) const MARK: usize = 3;

pub(super) const TRUE: Operand = Operand::Constant(BitVec::TRUE);
pub(super) const FALSE: Operand = Operand::Constant(BitVec::FALSE);

pub(super) struct Builder<'a> {
    pub large: &'a LargeObjects<'a>,
    pub precision: &'a Precision,
    pub program: Program,
    pub watches: Vec<Watch>,
    /// What shows whether loads read what is expected of them.
    pub oracles: Vec<Oracle>,
    /// What is tried to hold of members.
    pub facts: Vec<Fact>,
    /// The stores to instances of what is written again before anything there is read, such as what fresh memory holds.
    pub first_stores: FxHashSet<StoreSite>,
    /// What the entry chooses.
    pub chosen: FxHashSet<ValueId>,
    pub marks: Vec<Mark>,
    pub first: VariableId,
    /// Rows of new inputs by their width.
    pub rows: FxHashMap<u32, InputId>,
    /// The instructions of the block that is being built.
    pub out: Vec<Instruction>,
}

impl LargeObjects<'_> {
    /// The program that follows so much; `None` if `stop` is raised before it is made.
    pub fn partial(&self, precision: &Precision, stop: &StopFlag) -> Option<Partial> {
        partial(self, precision, stop)
    }
}

fn partial(large: &LargeObjects, precision: &Precision, stop: &StopFlag) -> Option<Partial> {
    let first = VariableId(large.program.map.variables.len());
    // The blocks are built anew, and what fills a large object is most of them.
    let Program { blocks: _, widths, names, objects, instances: _, map } = large.program;
    let (widths, names, objects, map) = (widths.clone(), names.clone(), objects.clone(), map.clone());
    let program = Program { blocks: Vec::new(), widths, names, objects, instances: Vec::new(), map };
    let (rows, watches, marks, out) = (FxHashMap::default(), Vec::new(), Vec::new(), Vec::new());
    let (oracles, facts, first_stores) = (Vec::new(), Vec::new(), FxHashSet::default());
    let chosen = large.chosen_at_entry();
    let mut builder =
        Builder { large, precision, program, watches, oracles, facts, first_stores, chosen, marks, first, rows, out };
    builder.variables();
    builder.objects();
    builder.oracles();
    builder.members();
    for (index, block) in large.program.blocks.iter().enumerate() {
        if index == 0 {
            builder.begin();
        }
        builder.instructions(&block.instructions, stop)?;
        let (name, phis, origin) = (block.name.clone(), block.phis.clone(), block.origin);
        let (instructions, terminator) = (std::mem::take(&mut builder.out), block.terminator.clone());
        builder.program.blocks.push(Block { name, phis, instructions, terminator, origin });
    }
    builder.causes();
    builder.guard();
    Some(Partial { program: Arc::new(builder.program), marks: builder.marks, first })
}

/// Whether an instruction defines one of these.
fn is_among(instruction: &Instruction, values: &FxHashSet<ValueId>) -> bool {
    matches!(instruction, Instruction::Define { result, .. } if values.contains(result))
}

impl Builder<'_> {
    /// The variables for marks.
    fn variables(&mut self) {
        for name in ["offset", "value", "condition", "mark"] {
            let (name, type_name) = (name.into(), "".into());
            let variable = Variable {
                name,
                function: None,
                type_name,
                width: 0,
                reading: Reading::Unsigned,
                is_pointer: false,
                declared: Declared::default(),
                role: Role::default(),
            };
            self.program.map.variables.push(variable);
        }
    }

    /// What most of the cells that an access can mean hold at first, if there is such a value (Boyer, Moore: *MJRTY, a fast
    /// majority vote algorithm*, 1991), else what some of them hold.
    pub fn usual(&self, access: Access) -> BitVec {
        let cells = &self.large.program.objects[access.object.0].cells;
        let (mut usual, mut votes) = (BitVec::zero(access.width), 0usize);
        for initial in self.large.program.cells(access).map(|cell| cells[cell].initial) {
            match (votes, initial == usual) {
                (0, _) => (usual, votes) = (initial, 1),
                (_, true) => votes += 1,
                (_, false) => votes -= 1,
            }
        }
        usual
    }

    /// The cell of each watch is chosen, and holds what it holds at first. What the entry chooses comes before all that.
    fn begin(&mut self) {
        let is_watched = |value: &ValueId| self.watches.iter().any(|watch| watch.index == Operand::Value(*value));
        self.chosen.retain(is_watched);
        let of_entry = self.large.program.blocks.first().into_iter().flat_map(|block| &block.instructions);
        self.out.extend(of_entry.filter(|&instruction| is_among(instruction, &self.chosen)).cloned());
        for (object, offset, width) in self.open_cells() {
            let access = Access { object, pattern: Pattern { residue: offset, modulus: 0 }, width };
            let (any, offset) = (self.input(width), word(offset));
            self.out.push(Instruction::Store(Store { access, offset, value: any, condition: TRUE, origin: None }));
        }
        for index in 0..self.watches.len() {
            let leader = self.watches[..index].iter().find(|other| other.group == self.watches[index].group);
            self.watches[index].index = match (leader, self.watches[index].index) {
                (Some(leader), _) => leader.index,
                (None, Operand::Value(chosen)) => Operand::Value(chosen),
                (None, Operand::Constant(_)) => self.choose(self.watches[index]),
            };
            self.watches[index].is_cell = self.has_index(self.watches[index]);
            let watch = self.watches[index];
            if self.large.is_open(watch.access.object) {
                let any = self.any_content(watch);
                self.set(watch, CONTENT, any, TRUE);
                continue;
            }
            let position = self.watched(watch);
            let usual = self.usual(watch.access);
            let cells = &self.large.program.objects[watch.access.object.0].cells;
            let cells = self.large.program.cells(watch.access).map(|cell| (cells[cell].offset, cells[cell].initial));
            let others: Vec<(u64, BitVec)> = cells.filter(|(_, initial)| *initial != usual).collect();
            if others.len() > MOST_EXCEPTIONS {
                let any = self.any_content(watch);
                self.set(watch, CONTENT, any, TRUE);
                continue;
            }
            for (offset, initial) in others {
                let here = self.constant_position(watch.access.object, offset);
                let hit = self.equal(position, here);
                self.set(watch, CONTENT, Operand::Constant(initial), hit);
            }
        }
        self.begin_oracles();
    }

    /// Anything that a watched cell may hold: where an earlier watch follows the same cell, what that one holds, which has been set before.
    fn any_content(&mut self, watch: Watch) -> Operand {
        let width = watch.access.width;
        let mut content = self.input(width);
        let own = self.watched(watch);
        for earlier in self.watches_of(watch.access).into_iter().take_while(|other| other.words != watch.words) {
            let position = self.watched(earlier);
            let same = self.equal(own, position);
            let same = self.both(same, watch.is_cell);
            let same = self.both(same, earlier.is_cell);
            let known = self.get(earlier, CONTENT);
            content = self.define(width, Operation::Select(same, known, content));
        }
        content
    }

    /// Cells of tails that are followed, and may hold anything at first: object, offset and width.
    fn open_cells(&self) -> Vec<(ObjectId, u64, u32)> {
        let open = self.large.objects().filter(|&object| self.large.is_open(object));
        let cells = open.flat_map(|object| self.program.objects[object.0].cells.iter().map(move |cell| (object, cell)));
        let tail = |object: ObjectId| self.large.program.objects[object.0].tail;
        let behind = cells.filter(|(object, cell)| tail(*object).is_some_and(|tail| !tail.is_listed(cell.offset)));
        behind.map(|(object, cell)| (object, cell.offset, cell.initial.width())).collect()
    }

    /// Any index of a cell that a watched load can meet.
    pub fn choose(&mut self, watch: Watch) -> Operand {
        let width = self.program.operand_width(watch.index);
        let any = self.input(width);
        let last = self.last_chosen(watch);
        let last = Operand::Constant(BitVec::new(width, u128::from(last)));
        if self.last_chosen(watch).wrapping_add(1).is_power_of_two() {
            // The bound is plain from the bits alone.
            return self.define(width, Operation::Binary(BinaryOp::And, any, last));
        }
        let exists = Operation::Compare(Predicate::Ule, any, last);
        let exists = self.define(1, exists);
        self.define(width, Operation::Select(exists, any, Operand::Constant(BitVec::zero(width))))
    }

    /// Whether a watched index is that of a cell. A companion's may not be, where another object is larger than its own: then no access
    /// meets it, as its position would be one modulo the size of the words that positions are counted in.
    fn has_index(&mut self, watch: Watch) -> Operand {
        let is_chosen = |value: ValueId| self.chosen.contains(&value);
        let moves = watch.step != Step::default() || matches!(watch.index, Operand::Value(value) if is_chosen(value));
        if self.is_of_instance(watch) {
            return TRUE;
        }
        if moves && watch.access.pattern.modulus.is_power_of_two() {
            // A position that wraps is still that of a cell of the access, or of none: all accesses are compared in as many bits.
            return TRUE;
        }
        // The index is one of the leader's cells.
        let leader = self.watches.iter().find(|other| other.group == watch.group && other.site.is_some());
        if leader.is_some_and(|leader| self.last_index(leader.access) <= self.last_index(watch.access)) {
            return TRUE;
        }
        let width = self.program.operand_width(watch.index);
        let last = u128::from(self.last_index(watch.access)).min(BitVec::ones(width).unsigned());
        let last = Operand::Constant(BitVec::new(width, last));
        self.define(1, Operation::Compare(Predicate::Ule, watch.index, last))
    }

    /// The greatest index that a watch can choose: in an object with a tail not all may fit into the word.
    pub fn last_chosen(&self, watch: Watch) -> u64 {
        let width = self.program.operand_width(watch.index);
        let last = match self.is_of_instance(watch) {
            true => self.last_instance(watch.group),
            false => self.last_index(watch.access),
        };
        last.min(u64::try_from(BitVec::ones(width).unsigned()).unwrap_or(u64::MAX))
    }

    /// The greatest number of an instance that is whole: all its members can be watched.
    fn last_instance(&self, group: usize) -> u64 {
        let members = self.watches.iter().filter(|watch| watch.group == group);
        members.map(|watch| self.last_index(watch.access)).min().unwrap_or(0)
    }

    /// Whether a watch is that of a member of an instance that is followed. Their groups are the first ones, one for each row
    /// ([`Builder::objects`]); an oracle is in none.
    fn is_of_instance(&self, watch: Watch) -> bool {
        watch.site.is_none() && watch.group < self.precision.instances.len()
    }

    /// The greatest index, in strides of the access, of a cell that it can mean.
    pub fn last_index(&self, access: Access) -> u64 {
        self.last(access).saturating_sub(access.pattern.residue) / access.pattern.modulus.max(1)
    }

    /// The offset of the last cell that an access can mean.
    pub fn last(&self, access: Access) -> u64 {
        let Object { cells, size, tail, .. } = &self.large.program.objects[access.object.0];
        let Pattern { residue, modulus } = access.pattern;
        match tail {
            Some(_) if modulus != 0 => {
                let room = size.saturating_sub(residue + u64::from(access.width.div_ceil(8)));
                residue + room / modulus * modulus
            }
            _ => self.large.program.cells(access).last().map_or(0, |cell| cells[cell].offset),
        }
    }

    /// The width of indices: that of the word from which an offset is computed, if they fit into it. Of an object with a tail they may
    /// not: the cells behind are not watched then.
    pub fn index_width(&self, access: Access, offset: Operand) -> u32 {
        let mut word = offset;
        while let Operand::Value(value) = word {
            word = match self.large.definitions.get(value) {
                Some(
                    Operation::ZeroExtend(a) | Operation::SignExtend(a) | Operation::Truncate(a) | Operation::Copy(a),
                ) => *a,
                Some(Operation::Binary(_, a, Operand::Constant(_)) | Operation::Binary(_, Operand::Constant(_), a)) => {
                    *a
                }
                _ => break,
            };
        }
        let (width, position) = (self.program.operand_width(word), self.position_width(access.object));
        match self.large.program.objects[access.object.0].tail {
            Some(_) => width.min(position),
            None => width.max(position),
        }
    }

    /// The offset of the watched cell.
    fn watched(&mut self, watch: Watch) -> Operand {
        let Access { object, pattern, .. } = watch.access;
        let Step { is_reversed, by } = watch.step;
        let (mut index, mut begin) = (watch.index, pattern.residue);
        // As the program writes it: `n - index`, and what is added to an index is added to the offset.
        if is_reversed {
            let width = self.program.operand_width(index);
            let from = Operand::Constant(BitVec::new(width, by as u128));
            index = self.define(width, Operation::Binary(BinaryOp::Sub, from, index));
        } else {
            begin = begin.wrapping_add(pattern.modulus.wrapping_mul(by as u64));
        }
        let index = self.position(object, index);
        let width = self.position_width(object);
        let [stride, begin] =
            [pattern.modulus, begin].map(|number| Operand::Constant(BitVec::new(width, u128::from(number))));
        let from_begin = self.define(width, Operation::Binary(BinaryOp::Mul, index, stride));
        self.define(width, Operation::Binary(BinaryOp::Add, from_begin, begin))
    }

    /// Whether the offset of a watched load can be that of a cell that can be watched: where it is that of none, nothing that was read is
    /// used.
    pub fn meets_a_cell(&mut self, watch: Watch, offset: Operand) -> Operand {
        let pattern = watch.access.pattern;
        let last = pattern.residue + self.last_chosen(watch) * pattern.modulus;
        let (narrow, least) = (self.program.operand_width(offset), self.position_width(watch.access.object));
        let (offset, width) = match narrow < least {
            true => (self.define(least, Operation::ZeroExtend(offset)), least),
            false => (offset, narrow),
        };
        let number = |number: u64| Operand::Constant(BitVec::new(width, u128::from(number)));
        let inside = self.define(1, Operation::Compare(Predicate::Ule, offset, number(last)));
        let rest = self.define(width, Operation::Binary(BinaryOp::URem, offset, number(pattern.modulus)));
        let fits = self.equal(rest, number(pattern.residue));
        self.both(inside, fits)
    }

    /// Paths to errors, and to what is not modelled, on which a load has last read another cell than the watched one, end before.
    fn guard(&mut self) {
        let count = self.program.blocks.len();
        for index in 0..count {
            let Terminator::Exit(exit @ (Exit::Error(_) | Exit::Unmodelled(_))) = self.program.blocks[index].terminator
            else {
                continue;
            };
            let chosen = self.watches.clone().into_iter().filter(|watch| watch.site.is_some());
            let flags: Vec<Operand> = chosen.map(|watch| self.get(watch, FLAG)).collect();
            let Some(condition) = flags.into_iter().reduce(|all, flag| self.both(all, flag)) else { continue };
            let (then, otherwise) = (BlockId(self.program.blocks.len()), BlockId(self.program.blocks.len() + 1));
            let block = &mut self.program.blocks[index];
            block.instructions.append(&mut self.out);
            block.terminator = Terminator::Branch { condition, then, otherwise };
            let (name, origin) = (block.name.clone(), block.origin);
            for (suffix, exit) in [("last", exit), ("not last", Exit::Ok)] {
                let (name, terminator) = (format!("{name} {suffix}"), Terminator::Exit(exit));
                self.program.blocks.push(Block {
                    name,
                    phis: Vec::new(),
                    instructions: Vec::new(),
                    terminator,
                    origin,
                });
            }
        }
    }

    /// A block's instructions; `None` if `stop` is raised. Where large objects are filled, one block has millions.
    fn instructions(&mut self, instructions: &[Instruction], stop: &StopFlag) -> Option<()> {
        let mut rest = instructions;
        while let Some(instruction) = rest.first() {
            if stop.is_raised() {
                return None;
            }
            if let Some((count, object, cells)) = self.filled(rest) {
                self.fill(&rest[..count], object, cells);
                rest = &rest[count..];
                continue;
            }
            match instruction {
                &Instruction::Define { result, operation: Operation::Load(access, offset), .. }
                    if self.large.is_large[access.object.0] =>
                {
                    self.load(result, access, offset);
                }
                Instruction::Store(store) if self.large.is_large[store.access.object.0] => {
                    // Blocks are built in their order.
                    let site = (BlockId(self.program.blocks.len()), instructions.len() - rest.len());
                    self.store(site, *store);
                }
                other if is_among(other, &self.chosen) => {}
                Instruction::Store(store) => {
                    self.gives_out(store.access.object);
                    self.out.push(instruction.clone());
                }
                other => self.out.push(other.clone()),
            }
            rest = &rest[1..];
        }
        Some(())
    }

    /// A load gives what a cell that is followed holds, if it meets one, else anything.
    fn load(&mut self, result: ValueId, access: Access, offset: Operand) {
        let position = self.position(access.object, offset);
        let mut choices: Vec<(Operand, Operand)> = Vec::new();
        for (at, single) in self.followed(access) {
            let here = self.constant_position(access.object, at);
            let hit = self.equal(position, here);
            if hit != FALSE {
                let content = self.define(access.width, Operation::Load(single, word(at)));
                choices.push((hit, content));
            }
        }
        for watch in self.watches_of(access) {
            let hit = self.meets(watch, access, offset);
            choices.push((hit, self.get(watch, CONTENT)));
            if watch.site == Some(Site::Load(result)) {
                let meets = self.meets_a_cell(watch, offset);
                self.set(watch, FLAG, hit, meets);
            }
        }
        let last = match choices.iter().position(|(hit, _)| *hit == TRUE) {
            Some(certain) => {
                let (_, content) = choices[certain];
                choices.truncate(certain);
                Operation::Copy(content)
            }
            None => Operation::Input(self.row(access.width)),
        };
        let mut operation = last;
        for &(hit, content) in choices.iter().rev() {
            let other = self.define(access.width, operation);
            operation = Operation::Select(hit, content, other);
        }
        if self.facts.iter().any(|fact| fact.member.object == access.object) {
            let raw = self.define(access.width, operation);
            operation = Operation::Copy(self.by_facts(access, offset, raw));
        }
        if self.precision.expected.contains_key(&result) {
            let raw = self.define(access.width, operation);
            operation = Operation::Copy(self.as_expected((result, access), offset, raw));
        }
        self.out.push(Instruction::Define { result, operation, origin: None });
        self.mark(Mark::Load(result, access), &[(OFFSET, offset), (VALUE, Operand::Value(result))]);
    }

    /// A store writes the cells that are followed, if it meets them.
    fn store(&mut self, site: StoreSite, store: Store) {
        let Store { access, offset, value, condition, .. } = store;
        let position = self.position(access.object, offset);
        for (at, access) in self.followed(access) {
            let here = self.constant_position(access.object, at);
            let hit = self.equal(position, here);
            if hit != FALSE {
                let condition = self.both(hit, condition);
                self.out.push(Instruction::Store(Store { access, offset: word(at), value, condition, origin: None }));
            }
        }
        for watch in self.watches_of(access) {
            let hit = self.meets(watch, access, offset);
            if watch.site == Some(Site::Store(site)) {
                let meets = self.meets_a_cell(watch, offset);
                let meets = self.both(meets, condition);
                self.set(watch, FLAG, hit, meets);
            }
            let condition = self.both(hit, condition);
            self.set(watch, CONTENT, value, condition);
        }
        self.breaches(site, store);
        self.shows(store);
        self.mark(Mark::Store(site, access), &[(OFFSET, offset), (VALUE, value), (CONDITION, condition)]);
    }

    /// Whether a row of stores begins here that are taken together: how many instructions, the object, and the cells.
    fn filled(&self, instructions: &[Instruction]) -> Option<(usize, ObjectId, Vec<Filled>)> {
        let (mut input, mut cells, mut object, mut count) = (None, Vec::new(), None, 0);
        for (index, instruction) in instructions.iter().enumerate() {
            match *instruction {
                Instruction::Define { result, operation: Operation::Input(_), .. }
                    if input.is_none() && self.large.uses[result.0] == 1 =>
                {
                    input = Some(result);
                }
                Instruction::Store(Store {
                    access, offset: Operand::Constant(offset), value, condition: TRUE, ..
                }) if self.large.is_large[access.object.0] && *object.get_or_insert(access.object) == access.object => {
                    let value = match (value, input.take()) {
                        (Operand::Constant(value), None) => Filling::Constant(value),
                        (Operand::Value(value), Some(input)) if value == input => Filling::Input(input),
                        _ => break,
                    };
                    cells.push(Filled { offset: offset.unsigned() as u64, width: access.width, value });
                    count = index + 1;
                }
                _ => break,
            }
        }
        (cells.len() > FEW).then_some((count, object?, cells))
    }

    fn fill(&mut self, instructions: &[Instruction], object: ObjectId, cells: Vec<Filled>) {
        let is_followed = |cell: &Filled| self.precision.cells.contains(&(object, cell.offset));
        let mut followed = cells.iter().map(is_followed);
        // Each store ends what belongs to its cell.
        for belonging in instructions.split_inclusive(|instruction| matches!(instruction, Instruction::Store(_))) {
            if followed.next() == Some(true) {
                self.out.extend_from_slice(belonging);
            }
        }
        for watch in self.watches.clone().into_iter().filter(|watch| watch.access.object == object) {
            self.fill_watch(watch, &cells);
        }
        self.fill_breaches(object);
        self.fill_oracles(object, &cells);
        self.mark(Mark::Fill(object, cells), &[]);
    }

    /// What a watched cell holds after many have been written. Where it is not plain whether it is one of them, it may hold
    /// anything.
    fn fill_watch(&mut self, watch: Watch, cells: &[Filled]) {
        let Access { object, width, .. } = watch.access;
        let written: Vec<&Filled> =
            cells.iter().filter(|cell| cell.width == width && watch.access.pattern.contains(cell.offset)).collect();
        let (Some(first), Some(last)) = (written.first(), written.last()) else { return };
        let is_uniform = matches!(first.value, Filling::Constant(_))
            && written.iter().all(|cell| cell.value == first.value)
            || written.iter().all(|cell| matches!(cell.value, Filling::Input(_)));
        let offsets = &self.large.program.objects[object.0].cells;
        let between = self.large.program.cells(watch.access).map(|cell| offsets[cell].offset);
        let between = between.filter(|offset| (first.offset..=last.offset).contains(offset));
        let is_dense = between.eq(written.iter().map(|cell| cell.offset));
        let (value, condition) = match first.value {
            Filling::Constant(value) if is_uniform && is_dense => {
                (Operand::Constant(value), self.range(watch, first, last))
            }
            Filling::Input(_) if is_uniform && is_dense => (self.any_content(watch), self.range(watch, first, last)),
            _ => (self.any_content(watch), TRUE),
        };
        self.set(watch, CONTENT, value, condition);
    }

    /// Whether the watched cell lies between two, these included.
    fn range(&mut self, watch: Watch, first: &Filled, last: &Filled) -> Operand {
        let position = self.watched(watch);
        let [first, last] = [first, last].map(|cell| self.constant_position(watch.access.object, cell.offset));
        let begins = self.define(1, Operation::Compare(Predicate::Ule, first, position));
        let ends = self.define(1, Operation::Compare(Predicate::Ule, position, last));
        self.both(begins, ends)
    }

    /// The cells that are followed of those that an access can mean: each with an access to it alone.
    fn followed(&self, access: Access) -> Vec<(u64, Access)> {
        let all = (access.object, 0)..=(access.object, u64::MAX);
        let cells = self.precision.cells.range(all).map(|&(_, offset)| offset);
        let meant = cells.filter(|&offset| {
            access.pattern.contains(offset) && self.large.has_cell(access.object, offset, access.width)
        });
        meant.map(|residue| (residue, Access { pattern: Pattern { residue, modulus: 0 }, ..access })).collect()
    }

    /// The watches of cells that an access can mean.
    fn watches_of(&self, access: Access) -> Vec<Watch> {
        let same = |watch: &&Watch| watch.access.object == access.object && watch.access.width == access.width;
        self.watches.iter().filter(same).copied().collect()
    }

    /// In how many bits offsets into an object are compared, whatever accesses it: those that its size has. On a machine of 32 bits, objects
    /// without a bound have 31; there so many that the product of an index and a size has room. Then an index is the same word as the
    /// counter that it meets, as it is where addresses have 64 bits.
    pub fn position_width(&self, object: ObjectId) -> u32 {
        let Object { size, tail, .. } = &self.large.program.objects[object.0];
        let width = (u64::BITS - size.leading_zeros()).max(1);
        match tail.is_some() && width + 1 == INT {
            true => INT + STRIDE,
            false => width,
        }
    }

    /// An offset in as many bits as positions have.
    pub fn position(&mut self, object: ObjectId, offset: Operand) -> Operand {
        let (from, to) = (self.program.operand_width(offset), self.position_width(object));
        match offset {
            Operand::Constant(offset) => Operand::Constant(BitVec::new(to, offset.unsigned())),
            offset if from < to => self.define(to, Operation::ZeroExtend(offset)),
            offset if from > to => self.define(to, Operation::Truncate(offset)),
            offset => offset,
        }
    }

    fn constant_position(&self, object: ObjectId, offset: u64) -> Operand {
        Operand::Constant(BitVec::new(self.position_width(object), u128::from(offset)))
    }

    /// Whether an access goes to a watched cell.
    pub fn meets(&mut self, watch: Watch, access: Access, offset: Operand) -> Operand {
        let position = self.position(access.object, offset);
        let watched = self.watched(watch);
        let hit = self.equal(position, watched);
        self.both(hit, watch.is_cell)
    }

    /// Reads a cell of a watch.
    fn get(&mut self, watch: Watch, cell: u64) -> Operand {
        let access = self.own(watch, cell);
        self.define(access.width, Operation::Load(access, word(cell)))
    }

    /// Writes a cell of a watch.
    fn set(&mut self, watch: Watch, cell: u64, value: Operand, condition: Operand) {
        let access = self.own(watch, cell);
        self.out.push(Instruction::Store(Store { access, offset: word(cell), value, condition, origin: None }));
    }

    fn own(&self, watch: Watch, residue: u64) -> Access {
        let width = match residue {
            CONTENT => watch.access.width,
            _ => 1,
        };
        Access { object: watch.words, pattern: Pattern { residue, modulus: 0 }, width }
    }

    /// Tells [`Partial::feasibility`](super::Partial::feasibility) what was accessed.
    fn mark(&mut self, mark: Mark, words: &[(usize, Operand)]) {
        let row = Operand::Constant(BitVec::new(32, self.marks.len() as u128));
        self.marks.push(mark);
        for &(variable, value) in words.iter().chain([&(MARK, row)]) {
            let variable = VariableId(self.first.0 + variable);
            self.out.push(Instruction::Assign(Assignment { variable, value, origin: None }));
        }
    }

    pub fn equal(&mut self, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Constant(a), Operand::Constant(b)) => Operand::Constant(BitVec::bit(a == b)),
            _ => self.define(1, Operation::Compare(Predicate::Eq, a, b)),
        }
    }

    pub fn both(&mut self, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (TRUE, other) | (other, TRUE) => other,
            _ => self.define(1, Operation::Binary(BinaryOp::And, a, b)),
        }
    }

    pub fn input(&mut self, width: u32) -> Operand {
        let row = self.row(width);
        self.define(width, Operation::Input(row))
    }

    fn row(&mut self, width: u32) -> InputId {
        let inputs = &mut self.program.map.inputs;
        *self.rows.entry(width).or_insert_with(|| {
            inputs.push(InputSite { kind: InputKind::Undefined, width, reading: Reading::Unsigned, origin: None });
            InputId(inputs.len() - 1)
        })
    }

    /// A value that something is about to define.
    pub fn new_value(&mut self, width: u32) -> ValueId {
        let value = ValueId(self.program.widths.len());
        self.program.widths.push(width);
        self.program.names.push(format!("lazy.{}", value.0));
        value
    }

    pub fn define(&mut self, width: u32, operation: Operation) -> Operand {
        let result = self.new_value(width);
        self.out.push(Instruction::Define { result, operation, origin: None });
        Operand::Value(result)
    }
}

/// An offset.
fn word(offset: u64) -> Operand {
    Operand::Constant(BitVec::new(64, u128::from(offset)))
}
