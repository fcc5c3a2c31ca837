//! Which bytes of an object hold numbers and which hold addresses, where accesses differ about that.
//!
//! An access at one offset says for certain what is there; one at a computed offset, in strides, says so of every place that it could
//! mean, the more of them the shorter its stride is. So a byte belongs to the kind of the access with the longest stride, and another
//! kind of access with a shorter one has a hole there. The parts of a block of computed length, which goes as far as its object at
//! most, have holes wherever addresses are.
//!
//! LLVM copies a structure that is one pointer as a number of that width. So a number that is as wide as an address, and can only be where
//! addresses are, carries one: it says nothing of what is there, and has no holes, unless a number that is known to be no address is
//! written there for more certain than an address is. A zero of that width that is written where addresses
//! are, and elsewhere nothing else, is null.

use super::layout::{positions, Extent, Kind};
use super::points_to::ObjectNumber;
use crate::program::Pattern;

/// Which kinds of accesses are made to the bytes of each object, for the objects that both kinds are made to.
#[derive(Debug, Default)]
pub struct Claims {
    objects: Vec<Option<Claimed>>,
    pointer_bytes: u64,
}

/// The claims on one object: the stride of the most certain access to each byte, of each kind; 0 where there are none.
#[derive(Debug)]
struct Claimed {
    /// Of those numbers that are no addresses.
    plain: Vec<u32>,
    numbers: Vec<u32>,
    pointers: Vec<u32>,
    /// Where an access of a pointer begins.
    starts: Vec<bool>,
}

/// How certain an access of a pattern is: its stride, and more than any for a single place.
fn certainty(pattern: Pattern) -> u32 {
    match pattern.modulus {
        0 => u32::MAX,
        stride => stride.min(u64::from(u32::MAX - 1)) as u32,
    }
}

impl Claims {
    /// What these accesses say of objects of these sizes; a pointer has `pointer_bytes`.
    pub fn new(sizes: &[u64], extents: &[Extent], pointer_bytes: u64) -> Claims {
        let mut kinds = vec![(false, false); sizes.len()];
        for extent in extents {
            for &(object, _) in &extent.places {
                kinds[object].0 |= matches!(extent.kind, Kind::Plain | Kind::Number | Kind::Zero | Kind::Part);
                kinds[object].1 |= extent.kind == Kind::Pointer;
            }
        }
        let claimed = |(&size, kinds): (&u64, &(bool, bool))| {
            let none = || vec![0; size as usize];
            let starts = || vec![false; size as usize];
            (*kinds == (true, true)).then(|| Claimed {
                plain: none(),
                numbers: none(),
                pointers: none(),
                starts: starts(),
            })
        };
        let objects = sizes.iter().zip(&kinds).map(claimed).collect();
        let mut claims = Claims { objects, pointer_bytes };
        // Pointers and plain numbers first: they say which numbers carry addresses. Zeros last: they may be of either kind.
        for kind in [Kind::Pointer, Kind::Plain, Kind::Number, Kind::Zero] {
            for extent in extents.iter().filter(|extent| extent.kind == kind) {
                extent
                    .places
                    .iter()
                    .for_each(|&(object, pattern)| claims.claim(extent, object, pattern, sizes[object]));
            }
        }
        claims
    }

    fn claim(&mut self, extent: &Extent, object: ObjectNumber, pattern: Pattern, size: u64) {
        let (bytes, pointer_bytes) = (extent.bytes, self.pointer_bytes);
        let Some(claimed) = &mut self.objects[object] else { return };
        if claimed.carries(extent.kind, pattern, size, bytes, pointer_bytes) {
            return;
        }
        for at in positions(pattern, size, bytes) {
            let rows = match extent.kind {
                Kind::Pointer => [Some(&mut claimed.pointers), None],
                Kind::Plain => [Some(&mut claimed.numbers), Some(&mut claimed.plain)],
                _ => [Some(&mut claimed.numbers), None],
            };
            for byte in rows.into_iter().flatten().flat_map(|row| &mut row[at as usize..(at + bytes) as usize]) {
                *byte = certainty(pattern).max(*byte);
            }
            claimed.starts[at as usize] |= extent.kind == Kind::Pointer;
        }
    }

