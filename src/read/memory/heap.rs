//! What lives for a time: objects on the heap, and on the stack those whose life may have ended when they are accessed.
//!
//! The heap, and arrays of computed length on the stack: each call that allocates has a number of objects, which it gives out
//! one after the other; past the last one lies *unmodelled*. An object is not given out twice, so that a pointer to one
//! that has been freed stays recognisable, unless there can be none such any more ([`reuse`](super::reuse)): then one
//! object is enough.
//!
//! Beside each object stand two words of its own: whether it is alive, and how large it is where that is computed. Such an
//! object has room for a number of bytes; past that lies *unmodelled*.
//!
//! Locals that a pointer may outlive are allocated in the same way, where their scopes begin.

use llvm_ir::instruction::Call;
use llvm_ir::{BasicBlock, Constant, Function, Instruction, Name, Operand as LlvmOperand};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;

use super::access::failure;
use super::coexistence::Pair;
use super::layout::Slot;
use super::offsets::Offsets;
use super::points_to::{ObjectNumber, Targets, FIRST, NULL};
use super::pools::{lives, Pool};
use super::reuse::Supply;
use super::tails::Repeating;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::llvm::marker::Marker;
use crate::prepare::objects::{ObjectKind, ObjectSource};
use crate::prepare::program::intercept::MORE_ALLOCATIONS;
use crate::program::{
    Access, Cell, Exit, InputKind, InputSite, Object, ObjectId, Operand, Operation, Pattern, Reading, Terminator,
    UnmodelledId,
};
use crate::read::blocks::{Cut, Flow, Reader};
use crate::read::bounds::Bounds;
use crate::read::exact::Exact;
use crate::read::values::{readable, Value};

use super::{Model, Pointer};

/// Why what follows is unmodelled where an object of computed size is larger than [`Bounds::capacity`].
const LARGER: &str = "an object of a computed number of bytes that is larger than is followed";

/// Whether something is unmodelled for the bounds alone that [`Bounds::endless`] takes away.
pub fn is_bound(reason: &str) -> bool {
    reason == LARGER || reason.starts_with(MORE_ALLOCATIONS)
}

/// A call that allocates.
#[derive(Clone, Debug)]
struct Site {
    /// Its objects.
    objects: Range<ObjectNumber>,
    /// Whether their size is computed.
    is_sized: bool,
    /// Whether they are on the stack.
    is_local: bool,
    /// Whether it gives out several objects, each once; else there is one.
    is_counted: bool,
    /// Whether each object is given out once.
    is_once: bool,
    /// Whether what it gives out is zero.
    is_zeroed: bool,
    /// The row of what is unmodelled there, by which the call is known.
    row: Option<usize>,
}

/// All calls that allocate, and where the program remembers what they have given out.
#[derive(Clone, Debug, Default)]
pub struct Heap<'m> {
    sites: FxHashMap<&'m Name, Site>,
    /// The words beside objects, as objects of the program.
    words: FxHashMap<Word, ObjectId>,
    /// How much is followed.
    bounds: Bounds,
    /// Whether something asks what is still allocated.
    is_asked_at_end: bool,
    /// The objects that are all that a call gives out.
    pub(super) pools: Vec<Pool>,
    /// The objects of which it is followed whether they have been alive at the same time.
    pub(super) pairs: BTreeSet<Pair>,
}

/// A word beside objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Word {
    /// How many objects of the call with this first object have been given out.
    Given(ObjectNumber),
    /// Whether the object is alive.
    Alive(ObjectNumber),
    /// Whether one of the instances of the pool has been freed.
    Freed(ObjectNumber),
    /// How many bytes it has.
    Size(ObjectNumber),
    /// Whether it was alive when it was given out again: that memory is lost.
    Leaked(ObjectNumber),
    /// Whether two objects have been alive at the same time.
    Met(Pair),
}

