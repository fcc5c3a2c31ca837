//! Which questions a set of tasks asks: tasks by name, SV-COMP's lists of them (`.set`), and folders.
//!
//! A `.set` file has a pattern a line, relative to its folder (BenchExec's `includesfile`); the crate `glob` reads patterns.

use super::files::{files_in, regular, Found};
use crate::source::included::included;
use crate::source::property::Property;
use crate::source::task::{read_task, Task};
use bitreach_formula::printable;
use glob::{glob, Pattern};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// One question: a task and one of its properties. They are ordered by task, then by property.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Question {
    /// The task's `.yml` file, as it was named.
    pub task: PathBuf,
    /// The property by name.
    pub property: String,
    /// Whether it holds, if the task says so.
    pub expected: Option<bool>,
    /// Which part of the property is violated, if the task says so.
    pub subproperty: Option<String>,
}

/// What a set asks.
#[derive(Clone, Default, Debug)]
pub struct Questions {
    /// The questions in their order, each once.
    pub all: Vec<Question>,
    /// How many properties of tasks were left out because bitreach does not check them.
    pub unsupported: usize,
    /// What cannot be asked, with the reason: tasks that cannot be read or name no property, and patterns that match nothing.
    pub faults: Vec<String>,
}

/// Why a set is not taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetError {
    /// It cannot be read.
    #[error("{0}: cannot be read: {1}")]
    Unreadable(PathBuf, io::Error),
    /// It is not one of the things that are read.
    #[error("{0}: is no task (.yml), no list of tasks (.set) and no folder")]
    Other(PathBuf),
    /// A line of a list is no pattern.
    #[error("{0}, line {1}: `{2}` is no pattern: {3}")]
    Pattern(PathBuf, usize, String, &'static str),
    /// Its name cannot be written down.
    #[error("{0}: the name is not UTF-8")]
    Name(PathBuf),
    /// There is nothing in it.
    #[error("{0}: there is no task in it")]
    Empty(PathBuf),
}

/// The questions of these tasks, lists and folders, about these properties; about all that are supported where none is named.
///
/// # Errors
/// If a set cannot be read or has no task. What else cannot be asked is told in the result.
pub fn collect(sets: &[PathBuf], properties: &[Property]) -> Result<Questions, SetError> {
    let (mut tasks, mut questions) = (BTreeSet::new(), Questions::default());
    for set in sets {
        let found = tasks_of(set, &mut questions.faults)?;
        if let Some(first) = found.unnamed.first() {
            let (many, first) = (found.unnamed.len(), first.display());
            questions.faults.push(match many {
                1 => format!("1 file or folder whose name is not UTF-8, {first}"),
                _ => format!("{many} files or folders whose names are not UTF-8, the first of them {first}"),
            });
        } else if found.files.is_empty() {
            return Err(SetError::Empty(set.clone()));
        }
        tasks.extend(found.files);
    }
    let mut all = BTreeSet::new();
    for task in tasks {
        let read = regular(&task).map_err(|error| format!("{}: {error}", task.display()));
        match read.and_then(|()| read_task(&task).map_err(|error| error.to_string())) {
            Ok(read) if read.properties.is_empty() && read.unsupported.is_empty() => {
                questions.faults.push(format!("{}: names no property", shown(&task)));
            }
            Ok(read) => {
                questions.unsupported += read.unsupported.len();
                all.extend(questions_of(&task, read, properties));
            }
            Err(fault) => questions.faults.push(printable(&fault)),
        }
    }
    questions.all = all.into_iter().collect();
    Ok(questions)
}

fn questions_of<'a>(path: &'a Path, task: Task, wanted: &'a [Property]) -> impl Iterator<Item = Question> + 'a {
    let is_wanted = |property: Property| {
        let by_name = || wanted.iter().any(|wanted| wanted.to_string() == property.in_verdicts());
        wanted.is_empty() || wanted.contains(&property) || by_name()
    };
    let rows = task.properties.into_iter().filter(move |row| is_wanted(row.property));
    rows.map(|row| Question {
        task: path.to_owned(),
        property: row.property.to_string(),
        expected: row.expected,
        subproperty: row.subproperty,
    })
}

