//! Programs to measure on. They are the same at every run: the numbers in them come from a fixed sequence.

use std::fmt::Write;

const HEAD: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
";

/// Numbers that look random (Knuth's MMIX generator), the same at every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// A state machine of the given number of lines: one loop around one switch. A state has twelve lines, reads an input,
/// computes with a few of eight registers, and goes on to one of three states.
pub fn machine(lines: usize) -> String {
    const OPERATIONS: [&str; 6] = ["+", "-", "^", "|", "&", "+"];
    let mut numbers = Numbers(1);
    let states = (lines - 34) / 12;
    let mut text = HEAD.to_owned() + "int main(void) {\n  unsigned int state = 0;\n  unsigned int steps = 0;\n";
    for register in 0..8 {
        writeln!(text, "  unsigned int r{register} = {};", numbers.below(100)).expect("writing to a string");
    }
    text += "  while (1) {\n    int input = __VERIFIER_nondet_int();\n    steps++;\n    switch (state) {\n";
    for state in 0..states {
        let mut register = || numbers.below(8);
        let (a, b, c, d) = (register(), register(), register(), register());
        let operation = OPERATIONS[numbers.below(6) as usize];
        let mut target = || numbers.below(states as u64);
        let (near, far) = (target(), target());
        let (limit, shift, constant) = (numbers.below(1000), 1 + numbers.below(7), numbers.below(256));
        write!(
            text,
            "    case {state}:
      r{a} = (r{b} {operation} r{c}) + {constant};
      if (input > {limit}) {{
        r{d} = r{a} >> {shift};
        state = {near};
      }} else if (r{b} < r{c}) {{
        r{c} = r{c} - {constant};
        state = {far};
      }} else {{
        state = {};
      }}
      break;
",
            (state + 1) % states
        )
        .expect("writing to a string");
    }
    text += "    default:\n      return 0;\n    }\n    if (state >= ";
    write!(text, "{states}").expect("writing to a string");
    text += ") {\n      reach_error();\n    }\n";
    pad(&mut text, lines, "    steps ^= r0;\n", "  }\n}\n");
    text
}

/// Functions of twenty lines each, called one after the other in a loop: what inlining and long paths cost.
pub fn functions(lines: usize) -> String {
    let mut numbers = Numbers(2);
    let count = (lines - 30) / 21;
    let mut text = HEAD.to_owned();
    for function in 0..count {
        let (a, b, c) = (numbers.below(1000), 1 + numbers.below(30), numbers.below(1000));
        write!(
            text,
            "unsigned int f{function}(unsigned int x, unsigned int y) {{
  unsigned int low = x & 0xffff;
  unsigned int high = y >> 16;
  unsigned int sum = low + high;
  unsigned int choice = __VERIFIER_nondet_uint();
  if (choice % 2 == 0) {{
    sum += {a};
  }} else {{
    sum ^= {c};
  }}
  if (sum > x) {{
    low = sum - x;
    high = high ^ (low << {b});
  }} else {{
    low = x - sum;
    high = high + low;
  }}
  sum = (low << 16) | (high & 0xffff);
  return sum;
}}
"
        )
        .expect("writing to a string");
    }
    text += "int main(void) {\n  unsigned int x = 1;\n  unsigned int y = 2;\n  while (x != 0) {\n";
    for function in 0..count {
        let (to, from) = if function % 2 == 0 { ("x", "y") } else { ("y", "x") };
        writeln!(text, "    {to} = f{function}({from}, {to});").expect("writing to a string");
    }
    text += "    if (x == 12345 && y == 54321) {\n      reach_error();\n    }\n";
    pad(&mut text, lines, "    y ^= x;\n", "  }\n  return 0;\n}\n");
    text
}

/// Repeats a line until the text, with its end, has the number of lines.
fn pad(text: &mut String, lines: usize, line: &str, end: &str) {
    for _ in text.lines().count() + end.lines().count()..lines {
        text.push_str(line);
    }
    text.push_str(end);
}
