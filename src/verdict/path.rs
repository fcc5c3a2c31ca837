//! Error paths: what is executed, place by place.

use crate::bv::BitVec;
use crate::program::interpret::Event;
use crate::program::{InputId, ObjectId, OriginId, SiteId, SourceMap, VariableId};
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
    /// What changes.
    pub assignments: Vec<(Changed, BitVec)>,
}

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
    holds: FxHashMap<Changed, BitVec>,
}

impl<'a> Recorder<'a> {
    /// A recorder without steps.
    pub fn new(map: &'a SourceMap) -> Recorder<'a> {
        Recorder { map, steps: Vec::new(), inputs: Vec::new(), holds: FxHashMap::default() }
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
            Event::Write { origin: None, .. } => {}
            Event::Write { object, offset, bits, origin } => {
                self.changes(Changed::Allocated(object, offset), bits, origin);
            }
        }
    }

    fn changes(&mut self, changed: Changed, bits: BitVec, origin: Option<OriginId>) {
        self.at(origin);
        if self.holds.insert(changed, bits) == Some(bits) {
            return;
        }
        let map = self.map;
        let name = |changed: Changed| match changed {
            Changed::Variable(id) => map.variables.get(id.0).map(|variable| (&variable.name, &variable.function)),
            Changed::Allocated(..) => None,
        };
        if let Some(step) = self.steps.last_mut() {
            // A variable in memory is told by its cell and by the assignment: once is enough.
            let same = |other: Changed| other == changed || (name(other).is_some() && name(other) == name(changed));
            step.assignments.retain(|(other, _)| !same(*other));
            step.assignments.push((changed, bits));
        }
    }

    /// Control is at a place. Places without a line, and the line that control is at already, are no new step.
    fn at(&mut self, origin: Option<OriginId>) {
        let Some(origin) = origin.filter(|&origin| self.line(origin).is_some()) else { return };
        let is_new = self.steps.last().is_none_or(|step| self.line(step.origin) != self.line(origin));
        if is_new {
            self.steps.push(PathStep { origin, inputs: Vec::new(), assignments: Vec::new() });
        }
    }

    /// What makes a line: the file, its number and the call that it is in; `None` for a place without a line.
    fn line(&self, origin: OriginId) -> Option<(&str, u32, Option<OriginId>)> {
        let origin = self.map.origins.get(origin.0)?;
        (origin.line > 0).then_some((&*origin.file, origin.line, origin.inlined_at))
    }
}
