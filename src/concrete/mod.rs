//! The concrete engine: compiles the program and runs it natively, with random, boundary and mutated inputs.
//!
//! It finds what lies a billion steps deep in a loop, where no unroller gets, and what a lucky number reaches. It proves
//! nothing. What it finds is a candidate only: the caller replays the recorded inputs by something else.
//!
//! A program that takes the same way whatever it reads ([`OnlyWay`](crate::program::OnlyWay)) is run once, without inputs. Where that
//! run ends, or comes back to a state that it was in, all executions are known.
//!
//! | part | what |
//! |---|---|
//! | [`emit`] | the program as LLVM IR |
//! | `runtime.c` | the loop that makes up inputs and runs the program, in a process of its own |
//! | `only.c` | runs the program once, and sees where its state comes again |

pub mod emit;

pub use emit::instructions;

use crate::bv::BitVec;
use crate::native::{Executable, Running, Said};
use crate::program::{InputId, Program, SiteId, UnmodelledId};
use crate::source::clang::ClangError;
use bitreach_limits::StopFlag;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// What is compiled with a program that is run on made-up inputs, and with one that takes its only way.
const RUNTIME: &str = include_str!("runtime.c");
const RUNTIME_OF_ONLY_WAY: &str = include_str!("only.c");

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What the inputs depend on: the same seed gives the same runs in the same order.
    pub seed: u64,
    /// How long to go on.
    pub time: Duration,
    /// After so much work, in turns of loops, it waits for others, and no clock ends it; 0 for never.
    pub pause: u64,
}

/// An execution that ended in an error, as the compiled program says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The check that failed.
    pub site: SiteId,
    /// All inputs in the order in which they were read.
    pub inputs: Vec<(InputId, BitVec)>,
    /// How often control went back in a loop.
    pub turns: u64,
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// A check failed.
    Error(Candidate),
    /// The only way ends without error, after so many turns.
    Ends(u64),
    /// The only way comes to something unmodelled.
    Unmodelled(UnmodelledId),
    /// The only way never ends.
    Repeats(Repeats),
    /// What is read decides about the way: it is not the only one.
    Depends,
    /// Two states that were asked about are not the same.
    Differs,
    /// The time was up, or the stop flag was raised.
    Stopped,
}

/// A state that comes again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repeats {
    /// After how many turns it is there.
    pub first: u64,
    /// After how many more it is there again.
    pub length: u64,
}

/// What was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Runs of the program.
    pub runs: u64,
    /// Turns of loops in all runs.
    pub turns: u64,
    /// Edges of the control flow that were taken.
    pub edges: u64,
    /// Input streams that led somewhere new.
    pub streams: u64,
}

/// Why the engine cannot run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConcreteError {
    /// Clang cannot be run, or does not take what it is given.
    #[error(transparent)]
    Clang(#[from] ClangError),
    /// The compiled program cannot be run, or ends in a way that it should not.
    #[error("the compiled program cannot be run: {0}")]
    Run(String),
    /// The program uses something that is not compiled.
    #[error("the program uses an operation that the concrete engine does not compile")]
    Unsupported,
}

/// Searches for an error until the time is up or `stop` is raised; `hear` is told now and then how far it is.
///
/// # Errors
/// If the program cannot be compiled or run.
pub fn search(
    program: &Program,
    settings: Settings,
    stop: &StopFlag,
    mut hear: impl FnMut(Figures),
) -> Result<End, ConcreteError> {
    let Some(mut search) = Search::begin(program, settings, stop)? else { return Ok(End::Stopped) };
    loop {
        if let Step::Ended(end) = search.go_on(stop, &mut hear)? {
            return Ok(end);
        }
    }
}

/// How many turns there are between two looks at the stop flag.
const SLICE: u64 = 1 << 26;

