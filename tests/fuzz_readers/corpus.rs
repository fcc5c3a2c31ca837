//! Good files of each kind, and how bitreach is called to read one.

use crate::common;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One of the readers.
pub struct Reader {
    /// What it reads.
    pub name: &'static str,
    /// The name of the file that it reads.
    pub file: &'static str,
    /// The command line.
    pub arguments: Vec<String>,
    /// Good files.
    pub good: Vec<Vec<u8>>,
    /// Other files that are in the folder.
    pub beside: Vec<(String, Vec<u8>)>,
    /// Whether the file is no text.
    pub is_binary: bool,
}

const COUNTER: &str = "dimspec-examples/counter3.dimspec";

/// A small program with most of what modules have: structures, tables, pointers to functions, loops, the heap, 64 and 128 bits.
const PROGRAM: &str = r#"
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void abort(void);
void reach_error(void) { abort(); }
struct node { struct node *next; long long value; unsigned char tag : 3; };
static int twice(int x) { return 2 * x; }
static int (*const table[2])(int) = {twice, 0};
int values[4] = {1, 2, 3, 4};
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 3) return 0;
  struct node *n = malloc(sizeof(struct node));
  if (!n) return 0;
  n->next = 0;
  n->value = values[x];
  for (int i = 0; i < x; i++) n->value += table[0](i);
  switch (n->value) { case 7: reach_error(); break; case 5: x = 1; default: x++; }
#ifdef __SIZEOF_INT128__
  if ((unsigned __int128)n->value * x > 1000) reach_error();
#endif
  free(n);
  return 0;
}
"#;

fn owned(arguments: &[&str]) -> Vec<String> {
    let limits = ["--timeout", "1s", "--memory", "1G"];
    arguments.iter().chain(&limits).map(|&argument| argument.to_owned()).collect()
}

fn read(path: impl AsRef<Path>) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder with an ending, but for large ones.
fn all(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.sort();
    paths.into_iter().map(read).filter(|bytes| bytes.len() < 20_000).collect()
}

/// What clang makes of the program.
fn module(flags: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, output) = (folder.path().join("program.c"), folder.path().join("program"));
    fs::write(&source, PROGRAM).expect("a file");
    let clang = std::env::var("BITREACH_CLANG").unwrap_or_else(|_| "clang-19".to_owned());
    let mut command = Command::new(clang);
    command.args(["-c", "-emit-llvm", "-w", "-o"]).args([&output, &source]).args(flags);
    assert!(command.status().expect("clang starts").success());
    fs::read(output).expect("a module")
}

/// Evidence about problems, as it is written.
fn evidence(arguments: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("evidence");
    let output = common::bitreach(&[arguments, &["--evidence", common::text(&file)]].concat());
    fs::read(file).unwrap_or_else(|error| panic!("{error}: {}", common::stderr(&output)))
}

/// The program without its errors.
fn harmless() -> String {
    PROGRAM.replace("reach_error(); break;", "break;").replace("> 1000) reach_error();", "> 1000) x = 0;")
}

/// The witness of a program, as it is written into a file of a name, which says the format.
fn witness(program: &str, name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, witness) = (folder.path().join("program.c"), folder.path().join(name));
    fs::write(&file, program).expect("a file");
    let arguments = ["check", "-p", "unreach-call", "--witness", common::text(&witness), common::text(&file)];
    let output = common::bitreach(&arguments);
    fs::read(witness).unwrap_or_else(|error| panic!("{error}: {}", common::stderr(&output)))
}

/// Answers about the counter, in the forms that solvers print.
fn answers() -> Vec<Vec<u8>> {
    let trace = String::from_utf8(evidence(&["solve", COUNTER])).expect("it is text");
    let (header, rows) = trace.split_once('\n').expect("a header");
    let solution = header.replace("trace", "solution");
    let lines: String = rows.lines().map(|row| format!("v {row}\n")).collect();
    [format!("talk\n{solution}\n{rows}"), format!("s SATISFIABLE\n{lines}"), trace.clone()]
        .map(String::into_bytes)
        .into()
}

/// The program as a circuit, and a small one.
fn circuits(name: &str) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, file) = (folder.path().join("program.c"), folder.path().join(name));
    fs::write(&source, PROGRAM).expect("a file");
    let arguments =
        ["encode", common::text(&source), "-p", "unreach-call", "-o", common::text(&file), "--simplify", "on"];
    let output = common::bitreach(&arguments);
    let large = fs::read(&file).unwrap_or_else(|error| panic!("{error}: {}", common::stderr(&output)));
    let small: &[u8] = match name {
        "x.aag" => b"aag 5 2 1 0 2 1 1\n2\n4\n6 10 6\n6\n5\n8 7 2\n10 8 3\ni0 enable\nl0 q\nb0 high\nc\nhello\n",
        "x.aig" => b"aig 3 2 0 1 1\n6\n\x01\x03i0 x\nc\nhello\n",
        _ => b"; counts\n1 sort bitvec 8\n2 zero 1\n3 state 1 n\n4 init 1 3 2\n5 inc 1 3\n6 next 1 3 5\n7 constd 1 -6\n8 sort bitvec 1\n\
               9 eq 8 3 7\n10 input 8\n11 constraint 10\n12 bad 9 high ; end\n",
    };
    vec![large, small.to_vec()]
}

