//! What the rules are about: facts on a finding, none of which says what follows from it.

use crate::inconsistency::coverage::Status;
use crate::inconsistency::finding::{Class, Configuration, Failure, Finding};
use crate::program::{BlockId, CheckKind, Exit, Instruction, OriginId, Terminator};
use crate::read::function::{Body, LocationKind};
use crate::source_text::Sources;

/// What is known of a finding.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// Whether it is about the part of a branch where both sides of an inequality are equal.
    pub is_boundary: bool,
    /// Whether the source of its place cannot be shown.
    pub is_missing: bool,
    /// Whether it stands in the text of a macro.
    pub is_in_macro: bool,
    /// Whether a comment silences it.
    pub is_silenced: bool,
    /// Whether the same place of the source is there more than once, and can be passed elsewhere.
    pub has_covered_copy: bool,
    /// Whether nothing is done in the case of a `switch` but to leave it.
    pub only_breaks: bool,
    /// Whether executions fail there as a variable or memory has no value.
    pub is_of_unset: bool,
    /// Whether the first thing that is done on the way out of a branch is to assert what fails there.
    pub begins_with_its_assertion: bool,
    /// Whether the location could be passed if another finding's cause were gone.
    pub is_consequence: bool,
}

impl<'a> Facts<'a> {
    /// All facts but that it is a consequence, which only proofs say.
    pub fn new(body: &Body, status: &[Status], finding: &'a Finding, sources: &mut Sources) -> Facts<'a> {
        let place = finding.written.place.as_ref();
        let kind = &body.locations[finding.location].kind;
        Facts {
            finding,
            is_boundary: matches!(kind, LocationKind::Boundary { .. }),
            is_missing: place.is_none_or(|place| sources.is_missing(place)),
            is_in_macro: is_in_macro(body, finding, sources),
            is_silenced: place.is_some_and(|place| sources.is_silenced(place)),
            has_covered_copy: has_covered_copy(body, status, finding.location),
            only_breaks: only_breaks(body, finding, sources),
            is_of_unset: is_of_unset(body, finding),
            begins_with_its_assertion: begins_with_its_assertion(body, finding),
            is_consequence: false,
        }
    }

    /// How executions end that come there.
    pub fn failure(&self) -> Option<Failure> {
        self.finding.failure
    }

    /// Whether that decides the branch.
    pub fn is_configured(&self, configuration: Configuration) -> bool {
        self.finding.class == Class::Configured(configuration)
    }
}

/// Whether a finding stands in the text of a macro.
fn is_in_macro(body: &Body, finding: &Finding, sources: &mut Sources) -> bool {
    let Some(place) = &finding.written.place else { return false };
    let condition = finding.written.condition.as_ref();
    // A test that begins with a macro's name, as in `if (NULL == p)`, is not one of the macro's.
    let is_operand = condition.is_some_and(|condition| condition != place) && !sources.is_called(place);
    let is_whole = sources.is_macro(place) && !is_operand && !begins_with_macro(body, finding, sources);
    let is_value = matches!(body.locations[finding.location].kind, LocationKind::Edge { is_value: true, .. });
    is_whole
        || is_value && sources.is_before_macro(place)
        || condition.is_some_and(|condition| sources.is_macro(condition))
}

/// Whether a block that begins with the use of a macro is more than its text: it fails in that very assertion.
fn begins_with_macro(body: &Body, finding: &Finding, sources: &mut Sources) -> bool {
    let Some(Failure::Check(site)) = finding.failure else { return false };
    let (location, check) = (&body.locations[finding.location], &body.program.map.sites[site.0]);
    let at = |row: Option<OriginId>| row.and_then(|row| body.program.map.origins.get(row.0));
    let is_same = at(location.origin) == at(check.origin) && !body.preconditions.contains_key(&site);
    let is_assertion = check.kind.is_asserted() && is_same;
    let is_written = at(check.origin).is_some_and(|place| !sources.is_macro(place));
    matches!(location.kind, LocationKind::Block) && (is_assertion || is_written)
}

/// Whether the same place of the source is there more than once, and can be passed elsewhere.
fn has_covered_copy(body: &Body, status: &[Status], location: usize) -> bool {
    let key = |index: usize| {
        let location = &body.locations[index];
        // An `&&` is the place of its left operand, which branches, and may be that of its right one.
        let taken = match &location.kind {
            LocationKind::Block | LocationKind::Unmodelled(_) => None,
            LocationKind::Edge { taken, is_value, .. } => Some((*taken, *is_value, false)),
            LocationKind::Boundary { taken, .. } => Some((*taken, false, true)),
        };
        (location.origin, taken)
    };
    let own = key(location);
    (0..body.locations.len()).any(|index| status[index] == Status::Covered && key(index) == own)
}

/// Whether executions fail as they use what nothing has set.
fn is_of_unset(body: &Body, finding: &Finding) -> bool {
    let Some(Failure::Check(site)) = finding.failure else { return false };
    body.program.map.sites[site.0].kind == CheckKind::Uninitialised
}

/// Whether nothing is done in a case but to leave the `switch`: it is there so that all cases are.
fn only_breaks(body: &Body, finding: &Finding, sources: &mut Sources) -> bool {
    let edge = body.locations[finding.location].block;
    let Terminator::Jump(case) = body.program.blocks[edge.0].terminator else { return false };
    let begins = body.locations.iter().find(|location| location.block == case).and_then(|location| location.origin);
    let place = begins.and_then(|row| body.program.map.origins.get(row.0));
    place.and_then(|place| sources.word(place)).as_deref() == Some("break")
}

/// Whether the first thing that is done on a way out of a branch is to assert what fails there: so the source says that control
/// never goes there, as in `else { assert(a || b); … }` behind tests for both. A function is there to be called, and a loop to
/// be entered: that they begin so is no such word.
fn begins_with_its_assertion(body: &Body, finding: &Finding) -> bool {
    let program = &body.program;
    let Some(Failure::Check(site)) = finding.failure else { return false };
    let check = &program.map.sites[site.0];
    let location = &body.locations[finding.location];
    let is_way = match location.kind {
        LocationKind::Edge { .. } => true,
        // `ERROR: reach_error();` is where other places say that they fail.
        LocationKind::Block => check.kind == CheckKind::ReachError && location.block != BlockId(0),
        _ => false,
    };
    if !is_way || !check.kind.is_asserted() || body.preconditions.contains_key(&site) {
        return false;
    }
    let is_error = check.kind == CheckKind::ReachError;
    let mut block = location.block;
    let predecessors = program.predecessors();
    // All that a macro does is at the place where it is used. A way through blocks in which nothing is done may go round.
    for _ in 0..program.blocks.len() {
        let at = &program.blocks[block.0];
        let done = at.instructions.iter().find_map(|instruction| match instruction {
            Instruction::Define { origin: Some(origin), .. } => Some(*origin),
            Instruction::Store(store) => store.origin,
            _ => None,
        });
        match (done, &at.terminator) {
            // Where others come, too, it is not about this way.
            (None, Terminator::Jump(next)) if predecessors[next.0].len() > 1 && !is_error => return false,
            (None, Terminator::Jump(next)) => block = *next,
            (None, Terminator::Exit(exit)) => return is_error && *exit == Exit::Error(site),
            (done, _) => {
                let place = |row: Option<OriginId>| {
                    row.map(|row| &program.map.origins[row.0]).map(|at| (&at.file, at.line, at.column))
                };
                return place(done.or(at.origin)) == place(check.origin);
            }
        }
    }
    false
}
