//! Errors of memory, each as the kind that it is: in the sentence, in the path, and in the JSON report; the verdict line names
//! the property alone.

use crate::common::{self, bitreach, stdout, verdict};

/// Checks a program of its own, in a file of this name, and compares the verdict.
fn ends_as(name: &str, text: &str, options: &[&str], expected: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(format!("{name}.c"));
    std::fs::write(&file, text).expect("written");
    let limit: &[&str] = if options.contains(&"--timeout") { &[] } else { &["--timeout", "300"] };
    let output = bitreach(&[&["check", common::text(&file)], limit, options].concat());
    assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{name}: {}", common::stderr(&output));
}

/// What is accessed of a `long double` are all bytes of it, and an index that is wider than a pointer is not cut off.
#[test]
fn accesses_are_as_wide_as_their_types() {
    let head = "#include <stdlib.h>\nlong long __VERIFIER_nondet_llong(void);\nint main(void) {";
    let rows = [
        ("long double *p = malloc(12); *p = 1; free(p); return 0; }", "LP64", "UNSAFE(valid-deref)"),
        ("long double *p = malloc(16); *p = 1; free(p); return 0; }", "LP64", "SAFE"),
        ("long double *p = malloc(12); *p = 1; free(p); return 0; }", "ILP32", "SAFE"),
        ("long double *p = malloc(10); *p = 1; free(p); return 0; }", "ILP32", "UNSAFE(valid-deref)"),
        (
            "struct { char c; long double d; } *p = malloc(28); p->d = 1; free(p); return 0; }",
            "LP64",
            "UNSAFE(valid-deref)",
        ),
        ("int a[4] = {0}; unsigned long long i = (1ULL << 32) + 1; return a[i]; }", "ILP32", "UNKNOWN(unmodelled)"),
        ("int a[4] = {0}; __int128 i = ((__int128) 1 << 64) + 1; return a[i]; }", "LP64", "UNKNOWN(unmodelled)"),
        (
            "int a[4] = {0}; long long i = __VERIFIER_nondet_llong(); if (i < 0 || i > 3) return 0; return a[i]; }",
            "ILP32",
            "SAFE",
        ),
        (
            "int a[4] = {0}; long long i = __VERIFIER_nondet_llong(); if (i < 0 || i > 4) return 0; return a[i]; }",
            "ILP32",
            "UNSAFE(valid-deref)",
        ),
    ];
    for (body, data_model, expected) in rows {
        ends_as("wide", &format!("{head} {body}"), &["-p", "valid-memsafety", "-d", data_model], expected);
    }
}

const LOST: &str = "allocated memory is lost: no pointer leads to it";

/// Tasks, the part of `valid-memsafety` that they violate, the kind's name in JSON, and its words.
const KINDS: [(&str, &str, &str, &str); 19] = [
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
    ("memory/track-overwritten", "valid-memtrack", "lost-memory", LOST),
    ("memory/track-global-broken", "valid-memtrack", "lost-memory", LOST),
    ("memory/track-local", "valid-memtrack", "lost-memory", LOST),
    ("memory/track-owner-broken", "valid-memtrack", "lost-memory", LOST),
    ("memory/track-cycle", "valid-memtrack", "lost-memory", LOST),
    ("function-pointers/null-callee-broken", "valid-deref", "null-dereference", "null pointer dereference"),
    ("function-pointers/wild-callee-broken", "valid-deref", "invalid-access", "access outside of every live object"),
];

