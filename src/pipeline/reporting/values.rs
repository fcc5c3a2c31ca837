//! What variables and objects hold, in the words of C: `a[3] = 7`, `node#1->next = &last`, `text = "abc"`.
//!
//! An object that a call allocates has the name of the variable that its address was first given to, and a number, in the order in
//! which the path comes to speak of them.

use crate::bv::BitVec;
use crate::program::{NamedObject, ObjectId, Reading, Role, SourceMap, Variable, VariableId};
use crate::report::NamedValue;
use crate::source::library::{self, is_model};
use crate::verdict::Changed;
use rustc_hash::FxHashMap;

/// The names of objects, and how many allocated ones have one so far.
pub struct Names<'a> {
    map: &'a SourceMap,
    allocated: FxHashMap<usize, String>,
    /// What allocated objects are called where that is not after the variable that their address is first given to.
    preferred: FxHashMap<usize, String>,
    /// How many elements arrays have, by the variable that they are a part of.
    elements: FxHashMap<Array<'a>, u64>,
}

/// An array: its name, its function, and the line of its declaration.
type Array<'a> = (&'a str, Option<&'a str>, u32);

/// The array that a part of a variable is an element of, and its index there.
fn element(variable: &Variable) -> Option<(Array<'_>, u64)> {
    let (array, index) = variable.name.strip_suffix(']')?.rsplit_once('[')?;
    // Parts of allocated objects have no name before the index.
    let array = Some((array, variable.function.as_deref(), variable.declared.line)).filter(|array| !array.0.is_empty());
    Some((array?, index.parse().ok()?))
}

