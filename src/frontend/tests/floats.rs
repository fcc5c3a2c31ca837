//! Floating-point numbers: what C says of them, and random expressions against the machine.

use super::{exit, main_with};
use crate::source::clang;
use crate::source::property::Property;
use bitreach_formula::testing::Random;
use bitreach_limits::StopFlag;
use std::fmt::Write;
use std::process::Command;

const HEAD: &str = "extern void *memcpy(void *, const void *, unsigned long);\n\
    extern double __VERIFIER_nondet_double(void); extern float __VERIFIER_nondet_float(void);\n\
    double pow(double, double); double exp(double); double log(double); double sin(double); float cosf(float);\n\
    double creal(double _Complex); int fesetround(int); int fegetround(void); double fma(double, double, double);\n\
    union U { double d; unsigned long u; }; double a[3]; float one(float y) { return y * 0.5f; }\n";

fn end(body: &str, value: i64) -> String {
    exit(&format!("{HEAD}{}", main_with(body)), Property::UnreachCall, value)
}

#[test]
fn programs_on_floating_point_numbers() {
    for (body, value) in [
        ("double d = x; if (d / 2 == 1.5) reach_error();", 3),
        ("float f = x; f += 0.1f; if ((double)f != x + 0.1) reach_error();", 1),
        ("float f = x / 3.0f; if (one(f) * 6 == x) reach_error();", 3),
        ("int y = (int)(x * 2.5); if (y == 12) reach_error();", 5),
        ("unsigned char c = (unsigned char)(x + 0.75f); if (c == 255) reach_error();", 255),
        ("long double l = x; l = l / 3; if ((double)l != 1.0 / 3 || l == (double)l) {} else reach_error(); if (x == 1) reach_error();", 1),
        ("_Float16 h = (_Float16)x; if (h == 2048) reach_error();", 2049),
        ("long double p = x; unsigned char *c = (unsigned char *)&p; if (c[10]) reach_error();", 1),
        ("a[x] = 0.5; a[x + 1] = a[x] + a[x]; if (a[2] == 1.0) reach_error();", 1),
        ("double z = x; if (1 / z == __builtin_inf()) reach_error();", 0),
        ("double z = x; if (!(z / z < 1) && !(z / z >= 1)) reach_error();", 0),
        ("double z = x; z = z / z; if (z != z) reach_error();", 0),
        ("double z = x; z = z / z; if (__builtin_isinf_sign(z) == 0) reach_error();", 0),
        ("double z = x; z = 1 / z; if (__builtin_isinf_sign(-z) == -1) reach_error();", 0),
        ("float z = x; z = 1 / z; if (__builtin_isinf_sign(z) == 1) reach_error();", 0),
        ("if (pow(x, 0) == 1 && exp(x) == 1 && log(-1 - x) != log(-1 - x)) reach_error();", 0),
        ("fesetround(0x800); double up = 1.0 / x; fesetround(0x400); if (up > 1.0 / x) reach_error();", 3),
        ("fesetround(0xc00); long l = 0x7fffffffffffffff - x; if ((double)l < 0x1p63) reach_error();", 0),
        ("fesetround(0x400); double z = x; z = z - x; if (1 / z == -__builtin_inf()) reach_error();", 5),
        ("if (fegetround() == 0 && __builtin_flt_rounds() == 1 && fesetround(x) != 0) reach_error();", 7),
        ("double _Complex z = x + 2.0i; z = z * z; if (__real__ z == -3 && __imag__ z == 4) reach_error();", 1),
        ("double _Complex z = x; z *= __builtin_inf() + 0.0i; if (creal(z) == __builtin_inf()) reach_error();", 2),
        ("static double n[2] = {1, 0.0 / 0.0}; if (n[x] != n[x]) reach_error();", 1),
        ("double z = x; a[0] = z / z; if (a[0] != a[0]) reach_error();", 0),
        ("union U u; u.d = x; if (u.u == 0x4008000000000000) reach_error();", 3),
        ("double d = -x; if (__builtin_signbit(d) && __builtin_fabs(d) == 4) reach_error();", 4),
        ("double d = x; if (__builtin_isnormal(d) && !__builtin_isinf(d) && __builtin_isfinite(d)) reach_error();", 4),
        ("unsigned long u = 0x7ff0000000000000 + x; double d; memcpy(&d, &u, 8); if (__builtin_isnan(d)) reach_error();", 1),
        ("double d = __VERIFIER_nondet_double(); if (d == 5e-324) reach_error();", 1),
        ("float f = __VERIFIER_nondet_float(); if (f == 0x1p-149f) reach_error();", 1),
        ("double d; if (x == 1) d = 2.5; else d = 3.5; if (d == 2.5) reach_error();", 1),
        ("static const double c[2] = {1.5, 2.5}; if (c[x] == 2.5) reach_error();", 1),
        ("static int c = (int)2.5, n[2] = {(int)255.9f, 3}; if (c == 2 && n[0] == 255) reach_error();", 1),
        ("static long double c = 1.5L; c += x; if (c == 2.5L) reach_error();", 1),
    ] {
        assert_eq!(end(body, value), "error function called", "{body}");
    }
}