#[test]
fn each_kind_has_its_name() {
    for encoding in ["small", "large"] {
        for (task, property, kind, words) in KINDS {
            let file = format!("sv-benchmarks/{task}.yml");
            let all = ["check", &file, "--property", "valid-memsafety", "--encoding", encoding, "--json", "-"];
            let output = bitreach(&all);
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

/// What is lost in a run that never comes to an end, or is cut off, is not found, but never taken for tracked either.
#[test]
fn what_is_lost_on_the_way_is_not_safe() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let head = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nint main(void) { int *p = malloc(4); *p = 1;";
    for (name, rest, expected) in [
        ("forever", "p = malloc(4); *p = 2; for (;;) ; }", "UNKNOWN(unmodelled)"),
        ("cut-off", "p = malloc(4); *p = 2; free(p); abort(); }", "UNKNOWN(unmodelled)"),
        ("in-a-loop", "for (;;) { p = malloc(4); free(p); p = 0; } }", "UNKNOWN(unmodelled)"),
        ("used-in-a-loop", "for (;;) { *p = __VERIFIER_nondet_int(); } }", "SAFE"),
        ("cut-off-in-use", "if (*p == __VERIFIER_nondet_int()) abort(); free(p); }", "SAFE"),
        ("at-once", "p = 0; return 0; }", "UNSAFE(valid-memtrack)"),
    ] {
        let file = folder.path().join(format!("{name}.c"));
        std::fs::write(&file, format!("{head} {rest}")).expect("a file can be written");
        let output = bitreach(&["check", common::text(&file), "--property", "valid-memtrack", "--timeout", "300"]);
        assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{name}");
    }
}

/// What locals hold counts where the program is ended, or runs for ever, and nothing else: not what passes let other ways use, nor what a local
/// has lost by another value or with its life.
#[test]
fn what_locals_hold_is_tracked() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let head = "#include <stdlib.h>\n#include <stdint.h>\nint __VERIFIER_nondet_int(void);\n#define any __VERIFIER_nondet_int()\n";
    let lost = [
        ("overwritten", "", "char *p = malloc(4); if (any) { p = 0; exit(0); } free(p);"),
        ("before", "", "char *p = malloc(4); int c = any; if (c) p = 0; int d = 3; if (c) exit(d); free(p);"),
        ("chosen", "", "int c = any; char *p = malloc(4); p = c ? 0 : p; if (c) exit(0); free(p);"),
        ("block-left", "", "for (;;) { char *p = malloc(4); if (any) break; free(p); } abort();"),
        ("jumped-over", "", "for (;;) { goto in; char *p; in: p = malloc(4); if (any) break; free(p); } abort();"),
        (
            "element",
            "",
            "char *a[4]; int i = any; if (i < 0 || i > 3) return 0; a[i] = malloc(4); if (any) { a[i] = 0; exit(1); } free(a[i]);",
        ),
        (
            "copied-over",
            "",
            "struct s { char *p; int n; } s = { malloc(4), 1 }; if (any) { struct s e = { 0, 0 }; s = e; exit(0); } free(s.p);",
        ),
        ("number", "", "uintptr_t u = (uintptr_t) malloc(4); if (any) { u = 0; exit(0); } free((void *) u);"),
        ("union", "", "union { char *p; long n; } u; u.p = malloc(4); long x = u.n; u.p = 0; if (any) { x = 0; exit(0); } u.n = x; free(u.p);"),
        (
            "by-pointer",
            "static void forget(char **p) { *p = 0; }",
            "char *p = malloc(4); if (any) { forget(&p); exit(0); } free(p);",
        ),
        (
            "returned",
            "static int f(void) { char *p = malloc(4); if (any) return 0; free(p); return 1; }",
            "if (!f()) exit(1);",
        ),
        (
            "called-again",
            "static int f(int n) { char *p; while (n < 0) ; p = malloc(4); if (n > 5) return 1; free(p); return 0; }",
            "if (f(9)) f(-1);",
        ),
        (
            "returned-from-itself",
            "static int f(int n) { char *p = malloc(4); if (n > 2) return 0; free(p); if (any) return f(n + 1); return 1; } \
             static int g(int n) { return f(n); }",
            "if (!g(any)) exit(1);",
        ),
        ("global", "static char *g; static void set(int c) { if (c) g = 0; }", "int c = any; g = malloc(4); set(c); if (c) exit(0); free(g);"),
        ("for-ever", "", "int c = any; char *p = malloc(4); if (c) p = 0; while (c) ; free(p);"),
        ("stale", "static char *get(void) { return malloc(4); }", "char *p = get(); free(p); char *q = get(); if (any) { q = 0; exit(0); } free(q);"),
        ("parameter", "static void f(char *p) { p = 0; exit(0); }", "char *p = malloc(4); char *q = p; p = q = 0; f(malloc(4));"),
        ("case-left", "", "switch (sizeof(int)) { case 8: abort(); case 4: { char *p = malloc(4); break; } default: abort(); } exit(0);"),
        (
            "case-of-a-macro-left",
            "#define PUT(x) switch (sizeof(x)) { case 4: { int *t = malloc(4); *t = x; break; } }\n",
            "int a = 3; PUT(a) exit(0);",
        ),
        (
            "changed-by-callee",
            "static void die(void) { exit(1); } static void clear(char **p) { if (any) { *p = 0; die(); } }",
            "char *p = malloc(4); clear(&p); free(p);",
        ),
    ];
    let held = [
        ("parameter-in-use", "static int f(char *p) { if (any) exit(0); free(p); return 0; }", "return f(malloc(4));"),
        (
            "callers-hold",
            "static void need(int c) { if (!c) abort(); }",
            "int n = any; char *p = malloc(4); need(n > 2); if (n == 5) exit(1); free(p);",
        ),
        (
            "result-of-check",
            "struct n { struct n *next; int v; }; static int ok(struct n *l) { for (; l; l = l->next) if (l->v) return 0; return 1; }",
            "struct n *h = 0; for (int i = 0; i < 2; i++) { struct n *x = malloc(sizeof *x); x->next = h; x->v = any; h = x; } \
             if (!ok(h)) abort(); while (h) { struct n *t = h->next; free(h); h = t; }",
        ),
        (
            "passed-by-address",
            "static void die(void) { exit(1); } static void push(char **p) { *p = malloc(4); if (any) die(); }",
            "char *p = 0; push(&p); if (any) die(); free(p);",
        ),
        ("block-in-use", "static void die(void) { exit(1); }", "for (;;) { char *p = malloc(4); if (any) die(); free(p); }"),
    ];
    let cases = lost.map(|case| (case, "UNKNOWN(unmodelled)")).into_iter().chain(held.map(|case| (case, "SAFE")));
    for ((name, functions, body), expected) in cases {
        let text = format!("{head} {functions} int main(void) {{ {body} return 0; }}");
        let file = folder.path().join(format!("{name}.c"));
        std::fs::write(&file, text).expect("a file can be written");
        let output = bitreach(&["check", common::text(&file), "--property", "valid-memtrack", "--timeout", "300"]);
        assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{name}");
    }
}

/// A local of a block in a case has ended behind the block, also where clang knows which case is taken and gives the block no scope.
#[test]
fn locals_of_a_known_case_end_with_their_block() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    for (name, body, expected) in [
        ("left", "switch (1) { case 1: { int x = 1; g = &x; break; } default: ; } return *g;", "UNSAFE(valid-deref)"),
        ("inside", "switch (1) { case 1: { int x = 1; g = &x; x = *g; break; } default: ; } return 0;", "SAFE"),
        ("around", "int x = 1; switch (1) { case 1: { g = &x; break; } default: ; } return *g;", "SAFE"),
    ] {
        let file = folder.path().join(format!("{name}.c"));
        std::fs::write(&file, format!("int *g; int main(void) {{ {body} }}")).expect("a file can be written");
        let output = bitreach(&["check", common::text(&file), "--property", "valid-deref", "--timeout", "300"]);
        assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{name}");
    }
}

/// What IEEE 754 does not fix may be any value where that is safe, and an error that depends on it is none.
#[test]
fn values_that_are_not_fixed_make_nothing_unsafe() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let head =
        "#include <math.h>\n#include <fenv.h>\nvoid reach_error(void) {}\ndouble __VERIFIER_nondet_double(void);\n\
        int main(void) { double x = __VERIFIER_nondet_double();";
    for (name, rest, expected, told) in [
        ("in-range", "if (sin(x) > 1 || exp(x) < 0) reach_error(); }", "SAFE", "`sin` gives a number from -1 to 1"),
        ("reached", "if (cos(x) < 0.5) reach_error(); }", "UNKNOWN(unmodelled)", "the value of `cos`"),
        (
            "behind",
            "if (x > 1 && x < 9) { x = cbrt(x); reach_error(); } }",
            "UNKNOWN(unmodelled)",
            "the value of `cbrt`",
        ),
        ("before", "if (x > 1) reach_error(); x = tan(x); }", "UNSAFE(unreach-call)", "reach_error"),
        ("exact", "if (pow(x, 0) == 1 && x > 2) reach_error(); }", "UNSAFE(unreach-call)", "pow("),
        ("up", "fesetround(FE_UPWARD); if (sin(x) > 1) reach_error(); }", "UNKNOWN(unmodelled)", "the value of `sin`"),
        (
            "down",
            "fesetround(FE_DOWNWARD); if (x > 2 && x + 1e-30 > x) reach_error(); }",
            "SAFE",
            "as the program says",
        ),
    ] {
        let file = folder.path().join(format!("{name}.c"));
        std::fs::write(&file, format!("{head} {rest}")).expect("a file can be written");
        let output = bitreach(&["check", common::text(&file), "-p", "unreach-call", "--timeout", "300"]);
        assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{name}");
        assert!(stdout(&output).contains(told), "{name}: {}", stdout(&output));
    }
}

/// The same with two sums.
#[test]
#[ignore = "it takes a minute: make test-all"]
fn sums_that_are_rounded_down_do_not_grow() {
    ends_as(
        "sums",
        "#include <fenv.h>\nvoid reach_error(void) {}\ndouble __VERIFIER_nondet_double(void);\n\
         int main(void) { double x = __VERIFIER_nondet_double(); fesetround(FE_DOWNWARD);\n\
         if (x > 2 && x + 1 - 1 > x) reach_error(); }\n",
        &["-p", "unreach-call"],
        "SAFE",
    );
}

