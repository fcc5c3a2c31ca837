//! Files become automata. What is no XML, has entities or a document type of its own, or is no graph of this form, is refused.

use super::{key, Automaton, Data, Edge, Kind, State, VERSION};
use crate::witness::format::{FormatError, Task};
use bitreach_formula::printable;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::Reader;
use std::collections::BTreeMap;

/// Elements are nested at most so deep: graphml, graph, edge, data, and what a tool may put there.
const DEEPEST: usize = 16;

/// So long is what is shown of a text.
const SHOWN: usize = 60;

/// Reads a file.
///
/// # Errors
/// If it is no witness of this format.
pub fn read(text: &str) -> Result<(Task, Automaton), FormatError> {
    let mut graph = Graph::default();
    let mut reader = Reader::from_str(text);
    loop {
        let event = reader.read_event().map_err(|error| format!("is no XML: {error}"));
        match event.and_then(|event| graph.event(event)) {
            Ok(true) => return graph.finished(),
            Ok(false) => {}
            Err(message) => {
                let read = text.as_bytes().iter().take(reader.buffer_position() as usize);
                let line = 1 + read.filter(|byte| **byte == b'\n').count();
                return Err(FormatError::GraphMl(format!("line {line}: {message}")));
            }
        }
    }
}

/// An element that is being read.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Element {
    /// `graphml`.
    Document,
    Graph,
    /// The last state.
    Node,
    /// The last edge.
    Edge,
    /// A declaration of a name, by its identifier.
    Key(String),
    /// What is said of the element around, by the identifier of its name.
    Data(String),
    /// What is said where nothing is, by the identifier of its name.
    Default(String),
    /// Something of a tool's own.
    Other,
}

#[derive(Default)]
struct Graph {
    open: Vec<Element>,
    text: String,
    /// The name that each identifier stands for.
    names: BTreeMap<String, String>,
    graphs: usize,
    data: Data,
    states: Vec<State>,
    numbers: BTreeMap<String, usize>,
    /// With the names of the states.
    edges: Vec<(String, String, Data)>,
}

impl Graph {
    /// Takes what comes next; whether that was the end.
    fn event(&mut self, event: Event) -> Result<bool, String> {
        match event {
            Event::Start(start) => self.start(&start)?,
            Event::Empty(start) => {
                self.start(&start)?;
                self.end()?;
            }
            Event::End(_) => self.end()?,
            Event::Text(text) => {
                let text = text.decode().map_err(|error| error.to_string())?;
                if self.open.is_empty() && !text.trim().is_empty() {
                    return Err(format!("is no XML: `{}` stands outside of all elements", shown(&text)));
                }
                self.text += &text;
            }
            Event::CData(text) => self.text += &text.decode().map_err(|error| error.to_string())?,
            Event::GeneralRef(entity) => self.text += &resolved(&entity)?,
            Event::DocType(_) => return Err("has a document type of its own, and such files are not read".to_owned()),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof if self.open.is_empty() => return Ok(true),
            Event::Eof => return Err("is no XML: the file ends within an element; is it cut off?".to_owned()),
        }
        Ok(false)
    }