impl<'a> Names<'a> {
    /// Names for what this map is of.
    pub fn new(map: &'a SourceMap) -> Names<'a> {
        let mut elements: FxHashMap<Array, u64> = FxHashMap::default();
        for (array, index) in map.variables.iter().filter_map(element) {
            let count = elements.entry(array).or_default();
            *count = (index + 1).max(*count);
        }
        let (allocated, preferred) = (FxHashMap::default(), FxHashMap::default());
        Names { map, allocated, preferred, elements }
    }

    /// What changes, and what it is then. Nothing is said of what has no name.
    pub fn change(&mut self, changed: Changed, bits: BitVec) -> Option<NamedValue> {
        let (name, id) = match changed {
            Changed::Variable(id) => (self.map.variables.get(id.0)?.name.to_string(), id),
            Changed::Allocated(ObjectId(object), offset) => {
                let id = part_at(self.map.places.get(object)?, offset)?;
                (format!("{}{}", self.object(object)?, self.map.variables.get(id.0)?.name), id)
            }
        };
        let variable = self.map.variables.get(id.0)?;
        let value = match variable.is_pointer {
            true => {
                let (shown, width) = (Some(self.pointer(bits)?), variable.width);
                NamedValue { name, shown, width, ..NamedValue::default() }
            }
            false => NamedValue { type_name: variable.type_name.to_string(), ..named(name, bits, variable.reading) },
        };
        let elements = element(variable).and_then(|(array, _)| self.elements.get(&array).copied()).unwrap_or(0);
        Some(NamedValue { elements, ..value })
    }

    /// The name of an object.
    fn object(&mut self, object: usize) -> Option<String> {
        let place = self.map.places.get(object)?;
        if !place.is_allocated {
            return Some(self.in_program(place).unwrap_or(&place.name).to_owned());
        }
        if let Some(name) = self.allocated.get(&object) {
            return Some(name.clone());
        }
        let base = self.preferred.get(&object).cloned().unwrap_or_else(|| place.name.to_string());
        let name = self.numbered(&base);
        self.allocated.insert(object, name.clone());
        Some(name)
    }

    /// Names the new object that a pointer points to after what it was made for. `None` if it points to none.
    pub fn name_object(&mut self, pointer: BitVec, made_for: &str) -> Option<String> {
        let object = self.object_of(pointer)?;
        let name = self.numbered(made_for);
        self.allocated.insert(object, name.clone());
        Some(name)
    }

    /// The next name for an object that is called so.
    fn numbered(&self, base: &str) -> String {
        let same = |name: &&String| name.rsplit_once('#').is_some_and(|(other, _)| other == base);
        format!("{base}#{}", self.allocated.values().filter(same).count() + 1)
    }

    /// Looks at the pointers that a path assigns: an object that a function of the C library makes for the program is called after the
    /// first variable of the program's that points to it, or member of an allocated object, and not after a variable of ours; where there is
    /// none with a name, after the function.
    pub fn look_ahead(&mut self, assignments: impl Iterator<Item = (Changed, BitVec)>) {
        let mut is_ours: FxHashMap<usize, bool> = FxHashMap::default();
        for (changed, bits) in assignments {
            let id = match changed {
                Changed::Variable(id) => Some(id),
                Changed::Allocated(ObjectId(holder), offset) => {
                    self.map.places.get(holder).and_then(|place| part_at(place, offset))
                }
            };
            let variable = id.and_then(|id| self.map.variables.get(id.0)).filter(|variable| variable.is_pointer);
            let Some(variable) = variable.filter(|variable| variable.role == Role::Variable) else { continue };
            let Some(object) = self.object_of(bits) else { continue };
            let of_model = is_model(&variable.declared.file);
            let name = match of_model {
                true => variable.function.as_deref().unwrap_or(&variable.name),
                false => variable.name.trim_start_matches("->"),
            };
            if name.starts_with('[') {
                continue;
            }
            let is_new = !is_ours.contains_key(&object);
            let ours = is_ours.entry(object).or_insert(of_model);
            if *ours && (is_new || !of_model) {
                *ours = of_model;
                self.preferred.insert(object, name.to_owned());
            }
        }
    }

    /// The allocated object that a pointer points into.
    fn object_of(&self, pointer: BitVec) -> Option<usize> {
        let width = pointer.width().checked_sub(self.map.object_width)?;
        let object = usize::try_from(pointer.unsigned().checked_shr(width).unwrap_or(0)).ok()?;
        self.map.places.get(object).filter(|place| place.is_allocated).map(|_| object)
    }

    /// What programs call an object of one of our models.
    fn in_program<'p>(&self, place: &'p NamedObject) -> Option<&'p str> {
        if let Some(function) = place.name.strip_prefix(library::POINTED) {
            return Some(function);
        }
        let variable = self.map.variables.get(place.parts.first()?.1 .0)?;
        library::name_in_program(&place.name).filter(|_| is_model(&variable.declared.file))
    }

    /// A pointer in C; `None` where it was never set.
    fn pointer(&mut self, bits: BitVec) -> Option<String> {
        let width = bits.width().checked_sub(self.map.object_width)?;
        let offset = bits.truncate(width).signed() as i64;
        let number = usize::try_from(bits.unsigned().checked_shr(width).unwrap_or(0)).ok()?;
        let place = self.map.places.get(number).filter(|_| number != NOWHERE)?;
        let object = self.object(number)?;
        let behind = |words: String| match offset {
            0 => words,
            1.. => format!("{words} + {offset} bytes"),
            _ => format!("{words} - {} bytes", offset.unsigned_abs()),
        };
        if number == NULL || object.ends_with('"') || self.in_program(place).is_some() {
            return Some(behind(object));
        }
        let start = if place.is_allocated { object.clone() } else { format!("&{object}") };
        let part = u64::try_from(offset).ok().and_then(|offset| part_at(place, offset));
        let part = part.map(|part| self.whole(place, part, place.is_allocated));
        Some(match part {
            Some(part) if place.is_allocated && offset != 0 => address(&format!("{object}{part}")),
            Some(part) if !place.is_allocated => address(&part),
            _ => behind(start),
        })
    }

    /// The name of the largest structure that begins with a part, for whole variables even the variable.
    fn whole(&self, place: &NamedObject, part: VariableId, is_relative: bool) -> String {
        let text = |id: VariableId| self.map.variables.get(id.0).map_or("", |variable| &variable.name);
        let offset = |id: VariableId| place.parts.iter().find(|other| other.1 == id).map_or(0, |other| other.0);
        let (mut name, begin) = (text(part), offset(part));
        // A file's name before a variable's has dots too.
        while let Some(dot) = name.rfind('.').filter(|dot| !name[*dot..].contains(':')) {
            let is_first = place.parts.iter().all(|&(at, id)| at >= begin || !text(id).starts_with(&name[..=dot]));
            if !is_first || (is_relative && dot == 0) {
                break;
            }
            name = &name[..dot];
        }
        name.to_owned()
    }
}

