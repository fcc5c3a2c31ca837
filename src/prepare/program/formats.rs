//! Functions that write and read by formats. What these say becomes calls of functions that have bodies
//! ([`library`]): in front of what writes, where a property asks about memory, those that read the same strings and use
//! the same file; in place of `scanf` and `fscanf`, one for each conversion; in place of `sprintf`, `snprintf` and `asprintf`, one for each
//! piece of what is written. In front of each call that has no body stands one that may
//! set `errno`, if the program looks at that.

use crate::llvm::ir::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, Module, Value};
use crate::llvm::known::{self, Argument, Returns, Writes};
use crate::prepare::program::undefined::bodies;
use crate::prepare::program::variadic;
use crate::source::library::{
    self, ABORTED, ANY_RESULT, AS, CONVERTED, ERRNO, ERRORS, FILE, FILE_OR_NULL, FLUSHED, FROM, INPUT, NOTED, OUTPUT,
    PUT, SCAN, STRING, STRING_OR_NULL, WRITTEN,
};
use crate::source::property::Property;

/// Something that an output function reads: the model that reads the same, and what is given to it.
type Read = (&'static str, Value);

/// Functions that read as a constant format says.
pub const READING: [&str; 2] = ["scanf", "fscanf"];

/// Functions that write into memory as a constant format says.
pub const PRINTING: [&str; 3] = ["sprintf", "snprintf", "asprintf"];

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
        show_conversions(module, call);
    }
    for function in bodies(module).collect::<Vec<_>>() {
        let is_scan = |call: &Value| known::standard(&call.callee_name()) == "sscanf";
        for call in function.instructions().into_iter().filter(is_scan) {
            show_scanned(module, function, call);
        }
    }
    let is_printed = |call: &Value| PRINTING.contains(&call.callee_name().as_str());
    for call in all().filter(is_printed).collect::<Vec<_>>() {
        show_pieces(module, call);
    }
    for call in all().filter(|call| call.callee_name() == DATE).collect::<Vec<_>>() {
        show_date(module, call);
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
    (0..).zip(call.arguments()).find(|(index, _)| known.argument(*index) == Argument::Own).map(|(_, file)| file)
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
            Argument::Own => reads.push((FILE, argument)),
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
            for _ in 0..conversion.stars {
                rest.next().filter(|star| star.ty().int_width() == Some(32))?;
            }
            let mut next = || rest.next().copied();
            match (conversion.letter, &*conversion.size) {
                // GNU's `%m` is a message of the system.
                ('%', _) | ('m', "") => {}
                ('s', "") if !conversion.has_precision => {
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

/// Replaces a call that reads as its format says, if all of its conversions are known.
fn show_conversions(module: &Module, call: Value) -> Option<()> {
    let known = known::called(call)?;
    let arguments = call.arguments();
    let format = known.named() - 1;
    let mut pointers = arguments[format + 1..].iter();
    // Whether a conversion finds what it wants unless the file ends.
    let (mut made, mut sure, mut wants_text) = (Vec::new(), 0, false);
    for conversion in known::conversions(arguments[format])? {
        wants_text |= conversion.is_behind_text || conversion.letter == '%';
        let kind = match (conversion.letter, &*conversion.size) {
            ('%', _) => continue,
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', size) if conversion.width.is_none() => {
                (width(module, size)? / 8).to_string()
            }
            ('c', "") if conversion.width.is_none() => "1".to_owned(),
            ('s', "") if conversion.width.is_none_or(|width| (1..1 << 31).contains(&width)) => "string".to_owned(),
            _ => return None,
        };
        // A star is a conversion whose result nobody gets.
        if conversion.is_positional || conversion.stars > 0 || conversion.has_precision || made.len() == 32 {
            return None;
        }
        let is_sure = ['c', 's'].contains(&conversion.letter) && !wants_text;
        sure |= u64::from(is_sure) << made.len();
        wants_text = false;
        made.push((kind, conversion.width.unwrap_or(0), *pointers.next().filter(|pointer| pointer.ty().is_pointer())?));
    }
    let reads = !made.is_empty() || known::wants_text(arguments[format])?;
    let (int, bit, pointer) = (module.int(32), module.int(1), module.pointer());
    if call.ty() != int {
        return None;
    }
    let file = match format {
        0 => module.before(call).call(module.declare(INPUT, pointer, &[]), &[]),
        _ => arguments[0],
    };
    let converted = module.declare(CONVERTED, int, &[pointer, int, int, bit]);
    let (most, reads) = (int.constant(made.len() as u64), bit.constant(u64::from(reads)));
    let count = module.before(call).call(converted, &[file, most, int.constant(sure), reads]);
    for (index, (kind, width, to)) in made.into_iter().enumerate() {
        let builder = module.before(call);
        let is_made = builder.compare(LLVMIntPredicate::LLVMIntSGT, count, int.constant(index as u64));
        let name = format!("{SCAN}{kind}");
        match &*kind {
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

/// Replaces a call that reads a string as its format says, if all of its conversions are known.
fn show_scanned(module: &Module, function: Value, call: Value) -> Option<()> {
    let known = known::called(call)?;
    let (arguments, int, bit, pointer) = (call.arguments(), module.int(32), module.int(1), module.pointer());
    let text = known::text_of(arguments[1]).filter(|text| text.is_ascii())?;
    // All of it is looked at before anything is put in: the name of each piece, and what it is given behind the state.
    let (mut pieces, mut end) = (Vec::new(), 0);
    let mut pointers = arguments[known.named()..].iter().copied();
    for conversion in known::conversions(arguments[1])? {
        let (from, to) = conversion.place;
        texts(module, call, &text, (end, from), &mut pieces);
        end = to;
        if conversion.letter == '%' {
            pieces.push(("blank", Vec::new()));
            texts(module, call, &text, (to - 1, to), &mut pieces);
            continue;
        }
        // Of what nobody gets, the width is not among what is known of a conversion.
        let is_plain = !conversion.is_positional && !conversion.has_precision && conversion.flags.is_empty();
        let is_skipped = conversion.stars > 0;
        if !is_plain || is_skipped && to - from != 3 + conversion.size.len() {
            return None;
        }
        let place = match is_skipped {
            true => pointer.zero(),
            false => pointers.next().filter(|place| place.ty() == pointer)?,
        };
        let width = int.constant(conversion.width.filter(|width| *width < 1 << 16).or(Some(0))?);
        pieces.push(match (conversion.letter, &*conversion.size) {
            ('c', "") => ("char", vec![place, width]),
            ('s', "") => ("string", vec![place, width]),
            ('d' | 'u' | 'x', size) => {
                let bytes = int.constant((self::width(module, size)? / 8).into());
                let base = int.constant(if conversion.letter == 'x' { 16 } else { 10 });
                let has_sign = bit.constant(u64::from(conversion.letter == 'd'));
                ("number", vec![place, bytes, base, has_sign, width])
            }
            _ => return None,
        });
    }
    texts(module, call, &text, (end, text.len()), &mut pieces);
    if call.ty() != int {
        return None;
    }
    // As large as the state is on any machine.
    let state = variadic::room(module, function, module.int(64).times(2))?;
    pieces.insert(0, ("start", vec![arguments[0]]));
    for (name, given) in pieces {
        let given: Vec<Value> = [state].into_iter().chain(given).collect();
        let types: Vec<_> = given.iter().map(|value| value.ty()).collect();
        module.before(call).call(module.declare(&format!("{FROM}{name}"), module.void(), &types), &given);
    }
    let count = module.before(call).call(module.declare(&format!("{FROM}end"), int, &[pointer]), &[state]);
    call.replace_uses(count);
    call.erase();
    Some(())
}

/// The pieces of the format of a call between two conversions: blanks, and other text.
fn texts(module: &Module, call: Value, text: &str, (from, to): (usize, usize), pieces: &mut Vec<(&str, Vec<Value>)>) {
    let is_blank = |at: usize| text.as_bytes()[at].is_ascii_whitespace() || text.as_bytes()[at] == 11;
    let mut at = from;
    while at < to {
        let end = (at..to).find(|&next| is_blank(next) != is_blank(at)).unwrap_or(to);
        match is_blank(at) {
            true => pieces.push(("blank", Vec::new())),
            false => {
                let place = module.pointer_int().constant(at as u64);
                let start = module.before(call).part(module.int(8), call.arguments()[1], &[place]);
                pieces.push(("text", vec![start, module.int(32).constant((end - at) as u64)]));
            }
        }
        at = end;
    }
}

/// Replaces a call that writes a string as its format says, if all of its conversions are known.
fn show_pieces(module: &Module, call: Value) -> Option<()> {
    let known = known::called(call)?;
    let arguments = call.arguments();
    let (format, word, int) = (known.named() - 1, module.pointer_int(), module.int(32));
    let text = known::text_of(arguments[format]).filter(|text| text.is_ascii())?;
    let is_new = call.callee_name() == "asprintf";
    let room = if format == 1 { word.ones() } else { arguments[1] };
    if call.ty() != int || room.ty() != word || !arguments[0].ty().is_pointer() {
        return None;
    }
    // All of it is looked at before anything is put in.
    let (mut pieces, mut end) = (Vec::new(), 0);
    let mut rest = arguments[format + 1..].iter().copied();
    for conversion in known::conversions(arguments[format])? {
        pieces.push(Piece::Text(end, conversion.place.0));
        end = conversion.place.1;
        if conversion.letter == '%' {
            pieces.push(Piece::Text(conversion.place.1 - 1, conversion.place.1));
            continue;
        }
        let is_open = conversion.is_positional || conversion.stars > 0 || conversion.has_precision;
        let width = u32::try_from(conversion.width.unwrap_or(0)).ok().filter(|width| *width < 1 << 16)?;
        let fill = match &*conversion.flags {
            "" => Fill::Before,
            "0" => Fill::Zeros,
            "-" => Fill::Behind,
            _ => return None,
        };
        let value = rest.next().filter(|_| !is_open)?;
        let is_letter = matches!(conversion.letter, 'c' | 's');
        if is_letter && (fill == Fill::Zeros || !conversion.size.is_empty()) {
            return None;
        }
        let is_of = |bits: u32| value.ty().int_width() == Some(bits);
        let is_right = match conversion.letter {
            's' => value.ty().is_pointer(),
            'c' => is_of(32),
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                is_of(self::width(module, &conversion.size).filter(|bits| *bits >= 32)?)
            }
            _ => return None,
        };
        pieces.push(Piece::Value(is_right.then_some(value)?, conversion.letter, width, fill));
    }
    pieces.push(Piece::Text(end, text.len()));

    let builder = module.before(call);
    let result = match is_new {
        false => put(module, call, &pieces, (arguments[0], room)),
        // At first it is only counted, as if there were no room.
        true => {
            let nowhere = (module.pointer().zero(), word.zero());
            let count = put(module, call, &pieces, nowhere);
            let new = module.declare(&format!("{PUT}new"), module.pointer(), &[module.pointer(), int]);
            let text = builder.call(new, &[arguments[0], count]);
            let is_there = builder.compare(LLVMIntPredicate::LLVMIntNE, text, module.pointer().zero());
            let needed = builder.add(builder.zext(count, word), word.constant(1));
            put(module, call, &pieces, (text, builder.select(is_there, needed, word.zero())));
            builder.select(is_there, count, int.ones())
        }
    };
    call.replace_uses(result);
    call.erase();
    Some(())
}

/// Puts pieces of what a call writes in front of it: into so much room at a place. Gives how many characters there are.
fn put(module: &Module, call: Value, pieces: &[Piece], (to_where, room): (Value, Value)) -> Value {
    let (word, int, bit) = (module.pointer_int(), module.int(32), module.int(1));
    let (pointer, builder, arguments) = (module.pointer(), module.before(call), call.arguments());
    let format = known::called(call).map_or(1, |known| known.named() - 1);
    let text = known::text_of(arguments[format]).unwrap_or_default();
    let mut at = int.zero();
    let mut strings = Vec::new();
    for piece in pieces {
        let mut given = vec![to_where, room, at];
        let name = match *piece {
            Piece::Text(from, to) if from == to => continue,
            // A few letters need no loop, which proofs would have to go through.
            Piece::Text(from, to) if to - from <= FEW => {
                for letter in text[from..to].bytes() {
                    at = put_letter(module, call, (to_where, room, at), letter);
                }
                continue;
            }
            Piece::Text(from, to) => {
                let start = builder.part(module.int(8), arguments[format], &[word.constant(from as u64)]);
                given.extend([start, int.constant((to - from) as u64)]);
                "text"
            }
            Piece::Value(value, letter @ ('s' | 'c'), width, fill) => {
                given.extend([value, int.constant(width.into()), bit.constant(u64::from(fill == Fill::Behind))]);
                if letter == 's' {
                    strings.push(value);
                    "string"
                } else {
                    "char"
                }
            }
            Piece::Value(value, letter, width, fill) => {
                let is_signed = matches!(letter, 'd' | 'i');
                let negative = builder.compare(LLVMIntPredicate::LLVMIntSLT, value, value.ty().zero());
                let magnitude = builder.select(negative, builder.sub(value.ty().zero(), value), value);
                let base = match letter {
                    'x' | 'X' => 16,
                    'o' => 8,
                    _ => 10,
                };
                given.push(if is_signed { magnitude } else { value });
                given.push(if is_signed { negative } else { bit.zero() });
                given.push(int.constant(base));
                given.push(module.int(8).constant(u64::from(if letter == 'X' { b'A' } else { b'a' })));
                given.extend([int.constant(width.into()), int.constant(fill as u64)]);
                if value.ty().int_width() == Some(32) {
                    "int"
                } else {
                    "long"
                }
            }
        };
        let types: Vec<_> = given.iter().map(|value| value.ty()).collect();
        at = builder.call(module.declare(&format!("{PUT}{name}"), int, &types), &given);
    }
    let behind = |string: Value| {
        let function = module.declare(&format!("{PUT}behind"), module.void(), &[pointer, word, int, pointer]);
        builder.call(function, &[to_where, room, at, string]);
    };
    strings.into_iter().for_each(behind);
    let types = [pointer, word, int];
    builder.call(module.declare(&format!("{PUT}end"), module.void(), &types), &[to_where, room, at]);
    at
}

/// So many letters are put in one by one.
const FEW: usize = 32;

/// Puts a letter in front of a call; gives how many characters there are then.
fn put_letter(module: &Module, call: Value, (to, room, at): (Value, Value, Value), letter: u8) -> Value {
    let types = [module.pointer(), module.pointer_int(), module.int(32), module.int(8)];
    let function = module.declare(&format!("{PUT}letter"), module.int(32), &types);
    module.before(call).call(function, &[to, room, at, module.int(8).constant(letter.into())])
}

/// Replaces a call that writes a date by what writes its parts, where the format is constant.
fn show_date(module: &Module, call: Value) -> Option<()> {
    let (word, int, pointer) = (module.pointer_int(), module.int(32), module.pointer());
    known::called(call)?;
    let [to, room, format, of] = call.arguments()[..] else { return None };
    let text = known::text_of(format).filter(|text| text.is_ascii())?;
    if call.ty() != word || room.ty() != word || ![to, format, of].iter().all(|value| value.ty() == pointer) {
        return None;
    }
    let builder = module.before(call);
    let part = |at: Value, what: u8| {
        let function = module.declare(&format!("{PUT}date"), int, &[pointer, word, int, int, pointer]);
        builder.call(function, &[to, room, at, int.constant(what.into()), of])
    };
    let (mut at, mut letters) = (int.zero(), text.bytes());
    while let Some(next) = letters.next() {
        at = match next {
            // A `%` at the end of the format begins no conversion.
            b'%' => part(at, letters.next().unwrap_or_default()),
            plain => put_letter(module, call, (to, room, at), plain),
        };
    }
    let end = module.declare(&format!("{PUT}date_end"), word, &[pointer, word, int, pointer]);
    call.replace_uses(builder.call(end, &[to, room, at, of]));
    call.erase();
    Some(())
}

/// Where a format is not known, or the arguments are a list, a body takes the call's place that reads them as the program runs. Output
/// whose formats are all known and write nothing through a pointer is thrown away where nobody asks about what it reads.
fn show_computed(module: &Module, property: Property, call: Value) {
    let (name, arguments) = (call.callee_name(), call.arguments());
    let (Some(known), Some(callee)) = (known::called(call), call.callee()) else { return };
    let is_memory = property.is_about_memory();
    if call.ty() != module.int(32) || is_memory && reads(module, call).is_some() {
        return;
    }
    if known.writes == Writes::Output && !is_memory {
        let format = arguments[known.arguments_with(Argument::Read).next().unwrap_or_default()];
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
    let body = module.declare_like(&format!("{AS}{name}"), callee);
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

/// What fills a field that is wider than what stands in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fill {
    Before,
    Zeros,
    Behind,
}

/// A piece of what is written.
enum Piece {
    /// The format itself, from one byte to the one behind the last.
    Text(usize, usize),
    /// A value: how its conversion ends, how wide it is at least, and how it is filled up.
    Value(Value, char, u32, Fill),
}
