//! What a finding says: its sentence, the lines involved, CWE numbers. Whether it is reported is decided elsewhere
//! ([`keep`](crate::inconsistency::keep)).

use crate::bv::BitVec;
use crate::inconsistency::explain::MOST_LINES;
use crate::inconsistency::finding::{Class, Failure, Finding, LineFacts, Unexplained, Way};
use crate::program::{BlockId, CheckKind, Origin, OriginId, SiteId};
use crate::read::function::{Body, LocationKind, Taken};

/// A finding in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// Where it is reported.
    pub place: Origin,
    /// Its class.
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

/// Describes a finding of a function.
pub fn describe(body: &Body, finding: &Finding) -> Description {
    let map = &body.program.map;
    let way = finding.written.way.as_ref();
    // Without a place of its own it is told where the function begins.
    let begin = || map.origins.first().cloned();
    let place = finding.written.place.clone().or_else(begin).unwrap_or_else(nowhere);
    let reached = way.map_or_else(|| "this code".to_owned(), way_out);
    let kind = &body.locations[finding.location].kind;
    let subject = match kind {
        LocationKind::Boundary { .. } => format!("{reached} with both sides equal"),
        _ => reached,
    };
    let (message, cwe) = sentence(body, finding, &subject);
    let place = finding.written.condition.clone().unwrap_or(place);
    let lines = lines(body, finding, &place);
    let unexplained = finding.unexplained.map(|reason| match reason {
        Unexplained::Time => "there was no time to find out why".to_owned(),
        Unexplained::Lines => {
            format!("there was no time to find out why: more than {MOST_LINES} lines were left that may matter")
        }
    });
    Description { place, class: finding.class, subject, message, cwe, lines, facts: finding.facts.clone(), unexplained }
}

/// A place that is not known.
fn nowhere() -> Origin {
    Origin { file: "".into(), line: 0, column: 0, function: "".into(), inlined_at: None }
}

/// The sentence, and CWE numbers.
fn sentence(body: &Body, finding: &Finding, subject: &str) -> (String, Vec<u32>) {
    let verb = if finding.written.way.is_some() { "takes" } else { "comes to" };
    let location = &body.locations[finding.location];
    let every = || {
        let (end, cwe) = failure(body, finding.failure);
        (format!("every execution that {verb} {subject} {end}"), cwe)
    };
    match (finding.class, &location.kind) {
        // Executions may come there, for all that is known.
        (Class::Contradiction, _) if finding.failure.is_some() => every(),
        (Class::Contradiction | Class::Configured(_), _) => impossible(finding.written.way.as_ref()),
        (Class::MustFail, LocationKind::Boundary { .. }) => {
            let (text, cwe) = every();
            (text, [vec![193], cwe].concat())
        }
        (Class::MustFail, LocationKind::Block) if location.block == BlockId(0) => {
            let (end, cwe) = failure(body, finding.failure);
            let what = if body.whole.is_some() { "the program" } else { "this function" };
            (format!("every execution of {what} {end}"), cwe)
        }
        (Class::MustFail, _) => every(),
    }
}

/// The places involved, the finding's own first, each with a note.
fn lines(body: &Body, finding: &Finding, place: &Origin) -> Vec<(Origin, String)> {
    let map = &body.program.map;
    let is_line = |one: &Origin, other: &Origin| one.line == other.line && one.file == other.file;
    let mut lines = vec![(place.clone(), String::new())];
    let others = finding.lines.iter().map(|row| &map.origins[row.0]).filter(|at| !is_line(at, place));
    lines.extend(others.map(|at| (at.clone(), String::new())));
    let mut notes = Vec::new();
    if let Some(Failure::Check(site)) = finding.failure {
        if let Some(at) = map.sites.get(site.0).and_then(|site| map.origins.get(site.origin?.0)) {
            let is_call = body.preconditions.contains_key(&site);
            let note = if is_call { "the call fails".to_owned() } else { map.sites[site.0].kind.to_string() };
            notes.push((at.clone(), note));
        }
    }
    notes.extend(asserted(body, finding));
    for (at, note) in notes {
        // In a recursive function what is asserted may be one of the lines that matter.
        lines.retain(|(line, _)| !is_line(line, &at) || line == place);
        lines.push((at, note));
    }
    lines
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
    let matter = body.preconditions.iter().filter(|(site, _)| matters(site));
    let mut places: Vec<(OriginId, CheckKind)> = matter.map(|(site, place)| (*place, map.sites[site.0].kind)).collect();
    places.sort_unstable();
    places.dedup();
    let told = |(place, kind): (OriginId, CheckKind)| {
        let origin = map.origins[place.0].clone();
        let note = match kind.is_asserted() {
            true => format!("asserted by `{}`", origin.function),
            false => format!("{kind} in `{}`", origin.function),
        };
        (origin, note)
    };
    places.into_iter().map(told).collect()
}

fn number(case: BitVec) -> String {
    case.signed().to_string()
}

/// The way out of a branch, as the object of "takes".
fn way_out(way: &Way) -> String {
    match (way.taken, &way.text) {
        (Taken::True, Some(text)) => format!("the branch where `{text}` holds"),
        (Taken::False, Some(text)) => format!("the branch where `{text}` does not hold"),
        (Taken::True, None) => "this branch".to_owned(),
        (Taken::False, None) => "the other branch".to_owned(),
        (Taken::Case(case), _) => format!("case {}", number(case)),
        (Taken::Default, _) => "the default case".to_owned(),
    }
}

/// The sentence about what is never reached.
fn impossible(way: Option<&Way>) -> (String, Vec<u32>) {
    let Some(Way { taken, text }) = way else { return ("this code is never reached".to_owned(), vec![561]) };
    match (taken, text) {
        (Taken::True, Some(text)) => (format!("`{text}` is always false here"), vec![570, 561]),
        (Taken::False, Some(text)) => (format!("`{text}` is always true here"), vec![571, 561]),
        // Which of the two it is, is not known.
        (Taken::True | Taken::False, None) => ("one way out of this condition is never taken".to_owned(), vec![561]),
        (Taken::Case(case), text) => {
            let what = text.as_ref().map_or("the value".to_owned(), |text| format!("`{text}`"));
            (format!("{what} is never {} here", number(*case)), vec![561])
        }
        (Taken::Default, _) => ("the default case is never taken".to_owned(), vec![561]),
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
                let (what, number) = match (site.kind.is_asserted(), text.is_empty()) {
                    (true, true) => ("fails".to_owned(), 617),
                    (true, false) => (format!("asserts `{text}`"), 617),
                    (false, _) => (format!("fails: {}", site.kind), weakness(site.kind, reads)),
                };
                let end = format!("fails in the call{call}: `{callee}` {what} in line {}", place.line);
                return (end, vec![628, number]);
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
        CheckKind::Uninitialised => 457,
        CheckKind::InvalidAccess => 824,
        CheckKind::Assertion | CheckKind::ReachError => 617,
        _ => 190,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let way = |taken| Way { taken, text: Some("x > 1".to_owned()) };
        assert_eq!(impossible(Some(&way(Taken::True))).0, "`x > 1` is always false here");
        assert_eq!(impossible(Some(&way(Taken::Case(BitVec::new(8, 255))))).0, "`x > 1` is never -1 here");
        assert_eq!(way_out(&way(Taken::False)), "the branch where `x > 1` does not hold");
    }
}
