//! The progress line: one line on standard error, rewritten in place. It says from the beginning which stage runs, and how far the
//! engines are once they search.

use super::args::ProgressArg;
use crate::pipeline::{Clock, SEARCHING};
use bitreach_engine::{Event, Observer, Progress};
use bitreach_formula::counted;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often the line is rewritten.
const INTERVAL: Duration = Duration::from_millis(200);

/// How often there is a new line where it is not rewritten.
const SELDOM: Duration = Duration::from_secs(2);

/// One line on standard error, rewritten in place on a terminal; elsewhere each state is a line of its own.
#[derive(Clone, Debug)]
pub struct StatusLine {
    shown: bool,
    in_place: bool,
    used: bool,
}

impl StatusLine {
    /// A line as asked for.
    pub fn new(when: ProgressArg) -> StatusLine {
        let in_place = io::stderr().is_terminal();
        let shown = match when {
            ProgressArg::Auto => in_place,
            ProgressArg::Always => true,
            ProgressArg::Never => false,
        };
        StatusLine { shown, in_place, used: false }
    }

    /// Shows how things stand, if that is asked for.
    pub fn show(&mut self, line: &str) {
        if !self.shown {
            return;
        }
        self.used = true;
        let mut stderr = io::stderr();
        let _ = if self.in_place {
            // What is wider than the terminal could not be removed any more.
            let width = rustix::termios::tcgetwinsize(&stderr).map_or(0, |size| usize::from(size.ws_col));
            write!(stderr, "\r\x1b[K{}", shortened(line, width))
        } else {
            writeln!(stderr, "{line}")
        };
        let _ = stderr.flush();
    }

    /// Whether it is shown, and rewritten where it stands.
    pub fn is_live(&self) -> bool {
        self.shown && self.in_place
    }

