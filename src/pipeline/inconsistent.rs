//! `bitreach inconsistent`: for each file prepare → read → for each function cover → classify → tell, on several threads.
//! What is known about a function is kept as soon as it is done, if there is a [`ledger`].
//!
//! | module | what |
//! |---|---|
//! | [`request`] | what is asked |
//! | [`collected`] | what is found while functions are analysed, and its sum |
//! | [`convert`] | findings become what the report says of them |
//! | [`ledger`] | which functions a run looks at, what is known of them, and what is kept |
//! | [`state`] | what is known of functions, kept in a file |
//! | [`parts`] | runs in parts, put together |

mod collected;
mod convert;
pub mod ledger;
pub mod parts;
mod request;
pub mod state;

use super::fingerprint::Fingerprint;
use crate::abandonable;
use crate::frontend::{prepare_functions, prepare_whole, FrontendError};
use crate::inconsistency::words::Description;
use crate::inconsistency::{analyse, Options, Outcome};
pub use crate::inconsistency::{Method, Rules};
use crate::pipeline::clock::thread_seconds;
use crate::pipeline::error::PipelineError;
use crate::read::bounds::Bounds;
use crate::read::function::{self, Body, Function};
use crate::read::whole;
use crate::report::inconsistent::{Finding, Gap, Inconsistencies};
use crate::source::clang::{ClangError, Unit};
use crate::source_text::Sources;
use bitreach_engine::Reason;
use bitreach_limits::Limits;
use bitreach_limits::StopFlag;
use collected::Collected;
use convert::{construct, extent, report, withheld};
use ledger::{At, Ledger, Listing};
pub use request::Request;
use state::{Done, Kind, Shortfall};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// How far a run is.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// Functions that are done.
    pub done: usize,
    /// Functions that have been read so far.
    pub total: usize,
    /// The file that is read, or the function that was begun last.
    pub current: String,
    /// Reports so far.
    pub findings: usize,
}

/// Someone who hears what a run does.
pub trait Listener: Send {
    /// Something was begun or done.
    fn stage(&mut self, stage: &Stage);
    /// Something was found, and will not be told again. Whether it counts among the reports so far.
    fn finding(&mut self, finding: &Finding) -> bool;
}

impl<L: Listener> Listener for Arc<Mutex<L>> {
    fn stage(&mut self, stage: &Stage) {
        lock(self).stage(stage);
    }

    fn finding(&mut self, finding: &Finding) -> bool {
        lock(self).finding(finding)
    }
}

/// What a run found, and what it could not look at.
#[derive(Clone, Debug)]
pub struct Inspected {
    /// The report.
    pub report: Inconsistencies,
    /// How far the run came.
    pub stage: Stage,
    /// Whether a file could not be read or compiled.
    pub unreadable: bool,
    /// Why the run ended early, if it did.
    pub ended: Option<Reason>,
}

/// Looks for inconsistent code in the functions of all files: in all of them, or those that `ledger` says. What it knows already
/// is not looked for again.
///
/// # Errors
/// On internal faults, and if something cannot be kept.
pub fn inspect(
    request: &Request,
    ledger: Option<Box<dyn Ledger>>,
    limits: &Limits,
    listener: impl Listener + 'static,
) -> Result<Inspected, PipelineError> {
    let start = Instant::now();
    let shared = Arc::new(Shared {
        request: request.clone(),
        ledger,
        limits: limits.clone(),
        collected: Mutex::new(Collected::default()),
        stage: Mutex::new((Stage::default(), Box::new(listener))),
    });
    let worker = shared.clone();
    abandonable::run(&limits.end, move || worker.files()).unwrap_or(Ok(()))?;
    let stage = lock(&shared.stage).0.clone();
    let collected = std::mem::take(&mut *lock(&shared.collected));
    let ended = limits.stop.is_raised().then(|| limits.cause.get().copied().unwrap_or(Reason::Interrupted));
    let unreadable = collected.unreadable;
    let seconds = start.elapsed().as_secs_f64();
    let report = collected.report(request.units.len(), &request.options(), request.withheld, seconds);
    Ok(Inspected { report, stage, unreadable, ended })
}

/// The functions of a file, and the names of its macros.
type Read = Result<(Vec<Function>, Vec<String>), FrontendError>;

/// Each function of a file by itself.
fn read_functions(unit: &Unit, request: &Request, stop: &StopFlag) -> Read {
    let (prepared, macros) = prepare_functions(unit, request.overflow, request.data_model, stop)?;
    let functions = function::read(&prepared, request.boundary);
    let file = unit.file.display().to_string();
    Ok((functions.map_err(|error| FrontendError::Functions { file, error })?, macros))
}

