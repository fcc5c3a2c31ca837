//! Bit-vector values of 1 to 128 bits. What the operations do to them stands in [`semantics`](crate::bv::semantics).

use std::fmt;

/// A bit-vector value. Bits above the width are zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitVec {
    width: u32,
    bits: u128,
}

impl BitVec {
    /// The largest width, in bits.
    pub const MAX_WIDTH: u32 = 128;

    /// The bit that is 1.
    pub const TRUE: BitVec = BitVec { width: 1, bits: 1 };

    /// The bit that is 0.
    pub const FALSE: BitVec = BitVec { width: 1, bits: 0 };

    /// The value with the low `width` bits of `bits`.
    ///
    /// # Panics
    /// If `width` is 0 or above [`BitVec::MAX_WIDTH`].
    pub fn new(width: u32, bits: u128) -> BitVec {
        assert!((1..=BitVec::MAX_WIDTH).contains(&width), "a bit-vector of {width} bits");
        BitVec { width, bits: bits & (u128::MAX >> (BitVec::MAX_WIDTH - width)) }
    }

    /// One bit: 1 for true.
    pub fn bit(value: bool) -> BitVec {
        BitVec::new(1, value as u128)
    }

    /// The value with no bit one.
    pub fn zero(width: u32) -> BitVec {
        BitVec::new(width, 0)
    }

    /// The number 1.
    pub fn one(width: u32) -> BitVec {
        BitVec::new(width, 1)
    }

    /// The value with every bit one: the largest unsigned number, and −1.
    pub fn ones(width: u32) -> BitVec {
        BitVec::new(width, u128::MAX)
    }

    /// The smallest signed number: only the sign is one.
    pub fn signed_min(width: u32) -> BitVec {
        BitVec::new(width, 1 << (width - 1))
    }

    /// The largest signed number: every bit but the sign is one.
    pub fn signed_max(width: u32) -> BitVec {
        BitVec::new(width, (1 << (width - 1)) - 1)
    }

    /// The width in bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// The value read as an unsigned number.
    pub fn unsigned(self) -> u128 {
        self.bits
    }

    /// The value read as a two's complement number.
    pub fn signed(self) -> i128 {
        let unused = BitVec::MAX_WIDTH - self.width;
        ((self.bits << unused) as i128) >> unused
    }

    /// The number that makes zero with it.
    pub fn negated(self) -> BitVec {
        BitVec::new(self.width, self.bits.wrapping_neg())
    }

    /// Bit `index`, counted from the least significant.
    pub fn get(self, index: u32) -> bool {
        index < self.width && self.bits >> index & 1 == 1
    }

    /// Whether the sign, the most significant bit, is one.
    pub fn is_negative(self) -> bool {
        self.get(self.width - 1)
    }

    /// Whether any bit is one: for width 1, whether it is true.
    pub fn is_nonzero(self) -> bool {
        self.bits != 0
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.bits, self.width)
    }
}
