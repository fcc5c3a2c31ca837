//! Random functions. All their behaviour is defined but for signed results, which wrap.

use bitreach_formula::testing::Random;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What all functions know.
pub const HEAD: &str = "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct record { int a, b; int t[2]; struct record *next; };
struct pair { int x; short y, z; };
extern int shared;
extern void change(int *);
extern char *text(unsigned);
extern void rewrite(char *);
";

/// A branch whose ways set bits of the result.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The line of its condition in the file.
    pub line: usize,
    /// The bit of the way where it holds.
    pub then: u32,
    /// The bit of the other way.
    pub otherwise: u32,
}

/// A function.
pub struct Function {
    pub name: String,
    pub text: String,
    pub branches: Vec<Branch>,
}

/// Writes the functions of these seeds into one file.
pub fn file(seeds: Range<u64>, folder: &Path) -> (PathBuf, Vec<Function>) {
    let file = folder.join(format!("functions-{}.c", seeds.start));
    let (mut text, mut functions) = (HEAD.to_owned(), Vec::new());
    for seed in seeds {
        let mut generator = Generator {
            random: Random::new(seed),
            first: text.lines().count(),
            lines: Vec::new(),
            branches: Vec::new(),
            loops: 0,
            is_about_texts: seed % 3 == 0,
        };
        let function = generator.function(format!("f{seed}"));
        text += &function.text;
        functions.push(function);
    }
    fs::write(&file, text).expect("the folder can be written");
    (file, functions)
}

/// Places with a fixed address.
const PLAIN: [&str; 15] = [
    "p[0]", "p[1]", "q[0]", "s->a", "s->b", "s->t[0]", "s->t[1]", "a[0]", "a[1]", "a[2]", "t.a", "t.t[0]", "t.t[1]",
    "shared", "*w",
];
/// Places with a computed address: a `#` is an index below three, a `@` one below two.
const COMPUTED: [&str; 20] = [
    "a[#]",
    "a[#]",
    "b[#]",
    "p[@]",
    "s->t[@]",
    "t.t[@]",
    "s->next->a",
    "((unsigned char *)a)[5]",
    "b[1]",
    "w[1]",
    "e[@].y",
    "e[1].x",
    "e[@].x",
    "g[#]",
    "g[7 * #]",
    "h[#]",
    "h[# + 9]",
    "m[# + (c & 7)]",
    "v[#]",
    "r[#].y",
];
const BELOW_THREE: [&str; 5] = ["i", "j", "(c & 1)", "(i + 1) % 3", "(j * 2) % 3"];
const BELOW_TWO: [&str; 3] = ["(i & 1)", "(j & 1)", "(c & 1)"];
/// What happens to whole objects.
const BLOCKS: [&str; 23] = [
    "memset(a, 0, sizeof a);",
    "memset(&t, 0, sizeof t), t.next = s;",
    "memset(e, 1, sizeof e);",
    "memcpy(a, p, sizeof(int) * 2);",
    "memcpy(b, (const int[3]){1, 2, 3}, sizeof b);",
    "t = *s;",
    "*s = t;",
    "change(w);",
    "change(p);",
    "w = &a[1];",
    "w = p;",
    "w = &t.t[0];",
    "s = s->next;",
    "v = g;",
    "v = &g[c & 15];",
    "v = x > 1 ? g : &g[8];",
    "for (v = g; v < g + 20; v++) if (*v == x) break;",
    "memset(g, 0, sizeof g);",
    "memset(&g[4], 1, 10);",
    "memcpy(&m[2], (const int[4]){9, 8, 7, 6}, 16);",
    "memcpy(g, m, sizeof m);",
    "h[(c & 15) + 1] = g[c & 7];",
    "for (int k = 0; k < 20; k++) m[k] = g[k] + 1;",
];
/// What `w` may point to.
const TARGETS: [&str; 6] = ["q", "p", "&shared", "&s->a", "&s->b", "a"];
/// Strings that are read: each ends in its array of 64 letters, whose last is zero.
const TEXTS: [&str; 16] =
    ["m", "t", "n", "o", "d", "e", "z", "n", "o", "d", "n + 1", "o + 2", "d + 1", "z + 1", "n + (c & 3)", "d + i"];
