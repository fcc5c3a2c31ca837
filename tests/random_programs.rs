//! Random small C programs whose outcome is known: native run, interpreter and model checker must agree.
//!
//! Each program reads a few inputs, computes with variables of all integer types, every other one also with arrays,
//! structs, unions and pointers, and folds them into a checksum. Compiled
//! by clang and run natively with chosen inputs it gives the checksum's value. Then the model checker is asked twice, with
//! the inputs free: whether those inputs can lead to that checksum (they must: Unsafe, and the interpreter replays the
//! run), and whether they can lead to any other (they must not: Safe, with a checked proof). The second time the inputs are
//! assumed as soon as they are read: without that, a proof about all inputs can take any time.
//!
//! `BITREACH_RANDOM_PROGRAMS=1000 cargo test --test random_programs` tries more than the few of a test run, and
//! `BITREACH_RANDOM_SEED=7` others.

mod common;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// How many programs a test run tries.
const PROGRAMS: u64 = 24;

const TYPES: [(&str, &str); 8] = [
    ("int", "int"),
    ("unsigned int", "uint"),
    ("short", "short"),
    ("unsigned char", "uchar"),
    ("signed char", "char"),
    ("long long", "longlong"),
    ("unsigned long long", "ulonglong"),
    ("unsigned short", "ushort"),
];

/// The types of what stands in memory.
const MEMORY_TYPES: &str =
    "#include <string.h>\nstruct item { signed char c; short h; int i; unsigned long long l; int *p; \
     struct item *n; };\nunion word { int i; unsigned char b[4]; short h[2]; };\n";

/// What stands in memory, all of it initialised; every pointer points to something.
const MEMORY: &str = "  int arr[5] = {3, 1, 4, 1, 5};\n  unsigned char bytes[8] = \"random\";\n  union word u = {77};\n  \
     int *p = &garr[1];\n  struct item s[2] = {{1, 2, 3, 4, &arr[2], 0}, {-5, 6, -7, 8, &garr[3], s}};\n  s[0].n = &s[1];\n";

/// A global array, and functions through pointers.
const MEMORY_FUNCTIONS: &str =
    "static int garr[4] = {9, -8, 7};\nstatic void put(int *at, int value) {\n  *at = value;\n}\n\
     static int sum(const unsigned char *from, int count) {\n  int total = 0;\n  while (count-- > 0) {\n    \
     total += *from++;\n  }\n  return total;\n}\n";

/// A small generator of reproducible numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 20) as usize % limit
    }
}

/// A program without its end, and the inputs that it is run with.
struct Program {
    functions: String,
    body: String,
    variables: usize,
    memory: bool,
    inputs: Vec<(usize, u64)>,
}

struct Generator {
    random: Random,
    variables: usize,
    loops: usize,
    /// Whether the program uses memory.
    memory: bool,
}

impl Generator {
    fn program(seed: u64) -> Program {
        let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let memory = seed % 2 == 1;
        let mut generator = Generator { random, variables: 5, loops: 0, memory };
        let mut body = String::new();
        let mut inputs = Vec::new();
        for variable in 0..generator.variables {
            if variable == 3 {
                body += "  // inputs end\n";
            }
            let ty = generator.random.below(TYPES.len());
            if variable < 3 {
                let bits = generator.random.next() >> generator.random.below(64);
                writeln!(body, "  {} v{variable} = __VERIFIER_nondet_{}();", TYPES[ty].0, TYPES[ty].1).unwrap();
                writeln!(body, "  {} in{variable} = v{variable};", TYPES[ty].0).unwrap();
                inputs.push((ty, bits));
            } else {
                let start = generator.random.below(300);
                writeln!(body, "  {} v{variable} = {start};", TYPES[ty].0).unwrap();
            }
        }
        if memory {
            body += MEMORY;
        }
        for _ in 0..4 {
            generator.statement(2, 1, &mut body);
        }
        let arm = generator.parameter_expression(2);
        let memory_functions = if memory { MEMORY_FUNCTIONS } else { "" };
        let functions = format!(
            "{memory_functions}static int helper(int a, int b) {{\n  if (a < b) {{\n    return {arm};\n  }}\n  return a - b;\n}}\n"
        );
        Program { functions, body, variables: generator.variables, memory, inputs }
    }

