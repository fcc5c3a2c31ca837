//! Turns: members that share a core run one at a time, each for a counted amount of work.
//!
//! Each member is on a thread of its own. One of them holds the baton; the others wait. What counts as work is how often a member asks
//! its stop flag, which engines and SAT solvers do at regular amounts of it: after so many questions the baton goes to who has
//! waited longest. No clock decides anything, so that members which themselves depend on no clock do the same in every run.

use bitreach_limits::{Poll, StopFlag};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Who waits looks this often whether everything has been stopped.
const LOOK: Duration = Duration::from_millis(20);

/// A baton and those who want it.
#[derive(Debug, Default)]
struct Turns {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Whether somebody holds the baton.
    held: bool,
    /// Who waits for it, the longest first.
    waiting: VecDeque<usize>,
}

impl Turns {
    fn state(&self) -> MutexGuard<'_, State> {
        // The state is whole whenever the lock is free.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A member's right to turns.
pub(crate) struct Turn {
    turns: Arc<Turns>,
    index: usize,
    /// After how many questions a turn ends.
    length: u64,
    /// How many questions of this turn are left.
    left: AtomicU64,
    /// How many questions there have been.
    work: AtomicU64,
    /// Nanoseconds spent on waiting.
    waited: AtomicU64,
    /// When waiting is over in any case.
    stop: StopFlag,
}

/// Rights to turns, one for each length, the first in the row first. `stop` ends all waiting.
pub(crate) fn turns(lengths: impl IntoIterator<Item = u64>, stop: &StopFlag) -> Vec<Arc<Turn>> {
    let turns = Arc::new(Turns::default());
    let make = |(index, length): (usize, u64)| {
        turns.state().waiting.push_back(index);
        let left = AtomicU64::new(length.max(1));
        Arc::new(Turn {
            turns: turns.clone(),
            index,
            length: length.max(1),
            left,
            work: AtomicU64::new(0),
            waited: AtomicU64::new(0),
            stop: stop.clone(),
        })
    };
    lengths.into_iter().enumerate().map(make).collect()
}

impl Turn {
    /// Waits for the first turn.
    pub fn begin(&self) {
        self.wait(self.turns.state());
    }

    /// Gives the baton back for good, or the place in the row.
    pub fn end(&self) {
        let mut state = self.turns.state();
        match state.waiting.iter().position(|&index| index == self.index) {
            Some(place) => drop(state.waiting.remove(place)),
            None => state.held = false,
        }
        self.turns.changed.notify_all();
    }

    /// Gives the baton to who has waited longest, and waits.
    fn pass(&self) {
        let mut state = self.turns.state();
        // After a stop everybody goes on without the baton.
        if state.waiting.is_empty() || state.waiting.contains(&self.index) {
            return;
        }
        state.waiting.push_back(self.index);
        state.held = false;
        self.turns.changed.notify_all();
        self.wait(state);
    }

    /// How long it has waited for its turns.
    pub fn waited(&self) -> Duration {
        Duration::from_nanos(self.waited.load(Ordering::Relaxed))
    }

    fn wait(&self, state: MutexGuard<'_, State>) {
        let begun = Instant::now();
        self.wait_for_baton(state);
        self.waited.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    fn wait_for_baton(&self, mut state: MutexGuard<'_, State>) {
        while state.held || state.waiting.front() != Some(&self.index) {
            if self.stop.is_raised() {
                return;
            }
            let waited = self.turns.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.waiting.pop_front();
        state.held = true;
    }
}

impl Poll for Turn {
    fn poll(&self) {
        self.work.fetch_add(1, Ordering::Relaxed);
        // Only the member's own thread asks, so that nothing happens between the two.
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        if left == 0 {
            self.left.store(self.length, Ordering::Relaxed);
            self.pass();
        }
    }

    fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets each of `counts` threads ask so often; gives the order in which they did.
    fn order(counts: &[usize], lengths: &[u64]) -> Vec<usize> {
        let (stop, order) = (StopFlag::new(), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for (turn, &count) in turns(lengths.iter().copied(), &stop).into_iter().zip(counts) {
                let (order, flag) = (&order, StopFlag::new().polling(turn.clone()));
                scope.spawn(move || {
                    turn.begin();
                    for _ in 0..count {
                        order.lock().unwrap().push(turn.index);
                        flag.is_raised();
                    }
                    turn.end();
                });
            }
        });
        order.into_inner().unwrap()
    }

    #[test]
    fn turns_go_round_in_the_same_order_every_time() {
        let expected = [0, 0, 0, 1, 1, 2, 2, 0, 0, 0, 1, 2, 0];
        for _ in 0..50 {
            assert_eq!(order(&[7, 3, 3], &[2, 1, 1]), expected);
        }
    }

    #[test]
    fn a_stop_frees_all_who_wait() {
        let stop = StopFlag::new();
        let all = turns([1, 1, 1], &stop);
        std::thread::scope(|scope| {
            for turn in &all[1..] {
                scope.spawn(|| {
                    turn.begin();
                    (0..10).for_each(|_| turn.poll());
                    turn.end();
                });
            }
            // The first never comes, so that nobody would ever get on.
            std::thread::sleep(Duration::from_millis(50));
            stop.raise();
        });
        all[0].end();
        assert!(all[0].turns.state().waiting.is_empty());
    }
}
