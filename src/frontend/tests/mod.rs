//! From C source and LLVM text to programs: what must be in them, where undefined behaviour goes, and that both forms of a
//! program do the same. Here: errors, undefined behaviour, places, what is refused; the other files have their own themes.

mod calls;
mod compare;
mod floats;
mod frames;
mod hidden;
mod memory;
mod pools;

use crate::bv::BitVec;
use crate::frontend::{prepare, Assumed, FrontendError, Recursion};
use crate::program::interpret::{InputRequest, Interpreter, Outcome};
use crate::program::{CheckKind, Exit, InputKind, Instruction, Operation, Program, Role, Terminator};
use crate::read;
use crate::read::bounds::Bounds;
use crate::source::property::{DataModel, Property};
use bitreach_limits::StopFlag;

/// Levels of recursion.
const RECURSION: Recursion = Recursion::Levels(6);

/// Both forms of a program; the name's ending says what it is.
fn prepared(name: &str, source: &[u8], property: Property) -> Result<[Program; 2], FrontendError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, source).unwrap();
    let prepared =
        prepare(&[path.as_path().into()], property, DataModel::Lp64, RECURSION, Assumed::default(), &StopFlag::new())?;
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

/// Clang computes constant initialisers itself, and leaves a remark at most.
#[test]
fn undefined_behaviour_in_constant_initialisers() {
    let (sum, negation) = (CheckKind::AddOverflow.to_string(), CheckKind::NegOverflow.to_string());
    let (shift, range) = (CheckKind::ShiftOverflow.to_string(), CheckKind::ShiftRange.to_string());
    let (overflow, shifts) = (Property::NoOverflow, Property::NoBadShift);
    let unmodelled = "unmodelled".to_owned();
    for (before, body, property, found) in [
        ("", "int a[2] = {2147483647 + 1, 0};", overflow, &sum),
        ("", "int a[2] = {1, -(-2147483647 - 1)};", overflow, &negation),
        ("struct T { int a, b; };", "struct T t = (struct T){1 << 31, 2};", overflow, &shift),
        ("", "int a[2] = {1, 1 << 40}, b[1] = {1 << -1};", shifts, &range),
        (
            "struct S { int a; struct { int b[2]; } c[2]; };",
            "struct S s = {.c = {[1] = {.b = {1, 7 >> 32}}}};",
            shifts,
            &range,
        ),
        ("", "int a[2] = {1, /* {; */ (1 << 40)};", shifts, &range),
        ("#define SHIFTED(a, b) ((a) << (b))", "int a[2] = {1, SHIFTED(1, 40)};", shifts, &range),
        ("#define SUM(a, b) ((a) + (b))", "int a[2] = {SUM(2147483647, 1), 0};", overflow, &sum),
        // Not certain: which code a macro makes, in no function, not chosen, replaced.
        ("#define ALL int a[2] = {1, 1 << 40}; int y = 1 << (x & 1);", "ALL", shifts, &unmodelled),
        ("int g[2] = {1, 1 << 40};", "", shifts, &unmodelled),
        ("", "static int s[2] = {1, 1 << 40};", shifts, &unmodelled),
        ("", "int a[2] = {1, _Generic(1, int: 2, default: 1 << 40)};", shifts, &unmodelled),
        ("", "int a[2] = {[1] = 1 << 40, [1] = 2};", shifts, &unmodelled),
        // It is not what is asked for.
        ("", "int a[2] = {1, 1 << 40}; reach_error();", Property::UnreachCall, &unmodelled),
        ("", "int a[2] = {1, 1 << 40}; *(int *)0 = 1;", Property::ValidDeref, &unmodelled),
    ] {
        let source = format!("{before}\n{}", main_with(&format!("if (x != 5) return 0; {body}")));
        let found_now = exit(&source, property, 5);
        assert!(found_now.starts_with(&**found), "{before} {body}: {found_now}");
    }
    // What does not run costs nothing, and wraps are sums.
    for (before, body, property) in [
        ("", "if (x != 5) { int a[2] = {1, 1 << 40}; }", shifts),
        ("static int f(void) { int a[2] = {1, 1 << 40}; return a[0]; }", "", shifts),
        ("", "int a[2] = {1, 0 ? 1 << 40 : 2};", shifts),
        ("", "int a[2] = {0 ? 2147483647 + 1 : 1, 0};", overflow),
        ("", "int a[2] = {1, 2147483647 + 1}; if (a[1] > 0) reach_error();", Property::UnreachCall),
    ] {
        assert_eq!(exit(&format!("{before}\n{}", main_with(body)), property, 5), "ok", "{before} {body}");
    }
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
            "division by zero",
        ),
        (
            "extern int printf(const char *, ...); int n = 1; printf(\"abc%n\", &n); if (n == 3) reach_error();",
            0,
            "`%n`",
        ),
        ("double d = 1e20; int y = (int)d; if (y == 5) reach_error();", 0, "does not fit"),
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
    let either = "int main(void) { char *s = __VERIFIER_nondet_int() ? \"ab\" : \"cd\"; *s = 'x'; reach_error(); }";
    assert!(exit(either, Property::UnreachCall, 0).contains("constant is written"));
    let walked = "int main(void) { char b[3] = \"ab\", *s = \"abcd\", *p = b; for (int i = 0; i < 2; i++) { if (__VERIFIER_nondet_int()) p = s; *p = 'x'; p++; s++; } }";
    assert!(exit(walked, Property::ValidDeref, 1).contains("constant is written"));
    assert_eq!(exit(walked, Property::ValidDeref, 0), "ok");
    let constructor =
        "__attribute__((constructor)) static void early(void) { reach_error(); }\nint main(void) { return 0; }";
    assert_eq!(exit(constructor, Property::UnreachCall, 0), "error function called");
    let wants_arguments =
        "__attribute__((constructor)) static void early(int count) { reach_error(); }\nint main(void) { return 0; }";
    assert!(exit(wants_arguments, Property::UnreachCall, 0).contains("constructors"));
    // What is made of a count of zeros where there is something to count.
    for name in ["ffs", "ffsl", "ffsll"] {
        let first = main_with(&format!("if (__builtin_{name}(x) == 0) reach_error();"));
        assert_eq!(exit(&first, Property::UnreachCall, 0), "error function called", "{name}");
        assert_eq!(exit(&first, Property::UnreachCall, 4), "ok", "{name}");
    }
    let added = main_with("__asm__(\"addl $1, %0\" : \"+r\"(x)); if (x == 8) reach_error();");
    assert_eq!(exit(&added, Property::UnreachCall, 7), "error function called");
    assert_eq!(exit(&added, Property::UnreachCall, 6), "ok");
    let multiplied = added.replace("addl $1, %0", "imull $3, %0");
    assert_eq!(exit(&multiplied, Property::UnreachCall, 7), "unmodelled: inline assembly, `imull $3, $0`");
    // In bounds there is nothing to object to.
    let inside =
        "int a[2]; struct { int m; short s; } b; int *p = &b.m; a[1] = x; *p = x; if (a[1] + *p == 8) reach_error();";
    assert_eq!(exit(&main_with(inside), Property::UnreachCall, 4), "error function called");
    // Signed sums wrap where nobody asks about them.
    let wraps = main_with("if (x + 1 < x) reach_error();");
    assert_eq!(exit(&wraps, Property::UnreachCall, i32::MAX as i64), "error function called");
}

