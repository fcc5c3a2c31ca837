//! Functions that write and read by formats. What these say becomes calls of functions that have bodies
//! ([`library`](crate::source::library)): in front of what writes, where a property asks about memory, those that read the same strings and use
//! the same file; in place of `scanf` and `fscanf`, one for each conversion. In front of each call that has no body stands one that may
//! set `errno`, if the program looks at that.

use crate::llvm::ir::{LLVMIntPredicate, Module, Value};
use crate::llvm::known::{self, Argument, Writes};
use crate::source::library::{self, CONVERTED, ERRNO, FILE, INPUT, SCAN, STRING};
use crate::source::property::Property;

/// Something that an output function reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Read {
    /// A string up to its end.
    String(Value),
    /// A file, which has to be open.
    File(Value),
}

/// Puts all of these calls in.
pub fn show(module: &Module, property: Property) {
    let all = || module.functions().into_iter().flat_map(|function| function.instructions());
    for call in
        all().filter(|call| ["scanf", "fscanf"].contains(&known::standard(&call.callee_name()))).collect::<Vec<_>>()
    {
        show_conversions(module, call);
    }
    let sets_errno = module.function("__errno_location").is_some_and(Value::has_uses);
    let may_fail = |call: &Value| {
        let has_body = library::has_body(known::standard(&call.callee_name()));
        known::called(*call).is_some_and(|known| known.writes != Writes::Nothing) && !has_body
    };
    for call in all().filter(|call| sets_errno && may_fail(call)).collect::<Vec<_>>() {
        module.before(call).call(module.declare(ERRNO, module.void(), &[]), &[]);
    }
    if !property.is_about_memory() {
        return;
    }
    let calls: Vec<Value> = all().filter(|call| known::is_output(&call.callee_name())).collect();
    for (call, read) in
        calls.into_iter().flat_map(|call| reads(call).into_iter().flatten().map(move |read| (call, read)))
    {
        let (name, pointer) = match read {
            Read::String(pointer) => (STRING, pointer),
            Read::File(pointer) => (FILE, pointer),
        };
        let function = module.declare(name, module.void(), &[module.pointer()]);
        module.before(call).call(function, &[pointer]);
    }
}

/// What a call reads; nothing where that is not known. Constant strings are always there.
pub fn reads(call: Value) -> Option<Vec<Read>> {
    let known = known::called(call)?;
    let arguments = call.arguments();
    let mut reads = Vec::new();
    let mut formatted = None;
    for (index, &argument) in arguments.iter().enumerate() {
        let is_text = is_text(argument);
        match known.argument(index) {
            Argument::Own => reads.push(Read::File(argument)),
            Argument::Read if known.is_open() && index + 1 == known.named() => formatted = Some(index),
            Argument::Read if is_text => {}
            Argument::Read => reads.push(Read::String(argument)),
            Argument::Plain if formatted.is_some() || !argument.ty().is_pointer() => {}
            // `perror` and `fflush` take null, too.
            Argument::Pointer if is_text || argument.is_zero() => {}
            _ => return None,
        }
    }
    if let Some(index) = formatted {
        let mut rest = arguments[index + 1..].iter();
        for conversion in known::conversions(arguments[index])? {
            if conversion.is_positional {
                return None;
            }
            for _ in 0..conversion.stars {
                rest.next().filter(|argument| !argument.ty().is_pointer())?;
            }
            match conversion.letter {
                '%' => {}
                's' if conversion.size.is_empty() && !conversion.has_precision => {
                    let string = *rest.next().filter(|argument| argument.ty().is_pointer())?;
                    reads.extend((!is_text(string)).then_some(Read::String(string)));
                }
                'p' => drop(rest.next().filter(|argument| argument.ty().is_pointer())?),
                'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'c' | 'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => {
                    rest.next().filter(|argument| !argument.ty().is_pointer())?;
                }
                _ => return None,
            }
        }
    }
    Some(reads)
}

/// Whether a string is constant, and ends.
fn is_text(pointer: Value) -> bool {
    pointer.is_global_constant() && pointer.initializer().is_some_and(Value::is_terminated)
}

/// Replaces a call that reads as its format says, if all of its conversions are known.
fn show_conversions(module: &Module, call: Value) -> Option<()> {
    let known = known::called(call)?;
    let arguments = call.arguments();
    let format = known.named() - 1;
    let mut pointers = arguments[format + 1..].iter();
    let mut made = Vec::new();
    for conversion in known::conversions(arguments[format])? {
        let width = |size: &str| match size {
            "hh" => Some("1"),
            "h" => Some("2"),
            "" => Some("4"),
            "ll" | "q" | "L" | "j" => Some("8"),
            "l" | "z" | "t" => Some(if module.pointer_int().int_width()? == 64 { "8" } else { "4" }),
            _ => None,
        };
        let kind = match (conversion.letter, &*conversion.size) {
            ('%', _) => continue,
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', size) => width(size)?,
            ('c', "") if conversion.width.is_none() => "1",
            ('s', "") => "string",
            _ => return None,
        };
        // A star is a conversion whose result nobody gets.
        if conversion.is_positional || conversion.stars > 0 || conversion.has_precision {
            return None;
        }
        made.push((kind, conversion.width.unwrap_or(0), *pointers.next().filter(|pointer| pointer.ty().is_pointer())?));
    }
    let (int, bit, pointer) = (module.int(32), module.int(1), module.pointer());
    if call.ty() != int {
        return None;
    }
    let file = match format {
        0 => module.before(call).call(module.declare(INPUT, pointer, &[]), &[]),
        _ => arguments[0],
    };
    let converted = module.declare(CONVERTED, int, &[pointer, int]);
    let count = module.before(call).call(converted, &[file, int.constant(made.len() as u64)]);
    for (index, (kind, width, to)) in made.into_iter().enumerate() {
        let builder = module.before(call);
        let is_made = builder.compare(LLVMIntPredicate::LLVMIntSGT, count, int.constant(index as u64));
        let name = format!("{SCAN}{kind}");
        match kind {
            "string" => {
                let function = module.declare(&name, module.void(), &[pointer, int, bit]);
                builder.call(function, &[to, int.constant(width), is_made]);
            }
            _ => {
                builder.call(module.declare(&name, module.void(), &[pointer, bit]), &[to, is_made]);
            }
        }
    }
    call.replace_uses(count);
    call.erase();
    Some(())
}
