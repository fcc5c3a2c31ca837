//! How objects are cut into cells: as wide as the accesses allow.
//!
//! Each access begins and ends at the edge of a cell, at each offset that it can have. All places that one access can mean
//! are cut alike, so that it reads or writes the same row of cells wherever it goes; so are source and target of a copy.
//! This closes over all accesses; bytes are what is left where accesses overlap. What nothing accesses is no cell.
//!
//! A cell holds a number or an address. An access at a computed offset can mean more places than the program ever goes to:
//! an index into `struct { char text[8]; struct node *next; }` could lead to the pointer. Where an access with fewer places says
//! that the other kind is there, it has a hole ([`Claims`]), and control leaves before it goes there.

use super::claims::Claims;
use super::offsets::Offsets;
use super::points_to::ObjectNumber;
use crate::bv::BitVec;
use crate::program::Pattern;

/// An access, or both sides of a copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The objects and offsets that it can mean.
    pub places: Vec<(ObjectNumber, Pattern)>,
    /// How many bytes it reads or writes.
    pub bytes: u64,
    /// Of what.
    pub kind: Kind,
}

/// What an access reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A number that is no address.
    Plain,
    /// A number.
    Number,
    /// Zero, which may be null.
    Zero,
    /// An address.
    Pointer,
    /// Bytes that keep what they are, as of a copy.
    Block,
    /// A part of such a block, of computed length, that is less than an address.
    Part,
}

/// A cell of a layout: where it begins, in bytes, and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The offset in bytes.
    pub offset: u64,
    /// How many bytes it has.
    pub bytes: u64,
    /// Whether it holds a pointer.
    pub is_pointer: bool,
}

impl Slot {
    /// Where in its object it is, and how many bytes it has.
    pub fn place(&self) -> (Offsets, u64) {
        (Offsets::exactly(self.offset as i64), self.bytes)
    }

    /// The number that it holds where its object has these bytes.
    pub fn number(&self, bytes: &[u8]) -> BitVec {
        let bytes = bytes[self.offset as usize..][..self.bytes as usize].iter().rev();
        BitVec::new(self.bytes as u32 * 8, bytes.fold(0, |number, &byte| number << 8 | u128::from(byte)))
    }
}

/// No cell has more bytes than this.
const WIDEST: u64 = 16;

/// The marks of one object, by byte; one more than it has bytes.
#[derive(Clone)]
struct Marks {
    /// Whether a cell begins or ends here.
    edge: Vec<bool>,
    /// Whether a pointer begins here.
    pointer: Vec<bool>,
    /// Whether the byte is accessed.
    used: Vec<bool>,
}

/// The cells of each object, ascending, for objects of these sizes; a pointer has `pointer_bytes`.
pub fn layout(sizes: &[u64], extents: &[Extent], claims: &Claims, pointer_bytes: u64) -> Vec<Vec<Slot>> {
    let mut marks: Vec<Marks> = sizes
        .iter()
        .map(|&size| {
            let none = vec![false; size as usize + 1];
            Marks { edge: none.clone(), pointer: none.clone(), used: none }
        })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for extent in extents {
            changed |= level(&mut marks, sizes, extent, claims);
        }
        if !changed {
            changed = split_wide(&mut marks);
        }
    }
    marks.iter().map(|marks| slots(marks, pointer_bytes)).collect()
}

/// The offsets of a pattern at which so many bytes fit into an object.
pub fn positions(pattern: Pattern, size: u64, bytes: u64) -> impl Iterator<Item = u64> {
    let last = size.checked_sub(bytes);
    let step = match pattern.modulus {
        0 => usize::MAX,
        modulus => modulus as usize,
    };
    let end = last.map_or(0, |last| last + 1);
    (pattern.residue..end).step_by(step)
}

/// Marks all places of an extent alike, but for its holes. True if a mark is new.
fn level(marks: &mut [Marks], sizes: &[u64], extent: &Extent, claims: &Claims) -> bool {
    let bytes = extent.bytes as usize;
    let (mut edge, mut pointer) = (vec![false; bytes + 1], vec![false; bytes + 1]);
    (edge[0], edge[bytes]) = (true, true);
    pointer[0] = extent.kind == Kind::Pointer;
    let places = || {
        let of = |&(object, pattern): &(ObjectNumber, Pattern)| {
            let open = claims.open(extent.kind, (object, pattern), sizes[object], extent.bytes);
            open.map(move |at| (object, at as usize))
        };
        extent.places.iter().flat_map(of)
    };
    for (object, at) in places() {
        let marks = &marks[object];
        for byte in 0..=bytes {
            edge[byte] |= marks.edge[at + byte];
            pointer[byte] |= byte < bytes && marks.pointer[at + byte];
        }
    }
    let mut changed = false;
    let mut set = |mark: &mut bool, value: bool| changed |= value && !std::mem::replace(mark, *mark || value);
    for (object, at) in places() {
        let marks = &mut marks[object];
        for byte in 0..=bytes {
            set(&mut marks.edge[at + byte], edge[byte]);
            set(&mut marks.pointer[at + byte], byte < bytes && pointer[byte]);
            set(&mut marks.used[at + byte], byte < bytes);
        }
    }
    changed
}

