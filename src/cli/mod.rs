//! The command line: arguments as typed become a configuration, one file a command.
//!
//! Contract (frozen): the last line on standard output is `VERDICT: …`; exit codes are 0 safe, 10 unsafe, 20 unknown,
//! 1 usage, 2 input that cannot be read or compiled, 3 internal error, 4 evidence or a witness that is wrong, 5 a wrong
//! verdict among those that `bench` counts. Progress goes to standard error.
//!
//! | module | what |
//! |---|---|
//! | [`args`] | the arguments as they are typed |
//! | [`question`] | what is asked: files, properties, data model |
//! | [`resolve`] | from names as typed to the things they name |
//! | [`units`] | which files are meant: named ones, those on standard input, a project's |
//! | [`mod@check`], [`encode`], [`solve`], [`certify`], [`mod@lift`], [`validate`], [`inconsistent`], [`mod@bench`], [`collect`], [`extras`] | the commands |
//! | [`functions`] | the same for each function of some files by itself |
//! | [`shares`] | `inconsistent` in parts |
//! | [`limits`] | time, memory and Ctrl-C |
//! | [`progress`] | the progress line |
//! | [`mod@exit`] | the end of the process |
//! | [`out_of_memory`] | the end where the system gives no more memory |

pub mod args;
pub mod bench;
pub mod certify;
pub mod check;
pub mod collect;
pub mod encode;
pub mod exit;
pub mod extras;
pub mod functions;
pub mod inconsistent;
pub mod lift;
pub mod limits;
pub mod out_of_memory;
pub mod progress;
pub mod question;
pub mod resolve;
#[cfg(test)]
mod schemas;
mod shares;
pub mod solve;
mod units;
pub mod validate;

use crate::report::html::Sources;
use args::{Args, Command};
use clap::error::ContextKind;
use clap::Parser;
use std::fs;
use std::io::{self, Write};
use std::panic::catch_unwind;
use std::path::Path;
use std::process::ExitCode;

/// What ends a command without a verdict. The message says what, where and what to do.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command cannot be carried out as it was typed. Exit code 1.
    #[error("{0}")]
    Usage(String),
    /// The input cannot be read or compiled. Exit code 2.
    #[error("{0}")]
    Input(String),
    /// The limits ended a command that gives no verdict. Exit code 20.
    #[error("{0}")]
    Stopped(String),
    /// A fault of bitreach itself. Exit code 3.
    #[error("internal error: {0}\nPlease report this, with the input that caused it.")]
    Internal(String),
}

impl Failure {
    fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 1,
            Failure::Input(_) => 2,
            Failure::Internal(_) => 3,
            Failure::Stopped(_) => 20,
        }
    }
}

/// Parses the process's arguments, carries the command out and gives the exit code.
pub fn run() -> ExitCode {
    let args = match Args::try_parse_from(args::with_our_names(std::env::args_os())) {
        Ok(args) => args,
        // Help and version go to standard output and succeed; everything else is a usage error.
        Err(error) => {
            let _ = error.print();
            let file = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string).unwrap_or_default();
            if Path::new(&file).is_file() {
                let _ = writeln!(io::stderr(), "\nThere is a file of that name: did you mean `bitreach check {file}`?");
            }
            return ExitCode::from(error.use_stderr() as u8);
        }
    };
    let verdict = matches!(
        args.command,
        Command::Check(_) | Command::Solve(_) | Command::Certify(_) | Command::Lift(_) | Command::Validate(_)
    );
    out_of_memory::prepare(verdict);
    // A panic has said what it is when it comes here.
    let outcome =
        catch_unwind(|| carry_out(&args.command)).unwrap_or_else(|_| Err(Failure::Internal("a panic".to_owned())));
    let code = outcome.unwrap_or_else(|failure| {
        let _ = writeln!(io::stderr(), "bitreach: {failure}");
        failure.exit_code()
    });
    exit::at_once(code)
}

fn carry_out(command: &Command) -> Result<u8, Failure> {
    match command {
        Command::Check(args) => check::run(args),
        Command::Encode(args) => encode::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Certify(args) => certify::run(args),
        Command::Lift(args) => lift::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Inconsistent(args) => inconsistent::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Collect(args) => collect::run(args),
        Command::Library => extras::library(),
        Command::Completions { shell } => extras::completions(*shell),
        Command::Man { output: None } => extras::man(),
        Command::Man { output: Some(folder) } => extras::pages(folder),
    }
}

/// The lines of files, for pages that show them; of those that cannot be read, none.
fn sources(files: impl IntoIterator<Item = String>) -> Sources {
    let read = |name: String| {
        let bytes = fs::read(&name).unwrap_or_default();
        (name, String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
    };
    files.into_iter().map(read).collect()
}

/// Turns a failed write into a failure. A reader that went away (`bitreach … | head`) is none: there is nobody left to
/// tell, and the exit code still carries the verdict.
fn written(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Usage(format!("cannot write the output: {error}")))
        }
        _ => Ok(()),
    }
}
