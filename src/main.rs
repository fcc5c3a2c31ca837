//! The `bitreach` command.
fn main() {}
