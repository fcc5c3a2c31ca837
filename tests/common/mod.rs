//! What the end-to-end tests share: running the binary.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `bitreach` from the repository's folder, without standard input.
#[allow(dead_code)] // Not every test binary that shares this module runs it so.
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
#[allow(dead_code)] // Not every test binary that shares this module reads it.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The last line on standard output.
#[allow(dead_code)] // Not every test binary that shares this module reads it.
pub fn verdict(output: &Output) -> String {
    stdout(output).lines().last().unwrap_or("").to_owned()
}

/// A path as an argument.
#[allow(dead_code)] // Not every test binary that shares this module reads it.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("test paths are UTF-8")
}
