//! Conditions that are constant for another reason than what the function says: literals, sizes of types, casts to a platform's types.

use crate::inconsistency::finding::{Configuration, Finding};
use crate::inconsistency::lines;
use crate::inconsistency::narrow_long::narrowed;
use crate::inconsistency::query::{Ending, Found, Query, QueryError};
use crate::program::{Program, Terminator};
use crate::read::function::{Body, LocationKind};
use crate::solve::Limits;
use crate::source_text::expression::Expression;
use rustc_hash::FxHashSet;
use std::time::Duration;

/// How long one question about a condition may take.
const A_WHILE: Duration = Duration::from_secs(1);

/// What the condition of a contradiction is a question of, if not of the function.
///
/// # Errors
/// If an engine fails.
pub(super) fn of_condition(
    body: &Body,
    finding: &Finding,
    limits: &Limits,
) -> Result<Option<Configuration>, QueryError> {
    let text = finding.written.way.as_ref().and_then(|way| way.text.as_deref());
    let Some(condition) = text.and_then(Expression::new) else { return Ok(None) };
    if condition.is_literal() {
        return Ok(Some(Configuration::Literal));
    }
    let is_folded = is_folded(body, finding.location);
    if is_folded && condition.compares_a_cast() || condition.compares_with_itself() {
        return Ok(Some(Configuration::Cast));
    }
    if condition.computes_with_sizeof() && is_constant_by_itself(body, finding, limits)? {
        return Ok(Some(Configuration::Sizeof));
    }
    let is_wide = condition.casts_to(has_platform_width) && (is_folded || is_widened(body, finding, limits)?);
    Ok(is_wide.then_some(Configuration::Width))
}

/// Whether a branch's condition became constant before any branch was looked at.
fn is_folded(body: &Body, location: usize) -> bool {
    match body.locations[location].kind {
        LocationKind::Edge { from, .. } => matches!(body.program.blocks[from.0].terminator, Terminator::Jump(_)),
        _ => false,
    }
}

/// Whether a branch cannot be taken whatever other lines compute, or that is not known: `n > sizeof(buffer)` for an `unsigned char n`, but
/// not behind a test of `n`.
fn is_constant_by_itself(body: &Body, finding: &Finding, limits: &Limits) -> Result<bool, QueryError> {
    let location = &body.locations[finding.location];
    let LocationKind::Edge { from, condition, .. } = location.kind else { return Ok(true) };
    let program = &body.program;
    let own = [location.origin, condition, program.blocks[from.0].origin];
    let lines: FxHashSet<_> = own.into_iter().filter_map(|origin| lines::line(program, origin)).collect();
    passes(&lines::with_lines(program, &lines, &[from]), finding, body, limits).map(|passes| !passes)
}

/// Whether a branch could be taken if the condition's operands were not widened.
fn is_widened(body: &Body, finding: &Finding, limits: &Limits) -> Result<bool, QueryError> {
    let LocationKind::Edge { from, .. } = body.locations[finding.location].kind else { return Ok(false) };
    match narrowed(&body.program, from).filter(|_| !limits.are_up()) {
        Some(narrowed) => passes(&narrowed, finding, body, limits),
        None => Ok(false),
    }
}

/// Whether a path to the return passes a finding's location in a program that can do more than the function.
fn passes(program: &Program, finding: &Finding, body: &Body, limits: &Limits) -> Result<bool, QueryError> {
    let block = [body.locations[finding.location].block];
    let found = Query::relaxed(program, &block).ask(Ending::Return, &block, &limits.shortly(A_WHILE))?;
    Ok(matches!(found, Found::Path(_)))
}

/// Whether the name of a type says nothing about its width: `long`, `size_t`, `u_long`, but not `int` and `uint64_t`.
fn has_platform_width(ty: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == ' ';
    let last = ty.rsplit(' ').next().unwrap_or_default();
    let is_fixed = last.contains("int") && last.ends_with("_t") && last.contains(|c: char| c.is_ascii_digit());
    let is_platforms = last.ends_with("_t") || last.to_ascii_lowercase().ends_with("long");
    ty.chars().all(is_word) && is_platforms && !is_fixed && !ty.contains("long long")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_types_are_the_platforms() {
        for ty in ["long", "unsigned long", "size_t", "u_long", "tmsize_t"] {
            assert!(has_platform_width(ty), "{ty}");
        }
        for ty in ["int", "uint64_t", "long long", "unsigned long long", "char *", "count"] {
            assert!(!has_platform_width(ty), "{ty}");
        }
    }
}
