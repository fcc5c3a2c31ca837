//! Broken files of all kinds that bitreach reads: DimSpec problems, task definitions, property files, tables of members, evidence, other
//! solvers' answers, circuits, witnesses, LLVM modules as text and as bitcode. Each is a good file with a few mutations, and each is read
//! by a process of its own, with limits on its time and memory. It must end by itself, with one of the documented exit codes, and never
//! with that of an internal error.
//!
//! `make fuzz-readers SECONDS=600 SEED=7` gives each reader ten minutes, where a test run gives each a few inputs. What went wrong is
//! kept in `target/fuzz-readers`.

mod corpus;
mod mutate;

use self::corpus::Reader;
use self::mutate::mutated;
use bitreach_formula::testing::Random;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How many inputs a test run tries with each reader.
const INPUTS: u64 = 12;

/// Seconds of processor time that a process has. It is told to take one.
const SECONDS: u32 = 10;

/// Kilobytes of addresses that a process has.
const MEMORY: u32 = 6_000_000;

/// A process that sleeps this long hangs.
const LONGEST: Duration = Duration::from_secs(120);

/// Runs a reader on a file. Gives the exit code, or what is wrong.
fn run(reader: &Reader, folder: &Path) -> Result<i32, String> {
    let binary = std::env::var("BITREACH_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_bitreach").to_owned());
    let limited = format!("ulimit -t {SECONDS}; ulimit -v {MEMORY}; ulimit -c 0; exec \"$0\" \"$@\"");
    let said = fs::File::create(folder.join("said.txt")).expect("a file");
    let mut child = Command::new("sh")
        .args(["-c", &limited, &binary])
        .args(&reader.arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(said)
        .spawn()
        .expect("the shell starts");
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if begin.elapsed() > LONGEST {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("it hangs for {LONGEST:?}"));
        }
        std::thread::sleep(Duration::from_millis(3));
    };
    let said = fs::read(folder.join("said.txt")).unwrap_or_default();
    let said = String::from_utf8_lossy(&said).into_owned();
    match (status.code(), status.signal()) {
        (Some(code @ (0 | 10 | 20 | 1 | 2 | 4)), _) if !said.contains("panicked") => Ok(code),
        (Some(code), _) => Err(format!("exit code {code}: {said}")),
        (None, signal) => Err(format!("signal {signal:?}: {said}")),
    }
}

/// How often each exit code came, and what went wrong.
#[derive(Default)]
struct Tally {
    codes: BTreeMap<i32, usize>,
    faults: Vec<String>,
}

/// Tries inputs from a seed on, as long as `goes_on` says so of their number; keeps those that go wrong.
fn campaign(reader: &Reader, seed: u64, kept: Option<&Path>, mut goes_on: impl FnMut(u64) -> bool) -> Tally {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in &reader.beside {
        fs::write(folder.path().join(name), content).expect("a file");
    }
    let mut tally = Tally::default();
    for number in 0.. {
        if !goes_on(number) {
            break;
        }
        let random = &mut Random::new(seed.wrapping_mul(1_000_003).wrapping_add(number));
        let input = mutated(reader, random);
        fs::write(folder.path().join(reader.file), &input).expect("a file");
        match run(reader, folder.path()) {
            Ok(code) => *tally.codes.entry(code).or_default() += 1,
            Err(fault) => {
                if let Some(kept) = kept {
                    fs::create_dir_all(kept).expect("a folder");
                    let name = format!("{}-{seed}-{number}-{}", reader.name, reader.file);
                    fs::write(kept.join(name), &input).expect("a file");
                }
                tally.faults.push(format!("{}, seed {seed}, input {number}: {fault}", reader.name));
            }
        }
    }
    tally
}

#[test]
fn broken_files_of_all_kinds_are_refused() {
    for reader in corpus::readers() {
        let tally = campaign(&reader, 1, None, |number| number < INPUTS);
        assert!(tally.faults.is_empty(), "{:#?}", tally.faults);
        assert!(tally.codes.contains_key(&2), "{}: mutations break nothing: {:?}", reader.name, tally.codes);
    }
}

/// The good files are read, so that mutations begin there.
#[test]
fn good_files_of_all_kinds_are_read() {
    for reader in corpus::readers() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in &reader.beside {
            fs::write(folder.path().join(name), content).expect("a file");
        }
        for (number, good) in reader.good.iter().enumerate() {
            fs::write(folder.path().join(reader.file), good).expect("a file");
            let code = run(&reader, folder.path()).unwrap_or_else(|fault| panic!("{}: {fault}", reader.name));
            assert!([0, 10, 20].contains(&code), "{} {number}: {code}", reader.name);
        }
    }
}

#[test]
#[ignore = "a campaign: make fuzz-readers"]
fn fuzz() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (seconds, seed) = (number("BITREACH_READERS_SECONDS", 60u64), number("BITREACH_READERS_SEED", 1u64));
    let kept = PathBuf::from(std::env::var("BITREACH_READERS_KEPT").unwrap_or_else(|_| "target/fuzz-readers".into()));
    let only = std::env::var("BITREACH_READERS_ONLY").unwrap_or_default();
    println!("seed {seed}, {seconds} s for each reader; inputs that go wrong are kept in {}", kept.display());
    let mut faults = Vec::new();
    for reader in corpus::readers().into_iter().filter(|reader| reader.name.contains(&only)) {
        let until = Instant::now() + Duration::from_secs(seconds);
        let tally = campaign(&reader, seed, Some(&kept), |_| Instant::now() < until);
        println!("{}: exit codes {:?}, {} faults", reader.name, tally.codes, tally.faults.len());
        tally.faults.iter().for_each(|fault| println!("  {fault}"));
        faults.extend(tally.faults);
    }
    assert!(faults.is_empty(), "{} faults, see above", faults.len());
}
