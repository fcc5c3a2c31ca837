//! Loops laid out turn by turn, where constants say how often they turn: a program without loops is one formula, in which what is counted, and
//! where in an array that leads, is a constant.
//!
//! Each block stands once for each combination of turns of the loops around it. Blocks are laid out in an order in which all ways to a block
//! come before it: outer loops turn by turn, and what follows a loop behind its last turn. So what ways bring is known where they meet,
//! and conditions that have become constant, or that [ranges](range) decide, leave one way. A loop ends where the way back is never taken.

mod range;

use crate::bv::{BinaryOp, BitVec, OverflowOp, Predicate, TermId, TermPool};
use crate::program::liveness::live_in;
use crate::program::postorder::{places, reverse_postorder};
use crate::program::{
    Access, Assignment, Block, BlockId, Dominators, Exit, Instruction, Operand, Operation, Phi, Program, Store,
    Terminator, ValueId,
};
use range::Range;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// So many instructions an unrolled program has at most.
const MOST_INSTRUCTIONS: usize = 40_000;

/// So many gates its circuits have at most, as far as operations and widths tell: what is larger takes the time and memory that the program with its
/// loops may need.
const MOST_GATES: usize = 250_000;

/// About how many gates an operation on floating-point numbers becomes.
const GATES_OF_FLOATS: usize = 4_000;

/// So many blocks it has at most.
const MOST_BLOCKS: usize = 4_000;

impl Program {
    /// The program with all loops unrolled; `None` if it has none, if constants do not say how often they turn, or if it becomes too large.
    /// Each execution is one of both programs. What C variables hold is told only where something else reads it.
    pub fn unrolled(&self) -> Option<Program> {
        let instructions: usize = self.blocks.iter().map(|block| block.instructions.len()).sum();
        let loops = if instructions < MOST_INSTRUCTIONS { Loops::new(self)? } else { return None };
        let mut unroller = Unroller::new(self, loops);
        unroller.lay_out()?;
        let Unroller { blocks, widths, names, .. } = unroller;
        let mut program = Program { blocks, widths, names, ..self.without_code() };
        program.simplify();
        Some(program)
    }

    fn without_code(&self) -> Program {
        let Program { objects, instances, map, .. } = self;
        let (objects, instances, map) = (objects.clone(), instances.clone(), map.clone());
        Program { objects, instances, map, ..Program::default() }
    }
}

/// The loops of a program, each named by its head.
struct Loops {
    /// The place of each block in reverse postorder.
    places: Vec<usize>,
    /// The blocks that can be reached, in that order.
    order: Vec<BlockId>,
    /// For each block, the heads of the loops around it, the outermost first.
    around: Vec<Vec<BlockId>>,
}

impl Loops {
    /// The natural loops; `None` if there are none, or if control enters one elsewhere than at its head.
    fn new(program: &Program) -> Option<Loops> {
        let count = program.blocks.len();
        let order = reverse_postorder(count, |block| program.blocks[block.0].terminator.successors());
        let places: Vec<usize> = places(&order, count).into_iter().map(|place| place.unwrap_or(usize::MAX)).collect();
        let (dominators, predecessors) = (Dominators::new(program), program.predecessors());
        let mut around = vec![Vec::new(); count];
        // In this order, heads of outer loops come first.
        for &head in &order {
            let reached = |from: &&BlockId| places[from.0] != usize::MAX;
            let back = predecessors[head.0].iter().filter(reached).filter(|from| places[from.0] >= places[head.0]);
            let mut open: Vec<BlockId> = back.copied().collect();
            if open.is_empty() {
                continue;
            }
            if open.iter().any(|&from| !dominators.dominates(head, from)) {
                return None;
            }
            let mut body = FxHashSet::from_iter([head]);
            while let Some(block) = open.pop() {
                if body.insert(block) {
                    open.extend(predecessors[block.0].iter().filter(reached));
                }
            }
            body.into_iter().for_each(|block| around[block.0].push(head));
        }
        around.iter().any(|heads| !heads.is_empty()).then_some(Loops { places, order, around })
    }
}

/// In which turn of each loop around it a block stands, and its place: pairs of a head's place and a turn, then the block's own place.
type Turn = Vec<usize>;

