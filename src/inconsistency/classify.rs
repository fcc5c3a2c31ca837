//! From locations that cannot be passed to findings: one for each region, with its class.

use crate::inconsistency::configuration;
use crate::inconsistency::coverage::{Coverage, Status};
use crate::inconsistency::exits::{exit_of, may_stop};
use crate::inconsistency::finding::{Class, Configuration, Failure, Finding, Unexplained, Way, Written};
use crate::inconsistency::graph::Graph;
use crate::inconsistency::query::{Ending, Found, Query, QueryError};
use crate::prepare::choices::Decision;
use crate::program::OriginId;
use crate::read::function::{Body, LocationKind};
use crate::solve::Limits;
use crate::source_text::condition::condition_text;
use crate::source_text::Sources;

/// The findings of a function, in the order of the locations at which they begin; behind them those where executions end as the code
/// says, and boundaries that are excluded.
///
/// # Errors
/// If an engine fails.
pub fn classify(
    body: &Body,
    graph: &Graph,
    coverage: &Coverage,
    sources: &mut Sources,
    limits: &Limits,
) -> Result<Vec<Finding>, QueryError> {
    let (mut findings, mut beside): (Vec<Finding>, Vec<Finding>) = (Vec::new(), Vec::new());
    let mut open = regions(body, graph, coverage);
    open.reverse();
    while let Some((location, region)) = open.pop() {
        // Of several copies one is told; rather one that executions come to.
        let told = findings.iter().position(|finding| finding.copies.contains(&location));
        if told.is_some_and(|told| findings[told].class == Class::MustFail) {
            continue;
        }
        let (class, failure) = class_and_failure(body, graph, coverage, location, limits)?;
        let is_stop = failure == Some(Failure::Stop);
        // Of a function that never returns, as the loop of a server, it is told what no execution comes to.
        let is_whole = failure == Some(Failure::MayStop) && never_returns(coverage);
        if is_stop || is_whole {
            // To end the program there may be meant. What keeps control from going on then is told: `if (i >= 9) exit(1);`
            // behind a loop that only ends at 9.
            open.extend(inner(graph, location, &region).into_iter().rev());
        }
        // Where executions may end is told once.
        let is_within = |known: &Finding| known.failure == Some(Failure::MayStop) && known.region.contains(&location);
        if failure == Some(Failure::MayStop) && findings.iter().any(is_within) {
            continue;
        }
        let is_boundary = matches!(body.locations[location].kind, LocationKind::Boundary { .. });
        let copies = body.whole.as_ref().map_or_else(|| vec![location], |whole| whole.copies[location].clone());
        let written = written(body, location, sources);
        let (lines, facts, unexplained) = (Vec::new(), Vec::new(), Some(Unexplained::Time));
        let mut finding = Finding { location, region, copies, class, failure, written, unexplained, lines, facts };
        if is_stop || is_boundary && class != Class::MustFail {
            // What stands within a place where executions stop is not told once more.
            let is_within = |known: &Finding| known.failure == Some(Failure::Stop) && known.region.contains(&location);
            let is_known = |known: &Finding| known.copies.contains(&location) || is_stop && is_within(known);
            if !beside.iter().any(is_known) {
                beside.push(finding);
            }
            continue;
        }
        let is_contradiction = class == Class::Contradiction;
        let configuration = if is_contradiction { configuration::of_condition(body, &finding, limits)? } else { None };
        if let Some(configuration) = configuration {
            finding.class = Class::Configured(configuration);
        }
        match told {
            Some(told) if class == Class::MustFail => findings[told] = finding,
            Some(_) => {}
            None => findings.push(finding),
        }
    }
    findings.append(&mut beside);
    Ok(findings)
}

/// The class of a location, and how executions end that come there.
fn class_and_failure(
    body: &Body,
    graph: &Graph,
    coverage: &Coverage,
    location: usize,
    limits: &Limits,
) -> Result<(Class, Option<Failure>), QueryError> {
    Ok(match why(body, graph, coverage, location) {
        // Constants may also lead to where executions fail.
        Some(constants @ Class::Configured(_)) if graph.alive[location] => match ask(body, coverage, location, limits)?
        {
            (Class::Contradiction, failure) => (constants, failure),
            other => other,
        },
        Some(class) => (class, None),
        None => ask(body, coverage, location, limits)?,
    })
}

/// How the source writes a location.
fn written(body: &Body, location: usize, sources: &mut Sources) -> Written {
    let origin = |row: Option<OriginId>| body.program.map.origins.get(row?.0).cloned();
    let location = &body.locations[location];
    let place = origin(location.origin);
    let (taken, condition, is_value) = match &location.kind {
        LocationKind::Edge { taken, condition, is_value, .. } => (*taken, origin(*condition), *is_value),
        LocationKind::Boundary { taken, condition } => (*taken, origin(*condition), false),
        LocationKind::Block | LocationKind::Unmodelled(_) => return Written { place, ..Written::default() },
    };
    let text = place.as_ref().and_then(|place| condition_text(sources, place, condition.as_ref(), is_value));
    Written { place, condition, way: Some(Way { taken, text }) }
}

