//! Random C programs whose outcome is known: native run, interpreter and model checker must agree.
//!
//! Each program reads a few inputs. There are three kinds ([`Kind`]).
//!
//! *Mixed* programs compute with variables of all integer types, arrays, structs, unions, bit-fields, pointers, strings and the
//! heap, in loops, branches and functions, which may be recursive or called through pointers. All of it is defined by
//! construction, but for signed results, which wrap; sanitizers look whether that is so. At the end the variables are folded
//! into a checksum, whose value the native run gives for chosen inputs. Then the model checker is asked twice about these
//! inputs: whether they can lead to that checksum (they must: Unsafe, and the interpreter and a native run replay the trace),
//! and whether they can lead to any other (they must not: Safe, with a checked proof).
//!
//! *Lives* and *initialisers* are not defined by construction: pointers outlive what they point to, and sums, products and
//! shifts have no result. A native twin keeps books (`twin.c`) that say what goes wrong first, if anything does, also where
//! no sanitizer sees it. A property that is violated must never be called Safe, one that is kept never Unsafe.
//!
//! AddressSanitizer and UndefinedBehaviorSanitizer are a third opinion: what they report must never be called Safe, and the
//! books must know it.
//!
//! `make fuzz-programs COUNT=5000 SEED=7` runs a campaign: other programs than those of the few seconds of a test run.

mod campaign;
mod compare;
mod csmith;
mod expressions;
mod functions;
mod generate;
mod initialisers;
mod lives;
mod moves;
mod native;
mod program;
mod sanitizers;
mod shrink;
mod statements;
mod types;

use self::campaign::Campaign;
use self::compare::{ask, Aim, Asked, Outcome};
use self::generate::Generator;
use self::native::Native;
use self::program::Kind;
use std::fs;
use std::path::PathBuf;

/// How many programs a test run tries of each kind.
const PROGRAMS: [(Kind, u64); 3] = [(Kind::Mixed, 8), (Kind::Lives, 12), (Kind::Initialisers, 6)];

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

/// How many questions are asked at the same time.
fn jobs() -> u64 {
    let all = std::thread::available_parallelism().map_or(1, |number| number.get() as u64);
    number("BITREACH_RANDOM_JOBS").unwrap_or(all).max(1)
}

#[test]
fn native_run_interpreter_and_model_checker_agree() {
    let mut campaign = Campaign::new(None, None);
    for (kind, count) in PROGRAMS {
        campaign.random_programs(1, count, Some(kind), jobs());
    }
    assert!(campaign.faults.is_empty(), "{}", campaign.faults.join("\n"));
    let (counts, lines) = (&campaign.counts, campaign.counts.lines());
    // The programs mean something only as long as most of them are decided, and some are wrong.
    let answers = counts.sum("answer");
    assert!(answers * 4 >= (answers + counts.sum("unmodelled") + counts.sum("unknown")) * 3, "{lines}");
    assert!(counts.sum("answer: Lives, Violated") > 0 && counts.sum("answer: Initialisers, Violated") > 0, "{lines}");
}

/// What the comparison is worth: an answer that does not fit the native run is seen; and nodes can be left out one by one.
#[test]
fn a_wrong_answer_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let program = Generator::program(4);
    let native = native::outcomes(&[&program], "LP64", folder.path()).remove(0).unwrap();
    let Native::Ended(checksum) = native else { panic!("{native:?}") };
    // As if the native run had ended with another checksum: then this one would be reached by no execution.
    let question = Aim::Other.question(&program, &Native::Ended(checksum ^ 1)).unwrap();
    let outcome = ask(&question, &Asked::new(4, "LP64", Aim::Other, 20), folder.path());
    assert!(matches!(&outcome, Outcome::Wrong(found) if found.contains("UNSAFE")), "{outcome:?}");
    for number in 0..program.len() {
        assert!(program.without(number, false).len() < program.len());
        assert_eq!(program.without(number, true).len(), program.len() - 1);
    }
}

/// A campaign as the environment describes it: first seed, how many programs, and where what goes wrong is kept.
fn ordered(folder: &str) -> (u64, u64, Campaign) {
    let count = number("BITREACH_RANDOM_PROGRAMS").unwrap_or(200);
    let seed = number("BITREACH_RANDOM_SEED").unwrap_or(1000);
    let kept = std::env::var("BITREACH_RANDOM_KEPT").map_or_else(|_| folder.into(), PathBuf::from);
    fs::create_dir_all(&kept).unwrap();
    (seed, count, Campaign::new(number("BITREACH_RANDOM_SECONDS"), Some(kept)))
}

/// `make fuzz-programs`. Programs of the seeds from `SEED` on; what went wrong is kept in a folder, made smaller.
#[test]
#[ignore = "a campaign takes as long as it is told to"]
fn programs_campaign() {
    let only = match std::env::var("BITREACH_RANDOM_KIND").unwrap_or_default().as_str() {
        "" => None,
        "mixed" => Some(Kind::Mixed),
        "lives" => Some(Kind::Lives),
        "initialisers" => Some(Kind::Initialisers),
        other => panic!("`{other}` is none of the kinds mixed, lives, initialisers"),
    };
    let (seed, count, mut campaign) = ordered("target/fuzz-programs");
    campaign.random_programs(seed, count, only, jobs());
    assert!(campaign.faults.is_empty(), "{} went wrong", campaign.faults.len());
}

/// `make fuzz-csmith`. The same for programs of Csmith, which are kept as they are.
#[test]
#[ignore = "a campaign takes as long as it is told to, and Csmith has to be installed"]
fn csmith_campaign() {
    let (seed, count, mut campaign) = ordered("target/fuzz-csmith");
    campaign.csmith_programs(seed, count, jobs());
    assert!(campaign.faults.is_empty(), "{} went wrong", campaign.faults.len());
}
