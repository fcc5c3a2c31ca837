//! Programs that are run natively: the concrete engine as a user meets it.

use crate::common::{bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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
    let run = || bitreach(&["check", &file, "--engine", "concrete", "--timeout", "300"]);
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
fn the_concrete_engine_alone_proves_what_has_one_way_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file =
        program(folder.path(), "  unsigned int x = __VERIFIER_nondet_uint();\n  if (x * x == 3u) reach_error();");
    let output = bitreach(&["check", &file, "--engine", "concrete", "--timeout", "2"]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(timeout)"));
    assert!(stdout(&output).contains("native runs reached the error"), "{}", stdout(&output));
    let summing =
        "  unsigned int sum = 0;\n  for (unsigned int i = 0; i < 2000000u; i++) sum = (sum ^ i) * 16777619u;\n";
    let asked = |text: &str| {
        let file = program(folder.path(), &(summing.to_owned() + text));
        bitreach(&["check", &file, "--engine", "concrete", "--timeout", "5"])
    };
    // Neither what the sum is multiplied by, nor what is read and not used, decides about anything.
    for reading in
        ["", "  unsigned int x; x = __VERIFIER_nondet_uint(); sum ^= x & 0;\n", "  unsigned int x; sum += 0 * x;\n"]
    {
        let output = asked(&format!("{reading}  if (sum == 3u) reach_error();"));
        assert_eq!((output.status.code(), &*verdict(&output)), (Some(0), "VERDICT: SAFE"), "{reading}");
        assert!(stdout(&output).contains("one way whatever it reads"), "{}", stdout(&output));
        assert!(stdout(&output).contains("as clang compiled it, before any pass"), "{}", stdout(&output));
    }
    for reading in [
        "  unsigned int x = __VERIFIER_nondet_uint();\n",
        "  unsigned int x;\n",
        "  unsigned int a[500], x = a[sum % 500];\n",
    ] {
        let output = asked(&format!("{reading}  if (x * x == 3u) reach_error();"));
        assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(timeout)"), "{reading}");
    }
}

#[test]
fn the_concrete_engine_takes_no_problems() {
    let output = bitreach(&["solve", "dimspec-examples/counter3.dimspec", "--engine", "concrete"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("bitreach check --engine concrete"));
}

/// The outcome of native replay in the JSON report, after a check that ends in `code`.
fn native_replay(args: &[&str], code: i32) -> serde_json::Value {
    let output = bitreach(&[args, &["--json", "-"]].concat());
    assert_eq!(output.status.code(), Some(code), "{}{}", stdout(&output), stderr(&output));
    let whole = stdout(&output);
    let json = whole.trim_end().rsplit_once('\n').expect("JSON comes before the verdict").0;
    serde_json::from_str::<serde_json::Value>(json).unwrap()["native_replay"].clone()
}

#[test]
fn violations_are_replayed_natively_for_both_machines_and_properties() {
    for (task, property) in [
        ("control/global-state", "unreach-call"),
        ("control/uninitialised-local", "unreach-call"),
        ("arithmetic/average-with-overflow", "unreach-call"),
        ("overflow/negation", "no-overflow"),
        ("overflow/long-ilp32", "no-overflow"),
        ("overflow/int128-decrement", "no-overflow"),
    ] {
        let file = format!("sv-benchmarks/{task}.yml");
        let replay = native_replay(&["check", &file, "--property", property], 10);
        assert_eq!(replay["outcome"], "reproduced", "{task}: {replay}");
    }
    let file = "sv-benchmarks/overflow/negation.yml";
    assert_eq!(native_replay(&["check", file, "--replay", "interpreter"], 10)["outcome"], "off");
    assert!(native_replay(&["check", "sv-benchmarks/loops/parity-even.yml", "-p", "unreach-call"], 0).is_null());
}

#[test]
fn functions_that_are_not_on_the_way_need_not_be_there() {
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("victim");
    fs::write(&victim, "still here").unwrap();
    let name = text(&victim);
    // Not on the way to the error: the replay does not mind.
    let body = "  unsigned int x = __VERIFIER_nondet_uint();\n  if (x == 5u) reach_error();\n  ";
    let file = program(folder.path(), &format!("  extern int unlink(const char *);\n{body}  unlink(\"{name}\");"));
    assert_eq!(native_replay(&["check", &file], 10)["outcome"], "reproduced");
    assert!(victim.exists());
}

/// A generator of random numbers for which nothing but running it tells where it is after so many steps.
fn deep(turns: u64) -> String {
    format!(
        "  unsigned long long x = 1, n = 0;\n  while (n < {turns}ull) {{\n    \
         x = x * 6364136223846793005ull + 1442695040888963407ull;\n    n++;\n  }}\n  if (x != 3ull) reach_error();"
    )
}

#[test]
fn what_lies_a_billion_turns_deep_is_confirmed_by_the_program_itself() {
    let folder = tempfile::tempdir().unwrap();
    let file = program(folder.path(), &deep(1_000_000_000));
    let output = bitreach(&["check", &file, "--engine", "concrete", "--timeout", "300"]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(10), "VERDICT: UNSAFE(unreach-call)"));
    for part in
        ["(1000000000 turns of loops)", "the rest is too long to be told", "native replay: the program as clang"]
    {
        assert!(stdout(&output).contains(part), "no `{part}` in {}", stdout(&output));
    }
    // Nobody else could check it: then it is no answer.
    let output = bitreach(&["check", &file, "--engine", "concrete", "--timeout", "300", "--replay", "interpreter"]);
    assert_eq!(output.status.code(), Some(20), "{}", stdout(&output));
    assert!(stdout(&output).contains("too long for the interpreter"), "{}", stdout(&output));
}

#[test]
fn long_executions_are_told_from_both_ends() {
    let folder = tempfile::tempdir().unwrap();
    let file = program(folder.path(), &deep(3_000_000));
    let output = bitreach(&["check", &file, "--engine", "concrete", "--timeout", "300"]);
    assert_eq!(output.status.code(), Some(10), "{}", stdout(&output));
    assert!(stdout(&output).contains("basic blocks are not told"), "{}", stdout(&output));
    assert!(stdout(&output).contains("<- error function called"), "{}", stdout(&output));
}

#[test]
fn recorded_inputs_are_certified_and_tampered_ones_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = program(folder.path(), GUARDED);
    let evidence = folder.path().join("x.evidence");
    let output = bitreach(&["check", &file, "--engine", "concrete", "--evidence", text(&evidence)]);
    assert_eq!(output.status.code(), Some(10), "{}", stdout(&output));
    let certify = || bitreach(&["certify", &file, text(&evidence)]);
    assert_eq!((certify().status.code(), &*verdict(&certify())), (Some(10), "VERDICT: UNSAFE(unreach-call)"));
    let whole = fs::read_to_string(&evidence).unwrap();
    assert!(whole.contains("cafe1234"), "{whole}");
    for tampered in [whole.replace("cafe1234", "cafe1235"), whole.replace("LP64 0 2", "LP64 1 2")] {
        assert_ne!(tampered, whole);
        fs::write(&evidence, tampered).unwrap();
        assert_eq!(certify().status.code(), Some(4), "{}", stdout(&certify()));
        assert!(stdout(&certify()).contains("the evidence does not hold"), "{}", stdout(&certify()));
    }
    // Cut off behind its first value, and within it.
    let ends: Vec<usize> = whole.match_indices('\n').map(|(end, _)| end).collect();
    for end in [ends[ends.len() - 2], ends[ends.len() - 2] - 9] {
        fs::write(&evidence, &whole[..end]).unwrap();
        assert_eq!(certify().status.code(), Some(4), "{}{}", stdout(&certify()), stderr(&certify()));
    }
    fs::write(&evidence, "nothing of the kind\n").unwrap();
    assert_eq!(certify().status.code(), Some(2));
}

