use super::*;
use crate::source::account;
use crate::source::clang::Unit;
use crate::source::temporary::Folder;
use bitreach_limits::StopFlag;

fn facts_of(source: &str, data_model: DataModel) -> Facts {
    let folder = Folder::new().unwrap();
    let unit = Unit { file: folder.file("a.c", source).unwrap(), ..Unit::default() };
    account::facts(&unit, source.as_bytes(), Property::NoOverflow, data_model, &StopFlag::new())
        .unwrap()
        .expect("it can be read")
}

fn undefined(source: &str) -> Vec<UndefinedConstant> {
    facts_of(source, DataModel::Lp64).undefined
}

const SMALLEST: &str = "enum { max = 2147483647, min = -max - 1 }; struct s { int a, b; };\n";

/// Constants whose value is undefined, each in a place where clang says nothing of it, or not always.
#[test]
fn undefined_constants_are_found() {
    use Fault::*;
    for (source, fault, is_certain) in [
        ("void f(void) { int z[2] = {1, max + 1}; }", Add, true),
        ("void f(void) { int z[2] = {1, 1 ? 65536 * 65536 : 0}; }", Multiply, true),
        ("void f(int n) { int z[2] = {1, n ? 65536 * 65536 : 0}; }", Multiply, false),
        ("void f(void) { struct s v = {.b = -min}; }", Negate, true),
        ("void f(void) { struct s v = (struct s){min / (1 - 2), 2}; }", Divide, true),
        ("void f(void) { int z[2] = {1, min % -1}; }", Divide, true),
        ("void f(void) { int z[1] = {1 << 31}; }", ShiftLeft, true),
        ("void f(void) { int z[1] = {-1 << 1}; }", ShiftLeft, true),
        ("void f(void) { int z[1] = {1u << (1 ? 32 : 0)}; }", ShiftCount, true),
        ("void f(void) { int z[1] = {1 >> -1}; }", ShiftCount, true),
        ("void f(void) { int z[1] = {_Generic(1, int: max + 1, default: 2)}; }", Add, true),
        ("void f(void) { int z[1] = {__builtin_choose_expr(1, min - 1, 2)}; }", Subtract, true),
        ("void f(void) { int z[1] = {(max + 1) ?: 2}; }", Add, true),
        ("void f(void) { int z[1] = {(1, max + 1)}; }", Add, true),
        ("void f(void) { int z[1] = {__builtin_popcount(max + 1)}; }", Add, false),
        ("int f(void) { return __builtin_popcount(max + 1); }", Add, false),
        ("void f(void) { const int k = max; int z[1] = {k + 1}; }", Add, true),
        ("static const int k = max; static int z = k + 1;", Add, false),
        ("int z = 1 ? max + 1 : 0;", Add, false),
        ("void f(void) { static int z = max + 1; }", Add, false),
        ("void f(int c) { switch (c) { case 1 ? max + 1 : 0: return; } }", Add, false),
        ("enum { e = (1 ? max + 1 : 0) ? 2 : 3 };", Add, false),
        ("struct b { int a : (1 ? max + 1 : 0) ? 2 : 3; };", Add, false),
        ("void f(void) { long z[1] = {9223372036854775807 + 1}; }", Add, true),
        ("void f(void) { __int128 z[1] = {(((__int128)1 << 126) - 1) * 4}; }", Multiply, true),
        ("#define SHIFTED(a, b) ((a) << (b))\nvoid f(void) { int z[2] = {1, SHIFTED(1, 40)}; }", ShiftCount, true),
        ("#define ALL int z[2] = {1, max + 1};\nvoid f(void) { ALL }", Add, false),
        ("typedef int word;\nvoid f(void) { word z<:1:> = <% (word) max + 1 %>; }", Add, true),
        ("#pragma clang diagnostic ignored \"-Weverything\"\nvoid f(void) { int z[1] = {max + 1}; }", Add, true),
        ("void f(void) { struct s z[2] = {[0 ... 1] = {.a = max + 1}}; }", Add, true),
        ("void f(int n) { int z[n + __builtin_popcount(max + 1)]; }", Add, false),
        // What is constant, but not computed here.
        ("static const int t[2] = {max, 1}; void f(void) { int z[1] = {t[0] + 1}; }", Add, false),
        (
            "static const int t[2] = {max, 1}; static const int *const p = t; void f(void) { int z[1] = {*p + 1}; }",
            Add,
            false,
        ),
        ("typedef const int fixed; static fixed t[2] = {max}; void f(void) { int z[1] = {t[0] + 1}; }", Add, false),
        ("static const char *const p = \"x\"; void f(void) { int z[1] = {max + p[0]}; }", Add, false),
        ("void f(void) { int z[1] = {max + __atomic_always_lock_free(4, 0)}; }", Add, false),
        ("enum t { one = 1 }; void f(void) { long z[1] = {(long)(enum t)(-1) + 9223372036854775807}; }", Add, false),
        ("typedef long bool; void f(void) { int z[1] = {(int)sizeof(bool[2]) + max}; }", Add, false),
        ("void f(void) { _BitInt(200) z[1] = {(_BitInt(200))1 * 2}; }", Multiply, false),
        // Nobody knows how large a structure is but clang.
        ("static int z = (int)sizeof(struct s) - 1;", Subtract, false),
    ] {
        let found = undefined(&format!("{SMALLEST}{source}"));
        assert!(
            matches!(&found[..], [one] if one.fault == fault && one.is_certain == is_certain),
            "{source}: {found:?}"
        );
    }
}

