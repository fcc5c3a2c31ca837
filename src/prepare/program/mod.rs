//! The recipe for a whole program: every error becomes an explicit call, nothing is left that a pass could exploit, everything is
//! inlined into `main`, then optimised.
//!
//! Order matters: once every error is an ordinary branch to an ordinary call, no optimiser can delete a bug.
//!
//! | module | stage |
//! |---|---|
//! | [`assembly`] | assembler that is known by its text |
//! | [`intercept`] | calls of functions with a meaning of their own become markers |
//! | [`formats`] | what functions read and write as a format says |
//! | [`mod@arguments`] | strings that `main` is given |
//! | [`outside`] | what runs before `main` and behind it |
//! | [`external`] | variables that no file defines |
//! | [`longjmp`] | jumps out of functions become returns and branches |
//! | [`results`] | what functions of the C library give, as far as C says it |
//! | [`rounding`] | the direction in which results are rounded |
//! | [`stand_ins`] | functions that are something else under another name |
//! | [`prototypes`] | calls of functions that are declared without what they take |
//! | [`variadic`] | arguments that functions do not name |
//! | [`overflow`] | overflow checks for modules that did not come from our clang run |
//! | [`folded`] | undefined behaviour in constants that clang computes itself |
//! | [`undefined`] | undefined behaviour and undefined values become unmodelled or inputs |
//! | [`vectors`] | vectors become rows of lanes |
//! | [`access`] | accesses are checked to stay inside their objects |
//! | [`left`] | which objects these are, in words |
//! | [`discarded`] | objects that are read and thrown away |
//! | [`compare`] | comparisons of addresses whose answer C leaves open become unmodelled |
//! | [`overlap`] | copies between blocks that overlap become unmodelled |
//! | [`comparators`] | functions that compare for others, and do more, become unmodelled |
//! | [`dynamic`] | arrays of computed length become allocations |
//! | [`scopes`] | the lives of locals |
//! | [`tracked`] | where memory must not be lost |
//! | [`held`] | what locals hold where memory must not be lost |
//! | [`uninitialised`] | locals without a first value become inputs |
//! | [`padding`] | bytes that belong to no member become inputs |
//! | [`nan`] | bits of numbers that are none become unmodelled |
//! | [`volatile`] | reads of volatile objects become inputs |
//! | [`inlining`] | calls that would make the program too large become unmodelled |
//! | [`labels`] | addresses of labels become those of functions, and jumps to them comparisons |
//! | [`dispatch`] | calls through pointers become comparisons and calls |
//! | [`pointed`] | functions without a body that are called through pointers |
//! | [`recursion`] | recursive functions, inlined to a depth |
//! | [`frames`] | recursive functions, to any depth: what calls remember is in memory |
//! | [`passes`] | inlining and optimisation, with clean-ups between stages |
//! | [`places`] | for the search for inconsistent code: where control passes in the source |
//! | [`parts`] | how C names the parts of objects |
//! | [`mod@modelled`] | which functions without a body are known |
//! | [`memory`] | objects are listed, addresses are computed in bytes |
//! | [`declared`] | which bytes of an object its members are |
//! | [`files`] | the files of a program, and which function comes from which |
//! | [`finish`] | wide constants, names, lines: what the reader cannot see otherwise |
//! | [`mod@calls`] | what functions are passed and what they return, marked for those who tell paths |
//! | [`differences`] | subtractions of addresses stay inside objects |

mod access;
pub mod arguments;
mod assembly;
mod calls;
mod comparators;
mod compare;
mod declared;
mod differences;
mod discarded;
mod dispatch;
mod dynamic;
mod external;
mod files;
mod finish;
mod folded;
mod formats;
mod frames;
mod held;
mod inlining;
pub mod intercept;
mod labels;
mod left;
mod longjmp;
mod memory;
mod modelled;
pub mod nan;
mod outside;
mod overflow;
mod overlap;
mod padding;
mod parts;
mod passes;
pub mod places;
mod pointed;
mod prototypes;
mod recursion;
mod results;
mod rounding;
mod scopes;
mod stand_ins;
mod tracked;
mod undefined;
mod uninitialised;
mod variadic;
mod vectors;
mod volatile;

