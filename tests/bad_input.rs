//! Bad input gets one clear message on standard error, the documented exit code, no panic, no verdict and no partial
//! output file.

use crate::common::{bitreach, stderr, stdout, text};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Runs a command that has to be refused, and gives its message.
fn refused(args: &[&str], code: i32) -> String {
    let output = bitreach(args);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {message}{}", stdout(&output));
    assert!(!message.trim().is_empty(), "{args:?}: no message");
    assert!(!message.contains("panicked"), "{args:?}: {message}");
    assert!(message.lines().count() <= 12, "{args:?}: not one message but {message}");
    assert!(!stdout(&output).contains("VERDICT"), "{args:?}: {}", stdout(&output));
    message
}

/// A folder with one file in it.
fn with_file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join(name);
    fs::write(&path, content).expect("a temporary file");
    (folder, path)
}

fn check_refused(name: &str, content: impl AsRef<[u8]>, says: &str) {
    let (_folder, path) = with_file(name, content);
    let message = refused(&["check", text(&path)], 2);
    assert!(message.contains(says), "{name}: `{message}` does not say `{says}`");
    let output = path.with_extension("dimspec");
    refused(&["encode", text(&path), "-o", text(&output)], 2);
    assert!(!output.exists(), "{name}: a partial output file remains");
}

#[test]
fn files_that_are_not_there_or_not_files() {
    for command in [&["check", "no/such/file.c"][..], &["solve", "no/such.dimspec"], &["check", "no/such/task.yml"]] {
        let message = refused(command, 2);
        assert!(message.contains("no/such"), "{message}");
    }
    let folder = TempDir::new().expect("a temporary folder");
    refused(&["check", text(folder.path())], 2);
    refused(&["solve", text(folder.path())], 2);
    refused(&["check"], 1);
    refused(&["frobnicate"], 1);
    let (_folder, program) = with_file("program.c", "int main(void) { return 0; }\n");
    assert!(refused(&[text(&program)], 1).contains(&format!("did you mean `bitreach check {}`?", text(&program))));
    let message = refused(&["check", "dimspec-examples/counter3.dimspec"], 2);
    assert!(message.contains("`bitreach solve` decides DimSpec problems"), "{message}");
}

#[test]
fn solvers_that_are_not_solvers() {
    let problem = "dimspec-examples/counter3.dimspec";
    for name in ["minisat", "ipasir", "ipasir:", "cadical:x"] {
        let message = refused(&["solve", "--sat", name, problem], 1);
        assert!(message.contains("ipasir:./libsolver.so"), "{message}");
    }
    let (_folder, text_file) = with_file("text.so", "no library");
    for (path, says) in [("no/such.so", "No such file"), (text(&text_file), "text.so"), ("solvers", "solvers")] {
        let message = refused(&["solve", "--sat", &format!("ipasir:{path}"), problem], 2);
        assert!(message.contains(path) && message.contains(says), "{message}");
        refused(&["certify", "--sat", &format!("ipasir:{path}"), problem, problem], 2);
    }
    // A library, but no solver: the C library of this machine.
    let maps = fs::read_to_string("/proc/self/maps").expect("Linux tells what is loaded");
    let libc = maps.lines().find_map(|line| line.split_whitespace().last().filter(|path| path.contains("/libc.so")));
    let message = refused(&["solve", "--sat", &format!("ipasir:{}", libc.expect("the C library")), problem], 2);
    assert!(message.contains("`ipasir_signature` is missing"), "{message}");
}

#[test]
fn programs_that_are_not_programs() {
    check_refused("empty.c", "", "main");
    check_refused("empty.bc", "", "empty.bc");
    check_refused("binary.c", [0u8, 159, 146, 150, 0, 1, 2], "binary.c");
    check_refused("broken.c", "int main(void) { return x; }\n", "broken.c:1");
    check_refused("corrupt.bc", b"BC\xc0\xde\x35\x14\x00\x00\x05junk", "corrupt.bc");
    check_refused("broken.ll", "define i32 @main() {\n  ret i33 0\n}\n", "broken.ll");
    check_refused("words.txt", "hello", "words.txt");
    let newer =
        "define i32 @main() {\n  %x = call i32 @f(ptr captures(none) null)\n  ret i32 0\n}\ndeclare i32 @f(ptr)\n";
    check_refused("newer.ll", newer, "probably a module of another version of LLVM, and has to be one of 19");
    for name in ["a.cpp", "a.cc", "a.C"] {
        check_refused(name, "int main() { return 0; }\n", "C++ is not read; a module of LLVM may be");
    }
}