    fn variable(&mut self) -> String {
        format!("v{}", self.random.below(self.variables))
    }

    fn statement(&mut self, depth: usize, indent: usize, out: &mut String) {
        let pad = "  ".repeat(indent);
        if self.memory && self.random.below(3) == 0 {
            let statement = self.memory_statement();
            return writeln!(out, "{pad}{statement}").unwrap();
        }
        let (target, value) = (self.variable(), self.expression(3));
        match self.random.below(if depth == 0 { 3 } else { 7 }) {
            0 | 1 => writeln!(out, "{pad}{target} = {value};").unwrap(),
            2 => {
                let op = ["+=", "-=", "*=", "^=", "|=", "&="][self.random.below(6)];
                writeln!(out, "{pad}{target} {op} {value};").unwrap();
            }
            3 | 4 => {
                writeln!(out, "{pad}if ({value}) {{").unwrap();
                self.statement(depth - 1, indent + 1, out);
                writeln!(out, "{pad}}} else {{").unwrap();
                self.statement(depth - 1, indent + 1, out);
                writeln!(out, "{pad}}}").unwrap();
            }
            5 => {
                self.loops += 1;
                let (counter, bound) = (format!("i{}", self.loops), 1 + self.random.below(4));
                writeln!(out, "{pad}for (int {counter} = 0; {counter} < {bound}; {counter}++) {{").unwrap();
                self.statement(depth - 1, indent + 1, out);
                writeln!(out, "{pad}  {target} ^= {counter};\n{pad}}}").unwrap();
            }
            _ => {
                writeln!(out, "{pad}switch (({value}) & 3) {{\n{pad}case 0:").unwrap();
                self.statement(depth - 1, indent + 1, out);
                writeln!(out, "{pad}  break;\n{pad}case 2:").unwrap();
                self.statement(depth - 1, indent + 1, out);
                writeln!(out, "{pad}default:").unwrap();
                self.statement(0, indent + 1, out);
                writeln!(out, "{pad}}}").unwrap();
            }
        }
    }

    /// A place in memory; every index fits.
    fn place(&mut self) -> String {
        let index = self.expression(1);
        let item = format!("s[({index}) & 1]");
        match self.random.below(12) {
            0 | 1 => format!("arr[((unsigned int)({index})) % 5u]"),
            2 => format!("garr[({index}) & 3]"),
            3 => format!("bytes[({index}) & 7]"),
            4 => format!("u.b[({index}) & 3]"),
            5 => "u.i".to_owned(),
            6 => format!("u.h[({index}) & 1]"),
            7 => "*p".to_owned(),
            8 => format!("*{item}.p"),
            9 => format!("{item}.n->{}", ["c", "h", "i", "l"][self.random.below(4)]),
            _ => format!("{item}.{}", ["c", "h", "i", "l"][self.random.below(4)]),
        }
    }

    /// The address of an `int`.
    fn address(&mut self) -> String {
        let index = self.expression(1);
        match self.random.below(5) {
            0 => format!("&arr[({index}) & 3]"),
            1 => format!("garr + (({index}) & 3)"),
            2 => format!("&s[({index}) & 1].n->i"),
            3 => "&u.i".to_owned(),
            _ => format!("s[({index}) & 1].p"),
        }
    }

