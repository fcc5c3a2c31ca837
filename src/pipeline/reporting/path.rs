//! Paths in source lines, with what variables and objects hold.

use super::super::fingerprint::fingerprint;
use super::places::{place, violation};
use super::values::{named, strings, Names};
use crate::harness::text::given_value;
use crate::program::{InputKind, SourceMap};
use crate::report::{self, NamedValue, Path, PathLine};
use crate::verdict::{ErrorPath, Length, PathStep};
use std::collections::BTreeMap;

/// Writes paths in source lines.
pub struct PathWriter<'a> {
    map: &'a SourceMap,
    names: Names<'a>,
    /// The lines of each source file that could be read.
    files: BTreeMap<String, Option<Vec<String>>>,
}

impl<'a> PathWriter<'a> {
    /// A writer of paths of the program that this map is of.
    pub fn new(map: &'a SourceMap) -> PathWriter<'a> {
        PathWriter { map, names: Names::new(map), files: BTreeMap::new() }
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
        let place = site.and_then(|site| place(self.map, site.origin?));
        let (function, text) = match &place {
            Some(place) => (place.function.clone(), self.text(&place.file, place.line).unwrap_or_default()),
            None => (String::new(), String::new()),
        };
        Path {
            lines: path.steps.iter().filter_map(|step| self.line(step)).collect(),
            violation: site.map_or_else(String::new, |site| violation(site.kind, &site.detail)),
            fingerprint: fingerprint(&[&kind, &function, text.trim()]),
            kind,
            place,
            steps: steps as usize,
            unit: unit.to_owned(),
            gap: path.gap.map(|gap| report::Gap { after: gap.after, blocks: gap.blocks }),
        }
    }

    fn line(&mut self, step: &PathStep) -> Option<PathLine> {
        let place = place(self.map, step.origin)?;
        let text = self.text(&place.file, place.line);
        let inputs = step.inputs.iter().filter_map(|(id, value)| {
            let input = self.map.inputs.get(id.0)?;
            let name = match &input.kind {
                InputKind::Call(function) => format!("{function}()"),
                InputKind::Uninitialised(_) if given_value(&place.file).is_some() => {
                    given_value(&place.file).unwrap_or_default().to_owned()
                }
                InputKind::Uninitialised(variable) => format!("uninitialised {variable}"),
                InputKind::Volatile(object) => format!("volatile {object}"),
                InputKind::Parameter(parameter) => format!("parameter {parameter}"),
                InputKind::Undefined => return None,
            };
            Some(named(name, *value, input.reading))
        });
        let inputs: Vec<NamedValue> = inputs.collect();
        let changes = step.assignments.iter().filter_map(|&(changed, value)| self.names.change(changed, value));
        let assignments = strings(changes.collect());
        Some(PathLine { text, inputs, assignments, place })
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
