//! Pools: allocations of any number. A call that allocates objects of one constant size in a loop has *one* object of the program that
//! holds all of them, its *instances*, one behind the other ([`Tail`]). The distance from one to the next is a power of
//! two, so that the bits of an offset say which instance it is and where in it. A word counts the instances that have been given
//! out; none is given out twice.
//!
//! Only pointers whose place in the instance is a constant are taken into pools: the objects of a call are a pool if each value that
//! can point to one of them has one known offset from its start, which is in front of the next one. So no pointer leads from one
//! instance to another, and each leads to one that has been given out. Programs that follow some cells of a pool read anything else from
//! the others; that a pointer that was read leads to an instance that there is, is put in where it is used: there the
//! path of another one ends.
//!
//! Where something may free an instance, a second object like the first has a bit for each that says whether it is alive.
//!
//! The numbers of instances are finite: a path that needs more ends, an assumption that is told.

use super::access::Places;
use super::heap::Word;
use super::offsets::Offsets;
use super::points_to::{ObjectNumber, PointsTo, Targets, FIRST, NOWHERE, NULL};
use super::reuse::Supply;
use super::{bits, callee_name, constant_length, is_block, marker, Model, Pointer};
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::llvm::marker::Marker;
use crate::program::{Access, Exit, Instances, Object, ObjectId, Operand, Operation, Pattern, Tail, UnmodelledId};
use crate::read::blocks::Reader;
use crate::read::exact::Exact;
use llvm_ir::instruction::Call;
use llvm_ir::{BasicBlock, Constant, Function, Instruction, Name, Operand as LlvmOperand};
use rustc_hash::{FxHashMap, FxHashSet};

/// Larger instances are not pooled.
const MOST_BYTES: u64 = 1 << 12;

/// The objects of a call, as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pool {
    /// The object of the program.
    pub object: ObjectNumber,
    /// How many low bits of an offset say where in its instance it is.
    pub scale: u32,
    /// Whether something may free an instance.
    pub is_freed: bool,
}

impl Pool {
    /// The pool of instances of so many bytes.
    pub fn new(object: ObjectNumber, size: u64, is_freed: bool) -> Pool {
        Pool { object, scale: size.next_power_of_two().trailing_zeros(), is_freed }
    }

    /// How many bytes there are from one instance to the next.
    pub fn stride(self) -> u64 {
        1 << self.scale
    }

    /// Where its instances begin.
    pub fn starts(self) -> Targets {
        Targets { objects: [(self.object, Offsets::multiples(self.stride()))].into(), unknown: false }
    }

    /// Whether each value and each cell that may point to instances points to one place in them.
    pub fn has_one_place(self, points_to: &PointsTo) -> bool {
        points_to.offsets_into(self.object).all(|offsets| offsets.is_one_of_each(self.stride()))
    }

    /// How its cells go on behind those of the first instance.
    pub fn tail(self) -> Tail {
        Tail { begin: 0, period: self.stride(), is_zero: true }
    }
}

/// How pointers are held: with so many bits of their offsets, behind so many that are zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::read) struct Narrow {
    /// How many bits are held.
    pub width: u32,
    /// How many are zero.
    pub scale: u32,
}

/// Whether the objects of a call, each of so many bytes, can be a pool, where the analysis knows them as this one; then also whether
/// something may free one.
pub fn pooled(function: &Function, object: ObjectNumber, size: u64, points_to: &PointsTo) -> Option<bool> {
    let is_inside = |offsets: Offsets| offsets.only().is_some_and(|offset| (0..=size as i64).contains(&offset));
    let stride = size.next_power_of_two();
    let stays = |offsets: Offsets| is_inside(offsets) && offsets.only().is_some_and(|offset| (offset as u64) < stride);
    if !(1..=MOST_BYTES).contains(&size) || !points_to.offsets_into(object).all(stays) {
        return None;
    }
    let mut is_freed = false;
    for instruction in function.basic_blocks.iter().flat_map(|block| &block.instrs) {
        let Instruction::Call(call) = instruction else { continue };
        let is_meant = |(operand, _): &(LlvmOperand, _)| points_to.targets(operand).objects.contains_key(&object);
        if !call.arguments.iter().any(is_meant) {
            continue;
        }
        match marker(call) {
            Some(Marker::Free | Marker::FreeError) => is_freed = true,
            Some(Marker::Size | Marker::Havoc | Marker::Release) => return None,
            None if is_block(callee_name(call)) && constant_length(call).is_none() => return None,
            _ => {}
        }
    }
    Some(is_freed)
}

