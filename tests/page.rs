//! `check --html`: the page is well-formed, loads nothing, and says what the report says, for each verdict.

use crate::common::{bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::path::Path;

const UNSAFE: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* `half` & <tags> </script> */
int half(int n) { return n / 2; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  const char *s = \"</script><b>&amp;\";
  if (half(x) == 4711 && s[0] == '<')
    reach_error();
  return 0;
}
";

const SAFE: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  int i = 0;
  while (i < n) {
    i++;
  }
  if (i > 200) reach_error();
  return 0;
}
";

/// The page that `check` writes about a program, and its verdict.
fn page(program: &str, arguments: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (file, page) = (folder.path().join("a.c"), folder.path().join("a.html"));
    fs::write(&file, program).expect("it can be written");
    let output = bitreach(&[&["check", "--html", text(&page)], arguments, &[text(&file)]].concat());
    let page = fs::read_to_string(&page).unwrap_or_else(|_| panic!("{}{}", stdout(&output), stderr(&output)));
    assert_eq!(fault(&page), None, "{page}");
    (page, verdict(&output))
}

/// What is wrong with a page: an element that is not closed, a name that comes twice or leads nowhere, something that is loaded.
fn fault(page: &str) -> Option<String> {
    const EMPTY: [&str; 2] = ["meta", "input"];
    let (mut open, mut names, mut links) = (Vec::new(), Vec::new(), Vec::new());
    let mut rest = page.strip_prefix("<!doctype html>\n")?;
    while let Some(at) = rest.find('<') {
        if rest[..at].contains('>') && !matches!(open.last(), Some(&"script" | &"style")) {
            return Some(format!("an angle bracket in {}", &rest[..at]));
        }
        let (tag, behind) = rest[at + 1..].split_once('>')?;
        rest = behind;
        if let Some(closed) = tag.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return Some(format!("</{closed}> closes another element"));
            }
            continue;
        }
        let name = tag.split(' ').next().unwrap_or_default();
        let attributes: Vec<&str> = tag.split('"').collect();
        for pair in attributes.chunks_exact(2) {
            match pair[0].trim() {
                key if key.ends_with("href=") => links.push(pair[1].to_owned()),
                key if key.ends_with("data-row=") && !pair[1].is_empty() => links.push(format!("#{}", pair[1])),
                key if key.ends_with("src=") => return Some(format!("{} is loaded", pair[1])),
                key if key.ends_with("id=") => names.push(format!("#{}", pair[1])),
                _ => {}
            }
        }
        if name == "script" || name == "style" {
            let end = rest.find(&format!("</{name}>"))?;
            if rest[..end].contains("http") || rest[..end].contains("url(") || rest[..end].contains("@import") {
                return Some(format!("{name} loads something"));
            }
            rest = &rest[end..];
        }
        if !EMPTY.contains(&name) {
            open.push(name);
        }
    }
    let lost = links.iter().find(|link| !names.contains(link)).map(|link| format!("{link} leads nowhere"));
    let count = names.len();
    names.sort();
    names.dedup();
    let twice = (names.len() < count).then(|| "a name comes twice".to_owned());
    lost.or(twice).or_else(|| open.pop().map(|name| format!("<{name}> is not closed")))
}

#[test]
fn faults_of_pages_are_found() {
    let page = |body: &str| fault(&format!("<!doctype html>\n{body}"));
    assert_eq!(page("<p id=\"a\">x</p><meta charset=\"utf-8\"><a href=\"#a\"></a>"), None);
    for bad in [
        "<p>",
        "<p></b>",
        "<p>a > b</p>",
        "<i id=\"a\"></i><i id=\"a\"></i>",
        "<a href=\"#a\"></a>",
        "<a href=\"http://x\"></a>",
        "<script src=\"x\"></script>",
        "<style>@import x</style>",
    ] {
        assert!(page(bad).is_some(), "{bad}");
    }
}

#[test]
fn a_path_stands_beside_the_source_and_as_steps() {
    let (page, verdict) = page(UNSAFE, &[]);
    assert_eq!(verdict, "VERDICT: UNSAFE(unreach-call)");
    assert!(page.contains("<h1>UNSAFE(unreach-call)</h1>"), "{page}");
    // What is text stays text, in the source and in values; the page's own script is the only one.
    assert!(page.contains("<b>3</b>/* `half` &amp; &lt;tags&gt; &lt;/script&gt; */</span>"), "{page}");
    assert_eq!((page.matches("<script>").count(), page.matches("</script>").count()), (1, 1));
    // The control flow stands below, with the path through it.
    assert!(page.contains("<summary>Control flow (") && page.contains("aria-label=\"Control flow of half\""), "{page}");
    assert!(page.contains("<g class=\"passed\" data-rows=\"q0f0l"), "{page}");
    // Steps refer to their rows, and rows hold the values of the last time.
    let row = page.lines().find(|line| line.contains("id=\"q0f0l6\"")).expect("the line is passed");
    assert!(row.contains("class=\"row passed\"") && row.contains("x = 942"), "{row}");
    let steps: Vec<&str> = page.lines().filter(|line| line.starts_with("<li id=")).collect();
    assert!(steps
        .iter()
        .any(|step| step.contains("data-row=\"q0f0l6\"") && step.contains("input __VERIFIER_nondet_int() = 942")));
    assert!(steps.iter().any(|step| step.contains("--depth:1") && step.contains("half, line 4")), "{steps:?}");
    let last = steps.last().expect("there are steps");
    assert!(last.contains("data-row=\"q0f0l9\"") && last.contains("← error function called"), "{last}");
    assert!(page.contains(&format!("max=\"{}\"", steps.len())), "{page}");
    for title in ["Evidence", "Assumptions", "Sizes and times", "native replay"] {
        assert!(page.contains(title), "{title}: {page}");
    }
}

