//! LLVM modules made ready to be read: every error an explicit call, nothing left that a pass could exploit, everything
//! inlined into `main`, then optimised.
//!
//! Order matters: once every error is an ordinary branch to an ordinary call, no optimiser can delete a bug.
//!
//! | module | stage |
//! |---|---|
//! | [`ir`] | handles for LLVM's values; all unsafe code |
//! | [`markers`] | the marker functions that tell the reader what is what |
//! | [`tables`] | rows of origins, inputs, checks, variables, unmodelled constructs |
//! | [`intercept`] | calls of functions with a meaning of their own become markers |
//! | [`overflow`] | overflow checks for modules that did not come from our clang run |
//! | [`undefined`] | undefined behaviour and undefined values become unmodelled or inputs |
//! | [`access`] | accesses are checked to stay inside their objects |
//! | [`dynamic`] | arrays of computed length become allocations |
//! | [`scopes`] | where locals come to life and where they end |
//! | [`tracked`] | where memory must not be lost |
//! | [`uninitialised`] | locals without a first value become inputs |
//! | [`padding`] | bytes that belong to no member become inputs |
//! | [`neutral`] | flags, attributes and metadata that let passes assume things go |
//! | [`inlining`] | calls that would make the program too large become unmodelled |
//! | [`dispatch`] | calls through pointers become comparisons and calls |
//! | [`recursion`] | recursive functions, inlined to a depth |
//! | [`passes`] | inlining and optimisation, with clean-ups between stages |
//! | [`freed`] | for the other way: memory that has been given back |
//! | [`functions`] | the other way: each function by itself, its branches as they are written |
//! | [`parts`] | how C names the parts of objects |
//! | [`memory`] | objects are listed, addresses are computed in bytes |
//! | [`finish`] | wide constants, names, lines: what the reader cannot see otherwise |

mod access;
mod declared;
mod dispatch;
mod dynamic;
mod finish;
pub mod freed;
pub mod functions;
mod inlining;
mod intercept;
mod ir;
mod markers;
mod memory;
mod nan;
mod neutral;
mod overflow;
mod padding;
mod parts;
mod passes;
mod recursion;
mod scopes;
mod tables;
#[cfg(test)]
mod tests;
mod tracked;
mod undefined;
mod uninitialised;
mod volatile;

use crate::frontend::clang::Remark;
use crate::frontend::objects::ObjectSource;
use crate::frontend::property::Property;
use crate::program::SourceMap;
pub use intercept::{ASSERT_FUNCTIONS, OUTPUT_FUNCTIONS, STOP_FUNCTIONS};
use ir::{LLVMLinkage, Module, Value};
use markers::Markers;
use tables::Tables;

/// A module whose `main` is the whole program, and the rows that its markers name.
#[derive(Clone, Debug)]
pub struct PreparedModule {
    /// The module as bitcode.
    pub bitcode: Vec<u8>,
    /// The rows.
    pub map: SourceMap,
    /// The objects that pointers can point to.
    pub objects: Vec<ObjectSource>,
}

/// A program before any pass: what clang made of it, in which calls of functions with a meaning of their own are markers, and
/// locals without a first value are inputs. This form is not read but compiled and run, to replay executions.
#[derive(Clone, Debug)]
pub struct Unoptimised {
    /// The module as bitcode.
    pub bitcode: Vec<u8>,
    /// The widths of the rows of inputs that there are; later stages may add rows.
    pub input_widths: Vec<u32>,
}

/// A program in its forms. Rows of checks, inputs, variables and constructs are the same in all.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// As clang made it.
    pub unoptimised: Unoptimised,
    /// Optimised as far as it goes: this one is encoded.
    pub optimised: PreparedModule,
    /// Inlined, its scalars in registers, but otherwise as written, each assignment to a variable marked: error paths are
    /// told on this one.
    pub plain: PreparedModule,
}

/// Where a module comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// From our run of clang: overflow checks are in it as traps, but for what clang remarked.
    Clang(Vec<Remark>),
    /// From elsewhere: overflow checks are made from `nsw` flags.
    Foreign,
}

/// Why a module cannot be prepared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrepareError {
    /// LLVM cannot read it.
    #[error("LLVM 19 cannot read it: {0}")]
    Read(String),
    /// There is no `main` with a body.
    #[error("there is no function `main` with a body; bitreach decides whole programs")]
    NoMain,
    /// A name that markers have.
    #[error("`{0}` is a name that bitreach keeps for itself; rename it")]
    Reserved(String),
    /// A pass failed, or left a broken module.
    #[error("LLVM failed while preparing the program: {0}")]
    Pass(String),
}