#[test]
fn conversions_to_integers_that_do_not_fit_are_unmodelled() {
    for (ty, value, fits) in [
        ("int", "2147483647.9", true),
        ("int", "2147483648.0", false),
        ("int", "-2147483648.9", true),
        ("int", "-2147483649.0", false),
        ("unsigned char", "-0.9", true),
        ("unsigned char", "-1.0", false),
        ("unsigned char", "255.9", true),
        ("unsigned char", "256.0", false),
        ("long", "-9223372036854775808.0", true),
        ("long", "-9223372036854777856.0", false),
        ("long", "9223372036854775807.0", false),
        ("long", "9223372036854774784.0", true),
        ("unsigned long", "18446744073709549568.0", true),
        ("unsigned long", "18446744073709551616.0", false),
        ("int", "__builtin_nan(\"\")", false),
        ("int", "__builtin_inf()", false),
    ] {
        for value in [format!("{value} + 0 * x"), value.to_owned()] {
            let found = end(&format!("{ty} y = ({ty})({value}); reach_error();"), 0);
            let expected = if fits { "error function called" } else { "unmodelled" };
            assert!(found.starts_with(expected), "{value} as {ty}: {found}");
        }
    }
    assert!(end("float f = x; int y = (int)(f * 65536); reach_error();", 32768).contains("does not fit"));
}

#[test]
fn what_c_leaves_open_is_unmodelled() {
    for (body, reason) in [
        (
            "{\n#pragma clang fp reassociate(on)\n double d = x; d = d + 1.5 + d; if (d == 3) reach_error(); }",
            "may change",
        ),
        ("double d = x; a[0] = d / d; unsigned long u; memcpy(&u, a, 8); if (u >> 63) reach_error();", "NaN"),
        ("double d = x; a[0] = d / d; double b[3]; memcpy(b, a, 24); if (((char *)b)[x + 7]) reach_error();", "NaN"),
        ("int n[] = {1, (int)3e9}; if (n[1] < 0) reach_error();", "does not fit"),
        ("static unsigned char c = (unsigned char)300.0; if (c == 44 || x == 0) reach_error();", "does not fit"),
        ("double p = x; if (1 / __builtin_fmax(p, -p) < 0) reach_error();", "two zeros"),
        ("static float n = 0.0f / 0.0f; unsigned u; memcpy(&u, &n, 4); if (u >> 31) reach_error();", "NaN"),
        ("double n[3] = {1, 0.0 / 0.0, x}; unsigned long u; memcpy(&u, n + 1, 8); if (u >> 63) reach_error();", "NaN"),
        ("unsigned q = 0x7f800001 + x; float f; memcpy(&f, &q, 4); f = f * 1.0f; if (__builtin_issignaling(f)) reach_error();", "NaN"),
        ("double z = x; z = 0 / z; if (__builtin_signbit(z)) reach_error();", "NaN"),
        ("if (sin(x + 1) > 0) reach_error();", "the value of `sin`"),
        ("if (cosf(x + 1.0f) > 2) reach_error();", "the value of `cosf`"),
        ("double _Complex z = x + 1.0i; z = z / z; if (__real__ z > 2) reach_error();", "complex division"),
        ("fesetround(0x800); if (fma(x, x, x) > 1) reach_error();", "another rounding mode"),
        ("fesetround(0x800); long double l = x; if (l * l > 1) reach_error();", "another rounding mode"),
    ] {
        let found = end(body, 0);
        assert!(found.starts_with("unmodelled") && found.contains(reason), "{body}: {found}");
    }
}

/// Modules that are not ours: what they allow compilers to do, and what other machines do.
#[test]
fn flags_and_attributes_of_modules_are_unmodelled() {
    let declared = "declare i32 @__VERIFIER_nondet_int()\ndeclare void @reach_error() noreturn\n";
    let ends = "%bad = fcmp ogt float %y, 1.0\nbr i1 %bad, label %error, label %end\nerror:\ncall void @reach_error()\nunreachable\nend:\nret i32 0\n}\n";
    for (head, body, reason) in [
        (
            "",
            "br i1 %c, label %a, label %b\na:\nbr label %b\nb:\n%y = phi fast float [1.5, %0], [2.5, %a]\n",
            "may change",
        ),
        ("", "%y = uitofp nneg i32 %k to float\n", "said not to be"),
        (
            "\"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\"",
            "%x = sitofp i32 %k to float\n%y = fmul float %x, 2.0\n",
            "may change",
        ),
    ] {
        let text = format!(
            "{declared}define i32 @main() {head} {{\n%k = call i32 @__VERIFIER_nondet_int()\n%c = icmp sgt i32 %k, 5\n{body}{ends}"
        );
        let [program, _] = super::prepared("a.ll", text.as_bytes(), Property::UnreachCall).unwrap();
        let is_told = program.map.unmodelled.iter().any(|row| row.reason.contains(reason));
        assert!(is_told, "{body}");
    }
}

