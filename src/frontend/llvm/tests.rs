//! From C source and LLVM text to programs: what must be in them, where undefined behaviour goes, and that both forms of a
//! program do the same.

use crate::bv::BitVec;
use crate::frontend::bounds::Bounds;
use crate::frontend::property::{DataModel, Property};
use crate::frontend::{prepare, read, FrontendError};
use crate::program::interpret::{InputRequest, Interpreter, Outcome};
use crate::program::{CheckKind, Exit, InputKind, Instruction, Program, Terminator};
use bitreach_sat::StopFlag;

/// Levels of recursion.
const RECURSION: usize = 6;

/// Both forms of a program; the name's ending says what it is.
fn prepared(name: &str, source: &[u8], property: Property) -> Result<[Program; 2], FrontendError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, source).unwrap();
    let prepared = prepare(&path, property, DataModel::Lp64, RECURSION, false, &StopFlag::new())?;
    Ok([prepared.optimised, prepared.plain].map(|module| {
        let program = read::read(&module.bitcode, module.map, &module.objects, Bounds::DEFAULT).unwrap();
        program.validate().unwrap_or_else(|fault| panic!("{fault}\n{program}"));
        program
    }))
}

fn programs(source: &str, property: Property) -> [Program; 2] {
    let source = format!(
        "extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void __VERIFIER_assume(int);\n\
         void reach_error(void) {{ abort(); }}\n{source}"
    );
    prepared("test.c", source.as_bytes(), property).unwrap()
}

/// How both forms of a program end when all inputs have the given value; they must agree, but for the reason why something
/// is unmodelled: the plain form keeps memory that the optimised one gets rid of.
fn exit(source: &str, property: Property, value: i64) -> String {
    let [optimised, plain] = programs(source, property).map(|program| {
        let mut inputs = |request: InputRequest| BitVec::new(request.width, value as u128);
        match Interpreter::new(&program).record(&mut inputs, 100_000).outcome {
            Outcome::Exit(Exit::Ok) => "ok".to_owned(),
            Outcome::Exit(Exit::Error(site)) => program.map.sites[site.0].kind.to_string(),
            Outcome::Exit(Exit::Unmodelled(row)) => format!("unmodelled: {}", program.map.unmodelled[row.0].reason),
            Outcome::StepLimit => "runs on".to_owned(),
        }
    });
    let both_unmodelled = optimised.starts_with("unmodelled") && plain.starts_with("unmodelled");
    assert!(both_unmodelled || optimised == plain, "{optimised}, {plain}\n{source}");
    optimised
}

fn main_with(body: &str) -> String {
    format!("int main(void) {{\n  int x = __VERIFIER_nondet_int();\n  {body}\n  return 0;\n}}\n")
}

/// Whether any exit of the program is an error.
fn has_error(program: &Program) -> bool {
    program.blocks.iter().any(|block| matches!(block.terminator, Terminator::Exit(Exit::Error(_))))
}

#[test]
fn errors_assertions_and_ends_of_paths() {
    let error = main_with("if (x == 3) reach_error();");
    assert_eq!(exit(&error, Property::UnreachCall, 3), "error function called");
    assert_eq!(exit(&error, Property::UnreachCall, 4), "ok");
    assert_eq!(exit(&error, Property::NoOverflow, 3), "ok");
    let old = format!("extern void __VERIFIER_error(void);\n{}", main_with("if (x == 3) __VERIFIER_error();"));
    assert_eq!(exit(&old, Property::UnreachCall, 3), "error function called");
    let assertion = format!("#include <assert.h>\n{}", main_with("assert(x != 5);"));
    assert_eq!(exit(&assertion, Property::Assert, 5), "assertion fails");
    assert_eq!(exit(&assertion, Property::UnreachCall, 5), "ok");
    let [program, _] = programs(&assertion, Property::Assert);
    assert_eq!(program.map.sites[0].detail, "x != 5");
    assert_eq!(exit(&main_with("abort(); reach_error();"), Property::UnreachCall, 0), "ok");
    let assumption = main_with("__VERIFIER_assume(x > 7); if (x == 7) reach_error(); if (x == 8) reach_error();");
    assert_eq!(exit(&assumption, Property::UnreachCall, 7), "ok");
    assert_eq!(exit(&assumption, Property::UnreachCall, 8), "error function called");
}

#[test]
fn overflows_of_every_operator() {
    let smallest = i32::MIN as i64;
    for (expression, value, kind) in [
        ("x + 1", i32::MAX as i64, CheckKind::AddOverflow),
        ("x - 1", smallest, CheckKind::SubOverflow),
        ("x * x", 46341, CheckKind::MulOverflow),
        ("-x", smallest, CheckKind::NegOverflow),
        ("x / -1", smallest, CheckKind::DivOverflow),
        ("x % -1", smallest, CheckKind::DivOverflow),
        ("x << 3", 1 << 30, CheckKind::ShiftOverflow),
        ("x++", i32::MAX as i64, CheckKind::AddOverflow),
        ("2147483647 + 1 + x", 0, CheckKind::AddOverflow),
    ] {
        let source = main_with(&format!("int y = {expression}; (void)y;"));
        assert_eq!(exit(&source, Property::NoOverflow, value), kind.to_string(), "{expression}");
        assert_eq!(exit(&source, Property::NoOverflow, 5), if value == 0 { kind.to_string() } else { "ok".into() });
    }
    let harmless = main_with("unsigned u = x; u = u + 4294967295u; char c = x; c++; short s = x; s *= 2;");
    assert!(!has_error(&programs(&harmless, Property::NoOverflow)[0]));
}

/// Where clang computes constants itself, or is told not to check, no check is in the module.
#[test]
fn overflow_that_is_checked_nowhere_is_unmodelled() {
    for (before, body) in [
        ("", "int a[2] = {2147483647 + 1, 0};"),
        ("", "struct { int a, b; } s = {-(-2147483647 - 1), 2};"),
        ("", "struct T { int a, b; }; struct T t = (struct T){1 << 31, 2};"),
        ("", "static int s = 2147483647 + 1;"),
        ("static int g = 2147483647 + 1;", ""),
        ("__attribute__((no_sanitize(\"signed-integer-overflow\")))", "x++;"),
        ("", "_Complex int c; __real__ c = x; c = c + 1;"),
        ("typedef int v2 __attribute__((vector_size(8)));", "v2 v = {x, x}; v = v + v; x = v[0];"),
    ] {
        let found = exit(&format!("{before}\n{}", main_with(body)), Property::NoOverflow, i32::MAX as i64);
        assert!(found.starts_with("unmodelled"), "{before} {body}: {found}");
    }
    // Promoted operands cannot overflow; a remark where a check stands needs no more.
    let fine = main_with(
        "short s = x, t = x; unsigned char c = x; int y = s + t; y = s * t; y = c + s; y = x ? 2147483647 + 1 : 0;",
    );
    assert_eq!(exit(&fine, Property::NoOverflow, 0), "ok");
    assert_eq!(exit(&fine, Property::NoOverflow, 1), CheckKind::AddOverflow.to_string());
}

