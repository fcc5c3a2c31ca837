//! `bitreach inconsistent` on programs of our own, each with its corrected twins in the same file: the functions whose name
//! ends in `_fixed` yield nothing. What is reported is kept beside the programs; `BITREACH_GOLDEN=write cargo test --test suite
//! inconsistent::` writes it anew.

use crate::common::{self, bitreach, findings, sarif, stderr, stdout};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn programs() -> Vec<PathBuf> {
    common::programs("tests/inconsistent")
}

/// Enough time for each function on a machine that does much else.
const PATIENT: &str = "--function-timeout=100";

fn report(file: &Path, coverage: &str) -> (String, Option<i32>) {
    let name = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("it is in the repository");
    common::inconsistent(&["--boundary", PATIENT, "--coverage", coverage, common::text(name)])
}

#[test]
fn cases_come_out_right() {
    let files = programs();
    assert!(files.len() >= 14, "{files:?}");
    for file in files {
        let (text, code) = report(&file, "auto");
        assert_eq!(code, Some(10), "{}:\n{text}", file.display());
        assert!(!text.contains("Not analysed"), "{text}");
        common::assert_kept(&file.with_extension("txt"), &text);
    }
}

/// Where there are no loops, functions can be covered all paths at once or path by path, and the report is the same.
#[test]
fn both_ways_of_coverage_report_the_same() {
    let mut files = programs();
    files.retain(|file| {
        let text = fs::read_to_string(file).expect("it can be read");
        !["for (", "while ("].iter().any(|loops| text.contains(loops))
    });
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        let expected = fs::read_to_string(file.with_extension("txt")).expect("it can be read");
        for coverage in ["ic3", "conflict"] {
            assert_eq!(report(&file, coverage).0, expected, "{} by {coverage}", file.display());
        }
    }
}

/// The golden files cannot be written so that they hide a false alarm: no report is about a corrected twin, and each other
/// function that is named for a defect has one.
#[test]
fn corrected_twins_yield_nothing() {
    for file in programs() {
        let name = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("it is in the repository");
        let output = bitreach(&["inconsistent", "--boundary", PATIENT, "--json", "-", common::text(name)]);
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

/// Programs of the kinds that people write, in which nothing contradicts anything.
#[test]
fn what_is_consistent_yields_nothing() {
    for file in ["addresses", "control", "loops", "memory", "parts", "values"] {
        let file = format!("tests/inconsistent/quiet/{file}.c");
        let output = bitreach(&["inconsistent", "--boundary", PATIENT, &file]);
        let text = stdout(&output);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{file}: {text}");
        assert!(text.contains("functions") && !text.contains("not analysed"), "{text}");
    }
}

/// A function of more than a thousand lines that ends with a test which cannot hold, and the lines because of which it cannot.
fn large(planted: Planted, with_loops: bool) -> (String, u64, Vec<u64>) {
    let mut lines: Vec<String> =
        ["int get(int);", "void put(int);", "", "int large(int wanted, int count)", "{"].map(str::to_owned).to_vec();
    lines.push("    int sum = 0, steps = 0;".to_owned());
    let mut matter = Vec::new();
    match planted {
        Planted::Range => {
            lines.extend(["    if (wanted < 10)", "        return -1;"].map(str::to_owned));
            matter.push(lines.len() - 1);
        }
        Planted::Parity => {
            matter.push(lines.len());
            lines.extend(["    while (get(steps))", "        steps += 2;"].map(str::to_owned));
            matter.push(lines.len());
        }
    }
    for part in 0..250 {
        lines.push(format!("    if (get({part}) > {})", part % 7));
        lines.push("        sum++;".to_owned());
        if with_loops && part % 100 == 3 {
            lines.push(format!("    while (get({part}))"));
            lines.push("        put(sum);".to_owned());
        }
        lines.push(format!("    if (count == {part})"));
        lines.push("        put(sum);".to_owned());
        if part == 120 && planted == Planted::Range {
            lines.push("    wanted += 4;".to_owned());
            matter.push(lines.len());
        }
    }
    let test = match planted {
        Planted::Range => "    if (wanted == 7)",
        Planted::Parity => "    if (steps % 2 == 1)",
    };
    lines.push(test.to_owned());
    matter.push(lines.len());
    lines.extend(["        sum = 0;", "    return sum;", "}"].map(str::to_owned));
    assert!(lines.len() > 1000);
    (
        lines.iter().map(|line| format!("{line}\n")).collect(),
        *matter.last().expect("not empty") as u64,
        matter.iter().map(|&line| line as u64).collect(),
    )
}

/// What makes the test at the end of a large function impossible.
#[derive(Clone, Copy, PartialEq)]
enum Planted {
    /// Tests of the same variable in front of it.
    Range,
    /// The invariant of a loop.
    Parity,
}

#[test]
fn large_functions_are_explained_by_the_few_lines_that_matter() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("large.c");
    for (planted, with_loops) in [(Planted::Range, false), (Planted::Range, true), (Planted::Parity, true)] {
        let (text, place, matter) = large(planted, with_loops);
        fs::write(&file, text).expect("it can be written");
        let found = findings(&[PATIENT, common::text(&file)]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0]["line"].as_u64(), Some(place));
        let lines = found[0]["lines"].as_array().expect("there is a list");
        let lines: Vec<u64> = lines.iter().filter_map(|line| line["line"].as_u64()).collect();
        assert_eq!(lines, matter, "{found:?}");
    }
}

