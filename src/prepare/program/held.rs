//! What locals hold where it is asked whether memory is lost, for `valid-memtrack`: before calls that end the program, and in loops.
//!
//! There the locals of all calls that have not ended still hold their pointers. What an optimised program uses later does not say which:
//! in `if (c) p = 0; if (c) exit(0); free(p);` passes let `free` use what `malloc` gave. So what locals hold is read where it is asked,
//! before any pass ([`mark`]). Of the calls around, what their locals hold is noted when the inner call begins, if the inner call cannot
//! change it, or else where it is asked, once functions are inlined ([`resolve`]).
//!
//! Pointers count that a variable of pointer type holds, also as a member or an element, while its block has not been left. What is in no variable
//! counts as lost, as a number that was made of a pointer, or an argument of a call that has not begun.

use super::scopes::homes::{Homes, Place};
use super::scopes::lives::Lives;
use super::scopes::{escapes, lexical::Region};
use crate::llvm::ir::{Block, Builder, LLVMOpcode, Module, Slot, Type, Value};
use crate::llvm::marker::declare::{self, called};
use crate::llvm::marker::Marker;
use crate::prepare::address::Address;
use crate::prepare::program::undefined::bodies;
use crate::source::syntax::Sources;
use rustc_hash::{FxHashMap, FxHashSet};

/// A local with more pointers than this is looked at as a whole.
const FEW_POINTERS: usize = 8;
/// How many pointers are noted at most where it is asked, those of inner calls first.
const MOST_HELD: usize = 64;
/// How many values a pointer is followed through.
const MOST_STEPS: usize = 32;

/// A local that holds pointers.
enum Holder {
    /// One that lives as long as its function's call: where in it they are.
    Whole(Value, Vec<u64>),
    /// A pointer in an inner block: a copy, null outside of that block.
    Copy(Slot),
}

/// Puts markers in front of those that ask, and around calls of functions that come to such. `text_of` is what a function was
/// compiled from here, if it was.
pub fn mark<'a>(module: &Module, text_of: impl Fn(Value) -> Option<&'a Sources>) {
    let asks = |call: &Value| called(*call) == Some(Marker::Track);
    if !module.function(&Marker::Track.name()).is_some_and(Value::has_uses) {
        return;
    }
    let asking = asking(module);
    let mut number = 0;
    for function in bodies(module).filter(|function| asking.contains(function)).collect::<Vec<_>>() {
        let instructions = function.instructions();
        let is_outer = |call: &&Value| {
            let is_inner = || call.callee().is_none_or(|callee| asking.contains(&callee));
            call.is(LLVMOpcode::LLVMCall)
                && !call.is_assembly()
                && is_inner()
                && !(call.callee() == Some(function) && is_last(module, **call))
        };
        let asked: Vec<Value> = instructions.iter().filter(|call| asks(call)).copied().collect();
        let calls: Vec<Value> = instructions.iter().filter(is_outer).copied().collect();
        let holders = holders(module, function, text_of(function));
        for place in asked {
            let builder = module.before(place);
            fresh_parameters(module, function, place)
                .into_iter()
                .for_each(|value| hold(module, &builder, Marker::Held, value));
            holders.iter().for_each(|holder| note(module, &builder, holder, true));
        }
        for call in calls {
            let (builder, Some(next)) = (module.before(call), call.next()) else { continue };
            let bounds = |marker| (declare::bounds_call(module, marker), [module.int(32).constant(number)]);
            let (begins, ends) = (bounds(Marker::CallBegins), bounds(Marker::CallEnds));
            number += 1;
            builder.call(begins.0, &begins.1);
            // What the call itself writes, as its result, changes meanwhile.
            let passed = call.arguments();
            let stays = |holder: &&Holder| match holder {
                Holder::Whole(local, _) => !passed.contains(local) || !escapes(*local).is_empty(),
                Holder::Copy(_) => true,
            };
            holders.iter().filter(stays).for_each(|holder| note(module, &builder, holder, false));
            module.before(next).call(ends.0, &ends.1);
        }
    }
}

