//! Which locations imply which: a path to the return that passes a location also passes those that dominate it, and
//! those that post-dominate it. So it suffices to look for paths through a few locations (Kahsai et al., section 5: a
//! minimal set whose coverage implies all).

use crate::program::dominators::PostDominators;
use crate::program::{Block, BlockId, Dominators, Exit, Operand, Program, Terminator, ValueId};
use crate::read::function::Body;

/// The locations of a function and what follows from passing one.
#[derive(Clone, Debug)]
pub struct Graph {
    /// For each location, whether the entry leads to it, and it to the return, by the branches alone.
    pub alive: Vec<bool>,
    /// For each location, whether it leads to the return by the branches alone.
    pub returns: Vec<bool>,
    /// For each location that is alive, the nearest that dominates it.
    pub dominator: Vec<Option<usize>>,
    /// For each location that is alive, the nearest that post-dominates it.
    pub post_dominator: Vec<Option<usize>>,
}

impl Graph {
    /// The graph of a function. Paths that end in a failed check, or in a call that does not come back, are left out.
    pub fn new(body: &Body) -> Graph {
        let program = &body.program;
        let count = program.blocks.len();
        let successors: Vec<Vec<usize>> = program.blocks.iter().map(|block| targets(&block.terminator)).collect();
        let mut predecessors = vec![Vec::new(); count];
        for (block, targets) in successors.iter().enumerate() {
            targets.iter().for_each(|&target| predecessors[target].push(block));
        }
        let exits = (0..count).filter(|&block| matches!(program.blocks[block].terminator, Terminator::Exit(Exit::Ok)));
        let exits: Vec<usize> = exits.collect();
        let forward = reached(&successors, &[0]);
        let backward = reached(&predecessors, &exits);
        let alive = |block: usize| forward[block] && backward[block];
        let location_of = {
            let mut of = vec![None; count];
            body.locations.iter().enumerate().for_each(|(index, location)| of[location.block.0] = Some(index));
            of
        };
        let living = |block: usize| -> Vec<BlockId> {
            successors[block].iter().copied().filter(|&target| alive(block) && alive(target)).map(BlockId).collect()
        };
        let living: Vec<Vec<BlockId>> = (0..count).map(living).collect();
        let dominators = Dominators::of(&living);
        let post_dominators = PostDominators::of(&living, exits.into_iter().map(BlockId));
        let nearest = |from: usize, immediate: &dyn Fn(usize) -> Option<usize>| {
            let mut block = immediate(from);
            while let Some(at) = block {
                if location_of[at].is_some() {
                    return location_of[at];
                }
                block = immediate(at);
            }
            None
        };
        let above = |block: usize| dominators.immediate(BlockId(block)).map(|block| block.0);
        let below = |block: usize| post_dominators.immediate(BlockId(block)).map(|block| block.0);
        let blocks = || body.locations.iter().map(|location| location.block.0);
        Graph {
            alive: blocks().map(alive).collect(),
            returns: blocks().map(|block| backward[block]).collect(),
            dominator: blocks().map(|block| if alive(block) { nearest(block, &above) } else { None }).collect(),
            post_dominator: blocks().map(|block| if alive(block) { nearest(block, &below) } else { None }).collect(),
        }
    }

    /// Everything that is passed when these locations are, themselves included.
    pub fn implied(&self, locations: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut seen = vec![false; self.alive.len()];
        let mut open: Vec<usize> = locations.into_iter().collect();
        let mut all = Vec::new();
        while let Some(location) = open.pop() {
            if !std::mem::replace(&mut seen[location], true) {
                all.push(location);
                open.extend(self.next(location));
            }
        }
        all
    }

    /// What passing a location implies at once.
    fn next(&self, location: usize) -> impl Iterator<Item = usize> + '_ {
        [self.dominator[location], self.post_dominator[location]].into_iter().flatten()
    }

    /// As few of these locations as imply all of them: of those that imply each other the first, unless another one implies them too.
    pub fn minimal(&self, locations: &[usize]) -> Vec<usize> {
        let mut is_wanted = vec![false; self.alive.len()];
        locations.iter().for_each(|&location| is_wanted[location] = true);
        let (component, count) = self.components();
        let mut members = vec![Vec::new(); count];
        component.iter().enumerate().for_each(|(location, &component)| members[component].push(location));
        // What implies a component has been looked at before it.
        let mut is_implied = vec![false; count];
        for (row, members) in members.iter().enumerate() {
            if is_implied[row] || members.iter().any(|&location| is_wanted[location]) {
                let others = members.iter().flat_map(|&location| self.next(location)).map(|next| component[next]);
                others.filter(|&other| other != row).for_each(|other| is_implied[other] = true);
            }
        }
        let mut is_told = is_implied;
        let first = |location: &usize| !std::mem::replace(&mut is_told[component[*location]], true);
        locations.iter().copied().filter(first).collect()
    }

    /// For each location the number of its component, in which each implies each; those that imply others come first. And how many
    /// there are. After Kosaraju and Sharir (*A strong-connectivity algorithm*, 1981).
    fn components(&self) -> (Vec<usize>, usize) {
        let size = self.alive.len();
        let mut before = vec![Vec::new(); size];
        (0..size).for_each(|location| self.next(location).for_each(|next| before[next].push(location)));
        let (mut seen, mut finished) = (vec![false; size], Vec::with_capacity(size));
        for start in 0..size {
            let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
            let mut enter = Some(start);
            loop {
                if let Some(location) = enter.take().filter(|&location| !std::mem::replace(&mut seen[location], true)) {
                    path.push((location, self.next(location).collect()));
                }
                let Some((location, rest)) = path.last_mut() else { break };
                enter = rest.pop();
                if enter.is_none() {
                    finished.push(*location);
                    path.pop();
                }
            }
        }
        let (mut component, mut count) = (vec![usize::MAX; size], 0);
        for &start in finished.iter().rev() {
            if component[start] != usize::MAX {
                continue;
            }
            let mut open = vec![start];
            while let Some(location) = open.pop() {
                if component[location] == usize::MAX {
                    component[location] = count;
                    open.extend(&before[location]);
                }
            }
            count += 1;
        }
        (component, count)
    }
}

