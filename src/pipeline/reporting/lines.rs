//! Steps of paths become lines of the program's own source.
//!
//! A call of a function of the C library is one line, at the call: the lines of our model of it are ours. What it changes of the
//! program's variables is told with it, and the program's functions that it calls in turn are told like others. A call of one of
//! the program's functions is told where it stands, and what it returns where it returns.
//!
//! Optimised code moves between functions at will: on paths through it only calls of the library are told, without arguments.

use super::places::place;
use super::values::{strings, Names};
use crate::bv::BitVec;
use crate::harness::text::{given_value, is_ours, name_in_program, use_of, Use};
use crate::program::{OriginId, Role, SourceMap, Variable, VariableId};
use crate::report::{Call, NamedValue, PathLine};
use crate::source::library::is_model;
use crate::verdict::{Changed, PathStep};
use rustc_hash::FxHashMap;

/// A call that control is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Where it stands.
    pub at: OriginId,
    /// The function.
    pub function: String,
    /// Whether that is one of our models.
    pub is_model: bool,
}

/// The calls that a place is in, from that in `main` on.
pub fn frames(map: &SourceMap, origin: OriginId) -> Vec<Frame> {
    let next = |id: &OriginId| map.origins.get(id.0)?.inlined_at;
    let chain: Vec<OriginId> = std::iter::successors(Some(origin), next).take(map.origins.len()).collect();
    let frame = |pair: &[OriginId]| {
        let place = map.origins.get(pair[0].0)?;
        let function = name_in_program(&place.function).to_owned();
        Some(Frame { at: pair[1], function, is_model: is_model(&place.file) })
    };
    let mut frames: Vec<Frame> = chain.windows(2).filter_map(frame).collect();
    frames.reverse();
    frames
}

/// The call of the library that a place is in, and the calls of the program's that this one stands in.
pub fn library_call(frames: &[Frame]) -> Option<&Frame> {
    frames.iter().find(|frame| frame.is_model)
}

/// A call that is open, and the line that tells it.
struct Open {
    frame: Frame,
    line: Option<usize>,
}

/// A variable, or a part of one: its name, its function, and the line of its declaration.
type Key<'a> = (&'a str, Option<&'a str>, u32);

/// Makes lines of steps.
pub struct Teller<'a> {
    map: &'a SourceMap,
    names: Names<'a>,
    /// Whether calls are marked in the program that the path is of.
    has_calls: bool,
    lines: Vec<PathLine>,
    /// What each line is made of: where it stands.
    keys: Vec<OriginId>,
    /// Lines before this one are closed.
    closed: usize,
    open: Vec<Open>,
    /// What the call of the library that control is in has changed.
    pending: Vec<(Changed, BitVec)>,
    /// What variables hold, by name, function and line: a part of one may have several rows.
    held: FxHashMap<Key<'a>, BitVec>,
    /// Of a function by itself: what its arguments and the globals are when it is called.
    given: Given,
}

/// What is told of a function by itself, before it is called.
#[derive(Default)]
struct Given {
    /// Values that are read.
    inputs: Vec<NamedValue>,
    /// New objects.
    objects: Vec<NamedValue>,
    /// What objects, globals and structures hold.
    values: Vec<(Changed, BitVec)>,
    /// How many elements the object has that comes next.
    count: u128,
    /// How many elements objects have, by their names.
    counts: FxHashMap<String, u128>,
}

impl Given {
    /// Whether a value is one of an object that is longer than that.
    fn is_behind_end(&self, value: &NamedValue) -> bool {
        let part = value.name.split_once('[').and_then(|(object, rest)| Some((object, rest.split_once(']')?.0)));
        let end = part.and_then(|(object, index)| Some((self.counts.get(object)?, index.parse::<u128>().ok()?)));
        end.is_some_and(|(count, index)| index >= *count)
    }
}

