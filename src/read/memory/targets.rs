//! Where a pointer can point to: a set of objects, each with offsets.

use super::offsets::Offsets;
use std::ops::{Bound, RangeBounds};

/// An object, by its number in pointers: 0 is null and 1 nowhere, see [`super::Model`].
pub type ObjectNumber = usize;

/// The number of the object that null points to.
pub const NULL: ObjectNumber = 0;
/// The number of the object that pointers point to of which nothing is known but that they must not be used.
pub const NOWHERE: ObjectNumber = 1;
/// How many numbers come before the first object of the program.
pub const FIRST: usize = 2;

/// Where a pointer can point to. Null is listed where a function is read by itself; elsewhere it is always possible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// The objects, each with the offsets into it.
    pub objects: Objects,
    /// Whether it can also point to something that is not an object of these, or be no pointer at all.
    pub unknown: bool,
}

impl Targets {
    /// The start of an object.
    pub fn start(object: ObjectNumber) -> Targets {
        Targets::to(object, Offsets::exactly(0))
    }

    /// These offsets into an object.
    pub fn to(object: ObjectNumber, offsets: Offsets) -> Targets {
        Targets { objects: [(object, offsets)].into(), unknown: false }
    }

    /// What is no object.
    pub fn unknown() -> Targets {
        Targets { objects: Objects::default(), unknown: true }
    }

    /// Adds other targets. True if there was one that is new.
    pub fn join(&mut self, other: &Targets) -> bool {
        let is_new = other.unknown && !self.unknown;
        self.unknown |= other.unknown;
        self.objects.join(&other.objects) || is_new
    }

    /// What is behind null is an address from elsewhere.
    pub fn moved(&self, by: Offsets) -> Targets {
        let objects = self.objects.iter().map(|(&object, &offsets)| (object, offsets.plus(by))).collect();
        let is_number = self.objects.contains_key(&NULL) && by != Offsets::exactly(0);
        Targets { objects, unknown: self.unknown || is_number }
    }
}

/// Objects, each with offsets, in the order of their numbers. These sets are joined more often than anything else is done with them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Objects(Vec<(ObjectNumber, Offsets)>);

impl Objects {
    /// Adds others. True if there was one that is new.
    fn join(&mut self, other: &Objects) -> bool {
        let Objects(mine) = self;
        let (mut at, mut grown, mut missing) = (0, false, 0);
        for &(object, offsets) in &other.0 {
            at += mine[at..].iter().take_while(|(known, _)| *known < object).count();
            match mine.get_mut(at) {
                Some((known, held)) if *known == object => {
                    let joined = held.join(offsets);
                    grown |= joined != *held;
                    *held = joined;
                }
                _ => missing += 1,
            }
        }
        if missing > 0 {
            let whole = Vec::with_capacity(mine.len() + missing);
            let old = std::mem::replace(mine, whole);
            let (mut old, mut new) = (old.into_iter().peekable(), other.0.iter().copied().peekable());
            while let Some(&(object, _)) = new.peek() {
                match old.peek() {
                    Some(&(known, _)) if known <= object => {
                        if known == object {
                            new.next();
                        }
                        mine.extend(old.next());
                    }
                    _ => mine.extend(new.next()),
                }
            }
            mine.extend(old);
        }
        grown || missing > 0
    }

    /// The offsets into an object.
    pub fn get(&self, object: &ObjectNumber) -> Option<&Offsets> {
        let index = self.0.binary_search_by_key(object, |(object, _)| *object).ok()?;
        Some(&self.0[index].1)
    }

