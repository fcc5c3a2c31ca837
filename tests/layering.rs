//! Who may use whom. The rule stands in [`MODULES`] and [`CRATES`]; docs/architecture.md says why it is this way.
//!
//! The test reads manifests and source files as text: comments, strings and test code do not count. It is no Rust
//! parser, so each kind of violation is also planted once, to see that it would be found.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// One module of the root crate or one crate of `solvers/`: its name and what it may use.
type Row = (&'static str, &'static [&'static str]);

/// The crates of `solvers/`, each using only crates that stand above it.
const CRATES: &[Row] = &[
    ("bitreach_limits", &[]),
    ("bitreach_formula", &[]),
    ("bitreach_dimspec", &["bitreach_formula"]),
    ("bitreach_sat", &[LIMITS, "bitreach_formula"]),
    ("bitreach_engine", &[LIMITS, "bitreach_formula", "bitreach_dimspec", "bitreach_sat"]),
    ("bitreach_unroll", &[LIMITS, "bitreach_formula", "bitreach_dimspec", "bitreach_sat", "bitreach_engine"]),
    ("bitreach_ic3", &[LIMITS, "bitreach_formula", "bitreach_dimspec", "bitreach_sat", "bitreach_engine"]),
    ("bitreach_portfolio", &[LIMITS, "bitreach_formula", "bitreach_dimspec", "bitreach_sat", "bitreach_engine"]),
];

/// The modules of the root crate, each using only modules that stand above it, and the foreign crates that only some
/// may name. Only `solve` names engines and SAT solvers; only `llvm` and `read` name LLVM; `report` uses nothing, and only those
/// below it use it. [`LIMITS`] is for those who run what may have to end early.
const MODULES: &[Row] = &[
    ("abandonable", &[LIMITS]),
    ("bv", &[]),
    ("program", &["bv"]),
    ("source", &["program", LIMITS]),
    ("llvm", &["program", "source", "llvm_sys"]),
    ("prepare", &["bv", "program", "source", "llvm"]),
    ("read", &["bv", "program", "source", "llvm", "prepare", "llvm_ir"]),
    ("frontend", &["abandonable", "bv", "program", "source", "prepare", "read", LIMITS]),
    ("external", &["source", LIMITS, "bitreach_formula", "bitreach_dimspec", "bitreach_engine"]),
    ("native", &["bv", "program", "source", "prepare", "frontend", LIMITS]),
    ("concrete", &["bv", "program", "source", "native", LIMITS]),
    ("boxes", &["bv", "program", LIMITS]),
    ("ts", &["bv", "program"]),
    ("blast", &["bv", LIMITS, "bitreach_formula"]),
    ("circuit", &["blast", "bitreach_formula", "bitreach_dimspec", "bitreach_engine"]),
    (
        "dimspec",
        &["bv", "program", "ts", "blast", "circuit", LIMITS, "bitreach_formula", "bitreach_dimspec", "bitreach_engine"],
    ),
    ("verdict", &["bv", "program", "ts", "dimspec", "bitreach_engine"]),
    ("refinement", &["bv", "program", "ts", "verdict", LIMITS]),
    (
        "simplify",
        &[
            "bv",
            "ts",
            "blast",
            "dimspec",
            LIMITS,
            "bitreach_formula",
            "bitreach_dimspec",
            "bitreach_engine",
            "bitreach_sat",
        ],
    ),
    (
        "solve",
        &[
            LIMITS,
            "bitreach_formula",
            "bitreach_dimspec",
            "bitreach_sat",
            "bitreach_engine",
            "bitreach_unroll",
            "bitreach_ic3",
            "bitreach_portfolio",
        ],
    ),
    ("source_text", &["program"]),
    ("harness", &["source", "source_text", LIMITS]),
    (
        "inconsistency",
        &[
            "bv",
            "program",
            "prepare",
            "read",
            "source_text",
            "ts",
            "blast",
            "dimspec",
            "verdict",
            "solve",
            "bitreach_formula",
            "bitreach_engine",
        ],
    ),
    (
        "witness",
        &[
            "bv",
            "program",
            "source",
            "source_text",
            "ts",
            "blast",
            "dimspec",
            "verdict",
            "solve",
            "bitreach_formula",
            "bitreach_dimspec",
        ],
    ),
    ("report", &[]),
    ("bench", &["source", "report", "bitreach_formula"]),
    (
        "pipeline",
        &[
            "abandonable",
            "bv",
            "program",
            "source",
            "prepare",
            "read",
            "frontend",
            "external",
            "native",
            "concrete",
            "boxes",
            "ts",
            "circuit",
            "blast",
            "dimspec",
            "verdict",
            "refinement",
            "simplify",
            "solve",
            "source_text",
            "harness",
            "inconsistency",
            "witness",
            "report",
            "bench",
            LIMITS,
            "bitreach_formula",
            "bitreach_dimspec",
            "bitreach_engine",
        ],
    ),
    (
        "cli",
        &[
            "abandonable",
            "boxes",
            "external",
            "circuit",
            "source",
            "read",
            "frontend",
            "ts",
            "dimspec",
            "verdict",
            "solve",
            "harness",
            "witness",
            "report",
            "bench",
            "pipeline",
            "clap",
            LIMITS,
            "bitreach_formula",
            "bitreach_dimspec",
            "bitreach_engine",
        ],
    ),
];

/// Stop flags and limits.
const LIMITS: &str = "bitreach_limits";

/// Where unsafe code may stand.
const UNSAFE: &[&str] = &["src/llvm/ir/", "src/cli/exit.rs", "src/cli/out_of_memory.rs", "solvers/sat/src/ipasir.rs"];

/// Macros that no finished code contains.
const UNFINISHED: &[&str] = &["todo!", "unimplemented!", "dbg!"];

/// What engines never do: print, read the command line or the environment.
const SILENT: &[&str] =
    &["println!", "eprintln!", "print!", "eprint!", "stdout", "stderr", "clap", "env::args", "env::var"];

/// A source file without comments, strings and test code.
struct Source {
    /// Its path from the repository's folder.
    path: String,
    code: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), code: without_tests(&without_comments_and_strings(text)) }
    }

    /// The names of the module path below `src/`: `src/ts/run.rs` is `ts`, `run`, and `src/ts/mod.rs` is `ts`.
    fn module(&self) -> Vec<&str> {
        let below = self.path.split_once("src/").map_or("", |(_, below)| below).trim_end_matches(".rs");
        below.split('/').filter(|name| !["mod", "lib", "main"].contains(name)).collect()
    }

    /// Everything that the file names with a path: modules of its own crate, and other crates.
    fn uses(&self) -> BTreeSet<String> {
        let mut used = BTreeSet::new();
        let code = &self.code;
        for (at, _) in code.match_indices("crate::") {
            if !ends_in_word(&code[..at]) && !code[..at].ends_with('$') {
                used.extend(heads(&code[at + "crate::".len()..]));
            }
        }
        let above = "super::".repeat(self.module().len());
        for (at, _) in code.match_indices(&above) {
            if !above.is_empty() {
                used.extend(heads(&code[at + above.len()..]));
            }
        }
        for name in CRATES.iter().map(|(name, _)| *name).chain(["llvm_ir", "llvm_sys", "clap"]) {
            if words(code).any(|word| word == name) {
                used.insert(name.to_owned());
            }
        }
        used
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn ends_in_word(text: &str) -> bool {
    text.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The first names of a path that may be a group: `a::b` gives `a`, `{a::b, c::{d, e}}` gives `a` and `c`.
fn heads(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else {
        return words(path).next().map(str::to_owned).into_iter().collect();
    };
    let (mut depth, mut heads, mut start) = (1, Vec::new(), true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => start = true,
            c if start && c.is_alphabetic() => {
                heads.extend(words(&group[at..]).next().map(str::to_owned));
                start = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    heads
}

/// The text with comments and the contents of literals blanked; lines stay where they are.
fn without_comments_and_strings(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let (mut code, mut at) = (String::with_capacity(text.len()), 0);
    while at < chars.len() {
        let end = match (chars[at], chars.get(at + 1)) {
            ('/', Some('/')) => find(&chars, at, &['\n']),
            ('/', Some('*')) => block_comment(&chars, at),
            ('r', Some('"' | '#')) if !code.ends_with(|c: char| c.is_alphanumeric() && c != 'b') => {
                raw_string(&chars, at)
            }
            ('"', _) => string(&chars, at),
            ('\'', Some('\\')) => find(&chars, at + 3, &['\'']) + 1,
            ('\'', Some(_)) if chars.get(at + 2) == Some(&'\'') => at + 3,
            _ => at,
        };
        if end == at {
            code.push(chars[at]);
            at += 1;
        }
        while at < end.min(chars.len()) {
            code.push(if chars[at] == '\n' { '\n' } else { ' ' });
            at += 1;
        }
    }
    code
}

/// Where one of the characters next stands.
fn find(chars: &[char], from: usize, wanted: &[char]) -> usize {
    (from..chars.len()).find(|&at| wanted.contains(&chars[at])).unwrap_or(chars.len())
}

/// The end of a block comment; these nest.
fn block_comment(chars: &[char], start: usize) -> usize {
    let (mut depth, mut at) = (0, start);
    while at + 1 < chars.len() {
        match (chars[at], chars[at + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

/// The end of a string literal that begins with its quote.
fn string(chars: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The end of a raw string that begins with its `r`, or `start` if it is none (`r#type`).
fn raw_string(chars: &[char], start: usize) -> usize {
    let hashes = chars[start + 1..].iter().take_while(|&&c| c == '#').count();
    let mut at = start + 1 + hashes;
    if chars.get(at) != Some(&'"') {
        return start;
    }
    loop {
        at = find(chars, at + 1, &['"']);
        if at >= chars.len() || chars[at + 1..].iter().take(hashes).filter(|&&c| c == '#').count() == hashes {
            return at + 1 + hashes;
        }
    }
}

/// The code without items that are compiled for tests only.
fn without_tests(code: &str) -> String {
    let mut rest = code;
    let mut kept = String::new();
    while let Some((before, item)) = rest.split_once("#[cfg(test)]") {
        kept.push_str(before);
        rest = &item[item_end(item)..];
    }
    kept + rest
}

/// Where an item ends: at its semicolon, or at the brace that closes its first one.
fn item_end(item: &str) -> usize {
    let mut depth = 0;
    for (at, c) in item.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && (c == ';' || c == '}') {
            return at + 1;
        }
    }
    item.len()
}

/// The Rust files below a folder, those that are compiled for tests only left out.
fn sources(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join(folder), &mut files);
    let texts: Vec<(PathBuf, String)> = files.into_iter().map(|path| (path.clone(), read(&path))).collect();
    let tests: Vec<PathBuf> = texts.iter().flat_map(|(path, text)| test_files(path, text)).collect();
    let kept = texts.iter().filter(|(path, _)| !tests.iter().any(|test| path.with_extension("").starts_with(test)));
    kept.map(|(path, text)| Source::new(&path.strip_prefix(root).unwrap_or(path).to_string_lossy(), text)).collect()
}

/// The modules that a file declares by `#[cfg(test)] mod name;`, as paths without extension.
fn test_files(path: &Path, text: &str) -> Vec<PathBuf> {
    let is_folder = path.file_stem().is_some_and(|stem| ["mod", "lib", "main"].iter().any(|name| stem == *name));
    let folder = if is_folder { path.with_file_name("") } else { path.with_extension("") };
    let code = without_comments_and_strings(text);
    let items = code.split("#[cfg(test)]").skip(1).map(|item| &item[..item_end(item)]);
    let declared = items.filter_map(|item| item.split_once("mod ")?.1.strip_suffix(';'));
    declared.map(|name| folder.join(name.trim())).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The workspace crates that a manifest names under `[dependencies]`, in the form they have in code.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().map(str::trim).skip_while(|line| *line != "[dependencies]").skip(1);
    let section = lines.take_while(|line| !line.starts_with('['));
    let names = section.filter_map(|line| line.split(['.', '=', ' ']).next().filter(|name| !name.starts_with('#')));
    names.filter(|name| !name.is_empty()).map(|name| name.replace('-', "_")).collect()
}

fn allowed(table: &[Row], name: &str) -> Option<&'static [&'static str]> {
    table.iter().find(|(row, _)| *row == name).map(|(_, allowed)| *allowed)
}

/// What a file of the root crate uses without being allowed to.
fn module_violations(source: &Source) -> Vec<String> {
    let Some(module) = source.module().first().copied().map(str::to_owned) else { return Vec::new() };
    let Some(allowed) = allowed(MODULES, &module) else {
        return vec![format!("{}: the module `{module}` has no row in the table", source.path)];
    };
    let known = |name: &String| {
        MODULES.iter().chain(CRATES).any(|(row, _)| row == name)
            || ["llvm_ir", "llvm_sys", "clap"].contains(&name.as_str())
    };
    let used = source.uses().into_iter().filter(|name| known(name) && *name != module);
    let mut found: Vec<String> = used
        .filter(|name| !allowed.contains(&name.as_str()))
        .map(|name| format!("{}: `{module}` must not use `{name}`", source.path))
        .collect();
    if source.uses().contains("llvm_sys") && !source.path.starts_with("src/llvm/ir/") {
        found.push(format!("{}: `llvm_sys` belongs to src/llvm/ir/", source.path));
    }
    found
}

/// What a file of a crate in `solvers/` uses without being allowed to.
fn crate_violations(own: &str, source: &Source) -> Vec<String> {
    let allowed = allowed(CRATES, own).unwrap_or_default();
    let foreign = |name: &String| name != own && CRATES.iter().any(|(row, _)| row == name);
    let used = source.uses().into_iter().filter(foreign).filter(|name| !allowed.contains(&name.as_str()));
    let mut found: Vec<String> = used.map(|name| format!("{}: `{own}` must not use `{name}`", source.path)).collect();
    let spoken = SILENT.iter().chain(&["bitreach::"]).filter(|word| contains(&source.code, word));
    found.extend(spoken.map(|word| format!("{}: solvers must not say `{word}`", source.path)));
    found
}

/// Whether the code contains the word, not as the end of a longer one.
fn contains(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| !ends_in_word(&code[..at]))
}

/// Unfinished code, and unsafe code where none belongs.
fn general_violations(source: &Source) -> Vec<String> {
    let unfinished = UNFINISHED.iter().filter(|word| contains(&source.code, word));
    let mut found: Vec<String> = unfinished.map(|word| format!("{}: contains {word}", source.path)).collect();
    if words(&source.code).any(|word| word == "unsafe") && !UNSAFE.iter().any(|place| source.path.starts_with(place)) {
        found.push(format!("{}: unsafe code belongs to {}", source.path, UNSAFE.join(", ")));
    }
    found
}

fn assert_none(violations: Vec<String>) {
    assert!(violations.is_empty(), "\n{}", violations.join("\n"));
}

#[test]
fn arrows_never_point_back() {
    for table in [CRATES, MODULES] {
        for (at, (name, used)) in table.iter().enumerate() {
            let below: Vec<&str> = table[at..].iter().map(|(row, _)| *row).filter(|row| used.contains(row)).collect();
            assert!(below.is_empty(), "`{name}` uses {below:?}, which do not stand above it");
        }
    }
}

#[test]
fn modules_use_what_they_may() {
    let sources = sources("src");
    assert!(sources.len() > MODULES.len(), "the source files are not found");
    assert_none(sources.iter().flat_map(module_violations).collect());
}

#[test]
fn the_binary_only_calls_the_command_line() {
    let main = Source::new("src/main.rs", &read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/main.rs")));
    let called: Vec<String> =
        main.code.match_indices("bitreach::").flat_map(|(at, _)| heads(&main.code[at + 10..])).collect();
    assert!(!called.is_empty() && called.iter().all(|name| name == "cli"), "main uses {called:?}");
}

#[test]
fn solvers_use_what_they_may_and_are_silent() {
    for (name, used) in CRATES {
        let folder = format!("solvers/{}", name.trim_start_matches("bitreach_"));
        let manifest = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder).join("Cargo.toml"));
        for dependency in dependencies(&manifest) {
            let forbidden = dependency == "clap" || dependency.starts_with("bitreach") && !used.contains(&&*dependency);
            assert!(!forbidden, "{folder}/Cargo.toml: `{name}` must not depend on `{dependency}`");
        }
        let sources = sources(&format!("{folder}/src"));
        assert!(!sources.is_empty(), "{folder}: the source files are not found");
        assert_none(sources.iter().flat_map(|source| crate_violations(name, source)).collect());
    }
}

#[test]
fn every_crate_of_the_workspace_has_a_row() {
    let solvers = Path::new(env!("CARGO_MANIFEST_DIR")).join("solvers");
    for entry in fs::read_dir(&solvers).expect("solvers/ is there").flatten() {
        let name = format!("bitreach_{}", entry.file_name().to_string_lossy());
        assert!(CRATES.iter().any(|(row, _)| *row == name), "{name} has no row in the table");
    }
}

#[test]
fn code_is_finished_and_unsafe_only_where_it_belongs() {
    let all = ["src", "solvers", "tests", "benches"].into_iter().flat_map(sources);
    assert_none(all.flat_map(|source| general_violations(&source)).collect());
}

#[test]
fn planted_violations_are_found() {
    let module = |path: &str, text: &str| module_violations(&Source::new(path, text));
    assert_eq!(module("src/bv/x.rs", "use crate::ts::TransitionSystem;"), ["src/bv/x.rs: `bv` must not use `ts`"]);
    for (path, text) in [
        ("src/ts/mod.rs", "use crate::{bv::{Term, Op}, dimspec::emit};"),
        ("src/ts/mod.rs", "fn f() { super::report::text() }"),
        ("src/ts/run.rs", "use super::super::frontend;"),
        ("src/pipeline/mod.rs", "use bitreach_ic3::Ic3;"),
        ("src/program/cfg.rs", "fn f(x: llvm_ir::Module) {}"),
        ("src/llvm/known.rs", "use llvm_sys::core::LLVMDisposeModule;"),
        ("src/blast/aig.rs", "let quote = '\"'; use clap::Parser; let other = '\"';"),
        ("src/cli/mod.rs", "use bitreach_sat::CadicalFactory;"),
        ("src/ts/run.rs", "use bitreach_limits::StopFlag;"),
        ("src/extra.rs", "fn f() {}"),
        ("src/report/mod.rs", "#[cfg(test)]\nmod tests { use crate::bv; }\nuse crate::bv::BitVec;"),
    ] {
        assert_eq!(module(path, text).len(), 1, "{path}: {text}: {:?}", module(path, text));
    }
    for (path, text) in [
        ("src/bv/x.rs", "// use crate::ts;\n/* crate::ts /* crate::ts */ crate::ts */ fn f() {}"),
        ("src/bv/x.rs", "let x = \"crate::ts \\\" crate::ts\"; let y = r#\"crate::ts \" crate::ts\"#;"),
        ("src/bv/x.rs", "#[cfg(test)]\nmod tests { fn f() { crate::ts::f() } }"),
        ("src/cli/mod.rs", "use bitreach_limits::StopFlag;"),
        ("src/ts/run.rs", "use super::{encoding, system}; use crate::program::Program;"),
    ] {
        assert_none(module(path, text));
    }
}

#[test]
fn planted_violations_in_solvers_are_found() {
    let path = "solvers/engine/src/x.rs";
    for text in [
        "use bitreach_ic3::Ic3;",
        "fn f() { eprintln!(\"x\") }",
        "use std::io::stdout;",
        "use clap::Parser;",
        "use bitreach::bv;",
        "let seed = std::env::var(\"SEED\");",
    ] {
        assert_eq!(crate_violations("bitreach_engine", &Source::new(path, text)).len(), 1, "{text}");
    }
    assert_none(crate_violations("bitreach_engine", &Source::new(path, "use bitreach_dimspec::DimSpec; // println!")));
    for text in ["fn f() { todo!() }", "dbg!(x);", "unimplemented!()", "fn f() { unsafe { g() } }"] {
        assert_eq!(general_violations(&Source::new(path, text)).len(), 1, "{text}");
    }
    assert_none(general_violations(&Source::new("src/llvm/ir/x.rs", "unsafe { g() }")));
    let manifest = "[package]\nname = \"x\"\n\n[dependencies]\nbitreach-ic3.workspace = true\nclap = \"4\"\n\n[dev-dependencies]\nproptest = \"1\"\n";
    assert_eq!(dependencies(manifest), ["bitreach_ic3", "clap"]);
}
