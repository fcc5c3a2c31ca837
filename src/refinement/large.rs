//! Large objects, and what of them is followed.

use super::definitions::Definitions;
use super::expectations::Expectation;
use crate::bv::BitVec;
use crate::program::dominators::control_dependence;
use crate::program::{
    Access, Block, BlockId, CheckKind, Exit, Instruction, ObjectId, Operand, Operation, Program, Site, Store,
    Terminator, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// So many loads are watched from the beginning.
const FEW_LOADS: usize = 6;

/// So many members are followed from the beginning: cells that are read at offsets that are known.
const FEW_MEMBERS: usize = 6;

/// So many places that end strings are followed from the beginning.
const FEW_ENDS: usize = 6;

/// An object that nothing writes is a circuit, not state; so large it may be and still be followed as a whole.
const TABLE: usize = 16384;

/// A program with large objects.
#[derive(Clone, Debug)]
pub struct LargeObjects<'p> {
    pub(super) program: &'p Program,
    /// Whether an object is large, by its number.
    pub(super) is_large: Vec<bool>,
    /// How often each value is used.
    pub(super) uses: Vec<u32>,
    /// How each value is computed.
    pub(super) definitions: Definitions<'p>,
    /// What may be expected of loads, once somebody asks.
    pub(super) guesses: OnceLock<FxHashMap<ValueId, Expectation>>,
}

/// What of large objects is followed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Precision {
    /// Cells, by object and offset.
    pub cells: BTreeSet<(ObjectId, u64)>,
    /// Loads, by the value that they define, that have a watch.
    pub loads: BTreeSet<ValueId>,
    /// Stores that have a watch.
    pub stores: BTreeSet<StoreSite>,
    /// Rows of instances, by their object: one of them, whichever, is followed.
    pub instances: BTreeSet<ObjectId>,
    /// Loads of which something is expected.
    pub expected: BTreeMap<ValueId, Expected>,
    /// Loads that were seen to read something else.
    pub refuted: BTreeSet<ValueId>,
}

/// What is expected of a load.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// What it reads.
    pub what: Expectation,
    /// Whether that takes the place of its watch.
    pub is_alone: bool,
}

impl Precision {
    /// Whether something is expected of a load that takes the place of its watch.
    pub(super) fn is_alone(&self, load: ValueId) -> bool {
        self.expected.get(&load).is_some_and(|expected| expected.is_alone)
    }

    /// Expects something of a load, and of those that go with it. False if there is nothing new to expect of it.
    pub(super) fn expect(&mut self, large: &LargeObjects, load: ValueId) -> bool {
        if self.expected.contains_key(&load) || self.refuted.contains(&load) {
            return false;
        }
        let all = large.expected_with(load);
        for (other, what) in all.into_iter().filter(|(other, _)| !self.refuted.contains(other)) {
            let is_alone = other == load || what.is_exact();
            let expected = self.expected.entry(other).or_insert(Expected { what, is_alone });
            expected.is_alone |= is_alone;
        }
        self.expected.contains_key(&load)
    }
}

/// A store: its block, and its place among the instructions there.
pub type StoreSite = (BlockId, usize);

impl<'p> LargeObjects<'p> {
    /// The program with its objects of more than so many cells that are accessed at computed offsets, and those that have a
    /// [tail](crate::program::Tail); `None` if it has none.
    pub fn new(program: &'p Program, cells: usize) -> Option<LargeObjects<'p>> {
        let mut is_large = vec![false; program.objects.len()];
        let mut is_written = vec![false; program.objects.len()];
        let mut uses = vec![0; program.widths.len()];
        for block in &program.blocks {
            let mut count = |operand: &Operand| {
                if let Operand::Value(value) = operand {
                    uses[value.0] += 1;
                }
            };
            block.phis.iter().flat_map(|phi| &phi.incoming).for_each(|(_, operand)| count(operand));
            block.terminator.operands().iter().for_each(&mut count);
            for instruction in &block.instructions {
                instruction.operands().iter().for_each(&mut count);
                let (Instruction::Define { operation: Operation::Load(access, _), .. }
                | Instruction::Store(Store { access, .. })) = instruction
                else {
                    continue;
                };
                is_written[access.object.0] |= matches!(instruction, Instruction::Store(_));
                let is_computed = access.pattern.modulus != 0;
                is_large[access.object.0] |= is_computed && program.objects[access.object.0].cells.len() > cells;
            }
        }
        for (object, is_large) in is_large.iter_mut().enumerate() {
            *is_large &= is_written[object] || program.objects[object].cells.len() > TABLE.max(cells);
            *is_large |= program.objects[object].tail.is_some();
        }
        is_large.iter().any(|&large| large).then_some(LargeObjects {
            program,
            is_large,
            uses,
            definitions: Definitions::new(program),
            guesses: OnceLock::new(),
        })
    }

    /// The large objects.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        (0..self.is_large.len()).filter(|&object| self.is_large[object]).map(ObjectId)
    }

