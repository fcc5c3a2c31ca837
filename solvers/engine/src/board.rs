//! The board on which engines that run side by side on one problem tell each other what they know for certain.
//!
//! Two kinds of facts stand on it, and neither is ever taken back:
//!
//! * **Lemmas**: clauses over the variables of one step, of the problem as it was given to [`Engine::run`](crate::Engine::run),
//!   that hold in every step of every run. Whoever puts clauses up has proved that they hold in initial steps,
//!   `I ∧ U ⇒ c`, and that each is inductive together with the others and all that stood there before,
//!   `Lemmas ∧ U ∧ T ∧ U' ⇒ c'`. So all that stands on the board at any time is an inductive invariant, and a proof that uses
//!   lemmas is a certificate once it names them all. A clause that holds only up to some frame, or only while the goal is
//!   not reached, does not belong here.
//! * **The depth**: no run of at most so many transitions reaches the goal.
//!
//! A reader may build on both without a proof of its own. The checkers ([`crate::check`]) do not read the board, so a fact
//! that is wrong costs an answer and never makes one.

use bitreach_formula::Clause;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A board; clones are the same one. An engine that runs alone has one of its own.
#[derive(Clone, Debug, Default)]
pub struct Board(Arc<Facts>);

#[derive(Debug, Default)]
struct Facts {
    lemmas: Mutex<Vec<Clause>>,
    /// How many lemmas there are, so that readers who know them all need no lock.
    count: AtomicUsize,
    /// One more than the depth; 0 while nothing is known.
    depths: AtomicUsize,
}

impl Board {
    /// A board on which nothing stands.
    pub fn new() -> Board {
        Board::default()
    }

    /// Puts lemmas up. The caller has proved what the module's documentation asks for.
    pub fn add_lemmas(&self, lemmas: impl IntoIterator<Item = Clause>) {
        // The vector is whole at any time: a writer that panicked has at most not added all of its lemmas.
        let mut all = self.0.lemmas.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(lemmas);
        self.0.count.store(all.len(), Ordering::Release);
    }

    /// The lemmas that the reader has not seen, the oldest first. `seen` is the reader's own count, 0 at the start.
    pub fn new_lemmas(&self, seen: &mut usize) -> Vec<Clause> {
        if self.0.count.load(Ordering::Acquire) <= *seen {
            return Vec::new();
        }
        let all = self.0.lemmas.lock().unwrap_or_else(PoisonError::into_inner);
        let new = all[*seen..].to_vec();
        *seen = all.len();
        new
    }

    /// How many lemmas there are.
    pub fn lemmas(&self) -> usize {
        self.0.count.load(Ordering::Acquire)
    }

    /// Notes that no run of at most `depth` transitions reaches the goal.
    pub fn refute(&self, depth: usize) {
        self.0.depths.fetch_max(depth.saturating_add(1), Ordering::AcqRel);
    }

    /// The greatest depth up to which no run reaches the goal, if any is known.
    pub fn depth(&self) -> Option<usize> {
        self.0.depths.load(Ordering::Acquire).checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_formula::Var;

    fn clause(index: usize) -> Clause {
        Clause::new([Var::new(index).positive()])
    }

    #[test]
    fn readers_see_each_lemma_once_and_in_order() {
        let (board, mut seen) = (Board::new(), 0);
        assert_eq!(board.new_lemmas(&mut seen), []);
        board.add_lemmas([clause(1), clause(2)]);
        assert_eq!(board.clone().new_lemmas(&mut seen), [clause(1), clause(2)]);
        board.add_lemmas([clause(3)]);
        assert_eq!((board.new_lemmas(&mut seen), seen, board.lemmas()), (vec![clause(3)], 3, 3));
        assert_eq!(board.new_lemmas(&mut 1), [clause(2), clause(3)]);
    }

    #[test]
    fn the_depth_only_grows() {
        let board = Board::new();
        assert_eq!(board.depth(), None);
        board.refute(0);
        assert_eq!(board.depth(), Some(0));
        board.refute(7);
        board.refute(3);
        assert_eq!(board.depth(), Some(7));
    }

    #[test]
    fn writers_on_threads_lose_nothing() {
        let board = Board::new();
        std::thread::scope(|scope| {
            for first in [0, 100, 200, 300] {
                let board = board.clone();
                scope.spawn(move || (first..first + 100).for_each(|index| board.add_lemmas([clause(index)])));
            }
        });
        let mut found = board.new_lemmas(&mut 0);
        found.sort_by_key(|clause| clause[0].var());
        assert_eq!(found, (0..400).map(clause).collect::<Vec<_>>());
    }
}
