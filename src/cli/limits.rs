//! Time, memory and Ctrl-C: a watcher raises one stop flag and remembers why. What has not ended soon after is left behind.

use super::args::SearchArgs;
use super::{exit, out_of_memory};
use bitreach_engine::{Budget, Reason};
use bitreach_limits::memory::resident_memory;
use bitreach_limits::Limits;
use bitreach_limits::StopFlag;
use rustix::process::{getrlimit, Resource};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use sysinfo::{MemoryRefreshKind, System};

/// How often the watcher looks.
const INTERVAL: Duration = Duration::from_millis(10);

/// How often it looks where memory runs short, which can grow by a gigabyte a second.
const SHORT: Duration = Duration::from_millis(2);

/// How long what was stopped may take to end by itself: then it says most about how far it came.
const GRACE: Duration = Duration::from_millis(700);

/// This part of the memory may be used beyond the limit to end by itself.
const EXCESS: u64 = 32;

/// The memory that is taken where nobody says how much: so that the machine does not swap, in bytes. `None` where the system does not
/// say what is free. What the machine has free counts, and the limits of a container (cgroups) and of the process (`ulimit -v`).
fn three_quarters_of_what_is_free() -> Option<u64> {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    // What a container's files take in the cache is free when it is needed, so that only what processes hold counts.
    let container = system.cgroup_limits().map(|limits| limits.total_memory.saturating_sub(limits.rss));
    let process = getrlimit(Resource::As).current;
    let free = [Some(system.available_memory()), container, process].into_iter().flatten().filter(|&free| free > 0);
    free.min().map(|free| free / 4 * 3)
}

/// The limits of a whole run, which may have several parts.
pub struct Watch {
    /// Raised by interrupts alone.
    stop: StopFlag,
    /// The limits of the part that runs.
    part: Arc<Mutex<Limits>>,
    deadline: Option<Instant>,
    memory: Option<u64>,
    steps: Option<usize>,
}

/// Starts a watcher for the limits that were asked for, and listens to interrupts. The limits it gives hold the stop flag.
pub fn watch(args: &SearchArgs) -> Limits {
    Watch::new(args).part(1)
}

impl Watch {
    /// The limits that were asked for, from now on. Listens to interrupts.
    pub fn new(args: &SearchArgs) -> Watch {
        let watch = Watch {
            stop: StopFlag::new(),
            part: Arc::default(),
            deadline: args.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            memory: args.memory.or_else(three_quarters_of_what_is_free),
            steps: args.steps,
        };
        interrupt(watch.stop.clone(), watch.part.clone());
        watch
    }

    /// The limits of the next of so many parts that are still to come: of the time that is left it has its share. Starts a watcher.
    pub fn part(&self, parts: u32) -> Limits {
        let now = Instant::now();
        let share = self.deadline.map(|deadline| deadline.saturating_duration_since(now) / parts.max(1));
        let deadline = if parts > 1 { share.and_then(|share| now.checked_add(share)) } else { self.deadline };
        let limits = Limits {
            budget: Budget { deadline, memory: self.memory, steps: self.steps },
            stop: self.stop.child(),
            cause: Arc::new(OnceLock::new()),
            end: StopFlag::new(),
            halfway: share.and_then(|share| now.checked_add(share / 2)),
        };
        let mut part = self.part.lock().unwrap_or_else(PoisonError::into_inner);
        if self.stop.is_raised() {
            let _ = limits.cause.set(Reason::Interrupted);
        }
        *part = limits.clone();
        let watched = limits.clone();
        let watcher = std::thread::Builder::new().name("limits".to_owned()).spawn(move || {
            let mut stopped = None;
            loop {
                std::thread::sleep(look(&watched, &mut stopped));
            }
        });
        // Nobody would keep the limits.
        watcher.map_or_else(|_| out_of_memory::end(), |_| limits)
    }
}

/// Raises the flags whose time has come; `stopped` is when the first one was. Gives when to look again.
fn look(limits: &Limits, stopped: &mut Option<Instant>) -> Duration {
    let mut again = INTERVAL;
    if limits.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        stop(limits, Reason::Timeout);
    }
    if let Some(limit) = limits.budget.memory {
        let used = resident_memory().unwrap_or(0);
        if used > limit - limit / 4 {
            again = SHORT;
        }
        if used > limit {
            stop(limits, Reason::Memory);
        }
        if used > limit.saturating_add(limit / EXCESS) {
            limits.end.raise();
        }
    }
    if limits.stop.is_raised() && stopped.get_or_insert_with(Instant::now).elapsed() > GRACE {
        limits.end.raise();
    }
    again
}

/// Raises the flag; the first cause is kept.
fn stop(limits: &Limits, reason: Reason) {
    let _ = limits.cause.set(reason);
    limits.stop.raise();
}

/// Signals closer together than this are one: `timeout` of coreutils sends its own twice, to the process and to its group.
pub const APART: Duration = Duration::from_millis(500);

/// Ctrl-C, termination and hang-up end the run with a verdict; a second one ends the process at once.
fn interrupt(all: StopFlag, part: Arc<Mutex<Limits>>) {
    let first = OnceLock::new();
    let handler = move || {
        if first.get_or_init(Instant::now).elapsed() > APART {
            exit::at_once(20);
        }
        let part = part.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = part.cause.set(Reason::Interrupted);
        all.raise();
    };
    // Fails only where a handler is installed already; then that one stays.
    let _ = ctrlc::set_handler(handler);
}
