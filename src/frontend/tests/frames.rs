//! Recursion of any depth: programs do what they do where recursion is inlined deep enough.

use super::*;
use bitreach_formula::testing::Random;

const DEEP: [Recursion; 2] = [Recursion::Levels(6), Recursion::Frames];

/// The optimised form and the plain one of a program.
fn read_with(source: &str, recursion: Recursion) -> [Program; 2] {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.c");
    let head = "int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void reach_error(void) {}\n";
    std::fs::write(&path, head.to_owned() + source).unwrap();
    let inputs = [path.as_path().into()];
    let model = if source.len() % 2 == 0 { DataModel::Lp64 } else { DataModel::Ilp32 };
    let stop = StopFlag::new();
    let prepared = prepare(&inputs, Property::UnreachCall, model, recursion, Assumed::default(), &stop).unwrap();
    [prepared.optimised, prepared.plain].map(|module| {
        let program = read::read(&module.bitcode, module.map, &module.objects, Bounds::DEFAULT.widened()).unwrap();
        program.validate().unwrap_or_else(|fault| panic!("{fault}\n{program}"));
        program
    })
}

/// How a program ends that reads these numbers in turn.
fn end(program: &Program, numbers: &[i32]) -> String {
    let mut left = numbers.iter().cycle();
    let mut inputs = |request: InputRequest| match program.map.inputs[request.input.0].kind {
        InputKind::Call(_) => BitVec::new(request.width, *left.next().unwrap() as u128),
        _ => BitVec::new(request.width, 1),
    };
    match Interpreter::new(program).record(&mut inputs, 1_000_000).outcome {
        Outcome::Exit(Exit::Unmodelled(row)) => program.map.unmodelled[row.0].reason.clone(),
        Outcome::Exit(Exit::Error(site)) => program.map.sites[site.0].kind.to_string(),
        other => format!("{other:?}"),
    }
}

/// Three functions that call each other, at most four deep.
struct Functions {
    random: Random,
    reads: bool,
}

impl Functions {
    fn one_of(&mut self, of: &[&str]) -> String {
        of[self.random.below(of.len())].to_owned()
    }

    fn expression(&mut self) -> String {
        self.one_of(&["a", "x", "a + 1", "a - 3", "x ^ n", "5", "(int)y", "c", "*p", "g", "x < a", "(int)(d / 2)"])
    }

    fn call(&mut self) -> String {
        let (function, n, p) = (
            self.random.below(3),
            self.one_of(&["n - 1", "n - 2", "n - 1"]),
            self.one_of(&["p", "p", "p + 1", "table"]),
        );
        let a = self.expression();
        format!("f{function}({n}, {a}, {p})")
    }

    fn statement(&mut self, depth: usize) -> String {
        let (call, a, b) = (self.call(), self.expression(), self.expression());
        match self.random.below(if depth > 1 { 9 } else { 14 }) {
            0 => format!("x = x * 3 + {a};"),
            1 => format!("y += {a};"),
            2 => format!("c = {a};"),
            3 => format!("g = g * 5 + {a};"),
            4 => format!("*p += {a};"),
            5 => format!("d = d + ({a} & 255);"),
            6 => "n--;".to_owned(),
            7 if self.reads => "g = g * 3 + __VERIFIER_nondet_int();".to_owned(),
            7 => format!("table[{a} & 7] ^= {b};"),
            8..=10 => format!("x += {call};"),
            11 => format!("return {call};"),
            12 => format!("if ({a} & 1) {{ {} }} else {{ {} }}", self.statement(depth + 1), self.statement(depth + 1)),
            _ => format!("for (int i = 0; i < 2; i++) {{ {} x += i; }}", self.statement(depth + 1)),
        }
    }

    fn program(&mut self) -> String {
        let mut text = "static int g; static int table[32];\n".to_owned();
        (0..3).for_each(|f| text += &format!("static int f{f}(int n, int a, int *p);\n"));
        for f in 0..3 {
            let count = 2 + self.random.below(4);
            let body: Vec<String> = (0..count).map(|_| self.statement(0)).collect();
            text += &format!(
                "static int f{f}(int n, int a, int *p) {{ int x = {f}; long long y = a; char c = 1; double d = 0;
                 if (n <= 0) return a + g; {} return x + (int)y + c + (d > 100); }}\n",
                body.join("\n")
            );
        }
        let main = "int main(void) { int r = f0(__VERIFIER_nondet_int() & 3, __VERIFIER_nondet_int(), table);
            if (r & 1) r = r * 7 + f1(2, r, table + 1);
            for (int i = 0; i < 32; i++) r = r * 31 + table[i];
            if ((r ^ g) >> (__VERIFIER_nondet_int() & 31) & 1) reach_error(); return 0; }";
        text + main
    }
}

