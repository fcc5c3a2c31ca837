//! What the tests of all operations share, here and in the circuits' tests; and the tests of terms.

use crate::bv::{BinaryOp, BitVec, Evaluator, OverflowOp, Predicate, SymbolId, TermId, TermPool, TernaryOp, UnaryOp};
use bitreach_formula::testing::{for_all, Random};

/// Random bit-vectors.
pub trait RandomBits {
    /// A value; often a small one.
    fn bits(&mut self, width: u32) -> BitVec;
    /// A value in which corner cases are frequent: few bits, all bits, signs, small numbers.
    fn corner(&mut self, width: u32) -> BitVec;
}

impl RandomBits for Random {
    fn bits(&mut self, width: u32) -> BitVec {
        let small = self.below(2) == 0;
        BitVec::new(width, if small { self.below(4) as u128 } else { wide(self) })
    }

    fn corner(&mut self, width: u32) -> BitVec {
        let kind = self.below(8);
        let bits = wide(self);
        match kind {
            0 => BitVec::new(width, bits % 4),
            1 => UnaryOp::Neg.apply(BitVec::new(width, bits % 4)),
            2 => BitVec::new(width, 1 << self.below(width as usize)),
            3 => BinaryOp::Add.apply(BitVec::signed_min(width), BitVec::new(width, bits % 3).sign_extend(width)),
            4 => BitVec::new(width, bits % (2 * width as u128)),
            5 => BitVec::new(width, bits >> self.below(128)),
            _ => BitVec::new(width, bits),
        }
    }
}

fn wide(random: &mut Random) -> u128 {
    (random.number() as u128) << 64 | random.number() as u128
}

/// An operation whose operands have one width.
#[derive(Clone, Copy, Debug)]
pub enum AnyOp {
    Unary(UnaryOp),
    Binary(BinaryOp),
    Ternary(TernaryOp),
    Compare(Predicate),
    Overflow(OverflowOp),
}

/// All operations that there are.
pub fn all_operations() -> Vec<AnyOp> {
    use {BinaryOp::*, Predicate::*};
    let unary = [
        UnaryOp::Not,
        UnaryOp::Neg,
        UnaryOp::PopCount,
        UnaryOp::LeadingZeros,
        UnaryOp::TrailingZeros,
        UnaryOp::ByteSwap,
        UnaryOp::BitReverse,
        UnaryOp::Abs,
    ];
    let binary = [
        Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr, UMin, UMax, SMin, SMax, UAddSat, SAddSat,
        USubSat, SSubSat, UShlSat, SShlSat,
    ];
    let ternary = [TernaryOp::FunnelLeft, TernaryOp::FunnelRight];
    let compare = [Eq, Ne, Ult, Ule, Slt, Sle];
    let overflow = [
        OverflowOp::UAdd,
        OverflowOp::SAdd,
        OverflowOp::USub,
        OverflowOp::SSub,
        OverflowOp::UMul,
        OverflowOp::SMul,
        OverflowOp::SDiv,
    ];
    let mut all: Vec<AnyOp> = unary.map(AnyOp::Unary).to_vec();
    all.extend(binary.map(AnyOp::Binary));
    all.extend(ternary.map(AnyOp::Ternary));
    all.extend(compare.map(AnyOp::Compare));
    all.extend(overflow.map(AnyOp::Overflow));
    all
}

impl AnyOp {
    pub fn arity(self) -> usize {
        match self {
            AnyOp::Unary(_) => 1,
            AnyOp::Ternary(_) => 3,
            _ => 2,
        }
    }

    pub fn is_defined_at(self, width: u32) -> bool {
        !matches!(self, AnyOp::Unary(UnaryOp::ByteSwap)) || width % 8 == 0
    }

    /// The reference.
    pub fn apply(self, operands: &[BitVec]) -> BitVec {
        match (self, operands) {
            (AnyOp::Unary(op), &[a]) => op.apply(a),
            (AnyOp::Binary(op), &[a, b]) => op.apply(a, b),
            (AnyOp::Ternary(op), &[a, b, c]) => op.apply(a, b, c),
            (AnyOp::Compare(predicate), &[a, b]) => BitVec::bit(predicate.apply(a, b)),
            (AnyOp::Overflow(op), &[a, b]) => BitVec::bit(op.apply(a, b)),
            _ => panic!("{self:?} with {} operands", operands.len()),
        }
    }

