//! How the executions end that come to a location.

use crate::inconsistency::abstraction;
use crate::inconsistency::finding::Failure;
use crate::inconsistency::graph::{reached, targets};
use crate::inconsistency::lines;
use crate::inconsistency::query::{Ending, Found, Passed, Query, QueryError};
use crate::program::{BlockId, CheckKind, Exit, OriginId, Program, SiteId, Terminator, Unmodelled, UnmodelledId};
use crate::read::function::Body;
use crate::solve::Limits;

/// How executions that come to a location end; `is_whole`: no execution of the function returns. A check counts if without it, or
/// without it and others, there is a path to the return: executions may fail it on the way to something that is wrong in itself.
///
/// # Errors
/// If an engine fails.
pub(super) fn exit_of(body: &Body, location: usize, is_whole: bool, limits: &Limits) -> Result<Failure, QueryError> {
    let block = [body.locations[location].block];
    if !may_end_in(body, &block, &body.may_stop, limits)? {
        return failure(body, &block, limits);
    }
    // Which check fails takes longer to find out: first, whether it does not matter.
    let program = &body.program;
    let behind = reached(&edges(program, None), &[block[0].0]);
    let is_behind =
        |&site: &SiteId| (0..program.blocks.len()).any(|at| behind[at] && fails(&program.blocks[at].terminator, site));
    let sites: Vec<SiteId> = (0..program.map.sites.len()).map(SiteId).filter(is_behind).collect();
    if may_end_in(body, &block, &doubtful(body, &sites, is_whole), limits)? {
        return Ok(Failure::MayStop);
    }
    let failure = failure(body, &block, limits)?;
    let Failure::Check(site) = failure else { return Ok(Failure::MayStop) };
    Ok(if may_end_in(body, &block, &doubtful(body, &[site], is_whole), limits)? { Failure::MayStop } else { failure })
}

/// Whether executions through a block may end in one of these calls. Only these are stops here, so that it is no luck which of several
/// is found.
fn may_end_in(body: &Body, block: &[BlockId], calls: &[UnmodelledId], limits: &Limits) -> Result<bool, QueryError> {
    if calls.is_empty() {
        return Ok(false);
    }
    let mut perhaps = body.program.clone();
    for block in &mut perhaps.blocks {
        if matches!(block.terminator, Terminator::Exit(Exit::Unmodelled(row)) if !calls.contains(&row)) {
            block.terminator = Terminator::Exit(Exit::Error(SiteId(0)));
        }
    }
    Ok(matches!(Query::new(&perhaps, block).ask(Ending::Stop, block, limits)?, Found::Path(_)))
}

/// The calls that perhaps do not come back, whichever of these checks fails. Code that only stands behind a call would be dead if that did
/// not come back, so it does. But not always: it may have looked at what is wrong, unless that is where a pointer comes from, or each
/// execution of the function fails.
fn doubtful(body: &Body, sites: &[SiteId], is_whole: bool) -> Vec<UnmodelledId> {
    let program = &body.program;
    let is_doubtful = |call: &UnmodelledId| {
        let reached = reached(&edges(program, Some(*call)), &[0]);
        let is_beside = |site: SiteId| {
            (0..program.blocks.len()).any(|at| reached[at] && fails(&program.blocks[at].terminator, site))
        };
        let may_have_looked = |site: SiteId| !is_whole && !program.map.sites[site.0].kind.is_of_origin();
        sites.iter().all(|&site| may_have_looked(site) || is_beside(site))
    };
    body.may_stop.iter().copied().filter(is_doubtful).collect()
}

/// The successors of each block. Control does not go on behind the call that is left out.
fn edges(program: &Program, without: Option<UnmodelledId>) -> Vec<Vec<usize>> {
    let ends = |successor: &usize| {
        let terminator = &program.blocks[*successor].terminator;
        matches!(terminator, Terminator::Exit(Exit::Unmodelled(row)) if Some(*row) == without)
    };
    let successors = program.blocks.iter().map(|block| match targets(&block.terminator) {
        successors if successors.iter().any(ends) => Vec::new(),
        successors => successors,
    });
    successors.collect()
}

