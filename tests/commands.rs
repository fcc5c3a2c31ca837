//! The commands as a user meets them: reports, exit codes, outputs, limits, interrupts.
//!
//! What the text reports look like is kept in `tests/golden/`; seconds are masked. `BITREACH_GOLDEN=write cargo test --test suite
//! commands::` writes the files anew.

use crate::common::{self, bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The output with every number of seconds masked.
fn masked(output: &str) -> String {
    let mask = |line: &str| {
        if line.starts_with("seconds ") {
            return line
                .split(" · ")
                .map(|part| part.rsplit_once(' ').map_or(part, |(name, _)| name))
                .collect::<Vec<_>>()
                .join(" · ");
        }
        line.to_owned()
    };
    output.lines().map(mask).collect::<Vec<_>>().join("\n") + "\n"
}

fn golden(name: &str, args: &[&str], code: i32) {
    let output = bitreach(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
    compare(name, &masked(&stdout(&output)));
}

/// Like [`golden`], but only how the error is reached and what it is.
fn golden_path(name: &str, args: &[&str]) {
    let output = bitreach(args);
    assert_eq!(output.status.code(), Some(10), "{args:?}: {}", stderr(&output));
    let report = stdout(&output);
    let (path, _) = report.split_once("\nevidence").expect("an error has evidence");
    compare(name, path);
}

fn compare(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    common::assert_kept(&path, found);
}

#[test]
fn reports_are_as_they_were() {
    let engine = ["--engine", "ic3"];
    let check = |file, property| [&["check", file, "--property", property][..], &engine].concat();
    golden("safe.txt", &check("sv-benchmarks/loops/parity-even.yml", "unreach-call"), 0);
    golden("unsafe.txt", &check("sv-benchmarks/control/global-state.yml", "unreach-call"), 10);
    golden("overflow.txt", &check("sv-benchmarks/overflow/negation.yml", "no-overflow"), 10);
    golden("unmodelled.txt", &check("sv-benchmarks/control/unmodelled-beside-error.yml", "no-overflow"), 20);
    let encode = ["encode", "sv-benchmarks/loops/parity-even.c", "-p", "unreach-call", "--format", "aag", "-o", "-"];
    golden("parity-even.aag", &encode, 0);
    golden("solve.txt", &["solve", "dimspec-examples/counter3.dimspec", "--engine", "unroll"], 10);
}

#[test]
fn errors_of_memory_are_told_as_they_were() {
    let check = |file| ["check", file, "--property", "valid-memsafety", "--engine", "ic3"];
    golden_path("null.txt", &check("sv-benchmarks/memory/null-field-broken.yml"));
    golden_path("lost.txt", &check("sv-benchmarks/memory/track-owner-broken.yml"));
    golden_path("free.txt", &check("sv-benchmarks/memory/heap-or-table-broken.yml"));
    let names = "sv-benchmarks/memory/list-and-names-broken.yml";
    golden_path("names.txt", &["check", names, "--property", "unreach-call", "--engine", "ic3"]);
}

#[test]
fn what_is_encoded_is_solved_and_certified() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (task, code) in [("loops/residue-four", 0), ("loops/diamond-alternates", 10)] {
        let source = format!("sv-benchmarks/{task}.c");
        for encoding in ["small", "large"] {
            let problem = path("x.dimspec.gz");
            let encode = ["encode", &source, "-p", "unreach-call", "-o", &problem, "--encoding", encoding];
            let encoded = bitreach(&encode);
            assert!(encoded.status.success(), "{}", stderr(&encoded));
            assert!(["locations", "state bits", "t clauses"].iter().all(|size| stdout(&encoded).contains(size)));
            let solved = bitreach(&["solve", &problem, "--evidence", &path("x.evidence")]);
            assert_eq!(solved.status.code(), Some(code), "{}", stdout(&solved));
            for sat in ["varisat", "cadical"] {
                let certified = bitreach(&["certify", &problem, &path("x.evidence"), "--sat", sat]);
                assert_eq!(certified.status.code(), Some(code), "{}", stderr(&certified));
            }
        }
    }
}

/// The name of an AIGER file decides its form; there is no place in it for predicates.
#[test]
fn aiger_files_are_text_or_binary_by_their_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let encode = |name: &str, more: &[&str]| {
        let path = folder.path().join(name);
        let question = ["encode", "sv-benchmarks/loops/parity-even.c", "-p", "unreach-call", "-o", text(&path)];
        let output = bitreach(&[&question, more].concat());
        (output.status.code(), fs::read(&path).unwrap_or_default(), stdout(&output))
    };
    for (name, format, begin) in [
        ("x.aig", "aiger", "aig 21 1 6 0 14 1\n"),
        ("x.aag", "aiger", "aag 21 1 6 0 14 1\n"),
        ("x", "aag", "aag 21 "),
        ("x.aig", "aiger1", "aig 21 1 6 1 14\n"),
        ("x.aag", "aiger1", "aag 21 1 6 1 14\n"),
        ("x", "aag1", "aag 21 "),
    ] {
        let (code, content, sizes) = encode(name, &["--format", format]);
        assert_eq!(code, Some(0));
        assert!(content.starts_with(begin.as_bytes()), "{name}");
        assert!(["inputs", "latches", "gates"].iter().all(|size| sizes.contains(size)), "{sizes}");
    }
    let (code, content, _) = encode("y.aig", &["--format", "aiger", "--predicates", "mined"]);
    assert_eq!((code, content), (Some(1), Vec::new()));
}

