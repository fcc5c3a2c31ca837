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
use super::asked::Root;
use super::points_to::ObjectNumber;
use super::Pointer;
use crate::bv::BitVec;
use crate::program::{InputKind, InputSite, Operand, Operation, Pattern, Reading};
use crate::read::blocks::{Cut, Flow, Reader};
use crate::read::exact::Exact;

/// Pointers that would make more conjunctions than this are not followed.
const MOST_STEPS: usize = 4_000;

const NEVER: fn() -> Operand = || Operand::Constant(BitVec::bit(false));

/// What pointers in use lead to.
struct Reached {
    /// Objects on the heap, each with the condition under which it is reached.
    objects: BTreeMap<ObjectNumber, Operand>,
    /// Pointers that may lead to [pools](super::pools), each with the condition under which it is in use.
    into_pools: Vec<Root>,
}

/// A pointer in an object leads to another one.
struct Edge {
    target: ObjectNumber,
    /// The condition under which it does.
    leads: Operand,
    pointer: Pointer,
}

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
        let (pools, heap): (Vec<_>, Vec<_>) =
            heap.into_iter().partition(|&object| self.policy.memory.pool(object).is_some());
        let objects = heap.iter().map(|&object| (object, NEVER())).collect();
        let mut reached = Reached { objects, into_pools: Vec::new() };
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
        let Reached { objects, into_pools } = reached;
        let mut lost = NEVER();
        for (object, mut reached) in objects {
            if !into_pools.is_empty() {
                let by_first = self.is_reached_by_first(object, &pools);
                reached = self.either(reached, by_first);
            }
            let alive = self.alive(object);
            let unreached = self.negation(reached);
            let here = self.both(alive, unreached);
            // One that is given out again had no pointer to it left.
            let leaked = self.leaked(object);
            let here = self.either(here, leaked);
            lost = self.either(lost, here);
        }
        for &pool in &pools {
            let here = self.asked_is_lost(pool, &into_pools);
            lost = self.either(lost, here);
        }
        if is_error && !into_pools.is_empty() {
            // What instances lead to is known of neighbours alone.
            self.cut_unless_false(lost, "memory may be lost here: a list of any length that a global leads to");
            return Ok(Flow::Continues);
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
        for Edge { target, leads, pointer } in self.edges(object, reached) {
            let leads = self.both(condition, leads);
            self.reach(target, leads, pointer, reached);
        }
    }

    /// An object is reached by a pointer, under a condition.
    fn reach(&mut self, target: ObjectNumber, condition: Operand, pointer: Pointer, reached: &mut Reached) {
        if let Some(&before) = reached.objects.get(&target) {
            let now = self.either(before, condition);
            reached.objects.insert(target, now);
        } else if condition != NEVER() && self.policy.memory.pool(target).is_some() {
            reached.into_pools.push(Root { pool: target, condition, pointer });
        }
    }

    /// Which objects of the heap the pointers in an object point to, and when.
    fn edges(&mut self, object: ObjectNumber, reached: &Reached) -> Vec<Edge> {
        let slots = self.policy.memory.slots.get(object).cloned().unwrap_or_default();
        let mut edges = Vec::new();
        for slot in slots.into_iter().filter(|slot| slot.is_pointer) {
            let held = self.policy.memory.points_to.contents_at(object, slot.place()).objects;
            let is_asked = |target: &ObjectNumber| {
                reached.objects.contains_key(target) || self.policy.memory.pool(*target).is_some()
            };
            let targets: Vec<ObjectNumber> = held.into_keys().filter(is_asked).collect();
            if targets.is_empty() {
                continue;
            }
            let access = self.access(object, Pattern { residue: slot.offset, modulus: 0 }, slot);
            let offset = Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(slot.offset)));
            let word = self.define(access.width, "held", Operation::Load(access, offset));
            let pointer = self.unpack(word);
            for &target in &targets {
                let leads = self.means(pointer, target);
                edges.push(Edge { target, leads, pointer });
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
                self.reach(target, here, pointer, reached);
            }
        }
    }

    /// Objects are reached that objects that are reached, and not given back, point to.
    fn close(&mut self, heap: &[ObjectNumber], reached: &mut Reached) -> Result<(), Cut> {
        // All pointers from one object to another are one edge.
        let (mut edges, mut into_pools) = (BTreeMap::new(), Vec::new());
        for &object in heap {
            let held = self.edges(object, reached);
            let alive = self.alive(object);
            for Edge { target, leads, pointer } in held.into_iter().filter(|edge| edge.target != object) {
                let edge = self.both(alive, leads);
                if self.policy.memory.pool(target).is_some() {
                    into_pools.push((object, Root { pool: target, condition: edge, pointer }));
                    continue;
                }
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
                let here = self.both(reached.objects[&object], edge);
                let now = self.either(reached.objects[&target], here);
                reached.objects.insert(target, now);
            }
        }
        for (object, Root { pool, condition, pointer }) in into_pools {
            let condition = self.both(reached.objects[&object], condition);
            self.reach(pool, condition, pointer, reached);
        }
        Ok(())
    }
}
