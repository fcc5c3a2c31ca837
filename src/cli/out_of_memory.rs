//! What happens where the system gives no more memory, as under `ulimit -v`: the run still ends with its verdict line.
//!
//! The limit of `--memory` is far from there on most machines. Where it is not, an allocation fails that nobody can do without: Rust's
//! through [`Allocator`], C++'s (LLVM, CaDiCaL) through its new-handler; and a thread that cannot be started panics. A reserve is
//! given back first, which the end needs.

#![allow(unsafe_code)] // An allocator is unsafe by its nature, and the new-handler is C++'s.

use crate::source::temporary;
use std::alloc::{GlobalAlloc, Layout, System};
use std::panic;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::thread;
use std::time::Duration;

/// The system's allocator; what it cannot give ends the process by [`end`].
pub struct Allocator;

/// Bytes that are kept for the end: it removes temporary files.
const RESERVE: usize = 4 << 20;

static RESERVED: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

/// Whether standard output still lacks its verdict line, and whether it has it.
static VERDICT_DUE: AtomicBool = AtomicBool::new(false);
static VERDICT_OUT: AtomicBool = AtomicBool::new(false);

/// Whether a thread is ending the process.
static ENDING: AtomicBool = AtomicBool::new(false);

/// How long the end may take.
const GRACE: Duration = Duration::from_millis(300);

const MESSAGE: &[u8] =
    b"bitreach: the system gives no more memory; with a limit below that (--memory) the run says how far it came\n";

fn reserve() -> Layout {
    Layout::new::<[u8; RESERVE]>()
}

extern "C" {
    /// `std::set_new_handler` of C++: what is called where `new` finds no memory.
    #[link_name = "_ZSt15set_new_handlerPFvvE"]
    fn set_new_handler(handler: extern "C" fn()) -> Option<extern "C" fn()>;
}

/// From here on a failed allocation ends the process as [`end`] says. `verdict` says whether the command ends with a verdict line.
pub fn prepare(verdict: bool) {
    VERDICT_DUE.store(verdict, Ordering::Relaxed);
    // SAFETY: The layout has a size. What comes is not read; null means that there is no reserve.
    RESERVED.store(unsafe { System.alloc(reserve()) }, Ordering::Relaxed);
    // SAFETY: The handler is a function without state that does not return.
    unsafe { set_new_handler(no_memory_for_new) };
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if is_about_a_thread(panic) {
            end();
        }
        usual(panic);
    }));
}

/// Whether a thread could not be started: there is no memory for its stack. The standard library panics then.
fn is_about_a_thread(panic: &panic::PanicHookInfo) -> bool {
    panic.payload().downcast_ref::<String>().is_some_and(|message| message.starts_with("failed to spawn thread"))
}

/// The verdict line has been printed; no other one follows, and the exit code is that of the verdict.
pub fn verdict_is_out() {
    VERDICT_OUT.store(true, Ordering::Relaxed);
}

extern "C" fn no_memory_for_new() {
    end();
}

/// Ends the process with exit code 20 and, where one is due, the verdict line `VERDICT: UNKNOWN(memory)`.
pub fn end() -> ! {
    if VERDICT_OUT.load(Ordering::Relaxed) {
        // This thread was left behind; the process is about to end with its verdict.
        thread::sleep(GRACE);
    }
    let first = !ENDING.swap(true, Ordering::Relaxed);
    if first {
        put(libc::STDERR_FILENO, MESSAGE);
        if VERDICT_DUE.load(Ordering::Relaxed) && !VERDICT_OUT.load(Ordering::Relaxed) {
            put(libc::STDOUT_FILENO, b"VERDICT: UNKNOWN(memory)\n");
        }
        let reserved = RESERVED.swap(ptr::null_mut(), Ordering::Relaxed);
        if !reserved.is_null() {
            // SAFETY: It comes from this allocator with this layout, and nobody else has it any more.
            unsafe { System.dealloc(reserved, reserve()) };
            // This thread may hold any lock, that of standard output too: what is not written yet is not flushed.
            temporary::remove_if_free();
        }
    } else {
        // Another thread is at it, and may wait for what this one holds; or the end itself finds no memory.
        thread::sleep(GRACE);
    }
    // SAFETY: Ends the process and touches nothing; what had to be said has been written.
    unsafe { libc::_exit(20) }
}

/// Writes to a file descriptor; allocates nothing.
fn put(to: i32, text: &[u8]) {
    // SAFETY: The bytes are there, as many as are said. What cannot be written, nobody can be told.
    unsafe { libc::write(to, text.as_ptr().cast(), text.len()) };
}

/// The memory, or the end.
fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        end();
    }
    memory
}

// SAFETY: All is the system's allocator's; what it does not give is not returned.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller keeps the contract.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: As above.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: As above.
        given(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: As above.
        unsafe { System.dealloc(memory, layout) }
    }
}