/// The pointers that a function gets, where they are not in their variables yet, as in front of everything else.
fn fresh_parameters(module: &Module, function: Value, place: Value) -> Vec<Value> {
    let parameters = function.parameters();
    let entry = function.blocks().first().map(|block| block.instructions()).unwrap_or_default();
    let before: Vec<Value> = entry.iter().take_while(|&&other| other != place).copied().collect();
    let puts_away = |store: &Value| store.is(LLVMOpcode::LLVMStore) && parameters.contains(&store.operands()[0]);
    if before.len() == entry.len() || before.iter().any(puts_away) {
        return Vec::new();
    }
    parameters.into_iter().filter(|value| value.ty() == module.pointer()).collect()
}

fn hold(module: &Module, builder: &Builder, marker: Marker, pointer: Value) {
    builder.call(declare::holds_pointer(module, marker), &[pointer]);
}

/// Notes what a local holds, where it is asked or in front of a call.
fn note(module: &Module, builder: &Builder, holder: &Holder, is_asked: bool) {
    let by_value = if is_asked { Marker::Held } else { Marker::CallHolds };
    match holder {
        Holder::Copy(copy) => hold(module, builder, by_value, builder.read(*copy)),
        Holder::Whole(local, pointers)
            if pointers.len() <= FEW_POINTERS && (is_asked || escapes(*local).is_empty()) =>
        {
            pointers
                .iter()
                .for_each(|&offset| hold(module, builder, by_value, pointer_at(module, builder, *local, offset)));
        }
        Holder::Whole(local, _) => {
            hold(module, builder, if is_asked { Marker::HeldIn } else { Marker::CallHoldsIn }, *local);
        }
    }
}

fn pointer_at(module: &Module, builder: &Builder, local: Value, offset: u64) -> Value {
    builder.load(module.pointer(), address_at(module, builder, local, offset))
}

/// The address so many bytes behind a local's.
fn address_at(module: &Module, builder: &Builder, local: Value, offset: u64) -> Value {
    match offset {
        0 => local,
        _ => builder.part(module.int(8), local, &[module.int(64).constant(offset)]),
    }
}

/// The functions that ask, and those that call them, or whatever a pointer leads to.
fn asking(module: &Module) -> FxHashSet<Value> {
    let asks = |call: &Value| {
        call.is(LLVMOpcode::LLVMCall)
            && !call.is_assembly()
            && (call.callee().is_none() || called(*call) == Some(Marker::Track))
    };
    let mut asking: FxHashSet<Value> =
        bodies(module).filter(|function| function.instructions().iter().any(asks)).collect();
    let mut open: Vec<Value> = asking.iter().copied().collect();
    let mut callers: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for function in bodies(module) {
        for callee in function.instructions().into_iter().filter_map(|call| call.callee()) {
            callers.entry(callee).or_default().push(function);
        }
    }
    while let Some(function) = open.pop() {
        for &caller in callers.get(&function).into_iter().flatten() {
            if asking.insert(caller) {
                open.push(caller);
            }
        }
    }
    asking
}

/// The locals of a function that hold pointers. They hold none before they are written: no pass may choose what.
fn holders(module: &Module, function: Value, text: Option<&Sources>) -> Vec<Holder> {
    let entry = function.blocks().first().map(|block| block.instructions()).unwrap_or_default();
    let locals = entry.iter().filter(|local| local.is(LLVMOpcode::LLVMAlloca) && local.is_static_object());
    let homes = text.map(|text| Homes::of(function, text));
    let placed: Vec<(Value, Vec<u64>, Place)> = locals
        .filter_map(|&local| {
            let pointers = pointers_in(module, local.allocated()?)?;
            let place = match &homes {
                Some(homes) => homes.place(local),
                None if is_marked(local) => Place::Unknown,
                None => Place::Function,
            };
            (!pointers.is_empty()).then_some((local, pointers, place))
        })
        .collect();
    let mut lives = Lives::of(module, function, homes);
    let mut holders = Vec::new();
    for (local, pointers, place) in placed {
        let Some(next) = local.next() else { continue };
        match place {
            Place::Function => {
                let builder = module.before(next).without_place();
                for &offset in &pointers {
                    builder.store(module.pointer().zero(), address_at(module, &builder, local, offset));
                }
                holders.push(Holder::Whole(local, pointers));
            }
            Place::Region(region) if region.part.is_none() => {
                holders.extend(copy(module, local, next, &mut lives, region))
            }
            Place::Region(_) | Place::Unknown => {}
        }
    }
    holders
}