impl<'a> Teller<'a> {
    /// Tells a path of the program that this map is of; `has_calls` says whether calls are marked in it.
    pub fn new(map: &'a SourceMap, has_calls: bool) -> Teller<'a> {
        let (lines, keys, open, pending) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (names, given) = (Names::new(map), Given::default());
        Teller { map, names, has_calls, lines, keys, closed: 0, open, pending, held: FxHashMap::default(), given }
    }

    /// Looks at a whole path before it is told, to find names.
    pub fn look_ahead(&mut self, steps: &[PathStep]) {
        self.names.look_ahead(steps.iter().flat_map(|step| step.assignments.iter().copied()));
    }

    /// How many lines there are. Later steps begin new ones.
    pub fn close(&mut self) -> usize {
        self.flush();
        self.closed = self.lines.len();
        self.closed
    }

    /// All lines. Their texts are not filled in.
    pub fn finish(mut self) -> Vec<PathLine> {
        self.flush();
        self.lines
    }

    /// Tells a step, whose inputs have names already.
    pub fn step(&mut self, step: &PathStep, inputs: Vec<NamedValue>) {
        let frames = frames(self.map, step.origin);
        if self.is_ours(library_call(&frames).map_or(step.origin, |frame| frame.at)) {
            return self.given(step, inputs);
        }
        let (events, changes): (Vec<_>, Vec<_>) =
            step.assignments.iter().copied().partition(|(changed, _)| self.role(*changed) != Role::Variable);
        for &(changed, bits) in &changes {
            if let Changed::Variable(id) = changed {
                self.held.extend(self.key(id).map(|key| (key, bits)));
            }
        }
        let is_entry = events.iter().any(|(changed, _)| self.role(*changed) == Role::Entered);
        self.enter(&frames, step.origin, is_entry);
        let mut returned = None;
        for (changed, bits) in events {
            match self.role(changed) {
                Role::Parameter => self.passed(changed, bits),
                Role::Result => returned = self.names.change(changed, bits),
                Role::Entered | Role::Variable => {}
            }
        }
        match frames.last().is_some_and(|frame| frame.is_model) {
            true => {
                let of_program = changes.into_iter().filter(|(changed, _)| !self.is_of_model(*changed));
                let of_program: Vec<_> = of_program.collect();
                self.pending.extend(of_program);
                if let Some(line) = library_call(&frames).filter(|_| !inputs.is_empty()).map(|frame| frame.at) {
                    let function = frames.iter().rfind(|frame| is_named(&frame.function));
                    let function = function.map(|frame| format!("{}()", frame.function));
                    let named = |input: NamedValue| NamedValue {
                        name: function.clone().unwrap_or(input.name),
                        by_library: true,
                        ..input
                    };
                    let line = self.line(line, |_| true);
                    self.lines[line].inputs.extend(inputs.into_iter().map(named));
                }
                // Its own calls are its own.
                let outermost = self.open.iter().position(|open| open.frame.is_model).map(|index| index + 1);
                if let (Some(result), true) = (returned, outermost == Some(self.open.len())) {
                    let line = self.open.last().and_then(|open| open.line);
                    if let Some(call) = line.and_then(|line| self.lines[line].call.as_mut()) {
                        call.result = Some(result);
                    }
                }
            }
            false => {
                let says_nothing = inputs.is_empty() && changes.is_empty() && returned.is_none();
                let has_source = self.map.origins.get(step.origin.0).is_some_and(|place| !place.file.starts_with('<'));
                if says_nothing && (is_entry || !has_source || self.is_ours(step.origin)) {
                    return;
                }
                self.flush();
                let line =
                    self.line(step.origin, |line| line.returns.is_none() && (inputs.is_empty() || line.call.is_none()));
                let changes = self.changes(step.origin, &changes);
                let line = &mut self.lines[line];
                line.inputs.extend(inputs);
                line.assignments.extend(changes);
                line.returns = returned;
            }
        }
    }

    fn row(&self, changed: Changed) -> Option<&'a Variable> {
        match changed {
            Changed::Variable(id) => self.map.variables.get(id.0),
            Changed::Allocated(..) => None,
        }
    }

