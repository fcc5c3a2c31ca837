//! Seconds of each stage, and which stage runs.

use crate::report::Measure;
use rustix::time::{clock_gettime, ClockId};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Measures stages, and says which one runs. A stage that runs twice adds up. Clones measure the same run.
#[derive(Clone, Debug)]
pub struct Clock {
    begun: Instant,
    stages: Arc<Mutex<Stages>>,
}

#[derive(Debug, Default)]
struct Stages {
    done: Vec<Measure>,
    /// The stage that runs, and since when.
    running: Option<(String, Instant)>,
    /// The part of it that runs, and since when.
    part: Option<(&'static str, Instant)>,
}

/// What people read while stages run.
const WORDS: [(&str, &str); 10] = [
    ("front end", "reading"),
    ("read", "reading"),
    ("boxes", "cutting inputs into boxes"),
    ("encode", "encoding"),
    ("blast", "writing clauses"),
    ("simplify", "simplifying"),
    ("solve", SEARCHING),
    ("check", "checking"),
    ("replay", "replaying"),
    ("native replay", "replaying natively"),
];

/// What they read while engines search.
pub const SEARCHING: &str = "searching";

impl Clock {
    /// A clock without stages, which begins now.
    pub fn new() -> Clock {
        Clock::since(Instant::now())
    }

    /// A clock without stages, which began then.
    pub fn since(begun: Instant) -> Clock {
        Clock { begun, stages: Arc::default() }
    }

    /// How long ago it began.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// What runs, in words, and for how long; of a stage with parts, its part.
    pub fn running(&self) -> Option<(String, Duration)> {
        let stages = self.stages();
        if let Some((part, since)) = stages.part {
            return Some((part.to_owned(), since.elapsed()));
        }
        let (name, since) = stages.running.as_ref()?;
        let words = WORDS.iter().find(|(stage, _)| stage == name).map_or(name.as_str(), |(_, words)| words);
        Some((words.to_owned(), since.elapsed()))
    }

    /// Runs a part of a stage, which has the words `name` while it runs. Its time counts as that of the stage alone.
    pub fn part<T>(&self, name: &'static str, work: impl FnOnce() -> T) -> T {
        self.stages().part = Some((name, Instant::now()));
        let result = work();
        self.stages().part = None;
        result
    }

    /// Runs a stage and adds its time.
    pub fn stage<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        let start = self.begin(name);
        let result = work();
        self.end(&[(name, start.elapsed())]);
        result
    }

    /// Runs two stages that are one piece of work. The work says how long the second one took, if there was one.
    pub fn stage_and_last_part<T>(
        &self,
        [first, second]: [&str; 2],
        work: impl FnOnce() -> (T, Option<Duration>),
    ) -> T {
        let start = self.begin(first);
        let (result, last_part) = work();
        match last_part {
            Some(time) => self.end(&[(first, start.elapsed().saturating_sub(time)), (second, time)]),
            None => self.end(&[(first, start.elapsed())]),
        }
        result
    }

    fn begin(&self, name: &str) -> Instant {
        let start = Instant::now();
        self.stages().running = Some((name.to_owned(), start));
        start
    }

    fn end(&self, times: &[(&str, Duration)]) {
        let mut stages = self.stages();
        stages.running = None;
        times.iter().for_each(|&(name, time)| stages.add(name, time));
    }

    /// The stages in the order in which they first ran; one that still runs counts as far as it is.
    pub fn take_stages(&self) -> Vec<Measure> {
        let mut stages = self.stages();
        if let Some((name, start)) = stages.running.take() {
            stages.add(&name, start.elapsed());
        }
        std::mem::take(&mut stages.done)
    }

    fn stages(&self) -> MutexGuard<'_, Stages> {
        // They are whole whenever the lock is free.
        self.stages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::new()
    }
}

impl Stages {
    fn add(&mut self, name: &str, time: Duration) {
        match self.done.iter_mut().find(|stage| stage.name == name) {
            Some(stage) => stage.value += time.as_secs_f64(),
            None => self.done.push(Measure::new(name, time.as_secs_f64())),
        }
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
