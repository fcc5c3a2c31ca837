//! Automata become waypoints or invariants, as the newer format has them; what cannot be is named.
//!
//! Of a violation this is a path from the entry to the violation, with ways to sinks beside it. An edge of the automaton is passed by the
//! first step of the program that is as it says, and what it assumes holds behind that step. The waypoint of a statement is therefore
//! before the next one; where control also comes there from elsewhere, another one before the statement itself comes first. Of a state of
//! a correctness witness all edges to it must come to one place of the program, and no other state may be there.

use super::steps::{is_loop, line_of, no_path, unsupported, Steps};
use super::{key, Automaton, Edge, Kind};
use crate::source::property::ERROR_FUNCTIONS;
use crate::witness::format::{
    Action, Constraint, Content, Invariant, InvariantKind, Kind as WaypointKind, Location, Segment, Waypoint,
    ACSL_EXPRESSION, C_EXPRESSION,
};
use crate::witness::given::Given;
use crate::witness::instrument::Misfit;
use std::collections::BTreeSet;
use tree_sitter::Node;

/// What an automaton says of a program.
#[derive(Clone, Debug)]
pub struct Followed {
    /// In waypoints or invariants.
    pub content: Content,
    /// Whether the automaton may allow more executions than these waypoints do: it lets a branch go the other way until it goes as
    /// it says, and its steps are known by their lines alone. Where no execution passes the waypoints, nothing is known then.
    pub is_narrower: bool,
}

impl Automaton {
    /// What it says of a program. `is_about_calls` is whether the violation is a call of an error function.
    ///
    /// # Errors
    /// The first thing that has no place in the program, or is not followed.
    pub fn followed(&self, given: &Given, is_about_calls: bool) -> Result<Followed, Misfit> {
        let steps = Steps::new(given);
        match self.kind {
            Kind::Violation => self.violation(&steps, is_about_calls),
            Kind::Correctness => {
                Ok(Followed { content: Content::Correctness(self.invariants(&steps)?), is_narrower: false })
            }
        }
    }

    /// The edges of the path to the violation, and those to sinks beside each.
    fn path(&self) -> Result<Vec<(&Edge, Vec<&Edge>)>, Misfit> {
        let mut path = Vec::new();
        let (mut at, mut visited) = (self.entry, BTreeSet::new());
        while !self.states[at].is(key::VIOLATION) {
            if !visited.insert(at) {
                return Err(no_path("the automaton has a cycle"));
            }
            let (sinks, ways): (Vec<&Edge>, Vec<&Edge>) =
                self.edges.iter().filter(|edge| edge.from == at).partition(|edge| self.states[edge.to].is(key::SINK));
            match ways[..] {
                [way] => path.push((way, sinks)),
                [] => return Err(no_path("the automaton has a state without a way to the violation")),
                _ => return Err(no_path("the automaton has a state with several ways on")),
            }
            at = path[path.len() - 1].0.to;
        }
        Ok(path)
    }

    fn violation(&self, steps: &Steps, is_about_calls: bool) -> Result<Followed, Misfit> {
        if self.states.iter().any(|state| state.data.contains_key(key::INVARIANT)) {
            return Err(no_path("the violation witness has an invariant"));
        }
        let path = self.path()?;
        let mut walk = Walk { steps, segments: Vec::new(), calls: Vec::new(), is_narrower: false };
        let mut target = None;
        for (number, (edge, sinks)) in path.iter().enumerate() {
            if number + 1 == path.len() {
                target = walk.target(edge, sinks, is_about_calls)?;
            }
            if target.is_none() {
                walk.step(edge, sinks, number == 0)?;
            }
        }
        let target = match target {
            Some(target) => target,
            None if is_about_calls => the_only_error(steps.given)?,
            None => return Err(no_path("the way to the violation names no line")),
        };
        walk.segments.push(Segment { waypoints: vec![waypoint(WaypointKind::Target, target, None)] });
        Ok(Followed { content: Content::Violation(walk.segments), is_narrower: walk.is_narrower })
    }