#[test]
fn code_outside_of_main_is_unmodelled() {
    for (before, says) in [
        ("__attribute__((destructor)) static void late(int count) { reach_error(); }", "destructors"),
        ("__attribute__((section(\".init_array\"), used)) static void (*p)(void) = reach_error;", "section"),
        ("__asm__(\".section .fini_array,\\\"aw\\\"\\n.quad reach_error\\n.text\\n\");", "assembly"),
    ] {
        let found = exit(&format!("{before}\nint main(void) {{ return 0; }}"), Property::UnreachCall, 0);
        assert!(found.starts_with("unmodelled") && found.contains(says), "{before}: {found}");
    }
}

#[test]
fn what_runs_before_and_behind_main_is_called() {
    for before in [
        "__attribute__((destructor)) static void late(void) { reach_error(); }",
        "extern int atexit(void (*)(void)); __attribute__((constructor)) static void early(void) { atexit(reach_error); }",
    ] {
        let found = exit(&format!("{before}\nint main(void) {{ return 0; }}"), Property::UnreachCall, 0);
        assert_eq!(found, "error function called", "{before}");
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

/// A function that is declared without what it takes is called with that; with something else the call is undefined.
#[test]
fn functions_may_be_declared_without_what_they_take() {
    let head = "unsigned long strlen(); double atof(); int half(); void set();\nint __VERIFIER_nondet_int(void);\n";
    let tail = "int half(long n) { return n / 2; }\nvoid set(int *p, int n) { *p = n; }\n";
    let program = |body: &str| format!("{head}{}{tail}", main_with(body));
    for body in [
        "if (strlen(\"abc\") == x && atof(\"2.5\") == 2.5) reach_error();",
        "int n; set(&n, x); if (n == 3) reach_error();",
        "if (half((long)x + 3) == 3) reach_error();",
    ] {
        assert_eq!(exit(&program(body), Property::UnreachCall, 3), "error function called", "{body}");
    }
    for body in ["half(x);", "set(&x);", "strlen();"] {
        let outcome = exit(&program(body), Property::UnreachCall, 3);
        assert_eq!(
            outcome, "unmodelled: undefined behaviour: a call does not fit the function that it calls",
            "{body}"
        );
    }
}

#[test]
fn main_may_take_the_addresses_of_its_blocks() {
    let source = main_with("void *l = x ? &&a : &&b; goto *l; a: return 0; b: reach_error();");
    assert_eq!(exit(&source, Property::UnreachCall, 0), "error function called");
    assert_eq!(exit(&source, Property::UnreachCall, 1), "ok");
    // Two labels may have one address.
    let compared = main_with("if (&&a == &&b) reach_error(); goto *(x ? &&a : &&b); a: b: return 0;");
    assert_eq!(exit(&compared, Property::UnreachCall, 1), "unmodelled: a comparison of addresses of labels");
}

#[test]
fn assembler_that_compilers_read_otherwise_is_unmodelled() {
    for text in [
        // The first output may have the register of the second input.
        "int y = x, z; __asm__(\"movl $5, %0; addl %1, %0\" : \"=r\"(z) : \"r\"(y)); if (z == 12) reach_error();",
        "unsigned z; __asm__(\"rep; bsrl %1, %0\" : \"=r\"(z) : \"r\"(x)); if (z == 2) reach_error();",
        "int z; __asm__(\"movl $010, %0\" : \"=r\"(z)); if (z == 8) reach_error();",
        "unsigned long z = x; __asm__(\"rdtsc\" : \"+S\"(z) : : \"eax\", \"edx\"); if (z == 7) reach_error();",
        "int z; __asm__(\"cmpl %1, %1\" : \"=@ccz\"(z) : \"r\"(x)); if (z) reach_error();",
    ] {
        assert!(exit(&main_with(text), Property::UnreachCall, 7).starts_with("unmodelled"), "{text}");
    }
    let early =
        "int y = x, z; __asm__(\"movl $5, %0; addl %1, %0\" : \"=&r\"(z) : \"r\"(y)); if (z == 12) reach_error();";
    assert_eq!(exit(&main_with(early), Property::UnreachCall, 7), "error function called");
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
fn places_and_assignments_are_told() {
    let source = "static int add(int a, int b) {\n  return a + b;\n}\nint main(void) {\n  int s = add(__VERIFIER_nondet_int(), 2);\n  if (s == 5)\n    reach_error();\n}\n";
    let [_, plain] = programs(source, Property::UnreachCall);
    let assigned: Vec<(Role, &str)> = (plain.blocks.iter().flat_map(|block| &block.instructions))
        .filter_map(|instruction| match instruction {
            Instruction::Assign(assignment) => Some(&plain.map.variables[assignment.variable.0]),
            Instruction::Define { .. } | Instruction::Store(_) => None,
        })
        .map(|variable| (variable.role, &*variable.name))
        .collect();
    let of = |role: Role| assigned.iter().filter(|one| one.0 == role).map(|one| one.1).collect::<Vec<_>>();
    assert_eq!(of(Role::Variable), ["a", "b", "s"]);
    assert_eq!([of(Role::Entered), of(Role::Parameter), of(Role::Result)], [vec!["add"], vec!["a", "b"], vec!["add"]]);
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
fn undefined_variables_and_elements_of_vectors_are_unmodelled() {
    for text in [
        "@g = constant { i32, i32 } { i32 1, i32 undef }\ndefine i32 @main() {\n  \
            %y = load i32, ptr getelementptr ({ i32, i32 }, ptr @g, i32 0, i32 1)\n  ret i32 %y\n}\n",
        "define i32 @main() {\n  %y = extractelement <2 x i32> <i32 1, i32 2>, i32 5\n  %f = freeze i32 %y\n  ret i32 %f\n}\n",
        "define i32 @main() {\n  %v = insertelement <2 x i32> <i32 1, i32 2>, i32 3, i128 18446744073709551616\n  \
            %y = extractelement <2 x i32> %v, i32 0\n  ret i32 %y\n}\n",
    ] {
        let [program, _] = prepared("a.ll", text.as_bytes(), Property::UnreachCall).unwrap();
        assert!(!program.map.unmodelled.is_empty(), "{text}");
    }
    // What is left of a union is no undefined variable.
    let rest = "union { char c; int i; } g = {1};\nstatic const union { char c; unsigned char b[4]; short s; } h[2] = {1, 2};\n\
                struct F { unsigned short : 3, a : 2; char c; short s; } f = {1, 2};\n\
                int main(void) { unsigned x = __VERIFIER_nondet_int();\n\
                if (g.i == 1 && h[x % 2].b[1] == 0 && h[1].s == 2 && f.a == 1 && f.c == 2) reach_error(); }";
    assert_eq!(exit(rest, Property::UnreachCall, 0), "error function called");
}

/// C leaves them open, and machines differ from compilers that fold.
#[test]
fn bits_of_what_is_no_number_are_unmodelled() {
    let head = "extern void *memcpy(void *, const void *, unsigned long); union U { double d; unsigned long u; };\n\
                struct S { int i; float f; unsigned char c[4]; };\n";
    for body in [
        "double z = 0.0, y = -(z / z); if (__builtin_signbit(y)) reach_error();",
        "double y = -(0.0 / 0.0); unsigned long u; memcpy(&u, &y, 8); if (u >> 63) reach_error();",
        "double z = 0.0, y = z / z; unsigned long u; memcpy(&u, &y, 8); if (u >> 63) reach_error();",
        "float z = 0, y = z / z; if (__builtin_copysignf(1, y) < 0) reach_error();",
        "double y = 1e308 * 10 - 1e308 * 10; union U u; u.d = y; if (u.u >> 63) reach_error();",
        "float z = 0; struct S s = {1, z / z, {0}}; if (((unsigned char *)&s)[7] >> 7) reach_error();",
    ] {
        let end = exit(&format!("{head}{}", main_with(body)), Property::UnreachCall, 0);
        assert!(end.starts_with("unmodelled"), "{end}: {body}");
    }
    for body in [
        "double z = 0.0, y = z / z; if (y != y) reach_error();",
        "double y = -1.5; if (__builtin_signbit(y)) reach_error();",
        "union U u; u.d = 2.0; if (u.u == 0x4000000000000000) reach_error();",
        "float y = 1; unsigned u; memcpy(&u, &y, 4); if (u == 0x3f800000 && __builtin_copysignf(2, -y) < 0) reach_error();",
    ] {
        let end = exit(&format!("{head}{}", main_with(body)), Property::UnreachCall, 0);
        assert_eq!(end, "error function called", "{body}");
    }
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
