//! Shell completions and manual pages, by clap's own generators; the list of known functions.

use super::args::Args;
use super::{written, Failure};
use crate::frontend;
use clap::CommandFactory;
use std::fs;
use std::io;
use std::path::Path;

/// Prints the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "bitreach", &mut script);
    written(io::Write::write_all(&mut io::stdout(), &script))?;
    Ok(0)
}

/// Lists the functions of the C library that are known, a heading and a line of names for each group, and LLVM's intrinsics.
pub fn library() -> Result<u8, Failure> {
    let mut out = io::stdout().lock();
    for (heading, names) in frontend::modelled() {
        written(io::Write::write_fmt(&mut out, format_args!("functions {heading}\n  {}\n", names.join(" "))))?;
    }
    let names = frontend::intrinsics().join(" ");
    written(io::Write::write_fmt(
        &mut out,
        format_args!("intrinsics of LLVM, of numbers, each of all its types\n  {names}\n"),
    ))?;
    Ok(0)
}

/// Prints the manual page: the command's own and one section a subcommand.
pub fn man() -> Result<u8, Failure> {
    let mut page = Vec::new();
    let mut command = Args::command();
    command.build();
    let mut render = || -> io::Result<()> {
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
            let man = clap_mangen::Man::new(subcommand.clone());
            writeln_section(&mut page, subcommand.get_name())?;
            man.render_synopsis_section(&mut page)?;
            man.render_description_section(&mut page)?;
            man.render_options_section(&mut page)?;
        }
        Ok(())
    };
    written(render())?;
    written(io::Write::write_all(&mut io::stdout(), &page))?;
    Ok(0)
}

/// Writes the manual pages into a folder, one a command.
pub fn pages(folder: &Path) -> Result<u8, Failure> {
    let generated = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Args::command(), folder));
    generated.map_err(|error| Failure::Usage(format!("{}: cannot be written: {error}", folder.display())))?;
    Ok(0)
}

/// A heading in roff.
fn writeln_section(page: &mut Vec<u8>, name: &str) -> io::Result<()> {
    io::Write::write_all(page, format!(".SH \"BITREACH {}\"\n", name.to_uppercase()).as_bytes())
}
