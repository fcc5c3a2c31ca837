//! What macros hide, and what clang neither emits nor remarks: late uses and thrown-away reads are unmodelled there.

use super::exit;
use super::RECURSION;
use crate::frontend::{prepare, Assumed};
use crate::program::CheckKind;
use crate::source::property::DataModel;
use crate::source::property::Property;
use bitreach_limits::StopFlag;

/// Where the text of the source does not show which block something belongs to, using it late is unmodelled.
#[test]
fn what_macros_hide_of_lives_is_unmodelled() {
    let late = |head: &str, body: &str| {
        let program = format!(
            "{head}\nint main(void) {{ int x = __VERIFIER_nondet_int(), *p = 0; {body} return p ? *p : 0; }}\n"
        );
        exit(&program, Property::ValidDeref, 1)
    };
    for (head, body) in [
        ("#define IF if (x)", "IF p = (int[]){1};"),
        ("#define TRY do {\n#define END } while (0)", "TRY p = (int[]){1}; END;"),
        ("#define M ({ int *r = (int[]){1}; r; })", "p = ((int *[]){ M })[0];"),
        ("", "\n#ifdef __GNUC__\nif (x)\n#endif\np = (int[]){1};"),
        ("#define DECL int y;", "int y; { goto l; DECL l: y = 1; p = &y; }"),
        ("typedef int T;", "int y = 0; { switch (1) { T (y); case 1: p = &y; } }"),
        ("", "{ goto l; int p1; l: p = &p1; }"),
        ("struct s { int a[8]; }; struct s f(int i) { struct s r = {{i}}; return r; }", "int tmp = 3; p = f(tmp).a;"),
    ] {
        let outcome = late(head, body);
        assert!(
            outcome.starts_with("unmodelled: a pointer to an object") || outcome.contains("macro"),
            "{body}: {outcome}"
        );
    }
    let blind = "__attribute__((nodebug)) int main(void) { int *p; { int x = 1; p = &x; } return *p; }";
    assert!(exit(blind, Property::ValidDeref, 0).starts_with("unmodelled: a function without debug information"));
    // What macros cannot hide is known.
    assert_eq!(late("#define N 0", "x = N; p = (int[]){1};"), "ok");
    assert_eq!(
        late("#define CHECK(a) ((a) ? 0 : 1)", "if (CHECK(x)) ; else p = (int[]){1};"),
        "use of a local after its scope"
    );
}

/// What clang leaves out by itself, where neither a check nor a remark nor the source shows what.
#[test]
fn what_is_thrown_away_may_be_read() {
    let structures = "struct s { int v; }; struct t { struct s in; struct s a[3]; };\n#define READ(p) ((void)*(p))\n";
    for body in [
        "struct t *p = 0; (void)p->in;",
        "struct t *p = 0; p->a[1];",
        "struct s *p = 0; READ(p);",
        "struct s *p = 0, **q = &p; **q;",
        "struct s *p = 0; *(p + 1);",
    ] {
        let program = format!("{structures}int main(void) {{ {body} return 0; }}\n");
        let outcome = exit(&program, Property::ValidDeref, 0);
        assert_eq!(outcome, "unmodelled: what is read, if anything, where a value is thrown away", "{body}");
    }
    for body in ["struct t *p = 0; p; (void)p;", "struct t l; (void)l.in; l.a[1];", "struct t *p = 0; &*p;"] {
        let program = format!("{structures}int main(void) {{ {body} return 0; }}\n");
        assert_eq!(exit(&program, Property::ValidDeref, 0), "ok", "{body}");
    }
    let literal = "struct l { int a; int b[11]; };\nstruct l f(int n) { return (struct l){.a = n, .b[3] = 1}; }\n\
                   int main(void) { struct l l = f(3); return l.a - l.b[3] - 2; }\n";
    assert_eq!(exit(literal, Property::ValidDeref, 0), "ok");
    let comma = "struct s { int a[2]; };\nint main(void) { struct s s = {{1, 2}}; int *p = (0, s).a; return *p; }\n";
    assert!(exit(comma, Property::ValidDeref, 0).contains("a comma operator"));
}

