//! What a finding says: its sentence, the lines involved, CWE numbers, and whether it is better kept back.

use crate::bv::BitVec;
use crate::inconsistency::automaton::LineFacts;
use crate::inconsistency::classify::{Class, Failure, Finding, Unexplained};
use crate::inconsistency::condition::condition_text;
use crate::inconsistency::coverage::Status;
use crate::inconsistency::explain::MOST_LINES;
use crate::inconsistency::source::Sources;
use crate::inconsistency::spelled;
use crate::program::{BlockId, CheckKind, Instruction, Origin, OriginId, SiteId, Terminator};
use crate::read::function::{Body, Location, LocationKind, Taken};

/// A finding in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Where it is reported.
    pub place: Origin,
    /// Its class, which constants in the condition's text may have changed.
    pub class: Class,
    /// What it is about, however little time there was to find out more.
    pub subject: String,
    /// One sentence.
    pub message: String,
    /// CWE numbers.
    pub cwe: Vec<u32>,
    /// The places involved, each with a note.
    pub lines: Vec<(Origin, String)>,
    /// What holds between them.
    pub facts: Vec<LineFacts>,
    /// Why there is no explanation, if so.
    pub unexplained: Option<String>,
}

/// Why a finding is not shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suppression {
    /// It stands in the text of a macro.
    Macro,
    /// A comment says so.
    Comment,
    /// Other copies of the same code can be passed.
    Copy,
    /// The default of a `switch` whose cases are all that there is, a case in which nothing is done, or a branch that begins with an
    /// assertion which says that it is never taken.
    Defensive,
    /// A function that is called there may not come back.
    MayStop,
    /// Nothing of the source is there: the place is unknown, or its file cannot be read.
    NoPlace,
}

/// Tells a finding, or says why it is kept back.
pub fn tell(body: &Body, status: &[Status], finding: &Finding, sources: &mut Sources) -> Result<Told, Suppression> {
    let map = &body.program.map;
    let origin = |row: Option<OriginId>| row.and_then(|row| map.origins.get(row.0)).cloned();
    let location = &body.locations[finding.location];
    let place = origin(location.origin).ok_or(Suppression::NoPlace)?;
    let condition = match &location.kind {
        LocationKind::Edge { condition, .. } | LocationKind::Boundary { condition, .. } => origin(*condition),
        LocationKind::Block | LocationKind::Unmodelled(_) => None,
    };
    if finding.failure == Some(Failure::MayStop) {
        return Err(Suppression::MayStop);
    }
    if sources.is_missing(&place) {
        return Err(Suppression::NoPlace);
    }
    // A test that begins with a macro's name, as in `if (NULL == p)`, is not one of the macro's.
    let is_operand = condition.as_ref().is_some_and(|condition| *condition != place) && !sources.is_called(&place);
    let in_macro = sources.is_macro(&place) && !is_operand && !begins_with_macro(body, finding, sources);
    if in_macro || condition.as_ref().is_some_and(|condition| sources.is_macro(condition)) {
        return Err(Suppression::Macro);
    }
    if sources.is_silenced(&place) {
        return Err(Suppression::Comment);
    }
    if has_other_copy(body, status, finding.location) {
        return Err(Suppression::Copy);
    }
    let told = match &location.kind {
        LocationKind::Block | LocationKind::Unmodelled(_) => None,
        LocationKind::Edge { taken, .. } | LocationKind::Boundary { taken, .. } => {
            let is_value = matches!(location.kind, LocationKind::Edge { is_value: true, .. });
            Some((*taken, condition_text(sources, &place, condition.as_ref(), is_value)))
        }
    };
    match (&told, finding.class) {
        (Some((Taken::Default, _)), Class::Contradiction) => return Err(Suppression::Defensive),
        (Some((Taken::Case(_), _)), Class::Contradiction) if only_breaks(body, finding, sources) => {
            return Err(Suppression::Defensive)
        }
        _ => {}
    }
    if begins_with_its_assertion(body, finding) {
        return Err(Suppression::Defensive);
    }
    let class = match &told {
        Some((_, Some(text)))
            if finding.class == Class::Contradiction
                && spelled::is_configuration(text, is_folded(body, location), finding.widened) =>
        {
            Class::Configured
        }
        _ => finding.class,
    };
    let reached = match &told {
        None => "this code".to_owned(),
        Some((taken, text)) => way(*taken, text.as_deref()),
    };
    let subject = match &location.kind {
        LocationKind::Boundary { .. } => format!("{reached} with both sides equal"),
        _ => reached.clone(),
    };
    let (message, cwe) = match class {
        // Executions may come there, for all that is known.
        Class::Contradiction if finding.failure.is_some() => {
            let (end, cwe) = failure(body, finding.failure);
            let verb = if told.is_some() { "takes" } else { "comes to" };
            (format!("every execution that {verb} {subject} {end}"), cwe)
        }
        Class::Contradiction | Class::Configured => impossible(&told),
        Class::MustFail => {
            let (end, cwe) = failure(body, finding.failure);
            let what = if body.whole.is_some() { "the program" } else { "this function" };
            let verb = if told.is_some() { "takes" } else { "comes to" };
            match location.kind {
                LocationKind::Boundary { .. } => {
                    (format!("every execution that takes {subject} {end}"), [vec![193], cwe].concat())
                }
                LocationKind::Block if location.block == BlockId(0) => {
                    (format!("every execution of {what} {end}"), cwe)
                }
                _ => (format!("every execution that {verb} {reached} {end}"), cwe),
            }
        }
    };
    let place = condition.unwrap_or(place);
    let mut lines = vec![(place.clone(), String::new())];
    for row in &finding.lines {
        let at = &map.origins[row.0];
        if at.line != place.line || at.file != place.file {
            lines.push((at.clone(), String::new()));
        }
    }
    if let Some(Failure::Check(site)) = finding.failure {
        if let Some(at) = map.sites.get(site.0).and_then(|site| origin(site.origin)) {
            lines.retain(|(line, _)| line.line != at.line || line.file != at.file || line == &place);
            let is_call = body.preconditions.contains_key(&site);
            lines.push((at, if is_call { "the call fails".to_owned() } else { map.sites[site.0].kind.to_string() }));
        }
    }
    for (at, note) in asserted(body, finding) {
        // In a recursive function it may be one of the lines that matter.
        lines.retain(|(line, _)| line.line != at.line || line.file != at.file || line == &place);
        lines.push((at, note));
    }
    let unexplained = finding.unexplained.map(|reason| match reason {
        Unexplained::Time => "there was no time to find out why".to_owned(),
        Unexplained::Lines => {
            format!("there was no time to find out why: more than {MOST_LINES} lines were left that may matter")
        }
    });
    Ok(Told { place, class, subject, message, cwe, lines, facts: finding.facts.clone(), unexplained })
}

