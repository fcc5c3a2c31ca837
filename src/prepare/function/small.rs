//! Small functions that look at what memory holds, as `static void put(void) { print(*shared); }` does. Whether they fail depends on what
//! their caller has written there, so they become part of it. They have no branches, give nothing and write no memory but their locals
//! themselves: all that the caller learns is how they fail, and that they do in the line of the call.

use crate::llvm::ir::{LLVMOpcode, LLVMTypeKind, Module, Value};
use crate::llvm::marker::PREFIX;
use crate::prepare::address::Address;
use rustc_hash::FxHashSet;

/// Longer functions stay calls.
const MOST_INSTRUCTIONS: usize = 100;

/// Inlines the calls of such functions, which stay there themselves; but not those that call a function whose calls come back `twice`.
///
/// # Errors
/// If the pass fails.
pub fn inline(module: &Module, twice: &FxHashSet<String>) -> Result<(), String> {
    let bodies = || module.functions().into_iter().filter(|function| !function.is_declaration());
    let small: Vec<Value> = bodies().filter(|function| is_small(module, *function, twice)).collect();
    let calls: Vec<Value> = small
        .iter()
        .flat_map(|function| function.users().into_iter().filter(|call| call.callee() == Some(*function)))
        .filter(|call| call.fits_callee())
        .collect();
    if calls.is_empty() {
        return Ok(());
    }
    let is_inlined = |instruction: &Value| instruction.location().is_some_and(|at| at.inlined_at().is_some());
    let before: FxHashSet<Value> = bodies().flat_map(Value::instructions).filter(is_inlined).collect();
    // What the source says about inlining is no matter here.
    bodies().for_each(|function| function.remove_attribute("alwaysinline"));
    calls.iter().for_each(|call| module.add_call_attribute(*call, "alwaysinline"));
    module.run_passes("always-inline")?;
    // What is told is told of the call. That locals of theirs are alive in between is no news, and their variables are not the caller's.
    for instruction in bodies().flat_map(Value::instructions).filter(|instruction| !before.contains(instruction)) {
        let (is_inlined, name) = (instruction.move_to_call(), instruction.callee_name());
        if name.starts_with("llvm.lifetime.") || is_inlined && name.starts_with("llvm.dbg.") {
            instruction.erase();
        }
    }
    Ok(())
}

fn is_small(module: &Module, function: Value, twice: &FxHashSet<String>) -> bool {
    let instructions = function.instructions();
    let gives_nothing = function.result_kind() == Some(LLVMTypeKind::LLVMVoidTypeKind);
    function.is_defined_for_good()
        && gives_nothing
        && function.blocks().len() == 1
        && instructions.len() <= MOST_INSTRUCTIONS
        && instructions.iter().all(|instruction| is_plain(module, function, *instruction, twice))
        && instructions.iter().any(|load| looks(module, *load))
}

/// Whether an instruction writes nothing but locals itself, and is nothing special.
fn is_plain(module: &Module, function: Value, instruction: Value, twice: &FxHashSet<String>) -> bool {
    use LLVMOpcode as O;
    let is_own = |address: Value| Address::of(module, address).base.is(O::LLVMAlloca);
    match instruction.opcode() {
        _ if instruction.is_volatile() || instruction.is_atomic() => false,
        Some(O::LLVMStore) => is_own(instruction.operands()[1]),
        Some(O::LLVMAlloca) => instruction.operands()[0].as_int().is_some(),
        Some(O::LLVMCall) => {
            let name = instruction.callee_name();
            let is_known = ["llvm.dbg.", "llvm.mem"].iter().any(|prefix| name.starts_with(prefix));
            let is_special = name.is_empty() || name.starts_with("llvm.") || name.starts_with(PREFIX);
            (is_known || !is_special) && instruction.callee() != Some(function) && !twice.contains(&name)
        }
        Some(O::LLVMFence | O::LLVMVAArg | O::LLVMAtomicRMW | O::LLVMAtomicCmpXchg | O::LLVMUnreachable) => false,
        opcode => opcode.is_some(),
    }
}

/// Whether a load reads a variable of the file, or a pointer from memory that the caller may have written. That a pointer it is given is
/// null or leads nowhere is known without.
fn looks(module: &Module, load: Value) -> bool {
    if !load.is(LLVMOpcode::LLVMLoad) {
        return false;
    }
    let base = Address::of(module, load.operands()[0]).base;
    match base.is(LLVMOpcode::LLVMAlloca) {
        true => false,
        false if base.is_static_object() => !base.is_global_constant(),
        false => load.ty().is_pointer(),
    }
}