    pub fn build(self, pool: &mut TermPool, operands: &[TermId]) -> TermId {
        match (self, operands) {
            (AnyOp::Unary(op), &[a]) => pool.unary(op, a),
            (AnyOp::Binary(op), &[a, b]) => pool.binary(op, a, b),
            (AnyOp::Ternary(op), &[a, b, c]) => pool.ternary(op, a, b, c),
            (AnyOp::Compare(predicate), &[a, b]) => pool.compare(predicate, a, b),
            (AnyOp::Overflow(op), &[a, b]) => pool.overflow(op, a, b),
            _ => panic!("{self:?} with {} operands", operands.len()),
        }
    }
}

/// All tuples of `count` values of a width.
pub fn all_tuples(width: u32, count: usize) -> Vec<Vec<BitVec>> {
    (0..1u128 << (width as usize * count))
        .map(|bits| (0..count).map(|i| BitVec::new(width, bits >> (i * width as usize))).collect())
        .collect()
}

/// Operand tuples on which an operation of this arity is tried at a width: all of them where they are few.
pub fn samples(random: &mut Random, width: u32, arity: usize) -> Vec<Vec<BitVec>> {
    if width as usize * arity <= 12 {
        all_tuples(width, arity)
    } else {
        (0..64).map(|_| (0..arity).map(|_| random.corner(width)).collect()).collect()
    }
}

/// The widths that are tried: small ones exhaustively, then those around powers of two.
pub const WIDTHS: [u32; 21] = [1, 2, 3, 4, 5, 6, 7, 8, 13, 16, 24, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128];

/// Random terms over a few symbols, each with its value in several environments, computed by the reference alone.
#[derive(Debug)]
pub struct RandomTerms {
    pub pool: TermPool,
    /// For each environment, the value of each symbol, by index.
    pub environments: Vec<Vec<BitVec>>,
    /// Each term with its value in each environment.
    pub terms: Vec<(TermId, Vec<BitVec>)>,
}

impl RandomTerms {
    /// Up to `most` terms of widths up to one of these.
    pub fn any(random: &mut Random, max_widths: &[u32], most: usize) -> RandomTerms {
        let (max_width, count) = (*random.pick(max_widths), most / 2 + random.below(most / 2));
        let mut pool = TermPool::new();
        let widths: Vec<u32> = (0..6).map(|_| 1 + random.below(max_width as usize) as u32).collect();
        let symbols: Vec<SymbolId> = widths.iter().map(|&width| pool.new_symbol("x", width)).collect();
        let environments: Vec<Vec<BitVec>> =
            (0..16).map(|_| widths.iter().map(|&width| random.corner(width)).collect()).collect();
        let terms = symbols
            .iter()
            .map(|&symbol| (pool.symbol(symbol), environments.iter().map(|values| values[symbol.index()]).collect()))
            .collect();
        let mut all = RandomTerms { pool, environments, terms };
        let operations = all_operations();
        while all.terms.len() < count {
            let next = all.grow(random, &operations, max_width);
            all.terms.push(next);
        }
        all
    }

    /// An operand of the given width: a constant or an earlier term, cut or extended.
    fn operand(&mut self, random: &mut Random, width: u32) -> (TermId, Vec<BitVec>) {
        if random.below(6) == 0 {
            let value = random.corner(width);
            return (self.pool.constant(value), vec![value; self.environments.len()]);
        }
        // Near ones, so that shapes nest.
        let back = 1 + random.below(self.terms.len().min(12));
        let (term, values) = self.terms[self.terms.len() - back].clone();
        let own = self.pool.width(term);
        if own > width {
            let low = random.below((own - width) as usize + 1) as u32;
            let high = low + width - 1;
            (self.pool.extract(term, high, low), values.iter().map(|value| value.extract(high, low)).collect())
        } else if random.below(2) == 0 {
            (self.pool.zero_extend(term, width), values.iter().map(|value| value.zero_extend(width)).collect())
        } else {
            (self.pool.sign_extend(term, width), values.iter().map(|value| value.sign_extend(width)).collect())
        }
    }