/// Without a format the file's ending says it, and what is printed tells.
#[test]
fn the_ending_of_a_file_is_its_format() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, begin, format) in [
        ("x.aig", "aig 21 ", "AIGER 1.9, binary"),
        ("x.aag", "aag 21 ", "AIGER 1.9, ascii"),
        ("x.btor2", "; bitreach ", "BTOR2"),
        ("x.smt2", "; bitreach ", "Horn clauses (SMT-LIB)"),
        ("x.dimspec", "c bitreach ", "DimSpec"),
        ("x.AIG", "aig 21 ", "AIGER 1.9, binary"),
        ("x.aiger", "aig 21 ", "AIGER 1.9, binary"),
        ("x.txt", "c bitreach ", "DimSpec"),
    ] {
        let path = folder.path().join(name);
        let question = ["encode", "sv-benchmarks/loops/parity-even.c", "-p", "unreach-call", "-o", text(&path)];
        let encoded = bitreach(&question);
        assert_eq!(encoded.status.code(), Some(0), "{name}");
        let told = stdout(&encoded);
        assert_eq!(told.lines().next().and_then(|line| line.strip_prefix("format")).map(str::trim), Some(format));
        let content = fs::read(&path).expect("it was written");
        assert!(content.starts_with(begin.as_bytes()), "{name}: {}", String::from_utf8_lossy(&content));
        assert_eq!(stderr(&encoded).contains("is written as DimSpec"), name == "x.txt", "{}", stderr(&encoded));
    }
    let path = folder.path().join("x.aig.gz");
    let question = ["encode", "sv-benchmarks/loops/parity-even.c", "-p", "unreach-call", "-o", text(&path)];
    assert_eq!(bitreach(&question).status.code(), Some(0));
    assert!(fs::read(&path).expect("it was written").starts_with(&[0x1f, 0x8b]), "it is compressed");
}

/// A problem says what it leaves out, in each format that is read again, and what is decided about it says that it rests on that.
#[test]
fn what_a_problem_leaves_out_is_an_assumption() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("a.c");
    let program = "int unknown(void);\nvoid reach_error(void);\nint main(void) { if (unknown()) reach_error(); }\n";
    fs::write(&source, program).expect("it can be written");
    for name in ["x.dimspec", "x.aig", "x.aag", "x.btor2"] {
        let problem = folder.path().join(name);
        let encoded = bitreach(&["encode", text(&source), "-p", "unreach-call", "-o", text(&problem)]);
        assert_eq!(encoded.status.code(), Some(0), "{}", stderr(&encoded));
        let solved = bitreach(&["solve", text(&problem)]);
        assert_eq!(solved.status.code(), Some(0), "{name}: {}", stdout(&solved));
        let assumed = "\n  no run passes what the problem leaves out: call of `unknown`, which has no body (";
        assert!(stdout(&solved).contains(assumed), "{name}: {}", stdout(&solved));
    }
    let problem = folder.path().join("x.dimspec");
    let limited = ["encode", text(&source), "-p", "unreach-call", "-o", text(&problem), "--timeout", "0.001"];
    let limited = bitreach(&limited);
    assert_eq!(limited.status.code(), Some(20), "{}", stderr(&limited));
}

