//! SV-COMP witnesses in the older format, GraphML: `check` writes them where the file's name asks for them, `validate` follows ours and
//! other tools', and refuses what it does not follow by name. `tests/witness.rs` writes each of its witnesses in this format, too.

use crate::common::{bitreach, stderr, stdout, text};
use bitreach::witness::format::hash;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const SAFE: &str = include_str!("files/one-modulo-four.c");

/// What other tools' witnesses are about.
const UNSAFE: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int limit = 3;
void check(int condition) {
  if (!condition) {
    reach_error();
  }
}
int twice(int n) {
  return 2 * n;
}
void nothing(void) {
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  while (y < limit) {
    y++;
  }
  if (x > 5) {
    nothing();
    y = twice(x);
  } if (x > 6) { nothing(); }
  if (x > 50 && y > 5) { x = 9; y = 9; }
  check(y != 14);
  return 0;
}
";

/// A folder with a program in it.
fn folder(program: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("a.c");
    fs::write(&file, program).expect("the file can be written");
    (folder, file)
}

/// A witness by hand: edges and nodes behind the metadata. Names are declared as CPAchecker does, under identifiers of their own.
fn by_hand(program: &str, kind: &str, graph: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>
<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">
 <key attr.name=\"isEntryNode\" attr.type=\"boolean\" for=\"node\" id=\"entry\"><default>false</default></key>
 <key attr.name=\"returnFromFunction\" attr.type=\"string\" for=\"edge\" id=\"returnFrom\"/>
 <key attr.name=\"startline\" attr.type=\"int\" for=\"edge\" id=\"first\"/>
 <graph edgedefault=\"directed\">
  <data key=\"witness-type\">{kind}_witness</data>
  <data key=\"sourcecodelang\">C</data>
  <data key=\"producer\">by hand</data>
  <data key=\"specification\">CHECK( init(main()), LTL(G ! call(reach_error())) )

</data>
  <data key=\"programfile\">/elsewhere/a.c</data>
  <data key=\"programhash\">{}</data>
  <data key=\"architecture\">64bit</data>
  <data key=\"creationtime\">2026-11-23T05:00:00Z</data>
  <node id=\"E\"><data key=\"entry\">true</data><data key=\"of-a-tool\">ignored</data></node>
  {graph}
 </graph>
</graphml>
",
        hash(program.as_bytes())
    )
}

/// A path: what is said of each edge, the last one to the violation.
fn path(edges: &[&str]) -> String {
    let mut graph = String::new();
    for (number, said) in edges.iter().enumerate() {
        let from = if number == 0 { "E".to_owned() } else { format!("N{number}") };
        let is_last = number + 1 == edges.len();
        let data = if is_last { "<data key=\"violation\">true</data>" } else { "" };
        graph +=
            &format!("<node id=\"N{}\">{data}</node>\n<edge source=\"{from}\" target=\"N{}\">", number + 1, number + 1);
        for part in said.split(" | ").filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once(' ').expect("a key and a value");
            graph += &format!("<data key=\"{key}\">{value}</data>");
        }
        graph += "</edge>\n";
    }
    graph
}

/// What `validate` says about a witness, and its exit code.
fn validated(program: &str, witness: &str) -> (String, Option<i32>) {
    let (folder, file) = folder(program);
    let path = folder.path().join("w.xml");
    fs::write(&path, witness).expect("it can be written");
    let output = bitreach(&["validate", "--timeout", "300", "--witness", text(&path), text(&file)]);
    (stdout(&output) + &stderr(&output), output.status.code())
}

