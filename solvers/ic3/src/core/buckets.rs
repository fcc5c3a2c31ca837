//! Undecided variables in buckets by activity (after GipSAT: Su, Yang, Ci, Huang, CAV 2025).
//!
//! A query of IC3 makes a few conflicts and gives values to thousands of variables, so an order that is exact is not worth the
//! logarithm that a heap takes for each. A bucket holds the variables whose activity is the same power of two below that
//! of a variable bumped now; within a bucket the last to come goes first.

use bitreach_formula::Var;

/// How many buckets there are: the bits of `filled`.
const BUCKETS: usize = 64;

/// The place of a variable that is in no bucket.
const ABSENT: u8 = u8::MAX;

/// The buckets. The activities stand elsewhere and come with each call.
pub(crate) struct Buckets {
    /// The most active first. A variable that has moved on stays as a stale entry.
    buckets: Vec<Vec<Var>>,
    /// A bit for each bucket that is not empty.
    filled: u64,
    /// By variable: its bucket.
    bucket_of: Vec<u8>,
}

impl Default for Buckets {
    fn default() -> Buckets {
        Buckets { buckets: vec![Vec::new(); BUCKETS], filled: 0, bucket_of: Vec::new() }
    }
}

/// The bucket of an activity, where `bump` is what a variable gets now.
fn bucket(activity: f64, bump: f64) -> u8 {
    let exponent = |value: f64| (value.to_bits() >> 52) as i64;
    (exponent(bump) + 8 - exponent(activity)).clamp(0, BUCKETS as i64 - 1) as u8
}

impl Buckets {
    /// Takes everything out.
    pub fn clear(&mut self, variables: usize) {
        for bucket in &mut self.buckets {
            for var in bucket.drain(..) {
                self.bucket_of[var.index()] = ABSENT;
            }
        }
        self.filled = 0;
        self.bucket_of.resize(variables, ABSENT);
    }

    /// Puts a variable where it belongs by now.
    pub fn insert(&mut self, var: Var, activity: f64, bump: f64) {
        let bucket = bucket(activity, bump);
        if self.bucket_of[var.index()] != bucket {
            self.bucket_of[var.index()] = bucket;
            self.buckets[bucket as usize].push(var);
            self.filled |= 1 << bucket;
        }
    }

    /// Tells that a variable has become more active.
    pub fn bumped(&mut self, var: Var, activity: f64, bump: f64) {
        if self.bucket_of.get(var.index()).is_some_and(|&bucket| bucket != ABSENT) {
            self.insert(var, activity, bump);
        }
    }

    /// Takes one of the most active variables out.
    pub fn pop(&mut self) -> Option<Var> {
        while self.filled != 0 {
            let bucket = self.filled.trailing_zeros() as usize;
            while let Some(var) = self.buckets[bucket].pop() {
                if self.bucket_of[var.index()] as usize == bucket {
                    self.bucket_of[var.index()] = ABSENT;
                    return Some(var);
                }
            }
            self.filled &= !(1 << bucket);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_active_first_and_none_twice() {
        let mut buckets = Buckets::default();
        buckets.clear(4);
        for (index, activity) in [0.0, 1.0, 64.0, 1e-6].into_iter().enumerate() {
            buckets.insert(Var::new(index), activity, 1.0);
        }
        buckets.bumped(Var::new(0), 1e5, 1.0);
        buckets.bumped(Var::new(0), 1e5, 1.0);
        let order: Vec<usize> = std::iter::from_fn(|| buckets.pop()).map(Var::index).collect();
        assert_eq!(order, [0, 2, 1, 3]);
        buckets.bumped(Var::new(1), 5.0, 1.0);
        assert_eq!(buckets.pop(), None);
    }
}
