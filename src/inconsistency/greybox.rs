//! Executions on values that are made up. Most locations lie on one that is quickly found, and a loop of a thousand rounds,
//! which a solver has to go through step by step, costs the interpreter nothing. Nothing is proved here: what no execution
//! passes stays open.
//!
//! Values come from what has led to the return before, or to it with loops abstracted ([`Greybox::guided`]), with some of them
//! changed, as in a greybox fuzzer; the others are small, or constants that the program compares with. What is changed is mostly what a
//! branch depends on that has been passed, but not in the way that is wanted; or, of an execution that came where none had been but
//! did not return, what its last branch depends on: the check that failed. As fuzzers do, it counts as further to go through a loop
//! more often, in powers of two (Zalewski: *american fuzzy lop*, hit counts).

use crate::bv::BitVec;
use crate::inconsistency::coverage::{Coverage, Status};
use crate::inconsistency::query::Passed;
use crate::program::interpret::{Event, InputRequest, Interpreter, Outcome};
use crate::program::{Exit, Instruction, Operand, Operands, Operation, Program, Terminator, ValueId};
use crate::read::function::{Body, LocationKind};
use crate::solve::Limits;
use crate::verdict::replay::Reads;
use fastrand::Rng;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// How many blocks an execution passes at most; those that may have to go through long loops get more in turn.
const LIMITS: [u64; 3] = [1_000, 30_000, 700_000];
/// How many times the blocks of a function an execution passes at least before it is cut off.
const ROUNDS: u64 = 3;
/// How many blocks all executions of a function together pass at most: half a second.
const BLOCKS: u64 = 5_000_000;
/// How many of them are left for executions that a path leads.
const LED: u64 = 3_500_000;
/// So many executions in a row that pass nothing new are enough.
const IN_VAIN: usize = 1500;
/// The same after a path that a solver has found.
const IN_VAIN_BEHIND: usize = 200;
/// If so many executions are cut off and none has returned, the next may be longer.
const CUT_OFF: usize = 40;
/// So many values at most are looked through for what a branch depends on.
const DEPTH: usize = 60;
/// So many variants of a path with loops abstracted are tried.
const VARIANTS: usize = 6;
/// So many of the values that were read one after another are kept.
const KEPT_READS: usize = 16;
/// How many blocks an execution may pass where none has returned because all were cut off: constants may bound its loops, and then one
/// execution passes most. A tenth to a third of a second.
const LONG: u64 = 5_000_000;

/// Executions of one function.
pub struct Greybox {
    interpreter: Interpreter,
    blocks: usize,
    /// The constants that the program compares with.
    constants: Vec<u128>,
    random: Random,
    /// What has been read on executions that passed something new.
    kept: Vec<Reads>,
    /// For each block, by index, the last of those that passed it.
    passing: Vec<Option<usize>>,
    /// Executions that did not return, but came further than those before them.
    stuck: Vec<Stuck>,
    /// For each block, by index, how often an execution has passed it, in powers of two: one more than the logarithm.
    often: Vec<u32>,
    /// For each block, by index, what its branch depends on.
    causes: Vec<Causes>,
    /// How many executions were cut off before any returned.
    cut_off: usize,
    /// How many blocks may still be passed.
    left: u64,
}

/// An execution that did not return.
struct Stuck {
    /// What it read.
    reads: Reads,
    /// The last block that it passed whose branch depends on something.
    at: usize,
}

/// One execution: what inputs are, and where the others come from.
#[derive(Clone)]
struct Attempt {
    reads: Reads,
    /// On every other, values are small, so that loops whose bounds are read from memory end soon.
    seed: u64,
}

impl Greybox {
    /// Nothing has been executed.
    pub fn new(program: &Program) -> Greybox {
        let (interpreter, random) = (Interpreter::new(program), Random(Rng::with_seed(0)));
        let (constants, blocks) = (constants(program), program.blocks.len());
        let (kept, passing, causes) = (Vec::new(), vec![None; blocks], causes(program));
        let (stuck, often, cut_off, left) = (Vec::new(), vec![0; blocks], 0, BLOCKS);
        Greybox { interpreter, blocks, constants, random, kept, passing, stuck, often, causes, cut_off, left }
    }

