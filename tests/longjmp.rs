//! Jumps out of functions: what `longjmp` does, and where it is left open what it does. The tasks
//! `sv-benchmarks/control/longjmp-*` have more.

use crate::common::{self, bitreach, stderr, stdout, verdict};

const HEAD: &str =
    "#include <setjmp.h>\n#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n\
                    extern void reach_error(void);\njmp_buf place;\n";

/// Checks a program behind those lines, and compares the verdict; gives the report.
fn ends_as(text: &str, options: &[&str], expected: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.c");
    std::fs::write(&file, format!("{HEAD}{text}")).expect("written");
    let output = bitreach(&[&["check", common::text(&file), "--timeout", "300"], options].concat());
    assert_eq!(verdict(&output), format!("VERDICT: {expected}"), "{text}: {}", stderr(&output));
    stdout(&output)
}

/// Programs that do not reach the error.
const SAFE: [&str; 12] = [
    "int depth; void c(int x) { depth++; if (x > 0) longjmp(place, 7); depth += 10; } void b(int x) { depth++; \
     c(x); depth += 10; } void a(int x) { depth++; b(x); depth += 10; } int main(void) { int x = \
     __VERIFIER_nondet_int(); switch (setjmp(place)) { case 0: a(x); if (x > 0) reach_error(); if (depth != 33) \
     reach_error(); break; case 7: if (x <= 0 || depth != 3) reach_error(); break; default: reach_error(); } \
     return 0; }",
    "void work(int n) { if (n < 0) longjmp(place, 2); if (n > 5) longjmp(place, 3); } int main(void) { while (1) \
     { int rc = setjmp(place); if (rc == 0) work(__VERIFIER_nondet_int()); else if (rc != 2 && rc != 3) \
     reach_error(); } }",
    "struct s { jmp_buf e; }; struct s a, b; int main(void) { volatile int n = 0; if (setjmp(a.e) == 0) { b = a; \
     n = 3; longjmp(b.e, 4); } if (n != 3) reach_error(); return 0; }",
    "void (*h)(int); void thrower(int n) { longjmp(place, n); } void other(int n) { (void)n; } int main(void) { \
     int n = __VERIFIER_nondet_int(); h = n > 0 ? thrower : other; int rc = setjmp(place); if (rc) { if (n <= 0 \
     || rc != n) reach_error(); return 0; } h(n); if (n > 0) reach_error(); return 0; }",
    "void f(int n) { int a[n]; a[n - 1] = n; longjmp(place, a[n - 1]); } int main(void) { int n = \
     __VERIFIER_nondet_int(); if (n < 1 || n > 4) return 0; int rc; if ((rc = setjmp(place)) == 0) { f(n); } if \
     (rc != n) reach_error(); return 0; }",
    "__attribute__((noreturn)) void die(int n) { longjmp(place, n); } int f(int x) { if (x > 3) die(x); return x; \
     } int main(void) { int x = __VERIFIER_nondet_int(); int rc = setjmp(place); if (rc) { if (rc <= 3) \
     reach_error(); return 0; } int y = f(x); if (y > 3) reach_error(); return 0; }",
    "int n; int main(void) { for (int i = 0; i < 5; i++) { if (setjmp(place) == 0) { if (i == 3) { n++; \
     longjmp(place, 1); } } else { if (i != 3) reach_error(); continue; } if (i == 3) reach_error(); } if (n != \
     1) reach_error(); return 0; }",
    "int k; int main(void) { int rc; do { rc = setjmp(place); if (k++ < 2) longjmp(place, k); } while (0); if (rc \
     != 2 || k != 3) reach_error(); return 0; }",
    "int main(void) { int r = setjmp(place) ? 4 : 2; if (r == 2) longjmp(place, 1); if (r != 4) reach_error(); \
     return 0; }",
    "jmp_buf outer, inner; void f(int x) { if (x == 1) longjmp(inner, 1); if (x == 2) longjmp(outer, 2); } int \
     main(void) { int x = __VERIFIER_nondet_int(); int r = 0; switch (setjmp(outer)) { case 0: if \
     (!setjmp(inner)) { f(x); if (x == 1 || x == 2) reach_error(); } else { if (x != 1) reach_error(); f(2); \
     reach_error(); } break; case 2: if (x != 1 && x != 2) reach_error(); break; default: reach_error(); } return \
     r; }",
    "struct c { jmp_buf *e; int k; }; void f(struct c *c) { if (c->k > 2) longjmp(*c->e, c->k); c->k = 9; } int \
     main(void) { jmp_buf *e = malloc(sizeof *e); if (!e) return 0; struct c *c = malloc(sizeof *c); if (!c) { \
     free(e); return 0; } c->e = e; c->k = __VERIFIER_nondet_int(); int rc = setjmp(*e); if (rc == 0) { f(c); if \
     (c->k != 9) reach_error(); } else if (rc != c->k || rc <= 2) reach_error(); free(c); free(e); return 0; }",
    "void f(void) { longjmp(place, 1); } int main(void) { int n = __VERIFIER_nondet_int(); int m = n ^ 5; if \
     (setjmp(place) == 0) { f(); } if ((m ^ 5) != n) reach_error(); return 0; }",
];