/// Nothing that LLVM may take for impossible becomes a reason to answer.
#[test]
fn undefined_behaviour_is_unmodelled() {
    for (body, value, reason) in [
        ("int y = 10 / x; if (y > 10) reach_error();", 0, "division by zero"),
        ("if (10 / x) {} if (x == 0) reach_error();", 0, "division by zero"),
        ("unsigned y = 1u << x; if (y == 0) reach_error();", 40, "shift"),
        ("int y = 1 << 40; if (y) reach_error();", 0, "undefined"),
        ("*(int *)0 = x; reach_error();", 0, "pointer to none"),
        ("int a[2]; a[x] = 1; if (x == 7) reach_error();", 7, "leaves its object"),
        ("int a[2]; int i = 2; a[i] = 1; reach_error();", 0, "leaves its object"),
        ("int a[2]; a[2] = 1; reach_error();", 0, "leaves its object"),
        ("int *p = &x; p++; *p = 1; reach_error();", 0, "leaves its object"),
        ("long *p = (long *)&x; *p = 1; reach_error();", 0, "leaves its object"),
        ("*(long *)&x = 1; reach_error();", 0, "leaves its object"),
        ("if (__builtin_abs(x) < 0) reach_error();", i32::MIN as i64, "absolute value"),
        ("if (__builtin_clz(x) > 31) reach_error();", 0, "zeros of zero"),
        ("__builtin_assume(x > 0); if (x <= 0) reach_error();", 0, "assumption"),
        (
            "typedef int v2 __attribute__((vector_size(8))); v2 a = {1, 1}, b = {1, 0}; v2 c = a / b; reach_error();",
            0,
            "vectors",
        ),
        (
            "extern int printf(const char *, ...); int n = 1; printf(\"abc%n\", &n); if (n == 3) reach_error();",
            0,
            "`printf`",
        ),
        ("double d = 1e20; int y = (int)d; if (y == 5) reach_error();", 0, "floating-point"),
        ("if (x == 9) __builtin_unreachable(); if (x == 9) reach_error();", 9, "unreachable"),
    ] {
        let found = exit(&main_with(body), Property::UnreachCall, value);
        assert!(found.starts_with("unmodelled") && found.contains(reason), "{body}: {found}");
    }
    let unfit = "int f();\nint main(void) { if (f() == 0) reach_error(); }\nint f(x) int x; { return x; }";
    assert!(exit(unfit, Property::UnreachCall, 0).contains("does not fit"));
    let constant = "static const int c = 5;\nint main(void) { *(int *)&c = 6; reach_error(); }";
    assert!(exit(constant, Property::UnreachCall, 0).contains("constant is written"));
    let text = "int main(void) { char *s = \"abc\"; *s = 'x'; reach_error(); }";
    assert!(exit(text, Property::UnreachCall, 0).contains("constant is written"));
    let constructor =
        "__attribute__((constructor)) static void early(void) { reach_error(); }\nint main(void) { return 0; }";
    assert!(exit(constructor, Property::UnreachCall, 0).contains("constructors"));
    // In bounds there is nothing to object to.
    let inside =
        "int a[2]; struct { int m; short s; } b; int *p = &b.m; a[1] = x; *p = x; if (a[1] + *p == 8) reach_error();";
    assert_eq!(exit(&main_with(inside), Property::UnreachCall, 4), "error function called");
    // Signed sums wrap where nobody asks about them.
    let wraps = main_with("if (x + 1 < x) reach_error();");
    assert_eq!(exit(&wraps, Property::UnreachCall, i32::MAX as i64), "error function called");
}

/// The error is the function, however it is called.
#[test]
fn error_functions_are_errors_however_they_are_called() {
    let table = "static void (*const table[])(void) = { reach_error };\nint main(void) { table[0](); }";
    assert_eq!(exit(table, Property::UnreachCall, 0), "error function called");
    let pointer = main_with("void (*f)(void) = reach_error; f();");
    assert_eq!(exit(&pointer, Property::UnreachCall, 3), "error function called");
    assert_eq!(exit(&pointer, Property::Assert, 3), "ok");
    let labelled =
        b"void reach_error(void) __asm__(\"other\");\nvoid reach_error(void) {}\nint main(void) { reach_error(); }";
    assert!(has_error(&prepared("a.c", labelled, Property::UnreachCall).unwrap()[0]));
    let at_exit = "extern int atexit(void (*)(void));\nint main(void) { atexit(reach_error); }";
    assert!(exit(at_exit, Property::UnreachCall, 0).contains("atexit"));
    let invoked = b"define void @reach_error() {\n  ret void\n}\ndeclare i32 @personality(...)\ndefine i32 @main() personality ptr @personality {\n  \
        invoke void @reach_error() to label %a unwind label %b\na:\n  ret i32 0\nb:\n  %l = landingpad { ptr, i32 } cleanup\n  ret i32 0\n}\n";
    assert!(has_error(&prepared("a.ll", invoked, Property::UnreachCall).unwrap()[0]));
}

#[test]
fn own_functions_mean_what_they_say_whatever_their_names() {
    for source in [
        "int isdigit(int x) { return x == 77; }\nint main(void) { if (isdigit(__VERIFIER_nondet_int())) reach_error(); }",
        "int abs(int x) { return x - 80; }\nint main(void) { if (abs(__VERIFIER_nondet_int()) < 0) reach_error(); }",
        "unsigned long strlen(const char *s) { return 77; }\nint main(void) { if (strlen(\"abc\") == 77) reach_error(); }",
        "static int toascii(int x) { return x + 1; }\nint main(void) { if (toascii(127) == 128) reach_error(); }",
    ] {
        assert_eq!(exit(source, Property::UnreachCall, 77), "error function called", "{source}");
    }
}

/// Where the program has no function of that name, it is the C library's.
#[test]
fn blocks_of_memory_are_set_and_copied() {
    let source = "void *memset(void *, int, unsigned long); void *memcpy(void *, const void *, unsigned long);\n\
        int main(void) { int a[2], b[2]; memset(a, 0x101, sizeof a); if (memcpy(b, a, sizeof a) == b && b[1] == 0x01010101) reach_error(); }";
    assert_eq!(exit(source, Property::UnreachCall, 0), "error function called");
}

