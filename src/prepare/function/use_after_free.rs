//! Memory that has been given back: for each pointer in a register that a function gives to `free`, and those that it is chosen from or
//! chosen for, a bit says whether what it points to has been; checks before each access through the pointer, each call that it is
//! given to, and each further `free`, look at it.

use crate::llvm::ir::{Builder, LLVMIntPredicate, LLVMOpcode, Module, Slot, Value};
use crate::llvm::known::writes_as;
use crate::llvm::known::{self, Argument};
use crate::llvm::marker::{declare, Marker, PREFIX};
use crate::prepare::function::contents::behind;
use crate::prepare::function::out_of_bounds::accessed;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many pointers are followed through φs and choices in a function. Each is held against each where one is given back.
const MOST: usize = 12;

/// A pointer that is followed.
#[derive(Clone, Copy)]
struct Followed {
    /// Whether what it points to has been given back.
    freed: Slot,
    /// The pointer: where control comes that has not passed it, null.
    pointer: Slot,
}

/// Adds bits and checks to a function whose scalars are in registers. The bits are locals: a pass has to follow.
pub fn track(module: &Module, function: Value) {
    let calls: Vec<(Value, Value)> =
        function.instructions().into_iter().filter_map(|call| Some((call, given(call)?))).collect();
    let Some(&first) = function.instructions().first() else { return };
    let groups = groups(&calls);
    let mut rows: FxHashMap<Value, Followed> = FxHashMap::default();
    for &pointer in groups.iter().flatten() {
        let builder = module.before(first);
        let followed = Followed { freed: builder.slot(module.int(1)), pointer: builder.slot(pointer.ty()) };
        builder.write(followed.freed, module.int(1).constant(0));
        builder.write(followed.pointer, pointer.ty().zero());
        rows.insert(pointer, followed);
    }
    let tracking = Tracking { module, rows };
    function.instructions().into_iter().for_each(|instruction| tracking.uses(instruction));
    for (call, pointer) in calls {
        let others = groups.iter().find(|group| group.contains(&pointer));
        tracking.gives_back(call, pointer, others.map_or(&[], Vec::as_slice));
    }
    // Behind what each is chosen from: places are found when all else is there, so that these come first.
    let pointers = || groups.iter().flatten().copied();
    let chosen: Vec<Option<Slot>> = pointers().map(|pointer| tracking.comes_in(first, pointer)).collect();
    pointers().zip(chosen).for_each(|(pointer, comes_in)| tracking.begins(first, pointer, comes_in));
}

struct Tracking<'m> {
    module: &'m Module,
    rows: FxHashMap<Value, Followed>,
}

impl Tracking<'_> {
    /// What an instruction does with pointers that are followed is no use of what has been given back.
    fn uses(&self, instruction: Value) {
        let mut bases: Vec<Value> =
            accessed(self.module, instruction).into_iter().map(|access| base(access.address)).collect();
        if instruction.is(LLVMOpcode::LLVMCall) && given(instruction).is_none() {
            let arguments = instruction.arguments().into_iter().enumerate();
            let passed = arguments.filter(|(index, _)| is_used_by(instruction, *index));
            bases.extend(passed.map(|(_, argument)| base(argument)));
        }
        let mut told = FxHashSet::default();
        for followed in bases.into_iter().filter(|base| told.insert(*base)).filter_map(|base| self.rows.get(&base)) {
            let builder = self.module.before(instruction);
            builder.call(declare::fails_if(self.module, Marker::UsedIf), &[builder.read(followed.freed)]);
        }
    }

    /// A pointer is given to `free`: what it points to is gone, for each of its group that points there.
    fn gives_back(&self, call: Value, pointer: Value, group: &[Value]) {
        let Some(own) = self.rows.get(&pointer) else { return };
        let builder = self.module.before(call);
        builder.call(declare::fails_if(self.module, Marker::FreedIf), &[builder.read(own.freed)]);
        let is_some = builder.compare(LLVMIntPredicate::LLVMIntNE, pointer, pointer.ty().zero());
        for other in group.iter().filter(|&&other| other != pointer).filter_map(|other| self.rows.get(other)) {
            let is_same = builder.compare(LLVMIntPredicate::LLVMIntEQ, builder.read(other.pointer), pointer);
            let is_gone = builder.and(is_same, is_some);
            builder.write(other.freed, builder.or(builder.read(other.freed), is_gone));
        }
        builder.write(own.freed, is_some);
    }

    /// Where control comes to a φ, a slot for whether what has been given back comes in.
    fn comes_in(&self, first: Value, pointer: Value) -> Option<Slot> {
        if !pointer.is(LLVMOpcode::LLVMPHI) {
            return None;
        }
        let slot = self.module.before(first).slot(self.module.int(1));
        for (value, from) in pointer.incoming() {
            let Some(end) = from.terminator() else { continue };
            let builder = self.module.before(end);
            builder.write(slot, self.bit(&builder, value));
        }
        Some(slot)
    }

    /// Where a pointer is computed, it is new, or what it is chosen from: that may be in a loop.
    fn begins(&self, first: Value, pointer: Value, comes_in: Option<Slot>) {
        let place = if pointer.opcode().is_some() { behind(pointer) } else { Some(first) };
        let (Some(place), followed) = (place, &self.rows[&pointer]) else { return };
        let builder = self.module.before(place);
        let freed = match (comes_in, &pointer.operands()[..]) {
            (Some(comes_in), _) => builder.read(comes_in),
            (None, &[condition, a, b]) if pointer.is(LLVMOpcode::LLVMSelect) => {
                let not = builder.compare(LLVMIntPredicate::LLVMIntEQ, condition, condition.ty().zero());
                let a = builder.and(condition, self.bit(&builder, a));
                builder.or(a, builder.and(not, self.bit(&builder, b)))
            }
            _ => self.module.int(1).constant(0),
        };
        builder.write(followed.freed, freed);
        builder.write(followed.pointer, pointer);
    }

    /// Whether what a value points to has been given back, as far as that is followed.
    fn bit(&self, builder: &Builder, value: Value) -> Value {
        let no = || self.module.int(1).constant(0);
        self.rows.get(&value).map_or_else(no, |followed| builder.read(followed.freed))
    }
}

