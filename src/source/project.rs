//! Projects: the `compile_commands.json` that build systems write (JSON Compilation Database).

use crate::source::clang::Unit;
use crate::source::property::DataModel;
use crate::source::read_text;
use serde::Deserialize;
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

/// The C files of a project. `given` is the database, the folder that it is in, or the folder above a `build/` that it is in. A file that is
/// compiled several times is taken as it is the first time.
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
    let mut units: Vec<Unit> = Vec::new();
    for entry in entries.into_iter().filter(|entry| entry.file.extension().is_some_and(|end| end == "c" || end == "i"))
    {
        let arguments = match entry.arguments.is_empty() {
            false => entry.arguments,
            true => shlex::split(&entry.command).ok_or_else(|| ProjectError::Format {
                file: file.clone(),
                message: format!("the command for `{}` has an open quote", entry.file.display()),
            })?,
        };
        let unit = Unit { file: entry.file, arguments: kept(&arguments), folder: Some(entry.directory), is_c: false };
        if !units.iter().any(|other| other.file == unit.file && other.folder == unit.folder) {
            units.push(unit);
        }
    }
    Ok(units)
}

/// Options whose value is an argument of its own where it does not follow at once.
const WITH_VALUE: [&str; 9] = ["-I", "-D", "-U", "-include", "-isystem", "-iquote", "-idirafter", "-imacros", "-std"];

/// Options that change what the source means, as clang knows them; all else that is not refused (output, warnings, optimisation, debug
/// information) is ours to choose.
const ALSO: [&str; 18] = [
    "-std=",
    "--std=",
    "-ansi",
    "-funsigned-char",
    "-fno-unsigned-char",
    "-fsigned-char",
    "-fno-signed-char",
    "-fshort-enums",
    "-fno-short-enums",
    "-fcommon",
    "-fno-common",
    "-fms-extensions",
    "-fgnu89-inline",
    "-fno-asm",
    "-finput-charset=",
    "-fexec-charset=",
    "-trigraphs",
    "-pthread",
];

/// Options that change what the source means in a way that is not followed: layouts, types, and numbers that are not those of IEEE 754.
const REFUSED: [&str; 22] = [
    "-mx32",
    "-m16",
    "-fshort-wchar",
    "-fno-signed-wchar",
    "-fshort-double",
    "-mlong-double-64",
    "-mlong-double-128",
    "-fpack-struct",
    "-malign-double",
    "-mms-bitfields",
    "-funsigned-bitfields",
    "-fwide-exec-charset=",
    "-ffast-math",
    "-Ofast",
    "-funsafe-math-optimizations",
    "-ffinite-math-only",
    "-fassociative-math",
    "-freciprocal-math",
    "-fno-signed-zeros",
    "-fsingle-precision-constant",
    "-mfpmath=387",
    "-ftrapv",
];

/// Options that say how wide long and pointers are. The whole program has to agree about that.
const MODELS: [(&str, DataModel); 2] = [("-m32", DataModel::Ilp32), ("-m64", DataModel::Lp64)];

/// The options among arguments that change what the source means, also those that are refused.
fn kept(arguments: &[String]) -> Vec<String> {
    let is_kept =
        |option: &Vec<&String>| is_meaningful(option[0]) || is_refused(option[0]) || model(option[0]).is_some();
    options(arguments).filter(is_kept).flatten().cloned().collect()
}

/// The data model that these arguments ask for, if any: the last one counts.
pub fn data_model(arguments: &[String]) -> Option<DataModel> {
    options(arguments).filter_map(|option| model(option[0])).last()
}

fn model(option: &str) -> Option<DataModel> {
    MODELS.iter().find(|(known, _)| *known == option).map(|&(_, model)| model)
}

/// The first option that changes what the source means in a way that is not followed.
pub fn first_refused(arguments: &[String]) -> Option<&String> {
    options(arguments).map(|option| option[0]).find(|option| is_refused(option))
}

fn is_refused(option: &str) -> bool {
    REFUSED.iter().any(|known| option.starts_with(known))
}