/// Thirty functions, each of which calls the one before twice: a billion calls.
#[test]
fn inlining_has_a_bound() {
    let first = "static int f0(int x) { return x + 1; }\n".to_owned();
    let link = |n: usize| format!("static int f{n}(int x) {{ return f{0}(f{0}(x)); }}\n", n - 1);
    let source =
        (1..30).fold(first, |source, n| source + &link(n)) + "int main(void) { if (f29(0) == 1 << 29) reach_error(); }";
    assert!(exit(&source, Property::UnreachCall, 0).contains("too large"));
}

#[test]
fn code_outside_of_main_is_unmodelled() {
    for (before, says) in [
        ("__attribute__((destructor)) static void late(void) { reach_error(); }", "destructors"),
        ("__attribute__((section(\".init_array\"), used)) static void (*p)(void) = reach_error;", "section"),
        ("__asm__(\".section .fini_array,\\\"aw\\\"\\n.quad reach_error\\n.text\\n\");", "assembly"),
    ] {
        let found = exit(&format!("{before}\nint main(void) {{ return 0; }}"), Property::UnreachCall, 0);
        assert!(found.starts_with("unmodelled") && found.contains(says), "{before}: {found}");
    }
}

#[test]
fn products_and_sums_are_rounded_one_after_the_other() {
    let source = main_with("double a = 0.1, b = 10.0; if (a * b - 1.0 == 0.0) reach_error();");
    assert_eq!(exit(&source, Property::UnreachCall, 0), "error function called");
}

#[test]
fn loops_that_never_end_are_not_deleted() {
    let endless = "int main(void) { unsigned x = 1; while (x != 0) x += 2; reach_error(); return 0; }";
    assert_eq!(exit(endless, Property::UnreachCall, 0), "runs on");
    assert_eq!(exit("int main(void) { while (1) {} reach_error(); }", Property::UnreachCall, 0), "runs on");
}

#[test]
fn uninitialised_locals_are_inputs() {
    for body in [
        "int y; if (y == 6) reach_error();",
        "struct { int a; char b; } s; if (s.a == 6 && s.b == 6) reach_error();",
        "switch (x) { int y; case 6: if (y == 6) reach_error(); }",
        "for (int i = 0; i < 2; i++) { int y; if (i == 1 && y == 6) reach_error(); }",
    ] {
        assert_eq!(exit(&main_with(body), Property::UnreachCall, 6), "error function called", "{body}");
        assert_eq!(exit(&main_with(body), Property::UnreachCall, 7), "ok", "{body}");
    }
    let [program, _] = programs(&main_with("int why; if (why == 6) reach_error();"), Property::UnreachCall);
    let named = |input: &InputKind| matches!(input, InputKind::Uninitialised(name) if &**name == "why");
    assert!(program.map.inputs.iter().any(|input| named(&input.kind)));
}

/// Before clang fills a large local with what is computed, it sets it to zero, and each part to its pattern.
#[test]
fn large_locals_with_computed_initialisers_are_what_they_are_set_to() {
    let once = "long v[6] = {x, 5, 26133, 14756, -133, 9}; if (v[0] == 3 && v[1] == 5 && v[5] == 9) reach_error();";
    let turns = "for (int i = 0; i < 2; i++) { long v[6] = {i, 5, 26133, 14756, -133, x}; if (i && v[1] == 5 && v[5] == 3) reach_error(); }";
    for body in [once, turns] {
        assert_eq!(exit(&main_with(body), Property::UnreachCall, 3), "error function called", "{body}");
        assert_eq!(exit(&main_with(body), Property::UnreachCall, 4), "ok", "{body}");
    }
    let jumped_over = "switch (x) { long v[6] = {x, 5, 26133, 14756, -133, 9}; case 6: if (v[1] == 6) reach_error(); }";
    assert_eq!(exit(&main_with(jumped_over), Property::UnreachCall, 6), "error function called");
}

/// What an initialiser leaves open is no number that clang chose.
#[test]
fn padding_holds_any_value() {
    for body in [
        "union { char c; int i; } u = {1}; if (u.i == 1) reach_error();",
        "struct F { unsigned a : 3, b : 5; }; union { struct F f; unsigned u; } v = {{1, 2}}; if (v.u == 0x11) reach_error();",
        "union V { char c; int i; }; union V v = (union V){.c = 1}; if (v.i == 1) reach_error();",
    ] {
        assert!(exit(&main_with(body), Property::UnreachCall, 0).starts_with("unmodelled"), "{body}");
    }
    let gap = "union { struct { char c; int i; } s; int a[2]; } u; u.s.c = 1; u.s.i = 2; if (((unsigned)u.a[0] >> 8) == 0x30303) reach_error();";
    assert_eq!(exit(&main_with(gap), Property::UnreachCall, 3), "error function called");
    let own = "struct S { unsigned char c[3]; int i; } s = {{0xaa, 0xaa, 0xaa}, x}; if (s.c[1] == 0xaa) reach_error();";
    assert_eq!(exit(&main_with(own), Property::UnreachCall, 3), "error function called");
    // Two edges of a switch to one φ.
    let wide = "unsigned __int128 y; switch (x) { case 0: case 1: y = (unsigned __int128)1 << 100; break; default: y = 3; } if (y == 3) reach_error();";
    assert_eq!(exit(&main_with(wide), Property::UnreachCall, 3), "error function called");
}

#[test]
fn inputs_have_their_type() {
    let source = |ty: &str, name: &str, test: &str| {
        format!("extern {ty} __VERIFIER_nondet_{name}(void);\nint main(void) {{ {ty} x = __VERIFIER_nondet_{name}(); if ({test}) reach_error(); }}")
    };
    let bool_is_two = source("_Bool", "bool", "x != 0 && x != 1");
    assert!(!has_error(&programs(&bool_is_two, Property::UnreachCall)[0]));
    for (ty, name, test) in
        [("unsigned char", "uchar", "x == 255"), ("long", "long", "x == -1"), ("char", "char", "x < 0")]
    {
        assert_eq!(exit(&source(ty, name, test), Property::UnreachCall, -1), "error function called", "{name}");
    }
    // The calling convention returns 128 bits in two halves.
    let wide = source("unsigned __int128", "uint128", "x == (((unsigned __int128)7 << 64) | 7)");
    assert_eq!(exit(&wide, Property::UnreachCall, 7), "error function called");
    let argc = "int main(int argc, char **argv) { (void)argv; if (argc < 0) reach_error(); if (argc == 2) abort(); }";
    assert!(!has_error(&programs(argc, Property::UnreachCall)[0]));
}

