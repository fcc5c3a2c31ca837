//! Control flow: blocks in reverse postorder, so that definitions come before their uses. φs are filled in last.

use super::bases::{Globals, Object, FIRST_ADDRESS};
use super::branches::NOT_FOLLOWED;
use super::calls::Callees;
use super::contents::Contents;
use super::operands::Root;
use super::{Body, Location, LocationKind};
use crate::bv::{BitVec, Predicate};
use crate::prepare::choices::{Choice, Decision};
use crate::prepare::objects::ObjectSource;
use crate::program::postorder::reverse_postorder;
use crate::program::{
    BlockId, CheckKind, Exit, InputKind, InputSite, Operand, Operation, Origin, OriginId, Phi, Program, Reading, Site,
    SiteId, Terminator, Unmodelled, UnmodelledId, ValueId,
};
use crate::read::draft::Draft;
use crate::read::memory::pointer_width;
use crate::read::memory::points_to::{ObjectNumber, PointsTo, FIRST};
use crate::read::operators;
use crate::read::values::readable;
use llvm_ir::{BasicBlock, Function, Module, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// The state of reading one function.
pub(super) struct Reader<'m> {
    pub(super) module: &'m Module,
    /// Bits of a pointer.
    pub(super) pointer_width: u32,
    /// How many bytes the function's locals have, where that bounds accesses.
    pub(super) local_sizes: Option<&'m FxHashMap<String, u64>>,
    pub(super) function: &'m Function,
    choices: &'m [Choice],
    pub(super) draft: Draft<'m>,
    pub(super) values: FxHashMap<&'m Name, Operand>,
    /// The parts of those structures that instructions give.
    pub(super) parts: FxHashMap<&'m Name, Vec<Operand>>,
    pub(super) roots: FxHashMap<&'m Name, Root>,
    /// The globals of the module.
    pub(super) globals: &'m Globals,
    /// What is known of locals and globals, by their numbers.
    pub(super) objects: FxHashMap<ObjectNumber, Object>,
    /// The numbers of locals.
    pub(super) locals: FxHashMap<&'m Name, ObjectNumber>,
    /// From this number on, objects stand for what is held by those whose contents are followed.
    pub(super) first_followed: ObjectNumber,
    /// What the pointers in registers may point into.
    pub(super) points_to: PointsTo<'m>,
    /// The pointers that numbers were made of.
    pub(super) numbers: FxHashMap<&'m Name, &'m llvm_ir::Operand>,
    pub(super) next_address: u128,
    /// What locals are initialised with.
    pub(super) initial: &'m [ObjectSource],
    /// What is known of the contents of objects.
    pub(super) contents: Contents<'m>,
    pub(super) origin_rows: FxHashMap<Origin, OriginId>,
    pub(super) files: FxHashMap<(Option<String>, String), Arc<str>>,
    phis: Vec<(BlockId, ValueId, &'m llvm_ir::instruction::Phi)>,
    pub(super) locations: Vec<Location>,
    /// Whether inequalities have locations at their boundaries.
    pub(super) boundary: bool,
    /// The choices without a branch that constants decide, by line and column.
    pub(super) configured: Option<&'m FxHashSet<(u32, u32)>>,
    /// The inequalities: whether both sides may be equal where it holds, and the sides.
    pub(super) inequalities: FxHashMap<&'m Name, (bool, Operand, Operand)>,
    /// Where comparisons stand.
    pub(super) compared: FxHashMap<&'m Name, Option<OriginId>>,
    pub(super) callees: &'m Callees<'m>,
    /// The exits for calls that may not come back.
    may_stop: Vec<UnmodelledId>,
    /// The block that leaves the function, once something returns.
    pub(super) exit: Option<BlockId>,
    /// The pointers that have been checked in the LLVM block being read, by what is checked.
    pub(super) checked: FxHashSet<(Operand, u8)>,
    /// The checks that are assertions of functions that are called, and where these stand.
    pub(super) preconditions: FxHashMap<SiteId, OriginId>,
    /// The checks of accesses that read.
    pub(super) reads: FxHashSet<SiteId>,
    /// The LLVM blocks behind a call that comes back twice, from which control may go back to it.
    behind_twice: FxHashSet<&'m Name>,
    /// The blocks from which control may go back to such a call, and return then.
    early: FxHashSet<BlockId>,
}

// What a reader adds goes to its draft.
impl<'m> Deref for Reader<'m> {
    type Target = Draft<'m>;

    fn deref(&self) -> &Draft<'m> {
        &self.draft
    }
}