/// An expression on `double` variables, of operations up to the last one; everything in it is defined.
fn expression(random: &mut Random, depth: usize, last: usize) -> String {
    let variable = |random: &mut Random| format!("v{}", random.below(VALUES.len()));
    if depth == 0 {
        return variable(random);
    }
    let mut part = || expression(random, depth - 1, last);
    let (a, b) = (part(), part());
    match random.below(last + 1) {
        0 | 1 => format!("({a} + {b})"),
        2 | 3 => format!("({a} - {b})"),
        4 | 5 => format!("({a} * {b})"),
        6 => format!("({a} / {b})"),
        7 => format!("(double)(float)({a})"),
        8 => format!("(double)((float)({a}) * (float)({b}))"),
        9 => format!("__builtin_floor({a})"),
        10 => format!("__builtin_fabs({a})"),
        11 => format!("({a} < {b} ? {a} : -({b}))"),
        12 if last <= 13 => format!("({a} >= -100 && {a} < 100 ? (int)({a}) : {b})"),
        12 | 13 => format!("(double)((long double)({a}) / (long double)({b}))"),
        14 => format!("(double)((__float128)({a}) * ({b}) / 3 - ({a}))"),
        15 => format!("(double)(__builtin_fmal({a}, {b}, -({a})) / 3)"),
        _ => format!("(double)(__builtin_sqrtl(__builtin_fabsl({a})) - ({b}))"),
    }
}

/// The bits of the variables: simple numbers, large and small ones, subnormal ones, infinity.
const VALUES: [u64; 8] = [
    0x3ff0000000000000,
    0xc00921fb54442d18,
    0x3fb999999999999a,
    0x7fe1ccf385ebc8a0,
    0x0000000000000003,
    0x4340000000000001,
    0x8010000000000000,
    0x7ff0000000000000,
];

fn variables(hidden: &str) -> String {
    let mut text = String::new();
    for (index, bits) in VALUES.iter().enumerate() {
        let _ = writeln!(
            text,
            "  unsigned long b{index} = {bits:#x}ul ^ {hidden}; double v{index}; memcpy(&v{index}, &b{index}, 8);"
        );
    }
    text
}

#[test]
fn random_expressions_mean_what_the_machine_computes() {
    compare("", 13, 120);
    compare("", 16, 60);
}

/// In each direction but to nearest; of x87's numbers, quotients are known to nearest only, and conversions to integers have no direction.
#[test]
fn random_expressions_are_rounded_in_the_direction_that_is_set() {
    for direction in ["0x400", "0x800", "0xc00"] {
        compare(&format!("fesetround({direction});"), 11, 40);
    }
}

/// Random expressions, behind a statement, of operations up to one of them, here and on the machine.
fn compare(statement: &str, last: usize, count: usize) {
    let mut random = Random::new(12);
    let expressions: Vec<String> = (0..count).map(|index| expression(&mut random, 1 + index % 4, last)).collect();
    let folder = crate::source::temporary::Folder::new().unwrap();
    let mut native = format!(
        "#include <fenv.h>\n#include <stdio.h>\n#include <string.h>\nvolatile unsigned long zero;\nint main(void) {{\n{}{statement}\n",
        variables("zero")
    );
    for text in &expressions {
        let _ = writeln!(
            native,
            "  {{ double r = {text}; unsigned long u; memcpy(&u, &r, 8); printf(\"%lu\\n\", r == r ? u : 1ul); }}"
        );
    }
    native.push_str("  return 0;\n}\n");
    let file = folder.file("native.c", native).unwrap();
    let program = folder.path().join("native");
    clang::link(&[file], &["-O0", "-ffp-contract=off", "-frounding-math", "-lm"], &program, &StopFlag::new()).unwrap();
    let output = Command::new(program).output().unwrap();
    let results: Vec<u64> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(results.len(), expressions.len());
    // One program for some of them: what is wrong is found by halving.
    for (chunk, expected) in expressions.chunks(20).zip(results.chunks(20)) {
        let mut body = variables("(unsigned long)(x != 0)") + statement;
        for (text, expected) in chunk.iter().zip(expected) {
            let _ = match expected {
                1 => writeln!(body, "  {{ double r = {text}; if (r == r) reach_error(); }}"),
                bits => {
                    writeln!(body, "  {{ union U r; r.d = {text}; if (r.d != r.d || r.u != {bits}ul) reach_error(); }}")
                }
            };
        }
        let found = end(&body, 0);
        assert!(found == "ok", "{found}:\n{body}");
    }
}
