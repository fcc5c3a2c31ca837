//! Programs of several files, and several questions about one program, as a user meets them.

use crate::common::{bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Runs `check` on files of a folder of `tests/files`, and gives the exit code and the report.
fn check(folder: &str, files: &[&str], options: &[&str]) -> (Option<i32>, String) {
    let files: Vec<String> = files.iter().map(|file| format!("tests/files/{folder}/{file}")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let output = bitreach(&[&["check"], options, &files].concat());
    assert!(output.status.code().is_some_and(|code| [0, 10, 20].contains(&code)), "{}", stderr(&output));
    (output.status.code(), stdout(&output))
}

/// A folder with these files, and their paths.
fn with_files<const N: usize>(files: [(&str, &str); N]) -> (TempDir, [PathBuf; N]) {
    let folder = TempDir::new().expect("a temporary folder");
    let paths = files.map(|(name, content)| {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("a temporary file");
        path
    });
    (folder, paths)
}

/// The message of a command that is refused with an exit code.
fn refused(options: &[&str], files: &[&Path], code: i32) -> String {
    let files: Vec<&str> = files.iter().map(|file| text(file)).collect();
    let output = bitreach(&[&["check"], options, &files].concat());
    assert_eq!(output.status.code(), Some(code), "{options:?}: {}{}", stderr(&output), stdout(&output));
    assert_eq!(stdout(&output), "", "{options:?}");
    stderr(&output)
}

/// Numbers are read, sorted and printed by three files: with an error in one of them, and without.
#[test]
fn a_program_of_three_files_and_its_broken_twins() {
    let whole = ["main.c", "input.c", "table.c"];
    let (code, report) = check("sort", &whole, &["-p", "assert,valid-memsafety,no-overflow", "-D", "MOST=2"]);
    assert_eq!(code, Some(0), "{report}");
    let verdicts =
        "PROPERTY assert: SAFE\nPROPERTY valid-memsafety: SAFE\nPROPERTY no-overflow: SAFE\n\nVERDICT: SAFE\n";
    assert!(report.ends_with(verdicts), "{report}");
    for (property, violated, files, says) in [
        (
            "assert",
            "assert",
            ["main.c", "input-broken.c", "table.c"],
            "sort/main.c:26  <- assertion fails: count == read",
        ),
        (
            "valid-memsafety",
            "valid-deref",
            ["main.c", "input.c", "table-broken.c"],
            "sort/table-broken.c:11  <- access out of bounds",
        ),
        (
            "no-overflow",
            "no-overflow",
            ["main.c", "input.c", "table-broken.c"],
            "sort/table-broken.c:29  <- signed addition overflows",
        ),
    ] {
        let (code, report) = check("sort", &files, &["-p", property, "-D", "MOST=2"]);
        assert_eq!(code, Some(10), "{report}");
        assert!(report.contains(says), "{report}");
        assert!(report.ends_with(&format!("\nVERDICT: UNSAFE({violated})\n")), "{report}");
    }
}

/// A program as people have them: it reads a file of up to 100 numbers, whose name is an argument, sorts and prints them.
#[test]
#[ignore = "it takes minutes: make test-all"]
fn a_program_that_sorts_a_file_of_numbers() {
    let whole = ["main.c", "read.c", "sort.c"];
    let (code, report) = check("numbers", &whole, &["-p", "valid-memsafety,no-overflow", "-t", "900"]);
    assert_eq!(code, Some(0), "{report}");
    // Whether there is an element before this one is asked too late.
    let broken = ["main.c", "read.c", "sort-broken.c"];
    let (code, report) = check("numbers", &broken, &["-p", "valid-memsafety", "-t", "300"]);
    assert_eq!(code, Some(10), "{report}");
    assert!(report.contains("numbers/sort-broken.c:11  <- access out of bounds"), "{report}");
}

/// What two files have for themselves under one name is told apart, in verdicts and in reports, and natively.
#[test]
fn statics_of_one_name_are_two() {
    let files = ["one.c", "two.c"];
    assert_eq!(check("statics", &files, &[]).0, Some(0));
    let (code, report) = check("statics", &files, &["-D", "BROKEN"]);
    assert_eq!(code, Some(10), "{report}");
    for says in
        ["statics/one.c:state = 5 ", "statics/two.c:state = 10 ", "statics/two.c:3 ", "native replay: the program"]
    {
        assert!(report.contains(says), "{says}\n{report}");
    }
}

/// What clang computes itself is accounted for file by file, also where files have the same name.
#[test]
fn constants_of_each_file_are_checked() {
    let files = ["one/part.c", "two/part.c"];
    let ask = |files: &[&str], one: &str| check("folded", files, &["-p", "no-overflow", "-D", one]);
    for files in [files, [files[1], files[0]]] {
        let (code, report) = ask(&files, "ONE=1");
        assert_eq!(code, Some(10), "{report}");
        assert!(report.contains("two/part.c:5  <- signed addition overflows"), "{report}");
        assert_eq!(ask(&files, "ONE=0").0, Some(0));
    }
}

/// C, preprocessed C and modules of LLVM's make one program. Overflow is checked in all of them.
#[test]
fn files_of_all_kinds_are_linked() {
    const MODULE: &str = "define i32 @more(i32 %x) {\n  %y = add nsw i32 %x, 1\n  ret i32 %y\n}\n";
    const MAIN: &str = "int more(int); int less(int); extern int __VERIFIER_nondet_int(void);\n\
                        int main(void) { int x = __VERIFIER_nondet_int(); if (x > LIMIT) return 0; return less(more(x)); }\n";
    let preprocessed = "# 1 \"less.c\"\nint less(int x) { return x - (x > 0); }\n";
    // A module without a layout fits no other one.
    let layout =
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";
    let module = format!("{layout}{MODULE}");
    let (_folder, [main, less, more, other]) =
        with_files([("main.c", MAIN), ("less.i", preprocessed), ("more.ll", &module), ("other.ll", MODULE)]);
    let ask = |limit: &str| {
        let define = format!("LIMIT={limit}");
        let files = [text(&main), text(&less), text(&more)];
        bitreach(&[&["check", "-p", "no-overflow", "-D", &define], &files[..]].concat())
    };
    let output = ask("2147483647");
    assert_eq!(output.status.code(), Some(10), "{}", stdout(&output));
    assert!(stdout(&output).contains("signed addition overflows"), "{}", stdout(&output));
    assert_eq!(ask("2147483646").status.code(), Some(0), "a limit");
    let message = refused(&["-D", "LIMIT=1"], &[&main, &less, &other], 2);
    assert!(message.contains("is for another machine or data model than"), "{message}");
}

/// What GCC leaves in files that it has preprocessed, where its headers have nothing to say for other compilers; and C99's `inline`, also of
/// a function that each of two files has for itself, or that one of them defines for all.
#[test]
fn words_of_gcc_and_inline_functions_are_understood() {
    const GCC: &str = "# 0 \"a.c\"\n# 1 \"a.c\"\nextern void give (void *);\n\
        extern void *take (int) __attribute__ ((__malloc__ (give, 1))); extern _Complex _Float128 cosf128 (_Complex _Float128 __x);\n\
        int __VERIFIER_nondet_int(void); void reach_error(void) {}\n\
        int main(void) { _Float32 x = 1; _Float64x y = x; if (sizeof x == 4 && sizeof y == 16 && y == MORE) reach_error(); }\n";
    for (more, expected) in [("1", "UNSAFE(unreach-call)"), ("2", "SAFE")] {
        let (_folder, [file]) = with_files([("a.i", &GCC.replace("MORE", more))]);
        let output = bitreach(&["check", "-p", "unreach-call", text(&file)]);
        assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{}", stderr(&output));
    }
    const ONE: &str = "void reach_error(void) {}\ninline int more(int x) { return x + 1; }\nint other(int x);\n\
        int main(void) { if (more(1) + other(1) == SUM) reach_error(); }\n";
    const OWN: &str = "inline int more(int x) { return x + 1; }\nint other(int x) { return more(x); }\n";
    const FOR_ALL: &str = "int more(int x) { return x + 1; }\nint other(int x) { return more(x); }\n";
    for (name, two) in [("two.c", OWN), ("two.c", FOR_ALL), ("two.i", OWN)] {
        for (sum, expected) in [("4", "UNSAFE(unreach-call)"), ("5", "SAFE")] {
            let (_folder, [one, two]) = with_files([("one.c", &ONE.replace("SUM", sum)), (name, two)]);
            let output = bitreach(&["check", "-p", "unreach-call", text(&one), text(&two)]);
            assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{name}: {}", stderr(&output));
        }
    }
}

/// A call that does not fit the function of another file, and accesses that do not fit its variables, mean nothing.
#[test]
fn declarations_that_do_not_fit() {
    let one = "long f(int, int); extern long x; extern int row[9]; void reach_error(void);\n\
               int main(int c, char **v) {\n  if (c == 1) return f(1, 2) == 3;\n  if (c == 2) return x == 5;\n\
               \x20 if (c == 3) return row[7];\n  return 0; }\n";
    let two = "double f(double a) { return a; }\nint x = 5;\nint row[5];\n";
    let (_folder, [one, two]) = with_files([("one.c", one), ("two.c", two)]);
    let output = bitreach(&["check", "--verbose", "-p", "unreach-call", text(&one), text(&two)]);
    assert_eq!(verdict(&output), "VERDICT: UNKNOWN(unmodelled)");
    for says in ["one.c:3: undefined behaviour: a call does not fit", "one.c:4: undefined", "one.c:5: undefined"] {
        assert!(stdout(&output).contains(says), "{says}\n{}", stdout(&output));
    }
    let output = bitreach(&["check", "-p", "valid-memsafety", text(&one), text(&two)]);
    assert_eq!(verdict(&output), "VERDICT: UNSAFE(valid-deref)");
}

#[test]
fn files_that_are_no_program_get_one_message() {
    let (folder, [main, again, rest, broken]) = with_files([
        ("main.c", "int f(void); int main(void) { return f(); }\n"),
        ("again.c", "int f(void) { return 1; }\nint main(void) { return 0; }\n"),
        ("rest.c", "int f(void) { return 2; }\n"),
        ("broken.c", "int g(void) { return x; }\n"),
    ]);
    let message = refused(&[], &[&main, &again], 2);
    assert!(message.contains("`main` is defined in") && message.contains("again.c"), "{message}");
    let message = refused(&[], &[&rest, &again], 2);
    assert!(message.contains("`f` is defined in") && message.contains("rest.c"), "{message}");
    let message = refused(&[], &[&rest], 2);
    assert!(message.contains("no function `main`"), "{message}");
    let missing = folder.path().join("missing.c");
    let message = refused(&[], &[&main, &missing], 2);
    assert!(message.contains("missing.c: cannot be read"), "{message}");
    let message = refused(&[], &[&main, &broken], 2);
    assert!(message.contains("broken.c does not compile") && message.contains("broken.c:1:22"), "{message}");
    let message = refused(&[], &[&main, &rest, &main], 1);
    assert!(message.contains("main.c is given twice"), "{message}");
    let task = folder.path().join("task.yml");
    let message = refused(&[], &[&main, &task], 1);
    assert!(message.contains("names its program itself"), "{message}");
    let message = refused(&["--clang=-O2"], &[&main, &rest], 1);
    assert!(message.contains("--clang=-O2") && message.contains("-funsigned-char"), "{message}");
    let message = refused(&["--clang=-ffast-math"], &[&main, &rest], 1);
    assert!(message.contains("--clang=-ffast-math: changes what a source means"), "{message}");
    let message = refused(&["--clang=-m32"], &[&main, &rest], 1);
    assert!(message.contains("--data-model"), "{message}");
    let message = refused(&["--clang=-D", "--clang=X", "--clang=-include"], &[&main, &rest], 1);
    assert!(message.contains("--clang=-include: lacks its value"), "{message}");
}

/// Options of compilers decide what the program is.
#[test]
fn options_of_compilers_are_taken() {
    let source = "#include \"limit.h\"\n#include <assert.h>\nint main(void) { assert(sizeof(long) == LONG && LIMIT == WANTED); }\n";
    let (folder, [main, _]) = with_files([("main.c", source), ("limit.h", "")]);
    fs::create_dir(folder.path().join("include")).expect("a folder");
    fs::write(folder.path().join("include/limits.h"), "#define LIMIT 7\n").expect("a file");
    fs::write(folder.path().join("limit.h"), "#include <limits.h>\n").expect("a file");
    let include = format!("-I{}", text(&folder.path().join("include")));
    let ask = |options: &[&str]| bitreach(&[&["check", &include], options, &[text(&main)]].concat()).status.code();
    assert_eq!(ask(&["-D", "LONG=8", "-DWANTED=7", "-std=c11"]), Some(0));
    assert_eq!(ask(&["-D", "LONG=8", "-DWANTED=8"]), Some(10));
    assert_eq!(ask(&["-m32", "-D", "LONG=4", "--clang=-DWANTED=7"]), Some(0));
    assert_eq!(ask(&["-D", "LONG=8"]), Some(2));
    assert_eq!(ask(&["-std=c1"]), Some(2));
    let (_folder, [plain]) = with_files([(
        "plain.c",
        "void reach_error(void);\nint main(void) { char c = (char)200; if (c < 0) reach_error(); }\n",
    )]);
    for (option, code, says) in
        [("-funsigned-char", 0, "plain char is unsigned"), ("-fsigned-char", 10, "plain char is signed")]
    {
        let output =
            bitreach(&["check", "--verbose", "-D", "reach_error=__VERIFIER_error", "--clang", option, text(&plain)]);
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        let report = stdout(&output);
        let compiled = format!("C files are compiled with -Dreach_error=__VERIFIER_error {option}");
        assert!(report.contains(says) && report.contains(&compiled), "{report}");
    }
}

const DIVIDES: &str = "int __VERIFIER_nondet_int(void);\n\
                       int main(void) { int x = __VERIFIER_nondet_int(); return x > 5 ? 8 / (x - 6) : 0; }\n";

/// Several properties: a line for each, and one that sums them up; the same in JSON.
#[test]
fn several_questions_have_several_verdicts() {
    let (folder, [main]) = with_files([("main.c", DIVIDES)]);
    let json = folder.path().join("out.json");
    let output =
        bitreach(&["check", "-p", "no-overflow,no-division-by-zero", "-p", "assert", "-p", "assert", text(&main)]);
    assert_eq!(output.status.code(), Some(10));
    let end = "PROPERTY no-overflow: UNKNOWN(unmodelled)\nPROPERTY no-division-by-zero: UNSAFE(no-division-by-zero)\n\
               PROPERTY assert: UNKNOWN(unmodelled)\n\nVERDICT: UNSAFE(no-division-by-zero)\n";
    assert!(stdout(&output).ends_with(end), "{}", stdout(&output));
    assert_eq!(stdout(&output).matches("VERDICT:").count(), 1);
    assert!(stdout(&output).contains("question    2 of 3\n"), "{}", stdout(&output));
    let written = bitreach(&["check", "-p", "no-overflow,no-division-by-zero", "--json", text(&json), text(&main)]);
    assert_eq!(written.status.code(), Some(10));
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("it is JSON");
    let document = read(&fs::read_to_string(&json).expect("it was written"));
    assert_eq!(document["verdict"]["reason"], "no-division-by-zero");
    assert_eq!(document["properties"][0]["property"], "no-overflow");
    assert_eq!(document["properties"][0]["report"]["verdict"]["answer"], "unknown");
    assert_eq!(document["properties"][1]["report"]["path"]["kind"], "division-by-zero");
    let printed = bitreach(&["check", "-p", "no-overflow,no-division-by-zero", "--json", "-", text(&main)]);
    let text = stdout(&printed);
    let (before, last) = text.trim_end().rsplit_once('\n').expect("lines");
    assert_eq!(last, "VERDICT: UNSAFE(no-division-by-zero)");
    assert_eq!(read(before)["schema_version"], 2);
}

/// Nobody says what to ask, and the program does not either.
#[test]
fn programs_without_checks_are_asked_what_is_undefined() {
    let (_folder, [main]) = with_files([("main.c", DIVIDES)]);
    let output = bitreach(&["check", text(&main)]);
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    assert_eq!(verdict(&output), "VERDICT: UNSAFE(no-division-by-zero)");
    let says =
        "property    no-bad-shift (a default for a program that has neither an assert nor a call of an error function)";
    assert!(stdout(&output).contains(says), "{}", stdout(&output));
}

#[test]
fn all_properties_of_a_task_are_asked() {
    let task =
        "format_version: '2.0'\ninput_files: [main.c, rest.c]\nproperties:\n  - property_file: no-overflow.prp\n  \
                - property_file: unreach-call.prp\noptions:\n  language: C\n  data_model: LP64\n";
    let (_folder, [task, ..]) = with_files([
        ("task.yml", task),
        ("main.c", "int f(int); int main(int c, char **v) { return f(c); }\n"),
        ("rest.c", "void reach_error(void) {}\nint f(int x) { if (x < 0) reach_error(); return x + 1; }\n"),
        ("no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n"),
        ("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
    ]);
    let output = bitreach(&["check", text(&task)]);
    let end =
        "PROPERTY no-overflow: UNSAFE(no-overflow)\nPROPERTY unreach-call: SAFE\n\nVERDICT: UNSAFE(no-overflow)\n";
    assert!(stdout(&output).ends_with(end), "{}", stdout(&output));
    let message = refused(&["--evidence", "x"], &[&task], 1);
    assert!(message.contains("--evidence is for one property"), "{message}");
}

/// A property of a task that is not supported leaves no verdict *safe* behind; one about test cases is no question.
#[test]
fn what_a_task_asks_in_vain_is_unknown() {
    let head = "format_version: '2.0'\ninput_files: main.c\nproperties:\n  - property_file: unreach-call.prp\n";
    let end = format!("{head}  - property_file: p/end.prp\n  - property_file: termination.prp\n");
    let cover = format!("{head}  - property_file: cover.prp\n");
    let (folder, [task, covered, main, ..]) = with_files([
        ("task.yml", &end),
        ("covered.yml", &cover),
        ("main.c", "int main(void) { return 0; }\n"),
        ("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
        ("cover.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n"),
    ]);
    fs::create_dir(folder.path().join("p")).expect("a folder");
    fs::write(folder.path().join("p/end.prp"), "CHECK( init(main()), LTL(F end) )\n").expect("a file");
    let output = bitreach(&["check", text(&task)]);
    let report = stdout(&output);
    let says = "Not decided: `CHECK( init(main()), LTL(F end) )` (end.prp) is not a property that bitreach checks.\n";
    let lines = "PROPERTY unreach-call: SAFE\nPROPERTY end.prp: UNKNOWN(unsupported)\n\
                 PROPERTY termination.prp: UNKNOWN(unsupported)\n\nVERDICT: UNKNOWN(unsupported)\n";
    assert!(output.status.code() == Some(20) && report.contains(says) && report.ends_with(lines), "{report}");
    assert!(refused(&["--evidence", "x"], &[&task], 1).contains("choose one with --property: unreach-call"));
    let json = stdout(&bitreach(&["check", "--json", "-", text(&task)]));
    assert!(json.contains("\"property\": \"end.prp\""), "{json}");
    let function = bitreach(&["check", "--all-functions", text(&task)]);
    assert_eq!(verdict(&function), "VERDICT: UNKNOWN(unsupported)", "{}", stdout(&function));
    // Who says what to ask is not told of the rest.
    let chosen = bitreach(&["check", "-p", "unreach-call", text(&task)]);
    assert_eq!((verdict(&chosen).as_str(), stderr(&chosen).as_str()), ("VERDICT: SAFE", ""));
    let output = bitreach(&["check", text(&covered)]);
    let says = "bitreach: left out, for they ask for test cases, which is no question of verification: cover.prp\n";
    assert_eq!((verdict(&output).as_str(), stderr(&output).as_str()), ("VERDICT: SAFE", says));
    fs::write(&task, end.replace("  - property_file: unreach-call.prp\n", "")).expect("a file");
    assert!(refused(&[], &[&task], 1).contains("no property that is supported (it has end.prp, termination.prp)"));
    assert!(main.exists());
}

/// A property file may name an error function of the program's own. No body hides its call.
#[test]
fn error_functions_are_those_that_a_property_file_names() {
    let task = "format_version: '2.0'\ninput_files: pointer.c\nproperties:\n  - property_file: my.prp\n    \
                expected_verdict: false\n";
    let begin = "extern int __VERIFIER_nondet_int(void);\n";
    let program = |error: &str, call: &str| {
        format!(
            "{begin}{error}\nint main(void) {{ int x = __VERIFIER_nondet_int(); if (x == LIMIT) {call}; return 0; }}\n"
        )
    };
    let files = [
        ("declared.c", program("void my_error(void);", "my_error()")),
        ("pointer.c", program("static void my_error(int c) { while (c) {} }", "{ void (*f)(int) = my_error; f(x); }")),
        ("variadic.c", program("int my_error(const char *f, ...) { return 3; }", "x = my_error(\"%d\", x)")),
        ("alias.c", program("void g(void) {} void my_error(void) __attribute__((alias(\"g\")));", "my_error()")),
        ("exit.c", program("extern int atexit(void (*)(void)); void my_error(void) {}", "atexit(my_error)")),
    ];
    let (folder, [property, task, listed]) = with_files([
        ("my.prp", "CHECK( init(main()), LTL(G ! call(my_error())) )\n"),
        ("task.yml", task),
        ("abort.prp", "CHECK( init(main()), LTL(G ! call(abort())) )\n"),
    ]);
    let path = |name: &str| folder.path().join(name);
    for (name, content) in &files {
        fs::write(path(name), content).expect("a file");
        let check = |limit: &str| bitreach(&["check", "-p", text(&property), limit, text(&path(name))]);
        let found = check("-DLIMIT=7");
        assert_eq!(verdict(&found), "VERDICT: UNSAFE(unreach-call)", "{name}: {}", stdout(&found));
        let says = "An execution violates unreach-call(my_error): error function called: my_error.\n";
        assert!(stdout(&found).starts_with(says), "{name}: {}", stdout(&found));
        assert_eq!(verdict(&check("-DLIMIT=1L << 40")), "VERDICT: SAFE", "{name}");
    }
    // The task means its own function, whoever asks.
    for options in [&[][..], &["-p", "unreach-call"], &["-p", "unreach-call(my_error)"]] {
        let found = bitreach(&[&["check", "-DLIMIT=7", text(&task)], options].concat());
        assert_eq!(verdict(&found), "VERDICT: UNSAFE(unreach-call)", "{options:?}: {}", stderr(&found));
    }
    let bench = bitreach(&["bench", "--timeout", "20s", text(&task), "--", "-DLIMIT=7"]);
    assert!(bench.status.code() == Some(0), "{}{}", stdout(&bench), stderr(&bench));
    assert!(stdout(&bench).contains("right false"), "{}", stdout(&bench));
    // SV-COMP's functions are functions like others then.
    fs::write(path("other.c"), "void reach_error(void) {} int main(void) { reach_error(); }\n").expect("a file");
    let other = bitreach(&["check", "-p", text(&property), text(&path("other.c"))]);
    assert!(stdout(&other).contains("There is nothing to violate: the program does not call my_error."));
    assert_eq!(verdict(&other), "VERDICT: SAFE");
    // What is known by its name is no function of the program's own.
    let says = refused(&["-p", text(&listed)], &[&path("other.c")], 2);
    assert!(says.contains("calls of `abort` cannot be asked about"), "{says}");
}

/// Witnesses name the function, and are validated.
#[test]
fn witnesses_name_the_error_function() {
    let text_of = "extern int __VERIFIER_nondet_int(void);\nvoid my_error(int c) {}\nint main(void) {\n  \
                   int x = __VERIFIER_nondet_int();\n  if (x == 7)\n    my_error(x);\n  return 0;\n}\n";
    let (folder, [property, main]) =
        with_files([("my.prp", "CHECK( init(main()), LTL(G ! call(my_error())) )\n"), ("main.c", text_of)]);
    for name in ["w.yml", "w.graphml"] {
        let witness = folder.path().join(name);
        let found = bitreach(&["check", "-p", text(&property), "--witness", text(&witness), text(&main)]);
        assert_eq!(found.status.code(), Some(10), "{}", stderr(&found));
        let written = fs::read_to_string(&witness).expect("it was written");
        assert!(written.contains("call(my_error())") && !written.contains("reach_error"), "{written}");
        let validated = bitreach(&["validate", "--witness", text(&witness), text(&main)]);
        assert_eq!(
            verdict(&validated),
            "VERDICT: UNSAFE(unreach-call)",
            "{}{}",
            stdout(&validated),
            stderr(&validated)
        );
    }
}

/// SV-COMP's assertion is one where the program only declares it.
#[test]
fn an_assertion_without_a_body_is_svcomps() {
    let main = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);\n\
                int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x != 3); return x == 3 ? 1 / (x - 3) : 0; }\n";
    let (_folder, [main]) = with_files([("main.c", main)]);
    let output = bitreach(&["check", text(&main)]);
    assert_eq!(verdict(&output), "VERDICT: UNSAFE(unreach-call)");
    assert!(
        stdout(&output).starts_with("An execution violates unreach-call: error function called: __VERIFIER_assert.")
    );
    let output = bitreach(&["check", "-p", "no-division-by-zero", text(&main)]);
    assert_eq!(verdict(&output), "VERDICT: SAFE", "{}", stdout(&output));
}

/// All questions together have the time that is given.
#[test]
fn several_questions_share_the_time() {
    let start = std::time::Instant::now();
    let output = bitreach(&["check", "-p", "all", "-t", "2", "sv-benchmarks/loops/collatz-small.c"]);
    assert!(start.elapsed().as_secs_f64() < 8.0, "{:?}", start.elapsed());
    assert_eq!(stdout(&output).matches("\nPROPERTY ").count(), 8, "{}", stdout(&output));
    assert!(verdict(&output).starts_with("VERDICT: "), "{}", stdout(&output));
}

/// A safe program is no promise where there is nothing to check; and what the program assumes is said.
#[test]
fn empty_promises_are_called_so() {
    let assumes =
        "extern void __VERIFIER_assume(int); extern int __VERIFIER_nondet_int(void); void reach_error(void);\n\
                   int main(void) {\n  int x = __VERIFIER_nondet_int();\n  __VERIFIER_assume(x > 3);\n  \
                   if (x < 2) reach_error();\n}\n";
    let (folder, [plain, assumes]) =
        with_files([("plain.c", "int main(void) { return 0; }\n"), ("assumes.c", assumes)]);
    let json = folder.path().join("out.json");
    let output = bitreach(&["check", "-p", "assert", "--json", text(&json), text(&plain)]);
    let says = "There is nothing to violate: the program has no assert.";
    assert!(stdout(&output).contains(says), "{}", stdout(&output));
    assert!(fs::read_to_string(&json).expect("it was written").contains(says));
    let output = bitreach(&["check", text(&assumes)]);
    assert_eq!(verdict(&output), "VERDICT: SAFE");
    assert!(stdout(&output).contains("executions count in which __VERIFIER_assume holds, in "), "{}", stdout(&output));
    assert!(stdout(&output).contains("assumes.c:4"), "{}", stdout(&output));
    assert!(!stdout(&output).contains("nothing to violate"), "{}", stdout(&output));
}

/// Where what a program assumes leaves no execution that ends, the summary says so; of a program that goes on forever as it is written it does not.
#[test]
fn assumptions_that_leave_no_execution_are_told() {
    let head = "extern void __VERIFIER_assume(int); extern unsigned __VERIFIER_nondet_uint(void);\n\
                extern void abort(void); void reach_error(void);\n\
                void assume_abort_if_not(int condition) { if (!condition) abort(); }\n";
    for (name, body, is_told) in [
        ("square.c", "unsigned x = __VERIFIER_nondet_uint(); __VERIFIER_assume(x * x == 2); if (x == 7) reach_error();", true),
        ("aborts.c", "unsigned x = __VERIFIER_nondet_uint(); assume_abort_if_not(x * x == 2); if (x == 7) reach_error();", true),
        ("some.c", "unsigned x = __VERIFIER_nondet_uint(); __VERIFIER_assume(x * x == 4); if (x == 7) reach_error();", false),
        (
            "serves.c",
            "unsigned s = 0; while (1) { unsigned x = __VERIFIER_nondet_uint(); __VERIFIER_assume(x <= 9 - s); s += x; \
             if (s > 9) reach_error(); }",
            false,
        ),
    ] {
        let source = format!("{head}int main(void) {{ {body} return 0; }}\n");
        let (_folder, [file]) = with_files([(name, &*source)]);
        let output = bitreach(&["check", "-p", "unreach-call", text(&file)]);
        assert_eq!(verdict(&output), "VERDICT: SAFE", "{name}");
        assert_eq!(stdout(&output).contains("No execution returns from main or calls exit"), is_told, "{name}");
    }
}

/// The inputs of an execution of several files are recorded and checked again.
#[test]
fn recorded_inputs_of_several_files_are_certified() {
    let folder = TempDir::new().expect("a temporary folder");
    let evidence = folder.path().join("x.evidence");
    let files = ["tests/files/statics/one.c", "tests/files/statics/two.c"];
    let options = ["check", "--engine", "concrete", "-t", "300", "-D", "BROKEN", "--evidence", text(&evidence)];
    let output = bitreach(&[&options[..], &files].concat());
    assert_eq!(output.status.code(), Some(10), "{}", stdout(&output));
    let certified = bitreach(&["certify", "-D", "BROKEN", files[0], files[1], text(&evidence)]);
    assert_eq!(certified.status.code(), Some(10), "{}", stderr(&certified));
    let without = bitreach(&["certify", files[0], files[1], text(&evidence)]);
    assert_eq!(without.status.code(), Some(4), "{}", stdout(&without));
}

/// A function that a file has for itself is no error function where another file has one for all.
#[test]
fn an_error_function_of_another_file_is_another_function() {
    let own = "static void reach_error(void) {}\nint other(void) { reach_error(); return ERROR; }";
    let main =
        "extern void reach_error(void);\nextern int other(void);\nint main(void) { if (other()) reach_error(); }";
    let (_folder, [main, other]) = with_files([("main.c", main), ("other.c", own)]);
    let verdict_with =
        |error: &str| verdict(&bitreach(&["check", "-p", "unreach-call", error, text(&main), text(&other)]));
    assert_eq!(verdict_with("-DERROR=0"), "VERDICT: SAFE");
    assert_eq!(verdict_with("-DERROR=1"), "VERDICT: UNSAFE(unreach-call)");
    let alone = bitreach(&["check", "-p", "unreach-call", "-Dother=main", "-DERROR=0", text(&other)]);
    assert_eq!(verdict(&alone), "VERDICT: UNSAFE(unreach-call)", "it is the only one there");
}

/// What is not known is any value, or an end, where that is asked for; and the report says so.
#[test]
fn unknown_calls_do_what_is_assumed() {
    let program = "extern void reach_error(void);\nextern int get(void); extern void log_it(int);\n\
                   int main(void) { int n = get(); log_it(n); if (n == 7) reach_error(); }";
    let (_folder, [file]) = with_files([("main.c", program)]);
    let with = |what: &str| stdout(&bitreach(&["check", "-p", "unreach-call", "--unknown-calls", what, text(&file)]));
    let report = with("unmodelled");
    assert!(report.contains("call of `get`, which has no body") && report.contains("--unknown-calls"), "{report}");
    assert!(report.ends_with("VERDICT: UNKNOWN(unmodelled)\n"), "{report}");
    let report = with("any");
    for says in [
        "input get() = 7 ",
        "native replay: the program",
        "`get`, which has no body, gives any value of its type",
        "`log_it`, which has no body, changes nothing",
    ] {
        assert!(report.contains(says), "{says}\n{report}");
    }
    assert!(report.ends_with("VERDICT: UNSAFE(unreach-call)\n"), "{report}");
    let report = with("stop");
    assert!(report.contains("executions end, without an error, where they call `get`"), "{report}");
    assert!(report.ends_with("VERDICT: SAFE\n"), "{report}");
}

/// C on standard input finds the headers of the folder where the command is typed, and C under other names is taken for it if that is said.
#[test]
fn c_comes_from_standard_input_and_under_any_name() {
    let program = "#include \"own.h\"\nint main(void) { if (N == 3) reach_error(); }\n";
    let (folder, [_, file]) = with_files([("own.h", "extern void reach_error(void);\n"), ("program.txt", program)]);
    for (name, number, expected) in [("-", 3, "VERDICT: UNSAFE(unreach-call)"), ("/dev/stdin", 4, "VERDICT: SAFE")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bitreach"));
        command.args(["check", "-p", "unreach-call", &format!("-DN={number}"), name]).current_dir(folder.path());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
        child.stdin.take().expect("a pipe").write_all(program.as_bytes()).expect("it is read");
        assert_eq!(verdict(&child.wait_with_output().expect("it ends")), expected);
    }
    assert!(refused(&[], &[&file], 2).contains("--language c"));
    let named = bitreach(&["check", "-p", "unreach-call", "--language", "c", "-DN=3", text(&file)]);
    assert_eq!(verdict(&named), "VERDICT: UNSAFE(unreach-call)");
}

/// The files of a project are compiled as it says, and linked.
#[test]
fn a_project_is_a_program() {
    let main =
        "extern void reach_error(void); extern int get(void); int main(void) { if (get() != EXPECTED) reach_error(); }";
    let (folder, [main, _]) = with_files([("main.c", main), ("get.c", "int get(void) { return GIVEN; }")]);
    let write = |given: u32| {
        let database = format!(
            r#"[{{"directory": "{0}", "file": "main.c", "command": "cc -DEXPECTED=2 -c main.c"}},
                {{"directory": "{0}", "file": "get.c", "arguments": ["cc", "-DGIVEN={given}", "-c", "get.c"]}}]"#,
            text(folder.path())
        );
        fs::write(folder.path().join("compile_commands.json"), database).expect("a temporary file");
    };
    let of_project = |more: &[&str]| {
        verdict(&bitreach(&[&["check", "-p", "unreach-call", "--project", text(folder.path())], more].concat()))
    };
    write(2);
    assert_eq!(of_project(&[]), "VERDICT: SAFE");
    assert_eq!(of_project(&[text(&main)]), "VERDICT: UNKNOWN(unmodelled)");
    write(3);
    assert_eq!(of_project(&[]), "VERDICT: UNSAFE(unreach-call)");
    assert!(refused(&["--project", text(folder.path())], &[Path::new("other.c")], 1)
        .contains("the project has no file `other.c`"));
}

