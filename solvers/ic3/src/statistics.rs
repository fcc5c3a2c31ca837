//! Counters and times of a run.

use bitreach_engine::Statistics as Figures;
use std::time::{Duration, Instant};

/// What time is spent on. Generalising is a part of blocking, lifting a part of both.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Phase {
    /// Working the obligations off.
    Blocking,
    /// Minimising blocked cubes.
    Generalizing,
    /// Lifting predecessors.
    Lifting,
    /// Pushing lemmas.
    Propagating,
    /// Filling the infinity frame.
    Infinity,
    /// Simulating, and proving what that suggests.
    Seeding,
}

/// How many queries of each kind have been asked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// Relative induction.
    pub consecution: usize,
    /// Initial and goal states.
    pub step: usize,
    /// Lifting by core.
    pub lifting: usize,
    /// How often a solver was built anew.
    pub rebuilds: usize,
}

/// Counters and times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statistics {
    /// Obligations taken from the queue.
    pub obligations: usize,
    /// Lemmas learnt.
    pub lemmas: usize,
    /// Lemmas that went to the infinity frame.
    pub infinity: usize,
    /// Lemmas of the infinity frame that simulation suggested.
    pub seeds: usize,
    /// Lemmas of the infinity frame that other engines proved.
    pub shared: usize,
    /// Counterexamples to generalisation that were blocked.
    pub ctgs: usize,
    /// Predecessors that could not be lifted by core.
    pub failed_lifts: usize,
    /// Chains from which no run could be built.
    pub spurious: usize,
    /// How often the search began again.
    pub restarts: usize,
    /// The length of the longest chain.
    pub depth: usize,
    times: [Duration; 6],
}

impl Statistics {
    /// Starts to measure a phase.
    pub fn start(&self) -> Instant {
        Instant::now()
    }

    /// Ends measuring a phase.
    pub fn stop(&mut self, phase: Phase, since: Instant) {
        self.times[phase as usize] += since.elapsed();
    }

    /// All figures in the order in which they are shown.
    pub fn figures(&self, counts: Counts, frame: usize) -> Figures {
        let seconds = |phase: Phase| self.times[phase as usize].as_secs_f64();
        Figures(vec![
            ("frames", frame as f64),
            ("lemmas", self.lemmas as f64),
            ("infinity_lemmas", self.infinity as f64),
            ("seeds", self.seeds as f64),
            ("shared_lemmas", self.shared as f64),
            ("obligations", self.obligations as f64),
            ("depth", self.depth as f64),
            ("ctgs", self.ctgs as f64),
            ("failed_lifts", self.failed_lifts as f64),
            ("spurious_chains", self.spurious as f64),
            ("consecution_queries", counts.consecution as f64),
            ("step_queries", counts.step as f64),
            ("lifting_queries", counts.lifting as f64),
            ("restarts", self.restarts as f64),
            ("rebuilds", counts.rebuilds as f64),
            ("blocking_seconds", seconds(Phase::Blocking)),
            ("generalizing_seconds", seconds(Phase::Generalizing)),
            ("lifting_seconds", seconds(Phase::Lifting)),
            ("propagating_seconds", seconds(Phase::Propagating)),
            ("infinity_seconds", seconds(Phase::Infinity)),
            ("seeding_seconds", seconds(Phase::Seeding)),
        ])
    }
}