/// What a program rounds in a direction that it sets is so rounded where it computes with constants, too; what clang cannot do, and what none of
/// the compiler's checks looks at, is no answer.
#[test]
fn what_the_compiler_leaves_open_is_not_made_up() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let head = "void reach_error(void) {}\nint __VERIFIER_nondet_int(void);\n\
        typedef int v4 __attribute__((vector_size(16)));\n";
    let access = "#include <fenv.h>\n#pragma STDC FENV_ACCESS ON\n";
    for (name, pragma, body, property, expected) in [
        (
            "sum",
            access,
            "fesetround(FE_UPWARD); if (1.0 + 1e-30 != 1.0) reach_error();",
            "unreach-call",
            "UNSAFE(unreach-call)",
        ),
        (
            "float",
            access,
            "fesetround(FE_UPWARD); float a = 16777217; if (a != 16777216) reach_error();",
            "unreach-call",
            "UNSAFE(unreach-call)",
        ),
        ("nearest", access, "if (1.0 + 1e-30 != 1.0) reach_error();", "unreach-call", "SAFE"),
        (
            "pragma",
            "#pragma STDC FENV_ROUND FE_UPWARD\n",
            "double x = 1.0; if (x + 1e-30 != 1.0) reach_error();",
            "unreach-call",
            "UNKNOWN(unmodelled)",
        ),
        (
            "pragma-behind-its-header",
            "#include <fenv.h>\n#pragma clang diagnostic ignored \"-Wignored-pragmas\"\n#pragma STDC FENV_ROUND FE_UPWARD\n",
            "double x = __VERIFIER_nondet_int(); if (x == 1 && x + 1e-30 != 1.0) reach_error();",
            "unreach-call",
            "UNKNOWN(unmodelled)",
        ),
        (
            "operator",
            "#include <fenv.h>\n",
            "_Pragma(\"STDC FENV_ROUND FE_UPWARD\") double x = 0.1; if (x == 0.1) reach_error();",
            "unreach-call",
            "UNKNOWN(unmodelled)",
        ),
        (
            "dynamic",
            "#include <fenv.h>\n#pragma STDC FENV_ROUND FE_DYNAMIC\n",
            "double x = 1.0; if (x + 1e-30 != 1.0) reach_error();",
            "unreach-call",
            "SAFE",
        ),
        ("order-of-bytes", "struct __attribute__((scalar_storage_order(\"big-endian\"))) s { int a; } v = {1};\n", "if (*(char *)&v == 0) reach_error();", "unreach-call", "UNKNOWN(unmodelled)"),
        ("optimised", "#pragma GCC optimize(\"O2\")\n#ifdef __OPTIMIZE__\n#define UP 1\n#else\n#define UP 0\n#endif\n", "if (UP) reach_error();", "unreach-call", "UNKNOWN(unmodelled)"),
        ("level", "__attribute__((optimize(\"O0\"))) static int one(void) { return 1; }\n", "if (one() != 1) reach_error();", "unreach-call", "SAFE"),
        (
            "lane",
            "",
            "int i = __VERIFIER_nondet_int(); v4 a = {1, 1, 1, 1}, b = {i, 1, 1, 1}; a = a << b; return a[0];",
            "no-bad-shift",
            "UNKNOWN(unmodelled)",
        ),
        (
            "lane-fits",
            "",
            "int i = __VERIFIER_nondet_int() & 31; v4 a = {1, 1, 1, 1}, b = {i, 1, 1, 1}; a = a << b; return a[0];",
            "no-bad-shift",
            "SAFE",
        ),
        ("atomic", "", "_Atomic int x = 2147483647; x += 1; return x;", "no-overflow", "UNKNOWN(unmodelled)"),
        ("atomic-fits", "", "_Atomic int x = 2147483646; x += 1; return x;", "no-overflow", "SAFE"),
        ("atomic-volatile", "", "static volatile _Atomic int x; if (__c11_atomic_fetch_add(&x, 1, 5) == 5) reach_error();", "unreach-call", "UNSAFE(unreach-call)"),
        ("atomic-exchanged", "", "static volatile _Atomic int x; int five = 5; if (__c11_atomic_compare_exchange_strong(&x, &five, 1, 5, 5)) reach_error();", "unreach-call", "UNSAFE(unreach-call)"),
        (
            "atomic-wraps",
            "",
            "_Atomic int x = 2147483647; x += 1; if (x < 0) reach_error();",
            "unreach-call",
            "UNSAFE(unreach-call)",
        ),
    ] {
        let file = folder.path().join(format!("{name}.c"));
        std::fs::write(&file, format!("{head}{pragma}int main(void) {{ {body} return 0; }}\n"))
            .expect("a file can be written");
        let output = bitreach(&["check", common::text(&file), "-p", property, "--timeout", "300"]);
        assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{name}");
    }
}

/// That a weak exchange fails for nothing, C allows and x86 does not do: a verdict that rests on that says so.
#[test]
fn a_weak_exchange_that_never_fails_for_nothing_is_an_assumption() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, kind, is_told) in [("weak", "weak", true), ("strong", "strong", false)] {
        let file = folder.path().join(format!("{name}.c"));
        let program = format!(
            "#include <stdatomic.h>\nvoid reach_error(void) {{}}\n_Atomic int x;\nint main(void) {{ int old = 0; \
             if (!atomic_compare_exchange_{kind}(&x, &old, 1)) reach_error(); return 0; }}\n"
        );
        std::fs::write(&file, program).expect("a file can be written");
        let output = bitreach(&["check", common::text(&file), "-p", "unreach-call", "--timeout", "300", "--verbose"]);
        assert_eq!(verdict(&output), "VERDICT: SAFE", "{name}");
        assert_eq!(stdout(&output).contains("compare_exchange_weak"), is_told, "{name}: {}", stdout(&output));
    }
}

/// That there is memory is an assumption where a call that can be made asks for some, unless it may fail.
#[test]
fn that_malloc_finds_memory_is_an_assumption() {
    let folder = tempfile::tempdir().expect("a folder");
    let says = "  malloc, calloc, realloc and what else asks for memory finds it (with --malloc-may-fail it may not)\n";
    let head = "#include <stdlib.h>\n#include <string.h>\nvoid reach_error(void) {}\n";
    for (body, options, is_told) in [
        ("char *p = malloc(4); if (!p) reach_error(); free(p);", &[][..], true),
        ("char *p = strdup(\"a\"); if (!p) reach_error(); free(p);", &[], true),
        ("char p[4]; for (int i = 0; i < 4; i++) p[i] = 0; if (p[2]) reach_error();", &[], false),
        ("char *p = malloc(4); if (p && p[0] != p[0]) reach_error(); free(p);", &["--malloc-may-fail"], false),
    ] {
        let file = folder.path().join("a.c");
        std::fs::write(&file, format!("{head}int main(void) {{ {body} return 0; }}\n")).expect("a file can be written");
        let limit: &[&str] = if options.contains(&"--timeout") { &[] } else { &["--timeout", "300"] };
        let output = bitreach(&[&["check", common::text(&file)], limit, options].concat());
        assert_eq!(verdict(&output), "VERDICT: SAFE", "{body} {}", stdout(&output));
        assert_eq!(stdout(&output).contains(says), is_told, "{body}: {}", stdout(&output));
    }
}

