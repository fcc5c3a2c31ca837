//! Other tools' solvers, answers and formats as a user meets them: `solve --external`, `lift`, `certify` of foreign answers, and circuits
//! in AIGER and BTOR2.

use crate::common::{bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// An error nine turns deep, with an input in each.
const UNSAFE: &str = "extern _Bool __VERIFIER_nondet_bool(void); extern void abort(void);\n\
                      void reach_error(void) { abort(); }\n\
                      int main(void) { int n = 0; while (1) { _Bool add = __VERIFIER_nondet_bool();\n\
                      if (add) n += 3; else n *= 2; if (n == 27) reach_error(); } }\n";

const SAFE: &str = "extern _Bool __VERIFIER_nondet_bool(void); extern void abort(void);\n\
                    void reach_error(void) { abort(); }\n\
                    int main(void) { unsigned char n = 0; while (__VERIFIER_nondet_bool()) { n += 2; if (n == 27) reach_error(); } }\n";

/// A folder with a program in it.
fn program(source: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("program.c");
    fs::write(&path, source).expect("a temporary file");
    (folder, path)
}

/// A problem, and evidence about it, in files.
fn solved(folder: &Path, problem: &Path) -> PathBuf {
    let evidence = folder.join("evidence.txt");
    let output = bitreach(&["solve", text(problem), "--engine", "ic3", "--evidence", text(&evidence)]);
    assert!([Some(0), Some(10)].contains(&output.status.code()), "{}", stderr(&output));
    evidence
}

/// Evidence as IncPlan prints it.
fn as_incplan(evidence: &Path) -> String {
    let text = fs::read_to_string(evidence).expect("it was written");
    let (header, rows) = text.split_once('\n').expect("a header");
    let header = header.strip_prefix("trace").expect("it is a run");
    let rows: String = rows.lines().map(|row| format!("{} \n", row.trim_end_matches(" 0"))).collect();
    format!("talk\nsolution{header}\n{rows}")
}

/// What came of a solver that runs this script, with the problem in `$1` and the answer of IncPlan's form in `$2`.
fn external(script: &str, problem: &Path, answer: &Path) -> (Option<i32>, String, String) {
    let file = problem.with_file_name("planner.sh");
    fs::write(&file, script).expect("a temporary file");
    let command = format!("sh {} {{}} {}", text(&file), text(answer));
    let output = bitreach(&["solve", text(problem), "--external", &command, "--timeout", "5"]);
    (output.status.code(), verdict(&output), stdout(&output))
}

#[test]
fn other_solvers_decide_and_are_checked() {
    let (folder, source) = program(UNSAFE);
    let problem = folder.path().join("x.dimspec");
    assert_eq!(bitreach(&["encode", text(&source), "-o", text(&problem)]).status.code(), Some(0));
    let answer = folder.path().join("answer.txt");
    let whole = as_incplan(&solved(folder.path(), &problem));
    fs::write(&answer, &whole).expect("a temporary file");
    let said = |script: &str| external(script, &problem, &answer);

    let (code, verdict, report) = said("cat $2");
    assert_eq!((code, &*verdict), (Some(10), "VERDICT: UNSAFE(goal)"), "{report}");
    assert!(report.contains("input __VERIFIER_nondet_bool@program.c:3 = "), "{report}");
    // It gets the problem as a file that it can read, and may go on after its answer.
    assert_eq!(said("grep -q '^t cnf' $1 && cat $2; sleep 1000").0, Some(10));
    // Literals that are left out are found.
    assert_eq!(said("sed '/^solution/!s/^[-0-9]* [-0-9]* //' $2").0, Some(10));

    let cases = [
        ("sed 's/^1 /-1 /' $2", 4, "UNKNOWN(rejected)"),
        ("head -n 4 $2", 4, "UNKNOWN(rejected)"),
        ("echo solution 3 1; echo 1 2 3", 4, "UNKNOWN(rejected)"),
        ("echo solution 3 x; echo s SATISFIABLE", 4, "UNKNOWN(rejected)"),
        ("echo v 1 2 3 0", 4, "UNKNOWN(rejected)"),
        ("echo s SATISFIABLE", 20, "UNKNOWN(unproved)"),
        ("echo '// UNSAT: repetition detected!'", 20, "UNKNOWN(unproved)"),
        ("echo unsolvable; exit 1", 20, "UNKNOWN(unproved)"),
        ("echo hello; exit 3", 20, "UNKNOWN(no-answer)"),
        ("kill -9 $$", 20, "UNKNOWN(no-answer)"),
        ("head -c 100000 /dev/zero | tr '\\0' '\\377'", 20, "UNKNOWN(no-answer)"),
        ("yes | head -c 10000000", 20, "UNKNOWN(no-answer)"),
        ("sleep 1000", 20, "UNKNOWN(timeout)"),
        ("yes", 20, "UNKNOWN(timeout)"),
    ];
    for (script, code, expected) in cases {
        let (found, verdict, report) = said(script);
        assert_eq!((found, verdict), (Some(code), format!("VERDICT: {expected}")), "{script}\n{report}");
    }
    let report = said("echo hm; echo dear me >&2; exit 3").2;
    assert!(report.contains("exit code 3") && report.contains("dear me") && report.contains("hm"), "{report}");
}

#[test]
fn other_solvers_can_prove_with_our_certificates() {
    let problem = PathBuf::from("dimspec-examples/counter8-odd-goal.dimspec");
    let folder = TempDir::new().expect("a temporary folder");
    let evidence = solved(folder.path(), &problem);
    let command = |file: &Path| format!("sh -c 'cat {}' {{}}", text(file));
    let output = bitreach(&["solve", text(&problem), "--external", &command(&evidence)]);
    assert_eq!(verdict(&output), "VERDICT: SAFE", "{}", stdout(&output));
    let wrong = folder.path().join("wrong.txt");
    fs::write(&wrong, "invariant 8 0\n").expect("a temporary file");
    let output = bitreach(&["solve", text(&problem), "--external", &command(&wrong)]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(4), "VERDICT: UNKNOWN(rejected)"));
}

