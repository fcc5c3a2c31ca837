//! What a loop notes of the cells that it has passed, and does not forget: where it has found none that differs, the one at the index does not.

use super::{leaves, Literal, Mining, Passing};
use crate::bv::{BitVec, Predicate};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How many words that a loop notes something in are looked at, at most.
const MOST_FLAGS: usize = 4;

impl Mining<'_> {
    /// What words have come to that a loop changes where a counter meets the index, and that stay so in it: `if (a[i] != b[i]) same = 0;`.
    pub(super) fn flags(&mut self, passings: &[&Passing]) -> Vec<Literal> {
        let pool = &mut self.system.pool;
        let mut flags = Vec::new();
        let numbers: BTreeSet<usize> = passings.iter().map(|passing| passing.region).collect();
        for (at, &state) in self.states.iter().enumerate() {
            let word = pool.symbol(state);
            let is_counted = passings.iter().any(|passing| passing.counter.words.contains_key(&state));
            if self.contents.contains(&state) || self.frozen.contains(&state) || is_counted {
                continue;
            }
            let changed = numbers.iter().map(|&number| self.regions[number].1.next[at]).filter(|&next| next != word);
            for next in changed.collect::<Vec<_>>() {
                let values: BTreeSet<BitVec> = match pool.width(word) {
                    1 => BTreeSet::from([BitVec::bit(false), BitVec::bit(true)]),
                    _ => leaves(pool, next).into_iter().filter_map(|leaf| pool.as_constant(leaf)).collect(),
                };
                for value in values {
                    let number = pool.constant(value);
                    let flag = match pool.width(word) {
                        1 => (word, value.is_nonzero()),
                        _ => (pool.compare(Predicate::Eq, word, number), true),
                    };
                    let stays = pool.replaced(&[next], &FxHashMap::from_iter([(word, number)])) == [number];
                    if stays && flags.len() < MOST_FLAGS && !flags.contains(&flag) {
                        flags.push(flag);
                    }
                }
            }
        }
        flags
    }
}
