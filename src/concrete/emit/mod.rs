//! Programs as textual LLVM IR, for the machine that bitreach runs on.
//!
//! What is compiled is the [`Program`], not the module that it was read from: so a native run means exactly what the
//! interpreter means, and whatever is not represented is an exit of its own. Operations that LLVM leaves undefined for some
//! operands (quotients by zero, shifts by the width) are given the total meaning that [`op`](crate::bv::op) gives them.
//!
//! The program becomes two functions, `i64 bitreach_fast(i64 limit)` and `i64 bitreach_traced(i64 limit)`. Each counts *turns*,
//! that is how often control goes back to a block that comes earlier in reverse postorder (every cycle does), gives up
//! past the limit, and returns one of the codes of [`Code`]. The traced one also counts how often each edge is taken, and
//! keeps the operands of each comparison for the runtime. Or it becomes one function, which takes its only way ([`only`]).
//!
//! | module | what |
//! |---|---|
//! | [`only`] | the function that takes the only way |
//! | [`operations`] | operations on integers |
//! | [`floats`] | operations on floating-point numbers |
//! | [`first`] | first contents of tables |
//! | [`fresh`] | rows of cells that hold any value |

mod first;
mod floats;
mod fresh;
mod only;
mod operations;

pub use fresh::instructions;
pub use only::module as module_of_only_way;

use crate::bv::{BitVec, Predicate, TernaryOp};
use crate::program::postorder::{places, reverse_postorder};
use crate::program::{Access, Block, Exit, Instruction, Object, Operand, Operation};
use crate::program::{Program, Store, Terminator};
use fresh::FreshCells;
use operations::unary;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What a compiled program returns: one of these in the upper half of 64 bits, and the row of the check in the lower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Code {
    /// The path ends without error.
    Ok = 0,
    /// A check fails.
    Error = 1,
    /// What follows is not represented.
    Unmodelled = 2,
    /// The limit of turns is used up.
    Limit = 3,
    /// What was read decides about the way.
    Depends = 4,
}

/// The operands of comparisons of fewer bits are not kept: both outcomes are soon seen by chance.
const KEPT_WIDTH: u32 = 8;

/// Bytes behind each object: no cell is wider.
const SLACK: u64 = 16;

/// Larger objects do not stand on the stack, which has no room for them.
const LARGEST_ON_STACK: u64 = 1 << 14;

/// Of objects with a tail so many bytes are there, or fewer where there are many of them. A run is given up where it needs more.
const MOST_ROOM: u64 = 1 << 23;
const LEAST_ROOM: u64 = 1 << 16;

/// So many bytes are there where the program takes its only way.
const ROOM_OF_ONLY_WAY: u64 = 1 << 23;

/// Programs with more memory are not compiled.
const MOST_MEMORY: u64 = 1 << 28;

/// The program as a module. `None` if it uses something that cannot be compiled.
pub fn module(program: &Program) -> Option<String> {
    let order = positions(program);
    let room = room(program)?;
    let mut text = large_objects(program, room);
    for (index, object) in program.objects.iter().enumerate() {
        if size_of(object, room) > LARGEST_ON_STACK {
            let _ = writeln!(text, "@written{index} = internal global i64 0");
        }
    }
    for (name, traced) in [("bitreach_fast", false), ("bitreach_traced", true)] {
        let emitter = Emitter::new(program, &order, room, &mut text);
        let (edges, pairs) = Emitter { traced, ..emitter }.function(name)?;
        if traced {
            let _ = writeln!(text, "@bitreach_edges = global [{edges} x i8] zeroinitializer");
            let _ = writeln!(text, "@bitreach_edge_count = constant i64 {edges}");
            let _ = writeln!(text, "@bitreach_pairs = global [{pairs} x [2 x i64]] zeroinitializer");
            let _ = writeln!(text, "@bitreach_pair_count = constant i64 {pairs}");
        }
    }
    let words = words(program);
    let list: Vec<String> = words.iter().map(|word| format!("i64 {word}")).collect();
    let _ = writeln!(text, "@bitreach_words = constant [{} x i64] [{}]", words.len(), list.join(", "));
    let _ = writeln!(text, "@bitreach_word_count = constant i64 {}", words.len());
    let _ = writeln!(text, "@bitreach_turns = external global i64");
    text.push_str("declare i64 @bitreach_input(i32, i32)\ndeclare i128 @bitreach_wide_input(i32, i32)\n");
    text.push_str("declare void @bitreach_fresh_cells(i32, i32, ptr, i64)\n");
    declare_intrinsics(&mut text);
    Some(text)
}