/// The tasks that one argument names. Patterns that match nothing are faults.
fn tasks_of(set: &Path, faults: &mut Vec<String>) -> Result<Found, SetError> {
    let unreadable = |error| SetError::Unreadable(set.to_owned(), error);
    let is_folder = fs::metadata(set).map_err(unreadable)?.is_dir();
    set.to_str().ok_or_else(|| SetError::Name(set.to_owned()))?;
    if is_folder {
        return files_in(set, "yml", true).map_err(unreadable);
    }
    match set.extension().and_then(|end| end.to_str()) {
        Some("yml" | "yaml") => Ok(Found { files: vec![set.to_owned()], ..Found::default() }),
        Some("set") => {
            regular(set).map_err(unreadable)?;
            let text = fs::read_to_string(set).map_err(unreadable)?;
            let folder = Pattern::escape(&set.parent().unwrap_or(Path::new("")).to_string_lossy());
            let mut all = Found::default();
            for (index, line) in text.lines().map(str::trim).enumerate() {
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let pattern = if folder.is_empty() { line.to_owned() } else { format!("{folder}/{line}") };
                let found = matches(&pattern)
                    .map_err(|error| SetError::Pattern(set.to_owned(), index + 1, line.to_owned(), error.msg))?;
                let (found, odd) = (found.map_err(unreadable)?, unnamed(&pattern));
                if found.is_empty() && odd.is_empty() {
                    let place = format!("{}, line {}", shown(set), index + 1);
                    faults.push(format!("{place}: `{}` matches nothing", printable(line)));
                }
                all.files.extend(found);
                all.unnamed.extend(odd);
            }
            all.unnamed.sort();
            all.unnamed.dedup();
            Ok(all)
        }
        _ => Err(SetError::Other(set.to_owned())),
    }
}

/// The files that a pattern matches.
fn matches(pattern: &str) -> Result<io::Result<Vec<PathBuf>>, glob::PatternError> {
    Ok(glob(pattern)?.map(|path| path.map_err(Into::into)).collect())
}

/// What a pattern matches but for bytes that are not UTF-8: `glob` passes over such names without a word.
fn unnamed(pattern: &str) -> Vec<PathBuf> {
    let (folder, name) = pattern.rsplit_once('/').unwrap_or((".", pattern));
    let Ok(name) = Pattern::new(name) else { return Vec::new() };
    let folders = matches(folder).into_iter().flatten().flatten();
    let entries = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let is_odd = |one: &OsStr| one.to_str().is_none() && name.matches(&one.to_string_lossy());
    entries.filter(|entry| is_odd(&entry.file_name())).map(|entry| entry.path()).collect()
}

/// A path as an argument: one that begins with `-` is no option.
pub fn plain(path: &Path) -> PathBuf {
    match path.to_string_lossy().starts_with('-') {
        true => Path::new(".").join(path),
        false => path.to_owned(),
    }
}

/// A task's name in a line for people.
pub fn shown(task: &Path) -> String {
    printable(&task.display().to_string())
}

/// A number for questions as a whole, in their order: two runs with the same one ask the same.
pub fn digest_of_all<'a>(questions: impl IntoIterator<Item = &'a Question>) -> String {
    let mut hash = Sha256::new();
    for question in questions {
        let Question { task, property, expected, subproperty } = question;
        hash.update(format!("{}\t{property}\t{expected:?}\t{subproperty:?}\n", task.display()));
    }
    short(hash)
}

/// A number for the text of a task, of its programs and of what these include beside them or from `folders` (`-I`): an answer is about
/// this text, and the headers of the system.
///
/// # Errors
/// If a file cannot be read.
pub fn digest_of_text(task: &Path, folders: &[PathBuf]) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut add = |path: &Path| -> io::Result<()> {
        let bytes = regular(path).and_then(|()| fs::read(path));
        let bytes = bytes.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
        Ok(())
    };
    add(task)?;
    let read = read_task(task).map_err(io::Error::other)?;
    for file in &read.input_files {
        add(file)?;
        included(file, folders)?.iter().try_for_each(|file| add(file))?;
    }
    Ok(short(hash))
}

/// A number for a file.
///
/// # Errors
/// If it cannot be read.
pub fn digest_of_file(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    io::copy(&mut fs::File::open(path)?, &mut hash)?;
    Ok(short(hash))
}

