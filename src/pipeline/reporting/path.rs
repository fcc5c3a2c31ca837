//! Paths in source lines, with what variables and objects hold.

use super::super::fingerprint::fingerprint;
use super::fault::fault;
use super::lines::Teller;
use super::places::place as place_of;
use super::values::named;
use crate::harness::text::given_value;
use crate::program::{InputKind, SourceMap};
use crate::report::{self, NamedValue, Path, PathLine};
use crate::verdict::{ErrorPath, Length, PathStep};
use std::collections::BTreeMap;

/// Writes paths in source lines.
pub struct PathWriter<'a> {
    map: &'a SourceMap,
    /// The lines of each source file that could be read.
    files: BTreeMap<String, Option<Vec<String>>>,
}

impl<'a> PathWriter<'a> {
    /// A writer of paths of the program that this map is of.
    pub fn new(map: &'a SourceMap) -> PathWriter<'a> {
        PathWriter { map, files: BTreeMap::new() }
    }

    /// Writes a path.
    pub fn path(&mut self, path: &ErrorPath) -> Path {
        let site = self.map.sites.get(path.site.0);
        let (steps, unit) = match path.length {
            Length::Transitions(count) => (count as u64, "steps"),
            Length::Blocks(count) => (count, "basic blocks"),
            Length::Turns(count) => (count, "turns of loops"),
        };
        let kind = site.map_or_else(String::new, |site| site.kind.slug().to_owned());
        let fault = fault(self.map, path);
        let mut place = fault.origin.and_then(|origin| place_of(self.map, origin));
        // The rows of checks were made before anything was inlined.
        let end = path.steps.last().and_then(|step| place_of(self.map, step.origin));
        if let Some((place, end)) = place.as_mut().zip(end).filter(|(place, end)| place.function == end.function) {
            place.depth = end.depth;
        }
        let column = fault.origin.and_then(|origin| self.map.origins.get(origin.0)).map_or(0, |origin| origin.column);
        let (function, text) = match &place {
            Some(place) => (place.function.clone(), self.text(&place.file, place.line).unwrap_or_default()),
            None => (String::new(), String::new()),
        };
        let (lines, gap) = self.lines(path);
        let mut calls = lines.iter().rev().filter_map(|line| line.call.as_ref()).filter(|call| call.is_library);
        let violation = fault.words(calls.find(|call| Some(&call.function) == fault.function.as_ref()));
        Path {
            lines,
            violation,
            fingerprint: fingerprint(&[&kind, &function, text.trim()]),
            kind,
            place,
            column,
            steps: steps as usize,
            unit: unit.to_owned(),
            gap,
        }
    }

    /// The lines of a path, and what of it they leave out.
    fn lines(&mut self, path: &ErrorPath) -> (Vec<PathLine>, Option<report::Gap>) {
        let mut teller = Teller::new(self.map, path.on_plain);
        teller.look_ahead(&path.steps);
        let mut gap = None;
        for index in 0..=path.steps.len() {
            if let Some(left_out) = path.gap.filter(|gap| gap.after == index) {
                gap = Some(report::Gap { after: teller.close(), blocks: left_out.blocks });
            }
            if let Some(step) = path.steps.get(index) {
                teller.step(step, self.inputs(step));
            }
        }
        let mut lines = teller.finish();
        for line in &mut lines {
            line.text = self.text(&line.place.file, line.place.line);
        }
        (lines, gap)
    }

    /// What a step reads.
    fn inputs(&self, step: &PathStep) -> Vec<NamedValue> {
        let file = self.map.origins.get(step.origin.0).map_or("", |origin| &*origin.file);
        let inputs = step.inputs.iter().filter_map(|(id, value)| {
            let input = self.map.inputs.get(id.0)?;
            let name = match &input.kind {
                InputKind::Call(function) => format!("{function}()"),
                InputKind::Uninitialised(_) if given_value(file).is_some() => {
                    given_value(file).unwrap_or_default().to_owned()
                }
                InputKind::Uninitialised(variable) => format!("uninitialised {variable}"),
                InputKind::Volatile(object) => format!("volatile {object}"),
                InputKind::Parameter(parameter) => format!("parameter {parameter}"),
                InputKind::External(variable) => format!("external {variable}"),
                InputKind::Undefined => return None,
            };
            Some(named(name, *value, input.reading))
        });
        inputs.collect()
    }

    /// The text of a source line, without the white space around it.
    fn text(&mut self, file: &str, line: u32) -> Option<String> {
        let read = |file: &str| {
            let text = std::fs::read(file).ok()?;
            Some(String::from_utf8_lossy(&text).lines().map(|line| line.trim().to_owned()).collect())
        };
        let lines = self.files.entry(file.to_owned()).or_insert_with_key(|file| read(file)).as_ref()?;
        lines.get((line as usize).checked_sub(1)?).cloned()
    }
}
