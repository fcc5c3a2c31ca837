//! Calls of functions that have a meaning of their own become markers, by name, before anything is inlined.

use crate::bv::Format;
use crate::llvm::ir::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, Module, Value};
use crate::llvm::known::{self, writes_as, Returns};
use crate::llvm::marker::declare::{self, Markers};
use crate::llvm::marker::PREFIX;
use crate::llvm::trap;
use crate::prepare::program::{discarded, formats, overlap, results, rounding, undefined, Assumed, UnknownCalls};
use crate::prepare::tables::Tables;
use crate::program::{CheckKind, InputKind, Reading};
use crate::source::library;
use crate::source::property::{Property, ERROR_FUNCTIONS};
use crate::source::task::INPUT;

/// What bodies of library functions call where C leaves open what happens; the argument is a text that says what.
const LEFT_OPEN: &str = "__bitreach_left_open";

/// What bodies of library functions call that are given a file which has been closed.
const CLOSED: &str = "__bitreach_closed";

/// What bodies of library functions call where a value is not fixed: the arguments say which function is meant, and which values it gives.
const NOT_FIXED: &str = "__bitreach_not_fixed";

/// How the reason ends why such a value is not modelled.
const WHY_NOT_FIXED: &str = "`, which IEEE 754 does not fix";

/// Whether something is not modelled because it is a value that IEEE 754 does not fix.
pub fn is_not_fixed(reason: &str) -> bool {
    reason.ends_with(WHY_NOT_FIXED)
}

/// Functions that allocate on the heap.
pub const ALLOCATING: [&str; 2] = ["malloc", "calloc"];

/// Why what follows is unmodelled where a call has given out as many objects as are followed.
pub const MORE_ALLOCATIONS: &str = "more allocations at one place than are followed";

/// The function that allocates on the stack, where it is called by that name.
pub const ON_STACK: &str = "alloca";

/// Functions that free what others allocate.
pub const FREEING: [&str; 2] = ["free", "cfree"];

/// Functions that are intrinsics of their name.
pub const OF_BLOCKS: [&str; 3] = ["memcpy", "memmove", "memset"];

/// Intrinsics that mean nothing here.
pub const SKIPPED: [&str; 3] = ["llvm.donothing", "llvm.experimental.noalias.scope.decl", "llvm.invariant."];

/// The intrinsic that says what is so.
pub const PROMISE: &str = "llvm.assume";

/// The intrinsic that asks whether something is constant.
pub const IS_CONSTANT: &str = "llvm.is.constant.";

/// Replaces the calls in all bodies.
pub fn calls(module: &Module, markers: &Markers, tables: &mut Tables, property: Property, assumed: Assumed) {
    let errors = error_functions(module, property);
    let mut pass = Pass { module, markers, tables, property, assumed, errors, function: String::new() };
    for function in module.functions().into_iter().filter(|function| !function.name().starts_with(PREFIX)) {
        pass.function = function.source_name().unwrap_or_else(|| function.name());
        for instruction in function.instructions() {
            if instruction.is(LLVMOpcode::LLVMCall) {
                pass.call(instruction);
            }
        }
    }
}

/// The error functions themselves begin with the marker, so that a call through a pointer, whose target only passes find
/// out, is the error too. Runs after [`calls`], which know the place where an error is called.
pub fn bodies(module: &Module, markers: &Markers, tables: &mut Tables, property: Property) {
    for function in error_functions(module, property) {
        // Without uses there is no call left; `main` is called from outside.
        if !function.has_uses() {
            continue;
        }
        if function.is_declaration() {
            module.at_end(module.append_block(function, "entry")).unreachable();
        }
        let Some(&first) = function.instructions().first() else { continue };
        if property.asks_for_error_functions() {
            let origin = tables.origin_of(first);
            let name = function.source_name().unwrap_or_else(|| function.name());
            let site = tables.site(CheckKind::ReachError, name, origin);
            module.before(first).call(markers.error, &[module.int(32).constant(site.0 as u64)]);
        } else if first.is(LLVMOpcode::LLVMUnreachable) {
            let name = function.source_name().unwrap_or_else(|| function.name());
            stop(module, markers, tables, property, first, &name);
        }
    }
}