/// What is said to go on where code is not modelled does go on.
#[test]
fn what_is_advised_leads_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.c");
    let head = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nvoid reach_error(void) {}\n\
                extern unsigned __VERIFIER_nondet_uint(void);\n";
    let reads = "int main(void) { unsigned n = __VERIFIER_nondet_uint();";
    let computed = format!(
        "{reads} if (n < 10 || n > 90) return 0; char a[n], b[n]; memset(a, 7, n); memcpy(b, a, n); \
         if (b[n - 1] != 7) reach_error(); }}"
    );
    let deep = format!(
        "static unsigned f(unsigned n, unsigned *to) {{ unsigned own = n; return n ? f(n - 1, &own) + *to : *to; }}\n\
         {reads} if (n > 50) return 0; unsigned one = 1; if (f(n, &one) >= 1000) reach_error(); }}"
    );
    let divides = format!("{reads} n = 10 / n; if (n > 10) reach_error(); }}");
    let shifts = format!("{reads} n = 1u << n; if (n == 0) reach_error(); }}");
    let outside = format!("{reads} int a[4] = {{0}}; a[n & 7] = 1; if (a[0] > 1) reach_error(); }}");
    let freed = format!("{reads} char *p = malloc(2); free(p + (n & 1)); if (n == 3) reach_error(); }}");
    let smallest = format!(
        "{reads} int x = (int)n; x = x == -2147483647 - 1 ? __builtin_abs(x) : 0; if (x < 0) reach_error(); }}"
    );
    for (program, says, options, expected) in [
        (
            &computed,
            "Such objects have up to 64 bytes as --computed-size says.",
            &["--computed-size", "90"][..],
            "SAFE",
        ),
        (
            &deep,
            "--recursion says how deep calls are followed, now 12 levels.",
            &["--recursion", "51"],
            "UNSAFE(unreach-call)",
        ),
        (
            &divides,
            "-p no-division-by-zero asks whether that happens.",
            &["-p", "no-division-by-zero"],
            "UNSAFE(no-division-by-zero)",
        ),
        (&shifts, "-p no-bad-shift asks whether that happens.", &["-p", "no-bad-shift"], "UNSAFE(no-bad-shift)"),
        (&outside, "-p valid-deref asks whether that happens.", &["-p", "valid-deref"], "UNSAFE(valid-deref)"),
        (&freed, "-p valid-free asks whether that happens.", &["-p", "valid-free"], "UNSAFE(valid-free)"),
        (&smallest, "-p no-overflow asks whether that happens.", &["-p", "no-overflow"], "UNSAFE(no-overflow)"),
    ] {
        std::fs::write(&file, format!("{head}{program}\n")).expect("a file can be written");
        // Native runs may find an error without the advice.
        let base = ["check", common::text(&file), "--timeout", "300", "--engine", "ic3"];
        let check = |options: &[&str]| bitreach(&[&base, options].concat());
        let unknown = check(&[]);
        assert_eq!(verdict(&unknown), "VERDICT: UNKNOWN(unmodelled)", "{says}: {}", stdout(&unknown));
        assert!(
            stdout(&unknown).lines().next().is_some_and(|line| line.contains(says)),
            "{says}: {}",
            stdout(&unknown)
        );
        let known = check(options);
        assert_eq!(verdict(&known), format!("VERDICT: {expected}"), "{says}: {}", stdout(&known));
    }
    for (body, says) in [
        ("printf(\"%s\", 5);", "a format asks for an argument of another type, or for more than are passed"),
        ("int (*p)(const char *, ...) = printf; p(\"%d\", 5);", "`printf` is modelled where it is called by its name"),
    ] {
        std::fs::write(&file, format!("{head}int main(void) {{ {body} reach_error(); }}\n"))
            .expect("a file can be written");
        let output = bitreach(&["check", common::text(&file), "--timeout", "300", "-p", "valid-memsafety"]);
        assert!(stdout(&output).contains(says) && !stdout(&output).contains("va_arg"), "{}", stdout(&output));
    }
}

/// With 32 bits, a pointer far inside of a huge object does not fit beside its object's number into a word. What memory cannot hold is
/// unmodelled, be it stored or there from the start: it was nowhere, and compared with itself as different.
#[test]
fn addresses_that_memory_cannot_hold_are_unmodelled() {
    let folder = tempfile::tempdir().expect("a folder");
    let head =
        "extern void abort(void); void reach_error(void) { abort(); } extern unsigned __VERIFIER_nondet_uint(void);\n\
        char big[1u << 28]; int x[9]; int *all[9] = {&x[0], &x[1], &x[2]}; int y1, y2, y3, y4, y5, y6, y7;\n\
        int *others[7] = {&y1, &y2, &y3, &y4, &y5, &y6, &y7};\n";
    let touch = "unsigned k = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();\n\
        if (k >= 7 || i >= 3 || j >= 3) return 0; *others[k] = 3; ";
    let far = "big + 200000000";
    for (name, global, body) in [
        ("stored", "char *q[3];", format!("q[i] = {far}; if (q[j] == {far}) reach_error();")),
        (
            "initial",
            &format!("char *q[3] = {{{far}, big, {far}}};"),
            format!("if (q[j] == {far}) reach_error(); q[i] = 0;"),
        ),
    ] {
        let file = folder.path().join(format!("{name}.c"));
        std::fs::write(&file, format!("{head}{global}\nint main(void) {{ {touch}{body} return 0; }}\n"))
            .expect("written");
        let arguments = ["--property", "unreach-call", "--data-model", "ILP32", "--engine", "ic3", "--timeout", "300"];
        let output = bitreach(&[&["check", common::text(&file)][..], &arguments].concat());
        assert_eq!(verdict(&output), "VERDICT: UNKNOWN(unmodelled)", "{name}");
    }
}

/// Each of these was a wrong SAFE, or ended the process: what nobody knows is unmodelled, and what leaves its object is an error.
#[test]
fn what_the_library_leaves_open_is_not_made_up() {
    let head = "#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\nextern void reach_error(void);\n";
    let main = "int main(void)";
    for (name, property, model, expected, text) in [
        ("static-list", "unreach-call", "LP64", "UNKNOWN(unmodelled)", format!(
            "static va_list g; static int f(int n, ...) {{ va_start(g, n); int r = va_arg(g, int); va_end(g); return r; }}\n\
             {main} {{ if (f(0, 3, 4) == 3) reach_error(); }}"
        )),
        ("static-list-of-doubles", "unreach-call", "LP64", "UNKNOWN(unmodelled)", format!(
            "static va_list g; static double f(int n, ...) {{ va_start(g, n); double r = va_arg(g, double); va_end(g); return r; }}\n\
             {main} {{ if (f(0, 3.0, 4.0) == 3) reach_error(); }}"
        )),
        ("list-behind-output", "unreach-call", "LP64", "UNKNOWN(unmodelled)", format!(
            "static int f(const char *t, ...) {{ va_list l; va_start(l, t); vprintf(t, l); int x = va_arg(l, int); va_end(l); return x; }}\n\
             {main} {{ if (f(\"%d\", 1, 2) == 2) reach_error(); }}"
        )),
        ("no-argument", "unreach-call", "ILP32", "UNKNOWN(unmodelled)", format!(
            "static int f(int n, ...) {{ va_list l; va_start(l, n); int x = va_arg(l, int); va_end(l); return x; }}\n\
             {main} {{ if (f(1) != 0) reach_error(); }}"
        )),
        ("atexit-in-a-destructor", "unreach-call", "LP64", "UNKNOWN(unmodelled)", format!(
            "static void h(void) {{ reach_error(); }}\n__attribute__((destructor)) static void d(void) {{ atexit(h); }}\n{main} {{ return 0; }}"
        )),
        ("assembler-behind-a-comment", "unreach-call", "LP64", "UNKNOWN(unmodelled)", format!(
            "{main} {{ int x = 5; __asm__(\"#x\\rincl %0\" : \"+r\"(x)); if (x == 6) reach_error(); }}"
        )),
        ("fresh-pointer", "unreach-call", "LP64", "UNKNOWN(unmodelled)", format!(
            "struct n {{ struct n *next; int d; }};\n\
             {main} {{ struct n *p = malloc(sizeof *p); if (!p) return 0; p->d = 1; if (p->next == 0) reach_error(); }}"
        )),
        ("environment", "valid-memsafety", "LP64", "UNSAFE(valid-deref)", format!(
            "{main} {{ char *p = getenv(\"A\"); if (p && *p == 0) p[1] = 'x'; return 0; }}"
        )),
        ("end-of-file-stays", "unreach-call", "LP64", "SAFE", format!(
            "{main} {{ char b[4]; FILE *f = fopen(\"a\", \"r\"); if (!f) return 0; size_t n = fread(b, 1, 4, f);\n\
             if (feof(f)) {{ n = fread(b, 1, 4, f); if (n != 0) reach_error(); }} return 0; }}"
        )),
    ] {
        ends_as(name, &format!("{head}{text}\n"), &["-p", property, "-d", model], expected);
    }
}