#[test]
fn main_may_take_the_addresses_of_its_blocks() {
    let source = main_with("void *l = x ? &&a : &&b; goto *l; a: return 0; b: reach_error();");
    assert!(!programs(&source, Property::UnreachCall)[0].blocks.is_empty());
}

#[test]
fn globals_statics_and_calls_by_address_leave_no_memory() {
    let source =
        "int g = 3; static void twice(int *p) { *p *= 2; }\nstatic int next(void) { static int n = 5; return n++; }\n\
                  int main(void) { twice(&g); next(); if (g == 6 && next() == 6) reach_error(); }";
    assert_eq!(exit(source, Property::UnreachCall, 0), "error function called");
}

/// Eighteen functions, each of which calls all others: the calls that go back are cut first, and what is left has the bound.
#[test]
fn recursion_keeps_the_bound() {
    let name = |n: usize| format!("static int f{n}(int);\n");
    let call = |n: usize| format!("if (x == {n}) return f{n}(__VERIFIER_nondet_int()); ");
    let calls = (0..18).map(call).collect::<String>();
    let body = |n: usize| format!("static int f{n}(int x) {{ {calls}return x; }}\n");
    let source = (0..18).map(name).chain((0..18).map(body)).collect::<String>()
        + "int main(void) { if (f0(__VERIFIER_nondet_int()) == 77) reach_error(); }";
    let [optimised, _] = programs(&source, Property::UnreachCall);
    assert!(optimised.blocks.len() < 50_000, "{} blocks", optimised.blocks.len());
    assert!(has_error(&optimised));
}

#[test]
fn what_cannot_be_inlined_is_unmodelled() {
    let unknown = "extern int f(int);\nint main(void) { if (f(3)) reach_error(); }";
    assert!(exit(unknown, Property::UnreachCall, 9).contains("`f`"));
    let output = format!("extern int printf(const char *, ...);\n{}", main_with("printf(\"%d\\n\", x);"));
    assert_eq!(exit(&output, Property::UnreachCall, 9), "ok");
}

#[test]
fn recursion_goes_as_deep_as_it_may() {
    let fib = "static int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n\
               int main(void) { int n = __VERIFIER_nondet_int(); if (f(n) == 5) reach_error(); return 0; }";
    assert_eq!(exit(fib, Property::UnreachCall, 5), "error function called");
    assert_eq!(exit(fib, Property::UnreachCall, 6), "ok");
    assert!(exit(fib, Property::UnreachCall, 9).contains("recursion of `f`"));
    // Two functions that call each other, locals of every level apart, and a function that comes back by way of another.
    let mutual = "static int odd(int *p); static int even(int *p) { int n = *p - 1; return *p == 0 || odd(&n); }\n\
                  static int odd(int *p) { int n = *p - 1; return *p != 0 && even(&n); }\n\
                  int main(void) { int n = __VERIFIER_nondet_int(); if (even(&n)) reach_error(); return 0; }";
    assert_eq!(exit(mutual, Property::UnreachCall, 4), "error function called");
    assert_eq!(exit(mutual, Property::UnreachCall, 5), "ok");
    assert!(exit(mutual, Property::UnreachCall, 99).contains("recursion of"));
    // A last call is a loop.
    let tail = "static int f(int n, int s) { return n <= 0 ? s : f(n - 1, s + n); }\n\
                int main(void) { if (f(__VERIFIER_nondet_int(), 0) == 5050) reach_error(); return 0; }";
    let [optimised, _] = programs(tail, Property::UnreachCall);
    let leaves = |block: &crate::program::Block| matches!(block.terminator, Terminator::Exit(Exit::Unmodelled(_)));
    assert!(!optimised.blocks.iter().any(leaves), "{optimised}");
}

#[test]
fn divisions_shifts_and_indices() {
    let (division, shift) = (CheckKind::DivisionByZero.to_string(), CheckKind::ShiftRange.to_string());
    let index = CheckKind::OutOfBounds.to_string();
    let arrays = "struct s { int a[3]; int last[2]; } s; int m[2][3];\n";
    for (property, expression, bad, good, kind) in [
        (Property::NoDivisionByZero, "7 / x", 0, 1, &division),
        (Property::NoDivisionByZero, "7u % x", 0, 1, &division),
        (Property::NoDivisionByZero, "x == 4 ? 1 / 0 : 1", 4, 1, &division),
        (Property::NoBadShift, "1 << x", 32, 31, &shift),
        (Property::NoBadShift, "1u >> x", -1, 0, &shift),
        (Property::NoBadShift, "x == 4 ? 1 << 32 : 1", 4, 1, &shift),
        (Property::NoIndexOutOfBounds, "s.a[x]", 3, 2, &index),
        (Property::NoIndexOutOfBounds, "s.last[x]", 2, 1, &index),
        (Property::NoIndexOutOfBounds, "m[1][x]", -1, 0, &index),
        (Property::NoIndexOutOfBounds, "m[0][x]", 3, 2, &index),
    ] {
        for statement in [format!("int y = {expression}; (void)y;"), format!("{expression};")] {
            let source = format!("{arrays}{}", main_with(&statement));
            assert_eq!(exit(&source, property, bad), *kind, "{statement}");
            assert_eq!(exit(&source, property, good), "ok", "{statement}");
            assert_ne!(exit(&source, Property::UnreachCall, bad), *kind, "{statement}");
        }
    }
    let excluded = format!("{arrays}__attribute__((no_sanitize(\"bounds\")))\n{}", main_with("s.a[x] = 1;"));
    assert!(exit(&excluded, Property::NoIndexOutOfBounds, 5).contains("no_sanitize"));
    let foreign = b"define i32 @main() {\n  ret i32 0\n}\n";
    let [program, _] = prepared("test.ll", foreign, Property::NoIndexOutOfBounds).unwrap();
    assert!(program.blocks.iter().any(|block| matches!(block.terminator, Terminator::Exit(Exit::Unmodelled(_)))));
}