/// A function that has no time falls back to what is known with loops abstracted: reports are lost, and none is new.
#[test]
fn less_time_only_loses_reports() {
    let fingerprints = |arguments: &[&str]| -> Vec<String> {
        findings(arguments).iter().map(|finding| finding["fingerprint"].to_string()).collect()
    };
    let mut lost = 0;
    for file in ["stepping-by-two", "first-iteration", "two-assignments"] {
        let file = format!("tests/inconsistent/{file}.c");
        let all = fingerprints(&[&file]);
        for time in ["0", "0.002", "0.02"] {
            let some = fingerprints(&["--function-timeout", time, &file]);
            assert!(some.iter().all(|finding| all.contains(finding)), "{file}, {time} s: {some:?} and not {all:?}");
            lost += all.len() - some.len();
        }
    }
    assert!(lost > 0, "nothing was lost");
    let output = bitreach(&["inconsistent", "--function-timeout", "0", "tests/inconsistent/counter-division.c"]);
    assert!(stdout(&output).contains("loops were abstracted"), "{}", stdout(&output));
}

/// Tomb and Flanagan, section 4: a boundary that a test before it excludes contradicts nothing. The first function is theirs.
#[test]
fn boundaries_that_are_excluded_are_no_defects() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("a.c");
    let text = "int values[10];
int sign(int x) {
    if (x == 0)
        return 0;
    if (x <= 0)
        return -1;
    return 1;
}
int before(int i) {
    if (i == 10)
        return -1;
    if (i >= 0 && i <= 10)
        return values[i];
    return 0;
}
int otherwise(int i) {
    switch (i) {
    case 10:
        return -1;
    default:
        if (i >= 0 && i <= 10)
            return values[i];
        return 0;
    }
}
int inside(int i, int n) {
    if (i != n) {
        while (i <= n)
            i += 2;
    }
    return i;
}
int unguarded(int i) {
    if (i >= 0 && i <= 10)
        return values[i];
    return 0;
}
";
    fs::write(&file, text).expect("it can be written");
    let found = findings(&["--boundary", common::text(&file)]);
    let functions: Vec<&str> = found.iter().filter_map(|finding| finding["function"].as_str()).collect();
    assert_eq!(functions, ["unguarded"], "{found:?}");
    assert_eq!(found[0]["class"], "must-fail");
    assert!(findings(&[common::text(&file)]).is_empty());
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
    let missing = folder.path().join("missing.c");
    let output = bitreach(&["inconsistent", common::text(&missing)]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output).matches("missing.c").count(), 1, "{}", stdout(&output));
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

