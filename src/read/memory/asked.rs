//! Of pools: whether an instance is lost, for `valid-memtrack` and `valid-memcleanup`.
//!
//! Of each pool one instance is *asked* about. Which one it is the entry chooses, and nothing changes it: what holds of the asked instance
//! holds of all of them.
//!
//! The asked instance is reached if a pointer in use leads to it, or if its *neighbour* is alive and leads to it: the one that was given
//! out just before it, or in other pools just after it. An instance of a pool may as well be reached by one of a pool that the
//! first pool's pointers do not lead back to. So, if no instance is found to be lost, each one is at the end of a chain that goes through neighbours in
//! one direction, and that some pointer in use begins: nothing is lost. Conversely an instance that neither of them leads to may yet be
//! reached in another way; that is not known, and never called an error.

use llvm_ir::{Instruction, Name, Operand as LlvmOperand};

use super::heap::Word;
use super::points_to::{ObjectNumber, NOWHERE};
use super::pools::{Narrow, Pool};
use super::{marker, Model, Pointer};
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{Chain, InputKind, InputSite, Operand, Operation, Pattern, Reading};
use crate::read::blocks::Reader;
use crate::read::exact::Exact;

/// How many values lie at most between a store and the call that allocates what it stores.
const DEEPEST: usize = 8;

/// A pointer that may lead to a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    /// The pool.
    pub pool: ObjectNumber,
    /// The condition under which it is in use and leads there.
    pub condition: Operand,
    pub pointer: Pointer,
}

/// The instance of a pool that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pool: Pool,
    /// The input that is its number. Numbers have a bit more, for offsets are signed: no instance has one beyond that.
    chosen: Operand,
    chain: Chain,
}

/// An instance.
#[derive(Clone, Copy, Debug)]
struct Instance {
    /// As wide as numbers of the pool's instances.
    number: Operand,
    /// Where it begins.
    start: Operand,
}

impl Model<'_> {
    /// How instances of a pool are expected to lead to each other: where what its call has just given is stored in one of them, lists grow at
    /// their ends.
    pub(super) fn chain(&self, function: &llvm_ir::Function, object: ObjectNumber) -> Chain {
        match self.grows_at_end(function, object) {
            true => Chain::Forwards,
            false => Chain::Backwards,
        }
    }

    fn grows_at_end(&self, function: &llvm_ir::Function, object: ObjectNumber) -> bool {
        let instructions = || function.basic_blocks.iter().flat_map(|block| &block.instrs);
        let is_result = |name: &Name| {
            let defining = instructions().find(|instruction| instruction.try_get_result() == Some(name));
            let starts = self.points_to.of_value(name).objects.contains_key(&object);
            matches!(defining, Some(Instruction::Call(call)) if starts && marker(call).is_some_and(|m| m.allocates()))
        };
        let is_fresh = |operand: &LlvmOperand| {
            let mut at = operand.clone();
            for _ in 0..DEEPEST {
                let LlvmOperand::LocalOperand { name, .. } = &at else { return false };
                if is_result(name) {
                    return true;
                }
                match instructions().find(|instruction| instruction.try_get_result() == Some(name)) {
                    Some(Instruction::GetElementPtr(element)) => at = element.address.clone(),
                    Some(Instruction::BitCast(cast)) => at = cast.operand.clone(),
                    _ => return false,
                }
            }
            false
        };
        instructions().any(|instruction| match instruction {
            Instruction::Store(store) => {
                self.points_to.targets(&store.address).objects.contains_key(&object) && is_fresh(&store.value)
            }
            _ => false,
        })
    }

    /// Whether pointers in the instances of a pool lead to instances of another, in as many steps as it takes.
    fn pool_leads_to(&self, from: ObjectNumber, to: ObjectNumber) -> bool {
        let (mut seen, mut open) = (vec![from], vec![from]);
        while let Some(object) = open.pop() {
            for slot in self.slots.get(object).into_iter().flatten().filter(|slot| slot.is_pointer) {
                for target in self.points_to.contents_at(object, slot.place()).objects.into_keys() {
                    if target == to {
                        return true;
                    }
                    if target > NOWHERE && !seen.contains(&target) {
                        seen.push(target);
                        open.push(target);
                    }
                }
            }
        }
        false
    }
}

