//! Lengths of strings: each string that a function asks for the length of, or copies to where there is limited room, gets a slot for its
//! length. So a string is known without its letters, whatever the size of the array that it stands in.
//!
//! The length at an address is how many units, bytes or wide characters, stand there before the first that is zero. A write changes it
//! only by where it begins and ends, and whether it writes a zero ([`Change`]). What is written elsewhere, and what is not followed, lets it
//! be anything.
//!
//! | part | what |
//! |---|---|
//! | [`track`] | the slots, the checks, and what writes do with the slots |
//! | [`operations`] | what calls of the C library do with strings |

mod operations;

use super::apart::Objects;
use super::writes::{Effect, Filling, Write};
use super::{is_followed, Contents, Spot, MOST_EFFECTS};
use crate::llvm::ir::{Builder, LLVMIntPredicate, LLVMOpcode, Module, Slot, Value};
use crate::llvm::known;
use crate::llvm::marker::declare;
use crate::prepare::address::Address;
use crate::prepare::objects;
use operations::{constant_length, has_size, length_in, operation, Copy, From, Limit, Operation, Text};
use rustc_hash::FxHashMap;

/// So many strings are followed in a function.
const MOST: usize = 24;

/// What a write does to a length: the first argument is how far behind the string's beginning it begins.
enum Change {
    Nothing,
    /// Anything may be there.
    Lost,
    /// A zero there.
    Zero(Value),
    /// A number of one unit.
    Unit(Value, Value),
    /// Numbers that are not zero, so many.
    NonZero(Value, Value),
    /// So many units, anything.
    Any(Value),
    /// So many units that are not zero, then a zero.
    Text(Value, Value),
    /// The same, if the text is not longer than a limit; else so many units as the limit says, none of them zero.
    Part(Value, Value, Value),
}

/// Follows the strings of a function whose scalars are in registers. The slots are locals: a pass has to follow. Gives the markers that
/// stand for values.
pub fn track(module: &Module, function: Value) -> Vec<Value> {
    let instructions = function.instructions();
    let operations: Vec<(Value, Operation)> =
        instructions.iter().filter_map(|&call| Some((call, operation(module, call)?))).collect();
    let (Some(&first), true) = (instructions.first(), instructions.iter().all(|&i| is_followed(i))) else {
        return Vec::new();
    };
    if operations.is_empty() {
        return Vec::new();
    }
    let mut texts = needed(module, &operations);
    let followed = instructions.iter().filter(|_| !texts.is_empty());
    let copies: FxHashMap<Value, &Copy> = operations
        .iter()
        .filter_map(|(call, operation)| match operation {
            Operation::Copy(copy) => Some((*call, copy)),
            _ => None,
        })
        .collect();
    let writers: Vec<Writer> = followed.flat_map(|&i| Writer::of(module, i, copies.get(&i).copied())).collect();
    texts.retain(|text| is_known(text, &operations, &writers));
    texts.truncate(MOST_EFFECTS / writers.len().max(1));
    let ty = module.pointer_int();
    let slot = |text: &Text| (Spot { place: text.place.clone(), ty }, module.before(first).slot(ty));
    let slots: Vec<(Spot, Slot)> = texts.iter().map(slot).collect();
    let contents = Contents { module, slots, markers: Vec::new() };
    let mut strings = Strings { module, texts, contents, objects: Objects::new(module) };
    strings.contents.begin(first);
    let mut changes: Vec<(Value, FxHashMap<usize, Change>)> = Vec::new();
    for writer in &writers {
        let changed = strings.changes(writer);
        match changes.last_mut().filter(|(last, _)| *last == writer.instruction) {
            // What one call writes in two ways.
            Some((_, before)) => changed.into_iter().for_each(|(row, change)| {
                let is_first = !before.contains_key(&row);
                before.insert(row, if is_first { change } else { Change::Lost });
            }),
            None => changes.push((writer.instruction, changed)),
        }
    }
    strings.forget_in_loops(function, &changes);
    strings.begin_with_zeros();
    let lengths: Vec<(Value, Value)> =
        operations.iter().filter_map(|(call, operation)| strings.read(*call, operation)).collect();
    changes.into_iter().for_each(|(instruction, changes)| strings.write(instruction, changes));
    lengths.into_iter().for_each(|(call, length)| call.replace_uses(length));
    strings.contents.markers
}