use super::debug_info::shared_names;
use super::objects::ObjectSource;
use super::tables::Tables;
use super::{assumptions, check_names, first_line, parse, PrepareError};
use crate::llvm::ir::{LLVMLinkage, Module, Value};
use crate::llvm::known::{self, Returns};
use crate::llvm::marker::declare::{self, Markers};
use crate::llvm::marker::PREFIX;
use crate::program::{SourceMap, UnmodelledId};
use crate::source::clang::ClangError;
use crate::source::property::{FunctionName, Property};
use crate::source::{library, GIVEN};
pub use files::{CSource, File, Files};
pub use frames::is_array;
pub use intercept::is_not_fixed;
use left::Left;
pub use modelled::{intrinsics, is_modelled, modelled};
pub use outside::AT_NORMAL_END;
pub use overflow::is_overflow;
use places::SourcePlaces;
pub use recursion::{is_too_deep, Recursion};

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

/// What is assumed of functions that a program calls and does not define, and of its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumed {
    /// Whether `malloc` and its like may give null.
    pub malloc_may_fail: bool,
    /// What a call does of a function of which nothing is known.
    pub unknown_calls: UnknownCalls,
    /// How many strings `main` is given at most behind the program's name, where it reads them: at most [`arguments::MOST`].
    pub arguments: usize,
    /// Whether functions whose values IEEE 754 does not fix give any value of their ranges, which is more than they do: an error that
    /// is found then is none. If not, such values are unmodelled.
    pub ranges: bool,
    /// What signed arithmetic does that overflows, where the property is another.
    pub overflow: Overflow,
}

impl Default for Assumed {
    fn default() -> Assumed {
        let unknown_calls = UnknownCalls::default();
        Assumed {
            malloc_may_fail: false,
            unknown_calls,
            arguments: arguments::DEFAULT,
            ranges: false,
            overflow: Overflow::Wraps,
        }
    }
}

impl Assumed {
    /// What signed arithmetic does that overflows: where the property asks about that, what it does then does not matter.
    fn of_overflow(&self, property: Property) -> Overflow {
        if property.asks_for_overflow() {
            Overflow::Wraps
        } else {
            self.overflow
        }
    }
}

/// What signed arithmetic does that overflows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// It wraps.
    Wraps,
    /// It wraps where an error is searched for. In the plain program, where it is told, what follows is unmodelled.
    Noticed,
    /// C leaves that open: what follows is unmodelled.
    Undefined,
}

/// What a call does of a function of which nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnknownCalls {
    /// That is not modelled.
    #[default]
    Unmodelled,
    /// It gives any value, and changes nothing.
    Any,
    /// It ends the execution.
    Stop,
}

/// What gives bodies, as a module, for some of the functions and objects of these names; nothing if it has none of them.
pub type Library = dyn Fn(&[String]) -> Result<Option<Vec<u8>>, ClangError> + Send;

/// Prepares a program for a property. Recursion is followed as deep as `recursion` says; functions
/// without a body have those of `library`; of others is assumed what `assumed` says.
///
/// # Errors
/// If LLVM cannot read or link its files, or they have no `main` that can be decided.
pub fn prepare(
    files: &Files,
    property: Property,
    recursion: Recursion,
    library: &Library,
    assumed: Assumed,
) -> Result<Prepared, PrepareError> {
    let _reported = files.crashes_reported();
    let (module, main) = open(files)?;
    check_error_function(property)?;
    if let Some(name) = intercept::separate_errors(&module, property) {
        return Err(PrepareError::ErrorFunction(name));
    }
    let mut tables = Tables::new();
    tables
        .map
        .assumptions
        .extend(order_of_evaluation(&module, files, property).into_iter().chain(outside::assumptions(&module)));
    let main = link_bodies(&module, main, files, property, library, Some(assumed.arguments))?;
    module.set_debug_records(false);

    tables.shared_names = shared_names(&module);
    let unoptimised = make_explicit(&module, &mut tables, main, property, files, assumed, recursion)?;
    let plain = module.copy().map_err(PrepareError::Pass)?;
    plain.set_debug_records(false);
    let assumes = assumed.of_overflow(property);
    for (module, is_told) in [(&module, false), (&plain, true)] {
        let is_open = assumes == Overflow::Undefined || assumes == Overflow::Noticed && is_told;
        if !is_open {
            folded::overflow_wraps(module, &tables);
        }
        overflow::take_flags(module, &mut tables, is_open);
    }
    finish::mark_assignments(&plain, &mut tables);
    parts::mark_stores(&plain, &mut tables);
    calls::mark(&plain, &mut tables);
    passes::plain(&plain, recursion, resolve).map_err(PrepareError::Pass)?;
    if !assumed.malloc_may_fail && allocates(&plain, &mut tables) {
        tables.map.assumptions.push(FINDS_MEMORY.to_owned());
    }
    passes::optimise(&module, recursion, resolve).map_err(PrepareError::Pass)?;
    let (optimised, plain) = (hand_over(&module, &tables)?, hand_over(&plain, &tables)?);
    Ok(Prepared { unoptimised, optimised, plain })
}

