//! Memory: what it holds before it is written, objects of computed length, allocation, blocks that are set and copied.

use super::*;

/// Where the program has no function of that name, it is the C library's.
#[test]
fn blocks_of_memory_are_set_and_copied() {
    let source = "void *memset(void *, int, unsigned long); void *memcpy(void *, const void *, unsigned long);\n\
        int main(void) { int a[2], b[2]; memset(a, 0x101, sizeof a); if (memcpy(b, a, sizeof a) == b && b[1] == 0x01010101) reach_error(); }";
    assert_eq!(exit(source, Property::UnreachCall, 0), "error function called");
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

/// Where an array is declared at once, its cells are read once, and not where the function begins as well.
#[test]
fn an_array_without_first_values_is_read_once() {
    let body = "int why[300]; int i = x; if (i >= 0 && i < 300 && why[i] == 6) reach_error();";
    let [program, _] = programs(&main_with(body), Property::UnreachCall);
    let named = |input: &InputKind| matches!(input, InputKind::Uninitialised(name) if &**name == "why");
    let is_cell = |instruction: &&Instruction| {
        let Instruction::Define { operation: Operation::Input(row), .. } = instruction else { return false };
        named(&program.map.inputs[row.0].kind)
    };
    assert_eq!(program.blocks.iter().flat_map(|block| &block.instructions).filter(is_cell).count(), 300);
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
    let head = "union U { char c; long l[8]; }; static union U one(void) { union U u = {1}; return u; }\n";
    // Each compares a number whose lower part is told with what an input of 3 makes of it, and with what clang put there.
    for (body, others) in [
        ("union { char c; int i; } u = {1}; if (u.i == 0x03030301) reach_error();", 1),
        ("union { char c; short s; } u = {1}; if (u.s == 0x0301) reach_error();", 1),
        ("union V { char c; int i; }; union V v = (union V){.c = 1}; if (v.i == 0x03030301) reach_error();", 1),
        (
            "struct F { unsigned a : 3; }; struct F f = {5}, g[2] = {{1}, {2}}; unsigned u;\n\
          __builtin_memcpy(&u, &f, 4); if (u == 0x03030305) reach_error();",
            1,
        ),
        ("union U u = one(); if (u.l[7] == 0x0303030303030303) reach_error();", 1),
        // Clang copies zeros, others store member by member.
        ("struct S { char c; int i; } s = {1, 2}; if (((char *)&s)[2] == 3) reach_error();", 1),
        ("struct S { char c; int i; } s[2] = {{1, 2}, {3, 4}}; if (((char *)s)[10] == 3) reach_error();", 1),
        ("struct S { char c; int i; } s = (struct S){1, 2}; if (((char *)&s)[2] == 3) reach_error();", 1),
        ("struct S { long double d; } s = {1}; if (((char *)&s)[12] == 3) reach_error();", 1),
    ] {
        let body = format!("{head}{}", main_with(body));
        assert_eq!(exit(&body, Property::UnreachCall, 3), "error function called", "{body}");
        assert_eq!(exit(&body, Property::UnreachCall, others), "ok", "{body}");
    }
    // Here the byte may be the program's own: no constant tells.
    for body in [
        "union { char c; unsigned char b[4]; } u = {1}; if (u.b[1] == 3) reach_error();",
        "union { char c; unsigned char b[4]; int x[20]; } u[9] = {[8].c = 1}; if (u[8].b[1] == 3) reach_error();",
        "struct F { unsigned a : 3, b : 5; }; union { struct F f; unsigned char u[4]; } v = {{1, 2}}; if (v.u[1] == 3) reach_error();",
    ] {
        assert!(exit(&main_with(body), Property::UnreachCall, 3).starts_with("unmodelled"), "{body}");
    }
    let gap = "union { struct { char c; int i; } s; int a[2]; } u; u.s.c = 1; u.s.i = 2; if (((unsigned)u.a[0] >> 8) == 0x30303) reach_error();";
    assert_eq!(exit(&main_with(gap), Property::UnreachCall, 3), "error function called");
    let zero = "struct S { char c; int i; } s = {0}; if (((char *)&s)[2] == 0) reach_error();";
    assert_eq!(exit(&main_with(zero), Property::UnreachCall, 3), "error function called");
    let own = "struct S { unsigned char c[3]; int i; } s = {{0xaa, 0xaa, 0xaa}, x}; if (s.c[1] == 0xaa) reach_error();";
    assert_eq!(exit(&main_with(own), Property::UnreachCall, 3), "error function called");
    // Two edges of a switch to one φ.
    let wide = "unsigned __int128 y; switch (x) { case 0: case 1: y = (unsigned __int128)1 << 100; break; default: y = 3; } if (y == 3) reach_error();";
    assert_eq!(exit(&main_with(wide), Property::UnreachCall, 3), "error function called");
}

/// Members that are bit-fields are what the initialiser says, and what it does not say is zero, in each place that a structure can
/// have.
#[test]
fn structures_with_bit_fields_are_initialised_copied_and_passed() {
    let head = "struct F { unsigned a : 3, b : 5, c : 24; }; struct G { unsigned a : 3, : 4, b : 2; signed char d; short : 0, e : 9; };\n\
                struct F g = {5, 0, 6}, gs[2] = {{1, 2, 3}, {4}}; struct G h = {5, 3, -1, -7}, hs[2] = {[1] = {.e = 4}};\n\
                static int f(struct F f) { return f.a + f.b + f.c; } static int gg(struct G g) { return g.a + g.b + g.d + g.e; }\n\
                static struct G turned(struct G g) { struct G r = g; r.a++; r.e = -g.e; return r; }\n";
    let body = "struct F l = {5, 0, 6}, m = l, n[2] = {{x, 2, 3}, {4}}; struct G o = {5, 3, -1, -7}, p[3] = {[1] = h, [2].e = x}, q = turned(o);\n\
                int sum = f(g) + f(gs[0]) + f(gs[1]) + f(l) + f(m) + f(n[0]) + f(n[1]) + gg(h) + gg(hs[1]) + gg(o) + gg(p[1]) + gg(p[2]) + gg(q) + gg(p[0]);\n\
                if (sum == 11 + 6 + 4 + 11 + 11 + x + 5 + 4 + 0 + 4 + 0 + 0 + x + 6 + 3 - 1 + 7) reach_error();";
    let source = format!("{head}{}", main_with(body));
    assert_eq!(exit(&source, Property::UnreachCall, 2), "error function called");
    assert_eq!(exit(&source, Property::UnreachCall, 8), "ok");
}

/// A local that is returned is where the caller wants the result.
#[test]
fn structures_that_are_returned_hold_anything_at_first() {
    let head = "struct L { long a, b, c, d; }; struct L all(int n) { struct L l = {n, n + 1, n + 2, n + 3}; return l; }\n\
                struct L some(int n) { struct L l; l.a = n; return l; } struct M { int v[99]; struct L *p; double d; };\n\
                struct M many(int n) { struct M m; m.v[n & 7] = n; return m; }\n";
    let all = "struct L l = all(x); for (int i = 0; i < 2; i++) l = all(l.d); if (l.a == x + 6 && l.d == x + 9) reach_error();";
    let some = "struct L l = some(7); if (l.a == 7 && l.d == 3) reach_error();";
    let many = "struct M m = many(7); if (m.v[7] == 7 && m.v[98] == 3) reach_error();";
    for body in [all, some, many] {
        assert_eq!(
            exit(&format!("{head}{}", main_with(body)), Property::UnreachCall, 3),
            "error function called",
            "{body}"
        );
    }
    for body in [some, many] {
        assert_eq!(exit(&format!("{head}{}", main_with(body)), Property::UnreachCall, 4), "ok", "{body}");
    }
}

#[test]
fn volatile_reads_give_anything() {
    let source = "volatile int g = 5; volatile unsigned char *const port = (volatile unsigned char *)0x4000;\n\
                  int main(void) { volatile int l = 1; g = 2; l = 3;\n\
                  if (g == 7 && l == 7 && *(volatile unsigned char *)0x4000 == 7) reach_error(); return 0; }";
    assert_eq!(exit(source, Property::UnreachCall, 7), "error function called");
    assert_eq!(exit(source, Property::UnreachCall, 2), "ok");
    assert!(exit(source, Property::ValidDeref, 7).contains("unknown origin"));
    let [program, _] = programs(source, Property::UnreachCall);
    let named = |input: &InputKind, object: &str| matches!(input, InputKind::Volatile(name) if &**name == object);
    assert!(program.map.inputs.iter().any(|input| named(&input.kind, "g")));
    assert!(program.map.inputs.iter().any(|input| named(&input.kind, "0x4000")));
}

#[test]
fn volatile_objects_are_read_anywhere_and_written_as_any() {
    let head =
        "struct uart { unsigned sr, dr; };\n#define U ((volatile struct uart *)0x40011000)\nextern volatile int far;\n\
        struct pair { volatile unsigned a : 3, b : 5; };\nint x, a[4]; volatile int v[4];\nstruct pair pair;\n";
    let main = |body: &str| format!("{head}int main(void) {{ {body} return 0; }}\n");
    // By computed index, through a pointer, elsewhere: any value, at each read another.
    for body in [
        "volatile int *p = v; v[1] = 2; if (p[1] == 6) reach_error();",
        "unsigned i = __VERIFIER_nondet_int() & 3; v[i] = 2; if (v[i] == 6) reach_error();",
        "U->dr = 1; far = 3; if (U->dr == 6 && far == 6) reach_error();",
        "for (int i = 0; i < 3; i++) { U->dr = i; if (U->sr == 6 && i == 2) reach_error(); }",
        "pair.a = 1; if (pair.a == 6) reach_error();",
    ] {
        assert_eq!(exit(&main(body), Property::UnreachCall, 6), "error function called", "{body}");
        assert_eq!(exit(&main(body), Property::UnreachCall, 5), "ok", "{body}");
    }
    // What is written is there for other reads, and what is elsewhere has no part in the program's objects.
    for body in [
        "*(volatile int *)&x = 7; if (x == 7) reach_error();",
        "volatile int *p = a; p[2] = 7; if (a[2] == 7) reach_error();",
        "x = 7; U->dr = 6; far = 6; *(volatile char *)0x20 = 1; if (x == 7) reach_error();",
    ] {
        assert_eq!(exit(&main(body), Property::UnreachCall, 1), "error function called", "{body}");
    }
    // What is beside a volatile bit-field stays what it is.
    let fields =
        "static struct { unsigned x : 4; volatile unsigned on : 1; unsigned y : 3; } g; g.x = 3; g.y = 5; g.on = 1;";
    let neighbours = format!("{fields} if (g.on == 0 && g.x == 3 && g.y == 5) reach_error();");
    assert_eq!(exit(&main(&neighbours), Property::UnreachCall, 6), "error function called");
    assert_eq!(
        exit(&main(&format!("{fields} if (g.x != 3 || g.y != 5) reach_error();")), Property::UnreachCall, 6),
        "ok"
    );
    let copy = "static volatile struct { int a[50]; } s; struct { int a[50]; } t; __builtin_memset(&t, 0, sizeof t);\n\
        *(volatile __typeof__(t) *)&t = *(volatile __typeof__(t) *)&s; if (t.a[x & 7] == 7) reach_error();";
    assert!(exit(&main(copy), Property::UnreachCall, 6).starts_with("unmodelled"));
    let [registers, none] = ["U->dr = 1;", "v[1] = 1;"].map(|body| {
        let [program, _] = programs(&main(body), Property::UnreachCall);
        program.map.has_registers
    });
    assert!(registers && !none);
    // Objects are still checked, and what no object is known for is still unmodelled.
    for body in ["v[__VERIFIER_nondet_int()];", "v[6];", "((volatile struct uart *)0)->dr;", "*(unsigned *)&U->dr = 1;"]
    {
        assert!(exit(&main(body), Property::UnreachCall, 6).starts_with("unmodelled"), "{body}");
    }
    for (body, fault) in [("v[__VERIFIER_nondet_int()] = 1;", "out of bounds"), ("v[6];", "out of bounds")] {
        assert!(exit(&main(body), Property::ValidDeref, 6).contains(fault), "{body}");
    }
    assert_eq!(exit(&main("v[3] = v[2];"), Property::ValidDeref, 6), "ok");
    for body in ["U->dr = 1;", "U->dr;"] {
        assert!(exit(&main(body), Property::ValidDeref, 6).contains("unknown origin"), "{body}");
    }
    for body in ["far = 1;", "far;"] {
        assert_eq!(exit(&main(body), Property::ValidDeref, 6), "ok", "{body}");
    }
}

#[test]
fn members_of_undefined_structures_hold_any_value() {
    let text = b"declare void @reach_error()\ndefine i32 @main(i32 %x) {\n  %s = insertvalue { i32, i32 } undef, i32 %x, 0\n  \
        %m = extractvalue { i32, i32 } %s, 1\n  %c = icmp eq i32 %m, 7\n  br i1 %c, label %bad, label %good\n\
        bad:\n  call void @reach_error()\n  unreachable\ngood:\n  ret i32 0\n}\n";
    assert!(has_error(&prepared("a.ll", text, Property::UnreachCall).unwrap()[0]));
}

#[test]
fn printing_reads_memory_where_that_is_asked_about() {
    let program = |call: &str| {
        format!("int puts(const char *);\nint main(void) {{ char a[2] = {{'a', 'b'}}; {call}; return a[0] - 'a'; }}")
    };
    assert_eq!(exit(&program("puts(a)"), Property::ValidDeref, 0), "access out of bounds");
    assert_eq!(exit(&program("puts(\"a\")"), Property::ValidDeref, 0), "ok");
    assert_eq!(exit(&program("puts(a)"), Property::Assert, 0), "ok");
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
    // What says that something failed is neither null nor an object, and nothing is there.
    for (use_of, outcome) in [
        (
            "int *q = i == 1 ? (int *)-1 : &i; if (q == (int *)-1 && q && q != &i) reach_error();",
            "error function called",
        ),
        ("int *q = i == 1 ? (int *)-1 : &i; if (q == &i || !q) reach_error();", "ok"),
    ] {
        assert_eq!(exit(&program(use_of), Property::UnreachCall, 1), outcome, "{use_of}");
    }
    let nothing = "int *q = i == 1 ? (int *)-1 : &i; *q = 2;";
    assert_eq!(exit(&program(nothing), Property::ValidDeref, 1), "null pointer dereference");
    let order =
        "char *ends[3]; ends[0] = (char *)-1; ends[1] = (char *)4; ends[2] = 0; int j = __VERIFIER_nondet_int(); \
                 if (ends[(unsigned)(i - 1) % 3] > ends[(unsigned)j % 3]) reach_error();";
    assert_eq!(exit(&program(order), Property::UnreachCall, 1), "unmodelled: an order of addresses before null");
    // What is at a larger number is not known.
    let device = program("return *(int *)0xfee00000;");
    assert!(exit(&device, Property::ValidDeref, 1).contains("unknown origin"));
}

/// Two ways of a `switch` lead to one φ with one value, which LLVM wants to be one instruction.
#[test]
fn several_ways_lead_to_one_address() {
    let body = "static int a[4] = {1, 2, 3, 4}; int *p = a + 2; switch (x & 3) { case 0: break; case 3: case 1: p = &a[3]; } if (*p == 4) reach_error();";
    for (x, outcome) in [(0, "ok"), (1, "error function called"), (2, "ok"), (3, "error function called")] {
        assert_eq!(exit(&main_with(body), Property::UnreachCall, x), outcome, "{x}");
    }
}

/// A number that is read as a pointer is not null.
#[test]
fn numbers_are_no_pointers_at_first() {
    let head = "static int x; union either { long number; int *pointer; }; int __VERIFIER_nondet_int(void);\n";
    for body in [
        "union either u = {.number = 0x1234567890l}; if (n & 1) u.pointer = &x; if (u.pointer && u.pointer != &x) reach_error();",
        "static union either g[2] = {{5}, {6}}; if (n & 1) g[1].pointer = &x; if (g[n & 1].pointer && g[n & 1].pointer != &x) reach_error();",
    ] {
        let source = format!("{head}int main(void) {{ unsigned n = __VERIFIER_nondet_int(); {body} return 0; }}\n");
        assert!(exit(&source, Property::UnreachCall, 0).starts_with("unmodelled"), "{body}");
    }
}

/// An index into numbers could lead to an address beside them, as far as types go; the program says where it does.
#[test]
fn arrays_stand_beside_pointers() {
    let head = "struct node { char text[8]; struct node *next; short values[3]; };\nint __VERIFIER_nondet_int(void);\n\
        struct entry { const char *name; unsigned char key[4]; int on; };\n\
        static struct entry table[3] = {{\"ab\", {1, 2, 3, 4}, 1}, {\"cd\", {5, 6, 7, 8}, 0}, {\"ef\", {9, 8, 7, 6}, 1}};\n";
    let main =
        |body: &str| format!("{head}int main(void) {{ unsigned x = __VERIFIER_nondet_int(); {body} return 0; }}\n");
    let nodes = "struct node a = {{0}}, b = {{0}}; a.next = &b; b.next = &a;";
    for (body, x, outcome) in [
        ("a.text[x & 7] = 3; if (a.next == &b && a.text[5] == 3) reach_error();", 5, "error function called"),
        ("a.text[x & 7] = 3; if (a.next == &b && a.text[5] == 3) reach_error();", 6, "ok"),
        ("a.next->text[x & 7] = 3; if (b.next->next->text[5] == 3) reach_error();", 5, "error function called"),
        ("b.values[x % 3] = 7; if (a.next->values[1] == 7) reach_error();", 4, "error function called"),
        ("b.values[x % 3] = 7; if (a.next->values[1] == 7) reach_error();", 3, "ok"),
        (
            "if (table[x % 3].key[(x >> 2) & 3] == 7 && table[x % 3].name[1] == 'f') reach_error();",
            8,
            "error function called",
        ),
        ("if (table[x % 3].key[(x >> 2) & 3] == 7 && table[x % 3].name[1] == 'f') reach_error();", 5, "ok"),
        (
            "__builtin_memset(a.text, 3, x & 7); if (a.next == &b && a.text[4] == 3) reach_error();",
            5,
            "error function called",
        ),
        ("__builtin_memset(a.text, 3, x & 7); if (a.next == &b && a.text[4] == 3) reach_error();", 4, "ok"),
        ("__builtin_memcpy(a.text, b.text, x % 9); if (a.next != &b) reach_error();", 8, "ok"),
        // Beyond the array, but not at the pointer.
        (
            "unsigned char *p = (unsigned char *)&b; b.values[1] = 258; if (p[x] == 2 && a.next == &b) reach_error();",
            18,
            "error function called",
        ),
    ] {
        assert_eq!(exit(&main(&format!("{nodes} {body}")), Property::UnreachCall, x), outcome, "{body}");
    }
    // LLVM copies and clears a structure of one pointer as a number.
    let devices =
        "int v, w; struct dev { int *h; } d[3] = {{0}}; d[0].h = &v; d[1].h = &w; d[2].h = &v; unsigned i = x & 1;";
    for (body, x, outcome) in [
        (
            "struct dev t = d[i]; d[i] = d[1 - i]; d[1 - i] = t; if (d[0].h == &w && d[1].h == &v) reach_error();",
            1,
            "error function called",
        ),
        (
            "for (unsigned k = 0; k < 2; k++) d[k] = d[k + 1]; if (d[i].h == &w) reach_error();",
            0,
            "error function called",
        ),
        ("for (unsigned k = 0; k < 2; k++) d[k] = d[k + 1]; if (d[i].h == &w) reach_error();", 1, "ok"),
        (
            "__builtin_memset(&d[i], 0, sizeof d[i]); if (!d[1].h && d[0].h == d[2].h) reach_error();",
            1,
            "error function called",
        ),
    ] {
        assert_eq!(exit(&main(&format!("{devices} {body}")), Property::UnreachCall, x), outcome, "{body}");
    }
    for body in [
        "a.text[x & 15] = 3; if (a.next == &b) reach_error();",
        "__builtin_memset(a.text, 3, x); if (a.next == &b) reach_error();",
        "unsigned char *p = (unsigned char *)&b; if (p[x] == 2 && a.next == &b) reach_error();",
        "union { char bytes[8]; struct node *p; } u; u.p = &a; u.bytes[x & 7] ^= 1; if (u.p == &a) reach_error();",
    ] {
        let outcome = exit(&main(&format!("{nodes} {body}")), Property::UnreachCall, 9);
        assert!(outcome.starts_with("unmodelled"), "{body}: {outcome}");
    }
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
    let huge = "unsigned long m = n; m <<= 60; int a[m][m]; a[0][0] = 1";
    assert!(deref(huge).contains("more bytes than there are"));
    // Who asks about something else is told that no such array can be had.
    let source = main_with(&format!("int n = x; {huge}; reach_error();"));
    assert_eq!(exit(&source, Property::UnreachCall, 3), "ok");
    let [program, _] = programs(&source, Property::UnreachCall);
    assert!(program.map.assumptions.iter().any(|assumption| assumption.contains("computed length")));
    // A negative length is undefined, however wide it is.
    for length in [
        "long m = -n; char a[m];",
        "char a[n - 4l];",
        "long m = n; int a[2][m - 9];",
        "__int128 m = -n; char a[m];",
        "unsigned long m = -n; char a[(long)m];",
    ] {
        let source = main_with(&format!("int n = x; {length} (void)a; reach_error();"));
        assert!(exit(&source, Property::UnreachCall, 3).contains("a negative number of elements"), "{length}");
    }
}

#[test]
fn an_object_that_nothing_points_to_is_given_out_again() {
    let head = "void *malloc(unsigned long); void free(void *);\n";
    let ends = |body: &str, property| exit(&format!("{head}int main(void) {{ {body} return 0; }}"), property, 3);
    let frees = "for (int i = 1; i < 99; i++) { char *p = malloc(i % 4 + 1); p[i % 4] = 1; free(p); }";
    for property in [Property::ValidDeref, Property::ValidFree] {
        assert_eq!(ends(frees, property), "ok");
    }
    // Where it matters what is still allocated, the plain form does not see that a computed number of bytes is not zero, and that the call
    // so gives no null.
    let frees = frees.replace("malloc(i % 4 + 1)", "malloc(4)");
    assert_eq!(ends(&frees, Property::ValidMemcleanup), "ok");
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

/// How a `main` of a body ends that reads 100 whenever it reads, and ends in an error if nothing comes before.
fn ends(body: &str, bounds: Bounds) -> String {
    let source = format!(
        "int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void reach_error(void) {{}}\n\
         struct n {{ struct n *next; }};\nint main(void) {{ {body} reach_error(); return 0; }}"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.c");
    std::fs::write(&path, source).unwrap();
    let stop = StopFlag::new();
    let module =
        prepare(&[path.as_path().into()], Property::UnreachCall, DataModel::Lp64, RECURSION, Assumed::default(), &stop)
            .unwrap()
            .plain;
    let program = read::read(&module.bitcode, module.map, &module.objects, bounds).unwrap();
    let mut inputs = |request: InputRequest| BitVec::new(request.width, 100);
    match Interpreter::new(&program).record(&mut inputs, 100_000).outcome {
        Outcome::Exit(Exit::Unmodelled(row)) => program.map.unmodelled[row.0].reason.to_string(),
        Outcome::Exit(Exit::Error(_)) => "error".to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn bounds_say_how_much_memory_is_followed() {
    let some = Bounds::DEFAULT;
    let list = "struct n *l = 0; for (int i = 0; i < 7; i++) { struct n *x = malloc(sizeof *x); x->next = l; l = x; }";
    assert!(ends(list, some).contains("more allocations at one place"));
    assert_eq!(ends(list, Bounds { instances: 7, ..some }), "error");
    let sized = "int k = __VERIFIER_nondet_int(); char *p = malloc(k); p[k - 1] = 1;";
    assert!(ends(sized, some).contains("larger than is followed"));
    assert_eq!(ends(sized, Bounds { capacity: 100, ..some }), "error");
    assert!(ends(list, Bounds { instances: 1, ..some }).contains("more allocations at one place"));
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
        let prepared = prepare(
            &[path.as_path().into()],
            Property::ValidDeref,
            DataModel::Lp64,
            RECURSION,
            Assumed { malloc_may_fail: may_fail, ..Assumed::default() },
            &StopFlag::new(),
        );
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

/// LLVM keeps the address of a global as a constant, in sums and cut off.
#[test]
fn distances_from_globals_are_numbers() {
    let head = "char text[8] = \"abcd\"; int numbers[4];\n\
        static char *find(char *s, char c) { while (*s && *s != c) s++; return s; }\n\
        static int place(char *s, char c) { return find(s, c) - s; }\n";
    for body in [
        "int d = find(text, x) - text; if (d == 2) reach_error();",
        "if (place(text, x) == 2) reach_error();",
        "short d = place(text, x) - 1; if (d == 1) reach_error();",
        "int left = text + 8 - find(text, x); if (left == 6) reach_error();",
        "unsigned left = (unsigned)(text + 8 - find(text, x)) * 2; if (left == 12) reach_error();",
        "int *p = numbers + 1; for (int i = 97; i < x; i++) p++; if (p - numbers - 1 == 2) reach_error();",
        "int *p = numbers + 3; for (int i = 98; i < x; i++) p--; if (p - numbers == 2) reach_error();",
        "char *p = find(text, x); if (3 - (p - text) == 1) reach_error();",
    ] {
        let source = format!("{head}{}", main_with(body));
        assert_eq!(exit(&source, Property::UnreachCall, 99), "error function called", "{body}");
        assert_eq!(exit(&source, Property::UnreachCall, 97), "ok", "{body}");
    }
    let other = "char *p = x ? find(text, 99) : (char *)numbers; if (p - text == 2) reach_error();";
    let source = format!("{head}{}", main_with(other));
    assert_eq!(exit(&source, Property::UnreachCall, 1), "error function called");
    assert!(exit(&source, Property::UnreachCall, 0).starts_with("unmodelled"));
    // How far two globals are apart is part of this number; without it, the number would be -2.
    let apart = "long d = (long)text - (long)numbers - (long)find(text, x); if (d == -2) reach_error();";
    let ends = exit(&format!("{head}{}", main_with(apart)), Property::UnreachCall, 99);
    assert!(ends.starts_with("unmodelled"), "{ends}");
}

/// What lies behind the bound on computed sizes is kept and found again where there is none, and is checked all the same.
#[test]
fn objects_of_computed_size_need_no_bound() {
    let endless = Bounds { endless: true, ..Bounds::DEFAULT };
    let k = "int k = __VERIFIER_nondet_int(); ";
    let kept = [
        "char *p = malloc(k); p[k - 1] = 1;",
        "int *p = malloc(k * sizeof *p); p[k - 1] = 7; p[0] = 1; p[k - 2] = 2; if (p[k - 1] != 7) return 0;",
        "struct s { int a; short b; char c[6]; } *p = malloc(k * sizeof *p); p[k - 1].b = 3; p[k - 1].c[5] = 4; p[k - 2].c[5] = 5;
         if (p[k - 1].b != 3 || p[k - 1].c[5] != 4 || p[98].c[5] != 5) return 0;",
        "short a[k][k]; a[k - 1][k - 1] = 9; a[k - 1][0] = 8; if (a[99][99] != 9 || sizeof a != 20000) return 0;",
        "char a[k]; char *p = a; while (p != a + k) *p++ = 3; if (a[k - 1] != 3) return 0;",
    ];
    for body in kept {
        assert_eq!(ends(&format!("{k}{body}"), endless), "error", "{body}");
        assert_ne!(ends(&format!("{k}{body}"), Bounds::DEFAULT), "error", "{body}");
    }
    let left = [
        ("int *p = malloc(k * sizeof *p); p[k] = 1;", "leaves its object"),
        ("char a[k]; a[0] = 1; char b[k]; b[-1] = 1;", "leaves its object"),
        ("char a[-k]; a[0] = 1;", "a negative number of elements"),
        // Addresses, what is given out again, and lengths that are computed are bounded.
        ("struct n **p = malloc(k * sizeof *p); p[k - 1] = 0; p[0] = p[k - 1];", "larger than is followed"),
        ("for (int i = 0; i < 2; i++) { char a[k]; a[k - 1] = 1; }", "larger than is followed"),
        ("char a[k]; __builtin_memset(a, 1, k);", "larger than is followed"),
    ];
    for (body, reason) in left {
        let end = ends(&format!("{k}{body}"), endless);
        assert!(end.contains(reason), "{body}: {end}");
    }
}