/// The pointers that are given back, each with those that it is chosen from and chosen for.
fn groups(calls: &[(Value, Value)]) -> Vec<Vec<Value>> {
    let mut groups: Vec<Vec<Value>> = Vec::new();
    let mut seen = FxHashSet::default();
    for &(_, pointer) in calls {
        let (mut group, mut open) = (Vec::new(), vec![pointer]);
        while let Some(pointer) = open.pop() {
            if !can_be_followed(pointer) || !seen.insert(pointer) {
                continue;
            }
            group.push(pointer);
            if is_choice(pointer) {
                open.extend(pointer.operands().into_iter().filter(|operand| operand.ty().is_pointer()));
            }
            open.extend(pointer.users().into_iter().filter(|user| is_choice(*user) && user.ty().is_pointer()));
        }
        groups.push(group);
    }
    if groups.iter().map(Vec::len).sum::<usize>() <= MOST {
        return groups;
    }
    let mut told = FxHashSet::default();
    let given = calls.iter().map(|(_, pointer)| *pointer);
    given.filter(|pointer| told.insert(*pointer)).map(|pointer| vec![pointer]).collect()
}

fn is_choice(value: Value) -> bool {
    value.is(LLVMOpcode::LLVMPHI) || value.is(LLVMOpcode::LLVMSelect)
}

/// Constants and locals are left out.
fn can_be_followed(pointer: Value) -> bool {
    !pointer.is_constant() && !pointer.is(LLVMOpcode::LLVMAlloca)
}

/// The pointer that a call gives back.
fn given(call: Value) -> Option<Value> {
    let is_free = call.is(LLVMOpcode::LLVMCall) && known::called(call).is_some_and(|known| known.name == "free");
    let pointer = call.arguments().first().copied().filter(|_| is_free);
    pointer.filter(|pointer| can_be_followed(*pointer))
}

/// Whether a call uses what one of its arguments points to, or keeps or gives on the pointer. A function that only compares it
/// does not.
fn is_used_by(call: Value, index: usize) -> bool {
    let Some(argument) = call.arguments().get(index).copied().filter(|argument| argument.ty().is_pointer()) else {
        return false;
    };
    let name = call.callee_name();
    if name.starts_with("llvm.") || name.starts_with(PREFIX) || argument.is_constant() {
        return false;
    }
    if let Some(known) = known::called(call) {
        return match known.argument(index) {
            // What is printed is the text that is there, unless it is the pointer.
            Argument::Plain => known::is_output(known.name) && writes_as(known.name, call, 'p') == Some(false),
            Argument::Pointer | Argument::Length => false,
            _ => true,
        };
    }
    let Some(callee) = call.callee().filter(|callee| !callee.is_declaration()) else { return true };
    let compares = |user: Value| user.is(LLVMOpcode::LLVMICmp);
    callee.parameters().get(index).is_none_or(|parameter| !parameter.users().into_iter().all(compares))
}

/// The pointer that an address was computed from.
fn base(mut address: Value) -> Value {
    while address.is(LLVMOpcode::LLVMGetElementPtr) {
        match address.operands().first() {
            Some(&next) => address = next,
            None => break,
        }
    }
    address
}
