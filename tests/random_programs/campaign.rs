//! A campaign: programs of many seeds are run natively, asked about and compared, and what comes of it is counted and kept.

use super::compare::{ask, properties, Aim, Asked, Outcome};
use super::generate::Generator;
use super::native::{self, Native};
use super::program::{Kind, Program};
use super::{csmith, initialisers, lives, sanitizers, shrink};
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// How many programs are taken at once; those of one kind and data model are compiled natively together.
const BATCH: u64 = 64;

/// How many of Csmith's.
const FEW: u64 = 6;

/// How long a question about a program of Csmith may take.
const CSMITH_SECONDS: u64 = 10;

/// What a campaign counts: how often each thing happened.
#[derive(Default)]
pub struct Counts(BTreeMap<String, u64>);

impl Counts {
    fn count(&mut self, what: String) {
        *self.0.entry(what).or_default() += 1;
    }

    /// How often everything happened whose name begins so.
    pub fn sum(&self, what: &str) -> u64 {
        self.0.iter().filter(|(name, _)| name.starts_with(what)).map(|(_, count)| count).sum()
    }

    pub fn lines(&self) -> String {
        let mut rows: Vec<_> = self.0.iter().collect();
        rows.sort_by_key(|(what, count)| (what.split(':').next().unwrap_or("").to_owned(), u64::MAX - **count));
        rows.iter().map(|(what, count)| format!("{count:>7}  {what}\n")).collect()
    }
}

/// Where and how long is searched, and what was found.
pub struct Campaign {
    /// The limit for each question, in place of the kinds' own.
    seconds: Option<u64>,
    /// Where what went wrong is kept.
    kept: Option<PathBuf>,
    pub counts: Counts,
    /// What went wrong.
    pub faults: Vec<String>,
    /// What was not decided, and why.
    undecided: String,
    done: u64,
    started: Instant,
}

/// Whether programs of 32 bits can be linked and run here.
fn runs_32_bits(folder: &Path) -> bool {
    let (source, binary) = (folder.join("empty.c"), folder.join("empty"));
    fs::write(&source, "int main(void) { return 0; }\n").unwrap();
    let compiled = Command::new("clang-19").args(["-m32", "-o"]).args([&binary, &source]).output();
    compiled.is_ok_and(|output| output.status.success())
        && Command::new(&binary).status().is_ok_and(|status| status.success())
}

/// The program of a kind and a seed.
fn program(kind: Kind, seed: u64) -> Program {
    match kind {
        Kind::Mixed => Generator::program(seed),
        Kind::Lives => lives::program(seed),
        Kind::Initialisers => initialisers::program(seed),
    }
}

impl Campaign {
    pub fn new(seconds: Option<u64>, kept: Option<PathBuf>) -> Campaign {
        let (counts, started) = (Counts::default(), Instant::now());
        Campaign { seconds, kept, counts, faults: Vec::new(), undecided: String::new(), done: 0, started }
    }

    /// How long a question may take for which this is usual.
    fn limit(&self, seconds: u64) -> u64 {
        self.seconds.unwrap_or(seconds)
    }

    /// Random programs with consecutive seeds, of one kind or of all in turn, by so many workers.
    pub fn random_programs(&mut self, first: u64, count: u64, only: Option<Kind>, jobs: u64) {
        self.share_out(first, count, BATCH, jobs, |part, seeds, narrow, folder| {
            for kind in [Kind::Mixed, Kind::Lives, Kind::Initialisers] {
                let turn =
                    |seed: &u64| only.unwrap_or(Kind::TURNS[(*seed % Kind::TURNS.len() as u64) as usize]) == kind;
                let (some, others): (Vec<u64>, Vec<u64>) =
                    seeds.clone().filter(turn).partition(|seed| narrow && seed / 4 % 4 == 3);
                for (model, seeds) in [("LP64", others), ("ILP32", some)] {
                    part.batch(kind, model, &seeds, folder);
                }
            }
        });
    }

    /// Programs of Csmith with consecutive seeds.
    pub fn csmith_programs(&mut self, first: u64, count: u64, jobs: u64) {
        if let Some(kept) = &self.kept {
            fs::write(kept.join("csmith.h"), csmith::HEADER).unwrap();
        }
        self.share_out(first, count, FEW, jobs, |part, seeds, narrow, folder| {
            for seed in seeds {
                part.csmith(seed, if narrow && seed / 3 % 3 == 2 { "ILP32" } else { "LP64" }, folder);
            }
        });
    }

