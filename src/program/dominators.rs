//! Dominators of the control-flow graph, by K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance
//! Algorithm" (2001): immediate dominators as a fixed point over reverse postorder.

use crate::program::postorder::{places, reverse_postorder};
use crate::program::{BlockId, Program};

/// Which block dominates which.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// The place of each block in reverse postorder; `None` if the entry does not lead to it.
    place: Vec<Option<usize>>,
    /// The immediate dominator of each place, as a place; the entry's is itself.
    immediate: Vec<usize>,
    /// The block at each place.
    order: Vec<BlockId>,
}

impl Dominators {
    /// The dominators of a program.
    pub fn new(program: &Program) -> Dominators {
        let successors: Vec<Vec<BlockId>> = program.blocks.iter().map(|block| block.terminator.successors()).collect();
        Dominators::of(&successors)
    }

    /// The dominators of a graph: for each block those that it leads to. Block 0 is the entry.
    pub fn of(successors: &[Vec<BlockId>]) -> Dominators {
        let order = reverse_postorder(successors.len(), |block| successors[block.0].clone());
        let place = places(&order, successors.len());
        let mut predecessors = vec![Vec::new(); order.len()];
        for (from, block) in order.iter().enumerate() {
            successors[block.0].iter().filter_map(|to| place[to.0]).for_each(|to| predecessors[to].push(from));
        }
        let mut immediate: Vec<Option<usize>> = vec![None; order.len()];
        if let Some(entry) = immediate.first_mut() {
            *entry = Some(0);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in 1..order.len() {
                let known = predecessors[block].iter().copied().filter(|&from| immediate[from].is_some());
                let common = known.reduce(|a, b| intersect(&immediate, a, b));
                changed |= common != immediate[block];
                immediate[block] = common;
            }
        }
        let immediate = immediate.into_iter().map(|place| place.unwrap_or(0)).collect();
        Dominators { place, immediate, order }
    }

    /// The nearest block, other than itself, that each path from the entry to a block goes through; `None` for the entry,
    /// and for blocks that it does not lead to.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let place = self.place[block.0].filter(|place| *place > 0)?;
        Some(self.order[self.immediate[place]])
    }

    /// Whether each path from the entry to `below` goes through `above`. A block dominates itself, and everything
    /// dominates a block that the entry does not lead to.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let Some(mut below) = self.place[below.0] else { return true };
        let Some(above) = self.place[above.0] else { return false };
        while below > above {
            below = self.immediate[below];
        }
        below == above
    }
}

/// Which block post-dominates which: the dominators of the reversed graph, in which a block in front leads to all ends.
#[derive(Clone, Debug)]
pub struct PostDominators(Dominators);

impl PostDominators {
    /// The post-dominators of a graph: for each block those that it leads to. Paths end in some blocks.
    pub fn of(successors: &[Vec<BlockId>], ends: impl IntoIterator<Item = BlockId>) -> PostDominators {
        let shifted = |block: BlockId| BlockId(block.0 + 1);
        let mut reversed = vec![Vec::new(); successors.len() + 1];
        reversed[0].extend(ends.into_iter().map(shifted));
        for (from, targets) in successors.iter().enumerate() {
            targets.iter().for_each(|&to| reversed[shifted(to).0].push(shifted(BlockId(from))));
        }
        PostDominators(Dominators::of(&reversed))
    }

    /// The nearest block, other than itself, that each path from a block to an end goes through; `None` if there is none, and for blocks that
    /// lead to no end.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let next = self.0.immediate(BlockId(block.0 + 1))?;
        next.0.checked_sub(1).map(BlockId)
    }
}

/// For each block of a graph, given by what each leads to, those of which it depends where they lead whether control comes there: it
/// post-dominates one of their successors, and not them (Ferrante, Ottenstein, Warren: *The Program Dependence Graph and Its Use in
/// Optimization*, 1987).
pub fn control_dependence(successors: &[Vec<BlockId>]) -> Vec<Vec<BlockId>> {
    let ends = (0..successors.len()).filter(|&block| successors[block].is_empty()).map(BlockId);
    let post_dominators = PostDominators::of(successors, ends);
    let mut deciding = vec![Vec::new(); successors.len()];
    for (block, targets) in successors.iter().enumerate() {
        let (block, end) = (BlockId(block), post_dominators.immediate(BlockId(block)));
        for &target in targets {
            let mut next = Some(target);
            while let Some(at) = next.filter(|_| next != end) {
                if deciding[at.0].last() != Some(&block) {
                    deciding[at.0].push(block);
                }
                next = post_dominators.immediate(at);
            }
        }
    }
    deciding
}

/// The nearest place that dominates both.
fn intersect(immediate: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        // Places that have been reached have a dominator before them.
        *later = immediate[*later].unwrap_or(0);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// What a block leads to, without passing another one.
    fn reached(successors: &[Vec<BlockId>], from: BlockId, without: Option<BlockId>) -> Vec<bool> {
        let (mut seen, mut open) = (vec![false; successors.len()], vec![from]);
        while let Some(block) = open.pop().filter(|block| Some(*block) != without) {
            if !std::mem::replace(&mut seen[block.0], true) {
                open.extend(successors[block.0].iter().copied().filter(|block| Some(*block) != without));
            }
        }
        seen
    }

    /// Random graphs, by the definitions: a block post-dominates those that lead to no end without it, and depends on a block where it
    /// post-dominates one of the successors, and not the block itself.
    #[test]
    fn control_dependence_is_what_its_definition_says() {
        let (mut random, mut dependent) = (Rng::with_seed(5), 0);
        for _ in 0..600 {
            let count = random.usize(1..8);
            let mut block = |_| (0..random.usize(..3)).map(|_| BlockId(random.usize(..count))).collect::<Vec<_>>();
            let successors: Vec<Vec<BlockId>> = (0..count).map(&mut block).collect();
            let ends = |from: BlockId, without: Option<BlockId>| {
                let reached = reached(&successors, from, without);
                (0..count).any(|block| reached[block] && successors[block].is_empty())
            };
            let all = || (0..count).map(BlockId);
            if !all().all(|block| ends(block, None)) {
                continue;
            }
            let post_dominates = |below: BlockId, above: BlockId| below == above || !ends(above, Some(below));
            let found = control_dependence(&successors);
            for (on, block) in all().flat_map(|on| all().map(move |block| (on, block))) {
                let strictly = block != on && post_dominates(block, on);
                let depends = successors[on.0].iter().any(|&next| post_dominates(block, next)) && !strictly;
                assert_eq!(found[block.0].contains(&on), depends, "{successors:?}: {block:?} on {on:?}");
                dependent += usize::from(depends);
            }
        }
        assert!(dependent > 300, "{dependent}");
    }
}
