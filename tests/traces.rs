//! What traces tell: calls with what they are passed and return, functions of the C library as one line, arguments of functions by
//! themselves, and nothing of ours. The programs have one execution each, so that each trace is known.

use crate::common::{bitreach, stderr, stdout, text, verdict};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// What `check` prints about a program between the title of the trace and the evidence, and the JSON form.
fn trace(program: &str, arguments: &[&str]) -> (String, Value) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (file, json) = (folder.path().join("a.c"), folder.path().join("a.json"));
    fs::write(&file, program).expect("it can be written");
    let output = bitreach(&[&["check", "--verbose", "--json", text(&json)], arguments, &[text(&file)]].concat());
    assert!(verdict(&output).starts_with("VERDICT: UNSAFE"), "{}{}", stdout(&output), stderr(&output));
    let report = stdout(&output).replace(text(&file), "a.c");
    let path = report.split_once("how the error is reached").and_then(|(_, rest)| rest.split_once(")\n"));
    let path = path.and_then(|(_, rest)| rest.split_once("\n\nevidence")).map(|(path, _)| path.to_owned());
    let json = fs::read_to_string(Path::new(&json)).expect("it is there");
    (path.unwrap_or_else(|| panic!("there is no path: {report}")), serde_json::from_str(&json).expect("it is JSON"))
}

/// The lines that begin at a place, each without the white space around it.
fn events(path: &str) -> Vec<&str> {
    path.lines().map(str::trim).collect()
}

#[test]
fn functions_of_the_library_are_one_line() {
    let (path, json) = trace(
        "#include <assert.h>\n#include <string.h>\nstatic char name[8];\nint main(void) {\n  strcpy(name, \"abc\");\n  \
         int l = strlen(name);\n  char *copy = strdup(name);\n  assert(l + copy[0] == 0);\n}\n",
        &["-p", "assert"],
    );
    let expected = [
        "a.c:5  strcpy(name, \"abc\");",
        "strcpy(name, \"abc\") = name",
        "name = \"abc\"",
        "a.c:6  int l = strlen(name);",
        "strlen(name) = 3",
        "l = 3 (0x00000003)",
        "a.c:7  char *copy = strdup(name);",
        "strdup(name) = copy#1",
        "copy#1 = \"abc\"",
        "copy = copy#1",
        "a.c:8  assert(l + copy[0] == 0);",
        "a.c:8  <- assertion fails: l + copy[0] == 0",
    ];
    // A zero that is there already changes nothing, and is said of strings all the same where the path has seen it; as one of the characters
    // where it is written anew.
    let path = path.replace("name[0..2] = \"abc\"", "name = \"abc\"");
    let path = path.replace("name[0..3] = \"abc\\000\"", "name = \"abc\"");
    assert_eq!(events(&path), expected, "{path}");
    let call = &json["path"]["lines"][1]["call"];
    assert_eq!((&call["function"], &call["is_library"]), (&"strlen".into(), &true.into()), "{json}");
    assert_eq!((&call["arguments"][0]["shown"], &call["result"]["decimal"]), (&"name".into(), &"3".into()));
}

/// Passes make numbers of such arrays and structures.
#[test]
fn stores_to_small_arrays_and_structures_are_told() {
    let (path, _) = trace(
        "#include <assert.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\nstruct pair { int x; char c; };\n\
         int main(void) {\n  int a[4] = {1, 2, 3, 4};\n  int x = __VERIFIER_nondet_int();\n  a[2] = x;\n  struct pair p = {5, 'c'}, q;\n  \
         q = p;\n  q.x = a[2];\n  char b[8];\n  memset(b, 0, 8);\n  assert(q.x + b[1] != 7);\n}\n",
        &["-p", "assert"],
    );
    let told = [
        "a.c:6   int a[4] = {1, 2, 3, 4};",
        "a = {1, 2, 3, 4}",
        "a.c:8   a[2] = x;",
        "a[2] = 7 (0x00000007)",
        "p.x = 5 (0x00000005)",
        "p.c = 99 (0x63)",
        "q.x = 5 (0x00000005)",
        "q.c = 99 (0x63)",
        "a.c:11  q.x = a[2];",
        "q.x = 7 (0x00000007)",
    ];
    let mut events = events(&path).into_iter();
    assert!(told.iter().all(|line| events.any(|event| event == *line)), "{path}");
}

