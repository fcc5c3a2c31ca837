//! All limits of a run.

use crate::{Budget, Reason, StopFlag};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Budget, stop flag, and why the flag was raised.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time, memory, steps.
    pub budget: Budget,
    /// Ends the run when it is raised.
    pub stop: StopFlag,
    /// Who raises the flag says why, before.
    pub cause: Arc<OnceLock<Reason>>,
    /// Raised some time after the other flag: what has not ended by itself then is left behind.
    pub end: StopFlag,
    /// Half of the time has passed then.
    pub halfway: Option<Instant>,
}

/// Why a solver that heeds the limits was stopped.
pub fn exhausted(limits: &Limits) -> Reason {
    let late = limits.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    match limits.cause.get() {
        Some(cause) => *cause,
        None if late => Reason::Timeout,
        None if limits.stop.is_worn_out() => Reason::Effort,
        None => Reason::Interrupted,
    }
}

impl Limits {
    /// The limits with a deadline so far from now, if there is no earlier one.
    pub fn shortly(&self, time: Duration) -> Limits {
        let mut limits = self.clone();
        let deadline = Instant::now().checked_add(time);
        limits.budget.deadline = [limits.budget.deadline, deadline].into_iter().flatten().min();
        limits
    }

    /// The limits of a part of the run that takes so much time at most: also what heeds the flag alone ends then.
    pub fn part(&self, time: Duration) -> Limits {
        let now = Instant::now();
        let limits = self.shortly(time);
        let deadline = limits.budget.deadline;
        let halfway = deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 2);
        Limits { stop: self.stop.child().until(deadline), halfway, ..limits }
    }

    /// The time that is left; without a deadline more than any clock shows.
    pub fn left(&self) -> Duration {
        self.budget.deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The limits with half of the time that is left.
    pub fn half(&self) -> Limits {
        self.shortly(self.left() / 2)
    }

    /// The stop flag for what comes before a search and need not come to its end: the search has half of the time or, where it
    /// comes later, seven eighths of what is left.
    pub fn before_search(&self) -> StopFlag {
        let now = Instant::now();
        let left = self.budget.deadline.map(|deadline| deadline.saturating_duration_since(now));
        self.stop.clone().until(left.map(|left| self.halfway.unwrap_or(now).max(now + left / 8)))
    }

    /// Whether the flag is raised or the deadline has passed.
    pub fn are_up(&self) -> bool {
        self.stop.clone().until(self.budget.deadline).is_raised()
    }
}
