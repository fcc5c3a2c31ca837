//! What is violated at the end of a path, and where. An error in one of our models of the C library is one of the call in the
//! program's own source.

use super::lines::{frames, is_named, library_call};
use super::places::violation;
use crate::program::{OriginId, Site, SourceMap};
use crate::report::Call;
use crate::source::library::is_model;
use crate::verdict::ErrorPath;

/// What is violated.
pub struct Fault<'a> {
    site: Option<&'a Site>,
    /// Where that is in the program's own source.
    pub origin: Option<OriginId>,
    /// The function of the C library that is called there, if it is in one.
    pub function: Option<String>,
}

/// What is violated at the end of a path of the program that this map is of.
pub fn fault<'a>(map: &'a SourceMap, path: &ErrorPath) -> Fault<'a> {
    let site = map.sites.get(path.site.0);
    let origin = site.and_then(|site| site.origin);
    let place = origin.and_then(|id| map.origins.get(id.0)).filter(|place| is_model(&place.file));
    // The rows of checks were made before anything was inlined. Only the path says which call it was.
    let is_there = |id: OriginId| {
        map.origins.get(id.0).zip(place).is_some_and(|(one, other)| (&one.file, one.line) == (&other.file, other.line))
    };
    let step = place.and_then(|_| {
        let behind = path.steps.iter().rev();
        behind.clone().find(|step| is_there(step.origin)).or_else(|| behind.clone().next())
    });
    let frames = step.map(|step| frames(map, step.origin)).unwrap_or_default();
    match library_call(&frames) {
        Some(call) => Fault { site, origin: Some(call.at), function: Some(call.function.clone()) },
        None => Fault { site, origin, function: None },
    }
}

impl Fault<'_> {
    /// It in words; `call` is the call of the library that it is in, where that is told.
    pub fn words(&self, call: Option<&Call>) -> String {
        let Some(site) = self.site else { return String::new() };
        let words = violation(site.kind, &site.detail);
        match (&self.function, call) {
            (None, _) => words,
            (Some(_), Some(call)) => format!("{words}, in {call}"),
            (Some(function), None) if is_named(function) => format!("{words}, in {function}"),
            (Some(_), None) => format!("{words}, in what this calls of the C library"),
        }
    }
}
