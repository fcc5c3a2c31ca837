//! Values that nothing has set: to read a variable before its first assignment, or memory that nothing was written to, is an error. A bit
//! for each such variable or object says whether something has been written.
//!
//! Scalars are followed while they are in memory ([`scalars`]), with the declarations that clang has marked; arrays, structures, scalars
//! that pointers lead to and blocks of `malloc` when the pointers to them are in registers ([`objects`]). Of an object it is followed up to which byte anything was
//! written there, by any name ([`Written`]); where it is large, or its size is not known, only whether anything was.

use crate::llvm::ir::{Block, Builder, LLVMIntPredicate, LLVMOpcode, Module, Slot, Type, Value};
use crate::llvm::known::{self, Argument};
use crate::llvm::marker::{declare, Marker, PREFIX};
use crate::prepare::address::Address;
use crate::prepare::flow::loops;
use crate::prepare::function::contents::{behind, is_passed_by};
use crate::prepare::function::private;
use rustc_hash::{FxHashMap, FxHashSet};

/// Adds bits and checks for the scalars of a function that clang has marked as declared without a value. The bits are locals: a pass has
/// to follow. Gives those that nothing reads before it is checked that they have been set.
pub fn scalars(module: &Module, function: Value) -> FxHashSet<Value> {
    let annotation = module.metadata_kind("annotation");
    let instructions = function.instructions();
    let mut checked = FxHashSet::default();
    let Some(&first) = instructions.first() else { return checked };
    let repeated = repeated(function);
    let is_repeated = |place: &Value| place.block().is_some_and(|block| repeated.contains(&block));
    let mut patterns: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for store in instructions.iter().filter(|store| store.is(LLVMOpcode::LLVMStore) && store.has_metadata(annotation)) {
        let local = store.operands()[1];
        if local.is(LLVMOpcode::LLVMAlloca) && local.allocated().is_some_and(|ty| declare::any(module, ty).is_some()) {
            patterns.entry(local).or_default().push(*store);
        }
    }
    let locals = instructions.iter().filter(|local| patterns.contains_key(local));
    for &local in locals {
        let mut uses: Vec<(Value, Use)> = Vec::new();
        let mut is_checked = true;
        for user in local.users() {
            match user.opcode() {
                _ if patterns[&local].contains(&user) => {}
                Some(LLVMOpcode::LLVMLoad) => {
                    // `int x = x;` is how some say that it does not matter, and so is `asm ("" : "+r" (x))`.
                    let is_own = |user: &Value| match user.opcode() {
                        Some(LLVMOpcode::LLVMStore) => user.operands()[1] == local,
                        Some(LLVMOpcode::LLVMCall) => user.is_assembly(),
                        _ => false,
                    };
                    let readers = user.users();
                    match user.is_volatile() || readers.iter().all(is_own) {
                        true => is_checked &= readers.is_empty(),
                        false => uses.push((user, Use::Reads)),
                    }
                }
                Some(LLVMOpcode::LLVMCall) if is_silent(user) => {}
                // A store, or the address goes elsewhere.
                _ => uses.push((user, Use::Sets)),
            }
        }
        // Where its declaration is passed again, a pointer to it may still be used.
        let is_kept = |(user, _): &(Value, Use)| user.is(LLVMOpcode::LLVMLoad) || stores_to(*user, local);
        let is_kept = uses.iter().all(is_kept);
        let begins = patterns[&local].iter().filter(|pattern| is_kept || !is_repeated(pattern));
        let begins = begins.filter_map(|pattern| pattern.next()).collect();
        follow(module, first, begins, &uses);
        checked.extend(is_checked.then_some(local));
    }
    checked
}

/// The blocks that control may come to more than once.
fn repeated(function: Value) -> FxHashSet<Block> {
    loops(function).into_iter().flat_map(|(_, blocks)| blocks).collect()
}

/// Whether a store writes there.
fn stores_to(store: Value, address: Value) -> bool {
    store.is(LLVMOpcode::LLVMStore) && store.operands()[1] == address
}

/// Says that an object begins here as nothing has set it.
pub fn begins(module: &Module, object: Value, place: Value) {
    module.before(place).call(declare::unset(module), &[object]);
}

