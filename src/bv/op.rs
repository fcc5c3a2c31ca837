//! The bit-vector operations. Their meaning is that of the LLVM instruction or intrinsic of the same name, made total
//! as SMT-LIB does: `udiv x 0` is all ones, `urem x 0` is `x`, `sdiv`, `srem` follow from these by sign, and a shift by
//! the width or more gives 0 (for `ashr` the sign everywhere). Results wrap.

/// One operand, and a result of the same width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// Bitwise complement.
    Not,
    /// Two's complement negation.
    Neg,
    /// How many bits are one.
    PopCount,
    /// How many bits above the highest one are zero; the width for 0.
    LeadingZeros,
    /// How many bits below the lowest one are zero; the width for 0.
    TrailingZeros,
    /// The bytes in opposite order. The width is a multiple of 16.
    ByteSwap,
    /// The bits in opposite order.
    BitReverse,
    /// The absolute value, wrapping: that of the smallest value is itself.
    Abs,
}

/// Two operands of the same width, and a result of that width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Unsigned quotient.
    UDiv,
    /// Unsigned remainder.
    URem,
    /// Signed quotient, towards zero. The smallest value by −1 is the smallest value.
    SDiv,
    /// Signed remainder, with the dividend's sign.
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left.
    Shl,
    /// Shift to the right, zeros follow.
    LShr,
    /// Shift to the right, copies of the sign follow.
    AShr,
    /// Unsigned minimum.
    UMin,
    /// Unsigned maximum.
    UMax,
    /// Signed minimum.
    SMin,
    /// Signed maximum.
    SMax,
    /// Unsigned saturating sum.
    UAddSat,
    /// Signed saturating sum.
    SAddSat,
    /// Unsigned saturating difference.
    USubSat,
    /// Signed saturating difference.
    SSubSat,
    /// Unsigned saturating shift to the left.
    UShlSat,
    /// Signed saturating shift to the left.
    SShlSat,
}

/// Two operands of the same width; one bit that tells whether the exact result is outside the type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OverflowOp {
    /// Unsigned sum.
    UAdd,
    /// Signed sum.
    SAdd,
    /// Unsigned difference: the first is less than the second.
    USub,
    /// Signed difference.
    SSub,
    /// Unsigned product.
    UMul,
    /// Signed product.
    SMul,
    /// Signed quotient: the smallest value by −1.
    SDiv,
}

/// Two operands of the same width; one bit. "Greater" is "less" with the operands swapped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Unsigned less than.
    Ult,
    /// Unsigned less than or equal.
    Ule,
    /// Signed less than.
    Slt,
    /// Signed less than or equal.
    Sle,
}

/// Three operands of the same width, and a result of that width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TernaryOp {
    /// Funnel shift to the left: the high half of the first two, concatenated, shifted by the third modulo the width.
    FunnelLeft,
    /// Funnel shift to the right: the low half of the first two, concatenated, shifted by the third modulo the width.
    FunnelRight,
}
