//! Native replay: what the program as clang compiled it does with the inputs of an execution that was found.

use super::error::PipelineError;
use super::front_end::Programs;
use super::question::{Question, Replay};
use crate::bv::BitVec;
use crate::native::{Fresh, Playback, Played};
use crate::program::{InputId, InputKind, SiteId, SourceMap, UnmodelledId};
use crate::verdict::ErrorPath;
use bitreach_limits::Limits;
use bitreach_limits::StopFlag;
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};

/// What native replay came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NativeReplay {
    /// It was not asked for.
    Off,
    /// The program ended in the same error.
    Reproduced,
    /// It was not possible; why.
    Impossible(String),
}

/// How long a replayed program may run, compiling included.
const LONGEST: Duration = Duration::from_secs(5);

/// Replays a path natively.
///
/// # Errors
/// If the program does something else although the inputs say all that it depends on.
pub fn replay(
    question: &Question,
    programs: &Programs,
    path: &ErrorPath,
    replay: Replay,
    limits: &Limits,
) -> Result<NativeReplay, PipelineError> {
    if replay == Replay::Interpreter {
        return Ok(NativeReplay::Off);
    }
    if question.property.is_about_memory() {
        return Ok(NativeReplay::Impossible("the machine does not check accesses".to_owned()));
    }
    let rest = limits.budget.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let time = rest.map_or(LONGEST, |rest| rest.min(LONGEST));
    let (map, site) = (programs.map_of(path), Some(path.site));
    let execution = Execution { inputs: &path.inputs, map, site, time, optimised: false };
    match execution.played(question, programs, &limits.stop) {
        Played::Reproduced => Ok(NativeReplay::Reproduced),
        Played::Impossible(reason) => Ok(NativeReplay::Impossible(reason)),
        Played::Differs(what) if determined(programs, path) => {
            let message =
                format!("the trace cannot be replayed natively: {what} (--replay interpreter leaves this check out)");
            Err(PipelineError::Internal(message))
        }
        Played::Differs(what) => {
            Ok(NativeReplay::Impossible(format!("the recorded inputs do not say all that it depends on: {what}")))
        }
    }
}

/// An execution by its inputs.
pub struct Execution<'a> {
    /// The inputs; those of each row in the order in which they are read.
    pub inputs: &'a [(InputId, BitVec)],
    /// The rows of the inputs.
    pub map: &'a SourceMap,
    /// The check that fails at its end; `None` if it ends without an error.
    pub site: Option<SiteId>,
    /// How long the program may run.
    pub time: Duration,
    /// Whether clang is to optimise a little.
    pub optimised: bool,
}

impl Execution<'_> {
    /// Plays it back to the program as clang compiled it.
    pub fn played(&self, question: &Question, programs: &Programs, stop: &StopFlag) -> Played {
        let &Execution { inputs, map, site, time, optimised } = self;
        let rows: FxHashMap<InputId, (UnmodelledId, u64)> =
            map.fresh.iter().map(|&(row, call, offset)| (row, (call, offset))).collect();
        let fresh = |(row, bits): &(InputId, BitVec)| {
            let &(call, offset) = rows.get(row)?;
            Some(Fresh { call, offset, bits: *bits })
        };
        let fresh: Vec<Fresh> = inputs.iter().filter_map(fresh).collect();
        let (program, data_model) = (&programs.unoptimised, question.data_model);
        Playback { program, data_model, inputs, fresh: &fresh, site, time, optimised }.run(stop)
    }
}

/// Whether the inputs are all that the program depends on: a path of the plain program has each call that reads an input, but
/// locals that are not initialised need not be read there.
fn determined(programs: &Programs, path: &ErrorPath) -> bool {
    let kind = |row: &InputId| programs.plain.map.inputs.get(row.0).map(|input| &input.kind);
    let known = |row: &InputId| matches!(kind(row), Some(InputKind::Call(_) | InputKind::Parameter(_)));
    path.on_plain && path.inputs.iter().all(|(row, _)| known(row))
}
