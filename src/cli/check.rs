//! `bitreach check`: the questions are asked one after the other, and their reports go to the outputs.

use super::args::{CheckArgs, InvariantsArg, ReportArgs};
use super::functions;
use super::limits::Watch;
use super::progress::{self, while_reading, ProgressLine};
use super::question::{questions, questions_of_functions, Unasked};
use super::{out_of_memory, sources, written, Failure};
use crate::pipeline::witness::{self, Written};
use crate::pipeline::{self, Choice, Finished, Question, WHOLE_CELLS};
use crate::report::several::Several;
use crate::report::text::Look;
use crate::report::{self, Answer, Report};
use crate::witness::file::Format;
use bitreach_dimspec::write::{write_file, write_whole};
use bitreach_engine::file as evidence_file;
use bitreach_limits::Limits;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Carries the command out.
pub fn run(args: &CheckArgs) -> Result<u8, Failure> {
    let watch = Watch::new(&args.search);
    let limits = watch.part(1);
    let is_by_function = args.functions.one.function.is_some() || args.functions.all_functions;
    if is_by_function && !args.witness.is_empty() {
        return Err(Failure::Usage("--witness is for whole programs; leave --function out".to_owned()));
    }
    let outputs = [&args.report.json, &args.report.evidence, &args.problem, &args.sarif, &args.html];
    check_outputs(outputs.into_iter().flatten().chain(&args.witness))?;
    let choice = Choice {
        replay: args.replay.name(),
        predicates: args.predicates.name(),
        simplification: args.simplify.name(),
        loops: args.loops().name(),
        whole_cells: args.whole_cells.map_or(WHOLE_CELLS.to_vec(), |cells| vec![cells]),
        ..args.search.choice(args.encoding)?
    };
    let reading = args.search.progress;
    let (questions, unasked) = match is_by_function {
        false => while_reading(reading, || questions(&args.program, &limits.stop))?,
        true => {
            match while_reading(reading, || questions_of_functions(&args.program, &args.functions.one, &limits.stop))? {
                Some((asked, unasked)) if args.functions.all_functions => {
                    return functions::run(&asked, &unasked, &choice, &watch, args)
                }
                Some((asked, unasked)) => {
                    (asked.into_iter().flat_map(|one| one.questions.unwrap_or_default()).collect(), unasked)
                }
                None => return functions::ended(&limits),
            }
        }
    };
    match &questions[..] {
        [question] if !args.all_findings && unasked.is_empty() => one(question, &choice, &limits, args),
        _ => several(&questions, unasked, &choice, &watch, args),
    }
}

/// Decides one question.
fn one(question: &Question, choice: &Choice, limits: &Limits, args: &CheckArgs) -> Result<u8, Failure> {
    let begun = Instant::now();
    let subject = match args.witness.is_empty() {
        true => None,
        false => Some(witness::Subject::of(question).map_err(|reason| Failure::Usage(format!("--witness: {reason}")))?),
    };
    let mut finished = decide(question, choice, limits, args)?;
    let mut saved = Saved(Ok(()));
    if let Some(subject) = subject {
        let written = subject.written(question, choice, &finished, begun.elapsed(), limits)?;
        finished.report.invariants = written.as_ref().map(Written::invariants).unwrap_or_default();
        for path in &args.witness {
            finished.report.evidence.extend(saved.also(save_witness(path, written.as_ref())).flatten());
        }
    } else if args.html.is_some() && question.function.is_none() {
        finished.report.invariants = witness::invariants(question, choice, &finished, begun.elapsed(), limits)?;
    } else {
        tell_invariants(question, choice, &mut finished, begun.elapsed(), limits, args)?;
    }
    saved.also(save_problem(args, &finished));
    let reports = [(question.property.to_string(), finished.report)];
    saved.also(save_sarif(args, &reports));
    saved.also(save_page(args, &reports, &reports[0].1.verdict));
    let [(_, report)] = reports;
    publish(Finished { report, ..finished }, saved, &args.report)
}

/// The invariants of a safe program are told in C, where somebody may read the text report: so long at least.
const SHORTLY: Duration = Duration::from_secs(2);

