//! `bitreach collect`: the results of several machines become one run.

use super::args::{CollectArgs, WrittenArgs};
use super::check::{check_outputs, save};
use super::{written, Failure};
use crate::bench::journal::{read_folder, read_folders};
use crate::bench::merge::{merge, MergeError, Run};
use crate::bench::page::page;
use crate::bench::record::Part;
use crate::bench::score::Class;
use crate::bench::table::{self, Named};
use bitreach_formula::printable;
use std::io::{self, Write};
use std::path::Path;

/// Carries the command out.
pub fn run(args: &CollectArgs) -> Result<u8, Failure> {
    check_written(&args.written)?;
    let parts = read_folders(&args.folders).map_err(|error| Failure::Usage(error.to_string()))?;
    let names: Vec<String> = args.folders.iter().map(|folder| folder.display().to_string()).collect();
    let run = of_parts(&parts, &names.join(", "))?;
    let compared = args.written.compare.as_deref().map(run_of_folder).transpose()?;
    publish((&names.join(", "), &run), compared.as_ref(), &args.written)?;
    if let Some(lacks) = run.lacks() {
        let _ = writeln!(io::stderr(), "{lacks}");
    }
    Ok(exit_code(&run, run.missing() > 0, !run.left_out.is_empty()))
}

/// Refuses files that cannot be written, before anything is asked.
pub fn check_written(args: &WrittenArgs) -> Result<(), Failure> {
    let outputs = [("--csv", &args.csv), ("--html", &args.html)];
    if let Some((option, _)) = outputs.iter().find(|(_, file)| file.as_deref() == Some(Path::new("-"))) {
        let message = "standard output has the table; name a file";
        return Err(Failure::Usage(format!("{option} -: {message}")));
    }
    check_outputs(outputs.into_iter().filter_map(|(_, file)| file.as_ref()))
}

/// The run that is in a folder.
pub fn run_of_folder(folder: &Path) -> Result<Run, Failure> {
    let parts = read_folder(folder).map_err(|error| Failure::Usage(error.to_string()))?;
    of_parts(&parts, &folder.display().to_string())
}

fn of_parts(parts: &[Part], name: &str) -> Result<Run, Failure> {
    let checked = merge(parts).and_then(|run| run.check_questions().map(|()| run));
    checked.map_err(|error| match error {
        MergeError::Empty => Failure::Usage(format!("{name}: {error}; `bitreach bench --output` writes some")),
        error => Failure::Usage(error.to_string()),
    })
}

/// Prints the table, and writes the files that are asked for.
pub fn publish((name, run): Named, compared: Option<&Run>, args: &WrittenArgs) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    written(write!(stdout, "\n{}", table::text(run)).and_then(|()| stdout.flush()))?;
    for contradiction in &run.contradictions {
        written(writeln!(stdout, "CONTRADICTION {contradiction}"))?;
    }
    for fault in &run.left_out {
        written(writeln!(stdout, "LEFT OUT {}", printable(fault)))?;
    }
    let other_name = args.compare.as_deref().unwrap_or(Path::new("")).display().to_string();
    let compared = compared.map(|other| (other_name.as_str(), other));
    if let Some((other_name, other)) = compared {
        written(write!(stdout, "\n{}", table::differences((name, run), (other_name, other))))?;
    }
    if let Some(file) = &args.html {
        save(file, page((name, run), compared))?;
    }
    if let Some(file) = &args.csv {
        save(file, table::csv(run).map_err(|error| Failure::Internal(error.to_string()))?)?;
    }
    Ok(())
}

/// 5 if a verdict is wrong, 3 if a process failed by its own fault, 20 if answers are missing, 2 if a task could not be read or
/// compiled or was left out, else 0.
pub fn exit_code(run: &Run, missing: bool, unreadable: bool) -> u8 {
    let classes = || run.records.iter().map(Class::of);
    let failed = || run.records.iter().filter(|record| Class::of(record) == Class::Failed);
    let is_of_input = |detail: &Option<String>| {
        detail.as_deref().is_some_and(|detail| detail.split(": ").next() == Some("exit code 2"))
    };
    match () {
        () if classes().any(Class::is_wrong) || !run.contradictions.is_empty() => 5,
        () if failed().any(|record| !is_of_input(&record.detail)) => 3,
        () if missing => 20,
        () if unreadable || failed().next().is_some() => 2,
        () => 0,
    }
}