    /// What to follow first: all loads that can be watched and whose values do not only go into large objects, where they are few. A
    /// path that shows that one has to be watched may be a long one, behind a loop that fills an array. What is copied from one large
    /// object to another is followed with the load that reads it there. What [ends](Self::ends) strings is followed, too, and alone in
    /// objects that have such an end: no walk goes beyond it, whatever the characters before it are. So are members that stand beside
    /// an array, and loads of instances that are asked about. Of loads that are summed up, what some executions read is expected.
    pub fn first_precision(&self) -> Precision {
        let decides = self.deciding();
        let (cells, stores) = self.ends();
        let (mut cells, stores) = match cells.len() + stores.len() <= FEW_ENDS {
            true => (cells, stores),
            false => (BTreeSet::new(), BTreeSet::new()),
        };
        let ended: BTreeSet<ObjectId> = cells
            .iter()
            .map(|&(object, _)| object)
            .chain(stores.iter().filter_map(|&site| self.stored(site)))
            .collect();
        let (mut loads, mut members) = (BTreeSet::new(), BTreeSet::new());
        let (asked, mut of_asked) = (self.asked(), BTreeSet::new());
        let instances = self.followed_instances();
        let of_instances: FxHashSet<ObjectId> = self.of_rows(&instances);
        for instruction in self.program.blocks.iter().flat_map(|block| &block.instructions) {
            let Instruction::Define { result, operation: Operation::Load(access, _), .. } = instruction else {
                continue;
            };
            if !decides[result.0] {
                continue;
            }
            if self.can_watch(*access) {
                if asked.contains(result) {
                    of_asked.insert(*result);
                } else if !ended.contains(&access.object) && !of_instances.contains(&access.object) {
                    loads.insert(*result);
                }
            } else if self.is_large[access.object.0] && access.pattern.modulus == 0 {
                members.insert((access.object, access.pattern.residue));
            }
        }
        if members.len() <= FEW_MEMBERS {
            cells.append(&mut members);
        }
        if loads.len() <= FEW_LOADS {
            of_asked.append(&mut loads);
        }
        let mut first = Precision { loads: of_asked, cells, stores, instances, ..Precision::default() };
        for load in self.summed() {
            first.expect(self, load);
        }
        first
    }

    /// The rows of which one instance is followed from the beginning: those that something may free, as each access to one asks whether it is
    /// alive. Where the entry chooses an instance, that one is enough.
    fn followed_instances(&self) -> BTreeSet<ObjectId> {
        let rows = self.program.instances.iter().filter(|row| row.alive.is_some() && row.chain.is_none());
        rows.map(|row| row.object).filter(|object| self.is_large[object.0]).collect()
    }

    /// The objects that belong to these rows.
    fn of_rows(&self, instances: &BTreeSet<ObjectId>) -> FxHashSet<ObjectId> {
        let rows = self.program.instances.iter().filter(|row| instances.contains(&row.object));
        rows.flat_map(|row| [Some(row.object), row.alive]).flatten().collect()
    }

    /// The loads at indices that the entry chooses.
    fn asked(&self) -> FxHashSet<ValueId> {
        let mut computed = self.chosen_at_entry();
        let mut asked = FxHashSet::default();
        if computed.is_empty() {
            return asked;
        }
        for instruction in self.program.blocks.iter().flat_map(|block| &block.instructions) {
            let Instruction::Define { result, operation, .. } = instruction else { continue };
            let is_computed = |operand: &Operand| match operand {
                Operand::Value(value) => computed.contains(value),
                Operand::Constant(_) => true,
            };
            match operation {
                Operation::Input(_) => {}
                Operation::Load(_, Operand::Value(offset)) if computed.contains(offset) => {
                    asked.insert(*result);
                }
                Operation::Load(..) => {}
                operation if operation.operands().iter().all(is_computed) => {
                    computed.insert(*result);
                }
                _ => {}
            }
        }
        asked
    }

