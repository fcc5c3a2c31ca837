//! What functions pass natively, on random memory.

use super::generate::{Function, HEAD};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The memory that functions work on, and how they are called: pointers into two arrays of structures and numbers, which often are the
/// same. What they call changes some of it.
const CALLS: &str = "
static unsigned long long state = 88172645463325252ull;
static unsigned any(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (unsigned)(state >> 20); }
static struct record records[3];
static int numbers[8];
int shared;
void change(int *number) {
  if (any() & 1) number[0] = any() % 4;
  if (any() & 1) shared = any() % 4;
  if (any() & 1) records[any() % 3].a = any() % 4;
  if (any() & 1) numbers[any() % 8] = any() % 4;
}
static char texts[2][64];
char *text(unsigned number) { return texts[number & 1]; }
void rewrite(char *text) {
  if (any() & 1) text[any() % 6] = \"ab\"[any() % 3];
  if (any() & 1) texts[any() & 1][any() % 6] = \"ab\"[any() % 3];
}
static unsigned called(unsigned (*function)(int *, int *, struct record *, int, unsigned, unsigned)) {
  unsigned passed = 0;
  for (int count = 0; count < 20000; count++) {
    for (int k = 0; k < 8; k++) numbers[k] = any() % 4;
    for (int k = 0; k < 3; k++) {
      records[k].a = any() % 4; records[k].b = any() % 4;
      records[k].t[0] = any() % 4; records[k].t[1] = any() % 4;
      records[k].next = &records[any() % 3];
    }
    shared = any() % 4;
    for (int k = 0; k < 2; k++) {
      unsigned length = any() % 9;
      for (unsigned at = 0; at < 64; at++) texts[k][at] = at < length ? \"ab\"[any() & 1] : 0;
      if (any() & 1) texts[k][9 + any() % 9] = 'a';
    }
    int *places[6] = {numbers, numbers + 1, numbers + 4, &records[0].a, records[1].t, &records[0].b};
    passed |= function(places[any() % 6], any() % 9 ? places[any() % 6] : &shared, &records[any() % 3], any() % 4, any(), any());
  }
  return passed;
}
";

/// For each function the bits of all its executions together.
pub fn passed(functions: &[Function], file: &Path, folder: &Path) -> Vec<u32> {
    let (source, binary) = (folder.join("native.c"), folder.join("native"));
    let mut text = format!("{HEAD}{CALLS}");
    let names: Vec<&str> = functions.iter().map(|function| function.name.as_str()).collect();
    for name in &names {
        text += &format!("unsigned {name}(int *, int *, struct record *, int, unsigned, unsigned);\n");
    }
    text += "int main(void) {\n";
    names.iter().for_each(|name| text += &format!("  printf(\"%u\\n\", called({name}));\n"));
    text += "  return 0;\n}\n";
    fs::write(&source, text).expect("the folder can be written");
    let flags = ["-std=gnu11", "-O0", "-fwrapv", "-fno-strict-aliasing", "-w", "-ftrivial-auto-var-init=pattern", "-o"];
    let compiled = Command::new("clang-19").args(flags).args([&binary, &source, file]).output().expect("clang starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&binary).output().expect("the program starts");
    assert!(output.status.success(), "{} in {}", output.status, file.display());
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let passed: Vec<u32> = lines.lines().map(|line| line.parse().expect("a number")).collect();
    assert_eq!(passed.len(), functions.len());
    passed
}
