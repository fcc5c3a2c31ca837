//! From C source and LLVM modules to [`Program`](crate::program::Program).
//!
//! The three rooms in a row: [`source`](crate::source) gets the C and has clang compile it, [`prepare`](crate::prepare) makes
//! every error explicit, [`read`](crate::read) makes programs of it.

#[cfg(test)]
mod tests;

use crate::abandonable;
use crate::prepare::function::PreparedFunctions;
pub use crate::prepare::program::arguments::MOST as MOST_ARGUMENTS;
pub use crate::prepare::program::Recursion;
pub use crate::prepare::program::{modelled, Assumed, Calls, Overflow, UnknownCalls};
use crate::prepare::program::{CSource, File, Files, Prepared, PreparedWhole};
use crate::prepare::{function, program, PrepareError};
use crate::read::ReadError;
use crate::source::account::Compiled;
use crate::source::clang::ClangError;
use crate::source::property::{DataModel, Property};
use crate::source::text::SourceText;
use crate::source::{account, clang, library, read_file};
use bitreach_limits::StopFlag;

/// Why a program does not get through the front end. The message names the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrontendError {
    /// The file cannot be read.
    #[error("{file}: cannot be read: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// The name does not say what the file is.
    #[error(
        "{0}: not a program that bitreach reads; give .c, .i, .ll, .bc, or an SV-COMP task .yml; of C under \
             another name, say --language c. `bitreach solve` decides DimSpec problems and circuits"
    )]
    Kind(String),
    /// It is C++.
    #[error(
        "{0}: C++ is not read; a module of LLVM may be, as `clang++-19 -S -emit-llvm -O0 -g -fno-exceptions` makes it \
         (give the .ll file)"
    )]
    CPlusPlus(String),
    /// The name is no text: LLVM's libraries could not pass it on.
    #[error("{0}: the name of the file is not UTF-8; rename it")]
    Name(String),
    /// Clang failed.
    #[error(transparent)]
    Clang(#[from] clang::ClangError),
    /// The module cannot be prepared.
    #[error("{file}: {error}")]
    Prepare {
        /// The file.
        file: String,
        /// Why.
        error: PrepareError,
    },
    /// The functions of the module cannot be read.
    #[error("{file}: {error}")]
    Functions {
        /// The file.
        file: String,
        /// Why.
        error: ReadError,
    },
}

impl FrontendError {
    /// What it is about, and why, where that can be told apart.
    pub fn parts(&self) -> (Option<String>, String) {
        let reason = self.to_string();
        let file = match self {
            FrontendError::Unreadable { file, .. }
            | FrontendError::Kind(file)
            | FrontendError::CPlusPlus(file)
            | FrontendError::Name(file)
            | FrontendError::Prepare { file, .. }
            | FrontendError::Functions { file, .. }
            | FrontendError::Clang(clang::ClangError::Compile { file, .. } | clang::ClangError::Refused { file, .. }) => {
                file
            }
            FrontendError::Clang(_) => return (None, reason),
        };
        let own = [": ", " "].into_iter().find_map(|end| reason.strip_prefix(&format!("{file}{end}")));
        (Some(file.clone()), own.map_or_else(|| reason.clone(), str::to_owned))
    }
}

/// Compiles the files of a program that are C, links all of them and prepares them for a property. Recursion is followed as deep
/// as `recursion` says. Of functions without a body is assumed what `assumed` says.
///
/// # Errors
/// If a file cannot be read, compiled or prepared, they do not fit each other, or `stop` is raised meanwhile.
pub fn prepare(
    units: &[clang::Unit],
    property: Property,
    data_model: DataModel,
    recursion: Recursion,
    assumed: Assumed,
    stop: &StopFlag,
) -> Result<Prepared, FrontendError> {
    prepare_files(units, compiled(units, property, data_model, stop)?, property, recursion, assumed, stop)
}

/// Links the files of a program and prepares them for a property, as [`prepare`] does once it has compiled them.
///
/// # Errors
/// If they cannot be prepared, they do not fit each other, or `stop` is raised meanwhile.
pub fn prepare_files(
    units: &[clang::Unit],
    files: Files,
    property: Property,
    recursion: Recursion,
    assumed: Assumed,
    stop: &StopFlag,
) -> Result<Prepared, FrontendError> {
    let library = library(property, files.data_model, stop);
    let work = move || program::prepare(&files, property, recursion, &*library, assumed);
    prepared(abandonable::run(stop, work).ok_or(ClangError::Stopped)?, names(units))
}

/// The files of a program as modules.
///
/// # Errors
/// If a file cannot be read or compiled, or `stop` is raised meanwhile.
pub fn compiled(
    units: &[clang::Unit],
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Files, FrontendError> {
    // What is not there is told before anything is compiled.
    let read: Vec<(Kind, Vec<u8>)> = units.iter().map(read).collect::<Result<_, _>>()?;
    let file = |(unit, (kind, bytes)): (&clang::Unit, (Kind, Vec<u8>))| {
        let name = unit.file.display().to_string();
        Ok(match kind {
            Kind::C => {
                let Compiled { bitcode, account } = account::compile(unit, &bytes, property, data_model, stop)?;
                let (text, unit) = (SourceText::new(&bytes, &unit.file), unit.clone());
                File { name, bitcode, source: Some(CSource { account, text, unit }) }
            }
            Kind::Module => File { name, bitcode: bytes, source: None },
        })
    };
    let files = units.iter().zip(read).map(file).collect::<Result<_, FrontendError>>()?;
    Ok(Files { files, data_model })
}

/// What a file is, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// C, which may be preprocessed.
    C,
    /// A module of LLVM's.
    Module,
}

