//! What `sprintf` and its like write, piece by piece, as a constant format says; see `print.c` and `calendar.c`.

use super::width;
use crate::llvm::ir::{LLVMIntPredicate, LLVMTypeKind, Module, Value};
use crate::llvm::known::{self, Amount, Conversion, Writes};
use crate::source::library::{ANY_RESULT, CAN_WRITE, PUT};

/// Replaces a call that writes a string as its format says, if all of its conversions are known; or what a call gives that writes
/// to a file.
pub fn show_pieces(module: &Module, call: Value) -> Option<()> {
    let known = known::called(call)?;
    let arguments = call.arguments();
    let (format, word, int) = (known.named() - 1, module.pointer_int(), module.int(32));
    let text = known::text_of(arguments[format]).filter(|text| text.is_ascii())?;
    let (is_new, is_output) = (call.callee_name() == "asprintf", known.writes == Writes::Output);
    let room = if format == 1 || is_output { word.ones() } else { arguments[1] };
    let has_place = arguments[0].ty().is_pointer() && room.ty() == word || is_output;
    if call.ty() != int || !has_place || is_output && !call.has_uses() {
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
        let is_plain = !conversion.is_positional && !conversion.flags.contains('\'');
        let mut next = || rest.next().filter(|_| is_plain);
        let mut amount = |amount: Option<Amount>, none| match amount {
            Some(Amount::Argument) => next().filter(|star| star.ty() == int),
            Some(Amount::Number(number)) => Some(int.constant(Some(number).filter(|number| *number < 1 << 16)?)),
            None => Some(none),
        };
        let (field, precision) = (amount(conversion.width, int.zero())?, amount(conversion.precision, int.ones())?);
        let value = next()?;
        let of_letters = conversion.flags.is_empty() || conversion.flags == "-";
        let is_of = |bits: u32| value.ty().int_width() == Some(bits);
        let is_right = match (conversion.letter, &*conversion.size) {
            ('s', "") => of_letters && value.ty().is_pointer(),
            ('c', "") => of_letters && conversion.precision.is_none() && is_of(32),
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', size) => is_of(width(module, size).filter(|bits| *bits >= 32)?),
            ('f' | 'F' | 'g' | 'G', "" | "l") => value.ty().kind() == LLVMTypeKind::LLVMDoubleTypeKind,
            _ => false,
        };
        let Conversion { letter, flags, .. } = conversion;
        pieces.push(Piece::Value(is_right.then_some(Field { value, letter, flags, width: field, precision })?));
    }
    pieces.push(Piece::Text(end, text.len()));

    let (builder, nowhere) = (module.before(call), (module.pointer().zero(), word.zero()));
    if is_output {
        // As many characters as were written, or something below zero.
        let count = put(module, call, &pieces, nowhere);
        let any = builder.call(module.declare(ANY_RESULT, int, &[]), &[]);
        let has_failed = builder.compare(LLVMIntPredicate::LLVMIntSLT, any, int.zero());
        let written = match super::own_file(call) {
            Some(file) => {
                let can_write = module.declare(CAN_WRITE, module.int(1), &[module.pointer()]);
                builder.select(builder.call(can_write, &[file]), count, int.ones())
            }
            None => count,
        };
        call.replace_uses(builder.select(has_failed, any, written));
        return Some(());
    }
    let result = match is_new {
        false => put(module, call, &pieces, (arguments[0], room)),
        // At first it is only counted, as if there were no room.
        true => {
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
    let (word, int) = (module.pointer_int(), module.int(32));
    let (pointer, builder, arguments) = (module.pointer(), module.before(call), call.arguments());
    let format = known::called(call).map_or(1, |known| known.named() - 1);
    let text = known::text_of(arguments[format]).unwrap_or_default();
    let mut at = int.zero();
    let mut strings = Vec::new();
    for piece in pieces {
        let mut given = vec![to_where, room, at];
        let name = match piece {
            &Piece::Text(from, to) if from == to => continue,
            // A few letters need no loop, which proofs would have to go through.
            &Piece::Text(from, to) if to - from <= FEW => {
                for letter in text[from..to].bytes() {
                    at = put_letter(module, call, (to_where, room, at), letter);
                }
                continue;
            }
            &Piece::Text(from, to) => {
                let start = builder.part(module.int(8), arguments[format], &[word.constant(from as u64)]);
                given.extend([start, int.constant((to - from) as u64)]);
                "text"
            }
            Piece::Value(field) => {
                if field.letter == 's' {
                    strings.push(field.value);
                }
                field.show(module, call, &mut given)
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
pub fn show_date(module: &Module, call: Value) -> Option<()> {
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

/// A piece of what is written.
enum Piece {
    /// The format itself, from one byte to the one behind the last.
    Text(usize, usize),
    /// A value.
    Value(Field),
}

/// A value that is written, and how.
struct Field {
    value: Value,
    /// How its conversion ends.
    letter: char,
    flags: String,
    /// How wide it is at least.
    width: Value,
    /// How many digits or letters it has; below zero nobody says it.
    precision: Value,
}

/// What fills a field that is wider than what stands in it, as `print.c` numbers it.
const BEFORE: u64 = 0;
const ZEROS: u64 = 1;
const BEHIND: u64 = 2;

impl Field {
    /// Adds what the body is given, and gives its name.
    fn show(&self, module: &Module, call: Value, given: &mut Vec<Value>) -> &'static str {
        let (int, bit, byte, builder) = (module.int(32), module.int(1), module.int(8), module.before(call));
        let has = |flag: char| self.flags.contains(flag);
        let fill = match (has('-'), has('0')) {
            (true, _) => BEHIND,
            (false, true) => ZEROS,
            (false, false) => BEFORE,
        };
        // A width below zero that an argument gives stands for the flag `-`.
        let is_below = builder.compare(LLVMIntPredicate::LLVMIntSLT, self.width, int.zero());
        let width = builder.select(is_below, builder.sub(int.zero(), self.width), self.width);
        let fill = builder.select(is_below, int.constant(BEHIND), int.constant(fill));
        let is_left = || builder.compare(LLVMIntPredicate::LLVMIntEQ, fill, int.constant(BEHIND));
        let plus = byte.constant(if has('+') {
            b'+'.into()
        } else if has(' ') {
            b' '.into()
        } else {
            0
        });
        let marked = bit.constant(u64::from(has('#')));
        let letter = byte.constant(self.letter as u64);
        match self.letter {
            's' => {
                given.extend([self.value, width, self.precision, is_left()]);
                "string"
            }
            'c' => {
                given.extend([self.value, width, is_left()]);
                "char"
            }
            'f' | 'F' | 'g' | 'G' => {
                super::only_to_nearest(module, call);
                given.extend([self.value, plus, letter, marked, width, self.precision, fill]);
                "double"
            }
            _ => {
                let zero = self.value.ty().zero();
                let is_negative = match self.letter {
                    'd' | 'i' => builder.compare(LLVMIntPredicate::LLVMIntSLT, self.value, zero),
                    _ => bit.zero(),
                };
                let plus = if matches!(self.letter, 'd' | 'i') { plus } else { byte.zero() };
                let base = match self.letter {
                    'x' | 'X' => 16,
                    'o' => 8,
                    _ => 10,
                };
                let ten = if self.letter == 'X' { b'A' } else { b'a' };
                given.push(builder.select(is_negative, builder.sub(zero, self.value), self.value));
                given.push(builder.select(is_negative, byte.constant(b'-'.into()), plus));
                given.extend([int.constant(base), byte.constant(ten.into()), marked, width, self.precision, fill]);
                if self.value.ty().int_width() == Some(32) {
                    "int"
                } else {
                    "long"
                }
            }
        }
    }
}