    /// The offsets of a pattern at which an access of so many bytes, to an object of a size, meets nothing of the other kind.
    pub fn open(
        &self,
        kind: Kind,
        (object, pattern): (ObjectNumber, Pattern),
        size: u64,
        bytes: u64,
    ) -> impl Iterator<Item = u64> + '_ {
        let others = self.others(kind, (object, pattern), size, bytes);
        positions(pattern, size, bytes).filter(move |&at| others.is_none_or(|others| !others.meet(at, bytes)))
    }

    /// The holes of an access: the other offsets of its pattern, from a first to a last one, ascending.
    pub fn holes(
        &self,
        kind: Kind,
        (object, pattern): (ObjectNumber, Pattern),
        size: u64,
        bytes: u64,
    ) -> Vec<(u64, u64)> {
        let mut holes: Vec<(u64, u64)> = Vec::new();
        let Some(others) = self.others(kind, (object, pattern), size, bytes) else { return holes };
        for at in positions(pattern, size, bytes).filter(|&at| others.meet(at, bytes)) {
            match holes.last_mut() {
                Some((_, last)) if *last + pattern.modulus == at => *last = at,
                _ => holes.push((at, at)),
            }
        }
        holes
    }

    /// The claims that an access has to yield to, if it has to at all.
    fn others(
        &self,
        kind: Kind,
        (object, pattern): (ObjectNumber, Pattern),
        size: u64,
        bytes: u64,
    ) -> Option<Others<'_>> {
        let claimed = self.objects.get(object)?.as_ref()?;
        if claimed.carries(kind, pattern, size, bytes, self.pointer_bytes) {
            return None;
        }
        match kind {
            Kind::Plain | Kind::Number | Kind::Zero => {
                Some(Others { claims: &claimed.pointers, own: certainty(pattern) })
            }
            Kind::Pointer => Some(Others { claims: &claimed.numbers, own: certainty(pattern) }),
            Kind::Part => Some(Others { claims: &claimed.pointers, own: 0 }),
            Kind::Block => None,
        }
    }
}

impl Claimed {
    /// Whether a number of so many bytes can only be where addresses are, one that is none for as certain as it is; and a zero at most where nothing else is besides.
    fn carries(&self, kind: Kind, pattern: Pattern, size: u64, bytes: u64, pointer_bytes: u64) -> bool {
        let is_plain = |at: u64| {
            let place = at as usize..(at + bytes) as usize;
            self.plain[place.clone()].iter().zip(&self.pointers[place]).any(|(plain, pointer)| plain > pointer)
        };
        let is_address = |at: u64| self.starts[at as usize] && !is_plain(at);
        let is_free = |at: u64| {
            let place = at as usize..(at + bytes) as usize;
            self.numbers[place.clone()].iter().chain(&self.pointers[place]).all(|&claim| claim == 0)
        };
        let mut places = positions(pattern, size, bytes);
        bytes == pointer_bytes
            && match kind {
                Kind::Number => places.all(is_address),
                Kind::Plain => places.all(|at| is_address(at) && self.pointers[at as usize] >= certainty(pattern)),
                Kind::Zero => places.all(|at| is_address(at) || is_free(at)),
                _ => false,
            }
    }
}

/// The claims of the other kind, and how certain an access is itself.
#[derive(Clone, Copy)]
struct Others<'a> {
    claims: &'a [u32],
    own: u32,
}

