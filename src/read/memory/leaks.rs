//! Whether memory is lost: an object on the heap is alive, and no pointer leads to it.
//!
//! At the return of `main` only globals are left to begin with: that is exact. At other places (before the program is
//! ended by a call, and in loops, which may run for ever) locals still hold pointers: those that markers name ([`crate::prepare`]). What these do not
//! lead to is unmodelled there, or else the run goes on: it may come to the return. Nothing is missed: what has been lost stays lost, and
//! every run returns, is ended, or turns for ever.

use llvm_ir::instruction::Call;
use llvm_ir::Name;
use std::collections::{BTreeMap, BTreeSet};

use super::access::failure;
use super::offsets::Offsets;
use super::points_to::ObjectNumber;
use super::Pointer;
use crate::bv::BitVec;
use crate::program::{InputKind, InputSite, Operand, Operation, Pattern, Reading};
use crate::read::blocks::{Cut, Flow, Reader};
use crate::read::exact::Exact;

/// Pointers that would make more conjunctions than this are not followed.
const MOST_STEPS: usize = 4_000;

const NEVER: fn() -> Operand = || Operand::Constant(BitVec::bit(false));

/// Objects on the heap, each with the condition under which it is reached.
type Reached = BTreeMap<ObjectNumber, Operand>;

/// What a local holds.
pub(in crate::read) struct Held<'m> {
    /// The block of the marker that says so.
    block: &'m Name,
    pointer: &'m llvm_ir::Operand,
    /// Whether the pointer leads to the local itself.
    is_local: bool,
}

