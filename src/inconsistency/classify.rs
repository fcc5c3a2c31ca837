//! From locations that cannot be passed to findings: one for each region, with its class.

use crate::frontend::functions::{Body, LocationKind};
use crate::frontend::llvm::functions::Decision;
use crate::inconsistency::automaton::LineFacts;
use crate::inconsistency::coverage::{Coverage, Status};
use crate::inconsistency::endings::{failing, may_stop};
use crate::inconsistency::graph::Graph;
use crate::inconsistency::narrow::narrowed;
use crate::inconsistency::query::{Ending, Found, Query, QueryError};
use crate::inconsistency::relax;
use crate::program::{BlockId, OriginId, Program, SiteId};
use crate::solve::Limits;
use std::time::Duration;

/// Why a region cannot be passed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Executions come there, and each of them fails.
    MustFail,
    /// No execution comes there, because of what other statements of the function say.
    Contradiction,
    /// No execution comes there, because of constants alone.
    Configured,
}

/// How the executions that come to a region end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// In a check that fails; the first that was found.
    Check(SiteId),
    /// In a call that does not come back, or in an `assert(0)`: they end as the code says that they should.
    Stop,
    /// Perhaps in a call that does not come back: one of an unknown function, or one that there was no time to exclude. Then
    /// nothing is wrong.
    MayStop,
    /// Not at all: they run for ever.
    Endless,
    /// That is not known.
    Unknown,
}

/// Why it was not found out which lines matter for a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unexplained {
    /// Time was up.
    Time,
    /// Too many lines were left when time was up.
    Lines,
}

/// A region that no path to the return passes.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The location at which it begins.
    pub location: usize,
    /// All its locations.
    pub region: Vec<usize>,
    /// The location and its copies, of which none can be passed either.
    pub copies: Vec<usize>,
    /// Why.
    pub class: Class,
    /// How executions end that come there; `None` if it is proved that none do.
    pub failure: Option<Failure>,
    /// Whether it could be passed if a value that is widened for its condition were not, as where `long` has 32 bits.
    pub widened: bool,
    /// Why it was not found out which lines matter, if so.
    pub unexplained: Option<Unexplained>,
    /// The first place of each line that matters.
    pub lines: Vec<OriginId>,
    /// What holds between these lines; empty where that was not found out.
    pub facts: Vec<LineFacts>,
}

impl Finding {
    /// The blocks of the location and its copies.
    pub fn blocks(&self, body: &Body) -> Vec<BlockId> {
        self.copies.iter().map(|&copy| body.locations[copy].block).collect()
    }
}

/// The findings of a function, in the order of the locations at which they begin.
///
/// # Errors
/// If an engine fails.
pub fn classify(body: &Body, graph: &Graph, coverage: &Coverage, limits: &Limits) -> Result<Vec<Finding>, QueryError> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut open = regions(body, graph, coverage);
    open.reverse();
    while let Some((location, region)) = open.pop() {
        // Of several copies one is told; rather one that executions come to.
        let told = findings.iter().position(|finding| finding.copies.contains(&location));
        if told.is_some_and(|told| findings[told].class == Class::MustFail) {
            continue;
        }
        let (class, failure) = match why(body, graph, coverage, location) {
            // Constants may also lead to where executions fail.
            Some(Class::Configured) if graph.alive[location] => match ask(body, location, limits)? {
                (Class::Contradiction, failure) => (Class::Configured, failure),
                other => other,
            },
            Some(class) => (class, None),
            None => ask(body, location, limits)?,
        };
        if failure == Some(Failure::Stop) {
            // To end the program there may be meant. What keeps control from going on then is told: `if (i >= 9) exit(1);`
            // behind a loop that only ends at 9.
            open.extend(inner(graph, location, &region).into_iter().rev());
            continue;
        }
        // A boundary that is excluded by what stands around it is no defect.
        let is_boundary = matches!(body.locations[location].kind, LocationKind::Boundary { .. });
        if !is_boundary || class == Class::MustFail {
            let copies = body.whole.as_ref().map_or_else(|| vec![location], |whole| whole.copies[location].clone());
            let (lines, facts) = (Vec::new(), Vec::new());
            let unexplained = Some(Unexplained::Time);
            let widened = class == Class::Contradiction && is_widened(body, location, limits)?;
            let finding = Finding { location, region, copies, class, failure, widened, unexplained, lines, facts };
            match told {
                Some(told) if class == Class::MustFail => findings[told] = finding,
                Some(_) => {}
                None => findings.push(finding),
            }
        }
    }
    Ok(findings)
}