/// Adds bits and checks for objects, in a function whose scalars are in registers. The bits are locals: a pass has to follow.
pub fn objects(module: &Module, function: Value) {
    let instructions = function.instructions();
    let Some(&first) = instructions.first() else { return };
    let repeated = repeated(function);
    let is_repeated = |place: &Value| place.block().is_some_and(|block| repeated.contains(&block));
    let mut begins: Vec<(Value, Vec<Value>)> = Vec::new();
    let is_block = |call: Value| known::called(call).is_some_and(|known| known.name == "malloc");
    for &call in instructions.iter().filter(|call| call.is(LLVMOpcode::LLVMCall)) {
        let (object, place) = match declare::called(call) {
            Some(Marker::Unset) => (call.arguments()[0], Some(call)),
            None if is_block(call) => (call, call.next()),
            _ => continue,
        };
        let Some(place) = place else { continue };
        match begins.iter_mut().find(|(other, _)| *other == object) {
            Some((_, places)) => places.push(place),
            None => begins.push((object, vec![place])),
        }
    }
    for (object, places) in begins {
        if let Some(Uses { uses, is_kept }) = uses(module, object) {
            // Where the declaration of a local is passed again, a pointer to it may still be used.
            let is_new = |place: &Value| is_kept || is_block(object) || !is_repeated(place);
            let places: Vec<Value> = places.into_iter().filter(is_new).collect();
            match Written::of(module, object, &uses, &repeated) {
                Some(written) => written.follow(first, places, &uses),
                None => {
                    let uses: Vec<(Value, Use)> = uses.iter().map(|&(user, _, what)| (user, what)).collect();
                    follow(module, first, places, &uses);
                }
            }
        }
    }
    forget(function);
}

/// Takes away what says where objects begin.
pub fn forget(function: Value) {
    let markers = function.instructions().into_iter().filter(|call| declare::called(*call) == Some(Marker::Unset));
    markers.for_each(Value::erase);
}

/// What an instruction does with a variable or an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It reads what is there.
    Reads,
    /// It may write there, or let others do so.
    Sets,
    /// It reads, then writes.
    Updates,
}

/// Adds a bit, which is 0 where the object begins, and the checks.
fn follow(module: &Module, first: Value, begins: Vec<Value>, uses: &[(Value, Use)]) {
    if uses.iter().all(|(_, what)| *what == Use::Sets) {
        return;
    }
    let bit = |set: bool| module.int(1).constant(u64::from(set));
    let builder = module.before(first);
    let slot: Slot = builder.slot(module.int(1));
    // What controls jump over has not begun, and has no value either.
    builder.write(slot, bit(false));
    begins.into_iter().for_each(|place| module.before(place).write(slot, bit(false)));
    for &(instruction, what) in uses {
        if what != Use::Sets {
            let builder = module.before(instruction);
            let unset = builder.xor(builder.read(slot), bit(true));
            builder.call(declare::fails_if(module, Marker::UnsetIf), &[unset]);
        }
        if let Some(next) = behind(instruction).filter(|_| what != Use::Reads) {
            module.before(next).write(slot, bit(true));
        }
    }
}

/// Of larger objects it is only followed whether anything was written: proofs about loops that fill them would take long.
const MOST_BYTES: u64 = 128;

/// Up to where a small object has been written: a slot has the offset of the byte behind the last one.
struct Written<'m> {
    module: &'m Module,
    object: Value,
    size: u64,
}

