//! `bitreach inconsistent` on programs of our own, each with its corrected twins in the same file: the functions whose name
//! ends in `_fixed` yield nothing. What is reported is kept beside the programs; `BITREACH_GOLDEN=write cargo test --test
//! inconsistent` writes it anew.

mod common;

use common::{bitreach, stderr, stdout};
use std::fs;
use std::path::{Path, PathBuf};

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inconsistent");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

/// The report without its last line, which holds seconds.
fn report(file: &Path) -> (String, Option<i32>) {
    let name = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("it is in the repository");
    let output = bitreach(&["inconsistent", "--boundary", common::text(name)]);
    assert_eq!(stderr(&output), "", "{}", file.display());
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    (lines[..lines.len().saturating_sub(1)].iter().map(|line| format!("{line}\n")).collect(), output.status.code())
}

#[test]
fn cases_come_out_right() {
    let files = programs();
    assert!(files.len() >= 14, "{files:?}");
    for file in files {
        let (text, code) = report(&file);
        assert_eq!(code, Some(10), "{}:\n{text}", file.display());
        assert!(!text.contains("Not analysed"), "{text}");
        let golden = file.with_extension("txt");
        if std::env::var("BITREACH_GOLDEN").is_ok_and(|value| value == "write") {
            fs::write(&golden, &text).expect("the golden file can be written");
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(text, expected, "{}", file.display());
    }
}

/// The golden files cannot be written so that they hide a false alarm: no report is about a corrected twin, and each other
/// function that is named for a defect has one.
#[test]
fn corrected_twins_yield_nothing() {
    for file in programs() {
        let name = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("it is in the repository");
        let output = bitreach(&["inconsistent", "--boundary", "--json", "-", common::text(name)]);
        let json: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
        let findings = json["findings"].as_array().expect("there is a list");
        let functions: Vec<&str> = findings.iter().filter_map(|finding| finding["function"].as_str()).collect();
        assert!(functions.iter().all(|function| !function.ends_with("_fixed")), "{name:?}: {functions:?}");
        let source = fs::read_to_string(&file).expect("it can be read");
        let twins = source.lines().filter_map(|line| line.split_once("_fixed(").map(|(start, _)| start));
        for twin in twins.map(|start| start.rsplit([' ', '*']).next().unwrap_or_default()) {
            assert!(functions.contains(&twin), "{name:?}: nothing about `{twin}`");
        }
    }
}

#[test]
fn files_that_do_not_compile_are_named_and_the_others_analysed() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let bad = folder.path().join("bad.c");
    fs::write(&bad, "int f( {\n").expect("it can be written");
    let output = bitreach(&["inconsistent", common::text(&bad), "tests/inconsistent/odd-total.c"]);
    assert_eq!(output.status.code(), Some(2));
    let text = stdout(&output);
    assert!(text.contains("bad.c") && text.contains("does not compile"), "{text}");
    assert!(text.contains("odd-total.c:9"), "{text}");
}

#[test]
fn comments_and_macros_silence() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("a.c");
    let text =
        "#define CHECK(x) if (x < 0) return 1\nint f(unsigned x) {\n    CHECK(x);\n    /* bitreach: inconsistent-ok \
                */\n    if (x < 0)\n        return 2;\n    return 0;\n}\n";
    fs::write(&file, text).expect("it can be written");
    let output = bitreach(&["inconsistent", common::text(&file)]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    fs::write(&file, text.replace("bitreach", "")).expect("it can be written");
    let output = bitreach(&["inconsistent", common::text(&file)]);
    assert_eq!(output.status.code(), Some(10), "{}", stdout(&output));
    assert_eq!(stdout(&output).matches("contradiction:").count(), 1, "{}", stdout(&output));
}

#[test]
fn known_reports_are_left_out() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (file, known) = (folder.path().join("a.c"), folder.path().join("known"));
    let text = "int f(unsigned x) {\n    if (x < 0)\n        return 2;\n    return 0;\n}\n";
    fs::write(&file, text).expect("it can be written");
    let output = bitreach(&["inconsistent", "--write-baseline", common::text(&known), common::text(&file)]);
    assert_eq!(output.status.code(), Some(10), "{}", stdout(&output));
    // Fingerprints do not move with the code above.
    fs::write(&file, format!("int g(void);\n\n{text}")).expect("it can be written");
    let output = bitreach(&["inconsistent", "--baseline", common::text(&known), common::text(&file)]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn reports_for_programs_and_for_browsers() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (sarif, page) = (folder.path().join("a.sarif"), folder.path().join("a.html"));
    let file = "tests/inconsistent/two-assignments.c";
    let output = bitreach(&["inconsistent", "--sarif", common::text(&sarif), "--html", common::text(&page), file]);
    assert_eq!(output.status.code(), Some(10), "{}", stdout(&output));
    let sarif = fs::read_to_string(&sarif).expect("it was written");
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("it is JSON");
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "must-fail");
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], file);
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("there is a flow");
    assert_eq!(flow.len(), 4);
    let page = fs::read_to_string(&page).expect("it was written");
    assert!(page.contains("assert(readable || !writable);") && page.contains("do not matter"), "{page}");
}