/// The numbers of the objects that null points to, and pointers that were never set.
const NULL: usize = 0;
const NOWHERE: usize = 1;

/// A pointer to something with a name. Where that is the first element of an array, the name of the array is what people write for it.
fn address(name: &str) -> String {
    name.strip_suffix("[0]").map_or_else(|| format!("&{name}"), str::to_owned)
}

/// The part that begins at an offset.
fn part_at(place: &NamedObject, offset: u64) -> Option<VariableId> {
    place.parts.iter().find(|part| part.0 == offset).map(|part| part.1)
}

/// A number under its name.
pub fn named(name: String, value: BitVec, reading: Reading) -> NamedValue {
    let digits = value.width().div_ceil(4) as usize;
    let bits = format!("0x{:0digits$x}", value.unsigned());
    let (decimal, hexadecimal) = match reading {
        Reading::Unsigned => (value.unsigned().to_string(), bits),
        Reading::Float(format) if format.width() == value.width() => (format.decimal(value), format.hexadecimal(value)),
        // Of uninitialised memory, pieces.
        Reading::Signed | Reading::Float(_) => (value.signed().to_string(), bits),
    };
    NamedValue { name, decimal, hexadecimal, width: value.width(), ..NamedValue::default() }
}

/// The characters of an array that are written one after the other, from the first to a zero, as a string.
pub fn strings(values: Vec<NamedValue>) -> Vec<NamedValue> {
    let mut told: Vec<NamedValue> = Vec::new();
    let mut rest = values.as_slice();
    while let Some(first) = rest.first() {
        let count = text(rest);
        if count > 1 {
            let bytes: Vec<u8> = rest[..count - 1].iter().filter_map(byte).collect();
            let name = first.name.trim_end_matches("[0]").to_owned();
            let shown = Some(format!("{:?}", String::from_utf8_lossy(&bytes)));
            told.push(NamedValue { name, shown, width: 8 * count as u32, ..NamedValue::default() });
            rest = &rest[count..];
        } else {
            told.push(first.clone());
            rest = &rest[1..];
        }
    }
    told
}

/// How many values at the start are the characters of a string, its zero too.
fn text(values: &[NamedValue]) -> usize {
    let Some(array) = values.first().and_then(|first| first.name.strip_suffix("[0]")) else { return 0 };
    for (index, value) in values.iter().enumerate() {
        if value.name != format!("{array}[{index}]") || !value.type_name.ends_with("char") {
            return 0;
        }
        match byte(value) {
            Some(0) => return index + 1,
            Some(9 | 10 | 13 | 32..=126) => {}
            _ => return 0,
        }
    }
    0
}