/// The calls whose objects are pools, by the numbers of their objects in `points_to`.
///
/// Calls that allocate objects of one size have one pool `together` where some access may meet objects of either, and something may free one:
/// then they are nodes of one structure, as the head of a list and those behind it, and the numbers of instances say in which order all
/// of them were given out. A value that leads to one place in the objects of each call may lead to two in such a pool, and where instances
/// are copied: whoever asks has to look whether it [has one](Pool::has_one_place), and names the calls that are `refused` a pool.
pub fn groups<'m>(
    function: &'m Function,
    firsts: &FxHashMap<&'m Name, ObjectNumber>,
    supply: impl Fn(&'m BasicBlock, &'m Call, ObjectNumber) -> Supply,
    points_to: &PointsTo,
    (together, refused): (bool, &FxHashSet<ObjectNumber>),
) -> FxHashMap<ObjectNumber, Supply> {
    /// A call that may have a pool.
    struct Member {
        object: ObjectNumber,
        size: u64,
        is_freed: bool,
        /// Whether one object is not enough for it.
        is_pool: bool,
    }
    let mut members: Vec<Member> = Vec::new();
    for block in &function.basic_blocks {
        for instruction in &block.instrs {
            let Instruction::Call(call) = instruction else { continue };
            let Some(&object) = call.dest.as_ref().and_then(|dest| firsts.get(dest)) else { continue };
            let Some(&Constant::Int { value: size, .. }) =
                call.arguments.first().and_then(|(size, _)| size.as_constant())
            else {
                continue;
            };
            let supply = supply(block, call, object);
            if refused.contains(&object) || supply == Supply::Again || marker(call) == Some(Marker::AllocateLocal) {
                continue;
            }
            if let Some(is_freed) = pooled(function, object, size, points_to) {
                members.push(Member { object, size, is_freed, is_pool: supply == Supply::Several });
            }
        }
    }
    let instructions = || function.basic_blocks.iter().flat_map(|block| &block.instrs);
    let accessed = instructions().filter_map(|instruction| match instruction {
        Instruction::Load(load) => Some(points_to.targets(&load.address)),
        Instruction::Store(store) => Some(points_to.targets(&store.address)),
        _ => None,
    });
    let mut group: Vec<usize> = (0..members.len()).collect();
    for targets in accessed.filter(|_| together) {
        let met: Vec<usize> =
            (0..members.len()).filter(|&at| targets.objects.contains_key(&members[at].object)).collect();
        for (place, &one) in met.iter().enumerate() {
            for &other in met[place + 1..].iter().filter(|&&other| members[other].size == members[one].size) {
                let (keeps, goes) = (group[one], group[other]);
                group.iter_mut().filter(|at| **at == goes).for_each(|at| *at = keeps);
            }
        }
    }
    let mut found = FxHashMap::default();
    for (at, member) in members.iter().enumerate() {
        let of_group = (0..members.len()).filter(|&other| group[other] == group[at]).map(|other| &members[other]);
        let is_joint = of_group.clone().any(|other| other.is_pool) && of_group.clone().any(|other| other.is_freed);
        if is_joint {
            found.insert(member.object, Supply::Pool { is_freed: true, group: members[group[at]].object });
        } else if member.is_pool {
            found.insert(member.object, Supply::Pool { is_freed: member.is_freed, group: member.object });
        }
    }
    found
}