/// Where C leaves open what the library does, or what is done with it is undefined, there is no one answer.
#[test]
fn what_c_leaves_open_of_the_library_has_no_one_answer() {
    let head = "#include <errno.h>\n#include <fcntl.h>\n#include <fenv.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
        #include <string.h>\n#include <sys/stat.h>\n#include <unistd.h>\nextern void reach_error(void);\n\
        extern int __VERIFIER_nondet_int(void);\nstruct s { char c; int i; };\n\
        static int calls; static int less(const void *a, const void *b) { return *(const int *)a > *(const int *)b; }\n\
        static int order(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }\n\
        static int counted(const void *a, const void *b) { calls++; return order(a, b); }\n";
    for (name, expected, body) in [
        ("qsort-counted", "UNKNOWN(unmodelled)", "int x[3] = {3, 1, 2}; qsort(x, 3, 4, counted); if (calls != 3) reach_error();"),
        ("qsort-counted-by-pointer", "UNKNOWN(unmodelled)", "int (*f)(const void *, const void *) = counted; int x[2] = {3, 1}; qsort(x, 2, 4, f); if (calls != 1) reach_error();"),
        ("bsearch-counted", "UNKNOWN(unmodelled)", "int x[3] = {1, 2, 3}, k = 3; bsearch(&k, x, 3, 4, counted); if (calls != 3) reach_error();"),
        ("no-order", "UNKNOWN(unmodelled)", "int x[2] = {1, 2}; qsort(x, 2, 4, less); if (x[0] > x[1]) reach_error();"),
        ("unsorted", "UNKNOWN(unmodelled)", "int x[2] = {2, 1}, k = 1; if (bsearch(&k, x, 2, 4, order) == 0) reach_error();"),
        ("memcpy-overlaps", "UNKNOWN(unmodelled)", "char b[8] = \"abcdef\"; memcpy(b + 1, b, 3); if (b[2] != 'b') reach_error();"),
        ("memcpy-of-itself", "UNKNOWN(unmodelled)", "char b[8] = \"abcdef\"; memcpy(b, b, 3); if (b[2] != 'c') reach_error();"),
        ("memcpy-beside", "SAFE", "char b[8] = \"abcdef\"; memcpy(b + 3, b, 3); if (b[3] != 'a') reach_error();"),
        ("memmove-overlaps", "SAFE", "char b[8] = \"abcdef\"; memmove(b + 1, b, 3); if (b[2] != 'b') reach_error();"),
        ("assigned-to-itself", "SAFE", "struct s x = {1, 2}, *p = &x, *q = &x; *p = *q; if (x.i != 2) reach_error();"),
        ("partly-assigned", "UNKNOWN(unmodelled)", "struct t { int a[4]; }; int x[6] = {1, 2, 3, 4, 5, 6}; *(struct t *)&x[1] = *(struct t *)x; if (x[2] != 2) reach_error();"),
        ("strcpy-overlaps", "UNKNOWN(unmodelled)", "char b[16] = \"abcdef\"; strcpy(b, b + 2); if (b[0] != 'c') reach_error();"),
        ("strcpy-beside", "SAFE", "char b[16] = \"abc\"; strcpy(b + 4, b); if (b[6] != 'c') reach_error();"),
        ("strncpy-overlaps", "UNKNOWN(unmodelled)", "char b[16] = \"abcdef\"; strncpy(b, b + 2, 4); if (b[0] != 'c') reach_error();"),
        ("strcat-of-itself", "UNKNOWN(unmodelled)", "char b[16] = \"ab\"; strcat(b, b); if (b[2] != 'a') reach_error();"),
        ("snprintf-of-itself", "UNKNOWN(unmodelled)", "char b[16] = \"ab\"; snprintf(b, sizeof b, \"%s!\", b); if (b[2] != '!') reach_error();"),
        ("sprintf-behind-itself", "UNKNOWN(unmodelled)", "char b[16] = \"abc\"; strcpy(b + 4, \"xy\"); sprintf(b, \"%s%d\", b + 4, 12345); if (b[0] != 'x') reach_error();"),
        ("snprintf-beside", "SAFE", "char b[16] = \"ab\"; snprintf(b + 4, 8, \"%s!\", b); if (b[6] != '!') reach_error();"),
        ("sscanf-overlaps", "UNKNOWN(unmodelled)", "char b[16] = \"abcd\"; sscanf(b, \"%s\", b + 1); if (b[1] != 'a') reach_error();"),
        ("strcmp-by-pointer", "UNSAFE(unreach-call)", "int (*f)(const char *, const char *) = strcmp; if (f(\"c\", \"a\") == 7) reach_error();"),
        ("strcmp-kept", "SAFE", "int r = strcmp(\"c\", \"a\"); if (r <= 0) reach_error();"),
        ("memcmp", "UNSAFE(unreach-call)", "if (memcmp(\"c\", \"a\", 1) == 300) reach_error();"),
        ("putchar", "SAFE", "int r = putchar('a'); if (r != 'a' && r != EOF) reach_error();"),
        ("puts", "SAFE", "if (puts(\"a\") < EOF) reach_error();"),
        ("printf", "SAFE", "int n = printf(\"abc\"); if (n >= 0 && n != 3) reach_error();"),
        ("calloc-of-none", "UNSAFE(unreach-call)", "if (calloc(0, 4) == 0) reach_error();"),
        ("getenv-of-nothing", "SAFE", "if (getenv(\"\")) reach_error();"),
        ("fwrite-to-input", "UNKNOWN(unmodelled)", "FILE *f = fopen(\"a\", \"r\"); if (f && fwrite(\"a\", 1, 1, f) == 1) reach_error();"),
        ("scanf-behind-a-number", "SAFE", "int x; char c; if (scanf(\"%d%c\", &x, &c) == 2 && c == '7') reach_error();"),
        ("scanf-behind-digits", "UNSAFE(unreach-call)", "int x; char c; if (scanf(\"%3d%c\", &x, &c) == 2 && c == '7') reach_error();"),
        ("scanf-behind-blanks", "SAFE", "char c, t[6]; if (scanf(\" %c %5[^,]\", &c, t) == 2 && (c == '\\n' || t[0] == ' ')) reach_error();"),
        ("scanf-behind-a-word", "SAFE", "char c; if (scanf(\"%*s%c\", &c) == 1 && c == '.') reach_error();"),
        ("scanf-of-an-octal", "UNSAFE(unreach-call)", "int x; char c; if (scanf(\"%i%c\", &x, &c) == 2 && c == '8') reach_error();"),
        ("fclose-of-the-descriptor", "UNSAFE(unreach-call)", "char c; if (close(0) || open(\"a\", O_WRONLY) != 0 || fclose(stdin) || !fopen(\"b\", \"r\")) return 0; if (read(0, &c, 1) == 1) reach_error();"),
        ("fdim-by-pointer", "UNKNOWN(unmodelled)", "fesetround(FE_UPWARD); double (*f)(double, double) = fdim; if (f(1, -1e-30) != 1) reach_error();"),
        ("ldexp-by-pointer", "UNKNOWN(unmodelled)", "fesetround(FE_TOWARDZERO); double (*f)(double, int) = ldexp; if (!isinf(f(1.7976931348623157e308, 1))) reach_error();"),
        ("sqrt-by-pointer", "UNSAFE(unreach-call)", "fesetround(FE_DOWNWARD); double (*f)(double) = sqrt; if (f(2) == 0x1.6a09e667f3bccp+0) reach_error();"),
        ("sqrt-by-pointer-to-nearest", "SAFE", "double (*f)(double) = sqrt; if (f(2) == 0x1.6a09e667f3bccp+0) reach_error();"),
        ("lseek-of-a-device", "UNSAFE(unreach-call)", "int f = open(\"a\", O_RDONLY); if (f < 0) return 0; off_t at = lseek(f, 100, SEEK_SET); if (at != -1 && at != 100) reach_error();"),
        ("remquo-of-infinity", "UNSAFE(unreach-call)", "int q; errno = 0; remquo(INFINITY, 1, &q); if (errno == 0) reach_error();"),
        ("remquo-of-infinity-that-tells", "UNSAFE(unreach-call)", "int q; errno = 0; remquo(INFINITY, 1, &q); if (errno == EDOM) reach_error();"),
        ("remquo-of-many", "UNSAFE(unreach-call)", "int q; remquo(100, 3, &q); if (q > 8) reach_error();"),
        ("remquo-of-few", "SAFE", "int q; if (remquo(11, -3, &q) != -1 || q != -4) reach_error();"),
        ("remquo-of-eights", "SAFE", "int q; if (remquo(100, -3, &q) != 1 || q > -1 || q % 8 != -1) reach_error();"),
        ("read-tells-why", "SAFE", "char c; errno = 0; if (read(0, &c, 1) == -1 && errno == 0) reach_error();"),
        ("mkdir-tells-why", "SAFE", "errno = 0; if (mkdir(\"d\", 0700) == -1 && errno == 0) reach_error();"),
        ("fopen-tells-why", "SAFE", "errno = 0; if (!fopen(\"a\", \"r\") && errno == 0) reach_error();"),
        ("getchar-tells-why", "SAFE", "errno = 0; if (getchar() == EOF && !feof(stdin) && errno == 0) reach_error();"),
        ("strdup-tells-why", "SAFE", "errno = 0; if (!strdup(\"a\") && errno == 0) reach_error();"),
        ("read-sets-errno-anyway", "UNSAFE(unreach-call)", "char c; errno = 0; if (read(0, &c, 1) == 1 && errno != 0) reach_error();"),
        ("getline-any-room", "UNSAFE(unreach-call)", "char *l = 0; size_t n = 0; if (getline(&l, &n, stdin) == 1 && n == 2) reach_error();"),
        ("getline-larger", "UNSAFE(unreach-call)", "size_t n = 2; char *l = malloc(2); if (l && getline(&l, &n, stdin) == 4 && n == 5) reach_error();"),
    ] {
        ends_as(name, &format!("{head}int main(void) {{\n{body}\nreturn 0; }}\n"), &["-p", "unreach-call"], expected);
    }
}

