//! The compiled program against the interpreter, and what the search finds.

use super::instructions as instructions_of;
use super::*;
use crate::bv::testing::RandomBits;
use crate::bv::{BinaryOp, FloatOp, Format, OverflowOp, Predicate, Rounding, TernaryOp, UnaryOp};
use crate::program::interpret::{InputRequest, Interpreter, OnlyWay, Outcome};
use crate::program::testing::{random_program, Random};
use crate::program::{
    Access, Block, BlockId, Cell, CheckKind, Exit, InputKind, InputSite, Instruction, Object, ObjectId, Operand,
    Operation, Pattern, Phi, Reading, Site, SourceMap, Store, Tail, Terminator, Unmodelled, ValueId,
};
use std::collections::VecDeque;
use std::time::Instant;

fn settings(seconds: f64) -> Settings {
    Settings { seed: 1, time: Duration::from_secs_f64(seconds), pause: 0 }
}

fn found(program: &Program, seconds: f64) -> End {
    search(program, settings(seconds), &StopFlag::new(), |_| {}).unwrap()
}

/// The interpreter on recorded inputs.
fn replayed(program: &Program, inputs: &[(InputId, BitVec)]) -> Outcome {
    let mut rest: VecDeque<(InputId, BitVec)> = inputs.iter().copied().collect();
    let mut next = |request: InputRequest| {
        let (row, bits) = rest.pop_front().expect("the interpreter reads more inputs than the compiled program");
        assert_eq!((row, bits.width()), (request.input, request.width));
        bits
    };
    let outcome = Interpreter::new(program).run(&mut next, 100_000_000, |_| {});
    assert!(rest.is_empty(), "the compiled program read more inputs than the interpreter");
    outcome
}

/// A program with one site and one row of inputs of the given width, and blocks to come.
fn program(width: u32) -> Program {
    let input = InputSite { kind: InputKind::Undefined, width, reading: Reading::Unsigned, origin: None };
    let site = Site { kind: CheckKind::ReachError, detail: String::new(), origin: None };
    Program { map: SourceMap { inputs: vec![input], sites: vec![site], ..SourceMap::default() }, ..Program::default() }
}

fn block(instructions: Vec<Instruction>, terminator: Terminator) -> Block {
    Block { name: String::new(), phis: Vec::new(), instructions, terminator, origin: None }
}

/// Adds a value to the program and its definition to the instructions.
fn define(program: &mut Program, to: &mut Vec<Instruction>, width: u32, operation: Operation) -> Operand {
    let result = ValueId(program.widths.len());
    program.widths.push(width);
    program.names.push(String::new());
    to.push(Instruction::Define { result, operation, origin: None });
    Operand::Value(result)
}

fn exits(program: &mut Program) {
    program.blocks.push(block(Vec::new(), Terminator::Exit(Exit::Error(SiteId(0)))));
    program.blocks.push(block(Vec::new(), Terminator::Exit(Exit::Ok)));
}

