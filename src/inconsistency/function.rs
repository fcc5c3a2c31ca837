//! One function, from its program to its findings.

use crate::frontend::functions::Body;
use crate::inconsistency::classify::{classify, without_consequences, Finding};
use crate::inconsistency::conflict;
use crate::inconsistency::coverage::{Coverage, Method, Status};
use crate::inconsistency::explain::explain;
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

/// How many steps short paths have at most: rounds of loops.
const MOST_STEPS: usize = 5;
/// How many steps paths have at most that are looked for where loops alone prove nothing.
const MORE_STEPS: usize = 40;

/// From so many branches on, functions without loops are covered by conflicts.
const MANY_BRANCHES: usize = 40;

/// Analyses a function within `budget`: short paths first, then proofs with loops abstracted, then exact ones. To say what
/// the findings are may take half of the budget again.
///
/// # Errors
/// If an engine fails.
pub fn analyse(
    body: &Body,
    method: Method,
    budget: Duration,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Outcome, QueryError> {
    let graph = Graph::new(body);
    let whole = &body.program;
    let body = &Body {
        program: relax::slice(&body.program),
        locations: body.locations.clone(),
        may_stop: body.may_stop.clone(),
    };
    let has_loops = relax::has_loops(&body.program);
    let coverage = cover(body, &graph, method, &within(limits, budget), observer)?;
    let gave_up = coverage.gave_up;
    let abstracted = gave_up.is_some() && has_loops;
    let limits = within(limits, budget / 2);
    let findings = classify(body, &graph, &coverage, &limits, observer)?;
    let mut findings = without_consequences(body, findings, &limits, observer)?;
    explain(body, whole, &mut findings, &limits, observer)?;
    Ok(Outcome { findings, gave_up, abstracted, queries: coverage.queries, status: coverage.status })
}

/// Finds out which locations can be passed, as long as `limits` allow.
///
/// # Errors
/// If an engine fails.
pub fn cover(
    body: &Body,
    graph: &Graph,
    method: Method,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Coverage, QueryError> {
    let mut coverage = Coverage::new(graph);
    let by_conflicts = match method {
        Method::Auto => conflict::applies(&body.program) && conflict::branches(&body.program) >= MANY_BRANCHES,
        Method::Ic3 => false,
        Method::Conflict => conflict::applies(&body.program),
    };
    match by_conflicts {
        true => conflict::decide(&mut coverage, body, graph, limits)?,
        false => by_ic3(&mut coverage, body, graph, limits, observer)?,
    }
    Ok(coverage)
}

/// Short paths first, then proofs with loops abstracted, then exact ones.
fn by_ic3(
    coverage: &mut Coverage,
    body: &Body,
    graph: &Graph,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<(), QueryError> {
    let has_loops = relax::has_loops(&body.program);
    let all = limits.budget.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let quarter = |limits: &Limits| within(limits, all.map_or(Duration::MAX, |all| all / 4));
    coverage.short_paths(body, graph, if has_loops { MOST_STEPS } else { 1 }, &quarter(limits))?;
    if has_loops && coverage.is_open() {
        // Much of what cannot be passed cannot be passed even if loops forget what they have done, and that is easily proved.
        // What the relaxed program can do, the function perhaps cannot.
        let relaxed = relax::forget_in_loops(&body.program);
        let relaxed = Body { program: relaxed, locations: body.locations.clone(), may_stop: Vec::new() };
        let mut proofs = Coverage { queries: 0, ..coverage.clone() };
        proofs.decide(&relaxed, graph, &quarter(limits), observer)?;
        coverage.take_proofs(&proofs);
    }
    if has_loops && coverage.is_open() {
        coverage.short_paths(body, graph, MORE_STEPS, &quarter(limits))?;
    }
    coverage.decide(body, graph, limits, observer)
}

/// The limits with a deadline so far from now.
fn within(limits: &Limits, budget: Duration) -> Limits {
    let mut limits = limits.clone();
    let deadline = Instant::now().checked_add(budget);
    limits.budget.deadline = [limits.budget.deadline, deadline].into_iter().flatten().min();
    limits
}
