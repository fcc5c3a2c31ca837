//! Every task of `sv-benchmarks/` and every problem of `dimspec-examples/` on every engine: no wrong verdict anywhere, and
//! the right one where the engine can find it.

use bitreach::cli::question::question_of;
use bitreach::pipeline::{
    self, Choice, Clock, Concrete, EncodingName, Finished, Loops, PipelineError, Predicates, Replay, Simplification,
};
use bitreach::report::Answer;
use bitreach::solve::{EngineName, Limits, SatName};
use bitreach::source::property::Property;
use bitreach::source::task::read_task;
use bitreach_engine::file::Evidence;
use bitreach_engine::{Budget, Silent};
use bitreach_limits::{Poll, StopFlag};
use bitreach_sat::conformance::library_of_debians_cadical;
use rustc_hash::FxBuildHasher;
use std::fs;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn limits(steps: Option<usize>) -> Limits {
    // Nothing here takes a tenth of that where the machine is quiet.
    let deadline = Some(Instant::now() + Duration::from_secs(600));
    Limits { budget: Budget { deadline, steps, ..Budget::default() }, ..Limits::default() }
}

/// Counts the questions to a flag.
#[derive(Default)]
struct Work(AtomicU64);

impl Poll for Work {
    fn poll(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn work(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What an engine does in so many seconds, counted as work: a busy machine changes nothing.
fn limited_work(seconds: f64, steps: usize) -> Limits {
    let stop = StopFlag::new().polling(Arc::new(Work::default())).within(Duration::from_secs_f64(seconds));
    Limits { stop, ..limits(Some(steps)) }
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
type Task = (PathBuf, Property, bool);

fn tasks() -> Vec<Task> {
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

/// The number that a task has with a seed. `BITREACH_RANDOM_SEED` is another seed.
fn number_of((path, property, _): &Task) -> (u64, usize) {
    let seed = std::env::var("BITREACH_RANDOM_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1u64);
    let name = path.file_name().expect("a task is a file");
    let hash = FxBuildHasher.hash_one((seed, name, property.to_string()));
    (seed, (hash >> 32) as usize)
}

/// One task of three, as the seed says.
fn a_third_of_the_tasks() -> Vec<Task> {
    let mut tasks = tasks();
    tasks.retain(|task| number_of(task).1 % 3 == 0);
    tasks
}

fn check(path: &Path, property: Property, choice: Choice, limits: &Limits) -> Finished {
    let question = question_of(path, Some(property)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    pipeline::check(&question, &choice, limits, Silent, &Clock::new())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
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
fn the_default_decides_a_third_of_the_tasks() {
    the_default_decides(&a_third_of_the_tasks());
}

#[test]
#[ignore = "it takes minutes: make test-all"]
fn the_default_decides_every_task() {
    the_default_decides(&tasks());
}

fn the_default_decides(tasks: &[Task]) {
    let choice = Choice::new(EncodingName::LargeBlock, EngineName::Portfolio, SatName::Cadical);
    let (predicates, concrete, loops) = (Predicates::Mined, Concrete::Beside, Loops::Unrolled);
    let choice = Choice { predicates, concrete, loops, ..choice };
    on_all(tasks, |(path, property, safe)| {
        let report = check(path, *property, choice.clone(), &limits(None)).report;
        match agrees(&report.verdict, *safe) {
            Some(true) => Ok(()),
            _ => Err(format!("{} {property}: {}, {}", path.display(), report.verdict, report.summary)),
        }
    });
}

/// A way to search that is not the default: encoding, engine, SAT solver, whether predicates are mined, whether the system is made
/// smaller first, and for how many seconds' work. It is little: what takes more is an Unknown, which these tests are not about.
type Way = (EncodingName, EngineName, SatName, Predicates, Simplification, f64);

const WAYS: [Way; 7] = {
    use EncodingName::{LargeBlock, SmallBlock};
    use EngineName::{Ic3, KInduction, Unroll};
    use SatName::{Cadical, Varisat};
    [
        (SmallBlock, Ic3, Cadical, Predicates::Off, Simplification::On, 1.0),
        (SmallBlock, Unroll, Cadical, Predicates::Off, Simplification::On, 1.0),
        (LargeBlock, Ic3, Cadical, Predicates::Off, Simplification::On, 2.0),
        (LargeBlock, Unroll, Varisat, Predicates::Off, Simplification::On, 1.0),
        (LargeBlock, KInduction, Cadical, Predicates::Off, Simplification::On, 1.0),
        (LargeBlock, Ic3, Cadical, Predicates::Mined, Simplification::On, 2.0),
        (LargeBlock, Ic3, Cadical, Predicates::Off, Simplification::Off, 2.0),
    ]
};

/// Searches in this way. Gives whether there is an answer, or that it is wrong.
fn search(path: &Path, property: Property, safe: bool, way: Way) -> Result<bool, String> {
    const STEPS: usize = 20;
    let (encoding, engine, sat, predicates, simplification, seconds) = way;
    let choice = Choice::new(encoding, engine, sat);
    let choice = Choice { predicates, simplification, replay: Replay::Interpreter, ..choice };
    let answer = check(path, property, choice, &limited_work(seconds, STEPS)).report.verdict;
    match agrees(&answer, safe) {
        Some(false) => Err(format!("{} {property}: {answer} by {way:?}", path.display())),
        found => Ok(found.is_some()),
    }
}

/// One task of three, each in one way that its number chooses.
#[test]
fn no_engine_and_no_encoding_is_wrong_about_a_task() {
    let (tasks, decided) = (a_third_of_the_tasks(), AtomicUsize::new(0));
    on_all(&tasks, |task| {
        let ((path, property, safe), (seed, number)) = (task, number_of(task));
        let way = WAYS[number % WAYS.len()];
        let answered = search(path, *property, *safe, way).map_err(|fault| format!("{fault} (seed {seed})"))?;
        decided.fetch_add(usize::from(answered), Ordering::Relaxed);
        Ok(())
    });
    // Answers that are not wrong mean something only as long as there are answers.
    let decided = decided.into_inner();
    println!("{decided} of {} decided", tasks.len());
    assert!(decided * 4 >= tasks.len() * 3, "{decided} of {} decided", tasks.len());
}

/// Each task in every way.
#[test]
#[ignore = "it takes minutes: make test-all"]
fn no_engine_and_no_encoding_is_ever_wrong() {
    on_all(&tasks(), |(path, property, safe)| {
        WAYS.into_iter().try_for_each(|way| search(path, *property, *safe, way).map(|_| ()))
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
    let steps = (stepwise && safe).then_some(30);
    let finished = pipeline::solve("example", read, &choice, &limits(steps), Silent, &pipeline::Clock::new())
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
