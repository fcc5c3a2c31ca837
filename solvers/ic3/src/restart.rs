//! Restarts: a search that has gone on for long without an answer begins again from the infinity frame.
//!
//! How long IC3 takes on a problem depends on early choices that nobody can judge: which predecessor a model shows, which literal is
//! dropped first. Its times have a heavy tail, and against heavy tails restarts help (Gomes, Selman, Crato, Kautz: *Heavy-tailed
//! phenomena in satisfiability and constraint satisfaction problems*, JAR 2000) at lengths of Luby's sequence (Luby, Sinclair,
//! Zuckerman: *Optimal speedup of Las Vegas algorithms*, IPL 1993). Work is counted in queries and not in seconds, so that a run can
//! be repeated.
//!
//! What is kept: the infinity frame, and with it those lemmas that are inductive together, for which all are asked once more. Frames
//! and obligations go. What is new: the order in which literals are dropped, by random activities.

use crate::core::luby;
use crate::engine::Search;
use crate::generalize::Activity;
use crate::Halt;
use fastrand::Rng;

impl Search<'_, '_> {
    /// Ends the row of frames if it has had its share of queries.
    pub fn check_patience(&self) -> Result<(), Halt> {
        let unit = self.options.restarts as u64;
        let since = (self.queries.counts.consecution - self.restarted_at) as u64;
        if unit > 0 && since > unit * luby(self.statistics.restarts as u64) {
            return Err(Halt::Restart);
        }
        Ok(())
    }

    /// Begins again from the infinity frame, in another order.
    pub fn restart(&mut self) -> Result<(), Halt> {
        self.statistics.restarts += 1;
        let lemmas = (2..=self.frames.frontier()).rev().flat_map(|frame| self.frames.short_first(frame)).collect();
        self.keep_inductive(lemmas, self.options.guess_conflicts as u64)?;
        self.obligations.clear();
        self.frames.restart();
        let seed = self.random_choices.wrapping_add(self.statistics.restarts as u64);
        self.activity = Activity::random(self.model.problem.variables, &mut Rng::with_seed(seed));
        self.queries.rebuild(&self.frames);
        self.restarted_at = self.queries.counts.consecution;
        Ok(())
    }
}