    fn invariants(&self, steps: &Steps) -> Result<Vec<Invariant>, Misfit> {
        if self.states.iter().any(|state| state.is(key::SINK) || state.is(key::VIOLATION)) {
            return Err(no_path("the correctness witness has a sink or a violation"));
        }
        if self.edges.iter().any(|edge| edge.text(key::ASSUMPTION).is_some()) {
            return Err(no_path("the correctness witness has an assumption"));
        }
        let places = |state: usize| {
            let edges = self.edges.iter().filter(move |edge| edge.to == state);
            edges.map(|edge| place(steps, edge)).collect::<Result<BTreeSet<Place>, Misfit>>()
        };
        let mut invariants = Vec::new();
        for (number, state) in self.states.iter().enumerate() {
            let Some(value) =
                state.data.get(key::INVARIANT).filter(|value| !["", "1", "true"].contains(&value.as_str()))
            else {
                continue;
            };
            let its = places(number)?;
            let (place, line) = match its.iter().collect::<Vec<_>>()[..] {
                [only] if number != self.entry => (*only, steps.given.location(only.offset).line),
                [] | [_] => {
                    return Err(no_path(
                        "the automaton has an invariant at its entry, or at a state without a way to it",
                    ))
                }
                [first, ..] => {
                    let line = steps.given.location(first.offset).line;
                    return Err(unsupported(line, "an invariant at a state that is at several places"));
                }
            };
            let is_here = |other: &usize| *other != number && places(*other).is_ok_and(|its| its.contains(&place));
            if (0..self.states.len()).find(is_here).is_some() {
                return Err(unsupported(line, "an invariant at a place where the automaton has several states"));
            }
            if value.contains('\\') {
                return Err(unsupported(line, format!("`{value}`, which is no expression of C")));
            }
            let location = steps.given.location(place.offset);
            in_scope(state.data.get(key::INVARIANT_SCOPE).map(String::as_str), &location)?;
            invariants.push(Invariant {
                kind: if place.is_head { InvariantKind::LoopInvariant } else { InvariantKind::LocationInvariant },
                location,
                value: value.clone(),
                format: C_EXPRESSION.to_owned(),
            });
        }
        Ok(invariants)
    }
}

/// A place where a state of a correctness witness is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    /// Where the loop or the statement begins.
    offset: usize,
    /// The head of a loop, and not before a statement.
    is_head: bool,
}

/// Where control is behind an edge.
fn place(steps: &Steps, edge: &Edge) -> Result<Place, Misfit> {
    let Some(line) = line_of(edge)? else {
        return Err(no_path("an invariant is at a state to which a way names no line"));
    };
    if let Some(function) = edge.text(key::ENTERS).or_else(|| edge.text(key::RETURNS)) {
        return Err(unsupported(line, format!("an invariant where `{function}` is called or returns")));
    }
    let is_head = edge.text(key::LOOP_HEAD) == Some("true");
    if is_head && edge.text(key::CONTROL).is_none() {
        return Ok(Place { offset: steps.loop_head(edge, line)?, is_head });
    }
    let next = match edge.text(key::CONTROL) {
        Some(_) => {
            let (branch, goes) = steps.branch(edge, line)?;
            steps.taken(branch, goes).filter(|_| !is_head)
        }
        None => {
            let statement = steps.statement(edge, line)?;
            let is_plain = matches!(statement.kind(), "expression_statement" | "declaration");
            steps.given.next_statement(statement).filter(|_| is_plain)
        }
    };
    let next = next
        .ok_or_else(|| unsupported(line, "an invariant behind a step that is not the only one before what follows"))?;
    Ok(Place { offset: next.start_byte(), is_head: false })
}