impl<'m> Written<'m> {
    /// Nothing where a bit is enough: each write may be one of the whole object, or all that is read is where it begins; nor where the
    /// padding of structures may be read.
    fn of(
        module: &'m Module,
        object: Value,
        uses: &[(Value, Value, Use)],
        repeated: &FxHashSet<Block>,
    ) -> Option<Written<'m>> {
        let size = module.object_size(object).filter(|_| object.is(LLVMOpcode::LLVMAlloca));
        let size = size.or_else(|| private::allocated(object)).filter(|size| *size <= MOST_BYTES)?;
        let written = Written { module, object, size };
        let sets = |what: Use| what != Use::Reads;
        let is_part = |&(user, pointer, what): &(Value, Value, Use)| {
            let bytes = written.bytes(user, pointer).filter(|_| sets(what));
            bytes.is_some_and(|bytes| bytes.as_int() != Some(written.size))
        };
        // Of pointers it is looked for elsewhere, whether they have been written.
        let is_inner = |&(user, pointer, what): &(Value, Value, Use)| {
            let place = Address::of(module, pointer);
            what != Use::Sets && (place.constant != 0 || !place.indices.is_empty()) && !user.ty().is_pointer()
        };
        let stores = uses.iter().filter(|(user, ..)| user.is(LLVMOpcode::LLVMStore));
        let largest = stores.map(|(store, ..)| module.stored_size(store.operands()[0].ty())).max().unwrap_or(0);
        let has_structures = innermost(object.allocated()).is_some_and(|ty| ty.parts().is_some());
        let can_be_followed = |&(load, pointer, _): &(Value, Value, Use)| {
            if !load.is(LLVMOpcode::LLVMLoad) {
                return true;
            }
            let size = module.stored_size(load.ty());
            let is_member = pointer.operands().first() == Some(&object)
                && pointer.stepped() == object.allocated()
                && pointer.led_to() == Some(load.ty());
            // Proofs about loops that look at letters would take long.
            let is_computed = !Address::of(module, pointer).indices.is_empty();
            let is_letter = size == 1 && is_computed && load.block().is_some_and(|block| repeated.contains(&block));
            !is_letter && (is_member || !has_structures && size >= largest)
        };
        let is_followed = uses.iter().any(is_part) && uses.iter().any(is_inner) && uses.iter().all(can_be_followed);
        is_followed.then_some(written)
    }

    /// How many bytes a user writes where a pointer leads to, if it writes nothing else.
    fn bytes(&self, user: Value, pointer: Value) -> Option<Value> {
        if user.is(LLVMOpcode::LLVMStore) {
            let bytes = || self.number(self.module.stored_size(user.operands()[0].ty()));
            return stores_to(user, pointer).then(bytes);
        }
        let (known, arguments) = (known::called(user)?, user.arguments());
        let mut passed = arguments.iter().enumerate().filter(|(_, argument)| **argument == pointer);
        let is_all = passed.all(|(index, _)| known.argument(index) == Argument::WrittenAll);
        arguments.get(known.length()?).copied().filter(|bytes| is_all && bytes.ty() == self.module.pointer_int())
    }

    fn follow(&self, first: Value, begins: Vec<Value>, uses: &[(Value, Value, Use)]) {
        if uses.iter().all(|(.., what)| *what == Use::Sets) {
            return;
        }
        let builder = self.module.before(first);
        let slot = builder.slot(self.module.pointer_int());
        // What controls jump over has not begun, and has no value either.
        builder.write(slot, self.number(0));
        begins.into_iter().for_each(|place| self.module.before(place).write(slot, self.number(0)));
        for &(instruction, pointer, what) in uses {
            let builder = self.module.before(instruction);
            if what != Use::Sets {
                let offset = self.offset(&builder, pointer);
                let is_behind = self.is_at_least(&builder, offset, builder.read(slot));
                // What is read outside of the object is another error.
                let is_outside = self.is_at_least(&builder, offset, self.number(self.size));
                let unset = builder.and(is_behind, builder.xor(is_outside, self.module.int(1).constant(1)));
                builder.call(declare::fails_if(self.module, Marker::UnsetIf), &[unset]);
            }
            let Some(next) = behind(instruction).filter(|_| what != Use::Reads) else { continue };
            let end = match self.bytes(instruction, pointer) {
                Some(bytes) => {
                    // A choice between constants would look like one that the source has.
                    let end = builder.add(self.offset(&builder, pointer), bytes);
                    let end = builder.call(declare::value(self.module, end.ty()), &[end]);
                    let before = builder.read(slot);
                    builder.select(self.is_at_least(&builder, end, before), end, before)
                }
                None => self.number(self.size),
            };
            self.module.before(next).write(slot, end);
        }
    }

    /// How far a pointer is behind the beginning.
    fn offset(&self, builder: &Builder, pointer: Value) -> Value {
        let place = Address::of(self.module, pointer);
        debug_assert_eq!(place.base, self.object);
        place.offset(self.module, builder)
    }

    fn is_at_least(&self, builder: &Builder, a: Value, b: Value) -> Value {
        builder.compare(LLVMIntPredicate::LLVMIntUGE, a, b)
    }

    fn number(&self, number: u64) -> Value {
        self.module.pointer_int().constant(number)
    }
}

/// What is done with an object.
struct Uses {
    /// Each with the pointer that it is done through.
    uses: Vec<(Value, Value, Use)>,
    /// Whether no other function has its address.
    is_kept: bool,
}

/// What is done with an object; nothing if it may be used by pointers that are not known.
fn uses(module: &Module, object: Value) -> Option<Uses> {
    use LLVMOpcode as O;
    let (mut uses, mut is_kept) = (Vec::new(), true);
    let is_structure = object.allocated().is_some_and(|ty| !ty.is_array() && ty.parts().is_some());
    let (mut open, mut seen) = (vec![object], FxHashSet::from_iter([object]));
    while let Some(pointer) = open.pop() {
        for user in pointer.users() {
            match user.opcode()? {
                O::LLVMLoad if !user.is_volatile() && !user.is_atomic() => {
                    // A structure that is handed on as a whole is read as a number, or part by part.
                    let is_whole = is_structure && !is_member(module, object, user) || !is_scalar(object, user);
                    let is_handed_on = user.users().into_iter().all(|next| is_whole && hands_on(next) || joins(next));
                    // `*p = *p` says nothing of the value, and neither does assembler that may set it.
                    let is_assembly = |user: &Value| user.is(O::LLVMCall) && user.is_assembly();
                    let is_none = |user: &Value| is_assembly(user) || is_copy(module, object, *user);
                    let is_read = !user.users().iter().all(is_none) && !is_update(user) && !is_handed_on;
                    uses.extend(is_read.then_some((user, pointer, Use::Reads)));
                }
                O::LLVMStore if is_copy(module, object, user) => {}
                O::LLVMStore => {
                    is_kept &= stores_to(user, pointer);
                    uses.push((user, pointer, Use::Sets));
                }
                O::LLVMICmp | O::LLVMRet => {}
                O::LLVMGetElementPtr if module.steps(user).is_some() => open.extend(seen.insert(user).then_some(user)),
                O::LLVMCall if is_silent(user) => {}
                O::LLVMCall => {
                    is_kept &= is_passed_by(user, pointer);
                    uses.extend(call(user, pointer).map(|what| (user, pointer, what)));
                }
                _ => return None,
            }
        }
    }
    Some(Uses { uses, is_kept })
}

