//! Rows of the source map, made while preparing.

use crate::llvm::ir::{Metadata, Value};
use crate::prepare::debug_info::{SUBPROGRAM_NAME, VARIABLE_FILE, VARIABLE_NAME, VARIABLE_SCOPE};
use crate::program::{
    CheckKind, Declared, InputId, InputKind, InputSite, Origin, OriginId, Reading, Site, SiteId, SourceMap, Unmodelled,
    UnmodelledId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The rows so far.
#[derive(Clone, Default)]
pub struct Tables {
    /// All rows.
    pub map: SourceMap,
    /// Rows of origins by content.
    origins: FxHashMap<Origin, OriginId>,
    /// The rows of what is not represented that stand for calls which do not come back: nothing lies behind them.
    pub stops: Vec<UnmodelledId>,
    /// The names of variables that several files have for themselves: these are told with their file.
    pub shared_names: FxHashSet<String>,
    /// Locals that hide others of their name, by file, line and name.
    hiding: FxHashSet<(Arc<str>, u32, Arc<str>)>,
    /// The same text is stored once.
    texts: FxHashMap<String, Arc<str>>,
}

impl Tables {
    /// No rows.
    pub fn new() -> Tables {
        Tables::default()
    }

    /// The row of an instruction's place.
    pub fn origin_of(&mut self, instruction: Value) -> Option<OriginId> {
        self.origin(instruction.location()?)
    }

    /// The row of a debug location, with rows for the calls that it was inlined at.
    pub fn origin(&mut self, location: Metadata) -> Option<OriginId> {
        let mut chain = vec![location];
        while let Some(outer) = chain.last().and_then(|location| location.inlined_at()) {
            chain.push(outer);
        }
        let mut row = None;
        for location in chain.into_iter().rev() {
            let scope = location.scope()?;
            let function = function_of(scope);
            let origin = Origin {
                file: self.text(&scope.file()),
                line: location.line(),
                column: location.column(),
                function: self.text(&function),
                inlined_at: row,
            };
            row = Some(self.row(origin));
        }
        row
    }

    fn row(&mut self, origin: Origin) -> OriginId {
        let next = OriginId(self.map.origins.len());
        let row = *self.origins.entry(origin.clone()).or_insert(next);
        if row == next {
            self.map.origins.push(origin);
        }
        row
    }

    /// A shared text.
    pub fn text(&mut self, text: &str) -> Arc<str> {
        self.texts.entry(text.to_owned()).or_insert_with_key(|text| text.as_str().into()).clone()
    }

    /// What a global variable is told by: its name, with its file before it where another file has one of that name.
    pub fn global_name(&self, variable: Metadata) -> Option<String> {
        let name = variable.text_operand(VARIABLE_NAME)?;
        let file = variable.operand(VARIABLE_FILE).filter(|_| self.shared_names.contains(&name));
        Some(file.map_or(name.clone(), |file| format!("{}:{name}", file.file())))
    }

    /// Where a variable is declared.
    pub fn declared(&mut self, variable: Metadata) -> Declared {
        let file = variable.operand(VARIABLE_FILE).map(|file| file.file()).unwrap_or_default();
        let name = variable.text_operand(VARIABLE_NAME).unwrap_or_default();
        let (file, name, line) = (self.text(&file), self.text(&name), variable.declared_in_line());
        let place = (file, line, name);
        let hides = self.hiding.contains(&place);
        Declared { file: place.0, line, hides }
    }

    /// Notes which of a function's locals hide others: a block around theirs has one of the same name.
    pub fn note_hiding(&mut self, locals: &[Metadata]) {
        let mut scopes: FxHashMap<String, Vec<Metadata>> = FxHashMap::default();
        let named = |local: &Metadata| Some((local.text_operand(VARIABLE_NAME)?, local.operand(VARIABLE_SCOPE)?));
        for (name, scope) in locals.iter().filter_map(named) {
            scopes.entry(name).or_default().push(scope);
        }
        for local in locals {
            let Some((name, scope)) = named(local) else { continue };
            let others = scopes.get(&name).map_or(&[][..], Vec::as_slice);
            if others.len() > 1 && scopes_around(scope).any(|around| others.contains(&around)) {
                let Declared { file, line, .. } = self.declared(*local);
                let name = self.text(&name);
                self.hiding.insert((file, line, name));
            }
        }
    }

    /// A row for an input.
    pub fn input(&mut self, kind: InputKind, width: u32, reading: Reading, origin: Option<OriginId>) -> InputId {
        self.map.inputs.push(InputSite { kind, width, reading, origin });
        InputId(self.map.inputs.len() - 1)
    }

    /// A row for a check.
    pub fn site(&mut self, kind: CheckKind, detail: String, origin: Option<OriginId>) -> SiteId {
        self.map.sites.push(Site { kind, detail, origin });
        SiteId(self.map.sites.len() - 1)
    }

    /// Rows for a check that can fail in several ways, one behind the other. Gives the first.
    pub fn sites(&mut self, kinds: &[CheckKind], origin: Option<OriginId>) -> SiteId {
        let first = SiteId(self.map.sites.len());
        for &kind in kinds {
            self.site(kind, String::new(), origin);
        }
        first
    }

    /// A row for a construct that is not represented.
    pub fn unmodelled(&mut self, reason: String, origin: Option<OriginId>) -> UnmodelledId {
        self.map.unmodelled.push(Unmodelled { reason, origin });
        UnmodelledId(self.map.unmodelled.len() - 1)
    }

    /// A row for a call that does not come back.
    pub fn stop(&mut self, reason: String, origin: Option<OriginId>) -> UnmodelledId {
        let row = self.unmodelled(reason, origin);
        self.stops.push(row);
        row
    }
}

/// The scopes that a scope lies in, up to the function. Lexical blocks nest; a module that is broken could nest them in a circle.
fn scopes_around(scope: Metadata) -> impl Iterator<Item = Metadata> {
    let parent = |scope: &Metadata| if scope.is_subprogram() { None } else { scope.parent_scope() };
    std::iter::successors(parent(&scope), parent).take(10_000)
}

/// The name of the function that a scope lies in.
fn function_of(scope: Metadata) -> String {
    let function = std::iter::once(scope).chain(scopes_around(scope)).find(|scope| scope.is_subprogram());
    function.and_then(|function| function.text_operand(SUBPROGRAM_NAME)).unwrap_or_default()
}
