//! Boxes against executions: on random programs, and for each operation on all intervals of a format of 8 bits.

use super::check::{check, Known, Unproved, Walk};
use super::exact::{applied, compared, from_integers, integers, Interval};
use super::numbers::Numbers;
use super::partition::{infinities, Node, Order, Partition, Side, Sides};
use super::run::{Compiled, End, Run};
use super::value::Value;
use super::words::Words;
use super::{Found, Search, Step};
use crate::bv::testing::RandomBits;
use crate::bv::{BinaryOp, BitVec, FloatOp, Format, Predicate, Rounding};
use crate::program::interpret::{Event, InputRequest, Interpreter, Outcome};
use crate::program::testing::{random_program, Random};
use crate::program::{
    Block, BlockId, CheckKind, Exit, InputId, InputKind, InputSite, Instruction, Operand, Operation, Phi, Program,
    Reading, Site, SiteId, SourceMap, Terminator, Unmodelled, ValueId,
};
use bitreach_limits::StopFlag;

const ROUNDINGS: [Rounding; 5] =
    [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero];

/// Keys of the 8-bit format that intervals begin and end at: ends, zeros, ones, numbers next to these, and what is no number.
fn chosen_keys() -> Vec<u128> {
    let (low, high) = infinities(Format::Tiny);
    let order = Order::new(8, Reading::Float(Format::Tiny));
    let one = order.key(BitVec::new(8, 0x3c));
    let minus_two = order.key(BitVec::new(8, 0xc0));
    let mut keys = vec![0, low - 1, low, low + 1, minus_two, minus_two + 1, 126, 127, 128, 129, 132, one - 1, one];
    keys.extend([high - 9, high - 1, high, high + 1, 255]);
    keys
}

fn sides(keys: &[u128]) -> Vec<Side> {
    let pairs = keys.iter().flat_map(|&first| keys.iter().map(move |&last| Side { first, last }));
    pairs.filter(|side| side.first <= side.last).collect()
}

fn bits_of(side: Side) -> impl Iterator<Item = BitVec> {
    let order = Order::new(8, Reading::Float(Format::Tiny));
    (side.first..=side.last).map(move |key| order.value(key))
}

/// The set that an operation's results are in.
fn result(op: FloatOp, intervals: &[Interval], is_same: bool) -> Known {
    match op {
        FloatOp::Equal(_) | FloatOp::Less(_) | FloatOp::LessOrEqual(_) => {
            Known::Word(Words::bit(compared(op, intervals[0], intervals[1], is_same)))
        }
        FloatOp::ToInteger { .. } => Known::Word(integers(op, intervals[0])),
        _ => Known::Number(applied(op, intervals, is_same).expect("it is within a format")),
    }
}

fn has(known: Known, bits: BitVec) -> bool {
    match known {
        Known::Number(interval) => interval.contains(bits),
        Known::Word(words) => words.contains(bits),
    }
}