/// Every operation, at small widths on all operands and at large ones on corners, computed by the compiled program and
/// compared with the reference there: it finds an error where they differ.
#[test]
fn operations_mean_what_the_reference_says() {
    let mut random = Random::new(7);
    for width in [1, 3, 16, 33, 64, 128] {
        let mut program = program(width);
        let mut instructions = Vec::new();
        let corners = [0, 1, 2, u128::MAX, 1 << (width - 1), (1 << (width - 1)) - 1, u128::from(width)];
        let mut values: Vec<BitVec> = corners.map(|bits| BitVec::new(width, bits)).to_vec();
        values.extend((0..3).map(|_| random.bits(width)));
        // A zero that the compiler does not know: the last bit of a product of neighbours.
        let input = define(&mut program, &mut instructions, width, Operation::Input(InputId(0)));
        let one = Operand::Constant(BitVec::one(width));
        let mut binary =
            |program: &mut Program, op, a, b| define(program, &mut instructions, width, Operation::Binary(op, a, b));
        let next = binary(&mut program, BinaryOp::Add, input, one);
        let product = binary(&mut program, BinaryOp::Mul, input, next);
        let unknown = binary(&mut program, BinaryOp::And, product, one);
        let mut differs = Operand::Constant(BitVec::bit(false));
        let mut expect = |program: &mut Program, to: &mut Vec<Instruction>, operation: Operation, expected: BitVec| {
            let result = define(program, to, expected.width(), operation);
            let compare = Operation::Compare(Predicate::Ne, result, Operand::Constant(expected));
            let differ = define(program, to, 1, compare);
            differs = define(program, to, 1, Operation::Binary(BinaryOp::Or, differs, differ));
        };
        for &a in &values {
            let hidden = Operation::Binary(BinaryOp::Add, unknown, Operand::Constant(a));
            let a_operand = define(&mut program, &mut instructions, width, hidden);
            use UnaryOp as U;
            let mut unary = vec![U::Not, U::Neg, U::PopCount, U::LeadingZeros, U::TrailingZeros, U::BitReverse, U::Abs];
            if width % 16 == 0 {
                unary.push(U::ByteSwap);
            }
            for op in unary {
                expect(&mut program, &mut instructions, Operation::Unary(op, a_operand), op.apply(a));
            }
            for &b in &values {
                let b_operand = Operand::Constant(b);
                use BinaryOp as B;
                let signed = [B::SMin, B::SMax, B::SAddSat, B::SSubSat, B::SShlSat, B::SDiv, B::SRem, B::AShr];
                let unsigned = [B::UMin, B::UMax, B::UAddSat, B::USubSat, B::UShlSat, B::UDiv, B::URem, B::LShr];
                let others = [B::Add, B::Sub, B::Mul, B::And, B::Or, B::Xor, B::Shl];
                for op in signed.into_iter().chain(unsigned).chain(others) {
                    let operation = Operation::Binary(op, a_operand, b_operand);
                    expect(&mut program, &mut instructions, operation, op.apply(a, b));
                }
                use OverflowOp as O;
                for op in [O::UAdd, O::SAdd, O::USub, O::SSub, O::UMul, O::SMul, O::SDiv] {
                    let expected = BitVec::bit(op.apply(a, b));
                    expect(&mut program, &mut instructions, Operation::Overflow(op, a_operand, b_operand), expected);
                }
                use Predicate as P;
                for op in [P::Eq, P::Ne, P::Ult, P::Ule, P::Slt, P::Sle] {
                    let expected = BitVec::bit(op.apply(a, b));
                    expect(&mut program, &mut instructions, Operation::Compare(op, a_operand, b_operand), expected);
                }
                for op in [TernaryOp::FunnelLeft, TernaryOp::FunnelRight] {
                    let operation = Operation::Ternary(op, a_operand, b_operand, a_operand);
                    expect(&mut program, &mut instructions, operation, op.apply(a, b, a));
                }
            }
        }
        let terminator = Terminator::Branch { condition: differs, then: BlockId(1), otherwise: BlockId(2) };
        program.blocks.push(block(instructions, terminator));
        exits(&mut program);
        program.validate().unwrap();
        // One run suffices: the input does not matter.
        assert_eq!(found(&program, 0.05), End::Stopped, "width {width}");
    }
}