/// What clang computes by itself, often without a word.
#[test]
fn constants_that_clang_computes() {
    let macros =
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define BIG 2147483647\n#define MIN (-BIG - 1)\n#define BY -1\n";
    let found = |body: &str, property| {
        exit(&format!("{macros}int main(void) {{ int x = 1; {body} return a[0] - 1; }}\n"), property, 0)
    };
    let (sum, product) = (CheckKind::AddOverflow.to_string(), CheckKind::MulOverflow.to_string());
    let (quotient, constant) = (CheckKind::DivOverflow.to_string(), "unmodelled: undefined behaviour in a constant");
    for (body, expected) in [
        ("int a[2] = {1, MIN / BY};", &*quotient),
        ("int a[2] = {1, MIN % BY};", &quotient),
        ("int a[2] = {1, MIN / (1 - 2)};", &quotient),
        ("int a[2] = {1, 1 ? BIG + 1 : 0};", &sum),
        ("int a[2] = {1, MAX(BIG + 1, 5)};", &sum),
        ("const int a[2] = {1, (65536 * 65536) ? 1 : 2};", &product),
        ("const int k = BIG; int a[(__builtin_popcount(k + 1) & 1) + 1]; a[0] = 1;", constant),
        ("int a[(1 ? BIG + 1 : 3) ? 2 : 1]; a[0] = 1;", constant),
        ("int a[2] = {1, __builtin_popcount(BIG + 1)};", constant),
        ("static int a[2] = {1, 1 ? BIG + 1 : 0};", constant),
        ("int a[2] = {1}; switch (x) { case 1 ? BIG + 1 : 0: x = 2; }", constant),
        // The check of the second sum is not that of the first one.
        ("int a[2] = {1, BIG + 1}; x = x + 1;", &sum),
        ("int a[2] = {1, MIN / 2};", "ok"),
        ("int a[2] = {1, sizeof(int) / sizeof(char)};", "ok"),
        ("int a[2] = {1, x ? x + 1 : 0};", "ok"),
        ("int a[2] = {1, 0 ? BIG + 1 : 1};", "ok"),
        ("int a[2] = {1, x > 2 ? -1 : 1};", "ok"),
    ] {
        let found = found(body, Property::NoOverflow);
        assert!(found.starts_with(expected), "{body}: {found}");
    }
}

/// What no execution comes to is not computed: clang warns of it all the same.
#[test]
fn constants_in_dead_code() {
    let overflow = "x = 2147483647 + 1;";
    let found = |body: &str| {
        let source = format!(
            "int main(void) {{ int x = __VERIFIER_nondet_int(); {} return x & 1; }}",
            body.replace("BAD", overflow)
        );
        exit(&source, Property::NoOverflow, 0)
    };
    for body in [
        "if (0) BAD",
        "if (1) x = 2; else { x = 3; BAD }",
        "while (0) { BAD }",
        "for (x = 0; 0; x++) BAD",
        "x = 0 && 2147483647 + 1;",
        "{ x = 0; goto end; BAD } end:",
    ] {
        assert_eq!(found(body), "ok", "{body}");
    }
    let sum = CheckKind::AddOverflow.to_string();
    for body in [
        "if (1) BAD",
        "for (;;) { x = 1; BAD }",
        "goto in; if (0) { x = 1; in: BAD }",
        "{ goto in; BAD in: BAD }",
        // One of two of one text.
        "if (0) BAD BAD",
    ] {
        assert_eq!(found(body), sum, "{body}");
    }
    // A label in the body leads to the step; lines have other numbers.
    let size = "x = (int)sizeof(int[2147483647 + 1 < 0 ? 3 : 4]);";
    for body in [
        "switch (x) { for (; 0; x = (int)sizeof(int[2147483647 + 1 < 0 ? 3 : 4])) { case 1:; } }".to_owned(),
        format!("if (0) {{ x = 1;\n#line 100\n x = 2; }}\n#line 50\n{size}"),
    ] {
        let found = found(&body);
        assert!(found.starts_with("unmodelled: undefined behaviour in a constant"), "{body}: {found}");
    }
    // What is called constant was jumped over.
    let passed = found(&format!("switch (x) {{ const int c = 0; case 1: if (c) {size} }}"));
    assert!(passed.starts_with("unmodelled: a constant that has no value"), "{passed}");
    let before = found("if (0) { static int y = 2147483647 + 1; x = y; }");
    assert!(before.starts_with("unmodelled: undefined behaviour in a constant"), "{before}");
}