    /// Removes the line from a terminal, so that what follows starts on a clean one.
    pub fn clear(&mut self) {
        if self.in_place && self.used {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// A line, cut off where the terminal ends. Nothing is known of a width of 0.
fn shortened(line: &str, width: usize) -> String {
    match width {
        0 => line.to_owned(),
        width if line.chars().count() < width => line.to_owned(),
        width => line.chars().take(width.saturating_sub(2)).chain(['…']).collect(),
    }
}

/// A status line that a thread of its own writes again and again as long as this is there: nobody who works has to.
#[derive(Debug)]
pub struct LiveLine {
    /// Ends the thread when it goes.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl LiveLine {
    /// Shows what `words` gives. Who holds the line may write something else in its place.
    pub fn new(line: Arc<Mutex<StatusLine>>, words: impl Fn() -> String + Send + 'static) -> LiveLine {
        if !held(&line).shown {
            return LiveLine { end: None, thread: None };
        }
        let interval = if held(&line).in_place { INTERVAL } else { SELDOM };
        let (end, ended) = mpsc::channel();
        let write = move || {
            loop {
                let words = words();
                held(&line).show(&words);
                if ended.recv_timeout(interval) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            held(&line).clear();
        };
        // Without a thread there is no line, and the run goes on.
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(write).ok();
        LiveLine { end: Some(end), thread }
    }
}

impl Drop for LiveLine {
    /// Nothing is written any more once this is done.
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What threads share, for one of them alone.
pub fn held<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows progress as long as it is there, or keeps silent.
#[derive(Debug)]
pub struct ProgressLine {
    engines: Engines,
    _line: LiveLine,
}

impl ProgressLine {
    /// A line as asked for, about the run that the clock measures.
    pub fn new(when: ProgressArg, clock: &Clock) -> ProgressLine {
        let (line, engines, clock) = (Arc::new(Mutex::new(StatusLine::new(when))), Engines::default(), clock.clone());
        let heard = engines.clone();
        ProgressLine { engines, _line: LiveLine::new(line, move || words(&clock, &heard)) }
    }

    /// Listens to engines for this line.
    pub fn observer(&self) -> impl Observer + Clone + 'static {
        self.engines.clone()
    }
}

/// A clock of the command, whose time counts from the first one on: one command has several parts, and one time limit.
pub fn clock() -> Clock {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    Clock::since(*BEGUN.get_or_init(Instant::now))
}

/// Shows that clang reads while work is done that needs it before there is a question.
pub fn while_reading<T>(when: ProgressArg, work: impl FnOnce() -> T) -> T {
    let clock = clock();
    clock.part("clang", || {
        let _line = ProgressLine::new(when, &clock);
        work()
    })
}

/// Such as `12.1 s · encoding 8.3 s`, and while engines search `12.1 s · ic3 frame 7, 120 lemmas`.
fn words(clock: &Clock, engines: &Engines) -> String {
    let mut parts = vec![seconds(clock.elapsed())];
    let stage = clock.running();
    let told = engines.words();
    match &stage {
        Some((stage, _)) if stage == SEARCHING && !told.is_empty() => parts.extend(told),
        Some((stage, since)) => parts.push(format!("{stage} {}", seconds(*since))),
        None => parts.push("starting".to_owned()),
    }
    parts.join(" · ")
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The newest progress of each engine.
#[derive(Clone, Debug, Default)]
struct Engines(Arc<Mutex<Vec<(&'static str, Progress)>>>);

impl Engines {
    /// Each engine and how far it is.
    fn words(&self) -> Vec<String> {
        let engines = held(&self.0);
        engines.iter().map(|(name, progress)| describe(name, progress)).collect()
    }
}

/// Such as `ic3 frame 7, 120 lemmas`, or `unroll depth 40`. A frame says how deep the search is, too.
fn describe(name: &str, progress: &Progress) -> String {
    let parts = [
        progress.frame.map(|frame| format!("frame {frame}")),
        progress.lemmas.map(|lemmas| counted(lemmas, "lemma")),
        progress.depth.filter(|_| progress.frame.is_none()).map(|depth| format!("depth {depth}")),
    ];
    format!("{name} {}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

impl Observer for Engines {
    fn hear(&mut self, _: Duration, event: &Event) {
        if let Event::Progress { engine, progress } = event {
            let mut engines = held(&self.0);
            match engines.iter_mut().find(|(name, _)| name == engine) {
                Some((_, newest)) => *newest = *progress,
                None => engines.push((engine, *progress)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line, with `#` for each digit: how long a machine takes is its own business.
    fn told(clock: &Clock, engines: &Engines) -> String {
        words(clock, engines).replace(char::is_numeric, "#")
    }

    #[test]
    fn lines_end_where_the_terminal_does() {
        assert_eq!(
            (shortened("äbcd", 5), shortened("äbcd", 4), shortened("äbcd", 0)),
            ("äbcd".into(), "äb…".into(), "äbcd".into())
        );
        assert_eq!((shortened("ab", 2), shortened("ab", 1)), ("…".into(), "…".into()));
    }

    #[test]
    fn the_line_names_the_stage_and_then_the_engines() {
        let (clock, engines) = (Clock::new(), Engines::default());
        assert_eq!(told(&clock, &engines), "#.# s · starting");
        let during = |stage: &str| clock.stage(stage, || told(&clock, &engines));
        assert_eq!(during("encode"), "#.# s · encoding #.# s");
        assert_eq!(during("solve"), "#.# s · searching #.# s");
        let part = clock.stage("front end", || clock.part("clang", || told(&clock, &engines)));
        assert_eq!(part, "#.# s · clang #.# s");
        let progress = Progress { frame: Some(7), lemmas: Some(120), depth: Some(7) };
        engines.clone().hear(Duration::ZERO, &Event::Progress { engine: "ic3", progress });
        assert_eq!(during("solve"), "#.# s · ic# frame #, ### lemmas");
        // What engines found out in an earlier search is not what the next stage does.
        assert_eq!(during("simplify"), "#.# s · simplifying #.# s");
    }
}
