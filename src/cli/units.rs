//! Which files are meant: those that are named, standard input, or those of a project.

use super::Failure;
use crate::source::clang::Unit;
use crate::source::options;
use crate::source::project::{self, Project};
use crate::source::property::DataModel;
use crate::source::temporary::Folder;
use std::collections::HashSet;
use std::env;
use std::fmt::Display;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The names of standard input.
const STANDARD_INPUT: [&str; 2] = ["-", "/dev/stdin"];

/// What standard input is called in reports.
const NAME: &str = "stdin.c";

/// Where the text of standard input stands until the process ends.
static FOLDER: OnceLock<Folder> = OnceLock::new();

/// The files of a project that make its program; with `files`, only these of it.
///
/// # Errors
/// If the project cannot be read, lacks one of these files, or compiles one in a way that is not followed or in several.
pub fn of_program(project: &Path, files: &[PathBuf]) -> Result<Vec<Unit>, Failure> {
    let Project { units, others } = read(project, files)?;
    if let Some(other) = others.first().filter(|_| files.is_empty()) {
        let message = "the project compiles it as something else than C: name the C files that make the program";
        return Err(Failure::Input(format!("{}: {message}", other.display())));
    }
    let mut seen = HashSet::new();
    for unit in &units {
        let not_followed =
            |how: &dyn Display| Failure::Input(format!("{}: the project compiles it {how}", unit.path().display()));
        if !seen.insert((&unit.folder, &unit.file)) {
            return Err(not_followed(&"twice, with different options"));
        }
        if let Some(refused) = &unit.refused {
            return Err(not_followed(refused));
        }
    }
    Ok(units)
}

/// The files of a project, each as often as it is compiled in another way; with `files`, only these of it.
///
/// # Errors
/// If it cannot be read, or lacks one of these files.
pub fn of_project(project: &Path, files: &[PathBuf]) -> Result<Vec<Unit>, Failure> {
    read(project, files).map(|project| project.units)
}

/// What a project compiles; with `files`, only these of it.
fn read(project: &Path, files: &[PathBuf]) -> Result<Project, Failure> {
    let Project { units: all, others } = project::read(project).map_err(|error| Failure::Input(error.to_string()))?;
    if all.is_empty() {
        return Err(Failure::Usage(format!("{}: the project has no C files", project.display())));
    }
    let mut wanted = vec![files.is_empty(); all.len()];
    for file in files {
        meant(&all, file)?.into_iter().for_each(|index| wanted[index] = true);
    }
    let units = all.into_iter().zip(wanted).filter_map(|(unit, is_wanted)| is_wanted.then_some(unit)).collect();
    Ok(Project { units, others })
}

/// The data model that files are compiled for, where nobody says one: that of the project's own commands.
///
/// # Errors
/// If they disagree.
pub fn data_model(units: &[Unit]) -> Result<DataModel, Failure> {
    let model = |unit: &Unit| options::data_model(&unit.arguments).unwrap_or(DataModel::Lp64);
    let mut models = units.iter().filter(|unit| unit.refused.is_none()).map(model);
    let first = models.next().unwrap_or(DataModel::Lp64);
    match models.all(|other| other == first) {
        true => Ok(first),
        false => {
            let message = "the project compiles some of these files for 32 bits and some for 64";
            Err(Failure::Input(format!("{message}: choose files, or say --data-model")))
        }
    }
}

/// Which files of a project a person means who types this: the file of this path, or else the one whose path ends so.
fn meant(all: &[Unit], file: &Path) -> Result<Vec<usize>, Failure> {
    let having =
        |is_it: &dyn Fn(&Unit) -> bool| -> Vec<usize> { (0..all.len()).filter(|&index| is_it(&all[index])).collect() };
    // It may be compiled in several folders.
    let same = having(&|unit| same(unit, file));
    if !same.is_empty() {
        return Ok(same);
    }
    let typed = file.strip_prefix(".").unwrap_or(file);
    let ending = having(&|unit| !typed.as_os_str().is_empty() && unit.path().ends_with(typed));
    match ending.len() {
        0 => Err(Failure::Usage(format!("the project has no file `{}`", file.display()))),
        1 => Ok(ending),
        _ => {
            let mut paths: Vec<String> = ending.iter().map(|&index| all[index].path().display().to_string()).collect();
            paths.dedup();
            if paths.len() == 1 {
                return Ok(ending);
            }
            let message = format!("`{}` may be {}; give more of its path", file.display(), paths.join(" or "));
            Err(Failure::Usage(message))
        }
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
        // What is preprocessed is C, and stays preprocessed.
        let is_c = is_c && file.extension().is_none_or(|end| end != "i");
        return Ok(Unit { file: file.to_owned(), arguments: arguments.to_owned(), is_c, ..Unit::default() });
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
    Ok(Unit { file: NAME.into(), arguments, folder: Some(folder.to_owned()), is_c: true, wraps: false, refused: None })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_project_are_found_by_what_is_typed() {
        let of = |file: &str| Unit { file: file.into(), folder: Some("/p/build".into()), ..Unit::default() };
        let all = [of("/p/src/list.c"), of("/p/lib/util.c"), of("/p/src/util.c"), of("/p/src/a_list.c")];
        let found = |typed: &str| meant(&all, Path::new(typed)).map_err(|failure| failure.to_string());
        for typed in ["/p/src/list.c", "src/list.c", "./list.c", "list.c"] {
            assert_eq!(found(typed), Ok(vec![0]), "{typed}");
        }
        assert_eq!(found("lib/util.c"), Ok(vec![1]));
        let two = found("util.c").expect_err("there are two");
        assert!(two.contains("`util.c` may be /p/lib/util.c or /p/src/util.c; give more of its path"), "{two}");
        for typed in ["ist.c", "other.c", ".", "src"] {
            let none = found(typed).expect_err("there is none");
            assert!(none.contains(&format!("the project has no file `{typed}`")), "{none}");
        }
    }
}
