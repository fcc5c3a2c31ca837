//! Findings and assumptions as reports have them.

use super::super::fingerprint::fingerprint;
use super::request::Options;
use super::state::Construct;
use crate::inconsistency::finding::LineFacts;
use crate::inconsistency::keep::rules::Rule;
use crate::inconsistency::words::Description;
use crate::inconsistency::Class;
use crate::program::{Origin, UnmodelledId};
use crate::read::function::Body;
use crate::report::inconsistent::{Fact, Finding, InvolvedLine, Place, Withheld};
use crate::source_text::Sources;

/// The word for a class.
pub(super) fn class_name(class: Class) -> &'static str {
    match class {
        Class::MustFail => "must-fail",
        Class::Contradiction => "contradiction",
        Class::Configured(_) => "configuration",
    }
}

/// A finding as reports have it.
pub(super) fn report(function: String, description: Description, abstracted: bool, sources: &mut Sources) -> Finding {
    let Description { place, class, subject, message, cwe, mut lines, facts, unexplained } = description;
    lines.sort_by_key(|(origin, _)| (origin.line, origin.column));
    lines.dedup();
    let text = sources.line(&place.file, place.line).unwrap_or_default();
    let mut lines: Vec<InvolvedLine> = lines
        .into_iter()
        .map(|(origin, note)| InvolvedLine {
            text: sources.line(&origin.file, origin.line),
            file: origin.file.to_string(),
            line: origin.line,
            column: origin.column,
            note,
            facts: Vec::new(),
        })
        .collect();
    for LineFacts { line: (file, number), behind, each_round, facts } in facts {
        let is_there = |line: &InvolvedLine| line.line == number && *line.file == *file;
        // A line may be there twice, for two of its places.
        let at = if behind { lines.iter().rposition(is_there) } else { lines.iter().position(is_there) };
        if let Some(at) = at {
            lines[at].facts.extend(facts.into_iter().map(|text| Fact { text, behind, each_round }));
        }
    }
    let name = place.file.rsplit('/').next().unwrap_or_default();
    // Neither lines, which move with the code above, nor what more time would tell.
    let fingerprint = fingerprint(&[name, &function, &subject, text.trim()]);
    Finding {
        file: place.file.to_string(),
        line: place.line,
        column: place.column,
        function,
        class: class_name(class).into(),
        message,
        cwe,
        lines,
        unexplained,
        fingerprint,
        abstracted,
        extent: (0, 0),
    }
}

/// What is withheld, as reports have it.
pub(super) fn withheld(function: String, description: Description, rule: &'static Rule) -> Withheld {
    let Description { place, message, .. } = description;
    let place = Place { file: place.file.to_string(), line: place.line, column: place.column };
    Withheld { place, rule: rule.name.into(), function, message, why: rule.reason.into() }
}

/// What is not modelled, and where: `elsewhere` says the file and the function, if it is not known.
pub(super) fn construct(body: &Body, row: UnmodelledId, elsewhere: impl Fn() -> (String, String)) -> Construct {
    let unmodelled = body.program.map.unmodelled.get(row.0);
    let reason = unmodelled.map(|row| row.reason.clone()).unwrap_or_default();
    let origin = unmodelled.and_then(|row| body.program.map.origins.get(row.origin?.0));
    match origin.filter(|origin| origin.line > 0) {
        Some(origin) => Construct {
            file: origin.file.to_string(),
            function: origin.function.to_string(),
            reason: format!("{reason} in line {}", origin.line),
        },
        None => {
            let (file, function) = elsewhere();
            Construct { file, function, reason }
        }
    }
}

/// The first and the last line of a function in a file, and of what is involved besides.
pub(super) fn extent(body: &Body, file: &str, function: &str, involved: &[InvolvedLine]) -> (u32, u32) {
    let is_in = |origin: &&Origin| &*origin.file == file && (body.whole.is_none() || &*origin.function == function);
    let lines = body.program.map.origins.iter().filter(is_in).map(|origin| origin.line);
    let own = involved.iter().filter(|line| line.file == file).map(|line| line.line);
    let lines: Vec<u32> = lines.chain(own).filter(|line| *line > 0).collect();
    let first = lines.iter().copied().min().unwrap_or(0);
    // The line above the first statement is most often the function's head.
    (first.saturating_sub(2).max(1), lines.into_iter().max().unwrap_or(0))
}

/// What the answers rest on.
pub(super) fn assumptions(options: &Options) -> Vec<String> {
    let (scope, calls) = match options.whole_program {
        true => (
            "The files are the whole program, which begins with `main` and ends by its return or by `exit`.",
            "Allocations may fail; functions that are not in the files do not call `main`; other threads change nothing.",
        ),
        false => (
            "Each function is analysed by itself: arguments, globals, memory and results of calls are anything.",
            "A call comes back unless it is known not to; signals and other threads change no variable in registers.",
        ),
    };
    let mut assumptions = vec![
        scope.to_owned(),
        calls.to_owned(),
        "Errors are: a failing assert, division by zero, a null pointer dereferenced, an access outside an object of \
         known size, memory used or given back after it was given back."
            .to_owned(),
    ];
    if options.overflow {
        assumptions.push("Signed overflow is an error.".to_owned());
    } else {
        assumptions.push("Signed arithmetic wraps.".to_owned());
    }
    assumptions
}