/// A comment on any line that a report shows says that it is meant, wherever the report is about.
#[test]
fn comments_on_any_shown_line_silence() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("a.c");
    let lines = [
        "int f(int *n, int k) {",
        "    int x = k;",
        "    if (!n)",
        "        x = 1;",
        "    x += *n;",
        "    return x;",
        "}",
    ];
    let shown: Vec<usize> = vec![3, 5];
    for silenced in 0..=lines.len() {
        let mut text: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        if let Some(index) = silenced.checked_sub(1) {
            text[index] += " // bitreach: inconsistent-ok";
        }
        fs::write(&file, text.join("\n") + "\n").expect("it can be written");
        let output = bitreach(&["inconsistent", common::text(&file)]);
        // The line above the place counts, too.
        let is_silenced = shown.contains(&silenced) || silenced == 2;
        assert_eq!(output.status.code(), Some(if is_silenced { 0 } else { 10 }), "{silenced}: {}", stdout(&output));
        if !is_silenced {
            assert!(stdout(&output).contains("whenever `n` is null here, the function fails"), "{}", stdout(&output));
            let numbers = |line: &str| line.split_once(" | ").and_then(|(number, _)| number.trim().parse().ok());
            let told: Vec<usize> = stdout(&output).lines().filter_map(numbers).collect();
            assert_eq!(told, shown, "{}", stdout(&output));
        }
    }
}

/// `--project .` finds the database in `build/`, and files by what people type; reports name them as people do.
#[test]
fn projects_are_found_as_people_type() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    for made in ["build", "src", "lib"] {
        fs::create_dir(folder.path().join(made)).expect("it can be made");
    }
    let contradiction = "int f(int x) {\n    if (x > 5)\n        if (x < 3)\n            return 1;\n    return 0;\n}\n";
    let entry = |file: &str| {
        fs::write(folder.path().join(file), contradiction).expect("it can be written");
        format!(
            r#"{{"directory": "{}/build", "file": "../{file}", "command": "cc -c ../{file}"}}"#,
            folder.path().display()
        )
    };
    let entries = ["src/a.c", "src/util.c", "lib/util.c"].map(entry);
    fs::write(folder.path().join("build/compile_commands.json"), format!("[{}]", entries.join(",")))
        .expect("it can be written");
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_bitreach"))
            .args(["inconsistent", "--project", "."])
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .expect("bitreach starts");
        (output.status.code(), stdout(&output), stderr(&output))
    };
    let (code, text, _) = run(&[]);
    assert_eq!(code, Some(10), "{text}");
    for place in ["src/a.c:3:", "src/util.c:3:", "lib/util.c:3:"] {
        assert!(text.lines().any(|line| line.starts_with(place)), "{place} {text}");
    }
    for (typed, file) in [("a.c", "src/a.c"), ("src/a.c", "src/a.c"), ("lib/util.c", "lib/util.c")] {
        let (code, text, _) = run(&[typed]);
        assert!(code == Some(10) && text.starts_with(&format!("{file}:3:")) && text.contains("\n1 file, "), "{text}");
    }
    let (code, _, message) = run(&["util.c"]);
    assert!(code == Some(1) && message.contains("`util.c` may be ") && message.contains(" or "), "{message}");
    let (code, _, message) = run(&["a.c", "other.c"]);
    assert!(code == Some(1) && message.contains("the project has no file `other.c`"), "{message}");
}