    fn key(&self, id: VariableId) -> Option<Key<'a>> {
        let variable = self.map.variables.get(id.0)?;
        Some((&variable.name, variable.function.as_deref(), variable.declared.line))
    }

    fn role(&self, changed: Changed) -> Role {
        self.row(changed).map(|variable| variable.role).unwrap_or_default()
    }

    /// Whether a variable is one of our models' own.
    fn is_of_model(&self, changed: Changed) -> bool {
        self.row(changed).is_some_and(|variable| is_model(&variable.declared.file))
    }

    /// Control comes to be in these calls; `is_entry` if the last of them has just begun.
    fn enter(&mut self, frames: &[Frame], place: OriginId, is_entry: bool) {
        let same = self.open.iter().zip(frames).take_while(|(open, frame)| open.frame.at == frame.at).count();
        let kept = if is_entry { same.min(frames.len().saturating_sub(1)) } else { same };
        // What our models call of each other is still the same call of the program's.
        if self.open.iter().position(|open| open.frame.is_model).is_some_and(|outermost| outermost >= kept) {
            self.flush();
        }
        self.open.truncate(kept);
        for (index, frame) in frames.iter().enumerate().skip(kept) {
            let is_inner = index > 0 && frames[index - 1].is_model;
            let is_marked = is_entry && index + 1 == frames.len();
            let is_told = match frame.is_model {
                true => !is_inner && is_named(&frame.function),
                false => self.has_calls && is_marked,
            };
            let line = is_told.then(|| self.call(&frames[..=index], place));
            self.open.push(Open { frame: frame.clone(), line });
        }
    }

    /// A line for the call that is the last of these, of the function that `place` is in.
    fn call(&mut self, frames: &[Frame], place: OriginId) -> usize {
        self.flush();
        let last = &frames[frames.len() - 1];
        // What the library calls, it calls at its own call. What our own text calls is told where it begins.
        let at = library_call(frames).map_or(last.at, |frame| frame.at);
        // What recursion is called from is where control was.
        let is_anywhere = self.map.origins.get(at.0).is_some_and(|place| place.line == 0);
        let at = if is_anywhere { self.keys.last().copied().unwrap_or(place) } else { at };
        let is_first = self.is_ours(at);
        let at = if is_first { place } else { at };
        let line = self.line(at, |line| line.call.is_none() && line.assignments.is_empty() && line.returns.is_none());
        let (function, is_library) = (last.function.clone(), last.is_model);
        let arguments = self.has_calls.then(Vec::new);
        self.lines[line].call = Some(Call { function, is_library, arguments, result: None });
        if is_first {
            let mut given = std::mem::take(&mut self.given);
            let last = last_values(std::mem::take(&mut given.values));
            let values = last.into_iter().filter_map(|(changed, bits)| self.names.change(changed, bits));
            let values: Vec<NamedValue> = values.filter(|value| !given.is_behind_end(value)).collect();
            self.lines[line].inputs.extend(given.inputs);
            self.lines[line].assignments.extend(given.objects);
            self.lines[line].assignments.extend(strings(values));
        }
        line
    }

    /// Whether a place is in our text that calls a function by itself.
    fn is_ours(&self, at: OriginId) -> bool {
        self.map.origins.get(at.0).is_some_and(|place| is_ours(&place.file))
    }

    /// Notes what arguments and globals are made of, before the function is called.
    fn given(&mut self, step: &PathStep, inputs: Vec<NamedValue>) {
        let file = self.map.origins.get(step.origin.0).map_or("", |origin| &*origin.file);
        let Some(given) = given_value(file) else { return };
        // Numbers are told as arguments; what has parts may have no other name.
        self.given.inputs.extend(inputs.into_iter().filter(|input| input.name == given));
        self.given.values.extend(&step.first);
        for &(changed, bits) in &step.assignments {
            let variable = self.row(changed).filter(|variable| variable.role == Role::Variable);
            match variable.map_or(Use::Value, |variable| use_of(&variable.name)) {
                Use::Count => self.given.count = bits.unsigned(),
                Use::Object => {
                    if let Some(name) = self.names.name_object(bits, given) {
                        let shown = Some(match self.given.count {
                            0 | 1 => "new object".to_owned(),
                            count => format!("new object of {count} elements"),
                        });
                        self.given.counts.insert(name.clone(), self.given.count);
                        self.given.objects.push(NamedValue { name, shown, ..NamedValue::default() });
                    }
                }
                Use::Value
                    if variable.is_none_or(|variable| &*variable.name != given || variable.function.is_none()) =>
                {
                    self.given.inputs.retain(|input| variable.is_none() || input.name != given);
                    self.given.values.push((changed, bits));
                }
                Use::Value => self.given.inputs.retain(|input| input.name != given),
                Use::Other => {}
            }
        }
    }

    /// What the function that has just been entered is passed.
    fn passed(&mut self, changed: Changed, bits: BitVec) {
        let Some(line) = self.open.last().and_then(|open| open.line) else { return };
        let Some(variable) = self.row(changed) else { return };
        let unknown =
            || NamedValue { name: variable.name.to_string(), shown: Some("…".to_owned()), ..NamedValue::default() };
        let value = if variable.width == 0 && !variable.is_pointer { None } else { self.names.change(changed, bits) };
        let value = NamedValue { function: None, line: None, ..value.unwrap_or_else(unknown) };
        let call = self.lines[line].call.as_mut();
        call.and_then(|call| call.arguments.as_mut()).into_iter().for_each(|arguments| arguments.push(value.clone()));
    }

    /// The line at a place: the last one, if it stands there and `fits`, or a new one.
    fn line(&mut self, at: OriginId, fits: impl Fn(&PathLine) -> bool) -> usize {
        let last = self.lines.len().checked_sub(1).filter(|&last| last >= self.closed);
        if let Some(last) = last.filter(|&last| self.is_same(self.keys[last], at) && fits(&self.lines[last])) {
            return last;
        }
        if let Some(place) = place(self.map, at) {
            self.lines.push(PathLine::new(place, None));
            self.keys.push(at);
        }
        self.lines.len() - 1
    }

    /// Whether two places are on one line of the same call.
    fn is_same(&self, one: OriginId, other: OriginId) -> bool {
        let key =
            |id: OriginId| self.map.origins.get(id.0).map(|origin| (&origin.file, origin.line, origin.inlined_at));
        key(one) == key(other)
    }

    /// Tells what the call of the library has changed so far.
    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let frame = self.open.iter().find(|open| open.frame.is_model);
        let Some(at) = frame.map(|open| open.frame.at) else { return };
        let mut last = last_values(std::mem::take(&mut self.pending));
        // Of one object, in the order of memory.
        last.sort_by_key(|&(changed, _)| match changed {
            Changed::Variable(id) => (0, id.0, 0),
            Changed::Allocated(object, offset) => (1, object.0, offset),
        });
        self.end_strings(&mut last);
        let line = self.line(at, |line| line.returns.is_none());
        let changes = self.changes(at, &last);
        self.lines[line].assignments.extend(changes);
    }

    /// Where the characters of an array change from the first on, and a zero stands behind them already, they are a string with it.
    fn end_strings(&self, changes: &mut Vec<(Changed, BitVec)>) {
        let part = |id: VariableId| {
            let (array, index) = self.map.variables.get(id.0)?.name.strip_suffix(']')?.rsplit_once('[')?;
            Some((array, index.parse::<usize>().ok()?))
        };
        let mut whole: Vec<(Changed, BitVec)> = Vec::new();
        // The array whose first characters come at the end of the list, and how many of them.
        let mut begun: Option<(&str, usize)> = None;
        for (index, &(changed, bits)) in changes.iter().enumerate() {
            whole.push((changed, bits));
            let Changed::Variable(id) = changed else { continue };
            begun = match (part(id), begun) {
                (Some((array, 0)), _) => Some((array, 1)),
                (Some((array, at)), Some((same, count))) if array == same && at == count => Some((array, count + 1)),
                _ => None,
            };
            let Some((array, count)) = begun.filter(|_| bits.is_nonzero()) else { continue };
            let next = VariableId(id.0 + 1);
            let is_last = changes.get(index + 1).is_none_or(|(other, _)| *other != Changed::Variable(next));
            let zero = self
                .key(next)
                .and_then(|key| self.held.get(&key))
                .filter(|held| held.width() == 8 && !held.is_nonzero());
            if let (true, Some(zero), Some(true)) = (is_last, zero, part(next).map(|next| next == (array, count))) {
                whole.push((Changed::Variable(next), *zero));
            }
        }
        *changes = whole;
    }

    /// What changes at a place, in words.
    fn changes(&mut self, at: OriginId, changes: &[(Changed, BitVec)]) -> Vec<NamedValue> {
        let function = self.map.origins.get(at.0).map(|origin| origin.function.clone());
        let told = changes.iter().filter_map(|&(changed, bits)| {
            let value = self.names.change(changed, bits)?;
            let variable = match changed {
                Changed::Variable(id) => self.map.variables.get(id.0),
                Changed::Allocated(..) => None,
            };
            let owner = variable.and_then(|variable| variable.function.clone()).filter(|_| self.has_calls);
            let other = owner.filter(|owner| Some(owner) != function.as_ref());
            let hiding = variable.filter(|variable| variable.declared.hides).map(|variable| variable.declared.line);
            Some(NamedValue { function: other.map(|other| other.to_string()), line: hiding, ..value })
        });
        strings(once(told))
    }
}

/// What a marker and the memory of an object both say is said once.
fn once(changes: impl Iterator<Item = NamedValue>) -> Vec<NamedValue> {
    let key = |value: &NamedValue| (value.name.clone(), value.function.clone(), value.line);
    let mut last: FxHashMap<_, NamedValue> = FxHashMap::default();
    changes.filter(|change| last.insert(key(change), change.clone()).as_ref() != Some(change)).collect()
}

/// What changes, each once and with what it is at the end.
fn last_values(changes: Vec<(Changed, BitVec)>) -> Vec<(Changed, BitVec)> {
    let mut last: Vec<(Changed, BitVec)> = Vec::new();
    let mut places: FxHashMap<Changed, usize> = FxHashMap::default();
    for (changed, bits) in changes {
        let place = *places.entry(changed).or_insert(last.len());
        match last.get_mut(place) {
            Some((_, held)) => *held = bits,
            None => last.push((changed, bits)),
        }
    }
    last
}

/// Whether a function of a model is one that programs call: others have names of ours.
pub fn is_named(function: &str) -> bool {
    crate::source::library::has_body(function) && !function.starts_with("bitreach.")
}
