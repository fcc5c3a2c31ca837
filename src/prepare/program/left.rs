//! Which object an access leaves, in words, for reports about whole programs: its name, its size, and where it is declared.
//!
//! Passes decide checks while they inline: then the object is a local or a global. What is left, the reader tells.

use super::access;
use crate::llvm::ir::{Module, Value};
use crate::llvm::known;
use crate::llvm::marker::declare::Markers;
use crate::prepare::declared::{globals, locals, words, Declaration};
use crate::prepare::program::undefined::bodies;
use crate::program::{SiteId, SourceMap};
use rustc_hash::FxHashMap;

/// The objects that accesses leave.
#[derive(Debug, Default)]
pub struct Left {
    /// By check; `None` where copies of the access leave different ones.
    objects: FxHashMap<SiteId, Option<Object>>,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Object {
    declared: Option<Declaration>,
    size: u64,
}

impl Left {
    /// Decides the checks whose object is known, and notes these objects. Gives whether a check became a comparison.
    pub fn resolve(&mut self, module: &Module) -> bool {
        let markers = Markers::declare(module);
        let globals = globals(module);
        let locals: FxHashMap<Value, Declaration> = bodies(module).flat_map(locals).collect();
        access::resolve_checks(module, &markers, &mut |site, base| {
            let declared = locals.get(&base).or_else(|| globals.get(&base.name()).filter(|_| base.is_static_object()));
            // A string literal is called by its text.
            let literal = || {
                let name = format!("{:?}", known::text_of(base)?);
                Some(Declaration { name, file: String::new(), line: 0 })
            };
            let declared = declared.cloned().or_else(literal);
            let object = Object { declared, size: module.object_size(base).unwrap_or(0) };
            let known = self.objects.entry(site).or_insert_with(|| Some(object.clone()));
            if known.as_ref() != Some(&object) {
                *known = None;
            }
        })
    }

    /// Says of each check which object it is.
    pub fn tell(&self, map: &mut SourceMap) {
        for (site, object) in &self.objects {
            let Some(row) = map.sites.get_mut(site.0) else { continue };
            let Some(Object { declared, size }) = object else { continue };
            let file = row.origin.and_then(|origin| map.origins.get(origin.0)).map_or("", |origin| &*origin.file);
            row.detail = words(declared.as_ref(), *size, file);
        }
    }
}
