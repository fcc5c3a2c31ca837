//! Lists of any length of which all nodes are freed in the end, and what goes wrong with one of them, whichever.

use crate::common::{bitreach, stderr, text, verdict};

/// What `main` does with a list `l` of any number of nodes, each with a value `v` between 0 and 9; the question; and the answer. The nodes that are left are freed.
const PROGRAMS: &[(&str, &str, &str, &str)] = &[
    ("all freed", "", "unreach-call", "SAFE"),
    (
        "one of the values is looked for",
        "for (struct node *p = l; p; p = p->next) if (p->v < 0 || p->v > 9) reach_error();",
        "unreach-call",
        "SAFE",
    ),
    (
        "one of the values is there",
        "for (struct node *p = l; p; p = p->next) if (p->v == 7) reach_error();",
        "unreach-call",
        "UNSAFE(unreach-call)",
    ),
    (
        "two of the values differ",
        "for (struct node *p = l; p; p = p->next) if (p->next && p->next->v > p->v) reach_error();",
        "unreach-call",
        "UNSAFE(unreach-call)",
    ),
    (
        "the seventh is there",
        "int n = 0; for (struct node *p = l; p; p = p->next) if (++n == 7 && p->v == 3) reach_error();",
        "unreach-call",
        "UNSAFE(unreach-call)",
    ),
    (
        "the least of the values but the last is the least",
        "int m = 9; for (struct node *p = l; p; p = p->next) if (p->next && p->v < m) m = p->v; \
         for (struct node *p = l; p; p = p->next) if (p->v < m) reach_error();",
        "unreach-call",
        "UNSAFE(unreach-call)",
    ),
    (
        "a node of another call comes first and has another value",
        "struct node *n = malloc(sizeof *n); n->v = 10; n->next = l; l = n; \
         for (struct node *p = l; p; p = p->next) if (p->v < 0 || p->v > 9) reach_error();",
        "unreach-call",
        "UNSAFE(unreach-call)",
    ),
    (
        "one is freed twice",
        "for (struct node *p = l; p; p = p->next) if (p->v == 4) { free(p); break; }",
        "valid-memsafety",
        "UNSAFE(valid-deref)",
    ),
    (
        "the last is freed twice",
        "for (struct node *p = l; p; p = p->next) if (!p->next) { free(p); p->next = 0; break; }",
        "valid-memsafety",
        "UNSAFE(valid-deref)",
    ),
];

#[test]
fn what_goes_wrong_with_one_node_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    for (name, body, property, expected) in PROGRAMS {
        let head = "extern void abort(void);\nvoid reach_error(void) { abort(); }\nextern int __VERIFIER_nondet_int(void);\n\
                    extern void *malloc(__SIZE_TYPE__);\nextern void free(void *);\nstruct node { int v; struct node *next; };";
        let begin = "  struct node *l = 0;\n  while (__VERIFIER_nondet_int()) {\n    int v = __VERIFIER_nondet_int();\n    \
                     if (v < 0 || v > 9) continue;\n    struct node *n = malloc(sizeof *n);\n    n->v = v;\n    n->next = l;\n    l = n;\n  }";
        let end = "  while (l) {\n    struct node *next = l->next;\n    free(l);\n    l = next;\n  }\n  return 0;\n}";
        let source = format!("{head}\nint main(void) {{\n{begin}\n  {body}\n{end}\n");
        std::fs::write(&file, source).expect("written");
        let ask = ["check", "--property", property, "--data-model", "ilp32", "--timeout", "300", text(&file)];
        let output = bitreach(&ask);
        assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{name}: {}", stderr(&output));
    }
}