/// All readers.
pub fn readers() -> Vec<Reader> {
    let text = |name, file, arguments: &[&str], good| Reader {
        name,
        file,
        arguments: owned(arguments),
        good,
        beside: Vec::new(),
        is_binary: false,
    };
    let beside = |reader: Reader, files: &[(&str, Vec<u8>)]| Reader {
        beside: files.iter().map(|(name, content)| ((*name).to_owned(), content.clone())).collect(),
        ..reader
    };
    let tasks =
        ["sv-benchmarks/loops/parity-even", "sv-benchmarks/memory/heap-leak", "sv-benchmarks/overflow/addition"];
    let definitions = tasks.map(|task| String::from_utf8_lossy(&read(format!("{task}.yml"))).into_owned());
    // All are about one program here, and one property file.
    let definition = |text: String| {
        let line = |line: &str| match line.split_once(':') {
            Some(("input_files", _)) => "input_files: 'program.c'\n".to_owned(),
            Some((key, _)) if key.trim() == "- property_file" => "  - property_file: property.prp\n".to_owned(),
            _ => format!("{line}\n"),
        };
        text.lines().map(line).collect::<String>().into_bytes()
    };
    let definitions = definitions.map(definition).to_vec();
    let property = read("sv-benchmarks/properties/unreach-call.prp");
    let program = ("program.c", PROGRAM.as_bytes().to_vec());
    let counter = ("problem.dimspec", read(COUNTER));
    let members =
        [&b"plain ic3 ctg=0 mic=0\nsecond ic3 core=1\nbounded unroll turn=100\n"[..], b"# mine\nmine ic3 ctg=0\n"];
    let safe = "dimspec-examples/counter8-odd-goal.dimspec";
    vec![
        text("dimspec", "x.dimspec", &["solve", "x.dimspec"], all("dimspec-examples", "dimspec")),
        beside(
            text("task", "x.yml", &["check", "--property", "unreach-call", "x.yml"], definitions),
            &[program.clone(), ("property.prp", property.clone())],
        ),
        beside(
            text(
                "property",
                "x.prp",
                &["check", "--property", "x.prp", "program.c"],
                all("sv-benchmarks/properties", "prp"),
            ),
            &[program],
        ),
        beside(
            text(
                "members",
                "members.txt",
                &["solve", "problem.dimspec", "--members", "members.txt"],
                members.map(<[u8]>::to_vec).to_vec(),
            ),
            std::slice::from_ref(&counter),
        ),
        beside(
            text(
                "evidence",
                "x.evidence",
                &["certify", "problem.dimspec", "x.evidence"],
                vec![evidence(&["solve", COUNTER])],
            ),
            &[counter],
        ),
        beside(
            text(
                "invariant",
                "x.evidence",
                &["certify", "problem.dimspec", "x.evidence"],
                vec![evidence(&["solve", safe])],
            ),
            &[("problem.dimspec", read(safe))],
        ),
        beside(
            text(
                "violation witness",
                "x.yml",
                &["validate", "--witness", "x.yml", "program.c"],
                vec![witness(PROGRAM, "x.yml")],
            ),
            &[("program.c", PROGRAM.as_bytes().to_vec())],
        ),
        beside(
            text(
                "correctness witness",
                "x.yml",
                &["validate", "--witness", "x.yml", "program.c"],
                vec![witness(&harmless(), "x.yml")],
            ),
            &[("program.c", harmless().into_bytes())],
        ),
        beside(
            text(
                "violation witness in GraphML",
                "x.graphml",
                &["validate", "--witness", "x.graphml", "program.c"],
                vec![witness(PROGRAM, "x.graphml")],
            ),
            &[("program.c", PROGRAM.as_bytes().to_vec())],
        ),
        beside(
            text(
                "correctness witness in GraphML",
                "x.graphml",
                &["validate", "--witness", "x.graphml", "program.c"],
                vec![witness(&harmless(), "x.graphml")],
            ),
            &[("program.c", harmless().into_bytes())],
        ),
        beside(
            text("answer of another solver", "x.answer", &["certify", "problem.dimspec", "x.answer"], answers()),
            &[("problem.dimspec", read(COUNTER))],
        ),
        text("aiger as text", "x.aag", &["solve", "x.aag"], circuits("x.aag")),
        Reader { is_binary: true, ..text("aiger in binary", "x.aig", &["solve", "x.aig"], circuits("x.aig")) },
        text("btor2", "x.btor2", &["solve", "x.btor2"], circuits("x.btor2")),
        text("module as text", "x.ll", &["check", "x.ll"], vec![module(&["-S", "-O1"]), module(&["-S", "-g", "-m32"])]),
        Reader {
            is_binary: true,
            ..text("module as bitcode", "x.bc", &["check", "x.bc"], vec![module(&["-O1"]), module(&["-g", "-m32"])])
        },
    ]
}
