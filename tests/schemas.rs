//! What the command writes as JSON is as the schemas in `docs/schemas` say: all fields are known, and each field of a schema is
//! written by some example. What is not as they say is refused. That the schemas are those of the types, `src/cli/schemas.rs` holds.

use crate::common::{bitreach, stderr, text};
use jsonschema::Validator;
use serde_json::{json, Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;

const SAFE: &str = "extern _Bool __VERIFIER_nondet_bool(void); extern void reach_error(void);
int main(void) { unsigned x = 1; while (__VERIFIER_nondet_bool()) x += 2; if (x == 8) reach_error(); }
";
const UNSAFE: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int half(int n) { return n / 2; }
__SIZE_TYPE__ strlen(const char *);
int main(void) { int x = __VERIFIER_nondet_int(); int *p = &x; char s[3] = \"ab\";
  if (half(*p) + strlen(s) == 23) reach_error(); }
";
const UNMODELLED: &str = "extern int unknown(void); extern void reach_error(void);
int main(void) { if (unknown()) reach_error(); }
";
const NOTHING: &str = "int main(void) { return 0; }\n";
/// So many turns that no run is told in full; with a hundredth of them its blocks can be counted.
const DEEP: &str = "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned long n = 0, x = __VERIFIER_nondet_uint(); while (n < 400000000ul) { n++; x = x * 5 + n; }
  if (x != 7) reach_error(); }
";
const FUNCTIONS: &str = "#include <stdarg.h>
int first(int *p) { return *p; }
int any(int n, ...) { va_list l; va_start(l, n); int r = va_arg(l, int); va_end(l); return r; }
";
/// A latch that is set in the first step, and its output.
const CIRCUIT: &str = "aag 1 0 1 1 0\n2 1\n2\nl0 lamp\no0 bad\n";
/// A function with a finding, and one that cannot be analysed.
const INCONSISTENT: &str = "int f(int *p) {
  if (p == 0) return *p;
  return 0;
}
int wide(__int128 n) { switch (n) { case 1: return 2; default: return 3; } }
";
const TASK: &str = "format_version: '2.0'
input_files: safe.c
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
options:
  data_model: LP64
";
const UNDECIDED_TASK: &str = "format_version: '2.0'
input_files: unmodelled.c
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
  - property_file: valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
options:
  data_model: LP64
";
const PROPERTY: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const MEMORY: &str = "CHECK( init(main()), LTL(G valid-free) )
CHECK( init(main()), LTL(G valid-deref) )
CHECK( init(main()), LTL(G valid-memtrack) )
";

const FINDINGS: &str = "extern int __VERIFIER_nondet_int(void);
int next(int x) { return (x + 1) * 2; }
int main(void) { return next(__VERIFIER_nondet_int()); }
";

/// Something that was written as JSON: by which schema, by what, and what.
struct Document {
    schema: &'static str,
    by: String,
    text: String,
}

/// Which schema, and the arguments; what begins with `@` is a file of the folder.
type Example = (&'static str, &'static [&'static str]);

/// All of these write to `@out.json`.
const EXAMPLES: &[Example] = &[
    ("report", &["check", "@safe.c"]),
    ("report", &["check", "@safe.c", "--html", "@page.html", "--jobs", "1"]),
    ("report", &["check", "@unsafe.c"]),
    ("report", &["check", "@unsafe.c", "--replay", "interpreter", "-d", "ILP32"]),
    ("report", &["check", "@unmodelled.c"]),
    ("report", &["check", "@nothing.c", "-p", "unreach-call"]),
    ("report", &["check", "@deep.c", "--engine", "concrete"]),
    ("report", &["check", "@long-run.c", "--engine", "concrete"]),
    ("report", &["check", "@functions.c", "--function", "first", "-p", "valid-deref"]),
    ("report", &["check", "sv-benchmarks/loops/parity-even.yml", "-p", "unreach-call"]),
    ("report", &["solve", "dimspec-examples/counter5-enable.dimspec"]),
    ("report", &["solve", "dimspec-examples/peterson.dimspec"]),
    ("report", &["solve", "@circuit.aag"]),
    ("report", &["solve", "dimspec-examples/counter3.dimspec", "--external", "echo s SATISFIABLE {}"]),
    ("properties", &["check", "@unsafe.c", "-p", "no-overflow,unreach-call"]),
    ("properties", &["check", "@findings.c", "--all-findings", "-p", "no-overflow"]),
    ("functions", &["check", "@functions.c", "--all-functions"]),
    ("functions", &["check", "@findings.c", "--all-functions", "--all-findings", "-p", "no-overflow"]),
    ("inconsistent", &["inconsistent", "@inconsistent.c", "--withheld"]),
    ("inconsistent", &["inconsistent", "@safe.c"]),
    ("inconsistent", &["inconsistent", "@long.c"]),
    ("inconsistent", &["inconsistent", "--withheld", "tests/inconsistent/meant-to-be.c"]),
    ("inconsistent", &["inconsistent", "--whole-program", "@unmodelled.c"]),
];

/// What all examples write.
static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let (first, second) = EXAMPLES.split_at(EXAMPLES.len() / 2);
    thread::scope(|scope| {
        let first = scope.spawn(|| first.iter().map(written).collect::<Vec<_>>());
        let lines = scope.spawn(lines);
        let mut all: Vec<Document> = second.iter().map(written).collect();
        all.extend(first.join().expect("it ends"));
        all.extend(lines.join().expect("it ends"));
        all
    })
});

