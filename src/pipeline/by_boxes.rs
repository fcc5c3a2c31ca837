//! Boxes before the search: a bounded turn, counted and not timed, for programs that compute with floating-point numbers.

use super::clock::Clock;
use super::concrete_fallback::INTERPRETED_BLOCKS;
use super::error::PipelineError;
use super::evidence::told;
use super::finished::{Basis, Finished};
use super::front_end::Programs;
use super::native_replay;
use super::question::{Asked, Concrete, Question};
use super::reporting::{self, report, Facts, Subject};
use crate::boxes::{check, is_of_use, Figures, Found, Partition, RecordedPartition, Search, Step, Unproved};
use crate::bv::BitVec;
use crate::program::{Exit, InputId, InputRequest, Interpreter, Outcome, Program};
use crate::report::Answer;
use crate::verdict::replay::Recording;
use crate::verdict::ErrorPath;
use bitreach_limits::StopFlag;
use std::sync::Arc;
use std::time::Instant;

/// How much work is done before the search at most, in instructions that are executed on boxes: a second or two.
const AHEAD: u64 = 1 << 26;

/// Twice as much work is done before anybody asks whether it leads anywhere: some tenths of a second.
const FIRST: u64 = 1 << 22;

/// What is left may be so many times as much work as there may be: boxes are often small where a search begins, and large elsewhere.
const DOUBT: f64 = 64.0;

/// And at most one part of so many of the time that is left.
const PART: u32 = 3;

/// What boxes said about a program.
#[derive(Debug, Default)]
pub struct Boxes {
    /// What was decided, after something else has checked it.
    pub decided: Option<Decided>,
    /// What was counted.
    pub figures: Figures,
    /// What the execution that was found reads.
    pub inputs: Vec<(InputId, BitVec)>,
    /// How long it took.
    pub seconds: f64,
    /// How long the check took.
    pub check_seconds: Option<f64>,
    /// Why what was found is no answer.
    pub failure: Option<String>,
}

/// An answer that is checked.
#[derive(Debug)]
pub enum Decided {
    /// All executions of each box of a partition end without error.
    Safe(Partition),
    /// An execution ends in an error.
    Unsafe(Box<ErrorPath>),
}

/// Looks at boxes, where the portfolio searches and they may be of use.
pub fn look(asked: &Asked, programs: &Programs, clock: &Clock) -> Option<Boxes> {
    let is_asked = matches!(asked.choice.concrete, Concrete::Beside | Concrete::InTurn);
    let may_help = is_asked && is_of_use(&programs.optimised);
    may_help.then(|| clock.stage("boxes", || looked(asked, programs)))
}

fn looked(asked: &Asked, programs: &Programs) -> Boxes {
    let begun = Instant::now();
    let limits = asked.limits.part(asked.limits.left() / PART);
    let in_time = asked.limits.stop.clone().quiet().until(asked.limits.budget.deadline);
    let mut search = Search::new(&programs.optimised);
    let step = went_ahead(&mut search, &limits.stop.quiet());
    let mut boxes = Boxes { figures: search.figures, seconds: begun.elapsed().as_secs_f64(), ..Boxes::default() };
    let checked = match step {
        Step::Found(Found::Safe(partition)) => safe(&programs.optimised, partition, &in_time),
        Step::Found(Found::Error(inputs)) => execution(programs, &inputs, &mut boxes.inputs).map(Some),
        Step::GivenUp | Step::Paused => return boxes,
    };
    boxes.check_seconds = Some(begun.elapsed().as_secs_f64() - boxes.seconds);
    match checked {
        Ok(decided) => boxes.decided = decided,
        Err(why) => boxes.failure = Some(why),
    }
    boxes
}

