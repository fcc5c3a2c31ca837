//! Reads a prepared LLVM module into a [`Program`].
//!
//! The module's `main` is the program; everything else has been inlined into it. Calls of marker functions, listed at
//! [`Marker`](crate::llvm::marker::Marker), tell where errors, inputs, C variables and ends of paths are. Debug line L > 0 of an instruction is row
//! L − 1 of [`SourceMap::origins`].
//!
//! **What cannot be represented** cuts its block, where whole programs are read (elsewhere it is any value, see [`policy`]): control goes to [`Exit::Unmodelled`] right there, with a row that
//! names the construct, and the rest of the block is not read. Blocks that only cut blocks lead to are never read.
//! Pointers, vectors and other values that are no bit-vectors may be computed freely, as long as this
//! has no effect; the first use that makes a bit-vector of one, or reads or writes memory through one, is what cuts.
//!
//! **Undefined behaviour** that the earlier stages have left in is not given a meaning: reached `unreachable`,
//! division by zero, and a false `llvm.assume` are unmodelled. Undefined values (`undef`, `poison`, and the results of
//! shifts by too much) are inputs of kind [`InputKind::Undefined`] where LLVM lets them pass on (φ, `select`, `freeze`)
//! and cut where they are computed with.
//!
//! | module | what |
//! |---|---|
//! | [`bounds`] | how much memory is followed |
//! | [`blocks`] | the reader; control flow |
//! | [`phis`] | φs |
//! | [`values`] | what an LLVM value is here; operands, constants, types |
//! | [`instructions`] | instructions other than calls |
//! | [`mod@intrinsics`] | what intrinsics give |
//! | [`floats`] | instructions and intrinsics on floating-point numbers |
//! | [`arithmetic`] | what operators and intrinsics compute |
//! | [`conditions`] | conditions, those of constants at once |
//! | [`draft`] | the program as far as it has been written |
//! | [`operators`] | LLVM's operators and terminators as those of programs |
//! | [`policy`] | what differs between the two below |
//! | [`exact`] | whole programs: what is not known cuts |
//! | [`calls`] | their calls: markers, intrinsics, all others |
//! | [`memory`] | their objects, pointers, accesses |
//! | [`bounds`] | how much of that is followed |
//! | [`function`] | each function of a module becomes a program of its own: what is not known is any value |
//! | [`whole`] | a whole program, as the search for inconsistent code takes it |

mod arithmetic;
mod blocks;
pub mod bounds;
mod calls;
mod conditions;
mod draft;
mod exact;
mod floats;
pub mod function;
mod instructions;
mod intrinsics;
mod memory;
pub mod operators;
mod phis;
mod policy;
#[cfg(test)]
mod tests;
mod values;
pub mod whole;

use std::cell::Cell;
use std::panic::{self, catch_unwind, AssertUnwindSafe};
use std::sync::Once;

use crate::prepare::objects::ObjectSource;
use crate::program::{BlockId, Program, SourceMap};
use crate::read::bounds::Bounds;
use crate::source::temporary::Folder;

pub use memory::is_bound;

#[cfg(doc)]
use crate::program::{Exit, InputKind};

/// Why a module cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The bitcode could not be handed over through a temporary file.
    #[error("cannot write a temporary file: {0}")]
    Temporary(#[from] std::io::Error),
    /// The bitcode is damaged, or contains something that the LLVM reader does not know.
    #[error("cannot read the LLVM module: {0}")]
    Module(String),
    /// There is no `main` with a body.
    #[error("the program has no function `main`")]
    NoMain,
}

/// The intrinsics of LLVM that are read, without their types.
pub fn intrinsics() -> impl Iterator<Item = String> {
    let of_floats = floats::INTRINSICS.iter().map(|name| format!("llvm.{name}"));
    let without_effect = calls::WITHOUT_EFFECT.iter().map(|name| name.trim_end_matches('.').to_owned());
    operators::intrinsics().map(str::to_owned).chain(of_floats).chain(without_effect)
}

/// Reads bitcode in which the markers of [`calls`] refer to the rows of `map`. The program's map is `map` with rows added
/// for what is not modelled and for undefined values. Memory is followed as far as `bounds` say.
///
/// # Errors
/// If the bitcode is damaged or has no `main`.
pub fn read(bitcode: &[u8], map: SourceMap, objects: &[ObjectSource], bounds: Bounds) -> Result<Program, ReadError> {
    let module = parsed(bitcode)?;
    let main = module.get_func_by_name("main").ok_or(ReadError::NoMain)?;
    Ok(exact::read(&module, main, map, objects, bounds).0)
}

/// As [`read`]; also gives the blocks that stand for marked places of the source, each with the row of the place. A block
/// is passed exactly when the place is. Checks of accesses say which object these leave.
///
/// # Errors
/// As [`read`].
pub fn read_with_places(
    bitcode: &[u8],
    map: SourceMap,
    objects: &[ObjectSource],
    bounds: Bounds,
) -> Result<(Program, Vec<(BlockId, usize)>), ReadError> {
    let module = parsed(bitcode)?;
    let main = module.get_func_by_name("main").ok_or(ReadError::NoMain)?;
    let (mut program, places, left) = exact::read(&module, main, map, objects, bounds);
    for (site, object) in left {
        let Some(site) = program.map.sites.get_mut(site.0) else { continue };
        // Copies of the access that passes have decided may leave another object.
        let is_other = !site.detail.is_empty() && site.detail != object;
        site.detail = if is_other { String::new() } else { object };
    }
    Ok((program, places))
}

thread_local! {
    /// Whether a panic on this thread is a report of the library that reads modules, and is not to be told.
    static IS_REPORT: Cell<bool> = const { Cell::new(false) };
}

/// A module in the form that the reader takes.
///
/// # Errors
/// If it is damaged, or has something that has no name in that form.
pub(super) fn parsed(bitcode: &[u8]) -> Result<llvm_ir::Module, ReadError> {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_REPORT.get() {
                usual(panic);
            }
        }));
    });
    let folder = Folder::new()?;
    let file = folder.file("program.bc", bitcode)?;
    // `from_ir_path` also takes bitcode, and reports damage, where `from_bc_path` lets LLVM end the process. It panics on a few
    // rare constructs that it has no name for, and on names that are no text; that is its way to report them.
    IS_REPORT.set(true);
    let module = catch_unwind(AssertUnwindSafe(|| llvm_ir::Module::from_ir_path(&file)));
    IS_REPORT.set(false);
    module
        .map_err(|_| ReadError::Module("it contains a construct unknown to the reader".into()))?
        .map_err(ReadError::Module)
}

/// Reads a module that is in memory. See [`read`].
///
/// # Errors
/// If there is no `main`.
pub fn read_module(
    module: &llvm_ir::Module,
    map: SourceMap,
    objects: &[ObjectSource],
    bounds: Bounds,
) -> Result<Program, ReadError> {
    let main = module.get_func_by_name("main").ok_or(ReadError::NoMain)?;
    Ok(exact::read(module, main, map, objects, bounds).0)
}