/// What BTOR2 says of a program that everybody can read.
#[test]
fn btor2_has_words_under_their_names() {
    let encode = ["encode", "sv-benchmarks/loops/parity-even.c", "-p", "unreach-call", "--format", "btor2", "-o", "-"];
    golden("parity-even.btor2", &encode, 0);
}

/// A proof by k-induction goes to a file and back, and does not hold once it was tampered with.
#[test]
fn proofs_by_induction_are_certified() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (problem, evidence) = ("dimspec-examples/peterson.dimspec", folder.path().join("x.evidence"));
    let solved = bitreach(&["solve", problem, "--engine", "kinduction", "--evidence", text(&evidence)]);
    assert_eq!(solved.status.code(), Some(0), "{}", stdout(&solved));
    assert!(stdout(&solved).contains("k-induction with k = 2"), "{}", stdout(&solved));
    let certify = |sat: &str| bitreach(&["certify", problem, text(&evidence), "--sat", sat]);
    for sat in ["varisat", "cadical"] {
        assert_eq!(certify(sat).status.code(), Some(0), "{}", stderr(&certify(sat)));
    }
    let whole = fs::read_to_string(&evidence).expect("the evidence was written");
    assert!(whole.starts_with("kinduction 6 0 2"), "{whole}");
    for (header, says) in [
        ("kinduction 6 0 1", "1 steps that miss the goal do not imply"),
        ("kinduction 6 0 0", "cannot be exhausted"),
        ("kinduction 6 1 2\n1 0", "violates the clause `1`"),
        ("kinduction 6 1 2\nd 0 3", "no pair of steps"),
    ] {
        fs::write(&evidence, header).expect("a temporary file");
        let output = certify("varisat");
        assert_eq!(output.status.code(), Some(4), "{header}: {}", stdout(&output));
        assert!(stdout(&output).contains(says), "{header}: {}", stdout(&output));
    }
}

/// Evidence goes from `check` to a file; `certify` proves it of the problem that `encode` writes, and refuses it once there are
/// clauses that say the opposite of one.
#[test]
fn proofs_about_programs_are_certified() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (problem, evidence) = (folder.path().join("x.dimspec"), folder.path().join("x.evidence"));
    for (task, engine) in [("odd-never-zero", "ic3"), ("residue-four", "kinduction")] {
        let task = format!("sv-benchmarks/loops/{task}.c");
        let question = ["check", &task, "-p", "unreach-call", "--engine", engine, "--evidence", text(&evidence)];
        assert_eq!(verdict(&bitreach(&question)), "VERDICT: SAFE");
        let written = ["--encoding", "large", "--predicates", "mined", "-o", text(&problem)];
        let encoded = bitreach(&[&["encode", &task, "-p", "unreach-call"], &written[..]].concat());
        assert_eq!(encoded.status.code(), Some(0), "{}", stderr(&encoded));
        let certify = |sat: &str| bitreach(&["certify", text(&problem), text(&evidence), "--sat", sat]);
        for sat in ["varisat", "cadical"] {
            assert_eq!(certify(sat).status.code(), Some(0), "{task}: {}", stderr(&certify(sat)));
        }
        let whole = fs::read_to_string(&evidence).expect("the evidence was written");
        let (header, rest) = whole.split_once('\n').expect("a header");
        let mut words: Vec<String> = header.split(' ').map(str::to_owned).collect();
        // Each literal of the first clause is false: an initial step violates that, or one of these.
        let mut lines: Vec<String> = rest.lines().map(str::to_owned).collect();
        let literals = lines[0].split(' ').filter(|word| *word != "0");
        let opposite: Vec<String> =
            literals.map(|literal| format!("{} 0", -literal.parse::<i64>().expect("a literal"))).collect();
        lines.splice(..0, opposite);
        words[2] = lines.len().to_string();
        let wrong = format!("{}\n{}\n", words.join(" "), lines.join("\n"));
        fs::write(&evidence, &wrong).expect("a temporary file");
        let output = certify("varisat");
        assert_eq!(output.status.code(), Some(4), "{task}: {wrong}");
        assert!(stdout(&output).contains("violates the clause"), "{task}: {}", stdout(&output));
    }
}

