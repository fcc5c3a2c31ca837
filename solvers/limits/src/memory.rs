//! How much memory the process holds, so that a budget can be kept.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// How old a figure may get before it is read anew: reading takes microseconds, some queries take less.
const FRESH: Duration = Duration::from_millis(50);

/// Tells how much memory the process holds, and looks only now and then.
#[derive(Debug, Default)]
pub struct MemoryGauge(Cell<Option<(Instant, u64)>>);

impl MemoryGauge {
    /// Bytes that the process held a short time ago; 0 where the system does not say.
    pub fn bytes(&self) -> u64 {
        match self.0.get() {
            Some((at, bytes)) if at.elapsed() < FRESH => bytes,
            _ => {
                let bytes = resident_memory().unwrap_or(0);
                self.0.set(Some((Instant::now(), bytes)));
                bytes
            }
        }
    }
}

/// Bytes of physical memory that the process holds (`VmRSS` of Linux), or `None` where the system does not say.
pub fn resident_memory() -> Option<u64> {
    kibibytes(&std::fs::read_to_string("/proc/self/status").ok()?).map(|count| count * 1024)
}

/// The number in the line `VmRSS:  1234 kB`.
fn kibibytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_and_read() {
        assert_eq!(kibibytes("Name:\tx\nVmPeak:\t  77 kB\nVmRSS:\t    1234 kB\nThreads:\t1\n"), Some(1234));
        assert_eq!(kibibytes("Name:\tx\n"), None);
        assert_eq!(kibibytes("VmRSS:\tmany kB\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_grows_with_what_is_held() {
        let before = resident_memory().expect("Linux says");
        let held = vec![1u8; 64 << 20];
        let after = resident_memory().expect("Linux says");
        assert!(after >= before + (32 << 20), "{before} {after}");
        drop(held);
    }
}
