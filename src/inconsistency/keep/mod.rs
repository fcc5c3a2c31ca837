//! Which findings are reported, and which are withheld by which rule.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the rules: name, reason, predicate on facts |
//! | [`facts`] | what is known of a finding |
//! | [`consequences`] | findings that only follow from another one |

pub mod consequences;
pub mod facts;
pub mod rules;

use crate::inconsistency::coverage::Status;
use crate::inconsistency::finding::Finding;
use crate::inconsistency::query::QueryError;
use crate::program::Origin;
use crate::read::function::Body;
use crate::solve::Limits;
use crate::source_text::Sources;
use facts::Facts;
use rules::{Rule, Rules, CONSEQUENCE};

/// Findings, each with the rule that withholds it, if one does.
pub type Judged = Vec<(Finding, Option<&'static Rule>)>;

/// The rule that withholds a report because of a comment on one of its lines, which an explanation has brought into it.
pub fn silenced<'a>(
    lines: impl IntoIterator<Item = &'a Origin>,
    sources: &mut Sources,
    rules: &Rules,
) -> Option<&'static Rule> {
    let rule = rules.comment()?;
    lines.into_iter().any(|line| sources.has_silence(line)).then_some(rule)
}

/// Judges findings by the rules that are on. `body` is the function as it was read, `sliced` what decides its branches.
///
/// # Errors
/// If an engine fails.
pub fn keep(
    body: &Body,
    sliced: &Body,
    status: &[Status],
    findings: Vec<Finding>,
    sources: &mut Sources,
    rules: &Rules,
    limits: &Limits,
) -> Result<Judged, QueryError> {
    let mut facts: Vec<Facts> = findings.iter().map(|finding| Facts::new(body, status, finding, sources)).collect();
    // To prove what follows from what takes time, and matters to those alone who see a finding.
    if rules.is_on(CONSEQUENCE) && facts.iter().any(|facts| rules.withholding(facts).is_none()) {
        let follows = consequences::consequences(sliced, &findings, limits)?;
        facts.iter_mut().zip(follows).for_each(|(facts, follows)| facts.is_consequence = follows);
    }
    let judged: Vec<Option<&Rule>> = facts.iter().map(|facts| rules.withholding(facts)).collect();
    Ok(findings.into_iter().zip(judged).collect())
}