    /// Executions on any values, and on those of executions that passed something new with some changes, until many in a row
    /// have been in vain.
    pub fn explore(&mut self, coverage: &mut Coverage, body: &Body, limits: &Limits) {
        self.until(IN_VAIN, coverage, body, limits);
        if self.kept.is_empty() && self.cut_off > CUT_OFF && !limits.are_up() {
            let attempt = self.attempt(coverage, body);
            let left = std::mem::replace(&mut self.left, LONG);
            self.execute(&attempt, LONG, coverage, body);
            self.left = left;
        }
    }

    /// Goes on from a path to the return that a solver has found.
    pub fn go_on(&mut self, passed: &Passed, coverage: &mut Coverage, body: &Body, limits: &Limits) {
        self.keep(passed.reads.clone(), &passed.blocks);
        self.until(IN_VAIN_BEHIND, coverage, body, limits);
    }

    /// By block, whether an execution has come there, however it went on.
    pub fn came(&self) -> Vec<bool> {
        self.often.iter().map(|&often| often > 0).collect()
    }

    fn until(&mut self, enough: usize, coverage: &mut Coverage, body: &Body, limits: &Limits) {
        let mut in_vain = 0;
        while in_vain < enough && coverage.is_open() && self.left > LED && !limits.are_up() {
            let attempt = self.attempt(coverage, body);
            in_vain += 1;
            // Where nothing returns, loops may be long.
            let short = LIMITS[0].max(ROUNDS * self.blocks as u64);
            let limit = if self.kept.is_empty() && self.cut_off > CUT_OFF { LIMITS[1].max(short) } else { short };
            match self.execute(&attempt, limit, coverage, body) {
                End::New => in_vain = 0,
                End::Known => {}
                End::CutOff => self.cut_off += 1,
            }
        }
    }

    /// Tries to go along a path of the program with loops abstracted. Whether something new was passed.
    pub fn guided(&mut self, reads: &Reads, coverage: &mut Coverage, body: &Body, limits: &Limits) -> bool {
        let mut is_new = false;
        for variant in 0..VARIANTS {
            let mut attempt = Attempt { reads: reads.clone(), seed: self.random.number() };
            if variant > 0 {
                self.change(&mut attempt.reads);
            }
            for limit in LIMITS {
                if limits.are_up() || !coverage.is_open() {
                    return is_new;
                }
                let open = coverage.with(Status::Open).count();
                let end = self.execute(&attempt, limit, coverage, body);
                is_new |= coverage.with(Status::Open).count() < open;
                if end != End::CutOff {
                    break;
                }
            }
        }
        is_new
    }

    /// Keeps what was read on a path to the return, to go on from.
    fn keep(&mut self, reads: Reads, blocks: &[bool]) {
        let places = self.passing.iter_mut().zip(blocks).filter(|(_, passed)| **passed);
        places.for_each(|(place, _)| *place = Some(self.kept.len()));
        self.kept.push(reads);
    }

    /// What to try next.
    fn attempt(&mut self, coverage: &Coverage, body: &Body) -> Attempt {
        let seed = self.random.number();
        if self.random.below(6) == 0 {
            return Attempt { reads: Reads::default(), seed };
        }
        if !self.stuck.is_empty() && (self.kept.is_empty() || self.random.below(3) == 0) {
            // Those that came furthest mostly are the last ones.
            let last = if self.random.below(2) == 0 { self.stuck.len() } else { self.stuck.len().min(4) };
            let Stuck { reads, at } = &self.stuck[self.stuck.len() - 1 - self.random.below(last)];
            let (mut reads, at) = (reads.clone(), *at);
            self.change_causes(&mut reads, at);
            return Attempt { reads, seed };
        }
        if self.kept.is_empty() {
            return Attempt { reads: Reads::default(), seed };
        }
        let toward = if self.random.below(4) == 0 { None } else { self.toward(coverage, body) };
        let reads = toward.unwrap_or_else(|| {
            let mut reads = self.kept[self.random.below(self.kept.len())].clone();
            self.change(&mut reads);
            reads
        });
        Attempt { reads, seed }
    }