/// Both take as long as the program or the proof wants.
#[test]
fn lift_and_certify_show_progress() {
    let (folder, source) = program(UNSAFE);
    let (problem, recorded) = (folder.path().join("x.dimspec"), folder.path().join("inputs.txt"));
    assert_eq!(bitreach(&["encode", text(&source), "-o", text(&problem)]).status.code(), Some(0));
    let evidence = solved(folder.path(), &problem);
    let found = bitreach(&["check", "--engine", "concrete", "--evidence", text(&recorded), text(&source)]);
    assert_eq!(found.status.code(), Some(10), "{}", stderr(&found));
    for command in [
        &["lift", "--from", text(&evidence), text(&problem), text(&source)][..],
        &["certify", text(&problem), text(&evidence)],
        &["certify", text(&source), text(&recorded)],
    ] {
        let output = bitreach(command);
        assert_eq!((output.status.code(), stderr(&output)), (Some(10), String::new()), "{command:?}");
        let output = bitreach(&[command, &["--progress", "always"]].concat());
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(10), "{command:?}: {told}");
        assert!(!told.is_empty() && told.lines().all(|line| line.contains(" s · ")), "{command:?}: {told}");
    }
}

/// Each kind of evidence that is written is read again, by whoever reads answers. (The kinds that no problem here has are held in
/// `solvers/engine`.)
#[test]
fn evidence_that_is_written_is_an_answer() {
    let folder = TempDir::new().expect("a temporary folder");
    for (problem, engine, kind) in
        [("counter8-odd-goal", "ic3", "invariant"), ("dead-end", "unroll", "ended"), ("counter3", "unroll", "trace")]
    {
        let problem = format!("dimspec-examples/{problem}.dimspec");
        let evidence = folder.path().join("x.evidence");
        let output = bitreach(&["solve", &problem, "--engine", engine, "--evidence", text(&evidence)]);
        let (code, said) = (output.status.code(), verdict(&output));
        let whole = fs::read_to_string(&evidence).expect("it was written");
        assert!(whole.starts_with(kind), "{problem}: {whole}");
        let certified = bitreach(&["certify", &problem, text(&evidence)]);
        assert_eq!((certified.status.code(), verdict(&certified)), (code, said.clone()), "{}", stderr(&certified));
        let command = format!("sh -c 'cat {}' {{}}", text(&evidence));
        let output = bitreach(&["solve", &problem, "--external", &command]);
        assert_eq!((output.status.code(), verdict(&output)), (code, said), "{}", stdout(&output));
    }
}

