//! Every task of `sv-benchmarks/` and every problem of `dimspec-examples/` on every engine: no wrong verdict anywhere, and
//! the right one where the engine can find it.

use bitreach::cli::check::question_of;
use bitreach::pipeline::{self, Choice, Concrete, EncodingName, Finished, PipelineError, Predicates, Replay};
use bitreach::report::Answer;
use bitreach::solve::{EngineName, Limits, SatName};
use bitreach::source::task::read_task;
use bitreach_engine::file::Evidence;
use bitreach_engine::{Budget, Silent};
use bitreach_sat::conformance::library_of_debians_cadical;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

fn limits(seconds: u64, steps: Option<usize>) -> Limits {
    let deadline = Some(Instant::now() + Duration::from_secs(seconds));
    Limits { budget: Budget { deadline, steps, ..Budget::default() }, ..Limits::default() }
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
}

fn repository(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), extension, &mut found);
    found.sort();
    assert!(!found.is_empty(), "nothing in {folder}");
    found
}

/// The tests of this file go one after the other: side by side they would take each other's time, which is limited.
static TURN: Mutex<()> = Mutex::new(());

/// Does the work for all items on two threads and collects what it complains about.
fn on_all<T: Sync>(items: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) {
    // A test that failed in its turn has nothing to do with the next one.
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = work(item) {
                        complaints.lock().expect("no thread panics with the lock").push(complaint);
                    }
                }
            });
        }
    });
    let complaints = complaints.into_inner().expect("no thread panics with the lock");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// A task, one of its properties, and the expected verdict.
fn tasks() -> Vec<(PathBuf, bitreach::source::property::Property, bool)> {
    let mut all = Vec::new();
    for path in repository("sv-benchmarks", "yml") {
        let task = read_task(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for property in &task.properties {
            let expected = property.expected.unwrap_or_else(|| panic!("{}: no expected verdict", path.display()));
            all.push((path.clone(), property.property, expected));
        }
    }
    all
}

fn check(path: &Path, property: bitreach::source::property::Property, choice: Choice, limits: &Limits) -> Finished {
    let question = question_of(path, Some(property)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    pipeline::check(&question, &choice, limits, Silent).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether the answer is the expected one; an Unknown is neither.
fn agrees(answer: &Answer, safe: bool) -> Option<bool> {
    match answer {
        Answer::Safe => Some(safe),
        Answer::Unsafe(_) => Some(!safe),
        Answer::Unknown(_) => None,
    }
}

#[test]
fn the_default_decides_every_task() {
    let choice = Choice::new(EncodingName::LargeBlock, EngineName::Portfolio, SatName::Cadical);
    let choice = Choice { concrete: Concrete::Beside, ..choice };
    on_all(&tasks(), |(path, property, safe)| {
        let report = check(path, *property, choice.clone(), &limits(120, None)).report;
        match agrees(&report.verdict, *safe) {
            Some(true) => Ok(()),
            _ => Err(format!("{} {property}: {}, {}", path.display(), report.verdict, report.summary)),
        }
    });
}

#[test]
fn no_engine_and_no_encoding_is_ever_wrong() {
    // Seconds and steps are few: what takes longer is an Unknown, which is not what this test is about.
    const STEPS: usize = 20;
    let choices = [
        (EncodingName::SmallBlock, EngineName::Ic3, SatName::Cadical, 1),
        (EncodingName::SmallBlock, EngineName::Unroll, SatName::Cadical, 1),
        (EncodingName::LargeBlock, EngineName::Ic3, SatName::Cadical, 2),
        (EncodingName::LargeBlock, EngineName::Unroll, SatName::Varisat, 1),
        (EncodingName::LargeBlock, EngineName::KInduction, SatName::Cadical, 1),
    ];
    on_all(&tasks(), |(path, property, safe)| {
        for (encoding, engine, sat, seconds) in choices {
            let choice = Choice { replay: Replay::Interpreter, ..Choice::new(encoding, engine, sat) };
            let report = check(path, *property, choice, &limits(seconds, Some(STEPS))).report;
            if agrees(&report.verdict, *safe) == Some(false) {
                return Err(format!("{} {property}: {engine:?} on {encoding:?}: {}", path.display(), report.verdict));
            }
        }
        let choice = Choice::new(EncodingName::LargeBlock, EngineName::Ic3, SatName::Cadical);
        let report =
            check(path, *property, Choice { predicates: Predicates::Mined, ..choice }, &limits(2, None)).report;
        if agrees(&report.verdict, *safe) == Some(false) {
            return Err(format!("{} {property}: with predicates: {}", path.display(), report.verdict));
        }
        Ok(())
    });
}

/// Decides an example: the answer has to be the known one. The unroller and k-induction need not have one about what is
/// safe; their runs are the shortest.
fn example(path: &Path, engine: EngineName, sat: SatName) -> Result<(), String> {
    let about = fs::read_to_string(path.with_extension("toml")).map_err(|error| error.to_string())?;
    let value = |key: &str| {
        let line = about.lines().find(|line| line.split('=').next().is_some_and(|word| word.trim() == key));
        line.and_then(|line| line.split('=').nth(1)).map(|value| value.trim().trim_matches('"').to_owned())
    };
    let safe = value("answer").ok_or("no answer")? == "safe";
    let file = path.to_owned();
    let read =
        move || bitreach_dimspec::read::read_file(&file).map_err(|error| PipelineError::Input(error.to_string()));
    let choice = Choice::new(EncodingName::SmallBlock, engine, sat);
    let stepwise = matches!(engine, EngineName::Unroll | EngineName::KInduction);
    let seconds = if stepwise && safe { 1 } else { 60 };
    let finished = pipeline::solve("example", read, &choice, &limits(seconds, None), Silent)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let answer = &finished.report.verdict;
    let found = agrees(answer, safe);
    if found == Some(false) || (found.is_none() && !(safe && stepwise)) {
        return Err(format!("{} on {engine:?}: {answer}", path.display()));
    }
    // They go step by step, so their runs are the shortest.
    if let (true, Some((Evidence::Trace(trace), _))) = (stepwise, &finished.evidence) {
        if Some(trace.length().to_string()) != value("depth") {
            return Err(format!("{}: a run of {} steps", path.display(), trace.length()));
        }
    }
    Ok(())
}

#[test]
fn every_dimspec_example_on_every_engine() {
    on_all(&repository("dimspec-examples", "dimspec"), |path| {
        let engines = [EngineName::Ic3, EngineName::Unroll, EngineName::KInduction, EngineName::Portfolio];
        engines.into_iter().try_for_each(|engine| example(path, engine, SatName::Cadical))
    });
}

/// The same on a solver that is built here and loaded: the CaDiCaL that Debian has.
#[test]
fn every_dimspec_example_on_a_loaded_solver() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = library_of_debians_cadical(folder.path());
    let sat = SatName::load(&library).unwrap_or_else(|error| panic!("{error}"));
    on_all(&repository("dimspec-examples", "dimspec"), |path| {
        [EngineName::Ic3, EngineName::Unroll].into_iter().try_for_each(|engine| example(path, engine, sat))
    });
}
