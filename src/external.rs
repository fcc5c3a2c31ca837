//! Other solvers of DimSpec problems, run as processes within our limits.
//!
//! The problem is written to a temporary file, in the order and with the comments that all readers known to us accept. What the
//! process prints is read while it runs, as [`answer`] says, and kept only as far as it is an answer. The process, and what it
//! starts ([`descendants`]), ends with the run; what it leaves behind when it ends by itself, ends then.

mod descendants;

use crate::source::temporary::Folder;
use bitreach_dimspec::{write, DimSpec};
use bitreach_engine::answer::{self, Answer, AnswerError};
use bitreach_formula::printable;
use bitreach_limits::Limits;
use descendants::Descendants;
use rustix::event::{poll, PollFd, PollFlags, Timespec};
use rustix::process::{prlimit, waitid, Pid, Resource, Rlimit, WaitId, WaitIdOptions};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What stands for the problem's file in a command.
const FILE: &str = "{}";

/// How often the stop flag is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// How many bytes are kept of what is written to standard error.
const COMPLAINT: usize = 300;

/// A solver of DimSpec problems: a program and its arguments, one of which names the problem's file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planner {
    words: Vec<String>,
}

/// What came of a run.
#[derive(Debug)]
pub enum Said {
    /// An answer, or why what was printed is none.
    Answer(Result<Answer, AnswerError>, End),
    /// The limits ended the run.
    Stopped,
}

/// How a run ended.
#[derive(Debug, Default)]
pub struct End {
    /// The status; `None` where the answer was there before the process ended.
    pub status: Option<ExitStatus>,
    /// The end of what was written to standard error.
    pub complaint: String,
}

impl End {
    /// How it ended, in words.
    pub fn sentence(&self) -> String {
        let how = match self.status.map(|status| (status.code(), status.signal())) {
            Some((Some(code), _)) => format!("it ended with exit code {code}"),
            Some((None, Some(signal))) => format!("signal {signal} ended it"),
            _ => "it was ended".to_owned(),
        };
        match self.complaint.is_empty() {
            true => how,
            false => format!("{how}, and it wrote to standard error: {}", self.complaint),
        }
    }
}

/// Why a solver could not be run at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExternalError {
    /// The problem could not be written for it.
    #[error("the problem cannot be written for `{0}`: {1}")]
    Problem(String, io::Error),
    /// The program does not start.
    #[error("`{0}` does not start: {1}")]
    Start(String, io::Error),
}

impl Planner {
    /// A command as it is typed: words as a shell splits them, `{}` for the file. No shell runs it.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn parse(text: &str) -> Result<Planner, String> {
        let words = shlex::split(text).ok_or("has a quotation mark that is not closed")?;
        if words.is_empty() {
            return Err("is empty; give a command, such as 'incplan {}'".to_owned());
        }
        if !words.iter().skip(1).any(|word| word.contains(FILE)) {
            return Err(format!("has no {FILE} where the name of the problem's file belongs, as in 'incplan {FILE}'"));
        }
        Ok(Planner { words })
    }

    /// The program's name.
    pub fn name(&self) -> &str {
        &self.words[0]
    }

    /// Runs it on a problem.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(&self, problem: &DimSpec, limits: &Limits) -> Result<Said, ExternalError> {
        let unwritten = |error| ExternalError::Problem(self.name().to_owned(), error);
        let folder = Folder::new().map_err(unwritten)?;
        let file = folder.path().join("problem.dimspec");
        write::write_file(problem, &file).map_err(unwritten)?;
        let (file, mark) = (file.display().to_string(), file.into_os_string());
        let mut command = Command::new(self.name());
        command.args(self.words[1..].iter().map(|word| word.replace(FILE, &file)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let descendants = Descendants::of(&mut command, &mark);
        let child = command.spawn().map_err(|error| ExternalError::Start(self.name().to_owned(), error))?;
        let mut running = Running { child, descendants, ended: Arc::default() };
        running.limit(limits);
        Ok(running.said(problem.variables, limits))
    }
}

/// A process that does not outlive this value, with all that it started.
struct Running {
    child: Child,
    descendants: Descendants,
    /// Whether it has ended, by itself; then nothing of it is left but its status.
    ended: Arc<AtomicBool>,
}

impl Running {
    /// Its addresses are limited as our memory is: nobody can count what it holds together with its children.
    fn limit(&self, limits: &Limits) {
        if let Some(bytes) = limits.budget.memory {
            let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
            // It may have ended already.
            let _ = prlimit(Some(Pid::from_child(&self.child)), Resource::As, limit);
        }
    }

    /// Whether it has ended. What it left behind ends then.
    fn has_ended(&mut self) -> bool {
        if !self.ended.load(Ordering::Acquire) {
            let first = Pid::from_child(&self.child);
            // It is not waited for yet: so its number stays its own.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
            if matches!(waitid(WaitId::Pid(first), options), Ok(None) | Err(rustix::io::Errno::INTR)) {
                return false;
            }
            self.descendants.end(first);
            self.ended.store(true, Ordering::Release);
        }
        true
    }

