//! Recursion of any depth: what a call has to remember goes into memory, and calls and returns become jumps.
//!
//! Each function that comes to call itself is inlined into `main` once. A call of it stores its arguments where the function finds them, and
//! jumps to its entry. A call from inside of recursion also puts the caller's *frame* into arrays, at the number of calls that are open, its
//! *depth*: what is used behind the call, a value an array, and the number of the place behind the call where there is more than one. A
//! return at depth 0 goes back to where the program first called; any other takes the frame above off and goes to the place
//! behind its call. Then no call is left, and everything is a loop in `main` with large objects, which are read lazily (`src/refinement`).
//!
//! Little is stored. What the callee gives back is not: of `f(n - 1, k)`, called by `f` itself, the caller's `n` is one more than the
//! callee's once this has returned, if the callee keeps its own ([`kept`]). Addresses, and what is computed from such
//! parameters, are computed anew where they are used.
//!
//! A local that stays in memory, such as an array, is an array of such locals, if its address is only used to access it there
//! ([`places`]). Others have one place and no frames: where control comes to a call of a recursive function after it came to such a
//! local, the call is unmodelled.
//!
//! The depth is finite: a stack keeps to multiples of 16 bytes, so that 2^31 or 2^47 bytes, all that machines of 32 or 64 bits give a
//! program, have room for 2^27 or 2^43 frames, and for fewer where locals are larger. A path that goes deeper ends, an assumption that is
//! told.
//!
//! | module | what |
//! |---|---|
//! | [`sites`] | the calls, and the functions that are inlined once |
//! | [`kept`] | what need not be stored |
//! | [`live`] | what is used behind a call |
//! | [`places`] | locals that stay in memory |
//! | [`jumps`] | calls and returns as jumps |

mod jumps;
mod kept;
mod live;
mod places;
mod sites;

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::PREFIX;
use crate::prepare::program::inlining::inline_calls;
use sites::Sites;
use std::ffi::CString;

/// Why recursion of a function is not modelled, in the order of their rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A local of it has a place.
    Local,
    /// It has values that are not stored.
    Structure,
}

impl Why {
    /// All of them.
    pub const ALL: [Why; 2] = [Why::Local, Why::Structure];

    /// The reason, as reports give it.
    pub fn reason(self, function: &str) -> String {
        match self {
            Why::Local => format!("recursion of `{function}` while the address of a local of its caller is used"),
            Why::Structure => format!("recursion of `{function}`, with structures, vectors or numbers of 80 bits"),
        }
    }
}

/// What the names of the arrays of frames begin with.
const ARRAY: &str = "frames.";

/// Whether a local of `main` is an array of frames.
pub fn is_array(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|name| name.starts_with(ARRAY))
}

/// The attribute of `main` that says how many bytes a frame has at least.
const BYTES: &str = "bitreach-frame-bytes";

/// A stack keeps to multiples of so many bytes.
const LEAST_BYTES: u64 = 16;

/// Larger locals have no frames.
const MOST_BYTES: u64 = 1 << 8;

/// Notes how large frames are, before anything is inlined: as large as the largest local of these functions that can be in one.
pub fn begin(module: &Module, functions: impl IntoIterator<Item = Value>) {
    let Some(main) = module.function("main") else { return };
    let locals = functions.into_iter().flat_map(Value::instructions).filter(|local| local.is(LLVMOpcode::LLVMAlloca));
    let sizes = locals.filter_map(|local| module.object_size(local)).filter(|&size| size <= MOST_BYTES);
    let bytes = sizes.max().unwrap_or(0).next_power_of_two().max(LEAST_BYTES);
    if let Ok(bytes) = CString::new(bytes.to_string()) {
        module.add_text_attribute(main, BYTES, &bytes);
    }
}

/// How many bytes a frame has at least: a local is in frames if it is not larger.
fn bytes(module: &Module) -> u64 {
    module.function("main").and_then(|main| main.text_attribute(BYTES).parse().ok()).unwrap_or(LEAST_BYTES)
}

/// How many frames there can be.
pub fn most(module: &Module) -> u64 {
    let width = module.pointer_int().int_width().unwrap_or(64);
    (1 << (width - 1).min(47)) / bytes(module)
}

/// What is assumed where there are frames.
pub fn assumption(module: &Module) -> String {
    format!("calls of recursive functions are never nested more than {} deep", most(module))
}

/// Makes recursion jumps, once all other calls are inlined. Whether there was any.
///
/// # Errors
/// If a pass fails.
pub fn make(module: &Module) -> Result<bool, String> {
    let Some(main) = module.function("main") else { return Ok(false) };
    let Some(mut sites) = Sites::inline(module, main)? else { return Ok(false) };
    kept::restore(module, main, &sites);
    module.run_passes("function(reg2mem)")?;
    sites.find_functions();
    jumps::make(module, main, &sites);
    inline_calls(module)?;
    module.run_passes("function(mem2reg)")?;
    Ok(true)
}

/// The instruction before which new locals of `main` are made.
fn first(main: Value) -> Option<Value> {
    main.instructions().into_iter().find(|instruction| !instruction.is(LLVMOpcode::LLVMPHI))
}
