//! Errors behind signed arithmetic that overflows: C leaves them undefined, and `unreach-call` does not count them unless it is told so.

use crate::common::{bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::path::Path;

const UNSAFE: &str = "VERDICT: UNSAFE(unreach-call)";
const OPEN: &str = "VERDICT: UNKNOWN(unmodelled)";

/// Bodies of programs that read `x` and `y`, and what is said of them.
const PROGRAMS: &[(&str, &str)] = &[
    ("if (x + 1 < x) reach_error();", OPEN),
    ("if (x - 1 > x) reach_error();", OPEN),
    ("if (x != 0 && -x == x) reach_error();", OPEN),
    ("if (x * x < 0) reach_error();", OPEN),
    ("int before = x; x++; if (x < before) reach_error();", OPEN),
    ("int k = 2147483647; k++; if (k < 0) reach_error();", OPEN),
    // Clang computes it itself, and says so.
    ("int z = 2147483647 + 1; if (z < 0) reach_error();", OPEN),
    ("unsigned z = -(-2147483647 - 1); if (z == 1u << 31) reach_error();", OPEN),
    ("if (x == 3) reach_error();\n  int z = 2147483647 * 2;", UNSAFE),
    ("if (x == 4)\n    x = 2147483647 + 1;\n  if (x == 3) reach_error();", UNSAFE),
    ("if (x == 3) reach_error();\n}\nstatic int never(void) {\n  return 2147483647 + 1;", UNSAFE),
    // What it comes to is not even used.
    ("int z = x + 1; if (x == 2147483647) reach_error();", OPEN),
    ("long long z = x; if (z * z * z * z < 0 && x > 5) reach_error();", OPEN),
    // The way to an overflow is no way to the error, and another way is.
    ("int z = x + y; if (z == 1000) reach_error();", UNSAFE),
    ("if (x == 7) reach_error(); x = x + x;", UNSAFE),
    ("int z = x * y; if (y == 3 && z == 21) reach_error();", UNSAFE),
    // These do not overflow: numbers without signs wrap, and a conversion is no arithmetic.
    ("unsigned z = x; if (z + 1 == 0) reach_error();", UNSAFE),
    ("unsigned z = x; if (z * 3 == 1) reach_error();", UNSAFE),
    ("signed char c = x; c++; if (c == -128) reach_error();", UNSAFE),
    ("short c = x; if (c < 0 && x > 0) reach_error();", UNSAFE),
    // Nothing goes wrong, whether it wraps or not.
    ("int z = x + y; if (z - y != x) reach_error();", "VERDICT: SAFE"),
];

fn program(folder: &Path, body: &str) -> String {
    let file = folder.join("x.c");
    let source = format!(
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {{\n  \
         int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n  {body}\n}}\n"
    );
    fs::write(&file, source).expect("a temporary file");
    text(&file).to_owned()
}

#[test]
fn an_error_behind_an_overflow_counts_only_where_it_wraps() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for &(body, expected) in PROGRAMS {
        let file = program(folder.path(), body);
        let output = bitreach(&["check", &file, "-p", "unreach-call", "--timeout", "300"]);
        assert_eq!(verdict(&output), expected, "{body}\n{}{}", stdout(&output), stderr(&output));
        let wraps = bitreach(&["check", &file, "-p", "unreach-call", "--signed-overflow", "wraps", "--timeout", "300"]);
        let expected = if expected == OPEN { UNSAFE } else { expected };
        assert_eq!(verdict(&wraps), expected, "{body}, where it wraps");
    }
}

#[test]
fn what_is_open_is_said_with_its_line_and_what_to_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), PROGRAMS[0].0);
    let said = stdout(&bitreach(&["check", &file, "-p", "unreach-call"]));
    for words in [
        "undefined behaviour: signed addition overflows",
        "x.c:5",
        "-p no-overflow asks",
        "--signed-overflow wraps shows",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let usual =
        |options: &[&str]| stdout(&bitreach(&[&["check", &file, "-p", "unreach-call", "-v"], options].concat()));
    assert!(usual(&[])
        .contains("signed arithmetic that overflows wraps, and an error that is reached only so does not count"));
    assert!(usual(&["--signed-overflow", "wraps"]).contains("signed arithmetic that overflows wraps (ask"));
}

/// The execution that is told has no overflow, and what is written down of it is certified.
#[test]
fn the_execution_that_is_told_does_without() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), "int z = x + y; if (z == 1000) reach_error();");
    let (problem, evidence) = (folder.path().join("x.dimspec"), folder.path().join("x.evidence"));
    for seed in ["1", "2", "3", "4"] {
        let options = ["--seed", seed, "--evidence", text(&evidence), "--problem", text(&problem)];
        let output = bitreach(&[&["check", &file, "-p", "unreach-call"][..], &options].concat());
        assert_eq!(verdict(&output), UNSAFE, "{}", stderr(&output));
        let certified = bitreach(&["certify", text(&problem), text(&evidence)]);
        assert_eq!(certified.status.code(), Some(10), "{}", stdout(&certified));
        let said = stdout(&output);
        let values = said.lines().filter_map(|line| line.trim().strip_prefix("input __VERIFIER_nondet_int() = "));
        let value = |text: &str| text.split(' ').next().and_then(|number| number.parse::<i64>().ok());
        let values: Vec<i64> = values.filter_map(value).collect();
        assert_eq!((values.len(), values.iter().sum()), (2, 1000), "{said}");
    }
}

#[test]
fn other_properties_and_modules_are_asked_alike() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let asked =
        |file: &str, options: &[&str]| verdict(&bitreach(&[&["check", file, "--timeout", "300"], options].concat()));
    let file = program(folder.path(), "int a[4] = {0}; if (x > 0 && x + y < y) a[9] = 1;");
    assert_eq!(asked(&file, &["-p", "valid-deref", "--signed-overflow", "undefined"]), OPEN);
    assert_eq!(asked(&file, &["-p", "valid-deref"]), "VERDICT: UNSAFE(valid-deref)");
    let file = program(folder.path(), "int z = 0; if (x > 0 && x + 1 < 0) z = 1 / z;");
    assert_eq!(asked(&file, &["-p", "no-division-by-zero", "--signed-overflow", "undefined"]), OPEN);
    assert_eq!(asked(&file, &["-p", "no-division-by-zero"]), "VERDICT: UNSAFE(no-division-by-zero)");
    assert_eq!(asked(&file, &["-p", "no-overflow"]), "VERDICT: UNSAFE(no-overflow)");
    for (flag, expected) in [("nsw ", OPEN), ("", UNSAFE)] {
        let module = format!(
            "declare i32 @__VERIFIER_nondet_int()\ndeclare void @reach_error()\ndefine i32 @main() {{\n  \
             %x = call i32 @__VERIFIER_nondet_int()\n  %y = add {flag}i32 %x, 1\n  %less = icmp slt i32 %y, %x\n  \
             br i1 %less, label %error, label %end\nerror:\n  call void @reach_error()\n  br label %end\nend:\n  \
             ret i32 0\n}}\n"
        );
        let file = folder.path().join("x.ll");
        fs::write(&file, module).expect("a temporary file");
        assert_eq!(asked(text(&file), &["-p", "unreach-call"]), expected, "{flag}");
    }
}