/// For each rule a function that is called like it. What the rule withholds is listed with it, and reported when it is off.
#[test]
fn rules_withhold_findings_and_are_named() {
    let rules = "tests/inconsistent/withheld/rules.c";
    let renumbered = "tests/inconsistent/withheld/renumbered.c";
    let json = |arguments: &[&str]| -> serde_json::Value {
        let output = bitreach(&[&["inconsistent", "--boundary", "--withheld", "--json", "-"], arguments].concat());
        serde_json::from_str(&stdout(&output)).expect("it is JSON")
    };
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let rule_of = |function: &str| function.trim_end_matches('_').replace('_', "-");
    let all = json(&[rules, renumbered]);
    let reported = |report: &serde_json::Value| -> Vec<String> {
        let findings = report["findings"].as_array().into_iter().flatten();
        findings.map(|finding| rule_of(&text(&finding["function"]))).collect()
    };
    // That which others are consequences of, and what keeps control from going on where it stops.
    assert_eq!(reported(&all), ["stop", "consequence"]);
    let withheld = all["withheld"].as_array().expect("there is a list");
    let mut named = Vec::new();
    for entry in withheld {
        let (rule, function) = (text(&entry["rule"]), text(&entry["function"]));
        assert_eq!(rule, rule_of(&function), "{entry}");
        assert!(entry["place"]["line"].as_u64().is_some_and(|line| line > 0), "{entry}");
        assert!(!text(&entry["why"]).is_empty() && !text(&entry["message"]).is_empty(), "{entry}");
        named.push(rule);
    }
    // Copies come from what compilers do with clean-up code, which C has none of.
    let docs = fs::read_to_string("docs/inconsistent.md").expect("it can be read");
    let table = docs.lines().skip_while(|line| !line.starts_with("| rule |")).skip(2);
    let rows = table.map_while(|line| line.strip_prefix("| `")?.split('`').next()).filter(|rule| *rule != "copy");
    let rows: Vec<&str> = rows.collect();
    assert!(rows.len() >= 15, "{rows:?}");
    for rule in rows {
        assert!(named.iter().any(|name| name == rule), "nothing is withheld by `{rule}`: {named:?}");
        let off = reported(&json(&["--rule", &format!("{rule}=off"), rules, renumbered]));
        assert_eq!(off.len(), 3, "`{rule}` off: {off:?}");
        assert!(off.iter().any(|name| name == rule), "`{rule}` off: {off:?}");
    }
}

#[test]
fn rules_are_turned_on_and_off_by_name() {
    let file = "tests/inconsistent/withheld/rules.c";
    let output = bitreach(&["inconsistent", "--withheld", file]);
    let text = stdout(&output);
    assert!(text.contains("rules.c:41:11: comment: `x < 0` is always false here\n    A comment `bitreach"), "{text}");
    assert!(!stdout(&bitreach(&["inconsistent", file])).contains("Withheld"));
    // `--all` reports what is a question of configuration; what is said of one rule counts more.
    let report = stdout(&bitreach(&["inconsistent", "--all", "--rule", "literal=on", file]));
    assert!(report.contains("configuration: `n > 100 * sizeof(long)`"), "{report}");
    assert!(!report.contains("`1` is always true"), "{report}");
    for wrong in ["makro=off", "macro", "macro=no"] {
        let output = bitreach(&["inconsistent", "--rule", wrong, file]);
        assert_eq!(output.status.code(), Some(1), "{wrong}");
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    }
    let output = bitreach(&["inconsistent", "--rule", "makro=off", file]);
    let names = ["stop", "macro", "comment", "default-case", "sizeof", "consequence"];
    assert!(names.iter().all(|name| stderr(&output).contains(name)), "{}", stderr(&output));
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
    assert!(
        stdout(&output).starts_with("1 file, 1 function, 1 under a second, 1 in the baseline"),
        "{}",
        stdout(&output)
    );
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
    assert_eq!(sarif["runs"][0]["invocations"][0]["executionSuccessful"], true);
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "must-fail");
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], file);
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("there is a flow");
    assert_eq!(flow.len(), 4);
    let page = fs::read_to_string(&page).expect("it was written");
    assert!(page.contains("assert(readable || !writable);") && page.contains("do not matter"), "{page}");
}

/// An access out of bounds reads or writes, and each has a number of its own.
#[test]
fn reads_and_writes_out_of_bounds_have_numbers() {
    let found = findings(&["tests/inconsistent/library.c"]);
    let number = |function: &str| {
        let finding = found.iter().find(|finding| finding["function"] == function);
        finding.unwrap_or_else(|| panic!("nothing about `{function}`"))["cwe"].clone()
    };
    for (function, cwe) in [("beside_read", 125), ("too_long_from", 125), ("beside", 787), ("too_long", 787)] {
        assert_eq!(number(function), serde_json::json!([cwe]), "{function}");
    }
}

