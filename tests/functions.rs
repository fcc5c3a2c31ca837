//! `bitreach check --function` and `--all-functions`: functions with known answers, for any arguments and with assumptions; static
//! ones, globals, lists, aliasing; what is printed; what is refused.

use crate::common::{bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// Functions whose error needs what a reader of the text alone would not think of, each in a file of its own.
const HIDDEN: [(&str, &str, &str); 24] = [
    // Only the assumption names the global.
    ("static int limit = 3; int f(int n) { return 10 / (n - 5); }", "n < limit", "UNSAFE"),
    ("static int limit = 3; int f(int n) { return 10 / (n - 5); }", "n < limit && limit < 5", "SAFE"),
    ("static int *lim; int f(int n) { return 10 / (n - 5); }", "lim && n < *lim", "UNSAFE"),
    // Types of the same name within functions.
    ("typedef int T; void o(void) { typedef _Bool T; T x = 1; (void)x; } int f(T x) { return 10 / (x != 5); }", "", "UNSAFE"),
    ("struct s { int v; }; void o(void) { struct s { _Bool v; }; } int f(struct s x) { return 10 / (x.v != 5); }", "", "UNSAFE"),
    ("typedef int T; T g = 1; void o(void) { typedef const int T; } int f(void) { return 10 / g; }", "", "UNSAFE"),
    // One type under two names.
    ("typedef int I; int f(int *a, I *b) { return 10 / (a == 0 || a != b); }", "", "UNSAFE"),
    ("struct n { int v; }; typedef struct n N; int f(struct n *a, N *b) { return 10 / (!a || a != b); }", "", "UNSAFE"),
    ("struct restricted { int v; }; int f(struct restricted *a, struct restricted *b) { return 10 / (!a || a != b); }", "", "UNSAFE"),
    ("int f(int *restrict *a, int *restrict *b) { return 10 / (a == 0 || a != b); }", "", "UNSAFE"),
    ("typedef int R[4]; int f(R *p, int (*q)[4]) { return 10 / (p == 0 || p != q); }", "", "UNSAFE"),
    ("typedef int *restrict R; int f(R p, R q) { if (!p || !q) return 0; *p = 1; *q = 0; return 10 / *p; }", "", "SAFE"),
    ("int f(int *const restrict p, int *q) { if (!p || !q) return 0; *p = 1; *q = 0; return 10 / *p; }", "", "SAFE"),
    // Either argument may point into the other one's array.
    ("int f(int *a, int *b) { *a = 5; b[0] = 1; b[1] = 0; return 10 / *a; }", "a && elements(b) >= 2", "UNSAFE"),
    // Macros of the file.
    ("int f(int n) { return 10 / n; }\nint chk(int n) { return n; }\n#define f(x) chk(x)", "", "UNSAFE"),
    ("int f(int n) { if (n < 1) return 0; return 10 / (n - 5); }\n#define if(x) if (0)\n#define sizeof(x) 16", "", "UNSAFE"),
    ("int f(unsigned n) { return 10 / (n < 2147483648u || n > 3000000000u); }\n#define unsigned signed", "", "UNSAFE"),
    ("#include <stdbool.h>\n#define MOST 4\nint f(bool b, int n) { return 10 / (5 - n); }", "b && n <= MOST", "SAFE"),
    // Second names.
    ("int g = 1; extern int h __attribute__((alias(\"g\"))); int f(void) { return 10 / h; }", "", "UNSAFE"),
    ("static int g = 1; int real(void) { return 10 / g; }\n#pragma redefine_extname h real\nint h(void); int f(void) { return h(); }", "", "UNSAFE"),
    // Texts of assumptions are taken as they are.
    ("int f(char c) { return 10 / (c != '\t'); }", "c == '\t'", "UNSAFE"),
    ("int f(int *p) { return 10 / (p != 0); }", "\"elements(p)\"[0] == 'e' && elements( p ) == 0", "UNSAFE"),
    ("int f(char c) { return 10 / (c != 'b'); }", "c == \"a  b\"[3]", "UNSAFE"),
    ("int f(int a, int b) { return 10 / (a - b); }", "a\n  < b", "SAFE"),
];

/// A file of functions, each with an error that some arguments come to.
const FUNCTIONS: &str = "\
#include <stddef.h>
#define SIZE 4
struct node { int value; struct node *next; };
static int table[SIZE], total;
static _Bool flag;
static int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s ^= p[i]; return s; }
int sum_and_one(const int *p, int n) { int s = 0; for (int i = 0; i <= n; i++) s ^= p[i]; return s; }
int first(int *p) { return *p; }
int before(int *p) { return p[-1]; }
int add(int a, int b) { return a + b; }
int second(struct node *list) { return list->next->value; }
int length(struct node *list) { int n = 0; for (; list && n < 4; list = list->next) n++; return 10 / (2 - n); }
static int at(unsigned index) { return table[index]; }
void count(void) { total++; }
int divide(void) { return 10 / (flag < 2); }
int same(int *a, int *b) { return 10 / (a == 0 || a != b); }
int inside(int *a, int *b) { return 10 / (a == 0 || b != a + 1); }
int apart(int *restrict a, int *restrict b) { return 10 / (a == 0 || a != b); }
void twice(char *p, char *q) { *p = 1; }
int through(int (*f)(int)) { return f == 0; }
int main(int argc, char **argv) { return 0; }
";