    /// Waits for the answer.
    fn said(&mut self, variables: usize, limits: &Limits) -> Said {
        let stop = limits.stop.clone().until(limits.budget.deadline);
        let (answers, answer) = channel();
        let stdout = self.child.stdout.take().map(|pipe| Pipe { pipe, ended: Arc::clone(&self.ended) });
        thread::spawn(move || {
            let read = stdout.map(|pipe| answer::read(BufReader::with_capacity(1 << 16, pipe), variables));
            // Nobody may be there any more to take it.
            let _ = answers.send(read);
        });
        let (complaints, complaint) = channel();
        let stderr = self.child.stderr.take().map(|pipe| Pipe { pipe, ended: Arc::clone(&self.ended) });
        thread::spawn(move || complaints.send(stderr.map(last_of).unwrap_or_default()));
        let read = loop {
            match answer.recv_timeout(INTERVAL) {
                Ok(read) => break read,
                Err(RecvTimeoutError::Timeout) if stop.is_raised() => return Said::Stopped,
                Err(RecvTimeoutError::Timeout) => _ = self.has_ended(),
                Err(RecvTimeoutError::Disconnected) => break None,
            }
        };
        let answer = read.unwrap_or_else(|| Ok(Answer::Nothing(String::new())));
        let mut end = End::default();
        // Whoever gave an answer may go on for all we care; one that gave none is asked how it ended.
        if matches!(answer, Ok(Answer::Nothing(_)) | Err(_)) {
            end.status = loop {
                match self.has_ended() {
                    true => break self.child.wait().ok(),
                    false if stop.is_raised() => return Said::Stopped,
                    false if answer.is_err() => break None,
                    false => thread::sleep(INTERVAL),
                }
            };
            end.complaint = complaint.recv_timeout(20 * INTERVAL).unwrap_or_default();
        }
        Said::Answer(answer, end)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // What has ended by itself has left nothing behind.
        if !self.ended.load(Ordering::Acquire) {
            self.descendants.end(Pid::from_child(&self.child));
        }
        // Both fail only where nothing is left of it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a process writes, until it has ended: somebody whom it leaves behind may hold the other end open.
struct Pipe<P> {
    pipe: P,
    ended: Arc<AtomicBool>,
}

impl<P: Read + AsFd> Read for Pipe<P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let interval = Timespec { tv_sec: 0, tv_nsec: INTERVAL.subsec_nanos().into() };
        loop {
            // Asked first: what was written before the end is there then.
            let has_ended = self.ended.load(Ordering::Acquire);
            match poll(&mut [PollFd::new(&self.pipe, PollFlags::IN)], Some(&interval)) {
                Ok(0) if has_ended => return Ok(0),
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => return self.pipe.read(buffer),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// The end of a text, in one line.
fn last_of(mut pipe: impl Read) -> String {
    let (mut kept, mut buffer) = (VecDeque::with_capacity(2 * COMPLAINT), [0; 4096]);
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        kept.extend(&buffer[..count]);
        kept.drain(..kept.len().saturating_sub(COMPLAINT));
    }
    let text = String::from_utf8_lossy(kept.make_contiguous()).into_owned();
    printable(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_limits::StopFlag;
    use std::time::Instant;

    fn said(script: &str, limits: &Limits) -> Said {
        let planner = Planner::parse(&format!("sh -c '{script}' sh {{}}")).expect("it is a command");
        planner.run(&DimSpec { variables: 1, ..DimSpec::default() }, limits).expect("the shell starts")
    }

    #[test]
    fn commands_name_the_file() {
        assert!(Planner::parse("incplan {}").is_ok_and(|planner| planner.name() == "incplan"));
        assert!(Planner::parse("'my planner' --file={} -v").is_ok_and(|planner| planner.name() == "my planner"));
        for bad in ["", "  ", "incplan", "{}", "incplan '{}"] {
            assert!(Planner::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_file_is_there_and_the_answer_is_read() {
        let said = said("grep -q \"t cnf 2 0\" \"$1\" && echo solution 1 1 && echo -1", &Limits::default());
        let Said::Answer(Ok(Answer::Run(rows)), _) = said else { panic!("{said:?}") };
        assert_eq!(rows.len(), 1);
    }

    #[test]
    fn how_a_process_ended_is_told() {
        let Said::Answer(Ok(Answer::Nothing(last)), end) = said("echo hm; echo no >&2; exit 3", &Limits::default())
        else {
            panic!("it has no answer")
        };
        assert_eq!(last, "hm");
        assert_eq!(end.sentence(), "it ended with exit code 3, and it wrote to standard error: no");
        let Said::Answer(_, end) = said("kill -9 $$", &Limits::default()) else { panic!("it has no answer") };
        assert_eq!(end.sentence(), "signal 9 ended it");
    }

    #[test]
    fn what_does_not_end_is_ended() {
        let limits = Limits { stop: StopFlag::new(), ..Limits::default() };
        limits.stop.raise();
        let begin = Instant::now();
        assert!(matches!(said("sleep 1000 & sleep 1000", &limits), Said::Stopped));
        assert!(begin.elapsed() < Duration::from_secs(500));
    }

    /// Somebody else holds the pipe open: what was said before the end counts all the same.
    #[test]
    fn what_is_left_behind_does_not_hold_an_answer_back() {
        let said = said("echo v 1 0; sleep 1000 &", &Limits::default());
        assert!(matches!(said, Said::Answer(Ok(Answer::Run(_)), _)), "{said:?}");
    }

    #[test]
    fn an_answer_is_enough() {
        let said = said("echo solution 1 1; echo 1; sleep 1000", &Limits::default());
        assert!(matches!(said, Said::Answer(Ok(Answer::Run(_)), _)), "{said:?}");
    }
}