/// What a project has a compiler do is done, or the file is not taken; and only for the files that are asked about.
#[test]
fn options_of_a_project_that_change_the_meaning_are_not_dropped() {
    let wide = "extern void reach_error(void); int main(void) { if (sizeof(L'a') != 4) reach_error(); }";
    let plain = "extern void reach_error(void); int main(void) { char c = -1; if (c < 0) reach_error(); }";
    let (folder, [_, plain]) = with_files([("wide.c", wide), ("plain.c", plain)]);
    let database = format!(
        r#"[{{"directory": "{0}", "file": "wide.c", "command": "cc -O2 -fshort-wchar -c wide.c"}},
            {{"directory": "{0}", "file": "plain.c", "command": "cc -O2 -fno-signed-char -fwrapv -c plain.c"}}]"#,
        text(folder.path())
    );
    fs::write(folder.path().join("compile_commands.json"), database).expect("a temporary file");
    let project = ["--project", text(folder.path())];
    let message = refused(&project, &[Path::new("wide.c")], 2);
    assert!(message.contains("wide.c: the project compiles it with an option that changes what it means"), "{message}");
    assert!(message.contains("-fshort-wchar"), "{message}");
    let output = bitreach(&[&["check", "-p", "unreach-call", text(&plain)][..], &project].concat());
    assert_eq!(verdict(&output), "VERDICT: SAFE");
}

