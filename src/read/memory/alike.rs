//! Objects that a call gives out in turn are alike for an analysis that knows no order: what one can hold, the others can, and what can point to one
//! can point to the others. One of them stands for all.

use super::offsets::Offsets;
use super::targets::{ObjectNumber, Targets, FIRST};
use crate::prepare::objects::{Initial, ObjectKind, ObjectSource};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Which objects are alike.
#[derive(Debug, Default)]
pub struct Alike {
    /// Of an object for which another one stands: that.
    first: FxHashMap<ObjectNumber, ObjectNumber>,
    /// How many an object stands for, with itself, if these are several; their numbers follow each other.
    count: FxHashMap<ObjectNumber, usize>,
}

impl Alike {
    /// Those of a program, of which calls give these; leaves the ones that stand for all in what calls give.
    pub fn new<N: Eq + Hash>(objects: &[ObjectSource], sites: &mut FxHashMap<N, Targets>) -> Alike {
        let mut given: FxHashMap<ObjectNumber, Vec<(usize, Offsets)>> = FxHashMap::default();
        for (site, targets) in sites.values().enumerate() {
            for (&object, &offsets) in targets.objects.iter() {
                given.entry(object).or_default().push((site, offsets));
            }
        }
        let is_empty = |object: &ObjectSource| {
            object.kind == ObjectKind::Heap && !object.initial.iter().any(|(_, i)| matches!(i, Initial::Address { .. }))
        };
        let mut alike = Alike::default();
        let mut first = FIRST;
        for number in FIRST + 1..objects.len() + FIRST {
            let is_like = given.contains_key(&first) && given.get(&first) == given.get(&number);
            if is_like && [first, number].iter().all(|object| is_empty(&objects[object - FIRST])) {
                alike.first.insert(number, first);
                *alike.count.entry(first).or_insert(1) += 1;
            } else {
                first = number;
            }
        }
        for targets in sites.values_mut() {
            targets.objects.retain(|object| !alike.first.contains_key(&object));
        }
        alike
    }

    /// The object that stands for this one.
    pub fn of(&self, object: ObjectNumber) -> ObjectNumber {
        self.first.get(&object).copied().unwrap_or(object)
    }

    /// The targets for which these stand.
    pub fn all(&self, targets: &Targets) -> Targets {
        if self.count.is_empty() {
            return targets.clone();
        }
        let each = |(&object, &offsets): (&ObjectNumber, &Offsets)| {
            let count = self.count.get(&object).copied().unwrap_or(1);
            (object..object + count).map(move |object| (object, offsets))
        };
        Targets { objects: targets.objects.iter().flat_map(each).collect(), unknown: targets.unknown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_that_the_same_calls_give_are_alike() {
        let heap = |name: &str| ObjectSource {
            name: name.to_owned(),
            kind: ObjectKind::Heap,
            size: 8,
            is_constant: false,
            initial: Vec::new(),
            parts: Vec::new(),
        };
        let objects: Vec<ObjectSource> = ["a", "b", "c", "d", "e"].map(heap).into();
        let at = Offsets::exactly(0);
        let given = |objects: &[ObjectNumber]| Targets {
            objects: objects.iter().map(|&object| (object, at)).collect(),
            unknown: false,
        };
        // The second call gives the last one of the first call again.
        let mut sites = FxHashMap::from_iter([("f", given(&[2, 3, 4])), ("g", given(&[4, 5])), ("h", given(&[6]))]);
        let alike = Alike::new(&objects, &mut sites);
        assert_eq!([2, 3, 4, 5, 6].map(|object| alike.of(object)), [2, 2, 4, 5, 6]);
        assert_eq!(sites["f"], given(&[2, 4]));
        assert_eq!(alike.all(&sites["f"]), given(&[2, 3, 4]));
        assert_eq!((&sites["g"], alike.all(&sites["h"])), (&given(&[4, 5]), given(&[6])));
    }
}