/// Programs that do something that is not followed, and why.
const OPEN: [(&str, &str); 8] = [
    (
        "void f(void) { if (setjmp(place)) reach_error(); } int main(void) { f(); longjmp(place, 1); return 0; }",
        "whose function, or block with variables, is left",
    ),
    (
        "int main(void) { int k = __VERIFIER_nondet_int(); static int done; { int x = k; if (setjmp(place)) { if (x \
     != k) reach_error(); return 0; } x = 77; } if (!done) { done = 1; longjmp(place, 1); } return 0; }",
        "whose function, or block with variables, is left",
    ),
    (
        "int k; void f(int first) { if (first) { if (setjmp(place)) reach_error(); return; } longjmp(place, 1); } int \
     main(void) { f(1); f(0); return 0; }",
        "whose function, or block with variables, is left",
    ),
    (
        "int main(void) { if (__VERIFIER_nondet_int()) { if (setjmp(place)) reach_error(); return 0; } longjmp(place, \
     1); return 0; }",
        "by what no `setjmp` has filled",
    ),
    (
        "int main(void) { jmp_buf a, b; if (setjmp(a)) reach_error(); longjmp(b, 1); return 0; }",
        "a pointer that has never been set",
    ),
    (
        "void h(void) { longjmp(place, 1); } int main(void) { atexit(h); if (setjmp(place) == 0) exit(0); \
     reach_error(); return 0; }",
        "out of a function that the C library calls",
    ),
    (
        "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 4) return 0; int a[n]; a[0] = 1; if \
     (setjmp(place) == 0) { longjmp(place, 1); } if (a[0] != 1) reach_error(); return 0; }",
        "beside arrays of computed length",
    ),
    (
        "int g(void) { return __VERIFIER_nondet_int() & 3; } int main(void) { int x = g() + setjmp(place); if (x > 3 \
     && x < 5) reach_error(); if (x < 9) longjmp(place, 9); return 0; }",
        "inside of an expression",
    ),
];

#[test]
fn jumps_lead_where_c_says() {
    for text in SAFE {
        let report = ends_as(text, &["--property", "unreach-call"], "SAFE");
        assert!(report.contains("an execution calls `setjmp` less than 2^32 times"), "{report}");
    }
}

#[test]
fn what_is_left_open_is_not_decided() {
    for (text, why) in OPEN {
        let report = ends_as(text, &["--property", "unreach-call"], "UNKNOWN(unmodelled)");
        assert!(report.contains(why), "{text}: {report}");
    }
}