/// What functions that are called assert, where that takes part in a finding: as the check that fails, or in a call that matters.
fn asserted(body: &Body, finding: &Finding) -> Vec<(Origin, String)> {
    let map = &body.program.map;
    let line = |row: OriginId| (&map.origins[row.0].file, map.origins[row.0].line);
    let matters = |site: &SiteId| match finding.failure {
        // Of those that can fail, one is told.
        Some(failure) if finding.class == Class::MustFail => failure == Failure::Check(*site),
        _ => {
            let call = map.sites[site.0].origin.map(line);
            finding.lines.iter().any(|row| call == Some(line(*row)))
        }
    };
    let mut places: Vec<OriginId> =
        body.preconditions.iter().filter(|(site, _)| matters(site)).map(|(_, place)| *place).collect();
    places.sort_unstable();
    places.dedup();
    let told = |place: OriginId| {
        let origin = map.origins[place.0].clone();
        let note = format!("asserted by `{}`", origin.function);
        (origin, note)
    };
    places.into_iter().map(told).collect()
}

/// Whether nothing is done in a case but to leave the `switch`: it is there so that all cases are.
fn only_breaks(body: &Body, finding: &Finding, sources: &mut Sources) -> bool {
    let edge = body.locations[finding.location].block;
    let Terminator::Jump(case) = body.program.blocks[edge.0].terminator else { return false };
    let begins = body.locations.iter().find(|location| location.block == case).and_then(|location| location.origin);
    let place = begins.and_then(|row| body.program.map.origins.get(row.0));
    place.and_then(|place| sources.word(place)).as_deref() == Some("break")
}

/// Whether a block that begins with the use of a macro is more than its text: it fails in that very assertion.
fn begins_with_macro(body: &Body, finding: &Finding, sources: &mut Sources) -> bool {
    let Some(Failure::Check(site)) = finding.failure else { return false };
    let (location, check) = (&body.locations[finding.location], &body.program.map.sites[site.0]);
    let at = |row: Option<OriginId>| row.and_then(|row| body.program.map.origins.get(row.0));
    let is_same = at(location.origin) == at(check.origin) && !body.preconditions.contains_key(&site);
    let is_assertion = check.kind == CheckKind::Assertion && is_same;
    let is_written = at(check.origin).is_some_and(|place| !sources.is_macro(place));
    matches!(location.kind, LocationKind::Block) && (is_assertion || is_written)
}

