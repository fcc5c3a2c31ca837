//! Proof obligations and their queue (Een, Mishchenko, Brayton: FMCAD 2011).
//!
//! An obligation is a cube of states from each of which the goal can be reached, so that a proof has to exclude it up to its
//! frame. The queue gives the lowest frame first; there, what is farthest from the goal; there, the smaller cube.

use bitreach_formula::Cube;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// A cube of states that lead to the goal, and the way there.
#[derive(Debug)]
pub(crate) struct Chain {
    /// The states.
    pub cube: Cube,
    /// Where they go next; `None` if they are goal states.
    pub next: Option<Rc<Chain>>,
    /// How many steps there are to the goal.
    pub depth: usize,
}

impl Chain {
    /// Goal states.
    pub fn goal(cube: Cube) -> Rc<Chain> {
        Rc::new(Chain { cube, next: None, depth: 0 })
    }

    /// States that step into those of `next`.
    pub fn before(cube: Cube, next: &Rc<Chain>) -> Rc<Chain> {
        Rc::new(Chain { cube, next: Some(next.clone()), depth: next.depth + 1 })
    }
}

impl Drop for Chain {
    /// Takes long chains apart without recursion.
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(mut chain) = next.and_then(Rc::into_inner) {
            next = chain.next.take();
        }
    }
}

/// An obligation: a chain to be excluded up to a frame.
#[derive(Debug)]
pub(crate) struct Obligation {
    /// The frame.
    pub frame: usize,
    /// The states and their way to the goal.
    pub chain: Rc<Chain>,
}

impl Obligation {
    fn rank(&self) -> (Reverse<usize>, usize, Reverse<usize>) {
        (Reverse(self.frame), self.chain.depth, Reverse(self.chain.cube.len()))
    }
}

impl PartialEq for Obligation {
    fn eq(&self, other: &Obligation) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Obligation {}

impl PartialOrd for Obligation {
    fn partial_cmp(&self, other: &Obligation) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Obligation {
    fn cmp(&self, other: &Obligation) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// The queue of obligations.
#[derive(Debug, Default)]
pub(crate) struct Queue(BinaryHeap<Obligation>);

impl Queue {
    /// Puts an obligation into the queue.
    pub fn push(&mut self, obligation: Obligation) {
        self.0.push(obligation);
    }

    /// Takes the first obligation out, if its frame is at most `limit`.
    pub fn pop(&mut self, limit: usize) -> Option<Obligation> {
        if self.0.peek()?.frame <= limit {
            self.0.pop()
        } else {
            None
        }
    }

    /// Forgets all obligations.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_formula::Var;

    #[test]
    fn the_lowest_frame_then_the_deepest_then_the_smallest() {
        let goal = Chain::goal(Cube::new([Var::new(0).positive()]));
        let near = Chain::before(Cube::new([Var::new(1).positive()]), &goal);
        let wide = Chain::before(Cube::new([Var::new(1).positive(), Var::new(2).positive()]), &goal);
        let mut queue = Queue::default();
        for (frame, chain) in [(2, &goal), (2, &wide), (2, &near), (1, &goal), (7, &near)] {
            queue.push(Obligation { frame, chain: chain.clone() });
        }
        let mut order = Vec::new();
        while let Some(obligation) = queue.pop(5) {
            order.push((obligation.frame, obligation.chain.depth, obligation.chain.cube.len()));
        }
        assert_eq!(order, [(1, 0, 1), (2, 1, 1), (2, 1, 2), (2, 0, 1)]);
        assert_eq!(queue.pop(7).map(|obligation| obligation.frame), Some(7));
    }

    #[test]
    fn long_chains_are_dropped_without_recursion() {
        let mut chain = Chain::goal(Cube::default());
        for _ in 0..1_000_000 {
            chain = Chain::before(Cube::default(), &chain);
        }
        assert_eq!(chain.depth, 1_000_000);
    }
}