impl Model<'_> {
    /// The pool that an object is, if it is one.
    pub(super) fn pool(&self, object: ObjectNumber) -> Option<Pool> {
        self.heap.pools.iter().copied().find(|pool| pool.object == object)
    }

    /// How pointers to these are held.
    pub(super) fn narrow(&self, targets: &Targets) -> Narrow {
        if self.heap.pools.is_empty() && targets.objects.keys().any(|&object| self.is_frames(object)) {
            return Narrow { width: self.width_for(self.most_bytes(), 0), scale: 0 };
        }
        if self.heap.pools.is_empty() {
            return Narrow { width: self.narrow_width, scale: 0 };
        }
        let most = self.heap.pools.iter().map(|pool| pool.scale).max().unwrap_or(0);
        let scale = targets.objects.values().map(|offsets| offsets.zero_bits()).fold(most, u32::min);
        let largest = targets.objects.keys().map(|&object| self.largest(object)).max().unwrap_or(0);
        match targets.unknown {
            true => Narrow { width: self.narrow_width, scale: 0 },
            false => Narrow { width: self.width_for(largest, scale), scale },
        }
    }

    /// How φs hold pointers to these. They need not share a word with the number of an object, so that a pointer to a member, which has fewer
    /// bits that are zero, can lead to each instance.
    pub(super) fn narrow_in_phi(&self, targets: &Targets) -> Narrow {
        let narrow = self.narrow(targets);
        let scales = self.heap.pools.iter().map(|pool| pool.scale);
        if targets.unknown || narrow.scale == 0 || scales.max().is_none_or(|most| narrow.scale >= most) {
            return narrow;
        }
        let largest = targets.objects.keys().map(|&object| self.largest(object)).max().unwrap_or(0);
        let width = (bits(largest) + 2).saturating_sub(narrow.scale).min(self.pointer_width - narrow.scale);
        Narrow { width: width.max(narrow.width), ..narrow }
    }

    /// The pools as the program has them.
    pub(in crate::read) fn instances(&self, function: &llvm_ir::Function) -> Vec<Instances> {
        let links = |pool: &Pool| self.slots[pool.object].iter().filter(|slot| slot.is_pointer).map(|slot| slot.offset);
        let instances = |pool: &Pool| Instances {
            object: ObjectId(pool.object),
            links: links(pool).collect(),
            low: self.held.width,
            scale: self.held.scale,
            given: self.heap.word(Word::Given(pool.object)),
            alive: pool.is_freed.then(|| self.heap.word(Word::Alive(pool.object))),
            chain: self.heap.is_asked_at_end().then(|| self.chain(function, pool.object)),
        };
        self.heap.pools.iter().map(instances).collect()
    }

    /// How many instances a pool can give out.
    fn most_instances(&self, pool: Pool) -> u64 {
        (self.most_bytes() >> pool.scale).min(1 << (self.instance_width(pool) - 1))
    }

    /// Whether it is remembered that something of a pool has been freed: numbers may be used up then where memory is not.
    fn remembers_frees(&self, pool: Pool) -> bool {
        pool.is_freed && self.pointer_width < u64::BITS
    }

    /// The width in bits of the number of an instance: that of pointers to it where they are narrow.
    pub(super) fn instance_width(&self, pool: Pool) -> u32 {
        self.narrow(&pool.starts()).width
    }
}

