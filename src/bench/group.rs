//! A process with all its descendants, as a process group: it ends when its time or memory is used up, or when the run is
//! interrupted, and leaves nothing behind.
//!
//! bitreach keeps its limits itself, and says most when it does. This is for what it starts (clang, native runs), and for what
//! fails. It needs no rights: no cgroups as BenchExec has them; so memory is what samples say, and what shared pages hold
//! is counted once for each process. The crate `procfs` reads what the kernel says of processes.

use procfs::process::{all_processes, Process};
use rustix::process::{kill_process_group, waitid, Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus};
use std::collections::HashMap;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often clocks and interrupts are looked at.
const INTERVAL: Duration = Duration::from_millis(20);

/// Memory is looked at once in so many times: that reads a file for each process of the machine.
const SAMPLE: u32 = 5;

/// How long an interrupted process has to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// What a group may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time by the clock.
    pub time: Duration,
    /// Resident memory of all its processes together, in bytes.
    pub memory: u64,
}

/// Why a group was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Its time was over.
    Time,
    /// It had too much memory.
    Memory,
    /// The run was interrupted.
    Interrupt,
}

/// How a group ended.
#[derive(Debug)]
pub struct Ended {
    /// How its first process ended.
    pub status: ExitStatus,
    /// Time by the clock.
    pub seconds: f64,
    /// Processor time of the first process and of those that it waited for; `None` where the kernel did not say.
    pub processor: Option<f64>,
    /// The most memory that a sample saw, in bytes; `None` if it was over before there was one.
    pub memory: Option<u64>,
    /// Why it was ended, if it was.
    pub cause: Option<Cause>,
}

/// A group that runs.
struct Running {
    group: Pid,
    deadline: Instant,
    limit: u64,
    peak: Option<u64>,
    cause: Option<Cause>,
    /// When it was asked to end.
    asked: Option<Instant>,
}

/// Watches all groups of a run.
#[derive(Clone)]
pub struct Watcher(Arc<Shared>);

struct Shared {
    running: Mutex<Vec<Running>>,
    interrupted: AtomicBool,
}

impl Watcher {
    /// Starts to watch.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub fn start() -> io::Result<Watcher> {
        let shared = Arc::new(Shared { running: Mutex::default(), interrupted: AtomicBool::new(false) });
        let watched = Arc::downgrade(&shared);
        thread::Builder::new().name("groups".to_owned()).spawn(move || {
            for round in 0u32.. {
                let Some(shared) = watched.upgrade() else { break };
                shared.look(round % SAMPLE == 0);
                drop(shared);
                thread::sleep(INTERVAL);
            }
        })?;
        Ok(Watcher(shared))
    }

    /// Ends all groups, those that come later as well.
    pub fn interrupt(&self) {
        self.0.interrupted.store(true, Ordering::Relaxed);
    }

    /// Whether that was asked for.
    pub fn is_interrupted(&self) -> bool {
        self.0.interrupted.load(Ordering::Relaxed)
    }

    /// Runs a command in a group of its own, to its end.
    ///
    /// # Errors
    /// If it cannot be started or waited for.
    pub fn run(&self, command: &mut Command, limits: Limits) -> io::Result<Ended> {
        let begun = Instant::now();
        let mut child = command.process_group(0).spawn()?;
        let group = Pid::from_child(&child);
        let deadline = begun.checked_add(limits.time).unwrap_or(begun + Duration::from_secs(1 << 30));
        self.0.lock().push(Running { group, deadline, limit: limits.memory, peak: None, cause: None, asked: None });
        let waited = wait(&child);
        let seconds = begun.elapsed().as_secs_f64();
        let processor = processor_seconds(&child);
        // As long as the first process has not been collected, the number of the group is nobody else's.
        let found = {
            let mut running = self.0.lock();
            end(group, Signal::KILL);
            let place = running.iter().position(|one| one.group == group);
            place.map(|place| running.swap_remove(place))
        };
        let status = child.wait()?;
        waited?;
        let (memory, cause) = found.map_or((None, None), |found| (found.peak, found.cause));
        Ok(Ended { status, seconds, processor, memory, cause })
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends what has to end.
    fn look(&self, sample: bool) {
        if self.lock().is_empty() {
            return;
        }
        let memory = sample.then(memory_of_groups);
        let interrupted = self.interrupted.load(Ordering::Relaxed);
        let now = Instant::now();
        for one in self.lock().iter_mut() {
            let seen = memory.as_ref().and_then(|memory| memory.get(&one.group.as_raw_pid()).copied());
            one.peak = one.peak.max(seen);
            if interrupted && one.asked.is_none() {
                (one.cause, one.asked) = (one.cause.or(Some(Cause::Interrupt)), Some(now));
                end(one.group, Signal::TERM);
            }
            let is_over = [
                (seen.is_some_and(|seen| seen > one.limit), Cause::Memory),
                (now >= one.deadline, Cause::Time),
                (one.asked.is_some_and(|asked| now >= asked + GRACE), Cause::Interrupt),
            ];
            if let Some((_, cause)) = is_over.into_iter().find(|(over, _)| *over) {
                one.cause = one.cause.or(Some(cause));
                end(one.group, Signal::KILL);
            }
        }
    }
}