fn byte(value: &NamedValue) -> Option<u8> {
    u8::from_str_radix(value.hexadecimal.strip_prefix("0x")?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Declared;

    fn map() -> SourceMap {
        let names = [("a[0].x", 0), ("a[0].y", 4), ("a[1].x", 8), ("a[1].y", 12), ("->value", 0), ("->next", 8)];
        let variable = |name: &str| Variable {
            name: name.into(),
            function: None,
            type_name: "int".into(),
            width: 32,
            reading: Reading::Signed,
            is_pointer: name == "->next",
            declared: Declared::default(),
            role: Role::default(),
        };
        let parts = |range: std::ops::Range<usize>| range.map(|i| (names[i].1, VariableId(i))).collect::<Vec<_>>();
        let place = |name: &str, is_allocated, parts| NamedObject { name: name.into(), is_allocated, parts };
        let node = || place("node", true, parts(4..6));
        SourceMap {
            variables: names.iter().map(|(name, _)| variable(name)).collect(),
            places: vec![
                place("NULL", false, Vec::new()),
                place("nowhere", false, Vec::new()),
                place("a", false, parts(0..4)),
                node(),
                node(),
                place("\"abc\"", false, Vec::new()),
                place("f", false, Vec::new()),
            ],
            object_width: 3,
            ..SourceMap::default()
        }
    }

    #[test]
    fn pointers_are_told_as_in_c() {
        let map = map();
        let mut names = Names::new(&map);
        let mut told = |object: u128, offset: i8| {
            let bits = BitVec::new(11, object << 8 | u128::from(offset as u8));
            names.pointer(bits).unwrap_or_else(|| "-".to_owned())
        };
        let places =
            [(0, 0), (1, 0), (2, 0), (2, 4), (2, 8), (2, 13), (2, -4), (4, 0), (3, 8), (4, 0), (4, 9), (5, 1), (6, 0)];
        let expected = [
            "NULL",
            "-",
            "a",
            "&a[0].y",
            "&a[1]",
            "&a + 13 bytes",
            "&a - 4 bytes",
            "node#1",
            "&node#2->next",
            "node#1",
            "node#1 + 9 bytes",
            "\"abc\" + 1 bytes",
            "&f",
        ];
        assert_eq!(places.map(|(object, offset)| told(object, offset)), expected);
    }

    #[test]
    fn arrays_have_their_names() {
        let names = ["name[0]", "p->f[0]", "m[2][0]", "m[0][1]", "a[0].x", "n", "a[10]"];
        assert_eq!(names.map(address), ["name", "p->f", "m[2]", "&m[0][1]", "&a[0].x", "&n", "&a[10]"]);
    }

    #[test]
    fn parts_of_allocations_are_told() {
        let map = map();
        let mut names = Names::new(&map);
        let next = names.change(Changed::Allocated(ObjectId(4), 8), BitVec::new(11, 3 << 8)).expect("it has a name");
        assert_eq!((next.name.as_str(), next.shown.as_deref()), ("node#1->next", Some("node#2")));
        let value = names.change(Changed::Allocated(ObjectId(3), 0), BitVec::new(32, 7)).expect("it has a name");
        assert_eq!((value.name.as_str(), value.decimal.as_str(), value.shown), ("node#2->value", "7", None));
        assert_eq!(names.change(Changed::Allocated(ObjectId(3), 4), BitVec::new(32, 7)), None);
    }

    #[test]
    fn characters_become_strings() {
        let letter = |name: &str, letter: u8| NamedValue {
            type_name: "char".to_owned(),
            ..named(name.to_owned(), BitVec::new(8, letter.into()), Reading::Signed)
        };
        let values = vec![letter("b[0]", b'h'), letter("b[1]", b'i'), letter("b[2]", 0), letter("b[3]", 0)];
        let told: Vec<(String, Option<String>)> = strings(values).into_iter().map(|v| (v.name, v.shown)).collect();
        assert_eq!(told, [("b".to_owned(), Some("\"hi\"".to_owned())), ("b[3]".to_owned(), None)]);
        // Without its end, or of other numbers, it is no text.
        assert_eq!(strings(vec![letter("b[0]", b'h'), letter("b[1]", b'i')]).len(), 2);
        let numbers = [0, 1].map(|index| named(format!("b[{index}]"), BitVec::new(8, 0), Reading::Signed)).to_vec();
        assert_eq!(strings(numbers).len(), 2);
    }
}