/// The first option that does not change what the source means.
pub fn first_other(arguments: &[String]) -> Option<&String> {
    options(arguments).map(|option| option[0]).find(|option| !is_meaningful(option))
}

/// An option at the end that lacks the argument that is its value.
pub fn without_value(arguments: &[String]) -> Option<&String> {
    options(arguments)
        .last()
        .filter(|option| option.len() == 1 && WITH_VALUE.contains(&option[0].as_str()))
        .map(|option| option[0])
}

/// The options that change what the source means.
pub fn meaningful() -> Vec<&'static str> {
    WITH_VALUE.into_iter().filter(|option| *option != "-std").chain(ALSO).collect()
}

fn is_meaningful(option: &str) -> bool {
    WITH_VALUE.iter().chain(&ALSO).any(|known| option.starts_with(known))
}

/// Each option, with its value where that is an argument of its own.
fn options(arguments: &[String]) -> impl Iterator<Item = Vec<&String>> {
    let mut rest = arguments.iter();
    std::iter::from_fn(move || {
        let option = rest.next()?;
        let has_value = WITH_VALUE.contains(&option.as_str());
        Some([Some(option), if has_value { rest.next() } else { None }].into_iter().flatten().collect())
    })
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
    fn what_changes_the_meaning_is_kept_or_refused() {
        let of = |text: &str| kept(&shlex::split(text).expect("no open quote"));
        let taken = of("cc -O2 -g -fno-signed-char -D fshort=1 -fgnu89-inline -fwrapv -fno-strict-aliasing -c a.c");
        assert_eq!(taken, ["-fno-signed-char", "-D", "fshort=1", "-fgnu89-inline"]);
        assert_eq!(first_refused(&taken), None);
        assert_eq!(first_refused(&of("cc -DX -fshort-wchar -c a.c")).map(String::as_str), Some("-fshort-wchar"));
        assert_eq!(first_refused(&of("cc -fpack-struct=2 -c a.c")).map(String::as_str), Some("-fpack-struct=2"));
        // A value is no option.
        assert_eq!(first_refused(&of("cc -include -Ofast -c a.c")), None);
    }

    #[test]
    fn the_last_width_counts() {
        let of = |text: &str| data_model(&kept(&shlex::split(text).expect("no open quote")));
        assert_eq!(of("cc -m64 -O2 -m32 -c a.c"), Some(DataModel::Ilp32));
        assert_eq!(of("cc -m32 -m64 -c a.c"), Some(DataModel::Lp64));
        assert_eq!(of("cc -D m32 -c a.c"), None);
        assert_eq!(first_refused(&kept(&["-mx32".to_owned()])).map(String::as_str), Some("-mx32"));
    }

    #[test]
    fn databases_are_read() {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let write =
            |text: &str| fs::write(folder.path().join("compile_commands.json"), text).expect("it can be written");
        write(
            r#"[{"directory": "/b", "file": "a.c", "command": "gcc -O2 -Wall -I inc -DX='a b' -o a.o -c a.c"},
                {"directory": "/b", "file": "b.cc", "command": "g++ -c b.cc"},
                {"directory": "/b", "file": "a.c", "arguments": ["gcc", "-c", "a.c"]},
                {"directory": "/b", "file": "c.c", "arguments": ["gcc", "-std=c99", "-include", "x.h", "-c", "c.c"]}]"#,
        );
        let units = read(folder.path()).expect("it is a database");
        assert_eq!(read(&folder.path().join(NAME)).expect("it is a database"), units);
        let arguments: Vec<String> = units.iter().map(|unit| unit.arguments.join(" ")).collect();
        assert_eq!(arguments, ["-I inc -DX=a b", "-std=c99 -include x.h"]);
        write("{}");
        assert!(read(folder.path()).is_err_and(|error| error.to_string().contains("no compilation database")));
        write(r#"[{"directory": "/b", "file": "a.c", "command": "gcc 'a.c"}]"#);
        assert!(read(folder.path()).is_err_and(|error| error.to_string().contains("open quote")));
        assert!(read(Path::new("/does/not/exist")).is_err());
    }
}
