//! All processes that a command started: also those that left its process group (`setsid`), and those whose parents ended before them.
//!
//! The kernel gives this process its orphaned descendants as children (`PR_SET_CHILD_SUBREAPER`): one of another session is
//! none that this process started itself. And what a command starts inherits a mark in its environment. Only a process that cleared its
//! environment, lost its parents and made a process group without a session of its own is not found.

use procfs::process::{all_processes, Process, Stat};
use rustix::process::{
    getpid, kill_process, kill_process_group, set_child_subreaper, waitpid, Pid, Signal, WaitOptions,
};
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::process::Command;
use std::thread;
use std::time::Duration;

/// The variable that descendants inherit.
const MARK: &str = "BITREACH_EXTERNAL";

/// How often processes are looked for at most: some start others while they are being ended.
const ROUNDS: u32 = 100;

/// How long a process that was ended has until the next look.
const PAUSE: Duration = Duration::from_millis(2);

/// The descendants of a command.
#[derive(Debug)]
pub struct Descendants {
    mark: OsString,
    /// The children that this process had before: it may have been started with some.
    before: HashSet<i32>,
}

impl Descendants {
    /// Marks a command that is about to be started; `mark` is like no other.
    pub fn of(command: &mut Command, mark: &OsStr) -> Descendants {
        // Where the kernel does not have this, the mark is left.
        let _ = set_child_subreaper(Some(getpid()));
        command.env(MARK, mark);
        let own = getpid().as_raw_pid();
        let before = living().into_iter().filter(|one| one.ppid == own).map(|one| one.pid).collect();
        Descendants { mark: mark.to_owned(), before }
    }

    /// Ends the command's process group and all descendants. The command's first process has not been waited for: so the number of its
    /// group is nobody else's.
    pub fn end(&self, first: Pid) {
        for _ in 0..ROUNDS {
            // Before the group goes: who is whose child is known now.
            let found = self.found(first);
            let _ = kill_process_group(first, Signal::KILL);
            for &pid in &found {
                // It may be gone, or be somebody else's to wait for.
                let _ = kill_process(pid, Signal::KILL);
                let _ = waitpid(Some(pid), WaitOptions::NOHANG);
            }
            if found.is_empty() {
                return;
            }
            thread::sleep(PAUSE);
        }
    }

    /// The descendants that live, but for the first process.
    fn found(&self, first: Pid) -> Vec<Pid> {
        let processes = living();
        let own = getpid().as_raw_pid();
        // Not asked of `getsid`: in a container, the session's leader is outside, and its number is 0, which is no process.
        let session = processes.iter().find(|one| one.pid == own).map(|one| one.session);
        let is_adopted =
            |one: &Stat| one.ppid == own && Some(one.session) != session && !self.before.contains(&one.pid);
        let begin = processes.iter().filter(|one| one.pid != own && (is_adopted(one) || self.is_marked(one)));
        let mut found: HashSet<i32> = begin.map(|one| one.pid).chain([first.as_raw_pid()]).collect();
        let mut known = 0;
        while known < found.len() {
            known = found.len();
            found.extend(
                processes.iter().filter(|one| found.contains(&one.ppid)).map(|one| one.pid).collect::<Vec<_>>(),
            );
        }
        found.remove(&first.as_raw_pid());
        found.into_iter().filter_map(Pid::from_raw).collect()
    }

    fn is_marked(&self, one: &Stat) -> bool {
        let environment = Process::new(one.pid).and_then(|process| process.environ());
        environment.is_ok_and(|environment| environment.get(OsStr::new(MARK)) == Some(&self.mark))
    }
}

/// The processes of this machine that have not ended. None where `/proc` numbers them as another container does.
fn living() -> Vec<Stat> {
    if !Process::myself().is_ok_and(|process| process.pid == getpid().as_raw_pid()) {
        return Vec::new();
    }
    let processes = all_processes().into_iter().flatten().flatten();
    // What ends meanwhile is not there.
    processes.filter_map(|process| process.stat().ok()).filter(|stat| !['Z', 'X'].contains(&stat.state)).collect()
}
