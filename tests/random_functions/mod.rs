//! Random C functions over memory, and what their executions pass: `bitreach inconsistent` must never say of a branch's way that no
//! execution takes it which a native run takes on its way to the return.
//!
//! The functions read and write through pointers that may be the same, arrays with computed indices, structures, unions of bytes,
//! globals and locals whose addresses are given away, in branches and loops. Each way out of a branch sets a bit of the result. A native
//! program calls them on random memory, many thousand times, and gathers the bits.
//!
//! `make fuzz-functions COUNT=2000 SEED=7` runs a campaign: other functions than those of the few seconds of a test run.

mod generate;
mod native;

use self::generate::Function;
use crate::common;
use std::fs;
use std::path::{Path, PathBuf};

/// How many functions a test run tries.
const FUNCTIONS: u64 = 40;
/// How many stand in one file.
const BATCH: u64 = 20;

/// What was found out about functions.
#[derive(Default)]
struct Tally {
    /// Reports about ways out of branches that have bits.
    reports: usize,
    /// Those that a native run refutes.
    faults: Vec<String>,
}

/// Compares what is reported about functions with what their native runs pass, given as bits for each function.
fn compare(functions: &[Function], passed: &[u32], file: &Path, tally: &mut Tally) {
    let output = common::bitreach(&["inconsistent", "--function-timeout", "5", common::text(file)]);
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 10 | 20)), "{code:?}: {}", common::stderr(&output));
    let text = common::stdout(&output);
    for report in text.lines().filter(|line| line.contains(": contradiction: ") || line.contains(": must-fail: ")) {
        let Some(line) = report.split(':').nth(1).and_then(|line| line.parse::<usize>().ok()) else { continue };
        for (function, passed) in functions.iter().zip(passed) {
            let Some(branch) = function.branches.iter().find(|branch| branch.line == line) else { continue };
            let says = |text: &str| report.contains(text);
            let bit = if says("is always false here") || says("` holds fails") {
                branch.then
            } else if says("is always true here") || says("` does not hold fails") {
                branch.otherwise
            } else {
                continue;
            };
            tally.reports += 1;
            if passed >> bit & 1 == 1 {
                tally.faults.push(format!("{report}\n{}", function.text));
            }
        }
    }
}

/// Functions with consecutive seeds.
fn run(first: u64, count: u64, folder: &Path) -> Tally {
    let mut tally = Tally::default();
    let mut seed = first;
    while seed < first + count {
        let last = (seed + BATCH).min(first + count);
        let (file, functions) = generate::file(seed..last, folder);
        let passed = native::passed(&functions, &file, folder);
        compare(&functions, &passed, &file, &mut tally);
        seed = last;
    }
    tally
}

#[test]
fn no_report_is_refuted_by_a_native_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tally = run(1, FUNCTIONS, folder.path());
    assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
    // The functions mean something only as long as there is something to report about them.
    assert!(tally.reports >= 10, "{} reports", tally.reports);
}

/// What the comparison is worth: as if the native run had taken each way, each report is refuted.
#[test]
fn a_false_report_is_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (file, functions) = generate::file(1..11, folder.path());
    let mut tally = Tally::default();
    compare(&functions, &vec![u32::MAX; functions.len()], &file, &mut tally);
    assert!(tally.reports > 0 && tally.faults.len() == tally.reports, "{} of {}", tally.faults.len(), tally.reports);
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// `make fuzz-functions`. Functions of the seeds from `SEED` on; what went wrong is kept in a folder.
#[test]
#[ignore = "a campaign takes as long as it is told to"]
fn campaign() {
    let (count, seed) = (number("BITREACH_RANDOM_PROGRAMS", 200), number("BITREACH_RANDOM_SEED", 1000));
    let kept = std::env::var("BITREACH_RANDOM_KEPT").map_or_else(|_| "target/fuzz-functions".into(), PathBuf::from);
    fs::create_dir_all(&kept).expect("the folder can be made");
    let tally = run(seed, count, &kept);
    println!("{count} functions from seed {seed}: {} reports, {} refuted", tally.reports, tally.faults.len());
    fs::write(kept.join("refuted.txt"), tally.faults.join("\n")).expect("the folder can be written");
    assert!(tally.faults.is_empty(), "what went wrong lies in {}", kept.display());
}
