//! Why a finding holds: as few source lines as suffice for it. What the other lines compute may be anything, their branches
//! may go either way and their checks may pass, and still no execution passes the place; that is proved for the lines that are
//! left, so an explanation is checked by the way it is found.
//!
//! After Schäf, Schwartz-Narbonne, Wies: *Explaining inconsistent code* (FSE 2013). There the statements that matter come from
//! interpolants of one path; here a proof about all paths says which lines it needs
//! ([`unsat_core`](crate::inconsistency::unsat_core)), and then lines are left out of the whole function, loops included, in
//! ever smaller groups, as in Zeller's delta debugging. The facts between the lines that are left are found after that, in
//! [`automaton`](crate::inconsistency::automaton).

use crate::inconsistency::abstraction;
use crate::inconsistency::automaton::facts_between;
use crate::inconsistency::exits::preconditions_beside;
use crate::inconsistency::finding::{Finding, Line, Unexplained};
use crate::inconsistency::lines::{self, check};
use crate::inconsistency::query::{Ending, Found, Query, QueryError};
use crate::inconsistency::unsat_core::unsat_core;
use crate::program::{BlockId, Instruction, Operation, OriginId, Program, Terminator};
use crate::read::function::{Body, LocationKind};
use crate::solve::Limits;
use rustc_hash::FxHashSet;
use std::time::Duration;

/// With more lines left than this there is no explanation.
pub const MOST_LINES: usize = 400;
/// How long the search for the facts of one finding may take.
const FACTS: Duration = Duration::from_secs(4);
/// How long one attempt to leave lines out may take; the line is kept if it takes longer.
const ATTEMPT: Duration = Duration::from_millis(1500);

/// Fills in which lines matter for each finding, and what holds between them. `whole` is the program with what variables
/// hold in it.
///
/// # Errors
/// If an engine fails.
pub fn explain<'f>(
    body: &Body,
    whole: &Program,
    findings: impl Iterator<Item = &'f mut Finding>,
    limits: &Limits,
) -> Result<(), QueryError> {
    for finding in findings {
        if limits.are_up() {
            break;
        }
        // The explanation is about the check that the finding names.
        let others = preconditions_beside(body, &finding.blocks(body), &limits.shortly(ATTEMPT))?;
        let without = |program: &Program| {
            others.iter().fold(program.clone(), |program, &site| abstraction::without_check(&program, site))
        };
        let (program, whole) = (&without(&body.program), &without(whole));
        let branches = finding.copies.iter().filter_map(|&copy| branch(&body.locations[copy].kind));
        let place = Place { program, fixed: branches.collect(), blocks: finding.blocks(body) };
        let Some(lines) = place.relevant(limits)? else {
            finding.unexplained = Some(Unexplained::Lines);
            continue;
        };
        finding.unexplained = None;
        finding.lines = places(program, &lines);
        // An automaton is about one place of the program.
        if let (false, [_]) = (lines.is_empty(), &finding.copies[..]) {
            let location = &body.locations[finding.location];
            finding.facts =
                facts_between(whole, location.block, branch(&location.kind), &lines, &limits.shortly(FACTS))?;
        }
    }
    Ok(())
}

/// The block that ends with the branch that a location is a way out of.
fn branch(kind: &LocationKind) -> Option<BlockId> {
    match kind {
        LocationKind::Edge { from, .. } => Some(*from),
        _ => None,
    }
}

/// What is to be explained.
struct Place<'a> {
    /// What decides the branches of the function.
    program: &'a Program,
    /// The blocks that end with the branches that it is about.
    fixed: Vec<BlockId>,
    /// The blocks that cannot be passed.
    blocks: Vec<BlockId>,
}

impl Place<'_> {
    /// As few lines as suffice; if time is up before, more, and `None` if those are too many.
    fn relevant(&self, limits: &Limits) -> Result<Option<FxHashSet<Line>>, QueryError> {
        let mut lines = lines(self.program, &abstraction::around(self.program, &self.blocks), &self.fixed);
        let mut is_least = false;
        // What one proof needs is a good start.
        if let Some(core) = unsat_core(self.program, &lines, &self.fixed, &self.blocks, &limits.half())? {
            if self.suffice(&core.lines, limits)? {
                (lines, is_least) = (core.lines, core.least);
            }
        }
        let mut group = if is_least { 0 } else { lines.len().div_ceil(2) };
        while group > 0 {
            let mut start = 0;
            // To make a query takes long for a large function, so none is made that nobody answers.
            while start < lines.len() && !limits.are_up() {
                let end = (start + group).min(lines.len());
                let rest: Vec<Line> = lines[..start].iter().chain(&lines[end..]).cloned().collect();
                if self.suffice(&rest, limits)? {
                    lines = rest;
                } else {
                    start = end;
                }
            }
            group = if group == 1 { 0 } else { group.div_ceil(2) };
        }
        Ok((lines.len() <= MOST_LINES).then(|| lines.into_iter().collect()))
    }

    /// Whether none of the blocks can be passed for what these lines alone say.
    fn suffice(&self, lines: &[Line], limits: &Limits) -> Result<bool, QueryError> {
        let kept: FxHashSet<Line> = lines.iter().cloned().collect();
        let program = lines::with_lines(self.program, &kept, &self.fixed);
        let mut query = Query::relaxed(&program, &self.blocks);
        let found = query.ask(Ending::Return, &self.blocks, &limits.shortly(ATTEMPT))?;
        Ok(matches!(found, Found::Impossible))
    }
}

/// The lines that a program computes, branches or checks something in, as far as it is there in `part` of it, in the order of the
/// source.
fn lines(program: &Program, part: &Program, fixed: &[BlockId]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut add = |origin: Option<OriginId>| lines.extend(lines::line(program, origin));
    for (index, block) in part.blocks.iter().enumerate() {
        for instruction in &block.instructions {
            match instruction {
                Instruction::Define { operation: Operation::Input(_), .. } | Instruction::Assign(_) => {}
                Instruction::Define { origin, .. } => add(*origin),
                Instruction::Store(store) => add(store.origin),
            }
        }
        if fixed.contains(&BlockId(index)) {
            continue;
        }
        if let Terminator::Branch { .. } | Terminator::Switch { .. } = block.terminator {
            add(block.origin);
        }
        if let Terminator::Branch { then, .. } = block.terminator {
            add(check(program, then).and_then(|site| program.map.sites.get(site.0)?.origin));
        }
    }
    lines.sort();
    lines.dedup();
    lines
}

/// For each line, the first place in it that the program names.
fn places(program: &Program, lines: &FxHashSet<Line>) -> Vec<OriginId> {
    let origins = &program.map.origins;
    let mut places: Vec<OriginId> = (0..origins.len())
        .map(OriginId)
        .filter(|row| lines.contains(&(origins[row.0].file.clone(), origins[row.0].line)))
        .collect();
    // Column 0 is a place that the compiler does not know.
    let key = |row: &OriginId| {
        let origin = &origins[row.0];
        (origin.file.clone(), origin.line, origin.column == 0, origin.column)
    };
    places.sort_by_key(key);
    places.dedup_by_key(|row| (origins[row.0].file.clone(), origins[row.0].line));
    places
}
