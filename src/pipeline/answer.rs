//! Verdicts about problems and results of native runs become answers to the question.

use super::concrete_fallback::Only;
use super::question::Question;
use crate::program::{CheckKind, Program, SiteId};
use crate::report::Answer;
use crate::source::property::Property;
use bitreach_engine::{Reason, Verdict};
use bitreach_limits::Limits;
use std::time::Instant;

/// The answer about a program after a search. `violated` is the property that a path violates; `behind` is there where unmodelled code can
/// be reached: the limit that ended the search without that code, if there was such a search.
pub fn answer_of_search(
    violated: Option<String>,
    verdict: &Verdict,
    behind: Option<Option<Reason>>,
    limits: &Limits,
) -> Answer {
    match (violated, behind) {
        (Some(violated), _) => Answer::Unsafe(violated),
        (None, Some(Some(limit))) => Answer::Unknown(cause(limit, limits).to_string()),
        (None, Some(None)) => Answer::Unknown("unmodelled".to_owned()),
        (None, None) => answer_of_problem(verdict, limits),
    }
}

/// The answer about a DimSpec problem.
pub fn answer_of_problem(verdict: &Verdict, limits: &Limits) -> Answer {
    match verdict {
        Verdict::Safe(_) => Answer::Safe,
        Verdict::Unsafe(_) => Answer::Unsafe("goal".to_owned()),
        Verdict::Unknown(reason, _) => Answer::Unknown(cause(*reason, limits).to_string()),
    }
}

/// The answer about a program after native runs alone.
pub fn answer_of_runs(violated: Option<String>, only: Option<&Only>, limits: &Limits) -> Answer {
    match (&violated, only) {
        (None, Some(Only::Safe { .. })) => return Answer::Safe,
        (None, Some(Only::Unmodelled(_))) => return Answer::Unknown("unmodelled".to_owned()),
        _ => {}
    }
    let reason = match (limits.stop.is_raised(), is_late(limits)) {
        (true, _) => cause(Reason::Interrupted, limits),
        (false, true) => Reason::Timeout,
        (false, false) => Reason::Steps,
    };
    violated.map_or_else(|| Answer::Unknown(reason.to_string()), Answer::Unsafe)
}

/// Why a run ended early: an engine only sees that its flag is raised; who raised the flag knows why. Where nobody did, the deadline of the run
/// or of a part of it has.
fn cause(reason: Reason, limits: &Limits) -> Reason {
    match (reason, limits.cause.get()) {
        (Reason::Interrupted, Some(cause)) => *cause,
        (Reason::Interrupted, None) if is_late(limits) || !limits.stop.is_raised() => Reason::Timeout,
        (reason, _) => reason,
    }
}

/// Whether the time is up.
fn is_late(limits: &Limits) -> bool {
    limits.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

impl Question {
    /// The property that is violated at a site: of several that are asked for together, the one that the site's check is about.
    pub fn violated(&self, program: &Program, site: SiteId) -> String {
        let kind = program.map.sites.get(site.0).map(|site| site.kind);
        match kind {
            Some(kind) if self.property.is_about_memory() && CheckKind::OF_ACCESS.contains(&kind) => {
                Property::ValidDeref.to_string()
            }
            Some(CheckKind::ClosedFile) => Property::ValidDeref.to_string(),
            Some(kind) if CheckKind::OF_FREE.contains(&kind) => Property::ValidFree.to_string(),
            Some(CheckKind::Lost) => Property::ValidMemtrack.to_string(),
            _ => self.property.in_verdicts(),
        }
    }
}