/// Reports have colours where they are asked for, and their last line is the verdict as it always is.
#[test]
fn colours_are_for_people() {
    let task = "sv-benchmarks/loops/residue-eight-broken.c";
    for (arguments, is_coloured) in [
        (&["--color", "always"][..], true),
        (&["--color", "never"], false),
        (&["--color", "auto"], false),
        (&[], false),
    ] {
        let output = bitreach(&[&["check", "-p", "unreach-call", task], arguments].concat());
        assert_eq!(verdict(&output), "VERDICT: UNSAFE(unreach-call)", "{arguments:?}");
        assert_eq!(stdout(&output).contains("\u{1b}["), is_coloured, "{arguments:?}: {}", stdout(&output));
    }
    let output = bitreach(&["inconsistent", "tests/inconsistent/arrays.c", "--color", "always"]);
    assert!(stdout(&output).contains("\u{1b}[1mtests/inconsistent/"), "{}", stdout(&output));
}

/// Proofs with clauses about gates were written once. They are told from what is wrong.
#[test]
fn proofs_with_clauses_about_gates_are_not_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let evidence = folder.path().join("x.evidence");
    for content in ["relative 6 1 0\n1 0\n", "kinduction 6 1 2\nm 1 0\n"] {
        fs::write(&evidence, content).expect("a temporary file");
        let output = bitreach(&["certify", "dimspec-examples/peterson.dimspec", text(&evidence)]);
        assert_eq!((output.status.code(), &stdout(&output)[..]), (Some(2), ""), "{content}");
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
        assert!(stderr(&output).contains("again, with `--evidence FILE`"), "{}", stderr(&output));
    }
}

/// An invariant and a run that were tampered with are refused.
#[test]
fn tampered_invariants_and_runs_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let evidence = folder.path().join("x.evidence");
    for (problem, code) in [("dimspec-examples/peterson.dimspec", 0), ("dimspec-examples/counter3.dimspec", 10)] {
        let solved = bitreach(&["solve", problem, "--engine", "ic3", "--evidence", text(&evidence)]);
        assert_eq!(solved.status.code(), Some(code), "{}", stdout(&solved));
        let whole = fs::read_to_string(&evidence).expect("the evidence was written");
        let (header, rest) = whole.split_once('\n').expect("a header");
        let certify = || bitreach(&["certify", problem, text(&evidence)]).status.code();
        assert_eq!(certify(), Some(code), "{whole}");
        // All literals turned round, in the whole and in the last line alone.
        let turned = |text: &str| {
            let word = |word: &str| match word.strip_prefix('-') {
                Some(number) => number.to_owned(),
                None if word != "0" && word.parse::<u32>().is_ok() => format!("-{word}"),
                None => word.to_owned(),
            };
            text.lines().map(|line| line.split(' ').map(word).collect::<Vec<_>>().join(" ") + "\n").collect::<String>()
        };
        let lines: Vec<&str> = rest.lines().collect();
        let last = lines.iter().rposition(|line| line.contains("1") || line.contains("2")).expect("a line of literals");
        let mut one: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
        one[last] = turned(lines[last]);
        for tampered in [turned(rest), one.concat()] {
            fs::write(&evidence, format!("{header}\n{tampered}")).expect("a temporary file");
            assert_eq!(certify(), Some(4), "{problem}: {header}\n{tampered}");
        }
    }
}

/// Each encoding, as it is and simplified: the same answers, with evidence that certifies.
#[test]
fn all_encodings_give_the_same_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let (problem, evidence) = (folder.path().join("p.dimspec"), folder.path().join("evidence"));
    let files = ["--problem", text(&problem), "--evidence", text(&evidence)];
    let tasks = [
        ("sv-benchmarks/loops/residue-four.yml", "ic3", 0),
        ("sv-benchmarks/loops/up-and-down-broken.yml", "unroll", 10),
    ];
    for (task, engine, code) in tasks {
        for encoding in ["small", "large", "large-one-hot"] {
            for simplify in ["off", "on"] {
                // One engine: what the concrete one finds is evidence about the program, not about the problem.
                let options = ["--encoding", encoding, "--simplify", simplify, "--engine", engine, "--timeout", "120"];
                let output = bitreach(&[&["check", task, "-p", "unreach-call"], &options[..], &files].concat());
                assert_eq!(output.status.code(), Some(code), "{task} {options:?}: {}", stdout(&output));
                let certified = bitreach(&["certify", text(&problem), text(&evidence)]);
                assert_eq!(certified.status.code(), Some(code), "{task} {options:?}: {}", stderr(&certified));
            }
        }
    }
}