/// Which inputs a program has depends on how much of it is followed.
#[test]
fn recorded_inputs_are_certified_with_the_options_that_they_were_found_with() {
    let deep = "static int sum(int n) { int a[3] = {0}; a[n & 1] = n; a[2] += __VERIFIER_nondet_int() == 7; return n <= 0 ? a[2] : a[n & 1] + sum(n - 1); }\n\
                int main(void) { if (sum(45) == 1036) reach_error(); return 0; }";
    let failing = "int main(void) { int *p = malloc(4); int x = __VERIFIER_nondet_int(); if (!p && x == 5) reach_error(); return 0; }";
    let sized = "int main(void) { unsigned n = __VERIFIER_nondet_int(); if (n < 90 || n > 100) return 0; char *p = malloc(n); p[n - 1] = 3;\n\
                 if (p[n - 1] == 3) reach_error(); return 0; }";
    let called = "int main(int argc, char **argv) { if (argc == 6 && argv[5][0] == 'z') reach_error(); return 0; }";
    let head = "extern void abort(void); void reach_error(void) { abort(); } extern int __VERIFIER_nondet_int(void);\n\
                void *malloc(unsigned long);\n";
    for (source, options) in [
        (deep, &["--recursion", "50"][..]),
        (failing, &["--malloc-may-fail"]),
        (sized, &["--computed-size", "100"]),
        (called, &["--arguments", "5"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (path, evidence) = (folder.path().join("program.c"), folder.path().join("x.evidence"));
        fs::write(&path, format!("{head}{source}")).unwrap();
        let mut args =
            vec!["check", text(&path), "--engine", "concrete", "--evidence", text(&evidence), "--timeout", "300"];
        args.extend(options);
        let output = bitreach(&args);
        assert_eq!(output.status.code(), Some(10), "{}", stdout(&output));
        let certify = || bitreach(&["certify", text(&path), text(&evidence)]);
        assert_eq!(certify().status.code(), Some(10), "{options:?}: {}", stderr(&certify()));
        let whole = fs::read_to_string(&evidence).unwrap();
        // Without them it is another program, or the same one where recursion ends by itself.
        let start = whole.find(" recursion=").unwrap();
        let end = start + whole[start..].find('\n').unwrap();
        fs::write(&evidence, format!("{}{}", &whole[..start], &whole[end..])).unwrap();
        let expected = if options[0] == "--recursion" { 10 } else { 4 };
        assert_eq!(certify().status.code(), Some(expected), "{options:?}: {}", stdout(&certify()));
        fs::write(&evidence, whole.replace(" recursion=", " recursive=")).unwrap();
        assert!(stderr(&certify()).contains("option recursive="), "{}", stderr(&certify()));
    }
}

/// What cells of a large array held at first is recorded where an execution rests on it, and the evidence says that it is.
#[test]
fn executions_that_rest_on_first_contents_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let evidence = folder.path().join("x.evidence");
    let program = "sv-benchmarks/lengths/uninitialised-later.c";
    let output = bitreach(&["check", program, "--evidence", text(&evidence), "--timeout", "300"]);
    assert_eq!(output.status.code(), Some(10), "{}", stdout(&output));
    assert!(fs::read_to_string(&evidence).unwrap().contains(" all-first-contents=1"));
    let certified = bitreach(&["certify", program, text(&evidence)]);
    assert_eq!(certified.status.code(), Some(10), "{}", stdout(&certified));
}

/// Processes whose program lies in a folder.
fn processes_in(folder: &Path) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries.filter(|entry| fs::read_link(entry.path().join("exe")).is_ok_and(|exe| exe.starts_with(folder))).count()
}

