//! Where locals come to life and where their scopes end: a pointer to a local must not be used after that.
//!
//! Clang marks scopes by `llvm.lifetime.*`. Those of locals whose addresses go anywhere become markers of ours
//! ([`mark`]), which nothing moves and nothing takes for a licence. Most of them mean nothing once functions are inlined:
//! where no access that could be meant comes behind the end of a scope, they go ([`resolve`]). The reader of the module
//! keeps for what is left whether the local is alive.

use super::access::Place;
use super::ir::{Block, LLVMOpcode, Module, Value};
use super::markers::{self, PREFIX, RELEASE, SCOPE_END, SCOPE_START};
use super::undefined::bodies;
use rustc_hash::{FxHashMap, FxHashSet};

/// Replaces LLVM's marks by our own for locals whose addresses are used for more than direct accesses.
pub fn mark(module: &Module) {
    for function in bodies(module) {
        let escaping = escaping(module, function);
        let mut marked = FxHashSet::default();
        for call in function.instructions() {
            let name = call.callee_name();
            if !name.starts_with("llvm.lifetime.") {
                continue;
            }
            if let Some(&local) = call.arguments().get(1).filter(|local| escaping.contains(local)) {
                let start = name.starts_with("llvm.lifetime.start");
                module.before(call).call(markers::scope(module, start), &[local]);
                marked.insert(local);
            }
            call.erase();
        }
        // What is written where a function is entered, for locals that are not initialised, comes before their scopes.
        for local in marked {
            if let Some(place) = local.next() {
                module.before(place).call(markers::scope(module, true), &[local]);
            }
        }
    }
}

/// Removes the marks of locals behind whose scopes nothing can access them. What comes behind a function is only known of
/// `main`, into which the others are inlined.
pub fn resolve(module: &Module) {
    for function in bodies(module).filter(|function| function.name() == "main") {
        let mut marks: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
        for call in function.instructions() {
            if [SCOPE_START, SCOPE_END].contains(&call.callee_name().as_str()) {
                marks.entry(call.arguments()[0]).or_default().push(call);
            }
        }
        if marks.is_empty() {
            continue;
        }
        let escaping = escaping(module, function);
        let mut removable = Vec::new();
        for (&local, calls) in &marks {
            if !local.is(LLVMOpcode::LLVMAlloca) || !is_used_behind(module, local, escaping.contains(&local), calls) {
                removable.extend(calls.iter().copied());
            }
        }
        removable.into_iter().for_each(|call| call.erase());
    }
}

/// Whether an access that may mean the local can come behind an end of its scope, before the scope begins again.
fn is_used_behind(module: &Module, local: Value, escapes: bool, marks: &[Value]) -> bool {
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut waiting: Vec<(Block, Option<Value>)> = Vec::new();
    for end in marks.iter().filter(|mark| mark.callee_name() == SCOPE_END) {
        waiting.extend(end.block().map(|block| (block, Some(*end))));
    }
    while let Some((block, after)) = waiting.pop() {
        let instructions = block.instructions();
        let begin = after.and_then(|mark| instructions.iter().position(|&other| other == mark)).map_or(0, |at| at + 1);
        let mut begins_again = false;
        for &instruction in &instructions[begin..] {
            if instruction.callee_name() == SCOPE_START && instruction.arguments().first() == Some(&local) {
                begins_again = true;
                break;
            }
            if may_access(module, instruction, local, escapes) {
                return true;
            }
        }
        if !begins_again {
            let successors = instructions.last().map(|terminator| terminator.successors()).unwrap_or_default();
            waiting.extend(successors.into_iter().filter(|&next| seen.insert(next)).map(|next| (next, None)));
        }
    }
    false
}

/// Whether an instruction may access the local: through its own address, or, if that is known elsewhere, through one of which
/// the object is not known. Calls may do anything.
fn may_access(module: &Module, instruction: Value, local: Value, escapes: bool) -> bool {
    let addresses: Vec<Value> = match instruction.opcode() {
        Some(LLVMOpcode::LLVMLoad) => vec![instruction.operands()[0]],
        Some(LLVMOpcode::LLVMStore) => vec![instruction.operands()[1]],
        Some(LLVMOpcode::LLVMCall) => {
            let name = instruction.callee_name();
            if [SCOPE_START, SCOPE_END, RELEASE].contains(&name.as_str()) || name.starts_with("llvm.dbg.") {
                return false;
            }
            if !name.starts_with(PREFIX) && !name.starts_with("llvm.") {
                return true;
            }
            instruction.arguments().into_iter().filter(|argument| argument.ty() == module.pointer()).collect()
        }
        _ => return false,
    };
    addresses.into_iter().any(|address| {
        let base = Place::of(module, address).base;
        base == local || escapes && !base.is_static_object()
    })
}

/// The locals of a function whose addresses are used for more than direct accesses.
fn escaping(module: &Module, function: Value) -> FxHashSet<Value> {
    let mut escaping = FxHashSet::default();
    for instruction in function.instructions() {
        let name = instruction.callee_name();
        let is_ours = name.starts_with("llvm.") || name.starts_with(PREFIX);
        if instruction.is(LLVMOpcode::LLVMGetElementPtr) || instruction.is(LLVMOpcode::LLVMCall) && is_ours {
            continue;
        }
        for (index, operand) in instruction.operands().into_iter().enumerate() {
            let is_address =
                instruction.is(LLVMOpcode::LLVMLoad) || instruction.is(LLVMOpcode::LLVMStore) && index == 1;
            if operand.ty() == module.pointer() && !is_address {
                let base = Place::of(module, operand).base;
                if base.is(LLVMOpcode::LLVMAlloca) {
                    escaping.insert(base);
                }
            }
        }
    }
    escaping
}
