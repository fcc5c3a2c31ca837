//! Control-flow facts that encodings rest on: an order of the blocks, cut points, and which values live across what.

use crate::program::liveness::{definitions, live_in, reads};
use crate::program::postorder::{places, reverse_postorder};
use crate::program::{BlockId, Operand, Program};

/// The blocks that can be reached, such that every edge that does not lead to a cut point goes forward, and the cut points.
#[derive(Clone, Debug)]
pub struct Order {
    /// Reverse post-order of a depth-first search from the entry.
    pub blocks: Vec<BlockId>,
    /// For each block, by index, whether it is a cut point: the entry, or the target of an edge to a block that the
    /// search had not finished. Every cycle passes one, in irreducible graphs too.
    pub is_cut: Vec<bool>,
}

impl Order {
    /// The order of a program's blocks.
    pub fn new(program: &Program) -> Order {
        let count = program.blocks.len();
        let successors = |block: BlockId| program.blocks[block.0].terminator.successors();
        let blocks = reverse_postorder(count, successors);
        let places = places(&blocks, count);
        let mut is_cut = vec![false; count];
        is_cut[0] = true;
        for &block in &blocks {
            // What the search has not finished comes before the block, or is the block.
            successors(block).iter().for_each(|next| is_cut[next.0] |= places[next.0] <= places[block.0]);
        }
        Order { blocks, is_cut }
    }
}

/// For each value, by [`ValueId`](crate::program::ValueId), whether it is live across a block boundary: read in a block other than the one that
/// defines it, or read by a φ, which happens at the start of a later step even where the φ stands in the defining block.
pub fn live_across_blocks(program: &Program) -> Vec<bool> {
    let mut home = vec![None; program.widths.len()];
    for (index, block) in program.blocks.iter().enumerate() {
        definitions(block).for_each(|value| home[value.0] = Some(index));
    }
    let mut live = vec![false; program.widths.len()];
    for (index, block) in program.blocks.iter().enumerate() {
        for operand in block.phis.iter().flat_map(|phi| phi.incoming.iter().map(|(_, operand)| operand)) {
            mark(operand, &mut live);
        }
        reads(block, |operand| {
            if matches!(operand, Operand::Value(value) if home[value.0] != Some(index)) {
                mark(operand, &mut live);
            }
        });
    }
    live
}

/// For each value, by [`ValueId`](crate::program::ValueId), whether it is live at the start of a cut point: a φ of one, or defined before and
/// read after it.
pub fn live_at_cuts(program: &Program, order: &Order) -> Vec<bool> {
    let live_in = live_in(program, &order.blocks);
    let mut live = vec![false; program.widths.len()];
    for &BlockId(index) in order.blocks.iter().filter(|block| order.is_cut[block.0]) {
        program.blocks[index].phis.iter().for_each(|phi| live[phi.result.0] = true);
        live_in[index].ones().for_each(|value| live[value] = true);
    }
    live
}

fn mark(operand: &Operand, live: &mut [bool]) {
    if let Operand::Value(value) = operand {
        live[value.0] = true;
    }
}
