//! The concrete engine: compiles the program and runs it natively, with random, boundary and mutated inputs.
//!
//! It finds what lies a billion steps deep in a loop, where no unroller gets, and what a lucky number reaches. It proves
//! nothing. What it finds is a candidate only: the caller replays the recorded inputs by something else.
//!
//! | part | what |
//! |---|---|
//! | [`emit`] | the program as LLVM IR |
//! | `runtime.c` | the loop that makes up inputs and runs the program, in a process of its own |

pub mod emit;

use crate::bv::BitVec;
use crate::frontend::clang::ClangError;
use crate::native::Executable;
use crate::program::{InputId, Program, SiteId};
use bitreach_sat::StopFlag;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// What is compiled with each program.
const RUNTIME: &str = include_str!("runtime.c");

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What the inputs depend on: the same seed gives the same runs in the same order.
    pub seed: u64,
    /// How long to go on.
    pub time: Duration,
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
    /// The program reads no input, and its only execution ends without an error or in something unmodelled.
    Complete,
    /// The time was up, or the stop flag was raised.
    Stopped,
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
    let module = emit::module(program).ok_or(ConcreteError::Unsupported)?;
    let files = [("program.ll", module.as_bytes()), ("runtime.c", RUNTIME.as_bytes())];
    let executable = match Executable::build(&files, &["-O2"], stop) {
        Err(ClangError::Stopped) => return Ok(End::Stopped),
        executable => executable?,
    };
    let (seed, seconds) = (settings.seed.to_string(), format!("{:.3}", settings.time.as_secs_f64()));
    let mut listener = Listener { program, inputs: Vec::new(), end: None, fault: None };
    let status = executable.run(&[&seed, &seconds], stop, |line| {
        if let Some(figures) = listener.line(line) {
            hear(figures);
        }
    });
    let status = status.map_err(|error| ConcreteError::Run(error.to_string()))?;
    match (listener.fault, listener.end, status) {
        (Some(fault), _, _) => Err(ConcreteError::Run(fault)),
        (None, Some(end), _) => Ok(end),
        (None, None, Some(status)) if !status.success() && !ended_by_others(status) => {
            Err(ConcreteError::Run(status.to_string()))
        }
        _ => Ok(End::Stopped),
    }
}

/// Whether somebody ended the program who may: a terminal's Ctrl-C reaches all that runs there, and where memory is used up the
/// system kills. Neither is a fault.
fn ended_by_others(status: ExitStatus) -> bool {
    let signals = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT, libc::SIGKILL];
    status.signal().is_some_and(|signal| signals.contains(&signal))
}

/// Understands the lines that the runtime writes; their forms stand at its head.
struct Listener<'a> {
    program: &'a Program,
    inputs: Vec<(InputId, BitVec)>,
    end: Option<End>,
    /// The first line that was not understood.
    fault: Option<String>,
}

impl Listener<'_> {
    fn line(&mut self, line: &str) -> Option<Figures> {
        let mut words = line.split(' ');
        let kind = words.next().unwrap_or_default();
        let numbers: Vec<u64> = words.map_while(|word| word.parse().ok()).collect();
        match (kind, numbers[..].as_ref()) {
            ("progress", &[runs, turns, edges, streams]) => return Some(Figures { runs, turns, edges, streams }),
            ("complete", []) => self.end = Some(End::Complete),
            ("input", &[row, width, low, high]) if self.fits(row, width) => {
                let value = BitVec::new(width as u32, (high as u128) << 64 | low as u128);
                self.inputs.push((InputId(row as usize), value));
            }
            ("error", &[site, turns]) if (site as usize) < self.program.map.sites.len() => {
                let inputs = std::mem::take(&mut self.inputs);
                self.end = Some(End::Error(Candidate { site: SiteId(site as usize), inputs, turns }));
            }
            _ => {
                self.fault.get_or_insert_with(|| format!("it wrote `{line}`"));
            }
        }
        None
    }

    fn fits(&self, row: u64, width: u64) -> bool {
        (row as usize) < self.program.map.inputs.len() && (1..=u64::from(BitVec::MAX_WIDTH)).contains(&width)
    }
}

#[cfg(test)]
mod tests;
