//! Which files are meant: those that are named, standard input, or those of a project.

use super::Failure;
use crate::source::clang::Unit;
use crate::source::project;
use crate::source::temporary::Folder;
use std::env;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The names of standard input.
const STANDARD_INPUT: [&str; 2] = ["-", "/dev/stdin"];

/// What standard input is called in reports.
const NAME: &str = "stdin.c";

/// Where the text of standard input stands until the process ends.
static FOLDER: OnceLock<Folder> = OnceLock::new();

/// The files of a project; with `files`, only these of it.
///
/// # Errors
/// If it cannot be read, or has none of these files.
pub fn of_project(path: &Path, files: &[PathBuf]) -> Result<Vec<Unit>, Failure> {
    let all = project::read(path).map_err(|error| Failure::Input(error.to_string()))?;
    let is_wanted = |unit: &Unit| files.is_empty() || files.iter().any(|file| same(unit, file));
    let units: Vec<Unit> = all.into_iter().filter(is_wanted).collect();
    match units.is_empty() {
        true => Err(Failure::Usage("the project has none of these files".to_owned())),
        false => Ok(units),
    }
}

/// Whether a file as typed is the file of a project.
fn same(unit: &Unit, file: &Path) -> bool {
    let path = unit.path();
    match (path.canonicalize(), file.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => path == file,
    }
}

/// A file as typed, compiled with these arguments.
///
/// # Errors
/// If it is standard input and that cannot be read.
pub fn of_file(file: &Path, arguments: &[String], is_c: bool) -> Result<Unit, Failure> {
    if !STANDARD_INPUT.iter().any(|name| file == Path::new(name)) {
        return Ok(Unit { file: file.to_owned(), arguments: arguments.to_owned(), folder: None, is_c });
    }
    let folder = standard_input().map_err(|error| Failure::Input(format!("standard input: {error}")))?;
    let here = env::current_dir().map_err(|error| Failure::Input(format!("the current folder: {error}")))?;
    // Clang runs where the text stands: headers are looked for where the command was typed.
    let folder_of = |argument: &String| match argument.strip_prefix("-I") {
        Some(include) => format!("-I{}", here.join(include).display()),
        None => argument.clone(),
    };
    let mut arguments: Vec<String> = arguments.iter().map(folder_of).collect();
    arguments.extend(["-iquote".to_owned(), here.display().to_string()]);
    Ok(Unit { file: NAME.into(), arguments, folder: Some(folder.to_owned()), is_c: true })
}

/// The folder with the text of standard input, which is read once.
fn standard_input() -> io::Result<&'static Path> {
    if let Some(folder) = FOLDER.get() {
        return Ok(folder.path());
    }
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    let folder = Folder::new()?;
    folder.file(NAME, text)?;
    Ok(FOLDER.get_or_init(|| folder).path())
}
