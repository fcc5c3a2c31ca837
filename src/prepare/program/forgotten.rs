//! Where a local may lose the last pointer to an object, for `valid-memtrack`: another value is written over it, or its life ends.
//!
//! Passes remove a write that nothing reads any more, and locals with it. Whether memory is lost where the program is ended depends on
//! these: in `if (c) { p = 0; exit(0); } free(p);` nothing in front of `exit` tells that `p` has gone, but it is used on the other way.
//! So a marker stays where that happens, and behind it only what the program goes on to use counts as held.

use super::scopes::homes::{Homes, Place};
use super::scopes::lives::Lives;
use crate::llvm::ir::{Block, LLVMOpcode, Module, Type, Value};
use crate::llvm::marker::declare;
use crate::llvm::marker::Marker;
use crate::prepare::address::Address;
use crate::prepare::program::undefined::bodies;
use crate::source::syntax::Sources;
use rustc_hash::FxHashSet;

/// Puts the markers into a program that asks whether memory is lost where it is ended. `text_of` is what a function was compiled from
/// here, if it was.
pub fn mark<'a>(module: &Module, text_of: impl Fn(Value) -> Option<&'a Sources>) {
    let is_end = |call: Value| declare::called(call) == Some(Marker::Track) && call.next().is_some_and(is_stop);
    if !module.function(&Marker::Track.name()).is_some_and(|track| track.users().into_iter().any(is_end)) {
        return;
    }
    let makes_numbers = bodies(module).flat_map(Value::instructions).any(|value| value.is(LLVMOpcode::LLVMPtrToInt));
    let globals: FxHashSet<Value> = module.globals().into_iter().collect();
    let mut places: Vec<Value> = Vec::new();
    for function in bodies(module) {
        let instructions = function.instructions();
        let is_local = |value: &&Value| value.is(LLVMOpcode::LLVMAlloca);
        let holds_none = |local: &&Value| !makes_numbers && is_number(module, **local);
        let numbers: FxHashSet<Value> = instructions.iter().filter(is_local).filter(holds_none).copied().collect();
        let holders: Vec<Value> =
            instructions.iter().filter(is_local).filter(|l| !numbers.contains(l)).copied().collect();
        let mut first_writes = first_writes(function);
        for &instruction in &instructions {
            let Some(address) = written(instruction) else { continue };
            let base = Address::of(module, address).base;
            let is_first = address == base && first_writes.remove(&instruction);
            if !(globals.contains(&base) || numbers.contains(&base) || is_first) {
                places.extend(instruction.next());
            }
        }
        if !holders.is_empty() {
            places.extend(ends_of_calls(module, function));
            places.extend(ends_of_lives(module, function, &holders, text_of(function)));
        }
    }
    let marker = declare::forgets(module);
    let mut seen = FxHashSet::default();
    for place in places.into_iter().filter(|place| seen.insert(*place)) {
        module.before(place).call(marker, &[]);
    }
}

/// Whether the program is ended here. Runs that turn for ever have a place in each round where it is asked, so the ways into a loop agree
/// on what the rounds use.
fn is_stop(call: Value) -> bool {
    declare::called(call) == Some(Marker::Stop)
}

/// Whether a local holds numbers and no pointers: so its type says, and nothing but direct accesses of numbers knows it.
fn is_number(module: &Module, local: Value) -> bool {
    let is_of_numbers = |ty: Type| ty.int_width().is_some() || ty.is_float();
    let mut ty = local.allocated();
    while let Some((parts, _)) = ty.filter(|ty| ty.is_array()).and_then(|ty| ty.parts()) {
        ty = parts.first().copied();
    }
    ty.is_some_and(is_of_numbers) && only_numbers(module, local)
}

