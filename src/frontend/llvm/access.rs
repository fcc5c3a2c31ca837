//! Checks of memory accesses, made explicit before a pass can exploit or drop an access that leaves its object.
//!
//! * [`insert_checks`]: before each access whose place is not plainly inside a local or global stands a marker that names
//!   the address and the number of bytes; what follows it takes the access for valid.
//! * [`resolve_checks`]: markers at addresses whose object is known vanish, or become a comparison of the offset. This runs
//!   between passes, since objects become known only when pointers go into registers and functions are inlined. Until
//!   then a marker keeps its object in memory. The reader of the module decides those that are left, see
//!   [`read`](crate::frontend::read).

use super::compare;
use super::ir::{Builder, LLVMIntPredicate, LLVMOpcode, Module, Type, Value};
use super::marker::declare::{self, Markers};
use super::marker::Marker;
use super::scopes;
use super::tables::Tables;
use super::undefined::bodies;
use crate::frontend::property::Property;
use crate::program::CheckKind;

/// Block operations by the beginnings of their names, and how many of their first arguments are addresses.
const BLOCK_OPERATIONS: [(&str, usize); 3] = [("llvm.memset.", 1), ("llvm.memcpy.", 2), ("llvm.memmove.", 2)];

/// Puts checks before all accesses that need one.
pub fn insert_checks(module: &Module, markers: &Markers, tables: &mut Tables, property: Property) {
    if has_large_constants(module) {
        indices_stay_outside(module);
    }
    for function in bodies(module) {
        for instruction in function.instructions() {
            for (address, bytes) in accessed(module, instruction) {
                if is_inside(module, address, bytes) != Some(true) {
                    insert_check(module, markers, tables, property, instruction, (address, bytes));
                }
            }
        }
    }
}

/// Whether there is a constant from which passes could make an index that wraps around the address space when it is multiplied.
fn has_large_constants(module: &Module) -> bool {
    let wide = module.pointer_int();
    let bits = wide.int_width().unwrap_or(64);
    let is_large = |operand: Value| {
        let value = operand.as_signed_int().filter(|_| operand.ty().int_width().is_some_and(|width| width >= bits));
        value.is_some_and(|value| value.unsigned_abs() >= 1 << (bits - 8))
    };
    let is_power = |i: Value| i.is(LLVMOpcode::LLVMShl) && i.operands()[0].as_int().is_some();
    let mut instructions = bodies(module).flat_map(|function| function.instructions());
    instructions.any(|i| is_power(i) || i.operands().into_iter().any(is_large))
}

/// Indices whose product with the size of an element leaves the address space become others that do not, and are as far outside. Passes
/// would take an index that is constant for one that wraps around.
fn indices_stay_outside(module: &Module) {
    let ty = module.pointer_int();
    let largest = u64::MAX >> (65 - ty.int_width().unwrap_or(64));
    let steps = bodies(module).flat_map(|function| function.instructions());
    for address in steps.filter(|instruction| instruction.is(LLVMOpcode::LLVMGetElementPtr)) {
        for (index, stride) in module.steps(address).unwrap_or_default() {
            let Some(index) = index.filter(|index| index.ty() == ty && stride > 1) else { continue };
            if fits(index, stride, ty.int_width().unwrap_or(64)) {
                continue;
            }
            let most = largest / stride;
            let far = ty.constant(most);
            let new = match index.as_signed_int() {
                Some(index) if index.unsigned_abs() <= most => continue,
                Some(_) => far,
                None => {
                    let builder = module.before(address);
                    let from_least = builder.add(index, far);
                    let leaves = builder.compare(LLVMIntPredicate::LLVMIntUGT, from_least, ty.constant(2 * most));
                    builder.select(leaves, far, index)
                }
            };
            let places = address.operands().into_iter().enumerate().skip(1).filter(|(_, operand)| *operand == index);
            places.for_each(|(place, _)| address.set_operand(place, new));
        }
    }
}

/// Puts the check of an access, an address and the number of bytes, before an instruction.
pub fn insert_check(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    property: Property,
    instruction: Value,
    (address, bytes): (Value, Value),
) {
    let origin = tables.origin_of(instruction);
    let (marker, row) = match property.asks_for_accesses() {
        true => (markers.access_error, tables.sites(&CheckKind::OF_ACCESS, origin).0),
        false => (markers.access_unmodelled, tables.unmodelled(REASON.to_owned(), origin).0),
    };
    let row = module.int(32).constant(row as u64);
    module.before(instruction).call(marker, &[address, bytes, row]);
}