/// A local without `volatile` that has changed is any number, and no pointer of which anything is known.
#[test]
fn changed_locals_hold_anything() {
    let changed = |ty: &str, qualifier: &str, first: &str, then: &str, is_wrong: &str| {
        format!(
            "int cell[2]; int main(void) {{ {qualifier} {ty} x = {first}; \
             if (setjmp(place) == 0) {{ x = {then}; longjmp(place, 1); }} \
             if ({is_wrong}) reach_error(); return 0; }}"
        )
    };
    ends_as(&changed("int", "", "1", "2", "x == 77"), &[], "UNSAFE(unreach-call)");
    ends_as(&changed("int", "volatile", "1", "2", "x != 2"), &[], "SAFE");
    ends_as(&changed("int", "", "1", "1", "x != 1"), &[], "SAFE");
    ends_as(&changed("double", "", "1", "2", "x == 77"), &[], "UNSAFE(unreach-call)");
    ends_as(&changed("int *", "", "cell", "cell + 1", "x != cell"), &[], "UNKNOWN(unmodelled)");
    ends_as(&changed("int *", "", "cell", "cell + 1", "0"), &[], "SAFE");
    ends_as(&changed("int *volatile", "", "cell", "cell + 1", "x != cell + 1"), &[], "SAFE");
    // Clang does not declare these, whatever their names are, so that it is not known whether they are volatile.
    for name in ["x", "y$z", "tmp", "retval"] {
        for (qualifier, first) in [("", "switch (1) { DECLARED; case 1:"), ("volatile", "goto in; { DECLARED; in:")] {
            let text = format!(
                "#define DECLARED {qualifier} int {name}\nint main(void) {{ {first} {name} = 1; if (setjmp(place) == 0) \
                 {{ {name} = 2; longjmp(place, 1); }} if ({name} != 2) reach_error(); }} return 0; }}"
            );
            ends_as(&text, &[], "UNKNOWN(unmodelled)");
        }
    }
    let hidden = "int main(void) { __attribute__((nodebug)) int tmp = 1; if (setjmp(place) == 0) { tmp = 2; \
                  longjmp(place, 1); } if (tmp != 2) reach_error(); return 0; }";
    ends_as(hidden, &[], "UNKNOWN(unmodelled)");
    ends_as(
        &changed("struct { volatile int a; int b; }", "", "{1, 2}", "(typeof(x)){3, 4}", "x.a != 3"),
        &[],
        "UNKNOWN(unmodelled)",
    );
    // What keeps an address may have that name.
    let own =
        "int *kept; int keep(int *p) __asm__(\"setjmp\"); int keep(int *p) { kept = p; return 0; } int main(void) \
               { int x = 1; keep(&x); if (_setjmp(place) == 0) { *kept = 2; longjmp(place, 1); } if (x == 77) \
               reach_error(); return 0; }";
    ends_as(own, &[], "UNSAFE(unreach-call)");
    // Nothing is read of it but what has been written since.
    ends_as(&changed("struct { int a, b; }", "", "{1, 2}", "(typeof(x)){3, 4}", "(x.a = 5, x.a != 5)"), &[], "SAFE");
}

/// Locals of functions that a jump leaves are gone, and what only they led to is lost.
#[test]
fn functions_that_are_left_have_ended() {
    let memory = ["--property", "valid-memsafety"];
    let leaves = "void leave(int x) { char *p = malloc(4); if (x) longjmp(place, 1); free(p); }\n";
    let text =
        format!("{leaves}int main(void) {{ if (setjmp(place) == 0) leave(__VERIFIER_nondet_int()); return 0; }}");
    ends_as(&text, &memory, "UNSAFE(valid-memtrack)");
    ends_as(&text.replace("if (x)", "if (x && (free(p), 1))"), &memory, "SAFE");
    ends_as(
        "int main(void) { jmp_buf *p = malloc(24); if (p) { setjmp(*p); free(p); } return 0; }",
        &memory,
        "UNSAFE(valid-deref)",
    );
}

/// The value of a jump is one like others.
#[test]
fn values_may_overflow() {
    let text = "void leave(int x) { longjmp(place, x); }\n\
                int main(void) { int n = __VERIFIER_nondet_int(); int got = setjmp(place); \
                if (got == 0) leave(n); return got + 1; }";
    ends_as(text, &["--property", "no-overflow"], "UNSAFE(no-overflow)");
    let text = text.replace("int got", "if (n > 9) return 0; int got");
    ends_as(&text, &["--property", "no-overflow"], "SAFE");
}