    /// Whether an object is among them.
    pub fn contains_key(&self, object: &ObjectNumber) -> bool {
        self.get(object).is_some()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Leaves those alone whose numbers are meant.
    pub fn retain(&mut self, is_meant: impl Fn(ObjectNumber) -> bool) {
        self.0.retain(|(object, _)| is_meant(*object));
    }

    /// Each with its offsets.
    pub fn iter(&self) -> impl Iterator<Item = (&ObjectNumber, &Offsets)> {
        self.0.iter().map(|(object, offsets)| (object, offsets))
    }

    /// Their numbers.
    pub fn keys(&self) -> impl Iterator<Item = &ObjectNumber> {
        self.iter().map(|(object, _)| object)
    }

    /// The offsets of all.
    pub fn values(&self) -> impl Iterator<Item = &Offsets> {
        self.iter().map(|(_, offsets)| offsets)
    }

    /// Their numbers alone.
    pub fn into_keys(self) -> impl Iterator<Item = ObjectNumber> {
        self.0.into_iter().map(|(object, _)| object)
    }

    /// Those whose numbers are in a range.
    pub fn range(&self, range: impl RangeBounds<ObjectNumber>) -> impl Iterator<Item = (&ObjectNumber, &Offsets)> {
        let first = match range.start_bound() {
            Bound::Included(first) => self.0.partition_point(|(object, _)| object < first),
            Bound::Excluded(before) => self.0.partition_point(|(object, _)| object <= before),
            Bound::Unbounded => 0,
        };
        self.0[first..]
            .iter()
            .map(|(object, offsets)| (object, offsets))
            .take_while(move |(object, _)| range.contains(object))
    }
}

impl<const N: usize> From<[(ObjectNumber, Offsets); N]> for Objects {
    fn from(objects: [(ObjectNumber, Offsets); N]) -> Objects {
        objects.into_iter().collect()
    }
}

impl FromIterator<(ObjectNumber, Offsets)> for Objects {
    fn from_iter<I: IntoIterator<Item = (ObjectNumber, Offsets)>>(objects: I) -> Objects {
        let mut objects: Vec<_> = objects.into_iter().collect();
        objects.sort_by_key(|(object, _)| *object);
        debug_assert!(objects.windows(2).all(|pair| pair[0].0 != pair[1].0), "an object is there once");
        Objects(objects)
    }
}

impl IntoIterator for Objects {
    type Item = (ObjectNumber, Offsets);
    type IntoIter = std::vec::IntoIter<(ObjectNumber, Offsets)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_formula::testing::Random;
    use std::collections::BTreeMap;

    /// Joins of sets are those of maps, and say rightly whether something is new.
    #[test]
    fn joins_are_those_of_maps() {
        let mut grown = [0; 2];
        for seed in 0..2000 {
            let mut random = Random::new(seed);
            let mut set = || -> Vec<(ObjectNumber, Offsets)> {
                let mut map = BTreeMap::new();
                for _ in 0..random.below(8) {
                    let begin = Offsets::exactly(4 * random.below(3) as i64);
                    map.insert(random.below(10), begin.plus(Offsets::multiples(8 * random.below(2) as u64)));
                }
                map.into_iter().collect()
            };
            let (mine, other) = (set(), set());
            let mut expected: BTreeMap<ObjectNumber, Offsets> = mine.iter().copied().collect();
            for &(object, offsets) in &other {
                expected.entry(object).and_modify(|held| *held = held.join(offsets)).or_insert(offsets);
            }
            let [before, other] = [mine, other].map(|set| set.into_iter().collect::<Objects>());
            let mut joined = before.clone();
            let is_new = joined.join(&other);
            grown[usize::from(is_new)] += 1;
            assert_eq!(is_new, joined != before);
            assert_eq!(
                joined.clone().into_iter().collect::<Vec<_>>(),
                expected.clone().into_iter().collect::<Vec<_>>()
            );
            for object in 0..10 {
                assert_eq!(joined.get(&object), expected.get(&object));
            }
            assert!(joined.range(3..7).eq(expected.range(3..7)) && joined.range(5..).eq(expected.range(5..)));
        }
        assert!(grown.iter().all(|&count| count > 100), "{grown:?}");
    }
}