/// That an expression is to be read in the function that it stands in.
fn in_scope(scope: Option<&str>, location: &Location) -> Result<(), Misfit> {
    match (scope, &location.function) {
        (Some(scope), Some(function)) if scope != function => {
            let reason = format!("an expression in the scope of `{scope}` at a place in `{function}`");
            Err(unsupported(location.line, reason))
        }
        _ => Ok(()),
    }
}

/// The only call of an error function.
fn the_only_error(given: &Given) -> Result<Location, Misfit> {
    match errors(given, |_| true)[..] {
        [only] => Ok(given.location(begin(given, only))),
        _ => Err(no_path(
            "the way to the violation ends at no call of an error function, of which there are none or several",
        )),
    }
}

fn errors(given: &Given, is_wanted: impl Fn(Node) -> bool) -> Vec<Node<'_>> {
    given.all(|node| {
        let function = || node.child_by_field_name("function").map(|name| given.text(name));
        node.kind() == "call_expression"
            && is_wanted(node)
            && function().is_some_and(|name| ERROR_FUNCTIONS.contains(&name))
    })
}

/// Where the expression begins that a call is part of.
fn begin(given: &Given, call: Node) -> usize {
    given.full_expression(call.start_byte()).map_or(call.start_byte(), |node| node.start_byte())
}

fn waypoint(kind: WaypointKind, location: Location, constraint: Option<(String, &str)>) -> Waypoint {
    let constraint =
        constraint.map(|(value, format)| Constraint { value, format: (!format.is_empty()).then(|| format.to_owned()) });
    Waypoint { kind, action: Action::Follow, location, constraint }
}

/// What is made of a path.
struct Walk<'a, 'b> {
    steps: &'a Steps<'b>,
    segments: Vec<Segment>,
    /// The calls that have been entered and not returned from, with the functions' names.
    calls: Vec<(Node<'b>, &'a str)>,
    is_narrower: bool,
}

impl<'a, 'b> Walk<'a, 'b> {
    fn follow(&mut self, waypoint: Waypoint, avoided: Vec<Waypoint>) {
        let waypoints = avoided.into_iter().chain([waypoint]).collect();
        self.segments.push(Segment { waypoints });
    }

    /// The target that the last edge names; `None` if it is a step before that. What the edge says beside cannot hold of an error.
    fn target(&mut self, edge: &Edge, sinks: &[&Edge], is_about_calls: bool) -> Result<Option<Location>, Misfit> {
        let Some(line) = line_of(edge)? else { return Ok(None) };
        let guards = [key::ASSUMPTION, key::CONTROL];
        let says_more = guards.into_iter().find(|name| edge.text(name).is_some());
        let given = self.steps.given;
        let offset = self.steps.offset(edge, line);
        let place = || offset.or_else(|| Some(self.steps.statement(edge, line).ok()?.start_byte()));
        let location = if is_about_calls {
            let on_line = errors(given, |node| node.start_position().row + 1 == line as usize);
            let is_exact = |call: &&Node| offset == Some(begin(given, **call));
            match (on_line.iter().find(is_exact), &on_line[..]) {
                (Some(call), _) | (None, [call]) if says_more.is_none() => given.location(begin(given, *call)),
                // One that is called by its address, if it is not a step before the only one that is called by its name.
                (_, []) if says_more.is_none() && sinks.is_empty() && errors(given, |_| true).len() != 1 => {
                    let is_plain = [key::ENTERS, key::RETURNS].iter().all(|name| edge.text(name).is_none());
                    let Some(place) = place().filter(|_| is_plain) else { return Ok(None) };
                    self.is_narrower = true;
                    given.location(place)
                }
                (_, [] | [_]) | (Some(_), _) => return Ok(None),
                _ => return Err(unsupported(line, "a violation on a line with several calls of error functions")),
            }
        } else {
            match place() {
                Some(place) => given.location(place),
                None => Location { file_name: given.name.clone(), line, column: None, function: None },
            }
        };
        if let Some(name) = says_more {
            return Err(unsupported(line, format!("`{name}` on the way to the violation itself")));
        }
        if !sinks.is_empty() {
            return Err(unsupported(line, "a way to a sink beside the violation"));
        }
        Ok(Some(location))
    }

