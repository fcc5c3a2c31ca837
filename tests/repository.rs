//! What holds of the repository's own files: each file of tests and benches has a row in the index (tests/README.md), each module
//! has one in the table of its folder, each of clang's flags has its reason in docs/architecture.md, and each dependency that a manifest
//! names is used. (`cargo machete` says the latter too, but has to be compiled first.)

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files below a folder, or this file; none where there is no such thing.
fn rust_files(path: &Path) -> Vec<PathBuf> {
    if path.extension().is_some_and(|extension| extension == "rs") && path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.flat_map(|entry| rust_files(&entry.path())).collect()
}

/// The folders of `solvers/`.
fn solvers() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("solvers")).expect("solvers/ is there");
    entries.flatten().map(|entry| entry.path()).collect()
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).expect("it is in the repository").to_string_lossy().into_owned()
}

/// What the index has to name: files of tests and benches, crates, and modules of the root crate that have unit tests.
fn files_of_tests() -> BTreeSet<String> {
    let tested = |path: &PathBuf| {
        rust_files(path).iter().any(|file| fs::read_to_string(file).expect("it can be read").contains("#[test]"))
    };
    let modules = fs::read_dir(root().join("src")).expect("src/ is there").flatten().map(|entry| entry.path());
    let mut all: Vec<PathBuf> = modules.chain(solvers()).filter(tested).collect();
    let folders = solvers().into_iter().map(|solver| solver.join("tests"));
    folders.chain([root().join("tests"), root().join("benches")]).for_each(|folder| all.extend(rust_files(&folder)));
    all.iter().map(|path| relative(path)).collect()
}

/// What the rows of an index name, in its order: what stands between the first backquotes of a line that begins with them.
fn rows(index: &str) -> Vec<String> {
    index.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned())).collect()
}

/// What is wrong with an index.
fn faults(index: &str, files: &BTreeSet<String>) -> Vec<String> {
    let rows = rows(index);
    let named: BTreeSet<String> = rows.iter().cloned().collect();
    let missing = files.difference(&named).map(|file| format!("{file} has no row in tests/README.md"));
    let gone = named.difference(files).map(|row| format!("tests/README.md names {row}, which is no file of tests"));
    let twice = (rows.len() > named.len()).then(|| "tests/README.md has two rows for one file".to_owned());
    missing.chain(gone).chain(twice).collect()
}

#[test]
fn the_index_of_tests_is_complete() {
    let index = fs::read_to_string(root().join("tests/README.md")).expect("the index is there");
    let mut files = files_of_tests();
    assert_eq!(faults(&index, &files), [""; 0]);
    assert!(files.remove("tests/verdicts.rs") && files.insert("tests/new.rs".to_owned()));
    assert_eq!(faults(&index, &files).len(), 2);
    assert_eq!(faults(&format!("{index}| `tests/whole.rs` | again |\n"), &files).len(), 3);
}

/// What stands between backquotes, without links' disambiguators.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).map(|name| name.trim_start_matches("mod@"))
}

/// The modules of a file that the table at its top leaves out; `None` if it has no table.
fn left_out(text: &str) -> Option<Vec<String>> {
    text.lines().find(|line| line.starts_with("//! | module |"))?;
    let rows = text.lines().filter(|line| line.starts_with("//! | [`") || line.starts_with("//! | `"));
    let named: BTreeSet<&str> = rows.flat_map(quoted).collect();
    let mut modules = Vec::new();
    let mut is_for_tests = false;
    for line in text.lines() {
        let declared =
            line.trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ").trim_start_matches("pub ");
        if let Some(name) = declared.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) {
            modules.extend(Some(name.to_owned()).filter(|name| !is_for_tests && !named.contains(name.as_str())));
        }
        is_for_tests = line == "#[cfg(test)]";
    }
    Some(modules)
}

#[test]
fn the_tables_of_modules_are_complete() {
    let mut files = rust_files(&root().join("src"));
    solvers().iter().for_each(|solver| files.extend(rust_files(&solver.join("src"))));
    let mut tables = 0;
    for file in files {
        let missing = left_out(&fs::read_to_string(&file).expect("it can be read"));
        tables += usize::from(missing.is_some());
        assert_eq!(missing.unwrap_or_default(), [""; 0], "{} has no row for them", relative(&file));
    }
    assert!(tables > 25, "{tables}");
    let text = "//! | module | what |\n//! | [`one`], `two` | … |\nmod one;\npub mod three;\npub mod two;\n#[cfg(test)]\nmod tests;\n";
    assert_eq!(left_out(text), Some(vec!["three".to_owned()]));
}

#[test]
fn each_flag_of_clangs_has_its_reason() {
    let clang = fs::read_to_string(root().join("src/source/clang.rs")).expect("it is there");
    let reasons = fs::read_to_string(root().join("docs/architecture.md")).expect("it is there");
    let reasons: BTreeSet<&str> = reasons.lines().filter(|line| line.starts_with("| `-")).flat_map(quoted).collect();
    let reasons: BTreeSet<&str> = reasons.iter().flat_map(|flags| flags.split([' ', ','])).collect();
    let quotes = clang.split('"').skip(1).step_by(2);
    let flags: BTreeSet<&str> = quotes
        .flat_map(|quote| quote.split(','))
        .filter(|flag| flag.starts_with("-f") || flag.starts_with("-W"))
        .collect();
    let missing: Vec<&&str> = flags.iter().filter(|flag| !reasons.contains(**flag)).collect();
    assert!(missing.is_empty() && flags.len() > 15, "docs/architecture.md says nothing of {missing:?}");
}

/// A dependency of a package: its name in code, and where it has to be used.
struct Dependency {
    name: String,
    places: Vec<PathBuf>,
}

/// The dependencies of all packages of the workspace.
fn dependencies() -> Vec<Dependency> {
    let arguments = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().expect("cargo starts");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let mut all = Vec::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let folder = Path::new(package["manifest_path"].as_str().expect("a path")).parent().expect("a folder");
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let places: &[&str] = match dependency["kind"].as_str() {
                Some("dev") => &["src", "tests", "benches", "examples"],
                Some(_) => &["build.rs"],
                None => &["src"],
            };
            let name = dependency["rename"].as_str().or(dependency["name"].as_str()).expect("a name").replace('-', "_");
            all.push(Dependency { name, places: places.iter().map(|place| folder.join(place)).collect() });
        }
    }
    all
}

/// Whether Rust code names a crate in a path or imports it.
fn uses(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + name.len()..];
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_') && (after.starts_with("::") || after.starts_with(';'))
    })
}

#[test]
fn every_dependency_is_used() {
    let all = dependencies();
    assert!(all.len() > 30, "{} dependencies", all.len());
    let is_used = |dependency: &Dependency| {
        let files = dependency.places.iter().flat_map(|place| rust_files(place));
        files.map(|file| fs::read_to_string(file).expect("it can be read")).any(|code| uses(&code, &dependency.name))
    };
    let unused: Vec<String> = all
        .iter()
        .filter(|dependency| !is_used(dependency))
        .map(|Dependency { name, places }| format!("`{name}` is not used in {}", relative(&places[0])))
        .collect();
    assert_eq!(unused, [""; 0]);
    assert!(uses("use a_b::c;", "a_b") && uses("extern crate a_b;", "a_b"));
    assert!(!uses("use xa_b::c; let a_b_c = a_b + 1;", "a_b"));
}