/// A tampered depth makes a check as long and as large as one likes: limits hold for it too.
#[test]
fn a_check_of_evidence_ends_at_its_limits() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let evidence = folder.path().join("x.evidence");
    for header in ["exhausted 15 5000000", "kinduction 15 0 5000000"] {
        fs::write(&evidence, format!("{header}\n")).expect("a temporary file");
        for (limit, reason) in [(["--timeout", "1"], "timeout"), (["--memory", "100M"], "memory")] {
            let started = Instant::now();
            let problem = "dimspec-examples/from-c-parity-even.dimspec";
            let output = bitreach(&[&["certify", problem, text(&evidence)], &limit[..]].concat());
            assert_eq!((output.status.code(), verdict(&output)), (Some(20), format!("VERDICT: UNKNOWN({reason})")));
            assert!(stdout(&output).contains("nothing is known about the evidence"), "{}", stdout(&output));
            assert!(started.elapsed() < Duration::from_secs(30), "{header} {reason}: {:?}", started.elapsed());
        }
    }
}

#[test]
fn json_has_a_schema_version_and_the_verdict_line_stays_last() {
    let task = "sv-benchmarks/overflow/addition.yml";
    let output = bitreach(&["check", task, "--json", "-"]);
    let whole = stdout(&output);
    let (json, last) = whole.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(last, "VERDICT: UNSAFE(no-overflow)");
    let report: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(report["schema_version"], 2);
    assert_eq!(report["verdict"]["answer"], "unsafe");
    assert_eq!(report["path"]["violation"], "signed addition overflows");
    assert!(report["path"]["lines"][0]["inputs"][0]["decimal"].is_string());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let output = bitreach(&["check", task, "--json", text(&file)]);
    assert!(stdout(&output).contains("how the error is reached"));
    assert!(serde_json::from_slice::<serde_json::Value>(&fs::read(&file).unwrap()).is_ok());
}

#[test]
fn help_completions_and_manual() {
    let help = bitreach(&["--help"]);
    assert!(help.status.success() && stdout(&help).contains("VERDICT: UNKNOWN(reason)"));
    assert!(stdout(&bitreach(&["check", "--help"])).contains("--data-model"));
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&bitreach(&["completions", shell])).contains("bitreach"));
    }
    assert!(stdout(&bitreach(&["man"])).contains("BITREACH SOLVE"));
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    assert!(bitreach(&["man", "--output", text(folder.path())]).status.success());
    let page = fs::read_to_string(folder.path().join("bitreach-inconsistent.1")).expect("it was written");
    assert!(page.contains(r"\-\-shard") && folder.path().join("bitreach.1").exists(), "{page}");
    let library = stdout(&bitreach(&["library"]));
    let group = |heading: &str| {
        let (_, rest) = library.split_once(&format!("functions {heading}\n")).expect("the heading is there");
        rest.lines().next().unwrap_or("").split_whitespace().collect::<Vec<_>>()
    };
    assert!(group("of <string.h>, with bodies").contains(&"strtok_r"), "{library}");
    assert!(group("of memory").contains(&"malloc") && group("that end the program").contains(&"exit"), "{library}");
    let (functions, intrinsics) = library.split_once("\nintrinsics of LLVM").expect("they are listed");
    assert!(!library.contains("bitreach") && !functions.contains("llvm."), "{library}");
    for name in ["llvm.smul.with.overflow", "llvm.is.fpclass", "llvm.memcpy", "llvm.va_start", "llvm.lifetime"] {
        assert!(intrinsics.split_whitespace().any(|known| known == name), "{library}");
    }
    assert!(stdout(&bitreach(&["--version"])).starts_with("bitreach "));
}