/// The first 64 bits in hexadecimal: enough to tell things apart that nobody makes alike on purpose.
fn short(hash: Sha256) -> String {
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with tasks `a/1.yml`, `a/2.yml`, `b [x]/3.yml`, which is about memory, and a broken one.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("p/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
        write("p/no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
        write("p/termination.prp", "CHECK( init(main()), LTL(F end) )\n");
        let text = "format_version: '2.0'\ninput_files: x.c\nproperties:\n  - property_file: ../p/unreach-call.prp\n    expected_verdict: \
                    true\n  - property_file: ../p/no-overflow.prp\n    expected_verdict: false\n    subproperty: s\n  - property_file: \
                    ../p/termination.prp\n";
        for name in ["a/1.yml", "a/2.yml", "b [x]/3.yml"] {
            write(name, text);
            write(&format!("{}/x.c", name.split_once('/').unwrap().0), "int main(void) { return 0; }\n");
        }
        write("c/broken.yml", "- [");
        write("all.set", "# all\n\n a/*.yml\nb*/3.yml\na/1.yml\n");
        write("part.set", "a/1.yml\nnone/*.yml\n");
        write("d/none.yml", "format_version: '2.0'\ninput_files: ../a/x.c\n");
        write("bad.set", "a/***.yml\n");
        write("empty.set", "none/*.yml\n");
        folder
    }

    #[test]
    fn sets_folders_and_tasks() {
        let folder = folder();
        let of = |names: &[&str], properties: &[Property]| {
            collect(&names.iter().map(|name| folder.path().join(name)).collect::<Vec<_>>(), properties)
        };
        let all = of(&["all.set"], &[]).unwrap();
        assert_eq!((all.all.len(), all.unsupported, all.faults.len()), (6, 3, 0));
        assert_eq!((all.all[0].expected, all.all[0].subproperty.as_deref()), (Some(false), Some("s")));
        assert_eq!(of(&["b [x]", "a", "a/2.yml"], &[]).unwrap().all, all.all);
        let overflow = of(&["all.set"], &[Property::NoOverflow]).unwrap().all;
        assert!(overflow.len() == 3 && overflow.iter().all(|question| question.property == "no-overflow"));
        let whole = of(&["."], &[]).unwrap();
        assert!(whole.all.len() == 6 && whole.faults.len() == 2 && whole.faults[0].contains("broken.yml"));
        assert!(whole.faults[1].ends_with("d/none.yml: names no property"), "{:?}", whole.faults);
        let part = of(&["part.set"], &[]).unwrap();
        assert!(part.all.len() == 2 && part.faults.len() == 1, "{:?}", part.faults);
        assert!(part.faults[0].ends_with("part.set, line 2: `none/*.yml` matches nothing"), "{:?}", part.faults);
        assert_eq!(digest_of_all(&all.all), digest_of_all(&all.all.clone()));
        assert_ne!(digest_of_all(&all.all), digest_of_all(&overflow));
    }

    #[test]
    fn faults_are_named() {
        let folder = folder();
        let fault = |name: &str| collect(&[folder.path().join(name)], &[]).unwrap_err().to_string();
        assert!(fault("none.set").contains("none.set: cannot be read"));
        assert!(fault("a/x.c").contains("is no task (.yml), no list"));
        assert!(fault("bad.set").contains("bad.set, line 1: `a/***.yml` is no pattern"));
        assert!(fault("empty.set").contains("no task in it") && fault("p").contains("no task in it"));
    }

    /// What cannot be written down is counted, once.
    #[test]
    fn names_that_are_not_utf8_are_told() {
        let folder = folder();
        let odd: &OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"\xff.yml");
        fs::copy(folder.path().join("a/1.yml"), folder.path().join("a").join(odd)).unwrap();
        fs::write(folder.path().join("two.set"), "a/*.yml\na/?.yml\na/1*.yml\n").unwrap();
        for set in ["a", "two.set"] {
            let questions = collect(&[folder.path().join(set)], &[]).unwrap();
            assert_eq!(questions.all.len(), 4, "{set}");
            assert!(
                questions.faults.len() == 1 && questions.faults[0].starts_with("1 file or folder whose name"),
                "{set}"
            );
        }
        let odd = folder.path().join("a").join(odd);
        assert!(collect(&[odd], &[]).unwrap_err().to_string().contains("the name is not UTF-8"));
    }

    /// Nobody waits for a writer that never comes.
    #[test]
    fn pipes_and_devices_are_no_tasks() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("/dev/zero", path("a/zero.yml")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", path("a/zero.c")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", path("zero.set")).unwrap();
        fs::write(path("a/dev.yml"), fs::read_to_string(path("a/1.yml")).unwrap().replace("x.c", "zero.c")).unwrap();
        let questions = collect(&[path("a")], &[]).unwrap();
        assert_eq!((questions.all.len(), questions.faults.len()), (4, 2), "{:?}", questions.faults);
        assert!(questions.faults[0].contains("dev.yml") && questions.faults[0].contains("zero.c"));
        assert!(questions.faults[1].contains("zero.yml: is no regular file"));
        assert!(collect(&[path("zero.set")], &[]).unwrap_err().to_string().contains("no regular file"));
        assert!(digest_of_text(&path("a/zero.yml"), &[]).unwrap_err().to_string().contains("no regular file"));
    }

    #[test]
    fn changed_text_has_another_digest() {
        let folder = folder();
        let digest = |name: &str| digest_of_text(&folder.path().join(name), &[folder.path().join("c")]);
        let before = digest("a/1.yml").unwrap();
        assert_eq!(before, digest("a/2.yml").unwrap());
        let mut seen = vec![before];
        // The program, a header beside it, one in a folder of headers, and what that one includes.
        for (name, text) in [
            ("a/x.c", "#include \"y.h\"\n#include <z.h>\nint main(void) { return 1; }\n"),
            ("a/y.h", "int y;\n"),
            ("a/y.h", "int why;\n"),
            ("c/z.h", "#include \"w.h\"\n"),
            ("c/w.h", "int w;\n"),
            ("c/w.h", "int v;\n"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
            let now = digest("a/1.yml").unwrap();
            assert!(!seen.contains(&now), "{name}: {text}");
            seen.push(now);
        }
        assert!(digest("c/broken.yml").is_err());
    }
}
