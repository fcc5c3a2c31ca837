//! A random program as a tree of text, which can be written in several ways and made smaller.
//!
//! Every global name ends in `@`, which is replaced when the program is written: by nothing, or by a number, so that many
//! programs can stand in one native file.

use std::fmt::Write;

/// A statement, a definition, or a line of one: what opens it, what stands in it, what closes it.
#[derive(Clone)]
pub struct Node {
    pub open: String,
    pub children: Vec<Node>,
    pub close: String,
}

impl Node {
    /// What has nothing in it.
    pub fn line(text: impl Into<String>) -> Node {
        Node { open: text.into(), children: Vec::new(), close: String::new() }
    }

    /// What has something in it, between braces.
    pub fn block(open: impl Into<String>, children: Vec<Node>) -> Node {
        Node { open: open.into() + " {", children, close: "}".to_owned() }
    }

    fn write(&self, indent: usize, out: &mut String) {
        let pad = "  ".repeat(indent);
        self.open.lines().for_each(|line| writeln!(out, "{pad}{line}").unwrap());
        self.children.iter().for_each(|child| child.write(indent + 1, out));
        if !self.close.is_empty() {
            writeln!(out, "{pad}{}", self.close).unwrap();
        }
    }
}

/// How the program comes to know that its inputs are the chosen ones. The question is about one execution only; how much of it
/// LLVM's passes compute beforehand differs, and how much engines have to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pinning {
    /// Not read at all, but computed by a loop over an array: passes can compute little, and there is nothing to search.
    Known,
    /// Compared with constants where they are read: passes can compute much.
    Early,
    /// Compared with what a loop over an array computes: passes can compute little.
    Opaque,
    /// Compared at the very end: all inputs are looked at, and engines have to search.
    Late,
}

/// One value that the program reads at its start.
#[derive(Clone)]
pub struct Input {
    /// The variable that gets it.
    pub variable: String,
    /// Its C type and the ending of the function that reads it.
    pub ty: (&'static str, &'static str),
    /// The chosen value.
    pub bits: u64,
}

/// A program whose outcome is one number, the checksum.
#[derive(Clone)]
pub struct Program {
    /// Types, globals, functions.
    pub definitions: Vec<Node>,
    /// What `main` reads first.
    pub inputs: Vec<Input>,
    /// What `main` does then.
    pub body: Vec<Node>,
    /// How the variables are folded into `checksum`, and what is given back.
    pub ending: Vec<Node>,
    /// When inputs are compared.
    pub pinning: Pinning,
}

/// What the keys of [`Pinning::Opaque`] are before their loop, which flips the bits of [`FLIPPED`].
const KEYS: [u32; 3] = [0x1357_9bdf, 0x0246_8ace, 0x55aa_33cc];
const FLIPPED: u32 = 5;

/// The functions of the C library that programs use; headers would have to be there for both machines.
const LIBRARY: &str = "typedef __SIZE_TYPE__ word;\nextern void abort(void);\nextern void exit(int);\n\
                       extern void *malloc(word);\nextern void *calloc(word, word);\nextern void free(void *);\n\
                       extern void *memcpy(void *, const void *, word);\nextern void *memmove(void *, const void *, word);\n\
                       extern void *memset(void *, int, word);\nextern word strlen(const char *);\n\
                       extern int strcmp(const char *, const char *);\nextern char *strcpy(char *, const char *);\n";

/// The beginning of every native file.
pub fn native_head() -> String {
    format!("{LIBRARY}extern int printf(const char *, ...);\n")
}

impl Program {
    fn nodes(&self, nodes: &[Node], indent: usize, suffix: &str) -> String {
        let mut text = String::new();
        nodes.iter().for_each(|node| node.write(indent, &mut text));
        text.replace('@', suffix)
    }

    /// A function that gives the checksum, for a native run with the chosen inputs.
    pub fn native(&self, index: usize) -> String {
        let suffix = index.to_string();
        let mut text = format!("static int given{suffix}(int value) {{\n  return value;\n}}\n");
        text += &self.nodes(&self.definitions, 0, &suffix);
        writeln!(text, "static unsigned int run{suffix}(void) {{").unwrap();
        for Input { variable, ty, bits } in &self.inputs {
            writeln!(text, "  {} {variable} = ({})0x{bits:x}ull;", ty.0, ty.0).unwrap();
        }
        let (body, ending) = (self.nodes(&self.body, 1, &suffix), self.nodes(&self.ending, 1, &suffix));
        text + &body + "  unsigned int checksum = 17;\n" + &ending + "  return checksum;\n}\n"
    }

