//! `bitreach inconsistent`: for each file prepare → read → for each function cover → classify → tell, on several threads.

use crate::frontend::clang::{ClangError, Unit};
use crate::frontend::functions::{self, Body, Function};
use crate::frontend::property::DataModel;
use crate::frontend::{prepare_functions, FrontendError};
use crate::inconsistency::source::Sources;
use crate::inconsistency::words::{self, Told};
use crate::inconsistency::{analyse, Class, Outcome};
use crate::pipeline::PipelineError;
use crate::report::inconsistent::{Finding, Gap, Inconsistencies, InvolvedLine, SCHEMA_VERSION};
use crate::report::Measure;
use crate::solve::Limits;
use bitreach_engine::{Reason, Silent};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// The files.
    pub units: Vec<Unit>,
    /// The widths of `long` and pointers.
    pub data_model: DataModel,
    /// Whether signed overflow is an error.
    pub overflow: bool,
    /// Seconds for each function.
    pub budget: Duration,
    /// Whether inequalities are looked at where both sides are equal.
    pub boundary: bool,
    /// Whether code that is dead by constants is reported.
    pub configured: bool,
    /// How many functions are analysed at the same time.
    pub jobs: usize,
}

/// How far a run is.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// Functions that are done.
    pub done: usize,
    /// Functions that have been read so far.
    pub total: usize,
    /// The function that was begun last.
    pub current: String,
    /// Reports so far.
    pub findings: usize,
}

/// Someone who hears how far a run is.
pub type Listener<'a> = dyn FnMut(&Stage) + Send + 'a;

/// What a run found, and what it could not look at.
#[derive(Clone, Debug)]
pub struct Inspected {
    /// The report.
    pub report: Inconsistencies,
    /// Whether a file could not be read or compiled.
    pub unreadable: bool,
    /// Why the run ended early, if it did.
    pub ended: Option<Reason>,
}

/// What is collected while functions are analysed.
#[derive(Default)]
struct Collected {
    findings: Vec<Finding>,
    gaps: Vec<Gap>,
    counts: BTreeMap<&'static str, usize>,
    slowest: f64,
    seconds: Vec<f64>,
    suppressed: usize,
    fault: Option<String>,
}

/// Looks for inconsistent code in all functions of all files.
///
/// # Errors
/// On internal faults.
pub fn inspect(request: &Request, limits: &Limits, listener: &mut Listener) -> Result<Inspected, PipelineError> {
    let start = Instant::now();
    let collected = Mutex::new(Collected::default());
    let stage = Mutex::new((Stage::default(), listener));
    let mut unreadable = false;
    for unit in &request.units {
        if limits.stop.is_raised() {
            break;
        }
        let file = unit.file.display().to_string();
        let prepared = match prepare_functions(unit, request.overflow, request.data_model, &limits.stop) {
            Ok(prepared) => prepared,
            Err(FrontendError::Clang(ClangError::Stopped)) => break,
            Err(error) => {
                unreadable = true;
                lock(&collected).gaps.push(Gap { file, function: None, reason: error.to_string() });
                continue;
            }
        };
        let functions = match functions::read(&prepared.0, request.boundary) {
            Ok(functions) => functions,
            Err(error) => {
                unreadable = true;
                lock(&collected).gaps.push(Gap { file, function: None, reason: error.to_string() });
                continue;
            }
        };
        let sources = Sources::new(prepared.1);
        lock(&stage).0.total += functions.len();
        let work = Work { request, limits, file: &file, functions: &functions, sources, next: AtomicUsize::new(0) };
        std::thread::scope(|scope| {
            for _ in 1..request.jobs.min(functions.len()) {
                scope.spawn(|| work.run(&collected, &stage));
            }
            work.run(&collected, &stage);
        });
        if let Some(fault) = lock(&collected).fault.take() {
            return Err(PipelineError::Internal(fault));
        }
    }
    let mut collected = collected.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    collected.findings.sort_by(|a, b| a.place().cmp(&b.place()).then_with(|| a.message.cmp(&b.message)));
    // A function of a header is there once for each file that includes it.
    collected.findings.dedup_by(|a, b| a.place() == b.place() && a.message == b.message);
    collected.gaps.sort();
    let ended = limits.stop.is_raised().then(|| limits.cause.get().copied().unwrap_or(Reason::Interrupted));
    let summary = collected.summary(request, start.elapsed().as_secs_f64());
    let report = Inconsistencies {
        schema_version: SCHEMA_VERSION,
        tool: format!("bitreach {}", env!("CARGO_PKG_VERSION")),
        findings: collected.findings,
        gaps: collected.gaps,
        assumptions: assumptions(request),
        summary,
    };
    Ok(Inspected { report, unreadable, ended })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The functions of one file, which threads take one after the other.
struct Work<'a> {
    request: &'a Request,
    limits: &'a Limits,
    file: &'a str,
    functions: &'a [Function],
    sources: Sources,
    next: AtomicUsize,
}

