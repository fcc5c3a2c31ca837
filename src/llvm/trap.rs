//! The checks that clang puts in: what a trap's number says. It is that of clang's `SanitizerHandler`
//! (clang/lib/CodeGen/CodeGenFunction.h).

use crate::program::CheckKind;

/// The intrinsic that is called where a check fails, with its number.
pub const TRAP: &str = "llvm.ubsantrap";

/// What goes wrong at a trap of this number. A quotient that overflows has the number of one by zero, a shift by too much that of one
/// whose result does not fit.
pub fn kind(number: u64) -> Option<CheckKind> {
    Some(match number {
        0 => CheckKind::AddOverflow,
        3 => CheckKind::DivOverflow,
        12 => CheckKind::MulOverflow,
        13 => CheckKind::NegOverflow,
        18 => CheckKind::OutOfBounds,
        20 => CheckKind::ShiftOverflow,
        21 => CheckKind::SubOverflow,
        _ => return None,
    })
}
