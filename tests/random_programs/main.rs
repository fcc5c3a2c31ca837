//! Random C programs whose outcome is known: native run, interpreter and model checker must agree.
//!
//! Each program reads a few inputs and computes with variables of all integer types, arrays, structs, unions, bit-fields,
//! pointers, strings and the heap, in loops, branches and functions, which may be recursive or called through pointers. All of
//! it is defined by construction, but for signed results, which wrap; sanitizers look whether that is so. At the end
//! the variables are folded into a checksum, whose value the native run gives for chosen inputs. Then the model checker is asked
//! twice about these inputs: whether they can lead to that checksum (they must: Unsafe, and the interpreter and a native
//! run replay the trace), and whether they can lead to any other (they must not: Safe, with a checked proof).
//!
//! `make fuzz-programs COUNT=5000 SEED=7` runs a campaign: other programs than those of the few seconds of a test run.

#[path = "../common/mod.rs"]
mod common;
mod compare;
mod expressions;
mod functions;
mod generate;
mod native;
mod program;
mod random;
mod shrink;
mod statements;
mod types;

use compare::{ask, Asked, Outcome};
use generate::Generator;
use program::Program;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many programs a test run tries.
const PROGRAMS: u64 = 8;

/// How many programs are compiled natively together.
const BATCH: u64 = 24;

/// What a campaign counts: how often each thing happened.
#[derive(Default)]
struct Counts(BTreeMap<String, u64>);

impl Counts {
    fn count(&mut self, what: String) {
        *self.0.entry(what).or_default() += 1;
    }

    fn lines(&self) -> String {
        let mut rows: Vec<_> = self.0.iter().collect();
        rows.sort_by_key(|(what, count)| (what.split(':').next().unwrap_or("").to_owned(), u64::MAX - **count));
        rows.iter().map(|(what, count)| format!("{count:>7}  {what}\n")).collect()
    }
}

/// Where and how long is searched.
struct Campaign {
    seconds: u64,
    /// Where what went wrong is kept.
    kept: Option<PathBuf>,
    counts: Counts,
    /// What went wrong.
    faults: Vec<String>,
}

/// Whether programs of 32 bits can be linked and run here.
fn runs_32_bits(folder: &Path) -> bool {
    let (source, binary) = (folder.join("empty.c"), folder.join("empty"));
    fs::write(&source, "int main(void) { return 0; }\n").unwrap();
    let compiled = Command::new("clang-19").args(["-m32", "-o"]).args([&binary, &source]).output();
    compiled.is_ok_and(|output| output.status.success())
        && Command::new(&binary).status().is_ok_and(|status| status.success())
}

impl Campaign {
    /// Programs with consecutive seeds.
    fn run(&mut self, first: u64, count: u64) {
        let folder = tempfile::tempdir().unwrap();
        let narrow = runs_32_bits(folder.path());
        let mut seed = first;
        while seed < first + count {
            let batch: Vec<u64> = (seed..(seed + BATCH).min(first + count)).collect();
            seed += BATCH;
            let (some, others): (Vec<u64>, Vec<u64>) = batch.iter().partition(|seed| narrow && *seed % 4 == 3);
            for (model, seeds) in [("LP64", others), ("ILP32", some)] {
                self.batch(model, &seeds, folder.path());
            }
            self.tell(first, (seed - first).min(count));
        }
    }

    /// Says how it stands, so that nothing is lost when a campaign is ended early.
    fn tell(&self, first: u64, done: u64) {
        let Some(folder) = &self.kept else { return };
        let text = format!("{done} programs from seed {first}, {} faults\n{}", self.faults.len(), self.counts.lines());
        eprintln!("{text}");
        fs::write(folder.join(format!("from-{first}.txt")), text).unwrap();
    }

    fn batch(&mut self, model: &'static str, seeds: &[u64], folder: &Path) {
        let programs: Vec<Program> = seeds.iter().map(|seed| Generator::program(*seed)).collect();
        let checksums = native::checksums(&programs, model, folder);
        for ((program, seed), checksum) in programs.iter().zip(seeds).zip(checksums) {
            self.counts.count(format!("program: {model}, {:?}", program.pinning));
            match checksum {
                Ok(checksum) => {
                    for asked in Asked::both(*seed, model) {
                        self.question(program, *seed, checksum, &asked, folder);
                    }
                }
                Err(error) => self.fault(*seed, format!("the generator's fault: {error}"), &program.question("==", 0)),
            }
        }
    }

