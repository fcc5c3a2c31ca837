//! One function, from its program to its findings.

use crate::frontend::functions::Body;
use crate::inconsistency::classify::{classify, without_consequences, Finding};
use crate::inconsistency::coverage::{cover, Status};
use crate::inconsistency::graph::Graph;
use crate::inconsistency::query::QueryError;
use crate::inconsistency::relax;
use crate::solve::Limits;
use bitreach_engine::{Observer, Reason};
use std::time::{Duration, Instant};

/// What was found out about a function.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The findings.
    pub findings: Vec<Finding>,
    /// What is known about each location.
    pub status: Vec<Status>,
    /// Why the exact analysis was given up.
    pub gave_up: Option<Reason>,
    /// Whether loops were abstracted then, so that findings may be missing.
    pub abstracted: bool,
    /// How many questions were asked.
    pub queries: usize,
}

/// Analyses a function within `budget`; the abstraction of loops, if it comes to that, may take half of it again.
///
/// # Errors
/// If an engine fails.
pub fn analyse(
    body: &Body,
    budget: Duration,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Outcome, QueryError> {
    let graph = Graph::new(body);
    let body = &Body {
        program: relax::slice(&body.program),
        locations: body.locations.clone(),
        may_stop: body.may_stop.clone(),
    };
    let mut coverage = cover(body, &graph, None, &within(limits, budget), observer)?;
    let gave_up = coverage.gave_up;
    let mut abstracted = false;
    if gave_up == Some(Reason::Timeout) && relax::has_loops(&body.program) {
        abstracted = true;
        let relaxed = Body {
            program: relax::forget_in_loops(&body.program),
            locations: body.locations.clone(),
            may_stop: body.may_stop.clone(),
        };
        let queries = coverage.queries;
        // Only proofs count: what the relaxed program can do, the function perhaps cannot.
        coverage = cover(&relaxed, &graph, Some(coverage.status), &within(limits, budget / 2), observer)?;
        coverage.queries += queries;
    }
    let limits = within(limits, budget / 2);
    let findings = classify(body, &graph, &coverage, &limits, observer)?;
    let findings = without_consequences(body, findings, &limits, observer)?;
    Ok(Outcome { findings, gave_up, abstracted, queries: coverage.queries, status: coverage.status })
}

/// The limits with a deadline so far from now.
fn within(limits: &Limits, budget: Duration) -> Limits {
    let mut limits = limits.clone();
    let deadline = Instant::now().checked_add(budget);
    limits.budget.deadline = [limits.budget.deadline, deadline].into_iter().flatten().min();
    limits
}
