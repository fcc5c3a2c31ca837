//! Memory: which objects there are, where pointers can point to, which cells objects have, and the accesses.
//!
//! A pointer is a pair: the number of an object, and an offset in bytes as wide as the machine's pointers. Object 0 is
//! null, of size 0; object 1 is nowhere: where a pointer that was never set points to. In memory and in φs, pointers are
//! narrow: offsets have only the bits that the largest object needs, and a pointer that is farther outside is unmodelled
//! there.
//!
//! | module | what |
//! |---|---|
//! | [`points_to`] | which objects a pointer can point to, and at which offsets |
//! | [`targets`] | sets of objects with offsets |
//! | [`alike`] | objects of which one stands for all |
//! | [`held`] | what memory holds that can point somewhere |
//! | [`offsets`] | offsets as residue classes |
//! | [`layout`] | which cells objects are cut into |
//! | [`access`] | loads, stores, checks |
//! | [`block`] | copying and filling |
//! | [`heap`] | allocations |
//! | [`reuse`] | which allocations can give out one object again |
//! | [`pools`] | allocations of any number |
//! | [`asked`] | which instances of pools are lost |
//! | [`nulls`] | addresses behind null |
//! | [`leaks`] | memory that no pointer leads to |
//! | [`liveness`] | which values are still used |
//! | [`claims`] | which bytes hold numbers and which hold addresses |
//! | [`holes`] | accesses where bytes hold the other kind |
//! | [`seen`] | bytes that are looked at as integers |
//! | [`ranges`] | sets of bytes |
//! | [`tails`] | objects of computed size without a bound |
//! | [`coexistence`] | which objects have been alive at the same time |
//! | [`far`] | offsets whose computation may leave the address space |
//! | [`faults`] | kinds of errors |
//! | [`left`] | which objects accesses leave, in words |
//! | [`mod@pointer`] | values that are pointers |

mod access;
mod alike;
mod asked;
mod block;
pub(super) mod claims;
mod coexistence;
mod far;
mod faults;
mod heap;
mod held;
mod holes;
pub(super) mod layout;
mod leaks;
mod left;
mod liveness;
mod nulls;
pub(super) mod offsets;
mod pointer;
pub(super) mod points_to;
mod pools;
mod ranges;
mod reuse;
mod seen;
mod tails;
mod targets;

pub(super) use asked::Asked;
pub use heap::is_bound;
pub(super) use leaks::Held;
pub(super) use pointer::Pointer;
pub(super) use points_to::behind_null;
pub(super) use pools::Narrow;

use crate::bv::BitVec;
use crate::llvm::marker::Marker;
use crate::prepare::objects::{Initial, ObjectKind, ObjectSource};
use crate::program::{Cell, NamedObject, Object, Pattern, Program, SourceMap, Variable, VariableId};
use crate::read::bounds::Bounds;
use crate::read::operators::{callee, float_bits};
use claims::Claims;
use heap::Heap;
use layout::{Extent, Kind, Slot};
use llvm_ir::instruction::Call;
use llvm_ir::{BasicBlock, Constant, Function, Instruction, Module, Name, Operand, Type, TypeRef};
use nulls::BehindNull;
use points_to::{ObjectNumber, PointsTo, FIRST};
use ranges::Ranges;
use reuse::Supply;
use rustc_hash::{FxHashMap, FxHashSet};
use seen::Seen;
use tails::Tailed;

/// What the names of string constants begin with.
const STRING: &str = ".str";

/// What is known of memory before the function is read.
pub(super) struct Model<'m> {
    points_to: PointsTo<'m>,
    objects: Vec<ObjectSource>,
    heap: Heap<'m>,
    /// How much is followed.
    bounds: Bounds,
    /// The size of each object by its number.
    sizes: Vec<u64>,
    slots: Vec<Vec<Slot>>,
    /// The objects without a bound. Their sizes above are those of windows.
    tails: Vec<Tailed>,
    /// Which bytes hold numbers and which hold addresses.
    claims: Claims,
    /// Where an object holds at first what is no number, by its number.
    starts: Vec<Starts>,
    /// Where the bits of floating-point numbers can be seen.
    seen: Seen,
    /// Whether the first byte of a number is its highest: such modules' memory is not modelled.
    is_big_endian: bool,
    /// The width in bits of the machine's pointers.
    pub(super) pointer_width: u32,
    /// The width in bits of object numbers.
    pub(super) object_width: u32,
    /// The width in bits of offsets in memory and φs; they are signed. Where there are pools, of those that can be any.
    narrow_width: u32,
    /// How memory holds offsets.
    held: Narrow,
    /// Which pointers can be addresses behind null; looked for where there are pools.
    behind_null: Option<BehindNull<'m>>,
}