    fn question(&mut self, program: &Program, seed: u64, checksum: u32, asked: &Asked, folder: &Path) {
        let outcome = ask(program, checksum, asked, self.seconds, folder);
        let Asked { engine, encoding, reached, .. } = asked;
        let expected = if *reached { "unsafe" } else { "safe" };
        match &outcome {
            Outcome::Right(replay) => {
                self.counts.count(format!("answer: {expected}, {engine}, {encoding}"));
                if *reached {
                    self.counts.count(format!("native replay: {replay}"));
                }
            }
            Outcome::Unmodelled(reason) => self.counts.count(format!("unmodelled: {reason}")),
            Outcome::Unknown(reason) => {
                self.counts.count(format!("unknown: {reason}, {engine}, {expected}, {:?}", program.pinning))
            }
            Outcome::Wrong(found) => {
                let mut text = program.question(if *reached { "==" } else { "!=" }, checksum);
                if self.kept.is_some() {
                    let (smaller, checksum) = shrink::shrink(program, checksum, asked, self.seconds, folder);
                    text = smaller.question(if *reached { "==" } else { "!=" }, checksum);
                }
                let options = asked.arguments().join(" ");
                self.fault(seed, format!("{expected} expected, not {found}: bitreach check {options}"), &text);
            }
        }
        if let (Outcome::Unmodelled(_) | Outcome::Unknown(_), Some(folder)) = (&outcome, &self.kept) {
            let mut log = format!("{seed} {outcome:?} {}\n", asked.arguments().join(" "));
            log.insert_str(0, &fs::read_to_string(folder.join("undecided.txt")).unwrap_or_default());
            fs::write(folder.join("undecided.txt"), log).unwrap();
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

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn native_run_interpreter_and_model_checker_agree() {
    let mut campaign = Campaign { seconds: 20, kept: None, counts: Counts::default(), faults: Vec::new() };
    campaign.run(1, PROGRAMS);
    assert!(campaign.faults.is_empty(), "{}", campaign.faults.join("\n"));
    let answers = campaign.counts.0.iter().filter(|(what, _)| what.starts_with("answer")).map(|(_, count)| count);
    // The programs mean something only as long as most of them are decided.
    assert!(answers.sum::<u64>() * 4 >= PROGRAMS * 2 * 3, "{}", campaign.counts.lines());
}

/// What the comparison is worth: an answer that does not fit the native run is seen; and nodes can be left out one by one.
#[test]
fn a_wrong_answer_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let program = Generator::program(4);
    let checksum = native::checksums(std::slice::from_ref(&program), "LP64", folder.path()).remove(0).unwrap();
    let [_, asked] = Asked::both(4, "LP64");
    // As if the native run had ended with another checksum: then this one would be reached by no execution.
    assert!(!asked.reached);
    let outcome = ask(&program, checksum ^ 1, &asked, 20, folder.path());
    assert!(matches!(&outcome, Outcome::Wrong(found) if found.contains("UNSAFE")), "{outcome:?}");
    for number in 0..program.len() {
        assert!(program.without(number, false).len() < program.len());
        assert_eq!(program.without(number, true).len(), program.len() - 1);
    }
}

/// `make fuzz-programs`. Programs of the seeds from `SEED` on; what went wrong is kept in a folder, made smaller.
#[test]
#[ignore = "a campaign takes as long as it is told to"]
fn campaign() {
    let (count, seed) = (number("BITREACH_RANDOM_PROGRAMS", 200), number("BITREACH_RANDOM_SEED", 1000));
    let kept = std::env::var("BITREACH_RANDOM_KEPT").map_or_else(|_| "target/fuzz-programs".into(), PathBuf::from);
    fs::create_dir_all(&kept).unwrap();
    let seconds = number("BITREACH_RANDOM_SECONDS", 10);
    let mut campaign = Campaign { seconds, kept: Some(kept.clone()), counts: Counts::default(), faults: Vec::new() };
    campaign.run(seed, count);
    assert!(campaign.faults.is_empty(), "what went wrong lies in {}", kept.display());
}
