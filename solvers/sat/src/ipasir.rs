//! Any solver with the IPASIR interface as a back end, from a shared library that is loaded at run time, or, with the feature
//! `ipasir-static`, from a static one that is linked in.
//!
//! (Balyo, Biere, Iser, Sinz: SAT Race 2015, where IPASIR, the re-entrant incremental SAT solver interface, was set.) The
//! crate `libloading` opens the library and looks up its functions. All of them are looked up at once, so that a library
//! that lacks one is refused before any query; one of another kind than its name promises cannot be recognised.
//!
//! **Kept apart.** The library is opened with `RTLD_LOCAL`: its names serve nobody else, so that it may hold another version
//! of a solver that this program has too. `RTLD_NOW` finds at once what it needs and nobody has. `RTLD_DEEPBIND`, which would
//! make it prefer its own names to those of the program, is not needed: a program gives its names to libraries only if it
//! is linked to do so.
//!
//! A library stays loaded until the process ends, for it may have left threads, handlers and thread-local values behind
//! that have to find their code.
//!
//! Trusted is that the library does what the interface says; what it answers is checked like any other solver's.

// This module is the boundary to foreign code; each block says why it is sound.
#![allow(unsafe_code)]

use crate::{Answer, IncrementalSolver, SolverError, SolverFactory};
use bitreach_formula::{Lit, Var};
use bitreach_limits::StopFlag;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void, CStr};
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::rc::Rc;

/// Why a library cannot serve as a SAT solver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IpasirError {
    /// There is no such file, or it is no shared library for this machine, or it needs others that are not there.
    #[error("{}: cannot be loaded as a shared library: {message}", path.display())]
    Load {
        /// The library.
        path: PathBuf,
        /// What the system's loader said.
        message: String,
    },
    /// A function of the interface is missing.
    #[error("{}: is no IPASIR solver: the function `{symbol}` is missing", path.display())]
    Missing {
        /// The library.
        path: PathBuf,
        /// The function's name.
        symbol: &'static str,
    },
}

/// `ipasir_set_terminate`'s callback: not 0 ends the query.
type Terminate = extern "C" fn(*mut c_void) -> c_int;

/// The functions of the interface, as `ipasir.h` declares them.
#[derive(Debug)]
struct Functions {
    signature: unsafe extern "C" fn() -> *const c_char,
    init: unsafe extern "C" fn() -> *mut c_void,
    release: unsafe extern "C" fn(*mut c_void),
    add: unsafe extern "C" fn(*mut c_void, c_int),
    assume: unsafe extern "C" fn(*mut c_void, c_int),
    solve: unsafe extern "C" fn(*mut c_void) -> c_int,
    val: unsafe extern "C" fn(*mut c_void, c_int) -> c_int,
    failed: unsafe extern "C" fn(*mut c_void, c_int) -> c_int,
    set_terminate: unsafe extern "C" fn(*mut c_void, *mut c_void, Option<Terminate>),
    /// No part of the interface: C's `fflush` as the library sees it, if it does.
    flush: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
}

impl Functions {
    fn of(library: &Library) -> Result<Functions, &'static str> {
        macro_rules! function {
            ($name:literal) => {
                // SAFETY: the interface says that a function of this name has the type of the field that it goes to.
                match unsafe { library.get($name.as_bytes()) } {
                    Ok(symbol) => *symbol,
                    Err(_) => return Err($name),
                }
            };
        }
        Ok(Functions {
            signature: function!("ipasir_signature"),
            init: function!("ipasir_init"),
            release: function!("ipasir_release"),
            add: function!("ipasir_add"),
            assume: function!("ipasir_assume"),
            solve: function!("ipasir_solve"),
            val: function!("ipasir_val"),
            failed: function!("ipasir_failed"),
            set_terminate: function!("ipasir_set_terminate"),
            // SAFETY: it is C's, and so is its type; a stream is a pointer.
            flush: unsafe { library.get(b"fflush") }.ok().map(|symbol| *symbol),
        })
    }

    /// The solver's name and version.
    fn name(&self) -> String {
        // SAFETY: the function takes nothing and returns a string that stays, or null where it has none to tell.
        let text = unsafe {
            let text = (self.signature)();
            (!text.is_null()).then(|| CStr::from_ptr(text))
        };
        text.map_or_else(|| "ipasir".to_owned(), |text| text.to_string_lossy().into_owned())
    }
}