impl<'m> Heap<'m> {
    /// Finds the calls and adds their objects: one for a call for which that is enough, else several.
    pub fn new(
        function: &'m Function,
        objects: &mut Vec<ObjectSource>,
        bounds: Bounds,
        supply: impl Fn(&'m BasicBlock, &'m Call) -> Supply,
    ) -> Heap<'m> {
        let mut heap = Heap { bounds, ..Heap::default() };
        let mut groups: FxHashMap<ObjectNumber, Range<ObjectNumber>> = FxHashMap::default();
        let in_blocks = |block: &'m BasicBlock| block.instrs.iter().map(move |instruction| (block, instruction));
        for (block, instruction) in function.basic_blocks.iter().flat_map(in_blocks) {
            let Instruction::Call(call) = instruction else { continue };
            let Some(marker) = super::marker(call) else { continue };
            heap.is_asked_at_end |= matches!(marker, Marker::EndError | Marker::Track | Marker::TrackError);
            let (true, Some(dest)) = (marker.allocates(), &call.dest) else { continue };
            let size = match call.arguments.first().and_then(|(size, _)| size.as_constant()) {
                Some(Constant::Int { value, .. }) => Some(*value),
                _ => None,
            };
            let first = objects.len() + FIRST;
            let supply = supply(block, call);
            let (is_counted, is_once) = (supply == Supply::Several, supply != Supply::Again);
            let count = if is_counted { bounds.instances } else { 1 };
            let known = match supply {
                Supply::Pool { group, .. } => groups.get(&group).cloned(),
                _ => None,
            };
            for index in 0..if known.is_some() { 0 } else { count } {
                let name = if is_counted { format!("{}#{index}", readable(dest)) } else { readable(dest) };
                let size = size.unwrap_or(bounds.capacity);
                let (initial, parts) = (Vec::new(), Vec::new());
                objects.push(ObjectSource { name, kind: ObjectKind::Heap, size, is_constant: false, initial, parts });
            }
            let is_local = marker == Marker::AllocateLocal;
            let objects = known.clone().unwrap_or(first..first + count);
            if let (Supply::Pool { is_freed, group }, Some(size), None) = (supply, size, known) {
                heap.pools.push(Pool::new(first, size, is_freed));
                groups.insert(group, objects.clone());
            }
            let row = match call.arguments.get(1).and_then(|(row, _)| row.as_constant()) {
                Some(Constant::Int { value, .. }) => Some(*value as usize),
                _ => None,
            };
            let (is_sized, is_zeroed) = (size.is_none(), marker == Marker::AllocateZeroed);
            heap.sites.insert(dest, Site { objects, is_sized, is_local, is_counted, is_once, is_zeroed, row });
        }
        heap
    }

    /// The first object of each call.
    pub fn firsts(&self) -> FxHashMap<&'m Name, ObjectNumber> {
        self.sites.iter().map(|(&name, site)| (name, site.objects.start)).collect()
    }

    /// What each call gives.
    pub fn targets(&self) -> FxHashMap<&'m Name, Targets> {
        let of_site = |site: &Site| match self.pools.iter().find(|pool| pool.object == site.objects.start) {
            Some(pool) => pool.starts(),
            None => {
                let objects = site.objects.clone().map(|object| (object, Offsets::exactly(0))).collect();
                Targets { objects, unknown: false }
            }
        };
        self.sites.iter().map(|(&name, site)| (name, of_site(site))).collect()
    }

    /// Whether something asks what is still allocated; of [pools](super::pools), of one instance each.
    pub fn is_asked_at_end(&self) -> bool {
        self.is_asked_at_end
    }

    /// The object of the program that holds a word.
    pub(super) fn word(&self, word: Word) -> ObjectId {
        self.words[&word]
    }

    /// The objects, call by call, that are given out once and may have a tail: those whose size is computed, where that has no bound, and
    /// those of more bytes than are listed; given the sizes of all objects.
    pub(super) fn with_tails(&self, bounds: Bounds, sizes: &[u64]) -> Vec<Repeating> {
        let mut found = Vec::new();
        for site in self.sites.values().filter(|site| site.is_once) {
            let size = sizes[site.objects.start];
            let bytes = if site.is_sized { None } else { Some(size) };
            let is_pool = self.pools.iter().any(|pool| pool.object == site.objects.start);
            if !is_pool && if site.is_sized { bounds.endless } else { size > bounds.listed_bytes } {
                found.push(Repeating { objects: site.objects.clone(), bytes, is_zero: site.is_zeroed });
            }
        }
        found.sort_by_key(|candidate| candidate.objects.start);
        found
    }

    /// The row by which the call is known that allocates an object; `None` if there are several.
    pub fn row(&self, object: ObjectNumber) -> Option<usize> {
        let mut rows = self.sites.values().filter(|site| site.objects.contains(&object)).map(|site| site.row);
        let row = rows.next().flatten();
        row.filter(|row| rows.all(|other| other == Some(*row)))
    }

    /// How many bytes an object has that is listed with so many; `None` where that is computed.
    pub fn fixed_size(&self, object: ObjectNumber, listed: u64) -> Option<u64> {
        let is_sized = self.sites.values().any(|site| site.is_sized && site.objects.contains(&object));
        (!is_sized).then_some(listed)
    }

    /// The objects on the stack that live for a time.
    pub fn on_stack(&self) -> impl Iterator<Item = ObjectNumber> + '_ {
        self.sites.values().filter(|site| site.is_local).flat_map(|site| site.objects.clone())
    }

    /// The objects that can be freed.
    pub fn on_heap(&self) -> impl Iterator<Item = ObjectNumber> + '_ {
        self.sites.values().filter(|site| !site.is_local).flat_map(|site| site.objects.clone())
    }

    /// Adds the words beside objects to the objects of the program. The size of an object without a bound is as wide as offsets in memory and
    /// φs are, if it fits: then predicates between the two are mined.
    pub fn add_words(
        &mut self,
        objects: &mut Vec<Object>,
        narrow_width: u32,
        instances: &FxHashMap<ObjectNumber, u32>,
    ) {
        let mut sites: Vec<(&Name, Site)> = self.sites.iter().map(|(&name, site)| (name, site.clone())).collect();
        sites.sort_by_key(|(_, site)| site.objects.start);
        for (name, site) in sites {
            if site.is_counted {
                let given = Word::Given(site.objects.start);
                self.add(objects, given, format!("{}.given", readable(name)), BitVec::zero(8));
            }
            if let Some(&pool) = self.pools.iter().find(|pool| pool.object == site.objects.start) {
                // One of the calls that give out its instances brings them.
                if self.words.contains_key(&Word::Given(pool.object)) {
                    continue;
                }
                let width = instances[&pool.object];
                self.add(objects, Word::Given(pool.object), format!("{}.given", readable(name)), BitVec::zero(width));
                if pool.is_freed {
                    self.add(
                        objects,
                        Word::Freed(pool.object),
                        format!("{}.freed", readable(name)),
                        BitVec::bit(false),
                    );
                    self.words.insert(Word::Alive(pool.object), ObjectId(objects.len()));
                    objects.push(lives(pool, format!("{}.alive", readable(name)), objects[pool.object].size));
                }
                continue;
            }
            for object in site.objects {
                let name = objects[object].name.clone();
                self.add(objects, Word::Alive(object), format!("{name}.alive"), BitVec::bit(false));
                if self.is_asked_at_end && !site.is_counted && !site.is_local {
                    self.add(objects, Word::Leaked(object), format!("{name}.leaked"), BitVec::bit(false));
                }
                if site.is_sized {
                    let largest = objects[object].tail.map_or(self.bounds.capacity, |_| objects[object].size);
                    let least = u64::BITS - largest.leading_zeros();
                    let width = objects[object].tail.map_or(least, |_| least.max(narrow_width));
                    self.add(objects, Word::Size(object), format!("{name}.size"), BitVec::zero(width));
                }
            }
        }
        for pair in self.pairs.clone() {
            let [first, second] = [pair.0, pair.1].map(|object| objects[object].name.clone());
            self.add(objects, Word::Met(pair), format!("{first}.met.{second}"), BitVec::bit(false));
        }
    }

    /// The words that say which objects have been alive together with this one, each with the other.
    pub(super) fn meetings_of(&self, object: ObjectNumber) -> Vec<(Word, ObjectNumber)> {
        let other = |&(a, b): &Pair| if a == object { Some(b) } else { (b == object).then_some(a) };
        self.pairs.iter().filter_map(|pair| Some((Word::Met(*pair), other(pair)?))).collect()
    }

    fn add(&mut self, objects: &mut Vec<Object>, word: Word, name: String, initial: BitVec) {
        let width = initial.width();
        let cell = Cell { offset: 0, initial, name: name.clone(), variable: None };
        self.words.insert(word, ObjectId(objects.len()));
        objects.push(Object { name, size: u64::from(width.div_ceil(8)), cells: vec![cell], tail: None });
    }
}

