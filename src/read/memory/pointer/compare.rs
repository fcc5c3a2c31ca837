//! Comparisons of pointers.
//!
//! Pointers to different objects are different, but where C leaves it open: one past the end of its object a pointer can be
//! equal to one to the object that lies there, and one to an object that is gone, to one to what has its place now. Two string
//! literals may be one where the one is the end of the other. Which of these it is depends on the compiler and on the run, so it
//! is not modelled.

use llvm_ir::{IntPredicate, Operand as LlvmOperand};

use super::super::points_to::{ObjectNumber, Targets, FIRST, NOWHERE, NULL};
use super::super::Model;
use super::Pointer;
use crate::bv::{BitVec, Predicate};
use crate::prepare::objects::{self, ObjectKind};
use crate::program::{Operand, Operation};
use crate::read::blocks::{Cut, Flow, Reader};
use crate::read::exact::Exact;

const OPEN: &str =
    "comparison of pointers to different objects, one of them past the end of its object or to one that is gone";
const OF_FILE: &str = "the number of the address of a file, whose place may have been that of something that is gone";
const OF_FILES: &str = "comparison of the address of a file with another one, or with memory: its place may have been that of something that is gone";
const LITERALS: &str = "comparison of string literals, which may be one object";

impl<'m> Reader<'m, Exact<'m>> {
    /// Compares two pointers as LLVM compares addresses. Which of two objects comes first is not known.
    ///
    /// # Errors
    /// Where one of them may be nowhere: that compares in any way.
    pub(in crate::read) fn compare_pointers(
        &mut self,
        predicate: IntPredicate,
        operands: (&LlvmOperand, &LlvmOperand),
        name: String,
    ) -> Result<Operand, Cut> {
        let (Some(a), Some(b)) = (self.pointer(operands.0), self.pointer(operands.1)) else {
            return Err(Cut::new("comparison of a pointer of unknown origin"));
        };
        for (pointer, operand) in [(a, operands.0), (b, operands.1)] {
            self.exclude_nowhere(pointer, &self.policy.memory.points_to.targets(operand));
        }
        let same_object = self.equal(a.object, b.object);
        let (order, swapped) = match predicate {
            IntPredicate::EQ | IntPredicate::NE => {
                self.cut_if_open((a, operands.0), (b, operands.1));
                let null = self.null();
                let memory = &self.policy.memory;
                let by_object = a == null && memory.is_null_by_object(operands.1)
                    || b == null && memory.is_null_by_object(operands.0);
                let same_offset = match by_object {
                    true => Operand::Constant(BitVec::bit(true)),
                    false => self.equal(a.offset, b.offset),
                };
                let equal = self.both(same_object, same_offset);
                return Ok(match predicate {
                    IntPredicate::EQ => self.define(1, name, Operation::Copy(equal)),
                    _ => self.negation(equal),
                });
            }
            IntPredicate::ULT => (Predicate::Ult, false),
            IntPredicate::ULE => (Predicate::Ule, false),
            IntPredicate::UGT => (Predicate::Ult, true),
            IntPredicate::UGE => (Predicate::Ule, true),
            _ => return Err(Cut::new("comparison of addresses as signed numbers")),
        };
        self.same_object_or_cut(same_object, "comparison of pointers into different objects");
        // What is before null is behind everything else; C knows no order of such addresses.
        let (null, zero) = (self.null(), Operand::Constant(BitVec::zero(self.policy.memory.pointer_width)));
        let of_null = self.equal(a.object, null.object);
        let offsets = [a.offset, b.offset].into_iter().filter(|_| of_null != Operand::Constant(BitVec::FALSE));
        for offset in offsets {
            let before = self.define(1, String::new(), Operation::Compare(Predicate::Slt, offset, zero));
            let before = self.both(of_null, before);
            self.cut_unless_false(before, "an order of addresses before null");
        }
        let apart = self.are_apart(a, b);
        self.cut_unless_false(apart, "comparison of pointers into different objects");
        // Offsets are signed: a pointer may stand before its object.
        let order = if order == Predicate::Ult { Predicate::Slt } else { Predicate::Sle };
        let (a, b) = if swapped { (b.offset, a.offset) } else { (a.offset, b.offset) };
        Ok(self.define(1, name, Operation::Compare(order, a, b)))
    }

    /// The marker before a comparison. Pointers that are not represented, the comparison itself does not let pass.
    pub(in crate::read) fn compared(&mut self, a: &LlvmOperand, b: &LlvmOperand) -> Flow {
        if let (Some(of_a), Some(of_b)) = (self.pointer(a), self.pointer(b)) {
            self.cut_if_open((of_a, a), (of_b, b));
            // With null the marker compares what becomes a number.
            if of_b == self.null() {
                self.cut_if_of_file(of_a, a);
            }
        }
        Flow::Continues
    }

    /// Control leaves where a pointer is to a file that has been opened.
    fn cut_if_of_file(&mut self, pointer: Pointer, operand: &LlvmOperand) {
        let targets = self.meant(pointer, operand);
        let is_file = self.means_any(pointer, &targets, Model::is_of_files);
        self.cut_unless_false(is_file, OF_FILE);
    }

    /// The condition under which one pointer is to a file that has been opened, and the other to another one or to the heap: that may have had
    /// the same place.
    fn are_places_of_files(&mut self, (a, of_a): (Pointer, &Targets), (b, of_b): (Pointer, &Targets)) -> Operand {
        let is_heap = |memory: &Model<'m>, object| memory.kind(object) == Some(ObjectKind::Heap);
        let [of_file_a, of_file_b] = [(a, of_a), (b, of_b)].map(|(p, of)| self.means_any(p, of, Model::is_of_files));
        let nothing = Operand::Constant(BitVec::FALSE);
        if of_file_a == nothing && of_file_b == nothing {
            return nothing;
        }
        let [of_heap_a, of_heap_b] = [(a, of_a), (b, of_b)].map(|(p, of)| self.means_any(p, of, is_heap));
        let same = self.equal(a.offset, b.offset);
        let (differ, both) = (self.negation(same), self.both(of_file_a, of_file_b));
        let others = [self.both(both, differ), self.both(of_file_a, of_heap_b), self.both(of_heap_a, of_file_b)];
        others.into_iter().fold(nothing, |any, one| self.either(any, one))
    }

    /// The condition under which a pointer is to one of its targets that are such objects.
    fn means_any(
        &mut self,
        pointer: Pointer,
        targets: &Targets,
        is_such: impl Fn(&Model<'m>, ObjectNumber) -> bool,
    ) -> Operand {
        let memory = &self.policy.memory;
        let such: Vec<ObjectNumber> =
            targets.objects.keys().copied().filter(|&object| is_such(memory, object)).collect();
        such.into_iter().fold(Operand::Constant(BitVec::FALSE), |any, object| {
            let is_this = self.means(pointer, object);
            self.either(any, is_this)
        })
    }

    /// Control leaves where C does not say whether two pointers are equal.
    fn cut_if_open(&mut self, (a, of_a): (Pointer, &LlvmOperand), (b, of_b): (Pointer, &LlvmOperand)) {
        if self.policy.told_apart.contains(&(a, b)) {
            return;
        }
        let (of_a, of_b) = (self.meant(a, of_a), self.meant(b, of_b));
        let (a_strays, b_strays) = (self.strays(a, &of_a, b, &of_b), self.strays(b, &of_b, a, &of_a));
        let strays = self.either(a_strays, b_strays);
        let open = self.between_different(strays, a, b);
        self.cut_unless_false(open, OPEN);
        let may_be_one = self.share(a, &of_a, b, &of_b);
        self.cut_unless_false(may_be_one, LITERALS);
        let are_places = self.are_places_of_files((a, &of_a), (b, &of_b));
        self.cut_unless_false(are_places, OF_FILES);
        self.policy.told_apart.push((a, b));
    }

    /// The condition under which two pointers are to string literals that may be one object.
    fn share(&mut self, a: Pointer, of_a: &Targets, b: Pointer, of_b: &Targets) -> Operand {
        let literals = |targets: &Targets| -> Vec<ObjectNumber> {
            targets.objects.keys().copied().filter(|&object| self.policy.memory.is_literal(object)).collect()
        };
        let (of_a, of_b) = (literals(of_a), literals(of_b));
        let mut any = Operand::Constant(BitVec::bit(false));
        for x in of_a {
            for &y in of_b.iter().filter(|&&y| x != y) {
                if self.policy.memory.may_share(x, y) {
                    let a_is_x = self.means(a, x);
                    let b_is_y = self.means(b, y);
                    let both = self.both(a_is_x, b_is_y);
                    any = self.either(any, both);
                }
            }
        }
        any
    }

    /// What a pointer can point to, with what is known of its object here.
    pub(super) fn meant(&self, pointer: Pointer, operand: &LlvmOperand) -> Targets {
        let mut targets = self.policy.memory.points_to.targets(operand);
        if let Operand::Constant(object) = pointer.object {
            targets.objects.retain(|choice| choice as u128 == object.unsigned());
        }
        targets
    }

    /// The condition under which a pointer is outside of its object, or that is gone, where another, of which `others` are the
    /// targets, may be to what lies there. Objects that have been alive at the same time do not lie in one place.
    fn strays(&mut self, pointer: Pointer, targets: &Targets, compared: Pointer, others: &Targets) -> Operand {
        let mut strays = Operand::Constant(BitVec::bit(false));
        for (&object, &offsets) in targets.objects.iter() {
            let kind = self.policy.memory.kind(object);
            let pool = self.policy.memory.pool(object);
            let is_other = |&&other: &&ObjectNumber| (other != object || pool.is_some()) && other != NOWHERE;
            if object == NOWHERE || kind == Some(ObjectKind::Function) || !others.objects.keys().any(|o| is_other(&o)) {
                continue;
            }
            let mut bad = Operand::Constant(BitVec::bit(false));
            let is_heap = self.is_on_heap(object);
            // An object on the heap of no bytes still has an address of its own.
            let least = u64::from(is_heap);
            if let Some(pool) = pool {
                let is_past = offsets.modulo(pool.stride()) >= self.policy.memory.sizes[object];
                bad = Operand::Constant(BitVec::bit(is_past));
            } else if self.has_computed_size(object)
                || offsets.within(self.policy.memory.sizes[object].max(least), 1).is_none_or(|p| p.modulus != 0)
            {
                let size = self.size(object);
                let inside = self.compare(Predicate::Ult, pointer.offset, size);
                let start = self.null().offset;
                let at_start = self.equal(pointer.offset, start);
                let inside = if is_heap { self.either(inside, at_start) } else { inside };
                bad = self.negation(inside);
            }
            // What comes into the place of an object on the heap is on the heap.
            let replacing = |&other: &ObjectNumber| self.can_replace(object, other);
            let replacing: Vec<ObjectNumber> =
                others.objects.keys().filter(is_other).copied().filter(replacing).collect();
            if !replacing.is_empty() {
                let alive = self.is_alive(object, pointer);
                let gone = self.negation(alive);
                let met = self.has_met(object, compared, &replacing);
                let not_met = self.negation(met);
                let may_be_replaced = self.both(gone, not_met);
                bad = self.either(bad, may_be_replaced);
            }
            let meant = self.means(pointer, object);
            let here = self.both(meant, bad);
            strays = self.either(strays, here);
        }
        strays
    }

    /// What was known of objects that are alive is not known any more.
    pub(in crate::read) fn forget_checks(&mut self) {
        self.policy.checked.clear();
        self.policy.told_apart.clear();
        self.policy.living.clear();
    }

    /// Whether an object can come to lie where another has been: on the heap or on the stack, as that.
    fn can_replace(&self, gone: ObjectNumber, other: ObjectNumber) -> bool {
        let is_stack = |object| {
            !self.is_on_heap(object)
                && matches!(self.policy.memory.kind(object), Some(ObjectKind::Local | ObjectKind::Heap))
        };
        self.is_on_heap(gone) && self.is_on_heap(other) || is_stack(gone) && is_stack(other)
    }

    /// The condition, where two pointers are to different objects and none is null.
    fn between_different(&mut self, condition: Operand, a: Pointer, b: Pointer) -> Operand {
        if condition == Operand::Constant(BitVec::bit(false)) {
            return condition;
        }
        let same = self.equal(a.object, b.object);
        let apart = self.are_apart(a, b);
        let near = self.negation(apart);
        let same = self.both(same, near);
        let (a_null, b_null) = (self.means(a, NULL), self.means(b, NULL));
        [same, a_null, b_null].into_iter().fold(condition, |condition, excluded| {
            let not = self.negation(excluded);
            self.both(condition, not)
        })
    }
}

impl Model<'_> {
    /// What an object is; `None` for null and nowhere.
    fn kind(&self, object: ObjectNumber) -> Option<ObjectKind> {
        Some(self.objects.get(object.checked_sub(FIRST)?)?.kind)
    }

    fn is_literal(&self, object: ObjectNumber) -> bool {
        self.has_name(object, objects::is_literal)
    }

    pub(in crate::read::memory) fn is_of_files(&self, object: ObjectNumber) -> bool {
        self.has_name(object, objects::is_of_files)
    }

    fn has_name(&self, object: ObjectNumber, is_meant: impl Fn(&str) -> bool) -> bool {
        let source = object.checked_sub(FIRST).and_then(|index| self.objects.get(index));
        source.is_some_and(|source| is_meant(&source.name))
    }

    /// Whether one literal is the end of another, so that a linker may keep the longer one only.
    fn may_share(&self, a: ObjectNumber, b: ObjectNumber) -> bool {
        let [a, b] = [a, b].map(|object| self.initial_bytes(&self.objects[object - FIRST]));
        a.ends_with(&b) || b.ends_with(&a)
    }
}
