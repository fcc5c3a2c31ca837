//! Marker functions: declared, never defined; a call of one tells the reader what happens there.
//!
//! | marker | meaning |
//! |---|---|
//! | `void __bitreach_error(i32 site)` | the check of this row fails; the path ends |
//! | `void __bitreach_stop()` | the path ends without error |
//! | `void __bitreach_unmodelled(i32 row)` | what follows is not represented; the path ends |
//! | `iN __bitreach_nondet_iN(i32 row)` | an input of this row |
//! | `iN __bitreach_const_iN(i64 low, i64 high)` | a constant of more than 64 bits |
//! | `void __bitreach_access_unmodelled(ptr address, iP bytes, i32 row)` | so many bytes are accessed; where that is not inside an object, what follows is not represented |
//! | `void __bitreach_access_error(ptr address, iP bytes, i32 site)` | the same, where the check of this row fails, or of one behind it: [`CheckKind::OF_ACCESS`] |
//! | `void __bitreach_callee_error(ptr callee, i32 site)` | the function is called; where it is none, the check of this row fails |
//! | `void __bitreach_havoc(ptr address, i32 row)` | the whole object holds any value: inputs of this row |
//! | `ptr __bitreach_allocate(iP bytes, i32 row)` | a new object on the heap; past a number of them what follows is not represented |
//! | `ptr __bitreach_allocate_zeroed(iP bytes, i32 row)` | the same, all of it zero |
//! | `ptr __bitreach_allocate_local(iP bytes, i32 row)` | a new object on the stack; past a number of them at once what follows is not represented |
//! | `void __bitreach_release(ptr address)` | the object on the stack is gone, with all older ones of that marker; null is none |
//! | `iP __bitreach_size(ptr address)` | how many bytes the object on the heap has that begins there, 0 where there is none |
//! | `void __bitreach_free(ptr address, i32 row)` | the object is gone; where it is none on the heap, what follows is not represented |
//! | `void __bitreach_free_error(ptr address, i32 site)` | the same, where the check of this row fails, or of one behind it: [`CheckKind::OF_FREE`] |
//! | `void __bitreach_end_error(i32 site)` | the program ends: what is still allocated is an error |
//! | `void __bitreach_track_error(i32 site, ptr…)`, `void __bitreach_track(i32 row, ptr…)` | what is allocated and cannot be reached from these globals is an error; or, if nothing that is still used leads to it, unmodelled |
//! | `ptr __bitreach_scope_start(ptr local, i32 row)` | a new life of the local begins; its address in this life. If there is such a row, it is not represented that this address is used when the life has ended |
//! | `void __bitreach_scope_end(ptr local)` | the local's life ends |
//! | `ptr __bitreach_address(ptr base, iP offset)` | the address so many bytes behind another, which may be outside of its object |
//! | `void __bitreach_compared(ptr a, ptr b)` | the addresses are compared; where C does not say whether they are equal, what follows is not represented. With null: the address becomes a number |
//! | `void __bitreach_place(i32 row)` | control passes the place of this row ([`super::places`]) |
//! | `T __bitreach_value_T(T value)` | the value, which passes do not see |
//! | `T __bitreach_undefined_T()` | a value of a type that is no integer, of which nothing is known |
//! | `void __bitreach_assign_iN(iN value, i32 row)`, `…_ptr(ptr value, i32 row)` | the C variable of this row now holds the value |
//!
//! The `…_if` functions have bodies and are inlined: so a check can be put before an instruction without splitting blocks.

use super::ir::{Module, Type, Value};
#[cfg(doc)]
use crate::program::CheckKind;

