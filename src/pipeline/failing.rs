//! Checks that are known to fail, so that a question can be asked on: is there another one?

use crate::program::{CheckKind, OriginId, SiteId, SourceMap};
use crate::source::library::is_model;
use crate::verdict::ErrorPath;
use std::sync::Arc;

/// A check that fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failing {
    /// The check, which stands for a place in the source.
    site: SiteId,
    /// The calls that it is told apart by, see [`calls`]; `None` if it is meant wherever it is called from.
    calls: Option<Vec<Call>>,
}

/// Where a call is: file, line and column.
type Call = (Arc<str>, u32, u32);

impl Failing {
    /// The check that fails at the end of a path of the program that this map is of. A call of an error function says what is
    /// wrong by where the function around it is called (`__VERIFIER_assert`), and so does a check in a model of the C library.
    pub fn of(map: &SourceMap, path: &ErrorPath) -> Failing {
        let site = map.sites.get(path.site.0);
        let origin = site.and_then(|site| map.origins.get(site.origin?.0));
        let is_of_caller = site.is_some_and(|site| site.kind == CheckKind::ReachError)
            || origin.is_some_and(|origin| is_model(&origin.file));
        let last = path.steps.last().filter(|_| is_of_caller);
        // Code that comes from several places has no line.
        let is_known = |calls: &Vec<Call>| calls.iter().all(|(_, line, _)| *line > 0);
        Failing { site: path.site, calls: last.map(|step| calls(map, step.origin)).filter(is_known) }
    }

    /// Whether another one is the same check, as far as it can be told apart.
    pub fn covers(&self, other: &Failing) -> bool {
        self == other || *self == other.anywhere()
    }

    /// The same check, wherever it is called from.
    #[must_use]
    pub fn anywhere(&self) -> Failing {
        Failing { site: self.site, calls: None }
    }

    /// Whether an error is this one: the failure of a check, in a block that comes from there.
    pub(super) fn is_at(&self, map: &SourceMap, site: SiteId, block: Option<OriginId>) -> bool {
        let are_same = |known: &Vec<Call>| block.is_some_and(|block| calls(map, block) == *known);
        self.site == site && self.calls.as_ref().is_none_or(are_same)
    }
}

/// The calls that lead to a place, from the innermost on, up to the first one that is not in a model of the C library. Calls
/// that lead to that one make no difference, or a function that calls itself would have as many errors as levels.
fn calls(map: &SourceMap, place: OriginId) -> Vec<Call> {
    let mut calls = Vec::new();
    for origin in map.chain(place).skip(1) {
        calls.push((origin.file.clone(), origin.line, origin.column));
        if !is_model(&origin.file) {
            break;
        }
    }
    calls
}