#[test]
fn functions_on_strings_do_what_the_c_library_does() {
    let body = "char a[5], b[5]; for (int i = 0; i < 4; i++) { a[i] = x >> (2 * i) & 3; b[i] = x >> (8 + 2 * i) & 3; } a[4] = b[4] = 0;\n\
                int key = x >> 16 & 3, n = x >> 18 & 7; char c[12] = {0}; CHECK return 0;";
    let strings = "typedef unsigned long size_t; size_t strlen(const char *); size_t strnlen(const char *, size_t);\n\
                   int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t);\n\
                   int memcmp(const void *, const void *, size_t); void *memchr(const void *, int, size_t);\n\
                   char *strchr(const char *, int); char *strrchr(const char *, int); char *strcpy(char *, const char *);\n\
                   char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *);\n\
                   char *strncat(char *, const char *, size_t);\n";
    for value in [0i64, 0x1_e4e4, 0x5_39e4, 0xf_4e93, 0x12_1b1b, 0x16_e41b, 0x0a_9393, 0x1f_ffff, 0x0c_00ff, 0x11_ff01]
    {
        let part = |shift: i64| -> Vec<u8> { (0..4).map(|i| (value >> (shift + 2 * i) & 3) as u8).collect() };
        let (a, b) = (part(0), part(8));
        let (key, n) = ((value >> 16 & 3) as u8, (value >> 18 & 7) as usize);
        let n = n.min(5);
        let whole = |text: &[u8]| text.iter().copied().chain([0]).collect::<Vec<u8>>();
        let text = |text: &[u8]| text.iter().copied().take_while(|&byte| byte != 0).collect::<Vec<u8>>();
        let (ta, tb) = (text(&a), text(&b));
        let found = |place: Option<usize>| place.map_or(-1, |place| place as i64);
        let sign = |ordering: std::cmp::Ordering| ordering as i64;
        let cut = |bytes: &[u8]| whole(bytes)[..(n.min(bytes.len() + 1))].to_vec();
        let key_in = |bytes: &[u8]| found(whole(bytes).iter().position(|&byte| byte == key));
        let last = found(whole(&ta).iter().rposition(|&byte| byte == key));
        let checks = [
            ("(long)strlen(a)", ta.len() as i64),
            ("(long)strnlen(a, n)", ta.len().min(n) as i64),
            ("SIGN(strcmp(a, b))", sign(ta.cmp(&tb))),
            ("SIGN(strncmp(a, b, n))", sign(cut(&ta).cmp(&cut(&tb)))),
            ("SIGN(memcmp(a, b, n))", sign(whole(&a)[..n].cmp(&whole(&b)[..n]))),
            ("AT(memchr(a, key, n), a)", found(whole(&a)[..n].iter().position(|&byte| byte == key))),
            ("AT(strchr(a, key), a)", key_in(&ta)),
            ("AT(strrchr(a, key), a)", last),
            ("(strcpy(c, a), (long)strlen(c) * 10 + (strcmp(a, c) == 0))", ta.len() as i64 * 10 + 1),
            ("(c[5] = 9, strncpy(c, a, n), c[5] == 9 && memcmp(c, a, n < strlen(a) ? n : strlen(a)) == 0)", 1),
            ("(strcpy(c, a), (long)strlen(strcat(c, b)))", (ta.len() + tb.len()) as i64),
            ("(strcpy(c, a), (long)strlen(strncat(c, b, n)))", (ta.len() + tb.len().min(n)) as i64),
        ];
        let lines: Vec<String> = (checks.iter().enumerate())
            .map(|(index, (call, expected))| format!("if ({call} != {expected}) {{ __VERIFIER_assume(0 * {index}); }}"))
            .collect();
        let source = format!(
            "{strings}#define SIGN(x) ((x) < 0 ? -1 : (x) > 0)\n#define AT(p, s) ((p) ? (char *)(p) - (s) : -1)\n{}",
            main_with(&body.replace("CHECK", &format!("if (n > 5) n = 5; {} reach_error();", lines.join("\n"))))
        );
        assert_eq!(exit(&source, Property::UnreachCall, value), "error function called", "{value:#x}");
    }
}

#[test]
fn volatile_reads_give_anything() {
    let source = "volatile int g = 5; volatile unsigned char *const port = (volatile unsigned char *)0x4000;\n\
                  int main(void) { volatile int l = 1; g = 2; l = 3;\n\
                  if (g == 7 && l == 7 && *(volatile unsigned char *)0x4000 == 7) reach_error(); return 0; }";
    assert_eq!(exit(source, Property::UnreachCall, 7), "error function called");
    assert_eq!(exit(source, Property::UnreachCall, 2), "ok");
    assert!(exit(source, Property::ValidDeref, 7).contains("volatile"));
    let [program, _] = programs(source, Property::UnreachCall);
    let named = |input: &InputKind, object: &str| matches!(input, InputKind::Volatile(name) if &**name == object);
    assert!(program.map.inputs.iter().any(|input| named(&input.kind, "g")));
}

#[test]
fn calls_through_pointers_go_to_what_they_can_be() {
    let source = "static int one(void) { return 1; } static int two(void) { return 2; } static long other(void) { return 3; }\n\
                  extern int outside(void);\n\
                  int main(void) { int n = __VERIFIER_nondet_int();\n\
                  int (*f)(void) = n == 1 ? one : n == 2 ? two : n == 3 ? (int (*)(void))other : n == 4 ? outside : 0;\n\
                  if (f() == 2) reach_error(); return 0; }";
    assert_eq!(exit(source, Property::UnreachCall, 1), "ok");
    assert_eq!(exit(source, Property::UnreachCall, 2), "error function called");
    for value in [3, 4, 5] {
        assert!(exit(source, Property::UnreachCall, value).contains("call through a pointer"), "{value}");
    }
    // Structures by value keep the caller's copy; recursion through a pointer ends where recursion does.
    let values = "struct s { int v[4]; }; static int sum(struct s s) { s.v[0] += s.v[3]; return s.v[0]; }\n\
                  int main(void) { int (*f)(struct s) = sum; struct s s = {{1, 2, 3, __VERIFIER_nondet_int()}};\n\
                  if (f(s) == 8 && s.v[0] == 1) reach_error(); return 0; }";
    assert_eq!(exit(values, Property::UnreachCall, 7), "error function called");
    let recursive = "static int down(int n); static int (*again)(int) = down; static int down(int n) { return n == 0 ? 0 : 1 + again(n - 1); }\n\
                     int main(void) { if (down(__VERIFIER_nondet_int()) == 4) reach_error(); return 0; }";
    assert_eq!(exit(recursive, Property::UnreachCall, 4), "error function called");
    assert!(exit(recursive, Property::UnreachCall, 40).starts_with("unmodelled"));
}

