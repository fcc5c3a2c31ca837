//! What memory holds, where a function is analysed by itself: each place that it reads gets a slot, a local that passes put into
//! registers, which holds what was written or read there last. So two loads of one address agree if nothing between them could write
//! there, on whatever way control comes from one to the other, and locals are exact where they are small.
//!
//! A slot holds anything where the function begins, where its address is computed anew, and behind each instruction that writes, or may
//! write, something else over it ([`writes`]). What is not followed is anything; so nothing depends on whether a
//! place has a slot but how much is known.
//!
//! | part | what |
//! |---|---|
//! | [`Spot`] | a place: what its address is computed from, and the type that is accessed |
//! | [`track`] | slots for spots, and what loads and writes do with them |
//! | [`arrays`] | locals with computed indices, which get a slot for each element |
//! | [`writes`] | what an instruction writes, and what that is to a spot |
//! | [`apart`] | which objects are different ones |
//! | [`strings`] | the lengths of strings, which get slots too |

mod apart;
mod arrays;
pub mod strings;
mod writes;

use crate::llvm::ir::{Block, Builder, LLVMOpcode, Module, Slot, Type, Value};
use crate::llvm::marker::declare;
use crate::llvm::marker::PREFIX;
use crate::prepare::address::Address;
use crate::prepare::flow::loops;
pub use apart::is_passed_by;
use apart::Objects;
use arrays::Arrays;
pub use arrays::MOST_ELEMENTS;
use rustc_hash::{FxHashMap, FxHashSet};
use writes::{Effect, Write};

/// A place in memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Spot {
    /// Its address.
    place: Address,
    /// What is accessed: a number of whole bytes, or a pointer.
    ty: Type,
}

/// So many slots times writes are followed in a function; of more places, those are that are read most.
const MOST_EFFECTS: usize = 20_000;

impl Spot {
    /// The place that a plain load or store accesses, if it can have a slot.
    fn of(module: &Module, access: Value) -> Option<Spot> {
        let operands = access.operands();
        let (address, ty) = match access.opcode()? {
            LLVMOpcode::LLVMLoad => (*operands.first()?, access.ty()),
            LLVMOpcode::LLVMStore => (*operands.get(1)?, operands.first()?.ty()),
            _ => return None,
        };
        let is_whole = ty.is_pointer() || ty.int_width().is_some_and(|width| width % 8 == 0 && width <= 64);
        if !is_whole || access.is_volatile() || access.is_atomic() {
            return None;
        }
        let place = Address::of(module, address);
        let is_object = place.base.is_static_object() || place.base.is_external_object();
        let has_place = !place.base.is_constant() || is_object && !place.base.name().starts_with(PREFIX);
        has_place.then_some(Spot { place, ty })
    }

    /// The instructions that the address is computed from: where one is computed, this is another place.
    fn causes(&self) -> impl Iterator<Item = Value> + '_ {
        let values = [self.place.base].into_iter().chain(self.place.indices.iter().map(|(index, _)| *index));
        values.filter(|value| value.opcode().is_some())
    }
}