pub(super) fn targets(terminator: &Terminator) -> Vec<usize> {
    terminator.successors().into_iter().map(|block| block.0).collect()
}

/// What some blocks lead to.
pub(super) fn reached(edges: &[Vec<usize>], from: &[usize]) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut open = from.to_vec();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            open.extend(&edges[block]);
        }
    }
    seen
}

/// A program with these edges and nothing else.
pub(super) fn skeleton(edges: &[Vec<usize>]) -> Program {
    let terminator = |targets: &Vec<usize>| match targets.split_first() {
        None => Terminator::Exit(Exit::Ok),
        Some((first, rest)) => {
            let case =
                |(number, &target): (usize, &usize)| (crate::bv::BitVec::new(64, number as u128), BlockId(target));
            let cases = rest.iter().enumerate().map(case).collect();
            Terminator::Switch { value: Operand::Value(ValueId(0)), cases, default: BlockId(*first) }
        }
    };
    let block = |targets| Block {
        name: String::new(),
        phis: Vec::new(),
        instructions: Vec::new(),
        terminator: terminator(targets),
        origin: None,
    };
    Program {
        blocks: edges.iter().map(block).collect(),
        widths: vec![64],
        names: vec![String::new()],
        ..Program::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::UnmodelledId;
    use crate::read::function::{Location, LocationKind};

    /// 0 → 1 or 2; 1 → 3; 2 → 3 or 4, which does not come back; 3 returns; 5 is not led to.
    fn body() -> Body {
        let mut program = skeleton(&[vec![1, 2], vec![3], vec![3, 4], vec![], vec![], vec![3]]);
        program.blocks[4].terminator = Terminator::Exit(Exit::Unmodelled(UnmodelledId(0)));
        let location = |block| Location { block: BlockId(block), kind: LocationKind::Block, origin: None };
        Body {
            program,
            locations: (0..6).map(location).collect(),
            may_stop: Vec::new(),
            preconditions: Default::default(),
            reads: Default::default(),
            whole: None,
        }
    }

    #[test]
    fn dominators_and_post_dominators_are_implied() {
        let graph = Graph::new(&body());
        assert_eq!(graph.alive, [true, true, true, true, false, false]);
        assert_eq!(graph.returns, [true, true, true, true, false, true]);
        let mut implied = graph.implied([2]);
        implied.sort_unstable();
        assert_eq!(implied, [0, 2, 3]);
        assert_eq!(graph.minimal(&[0, 1, 2, 3]), [1, 2]);
        assert_eq!(graph.minimal(&[0, 3]), [0], "each implies the other");
    }

    /// On random graphs, what is left out is implied by what is kept, and nothing that is kept by the rest.
    #[test]
    fn few_locations_imply_all() {
        let mut state = 1u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let mut left_out = 0;
        for _ in 0..500 {
            let size = 1 + below(12);
            let mut any = || (0..size).map(|_| Some(below(size)).filter(|_| below(3) > 0)).collect::<Vec<_>>();
            let (dominator, post_dominator) = (any(), any());
            let graph = Graph { alive: vec![true; size], returns: vec![true; size], dominator, post_dominator };
            let wanted: Vec<usize> = (0..size).filter(|_| below(2) == 0).collect();
            let kept = graph.minimal(&wanted);
            let implied = graph.implied(kept.iter().copied());
            assert!(wanted.iter().all(|location| implied.contains(location)), "{graph:?}: {kept:?} of {wanted:?}");
            for location in &kept {
                let others = graph.implied(kept.iter().copied().filter(|other| other != location));
                assert!(wanted.contains(location) && !others.contains(location), "{graph:?}: {kept:?} of {wanted:?}");
            }
            left_out += wanted.len() - kept.len();
        }
        assert!(left_out > 100, "{left_out}");
    }
}