#[test]
fn results_of_one_operand_lie_in_their_interval_for_all_numbers_of_eight_bits() {
    use FloatOp as F;
    let tiny = Format::Tiny;
    let mut operations = vec![F::Sqrt(tiny), F::Convert { from: tiny, to: Format::Half }];
    operations.extend(ROUNDINGS.map(|rounding| F::Integral(tiny, rounding)));
    for (width, signed) in [(8, true), (8, false), (32, true), (64, false)] {
        operations.push(F::ToInteger { from: tiny, width, signed });
    }
    for side in sides(&(0..256).step_by(3).chain([125, 127, 128, 255]).collect::<Vec<_>>()) {
        let interval = Interval::of_side(tiny, side);
        for &op in &operations {
            let found = result(op, &[interval], false);
            for bits in bits_of(side) {
                assert!(has(found, op.apply([bits; 3])), "{op:?} of {bits:?} in {side:?}: {found:?}");
            }
        }
        let square = result(F::Mul(tiny), &[interval; 2], true);
        let is_equal = result(F::Equal(tiny), &[interval; 2], true);
        let is_less = result(F::Less(tiny), &[interval; 2], true);
        for bits in bits_of(side) {
            assert!(has(square, F::Mul(tiny).apply([bits; 3])), "the square of {bits:?} in {side:?}: {square:?}");
            assert!(has(is_equal, F::Equal(tiny).apply([bits; 3])), "{bits:?} in {side:?}");
            assert!(has(is_less, F::Less(tiny).apply([bits; 3])), "{bits:?} in {side:?}");
            let negated = BinaryOp::Xor.apply(bits, BitVec::new(8, 0x80));
            assert!(interval.negated().contains(negated) && interval.words().contains(bits));
            assert!(interval.magnitude().contains(BinaryOp::And.apply(bits, BitVec::new(8, 0x7f))));
        }
        for words in [Words::between(BitVec::new(8, side.first), BitVec::new(8, side.last))] {
            let found = Interval::of_words(tiny, words);
            assert!((side.first..=side.last).all(|bits| found.contains(BitVec::new(8, bits))), "{words:?}");
            for signed in [false, true] {
                let op = F::FromInteger { width: 8, signed, to: tiny };
                let found = from_integers(op, words);
                for bits in side.first..=side.last {
                    assert!(found.contains(op.apply([BitVec::new(8, bits); 3])), "{op:?} of {bits} in {words:?}");
                }
            }
        }
    }
}

#[test]
fn results_of_two_operands_lie_in_their_interval_for_all_numbers_of_eight_bits() {
    use FloatOp as F;
    let tiny = Format::Tiny;
    let operations =
        [F::Add(tiny), F::Sub(tiny), F::Mul(tiny), F::Div(tiny), F::Equal(tiny), F::Less(tiny), F::LessOrEqual(tiny)];
    let sides = sides(&chosen_keys());
    for op in operations {
        let table: Vec<BitVec> = (0..1u128 << 16)
            .map(|both| op.apply([BitVec::new(8, both >> 8), BitVec::new(8, both & 255), BitVec::zero(8)]))
            .collect();
        let mut decided = 0;
        for (index, &a) in sides.iter().enumerate() {
            // Each pair in one order or the other.
            for &b in sides.iter().skip(index % 3).step_by(3) {
                let found = result(op, &[Interval::of_side(tiny, a), Interval::of_side(tiny, b)], false);
                decided += usize::from(matches!(found, Known::Word(words) if words.only().is_some()));
                for (x, y) in bits_of(a).flat_map(|x| bits_of(b).map(move |y| (x, y))) {
                    let bits = table[(x.unsigned() << 8 | y.unsigned()) as usize];
                    assert!(
                        has(found, bits),
                        "{op:?} of {x:?} in {a:?} and {y:?} in {b:?}: {bits:?}, not in {found:?}"
                    );
                }
            }
        }
        let is_comparison = op.result_width() == 1;
        assert!(!is_comparison || decided > 1000, "{op:?}: {decided}");
    }
}

#[test]
fn fused_results_lie_in_their_interval() {
    let (op, mut random) = (FloatOp::MulAdd(Format::Tiny), Random::new(5));
    let side = |random: &mut Random| {
        let (a, b) = (random.below(256) as u128, random.below(256) as u128);
        Side { first: a.min(b), last: a.max(b) }
    };
    for _ in 0..20_000 {
        let sides = [(); 3].map(|()| side(&mut random));
        let found = result(op, &sides.map(|side| Interval::of_side(Format::Tiny, side)), false);
        for _ in 0..20 {
            let order = Order::new(8, Reading::Float(Format::Tiny));
            let pick = |side: Side, random: &mut Random| {
                order.value(side.first + random.below((side.last - side.first) as usize + 1) as u128)
            };
            let operands = sides.map(|side| pick(side, &mut random));
            assert!(has(found, op.apply(operands)), "{operands:?} in {sides:?}: {found:?}");
        }
    }
}