/// The same for floating-point numbers: corners and random patterns of each format that C programs compute with.
#[test]
fn operations_on_floating_point_numbers_mean_what_the_reference_says() {
    use FloatOp as F;
    let mut random = Random::new(5);
    for format in [Format::Single, Format::Double, Format::Extended, Format::Quad] {
        let width = format.width();
        let mut program = program(width);
        let mut instructions = Vec::new();
        let (nan, infinity, one) =
            (format.nan(), format.infinity(), F::FromInteger { width: 8, signed: true, to: format });
        let one = one.apply([BitVec::one(8); 3]);
        let third = F::Div(format).apply([
            one,
            F::FromInteger { width: 8, signed: true, to: format }.apply([BitVec::new(8, 3); 3]),
            one,
        ]);
        let mut values =
            vec![nan, infinity, one, third, BitVec::zero(width), BitVec::signed_min(width), BitVec::one(width)];
        while values.len() < 24 {
            let bits = random.bits(width);
            // No pattern that x87 processors refuse.
            if format != Format::Extended || F::Equal(format).apply([bits; 3]).is_nonzero() {
                values.push(bits);
            }
        }
        let input = define(&mut program, &mut instructions, width, Operation::Input(InputId(0)));
        let zero = Operand::Constant(BitVec::zero(width));
        let unknown = define(&mut program, &mut instructions, width, Operation::Binary(BinaryOp::And, input, zero));
        let mut differs = Operand::Constant(BitVec::bit(false));
        let mut operations = vec![F::Add(format), F::Sub(format), F::Mul(format), F::Div(format), F::Equal(format)];
        operations.extend([F::Less(format), F::LessOrEqual(format)]);
        use Rounding as R;
        let roundings = [R::NearestEven, R::NearestAway, R::Up, R::Down, R::Zero];
        operations.extend(roundings.map(|rounding| F::Integral(format, rounding)));
        operations.extend(
            [Format::Single, Format::Double, Format::Extended, Format::Quad]
                .into_iter()
                .filter(|to| *to != format)
                .map(|to| F::Convert { from: format, to }),
        );
        operations.extend([(8, true), (32, false), (64, true), (64, false)].map(|(width, signed)| F::ToInteger {
            from: format,
            width,
            signed,
        }));
        operations.extend([F::Sqrt(format), F::MulAdd(format)]);
        for op in operations {
            for (index, &a) in values.iter().enumerate() {
                for &b in values.iter().skip(if op.arity() == 1 { values.len() - 1 } else { 0 }).step_by(3) {
                    let c = values[(index + 5) % values.len()];
                    let hidden = Operation::Binary(BinaryOp::Xor, unknown, Operand::Constant(a));
                    let hidden = define(&mut program, &mut instructions, width, hidden);
                    let operation = Operation::Float(op, [hidden, Operand::Constant(b), Operand::Constant(c)]);
                    let result = define(&mut program, &mut instructions, op.result_width(), operation);
                    let expected = Operand::Constant(op.apply([a, b, c]));
                    let differ =
                        define(&mut program, &mut instructions, 1, Operation::Compare(Predicate::Ne, result, expected));
                    differs =
                        define(&mut program, &mut instructions, 1, Operation::Binary(BinaryOp::Or, differs, differ));
                }
            }
        }
        let terminator = Terminator::Branch { condition: differs, then: BlockId(1), otherwise: BlockId(2) };
        program.blocks.push(block(instructions, terminator));
        exits(&mut program);
        program.validate().unwrap();
        assert_eq!(found(&program, 0.05), End::Stopped, "{format:?}");
    }
}

#[test]
fn errors_of_random_programs_are_replayed_by_the_interpreter() {
    let mut errors = 0;
    for seed in 1..30 {
        let mut program = random_program(seed, 4 + seed as usize % 8);
        // The generator of programs makes no rows for its sites.
        let site = Site { kind: CheckKind::ReachError, detail: String::new(), origin: None };
        program.map.sites = vec![site; 64];
        if let End::Error(candidate) = found(&program, 0.2) {
            let outcome = replayed(&program, &candidate.inputs);
            assert_eq!(outcome, Outcome::Exit(Exit::Error(candidate.site)), "seed {seed}\n{program}");
            errors += 1;
        }
    }
    assert!(errors > 5, "only {errors} errors");
}

/// A loop that counts up to `turns`, then an error.
fn deep(turns: u128) -> Program {
    let mut program = program(8);
    let width = 64;
    program.widths = vec![width];
    program.names = vec![String::new()];
    program.blocks.push(block(Vec::new(), Terminator::Jump(BlockId(1))));
    let count = Operand::Value(ValueId(0));
    let mut instructions = Vec::new();
    let three = Operand::Constant(BitVec::new(width, 3));
    let one = Operand::Constant(BitVec::one(width));
    // Multiplied and divided again, so that no compiler sees through it.
    let more = define(&mut program, &mut instructions, width, Operation::Binary(BinaryOp::Add, count, one));
    let product = define(&mut program, &mut instructions, width, Operation::Binary(BinaryOp::Mul, more, three));
    let limit = Operand::Constant(BitVec::new(width, 3 * turns));
    let done = define(&mut program, &mut instructions, 1, Operation::Compare(Predicate::Eq, product, limit));
    let mut body = block(instructions, Terminator::Branch { condition: done, then: BlockId(2), otherwise: BlockId(1) });
    let zero = Operand::Constant(BitVec::zero(width));
    body.phis.push(Phi { result: ValueId(0), incoming: vec![(BlockId(0), zero), (BlockId(1), more)] });
    program.blocks.push(body);
    program.blocks.push(block(Vec::new(), Terminator::Exit(Exit::Error(SiteId(0)))));
    program.validate().unwrap();
    program
}

#[test]
fn a_billion_turns_are_no_distance() {
    let End::Error(candidate) = found(&deep(1_000_000_001), 120.0) else { panic!("not found") };
    assert_eq!((candidate.turns, candidate.inputs.len()), (1_000_000_000, 0));
}