/// What is assumed where a program asks for memory.
const FINDS_MEMORY: &str =
    "malloc, calloc, realloc and what else asks for memory finds it (with --malloc-may-fail it may not)";

/// Whether a call of a program that is inlined asks for memory on the heap. What arguments point to is there.
fn allocates(module: &Module, tables: &mut Tables) -> bool {
    let own = declare::allocate_local(module);
    let asks = |call: &Value| call.callee() != Some(own) && declare::allocated(*call).is_some();
    let is_one = |call: Value| {
        let origin = tables.origin_of(call).and_then(|origin| tables.map.origins.get(origin.0));
        !origin.is_some_and(|origin| GIVEN.iter().any(|begin| origin.file.starts_with(begin)))
    };
    let functions = module.functions().into_iter().filter(|function| !function.name().starts_with(PREFIX));
    functions.flat_map(Value::instructions).filter(asks).any(is_one)
}

/// A whole program whose branches are still those of the source, with the places that control passes in it.
#[derive(Clone, Debug)]
pub struct PreparedWhole {
    /// The program.
    pub module: PreparedModule,
    /// The places that its markers name by row.
    pub places: SourcePlaces,
    /// The rows of what is not represented that stand for calls which do not come back.
    pub stops: Vec<UnmodelledId>,
}

/// Prepares a program of several modules for the search for inconsistent code: only passes that keep branches run, unless
/// functions call themselves. All errors are asked for; allocations may fail. `library` as in [`prepare`].
///
/// # Errors
/// If LLVM cannot read or link the files, or they have no `main`.
pub fn prepare_whole(
    files: &Files,
    overflow: bool,
    recursion: usize,
    library: &Library,
) -> Result<PreparedWhole, PrepareError> {
    let _reported = files.crashes_reported();
    let (module, main) = open(files)?;
    module.set_debug_records(false);
    intercept::separate_errors(&module, Property::NormalEnd { overflow });
    let places = places::mark(&module);
    // What only more arguments come to is not inconsistent.
    let main = link_bodies(&module, main, files, Property::NormalEnd { overflow }, library, None)?;
    module.set_debug_records(false);
    let mut tables = Tables::new();
    tables.shared_names = shared_names(&module);
    // More executions than there are make less inconsistent.
    let assumed = Assumed { malloc_may_fail: true, ranges: true, ..Assumed::default() };
    let levels = Recursion::Levels(recursion);
    make_explicit(&module, &mut tables, main, Property::NormalEnd { overflow }, files, assumed, levels)?;
    overflow::take_flags(&module, &mut tables, false);
    finish::mark_assignments(&module, &mut tables);
    let mut left = Left::default();
    let module = match module.functions().into_iter().any(recursion::is_stand_in) {
        true => inline_recursion(module, recursion, &mut left).map_err(PrepareError::Pass)?,
        false => {
            passes::plain(&module, levels, |module| left.resolve(module)).map_err(PrepareError::Pass)?;
            module
        }
    };
    left.tell(&mut tables.map);
    Ok(PreparedWhole { module: hand_over(&module, &tables)?, places, stops: tables.stops })
}

/// Recursion of a whole program: passes that see conditions find out how deep it goes, and what they do not see is inlined so
/// deep; where that is too much, or there is no end of it, they see them.
fn inline_recursion(module: Module, recursion: usize, left: &mut Left) -> Result<Module, String> {
    let shown = module.copy()?;
    shown.set_debug_records(false);
    places::show_conditions(&shown);
    let levels = passes::plain_levels(&shown, recursion, passes::FARTHER, |module| left.resolve(module))?;
    if let Some(levels) = levels {
        passes::plain_levels(&module, levels, 1, |module| left.resolve(module))?;
        if recursion::size(&module) < recursion::MOST_INSTRUCTIONS / 2 {
            return Ok(module);
        }
    }
    Ok(shown)
}