#[test]
fn places_and_assignments_are_told() {
    let source = "static int add(int a, int b) {\n  return a + b;\n}\nint main(void) {\n  int s = add(__VERIFIER_nondet_int(), 2);\n  if (s == 5)\n    reach_error();\n}\n";
    let [_, plain] = programs(source, Property::UnreachCall);
    let assigned: Vec<&str> = (plain.blocks.iter().flat_map(|block| &block.instructions))
        .filter_map(|instruction| match instruction {
            Instruction::Assign(assignment) => Some(&*plain.map.variables[assignment.variable.0].name),
            Instruction::Define { .. } | Instruction::Store(_) => None,
        })
        .collect();
    assert_eq!(assigned, ["a", "b", "s"]);
    let sum = plain.map.origins.iter().find(|origin| &*origin.function == "add" && origin.line == 4).unwrap();
    let call = &plain.map.origins[sum.inlined_at.unwrap().0];
    assert_eq!((&*call.function, call.line), ("main", 7));
    let site = plain.map.sites[0].origin.unwrap();
    assert_eq!(plain.map.origins[site.0].line, 9);
}

#[test]
fn llvm_text_is_checked_by_its_flags() {
    let text = b"define i32 @main(i32 %x) {\n  %y = add nsw i32 %x, 1\n  %z = sdiv i32 %y, -1\n  ret i32 %z\n}\n";
    let [program, _] = prepared("test.ll", text, Property::NoOverflow).unwrap();
    assert!(has_error(&program));
    let unflagged = b"define i32 @main(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";
    assert!(!has_error(&prepared("test.ll", unflagged, Property::NoOverflow).unwrap()[0]));
    assert!(!has_error(&prepared("test.ll", text, Property::UnreachCall).unwrap()[0]));
}

#[test]
fn members_of_undefined_structures_hold_any_value() {
    let text = b"declare void @reach_error()\ndefine i32 @main(i32 %x) {\n  %s = insertvalue { i32, i32 } undef, i32 %x, 0\n  \
        %m = extractvalue { i32, i32 } %s, 1\n  %c = icmp eq i32 %m, 7\n  br i1 %c, label %bad, label %good\n\
        bad:\n  call void @reach_error()\n  unreachable\ngood:\n  ret i32 0\n}\n";
    assert!(has_error(&prepared("a.ll", text, Property::UnreachCall).unwrap()[0]));
}

#[test]
fn undefined_variables_and_elements_of_vectors_are_unmodelled() {
    for text in [
        "@g = constant { i32, i32 } { i32 1, i32 undef }\ndefine i32 @main() {\n  \
            %y = load i32, ptr getelementptr ({ i32, i32 }, ptr @g, i32 0, i32 1)\n  ret i32 %y\n}\n",
        "define i32 @main() {\n  %y = extractelement <2 x i32> <i32 1, i32 2>, i32 5\n  %f = freeze i32 %y\n  ret i32 %f\n}\n",
    ] {
        let [program, _] = prepared("a.ll", text.as_bytes(), Property::UnreachCall).unwrap();
        assert!(!program.map.unmodelled.is_empty(), "{text}");
    }
    // What is left of a union is no undefined variable.
    let rest = "union { char c; int i; } g = {1};\nint main(void) { if (g.c == 1) reach_error(); }";
    assert_eq!(exit(rest, Property::UnreachCall, 0), "error function called");
}

#[test]
fn what_is_no_program_is_refused() {
    for (name, source, says) in [
        ("a.c", &b"int main(void) { return x; }"[..], "does not compile"),
        ("a.c", b"int f(void) { return 0; }", "no function `main`"),
        ("a.c", b"int __bitreach_stop(void) { return 0; }\nint main(void) { return 0; }", "keeps for itself"),
        ("a.bc", b"BC\xc0\xde junk", "cannot read"),
        ("a.ll", b"define i32 @main() {\n  ret i33 0\n}\n", "cannot read"),
        ("a.txt", b"", "not a program"),
    ] {
        let message = prepared(name, source, Property::UnreachCall).expect_err(says).to_string();
        assert!(message.contains(says) && message.contains("a."), "{message}");
    }
}

#[test]
fn printing_reads_memory_where_that_is_asked_about() {
    let program = |call: &str| {
        format!("int puts(const char *);\nint main(void) {{ char a[2] = {{'a', 'b'}}; {call}; return a[0] - 'a'; }}")
    };
    assert!(exit(&program("puts(a)"), Property::ValidDeref, 0).contains("`puts`"));
    assert!(!exit(&program("puts(\"a\")"), Property::ValidDeref, 0).contains("`puts`"));
    assert!(!exit(&program("puts(a)"), Property::Assert, 0).contains("`puts`"));
}

#[test]
fn members_behind_null_are_null() {
    let program = |use_of: &str| {
        format!("struct s {{ int a, b[3]; }};\nint main(void) {{ struct s *p = 0; int i = __VERIFIER_nondet_int(); {use_of} return 0; }}")
    };
    for use_of in ["return p->b[1];", "p->b[i] = 1;", "int *q = i ? &p->b[2] : &i; *q = 1;"] {
        assert_eq!(exit(&program(use_of), Property::ValidDeref, 1), "null pointer dereference", "{use_of}");
    }
    assert_eq!(
        exit(&program("if (&p->b[1] == (int *)8 && i == 1) reach_error();"), Property::UnreachCall, 1),
        "error function called"
    );
    // What is at a larger number is not known.
    let device = program("return *(int *)0xfee00000;");
    assert!(exit(&device, Property::ValidDeref, 1).contains("unknown origin"));
}

#[test]
fn what_lives_on_the_stack_is_not_on_the_heap() {
    let on_stack = "void *alloca(unsigned long);\nint main(void) { char *p = alloca(4); p[0] = 1; return 0; }";
    assert_eq!(exit(on_stack, Property::ValidMemcleanup, 0), "ok");
    let freed = "void *alloca(unsigned long); void free(void *);\n\
                 int main(void) { char *p = alloca(__VERIFIER_nondet_int()); free(p); return 0; }";
    assert_eq!(exit(freed, Property::ValidFree, 4), "what is freed is not on the heap");
}

/// An array of a length that is read, in a loop, by whose end it is gone.
const IN_TURNS: &str = "int main(void) { int n = __VERIFIER_nondet_int(), *p = 0;\n\
                        for (int i = 0; i < 9; i++) { int a[n]; a[n - 1] = i; PLACE; if (a[n - 1] != i) reach_error(); }\n\
                        return 0; }";