#[test]
fn what_is_defined_or_not_computed_is_not() {
    for source in [
        "int z[2] = {max - 1 + 1, 0 ? max + 1 : 2};",
        "int z[2] = {1 || max + 1, 0 && min - 1};",
        "int z[1] = {_Generic(1, long: max + 1, default: 2)};",
        "int z[1] = {sizeof(max + 1)};",
        "unsigned z[2] = {0u - 1, 4294967295u * 3};",
        "long z[1] = {max + 1l};",
        "void f(int n) { int z[2] = {n + max, -n}; }",
        "char t[4]; long z[1] = {&t[3] - &t[1]};",
        "static const char t[2] = {1, 2}; void f(void) { int z[1] = {t[1] + 1}; }",
        "static int t[2]; static int *p = t; void f(void) { int z[3] = {t[1] + 1, *p + 1, p[1] - 1}; }",
        "int z[1] = {(int)sizeof(int[7]) - 1};",
        "int z[1] = {'\\xff' + max};",
        "void f(void) { if (0) { int z[1] = {max + 1}; } }",
        "int f(int n) { return n ? n / 3 : (int)sizeof(struct s) - 1; }",
        "typedef struct { long bits[1024 / (8 * (int) sizeof(long))]; } set;",
    ] {
        let found = undefined(&format!("{SMALLEST}{source}"));
        assert!(found.is_empty(), "{source}: {found:?}");
    }
}

#[test]
fn widths_are_those_of_the_machine() {
    let source = "long z[1] = {2147483647l + 1};";
    let count = |data_model| facts_of(source, data_model).undefined.len();
    assert_eq!((count(DataModel::Lp64), count(DataModel::Ilp32)), (0, 1));
}

/// Places are those of debug information.
#[test]
fn places_are_where_checks_are() {
    let at = |line, column| Position { line, column };
    let found = undefined("void f(void) {\n  int z[2] = {1,\n    1 << 40};\n}");
    let [one] = &found[..] else { panic!("{found:?}") };
    assert_eq!((one.operator, one.is_ambiguous, &*one.function), ((at(3, 5), at(3, 10)), false, "f"));
    assert_eq!(one.initialisers, [at(2, 14), at(2, 7)]);
    assert!(one.is_at("a.c", at(3, 7)) && !one.is_at("a.c", at(3, 11)) && !one.is_at("b.c", at(3, 7)));
    let found = undefined("# 7 \"dir/b.c\"\nvoid f(void) {\n#line 30\n  int z[2] = {1,\n 1 << 40};\n}");
    let [one] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&*one.file, one.operator.0, one.initialisers[0].line), ("b.c", at(31, 2), 30));
    let found = undefined("int f(int n) { switch (n) { case 1: return 2147483647 + 1; } return 0; }");
    let [one] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&*one.function, one.is_folded), ("f", false));
    // A line may exist twice.
    let found = undefined("void f(void) {\n#line 9\n int z[1] = {1 << 40};\n#line 9\n int y;\n}");
    let [one] = &found[..] else { panic!("{found:?}") };
    assert_eq!((one.is_ambiguous, one.is_certain, one.initialisers.len()), (true, false, 0));
    let found = undefined("#define M(x) ((x) + 2147483647)\nvoid f(void) { int z[1] = {\nM(1)}; }");
    let [one] = &found[..] else { panic!("{found:?}") };
    assert_eq!((one.operator, one.is_ambiguous), ((at(3, 1), at(3, 1)), true));
}