/// Runs of all lengths come to their limits where each turn reads something. A far one comes to the error soon.
#[test]
fn turns_that_read_inputs_are_little_distance() {
    let mut program = deep(300_001);
    let mut reads = Vec::new();
    define(&mut program, &mut reads, 8, Operation::Input(InputId(0)));
    program.blocks[1].instructions.append(&mut reads);
    program.validate().unwrap();
    let mut told = Figures::default();
    let end = search(&program, settings(120.0), &StopFlag::new(), |figures| told = figures).unwrap();
    let End::Error(candidate) = end else { panic!("not found") };
    assert_eq!((candidate.turns, candidate.inputs.len()), (300_000, 300_001));
    assert!(told.turns <= 5 * candidate.turns, "{told:?}");
}

/// No clock decides how far it is between two pauses.
#[test]
fn a_search_that_waits_does_the_same_every_time() {
    let steps = || {
        let settings = Settings { pause: 1 << 16, ..settings(0.0) };
        let mut search = Search::begin(&deep(3_000_001), settings, &StopFlag::new()).unwrap().unwrap();
        let mut works = Vec::new();
        loop {
            match search.go_on(&StopFlag::new(), |_| {}).unwrap() {
                Step::Paused(work) => works.push(work),
                Step::Ended(End::Error(candidate)) => return (works, candidate.turns),
                Step::Ended(end) => panic!("{end:?}"),
            }
        }
    };
    let (works, turns) = steps();
    assert!(!works.is_empty() && works.iter().all(|&work| work >= 1 << 16), "{works:?}");
    assert_eq!((works, turns), steps());
    assert_eq!(turns, 3_000_000);
}

#[test]
fn a_run_can_be_stopped() {
    let (stop, started) = (StopFlag::new(), Instant::now());
    let raiser = stop.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(700));
        raiser.raise();
    });
    assert_eq!(search(&deep(u128::MAX >> 80), settings(60.0), &stop, |_| {}).unwrap(), End::Stopped);
    thread.join().unwrap();
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// Three inputs of 32 bits, each compared with a number that the one before determines.
#[test]
fn comparisons_lead_to_magic_numbers() {
    let mut program = program(32);
    let (error, ok) = (BlockId(3), BlockId(4));
    let mut before = Operand::Constant(BitVec::new(32, 0xdead_beef));
    for index in 0..3 {
        let mut instructions = Vec::new();
        let input = define(&mut program, &mut instructions, 32, Operation::Input(InputId(0)));
        let factor = Operand::Constant(BitVec::new(32, 0x9e37_79b1));
        let expected = define(&mut program, &mut instructions, 32, Operation::Binary(BinaryOp::Mul, before, factor));
        let equal = define(&mut program, &mut instructions, 1, Operation::Compare(Predicate::Eq, input, expected));
        let then = if index == 2 { error } else { BlockId(index + 1) };
        program.blocks.push(block(instructions, Terminator::Branch { condition: equal, then, otherwise: ok }));
        before = input;
    }
    exits(&mut program);
    program.validate().unwrap();
    let End::Error(candidate) = found(&program, 60.0) else { panic!("not found") };
    assert_eq!(candidate.inputs.len(), 3);
    assert_eq!(replayed(&program, &candidate.inputs), Outcome::Exit(Exit::Error(SiteId(0))));
}

fn only_way(program: &Program, asked: Option<Repeats>) -> End {
    take_only_way(program, Optimisation::Little, asked, &StopFlag::new(), |_| {}).unwrap()
}

