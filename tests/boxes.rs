//! Boxes as a user meets them: what they prove and refute, with one job and with several, what is written, and who leaves them out.

use crate::common::{bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::path::Path;

const SAFE: &str = "sv-benchmarks/floats/three-logistic-steps.c";
const BROKEN: &str = "sv-benchmarks/floats/three-logistic-steps-broken.c";

#[test]
fn numbers_are_proved_and_refuted_in_boxes_whatever_the_number_of_jobs() {
    for jobs in ["1", "2"] {
        let check = |file: &str| bitreach(&["check", file, "-p", "unreach-call", "--jobs", jobs, "--timeout", "300"]);
        let output = check(SAFE);
        assert_eq!((output.status.code(), &*verdict(&output)), (Some(0), "VERDICT: SAFE"), "{}", stderr(&output));
        let said = stdout(&output);
        assert!(said.contains("all inputs are cut into boxes"), "{said}");
        assert!(said.contains("boxes: a partition of all inputs into") && said.contains("by rustc_apfloat"), "{said}");
        let output = check(BROKEN);
        assert_eq!((output.status.code(), &*verdict(&output)), (Some(10), "VERDICT: UNSAFE(unreach-call)"));
        assert!(stdout(&output).contains("native replay: the program as clang compiled it"), "{}", stdout(&output));
    }
}

#[test]
fn one_engine_alone_leaves_boxes_out() {
    let task = "sv-benchmarks/floats/truncation.c";
    let output = bitreach(&["check", task, "-p", "unreach-call", "--engine", "ic3", "-v", "--timeout", "300"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!stdout(&output).contains("boxes"), "{}", stdout(&output));
}

#[test]
fn functions_by_themselves_are_proved_in_boxes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("f.c");
    let source =
        "#include <assert.h>\nfloat f(float x) {\n  float y = x * (1 - x) * x;\n  assert(y < 0.15f);\n  return y;\n}\n";
    fs::write(&file, source).expect("a temporary file");
    let check = |assume: &str, model: &str| {
        bitreach(&["check", text(&file), "--function", "f", "--assume", assume, "-d", model, "--timeout", "300"])
    };
    for model in ["ILP32", "LP64"] {
        let output = check("x >= 0 && x <= 1", model);
        assert_eq!((output.status.code(), &*verdict(&output)), (Some(0), "VERDICT: SAFE"), "{}", stdout(&output));
        assert!(stdout(&output).contains("boxes"), "{}", stdout(&output));
        assert_eq!(check("x >= -1 && x <= 1", model).status.code(), Some(10));
    }
}

/// The partition that is written is certified, and is not once it was changed, or is asked about another program.
#[test]
fn partitions_are_certified() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let evidence = path("x.evidence");
    let output = bitreach(&["check", SAFE, "-p", "unreach-call", "--evidence", text(&evidence), "--timeout", "300"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let certify = |program: &str, evidence: &Path| bitreach(&["certify", program, text(evidence)]);
    let output = certify(SAFE, &evidence);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(0), "VERDICT: SAFE"), "{}", stderr(&output));
    assert_eq!(certify(BROKEN, &evidence).status.code(), Some(4));
    let whole = fs::read_to_string(&evidence).expect("the evidence was written");
    let lines: Vec<&str> = whole.lines().collect();
    assert!(lines[1].starts_with("boxes unreach-call LP64 "), "{whole}");
    let count: usize = lines.iter().skip(2).count();
    let with = |nodes: &[&str]| {
        let options = lines[1].split(' ').skip(4).collect::<Vec<_>>().join(" ");
        format!("boxes unreach-call LP64 {} {options}\n{}\n", nodes.len(), nodes.join("\n"))
    };
    let changed = path("changed.evidence");
    let (uncut, shorter, longer) = (with(&["."]), with(&lines[2..count]), with(&[&lines[2..], &["."]].concat()));
    for (text, says) in [
        (uncut, "may part"),
        (shorter, "ends before its last box"),
        (longer, "behind the last box"),
        (lines[..count].join("\n") + "\n", "but says that it holds"),
    ] {
        fs::write(&changed, &text).expect("a temporary file");
        let output = certify(SAFE, &changed);
        assert_eq!((output.status.code(), &*verdict(&output)), (Some(4), "VERDICT: UNKNOWN(rejected)"), "{says}");
        assert!(stdout(&output).contains(says), "{says}: {}", stdout(&output));
    }
    fs::write(&changed, "nonsense\n").expect("a temporary file");
    assert_eq!(certify(SAFE, &changed).status.code(), Some(2));
}

#[test]
fn witnesses_of_boxes_are_validated() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (file, code) in [(SAFE, 0), (BROKEN, 10)] {
        let witness = folder.path().join("witness.yml");
        let check = ["check", file, "-p", "unreach-call", "--witness", text(&witness), "--timeout", "300"];
        assert_eq!(bitreach(&check).status.code(), Some(code), "{file}");
        let output =
            bitreach(&["validate", file, "--witness", text(&witness), "-p", "unreach-call", "--timeout", "300"]);
        assert_eq!(output.status.code(), Some(code), "{file}: {}{}", stdout(&output), stderr(&output));
    }
}
