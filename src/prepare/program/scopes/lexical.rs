//! Where control is in the source's blocks, as debug information tells it, and where it enters and leaves each.
//!
//! Clang gives each access and each call the block of the source that it stands in. So the places where control enters or
//! leaves a block lie between two of these. Control comes back to a block that it has not left in the module only by a
//! loop or a `goto`: the head of a loop counts as a place in the block around the loop, which its metadata names, and a
//! label as one in the block that it stands in. Other instructions tell only that control has left a block: after a block has
//! ended, clang lets some branches and comparisons keep a place inside it, but before that none has a place outside.

use crate::llvm::ir::{Block, LLVMOpcode, Metadata, Module, Value};
use crate::source::lines::Position;
use crate::source::syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// A block of the source, or a whole function: the node of its debug information.
pub type Scope = Metadata;

/// Where something lives: in a scope, or in a part of it that the text tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    /// The scope.
    pub scope: Scope,
    /// The part, if it is not the whole, and a place in the same file.
    pub part: Option<(Span, Metadata)>,
}

/// Something that happens in a scope.
#[derive(Clone, Copy, Debug)]
struct Event {
    /// The instruction that it happens at, or in front of which it does.
    before: Value,
    /// The instruction behind it.
    behind: Option<Value>,
    scope: Scope,
    /// Where it stands in the source.
    location: Option<Metadata>,
    /// Whether it may stand in a scope that has ended.
    is_branch: bool,
}

/// Where control enters a region: as early as it can, for addresses are computed before anything happens.
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
    events: Vec<Event>,
    /// Those of each block.
    in_block: Vec<Range<usize>>,
    /// The ways into each block: from which block, by which of its ways out.
    predecessors: Vec<Vec<(usize, usize)>>,
    successors: Vec<Vec<usize>>,
}

impl Scopes {
    /// Of a function with debug information, which declares locals in these scopes; `None` for others.
    pub fn of(module: &Module, function: Value, declared: &FxHashMap<Value, Scope>) -> Option<Scopes> {
        let whole = function.own_scope()?;
        let blocks = function.blocks();
        let index: FxHashMap<Block, usize> = blocks.iter().enumerate().map(|(index, block)| (*block, index)).collect();
        let heads = loop_heads(module, &blocks);
        let mut events = Vec::new();
        let named = Named::of(function, declared);
        let mut in_block = Vec::new();
        let mut predecessors = vec![Vec::new(); blocks.len()];
        let mut successors = Vec::new();
        for (from, block) in blocks.iter().enumerate() {
            let first = events.len();
            events_of(*block, heads.get(block).copied(), whole, &named, &mut events);
            in_block.push(first..events.len());
            let ways = block.terminator().map(|end| end.successors()).unwrap_or_default();
            for (way, next) in ways.iter().enumerate() {
                predecessors[index[next]].push((from, way));
            }
            successors.push(ways.iter().map(|next| index[next]).collect());
        }
        Some(Scopes { blocks, events, in_block, predecessors, successors })
    }

    /// Whether the column of some place is not known: it is too far to the right.
    pub fn has_unknown_columns(&self) -> bool {
        let mut locations = self.events.iter().filter_map(|event| event.location);
        locations.any(|location| location.line() > 0 && place_of(location).is_none())
    }

    /// Where control enters and leaves a region.
    pub fn crossings(&self, region: Region) -> Crossings {
        let known = self.inside(region);
        let (before, behind) = self.flow(&known);
        let mut crossings = Crossings::default();
        for (block, events) in self.in_block.iter().enumerate() {
            let (mut state, mut begin) = (before[block], first_place(self.blocks[block]));
            for (event, &is_in) in self.events[events.clone()].iter().zip(&known[events.clone()]) {
                match is_in {
                    true if event.is_branch => {}
                    true if state == State::BOTH => self.ways_in(block, &before, &behind, &mut crossings.entries),
                    true if !state.may_be_in => crossings.entries.push(Entry::Before(begin.unwrap_or(event.before))),
                    false if state.may_be_in => crossings.exits.push(event.before),
                    _ => {}
                }
                (state, begin) = (state.after(event, is_in), event.behind);
            }
        }
        crossings
    }

    /// Which events lie inside of a region.
    fn inside(&self, Region { scope, part }: Region) -> Vec<bool> {
        let mut known: FxHashMap<Scope, bool> = FxHashMap::default();
        let is_in_part = |event: &Event, (span, same): (Span, Metadata)| {
            let file = |location: Metadata| location.scope().map(|scope| scope.file());
            let is_there = |location: Metadata| place_of(location).is_some_and(|place| span.contains(place));
            event.location.is_some_and(|location| is_there(location) && file(location) == file(same))
        };
        let is_inside = |event: &Event| {
            *known.entry(event.scope).or_insert_with(|| around(event.scope).any(|outer| outer == scope))
                && part.is_none_or(|part| is_in_part(event, part))
        };
        self.events.iter().map(is_inside).collect()
    }

