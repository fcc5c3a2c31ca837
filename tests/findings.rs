//! `bitreach check --all-findings`: each place where the property can be violated is found once, and whether there are more is said.
//! The programs are made so that this is known.

use crate::common::{bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::path::PathBuf;
use std::process::Output;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

fn program(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("a.c");
    fs::write(&file, format!("{HEAD}{text}")).expect("it can be written");
    (folder, file)
}

/// The lines about findings, without the file's folder.
fn findings(output: &Output, folder: &tempfile::TempDir) -> Vec<String> {
    let text = stdout(output).replace(&format!("{}/", folder.path().display()), "");
    let is_told = |line: &&str| line.starts_with("FINDING ") || line.starts_with("Other places ");
    text.lines().filter(is_told).map(str::to_owned).collect()
}

#[test]
fn each_place_is_found_once() {
    // Some of the errors can be reached, each in a loop or behind another one; the others cannot.
    for seed in 0..6_u32 {
        let bit = |place: u32| (0xb5d3_u32.rotate_left(seed * 5) >> place) & 1 == 1;
        let (mut body, mut wanted) = (String::new(), Vec::new());
        for place in 0..6 {
            let condition = if bit(place) { format!("x == {}", 10 + place) } else { format!("y == {}", 200 + place) };
            body += &format!("        if ({condition}) reach_error();\n");
            if bit(place) {
                wanted.push(format!("FINDING unreach-call a.c:{}: error function called: reach_error", 7 + place));
            }
        }
        let start =
            "int main(void) {\n    unsigned char y = 0;\n    while (1) {\n        int x = __VERIFIER_nondet_int();";
        let (folder, file) = program(&format!("{start}\n{body}        y = (y + 2) % 100;\n    }}\n}}\n"));
        let output = bitreach(&["check", "--all-findings", "--timeout", "60s", text(&file)]);
        let mut found = findings(&output, &folder);
        wanted.sort();
        if wanted.is_empty() {
            assert_eq!((found, verdict(&output).as_str()), (Vec::new(), "VERDICT: SAFE"));
            continue;
        }
        let rest = found.pop();
        assert_eq!(rest.as_deref(), Some("Other places of unreach-call: none can fail."), "{seed} {found:?}");
        found.sort();
        assert_eq!(found, wanted, "{seed}");
        assert_eq!((verdict(&output).as_str(), output.status.code()), ("VERDICT: UNSAFE(unreach-call)", Some(10)));
    }
}

#[test]
fn calls_of_an_assertion_of_the_program_are_places_of_their_own() {
    let text_of = "void check(int holds) { if (!holds) reach_error(); }\nint main(void) {\n    int x = __VERIFIER_nondet_int();\n    \
                   check(x != 7);\n    check(x != 9);\n    check(x != 7);\n    return 0;\n}\n";
    let (folder, file) = program(text_of);
    let output = bitreach(&["check", "--all-findings", text(&file)]);
    let mut found = findings(&output, &folder);
    found.sort();
    let finding =
        |line: u32| format!("FINDING unreach-call a.c:3 (called at a.c:{line}): error function called: reach_error");
    assert_eq!(found, [finding(6), finding(7), "Other places of unreach-call: none can fail.".to_owned()]);
}

/// Places that are told alike are told apart.
#[test]
fn places_of_one_line_have_their_columns() {
    let text_of = "int main(void) {\n    int x = __VERIFIER_nondet_int(), y = x > 9 ? 2147483647 : 0;\n    \
                   return x > 9 ? y + 1 : x + (x == 7 ? 2147483647 : 0) - 2;\n}\n";
    let (folder, file) = program(text_of);
    let output = bitreach(&["check", "--all-findings", "-p", "no-overflow", text(&file)]);
    let mut found = findings(&output, &folder);
    found.sort();
    let finding = |column: u32| format!("FINDING no-overflow a.c:5:{column}: signed addition overflows");
    let rest = "Other places of no-overflow: none can fail.".to_owned();
    let other = "FINDING no-overflow a.c:5: signed subtraction overflows".to_owned();
    assert_eq!(found, [other, finding(22), finding(30), rest], "{}", stdout(&output));
}

/// The levels of a recursion are not told apart: here it is called at two places, and LLVM may make a loop of one.
#[test]
fn a_place_in_a_recursion_is_found_once() {
    let (folder, file) = program(
        "static int go(unsigned n) {\n    if (n == 3 || n == 5 || n == 7) reach_error();\n    return n > 0 && n < 9 ? go(n - 1) * 3 : \
         1;\n}\nint main(void) {\n    return go((unsigned)__VERIFIER_nondet_int());\n}\n",
    );
    let output = bitreach(&["check", "--all-findings", text(&file)]);
    let mut found = findings(&output, &folder);
    assert_eq!(found.pop().as_deref(), Some("Other places of unreach-call: none can fail."), "{}", stdout(&output));
    found.sort();
    let finding =
        |line: u32| format!("FINDING unreach-call a.c:4 (called at a.c:{line}): error function called: reach_error");
    assert!(found == [finding(5), finding(8)] || found == [finding(8)], "{found:?}");
}

#[test]
fn all_properties_are_asked_on() {
    let text_of = "#include <string.h>\nint get(int *a, int i) { return a[i]; }\nint main(void) {\n    int a[4] = {0}, x = \
                   __VERIFIER_nondet_int();\n    char buffer[4];\n    int y = x + 1;\n    if (x == 3) strcpy(buffer, \"hello\");\n    \
                   if (x == 5) y = get(a, x);\n    if (x == 6) y = get(a, x);\n    return y - 1;\n}\n";
    let (folder, file) = program(text_of);
    let json = folder.path().join("all.json");
    let asked = "no-overflow,valid-memsafety";
    let output = bitreach(&["check", "--all-findings", "-p", asked, text(&file), "--json", text(&json)]);
    let wanted = [
        "FINDING no-overflow a.c:8: signed addition overflows",
        "Other places of no-overflow: Not decided. Code that is not modelled exactly can be reached: undefined behaviour",
        "FINDING valid-memsafety a.c:9: access out of bounds, in strcpy(buffer, \"hello\")",
        "FINDING valid-memsafety a.c:4 (called at a.c:10): access out of bounds",
        "Other places of valid-memsafety: none can fail.",
    ];
    let mut found = findings(&output, &folder);
    let of_memory = |line: &String| line.starts_with("FINDING valid-memsafety");
    let first = found.iter().position(of_memory).expect("there are some");
    found[first..first + 2].sort_by_key(|line| !line.contains("strcpy"));
    // Either call of `get` may be the one that is told.
    let found: Vec<String> = found.iter().map(|line| line.replace("called at a.c:11", "called at a.c:10")).collect();
    // What lies behind such an access is not known, under another property.
    let found: Vec<&str> = found.iter().map(|line| line.split(": an access").next().unwrap_or(line)).collect();
    assert_eq!(found, wanted, "{}", stdout(&output));
    assert_eq!(verdict(&output), "VERDICT: UNSAFE(no-overflow,valid-deref)");
    let text = fs::read_to_string(json).expect("it was written");
    let document: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let counts: Vec<(usize, bool)> = document["properties"]
        .as_array()
        .expect("there are rows")
        .iter()
        .map(|row| (row["others"].as_array().map_or(0, Vec::len), row["rest"]["verdict"]["answer"] == "safe"))
        .collect();
    assert_eq!(counts, [(0, false), (1, true)]);
}

#[test]
fn a_program_without_errors_has_one_report() {
    let (folder, file) = program("int main(void) { return 0; }\n");
    let output = bitreach(&["check", "--all-findings", "-p", "no-overflow", text(&file)]);
    assert!(findings(&output, &folder).is_empty() && output.status.code() == Some(0), "{}", stdout(&output));
    assert!(stdout(&output).ends_with("PROPERTY no-overflow: SAFE\n\nVERDICT: SAFE\n"), "{}", stdout(&output));
    let output = bitreach(&["check", "--all-findings", text(&file), "-p", "assert", "--witness", "x.yml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("--witness is for one answer; leave --all-findings out"), "{}", stderr(&output));
}