#[test]
fn names_that_are_odd() {
    use std::os::unix::ffi::OsStrExt;
    let folder = TempDir::new().expect("a temporary folder");
    let run = |name: &std::ffi::OsStr| {
        fs::write(folder.path().join(name), "void reach_error(void) {}\nint main(void) { reach_error(); }\n").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bitreach"));
        command.args(["check", "--"]).arg(name).current_dir(folder.path()).output().expect("the binary starts")
    };
    assert_eq!(run("-dash.c".as_ref()).status.code(), Some(10));
    assert_eq!(run("with space;$x.c".as_ref()).status.code(), Some(10));
    let output = run(std::ffi::OsStr::from_bytes(b"not\xff.c"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("UTF-8") && !stderr(&output).contains("panicked"), "{}", stderr(&output));
}

#[test]
fn mains_that_cannot_be_checked() {
    check_refused("none.c", "int f(void) { return 0; }\n", "main");
    check_refused("none.c", "int f(void) { return 0; }\n", "`check --function NAME` and `check --all-functions`");
    check_refused("declared.c", "int main(void); int f(void) { return main(); }\n", "main");
}

#[test]
fn tasks_that_are_not_tasks() {
    let task = "format_version: '2.0'\ninput_files: 'missing.c'\nproperties:\n  - property_file: p.prp\n";
    check_refused("task.yml", task, "missing.c");
    check_refused("task.yml", "format_version: [\n", "task.yml");
    check_refused("task.yml", "", "task.yml");
}

#[test]
fn properties_that_are_not_known() {
    let (folder, path) = with_file("ok.c", "int main(void) { return 0; }\n");
    let message = refused(&["check", text(&path), "--property", "no-such-property"], 1);
    assert!(message.contains("no-overflow"), "{message}");
    let property = folder.path().join("odd.prp");
    fs::write(&property, "CHECK( init(main()), LTL(F end) )\n").expect("a temporary file");
    let message = refused(&["check", text(&path), "--property", text(&property)], 2);
    assert!(message.contains("F end"), "{message}");
    assert!(message.contains("it checks ! call(FUNCTION()), ! overflow, valid-deref"), "{message}");
    refused(&["check", text(&path), "--property", "missing.prp"], 2);
}

#[test]
fn limits_that_are_not_limits() {
    for option in [["--timeout", "soon"], ["--memory", "much"], ["--steps", "-1"], ["--engine", "magic"]] {
        refused(&["check", "x.c", option[0], option[1]], 1);
    }
}

#[test]
fn outputs_that_cannot_be_written() {
    let (folder, path) = with_file("ok.c", "int main(void) { return 0; }\n");
    let nowhere = folder.path().join("no/such/folder/out");
    refused(&["encode", text(&path), "-o", text(&nowhere)], 1);
    refused(&["check", text(&path), "--json", text(&nowhere)], 1);
    refused(&["check", text(&path), "--evidence", text(folder.path())], 1);
}

#[test]
fn dimspecs_that_contradict_themselves() {
    let good = "i cnf 1 1\n1 0\nu cnf 1 0\ng cnf 1 1\n-1 0\nt cnf 2 1\n1 2 0\n";
    let cases = [
        ("empty", String::new()),
        ("truncated", good[..good.len() - 4].to_owned()),
        ("section missing", good.replace("u cnf 1 0\n", "")),
        ("section twice", format!("{good}u cnf 1 0\n")),
        ("literal out of range", good.replace("-1 0", "-2 0")),
        ("not a literal", good.replace("-1 0", "-x 0")),
        ("fewer clauses", good.replace("g cnf 1 1", "g cnf 1 2")),
        ("more clauses", good.replace("i cnf 1 1\n1 0", "i cnf 1 1\n1 0\n1 0")),
        ("different variables", good.replace("g cnf 1 1", "g cnf 3 1")),
        ("10 MB on one line", format!("i cnf 1 1\n{}", "1 ".repeat(5_000_000))),
        ("C", "int main(void) { return 0; }\n".to_owned()),
    ];
    for (what, content) in cases {
        let (_folder, path) = with_file("bad.dimspec", content);
        let message = refused(&["solve", text(&path)], 2);
        assert!(message.contains("bad.dimspec"), "{what}: {message}");
    }
    let (_folder, path) = with_file("good.dimspec", good);
    assert_eq!(bitreach(&["solve", text(&path)]).status.code(), Some(10));
}

#[test]
fn evidence_that_does_not_hold() {
    let (folder, problem) = with_file("x.dimspec", "i cnf 1 1\n-1 0\nu cnf 1 0\ng cnf 1 1\n1 0\nt cnf 2 1\n1 2 0\n");
    let certify = |evidence: &str, code: i32| {
        let path: &Path = &folder.path().join("x.evidence");
        fs::write(path, evidence).expect("a temporary file");
        bitreach(&["certify", text(&problem), text(path)]).status.code() == Some(code)
    };
    assert!(certify("trace 1 2\n-1 0\n1 0\n", 10));
    assert!(certify("trace 1 2\n-1 0\n-1 0\n", 4));
    assert!(certify("invariant 1 1\n-1 0\n", 4));
    // About another problem, cut off, or mutilated: as `solve --external` says of the same text.
    for wrong in
        ["invariant 7 0\n", "trace 1 2\n-1 0\n", "invariant 1 1\n", "solution 1 2\n-1\n", "trace 1 1\n\u{1}x 0\n"]
    {
        assert!(certify(wrong, 4), "{wrong}");
        let command = format!("sh -c 'cat {}/x.evidence' {{}}", text(folder.path()));
        let said = bitreach(&["solve", text(&problem), "--external", &command]);
        assert_eq!(said.status.code(), Some(4), "{wrong}");
    }
    assert!(certify("nonsense\n", 2));
    assert!(certify("s SATISFIABLE\n", 2));
}

/// A pipe can be read once, and may have no end.
#[test]
fn pipes_are_no_files() {
    let folder = TempDir::new().expect("a temporary folder");
    let [pipe, task, property] = ["a.c", "a.yml", "a.prp"].map(|name| folder.path().join(name));
    for path in [&pipe, &task, &property] {
        let made = std::process::Command::new("mkfifo").arg(path).status().expect("coreutils are there");
        assert!(made.success());
    }
    let plain = folder.path().join("b.c");
    fs::write(&plain, "int main(void) { return 0; }").expect("it can be written");
    for arguments in [
        &["check", text(&pipe)][..],
        &["check", "-p", "no-overflow", text(&pipe)],
        &["check", text(&task)],
        &["check", "-p", text(&property), text(&plain)],
        &["check", "--project", text(&task)],
    ] {
        let message = refused(arguments, 2);
        assert!(message.contains("no ordinary file"), "{message}");
    }
}