/// How many bytes of each object with a tail are there, so that all objects together are not too large. `None` if they are.
fn room(program: &Program) -> Option<u64> {
    let mut rooms = std::iter::successors(Some(MOST_ROOM), |room| (*room > LEAST_ROOM).then_some(room / 2));
    rooms.find(|&room| fits(program, room))
}

/// Whether all objects together are small enough where those with a tail have so many bytes.
fn fits(program: &Program, room: u64) -> bool {
    let mut sizes = program.objects.iter().map(|object| size_of(object, room));
    sizes.try_fold(0u64, u64::checked_add).is_some_and(|all| all <= MOST_MEMORY)
}

/// The memory of large objects, and what is copied to the beginning of objects.
fn large_objects(program: &Program, room: u64) -> String {
    let sizes = program.objects.iter().map(|object| size_of(object, room));
    let large = sizes.enumerate().filter(|&(_, size)| size > LARGEST_ON_STACK);
    let line = |(index, size)| format!("@object{index} = internal global [{} x i8] zeroinitializer\n", size + SLACK);
    large.map(line).chain([first::constants(program)]).collect()
}

/// The end of what is written into each object at constant offsets, first contents included.
fn constant_ends(program: &Program) -> Vec<u64> {
    let end = |offset: u64, width: u32| offset.saturating_add(u64::from(width.div_ceil(8)));
    let first = |object: &Object| {
        let cells = object.cells.iter().filter(|cell| cell.initial.is_nonzero());
        cells.map(|cell| end(cell.offset, cell.initial.width())).max().unwrap_or(0)
    };
    let mut ends: Vec<u64> = program.objects.iter().map(first).collect();
    for instruction in program.blocks.iter().flat_map(|block| &block.instructions) {
        if let Instruction::Store(Store { access, offset: Operand::Constant(offset), .. }) = instruction {
            let its = &mut ends[access.object.0];
            *its = end(u64::try_from(offset.unsigned()).unwrap_or(u64::MAX), access.width).max(*its);
        }
    }
    ends
}

/// How many bytes of an object are there.
fn size_of(object: &Object, room: u64) -> u64 {
    match object.tail {
        Some(_) => object.size.min(room),
        None => object.size,
    }
}

/// Constants that the program computes with, each with its neighbours: what inputs are likely to be compared with.
fn words(program: &Program) -> Vec<u64> {
    let mut words = BTreeSet::new();
    let mut add = |constant: BitVec| {
        let width = constant.width().min(64);
        for number in [0, 1, u128::MAX].map(|offset| constant.unsigned().wrapping_add(offset)) {
            words.insert(BitVec::new(width, number).unsigned() as u64);
        }
    };
    for block in &program.blocks {
        for instruction in &block.instructions {
            let Instruction::Define { operation, .. } = instruction else { continue };
            for operand in operation.operands() {
                if let Operand::Constant(constant) = operand {
                    add(constant);
                }
            }
        }
        for operand in block.phis.iter().flat_map(|phi| &phi.incoming) {
            if let Operand::Constant(constant) = operand.1 {
                add(constant);
            }
        }
        if let Terminator::Switch { cases, .. } = &block.terminator {
            cases.iter().for_each(|(case, _)| add(*case));
        }
    }
    words.into_iter().collect()
}