    fn start(&mut self, start: &BytesStart) -> Result<(), String> {
        if self.open.len() >= DEEPEST {
            return Err(format!("has elements within each other, more than {DEEPEST} deep"));
        }
        let name = String::from_utf8_lossy(start.local_name().as_ref()).into_owned();
        let element = match (self.open.last(), name.as_str()) {
            (None, "graphml") if self.graphs == 0 => Element::Document,
            (None, _) => return Err(format!("expected one element `graphml`, not `{}`", shown(&name))),
            (Some(Element::Document), "graph") => {
                self.graphs += 1;
                if self.graphs > 1 {
                    return Err("has two graphs; a witness is one".to_owned());
                }
                Element::Graph
            }
            (Some(Element::Document), "key") => {
                let id = required(start, "id")?;
                let name = attribute(start, "attr.name")?.unwrap_or_default();
                self.names.insert(id.clone(), name);
                Element::Key(id)
            }
            (Some(Element::Key(id)), "default") => Element::Default(id.clone()),
            (Some(Element::Graph), "node") => {
                let name = required(start, "id")?;
                if self.numbers.insert(name.clone(), self.states.len()).is_some() {
                    return Err(format!("has two nodes `{}`", shown(&name)));
                }
                self.states.push(State { name, data: Data::new() });
                Element::Node
            }
            (Some(Element::Graph), "edge") => {
                self.edges.push((required(start, "source")?, required(start, "target")?, Data::new()));
                Element::Edge
            }
            (Some(Element::Graph | Element::Node | Element::Edge), "data") => Element::Data(required(start, "key")?),
            (
                Some(Element::Graph | Element::Node | Element::Edge),
                "graph" | "hyperedge" | "port" | "node" | "edge",
            ) => return Err(format!("has the element `{name}` where a witness has none")),
            (Some(_), _) => Element::Other,
        };
        self.text.clear();
        self.open.push(element);
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        let text = std::mem::take(&mut self.text).trim().to_owned();
        match self.open.pop() {
            Some(Element::Data(id)) => self.said(&id, text),
            Some(Element::Default(id)) => {
                // What holds where nothing is said must be what the format says.
                let name = self.known(&id, &[&key::OF_NODES[..], &key::OF_EDGES[..]].concat());
                let neutral = if name == Some(key::INVARIANT) { "true" } else { "false" };
                match name.filter(|_| text != neutral && !(neutral == "true" && text == "1")) {
                    Some(name) => Err(format!("has `{}` as the default of `{name}`", shown(&text))),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// The name that an identifier stands for, if it is one of these. Tools may have others, which say nothing here.
    fn known(&self, id: &str, names: &[&'static str]) -> Option<&'static str> {
        let of = |text: &str| {
            let text = if text == "returnFrom" { key::RETURNS } else { text };
            names.iter().copied().find(|name| *name == text)
        };
        of(id).or_else(|| of(self.names.get(id)?))
    }

    fn said(&mut self, id: &str, text: String) -> Result<(), String> {
        let names: &[&'static str] = match self.open.last() {
            Some(Element::Graph) => &key::OF_GRAPHS,
            Some(Element::Node) => &key::OF_NODES,
            _ => &key::OF_EDGES,
        };
        let Some(name) = self.known(id, names) else { return Ok(()) };
        let data = match self.open.last() {
            Some(Element::Graph) => Some(&mut self.data),
            Some(Element::Node) => self.states.last_mut().map(|state| &mut state.data),
            _ => self.edges.last_mut().map(|edge| &mut edge.2),
        };
        let Some(data) = data else { return Ok(()) };
        match data.get_mut(name) {
            // A property of several lines may be several.
            Some(old) if name == key::SPECIFICATION => *old += &format!("\n{text}"),
            Some(_) => return Err(format!("says `{name}` twice of one thing")),
            None => drop(data.insert(name, text)),
        }
        Ok(())
    }

    /// The whole graph.
    fn finished(mut self) -> Result<(Task, Automaton), FormatError> {
        let form = FormatError::GraphMl;
        if self.graphs == 0 {
            return Err(form("expected a graph".to_owned()));
        }
        if let Some(version) = self.data.get(key::FORMAT_VERSION).filter(|version| *version != VERSION) {
            return Err(FormatError::Version(format!("{} of GraphML", shown(version))));
        }
        let mut needed = |name: &str| {
            let text = self.data.remove(name).filter(|text| !text.is_empty());
            text.ok_or_else(|| form(format!("expected `{name}` of the graph")))
        };
        let kind = needed(key::WITNESS_TYPE)?;
        let kind =
            [Kind::Violation, Kind::Correctness].into_iter().find(|known| known.name() == kind).ok_or_else(|| {
                let (one, other) = (Kind::Violation.name(), Kind::Correctness.name());
                form(format!("has the witness-type `{}`; {one} and {other} are read", shown(&kind)))
            })?;
        let (language, architecture) = (needed(key::LANGUAGE)?, needed(key::ARCHITECTURE)?);
        if language != "C" {
            return Err(form(format!("is about a program in `{}`, not in C", shown(&language))));
        }
        let data_model = match architecture.as_str() {
            "32bit" => "ILP32",
            "64bit" => "LP64",
            _ => {
                return Err(form(format!("has the architecture `{}`; 32bit and 64bit are known", shown(&architecture))))
            }
        };
        let (specification, file, hash) = (needed(key::SPECIFICATION)?, needed(key::PROGRAM)?, needed(key::HASH)?);
        let task = Task {
            input_files: vec![file.clone()],
            input_file_hashes: BTreeMap::from([(file, hash)]),
            specification,
            data_model: data_model.to_owned(),
            language,
        };
        let number = |name: &String| {
            let number = self.numbers.get(name).copied();
            number.ok_or_else(|| form(format!("has an edge at a node `{}`, which there is not", shown(name))))
        };
        let edges =
            self.edges.into_iter().map(|(from, to, data)| Ok(Edge { from: number(&from)?, to: number(&to)?, data }));
        let edges = edges.collect::<Result<Vec<Edge>, FormatError>>()?;
        for (data, names) in self
            .states
            .iter()
            .map(|state| (&state.data, &[key::ENTRY, key::SINK, key::VIOLATION][..]))
            .chain(edges.iter().map(|edge| (&edge.data, &[key::LOOP_HEAD][..])))
        {
            for name in names {
                if let Some(other) = data.get(name).filter(|value| !["true", "false"].contains(&value.as_str())) {
                    return Err(form(format!("has `{name}` with the value `{}`, not `true` or `false`", shown(other))));
                }
            }
        }
        let entries: Vec<usize> = (0..self.states.len()).filter(|&at| self.states[at].is(key::ENTRY)).collect();
        let [entry] = entries[..] else {
            return Err(form(format!("has {} entry nodes; a witness has one", entries.len())));
        };
        Ok((task, Automaton { kind, states: self.states, edges, entry }))
    }
}

/// What a reference in the text stands for: a character, or one of the five names of XML itself.
fn resolved(entity: &BytesRef) -> Result<String, String> {
    let name = entity.decode().map_err(|error| error.to_string())?;
    match entity.resolve_char_ref().map_err(|error| error.to_string())? {
        Some(letter) => Ok(letter.to_string()),
        None => resolve_xml_entity(&name)
            .map(str::to_owned)
            .ok_or_else(|| format!("has the entity `&{};`, which is none of XML's own", shown(&name))),
    }
}

fn attribute(start: &BytesStart, wanted: &str) -> Result<Option<String>, String> {
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| format!("is no XML: {error}"))?;
        if attribute.key.as_ref() == wanted.as_bytes() {
            let text = std::str::from_utf8(&attribute.value).map_err(|error| error.to_string())?;
            let text = quick_xml::escape::unescape(text).map_err(|error| format!("is no XML: {error}"))?;
            return Ok(Some(text.into_owned()));
        }
    }
    Ok(None)
}

fn required(start: &BytesStart, wanted: &str) -> Result<String, String> {
    let element = String::from_utf8_lossy(start.local_name().as_ref()).into_owned();
    attribute(start, wanted)?.ok_or_else(|| format!("expected `{wanted}` in each element `{}`", shown(&element)))
}

/// The beginning of a text, to be shown.
fn shown(text: &str) -> String {
    printable(&text.chars().take(SHOWN).collect::<String>())
}
