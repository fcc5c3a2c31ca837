//! Where control is in the source's blocks, as debug information tells it, and where it enters and leaves each.
//!
//! Clang gives each access and each call the block of the source that it stands in. So the places where control enters or
//! leaves a block lie between two of these. Control comes back to a block that it has not left in the module only by a
//! loop or a `goto`: the head of a loop counts as a place in the block around the loop, which its metadata names, and a
//! label as one in the block that it stands in. Other instructions are not asked: after a block has ended, clang lets some
//! branches and comparisons keep a place inside it.

use super::super::ir::{Block, LLVMOpcode, Metadata, Module, Value};
use crate::frontend::syntax::{Position, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// A block of the source, or a whole function: the node of its debug information.
pub type Scope = Metadata;

/// Where something lives: in a scope, or in a part of it that the text tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    /// The scope.
    pub scope: Scope,
    /// The part, if it is not the whole.
    pub span: Option<Span>,
}

/// Something that happens in a scope, and what it happens before.
#[derive(Clone, Copy, Debug)]
struct Event {
    before: Option<Value>,
    scope: Scope,
    place: Option<Position>,
}

/// The events of a function, by number.
type EventId = u32;

/// Where control enters a region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    /// Right before this instruction, wherever it comes from.
    Before(Value),
    /// On this way out of a block, counted from 0.
    Way(Value, usize),
}

/// Where control enters and leaves a region.
#[derive(Clone, Debug, Default)]
pub struct Crossings {
    /// Where it enters.
    pub entries: Vec<Entry>,
    /// Before each of these it has left the region, if it was in it.
    pub exits: Vec<Value>,
}

/// The scopes that control is in at each place of a function.
pub struct Scopes {
    blocks: Vec<Block>,
    /// Number 0 is the function's beginning.
    events: Vec<Event>,
    /// Those of each block.
    in_block: Vec<Range<usize>>,
    /// The ways into each block: from which block, by which of its ways out.
    predecessors: Vec<Vec<(usize, usize)>>,
    /// The last events before each block.
    before: Vec<FxHashSet<EventId>>,
}

impl Scopes {
    /// Of a function with debug information; `None` for others.
    pub fn of(module: &Module, function: Value) -> Option<Scopes> {
        let whole = function.own_scope()?;
        let blocks = function.blocks();
        let index: FxHashMap<Block, usize> = blocks.iter().enumerate().map(|(index, block)| (*block, index)).collect();
        let heads = loop_heads(module, &blocks);
        let mut events = vec![Event { before: None, scope: whole, place: None }];
        let mut in_block = Vec::new();
        let mut predecessors = vec![Vec::new(); blocks.len()];
        for (from, block) in blocks.iter().enumerate() {
            let first = events.len();
            events_of(*block, heads.get(block).copied(), whole, &mut events);
            in_block.push(first..events.len());
            let ways = block.terminator().map(|end| end.successors()).unwrap_or_default();
            for (way, next) in ways.iter().enumerate() {
                predecessors[index[next]].push((from, way));
            }
        }
        let before = vec![FxHashSet::default(); blocks.len()];
        let mut scopes = Scopes { blocks, events, in_block, predecessors, before };
        scopes.flow(&index);
        Some(scopes)
    }

    /// Computes what comes before each block, until nothing changes.
    fn flow(&mut self, index: &FxHashMap<Block, usize>) {
        let successors: Vec<Vec<usize>> = self
            .blocks
            .iter()
            .map(|block| block.terminator().map(|end| end.successors()).unwrap_or_default())
            .map(|ways| ways.iter().map(|next| index[next]).collect())
            .collect();
        self.before.first_mut().into_iter().for_each(|first| first.extend([0]));
        let mut waiting: Vec<usize> = (0..self.blocks.len()).rev().collect();
        while let Some(from) = waiting.pop() {
            let behind = self.behind(from);
            for &next in &successors[from] {
                let known = self.before[next].len();
                self.before[next].extend(behind.iter().copied());
                if self.before[next].len() > known {
                    waiting.push(next);
                }
            }
        }
    }

    /// The last events before the end of a block.
    fn behind(&self, block: usize) -> FxHashSet<EventId> {
        match self.in_block[block].is_empty() {
            false => FxHashSet::from_iter([self.in_block[block].end as EventId - 1]),
            true => self.before[block].clone(),
        }
    }

    /// Where control enters and leaves a region.
    pub fn crossings(&self, region: Region) -> Crossings {
        let mut inner = Inside { region, events: &self.events, known: FxHashMap::default() };
        let mut crossings = Crossings::default();
        for (block, events) in self.in_block.iter().enumerate() {
            let mut previous: Option<bool> = None;
            for event in &self.events[events.clone()] {
                let Some(before) = event.before else { continue };
                let is_in = inner.contains(event);
                let (was_in, was_out) = match previous {
                    Some(was_in) => (was_in, !was_in),
                    None => inner.some_in_and_out(&self.before[block]),
                };
                match is_in {
                    true if was_in && was_out => self.ways_in(block, &mut inner, &mut crossings.entries),
                    true if !was_in => crossings.entries.push(Entry::Before(before)),
                    false if was_in => crossings.exits.push(before),
                    _ => {}
                }
                previous = Some(is_in);
            }
        }
        crossings
    }