/// A copy of a pointer that lives in an inner block.
fn copy(module: &Module, local: Value, next: Value, lives: &mut Lives, region: Region) -> Option<Holder> {
    let slot = Slot::of(local).filter(|slot| slot.ty() == module.pointer() && slot.is_plain())?;
    let writes: Vec<Value> = local.users().into_iter().filter(|user| user.is(LLVMOpcode::LLVMStore)).collect();
    let exits = lives.crossings(region).exits;
    let copy = module.before(next).without_place().slot(slot.ty());
    module.before(next).without_place().write(copy, module.pointer().zero());
    for write in writes {
        module.before(write.next()?).without_place().write(copy, write.operands()[0]);
    }
    exits.into_iter().for_each(|exit| module.before(exit).without_place().write(copy, module.pointer().zero()));
    Some(Holder::Copy(copy))
}

/// Where in a type its pointers are, in bytes; `None` if there are more than are followed.
fn pointers_in(module: &Module, ty: Type) -> Option<Vec<u64>> {
    let (mut found, mut open) = (Vec::new(), vec![(0, ty)]);
    while let Some((offset, ty)) = open.pop() {
        if found.len() + open.len() > MOST_HELD {
            return None;
        }
        if ty.is_pointer() {
            found.push(offset);
        } else if let Some((parts, count)) = ty.parts() {
            let is_of_numbers =
                ty.is_array() && parts.first().is_some_and(|part| part.parts().is_none() && !part.is_pointer());
            if !is_of_numbers {
                open.extend((0..count.min(MOST_HELD as u64 + 1)).filter_map(|index| {
                    let (begin, part) = module.element(ty, index)?;
                    Some((offset + begin, part))
                }));
            }
        }
    }
    found.sort_unstable();
    Some(found)
}

/// Whether LLVM marks where a local is alive.
fn is_marked(local: Value) -> bool {
    local.users().into_iter().any(|user| user.callee_name().starts_with("llvm.lifetime."))
}

/// Whether a function only computes with what a call gives before it returns: a marker behind the call would keep it from becoming a loop.
fn is_last(module: &Module, call: Value) -> bool {
    let mut next = call.next();
    for _ in 0..MOST_STEPS {
        let Some(instruction) = next else { return false };
        next = match instruction.opcode() {
            Some(LLVMOpcode::LLVMRet) => return true,
            Some(LLVMOpcode::LLVMBr) => match instruction.successors()[..] {
                [only] => only.instructions().first().copied(),
                _ => return false,
            },
            Some(LLVMOpcode::LLVMStore) => {
                let is_local = Address::of(module, instruction.operands()[1]).base.is(LLVMOpcode::LLVMAlloca);
                instruction.next().filter(|_| is_local)
            }
            Some(LLVMOpcode::LLVMCall | LLVMOpcode::LLVMUnreachable | LLVMOpcode::LLVMSwitch) => return false,
            _ => instruction.next(),
        };
    }
    false
}

/// A call that has not ended, and what locals hold until it does.
#[derive(Clone, PartialEq, Debug)]
struct Open {
    number: Value,
    values: Vec<Value>,
    locals: Vec<Value>,
}

/// Once everything is inlined into `main`: where it is asked, notes what locals of the calls around hold. No marker of calls is left.
pub fn resolve(module: &Module) {
    let Some(main) = module.function("main").filter(|main| !main.is_declaration()) else { return };
    let is_bound = |marker| {
        use Marker as M;
        matches!(marker, Some(M::CallBegins | M::CallHolds | M::CallHoldsIn | M::CallEnds))
    };
    if module.function(&Marker::CallBegins.name()).is_some_and(Value::has_uses) {
        for (place, open) in asked(main) {
            let builder = module.before(place);
            let values: Vec<Value> = open.iter().rev().flat_map(|call| &call.values).copied().collect();
            let mut seen = FxHashSet::default();
            for value in values.into_iter().filter(|value| seen.insert(*value)).take(MOST_HELD) {
                hold(module, &builder, Marker::Held, value);
            }
            let locals: Vec<Value> = open.iter().rev().flat_map(|call| &call.locals).copied().collect();
            for local in locals.into_iter().filter(|local| seen.insert(*local)).take(MOST_HELD) {
                let pointers = local.allocated().and_then(|ty| pointers_in(module, ty));
                pointers.into_iter().for_each(|pointers| note(module, &builder, &Holder::Whole(local, pointers), true));
            }
        }
    }
    let marks: Vec<Value> =
        bodies(module).flat_map(Value::instructions).filter(|call| is_bound(called(*call))).collect();
    marks.into_iter().for_each(Value::erase);
    erase_known(module);
}