/// What is no number, members of unions and bit-fields: the program with all its lines is still the one that is told, and nothing wrong is.
#[test]
fn stores_that_cannot_be_told_stay_untold() {
    let (path, json) = trace(
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nstruct s { float f; unsigned b : 3, c : 5; int x; };\n\
         union u { int *p; long x; };\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  struct s l;\n  float z = n - n;\n  \
         l.f = z / z;\n  l.b = 5;\n  l.c = 1;\n  l.x = n;\n  union u w;\n  w.x = n;\n  struct s m = l;\n  \
         assert(m.x + w.x != 14 || m.c != 1);\n}\n",
        &["-p", "assert"],
    );
    let replayed = json["evidence"].as_array().expect("there is evidence");
    let replayed =
        replayed.iter().any(|line| line.as_str().is_some_and(|line| line.contains("and the unoptimised one")));
    assert!(replayed, "{json}");
    let events = events(&path);
    assert!(events.contains(&"m.x = 7 (0x00000007)"), "{path}");
    assert!(
        !events.iter().any(|line| ["l.b = ", "m.b = ", "w.p = "].iter().any(|part| line.starts_with(part))),
        "{path}"
    );
}

/// A string has the letter in front that its characters have in the program.
#[test]
fn strings_of_wide_characters_are_told_as_such() {
    let (path, _) = trace(
        "#include <assert.h>\n#include <wchar.h>\nint main(void) {\n  wchar_t name[8] = {0};\n  wcscpy(name, L\"a\\u00e4b\");\n  \
         assert(name[1] == 0);\n}\n",
        &["-p", "assert"],
    );
    assert!(path.contains("wcscpy(name, L\"aäb\") = name"), "{path}");
}

/// What the library allocates is called after what the program keeps it in, or else after the function.
#[test]
fn objects_of_the_library_have_no_names_of_ours() {
    let (path, _) = trace(
        "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\nstruct s { char *word; };\nint main(void) {\n  \
         struct s *s = malloc(sizeof *s);\n  if (!s)\n    return 0;\n  s->word = strdup(\"a\");\n  \
         assert(!s->word || !realloc(s->word, 4));\n}\n",
        &["-p", "assert"],
    );
    for line in ["strdup(\"a\") = word#1", "s#1->word = word#1", "realloc(word#1, 4) = realloc#1"] {
        assert!(events(&path).contains(&line), "{path}");
    }
}

/// The start of an array has its name, be it a variable or a member.
#[test]
fn arrays_that_are_passed_have_their_names() {
    let (path, _) = trace(
        "#include <assert.h>\n#include <string.h>\nstruct pair {\n  int id;\n  char name[4];\n};\nint main(void) {\n  \
         struct pair one = {1, \"abc\"};\n  struct pair *p = &one;\n  char name[8] = {0};\n  \
         strcpy(name, \"abc\");\n  assert(strlen(p->name) == 2);\n}\n",
        &["-p", "assert"],
    );
    for told in ["strlen(one.name) = 3", "strcpy(name, \"abc\") = name", "name = \"abc\""] {
        assert!(events(&path).contains(&told), "{told}: {path}");
    }
}

#[test]
fn errors_in_the_library_are_those_of_the_call() {
    let program = "#include <string.h>\nint main(void) {\n  char b[4];\n  char *s = b;\n  strcpy(s, \"abcdef\");\n}\n";
    let (path, json) = trace(program, &["-p", "valid-deref"]);
    assert!(path.ends_with("a.c:5  <- access out of bounds, in strcpy(b, \"abcdef\")"), "{path}");
    assert!(!path.contains("string.h"), "{path}");
    assert_eq!((&json["path"]["place"]["line"], &json["path"]["kind"]), (&5.into(), &"out-of-bounds".into()));
    assert!(
        json["summary"].as_str().is_some_and(|words| words.ends_with("access out of bounds, in strcpy.")),
        "{json}"
    );
    let program = "#include <string.h>\n#include <stddef.h>\nint main(void) { return strlen(NULL); }\n";
    let (path, _) = trace(program, &["-p", "valid-deref"]);
    assert!(path.ends_with("a.c:3  <- null pointer dereference, in strlen(NULL)"), "{path}");
}