/// Waits for a process, and leaves it to be collected.
fn wait(child: &Child) -> io::Result<()> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    loop {
        match waitid(WaitId::Pid(Pid::from_child(child)), options) {
            Ok(status)
                if status
                    .as_ref()
                    .is_none_or(|status: &WaitIdStatus| status.exited() || status.killed() || status.dumped()) =>
            {
                return Ok(())
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Sends a signal to a group. One that is gone needs none.
fn end(group: Pid, signal: Signal) {
    let _ = kill_process_group(group, signal);
}

/// The resident memory of each process group, in bytes.
fn memory_of_groups() -> HashMap<i32, u64> {
    let mut memory = HashMap::new();
    let page = rustix::param::page_size() as u64;
    // Processes that end meanwhile have none.
    for stat in all_processes().into_iter().flatten().flatten().filter_map(|process| process.stat().ok()) {
        *memory.entry(stat.pgrp).or_insert(0) += stat.rss * page;
    }
    memory
}

/// The processor time of a process that has ended and not been collected.
fn processor_seconds(child: &Child) -> Option<f64> {
    let stat = Process::new(i32::try_from(child.id()).ok()?).ok()?.stat().ok()?;
    let waited = u64::try_from(stat.cutime.saturating_add(stat.cstime)).ok()?;
    Some((stat.utime + stat.stime + waited) as f64 / rustix::param::clock_ticks_per_second() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;

    const LIMITS: Limits = Limits { time: Duration::from_secs(60), memory: 1 << 30 };

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    /// Waits until the process whose number stands in a file is gone, or merely not collected: signals take their time.
    fn assert_goes(file: &std::path::Path) {
        let pid = std::fs::read_to_string(file).unwrap().trim().parse().unwrap();
        let lives = || Process::new(pid).and_then(|process| process.stat()).is_ok_and(|stat| stat.state != 'Z');
        for _ in 0..1000 {
            if !lives() {
                return;
            }
            thread::sleep(INTERVAL);
        }
        panic!("{pid} lives on");
    }

    #[test]
    fn a_process_ends_by_itself() {
        let ended = Watcher::start().unwrap().run(&mut shell("exit 7"), LIMITS).unwrap();
        assert_eq!((ended.status.code(), ended.cause), (Some(7), None));
        assert!(ended.processor.is_some_and(|seconds| seconds < 60.0));
    }

    /// What the first process leaves behind ends with it, by a limit or by itself.
    #[test]
    fn nothing_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let pid = folder.path().join("pid");
        let script = |last: &str| format!("sleep 1000 & echo $! > {}; {last}", pid.display());
        let watcher = Watcher::start().unwrap();
        let ended = watcher.run(&mut shell(&script("exit 3")), LIMITS).unwrap();
        assert_eq!((ended.status.code(), ended.cause), (Some(3), None));
        assert_goes(&pid);
        let limits = Limits { time: Duration::from_millis(300), ..LIMITS };
        let ended = watcher.run(&mut shell(&script("wait")), limits).unwrap();
        assert_eq!((ended.status.code(), ended.cause), (None, Some(Cause::Time)));
        assert_goes(&pid);
    }

    /// Descendants count: the first process here does nothing but wait.
    #[test]
    fn memory_is_that_of_the_group() {
        let limits = Limits { memory: 64 << 20, ..LIMITS };
        let eater = "(x=$(head -c 300000000 /dev/zero | tr '\\0' x); sleep 1000); true";
        let ended = Watcher::start().unwrap().run(&mut shell(eater), limits).unwrap();
        assert_eq!(ended.cause, Some(Cause::Memory));
        assert!(ended.memory.is_some_and(|memory| memory > 64 << 20));
    }

    #[test]
    fn an_interrupt_asks_first() {
        let watcher = Watcher::start().unwrap();
        let other = watcher.clone();
        let interrupter = thread::spawn(move || {
            while other.0.lock().is_empty() {
                thread::sleep(INTERVAL);
            }
            thread::sleep(Duration::from_millis(300));
            other.interrupt();
        });
        let ended = watcher.run(&mut shell("trap 'exit 9' TERM; while :; do sleep 0.01; done"), LIMITS).unwrap();
        interrupter.join().unwrap();
        assert_eq!((ended.status.code(), ended.cause), (Some(9), Some(Cause::Interrupt)));
        assert!(watcher.is_interrupted());
    }
}
