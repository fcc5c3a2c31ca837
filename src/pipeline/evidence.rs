//! Runs to an error, replayed by the interpreter; and what can be written down to check an answer again.

use super::error::PipelineError;
use super::front_end::Programs;
use super::question::Question;
use crate::bv::BitVec;
use crate::frontend::{Overflow, UnknownCalls, MOST_ARGUMENTS};
use crate::prepare::program::is_overflow;
use crate::program::{Exit, InputId, Program, SiteId};
use crate::read::bounds::LARGEST_OBJECT;
use crate::ts::Run;
use crate::verdict::{replay, ErrorPath, RecordedInputs};
use bitreach_engine::file::Evidence;
use bitreach_engine::Verdict;

/// Replays a run on the program that was encoded, which has to end in the error that the trace promises; then on the
/// plain one, on which paths are told. Where the plain one takes another way (its inputs cannot always be matched to
/// those of the optimised one), the path is told on the optimised one.
///
/// # Errors
/// If the program does something else than the run says.
pub fn replayed(programs: &Programs, run: &Run) -> Result<ErrorPath, PipelineError> {
    let internal = |message: String| PipelineError::Internal(format!("the trace cannot be replayed: {message}"));
    let optimised = replay::exact(&programs.optimised, run).map_err(internal)?;
    Ok(told(programs, optimised))
}

/// Tells a path of the optimised program on the plain one, if that comes to the same error and the path is whole. Else it stays as it is; and
/// where the plain program has what is unmodelled because signed arithmetic overflows, it is seen whether it comes to the error at all.
pub fn told(programs: &Programs, optimised: ErrorPath) -> ErrorPath {
    let plain = &programs.plain;
    let told = optimised.gap.is_none().then(|| replay::on_plain(plain, &optimised)).flatten();
    told.unwrap_or_else(|| {
        let is_open = |exit: Exit| match exit {
            Exit::Unmodelled(row) => plain.map.unmodelled.get(row.0).is_some_and(|row| is_overflow(&row.reason)),
            _ => false,
        };
        let may_overflow = plain.exits().any(is_open) && !replay::reaches(plain, &optimised);
        ErrorPath { may_overflow, ..optimised }
    })
}

/// The inputs of a run to an error.
///
/// # Errors
/// If the program does something else than the run says.
pub fn recorded(question: &Question, program: &Program, run: &Run) -> Result<RecordedInputs, PipelineError> {
    let path = replay::exact(program, run).map_err(PipelineError::Internal)?;
    Ok(question.recorded(path.site, path.inputs))
}

/// The evidence of a verdict, if that is an answer.
pub fn evidence(verdict: Verdict) -> Option<Evidence> {
    match verdict {
        Verdict::Safe(certificate) => Some(Evidence::Certificate(certificate)),
        Verdict::Unsafe(trace) => Some(Evidence::Trace(trace)),
        Verdict::Unknown(..) => None,
    }
}

/// The names of options of [`Question`] in recorded inputs: those of the command line.
mod name {
    pub const RECURSION: &str = "recursion";
    pub const FRAMES: &str = "recursion-without-bound";
    pub const HEAP_OBJECTS: &str = "heap-objects";
    pub const COMPUTED_SIZE: &str = "computed-size";
    pub const ENDLESS: &str = "computed-size-without-bound";
    pub const RECORDS: &str = "all-first-contents";
    pub const OBJECT_SIZE: &str = "object-size";
    pub const OBJECT_CELLS: &str = "object-cells";
    pub const MALLOC_MAY_FAIL: &str = "malloc-may-fail";
    pub const UNKNOWN_CALLS: &str = "unknown-calls";
    pub const ARGUMENTS: &str = "arguments";
    pub const RANGES: &str = "ranges";
    pub const UNDEFINED_OVERFLOW: &str = "undefined-overflow";
}

impl Question {
    /// How much of the program is followed. It decides which rows and sites the front end makes.
    pub fn options(&self) -> Vec<(String, u64)> {
        let options = [
            (name::RECURSION, self.recursion as u64),
            (name::HEAP_OBJECTS, self.bounds.instances as u64),
            (name::COMPUTED_SIZE, self.bounds.capacity),
            (name::OBJECT_SIZE, self.bounds.object_bytes),
            (name::OBJECT_CELLS, self.bounds.object_cells as u64),
            (name::MALLOC_MAY_FAIL, self.assumed.malloc_may_fail.into()),
            (name::UNKNOWN_CALLS, self.assumed.unknown_calls as u64),
            (name::ARGUMENTS, self.assumed.arguments as u64),
            (name::RECORDS, self.bounds.records.into()),
        ];
        let endless = self.bounds.endless.then_some((name::ENDLESS, 1));
        let frames = self.frames.then_some((name::FRAMES, 1));
        let ranges = self.assumed.ranges.then_some((name::RANGES, 1));
        let overflow = (self.assumed.overflow == Overflow::Undefined).then_some((name::UNDEFINED_OVERFLOW, 1));
        let all = options.into_iter().chain(endless).chain(frames).chain(ranges).chain(overflow);
        all.map(|(name, number)| (name.to_owned(), number)).collect()
    }

    /// An execution of the program that ends in an error, as it is written down.
    pub fn recorded(&self, site: SiteId, inputs: Vec<(InputId, BitVec)>) -> RecordedInputs {
        let (property, data_model) = (self.property.to_string(), self.data_model.to_string());
        RecordedInputs { property, data_model, site, options: self.options(), inputs }
    }

    /// Asks with options that were recorded; those that are not among them stay.
    ///
    /// # Errors
    /// The first option that there is not, or that cannot be so.
    pub fn set_options(&mut self, options: &[(String, u64)]) -> Result<(), String> {
        // Nothing said so when all first contents were always recorded.
        self.bounds.records = true;
        for (name, number) in options {
            let count = usize::try_from(*number).unwrap_or(usize::MAX);
            match (name.as_str(), *number) {
                (name::RECURSION, _) => self.recursion = count,
                (name::FRAMES, 0 | 1) => self.frames = *number == 1,
                (name::HEAP_OBJECTS, 1..=255) => self.bounds.instances = count,
                (name::COMPUTED_SIZE, 1..=LARGEST_OBJECT) => self.bounds.capacity = *number,
                (name::ENDLESS, 0 | 1) => self.bounds.endless = *number == 1,
                (name::RECORDS, 0 | 1) => self.bounds.records = *number == 1,
                (name::OBJECT_SIZE, 1..=LARGEST_OBJECT) => {
                    (self.bounds.object_bytes, self.bounds.copied_bytes) = (*number, *number);
                }
                (name::OBJECT_CELLS, _) => self.bounds.object_cells = count,
                (name::MALLOC_MAY_FAIL, 0 | 1) => self.assumed.malloc_may_fail = *number == 1,
                (name::UNKNOWN_CALLS, 0..=2) => {
                    let known = [UnknownCalls::Unmodelled, UnknownCalls::Any, UnknownCalls::Stop];
                    self.assumed.unknown_calls = known[count];
                }
                (name::ARGUMENTS, _) if count <= MOST_ARGUMENTS => self.assumed.arguments = count,
                (name::RANGES, 0 | 1) => self.assumed.ranges = *number == 1,
                (name::UNDEFINED_OVERFLOW, 0) => self.assumed.overflow = Overflow::Wraps,
                (name::UNDEFINED_OVERFLOW, 1) => self.assumed.overflow = Overflow::Undefined,
                _ => return Err(format!("was recorded with the option {name}={number}, which there is not here")),
            }
        }
        Ok(())
    }
}
