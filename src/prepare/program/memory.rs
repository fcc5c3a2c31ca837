//! Memory as the reader of the module sees it: objects are listed, and addresses are computed in bytes.

use crate::bv::BitVec;
use crate::llvm::ir::{LLVMOpcode, Module, Type, Value};
use crate::llvm::marker::declare;
use crate::llvm::marker::PREFIX;
use crate::prepare::address::Address;
use crate::prepare::objects::{Initial, ObjectKind, ObjectSource};
use crate::program::VariableId;
use rustc_hash::FxHashMap;

/// How many bytes of a global variable are looked at for first contents. Larger ones are unknown.
const MOST_BYTES: u64 = 1 << 24;

/// The locals of `main` and the globals and functions of the module, with names for all; `parts` knows C's names.
pub fn objects(module: &Module, main: Value, mut parts: FxHashMap<Value, Vec<(u64, VariableId)>>) -> Vec<ObjectSource> {
    let mut objects = Vec::new();
    // Elsewhere a local is a new object each time that control comes there.
    let entry = main.blocks().first().map(|block| block.instructions()).unwrap_or_default();
    let locals = entry.into_iter().filter(|value| value.is(LLVMOpcode::LLVMAlloca));
    for object in locals.chain(module.globals()).filter(|object| object.is_static_object()) {
        if object.name().is_empty() {
            object.set_name("object");
        }
        let Some(ty) = object.allocated() else { continue };
        let mut initial = Vec::new();
        if let Some(constant) = object.initializer() {
            contents(module, constant, ty, 0, &mut initial);
        }
        let parts = parts.remove(&object).unwrap_or_default();
        let kind = if object.is(LLVMOpcode::LLVMAlloca) { ObjectKind::Local } else { ObjectKind::Global };
        let size = module.object_size(object).unwrap_or(0);
        objects.push(ObjectSource { name: object.name(), kind, size, initial, parts });
    }
    for function in module.functions().into_iter().filter(|function| !function.name().starts_with(PREFIX)) {
        objects.push(ObjectSource {
            name: function.name(),
            kind: ObjectKind::Function,
            size: 0,
            initial: Vec::new(),
            parts: Vec::new(),
        });
    }
    objects
}

/// Lists what a constant holds, if it stands at an offset.
fn contents(module: &Module, constant: Value, ty: Type, offset: u64, out: &mut Vec<(u64, Initial)>) {
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
            contents(module, element, part, offset + at, out);
        }
    }
}

/// Replaces each computation of an address, instruction or constant, by a marker with the offset in bytes.
pub fn lower_addresses(module: &Module, main: Value) {
    let instructions = main.instructions();
    for &instruction in &instructions {
        instruction.replace_operands(|operand, place| {
            let constant = operand.stepped().is_some() && operand.opcode().is_none();
            constant.then(|| lowered(module, operand, place))
        });
    }
    for address in instructions.into_iter().filter(|instruction| instruction.is(LLVMOpcode::LLVMGetElementPtr)) {
        if address.ty() == module.pointer() {
            let lowered = lowered(module, address, address);
            let name = address.name();
            address.replace_uses(lowered);
            address.erase();
            lowered.set_name(&name);
        }
    }
}

/// The address as a marker before `instruction`.
fn lowered(module: &Module, address: Value, instruction: Value) -> Value {
    let place = match address.opcode() {
        // An address that others are computed from too keeps its own marker.
        Some(_) => Address::step(module, address),
        None => Address::of(module, address),
    };
    let builder = module.before(instruction);
    let offset = place.offset_or_far(module, &builder);
    builder.call(declare::address(module), &[place.base, offset])
}
