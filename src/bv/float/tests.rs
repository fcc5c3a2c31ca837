//! Circuits against the reference: all operands of a format of 8 bits, corners and random ones of the others.

use super::{FloatOp, Format, Rounding};
use crate::bv::{BitVec, Evaluator, TermPool};
use bitreach_formula::testing::Random;

const FORMATS: [Format; 7] =
    [Format::Tiny, Format::Half, Format::Brain, Format::Single, Format::Double, Format::Extended, Format::Quad];
const ROUNDINGS: [Rounding; 5] =
    [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero];

/// All operations on numbers of a format.
fn operations(format: Format) -> Vec<FloatOp> {
    use FloatOp as F;
    let mut all = vec![F::Add(format), F::Sub(format), F::Mul(format), F::Div(format)];
    all.extend([F::Equal(format), F::Less(format), F::LessOrEqual(format)]);
    all.extend(ROUNDINGS.map(|rounding| F::Integral(format, rounding)));
    all.extend([F::Sqrt(format), F::MulAdd(format)]);
    for (width, signed) in [8, 16, 32, 64, 128].into_iter().flat_map(|width| [(width, false), (width, true)]) {
        all.extend([F::FromInteger { width, signed, to: format }, F::ToInteger { from: format, width, signed }]);
    }
    all.extend(FORMATS.into_iter().filter(|&to| to != format).map(|to| F::Convert { from: format, to }));
    all
}

/// Compares an operation's term with the reference on operands.
fn compare(op: FloatOp, operands: impl Iterator<Item = [BitVec; 3]>) {
    let mut pool = TermPool::new();
    let symbols: Vec<_> = (0..op.arity()).map(|_| pool.new_symbol("x", op.operand_width())).collect();
    let terms: Vec<_> = symbols.iter().map(|&symbol| pool.symbol(symbol)).collect();
    let term = pool.float(op, &terms);
    assert_eq!(pool.width(term), op.result_width(), "{op:?}");
    for operands in operands {
        let value = |symbol| operands[symbols.iter().position(|&other| other == symbol).unwrap_or(0)];
        let found = Evaluator::new(&pool, value).value(term);
        let expected = op.apply(operands);
        assert_eq!(
            found,
            expected,
            "{op:?} of {:x?}: {:x} instead of {:x}",
            operands[..op.arity()].iter().map(|bits| bits.unsigned()).collect::<Vec<_>>(),
            found.unsigned(),
            expected.unsigned()
        );
    }
}

/// A pattern in which corners are frequent: exponents at both ends, and near to another number's; few or nearly all digits.
fn corner(random: &mut Random, format: Format, near: Option<BitVec>) -> BitVec {
    let (width, precision) = (format.width(), format.precision());
    let wide = |random: &mut Random| u128::from(random.number()) << 64 | u128::from(random.number());
    let field = width - 1 - format.exponent_bits();
    let ones = BitVec::ones(format.exponent_bits()).unsigned();
    let exponent = match (random.below(8), near) {
        (0, _) => random.below(3) as u128,
        (1, _) => ones - random.below(3) as u128,
        (2, _) => format.bias() as u128 + random.below(4) as u128 - 2,
        (3, _) => format.bias() as u128 + random.below(precision as usize + 3) as u128,
        (4 | 5, Some(near)) => {
            let near = near.unsigned() >> field & ones;
            (near + random.below(2 * precision as usize) as u128).wrapping_sub(u128::from(precision)) & ones
        }
        _ => wide(random) & ones,
    };
    let digits = match random.below(6) {
        0 => 0,
        1 => 1 << random.below(precision as usize - 1),
        2 => u128::MAX,
        3 => u128::MAX << random.below(precision as usize),
        _ => wide(random),
    };
    let digits = digits & BitVec::ones(precision - 1).unsigned();
    let sign = random.below(2) as u128;
    // The highest digit is stored, and right in most cases.
    let highest = match format == Format::Extended && (exponent != 0) != (random.below(40) == 0) {
        true => 1 << (precision - 1),
        false => 0,
    };
    BitVec::new(width, sign << (width - 1) | exponent << field | highest | digits)
}

fn operand(random: &mut Random, op: FloatOp, near: Option<BitVec>) -> BitVec {
    match op {
        FloatOp::FromInteger { width, .. } => {
            let bits = u128::from(random.number()) << 64 | u128::from(random.number());
            let bits = match random.below(4) {
                0 => bits % 16,
                1 => (bits % 16).wrapping_neg(),
                2 => bits >> random.below(127),
                _ => bits,
            };
            BitVec::new(width, bits)
        }
        _ => corner(random, op.format(), near),
    }
}