/// Takes the only way of a program until it is known or `stop` is raised, as [`Search::only_way`].
///
/// # Errors
/// If the program cannot be compiled or run.
pub fn take_only_way(
    program: &Program,
    optimisation: Optimisation,
    asked: Option<Repeats>,
    stop: &StopFlag,
    mut hear: impl FnMut(Figures),
) -> Result<End, ConcreteError> {
    let Some(mut search) = Search::only_way(program, optimisation, SLICE, asked, stop)? else {
        return Ok(End::Stopped);
    };
    let mut figures = Figures { runs: 1, ..Figures::default() };
    loop {
        match search.go_on(stop, |_| {})? {
            Step::Ended(end) => return Ok(end),
            Step::Paused(turns) => figures.turns += turns,
        }
        hear(figures);
        if stop.is_raised() {
            return Ok(End::Stopped);
        }
    }
}

/// How programs are linked. Some operations on floating-point numbers are functions of the mathematical library.
const LINKED: [&str; 2] = ["-Wl,--no-as-needed", "-lm"];

/// How closely the compiler looks at a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimisation {
    /// `-O2`
    Much,
    /// `-O1`
    Little,
}

impl Optimisation {
    /// The option of the compiler.
    pub fn option(self) -> &'static str {
        match self {
            Optimisation::Much => "-O2",
            Optimisation::Little => "-O1",
        }
    }
}

/// A search that may wait for others in between.
#[derive(Debug)]
pub struct Search {
    // It ends before its folder goes.
    running: Running,
    _executable: Executable,
    listener: Listener,
}

/// How far a search went.
#[derive(Debug)]
pub enum Step {
    /// It waits, after so much work.
    Paused(u64),
    /// It ended.
    Ended(End),
}

impl Search {
    /// Compiles the program and begins. `None` if `stop` was raised before.
    ///
    /// # Errors
    /// If the program cannot be compiled or run.
    pub fn begin(program: &Program, settings: Settings, stop: &StopFlag) -> Result<Option<Search>, ConcreteError> {
        let module = emit::module(program).ok_or(ConcreteError::Unsupported)?;
        let Settings { seed, time, pause } = settings;
        let (seconds, work) = if pause > 0 { (0.0, pause) } else { (time.as_secs_f64(), 0) };
        let arguments = [seed.to_string(), format!("{seconds:.3}"), work.to_string()];
        Search::started(program, (&module, RUNTIME), Optimisation::Much, &arguments, stop)
    }

    /// Compiles the program and begins to take its only way; it waits after each `pause` turns. Where `asked` gives a state that comes
    /// again, that alone is looked at. `None` if `stop` was raised before.
    ///
    /// # Errors
    /// If the program cannot be compiled or run.
    pub fn only_way(
        program: &Program,
        optimisation: Optimisation,
        pause: u64,
        asked: Option<Repeats>,
        stop: &StopFlag,
    ) -> Result<Option<Search>, ConcreteError> {
        let module = emit::module_of_only_way(program).ok_or(ConcreteError::Unsupported)?;
        let asked = asked.into_iter().flat_map(|Repeats { first, length }| [first, length]);
        let arguments: Vec<String> = [pause].into_iter().chain(asked).map(|number| number.to_string()).collect();
        Search::started(program, (&module, RUNTIME_OF_ONLY_WAY), optimisation, &arguments, stop)
    }

