//! LLVM modules made ready to be read. Every error, input, assumption and place becomes an explicit
//! [`marker`]. There are two recipes: for a whole program, and for each function by itself.
//!
//! | module | what |
//! |---|---|
//! | [`program`] | the recipe for whole programs: everything is inlined into `main` and optimised |
//! | [`function`] | the recipe for single functions: their branches stay as they are written |
//! | [`objects`] | what is known of a module's objects |
//! | [`tables`] | rows of origins, inputs, checks, variables, unmodelled constructs |
//! | [`names`] | values are named after the variables that hold them |
//! | [`assumptions`] | flags, attributes and metadata that let passes assume things go |
//! | [`address`] | addresses as what they are computed from |
//! | [`choices`] | how the blocks of the source end, and what decides |
//! | [`constants`] | globals that nothing writes, and results that are always the same |
//! | [`mod@declared`] | what C calls objects, and where it declares them |
//! | [`debug_info`] | what debug information says of variables and types |
//! | [`flow`] | back edges and loops |

mod address;
mod assumptions;
pub mod choices;
mod constants;
mod debug_info;
pub mod declared;
mod flow;
pub mod function;
mod names;
pub mod objects;
pub mod program;
mod tables;

use crate::llvm::ir::{self, CrashesReported, Module, Value};
use crate::llvm::marker;
use crate::source::clang::ClangError;

/// Why a module cannot be prepared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrepareError {
    /// LLVM cannot read it.
    #[error("LLVM 19 cannot read it: {0}")]
    Read(String),
    /// Two files define the same.
    #[error("`{name}` is defined in {} and in {}; a program has one definition of it", files[0], files[1])]
    Twice {
        /// What they define.
        name: String,
        /// The files.
        files: [String; 2],
    },
    /// Two files were compiled for different machines.
    #[error("{file} is for another machine or data model than {first}: LLVM's data layouts differ")]
    OtherMachine {
        /// One of them.
        file: String,
        /// The other one.
        first: String,
    },
    /// There is no `main` with a body.
    #[error(
        "there is no function `main` with a body; about functions by themselves `check --function NAME` and \
         `check --all-functions` ask"
    )]
    NoMain,
    /// A name that markers have.
    #[error("`{0}` is a name that bitreach keeps for itself; rename it")]
    Reserved(String),
    /// Calls of this function cannot be errors.
    #[error("calls of `{0}` cannot be asked about: that is no function of the program's own, one whose calls have a meaning already, or one whose address has another name, too")]
    ErrorFunction(String),
    /// A pass failed, or left a broken module.
    #[error("LLVM failed while preparing the program: {0}")]
    Pass(String),
    /// The bodies of library functions cannot be compiled.
    #[error(transparent)]
    Library(#[from] ClangError),
}

/// Why a module is not read. Texts have changed from version to version, and each knows only its own and older ones.
fn not_read(message: &str) -> String {
    let line = first_line(message);
    // What is no module at all begins with something else.
    match line.contains("expected top-level entity") {
        true => line,
        false => format!("{line}; it is probably a module of another version of LLVM, and has to be one of 19"),
    }
}

/// A module that LLVM reads without a fault.
fn parse(bytes: &[u8], name: &str) -> Result<Module, PrepareError> {
    ir::report_fatal_errors();
    let _reported = CrashesReported::begin();
    let module = Module::parse(bytes, name).map_err(|message| PrepareError::Read(not_read(&message)))?;
    module.verify().map_err(|message| PrepareError::Read(first_line(&message)))?;
    Ok(module)
}

/// A module that can be compiled as it is.
pub struct Compilable {
    /// It, without the flags and attributes that let a compiler assume that something does not happen.
    pub bitcode: Vec<u8>,
    /// The functions and objects that it uses and does not define, by their names for the linker. What is weak may be
    /// missing, and is not among them. The names are plain: such that an assembler reads them.
    pub missing: Vec<String>,
    /// Whether it computes with numbers of 128 bits, which processors leave to functions of the compiler's (libgcc).
    pub has_quads: bool,
}

/// Makes a module ready to be compiled.
///
/// # Errors
/// If LLVM cannot read it.
pub fn compilable(bitcode: &[u8]) -> Result<Compilable, PrepareError> {
    let module = Module::parse(bitcode, "program").map_err(|message| PrepareError::Read(first_line(&message)))?;
    assumptions::drop_assumptions(&module);
    let globals = module.functions().into_iter().chain(module.globals());
    let is_missing = |global: &Value| global.is_declaration() && !global.may_be_missing() && global.has_uses();
    let mut missing = Vec::new();
    for global in globals.filter(is_missing).filter(|global| !global.name().starts_with("llvm.")) {
        // A name that LLVM is to leave as it is begins with this byte. `asm` gives names with anything in them.
        let name = global.name().trim_start_matches('\u{1}').to_owned();
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "_.$".contains(c));
        if !is_plain {
            global.set_name(&format!("{}missing_{}", marker::PREFIX, missing.len()));
        }
        missing.push(if is_plain { name } else { global.name() });
    }
    let mut instructions = module.functions().into_iter().flat_map(Value::instructions);
    let is_quad = |value: Value| value.ty().float_width() == Some(128);
    let has_quads = instructions.any(|instruction| instruction.operands().into_iter().any(is_quad));
    Ok(Compilable { bitcode: module.bitcode(), missing, has_quads })
}

/// No function or global has the name of a marker: a call of it would be taken for one.
fn check_names(module: &Module) -> Result<(), PrepareError> {
    let mut names = module.functions().into_iter().chain(module.globals()).map(Value::name);
    names.find(|name| name.starts_with(marker::PREFIX)).map_or(Ok(()), |name| Err(PrepareError::Reserved(name)))
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or("no reason given").to_owned()
}