/// A function with a finding that more lines take part in than are told.
fn long() -> String {
    let lines: String = (0..401).map(|i| format!("  x ^= n << {};\n", i % 30 + 1)).collect();
    format!("int f(unsigned n) {{\n  unsigned x = n | 1;\n{lines}  if ((x & 1) == 0)\n    return 1;\n  return 0;\n}}\n")
}

/// A folder with the programs.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    for (name, text) in [
        ("safe.c", SAFE),
        ("unsafe.c", UNSAFE),
        ("findings.c", FINDINGS),
        ("unmodelled.c", UNMODELLED),
        ("nothing.c", NOTHING),
        ("deep.c", DEEP),
        ("long-run.c", &DEEP.replace("400000000", "4000000")),
        ("functions.c", FUNCTIONS),
        ("circuit.aag", CIRCUIT),
        ("inconsistent.c", INCONSISTENT),
        ("long.c", &long()),
        ("safe.yml", TASK),
        ("left-out.yml", "no task"),
        ("undecided.yml", UNDECIDED_TASK),
        ("unreach-call.prp", PROPERTY),
        ("valid-memsafety.prp", MEMORY),
    ] {
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    folder
}

/// What one example writes.
fn written((schema, arguments): &Example) -> Document {
    let folder = folder();
    let in_folder = |name: &str| text(&folder.path().join(name)).to_owned();
    let mut all: Vec<String> = arguments
        .iter()
        .map(|argument| argument.strip_prefix('@').map_or_else(|| (*argument).to_owned(), in_folder))
        .collect();
    all.extend(["--json".to_owned(), in_folder("out.json")]);
    let output = bitreach(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let by = arguments.join(" ");
    assert!([Some(0), Some(10), Some(20)].contains(&output.status.code()), "{by}: {}", stderr(&output));
    let text = fs::read_to_string(folder.path().join("out.json")).expect("it was written");
    Document { schema, by, text }
}

/// The lines that `bench --output` and `inconsistent --state` keep.
fn lines() -> Vec<Document> {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let (results, program, state) = (path("results"), path("inconsistent.c"), path("state"));
    let (safe, undecided) = (path("safe.yml"), path("undecided.yml"));
    let (left_out, output) = (path("left-out.yml"), ["--output", text(&results), "--", "--replay", "interpreter"]);
    bitreach(&[&["bench", text(&safe), text(&undecided), text(&left_out)][..], &output].concat());
    let meant = "tests/inconsistent/meant-to-be.c";
    bitreach(&["inconsistent", meant, text(&program), text(&path("long.c")), "--state", text(&state)]);
    bitreach(&["inconsistent", "--whole-program", text(&path("unmodelled.c")), "--state", text(&path("whole"))]);
    let kept = fs::read_dir(results).expect("it is there").map(|entry| entry.expect("it can be read").path());
    let kept = kept.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    let mut documents = Vec::new();
    for (files, first, others) in [
        (kept.collect::<Vec<_>>(), Some("bench-run"), "bench-answer"),
        (vec![state, path("whole")], None, "inconsistent-state"),
    ] {
        for file in files {
            let content = fs::read_to_string(&file).expect("it was written");
            assert!(content.lines().count() > 1, "{content}");
            for (number, line) in content.lines().enumerate() {
                if let Some(schema) = if number == 0 { first } else { Some(others) } {
                    let by = format!("{} {number}", file.display());
                    documents.push(Document { schema, by, text: line.to_owned() });
                }
            }
        }
    }
    documents
}

/// The schemas by name.
fn schemas() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas");
    let files = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read").path());
    let schema = |path: &Path| {
        let name = path.file_name()?.to_str()?.strip_suffix(".schema.json")?.to_owned();
        let text = fs::read_to_string(path).expect("it can be read");
        Some((name, serde_json::from_str(&text).expect("it is JSON")))
    };
    files.filter_map(|path| schema(&path)).collect()
}

