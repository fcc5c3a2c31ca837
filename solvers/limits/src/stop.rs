//! Flags that ask whoever holds them to stop soon.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Something that is called whenever someone asks a [`StopFlag`] whether it is raised. Engines and solvers ask at regular
/// amounts of work, so the calls are a measure of work that does not depend on a clock; and they are the points at which a
/// thread may be made to wait.
pub trait Poll: Send + Sync {
    /// Hears that the thread has come to such a point. It returns when the thread may go on.
    fn poll(&self);

    /// Hears of work during which nobody asks. Most do not count it.
    fn spend(&self, _questions: u64) {}

    /// How many times it has been called.
    fn work(&self) -> u64;
}

/// How many questions count as a second of work, where work is counted: about as many as engines ask in that time on
/// programs.
pub const WORK_A_SECOND: u64 = 10_000;

/// A flag that asks everyone who holds it to stop soon. Clones share the flag; a child also hears its parent.
#[derive(Clone, Default)]
pub struct StopFlag {
    flags: Vec<Arc<AtomicBool>>,
    /// From then on the flag counts as raised.
    deadline: Option<Instant>,
    poll: Option<Arc<dyn Poll>>,
    /// After so much work the flag counts as raised.
    work: Option<u64>,
    /// How many questions more each question counts as.
    more: u64,
}