/// A whole program, as one function.
fn read_program(units: &[Unit], request: &Request, stop: &StopFlag) -> Read {
    let (prepared, macros) = prepare_whole(units, request.overflow, request.data_model, RECURSION, stop)?;
    let body = whole::read(&prepared, Bounds::DEFAULT);
    let file = units.first().map(|unit| unit.file.display().to_string()).unwrap_or_default();
    let body = body.map_err(|error| FrontendError::Functions { file, error })?;
    Ok((vec![Function { name: "main".to_owned(), body: Ok(body) }], macros))
}

/// Recursive functions of whole programs are inlined so many levels deep, as `check` does by default.
const RECURSION: usize = 12;

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// What all threads of a run share.
struct Shared {
    request: Request,
    ledger: Option<Box<dyn Ledger>>,
    limits: Limits,
    collected: Mutex<Collected>,
    stage: Mutex<(Stage, Box<dyn Listener>)>,
}

impl Shared {
    /// Analyses all files, one after the other.
    fn files(&self) -> Result<(), PipelineError> {
        let Shared { request, limits, .. } = self;
        // The files of a whole program are read together.
        let together = if request.whole_program { request.units.len().max(1) } else { 1 };
        for (unit, units) in request.units.chunks(together).enumerate() {
            if limits.stop.is_raised() {
                break;
            }
            let file = units[0].file.display().to_string();
            self.tell_stage(|stage| stage.current.clone_from(&file));
            let read = match request.whole_program {
                true => read_program(units, request, &limits.stop),
                false => read_functions(&units[0], request, &limits.stop),
            };
            let (functions, macros) = match read {
                Ok(read) => read,
                Err(FrontendError::Clang(ClangError::Stopped)) => break,
                Err(error) => {
                    // The file is named once.
                    let (about, reason) = error.parts();
                    let gap = Gap { file: about.unwrap_or(file), function: None, reason };
                    // What goes wrong while a run is being stopped may be right the next time.
                    let mut ledger = self.ledger.iter().filter(|_| !limits.stop.is_raised());
                    ledger.try_for_each(|ledger| ledger.unread(unit, &gap))?;
                    let mut collected = lock(&self.collected);
                    collected.unreadable = true;
                    collected.gaps.push(gap);
                    continue;
                }
            };
            self.file(unit, &file, functions, Sources::new(macros))?;
            if let Some(fault) = lock(&self.collected).fault.take() {
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Analyses the functions of a file, in the order of the source.
    fn file(
        &self,
        unit: usize,
        file: &str,
        mut functions: Vec<Function>,
        sources: Sources,
    ) -> Result<(), PipelineError> {
        functions.sort_by_cached_key(begin);
        let code = code(&functions);
        // A file that is compiled in several ways may be the same in all of them.
        if !lock(&self.collected).codes.insert((self.request.units[unit].path(), code.clone())) {
            functions.clear();
        }
        let places = match &self.ledger {
            None => (0..functions.len()).collect(),
            Some(ledger) => {
                let functions: Vec<&str> = functions.iter().map(|function| &*function.name).collect();
                ledger.read(Listing { unit, file, code: &code, functions: &functions })?
            }
        };
        lock(&self.stage).0.total += places.len();
        let jobs = self.request.jobs.min(places.len());
        let next = AtomicUsize::new(0);
        let work = Work { shared: self, unit, file, code, functions: &functions, places, sources, next };
        std::thread::scope(|scope| {
            for _ in 1..jobs {
                scope.spawn(|| work.run());
            }
            work.run();
        });
        Ok(())
    }

    fn tell_stage(&self, change: impl FnOnce(&mut Stage)) {
        let mut guard = lock(&self.stage);
        let (stage, listener) = &mut *guard;
        change(stage);
        listener.stage(stage);
    }

    /// Takes over what is known about a function, and tells what is new.
    fn take(&self, done: Done) {
        let new = lock(&self.collected).take(done);
        let mut guard = lock(&self.stage);
        let (stage, listener) = &mut *guard;
        stage.findings += new.iter().filter(|finding| listener.finding(finding)).count();
        stage.done += 1;
        listener.stage(stage);
    }
}

/// Where a function begins; those that could not be read come first.
fn begin(function: &Function) -> Option<(String, u32)> {
    let origin = function.body.as_ref().ok()?.program.map.origins.first()?;
    Some((origin.file.to_string(), origin.line))
}

/// A number for the code of a file: its functions as they are analysed, and the text that they come from.
fn code(functions: &[Function]) -> String {
    let mut files = BTreeSet::new();
    let mut hash = Fingerprint::default();
    for function in functions {
        hash.add(function.name.as_bytes());
        match &function.body {
            Ok(body) => {
                files.extend(body.program.map.origins.iter().map(|origin| origin.file.clone()));
                hash.add(body.program.to_string().as_bytes());
            }
            Err(reason) => hash.add(reason.as_bytes()),
        }
    }
    // Comments, which may silence reports, do not show in the functions.
    files.iter().for_each(|file| hash.add(&std::fs::read(&**file).unwrap_or_default()));
    hash.text()
}

/// The functions of one file, which threads take one after the other.
struct Work<'a> {
    shared: &'a Shared,
    unit: usize,
    file: &'a str,
    code: String,
    functions: &'a [Function],
    /// Those that are looked at.
    places: Vec<usize>,
    sources: Sources,
    next: AtomicUsize,
}

impl Work<'_> {
    fn run(&self) {
        let mut sources = self.sources.clone();
        while let Some(&place) = self.places.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let (at, function) = (At { unit: self.unit, place }, &self.functions[place]);
            if self.shared.limits.stop.is_raised() {
                return;
            }
            self.shared.tell_stage(|stage| stage.current.clone_from(&function.name));
            let ledger = self.shared.ledger.as_ref();
            if let Some(done) = ledger.and_then(|ledger| ledger.known(at, &self.code, &function.name)) {
                self.shared.take(done);
                continue;
            }
            match self.function(at, function, &mut sources) {
                Ok(done) => self.shared.take(done),
                Err(fault) => {
                    lock(&self.shared.collected).fault.get_or_insert(fault);
                    return;
                }
            }
        }
    }