/// A `float` or `double`, with corners.
fn number(random: &mut Random, width: u32) -> BitVec {
    let corners: [f64; 14] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        3.0,
        1e30,
        -1e30,
        1e-40,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        5e-324,
        f64::NAN,
    ];
    let near = |random: &mut Random| (random.below(2001) as f64 - 1000.0) / 250.0;
    let chosen = match random.below(4) {
        0 => corners[random.below(corners.len())],
        1 => return random.bits(width),
        _ => near(random),
    };
    match width {
        32 => BitVec::new(32, u128::from((chosen as f32).to_bits())),
        _ => BitVec::new(64, u128::from(chosen.to_bits())),
    }
}

/// The machine's intervals are those of the checker, on random ones of both formats.
#[test]
fn both_evaluations_give_the_same_intervals() {
    use FloatOp as F;
    let mut random = Random::new(11);
    for format in [Format::Single, Format::Double] {
        let width = format.width();
        let order = Order::new(width, Reading::Float(format));
        let other = if format == Format::Single { Format::Double } else { Format::Single };
        let mut operations = vec![F::Add(format), F::Sub(format), F::Mul(format), F::Div(format), F::Sqrt(format)];
        operations.extend([F::Equal(format), F::Less(format), F::LessOrEqual(format), F::MulAdd(format)]);
        operations
            .extend([F::Convert { from: format, to: other }, F::ToInteger { from: format, width: 32, signed: true }]);
        operations.extend(ROUNDINGS.map(|rounding| F::Integral(format, rounding)));
        for round in 0..60_000 {
            let op = operations[round % operations.len()];
            let side = |random: &mut Random| {
                let keys = [number(random, width), number(random, width)].map(|bits| order.key(bits));
                Side { first: keys[0].min(keys[1]), last: keys[0].max(keys[1]) }
            };
            let mut sides = [(); 3].map(|()| side(&mut random));
            let is_same = op.arity() == 2 && random.below(8) == 0;
            if is_same {
                sides[1] = sides[0];
            }
            let found = Value::float(op, sides.map(|side| Value::of_side(order, side)), is_same);
            let intervals: Vec<Interval> =
                sides[..op.arity()].iter().map(|&side| Interval::of_side(format, side)).collect();
            match (result(op, &intervals, is_same), found) {
                (Known::Word(expected), found) => assert_eq!(found.words(), expected, "{op:?} {sides:?}"),
                (Known::Number(expected), Value::Numbers(found)) => {
                    let key = |bound: f64| {
                        let order = Order::new(expected.format.width(), Reading::Float(expected.format));
                        order.key(BitVec::new(order.width(), found.bits(bound)))
                    };
                    let keys = (!found.is_empty()).then(|| (key(found.low), key(found.high)));
                    assert_eq!((keys, found.nan), (expected.keys, expected.nan), "{op:?} {sides:?} {found:?}");
                }
                (_, found) => panic!("{op:?}: {found:?}"),
            }
        }
    }
}