fn random_operands(random: &mut Random, op: FloatOp) -> [BitVec; 3] {
    let a = operand(random, op, None);
    let b = operand(random, op, Some(a));
    [a, b, operand(random, op, Some(b))]
}

#[test]
fn all_pairs_of_tiny_numbers() {
    let bits = |bits: u128| BitVec::new(8, bits);
    for op in operations(Format::Tiny).into_iter().filter(|op| op.operand_width() == 8) {
        match op.arity() {
            1 => compare(op, (0..256).map(|a| [bits(a); 3])),
            2 => compare(op, (0..1 << 16).map(|both| [bits(both >> 8), bits(both & 255), bits(0)])),
            _ => {
                let mut random = Random::new(7);
                compare(op, (0..20_000).map(|_| [(); 3].map(|()| bits(random.number().into()))));
            }
        }
    }
}

/// What is computed in two words for the widest formats does the same for small ones.
#[test]
fn products_in_two_words_of_tiny_numbers() {
    for op in [FloatOp::Mul(Format::Tiny), FloatOp::MulAdd(Format::Tiny)] {
        let mut pool = TermPool::new();
        let symbols = [(); 3].map(|()| pool.new_symbol("x", 8));
        let terms = symbols.map(|symbol| pool.symbol(symbol));
        let term = match op {
            FloatOp::Mul(format) => pool.product_in(format, terms[0], terms[1], true),
            _ => pool.product_and_sum_in(Format::Tiny, terms, true),
        };
        let mut random = Random::new(9);
        for number in 0..1u128 << 16 {
            let operands = [number >> 8, number & 255, random.number().into()].map(|bits| BitVec::new(8, bits));
            let value = |symbol| operands[symbols.iter().position(|&other| other == symbol).unwrap_or(0)];
            assert_eq!(Evaluator::new(&pool, value).value(term), op.apply(operands), "{op:?} of {operands:x?}");
        }
    }
}

#[test]
fn corners_and_random_numbers() {
    compare_random(1, 250);
}

/// A longer run: `BITREACH_FLOATS_COUNT` operands for each operation, from `BITREACH_FLOATS_SEED`.
#[test]
#[ignore = "a campaign"]
fn campaign() {
    let variable =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    compare_random(variable("BITREACH_FLOATS_SEED", 1), variable("BITREACH_FLOATS_COUNT", 100_000));
}

fn compare_random(seed: u64, count: u64) {
    let mut random = Random::new(seed);
    for format in FORMATS {
        for op in operations(format) {
            let operands: Vec<_> = (0..count).map(|_| random_operands(&mut random, op)).collect();
            compare(op, operands.into_iter());
        }
    }
}

/// The reference against the machine.
#[test]
fn the_reference_computes_what_the_machine_does() {
    let mut random = Random::new(3);
    let number = |bits: BitVec| f64::from_bits(bits.unsigned() as u64);
    let same = |found: BitVec, expected: f64| match expected.is_nan() {
        true => found == Format::Double.nan(),
        false => found.unsigned() as u64 == expected.to_bits(),
    };
    for _ in 0..20_000 {
        let operands = random_operands(&mut random, FloatOp::Add(Format::Double));
        let [a, b, c] = operands.map(number);
        for (op, expected) in [
            (FloatOp::Add(Format::Double), a + b),
            (FloatOp::Sub(Format::Double), a - b),
            (FloatOp::Mul(Format::Double), a * b),
            (FloatOp::Div(Format::Double), a / b),
            (FloatOp::MulAdd(Format::Double), a.mul_add(b, c)),
            (FloatOp::Sqrt(Format::Double), a.sqrt()),
            (FloatOp::Integral(Format::Double, Rounding::NearestEven), a.round_ties_even()),
            (FloatOp::Integral(Format::Double, Rounding::Down), a.floor()),
        ] {
            let found = op.apply(operands);
            assert!(same(found, expected), "{op:?} of {a:e}, {b:e}, {c:e}: {found:?} instead of {expected:e}");
        }
        let single = FloatOp::Convert { from: Format::Double, to: Format::Single }.apply(operands);
        assert!(a.is_nan() || single.unsigned() as u32 == (a as f32).to_bits(), "{a:e} as float");
        let integer = FloatOp::ToInteger { from: Format::Double, width: 64, signed: true }.apply(operands);
        assert_eq!(integer.signed(), i128::from(a as i64), "{a:e} as integer");
    }
}