fn validators() -> BTreeMap<String, Validator> {
    let validator = |schema: &Value| jsonschema::draft202012::new(schema).expect("it is a schema");
    schemas().iter().map(|(name, schema)| (name.clone(), validator(schema))).collect()
}

#[test]
fn what_is_written_is_as_the_schemas_say() {
    let validators = validators();
    for Document { schema, by, text } in &*DOCUMENTS {
        let document: Value = serde_json::from_str(text).expect("it is JSON");
        let faults: Vec<String> = validators[*schema]
            .iter_errors(&document)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, [""; 0], "{schema}: {by}");
    }
}

/// Calls `visit` for each object in a value.
fn objects<'a>(value: &'a Value, visit: &mut dyn FnMut(&'a Map<String, Value>)) {
    match value {
        Value::Object(map) => {
            visit(map);
            map.values().for_each(|value| objects(value, visit));
        }
        Value::Array(list) => list.iter().for_each(|value| objects(value, visit)),
        _ => {}
    }
}

/// The properties that a schema names, each with what it says of them.
fn properties(schema: &Value) -> Vec<(&String, &Value)> {
    let mut all = Vec::new();
    objects(schema, &mut |map| {
        // What stands behind `if` and `then`, or beside a `$ref`, adds to what is said elsewhere.
        if map.get("type").is_some_and(|kind| kind == "object") {
            all.extend(map["properties"].as_object().expect("properties are an object"));
        }
    });
    all
}

/// An engine that fails while others go on is a fault that no example has.
const NEVER_FILLED: &[&str] = &["failure"];

#[test]
fn each_field_of_the_schemas_is_written_by_an_example() {
    let mut filled: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for Document { schema, text, .. } in &*DOCUMENTS {
        let document: Value = serde_json::from_str(text).expect("it is JSON");
        let of_schema = filled.entry(schema).or_default();
        let is_filled = |value: &Value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
        objects(&document, &mut |map| {
            of_schema.extend(map.iter().filter(|(_, value)| is_filled(value)).map(|(name, _)| name.clone()));
        });
    }
    let names = |schema: &Value| properties(schema).into_iter().map(|(name, _)| name.clone()).collect::<BTreeSet<_>>();
    let schemas = schemas();
    let of_report = names(&schemas["report"]);
    for (name, schema) in &schemas {
        let filled = filled.get(name.as_str()).unwrap_or_else(|| panic!("{name} has no example"));
        // Reports are parts of these two forms: what is around them counts.
        let is_around = ["properties", "functions"].contains(&name.as_str());
        let mut missing = names(schema);
        missing.retain(|name| !filled.contains(name));
        missing.retain(|name| !is_around || !of_report.contains(name));
        missing.retain(|name| !NEVER_FILLED.contains(&name.as_str()));
        assert!(missing.is_empty(), "no example of {name} fills {missing:?}");
    }
}

/// Whether a field of an object may be left out; all others are always there.
fn may_be_left_out(name: &str, object: &Map<String, Value>) -> bool {
    match name {
        // Of the whole report, and not of a place in it or of a line of a state.
        "withheld" | "function" => object.contains_key("schema_version"),
        _ => ["unexplained", "not_asked", "others", "rest"].contains(&name),
    }
}

