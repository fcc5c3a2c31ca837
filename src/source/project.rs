//! Projects: the `compile_commands.json` that build systems write (JSON Compilation Database).

use crate::source::clang::Unit;
use crate::source::options::{taken, Taken};
use crate::source::read_text;
use serde::Deserialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Why a compilation database is not taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProjectError {
    /// It cannot be read.
    #[error("{file}: cannot be read: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// It is not there.
    #[error("{folder}: there is no compile_commands.json, and none in its build/")]
    Missing {
        /// The folder.
        folder: String,
    },
    /// It is none.
    #[error("{file}: is no compilation database: {message}")]
    Format {
        /// The file.
        file: String,
        /// What is wrong.
        message: String,
    },
}

/// One entry, as it is written.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// What build systems call the database.
const NAME: &str = "compile_commands.json";

/// The database that a path means: itself, or that in the folder or in its `build/`, where CMake and Meson are mostly told to put it.
fn database(path: &Path) -> PathBuf {
    if !path.is_dir() {
        return path.to_owned();
    }
    let places = [path.join(NAME), path.join("build").join(NAME)];
    let found = places.iter().find(|place| place.is_file()).cloned();
    found.unwrap_or_else(|| path.join(NAME))
}

/// The C files of a project. `given` is the database, the folder that it is in, or the folder above a `build/` that it
/// is in. A file that is compiled several times is there once for each meaning that this gives it.
///
/// # Errors
/// If it cannot be read.
pub fn read(given: &Path) -> Result<Vec<Unit>, ProjectError> {
    let path = &database(given);
    let file = path.display().to_string();
    if given.is_dir() && !path.is_file() {
        return Err(ProjectError::Missing { folder: given.display().to_string() });
    }
    let text = read_text(path).map_err(|error| ProjectError::Unreadable { file: file.clone(), error })?;
    let entries: Vec<Entry> = serde_json::from_str(&text)
        .map_err(|error| ProjectError::Format { file: file.clone(), message: error.to_string() })?;
    let is_c = |entry: &Entry| entry.file.extension().is_some_and(|end| end == "c" || end == "i");
    let (mut units, mut seen) = (Vec::new(), HashSet::new());
    for entry in entries.into_iter().filter(is_c) {
        let arguments = match entry.arguments.is_empty() {
            false => entry.arguments,
            true => shlex::split(&entry.command).ok_or_else(|| ProjectError::Format {
                file: file.clone(),
                message: format!("the command for `{}` has an open quote", entry.file.display()),
            })?,
        };
        let Taken { arguments, refused } = taken(&arguments, &entry.directory);
        let unit = Unit { file: entry.file, arguments, folder: Some(entry.directory), refused, ..Unit::default() };
        if seen.insert(unit.clone()) {
            units.push(unit);
        }
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn databases_are_found_in_the_build_folder() {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let entry = |name: &str| format!(r#"[{{"directory": "/b", "file": "{name}", "command": "gcc -c {name}"}}]"#);
        let files = || read(folder.path()).map(|units| units.iter().map(Unit::path).collect::<Vec<_>>());
        let message = files().expect_err("there is none").to_string();
        assert!(message.ends_with("there is no compile_commands.json, and none in its build/"), "{message}");
        fs::create_dir(folder.path().join("build")).expect("it can be made");
        fs::write(folder.path().join("build").join(NAME), entry("a.c")).expect("it can be written");
        assert_eq!(files().expect("it is a database"), [Path::new("/b/a.c")]);
        // The one in the folder itself comes first.
        fs::write(folder.path().join(NAME), entry("b.c")).expect("it can be written");
        assert_eq!(files().expect("it is a database"), [Path::new("/b/b.c")]);
    }

    #[test]
    fn databases_are_read() {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let write =
            |text: &str| fs::write(folder.path().join("compile_commands.json"), text).expect("it can be written");
        write(
            r#"[{"directory": "/b", "file": "a.c", "command": "gcc -g -Wall -I inc -DX='a b' -o a.o -c a.c"},
                {"directory": "/b", "file": "b.cc", "command": "g++ -c b.cc"},
                {"directory": "/b", "file": "c.c", "arguments": ["gcc", "-std=c99", "-include", "x.h", "-c", "c.c"]}]"#,
        );
        let files = read(folder.path()).expect("it is a database");
        assert_eq!(read(&folder.path().join(NAME)).expect("it is a database"), files);
        let arguments: Vec<String> = files.iter().map(|unit| unit.arguments.join(" ")).collect();
        assert_eq!(arguments, ["-I inc -DX=a b", "-std=c99 -include x.h"]);
        write("{}");
        assert!(read(folder.path()).is_err_and(|error| error.to_string().contains("no compilation database")));
        write(r#"[{"directory": "/b", "file": "a.c", "command": "gcc 'a.c"}]"#);
        assert!(read(folder.path()).is_err_and(|error| error.to_string().contains("open quote")));
        assert!(read(Path::new("/does/not/exist")).is_err());
    }
}