/// Goes on as long as it seems to lead to an end: each time the work has doubled, what is not decided yet is compared with what was
/// decided since the last time.
fn went_ahead(search: &mut Search, stop: &StopFlag) -> Step {
    let (mut work, mut share) = (FIRST, 0.0);
    loop {
        let step = search.go_on(work, stop);
        if step != Step::Paused || work >= AHEAD || stop.is_raised() {
            return step;
        }
        let rate = (search.share() - share) / (work / 2) as f64;
        let is_hopeless = work > FIRST && (1.0 - search.share()) > rate * AHEAD as f64 * DOUBT;
        if is_hopeless {
            return Step::GivenUp;
        }
        (work, share) = (2 * work, search.share());
    }
}

/// Checks a partition; nothing is decided where there was no time for that.
fn safe(program: &Program, partition: Partition, stop: &StopFlag) -> Result<Option<Decided>, String> {
    match check(program, &partition, stop) {
        Ok(_) => Ok(Some(Decided::Safe(partition))),
        Err(Unproved::Stopped) => Ok(None),
        Err(why) => Err(format!("its partition is not confirmed: {why}")),
    }
}

/// The execution on inputs, by the interpreter; notes which input reads what.
fn execution(programs: &Programs, inputs: &[BitVec], read: &mut Vec<(InputId, BitVec)>) -> Result<Decided, String> {
    let mut values = inputs.iter();
    let mut next = |request: InputRequest| {
        let zero = BitVec::zero(request.width);
        let bits = values.next().copied().filter(|bits| bits.width() == request.width).unwrap_or(zero);
        read.push((request.input, bits));
        bits
    };
    match Interpreter::new(&programs.optimised).run(&mut next, INTERPRETED_BLOCKS, |_| {}) {
        Outcome::Exit(Exit::Error(site)) => {
            let recording = Recording { site, inputs: read };
            let path = recording.replay(&programs.optimised, INTERPRETED_BLOCKS)?;
            let path = path.ok_or("the execution is too long")?;
            Ok(Decided::Unsafe(Box::new(told(programs, path))))
        }
        outcome => Err(format!("the execution that it found ends in {outcome:?}")),
    }
}

/// The report, where boxes decided the question.
///
/// # Errors
/// If native replay contradicts the execution that was found.
pub fn decided(
    asked: &Asked,
    programs: &Programs,
    boxes: &Boxes,
    clock: &Clock,
) -> Result<Option<Finished>, PipelineError> {
    let Asked { question, choice, limits } = asked;
    let path = match &boxes.decided {
        None => return Ok(None),
        Some(Decided::Safe(_)) => None,
        Some(Decided::Unsafe(path)) => Some(&**path),
    };
    let native = match path {
        Some(path) => {
            let replay = || native_replay::replay(question, programs, path, choice.replay, limits);
            Some(clock.stage("native replay", replay)?)
        }
        None => None,
    };
    let answer = path.map_or(Answer::Safe, |path| Answer::Unsafe(question.violated(&programs.optimised, path.site)));
    let summary = reporting::summary_of_boxes(question, programs, path);
    let report = report(Facts {
        programs: Some(programs),
        path,
        native: native.as_ref(),
        checked: &reporting::evidence_of_boxes(boxes),
        engines: vec![reporting::box_figures(boxes)],
        ..Facts::new(Subject::Program(question), answer, summary, clock.take_stages())
    });
    let inputs = path.map(|path| question.recorded(path.site, boxes.inputs.clone()));
    let basis = match path {
        Some(path) => Basis::Path(Box::new(path.clone()), Box::new(programs.map_of(path).clone())),
        None => Basis::Boxes,
    };
    let boxes = question.recorded_boxes(&boxes.decided);
    Ok(Some(Finished { inputs, boxes, basis: Some(Arc::new(basis)), ..Finished::of(report) }))
}

impl Question {
    /// The partition in whose boxes the program is safe, as it is written down.
    fn recorded_boxes(&self, decided: &Option<Decided>) -> Option<RecordedPartition> {
        let Some(Decided::Safe(partition)) = decided else { return None };
        let (property, data_model) = (self.property.to_string(), self.data_model.to_string());
        Some(RecordedPartition { property, data_model, options: self.options(), partition: partition.clone() })
    }
}