/// What a value is in one place of the unrolled program.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known {
    operand: Operand,
    /// What stands for it where it is an operand: a constant, or a word of its own.
    term: TermId,
    /// Between which numbers it is there.
    range: Range,
}

/// What tells about other values where something is known of one.
#[derive(Clone, Copy)]
enum Made {
    /// A comparison of two of them.
    Comparison(Predicate, Known, Known),
    /// The sum of one and a number.
    Sum(Known, BitVec),
    /// One with zeros in front.
    Extended(Known),
}

/// Between which numbers values are that a way tells about.
type Facts = Vec<(ValueId, Range)>;

/// A block of the unrolled program to which ways lead.
struct Pending {
    id: BlockId,
    /// The blocks that lead here, and what is known on the way.
    from: Vec<(BlockId, Facts)>,
}

struct Unroller<'p> {
    program: &'p Program,
    loops: Loops,
    /// For each block of the program, the values that it, or what follows, reads.
    live: Vec<Vec<ValueId>>,
    pool: TermPool,
    pending: BTreeMap<Turn, Pending>,
    /// For each block of the unrolled program, the one that it is a turn of.
    origin: Vec<BlockId>,
    blocks: Vec<Block>,
    /// For each of these blocks that is laid out, what is known where it is left.
    known: Vec<FxHashMap<ValueId, Known>>,
    /// How values of the unrolled program are made, where that tells about others.
    made: FxHashMap<ValueId, Made>,
    widths: Vec<u32>,
    names: Vec<String>,
    instructions: usize,
    gates: usize,
}