const REASON: &str = "undefined behaviour: an access leaves its object, or goes through a pointer to none";

/// The addresses that an instruction reads or writes through, each with the number of bytes.
fn accessed(module: &Module, instruction: Value) -> Vec<(Value, Value)> {
    let operands = instruction.operands();
    let size = |value: Value| module.pointer_int().constant(module.stored_size(value.ty()));
    match instruction.opcode() {
        Some(LLVMOpcode::LLVMLoad) => vec![(operands[0], size(instruction))],
        Some(LLVMOpcode::LLVMStore) => vec![(operands[1], size(operands[0]))],
        Some(LLVMOpcode::LLVMCall) => {
            let name = instruction.callee_name();
            let addresses = BLOCK_OPERATIONS.iter().find(|(prefix, _)| name.starts_with(prefix)).map_or(0, |row| row.1);
            let length = |length: Value| module.before(instruction).resized(length, module.pointer_int());
            (0..addresses).map(|index| (operands[index], length(operands[2]))).collect()
        }
        _ => Vec::new(),
    }
}

/// Decides the checks whose object is known. Gives whether a check became a comparison.
pub fn resolve_checks(module: &Module, markers: &Markers) -> bool {
    scopes::resolve::resolve(module);
    let mut compares = false;
    for function in bodies(module) {
        let instructions = function.instructions();
        let (compared, others): (Vec<Value>, _) =
            instructions.into_iter().partition(|call| declare::called(*call) == Some(Marker::Compared));
        compare::resolve(module, &compared);
        for check in others {
            let is_check = matches!(declare::called(check), Some(Marker::AccessUnmodelled | Marker::AccessError));
            if is_check {
                compares |= resolve(module, markers, check);
            }
        }
    }
    compares
}

fn resolve(module: &Module, markers: &Markers, check: Value) -> bool {
    let is_error = declare::called(check) == Some(Marker::AccessError);
    let (fails, fails_if) = match is_error {
        true => (markers.error, markers.error_if),
        false => (markers.unmodelled, markers.unmodelled_if),
    };
    let arguments = check.arguments();
    let [address, bytes, row] = arguments[..] else { return false };
    let place = Place::of(module, address);
    let row = match row.as_int() {
        Some(first) if is_error => {
            let row = fault(module, &place).row_behind(first as usize);
            module.int(32).constant(row.0 as u64)
        }
        _ => row,
    };
    match is_inside(module, address, bytes) {
        Some(true) => {
            check.erase();
            return false;
        }
        Some(false) => {
            module.before(check).call(fails, &[row]);
            check.erase();
            return false;
        }
        None => {}
    }
    let (Some(size), Some(bytes)) = (place.size(module), bytes.as_int()) else { return false };
    if bytes > size {
        module.before(check).call(fails, &[row]);
    } else {
        let builder = module.before(check);
        let offset = place.exact_offset(module, &builder);
        let limit = offset.ty().constant(size - bytes);
        let bad = builder.compare(LLVMIntPredicate::LLVMIntUGT, offset, limit);
        builder.call(fails_if, &[bad, row]);
    }
    check.erase();
    true
}

/// What is wrong with an access to a place whose object is known, if it is not inside.
fn fault(module: &Module, place: &Place) -> CheckKind {
    match place.size(module) {
        Some(1..) => CheckKind::OutOfBounds,
        _ if place.base.is_null() => CheckKind::NullDereference,
        _ => CheckKind::InvalidAccess,
    }
}

/// Whether an address is one in a local or global, whatever it is used for.
pub fn is_plainly_inside(module: &Module, address: Value) -> bool {
    is_inside(module, address, module.pointer_int().zero()) == Some(true)
        && Place::of(module, address).base.is_static_object()
}

/// Whether an access of so many bytes stays inside its object; `None` where that cannot be told here.
fn is_inside(module: &Module, address: Value, bytes: Value) -> Option<bool> {
    let place = Place::of(module, address);
    let bytes = bytes.as_int()?;
    if place.base.is_null() || place.base.is_undefined() {
        return Some(bytes == 0);
    }
    let size = place.size(module)?;
    match place.indices.is_empty() {
        true => Some(u64::try_from(place.constant).is_ok_and(|offset| offset.saturating_add(bytes) <= size)),
        false => None,
    }
}

