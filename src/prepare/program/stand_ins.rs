//! Functions that are something else under another name: LLVM's own that the C library has too, and variables of the environment, which
//! are numbered by their names so that each keeps its value.

use crate::llvm::ir::{Module, Value};
use crate::llvm::known;
use crate::source::library::{
    jump, ACCOUNTS, ADDRESSES, DESCRIPTOR, ENTRIES, ENVIRONMENT, HANDLED, LANGUAGE, MESSAGE, ZONES,
};

/// Intrinsics that the library has bodies for.
const INTRINSICS: [(&str, &str); 2] = [("llvm.minnum.", "bitreach.minnum."), ("llvm.maxnum.", "bitreach.maxnum.")];

/// Intrinsics that are functions of the library, by their names for `double`.
const OF_LIBRARY: [&str; 10] = ["sin", "cos", "tan", "exp", "exp2", "exp10", "log", "log2", "log10", "pow"];

/// What the names of intrinsics end in, and those of the library for the same type.
const TYPES: [(&str, &str); 3] = [("f64", ""), ("f32", "f"), ("f80", "l")];

/// The intrinsics that are others, without their types.
pub fn intrinsics() -> impl Iterator<Item = String> {
    let own = INTRINSICS.iter().map(|(name, _)| name.trim_end_matches('.').to_owned());
    own.chain(OF_LIBRARY.iter().map(|name| format!("llvm.{name}")))
}

/// The function of the library that an intrinsic is.
fn of_library(intrinsic: &str) -> Option<String> {
    let (name, ty) = intrinsic.strip_prefix("llvm.")?.split_once('.')?;
    let (_, suffix) = TYPES.iter().find(|(of_intrinsic, _)| *of_intrinsic == ty)?;
    OF_LIBRARY.contains(&name).then(|| format!("{name}{suffix}"))
}

/// So many variables of the environment are told apart.
const MOST_VARIABLES: usize = 8;

/// The function that asks for such a variable.
pub const GETENV: &str = "getenv";

/// What is assumed where a program calls one of these.
const ASSUMED: [(&str, &str); 10] = [
    (ENVIRONMENT, "variables of the environment have at most 63 characters, and do not change"),
    (DESCRIPTOR, "a file that is opened has a descriptor below 64, which is the lowest one that is free"),
    (jump::PLACE, "an execution calls `setjmp` less than 2^32 times"),
    (HANDLED, "no signal comes: what handles one is not called"),
    (ENTRIES, "all entries of a folder that is open are read into one place"),
    (ZONES, "names of time zones have at most 63 characters, and no time zone has leap seconds"),
    (ADDRESSES, "a host has at most two addresses and one other name, and names of at most 63 characters together"),
    (
        ACCOUNTS,
        "texts of a user or a group have at most 63 characters, and a group at most three members, as much together",
    ),
    (MESSAGE, "messages of the system (strerror) have at most 127 characters"),
    (
        LANGUAGE,
        "the language that the environment asks for is that of C: letters, numbers and texts are as without one",
    ),
];

/// What is assumed where a program asks the system for something.
pub fn assumptions(module: &Module) -> impl Iterator<Item = String> + '_ {
    let is_called = |(name, _): &(&str, &str)| module.function(name).is_some_and(Value::has_uses);
    ASSUMED.into_iter().filter(is_called).map(|(_, assumed)| assumed.to_owned())
}

/// Puts them in.
pub fn show(module: &Module) {
    let calls = module.functions().into_iter().flat_map(|function| function.instructions());
    let calls: Vec<Value> = calls.filter(|call| call.callee().is_some_and(Value::is_declaration)).collect();
    let mut names: Vec<String> = Vec::new();
    for call in calls {
        let (name, arguments) = (call.callee_name(), call.arguments());
        let body = INTRINSICS.iter().find_map(|(from, to)| Some(format!("{to}{}", name.strip_prefix(from)?)));
        let body = body.or_else(|| of_library(&name));
        if let (Some(body), Some(callee)) = (body.filter(|_| call.ty().lanes().is_none()), call.callee()) {
            call.set_operand(call.operands().len() - 1, module.declare_like(&body, callee));
        }
        if let (GETENV, [variable], true) = (&*name, &arguments[..], call.ty() == module.pointer()) {
            let Some(text) = known::text_of(*variable) else { continue };
            if text.is_empty() {
                // No variable is called so.
                call.replace_uses(module.pointer().zero());
                call.erase();
                continue;
            }
            let number = names.iter().position(|known| *known == text).unwrap_or_else(|| {
                names.push(text);
                names.len() - 1
            });
            if number < MOST_VARIABLES {
                let (int, pointer) = (module.int(32), module.pointer());
                let value = module.declare(ENVIRONMENT, pointer, &[int]);
                call.replace_uses(module.before(call).call(value, &[int.constant(number as u64)]));
                call.erase();
            }
        }
    }
}