/// A problem that takes far longer than any test: a generator of random numbers with period 2^64, and a number that it comes
/// to at some time. So there is no proof, and no search gets there.
fn endless(folder: &Path) -> String {
    let source = "void reach_error(void) {}\nint main(void) {\n  unsigned long long x = 1;\n  while (1) {\n    \
                  x = x * 6364136223846793005ULL + 1442695040888963407ULL;\n    if (x == 0x123456789abcdefULL) \
                  reach_error();\n  }\n}\n";
    let path = folder.join("endless.c");
    fs::write(&path, source).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn limits_end_a_run_with_a_verdict_that_says_how_far_it_got() {
    let folder = tempfile::tempdir().unwrap();
    let file = endless(folder.path());
    let started = Instant::now();
    let output = bitreach(&["check", &file, "--timeout", "5"]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(timeout)"));
    assert!(stdout(&output).contains("no run of up to"), "{}", stdout(&output));
    assert!(started.elapsed() < Duration::from_secs(30), "5 s became {:?}", started.elapsed());
    let output = bitreach(&["check", &file, "--memory", "1M", "--timeout", "300"]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(memory)"));
    let output = bitreach(&["check", "sv-benchmarks/loops/counter-500.c", "--engine", "unroll", "--steps", "5"]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(steps)"));
}

/// What a certificate about large objects is about is written, and it certifies; inputs of the program are about no problem.
#[test]
fn the_problem_of_evidence_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let (problem, evidence) = (folder.path().join("p.dimspec"), folder.path().join("evidence"));
    let (problem, evidence) = (common::text(&problem), common::text(&evidence));
    let asked =
        |task: &str| bitreach(&["check", task, "--problem", problem, "--evidence", evidence, "--timeout", "300"]);
    let output = asked("sv-benchmarks/memory/large-accounts-wrong.yml");
    assert_eq!(verdict(&output), "VERDICT: UNSAFE(unreach-call)");
    assert!(stderr(&output).contains("no problem is written"), "{}", stderr(&output));
    assert_eq!(verdict(&asked("sv-benchmarks/memory/large-first.yml")), "VERDICT: SAFE");
    assert_eq!(verdict(&bitreach(&["certify", problem, evidence])), "VERDICT: SAFE");
}

/// The limit holds from the start, when it is not yet known what is asked.
#[test]
fn a_limit_ends_the_search_for_a_property() {
    let output = bitreach(&["check", "sv-benchmarks/loops/counter-500.c", "--timeout", "0"]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(timeout)"));
    assert!(stdout(&output).contains("there was no time to look for calls"), "{}", stdout(&output));
}

/// Forty functions that all call each other through a table: LLVM's passes take long over them, and nothing stops those.
#[test]
fn a_limit_ends_the_front_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clique.c");
    let body = |n: usize| {
        format!("int f{n}(int x) {{ int k = __VERIFIER_nondet_int(); return x <= 0 || k < 0 || k > 39 ? {n} : t[k](x - 1) + {n}; }}\n")
    };
    let names = (0..40).map(|n| format!("f{n}")).collect::<Vec<_>>().join(", ");
    let source = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nextern int (*t[40])(int);\n"
        .to_owned()
        + &(0..40).map(body).collect::<String>()
        + &format!(
            "int (*t[40])(int) = {{{names}}};\nint main(void) {{ if (t[3](2) == 1000) reach_error(); return 0; }}\n"
        );
    fs::write(&path, source).unwrap();
    let started = Instant::now();
    let output = bitreach(&["check", path.to_str().unwrap(), "--property", "unreach-call", "--timeout", "1"]);
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(timeout)"));
    assert!(started.elapsed() < Duration::from_secs(30), "a second became {:?}", started.elapsed());
}

/// The process that runs a program for the concrete engine, once there is one.
fn native_program(parent: u32) -> u32 {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(60) {
        for entry in fs::read_dir("/proc").expect("Linux tells what runs").flatten() {
            let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let fields: Vec<&str> = stat.split(' ').collect();
            if let [id, "(program)", _, of, ..] = fields[..] {
                if of == parent.to_string() {
                    return id.parse().expect("a number");
                }
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("no program runs natively");
}

/// Whoever kills the concrete engine's process costs what it might have found, and no more. A terminal's Ctrl-C reaches that process
/// too, perhaps before bitreach.
#[test]
fn a_killed_worker_is_no_fault() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = endless(folder.path());
    let kill = |signal: &str, id: u32| {
        let status = Command::new("kill").args([signal, &id.to_string()]).status();
        assert!(status.expect("there is a command `kill`").success());
    };
    for (engine, signal, reason) in
        [("portfolio", "-KILL", "interrupted"), ("portfolio", "-INT", "interrupted"), ("concrete", "-KILL", "")]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bitreach"));
        command.args(["check", &file, "--engine", engine, "--jobs", "2", "--timeout", "100"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("bitreach runs");
        kill(signal, native_program(child.id()));
        if engine == "portfolio" {
            // The search goes on, until it is interrupted.
            std::thread::sleep(Duration::from_millis(200));
            kill("-INT", child.id());
        }
        let output = child.wait_with_output().expect("its output is text that we read");
        assert_eq!(output.status.code(), Some(20), "{engine} {signal}: {}", stderr(&output));
        assert!(verdict(&output).contains(reason), "{engine} {signal}: {}", verdict(&output));
    }
}

/// Runs the search for a run without end, and interrupts it at work. Gives what it prints then.
fn interrupted(options: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bitreach"))
        .args(["check", &endless(folder.path()), "--progress", "always", "--timeout", "300"])
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Whichever engine is heard first; the child's end of the pipe stays open until it ends.
    let mut pipe = child.stderr.take().expect("standard error is a pipe");
    let (mut progress, mut chunk) = (String::new(), [0; 256]);
    while !(progress.contains("depth") || progress.contains("frame")) {
        let read = pipe.read(&mut chunk).expect("the pipe is open");
        assert!(read > 0, "no progress: {progress}");
        progress += &String::from_utf8_lossy(&chunk[..read]);
    }
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(interrupted)"));
    output
}

/// Before there is anything to search, the line names the stage.
#[test]
fn progress_is_shown_from_the_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let (file, written) = (endless(folder.path()), folder.path().join("endless.dimspec"));
    let output = bitreach(&["encode", &file, "-p", "unreach-call", "--progress", "always", "-o", text(&written)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let first = stderr(&output).lines().next().map(str::to_owned);
    assert!(first.is_some_and(|line| line.starts_with("0.0 s · clang")), "{}", stderr(&output));
    let output = bitreach(&["encode", &file, "-p", "unreach-call", "-o", text(&written)]);
    assert_eq!(stderr(&output), "", "it is no terminal");
}

#[test]
fn an_interrupt_ends_a_run_with_a_verdict() {
    interrupted(&[]);
}

/// It ends all questions, those too that have not been asked yet.
#[test]
fn an_interrupt_ends_all_questions() {
    let output = interrupted(&["-p", "unreach-call,no-overflow,assert"]);
    let end = "PROPERTY unreach-call: UNKNOWN(interrupted)\nPROPERTY no-overflow: UNKNOWN(interrupted)\n\
               PROPERTY assert: UNKNOWN(interrupted)\n\nVERDICT: UNKNOWN(interrupted)\n";
    assert!(stdout(&output).ends_with(end), "{}", stdout(&output));
}

/// A search can take hours: what cannot be written must not take its verdict along.
#[test]
fn a_verdict_is_printed_even_where_a_file_cannot_be_written() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("a.c");
    std::fs::write(&file, "extern void reach_error(void);\nint main(void) { reach_error(); }\n").expect("written");
    for option in ["--json", "--sarif", "--html", "--evidence", "--witness", "--problem"] {
        let output = bitreach(&["check", text(&file), option, "/dev/full"]);
        assert_eq!((output.status.code(), &*verdict(&output)), (Some(1), "VERDICT: UNSAFE(unreach-call)"), "{option}");
        assert!(stderr(&output).contains("cannot write /dev/full: "), "{option}: {}", stderr(&output));
    }
}

/// What a link leads to is written, and the link stays; new files have the permissions that the system gives them.
#[test]
#[cfg(unix)]
fn files_are_written_as_others_do() {
    use std::os::unix::fs::{symlink, PermissionsExt};
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let [program, file, link, plain] =
        ["a.c", "report.json", "link.json", "plain"].map(|name| folder.path().join(name));
    fs::write(&program, "int main(void) { return 0; }\n").expect("written");
    fs::write(&file, "old").expect("written");
    symlink(&file, &link).expect("linked");
    bitreach(&["check", "-p", "no-overflow", text(&program), "--json", text(&link)]);
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
    assert!(fs::read_to_string(&file).expect("it is there").starts_with('{'));
    fs::write(&plain, "").expect("written");
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode();
    assert_eq!(mode(&file), mode(&plain));
}
