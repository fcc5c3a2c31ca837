//! What the end-to-end tests share: running the binary, and reports that are kept.

pub mod sarif;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs `bitreach` from the repository's folder, without standard input.
pub fn bitreach(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bitreach"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts")
}

/// Standard output as text.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The last line on standard output.
pub fn verdict(output: &Output) -> String {
    stdout(output).lines().last().unwrap_or("").to_owned()
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("test paths are UTF-8")
}

/// The C programs in a folder of the repository, by name.
pub fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

/// Compares a report with the one that is kept in a file. With `BITREACH_GOLDEN=write` the file is written anew.
pub fn assert_kept(file: &Path, found: &str) {
    if std::env::var_os("BITREACH_GOLDEN").is_some_and(|value| value == "write") {
        fs::write(file, found).expect("the file can be written");
    }
    let kept = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert_eq!(found, kept, "{}", file.display());
}

/// What `bitreach inconsistent` reports, without the last line, which holds seconds, and the exit code. There are no messages.
pub fn inconsistent(arguments: &[&str]) -> (String, Option<i32>) {
    let output = bitreach(&[&["inconsistent"], arguments].concat());
    assert_eq!(stderr(&output), "", "{arguments:?}");
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    (lines[..lines.len().saturating_sub(1)].iter().map(|line| format!("{line}\n")).collect(), output.status.code())
}

/// The findings of `bitreach inconsistent`, as in the JSON report.
pub fn findings(arguments: &[&str]) -> Vec<serde_json::Value> {
    let output = bitreach(&[&["inconsistent", "--json", "-"], arguments].concat());
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    json["findings"].as_array().cloned().unwrap_or_default()
}
