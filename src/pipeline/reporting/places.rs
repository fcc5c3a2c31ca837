//! Places of the source, what is violated there, and what is not modelled there.

use super::lines::{frames, library_call};
use crate::harness::text::name_in_program;
use crate::prepare::program::intercept::MORE_ALLOCATIONS;
use crate::program::{Block, CheckKind, Exit, OriginId, Program, SourceMap, Terminator, UnmodelledId};
use crate::read::bounds::Bounds;
use crate::report::{Construct, SourcePlace};
use crate::source::library::is_model;
use bitreach_formula::counted;

/// What a check of this kind finds, in words.
pub fn violation(kind: CheckKind, detail: &str) -> String {
    if detail.is_empty() {
        kind.to_string()
    } else {
        format!("{kind}: {detail}")
    }
}

/// What is not represented exactly in the program as encoded, within these bounds; each once.
pub fn constructs(program: &Program, bounds: Bounds) -> Vec<Construct> {
    let exits = program.exits().filter_map(|exit| match exit {
        Exit::Unmodelled(id) => Some(construct(program, id, bounds)),
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

/// The reason that the front end calls [`MORE_ALLOCATIONS`], for people: how many objects of which function, and how to have more.
fn more_objects(reason: &str, bounds: Bounds) -> Option<String> {
    let function = reason.strip_prefix(MORE_ALLOCATIONS)?.strip_prefix(": ")?;
    let objects = counted(bounds.instances, "live object");
    Some(format!("more than {objects} from this {function} (--heap-objects)"))
}

/// What is not represented exactly at an exit. What is so in our model of a library function, whose lines nobody sees, is where the
/// program calls that.
pub fn construct(program: &Program, id: UnmodelledId, bounds: Bounds) -> Construct {
    let map = &program.map;
    let Some(row) = map.unmodelled.get(id.0) else {
        return Construct { reason: "a construct without a description".to_owned(), place: None };
    };
    let reason = more_objects(&row.reason, bounds).unwrap_or_else(|| row.reason.clone());
    let is_in_model = row.origin.and_then(|id| map.origins.get(id.0)).is_some_and(|origin| is_model(&origin.file));
    let is_here = |block: &&Block| matches!(block.terminator, Terminator::Exit(Exit::Unmodelled(other)) if other == id);
    let calls = program.blocks.iter().filter(|_| is_in_model).filter(is_here);
    let call = calls.filter_map(|block| library_call(&frames(map, block.origin?)).cloned()).next();
    match call {
        Some(call) => Construct { reason: format!("{reason}, in `{}`", call.function), place: place(map, call.at) },
        None => Construct { reason, place: row.origin.and_then(|id| place(map, id)) },
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
    Some(SourcePlace {
        file: origin.file.to_string(),
        line: origin.line,
        function: name_in_program(&origin.function).to_owned(),
        depth: map.chain(id).count() - 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Origin, Unmodelled};

    #[test]
    fn the_allocation_that_gives_out_too_much_is_named() {
        let origin = |line| Origin { file: "a.c".into(), line, column: 1, function: "main".into(), inlined_at: None };
        let mut map = SourceMap { origins: vec![origin(7), origin(8)], ..SourceMap::default() };
        for (row, function) in ["malloc", "calloc"].into_iter().enumerate() {
            let reason = format!("{MORE_ALLOCATIONS}: {function}");
            map.unmodelled.push(Unmodelled { reason, origin: Some(OriginId(row)) });
        }
        let bounds = |instances| Bounds { instances, ..Bounds::DEFAULT };
        let program = Program { map, ..Program::default() };
        let told = |row, instances| construct_line(&construct(&program, UnmodelledId(row), bounds(instances)));
        assert_eq!(told(0, 5), "more than 5 live objects from this malloc (--heap-objects) (a.c:7)");
        assert_eq!(told(1, 1), "more than 1 live object from this calloc (--heap-objects) (a.c:8)");
    }
}