#[test]
fn the_name_of_a_file_is_its_format() {
    for (program, kind, code) in [(SAFE, "correctness_witness", 0), (UNSAFE, "violation_witness", 10)] {
        let (folder, file) = folder(program);
        let witness = folder.path().join("w.graphml");
        let output = bitreach(&["check", "--witness", text(&witness), "-p", "unreach-call", text(&file)]);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(code), ""), "{}", stdout(&output));
        let written = fs::read_to_string(&witness).expect("it was written");
        assert!(written.contains(&format!("<data key=\"witness-type\">{kind}</data>")), "{written}");
        assert!(
            written.contains(&format!("<data key=\"programhash\">{}</data>", hash(program.as_bytes()))),
            "{written}"
        );
        let (said, confirmed) = validated(program, &written);
        assert_eq!(confirmed, Some(code), "{said}\n{written}");
        assert!(said.contains(" witness confirmed: "), "{said}");
        // What is wrong is rejected.
        let changed = match code {
            0 => written.replace("0x1U", "0x2U"),
            _ => written.replace("x == 7", "x == 8"),
        };
        assert_ne!(changed, written, "{written}");
        assert_eq!(validated(program, &changed).1, Some(4), "{changed}");
    }
}

#[test]
fn violations_of_other_tools_are_followed() {
    let cases: [(&[&str], i32); 12] = [
        // As CPAchecker has them: semicolons, and the error in a function that the last edge enters.
        (
            &[
                "enterFunction main | createThread 0",
                "startline 3",
                "startline 15 | assumption x == (7); | assumption.scope main",
                "first 20 | control condition-true",
                "startline 21 | enterFunction nothing",
                "startline 13 | returnFrom nothing",
                "startline 22 | enterFunction twice",
                "startline 10 | returnFrom twice",
                "startline 25 | enterFunction check",
            ],
            10,
        ),
        (&["startline 15 | assumption x == 7; y == 0", "startline 6 | enterFunction reach_error"], 4),
        (&["startline 16 | assumption x == 7; y == 0;", "startline 6 | enterFunction reach_error"], 10),
        (&["startline 15 | assumption x == 8", "startline 6"], 4),
        // The last statement of its block, and a call there that gives nothing.
        (&["startline 22 | assumption y == 14", "startline 6"], 10),
        (&["startline 22 | assumption y == 15", "startline 6"], 20),
        (&["startline 23 | enterFunction nothing", "startline 13 | returnFrom nothing", "startline 6"], 10),
        (
            &[
                "startline 15 | assumption \\result == 7 | assumption.resultfunction __VERIFIER_nondet_int",
                "startline 6",
            ],
            10,
        ),
        (
            &[
                "startline 15 | assumption \\result == 8 | assumption.resultfunction __VERIFIER_nondet_int",
                "startline 6",
            ],
            4,
        ),
        (
            &[
                "startline 22 | assumption \\result == 14 | assumption.resultfunction twice | returnFrom twice",
                "startline 6",
            ],
            10,
        ),
        // The branch goes this way the first time in no execution, which the automaton does not ask for.
        (&["startline 17 | control condition-false", "startline 20 | control condition-false", "startline 6"], 20),
        (&["", "startline 6"], 10),
    ];
    for (edges, expected) in cases {
        let (said, code) = validated(UNSAFE, &by_hand(UNSAFE, "violation", &path(edges)));
        assert_eq!(code, Some(expected), "{edges:?}: {said}");
    }
}

#[test]
fn ways_to_sinks_are_avoided() {
    let sink = |line: u32, goes: &str| {
        let said = format!("<data key=\"startline\">{line}</data><data key=\"control\">{goes}</data>");
        let edge = format!("<edge source=\"E\" target=\"S\">{said}</edge>");
        format!("<node id=\"S\"><data key=\"sink\">true</data></node>{edge}")
    };
    for (line, goes, expected) in [(20, "condition-false", 10), (20, "condition-true", 20), (17, "condition-true", 20)]
    {
        let edges = ["startline 22 | enterFunction twice", "startline 6"];
        let graph = path(&edges) + &sink(line, goes);
        let (said, code) = validated(UNSAFE, &by_hand(UNSAFE, "violation", &graph));
        assert_eq!(code, Some(expected), "{line} {goes}: {said}");
    }
    // The other way of the branch that the path takes is left out, as it is the same again.
    let graph = path(&["startline 20 | control condition-true", "startline 6"]) + &sink(20, "condition-false");
    let (said, code) = validated(UNSAFE, &by_hand(UNSAFE, "violation", &graph));
    assert_eq!(code, Some(10), "{said}");
}

