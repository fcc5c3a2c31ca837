//! Functions: calls that are inlined, recursion to a depth, calls through pointers, bodies for the C library, names with a meaning.

use super::*;

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
    assert_eq!(exit(at_exit, Property::UnreachCall, 0), "error function called");
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
fn calls_through_pointers_go_to_what_they_can_be() {
    let source = "static int one(void) { return 1; } static int two(void) { return 2; } static long other(void) { return 3; }\n\
                  extern int outside(void);\n\
                  int main(void) { int n = __VERIFIER_nondet_int();\n\
                  int (*f)(void) = n == 1 ? one : n == 2 ? two : n == 3 ? (int (*)(void))other : n == 4 ? outside : 0;\n\
                  if (f() == 2) reach_error(); return 0; }";
    assert_eq!(exit(source, Property::UnreachCall, 1), "ok");
    assert_eq!(exit(source, Property::UnreachCall, 2), "error function called");
    for (value, told) in [(3, "call through a pointer"), (4, "call of `outside`"), (5, "call through a pointer")] {
        assert!(exit(source, Property::UnreachCall, value).contains(told), "{value}");
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
