//! `bitreach inconsistent --whole-program` on programs of our own: each `NAME.c` of `tests/inconsistent/whole` has a twin
//! `NAME-fixed.c` that yields nothing. What is reported is kept beside the programs; `BITREACH_GOLDEN=write cargo test --test suite
//! whole::` writes it anew.

use crate::common::{self, bitreach, sarif, stderr, stdout};
use std::fs;
use std::path::{Path, PathBuf};

fn is_twin(file: &Path) -> bool {
    file.to_string_lossy().ends_with("-fixed.c")
}

fn report(arguments: &[&str]) -> (String, Option<i32>) {
    common::inconsistent(&[&["--whole-program"], arguments].concat())
}

fn findings(arguments: &[&str]) -> Vec<serde_json::Value> {
    common::findings(&[&["--whole-program"], arguments].concat())
}

#[test]
fn programs_come_out_right_and_their_twins_yield_nothing() {
    let files = common::programs("tests/inconsistent/whole");
    let (twins, defects): (Vec<PathBuf>, Vec<PathBuf>) = files.into_iter().partition(|file| is_twin(file));
    assert!(defects.len() >= 6, "{defects:?}");
    for file in &defects {
        let name = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("it is in the repository");
        let (text, code) = report(&[common::text(name)]);
        assert_eq!(code, Some(10), "{}:\n{text}", file.display());
        assert!(!text.contains("Not analysed"), "{text}");
        common::assert_kept(&file.with_extension("txt"), &text);
        let twin = file.to_string_lossy().replace(".c", "-fixed.c");
        assert!(twins.iter().any(|file| file.to_string_lossy() == twin), "{twin} is missing");
    }
    for file in &twins {
        assert_eq!(report(&[common::text(file)]), (String::new(), Some(0)), "{}", file.display());
    }
}

const UNKNOWN: &str = "extern int __VERIFIER_nondet_int(void);
int unknown(int);
static int state;
void set(int x) {
    state = x;
}
static int before(int x) {
    if (x > 3 && x < 2)
        return 1;
    return 0;
}
static int behind(int x) {
    return x == 5 ? 1 : 0;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int found = before(x) + behind(4);
    if (x > 10)
        return found;
    found += unknown(x);
    if (state == 7)
        return behind(5);
    return found;
}
";

/// What is not modelled may do anything, and call everything; what control can only pass before it is still judged.
#[test]
fn what_can_come_behind_what_is_not_modelled_is_not_judged() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("a.c");
    fs::write(&file, UNKNOWN).expect("it can be written");
    let (text, code) = report(&[common::text(&file)]);
    assert_eq!(code, Some(10), "{text}");
    assert!(text.contains("call of `unknown`, which has no body in line 20 is not modelled"), "{text}");
    assert!(text.contains("a.c:8:") && !text.contains("a.c:13:") && !text.contains("a.c:21:"), "{text}");
    // Unless it may be called from there.
    fs::write(&file, UNKNOWN.replace("static int before", "int before")).expect("it can be written");
    let (text, code) = report(&[common::text(&file)]);
    assert_eq!(code, Some(20), "{text}");
    // Where it is never called, it is no reason to keep quiet.
    fs::write(&file, UNKNOWN.replace("if (x > 10)", "if (x > 10 || x < 20)")).expect("it can be written");
    let (text, code) = report(&[common::text(&file)]);
    assert_eq!(code, Some(10), "{text}");
    assert!(text.contains("a.c:8:") && text.contains("a.c:18:") && !text.contains("Not analysed"), "{text}");
    assert!(!text.contains("a.c:5:"), "nobody calls `set`: {text}");
}

/// Only a program has calls that go through files.
#[test]
fn files_of_one_program_are_linked() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (main, other) = (folder.path().join("main.c"), folder.path().join("other.c"));
    fs::write(&main, "int half(int);\nint main(void) {\n    return half(8);\n}\n").expect("it can be written");
    fs::write(&other, "int half(int x) {\n    if (x % 2)\n        return -1;\n    return x / 2;\n}\n")
        .expect("it can be written");
    let found = findings(&[common::text(&main), common::text(&other)]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0]["function"], &found[0]["line"]), (&"half".into(), &2.into()), "{found:?}");
    assert!(found[0]["file"].as_str().is_some_and(|file| file.ends_with("other.c")), "{found:?}");
    // Without the other file the call is not modelled; without `main` there is no program.
    let (text, code) = report(&[common::text(&main)]);
    assert_eq!(code, Some(20), "{text}");
    let output = bitreach(&["inconsistent", "--whole-program", common::text(&other)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("no function `main`"), "{}", stdout(&output));
}