/// A random program of some `float`s and integers: three blocks in a row, a loop of a few turns in the middle, and a check at the end.
fn float_program(random: &mut Random) -> Program {
    let mut maker = Maker { program: Program::default(), floats: Vec::new(), words: Vec::new() };
    let site = |reading, width| InputSite { kind: InputKind::Undefined, width, reading, origin: None };
    let readings = [site(Reading::Float(Format::Single), 32), site(Reading::Signed, 8), site(Reading::Unsigned, 32)];
    let sites = vec![Site { kind: CheckKind::ReachError, detail: String::new(), origin: None }];
    let unmodelled = vec![Unmodelled { reason: "random".to_owned(), origin: None }];
    maker.program.map = SourceMap { inputs: readings.to_vec(), sites, unmodelled, ..SourceMap::default() };
    let mut entry = Vec::new();
    for _ in 0..1 + random.below(2) {
        let value = maker.define(32, Operation::Input(InputId(0)), &mut entry);
        maker.floats.push(value);
    }
    let word = maker.define(8, Operation::Input(InputId(1)), &mut entry);
    maker.words.push(word);
    maker.fill(random, &mut entry);
    let (start, begin) = (maker.floats[random.below(maker.floats.len())], BitVec::zero(8));
    let [carried, counter] = [maker.value(32), maker.value(8)];
    let mut turn = Vec::new();
    maker.floats.push(Operand::Value(carried));
    maker.fill(random, &mut turn);
    let next = *maker.floats.last().expect("there are some");
    let one = Operand::Constant(BitVec::one(8));
    let counted = maker.define(8, Operation::Binary(BinaryOp::Add, Operand::Value(counter), one), &mut turn);
    let turns = Operand::Constant(BitVec::new(8, 1 + random.below(3) as u128));
    let more = maker.define(1, Operation::Compare(Predicate::Slt, counted, turns), &mut turn);
    let mut last = Vec::new();
    maker.fill(random, &mut last);
    let (a, b) = (*maker.floats.last().expect("there are some"), maker.constant(random));
    let op = [FloatOp::Less(Format::Single), FloatOp::LessOrEqual(Format::Single)][random.below(2)];
    let holds = maker.define(1, Operation::Float(op, [a, b, a]), &mut last);
    let phi =
        |result, before: Operand, after| Phi { result, incoming: vec![(BlockId(0), before), (BlockId(1), after)] };
    let phis = vec![phi(carried, start, next), phi(counter, Operand::Constant(begin), counted)];
    let block = |name: &str, phis, instructions, terminator| Block {
        name: name.to_owned(),
        phis,
        instructions,
        terminator,
        origin: None,
    };
    let branch = |condition, then, otherwise| Terminator::Branch {
        condition,
        then: BlockId(then),
        otherwise: BlockId(otherwise),
    };
    maker.program.blocks = vec![
        block("entry", Vec::new(), entry, Terminator::Jump(BlockId(1))),
        block("turn", phis, turn, branch(more, 1, 2)),
        block("last", Vec::new(), last, branch(holds, 3, 4)),
        block("ok", Vec::new(), Vec::new(), Terminator::Exit(Exit::Ok)),
        block("error", Vec::new(), Vec::new(), Terminator::Exit(Exit::Error(SiteId(0)))),
    ];
    maker.program.validate().unwrap_or_else(|fault| panic!("{fault}\n{}", maker.program));
    maker.program
}

struct Maker {
    program: Program,
    floats: Vec<Operand>,
    words: Vec<Operand>,
}

impl Maker {
    fn value(&mut self, width: u32) -> ValueId {
        self.program.widths.push(width);
        self.program.names.push(format!("v{}", self.program.names.len()));
        ValueId(self.program.widths.len() - 1)
    }

    fn define(&mut self, width: u32, operation: Operation, instructions: &mut Vec<Instruction>) -> Operand {
        let result = self.value(width);
        instructions.push(Instruction::Define { result, operation, origin: None });
        Operand::Value(result)
    }

    fn constant(&mut self, random: &mut Random) -> Operand {
        Operand::Constant(number(random, 32))
    }

