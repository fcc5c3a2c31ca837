//! With the feature `ipasir-static`: links the IPASIR solver in that the variable `IPASIR` names, a static library.
//!
//! The library may be another version of a solver that is linked in anyway, such as CaDiCaL. So it becomes one object, of which
//! no names are seen but those of the interface, and these with a prefix of their own. That is work for binutils, which come
//! with every C compiler.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The functions of the interface, as in `src/ipasir.rs`.
const FUNCTIONS: [&str; 9] =
    ["signature", "init", "release", "add", "assume", "solve", "val", "failed", "set_terminate"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=IPASIR");
    if env::var_os("CARGO_FEATURE_IPASIR_STATIC").is_none() {
        return;
    }
    let (Some(library), Some(folder)) = (env::var_os("IPASIR"), env::var_os("OUT_DIR")) else {
        println!("cargo::error=the feature `ipasir-static` takes the path of a static IPASIR library from the variable IPASIR");
        return;
    };
    let library = PathBuf::from(library);
    println!("cargo::rerun-if-changed={}", library.display());
    match link(&library, Path::new(&folder)) {
        // Solvers are written in C++ more often than not, and where one is not this costs nothing.
        Ok(()) => println!("cargo::rustc-link-lib=dylib=stdc++"),
        Err(message) => println!("cargo::error={}: {message}", library.display()),
    }
}

/// Makes an archive of the library and tells cargo to link it.
fn link(library: &Path, folder: &Path) -> Result<(), String> {
    let (object, archive) = (folder.join("ipasir.o"), folder.join("libbitreach_ipasir.a"));
    // A group stands for a function that several objects have; its name would have to be seen.
    run(Command::new("ld")
        .args(["-r", "--force-group-allocation", "--whole-archive", "-o"])
        .arg(&object)
        .arg(library))?;
    let (mut keep, mut rename) = (Command::new("objcopy"), Command::new("objcopy"));
    for name in FUNCTIONS {
        keep.arg(format!("--keep-global-symbol=ipasir_{name}"));
        rename.arg(format!("--redefine-sym=ipasir_{name}=bitreach_ipasir_{name}"));
    }
    run(keep.arg(&object))?;
    run(rename.arg(&object))?;
    let _ = std::fs::remove_file(&archive);
    run(Command::new("ar").arg("rcs").arg(&archive).arg(&object))?;
    println!("cargo::rustc-link-search=native={}", folder.display());
    println!("cargo::rustc-link-lib=static=bitreach_ipasir");
    Ok(())
}

fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program}: {status}")),
        Err(error) => Err(format!("{program}: {error}")),
    }
}