#[test]
fn frames_do_what_inlining_does() {
    let (mut agreed, mut errors, mut with_frames) = (0, 0, 0);
    let count = std::env::var("BITREACH_FRAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(12);
    for seed in 0..count {
        let mut functions = Functions { random: Random::new(100 + seed), reads: seed % 2 == 1 };
        let source = functions.program();
        let [levels, frames] = DEEP.map(|recursion| read_with(&source, recursion));
        let has_frames = |program: &Program| program.objects.iter().any(|object| object.tail.is_some());
        assert!(!has_frames(&levels[1]), "{source}");
        with_frames += usize::from(has_frames(&frames[1]));
        for _ in 0..20 {
            let numbers: Vec<i32> = (0..9).map(|_| functions.random.below(1 << 16) as i32).collect();
            // Inputs are read in the source's order in the plain form alone.
            let [expected, found] = [&levels, &frames].map(|forms| end(&forms[1], &numbers));
            if expected.starts_with("recursion") || expected.starts_with("call of") {
                continue;
            }
            assert_eq!(found, expected, "{numbers:?}\n{source}");
            agreed += 1;
            errors += u64::from(expected != "Exit(Ok)");
        }
    }
    assert!(agreed > count * 10 && errors > agreed / 5 && errors < agreed / 5 * 4, "{agreed} {errors}");
    assert!(with_frames * 3 > count as usize, "{with_frames} of {count}");
}

#[test]
fn recursion_goes_deeper_than_it_could_be_inlined() {
    let sum = "unsigned sum(unsigned n) { unsigned s = 1; if (n) { s = n; s ^= 3 * sum(n - 1); } return s; }
        int main(void) { unsigned n = __VERIFIER_nondet_int(), s = 1; unsigned t = sum(n);
          for (unsigned i = 1; i <= n; i++) s = i ^ 3 * s;
          if (s == t) reach_error(); return 0; }";
    let [levels, frames] = DEEP.map(|recursion| read_with(sum, recursion));
    for form in 0..2 {
        assert!(end(&levels[form], &[1000]).contains("deeper than it is inlined"));
        for n in [0, 1, 2, 50, 10_000] {
            assert!(end(&frames[form], &[n]).contains("error function called"), "{n}");
        }
    }
}

#[test]
fn what_is_not_in_frames_is_told() {
    let ends = |source: &str, number: i32| read_with(source, Recursion::Frames).map(|program| end(&program, &[number]));
    let local = "int f(int n, int *p) { int x = n; *p += 1; if (n <= 0) return x; return f(n - 1, &x) + x; }
        int main(void) { int y = 0; if (f(__VERIFIER_nondet_int(), &y) > 9) reach_error(); return 0; }";
    assert!(ends(local, 3).iter().all(|end| end.contains("the address of a local of its caller")));
    assert!(ends(local, 0).iter().all(|end| end == "Exit(Ok)"));
    // Arrays are in frames, too.
    let array = "int f(int n) { int a[3] = {0}; a[n & 1] = n; return n <= 0 ? a[2] : f(n - 1) + a[n & 1] + a[2]; }
        int main(void) { int n = __VERIFIER_nondet_int(); if (f(n) == n * (n + 1) / 2) reach_error(); return 0; }";
    assert!(ends(array, 50).iter().all(|end| end.contains("error function called")));
    // Its address goes nowhere; but in the plain form, where it is passed is marked.
    let inner = "void set(int *p, int v) { *p = v; } int f(int n) { int x; set(&x, n); if (n <= 0) return 0; return f(n - 1) + x; }
        int main(void) { if (f(__VERIFIER_nondet_int()) > 9) reach_error(); return 0; }";
    assert!(ends(inner, 50)[0].contains("error function called"));
    assert_eq!(ends(inner, 3)[0], "Exit(Ok)");
    let pointer = "struct node { struct node *left, *right; int value; }; static struct node nodes[3];
        int f(struct node *n) { return n ? f(n->left) + f(n->right) + n->value : 0; }
        int main(void) { int i = __VERIFIER_nondet_int(); nodes[0].left = &nodes[1];
          nodes[0].right = &nodes[i & 1 ? 2 : 1]; nodes[1].value = 4; nodes[2].value = i;
          if (f(nodes) > 9) reach_error(); return 0; }";
    assert!(ends(pointer, 7).iter().all(|end| end.contains("error function called")));
    assert!(ends(pointer, 0).iter().all(|end| end == "Exit(Ok)"));
    let structure = "struct two { long long a, b, c; }; struct two f(int n, struct two t) {
          if (n > 0) { t = f(n - 1, t); t.a++; } return t; }
        int main(void) { struct two t = {0, 0, 0}; if (f(__VERIFIER_nondet_int(), t).a > 9) reach_error(); return 0; }";
    assert!(ends(structure, 3).iter().all(|end| end.starts_with("recursion of `f`")));
}