    /// A whole program whose error is that the inputs are as chosen and the checksum compares with `value` so.
    pub fn question(&self, comparison: &str, value: u32) -> String {
        let mut text = format!("{LIBRARY}void reach_error(void) {{ abort(); }}\n");
        let mut functions: Vec<(&str, &str)> =
            self.inputs.iter().map(|input| input.ty).chain([("int", "int")]).collect();
        functions.sort();
        functions.dedup();
        for (ty, name) in functions {
            writeln!(text, "extern {ty} __VERIFIER_nondet_{name}(void);").unwrap();
        }
        text += "static int given(int value) {\n  int read = __VERIFIER_nondet_int();\n  if (read != value) {\n    \
                 exit(0);\n  }\n  return read;\n}\n";
        text += &self.nodes(&self.definitions, 0, "");
        text += "int main(void) {\n";
        if matches!(self.pinning, Pinning::Known | Pinning::Opaque) {
            let keys = KEYS.map(|key| format!("{key:#x}u")).join(", ");
            writeln!(text, "  unsigned int key[3] = {{{keys}}};").unwrap();
            writeln!(text, "  for (int i = 0; i < 3; i++) {{\n    key[i] ^= {FLIPPED};\n  }}").unwrap();
        }
        let mut conditions = Vec::new();
        for (number, Input { variable, ty, bits }) in self.inputs.iter().enumerate() {
            let slot = number % KEYS.len();
            let masked = bits ^ u64::from(KEYS[slot] ^ FLIPPED);
            if self.pinning == Pinning::Known {
                writeln!(text, "  {} {variable} = ({})(key[{slot}] ^ 0x{masked:x}ull);", ty.0, ty.0).unwrap();
                continue;
            }
            writeln!(text, "  {} {variable} = __VERIFIER_nondet_{}();", ty.0, ty.1).unwrap();
            match self.pinning {
                Pinning::Early => {
                    writeln!(text, "  if ({variable} != ({})0x{bits:x}ull) return 0;", ty.0).unwrap();
                }
                Pinning::Known | Pinning::Opaque => {
                    writeln!(text, "  if ({variable} != ({})(key[{slot}] ^ 0x{masked:x}ull)) return 0;", ty.0).unwrap();
                }
                Pinning::Late => {
                    writeln!(text, "  {} read{number} = {variable};", ty.0).unwrap();
                    conditions.push(format!("read{number} == ({})0x{bits:x}ull && ", ty.0));
                }
            }
        }
        text += &self.nodes(&self.body, 1, "");
        text += "  unsigned int checksum = 17;\n";
        text += &self.nodes(&self.ending, 1, "");
        let conditions = conditions.concat();
        writeln!(text, "  if ({conditions}checksum {comparison} {value}u) {{\n    reach_error();\n  }}").unwrap();
        text + "  return 0;\n}\n"
    }

    /// How many nodes there are, which are numbered as they are written.
    pub fn len(&self) -> usize {
        fn count(nodes: &[Node]) -> usize {
            nodes.iter().map(|node| 1 + count(&node.children)).sum()
        }
        count(&self.definitions) + count(&self.body) + count(&self.ending)
    }

    /// The program with a node left out, or, if asked, with what stands in the node in its place.
    pub fn without(&self, number: usize, keep_children: bool) -> Program {
        fn drop_from(nodes: &mut Vec<Node>, number: &mut isize, keep_children: bool) {
            for index in 0..nodes.len() {
                if *number == 0 {
                    let node = nodes.remove(index);
                    if keep_children {
                        nodes.splice(index..index, node.children);
                    }
                    *number = -1;
                    return;
                }
                *number -= 1;
                drop_from(&mut nodes[index].children, number, keep_children);
                if *number < 0 {
                    return;
                }
            }
        }
        let (mut smaller, mut number) = (self.clone(), number as isize);
        for nodes in [&mut smaller.definitions, &mut smaller.body, &mut smaller.ending] {
            if number >= 0 {
                drop_from(nodes, &mut number, keep_children);
            }
        }
        smaller
    }
}