/// Where an object holds at first what is no number.
#[derive(Debug, Default)]
struct Starts {
    /// Addresses that memory can hold, which pointers can be read from.
    addresses: Ranges,
    /// Numbers other than zero, which are no pointers.
    numbers: Ranges,
    /// What cannot be said at all.
    unknown: Ranges,
}

impl<'m> Model<'m> {
    /// Looks at a function of a module with these objects.
    pub(super) fn new(
        module: &'m Module,
        function: &'m Function,
        objects: &'m [ObjectSource],
        bounds: Bounds,
    ) -> Model<'m> {
        let (objects, mut heap, points_to) = allocations(module, function, objects, bounds);
        heap.pairs = coexistence::pairs(function, &heap, &points_to);
        let pointer_width = pointer_width(module);
        let is_big_endian = is_big_endian(module);
        let size = |object: &ObjectSource| object.size;
        let sizes: Vec<u64> = [0; FIRST].into_iter().chain(objects.iter().map(size)).collect();
        let object_width = bits(sizes.len() as u64 - 1);
        let mut model = Model {
            points_to,
            objects,
            heap,
            bounds,
            sizes,
            slots: Vec::new(),
            tails: Vec::new(),
            claims: Claims::default(),
            starts: Vec::new(),
            seen: Seen::default(),
            is_big_endian,
            pointer_width,
            object_width,
            narrow_width: 0,
            held: Narrow::default(),
            behind_null: None,
        };
        if !model.heap.pools.is_empty() {
            model.behind_null = Some(BehindNull::new(module, function, &model.points_to));
        }
        model.find_tails(module, function);
        while model.lay_out(module, function) {}
        model
    }

    /// Cuts objects into cells. True if it has to be done again, as an object turned out to have no tail.
    fn lay_out(&mut self, module: &'m Module, function: &'m Function) -> bool {
        let others = (0..self.sizes.len()).filter(|&object| !self.is_frames(object));
        let largest = others.map(|object| self.largest(object)).max().unwrap_or(0);
        self.narrow_width = self.width_for(largest, 0);
        self.held = self.narrow(&self.points_to.in_memory());
        let starts = self.objects.iter().map(|object| self.starts_of(object));
        self.starts = (0..FIRST).map(|_| Starts::default()).chain(starts).collect();
        self.seen = Seen::new(module, function, self);
        let instructions = function.basic_blocks.iter().flat_map(|block| &block.instrs);
        let mut extents: Vec<Extent> = instructions.flat_map(|i| self.extents(module, i)).collect();
        let most = self.bounds.object_bytes;
        for (number, object) in (FIRST..).zip(&self.objects).filter(|(_, object)| object.size <= most) {
            let addresses = object.initial.iter().filter(|(_, initial)| matches!(initial, Initial::Address { .. }));
            extents.extend(addresses.map(|&(offset, _)| Extent {
                places: vec![(number, Pattern { residue: offset, modulus: 0 })],
                bytes: u64::from(self.pointer_width / 8),
                kind: Kind::Pointer,
            }));
        }
        extents.sort_by(|a, b| (&a.places, a.bytes, a.kind).cmp(&(&b.places, b.bytes, b.kind)));
        extents.dedup();
        let small = |&size: &u64| if size <= most { size } else { 0 };
        let sizes: Vec<u64> = self.sizes.iter().map(small).collect();
        let pointer_bytes = u64::from(self.pointer_width / 8);
        self.claims = Claims::new(&sizes, &extents, pointer_bytes);
        self.slots = layout::layout(&sizes, &extents, &self.claims, pointer_bytes);
        self.drop_tails(&extents)
    }

    /// What a store writes.
    fn kind_of_stored(&self, value: &Operand, ty: &TypeRef) -> Kind {
        let targets = self.points_to.targets(value);
        match value.as_constant() {
            Some(Constant::Int { value: 0, .. }) => Kind::Zero,
            _ if is_pointer(ty) => Kind::Pointer,
            Some(Constant::Undef(_) | Constant::Poison(_)) => Kind::Number,
            _ if targets.unknown || targets.objects.keys().any(|&object| object >= FIRST) => Kind::Number,
            _ => Kind::Plain,
        }
    }

    /// The width of offsets into objects of so many bytes, of which so many low bits are zero. A pointer in memory has room in the
    /// bytes that it takes there.
    fn width_for(&self, largest: u64, scale: u32) -> u32 {
        (bits(largest) + 2).saturating_sub(scale).clamp(1, self.pointer_width - self.object_width)
    }

    /// What an instruction accesses.
    fn extents(&self, module: &Module, instruction: &Instruction) -> Vec<Extent> {
        match instruction {
            Instruction::Call(call) if is_block(callee_name(call)) && constant_length(call).is_none() => {
                self.grain_extents(call)
            }
            _ => self.extent(module, instruction).into_iter().collect(),
        }
    }

    /// What an instruction accesses whose length is known.
    fn extent(&self, module: &Module, instruction: &Instruction) -> Option<Extent> {
        let (addresses, bytes, kind) = self.accessed(module, instruction)?;
        let places: Vec<(ObjectNumber, Pattern)> =
            addresses.into_iter().flat_map(|address| self.places(address, bytes)).collect();
        let places: Vec<(ObjectNumber, Pattern)> =
            places.into_iter().filter(|&(object, _)| self.sizes[object] <= self.bounds.object_bytes).collect();
        (!places.is_empty() && bytes > 0).then_some(Extent { places, bytes, kind })
    }

    /// Through which addresses an instruction accesses how many bytes of what, if that is known.
    fn accessed<'i>(&self, module: &Module, instruction: &'i Instruction) -> Option<(Vec<&'i Operand>, u64, Kind)> {
        Some(match instruction {
            Instruction::Load(load) => {
                (vec![&load.address], stored_bytes(module, &load.loaded_ty)?, kind_of(&load.loaded_ty))
            }
            Instruction::Store(store) => {
                let ty = module.type_of(&store.value);
                (vec![&store.address], stored_bytes(module, &ty)?, self.kind_of_stored(&store.value, &ty))
            }
            Instruction::Call(call) => {
                let name = callee_name(call);
                let addresses = if is_copy(name) { 2 } else { usize::from(is_fill(name)) };
                let bytes = constant_length(call).filter(|_| addresses > 0)?;
                (call.arguments.iter().take(addresses).map(|(operand, _)| operand).collect(), bytes, Kind::Block)
            }
            _ => return None,
        })
    }

    /// The objects and offsets at which an access through an address can stay inside an object.
    fn places(&self, address: &Operand, bytes: u64) -> Vec<(ObjectNumber, Pattern)> {
        let targets = self.points_to.targets(address).objects;
        let inside = |(object, offsets): (ObjectNumber, offsets::Offsets)| {
            Some((object, offsets.within(self.sizes[object], bytes)?))
        };
        targets.into_iter().filter_map(inside).collect()
    }

    /// The objects as the program has them.
    pub(super) fn objects(&mut self, variables: &[Variable]) -> Vec<Object> {
        let none = |name: &str| Object { name: name.to_owned(), size: 0, cells: Vec::new(), tail: None };
        let mut objects = vec![none("null"), none("nowhere")];
        for (source, slots) in self.objects.iter().zip(&self.slots[FIRST..]) {
            let bytes = self.initial_bytes(source);
            let first: FxHashMap<u64, &Initial> = source.initial.iter().map(|(begin, first)| (*begin, first)).collect();
            let cell = |slot: &Slot| self.cell(source, *slot, &bytes, first.get(&slot.offset).copied(), variables);
            let cells = slots.iter().map(cell).collect();
            let tail = self.tail(objects.len());
            let size = self.largest(objects.len());
            objects.push(Object { name: source.name.clone(), size, cells, tail });
        }
        let instances = self.heap.pools.iter().map(|&pool| (pool.object, self.instance_width(pool))).collect();
        self.heap.add_words(&mut objects, self.narrow_width, &instances);
        objects
    }

    /// What C calls the objects.
    pub(super) fn named_objects(&self, map: &SourceMap) -> Vec<NamedObject> {
        let none = |name: &str| NamedObject { name: name.into(), ..NamedObject::default() };
        let mut places = vec![none("NULL"), none("nowhere")];
        for source in &self.objects {
            let row = self.heap.row(places.len());
            places.push(match source.kind {
                ObjectKind::Heap => {
                    let named = map.allocations.iter().find(|(site, _)| Some(site.0) == row);
                    let name = match self.heap.on_heap().any(|object| object == places.len()) {
                        true => "malloc",
                        false => source.name.split('#').next().unwrap_or("array"),
                    };
                    let unnamed = || NamedObject { is_allocated: true, ..none(name) };
                    named.map_or_else(unnamed, |(_, named)| named.clone())
                }
                _ if source.name.starts_with(STRING) => none(&self.text(source)),
                _ => NamedObject { name: c_name(source, map).into(), is_allocated: false, parts: source.parts.clone() },
            });
        }
        places
    }

    /// The text of a string constant, as C writes it.
    fn text(&self, source: &ObjectSource) -> String {
        let bytes = self.initial_bytes(source);
        let width = match source.initial.first() {
            Some((_, Initial::Bits(first))) => first.width(),
            _ => 8,
        };
        let prefix = match width {
            32 => "L",
            16 => "u",
            _ => {
                let bytes: Vec<u8> = bytes.into_iter().take_while(|&byte| byte != 0).collect();
                return format!("{:?}", String::from_utf8_lossy(&bytes));
            }
        };
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
        let numbers = bytes.chunks_exact(width as usize / 8).map(number).take_while(|&number| number != 0);
        let text: String =
            numbers.map(|number| char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        format!("{prefix}{text:?}")
    }

    /// The numbers that an object holds at first, byte by byte. Objects that are not modelled have none.
    fn initial_bytes(&self, source: &ObjectSource) -> Vec<u8> {
        source.bytes(if source.size <= self.bounds.object_bytes { source.size } else { 0 })
    }

    /// A cell of an object that holds these bytes at first, and there perhaps an address.
    fn cell(
        &self,
        source: &ObjectSource,
        slot: Slot,
        bytes: &[u8],
        first: Option<&Initial>,
        variables: &[Variable],
    ) -> Cell {
        let fits = |id: VariableId| u64::from(variables[id.0].width) == slot.bytes * 8;
        let part = source.parts.iter().find(|&&(offset, id)| offset == slot.offset && fits(id)).map(|part| part.1);
        let name = match part {
            Some(id) => variables[id.0].name.to_string(),
            None => format!("{}+{}", source.name, slot.offset),
        };
        if slot.is_pointer {
            let initial = match first {
                Some(Initial::Address { object, offset }) => self
                    .points_to
                    .number(false, object)
                    .map_or(self.packed(points_to::NOWHERE, 0), |number| self.packed(number, *offset)),
                _ => self.packed(points_to::NULL, 0),
            };
            return Cell { offset: slot.offset, initial, name, variable: part };
        }
        Cell { offset: slot.offset, initial: slot.number(bytes), name, variable: part }
    }

    /// The cells of the bytes from an offset on, which begins one.
    fn slots_in(&self, object: ObjectNumber, offset: u64, bytes: u64) -> &[Slot] {
        let slots = &self.slots[object];
        let begin = slots.partition_point(|slot| slot.offset < offset);
        let end = slots.partition_point(|slot| slot.offset < offset + bytes);
        &slots[begin..end]
    }

    /// Whether a value can point to something that is not represented.
    pub(super) fn is_unknown(&self, value: &Name) -> bool {
        self.points_to.of_value(value).unknown
    }

    /// Whether null is all that a pointer can be whose object is null's, as far as that is known.
    fn is_null_by_object(&self, operand: &Operand) -> bool {
        self.behind_null.as_ref().is_some_and(|behind| !behind.may_be(operand))
    }

    /// How a φ holds the offset of this pointer.
    pub(super) fn narrow_of(&self, value: &Name) -> Narrow {
        self.narrow_in_phi(&self.points_to.of_value(value))
    }

    /// Whether an object is a constant.
    fn is_constant(&self, object: ObjectNumber) -> bool {
        object.checked_sub(FIRST).and_then(|index| self.objects.get(index)).is_some_and(|source| source.is_constant)
    }

    /// Whether an object is too large for accesses at these offsets.
    fn is_too_large(&self, object: ObjectNumber, pattern: Pattern) -> bool {
        let source = object.checked_sub(FIRST).and_then(|index| self.objects.get(index));
        let many = pattern.modulus != 0 && self.slots[object].len() > self.bounds.object_cells;
        many || source.is_some_and(|source| source.size > self.bounds.object_bytes)
    }

    /// The name of a cell.
    fn name(&self, object: ObjectNumber, slot: Slot, program: &Program) -> String {
        let object = &program.objects[object];
        object.cell_at(slot.offset).map_or_else(|| object.name.clone(), |cell| object.cells[cell].name.clone())
    }

    /// Where an object holds at first what is no number.
    fn starts_of(&self, source: &ObjectSource) -> Starts {
        let ranges = |held: bool| {
            Ranges::new(source.initial.iter().filter_map(move |(begin, initial)| match initial {
                Initial::Bits(_) => None,
                Initial::Address { offset, .. } => {
                    (self.holds(*offset) == held).then_some((*begin, begin + u64::from(self.pointer_width / 8)))
                }
                Initial::Unknown(bytes) => (!held).then_some((*begin, begin + bytes)),
            }))
        };
        let numbers = Ranges::new(source.initial.iter().filter_map(|(begin, initial)| match initial {
            Initial::Bits(bits) if bits.is_nonzero() => Some((*begin, begin + u64::from(bits.width().div_ceil(8)))),
            _ => None,
        }));
        Starts { addresses: ranges(true), numbers, unknown: ranges(false) }
    }

    /// Whether a cell holds at first something that the program cannot say: part of an address, an address far outside of its
    /// object, a number where pointers are, a floating-point number.
    fn starts_unknown(&self, object: ObjectNumber, slot: Slot) -> bool {
        let end = slot.offset + slot.bytes;
        self.starts.get(object).is_some_and(|starts| {
            let others = if slot.is_pointer { &starts.numbers } else { &starts.addresses };
            starts.unknown.meet(slot.offset, end) || others.meet(slot.offset, end)
        })
    }

    /// Whether memory can hold a pointer with this offset.
    fn holds(&self, offset: i64) -> bool {
        let limit = 1i64 << (self.held.width - 1).min(62);
        (-limit..limit).contains(&(offset >> self.held.scale)) && offset & ((1 << self.held.scale) - 1) == 0
    }

    /// A pointer as memory holds it: the object's number above the offset. Nowhere where memory cannot hold the offset: nothing may
    /// read that.
    fn packed(&self, object: ObjectNumber, offset: i64) -> BitVec {
        let (object, offset) = if self.holds(offset) { (object, offset) } else { (points_to::NOWHERE, 0) };
        let low = BitVec::new(self.held.width, (offset >> self.held.scale) as u128);
        BitVec::new(self.packed_width(), (object as u128) << self.held.width | low.unsigned())
    }

    fn packed_width(&self) -> u32 {
        self.object_width + self.held.width
    }
}

