//! Programs that are run natively: the concrete engine as a user meets it.

mod common;

use common::{bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::path::Path;

/// A program in a file.
fn program(folder: &Path, body: &str) -> String {
    let path = folder.join("program.c");
    let head = "extern unsigned int __VERIFIER_nondet_uint(void);\nextern void abort(void);\n\
                void reach_error(void) { abort(); }\n";
    fs::write(&path, format!("{head}int main(void) {{\n{body}\n  return 0;\n}}\n")).unwrap();
    text(&path).to_owned()
}

/// The inputs have to be two constants of the program, one of them computed from the other input.
const GUARDED: &str = "  unsigned int x = __VERIFIER_nondet_uint();\n  unsigned int y = __VERIFIER_nondet_uint();\n  \
                       if (x == 0xcafe1234u && y == x * 7u + 3u) reach_error();";

#[test]
fn the_concrete_engine_alone_finds_guarded_errors_and_the_same_ones_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = program(folder.path(), GUARDED);
    let run = || bitreach(&["check", &file, "--engine", "concrete", "--timeout", "60"]);
    let output = run();
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(10), "VERDICT: UNSAFE(unreach-call)"));
    assert!(
        stdout(&output).contains("input __VERIFIER_nondet_uint() = 3405648436 (0xcafe1234)"),
        "{}",
        stdout(&output)
    );
    let without_seconds = |text: String| text.lines().filter(|line| !line.starts_with("seconds")).collect::<String>();
    assert_eq!(without_seconds(stdout(&output)), without_seconds(stdout(&run())));
}

#[test]
fn the_concrete_engine_alone_proves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file =
        program(folder.path(), "  unsigned int x = __VERIFIER_nondet_uint();\n  if (x * x == 3u) reach_error();");
    let output = bitreach(&["check", &file, "--engine", "concrete", "--timeout", "2"]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(timeout)"));
    assert!(stdout(&output).contains("native runs reached the error"), "{}", stdout(&output));
    let file = program(folder.path(), "  for (unsigned int i = 0; i < 1000u; i++) if (i * i == 3u) reach_error();");
    let output = bitreach(&["check", &file, "--engine", "concrete"]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(steps)"));
    assert!(stdout(&output).contains("reads no input"), "{}", stdout(&output));
}

#[test]
fn the_concrete_engine_takes_no_problems() {
    let output = bitreach(&["solve", "dimspec-examples/counter3.dimspec", "--engine", "concrete"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("bitreach check --engine concrete"));
}