#[test]
fn reports_for_programs_and_for_browsers() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (path, page) = (folder.path().join("a.sarif"), folder.path().join("a.html"));
    let file = "tests/inconsistent/whole/heap.c";
    report(&["--sarif", common::text(&path), "--html", common::text(&page), file]);
    let document = fs::read_to_string(&path).expect("it was written");
    let document: serde_json::Value = serde_json::from_str(&document).expect("it is JSON");
    assert_eq!(sarif::fault(&document), None);
    assert_eq!(document["runs"][0]["results"].as_array().map(Vec::len), Some(2));
    let page = fs::read_to_string(&page).expect("it was written");
    // The line that matters stands in another function than the branch.
    assert!(page.contains("node-&gt;kind = kind;") && page.contains("do not matter"), "{page}");
}

/// Defects of one function are found from `main` too, and what the function's callers exclude besides.
#[test]
fn comments_silence_and_baselines_hold() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (file, known) = (folder.path().join("a.c"), folder.path().join("known"));
    let text = "static int f(unsigned x) {\n    if (x > 7)\n        return 2;\n    return 0;\n}\nint main(void) {\n    return f(3) + f(4);\n}\n";
    fs::write(&file, text).expect("it can be written");
    let (found, code) = report(&["--write-baseline", common::text(&known), common::text(&file)]);
    assert_eq!(code, Some(10), "{found}");
    assert_eq!(report(&["--baseline", common::text(&known), common::text(&file)]), (String::new(), Some(0)));
    let silenced = text.replace("(x > 7)", "(x > 7) /* bitreach: inconsistent-ok */");
    fs::write(&file, silenced).expect("it can be written");
    assert_eq!(report(&[common::text(&file)]), (String::new(), Some(0)));
}

/// What is about single functions alone is refused, not ignored.
#[test]
fn boundaries_are_refused() {
    let output = bitreach(&["inconsistent", "--whole-program", "--boundary", "tests/inconsistent/whole/heap.c"]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(stderr(&output).contains("--boundary"), "{}", stderr(&output));
}

/// The files of a program are one, in whatever order they are given, each with functions and variables of its own.
#[test]
fn the_order_of_files_does_not_matter() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("it can be written");
        common::text(&path).to_owned()
    };
    let main = write(
        "main.c",
        "int get(int);\nextern int __VERIFIER_nondet_int(void);\nstatic int own(int x) { return x + 1; }\nint main(void) {\n    return \
         get(__VERIFIER_nondet_int()) + own(2);\n}\n",
    );
    let get = write(
        "get.c",
        "static int own(int x) {\n    if (x > 3 && x < 2)\n        return 1;\n    return x + 2;\n}\nstatic int (*table[2])(int) = \
         {own, own};\nint other(int x) { return table[x & 1](x); }\nint get(int x) { return own(x) + other(x); }\n",
    );
    for files in [[&main, &get], [&get, &main]] {
        let (text, code) = report(&[files[0], files[1]]);
        assert_eq!(code, Some(10), "{text}");
        assert!(text.contains("get.c:2:20: contradiction: `x < 2` is always false here"), "{text}");
    }
    // What is not modelled is named where it stands.
    let open = write("open.c", "int unknown(int);\nint get(int x) {\n    return unknown(x);\n}\n");
    let (text, code) = report(&[&main, &open]);
    assert_eq!(code, Some(20), "{text}");
    assert!(text.contains("open.c `get`: call of `unknown`, which has no body in line 3"), "{text}");
    let twice = write("twice.c", "int get(int x) { return x; }\n");
    let (text, code) = report(&[&main, &get, &twice]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("`get` is defined in "), "{text}");
    let bad = write("bad.c", "int x = ;\n");
    let (text, code) = report(&[&main, &bad]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("bad.c: does not compile") && !text.contains("main.c: "), "{text}");
}
