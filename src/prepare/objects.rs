//! What preparing a module says about its objects, for reading it: sizes, first contents, and how C names their parts. The
//! library that reads modules shows none of this for globals.

use crate::bv::BitVec;
use crate::llvm::ir::{Module, Type, Value};
use crate::prepare::address::Address;
use crate::program::VariableId;

/// How many bytes of a global variable are looked at for first contents. Larger ones are unknown.
const MOST_BYTES: u64 = 1 << 24;

/// A local, global or function of a module that a pointer can point to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectSource {
    /// Its name in the module. A local can have the name of a global.
    pub name: String,
    /// What it is.
    pub kind: ObjectKind,
    /// Its size in bytes; 0 for a function.
    pub size: u64,
    /// Whether it is a constant, which nothing may write.
    pub is_constant: bool,
    /// What it holds at first, by offset in bytes; what is not listed is zero. Locals hold what their function stores.
    pub initial: Vec<(u64, Initial)>,
    /// The parts that C has names for, by offset in bytes.
    pub parts: Vec<(u64, VariableId)>,
}

/// What kind of object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// In `main`'s frame.
    Local,
    /// A global variable or constant.
    Global,
    /// On the heap: one of those that a call allocates.
    Heap,
    /// A function: it has an address and no contents.
    Function,
}

/// What a part of an object holds at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Initial {
    /// A number.
    Bits(BitVec),
    /// So many bytes behind the start of the object of this name.
    Address {
        /// The name in the module.
        object: String,
        /// The offset in bytes.
        offset: i64,
    },
    /// Anything, for so many bytes.
    Unknown(u64),
}

impl ObjectSource {
    /// The numbers that the first so many bytes hold at first.
    pub fn bytes(&self, count: u64) -> Vec<u8> {
        held(&self.initial, count)
    }
}

/// The first so many bytes of what holds this.
fn held(initial: &[(u64, Initial)], count: u64) -> Vec<u8> {
    let mut bytes = vec![0; count as usize];
    for (offset, initial) in initial {
        if let Initial::Bits(bits) = initial {
            let numbers = bits.unsigned().to_le_bytes();
            let to = bytes.iter_mut().skip(*offset as usize);
            to.zip(&numbers[..bits.width().div_ceil(8) as usize]).for_each(|(byte, number)| *byte = *number);
        }
    }
    bytes
}

/// What the names of those constants begin with that clang copies into locals which are initialised.
const INITIAL: &str = "__const.";

/// What the locals of a module's functions are initialised with, where that is numbers, and at most so many bytes.
pub fn initial_values(module: &Module, most: u64) -> Vec<ObjectSource> {
    let source = |global: Value| {
        let (constant, ty) = (global.initializer()?, global.allocated()?);
        let size = module.object_size(global).filter(|size| (1..=most).contains(size))?;
        let initial = contents(module, constant, ty);
        let is_plain = initial.iter().all(|(_, initial)| matches!(initial, Initial::Bits(_)));
        let kind = ObjectKind::Global;
        is_plain.then(|| ObjectSource {
            name: global.name(),
            kind,
            size,
            is_constant: true,
            initial,
            parts: Vec::new(),
        })
    };
    let is_initial = |global: &Value| global.is_global_constant() && global.name().starts_with(INITIAL);
    module.globals().into_iter().filter(is_initial).filter_map(source).collect()
}

/// The bytes of a constant, if it has few and all are numbers.
pub fn bytes(module: &Module, constant: Value) -> Option<Vec<u8>> {
    let size = Some(module.size_of(constant.ty())).filter(|size| *size <= MOST_BYTES)?;
    let initial = contents(module, constant, constant.ty());
    let is_plain = !constant.is_undefined() && initial.iter().all(|(_, initial)| matches!(initial, Initial::Bits(_)));
    is_plain.then(|| held(&initial, size))
}

/// What a constant of a type holds, by offset in bytes.
pub fn contents(module: &Module, constant: Value, ty: Type) -> Vec<(u64, Initial)> {
    let mut contents = Vec::new();
    list(module, constant, ty, 0, &mut contents);
    contents
}

/// Lists what a constant holds, if it stands at an offset.
fn list(module: &Module, constant: Value, ty: Type, offset: u64, out: &mut Vec<(u64, Initial)>) {
    if constant.is_zero() {
        return;
    }
    let size = module.size_of(ty);
    let unknown = (offset, Initial::Unknown(size));
    if let Some(width) = ty.int_width() {
        let bits = constant.as_wide_int().filter(|_| width <= BitVec::MAX_WIDTH);
        out.push(bits.map_or(unknown, |bits| (offset, Initial::Bits(BitVec::new(width, bits)))));
        return;
    }
    if let (Some(width), Some(bits)) = (ty.float_width(), constant.as_float_bits(module)) {
        out.push((offset, Initial::Bits(BitVec::new(width, bits))));
        return;
    }
    if let (Some(lanes), false) = (ty.lanes(), constant.is_undefined()) {
        let elements: Vec<Value> = (0..u64::from(lanes)).filter_map(|lane| constant.aggregate_element(lane)).collect();
        let step = elements.first().map_or(0, |element| module.size_of(element.ty()));
        if step > 0 && step * elements.len() as u64 == size {
            for (at, element) in (0..).step_by(step as usize).zip(elements) {
                list(module, element, element.ty(), offset + at, out);
            }
            return;
        }
    }
    let count = ty.parts().map_or(0, |(_, count)| count);
    if count == 0 || size > MOST_BYTES || constant.is_undefined() {
        let place = Address::of(module, constant);
        let is_object = place.indices.is_empty() && (place.base.is_static_object() || place.base.is_function());
        let address = Initial::Address { object: place.base.name(), offset: place.constant };
        out.push(if is_object { (offset, address) } else { unknown });
        return;
    }
    for index in 0..count {
        if let (Some((at, part)), Some(element)) = (module.element(ty, index), constant.aggregate_element(index)) {
            list(module, element, part, offset + at, out);
        }
    }
}

/// Whether an object of this name, or what a pass makes of it, is where the models of the C library have the files that are opened.
pub fn is_of_files(name: &str) -> bool {
    name.starts_with("bitreach.files")
}

/// Whether an object of this name, as clang gives it, is a literal: compilers may keep one of them in the place of another.
pub fn is_literal(name: &str) -> bool {
    name.starts_with(".str") || name.starts_with(".compoundliteral")
}
