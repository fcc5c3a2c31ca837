//! Ranges of an object's bytes, of which it can be asked whether others meet them: objects have up to 100 000 cells.

/// Ranges of bytes, each from its first to behind its last, ascending and apart.
#[derive(Debug, Default)]
pub(super) struct Ranges(Vec<(u64, u64)>);

impl Ranges {
    /// The bytes of these ranges, in any order.
    pub(super) fn new(ranges: impl Iterator<Item = (u64, u64)>) -> Ranges {
        let mut sorted: Vec<(u64, u64)> = ranges.filter(|(begin, end)| begin < end).collect();
        sorted.sort_unstable();
        let mut apart: Vec<(u64, u64)> = Vec::with_capacity(sorted.len());
        for (begin, end) in sorted {
            match apart.last_mut() {
                Some(last) if begin <= last.1 => last.1 = last.1.max(end),
                _ => apart.push((begin, end)),
            }
        }
        Ranges(apart)
    }

    /// Whether one of the bytes is among those from `begin` on, before `end`.
    pub(super) fn meet(&self, begin: u64, end: u64) -> bool {
        let behind = self.0.partition_point(|range| range.0 < end);
        begin < end && behind > 0 && self.0[behind - 1].1 > begin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_meet_where_they_share_a_byte() {
        let ranges = [(9, 10), (4, 6), (3, 5), (20, 20), (6, 7)];
        let (all, bytes) = (Ranges::new(ranges.into_iter()), [3, 4, 5, 6, 9]);
        for begin in 0..24 {
            for end in begin..24 {
                let shares = bytes.iter().any(|byte| (begin..end).contains(byte));
                assert_eq!(all.meet(begin, end), shares, "{begin} to {end}");
            }
        }
    }
}