/// Everything that reports can hold, held against what the schema of SARIF 2.1.0 asks for; and faults that are planted.
#[test]
fn sarif_is_as_the_schema_asks() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (path, bad) = (folder.path().join("a.sarif"), folder.path().join("bad.c"));
    fs::write(&bad, "int f( {\n").expect("it can be written");
    let mut arguments = vec!["inconsistent", "--boundary", "--all", "--sarif", common::text(&path), common::text(&bad)];
    let files = programs();
    arguments.extend(files.iter().map(|file| common::text(file)));
    let output = bitreach(&arguments);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let text = fs::read_to_string(&path).expect("it was written");
    let document: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(sarif::fault(&document), None);
    let results = document["runs"][0]["results"].as_array().expect("there are results");
    assert!(results.len() >= files.len(), "{text}");
    assert_eq!(document["runs"][0]["invocations"][0]["executionSuccessful"], false, "one does not compile");
    let steps = |result: &serde_json::Value| result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().cloned();
    let steps: Vec<serde_json::Value> = results.iter().filter_map(steps).flatten().collect();
    assert!(steps.iter().filter(|step| step.get("state").is_some()).count() >= 12, "{text}");
    let planted = [
        ("\"ruleIndex\"", "\"ruleNumber\""),
        ("\"message\"", "\"massage\""),
        ("\"version\": \"2.1.0\"", "\"version\": \"2.0\""),
        ("\"startLine\": ", "\"startLine\": -"),
        ("\"level\": \"warning\"", "\"level\": \"bad\""),
        ("\"id\": \"must-fail\"", "\"id\": \"may-fail\""),
    ];
    for (right, wrong) in planted {
        assert!(text.contains(right), "{right}");
        let document: serde_json::Value = serde_json::from_str(&text.replace(right, wrong)).expect("it is JSON");
        assert!(sarif::fault(&document).is_some(), "{wrong}");
    }
}

/// A function with a report, and one that takes longer than any test waits.
const QUICK_AND_ENDLESS: &str = "int quick(unsigned x) {\n    if (x < 0)\n        return 2;\n    return 0;\n}\nint endless(unsigned \
                                 long x) {\n    unsigned long y = x, n = 0;\n    while (y != 1 && n < 100000) {\n        y = y % 2 ? y * \
                                 6364136223846793005u + 3 : y / 2 + x * x;\n        n++;\n    }\n    if (n == 99991 && y * y == 77)\n        \
                                 return 1;\n    return 0;\n}\n";

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (file, state) = (folder.path().join("a.c"), folder.path().join("state"));
    fs::write(&file, QUICK_AND_ENDLESS).expect("it can be written");
    let arguments =
        ["inconsistent", "--function-timeout", "100s", "--state", common::text(&state), common::text(&file)];
    let child = Command::new(env!("CARGO_BIN_EXE_bitreach"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let kept = || fs::read_to_string(&state).unwrap_or_default();
    let start = Instant::now();
    while kept().lines().count() < 2 {
        assert!(start.elapsed() < Duration::from_secs(60), "{}", kept());
        std::thread::sleep(Duration::from_millis(20));
    }
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is `kill`");
    assert!(status.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    assert!(stderr(&output).contains("ended early (interrupted)"), "{}", stderr(&output));
    assert!(stdout(&output).contains("a.c:2:11: contradiction"), "{}", stdout(&output));
    assert!(kept().contains("\"quick\"") && !kept().contains("\"endless\""), "{}", kept());
    // What is known is not found anew: it is told as it stands there.
    fs::write(&state, kept().replace("is always false here", "WAS KNOWN")).expect("it can be written");
    let again = [&["inconsistent", "--timeout", "3s"], &arguments[1..]].concat();
    let output = bitreach(&again);
    assert!(stdout(&output).contains("WAS KNOWN"), "{}", stdout(&output));
    // Other code is looked at anew, and another run's state is left alone.
    fs::write(&file, QUICK_AND_ENDLESS.split("int endless").next().unwrap_or_default()).expect("it can be written");
    let output = bitreach(&arguments);
    assert!(stdout(&output).contains("is always false here"), "{}", stdout(&output));
    let other = [&["inconsistent", "--boundary"], &arguments[1..]].concat();
    let output = bitreach(&other);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("other options"), "{}", stderr(&output));
}

#[test]
fn findings_are_told_as_they_come() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("a.c");
    fs::write(&file, QUICK_AND_ENDLESS).expect("it can be written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_bitreach"))
        .args(["inconsistent", "--function-timeout", "100s", common::text(&file)])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line).expect("it can be read");
    assert!(line.contains("a.c:2:11: contradiction"), "{line}");
    assert!(child.try_wait().expect("it can be asked for").is_none(), "it goes on with the other function");
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
}