impl fmt::Debug for StopFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StopFlag").field("flags", &self.flags).field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> StopFlag {
        StopFlag { flags: vec![Arc::default()], ..StopFlag::default() }
    }

    /// A flag of its own that also counts as raised once this one is.
    pub fn child(&self) -> StopFlag {
        let mut flags = vec![Arc::default()];
        flags.extend(self.flags.iter().cloned());
        StopFlag { flags, ..self.clone() }
    }

    /// The same flag, but counting as raised from `deadline` on as well, if there is one: a query that looks at it ends
    /// in time although nobody watches the clock.
    pub fn until(mut self, deadline: Option<Instant>) -> StopFlag {
        self.deadline = [self.deadline, deadline].into_iter().flatten().min();
        self
    }

    /// The same flag, but calling `poll` each time it is asked.
    pub fn polling(mut self, poll: Arc<dyn Poll>) -> StopFlag {
        self.poll = Some(poll);
        self
    }

    /// The same flag, but calling nobody and counting nothing.
    pub fn quiet(self) -> StopFlag {
        StopFlag { poll: None, work: None, ..self }
    }

    /// The same flag, but each question counts as so many more: there is more work between two of them.
    pub fn weighing(self, more: u64) -> StopFlag {
        StopFlag { more, ..self }
    }

    /// Counts work as so many questions.
    pub fn spend(&self, questions: u64) {
        if let Some(poll) = &self.poll {
            poll.spend(questions);
        }
    }

    /// Whether the work that is allowed has been done.
    pub fn is_worn_out(&self) -> bool {
        self.poll.as_ref().zip(self.work).is_some_and(|(poll, limit)| poll.work() >= limit)
    }

    /// The work done so far, as the time that it counts as, where somebody counts it.
    pub fn work(&self) -> Option<Duration> {
        self.poll.as_ref().map(|poll| Duration::from_secs_f64(poll.work() as f64 / WORK_A_SECOND as f64))
    }

    /// The same flag, but counting as raised after `time` as well, counted or by the clock.
    pub fn within(self, time: Duration) -> StopFlag {
        match &self.poll {
            Some(poll) => {
                let limit = poll.work().saturating_add((time.as_secs_f64() * WORK_A_SECOND as f64) as u64);
                StopFlag { work: Some(self.work.map_or(limit, |other| other.min(limit))), ..self }
            }
            None => {
                let deadline = Instant::now().checked_add(time);
                self.until(deadline)
            }
        }
    }

    /// Raises the flag, for all its clones and children.
    pub fn raise(&self) {
        if let Some(own) = self.flags.first() {
            own.store(true, Ordering::SeqCst);
        }
    }

    /// Whether somebody raised this flag, and not one of its parents.
    pub fn is_itself_raised(&self) -> bool {
        self.flags.first().is_some_and(|own| own.load(Ordering::SeqCst))
    }

    /// Whether the flag or one of its parents is raised, or the deadline has passed.
    pub fn is_raised(&self) -> bool {
        if let Some(poll) = &self.poll {
            poll.poll();
            if self.more > 0 {
                poll.spend(self.more);
            }
            if self.is_worn_out() {
                return true;
            }
        }
        self.flags.iter().any(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Asks a [`StopFlag`] at each so many-th turn of a loop: asking costs more than many a turn.
#[derive(Clone, Debug)]
pub struct Ticks<'a> {
    stop: &'a StopFlag,
    interval: u32,
    left: u32,
}

impl<'a> Ticks<'a> {
    /// Asks at the first turn, and then after each `interval` of them.
    pub fn new(stop: &'a StopFlag, interval: u32) -> Ticks<'a> {
        Ticks { stop, interval, left: 0 }
    }

    /// For each turn of the loop: `None` once the flag is raised.
    pub fn go_on(&mut self) -> Option<()> {
        if self.left == 0 {
            // Once it is raised, no turn goes on.
            if self.stop.is_raised() {
                return None;
            }
            self.left = self.interval;
        }
        self.left -= 1;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn children_hear_their_parents_and_not_the_other_way_round() {
        let parent = StopFlag::new();
        let (child, sibling) = (parent.child(), parent.child());
        child.raise();
        assert!(child.is_raised() && child.clone().is_raised() && child.child().is_raised());
        assert!(!parent.is_raised() && !sibling.is_raised());
        parent.raise();
        assert!(sibling.is_raised());
        assert!(child.is_itself_raised() && !sibling.is_itself_raised());
    }

    #[test]
    fn asking_calls_who_wants_to_know() {
        #[derive(Default)]
        struct Count(AtomicUsize);
        impl Poll for Count {
            fn poll(&self) {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
            fn work(&self) -> u64 {
                self.0.load(Ordering::Relaxed) as u64
            }
        }
        let (plain, count) = (StopFlag::new(), Arc::new(Count::default()));
        let polling = plain.clone().polling(count.clone());
        assert!(!plain.is_raised() && !polling.is_raised() && !polling.child().until(None).is_raised());
        assert_eq!(count.0.load(Ordering::Relaxed), 2);
        let soon = polling.clone().within(Duration::from_secs_f64(2.0 / WORK_A_SECOND as f64));
        assert!(!soon.is_raised() && soon.is_raised() && !polling.is_raised());
        assert!(!soon.quiet().is_raised());
        assert!(plain.clone().within(Duration::ZERO).is_raised() && !plain.clone().within(Duration::MAX).is_raised());
        assert_eq!((plain.work(), polling.work()), (None, Some(Duration::from_micros(5 * 1_000_000 / WORK_A_SECOND))));
        plain.raise();
        assert!(polling.is_raised());
    }

    #[test]
    fn ticks_look_now_and_then() {
        let stop = StopFlag::new();
        let mut ticks = Ticks::new(&stop, 3);
        assert!(ticks.go_on().is_some());
        stop.raise();
        let heard: Vec<bool> = (0..4).map(|_| ticks.go_on().is_none()).collect();
        assert_eq!(heard, [false, false, true, true]);
    }

    #[test]
    fn a_deadline_raises_the_flag() {
        let (past, future) = (Instant::now(), Instant::now() + Duration::from_secs(3600));
        assert!(StopFlag::new().until(Some(past)).is_raised());
        assert!(StopFlag::new().until(Some(past)).until(Some(future)).child().is_raised());
        let open = StopFlag::new().until(None).until(Some(future));
        assert!(!open.is_raised());
        open.raise();
        assert!(open.is_raised());
    }
}
