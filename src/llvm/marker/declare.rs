//! Declarations of markers in a module, with what passes may do to their calls.
//!
//! The `…_if` functions have bodies and are inlined: so a check can be put before an instruction without splitting blocks.

use super::super::ir::{LLVMIntPredicate, Module, Type, Value};
use super::{Marker, PREFIX};

/// The markers that end paths, and their conditional forms.
pub struct Markers {
    /// [`Marker::Error`].
    pub error: Value,
    /// [`Marker::Stop`].
    pub stop: Value,
    /// [`Marker::Unmodelled`].
    pub unmodelled: Value,
    /// [`Marker::AccessUnmodelled`].
    pub access_unmodelled: Value,
    /// [`Marker::AccessError`].
    pub access_error: Value,
    /// [`Marker::Havoc`].
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
/// Reads what its arguments point to, and stays like the first.
const READS_ARGUMENT_MEMORY: u64 = 1 | 3 << 2;
/// Reads all memory, and stays like the first.
const READS_ALL_MEMORY: u64 = 1 | 3 << 2 | 1 << 4;

impl Markers {
    /// Declares the markers.
    pub fn declare(module: &Module) -> Markers {
        let (void, int) = (module.void(), module.int(32));
        let end = |marker: Marker, parameters: &[Type]| {
            let function = module.declare(&marker.name(), void, parameters);
            ["nounwind", "noreturn", "cold"].iter().for_each(|name| module.add_attribute(function, name, 0));
            function
        };
        let (error, stop, unmodelled) =
            (end(Marker::Error, &[int]), end(Marker::Stop, &[]), end(Marker::Unmodelled, &[int]));
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
            access_unmodelled: access_check(module, Marker::AccessUnmodelled),
            access_error: access_check(module, Marker::AccessError),
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
fn access_check(module: &Module, marker: Marker) -> Value {
    check(module, marker, &[module.pointer(), module.pointer_int(), module.int(32)])
}

/// The marker before a write.
pub fn written(module: &Module) -> Value {
    check(module, Marker::Written, &[module.pointer(), module.int(32)])
}

/// The marker before a call through a pointer, where a bad one is the error that is asked about.
pub fn callee_check(module: &Module) -> Value {
    check(module, Marker::CalleeError, &[module.pointer(), module.int(32)])
}

fn check(module: &Module, marker: Marker, parameters: &[Type]) -> Value {
    let function = module.declare(&marker.name(), module.void(), parameters);
    for name in ["nounwind", "nofree", "nosync", "nocallback", "nomerge"] {
        module.add_attribute(function, name, 0);
    }
    ["nocapture", "readnone"].iter().for_each(|name| module.add_parameter_attribute(function, 0, name));
    module.add_attribute(function, "memory", INACCESSIBLE_MEMORY);
    function
}

/// Writes the object that the address is in.
fn havoc(module: &Module) -> Value {
    let function = module.declare(&Marker::Havoc.name(), module.void(), &[module.pointer(), module.int(32)]);
    for name in ["nounwind", "willreturn", "nofree", "nosync", "nocallback", "nomerge"] {
        module.add_attribute(function, name, 0);
    }
    module.add_parameter_attribute(function, 0, "nocapture");
    module.add_attribute(function, "memory", ARGUMENT_MEMORY);
    function
}

/// The marker of an unknown pointer, floating-point number or vector.
pub fn undefined(module: &Module, ty: Type) -> Value {
    family(module, Marker::Undefined, ty, ty, &[])
}

/// The marker of an address: `offset` bytes behind another one.
pub fn address(module: &Module) -> Value {
    observer(module, &Marker::Address.name(), module.pointer(), &[module.pointer(), module.pointer_int()])
}

/// The marker before a comparison of addresses. It keeps them, as for LLVM: so passes do not choose which locals' addresses are equal.
pub fn compared(module: &Module) -> Value {
    let function = module.declare(&Marker::Compared.name(), module.void(), &[module.pointer(), module.pointer()]);
    for parameter in 0..2 {
        module.add_parameter_attribute(function, parameter, "readnone");
    }
    memory_attributes(module, function, INACCESSIBLE_MEMORY)
}

/// The marker of two blocks that must not overlap.
pub fn apart(module: &Module) -> Value {
    let (pointer, size) = (module.pointer(), module.pointer_int());
    let parameters = [pointer, size, pointer, size, module.int(1)];
    let function = module.declare(&Marker::Apart.name(), module.void(), &parameters);
    for parameter in [0, 2] {
        ["nocapture", "readnone"].iter().for_each(|name| module.add_parameter_attribute(function, parameter, name));
    }
    module.add_attribute(function, "nofree", 0);
    memory_attributes(module, function, INACCESSIBLE_MEMORY)
}

/// The marker of the start of a local's life. It keeps the local, as for LLVM: so what it gives may be an address of it.
pub fn scope_start(module: &Module) -> Value {
    let function = module.declare(&Marker::ScopeStart.name(), module.pointer(), &[module.pointer(), module.int(32)]);
    module.add_attribute(function, "willreturn", 0);
    memory_attributes(module, function, ARGUMENT_MEMORY)
}

/// The marker of the end of a local's life.
pub fn scope_end(module: &Module) -> Value {
    let function = module.declare(&Marker::ScopeEnd.name(), module.void(), &[module.pointer()]);
    module.add_attribute(function, "willreturn", 0);
    module.add_parameter_attribute(function, 0, "nocapture");
    memory_attributes(module, function, ARGUMENT_MEMORY)
}

/// The marker behind an object that nobody else has the address of.
pub fn private(module: &Module) -> Value {
    module.declare(&Marker::Private.name(), module.void(), &[module.pointer(), module.pointer_int()])
}

/// The marker where an object begins that nothing has set.
pub fn unset(module: &Module) -> Value {
    check(module, Marker::Unset, &[module.pointer()])
}

/// The marker of an allocation.
pub fn allocate(module: &Module, zeroed: bool) -> Value {
    allocation(module, if zeroed { Marker::AllocateZeroed } else { Marker::Allocate })
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

/// `ptr (iP bytes, i32 row, i32 input)`: what an allocation marker gives, or, of no bytes, null if the input of that row says so. Where
/// nobody `tracks` objects, one of no bytes is allocated then, too: so whatever may be its address is computed behind the allocation. It
/// has a body and is inlined.
pub fn or_null_if_empty(module: &Module, marker: Value, tracks: bool) -> Value {
    let (size, int) = (module.pointer_int(), module.int(32));
    let function = module.declare(&format!("{}_or_null", marker.name()), module.pointer(), &[size, int, int]);
    if !function.is_declaration() {
        return function;
    }
    module.add_attribute(function, "alwaysinline", 0);
    let [entry, empty, none, some] = ["entry", "empty", "none", "some"].map(|name| module.append_block(function, name));
    let parameters = function.parameters();
    let builder = module.at_end(entry);
    let object = (!tracks).then(|| builder.call(marker, &parameters[..2]));
    let is_empty = builder.compare(LLVMIntPredicate::LLVMIntEQ, parameters[0], size.zero());
    builder.branch(is_empty, empty, some);
    let builder = module.at_end(empty);
    let is_null = builder.call(nondet(module, module.int(1)), &parameters[2..]);
    builder.branch(is_null, none, some);
    module.at_end(none).return_value(module.pointer().zero());
    let builder = module.at_end(some);
    builder.return_value(object.unwrap_or_else(|| builder.call(marker, &parameters[..2])));
    function
}

/// The number of bytes and the row of a call that allocates, be it of the marker or of what may give null instead of that.
pub fn allocated(call: Value) -> Option<[Value; 2]> {
    let arguments = call.arguments();
    let is_marker = called(call).is_some_and(Marker::allocates);
    let or_null =
        [false, true].map(|zeroed| or_null_name(if zeroed { Marker::AllocateZeroed } else { Marker::Allocate }));
    match arguments[..] {
        [size, row] if is_marker => Some([size, row]),
        [size, row, _] if or_null.contains(&call.callee_name()) => Some([size, row]),
        _ => None,
    }
}

/// What [`or_null_if_empty`] is called.
fn or_null_name(marker: Marker) -> String {
    format!("{}_or_null", marker.name())
}

/// The marker of an allocation on the stack.
pub fn allocate_local(module: &Module) -> Value {
    allocation(module, Marker::AllocateLocal)
}

fn allocation(module: &Module, marker: Marker) -> Value {
    let function = module.declare(&marker.name(), module.pointer(), &[module.pointer_int(), module.int(32)]);
    memory_attributes(module, function, INACCESSIBLE_MEMORY)
}

/// The marker of the end of an object on the stack. It writes the object, so that no access is moved across it.
pub fn release(module: &Module) -> Value {
    let function = module.declare(&Marker::Release.name(), module.void(), &[module.pointer()]);
    module.add_attribute(function, "willreturn", 0);
    module.add_parameter_attribute(function, 0, "nocapture");
    memory_attributes(module, function, ARGUMENT_MEMORY)
}

/// The marker of the end of the program, where it matters what is still allocated.
pub fn end(module: &Module) -> Value {
    let function = module.declare(&Marker::EndError.name(), module.void(), &[module.int(32)]);
    memory_attributes(module, function, INACCESSIBLE_MEMORY)
}

/// The marker where memory must not be lost, in a module with so many globals that can hold pointers.
pub fn track(module: &Module, is_error: bool, globals: usize) -> Value {
    let marker = if is_error { Marker::TrackError } else { Marker::Track };
    let parameters: Vec<Type> = [module.int(32)].into_iter().chain(vec![module.pointer(); globals]).collect();
    let function = module.declare(&marker.name(), module.void(), &parameters);
    for parameter in 0..globals as u32 {
        module.add_parameter_attribute(function, parameter + 1, "nocapture");
    }
    memory_attributes(module, function, READS_ALL_MEMORY)
}

/// The markers of what locals hold, by address or by value.
pub fn holds_pointer(module: &Module, marker: Marker) -> Value {
    let function = module.declare(&marker.name(), module.void(), &[module.pointer()]);
    let is_value = matches!(marker, Marker::Held | Marker::CallHolds);
    let effects = if is_value { INACCESSIBLE_MEMORY } else { READS_ARGUMENT_MEMORY };
    ["nocapture", if is_value { "readnone" } else { "readonly" }]
        .iter()
        .for_each(|name| module.add_parameter_attribute(function, 0, name));
    ["willreturn", "nofree"].iter().for_each(|name| module.add_attribute(function, name, 0));
    memory_attributes(module, function, effects)
}

/// The markers where a call begins and ends.
pub fn bounds_call(module: &Module, marker: Marker) -> Value {
    let function = module.declare(&marker.name(), module.void(), &[module.int(32)]);
    ["willreturn", "nofree"].iter().for_each(|name| module.add_attribute(function, name, 0));
    memory_attributes(module, function, INACCESSIBLE_MEMORY)
}

/// The marker of the end of an allocation. It writes the object, so that no access is moved across it.
pub fn free(module: &Module, is_error: bool) -> Value {
    let marker = if is_error { Marker::FreeError } else { Marker::Free };
    let function = module.declare(&marker.name(), module.void(), &[module.pointer(), module.int(32)]);
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
    family(module, Marker::Nondet, ty, ty, &[module.int(32)])
}

/// The assignment marker of an integer type, or of pointers.
pub fn assign(module: &Module, ty: Type) -> Value {
    let function = family(module, Marker::Assign, ty, module.void(), &[ty, module.int(32)]);
    if ty.is_pointer() {
        ["nocapture", "readnone"].iter().for_each(|name| module.add_parameter_attribute(function, 0, name));
    }
    function
}

/// The constant marker of an integer type.
pub fn constant(module: &Module, ty: Type) -> Value {
    family(module, Marker::Constant, ty, ty, &[module.int(64), module.int(64)])
}

/// The marker of a value that passes do not see.
pub fn value(module: &Module, ty: Type) -> Value {
    family(module, Marker::Value, ty, ty, &[ty])
}

/// The marker that says which variable holds a value of a type.
pub fn holds(module: &Module, ty: Type) -> Value {
    family(module, Marker::Holds, ty, module.void(), &[ty, module.int(32)])
}

/// The marker that gives any value of a scalar type, another one each time.
pub fn any(module: &Module, ty: Type) -> Option<Value> {
    let is_scalar = ty.int_width().is_some() || ty.is_pointer() || ty.is_float();
    is_scalar.then(|| family(module, Marker::Any, ty, ty, &[]))
}

/// The marker of a place of the source.
pub fn place(module: &Module) -> Value {
    observer(module, &Marker::Place.name(), module.void(), &[module.int(32)])
}

/// Whether a type is that of numbers of up to 64 bits, or of pointers: values of these can be told by markers.
pub fn is_scalar(ty: Type) -> bool {
    ty.is_pointer() || ty.int_width().is_some_and(|width| width <= 64)
}

/// A marker that takes a condition under which something goes wrong.
pub fn fails_if(module: &Module, marker: Marker) -> Value {
    observer(module, &marker.name(), module.void(), &[module.int(1)])
}

/// A marker that takes a condition under which an object is left, and which one, by a row.
pub fn leaves_if(module: &Module, marker: Marker) -> Value {
    observer(module, &marker.name(), module.void(), &[module.int(1), module.int(32)])
}

/// The marker before a call that accesses so many bytes.
pub fn accessed(module: &Module, reads: bool) -> Value {
    let marker = if reads { Marker::Reads } else { Marker::Writes };
    check(module, marker, &[module.pointer(), module.pointer_int()])
}

/// A marker that takes an operand with which something may go wrong.
pub fn operand(module: &Module, marker: Marker, ty: Type) -> Value {
    family(module, marker, ty, module.void(), &[ty])
}

/// A marker of a family: the one for a type.
fn family(module: &Module, marker: Marker, of: Type, result: Type, parameters: &[Type]) -> Value {
    observer(module, &marker.name_for(&of.text()), result, parameters)
}

/// A marker whose calls are neither joined nor removed nor moved.
fn observer(module: &Module, name: &str, result: Type, parameters: &[Type]) -> Value {
    let function = module.declare(name, result, parameters);
    for name in ["nounwind", "willreturn", "nofree", "nosync", "nocallback"] {
        module.add_attribute(function, name, 0);
    }
    module.add_attribute(function, "memory", INACCESSIBLE_MEMORY);
    function
}

/// The marker that is called.
pub fn called(call: Value) -> Option<Marker> {
    Marker::of(&call.callee_name())
}
