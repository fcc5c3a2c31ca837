//! Small locals that are accessed at computed places: each place that such an access can come to gets a slot, so that a load is a choice
//! between all of them.

use super::Spot;
use crate::llvm::ir::{Builder, LLVMIntPredicate, LLVMOpcode, Module, Value};
use crate::prepare::address::Address;
use rustc_hash::FxHashMap;

/// Locals with at most so many elements are exact.
pub const MOST_ELEMENTS: usize = 16;

/// The locals of a function that are followed element by element.
pub struct Arrays {
    /// Their elements, in the order of the first access.
    elements: Vec<(Value, Vec<Spot>)>,
}

impl Arrays {
    /// Those among the accesses of a function.
    pub fn new(module: &Module, instructions: &[Value], accesses: &FxHashMap<Value, Spot>) -> Arrays {
        let mut elements: Vec<(Value, Vec<Spot>)> = Vec::new();
        let mut others: Vec<Value> = Vec::new();
        for spot in instructions.iter().filter_map(|access| accesses.get(access)) {
            let own = spot.place.base;
            if !own.is(LLVMOpcode::LLVMAlloca) || spot.place.indices.is_empty() || others.contains(&own) {
                continue;
            }
            let row = elements.iter().position(|(base, _)| *base == own).unwrap_or_else(|| {
                elements.push((own, Vec::new()));
                elements.len() - 1
            });
            match places(module, spot) {
                Some(places) => elements[row].1.extend(places),
                None => others.push(own),
            }
            let mut seen = Vec::new();
            elements[row].1.retain(|spot| {
                let is_new = !seen.contains(spot);
                seen.push(spot.clone());
                is_new
            });
            if elements[row].1.len() > MOST_ELEMENTS {
                others.push(own);
            }
        }
        elements.retain(|(base, _)| !others.contains(base));
        Arrays { elements }
    }

    /// The elements of all of them.
    pub fn elements(&self) -> impl Iterator<Item = Spot> + '_ {
        self.elements.iter().flat_map(|(_, spots)| spots.iter().cloned())
    }

    /// Whether a place is among them, or is one of them that is computed.
    pub fn has_element(&self, spot: &Spot) -> bool {
        let of_base = self.elements.iter().find(|(base, _)| *base == spot.place.base);
        of_base.is_some_and(|(_, spots)| !spot.place.indices.is_empty() || spots.contains(spot))
    }

    /// Whether a computed place may be an element.
    pub fn may_be(&self, module: &Module, spot: &Spot, element: &Spot) -> bool {
        spot.place.base == element.place.base
            && spot.ty == element.ty
            && element.place.indices.is_empty()
            && spot.stride(module).is_some_and(|stride| spot.is_multiple_from(element.place.constant, stride))
    }
}

impl Spot {
    /// What all places that the indices can lead to are a multiple of bytes apart, if there is such a number that places behind the end of
    /// the address space respect too, and accesses of two different ones do not overlap.
    pub(super) fn stride(&self, module: &Module) -> Option<u64> {
        let indices = &self.place.indices;
        let stride = indices.iter().fold(0, |sum, &(_, stride)| gcd(sum, stride));
        let respected = stride.is_power_of_two() || indices.iter().all(|&(index, bytes)| is_narrow(index, bytes));
        (respected && stride >= module.stored_size(self.ty)).then_some(stride)
    }

    /// Whether an offset is one that this place has, a multiple of `stride` from the others.
    pub(super) fn is_multiple_from(&self, offset: i64, stride: u64) -> bool {
        offset.wrapping_sub(self.place.constant).rem_euclid(stride as i64) == 0
    }

    /// Whether a place is at an offset from its base, computed where the builder stands.
    pub(super) fn is_at(&self, module: &Module, builder: &Builder, offset: i64) -> Value {
        let own = self.place.offset(module, builder);
        builder.compare(LLVMIntPredicate::LLVMIntEQ, own, module.pointer_int().constant(offset as u64))
    }
}

/// The places in its local that a computed one may be; `None` if these are too many, or not known.
fn places(module: &Module, spot: &Spot) -> Option<Vec<Spot>> {
    let (size, stride) = (module.object_size(spot.place.base)?, spot.stride(module)?);
    let last = size.checked_sub(module.stored_size(spot.ty))?;
    let begin = spot.place.constant.rem_euclid(i64::try_from(stride).ok()?) as u64;
    let offsets = (begin..=last).step_by(usize::try_from(stride).ok()?);
    if offsets.clone().count() > MOST_ELEMENTS {
        return None;
    }
    let place = |offset| Address { base: spot.place.base, constant: offset as i64, indices: Vec::new() };
    let at = |offset| Spot { place: place(offset), ty: spot.ty };
    Some(offsets.map(at).collect())
}

/// Whether an index times the bytes that it counts in is far from the size of the address space.
fn is_narrow(index: Value, bytes: u64) -> bool {
    let is_wider = index.is(LLVMOpcode::LLVMSExt) || index.is(LLVMOpcode::LLVMZExt);
    let inner = index.operands().first().copied().filter(|_| is_wider).unwrap_or(index);
    bytes < 1 << 20 && inner.ty().int_width().is_some_and(|width| width <= 32)
}

fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}
