//! From error paths to violation witnesses: each value that the execution reads is fixed where it is read, and the last waypoint is the
//! error.
//!
//! What `x = __VERIFIER_nondet_int();` reads is fixed by an assumption before the next statement, where control comes from nowhere
//! else and `x` has the very type of the value; what is read anywhere else, by the value that the call returns. Either waypoint is come
//! to exactly as often as the value is read, and the first time is the right one.

use crate::bv::BitVec;
use crate::program::{InputId, InputKind, InputSite, SourceMap, Variable};
use crate::source::task::INPUT;
use crate::verdict::ErrorPath;
use crate::witness::format::{Action, Constraint, Kind, Location, Segment, Waypoint, ACSL_EXPRESSION, C_EXPRESSION};
use crate::witness::given::{ancestors, Given};
use crate::witness::literal;
use std::sync::Arc;
use tree_sitter::Node;

/// So many values are fixed; those that are read later are left open. A witness with more takes longer to follow than to find.
pub const MOST: usize = 1000;

/// The segments of a path, and how many values are read that none of them fixes. `None` if the error is at no place of the file.
///
/// A path of the optimised program does not say all that is read, and in which order: of such a one there is the error alone.
pub fn segments(given: &Given, map: &SourceMap, path: &ErrorPath) -> Option<(Vec<Segment>, usize)> {
    // The check itself may stand in a function of the library; the path says where that was called.
    let site = map.sites.get(path.site.0).and_then(|site| site.origin);
    let last = path.steps.last().map(|step| step.origin);
    let target = site.into_iter().chain(last).find_map(|id| given.of_origin(map, id))?;
    let target = given.full_expression(target).map_or(target, |node| node.start_byte());
    let mut values: Vec<Value> = Vec::new();
    let mut open = 0;
    for (id, bits) in &path.inputs {
        let value = map.inputs.get(id.0).filter(|_| path.on_plain && values.len() < MOST);
        match value.and_then(|site| fixed(given, map, (*id, site), *bits)) {
            Some(value) => add(&mut values, value),
            None => open += 1,
        }
    }
    let follow = |kind, location: Location, constraint| Segment {
        waypoints: vec![Waypoint { kind, action: Action::Follow, location, constraint }],
    };
    let mut segments: Vec<Segment> = Vec::with_capacity(values.len() + 1);
    for Value { kind, offset, terms } in values {
        let text = terms.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" && ");
        let format = if kind == Kind::FunctionReturn { ACSL_EXPRESSION } else { C_EXPRESSION };
        let constraint = Constraint { value: text, format: Some(format.to_owned()) };
        segments.push(follow(kind, given.location(offset), Some(constraint)));
    }
    segments.push(follow(Kind::Target, given.location(target), None));
    Some((segments, open))
}

/// Values that are fixed at one waypoint.
struct Value {
    kind: Kind,
    offset: usize,
    /// Whose they are, and that they are so.
    terms: Vec<(InputId, String)>,
}

/// Adds a value. What several declarators of one declaration read is fixed by one waypoint: control comes to it once.
fn add(values: &mut Vec<Value>, value: Value) {
    if let Some(last) = values.last_mut() {
        let is_same = last.kind == Kind::Assumption && value.kind == Kind::Assumption && last.offset == value.offset;
        if is_same && value.terms.iter().all(|(id, _)| last.terms.iter().all(|(other, _)| other != id)) {
            last.terms.extend(value.terms);
            return;
        }
    }
    values.push(value);
}