/// Lets the loads of a function whose scalars are in registers read slots. These are locals: a pass has to follow. Gives the markers
/// that stand for values: those that are not used then can go. What the pointers in `private` lead to is left out.
pub fn track(module: &Module, function: Value, private: &FxHashSet<Value>) -> Vec<Value> {
    let mut instructions = function.instructions();
    let is_left_out = |access: &Value| Spot::of(module, *access).is_some_and(|spot| private.contains(&spot.place.base));
    instructions.retain(|instruction| !is_left_out(instruction));
    let (Some(&first), true) = (instructions.first(), instructions.iter().all(|&i| is_followed(i))) else {
        return Vec::new();
    };
    let writes: Vec<(Value, Write)> = instructions
        .iter()
        .flat_map(|&writer| Write::of(module, writer).into_iter().map(move |write| (writer, write)))
        .collect();
    let accesses: FxHashMap<Value, Spot> =
        instructions.iter().filter_map(|&access| Some((access, Spot::of(module, access)?))).collect();
    let arrays = Arrays::new(module, &instructions, &accesses);
    let spots = chosen(&instructions, &accesses, &arrays, &writes);
    let slots: Vec<(Spot, Slot)> = spots
        .into_iter()
        .map(|spot| {
            let slot = module.before(first).slot(spot.ty);
            (spot, slot)
        })
        .collect();
    let mut objects = Objects::new(module);
    let effects: Vec<(Value, Vec<(usize, Effect)>)> = writes
        .iter()
        .map(|(writer, write)| {
            let effects = slots.iter().map(|(spot, _)| write.effect(module, &mut objects, spot)).enumerate();
            (*writer, effects.filter(|(_, effect)| !matches!(effect, Effect::Nothing)).collect())
        })
        .collect();
    let mut contents = Contents { module, slots, markers: Vec::new() };
    contents.begin(first);
    contents.forget_in_loops(function, &effects);
    effects.into_iter().for_each(|(writer, effects)| contents.write(writer, effects));
    // What a load gives may be what other addresses are computed from: all uses change at once, when all is built.
    let loads = instructions.iter().filter(|load| load.is(LLVMOpcode::LLVMLoad));
    let read: Vec<(Value, Value)> =
        loads.filter_map(|&load| Some((load, contents.read(load, accesses.get(&load)?, &arrays)?))).collect();
    read.into_iter().for_each(|(load, value)| load.replace_uses(value));
    contents.markers
}

/// Whether what follows an instruction is the next one in its block, or a branch's target.
fn is_followed(instruction: Value) -> bool {
    use LLVMOpcode as O;
    ![O::LLVMInvoke, O::LLVMCallBr, O::LLVMIndirectBr].into_iter().any(|opcode| instruction.is(opcode))
}

/// The places that get slots: those that are read, and written or read once more, and the elements of arrays.
fn chosen(
    instructions: &[Value],
    accesses: &FxHashMap<Value, Spot>,
    arrays: &Arrays,
    writes: &[(Value, Write)],
) -> Vec<Spot> {
    let mut at_base: FxHashMap<Value, usize> = FxHashMap::default();
    for place in writes.iter().filter_map(|(_, write)| write.place()) {
        *at_base.entry(place.base).or_default() += 1;
    }
    let mut spots: Vec<(Spot, usize, usize)> = Vec::new();
    let mut rows: FxHashMap<&Spot, usize> = FxHashMap::default();
    for access in instructions {
        let Some(spot) = accesses.get(access).filter(|spot| !arrays.has_element(spot)) else { continue };
        let row = *rows.entry(spot).or_insert_with(|| {
            spots.push((spot.clone(), 0, at_base.get(&spot.place.base).copied().unwrap_or(0)));
            spots.len() - 1
        });
        if access.is(LLVMOpcode::LLVMLoad) {
            spots[row].1 += 1;
            spots[row].2 += 1;
        }
    }
    spots.retain(|(_, loads, all)| *loads > 0 && *all > 1);
    spots.sort_by_key(|(_, loads, _)| std::cmp::Reverse(*loads));
    let most = MOST_EFFECTS / writes.len().max(1);
    let spots = spots.into_iter().map(|(spot, ..)| spot);
    arrays.elements().chain(spots).take(most).collect()
}

/// The slots of a function.
struct Contents<'m> {
    module: &'m Module,
    slots: Vec<(Spot, Slot)>,
    /// The calls that stand for values.
    markers: Vec<Value>,
}