#[test]
fn a_safe_program_is_shown_with_what_holds_at_its_loops() {
    let (page, verdict) = page(SAFE, &[]);
    assert_eq!(verdict, "VERDICT: SAFE");
    assert!(page.contains("<h1>SAFE</h1>") && !page.contains("<script>"), "{page}");
    assert!(page.contains("a.c:7, main: <code>i &lt;= 100</code>"), "{page}");
    let above = page.find("always <code>i &lt;= 100</code>").expect("it stands in the source");
    assert!(page.find("<b>6</b>") < Some(above) && Some(above) < page.find("<b>7</b>"), "{page}");
}

#[test]
fn what_is_not_decided_says_what_is_not_modelled() {
    let program =
        "extern int unknown(void);\nextern void reach_error(void);\nint main(void) { if (unknown()) reach_error(); }\n";
    let (page, verdict) = page(program, &[]);
    assert_eq!(verdict, "VERDICT: UNKNOWN(unmodelled)");
    assert!(
        page.contains("<h1>UNKNOWN(unmodelled)</h1>")
            && page.contains("class=\"said bad\">not modelled exactly: call of <code>unknown</code>"),
        "{page}"
    );
}

#[test]
fn each_property_has_a_section() {
    let (page, verdict) = page(UNSAFE, &["-p", "assert,unreach-call,no-division-by-zero"]);
    assert_eq!(verdict, "VERDICT: UNSAFE(unreach-call)");
    assert_eq!(page.matches("<section id=").count(), 3);
    assert!(
        page.contains("<a href=\"#q1\">unreach-call</a></td><td class=\"unsafe\">UNSAFE(unreach-call)</td>"),
        "{page}"
    );
    assert!(page.contains("id=\"q1f0l9\"") && !page.contains("id=\"q0f0l9\""), "{page}");
}

/// A page about functions has a section for each question about each of them, without other outputs being asked for.
#[test]
fn each_function_has_a_section() {
    let program = "int half(int n) { return n / 2; }\nint inverse(int n) { return 100 / n; }\n";
    let (page, verdict) = page(program, &["--all-functions", "-p", "no-division-by-zero"]);
    assert_eq!(verdict, "VERDICT: UNSAFE(no-division-by-zero)");
    assert_eq!(page.matches("<section id=").count(), 2, "{page}");
    assert!(page.contains(">half: no-division-by-zero</a>") && page.contains(">inverse: no-division-by-zero</a>"));
}

/// A long path: the first and the last steps are told, and it is said how many are not.
#[test]
fn the_middle_of_a_long_path_is_left_out() {
    let program = "extern void reach_error(void);\nvolatile int v;\nint main(void) {\n  for (int i = 0; i < 3000; i++) {\n    v = i;\n  }\n  reach_error();\n}\n";
    let (page, verdict) = page(program, &["--engine", "concrete"]);
    assert_eq!(verdict, "VERDICT: UNSAFE(unreach-call)");
    let steps = page.lines().filter(|line| line.starts_with("<li id=")).count();
    assert!(steps <= 1000 && page.contains("class=\"out\">… "), "{steps}");
}

/// Files that are gone, and bytes that are no text.
#[test]
fn sources_of_all_kinds_are_shown() {
    let odd = UNSAFE.replace("tags", "\u{1}\u{7f}\t\u{2028}");
    let (page, _) = page(&odd, &[]);
    assert!(page.contains("&lt;\u{fffd}\u{fffd}\t\u{2028}&gt;"), "{page}");
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (file, page) = (folder.path().join("a.c"), folder.path().join("a.html"));
    fs::write(&file, format!("# 1 \"gone.c\"\n{UNSAFE}")).expect("it can be written");
    bitreach(&["check", text(&file), "--html", text(&page)]);
    let page = fs::read_to_string(Path::new(&page)).expect("it was written");
    assert_eq!(fault(&page), None, "{page}");
    assert!(page.contains("The file could not be read.") && page.contains("← error function called"), "{page}");
}