/// A loaded library that makes [`Ipasir`] solvers. Two are equal if they come from the same call of
/// [`IpasirFactory::load`].
#[derive(Clone, Copy, Debug)]
pub struct IpasirFactory(&'static Functions);

impl PartialEq for IpasirFactory {
    fn eq(&self, other: &IpasirFactory) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for IpasirFactory {}

impl IpasirFactory {
    /// The library that was linked in, if bitreach was built with one.
    pub fn linked() -> Option<IpasirFactory> {
        #[cfg(feature = "ipasir-static")]
        return Some(IpasirFactory(&linked::FUNCTIONS));
        #[cfg(not(feature = "ipasir-static"))]
        return None;
    }

    /// Loads a library, for as long as the process lives.
    ///
    /// # Errors
    /// If it cannot be loaded, or a function of the interface is missing.
    pub fn load(path: &Path) -> Result<IpasirFactory, IpasirError> {
        let refused = |message: String| IpasirError::Load { path: path.to_owned(), message };
        // A bare name would be searched for in the system's folders, and none is the program itself; what is meant is a file.
        let file = path.canonicalize().map_err(|error| refused(error.to_string()))?;
        // SAFETY: whoever names a library wants its code to run, and that includes what it does when it is loaded.
        let library = unsafe { Library::open(Some(&file), RTLD_NOW | RTLD_LOCAL) }
            .map_err(|error| refused(reason(&error, &file)))?;
        let functions =
            Functions::of(&library).map_err(|symbol| IpasirError::Missing { path: path.to_owned(), symbol })?;
        std::mem::forget(library);
        Ok(IpasirFactory(Box::leak(Box::new(functions))))
    }
}

/// The functions of the library that `build.rs` links in, under the names that it gives them.
#[cfg(feature = "ipasir-static")]
mod linked {
    use super::{c_char, c_int, c_void, Functions, Terminate};

    extern "C" {
        fn bitreach_ipasir_signature() -> *const c_char;
        fn bitreach_ipasir_init() -> *mut c_void;
        fn bitreach_ipasir_release(solver: *mut c_void);
        fn bitreach_ipasir_add(solver: *mut c_void, lit: c_int);
        fn bitreach_ipasir_assume(solver: *mut c_void, lit: c_int);
        fn bitreach_ipasir_solve(solver: *mut c_void) -> c_int;
        fn bitreach_ipasir_val(solver: *mut c_void, lit: c_int) -> c_int;
        fn bitreach_ipasir_failed(solver: *mut c_void, lit: c_int) -> c_int;
        fn bitreach_ipasir_set_terminate(solver: *mut c_void, data: *mut c_void, heed: Option<Terminate>);
        fn fflush(stream: *mut c_void) -> c_int;
    }

    pub static FUNCTIONS: Functions = Functions {
        signature: bitreach_ipasir_signature,
        init: bitreach_ipasir_init,
        release: bitreach_ipasir_release,
        add: bitreach_ipasir_add,
        assume: bitreach_ipasir_assume,
        solve: bitreach_ipasir_solve,
        val: bitreach_ipasir_val,
        failed: bitreach_ipasir_failed,
        set_terminate: bitreach_ipasir_set_terminate,
        flush: Some(fflush),
    };
}

/// What the loader said, without the path that it begins with.
fn reason(error: &libloading::Error, file: &Path) -> String {
    let text = match error {
        libloading::Error::DlOpen { desc } => format!("{desc:?}").trim_matches('"').to_owned(),
        error => error.to_string(),
    };
    text.strip_prefix(&format!("{}: ", file.display())).unwrap_or(&text).to_owned()
}

impl SolverFactory for IpasirFactory {
    fn name(&self) -> String {
        self.0.name()
    }

    fn create(&self) -> Box<dyn IncrementalSolver> {
        Box::new(Ipasir::new(self.0))
    }
}

/// Asks the stop flag from within a query.
extern "C" fn heed(stop: *mut c_void) -> c_int {
    // SAFETY: `stop` is what `Ipasir::new` passed: the flag, which lives until the solver has been released, and
    // which is used by the solver's own thread alone.
    let stop = unsafe { &*stop.cast_const().cast::<RefCell<StopFlag>>() };
    stop.try_borrow().is_ok_and(|stop| stop.is_raised()).into()
}

/// A solver from a library behind [`IncrementalSolver`]. It can be stopped within a query, if the library heeds
/// `ipasir_set_terminate`.
pub struct Ipasir {
    functions: &'static Functions,
    /// `None` where the library had none to give, as when its memory is used up.
    solver: Option<NonNull<c_void>>,
    /// The solver holds a pointer to it.
    stop: Rc<RefCell<StopFlag>>,
    /// What may be asked: values after `Sat`, the core after `Unsat`, nothing in between.
    answer: Option<Answer>,
    /// How many variables the solver has met; it must not be asked about others.
    variables: usize,
}

impl Ipasir {
    fn new(functions: &'static Functions) -> Ipasir {
        let stop = Rc::new(RefCell::new(StopFlag::new()));
        // SAFETY: the function takes nothing.
        let solver = NonNull::new(unsafe { (functions.init)() });
        if let Some(solver) = solver {
            // SAFETY: the solver is fresh, and the flag lives as long as it does: `Drop` releases the solver first.
            unsafe { (functions.set_terminate)(solver.as_ptr(), Rc::as_ptr(&stop).cast_mut().cast(), Some(heed)) }
        }
        Ipasir { functions, solver, stop, answer: None, variables: 0 }
    }

    /// The number of a literal that is on its way into the solver.
    fn meet(&mut self, lit: Lit) -> c_int {
        self.variables = self.variables.max(lit.var().index() + 1);
        lit.dimacs()
    }

    /// Whether the solver says about the variable that it is true.
    fn is_true(&self, var: Var) -> bool {
        let asked = self.answer == Some(Answer::Sat) && var.index() < self.variables;
        // SAFETY: the solver lives, its last answer was `Sat`, and it has met the variable.
        let value = |solver: NonNull<c_void>| unsafe { (self.functions.val)(solver.as_ptr(), var.dimacs()) };
        asked && self.solver.map(value) == Some(var.dimacs())
    }
}

impl Drop for Ipasir {
    fn drop(&mut self) {
        if let Some(solver) = self.solver {
            // SAFETY: the solver comes from `ipasir_init` and is not used after this.
            unsafe { (self.functions.release)(solver.as_ptr()) }
        }
        // Some solvers print. What C has buffered goes out now, and not after the verdict, when the process ends.
        if let Some(flush) = self.functions.flush {
            // SAFETY: null means all streams.
            unsafe { flush(std::ptr::null_mut()) };
        }
    }
}

impl IncrementalSolver for Ipasir {
    fn name(&self) -> String {
        self.functions.name()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.answer = None;
        let Some(solver) = self.solver else { return };
        for &lit in clause {
            let number = self.meet(lit);
            // SAFETY: the solver lives, and clauses may be added in each of its states.
            unsafe { (self.functions.add)(solver.as_ptr(), number) }
        }
        // SAFETY: as above; 0 ends the clause.
        unsafe { (self.functions.add)(solver.as_ptr(), 0) }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.answer = None;
        // Before the assumptions go in: the solver keeps them until a query has used them.
        if self.stop.borrow().is_raised() {
            return Ok(Answer::Stopped);
        }
        let solver = self.solver.ok_or_else(|| self.fault("has no solver to give: `ipasir_init` returned null"))?;
        for &lit in assumptions {
            let number = self.meet(lit);
            // SAFETY: the solver lives, and no clause is left without its end.
            unsafe { (self.functions.assume)(solver.as_ptr(), number) }
        }
        // SAFETY: as above. It calls `heed`, which does not come back here.
        let answer = match unsafe { (self.functions.solve)(solver.as_ptr()) } {
            10 => Answer::Sat,
            20 => Answer::Unsat,
            0 if self.stop.borrow().is_raised() => Answer::Stopped,
            0 => return Err(self.fault("gave up although nobody asked it to stop")),
            other => return Err(self.fault(&format!("answered {other}, which means nothing"))),
        };
        self.answer = Some(answer);
        Ok(answer)
    }

    fn value(&self, lit: Lit) -> bool {
        self.is_true(lit.var()) == lit.is_positive()
    }

    fn failed(&self, lit: Lit) -> bool {
        // SAFETY: the solver lives, its last answer was `Unsat`, and the caller asks about an assumption of that query.
        let failed = |solver: NonNull<c_void>| unsafe { (self.functions.failed)(solver.as_ptr(), lit.dimacs()) } != 0;
        self.answer == Some(Answer::Unsat) && self.solver.is_some_and(failed)
    }

    fn set_stop(&mut self, stop: StopFlag) {
        *self.stop.borrow_mut() = stop;
    }
}

impl Ipasir {
    fn fault(&self, message: &str) -> SolverError {
        SolverError::Internal { solver: self.name(), message: message.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, library_of_debians_cadical};
    use crate::{CadicalFactory, VarisatFactory};
    use std::fs;
    use std::process::Command;

    #[test]
    fn conforms() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let factory = IpasirFactory::load(&library_of_debians_cadical(folder.path())).expect("it is an IPASIR solver");
        conformance::check_all(&factory);
        assert_eq!(factory, factory.clone());
    }

    /// `make test` links Debian's CaDiCaL in, which is another one than this program has anyway.
    #[test]
    #[cfg(feature = "ipasir-static")]
    fn what_is_linked_in_conforms_and_keeps_apart() {
        let linked = IpasirFactory::linked().expect("the feature is on");
        conformance::check_all(&linked);
        keep_apart(linked);
    }

    #[test]
    #[cfg(not(feature = "ipasir-static"))]
    fn nothing_is_linked_in_unless_asked_for() {
        assert_eq!(IpasirFactory::linked(), None);
    }

    #[test]
    fn the_bundled_solver_and_a_loaded_one_of_the_same_name_keep_apart() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        keep_apart(IpasirFactory::load(&library_of_debians_cadical(folder.path())).expect("it is an IPASIR solver"));
    }

    /// The library holds another CaDiCaL than this program. Both are asked in turn and keep apart, also in threads.
    fn keep_apart(loaded: IpasirFactory) {
        let (bundled_name, loaded_name) = (CadicalFactory.create().name(), loaded.create().name());
        assert!(
            bundled_name.starts_with("cadical-1.9") && loaded_name.contains("cadical"),
            "{bundled_name} {loaded_name}"
        );
        assert_ne!(bundled_name, loaded_name);
        std::thread::scope(|scope| {
            for thread in 0..3 {
                scope.spawn(move || {
                    for seed in 1000 * thread..1000 * thread + 200 {
                        conformance::random_trace(&loaded, seed);
                        conformance::random_trace(&CadicalFactory, seed);
                    }
                });
            }
        });
        let (mut one, mut two) = (loaded.create(), CadicalFactory.create());
        let (a, b) = (Var::new(0).positive(), Var::new(1).positive());
        for solver in [&mut one, &mut two] {
            solver.add_clause(&[a, b]);
        }
        one.add_clause(&[!a]);
        two.add_clause(&[!b]);
        assert_eq!((one.solve(&[]).ok(), two.solve(&[]).ok()), (Some(Answer::Sat), Some(Answer::Sat)));
        assert!(one.value(b) && one.value(!a) && two.value(a) && two.value(!b));
        assert_eq!(VarisatFactory.create().solve(&[a]).ok(), Some(Answer::Sat));
    }

    /// A library with all functions but one.
    fn library_without(missing: &str, folder: &Path) -> PathBuf {
        let names = ["signature", "init", "release", "add", "assume", "solve", "val", "failed", "set_terminate"];
        let functions = names.iter().filter(|name| **name != missing).map(|name| format!("int ipasir_{name}; "));
        let (source, library) = (folder.join(format!("without_{missing}.c")), folder.join(format!("{missing}.so")));
        fs::write(&source, functions.collect::<String>()).expect("a temporary file");
        let status = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status();
        assert!(status.expect("there is a C compiler").success());
        library
    }

    #[test]
    fn what_is_no_solver_is_refused_by_name() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["signature", "init", "release", "add", "assume", "solve", "val", "failed", "set_terminate"] {
            let error = IpasirFactory::load(&library_without(name, folder.path())).expect_err("a function is missing");
            assert!(matches!(&error, IpasirError::Missing { symbol, .. } if *symbol == format!("ipasir_{name}")));
            assert!(error.to_string().contains(&format!("ipasir_{name}")), "{error}");
        }
        let text = folder.path().join("text.so");
        fs::write(&text, "no library").expect("a temporary file");
        let error = IpasirFactory::load(&text).expect_err("a text").to_string();
        assert!(error.contains("text.so") && error.matches("text.so").count() == 1, "{error}");
        for path in [&folder.path().join("not-there.so"), folder.path(), Path::new("libcadical.so"), Path::new("")] {
            let error = IpasirFactory::load(path).expect_err("nothing there");
            assert!(matches!(error, IpasirError::Load { .. }), "{error}");
        }
    }

    /// An answer that the interface does not know is a fault, and so is giving up, or no solver at all.
    #[test]
    fn answers_that_mean_nothing_are_faults() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (code, given, says) in [(0, "&it", "gave up"), (7, "&it", "answered 7"), (20, "0", "returned null")] {
            let (source, library) = (folder.path().join("odd.c"), folder.path().join(format!("odd{code}.so")));
            let text = format!(
                "const char *ipasir_signature(void) {{ return 0; }}\n\
                 static int it; void *ipasir_init(void) {{ return {given}; }}\n\
                 void ipasir_release(void *s) {{ }} void ipasir_add(void *s, int l) {{ }}\n\
                 void ipasir_assume(void *s, int l) {{ }} int ipasir_solve(void *s) {{ return {code}; }}\n\
                 int ipasir_val(void *s, int l) {{ return l; }} int ipasir_failed(void *s, int l) {{ return 1; }}\n\
                 void ipasir_set_terminate(void *s, void *d, int (*f)(void *)) {{ }}\n"
            );
            fs::write(&source, text).expect("a temporary file");
            let status = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status();
            assert!(status.expect("there is a C compiler").success());
            let mut solver = IpasirFactory::load(&library).expect("all functions are there").create();
            assert_eq!(solver.name(), "ipasir");
            let error = solver.solve(&[]).expect_err("no answer").to_string();
            assert!(error.contains(says), "{error}");
            let lit = Var::new(0).positive();
            assert!(!solver.value(lit) && !solver.failed(lit), "nothing may be asked after a fault");
        }
    }
}
