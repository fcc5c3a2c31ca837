//! Which bytes of an object hold numbers and which hold addresses, where accesses differ about that.
//!
//! An access at one offset says for certain what is there; one at a computed offset, in strides, says so of every place that it could
//! mean, the more of them the shorter its stride is. So a byte belongs to the kind of the access with the longest stride, and another
//! kind of access with a shorter one has a hole there. The parts of a block of computed length, which goes as far as its object at
//! most, have holes wherever addresses are.

use super::layout::{positions, Extent, Kind};
use super::points_to::ObjectNumber;
use crate::program::Pattern;

/// The stride of the most certain access to each byte, of each kind, for the objects that both kinds of accesses are made to.
#[derive(Debug, Default)]
pub struct Claims(Vec<Option<Claimed>>);

/// The claims on one object, by byte; 0 where there are none.
#[derive(Debug)]
struct Claimed {
    numbers: Vec<u32>,
    pointers: Vec<u32>,
}

/// How certain an access of a pattern is: its stride, and more than any for a single place.
fn certainty(pattern: Pattern) -> u32 {
    match pattern.modulus {
        0 => u32::MAX,
        stride => stride.min(u64::from(u32::MAX - 1)) as u32,
    }
}

impl Claims {
    /// What these accesses say of objects of these sizes.
    pub fn new(sizes: &[u64], extents: &[Extent]) -> Claims {
        let mut kinds = vec![(false, false); sizes.len()];
        for extent in extents {
            for &(object, _) in &extent.places {
                kinds[object].0 |= matches!(extent.kind, Kind::Number | Kind::Part);
                kinds[object].1 |= extent.kind == Kind::Pointer;
            }
        }
        let claimed = |(&size, kinds): (&u64, &(bool, bool))| {
            let none = || vec![0; size as usize];
            (*kinds == (true, true)).then(|| Claimed { numbers: none(), pointers: none() })
        };
        let mut claims = Claims(sizes.iter().zip(&kinds).map(claimed).collect());
        for extent in extents {
            for &(object, pattern) in &extent.places {
                let Some(claimed) = &mut claims.0[object] else { continue };
                let bytes = match extent.kind {
                    Kind::Number => &mut claimed.numbers,
                    Kind::Pointer => &mut claimed.pointers,
                    Kind::Block | Kind::Part => continue,
                };
                for at in positions(pattern, sizes[object], extent.bytes) {
                    for byte in &mut bytes[at as usize..(at + extent.bytes) as usize] {
                        *byte = certainty(pattern).max(*byte);
                    }
                }
            }
        }
        claims
    }

    /// Whether an access of so many bytes, at one offset of its pattern, meets what belongs to the other kind.
    pub fn has_hole(&self, kind: Kind, object: ObjectNumber, pattern: Pattern, at: u64, bytes: u64) -> bool {
        let Some(Some(claimed)) = self.0.get(object) else { return false };
        let (others, own) = match kind {
            Kind::Number => (&claimed.pointers, certainty(pattern)),
            Kind::Pointer => (&claimed.numbers, certainty(pattern)),
            Kind::Part => (&claimed.pointers, 0),
            Kind::Block => return false,
        };
        others[at as usize..(at + bytes) as usize].iter().any(|&other| other > own)
    }

    /// The holes of an access to an object of a size: the offsets of the pattern from a first to a last one, ascending.
    pub fn holes(&self, kind: Kind, object: ObjectNumber, pattern: Pattern, size: u64, bytes: u64) -> Vec<(u64, u64)> {
        let mut holes: Vec<(u64, u64)> = Vec::new();
        if !self.0.get(object).is_some_and(Option::is_some) {
            return holes;
        }
        for at in positions(pattern, size, bytes).filter(|&at| self.has_hole(kind, object, pattern, at, bytes)) {
            match holes.last_mut() {
                Some((_, last)) if *last + pattern.modulus == at => *last = at,
                _ => holes.push((at, at)),
            }
        }
        holes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHARACTERS: Pattern = Pattern { residue: 0, modulus: 1 };
    const POINTERS: Pattern = Pattern { residue: 8, modulus: 24 };

    fn claims(accesses: &[(Pattern, u64, Kind)]) -> Claims {
        let extent =
            |&(pattern, bytes, kind): &(Pattern, u64, Kind)| Extent { places: vec![(0, pattern)], bytes, kind };
        Claims::new(&[48], &accesses.iter().map(extent).collect::<Vec<_>>())
    }

    #[test]
    fn the_longer_stride_has_the_byte() {
        let claims = claims(&[(CHARACTERS, 1, Kind::Number), (POINTERS, 8, Kind::Pointer)]);
        assert_eq!(claims.holes(Kind::Number, 0, CHARACTERS, 48, 1), [(8, 15), (32, 39)]);
        assert_eq!(claims.holes(Kind::Number, 0, CHARACTERS, 48, 4), [(5, 15), (29, 39)]);
        let words = Pattern { residue: 0, modulus: 4 };
        assert_eq!(claims.holes(Kind::Number, 0, words, 48, 4), [(8, 12), (32, 36)]);
        assert_eq!(claims.holes(Kind::Pointer, 0, POINTERS, 48, 8), []);
        assert_eq!(claims.holes(Kind::Block, 0, CHARACTERS, 48, 1), []);
        let part = |residue: u64| claims.holes(Kind::Part, 0, Pattern { residue, modulus: 0 }, 48, 1);
        assert_eq!((part(7), part(8), part(16)), (vec![], vec![(8, 8)], vec![]));
        // A single place is certain.
        assert_eq!(claims.holes(Kind::Number, 0, Pattern { residue: 8, modulus: 0 }, 48, 1), []);
    }

    #[test]
    fn a_number_among_pointers_is_their_hole() {
        let (all, count) = (Pattern { residue: 0, modulus: 8 }, Pattern { residue: 16, modulus: 0 });
        let claims = claims(&[(all, 8, Kind::Pointer), (count, 4, Kind::Number)]);
        assert_eq!(claims.holes(Kind::Pointer, 0, all, 48, 8), [(16, 16)]);
        assert_eq!(claims.holes(Kind::Number, 0, count, 48, 4), []);
    }

    #[test]
    fn equal_strides_have_no_holes() {
        let claims = claims(&[(POINTERS, 8, Kind::Pointer), (POINTERS, 4, Kind::Number)]);
        assert_eq!(claims.holes(Kind::Pointer, 0, POINTERS, 48, 8), []);
        assert_eq!(claims.holes(Kind::Number, 0, POINTERS, 48, 4), []);
    }
}
