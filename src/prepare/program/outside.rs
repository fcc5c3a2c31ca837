//! What runs before `main` and behind it: constructors, what `atexit` was told to call, destructors, in the order of GNU's loader. They
//! are called by a `main` around that of the program, and where `exit` is called. And variables of threads, of which there is one, and
//! atomic accesses.

use crate::llvm::ir::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, Module, Type, Value};
use crate::prepare::program::external;
use crate::prepare::program::files::Files;
use crate::prepare::program::recursion;
use crate::prepare::program::undefined::bodies;
use crate::source::library::AT_END;
use crate::source::property::Property;

/// The lists of functions that LLVM keeps of a program.
const BEFORE: &str = "llvm.global_ctors";
const BEHIND: &str = "llvm.global_dtors";

/// The intrinsic that gives the address of a variable of the thread.
pub const THREAD_LOCAL: &str = "llvm.threadlocal.address";

/// A destructor that is called before anything else that the end of a program calls: with it is asked whether a program ends.
pub const AT_NORMAL_END: &str = "bitreach_at_normal_end";

/// The functions that programs call to have something called at their end, and to end.
const AT_EXIT: &str = "atexit";
const EXIT: &str = "exit";

/// What is assumed of a program that is not prepared yet: where it exchanges atomically and lets that fail for nothing, and of variables
/// that no file defines.
pub fn assumptions(module: &Module) -> impl Iterator<Item = String> {
    let may_fail = bodies(module).flat_map(Value::instructions).any(Value::may_fail_for_nothing);
    let exchange = || "`compare_exchange_weak` fails only where it finds another value, as on x86".to_owned();
    may_fail.then(exchange).into_iter().chain(external::assumption(module))
}

/// Shows all of this, and gives the function that is called from outside. Where the order is open, or a function wants arguments, the
/// lists stay, and are not modelled.
pub fn show(module: &Module, main: Value, files: &Files, property: Property) -> Value {
    if property.asks_for_overflow() {
        atomic_sums_overflow(module);
    }
    one_thread(module);
    show_messages(module);
    let lists = [BEFORE, BEHIND].map(|name| module.globals().into_iter().find(|global| global.name() == name));
    let functions = lists.map(|list| list.map_or(Some(Vec::new()), |list| in_order(list, files)));
    let [Some(mut before), Some(mut behind)] = functions else { return main };
    if let Some(filled) = external::define(module) {
        before.insert(0, filled);
    }
    behind.reverse();
    if module.function(AT_EXIT).is_some_and(|function| function.is_declaration() && function.has_uses()) {
        behind.insert(0, module.declare(AT_END, module.void(), &[]));
    }
    if let Some(place) = behind.iter().position(|function| function.name() == AT_NORMAL_END) {
        behind[..=place].rotate_right(1);
    }
    if before.is_empty() && behind.is_empty() {
        return main;
    }
    for list in lists.into_iter().flatten() {
        list.erase_global();
    }
    let exits = bodies(module).flat_map(Value::instructions).filter(|call| call.callee_name() == EXIT);
    for call in exits.filter(|call| call.callee().is_some_and(Value::is_declaration)).collect::<Vec<_>>() {
        for &function in &behind {
            module.before(call).call(function, &[]);
        }
    }
    let around = recursion::begin(module, main);
    let instructions = around.instructions();
    let own = |opcode: LLVMOpcode| instructions.iter().copied().find(|instruction| instruction.is(opcode));
    let (Some(call), Some(end)) = (own(LLVMOpcode::LLVMCall), own(LLVMOpcode::LLVMRet)) else { return around };
    for function in before {
        module.before(call).call(function, &[]);
    }
    for function in behind {
        module.before(end).call(function, &[]);
    }
    around
}

/// Functions that write what the other one does, and end the program as `exit` does. Others may have functions of their own of these
/// names, so that nothing else is known of them.
pub const LAST_MESSAGES: [(&str, &str); 2] = [("err", "warn"), ("errx", "warnx")];

