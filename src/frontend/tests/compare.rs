//! Comparisons of addresses.

use super::*;

/// One past the end, before the start, and where an object is gone, another may lie.
#[test]
fn equality_that_c_leaves_open_is_unmodelled() {
    let head =
        "void *malloc(unsigned long); void free(void *); void *realloc(void *, unsigned long); int g[2], h[2];\n\
                int f1(void) { return 1; } int f2(void) { return 2; }\n\
                const char *const text = (const char[]){\"abc\"};\n";
    let ends = |body: &str, value: i64| {
        exit(
            &format!("{head}int main(void) {{ int x = __VERIFIER_nondet_int(); {body} return 0; }}"),
            Property::UnreachCall,
            value,
        )
    };
    for body in [
        "int a[2], b[2]; if (a + 2 == b) reach_error();",
        "int a[2], b[2]; if (b != a + 2) return 0;",
        "if (g + 2 == h) reach_error();",
        "if (g + 2 != h) return 0;",
        "int a, b; int *p = &a + 1; if (p == &b) reach_error();",
        "int a[2], b[2]; if (a + x == b) reach_error();",
        "if ((unsigned long)(g + x) == (unsigned long)h) reach_error();",
        "int a[2], b[2]; if (a - x == b) reach_error();",
        "char *p = malloc(2), *q = malloc(2); if (p + x == q) reach_error();",
        "char *p = malloc(x), *q = malloc(x); if (p + 2 == q) reach_error();",
        "char *p = malloc(2), *q; free(p); q = malloc(2); if (p == q) reach_error();",
        "char *p = malloc(2), *q = realloc(p, 3); if (p == q) reach_error();",
        "int *p; { int a = 1; p = &a; } { int b = 2; if (p == &b) reach_error(); }",
        "const char *s = \"abc\", *t = \"bc\"; if (s + x == t) return 0;",
        "if (text == \"abc\") reach_error();",
    ] {
        assert!(ends(body, 2).contains("unmodelled: comparison of"), "{body}: {}", ends(body, 2));
    }
    for body in [
        "int a[2], b[2]; if (a + x == b) reach_error(); if (a == b) reach_error();",
        "int a[2], b[2]; for (int *p = a; p != a + 2; p++) *p = x; if (a[1] != x) reach_error();",
        "char *p = malloc(2), *q = malloc(2); if (p + x == q || p == q) reach_error();",
        "char *p = malloc(0), *q = malloc(0); if (p && p == q) reach_error();",
        "char *p = malloc(2); free(p); if (p == 0 || p == (char *)g) reach_error();",
        "int (*f)(void) = x ? f1 : f2; if (f == f2) reach_error();",
        "const char *s = \"abc\", *t = \"abd\"; if (s + x == t) reach_error();",
    ] {
        assert_eq!(ends(body, 1), "ok", "{body}");
    }
}

/// The number of an address stays when the local is gone, and that of another life may be the same.
#[test]
fn numbers_of_locals_that_are_gone_are_not_told_apart() {
    let head = "typedef unsigned long number; number kept;\n\
        number f(void) { int a; return (number)&a; } number g(int x) { int a[4]; return (number)&a[x & 3]; }\n\
        void keeps(int x) { kept = (number)&x; } number same(void) { int a; return (number)&a == (number)&a; }\n";
    let ends = |body: &str| exit(&format!("{head}{}", main_with(body)), Property::UnreachCall, 1);
    for body in [
        "if (f() == f()) reach_error();",
        "number a = f(), b = f(); if (a - b == 0) reach_error();",
        "if (!(f() ^ g(x))) reach_error();",
        "switch (f() - g(x)) { case 0: reach_error(); }",
        "keeps(x); number a = kept; keeps(x); if (a == kept) reach_error();",
        "number a; { int b; a = (number)&b; } { int c; if (a == (number)&c) reach_error(); }",
    ] {
        assert!(ends(body).contains("unmodelled"), "{body}: {}", ends(body));
    }
    for body in [
        "int a, b; if ((number)&a == (number)&b) reach_error();",
        "if (same() != 1) reach_error();",
        "number a = f(); if (x == 1) return 0; if (a == f()) reach_error();",
        "keeps(x); if (x == 2) reach_error();",
    ] {
        assert_eq!(ends(body), "ok", "{body}");
    }
}

/// A weak function that another module may define or not.
#[test]
fn the_address_of_a_missing_weak_function_may_be_null() {
    for body in ["if (!plugin) reach_error();", "int (*f)(void) = x ? plugin : here; if (!f) reach_error();"] {
        let source = format!(
            "extern int plugin(void) __attribute__((weak)); int here(void) {{ return 1; }}\n\
             int main(void) {{ int x = __VERIFIER_nondet_int(); {body} return 0; }}"
        );
        assert!(exit(&source, Property::UnreachCall, 1).contains("may be null"), "{body}");
    }
    let defined = "__attribute__((weak)) int plugin(void) { return 1; }\nint main(void) { if (!plugin) reach_error(); return 0; }";
    assert_eq!(exit(defined, Property::UnreachCall, 1), "ok");
}