/// The locations at which inconsistent regions begin, each with its region: what it dominates.
fn regions(body: &Body, graph: &Graph, coverage: &Coverage) -> Vec<(usize, Vec<usize>)> {
    let inconsistent = |location: usize| {
        let is_told = !matches!(body.locations[location].kind, LocationKind::Unmodelled(_));
        is_told && coverage.status[location] == Status::Inconsistent
    };
    let mut regions: Vec<(usize, Vec<usize>)> = Vec::new();
    let predecessors = body.program.predecessors();
    for location in (0..body.locations.len()).filter(|&location| inconsistent(location)) {
        let begins = match graph.alive[location] {
            true => !graph.dominator[location].is_some_and(inconsistent),
            // Cut off by a constant condition. What stands behind a call that does not come back is no finding.
            false => {
                let is_edge = matches!(body.locations[location].kind, LocationKind::Edge { .. });
                is_edge && predecessors[body.locations[location].block.0].is_empty()
            }
        };
        if begins {
            regions.push((location, Vec::new()));
        }
    }
    for location in (0..body.locations.len()).filter(|&location| inconsistent(location)) {
        let mut at = location;
        while let Some(above) = graph.dominator[at].filter(|&above| inconsistent(above)) {
            at = above;
        }
        if let Some((_, region)) = regions.iter_mut().find(|(begin, _)| *begin == at) {
            region.push(location);
        }
    }
    regions
}

/// The regions within one that begins at `location`, without that location.
fn inner(graph: &Graph, location: usize, region: &[usize]) -> Vec<(usize, Vec<usize>)> {
    // Those that begin a region are the nearest to the location of those that are dominated by it.
    let begin = |mut at: usize| loop {
        match graph.dominator[at] {
            Some(above) if above == location => return Some(at),
            Some(above) => at = above,
            None => return None,
        }
    };
    let mut inner: Vec<(usize, Vec<usize>)> = Vec::new();
    for (begin, dominated) in region.iter().filter_map(|&dominated| Some((begin(dominated)?, dominated))) {
        match inner.iter_mut().find(|(known, _)| *known == begin) {
            Some((_, region)) => region.push(dominated),
            None => inner.push((begin, vec![dominated])),
        }
    }
    inner
}

/// The class of a location that its branch alone excludes, or one before it that constants decide: that time was up before that one was
/// decided is no reason to say more of what stands behind it. Where it is proved that one cannot be passed, executions may still take it.
fn why(body: &Body, graph: &Graph, coverage: &Coverage, location: usize) -> Option<Class> {
    let is_configured = |at: usize| {
        matches!(body.locations[at].kind, LocationKind::Edge { decision: Decision::Configured, .. })
            && (at == location || coverage.status[at] == Status::Open)
    };
    if std::iter::successors(Some(location), |&at| graph.dominator[at]).any(is_configured) {
        return Some(Class::Configured(Configuration::Constants));
    }
    match &body.locations[location].kind {
        LocationKind::Edge { decision: Decision::Written, .. } => Some(Class::Contradiction),
        _ if !graph.alive[location] => Some(Class::Contradiction),
        _ => None,
    }
}

/// Whether no execution was found that returns.
fn never_returns(coverage: &Coverage) -> bool {
    !coverage.status.contains(&Status::Covered)
}

/// Whether executions come to a location, and how they end.
fn ask(
    body: &Body,
    coverage: &Coverage,
    location: usize,
    limits: &Limits,
) -> Result<(Class, Option<Failure>), QueryError> {
    // Where it is not known whether executions come here, the weaker class is said.
    let mut found = (Class::Contradiction, Failure::Unknown);
    if !limits.are_up() {
        let block = [body.locations[location].block];
        let come = match coverage.comes_to(block[0]) {
            true => Some(true),
            false => match Query::new(&body.program, &block).ask(Ending::Anywhere, &block, limits)? {
                Found::Path(_) => Some(true),
                Found::Impossible => Some(false),
                Found::Undecided(_) => None,
            },
        };
        match come {
            Some(true) => found = (Class::MustFail, exit_of(body, location, never_returns(coverage), limits)?),
            Some(false) => return Ok((Class::Contradiction, None)),
            None => {}
        }
    }
    if found.1 == Failure::Unknown && may_stop(body, location) {
        found.1 = Failure::MayStop;
    }
    Ok((found.0, Some(found.1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inconsistency::graph::skeleton;
    use crate::prepare::choices::Taken;
    use crate::program::BlockId;
    use crate::read::function::Location;

    /// 0 → 1 or 3; 1 → 2 → 3, which returns. Constants decide the branch, and time was up before that was found out of the way to 1.
    #[test]
    fn what_stands_behind_an_undecided_constant_branch_is_configured() {
        let location = |block, kind| Location { block: BlockId(block), kind, origin: None };
        let decision = Decision::Configured;
        let edge =
            LocationKind::Edge { from: BlockId(0), taken: Taken::True, decision, condition: None, is_value: false };
        let body = Body {
            program: skeleton(&[vec![1, 3], vec![2], vec![3], vec![]]),
            locations: vec![location(1, edge), location(2, LocationKind::Block)],
            may_stop: Vec::new(),
            preconditions: Default::default(),
            reads: Default::default(),
            whole: None,
        };
        let graph = Graph::new(&body);
        let mut coverage = Coverage::new(&graph);
        coverage.status = vec![Status::Open, Status::Inconsistent];
        assert_eq!(why(&body, &graph, &coverage, 1), Some(Class::Configured(Configuration::Constants)));
        // Executions may come there all the same, and end behind it.
        for status in [Status::Inconsistent, Status::Covered] {
            coverage.status[0] = status;
            assert_eq!(why(&body, &graph, &coverage, 1), None);
        }
    }
}