/// An instruction that writes.
struct Writer<'o> {
    instruction: Value,
    write: Write,
    copy: Option<&'o Copy>,
}

impl<'o> Writer<'o> {
    fn of(module: &Module, instruction: Value, copy: Option<&'o Copy>) -> Vec<Writer<'o>> {
        let of = |write: Write| {
            let is_copy = write.place().is_some_and(|place| copy.is_some_and(|copy| copy.to.place == *place));
            Writer { instruction, write, copy: copy.filter(|_| is_copy) }
        };
        Write::of(module, instruction).into_iter().map(of).collect()
    }
}

/// Whether something is known of a string: something is written there, or it is read more than once.
fn is_known(text: &Text, operations: &[(Value, Operation)], writers: &[Writer]) -> bool {
    let base = text.place.base;
    let is_written = writers.iter().any(|writer| writer.write.place().is_some_and(|place| place.base == base));
    let is_read = |operation: &Operation| match operation {
        Operation::Length(read, _) | Operation::Read(read) => read.is(text),
        Operation::Compare(a, b) => a.is(text) || b.is(text),
        Operation::Copy(Copy { to, from: From::Text(read), .. }) => read.is(text) || to.is(text),
        Operation::Copy(_) => false,
    };
    is_written || is_zeroed(base) || operations.iter().filter(|(_, operation)| is_read(operation)).count() > 1
}

/// Whether a call gives memory that is zero.
fn is_zeroed(base: Value) -> bool {
    base.is(LLVMOpcode::LLVMCall) && known::called(base).is_some_and(|known| known.name == "calloc")
}

struct Strings<'m> {
    module: &'m Module,
    texts: Vec<Text>,
    contents: Contents<'m>,
    objects: Objects<'m>,
}

