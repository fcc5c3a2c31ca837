//! Errors of memory, each as the kind that it is: in the sentence, in the path, and in the JSON report; the verdict line names
//! the property alone.

mod common;

use common::{bitreach, stdout, verdict};

/// Tasks, the part of `valid-memsafety` that they violate, the kind's name in JSON, and its words.
const KINDS: [(&str, &str, &str, &str); 14] = [
    ("memory/null-unchecked", "valid-deref", "null-dereference", "null pointer dereference"),
    ("memory/null-field-broken", "valid-deref", "null-dereference", "null pointer dereference"),
    ("memory/heap-use-after-free", "valid-deref", "use-after-free", "use after free"),
    ("memory/heap-write-after-free", "valid-deref", "use-after-free", "use after free"),
    ("memory/scope-ended", "valid-deref", "use-after-scope", "use of a local after its scope"),
    ("memory/scope-of-callee", "valid-deref", "use-after-scope", "use of a local after its scope"),
    ("memory/index-unchecked", "valid-deref", "out-of-bounds", "access out of bounds"),
    ("memory/heap-too-short", "valid-deref", "out-of-bounds", "access out of bounds"),
    ("memory/heap-double-free", "valid-free", "double-free", "double free"),
    ("memory/heap-free-local", "valid-free", "free-of-non-heap", "what is freed is not on the heap"),
    ("memory/heap-or-table-broken", "valid-free", "free-of-non-heap", "what is freed is not on the heap"),
    (
        "memory/heap-free-inside",
        "valid-free",
        "free-of-inner-pointer",
        "what is freed is inside of an allocated object, not its start",
    ),
    ("function-pointers/null-callee-broken", "valid-deref", "null-dereference", "null pointer dereference"),
    ("function-pointers/wild-callee-broken", "valid-deref", "invalid-access", "access outside of every live object"),
];

#[test]
fn each_kind_has_its_name() {
    for encoding in ["small", "large"] {
        for (task, property, kind, words) in KINDS {
            let file = format!("sv-benchmarks/{task}.yml");
            let output = bitreach(&["check", &file, "--encoding", encoding, "--json", "-"]);
            assert_eq!(verdict(&output), format!("VERDICT: UNSAFE({property})"), "{task}");
            let out = stdout(&output);
            let (report, _) = out.rsplit_once("VERDICT").expect("the report stands before the verdict");
            let report: serde_json::Value = serde_json::from_str(report).expect("the report is JSON");
            assert_eq!(report["path"]["kind"], kind, "{task}");
            assert_eq!(report["path"]["violation"], words, "{task}");
            assert_eq!(report["summary"], format!("An execution violates valid-memsafety: {words}."), "{task}");
        }
    }
}