impl Contents<'_> {
    /// Where an address is computed, what is there is anything.
    fn begin(&mut self, first: Value) {
        for row in 0..self.slots.len() {
            let causes: FxHashSet<Value> = self.slots[row].0.causes().collect();
            let mut places: Vec<Value> = causes.into_iter().filter_map(behind).collect();
            if places.is_empty() {
                places.push(first);
            }
            for place in places {
                self.forget(row, place);
            }
        }
    }

    /// Lets a slot hold anything from `place` on.
    fn forget(&mut self, row: usize, place: Value) {
        let (Spot { ty, .. }, slot) = &self.slots[row];
        let (ty, slot, builder) = (*ty, *slot, self.module.before(place));
        if let Some(any) = self.anything(&builder, ty) {
            builder.write(slot, any);
        }
    }

    /// Any value of a type, if it is one of scalars.
    fn anything(&mut self, builder: &Builder, ty: Type) -> Option<Value> {
        let any = builder.call(declare::any(self.module, ty)?, &[]);
        self.markers.push(any);
        Some(any)
    }

    /// What may be anything in a loop is anything where it begins: what was there before the first round would be one more thing for the
    /// engine to carry from round to round.
    fn forget_in_loops(&mut self, function: Value, effects: &[(Value, Vec<(usize, Effect)>)]) {
        // A block's instructions have a block.
        let mut forgotten: FxHashMap<Option<Block>, FxHashSet<usize>> = FxHashMap::default();
        for (writer, effects) in effects {
            let lost = effects.iter().filter(|(_, effect)| matches!(effect, Effect::Anything)).map(|(row, _)| *row);
            forgotten.entry(writer.block()).or_default().extend(lost);
        }
        for (row, (spot, _)) in self.slots.iter().enumerate() {
            for cause in spot.causes() {
                forgotten.entry(cause.block()).or_default().insert(row);
            }
        }
        for (head, blocks) in loops(function) {
            let rows: FxHashSet<usize> =
                blocks.iter().filter_map(|block| forgotten.get(&Some(*block))).flatten().copied().collect();
            if let Some(place) = head.instructions().into_iter().find(|first| !first.is(LLVMOpcode::LLVMPHI)) {
                rows.into_iter().for_each(|row| self.forget(row, place));
            }
        }
    }

    /// Lets slots hold what an instruction writes.
    fn write(&mut self, writer: Value, effects: Vec<(usize, Effect)>) {
        let Some(place) = writer.next() else { return };
        let mut named: FxHashMap<Value, Value> = FxHashMap::default();
        for (row, effect) in effects {
            let slot = self.slots[row].1;
            match effect {
                Effect::Nothing => {}
                Effect::Anything => self.forget(row, place),
                Effect::Value(value) => {
                    let value = *named.entry(value).or_insert_with(|| self.named(value, writer));
                    self.module.before(place).write(slot, value);
                }
                Effect::Choice(target, value) => {
                    // Also where it is a constant: a choice between two of these is one that the source has.
                    let value = *named.entry(value).or_insert_with(|| self.marked(value, writer));
                    let builder = self.module.before(writer);
                    let here = target.is_at(self.module, &builder, self.slots[row].0.place.constant);
                    builder.write(slot, builder.select(here, value, builder.read(slot)));
                }
            }
        }
    }

    /// A number, or null, that is written, as a value of the line that writes it. A pointer is what it points to, wherever it comes from.
    fn named(&mut self, value: Value, writer: Value) -> Value {
        match value.ty().is_pointer() && !value.is_null() {
            true => value,
            false => self.marked(value, writer),
        }
    }

    fn marked(&mut self, value: Value, writer: Value) -> Value {
        let ty = value.ty();
        if !declare::is_scalar(ty) {
            return value;
        }
        let call = self.module.before(writer).call(declare::value(self.module, ty), &[value]);
        self.markers.push(call);
        call
    }

    /// What a load reads, computed in front of it.
    fn read(&mut self, load: Value, spot: &Spot, arrays: &Arrays) -> Option<Value> {
        let builder = self.module.before(load);
        if let Some((_, slot)) = self.slots.iter().find(|(other, _)| other == spot) {
            return Some(builder.read(*slot));
        }
        if !arrays.has_element(spot) {
            return None;
        }
        let mut value = builder.call(declare::any(self.module, spot.ty)?, &[]);
        self.markers.push(value);
        for (element, slot) in self.slots.iter().filter(|(element, _)| arrays.may_be(self.module, spot, element)) {
            let here = spot.is_at(self.module, &builder, element.place.constant);
            value = builder.select(here, builder.read(*slot), value);
        }
        Some(value)
    }
}

/// The place behind an instruction that gives a value: behind a φ that is behind all φs.
pub fn behind(instruction: Value) -> Option<Value> {
    let mut place = instruction.next()?;
    while place.is(LLVMOpcode::LLVMPHI) {
        place = place.next()?;
    }
    Some(place)
}