impl<'p> Unroller<'p> {
    fn new(program: &'p Program, loops: Loops) -> Unroller<'p> {
        let live = live_in(program, &loops.order);
        let live = live.iter().map(|values| values.ones().map(ValueId).collect()).collect();
        Unroller {
            program,
            loops,
            live,
            pool: TermPool::new(),
            pending: BTreeMap::new(),
            origin: Vec::new(),
            blocks: Vec::new(),
            known: Vec::new(),
            made: FxHashMap::default(),
            widths: Vec::new(),
            names: Vec::new(),
            instructions: 0,
            gates: 0,
        }
    }

    /// Lays out the program; `None` if it becomes too large.
    fn lay_out(&mut self) -> Option<()> {
        self.lead(None, &[], BlockId(0), Facts::new());
        while let Some((turn, Pending { id, from })) = self.pending.pop_first() {
            self.block(&turn, id, &from);
            let is_large = self.blocks.len() > MOST_BLOCKS || self.instructions > MOST_INSTRUCTIONS;
            if is_large || self.gates > MOST_GATES {
                return None;
            }
        }
        Some(())
    }

    /// The turn in which an edge from a block, in its own turn, comes to a block.
    fn turn(&self, from: Option<BlockId>, turn: &[usize], to: BlockId) -> Turn {
        let (around, places) = (&self.loops.around, &self.loops.places);
        let its = from.map_or(&[][..], |from| &around[from.0]);
        let mut new = Vec::new();
        for (level, &head) in around[to.0].iter().enumerate() {
            let is_inside = its.get(level) == Some(&head);
            let number = if is_inside { turn[2 * level + 1] + usize::from(head == to) } else { 0 };
            new.extend([places[head.0], number]);
        }
        new.push(places[to.0]);
        new
    }

    /// The block of the unrolled program to which an edge leads.
    fn lead(&mut self, from: Option<BlockId>, turn: &[usize], to: BlockId, facts: Facts) -> BlockId {
        let turn = self.turn(from.map(|from| self.origin[from.0]), turn, to);
        let (origin, blocks, known) = (&mut self.origin, &mut self.blocks, &mut self.known);
        let pending = self.pending.entry(turn).or_insert_with(|| {
            let Block { name, origin: place, .. } = &self.program.blocks[to.0];
            let terminator = Terminator::Exit(Exit::Ok);
            let (phis, instructions) = (Vec::new(), Vec::new());
            blocks.push(Block { name: name.clone(), phis, instructions, terminator, origin: *place });
            origin.push(to);
            known.push(FxHashMap::default());
            Pending { id: BlockId(blocks.len() - 1), from: Vec::new() }
        });
        if let Some(from) = from {
            match pending.from.iter_mut().find(|(known, _)| *known == from) {
                // Control may come on either way.
                Some((_, known)) => known.clear(),
                None => pending.from.push((from, facts)),
            }
        }
        pending.id
    }

    /// Lays out a block in its turn. All that leads to it is laid out.
    fn block(&mut self, turn: &[usize], id: BlockId, from: &[(BlockId, Facts)]) {
        let program = self.program;
        let original = self.origin[id.0];
        let Block { phis, instructions, terminator, .. } = &program.blocks[original.0];
        let mut known: FxHashMap<ValueId, Known> = FxHashMap::default();
        let live = std::mem::take(&mut self.live[original.0]);
        let passing = live.iter().map(|&value| {
            let way = |(from, facts): &(BlockId, Facts)| (*from, with(facts, self.known[from.0][&value]));
            let ways = from.iter().map(way).collect::<Vec<_>>();
            (value, ways)
        });
        let chosen = phis.iter().map(|phi| {
            let way = |(from, facts): &(BlockId, Facts)| {
                let its = self.origin[from.0];
                let operand = phi.incoming.iter().find(|(block, _)| *block == its);
                let (_, operand) = operand.expect("a φ has an operand for each predecessor");
                let known = known_operand(&mut self.pool, &self.known[from.0], operand);
                (*from, with(facts, known.expect("a φ reads what is known")))
            };
            (phi.result, from.iter().map(way).collect::<Vec<_>>())
        });
        let ways: Vec<(ValueId, Vec<(BlockId, Known)>)> = chosen.chain(passing.collect::<Vec<_>>()).collect();
        self.live[original.0] = live;
        for (value, ways) in ways {
            let merged = self.merged(id, value, &ways);
            known.insert(value, merged);
        }
        for instruction in instructions {
            self.instruction(id, instruction, &mut known);
        }
        self.instructions += instructions.len();
        let new = self.terminator(id, turn, terminator, &known);
        self.blocks[id.0].terminator = new;
        self.known[id.0] = known;
    }

    /// What ways bring: the same, or what a φ chooses.
    fn merged(&mut self, block: BlockId, value: ValueId, ways: &[(BlockId, Known)]) -> Known {
        let (_, first) = *ways.first().expect("a block with φs has predecessors");
        let range = ways.iter().fold(first.range, |range, (_, way)| range.or(way.range));
        if ways.iter().all(|(_, way)| way.operand == first.operand) {
            return Known { range, ..first };
        }
        let result = self.fresh(value);
        let incoming = ways.iter().map(|&(from, way)| (from, way.operand)).collect();
        self.blocks[block.0].phis.push(Phi { result, incoming });
        Known { range, ..self.unknown(result) }
    }

    /// A value that is one of the program's in one turn.
    fn fresh(&mut self, value: ValueId) -> ValueId {
        self.widths.push(self.program.widths[value.0]);
        self.names.push(self.program.names[value.0].clone());
        ValueId(self.widths.len() - 1)
    }

    /// A value of which nothing is known.
    fn unknown(&mut self, value: ValueId) -> Known {
        let symbol = self.pool.new_symbol("", self.widths[value.0]);
        let (operand, range) = (Operand::Value(value), Range::any(self.widths[value.0]));
        Known { operand, term: self.pool.symbol(symbol), range }
    }

    fn instruction(&mut self, block: BlockId, instruction: &Instruction, known: &mut FxHashMap<ValueId, Known>) {
        let pool = &mut self.pool;
        let new = match instruction {
            &Instruction::Define { result, mut operation, origin } => {
                let mut read = Vec::new();
                operation.for_each_operand(|operand| {
                    let its = known_operand(pool, known, operand).expect("what is read is known");
                    *operand = its.operand;
                    read.push(its);
                });
                let width = self.program.widths[result.0];
                let Computed { term, range } = computed(pool, &operation, &read, width);
                if let Some(value) = term.and_then(|term| pool.as_constant(term)).or_else(|| range.value()) {
                    known.insert(result, constant(pool, value));
                    return;
                }
                if let Some(same) = read.iter().find(|read| Some(read.term) == term) {
                    known.insert(result, *same);
                    return;
                }
                let new = self.fresh(result);
                known.insert(result, Known { range, ..self.unknown(new) });
                if let Some(made) = Made::by(&operation, &read) {
                    self.made.insert(new, made);
                }
                Instruction::Define { result: new, operation, origin }
            }
            Instruction::Store(store) => {
                let mut read = |it| known_operand(pool, known, &it).expect("what is read is known").operand;
                let [offset, value, condition] = [store.offset, store.value, store.condition].map(&mut read);
                Instruction::Store(Store { offset, value, condition, ..*store })
            }
            Instruction::Assign(assignment) => {
                // Nothing else may read the value, so that it is not followed.
                let Some(Known { operand: value, .. }) = known_operand(pool, known, &assignment.value) else { return };
                Instruction::Assign(Assignment { value, ..assignment.clone() })
            }
        };
        self.gates += self.gates_of(&new);
        self.blocks[block.0].instructions.push(new);
    }

    /// About how many gates an instruction becomes.
    fn gates_of(&self, instruction: &Instruction) -> usize {
        let chosen = |access: Access, offset: Operand| match offset {
            Operand::Constant(_) => 0,
            Operand::Value(_) => self.program.cells(access).count() * access.width as usize,
        };
        match instruction {
            Instruction::Define { result, operation, .. } => {
                let width = self.widths[result.0] as usize;
                match *operation {
                    Operation::Load(access, offset) => chosen(access, offset),
                    Operation::Binary(BinaryOp::Mul, ..) => width * width,
                    Operation::Binary(BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, ..) => {
                        4 * width * width
                    }
                    Operation::Binary(BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, ..) => 8 * width,
                    Operation::Overflow(OverflowOp::UMul | OverflowOp::SMul, a, _) => {
                        2 * (self.operand_width(a) as usize).pow(2)
                    }
                    Operation::Float(..) => GATES_OF_FLOATS,
                    Operation::Overflow(_, a, _) | Operation::Compare(_, a, _) => self.operand_width(a) as usize,
                    _ => width,
                }
            }
            Instruction::Store(store) => chosen(store.access, store.offset),
            Instruction::Assign(_) => 0,
        }
    }

    /// How the block ends; ways that are not taken lead nowhere.
    fn terminator(
        &mut self,
        block: BlockId,
        turn: &[usize],
        terminator: &Terminator,
        known: &FxHashMap<ValueId, Known>,
    ) -> Terminator {
        let mut operand = |operand| known_operand(&mut self.pool, known, operand).expect("what is read is known");
        let (from, none) = (Some(block), Facts::new);
        match terminator {
            Terminator::Exit(exit) => Terminator::Exit(*exit),
            Terminator::Jump(target) => Terminator::Jump(self.lead(from, turn, *target, none())),
            Terminator::Branch { condition, then, otherwise } => match operand(condition).operand {
                Operand::Constant(value) => {
                    let target = if value.is_nonzero() { then } else { otherwise };
                    Terminator::Jump(self.lead(from, turn, *target, none()))
                }
                Operand::Value(value) => {
                    let [yes, no] = [true, false].map(|holds| self.facts(value, holds));
                    let (then, otherwise) = (self.lead(from, turn, *then, yes), self.lead(from, turn, *otherwise, no));
                    Terminator::Branch { condition: Operand::Value(value), then, otherwise }
                }
            },
            Terminator::Switch { value, cases, default } => match operand(value).operand {
                Operand::Constant(value) => {
                    let target = cases.iter().find(|(case, _)| *case == value).map_or(default, |(_, target)| target);
                    Terminator::Jump(self.lead(from, turn, *target, none()))
                }
                value => {
                    let cases =
                        cases.iter().map(|&(case, target)| (case, self.lead(from, turn, target, none()))).collect();
                    Terminator::Switch { value, cases, default: self.lead(from, turn, *default, none()) }
                }
            },
        }
    }

    /// What is known of other values where a condition holds, or does not.
    fn facts(&self, condition: ValueId, holds: bool) -> Facts {
        let mut facts = Facts::new();
        let Some(&Made::Comparison(predicate, a, b)) = self.made.get(&condition) else { return facts };
        let Some((first, second)) = Range::where_it_is(predicate, holds, a.range, b.range) else { return facts };
        let mut open = vec![(a, first), (b, second)];
        while let Some((known, range)) = open.pop() {
            let Operand::Value(value) = known.operand else { continue };
            facts.push((value, range));
            match self.made.get(&value) {
                Some(&Made::Sum(of, by)) => {
                    let less = BinaryOp::Sub.apply(BitVec::zero(by.width()), by);
                    open.extend(range.moved(Some(less)).map(|range| (of, range)));
                }
                Some(&Made::Extended(of)) => {
                    open.extend(range.low(self.operand_width(of.operand)).map(|range| (of, range)));
                }
                Some(Made::Comparison(..)) | None => {}
            }
        }
        facts
    }

    fn operand_width(&self, operand: Operand) -> u32 {
        match operand {
            Operand::Constant(value) => value.width(),
            Operand::Value(value) => self.widths[value.0],
        }
    }
}

impl Made {
    fn by(operation: &Operation, read: &[Known]) -> Option<Made> {
        match *operation {
            Operation::Compare(predicate, ..) => Some(Made::Comparison(predicate, read[0], read[1])),
            Operation::Binary(BinaryOp::Add, _, Operand::Constant(by)) => Some(Made::Sum(read[0], by)),
            Operation::ZeroExtend(_) => Some(Made::Extended(read[0])),
            _ => None,
        }
    }
}

/// What is known of the result of an operation.
struct Computed {
    /// Over what stands for the operands: rules for terms show whether it is a constant, or an operand. `None` for what is read, and for what
    /// would be a whole circuit.
    term: Option<TermId>,
    range: Range,
}

fn computed(pool: &mut TermPool, operation: &Operation, read: &[Known], width: u32) -> Computed {
    let terms: Vec<TermId> = read.iter().map(|known| known.term).collect();
    let are_constant = terms.iter().all(|term| pool.as_constant(*term).is_some());
    let term = match operation {
        Operation::Load(..) | Operation::Input(_) => None,
        Operation::Float(..) if !are_constant => None,
        _ => Some(operation.term(pool, &terms, width)),
    };
    let ranges: Vec<Range> = read.iter().map(|known| known.range).collect();
    let range = match *operation {
        Operation::Compare(predicate, ..) => {
            let decided = Range::compare(predicate, ranges[0], ranges[1]);
            decided.map_or(Range::any(width), |holds| Range::only(BitVec::bit(holds)))
        }
        _ => Range::of(operation, &ranges, width),
    };
    Computed { term, range }
}

/// What is known of a value on a way that tells these facts.
fn with(facts: &Facts, known: Known) -> Known {
    let own = facts.iter().filter(|(value, _)| known.operand == Operand::Value(*value));
    // On a way that is never taken anything is so.
    let range = own.fold(known.range, |range, (_, fact)| range.and(*fact).unwrap_or(range));
    Known { range, ..known }
}

fn constant(pool: &mut TermPool, value: BitVec) -> Known {
    Known { operand: Operand::Constant(value), term: pool.constant(value), range: Range::only(value) }
}

/// What an operand is, where these values are known.
fn known_operand(pool: &mut TermPool, known: &FxHashMap<ValueId, Known>, operand: &Operand) -> Option<Known> {
    match operand {
        Operand::Constant(value) => Some(constant(pool, *value)),
        Operand::Value(value) => known.get(value).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::testing::RandomBits;
    use crate::program::testing::{any_program, Random};
    use crate::program::{CheckKind, Event, InputRequest, Interpreter, Outcome, Site, Unmodelled};

    const WIDTH: u32 = 8;

    /// The program, in which each loop is left after so many turns: its head counts them. `None` if it has no loops that can be unrolled.
    fn bounded(mut program: Program, turns: u128) -> Option<Program> {
        let mut around = Loops::new(&program)?.around;
        let is_head = |block: &BlockId| around[block.0].last() == Some(block);
        let heads: Vec<BlockId> = (0..program.blocks.len()).map(BlockId).filter(is_head).collect();
        let end = BlockId(program.blocks.len());
        let leaf = |terminator| {
            let (name, phis, instructions) = ("added".to_owned(), Vec::new(), Vec::new());
            Block { name, phis, instructions, terminator, origin: None }
        };
        program.blocks.push(leaf(Terminator::Exit(Exit::Ok)));
        around.push(Vec::new());
        for head in heads {
            let mut value = |width| {
                program.widths.push(width);
                program.names.push("turn".to_owned());
                ValueId(program.widths.len() - 1)
            };
            let (turn, next, is_over) = (value(WIDTH), value(WIDTH), value(1));
            let number = |number| Operand::Constant(BitVec::new(WIDTH, number));
            let predecessors = program.predecessors();
            let incoming = predecessors[head.0].iter().map(|from| {
                let is_back = around[from.0].contains(&head);
                (*from, if is_back { Operand::Value(next) } else { number(0) })
            });
            let counted = Phi { result: turn, incoming: incoming.collect() };
            let define = |result, operation| Instruction::Define { result, operation, origin: None };
            let turn = Operand::Value(turn);
            let counts = vec![
                define(next, Operation::Binary(BinaryOp::Add, turn, number(1))),
                define(is_over, Operation::Compare(Predicate::Eq, turn, number(turns))),
            ];
            let body = BlockId(program.blocks.len());
            let block = &mut program.blocks[head.0];
            block.phis.push(counted);
            let instructions = std::mem::replace(&mut block.instructions, counts);
            let condition = Operand::Value(is_over);
            let guard = Terminator::Branch { condition, then: end, otherwise: body };
            let terminator = std::mem::replace(&mut block.terminator, guard);
            for next in terminator.successors() {
                for phi in &mut program.blocks[next.0].phis {
                    phi.incoming.iter_mut().filter(|(from, _)| *from == head).for_each(|(from, _)| *from = body);
                }
            }
            program.blocks.push(Block { instructions, ..leaf(terminator) });
            around.push(around[head.0].clone());
        }
        program.map.sites.push(Site { kind: CheckKind::ReachError, detail: String::new(), origin: None });
        program.map.unmodelled.push(Unmodelled { reason: "random".to_owned(), origin: None });
        program.remove_unreachable();
        program.validate().expect("counting keeps programs valid");
        Some(program)
    }

    /// How a program ends on random inputs, and what it reads.
    fn run(program: &Program, seed: u64) -> (Outcome, Vec<BitVec>) {
        let mut random = Random::new(seed);
        let (mut next, mut read) = (|request: InputRequest| random.bits(request.width), Vec::new());
        let outcome = Interpreter::new(program).run(&mut next, 1 << 16, |event| {
            if let Event::Input { bits, .. } = event {
                read.push(bits);
            }
        });
        (outcome, read)
    }

    #[test]
    fn an_unrolled_program_has_the_same_executions_and_no_loops() {
        let (mut unrolled, mut nested, mut longest) = (0, 0, 0);
        for seed in 0..3000 {
            let mut random = Random::new(seed);
            let Some(program) = bounded(any_program(&mut random), random.below(5) as u128) else { continue };
            let around = Loops::new(&program).map_or_else(Vec::new, |loops| loops.around);
            let Some(result) = program.unrolled() else {
                let most = around.iter().map(Vec::len).max().unwrap_or(0);
                assert!(most > 3, "all loops are bounded, and few of them are nested:\n{program}");
                continue;
            };
            result.validate().unwrap_or_else(|fault| panic!("{fault}\n{program}\n{result}"));
            assert!(Loops::new(&result).is_none(), "{program}\n{result}");
            for inputs in 0..10 {
                let (expected, found) = (run(&program, inputs), run(&result, inputs));
                assert_eq!(expected, found, "{program}\n{result}");
                longest = longest.max(expected.1.len());
            }
            unrolled += 1;
            nested += usize::from(around.iter().any(|heads| heads.len() > 1));
        }
        assert!(unrolled > 300 && nested > 50 && longest > 10, "{unrolled} {nested} {longest}");
    }

    #[test]
    fn what_no_constant_bounds_is_left_alone() {
        let mut left = 0;
        for seed in 0..300 {
            let program = any_program(&mut Random::new(seed));
            if let Some(unrolled) = program.unrolled() {
                assert!(Loops::new(&unrolled).is_none());
            } else {
                left += 1;
            }
        }
        assert!(left > 100, "{left}");
    }
}
