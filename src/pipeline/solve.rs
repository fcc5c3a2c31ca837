//! `solve`: decides a DimSpec problem.

use super::answer::answer_of_problem;
use super::clock::Clock;
use super::error::{in_time, PipelineError};
use super::evidence::evidence;
use super::finished::Finished;
use super::question::Choice;
use super::reporting::{self, report, Facts, Subject};
use super::stages::search_one;
use crate::abandonable;
use bitreach_dimspec::DimSpec;
use bitreach_engine::{Observer, Verdict};
use bitreach_limits::{exhausted, Limits};
use std::sync::Arc;

/// Decides a DimSpec problem, which `read` reads. The clock says meanwhile which stage runs.
///
/// # Errors
/// On internal faults, and those of `read`.
pub fn solve(
    name: &str,
    read: impl FnOnce() -> Result<DimSpec, PipelineError> + Send + 'static,
    choice: &Choice,
    limits: &Limits,
    mut observer: impl Observer + 'static,
    clock: &Clock,
) -> Result<Finished, PipelineError> {
    let (own, its_clock) = ((name.to_owned(), choice.clone(), limits.clone()), clock.clone());
    let work = move || decided(&own.0, read, &own.1, &own.2, &mut observer, &its_clock);
    let finished = in_time(abandonable::run(&limits.end, work).unwrap_or(Err(PipelineError::Stopped)))?;
    Ok(finished.unwrap_or_else(|| Finished::ended(Subject::Problem(name), exhausted(limits), clock)))
}

/// Decides it: read, search, report.
fn decided(
    name: &str,
    read: impl FnOnce() -> Result<DimSpec, PipelineError>,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Finished, PipelineError> {
    let problem = Arc::new(clock.stage("read", read)?);
    let solved = search_one(&problem, None, choice, limits, observer, clock)?;
    let answer = answer_of_problem(&solved.verdict, limits);
    let summary = reporting::summary_of_problem(&solved.verdict);
    let report = report(Facts {
        checked: &solved.evidence,
        run: match &solved.verdict {
            Verdict::Unsafe(trace) => reporting::named_run(&problem, trace),
            _ => None,
        },
        sizes: reporting::problem_sizes(&problem),
        engines: reporting::engine_figures(&solved.engines),
        ..Facts::new(Subject::Problem(name), answer, summary, clock.take_stages())
    });
    let evidence = evidence(solved.verdict).map(|evidence| (evidence, problem.variables));
    Ok(Finished { evidence, ..Finished::of(reporting::with_left_out(report, &problem)) })
}
