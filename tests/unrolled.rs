//! Programs whose loops turn a known number of times at most are searched without loops: what that decides, and what the report says.

use crate::common::{bitreach, stderr, stdout, text, verdict};

const SAFE: &str = "VERDICT: SAFE";
const UNSAFE: &str = "VERDICT: UNSAFE(unreach-call)";

/// Programs, with their functions behind and what `main` does, over an array `x` of 20 inputs and the functions below.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("sum in another order", "int a = sum(x); rotate(x); check(sum(x) == a);", SAFE),
    ("sum of other numbers", "int a = sum(x); x[0] ^= 1; check(sum(x) == a);", UNSAFE),
    ("mean in another order", "int a = sum(x) / N; rotate(x); check(sum(x) / N == a);", SAFE),
    ("count in another order", "int a = odd(x); rotate(x); check(odd(x) == a);", SAFE),
    ("count of others", "int a = odd(x); rotate(x); x[3] = 2; check(odd(x) == a);", UNSAFE),
    ("greatest in another order", "int a = greatest(x); rotate(x); check(greatest(x) == a);", SAFE),
    ("none is greater", "int a = greatest(x); for (int i = 0; i < N; i++) check(x[i] <= a);", SAFE),
    ("some is as great", "int a = greatest(x); for (int i = 0; i < N; i++) check(x[i] < a);", UNSAFE),
    ("there and back", "int y[N]; for (int i = 0; i < N; i++) y[N - 1 - i] = x[i]; check(y[3] == x[N - 4]);", SAFE),
    (
        "products in another order",
        "unsigned s = 0, t = 0; for (int i = 0; i < N; i++) s += (unsigned) x[i] * x[N - 1 - i]; \
         for (int i = N; i > 0; i--) t += (unsigned) x[N - i] * x[i - 1]; check(s == t);",
        SAFE,
    ),
    (
        "a bounded number of turns",
        "unsigned n = x[0], s = 0; if (n > 9) return 0; for (unsigned i = 0; i <= n; i++) s += 2 * i + 1; check(s == (n + 1) * (n + 1));",
        SAFE,
    ),
    (
        "in order",
        "for (int i = 0; i < 5; i++) for (int j = 0; j + 1 < 5 - i; j++) if (x[j] > x[j + 1]) { int t = x[j]; x[j] = x[j + 1]; x[j + 1] = t; } \
         for (int i = 0; i < 4; i++) check(x[i] <= x[i + 1]);",
        SAFE,
    ),
    (
        "nearly in order",
        "for (int i = 0; i < 4; i++) for (int j = 0; j + 1 < 4 - i; j++) if (x[j] > x[j + 1]) { int t = x[j]; x[j] = x[j + 1]; x[j + 1] = t; } \
         for (int i = 0; i < 4; i++) check(x[i] <= x[i + 1]);",
        UNSAFE,
    ),
];

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N 20
static void check(int condition) { if (!condition) reach_error(); }
static int sum(int x[N]) { long long s = 0; for (int i = 0; i < N; i++) s += x[i]; return s; }
static int odd(int x[N]) { int s = 0; for (int i = 0; i < N; i++) if (x[i] % 2) s++; else s--; return s; }
static int greatest(int x[N]) { int m = x[0]; for (int i = 1; i < N; i++) if (x[i] > m) m = x[i]; return m; }
static void rotate(int x[N]) { int t = x[0]; for (int i = 0; i < N - 1; i++) x[i] = x[i + 1]; x[N - 1] = t; }
int main(void) {
  int x[N];
  for (int i = 0; i < N; i++) x[i] = __VERIFIER_nondet_int();
";

#[test]
fn what_is_the_same_in_another_order_is_found_to_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    let evidence = folder.path().join("evidence");
    for (name, body, expected) in PROGRAMS {
        std::fs::write(&file, format!("{HEAD}  {body}\n  return 0;\n}}\n")).expect("written");
        let (file, evidence) = (text(&file), text(&evidence));
        let output = bitreach(&[
            "check",
            "--property",
            "unreach-call",
            "--signed-overflow",
            "wraps",
            "--timeout",
            "300",
            "--verbose",
            "--evidence",
            evidence,
            file,
        ]);
        assert_eq!(verdict(&output), *expected, "{name}: {}", stderr(&output));
        if *expected == SAFE {
            assert!(
                stdout(&output).contains("each loop is laid out as often as it turns"),
                "{name}: {}",
                stdout(&output)
            );
        }
    }
}