    fn fill(&mut self, random: &mut Random, instructions: &mut Vec<Instruction>) {
        use FloatOp as F;
        let single = Format::Single;
        for _ in 0..1 + random.below(4) {
            let a = self.floats[random.below(self.floats.len())];
            let b =
                if random.below(3) == 0 { self.constant(random) } else { self.floats[random.below(self.floats.len())] };
            let word = self.words[random.below(self.words.len())];
            let float = |op| Operation::Float(op, [a, b, a]);
            let defined = match random.below(12) {
                0 => self.define(32, float(F::Add(single)), instructions),
                1 => self.define(32, float(F::Sub(single)), instructions),
                2 => self.define(32, float(F::Mul(single)), instructions),
                3 => self.define(32, Operation::Float(F::Mul(single), [a; 3]), instructions),
                4 => self.define(32, float(F::Div(single)), instructions),
                5 => self.define(32, Operation::Float(F::Sqrt(single), [a; 3]), instructions),
                6 => {
                    let sign = Operand::Constant(BitVec::signed_min(32));
                    self.define(32, Operation::Binary(BinaryOp::Xor, a, sign), instructions)
                }
                7 => {
                    let magnitude = Operand::Constant(BitVec::signed_max(32));
                    self.define(32, Operation::Binary(BinaryOp::And, a, magnitude), instructions)
                }
                8 => {
                    let op = F::FromInteger { width: 8, signed: true, to: single };
                    self.define(32, Operation::Float(op, [word; 3]), instructions)
                }
                9 => {
                    let op = F::ToInteger { from: single, width: 8, signed: true };
                    let word = self.define(8, Operation::Float(op, [a; 3]), instructions);
                    self.words.push(word);
                    continue;
                }
                10 => {
                    let (wide, narrow) = (
                        F::Convert { from: single, to: Format::Double },
                        F::Convert { from: Format::Double, to: single },
                    );
                    let double = self.define(64, Operation::Float(wide, [a; 3]), instructions);
                    let sum = self.define(64, Operation::Float(F::Add(Format::Double), [double; 3]), instructions);
                    self.define(32, Operation::Float(narrow, [sum; 3]), instructions)
                }
                _ => {
                    let less = self.define(1, float(F::Less(single)), instructions);
                    self.define(32, Operation::Select(less, a, b), instructions)
                }
            };
            self.floats.push(defined);
        }
    }
}

/// An execution on inputs in the order of reading; what each value was last, and how it ended.
fn executed(program: &Program, inputs: &[BitVec]) -> (Vec<Option<BitVec>>, Outcome) {
    let (mut values, mut next) = (inputs.iter(), Vec::new());
    next.resize(program.widths.len(), None);
    let mut read = |request: InputRequest| {
        values.next().copied().filter(|bits| bits.width() == request.width).unwrap_or(BitVec::zero(request.width))
    };
    let outcome = Interpreter::new(program).run(&mut read, 10_000, |event| {
        if let Event::Input { value, bits, .. } = event {
            next[value.0] = Some(bits);
        }
    });
    (next, outcome)
}

/// A box around a point, and the point.
fn around(random: &mut Random, orders: &[Order]) -> (Sides, Vec<BitVec>) {
    let mut sides = Sides::new();
    let mut point = Vec::new();
    for order in orders {
        let bits = if order.width() == 32 { number(random, 32) } else { random.bits(order.width()) };
        let key = order.key(bits);
        let reach = match random.below(4) {
            0 => 0,
            1 => order.last(),
            _ => order.last() >> (2 + random.below(order.width() as usize - 2)),
        };
        sides.push(Side { first: key.saturating_sub(reach), last: (key.saturating_add(reach)).min(order.last()) });
        point.push(bits);
    }
    (sides, point)
}

#[test]
fn boxes_of_random_programs_end_as_their_executions_do() {
    let (mut decided, mut errors, mut undecided) = (0, 0, 0);
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let program = float_program(&mut random);
        let compiled = Compiled::new(&program);
        let mut run = Run::new(&compiled);
        let mut walk = Walk::new(&program);
        let whole = run.run(&Sides::new(), 10_000);
        let orders = run.orders.clone();
        assert_ne!(whole, End::Limit);
        for _ in 0..12 {
            let (sides, point) = around(&mut random, &orders);
            let found = run.run(&sides, 10_000);
            let checked = walk.end(&sides);
            let (_, outcome) = executed(&program, &point);
            match (found, checked) {
                (End::Exit(exit), Ok(same)) => {
                    assert_eq!(
                        (outcome, same),
                        (Outcome::Exit(exit), exit),
                        "seed {seed} {sides:?} {point:?}\n{program}"
                    );
                    decided += 1;
                    errors += usize::from(exit != Exit::Ok);
                }
                (End::Parts(_), Err(Some(_))) => undecided += 1,
                (found, checked) => panic!("{found:?} {checked:?}, seed {seed} {sides:?}\n{program}"),
            }
        }
    }
    assert!(decided > 3000 && errors > 500 && undecided > 1000, "{decided} {errors} {undecided}");
}