    /// What the entry chooses, whichever it is: values of inputs that it reads.
    pub(super) fn chosen_at_entry(&self) -> FxHashSet<ValueId> {
        let of_entry = self.program.blocks.first().into_iter().flat_map(|block| &block.instructions);
        let is_chosen = |instruction: &Instruction| match instruction {
            Instruction::Define { result, operation: Operation::Input(_), .. } => Some(*result),
            _ => None,
        };
        of_entry.filter_map(is_chosen).collect()
    }

    /// The object that a store writes.
    fn stored(&self, (block, place): StoreSite) -> Option<ObjectId> {
        match self.program.blocks[block.0].instructions[place] {
            Instruction::Store(Store { access, .. }) => Some(access.object),
            _ => None,
        }
    }

    /// What ends a string: a byte that becomes zero, at an offset that is known, and the stores of such bytes elsewhere.
    fn ends(&self) -> (BTreeSet<(ObjectId, u64)>, BTreeSet<StoreSite>) {
        let (mut cells, mut stores) = (BTreeSet::new(), BTreeSet::new());
        for (block, of_block) in self.program.blocks.iter().enumerate() {
            for (place, instruction) in of_block.instructions.iter().enumerate() {
                let Instruction::Store(Store { access, value, .. }) = *instruction else { continue };
                if access.width != 8 || value != Operand::Constant(BitVec::zero(8)) {
                    continue;
                }
                if self.can_watch(access) {
                    stores.insert((BlockId(block), place));
                } else if self.is_large[access.object.0] && access.pattern.modulus == 0 {
                    cells.insert((access.object, access.pattern.residue));
                }
            }
        }
        (cells, stores)
    }

    /// For each value, whether something depends on it but what is written to large objects.
    ///
    /// A branch counts if it leads at once to an error or to something unmodelled. It also does if it decides whether control comes to an
    /// assertion that fails, to what is written elsewhere, or with which value to a φ that counts (a backward slice: Weiser, *Program slicing*,
    /// ICSE 1981): which of two values a loop writes to an array does not. Where there are no assertions, that is not looked at: which way a
    /// sort goes on does not say whether its indices stay in the array.
    fn deciding(&self) -> Vec<bool> {
        let sites = &self.program.map.sites;
        let is_assertion = |site: &Site| matches!(site.kind, CheckKind::ReachError | CheckKind::Assertion);
        let asserts = sites.iter().any(is_assertion);
        let exit = |block: BlockId| match self.program.blocks[block.0].terminator {
            Terminator::Exit(exit) => Some(exit),
            _ => None,
        };
        let is_bad = |block: BlockId| matches!(exit(block), Some(Exit::Error(_) | Exit::Unmodelled(_)));
        let mut decides = vec![false; self.program.widths.len()];
        let (mut open, mut passed): (Vec<Operand>, Vec<BlockId>) = (Vec::new(), Vec::new());
        let fails = |block: BlockId| matches!(exit(block), Some(Exit::Error(site)) if is_assertion(&sites[site.0]));
        for (number, block) in self.program.blocks.iter().enumerate() {
            let successors = block.terminator.successors();
            if successors.iter().copied().any(fails) {
                passed.push(BlockId(number));
            }
            if successors.into_iter().any(is_bad) {
                open.extend(block.terminator.operands());
            }
            for instruction in &block.instructions {
                let Instruction::Store(store) = instruction else { continue };
                open.extend([store.offset, store.condition]);
                if !self.is_large[store.access.object.0] {
                    open.push(store.value);
                    passed.push(BlockId(number));
                }
            }
        }
        // Whether an access is one of its object is asked of each offset.
        open.extend(self.definitions.all().filter_map(|operation| match operation {
            Operation::Load(_, offset) => Some(*offset),
            _ => None,
        }));
        // What is behind a check does not depend on what the check looks at.
        let goes_on = |block: &Block| {
            let successors = block.terminator.successors();
            let good: Vec<BlockId> = successors.iter().copied().filter(|&block| !is_bad(block)).collect();
            if good.is_empty() {
                successors
            } else {
                good
            }
        };
        let blocks = &self.program.blocks;
        let goes_on: Vec<Vec<BlockId>> = blocks.iter().map(goes_on).collect();
        // Without assertions nothing is looked for behind a block.
        let branches = if asserts { control_dependence(&goes_on) } else { vec![] };
        let mut is_passed = vec![!asserts; blocks.len()];
        loop {
            if let Some(block) = passed.pop() {
                if !std::mem::replace(&mut is_passed[block.0], true) {
                    for &branch in &branches[block.0] {
                        open.extend(blocks[branch.0].terminator.operands());
                        passed.push(branch);
                    }
                }
                continue;
            }
            let Some(operand) = open.pop() else { break };
            let Operand::Value(value) = operand else { continue };
            if std::mem::replace(&mut decides[value.0], true) {
                continue;
            }
            open.extend(self.definitions.operands(value));
            for (from, _) in self.definitions.phi(value).into_iter().flat_map(|phi| &phi.incoming) {
                passed.push(*from);
                if asserts && goes_on[from.0].len() > 1 {
                    open.extend(blocks[from.0].terminator.operands());
                }
            }
        }
        decides
    }

