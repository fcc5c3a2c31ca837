//! Programs that bitreach makes and runs itself: compiled by clang into a temporary folder, run as a process of their own
//! with an input of their own, ended when the stop flag is raised. The folder goes when the value does.
//!
//! A process of its own can crash, loop or use up memory without harm to the search beside it. What it may do is limited
//! by the C files that are compiled into it, each of which says how.

pub mod playback;

pub use playback::{Fresh, Playback, Played};

use crate::source::clang::{self, ClangError};
use crate::source::temporary::Folder;
use bitreach_limits::StopFlag;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the stop flag is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// What files of bitreach's own were compiled to, by their texts and flags. To compile one takes longer than many a search.
static OWN_OBJECTS: Mutex<OwnObjects> = Mutex::new(BTreeMap::new());
type OwnObjects = BTreeMap<(&'static str, String), Arc<[u8]>>;

/// A compiled program.
#[derive(Debug)]
pub struct Executable {
    folder: Folder,
}

impl Executable {
    /// Compiles and links files, given by their names and contents.
    ///
    /// # Errors
    /// If clang is not there or refuses, or `stop` is raised.
    pub fn build(files: &[(&str, &[u8])], flags: &[&str], stop: &StopFlag) -> Result<Executable, ClangError> {
        let executable = Executable { folder: Folder::new()? };
        let mut paths = Vec::new();
        for (name, contents) in files {
            paths.push(executable.folder.file(name, contents)?);
        }
        clang::link(&paths, flags, &executable.path(), stop)?;
        Ok(executable)
    }

    /// The same of a file and one of bitreach's own in C, which is compiled once in a process for the same flags.
    ///
    /// # Errors
    /// If clang is not there or refuses, or `stop` is raised.
    pub fn build_with(
        own: &'static str,
        file: (&str, &[u8]),
        flags: &[&str],
        stop: &StopFlag,
    ) -> Result<Executable, ClangError> {
        let key = (own, flags.join(" "));
        let objects = || OWN_OBJECTS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = objects().get(&key).cloned();
        let own = match &known {
            Some(object) => ("own.o", &object[..]),
            None => ("own.c", own.as_bytes()),
        };
        let executable = Executable::build(&[file, own], flags, stop)?;
        if let (None, Ok(object)) = (known, fs::read(executable.folder.path().join("own.o"))) {
            objects().insert(key, object.into());
        }
        Ok(executable)
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("program")
    }

    /// Runs it and hands on each line that it writes, until it ends. `None` if `stop` was raised before.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(&self, args: &[&str], stop: &StopFlag, mut hear: impl FnMut(&str)) -> io::Result<Option<ExitStatus>> {
        let mut running = self.start(args)?;
        loop {
            match running.said(stop)? {
                Said::Line(line) => hear(&line),
                Said::Ended(status) => return Ok(Some(status)),
                Said::Stopped => return Ok(None),
            }
        }
    }

    /// Starts it; it ends when the value goes.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(&self, args: &[&str]) -> io::Result<Running> {
        let mut command = Command::new(self.path());
        command.args(args).current_dir(self.folder.path()).env_clear();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = Ended(command.spawn()?);
        let pipe = child.0.stdout.take();
        let (sender, lines) = channel();
        thread::spawn(move || {
            let lines = pipe.into_iter().flat_map(|pipe| BufReader::new(pipe).lines());
            // The receiver goes first when the run is stopped; then there is nobody left to tell.
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Ok(Running { child, lines })
    }
}

/// A program that runs.
#[derive(Debug)]
pub struct Running {
    child: Ended,
    lines: Receiver<String>,
}

/// What a program did.
#[derive(Debug)]
pub enum Said {
    /// It wrote a line.
    Line(String),
    /// It ended.
    Ended(ExitStatus),
    /// Nothing before the stop flag was raised.
    Stopped,
}

impl Running {
    /// Waits for what it does next.
    ///
    /// # Errors
    /// If the system does not say how it ended.
    pub fn said(&mut self, stop: &StopFlag) -> io::Result<Said> {
        loop {
            match self.lines.recv_timeout(INTERVAL) {
                Ok(line) => return Ok(Said::Line(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Said::Ended(self.child.0.wait()?)),
                Err(RecvTimeoutError::Timeout) if stop.is_raised() => return Ok(Said::Stopped),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Lets it go on where it waits for a byte. One that has ended says so by itself.
    pub fn go_on(&mut self) {
        if let Some(stdin) = &mut self.child.0.stdin {
            let _ = stdin.write_all(b"\n");
        }
    }
}

/// A process that does not outlive this value.
#[derive(Debug)]
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // Both fail only where it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
