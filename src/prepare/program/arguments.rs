//! The arguments of `main`: strings that the library's `arguments.c` makes, where the program reads them.
//!
//! At most so many are followed. Executions with more are followed up to the first place that reads the variable which holds them: what
//! only depends on their number is exact.

use super::recursion;
use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::source::library::{ARGUMENTS, FEW_ARGUMENTS};

/// How many arguments are followed behind the program's name, unless the user says otherwise.
pub const DEFAULT: usize = 3;

/// How many can be followed: `arguments.c` has room for one more.
pub const MOST: usize = 15;

/// Where the strings are read that `main` is given.
pub struct Reads {
    /// The loads of the variable that holds them; nothing if they are used in other ways, too.
    loads: Option<Vec<Value>>,
}

/// Where the arguments of a program's `main` are read, if they are.
pub fn read(module: &Module, main: Value) -> Option<Reads> {
    // One that the program itself calls is behind a `main` that only passes on what it is given.
    let main = recursion::passed_on(main).unwrap_or(main);
    let [count, strings, ..] = main.parameters()[..] else { return None };
    if count.ty() != module.int(32) || strings.ty() != module.pointer() {
        return None;
    }
    let users = strings.users();
    let variable = match users[..] {
        [] => return None,
        [store] if store.is(LLVMOpcode::LLVMStore) && store.operands().first() == Some(&strings) => store.operands()[1],
        _ => return Some(Reads { loads: None }),
    };
    let is_plain = |user: &Value| {
        user.is(LLVMOpcode::LLVMLoad) || user.is(LLVMOpcode::LLVMStore) && user.operands().first() != Some(&variable)
    };
    if !variable.is(LLVMOpcode::LLVMAlloca) || !variable.users().iter().all(is_plain) {
        return Some(Reads { loads: None });
    }
    let loads = variable.users().into_iter().filter(|user| user.is(LLVMOpcode::LLVMLoad) && user.has_uses());
    let loads: Vec<Value> = loads.collect();
    (!loads.is_empty()).then_some(Reads { loads: Some(loads) })
}

/// Gives `main`, which the system calls, its arguments.
pub fn show(module: &Module, main: Value, reads: Option<Reads>, most: usize) {
    let (Some(Reads { loads }), [count, strings, ..]) = (reads, &main.parameters()[..]) else { return };
    let Some(first) = main.instructions().into_iter().find(|instruction| !instruction.is(LLVMOpcode::LLVMAlloca))
    else {
        return;
    };
    let (int, pointer) = (module.int(32), module.pointer());
    let most = int.constant(most as u64 + 1);
    let made = module.before(first).call(module.declare(ARGUMENTS, pointer, &[int, int]), &[*count, most]);
    strings.replace_uses(made);
    let few = module.declare(FEW_ARGUMENTS, module.void(), &[int]);
    let mut calls = vec![made];
    calls.extend(loads.unwrap_or_else(|| vec![first]).into_iter().map(|place| module.before(place).call(few, &[most])));
    // What is inlined needs a place, and what stores parameters has none.
    let placed = main.instructions().into_iter().find(|instruction| instruction.location().is_some());
    if let Some(placed) = placed {
        calls.into_iter().filter(|call| call.location().is_none()).for_each(|call| call.set_location_of(placed));
    }
}

/// What is assumed where a program reads its arguments.
pub fn assumption(module: &Module, most: usize) -> Option<String> {
    let is_asked = module.function(ARGUMENTS).is_some_and(Value::has_uses);
    is_asked.then(|| {
        let many = match most {
            0 => "no argument".to_owned(),
            1 => "at most one argument".to_owned(),
            _ => format!("at most {most} arguments"),
        };
        format!("where the program reads its arguments, it has {many} (--arguments); they and its name have at most 63 characters")
    })
}
