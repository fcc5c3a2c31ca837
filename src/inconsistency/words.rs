//! What a finding says: its sentence, the lines involved, CWE numbers. Whether it is reported is decided elsewhere
//! ([`keep`](crate::inconsistency::keep)).

use crate::bv::BitVec;
use crate::inconsistency::explain::MOST_LINES;
use crate::inconsistency::finding::{Class, Failure, Finding, LineFacts, Unexplained, Way};
use crate::program::{BlockId, CheckKind, Origin, OriginId, Site, SiteId, Variable};
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
    let (message, cwe) = sentence(body, finding);
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
fn sentence(body: &Body, finding: &Finding) -> (String, Vec<u32>) {
    let location = &body.locations[finding.location];
    let what = if body.whole.is_some() { "program" } else { "function" };
    let every = || {
        let (end, cwe) = failure(body, finding.failure);
        let way = finding.written.way.as_ref();
        let when = way.map_or_else(|| "control comes here".to_owned(), |way| condition(body, finding, way));
        (format!("whenever {when}, the {what} {end}"), cwe)
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
            let this = if body.whole.is_some() { "the" } else { "this" };
            (format!("every execution of {this} {what} {end}"), cwe)
        }
        (Class::MustFail, _) => every(),
    }
}

/// What is the case where a way out of a branch is taken.
fn condition(body: &Body, finding: &Finding, way: &Way) -> String {
    let variables = &body.program.map.variables;
    let function = finding.written.place.as_ref().map(|place| &place.function);
    let is_meant = |variable: &&Variable, name: &str| {
        &*variable.name == name && variable.function.as_ref().is_none_or(|own| Some(own) == function)
    };
    let nothing = |name: &str| {
        let mut words = variables.iter().filter(|variable| is_meant(variable, name)).map(nothing);
        let first = words.next()?;
        // Where a name means several variables, it is said if it is so of all.
        words.all(|other| other == first).then_some(first?)
    };
    let is_boundary = matches!(body.locations[finding.location].kind, LocationKind::Boundary { .. });
    let equal = if is_boundary { " with both sides equal" } else { "" };
    format!("{} here{equal}", case(way, nothing))
}

/// What a variable that a condition is made of alone is where the condition does not hold; a truth value holds or not.
fn nothing(variable: &Variable) -> Option<&'static str> {
    match &*variable.type_name {
        "_Bool" | "bool" => None,
        array if array.ends_with(']') => None,
        _ if variable.is_pointer => Some("null"),
        _ => Some("zero"),
    }
}

/// The same. `nothing` says what a name is where it does not hold as a condition: null or zero.
fn case(way: &Way, nothing: impl Fn(&str) -> Option<&'static str>) -> String {
    let (taken, text) = (way.taken, way.text.as_deref());
    let holds = match taken {
        Taken::True => true,
        Taken::False => false,
        Taken::Case(_) => return format!("{} is taken", way_out(way)),
        Taken::Default => return "the default case is taken".to_owned(),
    };
    let Some(text) = text else { return format!("{} is taken", way_out(way)) };
    // Only of a lone comparison: `a && p == NULL` says more.
    let is_plain = |name: &&str| !name.contains(['&', '|', '?', ',', '=', '<', ' ']);
    let compared = |with: &str| text.strip_suffix(with).filter(is_plain);
    let is = |name: &str, what: &str, is: bool| format!("`{name}` is {}{what}", if is { "" } else { "not " });
    match (compared(" == NULL"), compared(" != NULL"), nothing(text)) {
        (Some(name), _, _) => is(name, "null", holds),
        (_, Some(name), _) => is(name, "null", !holds),
        (_, _, Some(what)) => is(text, what, !holds),
        _ => format!("`{text}` {}", if holds { "holds" } else { "does not hold" }),
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

/// The way out of a branch. What is fingerprinted has these words: they stay.
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

/// How executions end, as what follows "the function".
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
                let object = object(site);
                let (what, number) = match (site.kind.is_asserted(), text.is_empty()) {
                    (true, true) => ("fails".to_owned(), 617),
                    (true, false) => (format!("asserts `{text}`"), 617),
                    (false, _) => (format!("fails: {}", site.kind), weakness(site.kind, reads)),
                };
                let end = format!("fails in the call{call}: `{callee}` {what} in line {}{object}", place.line);
                return (end, vec![628, number]);
            }
            let object = object(site);
            let is_quoted = object.is_empty() && !site.detail.is_empty();
            let detail = if is_quoted { format!(" `{}`", site.detail) } else { String::new() };
            (format!("fails: {}{detail}{}{object}", site.kind, line(site.origin)), vec![weakness(site.kind, reads)])
        }
        Some(Failure::Endless) => ("runs for ever".to_owned(), vec![835]),
        Some(Failure::Unknown | Failure::Stop | Failure::MayStop) | None => {
            let end = if body.whole.is_some() { "does not come to its end" } else { "does not return" };
            (end.to_owned(), vec![705])
        }
    }
}

/// The object that an access leaves, as the end of a sentence; empty for other checks.
fn object(site: &Site) -> String {
    match site.kind == CheckKind::OutOfBounds && !site.detail.is_empty() {
        true => format!(": {}", site.detail),
        false => String::new(),
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
        CheckKind::ClosedFile => 910,
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

    #[test]
    fn conditions_are_told_as_they_are_thought() {
        let told = |taken, text: &str| {
            let nothing = |name: &str| match name {
                "p" => Some("null"),
                "n" => Some("zero"),
                _ => None,
            };
            case(&Way { taken, text: Some(text.to_owned()) }, nothing)
        };
        let both = |text: &str| [told(Taken::True, text), told(Taken::False, text)];
        assert_eq!(both("p"), ["`p` is not null", "`p` is null"]);
        assert_eq!(both("n"), ["`n` is not zero", "`n` is zero"]);
        assert_eq!(both("flag"), ["`flag` holds", "`flag` does not hold"]);
        assert_eq!(both("n > 3"), ["`n > 3` holds", "`n > 3` does not hold"]);
        assert_eq!(both("q->next == NULL"), ["`q->next` is null", "`q->next` is not null"]);
        assert_eq!(both("p != NULL"), ["`p` is not null", "`p` is null"]);
        assert_eq!(both("n && p != NULL")[0], "`n && p != NULL` holds");
        assert_eq!(told(Taken::Case(BitVec::new(8, 3)), "n"), "case 3 is taken");
        assert_eq!(told(Taken::Default, "n"), "the default case is taken");
        assert_eq!(case(&Way { taken: Taken::True, text: None }, |_| None), "this branch is taken");
    }
}
