//! Findings that only follow from another one.

use crate::inconsistency::abstraction;
use crate::inconsistency::finding::{Class, Failure, Finding};
use crate::inconsistency::query::{Ending, Found, Query, QueryError};
use crate::program::Program;
use crate::read::function::{Body, LocationKind};
use crate::solve::Limits;

/// With more findings than these, not each is held against each.
const MOST_COMPARED: usize = 12;

/// For each finding whether it only follows from another one: whether its location could be passed if the other's branch were
/// free, or its check did not fail. Of two that follow from each other the first stays.
///
/// # Errors
/// If an engine fails.
pub fn consequences(body: &Body, findings: &[Finding], limits: &Limits) -> Result<Vec<bool>, QueryError> {
    let mut follows = vec![false; findings.len()];
    // What is no defect in itself, whatever the source says, causes none.
    let mut left: Vec<usize> = (0..findings.len()).filter(|&index| is_compared(body, &findings[index])).collect();
    if left.len() > MOST_COMPARED {
        return Ok(follows);
    }
    for index in left.clone().into_iter().rev() {
        if limits.are_up() {
            break;
        }
        let blocks = findings[index].blocks(body);
        // As the program is configured, it fails: that it would not if it were configured otherwise, does not help.
        let is_cause = |&&cause: &&usize| {
            cause != index
                && !(matches!(findings[cause].class, Class::Configured(_)) && findings[index].class == Class::MustFail)
        };
        for &cause in left.iter().filter(is_cause) {
            let Some(relaxed) = without_cause(body, &findings[cause]) else { continue };
            let mut query = Query::relaxed(&relaxed, &blocks);
            if matches!(query.ask(Ending::Return, &blocks, limits)?, Found::Path(_)) {
                follows[index] = true;
                break;
            }
        }
        left.retain(|&other| !follows[other]);
    }
    Ok(follows)
}

/// Whether a finding is held against others: not where executions end as the code says, and not at a boundary that is excluded.
fn is_compared(body: &Body, finding: &Finding) -> bool {
    let is_boundary = matches!(body.locations[finding.location].kind, LocationKind::Boundary { .. });
    finding.failure != Some(Failure::Stop) && (!is_boundary || finding.class == Class::MustFail)
}

/// The program without the cause of a finding.
fn without_cause(body: &Body, finding: &Finding) -> Option<Program> {
    if let Some(Failure::Check(site)) = finding.failure {
        return Some(abstraction::without_check(&body.program, site));
    }
    let mut relaxed = None;
    for location in finding.copies.iter().map(|&copy| &body.locations[copy]) {
        if let (LocationKind::Edge { from, .. }, true) = (&location.kind, finding.class != Class::MustFail) {
            let program = relaxed.as_ref().unwrap_or(&body.program);
            relaxed = Some(abstraction::free_branch(program, *from, location.block));
        }
    }
    relaxed
}
