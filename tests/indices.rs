//! Indices near the ends of arrays and of the address space, with elements of every size, where addresses have 32 bits and where they have 64.

use crate::common::{bitreach, stderr, text, verdict};

const SAFE: &str = "VERDICT: SAFE";
const UNSAFE: &str = "VERDICT: UNSAFE(valid-deref)";

/// What `main` does with an array `a` of ten, an index `i` and a length `n`, both any numbers.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("from the middle", "if (i >= -5 && i < 5) (a + 5)[i].m = 1;", SAFE),
    ("before the beginning, from the middle", "if (i >= -6 && i < 5) (a + 5)[i].m = 1;", UNSAFE),
    ("behind the end, from the middle", "if (i >= -5 && i < 6) (a + 5)[i].m = 1;", UNSAFE),
    ("the next one", "if (i >= -1 && i < 9) a[i + 1].m = 1;", SAFE),
    ("the next one of the last", "if (i >= -1 && i < 10) a[i + 1].m = 1;", UNSAFE),
    ("the one before", "if (i >= 1 && i <= 10) a[i - 1].m = 1;", SAFE),
    ("the one before the first", "if (i >= 0 && i <= 10) a[i - 1].m = 1;", UNSAFE),
    ("not below zero", "if (i < 10) a[i].m = 1;", UNSAFE),
    ("not above the last", "if (i >= 0) a[i].m = 1;", UNSAFE),
    // So many elements, or one more, are the whole address space of 32 bits.
    ("around the address space", "if (i == (int) (0x100000000LL / sizeof *a) + 1) a[i].m = 1;", UNSAFE),
    ("around the address space, backwards", "if (i == -(int) (0x80000000LL / sizeof *a) - 1) a[i].m = 1;", UNSAFE),
    (
        "of a computed length",
        "if (n < 1 || n > 1000) return 0; T *p = malloc(n * sizeof *p); if (!p) return 0; if (i >= 0 && i < n) p[i].m = 1; free(p);",
        SAFE,
    ),
    (
        "at a computed length",
        "if (n < 1 || n > 1000) return 0; T *p = malloc(n * sizeof *p); if (!p) return 0; if (i >= 0 && i <= n) p[i].m = 1; free(p);",
        UNSAFE,
    ),
    (
        "back from the end",
        "if (n < 1 || n > 10) return 0; T *p = malloc(n * sizeof *p); if (!p) return 0; \
         for (i = -1; i >= -n; i--) (p + n)[i].m = 1; free(p);",
        SAFE,
    ),
];

/// Elements of 2 and of 12 bytes.
const ELEMENTS: [&str; 2] = ["typedef struct { short m; } T;", "typedef struct { int k, m, n; } T;"];

#[test]
fn accesses_are_inside_where_their_indices_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    for (name, body, expected) in PROGRAMS {
        for element in ELEMENTS {
            let head = "extern int __VERIFIER_nondet_int(void);\nextern void *malloc(__SIZE_TYPE__);\nextern void free(void *);";
            let begin = "int main(void) {\n  T a[10];\n  int i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();";
            let source = format!("{head}\n{element}\n{begin}\n  {body}\n  return 0;\n}}\n");
            std::fs::write(&file, source).expect("written");
            for model in ["ilp32", "lp64"] {
                let ask =
                    ["check", "--property", "valid-memsafety", "--data-model", model, "--timeout", "300", text(&file)];
                let output = bitreach(&ask);
                assert_eq!(verdict(&output), *expected, "{name}, {element}, {model}: {}", stderr(&output));
            }
        }
    }
}

