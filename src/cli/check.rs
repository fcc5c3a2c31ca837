//! `bitreach check`: the questions are asked one after the other, and their reports go to the outputs.

use super::args::{CheckArgs, ReportArgs};
use super::limits::Watch;
use super::progress::{self, ProgressLine};
use super::question::questions;
use super::{out_of_memory, written, Failure};
use crate::pipeline::witness::{self, Written};
use crate::pipeline::{self, Choice, Finished, Question};
use crate::report::several::Several;
use crate::report::{self, Report};
use bitreach_dimspec::write::{write_file, write_whole};
use bitreach_engine::file as evidence_file;
use bitreach_limits::Limits;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Carries the command out.
pub fn run(args: &CheckArgs) -> Result<u8, Failure> {
    let watch = Watch::new(&args.search);
    let limits = watch.part(1);
    let questions = questions(&args.program, &limits.stop)?;
    check_outputs([&args.report.json, &args.report.evidence, &args.problem, &args.witness, &args.sarif])?;
    let choice = Choice {
        replay: args.replay.name(),
        predicates: args.predicates.name(),
        simplification: args.simplify.name(),
        whole_cells: args.whole_cells,
        ..args.search.choice(args.encoding)?
    };
    match &questions[..] {
        [question] => one(question, &choice, &limits, args),
        _ => several(&questions, &choice, &watch, args),
    }
}

/// Decides one question.
fn one(question: &Question, choice: &Choice, limits: &Limits, args: &CheckArgs) -> Result<u8, Failure> {
    let begun = Instant::now();
    let what = args.witness.as_deref().map(|path| (path, witness::Subject::of(question)));
    let subject = match what {
        Some((path, subject)) => {
            Some((path, subject.map_err(|reason| Failure::Usage(format!("--witness: {reason}")))?))
        }
        None => None,
    };
    let mut finished = decide(question, choice, limits, args)?;
    let mut saved = Saved(Ok(()));
    if let Some((path, subject)) = subject {
        let written = subject.written(question, choice, &finished, begun.elapsed(), limits)?;
        finished.report.evidence.extend(saved.also(save_witness(path, written)).flatten());
    }
    saved.also(save_problem(args, &finished));
    let reports = [(question.property.to_string(), finished.report)];
    saved.also(save_sarif(args, &reports));
    let [(_, report)] = reports;
    publish(Finished { report, ..finished }, saved, &args.report)
}

/// Whether all files could be written so far; else the first failure. The verdict is printed all the same.
pub struct Saved(pub Result<(), Failure>);

impl Saved {
    /// Goes on to the next file; what came of it, if it was written.
    fn also<T>(&mut self, next: Result<T, Failure>) -> Option<T> {
        match next {
            Ok(value) => return Some(value),
            Err(failure) if self.0.is_ok() => self.0 = Err(failure),
            Err(_) => {}
        }
        None
    }
}

/// Writes the problem that the evidence is about, where that is asked for.
fn save_problem(args: &CheckArgs, finished: &Finished) -> Result<(), Failure> {
    match (&args.problem, &finished.problem) {
        (Some(path), Some(problem)) => {
            write_file(problem, path)
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?;
        }
        (Some(path), None) => {
            eprintln!("bitreach: no problem is written to {}: no evidence is about one in this run", path.display());
        }
        (None, _) => {}
    }
    Ok(())
}

/// Writes the reports as SARIF, where that is asked for.
fn save_sarif(args: &CheckArgs, reports: &[(String, Report)]) -> Result<(), Failure> {
    let Some(path) = &args.sarif else { return Ok(()) };
    let text = serde_json::to_string_pretty(&report::sarif::verdicts(reports));
    save(path, text.map_err(|error| Failure::Internal(error.to_string()))? + "\n")
}

/// Writes a witness, if there is one. Gives the sentence of the report about it.
fn save_witness(path: &Path, written: Result<Written, String>) -> Result<Option<String>, Failure> {
    let Written { witness, summary } = match written {
        Ok(written) => written,
        Err(reason) => {
            let before = if path.exists() { " (the file there is of an earlier run)" } else { "" };
            eprintln!("bitreach: no witness is written to {}: {reason}{before}", path.display());
            return Ok(None);
        }
    };
    let text = witness.write(&witness::now()).map_err(|error| Failure::Internal(error.to_string()))?;
    save(path, text.as_bytes())?;
    Ok(Some(format!("the witness {}: {summary}", path.display())))
}