/// The findings without those that only follow from another one: that could be passed if the other's branch were free, or
/// its check did not fail. Of two that follow from each other the first stays.
///
/// # Errors
/// If an engine fails.
pub fn without_consequences(
    body: &Body,
    mut findings: Vec<Finding>,
    limits: &Limits,
) -> Result<Vec<Finding>, QueryError> {
    if findings.len() > MOST_COMPARED {
        return Ok(findings);
    }
    let mut last = findings.len();
    while last > 0 && !limits.are_up() {
        last -= 1;
        let blocks = findings[last].blocks(body);
        let mut follows = false;
        for other in (0..findings.len()).filter(|&other| other != last) {
            let Some(relaxed) = without(body, &findings[other]) else { continue };
            let mut query = Query::relaxed(&relaxed, &blocks);
            if matches!(query.ask(Ending::Return, &blocks, limits)?, Found::Path(_)) {
                follows = true;
                break;
            }
        }
        if follows {
            findings.remove(last);
        }
    }
    Ok(findings)
}

/// With more findings than these, not each is held against each.
const MOST_COMPARED: usize = 12;

/// The program without the cause of a finding.
fn without(body: &Body, finding: &Finding) -> Option<Program> {
    if let Some(Failure::Check(site)) = finding.failure {
        return Some(relax::without_check(&body.program, site));
    }
    let mut relaxed = None;
    for location in finding.copies.iter().map(|&copy| &body.locations[copy]) {
        if let (LocationKind::Edge { from, .. }, true) = (&location.kind, finding.class != Class::MustFail) {
            let program = relaxed.as_ref().unwrap_or(&body.program);
            relaxed = Some(relax::free_branch(program, *from, location.block));
        }
    }
    relaxed
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
        return Some(Class::Configured);
    }
    match &body.locations[location].kind {
        LocationKind::Edge { decision: Decision::Written, .. } => Some(Class::Contradiction),
        _ if !graph.alive[location] => Some(Class::Contradiction),
        _ => None,
    }
}

/// Whether a branch could be taken if the condition's operands were not widened.
fn is_widened(body: &Body, location: usize, limits: &Limits) -> Result<bool, QueryError> {
    let LocationKind::Edge { from, .. } = body.locations[location].kind else { return Ok(false) };
    let Some(narrowed) = narrowed(&body.program, from).filter(|_| !limits.are_up()) else { return Ok(false) };
    let block = [body.locations[location].block];
    let mut query = Query::relaxed(&narrowed, &block);
    Ok(matches!(query.ask(Ending::Return, &block, &limits.shortly(A_WHILE))?, Found::Path(_)))
}

/// How long is looked for a path with a condition of less bits.
const A_WHILE: Duration = Duration::from_secs(1);

/// Whether executions come to a location, and how they end.
fn ask(body: &Body, location: usize, limits: &Limits) -> Result<(Class, Option<Failure>), QueryError> {
    // Where it is not known whether executions come here, the weaker class is said.
    let mut found = (Class::Contradiction, Failure::Unknown);
    if !limits.are_up() {
        let block = [body.locations[location].block];
        let mut query = Query::new(&body.program, &block);
        match query.ask(Ending::Anywhere, &block, limits)? {
            Found::Path(_) => found = (Class::MustFail, failing(body, location, limits)?),
            Found::Impossible => return Ok((Class::Contradiction, None)),
            Found::Undecided(_) => {}
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
    use crate::frontend::functions::Location;
    use crate::frontend::llvm::functions::Taken;
    use crate::inconsistency::graph::skeleton;

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
        assert_eq!(why(&body, &graph, &coverage, 1), Some(Class::Configured));
        // Executions may come there all the same, and end behind it.
        for status in [Status::Inconsistent, Status::Covered] {
            coverage.status[0] = status;
            assert_eq!(why(&body, &graph, &coverage, 1), None);
        }
    }
}