impl<'m> Reader<'m, Exact<'m>> {
    /// The entry chooses which instances are asked about.
    pub(in crate::read) fn ask_of_pools(&mut self) {
        if !self.policy.memory.heap.is_asked_at_end() {
            return;
        }
        for pool in self.policy.memory.heap.pools.clone() {
            let width = self.policy.memory.instance_width(pool) - 1;
            let (kind, reading, origin) = (InputKind::Undefined, Reading::Unsigned, None);
            let row = self.add_input(InputSite { kind, width, reading, origin });
            let chosen = self.define(width, "asked", Operation::Input(row));
            let chain = self.policy.memory.chain(self.function, pool.object);
            self.policy.asked.push(Asked { pool, chosen, chain });
        }
    }

    /// The asked instance. It is computed where it is used: so no more is kept than its number.
    fn instance_of(&mut self, asked: Asked) -> Instance {
        let width = self.policy.memory.instance_width(asked.pool);
        let number = self.define(width, "asked", Operation::ZeroExtend(asked.chosen));
        let start = self.widened(number, Narrow { width, scale: asked.pool.scale });
        Instance { number, start }
    }

    /// Whether the asked instance of a pool is alive, and nothing that is known to be in use leads to it.
    pub(super) fn asked_is_lost(&mut self, object: ObjectNumber, roots: &[Root]) -> Operand {
        let Some(&asked) = self.policy.asked.iter().find(|asked| asked.pool.object == object) else {
            // Of what nobody asked, nothing is known.
            return Operand::Constant(BitVec::bit(true));
        };
        let instance = self.instance_of(asked);
        let is_given = self.is_given(asked.pool, instance.number);
        let lives = self.lives_at(asked.pool, instance.start);
        let lost = self.both(is_given, lives);
        let mut reached = Operand::Constant(BitVec::bit(false));
        for root in roots.iter().filter(|root| root.pool == object) {
            let start = self.start_of_instance(asked.pool, root.pointer);
            let same = self.equal(start, instance.start);
            let here = self.both(root.condition, same);
            reached = self.either(reached, here);
        }
        if !roots.is_empty() {
            let by_neighbour = self.neighbour_leads_to(asked, instance);
            reached = self.either(reached, by_neighbour);
            for from in self.policy.asked.clone() {
                if from.pool != asked.pool && !self.policy.memory.pool_leads_to(object, from.pool.object) {
                    let by_other = self.other_leads_to(from, asked, instance);
                    reached = self.either(reached, by_other);
                }
            }
        }
        let unreached = self.negation(reached);
        self.both(lost, unreached)
    }

    /// Whether the neighbour of the asked instance, in its own pool, is alive and leads to it.
    fn neighbour_leads_to(&mut self, asked: Asked, instance: Instance) -> Operand {
        let (width, wide) = (self.width(instance.number), self.policy.memory.pointer_width);
        let by = |width: u32, number: u64| {
            let number = u128::from(number);
            Operand::Constant(BitVec::new(
                width,
                if asked.chain == Chain::Forwards { number.wrapping_neg() } else { number },
            ))
        };
        let number = self.define(width, "neighbour", Operation::Binary(BinaryOp::Add, instance.number, by(width, 1)));
        let stride = by(wide, asked.pool.stride());
        let start = self.define(wide, "neighbour", Operation::Binary(BinaryOp::Add, instance.start, stride));
        // What comes before the first is the last of all numbers, which is not given out.
        self.leads_to_asked(asked.pool, Instance { number, start }, (asked, instance))
    }

    /// Whether the instance of another pool that has the same number is alive and leads to the asked one.
    fn other_leads_to(&mut self, from: Asked, asked: Asked, instance: Instance) -> Operand {
        let (width, is) = (self.policy.memory.instance_width(from.pool), self.width(instance.number));
        let number = match width {
            width if width < is => self.define(width, "number", Operation::Truncate(instance.number)),
            width if width > is => self.define(width, "number", Operation::ZeroExtend(instance.number)),
            _ => instance.number,
        };
        let start = self.widened(number, Narrow { width, scale: from.pool.scale });
        self.leads_to_asked(from.pool, Instance { number, start }, (asked, instance))
    }

    /// Whether an object on the heap is reached by the first instance of a pool: so is what a list begins with that grows at its head.
    pub(super) fn is_reached_by_first(&mut self, object: ObjectNumber, pools: &[ObjectNumber]) -> Operand {
        let mut reached = Operand::Constant(BitVec::bit(false));
        for &pool in pools {
            let Some(pool) = self.policy.memory.pool(pool) else { continue };
            let width = self.policy.memory.instance_width(pool);
            let [number, start] = [width, self.policy.memory.pointer_width].map(BitVec::zero).map(Operand::Constant);
            let (is_given, lives) = (self.is_given(pool, number), self.lives_at(pool, start));
            let mut leads = Operand::Constant(BitVec::bit(false));
            for pointer in self.links(pool, start, object) {
                let here = self.means(pointer, object);
                leads = self.either(leads, here);
            }
            let here = self.both(is_given, lives);
            let here = self.both(here, leads);
            reached = self.either(reached, here);
        }
        reached
    }

    fn leads_to_asked(
        &mut self,
        pool: Pool,
        Instance { number, start }: Instance,
        (asked, instance): (Asked, Instance),
    ) -> Operand {
        let mut leads = Operand::Constant(BitVec::bit(false));
        for pointer in self.links(pool, start, asked.pool.object) {
            let meant = self.means(pointer, asked.pool.object);
            let its = self.start_of_instance(asked.pool, pointer);
            let same = self.equal(its, instance.start);
            let here = self.both(meant, same);
            leads = self.either(leads, here);
        }
        if leads == Operand::Constant(BitVec::bit(false)) {
            return leads;
        }
        let (is_given, lives) = (self.is_given(pool, number), self.lives_at(pool, start));
        let exists = self.both(is_given, lives);
        self.both(exists, leads)
    }

    /// The pointers that an instance holds which may lead to an object.
    fn links(&mut self, pool: Pool, start: Operand, object: ObjectNumber) -> Vec<Pointer> {
        let memory = &self.policy.memory;
        let may_lead = |slot: &&super::Slot| {
            slot.is_pointer && memory.points_to.contents_at(pool.object, slot.place()).objects.contains_key(&object)
        };
        let slots: Vec<super::Slot> = memory.slots[pool.object].iter().filter(may_lead).copied().collect();
        let mut found = Vec::new();
        for slot in slots {
            let access = self.access(pool.object, Pattern { residue: slot.offset, modulus: pool.stride() }, slot);
            let by = Operand::Constant(BitVec::new(self.policy.memory.pointer_width, u128::from(slot.offset)));
            let at = self.sum(start, by, "offset");
            let word = self.define(access.width, "held", Operation::Load(access, at));
            found.push(self.unpack(word));
        }
        found
    }

    /// Whether an instance has been given out.
    fn is_given(&mut self, pool: Pool, number: Operand) -> Operand {
        let given = self.read_word(Word::Given(pool.object));
        self.compare(Predicate::Ult, number, given)
    }

    /// Whether the instance that begins there is alive, if it has been given out.
    fn lives_at(&mut self, pool: Pool, start: Operand) -> Operand {
        match pool.is_freed {
            true => {
                let access = self.life_of(pool);
                self.define(1, "alive", Operation::Load(access, start))
            }
            false => Operand::Constant(BitVec::bit(true)),
        }
    }
}