/// Also what made itself a session of its own, whether its parents live or not.
#[test]
fn nothing_that_a_solver_starts_outlives_the_run() {
    let folder = TempDir::new().expect("a temporary folder");
    let pids = folder.path().join("pids");
    let note = format!("sh -c \"echo \\$\\$ >> {}; exec sleep 1000\"", text(&pids));
    for (script, expected) in [
        (format!("setsid {note} & {note}"), "UNKNOWN(timeout)"),
        (format!("setsid -f {note}; env -i setsid -f {note}; sleep 1000"), "UNKNOWN(timeout)"),
        (format!("setsid -f {note}; while ! test -s {}; do sleep 0.1; done", text(&pids)), "UNKNOWN(no-answer)"),
    ] {
        let _ = fs::remove_file(&pids);
        let command = format!("sh -c '{script}' {{}}");
        let output =
            bitreach(&["solve", "dimspec-examples/counter3.dimspec", "--timeout", "3", "--external", &command]);
        assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{script}");
        let started = fs::read_to_string(&pids).expect("it started them");
        assert!(!started.is_empty(), "{script}");
        for pid in started.lines() {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let state = stat.rsplit(')').next().unwrap_or_default().trim_start().chars().next();
            assert!(matches!(state, None | Some('Z' | 'X')), "{script}: {pid} lives on");
        }
    }
}

/// In a container, the session's leader is outside and has the number 0; this process may be the first of all, and `/proc` may be that of
/// another container.
#[test]
fn solvers_run_in_containers() {
    let unshare = |options: &[&str], command: &[&str]| {
        Command::new("unshare").args(["-r", "-p", "-f"]).args(options).args(command).output().expect("unshare is there")
    };
    if !unshare(&[], &["true"]).status.success() {
        eprintln!("this machine does not let us make containers");
        return;
    }
    let script = "sh -c 'setsid -f sleep 1000; sleep 1000 & echo v 1 0' {}";
    for options in [&["--mount-proc"][..], &[]] {
        let solve =
            [env!("CARGO_BIN_EXE_bitreach"), "solve", "dimspec-examples/counter3.dimspec", "--external", script];
        let output = unshare(options, &solve);
        assert_eq!(verdict(&output), "VERDICT: UNKNOWN(rejected)", "{options:?}: {}", stderr(&output));
    }
}

/// What a solver prints is shown, and does nothing to a terminal.
#[test]
fn control_characters_of_a_solver_are_escaped() {
    let script = "sh -c 'printf \"\\033[31mred\\n\"; printf \"\\033]0;x\\007\" >&2; exit 1' {}";
    let output = bitreach(&["solve", "dimspec-examples/counter3.dimspec", "--external", script]);
    let said = stdout(&output);
    assert!(said.contains("\\u{1b}[31mred") && said.contains("\\u{1b}]0;x\\u{7}"), "{said}");
    assert!(!said.contains('\u{1b}') && !said.contains('\u{7}'), "{said}");
}

#[test]
fn commands_that_cannot_be_run_are_refused() {
    let solve = |command: &str| bitreach(&["solve", "dimspec-examples/counter3.dimspec", "--external", command]);
    for (command, says) in
        [("incplan", "{}"), ("", "empty"), ("sh '{}", "quotation mark"), ("/nonexistent/planner {}", "does not start")]
    {
        let output = solve(command);
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(stderr(&output).contains(says), "{command}: {}", stderr(&output));
    }
    let both = ["solve", "dimspec-examples/counter3.dimspec", "--external", "sh {}", "--engine", "ic3"];
    assert_eq!(bitreach(&both).status.code(), Some(1));
}

