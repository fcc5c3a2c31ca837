//! `bitreach check`: from the arguments to a question, and from the report to the outputs.

use super::args::{CheckArgs, DataModelArg, MemoryArgs, ProgramArgs, ReportArgs, RECURSION};
use super::progress::{self, ProgressLine};
use super::{limits, written, Failure};
use crate::frontend::{calls_error_function, FrontendError};
use crate::pipeline::{self, Choice, Finished, Question};
use crate::report;
use crate::source::clang::ClangError;
use crate::source::property::{DataModel, Property};
use crate::source::task::{read_property_file, read_task, Task};
use bitreach_engine::file as evidence_file;
use bitreach_limits::StopFlag;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Carries the command out.
pub fn run(args: &CheckArgs) -> Result<u8, Failure> {
    let limits = limits::watch(&args.search);
    let question = question(&args.program, &limits.stop)?;
    check_outputs([&args.report.json, &args.report.evidence, &args.problem])?;
    let (replay, predicates) = (args.replay.name(), args.predicates.name());
    let simplification = args.simplify.name();
    let whole_cells = args.whole_cells;
    let choice = Choice { replay, predicates, simplification, whole_cells, ..args.search.choice(args.encoding)? };
    let finished = pipeline::check(&question, &choice, &limits, ProgressLine::new(args.search.progress));
    progress::clear();
    let finished = finished?;
    match (&args.problem, &finished.problem) {
        (Some(path), Some(problem)) => {
            bitreach_dimspec::write::write_whole(path, |mut out| bitreach_dimspec::write::write(problem, &mut out))
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?;
        }
        (Some(path), None) => {
            eprintln!("bitreach: no problem is written to {}: no evidence is about one in this run", path.display());
        }
        (None, _) => {}
    }
    publish(finished, &args.report)
}

/// What is asked about a file when nothing but perhaps the property is said.
pub fn question_of(file: &Path, property: Option<Property>) -> Result<Question, Failure> {
    let property = property.map(|property| property.to_string());
    let (data_model, memory) = (None, MemoryArgs::default());
    let args = ProgramArgs { file: file.to_owned(), property, data_model, recursion: RECURSION, memory };
    question(&args, &StopFlag::new())
}

/// What is asked: the program, the property and why it is that one, the data model.
pub fn question(args: &ProgramArgs, stop: &StopFlag) -> Result<Question, Failure> {
    let task = match args.file.extension().and_then(|extension| extension.to_str()) {
        Some("yml" | "yaml") => Some(read_task(&args.file).map_err(|error| Failure::Input(error.to_string()))?),
        _ => None,
    };
    let file = task.as_ref().map_or(&args.file, |task| &task.input_file).clone();
    let (property, why) = match (&args.property, &task) {
        (Some(text), _) => (property(text)?, "as asked for"),
        (None, Some(task)) => (only_property(task, &args.file)?, "the task's"),
        (None, None) => (Property::Assert, ""),
    };
    let data_model = match (args.data_model, &task) {
        (Some(DataModelArg::Ilp32), _) => DataModel::Ilp32,
        (Some(DataModelArg::Lp64), _) => DataModel::Lp64,
        (None, Some(task)) => task.data_model,
        (None, None) => DataModel::Lp64,
    };
    let (property, why) = if why.is_empty() { default_property(&file, data_model, stop) } else { (property, why) };
    Ok(Question {
        file,
        property,
        why: why.to_owned(),
        data_model,
        recursion: args.recursion,
        bounds: args.memory.bounds(),
        malloc_may_fail: args.memory.malloc_may_fail,
    })
}

/// A property by name, or by the path of a property file.
fn property(text: &str) -> Result<Property, Failure> {
    if let Ok(property) = text.parse() {
        return Ok(property);
    }
    if text.ends_with(".prp") || Path::new(text).exists() {
        return read_property_file(Path::new(text)).map_err(|error| Failure::Input(error.to_string()));
    }
    let names: Vec<String> = Property::ALL.iter().map(Property::to_string).collect();
    let message = format!("unknown property `{text}`: give {}, or the path of a .prp file", names.join(", "));
    Err(Failure::Usage(message))
}

/// The property of a task that has one; a task that has several needs a choice.
fn only_property(task: &Task, path: &Path) -> Result<Property, Failure> {
    let names: Vec<String> = task.properties.iter().map(|property| property.property.to_string()).collect();
    match &task.properties[..] {
        [only] => Ok(only.property),
        [] => {
            let message =
                "the task has no property that is supported (unreach-call, no-overflow, valid-memsafety, valid-memcleanup); \
                 choose with --property";
            Err(Failure::Usage(format!("{}: {message}", path.display())))
        }
        _ => {
            let message = format!("the task has several properties; choose one with --property: {}", names.join(", "));
            Err(Failure::Usage(format!("{}: {message}", path.display())))
        }
    }
}

/// Without a word from the user: `unreach-call` for programs that call an error function, perhaps by a macro of a header, else
/// `assert`. Why a program cannot be compiled is told later.
fn default_property(file: &Path, data_model: DataModel, stop: &StopFlag) -> (Property, &'static str) {
    match calls_error_function(file, data_model, stop) {
        Ok(true) => (Property::UnreachCall, "the default for a program that calls an error function"),
        Err(FrontendError::Clang(ClangError::Stopped)) => {
            (Property::Assert, "the default; there was no time to look for calls of an error function")
        }
        Ok(false) | Err(_) => (Property::Assert, "the default for a program that calls no error function"),
    }
}

/// Refuses outputs that cannot be written, before the search and not after it.
pub fn check_outputs<'a>(outputs: impl IntoIterator<Item = &'a Option<PathBuf>>) -> Result<(), Failure> {
    for path in outputs.into_iter().flatten() {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if path.is_dir() || !parent.is_dir() {
            let message =
                "is not a file that can be written: its folder must exist, and it must not be a folder itself";
            return Err(Failure::Usage(format!("{} {message}", path.display())));
        }
    }
    Ok(())
}

/// Writes evidence, JSON and text; the verdict line is last. Gives the exit code.
pub fn publish(finished: Finished, args: &ReportArgs) -> Result<u8, Failure> {
    let Finished { report, evidence, inputs, .. } = finished;
    if let (Some(path), Some((evidence, variables))) = (&args.evidence, &evidence) {
        let mut text = Vec::new();
        written(evidence_file::write(evidence, *variables, &mut text))?;
        save(path, &text)?;
    }
    if let (Some(path), Some(inputs)) = (&args.evidence, &inputs) {
        let mut text = Vec::new();
        written(inputs.write(&mut text))?;
        save(path, &text)?;
    }
    let mut out = io::stdout().lock();
    let to_stdout = args.json.as_deref() == Some(Path::new("-"));
    if let Some(path) = &args.json {
        let mut text = Vec::new();
        written(report::json::write(&report, &mut text))?;
        if to_stdout {
            written(out.write_all(&text).and_then(|()| writeln!(out, "{}", report.verdict)))?;
        } else {
            save(path, &text)?;
        }
    }
    if !to_stdout {
        written(report::text::write(&report, args.verbose, &mut out))?;
    }
    written(out.flush())?;
    Ok(report.verdict.exit_code())
}

/// Writes a file whole or not at all.
fn save(path: &Path, text: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let save = || -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text)?;
        file.persist(path)?;
        Ok(())
    };
    save().map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))
}