    /// The waypoint of an edge that is not the last.
    fn step(&mut self, edge: &'a Edge, sinks: &[&Edge], is_first: bool) -> Result<(), Misfit> {
        if is_first
            && edge.text(key::ENTERS) == Some("main")
            && edge.text(key::ASSUMPTION).is_none()
            && sinks.is_empty()
        {
            return Ok(());
        }
        if edge.text(key::THREAD).is_some() {
            return Err(no_path("the automaton creates threads"));
        }
        let Some(line) = line_of(edge)? else {
            let says_more = [key::ASSUMPTION, key::CONTROL, key::ENTERS, key::RETURNS, key::LOOP_HEAD];
            return match says_more.into_iter().find(|name| edge.text(name).is_some_and(|text| text != "false")) {
                Some(name) => Err(no_path(format!("the automaton has `{name}` at a way that names no line"))),
                // The next step of the program is one like any other.
                None if sinks.is_empty() => Ok(()),
                None => Err(no_path("the automaton has a way to a sink beside one that any step takes")),
            };
        };
        let mut avoided = self.avoided(edge, sinks)?;
        let assumption = edge.text(key::ASSUMPTION).map(|text| conjunction(text, line)).transpose()?;
        let told = [key::CONTROL, key::ENTERS, key::RETURNS].map(|name| edge.text(name));
        let next = match (assumption, told) {
            (Some(assumption), _) if assumption.contains("\\result") => self.result(edge, line, assumption)?,
            (assumption, [Some(_), None, None]) => {
                if assumption.is_some() {
                    return Err(unsupported(line, "`assumption` and `control` at one step"));
                }
                self.is_narrower = true;
                let (branch, goes) = self.steps.branch(edge, line)?;
                let location = self.steps.given.location(branch.start_byte());
                waypoint(WaypointKind::Branching, location, Some((goes.to_string(), "")))
            }
            (None, [None, Some(function), None]) => {
                self.is_narrower = true;
                let call = self.steps.call(edge, line, function)?;
                self.calls.push((call, function));
                waypoint(WaypointKind::FunctionEnter, self.steps.end_of_call(call), None)
            }
            (None, [None, None, Some(function)]) => {
                self.is_narrower = true;
                self.returned(line, function)?
            }
            (Some(assumption), [None, None, None]) => {
                let statement = self.steps.statement(edge, line)?;
                let is_plain = matches!(statement.kind(), "expression_statement" | "declaration");
                let next = self.steps.given.next_statement(statement);
                let is_only_way = next.is_some();
                let next = next.or_else(|| self.steps.behind_blocks(statement)).filter(|_| is_plain);
                let next =
                    next.ok_or_else(|| unsupported(line, "`assumption` behind a step that no statement comes behind"))?;
                if !is_only_way {
                    // Control comes there from elsewhere, too: the step itself is passed first.
                    self.is_narrower = true;
                    let location = self.steps.given.location(statement.start_byte());
                    let passed = waypoint(WaypointKind::Assumption, location, Some(("1".to_owned(), C_EXPRESSION)));
                    self.follow(passed, std::mem::take(&mut avoided));
                }
                let location = self.steps.given.location(next.start_byte());
                in_scope(edge.text(key::ASSUMPTION_SCOPE), &location)?;
                waypoint(WaypointKind::Assumption, location, Some((assumption, C_EXPRESSION)))
            }
            (None, [None, None, None]) if self.steps.is_before_main(line) => return Ok(()),
            (None, [None, None, None]) => {
                self.is_narrower = true;
                let statement = self.steps.statement(edge, line)?;
                if is_loop(statement) {
                    return Err(unsupported(line, "a step at a loop that does not say which way its condition goes"));
                }
                let location = self.steps.given.location(statement.start_byte());
                waypoint(WaypointKind::Assumption, location, Some(("1".to_owned(), C_EXPRESSION)))
            }
            _ => {
                return Err(unsupported(
                    line,
                    "several of `assumption`, `control`, `enterFunction`, `returnFrom` at one step",
                ))
            }
        };
        self.follow(next, avoided);
        Ok(())
    }

