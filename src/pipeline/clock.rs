//! Seconds of each stage.

use crate::report::Measure;
use rustix::time::{clock_gettime, ClockId};
use std::time::Instant;

/// Measures stages. A stage that runs twice adds up.
#[derive(Debug, Default)]
pub struct Clock {
    stages: Vec<Measure>,
}

impl Clock {
    /// A clock without stages.
    pub fn new() -> Clock {
        Clock::default()
    }

    /// Runs a stage and adds its time.
    pub fn stage<T>(&mut self, name: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.add(name, start.elapsed().as_secs_f64());
        result
    }

    /// Adds to a stage.
    pub fn add(&mut self, name: &str, seconds: f64) {
        match self.stages.iter_mut().find(|stage| stage.name == name) {
            Some(stage) => stage.value += seconds,
            None => self.stages.push(Measure::new(name, seconds)),
        }
    }

    /// The stages in the order in which they first ran.
    pub fn into_stages(self) -> Vec<Measure> {
        self.stages
    }
}

/// The processor seconds that the calling thread has taken.
pub fn thread_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The processor time that this process has taken, in steps of the kernel's clock, which is 10 ms; 0 where the system does not
/// tell.
pub fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name in parentheses the fields are numbers; fields 14 and 15 are user and system time.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let ticks: f64 = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}