    /// A statement that writes memory or moves a pointer.
    fn memory_statement(&mut self) -> String {
        let (place, value, address) = (self.place(), self.expression(2), self.address());
        match self.random.below(11) {
            0 => format!("p = {address};"),
            1 => format!("p = ({value}) ? {address} : p;"),
            2 => format!("s[({value}) & 1].p = {address};"),
            3 => format!("s[({value}) & 1].n = &s[{}];", self.random.below(2)),
            4 => format!("s[({value}) & 1] = *s[0].n;"),
            5 => format!("memset(bytes, {value}, {});", 1 + self.random.below(8)),
            6 => format!("memcpy(bytes + {}, &u, 4);", self.random.below(5)),
            7 => format!("put({address}, {value});"),
            8 => format!("{place} += {value};"),
            _ => format!("{place} = {value};"),
        }
    }

    /// An expression over the variables. Divisors are never zero, distances of shifts fit; signed results may wrap.
    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.below(5) == 0 {
            if self.memory && depth > 0 && self.random.below(2) == 0 {
                return match self.random.below(6) {
                    0 => format!("(p == {})", self.address()),
                    1 => "sum(bytes, 3 + (p != arr))".to_owned(),
                    _ => self.place(),
                };
            }
            return match self.random.below(4) {
                0 => (self.random.next() >> self.random.below(64)).min(70_000).to_string(),
                _ => self.variable(),
            };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.random.below(16) {
            0 | 1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 => format!("({a} * ({b} & 15))"),
            4 => format!("({a} / (({b} & 7) + 1))"),
            5 => format!("({a} % (({b} & 7) + 1))"),
            6 => format!("({a} << ({b} & 7))"),
            7 => format!("({a} >> ({b} & 7))"),
            8 => format!("({a} ^ {b})"),
            9 => format!("({a} & {b} | 1)"),
            10 => format!("({a} < {b})"),
            11 => format!("({a} == {b} || !{a})"),
            12 => format!("({a} ? {b} : {a} + 1)"),
            13 => format!("({})({a})", TYPES[self.random.below(TYPES.len())].0),
            14 => format!("helper({a}, {b})"),
            _ => format!("(~{a} + -{b})"),
        }
    }

    /// An expression over the helper's parameters.
    fn parameter_expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return ["a", "b", "3"][self.random.below(3)].to_owned();
        }
        let (x, y) = (self.parameter_expression(depth - 1), self.parameter_expression(depth - 1));
        let op = ["+", "-", "^", "*", "&"][self.random.below(5)];
        format!("({x} {op} {y})")
    }
}

impl Program {
    /// Folds the variables into a checksum.
    fn checksum(&self) -> String {
        let mut text = String::from("  unsigned int checksum = 17;\n");
        for variable in 0..self.variables {
            writeln!(text, "  checksum = (checksum << 1 ^ checksum >> 31) + (unsigned int)v{variable};").unwrap();
        }
        if self.memory {
            text += "  for (int k = 0; k < 4; k++) {\n    checksum = checksum * 3 + (unsigned int)(arr[k] ^ garr[k]);\n    \
                 checksum ^= (unsigned int)(bytes[k] + u.b[k]);\n  }\n  for (int k = 0; k < 2; k++) {\n    checksum = \
                 checksum * 5 + (unsigned int)(s[k].c + s[k].h + s[k].i + s[k].l + *s[k].p + s[k].n->h);\n  }\n  \
                 checksum += (unsigned int)*p;\n";
        }
        text
    }

    /// A function that gives the checksum, for the native run; inputs come from a table.
    fn native(&self, index: u64) -> String {
        let mut body = self.body.clone();
        for (input, (ty, bits)) in self.inputs.iter().enumerate() {
            let call = format!("v{input} = __VERIFIER_nondet_{}();", TYPES[*ty].1);
            body = body.replacen(&call, &format!("v{input} = ({})0x{bits:x}ull;", TYPES[*ty].0), 1);
        }
        let own = |text: String| {
            let names = ["helper(", "garr", "put(", "sum("];
            let named = |text: String, name: &str| match name.strip_suffix('(') {
                Some(stem) => text.replace(&format!("{stem}("), &format!("{stem}{index}(")),
                None => text.replace(name, &format!("{name}{index}")),
            };
            names.into_iter().fold(text, named)
        };
        let sum = own(self.checksum());
        let (functions, body) = (own(self.functions.clone()), own(body));
        format!("{functions}static unsigned int run{index}(void) {{\n{body}{sum}  return checksum;\n}}\n")
    }

