//! The function `i64 bitreach_only()`: takes the only way of a program (see [`OnlyWay`](crate::program::OnlyWay)), and gives up
//! where what is read decides about it. What is read is zero.
//!
//! Beside each value that may be open there is a bit that says whether it is, and beside each object with such cells a second one,
//! with a byte for each of its bytes; at the offsets of cells they say whether these are open.
//!
//! Turns are granted by the runtime: the function counts down, and asks for more where none is left. The runtime may ask it to write
//! its state there: what is live, and all objects. If that is the same twice at one edge, the way never ends.

use super::fresh::FreshCells;
use super::{declare_intrinsics, fits, large_objects, positions, show, size_of};
use super::{Code, Emitter, LARGEST_ON_STACK, ROOM_OF_ONLY_WAY, SLACK};
use crate::program::liveness::live_in;
use crate::program::postorder::reverse_postorder;
use crate::program::{Block, InputId, Instruction, ObjectId, Operand, Operation, Phi, Program, Store, ValueId};
use fixedbitset::FixedBitSet;
use std::fmt::Write;

/// A state is at most so large, in bytes.
const LARGEST_STATE: u64 = 1 << 24;

/// States are written by so many instructions at most: else the function would get much larger by that.
const MOST_WRITES: usize = 20_000;

/// Programs with more values in more blocks are not looked at so closely.
const MOST_BITS: usize = 1 << 30;

/// What is known about the program.
pub struct Facts {
    /// Values that may be open, by [`ValueId`].
    values: Vec<bool>,
    /// Objects that may have open cells.
    objects: Vec<bool>,
    /// What is live at the head of each block, if states are written.
    live: Option<Vec<Vec<ValueId>>>,
    /// What has been read, and not told yet: the row, the width, and how often.
    reads: Option<(InputId, u32, u32)>,
}

/// The program as a module with that function. `None` if it uses something that cannot be compiled.
pub fn module(program: &Program) -> Option<String> {
    let order = positions(program);
    let facts = Facts::new(program, &order);
    if !fits(program, ROOM_OF_ONLY_WAY) {
        return None;
    }
    let mut text = large_objects(program, ROOM_OF_ONLY_WAY);
    for (index, object) in program.objects.iter().enumerate() {
        let size = size_of(object, ROOM_OF_ONLY_WAY);
        if facts.objects[index] && size > LARGEST_ON_STACK {
            let size = size + SLACK;
            let _ = writeln!(text, "@open{index} = internal global [{size} x i8] zeroinitializer");
        }
    }
    let size = facts.live.as_ref().map_or(0, |live| facts.state_bytes(program, live));
    let emitter = Emitter::new(program, &order, ROOM_OF_ONLY_WAY, &mut text);
    Emitter { only: Some(facts), ..emitter }.only_function()?;
    let _ = writeln!(text, "@bitreach_state = global [{} x i8] zeroinitializer, align 16", size.max(1));
    let _ = writeln!(text, "@bitreach_state_bytes = constant i64 {size}");
    text.push_str("@bitreach_watch = external global i8\n@bitreach_turns = external global i64\n");
    text.push_str("declare void @bitreach_read(i32, i32, i32)\ndeclare i64 @bitreach_more(i32) cold\n");
    declare_intrinsics(&mut text);
    Some(text)
}

impl Facts {
    fn new(program: &Program, order: &[usize]) -> Facts {
        let objects = program.objects.iter();
        let mut facts = Facts {
            values: vec![false; program.widths.len()],
            objects: objects.map(|object| object.tail.is_some_and(|tail| !tail.is_zero)).collect(),
            live: None,
            reads: None,
        };
        while facts.spread(program) {}
        facts.live = facts.states(program, order);
        facts
    }

    /// Notes what is computed from, or holds, what may be open. Whether that was anything new.
    fn spread(&mut self, program: &Program) -> bool {
        let before = (self.values.iter().filter(|&&open| open).count(), self.objects.clone());
        for block in &program.blocks {
            for phi in &block.phis {
                self.values[phi.result.0] |= phi.incoming.iter().any(|&(_, operand)| self.may_be_open(operand));
            }
            for instruction in &block.instructions {
                match instruction {
                    Instruction::Define { result, operation, .. } => {
                        self.values[result.0] |= match operation {
                            Operation::Input(_) => true,
                            Operation::Load(access, offset) => {
                                self.objects[access.object.0] || self.may_be_open(*offset)
                            }
                            operation => operation.operands().into_iter().any(|operand| self.may_be_open(operand)),
                        };
                    }
                    Instruction::Store(store) => {
                        self.objects[store.access.object.0] |= self.may_be_open(store.value);
                    }
                    Instruction::Assign(_) => {}
                }
            }
        }
        before != (self.values.iter().filter(|&&open| open).count(), self.objects.clone())
    }