/// What POSIX leaves open of files, folders, processes and messages; and what it does not.
#[test]
fn what_the_system_gives_is_what_it_may_give() {
    let head = "#define _GNU_SOURCE\n#include <assert.h>\n#include <dirent.h>\n#include <locale.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
        #include <sys/stat.h>\n#include <sys/wait.h>\n#include <time.h>\n#include <unistd.h>\nextern void reach_error(void);\n\
        static union { time_t t; struct tm m; } u;\nstatic void handler(int signal) { reach_error(); }\n";
    let unmodelled = "UNKNOWN(unmodelled)";
    for (name, property, expected, body) in [
        (
            "written-message",
            "unreach-call",
            unmodelled,
            "char *m = strerror(2); m[0] = 'x'; if (m[0] != 'x') reach_error();",
        ),
        (
            "read-message",
            "unreach-call",
            "SAFE",
            "char b[128]; strcpy(b, strerror(2)); if (strlen(b) > 127) reach_error();",
        ),
        (
            "written-language",
            "unreach-call",
            unmodelled,
            "char *s = setlocale(LC_ALL, 0); s[0] = 'D'; if (setlocale(LC_ALL, 0)[0] != 'C') reach_error();",
        ),
        ("freed-folder", "valid-memsafety", "UNSAFE(valid-free)", "free(opendir(\".\"));"),
        ("closed-block", "valid-memsafety", "UNSAFE(valid-free)", "DIR *d = malloc(4000); if (d) closedir(d);"),
        ("folder-that-is-kept", "valid-memsafety", "SAFE", "static DIR *d; d = opendir(\".\"); if (d) readdir(d);"),
        (
            "folder-that-is-lost",
            "valid-memsafety",
            "UNSAFE(valid-memtrack)",
            "DIR *d = opendir(\".\"); if (d) readdir(d);",
        ),
        ("perror-fails", "unreach-call", "UNSAFE(unreach-call)", "perror(\"a\"); if (ferror(stderr)) reach_error();"),
        ("perror-is-no-output", "unreach-call", "SAFE", "perror(\"a\"); if (ferror(stdout)) reach_error();"),
        (
            "getopt-fails",
            "unreach-call",
            "UNSAFE(unreach-call)",
            "getopt(argc, argv, \"a\"); if (ferror(stderr)) reach_error();",
        ),
        (
            "flushed",
            "unreach-call",
            unmodelled,
            "ungetc('a', stdin); fflush(stdin); if (getchar() != 'a') reach_error();",
        ),
        (
            "others-flushed",
            "unreach-call",
            "SAFE",
            "ungetc('a', stdin); fflush(stdout); if (getchar() != 'a') reach_error(); fflush(0);",
        ),
        ("pclose-of-a-file", "valid-memsafety", unmodelled, "FILE *f = fopen(\"a\", \"r\"); if (f) pclose(f);"),
        ("pclose", "valid-memsafety", "SAFE", "FILE *f = popen(\"a\", \"r\"); if (f) pclose(f);"),
        (
            "same-user",
            "unreach-call",
            "SAFE",
            "if (getuid() != getuid() || setuid(5) == 0 && geteuid() != 5) reach_error();",
        ),
        (
            "other-user",
            "unreach-call",
            "UNSAFE(unreach-call)",
            "uid_t before = getuid(); setuid(5); if (getuid() != before) reach_error();",
        ),
        ("umask", "unreach-call", "SAFE", "umask(022); if (umask(0) != 022) reach_error();"),
        (
            "child",
            "unreach-call",
            "SAFE",
            "pid_t own = getpid(), child = fork(); if ((child == 0) == (getpid() == own)) reach_error();",
        ),
        (
            "wait",
            "unreach-call",
            "SAFE",
            "int s; if (wait(&s) > 0 && !WIFEXITED(s) && (!WIFSIGNALED(s) || WTERMSIG(s) < 1)) reach_error();",
        ),
        (
            "stopped",
            "unreach-call",
            "UNSAFE(unreach-call)",
            "int s; if (waitpid(-1, &s, WUNTRACED) > 0 && !WIFEXITED(s) && !WIFSIGNALED(s)) reach_error();",
        ),
        (
            "name-of-the-host",
            "valid-memsafety",
            "UNSAFE(valid-deref)",
            "char b[8]; if (gethostname(b, 8) == 0) return strlen(b) > 3;",
        ),
        (
            "end-of-the-name",
            "valid-memsafety",
            "SAFE",
            "char b[8]; if (gethostname(b, 8) == 0) { b[7] = 0; return strlen(b) > 3; }",
        ),
        (
            "readlink-of-itself",
            "unreach-call",
            unmodelled,
            "char b[8] = \"a\"; if (readlink(b, b, 8) > 0 && b[0] == 0) reach_error();",
        ),
        (
            "gmtime-of-itself",
            "unreach-call",
            unmodelled,
            "u.t = 5; gmtime_r(&u.t, &u.m); if (u.m.tm_sec != 5) reach_error();",
        ),
        ("strftime-of-itself", "unreach-call", unmodelled, "u.m.tm_hour = 10; strftime((char *)&u.m, 9, \"%H\", &u.m); if (u.t == 0) reach_error();"),
        ("strftime", "unreach-call", "SAFE", "char b[32]; time_t t = time(0); struct tm *m = gmtime(&t); if (strftime(b, 32, \"%a, %d\", m) != 7 || b[3] != ',') reach_error();"),
        ("strftime-that-is-cut", "valid-memsafety", "UNSAFE(valid-deref)", "char b[8]; time_t t = time(0); strftime(b, 9, \"%H:%M:%S\", gmtime(&t));"),
        ("hour-that-is-none", "unreach-call", unmodelled, "char b[8]; u.m.tm_hour = 25; strftime(b, 8, \"%I\", &u.m); if (b[0] == '1') reach_error();"),
        ("name-that-fits", "valid-memsafety", "SAFE", "char b[65]; if (gethostname(b, 65) == 0) puts(b);"),
        ("end-of-a-command", "unreach-call", "SAFE", "int s = system(\"a\"); if (s != -1 && !WIFEXITED(s) && !WIFSIGNALED(s)) reach_error();"),
        ("handled-abort", "unreach-call", unmodelled, "signal(SIGABRT, handler); abort();"),
        ("handled-assertion", "assert", "UNSAFE(assert)", "signal(SIGABRT, handler); assert(argc > 9);"),
        ("handled-and-not-aborted", "unreach-call", "SAFE", "signal(SIGABRT, handler);"),
        ("gmtime", "unreach-call", "SAFE", "time_t t = 5; gmtime_r(&t, &u.m); if (u.m.tm_sec != 5) reach_error();"),
    ] {
        ends_as(name, &format!("{head}int main(int argc, char **argv) {{ {body} return 0; }}\n"), &["-p", property], expected);
    }
}