/// Macros that tell of optimisation and of the processor are those of the project, and not of how it is compiled here.
#[test]
fn macros_are_those_of_a_project() {
    let source = "extern void reach_error(void);\nint main(void) {\n#if HERE\n  reach_error();\n#endif\n}\n";
    let (folder, [file, _]) = with_files([("main.c", source), ("other.c", "")]);
    let asked = |options: &str, here: &str| {
        let command = format!("gcc {options} '-DHERE={here}' -c main.c");
        let entry =
            format!(r#"[{{"directory": "{}", "file": "main.c", "command": "{command}"}}]"#, text(folder.path()));
        fs::write(folder.path().join("compile_commands.json"), entry).expect("a temporary file");
        verdict(&bitreach(&["check", "-p", "unreach-call", text(&file), "--project", text(folder.path())]))
    };
    for (options, here) in [
        ("-O2", "__OPTIMIZE__ && !defined __NO_INLINE__"),
        ("-O2 -O0", "!defined __OPTIMIZE__ && __NO_INLINE__"),
        ("-Os -fPIC", "__OPTIMIZE_SIZE__ && __PIC__ == 2 && !defined __PIE__"),
        ("-fstack-protector-strong -fcf-protection", "__SSP_STRONG__ && __CET__ == 3"),
        ("-mcmodel=kernel", "__code_model_kernel__"),
        ("-m32", "!defined __SSE2__ && !defined __SSE__ && !defined __MMX__ && !defined __SSE2_MATH__"),
        ("-m32 -march=pentium3", "__SSE__ && !defined __SSE2__"),
        ("-m32 -msse2", "__SSE2__"),
        ("-isystem-after d -DAFTER", "AFTER"),
        ("-D_FORTIFY_SOURCE=2 -O2", "defined _FORTIFY_SOURCE"),
    ] {
        assert_eq!(asked(options, here), "VERDICT: UNSAFE(unreach-call)", "{options}");
        assert_eq!(asked(options, &format!("!({here})")), "VERDICT: SAFE", "{options}");
    }
}

/// Headers of the C library are others where a program is optimised and fortified: what is read of it stays the same.
#[test]
fn optimised_programs_are_read() {
    let source = "#include <ctype.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
                  extern void reach_error(void);\nint main(void) {\n  char a[8], b[8];\n  strcpy(a, \"hello\");\n  \
                  memcpy(b, a, sizeof a);\n  snprintf(a, sizeof a, \"%d\", 7);\n  int c = getchar();\n  \
                  if (strlen(b) != 5 || c < -1 || atoi(\"12\") != 12) reach_error();\n  \
                  if (toupper(b[0]) != 'H' || c == 'A' && tolower(c) != 'a') reach_error();\n}\n";
    let (folder, [file, _]) = with_files([("main.c", source), ("other.c", "")]);
    let command = "gcc -g -O2 -ffile-prefix-map=/x=. -fstack-protector-strong -Wp,-D_FORTIFY_SOURCE=2 -c main.c";
    let entry = format!(r#"[{{"directory": "{}", "file": "main.c", "command": "{command}"}}]"#, text(folder.path()));
    fs::write(folder.path().join("compile_commands.json"), entry).expect("a temporary file");
    let output = bitreach(&["check", "-p", "unreach-call", text(&file), "--project", text(folder.path())]);
    assert_eq!(verdict(&output), "VERDICT: SAFE");
}

/// A file with two commands means one thing, or is not taken.
#[test]
fn files_that_a_project_compiles_twice_are_the_same() {
    let source = "extern void reach_error(void); int main(void) { if (X != 1) reach_error(); }";
    let (folder, [file, _]) = with_files([("main.c", source), ("other.c", "")]);
    let project = ["--project", text(folder.path())];
    let write = |second: &str| {
        let entry = |command: &str| {
            format!(r#"{{"directory": "{}", "file": "main.c", "command": "{command} -c main.c"}}"#, text(folder.path()))
        };
        let entries = format!("[{}, {}]", entry("cc -O2 -DX=1"), entry(second));
        fs::write(folder.path().join("compile_commands.json"), entries).expect("a temporary file");
    };
    write("cc -DX=1 -g -O3 -o other.o");
    let output = bitreach(&[&["check", "-p", "unreach-call", text(&file)][..], &project].concat());
    assert_eq!(verdict(&output), "VERDICT: SAFE");
    for second in ["cc -O2 -DX=2", "cc -O2 -DX=1 -fshort-wchar"] {
        write(second);
        let message = refused(&project, &[Path::new("main.c")], 2);
        assert!(message.contains("main.c: the project compiles it twice, with different options"), "{message}");
    }
}

/// A project that is compiled with `-m32` is asked about with 32 bits, one that is only so in part is asked back.
#[test]
fn a_project_says_how_wide_its_pointers_are() {
    let narrow = "extern void reach_error(void); int main(void) { if (sizeof(long) == 4) reach_error(); }";
    let (folder, [narrow, wide]) = with_files([("narrow.c", narrow), ("wide.c", "long wide;")]);
    let database = format!(
        r#"[{{"directory": "{0}", "file": "narrow.c", "command": "cc -O2 -m32 -c narrow.c"}},
            {{"directory": "{0}", "file": "wide.c", "command": "cc -O2 -c wide.c"}}]"#,
        text(folder.path())
    );
    fs::write(folder.path().join("compile_commands.json"), database).expect("a temporary file");
    let project = ["--project", text(folder.path())];
    let of = |more: &[&str]| {
        verdict(&bitreach(&[&["check", "-p", "unreach-call", text(&narrow)][..], &project, more].concat()))
    };
    assert_eq!(of(&[]), "VERDICT: UNSAFE(unreach-call)");
    assert_eq!(of(&["--data-model", "LP64"]), "VERDICT: SAFE");
    let message = refused(&project, &[narrow.as_path(), wide.as_path()], 2);
    assert!(message.contains("for 32 bits and some for 64"), "{message}");
}

/// The machine that a project is compiled for, what its processor has, and what only the preprocessor is told.
#[test]
fn a_project_says_for_which_machine_it_is_compiled() {
    let source =
        "extern void reach_error(void);\nint main(void) {\n#ifdef __AVX2__\n  if (A + B + C == 6) reach_error();\n\
                  #endif\n  if (sizeof(long) == 4) reach_error();\n}\n";
    let (folder, [file, _]) = with_files([("main.c", source), ("more.rsp", "-DC='3' -c\n")]);
    let of = |command: &str| {
        let entry =
            format!(r#"[{{"directory": "{}", "file": "main.c", "command": "{command}"}}]"#, text(folder.path()));
        fs::write(folder.path().join("compile_commands.json"), entry).expect("a temporary file");
    };
    let project = ["--project", text(folder.path())];
    let asked = || verdict(&bitreach(&[&["check", "-p", "unreach-call", text(&file)][..], &project].concat()));
    let wide = "gcc -DA=1 -Wp,-DB=2,-MD,x.d @more.rsp main.c";
    of(wide);
    assert_eq!(asked(), "VERDICT: SAFE");
    of(&format!("{wide} -march=haswell -mtune=native"));
    assert_eq!(asked(), "VERDICT: UNSAFE(unreach-call)");
    of(&format!("{wide} -mavx2 -Xpreprocessor -UA -Xpreprocessor -DA=9"));
    assert_eq!(asked(), "VERDICT: SAFE");
    for machine in ["clang --target=i686-linux-gnu", "clang -target i386-pc-linux-gnu", "i686-linux-gnu-gcc-12"] {
        of(&format!("{machine} -c main.c"));
        assert_eq!(asked(), "VERDICT: UNSAFE(unreach-call)", "{machine}");
    }
    for (command, says) in [
        ("clang --target=aarch64-linux-gnu", "main.c: the project compiles it for a machine that is not followed"),
        ("arm-none-eabi-gcc", "under Linux): arm-none-eabi-gcc"),
        ("g++", "the project compiles it as something else than C"),
        ("cmake -E env CCACHE_X=1 ccache arm-none-eabi-gcc", "under Linux): arm-none-eabi-gcc"),
        ("iccarm", "main.c: the project compiles it with a compiler that is not known (cc, gcc and clang are): iccarm"),
        ("gcc -fno-such", "with an option that is not known, and may change what it means: -fno-such"),
        ("clang -Xclang -fwchar-type=short", "not known, and may change what it means: -Xclang -fwchar-type=short"),
        ("gcc -mabi=ms", "is not followed: -mabi=ms"),
        ("gcc @none.rsp", "with arguments from a file that cannot be read: @none.rsp: No such file"),
    ] {
        of(&format!("{command} -c main.c"));
        let message = refused(&project, &[Path::new("main.c")], 2);
        assert!(message.contains(says) && message.lines().count() == 1, "{command}: {message}");
    }
    // Without these instructions, numbers with fractions are computed in wider registers.
    let floats = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
                  double x = __VERIFIER_nondet_int() & 1;\n  if (x * 0.1 > 1) reach_error();\n}\n";
    fs::write(folder.path().join("main.c"), floats).expect("a temporary file");
    of("gcc -c main.c");
    assert_eq!(asked(), "VERDICT: SAFE");
    of("gcc -mno-sse -c main.c");
    assert_eq!(asked(), "VERDICT: UNKNOWN(unmodelled)");
    of("gcc -m32 -mno-sse -c main.c");
    assert_eq!(asked(), "VERDICT: UNKNOWN(unmodelled)");
    // A processor that can multiply and add at once rounds once.
    let fused = "extern void reach_error(void);\nextern double __VERIFIER_nondet_double(void);\nint main(void) {\n  \
                 double x = __VERIFIER_nondet_double();\n  if (x > 0.1 && x < 0.2 && x * x - x * x != 0) reach_error();\n}\n";
    fs::write(folder.path().join("main.c"), fused).expect("a temporary file");
    for (options, expected) in [
        ("", "VERDICT: SAFE"),
        ("-march=haswell", "VERDICT: UNKNOWN(unmodelled)"),
        ("-mfma", "VERDICT: UNKNOWN(unmodelled)"),
        ("-march=haswell -ffp-contract=off", "VERDICT: SAFE"),
    ] {
        of(&format!("gcc {options} -c main.c"));
        assert_eq!(asked(), expected, "{options}");
    }
    // So may one function.
    let one = fused.replace("int main(void) {", "__attribute__((target(\"fma\"))) static int is_odd(void) {");
    let one = one.replace(") reach_error();", "); return 0;").replace("if (x > 0.1", "return (x > 0.1");
    fs::write(folder.path().join("main.c"), one + "int main(void) { if (is_odd()) reach_error(); }\n")
        .expect("a temporary file");
    of("gcc -c main.c");
    assert_eq!(asked(), "VERDICT: UNKNOWN(unmodelled)");
    // Where arithmetic overflows, anything may follow, or the program ends, or it wraps.
    let wraps = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
                 int x = __VERIFIER_nondet_int();\n  if (x + 1 < x) reach_error();\n}\n";
    fs::write(folder.path().join("main.c"), wraps).expect("a temporary file");
    for (options, expected) in [
        ("", "VERDICT: UNKNOWN(unmodelled)"),
        ("-fwrapv", "VERDICT: UNSAFE(unreach-call)"),
        ("-O2 -fno-strict-overflow", "VERDICT: UNSAFE(unreach-call)"),
        ("-fwrapv -fno-wrapv", "VERDICT: UNKNOWN(unmodelled)"),
        ("-ftrapv", "VERDICT: SAFE"),
    ] {
        of(&format!("gcc {options} -c main.c"));
        assert_eq!(asked(), expected, "{options}");
    }
    let report = stdout(&bitreach(&[&["check", "-v", "-p", "unreach-call", text(&file)][..], &project].concat()));
    assert!(report.contains("signed arithmetic that overflows ends the program"), "{report}");
    // What clang computes itself is taken alike.
    fs::write(folder.path().join("main.c"), wraps.replace("x + 1 < x", "2147483647 + 1 < 0"))
        .expect("a temporary file");
    for (options, expected) in [("", "VERDICT: UNKNOWN(unmodelled)"), ("-fwrapv", "VERDICT: UNSAFE(unreach-call)")] {
        of(&format!("gcc {options} -c main.c"));
        assert_eq!(asked(), expected, "{options}");
    }
    // A processor that clang does not know.
    of("gcc -march=none -c main.c");
    let message = refused(&project, &[Path::new("main.c")], 2);
    assert!(message.contains("does not compile") && message.contains("none"), "{message}");
}