/// How executions through a block end, if each call comes back that may.
fn failure(body: &Body, block: &[BlockId; 1], limits: &Limits) -> Result<Failure, QueryError> {
    // A way that fails in the function's own checks often breaks what some call needs as well: its own are told rather.
    let others = preconditions_beside(body, block, limits)?;
    let program = with_stops(&body.program);
    let own = others.iter().fold(program, |program, &site| abstraction::without_check(&program, site));
    let mut relaxed = own.clone();
    let mut sites = Vec::new();
    // Whether no check is left that fails there.
    let mut none_left = false;
    while sites.len() < MOST_SITES && !limits.are_up() {
        let mut query = Query::relaxed(&relaxed, block);
        match query.ask(Ending::Error, block, limits)? {
            Found::Path(passed) => match passed.exit {
                Some(Exit::Error(site)) if !sites.contains(&site) => {
                    sites.push(site);
                    relaxed = abstraction::without_check(&relaxed, site);
                }
                _ => break,
            },
            Found::Impossible => {
                none_left = true;
                break;
            }
            Found::Undecided(_) => break,
        }
        let mut query = Query::relaxed(&relaxed, block);
        if let Found::Path(_) = query.ask(Ending::Return, block, limits)? {
            if let Some(site) = sufficient(&own, block, &sites, limits)? {
                return Ok(Failure::Check(site));
            }
            let Some(&site) = sites.last() else { return Ok(Failure::Unknown) };
            return Ok(Failure::Check(preferred(body, block, site, &relaxed, limits)?));
        }
    }
    let mut query = Query::relaxed(&relaxed, block);
    Ok(match query.ask(Ending::Stop, block, limits)? {
        Found::Path(_) => Failure::Stop,
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
) -> Result<Vec<SiteId>, QueryError> {
    let mut sites: Vec<SiteId> = body.preconditions.keys().copied().collect();
    sites.sort_unstable();
    if sites.is_empty() {
        return Ok(sites);
    }
    let relaxed = sites.iter().fold(body.program.clone(), |program, &site| abstraction::without_check(&program, site));
    let found = Query::relaxed(&relaxed, blocks).ask(Ending::Return, blocks, limits)?;
    Ok(if matches!(found, Found::Impossible) { sites } else { Vec::new() })
}

/// Of several checks without which executions return, the first that fails on each way by itself: `assert(p); return p->x;`, where
/// `p` is null, ends in the assertion, whatever would fail behind it.
fn sufficient(
    program: &Program,
    block: &[BlockId],
    sites: &[SiteId],
    limits: &Limits,
) -> Result<Option<SiteId>, QueryError> {
    for &site in sites.iter().filter(|_| sites.len() > 1) {
        let others = sites.iter().filter(|&&other| other != site);
        let relaxed = others.fold(program.clone(), |program, &other| abstraction::without_check(&program, other));
        let mut query = Query::relaxed(&relaxed, block);
        if !limits.are_up() && matches!(query.ask(Ending::Return, block, limits)?, Found::Impossible) {
            return Ok(Some(site));
        }
    }
    Ok(None)
}

/// The check that is told where `site` is one without which executions return, and `relaxed` the program without it. If that
/// is a null dereference and another check alone would do as well, the other one: where memory is given back and then used, a
/// null pointer is the one that can be given back, and hardly what was meant.
fn preferred(
    body: &Body,
    block: &[BlockId],
    site: SiteId,
    relaxed: &Program,
    limits: &Limits,
) -> Result<SiteId, QueryError> {
    let is_null =
        |site: SiteId| body.program.map.sites.get(site.0).is_some_and(|site| site.kind == CheckKind::NullDereference);
    if !is_null(site) {
        return Ok(site);
    }
    let found = Query::relaxed(relaxed, block).ask(Ending::Error, block, limits)?;
    let Found::Path(Passed { exit: Some(Exit::Error(other)), .. }) = found else { return Ok(site) };
    let without_other = abstraction::without_check(&body.program, other);
    let found = Query::relaxed(&without_other, block).ask(Ending::Return, block, limits)?;
    Ok(if !is_null(other) && matches!(found, Found::Path(_)) { other } else { site })
}

/// How many checks are taken away to see what makes executions fail.
const MOST_SITES: usize = 8;

/// The program with `assert(0)` as a call that does not come back, which it is: nothing is tested there.
fn with_stops(program: &Program) -> Program {
    let mut stopping = program.clone();
    for site in (0..program.map.sites.len()).map(SiteId).filter(|&site| is_unconditional(program, site)) {
        let origin = program.map.sites[site.0].origin;
        stopping.map.unmodelled.push(Unmodelled { reason: "`assert(0)`".to_owned(), origin });
        let row = UnmodelledId(stopping.map.unmodelled.len() - 1);
        for block in &mut stopping.blocks {
            if fails(&block.terminator, site) {
                block.terminator = Terminator::Exit(Exit::Unmodelled(row));
            }
        }
    }
    stopping
}

fn fails(terminator: &Terminator, site: SiteId) -> bool {
    matches!(terminator, Terminator::Exit(Exit::Error(failing)) if *failing == site)
}

/// Whether an assertion fails whenever control comes to it: no branch on its line leads to where it fails.
fn is_unconditional(program: &Program, site: SiteId) -> bool {
    let check = &program.map.sites[site.0];
    let Some(line) = lines::line(program, check.origin).filter(|_| check.kind == CheckKind::Assertion) else {
        return false;
    };
    let is_own = |origin: Option<OriginId>| lines::line(program, origin).as_ref() == Some(&line);
    let mut into: Vec<usize> =
        (0..program.blocks.len()).filter(|&block| fails(&program.blocks[block].terminator, site)).collect();
    let predecessors = program.predecessors();
    let mut seen = vec![false; program.blocks.len()];
    while let Some(block) = into.pop() {
        for &from in &predecessors[block] {
            let is_new = !std::mem::replace(&mut seen[from.0], true);
            match program.blocks[from.0].terminator {
                // Through the edge and the block of a call of what `assert` calls.
                Terminator::Jump(_) if is_new => into.push(from.0),
                Terminator::Jump(_) => {}
                _ if is_own(program.blocks[from.0].origin) => return false,
                _ => {}
            }
        }
    }
    true
}

/// Whether the branches of the program alone may lead from a location to a call that does not come back, or to an assertion
/// that always fails.
pub(super) fn may_stop(body: &Body, location: usize) -> bool {
    let program = with_stops(&body.program);
    let successors: Vec<Vec<usize>> = program.blocks.iter().map(|block| targets(&block.terminator)).collect();
    let behind = reached(&successors, &[body.locations[location].block.0]);
    let stops = |block: usize| matches!(program.blocks[block].terminator, Terminator::Exit(Exit::Unmodelled(_)));
    (0..program.blocks.len()).any(|block| behind[block] && stops(block))
}