fn file(content: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("functions.c");
    fs::write(&path, content).unwrap();
    (folder, path)
}

#[test]
fn what_a_reader_could_forget_is_thought_of() {
    for (text_of_file, assumed, expected) in HIDDEN {
        let (_folder, path) = file(text_of_file);
        let mut arguments = vec!["check", text(&path), "--function", "f", "-p", "no-division-by-zero"];
        if !assumed.is_empty() {
            arguments.extend(["--assume", assumed]);
        }
        let output = bitreach(&arguments);
        let verdict = verdict(&output);
        let word = verdict.trim_start_matches("VERDICT: ").split('(').next();
        assert_eq!(word, Some(expected), "{text_of_file} {assumed}: {} {}", stdout(&output), stderr(&output));
    }
}

/// What constant pointers point to and has no name is not any value, which is said.
#[test]
fn unnamed_objects_are_an_assumption() {
    let (_folder, path) = file("static int *const p = (int[]){1, 2}; int f(void) { return 10 / p[0]; }");
    let output = bitreach(&["check", text(&path), "--function", "f", "-p", "no-division-by-zero"]);
    assert_eq!(verdict(&output), "VERDICT: SAFE");
    assert!(
        stdout(&output).contains("what `p` points to and has no name holds its first value"),
        "{}",
        stdout(&output)
    );
}

/// Inputs that were recorded of a function are certified for it, with the same assumptions, and for nothing else.
#[test]
fn recorded_inputs_of_a_function_are_certified() {
    let (folder, path) = file("int f(unsigned n, int *p) { return n > 4711 && p ? 10 / (*p != 7 || n != 4712) : 0; }");
    let evidence = folder.path().join("f.evidence");
    let asked = ["--function", "f", "--assume", "n < 5000"];
    let found =
        ["-p", "no-division-by-zero", "--engine", "concrete", "--timeout", "300", "--evidence", text(&evidence)];
    let output = bitreach(&[&["check", text(&path)], &asked[..], &found[..]].concat());
    assert_eq!(verdict(&output), "VERDICT: UNSAFE(no-division-by-zero)", "{}", stdout(&output));
    let certify = |asked: &[&str]| bitreach(&[&["certify", text(&path), text(&evidence)], asked].concat());
    let output = certify(&asked);
    assert_eq!((verdict(&output).as_str(), output.status.code()), ("VERDICT: UNSAFE(no-division-by-zero)", Some(10)));
    assert_eq!(certify(&["--function", "f", "--assume", "n < 4000"]).status.code(), Some(4));
    assert_eq!(certify(&["--function", "g"]).status.code(), Some(1));
    assert!(stderr(&certify(&[])).contains("main"), "{}", stderr(&certify(&[])));
}