#[test]
fn answers_become_executions_of_the_program() {
    let (folder, source) = program(UNSAFE);
    let (problem, answer) = (folder.path().join("x.dimspec"), folder.path().join("answer.txt"));
    for form in [
        &[][..],
        &["--encoding", "large"],
        &["--encoding", "large-one-hot", "--predicates", "mined"],
        &["--simplify", "on"],
        &["--encoding", "large", "--simplify", "on", "--goal", "error-or-unmodelled"],
    ] {
        let encode = bitreach(&[&["encode", text(&source), "-o", text(&problem)], form].concat());
        assert_eq!(encode.status.code(), Some(0), "{}", stderr(&encode));
        fs::write(&answer, as_incplan(&solved(folder.path(), &problem))).expect("a temporary file");
        let output = bitreach(&["lift", "--from", text(&answer), text(&problem), text(&source)]);
        assert_eq!(
            verdict(&output),
            "VERDICT: UNSAFE(unreach-call)",
            "{form:?}: {}{}",
            stdout(&output),
            stderr(&output)
        );
        assert!(stdout(&output).contains("native replay: "), "{}", stdout(&output));
        assert!(stdout(&output).contains("input __VERIFIER_nondet_bool() = "), "{}", stdout(&output));
        let certified = bitreach(&["certify", text(&problem), text(&answer)]);
        assert_eq!(verdict(&certified), "VERDICT: UNSAFE(goal)", "{}", stderr(&certified));

        let wrong =
            fs::read_to_string(&answer).expect("it was written").replacen(" 2 ", " -2 ", 1).replacen("-1 ", "1 ", 1);
        fs::write(&answer, wrong).expect("a temporary file");
        let output = bitreach(&["lift", "--from", text(&answer), text(&problem), text(&source)]);
        assert_eq!((output.status.code(), &*verdict(&output)), (Some(4), "VERDICT: UNKNOWN(rejected)"), "{form:?}");
        let certified = bitreach(&["certify", text(&problem), text(&answer)]);
        assert_eq!(
            (certified.status.code(), &*verdict(&certified)),
            (Some(4), "VERDICT: UNKNOWN(rejected)"),
            "{form:?}"
        );
    }
}

#[test]
fn problems_of_other_programs_are_told_apart() {
    let (folder, source) = program(UNSAFE);
    let (problem, answer) = (folder.path().join("x.dimspec"), folder.path().join("answer.txt"));
    assert_eq!(bitreach(&["encode", text(&source), "-o", text(&problem)]).status.code(), Some(0));
    fs::write(&answer, as_incplan(&solved(folder.path(), &problem))).expect("a temporary file");
    let lift =
        |more: &[&str]| bitreach(&[&["lift", "--from", text(&answer), text(&problem), text(&source)], more].concat());
    let refused = |more: &[&str]| {
        let output = lift(more);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {}", stdout(&output));
        assert!(stderr(&output).contains("is not what this program is encoded as"), "{}", stderr(&output));
    };
    refused(&["--encoding", "large"]);
    refused(&["--simplify", "on"]);
    fs::write(&source, UNSAFE.replace("27", "28")).expect("a temporary file");
    refused(&[]);
    fs::write(&source, UNSAFE).expect("a temporary file");
    assert_eq!(lift(&[]).status.code(), Some(10));
    // Without its comments a problem does not say how it was encoded: then it is the default.
    let plain: String = fs::read_to_string(&problem)
        .expect("a problem")
        .lines()
        .filter(|line| !line.starts_with('c'))
        .fold(String::new(), |all, line| all + line + "\n");
    fs::write(&problem, plain).expect("a temporary file");
    assert_eq!(lift(&[]).status.code(), Some(10));
}