/// A file's kind and contents.
fn read(unit: &clang::Unit) -> Result<(Kind, Vec<u8>), FrontendError> {
    let (path, name) = (unit.path(), unit.file.display().to_string());
    if unit.file.to_str().is_none() {
        return Err(FrontendError::Name(name));
    }
    let bytes = || read_file(&path).map_err(|error| FrontendError::Unreadable { file: name.clone(), error });
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i") => Ok((Kind::C, bytes()?)),
        _ if unit.is_c => Ok((Kind::C, bytes()?)),
        Some("ll" | "bc") => Ok((Kind::Module, bytes()?)),
        Some("cpp" | "cc" | "cxx" | "c++" | "C" | "hpp" | "hh" | "hxx") => {
            bytes()?;
            Err(FrontendError::CPlusPlus(name))
        }
        _ => {
            bytes()?;
            Err(FrontendError::Kind(name))
        }
    }
}

/// The intrinsics of LLVM that are known, without their types, in order.
pub fn intrinsics() -> Vec<String> {
    let mut names: Vec<String> = crate::read::intrinsics().chain(program::intrinsics()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The names of files in one line.
pub fn names(units: &[clang::Unit]) -> String {
    units.iter().map(|unit| unit.file.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Bodies for functions of the C library that a program does without.
fn library(property: Property, data_model: DataModel, stop: &StopFlag) -> Box<program::Library> {
    let stop = stop.clone();
    Box::new(move |names| match library::bodies_for(names, property, data_model, &stop) {
        // Without clang such functions have no bodies, which a module in LLVM's form may do without.
        Err(ClangError::Missing { .. } | ClangError::Version { .. }) => Ok(None),
        bodies => bodies,
    })
}

/// What came of a module.
fn prepared<T>(result: Result<T, PrepareError>, file: String) -> Result<T, FrontendError> {
    result.map_err(|error| match error {
        PrepareError::Library(error) => error.into(),
        error => FrontendError::Prepare { file, error },
    })
}

/// What a program calls that a question can be guessed from.
///
/// # Errors
/// If a file cannot be read or compiled, or `stop` is raised meanwhile.
pub fn calls(units: &[clang::Unit], data_model: DataModel, stop: &StopFlag) -> Result<Calls, FrontendError> {
    let mut calls = Calls::default();
    for unit in units {
        let (kind, bytes) = read(unit)?;
        let bytes = match kind {
            Kind::C => clang::compile_unit(unit, Property::Assert, data_model, stop)?,
            Kind::Module => bytes,
        };
        let (name, file) = (unit.file.display().to_string(), unit.file.display().to_string());
        let found = abandonable::run(stop, move || program::calls(&bytes, &name)).ok_or(ClangError::Stopped)?;
        let found = found.map_err(|error| FrontendError::Prepare { file, error })?;
        calls.error |= found.error;
        calls.assertion |= found.assertion;
    }
    Ok(calls)
}

/// A whole program that is made of some files, as the search for inconsistent code takes it, and the names of the macros
/// that are defined in them. Recursive functions are inlined `recursion` levels deep.
///
/// # Errors
/// If a file cannot be read or compiled, they do not fit each other or have no `main`, or `stop` is raised meanwhile.
pub fn prepare_whole(
    units: &[clang::Unit],
    overflow: bool,
    data_model: DataModel,
    recursion: usize,
    stop: &StopFlag,
) -> Result<(PreparedWhole, Vec<String>), FrontendError> {
    let property = Property::NormalEnd { overflow };
    let files = compiled(units, property, data_model, stop)?;
    let mut macros = Vec::new();
    for (_, source) in files.sources() {
        macros.extend(clang::macros(&source.unit, data_model, stop)?);
    }
    let library = library(property, data_model, stop);
    let work = move || program::prepare_whole(&files, overflow, recursion, &*library);
    // What goes wrong there is about all files.
    Ok((prepared(abandonable::run(stop, work).ok_or(ClangError::Stopped)?, names(units))?, macros))
}

/// The functions of a file, each by itself, and the names of the macros that are defined in it.
///
/// # Errors
/// If the file cannot be read or compiled, or `stop` is raised meanwhile.
pub fn prepare_functions(
    unit: &clang::Unit,
    overflow: bool,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<(PreparedFunctions, Vec<String>), FrontendError> {
    let (kind, bytes) = read(unit)?;
    let name = unit.file.display().to_string();
    let property = if overflow { Property::NoOverflow } else { Property::Assert };
    let (bytes, macros) = match kind {
        Kind::C => (clang::compile_unit(unit, property, data_model, stop)?, clang::macros(unit, data_model, stop)?),
        Kind::Module => (bytes, Vec::new()),
    };
    let file = name.clone();
    let work = move || function::prepare_functions(&bytes, &file);
    let prepared = abandonable::run(stop, work).ok_or(clang::ClangError::Stopped)?;
    Ok((prepared.map_err(|error| FrontendError::Prepare { file: name, error })?, macros))
}