/// Whether the first thing that is done on a way out of a branch is to assert what fails there: so the source says that control
/// never goes there, as in `else { assert(a || b); … }` behind tests for both. A function is there to be called, and a loop to
/// be entered: that they begin so is no such word.
fn begins_with_its_assertion(body: &Body, finding: &Finding) -> bool {
    let program = &body.program;
    if !matches!(body.locations[finding.location].kind, LocationKind::Edge { .. }) {
        return false;
    }
    let Some(Failure::Check(site)) = finding.failure else { return false };
    let check = &program.map.sites[site.0];
    if check.kind != CheckKind::Assertion || body.preconditions.contains_key(&site) {
        return false;
    }
    let mut block = body.locations[finding.location].block;
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
            (None, Terminator::Jump(next)) if predecessors[next.0].len() > 1 => return false,
            (None, Terminator::Jump(next)) => block = *next,
            (None, Terminator::Exit(_)) => return false,
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

/// Whether a branch's condition became constant before any branch was looked at.
fn is_folded(body: &Body, location: &Location) -> bool {
    match location.kind {
        LocationKind::Edge { from, .. } => matches!(body.program.blocks[from.0].terminator, Terminator::Jump(_)),
        _ => false,
    }
}

/// Whether the same place of the source is there more than once, and can be passed elsewhere.
fn has_other_copy(body: &Body, status: &[Status], location: usize) -> bool {
    let key = |index: usize| {
        let location = &body.locations[index];
        let taken = match &location.kind {
            LocationKind::Block | LocationKind::Unmodelled(_) => None,
            LocationKind::Edge { taken, .. } => Some((false, *taken)),
            LocationKind::Boundary { taken, .. } => Some((true, *taken)),
        };
        (location.origin, taken)
    };
    let own = key(location);
    (0..body.locations.len()).any(|index| status[index] == Status::Covered && key(index) == own)
}

fn number(case: BitVec) -> String {
    case.signed().to_string()
}

/// The way out of a branch, as the object of "takes".
fn way(taken: Taken, condition: Option<&str>) -> String {
    match (taken, condition) {
        (Taken::True, Some(text)) => format!("the branch where `{text}` holds"),
        (Taken::False, Some(text)) => format!("the branch where `{text}` does not hold"),
        (Taken::True, None) => "this branch".to_owned(),
        (Taken::False, None) => "the other branch".to_owned(),
        (Taken::Case(case), _) => format!("case {}", number(case)),
        (Taken::Default, _) => "the default case".to_owned(),
    }
}

/// The sentence about what is never reached.
fn impossible(told: &Option<(Taken, Option<String>)>) -> (String, Vec<u32>) {
    match told {
        None => ("this code is never reached".to_owned(), vec![561]),
        Some((Taken::True, Some(text))) => (format!("`{text}` is always false here"), vec![570, 561]),
        Some((Taken::False, Some(text))) => (format!("`{text}` is always true here"), vec![571, 561]),
        // Which of the two it is, is not known.
        Some((Taken::True | Taken::False, None)) => {
            ("one way out of this condition is never taken".to_owned(), vec![561])
        }
        Some((Taken::Case(case), text)) => {
            let what = text.as_ref().map_or("the value".to_owned(), |text| format!("`{text}`"));
            (format!("{what} is never {} here", number(*case)), vec![561])
        }
        Some((Taken::Default, _)) => ("the default case is never taken".to_owned(), vec![561]),
    }
}

/// How executions end, as what follows "every execution that … ".
fn failure(body: &Body, failure: Option<Failure>) -> (String, Vec<u32>) {
    let map = &body.program.map;
    let line = |row: Option<OriginId>| {
        let line = row.and_then(|row| map.origins.get(row.0)).map_or(0, |origin| origin.line);
        if line > 0 {
            format!(" in line {line}")
        } else {
            String::new()
        }
    };
    match failure {
        Some(Failure::Check(site)) => {
            let reads = body.reads.contains(&site);
            let (place, site) = (body.preconditions.get(&site), &map.sites[site.0]);
            if let Some(place) = place.map(|place| &map.origins[place.0]) {
                let (call, callee, text) = (line(site.origin), &place.function, &site.detail);
                let end = format!("fails in the call{call}: `{callee}` asserts `{text}` in line {}", place.line);
                return (end, vec![628, 617]);
            }
            let detail = if site.detail.is_empty() { String::new() } else { format!(" `{}`", site.detail) };
            (format!("fails: {}{detail}{}", site.kind, line(site.origin)), vec![weakness(site.kind, reads)])
        }
        Some(Failure::Endless) => ("runs for ever".to_owned(), vec![835]),
        Some(Failure::Unknown | Failure::Stop | Failure::MayStop) | None => {
            let end = if body.whole.is_some() { "the end of the program" } else { "the function's return" };
            (format!("does not come to {end}"), vec![705])
        }
    }
}

/// The CWE number of a check; `reads`: of an access that reads.
fn weakness(kind: CheckKind, reads: bool) -> u32 {
    match kind {
        CheckKind::DivisionByZero => 369,
        CheckKind::NullDereference => 476,
        CheckKind::OutOfBounds if reads => 125,
        CheckKind::OutOfBounds => 787,
        CheckKind::UseAfterFree => 416,
        CheckKind::UseAfterScope => 562,
        CheckKind::FreeOfNonHeap => 590,
        CheckKind::FreeOfInner => 761,
        CheckKind::DoubleFree => 415,
        CheckKind::Assertion | CheckKind::ReachError => 617,
        _ => 190,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let told = |taken| Some((taken, Some("x > 1".to_owned())));
        assert_eq!(impossible(&told(Taken::True)).0, "`x > 1` is always false here");
        assert_eq!(impossible(&told(Taken::Case(BitVec::new(8, 255)))).0, "`x > 1` is never -1 here");
        assert_eq!(way(Taken::False, Some("x")), "the branch where `x` does not hold");
    }
}
