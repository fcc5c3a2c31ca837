//! Answers of other solvers: `solve --external`, and what is said about answers that cannot be believed.

use super::clock::Clock;
use super::error::{in_time, PipelineError};
use super::finished::Finished;
use super::reporting::{self, report, Facts, Subject};
use crate::abandonable;
use crate::external::{Planner, Said};
use crate::report::{Answer, Report};
use crate::solve::{judge, SatName, Unbelieved};
use bitreach_dimspec::DimSpec;
use bitreach_engine::file::Evidence;
use bitreach_engine::Verdict;
use bitreach_limits::{exhausted, Limits};

/// Decides a DimSpec problem, which `read` reads, by another solver, whose answer is checked; certificates by `sat`.
///
/// # Errors
/// If the solver cannot be started, on internal faults, and those of `read`.
pub fn solve_externally(
    name: &str,
    read: impl FnOnce() -> Result<DimSpec, PipelineError> + Send + 'static,
    planner: &Planner,
    sat: SatName,
    limits: &Limits,
    clock: &Clock,
) -> Result<Finished, PipelineError> {
    let (own, its_clock) = ((name.to_owned(), planner.clone(), limits.clone()), clock.clone());
    let work = move || decided(&own.0, read, &own.1, sat, &own.2, &its_clock);
    let finished = in_time(abandonable::run(&limits.end, work).unwrap_or(Err(PipelineError::Stopped)))?;
    Ok(finished.unwrap_or_else(|| Finished::ended(Subject::Problem(name), exhausted(limits), clock)))
}

/// Decides it: read, run the solver, check what it says, report.
fn decided(
    name: &str,
    read: impl FnOnce() -> Result<DimSpec, PipelineError>,
    planner: &Planner,
    sat: SatName,
    limits: &Limits,
    clock: &Clock,
) -> Result<Finished, PipelineError> {
    let problem = clock.stage("read", read)?;
    let (judged, how) = match clock.stage("solve", || planner.run(&problem, limits))? {
        Said::Stopped => (Err(Unbelieved::Stopped(exhausted(limits))), String::new()),
        Said::Answer(answer, end) => {
            let judged = clock.stage("check", || judge(&problem, &answer, sat, limits));
            (judged.map_err(|error| PipelineError::Internal(error.to_string()))?, end.sentence())
        }
    };
    let subject = Subject::Problem(name);
    let sizes = reporting::problem_sizes(&problem);
    let (evidence, sentence) = match judged {
        Ok(believed) => believed,
        Err(why) => {
            let report = unbelieved(subject, &format!("`{}`", planner.name()), &why, &how, clock);
            return Ok(Finished::of(Report { sizes: reporting::measured(sizes), ..report }));
        }
    };
    let (verdict, answer, run) = match &evidence {
        Evidence::Trace(trace) => {
            let run = reporting::named_run(&problem, trace);
            (Verdict::Unsafe(trace.clone()), Answer::Unsafe("goal".to_owned()), run)
        }
        Evidence::Certificate(certificate) => (Verdict::Safe(certificate.clone()), Answer::Safe, None),
    };
    let summary = reporting::summary_of_problem(&verdict);
    let checked = [format!("`{}` found the answer; {sentence}", planner.name())];
    let facts = Facts::new(subject, answer, summary, clock.take_stages());
    let report = report(Facts { checked: &checked, run, sizes, ..facts });
    let report = reporting::with_left_out(report, &problem);
    Ok(Finished { evidence: Some((evidence, problem.variables)), ..Finished::of(report) })
}

/// The report about an answer of `who` that is no evidence, or none that holds; `how` says how a process ended that said nothing.
pub fn unbelieved(subject: Subject, who: &str, why: &Unbelieved, how: &str, clock: &Clock) -> Report {
    let (answer, summary) = match why {
        Unbelieved::Rejected(fault) => (Answer::rejected(), format!("The answer of {who} is wrong: {fault}.")),
        Unbelieved::Unproved { reachable: true } => (
            Answer::unproved(),
            format!("Not decided: {who} says that the goal can be reached, and gives no run to it."),
        ),
        Unbelieved::Unproved { reachable: false } => {
            let summary =
                format!("Not decided: {who} says that the goal cannot be reached, and gives no certificate to check.");
            (Answer::unproved(), summary)
        }
        Unbelieved::Nothing(last) => {
            let how = if how.is_empty() { String::new() } else { format!(": {how}") };
            let last = if last.is_empty() { String::new() } else { format!(". Its last line was: {last}") };
            (Answer::Unknown("no-answer".to_owned()), format!("Not decided: {who} gave no answer{how}{last}"))
        }
        Unbelieved::Stopped(reason) => (
            Answer::Unknown(reason.to_string()),
            format!("Not decided: the limits ended {who} or the check of its answer."),
        ),
    };
    report(Facts::new(subject, answer, summary, clock.take_stages()))
}
