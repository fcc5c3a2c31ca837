//! One function, from its program to what is said about it: the stages in a row.

use crate::inconsistency::abstraction;
use crate::inconsistency::classify::classify;
use crate::inconsistency::cover::cover;
use crate::inconsistency::coverage::{Coverage, Method, Status};
use crate::inconsistency::effort::Effort;
use crate::inconsistency::explain::explain;
use crate::inconsistency::graph::Graph;
use crate::inconsistency::keep::rules::{Rule, Rules};
use crate::inconsistency::keep::{keep, silenced};
use crate::inconsistency::query::QueryError;
use crate::inconsistency::words::{describe, Description};
use crate::program::UnmodelledId;
use crate::read::function::{Body, Location, LocationKind};
use crate::solve::Limits;
use crate::source_text::Sources;
use bitreach_engine::Reason;
use std::time::Duration;

/// How functions are analysed.
#[derive(Clone, Debug)]
pub struct Options {
    /// How they are covered.
    pub coverage: Method,
    /// The time for one function.
    pub budget: Duration,
    /// Whether nothing is given up before that time is over.
    pub thorough: bool,
    /// By which rules findings are withheld.
    pub rules: Rules,
}

/// What was found out about a function.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What is reported.
    pub reports: Vec<Description>,
    /// What is withheld, and by which rule.
    pub withheld: Vec<(Description, &'static Rule)>,
    /// Why the exact analysis was given up.
    pub gave_up: Option<Reason>,
    /// Whether loops were abstracted then, so that findings may be missing.
    pub abstracted: bool,
    /// How many questions were asked.
    pub queries: usize,
    /// Of a whole program: what it does, or perhaps does, that is not modelled.
    pub unmodelled: Vec<UnmodelledId>,
}

/// Analyses a function within its budget. To say what the findings are may take half of the budget again. Findings that are withheld
/// get no explanation, which takes longest.
///
/// # Errors
/// If an engine fails.
pub fn analyse(body: &Body, sources: &mut Sources, options: &Options, limits: &Limits) -> Result<Outcome, QueryError> {
    let graph = Graph::new(body);
    let sliced = &Body { program: abstraction::slice(&body.program), ..body.clone() };
    // A whole program is worth all of its time.
    let effort = Effort::new(options.thorough || body.whole.is_some());
    let mut coverage = cover(sliced, &graph, options.coverage, &effort, &limits.shortly(options.budget))?;
    let (gave_up, unmodelled) = (coverage.gave_up, unmodelled(sliced, &coverage));
    coverage.agree(sliced);
    let limits = limits.shortly(options.budget / 2);
    let findings = classify(sliced, &graph, &coverage, sources, &limits)?;
    let mut judged = keep(body, sliced, &coverage.status, findings, sources, &options.rules, &limits)?;
    let kept = judged.iter_mut().filter(|(_, rule)| rule.is_none()).map(|(finding, _)| finding);
    explain(sliced, &body.program, kept, &limits)?;
    let (mut reports, mut withheld) = (Vec::new(), Vec::new());
    for (finding, rule) in judged {
        let description = describe(body, &finding);
        let lines = || description.lines.iter().map(|(line, _)| line);
        match rule.or_else(|| silenced(lines(), sources, &options.rules)) {
            None => reports.push(description),
            Some(rule) => withheld.push((description, rule)),
        }
    }
    let abstracted = gave_up.is_some() && abstraction::has_loops(&sliced.program);
    Ok(Outcome { reports, withheld, unmodelled, gave_up, abstracted, queries: coverage.queries })
}

/// What is not modelled and not proved to be out of reach.
fn unmodelled(body: &Body, coverage: &Coverage) -> Vec<UnmodelledId> {
    let reached = |(location, status): (&Location, &Status)| match location.kind {
        LocationKind::Unmodelled(row) if matches!(status, Status::Covered | Status::Open) => Some(row),
        _ => None,
    };
    body.locations.iter().zip(&coverage.status).filter_map(reached).collect()
}