#[test]
fn searches_of_random_programs_are_right() {
    let (mut safe, mut found) = (0, 0);
    for seed in 0..800 {
        let mut random = Random::new(seed);
        let program = float_program(&mut random);
        let stop = StopFlag::new();
        match Search::new(&program).go_on(1 << 18, &stop) {
            Step::Found(Found::Safe(partition)) => {
                safe += 1;
                assert_eq!(check(&program, &partition, &stop), Ok(partition.boxes() as u64), "seed {seed}\n{program}");
                for _ in 0..100 {
                    let inputs: Vec<BitVec> =
                        (0..4).map(|at| if at < 2 { number(&mut random, 32) } else { random.bits(8) }).collect();
                    let (_, outcome) = executed(&program, &inputs);
                    assert!(!matches!(outcome, Outcome::Exit(Exit::Error(_))), "seed {seed} {inputs:?}\n{program}");
                }
            }
            Step::Found(Found::Error(inputs)) => {
                found += 1;
                let (_, outcome) = executed(&program, &inputs);
                assert!(matches!(outcome, Outcome::Exit(Exit::Error(_))), "seed {seed} {inputs:?}\n{program}");
            }
            Step::GivenUp | Step::Paused => {}
        }
    }
    assert!(safe > 20 && found > 100, "{safe} {found}");
}

/// Programs with memory and any control flow, computing with words of 3 bits.
#[test]
fn boxes_of_programs_with_memory_end_as_their_executions_do() {
    let (mut decided, mut parts) = (0, 0);
    for seed in 1..1500 {
        let program = random_program(seed, 2 + seed as usize % 7);
        let compiled = Compiled::new(&program);
        let mut run = Run::new(&compiled);
        let mut walk = Walk::new(&program);
        let mut random = Random::new(seed);
        let any = |random: &mut Random| {
            let (a, b) = (random.below(8) as u128, random.below(8) as u128);
            Side { first: a.min(b), last: if random.below(2) == 0 { a.min(b) } else { a.max(b) } }
        };
        let sides: Sides = (0..40).map(|_| any(&mut random)).collect();
        let found = run.run(&sides, 3_000);
        if found == End::Limit {
            continue;
        }
        match (found, walk.end(&sides)) {
            (End::Exit(exit), Ok(same)) => {
                decided += 1;
                assert_eq!(exit, same);
                for _ in 0..20 {
                    let inputs: Vec<BitVec> = sides
                        .iter()
                        .map(|side| {
                            BitVec::new(3, side.first + random.below((side.last - side.first) as usize + 1) as u128)
                        })
                        .collect();
                    let (_, outcome) = executed(&program, &inputs);
                    assert_eq!(outcome, Outcome::Exit(exit), "seed {seed} {inputs:?} in {sides:?}\n{program}");
                }
            }
            (End::Parts(_), Err(Some(_))) => parts += 1,
            (found, checked) => panic!("{found:?} {checked:?}, seed {seed}\n{program}"),
        }
    }
    assert!(decided > 500 && parts > 50, "{decided} {parts}");
}