    fn started(
        program: &Program,
        (module, runtime): (&str, &'static str),
        optimisation: Optimisation,
        arguments: &[String],
        stop: &StopFlag,
    ) -> Result<Option<Search>, ConcreteError> {
        let flags = [&[optimisation.option()][..], &LINKED].concat();
        let executable = match Executable::build_with(runtime, ("program.ll", module.as_bytes()), &flags, stop) {
            Err(ClangError::Stopped) => return Ok(None),
            executable => executable?,
        };
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let running = executable.start(&arguments).map_err(ClangError::from)?;
        let (inputs, sites, rows) = (program.map.inputs.len(), program.map.sites.len(), program.map.unmodelled.len());
        let listener = Listener { inputs, sites, rows, read: Vec::new(), end: None, paused: None, fault: None };
        Ok(Some(Search { running, _executable: executable, listener }))
    }

    /// Goes on until it waits or ends; `hear` is told now and then how far it is.
    ///
    /// # Errors
    /// If the compiled program ends in a way that it should not.
    pub fn go_on(&mut self, stop: &StopFlag, mut hear: impl FnMut(Figures)) -> Result<Step, ConcreteError> {
        if self.listener.paused.take().is_some() {
            self.running.go_on();
        }
        loop {
            let said = self.running.said(stop).map_err(|error| ConcreteError::Run(error.to_string()))?;
            let status = match said {
                Said::Line(line) => {
                    self.listener.line(&line).into_iter().for_each(&mut hear);
                    match self.listener.paused {
                        Some(work) => return Ok(Step::Paused(work)),
                        None => continue,
                    }
                }
                Said::Ended(status) => Some(status),
                Said::Stopped => None,
            };
            return match (self.listener.fault.take(), self.listener.end.take(), status) {
                (Some(fault), _, _) => Err(ConcreteError::Run(fault)),
                (None, Some(end), _) => Ok(Step::Ended(end)),
                (None, None, Some(status)) if !status.success() && !ended_by_others(status) => {
                    Err(ConcreteError::Run(status.to_string()))
                }
                _ => Ok(Step::Ended(End::Stopped)),
            };
        }
    }
}

/// Whether somebody ended the program who may: a terminal's Ctrl-C reaches all that runs there, and where memory is used up the
/// system kills. Neither is a fault.
fn ended_by_others(status: ExitStatus) -> bool {
    let signals = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT, libc::SIGKILL];
    status.signal().is_some_and(|signal| signals.contains(&signal))
}

/// Understands the lines that the runtime writes; their forms stand at its head.
#[derive(Debug)]
struct Listener {
    /// How many inputs, sites and unmodelled constructs the program has.
    inputs: usize,
    sites: usize,
    rows: usize,
    /// What was read in the run in which a check failed.
    read: Vec<(InputId, BitVec)>,
    end: Option<End>,
    /// It waits, after so much work.
    paused: Option<u64>,
    /// The first line that was not understood.
    fault: Option<String>,
}

impl Listener {
    fn line(&mut self, line: &str) -> Option<Figures> {
        let mut words = line.split(' ');
        let kind = words.next().unwrap_or_default();
        let numbers: Vec<u64> = words.map_while(|word| word.parse().ok()).collect();
        match (kind, numbers[..].as_ref()) {
            ("progress", &[runs, turns, edges, streams]) => return Some(Figures { runs, turns, edges, streams }),
            ("pause", &[work]) => self.paused = Some(work),
            ("ends", &[turns]) => self.end = Some(End::Ends(turns)),
            ("unmodelled", &[row, _]) if (row as usize) < self.rows => {
                self.end = Some(End::Unmodelled(UnmodelledId(row as usize)));
            }
            ("repeats", &[first, length]) => self.end = Some(End::Repeats(Repeats { first, length })),
            ("depends", []) => self.end = Some(End::Depends),
            ("differs", []) => self.end = Some(End::Differs),
            ("input", &[row, width, low, high]) if self.fits(row, width) => {
                let value = BitVec::new(width as u32, (high as u128) << 64 | low as u128);
                self.read.push((InputId(row as usize), value));
            }
            ("error", &[site, turns]) if (site as usize) < self.sites => {
                let inputs = std::mem::take(&mut self.read);
                self.end = Some(End::Error(Candidate { site: SiteId(site as usize), inputs, turns }));
            }
            _ => {
                self.fault.get_or_insert_with(|| format!("it wrote `{line}`"));
            }
        }
        None
    }

    fn fits(&self, row: u64, width: u64) -> bool {
        (row as usize) < self.inputs && (1..=u64::from(BitVec::MAX_WIDTH)).contains(&width)
    }
}

#[cfg(test)]
mod tests;