/// What happens to strings. None grows beyond 64 letters.
const TEXT_BLOCKS: [&str; 35] = [
    "t = m;",
    "t = m + 2;",
    "t++;",
    "strcpy(m, n);",
    "for (t = m; *t && t < m + 5; t++) *t = 'b';",
    "strcpy(n, o);",
    "strcpy(o, n);",
    "strcpy(n, d);",
    "strcpy(d, n);",
    "strcpy(o, \"abcd\");",
    "strcpy(n + 2, \"ab\");",
    "if (strlen(n) + strlen(o) < 60) strcat(n, o);",
    "if (strlen(d) < 50) strcat(d, \"ab\");",
    "if (strlen(o) < 50) strncat(o, d, 3);",
    "strncpy(n, o, 6);",
    "strncpy(o, d, 1 + (c & 3));",
    "memset(n, 'x', 1 + (c & 7));",
    "memset(n, 'x', 4);",
    "memset(o + 3, 0, 2);",
    "memset(d, 0, 1);",
    "memcpy(n, o, 5);",
    "memcpy(o, \"ab\\0cd\", 6);",
    "memmove(n, n + 1, 8);",
    "sprintf(o, \"%s\", n);",
    "sprintf(n, \"abc\");",
    "snprintf(n, 4, \"%s\", o);",
    "snprintf(o, 1 + (c & 3), \"%s\", d);",
    "rewrite(d);",
    "rewrite(n);",
    "z = n;",
    "z = d;",
    "z = o + 1;",
    "*(short *)(void *)&n[2] = 0;",
    "x = (int)strlen(n);",
    "for (int k = 0; k < 5; k++) o[k] = n[k + 1];",
];
/// Values that nothing has set, which are only used where they have been.
const PARTLY_SET: [&str; 8] = [
    "if (c & 1) u = x;",
    "if (c & 1) { u = 2; y = u; }",
    "if (c & 2) l[3] = 1;",
    "if (c & 2) { l[2] = x; y = l[2]; }",
    "if (c & 1) { h[1] = 5; x = h[1]; }",
    "change(&w); x = w;",
    "k = c & 1 ? 1 : 2; x = k;",
    "{ int local[2]; change(local); local[1] = 3; y = local[1]; }",
];
/// The result has so many bits for branches.
const BITS: u32 = 28;

struct Generator {
    random: Random,
    /// How many lines the file has before the function.
    first: usize,
    lines: Vec<String>,
    branches: Vec<Branch>,
    loops: usize,
    /// Whether the function works on strings, and not on structures and numbers.
    is_about_texts: bool,
}

impl Generator {
    fn function(&mut self, name: String) -> Function {
        self.line(0, format!("unsigned {name}(int *p, int *q, struct record *s, int c, unsigned i, unsigned j) {{"));
        if self.is_about_texts {
            self.line(1, "unsigned passed = 0; int x = c & 3, y = 0, u, k, w, l[8];".to_owned());
            self.line(
                1,
                "char n[64] = \"ab\", o[64] = {0}, *d = text(i), *e = text(j), *z = o, m[64] = {0}, *t = m;".to_owned(),
            );
            self.line(1, "int *h = malloc(8 * sizeof *h); if (!h) return passed;".to_owned());
        } else {
            self.objects();
        }
        self.line(1, "i %= 3; j %= 3;".to_owned());
        let count = 6 + self.random.below(10);
        self.statements(1, count);
        self.line(1, "return passed;".to_owned());
        self.line(0, "}".to_owned());
        let text = self.lines.iter().map(|line| format!("{line}\n")).collect();
        Function { name, text, branches: std::mem::take(&mut self.branches) }
    }

    fn objects(&mut self) {
        self.line(1, "unsigned passed = 0; int x = c & 3, y = 0, *w = q;".to_owned());
        self.line(1, "int a[3] = {0, 1, 2}, b[3] = {0}; struct record t = *s; struct pair e[2] = {{0}};".to_owned());
        self.line(
            1,
            "int g[24] = {5, 4, 3, 2, 1, 0, 1, 2}, m[20] = {2, 1}, *v = g; struct pair r[17] = {{1}};".to_owned(),
        );
        self.line(1, "int *h = calloc(20, sizeof *h); if (!h) return passed;".to_owned());
    }

    fn line(&mut self, depth: usize, text: String) {
        self.lines.push(format!("{:width$}{text}", "", width = 2 * depth));
    }

    fn place(&mut self) -> String {
        if !self.random.once_in(3) {
            return (*self.random.pick(&PLAIN)).to_owned();
        }
        let (three, two) = (*self.random.pick(&BELOW_THREE), *self.random.pick(&BELOW_TWO));
        self.random.pick(&COMPUTED).replace('#', three).replace('@', two)
    }