/// Calls of these become two calls.
fn show_messages(module: &Module) {
    let (void, int, pointer) = (module.void(), module.int(32), module.pointer());
    // The program may have functions of its own with these names.
    let is_free_function = |function: Value, parameters: &[Type], is_open: bool| {
        let types: Vec<Type> = function.parameters().iter().map(|parameter| parameter.ty()).collect();
        function.is_declaration()
            && function.result_kind() == Some(LLVMTypeKind::LLVMVoidTypeKind)
            && types == parameters
            && function.named_before_others().is_some() == is_open
    };
    let is_free = |name: &str, parameter: Type, is_open: bool| {
        module.function(name).is_none_or(|function| is_free_function(function, &[parameter], is_open))
    };
    for (name, message) in LAST_MESSAGES {
        let calls = bodies(module).flat_map(Value::instructions).filter(|call| call.callee_name() == name);
        for call in calls.collect::<Vec<_>>() {
            let arguments = call.arguments();
            let [status, format, ..] = arguments[..] else { continue };
            let is_plain = call.callee().is_some_and(|callee| is_free_function(callee, &[int, pointer], true))
                && call.ty() == void
                && status.ty() == int
                && format.ty() == pointer;
            if !is_plain || !is_free(message, pointer, true) || !is_free(EXIT, int, false) {
                continue;
            }
            let builder = module.before(call);
            builder.call(module.declare_open(message, void, &[pointer]), &arguments[1..]);
            builder.call(module.declare(EXIT, void, &[int]), &[status]);
            call.erase();
        }
    }
}

/// The functions of a list in the order in which they are called before `main`, if that is known.
fn in_order(list: Value, files: &Files) -> Option<Vec<Value>> {
    let list = list.initializer()?;
    let (_, count) = list.ty().parts()?;
    let mut functions = Vec::new();
    for index in 0..count {
        let row = list.aggregate_element(index)?;
        let (priority, function) = (row.aggregate_element(0)?.as_int()?, row.aggregate_element(1)?);
        let is_plain = function.is_function() && !function.is_declaration() && function.parameters().is_empty();
        if !is_plain || function.result_kind() != Some(LLVMTypeKind::LLVMVoidTypeKind) {
            return None;
        }
        functions.push((priority, function));
    }
    functions.sort_by_key(|(priority, _)| *priority);
    let is_open = |pair: &[(u64, Value)]| pair[0].0 == pair[1].0 && files.number(pair[0].1) != files.number(pair[1].1);
    (!functions.windows(2).any(is_open)).then(|| functions.into_iter().map(|(_, function)| function).collect())
}

/// Sums that an atomic access computes overflow as others do. In C, `+=` and `++` of an `_Atomic int` must not, and `atomic_fetch_add` wraps;
/// clang writes one instruction for both, so that a sum which wraps is one that clang does not check.
fn atomic_sums_overflow(module: &Module) {
    for access in bodies(module).flat_map(Value::instructions).collect::<Vec<_>>() {
        let (Some(opcode), [address, by]) = (access.atomic_sum(), &access.operands()[..]) else { continue };
        let builder = module.before(access);
        let old = builder.load(by.ty(), *address);
        if access.is_volatile() {
            old.set_volatile();
        }
        let sum = builder.arithmetic(opcode, old, *by);
        sum.set_no_signed_wrap();
        builder.store(sum, *address);
        access.replace_uses(old);
        access.erase();
    }
}

/// What an atomic access of a volatile object gives is read from it as any other read does: LLVM's pass would forget that it is volatile.
fn volatile_stays(module: &Module) {
    for access in bodies(module).flat_map(Value::instructions).filter(|access| access.is_volatile()).collect::<Vec<_>>()
    {
        let operands = access.operands();
        let builder = module.before(access);
        let read = |ty| {
            let old = builder.load(ty, operands[0]);
            old.set_volatile();
            old
        };
        let given = match access.opcode() {
            Some(LLVMOpcode::LLVMAtomicRMW) => read(operands[1].ty()),
            Some(LLVMOpcode::LLVMAtomicCmpXchg) => {
                let old = read(operands[1].ty());
                let is_expected = builder.compare(LLVMIntPredicate::LLVMIntEQ, old, operands[1]);
                let half = builder.with_member(access.ty().zero(), old, 0);
                builder.with_member(half, is_expected, 1)
            }
            _ => continue,
        };
        access.replace_uses(given);
    }
}

/// A program with one thread has one of each variable, and nothing comes between the parts of an atomic access.
fn one_thread(module: &Module) {
    for function in bodies(module) {
        for call in function.instructions() {
            if let (true, [address]) = (call.callee_name().starts_with(THREAD_LOCAL), &call.arguments()[..]) {
                call.replace_uses(*address);
                call.erase();
            }
        }
    }
    module.globals().into_iter().for_each(Value::clear_thread_local);
    volatile_stays(module);
    let is_atomic = |instruction: Value| match instruction.opcode() {
        Some(LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMAtomicCmpXchg | LLVMOpcode::LLVMFence) => true,
        _ => instruction.is_atomic(),
    };
    // Without the pass they stay what they are, which is not modelled.
    let is_left = bodies(module).flat_map(Value::instructions).any(is_atomic)
        && module.run_passes("function(lower-atomic)").is_err();
    debug_assert!(!is_left, "LLVM knows the pass");
}
