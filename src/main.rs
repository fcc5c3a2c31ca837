//! The `bitreach` command: everything happens in the library.

use bitreach::cli::out_of_memory::Allocator;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    bitreach::cli::run()
}
