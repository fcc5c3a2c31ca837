//! Projects: the `compile_commands.json` that build systems write (JSON Compilation Database).

use crate::source::clang::Unit;
use crate::source::options::{taken, Refused, Taken};
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

/// How the names end of sources that are no C, and that a program may be made of.
const OTHER_SOURCES: &str =
    "C cc cpp CPP cxx c++ cp ii cu cppm ixx m mm mi mii s S sx asm nasm f F for f77 f90 F90 f95 d go adb rs zig swift pas ispc";

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

/// What a project compiles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Project {
    /// The C files. One that is compiled several times is there once for each meaning that this gives it.
    pub units: Vec<Unit>,
    /// What is no C by its name, such as C++ or assembler: its program has that as well.
    pub others: Vec<PathBuf>,
}

/// Reads a project. `given` is the database, the folder that it is in, or the folder above a `build/` that it is in.
///
/// # Errors
/// If it cannot be read.
pub fn read(given: &Path) -> Result<Project, ProjectError> {
    let path = &database(given);
    let file = path.display().to_string();
    if given.is_dir() && !path.is_file() {
        return Err(ProjectError::Missing { folder: given.display().to_string() });
    }
    let text = read_text(path).map_err(|error| ProjectError::Unreadable { file: file.clone(), error })?;
    let entries: Vec<Entry> = serde_json::from_str(&text)
        .map_err(|error| ProjectError::Format { file: file.clone(), message: error.to_string() })?;
    let (mut project, mut seen) = (Project::default(), HashSet::new());
    for entry in entries {
        let arguments = match entry.arguments.is_empty() {
            false => entry.arguments,
            true => shlex::split(&entry.command).ok_or_else(|| ProjectError::Format {
                file: file.clone(),
                message: format!("the command for `{}` has an open quote", entry.file.display()),
            })?,
        };
        let Taken { arguments, files, wraps, mut refused } = taken(&arguments, &entry.directory);
        let is_it = |word: &str| is_same(&entry.directory.join(word), &entry.directory.join(&entry.file));
        let found = files.iter().find(|(word, _)| is_it(word));
        // An entry may call its file something else than its command does.
        let language = found.or(files.last()).and_then(|(_, language)| language.as_deref());
        let ends =
            |endings: &str| entry.file.extension().is_some_and(|end| endings.split_whitespace().any(|one| one == end));
        let is_c = language == Some("c");
        // A header that is compiled for itself is in no program.
        if language.is_some_and(|language| language.ends_with("-header")) {
            continue;
        }
        if !is_c && !ends("c i") {
            // Steps that link, or make files of another kind, have entries as well.
            if language.is_some() || ends(OTHER_SOURCES) {
                project.others.push(entry.directory.join(entry.file));
            }
            continue;
        }
        // Clang would put macros in where the preprocessor has been.
        if language == Some("cpp-output") && !ends("i") {
            refused.get_or_insert(Refused::Language("-x cpp-output".to_owned()));
        }
        // What `__FILE__` says is what the command calls the file, which clang is told of by the entry's name.
        let spelled = found.zip(entry.file.to_str()).filter(|((word, _), name)| word != name);
        let spelled = spelled.map(|((word, _), name)| format!("-fmacro-prefix-map={name}={word}"));
        let mut unit = Unit { file: entry.file, arguments, folder: Some(entry.directory), is_c, wraps, refused };
        let path: PathBuf = unit.path().components().collect();
        if seen.insert((path, Unit { file: PathBuf::new(), ..unit.clone() })) {
            unit.arguments.extend(spelled);
            project.units.push(unit);
        }
    }
    Ok(project)
}

/// Whether two paths are of one file, as far as they say.
fn is_same(one: &Path, other: &Path) -> bool {
    one.components().eq(other.components())
        || one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn databases_are_found_in_the_build_folder() {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let entry = |name: &str| format!(r#"[{{"directory": "/b", "file": "{name}", "command": "gcc -c {name}"}}]"#);
        let files = || read(folder.path()).map(|project| project.units.iter().map(Unit::path).collect::<Vec<_>>());
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
        let project = read(folder.path()).expect("it is a database");
        assert_eq!(read(&folder.path().join(NAME)).expect("it is a database"), project);
        assert_eq!(project.others, [Path::new("/b/b.cc")]);
        let arguments: Vec<String> = project.units.iter().map(|unit| unit.arguments.join(" ")).collect();
        assert_eq!(arguments, ["-I inc -DX=a b", "-std=c99 -include x.h"]);
        // What stands behind `-x` is stronger than the name of the file.
        write(
            r#"[{"directory": "/b", "file": "a.inc", "command": "gcc -x c -c a.inc"},
                {"directory": "/b", "file": "a.S", "command": "gcc -c a.S"},
                {"directory": "/b", "file": "a.o", "command": "gcc -o a a.o"},
                {"directory": "/b", "file": "p.h.c", "command": "gcc -x c-header -c p.h.c"},
                {"directory": "/b", "file": "b.cc", "command": "gcc -c b.cc -x c"},
                {"directory": "/b", "file": "a.h", "command": "gcc -x c-header a.h"},
                {"directory": "/b", "file": "a.i", "command": "gcc -x c -DX -c a.i"},
                {"directory": "/b", "file": "b.i", "command": "gcc -x cpp-output -x none -DX -c b.i"},
                {"directory": "/b", "file": "c.c", "command": "gcc -x cpp-output -c c.c"}]"#,
        );
        let project = read(folder.path()).expect("it is a database");
        assert_eq!(project.others, [Path::new("/b/a.S"), Path::new("/b/b.cc")]);
        let is_c: Vec<bool> = project.units.iter().map(|unit| unit.is_c).collect();
        assert_eq!(is_c, [true, true, false, false]);
        let refused: Vec<bool> = project.units.iter().map(|unit| unit.refused.is_some()).collect();
        assert_eq!(refused, [false, false, false, true]);
        // A file that is spelled in two ways is one.
        write(
            r#"[{"directory": "/b", "file": "/b/a.c", "command": "gcc -c a.c"},
                {"directory": "/b", "file": "a.c", "command": "gcc -c a.c"}]"#,
        );
        assert_eq!(read(folder.path()).expect("it is a database").units.len(), 1);
        // `__FILE__` is what the command calls it.
        write(r#"[{"directory": "/b", "file": "/b/a.c", "command": "gcc -c ./a.c"}]"#);
        let project = read(folder.path()).expect("it is a database");
        assert_eq!(project.units[0].arguments, ["-fmacro-prefix-map=/b/a.c=./a.c"]);
        write("{}");
        assert!(read(folder.path()).is_err_and(|error| error.to_string().contains("no compilation database")));
        write(r#"[{"directory": "/b", "file": "a.c", "command": "gcc 'a.c"}]"#);
        assert!(read(folder.path()).is_err_and(|error| error.to_string().contains("open quote")));
        assert!(read(Path::new("/does/not/exist")).is_err());
    }
}