/// Decides several questions, one after the other. Each has its share of the time that is left, so that what one does not need is the
/// others'. Reports are printed as they come; the last line sums them up.
fn several(questions: &[Question], choice: &Choice, watch: &Watch, args: &CheckArgs) -> Result<u8, Failure> {
    let outputs = [("--evidence", &args.report.evidence), ("--problem", &args.problem), ("--witness", &args.witness)];
    if let Some((option, _)) = outputs.iter().find(|(_, path)| path.is_some()) {
        let names: Vec<String> = questions.iter().map(|question| question.property.to_string()).collect();
        let message = format!("{option} is for one property; choose one with --property: {}", names.join(", "));
        return Err(Failure::Usage(message));
    }
    let to_stdout = args.report.json.as_deref() == Some(Path::new("-"));
    let mut all = Several::default();
    for (number, question) in questions.iter().enumerate() {
        let limits = watch.part((questions.len() - number) as u32);
        let Finished { report, .. } = decide(question, choice, &limits, args)?;
        if !to_stdout {
            let mut out = io::stdout().lock();
            written(writeln!(out, "question    {} of {}", number + 1, questions.len()))?;
            written(report::text::write_open(&report, args.report.verbose, &mut out).and_then(|()| writeln!(out)))?;
            written(out.flush())?;
        }
        all.add(question.property.to_string(), report);
    }
    let mut saved = Saved(Ok(()));
    if let Some(path) = &args.report.json {
        let mut text = Vec::new();
        written(report::json::write(&all.json(), &mut text))?;
        saved.also(print_or_save(path, &text));
    }
    saved.also(save_sarif(args, all.reports()));
    let mut out = io::stdout().lock();
    if !to_stdout {
        written(all.write_verdicts(&mut out).and_then(|()| writeln!(out)))?;
    }
    let verdict = all.verdict();
    written(writeln!(out, "{verdict}").and_then(|()| out.flush()))?;
    out_of_memory::verdict_is_out();
    saved.0.map(|()| verdict.exit_code())
}

/// Decides a question, and shows progress meanwhile.
fn decide(question: &Question, choice: &Choice, limits: &Limits, args: &CheckArgs) -> Result<Finished, Failure> {
    let finished = pipeline::check(question, choice, limits, ProgressLine::new(args.search.progress));
    progress::clear();
    Ok(finished?)
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

/// Writes evidence, JSON and text; the verdict line is last, and printed even if a file cannot be written. Gives the exit code.
pub fn publish(finished: Finished, mut saved: Saved, args: &ReportArgs) -> Result<u8, Failure> {
    let Finished { report, evidence, inputs, .. } = finished;
    if let (Some(path), Some((evidence, variables))) = (&args.evidence, &evidence) {
        let mut text = Vec::new();
        written(evidence_file::write(evidence, *variables, &mut text))?;
        saved.also(save(path, &text));
    }
    if let (Some(path), Some(inputs)) = (&args.evidence, &inputs) {
        let mut text = Vec::new();
        written(inputs.write(&mut text))?;
        saved.also(save(path, &text));
    }
    let to_stdout = args.json.as_deref() == Some(Path::new("-"));
    if let Some(path) = &args.json {
        let mut text = Vec::new();
        written(report::json::write(&report, &mut text))?;
        saved.also(print_or_save(path, &text));
    }
    written(print(&report, to_stdout, args.verbose))?;
    out_of_memory::verdict_is_out();
    saved.0.map(|()| report.verdict.exit_code())
}

/// Prints a report, or only its verdict.
fn print(report: &Report, only_verdict: bool, verbose: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match only_verdict {
        true => writeln!(out, "{}", report.verdict)?,
        false => report::text::write(report, verbose, &mut out)?,
    }
    out.flush()
}

/// Writes a file, or standard output for `-`.
fn print_or_save(path: &Path, text: &[u8]) -> Result<(), Failure> {
    match path == Path::new("-") {
        true => written(io::stdout().lock().write_all(text)),
        false => save(path, text),
    }
}

/// Writes a file whole or not at all.
pub fn save(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    write_whole(path, |out| out.write_all(text.as_ref()))
        .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))
}