/// Prepares a module for a property. Recursive functions are inlined `recursion` levels below their first call; functions
/// without a body have those of `library`, a module. `malloc` and its like give null only if they may fail.
///
/// # Errors
/// If LLVM cannot read it, or it has no `main` that can be decided.
pub fn prepare(
    bytes: &[u8],
    name: &str,
    property: Property,
    source: &Source,
    recursion: usize,
    library: Option<&[u8]>,
    malloc_may_fail: bool,
) -> Result<Prepared, PrepareError> {
    ir::report_fatal_errors();
    let module = Module::parse(bytes, name).map_err(|message| PrepareError::Read(first_line(&message)))?;
    module.verify().map_err(|message| PrepareError::Read(first_line(&message)))?;
    let main = check_main(&module)?;
    check_names(&module)?;
    if let Some(library) = library {
        module.link(library).map_err(PrepareError::Pass)?;
    }
    module.set_debug_records(false);

    let markers = Markers::declare(&module);
    let mut tables = Tables::new();
    let mut unchecked = None;
    if property == Property::NoOverflow {
        overflow::insert_checks(&module, &markers, &mut tables, source);
        unchecked = overflow::unchecked(&module, source);
    }
    if property == Property::NoIndexOutOfBounds {
        // Only the source says which array an index is for.
        let foreign = || "indices are checked by clang: give the C source".to_owned();
        unchecked = overflow::unchecked(&module, source).or_else(|| (*source == Source::Foreign).then(foreign));
    }
    intercept::calls(&module, &markers, &mut tables, property, malloc_may_fail);
    intercept::bodies(&module, &markers, &mut tables, property);
    intercept::parameters_of_main(&module, &markers, &mut tables, main);
    intercept::returns_of_main(&module, &mut tables, property, main);
    tracked::mark(&module, &markers, &mut tables, property, main);
    volatile::reads_become_inputs(&module, &mut tables, property);
    uninitialised::become_inputs(&module, &markers, &mut tables);
    undefined::rests_become_zero(&module);
    padding::become_inputs(&module, &markers, &mut tables);
    let unoptimised = Unoptimised {
        bitcode: module.bitcode(),
        input_widths: tables.map.inputs.iter().map(|input| input.width).collect(),
    };
    dynamic::become_allocations(&module, &markers, &mut tables, main);
    scopes::mark(&module);
    access::insert_checks(&module, &markers, &mut tables, property);
    if let (Some(reason), Some(&first)) = (unchecked, main.instructions().first()) {
        undefined::always(&module, &markers, &mut tables, first, &reason);
    }
    undefined::outside_of_main(&module, &markers, &mut tables, main);
    undefined::behaviour_becomes_unmodelled(&module, &markers, &mut tables, property);
    undefined::values_become_inputs(&module, &markers, &mut tables);
    nan::bits_become_unmodelled(&module, &markers, &mut tables);
    dispatch::calls(&module, &markers, &mut tables, property);
    neutral::drop_assumptions(&module);
    recursion::prepare(&module, &markers, &mut tables);
    close(&module, main);
    recursion::cut_cycles(&module);
    inlining::bound(&module, &markers, &mut tables, main);
    module.verify().map_err(PrepareError::Pass)?;
    let plain = module.copy().map_err(PrepareError::Pass)?;
    plain.set_debug_records(false);
    finish::mark_assignments(&plain, &mut tables);
    let mut check = |module: &Module| {
        let markers = Markers::declare(module);
        undefined::constants_stay(module, &markers, &mut tables);
        access::resolve_checks(module, &markers)
    };
    passes::plain(&plain, recursion, &mut check).map_err(PrepareError::Pass)?;
    passes::optimise(&module, recursion, &mut check).map_err(PrepareError::Pass)?;
    Ok(Prepared { unoptimised, optimised: hand_over(&module, &tables)?, plain: hand_over(&plain, &tables)? })
}

/// Whether a module calls an error function, or takes its address.
///
/// # Errors
/// If LLVM cannot read it.
pub fn calls_error_function(bytes: &[u8], name: &str) -> Result<bool, PrepareError> {
    ir::report_fatal_errors();
    let module = Module::parse(bytes, name).map_err(|message| PrepareError::Read(first_line(&message)))?;
    Ok(module.functions().into_iter().any(|function| intercept::is_error_function(function) && function.has_uses()))
}

/// A module without the flags and attributes that let a compiler assume that something does not happen.
///
/// # Errors
/// If LLVM cannot read it.
pub fn without_assumptions(bitcode: &[u8]) -> Result<Vec<u8>, PrepareError> {
    let module = Module::parse(bitcode, "program").map_err(|message| PrepareError::Read(first_line(&message)))?;
    neutral::drop_assumptions(&module);
    Ok(module.bitcode())
}

/// Makes a module what the reader expects, and gives it rows of its own.
fn hand_over(module: &Module, tables: &Tables) -> Result<PreparedModule, PrepareError> {
    passes::lower_wide_switches(module).map_err(PrepareError::Pass)?;
    let (map, objects) = finish::finish(module, tables.clone());
    module.verify().map_err(PrepareError::Pass)?;
    Ok(PreparedModule { bitcode: module.bitcode(), map, objects })
}

/// `main`, if it has a body. One that the program itself names becomes a function like any other, which a new `main` that
/// nothing but the system calls begins.
fn check_main(module: &Module) -> Result<Value, PrepareError> {
    let main = module.function("main").filter(|main| !main.is_declaration()).ok_or(PrepareError::NoMain)?;
    Ok(if main.is_named() { recursion::begin(module, main) } else { main })
}

/// No function or global has the name of a marker: a call of it would be taken for one.
fn check_names(module: &Module) -> Result<(), PrepareError> {
    let mut names = module.functions().into_iter().chain(module.globals()).map(Value::name);
    names.find(|name| name.starts_with(markers::PREFIX)).map_or(Ok(()), |name| Err(PrepareError::Reserved(name)))
}

/// Nothing but `main` can be seen from outside, and everything is to be inlined into it.
fn close(module: &Module, main: Value) {
    let has_own = |function: &Value| !function.is_declaration() && !recursion::is_stand_in(*function);
    for function in module.functions().into_iter().filter(has_own) {
        // Without this, passes would take an access to address 0 for impossible.
        module.add_attribute(function, "null_pointer_is_valid", 0);
        if function == main {
            module.add_attribute(function, "norecurse", 0);
        } else {
            function.set_linkage(LLVMLinkage::LLVMInternalLinkage);
            module.add_attribute(function, "alwaysinline", 0);
        }
    }
    for global in module.globals().into_iter().filter(|global| !global.is_declaration()) {
        if !global.name().starts_with("llvm.") {
            global.set_linkage(LLVMLinkage::LLVMInternalLinkage);
        }
    }
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or("no reason given").to_owned()
}