    fn expression(&mut self) -> String {
        let place = self.place();
        match self.random.below(6) {
            0 => self.random.below(4).to_string(),
            1 => (*self.random.pick(&["c", "x", "y", "(int)i", "(int)j"])).to_owned(),
            2 => format!("({place} + {})", self.random.pick(&["1", "x", "c"])),
            3 => format!("({} ^ {place})", self.random.pick(&["x", "y"])),
            _ => place,
        }
    }

    fn condition(&mut self) -> String {
        if self.is_about_texts {
            return self.text_condition();
        }
        let (left, right) = (self.place(), self.expression());
        let right = if self.random.once_in(2) { self.random.below(4).to_string() } else { right };
        format!("{left} {} {right}", self.random.pick(&["==", "!=", "==", "<", ">"]))
    }

    fn text_condition(&mut self) -> String {
        let (a, b) = (*self.random.pick(&TEXTS), *self.random.pick(&TEXTS));
        let (relation, number) = (*self.random.pick(&["==", "!=", "<", ">"]), self.random.below(6));
        match self.random.below(6) {
            0 => format!("strlen({a}) {relation} strlen({b})"),
            1 => format!("strcmp({a}, {b}) == 0"),
            2 => format!("strcmp({a}, \"{}\") != 0", self.random.pick(&["ab", "a", "abcd", ""])),
            3 => format!("strnlen({a}, 4) {relation} {number}"),
            4 => format!("({a})[{number}] == 0"),
            _ => format!("strlen({a}) {relation} {number}"),
        }
    }

    fn text_statement(&mut self) -> String {
        match self.random.below(5) {
            0 | 1 => (*self.random.pick(&TEXT_BLOCKS)).to_owned(),
            2 => (*self.random.pick(&PARTLY_SET)).to_owned(),
            _ => {
                let text = *self.random.pick(&["n", "o", "d", "e", "z", "m", "t", "t"]);
                let index = *self.random.pick(&["0", "1", "2", "3", "5", "i", "j", "(c & 7)"]);
                let letter = *self.random.pick(&["0", "'a'", "'b'", "0", "(char)x", "n[0]", "*d"]);
                format!("{text}[{index}] = {letter};")
            }
        }
    }

    fn statements(&mut self, depth: usize, count: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let (place, expression) = (self.place(), self.expression());
        match self.random.below(20) {
            0..=11 if self.is_about_texts => {
                let statement = self.text_statement();
                self.line(depth, statement);
            }
            0..=7 => self.line(depth, format!("{place} = {expression};")),
            8 | 9 => {
                let variable = *self.random.pick(&["x", "y"]);
                self.line(depth, format!("{variable} = {place};"));
            }
            10 => {
                let block = (*self.random.pick(&BLOCKS)).to_owned();
                self.line(depth, block);
            }
            11 => {
                let targets = [*self.random.pick(&TARGETS), *self.random.pick(&TARGETS)];
                self.line(depth, format!("if ({place} == {expression}) w = {}; else w = {};", targets[0], targets[1]));
            }
            12 if depth < 3 => {
                self.loops += 1;
                let k = format!("k{}", self.loops);
                self.line(depth, format!("for (int {k} = 0; {k} < 2; {k}++) {{"));
                self.line(depth + 1, "j = (j + 1) % 3;".to_owned());
                let count = 1 + self.random.below(3);
                self.statements(depth + 1, count);
                self.line(depth, "}".to_owned());
            }
            _ if depth < 4 && 2 * (self.branches.len() as u32) < BITS => self.branch(depth),
            _ if self.is_about_texts => {}
            _ => self.line(depth, format!("{place} = {expression};")),
        }
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition();
        self.line(depth, format!("if ({condition}) {{"));
        let then = 2 * self.branches.len() as u32;
        self.branches.push(Branch { line: self.first + self.lines.len(), then, otherwise: then + 1 });
        self.line(depth + 1, format!("passed |= 1u << {then};"));
        let count = self.random.below(3);
        self.statements(depth + 1, count);
        if self.random.once_in(7) {
            self.line(depth + 1, "return passed;".to_owned());
        }
        self.line(depth, "} else {".to_owned());
        self.line(depth + 1, format!("passed |= 1u << {};", then + 1));
        let count = self.random.below(2);
        self.statements(depth + 1, count);
        self.line(depth, "}".to_owned());
    }
}