#[test]
fn members_of_commas_are_found() {
    let has = |expression: &str| {
        let source =
            format!("struct s {{ int a[2]; }} s; struct s g(int, int);\nvoid f(int n) {{ int *p = {expression}; }}");
        facts_of(&source, DataModel::Lp64).has_member_of_comma
    };
    for expression in [
        "(0, s).a",
        "((n, s)).a",
        "(__extension__ (0, s)).a",
        "_Generic(0, int: (0, s)).a",
        "__builtin_choose_expr(1, (0, s), 0).a",
        "&(0, s).a[1]",
    ] {
        assert!(has(expression), "{expression}");
    }
    for expression in ["g(0, 1).a", "(s).a", "(0, &s)->a", "(*(0, &s)).a", "(0, s.a)"] {
        assert!(!has(expression), "{expression}");
    }
}

#[test]
fn constants_that_a_jump_passes_by_are_found() {
    let of = |body: &str| facts_of(&format!("int g(void); void f(int k) {{ {body} }}"), DataModel::Lp64).passed;
    for body in [
        "switch (k) { const int c = 0; case 1: if (c) g(); }",
        "switch (k) { const int c = 0; default: g(); }",
        "goto in; { const int c = 0; in: if (c) g(); }",
        "{ const int c = 0; in: if (c) g(); } if (k) goto in;",
        "goto in; for (const int c = 0; k; ) { in: if (c) g(); }",
        "goto in; int *const c = 0; in: if (c) g();",
        "goto in; int (*const c)(int) = 0; in: if (c) g();",
        "goto in; const double c = 1.5; in: if (c > 1) g();",
        "goto in; const int c[2] = {1, 2}; in: if (c[1]) g();",
        "void *p = &&in; goto *p; const int c = 0; in: if (c) g();",
        "switch (k) { case 0:; const int c = 0; case 1: if (c) g(); }",
        "switch (k) { while (k) { const int c = 0; case 1: if (c) g(); } }",
        "k = ({ goto in; const int c = 0; in: c; });",
    ] {
        assert_eq!(of(body).as_deref(), Some("c"), "{body}");
    }
    for body in [
        "const int c = 0; if (k) goto out; g(); out: if (c) g();",
        "const int c = 0; switch (k) { case 1: if (c) g(); }",
        "switch (k) { case 0: { const int c = 0; if (c) g(); } case 1: g(); }",
        "switch (k) { static const int c = 0; case 1: if (c) g(); }",
        "goto in; const int *c = 0; in: if (c) g();",
        "goto in; const int c = g(); in: if (c) g();",
        "goto in; int c = 0; in: if (c) g();",
        "goto in; int (*c)(const int) = 0; in: if (c) g();",
        "again: {} const int c = 0; if (k) goto again;",
        "switch (k) { case 0: k = 1; const int c = 0; if (c) g(); }",
        "{ const int c = 0; if (c) g(); } goto in; in: g();",
    ] {
        assert_eq!(of(body), None, "{body}");
    }
}

#[test]
fn assignments_to_atomic_objects_that_clang_computes_in_their_type_are_found() {
    let of = |ty: &str, body: &str| {
        let source = format!("typedef _Atomic(int) number; {ty} a; void f(long l, double d) {{ {body}; }}");
        facts_of(&source, DataModel::Lp64).computes_atomically
    };
    for (ty, body) in [
        ("_Atomic int", "a -= 2.5"),
        ("_Atomic int", "a /= l"),
        ("number", "a %= l"),
        ("_Atomic short", "a /= 2"),
        ("volatile _Atomic short", "a /= 2"),
        ("_Atomic signed char", "a >>= 1"),
        ("_Atomic float", "a += d"),
        ("_Atomic _Bool", "a |= 2"),
        ("struct { _Atomic short b; }", "a.b *= 2"),
    ] {
        assert!(of(ty, body), "{ty}: {body}");
    }
    for (ty, body) in [
        ("_Atomic int", "a -= 2"),
        ("number", "a /= 2"),
        ("_Atomic long", "a %= l"),
        ("_Atomic unsigned", "a >>= 1"),
        ("_Atomic double", "a += d"),
        ("_Atomic short", "a++"),
        ("short", "a /= l"),
        ("_Bool", "a |= 2"),
    ] {
        assert!(!of(ty, body), "{ty}: {body}");
    }
}