impl Strings<'_> {
    /// What a write does to the lengths.
    fn changes(&mut self, writer: &Writer) -> FxHashMap<usize, Change> {
        let builder = self.module.before(writer.instruction);
        let mut changes = FxHashMap::default();
        for row in 0..self.texts.len() {
            let text = self.texts[row].clone();
            let change = match writer.write.place().filter(|place| place.base == text.place.base) {
                Some(place) => self.change(writer, place, &text, &builder),
                // C forbids that a string that is copied overlaps what is written.
                None if writer.copy.is_some_and(|copy| copy.reads(&text)) => Change::Nothing,
                None => {
                    let spot = Spot { place: text.place, ty: self.module.int(8) };
                    match writer.write.effect(self.module, &mut self.objects, &spot) {
                        Effect::Nothing => Change::Nothing,
                        _ => Change::Lost,
                    }
                }
            };
            if !matches!(change, Change::Nothing) {
                changes.insert(row, change);
            }
        }
        changes
    }

    /// The same for [`Contents::forget_in_loops`].
    fn forget_in_loops(&mut self, function: Value, changes: &[(Value, FxHashMap<usize, Change>)]) {
        let lost = |changes: &FxHashMap<usize, Change>| {
            let lost = changes.iter().filter(|(_, change)| matches!(change, Change::Lost));
            lost.map(|(row, _)| (*row, Effect::Anything)).collect()
        };
        let lost: Vec<(Value, Vec<(usize, Effect)>)> =
            changes.iter().map(|(instruction, changes)| (*instruction, lost(changes))).collect();
        self.contents.forget_in_loops(function, &lost);
    }

    /// What a write is to a string at the same base.
    fn change(&self, writer: &Writer, place: &Address, text: &Text, builder: &Builder) -> Change {
        let unit = text.unit;
        let Some(from) = self.units_between(text, place, builder) else { return Change::Lost };
        let is_before = from.as_signed_int().is_some_and(|from| from < 0);
        match (&writer.write, writer.copy) {
            (_, Some(copy)) if !is_before && copy.to.unit == unit && from.as_int().is_some() => {
                self.copied(copy, from, builder)
            }
            (Write::Stored(spot, value), _) if self.module.stored_size(spot.ty) == unit => match value.as_int() {
                _ if is_before => Change::Nothing,
                Some(0) => Change::Zero(from),
                Some(_) => Change::NonZero(from, self.number(1)),
                None if spot.ty.int_width().is_some() => Change::Unit(from, *value),
                None => Change::Lost,
            },
            // What is written in other units may reach over the beginning.
            _ if is_before || from.as_int().is_none() => Change::Lost,
            (Write::Stored(..), _) => Change::Any(from),
            (Write::Bytes(_, Some(bytes), _), _) if bytes % unit != 0 => Change::Any(from),
            (Write::Bytes(_, bytes, filling), _) => {
                let bytes = bytes.map(|bytes| self.number(bytes / unit));
                match (filling, bytes) {
                    (Filling::Each(0), Some(bytes)) if bytes.as_int() != Some(0) => Change::Zero(from),
                    (Filling::Constant(constant, at), Some(bytes)) => {
                        let length = u64::try_from(*at).ok().and_then(|at| self.constant_length(*constant, at, unit));
                        length.map_or(Change::Any(from), |length| Change::Part(from, self.number(length), bytes))
                    }
                    _ => Change::Any(from),
                }
            }
            _ => Change::Lost,
        }
    }

    /// What a copy to a string does to its length.
    fn copied(&self, copy: &Copy, from: Value, builder: &Builder) -> Change {
        let from = match (copy.is_behind, copy.is_behind.then(|| self.length(&copy.to, builder)).flatten()) {
            (true, None) => return Change::Lost,
            (true, Some(length)) => self.sum(builder, from, length),
            (false, _) => from,
        };
        let length = match &copy.from {
            From::Text(text) => self.length(text, builder),
            From::Constant(length) => Some(self.number(*length)),
            From::Each(byte) => {
                let Limit::Block(count) = copy.limit else { return Change::Lost };
                return match byte {
                    // As many zeros as none are nothing.
                    0 if count.as_int().is_some_and(|count| count > 0) => Change::Zero(from),
                    0 => Change::Any(from),
                    _ => Change::NonZero(from, count),
                };
            }
            From::Unknown => None,
        };
        let Some(length) = length else { return Change::Any(from) };
        match copy.limit {
            Limit::None => Change::Text(from, length),
            Limit::Ended(most) => Change::Text(from, self.least(builder, length, most)),
            Limit::Filled(count) | Limit::Block(count) => Change::Part(from, length, count),
            Limit::Room(room) => match room.as_int() {
                Some(0) => Change::Nothing,
                Some(room) => Change::Text(from, self.least(builder, length, self.number(room - 1))),
                None => Change::Any(from),
            },
        }
    }

    /// How many units a place is behind the beginning of a string with the same base, if that is a whole number.
    fn units_between(&self, text: &Text, place: &Address, builder: &Builder) -> Option<Value> {
        let constant = place.constant.checked_sub(text.place.constant)?;
        let unit = text.unit as i64;
        if place.indices == text.place.indices {
            return (constant % unit == 0).then(|| self.number((constant / unit) as u64));
        }
        // An index of the string need not have been computed here.
        if unit != 1 || !text.place.indices.is_empty() {
            return None;
        }
        Some(builder.sub(place.offset(self.module, builder), self.number(text.place.constant as u64)))
    }

    /// How long a string is there.
    fn length(&self, text: &Text, builder: &Builder) -> Option<Value> {
        if let Some(length) = constant_length(self.module, text) {
            return Some(self.number(length));
        }
        let row = self.texts.iter().position(|other| other.is(text))?;
        Some(builder.read(self.contents.slots[row].1))
    }

    fn constant_length(&self, constant: Value, at: u64, unit: u64) -> Option<u64> {
        length_in(&objects::bytes(self.module, constant)?, at, unit)
    }

    /// What `calloc` gives is an empty string.
    fn begin_with_zeros(&self) {
        for (text, (_, slot)) in self.texts.iter().zip(&self.contents.slots) {
            let base = text.place.base;
            let is_empty = is_zeroed(base) && text.place.indices.is_empty();
            if let Some(place) = base.next().filter(|_| is_empty) {
                self.module.before(place).write(*slot, self.number(0));
            }
        }
    }

    /// Puts checks before a call that reads or writes strings, and gives the length that it gives.
    fn read(&mut self, call: Value, operation: &Operation) -> Option<(Value, Value)> {
        let builder = self.module.before(call);
        match operation {
            Operation::Length(text, limit) => {
                let length = self.length(text, &builder)?;
                if limit.is_none() {
                    self.passes(&builder, text, self.sum(&builder, length, self.number(1)), true);
                }
                let length = limit.map_or(length, |most| self.least(&builder, length, most));
                Some((call, self.marked(&builder, length)))
            }
            Operation::Read(text) => {
                let length = self.length(text, &builder)?;
                self.passes(&builder, text, self.sum(&builder, length, self.number(1)), true);
                None
            }
            Operation::Compare(a, b) => {
                let lengths = [self.length(a, &builder)?, self.length(b, &builder)?];
                self.compared(call, lengths);
                None
            }
            Operation::Copy(copy) => {
                self.check_copy(copy, &builder);
                None
            }
        }
    }

    /// What a comparison of strings gives is not zero where their lengths differ.
    fn compared(&self, call: Value, lengths: [Value; 2]) {
        let Some(next) = call.next() else { return };
        let (builder, zero) = (self.module.before(next), call.ty().zero());
        let is_zero = builder.compare(LLVMIntPredicate::LLVMIntEQ, call, zero);
        let differ = builder.compare(LLVMIntPredicate::LLVMIntNE, lengths[0], lengths[1]);
        let other = builder.select(builder.and(is_zero, differ), call.ty().constant(1), call);
        call.replace_uses(other);
        is_zero.set_operand(0, call);
        other.set_operand(2, call);
    }

    /// Checks what a copy reads and writes, where its arguments alone do not say how much that is.
    fn check_copy(&self, copy: &Copy, builder: &Builder) {
        let one = self.number(1);
        // Of bytes it is known by the function how many it accesses.
        if let (true, Limit::Filled(count) | Limit::Block(count)) = (copy.to.unit > 1, &copy.limit) {
            self.passes(builder, &copy.to, *count, false);
            if let (Limit::Block(_), From::Text(text)) = (&copy.limit, &copy.from) {
                self.passes(builder, text, *count, true);
            }
        }
        let own = copy.is_behind.then(|| self.length(&copy.to, builder));
        if let Some(Some(own)) = own {
            self.passes(builder, &copy.to, self.sum(builder, own, one), true);
        }
        let length = match &copy.from {
            From::Text(text) => self.length(text, builder),
            From::Constant(length) => Some(self.number(*length)),
            From::Each(_) | From::Unknown => None,
        };
        let Some(length) = length else { return };
        let all = self.sum(builder, length, one);
        if let From::Text(text) = &copy.from {
            let read = match copy.limit {
                Limit::Block(_) => None,
                Limit::None | Limit::Room(_) => Some(all),
                Limit::Filled(most) | Limit::Ended(most) => Some(self.least(builder, all, most)),
            };
            read.into_iter().for_each(|read| self.passes(builder, text, read, true));
        }
        let written = match copy.limit {
            Limit::None => all,
            Limit::Ended(most) => self.sum(builder, self.least(builder, length, most), one),
            Limit::Room(room) => self.least(builder, all, room),
            Limit::Filled(_) | Limit::Block(_) => return,
        };
        match own {
            Some(None) => {}
            Some(Some(own)) => self.passes(builder, &copy.to, self.sum(builder, own, written), false),
            None => self.passes(builder, &copy.to, written, false),
        }
    }

    /// A check that so many units at a string are in their object.
    fn passes(&self, builder: &Builder, text: &Text, units: Value, reads: bool) {
        if has_size(self.module, &text.place) || text.place.base.is_parameter() && !reads {
            let most = self.greatest().as_int().unwrap_or(u64::MAX) / text.unit;
            let units = self.least(builder, units, self.number(most));
            let bytes = builder.mul(units, self.number(text.unit));
            builder.call(declare::accessed(self.module, reads), &[text.pointer, bytes]);
        }
    }

    /// Lets the lengths change with what an instruction writes. All are computed before one is written: they depend on each other.
    fn write(&mut self, instruction: Value, changes: FxHashMap<usize, Change>) {
        let builder = self.module.before(instruction);
        let mut rows: Vec<(usize, Change)> = changes.into_iter().collect();
        rows.sort_by_key(|(row, _)| *row);
        let mut new: Vec<(usize, Option<Value>)> = Vec::new();
        for (row, change) in rows {
            let length = self.changed(change, row, &builder);
            new.push((row, length.map(|length| self.marked(&builder, length))));
        }
        for (row, length) in new {
            let Some(place) = instruction.next() else { return };
            match length {
                Some(length) => self.module.before(place).write(self.contents.slots[row].1, length),
                None => self.contents.forget(row, place),
            }
        }
    }

    /// The length behind a change; nothing if that is anything.
    fn changed(&mut self, change: Change, row: usize, builder: &Builder) -> Option<Value> {
        use LLVMIntPredicate as P;
        let (module, old) = (self.module, builder.read(self.contents.slots[row].1));
        let before = |from: Value| is_before(module, builder, old, from);
        Some(match change {
            Change::Lost => return None,
            Change::Nothing => old,
            Change::Zero(from) => self.choose(builder, before(from), old, from),
            Change::Unit(from, value) => {
                let is_zero = builder.compare(P::LLVMIntEQ, value, value.ty().zero());
                let kept = self.without_zero(builder, old, from, self.number(1));
                let ends = self.choose(builder, before(from), old, from);
                self.choose(builder, is_zero, ends, kept)
            }
            Change::NonZero(from, count) => self.without_zero(builder, old, from, count),
            Change::Any(from) => {
                let any = self.at_least(builder, from);
                self.choose(builder, before(from), old, any)
            }
            Change::Text(from, length) => self.choose(builder, before(from), old, self.sum(builder, from, length)),
            Change::Part(from, length, limit) => {
                let ends = self.choose(builder, before(from), old, self.sum(builder, from, length));
                let open = self.without_zero(builder, old, from, limit);
                let is_whole = builder.compare(P::LLVMIntULT, length, limit);
                self.choose(builder, is_whole, ends, open)
            }
        })
    }

    /// The length where so many units become other numbers than zero.
    fn without_zero(&mut self, builder: &Builder, old: Value, from: Value, count: Value) -> Value {
        use LLVMIntPredicate as P;
        let end = self.sum(builder, from, count);
        let further = self.at_least(builder, end);
        let is_behind = builder.compare(P::LLVMIntUGE, old, end);
        let untouched = match from.as_int() {
            Some(0) => is_behind,
            _ => builder.or(is_behind, is_before(self.module, builder, old, from)),
        };
        self.choose(builder, untouched, old, further)
    }

    /// A length that is no less than this.
    fn at_least(&mut self, builder: &Builder, least: Value) -> Value {
        let Some(any) = self.contents.anything(builder, least.ty()) else { return least };
        let is_more = builder.compare(LLVMIntPredicate::LLVMIntUGT, any, least);
        self.choose(builder, is_more, any, least)
    }

    fn least(&self, builder: &Builder, a: Value, b: Value) -> Value {
        self.choose(builder, builder.compare(LLVMIntPredicate::LLVMIntULT, a, b), a, b)
    }

    /// A choice between two lengths. One between constants would look like one that the source has.
    fn choose(&self, builder: &Builder, condition: Value, a: Value, b: Value) -> Value {
        match condition.as_int() {
            Some(0) => b,
            Some(_) => a,
            None if a.as_int().is_some() && b.as_int().is_some() => {
                builder.select(condition, self.marked(builder, a), b)
            }
            None => builder.select(condition, a, b),
        }
    }

    /// A value of the line where the builder stands.
    fn marked(&self, builder: &Builder, value: Value) -> Value {
        builder.call(declare::value(self.module, value.ty()), &[value])
    }

    fn number(&self, number: u64) -> Value {
        self.module.pointer_int().constant(number)
    }

    /// A sum, or the greatest number where that is less: a length may be any number.
    fn sum(&self, builder: &Builder, a: Value, b: Value) -> Value {
        match (a.as_int(), b.as_int()) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => {
                let sum = builder.add(a, b);
                let wraps = builder.compare(LLVMIntPredicate::LLVMIntULT, sum, a);
                self.choose(builder, wraps, self.greatest(), sum)
            }
        }
    }

    fn greatest(&self) -> Value {
        self.number(u64::MAX >> (64 - self.module.pointer_int().int_width().unwrap_or(64)))
    }
}

