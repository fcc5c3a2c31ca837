//! Functions that write and read by formats. What these say becomes calls of functions that have bodies
//! ([`library`]): in front of what writes, where a property asks about memory, those that read the same strings and use
//! the same file; in place of `scanf` and `fscanf`, one for each conversion; in place of `sprintf`, `snprintf` and `asprintf`, one for each
//! piece of what is written. In front of each call that has no body stands one that may
//! set `errno`, if the program looks at that.
//!
//! | module | formats |
//! |---|---|
//! | [`scanned`] | of `scanf` and its like |
//! | [`printed`] | of `sprintf` and its like, and of `strftime` |

mod printed;
mod scanned;

use crate::llvm::ir::{LLVMOpcode, LLVMTypeKind, Module, Value};
use crate::llvm::known::{self, Amount, Argument, Returns, Writes};
use crate::prepare::program::undefined::bodies;
use crate::source::library::{
    self, ABORTED, ANY_RESULT, AS, COUNTED_AS, ERRNO, ERRORS, FILE, FILE_OR_NULL, FLUSHED, NOTED, ONLY_TO_NEAREST,
    OUTPUT, STRING, STRING_OR_NULL, WRITTEN,
};
use crate::source::property::Property;

/// Something that an output function reads: the model that reads the same, and what is given to it.
type Read = (&'static str, Value);

/// Functions that read as a constant format says.
pub const READING: [&str; 2] = ["scanf", "fscanf"];

/// Functions that write into memory as a constant format says.
pub const PRINTING: [&str; 3] = ["sprintf", "snprintf", "asprintf"];

/// Functions that write to a file as a format says, and give how many characters that were.
pub const COUNTED: [&str; 3] = ["printf", "fprintf", "dprintf"];

/// The function that writes a date as a constant format says.
pub const DATE: &str = "strftime";

/// Functions whose formats may be computed, and that may take their arguments from a list.
pub const COMPUTED: [&str; 8] =
    ["printf", "fprintf", "vprintf", "vfprintf", "sprintf", "snprintf", "vsprintf", "vsnprintf"];

/// Puts all of these calls in.
pub fn show(module: &Module, property: Property) {
    use_up_lists(module);
    let all = || module.functions().into_iter().flat_map(|function| function.instructions());
    for call in all().filter(|call| READING.contains(&known::standard(&call.callee_name()))).collect::<Vec<_>>() {
        scanned::show_conversions(module, call);
    }
    for function in bodies(module).collect::<Vec<_>>() {
        let is_scan = |call: &Value| known::standard(&call.callee_name()) == "sscanf";
        for call in function.instructions().into_iter().filter(is_scan) {
            scanned::show_scanned(module, function, call);
        }
    }
    let is_printed = |call: &Value| PRINTING.iter().chain(&COUNTED).any(|name| *name == call.callee_name());
    for call in all().filter(is_printed).collect::<Vec<_>>() {
        printed::show_pieces(module, call);
    }
    for call in all().filter(|call| call.callee_name() == DATE).collect::<Vec<_>>() {
        printed::show_date(module, call);
    }
    let is_used = |name: &str| module.function(name).is_some_and(Value::has_uses);
    if is_used("signal") || is_used("sigaction") {
        let aborts = |call: &Value| {
            // A failing assertion may be the error itself.
            let fails = |known: &known::Known| known.returns == Returns::Failed && property != Property::Assert;
            known::called(*call).is_some_and(|known| known.name == "abort" || fails(known))
        };
        for call in all().filter(aborts).collect::<Vec<_>>() {
            module.before(call).call(module.declare(ABORTED, module.void(), &[]), &[]);
        }
    }
    let sets_errno = module.function("__errno_location").is_some_and(Value::has_uses);
    let may_fail = |call: &Value| {
        let has_body = library::has_body(&call.callee_name());
        known::called(*call).is_some_and(|known| known.writes != Writes::Nothing) && !has_body
    };
    for call in all().filter(|call| sets_errno && may_fail(call)).collect::<Vec<_>>() {
        module.before(call).call(module.declare(ERRNO, module.void(), &[]), &[]);
    }
    show_output(module, property);
    for call in all().filter(|call| COMPUTED.contains(&call.callee_name().as_str())).collect::<Vec<_>>() {
        show_computed(module, property, call);
    }
}

/// Numbers with fractions are written and read as they are rounded to nearest.
fn only_to_nearest(module: &Module, call: Value) {
    if module.function("fesetround").is_some_and(Value::has_uses) {
        module.before(call).call(module.declare(ONLY_TO_NEAREST, module.void(), &[]), &[]);
    }
}

/// Behind a call that reads a list of arguments, nobody knows what comes next in the list (C17, 7.16): none of its arguments can be had
/// any more. On machines of 32 bits a list is passed by value, and stays what it is.
fn use_up_lists(module: &Module) {
    // Others that have no body are not modelled, whatever their names look like.
    let reads_list = |call: &Value| {
        let name = call.callee_name();
        let is_known = name.starts_with('v') && COMPUTED.contains(&name.as_str()) || name == "vasprintf";
        is_known && call.callee().is_some_and(Value::is_declaration)
    };
    for call in bodies(module).flat_map(Value::instructions).filter(reads_list).collect::<Vec<_>>() {
        let list = call.arguments().last().copied().filter(|list| list.ty().is_pointer());
        if let (Some(64), Some(list), Some(next)) = (module.pointer_int().int_width(), list, call.next()) {
            module.before(next).call(module.intrinsic("llvm.va_end", &[module.pointer()]), &[list]);
        }
    }
}

/// What output reads, and which files it uses, as far as somebody looks at that.
fn show_output(module: &Module, property: Property) {
    let all = || module.functions().into_iter().flat_map(|function| function.instructions());
    let is_output =
        |call: &Value| call.callee().is_some_and(Value::is_declaration) && known::is_output(&call.callee_name());
    let calls: Vec<Value> = all().filter(is_output).collect();
    let is_used = |name: &str| module.function(name).is_some_and(Value::has_uses);
    // A note for the system's log is in no file.
    let (notes, calls): (Vec<Value>, Vec<Value>) = calls.into_iter().partition(|call| call.callee_name() == "syslog");
    for &note in &notes {
        module.before(note).call(module.declare(NOTED, module.void(), &[]), &[]);
    }
    if is_used("ferror") || is_used("ferror_unlocked") {
        for &call in &calls {
            show_call(module, call, WRITTEN, file_of(module, call));
        }
        // It may say which option it does not know.
        for call in all().filter(|call| call.callee_name() == "getopt") {
            show_call(module, call, WRITTEN, standard(module, call, ERRORS));
        }
    }
    if is_used("ungetc") {
        for &call in calls.iter().filter(|call| call.callee_name().starts_with("fflush")) {
            show_call(module, call, FLUSHED, call.arguments()[0]);
        }
    }
    if !property.is_about_memory() {
        return;
    }
    if is_used("fclose") || is_used("freopen") || is_used("freopen64") {
        for &call in calls.iter().filter(|call| own_file(**call).is_none()) {
            show_call(module, call, FILE, file_of(module, call));
        }
    }
    for call in calls.into_iter().chain(notes) {
        for (model, pointer) in reads(module, call).into_iter().flatten() {
            show_call(module, call, model, pointer);
        }
    }
}

/// Puts a call of a model that takes a pointer in front of another call.
fn show_call(module: &Module, call: Value, model: &str, pointer: Value) {
    module.before(call).call(module.declare(model, module.void(), &[module.pointer()]), &[pointer]);
}

/// The file that a call is given.
fn own_file(call: Value) -> Option<Value> {
    let known = known::called(call)?;
    (0..).zip(call.arguments()).find(|(index, _)| known.argument(*index).is_own()).map(|(_, file)| file)
}

/// The file that a call writes to.
fn file_of(module: &Module, call: Value) -> Value {
    let name = if ["perror", "warn", "warnx"].contains(&call.callee_name().as_str()) { ERRORS } else { OUTPUT };
    own_file(call).unwrap_or_else(|| standard(module, call, name))
}

/// One of the files that are open from the start, by the name of the model that gives it.
fn standard(module: &Module, call: Value, model: &str) -> Value {
    module.before(call).call(module.declare(model, module.pointer(), &[]), &[])
}

/// What a call reads; nothing where that is not known. Constant strings are always there.
pub fn reads(module: &Module, call: Value) -> Option<Vec<Read>> {
    let known = known::called(call)?;
    let arguments = call.arguments();
    let mut reads = Vec::new();
    let mut formatted = None;
    for (index, &argument) in arguments.iter().enumerate() {
        let is_text = is_text(argument);
        match known.argument(index) {
            Argument::Own | Argument::Closed => reads.push((FILE, argument)),
            Argument::Read if known.is_open() && index + 1 == known.named() => formatted = Some(index),
            Argument::Read if is_text => {}
            Argument::Read => reads.push((STRING, argument)),
            Argument::Plain if formatted.is_some() || !argument.ty().is_pointer() => {}
            Argument::Pointer if is_text || argument.is_zero() => {}
            Argument::Pointer if ["fflush", "fflush_unlocked"].contains(&known.name) => {
                reads.push((FILE_OR_NULL, argument))
            }
            Argument::Pointer if known.name == "perror" => reads.push((STRING_OR_NULL, argument)),
            _ => return None,
        }
    }
    if let Some(index) = formatted {
        let mut rest = arguments[index + 1..].iter();
        for conversion in known::conversions(arguments[index])? {
            if conversion.is_positional {
                return None;
            }
            for _ in [conversion.width, conversion.precision].iter().filter(|one| **one == Some(Amount::Argument)) {
                rest.next().filter(|star| star.ty().int_width() == Some(32))?;
            }
            let mut next = || rest.next().copied();
            match (conversion.letter, &*conversion.size) {
                // GNU's `%m` is a message of the system.
                ('%', _) | ('m', "") => {}
                ('s', "") if conversion.precision.is_none() => {
                    let string = next().filter(|argument| argument.ty().is_pointer())?;
                    reads.extend((!is_text(string)).then_some((STRING, string)));
                }
                ('p', "") => drop(next().filter(|argument| argument.ty().is_pointer())?),
                ('d' | 'i' | 'u' | 'x' | 'X' | 'o' | 'c', size) => {
                    // Smaller ones are given as `int`.
                    let width = width(module, size)?.max(32);
                    next().filter(|argument| argument.ty().int_width() == Some(width))?;
                }
                ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', "" | "l") => {
                    next().filter(|argument| argument.ty().kind() == LLVMTypeKind::LLVMDoubleTypeKind)?;
                }
                _ => return None,
            }
        }
    }
    Some(reads)
}

