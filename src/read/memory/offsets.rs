//! Sets of offsets as residue classes, and which an integer of the function can be.

use crate::llvm::marker::Marker;
use crate::program::Pattern;
use llvm_ir::{Constant, Function, Instruction, Name, Operand};
use num_integer::gcd;
use rustc_hash::FxHashMap;

/// All numbers `residue + k * modulus`; with modulus 0, `residue` alone. Where the modulus is no power of two, a sum that
/// wraps leaves the class: who relies on it has to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offsets {
    residue: i64,
    modulus: u64,
}

impl Offsets {
    /// Every number.
    pub const ANY: Offsets = Offsets { residue: 0, modulus: 1 };

    /// One number.
    pub fn exactly(number: i64) -> Offsets {
        Offsets { residue: number, modulus: 0 }
    }

    /// The offsets of a pattern.
    pub fn of(pattern: Pattern) -> Offsets {
        Offsets::class(i128::from(pattern.residue), pattern.modulus)
    }

    /// The multiples of a number.
    pub fn multiples(of: u64) -> Offsets {
        Offsets { residue: 0, modulus: of }
    }

    /// The number, if it is one alone.
    pub fn only(self) -> Option<i64> {
        (self.modulus == 0).then_some(self.residue)
    }

    /// How many low bits are zero in all members, even where sums wrap.
    pub fn zero_bits(self) -> u32 {
        (self.modulus | self.residue.unsigned_abs()).trailing_zeros()
    }

    /// Whether all members leave the same behind multiples of a power of two, even where sums wrap.
    pub fn is_one_of_each(self, power: u64) -> bool {
        self.modulus & (power - 1) == 0
    }

    /// What is left of the residue behind multiples of a power of two.
    pub fn modulo(self, power: u64) -> u64 {
        self.residue as u64 & (power - 1)
    }

    fn class(residue: i128, modulus: u64) -> Offsets {
        match modulus {
            0 => Offsets { residue: residue as i64, modulus },
            _ => Offsets { residue: residue.rem_euclid(i128::from(modulus)) as i64, modulus },
        }
    }

    /// The smallest class with both.
    pub fn join(self, other: Offsets) -> Offsets {
        if self == other {
            return self;
        }
        let distance = self.residue.abs_diff(other.residue);
        let modulus = gcd(gcd(self.modulus, other.modulus), distance);
        Offsets::class(i128::from(self.residue), modulus)
    }

    /// The sums.
    pub fn plus(self, other: Offsets) -> Offsets {
        let modulus = gcd(self.modulus, other.modulus);
        Offsets::class(i128::from(self.residue) + i128::from(other.residue), modulus)
    }

    /// The products with a number.
    pub fn times(self, factor: i64) -> Offsets {
        let residue = i128::from(self.residue) * i128::from(factor);
        Offsets::class(residue, self.modulus.saturating_mul(factor.unsigned_abs()))
    }

    /// Whether so many bytes at one of these offsets can meet so many at one of the others.
    pub fn meets(self, bytes: u64, other: Offsets, other_bytes: u64) -> bool {
        let distance = i128::from(other.residue) - i128::from(self.residue);
        let (bytes, other_bytes) = (i128::from(bytes), i128::from(other_bytes));
        match i128::from(gcd(self.modulus, other.modulus)) {
            0 => -other_bytes < distance && distance < bytes,
            modulus => {
                let distance = distance.rem_euclid(modulus);
                distance < bytes || modulus - distance < other_bytes
            }
        }
    }

    /// The offsets into an object at which an access of so many bytes stays inside it, as a pattern; `None` if there are
    /// none.
    pub fn within(self, size: u64, bytes: u64) -> Option<Pattern> {
        let last = size.checked_sub(bytes)?;
        let residue = match self.modulus {
            0 => u64::try_from(self.residue).ok()?,
            _ => self.residue as u64,
        };
        (residue <= last).then_some(Pattern { residue, modulus: self.modulus })
    }

    /// A number that divides all members, at most 2^16, and whether that holds even where sums wrap.
    pub fn divisor(self) -> (u64, bool) {
        let divisor = gcd(self.modulus, self.residue.unsigned_abs());
        match divisor {
            1..=0x1_0000 => (divisor, divisor.is_power_of_two()),
            _ => (1, true),
        }
    }

