//! What programs do natively: by clang without optimisation, and once more by a compiler with sanitizers, to see that
//! their behaviour is defined.

use crate::program::{native_head, Program};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The programs' checksums natively, in order; in place of one, what is wrong with that program.
pub fn checksums(programs: &[Program], model: &str, folder: &Path) -> Vec<Result<u32, String>> {
    let machine = if model == "ILP32" { "-m32" } else { "-m64" };
    let source = folder.join("native.c");
    let mut text = native_head();
    for (index, program) in programs.iter().enumerate() {
        text += &program.native(index);
    }
    text += "static unsigned int (*const all[])(void) = {";
    (0..programs.len()).for_each(|index| write!(text, "run{index}, ").unwrap());
    text += "};\nextern int atoi(const char *);\nint main(int count, char **arguments) {\n  \
             for (int i = 1; i < count; i++) {\n    printf(\"%u\\n\", all[atoi(arguments[i])]());\n  }\n  return 0;\n}\n";
    fs::write(&source, text).unwrap();
    let compile = |compiler: &str, name: &str, flags: &[&str]| {
        let binary = folder.join(name);
        let common = ["-std=gnu11", "-O0", "-fwrapv", "-w", machine, "-o"];
        let output = Command::new(compiler).args(flags).args(common).args([&binary, &source]).output();
        match output {
            Ok(output) if output.status.success() => Ok(binary),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).lines().take(5).collect::<Vec<_>>().join("\n")),
            Err(error) => Err(error.to_string()),
        }
    };
    // What wraps is defined here (-fwrapv); a trap or a report of anything else is a fault of the generator.
    let plain = compile("clang-19", "plain", &[]);
    let trapping = ["-fsanitize=undefined", "-fno-sanitize=signed-integer-overflow,shift-base", "-fsanitize-trap=all"];
    let trapping = compile("clang-19", "trapping", &trapping);
    let address = compile("gcc", "address", &["-fsanitize=address"]).ok();
    let run = |binary: &Path, index: usize| {
        let output = Command::new(binary).arg(index.to_string()).output().map_err(|error| error.to_string())?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        match String::from_utf8_lossy(&output.stdout).trim().parse::<u32>() {
            Ok(checksum) if output.status.success() && errors.is_empty() => Ok(checksum),
            _ => Err(format!("{}: {} {errors}", binary.display(), output.status)),
        }
    };
    (0..programs.len())
        .map(|index| {
            let (plain, trapping) = (plain.as_ref()?, trapping.as_ref()?);
            let checksum = run(plain, index).map_err(|error| error.clone())?;
            for other in [Some(trapping), address.as_ref()].into_iter().flatten() {
                let found = run(other, index)?;
                if found != checksum {
                    return Err(format!("{}: {found} is not {checksum}", other.display()));
                }
            }
            Ok::<u32, &String>(checksum).map_err(Clone::clone)
        })
        .collect()
}