/// A pragma keeps clang from telling, but not the tree: sizes of arrays are not in it.
#[test]
fn constants_that_a_pragma_hides() {
    let ignored = |option: &str| format!("#pragma clang dia\\\ngnostic ignored \"{option}\"\n");
    let program = |declaration: &str| format!("int main(void) {{ {declaration} a[0] = 1; return 0; }}\n");
    let size = "int a[(1 ? 2147483647 + 1 : 3) ? 2 : 1];";
    let hidden = exit(&(ignored("-Winteger-overflow") + &program(size)), Property::NoOverflow, 0);
    assert!(hidden.contains("a pragma silences"), "{hidden}");
    let fine = exit(&(ignored("-Wunused") + &program("int a[2];")), Property::NoOverflow, 0);
    assert_eq!(fine, "ok");
    let choice = "int a[2] = {1, 1 ? 2147483647 + 1 : 0};";
    let told = exit(&(ignored("-Weverything") + &program(choice)), Property::NoOverflow, 0);
    assert_eq!(told, CheckKind::AddOverflow.to_string());
    let folder = tempfile::tempdir().unwrap();
    let header = "#define QUIET _Pragma(\"clang diagnostic ignored \\\"-Winteger-overflow\\\"\")\n";
    std::fs::write(folder.path().join("quiet.h"), header).unwrap();
    let path = folder.path().join("a.c");
    std::fs::write(&path, format!("#include \"quiet.h\"\nQUIET\n{}", program(size))).unwrap();
    let stop = StopFlag::new();
    let prepared =
        prepare(&[path.as_path().into()], Property::NoOverflow, DataModel::Lp64, RECURSION, Assumed::default(), &stop)
            .unwrap();
    let reasons = &prepared.optimised.map.unmodelled;
    assert!(reasons.iter().any(|row| row.reason.contains("a pragma silences")), "{reasons:?}");
}

/// Code of one place is told from other code that has the same place, and a program that asks whether it is checked from one that is not.
#[test]
fn constants_in_code_that_has_one_place() {
    let constant = "unmodelled: undefined behaviour in a constant";
    for (source, property, expected) in [
        // The check that macros make is that of another sum, and the store that of another branch.
        ("#define M(r) int a[2] = {1 << 33, 0}; r = 1 << 3;\nint main(void) { int y = 0; M(y) return y + a[1]; }", Property::NoBadShift, constant),
        (
            "#define SET(n) do { if (n) { int v[2] = {2147483647 + 1, 0}; x = v[0]; } else { x = 0; } } while (0)\n\
             int main(void) { int x = 1, n = 0; SET(n); return x; }",
            Property::NoOverflow,
            constant,
        ),
        (
            "int main(void) {\n int y = 0;\n#line 100\n  int a[2] = { 2147483647 + 1, 0 };\n#line 100\n  if (y) y   = 2147483647 + 1    ;\n return a[0];\n}",
            Property::NoOverflow,
            constant,
        ),
        ("int main(void) { (void)(1 << 33); return 0; }", Property::NoOverflow, constant),
        ("int main(void) { int z = 5; switch (z) { case 1 << (26 + (int)sizeof(struct { char c[7]; })): z = 1; } return z; }", Property::NoBadShift, constant),
        ("void f(void) { static int z = 2147483647 + 1; }\nint main(void) { return 0; }", Property::NoOverflow, constant),
        ("static int f(void) { static int x = 1 >> 32; return x; }\nint main(void) { return 0; }", Property::NoBadShift, constant),
        (
            "#if __has_feature(undefined_behavior_sanitizer)\n#define M 0\n#else\n#define M 1\n#endif\n\
             int main(void) { int x = 2147483647; return x + M == 3; }",
            Property::NoOverflow,
            "unmodelled: a program that asks whether it is checked",
        ),
        (
            "#if __has_feature(undefined_behavior_sanitizer)\n__attribute__((no_sanitize(\"undefined\")))\n#endif\n\
             int f(int x) { return 3 << (x & 31); }\nint main(void) { return f(3); }",
            Property::NoOverflow,
            "unmodelled: what is not checked",
        ),
        (
            "extern void reach_error(void);\nint f(void) { int a[2] = {1 << 33, 0}; return a[0]; }\n\
             int main(void) {\n#if !__has_feature(undefined_behavior_sanitizer)\n reach_error();\n#endif\n return 0; }",
            Property::UnreachCall,
            "error function called",
        ),
    ] {
        let found = exit(source, property, 0);
        assert!(found.starts_with(expected), "{source}: {found}");
    }
}

