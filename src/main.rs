//! The `bitreach` command: everything happens in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    bitreach::cli::run()
}