/// Whether an address is used for nothing but accesses of numbers.
fn only_numbers(module: &Module, address: Value) -> bool {
    address.users().into_iter().all(|user| match user.opcode() {
        Some(LLVMOpcode::LLVMLoad) => user.ty() != module.pointer(),
        Some(LLVMOpcode::LLVMStore) => user.operands()[0] != address && user.operands()[0].ty() != module.pointer(),
        Some(LLVMOpcode::LLVMGetElementPtr) => only_numbers(module, user),
        Some(LLVMOpcode::LLVMCall) => {
            let name = user.callee_name();
            name.starts_with("llvm.dbg.") || name.starts_with("llvm.lifetime.")
        }
        _ => false,
    })
}

/// Where an instruction writes memory, if it does.
fn written(instruction: Value) -> Option<Value> {
    match instruction.opcode() {
        Some(LLVMOpcode::LLVMStore) => instruction.operands().get(1).copied(),
        Some(LLVMOpcode::LLVMCall) if instruction.callee_name().starts_with("llvm.mem") => {
            instruction.arguments().first().copied()
        }
        Some(LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMAtomicCmpXchg) => instruction.operands().first().copied(),
        _ => None,
    }
}

/// The writes of a function's first block before which nothing else uses the local that they write: there is nothing to lose.
fn first_writes(function: Value) -> FxHashSet<Value> {
    let (mut used, mut first) = (FxHashSet::default(), FxHashSet::default());
    // Control does not come back to the first block.
    for instruction in function.blocks().first().map(|block| block.instructions()).unwrap_or_default() {
        let address = Some(instruction).filter(|i| i.is(LLVMOpcode::LLVMStore)).and_then(written);
        if address.is_some_and(|local| local.is(LLVMOpcode::LLVMAlloca) && !used.contains(&local)) {
            first.insert(instruction);
        }
        if !instruction.is(LLVMOpcode::LLVMCall) || !instruction.callee_name().starts_with("llvm.dbg.") {
            used.extend(instruction.operands());
        }
    }
    first
}

/// Where calls of a function end: where it returns. Where it calls itself last, a marker there would keep that from becoming a loop, so
/// the calls of all others have the markers behind them.
fn ends_of_calls(module: &Module, function: Value) -> Vec<Value> {
    let instructions = || function.instructions().into_iter();
    let is_last = |call: &Value| calls(*call, function) && is_last(module, *call);
    if function.has_address_taken() || !instructions().any(|call| is_last(&call)) {
        return instructions().filter(|value| value.is(LLVMOpcode::LLVMRet)).collect();
    }
    let others = bodies(module).flat_map(Value::instructions).filter(|call| calls(*call, function) && !is_last(call));
    others.filter_map(Value::next).collect()
}

fn calls(call: Value, function: Value) -> bool {
    call.is(LLVMOpcode::LLVMCall) && call.callee() == Some(function)
}

/// Whether a function only computes with what a call gives before it returns.
fn is_last(module: &Module, call: Value) -> bool {
    let mut next = call.next();
    // So many instructions as a return may have.
    for _ in 0..64 {
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

/// Where control leaves the blocks that locals live in.
fn ends_of_lives(module: &Module, function: Value, locals: &[Value], text: Option<&Sources>) -> Vec<Value> {
    if let Some(text) = text {
        let homes = Homes::of(function, text);
        let homes_of: Vec<Place> = locals.iter().map(|local| homes.place(*local)).collect();
        let mut lives = Lives::of(module, function, Some(homes));
        let ends = homes_of.into_iter().flat_map(|place| match place {
            Place::Region(region) => lives.crossings(region).exits,
            // Nobody knows where: on each way that control takes.
            Place::Unknown => function.blocks().into_iter().filter_map(first).collect(),
            Place::Function => Vec::new(),
        });
        return ends.collect();
    }
    let marks = locals.iter().flat_map(|local| local.users());
    marks.filter(|user| user.callee_name().starts_with("llvm.lifetime.end")).collect()
}

/// The first instruction of a block that a marker may stand in front of.
fn first(block: Block) -> Option<Value> {
    let stays = |value: &Value| value.is(LLVMOpcode::LLVMPHI) || value.is(LLVMOpcode::LLVMAlloca);
    block.instructions().into_iter().find(|value| !stays(value))
}