    fn may_be_open(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Value(value) if self.values[value.0])
    }

    /// What is live at the head of each block, if a state is small enough to be looked at.
    fn states(&self, program: &Program, order: &[usize]) -> Option<Vec<Vec<ValueId>>> {
        if program.blocks.len().checked_mul(program.widths.len())? > MOST_BITS {
            return None;
        }
        let blocks = reverse_postorder(program.blocks.len(), |block| program.blocks[block.0].terminator.successors());
        let live = live_in(program, &blocks).into_iter().zip(&program.blocks);
        // φs hold what they take on the edge.
        let values = |(live, block): (FixedBitSet, &Block)| {
            live.ones().map(ValueId).chain(block.phis.iter().map(|phi| phi.result)).collect()
        };
        let live: Vec<Vec<ValueId>> = live.map(values).collect();
        let back = |(index, block): (usize, &Block)| {
            let targets = block.terminator.successors().into_iter().filter(move |to| order[to.0] <= order[index]);
            targets.map(|to| live[to.0].len() + program.objects.len()).sum::<usize>()
        };
        let writes: usize = program.blocks.iter().enumerate().map(back).sum();
        (writes <= MOST_WRITES && self.state_bytes(program, &live) <= LARGEST_STATE).then_some(live)
    }

    /// The size of the largest state: 32 bytes for a value and its bit.
    fn state_bytes(&self, program: &Program, live: &[Vec<ValueId>]) -> u64 {
        let objects = program.objects.iter().zip(&self.objects);
        let objects: u64 =
            objects.map(|(object, open)| size_of(object, ROOM_OF_ONLY_WAY) * if *open { 2 } else { 1 }).sum();
        objects + live.iter().map(|live| 32 * live.len() as u64).max().unwrap_or(0)
    }
}

