//! Memory: what arrays with computed indices cost to encode.
//!
//! ```text
//! cargo bench --bench memory -- [--cells N,N,…] [--turns N]
//! ```
//!
//! * **large**: arrays of N cells that a loop initialises and another reads and writes at computed indices: `ints`, and
//!   `structs` of an int and a short. Limits at 1000 cells: 2 s, 1 GiB. Behind each time stands the exponent by which it grew since
//!   the line before: 1 is linear.
//! * **small**: programs with ten ints, as an array and as ten variables, between which a `switch` chooses where the index is computed. What
//!   is compared are clauses and gates, state bits, and the fastest of several turns, in turn. Limit: 4 times.
//!
//! Times are processor seconds of `bitreach encode` (large blocks) and of clang, which it starts. Ends with exit code 1 if a limit is exceeded.

#[path = "measure/process.rs"]
#[allow(dead_code, reason = "what `measure` says of a machine and its tools is not told here")]
mod process;

use process::{processor_seconds, Measured};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

/// What was typed.
struct Arguments {
    cells: Vec<usize>,
    turns: usize,
}

/// What it costs to encode a program.
struct Cost {
    seconds: f64,
    peak_mib: f64,
    /// State bits.
    bits: f64,
    /// Variables of a step: state bits, inputs and gates.
    variables: f64,
    clauses: f64,
}

/// Limits for 1000 cells: processor seconds and MiB.
const LIMITS: (f64, f64) = (2.0, 1024.0);

/// How much more an array may cost than variables.
const RATIO: f64 = 4.0;

const HEAD: &str = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n";