/// The compiled program takes the way that the interpreter takes, and sees the same inputs decide.
#[test]
fn only_ways_of_random_programs_are_those_of_the_interpreter() {
    let (mut ends, mut depends, mut repeats, mut seen) = (0, 0, 0, [0; 3]);
    for seed in 1.. {
        let mut program = random_program(seed, 2 + seed as usize % 6);
        let interpreter = Interpreter::new(&program);
        let way = interpreter.only_way(100_000);
        // Most ways are short: not all of those are compiled.
        let kind = match &way {
            OnlyWay::Ends { blocks: ..8, .. } => continue,
            OnlyWay::Ends { .. } => 0,
            OnlyWay::Depends => 1,
            OnlyWay::Longer => 2,
        };
        seen[kind] += 1;
        if seen.iter().all(|&count| count > 6) {
            break;
        }
        if seen[kind] > 6 {
            continue;
        }
        // The generator of programs makes no rows for its sites.
        program.map.sites = vec![Site { kind: CheckKind::ReachError, detail: String::new(), origin: None }; 64];
        program.map.unmodelled = vec![Unmodelled { reason: String::new(), origin: None }; 64];
        match (only_way(&program, None), way) {
            (End::Ends(turns), OnlyWay::Ends { exit: Exit::Ok, blocks, .. }) if turns <= blocks => ends += 1,
            (End::Unmodelled(row), OnlyWay::Ends { exit: Exit::Unmodelled(same), .. }) if row == same => ends += 1,
            (End::Error(candidate), OnlyWay::Ends { exit: Exit::Error(site), inputs, .. }) => {
                assert_eq!((candidate.site, candidate.inputs), (site, inputs), "seed {seed}\n{program}");
                ends += 1;
            }
            (End::Depends, OnlyWay::Depends) => depends += 1,
            // Its words have few bits: a way that is so long comes to the same state again.
            (End::Repeats(state), OnlyWay::Longer) => {
                repeats += 1;
                assert_eq!(only_way(&program, Some(state)), End::Repeats(state));
            }
            other => panic!("seed {seed}: {other:?}\n{program}"),
        }
    }
    assert!(ends > 5 && depends > 5 && repeats > 5, "{ends} {depends} {repeats}");
}

#[test]
fn a_way_of_a_billion_turns_is_taken_once() {
    let End::Error(candidate) = only_way(&deep(1_000_000_001), None) else { panic!("not found") };
    assert_eq!((candidate.turns, candidate.inputs.len()), (1_000_000_000, 0));
}

/// A counter that begins anew at 3 when it comes to `end`.
fn circle(end: u128) -> Program {
    let mut program = program(8);
    let width = 32;
    program.widths = vec![width];
    program.names = vec![String::new()];
    program.blocks.push(block(Vec::new(), Terminator::Jump(BlockId(1))));
    let count = Operand::Value(ValueId(0));
    let number = |number| Operand::Constant(BitVec::new(width, number));
    let mut instructions = Vec::new();
    let more = define(&mut program, &mut instructions, width, Operation::Binary(BinaryOp::Add, count, number(1)));
    let is_end = define(&mut program, &mut instructions, 1, Operation::Compare(Predicate::Eq, more, number(end)));
    let next = define(&mut program, &mut instructions, width, Operation::Select(is_end, number(3), more));
    let is_error = define(&mut program, &mut instructions, 1, Operation::Compare(Predicate::Eq, next, number(2)));
    let branch = Terminator::Branch { condition: is_error, then: BlockId(2), otherwise: BlockId(1) };
    let mut body = block(instructions, branch);
    body.phis.push(Phi { result: ValueId(0), incoming: vec![(BlockId(0), number(5)), (BlockId(1), next)] });
    program.blocks.push(body);
    program.blocks.push(block(Vec::new(), Terminator::Exit(Exit::Error(SiteId(0)))));
    program.validate().unwrap();
    program
}

#[test]
fn states_that_come_again_are_seen() {
    for (end, length) in [(6, 3), (1003, 1000), (100_003, 100_000)] {
        let End::Repeats(state) = only_way(&circle(end), None) else { panic!("{end}: no state comes again") };
        assert_eq!(state.length, length);
        assert_eq!(only_way(&circle(end), Some(state)), End::Repeats(state));
        let other = Repeats { length: length + 1, ..state };
        assert_eq!(only_way(&circle(end), Some(other)), End::Differs);
    }
}

/// Writes a cell of memory that may hold anything, where `written` says, and leaves by what another one holds.
fn remembering(written: u64, read: u64) -> Program {
    let mut program = program(8);
    let cell = Cell { offset: 0, initial: BitVec::zero(8), name: String::new(), variable: None };
    let tail = Tail { begin: 0, period: 1, is_zero: false };
    program.objects.push(Object { name: "a".to_owned(), size: 1 << 20, cells: vec![cell], tail: Some(tail) });
    let pattern = Pattern { residue: 0, modulus: 1 };
    let access = Access { object: ObjectId(0), pattern, width: 8 };
    let number = |width, number: u64| Operand::Constant(BitVec::new(width, number.into()));
    let store =
        Store { access, offset: number(32, written), value: number(8, 7), condition: number(1, 1), origin: None };
    let mut instructions = vec![Instruction::Store(store)];
    let held = define(&mut program, &mut instructions, 8, Operation::Load(access, number(32, read)));
    let seven = define(&mut program, &mut instructions, 1, Operation::Compare(Predicate::Eq, held, number(8, 7)));
    let branch = Terminator::Branch { condition: seven, then: BlockId(2), otherwise: BlockId(1) };
    program.blocks.push(block(instructions, branch));
    exits(&mut program);
    program.validate().unwrap();
    program
}