impl Others<'_> {
    /// Whether so many bytes from an offset on meet what belongs to the other kind.
    fn meet(self, at: u64, bytes: u64) -> bool {
        self.claims[at as usize..(at + bytes) as usize].iter().any(|&other| other > self.own)
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
        Claims::new(&[48], &accesses.iter().map(extent).collect::<Vec<_>>(), 8)
    }

    #[test]
    fn a_plain_number_does_not_carry_an_address() {
        let (words, last) = (Pattern { residue: 0, modulus: 8 }, Pattern { residue: 16, modulus: 0 });
        let mut accesses = vec![(words, 8, Kind::Pointer), (last, 8, Kind::Number)];
        assert_eq!(claims(&accesses).holes(Kind::Pointer, (0, words), 48, 8), []);
        accesses.push((last, 8, Kind::Plain));
        assert_eq!(claims(&accesses).holes(Kind::Pointer, (0, words), 48, 8), [(16, 16)]);
        assert_eq!(claims(&accesses).holes(Kind::Number, (0, last), 48, 8), []);
        // Where a pointer is for certain, a number that is written there has nothing to say.
        accesses.push((last, 8, Kind::Pointer));
        assert_eq!(claims(&accesses).holes(Kind::Pointer, (0, words), 48, 8), []);
    }

    #[test]
    fn the_longer_stride_has_the_byte() {
        let claims = claims(&[(CHARACTERS, 1, Kind::Number), (POINTERS, 8, Kind::Pointer)]);
        assert_eq!(claims.holes(Kind::Number, (0, CHARACTERS), 48, 1), [(8, 15), (32, 39)]);
        assert_eq!(claims.holes(Kind::Number, (0, CHARACTERS), 48, 4), [(5, 15), (29, 39)]);
        let words = Pattern { residue: 0, modulus: 4 };
        assert_eq!(claims.holes(Kind::Number, (0, words), 48, 4), [(8, 12), (32, 36)]);
        assert_eq!(claims.holes(Kind::Pointer, (0, POINTERS), 48, 8), []);
        assert_eq!(claims.holes(Kind::Block, (0, CHARACTERS), 48, 1), []);
        let part = |residue: u64| claims.holes(Kind::Part, (0, Pattern { residue, modulus: 0 }), 48, 1);
        assert_eq!((part(7), part(8), part(16)), (vec![], vec![(8, 8)], vec![]));
        // A single place is certain.
        assert_eq!(claims.holes(Kind::Number, (0, Pattern { residue: 8, modulus: 0 }), 48, 1), []);
    }

    #[test]
    fn a_number_among_pointers_is_their_hole() {
        let (all, count) = (Pattern { residue: 0, modulus: 8 }, Pattern { residue: 16, modulus: 0 });
        let claims = claims(&[(all, 8, Kind::Pointer), (count, 4, Kind::Number)]);
        assert_eq!(claims.holes(Kind::Pointer, (0, all), 48, 8), [(16, 16)]);
        assert_eq!(claims.holes(Kind::Number, (0, count), 48, 4), []);
    }

    #[test]
    fn equal_strides_have_no_holes() {
        let claims = claims(&[(POINTERS, 8, Kind::Pointer), (POINTERS, 4, Kind::Number)]);
        assert_eq!(claims.holes(Kind::Pointer, (0, POINTERS), 48, 8), []);
        assert_eq!(claims.holes(Kind::Number, (0, POINTERS), 48, 4), []);
    }

    /// Six pointers, one of them set by itself; then also a number in the place of one.
    #[test]
    fn a_number_where_only_addresses_are_carries_one() {
        let (all, first) = (Pattern { residue: 0, modulus: 8 }, Pattern { residue: 0, modulus: 0 });
        let mut accesses = vec![(all, 8, Kind::Pointer), (first, 8, Kind::Pointer), (all, 8, Kind::Number)];
        assert_eq!(claims(&accesses).holes(Kind::Number, (0, all), 48, 8), []);
        assert_eq!(claims(&accesses).holes(Kind::Pointer, (0, all), 48, 8), []);
        accesses.remove(0);
        accesses.push((all, 8, Kind::Zero));
        assert_eq!(claims(&accesses).holes(Kind::Zero, (0, all), 48, 8), [(0, 0)]);
        accesses.remove(1);
        assert_eq!(claims(&accesses).holes(Kind::Zero, (0, all), 48, 8), []);
        accesses.push((all, 8, Kind::Number));
        assert_eq!(claims(&accesses).holes(Kind::Number, (0, all), 48, 8), [(0, 0)]);
    }
}
