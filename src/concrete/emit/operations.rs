//! Operations as LLVM IR, total where LLVM leaves them undefined: as [`op`](crate::bv::op) has them.

use super::Emitter;
use crate::bv::{BinaryOp, BitVec, OverflowOp, UnaryOp};

impl Emitter<'_> {
    pub(super) fn binary(&mut self, op: BinaryOp, width: u32, a: &str, b: &str) -> String {
        let plain = |name: &str| format!("{name} i{width} {a}, {b}");
        let intrinsic = |name: &str| format!("call i{width} @llvm.{name}.i{width}(i{width} {a}, i{width} {b})");
        match op {
            BinaryOp::Add => plain("add"),
            BinaryOp::Sub => plain("sub"),
            BinaryOp::Mul => plain("mul"),
            BinaryOp::And => plain("and"),
            BinaryOp::Or => plain("or"),
            BinaryOp::Xor => plain("xor"),
            BinaryOp::UMin => intrinsic("umin"),
            BinaryOp::UMax => intrinsic("umax"),
            BinaryOp::SMin => intrinsic("smin"),
            BinaryOp::SMax => intrinsic("smax"),
            BinaryOp::UAddSat => intrinsic("uadd.sat"),
            BinaryOp::SAddSat => intrinsic("sadd.sat"),
            BinaryOp::USubSat => intrinsic("usub.sat"),
            BinaryOp::SSubSat => intrinsic("ssub.sat"),
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => self.division(op, width, a, b),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.shift(op, width, a, b),
            BinaryOp::UShlSat | BinaryOp::SShlSat => self.saturating_shift(op, width, a, b),
        }
    }

    /// Quotients and remainders; by zero they are what SMT-LIB says. One bit has no room for the divisor 1 of signed
    /// division, but there signed and unsigned division agree.
    fn division(&mut self, op: BinaryOp, width: u32, a: &str, b: &str) -> String {
        let by_zero = self.temporary(&format!("icmp eq i{width} {b}, 0"));
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem) && width > 1;
        let bad = match signed {
            true => {
                let overflows = self.overflow(OverflowOp::SDiv, width, a, b);
                let overflows = self.temporary(&overflows);
                self.temporary(&format!("or i1 {by_zero}, {overflows}"))
            }
            false => by_zero.clone(),
        };
        let divisor = self.temporary(&format!("select i1 {bad}, i{width} 1, i{width} {b}"));
        let is_quotient = matches!(op, BinaryOp::UDiv | BinaryOp::SDiv);
        let name = match (is_quotient, signed) {
            (true, false) => "udiv",
            (true, true) => "sdiv",
            (false, false) => "urem",
            (false, true) => "srem",
        };
        let result = self.temporary(&format!("{name} i{width} {a}, {divisor}"));
        let otherwise = match (is_quotient, signed) {
            (false, _) => a.to_owned(),
            (true, false) => ones(width),
            (true, true) => {
                let negative = self.temporary(&format!("icmp slt i{width} {a}, 0"));
                self.temporary(&format!("select i1 {negative}, i{width} 1, i{width} {}", ones(width)))
            }
        };
        format!("select i1 {by_zero}, i{width} {otherwise}, i{width} {result}")
    }

    fn shift(&mut self, op: BinaryOp, width: u32, a: &str, b: &str) -> String {
        let fits = self.temporary(&format!("icmp ult i{width} {b}, {width}"));
        if op == BinaryOp::AShr {
            let by = self.temporary(&format!("select i1 {fits}, i{width} {b}, i{width} {}", width - 1));
            return format!("ashr i{width} {a}, {by}");
        }
        let name = if op == BinaryOp::Shl { "shl" } else { "lshr" };
        let by = self.temporary(&format!("select i1 {fits}, i{width} {b}, i{width} 0"));
        let shifted = self.temporary(&format!("{name} i{width} {a}, {by}"));
        format!("select i1 {fits}, i{width} {shifted}, i{width} 0")
    }

    /// By the width or more only 0 is exact.
    fn saturating_shift(&mut self, op: BinaryOp, width: u32, a: &str, b: &str) -> String {
        let fits = self.temporary(&format!("icmp ult i{width} {b}, {width}"));
        let by = self.temporary(&format!("select i1 {fits}, i{width} {b}, i{width} 0"));
        let name = if op == BinaryOp::UShlSat { "ushl" } else { "sshl" };
        let call = format!("call i{width} @llvm.{name}.sat.i{width}(i{width} {a}, i{width} {by})");
        let shifted = self.temporary(&call);
        let bound = match op {
            BinaryOp::UShlSat => ones(width),
            _ => {
                let negative = self.temporary(&format!("icmp slt i{width} {a}, 0"));
                let (smallest, largest) = (BitVec::signed_min(width), BitVec::signed_max(width));
                let (smallest, largest) = (smallest.unsigned(), largest.unsigned());
                self.temporary(&format!("select i1 {negative}, i{width} {smallest}, i{width} {largest}"))
            }
        };
        let zero = self.temporary(&format!("icmp eq i{width} {a}, 0"));
        let far = self.temporary(&format!("select i1 {zero}, i{width} 0, i{width} {bound}"));
        format!("select i1 {fits}, i{width} {shifted}, i{width} {far}")
    }

    pub(super) fn overflow(&mut self, op: OverflowOp, width: u32, a: &str, b: &str) -> String {
        let name = match op {
            OverflowOp::UAdd => "uadd",
            OverflowOp::SAdd => "sadd",
            OverflowOp::SSub => "ssub",
            OverflowOp::UMul => "umul",
            OverflowOp::SMul => "smul",
            OverflowOp::USub => return format!("icmp ult i{width} {a}, {b}"),
            OverflowOp::SDiv => {
                let smallest = BitVec::signed_min(width).unsigned();
                let smallest = self.temporary(&format!("icmp eq i{width} {a}, {smallest}"));
                let minus_one = self.temporary(&format!("icmp eq i{width} {b}, {}", ones(width)));
                return format!("and i1 {smallest}, {minus_one}");
            }
        };
        let result = format!("{{ i{width}, i1 }}");
        let call = format!("call {result} @llvm.{name}.with.overflow.i{width}(i{width} {a}, i{width} {b})");
        let both = self.temporary(&call);
        format!("extractvalue {result} {both}, 1")
    }
}

/// The right side of an operation with one operand.
pub(super) fn unary(op: UnaryOp, width: u32, a: &str) -> String {
    let (name, flag) = match op {
        UnaryOp::Not => return format!("xor i{width} {a}, {}", ones(width)),
        UnaryOp::Neg => return format!("sub i{width} 0, {a}"),
        // One byte is its own swap, and LLVM has none for an odd number of bytes.
        UnaryOp::ByteSwap if width == 8 => return format!("or i{width} {a}, 0"),
        UnaryOp::PopCount => ("ctpop", ""),
        UnaryOp::LeadingZeros => ("ctlz", ", i1 false"),
        UnaryOp::TrailingZeros => ("cttz", ", i1 false"),
        UnaryOp::ByteSwap => ("bswap", ""),
        UnaryOp::BitReverse => ("bitreverse", ""),
        UnaryOp::Abs => ("abs", ", i1 false"),
    };
    format!("call i{width} @llvm.{name}.i{width}(i{width} {a}{flag})")
}

fn ones(width: u32) -> String {
    BitVec::ones(width).unsigned().to_string()
}