impl Emitter<'_> {
    fn only_function(mut self) -> Option<()> {
        self.line("define i64 @bitreach_only() nounwind {\nentry:\n%left = alloca i64");
        let objects = &self.program.objects;
        for (index, object) in objects.iter().enumerate() {
            self.object(index, object);
            self.open_object(index);
        }
        let granted = self.temporary("call i64 @bitreach_more(i32 -1)");
        self.line(&format!("store i64 {granted}, ptr %left\nbr label %b0"));
        for (index, block) in self.program.blocks.iter().enumerate() {
            self.block(index, block)?;
        }
        self.line("}");
        Some(())
    }

    /// Notes that an input is read, so many times.
    pub(super) fn read(&mut self, row: InputId, width: u32, times: u32) {
        let reads = self.only.as_mut().and_then(|facts| facts.reads.as_mut());
        if let Some((_, _, count)) = reads.filter(|(last, last_width, _)| (*last, *last_width) == (row, width)) {
            *count += times;
            return;
        }
        self.tell_reads();
        self.only.iter_mut().for_each(|facts| facts.reads = Some((row, width, times)));
    }

    /// Opens cells: what is read for them is zero.
    pub(super) fn open_cells(&mut self, row: FreshCells) {
        self.read(row.input, row.width, row.count as u32);
        let names = [(Some(self.object_name(row.object.0)), 0), (self.open_name(row.object), 1)];
        for (name, byte) in names {
            let Some(name) = name else { continue };
            let place = self.temporary(&format!("getelementptr i8, ptr {name}, i64 {}", row.first));
            let size = row.end() - row.first;
            self.line(&format!("call void @llvm.memset.p0.i64(ptr {place}, i8 {byte}, i64 {size}, i1 false)"));
        }
    }

    /// Tells the runtime what has been read: of arrays without first values, all cells together.
    pub(super) fn tell_reads(&mut self) {
        if let Some((row, width, count)) = self.only.as_mut().and_then(|facts| facts.reads.take()) {
            self.line(&format!("call void @bitreach_read(i32 {}, i32 {width}, i32 {count})", row.0));
        }
    }

    /// The bytes that say which cells of an object are open: at first those of its tail, where that may hold anything.
    fn open_object(&mut self, index: usize) {
        let Some(name) = self.open_name(ObjectId(index)) else { return };
        let object = &self.program.objects[index];
        let size = self.size_of(index);
        if size <= LARGEST_ON_STACK {
            self.line(&format!("{name} = alloca [{} x i8]", size + SLACK));
        }
        let is_open = object.tail.is_some_and(|tail| !tail.is_zero);
        let first = u8::from(is_open);
        self.line(&format!("call void @llvm.memset.p0.i64(ptr {name}, i8 {first}, i64 {size}, i1 false)"));
        // Cells that are listed begin with what they hold.
        for cell in object.cells.iter().filter(|_| is_open) {
            let place = self.temporary(&format!("getelementptr i8, ptr {name}, i64 {}", cell.offset));
            self.line(&format!("store i8 0, ptr {place}"));
        }
    }

    /// How that object is called, if it is there.
    fn open_name(&self, object: ObjectId) -> Option<String> {
        let is_there = self.only.as_ref().is_some_and(|facts| facts.objects[object.0]);
        let kind = if self.size_of(object.0) <= LARGEST_ON_STACK { '%' } else { '@' };
        is_there.then(|| format!("{kind}open{}", object.0))
    }

    /// The bit that says whether a value is open, if it may be.
    fn openness(&self, operand: Operand) -> Option<String> {
        match (operand, &self.only) {
            (Operand::Value(value), Some(facts)) if facts.values[value.0] => Some(format!("%o{}", value.0)),
            _ => None,
        }
    }

    pub(super) fn open_phis(&mut self, index: usize, phis: &[Phi]) {
        for phi in phis {
            let Some(name) = self.openness(Operand::Value(phi.result)) else { continue };
            let bit = |operand: Operand| self.openness(operand).unwrap_or("false".to_owned());
            let edges = phi.incoming.iter();
            let edges: Vec<_> = edges
                .map(|(from, operand)| format!("[ {}, {} ]", bit(*operand), self.end_of_edge(from.0, index)))
                .collect();
            self.line(&format!("{name} = phi i1 {}", edges.join(", ")));
        }
    }

    /// Defines the bit of a value.
    pub(super) fn define_openness(&mut self, result: ValueId, operation: &Operation) {
        let Some(name) = self.openness(Operand::Value(result)) else { return };
        let bit = match *operation {
            Operation::Input(_) => "true".to_owned(),
            Operation::Load(access, offset) => {
                let held = self.open_name(access.object).map(|object| {
                    let at = self.offset(access, offset);
                    let place = self.temporary(&format!("getelementptr i8, ptr {object}, i64 {at}"));
                    let byte = self.temporary(&format!("load i8, ptr {place}"));
                    self.temporary(&format!("icmp ne i8 {byte}, 0"))
                });
                let bits = [held, self.openness(offset)];
                self.any_of(bits.into_iter().flatten())
            }
            Operation::Select(condition, a, b) => {
                let bit = |operand: Operand| self.openness(operand).unwrap_or("false".to_owned());
                let (a, b) = (bit(a), bit(b));
                let chosen = self.temporary(&format!("select i1 {}, i1 {a}, i1 {b}", show(condition)));
                let bits = [self.openness(condition), Some(chosen)];
                self.any_of(bits.into_iter().flatten())
            }
            _ => {
                let operands = operation.operands();
                let bits: Vec<_> = operands.into_iter().filter_map(|operand| self.openness(operand)).collect();
                self.any_of(bits.into_iter())
            }
        };
        self.line(&format!("{name} = or i1 {bit}, false"));
    }

    /// Whether one of these bits is set.
    fn any_of(&mut self, bits: impl Iterator<Item = String>) -> String {
        let mut bits = bits.collect::<Vec<_>>().into_iter();
        let first = bits.next().unwrap_or("false".to_owned());
        bits.fold(first, |all, bit| self.temporary(&format!("or i1 {all}, {bit}")))
    }

    /// Gives up if a store's place is open, and notes whether what it writes is.
    pub(super) fn store_openness(&mut self, store: &Store) {
        self.leave_if_open(store.condition);
        if let Some(open) = self.openness(store.offset) {
            let matters = self.temporary(&format!("and i1 {open}, {}", show(store.condition)));
            self.leave_if(&matters);
        }
        let Some(object) = self.open_name(store.access.object) else { return };
        let at = self.offset(store.access, store.offset);
        let place = self.temporary(&format!("getelementptr i8, ptr {object}, i64 {at}"));
        let byte = match self.openness(store.value) {
            Some(bit) => self.temporary(&format!("zext i1 {bit} to i8")),
            None => "0".to_owned(),
        };
        let byte = self.stored(store, 8, byte, &place);
        self.line(&format!("store i8 {byte}, ptr {place}"));
    }

    /// Gives up if a value is open.
    pub(super) fn leave_if_open(&mut self, operand: Operand) {
        if let Some(bit) = self.openness(operand) {
            self.leave_if(&bit);
        }
    }

    pub(super) fn leave_if(&mut self, bit: &str) {
        let number = self.next;
        self.next += 1;
        self.line(&format!("br i1 {bit}, label %d{number}, label %n{number}\nd{number}:"));
        let code = if self.only.is_some() { Code::Depends } else { Code::Limit };
        self.leave(code, 0);
        self.line(&format!("n{number}:"));
    }

    /// What stands on an edge that goes back: a turn less, and where none is left, more are asked for.
    pub(super) fn watched_edge(&mut self, from: usize, to: usize) {
        let left = self.temporary("load i64, ptr %left");
        let less = self.temporary(&format!("sub i64 {left}, 1"));
        let none = self.temporary(&format!("icmp eq i64 {less}, 0"));
        let edge = format!("{from}_{to}");
        self.line(&format!("br i1 {none}, label %m{edge}, label %g{edge}\nm{edge}:"));
        if self.write_state(&edge, to).is_some() {
            self.line(&format!("br label %a{edge}\na{edge}:"));
        }
        let number = self.edges - 1;
        let granted = self.temporary(&format!("call i64 @bitreach_more(i32 {number})"));
        self.line(&format!("br label %g{edge}\ng{edge}:"));
        let asked = if self.has_states() { 'a' } else { 'm' };
        let left = self.temporary(&format!("phi i64 [ {less}, %e{edge} ], [ {granted}, %{asked}{edge} ]"));
        self.line(&format!("store i64 {left}, ptr %left\nbr label %t{edge}\nt{edge}:\nbr label %b{to}"));
    }

    fn has_states(&self) -> bool {
        self.only.as_ref().is_some_and(|facts| facts.live.is_some())
    }

    /// Writes the state, if the runtime wants to see it.
    fn write_state(&mut self, edge: &str, to: usize) -> Option<()> {
        let live = self.only.as_ref()?.live.as_ref()?[to].clone();
        let watch = self.temporary("load i8, ptr @bitreach_watch");
        let watched = self.temporary(&format!("icmp ne i8 {watch}, 0"));
        self.line(&format!("br i1 {watched}, label %w{edge}, label %a{edge}\nw{edge}:"));
        // A φ of the block that comes next holds what it takes on this edge.
        let phis = &self.program.blocks[to].phis;
        let taken = |value: ValueId| {
            let phi = phis.iter().find(|phi| phi.result == value)?;
            phi.incoming.iter().find(|(block, _)| edge == format!("{}_{to}", block.0)).map(|(_, operand)| *operand)
        };
        let mut at = 0;
        for value in live {
            let operand = taken(value).unwrap_or(Operand::Value(value));
            let width = self.program.widths[value.0];
            let wide = match width {
                128 => show(operand),
                _ => self.temporary(&format!("zext i{width} {} to i128", show(operand))),
            };
            let bit = self.openness(operand).unwrap_or("false".to_owned());
            let bit = self.temporary(&format!("zext i1 {bit} to i128"));
            for word in [wide, bit] {
                self.line(&format!("store i128 {word}, ptr getelementptr (i8, ptr @bitreach_state, i64 {at})"));
                at += 16;
            }
        }
        for (index, object) in self.program.objects.iter().enumerate() {
            let names = [Some(self.object_name(index)), self.open_name(ObjectId(index))];
            for name in names.into_iter().flatten() {
                let to = format!("getelementptr (i8, ptr @bitreach_state, i64 {at})");
                let size = size_of(object, ROOM_OF_ONLY_WAY);
                self.line(&format!("call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {name}, i64 {size}, i1 false)"));
                at += size;
            }
        }
        Some(())
    }
}