/// How many bits a number needs.
fn bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// The objects, with those that calls allocate: one each, or, where that is not enough, several.
fn allocations<'m>(
    module: &'m Module,
    function: &'m Function,
    objects: &[ObjectSource],
    bounds: Bounds,
) -> (Vec<ObjectSource>, Heap<'m>, PointsTo<'m>) {
    let (mut first, flow) = (objects.to_vec(), reuse::Flow::new(function));
    let heap = Heap::new(function, &mut first, bounds, |_, _| Supply::Again);
    let points_to = PointsTo::new(module, function, &first, heap.targets());
    let (firsts, given) = (heap.firsts(), objects.len() + FIRST..first.len() + FIRST);
    // What points into a pool has to have one place there, also by the second analysis, which may know less: there calls have pools together,
    // and a copy of a node may come from any instance. Where it has not, calls get pools of their own at first, and then those that fail get none.
    let (mut together, mut refused) = (true, FxHashSet::default());
    loop {
        let groups = match bounds.endless {
            true => pools::groups(
                function,
                &firsts,
                |block, call, object| flow.supply(block, call, object, given.clone(), &points_to),
                &points_to,
                (together, &refused),
            ),
            false => FxHashMap::default(),
        };
        let supply = |block: &'m BasicBlock, call: &'m Call| {
            let Some(&object) = call.dest.as_ref().and_then(|dest| firsts.get(dest)) else { return Supply::Several };
            let pool = groups.get(&object).copied();
            pool.unwrap_or_else(|| flow.supply(block, call, object, given.clone(), &points_to))
        };
        let mut all = objects.to_vec();
        let counting = Heap::new(function, &mut all, bounds, supply);
        if all.len() == first.len() && counting.pools.is_empty() {
            return (first, counting, points_to);
        }
        let again = PointsTo::new(module, function, &all, counting.targets());
        let fail = counting.pools.iter().filter(|pool| !pool.has_one_place(&again)).map(|pool| pool.object);
        let fail: Vec<ObjectNumber> = fail.collect();
        if fail.is_empty() {
            return (all, counting, again);
        }
        let given = counting.firsts();
        let of_failed = |(name, _): &(&&Name, &ObjectNumber)| given.get(*name).is_some_and(|of| fail.contains(of));
        if !std::mem::take(&mut together) {
            refused.extend(firsts.iter().filter(of_failed).map(|(_, &object)| object));
        }
    }
}

