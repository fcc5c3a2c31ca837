//! The progress line: one line on standard error, rewritten in place.

use super::args::ProgressArg;
use bitreach_engine::{Event, Observer, Progress};
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// How often the line is rewritten at most.
const INTERVAL: Duration = Duration::from_millis(200);

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
        let _ = if self.in_place { write!(stderr, "\r\x1b[K{line}") } else { writeln!(stderr, "{line}") };
        let _ = stderr.flush();
    }

    /// Removes the line from a terminal, so that what follows starts on a clean one.
    pub fn clear(&mut self) {
        if self.in_place && self.used {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Shows progress, or keeps silent.
#[derive(Clone, Debug)]
pub struct ProgressLine {
    line: StatusLine,
    last: Option<Duration>,
    /// The newest progress of each engine.
    engines: Vec<(&'static str, Progress)>,
}

impl ProgressLine {
    /// A line as asked for.
    pub fn new(when: ProgressArg) -> ProgressLine {
        ProgressLine { line: StatusLine::new(when), last: None, engines: Vec::new() }
    }

    fn show(&mut self, at: Duration) {
        let interval = if self.line.in_place { INTERVAL } else { 10 * INTERVAL };
        if !self.line.shown || self.last.is_some_and(|last| at < last + interval) {
            return;
        }
        self.last = Some(at);
        let engines: Vec<String> = self.engines.iter().map(|(name, progress)| describe(name, progress)).collect();
        self.line.show(&format!("{:.1} s · {}", at.as_secs_f64(), engines.join(" · ")));
    }
}

/// Removes the line from a terminal, so that what follows starts on a clean one.
pub fn clear() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

/// Such as `ic3 frame 7, 120 lemmas`, or `unroll depth 40`. A frame says how deep the search is, too.
fn describe(name: &str, progress: &Progress) -> String {
    let parts = [
        progress.frame.map(|frame| format!("frame {frame}")),
        progress.lemmas.map(|lemmas| format!("{lemmas} lemmas")),
        progress.depth.filter(|_| progress.frame.is_none()).map(|depth| format!("depth {depth}")),
    ];
    format!("{name} {}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

impl Observer for ProgressLine {
    fn hear(&mut self, at: Duration, event: &Event) {
        if let Event::Progress { engine, progress } = event {
            match self.engines.iter_mut().find(|(name, _)| name == engine) {
                Some((_, newest)) => *newest = *progress,
                None => self.engines.push((engine, *progress)),
            }
            self.show(at);
        }
    }
}
