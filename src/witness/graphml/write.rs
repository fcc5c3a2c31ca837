//! Waypoints and invariants become automata.
//!
//! A violation is a path: an edge for each value that is fixed, at the statement or call that reads it, and one to the violation. What
//! always holds at loops is said of a state for each; from every other state an edge comes to each at its loop's head, and one that any
//! step takes goes back to the entry, so that a state is left as soon as its loop's head is.

use super::{key, Kind, VERSION};
use crate::source::property::ERROR_FUNCTIONS;
use crate::witness::format::{Content, Invariant, Kind as WaypointKind, Segment, Waypoint, Witness};
use crate::witness::given::{ancestors, is_statement, Given};
use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::Writer;
use std::io;
use tree_sitter::Node;

/// What is said of something, in the order in which it is written.
type Said = Vec<(&'static str, String)>;

/// A state, as it is written.
struct State {
    data: Said,
}

/// An edge, as it is written.
struct Edge {
    from: usize,
    to: usize,
    data: Said,
}

/// The file of a witness that was made of this program, at a time of ISO 8601.
///
/// # Errors
/// If a waypoint is of a kind that is not made here, in a sentence; or if the XML cannot be made.
pub fn text(witness: &Witness, given: &Given, time: &str) -> Result<String, String> {
    let (kind, states, edges) = match &witness.content {
        Content::Violation(segments) => {
            let (states, edges) = violation(segments, given)?;
            (Kind::Violation, states, edges)
        }
        Content::Correctness(invariants) => {
            let (states, edges) = correctness(invariants, given);
            (Kind::Correctness, states, edges)
        }
    };
    let task = &witness.task;
    let architecture = if task.data_model == "ILP32" { "32bit" } else { "64bit" };
    let mut data: Said = vec![
        (key::FORMAT_VERSION, VERSION.to_owned()),
        (key::WITNESS_TYPE, kind.name().to_owned()),
        (key::LANGUAGE, task.language.clone()),
        (key::PRODUCER, format!("bitreach {}", env!("CARGO_PKG_VERSION"))),
    ];
    // Properties of several lines are several, as SV-COMP's linter wants them.
    let lines = task.specification.lines().filter(|line| !line.trim().is_empty());
    data.extend(lines.map(|line| (key::SPECIFICATION, line.trim().to_owned())));
    data.extend(task.input_files.iter().map(|file| (key::PROGRAM, file.clone())));
    data.extend(task.input_file_hashes.values().map(|hash| (key::HASH, hash.clone())));
    data.extend([(key::ARCHITECTURE, architecture.to_owned()), (key::TIME, time.to_owned())]);
    let written = document(&data, &states, &edges).map_err(|error| error.to_string())?;
    String::from_utf8(written).map_err(|error| error.to_string())
}

fn document(data: &Said, states: &[State], edges: &[Edge]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let document = writer.create_element("graphml").with_attributes([
        ("xmlns", "http://graphml.graphdrawing.org/xmlns"),
        ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ]);
    document.write_inner_content(|writer| {
        for (of, names) in [("graph", &key::OF_GRAPHS[..]), ("node", &key::OF_NODES), ("edge", &key::OF_EDGES)] {
            for name in names {
                declaration(writer, name, of)?;
            }
        }
        let graph = writer.create_element("graph").with_attribute(("edgedefault", "directed"));
        graph.write_inner_content(|writer| {
            said(writer, data)?;
            for (number, state) in states.iter().enumerate() {
                let node = writer.create_element("node").with_attribute(("id", name(number).as_str()));
                match state.data.is_empty() {
                    true => node.write_empty()?,
                    false => node.write_inner_content(|writer| said(writer, &state.data))?,
                };
            }
            for edge in edges {
                let (from, to) = (name(edge.from), name(edge.to));
                let element = writer.create_element("edge");
                let element = element.with_attributes([("source", from.as_str()), ("target", to.as_str())]);
                match edge.data.is_empty() {
                    true => element.write_empty()?,
                    false => element.write_inner_content(|writer| said(writer, &edge.data))?,
                };
            }
            Ok(())
        })?;
        Ok(())
    })?;
    writer.write_event(Event::Text(BytesText::new("\n")))?;
    Ok(writer.into_inner())
}

fn name(number: usize) -> String {
    format!("N{number}")
}

/// Says which type a name has; truths are false where nothing is said.
fn declaration(writer: &mut Writer<Vec<u8>>, name: &str, of: &str) -> io::Result<()> {
    let ty = match name {
        key::ENTRY | key::SINK | key::VIOLATION | key::LOOP_HEAD => "boolean",
        key::LINE | key::LAST_LINE | key::OFFSET | key::LAST_OFFSET => "int",
        _ => "string",
    };
    let key = writer.create_element("key");
    let key = key.with_attributes([("id", name), ("attr.name", name), ("attr.type", ty), ("for", of)]);
    match ty {
        "boolean" => key.write_inner_content(|writer| {
            writer.create_element("default").write_text_content(BytesText::new("false"))?;
            Ok(())
        })?,
        _ => key.write_empty()?,
    };
    Ok(())
}

fn said(writer: &mut Writer<Vec<u8>>, data: &Said) -> io::Result<()> {
    for (name, text) in data {
        writer.create_element("data").with_attribute(("key", *name)).write_text_content(BytesText::new(text))?;
    }
    Ok(())
}

fn is_true(name: &'static str) -> (&'static str, String) {
    (name, "true".to_owned())
}

/// Where a piece of text stands: lines from 1, offsets in characters from 0.
fn place(given: &Given, node: Node) -> Said {
    let characters = |offset: usize| given.text[..offset].chars().count();
    let (first, last) = (node.start_position().row + 1, node.end_position().row + 1);
    // The last character of the piece, and not the one behind it.
    let end = characters(node.end_byte()).saturating_sub(1);
    vec![
        (key::LINE, first.to_string()),
        (key::LAST_LINE, last.to_string()),
        (key::OFFSET, characters(node.start_byte()).to_string()),
        (key::LAST_OFFSET, end.to_string()),
    ]
}

fn violation(segments: &[Segment], given: &Given) -> Result<(Vec<State>, Vec<Edge>), String> {
    let mut states = vec![State { data: vec![is_true(key::ENTRY)] }];
    let mut edges = Vec::new();
    for segment in segments {
        let [waypoint] = &segment.waypoints[..] else {
            return Err("GraphML has no waypoints to avoid".to_owned());
        };
        let from = states.len() - 1;
        edges.push(Edge { from, to: from + 1, data: step(waypoint, given)? });
        let is_target = waypoint.kind == WaypointKind::Target;
        states.push(State { data: if is_target { vec![is_true(key::VIOLATION)] } else { Vec::new() } });
    }
    Ok((states, edges))
}

/// What is said of the edge that a waypoint is.
fn step(waypoint: &Waypoint, given: &Given) -> Result<Said, String> {
    let location = &waypoint.location;
    let offset = given.offset(location).ok_or("a waypoint has no place")?;
    let value = waypoint.constraint.as_ref().map(|constraint| constraint.value.clone()).unwrap_or_default();
    let scope = location.function.clone().map(|function| (key::ASSUMPTION_SCOPE, function));
    match waypoint.kind {
        // What holds before a statement holds behind the one before.
        WaypointKind::Assumption => {
            let statement = given.statement_at(offset).ok_or("a waypoint is at no statement")?;
            let before = std::iter::successors(statement.prev_named_sibling(), |node| node.prev_named_sibling());
            let before =
                before.into_iter().find(|node| is_statement(*node)).ok_or("a waypoint is behind no statement")?;
            let mut said = place(given, before);
            said.push((key::ASSUMPTION, value));
            said.extend(scope);
            Ok(said)
        }
        WaypointKind::FunctionReturn => {
            let ends = |node: &Node| node.kind() == "call_expression" && node.end_byte() == offset + 1;
            let call =
                given.leaf(offset).into_iter().flat_map(ancestors).find(ends).ok_or("a waypoint is at no call")?;
            let function = call.child_by_field_name("function").map(|name| given.text(name).to_owned());
            let mut said = place(given, call);
            said.push((key::ASSUMPTION, value));
            said.extend(scope);
            said.extend(function.map(|function| (key::RESULT_OF, function)));
            Ok(said)
        }
        WaypointKind::Target => {
            let node = given.statement_at(offset).or_else(|| given.full_expression(offset));
            let node = node.ok_or("the error is at no statement")?;
            let mut said = place(given, node);
            let is_call = |node: &Node| node.kind() == "call_expression" && node.start_byte() >= offset;
            let function = given.leaf(offset).into_iter().flat_map(ancestors).find(is_call);
            let function = function.and_then(|call| call.child_by_field_name("function")).map(|name| given.text(name));
            let error = function.filter(|name| ERROR_FUNCTIONS.contains(name));
            said.extend(error.map(|name| (key::ENTERS, name.to_owned())));
            Ok(said)
        }
        WaypointKind::Branching | WaypointKind::FunctionEnter => {
            Err("a waypoint is of a kind that is not written".to_owned())
        }
    }
}

fn correctness(invariants: &[Invariant], given: &Given) -> (Vec<State>, Vec<Edge>) {
    let mut states = vec![State { data: vec![is_true(key::ENTRY)] }];
    let mut heads: Vec<(Said, Vec<String>, Option<String>)> = Vec::new();
    for invariant in invariants {
        let Some(head) = given.loop_at(&invariant.location) else { continue };
        // Where it begins: what comes to a loop's head is no whole loop.
        let begins = place(given, head.node).into_iter().filter(|(name, _)| [key::LINE, key::OFFSET].contains(name));
        let said: Said = begins.chain([is_true(key::LOOP_HEAD)]).collect();
        let value = invariant.value.clone();
        match heads.iter_mut().find(|(known, ..)| *known == said) {
            Some((_, values, _)) => values.push(value),
            None => heads.push((said, vec![value], invariant.location.function.clone())),
        }
    }
    for (_, values, scope) in &heads {
        let value = match &values[..] {
            [only] => only.clone(),
            _ => values.iter().map(|value| format!("({value})")).collect::<Vec<_>>().join(" && "),
        };
        let mut data = vec![(key::INVARIANT, value)];
        data.extend(scope.clone().map(|scope| (key::INVARIANT_SCOPE, scope)));
        states.push(State { data });
    }
    let mut edges = Vec::new();
    for from in 0..states.len() {
        // From a head to itself a step leads only in a loop without a body; linters warn of such edges.
        for (number, (said, ..)) in heads.iter().enumerate().filter(|(number, _)| number + 1 != from) {
            edges.push(Edge { from, to: number + 1, data: said.clone() });
        }
        if from > 0 {
            edges.push(Edge { from, to: 0, data: Vec::new() });
        }
    }
    (states, edges)
}