/// Objects that have been alive at the same time have different addresses, also when they are gone. One that was allocated when another
/// was gone may lie in its place, and what `realloc` gives may be what it got.
#[test]
fn objects_that_were_alive_together_are_told_apart() {
    let head = "void *malloc(unsigned long); void free(void *); void *realloc(void *, unsigned long); void *kept[2];\n\
        struct node { struct node *next; int value; };\n";
    let ends = |body: &str, value: i64| exit(&format!("{head}{}", main_with(body)), Property::UnreachCall, value);
    for body in [
        "char *p = malloc(2), *q = malloc(2); free(p); if (p == q) reach_error();",
        "char *p = malloc(2), *q = malloc(2); free(q); if (p == q) reach_error();",
        "char *p = malloc(2), *q = malloc(2); free(p); free(q); if (p == q) reach_error();",
        "char *p = malloc(2), *q = malloc(2), *r = malloc(2); free(x ? p : q); if (p == r || q == r) reach_error();",
        "char *p = malloc(2); free(malloc(2)); char *q = malloc(2); free(p); if (p == q) reach_error();",
        "for (int i = 0; i < 2; i++) kept[i] = malloc(2); free(kept[0]); if (kept[0] == kept[1]) reach_error();",
        "struct node *first = malloc(sizeof *first), *p = first; for (int i = 0; i < 2; i++) { p->next = malloc(sizeof *p); p = p->next; }\n\
         p->next = first; p = first; int n = 0; do { struct node *next = p->next; free(p); p = next; n++; } while (p != first); if (n != 3) reach_error();",
        "char *p = malloc(2), *q = malloc(2); q = realloc(q, 3); free(p); if (p == q) reach_error();",
    ] {
        assert_eq!(ends(body, 1), "ok", "{body}");
    }
    for body in [
        "char *p = malloc(2), *q; free(p); q = malloc(2); if (p == q) reach_error();",
        "char *p = malloc(2), *q; free(p); q = malloc(2); free(q); if (p == q) reach_error();",
        "char *p = malloc(2), *q = 0; if (x) free(p); q = malloc(2); if (!x) free(p); if (p == q) reach_error();",
        "for (int i = 0; i < 2; i++) { kept[i] = malloc(2); free(kept[i]); } if (kept[0] == kept[1]) reach_error();",
        "char *p = malloc(2), *q = realloc(p, 3); if (p == q) reach_error();",
        "char *p = malloc(2), *q = malloc(2), *r; free(p); r = realloc(q, 3); if (p == r) reach_error();",
        "char *p = malloc(2), *q = malloc(2); free(p); if (p + 2 == q || p == q + 2) reach_error();",
        "char *p = malloc(2); int a; { char q[x]; kept[0] = q; } { char r[x]; if (kept[0] == r) reach_error(); }",
    ] {
        assert!(ends(body, 1).contains("unmodelled: comparison of"), "{body}: {}", ends(body, 1));
    }
    // The object is given out again in each turn; the other was alive with the one that was there first.
    let again = "char *p = 0; for (int i = 0; i < 3; i++) { char *q = malloc(2); if (i == 0) p = malloc(2); if (i == 1) free(p);\n\
        if (i == 2 && p == q) reach_error(); free(q); }";
    assert!(ends(again, 1).contains("unmodelled: comparison of"), "{}", ends(again, 1));
}

/// A file has the place of one that was closed, or of memory that has been given back, or another one: its number is not modelled, nor whether it
/// is another one. That a file is null or not, or the standard input, is.
#[test]
fn the_place_of_a_file_is_not_known() {
    let head = "typedef struct { char bytes[216]; } FILE; extern FILE *stdin; FILE *fopen(const char *, const char *); int fclose(FILE *); void *malloc(unsigned long);\n";
    let ends = |body: &str| exit(&format!("{head}{}", main_with(body)), Property::UnreachCall, 0);
    let opens = "FILE *f = fopen(\"a\", \"r\"); if (!f) return 0;";
    for body in [
        "unsigned long a = (unsigned long)f; fclose(f); f = fopen(\"a\", \"r\"); if ((unsigned long)f == a) reach_error();",
        "FILE *g = fopen(\"b\", \"r\"); if (g && g - f == 1) reach_error();",
        "unsigned long a = (unsigned long)f; fclose(f); if ((unsigned long)malloc(472) == a) reach_error();",
        "FILE *g = fopen(\"b\", \"r\"); if ((unsigned long)g < (unsigned long)f) reach_error();",
        "unsigned char *p = (unsigned char *)&f, c = p[0]; fclose(f); f = fopen(\"a\", \"r\"); if (p[0] == c) reach_error();",
    ] {
        let found = ends(&format!("{opens} {body}"));
        let is_named = ["the number of the address of a file", "number that depends on the address of an object"];
        assert!(is_named.iter().any(|why| found.contains(&format!("unmodelled: {why}"))), "{body}: {found}");
    }
    for body in [
        "union { FILE *f; unsigned long n; } u = {f}; unsigned long a = u.n; fclose(f); u.f = fopen(\"a\", \"r\"); if (u.n == a) reach_error();",
        "FILE *old = f; fclose(f); f = fopen(\"a\", \"r\"); if (f == old) reach_error();",
        "FILE *old = f; fclose(f); void *p = malloc(472); if (p == (void *)old) reach_error();",
    ] {
        let found = ends(&format!("{opens} {body}"));
        assert!(found.contains("unmodelled: comparison of the address of a file"), "{body}: {found}");
    }
    let less = ends(&format!("{opens} FILE *g = fopen(\"b\", \"r\"); if (g && f < g) reach_error();"));
    assert!(less.contains("unmodelled: comparison of pointers into different objects"), "{less}");
    for body in
        ["if (f == 0) reach_error();", "if (f == stdin) reach_error();", "FILE *g = f; if (f != g) reach_error();"]
    {
        assert_eq!(ends(&format!("{opens} {body}")), "ok", "{body}");
    }
}