    /// What was read on an execution to a branch of which a way out is still open, with some of that changed which the branch
    /// depends on.
    fn toward(&mut self, coverage: &Coverage, body: &Body) -> Option<Reads> {
        let open: Vec<(usize, usize)> = coverage
            .with(Status::Open)
            .filter_map(|location| match body.locations[location].kind {
                LocationKind::Edge { from, .. } => Some((from.0, self.passing[from.0]?)),
                _ => None,
            })
            .filter(|&(from, _)| !self.causes[from].values.is_empty())
            .collect();
        if open.is_empty() {
            return None;
        }
        let (from, run) = open[self.random.below(open.len())];
        let mut reads = self.kept[run].clone();
        self.change_causes(&mut reads, from);
        Some(reads)
    }

    /// Changes one or two of the values that the branch of a block depends on.
    fn change_causes(&mut self, reads: &mut Reads, at: usize) {
        let Causes { values, constants } = &self.causes[at];
        if values.is_empty() {
            return;
        }
        for _ in 0..=self.random.below(2) {
            let (value, width) = values[self.random.below(values.len())];
            let near = self.random.below(2) == 0;
            let bits = self.random.bits(width, if near { constants } else { &self.constants });
            change_one(reads.entry(value).or_default(), bits, &mut self.random);
        }
    }

    /// Changes one to three of the values that are read.
    fn change(&mut self, reads: &mut Reads) {
        let mut values: Vec<ValueId> = reads.keys().copied().collect();
        if values.is_empty() {
            return;
        }
        values.sort_unstable();
        for _ in 0..=self.random.below(3) {
            let row = reads.entry(values[self.random.below(values.len())]).or_default();
            let Some(width) = row.first().map(|bits| bits.width()) else { continue };
            let bits = self.random.bits(width, &self.constants);
            change_one(row, bits, &mut self.random);
        }
    }

    /// Executes the program, and says how it ended. What is passed on the way to the return is covered.
    fn execute(&mut self, attempt: &Attempt, limit: u64, coverage: &mut Coverage, body: &Body) -> End {
        let limit = limit.min(self.left);
        let mut counts = vec![0u32; self.blocks];
        let (mut count, mut at, mut read) = (0, 0, Reads::default());
        let causes = &self.causes;
        let inputs = RefCell::new(Source {
            attempt,
            constants: &self.constants,
            random: Random(Rng::with_seed(attempt.seed)),
            rows: FxHashMap::default(),
        });
        let outcome =
            self.interpreter.run(&mut |request: InputRequest| inputs.borrow_mut().next(request), limit, |event| {
                match event {
                    Event::Block(block) => {
                        counts[block.0] += 1;
                        count += 1;
                        if !causes[block.0].values.is_empty() {
                            at = block.0;
                        }
                    }
                    Event::Input { value, bits, .. } => {
                        let row: &mut Vec<BitVec> = read.entry(value).or_default();
                        if row.len() < KEPT_READS {
                            row.push(bits);
                        }
                    }
                    _ => {}
                }
            });
        self.left = self.left.saturating_sub(count);
        let returned = outcome == Outcome::Exit(Exit::Ok);
        let further = self.came_further(&counts);
        let mut is_new = further;
        if returned {
            let open = coverage.with(Status::Open).count();
            let blocks: Vec<bool> = counts.iter().map(|&count| count > 0).collect();
            coverage.pass(body, &blocks);
            is_new = coverage.with(Status::Open).count() < open;
            if is_new || further {
                self.keep(read, &blocks);
            }
        } else if further {
            self.stuck.push(Stuck { reads: read, at });
        }
        match outcome {
            Outcome::StepLimit => End::CutOff,
            Outcome::Exit(_) if is_new => End::New,
            Outcome::Exit(_) => End::Known,
        }
    }

    /// Whether some block was passed more often than ever, in powers of two.
    fn came_further(&mut self, counts: &[u32]) -> bool {
        let mut further = false;
        for (often, &count) in self.often.iter_mut().zip(counts) {
            let log = (u32::BITS - count.leading_zeros()).min(MOST_OFTEN);
            further |= log > *often;
            *often = log.max(*often);
        }
        further
    }
}

/// To pass a block 2^(n-1) times or more is no further than that.
const MOST_OFTEN: u32 = 6;

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// It came where none had come before.
    New,
    /// It did not.
    Known,
    /// It was not let go on.
    CutOff,
}

/// Where an execution's values come from.
struct Source<'a> {
    attempt: &'a Attempt,
    constants: &'a [u128],
    random: Random,
    /// For each value how often it has been read, and what it stays from one read to the next, if it does.
    rows: FxHashMap<ValueId, (usize, Option<BitVec>)>,
}