#[test]
fn what_is_not_followed_is_named() {
    for (edges, says) in [
        (&["startline 24 | control condition-true", "startline 6"][..], "`control` at a condition with `&amp;&amp;`"),
        (&["startline 15 | control condition-true", "startline 6"], "`control` on a line without a branch"),
        (
            &["startline 24 | assumption x == 9", "startline 6"],
            "`assumption` behind a step that no statement comes behind",
        ),
        (
            &["startline 18 | assumption y == 1", "startline 6"],
            "`assumption` behind a step that no statement comes behind",
        ),
        (&["startline 15 | assumption x == 7 | assumption.scope twice", "startline 6"], "in the scope of `twice`"),
        (&["startline 15 | assumption \\result == 7", "startline 6"], "`\\result` without `assumption.resultfunction`"),
        (&["startline 17", "startline 6"], "a step at a loop that does not say which way"),
        (&["startline 10 | returnFrom twice", "startline 6"], "a return from `twice`, which was not entered last"),
        (&["startline 15 | createThread 1", "startline 6"], "creates threads"),
        (&["assumption x == 7", "startline 6"], "`assumption` at a way that names no line"),
        (&["startline 6 | assumption 1"], "`assumption` behind a step that no statement comes behind"),
        (&["startline none", "startline 6"], "has the line `none`"),
    ] {
        let (said, code) = validated(UNSAFE, &by_hand(UNSAFE, "violation", &path(edges)));
        let says = says.replace("&amp;", "&");
        assert_eq!((code, said.contains("which is not followed")), (Some(20), true), "{edges:?}: {said}");
        assert!(said.contains(&says), "{edges:?}: {said}");
    }
    let edge = |from: &str, to: &str| {
        format!("<edge source=\"{from}\" target=\"{to}\"><data key=\"startline\">15</data></edge>")
    };
    for (graph, says) in [
        (edge("E", "E"), "has a cycle"),
        (
            format!("<node id=\"A\"/><node id=\"B\"/>{}{}", edge("E", "A"), edge("E", "B")),
            "a state with several ways on",
        ),
        (format!("<node id=\"A\"/>{}", edge("E", "A")), "a state without a way to the violation"),
    ] {
        let (said, code) = validated(UNSAFE, &by_hand(UNSAFE, "violation", &graph));
        assert_eq!((code, said.contains(says)), (Some(20), true), "{says}: {said}");
    }
}

/// A state with an invariant, and edges to it.
fn state(invariant: &str, edges: &[&str]) -> String {
    let mut graph = format!("<node id=\"I\">{invariant}</node>");
    for said in edges {
        graph += &format!("<edge source=\"E\" target=\"I\">{said}</edge>");
    }
    graph
}

#[test]
fn invariants_of_other_tools_are_checked() {
    let invariant =
        |value: &str| format!("<data key=\"invariant\">{value}</data><data key=\"invariant.scope\">main</data>");
    let head = |line: u32| format!("<data key=\"enterLoopHead\">true</data><data key=\"startline\">{line}</data>");
    let at = |line: u32, more: &str| format!("<data key=\"startline\">{line}</data>{more}");
    let goes = "<data key=\"control\">condition-true</data>";
    for (value, edges, expected) in [
        // The loop by its own line, by the statement before it, and by the last one in it.
        ("x % 2 == 1", vec![head(5)], 0),
        ("(x &amp; 3) == 1", vec![head(4)], 0),
        ("<![CDATA[(x & 3) == 1]]>", vec![head(4), head(5)], 0),
        ("x == 1", vec![head(4)], 4),
        // Behind a statement and behind a branch.
        ("x == 1", vec![at(4, "")], 0),
        ("x == 2", vec![at(4, "")], 4),
        ("x % 2 == 1", vec![at(6, goes)], 0),
        ("x % 2 == 0", vec![at(6, goes)], 4),
        // Not followed.
        ("x % 2 == 1", vec![head(4), at(6, goes)], 20),
        ("\\old(x) == 1", vec![head(4)], 20),
        ("x % 2 == 1", vec![], 20),
        ("x % 2 == 1", vec![at(11, goes), at(7, "")], 20),
        ("x % 2 == 1", vec![at(4, "<data key=\"assumption\">x == 1</data>")], 20),
    ] {
        let edges: Vec<&str> = edges.iter().map(String::as_str).collect();
        let graph = state(&invariant(value), &edges);
        let (said, code) = validated(SAFE, &by_hand(SAFE, "correctness", &graph));
        assert_eq!(code, Some(expected), "{value} at {edges:?}: {said}");
    }
    let graph = state(&invariant("x % 2 == 1").replace("main", "other"), &[&head(4)]);
    assert_eq!(validated(SAFE, &by_hand(SAFE, "correctness", &graph)).1, Some(20), "another scope");
    let two = state(&invariant("x % 2 == 1"), &[&head(4)])
        + &state(&invariant("x &lt; 9"), &[&head(5)]).replace("\"I\"", "\"J\"");
    assert_eq!(validated(SAFE, &by_hand(SAFE, "correctness", &two)).1, Some(20), "two states of one place");
    assert_eq!(validated(SAFE, &by_hand(SAFE, "correctness", "")).1, Some(0), "no invariant at all");
    let (said, code) = validated(UNSAFE, &by_hand(UNSAFE, "correctness", ""));
    assert_eq!((code, said.contains("the program violates the property")), (Some(4), true), "{said}");
}

