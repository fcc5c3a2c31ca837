//! A random program as a tree of text, which can be written in several ways and made smaller.
//!
//! Every global name ends in `@`, which is replaced when the program is written: by nothing, or by a number, so that many
//! programs can stand in one native file. What stands in `«…»` is written for the native twin only, which keeps books about
//! what happens (`twin.c`), and what stands in `‹…›` for all but the twin.

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

/// What a program is made to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A bit of everything, defined by construction.
    Mixed,
    /// Pointers to objects with automatic storage, which may be gone when they are used.
    Lives,
    /// Initialisers with sums, products and shifts, which may have no value.
    Initialisers,
}

impl Kind {
    /// All kinds, by the turns that seeds give them.
    pub const TURNS: [Kind; 4] = [Kind::Mixed, Kind::Lives, Kind::Initialisers, Kind::Lives];

    /// How long a question may take, in seconds of processor time: what is small is decided soon or not.
    pub fn seconds(self) -> u64 {
        match self {
            Kind::Mixed => 10,
            Kind::Lives | Kind::Initialisers => 3,
        }
    }
}

/// A program whose outcome is one number, the checksum, or what is wrong with it.
#[derive(Clone)]
pub struct Program {
    pub kind: Kind,
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

/// How a program is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dress {
    /// As it is asked about.
    Plain,
    /// With books about what happens.
    Twin,
}

/// Writes marked text for a dress, with a number for `@`.
fn dressed(text: &str, dress: Dress, suffix: &str) -> String {
    let (mut out, mut written) = (String::new(), true);
    for letter in text.chars() {
        match letter {
            '«' => written = dress == Dress::Twin,
            '‹' => written = dress == Dress::Plain,
            '»' | '›' => written = true,
            '@' if written => out += suffix,
            _ if written => out.push(letter),
            _ => {}
        }
    }
    out
}

/// The beginning of every native file.
pub fn native_head(dress: Dress) -> String {
    let books = if dress == Dress::Twin { include_str!("twin.c") } else { "" };
    format!("{LIBRARY}extern int printf(const char *, ...);\nstatic void reach_error(void) {{ abort(); }}\n{books}")
}

impl Program {
    fn nodes(&self, nodes: &[Node], indent: usize, dress: Dress, suffix: &str) -> String {
        let mut text = String::new();
        nodes.iter().for_each(|node| node.write(indent, &mut text));
        dressed(&text, dress, suffix)
    }

    /// A function that gives the checksum, for a native run with the chosen inputs.
    pub fn native(&self, index: usize, dress: Dress) -> String {
        let suffix = format!("_{index}");
        let mut text = format!("static int given{suffix}(int value) {{\n  return value;\n}}\n");
        text += &self.nodes(&self.definitions, 0, dress, &suffix);
        writeln!(text, "static unsigned int run{suffix}(void) {{").unwrap();
        for Input { variable, ty, bits } in &self.inputs {
            writeln!(text, "  {} {variable} = ({})0x{bits:x}ull;", ty.0, ty.0).unwrap();
        }
        let (body, ending) = (self.nodes(&self.body, 1, dress, &suffix), self.nodes(&self.ending, 1, dress, &suffix));
        text + &body + "  unsigned int checksum = 17;\n" + &ending + "  return checksum;\n}\n"
    }

    /// A whole program. With a comparison, its error is that the inputs are as chosen and the checksum compares so.
    pub fn question(&self, comparison: Option<(&str, u32)>) -> String {
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
        text += &self.nodes(&self.definitions, 0, Dress::Plain, "");
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
        text += &self.nodes(&self.body, 1, Dress::Plain, "");
        text += "  unsigned int checksum = 17;\n";
        text += &self.nodes(&self.ending, 1, Dress::Plain, "");
        if let Some((comparison, value)) = comparison {
            let conditions = conditions.concat();
            writeln!(text, "  if ({conditions}checksum {comparison} {value}u) {{\n    reach_error();\n  }}").unwrap();
        }
        text + "  return 0;\n}\n"
    }

    /// How many nodes there are, which are numbered as they are written.
    pub fn len(&self) -> usize {
        fn count(nodes: &[Node]) -> usize {
            nodes.iter().map(|node| 1 + count(&node.children)).sum()
        }
        count(&self.definitions) + count(&self.body) + count(&self.ending)
    }

    /// How long its text is.
    pub fn size(&self) -> usize {
        self.question(None).len()
    }

    /// The program with a node left out, or, if asked, with what stands in the node in its place. Braces that the twin keeps
    /// books about stay, and so do lines that say nothing to anybody else: without them the books are wrong.
    pub fn without(&self, number: usize, keep_children: bool) -> Program {
        fn drop_from(nodes: &mut Vec<Node>, number: &mut isize, keep_children: bool) {
            for index in 0..nodes.len() {
                if *number == 0 {
                    let only_books = nodes[index].children.is_empty()
                        && dressed(&nodes[index].open, Dress::Plain, "").trim().is_empty();
                    if only_books || (keep_children && nodes[index].open.starts_with("{«")) {
                        return *number = -1;
                    }
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