impl Source<'_> {
    fn next(&mut self, request: InputRequest) -> BitVec {
        if let Some(row) = self.attempt.reads.get(&request.value).filter(|row| !row.is_empty()) {
            let (count, _) = self.rows.entry(request.value).or_default();
            *count += 1;
            return row[(*count - 1).min(row.len() - 1)];
        }
        if let Some((_, Some(bits))) = self.rows.get(&request.value) {
            return *bits;
        }
        let bits = match self.attempt.seed % 2 {
            0 => self.random.few_bits(request.width),
            _ => self.random.bits(request.width, self.constants),
        };
        let stays = self.random.below(3) == 0;
        self.rows.insert(request.value, (1, stays.then_some(bits)));
        bits
    }
}

/// Changes what is read in one place, which may be read again and again.
fn change_one(row: &mut Vec<BitVec>, bits: BitVec, random: &mut Random) {
    match random.below(3) {
        0 if !row.is_empty() => row.insert(row.len() - 1, bits),
        1 => row.push(bits),
        _ => *row = vec![bits],
    }
}

/// What a branch depends on.
#[derive(Default)]
struct Causes {
    /// Inputs and their widths.
    values: Vec<(ValueId, u32)>,
    /// The constants that are computed with on the way.
    constants: Vec<u128>,
}

/// What the branch of each block depends on, as far as it is not too much.
fn causes(program: &Program) -> Vec<Causes> {
    let mut defined: Vec<(bool, Operands)> = vec![(false, Operands::new()); program.widths.len()];
    for block in &program.blocks {
        for phi in &block.phis {
            defined[phi.result.0].1.extend(phi.incoming.iter().map(|(_, operand)| *operand));
        }
        for instruction in &block.instructions {
            if let Instruction::Define { result, operation, .. } = instruction {
                defined[result.0] = (matches!(operation, Operation::Input(_)), operation.operands());
            }
        }
    }
    let of = |terminator: &Terminator| {
        let mut causes = Causes::default();
        if let Terminator::Switch { cases, .. } = terminator {
            causes.constants.extend(cases.iter().map(|(case, _)| case.signed() as u128));
        }
        let (mut seen, mut next) = (Vec::new(), 0);
        let mut open = terminator.operands().to_vec();
        // In the order of their distance.
        while next < open.len() && seen.len() < DEPTH {
            match open[next] {
                Operand::Constant(constant) => causes.constants.push(constant.signed() as u128),
                Operand::Value(value) if !seen.contains(&value) => {
                    seen.push(value);
                    let (is_input, operands) = &defined[value.0];
                    if *is_input {
                        causes.values.push((value, program.widths[value.0]));
                    }
                    open.extend(operands);
                }
                Operand::Value(_) => {}
            }
            next += 1;
        }
        causes
    };
    program.blocks.iter().map(|block| of(&block.terminator)).collect()
}

/// The constants that branches and comparisons of a program name, in order and without repetition.
fn constants(program: &Program) -> Vec<u128> {
    let mut constants = Vec::new();
    let mut add = |operand: &Operand| {
        if let Operand::Constant(constant) = operand {
            constants.push(constant.signed() as u128);
        }
    };
    for block in &program.blocks {
        for instruction in &block.instructions {
            match instruction {
                Instruction::Define { operation: Operation::Compare(_, a, b), .. } => {
                    [a, b].into_iter().for_each(&mut add)
                }
                Instruction::Define { operation: Operation::Float(_, operands), .. } => {
                    operands.iter().for_each(&mut add)
                }
                _ => {}
            }
        }
        if let Terminator::Switch { cases, .. } = &block.terminator {
            cases.iter().for_each(|(case, _)| add(&Operand::Constant(*case)));
        }
    }
    constants.sort_unstable();
    constants.dedup();
    constants
}

/// Random values of programs: the same every time.
struct Random(Rng);

impl Random {
    fn number(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0.usize(..limit)
    }

    /// A small value: zero, except for pointers, as often as not.
    fn few_bits(&mut self, width: u32) -> BitVec {
        let is_zero = self.below(if width < 64 { 2 } else { 6 }) == 0;
        BitVec::new(width, if is_zero { 0 } else { 1 + self.below(3) as u128 })
    }

