//! Checks of memory accesses, made explicit before a pass can exploit or drop an access that leaves its object.
//!
//! * [`insert_checks`]: before each access whose place is not plainly inside a local or global stands a marker that names
//!   the address and the number of bytes; what follows it takes the access for valid.
//! * [`resolve_checks`]: markers at addresses whose object is known vanish, or become a comparison of the offset. This runs
//!   between passes, since objects become known only when pointers go into registers and functions are inlined. Until
//!   then a marker keeps its object in memory. The reader of the module decides those that are left, see
//!   [`read`](crate::read).
//! * Likewise a marker stands before each write that may be one to a constant.

use crate::llvm::ir::{LLVMIntPredicate, LLVMOpcode, Module, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::llvm::marker::Marker;
use crate::prepare::address::{leaves, most, Address};
use crate::prepare::program::memory::is_kept_from_writes;
use crate::prepare::program::scopes;
use crate::prepare::program::undefined::bodies;
use crate::prepare::program::{compare, overlap};
use crate::prepare::tables::Tables;
use crate::program::{CheckKind, SiteId};
use crate::source::property::Property;

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
            if let Some(address) = written(instruction).filter(|address| may_be_constant(module, *address)) {
                let origin = tables.origin_of(instruction);
                let row = tables.unmodelled(CONSTANT_WRITTEN.to_owned(), origin);
                let row = module.int(32).constant(row.0 as u64);
                module.before(instruction).call(declare::written(module), &[address, row]);
            }
        }
    }
}

/// Why control leaves where a constant is written: some machines keep constants where they cannot be written, others do not.
const CONSTANT_WRITTEN: &str = "undefined behaviour: something constant is written";

/// The address that an instruction writes to.
fn written(instruction: Value) -> Option<Value> {
    match instruction.opcode() {
        Some(LLVMOpcode::LLVMStore) => instruction.operands().get(1).copied(),
        Some(LLVMOpcode::LLVMCall) => {
            let name = instruction.callee_name();
            let is_block = BLOCK_OPERATIONS.iter().any(|(prefix, _)| name.starts_with(prefix));
            let writes = is_block && instruction.operands().get(2).is_some_and(|length| length.as_int() != Some(0));
            writes.then(|| instruction.operands()[0])
        }
        _ => None,
    }
}

/// Whether an address may be one of a constant: that of a variable is not.
fn may_be_constant(module: &Module, address: Value) -> bool {
    let base = Address::of(module, address).base;
    let is_allocated = declare::called(base).is_some_and(Marker::allocates);
    base.is_global_constant() || !base.is_static_object() && !base.is_null() && !is_allocated
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
    let steps = bodies(module).flat_map(|function| function.instructions());
    for address in steps.filter(|instruction| instruction.is(LLVMOpcode::LLVMGetElementPtr)) {
        for (index, stride) in module.steps(address).unwrap_or_default() {
            let Some(index) = index else { continue };
            let Some(most) = most(module, index, stride) else { continue };
            let far = ty.constant(most);
            let new = match index.as_signed_int() {
                Some(index) if index.unsigned_abs() <= most => continue,
                Some(_) => far,
                None => {
                    let builder = module.before(address);
                    builder.select(leaves(&builder, index, most), far, index)
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
    let size = |value: Value| module.pointer_int().constant(module.accessed_size(value.ty()));
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

/// Who is told which object the access of a check leaves: the check, and the object.
pub type Listener<'a> = &'a mut dyn FnMut(SiteId, Value);

/// Decides the checks whose object is known, and tells which object that is. Gives whether a check became a comparison.
pub fn resolve_checks(module: &Module, markers: &Markers, listener: Listener) -> bool {
    scopes::resolve::resolve(module);
    let mut compares = false;
    for function in bodies(module) {
        let instructions = function.instructions();
        let (compared, others): (Vec<Value>, _) =
            instructions.into_iter().partition(|call| declare::called(*call) == Some(Marker::Compared));
        compare::resolve(module, &compared);
        for check in others {
            match declare::called(check) {
                Some(Marker::AccessUnmodelled | Marker::AccessError) => {
                    compares |= resolve(module, markers, check, listener)
                }
                Some(Marker::Written) => resolve_write(module, markers, check),
                Some(Marker::Apart) => overlap::resolve(module, check),
                _ => {}
            }
        }
    }
    compares
}

/// Decides the marker of a write whose object is known.
fn resolve_write(module: &Module, markers: &Markers, check: Value) {
    let arguments = check.arguments();
    let [address, row] = arguments[..] else { return };
    if is_kept_from_writes(Address::of(module, address).base) {
        module.before(check).call(markers.unmodelled, &[row]);
        check.erase();
    } else if !may_be_constant(module, address) {
        check.erase();
    }
}

fn resolve(module: &Module, markers: &Markers, check: Value, listener: Listener) -> bool {
    let is_error = declare::called(check) == Some(Marker::AccessError);
    let (fails, fails_if) = match is_error {
        true => (markers.error, markers.error_if),
        false => (markers.unmodelled, markers.unmodelled_if),
    };
    let arguments = check.arguments();
    let [address, bytes, row] = arguments[..] else { return false };
    let place = Address::of(module, address);
    let row = match row.as_int() {
        Some(first) if is_error => {
            let fault = fault(module, &place);
            let row = fault.row_behind(first as usize);
            if fault == CheckKind::OutOfBounds {
                listener(row, place.base);
            }
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
fn fault(module: &Module, place: &Address) -> CheckKind {
    match place.size(module) {
        Some(1..) => CheckKind::OutOfBounds,
        _ if place.base.is_null() => CheckKind::NullDereference,
        _ => CheckKind::InvalidAccess,
    }
}

/// Whether an address is one in a local or global, whatever it is used for.
pub fn is_plainly_inside(module: &Module, address: Value) -> bool {
    is_inside(module, address, module.pointer_int().zero()) == Some(true)
        && Address::of(module, address).base.is_static_object()
}

/// Whether an access of so many bytes stays inside its object; `None` where that cannot be told here.
fn is_inside(module: &Module, address: Value, bytes: Value) -> Option<bool> {
    let place = Address::of(module, address);
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