    /// The ways on which control enters a region to come to a block, where some come from inside.
    fn ways_in(&self, block: usize, inner: &mut Inside, entries: &mut Vec<Entry>) {
        let mut seen = FxHashSet::from_iter([block]);
        let mut waiting = vec![block];
        while let Some(block) = waiting.pop() {
            for &(from, way) in &self.predecessors[block] {
                match inner.some_in_and_out(&self.behind(from)) {
                    (true, false) => {}
                    (true, true) => waiting.extend(seen.insert(from).then_some(from)),
                    (false, _) => entries.extend(self.blocks[from].terminator().map(|end| Entry::Way(end, way))),
                }
            }
        }
    }
}

/// Which events lie inside of a region.
struct Inside<'a> {
    region: Region,
    events: &'a [Event],
    known: FxHashMap<Scope, bool>,
}

impl Inside<'_> {
    fn contains(&mut self, event: &Event) -> bool {
        let Region { scope, span } = self.region;
        let is_in_scope =
            *self.known.entry(event.scope).or_insert_with(|| around(event.scope).any(|outer| outer == scope));
        is_in_scope && span.is_none_or(|span| event.place.is_some_and(|place| span.contains(place)))
    }

    /// Whether some of these are inside, and whether some are outside.
    fn some_in_and_out(&mut self, events: &FxHashSet<EventId>) -> (bool, bool) {
        let is_in: Vec<bool> = events.iter().map(|&event| self.contains(&self.events[event as usize])).collect();
        (is_in.contains(&true), is_in.contains(&false))
    }
}

/// A scope and those around it, up to the function's. Scopes nest; a broken module could nest them in a circle.
pub fn around(scope: Scope) -> impl Iterator<Item = Scope> {
    std::iter::successors(Some(scope), |scope| if scope.is_subprogram() { None } else { scope.parent_scope() })
        .take(10_000)
}

/// The innermost scope that several lie in.
pub fn common(scopes: impl IntoIterator<Item = Scope>) -> Option<Scope> {
    scopes.into_iter().reduce(|a, b| {
        let outer: FxHashSet<Scope> = around(a).collect();
        around(b).find(|scope| outer.contains(scope)).unwrap_or(a)
    })
}

/// The scope that a location stands in. A change of the file, as by `#line`, is none.
pub fn scope_of(location: Metadata) -> Option<Scope> {
    around(location.scope()?).find(|scope| !scope.is_change_of_file())
}

/// The place in the source of a location.
pub fn place_of(location: Metadata) -> Option<Position> {
    let place = Position { line: location.line(), column: location.column() };
    (place.line > 0 && place.column > 0).then_some(place)
}

/// The heads of loops, each with the place where its loop begins: clang says so at the branches that go back to it.
fn loop_heads(module: &Module, blocks: &[Block]) -> FxHashMap<Block, Metadata> {
    let kind = module.metadata_kind("llvm.loop");
    let mut heads = FxHashMap::default();
    for end in blocks.iter().filter_map(|block| block.terminator()) {
        let nodes = end.metadata(kind).map(|node| node.nodes()).unwrap_or_default();
        if let Some(start) = nodes.into_iter().find(|node| scope_of(*node).is_some()) {
            heads.extend(end.successors().into_iter().filter(|next| is_back(end, *next)).map(|head| (head, start)));
        }
    }
    heads
}

/// Whether a branch of a loop goes back there: the other way of a `do` loop leaves it.
fn is_back(end: Value, next: Block) -> bool {
    end.successors().len() == 1 || end.successors().first() == Some(&next)
}

/// Adds what happens in a block.
fn events_of(block: Block, head: Option<Metadata>, whole: Scope, events: &mut Vec<Event>) {
    let instructions = block.instructions();
    let located = |before: Value, location: Metadata| {
        Some(Event { before: Some(before), scope: scope_of(location)?, place: place_of(location) })
    };
    let first = instructions.iter().find(|instruction| !instruction.is(LLVMOpcode::LLVMPHI));
    events.extend(first.zip(head).and_then(|(&before, start)| located(before, start)));
    for &before in &instructions {
        let event = match before.opcode() {
            Some(LLVMOpcode::LLVMRet) => Some(Event { before: Some(before), scope: whole, place: None }),
            Some(LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMStore | LLVMOpcode::LLVMCall) => {
                let location = before.location().filter(|location| location.inlined_at().is_none());
                location.and_then(|location| located(before, location))
            }
            _ => None,
        };
        events.extend(event);
    }
}