/// Where calls of an error function are errors, one that is another name of a function (`alias`) is an error function, which that function
/// is not. Gives the name of one whose address is used otherwise than to call it: it is that of both.
pub fn separate_errors(module: &Module, property: Property) -> Option<String> {
    let is_error = |alias: &Value| property.asks_for_error_functions() && property.is_error_function(&alias.name());
    for alias in module.aliases().into_iter().filter(is_error) {
        let name = alias.name();
        let calls = |user: &Value| {
            let is_call = user.is(LLVMOpcode::LLVMCall) && user.operands().last() == Some(&alias);
            is_call && !user.arguments().contains(&alias)
        };
        if !alias.users().iter().all(calls) {
            return Some(name);
        }
        alias.set_name(&format!("{name}.alias"));
        alias.replace_uses(module.declare_like(&name, alias));
    }
    None
}

/// The error functions. One that a file has for itself is one only if there is no other: else it is another function of that name.
pub fn error_functions(module: &Module, property: Property) -> Vec<Value> {
    let has_error_name = |function: &Value| has_error_name(*function, property);
    let named: Vec<Value> = module.functions().into_iter().filter(has_error_name).collect();
    let is_own = |function: &Value| function.is_local_global();
    let all_are_own = named.iter().all(is_own);
    named.into_iter().filter(|function| all_are_own || !is_own(function)).collect()
}

/// Whether a function is called like an error function in the source: labels can give it another name in the module.
pub fn has_error_name(function: Value, property: Property) -> bool {
    let is_one = |name: &str| property.is_error_function(name);
    is_one(&function.name()) || function.source_name().is_some_and(|name| is_one(&name))
}

/// Whether a call passes one number, and nothing else.
fn is_condition(call: Value) -> bool {
    matches!(call.arguments()[..], [condition] if condition.ty().int_width().is_some())
}

/// The parameters of `main`: `argc` is any number that is not negative, other integers are anything. Pointers stay: what
/// is read through them is not modelled.
pub fn parameters_of_main(module: &Module, _markers: &Markers, tables: &mut Tables, main: Value) {
    let Some(first) = main.instructions().into_iter().find(|instruction| !instruction.is(LLVMOpcode::LLVMAlloca))
    else {
        return;
    };
    for (index, parameter) in main.parameters().into_iter().enumerate() {
        let Some(width) = parameter.ty().int_width() else { continue };
        let builder = module.before(first);
        let name = if index == 0 { "argc".to_owned() } else { parameter.name() };
        let origin = tables.origin_of(first);
        let row = tables.input(InputKind::Parameter(name.as_str().into()), width, Reading::Signed, origin);
        let marker = declare::nondet(module, parameter.ty());
        let value = builder.call(marker, &[module.int(32).constant(row.0 as u64)]);
        let value = match index {
            // The largest signed number as a mask.
            0 if width > 1 && width <= 64 => builder.and(value, parameter.ty().constant(u64::MAX >> (64 - width + 1))),
            _ => value,
        };
        parameter.replace_uses(value);
    }
}

/// Before each end of `main`: what is still allocated there.
pub fn returns_of_main(module: &Module, tables: &mut Tables, property: Property, main: Value) {
    for end in main.instructions().into_iter().filter(|instruction| instruction.is(LLVMOpcode::LLVMRet)) {
        ends(module, tables, property, end);
    }
}

/// Before an instruction that ends the program: what is still allocated, where a property asks about it.
fn ends(module: &Module, tables: &mut Tables, property: Property, instruction: Value) {
    if property != Property::ValidMemcleanup {
        return;
    }
    let origin = tables.origin_of(instruction);
    let row = module.int(32).constant(tables.site(CheckKind::Leak, String::new(), origin).0 as u64);
    module.before(instruction).call(declare::end(module), &[row]);
}