pub(super) fn is_pointer(ty: &Type) -> bool {
    matches!(ty, Type::PointerType { .. })
}

/// Whether a copy says that others may read or write its bytes too.
fn is_volatile(call: &Call) -> bool {
    match call.arguments.get(3) {
        Some((Operand::ConstantOperand(flag), _)) => !matches!(flag.as_ref(), Constant::Int { value: 0, .. }),
        flag => flag.is_some(),
    }
}

/// What an access to a value of a type reads or writes.
fn kind_of(ty: &TypeRef) -> Kind {
    if is_pointer(ty) {
        Kind::Pointer
    } else {
        Kind::Number
    }
}

/// How many bytes a load or store of a type accesses; `None` for types that are not modelled.
pub(super) fn stored_bytes(module: &Module, ty: &Type) -> Option<u64> {
    match ty {
        Type::IntegerType { bits } => Some(u64::from(bits.div_ceil(8))),
        Type::PointerType { .. } => Some(u64::from(pointer_width(module) / 8)),
        Type::FPType(kind) => Some(u64::from(float_bits(*kind) / 8)),
        Type::VectorType { element_type, num_elements, scalable: false } => {
            Some(stored_bytes(module, element_type)? * *num_elements as u64)
        }
        _ => None,
    }
}

/// Whether the first byte of a number is its highest.
pub(super) fn is_big_endian(module: &Module) -> bool {
    module.data_layout.layout_str.starts_with('E')
}

