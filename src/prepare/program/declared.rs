//! Which bytes of an object its C type gives to members, from debug information.
//!
//! Clang writes an initialiser as a constant in which bytes that the program says and bytes that it leaves open look alike. The C
//! type tells them apart, except where several members of a union lie one over the other.

use crate::llvm::ir::Metadata;
use crate::prepare::debug_info::{tag, BASE_TYPE, ELEMENTS};

/// How deep types nest; a broken module could nest them in a circle.
const DEEPEST: usize = 50;

/// What C says of a byte. Where several of these hold, the last one does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Byte {
    /// No member has it: padding.
    Gap,
    /// Part of a scalar of several bytes.
    Wide,
    /// A scalar of one byte, or part of a bit-field, which constants hold byte by byte.
    Own,
    /// In a union, where only scalars of several bytes have it.
    Rest,
    /// In a union, where a scalar of one byte or a bit-field may have it.
    Either,
}

/// The bytes of an object of a type, of which there are `size`.
pub fn bytes(ty: Metadata, size: u64) -> Vec<Byte> {
    let mut walk = Walk { bytes: vec![Byte::Gap; size as usize] };
    walk.ty(ty, 0, false, 0);
    walk.bytes
}

struct Walk {
    bytes: Vec<Byte>,
}

impl Walk {
    /// Marks what has a type and begins `bits` behind the object's start.
    fn ty(&mut self, ty: Metadata, bits: u64, in_union: bool, depth: usize) {
        if depth > DEEPEST {
            return self.bytes.fill(Byte::Either);
        }
        match ty.tag() {
            tag::ARRAY => {
                let dimensions = ty.operand(ELEMENTS).map(|node| node.nodes()).unwrap_or_default();
                let count: u64 = dimensions.iter().filter_map(|node| node.int_operand(0)).product();
                if let Some(element) = ty.operand(BASE_TYPE) {
                    self.array(element, bits, count, in_union, depth);
                }
            }
            tag::STRUCTURE | tag::UNION => {
                let members = ty.operand(ELEMENTS).map(|node| node.nodes()).unwrap_or_default();
                let in_union = in_union || ty.tag() == tag::UNION;
                for member in members.into_iter().filter(|member| member.tag() == tag::MEMBER) {
                    let at = bits + member.bit_offset();
                    match member.operand(BASE_TYPE) {
                        Some(_) if member.is_bit_field() => self.scalar(at, member.bit_size(), true, in_union),
                        Some(base) => self.ty(base, at, in_union, depth + 1),
                        None => self.bytes.fill(Byte::Either),
                    }
                }
            }
            tag::POINTER | tag::ENUMERATION => self.scalar(bits, ty.bit_size(), false, in_union),
            _ if ty.is_basic_type() => self.scalar(bits, ty.bit_size(), false, in_union),
            _ => match ty.operand(BASE_TYPE) {
                Some(base) => self.ty(base, bits, in_union, depth + 1),
                None => self.bytes.fill(Byte::Either),
            },
        }
    }

    fn array(&mut self, element: Metadata, bits: u64, count: u64, in_union: bool, depth: usize) {
        let stride = crate::prepare::program::parts::size_below_names(element);
        let room = (self.bytes.len() as u64 * 8).saturating_sub(bits);
        // An array without a length, at the end of a structure, takes what there is.
        let most = if stride == 0 { 0 } else { room.div_ceil(stride) };
        for index in 0..count.min(most) {
            self.ty(element, bits + index * stride, in_union, depth + 1);
        }
    }

    fn scalar(&mut self, bits: u64, width: u64, is_bit_field: bool, in_union: bool) {
        let byte = match (in_union, is_bit_field || width <= 8) {
            (false, false) => Byte::Wide,
            (false, true) => Byte::Own,
            (true, false) => Byte::Rest,
            (true, true) => Byte::Either,
        };
        let (begin, end) = (bits / 8, (bits + width).div_ceil(8));
        for mark in self.bytes.iter_mut().take(end as usize).skip(begin as usize) {
            *mark = byte.max(*mark);
        }
    }
}