    /// Where control may be before and behind each block, seen from a region in which these events lie.
    fn flow(&self, known: &[bool]) -> (Vec<State>, Vec<State>) {
        let mut before = vec![State::default(); self.blocks.len()];
        let mut behind = before.clone();
        before.iter_mut().take(1).for_each(|first| first.may_be_out = true);
        let mut waiting: Vec<usize> = (0..self.blocks.len()).rev().collect();
        while let Some(block) = waiting.pop() {
            let events = self.in_block[block].clone();
            let events = self.events[events.clone()].iter().zip(&known[events]);
            behind[block] = events.fold(before[block], |state, (event, &is_in)| state.after(event, is_in));
            for &next in &self.successors[block] {
                let both = before[next].or(behind[block]);
                if both != before[next] {
                    before[next] = both;
                    waiting.push(next);
                }
            }
        }
        (before, behind)
    }

    /// The ways on which control enters a region to come to a block, where some come from inside.
    fn ways_in(&self, block: usize, before: &[State], behind: &[State], entries: &mut Vec<Entry>) {
        let mut seen = FxHashSet::from_iter([block]);
        let mut waiting = vec![block];
        while let Some(block) = waiting.pop() {
            for &(from, way) in &self.predecessors[block] {
                // A block in which nothing happens is passed on the way.
                let is_passed = behind[from] == State::BOTH && behind[from] == before[from];
                match behind[from].may_be_in {
                    true if is_passed => waiting.extend(seen.insert(from).then_some(from)),
                    true => {}
                    false => entries.extend(self.blocks[from].terminator().map(|end| Entry::Way(end, way))),
                }
            }
        }
    }
}

/// Where control may be, seen from a region; nowhere where it does not come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct State {
    may_be_in: bool,
    may_be_out: bool,
}

impl State {
    const BOTH: State = State { may_be_in: true, may_be_out: true };

    fn or(self, other: State) -> State {
        State { may_be_in: self.may_be_in || other.may_be_in, may_be_out: self.may_be_out || other.may_be_out }
    }

    fn after(self, event: &Event, is_in: bool) -> State {
        match event.is_branch && is_in {
            true => self,
            false => State { may_be_in: is_in, may_be_out: !is_in },
        }
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
    let place = location.position();
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

/// Adds what happens in a block. What names a local of a block stands in that block: clang gives the call of a local's clean-up a place
/// behind it.
fn events_of(block: Block, head: Option<Metadata>, whole: Scope, named: &Named, events: &mut Vec<Event>) {
    let instructions = block.instructions();
    let first = instructions.iter().find(|instruction| !instruction.is(LLVMOpcode::LLVMPHI));
    events.extend(first.zip(head).and_then(|(&before, start)| {
        let (scope, location) = (scope_of(start)?, Some(start));
        Some(Event { before, behind: Some(before), scope, location, is_branch: false })
    }));
    for &before in &instructions {
        let behind = before.next();
        if before.is(LLVMOpcode::LLVMRet) {
            events.push(Event { before, behind, scope: whole, location: None, is_branch: false });
            continue;
        }
        let is_access =
            matches!(before.opcode(), Some(LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMStore | LLVMOpcode::LLVMCall));
        let is_jump = before.is(LLVMOpcode::LLVMBr) || before.is(LLVMOpcode::LLVMSwitch);
        let location = before.location().filter(|location| location.inlined_at().is_none());
        let Some((location, scope)) = location.and_then(|at| Some((at, scope_of(at)?))) else { continue };
        if (is_access || is_jump) && !is_way_out(before) {
            let scope = named.scope(before, location, scope);
            events.push(Event { before, behind, scope, location: Some(location), is_branch: is_jump });
        }
    }
}

/// What the names of locals tell of the scopes that instructions stand in.
struct Named<'a> {
    declared: &'a FxHashMap<Value, Scope>,
    /// The places of clean-ups, each with the scope that it ends.
    cleanups: FxHashMap<Metadata, Scope>,
}

impl<'a> Named<'a> {
    fn of(function: Value, declared: &'a FxHashMap<Value, Scope>) -> Named<'a> {
        let mut named = Named { declared, cleanups: FxHashMap::default() };
        for call in function.instructions().into_iter().filter(|call| call.is(LLVMOpcode::LLVMCall)) {
            let Some((location, scope)) = call.location().and_then(|at| Some((at, scope_of(at)?))) else { continue };
            let inner = named.inner(call, scope);
            named.cleanups.extend(inner.map(|inner| (location, inner)));
        }
        named
    }

    /// The scope of a local that an instruction names, if it lies in the scope of the instruction's place.
    fn inner(&self, instruction: Value, scope: Scope) -> Option<Scope> {
        let named = instruction.operands().into_iter().filter_map(|operand| self.declared.get(&operand).copied());
        named.filter(|named| *named != scope && around(*named).any(|outer| outer == scope)).last()
    }

    fn scope(&self, instruction: Value, location: Metadata, scope: Scope) -> Scope {
        self.inner(instruction, scope).or(self.cleanups.get(&location).copied()).unwrap_or(scope)
    }
}

/// The instruction before which a block can begin to do something: behind its φs and behind locals.
fn first_place(block: Block) -> Option<Value> {
    let instructions = block.instructions();
    let is_given = |value: &Value| value.is(LLVMOpcode::LLVMPHI) || value.is(LLVMOpcode::LLVMAlloca);
    let begin = instructions.iter().rposition(is_given).map_or(0, |last| last + 1);
    instructions.get(begin).copied()
}

/// Whether an instruction only remembers where control goes behind clean-ups.
fn is_way_out(access: Value) -> bool {
    let address = if access.is(LLVMOpcode::LLVMStore) { 1 } else { 0 };
    access.operands().get(address).is_some_and(|address| address.name().starts_with("cleanup.dest"))
}
