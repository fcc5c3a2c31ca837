//! From C source and LLVM modules to [`Program`](crate::program::Program).
//!
//! The three rooms in a row: [`source`](crate::source) gets the C and has clang compile it, [`prepare`](crate::prepare) makes
//! every error explicit, [`read`](crate::read) makes programs of it.

#[cfg(test)]
mod tests;

use crate::abandonable;
use crate::prepare::function::PreparedFunctions;
use crate::prepare::program::{Prepared, PreparedWhole, Source};
use crate::prepare::{function, program, PrepareError};
use crate::read::ReadError;
use crate::source::clang::ClangError;
use crate::source::property::{DataModel, Property};
use crate::source::text::SourceText;
use crate::source::{account, clang, library};
use bitreach_limits::StopFlag;
use std::fs;
use std::path::Path;

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
    #[error("{0}: not a program that bitreach reads; give .c, .i, .ll, .bc, or an SV-COMP task .yml")]
    Kind(String),
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
            | FrontendError::Name(file)
            | FrontendError::Prepare { file, .. }
            | FrontendError::Functions { file, .. }
            | FrontendError::Clang(clang::ClangError::Compile { file, .. }) => file,
            FrontendError::Clang(_) => return (None, reason),
        };
        let own = [": ", " "].into_iter().find_map(|end| reason.strip_prefix(&format!("{file}{end}")));
        (Some(file.clone()), own.map_or_else(|| reason.clone(), str::to_owned))
    }
}

/// Compiles a program if it is C, and prepares it for a property. Recursive functions are inlined `recursion` levels
/// deep. `malloc` and its like give null only if they may fail.
///
/// # Errors
/// If the file cannot be read, compiled or prepared, or `stop` is raised meanwhile.
pub fn prepare(
    file: &Path,
    property: Property,
    data_model: DataModel,
    recursion: usize,
    malloc_may_fail: bool,
    stop: &StopFlag,
) -> Result<Prepared, FrontendError> {
    let name = file.display().to_string();
    if file.to_str().is_none() {
        return Err(FrontendError::Name(name));
    }
    let bytes = fs::read(file).map_err(|error| FrontendError::Unreadable { file: name.clone(), error })?;
    let (bytes, source) = match file.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i") => {
            let unit = clang::Unit { file: file.to_owned(), ..clang::Unit::default() };
            let compiled = account::compile(&unit, &bytes, property, data_model, stop)?;
            let text = SourceText::new(&bytes, file);
            (compiled.bitcode, Source::Clang(vec![compiled.account], text, vec![unit], data_model))
        }
        Some("ll" | "bc") => (bytes, Source::Foreign),
        _ => return Err(FrontendError::Kind(name)),
    };
    let (file, library) = (name.clone(), library(property, data_model, stop));
    let work = move || program::prepare(&bytes, &file, property, &source, recursion, &*library, malloc_may_fail);
    prepared(abandonable::run(stop, work).ok_or(ClangError::Stopped)?, name)
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

/// Whether a program calls an error function of SV-COMP, or takes its address.
///
/// # Errors
/// If the file cannot be read or compiled, or `stop` is raised meanwhile.
pub fn calls_error_function(file: &Path, data_model: DataModel, stop: &StopFlag) -> Result<bool, FrontendError> {
    let name = file.display().to_string();
    if file.to_str().is_none() {
        return Err(FrontendError::Name(name));
    }
    let bytes = match file.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i") => {
            let unit = clang::Unit { file: file.to_owned(), ..clang::Unit::default() };
            clang::compile_unit(&unit, Property::Assert, data_model, stop)?
        }
        _ => fs::read(file).map_err(|error| FrontendError::Unreadable { file: name.clone(), error })?,
    };
    let file = name.clone();
    let calls = abandonable::run(stop, move || program::calls_error_function(&bytes, &file))
        .ok_or(clang::ClangError::Stopped)?;
    calls.map_err(|error| FrontendError::Prepare { file: name, error })
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
    let (mut modules, mut macros, mut accounts, mut is_foreign) = (Vec::new(), Vec::new(), Vec::new(), false);
    for unit in units {
        let (path, name) = (unit.path(), unit.file.display().to_string());
        if unit.file.to_str().is_none() {
            return Err(FrontendError::Name(name));
        }
        let bytes = fs::read(&path).map_err(|error| FrontendError::Unreadable { file: name.clone(), error })?;
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("c" | "i") => {
                let compiled = account::compile(unit, &bytes, property, data_model, stop)?;
                accounts.push(compiled.account);
                modules.push(compiled.bitcode);
                macros.extend(clang::macros(unit, data_model, stop)?);
            }
            Some("ll" | "bc") => {
                modules.push(bytes);
                is_foreign = true;
            }
            _ => return Err(FrontendError::Kind(name)),
        }
    }
    let source = if is_foreign {
        Source::Foreign
    } else {
        Source::Clang(accounts, SourceText::default(), units.to_vec(), data_model)
    };
    let library = library(property, data_model, stop);
    // What goes wrong from here on is about all files.
    let file = units.iter().map(|unit| unit.file.display().to_string()).collect::<Vec<_>>().join(", ");
    let name = file.clone();
    let work = move || program::prepare_whole(&modules, &name, overflow, &source, recursion, &*library);
    Ok((prepared(abandonable::run(stop, work).ok_or(ClangError::Stopped)?, file)?, macros))
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
    let (path, name) = (unit.path(), unit.file.display().to_string());
    if unit.file.to_str().is_none() {
        return Err(FrontendError::Name(name));
    }
    let property = if overflow { Property::NoOverflow } else { Property::Assert };
    let (bytes, macros) = match path.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i") => {
            fs::metadata(&path).map_err(|error| FrontendError::Unreadable { file: name.clone(), error })?;
            (clang::compile_unit(unit, property, data_model, stop)?, clang::macros(unit, data_model, stop)?)
        }
        Some("ll" | "bc") => {
            let bytes = fs::read(&path).map_err(|error| FrontendError::Unreadable { file: name.clone(), error })?;
            (bytes, Vec::new())
        }
        _ => return Err(FrontendError::Kind(name)),
    };
    let file = name.clone();
    let work = move || function::prepare_functions(&bytes, &file);
    let prepared = abandonable::run(stop, work).ok_or(clang::ClangError::Stopped)?;
    Ok((prepared.map_err(|error| FrontendError::Prepare { file: name, error })?, macros))
}
