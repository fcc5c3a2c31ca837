//! What the pointers in an object can point to, by where in it they are.

use super::offsets::Offsets;
use super::targets::Targets;

/// Of an object that is written in more ways than this, all contents are one set.
const MOST: usize = 64;

/// What the pointers in an object can point to, by the offsets and the number of bytes of what was written.
#[derive(Clone, Debug, Default)]
pub struct Held {
    parts: Vec<((Offsets, u64), Targets)>,
    /// Whether there were too many parts.
    is_one_set: bool,
}

impl Held {
    /// So many bytes at these offsets can hold these. True if something is new.
    pub fn hold(&mut self, place: (Offsets, u64), stored: &Targets) -> bool {
        if stored.objects.is_empty() && !stored.unknown {
            return false;
        }
        let place = if self.is_one_set { WHOLE } else { place };
        if let Some((_, targets)) = self.parts.iter_mut().find(|(known, _)| *known == place) {
            return targets.join(stored);
        }
        self.parts.push((place, stored.clone()));
        if self.parts.len() > MOST {
            let mut all = Targets::default();
            self.all().for_each(|targets| {
                all.join(targets);
            });
            (self.parts, self.is_one_set) = (vec![(WHOLE, all)], true);
        }
        true
    }

    /// Adds what can be in so many bytes at these offsets.
    pub fn find(&self, (offsets, bytes): (Offsets, u64), found: &mut Targets) {
        for ((at, width), targets) in &self.parts {
            if at.meets(*width, offsets, bytes) {
                found.join(targets);
            }
        }
    }

    /// All that it can hold, as it was written.
    pub fn all(&self) -> impl Iterator<Item = &Targets> {
        self.parts.iter().map(|(_, targets)| targets)
    }

    /// What it can hold, with where that is and how many bytes it has.
    pub fn parts(&self) -> impl Iterator<Item = ((Offsets, u64), &Targets)> {
        self.parts.iter().map(|(place, targets)| (*place, targets))
    }
}

/// Anywhere in an object.
pub const WHOLE: (Offsets, u64) = (Offsets::ANY, 1);

#[cfg(test)]
mod tests {
    use super::*;

    /// What is at these eight bytes, by the numbers of its objects.
    fn objects(held: &Held, at: Offsets) -> Vec<usize> {
        let mut found = Targets::default();
        held.find((at, 8), &mut found);
        found.objects.into_keys().collect()
    }

    #[test]
    fn the_members_of_a_structure_are_kept_apart() {
        let mut held = Held::default();
        assert!(held.hold((Offsets::exactly(0), 8), &Targets::start(5)));
        assert!(held.hold((Offsets::multiples(24).plus(Offsets::exactly(8)), 8), &Targets::start(6)));
        assert!(!held.hold((Offsets::exactly(0), 8), &Targets::start(5)));
        assert_eq!(objects(&held, Offsets::exactly(0)), [5]);
        assert_eq!(objects(&held, Offsets::exactly(32)), [6]);
        assert!(objects(&held, Offsets::exactly(16)).is_empty());
        assert_eq!(objects(&held, Offsets::exactly(4)), [5, 6]);
        assert_eq!(objects(&held, Offsets::multiples(8)), [5, 6]);
        assert_eq!(objects(&held, Offsets::ANY), [5, 6]);
    }

    #[test]
    fn what_is_written_in_many_ways_is_one_set() {
        let mut held = Held::default();
        for at in 0..=MOST as i64 {
            assert!(held.hold((Offsets::exactly(8 * at), 8), &Targets::start(5 + at as usize % 2)));
        }
        assert_eq!(objects(&held, Offsets::exactly(0)), [5, 6]);
        assert!(held.hold((Offsets::exactly(0), 8), &Targets::start(7)));
        assert_eq!(objects(&held, Offsets::exactly(800)), [5, 6, 7]);
        assert_eq!(held.parts().count(), 1);
    }
}