impl<'m> Reader<'m, Exact<'m>> {
    /// The marker where memory must not be lost: control leaves where it is.
    ///
    /// # Errors
    /// If the marker does not say what globals there are, or there are too many pointers to follow.
    pub(in crate::read) fn track(&mut self, call: &'m Call, is_error: bool) -> Result<Flow, Cut> {
        let Some(((row, _), roots)) = call.arguments.split_first() else {
            return Err(Cut::new("marker of memory that may be lost without its arguments"));
        };
        let Operand::Constant(row) = self.bits(row, "call")? else { return Err(Cut::new("marker of an unknown row")) };
        let heap: Vec<ObjectNumber> = self.policy.memory.heap.on_heap().collect::<BTreeSet<_>>().into_iter().collect();
        if heap.is_empty() {
            return Ok(Flow::Continues);
        }
        let mut reached: Reached = heap.iter().map(|&object| (object, NEVER())).collect();
        for (root, _) in roots {
            let Some(Pointer { object: Operand::Constant(object), .. }) = self.pointer(root) else {
                return Err(Cut::new("memory that may be lost: a global that is not followed"));
            };
            let always = Operand::Constant(BitVec::bit(true));
            self.reach_from(object.unsigned() as usize, always, &mut reached);
        }
        if !is_error {
            self.reach_from_locals(&mut reached);
        }
        self.close(&heap, &mut reached)?;
        let mut lost = NEVER();
        for (object, reached) in reached {
            let alive = self.alive(object);
            let unreached = self.negation(reached);
            let here = self.both(alive, unreached);
            // One that is given out again had no pointer to it left.
            let leaked = self.leaked(object);
            let here = self.either(here, leaked);
            lost = self.either(lost, here);
        }
        if !is_error && lost != NEVER() {
            // A run that goes on may come to the return, where it is known.
            let site =
                InputSite { kind: InputKind::Undefined, width: 1, reading: Reading::Unsigned, origin: self.origin };
            let row = self.add_input(site);
            let stays = self.define(1, "stays", Operation::Input(row));
            lost = self.both(lost, stays);
        }
        self.leave_where(lost, failure(row, is_error));
        Ok(Flow::Continues)
    }

    /// Objects are reached that the pointers in an object point to.
    fn reach_from(&mut self, object: ObjectNumber, condition: Operand, reached: &mut Reached) {
        for (target, edge) in self.edges(object, reached) {
            let edge = self.both(condition, edge);
            let before = reached.get(&target).copied().unwrap_or_else(NEVER);
            let now = self.either(before, edge);
            reached.insert(target, now);
        }
    }

    /// Which objects of the heap the pointers in an object point to, and when.
    fn edges(&mut self, object: ObjectNumber, reached: &Reached) -> Vec<(ObjectNumber, Operand)> {
        let slots = self.policy.memory.slots.get(object).cloned().unwrap_or_default();
        let mut edges = Vec::new();
        for slot in slots.into_iter().filter(|slot| slot.is_pointer) {
            let place = (Offsets::exactly(slot.offset as i64), slot.bytes);
            let held = self.policy.memory.points_to.contents_at(object, place).objects;
            let targets: Vec<ObjectNumber> = held.into_keys().filter(|target| reached.contains_key(target)).collect();
            if targets.is_empty() {
                continue;
            }
            let access = self.access(object, Pattern { residue: slot.offset, modulus: 0 }, slot);
            let offset = Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(slot.offset)));
            let word = self.define(access.width, "held", Operation::Load(access, offset));
            let pointer = self.unpack(word);
            for &target in &targets {
                let start = self.pointer_to(target);
                edges.push((target, self.equal(pointer.object, start.object)));
            }
        }
        edges
    }

    /// The marker of what a local holds where the next marker asks whether memory is lost: a pointer, or all that is in the local.
    pub(in crate::read) fn note_held(&mut self, pointer: &'m llvm_ir::Operand, is_local: bool) -> Flow {
        let block = self.llvm_block();
        self.policy.held.push(Held { block, pointer, is_local });
        Flow::Continues
    }

    /// Objects are reached that locals lead to.
    fn reach_from_locals(&mut self, reached: &mut Reached) {
        let block = self.llvm_block();
        let held = std::mem::take(&mut self.policy.held);
        for Held { pointer: operand, is_local, .. } in held.into_iter().filter(|held| held.block == block) {
            let Some(pointer) = self.pointer(operand) else { continue };
            for target in self.policy.memory.points_to.targets(operand).objects.into_keys() {
                let start = self.pointer_to(target);
                let here = self.equal(pointer.object, start.object);
                if is_local {
                    self.reach_from(target, here, reached);
                } else if self.policy.memory.heap.on_stack().any(|object| object == target) {
                    let alive = self.alive(target);
                    let here = self.both(here, alive);
                    self.reach_from(target, here, reached);
                }
                let Some(&before) = reached.get(&target) else { continue };
                let now = self.either(before, here);
                reached.insert(target, now);
            }
        }
    }

    /// Objects are reached that objects that are reached, and not given back, point to.
    fn close(&mut self, heap: &[ObjectNumber], reached: &mut Reached) -> Result<(), Cut> {
        // All pointers from one object to another are one edge.
        let mut edges = BTreeMap::new();
        for &object in heap {
            let held = self.edges(object, reached);
            let alive = self.alive(object);
            for (target, edge) in held.into_iter().filter(|&(target, _)| target != object) {
                let edge = self.both(alive, edge);
                let before = edges.get(&(object, target)).copied().unwrap_or_else(NEVER);
                edges.insert((object, target), self.either(before, edge));
            }
        }
        let mut sources: Vec<ObjectNumber> = edges.keys().map(|edge| edge.0).collect();
        sources.dedup();
        // No way is longer than there are objects that hold pointers.
        if sources.len() * edges.len() > MOST_STEPS {
            return Err(Cut::new("memory that may be lost: there are too many pointers to follow"));
        }
        for _ in 0..sources.len() {
            for (&(object, target), &edge) in &edges {
                let here = self.both(reached[&object], edge);
                reached.insert(target, self.either(reached[&target], here));
            }
        }
        Ok(())
    }
}