#[test]
fn proofs_are_lifted_too() {
    let (folder, source) = program(SAFE);
    let problem = folder.path().join("x.dimspec");
    for form in [&[][..], &["--simplify", "on"], &["--encoding", "large", "--predicates", "mined"]] {
        let encode = bitreach(&[&["encode", text(&source), "-o", text(&problem)], form].concat());
        assert_eq!(encode.status.code(), Some(0), "{}", stderr(&encode));
        let evidence = solved(folder.path(), &problem);
        let output = bitreach(&["lift", "--from", text(&evidence), text(&problem), text(&source)]);
        assert_eq!(verdict(&output), "VERDICT: SAFE", "{form:?}: {}{}", stdout(&output), stderr(&output));
    }
    let answer = folder.path().join("answer.txt");
    fs::write(&answer, "// UNSAT: repetition detected!\n").expect("a temporary file");
    let output = bitreach(&["lift", "--from", text(&answer), text(&problem), text(&source)]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(unproved)"));
}

/// A proof that the error cannot be reached says nothing of what lies behind code that is not modelled.
#[test]
fn proofs_about_programs_with_unmodelled_code_decide_nothing() {
    let (folder, source) = program(
        "extern int unknown(void); extern void abort(void); void reach_error(void) { abort(); }\n\
         int main(void) { int x = unknown(); if (x == 7) reach_error(); return 0; }\n",
    );
    let problem = folder.path().join("x.dimspec");
    assert_eq!(bitreach(&["encode", text(&source), "-o", text(&problem)]).status.code(), Some(0));
    let evidence = solved(folder.path(), &problem);
    let output = bitreach(&["lift", "--from", text(&evidence), text(&problem), text(&source)]);
    assert_eq!(verdict(&output), "VERDICT: UNKNOWN(unmodelled)", "{}", stdout(&output));
    let goal = ["encode", text(&source), "-o", text(&problem), "--goal", "error-or-unmodelled"];
    assert_eq!(bitreach(&goal).status.code(), Some(0));
    let evidence = solved(folder.path(), &problem);
    let output = bitreach(&["lift", "--from", text(&evidence), text(&problem), text(&source)]);
    assert_eq!(verdict(&output), "VERDICT: UNKNOWN(unmodelled)", "{}", stdout(&output));
    assert!(stdout(&output).contains("unknown"), "{}", stdout(&output));
}

/// What is written as a circuit is read as one with the same answer, and a run is a witness of its format.
#[test]
fn circuits_are_decided_as_the_problems_that_they_are() {
    for (source, code) in [(UNSAFE, 10), (SAFE, 0)] {
        let (folder, source) = program(source);
        for (name, format, head) in [
            ("x.aag", "aiger", "1\nb0\n"),
            ("x.aig", "aiger", "1\nb0\n"),
            ("x.aig.gz", "aiger", "1\nb0\n"),
            ("y.aag", "aiger1", "1\nb0\n"),
            ("y.aig", "aiger1", "1\nb0\n"),
            ("x.btor2", "btor2", "sat\nb0\n#0\n"),
        ] {
            let (circuit, witness) = (folder.path().join(name), folder.path().join(format!("{name}.wit")));
            let encode = ["encode", text(&source), "--format", format, "-o", text(&circuit)];
            assert_eq!(bitreach(&encode).status.code(), Some(0));
            let output = bitreach(&["solve", text(&circuit), "--witness", text(&witness), "--engine", "ic3"]);
            assert_eq!(output.status.code(), Some(code), "{name}: {}{}", stdout(&output), stderr(&output));
            assert_eq!(witness.exists(), code == 10, "{name}");
            if code == 10 {
                let written = fs::read_to_string(&witness).expect("it was written");
                assert!(written.starts_with(head) && written.ends_with("\n.\n"), "{name}: {written}");
                assert!(stdout(&output).contains("__VERIFIER_nondet_bool@program.c:3"), "{}", stdout(&output));
            }
        }
    }
}

#[test]
fn circuits_that_ask_for_more_are_refused_by_name() {
    for (name, content, says) in [
        ("x.aag", "aag 1 0 1 0 0 1 0 1\n2 2\n2\n1\n2\n", "justice"),
        ("x.aag", "aag 1 0 1 0 0 1 0 0 1\n2 2\n2\n2\n", "fairness"),
        ("x.aag", "aag 1 0 1 0 0\n2 2\n", "neither bad states nor outputs"),
        ("x.btor2", "1 sort bitvec 1\n2 sort array 1 1\n", "arrays"),
        ("x.btor2", "1 sort bitvec 1\n2 input 1\n3 fair 2\n", "fair"),
        ("x.btor2", "1 sort bitvec 1\n2 input 1\n", "`bad`"),
    ] {
        let folder = TempDir::new().expect("a temporary folder");
        let path = folder.path().join(name);
        fs::write(&path, content).expect("a temporary file");
        let output = bitreach(&["solve", text(&path)]);
        assert_eq!(output.status.code(), Some(2), "{content}");
        assert!(stderr(&output).contains(says) && stderr(&output).contains(name), "{}", stderr(&output));
    }
    let folder = TempDir::new().expect("a temporary folder");
    let witness = folder.path().join("x.wit");
    let output = bitreach(&["solve", "dimspec-examples/counter3.dimspec", "--witness", text(&witness)]);
    assert_eq!(output.status.code(), Some(10));
    assert!(stderr(&output).contains("witnesses are for AIGER and BTOR2") && !witness.exists());
}

/// What editors put before UTF-8 changes nothing.
#[test]
fn byte_order_marks_are_left_out() {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let folder = TempDir::new().expect("a temporary folder");
    let marked = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, [MARK, content].concat()).expect("a temporary file");
        path
    };
    let counter = fs::read("dimspec-examples/counter3.dimspec").expect("an example");
    let problem = marked("x.dimspec", &counter);
    assert_eq!(bitreach(&["solve", text(&problem)]).status.code(), Some(10));
    let evidence = fs::read(solved(folder.path(), &problem)).expect("it was written");
    let evidence = marked("marked.txt", &evidence);
    assert_eq!(bitreach(&["certify", text(&problem), text(&evidence)]).status.code(), Some(10));
    assert_eq!(bitreach(&["solve", text(&marked("x.aag", b"aag 1 0 1 1 0\n2 3\n2\n"))]).status.code(), Some(10));
    let btor2 = b"1 sort bitvec 1\n2 state 1\n3 bad 2\n";
    assert_eq!(bitreach(&["solve", text(&marked("x.btor2", btor2))]).status.code(), Some(10));
    let members = marked("members.txt", b"mine ic3 ctg=0\n");
    assert_eq!(bitreach(&["solve", text(&problem), "--members", text(&members)]).status.code(), Some(10));
    let source = marked("program.c", UNSAFE.as_bytes());
    let property = marked("x.prp", b"CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let task = marked(
        "x.yml",
        b"format_version: '2.0'\ninput_files: 'program.c'\nproperties:\n  - property_file: x.prp\n    expected_verdict: false\n",
    );
    for arguments in [&["check", text(&source), "-p", text(&property)][..], &["check", text(&task)]] {
        let output = bitreach(&[arguments, &["--engine", "ic3"]].concat());
        assert_eq!(output.status.code(), Some(10), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
    }
}

#[test]
fn horn_clauses_have_a_predicate_for_each_location() {
    let (folder, source) = program(UNSAFE);
    let file = folder.path().join("x.smt2");
    let output = bitreach(&["encode", text(&source), "-o", text(&file)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let horn = fs::read_to_string(&file).expect("it was written");
    assert!(horn.starts_with("; bitreach ") && horn.contains("\n(set-logic HORN)\n"), "{horn}");
    let declared = horn.lines().filter(|line| line.starts_with("(declare-fun at")).count();
    assert!(stdout(&output).contains(&format!("locations                    {declared}\n")), "{}", stdout(&output));
    let output = bitreach(&["encode", text(&source), "-o", text(&file), "--simplify", "on"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}
