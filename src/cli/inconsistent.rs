//! `bitreach inconsistent`: looks for inconsistent code in functions.

use super::args::{CoverageArg, DataModelArg, InconsistentArgs, SearchArgs};
use super::check::save;
use super::progress::StatusLine;
use super::{limits, shares, sources, units, written, Failure};
use crate::pipeline::inconsistent::{inspect, Inspected, Listener, Method, Request, Rules, Stage};
use crate::report::inconsistent::Finding;
use crate::report::{html, sarif};
use crate::source::clang::Unit;
use crate::source::property::DataModel;
use bitreach_formula::counted;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time for a function.
const FUNCTION: Duration = Duration::from_secs(10);
/// The time for a whole program.
const WHOLE_PROGRAM: Duration = Duration::from_secs(60);

/// Carries the command out.
pub fn run(args: &InconsistentArgs) -> Result<u8, Failure> {
    if !args.collect.is_empty() {
        return collect(args);
    }
    let units = units_of(args)?;
    let request = Request {
        data_model: match args.data_model {
            Some(DataModelArg::Ilp32) => DataModel::Ilp32,
            Some(DataModelArg::Lp64) => DataModel::Lp64,
            None => units::data_model(&units)?,
        },
        units,
        overflow: args.overflow,
        coverage: match args.coverage {
            CoverageArg::Auto => Method::Auto,
            CoverageArg::Ic3 => Method::Ic3,
            CoverageArg::Conflict => Method::Conflict,
        },
        budget: args.function_timeout.unwrap_or(if args.whole_program { WHOLE_PROGRAM } else { FUNCTION }),
        thorough: args.thorough,
        boundary: args.boundary,
        rules: rules(args)?,
        withheld: args.withheld,
        jobs: args.jobs.unwrap_or(1).max(1),
        whole_program: args.whole_program,
    };
    let teller = Arc::new(Mutex::new(Teller::new(args)?));
    let ledger = shares::ledger(args, &request)?;
    if let (Some(elements), Some(output)) = (args.slurm, &args.output) {
        return shares::submit(args, elements, output);
    }
    let limits = limits::watch(&SearchArgs::of_limits(args.timeout, args.memory, args.progress));
    let inspected = inspect(&request, ledger, &limits, teller.clone());
    let mut teller = teller.lock().unwrap_or_else(PoisonError::into_inner);
    teller.line.clear();
    let mut inspected = inspected?;
    teller.end(args, &mut inspected)?;
    if let Some(reason) = inspected.ended {
        let Stage { done, total, .. } = inspected.stage;
        let advice =
            if args.state.is_some() || args.output.is_some() { "; the same command goes on from there" } else { "" };
        let _ =
            writeln!(io::stderr(), "ended early ({reason}): {done} of {total} functions read so far are done{advice}");
    }
    publish(&inspected, args)?;
    Ok(exit_code(&inspected, inspected.ended.is_some()))
}

/// Puts the parts of a run together, and tells what one run would have told.
fn collect(args: &InconsistentArgs) -> Result<u8, Failure> {
    let run = shares::run_of(&args.collect)?;
    let mut teller = Teller::new(args)?;
    let mut inspected = run.inspected(args.withheld, &mut teller);
    teller.end(args, &mut inspected)?;
    let missing = run.missing();
    if let Some(missing) = &missing {
        let _ = writeln!(io::stderr(), "not known yet: {missing}");
    }
    publish(&inspected, args)?;
    Ok(exit_code(&inspected, missing.is_some()))
}

/// The rules that are on: what is said of one of them counts more than `--all`.
fn rules(args: &InconsistentArgs) -> Result<Rules, Failure> {
    let mut rules = Rules::default();
    if args.all {
        rules.show_configuration();
    }
    let followed = args.rule.iter().try_for_each(|text| rules.follow(text));
    followed.map(|()| rules).map_err(|error| Failure::Usage(error.to_string()))
}

/// The files, with the arguments that a project or the command line has for them.
fn units_of(args: &InconsistentArgs) -> Result<Vec<Unit>, Failure> {
    let unit = |file: &PathBuf| Unit { file: file.clone(), ..Unit::default() };
    let mut units: Vec<Unit> = match &args.project {
        None => args.files.iter().map(unit).collect(),
        Some(project) if args.whole_program => units::of_program(project, &args.files)?,
        Some(project) => units::of_project(project, &args.files)?,
    };
    units.iter_mut().for_each(|unit| unit.arguments.extend(args.clang.iter().cloned()));
    Ok(units)
}