#[test]
fn bad_files_are_refused_with_one_message() {
    let good = by_hand(UNSAFE, "violation", &path(&["startline 15 | assumption x == 7", "startline 6"]));
    assert_eq!(validated(UNSAFE, &good).1, Some(10));
    let laughs = "<!DOCTYPE lolz [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n<graphml";
    let deep = format!("<deep>{}", "<x>".repeat(100_000));
    let cases = [
        (good[..good.len() / 2].to_owned(), "is no GraphML witness: line"),
        ("<".to_owned(), "is no XML"),
        ("<graphml/>".to_owned(), "expected a graph"),
        ("<graphml></graph>".to_owned(), "is no XML"),
        ("<?xml version=\"1.0\"?>".to_owned(), "expected a graph"),
        ("<html/>".to_owned(), "expected one element `graphml`, not `html`"),
        (good.replacen("<graphml", laughs, 1), "has a document type of its own"),
        (good.replace("by hand", "&b;"), "has the entity `&b;`"),
        (good.replace("by hand", "&#xD800;"), "is no GraphML witness: line"),
        (good.replace("by hand", &deep), "more than 16 deep"),
        (good.replace(&hash(UNSAFE.as_bytes()), &hash(b"")), "is about another file: the SHA-256 of"),
        (good.replace("64bit", "16bit"), "has the architecture `16bit`"),
        (good.replace("<data key=\"sourcecodelang\">C<", "<data key=\"sourcecodelang\">Java<"), "in `Java`, not in C"),
        (good.replace("violation_witness", "nonsense"), "has the witness-type `nonsense`"),
        (good.replace("LTL(G !", "LTL(F !"), "its specification"),
        (good.replace("<data key=\"programhash\">", "<data key=\"other\">"), "expected `programhash`"),
        (good.replace("<data key=\"entry\">true", "<data key=\"entry\">false"), "has 0 entry nodes"),
        (good.replace("<data key=\"entry\">true", "<data key=\"entry\">maybe"), "not `true` or `false`"),
        (good.replace("target=\"N1\"", "target=\"N9\""), "an edge at a node `N9`, which there is not"),
        (good.replace("<default>false", "<default>true"), "as the default of `entry`"),
        (good.replace("id=\"N2\"", "id=\"N1\""), "has two nodes `N1`"),
        (
            good.replace(
                "<data key=\"producer\">",
                "<data key=\"witness-format-version\">9.9</data><data key=\"producer\">",
            ),
            "has format version 9.9",
        ),
    ];
    for (witness, reason) in cases {
        let (said, code) = validated(UNSAFE, &witness);
        assert_eq!((code, said.contains(reason), said.lines().count()), (Some(2), true, 1), "{reason}: {said}");
    }
}
