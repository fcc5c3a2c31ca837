//! Places of the source, what is violated there, and what is not modelled there.

use crate::harness::text::name_in_program;
use crate::prepare::program::intercept::MORE_ALLOCATIONS;
use crate::program::{CheckKind, Exit, OriginId, Program, SourceMap, UnmodelledId};
use crate::report::{Construct, SourcePlace};

/// What a check of this kind finds, in words.
pub fn violation(kind: CheckKind, detail: &str) -> String {
    if detail.is_empty() {
        kind.to_string()
    } else {
        format!("{kind}: {detail}")
    }
}

/// What is not represented exactly in the program as encoded; each once.
pub fn constructs(program: &Program) -> Vec<Construct> {
    let exits = program.exits().filter_map(|exit| match exit {
        Exit::Unmodelled(id) => Some(construct(&program.map, id)),
        _ => None,
    });
    let mut constructs: Vec<Construct> = Vec::new();
    for construct in exits {
        if !constructs.contains(&construct) {
            constructs.push(construct);
        }
    }
    constructs
}

/// The reason that the front end calls [`MORE_ALLOCATIONS`], for people.
pub const MORE_OBJECTS: &str = "more live objects from this allocation than are followed";

/// What is not represented exactly at an exit.
pub fn construct(map: &SourceMap, id: UnmodelledId) -> Construct {
    match map.unmodelled.get(id.0) {
        Some(row) => {
            let reason = match row.reason == MORE_ALLOCATIONS {
                true => MORE_OBJECTS.to_owned(),
                false => row.reason.clone(),
            };
            Construct { reason, place: row.origin.and_then(|id| place(map, id)) }
        }
        None => Construct { reason: "a construct without a description".to_owned(), place: None },
    }
}

/// A construct in one line.
pub fn construct_line(construct: &Construct) -> String {
    match &construct.place {
        Some(place) => format!("{} ({}:{})", construct.reason, place.file, place.line),
        None => construct.reason.clone(),
    }
}

/// A place in the source.
pub fn place(map: &SourceMap, id: OriginId) -> Option<SourcePlace> {
    let origin = map.origins.get(id.0)?;
    let callers = std::iter::successors(origin.inlined_at, |id| map.origins.get(id.0)?.inlined_at);
    Some(SourcePlace {
        file: origin.file.to_string(),
        line: origin.line,
        function: name_in_program(&origin.function).to_owned(),
        depth: callers.take(map.origins.len()).count(),
    })
}