/// The same of a whole date.
#[test]
#[ignore = "it takes minutes: make test-all"]
fn a_date_has_the_length_of_its_parts() {
    ends_as(
        "date",
        "#include <time.h>\nvoid reach_error(void) {}\n\
         int main(void) { char b[32]; time_t t = time(0); struct tm *m = gmtime(&t);\n\
         if (strftime(b, 32, \"%a, %d %b %Y %T GMT\", m) != 29 || b[3] != ',') reach_error(); }\n",
        &["-p", "unreach-call", "--timeout", "600"],
        "SAFE",
    );
}

/// All elements of a block have to be there, also where so many are said that its end would be in front of it.
#[test]
fn blocks_are_used_that_are_there() {
    let head = "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n#include <wchar.h>\n\
        static int same(const void *a, const void *b) { return 0; }\n\
        int main(void) { char b[8] = \"abcdefg\", c[8] = \"abzdefg\"; wchar_t v[8] = L\"abcdefg\", w[8] = L\"abzdefg\"; size_t none = -1;\n";
    let bodies = [
        ("memcmp-short", "char a[2] = \"a\"; return memcmp(a, b, 4) == 0;"),
        ("memcmp", "return memcmp(b + 2, c + 2, none) == 0;"),
        ("memmem", "return memmem(b + 2, none, \"c\", 1) == 0;"),
        ("memmem-wanted", "return memmem(b, 2, c + 2, none) == 0;"),
        ("memrchr", "return memrchr(b + 2, 'a', none) == 0;"),
        ("wmemcmp", "return wmemcmp(v + 2, w + 2, none) == 0;"),
        ("wmemcmp-of-bytes", "return wmemcmp(v + 2, w + 2, none / sizeof(wchar_t) + 1) == 0;"),
        ("wmemmove", "wmemmove(v + 2, w + 2, none);"),
        ("write", "write(1, b + 2, none);"),
        ("write-what-was-read", "ssize_t n = read(0, b + 4, 4); write(1, b + 4, n);"),
        ("fwrite", "fwrite(b + 2, 1, none, stdout);"),
        ("fwrite-of-two", "fwrite(b + 2, 2, none, stdout);"),
        ("qsort", "qsort(b + 2, none, 1, same);"),
        ("bsearch", "return bsearch(c, b + 2, none, 2, same) == 0;"),
        ("memcpy", "memcpy(b + 2, c + 2, none);"),
        ("memmove", "memmove(b + 2, c + 2, none);"),
        ("mempcpy", "mempcpy(b + 2, c + 2, none);"),
        ("memset", "memset(b + 2, 0, none);"),
    ];
    for ((name, body), model) in bodies.iter().flat_map(|body| ["LP64", "ILP32"].map(|model| (body, model))) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(format!("{name}.c"));
        std::fs::write(&file, format!("{head}{body}\nreturn 0; }}\n")).expect("written");
        let output =
            bitreach(&["check", common::text(&file), "-p", "valid-memsafety", "-d", model, "--timeout", "300"]);
        assert_eq!(verdict(&output), "VERDICT: UNSAFE(valid-deref)", "{name}, {model}: {}", common::stderr(&output));
    }
}

