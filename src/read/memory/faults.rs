//! Which kind of error it is, where an access, a call of `free`, or a call through a pointer is one. The questions are asked
//! on the way to the error alone: a program that does nothing wrong does not pass them.

use llvm_ir::instruction::Call;
use llvm_ir::Operand as LlvmOperand;

use super::points_to::{ObjectNumber, FIRST};
use super::Pointer;
use crate::bv::BitVec;
use crate::prepare::objects::ObjectKind;
use crate::program::{CheckKind, Exit, Operand, Terminator};
use crate::read::blocks::{Cut, Flow, Reader};
use crate::read::exact::Exact;

const ALWAYS: fn() -> Operand = || Operand::Constant(BitVec::bit(true));
const NEVER: fn() -> Operand = || Operand::Constant(BitVec::bit(false));

/// Kinds of error, each with the condition under which it is that one, unless it is one before it.
type Faults = Vec<(Operand, CheckKind)>;

impl<'m> Reader<'m, Exact<'m>> {
    /// Where `invalid` holds, control leaves with the kind of error that an access through a pointer is. `first` is the first
    /// row of [`CheckKind::OF_ACCESS`].
    pub(super) fn leave_by_access(&mut self, invalid: Operand, address: &LlvmOperand, pointer: Pointer, first: usize) {
        let targets = self.objects_of(address);
        let rest = self.begin_fault(invalid);
        let null = self.null();
        let is_null = self.equal(pointer.object, null.object);
        let (mut freed, mut ended, mut inside) = (NEVER(), NEVER(), NEVER());
        // Of pointers that are not null, and to nothing without a size.
        let mut is_one = true;
        for object in targets {
            let is_on_heap = self.is_on_heap(object);
            if !is_on_heap && self.policy.memory.sizes[object] == 0 {
                is_one = false;
                continue;
            }
            let meant = self.means(pointer, object);
            inside = self.either(inside, meant);
            let alive = self.is_alive(object, pointer);
            let dead = self.negation(alive);
            let dead = self.both(meant, dead);
            let sum = if is_on_heap { &mut freed } else { &mut ended };
            let before = *sum;
            *sum = self.either(before, dead);
        }
        self.tell_left(CheckKind::OutOfBounds.row_behind(first), address);
        // Where nothing else is possible, it need not be asked about.
        let out_of_bounds = if is_one && inside != NEVER() { ALWAYS() } else { inside };
        let faults = vec![
            (is_null, CheckKind::NullDereference),
            (freed, CheckKind::UseAfterFree),
            (ended, CheckKind::UseAfterScope),
            (out_of_bounds, CheckKind::OutOfBounds),
        ];
        self.leave_as(faults, CheckKind::InvalidAccess, first);
        self.current = rest;
    }

    /// Where `invalid` holds, control leaves with the kind of error that freeing a pointer is. `first` is the first row of
    /// [`CheckKind::OF_FREE`].
    pub(super) fn leave_by_free(&mut self, invalid: Operand, address: &LlvmOperand, pointer: Pointer, first: usize) {
        let targets = self.objects_of(address);
        let rest = self.begin_fault(invalid);
        let (mut heap, mut other) = (NEVER(), NEVER());
        for object in targets.into_iter().filter(|&object| object >= FIRST) {
            let meant = self.means(pointer, object);
            let sum = if self.is_on_heap(object) { &mut heap } else { &mut other };
            let before = *sum;
            *sum = self.either(before, meant);
        }
        let moved = self.is_moved(address, pointer);
        let inner = self.both(heap, moved);
        let faults =
            vec![(inner, CheckKind::FreeOfInner), (heap, CheckKind::DoubleFree), (other, CheckKind::FreeOfNonHeap)];
        self.leave_as(faults, CheckKind::InvalidFree, first);
        self.current = rest;
    }

    /// The marker before a call through a pointer: where that is not the start of a function, control leaves.
    ///
    /// # Errors
    /// If the pointer cannot be represented.
    pub(in crate::read) fn callee(&mut self, call: &'m Call) -> Result<Flow, Cut> {
        let [(address, _), (row, _)] = call.arguments.as_slice() else {
            return Err(Cut::new("marker of a call through a pointer without its arguments"));
        };
        let unknown = self.policy.memory.points_to.targets(address).unknown;
        let pointer = self.pointer(address).filter(|_| !unknown);
        let pointer = pointer.ok_or_else(|| Cut::new("call through a pointer of unknown origin"))?;
        let Operand::Constant(row) = self.bits(row, "call")? else { return Err(Cut::new("marker of an unknown row")) };
        let null = self.null();
        let mut function = NEVER();
        for object in self.objects_of(address) {
            let source = object.checked_sub(FIRST).and_then(|index| self.policy.memory.objects.get(index));
            if source.is_some_and(|source| source.kind == ObjectKind::Function) {
                let meant = self.means(pointer, object);
                function = self.either(function, meant);
            }
        }
        let at_start = self.equal(pointer.offset, null.offset);
        let valid = self.both(function, at_start);
        let invalid = self.negation(valid);
        if invalid != NEVER() {
            let rest = self.begin_fault(invalid);
            let is_null = self.equal(pointer.object, null.object);
            let faults = vec![(is_null, CheckKind::NullDereference)];
            self.leave_as(faults, CheckKind::InvalidAccess, row.unsigned() as usize);
            self.current = rest;
        }
        Ok(Flow::Continues)
    }

    fn objects_of(&self, address: &LlvmOperand) -> Vec<ObjectNumber> {
        self.policy.memory.points_to.targets(address).objects.into_keys().collect()
    }

    /// The condition that a pointer points to an object.
    pub(super) fn means(&mut self, pointer: Pointer, object: ObjectNumber) -> Operand {
        let start = self.pointer_to(object);
        self.equal(pointer.object, start.object)
    }

    /// Splits the current block by a condition. Control is where it holds; gives the block where it does not.
    fn begin_fault(&mut self, condition: Operand) -> crate::program::BlockId {
        let (bad, rest) = (self.add_part("leaves"), self.add_part("rest"));
        self.end(Terminator::Branch { condition, then: bad, otherwise: rest });
        self.current = bad;
        rest
    }

    /// Control leaves with the first kind whose condition holds.
    fn leave_as(&mut self, faults: Faults, otherwise: CheckKind, first: usize) {
        for (condition, kind) in faults {
            if condition == ALWAYS() {
                self.exit(Exit::Error(kind.row_behind(first)));
                return;
            }
            self.leave_where(condition, Exit::Error(kind.row_behind(first)));
        }
        self.exit(Exit::Error(otherwise.row_behind(first)));
    }
}
