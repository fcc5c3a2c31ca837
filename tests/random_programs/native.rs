//! What programs do natively: their twins say what comes of them, compiled by clang without optimisation.

use super::program::{native_head, Dress, Kind, Program};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Native {
    /// Its end, with this checksum.
    Ended(u32),
    /// Something that one of the properties forbids: which kind of thing, in a word.
    Violated(String),
    /// What C does not say, or too much.
    Open,
}

/// Programs in one executable.
pub struct Built(PathBuf);

impl Built {
    /// Compiles programs to an executable of this name, with flags of its own.
    pub fn new(
        programs: &[&Program],
        dress: Dress,
        model: &str,
        name: &str,
        flags: &[&str],
        folder: &Path,
    ) -> Result<Built, String> {
        let mut text = native_head(dress);
        for (index, program) in programs.iter().enumerate() {
            text += &program.native(index, dress);
        }
        text += "static unsigned int (*const all_runs[])(void) = {";
        (0..programs.len()).for_each(|index| write!(text, "run_{index}, ").unwrap());
        text += "};\nextern int atoi(const char *);\nint main(int count, char **arguments) {\n  \
                 printf(\"%u\\n\", all_runs[atoi(arguments[1])]());\n  return 0;\n}\n";
        Built::compiled(&text, model, name, flags, folder)
    }

    /// Compiles a text, which says what it does as the twins do.
    pub fn compiled(text: &str, model: &str, name: &str, flags: &[&str], folder: &Path) -> Result<Built, String> {
        let machine = if model == "ILP32" { "-m32" } else { "-m64" };
        let (source, binary) = (folder.join("native.c"), folder.join(name));
        fs::write(&source, text).unwrap();
        // A program that was made smaller must not have lost a result that its callers use.
        let common = ["-std=gnu11", "-O0", "-Wno-everything", "-Werror=return-type", machine, "-o"];
        let output = Command::new("clang-19").args(common).args([&binary, &source]).args(flags).output();
        match output {
            Ok(output) if output.status.success() => Ok(Built(binary)),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).lines().take(5).collect::<Vec<_>>().join("\n")),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Runs one of them, in a process of its own, for a few seconds at most: without books, anything can come of it.
    pub fn output(&self, index: usize) -> Output {
        let mut command = Command::new("timeout");
        command.arg("5").arg(&self.0).arg(index.to_string()).env("ASAN_OPTIONS", "detect_leaks=0");
        command.output().expect("timeout, of coreutils, is there")
    }

    /// What one of them says that comes of it.
    pub fn run(&self, index: usize) -> Result<Native, String> {
        let output = self.output(index);
        let errors = String::from_utf8_lossy(&output.stderr);
        let text = String::from_utf8_lossy(&output.stdout);
        let fault = || Err(format!("{}: {} {text} {errors}", self.0.display(), output.status));
        if !output.status.success() || !errors.is_empty() {
            return fault();
        }
        match (text.trim().split_once(' '), text.trim().parse::<u32>()) {
            (_, Ok(checksum)) => Ok(Native::Ended(checksum)),
            (Some(("violated", kind)), _) => Ok(Native::Violated(kind.to_owned())),
            _ if text.trim() == "open" => Ok(Native::Open),
            _ => fault(),
        }
    }
}

/// What comes of programs of one kind natively, in order; in place of one, what is wrong with that program.
pub fn outcomes(programs: &[&Program], model: &str, folder: &Path) -> Vec<Result<Native, String>> {
    // What wraps is defined here.
    let plain = Built::new(programs, Dress::Twin, model, "plain", &["-fwrapv"], folder);
    // Programs without books are defined by construction: a trap shows that one is not, which is a fault of the generator.
    let trapping = programs.iter().any(|program| program.kind == Kind::Mixed).then(|| {
        let traps = ["-fsanitize=undefined", "-fno-sanitize=signed-integer-overflow,shift-base", "-fsanitize-trap=all"];
        Built::new(programs, Dress::Twin, model, "trapping", &[&["-fwrapv"], &traps[..]].concat(), folder)
    });
    let outcome = |index: usize| {
        let outcome = plain.as_ref().map_err(Clone::clone)?.run(index)?;
        if let Some(trapping) = &trapping {
            let other = trapping.as_ref().map_err(Clone::clone)?.run(index)?;
            if other != outcome {
                return Err(format!("{outcome:?} is not {other:?}"));
            }
        }
        Ok(outcome)
    };
    (0..programs.len()).map(outcome).collect()
}