impl<'m> DerefMut for Reader<'m> {
    fn deref_mut(&mut self) -> &mut Draft<'m> {
        &mut self.draft
    }
}

impl<'m> Reader<'m> {
    /// A reader of one function.
    pub(super) fn new(
        module: &'m Module,
        function: &'m Function,
        choices: &'m [Choice],
        callees: &'m Callees<'m>,
        globals: &'m Globals,
    ) -> Reader<'m> {
        Reader {
            module,
            pointer_width: pointer_width(module),
            local_sizes: None,
            function,
            choices,
            draft: Draft::new(Program::default()),
            values: FxHashMap::default(),
            parts: FxHashMap::default(),
            roots: FxHashMap::default(),
            globals,
            objects: FxHashMap::default(),
            locals: FxHashMap::default(),
            first_followed: FIRST,
            points_to: PointsTo::default(),
            numbers: FxHashMap::default(),
            next_address: FIRST_ADDRESS,
            initial: &[],
            contents: Contents::default(),
            origin_rows: FxHashMap::default(),
            files: FxHashMap::default(),
            phis: Vec::new(),
            locations: Vec::new(),
            boundary: false,
            configured: None,
            inequalities: FxHashMap::default(),
            compared: FxHashMap::default(),
            callees,
            may_stop: Vec::new(),
            exit: None,
            checked: FxHashSet::default(),
            preconditions: FxHashMap::default(),
            reads: FxHashSet::default(),
            behind_twice: FxHashSet::default(),
            early: FxHashSet::default(),
        }
    }

    /// Reads everything that the entry leads to.
    ///
    /// # Errors
    /// The construct because of which the function is not analysed.
    pub(super) fn run(mut self) -> Result<Body, String> {
        let order = self.order()?;
        self.behind_twice = self.behind_twice()?;
        for (_, block) in &order {
            self.add_head(&block.name);
        }
        self.current = BlockId(0);
        for parameter in &self.function.parameters {
            if let Some(width) = self.width_of(&parameter.ty) {
                let name = readable(&parameter.name);
                let value = self.input(width, &name, InputKind::Parameter(name.as_str().into()));
                self.values.insert(&parameter.name, value);
            }
        }
        self.list_followed();
        self.find_bases();
        for (index, block) in order {
            self.block(index, block)?;
        }
        self.fill_phis();
        self.leave_dead_ends();
        Ok(Body {
            program: self.draft.program,
            locations: self.locations,
            may_stop: self.may_stop,
            preconditions: self.preconditions,
            reads: self.reads,
            whole: None,
        })
    }

    /// The blocks in reverse postorder, each with its index in the function.
    fn order(&self) -> Result<Vec<(usize, &'m BasicBlock)>, String> {
        let blocks = &self.function.basic_blocks;
        let index: FxHashMap<&Name, usize> =
            blocks.iter().zip(0..).map(|(block, index)| (&block.name, index)).collect();
        let successors = |block: BlockId| {
            let names = operators::successors(&blocks[block.0].term).unwrap_or_default();
            names.into_iter().rev().filter_map(|name| index.get(name).copied()).map(BlockId).collect()
        };
        let order = reverse_postorder(blocks.len(), successors);
        let order: Vec<(usize, &BasicBlock)> = order.into_iter().map(|block| (block.0, &blocks[block.0])).collect();
        match order.iter().all(|(_, block)| operators::successors(&block.term).is_some()) {
            true => Ok(order),
            false => Err(NOT_FOLLOWED.into()),
        }
    }

    /// The blocks that control may come to behind a call that comes back twice.
    fn behind_twice(&self) -> Result<FxHashSet<&'m Name>, String> {
        let blocks: FxHashMap<&Name, &'m BasicBlock> =
            self.function.basic_blocks.iter().map(|block| (&block.name, block)).collect();
        let calls = |block: &&BasicBlock| block.instrs.iter().any(|instruction| self.is_twice(instruction));
        let (mut behind, mut open) = (FxHashSet::default(), Vec::new());
        for block in self.function.basic_blocks.iter().filter(calls) {
            open.extend(operators::successors(&block.term).ok_or(NOT_FOLLOWED)?);
        }
        while let Some(name) = open.pop() {
            if let Some(block) = blocks.get(name).filter(|_| behind.insert(name)) {
                open.extend(operators::successors(&block.term).ok_or(NOT_FOLLOWED)?);
            }
        }
        Ok(behind)
    }

    /// What is called here, or a signal that comes, may take control back to where a call comes back a second time. What
    /// registers hold there then is not known, as it is not known at the first time ([`Reader::forget`]), and memory is not followed:
    /// so whatever can follow then can follow the first time too. It is left to say that the function may return.
    fn goes_back(&mut self) {
        self.origin = None;
        let (exit, goes) = (self.exit(), self.anything(1));
        let (current, rest) = (self.current, self.add_part("rest"));
        self.early.insert(current);
        self.end(Terminator::Branch { condition: goes, then: exit, otherwise: rest });
        self.current = rest;
    }

    /// Where control could only return by going back, as from a call of `abort`, nobody asks whether it can come there: without a call that comes
    /// back twice nobody would.
    fn leave_dead_ends(&mut self) {
        let Some(exit) = self.exit.filter(|_| !self.early.is_empty()) else { return };
        let blocks = &self.program.blocks;
        let mut from: Vec<Vec<BlockId>> = vec![Vec::new(); blocks.len()];
        for (index, block) in blocks.iter().enumerate() {
            let goes_back = |target: &BlockId| *target == exit && self.early.contains(&BlockId(index));
            let targets = block.terminator.successors().into_iter().filter(|target| !goes_back(target));
            targets.for_each(|target| from[target.0].push(BlockId(index)));
        }
        let (mut returns, mut open) = (vec![false; blocks.len()], vec![exit]);
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut returns[block.0], true) {
                open.extend(&from[block.0]);
            }
        }
        self.locations.retain(|location| returns[location.block.0]);
    }

    /// Whether an instruction is a call that comes back twice.
    fn is_twice(&self, instruction: &llvm_ir::Instruction) -> bool {
        let llvm_ir::Instruction::Call(call) = instruction else { return false };
        operators::callee(call).is_some_and(|name| self.callees.twice.contains(name))
    }

    /// Forgets what registers hold: a call here comes back again later, when they may hold something else.
    pub(super) fn forget(&mut self) {
        let is_address = |value: &Operand| self.objects.values().any(|object| object.address == *value);
        self.values.retain(|_, value| matches!(value, Operand::Constant(_)) || is_address(value));
        self.roots.retain(|_, root| matches!(root, Root::Object(..)));
        self.parts.clear();
        self.inequalities.clear();
        self.checked.clear();
    }

    /// The block that leaves the function.
    pub(super) fn exit(&mut self) -> BlockId {
        let exit = self.exit.unwrap_or_else(|| self.add_part("return"));
        self.exit = Some(exit);
        exit
    }

    fn block(&mut self, index: usize, block: &'m BasicBlock) -> Result<(), String> {
        self.current = self.heads[&block.name];
        let head = self.current;
        self.checked.clear();
        let mut begins = None;
        // At the start, so that the block is passed then.
        let mut goes_back = self.behind_twice.contains(&block.name);
        for instruction in &block.instrs {
            // A marker stands for no place of the source.
            if self.holds(instruction) {
                continue;
            }
            let is_phi = matches!(instruction, llvm_ir::Instruction::Phi(_));
            if goes_back && !is_phi {
                self.goes_back();
                goes_back = false;
            }
            self.origin = self.origin_of(instruction);
            begins = begins.or(self.origin.filter(|_| !is_phi));
            if !self.instruction(instruction)? {
                self.locations.push(Location { block: head, kind: LocationKind::Block, origin: begins });
                return Ok(());
            }
        }
        if goes_back {
            self.goes_back();
        }
        self.origin = self.origin_of(&block.term).or(self.origin);
        let begins = begins.or(self.origin);
        self.locations.push(Location { block: head, kind: LocationKind::Block, origin: begins });
        let choice = self.choices.get(index).copied().unwrap_or(Choice { decision: Decision::Open, condition: None });
        let condition = choice.condition.and_then(|place| self.beside(place));
        self.terminator((choice.decision, condition), &block.term)
    }

    /// The path ends here without coming to the function's return.
    pub(super) fn stop(&mut self, reason: &str) {
        let row = self.add_unmodelled(reason.to_owned());
        self.end(Terminator::Exit(Exit::Unmodelled(row)));
    }

    pub(super) fn add_unmodelled(&mut self, reason: String) -> UnmodelledId {
        let origin = self.origin;
        let rows = &mut self.program.map.unmodelled;
        rows.push(Unmodelled { reason, origin });
        UnmodelledId(rows.len() - 1)
    }

    /// The path ends here because a check fails.
    pub(super) fn fail(&mut self, kind: CheckKind, detail: String) {
        let site = self.add_site(kind, detail);
        self.end(Terminator::Exit(Exit::Error(site)));
    }

    pub(super) fn add_site(&mut self, kind: CheckKind, detail: String) -> SiteId {
        let origin = self.origin;
        self.program.map.sites.push(Site { kind, detail, origin });
        SiteId(self.program.map.sites.len() - 1)
    }

    /// Where `bad` is 1 a check fails; elsewhere the block goes on. Gives the check, if there is one.
    pub(super) fn check(&mut self, bad: Operand, kind: CheckKind) -> Option<SiteId> {
        if matches!(bad, Operand::Constant(constant) if !constant.is_nonzero()) {
            return None;
        }
        let site = self.add_site(kind, String::new());
        self.leave(bad, Exit::Error(site));
        Some(site)
    }

    /// The same where `bad` may be always 1: that must not look like the end of the program, which nothing is said about.
    pub(super) fn check_always(&mut self, bad: Operand, kind: CheckKind) -> Option<SiteId> {
        let bad = match bad {
            Operand::Constant(always) if always.is_nonzero() => self.define(1, "fails", Operation::Copy(bad)),
            bad => bad,
        };
        self.check(bad, kind)
    }

    /// The function that is called may not come back.
    pub(super) fn may_stop(&mut self, callee: &str) {
        let reason = format!("call of `{callee}`, which may not come back");
        let row = self.add_unmodelled(reason);
        self.may_stop.push(row);
        let stops = self.anything(1);
        self.leave(stops, Exit::Unmodelled(row));
    }

    /// A value that can be anything.
    pub(super) fn anything(&mut self, width: u32) -> Operand {
        self.input(width, "any", InputKind::Undefined)
    }

    pub(super) fn input(&mut self, width: u32, name: &str, kind: InputKind) -> Operand {
        let origin = self.origin;
        let input = self.add_input(InputSite { kind, width, reading: Reading::Unsigned, origin });
        self.define(width, name, Operation::Input(input))
    }

    /// Adds an instruction that defines a new value.
    pub(super) fn define(&mut self, width: u32, name: &str, operation: Operation) -> Operand {
        self.draft.define(width, name.to_owned(), operation)
    }

    /// A comparison; of constants at once, so that what is plain stays plain.
    pub(super) fn compare(&mut self, predicate: Predicate, a: Operand, b: Operand) -> Operand {
        if let (Operand::Constant(a), Operand::Constant(b)) = (a, b) {
            let holds = match predicate {
                Predicate::Eq => a == b,
                Predicate::Ne => a != b,
                Predicate::Ult => a.unsigned() < b.unsigned(),
                Predicate::Ule => a.unsigned() <= b.unsigned(),
                Predicate::Slt => a.signed() < b.signed(),
                Predicate::Sle => a.signed() <= b.signed(),
            };
            return Operand::Constant(BitVec::bit(holds));
        }
        self.define(1, "compare", Operation::Compare(predicate, a, b))
    }

    /// A φ whose operands follow in [`Reader::fill_phis`].
    pub(super) fn open_phi(&mut self, phi: &'m llvm_ir::instruction::Phi) {
        if let Some(width) = self.width_of(&phi.to_type) {
            let result = self.add_value(width, readable(&phi.dest), None);
            self.phis.push((self.draft.current, result, phi));
            self.values.insert(&phi.dest, Operand::Value(result));
        }
    }

    fn fill_phis(&mut self) {
        let predecessors = self.program.predecessors();
        for (block, result, phi) in std::mem::take(&mut self.phis) {
            let mut incoming = Vec::new();
            for &from in &predecessors[block.0] {
                let value = self.incoming(phi, from);
                self.current = from;
                self.origin = self.program.blocks[from.0].origin;
                let operand = value.and_then(|value| self.operand(value));
                let operand = operand.unwrap_or_else(|| self.anything(self.program.widths[result.0]));
                incoming.push((from, operand));
            }
            self.program.blocks[block.0].phis.push(Phi { result, incoming });
        }
    }
}