/// The position of each block in reverse postorder; blocks that are not reached come last.
fn positions(program: &Program) -> Vec<usize> {
    let count = program.blocks.len();
    let order = reverse_postorder(count, |block| program.blocks[block.0].terminator.successors());
    places(&order, count).into_iter().map(|place| place.unwrap_or(count)).collect()
}

/// Intrinsics are declared by their use; the list is the same for all programs, and unused ones cost nothing.
fn declare_intrinsics(text: &mut String) {
    text.push_str("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n");
    text.push_str("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
    let mut used = BTreeSet::new();
    for (at, _) in text.match_indices("@llvm.") {
        let rest = &text[at..];
        if rest.starts_with("@llvm.mem") {
            continue;
        }
        let Some(open) = rest.find('(') else { continue };
        let name = &rest[..open];
        let Some(width) = name.rsplit_once(".i").and_then(|(_, width)| width.parse::<u32>().ok()) else { continue };
        used.insert((name.to_owned(), width));
    }
    for (name, width) in used {
        let (result, parameters) = match name.trim_start_matches("@llvm.").split('.').next().unwrap_or_default() {
            "ctpop" | "bswap" | "bitreverse" => (format!("i{width}"), format!("i{width}")),
            "ctlz" | "cttz" | "abs" => (format!("i{width}"), format!("i{width}, i1")),
            "fshl" | "fshr" => (format!("i{width}"), format!("i{width}, i{width}, i{width}")),
            _ if name.contains(".with.overflow.") => (format!("{{ i{width}, i1 }}"), format!("i{width}, i{width}")),
            _ => (format!("i{width}"), format!("i{width}, i{width}")),
        };
        let _ = writeln!(text, "declare {result} {name}({parameters})");
    }
}

struct Emitter<'a> {
    program: &'a Program,
    order: &'a [usize],
    traced: bool,
    text: &'a mut String,
    /// The number of the next temporary.
    next: usize,
    edges: usize,
    /// Comparisons whose operands are kept.
    pairs: usize,
    /// Rows of fresh cells, by block and first instruction.
    fresh: Vec<BTreeMap<usize, FreshCells>>,
    /// What is known where the function takes the only way.
    only: Option<only::Facts>,
    /// How many bytes of an object with a tail are there.
    room: u64,
    /// The end of what is written into each object at constant offsets, first contents included.
    constant_ends: Vec<u64>,
}