impl<'m> Reader<'m, Exact<'m>> {
    /// A pool gives out an instance.
    pub(super) fn allocate_in_pool(&mut self, pool: Pool, row: &BitVec, zeroed: bool, name: &str) -> Pointer {
        let always = Operand::Constant(BitVec::bit(true));
        let (model, width) = (&self.policy.memory, self.policy.memory.instance_width(pool));
        let most = model.most_instances(pool);
        // Numbers are used once. Where memory is freed it is not used up, so that is no reason why numbers should not be.
        let given = self.read_word(Word::Given(pool.object));
        let all = Operand::Constant(BitVec::new(width, u128::from(most)));
        let mut none_left = self.compare(Predicate::Ule, all, given);
        let remembers_frees = self.policy.memory.remembers_frees(pool);
        if remembers_frees {
            let freed = self.read_word(Word::Freed(pool.object));
            let used_up = self.both(none_left, freed);
            self.leave_where(used_up, Exit::Unmodelled(UnmodelledId(row.unsigned() as usize)));
            none_left = self.compare(Predicate::Ule, all, given);
        }
        let which = if remembers_frees { "before one of them is freed" } else { "in all, freed ones included" };
        let assumption = format!("no call allocates more than {most} objects {which}");
        if !self.program.map.assumptions.contains(&assumption) {
            self.program.map.assumptions.push(assumption);
        }
        self.leave_where(none_left, Exit::Ok);
        let narrow = Narrow { width, scale: pool.scale };
        let offset = self.widened(given, narrow);
        let pointer = Pointer { offset, ..self.pointer_to(pool.object) };
        let more = self.define(width, name, Operation::Binary(BinaryOp::Add, given, one(width)));
        self.write_word(Word::Given(pool.object), more, always);
        self.set_alive(pool, offset, true, always);
        let contents = if zeroed { self.zeros(pool.object) } else { self.open_contents(pool.object, row) };
        let origin = self.origin.take();
        for (slot, value) in self.policy.memory.slots[pool.object].clone().into_iter().zip(contents) {
            let access = self.access(pool.object, Pattern { residue: slot.offset, modulus: pool.stride() }, slot);
            let by = Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(slot.offset)));
            let at = self.sum(offset, by, "offset");
            self.add_store(access, at, value, always);
        }
        self.origin = origin;
        self.policy.born.push((pool.object, offset));
        self.policy.living.push((pool.object, offset));
        pointer
    }

    /// A pointer to an instance that has not been given out is none of the program: where there is one, the path ends.
    pub(super) fn exclude_unborn(&mut self, address: &LlvmOperand, pointer: Pointer) {
        for object in self.policy.memory.points_to.targets(address).objects.into_keys() {
            let Some(pool) = self.policy.memory.pool(object) else { continue };
            let start = self.start_of_instance(pool, pointer);
            if self.policy.born.contains(&(object, start)) {
                continue;
            }
            let meant = self.means(pointer, object);
            if meant == Operand::Constant(BitVec::bit(false)) {
                continue;
            }
            let given = self.read_word(Word::Given(object));
            let instance = self.instance(pool, start);
            let unborn = self.compare(Predicate::Ule, given, instance);
            let bad = self.both(meant, unborn);
            self.leave_where(bad, Exit::Ok);
            self.policy.born.push((object, start));
        }
    }

    /// An offset without what leads into its instance.
    pub(super) fn start_of_instance(&mut self, pool: Pool, pointer: Pointer) -> Operand {
        let (mut start, mut place) = (pointer.offset, 0u128);
        while let Operand::Value(value) = start {
            match self.operations[value.0] {
                Some(Operation::Binary(BinaryOp::Add, base, Operand::Constant(by))) => {
                    (start, place) = (base, place.saturating_add(by.unsigned()));
                }
                Some(Operation::Binary(BinaryOp::Shl, _, Operand::Constant(by)))
                    if by.unsigned() >= u128::from(pool.scale) && place < u128::from(pool.stride()) =>
                {
                    return start;
                }
                _ => break,
            }
        }
        let width = self.policy.memory.pointer_width;
        let mask = Operand::Constant(BitVec::new(width, !u128::from(pool.stride() - 1)));
        self.define(width, "start", Operation::Binary(BinaryOp::And, pointer.offset, mask))
    }

    /// The number of the instance that begins there.
    fn instance(&mut self, pool: Pool, start: Operand) -> Operand {
        let narrow = Narrow { width: self.policy.memory.instance_width(pool), scale: pool.scale };
        self.narrowed(start, narrow).0
    }

    /// Where in its instance a pointer to a pool is.
    pub(super) fn place_in_instance(&self, pool: Pool, targets: &Targets) -> Operand {
        let place = targets.objects.get(&pool.object).map_or(0, |offsets| offsets.modulo(pool.stride()));
        Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(place)))
    }

    /// Whether the instance that a pointer leads to, if it leads to this pool, is alive.
    pub(super) fn instance_is_alive(&mut self, pool: Pool, pointer: Pointer) -> Operand {
        if !pool.is_freed {
            return Operand::Constant(BitVec::bit(true));
        }
        let start = self.start_of_instance(pool, pointer);
        if self.policy.living.contains(&(pool.object, start)) {
            return Operand::Constant(BitVec::bit(true));
        }
        let access = self.life_of(pool);
        self.define(1, "alive", Operation::Load(access, start))
    }

    /// An access of so many bytes has been checked: until something is freed, the instance that the pointer leads to is alive.
    pub(super) fn lives_on(&mut self, address: &LlvmOperand, pointer: Pointer, bytes: Operand) {
        if !matches!(bytes, Operand::Constant(bytes) if bytes.is_nonzero()) {
            return;
        }
        for object in self.policy.memory.points_to.targets(address).objects.into_keys() {
            if let Some(pool) = self.policy.memory.pool(object).filter(|pool| pool.is_freed) {
                let start = self.start_of_instance(pool, pointer);
                self.policy.living.push((object, start));
            }
        }
    }

    /// The instance that a pointer leads to is freed, under a condition.
    pub(super) fn free_instance(&mut self, pool: Pool, pointer: Pointer, condition: Operand) {
        let start = self.start_of_instance(pool, pointer);
        self.set_alive(pool, start, false, condition);
        if self.policy.memory.remembers_frees(pool) {
            self.write_word(Word::Freed(pool.object), Operand::Constant(BitVec::bit(true)), condition);
        }
    }

    fn set_alive(&mut self, pool: Pool, start: Operand, alive: bool, condition: Operand) {
        if pool.is_freed {
            let access = self.life_of(pool);
            self.add_store(access, start, Operand::Constant(BitVec::bit(alive)), condition);
        }
    }

    pub(super) fn life_of(&self, pool: Pool) -> Access {
        let object = self.policy.memory.heap.word(Word::Alive(pool.object));
        Access { object, pattern: Pattern { residue: 0, modulus: pool.stride() }, width: 1 }
    }

    /// The condition under which two pointers lead to different instances of one pool, or to different places among the files, which are
    /// several objects in one.
    pub(super) fn are_apart(&mut self, a: Pointer, b: Pointer) -> Operand {
        let mut apart = Operand::Constant(BitVec::bit(false));
        let memory = &self.policy.memory;
        let files = (FIRST..FIRST + memory.objects.len()).filter(|&object| memory.is_of_files(object));
        let pools = memory.heap.pools.iter().map(|&pool| (pool.object, Some(pool)));
        let several: Vec<(ObjectNumber, Option<Pool>)> = pools.chain(files.map(|files| (files, None))).collect();
        for (object, pool) in several {
            let a_is_in = self.means(a, object);
            let b_is_in = self.means(b, object);
            let both = self.both(a_is_in, b_is_in);
            if both != Operand::Constant(BitVec::bit(false)) {
                let [of_a, of_b] = [a, b].map(|pointer| match pool {
                    Some(pool) => self.start_of_instance(pool, pointer),
                    None => pointer.offset,
                });
                let same = self.equal(of_a, of_b);
                let different = self.negation(same);
                let here = self.both(both, different);
                apart = self.either(apart, here);
            }
        }
        apart
    }

    /// A pointer that was read from memory leads to what pointers in that object lead to: what else it could be in a program that follows
    /// some cells alone is none of the program, and its path ends.
    pub(super) fn exclude_others(&mut self, places: &Places, read: Pointer) {
        if self.policy.memory.heap.pools.is_empty() {
            return;
        }
        let (always, never) = (Operand::Constant(BitVec::bit(true)), Operand::Constant(BitVec::bit(false)));
        let mut others = never;
        for &(object, pattern) in &places.choices {
            let held = self.policy.memory.points_to.contents_at(object, (Offsets::of(pattern), places.bytes));
            if self.policy.memory.pool(object).is_none() || held.unknown {
                continue;
            }
            let meant = match places.choices.len() {
                1 => always,
                _ => self.means(places.pointer, object),
            };
            let mut any = never;
            for target in [NULL, NOWHERE].into_iter().chain(held.objects.into_keys()) {
                let leads = self.means(read, target);
                any = self.either(any, leads);
            }
            let other = self.negation(any);
            let here = self.both(meant, other);
            others = self.either(others, here);
        }
        self.leave_where(others, Exit::Ok);
    }
}

fn one(width: u32) -> Operand {
    Operand::Constant(BitVec::one(width))
}

/// The object that says which instances of a pool are alive.
pub(super) fn lives(pool: Pool, name: String, size: u64) -> Object {
    let cell = crate::program::Cell { offset: 0, initial: BitVec::bit(false), name: name.clone(), variable: None };
    Object { name, size, cells: vec![cell], tail: Some(pool.tail()) }
}
