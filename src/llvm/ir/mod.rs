//! A thin layer over LLVM's C interface: values, blocks and modules as small copyable handles with safe methods.
//!
//! All `unsafe` of bitreach's own code about LLVM is here. The rule that makes the methods sound: a handle is only made from
//! a [`Module`] that is alive, handles do not leave `crate::llvm`, and whoever erases an instruction or a function drops its
//! handles. Kinds are checked where LLVM would not: a method that only makes sense for some values says so and returns
//! `None` or an empty list for others.
//!
//! | module | what |
//! |---|---|
//! | [`module`] | reading, writing, passes, declarations, layout |
//! | [`value`] | values and blocks: instructions, parameters, functions |
//! | [`constant`] | values that are constants or globals |
//! | [`ty`] | types |
//! | [`builder`] | building instructions |
//! | [`slot`] | locals that passes put into registers |
//! | [`attributes`] | flags of instructions, attributes of functions and calls |
//! | [`metadata`] | debug locations, scopes, variables and types |
//! | [`attached`] | metadata that is attached to values, and values that wrap metadata |

#![allow(unsafe_code)] // The interface is C.

mod attached;
mod attributes;
mod builder;
mod constant;
mod metadata;
mod module;
mod slot;
mod ty;
mod value;

pub use builder::Builder;
pub use slot::Slot;

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::target::{
    LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMIntPtrTypeInContext, LLVMOffsetOfElement, LLVMStoreSizeOfType,
};
use llvm_sys::transforms::pass_builder::*;
use llvm_sys::{LLVMAtomicOrdering, LLVMDiagnosticSeverity};
pub use llvm_sys::{LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind};
use std::ffi::{c_char, c_void, CStr, CString};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Attributes are numbered: a function's own, its result's, its first parameter's.
pub const FUNCTION_INDEX: u32 = u32::MAX;

/// A module and the context that it lives in.
pub struct Module {
    context: LLVMContextRef,
    module: LLVMModuleRef,
}

/// A value: constant, parameter, instruction, function or global variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(LLVMValueRef);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block(LLVMBasicBlockRef);

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type(LLVMTypeRef);

/// A metadata node, such as a debug location or a scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Metadata {
    node: LLVMMetadataRef,
    context: LLVMContextRef,
}

/// C's name of a Rust string. Bytes after a NUL are dropped: LLVM could not see them.
fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// A message that LLVM allocated, which is given back.
fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM's messages are NUL-terminated and owned by the caller, who gives them back by this function.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// A string of LLVM with its length.
fn borrowed(text: *const c_char, length: usize) -> String {
    if text.is_null() || length == 0 {
        return String::new();
    }
    // SAFETY: LLVM gives the address and the number of bytes; they are copied at once.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Collects a linked list that ends with null.
fn chain(first: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value> {
    let mut values = Vec::new();
    let mut current = first;
    while !current.is_null() {
        values.push(Value(current));
        current = next(current);
    }
    values
}

/// Lets LLVM's fatal errors, which end the process, say so in one line and with the exit code for input that cannot be
/// read, instead of aborting.
pub fn report_fatal_errors() {
    extern "C" fn report(reason: *const c_char) {
        let reason = match reason.is_null() {
            true => String::new(),
            // SAFETY: LLVM passes a NUL-terminated string.
            false => unsafe { CStr::from_ptr(reason) }.to_string_lossy().into_owned(),
        };
        eprintln!("bitreach: LLVM cannot go on with this input: {reason}");
        std::process::exit(2);
    }
    static ONCE: std::sync::Once = std::sync::Once::new();
    // SAFETY: The handler is installed once; LLVM aborts if it were twice.
    ONCE.call_once(|| unsafe { llvm_sys::error_handling::LLVMInstallFatalErrorHandler(Some(report)) });
}

/// While this lives, a crash of LLVM's on a module that is broken in ways that its verifier does not see ends the process as a fatal
/// error does: with one line, and the exit code for input that cannot be read.
pub struct CrashesReported(());

/// How many of them live.
static REPORTED: AtomicUsize = AtomicUsize::new(0);

/// Signals of programs that do what they must not.
const CRASHES: [libc::c_int; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT];

impl CrashesReported {
    /// Crashes are reported from here on.
    pub fn begin() -> CrashesReported {
        extern "C" fn report(signal: libc::c_int) {
            const MESSAGE: &[u8] = b"bitreach: LLVM crashes on this input: the module is broken\n";
            // SAFETY: All of this may be called in the handler of a signal; the message is a constant.
            unsafe {
                if REPORTED.load(Ordering::SeqCst) > 0 {
                    libc::write(2, MESSAGE.as_ptr().cast(), MESSAGE.len());
                    libc::_exit(2);
                }
                // What crashed does so once more, and now the usual happens.
                libc::signal(signal, libc::SIG_DFL);
            }
        }
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| {
            for signal in CRASHES {
                // SAFETY: The structure is plain data; the handler only does what it may. It runs on the stack that Rust keeps for
                // overflows of the usual one, which recursion in LLVM can be.
                unsafe {
                    let mut action: libc::sigaction = std::mem::zeroed();
                    action.sa_sigaction = report as extern "C" fn(libc::c_int) as libc::sighandler_t;
                    action.sa_flags = libc::SA_ONSTACK;
                    libc::sigaction(signal, &action, ptr::null_mut());
                }
            }
        });
        REPORTED.fetch_add(1, Ordering::SeqCst);
        CrashesReported(())
    }
}

impl Drop for CrashesReported {
    fn drop(&mut self) {
        REPORTED.fetch_sub(1, Ordering::SeqCst);
    }
}

/// LLVM's command-line options, which hold for the whole process: counters keep their widths (`indvars` would
/// double the state), and of memory that holds a vector each lane is
/// accessed by itself.
const OPTIONS: [&CStr; 3] = [c"bitreach", c"-indvars-widen-indvars=false", c"-scalarize-load-store"];

/// Sets the options, before there is any module whose passes could look at them meanwhile. Later calls do nothing.
fn set_options_once() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    let options: Vec<*const c_char> = OPTIONS.iter().map(|option| option.as_ptr()).collect();
    ONCE.call_once(|| {
        // SAFETY: The strings are NUL-terminated and live through the call.
        unsafe { llvm_sys::support::LLVMParseCommandLineOptions(options.len() as i32, options.as_ptr(), ptr::null()) }
    });
}
