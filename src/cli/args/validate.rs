//! `bitreach validate`.

use super::{ProgramArgs, SearchArgs};
use clap::Args as Group;
use std::path::PathBuf;

/// `bitreach validate`.
#[derive(Group, Debug)]
#[command(after_help = "\
The last line is the verdict that the witness is for, where it is confirmed: VERDICT: SAFE (exit code 0) or VERDICT: UNSAFE(property)
(10). A witness that is wrong is VERDICT: UNKNOWN(rejected) (4); one that could not be decided, VERDICT: UNKNOWN(reason) (20). A file
that is no witness, or one of another program, ends the command (2).

Example:
  bitreach check program.c --witness witness.yml; bitreach validate --witness witness.yml program.c")]
pub struct ValidateArgs {
    /// The witness: SV-COMP's format 2.0 (YAML) or 1.0 (GraphML), whatever the file's name.
    #[arg(short, long, value_name = "FILE")]
    pub witness: PathBuf,

    /// The program. The property and the data model are the witness's, unless they are given; then they must be the same.
    #[command(flatten)]
    pub program: ProgramArgs,

    /// The search.
    #[command(flatten)]
    pub search: SearchArgs,
}