    /// Has workers try seeds, so many at once. Each has a folder, and is told whether programs of 32 bits can be run here.
    fn share_out(
        &mut self,
        first: u64,
        count: u64,
        at_once: u64,
        jobs: u64,
        try_some: impl Fn(&mut Campaign, Range<u64>, bool, &Path) + Sync,
    ) {
        let (end, next, (seconds, kept)) = (first + count, AtomicU64::new(first), (self.seconds, self.kept.clone()));
        let whole = Mutex::new(self);
        let work = || {
            let folder = tempfile::tempdir().unwrap();
            let narrow = runs_32_bits(folder.path());
            loop {
                let start = next.fetch_add(at_once, Ordering::Relaxed);
                if start >= end {
                    return;
                }
                let seeds = start..(start + at_once).min(end);
                let mut part = Campaign::new(seconds, kept.clone());
                part.done = seeds.end - seeds.start;
                try_some(&mut part, seeds, narrow, folder.path());
                whole.lock().unwrap().add(part, first);
            }
        };
        thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work))));
    }

    /// Takes in what a worker found, and says how it stands, so that nothing is lost when a campaign is ended early.
    fn add(&mut self, part: Campaign, first: u64) {
        part.counts.0.into_iter().for_each(|(what, count)| *self.counts.0.entry(what).or_default() += count);
        self.faults.extend(part.faults);
        self.undecided += &part.undecided;
        self.done += part.done;
        let Some(folder) = &self.kept else { return };
        let speed = self.done as f64 * 60.0 / self.started.elapsed().as_secs_f64();
        let (done, faults) = (self.done, self.faults.len());
        let mut text = format!("{done} programs from seed {first}, {speed:.0} a minute, {faults} faults\n");
        text += &self.counts.lines();
        eprintln!("{text}");
        fs::write(folder.join(format!("from-{first}.txt")), text).unwrap();
        fs::write(folder.join("undecided.txt"), &self.undecided).unwrap();
    }

    fn batch(&mut self, kind: Kind, model: &'static str, seeds: &[u64], folder: &Path) {
        if seeds.is_empty() {
            return;
        }
        let programs: Vec<Program> = seeds.iter().map(|seed| program(kind, *seed)).collect();
        let programs: Vec<&Program> = programs.iter().collect();
        let reports = sanitizers::reports(&programs, model, folder).unwrap_or_else(|error| {
            self.counts.count(format!("sanitizers: missing, {model}: {}", error.lines().next().unwrap_or("")));
            vec![None; programs.len()]
        });
        let natives = native::outcomes(&programs, model, folder);
        for (((program, seed), native), report) in programs.iter().zip(seeds).zip(natives).zip(reports) {
            match native {
                Ok(native) => self.questions(program, *seed, model, &native, report, folder),
                Err(error) => self.fault(*seed, format!("the generator's fault: {error}"), &program.question(None)),
            }
        }
    }

    /// All that one program is asked.
    fn questions(
        &mut self,
        program: &Program,
        seed: u64,
        model: &'static str,
        native: &Native,
        report: Option<&'static str>,
        folder: &Path,
    ) {
        let kind = program.kind;
        let outcome = match native {
            Native::Ended(_) => "nothing",
            Native::Violated(kind) => kind,
            Native::Open => "not known",
        };
        self.counts.count(format!("program: {kind:?}, {model}, {:?}", program.pinning));
        self.counts
            .count(format!("native: {kind:?}, wrong is {outcome}, sanitizers say {}", report.unwrap_or("nothing")));
        let turn = |things: &[&'static str]| things[(seed / 4 % things.len() as u64) as usize];
        let mut aims = Vec::new();
        match native {
            // No kind of program has other errors than these, as far as the books say.
            Native::Ended(_) => aims.extend(match kind {
                Kind::Mixed => vec![Aim::Checksum, Aim::Other],
                Kind::Lives => {
                    vec![[Aim::Other, Aim::Checksum][(seed / 4 % 2) as usize], Aim::Kept(turn(properties("deref")))]
                }
                Kind::Initialisers => {
                    vec![Aim::Other, Aim::Kept(turn(&["no-overflow", "no-bad-shift", "no-division-by-zero"]))]
                }
            }),
            Native::Violated(kind) => aims.push(Aim::Violated(turn(properties(kind)))),
            Native::Open => {}
        }
        for aim in aims {
            let asked = Asked::new(seed, model, aim, self.limit(kind.seconds()));
            let text = aim.question(program, native).expect("the aim fits what happens");
            let again =
                |smaller: &Program| aim.question(smaller, &native::outcomes(&[smaller], model, folder).remove(0).ok()?);
            let smaller = || shrink::shrink(program, again, &asked, folder);
            self.question(&format!("{kind:?}"), seed, &asked, text, folder, smaller);
        }
        if let (Some(report), Native::Ended(_)) = (report, native) {
            self.third_opinion(program, seed, model, report, folder);
        }
    }

    /// What sanitizers report and the books do not know.
    fn third_opinion(
        &mut self,
        program: &Program,
        seed: u64,
        model: &'static str,
        report: &'static str,
        folder: &Path,
    ) {
        // The signed results of mixed programs wrap: without -fwrapv, that is an overflow.
        if program.kind != Kind::Mixed || report != "overflow" {
            let what = format!("the generator's fault: nothing is wrong, and sanitizers report {report}");
            self.fault(seed, what, &program.question(None));
        }
        let limit = self.limit(program.kind.seconds());
        let asked = Asked::new(seed, model, Aim::Violated(properties(report)[0]), limit);
        let again = |smaller: &Program| {
            let reports = sanitizers::reports(&[smaller], model, folder).ok()?;
            (reports[0] == Some(report)).then(|| smaller.question(None))
        };
        let smaller = || shrink::shrink(program, again, &asked, folder);
        self.question(&format!("{:?}", program.kind), seed, &asked, program.question(None), folder, smaller);
    }

    /// Asks one question, with this text, and compares. `smaller` looks for a shorter text with the same wrong answer.
    fn question(
        &mut self,
        about: &str,
        seed: u64,
        asked: &Asked,
        mut text: String,
        folder: &Path,
        smaller: impl FnOnce() -> Option<String>,
    ) {
        let outcome = ask(&text, asked, folder);
        let Asked { engine, encoding, aim, .. } = asked;
        let expected = if aim.reached() { "unsafe" } else { "safe" };
        let about = format!("{about}, {aim:?}");
        match &outcome {
            Outcome::Right(replay) => {
                self.counts.count(format!("answer: {about}: {expected}"));
                self.counts.count(format!("engine: {engine}, {encoding}, {expected}"));
                if aim.reached() {
                    self.counts.count(format!("native replay: {replay}"));
                }
            }
            Outcome::Unmodelled(reason) => self.counts.count(format!("unmodelled: {about}: {reason}")),
            Outcome::Unknown(reason) => self.counts.count(format!("unknown: {about}: {reason}, {engine}")),
            Outcome::Wrong(found) => {
                self.counts.count(format!("wrong: {about}"));
                if self.kept.is_some() {
                    text = smaller().unwrap_or(text);
                }
                let options = asked.arguments().join(" ");
                self.fault(seed, format!("{expected} expected, not {found}: bitreach check {options}"), &text);
            }
        }
        if matches!(outcome, Outcome::Unmodelled(_) | Outcome::Unknown(_)) {
            self.undecided += &format!("{seed} {outcome:?} {}\n", asked.arguments().join(" "));
        }
    }

    /// A program of Csmith.
    fn csmith(&mut self, seed: u64, model: &'static str, folder: &Path) {
        let program = csmith::Program::new(seed, folder)
            .expect("Csmith, of the packages csmith and libcsmith-dev, gives a program");
        match program.native(model, folder) {
            Ok(Native::Ended(checksum)) => {
                self.counts.count(format!("program: {model}"));
                for aim in [Aim::Checksum, Aim::Other] {
                    let asked = Asked::new(seed, model, aim, self.limit(CSMITH_SECONDS));
                    let text = program.question(&asked, checksum);
                    self.question("Csmith", seed, &asked, text, folder, || None);
                }
            }
            // Csmith says that its programs may run for ever.
            other => {
                let reason = format!("{other:?}");
                let reason = reason.split_whitespace().skip(1).take(8).collect::<Vec<_>>().join(" ");
                self.counts.count(format!("program: no native checksum, {reason}"));
            }
        }
    }

    fn fault(&mut self, seed: u64, what: String, text: &str) {
        if let Some(folder) = &self.kept {
            let number = self.faults.len();
            fs::write(
                folder.join(format!("seed-{seed}-{number}.c")),
                format!("// {}\n{text}", what.replace('\n', " ")),
            )
            .unwrap();
            eprintln!("seed {seed}: {what}");
        }
        self.faults.push(format!("seed {seed}: {what}\n{text}"));
    }
}