/// The places where it is asked, each with the calls that are open there on all ways.
fn asked(main: Value) -> Vec<(Value, Vec<Open>)> {
    let blocks = main.blocks();
    let mut before: FxHashMap<Block, Vec<Open>> = FxHashMap::default();
    let mut waiting: Vec<Block> = blocks.first().copied().into_iter().collect();
    before.extend(waiting.first().map(|&entry| (entry, Vec::new())));
    while let Some(block) = waiting.pop() {
        let mut open = before.get(&block).cloned().unwrap_or_default();
        let instructions = block.instructions();
        instructions.iter().for_each(|&instruction| step(&mut open, instruction));
        for next in instructions.last().map(|end| end.successors()).unwrap_or_default() {
            let known = before.get(&next);
            let common = known.map_or_else(|| open.clone(), |known| common(known, &open));
            if known != Some(&common) {
                before.insert(next, common);
                waiting.push(next);
            }
        }
    }
    let mut asked = Vec::new();
    for block in blocks {
        let Some(mut open) = before.get(&block).cloned() else { continue };
        for instruction in block.instructions() {
            step(&mut open, instruction);
            if called(instruction) == Some(Marker::Track) {
                asked.push((instruction, open.clone()));
            }
        }
    }
    asked
}

/// The calls that are open behind an instruction.
fn step(open: &mut Vec<Open>, instruction: Value) {
    if !instruction.is(LLVMOpcode::LLVMCall) {
        return;
    }
    let argument = || instruction.arguments().first().copied();
    let (Some(marker), Some(argument)) = (called(instruction), argument()) else { return };
    match marker {
        Marker::CallBegins => open.push(Open { number: argument, values: Vec::new(), locals: Vec::new() }),
        Marker::CallHolds => open.iter_mut().last().into_iter().for_each(|call| call.values.push(argument)),
        Marker::CallHoldsIn => open.iter_mut().last().into_iter().for_each(|call| call.locals.push(argument)),
        Marker::CallEnds => {
            // One that is not known any more has ended all the same.
            if let Some(at) = open.iter().rposition(|call| call.number == argument) {
                open.truncate(at);
            }
        }
        _ => {}
    }
}

/// What is open on two ways.
fn common(a: &[Open], b: &[Open]) -> Vec<Open> {
    let both = a.iter().zip(b).take_while(|(a, b)| a.number == b.number);
    let in_both = |a: &[Value], b: &[Value]| a.iter().filter(|value| b.contains(value)).copied().collect();
    both.map(|(a, b)| Open {
        number: a.number,
        values: in_both(&a.values, &b.values),
        locals: in_both(&a.locals, &b.locals),
    })
    .collect()
}

/// Erases markers of pointers that lead to nothing on the heap: else they would keep locals in memory.
pub fn erase_known(module: &Module) {
    for marker in [Marker::Held, Marker::CallHolds] {
        let Some(marker) = module.function(&marker.name()) else { continue };
        let is_known =
            |call: &Value| call.arguments().first().is_some_and(|pointer| leads_to_no_heap(module, *pointer));
        marker.users().into_iter().filter(is_known).for_each(Value::erase);
    }
}

/// Whether a pointer leads to locals, globals and functions alone, if it leads anywhere.
fn leads_to_no_heap(module: &Module, pointer: Value) -> bool {
    let (mut open, mut seen) = (vec![pointer], FxHashSet::default());
    while let Some(pointer) = open.pop() {
        let base = Address::of(module, pointer).base;
        if !seen.insert(base) {
            continue;
        }
        if seen.len() > MOST_STEPS {
            return false;
        }
        match base.opcode() {
            Some(LLVMOpcode::LLVMAlloca) => {}
            Some(LLVMOpcode::LLVMPHI) => open.extend(base.incoming().into_iter().map(|(value, _)| value)),
            Some(LLVMOpcode::LLVMSelect) => open.extend(base.operands().into_iter().skip(1)),
            Some(LLVMOpcode::LLVMCall) => match called(base) {
                Some(Marker::ScopeStart) => {}
                Some(Marker::Address) => open.extend(base.arguments().first().copied()),
                _ => return false,
            },
            Some(_) => return false,
            None if base.is_parameter() => return false,
            None => {}
        }
    }
    true
}