impl Work<'_> {
    fn run(&self, collected: &Mutex<Collected>, stage: &Mutex<(Stage, &mut Listener)>) {
        let mut sources = self.sources.clone();
        while let Some(function) = self.functions.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.limits.stop.is_raised() {
                return;
            }
            tell_stage(stage, |stage| stage.current.clone_from(&function.name));
            let start = Instant::now();
            let found = self.function(function, &mut sources, collected);
            let seconds = start.elapsed().as_secs_f64();
            {
                let mut collected = lock(collected);
                collected.seconds.push(seconds);
                collected.slowest = collected.slowest.max(seconds);
            }
            tell_stage(stage, |stage| {
                stage.done += 1;
                stage.findings += found;
            });
        }
    }

    /// Analyses one function and gives how many reports there are.
    fn function(&self, function: &Function, sources: &mut Sources, collected: &Mutex<Collected>) -> usize {
        let gap = |reason: String| Gap { file: self.file.to_owned(), function: Some(function.name.clone()), reason };
        let body = match &function.body {
            Ok(body) => body,
            Err(reason) => {
                lock(collected).gap("not analysed", gap(format!("not analysed: {reason}")));
                return 0;
            }
        };
        if let Err(fault) = body.program.validate() {
            lock(collected).fault = Some(format!("function `{}` is malformed: {fault}", function.name));
            return 0;
        }
        let outcome = match analyse(body, self.request.budget, self.limits, &mut Silent) {
            Ok(outcome) => outcome,
            Err(error) => {
                lock(collected).fault = Some(format!("function `{}`: {error}", function.name));
                return 0;
            }
        };
        let findings = self.findings(function, body, &outcome, sources, collected);
        let count = findings.len();
        let mut collected = lock(collected);
        if let Some(reason) = outcome.gave_up {
            let loops = if outcome.abstracted { "; loops were abstracted then, which can lose reports" } else { "" };
            collected.gap("given up", gap(format!("not analysed to the end ({reason}){loops}")));
        }
        collected.findings.extend(findings);
        count
    }

    fn findings(
        &self,
        function: &Function,
        body: &Body,
        outcome: &Outcome,
        sources: &mut Sources,
        collected: &Mutex<Collected>,
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        for finding in &outcome.findings {
            match words::tell(body, &outcome.status, finding, sources) {
                Ok(told) if told.class != Class::Configured || self.request.configured => {
                    let mut finding = report(function, told, outcome.abstracted, sources);
                    finding.extent = extent(body, &finding.file);
                    findings.push(finding);
                }
                _ => lock(collected).suppressed += 1,
            }
        }
        findings
    }
}

fn tell_stage(stage: &Mutex<(Stage, &mut Listener)>, change: impl FnOnce(&mut Stage)) {
    let mut guard = lock(stage);
    let (stage, listener) = &mut *guard;
    change(stage);
    listener(stage);
}