#[test]
fn assumptions_decide_between_safe_and_unsafe() {
    let (_folder, path) = file(FUNCTIONS);
    let (deref, overflow, division) = ("valid-deref", "no-overflow", "no-division-by-zero");
    for (function, property, assumed, is_safe) in [
        ("sum", deref, "", false),
        ("sum", deref, "p != NULL && n <= (int)elements(p)", true),
        ("sum_and_one", deref, "p != NULL && n <= (int)elements(p)", false),
        ("sum_and_one", deref, "p != NULL && n < (int)elements(p)", true),
        ("first", deref, "", false),
        ("first", deref, "p != NULL", true),
        ("before", deref, "p != NULL", false),
        ("add", overflow, "", false),
        ("add", overflow, "a < 100 && b < 100 && a > -100 && b > -100", true),
        ("second", deref, "list != NULL", false),
        ("second", deref, "list && list->next", true),
        ("length", division, "", false),
        ("length", division, "list == 0 || list->next == 0 || list->next->next != 0", true),
        ("at", deref, "", false),
        ("at", deref, "index < SIZE", true),
        ("count", overflow, "", false),
        ("count", overflow, "total < 7", true),
        ("divide", division, "", true),
        ("same", division, "", false),
        ("same", division, "a != b", true),
        ("inside", division, "", false),
        ("apart", division, "", true),
        ("through", division, "", true),
    ] {
        let mut arguments = vec!["check", text(&path), "--function", function, "-p", property];
        if !assumed.is_empty() {
            arguments.extend(["--assume", assumed]);
        }
        let output = bitreach(&arguments);
        let expected = if is_safe { "VERDICT: SAFE".to_owned() } else { format!("VERDICT: UNSAFE({property})") };
        assert_eq!(verdict(&output), expected, "{function} {assumed}: {}", stderr(&output));
        assert_eq!(output.status.code(), Some(if is_safe { 0 } else { 10 }));
        assert!(stdout(&output).contains(&format!("function    {function}\n")));
    }
}

/// That nothing satisfies an assumption is said, and not that it was left to a search.
#[test]
fn a_contradiction_is_told() {
    let (_folder, path) = file("#include <assert.h>\nint f(int n) { assert(n != 5); return n; }\n");
    let told = "Nothing was checked: no arguments and globals satisfy all that --assume says.";
    const ASSUMED: [(&[&str], bool); 4] =
        [(&["n > 3 && n < 2"], true), (&["n > 3", "n < 3"], true), (&["n > 5"], false), (&[], false)];
    for (assumed, is_told) in ASSUMED {
        let assume = assumed.iter().flat_map(|one| ["--assume", *one]);
        let arguments: Vec<&str> = ["check", text(&path), "--function", "f"].into_iter().chain(assume).collect();
        let output = bitreach(&arguments);
        let expected = if assumed.is_empty() { "VERDICT: UNSAFE(assert)" } else { "VERDICT: SAFE" };
        assert_eq!(verdict(&output), expected, "{assumed:?}: {}", stderr(&output));
        assert_eq!(stdout(&output).contains(told), is_told, "{assumed:?}: {}", stdout(&output));
    }
}

#[test]
fn arguments_are_shown_and_played_back_natively() {
    let (_folder, path) = file(FUNCTIONS);
    let assumed = "a == 2147483647 && b == 1";
    let output = bitreach(&["check", text(&path), "--function", "add", "-p", "no-overflow", "--assume", assumed]);
    let report = stdout(&output);
    assert!(report.contains("  add(a = 2147483647, b = 1)\n"), "{report}");
    assert!(report.contains("ran on the same inputs and ended in the same error"), "{report}");
    assert!(report.contains(&format!("of the arguments and globals: {assumed} (--assume)")), "{report}");
}

#[test]
fn all_functions_have_a_line_each_and_one_verdict() {
    let program = "void reach_error(void) { }\nstatic int one(int a) { return a / 2; }\nint print(const char *f, ...) { return 0; }\n\
        int main(int argc, char **argv) { return one(argc); }\n";
    let (_folder, path) = file(program);
    let output = bitreach(&["check", text(&path), "--all-functions", "-p", "no-overflow"]);
    let report = stdout(&output);
    let end =
        "FUNCTION one: SAFE\nFUNCTION print: UNKNOWN(arguments)\nFUNCTION main: SAFE\n\nVERDICT: UNKNOWN(arguments)\n";
    assert!(report.ends_with(end), "{report}");
    assert_eq!(output.status.code(), Some(20));
    let output = bitreach(&["check", text(&path), "--all-functions", "-p", "no-overflow", "--json", "-"]);
    let report = stdout(&output);
    let (json, _) = report.rsplit_once("VERDICT: ").unwrap();
    let json: serde_json::Value = serde_json::from_str(json).unwrap();
    let names: Vec<_> = json["functions"].as_array().unwrap().iter().map(|row| row["function"].clone()).collect();
    assert_eq!(names, ["one", "print", "main"]);
    assert_eq!(json["functions"][0]["properties"][0]["report"]["function"], "one");
}

