//! Control flow of functions: back edges and loops.

use crate::llvm::ir::{Block, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The edges by which a walk from the entry, depth first, comes back to a block that it came from.
pub fn back_edges(function: Value) -> Vec<(Block, Block)> {
    let Some(&entry) = function.blocks().first() else { return Vec::new() };
    let next = |block: Block| block.terminator().map(Value::successors).unwrap_or_default().into_iter();
    let (mut edges, mut seen) = (Vec::new(), FxHashSet::from_iter([entry]));
    let mut on_path = FxHashSet::from_iter([entry]);
    let mut path = vec![(entry, next(entry))];
    while let Some((block, successors)) = path.last_mut() {
        let Some(successor) = successors.next() else {
            on_path.remove(block);
            path.pop();
            continue;
        };
        if on_path.contains(&successor) {
            edges.push((*block, successor));
        } else if seen.insert(successor) {
            on_path.insert(successor);
            path.push((successor, next(successor)));
        }
    }
    edges
}

/// The loops of a function: where each begins, and its blocks.
pub fn loops(function: Value) -> Vec<(Block, FxHashSet<Block>)> {
    let next = |block: Block| block.terminator().map(Value::successors).unwrap_or_default();
    let mut before: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    for block in function.blocks() {
        next(block).into_iter().for_each(|target| before.entry(target).or_default().push(block));
    }
    let mut loops: Vec<(Block, FxHashSet<Block>)> = Vec::new();
    for (from, head) in back_edges(function) {
        let row = loops.iter().position(|(known, _)| *known == head).unwrap_or_else(|| {
            loops.push((head, FxHashSet::from_iter([head])));
            loops.len() - 1
        });
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            if loops[row].1.insert(block) {
                open.extend(before.get(&block).into_iter().flatten());
            }
        }
    }
    loops
}

/// The blocks that control can come to without passing this one.
pub fn reached_without(function: Value, block: Block) -> FxHashSet<Block> {
    let mut open: Vec<Block> = function.blocks().first().copied().into_iter().collect();
    let mut reached = FxHashSet::default();
    while let Some(next) = open.pop() {
        if next != block && reached.insert(next) {
            open.extend(next.terminator().map(Value::successors).unwrap_or_default());
        }
    }
    reached
}
