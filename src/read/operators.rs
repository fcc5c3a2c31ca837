//! LLVM's operators, functions and terminators as those of programs: one table of each kind.

use crate::bv::{BinaryOp, BitVec, OverflowOp, Predicate, TernaryOp, UnaryOp};
use llvm_ir::instruction::Call;
use llvm_ir::terminator::Switch;
use llvm_ir::types::FPType;
use llvm_ir::{Constant, Instruction, IntPredicate, Name, Operand, Terminator};

/// A binary operation on integers, its operands and its LLVM name.
pub fn binary(instruction: &Instruction) -> Option<(BinaryOp, &Operand, &Operand, &'static str)> {
    use Instruction as I;
    Some(match instruction {
        I::Add(i) => (BinaryOp::Add, &i.operand0, &i.operand1, "add"),
        I::Sub(i) => (BinaryOp::Sub, &i.operand0, &i.operand1, "sub"),
        I::Mul(i) => (BinaryOp::Mul, &i.operand0, &i.operand1, "mul"),
        I::UDiv(i) => (BinaryOp::UDiv, &i.operand0, &i.operand1, "udiv"),
        I::SDiv(i) => (BinaryOp::SDiv, &i.operand0, &i.operand1, "sdiv"),
        I::URem(i) => (BinaryOp::URem, &i.operand0, &i.operand1, "urem"),
        I::SRem(i) => (BinaryOp::SRem, &i.operand0, &i.operand1, "srem"),
        I::And(i) => (BinaryOp::And, &i.operand0, &i.operand1, "and"),
        I::Or(i) => (BinaryOp::Or, &i.operand0, &i.operand1, "or"),
        I::Xor(i) => (BinaryOp::Xor, &i.operand0, &i.operand1, "xor"),
        I::Shl(i) => (BinaryOp::Shl, &i.operand0, &i.operand1, "shl"),
        I::LShr(i) => (BinaryOp::LShr, &i.operand0, &i.operand1, "lshr"),
        I::AShr(i) => (BinaryOp::AShr, &i.operand0, &i.operand1, "ashr"),
        _ => return None,
    })
}

/// Whether an operation shifts by its second operand: by as many bits as there are, or more, has no result.
pub fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr | BinaryOp::UShlSat | BinaryOp::SShlSat)
}

/// A comparison of `a` and `b` as one that there is here, with its sides in order.
pub fn compared<T>(predicate: IntPredicate, a: T, b: T) -> (Predicate, T, T) {
    match predicate {
        IntPredicate::EQ => (Predicate::Eq, a, b),
        IntPredicate::NE => (Predicate::Ne, a, b),
        IntPredicate::ULT => (Predicate::Ult, a, b),
        IntPredicate::ULE => (Predicate::Ule, a, b),
        IntPredicate::UGT => (Predicate::Ult, b, a),
        IntPredicate::UGE => (Predicate::Ule, b, a),
        IntPredicate::SLT => (Predicate::Slt, a, b),
        IntPredicate::SLE => (Predicate::Sle, a, b),
        IntPredicate::SGT => (Predicate::Slt, b, a),
        IntPredicate::SGE => (Predicate::Sle, b, a),
    }
}

/// What an intrinsic on integers computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intrinsic {
    /// An operation on one operand.
    Unary(UnaryOp),
    /// The same; the second argument tells whether the result for this kind of operand is undefined.
    UnaryUnless(UnaryOp, Exception),
    /// An operation on two.
    Binary(BinaryOp),
    /// An operation on three.
    Ternary(TernaryOp),
    /// A result, and whether it overflows.
    WithOverflow(BinaryOp, OverflowOp),
    /// −1, 0 or 1.
    ThreeWay(Predicate),
    /// The first argument itself.
    First,
}

/// An operand for which an intrinsic's result may be undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exception {
    /// Zero.
    Zero,
    /// The smallest of the signed numbers.
    Smallest,
}