/// The markers that end paths, and their conditional forms.
pub struct Markers {
    /// `__bitreach_error`.
    pub error: Value,
    /// `__bitreach_stop`.
    pub stop: Value,
    /// `__bitreach_unmodelled`.
    pub unmodelled: Value,
    /// `__bitreach_access_unmodelled`.
    pub access_unmodelled: Value,
    /// `__bitreach_access_error`.
    pub access_error: Value,
    /// `__bitreach_havoc`.
    pub havoc: Value,
    /// `void (i1 bad, i32 site)`.
    pub error_if: Value,
    /// `void (i1 bad, i32 row)`; the row is not used.
    pub stop_if: Value,
    /// `void (i1 bad, i32 row)`.
    pub unmodelled_if: Value,
}

/// Reads and writes nothing that the program can see, but must neither go nor move across its like: memory effects
/// `inaccessiblemem: readwrite`, as LLVM numbers them.
const INACCESSIBLE_MEMORY: u64 = 3 << 2;
/// Writes and reads what its arguments point to, and as above.
const ARGUMENT_MEMORY: u64 = 3 | 3 << 2;

/// Reads all memory, and stays like the first.
const READS_ALL_MEMORY: u64 = 1 | 3 << 2 | 1 << 4;

/// The name of the marker before an access.
pub const ACCESS_UNMODELLED: &str = "__bitreach_access_unmodelled";
/// The same where an invalid access is the error that is asked about.
pub const ACCESS_ERROR: &str = "__bitreach_access_error";
/// The name of the marker that gives an object any contents.
pub const HAVOC: &str = "__bitreach_havoc";

/// The name of the marker of a computed address.
pub const ADDRESS: &str = "__bitreach_address";

/// The name of the marker of a C variable that gets a pointer.
pub const ASSIGN_POINTER: &str = "__bitreach_assign_ptr";

/// The name of the marker before a comparison of addresses.
pub const COMPARED: &str = "__bitreach_compared";

/// The names of the markers of scopes.
pub const SCOPE_START: &str = "__bitreach_scope_start";
pub const SCOPE_END: &str = "__bitreach_scope_end";

/// The name of the marker that ends the life of an object on the stack.
pub const RELEASE: &str = "__bitreach_release";

/// The prefix of all markers.
pub const PREFIX: &str = "__bitreach_";

impl Markers {
    /// Declares the markers.
    pub fn declare(module: &Module) -> Markers {
        let (void, int) = (module.void(), module.int(32));
        let end = |name: &str, parameters: &[Type]| {
            let function = module.declare(&format!("{PREFIX}{name}"), void, parameters);
            ["nounwind", "noreturn", "cold"].iter().for_each(|name| module.add_attribute(function, name, 0));
            function
        };
        let (error, stop, unmodelled) = (end("error", &[int]), end("stop", &[]), end("unmodelled", &[int]));
        let conditional = |name: &str, marker: Value, has_row: bool| {
            let function = module.declare(&format!("{PREFIX}{name}"), void, &[module.int(1), int]);
            if !function.is_declaration() {
                return function;
            }
            // Checks that are put in late, when functions have been closed, are inlined too.
            module.add_attribute(function, "alwaysinline", 0);
            let [entry, bad, good] = ["entry", "bad", "good"].map(|name| module.append_block(function, name));
            let parameters = function.parameters();
            module.at_end(entry).branch(parameters[0], bad, good);
            let builder = module.at_end(bad);
            builder.call(marker, if has_row { &parameters[1..] } else { &[] });
            builder.unreachable();
            module.at_end(good).return_void();
            function
        };
        Markers {
            error,
            stop,
            unmodelled,
            access_unmodelled: access_check(module, ACCESS_UNMODELLED),
            access_error: access_check(module, ACCESS_ERROR),
            havoc: havoc(module),
            error_if: conditional("error_if", error, true),
            stop_if: conditional("stop_if", stop, false),
            unmodelled_if: conditional("unmodelled_if", unmodelled, true),
        }
    }

    /// Whether a call ends the path.
    pub fn ends_path(&self, call: Value) -> bool {
        call.callee().is_some_and(|callee| [self.error, self.stop, self.unmodelled].contains(&callee))
    }
}