/// Gives a module the bodies of what it uses and does not define, as far as there are any. Gives the function that the system calls.
fn link_bodies(
    module: &Module,
    main: Value,
    files: &Files,
    property: Property,
    library: &Library,
    arguments: Option<usize>,
) -> Result<Value, PrepareError> {
    let reads = arguments::read(module, main);
    let main = outside::show(module, main, files, property);
    if let Some(most) = arguments {
        arguments::show(module, main, reads, most);
    }
    pointed::show(module, property);
    rounding::show(module);
    stand_ins::show(module);
    comparators::show(module, property);
    formats::show(module, property);
    link_missing(module, library)?;
    prototypes::show(module);
    variadic::show(module, files);
    link_missing(module, library)?;
    results::keep_signs(module);
    if longjmp::show(module, main, files, property) {
        link_missing(module, library)?;
    }
    Ok(main)
}

fn link_missing(module: &Module, library: &Library) -> Result<(), PrepareError> {
    let missing = |value: &Value| value.is_declaration() && value.has_uses();
    let names = module.functions().into_iter().chain(module.globals()).filter(missing).map(Value::name);
    match library(&names.collect::<Vec<_>>())? {
        Some(bodies) => module.link(&bodies).map_err(PrepareError::Pass),
        None => Ok(()),
    }
}

/// What is assumed where the order matters in which operands are evaluated: that it is clang's.
fn order_of_evaluation(module: &Module, files: &Files, property: Property) -> Option<String> {
    // What the module does not have is a macro, which may do anything, or the compiler's own.
    let without_effects = |name: &str| match module.function(name) {
        Some(function) => comparators::is_without_effects(module, function, property),
        None => name.starts_with("__builtin_"),
    };
    let (file, place) = files.parsed().order_that_matters(without_effects)?;
    Some(format!(
        "operands and arguments are evaluated in clang's order, where it matters: first in {file}, line {}",
        place.line
    ))
}

/// Links files that have a `main`, and no name of ours.
fn open(files: &Files) -> Result<(Module, Value), PrepareError> {
    let module = files.linked()?;
    module.verify().map_err(|message| PrepareError::Read(first_line(&message)))?;
    let main = check_main(&module)?;
    check_names(&module)?;
    Ok((module, main))
}

/// Everything that passes must not see becomes a marker, and everything is ready to be inlined into `main`.
fn make_explicit(
    module: &Module,
    tables: &mut Tables,
    main: Value,
    property: Property,
    files: &Files,
    assumed: Assumed,
    recursion: Recursion,
) -> Result<Unoptimised, PrepareError> {
    let markers = &Markers::declare(module);
    let mut unchecked = None;
    if property.asks_for_overflow() {
        overflow::insert_checks(module, markers, tables, files);
        unchecked = overflow::unchecked(files);
    }
    folded::make_explicit(module, markers, tables, property, files);
    if matches!(property, Property::NoBadShift | Property::NoDivisionByZero) {
        unchecked = overflow::switched_off(files);
    }
    if property == Property::NoIndexOutOfBounds {
        // Only the source says which array an index is for.
        let foreign = || "indices are checked by clang: give the C source".to_owned();
        unchecked = overflow::switched_off(files).or_else(|| files.has_foreign().then(foreign));
    }
    unchecked = unchecked.or(overflow::unreliable(files)).or(overflow::unevaluated(files, property));
    if let Some(missing) = module.functions().into_iter().find(|f| f.may_be_missing() && f.has_address_taken()) {
        let reason = format!("the address of a weak function without a body, {}, which may be null", missing.name());
        unchecked = unchecked.or(Some(reason));
    }
    assembly::show(module, markers, tables, assumed.unknown_calls);
    tables.map.computes_floats = undefined::bodies(module)
        .filter(|function| files.number(*function).is_some())
        .any(|function| function.instructions().into_iter().any(undefined::computes_floats));
    tables.map.sets_rounding = rounding::is_set(module);
    tables.map.assumptions.extend(stand_ins::assumptions(module));
    tables.map.assumptions.extend(files.assumptions());
    tables.map.assumptions.extend(arguments::assumption(module, assumed.arguments));
    intercept::calls(module, markers, tables, property, assumed);
    intercept::bodies(module, markers, tables, property);
    intercept::parameters_of_main(module, markers, tables, main);
    intercept::returns_of_main(module, tables, property, main);
    tracked::mark(module, markers, tables, property, main);
    volatile::reads_become_inputs(module, tables, property);
    let parsed = files.parsed();
    // What was compiled elsewhere has no text.
    let text_of = |function: Value| (!files.is_foreign(function)).then_some(&parsed);
    scopes::functions_without_blocks(module, markers, tables, text_of);
    uninitialised::become_inputs(module, markers, tables, text_of);
    undefined::rests_become_zero(module);
    padding::become_inputs(module, markers, tables);
    let unoptimised = Unoptimised {
        bitcode: module.bitcode(),
        input_widths: tables.map.inputs.iter().map(|input| input.width).collect(),
    };
    dynamic::become_allocations(module, markers, tables, property, main, files);
    held::mark(module, text_of);
    scopes::mark(module, tables, text_of);
    vectors::become_lanes(module, markers, tables).map_err(PrepareError::Pass)?;
    undefined::wide_indices_become_unmodelled(module, markers, tables);
    access::insert_checks(module, markers, tables, property);
    discarded::become_accesses(module, markers, tables, property, files);
    compare::mark(module);
    overlap::mark(module);
    if let (Some(reason), Some(&first)) = (unchecked, main.instructions().first()) {
        undefined::always(module, markers, tables, first, &reason);
    }
    undefined::outside_of_main(module, markers, tables, main);
    undefined::behaviour_becomes_unmodelled(module, markers, tables, property, files);
    undefined::values_become_inputs(module, markers, tables);
    nan::bits_become_unmodelled(module, markers, tables, main);
    labels::become_functions(module, markers, tables);
    dispatch::calls(module, markers, tables, property);
    let flagged = overflow::flagged(module, |function| !files.wraps(function));
    if assumed.of_overflow(property) != Overflow::Wraps {
        folded::overflow_becomes_unmodelled(module, markers, tables, files);
    }
    assumptions::drop_assumptions(module);
    flagged.into_iter().for_each(Value::set_no_signed_wrap);
    recursion::prepare(module, markers, tables, recursion);
    close(module, main);
    recursion::cut_cycles(module);
    inlining::bound(module, markers, tables, main);
    module.verify().map_err(PrepareError::Pass)?;
    Ok(unoptimised)
}