#[test]
fn a_function_can_be_in_one_of_several_files_and_preprocessed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.c"), "#include \"a.h\"\nint main(void) { return get(); }\n").unwrap();
    fs::write(path("a.h"), "#define MOST 9\nint get(void);\n").unwrap();
    fs::write(path("b.c"), "#include \"a.h\"\nstatic int level;\nint get(void) { return 10 / (level - MOST); }\n")
        .unwrap();
    fs::write(path("c.i"), "# 1 \"c.c\"\nint level;\nint get(void) { return 10 / level; }\n").unwrap();
    let (a, b, c) = (path("a.c"), path("b.c"), path("c.i"));
    let check = |rest: &[&str]| {
        verdict(&bitreach(&[&["check", "--function", "get", "-p", "no-division-by-zero"], rest].concat()))
    };
    assert_eq!(check(&[text(&a), text(&b)]), "VERDICT: UNSAFE(no-division-by-zero)");
    assert_eq!(check(&[text(&a), text(&b), "--assume", "level < MOST"]), "VERDICT: SAFE");
    assert_eq!(check(&[text(&c)]), "VERDICT: UNSAFE(no-division-by-zero)");
    assert_eq!(check(&[text(&c), "--assume", "level != 0"]), "VERDICT: SAFE");
}

#[test]
fn what_cannot_be_asked_is_told_in_one_message() {
    let (_folder, path) = file(&format!(
        "{FUNCTIONS}\nint print(const char *f, ...) {{ return 0; }}\nint opaque(struct other *p) {{ return 0; }}\n\
         #define TICK total++\nint list(__builtin_va_list l) {{ return 0; }}\n"
    ));
    for (arguments, message) in [
        (&["--function", "ad"][..], "there is no function `ad` with a body in functions.c; the nearest are `add`, "),
        (&["--function", "print"], "`print` cannot be called with any arguments: takes any number of arguments"),
        (&["--function", "opaque"], "its parameter `p` points to `struct other`, whose members are not declared"),
        (&["--function", "list"], "`list` cannot be called with any arguments: "),
        (&["--function", "add", "--assume", "a <"], "--assume 'a <': is no expression of C"),
        (&["--function", "add", "--assume", "a = 1"], "--assume 'a = 1': calls a function, assigns, or is no single"),
        (&["--function", "add", "--assume", "first(&a)"], "calls a function"),
        (&["--function", "add", "--assume", "1) || (1"], "--assume '1) || (1': "),
        (&["--function", "add", "--assume", "b", "--assume", "c"], "--assume 'c': use of undeclared identifier 'c'"),
        (&["--function", "add", "--assume", "TICK"], "--assume 'TICK': "),
        (&["--function", "add", "-p", "valid-memtrack"], "valid-memtrack is a question about whole programs"),
        (&["--function", "add", "--witness", "w.yml"], "--witness is for whole programs"),
        (&["--all-functions", "--evidence", "e"], "--evidence is for one function"),
        (&["--assume", "a"], "--function <NAME>"),
    ] {
        let folder = path.parent().unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_bitreach"))
            .args([&["check", "functions.c"], arguments].concat())
            .current_dir(folder)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
        assert!(!stdout(&output).contains("VERDICT"), "{arguments:?}");
    }
}

/// A file without a function that can be asked about says so, also where its only one is the error function that is asked about.
#[test]
fn a_file_without_functions_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [("nothing.c", "int x;\n"), ("error.c", "void my_error(void) {}\n")] {
        let file = folder.path().join(name);
        std::fs::write(&file, content).unwrap();
        let output = bitreach(&["check", text(&file), "--all-functions", "-p", "unreach-call(my_error)"]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stdout(&output));
        assert!(
            stderr(&output).contains(&format!("{name}: has no function with a body")),
            "{name}: {}",
            stderr(&output)
        );
        assert_eq!(stdout(&output), "", "{name}");
    }
}