/// What intrinsics compute, by their names without the types that they are for.
#[rustfmt::skip]
const INTRINSICS: [(&str, Intrinsic); 30] = {
    use Intrinsic as I;
    [
        ("llvm.sadd.with.overflow", I::WithOverflow(BinaryOp::Add, OverflowOp::SAdd)),
        ("llvm.uadd.with.overflow", I::WithOverflow(BinaryOp::Add, OverflowOp::UAdd)),
        ("llvm.ssub.with.overflow", I::WithOverflow(BinaryOp::Sub, OverflowOp::SSub)),
        ("llvm.usub.with.overflow", I::WithOverflow(BinaryOp::Sub, OverflowOp::USub)),
        ("llvm.smul.with.overflow", I::WithOverflow(BinaryOp::Mul, OverflowOp::SMul)),
        ("llvm.umul.with.overflow", I::WithOverflow(BinaryOp::Mul, OverflowOp::UMul)),
        ("llvm.sadd.sat", I::Binary(BinaryOp::SAddSat)),
        ("llvm.uadd.sat", I::Binary(BinaryOp::UAddSat)),
        ("llvm.ssub.sat", I::Binary(BinaryOp::SSubSat)),
        ("llvm.usub.sat", I::Binary(BinaryOp::USubSat)),
        ("llvm.sshl.sat", I::Binary(BinaryOp::SShlSat)),
        ("llvm.ushl.sat", I::Binary(BinaryOp::UShlSat)),
        ("llvm.smin", I::Binary(BinaryOp::SMin)),
        ("llvm.smax", I::Binary(BinaryOp::SMax)),
        ("llvm.umin", I::Binary(BinaryOp::UMin)),
        ("llvm.umax", I::Binary(BinaryOp::UMax)),
        ("llvm.fshl", I::Ternary(TernaryOp::FunnelLeft)),
        ("llvm.fshr", I::Ternary(TernaryOp::FunnelRight)),
        ("llvm.ctpop", I::Unary(UnaryOp::PopCount)),
        ("llvm.bswap", I::Unary(UnaryOp::ByteSwap)),
        ("llvm.bitreverse", I::Unary(UnaryOp::BitReverse)),
        ("llvm.ctlz", I::UnaryUnless(UnaryOp::LeadingZeros, Exception::Zero)),
        ("llvm.cttz", I::UnaryUnless(UnaryOp::TrailingZeros, Exception::Zero)),
        ("llvm.abs", I::UnaryUnless(UnaryOp::Abs, Exception::Smallest)),
        ("llvm.scmp", I::ThreeWay(Predicate::Slt)),
        ("llvm.ucmp", I::ThreeWay(Predicate::Ult)),
        ("llvm.expect", I::First),
        ("llvm.expect.with.probability", I::First),
        ("llvm.annotation", I::First),
        ("llvm.ssa.copy", I::First),
    ]
};

/// What the intrinsic with this name computes.
pub fn intrinsic(name: &str) -> Option<Intrinsic> {
    let name = without_types(name);
    INTRINSICS.iter().find(|(known, _)| *known == name).map(|(_, intrinsic)| *intrinsic)
}

/// The names of these.
pub fn intrinsics() -> impl Iterator<Item = &'static str> {
    INTRINSICS.iter().map(|(name, _)| *name)
}

/// The name of an intrinsic without the types it is for: `llvm.ctlz.i32` becomes `llvm.ctlz`.
fn without_types(mut name: &str) -> &str {
    while let Some((rest, last)) = name.rsplit_once('.') {
        let is_type = last.strip_prefix('i').is_some_and(|bits| bits.parse::<u32>().is_ok());
        if !is_type && !matches!(last, "p0") {
            break;
        }
        name = rest;
    }
    name
}

/// The name of the function that a call calls directly.
pub fn callee(call: &Call) -> Option<&str> {
    match call.function.as_ref().right()?.as_constant()? {
        Constant::GlobalReference { name: Name::Name(name), .. } => Some(name.as_str()),
        _ => None,
    }
}

/// The blocks that control may go to from a block's end, in order; `None` where the terminator is not read: exceptions, inline
/// assembly that jumps.
pub fn successors(terminator: &Terminator) -> Option<Vec<&Name>> {
    use Terminator as T;
    Some(match terminator {
        T::Br(branch) => vec![&branch.dest],
        T::CondBr(branch) => vec![&branch.true_dest, &branch.false_dest],
        T::Switch(switch) => switch.dests.iter().map(|(_, name)| name).chain([&switch.default_dest]).collect(),
        T::IndirectBr(jump) => jump.possible_dests.iter().collect(),
        T::Ret(_) | T::Unreachable(_) => Vec::new(),
        _ => return None,
    })
}

/// The cases of a `switch`, each with the block that control goes to; `None` if one has more than 64 bits.
pub fn cases(switch: &Switch) -> Option<Vec<(BitVec, &Name)>> {
    let case = |(constant, target)| match AsRef::<Constant>::as_ref(constant) {
        Constant::Int { bits, value } if *bits <= 64 => Some((BitVec::new(*bits, u128::from(*value)), target)),
        _ => None,
    };
    switch.dests.iter().map(|(constant, target)| case((constant, target))).collect()
}

/// Bits of a floating-point number.
pub fn float_bits(kind: FPType) -> u32 {
    match kind {
        FPType::Half | FPType::BFloat => 16,
        FPType::Single => 32,
        FPType::Double => 64,
        FPType::X86_FP80 => 80,
        FPType::FP128 | FPType::PPC_FP128 => 128,
    }
}