#[test]
fn memory_that_was_not_written_has_no_only_way() {
    assert_eq!(only_way(&remembering(70_000, 70_000), None), End::Ends(0));
    assert_eq!(only_way(&remembering(70_000, 70_001), None), End::Depends);
    let interpreted = |program: &Program| Interpreter::new(program).only_way(100);
    assert!(matches!(interpreted(&remembering(70_000, 70_000)), OnlyWay::Ends { exit: Exit::Ok, .. }));
    assert_eq!(interpreted(&remembering(70_000, 70_001)), OnlyWay::Depends);
}

/// A run finds no trace of the runs before it in a large object: the program fails where a cell was already written at its beginning.
#[test]
fn what_a_run_writes_is_cleared_for_the_next() {
    const SIZE: u64 = 1 << 20;
    let mut program = program(32);
    let tail = Tail { begin: 0, period: 4, is_zero: true };
    program.objects.push(Object { name: "a".to_owned(), size: SIZE, cells: Vec::new(), tail: Some(tail) });
    let access = Access { object: ObjectId(0), pattern: Pattern { residue: 0, modulus: 4 }, width: 32 };
    let number = |width, number: u64| Operand::Constant(BitVec::new(width, number.into()));
    let mut instructions = Vec::new();
    let input = define(&mut program, &mut instructions, 32, Operation::Input(InputId(0)));
    let mask = Operation::Binary(BinaryOp::And, input, number(32, SIZE - 4));
    let offset = define(&mut program, &mut instructions, 32, mask);
    let held = define(&mut program, &mut instructions, 32, Operation::Load(access, offset));
    let written = define(&mut program, &mut instructions, 1, Operation::Compare(Predicate::Ne, held, number(32, 0)));
    for offset in [offset, number(32, 40_000)] {
        let (value, condition) = (number(32, 1), number(1, 1));
        instructions.push(Instruction::Store(Store { access, offset, value, condition, origin: None }));
    }
    let branch = Terminator::Branch { condition: written, then: BlockId(1), otherwise: BlockId(2) };
    program.blocks.push(block(instructions, branch));
    exits(&mut program);
    program.validate().unwrap();
    assert_eq!(found(&program, 0.5), End::Stopped);
}

/// A structure of a number and a pointer, which has 11 bits: what is not stored at an offset that the number has leaves the number as it is.
#[test]
fn a_store_that_does_not_happen_changes_no_bit() {
    let mut program = program(32);
    let number = |width, number: u128| Operand::Constant(BitVec::new(width, number));
    let cells = [(0, 32), (8, 11)];
    let cells =
        cells.map(|(offset, width)| Cell { offset, initial: BitVec::zero(width), name: String::new(), variable: None });
    program.objects.push(Object { name: "node".to_owned(), size: 16, cells: cells.to_vec(), tail: None });
    let access = |residue, width| Access { object: ObjectId(0), pattern: Pattern { residue, modulus: 8 }, width };
    let store =
        |access, offset, value, condition| Instruction::Store(Store { access, offset, value, condition, origin: None });
    let mut instructions = Vec::new();
    let value = define(&mut program, &mut instructions, 32, Operation::Input(InputId(0)));
    instructions.push(store(access(0, 32), number(32, 0), value, number(1, 1)));
    // A zero that the compiler does not know: the last bit of a product of neighbours.
    let mut binary =
        |program: &mut Program, op, a, b| define(program, &mut instructions, 32, Operation::Binary(op, a, b));
    let next = binary(&mut program, BinaryOp::Add, value, number(32, 1));
    let product = binary(&mut program, BinaryOp::Mul, value, next);
    let zero = binary(&mut program, BinaryOp::And, product, number(32, 1));
    let never = define(&mut program, &mut instructions, 1, Operation::Compare(Predicate::Ne, zero, number(32, 0)));
    instructions.push(store(access(0, 11), zero, number(11, 5), never));
    let held = define(&mut program, &mut instructions, 32, Operation::Load(access(0, 32), number(32, 0)));
    let differs = define(&mut program, &mut instructions, 1, Operation::Compare(Predicate::Ne, held, value));
    let branch = Terminator::Branch { condition: differs, then: BlockId(1), otherwise: BlockId(2) };
    program.blocks.push(block(instructions, branch));
    exits(&mut program);
    program.validate().unwrap();
    assert_eq!(found(&program, 0.5), End::Stopped);
}