/// Documents with one thing wrong, and what that is.
fn mutations(document: &Value) -> Vec<(Value, String)> {
    /// Pointers to all values but the whole.
    fn places(value: &Value, at: &str, all: &mut Vec<String>) {
        let parts: Vec<(String, &Value)> = match value {
            Value::Object(map) => map.iter().map(|(name, value)| (name.clone(), value)).collect(),
            // Elements are alike.
            Value::Array(list) => list.iter().take(2).enumerate().map(|(i, value)| (i.to_string(), value)).collect(),
            _ => Vec::new(),
        };
        for (name, value) in parts {
            let at = format!("{at}/{name}");
            places(value, &at, all);
            all.push(at);
        }
    }
    let mut pointers = Vec::new();
    places(document, "", &mut pointers);
    let mut mutated = Vec::new();
    for pointer in &pointers {
        let (parent, name) = pointer.rsplit_once('/').expect("it has a slash");
        let mut changed = document.clone();
        let value = changed.pointer_mut(pointer).expect("it is there");
        *value = if value.is_boolean() { json!("yes") } else { json!(true) };
        mutated.push((changed, format!("{pointer} has another type")));
        let mut changed = document.clone();
        if let Some(Value::Object(map)) = changed.pointer_mut(parent) {
            map.remove(name);
            if !may_be_left_out(name, map) {
                mutated.push((changed, format!("{pointer} is missing")));
            }
        }
    }
    for pointer in pointers.iter().map(String::as_str).chain([""]) {
        let mut changed = document.clone();
        if let Some(Value::Object(map)) = changed.pointer_mut(pointer) {
            map.insert("new".to_owned(), json!(1));
            mutated.push((changed, format!("{pointer}/new is unknown")));
        }
    }
    mutated
}

#[test]
fn what_is_not_as_the_schemas_say_is_refused() {
    let validators = validators();
    let mut count = 0;
    for Document { schema, by, text } in &*DOCUMENTS {
        let document: Value = serde_json::from_str(text).expect("it is JSON");
        for (mutated, what) in mutations(&document) {
            assert!(!validators[*schema].is_valid(&mutated), "{schema}: {by}: {what}");
            count += 1;
        }
    }
    assert!(count > 2000, "{count}");
}

/// Times in seconds; `value` is one or a count, by what the schema says of its list.
const TIMES: &[&str] = &["seconds", "processor", "timeout", "value"];

/// What is wrong with what a schema says of a field.
fn fault(name: &str, says: &Value) -> Option<&'static str> {
    let is_snake_case = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !is_snake_case {
        return Some("is not in snake case");
    }
    if says["description"].as_str().is_none_or(|text| text.is_empty() || text.contains("[`") || text.contains("`None`"))
    {
        return Some("has no description that can be read");
    }
    let is_number =
        says["type"] == "number" || says["type"].as_array().is_some_and(|all| all.contains(&json!("number")));
    (is_number && !TIMES.contains(&name)).then_some("is no integer")
}

#[test]
fn schemas_are_closed_and_name_counts_and_times() {
    for (name, schema) in schemas() {
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        objects(&schema, &mut |map| {
            let is_object = map.get("type").is_some_and(|kind| kind == "object");
            assert!(!is_object || map["additionalProperties"] == false, "{name}: {map:?}");
        });
        for (field, says) in properties(&schema) {
            assert_eq!(fault(field, says), None, "{name}: {field}: {says}");
        }
    }
    let described = |kind: &str| json!({"type": kind, "description": "It is one."});
    assert_eq!(fault("count", &described("integer")), None);
    for (field, says) in
        [("count", described("number")), ("Count", described("integer")), ("count", json!({"type": "integer"}))]
    {
        assert!(fault(field, &says).is_some(), "{field}: {says}");
    }
}

#[test]
fn numbers_are_whole_or_have_a_fraction() {
    for Document { by, text, .. } in DOCUMENTS.iter().filter(|document| !document.schema.starts_with("bench")) {
        let is_wrong = |line: &&str| line.trim_end_matches(',').ends_with(".0") && line.contains("\"value\"");
        assert_eq!(text.lines().find(is_wrong), None, "{by}");
    }
}