/// The width in bits of pointers.
pub(super) fn pointer_width(module: &Module) -> u32 {
    module.data_layout.alignments.ptr_alignment(0).size
}

/// The name of a variable in C.
fn c_name(source: &ObjectSource, map: &SourceMap) -> String {
    let whole = source.parts.first().map(|part| &*map.variables[part.1 .0].name);
    whole.map_or_else(|| source.name.clone(), |name| name.split(['.', '[']).next().unwrap_or(name).to_owned())
}

/// The name of the function that a call calls directly; empty otherwise.
fn callee_name(call: &Call) -> &str {
    callee(call).unwrap_or_default()
}

/// Whether a function copies memory: to the first argument from the second, as many bytes as the third says.
pub(super) fn is_copy(name: &str) -> bool {
    name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.")
}

/// The marker that is called.
pub(super) fn marker(call: &Call) -> Option<Marker> {
    Marker::of(callee_name(call))
}

/// Whether a function fills memory: at the first argument with the second, as many bytes as the third says.
pub(super) fn is_fill(name: &str) -> bool {
    name.starts_with("llvm.memset.")
}

/// Whether a function copies or fills memory.
fn is_block(name: &str) -> bool {
    is_copy(name) || is_fill(name)
}

/// The number of bytes of a block operation, if it is a constant.
fn constant_length(call: &Call) -> Option<u64> {
    match call.arguments.get(2)?.0.as_constant()? {
        Constant::Int { value, .. } => Some(*value),
        _ => None,
    }
}
