//! Time, memory and Ctrl-C: a watcher raises one stop flag and remembers why.

use super::args::SearchArgs;
use crate::frontend::aside;
use crate::solve::Limits;
use bitreach_engine::{Budget, Reason};
use bitreach_sat::StopFlag;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How often the watcher looks.
const INTERVAL: Duration = Duration::from_millis(20);

/// Starts a watcher for the limits that were asked for, and listens to interrupts. The limits it gives hold the stop flag.
pub fn watch(args: &SearchArgs) -> Limits {
    let deadline = args.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let limits = Limits {
        budget: Budget { deadline, memory: args.memory, steps: args.steps },
        stop: StopFlag::new(),
        cause: Arc::new(OnceLock::new()),
    };
    interrupt(limits.clone());
    let watched = limits.clone();
    std::thread::spawn(move || loop {
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            stop(&watched, Reason::Timeout);
        }
        if let (Some(limit), Some(used)) = (args_memory(&watched), resident_memory()) {
            if used > limit {
                stop(&watched, Reason::Memory);
            }
        }
        std::thread::sleep(INTERVAL);
    });
    limits
}

fn args_memory(limits: &Limits) -> Option<u64> {
    limits.budget.memory
}

/// Raises the flag; the first cause is kept.
fn stop(limits: &Limits, reason: Reason) {
    let _ = limits.cause.set(reason);
    limits.stop.raise();
}

/// Ctrl-C, termination and hang-up end the run with a verdict; a second one ends the process at once.
fn interrupt(limits: Limits) {
    let handler = move || {
        if limits.stop.is_raised() && limits.cause.get() == Some(&Reason::Interrupted) {
            aside::end(20);
            std::process::exit(20);
        }
        stop(&limits, Reason::Interrupted);
    };
    // Fails only where a handler is installed already; then that one stays.
    let _ = ctrlc::set_handler(handler);
}

/// Bytes of memory that the process holds, where the system tells.
pub fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