/// An access check only looks at the address, and may end the path.
fn access_check(module: &Module, name: &str) -> Value {
    check(module, name, &[module.pointer(), module.pointer_int(), module.int(32)])
}

/// The marker before a call through a pointer, where a bad one is the error that is asked about.
pub fn callee_check(module: &Module) -> Value {
    check(module, "__bitreach_callee_error", &[module.pointer(), module.int(32)])
}

fn check(module: &Module, name: &str, parameters: &[Type]) -> Value {
    let function = module.declare(name, module.void(), parameters);
    for name in ["nounwind", "nofree", "nosync", "nocallback", "nomerge"] {
        module.add_attribute(function, name, 0);
    }
    ["nocapture", "readnone"].iter().for_each(|name| module.add_parameter_attribute(function, 0, name));
    module.add_attribute(function, "memory", INACCESSIBLE_MEMORY);
    function
}

/// Writes the object that the address is in.
fn havoc(module: &Module) -> Value {
    let function = module.declare(HAVOC, module.void(), &[module.pointer(), module.int(32)]);
    for name in ["nounwind", "willreturn", "nofree", "nosync", "nocallback", "nomerge"] {
        module.add_attribute(function, name, 0);
    }
    module.add_parameter_attribute(function, 0, "nocapture");
    module.add_attribute(function, "memory", ARGUMENT_MEMORY);
    function
}

/// The marker of an unknown pointer, floating-point number or vector.
pub fn undefined(module: &Module, ty: Type) -> Value {
    let name: String = ty.text().chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
    observer(module, &format!("{PREFIX}undefined_{name}"), ty, &[])
}

/// The marker of an address: `offset` bytes behind another one.
pub fn address(module: &Module) -> Value {
    observer(module, ADDRESS, module.pointer(), &[module.pointer(), module.pointer_int()])
}

/// The marker before a comparison of addresses. It keeps them, as for LLVM: so passes do not choose which locals' addresses are equal.
pub fn compared(module: &Module) -> Value {
    let function = module.declare(COMPARED, module.void(), &[module.pointer(), module.pointer()]);
    for parameter in 0..2 {
        module.add_parameter_attribute(function, parameter, "readnone");
    }
    memory_attributes(module, function, INACCESSIBLE_MEMORY)
}

/// The marker of the start of a local's life. It keeps the local, as for LLVM: so what it gives may be an address of it.
pub fn scope_start(module: &Module) -> Value {
    let function = module.declare(SCOPE_START, module.pointer(), &[module.pointer(), module.int(32)]);
    module.add_attribute(function, "willreturn", 0);
    memory_attributes(module, function, ARGUMENT_MEMORY)
}

/// The marker of the end of a local's life.
pub fn scope_end(module: &Module) -> Value {
    let function = module.declare(SCOPE_END, module.void(), &[module.pointer()]);
    module.add_attribute(function, "willreturn", 0);
    module.add_parameter_attribute(function, 0, "nocapture");
    memory_attributes(module, function, ARGUMENT_MEMORY)
}

/// The marker of an allocation.
pub fn allocate(module: &Module, zeroed: bool) -> Value {
    allocation(module, if zeroed { "allocate_zeroed" } else { "allocate" })
}

/// `ptr (i1 fails, iP bytes, i32 row)`: null, or what an allocation marker gives. It has a body and is inlined.
pub fn unless(module: &Module, marker: Value) -> Value {
    let parameters = [module.int(1), module.pointer_int(), module.int(32)];
    let function = module.declare(&format!("{}_unless", marker.name()), module.pointer(), &parameters);
    if !function.is_declaration() {
        return function;
    }
    module.add_attribute(function, "alwaysinline", 0);
    let [entry, none, some] = ["entry", "none", "some"].map(|name| module.append_block(function, name));
    let parameters = function.parameters();
    module.at_end(entry).branch(parameters[0], none, some);
    module.at_end(none).return_value(module.pointer().zero());
    let builder = module.at_end(some);
    builder.return_value(builder.call(marker, &parameters[1..]));
    function
}