#[test]
fn calls_say_what_is_passed_and_returned() {
    let (path, json) = trace(
        "#include <assert.h>\nstatic int add(int n, int k) {\n  int s = n + k;\n  return s;\n}\nstatic void set(int *x) {\n  \
         *x = 7;\n}\nint main(void) {\n  int n = 6, s = 1;\n  s = add(n - 1, 4);\n  {\n    int n = 2;\n    n++;\n  }\n  \
         set(&n);\n  assert(s == n);\n}\n",
        &["-p", "assert"],
    );
    let expected = [
        "a.c:10  int n = 6, s = 1;",
        "n = 6 (0x00000006)",
        "s = 1 (0x00000001)",
        "a.c:11  s = add(n - 1, 4);",
        "add(n = 5, k = 4)",
        "a.c:3     int s = n + k;",
        "s = 9 (0x00000009)",
        "a.c:4     return s;",
        "add returns 9",
        "a.c:11  s = add(n - 1, 4);",
        "s = 9 (0x00000009)",
        "a.c:13  int n = 2;",
        "n (of line 13) = 2 (0x00000002)",
        "a.c:14  n++;",
        "n (of line 13) = 3 (0x00000003)",
        "a.c:16  set(&n);",
        "set(x = &n)",
        "a.c:7     *x = 7;",
        "n (of main) = 7 (0x00000007)",
        "a.c:17  assert(s == n);",
        "a.c:17  <- assertion fails: s == n",
    ];
    assert_eq!(events(&path), expected, "{path}");
    let lines = json["path"]["lines"].as_array().expect("there are lines");
    assert_eq!(lines[3]["returns"]["decimal"], "9", "{json}");
    let of_main = lines.iter().filter(|line| line["assignments"][0]["function"] == "main").count();
    assert_eq!(of_main, 1, "{json}");
}

#[test]
fn recursion_is_told_call_by_call() {
    let program = "#include <assert.h>\nstatic int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }\n\
                   int main(void) { assert(fact(3) == 7); }\n";
    let (path, _) = trace(program, &["-p", "assert"]);
    let told =
        |word: &str| path.lines().filter(|line| line.trim().starts_with(word)).map(str::trim).collect::<Vec<_>>();
    assert_eq!(told("fact("), ["fact(n = 3)", "fact(n = 2)", "fact(n = 1)"], "{path}");
    assert_eq!(told("fact returns"), ["fact returns 1", "fact returns 2", "fact returns 6"], "{path}");
}

#[test]
fn what_the_library_calls_of_the_program_is_told() {
    let program = "#include <assert.h>\n#include <stdlib.h>\nstatic int order(const void *a, const void *b) {\n  \
                   return *(const int *)a - *(const int *)b;\n}\nint main(void) {\n  int a[2] = {1, 4}, key = 4;\n  \
                   int *p = bsearch(&key, a, 2, sizeof a[0], order);\n  assert(p == a);\n}\n";
    let (path, _) = trace(program, &["-p", "assert"]);
    for told in ["bsearch(&key, a, 2, 4, &order) = &a[1]", "order(a = &key, b = a)", "order returns 3"] {
        assert!(events(&path).contains(&told), "{told}: {path}");
    }
    assert!(!path.contains("stdlib.h"), "{path}");
}

#[test]
fn functions_by_themselves_begin_with_their_arguments() {
    let program = "struct node { int value; struct node *next; };\nint count;\nint f(int *a, struct node *p, unsigned char c) {\n  \
                   return a && p && a[1] == 5 && c == 'x' && count == 3 && p->next ? p->next->next->value : 0;\n}\n";
    let arguments = ["--function", "f", "--assume", "elements(a) == 4", "-p", "valid-deref"];
    let (path, json) = trace(program, &arguments);
    for ours in ["bitreach_", "<argument", "<global", "<call", "main()", "--assume"] {
        assert!(!path.contains(ours) && !json["path"].to_string().contains(ours), "{ours}: {path} {}", json["path"]);
    }
    let told = events(&path);
    assert_eq!(told[1..3], ["input count = 3 (0x00000003)", "f(a = a#1, p = p#1, c = 120)"], "{path}");
    for event in [
        "a#1 = new object of 4 elements",
        "p#1 = new object",
        "p#1->next = p#2",
        "p#2->next = NULL",
        "a#1[1] = 5 (0x00000005)",
    ] {
        assert!(told.contains(&event), "{event}: {path}");
    }
}

#[test]
fn first_values_and_rows_are_told_once() {
    let program = "#include <assert.h>\nstatic void fill(int *a) {\n  for (int i = 0; i < 4; i++) a[i] = i + 5;\n}\n\
                   int main(void) {\n  int a[4];\n  fill(a);\n  assert(a[3] == 0);\n}\n";
    let (path, json) = trace(program, &["-p", "assert"]);
    assert_eq!(path.matches("uninitialised a").count(), 1, "{path}");
    assert!(events(&path).contains(&"a (of main) = {5, 6, 7, 8}"), "{path}");
    // For programs each element stays by itself.
    assert!(json["path"].to_string().contains("\"a[2]\""), "{json}");
}