/// Arrays without first values are compiled as one call each, and what they hold is told cell by cell.
#[test]
fn a_large_array_of_any_values_is_soon_compiled() {
    const CELLS: u64 = 100_000;
    let mut program = program(32);
    let number = |width, number: u64| Operand::Constant(BitVec::new(width, number.into()));
    let cell = |offset| Cell { offset, initial: BitVec::zero(32), name: String::new(), variable: None };
    let cells = (0..CELLS).map(|index| cell(4 * index)).collect();
    program.objects.push(Object { name: "a".to_owned(), size: 4 * CELLS, cells, tail: None });
    let access = Access { object: ObjectId(0), pattern: Pattern { residue: 0, modulus: 4 }, width: 32 };
    let mut instructions = Vec::new();
    for index in 0..CELLS {
        let value = define(&mut program, &mut instructions, 32, Operation::Input(InputId(0)));
        let (offset, condition) = (number(32, 4 * index), number(1, 1));
        instructions.push(Instruction::Store(Store { access, offset, value, condition, origin: None }));
    }
    assert_eq!(2 * CELLS as usize, instructions.len());
    let load = |offset| Operation::Load(access, number(32, offset));
    let first = define(&mut program, &mut instructions, 32, load(0));
    let last = define(&mut program, &mut instructions, 32, load(4 * (CELLS - 1)));
    let differ = define(&mut program, &mut instructions, 1, Operation::Compare(Predicate::Ne, first, last));
    let branch = Terminator::Branch { condition: differ, then: BlockId(1), otherwise: BlockId(2) };
    program.blocks.push(block(instructions, branch));
    exits(&mut program);
    program.validate().unwrap();
    assert_eq!(instructions_of(&program), 1 + 3);
    let End::Error(candidate) = found(&program, 60.0) else { panic!("no error") };
    assert_eq!(candidate.inputs.len(), CELLS as usize);
    assert_eq!(replayed(&program, &candidate.inputs), Outcome::Exit(Exit::Error(SiteId(0))));
    // What it holds decides: there is no only way.
    assert_eq!(only_way(&program, None), End::Depends);
}

/// A table of numbers is what it is in the interpreter, on the stack and beside it; the program fails where one cell differs.
#[test]
fn a_table_is_copied_whole() {
    for count in [15, 16, 4_096, 20_000] {
        for width in [3, 24, 32, 128] {
            let mut random = Random::new(count + u64::from(width));
            let mut program = program(width);
            let cell =
                |index| Cell { offset: 16 * index, initial: random.bits(width), name: String::new(), variable: None };
            let cells: Vec<Cell> = (0..count).map(cell).collect();
            let mut instructions = Vec::new();
            let mut differs = Operand::Constant(BitVec::bit(false));
            let access = Access { object: ObjectId(0), pattern: Pattern { residue: 0, modulus: 16 }, width };
            for cell in cells.iter().filter(|cell| cell.offset % 7 == 0 || cell.offset < 16 * 20) {
                let offset = Operand::Constant(BitVec::new(32, cell.offset.into()));
                let held = define(&mut program, &mut instructions, width, Operation::Load(access, offset));
                let compare = Operation::Compare(Predicate::Ne, held, Operand::Constant(cell.initial));
                let differ = define(&mut program, &mut instructions, 1, compare);
                differs = define(&mut program, &mut instructions, 1, Operation::Binary(BinaryOp::Or, differs, differ));
            }
            program.objects.push(Object { name: "a".to_owned(), size: 16 * count, cells, tail: None });
            let branch = Terminator::Branch { condition: differs, then: BlockId(1), otherwise: BlockId(2) };
            program.blocks.push(block(instructions, branch));
            exits(&mut program);
            program.validate().unwrap();
            assert_eq!(found(&program, 0.1), End::Stopped, "{count} cells of {width} bits");
        }
    }
}