/// The marker of an allocation on the stack.
pub fn allocate_local(module: &Module) -> Value {
    allocation(module, "allocate_local")
}

fn allocation(module: &Module, name: &str) -> Value {
    let name = format!("{PREFIX}{name}");
    let function = module.declare(&name, module.pointer(), &[module.pointer_int(), module.int(32)]);
    memory_attributes(module, function, INACCESSIBLE_MEMORY)
}

/// The marker of the end of an object on the stack. It writes the object, so that no access is moved across it.
pub fn release(module: &Module) -> Value {
    let function = module.declare(RELEASE, module.void(), &[module.pointer()]);
    module.add_attribute(function, "willreturn", 0);
    module.add_parameter_attribute(function, 0, "nocapture");
    memory_attributes(module, function, ARGUMENT_MEMORY)
}

/// The marker of the end of the program, where it matters what is still allocated.
pub fn end(module: &Module) -> Value {
    let function = module.declare(&format!("{PREFIX}end_error"), module.void(), &[module.int(32)]);
    memory_attributes(module, function, INACCESSIBLE_MEMORY)
}

/// The marker where memory must not be lost, in a module with so many globals that can hold pointers.
pub fn track(module: &Module, is_error: bool, globals: usize) -> Value {
    let name = if is_error { "track_error" } else { "track" };
    let parameters: Vec<Type> = [module.int(32)].into_iter().chain(vec![module.pointer(); globals]).collect();
    let function = module.declare(&format!("{PREFIX}{name}"), module.void(), &parameters);
    for parameter in 0..globals as u32 {
        module.add_parameter_attribute(function, parameter + 1, "nocapture");
    }
    memory_attributes(module, function, READS_ALL_MEMORY)
}

/// The marker of the end of an allocation. It writes the object, so that no access is moved across it.
pub fn free(module: &Module, is_error: bool) -> Value {
    let name = if is_error { "free_error" } else { "free" };
    let function = module.declare(&format!("{PREFIX}{name}"), module.void(), &[module.pointer(), module.int(32)]);
    memory_attributes(module, function, ARGUMENT_MEMORY)
}

/// What may end the path, with these effects on memory, and stays where it is.
fn memory_attributes(module: &Module, function: Value, effects: u64) -> Value {
    for name in ["nounwind", "nosync", "nocallback", "nomerge"] {
        module.add_attribute(function, name, 0);
    }
    module.add_attribute(function, "memory", effects);
    function
}

/// The input marker of an integer type.
pub fn nondet(module: &Module, ty: Type) -> Value {
    let name = format!("{PREFIX}nondet_i{}", ty.int_width().unwrap_or(0));
    observer(module, &name, ty, &[module.int(32)])
}

/// The assignment marker of an integer type, or of pointers.
pub fn assign(module: &Module, ty: Type) -> Value {
    let name = match ty.int_width() {
        Some(width) => format!("{PREFIX}assign_i{width}"),
        None => ASSIGN_POINTER.to_owned(),
    };
    let function = observer(module, &name, module.void(), &[ty, module.int(32)]);
    if ty.is_pointer() {
        ["nocapture", "readnone"].iter().for_each(|name| module.add_parameter_attribute(function, 0, name));
    }
    function
}

/// The constant marker of an integer type.
pub fn constant(module: &Module, ty: Type) -> Value {
    let name = format!("{PREFIX}const_i{}", ty.int_width().unwrap_or(0));
    observer(module, &name, ty, &[module.int(64), module.int(64)])
}

fn observer(module: &Module, name: &str, result: Type, parameters: &[Type]) -> Value {
    let function = module.declare(name, result, parameters);
    for name in ["nounwind", "willreturn", "nofree", "nosync", "nocallback"] {
        module.add_attribute(function, name, 0);
    }
    module.add_attribute(function, "memory", INACCESSIBLE_MEMORY);
    function
}
