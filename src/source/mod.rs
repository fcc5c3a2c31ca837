//! Getting the source: what is asked, about which files, and what their text says.
//!
//! | module | what |
//! |---|---|
//! | [`task`] | SV-COMP task definitions and property files |
//! | [`project`] | compilation databases |
//! | [`options`] | which options of compilers change what a source means |
//! | [`property`] | what can be asked, and for which machine |
//! | [`clang`] | C becomes bitcode |
//! | [`account`] | what clang says of a source beside that |
//! | [`dialect`] | where compilers do not agree on what a text means |
//! | [`included`] | which files a C file includes, by its text |
//! | [`library`] | bodies for functions of the C library |
//! | [`lines`] | places in files, and which lines the rows of a text are |
//! | [`text`] | what stands in the source at a place |
//! | [`tree`] | clang's syntax tree, read node by node |
//! | [`constants`] | constants whose value is undefined, and what else that tree says |
//! | [`syntax`] | what the text of a C file says of places in it, by its parse tree |
//! | [`temporary`] | files that are gone when the process ends |

pub mod account;
pub mod clang;
pub mod constants;
pub mod dialect;
pub mod included;
pub mod library;
pub mod lines;
pub mod options;
pub mod project;
pub mod property;
pub mod syntax;
pub mod task;
pub mod temporary;
pub mod text;
pub mod tree;

use std::path::Path;
use std::{fs, io};

/// What the names begin with of the places at which the arguments of a function that is asked about by itself, and globals, get values.
pub const GIVEN: [&str; 2] = ["<argument ", "<global "];

/// What stands in a file that is no pipe.
///
/// # Errors
/// If it cannot be read, or is a pipe or a device.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    const NOT_ORDINARY: &str = "it is no ordinary file: write its text to one";
    match fs::metadata(path)? {
        data if data.is_file() || data.is_dir() => fs::read(path),
        _ => Err(io::Error::other(NOT_ORDINARY)),
    }
}

/// The text of a file, without the byte order mark that some editors put before UTF-8.
///
/// # Errors
/// If it cannot be read, is no UTF-8, or is a pipe: one may have no end, and nothing ends the wait for it.
pub fn read_text(path: &Path) -> io::Result<String> {
    let text =
        String::from_utf8(read_file(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