/// `x * x <= 4` for x from -2 to 2, and an error else: with all boxes but the last one cut as they have to be.
#[test]
fn evidence_that_is_changed_is_refused() {
    let mut maker = Maker { program: Program::default(), floats: Vec::new(), words: Vec::new() };
    let single = Format::Single;
    let input = InputSite { kind: InputKind::Undefined, width: 32, reading: Reading::Float(single), origin: None };
    let sites = vec![Site { kind: CheckKind::ReachError, detail: String::new(), origin: None }];
    maker.program.map = SourceMap { inputs: vec![input], sites, ..SourceMap::default() };
    let constant = |number: f32| Operand::Constant(BitVec::new(32, u128::from(number.to_bits())));
    let (mut entry, mut inside) = (Vec::new(), Vec::new());
    let x = maker.define(32, Operation::Input(InputId(0)), &mut entry);
    let low = maker.define(1, Operation::Float(FloatOp::LessOrEqual(single), [constant(-2.0), x, x]), &mut entry);
    let high = maker.define(1, Operation::Float(FloatOp::LessOrEqual(single), [x, constant(2.0), x]), &mut entry);
    let both = maker.define(1, Operation::Binary(BinaryOp::And, low, high), &mut entry);
    let square = maker.define(32, Operation::Float(FloatOp::Mul(single), [x; 3]), &mut inside);
    let holds =
        maker.define(1, Operation::Float(FloatOp::LessOrEqual(single), [square, constant(4.0), x]), &mut inside);
    let block =
        |instructions, terminator| Block { name: String::new(), phis: vec![], instructions, terminator, origin: None };
    let branch = |condition, then, otherwise| Terminator::Branch {
        condition,
        then: BlockId(then),
        otherwise: BlockId(otherwise),
    };
    maker.program.blocks = vec![
        block(entry, branch(both, 1, 2)),
        block(inside, branch(holds, 2, 3)),
        block(Vec::new(), Terminator::Exit(Exit::Ok)),
        block(Vec::new(), Terminator::Exit(Exit::Error(SiteId(0)))),
    ];
    let (program, stop) = (maker.program, StopFlag::new());
    let Step::Found(Found::Safe(partition)) = Search::new(&program).go_on(1 << 20, &stop) else { panic!("not proved") };
    // What is no number twice, below, above, and between both bounds.
    assert_eq!(check(&program, &partition, &stop), Ok(5));
    let border = partition.nodes.iter().filter(|node| matches!(node, Node::Cut { .. })).count();
    assert_eq!(border, 4);
    for index in 0..partition.nodes.len() {
        let mut shorter = partition.clone();
        shorter.nodes.remove(index);
        assert!(check(&program, &shorter, &stop).is_err(), "without node {index}");
        let Node::Cut { input, at } = partition.nodes[index] else { continue };
        let mut other = partition.clone();
        other.nodes[index] = Node::Cut { input: input + 1, at };
        assert!(matches!(check(&program, &other, &stop), Err(Unproved::Parts { .. })), "another input in node {index}");
    }
    // One key farther out, -2 or 2 belongs to the wrong half.
    let order = Order::new(32, Reading::Float(single));
    let key = |number: f32| order.key(BitVec::new(32, u128::from(number.to_bits())));
    let moves = [
        (key(-2.0) - 1, key(-2.0)),
        (key(2.0), key(2.0) - 1),
        (key(2.0), key(2.0) + 1),
        (key(-2.0) - 1, key(-2.0) - 2),
    ];
    for (right, wrong) in moves {
        let mut moved = partition.clone();
        let node = moved.nodes.iter_mut().find(|node| matches!(node, Node::Cut { at, .. } if *at == right));
        *node.expect("it is cut there") = Node::Cut { input: 0, at: wrong };
        assert!(matches!(check(&program, &moved, &stop), Err(Unproved::Parts { .. })), "{right} {wrong}");
    }
    // A key that no input has: the second half is empty, and the first one undecided as before.
    let beyond = Partition { nodes: vec![Node::Cut { input: 0, at: 1 << 40 }, Node::Leaf, Node::Leaf] };
    assert_eq!(check(&program, &beyond, &stop), Err(Unproved::Parts { number: 1, block: 0 }));
    let whole = Partition { nodes: vec![Node::Leaf] };
    assert_eq!(check(&program, &whole, &stop), Err(Unproved::Parts { number: 1, block: 0 }));
    // With another bound in the program the partition proves nothing.
    let mut narrower = program.clone();
    let Instruction::Define { operation: Operation::Float(_, operands), .. } = &mut narrower.blocks[1].instructions[1]
    else {
        panic!("it is the comparison")
    };
    operands[1] = constant(3.9);
    assert!(check(&narrower, &partition, &stop).is_err());
    let Step::Found(Found::Error(inputs)) = Search::new(&narrower).go_on(1 << 20, &stop) else { panic!("not found") };
    assert!(matches!(executed(&narrower, &inputs).1, Outcome::Exit(Exit::Error(_))));
}