    /// Analyses one function, and keeps what is known then.
    fn function(&self, at: At, function: &Function, sources: &mut Sources) -> Result<Done, PipelineError> {
        let Shared { request, limits, .. } = self.shared;
        let (start, processor) = (Instant::now(), thread_seconds());
        let mut done = Done {
            file: self.file.to_owned(),
            function: function.name.clone(),
            code: self.code.clone(),
            seconds: 0.0,
            processor: 0.0,
            findings: Vec::new(),
            withheld: Vec::new(),
            unmodelled: Vec::new(),
            gap: None,
        };
        match &function.body {
            Err(reason) => done.gap = Some(Shortfall { kind: Kind::NotAnalysed, reason: reason.clone() }),
            Ok(body) => {
                let internal =
                    |fault: String| PipelineError::Internal(format!("function `{}`: {fault}", function.name));
                body.program.validate().map_err(|fault| internal(format!("is malformed: {fault}")))?;
                let options = Options {
                    coverage: request.coverage,
                    budget: request.budget,
                    thorough: request.thorough,
                    rules: request.rules.clone(),
                };
                let outcome = analyse(body, sources, &options, limits).map_err(|error| internal(error.to_string()))?;
                let own = || (self.file.to_owned(), function.name.clone());
                done.unmodelled = outcome.unmodelled.iter().map(|row| construct(body, *row, own)).collect();
                done.unmodelled.sort();
                done.unmodelled.dedup();
                done.gap = outcome.gave_up.as_ref().map(|reason| Shortfall {
                    kind: if outcome.abstracted { Kind::Abstracted } else { Kind::GivenUp },
                    reason: reason.to_string(),
                });
                Self::tell(function, body, outcome, sources, &mut done);
            }
        }
        done.seconds = start.elapsed().as_secs_f64();
        done.processor = thread_seconds() - processor;
        match &self.shared.ledger {
            // What a run that is being stopped says about a function may be less than all.
            Some(ledger) if !limits.stop.is_raised() => ledger.keep(at, &done).map_err(PipelineError::from)?,
            _ => {}
        }
        Ok(done)
    }

    /// Takes over what is reported, and what is not.
    fn tell(function: &Function, body: &Body, outcome: Outcome, sources: &mut Sources, done: &mut Done) {
        // Of a whole program it is in one of the functions that have been inlined.
        let name = |told: &Description| match body.whole {
            Some(_) => told.place.function.to_string(),
            None => function.name.clone(),
        };
        for told in outcome.reports {
            let mut finding = report(name(&told), told, outcome.abstracted, sources);
            finding.extent = extent(body, &finding.file, &finding.function, &finding.lines);
            done.findings.push(finding);
        }
        done.withheld = outcome.withheld.into_iter().map(|(told, rule)| withheld(name(&told), told, rule)).collect();
    }
}