#[test]
fn arrays_of_computed_length_are_new_in_each_turn() {
    let in_turns = |place: &str, property, n| exit(&IN_TURNS.replace("PLACE", place), property, n);
    for property in [Property::UnreachCall, Property::ValidDeref] {
        assert_eq!(in_turns("", property, 3), "ok");
        assert!(in_turns("", property, 3000).contains("larger than is followed"));
        assert!(in_turns("", property, -1).starts_with("unmodelled"));
    }
    assert_eq!(in_turns("a[n] = 1", Property::ValidDeref, 3), "access out of bounds");
    // The array of the turn before is gone.
    assert_eq!(in_turns("if (p) *p = 1; p = a", Property::ValidDeref, 1), "use of a local after its scope");
    // It holds something, and not what was there before.
    let read = in_turns("if (i == 2 && a[0] == n) reach_error(); a[0] = 1", Property::UnreachCall, 2);
    assert_eq!(read, "error function called");
}

#[test]
fn arrays_of_computed_length_end_with_their_scope_or_function() {
    let head = "static int *f(int n) { int a[n]; a[0] = 1; int *p = a; return p; }\n\
                static void *g(int n) { char *p = 0; for (int i = 0; i < 2; i++) p = __builtin_alloca(n); return p; }\n";
    let deref = |body: &str| {
        let body = format!("{head}int main(void) {{ int n = __VERIFIER_nondet_int(); {body}; return 0; }}");
        exit(&body, Property::ValidDeref, 2)
    };
    assert_eq!(deref("int *p = f(n); return *p"), "use of a local after its scope");
    assert_eq!(deref("char *p = g(n); return *p"), "use of a local after its scope");
    assert_eq!(deref("int *p; { int a[n]; a[1] = 1; p = a; } return *p"), "use of a local after its scope");
    assert_eq!(deref("int a[n]; a[1] = 4; { int b[n]; b[1] = 5; } for (;;) { int c[n]; break; } return a[1]"), "ok");
    assert_eq!(
        deref("char *p = 0; for (int i = 0; i < 3; i++) { char *q = p; p = __builtin_alloca(n); if (q) q[1] = 1; }"),
        "ok"
    );
    assert_eq!(
        deref("again: ; int a[n]; a[0] = 1; if (n++ < 4) goto again; int b[n]; b[n - 1] = 2; if (n < 7) goto again"),
        "ok"
    );
    // Two lengths are multiplied.
    assert_eq!(deref("int a[n][n + 1]; a[n - 1][n] = 1"), "ok");
    assert_eq!(deref("int a[n][n + 1]; a[n - 1][n + 1] = 1"), "access out of bounds");
    assert!(deref("unsigned long m = n; m <<= 60; int a[m][m]; a[0][0] = 1").contains("more bytes than there are"));
}

#[test]
fn an_object_that_nothing_points_to_is_given_out_again() {
    let head = "void *malloc(unsigned long); void free(void *);\n";
    let ends = |body: &str, property| exit(&format!("{head}int main(void) {{ {body} return 0; }}"), property, 3);
    let frees = "for (int i = 1; i < 99; i++) { char *p = malloc(i % 4 + 1); p[i % 4] = 1; free(p); }";
    for property in [Property::ValidDeref, Property::ValidFree, Property::ValidMemcleanup] {
        assert_eq!(ends(frees, property), "ok");
    }
    // Memory that was given out before is lost if it was not freed.
    let once = frees.replace("free(p)", "if (i != 7) free(p)");
    assert_eq!(ends(&once, Property::ValidMemcleanup), "memory is still allocated at the end");
    assert_eq!(ends(&once, Property::ValidDeref), "ok");
    // Where an older address is left, each object stays what it is.
    let older = "char *q = 0; for (int i = 0; i < 3; i++) { char *p = malloc(1); PLACE; free(p); q = p; }";
    assert_eq!(ends(&older.replace("PLACE", "if (q) *q = 1"), Property::ValidDeref), "use after free");
    assert_eq!(ends(&older.replace("PLACE", "if (i == 2) free(q)"), Property::ValidFree), "double free");
    let kept =
        "static char *keep; for (int i = 0; i < 2; i++) { char *p = malloc(1); if (i) *keep = 1; keep = p; free(p); }";
    assert_eq!(ends(kept, Property::ValidDeref), "use after free");
}

/// How a program ends that may say `n`, a number that is read.
fn with_blocks(body: &str, property: Property, n: i64) -> String {
    let head =
        "void *memcpy(void *, const void *, unsigned long); void *memmove(void *, const void *, unsigned long);\n\
                void *memset(void *, int, unsigned long);\n";
    exit(&format!("{head}int main(void) {{ unsigned n = __VERIFIER_nondet_int(); {body} return 0; }}"), property, n)
}

#[test]
fn blocks_of_computed_length_are_set_and_copied() {
    let copy = "int a[4] = {1, 2, 3, 4}, b[6] = {9, 9, 9, 9, 9, 9}; memcpy(b + 1, a, n * sizeof(int));\n\
                for (unsigned i = 0; i < 6; i++) if (b[i] != (i > 0 && i <= n ? i : 9)) reach_error();";
    let overlap = "int a[5] = {0, 1, 2, 3, 4}; memmove(a + 1, a, n * sizeof(int));\n\
                   for (unsigned i = 0; i < 5; i++) if (a[i] != (i == 0 || i > n ? i : i - 1)) reach_error();";
    let fill = "unsigned a[2] = {0x11111111, 0x11111111}; unsigned char *p = (unsigned char *)a; memset(a, 0x22, n);\n\
                for (unsigned i = 0; i < 8; i++) if (p[i] != (i < n ? 0x22 : 0x11)) reach_error();";
    let pointers = "struct s { int *p; int v; }; int x = 7; struct s a[4] = {{&x, 0}, {&x, 1}, {&x, 2}, {&x, 3}}, b[4] = {{0}};\n\
                    memcpy(b, a, n * sizeof(struct s));\n\
                    for (unsigned i = 0; i < 4; i++) if (i < n ? *b[i].p != 7 || b[i].v != i : b[i].p != 0) reach_error();";
    for body in [copy, overlap, fill, pointers] {
        for n in [0, 3, 4] {
            assert_eq!(with_blocks(body, Property::UnreachCall, n), "ok", "{n}: {body}");
        }
        assert_eq!(with_blocks(body, Property::ValidDeref, 4), "ok", "{body}");
    }
    for (body, n) in [(copy, 5), (overlap, 5), (fill, 9), (pointers, 5), (copy, -1)] {
        assert_eq!(with_blocks(body, Property::ValidDeref, n), "access out of bounds", "{n}: {body}");
    }
    // A product that wraps is no multiple of what it was made of.
    let wraps = "int a[3] = {1}, b[3] = {0}; memcpy(b, a, n * 12u); if (b[0] == 1) reach_error();";
    assert!(with_blocks(wraps, Property::UnreachCall, 357_913_942).starts_with("unmodelled"));
}