/// Reads the fingerprints of reports that are known: the first word of each line that is no comment.
fn baseline(file: &Path) -> Result<BTreeSet<String>, Failure> {
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| Failure::Usage(format!("cannot read {}: {error}", file.display())))?;
    let words = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_whitespace().next());
    Ok(words.map(str::to_owned).collect())
}

fn publish(inspected: &Inspected, args: &InconsistentArgs) -> Result<(), Failure> {
    let report = &inspected.report;
    let internal = |error: serde_json::Error| Failure::Internal(error.to_string());
    if let Some(file) = &args.write_baseline {
        let line = |finding: &Finding| {
            format!("{} {}:{} {}\n", finding.fingerprint, finding.file, finding.line, finding.message)
        };
        save(file, report.findings.iter().map(line).collect::<String>())?;
    }
    if let Some(file) = &args.sarif {
        save(file, serde_json::to_string_pretty(&sarif::inconsistencies(report)).map_err(internal)? + "\n")?;
    }
    if let Some(file) = &args.html {
        let files = report.findings.iter().map(|finding| finding.file.clone());
        save(file, html::findings::inconsistencies(report, &sources(files)))?;
    }
    if let Some(file) = &args.json {
        let json = report.json().map_err(internal)?;
        if is_standard_output(Some(file)) {
            return written(writeln!(io::stdout(), "{json}"));
        }
        save(file, json + "\n")?;
    }
    written(write!(io::stdout(), "{}", report.closing(args.verbose)))
}

fn is_standard_output(file: Option<&Path>) -> bool {
    file == Some(Path::new("-"))
}

/// 2 if a file could not be read, 10 if something was found, 20 if something could not be looked at or is missing, else 0.
fn exit_code(inspected: &Inspected, missing: bool) -> u8 {
    let report = &inspected.report;
    match (inspected.unreadable, report.findings.is_empty()) {
        (true, _) => 2,
        (false, false) => 10,
        (false, true) if missing || !report.gaps.is_empty() => 20,
        (false, true) => 0,
    }
}

/// Tells findings as they come, and how far the run is.
struct Teller {
    /// How many functions are done, which one is being analysed, reports so far.
    line: StatusLine,
    /// The fingerprints of reports that are left out.
    known: BTreeSet<String>,
    /// Whether findings are told on standard output.
    told: bool,
    /// Whether they have colours there.
    is_coloured: bool,
    /// Why one could not be told.
    failed: Option<io::Error>,
}

impl Teller {
    fn new(args: &InconsistentArgs) -> Result<Teller, Failure> {
        Ok(Teller {
            line: StatusLine::new(args.progress),
            known: args.baseline.as_deref().map(baseline).transpose()?.unwrap_or_default(),
            told: !is_standard_output(args.json.as_deref()),
            is_coloured: args.color.is_wanted(),
            failed: None,
        })
    }

    /// When all has been told: says if something could not be, and leaves out of the report what is known.
    fn end(&mut self, args: &InconsistentArgs, inspected: &mut Inspected) -> Result<(), Failure> {
        self.failed.take().map_or(Ok(()), |error| written(Err(error)))?;
        if args.baseline.is_some() {
            inspected.report.leave_out(&self.known);
        }
        Ok(())
    }
}

impl Listener for Teller {
    fn stage(&mut self, stage: &Stage) {
        let Stage { done, total, current, findings } = stage;
        self.line.show(&format!("{done}/{total} functions · {current} · {}", counted(*findings, "report")));
    }

    fn finding(&mut self, finding: &Finding) -> bool {
        let new = !self.known.contains(&finding.fingerprint);
        if new && self.told && self.failed.is_none() {
            self.line.clear();
            let mut stdout = io::stdout();
            let told = match self.is_coloured {
                true => writeln!(stdout, "{finding:#}"),
                false => writeln!(stdout, "{finding}"),
            };
            self.failed = told.and_then(|()| stdout.flush()).err();
        }
        new
    }
}