/// Whether a string ends before a place.
fn is_before(module: &Module, builder: &Builder, length: Value, place: Value) -> Value {
    match place.as_int() {
        Some(0) => module.int(1).constant(0),
        _ => builder.compare(LLVMIntPredicate::LLVMIntULT, length, place),
    }
}

/// The strings whose lengths matter, which are no constants.
fn needed(module: &Module, operations: &[(Value, Operation)]) -> Vec<Text> {
    let join = |texts: &mut Vec<Text>, text: &Text| {
        let is_new = texts.iter().all(|other| !other.is(text));
        if is_new && constant_length(module, text).is_none() && can_be_followed(&text.place) {
            texts.push(text.clone());
        }
    };
    let mut texts: Vec<Text> = Vec::new();
    let mut add = |text: &Text| join(&mut texts, text);
    for (_, operation) in operations {
        match operation {
            Operation::Length(text, _) => add(text),
            Operation::Read(text) if has_size(module, &text.place) => add(text),
            Operation::Compare(a, b) => [a, b].into_iter().for_each(&mut add),
            Operation::Copy(Copy { to, from, is_behind, limit }) => {
                let is_limited = matches!(limit, Limit::Filled(_) | Limit::Block(_));
                let is_checked = (has_size(module, &to.place) || is_given(module, to, from)) && !is_limited;
                if *is_behind && is_checked {
                    add(to);
                }
                match from {
                    From::Text(text)
                        if is_checked || has_size(module, &text.place) && !matches!(limit, Limit::Block(_)) =>
                    {
                        add(text);
                    }
                    _ => {}
                }
            }
            Operation::Read(_) => {}
        }
    }
    // What is copied into one of these.
    let mut done = 0;
    while done < texts.len() && texts.len() <= MOST {
        let target = texts[done].place.base;
        for (_, operation) in operations {
            let Operation::Copy(Copy { to, from, is_behind, .. }) = operation else { continue };
            if to.place.base != target {
                continue;
            }
            let sources = [is_behind.then_some(to), if let From::Text(text) = from { Some(text) } else { None }];
            sources.into_iter().flatten().for_each(|text| join(&mut texts, text));
        }
        done += 1;
    }
    texts.truncate(MOST);
    texts
}

/// Whether an address is a place: null is none.
fn can_be_followed(place: &Address) -> bool {
    !place.base.is_constant() || place.base.is_static_object() || place.base.is_external_object()
}

/// Whether a string of the function's own is copied to where the caller says: for that it may be too long.
fn is_given(module: &Module, to: &Text, from: &From) -> bool {
    let is_own = match from {
        From::Text(text) => has_size(module, &text.place),
        From::Constant(_) => true,
        From::Each(_) | From::Unknown => false,
    };
    to.place.base.is_parameter() && is_own
}