/// Cuts cells that are too wide in the middle. True if there was one.
fn split_wide(marks: &mut [Marks]) -> bool {
    let mut changed = false;
    for marks in marks {
        let mut begin = 0;
        for byte in 1..marks.edge.len() {
            if marks.edge[byte] {
                begin = byte;
            } else if (byte - begin) as u64 == WIDEST && marks.used[byte] && marks.used[begin] {
                marks.edge[byte] = true;
                changed = true;
                begin = byte;
            }
        }
    }
    changed
}

fn slots(marks: &Marks, pointer_bytes: u64) -> Vec<Slot> {
    let edges: Vec<usize> = (0..marks.edge.len()).filter(|&byte| marks.edge[byte]).collect();
    let slot = |pair: &[usize]| {
        let (begin, end) = (pair[0], pair[1]);
        let bytes = (end - begin) as u64;
        let is_pointer = marks.pointer[begin] && bytes == pointer_bytes;
        marks.used[begin].then_some(Slot { offset: begin as u64, bytes, is_pointer })
    };
    edges.windows(2).filter_map(slot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(places: &[(ObjectNumber, u64, u64)], bytes: u64) -> Extent {
        let places = places.iter().map(|&(o, residue, modulus)| (o, Pattern { residue, modulus })).collect();
        Extent { places, bytes, kind: Kind::Number }
    }

    fn layout(sizes: &[u64], extents: &[Extent], pointer_bytes: u64) -> Vec<Vec<Slot>> {
        super::layout(sizes, extents, &Claims::new(sizes, extents, pointer_bytes), pointer_bytes)
    }

    fn edges(slots: &[Slot]) -> Vec<(u64, u64)> {
        slots.iter().map(|slot| (slot.offset, slot.bytes)).collect()
    }

    #[test]
    fn an_array_has_a_cell_for_each_element() {
        let cells = layout(&[12], &[extent(&[(0, 0, 4)], 4)], 8);
        assert_eq!(edges(&cells[0]), [(0, 4), (4, 4), (8, 4)]);
    }

    #[test]
    fn an_overlapping_access_cuts_all_elements_alike() {
        let cells = layout(&[8], &[extent(&[(0, 0, 4)], 4), extent(&[(0, 5, 0)], 1)], 8);
        assert_eq!(edges(&cells[0]), [(0, 1), (1, 1), (2, 2), (4, 1), (5, 1), (6, 2)]);
    }

    #[test]
    fn a_copy_cuts_both_sides_alike_and_keeps_pointers() {
        let mut pointer = extent(&[(0, 8, 0)], 8);
        pointer.kind = Kind::Pointer;
        let mut copy = extent(&[(0, 0, 0), (1, 16, 0)], 16);
        copy.kind = Kind::Block;
        let cells = layout(&[16, 32], &[copy, pointer, extent(&[(1, 16, 0)], 4)], 8);
        assert_eq!(edges(&cells[0]), [(0, 4), (4, 4), (8, 8)]);
        assert_eq!(edges(&cells[1]), [(16, 4), (20, 4), (24, 8)]);
        assert!(cells[0][2].is_pointer && cells[1][2].is_pointer && !cells[1][0].is_pointer);
    }

    #[test]
    fn what_nothing_accesses_is_no_cell_and_no_cell_is_too_wide() {
        let cells = layout(&[100], &[extent(&[(0, 8, 0)], 40)], 8);
        assert_eq!(edges(&cells[0]), [(8, 16), (24, 16), (40, 8)]);
    }

    /// Two nodes of eight characters and a pointer, in an array: by index of the node, and of the character.
    #[test]
    fn characters_beside_a_pointer_leave_it_whole() {
        let mut pointer = extent(&[(0, 8, 16)], 8);
        pointer.kind = Kind::Pointer;
        let cells = layout(&[32], &[extent(&[(0, 0, 1)], 1), pointer], 8);
        let bytes = |from: u64| (from..from + 8).map(|at| (at, 1));
        let expected: Vec<(u64, u64)> = bytes(0).chain([(8, 8)]).chain(bytes(16)).chain([(24, 8)]).collect();
        assert_eq!(edges(&cells[0]), expected);
        assert!(cells[0].iter().all(|slot| slot.is_pointer == (slot.bytes == 8)));
    }
}
