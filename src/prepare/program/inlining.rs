//! A bound on what inlining makes of a program, before it is done: a chain of functions that each call the next one twice
//! doubles with every link, and neither time nor memory would be kept. And inlining itself.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::declare::Markers;
use crate::llvm::marker::PREFIX;
use crate::prepare::program::recursion;
use crate::prepare::program::undefined::{always, bodies};
use crate::prepare::tables::Tables;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// No function becomes larger than so many instructions, as clang made them.
const MOST_INSTRUCTIONS: u64 = 100_000;

/// Calls that would make their function too large are unmodelled. Functions are sized from those that call nothing upwards;
/// functions that call themselves count once.
pub fn bound(module: &Module, markers: &Markers, tables: &mut Tables, main: Value) {
    let mut sizes: FxHashMap<Value, Option<u64>> = FxHashMap::default();
    let mut waiting = vec![(main, false)];
    while let Some((function, is_ready)) = waiting.pop() {
        if is_ready {
            let size = sized(module, markers, tables, function, &sizes);
            sizes.insert(function, Some(size));
        } else if let Entry::Vacant(place) = sizes.entry(function) {
            place.insert(None);
            waiting.push((function, true));
            waiting.extend(function.instructions().into_iter().filter_map(inlined).map(|callee| (callee, false)));
        }
    }
}

/// The function that a call is replaced by.
fn inlined(call: Value) -> Option<Value> {
    let callee = call.callee()?;
    (!callee.is_declaration() && !callee.name().starts_with(PREFIX)).then_some(callee)
}

/// The size of a function when all calls in it have been inlined, after those have been cut off that go too far.
fn sized(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    function: Value,
    sizes: &FxHashMap<Value, Option<u64>>,
) -> u64 {
    let most = match recursion::is_recursive(module, function) {
        true => recursion::MOST_INSTRUCTIONS as u64,
        false => MOST_INSTRUCTIONS,
    };
    let instructions = function.instructions();
    let mut size = instructions.len() as u64;
    for call in instructions.into_iter().filter(|instruction| instruction.is(LLVMOpcode::LLVMCall)) {
        let Some((callee, more)) = inlined(call).and_then(|callee| Some((callee, sizes.get(&callee).copied()??)))
        else {
            continue;
        };
        if size + more <= most {
            size += more;
            continue;
        }
        let reason = format!("call of `{}`: inlined, the program would be too large", callee.name());
        always(module, markers, tables, call, &reason);
        if call.has_uses() {
            call.replace_uses(call.ty().zero());
        }
        call.erase();
    }
    size
}

/// Inlines the calls that there are. LLVM marks the locals that come with them as alive in between: that is no news, and to its passes
/// what is read outside is undefined.
///
/// # Errors
/// If the pass fails.
pub fn inline_calls(module: &Module) -> Result<(), String> {
    module.run_passes("always-inline")?;
    let marks = bodies(module).flat_map(|function| function.instructions());
    let marks: Vec<Value> = marks.filter(|call| call.callee_name().starts_with("llvm.lifetime.")).collect();
    marks.into_iter().for_each(Value::erase);
    Ok(())
}