/// Programs that reach an error: an access finds a cell that was written with an index of another width.
const FOUND: &[(&str, &str)] = &[
    (
        "written at a long index, read at the one before an int",
        "int a[100000], b[100000]; int main(void) { unsigned long k = __VERIFIER_nondet_ulong(); if (k < 100000) b[k] = a[k] = 1; \
         int j = __VERIFIER_nondet_int(); if (j >= 1 && j < 100000 && a[j] == 0 && b[j - 1] == 1) reach_error(); }",
    ),
    (
        "written at many long indices",
        "int a[100000]; int main(void) { for (;;) { unsigned long i = __VERIFIER_nondet_ulong(); if (i >= 100000) break; a[i] = 3; } \
         int j = __VERIFIER_nondet_int(); if (j >= 1 && j < 100000 && a[j] == 0 && a[j - 1] == 3) reach_error(); }",
    ),
    (
        "read at an index that is another one around the address space",
        "int a[100000]; int main(void) { unsigned n = __VERIFIER_nondet_ulong(); \
         for (;;) { int k = __VERIFIER_nondet_int(); if (k < 0 || k >= 100000) break; a[k] = 1; } \
         if (n < 100000 && a[n] == 7) reach_error(); unsigned char c = __VERIFIER_nondet_int(); \
         if (n == 0x40000000u + c && a[c] == 1) reach_error(); }",
    ),
];

#[test]
fn followed_cells_are_met_by_indices_of_all_widths() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    for (name, program) in FOUND {
        let head = "extern unsigned long __VERIFIER_nondet_ulong(void);\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);";
        std::fs::write(&file, format!("{head}\n{program}\n")).expect("written");
        for model in ["ilp32", "lp64"] {
            let ask = ["check", "--property", "unreach-call", "--data-model", model, "--timeout", "300", text(&file)];
            let output = bitreach(&ask);
            assert_eq!(verdict(&output), "VERDICT: UNSAFE(unreach-call)", "{name}, {model}: {}", stderr(&output));
        }
    }
}

/// An index that is far outside, and brought back by a number behind the last element. LLVM computes two addresses.
#[test]
fn what_leads_back_into_an_object_leads_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    for (last, expected) in [(536_870_911, SAFE), (536_870_912, UNSAFE)] {
        let access = format!("if (v >= 536870911 && v <= {last}) a[v - 536870911] = 1;");
        let head =
            "extern int __VERIFIER_nondet_int(void);\nextern void *malloc(__SIZE_TYPE__);\nextern void free(void *);";
        let body = format!(
            "int *a = malloc(4);\n  if (!a) return 0;\n  int v = __VERIFIER_nondet_int();\n  {access}\n  free(a);"
        );
        std::fs::write(&file, format!("{head}\nint main(void) {{\n  {body}\n  return 0;\n}}\n")).expect("written");
        for model in ["ilp32", "lp64"] {
            let ask =
                ["check", "--property", "valid-memsafety", "--data-model", model, "--timeout", "300", text(&file)];
            let output = bitreach(&ask);
            assert_eq!(verdict(&output), expected, "{last}, {model}: {}", stderr(&output));
        }
    }
}

/// What a loop wrote is proved of arrays of any length where addresses have 32 bits, too: the index of the cell that is followed is the
/// loop's own word.
#[test]
fn what_loops_write_is_proved_where_addresses_have_32_bits() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    let head = "extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);";
    let begin = "int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i;\n  int a[n], b[n], c[n];";
    let fill = "for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();\n  for (i = 0; i < n; i++) b[i] = __VERIFIER_nondet_int();";
    let add = "for (i = 0; i < n; i++) c[i] = a[i] + b[i];";
    for (checked, expected) in
        [("c[i] != a[i] + b[i]", SAFE), ("c[i] != a[i] + b[i] + (i == 7)", "VERDICT: UNSAFE(unreach-call)")]
    {
        let check = format!("for (i = 0; i < n; i++) if ({checked}) reach_error();");
        std::fs::write(&file, format!("{head}\n{begin}\n  {fill}\n  {add}\n  {check}\n  return 0;\n}}\n"))
            .expect("written");
        for model in ["ilp32", "lp64"] {
            let ask = ["check", "--property", "unreach-call", "--data-model", model, "--timeout", "300", text(&file)];
            let output = bitreach(&ask);
            assert_eq!(verdict(&output), expected, "{checked}, {model}: {}", stderr(&output));
        }
    }
}
