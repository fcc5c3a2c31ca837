//! What calls of the C library do with strings.

use crate::llvm::ir::{Module, Value};
use crate::llvm::known;
use crate::prepare::address::Address;
use crate::prepare::function::private::allocated;
use crate::prepare::objects;

/// What a call does with strings.
pub(super) enum Operation {
    /// It gives the length.
    Length(Text, Option<Value>),
    /// It reads a string to its end.
    Read(Text),
    /// It says whether two are equal, one of them in an object of the function's own: strings of two lengths are not.
    Compare(Text, Text),
    /// It writes.
    Copy(Copy),
}

/// A string: where it begins, and how many bytes its units have.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) pointer: Value,
    pub(super) place: Address,
    pub(super) unit: u64,
}

impl Text {
    pub(super) fn is(&self, other: &Text) -> bool {
        self.place == other.place && self.unit == other.unit
    }
}

/// What is written.
pub(super) struct Copy {
    pub(super) to: Text,
    pub(super) from: From,
    /// Whether it goes behind the string that is there.
    pub(super) is_behind: bool,
    pub(super) limit: Limit,
}

impl Copy {
    /// Whether it reads a string up to its end.
    pub(super) fn reads(&self, text: &Text) -> bool {
        matches!(&self.from, From::Text(from) if from.is(text)) && matches!(self.limit, Limit::None)
    }
}

/// How much of it.
pub(super) enum Limit {
    /// All, to its end.
    None,
    /// So many units: the rest is filled with zeros. If it has more, there is no zero behind it.
    Filled(Value),
    /// At most so many units, and a zero.
    Ended(Value),
    /// So many units, whatever they are.
    Block(Value),
    /// With the zero behind it, at most so many units: none if that is none.
    Room(Value),
}

/// Where it comes from.
pub(super) enum From {
    Text(Text),
    /// A text of so many units.
    Constant(u64),
    /// Each unit is this number.
    Each(u64),
    Unknown,
}

/// Whether the object may have a size that is known: nothing is checked of what comes from elsewhere.
pub(super) fn has_size(module: &Module, place: &Address) -> bool {
    place.size(module).is_some() || allocated(place.base).is_some()
}

/// The length of a string in a constant.
pub(super) fn constant_length(module: &Module, text: &Text) -> Option<u64> {
    let base = text.place.base;
    let is_constant = base.is_global_constant() && base.is_defined_for_good() && text.place.indices.is_empty();
    let bytes = objects::bytes(module, base.initializer().filter(|_| is_constant)?)?;
    length_in(&bytes, u64::try_from(text.place.constant).ok()?, text.unit)
}

/// How many units stand before the first that is zero, from a byte on: all, if none is. Who reads on leaves the object.
pub(super) fn length_in(bytes: &[u8], at: u64, unit: u64) -> Option<u64> {
    let mut units = bytes.get(at as usize..)?.chunks_exact(unit as usize);
    let all = units.len();
    Some(units.position(|unit| unit.iter().all(|byte| *byte == 0)).unwrap_or(all) as u64)
}

/// What a call does with strings.
pub(super) fn operation(module: &Module, call: Value) -> Option<Operation> {
    let known = known::called(call)?;
    let arguments = call.arguments();
    let gives_length = call.ty() == module.pointer_int();
    let is_wide = known.name.starts_with("wcs") || known.name.starts_with("wmem");
    let unit = if is_wide { module.wide_character()? } else { 1 };
    let text = |index: usize| Text { pointer: arguments[index], place: Address::of(module, arguments[index]), unit };
    let limit = |index: usize| arguments.get(index).copied().filter(|limit| limit.ty() == module.pointer_int());
    let copy =
        |from: From, is_behind: bool, limit: Limit| Operation::Copy(Copy { to: text(0), from, is_behind, limit });
    Some(match known.name {
        "strlen" | "wcslen" if gives_length => Operation::Length(text(0), None),
        "strnlen" if gives_length => Operation::Length(text(0), Some(limit(1)?)),
        "puts" | "fputs" | "strdup" => Operation::Read(text(0)),
        "strcmp" | "wcscmp" if call.ty() == module.int(32) => {
            let is_own = |text: &Text| has_size(module, &text.place) && constant_length(module, text).is_none();
            Some((text(0), text(1))).filter(|(a, b)| is_own(a) || is_own(b)).map(|(a, b)| Operation::Compare(a, b))?
        }
        "strcpy" | "stpcpy" | "wcscpy" => copy(From::Text(text(1)), false, Limit::None),
        "strcat" | "wcscat" => copy(From::Text(text(1)), true, Limit::None),
        "strncpy" | "wcsncpy" => copy(From::Text(text(1)), false, Limit::Filled(limit(2)?)),
        "strncat" | "wcsncat" => copy(From::Text(text(1)), true, Limit::Ended(limit(2)?)),
        "memcpy" | "memmove" | "wmemcpy" | "wmemmove" => copy(From::Text(text(1)), false, Limit::Block(limit(2)?)),
        "memset" => copy(each(arguments[1].as_int().map(|byte| byte & 0xff)), false, Limit::Block(limit(2)?)),
        "wmemset" => copy(each(arguments[1].as_int()), false, Limit::Block(limit(2)?)),
        "bzero" => copy(From::Each(0), false, Limit::Block(limit(1)?)),
        "sprintf" => copy(printed(&text, &arguments, 1)?, false, Limit::None),
        "snprintf" => copy(printed(&text, &arguments, 2)?, false, Limit::Room(limit(1)?)),
        _ => return None,
    })
}

/// Each unit is this number, if that is known.
fn each(unit: Option<u64>) -> From {
    unit.map_or(From::Unknown, From::Each)
}

/// What is printed with the format that is the argument of this index: a string, or the format itself.
fn printed(text: &dyn Fn(usize) -> Text, arguments: &[Value], index: usize) -> Option<From> {
    let format = known::text_of(*arguments.get(index)?)?;
    match format.as_str() {
        "%s" => {
            arguments.get(index + 1).filter(|argument| argument.ty().is_pointer()).map(|_| From::Text(text(index + 1)))
        }
        plain if plain.is_ascii() && !plain.contains('%') => Some(From::Constant(plain.len() as u64)),
        _ => None,
    }
}
