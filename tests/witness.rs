//! SV-COMP witnesses: those that `check` writes are confirmed by `validate`, those that are wrong are rejected, and bad files are refused
//! with one message.

use crate::common::{self, bitreach, stderr, stdout, text, verdict};
use bitreach::witness::file::WitnessFile;
use bitreach::witness::format::{hash, Content, Invariant, Witness};
use bitreach::witness::given::Given;
use bitreach::witness::graphml;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const SAFE: &str = include_str!("files/one-modulo-four.c");

const UNSAFE: &str = "extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
static int twice(int n) { return 2 * n; }
int main(void) {
  int u;
  int x = __VERIFIER_nondet_int(), n = 0;
  while (__VERIFIER_nondet_bool()) {
    int more = __VERIFIER_nondet_int();
    if (more != 1000 + n)
      return 0;
    n++;
  }
  if (twice(x) == 154 && u == 5 && n == 2)
    reach_error();
  if (x > 78)
    reach_error();
  return 0;
}
";

/// A folder with a program in it.
fn folder(program: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("a.c");
    fs::write(&file, program).expect("the file can be written");
    (folder, file)
}

/// The witness of a program in a folder, as text, and the exit code of `check`.
fn written(file: &Path, arguments: &[&str]) -> (PathBuf, String, Option<i32>) {
    let witness = file.with_extension("witness.yml");
    let output = bitreach(&[&["check", "--witness", text(&witness)], arguments, &[text(file)]].concat());
    assert_eq!(stderr(&output), "", "{}", stdout(&output));
    assert!(stdout(&output).contains("the witness "), "{}", stdout(&output));
    let written = fs::read_to_string(&witness).expect("there is a witness");
    (witness, written, output.status.code())
}

/// What `validate` says about a witness, and its exit code.
fn validated(witness: &Path, file: &Path) -> (String, Option<i32>) {
    let output = bitreach(&["validate", "--timeout", "300", "--witness", text(witness), text(file)]);
    (stdout(&output) + &stderr(&output), output.status.code())
}