#[test]
fn of_several_blocks_the_one_that_is_meant_is_copied() {
    let choice = "char a[2] = {1, 2}, b[4] = {5, 6, 7, 8}, c[4] = {0}, *p = n > 2 ? b : a; memcpy(c, p, n);\n\
                  if (c[1] != (n > 2 ? 6 : n == 2 ? 2 : 0) || c[2] != (n > 2 ? 7 : 0)) reach_error();\n\
                  p = n > 2 ? a : b; memset(p, 3, 1); if (a[0] == b[0] || (n > 2 ? a : b)[0] != 3) reach_error();";
    for n in [1, 3] {
        assert_eq!(with_blocks(choice, Property::UnreachCall, n), "ok", "{n}");
    }
}

#[test]
fn bounds_say_how_much_memory_is_followed() {
    let ends = |body: &str, bounds: Bounds| {
        let source = format!(
            "int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void reach_error(void) {{}}\n\
             struct n {{ struct n *next; }};\nint main(void) {{ {body} reach_error(); return 0; }}"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        std::fs::write(&path, source).unwrap();
        let stop = StopFlag::new();
        let module = prepare(&path, Property::UnreachCall, DataModel::Lp64, RECURSION, false, &stop).unwrap().plain;
        let program = read::read(&module.bitcode, module.map, &module.objects, bounds).unwrap();
        let mut inputs = |request: InputRequest| BitVec::new(request.width, 100);
        match Interpreter::new(&program).record(&mut inputs, 100_000).outcome {
            Outcome::Exit(Exit::Unmodelled(row)) => program.map.unmodelled[row.0].reason.to_string(),
            Outcome::Exit(Exit::Error(_)) => "error".to_owned(),
            other => format!("{other:?}"),
        }
    };
    let some = Bounds::DEFAULT;
    let list = "struct n *l = 0; for (int i = 0; i < 7; i++) { struct n *x = malloc(sizeof *x); x->next = l; l = x; }";
    assert!(ends(list, some).contains("more allocations at one place"));
    assert_eq!(ends(list, Bounds { instances: 7, ..some }), "error");
    let sized = "int k = __VERIFIER_nondet_int(); char *p = malloc(k); p[k - 1] = 1;";
    assert!(ends(sized, some).contains("larger than is followed"));
    assert_eq!(ends(sized, Bounds { capacity: 100, ..some }), "error");
    let large =
        "int k = __VERIFIER_nondet_int(); static char a[500]; a[k] = 1; if (a[__VERIFIER_nondet_int()] != 1) return 0;";
    assert!(ends(large, Bounds { object_bytes: 499, ..some }).contains("too large"));
    assert!(ends(large, Bounds { object_cells: 499, ..some }).contains("too large"));
    assert_eq!(ends(large, Bounds { object_cells: 500, object_bytes: 500, ..some }), "error");
}

#[test]
fn objects_are_made_larger_and_copied() {
    let head = "void *malloc(unsigned long); void *realloc(void *, unsigned long); void free(void *);\n\
                char *strdup(const char *); char *strndup(const char *, unsigned long);\n";
    let ends = |body: &str, property| {
        let body = format!("{head}int main(void) {{ unsigned n = __VERIFIER_nondet_int(); {body} return 0; }}");
        exit(&body, property, 3)
    };
    let grows = "int *p = malloc(n * sizeof(int)); p[n - 1] = 7; p = realloc(p, (n + 1) * sizeof(int)); p[n] = 8;\n\
                 if (p[n - 1] != 7) reach_error(); free(p);";
    for property in [Property::UnreachCall, Property::ValidDeref, Property::ValidFree, Property::ValidMemcleanup] {
        assert_eq!(ends(grows, property), "ok");
    }
    assert_eq!(
        ends("char *p = malloc(n), *q = realloc(p, 9); q[0] = 1; p[0] = 1;", Property::ValidDeref),
        "use after free"
    );
    assert_eq!(ends("char *p = malloc(n); p = realloc(p, 2); p[2] = 1;", Property::ValidDeref), "access out of bounds");
    let inner = "what is freed is inside of an allocated object, not its start";
    assert_eq!(ends("char *p = malloc(n); p = realloc(p + 1, 9);", Property::ValidFree), inner);
    assert_eq!(ends("char *p = malloc(n); free(p); p = realloc(p, 9);", Property::ValidFree), "double free");
    // Pointers are copied as what they are.
    let pointers = "int x = 5, **p = malloc(sizeof *p); p[0] = &x; p = realloc(p, 2 * sizeof *p); p[1] = p[0];\n\
                    if (*p[1] == 5) reach_error();";
    assert_eq!(ends(pointers, Property::UnreachCall), "error function called");
    let text = "char s[4] = \"abc\", *p = strdup(s), *q = strndup(s, 1); s[0] = 0;\n\
                if (p[0] == 'a' && p[3] == 0 && q[0] == 'a' && q[1] == 0) reach_error();";
    assert_eq!(ends(text, Property::UnreachCall), "error function called");
}

#[test]
fn allocations_fail_where_they_may() {
    let ends = |body: &str, may_fail: bool, fails: u128| {
        let source =
            format!("void *malloc(unsigned long);\nint main(void) {{ char *p = malloc(1); {body} return 0; }}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        std::fs::write(&path, source).unwrap();
        let prepared = prepare(&path, Property::ValidDeref, DataModel::Lp64, RECURSION, may_fail, &StopFlag::new());
        let module = prepared.unwrap().optimised;
        let program = read::read(&module.bitcode, module.map, &module.objects, Bounds::DEFAULT).unwrap();
        let mut inputs = |request: InputRequest| BitVec::new(request.width, fails);
        Interpreter::new(&program).record(&mut inputs, 1000).outcome
    };
    assert!(matches!(ends("*p = 1;", true, 1), Outcome::Exit(Exit::Error(_))));
    assert!(matches!(ends("*p = 1;", true, 0), Outcome::Exit(Exit::Ok)));
    assert!(matches!(ends("*p = 1;", false, 1), Outcome::Exit(Exit::Ok)));
    assert!(matches!(ends("if (p) *p = 1;", true, 1), Outcome::Exit(Exit::Ok)));
}