impl<'a> Emitter<'a> {
    fn new(program: &'a Program, order: &'a [usize], room: u64, text: &'a mut String) -> Emitter<'a> {
        let (fresh, constant_ends) = (fresh::rows(program), constant_ends(program));
        Emitter {
            program,
            order,
            traced: false,
            text,
            next: 0,
            edges: 0,
            pairs: 0,
            fresh,
            only: None,
            room,
            constant_ends,
        }
    }
}

impl Emitter<'_> {
    /// Writes a function; gives the number of its edges, and of the comparisons whose operands it keeps.
    fn function(mut self, name: &str) -> Option<(usize, usize)> {
        self.line(&format!("define i64 @{name}(i64 %limit) nounwind {{\nentry:"));
        self.line("%left = alloca i64\nstore i64 %limit, ptr %left");
        let objects = &self.program.objects;
        objects.iter().enumerate().for_each(|(index, object)| self.object(index, object));
        self.line("br label %b0");
        for (index, block) in self.program.blocks.iter().enumerate() {
            self.block(index, block)?;
        }
        self.line("out:\nstore i64 %limit, ptr @bitreach_turns");
        self.line(&format!("ret i64 {}\n}}", (Code::Limit as u64) << 32));
        Some((self.edges, self.pairs))
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A new temporary that is defined by `right`; gives its name.
    fn temporary(&mut self, right: &str) -> String {
        let name = format!("%t{}", self.next);
        self.next += 1;
        self.line(&format!("{name} = {right}"));
        name
    }

    /// The memory of an object, with its first contents. It is a little larger than the object, since a cell is accessed
    /// whole also where that means nothing, see [`Emitter::address`]. Of a large object only what the run before has written is
    /// cleared: most runs write little.
    fn object(&mut self, index: usize, object: &Object) {
        let size = self.size_of(index) + SLACK;
        let name = self.object_name(index);
        let cleared = match self.written(index) {
            Some(written) => self.temporary(&format!("load i64, ptr {written}")),
            None => size.to_string(),
        };
        if self.size_of(index) <= LARGEST_ON_STACK {
            self.line(&format!("{name} = alloca [{size} x i8]"));
        }
        self.line(&format!("call void @llvm.memset.p0.i64(ptr {name}, i8 0, i64 {cleared}, i1 false)"));
        if let Some(written) = self.written(index) {
            let end = self.constant_ends[index].min(size);
            self.line(&format!("store i64 {end}, ptr {written}"));
        }
        if let Some(table) = first::table(object) {
            let (from, size) = (first::name(index), table.len());
            self.line(&format!("call void @llvm.memcpy.p0.p0.i64(ptr {name}, ptr {from}, i64 {size}, i1 false)"));
            return;
        }
        for cell in object.cells.iter().filter(|cell| cell.initial.is_nonzero()) {
            let place = self.temporary(&format!("getelementptr i8, ptr {name}, i64 {}", cell.offset));
            let initial = cell.initial;
            self.line(&format!("store i{} {}, ptr {place}, align 1", initial.width(), initial.unsigned()));
        }
    }

    /// What holds how many bytes of a large object may have been written since it was cleared.
    fn written(&self, index: usize) -> Option<String> {
        (self.only.is_none() && self.size_of(index) > LARGEST_ON_STACK).then(|| format!("@written{index}"))
    }

    /// Notes that a store writes into a large object, at `offset`. Constant offsets are known before, see [`constant_ends`].
    fn note_written(&mut self, store: &Store, offset: &str) {
        let object = store.access.object.0;
        let Some(written) = self.written(object) else { return };
        if let Operand::Constant(_) = store.offset {
            return;
        }
        let end = self.temporary(&format!("add i64 {offset}, {}", whole_bytes(store.access.width) / 8));
        let before = self.temporary(&format!("load i64, ptr {written}"));
        let is_more = self.temporary(&format!("icmp ugt i64 {end}, {before}"));
        // The slack holds nothing that matters, so that it need not be cleared.
        let is_inside = self.temporary(&format!("icmp ult i64 {offset}, {}", self.size_of(object)));
        let grows = self.temporary(&format!("and i1 {is_more}, {is_inside}"));
        let all = self.temporary(&format!("select i1 {grows}, i64 {end}, i64 {before}"));
        self.line(&format!("store i64 {all}, ptr {written}"));
    }

    /// How an object is called.
    fn object_name(&self, index: usize) -> String {
        let is_on_stack = self.size_of(index) <= LARGEST_ON_STACK;
        format!("{}object{index}", if is_on_stack { '%' } else { '@' })
    }

    /// How many bytes of an object are there.
    fn size_of(&self, index: usize) -> u64 {
        size_of(&self.program.objects[index], self.room)
    }

    /// Gives up where a cell of a tail is meant that is not there.
    fn leave_if_no_room(&mut self, object: usize, offset: &str) {
        let size = self.size_of(object);
        if size < self.program.objects[object].size {
            let is_behind = self.temporary(&format!("icmp uge i64 {offset}, {size}"));
            self.leave_if(&is_behind);
        }
    }

    /// The address of a cell. An offset outside of the object means nothing: then it is that of the slack behind it.
    fn address(&mut self, access: Access, offset: Operand) -> String {
        let offset = self.offset(access, offset);
        self.place(access, &offset)
    }

    /// The address of the cell at an offset that is one of the object, or of the slack.
    fn place(&mut self, access: Access, offset: &str) -> String {
        self.leave_if_no_room(access.object.0, offset);
        self.temporary(&format!("getelementptr i8, ptr {}, i64 {offset}", self.object_name(access.object.0)))
    }

    /// The offset of a cell, or of the slack.
    fn offset(&mut self, access: Access, offset: Operand) -> String {
        let size = self.size_of(access.object.0);
        if let Operand::Constant(constant) = offset {
            return constant.unsigned().min(size.into()).to_string();
        }
        let width = self.program.operand_width(offset);
        let offset = match width.cmp(&64) {
            std::cmp::Ordering::Less => self.temporary(&format!("zext i{width} {} to i64", show(offset))),
            std::cmp::Ordering::Equal => show(offset),
            std::cmp::Ordering::Greater => self.temporary(&format!("trunc i{width} {} to i64", show(offset))),
        };
        let inside = self.temporary(&format!("icmp ult i64 {offset}, {size}"));
        self.temporary(&format!("select i1 {inside}, i64 {offset}, i64 {size}"))
    }

    fn store(&mut self, store: &Store) {
        self.store_openness(store);
        let width = store.access.width;
        let offset = self.offset(store.access, store.offset);
        let place = self.place(store.access, &offset);
        self.note_written(store, &offset);
        let whole = whole_bytes(width);
        let value = match whole == width {
            true => show(store.value),
            false => self.temporary(&format!("zext i{width} {} to i{whole}", show(store.value))),
        };
        let value = self.stored(store, whole, value, &place);
        self.line(&format!("store i{whole} {value}, ptr {place}, align 1"));
    }

    /// What a place holds after a store, whose condition may be false: its offset means nothing then, and may be that of a wider
    /// cell, which has to keep all of its bits. So `width` is that of whole bytes.
    fn stored(&mut self, store: &Store, width: u32, value: String, place: &str) -> String {
        if store.condition == Operand::Constant(BitVec::TRUE) {
            return value;
        }
        let old = self.temporary(&format!("load i{width}, ptr {place}, align 1"));
        let condition = show(store.condition);
        self.temporary(&format!("select i1 {condition}, i{width} {value}, i{width} {old}"))
    }

    fn block(&mut self, index: usize, block: &Block) -> Option<()> {
        self.line(&format!("b{index}:"));
        for phi in &block.phis {
            let incoming: Vec<String> = phi
                .incoming
                .iter()
                .map(|(from, value)| format!("[ {}, {} ]", show(*value), self.end_of_edge(from.0, index)))
                .collect();
            let width = self.program.widths[phi.result.0];
            self.line(&format!("%v{} = phi i{width} {}", phi.result.0, incoming.join(", ")));
        }
        self.open_phis(index, &block.phis);
        let mut behind_row = 0;
        for (at, instruction) in block.instructions.iter().enumerate() {
            let row = self.fresh[index].get(&at).copied();
            if let Some(row) = row.filter(|row| row.end() <= self.size_of(row.object.0)) {
                self.fresh_cells(row);
                behind_row = at + 2 * row.count;
            }
            if at < behind_row {
                continue;
            }
            match instruction {
                Instruction::Assign(_) => {}
                Instruction::Store(store) => self.store(store),
                Instruction::Define { result, operation, .. } => {
                    let right = self.operation(self.program.widths[result.0], operation)?;
                    self.line(&format!("%v{} = {right}", result.0));
                    self.define_openness(*result, operation);
                }
            }
        }
        self.terminator(index, &block.terminator);
        Some(())
    }

    /// Gives cells any value.
    fn fresh_cells(&mut self, row: FreshCells) {
        if self.only.is_some() {
            return self.open_cells(row);
        }
        let FreshCells { input, width, object, first, count } = row;
        let place = self.temporary(&format!("getelementptr i8, ptr {}, i64 {first}", self.object_name(object.0)));
        let input = input.0;
        self.line(&format!("call void @bitreach_fresh_cells(i32 {input}, i32 {width}, ptr {place}, i64 {count})"));
    }

    fn terminator(&mut self, index: usize, terminator: &Terminator) {
        self.tell_reads();
        if let Terminator::Branch { condition: decides, .. } | Terminator::Switch { value: decides, .. } = terminator {
            self.leave_if_open(*decides);
        }
        match terminator {
            Terminator::Jump(target) => self.line(&format!("br label %e{index}_{}", target.0)),
            Terminator::Branch { condition, then, otherwise } => {
                let (then, otherwise) = (then.0, otherwise.0);
                let condition = show(*condition);
                self.line(&format!("br i1 {condition}, label %e{index}_{then}, label %e{index}_{otherwise}"));
            }
            Terminator::Switch { value, cases, default } => {
                let width = self.program.operand_width(*value);
                if let Some((case, _)) = cases.first().filter(|_| self.traced) {
                    self.compared(width, &show(*value), &case.unsigned().to_string());
                }
                self.line(&format!("switch i{width} {}, label %e{index}_{} [", show(*value), default.0));
                for (case, target) in cases {
                    self.line(&format!("i{width} {}, label %e{index}_{}", case.unsigned(), target.0));
                }
                self.line("]");
            }
            Terminator::Exit(exit) => {
                let (code, row) = match exit {
                    Exit::Ok => (Code::Ok, 0),
                    Exit::Error(site) => (Code::Error, site.0),
                    Exit::Unmodelled(row) => (Code::Unmodelled, row.0),
                };
                self.leave(code, row);
            }
        }
        let targets: BTreeSet<usize> = terminator.successors().iter().map(|target| target.0).collect();
        for target in targets {
            self.edge(index, target);
        }
    }

    /// The last block on an edge.
    fn end_of_edge(&self, from: usize, to: usize) -> String {
        let is_watched = self.only.is_some() && self.order[to] <= self.order[from];
        format!("%{}{from}_{to}", if is_watched { 't' } else { 'e' })
    }

    /// Ends the run.
    fn leave(&mut self, code: Code, row: usize) {
        let left = self.temporary("load i64, ptr %left");
        let turns = match self.only {
            Some(_) => left,
            None => self.temporary(&format!("sub i64 %limit, {left}")),
        };
        self.line(&format!("store i64 {turns}, ptr @bitreach_turns"));
        self.line(&format!("ret i64 {}", (code as u64) << 32 | row as u64 & 0xffff_ffff));
    }

    /// The block on an edge: counts it, and the turn if it goes back.
    fn edge(&mut self, from: usize, to: usize) {
        self.line(&format!("e{from}_{to}:"));
        if self.traced {
            let place = format!("getelementptr (i8, ptr @bitreach_edges, i64 {})", self.edges);
            let count = self.temporary(&format!("load i8, ptr {place}"));
            let more = self.temporary(&format!("call i8 @llvm.uadd.sat.i8(i8 {count}, i8 1)"));
            self.line(&format!("store i8 {more}, ptr {place}"));
        }
        self.edges += 1;
        if self.order[to] > self.order[from] {
            self.line(&format!("br label %b{to}"));
            return;
        }
        if self.only.is_some() {
            return self.watched_edge(from, to);
        }
        let left = self.temporary("load i64, ptr %left");
        let less = self.temporary(&format!("sub i64 {left}, 1"));
        self.line(&format!("store i64 {less}, ptr %left"));
        let none = self.temporary(&format!("icmp eq i64 {left}, 0"));
        self.line(&format!("br i1 {none}, label %out, label %b{to}"));
    }

    /// Keeps both sides of a comparison for the runtime.
    fn compared(&mut self, width: u32, a: &str, b: &str) {
        if !(KEPT_WIDTH..=64).contains(&width) {
            return;
        }
        let wide = |emitter: &mut Self, value: &str| match width {
            64 => value.to_owned(),
            _ => emitter.temporary(&format!("zext i{width} {value} to i64")),
        };
        for (side, value) in [a, b].into_iter().enumerate() {
            let value = wide(self, value);
            let place = 2 * self.pairs + side;
            self.line(&format!("store i64 {value}, ptr getelementptr (i64, ptr @bitreach_pairs, i64 {place})"));
        }
        self.pairs += 1;
    }

    /// The right side of a definition; what it needs before is written.
    fn operation(&mut self, width: u32, operation: &Operation) -> Option<String> {
        let copy = |a: &str| format!("or i{width} {a}, 0");
        Some(match *operation {
            Operation::Unary(op, a) => unary(op, width, &show(a)),
            Operation::Binary(op, a, b) => self.binary(op, width, &show(a), &show(b)),
            Operation::Ternary(op, a, b, c) => {
                let name = match op {
                    TernaryOp::FunnelLeft => "fshl",
                    TernaryOp::FunnelRight => "fshr",
                };
                let (a, b, c) = (show(a), show(b), show(c));
                format!("call i{width} @llvm.{name}.i{width}(i{width} {a}, i{width} {b}, i{width} {c})")
            }
            Operation::Compare(predicate, a, b) => {
                let width = self.program.operand_width(a);
                let (a, b) = (show(a), show(b));
                if self.traced {
                    self.compared(width, &a, &b);
                }
                let name = match predicate {
                    Predicate::Eq => "eq",
                    Predicate::Ne => "ne",
                    Predicate::Ult => "ult",
                    Predicate::Ule => "ule",
                    Predicate::Slt => "slt",
                    Predicate::Sle => "sle",
                };
                format!("icmp {name} i{width} {a}, {b}")
            }
            Operation::Overflow(op, a, b) => {
                let width = self.program.operand_width(a);
                self.overflow(op, width, &show(a), &show(b))
            }
            Operation::Float(op, operands) => self.float(op, operands.map(show)),
            Operation::Select(condition, a, b) => {
                format!("select i1 {}, i{width} {}, i{width} {}", show(condition), show(a), show(b))
            }
            Operation::ZeroExtend(a) | Operation::SignExtend(a) | Operation::Truncate(a) => {
                let from = self.program.operand_width(a);
                let name = match operation {
                    Operation::ZeroExtend(_) => "zext",
                    Operation::SignExtend(_) => "sext",
                    _ => "trunc",
                };
                match from == width {
                    true => copy(&show(a)),
                    false => format!("{name} i{from} {} to i{width}", show(a)),
                }
            }
            Operation::Copy(a) => copy(&show(a)),
            Operation::Load(access, offset) => {
                let place = self.address(access, offset);
                let whole = whole_bytes(width);
                let load = format!("load i{whole}, ptr {place}, align 1");
                match whole == width {
                    true => load,
                    false => {
                        let loaded = self.temporary(&load);
                        format!("trunc i{whole} {loaded} to i{width}")
                    }
                }
            }
            Operation::Input(row) if self.only.is_some() => {
                self.read(row, width, 1);
                copy("0")
            }
            Operation::Input(row) => {
                let (full, function) = if width <= 64 { (64, "input") } else { (128, "wide_input") };
                let call = format!("call i{full} @bitreach_{function}(i32 {}, i32 {width})", row.0);
                match full == width {
                    true => call,
                    false => {
                        let drawn = self.temporary(&call);
                        format!("trunc i{full} {drawn} to i{width}")
                    }
                }
            }
        })
    }
}

/// The bits of the bytes that a cell of this width lies in.
fn whole_bytes(width: u32) -> u32 {
    width.next_multiple_of(8)
}

fn show(operand: Operand) -> String {
    match operand {
        Operand::Value(value) => format!("%v{}", value.0),
        Operand::Constant(constant) => constant.unsigned().to_string(),
    }
}