impl Collected {
    fn gap(&mut self, kind: &'static str, gap: Gap) {
        *self.counts.entry(kind).or_default() += 1;
        self.gaps.push(gap);
    }

    fn summary(&self, request: &Request, seconds: f64) -> Vec<Measure> {
        let class = |class: Class| self.findings.iter().filter(|finding| finding.class == class_name(class)).count();
        let quick = self.seconds.iter().filter(|seconds| **seconds < 1.0).count();
        let mut summary = vec![
            ("files", request.units.len() as f64),
            ("functions", self.seconds.len() as f64),
            ("under a second", quick as f64),
        ];
        summary.extend(self.counts.iter().map(|(name, count)| (*name, *count as f64)));
        summary.extend([
            ("must-fail", class(Class::MustFail) as f64),
            ("contradiction", class(Class::Contradiction) as f64),
            ("configuration", class(Class::Configured) as f64),
            ("kept back", self.suppressed as f64),
            ("s in all", (seconds * 100.0).round() / 100.0),
            ("s the slowest function", (self.slowest * 100.0).round() / 100.0),
        ]);
        summary.into_iter().map(|(name, value)| Measure::new(name, value)).collect()
    }
}

/// The word for a class.
fn class_name(class: Class) -> &'static str {
    match class {
        Class::MustFail => "must-fail",
        Class::Contradiction => "contradiction",
        Class::Configured => "configuration",
    }
}

/// A finding as reports have it.
fn report(function: &Function, told: Told, abstracted: bool, sources: &mut Sources) -> Finding {
    let Told { place, class, message, cwe, mut lines } = told;
    lines.sort_by_key(|(origin, _)| (origin.line, origin.column));
    lines.dedup();
    let text = sources.line(&place.file, place.line).unwrap_or_default();
    let lines = lines
        .into_iter()
        .map(|(origin, note)| InvolvedLine {
            text: sources.line(&origin.file, origin.line),
            file: origin.file.to_string(),
            line: origin.line,
            column: origin.column,
            note,
        })
        .collect();
    let class = class_name(class);
    // Line numbers in the message move with the code above.
    let stable: String = message.split(" in line ").next().unwrap_or_default().to_owned();
    let name = place.file.rsplit('/').next().unwrap_or_default();
    let fingerprint = fingerprint(&[name, &function.name, class, &stable, text.trim()]);
    Finding {
        file: place.file.to_string(),
        line: place.line,
        column: place.column,
        function: function.name.clone(),
        class,
        message,
        cwe,
        lines,
        fingerprint,
        abstracted,
        extent: (0, 0),
    }
}

/// The first and the last line of a function in a file.
fn extent(body: &Body, file: &str) -> (u32, u32) {
    let lines = body.program.map.origins.iter().filter(|origin| &*origin.file == file).map(|origin| origin.line);
    let lines: Vec<u32> = lines.filter(|line| *line > 0).collect();
    let first = lines.iter().copied().min().unwrap_or(0);
    // The line above the first statement is most often the function's head.
    (first.saturating_sub(2).max(1), lines.into_iter().max().unwrap_or(0))
}

/// FNV-1a over the parts: the same on every machine and in every version.
fn fingerprint(parts: &[&str]) -> String {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{hash:016x}")
}

fn assumptions(request: &Request) -> Vec<String> {
    let mut assumptions = vec![
        "Each function is analysed by itself: arguments, globals, memory and results of calls are anything.".to_owned(),
        "A call comes back unless it is known not to; signals and other threads change no variable in registers."
            .to_owned(),
        "Errors are: a failing assert, division by zero, a null pointer dereferenced, an access outside an object of \
         known size, memory used or given back after it was given back."
            .to_owned(),
    ];
    if request.overflow {
        assumptions.push("Signed overflow is an error.".to_owned());
    } else {
        assumptions.push("Signed arithmetic wraps.".to_owned());
    }
    assumptions
}