/// Waits for a number of processes in a folder.
fn wait_for(count: usize, folder: &Path) {
    let started = Instant::now();
    while processes_in(folder) != count {
        assert!(started.elapsed() < Duration::from_secs(60), "never {count} processes");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Starts a check that does not end by itself, with temporary files in a folder, and waits for its native run.
fn running(file: &str, folder: &Path, args: &[&str]) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_bitreach"))
        .args(["check", file])
        .args(args)
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(1, folder);
    child
}

fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn nothing_is_left_behind() {
    let (folder, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let temporary = &fs::canonicalize(temporary.path()).unwrap();
    let file = program(folder.path(), &deep(u64::MAX));
    let nothing_left = |what: &str| {
        assert_eq!(processes_in(temporary), 0, "{what}");
        assert_eq!(fs::read_dir(temporary).unwrap().count(), 0, "{what}");
    };
    for args in [&["--engine", "concrete"][..], &[]] {
        let child = running(&file, temporary, args);
        send("-INT", &child);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(interrupted)"));
        nothing_left("an interrupt");
        let output = running(&file, temporary, &[args, &["--timeout", "12"]].concat()).wait_with_output().unwrap();
        assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(timeout)"));
        nothing_left("a timeout");
    }
    // Where bitreach itself has no time to do anything, the system ends what it started.
    let mut child = running(&file, temporary, &["--engine", "concrete"]);
    send("-KILL", &child);
    child.wait().unwrap();
    wait_for(0, temporary);
}

#[test]
fn without_clang_modules_are_still_decided() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.ll");
    let module = "declare i32 @__VERIFIER_nondet_int()\ndeclare void @reach_error()\n\
                  define i32 @main() {\n  %x = call i32 @__VERIFIER_nondet_int()\n  %c = icmp eq i32 %x, 77\n  \
                  br i1 %c, label %bad, label %good\nbad:\n  call void @reach_error()\n  unreachable\n\
                  good:\n  ret i32 0\n}\n";
    fs::write(&file, module).unwrap();
    let run = |clang: &str, args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bitreach"));
        command.args(["check", text(&file)]).args(args).env("BITREACH_CLANG", clang);
        command.stdin(Stdio::null()).output().unwrap()
    };
    let output = run("/nowhere/clang", &[]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(10), "VERDICT: UNSAFE(unreach-call)"));
    assert!(stdout(&output).contains("native replay: not possible (it cannot be compiled"), "{}", stdout(&output));
    let output = run("/nowhere/clang", &["--engine", "concrete"]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("cannot run `/nowhere/clang`"), "{}", stderr(&output));
    let output = run("", &["--engine", "concrete"]);
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
}

/// What has no body has an address, which is not null and nobody else's: also natively. A call or an access is not possible there.
#[test]
fn what_has_no_body_has_an_address_when_it_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    let head = "void reach_error(void); int puts(const char *); extern int e[]; extern int named(void) __asm__(\"a \\\"b\");\n\
                extern void *memcpy(void *, const void *, __SIZE_TYPE__);\n";
    let conditions = [
        "int (*p)(const char *) = puts; if (p)",
        "int *p = e; if (p != 0)",
        "int (*p)(void) = named; if (p)",
        "if (memcpy)",
    ];
    for condition in conditions {
        fs::write(&file, format!("{head}int main(void) {{ {condition} reach_error(); return 0; }}\n")).unwrap();
        for machine in ["ILP32", "LP64"] {
            let replay = native_replay(&["check", text(&file), "--data-model", machine], 10);
            assert_eq!(replay["outcome"], "reproduced", "{condition}, {machine}: {replay}");
        }
    }
    fs::write(&file, "typedef int F(int); int f(F p) { return 10 / (p == 0); }\n").unwrap();
    let replay = native_replay(&["check", "-p", "no-division-by-zero", "--function", "f", text(&file)], 10);
    assert_eq!(replay["outcome"], "reproduced", "{replay}");
}