    /// A class with all of these that sums which wrap do not leave.
    pub fn certain(self) -> Offsets {
        match self.is_certain() {
            true => self,
            false => Offsets::class(i128::from(self.residue), 1 << self.modulus.trailing_zeros()),
        }
    }

    /// Whether this holds of every number computed so, even where sums wrap.
    pub fn is_certain(self) -> bool {
        self.modulus == 0 || self.modulus.is_power_of_two()
    }
}

/// How the values of a function are computed.
#[derive(Default)]
pub struct Definitions<'m>(FxHashMap<&'m Name, &'m Instruction>);

impl<'m> Definitions<'m> {
    /// Those of a function.
    pub fn new(function: &'m Function) -> Definitions<'m> {
        let instructions = function.basic_blocks.iter().flat_map(|block| &block.instrs);
        Definitions(instructions.filter_map(|i| Some((i.try_get_result()?, i))).collect())
    }

    /// The instruction that computes a value.
    pub fn instruction(&self, name: &Name) -> Option<&'m Instruction> {
        self.0.get(name).copied()
    }
}

impl Definitions<'_> {
    /// How many bytes each call allocates on the heap or the stack.
    fn allocated(&self) -> impl Iterator<Item = &Operand> {
        self.0.values().filter_map(|instruction| match instruction {
            Instruction::Call(call) if super::marker(call).is_some_and(Marker::allocates) => {
                Some(&call.arguments.first()?.0)
            }
            _ => None,
        })
    }

    /// Whether a number is made of a pointer, and moved since then.
    pub fn is_address(&self, operand: &Operand) -> bool {
        self.is_moved(operand, MOST_MOVES)
    }

    fn is_moved(&self, operand: &Operand, depth: usize) -> bool {
        let Operand::LocalOperand { name, .. } = operand else { return false };
        let is_address = |operand: &Operand| depth > 0 && self.is_moved(operand, depth - 1);
        match self.0.get(name) {
            Some(Instruction::PtrToInt(_)) => true,
            Some(Instruction::Add(add)) => is_address(&add.operand0) || is_address(&add.operand1),
            // A distance is no address.
            Some(Instruction::Sub(sub)) => is_address(&sub.operand0) && !is_address(&sub.operand1),
            _ => false,
        }
    }
}

/// How often a number is followed to what it was moved from: each sum has two parts.
const MOST_MOVES: usize = 8;

/// How deep expressions are looked into.
const DEPTH: usize = 30;

/// Which offsets an integer can be.
pub fn offsets(definitions: &Definitions, operand: &Operand) -> Offsets {
    below(definitions, operand, DEPTH)
}

fn below(definitions: &Definitions, operand: &Operand, depth: usize) -> Offsets {
    use Instruction as I;
    if let Some(number) = constant(operand) {
        return Offsets::exactly(number);
    }
    let Operand::LocalOperand { name, .. } = operand else { return Offsets::ANY };
    let (Some(instruction), Some(depth)) = (definitions.0.get(name), depth.checked_sub(1)) else {
        return Offsets::ANY;
    };
    let of = |operand: &Operand| below(definitions, operand, depth);
    match instruction {
        I::Add(i) => of(&i.operand0).plus(of(&i.operand1)),
        I::Sub(i) => of(&i.operand0).plus(of(&i.operand1).times(-1)),
        I::Mul(i) => match (constant(&i.operand0), constant(&i.operand1)) {
            (Some(factor), _) => of(&i.operand1).times(factor),
            (_, Some(factor)) => of(&i.operand0).times(factor),
            _ => Offsets::ANY,
        },
        I::Shl(i) => match constant(&i.operand1) {
            Some(by @ 0..=31) => of(&i.operand0).times(1 << by),
            _ => Offsets::ANY,
        },
        // Bits that the other operand cannot have: a sum.
        I::Or(i) => match (of(&i.operand0), constant(&i.operand1)) {
            (Offsets { residue: 0, modulus }, Some(bits))
                if modulus.is_power_of_two() && u64::try_from(bits).is_ok_and(|bits| bits < modulus) =>
            {
                Offsets::class(i128::from(bits), modulus)
            }
            _ => Offsets::ANY,
        },
        I::And(i) => match constant(&i.operand1) {
            Some(mask) if mask != 0 && mask.trailing_zeros() < 32 => Offsets::class(0, 1 << mask.trailing_zeros()),
            _ => Offsets::ANY,
        },
        I::SExt(i) => of(&i.operand),
        I::ZExt(i) => match of(&i.operand) {
            class if class.modulus != 0 => class,
            _ => Offsets::ANY,
        },
        I::Select(i) => of(&i.true_value).join(of(&i.false_value)),
        I::Freeze(i) => of(&i.operand),
        I::Call(call) => match (super::callee_name(call), call.arguments.as_slice()) {
            (name, [(a, _), (b, _)]) if name.starts_with("llvm.umin.") => of(a).join(of(b)),
            // That of any allocation, or none.
            _ if super::marker(call) == Some(Marker::Size) => {
                definitions.allocated().map(of).fold(Offsets::exactly(0), |sizes, size| sizes.join(size))
            }
            _ => Offsets::ANY,
        },
        _ => Offsets::ANY,
    }
}