#[test]
fn what_is_written_is_confirmed() {
    let tasks = [
        ("loops/parity-even", "unreach-call", "LP64"),
        ("loops/two-phases", "unreach-call", "LP64"),
        ("loops/residue-eight-broken", "unreach-call", "LP64"),
        ("control/switch-in-loop", "unreach-call", "LP64"),
        ("control/uninitialised-each-turn", "unreach-call", "LP64"),
        ("protocols/lock-forgotten", "unreach-call", "LP64"),
        ("protocols/traffic-lights", "unreach-call", "LP64"),
        ("floats/kinds", "unreach-call", "LP64"),
        ("overflow/addition", "no-overflow", "LP64"),
        ("overflow/loop-counter", "no-overflow", "LP64"),
        ("memory/heap-use-after-free", "valid-memsafety", "LP64"),
        ("memory/heap-list", "valid-memsafety", "LP64"),
        ("memory/large-reversed-broken", "unreach-call", "LP64"),
        ("lengths/one-too-far", "valid-memsafety", "LP64"),
        ("lengths/uninitialised-later", "unreach-call", "LP64"),
        ("strings/copy-that-fits-broken", "valid-memsafety", "LP64"),
        ("function-pointers/error-function-by-address-broken", "unreach-call", "LP64"),
        ("lives/do-loop-condition", "valid-memsafety", "LP64"),
        ("memory/cleanup-exit", "valid-memcleanup", "LP64"),
    ];
    let mut kinds = [0; 2];
    for (name, property, data_model) in tasks {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("sv-benchmarks").join(name).with_extension("c");
        let Ok(program) = fs::read_to_string(&source) else { panic!("{name} is not there") };
        let (_folder, file) = folder(&program);
        let (witness, text, code) = written(&file, &["--timeout", "300", "-p", property, "-d", data_model]);
        let read = Witness::read(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert_eq!(read.task.input_file_hashes.values().next(), Some(&hash(program.as_bytes())));
        let is_violation = matches!(read.content, Content::Violation(_));
        kinds[usize::from(is_violation)] += 1;
        assert_eq!(code, Some(if is_violation { 10 } else { 0 }), "{name}");
        let (said, confirmed) = validated(&witness, &file);
        assert_eq!(confirmed, code, "{name}: {said}\n{text}");
        assert!(said.contains("witness confirmed: "), "{name}: {said}");
        // The same in GraphML.
        let given = Given::new(&read.task.input_files[0], program.as_bytes()).expect("it is text");
        let graphml = graphml::write::text(&read, &given, "2026-11-23T05:00:00Z")
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = WitnessFile::read(&graphml).unwrap_or_else(|error| panic!("{name}: {error}\n{graphml}"));
        assert_eq!(again.task.input_file_hashes, read.task.input_file_hashes);
        let followed = again.followed(&given, property == "unreach-call");
        let followed = followed.unwrap_or_else(|misfit| panic!("{name}: {misfit}\n{graphml}"));
        match (&read.content, &followed.content) {
            (Content::Violation(of_yaml), Content::Violation(of_graphml)) => assert_eq!(of_yaml, of_graphml, "{name}"),
            (Content::Correctness(of_yaml), Content::Correctness(of_graphml)) => {
                let places = |all: &[Invariant]| {
                    all.iter().map(|one| (one.location.line, one.location.column)).collect::<BTreeSet<_>>()
                };
                assert_eq!(places(of_yaml), places(of_graphml), "{name}");
            }
            _ => panic!("{name}: it is one of the two"),
        }
        let witness = file.with_extension("graphml");
        fs::write(&witness, &graphml).expect("it can be written");
        let (said, confirmed) = validated(&witness, &file);
        assert_eq!(confirmed, code, "{name}: {said}\n{graphml}");
    }
    assert!(kinds.iter().all(|&kind| kind > 2), "{kinds:?}");
}

#[test]
fn a_violation_witness_fixes_what_is_read() {
    let (_folder, file) = folder(UNSAFE);
    let (_, text, _) = written(&file, &["--engine", "unroll"]);
    let Content::Violation(segments) = Witness::read(&text).unwrap().content else { panic!("{text}") };
    let waypoints: Vec<_> = segments.iter().map(|segment| segment.waypoints.last().unwrap()).collect();
    let (target, inputs) = waypoints.split_last().unwrap();
    assert!([13, 15, 17].contains(&target.location.line) && target.location.column == Some(5), "{text}");
    assert!(inputs.iter().any(|waypoint| waypoint.location.line == 8), "{text}");
    let values: Vec<&str> = inputs.iter().map(|point| point.constraint.as_ref().unwrap().value.as_str()).collect();
    assert!(values.iter().any(|value| value.starts_with("x == ")), "{text}");
    assert!(values.contains(&"\\result == 0"), "the loop is left: {text}");
}

#[test]
fn a_correctness_witness_says_what_the_invariant_says() {
    let (_folder, file) = folder(SAFE);
    let (_, text, code) = written(&file, &[]);
    assert_eq!(code, Some(0));
    let Content::Correctness(invariants) = Witness::read(&text).unwrap().content else { panic!("{text}") };
    let places: Vec<(u32, Option<u32>)> =
        invariants.iter().map(|invariant| (invariant.location.line, invariant.location.column)).collect();
    assert!(!places.is_empty() && places.iter().all(|place| *place == (5, Some(3))), "{text}");
    assert!(invariants.iter().any(|invariant| invariant.value == "(x & 0x3U) == 0x1U"), "{text}");
}

/// Validates a changed witness, and gives what was said and the exit code.
fn changed(witness: &Path, file: &Path, text: &str, from: &str, to: &str) -> (String, Option<i32>) {
    assert!(text.contains(from), "there is no {from} in {text}");
    fs::write(witness, text.replace(from, to)).expect("it can be written");
    validated(witness, file)
}

#[test]
fn what_is_wrong_is_rejected() {
    let (_folder, file) = folder(SAFE);
    let (witness, text, _) = written(&file, &[]);
    let (said, code) = changed(&witness, &file, &text, "== 0x1U", "== 0x2U");
    assert_eq!(code, Some(4), "{said}");
    assert!(said.contains("rejected: the invariant `(x & 0x3U) == 0x2U` of line 5 does not hold"), "{said}");
    assert!(said.trim_end().ends_with("VERDICT: UNKNOWN(rejected)"), "{said}");
    for (to, reason) in [
        ("value: y == 1", "with the witness in it"),
        ("value: reach_error() == 1", "calls a function or assigns"),
        ("value: (x &", "is no expression of C"),
    ] {
        let (said, code) = changed(&witness, &file, &text, "value: (x & 0x3U) == 0x1U", to);
        assert_eq!((code, said.contains(reason)), (Some(4), true), "{said}");
    }
    let (said, code) = changed(&witness, &file, &text, "line: 5", "line: 6");
    assert_eq!((code, said.contains("line 6: no loop begins here")), (Some(4), true), "{said}");

    let (_folder, file) = folder(UNSAFE);
    let (witness, text, _) = written(&file, &["--engine", "unroll"]);
    let (said, code) = changed(&witness, &file, &text, "value: x == ", "value: 78 == 0 * ");
    assert_eq!(code, Some(4), "{said}");
    assert!(said.contains("no execution passes its waypoints"), "{said}");
    let (said, code) = changed(&witness, &file, &text, "value: \\result == 0", "value: \\result == 7");
    assert_eq!((code, said.contains("no execution passes its waypoints")), (Some(4), true), "{said}");
}

#[test]
fn witnesses_of_other_tools_are_followed() {
    let program = "extern int __VERIFIER_nondet_int(void);
extern void reach_error();
int main() {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  while (y < 3)
    y++;
  if (x > y) {
    x = 1;
  } else if (x == y) {
    x = 2;
    reach_error();
  }
  return 0;
}
";
    let (_folder, file) = folder(program);
    let witness = file.with_extension("yml");
    // Without columns, with waypoints to avoid, and ways that branches go.
    let entry = |x: &str, taken: &str| {
        format!(
            "- entry_type: \"violation_sequence\"
  metadata:
    format_version: \"2.0\"
    uuid: \"c66c3ee7-e0de-4bae-87f0-fd48fc7b961e\"
    creation_time: \"2023-11-21T10:29:38+01:00\"
    producer: {{name: \"Handcrafted\", version: \"1\"}}
    task:
      input_files: [\"./a.c\"]
      input_file_hashes: {{\"./a.c\": \"{}\"}}
      specification: \"G ! call(reach_error())\"
      data_model: \"ILP32\"
      language: \"C\"
  content:
  - segment:
    - waypoint: {{type: assumption, action: avoid, location: {{file_name: ./a.c, line: 7}}, constraint: {{value: y > 2, format: c_expression}}}}
    - waypoint: {{type: assumption, action: follow, location: {{file_name: ./a.c, line: 8}}, constraint: {{value: {x}, format: c_expression}}}}
  - segment:
    - waypoint: {{type: branching, action: follow, location: {{file_name: ./a.c, line: 10, column: 10}}, constraint: {{value: {taken}}}}}
  - segment:
    - waypoint: {{type: target, action: follow, location: {{file_name: ./a.c, line: 12}}}}
",
            hash(program.as_bytes())
        )
    };
    for (x, taken, expected) in [("x == 3", "true", 10), ("1", "true", 10), ("x == 4", "true", 4), ("1", "false", 4)] {
        fs::write(&witness, entry(x, taken)).unwrap();
        let (said, code) = validated(&witness, &file);
        assert_eq!(code, Some(expected), "{x}, {taken}: {said}");
    }
    fs::write(&witness, entry("1", "true").replace("line: 7}", "line: 6}").replace("y > 2", "y < 0")).unwrap();
    assert_eq!(validated(&witness, &file).1, Some(10), "what is avoided does not happen anyway");
    fs::write(&witness, entry("1", "true").replace("y > 2", "y > 1")).unwrap();
    assert_eq!(validated(&witness, &file).1, Some(4), "what is to be avoided is not");
    fs::write(&witness, entry("1", "true").replace("c_expression", "acsl_expression")).unwrap();
    let (said, code) = validated(&witness, &file);
    assert_eq!(code, Some(20), "{said}");
    assert!(said.contains("format `acsl_expression`, which is not followed"), "{said}");
    assert!(said.trim_end().ends_with("VERDICT: UNKNOWN(unsupported)"), "{said}");
}

#[test]
fn bad_files_are_refused_with_one_message() {
    let (_folder, file) = folder(SAFE);
    let (witness, text, _) = written(&file, &[]);
    let other = file.with_file_name("other.c");
    fs::write(&other, SAFE.replace("x = 1;", "x = 5;")).unwrap();
    let refused = |text: &str, file: &Path, more: &[&str], reason: &str| {
        fs::write(&witness, text).unwrap();
        let arguments = [&["validate", "--witness", common::text(&witness)], more, &[common::text(file)]].concat();
        let output = bitreach(&arguments);
        assert_eq!(output.status.code(), Some(2), "{reason}: {}", stdout(&output));
        let told = stderr(&output);
        assert!(told.contains(reason) && told.lines().count() == 1, "{reason}: {told}");
        assert_eq!(stdout(&output), "", "no verdict");
    };
    refused(&text, &other, &[], "is about another file: the SHA-256 of");
    refused(&text[..text.len() / 2], &file, &[], "is no witness of format 2.0");
    refused("", &file, &[], "is no witness of format 2.0");
    refused(&text.replace("'2.0'", "'2.1'"), &file, &[], "has format version 2.1; 2.0 is read");
    refused(&text.replace("LTL(G !", "LTL(F !"), &file, &[], "its specification");
    refused(&text.replace("LP64", "LLP64"), &file, &[], "has the data model `LLP64`");
    refused(&text, &file, &["-p", "no-overflow"], "is about unreach-call, and no-overflow is asked about");
    refused(&text, &file, &["-d", "ILP32"], "is about LP64, and the program is ILP32");
    fs::write(&witness, [0xff, 0xfe]).unwrap();
    assert_eq!(validated(&witness, &file).1, Some(2));
    fs::remove_file(&witness).unwrap();
    assert_eq!(validated(&witness, &file).1, Some(2));
}

#[test]
fn what_passes_have_solved_is_said_all_the_same() {
    let program =
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n  int i = 0;\n  \
                   for (; i < 10; ) {\n    i += 2;\n  }\n  if (i != 10) reach_error();\n}\n";
    let (_folder, file) = folder(program);
    let (_, text, code) = written(&file, &[]);
    assert_eq!(code, Some(0));
    assert!(text.contains("value: (i & 0x1U) == 0x0U") && text.contains("value: i <= 10"), "{text}");
    let preprocessed = file.with_extension("i");
    fs::write(&preprocessed, format!("# 1 \"x.c\"\n# 1 \"<built-in>\" 1\n# 1 \"x.c\" 2\n{program}")).unwrap();
    let (witness, text, _) = written(&preprocessed, &[]);
    assert!(text.contains("line: 8") && text.contains("value: i <= 10"), "lines are those of the file: {text}");
    assert_eq!(validated(&witness, &preprocessed).1, Some(0));
}

/// As many waypoints at one place as are written at most: clang refuses what is nested so deeply.
#[test]
fn waypoints_of_a_long_loop_are_followed() {
    let (_folder, file) = folder(
        "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\nint main(void) {\n  \
         for (unsigned n = 0; n < 900; n++)\n    if (__VERIFIER_nondet_uint()) return 0;\n  reach_error();\n}\n",
    );
    let (witness, text, code) = written(&file, &["-p", "unreach-call"]);
    assert_eq!(code, Some(10));
    assert!(text.matches("function_return").count() == 900, "{} returns", text.matches("function_return").count());
    let (said, code) = validated(&witness, &file);
    assert!(code == Some(10) && said.contains("passes its 900 waypoints"), "{said}");
}

#[test]
fn both_formats_come_of_one_run() {
    for (program, code, word) in [(SAFE, 0, "SAFE"), (UNSAFE, 10, "UNSAFE(unreach-call)")] {
        let (_folder, file) = folder(program);
        let (yaml, graph) = (file.with_extension("yml"), file.with_extension("graphml"));
        let output = bitreach(&["check", "--witness", text(&yaml), "--witness", text(&graph), text(&file)]);
        assert_eq!(output.status.code(), Some(code), "{}", stdout(&output) + &stderr(&output));
        for (witness, first) in [(&yaml, "- entry_type"), (&graph, "<?xml")] {
            let written = fs::read_to_string(witness).expect("there is a witness");
            assert!(written.starts_with(first), "{written}");
            assert!(stdout(&output).contains(&format!("the witness {}", text(witness))), "{}", stdout(&output));
            let (said, validated) = validated(witness, &file);
            assert!(validated == Some(code) && said.contains(&format!("VERDICT: {word}")), "{said}");
        }
    }
}

#[test]
fn without_an_answer_there_is_no_witness() {
    let (_folder, file) = folder(
        "extern int unknown(void);\nextern void reach_error(void);\nint main(void) { if (unknown()) reach_error(); }\n",
    );
    let witness = file.with_extension("yml");
    let output = bitreach(&["check", "--witness", text(&witness), text(&file)]);
    assert_eq!(verdict(&output), "VERDICT: UNKNOWN(unmodelled)");
    assert!(stderr(&output).contains("no witness is written to"), "{}", stderr(&output));
    assert!(!witness.exists());
}

#[test]
fn what_no_witness_can_be_about_is_told_before_the_search() {
    let (_folder, file) = folder(SAFE);
    let witness = file.with_extension("yml");
    let other = file.with_file_name("b.c");
    fs::write(&other, "int g;\n").unwrap();
    for (arguments, reason) in [
        (vec!["-p", "assert"], "SV-COMP's witnesses know no property like assert"),
        (vec![text(&other)], "a witness is about a program of one file"),
        (vec!["-p", "all"], "--witness is for one property"),
    ] {
        let arguments = [&["check", "--witness", text(&witness), text(&file)], &arguments[..]].concat();
        let output = bitreach(&arguments);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(!witness.exists());
    }
}

/// A witness by hand of a program in `a.c`: the type of its entry, and its content.
fn by_hand(program: &str, property: &str, entry: &str, content: &str) -> String {
    format!(
        "- entry_type: {entry}
  metadata:
    format_version: \"2.0\"
    uuid: c66c3ee7-e0de-4bae-87f0-fd48fc7b961e
    creation_time: \"2023-11-21T10:29:38+01:00\"
    producer: {{name: hand, version: \"1\"}}
    task:
      input_files: [a.c]
      input_file_hashes: {{a.c: {}}}
      specification: \"{property}\"
      data_model: LP64
      language: C
  content:
{content}",
        hash(program.as_bytes())
    )
}

const NO_CALL: &str = "G ! call(reach_error())";
const NO_OVERFLOW: &str = "G ! overflow";

/// The execution that is tried first reads 3, as that is what `x` is compared with, and comes to the target past the waypoint.
#[test]
fn a_witness_is_searched_for_where_the_execution_that_is_tried_passes_by() {
    let program = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int s = 2147483640;
  int n = 0;
  for (int i = 0; i < 9; i++) {
    s = s + n;
    if (x == 3) {
      n = 8;
    }
    if (x > 50) {
      n = 10;
      n = 9;
    }
  }
  return s;
}
";
    let (_folder, file) = folder(program);
    let witness = file.with_extension("yml");
    let waypoint = |kind: &str, line: u32, more: &str| {
        format!("  - segment:\n    - waypoint: {{type: {kind}, action: follow, location: {{file_name: a.c, line: {line}}}{more}}}\n")
    };
    let passed = waypoint("assumption", 13, ", constraint: {value: n == 10, format: c_expression}");
    let content = passed + &waypoint("target", 7, "");
    fs::write(&witness, by_hand(program, NO_OVERFLOW, "violation_sequence", &content)).unwrap();
    let (said, code) = validated(&witness, &file);
    assert_eq!(code, Some(10), "{said}");
    assert!(said.contains("an execution passes its one waypoint"), "{said}");
}

/// What is said about a program with one invariant at the loop of a line.
fn with_invariant(program: &str, property: &str, line: u32, value: &str) -> (String, Option<i32>) {
    let (_folder, file) = folder(program);
    let witness = file.with_extension("yml");
    let content = format!(
        "  - invariant: {{type: loop_invariant, location: {{file_name: a.c, line: {line}}}, value: \"{value}\", \
         format: c_expression}}\n"
    );
    fs::write(&witness, by_hand(program, property, "invariant_set", &content)).unwrap();
    validated(&witness, &file)
}

#[test]
fn expressions_of_a_witness_do_nothing() {
    let program = "extern void reach_error(void);
extern void exit(int);
#define BUMP x++
#define LEAVE (exit(0), 1)
volatile int v;
int main(void) {
  int x = 0;
  while (x < 3)
    x++;
  reach_error();
}
";
    for value in ["((exit)(0), 1)", "(exit)(0) == 1", "(BUMP, 1)", "((reach_error)(), 1)"] {
        let (said, code) = with_invariant(program, NO_CALL, 8, value);
        assert_eq!((code, said.contains("not followed")), (Some(20), true), "{value}: {said}");
    }
    for value in ["BUMP >= 0", "LEAVE", "v == v", "__COUNTER__ == 0"] {
        let (said, code) = with_invariant(program, NO_CALL, 8, value);
        assert_eq!((code, said.contains("does not hold")), (Some(4), false), "{value}: {said}");
    }
    let (said, _) = with_invariant(program, NO_CALL, 8, "LEAVE");
    assert!(said.contains("an expression calls a function, assigns, or reads what is volatile"), "{said}");
    let safe = program.replace("  reach_error();\n", "");
    assert_eq!(with_invariant(&safe, NO_CALL, 8, "x <= (int)(3)").1, Some(0));
}

#[test]
fn what_the_preprocessor_leaves_out_has_no_invariant() {
    let program = "extern void reach_error(void);
int main(void) {
  int x = 3;
#if 0
  while (x < 3)
    x++;
#endif
  while (x < 5)
    x++;
}
";
    let (said, code) = with_invariant(program, NO_CALL, 5, "x == 77");
    assert_eq!((code, said.contains("line 5: the preprocessor leaves this place out")), (Some(4), true), "{said}");
    assert_eq!(with_invariant(program, NO_CALL, 8, "x >= 3").1, Some(0));
}

#[test]
fn error_functions_are_functions_where_another_property_is_asked_about() {
    let program = "void reach_error(void) {}
int main(void) {
  int x = 0;
  reach_error();
  while (x < 3)
    x++;
}
";
    let (said, code) = with_invariant(program, NO_OVERFLOW, 5, "x > 5");
    assert_eq!((code, said.contains("`x > 5` of line 5 does not hold")), (Some(4), true), "{said}");
    assert_eq!(with_invariant(program, NO_OVERFLOW, 5, "x <= 3").1, Some(0));
    let ends = program.replace("void reach_error(void) {}", "extern void reach_error(void);");
    assert_eq!(with_invariant(&ends, NO_OVERFLOW, 5, "x > 5").1, Some(0), "no execution comes to the loop");
}

#[test]
fn only_the_target_is_the_error() {
    let program = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define ERR() reach_error()
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) ERR();
  if (x == 2) (reach_error)();
  if (x > 4 && x < 5) reach_error();
  if (x == 7) { ERR(); if (x > 9) reach_error(); }
  if (x == 8) {
    ERR();
  }
  if (x == 9) reach_error();
}
";
    let (_folder, file) = folder(program);
    let witness = file.with_extension("yml");
    let target = |line: u32, column: u32, file_name: &str| {
        let content = format!(
            "  - segment:\n    - waypoint: {{type: target, action: follow, location: {{file_name: {file_name}, \
             line: {line}, column: {column}}}}}\n"
        );
        fs::write(&witness, by_hand(program, NO_CALL, "violation_sequence", &content)).unwrap();
        validated(&witness, &file)
    };
    let (said, code) = target(8, 23, "a.c");
    assert_eq!((code, said.contains("no execution passes")), (Some(4), true), "{said}");
    let (said, code) = target(9, 35, "a.c");
    assert_eq!((code, said.contains("VERDICT: UNKNOWN(waypoints)")), (Some(20), true), "beside the target: {said}");
    let (said, code) = target(10, 3, "a.c");
    assert_eq!(code, Some(4), "what is in the block is not at the condition: {said}");
    let (said, code) = target(13, 15, "a.c");
    assert_eq!(code, Some(10), "{said}");
    let (said, code) = target(6, 15, "a.c");
    assert_eq!(code, Some(10), "the call in a macro: {said}");
    let (said, code) = target(13, 15, "b.c");
    assert_eq!((code, said.contains("the program has no file `b.c`")), (Some(4), true), "{said}");
}
