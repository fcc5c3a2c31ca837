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
//! | [`dialect`] | what a text asks for that clang leaves out |
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

/// The text of a file, without the byte order mark that some editors put before UTF-8.
///
/// # Errors
/// If it cannot be read, or is no UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let text = fs::read_to_string(path)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
