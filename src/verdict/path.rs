//! Error paths: what is executed, place by place.

use crate::bv::BitVec;
use crate::program::interpret::Event;
use crate::program::{InputId, ObjectId, OriginId, Role, SiteId, SourceMap, Variable, VariableId};
use rustc_hash::FxHashMap;

/// How the error is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorPath {
    /// The executed places, in order.
    pub steps: Vec<PathStep>,
    /// The inputs in the order in which they are read.
    pub inputs: Vec<(InputId, BitVec)>,
    /// The check that fails at the end.
    pub site: SiteId,
    /// How long it is.
    pub length: Length,
    /// What is left out of the steps, if anything is.
    pub gap: Option<Gap>,
    /// Whether the path is one of the plain program, with all source lines, and not of the optimised one.
    pub on_plain: bool,
    /// Whether signed arithmetic may overflow on it, where that is looked at ([`Overflow`](crate::frontend::Overflow)).
    pub may_overflow: bool,
}

/// How long an execution is, in the unit that it was counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// Transitions of the encoding.
    Transitions(usize),
    /// Basic blocks of the optimised program.
    Blocks(u64),
    /// How often control went back in a loop of the optimised program: all that is counted in runs that are too long to be
    /// followed block by block.
    Turns(u64),
}

/// A part of an execution that is not told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// How many steps of the path come before it.
    pub after: usize,
    /// How many basic blocks it is long, if they were counted.
    pub blocks: Option<u64>,
}

/// A place that is executed, and what happens there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathStep {
    /// The place.
    pub origin: OriginId,
    /// The nondeterministic values that are read.
    pub inputs: Vec<(InputId, BitVec)>,
    /// What changes. Where a function is entered, a step begins, whose first change is to the row that stands for that; see
    /// [`Role`].
    pub assignments: Vec<(Changed, BitVec)>,
    /// What objects that are allocated hold at first, of the first [`MOST_FIRST`] parts of the path.
    pub first: Vec<(Changed, BitVec)>,
}

/// Of so many parts of objects it is kept what they hold at first.
pub const MOST_FIRST: usize = 4096;

/// What changes in a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Changed {
    /// A C variable, or a part of one.
    Variable(VariableId),
    /// A part of an object that a call has allocated, so many bytes behind its start.
    Allocated(ObjectId, u64),
}

/// Makes a path of events: consecutive events of one source line are one step, and variables are told when they change.
#[derive(Debug)]
pub struct Recorder<'a> {
    map: &'a SourceMap,
    /// The steps so far.
    pub steps: Vec<PathStep>,
    /// The inputs so far.
    pub inputs: Vec<(InputId, BitVec)>,
    /// What variables hold, and in which call of their function they were given it.
    holds: FxHashMap<Changed, (BitVec, u64)>,
    /// How many parts of objects it is known of what they hold at first.
    first: usize,
    /// How many calls of each function there were.
    calls: FxHashMap<&'a str, u64>,
}

impl<'a> Recorder<'a> {
    /// A recorder without steps.
    pub fn new(map: &'a SourceMap) -> Recorder<'a> {
        let (holds, calls) = (FxHashMap::default(), FxHashMap::default());
        Recorder { map, steps: Vec::new(), inputs: Vec::new(), holds, first: 0, calls }
    }

    /// Hears an event.
    pub fn hear(&mut self, event: Event) {
        match event {
            Event::Block(_) => {}
            Event::Line(origin) => self.at(Some(origin)),
            Event::Input { input, bits, origin, .. } => {
                self.at(origin);
                self.inputs.push((input, bits));
                if let Some(step) = self.steps.last_mut() {
                    step.inputs.push((input, bits));
                }
            }
            Event::Assign { variable, bits, origin } => self.changes(Changed::Variable(variable), bits, origin),
            // Without a place it is what an object holds at first.
            Event::Write { object, offset, bits, origin: None } => {
                if let Some(step) = self.steps.last_mut().filter(|_| self.first < MOST_FIRST) {
                    step.first.push((Changed::Allocated(object, offset), bits));
                    self.first += 1;
                }
            }
            Event::Write { object, offset, bits, origin } => {
                self.changes(Changed::Allocated(object, offset), bits, origin);
            }
        }
    }

    fn changes(&mut self, changed: Changed, bits: BitVec, origin: Option<OriginId>) {
        let map = self.map;
        let row = |changed: Changed| match changed {
            Changed::Variable(id) => map.variables.get(id.0),
            Changed::Allocated(..) => None,
        };
        let role = row(changed).map(|variable| variable.role).unwrap_or_default();
        match (role, origin.filter(|&origin| self.line(origin).is_some())) {
            (Role::Entered, Some(origin)) => {
                // Its own place has been heard of.
                let is_begun = |step: &PathStep| step.inputs.is_empty() && step.assignments.is_empty();
                self.at(Some(origin));
                if !self.steps.last().is_some_and(is_begun) {
                    self.begin(origin);
                }
            }
            _ => self.at(origin),
        }
        let call = row(changed).and_then(|variable| variable.function.as_deref()).map(|function| {
            let calls = self.calls.entry(function).or_default();
            *calls += u64::from(role == Role::Entered);
            *calls
        });
        // The locals of another call are others.
        let held = (bits, call.unwrap_or(0));
        if role == Role::Variable && self.holds.insert(changed, held) == Some(held) {
            return;
        }
        let name = |variable: &'a Variable| (&variable.name, &variable.function, variable.declared.line);
        let named = |changed: Changed, role: Role| row(changed).filter(|row| row.role == role).map(name);
        let Some(step) = self.steps.last_mut() else { return };
        if let Some((name, function, _)) = named(changed, Role::Variable) {
            // What a function is passed is told by that.
            let is_told = step.assignments.iter().any(|&(other, held)| {
                let passed = named(other, Role::Parameter).is_some_and(|other| (other.0, other.1) == (name, function));
                passed && held.unsigned() == bits.unsigned()
            });
            if is_told {
                return;
            }
            // A variable in memory is told by its cell and by the assignment: once is enough.
            let this = named(changed, Role::Variable);
            step.assignments.retain(|&(other, _)| named(other, Role::Variable) != this);
        } else if role == Role::Variable {
            step.assignments.retain(|&(other, _)| other != changed);
        }
        step.assignments.push((changed, bits));
    }

    /// Control is at a place. Places without a line, and the line that control is at already, are no new step.
    fn at(&mut self, origin: Option<OriginId>) {
        let Some(origin) = origin.filter(|&origin| self.line(origin).is_some()) else { return };
        let is_new = self.steps.last().is_none_or(|step| self.line(step.origin) != self.line(origin));
        if is_new {
            self.begin(origin);
        }
    }

    fn begin(&mut self, origin: OriginId) {
        self.steps.push(PathStep { origin, inputs: Vec::new(), assignments: Vec::new(), first: Vec::new() });
    }

    /// What makes a line: the file, its number and the call that it is in; `None` for a place without a line.
    fn line(&self, origin: OriginId) -> Option<(&str, u32, Option<OriginId>)> {
        let origin = self.map.origins.get(origin.0)?;
        (origin.line > 0).then_some((&*origin.file, origin.line, origin.inlined_at))
    }
}
