//! Dominators of the control-flow graph, by K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance
//! Algorithm" (2001): immediate dominators as a fixed point over reverse postorder.

use crate::program::postorder::places;
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
        let order = program.reverse_postorder();
        let place = places(&order, program.blocks.len());
        let all = program.predecessors();
        let places = |block: &BlockId| all[block.0].iter().filter_map(|from| place[from.0]).collect();
        let predecessors: Vec<Vec<usize>> = order.iter().map(places).collect();
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

/// The nearest place that dominates both.
fn intersect(immediate: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        // Places that have been reached have a dominator before them.
        *later = immediate[*later].unwrap_or(0);
    }
    a
}