#[test]
fn what_is_counted_in_another_type_than_that_of_c_is_found() {
    let of = |member: &str, body: &str| {
        let source = format!(
            "typedef unsigned word; enum {{ bits = 31 }}; struct s {{ {member}; }}; void f(struct s s, struct s *p) {{ {body}; }}"
        );
        facts_of(&source, DataModel::Lp64).counts_narrow
    };
    for (member, body) in [
        ("unsigned u : 31", "s.u++"),
        ("unsigned u : 31", "--(p->u)"),
        ("word u : bits", "s.u++"),
        ("const word : 4; volatile unsigned long u : 30 + 1", "s.u++"),
        ("struct { word u : 31; }", "p->u--"),
        ("long u : 32", "s.u++"),
        ("unsigned _BitInt(31) u", "s.u++"),
        ("enum { wide = 0x100000000, least = -1 } u : 32", "s.u++"),
    ] {
        assert!(of(member, body), "{member}: {body}");
    }
    for (member, body) in [
        ("unsigned u : 31", "s.u += 1"),
        ("unsigned u : 30", "s.u++"),
        ("unsigned u : 32", "s.u++"),
        ("int u : 31", "s.u++"),
        ("int u : 32", "s.u++"),
        ("unsigned long u : 32", "s.u++"),
        ("unsigned u : 31; int v", "s.v++"),
        ("unsigned u : 31; int v[2]", "p->v[s.u]++"),
    ] {
        assert!(!of(member, body), "{member}: {body}");
    }
}

#[test]
fn checks_in_what_is_not_evaluated_are_found() {
    let of = |expression: &str| {
        let head = "int g(int); struct s { int i; char b[4]; };";
        let source = format!("{head} int f(int x, int *p, struct s *s) {{ return {expression}; }}");
        let facts = facts_of(&source, DataModel::Lp64);
        (facts.computes_unevaluated, facts.reads_unevaluated)
    };
    for (expression, expected) in [
        ("__builtin_constant_p(x + 1)", (true, false)),
        ("__builtin_constant_p((1 / (x)))", (true, false)),
        ("__builtin_constant_p(-x)", (true, false)),
        ("(__builtin_constant_p)(x << 3)", (true, false)),
        ("__builtin_object_size(p + (x - 1), 0)", (true, false)),
        ("__builtin_constant_p(*p)", (false, true)),
        ("__builtin_constant_p(p[x])", (false, true)),
        ("__builtin_constant_p(s->i)", (false, true)),
        ("__builtin_constant_p((x))", (false, false)),
        ("__builtin_constant_p(5)", (false, false)),
        ("__builtin_object_size(s->b, 0)", (false, false)),
        ("__builtin_object_size(&p[x], 0)", (false, false)),
        ("__builtin_expect(x + 1, 1)", (false, false)),
        ("g(x + *p)", (false, false)),
        ("sizeof(x + 1)", (false, false)),
    ] {
        assert_eq!(of(expression), expected, "{expression}");
    }
}

#[test]
fn attributes_that_switch_checks_off_are_found() {
    for source in [
        "__attribute__((no_sanitize(\"undefined\"))) void f(void) {}",
        "#define QUIET __attribute__((no_sanitize(\"signed-integer-overflow\")))\nQUIET void f(void) {}",
        "#pragma clang attribute push(__attribute__((no_sanitize(\"undefined\"))), apply_to = function)\nvoid f(void) {}\n#pragma clang attribute pop",
    ] {
        assert!(facts_of(source, DataModel::Lp64).switches_off, "{source}");
    }
    assert!(!facts_of("const char *t = \"no_sanitize\";", DataModel::Lp64).switches_off);
}

/// Nothing here calls itself, however deep the tree is; if clang cannot tell it, nothing is known.
#[test]
fn deep_and_long_sources() {
    let chain = format!("int f(int n) {{ return n{}; }}", " + 1".repeat(3000));
    assert_eq!(facts_of(&chain, DataModel::Lp64).undefined, []);
    let table = format!("int z[] = {{{}max + 1}};", "1, ".repeat(5000));
    assert_eq!(undefined(&format!("{SMALLEST}{table}")).len(), 1);
}