/// Adds them to the report, or none where that takes long.
fn tell_invariants(
    question: &Question,
    choice: &Choice,
    finished: &mut Finished,
    took: Duration,
    limits: &Limits,
    args: &CheckArgs,
) -> Result<(), Failure> {
    if args.tells_invariants() && question.function.is_none() && finished.report.verdict == Answer::Safe {
        // Who asks for them waits for them.
        let limits = match args.invariants {
            InvariantsArg::Auto => limits.part(SHORTLY.max(took)),
            _ => limits.clone(),
        };
        finished.report.invariants = witness::invariants(question, choice, finished, took, &limits)?;
        if let (InvariantsArg::Always, Err(reason)) = (args.invariants, witness::Subject::of(question)) {
            let _ = writeln!(io::stderr(), "bitreach: invariants are found as witnesses are, and {reason}");
        }
    }
    Ok(())
}

/// Whether all files could be written so far; else the first failure. The verdict is printed all the same.
pub struct Saved(pub Result<(), Failure>);

impl Saved {
    /// Goes on to the next file; what came of it, if it was written.
    pub fn also<T>(&mut self, next: Result<T, Failure>) -> Option<T> {
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

/// Writes the reports as a page, where that is asked for.
fn save_page(args: &CheckArgs, reports: &[(String, Report)], verdict: &Answer) -> Result<(), Failure> {
    let Some(path) = &args.html else { return Ok(()) };
    let sources = sources(report::html::verdicts::files(reports));
    save(path, report::html::verdicts::verdicts(reports, verdict, &sources))
}

/// Writes a witness, if there is one. Gives the sentence of the report about it.
fn save_witness(path: &Path, written: Result<&Written, &String>) -> Result<Option<String>, Failure> {
    let written = match written {
        Ok(written) => written,
        Err(reason) => {
            let before = if path.exists() { " (the file there is of an earlier run)" } else { "" };
            eprintln!("bitreach: no witness is written to {}: {reason}{before}", path.display());
            return Ok(None);
        }
    };
    save(path, written.text(Format::by_name(path))?.as_bytes())?;
    Ok(Some(format!("the witness {}: {}", path.display(), written.summary)))
}

/// Decides several questions, one after the other. Each has its share of the time that is left, so that what one does not need is the
/// others'. Reports are printed as they come; the last line sums them up, with those that cannot be asked.
fn several(
    questions: &[Question],
    unasked: Unasked,
    choice: &Choice,
    watch: &Watch,
    args: &CheckArgs,
) -> Result<u8, Failure> {
    if let Some(option) = output_of_one(args) {
        let names: Vec<String> = questions.iter().map(|question| question.property.to_string()).collect();
        return Err(Failure::Usage(match args.all_findings {
            true => format!("{option} is for one answer; leave --all-findings out"),
            false => format!("{option} is for one property; choose one with --property: {}", names.join(", ")),
        }));
    }
    let mut all = Several::default();
    for (number, question) in questions.iter().enumerate() {
        let limits = watch.part((questions.len() - number) as u32);
        if args.all_findings {
            findings(question, choice, &limits, args, &mut all)?;
            continue;
        }
        let begun = Instant::now();
        let mut finished = decide(question, choice, &limits, args)?;
        tell_invariants(question, choice, &mut finished, begun.elapsed(), &limits, args)?;
        let Finished { report, .. } = finished;
        tell_one(&report, &format!("question    {} of {}", number + 1, questions.len()), args)?;
        all.add(question.property.to_string(), report);
    }
    for (name, report) in unasked {
        tell_one(&report, &format!("not asked   {name}"), args)?;
        all.add(name, report);
    }
    tell_all(&all.json(), all.reports(), &all.verdict(), |out| all.write_verdicts(out), args)
}

/// Asks a question on as long as it has a new answer: executions are taken to end at the checks that were found to fail.
/// Tells each answer, and adds it to the others.
///
/// # Errors
/// As [`decide`]; if an answer cannot be printed.
pub fn findings(
    question: &Question,
    choice: &Choice,
    limits: &Limits,
    args: &CheckArgs,
    all: &mut Several,
) -> Result<(), Failure> {
    let property = question.property.to_string();
    let mut question = question.clone();
    loop {
        let finished = decide(&question, choice, limits, args)?;
        let is_first = question.known.is_empty();
        let Some(failing) = finished.failing() else {
            if is_first {
                tell_one(&finished.report, &format!("all of      {property}"), args)?;
                all.add(property, finished.report);
            } else {
                all.add_rest(property, finished.report);
            }
            return Ok(());
        };
        // Which call it is may not be known, or LLVM has made one of two: as if they stood in one place.
        if question.known.iter().any(|known| failing.covers(known)) {
            let anywhere = failing.anywhere();
            if question.known.contains(&anywhere) {
                let message = "a check fails behind which executions were taken to end";
                return Err(Failure::Internal(format!("--all-findings: {message}")));
            }
            question.known.push(anywhere);
            continue;
        }
        question.known.push(failing);
        tell_one(&finished.report, &format!("finding     {} of {property}", question.known.len()), args)?;
        all.add(property.clone(), finished.report);
    }
}

/// Prints the report about one of several questions under a heading, without its verdict line, unless standard output is JSON's.
pub fn tell_one(report: &Report, heading: &str, args: &CheckArgs) -> Result<(), Failure> {
    if args.report.is_json_printed() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    written(writeln!(out, "{heading}"))?;
    written(report::text::write_open(report, args.report.look(), &mut out).and_then(|()| writeln!(out)))?;
    written(out.flush())
}

/// Writes what all questions together have come to: the document, the files, the lines of verdicts and the verdict. Gives the exit code.
pub fn tell_all(
    document: &impl Serialize,
    reports: &[(String, Report)],
    verdict: &Answer,
    verdicts: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    args: &CheckArgs,
) -> Result<u8, Failure> {
    let mut saved = Saved(Ok(()));
    if let Some(path) = &args.report.json {
        let mut text = Vec::new();
        written(report::json::write(document, &mut text))?;
        saved.also(print_or_save(path, &text));
    }
    saved.also(save_sarif(args, reports));
    saved.also(save_page(args, reports, verdict));
    let mut out = io::stdout().lock();
    if !args.report.is_json_printed() {
        written(verdicts(&mut out).and_then(|()| writeln!(out)))?;
    }
    written(writeln!(out, "{verdict}").and_then(|()| out.flush()))?;
    out_of_memory::verdict_is_out();
    saved.0.map(|()| verdict.exit_code())
}

/// The option for an output that only one question has, if it is given.
pub fn output_of_one(args: &CheckArgs) -> Option<&'static str> {
    let outputs = [
        ("--evidence", args.report.evidence.is_some()),
        ("--problem", args.problem.is_some()),
        ("--witness", !args.witness.is_empty()),
    ];
    outputs.iter().find(|(_, is_given)| *is_given).map(|(option, _)| *option)
}

/// Decides a question, and shows progress meanwhile.
pub fn decide(question: &Question, choice: &Choice, limits: &Limits, args: &CheckArgs) -> Result<Finished, Failure> {
    let clock = progress::clock();
    let line = ProgressLine::new(args.search.progress, &clock);
    Ok(pipeline::check(question, choice, limits, line.observer(), &clock)?)
}

/// Refuses outputs that cannot be written, before the search and not after it.
pub fn check_outputs<'a>(outputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    for path in outputs {
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
    let Finished { report, evidence, inputs, boxes, .. } = finished;
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
    if let (Some(path), Some(boxes)) = (&args.evidence, &boxes) {
        let mut text = Vec::new();
        written(boxes.write(&mut text))?;
        saved.also(save(path, &text));
    }
    let is_written = evidence.is_some() || inputs.is_some() || boxes.is_some();
    if let (Some(path), false, Answer::Safe) = (&args.evidence, is_written, &report.verdict) {
        eprintln!("bitreach: no evidence is written to {}: the answer rests on a run of the program", path.display());
    }
    if let Some(path) = &args.json {
        let mut text = Vec::new();
        written(report::json::write(&report, &mut text))?;
        saved.also(print_or_save(path, &text));
    }
    written(print(&report, args.is_json_printed(), args.look()))?;
    out_of_memory::verdict_is_out();
    saved.0.map(|()| report.verdict.exit_code())
}

/// Prints a report, or only its verdict.
fn print(report: &Report, only_verdict: bool, look: Look) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match only_verdict {
        true => writeln!(out, "{}", report.verdict)?,
        false => report::text::write(report, look, &mut out)?,
    }
    out.flush()
}

/// Writes a file, or standard output for `-`.
pub fn print_or_save(path: &Path, text: &[u8]) -> Result<(), Failure> {
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
