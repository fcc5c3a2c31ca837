//! The report is put together: [`report`] is the one place where a [`Report`] is made.
//!
//! | module | what |
//! |---|---|
//! | `sentences` | the summary, the evidence and the assumptions in words |
//! | `places` | places of the source, and what is not modelled there |
//! | `figures` | sizes of problems, and what engines counted |
//! | `run` | runs of problems by the names of their symbols |
//! | `flow` | the control flow of functions |
//! | `fault` | what is violated at the end of a path, and where |
//! | `path`, `lines`, `values` | paths in source lines, with calls and what variables and objects hold |

mod fault;
mod figures;
mod flow;
mod lines;
mod path;
mod places;
mod run;
mod sentences;
mod values;

pub use figures::{box_figures, engine_figures, named_sizes, problem_sizes, run_figures, sizes};
pub use places::{construct_line, constructs};
pub use run::named_run;
pub use sentences::{
    evidence_of_boxes, evidence_of_runs, summary, summary_of_boxes, summary_of_problem, summary_of_runs,
};

use super::clock::Clock;
use super::front_end::Programs;
use super::native_replay::NativeReplay;
use super::question::{Form, Question};
use super::refinement::Followed;
use crate::report::{Answer, EngineFigures, Measure, NamedRun, Report, SCHEMA_VERSION};
use crate::ts::{Coding, Encoding};
use crate::verdict::ErrorPath;
use bitreach_dimspec::DimSpec;
use bitreach_engine::Reason;
use path::PathWriter;
use sentences::{
    assumptions, ends_at_known, native_outcome, native_sentence, nothing_checked, refinement_sentence, replay_sentence,
};

/// What a report is about.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// A program.
    Program(&'a Question),
    /// A DimSpec problem, by the name of its file.
    Problem(&'a str),
}

/// What a report is made of.
pub struct Facts<'a> {
    /// What it is about.
    pub subject: Subject<'a>,
    /// The answer.
    pub answer: Answer,
    /// The answer in one sentence.
    pub summary: String,
    /// The program, if one was read and searched.
    pub programs: Option<&'a Programs>,
    /// How the error is reached.
    pub path: Option<&'a ErrorPath>,
    /// The run of a problem.
    pub run: Option<NamedRun>,
    /// What native replay came to.
    pub native: Option<&'a NativeReplay>,
    /// What was checked about the evidence, a sentence each.
    pub checked: &'a [String],
    /// What was followed of large objects, and how many searches there were.
    pub followed: Option<(&'a Followed, usize)>,
    /// Sizes, by name.
    pub sizes: Vec<(String, usize)>,
    /// Seconds of each stage.
    pub stages: Vec<Measure>,
    /// Figures of the engines.
    pub engines: Vec<EngineFigures>,
}

impl<'a> Facts<'a> {
    /// An answer, and nothing about how it was found.
    pub fn new(subject: Subject<'a>, answer: Answer, summary: String, stages: Vec<Measure>) -> Facts<'a> {
        let (programs, path, run, native, checked, followed) = (None, None, None, None, &[][..], None);
        let (sizes, engines) = (Vec::new(), Vec::new());
        Facts { subject, answer, summary, programs, path, run, native, checked, followed, sizes, stages, engines }
    }
}

/// Puts the report together.
pub fn report(facts: Facts) -> Report {
    let Facts { subject, answer, summary, programs, path, run, native, checked, followed, sizes, stages, engines } =
        facts;
    let (files, question) = match subject {
        Subject::Program(question) => {
            (question.named_files().iter().map(|unit| unit.file.display().to_string()).collect(), Some(question))
        }
        Subject::Problem(name) => (vec![name.to_owned()], None),
    };
    let mut evidence = checked.to_vec();
    evidence.extend(path.and_then(replay_sentence));
    evidence.extend(native.and_then(native_sentence));
    evidence.extend(followed.map(refinement_sentence));
    let written = |(programs, path): (&Programs, &ErrorPath)| PathWriter::new(programs.map_of(path)).path(path);
    let assumed = |(question, programs): (&Question, &Programs)| assumptions(question, &programs.optimised);
    let unmodelled = |(question, programs): (&Question, &Programs)| constructs(&programs.optimised, question.bounds);
    let has_nothing = |(question, programs): (&Question, &Programs)| nothing_checked(question, programs, &answer);
    let (mut assumptions, mut own_assumptions) = question.zip(programs).map(assumed).unwrap_or_default();
    if let Some(ends) = question.and_then(ends_at_known) {
        [&mut assumptions, &mut own_assumptions].into_iter().for_each(|list| list.push(ends.clone()));
    }
    Report {
        schema_version: SCHEMA_VERSION,
        tool: tool(),
        file: files.join(", "),
        files,
        function: question.and_then(|question| Some(question.function.as_ref()?.called.name.clone())),
        nothing_checked: question.zip(programs).and_then(has_nothing),
        property: question.map(|question| format!("{} ({})", question.property, question.why)),
        data_model: question.map(|question| question.data_model.to_string()),
        verdict: answer,
        summary,
        path: programs.zip(path).map(written),
        flow: programs.zip(path).map(|(programs, _)| flow::flows(&programs.plain)).unwrap_or_default(),
        run,
        invariants: Vec::new(),
        evidence,
        native_replay: native.map(native_outcome),
        assumptions,
        own_assumptions,
        unmodelled: question.zip(programs).map(unmodelled).unwrap_or_default(),
        sizes: measured(sizes),
        stages,
        engines,
    }
}

/// The report about a question that was not asked.
pub fn not_asked(question: &Question, answer: Answer, summary: String) -> Report {
    report(Facts::new(Subject::Program(question), answer, summary, Vec::new()))
}

/// A report about a problem says on what the problem's own comments let it rest.
pub fn with_left_out(mut report: Report, problem: &DimSpec) -> Report {
    let left_out = Form::left_out_by(&problem.symbols.comments);
    report.own_assumptions.extend_from_slice(&left_out);
    report.assumptions.extend(left_out);
    report
}

/// Sizes as measures.
pub fn measured(sizes: Vec<(String, usize)>) -> Vec<Measure> {
    sizes.into_iter().map(|(name, size)| Measure::new(name, size as f64)).collect()
}

/// The report about a run that the limits ended in the last stage that there is.
pub fn ended(subject: Subject, reason: Reason, clock: &Clock) -> Report {
    let stages = clock.take_stages();
    let summary = format!("Not decided: {}.", sentences::ended(reason, &stages, clock.elapsed()));
    report(Facts::new(subject, Answer::Unknown(reason.to_string()), summary, stages))
}

fn tool() -> String {
    format!("bitreach {}", env!("CARGO_PKG_VERSION"))
}

/// Comments for the head of a written problem.
pub fn header(question: &Question, encoding: &Encoding, form: Form) -> Vec<String> {
    let files = question.named_files().iter().map(|unit| unit.file.file_name().unwrap_or_default().to_string_lossy());
    let files = files.collect::<Vec<_>>().join(", ");
    vec![
        format!("{}: {files}, property {}, {}", tool(), question.property, question.data_model),
        form.comment(),
        format!(
            "location {}: 0 error, 1 unmodelled, 2 ok, then {} program locations",
            if encoding.codes.coding() == Coding::OneHot { "bits" } else { "codes" },
            encoding.codes.locations().count()
        ),
    ]
}