    /// Whether an access can be watched: it goes to a large object, at offsets of which there are several.
    pub(super) fn can_watch(&self, access: Access) -> bool {
        let stride = access.pattern.modulus;
        self.is_large[access.object.0] && stride != 0 && stride < self.program.objects[access.object.0].size
    }

    /// The loads that are asked for, with their accesses and offsets.
    pub(super) fn accesses(&self, is_meant: impl Fn(ValueId) -> bool) -> Vec<(ValueId, Access, Operand)> {
        let instructions = self.program.blocks.iter().flat_map(|block| &block.instructions);
        let access = |instruction: &Instruction| match *instruction {
            Instruction::Define { result, operation: Operation::Load(access, offset), .. } if is_meant(result) => {
                Some((result, access, offset))
            }
            _ => None,
        };
        instructions.filter_map(access).collect()
    }

    /// Whether an object has a cell of this width there.
    pub(super) fn has_cell(&self, object: ObjectId, offset: u64, width: u32) -> bool {
        self.program.objects[object.0].has_cell(offset, width)
    }

    /// What cells that are not listed hold at first, where the object has such: nothing that is known, if it is not zero.
    pub(super) fn is_open(&self, object: ObjectId) -> bool {
        self.program.objects[object.0].tail.is_some_and(|tail| !tail.is_zero)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Predicate;
    use crate::program::{Cell, Object, Pattern, Phi, SiteId};

    /// Writes zero to an array of bytes at an offset that is known, and at one that is not; and ones to both.
    fn writes() -> Program {
        let cells = (0..8).map(|offset| Cell {
            offset,
            initial: BitVec::zero(8),
            name: format!("line[{offset}]"),
            variable: None,
        });
        let object = Object { name: "line".to_owned(), size: 8, cells: cells.collect(), tail: None };
        let store = |pattern: Pattern, offset: Operand, value: u128| {
            let access = Access { object: ObjectId(0), pattern, width: 8 };
            let (value, condition) = (Operand::Constant(BitVec::new(8, value)), Operand::Constant(BitVec::TRUE));
            Instruction::Store(Store { access, offset, value, condition, origin: None })
        };
        let known = || store(Pattern { residue: 7, modulus: 0 }, Operand::Constant(BitVec::new(64, 7)), 0);
        let other = || store(Pattern { residue: 3, modulus: 0 }, Operand::Constant(BitVec::new(64, 3)), 1);
        let computed = |value| store(Pattern { residue: 0, modulus: 1 }, Operand::Value(ValueId(0)), value);
        let block = Block {
            name: "entry".into(),
            phis: Vec::new(),
            instructions: vec![known(), other(), computed(1), computed(0)],
            terminator: Terminator::Exit(Exit::Ok),
            origin: None,
        };
        Program {
            blocks: vec![block],
            widths: vec![64],
            names: vec!["at".into()],
            objects: vec![object],
            ..Program::default()
        }
    }

    #[test]
    fn what_ends_a_string_is_followed_first() {
        let program = writes();
        let large = LargeObjects::new(&program, 4).expect("eight cells are many");
        let Precision { cells, loads, stores, .. } = large.first_precision();
        assert_eq!(cells, BTreeSet::from([(ObjectId(0), 7)]));
        assert_eq!(stores, BTreeSet::from([(BlockId(0), 3)]));
        assert!(loads.is_empty());
    }

    #[test]
    fn many_ends_of_strings_are_not_followed_at_first() {
        let mut program = writes();
        let zero = program.blocks[0].instructions[3].clone();
        program.blocks[0].instructions.extend(vec![zero; FEW_ENDS]);
        let large = LargeObjects::new(&program, 4).expect("eight cells are many");
        assert_eq!(large.first_precision(), Precision::default());
    }

    /// The same, with a branch to the end by what an array holds at an offset that one of its members is.
    fn reads() -> Program {
        let mut program = writes();
        let load = |result: usize, pattern: Pattern, offset: Operand| {
            let access = Access { object: ObjectId(0), pattern, width: 8 };
            Instruction::Define { result: ValueId(result), operation: Operation::Load(access, offset), origin: None }
        };
        let member = load(1, Pattern { residue: 3, modulus: 0 }, Operand::Constant(BitVec::new(64, 3)));
        let element = load(2, Pattern { residue: 0, modulus: 1 }, Operand::Value(ValueId(1)));
        let block = &mut program.blocks[0];
        block.instructions.extend([member, element]);
        block.terminator =
            Terminator::Switch { value: Operand::Value(ValueId(2)), cases: Vec::new(), default: BlockId(1) };
        let end = Block { instructions: Vec::new(), terminator: Terminator::Exit(Exit::Ok), ..block.clone() };
        program.blocks.push(end);
        program.widths.extend([8, 8]);
        program
    }

    /// Lets a block be the failure of an assertion.
    fn fails(program: &mut Program, block: BlockId) {
        program.map.sites.push(Site { kind: CheckKind::Assertion, detail: String::new(), origin: None });
        program.blocks[block.0].terminator = Terminator::Exit(Exit::Error(SiteId(program.map.sites.len() - 1)));
    }

    fn first(program: &Program) -> Precision {
        LargeObjects::new(program, 4).expect("eight cells are many").first_precision()
    }

    #[test]
    fn of_an_object_with_an_end_the_end_is_followed_and_its_members() {
        let mut program = reads();
        fails(&mut program, BlockId(1));
        let Precision { cells, loads, stores, .. } = first(&program);
        assert_eq!(cells, BTreeSet::from([(ObjectId(0), 3), (ObjectId(0), 7)]));
        assert_eq!((loads, stores.len()), (BTreeSet::new(), 1));
        // Without the stores of zeros.
        program.blocks[0].instructions.remove(3);
        program.blocks[0].instructions.remove(0);
        let Precision { cells, loads, stores, .. } = first(&program);
        assert_eq!(cells, BTreeSet::from([(ObjectId(0), 3)]));
        assert_eq!((loads, stores.len()), (BTreeSet::from([ValueId(2)]), 0));
    }

    #[test]
    fn without_assertions_a_branch_counts_if_it_leads_to_an_error() {
        let mut program = reads();
        program.blocks[0].instructions.remove(3);
        program.blocks[0].instructions.remove(0);
        assert!(first(&program).loads.is_empty());
        program.blocks[1].terminator = Terminator::Exit(Exit::Unmodelled(crate::program::UnmodelledId(0)));
        assert_eq!(first(&program).loads, BTreeSet::from([ValueId(2)]));
    }

    /// Blocks 1 and 2 write to the array, or only one of them does, and 3 goes on with the assertion; a φ in 3 may tell which of them it was.
    #[test]
    fn a_branch_that_decides_what_is_written_does_not_count() {
        let mut program = reads();
        // Without the stores of zeros.
        program.blocks[0].instructions.remove(3);
        let store = program.blocks[0].instructions.remove(2);
        program.blocks[0].instructions.remove(0);
        let writes =
            Block { instructions: vec![store], terminator: Terminator::Jump(BlockId(3)), ..program.blocks[1].clone() };
        let condition = Operand::Value(ValueId(3));
        let (then, otherwise) = (BlockId(1), BlockId(2));
        program.blocks[0].instructions.push(Instruction::Define {
            result: ValueId(3),
            operation: Operation::Compare(Predicate::Eq, Operand::Value(ValueId(2)), Operand::Value(ValueId(0))),
            origin: None,
        });
        program.widths.extend([1, 1]);
        program.blocks[0].terminator = Terminator::Branch { condition, then, otherwise };
        let other = Block { instructions: Vec::new(), ..writes.clone() };
        let end = program.blocks[1].clone();
        let asks = |condition| Block {
            terminator: Terminator::Branch { condition, then: BlockId(4), otherwise: BlockId(5) },
            ..end.clone()
        };
        program.blocks.truncate(1);
        let anything = Operand::Constant(BitVec::TRUE);
        program.blocks.extend([writes, other, asks(anything), end.clone(), end.clone()]);
        fails(&mut program, BlockId(4));
        assert_eq!(first(&program).loads, BTreeSet::new());
        let incoming = [(then, BitVec::TRUE), (otherwise, BitVec::FALSE)]
            .map(|(from, value)| (from, Operand::Constant(value)))
            .into();
        program.blocks[3] = asks(Operand::Value(ValueId(4)));
        program.blocks[3].phis.push(Phi { result: ValueId(4), incoming });
        assert_eq!(first(&program).loads, BTreeSet::from([ValueId(2)]));
    }
}