/// The bits of an integer that a conversion of a size is for.
fn width(module: &Module, size: &str) -> Option<u32> {
    let word = module.pointer_int().int_width()?;
    Some(match size {
        "hh" => 8,
        "h" => 16,
        "" => 32,
        "ll" | "q" | "L" | "j" => 64,
        "l" | "z" | "t" => word,
        _ => return None,
    })
}

/// Whether a string is constant, and ends.
fn is_text(pointer: Value) -> bool {
    pointer.is_global_constant() && pointer.initializer().is_some_and(Value::is_terminated)
}

/// Where a format is not known, or the arguments are a list, a body takes the call's place that reads them as the program runs. Output
/// whose formats are all known and write nothing through a pointer is thrown away where nobody asks about what it reads.
fn show_computed(module: &Module, property: Property, call: Value) {
    let (name, arguments) = (call.callee_name(), call.arguments());
    let (Some(known), Some(callee)) = (known::called(call), call.callee()) else { return };
    let is_memory = property.is_about_memory();
    let format = arguments[known.arguments_with(Argument::Read).next().unwrap_or_default()];
    // Somebody looks at how many characters are written, which is not known already.
    let has_number = known::conversions(format).is_none_or(|conversions| !conversions.is_empty());
    let is_counted = known.writes == Writes::Output && has_number && call.has_uses();
    if call.ty() != module.int(32) || is_memory && !is_counted && reads(module, call).is_some() {
        return;
    }
    if known.writes == Writes::Output && !is_memory && !is_counted {
        let conversions = formats_of(format, MOST_CALLERS)
            .and_then(|formats| formats.into_iter().map(known::conversions).collect::<Option<Vec<_>>>());
        if conversions.is_some_and(|all| all.iter().flatten().all(|one| one.letter != 'n')) {
            // The call itself is enough to know that.
            if format.is_global_constant() {
                return;
            }
            let result = module.before(call).call(module.declare(ANY_RESULT, module.int(32), &[]), &[]);
            call.replace_uses(result);
            return call.erase();
        }
    }
    if known.writes != Writes::Output {
        only_to_nearest(module, call);
    }
    let prefix = if is_counted { COUNTED_AS } else { AS };
    let body = module.declare_like(&format!("{prefix}{name}"), callee);
    call.set_operand(call.operands().len() - 1, body);
}