/// The order in which operands are evaluated is clang's: an assumption where that may matter, and only there.
#[test]
fn the_order_of_evaluation_is_an_assumption_where_it_matters() {
    let folder = tempfile::tempdir().expect("a folder");
    let head = "extern void reach_error(void);\nstatic int g;\nstatic int next(void) { return ++g; }\n\
        static int twice(int x) { return 2 * x; }\nstatic int pair(int a, int b) { return 10 * a + b; }\n";
    for (name, body, expected) in [
        ("calls", "if (pair(next(), next()) != 12) reach_error();", true),
        ("no-calls", "if (pair(twice(1), twice(2)) != 24) reach_error();", false),
    ] {
        let file = folder.path().join(format!("{name}.c"));
        std::fs::write(&file, format!("{head}int main(void) {{\n{body}\nreturn 0; }}\n")).expect("written");
        let output = bitreach(&["check", common::text(&file), "-p", "unreach-call", "--timeout", "300"]);
        assert_eq!(verdict(&output), "VERDICT: SAFE", "{name}");
        let assumption = format!("clang's order, where it matters: first in {name}.c, line 7");
        assert_eq!(stdout(&output).contains(&assumption), expected, "{name}: {}", stdout(&output));
    }
}

/// A size that no machine has is no reason to end without a verdict.
#[test]
fn blocks_of_any_size_have_a_verdict() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    for (bits, expected) in [(40, "VERDICT: SAFE"), (61, "VERDICT: UNKNOWN("), (63, "VERDICT: UNKNOWN(")] {
        let file = folder.path().join(format!("huge-{bits}.c"));
        let text = format!("#include <stdlib.h>\nint main(void) {{ char *p = malloc(1UL << {bits}); return p[0]; }}\n");
        std::fs::write(&file, text).expect("the folder can be written to");
        let output = bitreach(&["check", file.to_str().expect("a name"), "-p", "valid-deref", "--timeout", "10"]);
        assert!(verdict(&output).starts_with(expected), "{bits}: {}", stdout(&output));
    }
}

/// A product that wraps can lead to a member of a record that a sum could not lead to. Nothing is said of what is there.
#[test]
fn an_index_that_wraps_before_the_first_member_is_unmodelled() {
    let head = "int one = 1, two = 2;\nstruct record { int *first, *second, *third; } records[5];\n\
                extern unsigned long __VERIFIER_nondet_ulong(void);\nint main(void) {\n\
                for (int k = 0; k < 5; k++) { records[k] = (struct record){&one, &two, &one}; }\n";
    for (name, offset) in [("third", "16 + 24 * x"), ("whole", "24 * x + 40")] {
        let text = format!(
            "{head}unsigned long x = __VERIFIER_nondet_ulong(), i = {offset};\nif (i >= 16 || i < 5) return 0;\n\
             return *(*(int **)((char *)records + i)); }}\n"
        );
        ends_as(name, &text, &["-p", "valid-deref"], "UNKNOWN(unmodelled)");
    }
}

/// The distance of two pointers is a number, whatever it is added to.
#[test]
fn a_distance_is_no_address() {
    let text = "struct list { char *at; } list;\nchar a[8], b[8];\nextern unsigned __VERIFIER_nondet_uint(void);\n\
                int main(void) {\nunsigned i = __VERIFIER_nondet_uint() % 8;\nchar *p = a + i;\nlist.at = b;\n\
                *(char *)((unsigned long)list.at + ((unsigned long)p - (unsigned long)a)) = 1;\n\
                return b[i] - 1; }\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("distance.c");
    std::fs::write(&file, text).expect("written");
    let output = bitreach(&["check", common::text(&file), "-p", "valid-deref", "--timeout", "300"]);
    assert!(
        ["VERDICT: SAFE", "VERDICT: UNKNOWN(unmodelled)"].contains(&verdict(&output).as_str()),
        "{}",
        stdout(&output)
    );
}

/// What a cell of an array that is read lazily gives may be an address that no pointer there is. A path on which the interpreter and the
/// encoding go different ways then shows what is to be followed, and is no fault.
#[test]
fn addresses_that_no_cell_holds_lead_to_no_fault() {
    let text = r"#include <stdlib.h>
#include <string.h>
struct node {struct node *a; struct node *b; int v; struct node *c; };
extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
struct node nodes[4], other, third;
int main(void) { unsigned u0 = __VERIFIER_nondet_uint(), u1 = __VERIFIER_nondet_uint(); if (u0 > 2 || u1 > 2) return 0;
struct node *h = malloc(sizeof *h);
nodes[0].a = &other; nodes[0].b = &nodes[0]; nodes[0].c = h; nodes[0].v = 5; nodes[1].a = h;
nodes[1].b = &nodes[3]; nodes[1].c = &nodes[2]; nodes[1].v = 11; nodes[2].a = &nodes[2]; nodes[2].b = h;
nodes[2].c = &nodes[1]; nodes[2].v = 13; nodes[3].a = &other; nodes[3].b = h; nodes[3].c = &other;
nodes[3].v = 5; other.a = &nodes[0]; other.b = h; other.c = &nodes[3]; other.v = 3; h->a = &other;
h->b = &other; h->c = &other; h->v = 13;
struct node *p0 = &nodes[0], *p1 = &nodes[1], *p2 = &other, *p3 = h;
p3->b->b->b = p1;
p2->a->v = (p3->v + 6) & 15;
p2->c->b = p3;
p1 = p3->b->c->c;
memmove(&p2->a, &p0->c, sizeof(struct node *));
if (u0 == 0) { { struct node **q = u0 ? &p1->b : &p1->a; *q = p3; } p2->b->a->c = p3->b->b; }
{ struct node **q = u0 ? &p2->a : &p3->b; *q = &nodes[3]; }
p2 = p1->c->c->a;
if (((unsigned)(p1->b->c->v + 3 * p0->c->c->v + 5 * p0->v) & 63) == 37) reach_error(); return 0; }
";
    ends_as("linked", text, &["-p", "unreach-call", "-d", "ilp32", "--jobs", "1"], "SAFE");
}

/// A bound on objects is no reason where the search without it is what came to no end: the limit is, and the bound is told. Something else
/// that is unmodelled stays the reason.
#[test]
fn a_search_without_bounds_that_a_limit_ends_is_ended_by_it() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let head = "#include <stdlib.h>\nvoid reach_error(void) {}\nint other(void);\nint __VERIFIER_nondet_int(void);\n\
        int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 100000) return 0; unsigned char *a = malloc(n);\n\
        unsigned s = 0, t = 0; for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int(); s = s * 31 + a[i]; }\n\
        for (int i = 0; i < n; i++) t = t * 31 + a[i];";
    for (name, rest, expected, told) in [
        (
            "hash",
            "if (s != t) reach_error(); }",
            "UNKNOWN(timeout)",
            "time limit reached in the search. Within the bounds",
        ),
        (
            "called",
            "if (other() && s != t) reach_error(); }",
            "UNKNOWN(unmodelled)",
            "call of `other`, which has no body",
        ),
    ] {
        let file = folder.path().join(format!("{name}.c"));
        std::fs::write(&file, format!("{head} {rest}")).expect("a file can be written");
        let output = bitreach(&["check", common::text(&file), "-p", "unreach-call", "--timeout", "8", "--verbose"]);
        assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{name}");
        assert_eq!(output.status.code(), Some(20), "{name}");
        let out = stdout(&output);
        assert!(out.contains(told), "{name}: {out}");
        assert!(
            out.contains("an object of a computed number of bytes that is larger than is followed"),
            "{name}: {out}"
        );
    }
}