    /// A whole program whose error is that the inputs are as given and the checksum compares with `value` so. The inputs
    /// are compared at the end, or else at the start.
    fn question(&self, comparison: &str, value: u32, at_end: bool) -> String {
        let types = if self.memory { MEMORY_TYPES } else { "" };
        let mut text = format!("{types}extern void abort(void);\nvoid reach_error(void) {{ abort(); }}\n");
        for (ty, name) in TYPES {
            writeln!(text, "extern {ty} __VERIFIER_nondet_{name}(void);").unwrap();
        }
        let given: Vec<String> = (self.inputs.iter().enumerate())
            .map(|(input, (ty, bits))| format!("in{input} == ({})0x{bits:x}ull", TYPES[*ty].0))
            .collect();
        let given = given.join(" && ");
        let (assumption, condition) = match at_end {
            true => (String::new(), given),
            false => (format!("  if (!({given})) {{\n    return 0;\n  }}\n"), "1".to_owned()),
        };
        let split = self.body.find("  // inputs end\n").unwrap_or(0);
        let (reads, rest) = self.body.split_at(split);
        let error = format!("  if ({condition} && checksum {comparison} {value}u) {{\n    reach_error();\n  }}\n");
        let (functions, sum) = (&self.functions, self.checksum());
        format!("{text}{functions}int main(void) {{\n{reads}{assumption}{rest}{sum}{error}  return 0;\n}}\n")
    }
}

/// The checksums of all programs, by one native run.
fn native_checksums(programs: &[Program], folder: &Path) -> Vec<u32> {
    let mut source = format!("#include <stdio.h>\n{MEMORY_TYPES}");
    for (index, program) in programs.iter().enumerate() {
        source += &program.native(index as u64);
    }
    source += "int main(void) {\n";
    (0..programs.len()).for_each(|index| writeln!(source, "  printf(\"%u\\n\", run{index}());").unwrap());
    source += "  return 0;\n}\n";
    let (file, binary) = (folder.join("native.c"), folder.join("native"));
    fs::write(&file, source).unwrap();
    let compiled =
        Command::new("clang-19").args(["-O0", "-fwrapv", "-w", "-o"]).args([&binary, &file]).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&binary).output().unwrap();
    String::from_utf8_lossy(&run.stdout).lines().map(|line| line.parse().unwrap()).collect()
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn native_run_interpreter_and_model_checker_agree() {
    let (count, seed) = (number("BITREACH_RANDOM_PROGRAMS", PROGRAMS), number("BITREACH_RANDOM_SEED", 1));
    let folder = tempfile::tempdir().unwrap();
    let programs: Vec<Program> = (0..count).map(|index| Generator::program(seed * 1_000_003 + index)).collect();
    let checksums = native_checksums(&programs, folder.path());
    for (index, (program, checksum)) in programs.iter().zip(checksums).enumerate() {
        for (comparison, at_end, expected) in
            [("==", true, "VERDICT: UNSAFE(unreach-call)"), ("!=", false, "VERDICT: SAFE")]
        {
            // With memory, free inputs can take any time to solve for.
            let source = program.question(comparison, checksum, at_end && !program.memory);
            let file = folder.path().join("program.c");
            fs::write(&file, &source).unwrap();
            // Every other program with predicates: these may not change an answer.
            let predicates = ["off", "mined"][index % 2];
            let arguments = ["check", common::text(&file), "--timeout", "120", "--predicates", predicates];
            let output = common::bitreach(&arguments);
            let found = common::verdict(&output);
            assert_eq!(found, expected, "program {index} of seed {seed}: {}\n{source}", common::stderr(&output));
        }
    }
}