/// A number of objects.
fn count(number: usize) -> Operand {
    Operand::Constant(BitVec::new(8, number as u128))
}

impl<'m> Reader<'m, Exact<'m>> {
    /// A call that allocates.
    ///
    /// # Errors
    /// If its arguments cannot be represented.
    pub(in crate::read) fn allocate(&mut self, call: &'m Call, zeroed: bool) -> Result<Flow, Cut> {
        let (Some(dest), [(size, _), (row, _)]) = (&call.dest, call.arguments.as_slice()) else {
            return Err(Cut::new("marker of an allocation without its arguments"));
        };
        let Some(site) = self.policy.memory.heap.sites.get(dest).cloned() else {
            return Err(Cut::new("allocation that is not followed"));
        };
        let size = self.bits(size, "call")?;
        let Operand::Constant(row) = self.bits(row, "call")? else { return Err(Cut::new("marker of an unknown row")) };
        if let Some(pool) = self.policy.memory.pool(site.objects.start) {
            let pointer = self.allocate_in_pool(pool, &row, zeroed, &readable(dest));
            self.policy.told_apart.clear();
            self.bind(dest, Value::Pointer(pointer));
            return Ok(Flow::Continues);
        }
        let given = self.next_object(&site, Exit::Unmodelled(UnmodelledId(row.unsigned() as usize)));
        let narrow_size = if site.is_sized { Some(self.size_within_bounds(site.objects.start, size)) } else { None };
        // All that a call may give are alike; one alone is given its contents cell by cell, which the followed encoding takes together.
        let contents =
            if zeroed || !site.is_counted { Vec::new() } else { self.open_contents(site.objects.start, &row) };
        let alive = Operand::Constant(BitVec::bit(true));
        for (index, object) in site.objects.clone().enumerate() {
            let meant = given.map_or(alive, |given| self.equal(given, count(index)));
            self.write_word(Word::Alive(object), alive, meant);
            self.meets(object, meant);
            if let Some(size) = narrow_size {
                self.write_word(Word::Size(object), size, meant);
            }
            match zeroed {
                true if !site.is_counted => self.clear(object),
                true => {}
                false if !site.is_counted => self.open_one_by_one(object, &row),
                false => self.open(object, &contents, meant),
            }
        }
        let first = self.pointer_to(site.objects.start);
        let pointer = match given {
            Some(given) => {
                let more = self.define(8, "given", Operation::Binary(BinaryOp::Add, given, count(1)));
                self.write_word(Word::Given(site.objects.start), more, alive);
                self.nth_object(site.objects.start, given, &readable(dest))
            }
            None => first,
        };
        // What was known of the object that was here before is not known of this one.
        self.policy
            .checked
            .retain(|(known, _)| matches!(known.object, Operand::Constant(_)) && known.object != first.object);
        self.policy.told_apart.clear();
        self.bind(dest, Value::Pointer(pointer));
        Ok(Flow::Continues)
    }

    /// How many objects a call has given out, if it counts them; where there is none left, control leaves.
    fn next_object(&mut self, site: &Site, exit: Exit) -> Option<Operand> {
        if site.is_counted {
            let given = self.read_word(Word::Given(site.objects.start));
            let all = count(self.policy.memory.heap.bounds.instances);
            let none_left = self.equal(given, all);
            self.leave_where(none_left, exit);
            return Some(given);
        }
        let object = site.objects.start;
        if self.policy.memory.heap.words.contains_key(&Word::Leaked(object)) {
            let alive = self.read_word(Word::Alive(object));
            self.write_word(Word::Leaked(object), Operand::Constant(BitVec::bit(true)), alive);
        }
        None
    }

    /// A number of bytes as wide as it is remembered; where it is too large, control leaves.
    fn size_within_bounds(&mut self, object: ObjectNumber, size: Operand) -> Operand {
        let (largest, reason) = match self.policy.memory.tail(object) {
            Some(_) => (self.policy.memory.most_bytes(), "an object of more bytes than there can be"),
            None => (self.policy.memory.heap.bounds.capacity, LARGER),
        };
        let most = Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(largest)));
        let too_large = self.define(1, "too large", Operation::Compare(Predicate::Ult, most, size));
        self.cut_unless_false(too_large, reason);
        let width = self.word_access(Word::Size(object)).0.width;
        match size {
            Operand::Constant(size) => Operand::Constant(size.truncate(width)),
            size => self.define(width, "size", Operation::Truncate(size)),
        }
    }

    /// The start of the object that stands so many behind the first.
    fn nth_object(&mut self, first: ObjectNumber, index: Operand, name: &str) -> Pointer {
        let start = self.pointer_to(first);
        let width = self.policy.memory.object_width;
        let index = match width.cmp(&8) {
            std::cmp::Ordering::Less => self.define(width, name, Operation::Truncate(index)),
            std::cmp::Ordering::Equal => index,
            std::cmp::Ordering::Greater => self.define(width, name, Operation::ZeroExtend(index)),
        };
        let object = self.define(width, name, Operation::Binary(BinaryOp::Add, start.object, index));
        Pointer { object, ..start }
    }

    /// Any contents for the cells of an object that a call of this row allocates: inputs, and pointers to nowhere.
    pub(super) fn open_contents(&mut self, object: ObjectNumber, call: &BitVec) -> Vec<Operand> {
        let slots = self.policy.memory.slots[object].clone();
        slots.iter().map(|slot| self.open_content(slot, call)).collect()
    }

    fn open_content(&mut self, slot: &Slot, call: &BitVec) -> Operand {
        if slot.is_pointer {
            let nowhere = self.nowhere();
            return self.pack(nowhere);
        }
        let width = slot.bytes as u32 * 8;
        let (kind, origin) = (InputKind::Undefined, self.origin);
        let row = self.add_input(InputSite { kind, width, reading: Reading::Unsigned, origin });
        let call = UnmodelledId(call.unsigned() as usize);
        self.program.map.fresh.push((row, call, slot.offset));
        self.define(width, "fresh", Operation::Input(row))
    }

    /// Gives an object any first contents: each cell is chosen, and written at once.
    fn open_one_by_one(&mut self, object: ObjectNumber, call: &BitVec) {
        for slot in self.policy.memory.slots[object].clone() {
            let value = self.open_content(&slot, call);
            let origin = self.origin.take();
            self.open_slot(object, slot, value, Operand::Constant(BitVec::bit(true)));
            self.origin = origin;
        }
    }

    /// Sets an object to zero.
    fn clear(&mut self, object: ObjectNumber) {
        let contents = self.zeros(object);
        self.open(object, &contents, Operand::Constant(BitVec::bit(true)));
    }

    /// What the cells of an object hold that is zero.
    pub(super) fn zeros(&self, object: ObjectNumber) -> Vec<Operand> {
        let zero = |slot: &Slot, model: &Model| match slot.is_pointer {
            true => model.packed(NULL, 0),
            false => BitVec::zero(slot.bytes as u32 * 8),
        };
        let slots = &self.policy.memory.slots[object];
        slots.iter().map(|slot| Operand::Constant(zero(slot, &self.policy.memory))).collect()
    }

    /// Gives an object its first contents.
    fn open(&mut self, object: ObjectNumber, contents: &[Operand], condition: Operand) {
        // What it holds at first is no assignment: paths are told by origins.
        let origin = self.origin.take();
        let slots = self.policy.memory.slots[object].clone();
        for (slot, &value) in slots.into_iter().zip(contents) {
            self.open_slot(object, slot, value, condition);
        }
        self.origin = origin;
    }

    fn open_slot(&mut self, object: ObjectNumber, slot: Slot, value: Operand, condition: Operand) {
        let access = self.access(object, Pattern { residue: slot.offset, modulus: 0 }, slot);
        let offset = Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(slot.offset)));
        self.add_store(access, offset, value, condition);
    }

    /// A call that frees.
    ///
    /// # Errors
    /// If the address cannot be represented.
    pub(in crate::read) fn free(&mut self, call: &'m Call, is_error: bool) -> Result<Flow, Cut> {
        let [(address, _), (row, _)] = call.arguments.as_slice() else {
            return Err(Cut::new("marker of a call of `free` without its arguments"));
        };
        let unknown = self.policy.memory.points_to.targets(address).unknown;
        let pointer = self.pointer(address).filter(|_| !unknown);
        let pointer = pointer.ok_or_else(|| Cut::new("a pointer of unknown origin is freed"))?;
        let Operand::Constant(row) = self.bits(row, "call")? else { return Err(Cut::new("marker of an unknown row")) };
        self.exclude_unborn(address, pointer);
        let null = self.null();
        let no_object = self.equal(pointer.object, null.object);
        let mut valid = Operand::Constant(BitVec::bit(false));
        let targets: Vec<ObjectNumber> = self.policy.memory.points_to.targets(address).objects.into_keys().collect();
        let targets: Vec<ObjectNumber> = targets.into_iter().filter(|&object| self.is_on_heap(object)).collect();
        let mut meant = Vec::new();
        for &object in &targets {
            let here = self.means(pointer, object);
            let alive = self.is_alive(object, pointer);
            let good = self.both(here, alive);
            valid = self.either(valid, good);
            meant.push(here);
        }
        let valid = self.either(no_object, valid);
        let moved = self.is_moved(address, pointer);
        let at_start = self.negation(moved);
        let valid = self.both(valid, at_start);
        let invalid = self.negation(valid);
        match is_error {
            true => self.leave_by_free(invalid, address, pointer, row.unsigned() as usize),
            false => self.leave_where(invalid, failure(row, false)),
        }
        let dead = Operand::Constant(BitVec::bit(false));
        for (object, meant) in targets.into_iter().zip(meant) {
            match self.policy.memory.pool(object) {
                Some(pool) => self.free_instance(pool, pointer, meant),
                None => self.write_word(Word::Alive(object), dead, meant),
            }
        }
        self.forget_checks();
        Ok(Flow::Continues)
    }

    /// How many bytes the object on the heap has that a pointer is the start of; 0 where it is none. It is `realloc` that asks.
    ///
    /// # Errors
    /// If the address cannot be represented.
    pub(in crate::read) fn allocated_size(&mut self, address: &LlvmOperand, call: &'m Call) -> Result<Flow, Cut> {
        let targets = self.policy.memory.points_to.targets(address);
        let pointer = self.pointer(address).filter(|_| !targets.unknown);
        let pointer = pointer.ok_or_else(|| Cut::new("size of an object of unknown origin"))?;
        let width = self.policy.memory.pointer_width;
        let start = self.null().offset;
        let at_start = self.equal(pointer.offset, start);
        let mut size = Operand::Constant(BitVec::zero(width));
        let objects: Vec<ObjectNumber> =
            targets.objects.into_keys().filter(|&object| self.is_on_heap(object)).collect();
        for object in objects {
            let meant = self.means(pointer, object);
            let alive = self.alive(object);
            let here = self.both(meant, alive);
            let here = self.both(here, at_start);
            let bytes = self.size(object);
            size = self.define(width, "size", Operation::Select(here, bytes, size));
            self.forget_meetings(object, here);
        }
        call.dest.iter().for_each(|dest| self.bind(dest, Value::Bits(size)));
        Ok(Flow::Continues)
    }

    /// Objects on the stack are gone: all that the call has given out which has given out the one that is named, if it is one.
    ///
    /// # Errors
    /// If the address cannot be represented.
    pub(in crate::read) fn release(&mut self, address: &LlvmOperand) -> Result<Flow, Cut> {
        let targets = self.policy.memory.points_to.targets(address);
        let pointer = self.pointer(address).filter(|_| !targets.unknown);
        let pointer = pointer.ok_or_else(|| Cut::new("an array of unknown origin ends"))?;
        let is_meant =
            |site: &&Site| site.is_local && targets.objects.keys().any(|object| site.objects.contains(object));
        let mut sites: Vec<Site> = self.policy.memory.heap.sites.values().filter(is_meant).cloned().collect();
        sites.sort_by_key(|site| site.objects.start);
        for site in sites {
            let mut meant = Operand::Constant(BitVec::bit(false));
            for object in site.objects.clone() {
                let here = self.means(pointer, object);
                meant = self.either(meant, here);
            }
            for object in site.objects {
                self.write_word(Word::Alive(object), Operand::Constant(BitVec::bit(false)), meant);
            }
        }
        self.forget_checks();
        Ok(Flow::Continues)
    }

    /// The program ends: something that is still allocated is a failure.
    ///
    /// # Errors
    /// If the marker's row is not known.
    pub(in crate::read) fn program_ends(&mut self, row: &LlvmOperand) -> Result<Flow, Cut> {
        let Operand::Constant(row) = self.bits(row, "call")? else { return Err(Cut::new("marker of an unknown row")) };
        let mut any = Operand::Constant(BitVec::bit(false));
        let words: BTreeSet<ObjectNumber> = self.policy.memory.heap.on_heap().collect();
        for object in words {
            if self.policy.memory.pool(object).is_some() {
                let lost = self.asked_is_lost(object, &[]);
                any = self.either(any, lost);
                continue;
            }
            let (alive, leaked) = (self.alive(object), self.leaked(object));
            any = self.either(any, alive);
            any = self.either(any, leaked);
        }
        self.leave_where(any, failure(row, true));
        Ok(Flow::Continues)
    }

    /// Whether an object was still alive when it was given out again.
    pub(super) fn leaked(&mut self, object: ObjectNumber) -> Operand {
        match self.policy.memory.heap.words.contains_key(&Word::Leaked(object)) {
            true => self.read_word(Word::Leaked(object)),
            false => Operand::Constant(BitVec::bit(false)),
        }
    }

    pub(super) fn is_on_heap(&self, object: ObjectNumber) -> bool {
        self.policy.memory.heap.on_heap().any(|other| other == object)
    }

    /// Whether an object's size is a word of the program.
    pub(super) fn has_computed_size(&self, object: ObjectNumber) -> bool {
        self.policy.memory.heap.words.contains_key(&Word::Size(object))
    }

    fn lives_for_a_time(&self, object: ObjectNumber) -> bool {
        self.policy.memory.heap.words.contains_key(&Word::Alive(object))
    }

    /// Whether an object is alive; most always are.
    pub(super) fn alive(&mut self, object: ObjectNumber) -> Operand {
        match self.lives_for_a_time(object) {
            true => self.read_word(Word::Alive(object)),
            false => Operand::Constant(BitVec::bit(true)),
        }
    }

    /// Whether what a pointer leads to is alive, if it leads to this object.
    pub(super) fn is_alive(&mut self, object: ObjectNumber, pointer: Pointer) -> Operand {
        match self.policy.memory.pool(object) {
            Some(pool) => self.instance_is_alive(pool, pointer),
            None => self.alive(object),
        }
    }

    /// Whether a pointer does not lead to a beginning.
    pub(super) fn is_moved(&mut self, address: &LlvmOperand, pointer: Pointer) -> Operand {
        let start = self.null().offset;
        let at_start = self.equal(pointer.offset, start);
        let mut moved = self.negation(at_start);
        if self.policy.memory.is_null_by_object(address) {
            let is_null = self.means(pointer, NULL);
            let is_other = self.negation(is_null);
            moved = self.both(is_other, moved);
        }
        for object in self.policy.memory.points_to.targets(address).objects.into_keys() {
            if self.policy.memory.pool(object).is_some() {
                let meant = self.means(pointer, object);
                let place = self.offset_in(object, pointer, address);
                let at_start = self.equal(place, start);
                let in_pool = self.negation(at_start);
                moved = self.define(1, "moved", Operation::Select(meant, in_pool, moved));
            }
        }
        moved
    }

    /// How many bytes an object has, as wide as pointers.
    pub(super) fn size(&mut self, object: ObjectNumber) -> Operand {
        match self.policy.memory.heap.words.contains_key(&Word::Size(object)) {
            true => {
                let size = self.read_word(Word::Size(object));
                match self.policy.memory.pointer_width {
                    width if width == self.width(size) => size,
                    width => self.define(width, "size", Operation::ZeroExtend(size)),
                }
            }
            false => {
                let memory = &self.policy.memory;
                let size = memory.pool(object).map_or_else(|| memory.largest(object), |_| memory.sizes[object]);
                Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(size)))
            }
        }
    }

    fn word_access(&self, word: Word) -> (Access, Operand) {
        let object = self.policy.memory.heap.words[&word];
        let width = self.program.objects[object.0].cells[0].initial.width();
        let pattern = Pattern { residue: 0, modulus: 0 };
        (Access { object, pattern, width }, Operand::Constant(BitVec::zero(8)))
    }

    pub(super) fn read_word(&mut self, word: Word) -> Operand {
        let (access, offset) = self.word_access(word);
        self.define(access.width, "word", Operation::Load(access, offset))
    }

    pub(super) fn write_word(&mut self, word: Word, value: Operand, condition: Operand) {
        let (access, offset) = self.word_access(word);
        self.add_store(access, offset, value, condition);
    }

    /// Splits the current block: where `condition` is 1, control leaves.
    pub(super) fn leave_where(&mut self, condition: Operand, exit: Exit) {
        if condition == Operand::Constant(BitVec::bit(false)) {
            return;
        }
        let (bad, rest) = (self.add_part("leaves"), self.add_part("rest"));
        self.end(Terminator::Branch { condition, then: bad, otherwise: rest });
        self.current = bad;
        self.exit(exit);
        self.current = rest;
    }
}
