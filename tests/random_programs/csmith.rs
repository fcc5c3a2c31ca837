//! Programs of Csmith, a generator that nobody here wrote. They have no input and defined behaviour, and end in a checksum: the
//! native one must never be said to be impossible, and never to be missed.

use super::compare::{Aim, Asked};
use super::native::{Built, Native};
use super::sanitizers;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What all programs are made with: constructs that are modelled, and as few steps as there can be.
const FLAGS: &str = "--concise --quiet --no-argc --no-volatiles --no-volatile-pointers --no-float --max-array-dim 2 \
                     --max-array-len-per-dim 4 --max-struct-fields 4 --max-union-fields 3 --max-pointer-depth 2";

/// Sizes, which take turns.
const SIZES: [&str; 3] = [
    "--max-funcs 2 --max-block-size 2 --max-block-depth 2 --max-expr-complexity 3",
    "--max-funcs 3 --max-block-size 2 --max-block-depth 3 --max-expr-complexity 4 --no-packed-struct",
    "--max-funcs 4 --max-block-size 3 --max-block-depth 3 --max-expr-complexity 5 --no-bitfields",
];

/// What the programs include.
pub const HEADER: &str = include_str!("csmith.h");

/// A program.
pub struct Program {
    text: String,
}

impl Program {
    /// The program of a seed; an error where Csmith says that there is none.
    pub fn new(seed: u64, folder: &Path) -> Result<Program, String> {
        let size = SIZES[(seed % SIZES.len() as u64) as usize];
        let mut command = Command::new("csmith");
        command.args(["--seed", &seed.to_string()]).args(FLAGS.split_whitespace()).args(size.split_whitespace());
        // It writes a file of its own into the folder where it runs.
        let output = command.current_dir(folder).output().map_err(|error| format!("csmith: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() || !text.contains("platform_main_end") {
            return Err(format!("csmith: {} {}", output.status, String::from_utf8_lossy(&output.stderr)));
        }
        let opaque = seed / 2 % 2 == 0;
        Ok(Program { text: if opaque { hide_values(&text) } else { text } })
    }

    /// What it does natively; an error where that is not defined, or takes too long.
    pub fn native(&self, model: &str, folder: &Path) -> Result<Native, String> {
        fs::write(folder.join("csmith.h"), HEADER).unwrap();
        let text = format!("#define NATIVE\n{}", self.text);
        let plain = Built::compiled(&text, model, "plain", &[], folder)?.run(0)?;
        match Built::compiled(&text, model, "sanitized", &sanitizers::FLAGS, folder) {
            Ok(sanitized) if sanitized.run(0)? != plain => Err("sanitizers see another checksum".to_owned()),
            _ => Ok(plain),
        }
    }

    /// The question about the checksum of a native run.
    pub fn question(&self, asked: &Asked, checksum: u32) -> String {
        let compared = if asked.aim == Aim::Checksum { "==" } else { "!=" };
        format!("#define COMPARED {compared}\n#define VALUE {checksum}u\n{}", self.text)
    }
}

/// Adds nothing to each global number when `main` begins, in a way that compilers do not see through: else they compute most of
/// the program themselves.
fn hide_values(text: &str) -> String {
    let mut hidden = String::new();
    for line in text.lines().filter(|line| line.starts_with("static") && !line.contains("const ")) {
        let Some((declared, _)) = line.split_once(" = ") else { continue };
        let words: Vec<&str> = declared.split_whitespace().collect();
        if let ["static", ty, name] = words[..] {
            if ty.ends_with("_t") && name.starts_with("g_") && !name.contains('[') {
                hidden += &format!("    {name} += ({ty})nothing;\n");
            }
        }
    }
    text.replacen("    platform_main_begin();\n", &format!("    platform_main_begin();\n{hidden}"), 1)
}
