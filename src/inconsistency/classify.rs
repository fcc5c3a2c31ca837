//! From locations that cannot be passed to findings: one for each region, with its class.

use crate::frontend::functions::{Body, LocationKind};
use crate::frontend::llvm::functions::Decision;
use crate::inconsistency::automaton::LineFacts;
use crate::inconsistency::coverage::{Coverage, Status};
use crate::inconsistency::graph::Graph;
use crate::inconsistency::query::{Ending, Found, Passed, Query, QueryError};
use crate::inconsistency::relax;
use crate::program::{BlockId, CheckKind, Exit, OriginId, Program, SiteId, Terminator, UnmodelledId};
use crate::solve::Limits;
use bitreach_engine::Observer;

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
    /// In a call that does not come back.
    Stop(UnmodelledId),
    /// Perhaps in a call of an unknown function, which may not come back: then nothing is wrong.
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
    /// There are too many lines.
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
    /// How executions end that come there, for [`Class::MustFail`].
    pub failure: Option<Failure>,
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
pub fn classify(
    body: &Body,
    graph: &Graph,
    coverage: &Coverage,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Vec<Finding>, QueryError> {
    let mut findings: Vec<Finding> = Vec::new();
    for (location, region) in regions(body, graph, coverage) {
        // Of several copies one is told; rather one that executions come to.
        let told = findings.iter().position(|finding| finding.copies.contains(&location));
        if told.is_some_and(|told| findings[told].class == Class::MustFail) {
            continue;
        }
        let (class, failure) = match why(body, graph, location) {
            // Constants may also lead to where executions fail.
            Some(Class::Configured) if graph.alive[location] => match ask(body, location, limits, observer)? {
                (Class::Contradiction, failure) => (Class::Configured, failure),
                other => other,
            },
            Some(class) => (class, None),
            None => ask(body, location, limits, observer)?,
        };
        // A boundary that is excluded by what stands around it is no defect.
        let is_boundary = matches!(body.locations[location].kind, LocationKind::Boundary { .. });
        if !is_boundary || class == Class::MustFail {
            let copies = body.whole.as_ref().map_or_else(|| vec![location], |whole| whole.copies[location].clone());
            let (lines, facts) = (Vec::new(), Vec::new());
            let unexplained = Some(Unexplained::Time);
            let finding = Finding { location, region, copies, class, failure, unexplained, lines, facts };
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
    observer: &mut dyn Observer,
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
            if matches!(query.ask(Ending::Return, &blocks, limits, observer)?, Found::Path(_)) {
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
        if let (LocationKind::Edge { from, .. }, None) = (&location.kind, finding.failure) {
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

/// The class of a location that its branch alone excludes.
fn why(body: &Body, graph: &Graph, location: usize) -> Option<Class> {
    match &body.locations[location].kind {
        LocationKind::Edge { decision: Decision::Configured, .. } => Some(Class::Configured),
        LocationKind::Edge { decision: Decision::Written, .. } => Some(Class::Contradiction),
        _ if !graph.alive[location] => Some(Class::Contradiction),
        _ => None,
    }
}

/// Whether executions come to a location, and how they end.
fn ask(
    body: &Body,
    location: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<(Class, Option<Failure>), QueryError> {
    if limits.are_up() {
        return Ok((Class::Contradiction, None));
    }
    let block = [body.locations[location].block];
    let mut query = Query::new(&body.program, &block);
    // Where it is not known whether executions come here, the weaker class is said.
    if !matches!(query.ask(Ending::Anywhere, &block, limits, observer)?, Found::Path(_)) {
        return Ok((Class::Contradiction, None));
    }
    Ok((Class::MustFail, Some(failing(body, location, limits, observer)?)))
}

/// How executions that come to a location end. A check counts if without it, or without it and others, there is a path to
/// the return: executions may fail it on the way to something that is wrong in itself.
fn failing(body: &Body, location: usize, limits: &Limits, observer: &mut dyn Observer) -> Result<Failure, QueryError> {
    let block = [body.locations[location].block];
    if !body.may_stop.is_empty() {
        // Only calls that perhaps come back are stops here, so that it is no luck which of several is found.
        let mut perhaps = body.program.clone();
        for block in &mut perhaps.blocks {
            if matches!(block.terminator, Terminator::Exit(Exit::Unmodelled(row)) if !body.may_stop.contains(&row)) {
                block.terminator = Terminator::Exit(Exit::Error(SiteId(0)));
            }
        }
        if let Found::Path(_) = Query::new(&perhaps, &block).ask(Ending::Stop, &block, limits, observer)? {
            return Ok(Failure::MayStop);
        }
    }
    // A way that fails in the function's own checks often breaks what some call needs as well: its own are told rather.
    let others = preconditions_beside(body, &block, limits, observer)?;
    let mut relaxed = others.iter().fold(body.program.clone(), |program, &site| relax::without_check(&program, site));
    let mut sites = Vec::new();
    // Whether no check is left that fails there.
    let mut none_left = false;
    while sites.len() < MOST_SITES && !limits.are_up() {
        let mut query = Query::relaxed(&relaxed, &block);
        match query.ask(Ending::Error, &block, limits, observer)? {
            Found::Path(passed) => match passed.exit {
                Some(Exit::Error(site)) if !sites.contains(&site) => {
                    sites.push(site);
                    relaxed = relax::without_check(&relaxed, site);
                }
                _ => break,
            },
            Found::Impossible => {
                none_left = true;
                break;
            }
            Found::Undecided(_) => break,
        }
        let mut query = Query::relaxed(&relaxed, &block);
        if let Found::Path(_) = query.ask(Ending::Return, &block, limits, observer)? {
            let Some(&site) = sites.last() else { return Ok(Failure::Unknown) };
            return Ok(Failure::Check(telling(body, &block, site, &relaxed, limits, observer)?));
        }
    }
    let mut query = Query::relaxed(&relaxed, &block);
    Ok(match query.ask(Ending::Stop, &block, limits, observer)? {
        Found::Path(Passed { exit: Some(Exit::Unmodelled(row)), .. }) => Failure::Stop(row),
        Found::Impossible if none_left => Failure::Endless,
        _ => Failure::Unknown,
    })
}

/// The checks for what functions that are called assert, if no path through `blocks` comes to the return without them either;
/// otherwise none.
///
/// # Errors
/// If an engine fails.
pub(super) fn preconditions_beside(
    body: &Body,
    blocks: &[BlockId],
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Vec<SiteId>, QueryError> {
    let mut sites: Vec<SiteId> = body.preconditions.keys().copied().collect();
    sites.sort_unstable();
    if sites.is_empty() {
        return Ok(sites);
    }
    let relaxed = sites.iter().fold(body.program.clone(), |program, &site| relax::without_check(&program, site));
    let found = Query::relaxed(&relaxed, blocks).ask(Ending::Return, blocks, limits, observer)?;
    Ok(if matches!(found, Found::Impossible) { sites } else { Vec::new() })
}

/// The check that is told where `site` is one without which executions return, and `relaxed` the program without it. If that
/// is a null dereference and another check alone would do as well, the other one: where memory is given back and then used, a
/// null pointer is the one that can be given back, and hardly what was meant.
fn telling(
    body: &Body,
    block: &[BlockId],
    site: SiteId,
    relaxed: &Program,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<SiteId, QueryError> {
    let is_null =
        |site: SiteId| body.program.map.sites.get(site.0).is_some_and(|site| site.kind == CheckKind::NullDereference);
    if !is_null(site) {
        return Ok(site);
    }
    let found = Query::relaxed(relaxed, block).ask(Ending::Error, block, limits, observer)?;
    let Found::Path(Passed { exit: Some(Exit::Error(other)), .. }) = found else { return Ok(site) };
    let without_other = relax::without_check(&body.program, other);
    let found = Query::relaxed(&without_other, block).ask(Ending::Return, block, limits, observer)?;
    Ok(if !is_null(other) && matches!(found, Found::Path(_)) { other } else { site })
}

/// How many checks are taken away to see what makes executions fail.
const MOST_SITES: usize = 8;
