//! How much work goes into places of a function about which nothing new is found any more. It is counted, not timed, so that
//! runs give up on the same places, but for those that the share of the time which a stage has ends first.

use crate::solve::{Limits, Poll, WORK_A_SECOND};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::Duration;

/// A SAT solver asks so often in a second whether it is to stop (measured: every 35 µs).
const QUESTIONS_A_SECOND: u64 = 3 * WORK_A_SECOND;

/// The work since something was found last. Engines and solvers count it by asking whether they are to stop.
#[derive(Clone, Debug)]
pub struct Effort {
    questions: Arc<Questions>,
    /// Whether work ends only with the time.
    is_thorough: bool,
}

#[derive(Debug, Default)]
struct Questions(AtomicU64);

impl Poll for Questions {
    fn poll(&self) {
        self.spend(1);
    }

    fn spend(&self, questions: u64) {
        self.0.fetch_add(questions, Ordering::Relaxed);
    }

    fn work(&self) -> u64 {
        self.0.load(Ordering::Relaxed) / (QUESTIONS_A_SECOND / WORK_A_SECOND)
    }
}

impl Effort {
    /// Nothing has been done. Who is thorough goes on until time is up.
    pub fn new(is_thorough: bool) -> Effort {
        Effort { questions: Arc::default(), is_thorough }
    }

    /// Something was found: patience begins anew.
    pub fn progress(&self) {
        self.questions.0.store(0, Ordering::Relaxed);
    }

    /// The limits of a stage, which ends as well once it has found nothing for so much work.
    pub fn patient(&self, limits: &Limits, patience: Duration) -> Limits {
        if self.is_thorough {
            return limits.clone();
        }
        self.progress();
        let stop = limits.stop.clone().polling(self.questions.clone()).within(patience);
        Limits { stop, ..limits.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::exhausted;
    use bitreach_engine::Reason;

    /// How many questions are answered before a stage has to end, at most so many.
    fn questions(limits: &Limits, most: usize) -> usize {
        (0..most).take_while(|_| !limits.are_up()).count()
    }

    #[test]
    fn patience_ends_and_begins_anew() {
        let effort = Effort::new(false);
        let limits = effort.patient(&Limits::default(), Duration::from_millis(100));
        let each = questions(&limits, usize::MAX);
        assert_eq!(each as u64, QUESTIONS_A_SECOND / 10 - 1);
        assert_eq!((questions(&limits, 10), exhausted(&limits)), (0, Reason::Effort));
        effort.progress();
        assert_eq!(questions(&limits, each), each);
        limits.stop.spend(1);
        assert_eq!(questions(&limits, 10), 0);
    }

    #[test]
    fn who_is_thorough_does_not_count() {
        let limits = Effort::new(true).patient(&Limits::default(), Duration::ZERO);
        assert_eq!(questions(&limits, 10), 10);
    }
}