/// Before an instruction the path ends by a call that does not come back. Where it matters how the program ends, all but
/// `exit` and its like are told apart from a normal end.
fn stop(module: &Module, markers: &Markers, tables: &mut Tables, property: Property, instruction: Value, callee: &str) {
    let builder = module.before(instruction);
    if property.asks_for_ends() && known::returns(callee) != Some(Returns::Exits) {
        let origin = tables.origin_of(instruction);
        let row = tables.stop(format!("call of `{callee}`, which does not come back"), origin);
        builder.call(markers.unmodelled, &[module.int(32).constant(row.0 as u64)]);
    } else {
        builder.call(markers.stop, &[]);
    }
}

struct Pass<'a> {
    module: &'a Module,
    markers: &'a Markers,
    tables: &'a mut Tables,
    property: Property,
    /// What is assumed of functions that the program does not define.
    assumed: Assumed,
    /// The error functions.
    errors: Vec<Value>,
    /// The name of the function that the calls are in.
    function: String,
}

impl Pass<'_> {
    fn call(&mut self, call: Value) {
        let Some(callee) = call.callee() else { return };
        let name = callee.name();
        let (has_body, returns) = (!callee.is_declaration(), known::returns(&name));
        if self.errors.contains(&callee) && self.property.asks_for_error_functions() {
            self.error(call, CheckKind::ReachError, callee.source_name().unwrap_or(name));
        } else if has_body {
            // Functions with bodies are what they are.
        } else if matches!(returns, Some(Returns::Error | Returns::Never | Returns::Exits)) {
            if returns == Some(Returns::Exits) {
                ends(self.module, self.tables, self.property, call);
            }
            stop(self.module, self.markers, self.tables, self.property, call, &name);
            self.dead(call);
        } else if returns == Some(Returns::Failed) {
            match self.property {
                Property::Assert | Property::NormalEnd { .. } => {
                    self.error(call, CheckKind::Assertion, assertion_text(call))
                }
                _ => self.end(call, self.markers.stop, &[]),
            }
        } else if name == trap::TRAP {
            self.trap(call);
        } else if name == LEFT_OPEN {
            self.left_open(call);
        } else if name == CLOSED {
            self.closed(call);
        } else if name == NOT_FIXED {
            self.not_fixed(call);
        } else if returns == Some(Returns::Asserts) && is_condition(call) {
            self.assert(call, &name);
        } else if returns == Some(Returns::Assumes) || name == library::ASSUME {
            if name != library::ASSUME {
                let origin = self.tables.origin_of(call);
                self.tables.map.assumed.extend(origin);
            }
            self.assume(call);
        } else if let Some(kind) = name.strip_prefix(INPUT) {
            self.input(call, &name, kind);
        } else if let Some(kind) = name.strip_prefix(library::ANY) {
            let model = self.function.clone();
            self.input(call, &model, kind);
        } else if ALLOCATING.contains(&name.as_str()) {
            self.allocation(call, &name);
        } else if name == ON_STACK {
            self.stack_allocation(call);
        } else if FREEING.contains(&name.as_str()) {
            self.deallocation(call);
        } else if known::is_output(&name) {
            // What writes memory is no mere output.
            if writes_as(&name, call, 'n') == Some(false) {
                self.output(call, &name);
            }
        } else if OF_BLOCKS.contains(&name.as_str()) {
            self.block(call, &name);
        } else if name == PROMISE {
            self.promise(call);
        } else if name.starts_with(IS_CONSTANT) {
            // What is constant depends on how far a compiler looks; one that does not optimise says no.
            call.replace_uses(call.ty().zero());
            call.erase();
        } else if SKIPPED.iter().any(|prefix| name.starts_with(prefix)) {
            call.erase();
        } else if !name.starts_with("llvm.")
            && !name.starts_with(PREFIX)
            && known::returns(&name) != Some(Returns::Twice)
        {
            self.unknown(call, &name);
        }
    }

    /// A call of a function of which nothing is known, where something is assumed of it.
    fn unknown(&mut self, call: Value, name: &str) {
        let is_void = call.ty().kind() == LLVMTypeKind::LLVMVoidTypeKind;
        let width = call.ty().int_width().or(call.ty().float_width()).filter(|width| *width <= 128);
        let sentence = match self.assumed.unknown_calls {
            UnknownCalls::Unmodelled => return,
            UnknownCalls::Stop => {
                self.end(call, self.markers.stop, &[]);
                format!("executions end, without an error, where they call `{name}`, which has no body (--unknown-calls stop)")
            }
            UnknownCalls::Any if is_void => {
                call.erase();
                format!("`{name}`, which has no body, changes nothing that the program sees (--unknown-calls any)")
            }
            UnknownCalls::Any if width.is_some() => {
                self.input(call, name, "");
                let given = "gives any value of its type, and changes nothing that the program sees";
                format!("`{name}`, which has no body, {given} (--unknown-calls any)")
            }
            UnknownCalls::Any if call.ty().is_pointer() => {
                call.replace_uses(self.module.before(call).call(declare::undefined(self.module, call.ty()), &[]));
                call.erase();
                let given = "gives a pointer of which nothing is known, and changes nothing that the program sees";
                format!("`{name}`, which has no body, {given} (--unknown-calls any)")
            }
            UnknownCalls::Any => return,
        };
        self.assumption(sentence);
    }

    /// Something that the verdict rests on.
    fn assumption(&mut self, sentence: String) {
        if !self.tables.map.assumptions.contains(&sentence) {
            self.tables.map.assumptions.push(sentence);
        }
    }

    /// The call of a check that failed.
    fn error(&mut self, call: Value, kind: CheckKind, detail: String) {
        let origin = self.tables.origin_of(call);
        let site = self.tables.site(kind, detail, origin);
        let row = self.module.int(32).constant(site.0 as u64);
        self.end(call, self.markers.error, &[row]);
    }

    /// The path ends here with a marker. Whatever follows is dead: its operands may be anything.
    fn end(&mut self, call: Value, marker: Value, arguments: &[Value]) {
        self.module.before(call).call(marker, arguments);
        self.dead(call);
    }

    /// Removes a call behind the end of a path.
    fn dead(&mut self, call: Value) {
        if call.has_uses() {
            call.replace_uses(call.ty().zero());
        }
        call.erase();
    }

    /// A check that clang inserted failed.
    fn trap(&mut self, call: Value) {
        let number = call.arguments().first().and_then(|number| number.as_int());
        let (property, kind) = match number.and_then(trap::kind) {
            Some(CheckKind::DivOverflow) if self.property == Property::NoDivisionByZero => {
                (self.property, CheckKind::DivisionByZero)
            }
            Some(CheckKind::ShiftOverflow) if self.property == Property::NoBadShift => {
                (self.property, CheckKind::ShiftRange)
            }
            Some(CheckKind::OutOfBounds) => (Property::NoIndexOutOfBounds, CheckKind::OutOfBounds),
            Some(kind) => (Property::NoOverflow, kind),
            None => {
                let origin = self.tables.origin_of(call);
                let row = self.tables.unmodelled("a sanitizer check that is not asked for fails".to_owned(), origin);
                let row = self.module.int(32).constant(row.0 as u64);
                return self.end(call, self.markers.unmodelled, &[row]);
            }
        };
        let is_asked =
            self.property == property || property == Property::NoOverflow && self.property.asks_for_overflow();
        match is_asked {
            true => self.error(call, kind, String::new()),
            false => self.end(call, self.markers.stop, &[]),
        }
    }

    /// What follows is not represented, for a reason that the call gives.
    fn left_open(&mut self, call: Value) {
        let origin = self.tables.origin_of(call);
        let row = self.tables.unmodelled(assertion_text(call), origin);
        let row = self.module.int(32).constant(row.0 as u64);
        self.end(call, self.markers.unmodelled, &[row]);
    }

    /// A file is used that is closed: what there is of it has been freed (C17, 7.21.3, paragraph 4).
    fn closed(&mut self, call: Value) {
        if self.property.asks_for_accesses() {
            return self.error(call, CheckKind::ClosedFile, String::new());
        }
        let origin = self.tables.origin_of(call);
        let row = self.tables.unmodelled(CheckKind::ClosedFile.to_string(), origin);
        let row = self.module.int(32).constant(row.0 as u64);
        self.end(call, self.markers.unmodelled, &[row]);
    }

    /// What follows is any of some values, or not represented.
    fn not_fixed(&mut self, call: Value) {
        let text = |argument: &Value| argument.initializer().and_then(|text| text.as_string());
        let texts: Vec<String> = call.arguments().iter().map(|argument| text(argument).unwrap_or_default()).collect();
        let [function, values] = &texts[..] else { return };
        // Ranges are those of results to nearest.
        if self.assumed.ranges && !rounding::is_set(self.module) {
            self.assumption(format!("`{function}` gives {values}"));
            return self.drop_call(call);
        }
        let origin = self.tables.origin_of(call);
        let row = self.tables.unmodelled(format!("the value of `{function}{WHY_NOT_FIXED}"), origin);
        let row = self.module.int(32).constant(row.0 as u64);
        self.end(call, self.markers.unmodelled, &[row]);
    }

    /// A call of an assertion function fails `unreach-call` where what it is given is zero; under other properties the program ends there.
    fn assert(&mut self, call: Value, name: &str) {
        if !self.is_error(ERROR_FUNCTIONS[0]) {
            return self.assume(call);
        }
        let condition = call.arguments()[0];
        let origin = self.tables.origin_of(call);
        let site = self.tables.site(CheckKind::ReachError, name.to_owned(), origin);
        let builder = self.module.before(call);
        let fails = builder.compare(LLVMIntPredicate::LLVMIntEQ, condition, condition.ty().zero());
        builder.call(self.markers.error_if, &[fails, self.module.int(32).constant(site.0 as u64)]);
        self.drop_call(call);
    }

    /// Whether a call of the function of a name would be an error.
    fn is_error(&self, name: &str) -> bool {
        self.property.asks_for_error_functions() && self.property.is_error_function(name)
    }

    /// `__VERIFIER_assume(c)`: where `c` is 0 the path ends.
    fn assume(&mut self, call: Value) {
        let arguments = call.arguments();
        let Some(condition) = arguments.first().filter(|condition| condition.ty().int_width().is_some()) else {
            return;
        };
        let builder = self.module.before(call);
        let fails = builder.compare(LLVMIntPredicate::LLVMIntEQ, *condition, condition.ty().zero());
        match self.property.asks_for_ends() {
            true => {
                let origin = self.tables.origin_of(call);
                let row = self.tables.stop("an assumption that does not hold".to_owned(), origin);
                builder.call(self.markers.unmodelled_if, &[fails, self.module.int(32).constant(row.0 as u64)])
            }
            false => builder.call(self.markers.stop_if, &[fails, self.module.int(32).constant(0)]),
        };
        self.drop_call(call);
    }

    /// A call of the C library's `memcpy`, `memmove` or `memset` becomes the intrinsic of that name. One that is declared
    /// otherwise stays a call, which is not modelled.
    fn block(&mut self, call: Value, name: &str) {
        let arguments = call.arguments();
        let [target, source, length] = arguments[..] else { return };
        let (pointer, size) = (self.module.pointer(), self.module.pointer_int());
        if target.ty() != pointer || length.ty() != size || call.ty() != pointer {
            return;
        }
        let builder = self.module.before(call);
        let (intrinsic, source) = match (name, source.ty().int_width()) {
            ("memset", Some(8..)) => {
                let byte = builder.resized(source, self.module.int(8));
                (self.module.intrinsic("llvm.memset", &[pointer, size]), byte)
            }
            ("memcpy" | "memmove", None) if source.ty() == pointer => {
                (self.module.intrinsic(&format!("llvm.{name}"), &[pointer, pointer, size]), source)
            }
            _ => return,
        };
        let block = builder.call(intrinsic, &[target, source, length, self.module.int(1).constant(0)]);
        if name == "memcpy" {
            block.mark(self.module.metadata_kind(overlap::CALLED));
        }
        call.replace_uses(target);
        call.erase();
    }

    /// A promise to the optimiser: where it is false, or cannot be told, what follows is not represented.
    fn promise(&mut self, call: Value) {
        let holds = call.arguments().first().copied();
        if let (Some(holds), 0) = (holds, call.bundles()) {
            let builder = self.module.before(call);
            let fails = builder.compare(LLVMIntPredicate::LLVMIntEQ, holds, holds.ty().zero());
            let reason = "undefined behaviour: an assumption made for the optimiser is false";
            undefined::guard(self.module, self.markers, self.tables, call, fails, reason);
        } else {
            undefined::always(self.module, self.markers, self.tables, call, "an assumption about a pointer");
        }
        call.erase();
    }

    /// An input of the type that the call has; of `_Bool` only 0 and 1, however wide it was declared.
    fn input(&mut self, call: Value, name: &str, kind: &str) {
        let ty = call.ty();
        let width = ty.int_width().or(ty.float_width()).filter(|width| *width <= 128);
        let Some(width) = width else { return self.input_in_parts(call, name) };
        let is_bool = matches!(kind, "bool" | "_Bool");
        let signed = !is_bool && !kind.starts_with('u') && !matches!(kind, "size_t" | "sector_t" | "pchar");
        let drawn = if is_bool { self.module.int(1) } else { self.module.int(width) };
        let origin = self.tables.origin_of(call);
        let shown = if is_bool { 1 } else { width };
        let reading = ty.float_width().and_then(format).map_or(Reading::integer(signed), Reading::Float);
        let row = self.tables.input(InputKind::Call(name.into()), shown, reading, origin);
        let builder = self.module.before(call);
        let row = self.module.int(32).constant(row.0 as u64);
        let mut value = builder.call(declare::nondet(self.module, drawn), &[row]);
        if ty.is_float() {
            value = builder.bitcast(value, ty);
        } else if drawn != ty {
            value = builder.zext(value, ty);
        }
        call.replace_uses(value);
        call.erase();
    }

    /// An input that the calling convention returns as a structure, such as the two halves of a 128-bit number: each part
    /// is an input. Other types stay calls, which the reader does not model.
    fn input_in_parts(&mut self, call: Value, name: &str) {
        let Some((parts, _)) = call.ty().parts() else { return };
        let is_int = |part: &crate::llvm::ir::Type| part.int_width().is_some_and(|width| width <= 128);
        if parts.is_empty() || !parts.iter().all(is_int) || call.ty().kind() != LLVMTypeKind::LLVMStructTypeKind {
            return;
        }
        let origin = self.tables.origin_of(call);
        let builder = self.module.before(call);
        let mut value = call.ty().zero();
        for (index, part) in parts.into_iter().enumerate() {
            let kind = InputKind::Call(name.into());
            let row = self.tables.input(kind, part.int_width().unwrap_or(1), Reading::Unsigned, origin);
            let row = self.module.int(32).constant(row.0 as u64);
            value = builder.with_member(value, builder.call(declare::nondet(self.module, part), &[row]), index as u32);
        }
        call.replace_uses(value);
        call.erase();
    }

    /// A call that allocates memory. It fails only where it may, or gives null where there are no bytes.
    fn allocation(&mut self, call: Value, name: &str) {
        let (arguments, ty) = (call.arguments(), self.module.pointer_int());
        let zeroed = name == "calloc";
        let expected = if zeroed { 2 } else { 1 };
        let is_size = |argument: &Value| argument.ty() == ty;
        if arguments.len() != expected || !arguments.iter().all(is_size) || call.ty() != self.module.pointer() {
            return;
        }
        let origin = self.tables.origin_of(call);
        let mut size = arguments[0];
        if zeroed {
            let product = self.module.intrinsic("llvm.umul.with.overflow", &[ty]);
            let builder = self.module.before(call);
            let product = builder.call(product, &arguments);
            let row = self.tables.unmodelled("allocation of more bytes than there are".to_owned(), origin);
            let row = self.module.int(32).constant(row.0 as u64);
            builder.call(self.markers.unmodelled_if, &[builder.member(product, 1), row]);
            size = builder.member(product, 0);
        }
        let row = self.tables.unmodelled(format!("{MORE_ALLOCATIONS}: {name}"), origin);
        let row = self.module.int(32).constant(row.0 as u64);
        let marker = declare::allocate(self.module, zeroed);
        let builder = self.module.before(call);
        let object = match (self.assumed.malloc_may_fail, size.as_int()) {
            (true, _) => {
                let bit = self.module.int(1);
                let input =
                    self.tables.input(InputKind::Call(format!("{name} fails").into()), 1, Reading::Unsigned, origin);
                let input = self.module.int(32).constant(input.0 as u64);
                let fails = builder.call(declare::nondet(self.module, bit), &[input]);
                builder.call(declare::unless(self.module, marker), &[fails, size, row])
            }
            (false, Some(1..)) => builder.call(marker, &[size, row]),
            // No bytes are an object of its own, or null (C17, 7.22.3).
            (false, _) => {
                let kind = InputKind::Call(format!("{name} of no bytes gives null").into());
                let input = self.tables.input(kind, 1, Reading::Unsigned, origin);
                let input = self.module.int(32).constant(input.0 as u64);
                let tracks = self.property.asks_for_tracking() || self.property == Property::ValidMemcleanup;
                builder.call(declare::or_null_if_empty(self.module, marker, tracks), &[size, row, input])
            }
        };
        call.replace_uses(object);
        call.erase();
    }

    /// A call of `alloca` by that name, which clang takes for a function.
    fn stack_allocation(&mut self, call: Value) {
        let [bytes] = call.arguments()[..] else { return };
        if bytes.ty() == self.module.pointer_int() && call.ty() == self.module.pointer() {
            call.replace_uses(self.module.before(call).array(self.module.int(8), bytes));
            call.erase();
        }
    }

    /// A call that frees memory.
    fn deallocation(&mut self, call: Value) {
        let [address] = call.arguments()[..] else { return };
        if address.ty() != self.module.pointer() {
            return;
        }
        let origin = self.tables.origin_of(call);
        let is_error = self.property.asks_for_frees();
        let row = match is_error {
            true => self.tables.sites(&CheckKind::OF_FREE, origin).0,
            false => {
                let reason = "undefined behaviour: what is freed is not the start of an allocated object";
                self.tables.unmodelled(reason.to_owned(), origin).0
            }
        };
        let row = self.module.int(32).constant(row as u64);
        self.module.before(call).call(declare::free(self.module, is_error), &[address, row]);
        self.drop_call(call);
    }

    /// A call that only writes output: any result.
    fn output(&mut self, call: Value, name: &str) {
        if self.property.is_about_memory() && formats::reads(self.module, call).is_none() {
            return;
        }
        // They are not thrown away.
        let kind = self.module.metadata_kind(discarded::USED);
        call.arguments()
            .into_iter()
            .filter(|argument| argument.opcode().is_some())
            .for_each(|argument| argument.mark(kind));
        if call.has_uses() {
            let Some(width) = call.ty().int_width() else { return };
            let origin = self.tables.origin_of(call);
            let row = self.tables.input(InputKind::Call(name.into()), width, Reading::Signed, origin);
            let row = self.module.int(32).constant(row.0 as u64);
            let marker = declare::nondet(self.module, call.ty());
            let any = self.module.before(call).call(marker, &[row]);
            call.replace_uses(results::of_output(self.module, call, name, any));
        }
        call.erase();
    }

    /// Removes a call whose result nobody should use.
    fn drop_call(&mut self, call: Value) {
        if call.has_uses() && call.ty().kind() != LLVMTypeKind::LLVMVoidTypeKind {
            call.replace_uses(call.ty().zero());
        }
        call.erase();
    }
}

/// The format of inputs of so many bits; of two that have as many, nobody asks for the other one.
fn format(width: u32) -> Option<Format> {
    let formats = [Format::Half, Format::Single, Format::Double, Format::Extended, Format::Quad];
    formats.into_iter().find(|format| format.width() == width)
}

/// The text of a failed assertion: its first argument, or the last one where that is the text (BSD).
fn assertion_text(call: Value) -> String {
    let text = |argument: &Value| argument.initializer().and_then(|text| text.as_string());
    call.arguments().first().and_then(text).unwrap_or_default()
}