fn main() -> ExitCode {
    let Some(arguments) = parse(std::env::args().skip(1)) else {
        eprintln!("usage: memory [--cells N,N,…] [--turns N]");
        return ExitCode::from(2);
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let kept = large(&arguments, folder.path()).and_then(|large| Ok(large & small(&arguments, folder.path())?));
    match kept {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn parse(args: impl Iterator<Item = String>) -> Option<Arguments> {
    let mut arguments = Arguments { cells: vec![100, 1000, 10_000], turns: 5 };
    let mut args = args.filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--cells" => arguments.cells = args.next()?.split(',').map(|n| n.parse().ok()).collect::<Option<_>>()?,
            "--turns" => arguments.turns = args.next()?.parse().ok().filter(|turns| *turns > 0)?,
            _ => return None,
        }
    }
    Some(arguments)
}

/// Whether large arrays keep their limits.
fn large(arguments: &Arguments, folder: &Path) -> Result<bool, String> {
    let mut kept = true;
    println!("{:<8} {:>7}  {:>13} {:>9} {:>10} {:>10}", "large", "cells", "seconds", "MiB", "state bits", "clauses");
    for (name, program) in [("ints", ints as fn(usize) -> String), ("structs", structs)] {
        let mut before: Option<(usize, f64)> = None;
        for &cells in &arguments.cells {
            let cost = encode(&program(cells), folder)?;
            let growth = before.map_or(String::new(), |(smaller, seconds)| {
                format!("^{:.1}", (cost.seconds / seconds).ln() / (cells as f64 / smaller as f64).ln())
            });
            let exceeds = cells == 1000 && (cost.seconds > LIMITS.0 || cost.peak_mib > LIMITS.1);
            let mark = if exceeds { "  exceeds its limit" } else { "" };
            println!(
                "{name:<8} {cells:>7}  {:>7.2} {growth:<5} {:>9.0} {:>10} {:>10}{mark}",
                cost.seconds, cost.peak_mib, cost.bits, cost.clauses
            );
            kept &= !exceeds;
            before = Some((cells, cost.seconds));
        }
    }
    Ok(kept)
}

/// Whether small arrays cost at most so much more than variables.
fn small(arguments: &Arguments, folder: &Path) -> Result<bool, String> {
    let mut kept = true;
    println!("\n{:<8} {:<10} {:>8} {:>10} {:>9} {:>8}", "small", "", "seconds", "state bits", "variables", "clauses");
    for (name, body) in [("computed", computed as fn() -> String), ("queue", queue), ("sort", sort)] {
        let programs = [format!("{HEAD}{ARRAY}{}", body()), format!("{HEAD}{}{}", variables(), body())];
        let mut best: Vec<Cost> = Vec::new();
        for _ in 0..arguments.turns {
            for (at, program) in programs.iter().enumerate() {
                let cost = encode(program, folder)?;
                match best.get_mut(at) {
                    Some(best) => best.seconds = best.seconds.min(cost.seconds),
                    None => best.push(cost),
                }
            }
        }
        let figures = |cost: &Cost| [cost.seconds, cost.bits, cost.variables, cost.clauses];
        for (form, cost) in ["array", "variables"].iter().zip(&best) {
            let [seconds, bits, variables, clauses] = figures(cost);
            println!("{name:<8} {form:<10} {seconds:>8.2} {bits:>10} {variables:>9} {clauses:>8}");
        }
        let ratios: Vec<f64> = figures(&best[0]).iter().zip(figures(&best[1])).map(|(a, v)| a / v).collect();
        let exceeds = ratios.iter().any(|&ratio| ratio > RATIO);
        let mark = if exceeds { "  exceeds its limit" } else { "" };
        println!(
            "{name:<8} {:<10} {:>8.2} {:>10.2} {:>9.2} {:>8.2}{mark}",
            "ratio", ratios[0], ratios[1], ratios[2], ratios[3]
        );
        kept &= !exceeds;
    }
    Ok(kept)
}

/// Encodes a program and reads what that says of sizes.
fn encode(program: &str, folder: &Path) -> Result<Cost, String> {
    let (source, target) = (folder.join("program.c"), folder.join("program.dimspec"));
    fs::write(&source, program).map_err(|error| format!("{}: {error}", source.display()))?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_bitreach"));
    // Everything exactly, whatever the size.
    command.args(["encode", "--encoding", "large", "--object-size", "16M", "--object-cells", "4000000"]);
    let before = processor_seconds();
    let Measured { peak_mib, output, errors, code, .. } = process::run(command.arg(&source).arg("-o").arg(&target));
    let seconds = processor_seconds() - before;
    if code != Some(0) {
        return Err(format!("bitreach encode ends with {code:?}: {output}{errors}"));
    }
    let size = |name: &str| -> Result<f64, String> {
        let number = output.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        number.ok_or_else(|| format!("bitreach encode does not say how many {name} there are: {output}"))
    };
    let clauses = size("t clauses")? + size("u clauses")?;
    Ok(Cost { seconds, peak_mib, bits: size("state bits")?, variables: size("variables")?, clauses })
}

/// A loop that initialises N cells, and one that reads and writes them where the inputs say.
fn ints(cells: usize) -> String {
    format!(
        "{HEAD}int a[{cells}];\nint main(void) {{\n  for (unsigned i = 0; i < {cells}; i++) a[i] = i;\n\
         \x20 while (__VERIFIER_nondet_uint()) {{\n    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();\n\
         \x20   if (x >= {cells} || y >= {cells}) continue;\n    a[x] = a[y] + 1;\n    a[y] ^= a[x];\n\
         \x20   if (a[x] == 77 && a[y] == 78) reach_error();\n  }}\n  return 0;\n}}\n"
    )
}

/// The same with N structures of two members, so 2 N cells.
fn structs(cells: usize) -> String {
    format!(
        "{HEAD}struct pair {{ int value; short count; }} a[{cells}];\nint main(void) {{\n\
         \x20 for (unsigned i = 0; i < {cells}; i++) {{ a[i].value = i; a[i].count = 1; }}\n\
         \x20 while (__VERIFIER_nondet_uint()) {{\n    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();\n\
         \x20   if (x >= {cells} || y >= {cells}) continue;\n    a[x].value = a[y].value + 1;\n    a[y].count += a[x].count;\n\
         \x20   if (a[x].value == 77 && a[y].count == 78) reach_error();\n  }}\n  return 0;\n}}\n"
    )
}

/// Ten ints as an array.
const ARRAY: &str = "static int a[10];\nstatic int get(unsigned i) { return a[i]; }\n\
                     static void set(unsigned i, int v) { a[i] = v; }\n";

/// Ten ints as variables.
fn variables() -> String {
    let mut text = String::new();
    (0..10).for_each(|i| _ = writeln!(text, "static int a{i};"));
    text += "static int get(unsigned i) {\n  switch (i) {\n";
    (0..9).for_each(|i| _ = writeln!(text, "  case {i}: return a{i};"));
    text += "  default: return a9;\n  }\n}\nstatic void set(unsigned i, int v) {\n  switch (i) {\n";
    (0..9).for_each(|i| _ = writeln!(text, "  case {i}: a{i} = v; break;"));
    text + "  default: a9 = v;\n  }\n}\n"
}

/// Reads and writes where inputs say.
fn computed() -> String {
    "int main(void) {\n  while (__VERIFIER_nondet_uint()) {\n    unsigned x = __VERIFIER_nondet_uint() % 10;\n\
     \x20   unsigned y = __VERIFIER_nondet_uint() % 10;\n    set(x, get(y) + 1);\n    set(y, get(x) ^ get(y));\n\
     \x20   if (get(x) == 77 && get(y) == 78) reach_error();\n  }\n  return 0;\n}\n"
        .to_owned()
}

/// A ring buffer.
fn queue() -> String {
    "int main(void) {\n  unsigned head = 0, count = 0;\n  int last = 0;\n  for (;;) {\n\
     \x20   if (__VERIFIER_nondet_uint()) {\n      if (count == 10) continue;\n      unsigned at = head + count;\n\
     \x20     if (at >= 10) at -= 10;\n      set(at, ++last);\n      count++;\n    } else if (count) {\n\
     \x20     if (get(head) + (int)count != last + 1) reach_error();\n      head = head == 9 ? 0 : head + 1;\n      count--;\n\
     \x20   }\n  }\n}\n"
        .to_owned()
}

/// Insertion sort.
fn sort() -> String {
    "int main(void) {\n  for (unsigned i = 0; i < 10; i++) set(i, (int)__VERIFIER_nondet_uint());\n\
     \x20 for (unsigned i = 1; i < 10; i++) {\n    int v = get(i);\n    unsigned j = i;\n\
     \x20   while (j > 0 && get(j - 1) > v) { set(j, get(j - 1)); j--; }\n    set(j, v);\n  }\n\
     \x20 for (unsigned i = 1; i < 10; i++) if (get(i - 1) > get(i)) reach_error();\n  return 0;\n}\n"
        .to_owned()
}