/// A sum of `long double`s that are known, and one of what is read.
#[test]
fn numbers_of_x87_are_known_where_they_are_single() {
    for (operand, is_known) in [(Operand::Constant(BitVec::new(8, 3)), true), (Operand::Value(ValueId(0)), false)] {
        let mut maker = Maker { program: Program::default(), floats: Vec::new(), words: Vec::new() };
        let extended = Format::Extended;
        let input = InputSite { kind: InputKind::Undefined, width: 8, reading: Reading::Signed, origin: None };
        let sites = vec![Site { kind: CheckKind::ReachError, detail: String::new(), origin: None }];
        maker.program.map = SourceMap { inputs: vec![input], sites, ..SourceMap::default() };
        let mut entry = Vec::new();
        maker.define(8, Operation::Input(InputId(0)), &mut entry);
        let from = FloatOp::FromInteger { width: 8, signed: true, to: extended };
        let a = maker.define(80, Operation::Float(from, [operand; 3]), &mut entry);
        let b = maker.define(80, Operation::Float(FloatOp::Add(extended), [a; 3]), &mut entry);
        let condition = maker.define(1, Operation::Float(FloatOp::Less(extended), [a, b, a]), &mut entry);
        let block = |instructions, terminator| {
            let (name, phis) = (String::new(), Vec::new());
            Block { name, phis, instructions, terminator, origin: None }
        };
        maker.program.blocks = vec![
            block(entry, Terminator::Branch { condition, then: BlockId(1), otherwise: BlockId(2) }),
            block(Vec::new(), Terminator::Exit(Exit::Ok)),
            block(Vec::new(), Terminator::Exit(Exit::Error(SiteId(0)))),
        ];
        let (program, stop) = (maker.program, StopFlag::new());
        let whole = check(&program, &Partition { nodes: vec![Node::Leaf] }, &stop);
        match (is_known, Search::new(&program).go_on(1 << 16, &stop)) {
            (true, Step::Found(Found::Safe(partition))) => {
                assert_eq!((partition.nodes, whole), (vec![Node::Leaf], Ok(1)));
            }
            (false, Step::Found(Found::Error(inputs))) => {
                assert_eq!(whole, Err(Unproved::Parts { number: 1, block: 0 }));
                assert!(matches!(executed(&program, &inputs).1, Outcome::Exit(Exit::Error(_))));
            }
            (_, step) => panic!("{step:?}"),
        }
    }
}

#[test]
fn machine_numbers_have_the_signs_of_zeros() {
    let point = |number: f64| Numbers { is_single: false, low: number, high: number, nan: false };
    let double = Format::Double;
    let add = |a, b| Numbers::applied(FloatOp::Add(double), [point(a), point(b), point(b)], false).expect("a sum").low;
    assert!(
        add(-0.0, -0.0).is_sign_negative() && add(-0.0, 0.0).is_sign_positive() && add(1.0, -1.0).is_sign_positive()
    );
    let zeros = Numbers { is_single: false, low: -0.0, high: 0.0, nan: false };
    let divided = Numbers::applied(FloatOp::Div(double), [point(1.0), zeros, zeros], false).expect("a quotient");
    assert!((divided.low, divided.high, divided.nan) == (f64::NEG_INFINITY, f64::INFINITY, false));
}