/// The waypoint at which a value that was read is fixed.
fn fixed(given: &Given, map: &SourceMap, (id, site): (InputId, &InputSite), bits: BitVec) -> Option<Value> {
    let offset = given.of_place(map.origins.get(site.origin?.0)?)?;
    match &site.kind {
        InputKind::Call(function) if function.starts_with(INPUT) => {
            let call = given.call_at(offset)?;
            assigned(given, map, call, site, bits)
                .map(|(offset, text)| Value { kind: Kind::Assumption, offset, terms: vec![(id, text)] })
                .or_else(|| returned(given, call, function, site, bits).map(|value| value(id)))
        }
        InputKind::Uninitialised(name) => {
            let leaf = given.leaf(offset)?;
            let declaration = ancestors(leaf).find(|node| node.kind() == "declaration")?;
            // What has an initialiser holds that before the next statement.
            let is_declared = given.text(leaf) == &**name && leaf.parent() == Some(declaration);
            let next = given.next_statement(declaration).filter(|_| is_declared)?;
            let variable = variable(map, given, name, offset).filter(|variable| fits(variable, site))?;
            let text = literal::equals(name, bits, variable.reading)?;
            Some(Value { kind: Kind::Assumption, offset: next.start_byte(), terms: vec![(id, text)] })
        }
        _ => None,
    }
}

/// Where the value of a call that is assigned to a variable is fixed, and how: before the next statement.
fn assigned(given: &Given, map: &SourceMap, call: Node, site: &InputSite, bits: BitVec) -> Option<(usize, String)> {
    let outer = call.parent()?;
    let is_value = |field: &str| outer.child_by_field_name(field) == Some(call);
    let (name, statement) = match outer.kind() {
        "assignment_expression" if is_value("right") => {
            let is_plain = outer.child_by_field_name("operator").is_some_and(|operator| given.text(operator) == "=");
            let statement = outer.parent().filter(|node| node.kind() == "expression_statement" && is_plain)?;
            (outer.child_by_field_name("left")?, statement)
        }
        "init_declarator" if is_value("value") => {
            (outer.child_by_field_name("declarator")?, outer.parent().filter(|node| node.kind() == "declaration")?)
        }
        _ => return None,
    };
    let next = given.next_statement(statement).filter(|_| name.kind() == "identifier")?;
    let name = given.text(name);
    let variable = variable(map, given, name, call.start_byte()).filter(|variable| fits(variable, site))?;
    Some((next.start_byte(), literal::equals(name, bits, variable.reading)?))
}

/// That a call returns a value, at the parenthesis that ends it.
fn returned<'a>(
    given: &Given,
    call: Node,
    function: &Arc<str>,
    site: &InputSite,
    bits: BitVec,
) -> Option<impl Fn(InputId) -> Value + use<'a>> {
    let is_called = call.child_by_field_name("function").is_some_and(|name| given.text(name) == &**function);
    let text = literal::equals("\\result", bits, site.reading).filter(|_| is_called)?;
    let offset = call.end_byte() - 1;
    Some(move |id| Value { kind: Kind::FunctionReturn, offset, terms: vec![(id, text.clone())] })
}

/// The variable of a name at a place, if all that are so called there have one type.
fn variable<'a>(map: &'a SourceMap, given: &Given, name: &str, offset: usize) -> Option<&'a Variable> {
    let function = given.location(offset).function;
    variable_of(map, name, function.as_deref())
}

/// The variable of a name in a function, or else the global one, if all that are so called have one type.
pub fn variable_of<'a>(map: &'a SourceMap, name: &str, function: Option<&str>) -> Option<&'a Variable> {
    let of = |function: Option<&str>| {
        let mut all = map.variables.iter().filter(move |row| &*row.name == name && row.function.as_deref() == function);
        let first = all.next()?;
        let is_one =
            all.all(|row| (row.width, row.reading, row.is_pointer) == (first.width, first.reading, first.is_pointer));
        Some((first, is_one))
    };
    let (variable, is_one) = function.and_then(|function| of(Some(function))).or_else(|| of(None))?;
    is_one.then_some(variable)
}

/// Whether a variable holds a value that is read as it is.
fn fits(variable: &Variable, site: &InputSite) -> bool {
    use crate::program::Reading::Float;
    let is_float = |reading| matches!(reading, Float(_));
    !variable.is_pointer && variable.width == site.width && is_float(variable.reading) == is_float(site.reading)
}