/// Sizes of types and indices in initialisers are not in the tree, complex numbers and narrow `_BitInt`s have no checks that fit.
#[test]
fn constants_that_nobody_checks() {
    let (size, constant) =
        ("unmodelled: a size or index that clang computes", "unmodelled: undefined behaviour in a constant");
    for (source, property, expected) in [
        ("int main(void) { char a[1 + (1 >> 32)]; a[0] = 0; return a[0]; }", Property::NoBadShift, size),
        ("int main(void) { char a[2 + (-1 << 1) * 0]; a[0] = 0; return a[0]; }", Property::NoOverflow, size),
        ("int main(void) { int z[((1 << 33) & 1) + 1]; z[0] = 0; return z[0]; }", Property::UnreachCall, size),
        ("static int a[3] = {[2 + (-1 << 1)] = 1}; int main(void) { return a[1]; }", Property::NoOverflow, size),
        ("int main(void) { return sizeof(int[1 + (1 >> 32)]) == 0; }", Property::UnreachCall, size),
        (
            "#define W(n) (((n) >> 8 * (int) sizeof(int)) + 1)\nint main(void) { int m[W(40)] = {0}; return m[0]; }",
            Property::NoBadShift,
            size,
        ),
        (
            "int main(void) { int x = (int)__real__((2147483647 + 0i) + 1); return x == 0; }",
            Property::NoOverflow,
            constant,
        ),
        ("int main(void) { _BitInt(8) a = 127; a++; return 0; }", Property::NoOverflow, "unmodelled: a `_BitInt`"),
        ("int main(void) { char a[1 << 4]; int i = 2; a[i << 1] = 0; return a[i << 1]; }", Property::NoBadShift, "ok"),
        ("int main(void) { int n = 3; char a[n << 1]; a[5] = 0; return a[n << 1 >> 1]; }", Property::NoOverflow, "ok"),
    ] {
        let found = exit(source, property, 0);
        assert!(found.starts_with(expected), "{source}: {found}");
    }
    // Beside an array of computed length, locals are what they are.
    let beside = "int two = 2;\nint main(void) { int *p = 0; for (int i = 0; i < 2; i++) { int x = i, v[two]; v[0] = i; if (p) return *p; p = &x; } return 0; }";
    assert_eq!(exit(beside, Property::ValidDeref, 0), "use of a local after its scope");
    // A jump back ends the life of an array, also where an older one of its block stays.
    let back = "static int two = 2;\nint main(void) { int k = 0, *p = &k, i = 0; int v[two]; v[0] = 1; L:; int w[two]; w[0] = 1; k = *p; if (i++ < 1) { p = w; goto L; } return 0; }";
    assert_eq!(exit(back, Property::ValidDeref, 0), "use of a local after its scope");
    let before = "static int two = 2;\nint main(void) { int k = 0, *p = &k, i = 0; int v[two]; v[0] = 1; L: if (i == 1) return *p; int w[two]; w[0] = 1; i++; p = w; goto L; }";
    assert_eq!(exit(before, Property::ValidDeref, 0), "use of a local after its scope");
    let beneath = back.replace("if (i++ < 1)", "{ int u[two]; u[0] = 1; } if (i++ < 1)");
    assert_eq!(exit(&beneath, Property::ValidDeref, 0), "use of a local after its scope");
    // The length is a constant for clang.
    let one = "int main(void) { const int n = 1; int *p; { int v[n]; p = v; v[0] = 1; } return 0; }";
    assert!(!exit(one, Property::ValidDeref, 0).is_empty());
}