/// Decides checks of accesses between passes. Whether it added comparisons that are to be inlined.
fn resolve(module: &Module) -> bool {
    access::resolve_checks(module, &Markers::declare(module), &mut |_, _| {})
}

/// What a program calls that a question can be guessed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Calls {
    /// It calls an error function of SV-COMP's, or takes its address.
    pub error: bool,
    /// It has an `assert`.
    pub assertion: bool,
}

/// What a module calls.
///
/// # Errors
/// If LLVM cannot read it.
pub fn calls(bytes: &[u8], name: &str) -> Result<Calls, PrepareError> {
    let module = parse(bytes, name)?;
    intercept::separate_errors(&module, Property::UnreachCall);
    let error = intercept::error_functions(&module, Property::UnreachCall).into_iter().any(Value::has_uses);
    let mut calls = Calls { error, assertion: false };
    let is_missing = |function: &Value| function.has_uses() && function.is_declaration();
    for function in module.functions().into_iter().filter(is_missing) {
        let returns = known::returns(&function.name());
        calls.error |= returns == Some(Returns::Asserts);
        calls.assertion |= returns == Some(Returns::Failed);
    }
    Ok(calls)
}

/// What is known of a function by its name is looked at before calls of it are errors.
fn check_error_function(property: Property) -> Result<(), PrepareError> {
    match property {
        Property::UnreachFunction(own) if is_known(own) => Err(PrepareError::ErrorFunction(own.text().to_owned())),
        _ => Ok(()),
    }
}

/// Whether a function's calls mean something already, so that they cannot be errors.
pub fn is_known(function: FunctionName) -> bool {
    let name = function.text();
    let own = [PREFIX, "llvm.", "__builtin_", "__bitreach", "__atomic_", "__sync_", "main"];
    let is_own = own.iter().any(|own| name.starts_with(own) && (*own != "main" || name == "main"));
    is_own || known::known(name).is_some() || library::has_body(name) || is_modelled(name)
}

/// Makes a module what the reader expects, and gives it rows of its own.
fn hand_over(module: &Module, tables: &Tables) -> Result<PreparedModule, PrepareError> {
    passes::lower_wide_switches(module).map_err(PrepareError::Pass)?;
    let (map, objects) = finish::finish(module, tables.clone()).map_err(PrepareError::Pass)?;
    module.verify().map_err(PrepareError::Pass)?;
    Ok(PreparedModule { bitcode: module.bitcode(), map, objects })
}

/// `main`, if it has a body. One that the program itself names becomes a function like any other, which a new `main` that
/// nothing but the system calls begins.
fn check_main(module: &Module) -> Result<Value, PrepareError> {
    let main = module.function("main").filter(|main| !main.is_declaration()).ok_or(PrepareError::NoMain)?;
    Ok(if main.is_named() { recursion::begin(module, main) } else { main })
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