/// How many functions deep the callers of a function are asked for the formats that they pass.
const MOST_CALLERS: usize = 8;

/// The formats that a value can be: a constant, or what all callers pass for a parameter that keeps its value.
fn formats_of(format: Value, depth: usize) -> Option<Vec<Value>> {
    if format.is_global_constant() {
        return Some(vec![format]);
    }
    let join = |values: Vec<Value>| {
        let formats = values.into_iter().map(|value| formats_of(value, depth.checked_sub(1)?));
        Some(formats.collect::<Option<Vec<_>>>()?.concat())
    };
    if format.is(LLVMOpcode::LLVMPHI) {
        return join(format.incoming().into_iter().map(|(value, _)| value).collect());
    }
    let parameter = kept_parameter(format)?;
    let function = parameter.function_of_parameter()?;
    // The system calls `main`.
    if function.name() == "main"
        || function.has_address_taken()
        || !function.users().into_iter().all(Value::fits_callee)
    {
        return None;
    }
    let index = function.parameters().iter().position(|&other| other == parameter)?;
    join(function.users().into_iter().map(|call| call.arguments().get(index).copied()).collect::<Option<Vec<_>>>()?)
}

/// The parameter that a load reads, from a local that holds it from the beginning to the end.
fn kept_parameter(load: Value) -> Option<Value> {
    let local = load.is(LLVMOpcode::LLVMLoad).then(|| load.operands()[0])?;
    let users = local.users();
    let stores = || users.iter().filter(|user| user.is(LLVMOpcode::LLVMStore));
    let is_plain = |user: &Value| match user.opcode() {
        Some(LLVMOpcode::LLVMLoad) => true,
        Some(LLVMOpcode::LLVMStore) => user.operands()[1] == local && user.operands()[0] != local,
        _ => false,
    };
    let parameter = stores().next()?.operands()[0];
    let is_kept = local.is(LLVMOpcode::LLVMAlloca) && stores().count() == 1 && users.iter().all(is_plain);
    (is_kept && parameter.is_parameter()).then_some(parameter)
}
