//! Reverse postorder, which orders of blocks rest on.

use crate::program::BlockId;

/// The blocks that block 0 leads to, each before those it leads to, except along the edges that close loops: the reverse postorder of a
/// depth-first search that goes to successors in the given order. There are `count` blocks.
pub fn reverse_postorder(count: usize, successors: impl Fn(BlockId) -> Vec<BlockId>) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen = vec![false; count];
    // An explicit stack: programs can be deeper than the thread's.
    let mut stack = Vec::new();
    if let Some(entry) = seen.first_mut() {
        *entry = true;
        stack.push((BlockId(0), successors(BlockId(0)).into_iter()));
    }
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(next) => {
                if !std::mem::replace(&mut seen[next.0], true) {
                    stack.push((next, successors(next).into_iter()));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The place of each block in an order; `None` for those that it leaves out. There are `count` blocks.
pub fn places(order: &[BlockId], count: usize) -> Vec<Option<usize>> {
    let mut places = vec![None; count];
    order.iter().enumerate().for_each(|(place, block)| places[block.0] = Some(place));
    places
}