/// Whether a store writes to an object what was read there.
fn is_copy(module: &Module, object: Value, store: Value) -> bool {
    let is_there = |address: Value| Address::of(module, address).base == object;
    match (store.opcode(), &store.operands()[..]) {
        (Some(LLVMOpcode::LLVMStore), &[value, address, ..]) => {
            value.is(LLVMOpcode::LLVMLoad) && is_there(value.operands()[0]) && is_there(address)
        }
        _ => false,
    }
}

/// Whether a load reads a member of a structure, and not the structure in the types that it is passed in.
fn is_member(module: &Module, structure: Value, load: Value) -> bool {
    let (address, whole) = (load.operands()[0], module.object_size(structure));
    address.stepped().is_some_and(|ty| structure.allocated() == Some(ty)) && Some(module.stored_size(load.ty())) < whole
}

/// The type of the elements of arrays of arrays.
fn innermost(ty: Option<Type>) -> Option<Type> {
    let mut ty = ty?;
    while let Some((parts, _)) = ty.parts().filter(|_| ty.is_array()) {
        ty = *parts.first()?;
    }
    Some(ty)
}

/// Whether a load reads a scalar that its address names, and no structure in the types that it is passed in. A block of `malloc` has
/// no type.
fn is_scalar(object: Value, load: Value) -> bool {
    let address = load.operands()[0];
    let named = if address == object { object.allocated() } else { address.led_to() };
    named.map_or(address == object, |ty| ty == load.ty())
}

/// Whether an instruction makes a value a part of a structure that is handed on.
fn joins(user: Value) -> bool {
    user.is(LLVMOpcode::LLVMInsertValue) && user.users().into_iter().all(|next| hands_on(next) || joins(next))
}

/// Whether an instruction only hands a value on.
fn hands_on(user: Value) -> bool {
    [LLVMOpcode::LLVMCall, LLVMOpcode::LLVMRet, LLVMOpcode::LLVMStore].into_iter().any(|opcode| user.is(opcode))
}

/// What a call does with an object that an argument points to.
fn call(call: Value, pointer: Value) -> Option<Use> {
    let Some(known) = known::called(call) else { return Some(Use::Sets) };
    let is_string = ["str", "wcs", "puts", "fputs", "ato"].iter().any(|name| known.name.starts_with(name));
    let is_longer = known.name.contains("cat");
    let arguments = call.arguments().into_iter().enumerate().filter(|(_, argument)| *argument == pointer);
    let of = |(index, _): (usize, Value)| match known.argument(index) {
        Argument::Read if is_string => Some(Use::Reads),
        Argument::Written if is_string && is_longer => Some(Use::Updates),
        // Whole structures are copied with parts that have no value.
        Argument::Read | Argument::ReadAll | Argument::Freed | Argument::Pointer => None,
        _ => Some(Use::Sets),
    };
    let all: Vec<Option<Use>> = arguments.map(of).collect();
    all.iter().find(|what| matches!(what, Some(Use::Sets | Use::Updates))).or(all.first()).copied().flatten()
}

/// Whether a load only serves to write a part of what is there: a member of some bits.
fn is_update(load: Value) -> bool {
    let address = load.operands()[0];
    let written = |value: Value| {
        value.users().into_iter().any(|user| user.is(LLVMOpcode::LLVMStore) && user.operands()[1] == address)
    };
    let joined = |value: Value| value.users().into_iter().any(|user| user.is(LLVMOpcode::LLVMOr) && written(user));
    load.users().into_iter().all(|user| user.is(LLVMOpcode::LLVMAnd) && (written(user) || joined(user)))
}

/// Whether a call does nothing with what is there.
fn is_silent(call: Value) -> bool {
    let name = call.callee_name();
    name.starts_with(PREFIX) || name.starts_with("llvm.dbg.") || name.starts_with("llvm.lifetime.")
}
