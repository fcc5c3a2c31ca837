//! The control flow of the program's functions, in lines, as a page draws it. Control flow is that of the program that paths are told
//! on, in which everything is inlined: what copies of a function have in common is put together again.

use super::lines::frames;
use crate::harness::text::{is_ours, name_in_program};
use crate::program::{OriginId, Program, SourceMap};
use crate::report::Flow;
use crate::source::library::is_model;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Of larger programs no control flow is told.
const MOST_BLOCKS: usize = 20_000;

/// A copy of a function: the call that it was inlined at.
type Copy = Option<OriginId>;

/// The lines that control may have passed last, in each copy of a function that it is in.
type Last = BTreeMap<Copy, BTreeSet<u32>>;

/// The lines of a function and how control goes on from one to another.
#[derive(Default)]
struct Lines {
    lines: BTreeSet<u32>,
    edges: BTreeSet<(u32, u32)>,
}

/// The control flow of the functions of a program, in the order of files and lines.
pub fn flows(program: &Program) -> Vec<Flow> {
    if program.blocks.len() > MOST_BLOCKS {
        return Vec::new();
    }
    let mut walk = Walk { map: &program.map, functions: BTreeMap::new(), calls: FxHashMap::default() };
    let mut before: Vec<Option<Last>> = vec![None; program.blocks.len()];
    before[0] = Some(Last::new());
    let mut waiting = BTreeSet::from([0]);
    while let Some(index) = waiting.pop_first() {
        let block = &program.blocks[index];
        let mut last = before[index].clone().unwrap_or_default();
        let origins = block.instructions.iter().filter_map(|instruction| instruction.origin()).chain(block.origin);
        origins.for_each(|origin| walk.pass(origin, &mut last));
        for next in block.terminator.successors() {
            let joined = before[next.0].get_or_insert_with(|| {
                waiting.insert(next.0);
                Last::new()
            });
            for (copy, lines) in &last {
                let known = joined.entry(*copy).or_default();
                let count = known.len();
                known.extend(lines);
                if known.len() > count {
                    waiting.insert(next.0);
                }
            }
        }
    }
    let flow = |((file, function), lines): ((String, String), Lines)| lines.flow(file, function);
    let mut flows: Vec<Flow> = walk.functions.into_iter().map(flow).collect();
    flows.sort_by_key(|flow| (flow.file.clone(), flow.blocks.iter().flatten().min().copied()));
    flows
}

struct Walk<'a> {
    map: &'a SourceMap,
    functions: BTreeMap<(String, String), Lines>,
    /// The calls that a copy is in, from the outermost on, itself included.
    calls: FxHashMap<OriginId, Vec<OriginId>>,
}

impl Walk<'_> {
    /// Control passes a place.
    fn pass(&mut self, origin: OriginId, last: &mut Last) {
        let map = self.map;
        let Some(place) = map.origins.get(origin.0).filter(|place| place.line > 0) else { return };
        let copy = place.inlined_at;
        if let Some(call) = copy.filter(|_| !last.contains_key(&copy)) {
            self.pass(call, last);
        }
        let calls = match copy {
            Some(call) => self
                .calls
                .entry(call)
                .or_insert_with(|| frames(map, origin).into_iter().map(|frame| frame.at).collect()),
            None => &mut Vec::new(),
        };
        // Other copies have been left.
        last.retain(|other, _| other.is_none_or(|other| calls.contains(&other)));
        let before = last.insert(copy, BTreeSet::from([place.line])).unwrap_or_default();
        if is_model(&place.file) || is_ours(&place.file) {
            return;
        }
        let key = (place.file.to_string(), name_in_program(&place.function).to_owned());
        let lines = self.functions.entry(key).or_default();
        lines.lines.insert(place.line);
        lines.edges.extend(before.into_iter().filter(|&line| line != place.line).map(|line| (line, place.line)));
    }
}

impl Lines {
    /// Lines that always come one after the other are one block.
    fn flow(mut self, file: String, function: String) -> Flow {
        // What was passed before may be a line of another function that stands by itself, as constructors do.
        let lines = &self.lines;
        self.edges.retain(|(from, to)| lines.contains(from) && lines.contains(to));
        let (mut leaving, mut coming) = (BTreeMap::<u32, usize>::new(), BTreeMap::<u32, usize>::new());
        for (from, to) in &self.edges {
            *leaving.entry(*from).or_default() += 1;
            *coming.entry(*to).or_default() += 1;
        }
        let is_joined = |(from, to): &(u32, u32)| leaving.get(from) == Some(&1) && coming.get(to) == Some(&1);
        let joined: BTreeMap<u32, u32> = self.edges.iter().copied().filter(is_joined).collect();
        let inner: BTreeSet<u32> = joined.values().copied().collect();
        let mut blocks: Vec<Vec<u32>> = Vec::new();
        let mut told: BTreeSet<u32> = BTreeSet::new();
        // Behind the lines that begin a block come those of rings that nothing leads into.
        let begins = self.lines.iter().filter(|line| !inner.contains(line)).chain(&self.lines);
        for &begin in begins {
            let lines = std::iter::successors(Some(begin), |line| joined.get(line).copied());
            let lines: Vec<u32> = lines.take_while(|&line| told.insert(line)).collect();
            if !lines.is_empty() {
                blocks.push(lines);
            }
        }
        let block_of: BTreeMap<u32, usize> =
            blocks.iter().enumerate().flat_map(|(index, lines)| lines.iter().map(move |&line| (line, index))).collect();
        // The way back to the begin of a ring of lines is one between blocks, too.
        let is_between = |(from, to): &(u32, u32)| {
            let block = &blocks[block_of[to]];
            joined.get(from) != Some(to) || block[0] == *to
        };
        let edges: BTreeSet<(usize, usize)> = self
            .edges
            .iter()
            .filter(|edge| is_between(edge))
            .map(|(from, to)| (block_of[from], block_of[to]))
            .collect();
        Flow { file, function, blocks, edges: edges.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_a_row_are_one_block() {
        let lines = Lines { lines: (1..=6).collect(), edges: [(1, 2), (2, 3), (3, 4), (4, 3), (3, 5), (5, 6)].into() };
        let flow = lines.flow("a.c".into(), "f".into());
        assert_eq!(flow.blocks, [vec![1, 2], vec![3], vec![4], vec![5, 6]]);
        assert_eq!(flow.edges, [(0, 1), (1, 2), (1, 3), (2, 1)]);
        let other = Lines { lines: [7].into(), edges: [(3, 7)].into() }.flow("a.c".into(), "g".into());
        assert_eq!((other.blocks, other.edges), (vec![vec![7]], vec![]));
        let ring = Lines { lines: [1, 2].into(), edges: [(1, 2), (2, 1)].into() }.flow("a.c".into(), "f".into());
        assert_eq!((ring.blocks, ring.edges), (vec![vec![1, 2]], vec![(0, 0)]));
    }
}