/// A constant of at most 64 bits, as two's complement.
fn constant(operand: &Operand) -> Option<i64> {
    match operand.as_constant()? {
        Constant::Int { bits: bits @ 1..=64, value } => Some((*value << (64 - bits)) as i64 >> (64 - bits)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_and_moved_classes_hold_all_their_members() {
        let (a, b) = (Offsets::exactly(4), Offsets::exactly(-8));
        assert_eq!(a.join(b), Offsets { residue: 4, modulus: 12 });
        assert_eq!(a.join(a), a);
        assert_eq!(a.plus(b), Offsets::exactly(-4));
        assert_eq!(Offsets::ANY.times(12).plus(a), Offsets { residue: 4, modulus: 12 });
        assert_eq!(Offsets::ANY.times(12).join(Offsets::exactly(6)), Offsets { residue: 0, modulus: 6 });
    }

    #[test]
    fn classes_meet_where_their_members_do() {
        for (residues, moduli) in
            [([0i64, 5], [0u64, 0]), ([0, 7], [0, 6]), ([2, 9], [12, 8]), ([1, 4], [6, 6]), ([3, 3], [4, 0])]
        {
            let [a, b] = [0, 1].map(|side| Offsets::class(i128::from(residues[side]), moduli[side]));
            for (bytes, others) in [(1u64, 1u64), (1, 3), (4, 2), (5, 8)] {
                let members = |of: Offsets| (-60..60i64).map(move |k| of.residue + k * of.modulus as i64);
                let meet = |x: i64, y: i64| x < y + others as i64 && y < x + bytes as i64;
                let any = members(a).any(|x| members(b).any(|y| meet(x, y)));
                assert_eq!(a.meets(bytes, b, others), any, "{a:?} {bytes} {b:?} {others}");
                assert_eq!(b.meets(others, a, bytes), any);
            }
        }
    }

    #[test]
    fn divisors_divide_all_members() {
        assert_eq!(Offsets::ANY.times(12).divisor(), (12, false));
        assert_eq!(Offsets::ANY.times(12).plus(Offsets::exactly(4)).divisor(), (4, true));
        assert_eq!(Offsets::ANY.times(8).divisor(), (8, true));
        assert_eq!(Offsets::ANY.divisor(), (1, true));
        assert_eq!(Offsets::exactly(0).divisor(), (1, true));
        assert_eq!(Offsets::ANY.times(1 << 20).divisor(), (1, true));
    }

    #[test]
    fn patterns_stay_inside() {
        let elements = Offsets::ANY.times(4);
        assert_eq!(elements.within(40, 4), Some(Pattern { residue: 0, modulus: 4 }));
        assert_eq!(elements.within(3, 4), None);
        assert_eq!(Offsets::exactly(-4).within(40, 4), None);
        assert_eq!(Offsets::exactly(40).within(40, 4), None);
        assert_eq!(Offsets::exactly(36).within(40, 4), Some(Pattern { residue: 36, modulus: 0 }));
    }
}