/// An address as what it is computed from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The pointer below all `getelementptr`s.
    pub base: Value,
    /// The sum of all constant offsets, in bytes.
    pub constant: i64,
    /// The other indices, each with the bytes that it counts in.
    pub indices: Vec<(Value, u64)>,
}

impl Place {
    /// Follows an address to its base.
    pub fn of(module: &Module, address: Value) -> Place {
        let mut place = Place { base: address, constant: 0, indices: Vec::new() };
        // Addresses are nested as deep as expressions are; a broken module could nest them in a circle.
        for _ in 0..10_000 {
            let Some(steps) = module.steps(place.base) else { break };
            place.add(steps);
            place.base = place.base.operands()[0];
        }
        place
    }

    /// One step towards the base.
    pub fn step(module: &Module, address: Value) -> Place {
        let mut place = Place { base: address, constant: 0, indices: Vec::new() };
        if let Some(steps) = module.steps(address) {
            place.add(steps);
            place.base = address.operands()[0];
        }
        place
    }

    fn add(&mut self, steps: Vec<(Option<Value>, u64)>) {
        for (index, stride) in steps {
            match index.map(|index| (index, index.as_signed_int())) {
                None => self.constant = self.constant.wrapping_add(stride as i64),
                Some((_, Some(index))) => {
                    self.constant = self.constant.wrapping_add(index.wrapping_mul(stride as i64));
                }
                Some((index, None)) => self.indices.push((index, stride)),
            }
        }
    }

    /// The size of the object that the base is, if it is one that has its place and size from the beginning.
    fn size(&self, module: &Module) -> Option<u64> {
        module.object_size(self.base)
    }

    /// The offset from the base, computed where the builder stands, as addresses are: it wraps.
    pub fn offset(&self, module: &Module, builder: &Builder) -> Value {
        self.sum(module, module.pointer_int(), builder)
    }

    /// The same as wide as it takes not to wrap.
    fn exact_offset(&self, module: &Module, builder: &Builder) -> Value {
        let ty = module.pointer_int();
        let width = ty.int_width().unwrap_or(64);
        match self.indices.iter().all(|&(index, stride)| fits(index, stride, width - self.indices.len() as u32)) {
            true => self.sum(module, ty, builder),
            false => self.sum(module, module.int(2 * width), builder),
        }
    }

    fn sum(&self, module: &Module, ty: Type, builder: &Builder) -> Value {
        let mut sum = builder.resized(module.int(64).constant(self.constant as u64), ty);
        for &(index, stride) in &self.indices {
            let index = builder.resized(index, ty);
            sum = builder.add(builder.mul(index, ty.constant(stride)), sum);
        }
        sum
    }

    /// An offset that is outside of every object where the product of an index and the size of what it counts leaves the address
    /// space, and the [offset](Place::offset) elsewhere.
    pub fn offset_or_far(&self, module: &Module, builder: &Builder) -> Value {
        let ty = module.pointer_int();
        let offset = self.offset(module, builder);
        let largest = u64::MAX >> (65 - ty.int_width().unwrap_or(64));
        let mut result = offset;
        for &(index, stride) in self.indices.iter().filter(|&&(_, stride)| stride > 1) {
            if index.ty() != ty || fits(index, stride, ty.int_width().unwrap_or(64)) {
                continue;
            }
            let most = largest / stride;
            let from_least = builder.add(index, ty.constant(most));
            let leaves = builder.compare(LLVMIntPredicate::LLVMIntUGT, from_least, ty.constant(2 * most));
            // A multiple, so that it is of the same residue class.
            result = builder.select(leaves, ty.constant(most * stride), result);
        }
        result
    }
}

/// Whether the product of a number and a constant has fewer bits than so many, as a signed number.
fn fits(index: Value, stride: u64, width: u32) -> bool {
    let extended = [LLVMOpcode::LLVMSExt, LLVMOpcode::LLVMZExt].iter().any(|&opcode| index.is(opcode));
    let source = if extended { index.operands()[0] } else { index };
    let bits = source.ty().int_width().map_or(64, |bits| bits + u32::from(index.is(LLVMOpcode::LLVMZExt)));
    bits + (64 - stride.leading_zeros()) < width
}