    /// A value: often zero, small, or near a constant of the program. Words as wide as pointers are seldom zero, since most
    /// null pointers end an execution soon.
    fn bits(&mut self, width: u32, constants: &[u128]) -> BitVec {
        let value = match self.below(8) {
            0 if width < 64 || self.below(2) == 0 => 0,
            1 | 2 if !constants.is_empty() => {
                let constant = constants[self.below(constants.len())];
                match self.below(4) {
                    0 => constant.wrapping_add(1),
                    1 => constant.wrapping_sub(1),
                    _ => constant,
                }
            }
            3 | 4 => 1 + self.below(8) as u128,
            5 => 1 + self.below(200) as u128,
            6 => u128::MAX,
            _ => u128::from(self.number()) << 64 | u128::from(self.number()),
        };
        BitVec::new(width, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::{BinaryOp, Predicate};
    use crate::inconsistency::cover::tests::body_of;
    use crate::inconsistency::graph::Graph;
    use crate::program::{Block, BlockId, Exit, InputId, InputKind, InputSite, Phi, SourceMap};

    /// `for (i = 0; i != rounds; i++) ;  if (input == wanted) …`, where `rounds` is a constant.
    fn counting(rounds: u128, wanted: u128) -> Body {
        let [i, next, done, input, equal] = [0, 1, 2, 3, 4].map(ValueId);
        let constant = |value| Operand::Constant(BitVec::new(32, value));
        let define = |result, operation| Instruction::Define { result, operation, origin: None };
        let compare = |a, b| Operation::Compare(Predicate::Eq, Operand::Value(a), constant(b));
        let branch = |condition, then, otherwise| Terminator::Branch {
            condition: Operand::Value(condition),
            then: BlockId(then),
            otherwise: BlockId(otherwise),
        };
        let block = |phis, instructions, terminator| Block {
            name: String::new(),
            phis,
            instructions,
            terminator,
            origin: None,
        };
        let incoming = vec![(BlockId(0), constant(0)), (BlockId(2), Operand::Value(next))];
        let add = Operation::Binary(BinaryOp::Add, Operand::Value(i), constant(1));
        let site = InputSite {
            kind: InputKind::Undefined,
            width: 32,
            reading: crate::program::Reading::Unsigned,
            origin: None,
        };
        body_of(Program {
            blocks: vec![
                block(vec![], vec![], Terminator::Jump(BlockId(1))),
                block(vec![Phi { result: i, incoming }], vec![define(done, compare(i, rounds))], branch(done, 3, 2)),
                block(vec![], vec![define(next, add)], Terminator::Jump(BlockId(1))),
                block(
                    vec![],
                    vec![define(input, Operation::Input(InputId(0))), define(equal, compare(input, wanted))],
                    branch(equal, 4, 5),
                ),
                block(vec![], vec![], Terminator::Jump(BlockId(5))),
                block(vec![], vec![], Terminator::Exit(Exit::Ok)),
            ],
            widths: vec![32, 32, 1, 32, 1],
            names: vec![String::new(); 5],
            map: SourceMap { inputs: vec![site], ..SourceMap::default() },
            ..Program::default()
        })
    }

    #[test]
    fn constants_of_the_program_are_tried() {
        let body = counting(20, 123_456_789);
        let mut coverage = Coverage::new(&Graph::new(&body));
        Greybox::new(&body.program).explore(&mut coverage, &body, &Limits::default());
        assert!(!coverage.is_open(), "{:?}", coverage.status);
    }

    /// A path with loops abstracted leads through a loop of many rounds, where executions on any values are cut off.
    #[test]
    fn long_loops_are_gone_through_where_a_path_leads_on() {
        let body = counting(100_000, 7);
        let mut coverage = Coverage::new(&Graph::new(&body));
        let mut runs = Greybox::new(&body.program);
        runs.explore(&mut coverage, &body, &Limits::default());
        // One long execution comes to the end, as nothing else does, but only one of the two ways there.
        assert!(coverage.with(Status::Covered).next().is_some() && coverage.is_open(), "{:?}", coverage.status);
        let path = Reads::from_iter([(ValueId(3), vec![BitVec::new(32, 7)])]);
        assert!(runs.guided(&path, &mut coverage, &body, &Limits::default()));
        assert!(!coverage.is_open(), "{:?}", coverage.status);
    }
}
