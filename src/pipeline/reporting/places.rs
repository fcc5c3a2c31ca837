//! Places of the source, what is violated there, and what is not modelled there.

use super::lines::{frames, is_named, library_call};
use crate::harness::text::name_in_program;
use crate::prepare::program::intercept::MORE_ALLOCATIONS;
use crate::program::{Block, CheckKind, Exit, OriginId, Program, SourceMap, Terminator, UnmodelledId};
use crate::read::bounds::Bounds;
use crate::report::{Construct, SourcePlace};
use crate::source::library::is_model;
use bitreach_formula::counted;
use rustc_hash::FxHashSet;

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
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    let mut constructs: Vec<Construct> = Vec::new();
    // A row that is inlined many times has many exits: it is looked up once.
    for exit in program.exits() {
        let Exit::Unmodelled(id) = exit else { continue };
        if seen.insert(id.0) {
            let construct = construct(program, id, bounds);
            if !constructs.contains(&construct) {
                constructs.push(construct);
            }
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
    let here = program.blocks.iter().filter(|_| is_in_model).filter(is_here);
    let mut calls: Vec<(String, SourcePlace)> = Vec::new();
    for call in here.filter_map(|block| library_call(&frames(map, block.origin?)).cloned()) {
        let called = place(map, call.at).map(|place| (call.function, place));
        let is_new = |(function, place): &(String, SourcePlace)| {
            calls.iter().all(|(other, at)| (other, &at.file, at.line) != (function, &place.file, place.line))
        };
        calls.extend(called.filter(is_new));
    }
    // The models of such functions ask as C's `va_arg` does, which the program need not have.
    let asks = |(function, _): &(String, SourcePlace)| !function.starts_with(VA_ARG);
    let is_by_format = reason.starts_with(OTHER_TYPE) && !calls.is_empty() && calls.iter().all(asks);
    let reason = if is_by_format { OTHER_FORMAT.to_owned() } else { reason };
    match &calls[..] {
        [] => Construct { reason, place: row.origin.and_then(|id| place(map, id)) },
        [(function, place)] => {
            Construct { reason: within(reason, &[named_call(function)]), place: Some(place.clone()) }
        }
        // Which of them it is, is not said.
        many => {
            let call = |(function, place): &(String, SourcePlace)| {
                let place = format!("{}:{}", place.file, place.line);
                Some(named_call(function).map_or(place.clone(), |call| format!("{call} ({place})")))
            };
            let mut words: Vec<Option<String>> = many.iter().take(MOST_CALLS).map(call).collect();
            let more = many.len().saturating_sub(MOST_CALLS);
            words.extend((more > 0).then(|| Some(format!("{} more", counted(more, "call")))));
            Construct { reason: within(reason, &words), place: None }
        }
    }
}

/// How the reason begins why `va_arg` is not modelled where it asks for what is not passed.
const OTHER_TYPE: &str = "undefined behaviour: `va_arg` of a type";

/// What the names of the models of `va_arg` and its like begin with.
const VA_ARG: &str = "bitreach.va_";

/// The same of a function that reads its arguments as a format says.
const OTHER_FORMAT: &str =
    "undefined behaviour: a format asks for an argument of another type, or for more than are passed";

/// A function of the library as programs call it; nothing for one of ours.
fn named_call(function: &str) -> Option<String> {
    is_named(function).then(|| format!("`{function}`"))
}

/// A reason, and in which calls it is one.
fn within(reason: String, calls: &[Option<String>]) -> String {
    let calls: Vec<&str> = calls.iter().flatten().map(String::as_str).collect();
    match calls[..] {
        [] => reason,
        _ => format!("{reason}, in {}", calls.join(" or ")),
    }
}

/// Of the calls in which something is not represented, so many are named.
const MOST_CALLS: usize = 3;

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

    /// Several calls of one model share its row: which of them is meant, nobody knows.
    #[test]
    fn what_a_model_leaves_out_is_where_the_program_calls_it() {
        let origin = |file: &str, line, function: &str, inlined_at| Origin {
            file: file.into(),
            line,
            column: 1,
            function: function.into(),
            inlined_at,
        };
        let call = |line| origin("a.c", line, "main", None);
        let inside = |call| origin("<string.h>", 120, "strcpy", Some(OriginId(call)));
        let map = SourceMap {
            origins: vec![call(7), call(11), origin("<string.h>", 120, "strcpy", None), inside(0), inside(1)],
            unmodelled: vec![Unmodelled { reason: "a copy".to_owned(), origin: Some(OriginId(2)) }],
            ..SourceMap::default()
        };
        let told = |origins: &[usize]| {
            let terminator = Terminator::Exit(Exit::Unmodelled(UnmodelledId(0)));
            let block = |&origin: &usize| Block {
                name: String::new(),
                phis: Vec::new(),
                instructions: Vec::new(),
                terminator: terminator.clone(),
                origin: Some(OriginId(origin)),
            };
            let program =
                Program { map: map.clone(), blocks: origins.iter().map(block).collect(), ..Program::default() };
            construct_line(&construct(&program, UnmodelledId(0), Bounds::DEFAULT))
        };
        assert_eq!(told(&[3]), "a copy, in `strcpy` (a.c:7)");
        assert_eq!(told(&[3, 4, 3]), "a copy, in `strcpy` (a.c:7) or `strcpy` (a.c:11)");
        assert_eq!(told(&[]), "a copy (<string.h>:120)");
    }

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