    fn grow(&mut self, random: &mut Random, operations: &[AnyOp], max_width: u32) -> (TermId, Vec<BitVec>) {
        let newest = self.pool.width(self.terms[self.terms.len() - 1].0);
        let width =
            if random.below(3) == 0 && newest > 1 { newest } else { 1 + random.below(max_width as usize) as u32 };
        let environments = 0..self.environments.len();
        let mut a = self.operand(random, width);
        let b = match random.below(6) {
            0 => a.clone(),
            1 => (self.pool.not(a.0), a.1.iter().map(|&value| UnaryOp::Not.apply(value)).collect()),
            _ => self.operand(random, width),
        };
        match random.below(6) {
            0 => {
                let c = self.operand(random, 1);
                let choose = |e: usize| if c.1[e].is_nonzero() { a.1[e] } else { b.1[e] };
                (self.pool.ite(c.0, a.0, b.0), environments.map(choose).collect())
            }
            1 => {
                if random.below(2) == 0 {
                    let zero = BitVec::zero(width);
                    a = (self.pool.constant(zero), vec![zero; self.environments.len()]);
                }
                if 2 * width > max_width {
                    return b;
                }
                (self.pool.concat(a.0, b.0), environments.map(|e| a.1[e].concat(b.1[e])).collect())
            }
            _ => {
                let op = operations[random.below(operations.len())];
                if !op.is_defined_at(width) {
                    return a;
                }
                let c = self.operand(random, width);
                let all = [a, b, c];
                let operands = &all[..op.arity()];
                let ids: Vec<TermId> = operands.iter().map(|operand| operand.0).collect();
                let values = environments
                    .map(|e| op.apply(&operands.iter().map(|operand| operand.1[e]).collect::<Vec<_>>()))
                    .collect();
                (op.build(&mut self.pool, &ids), values)
            }
        }
    }
}

/// Each way to choose which operands of an operation are constants: by a bit each.
pub fn constant_masks(arity: usize) -> std::ops::Range<u32> {
    0..1 << arity
}

#[test]
fn terms_agree_with_the_reference() {
    let mut random = Random::new(1);
    for op in all_operations() {
        for width in WIDTHS.into_iter().filter(|&width| op.is_defined_at(width)) {
            let mut pool = TermPool::new();
            let symbols: Vec<SymbolId> = (0..op.arity()).map(|_| pool.new_symbol("x", width)).collect();
            let words: Vec<TermId> = symbols.iter().map(|&symbol| pool.symbol(symbol)).collect();
            let general = op.build(&mut pool, &words);
            for operands in samples(&mut random, width, op.arity()) {
                let expected = op.apply(&operands);
                let environment = |symbol: SymbolId| operands[symbol.index()];
                assert_eq!(Evaluator::new(&pool, environment).value(general), expected, "{op:?} {operands:?}");
                for mask in constant_masks(op.arity()).skip(1) {
                    let mixed: Vec<TermId> = (0..op.arity())
                        .map(|i| if mask >> i & 1 == 1 { pool.constant(operands[i]) } else { words[i] })
                        .collect();
                    let term = op.build(&mut pool, &mixed);
                    let value = Evaluator::new(&pool, environment).value(term);
                    assert_eq!(value, expected, "{op:?} {operands:?}, constants {mask:b}");
                }
            }
        }
    }
}

#[test]
fn rewriting_keeps_values() {
    let any = |random: &mut Random| RandomTerms::any(random, &[1, 2, 3, 4, 6, 8, 16, 64, 127, 128], 320);
    for_all(200, any, |random| {
        for (e, values) in random.environments.iter().enumerate() {
            let mut evaluator = Evaluator::new(&random.pool, |symbol: SymbolId| values[symbol.index()]);
            for (term, expected) in &random.terms {
                assert_eq!(evaluator.value(*term), expected[e], "{:?}", random.pool.term(*term));
            }
        }
    });
}
