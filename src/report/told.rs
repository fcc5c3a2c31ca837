//! Which lines of a long path are told where not all can be: in SARIF and on pages.

use super::{Path, PathLine};

/// Of a longer path, the first and the last steps are told: scanning services show no more.
const MOST_STEPS: usize = 1000;

/// A part of a path, in order.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// A line, and how many come before it.
    Line(usize, &'a PathLine),
    /// So many lines are left out.
    LeftOut(usize),
    /// A part of the execution that the path itself does not tell, and how many basic blocks that is, if they were counted.
    NotTold(Option<u64>),
}

impl<'a> Told<'a> {
    /// The line, if it is one.
    pub fn line(self) -> Option<(usize, &'a PathLine)> {
        match self {
            Told::Line(index, line) => Some((index, line)),
            Told::LeftOut(_) | Told::NotTold(_) => None,
        }
    }
}

impl Path {
    /// The lines that are told: with the violation behind them no more than [`MOST_STEPS`] steps.
    pub fn told(&self) -> impl Iterator<Item = Told<'_>> {
        let count = self.lines.len();
        let half = MOST_STEPS / 2;
        let left_out = match count < MOST_STEPS {
            true => count..count,
            false => half..count + 1 - half,
        };
        let parts = self.lines.iter().enumerate().flat_map(move |(index, line)| {
            let is_first = index == left_out.start && !left_out.is_empty();
            let gap = self.gap.filter(|gap| gap.after == index).map(|gap| Told::NotTold(gap.blocks));
            let rest = is_first.then(|| Told::LeftOut(left_out.len()));
            let line = (!left_out.contains(&index)).then_some(Told::Line(index, line));
            [gap, rest, line].into_iter().flatten()
        });
        let end = self.gap.filter(|gap| gap.after >= count).map(|gap| Told::NotTold(gap.blocks));
        parts.chain(end)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Gap, SourcePlace};
    use super::*;

    fn told(count: usize, gap: Option<usize>) -> Vec<String> {
        let place = SourcePlace { file: "a.c".into(), line: 1, function: "main".into(), depth: 0 };
        let line = PathLine::new(place, None);
        let path = Path {
            lines: vec![line; count],
            violation: String::new(),
            kind: String::new(),
            place: None,
            column: 0,
            steps: count,
            unit: "steps".into(),
            gap: gap.map(|after| Gap { after, blocks: Some(7) }),
            fingerprint: String::new(),
        };
        let word = |told: Told| match told {
            Told::Line(index, _) => index.to_string(),
            Told::LeftOut(count) => format!("-{count}"),
            Told::NotTold(blocks) => format!("gap {}", blocks.unwrap_or(0)),
        };
        path.told().map(word).collect()
    }

    #[test]
    fn the_middle_of_long_paths_is_left_out() {
        assert_eq!(told(0, None), [""; 0]);
        assert_eq!(told(3, None), ["0", "1", "2"]);
        assert_eq!(told(999, None).len(), 999);
        let long = told(1000, None);
        assert_eq!((long.len(), &*long[499], &*long[500], &*long[501]), (1000, "499", "-1", "501"));
        let long = told(100_000, None);
        assert_eq!((long.len(), &*long[500], &*long[501], &*long[999]), (1000, "-99001", "99501", "99999"));
    }

    #[test]
    fn gaps_are_told_where_they_are() {
        assert_eq!(told(2, Some(0)), ["gap 7", "0", "1"]);
        assert_eq!(told(2, Some(1)), ["0", "gap 7", "1"]);
        assert_eq!(told(2, Some(2)), ["0", "1", "gap 7"]);
        let long = told(5000, Some(2500));
        assert_eq!((long.len(), &*long[500], &*long[501], &*long[502]), (1001, "-4001", "gap 7", "4501"));
    }
}