#[test]
fn what_cannot_be_analysed_is_named_and_never_clean() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("a.c");
    let text = "int wide(__int128 x) {\n    switch (x) {\n    case 1:\n        return 1;\n    }\n    return 0;\n}\nint clean(int \
                x) {\n    return x;\n}\n";
    fs::write(&file, text).expect("it can be written");
    let output = bitreach(&["inconsistent", common::text(&file)]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(20), "{text}");
    assert!(text.contains("`wide`: not analysed: `switch` on an integer of more than 64 bits"), "{text}");
    assert!(text.contains("2 functions") && text.contains("1 not analysed"), "{text}");
    // A project with a file that is gone: it is named, and the others are analysed.
    let database = format!(
        r#"[{{"directory": "{0}", "file": "gone.c", "command": "cc -c gone.c"}},
            {{"directory": "{0}", "file": "a.c", "command": "cc -c a.c"}}]"#,
        folder.path().display()
    );
    fs::write(folder.path().join("compile_commands.json"), database).expect("it can be written");
    let output = bitreach(&["inconsistent", "--project", common::text(folder.path())]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("gone.c") && text.contains("`wide`: not analysed"), "{text}");
}

/// A file of a project that is not followed is named, and the others are analysed. One that is compiled in two ways is
/// analysed in both where they differ.
#[test]
fn files_of_a_project_are_analysed_in_each_way_that_it_compiles_them() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let source = "int f(int x) {\n    if (x > 5)\n        if (x < LIMIT)\n            return 1;\n    return 0;\n}\n";
    for file in ["a.c", "b.c"] {
        fs::write(folder.path().join(file), source).expect("it can be written");
    }
    let run = |commands: &[&str], arguments: &[&str]| {
        let entry = |command: &&str| {
            let file = command.rsplit(' ').next().unwrap_or_default();
            format!(r#"{{"directory": "{}", "file": "{file}", "command": "{command}"}}"#, folder.path().display())
        };
        let entries: Vec<String> = commands.iter().map(entry).collect();
        fs::write(folder.path().join("compile_commands.json"), format!("[{}]", entries.join(",")))
            .expect("it can be written");
        let project = ["inconsistent", "--project", common::text(folder.path())];
        let output = bitreach(&[&project[..], arguments].concat());
        (output.status.code(), stdout(&output))
    };
    let (code, text) = run(&["cc -DLIMIT=9 -fshort-wchar -m32 -c a.c", "cc -DLIMIT=3 -c b.c"], &[]);
    let named =
        "a.c: the project compiles it with an option that changes what it means and is not followed: -fshort-wchar";
    assert!(code == Some(2) && text.contains("b.c:3:") && text.contains(named), "{code:?} {text}");
    // As libtool does: nothing in the file is about the option.
    let (code, text) = run(&["cc -DLIMIT=3 -c b.c", "cc -DLIMIT=3 -fPIC -DPIC -c b.c"], &["b.c"]);
    assert!(code == Some(10) && text.contains("1 function,"), "{code:?} {text}");
    let (code, text) = run(&["cc -DLIMIT=9 -c b.c", "cc -DLIMIT=3 -c b.c"], &[]);
    assert!(code == Some(10) && text.contains("b.c:3:") && text.contains("2 functions,"), "{code:?} {text}");
}

/// In a module, a local may have the name of a global that is larger.
#[test]
fn locals_are_not_taken_for_globals() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("a.ll");
    let text = "@x = global [100 x i32] zeroinitializer\ndeclare i32 @g(ptr)\ndefine i32 @f(i64 %k) {\n %x = alloca [10 x i32]\n %r = \
                call i32 @g(ptr %x)\n %c = icmp eq i64 %k, 50\n br i1 %c, label %a, label %b\na:\n %at = getelementptr [100 x i32], ptr @x, \
                i64 0, i64 %k\n %v = load i32, ptr %at\n %s = add i32 %v, %r\n ret i32 %s\nb:\n ret i32 %r\n}\n";
    fs::write(&file, text).expect("it can be written");
    let output = bitreach(&["inconsistent", common::text(&file)]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(!stdout(&output).contains("1 kept back"), "{}", stdout(&output));
}