    /// That a call gives a value.
    fn result(&mut self, edge: &Edge, line: u32, assumption: String) -> Result<Waypoint, Misfit> {
        let function = edge
            .text(key::RESULT_OF)
            .ok_or_else(|| unsupported(line, "`\\result` without `assumption.resultfunction`"))?;
        let is_other = |name: &str| edge.text(name).is_some_and(|text| text != function);
        if edge.text(key::CONTROL).is_some() || edge.text(key::ENTERS).is_some() || is_other(key::RETURNS) {
            return Err(unsupported(line, "`\\result` at a step that is more than a return"));
        }
        let call = self.steps.call(edge, line, function)?;
        let location = self.steps.end_of_call(call);
        Ok(waypoint(WaypointKind::FunctionReturn, location, Some((assumption, ACSL_EXPRESSION))))
    }

    /// That the call that was entered last comes back.
    fn returned(&mut self, line: u32, function: &str) -> Result<Waypoint, Misfit> {
        let call = self.calls.pop().filter(|(_, name)| *name == function);
        let (call, _) =
            call.ok_or_else(|| unsupported(line, format!("a return from `{function}`, which was not entered last")))?;
        if !self.steps.gives_nothing(function) {
            let constraint = Some(("1".to_owned(), C_EXPRESSION));
            return Ok(waypoint(WaypointKind::FunctionReturn, self.steps.end_of_call(call), constraint));
        }
        let statement = call.parent().filter(|node| node.kind() == "expression_statement");
        let next = statement.and_then(|statement| {
            self.steps.given.next_statement(statement).or_else(|| self.steps.behind_blocks(statement))
        });
        let next =
            next.ok_or_else(|| unsupported(line, format!("a return from `{function}`, which gives no value")))?;
        let location = self.steps.given.location(next.start_byte());
        Ok(waypoint(WaypointKind::Assumption, location, Some(("1".to_owned(), C_EXPRESSION))))
    }

    /// Ways to sinks beside an edge: branches that go another way than the path does.
    fn avoided(&mut self, edge: &Edge, sinks: &[&Edge]) -> Result<Vec<Waypoint>, Misfit> {
        let mut avoided = Vec::new();
        for sink in sinks {
            let Some(line) = line_of(sink)? else {
                return Err(no_path("the automaton has a way to a sink that names no line"));
            };
            let others = [key::ASSUMPTION, key::ENTERS, key::RETURNS];
            if sink.text(key::CONTROL).is_none() || others.into_iter().any(|name| sink.text(name).is_some()) {
                return Err(unsupported(line, "a way to a sink that is no branch"));
            }
            let (branch, goes) = self.steps.branch(sink, line)?;
            // Where the path takes the same branch, that goes the path's way anyway.
            if edge.text(key::CONTROL).is_some() {
                let own = line_of(edge)?.map(|line| self.steps.branch(edge, line)).transpose()?;
                if own == Some((branch, !goes)) {
                    continue;
                }
            }
            self.is_narrower = true;
            let location = self.steps.given.location(branch.start_byte());
            let branching = waypoint(WaypointKind::Branching, location, Some((goes.to_string(), "")));
            avoided.push(Waypoint { action: Action::Avoid, ..branching });
        }
        Ok(avoided)
    }
}

/// One expression of what tools write with semicolons between.
fn conjunction(text: &str, line: u32) -> Result<String, Misfit> {
    if text.contains(['"', '\'']) {
        return Err(unsupported(line, "an assumption with a character or a text"));
    }
    let parts: Vec<&str> = text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    match parts[..] {
        [] => Ok("1".to_owned()),
        [only] => Ok(only.to_owned()),
        _ => Ok(parts.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" && ")),
    }
}
